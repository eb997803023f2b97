"""Reads the truth of a Vega-Lite chart from its SVG."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.classes import DetectionClass, PlotType
from models.errors import RendererError
from models.synth.spec import ChartSpec
from models.synth.svg import Node, coded_ink, ink_polygon, near_baseline, parse_svg
from models.synth.truth import (
    Box,
    EntryTruth,
    LineTruth,
    MarkTruth,
    PanelTruth,
    Point,
    TextTruth,
    TickTruth,
    bounds,
    clip,
    union,
)
from models.synth.vega_spec import Plan

_AXIS_LABELS = {"x": DetectionClass.X_TICK_LABEL, "y": DetectionClass.Y_TICK_LABEL}
_AXIS_SHIFT = 0.5
_AXIS_TITLES = {"x": DetectionClass.X_TITLE, "y": DetectionClass.Y_TITLE}


def read_truth(
    svg: str, scale: float, specs: list[ChartSpec], plans: Sequence[Plan], shape: tuple[int, ...]
) -> tuple[tuple[PanelTruth, ...], np.ndarray | None]:
    """The panels' truth and the line mask.

    Raises:
        RendererError: the SVG does not have the marks that were planned.
    """
    root, nodes = parse_svg(svg, scale)
    texts = [n for n in nodes if n.tag == "text" and n.visible]
    text_ink = dict(zip(map(id, texts), coded_ink(root, texts, scale), strict=True))
    lines = [n for n in nodes if n.tag == "path" and n.has("mark-line") and not n.has("role-legend")]
    mask = None
    if lines:
        mask = np.zeros(shape[:2], dtype=np.uint8)
        for k, ink in enumerate(coded_ink(root, lines, scale)):
            if ink is not None:
                mask[ink[:, 0], ink[:, 1]] = k + 1
    panels = []
    for i, (spec, plan) in enumerate(zip(specs, plans, strict=True)):
        own = [n for n in nodes if len(specs) == 1 or n.has(f"concat_{i}_group")]
        reader = _Reader(spec, plan, own, i, len(specs), text_ink, [id(n) for n in lines], scale)
        panels.append(reader.panel())
    return tuple(panels), mask


class _Reader:
    def __init__(
        self,
        spec: ChartSpec,
        plan: Plan,
        nodes: list[Node],
        index: int,
        of: int,
        text_ink: dict[int, np.ndarray | None],
        line_ids: list[int],
        scale: float,
    ) -> None:
        self.spec, self.plan, self.nodes, self.index, self.of = spec, plan, nodes, index, of
        self.text_ink, self.line_ids = text_ink, line_ids
        self.scale = scale
        self.texts: list[TextTruth] = []
        self.number: dict[int, int] = {}

    def panel(self) -> PanelTruth:
        area = self._plot_area()
        self._read_texts()
        ticks = self._ticks(area)
        marks = self._marks(area)
        if self.spec.chart_type is PlotType.PIE:
            area = union(m.box for m in marks) or area
            marks.append(MarkTruth(DetectionClass.PIE, area))
        entries, legend = self._legend()
        return PanelTruth(
            self.spec, area, tuple(self.texts), tuple(ticks), tuple(marks), tuple(self._lines()), tuple(entries), legend
        )

    def layer(self, name: str, tag: str = "path") -> list[Node]:
        return [n for n in self.nodes if n.tag == tag and n.has(f"p{self.index}_{name}_marks")]

    def _plot_area(self) -> Box:
        group = "root" if self.of == 1 else f"concat_{self.index}_group"
        for node in self.nodes:
            inner = node.classes[-1:] == ("background",) and node.has(group)
            if inner and not any(node.has(r) for r in ("role-axis", "role-legend", "role-title")):
                return bounds(node.points())
        raise RendererError("vega: no plot area in the SVG")

    def _read_texts(self) -> None:
        for node in (n for n in self.nodes if id(n) in self.text_ink):
            text = " ".join(t.strip() for t in node.element.itertext() if t.strip())
            ink = self.text_ink[id(node)]
            own = None if ink is None else ink[near_baseline(node, ink)]
            polygon = None if own is None or not len(own) else ink_polygon(own, node.angle)
            if not text or polygon is None:
                continue
            role, cls = self._role(node)
            self.number[id(node)] = len(self.texts)
            self.texts.append(TextTruth(text, polygon, role, cls))

    def _role(self, node: Node) -> tuple[str, DetectionClass | None]:
        if node.has("role-axis-label") or node.has("role-axis-title"):
            name = "y" if self._is_y_axis(node) else "x"
            if node.has("role-axis-label"):
                return "tick_label", _AXIS_LABELS[name]
            return "axis_title", _AXIS_TITLES[name]
        if node.has("role-legend-label"):
            return "legend_label", DetectionClass.LEGEND_LABEL
        if node.has("role-legend-title"):
            return "legend_title", DetectionClass.LEGEND_TITLE
        if node.has("role-title-text"):
            return "chart_title", DetectionClass.CHART_TITLE if self.of == 1 else DetectionClass.PANEL_TITLE
        if node.has(f"p{self.index}_values_marks"):
            return "value_label", DetectionClass.VALUE_LABEL
        if node.has(f"p{self.index}_direct_marks") or node.has(f"p{self.index}_names_marks"):
            return "mark_label", DetectionClass.MARK_LABEL
        return "other", None

    def _is_y_axis(self, node: Node) -> bool:
        return node.has("axis-y")

    def _ticks(self, area: Box) -> list[TickTruth]:
        ticks: list[TickTruth] = []
        for axis in self.plan.axes:
            labels = [
                n for n in self.nodes if n.tag == "text" and n.has("role-axis-label") and n.has(f"axis-{axis.channel}")
            ]
            rules = [
                n for n in self.nodes if n.tag == "line" and n.has("role-axis-tick") and n.has(f"axis-{axis.channel}")
            ]
            if len(labels) != len(axis.values) or len(rules) != len(labels):
                raise RendererError(f"vega: {len(labels)} labels and {len(rules)} ticks for {len(axis.values)} values")
            for label, rule, value, text in zip(labels, rules, axis.values, axis.texts, strict=True):
                if id(label) not in self.number:
                    continue
                # Vega draws axes half a pixel off, for sharp lines; the value itself is where the marks are
                x, y = (v - _AXIS_SHIFT * self.scale for v in rule.points()[0])
                point: Point = (x, area[3]) if axis.channel == "x" else (area[0], y)
                number = self.number[id(label)]
                if self.texts[number].text.replace(" ", "") != text.replace(" ", ""):
                    raise RendererError(f"vega: a tick reads {self.texts[number].text!r}, planned {text!r}")
                ticks.append(TickTruth(axis.channel, point, value, number))
        return ticks

    def _marks(self, area: Box) -> list[MarkTruth]:
        marks: list[MarkTruth] = []
        for name, cls in (
            ("bars", DetectionClass.BAR),
            ("boxes", DetectionClass.BOX),
            ("points", DetectionClass.POINT),
        ):
            nodes, order = self.layer(name), self.plan.order.get(name, [])
            if len(nodes) != len(order):
                raise RendererError(f"vega: {len(nodes)} {name} drawn, {len(order)} planned")
            for node, (i, k) in zip(nodes, order, strict=True):
                if not node.points():
                    continue
                seen = clip(node.box(), area)
                flat = bounds(node.points())
                if seen is not None and (
                    cls is DetectionClass.POINT or min(flat[2] - flat[0], flat[3] - flat[1]) > 0.05
                ):
                    marks.append(MarkTruth(cls, seen, i, k, self._places(cls, node, i, k)))
        for node, (i, k) in zip(self.layer("slices"), self.plan.order.get("slices", []), strict=False):
            marks.append(
                MarkTruth(
                    DetectionClass.PIE_SLICE, node.box(), i, k, self._places(DetectionClass.PIE_SLICE, node, i, k)
                )
            )
        return marks

    def _places(self, cls: DetectionClass, node: Node, i: int, k: int) -> dict[str, Point]:
        x0, y0, x1, y1 = bounds(node.points())
        mx, my = (x0 + x1) / 2, (y0 + y1) / 2
        if cls is DetectionClass.POINT:
            return {"center": (float(node.matrix[0, 2]), float(node.matrix[1, 2]))}
        if cls is DetectionClass.PIE_SLICE:
            return {"center": (float(node.matrix[0, 2]), float(node.matrix[1, 2])), **_rim(node)}
        horizontal = self.spec.chart_type.is_horizontal
        if cls is DetectionClass.BAR:
            down = self.spec.series[i].y[k] < 0
            if horizontal:
                return {"base": (x1 if down else x0, my), "end": (x0 if down else x1, my)}
            return {"base": (mx, y0 if down else y1), "end": (mx, y1 if down else y0)}
        box = self.spec.boxes[i][k]
        scale = (x1 - x0 if horizontal else y0 - y1) / max(box.q3 - box.q1, 1e-12)
        origin = (x0 if horizontal else y1) - scale * box.q1
        at = {name: origin + scale * getattr(box, name) for name in ("min", "q1", "median", "q3", "max")}
        return {name: (v, my) if horizontal else (mx, v) for name, v in at.items()}

    def _lines(self) -> list[LineTruth]:
        lines = []
        for node, (i, _) in zip(self.layer("lines"), self.plan.order.get("lines", []), strict=False):
            lines.append(LineTruth(i, tuple(node.points()), self.line_ids.index(id(node)) + 1))
        for node, (i, _) in zip(self.layer("areas"), self.plan.order.get("areas", []), strict=False):
            half = len(self.spec.series[i].x)
            lines.append(LineTruth(i, tuple(node.points()[:half])))
        return lines

    def _legend(self) -> tuple[list[EntryTruth], Box | None]:
        inside = [n for n in self.nodes if n.has("role-legend")]
        symbols = [n for n in inside if n.has("role-legend-symbol") and n.tag == "path" and n.points()]
        labels = [n for n in inside if n.has("role-legend-label") and n.tag == "text"]
        if not labels:
            return [], None
        if len(symbols) != len(labels):
            raise RendererError(f"vega: {len(symbols)} legend symbols for {len(labels)} labels")
        pairs = [(s.box(), self.number[id(n)]) for s, n in zip(symbols, labels, strict=True) if id(n) in self.number]
        entries = [EntryTruth(box, number) for box, number in pairs]
        boxes = [e.swatch for e in entries] + [self.texts[e.text].box for e in entries]
        boxes += [
            self.texts[self.number[id(n)]].box for n in inside if n.has("role-legend-title") and id(n) in self.number
        ]
        frames = [n for n in inside if n.classes[-1] == "background" and n.element.get("stroke") and n.points()]
        boxes += [bounds(n.points()) for n in frames[:1]]
        return entries, union(boxes)


def _rim(node: Node) -> dict[str, Point]:
    """Start and end of a slice on the rim, clockwise as seen."""
    points = np.array(node.points())
    center = node.matrix[:, 2]
    reach = np.hypot(*(points - center).T)
    rim = points[reach > reach.max() * 0.98]
    turns = np.arctan2(rim[:, 1] - center[1], rim[:, 0] - center[0])
    steps = np.unwrap(turns)
    first, last = int(np.argmin(steps)), int(np.argmax(steps))
    return {"start": (float(rim[first, 0]), float(rim[first, 1])), "end": (float(rim[last, 0]), float(rim[last, 1]))}
