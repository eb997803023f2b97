"""Lines: the curves of a plot area as a proposal of a line chart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from sie.artifacts import XY, ChartStructure, Element, SeriesMarks
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.elements.ink_background import lab_of, parse_hex
from sie.elements.ink_grid import Rule, RuleKind
from sie.elements.lines_bands import band_layers
from sie.elements.lines_curves import Curve, find_curves, runs_beside
from sie.elements.lines_hidden import extend_hidden
from sie.elements.lines_identity import by_looks
from sie.elements.lines_ink import InkGroup, ink_groups
from sie.elements.lines_marked import by_markers
from sie.elements.lines_markers import marker_places
from sie.elements.lines_names import CurveName, name_curves
from sie.elements.lines_refine import Stroke
from sie.elements.lines_vertices import error_bars_of, has_error_bars, smoothed_at_markers, vertices_of
from sie.elements.points import make_point_elements
from sie.elements.points_fitted import cover_of, fitted_points, without_entries, without_points
from sie.vocab import ChartType, Direction, MarkKind

MOSTLY_SOLID = 0.5
"""An ink with this part of its pixels in solid areas draws bars or areas, not curves."""
FRAME_COLOR = 25.0
"""Lab distance within which a curve on the frame cannot be told from it."""
THICKEST = 0.1
"""Strokes as thick as this part of the plot area's shorter side are no curves."""
SAME_HUE = 20.0
"""Degrees by which a tint of a colour may turn from it."""
SIGMA_PX = 0.15
"""Standard error of a stroke's centre by its coverage."""


def find_lines(canvas: Canvas, chart: ChartStructure) -> Hypothesis | None:
    """The curves of a plot area, or None where no ink runs across it.

    Each curve is a LINE element for each drawn piece, all of one series; paths have a point a pixel column. Points that
    the legend tells from its lines are POINT elements; where there are no more curves than such series, or no legend,
    the curves are their fits, and the reading is of a scatter plot without them.
    """
    bands = band_layers(canvas)
    points = fitted_points(canvas, chart)
    drawn = without_entries(chart, {group.entry for group in points})
    lines = without_points(canvas, points)
    groups = [group for group in ink_groups(lines, drawn, bands) if group.solid < MOSTLY_SOLID]
    curves: list[Curve] = []
    for group in sorted(groups, key=lambda group: not group.entries):
        own = group.alpha >= 0.3
        hidden = (canvas.ink & ~own) | canvas.text | _frames(canvas)
        found = find_curves(group, hidden, _frames(canvas, group.color))
        found = by_markers(canvas, found, hidden) or by_looks(canvas, found, hidden)
        if not group.entries and any(curve.group.entries for curve in curves):
            found = [curve for curve in found if _equals_named(curve, curves) and not _is_fringe(curve, curves)]
        curves += found
    curves = without_references(curves)
    frames = [(r.start + r.stop) / 2 for r in canvas.rules if _is_level_frame(r)]
    curves = extend_hidden(curves, frames)
    if not curves:
        return None
    curves.sort(key=lambda curve: _legend_place(chart, curve))
    names = name_curves(canvas, drawn, curves)
    series, elements = _make_elements(canvas, chart, curves, names)
    dots, marks = make_point_elements(canvas, chart, points)
    told = any(group.entry is not None for group in points)
    fits = bool(points) and (len(curves) <= len(points) or not told)
    return Hypothesis(
        chart_type=ChartType.SCATTER if fits else ChartType.LINE,
        orientation=Direction.VERTICAL,
        series=dots if fits else (*dots, *series),
        elements=marks if fits else (*elements, *marks),
        explained=explained_share(canvas, curves, bands, cover_of(points, canvas.shape)),
        score=line_score(canvas, curves),
    )


def _frames(canvas: Canvas, color: str | None = None) -> np.ndarray:
    """Pixels of the level frame and axis lines, behind which a curve may run; of those of one colour, if given."""
    mask = np.zeros(canvas.shape, bool)
    for rule in canvas.rules:
        own = color is None or float(np.linalg.norm(lab_of(rule.color) - lab_of(parse_hex(color)))) < FRAME_COLOR
        if own and _is_level_frame(rule):
            mask[rule.start : rule.stop] = True
    return mask


def _is_level_frame(rule: Rule) -> bool:
    return rule.kind is RuleKind.FRAME and rule.direction is Direction.HORIZONTAL


def _equals_named(curve: Curve, curves: Sequence[Curve]) -> bool:
    """Whether a curve that the legend does not name is as long, thick and coloured as those that it does."""
    named = [other for other in curves if other.group.entries]
    lab = lab_of(parse_hex(curve.group.color))
    if float(np.hypot(lab[1], lab[2])) < 12.0:
        return False
    long = len(curve.stroke.rows) >= 0.7 * float(np.median([len(other.stroke.rows) for other in named]))
    strokes = [other.group.stroke for other in named]
    thick = 0.6 * min(strokes) <= curve.group.stroke <= 1.6 * max(strokes)
    return long and thick and curve.stroke.duty > 0.35


def _is_fringe(curve: Curve, curves: Sequence[Curve]) -> bool:
    """Whether a curve only runs along one that the legend names, in a tint of its colour: thin strokes are blurred."""
    a, b = lab_of(parse_hex(curve.group.color))[1:]
    for other in curves:
        other_a, other_b = lab_of(parse_hex(other.group.color))[1:]
        turn = abs(np.angle(complex(a, b) * complex(other_a, -other_b), deg=True))
        if other.group.entries and turn <= SAME_HUE and runs_beside(curve.stroke, other.stroke, other.group.stroke):
            return True
    return False


def without_references(curves: Sequence[Curve]) -> list[Curve]:
    """Curves without level lines that the legend does not name, where others remain."""
    kept = []
    for curve in curves:
        rows = curve.stroke.rows
        level = float(np.percentile(rows, 95) - np.percentile(rows, 5)) < 1.5
        if not (level and not curve.group.entries):
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
        thin = 1.0 - min(1.0, curve.group.stroke / (THICKEST * max(min(height, width), 1.0))) ** 2
        solid = 1.0 - curve.group.solid
        total += len(stroke.rows) * min(1.0, 1.15 * stroke.duty) * length * thin * solid
        weights += len(stroke.rows)
    return float(np.clip(total / max(weights, 1.0), 0.0, 1.0))


def explained_share(
    canvas: Canvas, curves: Sequence[Curve], bands: Collection[int] = (), points: np.ndarray | None = None
) -> float:
    """Part of the data ink, without that of the layers that are bands, within a stroke's reach of the curves.

    `points` is a mask of what is explained by other marks.
    """
    mask = np.zeros(canvas.shape, np.uint8) if points is None else points.astype(np.uint8)
    for curve in curves:
        for piece in curve.pieces:
            places = np.stack([piece.columns, piece.rows - 0.5], axis=1)
            fixed = np.round(places * 16).astype(np.int32).reshape(-1, 1, 2)
            cv2.polylines(mask, [fixed], False, 1, max(3, round(curve.group.stroke + 4)), cv2.LINE_8, 4)
    ink = canvas.ink & canvas.inside
    if bands:
        ink &= ~np.isin(canvas.labels, list(bands))
    total = int(ink.sum())
    return float((ink & (mask > 0)).sum() / total) if total else 0.0


def _legend_place(chart: ChartStructure, curve: Curve) -> tuple[int, int]:
    order = {entry.id: place for place, entry in enumerate(chart.legend.entries)} if chart.legend else {}
    entries = (curve.entry,) if curve.entry is not None else curve.group.entries
    places = [order[entry.id] for entry in entries]
    return (min(places) if places else len(order)), -curve.extent


def _make_elements(
    canvas: Canvas, chart: ChartStructure, curves: Sequence[Curve], names: dict[int, CurveName]
) -> tuple[list[SeriesMarks], list[Element]]:
    series: list[SeriesMarks] = []
    elements: list[Element] = []
    bars = has_error_bars(canvas, curves)
    markers = [marker_places(curve) for curve in curves]
    vertices = vertices_of(curves, markers)
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
        places = (markers[index], vertices[index])
        elements += _curve_elements(canvas, chart, curve, series_id, len(elements), places, bars=bars)
    return series, elements


def _curve_elements(
    canvas: Canvas,
    chart: ChartStructure,
    curve: Curve,
    series_id: str,
    first: int,
    crop_places: tuple[Sequence[XY], Sequence[XY]],
    *,
    bars: bool,
) -> list[Element]:
    """The LINE elements of a curve's pieces, each followed by its error bars.

    `crop_places` has where markers may sit on the curve, and its vertices.
    """
    places, points = ([canvas.to_picture(x, y) for x, y in some] for some in crop_places)
    smooth = smoothed_at_markers(curve, crop_places[0])
    elements: list[Element] = []
    for piece in smooth.pieces:
        low, high = canvas.to_picture(piece.start - 4.0, 0)[0], canvas.to_picture(piece.stop + 4.0, 0)[0]
        own = [point for point in points if low <= point[0] <= high]
        path = own if len(own) >= 2 else _samples(canvas, piece)
        line = _element(f"line{first + len(elements)}", series_id, piece, curve.group, path, vertices=len(own) >= 2)
        elements.append(line)
        if bars:
            anchors = own or [place for place in places if low <= place[0] <= high]
            elements += error_bars_of(canvas, chart, line, anchors)
    return elements


def _samples(canvas: Canvas, piece: Stroke) -> list[XY]:
    return [canvas.to_picture(float(x) + 0.5, float(y)) for x, y in zip(piece.columns, piece.rows, strict=True)]


def _element(
    element_id: str, series_id: str, piece: Stroke, group: InkGroup, path: Sequence[XY], *, vertices: bool
) -> Element:
    half = group.stroke / 2
    xs, ys = [x for x, _ in path], [y for _, y in path]
    return Element(
        id=element_id,
        kind=MarkKind.LINE,
        box=(min(xs) - 0.5, min(ys) - half, max(xs) + 0.5, max(ys) + half),
        series=series_id,
        path=tuple((round(x, 3), round(y, 3)) for x, y in path),
        vertices=vertices,
        sigma_px=SIGMA_PX,
        confidence=round(float(np.clip(0.4 + 0.6 * piece.duty, 0.0, 1.0)), 3),
        color=group.color,
    )
