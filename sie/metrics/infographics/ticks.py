"""Task 4: ticks placed along their axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sie.artifacts import Axis, Chart, TextBlock, Tick
from sie.metrics.infographics.result import TaskScore, mean_score
from sie.metrics.pairing import ChartPair, PrecisionRecallF1, pair_texts, plain, texts_of
from sie.vocab import Direction

CLOSE = 0.01
"""A tick this part of the picture's diagonal from its place, or nearer, is right."""
FAR = 0.02
"""From this part on it is wrong; between, the score falls linearly."""

Place = tuple[Direction, bool]


def task4(pairs: Iterable[ChartPair]) -> TaskScore:
    """Axis analysis: the mean over charts of the mean F1 of their axes.

    A gold tick and a predicted one correspond when their labels are one text block. The pair scores 1 up to `CLOSE` of
    the picture's diagonal apart, 0 from `FAR` on, and linearly less between. For each axis precision is the sum of
    scores over the predicted ticks, recall over the gold ones. Ticks without a label are not counted. The distance is
    along the axis, where values are read, and also across it where both axes' lines are known.

    Axes are told apart by direction and by being the second one. An axis with ticks on one side only scores 0; with
    none on either side it is left out, as are charts without axes. The public script takes such axes for 1, averages
    precision and recall before F1, and has a slip (`len(res_y)` for `len(res_x)`); the definition is followed.

    Details: `precision` and `recall`, means over charts.
    """
    by_chart: list[float | None] = []
    parts: list[PrecisionRecallF1] = []
    for pair in pairs:
        axes = _of_chart(pair)
        by_chart.append(sum(axis.f1 for axis in axes) / len(axes) if axes else None)
        if axes:
            precision = sum(axis.precision for axis in axes) / len(axes)
            parts.append(PrecisionRecallF1(precision, sum(axis.recall for axis in axes) / len(axes)))
    details = {}
    if parts:
        details["precision"] = sum(part.precision for part in parts) / len(parts)
        details["recall"] = sum(part.recall for part in parts) / len(parts)
    return mean_score(by_chart, details)


def _of_chart(pair: ChartPair) -> list[PrecisionRecallF1]:
    gold, predicted = _axes(pair.gold), _axes(pair.predicted)
    partner = pair_texts(texts_of(pair.predicted), texts_of(pair.gold))
    reach = math.hypot(*pair.size)
    found = []
    for place in dict.fromkeys((*gold, *predicted)):
        truth, said = gold.get(place), predicted.get(place)
        there, here = _labelled(truth), _labelled(said)
        if not there and not here:
            continue
        across = _across(truth, said)
        total = sum(
            _closeness(math.hypot(tick.px - other.px, across) / reach)
            for tick, other in _corresponding(here, there, partner)
        )
        found.append(PrecisionRecallF1(total / len(here) if here else 0.0, total / len(there) if there else 0.0))
    return found


def _axes(chart: Chart | None) -> dict[Place, Axis]:
    if chart is None or chart.structure is None:
        return {}
    return {(axis.direction, axis.secondary): axis for axis in chart.structure.axes}


def _labelled(axis: Axis | None) -> list[Tick]:
    return [tick for tick in axis.ticks if tick.text_id is not None or tick.text] if axis is not None else []


def _across(truth: Axis | None, said: Axis | None) -> float:
    if truth is None or said is None or truth.line_px is None or said.line_px is None:
        return 0.0
    return truth.line_px - said.line_px


def _corresponding(
    predicted: Sequence[Tick], gold: Sequence[Tick], partner: dict[str, tuple[TextBlock, float]]
) -> list[tuple[Tick, Tick]]:
    """Ticks by their labels' blocks; those whose label has no block, by the same text, nearest first."""
    by_block = {tick.text_id: tick for tick in predicted if tick.text_id is not None}
    found, taken = [], set()
    rest = []
    for tick in gold:
        block = partner.get(tick.text_id) if tick.text_id is not None else None
        other = by_block.get(block[0].id) if block is not None else None
        if other is not None and other.id not in taken:
            taken.add(other.id)
            found.append((other, tick))
        else:
            rest.append(tick)
    for tick in rest:
        same = [
            other
            for other in predicted
            if other.id not in taken
            and (other.text_id is None or tick.text_id is None)
            and plain(other.text) == plain(tick.text)
        ]
        if same:
            nearest = min(same, key=lambda other: abs(other.px - tick.px))
            taken.add(nearest.id)
            found.append((nearest, tick))
    return found


def _closeness(distance: float) -> float:
    return min(1.0, max(0.0, (FAR - distance) / (FAR - CLOSE)))
