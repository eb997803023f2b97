"""Retrieval and reasoning questions over the values of bar, line and scatter charts.

Bars have values at their categories, lines and scatter charts at the independent axis' major ticks (interpolated): the
plans are the same, `qa.plan.Spots.PLACES`, and only the words differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from qa.catalogue.words import (
    BAR,
    LINE,
    SCATTER,
    N,
    Y,
    above,
    count,
    gap,
    mean,
    nearest_first,
    of,
    only,
    places,
    templates,
    value_at,
)
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    Best,
    Fn,
    Nth,
    Num,
    Number,
    OfSeries,
    Order,
    Pick,
    Rel,
    Value,
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
                    "What is the difference between the value of '{Y}' for {L1} at {x_i} and the "
                    "value of '{Y}' for {L2} at {x_j}?",
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
        ordered = (
            f"the value of '{{Y}}'{of_series} greater than {{N}}, arranged in increasing order "
            "of difference between value of '{Y}' and"
        )
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
                        f"For how many major {tick} on independent axis, is the value of "
                        f"'{{Y}}'{of_series} greater than {{N}}?",
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
                    "In how many '{X}', is the value of '{Y}' greater than the average value of "
                    "'{Y}' taken over all '{X}'?",
                ),
            ),
            (
                "67a",
                "4b",
                LINE,
                (
                    f"What is the count of {_TICKS}, where the value of '{{Y}}' greater than the "
                    f"average value of '{{Y}}' taken over all {_TICKS}?",
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
                    f"What is the count of {_TICKS} where the value of '{{Y}}' for {{L}} is greater "
                    f"than {average} {_TICKS}?",
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
                    f"What '{{X}}' have the value of '{{Y}}' for {{L}} greater than {average} "
                    f"'{{X}}', arranged in increasing order of difference between the value of "
                    f"'{{Y}}' for {{L}} and average value of '{{Y}}' for {{L}} taken over all '{{X}}'?",
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


def value_templates() -> list[Template]:
    """The retrieval and reasoning templates of bar, line and scatter charts."""
    parts = (
        _extremes,
        _summaries,
        _lookups,
        _thresholds,
    )
    return [template for part in parts for group in part() for template in group]


__all__ = ["value_templates"]
