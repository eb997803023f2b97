"""Retrieval and reasoning questions over the values of bar, line and scatter charts.

Bars have values at their categories, lines and scatter charts at the independent axis' major ticks (interpolated): the
plans are the same, `qa.plan.Spots.PLACES`, and only the words differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from qa.catalogue.words import (
    BAR,
    LINE,
    RAW,
    SCATTER,
    N,
    Y,
    above,
    below,
    count,
    gap,
    mean,
    nearest_first,
    of,
    only,
    pairs,
    places,
    plus,
    templates,
    value_at,
)
from qa.plan import (
    Abs,
    Agg,
    Arith,
    Arithmetic,
    Best,
    Both,
    Choose,
    Compare,
    Dim,
    Exists,
    Fit,
    FitKind,
    Fn,
    ForAll,
    Group,
    Named,
    NameOf,
    Names,
    Nth,
    Num,
    Number,
    OfSeries,
    Op,
    Order,
    Pairs,
    Pick,
    Rel,
    Steps,
    TextSlot,
    Truth,
    Value,
    Where,
    Zip,
)
from qa.template import AnswerType, Need, Over, Template

_B, _N, _S = AnswerType.BINARY, AnswerType.NUMERICAL, AnswerType.STRING
_SU, _U, _R = AnswerType.STRING_OR_LIST, AnswerType.UNRANKED, AnswerType.RANKED
_BAR_LINE = (*BAR, *LINE)
_CURVES = (*LINE, *SCATTER)
_SINGLE = (Need.SINGLE_SERIES,)
_NAMED = (Need.NAMED_SERIES,)
_MANY = (Need.MANY_SERIES,)
_TICKS = "major ticks on independent axis"

ONE = only(Y)
L, L1, L2, L3 = (of(Y, name) for name in ("L", "L1", "L2", "L3"))


def _extremes() -> Iterator[list[Template]]:
    """Highest and lowest values, and where they are."""
    for fn, word, one, one_a, named, named_a in (
        (Fn.MAX, "maximum", "38", "38a", "42", "42a"),
        (Fn.MIN, "minimum", "39", "39a", "43", "43a"),
    ):
        tick = "ticks of" if word == "maximum" else "ticks on"
        yield templates(
            _N,
            f"the {word} value",
            Agg(fn, ONE),
            [
                (one, "3b", BAR, (f"Across all '{{X}}', what is the {word} value of '{{Y}}'?",)),
                (one_a, "3b", _CURVES, (f"Across all {_TICKS}, what is the {word} value of '{{Y}}'?",)),
            ],
            needs=_SINGLE,
        )
        yield templates(
            _N,
            f"the {word} value of a series",
            Agg(fn, L),
            [(named, "3b", BAR, (f"Across all '{{X}}', what is the {word} '{{Y}}' for {{L}}?",))],
            needs=_NAMED,
            over=(Over.SERIES,),
        )
        yield templates(
            _N,
            f"the {word} value of a series",
            Agg(fn, L),
            [
                (
                    named_a,
                    "3b",
                    _CURVES,
                    (f"Across all major {tick} independent axis, what is the {word} '{{Y}}' for {{L}}?",),
                )
            ],
            needs=_MANY,
            over=(Over.SERIES,),
        )
    for highest, word, one, named in ((True, "maximum", "40", "44"), (False, "minimum", "41", "45")):
        last = places(Best(OfSeries(Y, Pick.LAST), highest=highest))
        yield templates(
            _SU,
            f"where the value is {word}",
            places(Best(ONE, highest=highest)),
            [
                (one, "3b", BAR, (f"For which value of '{{X}}' are the '{{Y}}' {word}?",)),
                (f"{one}a", "3b", _CURVES, (f"For which {_TICKS} was the '{{Y}}' {word}?",)),
            ],
            needs=_SINGLE,
        )
        yield templates(
            _SU,
            f"where a series is {word}",
            places(Best(L, highest=highest)),
            [(named, "3b", BAR, (f"For which value of '{{X}}' was the '{{Y}}' for {{L}} {word}?",))],
            published=last,
            needs=_NAMED,
            over=(Over.SERIES,),
        )
        yield templates(
            _SU,
            f"where a series is {word}",
            places(Best(L, highest=highest)),
            [
                (
                    f"{named}a",
                    "3b",
                    _CURVES,
                    (f"For which major tick on independent axis, was the '{{Y}}' for {{L}} {word}?",),
                )
            ],
            needs=_MANY,
            over=(Over.SERIES,),
        )


def _summaries() -> Iterator[list[Template]]:
    """Sums, averages, medians, and distances between extremes."""
    yield templates(
        _N,
        "the sum of all values",
        Agg(Fn.SUM, ONE),
        [("46", "4b", BAR, ("What is the sum of '{Y}'?",))],
        needs=_SINGLE,
    )
    yield templates(
        _N,
        "the average value",
        mean(ONE),
        [("48", "4b", BAR, ("What is the average '{Y}' per '{X}'?",))],
        needs=_SINGLE,
    )
    yield templates(
        _N, "the median value", Agg(Fn.MEDIAN, ONE), [("49", "4b", BAR, ("What is the median '{Y}'?",))], needs=_SINGLE
    )
    yield templates(
        _N,
        "the sum of a series",
        Agg(Fn.SUM, L),
        [("50", "4b", BAR, ("What is the total '{Y}' for {L} in the graph?",))],
        needs=_NAMED,
        over=(Over.SERIES,),
    )
    yield templates(
        _N,
        "the average of a series",
        mean(L),
        [("53", "4b", BAR, ("What is the average '{Y}' for {L} per '{X}'?",))],
        needs=_NAMED,
        over=(Over.SERIES,),
    )
    yield templates(
        _N,
        "how far the highest value is above the second",
        _lead(ONE),
        [("64", "4b", BAR, ("What is the difference between the maximum and the second maximum value of '{Y}'?",))],
        needs=_SINGLE,
    )
    yield templates(
        _N,
        "how far the highest value of a series is above the second",
        _lead(L),
        [
            (
                "69",
                "4b",
                BAR,
                ("What is the difference between the values of maximum and the second maximum '{Y}' for {L}?",),
            )
        ],
        needs=_NAMED,
        over=(Over.SERIES,),
    )
    yield templates(
        _N,
        "the highest value less the lowest",
        Agg(Fn.RANGE, ONE),
        [("66", "4b", BAR, ("What is the difference between the maximum and the minimum value of '{Y}'?",))],
        needs=_SINGLE,
    )
    yield templates(
        _N,
        "the highest value of a series less the lowest",
        Agg(Fn.RANGE, L),
        [("70", "4b", BAR, ("What is the difference between the maximum and minimum value of '{Y}' for {L}?",))],
        needs=_NAMED,
        over=(Over.SERIES,),
    )


def _lead(rel: Rel) -> Num:
    first, second = (Value(Nth(rel, Number(k), Order.FALLING)) for k in (1, 2))
    return Arith(Arithmetic.SUB, first, second)


def _lookups() -> Iterator[list[Template]]:
    """Values at places, their differences and ratios."""
    yield templates(
        _N,
        "the value at a place",
        value_at(ONE),
        [("33", "3b", _BAR_LINE, ("What is the '{Y}' at {x_i}?",))],
        needs=_SINGLE,
        over=(Over.PLACES,),
    )
    yield templates(
        _N,
        "the value of a series at a place",
        value_at(L),
        [("34", "3b", _BAR_LINE, ("What is the '{Y}' of {L} at {x_i}?",))],
        needs=_NAMED,
        over=(Over.SERIES, Over.PLACES),
    )
    yield templates(
        _N,
        "the difference between two places",
        gap(value_at(ONE), value_at(ONE, "x_j")),
        [("47", "4b", _BAR_LINE, ("What is the difference between the value of '{Y}' at {x_i} and {x_j} of '{X}'?",))],
        needs=_SINGLE,
        over=(Over.PLACE_PAIRS,),
    )
    yield templates(
        _N,
        "the difference between two places of a series",
        gap(value_at(L), value_at(L, "x_j")),
        [
            (
                "51",
                "4b",
                _BAR_LINE,
                ("What is the difference between the value of '{Y}' for {L} at {x_i} and that at {x_j}?",),
            )
        ],
        needs=_NAMED,
        over=(Over.SERIES, Over.PLACE_PAIRS),
    )
    yield templates(
        _N,
        "the difference between two series at two places",
        gap(value_at(L1), value_at(L2, "x_j")),
        [
            (
                "52",
                "4b",
                _BAR_LINE,
                (
                    "What is the difference between the value of '{Y}' for {L1} at {x_i} and the value of '{Y}' for {L2} at {x_j}?",
                ),
            )
        ],
        needs=_MANY,
        over=(Over.SERIES_PAIRS, Over.PLACES_SQUARED),
    )
    yield templates(
        _N,
        "the difference between two series at a place",
        gap(value_at(L1), value_at(L2)),
        [("55", "4b", _BAR_LINE, ("What is the difference between the '{Y}' for {L1} and '{Y}' for {L2} at {x_i}?",))],
        needs=_MANY,
        over=(Over.SERIES_PAIRS, Over.PLACES),
    )
    ratio, ratio_named = (Arith(Arithmetic.DIV, value_at(rel), value_at(rel, "x_j")) for rel in (ONE, of(Y, "L1")))
    yield templates(
        _N,
        "the ratio of the values at two places",
        ratio,
        [("58", "4b", _BAR_LINE, ("What is the ratio of the values of '{Y}' at {x_i} to that at {x_j}?",))],
        needs=_SINGLE,
        over=(Over.PLACE_PAIRS,),
    )
    yield templates(
        _N,
        "the ratio of a series' values at two places",
        ratio_named,
        [("61", "4b", _BAR_LINE, ("What is the ratio of the values of '{Y}' for {L1} at {x_i} to that at {x_j}?",))],
        needs=_NAMED,
        over=(Over.SERIES, Over.PLACE_PAIRS),
    )


def _thresholds() -> Iterator[list[Template]]:
    """Places whose value is above a number, or above the average: how many, which, and which in order."""
    for rel, needs, over, of_series, qids in (
        (ONE, _SINGLE, (Over.THRESHOLD,), "", ("56", "56a", "56b", "56c", "56d", "56e")),
        (L, _NAMED, (Over.SERIES, Over.THRESHOLD), " for {L}", ("60", "60a", "60b", "60c", "60d", "60e")),
    ):
        high = above(rel, N)
        bar_is = "the '{Y}'" if rel is ONE else "the value of '{Y}' for {L}"
        tick = "tick" if rel is ONE else "ticks"
        end = "{N}" if rel is ONE else "<N> units"
        ordered = f"the value of '{{Y}}'{of_series} greater than {{N}}, arranged in increasing order of difference between value of '{{Y}}' and"
        whose = "a series is" if of_series else "the value is"
        yield templates(
            _N,
            f"at how many places {whose} above a number",
            count(high),
            [
                (qids[0], "4b", BAR, (f"In how many '{{X}}', is {bar_is} greater than {{N}}?",)),
                (
                    qids[1],
                    "4b",
                    LINE,
                    (
                        f"For how many major {tick} on independent axis, is the value of '{{Y}}'{of_series} greater than {{N}}?",
                    ),
                ),
            ],
            needs=needs,
            over=over,
        )
        yield templates(
            _U,
            f"where {whose} above a number",
            places(high),
            [
                (qids[2], "4b", BAR, (f"What '{{X}}' have {bar_is} greater than {{N}}?",)),
                (qids[3], "4b", LINE, (f"For what {_TICKS}, is the value of '{{Y}}'{of_series} greater than {{N}}?",)),
            ],
            needs=needs,
            over=over,
        )
        yield templates(
            _R,
            f"where {whose} above a number, nearest to it first",
            nearest_first(high, N),
            [
                (qids[4], "4b", BAR, _with_misprint(qids[4], f"What '{{X}}' have {ordered} {{N}}?")),
                (qids[5], "4b", LINE, (f"What {_TICKS} have {ordered} {end}?",)),
            ],
            needs=needs,
            over=over,
        )
    high = above(ONE, mean(ONE))
    yield templates(
        _N,
        "at how many places the value is above average",
        count(high),
        [
            (
                "67",
                "4b",
                BAR,
                (
                    "In how many '{X}', is the value of '{Y}' greater than the average value of '{Y}' taken over all '{X}'?",
                ),
            ),
            (
                "67a",
                "4b",
                LINE,
                (
                    f"What is the count of {_TICKS}, where the value of '{{Y}}' greater than the average value of '{{Y}}' taken over all {_TICKS}?",
                ),
            ),
        ],
        needs=_SINGLE,
    )
    high = above(L, mean(L))
    average = "the average value of '{Y}' for {L} taken over all"
    yield templates(
        _N,
        "at how many places a series is above its average",
        count(high),
        [
            (
                "71",
                "4b",
                BAR,
                (f"In how many '{{X}}', is the value of '{{Y}}' for {{L}} greater than {average} '{{X}}'?",),
            ),
            (
                "71a",
                "4b",
                LINE,
                (
                    f"What is the count of {_TICKS} where the value of '{{Y}}' for {{L}} is greater than {average} {_TICKS}?",
                ),
            ),
        ],
        needs=_NAMED,
        over=(Over.SERIES,),
    )
    yield templates(
        _U,
        "where a series is above its average",
        places(high),
        [
            ("71b", "4b", BAR, (f"What '{{X}}' have the value of '{{Y}}' for {{L}} greater than {average} '{{X}}'?",)),
            (
                "71c",
                "4b",
                LINE,
                (f"What {_TICKS} have the value of '{{Y}}' for {{L}} greater than {average} {_TICKS}?",),
            ),
        ],
        needs=_NAMED,
        over=(Over.SERIES,),
        nonempty=True,
    )
    yield templates(
        _R,
        "where a series is above its average, nearest to it first",
        nearest_first(high, mean(L)),
        [
            (
                "71d",
                "4b",
                BAR,
                (
                    f"What '{{X}}' have the value of '{{Y}}' for {{L}} greater than {average} '{{X}}', arranged in increasing order of difference between the value of '{{Y}}' for {{L}} and average value of '{{Y}}' for {{L}} taken over all '{{X}}'?",
                ),
            )
        ],
        needs=_NAMED,
        over=(Over.SERIES,),
        nonempty=True,
    )


def _with_misprint(qid: str, form: str) -> tuple[str, ...]:
    """The benchmark misspells one question; it is recognised both ways."""
    return (form, form.replace("arranged", "arrranged")) if qid == "56d" else (form,)


def _pairs_of_places() -> Iterator[list[Template]]:
    """Differences and sums over pairs of places."""
    difference = gap(value_at(ONE), value_at(ONE, "x_j"))
    any_pair = Exists(below(Pairs(Arithmetic.ABSDIFF, ONE), difference))
    yield templates(
        _B,
        "whether two places differ by more than some two places do",
        any_pair,
        [
            (
                "63",
                "4b",
                BAR,
                (
                    "Is the difference between the value of '{Y}' at {x_i} and {x_j} greater than the difference between any two '{X}'?",
                ),
            ),
            (
                "63a",
                "4b",
                _CURVES,
                (
                    f"Is the difference between the value of '{{Y}}' at {{x_i}} and {{x_j}} greater than the difference between any two {_TICKS}?",
                ),
            ),
        ],
        needs=_SINGLE,
        over=(Over.PLACE_PAIRS,),
    )
    greater = above(Pairs(Arithmetic.ABSDIFF, ONE), difference)
    for qid, kind, order, end in (
        ("63b", _U, Order.FORWARD, ""),
        ("63c", _R, Order.RISING, ", arranged in the increasing order of difference"),
    ):
        words = "Which pairs of major ticks on independent axis have a greater difference than"
        yield templates(
            kind,
            "pairs of places that differ by more than two given ones" + (", least first" if end else ""),
            pairs(greater, order),
            [
                (
                    qid,
                    "4b",
                    _BAR_LINE,
                    (
                        f"{words} '{{x_i}}' and '{{x_j}}', for the value of '{{Y}}'{end}?",
                        f'{words} {{x_i}} and {{x_j}}, for the value of "{{Y}}"{end}?',
                    ),
                )
            ],
            needs=_SINGLE,
            over=(Over.PLACE_PAIRS,),
            nonempty=True,
        )
    other = gap(value_at(L2), value_at(L2, "x_j"))
    mine = gap(value_at(L1), value_at(L1, "x_j"))
    yield templates(
        _B,
        "whether one series changes more between two places than another",
        Compare(Op.GT, mine, other),
        [
            (
                "68",
                "4b",
                _BAR_LINE,
                (
                    "Is the difference between the value of '{Y}' for {L1} at {x_i} and at {x_j} greater than the difference between the value of '{Y}' for {L2} at {x_i} and at {x_j}?",
                ),
            )
        ],
        needs=_MANY,
        over=(Over.SERIES_PAIRS, Over.PLACE_PAIRS),
    )
    yield templates(
        _U,
        "pairs of places where one series changes more than another between two given ones",
        pairs(above(Pairs(Arithmetic.ABSDIFF, L1), other)),
        [
            (
                "68a",
                "4b",
                _BAR_LINE,
                (
                    'Which pairs of major ticks on independent axis for "{L1}" have a greater difference than at "{x_i}" and "{x_j}" for "{L2}", for the value of {Y}?',
                ),
            )
        ],
        needs=_MANY,
        over=(Over.SERIES_PAIRS, Over.PLACE_PAIRS),
        nonempty=True,
    )
    highest, total = Agg(Fn.MAX, ONE), plus(value_at(ONE), value_at(ONE, "x_j"))
    yield templates(
        _B,
        "whether two neighbours sum to more than the highest value",
        Compare(Op.GT, total, highest),
        [
            (
                "65",
                "4b",
                BAR,
                (
                    "Is the sum of the value of '{Y}' in {x_i} and {x_j} greater than the maximum value of '{Y}' across all '{X}'?",
                ),
            ),
            (
                "65a",
                "4b",
                LINE,
                (
                    f"Is the sum of the value of '{{Y}}' in {{x_i}} and {{x_j}} greater than the maximum value of '{{Y}}' across all {_TICKS}?",
                ),
            ),
        ],
        needs=_SINGLE,
        over=(Over.PLACE_NEXT,),
    )
    neighbours = pairs(above(Pairs(Arithmetic.ADD, ONE, consecutive=True), highest))
    words = "For what pair of consecutive major ticks on independent axis, is the sum of the value of '{Y}'"
    yield templates(
        _U,
        "neighbours that sum to more than the highest value",
        neighbours,
        [
            ("65b", "4b", BAR, (f"{words}, greater than the maximum value of '{{Y}}' across all '{{X}}'?",)),
            ("65c", "4b", LINE, (f"{words} greater than the maximum value of '{{Y}}' across all {_TICKS}?",)),
        ],
        needs=_SINGLE,
        nonempty=True,
    )
    total, highest = plus(value_at(L1), value_at(L1, "x_j")), Agg(Fn.MAX, L2)
    words = "Is the sum of the values of '{Y}' for {L1} at {x_i} and {x_j} greater than the maximum value of '{Y}' for {L2} across all"
    yield templates(
        _B,
        "whether a series at two places sums to more than another's highest value",
        Compare(Op.GT, total, highest),
        [("73", "4b", BAR, (f"{words} '{{X}}'?",))],
        published=Compare(Op.GT, Abs(total), highest),
        needs=_MANY,
        over=(Over.SERIES_ORDERED, Over.PLACE_PAIRS),
    )
    yield templates(
        _B,
        "whether a series at two places sums to more than a series' highest value",
        Compare(Op.GT, total, highest),
        [("73a", "4b", LINE, (f"{words} {_TICKS}?",))],
        needs=_NAMED,
        over=(Over.SERIES_SQUARED, Over.PLACE_PAIRS),
    )
    words = "For what pair of major ticks on independent axis, is the sum of the values of '{Y}' for {L1}, greater than the maximum value of '{Y}' for {L2} across all"
    yield templates(
        _U,
        "pairs of places where a series sums to more than another's highest value",
        pairs(above(Pairs(Arithmetic.ADD, L1), highest)),
        [("73b", "4b", BAR, (f"{words} '{{X}}'?",)), ("73c", "4b", LINE, (f"{words} {_TICKS}?",))],
        needs=_MANY,
        over=(Over.SERIES_ORDERED,),
        nonempty=True,
    )


def _lower_places() -> Iterator[list[Template]]:
    """Places lower than a given one."""
    for rel, needs, over, of_series, qids in (
        (ONE, _SINGLE, (), "", ("59", "59a", "59b")),
        (L, _NAMED, (Over.SERIES,), " for {L}", ("62", "62a", "62b")),
    ):
        quoted = " for '{L}'" if of_series else ""
        whose = "a series'" if of_series else "the"
        here = value_at(rel)
        yield templates(
            _B,
            f"whether {whose} value at a place is below that at another",
            Compare(Op.LT, here, value_at(rel, "x_j")),
            [
                (
                    qids[0],
                    "4b",
                    _BAR_LINE,
                    (f"Is the value of '{{Y}}'{of_series} at {{x_i}} less than that at {{x_j}}?",),
                )
            ],
            needs=needs,
            over=(*over, Over.PLACE_PAIRS),
        )
        lower = below(rel, here)
        for qid, kind, listing, end in (
            (qids[1], _U, places(lower), ""),
            (
                qids[2],
                _R,
                nearest_first(lower, here),
                ", arranged in the increasing order of difference between their {0} values",
            ),
        ):
            meaning = f"where {whose} value is below that at a place" + (", nearest first" if end else "")
            words = "Which major ticks on independent axis has the value of"
            forms = (
                f"{words} '{{Y}}'{quoted} less than that at {{x_i}}" + end.replace("{0}", "'{Y}'") + "?",
                f'{words} "{{Y}}"{of_series} less than that at {{x_i}}' + end.replace("{0}", '"{Y}"') + "?",
            )
            yield templates(
                kind,
                meaning,
                listing,
                [(qid, "4b", _BAR_LINE, forms)],
                needs=needs,
                over=(*over, Over.PLACES),
                nonempty=True,
            )


def _between_series() -> Iterator[list[Template]]:
    """Comparisons of series, place by place."""
    sums = Zip(Arithmetic.SUB, Zip(Arithmetic.ADD, L1, L2), L3)
    every = ForAll(sums, Op.GT, Number(0))
    every_published = ForAll(sums, Op.GE, Number(0))
    words = "Is it the case that in every '{X}', the sum of the value of '{Y}' for {L1} and {L2} is greater than the value of"
    yield templates(
        _B,
        "whether two series together are above a third everywhere",
        every,
        [("72", "4b", BAR, (f"{words}  '{{Y}}' for {{L3}}?", f"{words} '{{Y}}' for {{L3}}?"))],
        published=every_published,
        needs=(Need.THREE_SERIES,),
        over=(Over.SERIES_TRIPLES,),
    )
    difference = Zip(Arithmetic.SUB, L1, L2)
    for qid, word, rel, left, right in (
        (
            "104",
            "greater",
            Where(difference, Op.GT, Number(0)),
            "greater than the value of '{Y}' for {L2}",
            "'{Y}' for {L1} and '{Y}' for {L2}",
        ),
        (
            "105",
            "lesser",
            Where(difference, Op.LT, Number(0)),
            "lesser than value of '{Y}' for {L2} ",
            "value of '{Y}' for {L1} and than value of '{Y}' for {L2}",
        ),
    ):
        meaning = f"where one series is {'above' if word == 'greater' else 'below'} another"
        yield templates(
            _U,
            meaning,
            places(rel),
            [(qid, "4b", BAR, (f"For which '{{X}}' are the '{{Y}}' for {{L1}} {word} than '{{Y}}' for {{L2}}?",))],
            needs=_MANY,
            over=(Over.SERIES_PAIRS,),
            nonempty=True,
        )
        by_name = places(rel, Order.NAME_FALLING)
        yield templates(
            _R,
            f"{meaning}, least difference first",
            nearest_first(rel, Number(0)),
            [
                (
                    f"{qid}a",
                    "4b",
                    BAR,
                    (
                        f"Which '{{X}}' have the value of '{{Y}}' for {{L1}} {left}, arranged in increasing order of difference between the {right}?",
                    ),
                )
            ],
            published=by_name,
            needs=_MANY,
            over=(Over.SERIES_PAIRS,),
            nonempty=True,
        )
    widest = Best(Zip(Arithmetic.ABSDIFF, L1, L2))
    yield templates(
        _SU,
        "where two series differ most",
        places(widest),
        [("92", "4b", BAR, ("Which '{X}' has the maximum difference between {L1} and {L2}?",))],
        needs=_MANY,
        over=(Over.SERIES_PAIRS,),
    )
    yield templates(
        _S,
        "where two series differ most",
        places(widest),
        [
            (
                "93",
                "4b",
                LINE,
                ("What value of major tick on independent axis has the maximum difference between {L1} and {L2}?",),
            )
        ],
        published=NameOf(widest, Dim.PLACE),
        needs=_MANY,
        over=(Over.SERIES_PAIRS,),
    )
    peaks = Group(Named(RAW, Dim.SERIES, (TextSlot("L1"), TextSlot("L2"))), Dim.SERIES, Fn.MAX)
    first = Compare(Op.GT, Agg(Fn.MAX, of(RAW, "L1")), Agg(Fn.MAX, of(RAW, "L2")))
    second_on_tie = Choose(first, TextSlot("L1"), TextSlot("L2"))
    yield templates(
        _S,
        "which of two series has the highest point",
        Names(Best(peaks), (Dim.SERIES,)),
        [("118", "4b", LINE, ("Between {L1} and {L2}, which one has the peak value of '{Y}'?",))],
        published=second_on_tie,
        needs=_MANY,
        over=(Over.SERIES_PAIRS,),
    )


def _best_series() -> Iterator[list[Template]]:
    """The series that is first by a statistic."""

    def best(rel: Rel, fn: Fn, highest: bool) -> Names:
        return Names(Best(Group(rel, Dim.SERIES, fn), highest=highest), (Dim.SERIES,))

    for fn, word, bar, line in (
        (Fn.MEAN, "mean", 94, 106),
        (Fn.MEDIAN, "median", 96, 108),
        (Fn.HIGH_MODE, "mode", 98, None),
        (Fn.VAR, "variance", 100, 112),
        (Fn.STD, "standard deviation", 102, 114),
    ):
        for highest, side in ((True, "highest"), (False, "lowest")):
            used = Fn.LOW_MODE if fn is Fn.HIGH_MODE and not highest else fn
            published = best(Y, Fn.FIRST_MODE, highest) if fn is Fn.HIGH_MODE else None
            forms = (f"Which data series has the {side} {word}?",)
            qids = [(str(bar + (not highest)), BAR)] + ([(str(line + (not highest)), LINE)] if line else [])
            yield templates(
                _SU,
                f"the series with the {side} {word}",
                best(Y, used, highest),
                [(qid, "4b", families, forms) for qid, families in qids],
                published=published,
                needs=_MANY,
                nonempty=True,
            )
    for qid, highest, word in (("119", False, "minimum"), ("120", True, "maximum")):
        side = "widest" if highest else "narrowest"
        yield templates(
            _SU,
            f"the series with the {side} range",
            best(RAW, Fn.RANGE, highest),
            [(qid, "4b", LINE, (f"Which data series has the {word} difference in '{{Y}}'?",))],
            needs=_NAMED,
        )


def _trends() -> Iterator[list[Template]]:
    """Rising, falling, and straight-line fits."""
    yield templates(
        _B,
        "whether the values rise from each point to the next",
        ForAll(Steps(only(RAW)), Op.GT, Number(0)),
        [("35", "4b", LINE, ("Does the '{Y}' monotonically increase over the '{X}'?",))],
        needs=_SINGLE,
    )
    for qid, word, op in (("116", "increasing", Op.GE), ("117", "decreasing", Op.LE)):
        never = "falls" if op is Op.GE else "rises"
        yield templates(
            _B,
            f"whether a series never {never}",
            ForAll(Steps(of(RAW)), op, Number(0)),
            [(qid, "4b", LINE, (f"Is the {{L}} monotonically {word}?",))],
            needs=_NAMED,
            over=(Over.SERIES,),
        )
    r = Fit(FitKind.CORRELATION, of(RAW))
    ranges: tuple[tuple[str, str, Truth], ...] = (
        ("121", "low positive", Both(Compare(Op.GT, r, Number(0)), Compare(Op.LE, r, Number(0.5)))),
        ("122", "high positive", Compare(Op.GT, r, Number(0.5))),
        ("123", "low negative", Both(Compare(Op.LT, r, Number(0)), Compare(Op.GE, r, Number(-0.5)))),
        ("124", "high negative", Compare(Op.LT, r, Number(-0.5))),
    )
    for qid, word, truth in ranges:
        yield templates(
            _B,
            f"whether a series has a {word} correlation (up to 0.5 is low)",
            truth,
            [(qid, "4b", SCATTER, (f"Does {{L}} have {word} correlation?",))],
            needs=_NAMED,
            over=(Over.SERIES,),
        )
    yield templates(
        _N,
        "the slope of the least-squares line through all points",
        Fit(FitKind.SLOPE, RAW),
        [("125", "4b", SCATTER, ("What is the slope of line of best fit?",))],
        needs=(Need.UNNAMED_POINTS,),
    )
    yield templates(
        _N,
        "Pearson's correlation over all points",
        Fit(FitKind.CORRELATION, RAW),
        [("129", "4b", SCATTER, ("What is the correlation between '{X}' and '{Y}'?",))],
        needs=(Need.UNNAMED_POINTS, Need.X_TITLE, Need.Y_TITLE),
    )


def value_templates() -> list[Template]:
    """The retrieval and reasoning templates of bar, line and scatter charts."""
    parts = (
        _extremes,
        _summaries,
        _lookups,
        _thresholds,
        _pairs_of_places,
        _lower_places,
        _between_series,
        _best_series,
        _trends,
    )
    return [template for part in parts for group in part() for template in group]


__all__ = ["value_templates"]
