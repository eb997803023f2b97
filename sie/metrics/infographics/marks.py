"""Task 6a: marks in the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sie.artifacts import FIVE, XY, XYXY, Chart, Element
from sie.metrics.infographics.result import TaskScore, mean_score
from sie.metrics.infographics.series import continuous_score
from sie.metrics.pairing import ChartPair, matched_score
from sie.vocab import Direction, MarkKind

REACH = 0.01
"""A mark this part of the picture's smaller side from its place, or farther, scores 0."""


def task6a(pairs: Iterable[ChartPair]) -> TaskScore:
    """Plot elements: the mean over charts of `sum of scores / max(predicted, gold)` of the best one-to-one pairing.

    A pair of marks D pixels apart scores `max(0, 1 - (D / T)^2)`, T being `REACH` of the picture's smaller side. D is,
    by kind: of points the distance of their centres; of bars the root mean square distance of corresponding corners;
    of a box plot's five lines, each a mark of its own class, the distance of the predicted point to the gold line, as
    wide as the gold box. Lines and areas are compared as series are in task 6b, in pixels. Marks of different classes
    never match. Which classes count is told by the gold: of boxes whose quartile lines are not annotated, the whisker
    ends alone. Charts whose gold has no marks, and pies, are left out; a chart that was not read is 0.

    The public script scores bars and boxes by `1 - cost` where the cost is already one (so that bars far off score
    best), takes 5 % and the sum of the coordinates' distances, and divides by the gold series alone; the definition
    (chartinfo.github.io/tasks.html) is followed.
    """
    return mean_score([_of_chart(pair) for pair in pairs])


def _of_chart(pair: ChartPair) -> float | None:
    gold, predicted = _marks(pair.gold), _marks(pair.predicted)
    if any(mark.kind in (MarkKind.LINE, MarkKind.AREA) for mark in gold):
        paths, truths = ([mark.path for mark in marks if len(mark.path)] for marks in (predicted, gold))
        return _line_score(paths, truths) if truths else None
    reach = REACH * min(pair.size)
    here, there = _placed(pair.predicted, predicted), _placed(pair.gold, gold)
    if not there:
        return None
    total, found, expected = 0.0, 0, 0
    for name in {name for name, _, _ in there}:
        spots = [(point, half) for kind, point, half in here if kind == name]
        truths_here = [(point, half) for kind, point, half in there if kind == name]
        cost = np.array([[1.0 - _closeness(spot, truth, reach) for spot, _ in spots] for truth in truths_here])
        longer = max(len(spots), len(truths_here))
        total += matched_score(cost.reshape(len(truths_here), len(spots))) * longer
        found, expected = found + len(spots), expected + len(truths_here)
    return total / max(found, expected)


def _marks(chart: Chart | None) -> list[Element]:
    if chart is None or chart.elements is None:
        return []
    kinds = (MarkKind.BAR, MarkKind.BOX, MarkKind.POINT, MarkKind.LINE, MarkKind.AREA)
    marks = [element for element in chart.elements.elements if element.kind in kinds]
    if any(mark.kind in (MarkKind.LINE, MarkKind.AREA) for mark in marks):
        return [mark for mark in marks if mark.kind in (MarkKind.LINE, MarkKind.AREA)]
    return marks


Spot = tuple[XY, ...]
Truth = tuple[Spot, XY]


def _placed(chart: Chart | None, marks: Sequence[Element]) -> list[tuple[str, Spot, XY]]:
    """Each mark as (class, its points, half the width of its line across and down)."""
    upright = chart is None or chart.elements is None or chart.elements.orientation is Direction.VERTICAL
    found: list[tuple[str, Spot, XY]] = []
    for mark in marks:
        if mark.kind is MarkKind.BAR:
            found.append(("bar", _corners(mark.box), (0.0, 0.0)))
        elif mark.kind is MarkKind.POINT:
            center = mark.px.get("center", _middle(mark.box))
            found.append(("point", (center,), (0.0, 0.0)))
        elif mark.kind is MarkKind.BOX:
            x0, y0, x1, y1 = mark.box
            half = ((x1 - x0) / 2, 0.0) if upright else (0.0, (y1 - y0) / 2)
            found += [(name, (point,), half) for name, point in _five(mark, upright=upright).items()]
    return found


def _five(mark: Element, *, upright: bool) -> dict[str, XY]:
    """A box's lines by class; of an annotation that has the box alone its two ends."""
    if mark.px:
        return {name: mark.px[name] for name in FIVE if name in mark.px}
    x0, y0, x1, y1 = mark.box
    x, y = _middle(mark.box)
    return {"min": (x, y1), "max": (x, y0)} if upright else {"min": (x0, y), "max": (x1, y)}


def _middle(box: XYXY) -> XY:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _corners(box: XYXY) -> Spot:
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def _closeness(spot: Spot, truth: Truth, reach: float) -> float:
    """The score of a predicted mark's points against a gold mark's points, or against the line through its point."""
    points, (across, down) = truth
    squares = []
    for (x, y), (u, v) in zip(spot, points, strict=True):
        dx, dy = max(abs(x - u) - across, 0.0), max(abs(y - v) - down, 0.0)
        squares.append(dx * dx + dy * dy)
    return max(0.0, 1.0 - sum(squares) / len(squares) / (reach * reach))


def _line_score(predicted: Sequence[Sequence[XY]], gold: Sequence[Sequence[XY]]) -> float:
    cost = [[1.0 - continuous_score(np.array(path), np.array(truth)) for path in predicted] for truth in gold]
    return matched_score(np.array(cost).reshape(len(gold), len(predicted)))
