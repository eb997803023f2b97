"""Reasoning questions over pairs of places of bar, line and scatter charts."""

from __future__ import annotations

from collections.abc import Iterator

from qa.catalogue.words import (
    BAR,
    LINE,
    SCATTER,
    Y,
    above,
    below,
    gap,
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
    Arithmetic,
    Compare,
    Exists,
    Fn,
    Op,
    Order,
    Pairs,
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
                    "Is the difference between the value of '{Y}' at {x_i} and {x_j} greater than "
                    "the difference between any two '{X}'?",
                ),
            ),
            (
                "63a",
                "4b",
                _CURVES,
                (
                    f"Is the difference between the value of '{{Y}}' at {{x_i}} and {{x_j}} greater "
                    f"than the difference between any two {_TICKS}?",
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
                    "Is the difference between the value of '{Y}' for {L1} at {x_i} and at {x_j} "
                    "greater than the difference between the value of '{Y}' for {L2} at {x_i} and at {x_j}?",
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
                    'Which pairs of major ticks on independent axis for "{L1}" have a greater '
                    'difference than at "{x_i}" and "{x_j}" for "{L2}", for the value of {Y}?',
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
                    "Is the sum of the value of '{Y}' in {x_i} and {x_j} greater than the maximum "
                    "value of '{Y}' across all '{X}'?",
                ),
            ),
            (
                "65a",
                "4b",
                LINE,
                (
                    f"Is the sum of the value of '{{Y}}' in {{x_i}} and {{x_j}} greater than the "
                    f"maximum value of '{{Y}}' across all {_TICKS}?",
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
    words = (
        "Is the sum of the values of '{Y}' for {L1} at {x_i} and {x_j} greater than the maximum "
        "value of '{Y}' for {L2} across all"
    )
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
    words = (
        "For what pair of major ticks on independent axis, is the sum of the values of '{Y}' for "
        "{L1}, greater than the maximum value of '{Y}' for {L2} across all"
    )
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


def pair_templates() -> list[Template]:
    """The templates that compare places."""
    return [template for part in (_pairs_of_places, _lower_places) for group in part() for template in group]
