"""The questions of a template about a chart: every admissible binding of its slots."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from qa.chartview import ChartView
from qa.domains import admits
from qa.plan import Measure, Values
from qa.template import Over, Template

Slots = Mapping[str, "str | float | int"]

THRESHOLDS = 3
"""Numbers N drawn for each threshold question, all inside the values' range."""


def instances(view: ChartView, template: Template, *, seed: int = 0) -> Iterator[Slots]:
    """The slot values under which a template is asked of a chart, in order; none where it is not asked.

    The titles and the word for the marks are bound too where the forms use them. Thresholds are drawn at random.
    """
    if not admits(template, view):
        return
    words = _words(view, template)
    if words is None:
        return
    rng = random.Random(f"{seed}/{view.chart_id}/{template.qid}")
    yield from ({**words, **slots} for slots in _product(view, template, template.over, {}, rng))


def sampled_instances(
    view: ChartView, template: Template, limit: int, *, seed: int = 0
) -> tuple[list[tuple[int, Slots]], int]:
    """At most `limit` of the instances of `instances`, each with its place among all, and how many there are.

    Pairs of places are counted, not listed, so that a curve of many points costs no more than the questions taken.
    """
    words = _words(view, template) if admits(template, view) else None
    if words is None:
        return [], 0
    rng = random.Random(f"{seed}/{view.chart_id}/{template.qid}")
    runs = list(_runs(view, template, template.over, {}, rng))
    total = sum(len(run) for _, run in runs)
    places: Sequence[int] = range(total)
    if total > limit:
        places = sorted(random.Random(f"{seed}/{view.chart_id}/{template.qid}/sample").sample(places, limit))
    found: list[tuple[int, Slots]] = []
    start = 0
    wanted = iter(places)
    place = next(wanted, None)
    for bound, run in runs:
        while place is not None and place < start + len(run):
            found.append((place, {**words, **bound, **run[place - start]}))
            place = next(wanted, None)
        start += len(run)
    return found, total


def _product(
    view: ChartView, template: Template, over: tuple[Over, ...], bound: Slots, rng: random.Random
) -> Iterator[Slots]:
    for outer, run in _runs(view, template, over, bound, rng):
        yield from ({**outer, **slots} for slots in run)


def _runs(
    view: ChartView, template: Template, over: tuple[Over, ...], bound: Slots, rng: random.Random
) -> Iterator[tuple[Slots, Sequence[Slots]]]:
    """The instances as runs over the innermost slots, each with what is bound around it."""
    if not over:
        yield bound, ({},)
        return
    run = _run(view, template, over[0], bound, rng)
    if len(over) == 1:
        yield bound, run
        return
    for slots in run:
        yield from _runs(view, template, over[1:], {**bound, **slots}, rng)


def _run(view: ChartView, template: Template, over: Over, bound: Slots, rng: random.Random) -> Sequence[Slots]:
    names = view.names
    match over:
        case Over.LABELS:
            labels = [str(entry.get("label")) for entry in view.legend]
            titles = [title for title in (view.field("x_title"), view.field("y_title")) if title is not None]
            return [{"label": label} for label in dict.fromkeys([*labels, *titles])]
        case Over.TICKS:
            return [{"k": k} for k in range(1, len(view.x_ticks) + 1)]
        case Over.SERIES:
            slot = "L1" if "L1" in template.slots else "L"
            return [{slot: name} for name in names]
        case Over.SERIES_PAIRS:
            return [{"L1": a, "L2": b} for a, b in combinations(names, 2)]
        case Over.SERIES_ORDERED:
            return [{"L1": a, "L2": b} for a, b in permutations(names, 2)]
        case Over.SERIES_SQUARED:
            return [{"L1": a, "L2": b} for a, b in product(names, names)]
        case Over.SERIES_TRIPLES:
            return [{"L1": a, "L2": b, "L3": c} for a, b, c in combinations(names, 3)]
        case Over.THRESHOLD:
            return _thresholds(view, template, bound, rng)
        case _:
            return _places(view, template, over, bound)


def measure_of(template: Template) -> str:
    """The first measure that a template's plan reads: y, or one of a box's numbers."""
    found = [node.measure for node in template.plan.walk() if isinstance(node, Values)]
    return (found[0] if found else Measure.Y).value


@dataclass(frozen=True)
class _Pairs(Sequence[Slots]):
    """Pairs of places, unlisted: all of them, or those with the earlier first."""

    names: Sequence[str]
    rising: bool

    def __len__(self) -> int:
        n = len(self.names)
        return n * (n - 1) // 2 if self.rising else n * n

    def __getitem__(self, index: int) -> Slots:  # type: ignore[override]
        """The pair at a place of the order of `itertools.combinations` or `itertools.product`."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        n = len(self.names)
        if not self.rising:
            return {"x_i": self.names[index // n], "x_j": self.names[index % n]}
        left = len(self) - 1 - index  # counted from the end, rows have 1, 2, 3, ... pairs
        row = (math.isqrt(8 * left + 1) - 1) // 2
        first = n - 2 - row
        second = n - 1 - (left - row * (row + 1) // 2)
        return {"x_i": self.names[first], "x_j": self.names[second]}


def _places(view: ChartView, template: Template, over: Over, bound: Slots) -> Sequence[Slots]:
    """Places with values of every series that is bound, by names that occur once."""
    asked = {str(bound[slot]) for slot in ("L", "L1", "L2") if slot in bound}
    by_name: dict[str, set[int]] = {}
    series_at: dict[int, set[str | None]] = {}
    order: dict[int, str] = {}
    for series, place, _ in view.values(measure_of(template)):
        by_name.setdefault(place.name, set()).add(place.index)
        series_at.setdefault(place.index, set()).add(view.series.get(series))
        order[place.index] = place.name
    named = [index for index in sorted(order) if order[index].strip() and len(by_name[order[index]]) == 1]
    indices = [index for index in named if asked <= series_at[index]]
    match over:
        case Over.PLACES:
            return [{"x_i": order[i]} for i in indices]
        case Over.PLACE_PAIRS:
            return _Pairs([order[i] for i in indices], rising=True)
        case Over.PLACE_NEXT:
            return [{"x_i": order[i], "x_j": order[i + 1]} for i in indices if i + 1 in indices]
        case _:
            return _Pairs([order[i] for i in indices], rising=False)


def _thresholds(view: ChartView, template: Template, bound: Slots, rng: random.Random) -> Sequence[Slots]:
    asked = bound.get("L")
    values = [v for series, _, v in view.values(measure_of(template)) if asked is None or view.series[series] == asked]
    if not values or min(values) == max(values):
        return []
    drawn = [rng.uniform(min(values), max(values)) for _ in range(THRESHOLDS - 1)]
    return [{"N": number} for number in (*drawn, rng.choice(values))]


_MARKS = {
    "bar": "bars",
    "histogram": "bars",
    "line": "lines",
    "area": "areas",
    "scatter": "scatter points",
    "box": "boxplots",
    "pie": "slices",
}


def marks_word(view: ChartView) -> str:
    """What people call the chart's marks."""
    return _MARKS[view.family.value] if view.family is not None else "marks"


def _words(view: ChartView, template: Template) -> dict[str, str] | None:
    """The titles and the marks' word that the forms need, or None when a title is missing."""
    words = {}
    for slot, field in (("X", "x_title"), ("Y", "y_title")):
        if slot in template.slots:
            title = view.field(field)
            if title is None:
                return None
            words[slot] = title
    if "marks" in template.slots:
        words["marks"] = marks_word(view)
    return words
