"""Names of curves: the legend by colour, by dash and marker where colours agree, or labels beside the curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import ChartStructure, LegendEntry, TextBlock
from sie.elements.ink import Canvas
from sie.elements.ink_background import lab_of, parse_hex, to_lab
from sie.elements.lines_curves import Curve
from sie.elements.lines_looks import look_costs
from sie.vocab import TextRole

COLORED = 15.0
"""Lab chroma from which a label's colour says whose it is."""
OTHER_COLOR = 30.0
"""Lab distance from which a coloured label is not the curve's."""


@dataclass(frozen=True)
class CurveName:
    """What a curve is called and what says so."""

    name: str
    entry_id: str | None
    text_ids: tuple[str, ...]


def name_curves(canvas: Canvas, chart: ChartStructure, curves: Sequence[Curve]) -> dict[int, CurveName]:
    """Names by the curves' positions; a curve that nothing names is left out."""
    labels = _by_labels(canvas, chart, curves)
    if chart.legend is not None and not chart.legend.direct and chart.legend.entries:
        names = _by_legend(canvas, curves)
        lone = len(chart.legend.entries) == 1 < len(labels)  # one label of several that stand at the curves' ends
        return labels if lone and set(names) <= set(labels) else names
    return labels


def _by_legend(canvas: Canvas, curves: Sequence[Curve]) -> dict[int, CurveName]:
    names: dict[int, CurveName] = {}
    groups: dict[str, list[int]] = {}
    for index, curve in enumerate(curves):
        groups.setdefault(curve.group.color, []).append(index)
    for members in groups.values():
        told = [(index, entry) for index in members if (entry := curves[index].entry) is not None]
        if told:
            names.update((index, _name_of(entry)) for index, entry in told)
            continue
        entries = curves[members[0]].group.entries
        if len(entries) == 1:
            best = max(members, key=lambda index: curves[index].extent)
            names[best] = _name_of(entries[0])
        elif entries:
            cost = look_costs(canvas, [curves[index] for index in members], entries)
            rows, columns = linear_sum_assignment(cost)
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
                names[members[row]] = _name_of(entries[column])
    return names


def _name_of(entry: LegendEntry) -> CurveName:
    return CurveName(entry.label, entry.id, entry.text_ids)


def _by_labels(canvas: Canvas, chart: ChartStructure, curves: Sequence[Curve]) -> dict[int, CurveName]:
    """Labels that stand at the curves' right or left ends, one each."""
    blocks = [block for block in chart.text if _may_name(block, alone=len(curves) == 1)]
    if not blocks or not curves:
        return {}
    cost = np.full((len(curves), len(blocks)), 100.0)
    for row, curve in enumerate(curves):
        for column, block in enumerate(blocks):
            cost[row, column] = _label_cost(canvas, curve, block)
    names = {}
    rows, columns = linear_sum_assignment(cost)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if cost[row, column] < 3.0:
            block = blocks[column]
            entry = _direct_entry(chart, block)
            names[row] = CurveName(block.text, entry, (block.id,))
    return names if len(names) >= len(curves) / 2 else {}


def _may_name(block: TextBlock, *, alone: bool) -> bool:
    """Whether a text may be a curve's label: surely read, level, and of more than a letter or two for a lone curve."""
    if block.role not in (TextRole.MARK_LABEL, TextRole.OTHER, TextRole.LEGEND_LABEL):
        return False
    letters = sum(ch.isascii() and ch.isalpha() for ch in block.text)
    sure = block.confidence >= (0.9 if letters > 1 else 0.95)
    return sure and abs(block.angle) <= 4.0 and letters >= (3 if alone else 1)


def _direct_entry(chart: ChartStructure, block: TextBlock) -> str | None:
    for entry in chart.legend.entries if chart.legend else ():
        if block.id in entry.text_ids:
            return entry.id
    return None


def _label_cost(canvas: Canvas, curve: Curve, block: TextBlock) -> float:
    """How badly a label fits a curve: distance from its end in label heights, more where the colours differ."""
    x0, y0, x1, y1 = block.box
    size = max(min(y1 - y0, x1 - x0), 4.0)
    middle = (y0 + y1) / 2
    stroke = curve.stroke
    right = canvas.to_picture(stroke.stop, stroke.rows[-1])
    left = canvas.to_picture(stroke.start, stroke.rows[0])
    beside_right = abs(middle - right[1]) / size + max(0.0, x0 - right[0], right[0] - x0 - size) / size
    beside_left = abs(middle - left[1]) / size + max(0.0, left[0] - x1, x1 - left[0] - size) / size
    cost = min(beside_right, beside_left + 0.5)
    text = label_lab(canvas, block)
    if text is not None:
        distance = float(np.linalg.norm(text - lab_of(parse_hex(curve.group.color))))
        if np.hypot(text[1], text[2]) > COLORED:
            cost += 50.0 if distance > OTHER_COLOR else distance / 30.0 - 0.5
    return cost


def label_lab(canvas: Canvas, block: TextBlock) -> np.ndarray | None:
    """Lab colour of a label's letters: the mean of the tenth of its pixels farthest from its background."""
    x0, y0, x1, y1 = (round(v) for v in block.box)
    crop = canvas.picture[max(0, y0) : y1, max(0, x0) : x1]
    if crop.size == 0:
        return None
    lab = to_lab(crop).reshape(-1, 3)
    away = np.linalg.norm(lab - np.median(lab, axis=0), axis=1)
    return np.asarray(lab[away >= np.percentile(away, 90)].mean(axis=0))
