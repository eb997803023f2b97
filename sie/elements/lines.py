"""Lines: the curves of a plot area as a proposal of a line chart."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from sie.artifacts import XY, ChartStructure, Element, SeriesMarks
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.elements.ink_grid import RuleKind
from sie.elements.lines_curves import Curve, find_curves
from sie.elements.lines_ink import InkGroup, ink_groups
from sie.elements.lines_names import CurveName, name_curves
from sie.elements.lines_refine import Stroke
from sie.vocab import ChartType, Direction, MarkKind

SIGMA_PX = 0.35
"""Standard error of a stroke's centre by its coverage."""


def find_lines(canvas: Canvas, chart: ChartStructure) -> Hypothesis | None:
    """The curves of a plot area, or None where no ink runs across it.

    Each curve is a LINE element for each drawn piece, all of one series; paths have a point a pixel column.
    """
    curves: list[Curve] = []
    for group in ink_groups(canvas, chart):
        own = group.alpha >= 0.3
        hidden = (canvas.ink & ~own) | canvas.text
        curves += find_curves(group, hidden)
    curves = without_references(canvas, curves)
    if not curves:
        return None
    curves.sort(key=lambda curve: _legend_place(chart, curve))
    names = name_curves(canvas, chart, curves)
    series, elements = _make_elements(canvas, curves, names)
    return Hypothesis(
        chart_type=ChartType.LINE,
        orientation=Direction.VERTICAL,
        series=tuple(series),
        elements=tuple(elements),
        explained=explained_share(canvas, curves),
        score=line_score(canvas, curves),
    )


def without_references(canvas: Canvas, curves: Sequence[Curve]) -> list[Curve]:
    """Curves without straight level lines across the plot that the legend does not name, where others remain."""
    rules = [r for r in canvas.rules if r.direction is Direction.HORIZONTAL and r.kind is RuleKind.REFERENCE]
    kept = []
    for curve in curves:
        rows = curve.stroke.rows
        level = float(np.percentile(rows, 95) - np.percentile(rows, 5)) < 1.5
        middle = float(np.median(rows))
        on_rule = any(rule.start - 1 <= middle <= rule.stop + 1 for rule in rules)
        if not (level and on_rule and not curve.group.entries):
            kept.append(curve)
    return kept or list(curves)


def line_score(canvas: Canvas, curves: Sequence[Curve]) -> float:
    """How sure it is that these are curves: long, mostly inked, thin strokes."""
    width = canvas.plot[2] - canvas.plot[0]
    height = canvas.plot[3] - canvas.plot[1]
    total = 0.0
    weights = 0.0
    for curve in curves:
        stroke = curve.stroke
        length = min(1.0, len(stroke.rows) / (0.5 * max(width, 1.0)))
        thin = 1.0 - min(1.0, curve.group.stroke / (0.04 * max(min(height, width), 1.0))) ** 2
        solid = 1.0 - curve.group.solid
        total += len(stroke.rows) * min(1.0, 1.15 * stroke.duty) * length * thin * solid
        weights += len(stroke.rows)
    return float(np.clip(total / max(weights, 1.0), 0.0, 1.0))


def explained_share(canvas: Canvas, curves: Sequence[Curve]) -> float:
    """Part of the data ink within a stroke's reach of the curves."""
    mask = np.zeros(canvas.shape, np.uint8)
    for curve in curves:
        for piece in curve.pieces:
            points = np.stack([piece.columns, piece.rows - 0.5], axis=1)
            fixed = np.round(points * 16).astype(np.int32).reshape(-1, 1, 2)
            cv2.polylines(mask, [fixed], False, 1, max(3, round(curve.group.stroke + 4)), cv2.LINE_8, 4)
    ink = canvas.ink & canvas.inside
    total = int(ink.sum())
    return float((ink & (mask > 0)).sum() / total) if total else 0.0


def _legend_place(chart: ChartStructure, curve: Curve) -> tuple[int, int]:
    order = {entry.id: place for place, entry in enumerate(chart.legend.entries)} if chart.legend else {}
    places = [order[entry.id] for entry in curve.group.entries]
    return (min(places) if places else len(order)), -curve.extent


def _make_elements(
    canvas: Canvas, curves: Sequence[Curve], names: dict[int, CurveName]
) -> tuple[list[SeriesMarks], list[Element]]:
    series: list[SeriesMarks] = []
    elements: list[Element] = []
    for index, curve in enumerate(curves):
        series_id = f"series{index}"
        name = names.get(index)
        series.append(
            SeriesMarks(
                id=series_id,
                name=name.name if name else None,
                legend_entry=name.entry_id if name else None,
                text_ids=name.text_ids if name else (),
                color=curve.group.color,
            )
        )
        for piece in curve.pieces:
            elements.append(_element(canvas, f"line{len(elements)}", series_id, piece, curve.group))
    return series, elements


def _element(canvas: Canvas, element_id: str, series_id: str, piece: Stroke, group: InkGroup) -> Element:
    path: list[XY] = [
        canvas.to_picture(float(x) + 0.5, float(y)) for x, y in zip(piece.columns, piece.rows, strict=True)
    ]
    half = group.stroke / 2
    ys = [y for _, y in path]
    return Element(
        id=element_id,
        kind=MarkKind.LINE,
        box=(path[0][0] - 0.5, min(ys) - half, path[-1][0] + 0.5, max(ys) + half),
        series=series_id,
        path=tuple((round(x, 3), round(y, 3)) for x, y in path),
        sigma_px=SIGMA_PX,
        confidence=round(float(np.clip(0.4 + 0.6 * piece.duty, 0.0, 1.0)), 3),
        color=group.color,
    )
