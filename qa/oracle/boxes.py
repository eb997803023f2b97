"""The questions over box plots, answered from their words over plain rows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from qa.answer import AnswerValue
from qa.chartview import ChartView, Place
from qa.oracle import numbers as nb
from qa.oracle.structure import Rule, Slots
from qa.template import Mode

_STATISTICS = ("median", "q3", "q1", "max", "min")
Box = tuple[Place, dict[str, float]]


def _boxes(view: ChartView, name: object = None) -> list[Box]:
    """Each box with the numbers it has, in the order of their places; without a name those of the first series."""
    wanted = min(view.series) if name is None else next(i for i, known in view.series.items() if known == name)
    found = [(place, dict(datum.numbers)) for datum, place in view.labelled if datum.series == wanted]
    return sorted(found, key=lambda item: item[0].index)


def _at(boxes: list[Box], name: object, statistic: str) -> float | None:
    return next((five[statistic] for place, five in boxes if place.name == name and statistic in five), None)


def _extreme(size: Callable[[dict[str, float]], float], *, highest: bool, named: bool = False) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        found = nb.best(_boxes(view, slots["L"] if named else None), lambda box: size(box[1]), highest=highest)
        return tuple(place.name for place, _ in found)

    return rule


def _span(high: str, low: str) -> Callable[[dict[str, float]], float]:
    return lambda five: nb.difference(five[high], five[low])


def _compared(statistic: str, number: Callable[[list[Box], Slots], float | None], show: str, *, greater: bool) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        boxes = _boxes(view)
        limit = number(boxes, slots)
        if limit is None:
            return ()
        kept = [box for box in boxes if (box[1][statistic] > limit if greater else box[1][statistic] < limit)]
        if show == "count":
            return float(len(kept))
        if show == "ranked":
            kept = nb.by_size(kept, lambda box: abs(box[1][statistic] - limit))
        return tuple(place.name for place, _ in kept)

    return rule


def _threshold(boxes: list[Box], slots: Slots) -> float:
    return float(slots["N"])


def _here(statistic: str) -> Callable[[list[Box], Slots], float | None]:
    return lambda boxes, slots: _at(boxes, slots["x_i"], statistic)


def _lower(statistic: str) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        a, b = (_at(_boxes(view), slots[slot], statistic) for slot in ("x_i", "x_j"))
        return None if a is None or b is None else a < b

    return rule


def _same(statistic: str, like: str) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        wanted = _at(_boxes(view), slots["x_i"], like)
        others = [(place, five) for place, five in _boxes(view) if place.name != slots["x_i"]]
        return tuple(place.name for place, five in others if five[statistic] == wanted)

    return rule


def _equal_heights(view: ChartView) -> list[tuple[str, str]]:
    height = _span("q3", "q1")
    return [(p.name, q.name) for (p, a), (q, b) in combinations(_boxes(view), 2) if nb.equal(height(a), height(b))]


def _reaches_higher(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    boxes = _boxes(view, slots["L"])
    first, second = str(slots["x_i"]), str(slots["x_j"])
    a, b = _at(boxes, first, "max"), _at(boxes, second, "max")
    if a is None or b is None:
        return None
    if a == b and mode is Mode.CORRECTED:
        return (first, second)
    return first if a > b else second


def _arms(view: ChartView, slots: Slots) -> tuple[float, float] | None:
    boxes = _boxes(view, slots["L"])
    low, middle, high = (_at(boxes, slots["x_i"], name) for name in ("q1", "median", "q3"))
    return (
        None
        if low is None or middle is None or high is None
        else (nb.difference(low, middle), nb.difference(high, middle))
    )


def _skewed(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    arms = _arms(view, slots)
    if arms is None:
        return None
    even = round(arms[0], 3) == round(arms[1], 3) if mode is Mode.PUBLISHED else nb.equal(*arms)
    return "Normally Distributed" if even else "Skewed"


def _skew(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    arms = _arms(view, slots)
    return None if arms is None else "Positively Skewed" if nb.more(arms[1], arms[0]) else "Negatively Skewed"


def _ratio(high: str, low: str) -> Rule:
    return lambda v, s, m: nb.ratio(_at(_boxes(v), s["x_i"], high), _at(_boxes(v), s["x_i"], low))


def _numbered() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for place, name in enumerate(_STATISTICS):
        for first, greater in ((154, True), (159, False)):
            for end, show in (("", "count"), ("a", "list"), ("b", "ranked")):
                rules[f"{first + place}{end}"] = _compared(name, _threshold, show, greater=greater)
        rules[str(166 + place)] = _lower(name)
        for end, show, greater in (
            ("a", "list", False),
            ("b", "list", True),
            ("c", "ranked", False),
            ("d", "ranked", True),
        ):
            rules[f"{166 + place}{end}"] = _compared(name, _here(name), show, greater=greater)
    return rules


def _by(statistic: str) -> Callable[[dict[str, float]], float]:
    return lambda five: five[statistic]


RULES: dict[str, Rule] = {
    **_numbered(),
    "130": _extreme(_by("median"), highest=True, named=True),
    "131": _extreme(_by("median"), highest=True),
    "132": _extreme(_by("median"), highest=False),
    "133": _extreme(_by("q3"), highest=True),
    "134": _extreme(_by("q3"), highest=False),
    "135": _extreme(_by("q1"), highest=True),
    "136": _extreme(_by("q1"), highest=False),
    "137": _extreme(_by("max"), highest=False),
    "138": _extreme(_by("max"), highest=True),
    "139": _extreme(_by("min"), highest=True),
    "140": _extreme(_by("min"), highest=False),
    "141": _extreme(_span("q3", "q1"), highest=True),
    "145": _extreme(_span("q3", "q1"), highest=False),
    "147": _extreme(_span("max", "min"), highest=False),
    "148": _extreme(_span("max", "min"), highest=True),
    "142": _same("q3", "q3"),
    "143": _same("median", "median"),
    "144": _same("q1", "q3"),
    "146": lambda v, s, m: bool(_equal_heights(v)),
    "146a": lambda v, s, m: tuple(_equal_heights(v)),
    "149": _reaches_higher,
    "150": _skewed,
    "151": _skew,
    "164": _ratio("q3", "q1"),
    "165": _ratio("max", "min"),
}
"""A rule for each template over box plots."""
