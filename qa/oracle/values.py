"""The questions over values of bar, line and scatter charts, answered from their words over plain rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from qa.answer import AnswerValue
from qa.chartview import ChartView, Place
from qa.oracle import numbers as nb
from qa.oracle.structure import Rule, Slots
from qa.template import Mode

Cells = list[tuple[Place, float]]
Chosen = Callable[[ChartView, Slots], Cells]


def _all(view: ChartView, slots: Slots, measure: str = "y") -> Cells:
    """The values of a chart of one series."""
    cells = view.values(measure)
    first = min((series for series, _, _ in cells), default=0)
    return [(place, value) for series, place, value in cells if series == first]


def _series(view: ChartView, name: object, measure: str = "y") -> Cells:
    return [(place, value) for series, place, value in view.values(measure) if view.series[series] == name]


def _one(view: ChartView, slots: Slots) -> Cells:
    return _all(view, slots)


def _named(slot: str) -> Chosen:
    return lambda view, slots: _series(view, slots[slot])


def at(cells: Cells, name: object) -> float | None:
    """The value at the first place of a name."""
    return next((value for place, value in cells if place.name == name), None)


def _values(cells: Cells) -> list[float]:
    return [value for _, value in cells]


def names(cells: Sequence[tuple[Place, float]]) -> tuple[str, ...]:
    """The places' names."""
    return tuple(place.name for place, _ in cells)


def _reduced(choose: Chosen, fn: Callable[[list[float]], float | None]) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        values = _values(choose(view, slots))
        return fn(values) if values else None

    return rule


def _lead(values: list[float]) -> float | None:
    ordered = sorted(values, reverse=True)
    return nb.difference(ordered[0], ordered[1]) if len(ordered) > 1 else None


def _extreme_places(choose: Chosen, *, highest: bool) -> Rule:
    return lambda v, s, m: names(nb.best(choose(v, s), lambda cell: cell[1], highest=highest))


def _extreme_places_of_series(*, highest: bool) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        cells = _series(view, slots["L"])
        if mode is Mode.PUBLISHED:
            last = max(series for series, _, _ in view.values())
            cells = [(place, value) for series, place, value in view.values() if series == last]
        return names(nb.best(cells, lambda cell: cell[1], highest=highest))

    return rule


Find = Callable[[ChartView, Slots], "float | None"]


def _value(choose: Chosen, slot: str = "x_i") -> Find:
    return lambda view, slots: at(choose(view, slots), slots[slot])


def _gap(left: Find, right: Find) -> Find:
    def find(view: ChartView, slots: Slots) -> float | None:
        a, b = left(view, slots), right(view, slots)
        return None if a is None or b is None else nb.difference(a, b)

    return find


def _sum(left: Find, right: Find) -> Find:
    def find(view: ChartView, slots: Slots) -> float | None:
        a, b = left(view, slots), right(view, slots)
        return None if a is None or b is None else a + b

    return find


def _number(find: Find) -> Rule:
    return lambda view, slots, mode: find(view, slots)


def _ratio(choose: Chosen) -> Rule:
    return lambda v, s, m: nb.ratio(at(choose(v, s), s["x_i"]), at(choose(v, s), s["x_j"]))


def _less(left: Find, right: Find) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        a, b = left(view, slots), right(view, slots)
        return None if a is None or b is None else nb.more(b, a)

    return rule


def _highest(choose: Chosen) -> Find:
    return lambda view, slots: max(_values(choose(view, slots)), default=None)


def _average(choose: Chosen) -> Find:
    def find(view: ChartView, slots: Slots) -> float | None:
        values = _values(choose(view, slots))
        return nb.mean(values) if values else None

    return find


def _slot_number(view: ChartView, slots: Slots) -> float:
    return float(slots["N"])


def _above(choose: Chosen, limit: Find, show: str, *, below: bool = False) -> Rule:
    """The places above (below) a limit: their count, their names, or their names by distance from it."""

    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        number = limit(view, slots)
        if number is None:
            return 0.0 if show == "count" else ()
        kept = [
            cell for cell in choose(view, slots) if (nb.more(number, cell[1]) if below else nb.more(cell[1], number))
        ]
        if show == "count":
            return float(len(kept))
        return names(nb.by_size(kept, lambda cell: abs(cell[1] - number)) if show == "ranked" else kept)

    return rule


PairCell = tuple[Place, Place, float]


def _pair_values(cells: Cells, combine: Callable[[float, float], float], *, next_only: bool = False) -> list[PairCell]:
    ordered = sorted(cells, key=lambda cell: cell[0].index)
    found = [(p, q, combine(a, b)) for (p, a), (q, b) in combinations(ordered, 2) if p.index < q.index]
    return [pair for pair in found if not next_only or pair[1].index == pair[0].index + 1]


def _pair_names(found: list[PairCell]) -> tuple[tuple[str, ...], ...]:
    return tuple((p.name, q.name) for p, q, _ in found)


def _greater_pairs(choose: Chosen, limit: Find, show: str) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        number = limit(view, slots)
        if number is None:
            return ()
        kept = [pair for pair in _pair_values(choose(view, slots), nb.difference) if nb.more(pair[2], number)]
        return _pair_names(nb.by_size(kept, lambda pair: pair[2]) if show == "ranked" else kept)

    return rule


def _beats_some_pair(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    number = _gap(_value(_one), _value(_one, "x_j"))(view, slots)
    if number is None:
        return False
    return any(nb.more(number, gap) for _, _, gap in _pair_values(_one(view, slots), nb.difference))


def _summing_pairs(choose: Chosen, limit: Find, *, next_only: bool = False) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        number = limit(view, slots)
        pairs = _pair_values(choose(view, slots), lambda a, b: a + b, next_only=next_only)
        return () if number is None else _pair_names([pair for pair in pairs if nb.more(pair[2], number)])

    return rule


def _sum_beats_highest(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    first = _named("L1")
    total, highest = _sum(_value(first), _value(first, "x_j"))(view, slots), _highest(_named("L2"))(view, slots)
    if total is None or highest is None:
        return None
    return nb.more(abs(total) if mode is Mode.PUBLISHED else total, highest)


def _joined(left: Cells, right: Cells, combine: Callable[[float, float], float]) -> Cells:
    """Place by place; a place that occurs twice meets itself in every way."""
    return [(p, combine(a, b)) for p, a in left for q, b in right if p.index == q.index]


def _together_above(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    sums = _joined(_series(view, slots["L1"]), _series(view, slots["L2"]), lambda a, b: a + b)
    third = _series(view, slots["L3"])
    tests = [
        nb.more(a, b) or (mode is Mode.PUBLISHED and nb.equal(a, b))
        for p, a in sums
        for q, b in third
        if p.index == q.index
    ]
    return all(tests)


def _differences(view: ChartView, slots: Slots) -> list[tuple[Place, float]]:
    signed = lambda a, b: 0.0 if nb.equal(a, b) else a - b  # noqa: E731
    return _joined(_series(view, slots["L1"]), _series(view, slots["L2"]), signed)


def _where_above(show: str, *, below: bool = False) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        kept = [(p, abs(d)) for p, d in _differences(view, slots) if (d < 0 if below else d > 0)]
        if show == "ranked" and mode is Mode.PUBLISHED:
            return tuple(sorted(names(kept), reverse=True))
        return names(nb.by_size(kept, lambda cell: cell[1]) if show == "ranked" else kept)

    return rule


def _widest(view: ChartView, slots: Slots, mode: Mode) -> tuple[str, ...]:
    return names(nb.best([(p, abs(d)) for p, d in _differences(view, slots)], lambda cell: cell[1]))


def _widest_first(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    found = _widest(view, slots, mode)
    return found if mode is Mode.CORRECTED else found[0] if found else None


def _higher_peak(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    peaks = {}
    for slot in ("L1", "L2"):
        index = next(index for index, name in view.series.items() if name == slots[slot])
        values = [value for _, value in view.raw(index)]
        if values:
            peaks[str(slots[slot])] = max(values)
    if mode is Mode.PUBLISHED:
        first, second = str(slots["L1"]), str(slots["L2"])
        if first not in peaks or second not in peaks:
            return None
        return first if peaks[first] > peaks[second] else second
    return tuple(nb.best(peaks, lambda name: peaks[name]))


Statistic = Callable[[list[float], Mode], "float | None"]


def _mode_of(*, highest: bool) -> Statistic:
    def statistic(values: list[float], mode: Mode) -> float | None:
        found = nb.modes(values)
        if mode is Mode.PUBLISHED:
            return found[0]
        if len(found) == len(values) > 1:
            return None
        return max(found) if highest else min(found)

    return statistic


def _best_series(statistic: Statistic, *, highest: bool, raw: bool = False) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        found: dict[int, float] = {}
        for index in view.series:
            values = [v for _, v in view.raw(index)] if raw else [v for s, _, v in view.values() if s == index]
            number = statistic(values, mode) if values else None
            if number is not None:
                found[index] = number
        best = nb.best(sorted(found), lambda index: found[index], highest=highest)
        return tuple(name for index in best if (name := view.series[index]) is not None)

    return rule


def _index_of(view: ChartView, name: object) -> int:
    return next(index for index, known in view.series.items() if known == name)


def _always(test: Callable[[float], bool], *, named: bool) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        ys = [y for _, y in view.raw(_index_of(view, slots["L"]) if named else None)]
        return all(test(b - a) for a, b in pairwise(ys))

    return rule


def _points(view: ChartView, index: int | None) -> list[tuple[float, float]]:
    return [(x, y) for x, y in view.raw(index) if x is not None]


def _correlated(test: Callable[[float], bool]) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        r = nb.correlation(_points(view, _index_of(view, slots["L"])))
        return None if r is None else test(r)

    return rule


def _spread(values: list[float]) -> float:
    return max(values) - min(values)


def _plain(fn: Callable[[list[float]], float]) -> Statistic:
    return lambda values, mode: fn(values)


_L = _named("L")
_L1, _L2 = _named("L1"), _named("L2")
_CHANGE_1 = _gap(_value(_L1), _value(_L1, "x_j"))
_CHANGE_2 = _gap(_value(_L2), _value(_L2, "x_j"))
_CHANGE = _gap(_value(_one), _value(_one, "x_j"))
_TOTAL = _sum(_value(_one), _value(_one, "x_j"))

RULES: dict[str, Rule] = {
    **{qid: _reduced(_one, max) for qid in ("38", "38a")},
    **{qid: _reduced(_one, min) for qid in ("39", "39a")},
    **{qid: _reduced(_L, max) for qid in ("42", "42a")},
    **{qid: _reduced(_L, min) for qid in ("43", "43a")},
    **{qid: _extreme_places(_one, highest=True) for qid in ("40", "40a")},
    **{qid: _extreme_places(_one, highest=False) for qid in ("41", "41a")},
    "44": _extreme_places_of_series(highest=True),
    "45": _extreme_places_of_series(highest=False),
    "44a": _extreme_places(_L, highest=True),
    "45a": _extreme_places(_L, highest=False),
    "46": _reduced(_one, sum),
    "48": _reduced(_one, nb.mean),
    "49": _reduced(_one, nb.median),
    "50": _reduced(_L, sum),
    "53": _reduced(_L, nb.mean),
    "64": _reduced(_one, _lead),
    "69": _reduced(_L, _lead),
    "66": _reduced(_one, _spread),
    "70": _reduced(_L, _spread),
    "33": _number(_value(_one)),
    "34": _number(_value(_L)),
    "47": _number(_CHANGE),
    "51": _number(_gap(_value(_L), _value(_L, "x_j"))),
    "52": _number(_gap(_value(_L1), _value(_L2, "x_j"))),
    "55": _number(_gap(_value(_L1), _value(_L2))),
    "58": _ratio(_one),
    "61": _ratio(_L1),
    **{
        f"56{end}": _above(_one, _slot_number, show)
        for end, show in (("", "count"), ("a", "count"), ("b", "list"), ("c", "list"), ("d", "ranked"), ("e", "ranked"))
    },
    **{
        f"60{end}": _above(_L, _slot_number, show)
        for end, show in (("", "count"), ("a", "count"), ("b", "list"), ("c", "list"), ("d", "ranked"), ("e", "ranked"))
    },
    **{qid: _above(_one, _average(_one), "count") for qid in ("67", "67a")},
    **{qid: _above(_L, _average(_L), "count") for qid in ("71", "71a")},
    **{qid: _above(_L, _average(_L), "list") for qid in ("71b", "71c")},
    "71d": _above(_L, _average(_L), "ranked"),
    **dict.fromkeys(("63", "63a"), _beats_some_pair),
    "63b": _greater_pairs(_one, _CHANGE, "list"),
    "63c": _greater_pairs(_one, _CHANGE, "ranked"),
    "68": _less(_CHANGE_2, _CHANGE_1),
    "68a": _greater_pairs(_L1, _CHANGE_2, "list"),
    **{qid: _less(_highest(_one), _TOTAL) for qid in ("65", "65a")},
    **{qid: _summing_pairs(_one, _highest(_one), next_only=True) for qid in ("65b", "65c")},
    "73": _sum_beats_highest,
    "73a": _less(_highest(_L2), _sum(_value(_L1), _value(_L1, "x_j"))),
    **{qid: _summing_pairs(_L1, _highest(_L2)) for qid in ("73b", "73c")},
    "59": _less(_value(_one), _value(_one, "x_j")),
    "59a": _above(_one, _value(_one), "list", below=True),
    "59b": _above(_one, _value(_one), "ranked", below=True),
    "62": _less(_value(_L), _value(_L, "x_j")),
    "62a": _above(_L, _value(_L), "list", below=True),
    "62b": _above(_L, _value(_L), "ranked", below=True),
    "72": _together_above,
    "104": _where_above("list"),
    "104a": _where_above("ranked"),
    "105": _where_above("list", below=True),
    "105a": _where_above("ranked", below=True),
    "92": _widest,
    "93": _widest_first,
    "118": _higher_peak,
    **{
        qid: _best_series(_plain(fn), highest=highest)
        for high, low, fn in (
            ("94", "95", nb.mean),
            ("106", "107", nb.mean),
            ("96", "97", nb.median),
            ("108", "109", nb.median),
            ("100", "101", nb.variance),
            ("112", "113", nb.variance),
            ("102", "103", lambda values: nb.variance(values) ** 0.5),
            ("114", "115", lambda values: nb.variance(values) ** 0.5),
        )
        for qid, highest in ((high, True), (low, False))
    },
    "98": _best_series(_mode_of(highest=True), highest=True),
    "99": _best_series(_mode_of(highest=False), highest=False),
    "119": _best_series(_plain(_spread), highest=False, raw=True),
    "120": _best_series(_plain(_spread), highest=True, raw=True),
    "35": _always(lambda step: step > 0, named=False),
    "116": _always(lambda step: step >= 0, named=True),
    "117": _always(lambda step: step <= 0, named=True),
    "121": _correlated(lambda r: nb.more(r, 0) and not nb.more(r, 0.5)),
    "122": _correlated(lambda r: nb.more(r, 0.5)),
    "123": _correlated(lambda r: nb.more(0, r) and not nb.more(-0.5, r)),
    "124": _correlated(lambda r: nb.more(-0.5, r)),
    "125": lambda v, s, m: nb.slope(_points(v, None)),
    "129": lambda v, s, m: nb.correlation(_points(v, None)),
}
"""A rule for each template over values of bar, line and scatter charts."""
