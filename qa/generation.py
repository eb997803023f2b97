"""The questions of a template about a chart: every admissible binding of its slots."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
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


def _product(
    view: ChartView, template: Template, over: tuple[Over, ...], bound: Slots, rng: random.Random
) -> Iterator[Slots]:
    if not over:
        yield bound
        return
    for slots in _run(view, template, over[0], bound, rng):
        yield from _product(view, template, over[1:], {**bound, **slots}, rng)


def _run(view: ChartView, template: Template, over: Over, bound: Slots, rng: random.Random) -> Iterable[Slots]:
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


def _places(view: ChartView, template: Template, over: Over, bound: Slots) -> Iterable[Slots]:
    """Places with values of every series that is bound, by names that occur once."""
    asked = {str(bound[slot]) for slot in ("L", "L1", "L2") if slot in bound}
    by_name: dict[str, set[int]] = {}
    series_at: dict[int, set[str | None]] = {}
    order: dict[int, str] = {}
    for series, place, _ in view.values(measure_of(template)):
        by_name.setdefault(place.name, set()).add(place.index)
        series_at.setdefault(place.index, set()).add(view.series.get(series))
        order[place.index] = place.name
    indices = [index for index in sorted(order) if len(by_name[order[index]]) == 1 and asked <= series_at[index]]
    match over:
        case Over.PLACES:
            return [{"x_i": order[i]} for i in indices]
        case Over.PLACE_PAIRS:
            return [{"x_i": order[i], "x_j": order[j]} for i, j in combinations(indices, 2)]
        case Over.PLACE_NEXT:
            return [{"x_i": order[i], "x_j": order[i + 1]} for i in indices if i + 1 in indices]
        case _:
            return [{"x_i": order[i], "x_j": order[j]} for i, j in product(indices, indices)]


def _thresholds(view: ChartView, template: Template, bound: Slots, rng: random.Random) -> Iterable[Slots]:
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
