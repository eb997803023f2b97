"""Retrieval and reasoning questions over box plots: five numbers a box, the same few questions of each."""

from __future__ import annotations

from collections.abc import Iterator

from qa.catalogue.words import (
    BOX,
    EXTREME_RANGE,
    IQR,
    N,
    above,
    below,
    box,
    count,
    nearest_first,
    of,
    only,
    pairs,
    places,
    templates,
    value_at,
)
from qa.plan import (
    Arith,
    Arithmetic,
    Best,
    Choose,
    Compare,
    Dim,
    Exists,
    Literal,
    Measure,
    Named,
    Num,
    Number,
    Op,
    Pairs,
    Rel,
    Round,
    Text,
    TextSlot,
    Where,
)
from qa.template import AnswerType, Need, Over, Template

_B, _N, _S = AnswerType.BINARY, AnswerType.NUMERICAL, AnswerType.STRING
_SU, _U, _R = AnswerType.STRING_OR_LIST, AnswerType.UNRANKED, AnswerType.RANKED
_SINGLE = (Need.SINGLE_SERIES,)
_MANY = (Need.MANY_SERIES,)
_STATISTICS = (
    (Measure.MEDIAN, "median", "medians"),
    (Measure.Q3, "upper quartile", "upper quartiles"),
    (Measure.Q1, "lower quartile", "lower quartiles"),
    (Measure.MAX, "maximum value", "maximum values"),
    (Measure.MIN, "minimum value", "minimum values"),
)
"""The five numbers in the order in which the benchmark numbers its templates, as it words them."""


def _one(measure: Measure) -> Rel:
    return only(box(measure))


def _thresholds() -> Iterator[list[Template]]:
    """154 to 163: boxes with a number above or below a threshold."""
    for side, first in (("greater", 154), ("less", 159)):
        for place, (measure, word, _) in enumerate(_STATISTICS):
            qid = str(first + place)
            kept = above(_one(measure), N) if side == "greater" else below(_one(measure), N)
            where = f"whose {word} is {'above' if side == 'greater' else 'below'} a number"
            yield templates(
                _N,
                f"how many boxes there are {where}",
                count(kept),
                [(qid, "4b", BOX, (f"In how many {{X}}, is the {word} {side} than {{N}}?",))],
                needs=_SINGLE,
                over=(Over.THRESHOLD,),
            )
            yield templates(
                _U,
                f"the boxes {where}",
                places(kept),
                [(f"{qid}a", "4b", BOX, (f"For what {{X}} are the {word} {side} than {{N}}?",))],
                needs=_SINGLE,
                over=(Over.THRESHOLD,),
                nonempty=True,
            )
            yield templates(
                _R,
                f"the boxes {where}, nearest to it first",
                nearest_first(kept, N),
                [
                    (
                        f"{qid}b",
                        "4b",
                        BOX,
                        (
                            f"What {{X}} have the {word} {side} than {{N}}, arranged in increasing "
                            f"order of difference between {word} and {{N}}?",
                        ),
                    )
                ],
                needs=_SINGLE,
                over=(Over.THRESHOLD,),
                nonempty=True,
            )


def _comparisons() -> Iterator[list[Template]]:
    """166 to 170: boxes compared with a given one."""
    for place, (measure, word, plural) in enumerate(_STATISTICS):
        qid = str(166 + place)
        rel = _one(measure)
        here = value_at(rel)
        named = word if measure in (Measure.MAX, Measure.MIN) else f"value of {word}"
        yield templates(
            _B,
            f"whether the {word} of one box is below that of another",
            Compare(Op.LT, here, value_at(rel, "x_j")),
            [(qid, "4b", BOX, (f"Is the {named} of {{Y}} at {{x_i}} less than that at {{x_j}}?",))],
            needs=_SINGLE,
            over=(Over.PLACE_PAIRS,),
        )
        for side, kept, letters in (("less", below(rel, here), "ac"), ("greater", above(rel, here), "bd")):
            meaning = f"the boxes whose {word} is {'below' if side == 'less' else 'above'} that of a given one"
            words = f"Which major ticks has the {named} {side} than that at {{x_i}}"
            yield templates(
                _U,
                meaning,
                places(kept),
                [(qid + letters[0], "4b", BOX, (f"{words}?",))],
                needs=_SINGLE,
                over=(Over.PLACES,),
                nonempty=True,
            )
            yield templates(
                _R,
                f"{meaning}, nearest first",
                nearest_first(kept, here),
                [
                    (
                        qid + letters[1],
                        "4b",
                        BOX,
                        (f"{words},arranged in the increasing order of difference between the {plural}?",),
                    )
                ],
                needs=_SINGLE,
                over=(Over.PLACES,),
                nonempty=True,
            )


def _extremes() -> Iterator[list[Template]]:
    """130 to 148: the box that is first by one of its numbers or spans."""
    for qid, side, word, rel in (
        ("131", "highest", "median", box(Measure.MEDIAN)),
        ("132", "least", "median", box(Measure.MEDIAN)),
        ("133", "highest", "upper quartile value", box(Measure.Q3)),
        ("134", "least", "upper quartile value", box(Measure.Q3)),
        ("135", "highest", "lower quartile value", box(Measure.Q1)),
        ("136", "least", "lower quartile value", box(Measure.Q1)),
        ("137", "least", "upper whisker value", box(Measure.MAX)),
        ("138", "highest", "upper whisker value", box(Measure.MAX)),
        ("139", "highest", "lower whisker value", box(Measure.MIN)),
        ("140", "least", "lower whisker value", box(Measure.MIN)),
        ("141", "highest", "inter-quartile range", IQR),
        ("145", "least", "inter-quartile range", IQR),
        ("147", "least", "extreme range", EXTREME_RANGE),
        ("148", "highest", "extreme range", EXTREME_RANGE),
    ):
        taxonomy = "3b" if int(qid) <= 140 else "4b"
        plan = places(Best(only(rel), highest=side == "highest"))
        yield templates(
            _SU,
            f"the box with the {side} {word}",
            plan,
            [(qid, taxonomy, BOX, (f"Which '{{X}}' has the {side} {word} of '{{Y}}'?",))],
            needs=_SINGLE,
        )
    yield templates(
        _SU,
        "the box of a series with the highest median",
        places(Best(of(box(Measure.MEDIAN)))),
        [("130", "3b", BOX, ("Which '{X}' for '{L}' has the highest median of '{Y}'?",))],
        needs=_MANY,
        over=(Over.SERIES,),
    )


def _equalities() -> Iterator[list[Template]]:
    """142 to 146a: boxes that share a number."""
    for qid, measure, like, words in (
        ("142", Measure.Q3, Measure.Q3, "has upper quartile value same as that of"),
        ("143", Measure.MEDIAN, Measure.MEDIAN, "has median same as that of"),
        ("144", Measure.Q1, Measure.Q3, "have lower quartile value equal to upper quartile value as that at"),
    ):
        others = Named(_one(measure), Dim.PLACE, (TextSlot("x_i"),), exclude=True)
        same = Where(others, Op.EQ, value_at(_one(like)))
        meaning = f"the other boxes whose {measure.value} is the {like.value} of a given one"
        yield templates(
            _SU,
            meaning,
            places(same),
            [(qid, "4b", BOX, (f"Which '{{X}}' {words} '{{x_i}}'?",))],
            needs=_SINGLE,
            over=(Over.PLACES,),
            nonempty=True,
        )
    equal = Where(Pairs(Arithmetic.ABSDIFF, only(IQR)), Op.EQ, Number(0))
    yield templates(
        _B,
        "whether two boxes are equally high",
        Exists(equal),
        [
            (
                "146",
                "4b",
                BOX,
                (
                    "Does any '{X}' have equal interyers-quartile range?",
                    "Does any '{X}' have equal inter-quartile range?",
                ),
            )
        ],
        needs=_SINGLE,
    )
    yield templates(
        _U,
        "pairs of boxes that are equally high",
        pairs(equal),
        [("146a", "4b", BOX, ("What '{X}' have equal inter-quartile range?",))],
        needs=_SINGLE,
        nonempty=True,
    )


def _shapes() -> Iterator[list[Template]]:
    """149 to 151, 164, 165: ends compared, skew, ratios."""
    whiskers = of(box(Measure.MAX))
    between = Named(whiskers, Dim.PLACE, (TextSlot("x_i"), TextSlot("x_j")))
    second_on_tie = Choose(
        Compare(Op.GT, value_at(whiskers), value_at(whiskers, "x_j")), TextSlot("x_i"), TextSlot("x_j")
    )
    yield templates(
        _S,
        "which of two boxes of a series reaches higher",
        places(Best(between)),
        [("149", "4b", BOX, ("Between '{x_i}' and '{x_j}' of {L}, which one has the higher upper extreme value?",))],
        published=second_on_tie,
        needs=_MANY,
        over=(Over.SERIES, Over.PLACE_PAIRS),
    )

    def side(measure: Measure) -> Num:
        return Arith(Arithmetic.ABSDIFF, value_at(of(box(measure))), value_at(of(box(Measure.MEDIAN))))

    low, high = side(Measure.Q1), side(Measure.Q3)
    yield templates(
        _S,
        "whether a box is the same below and above its median",
        _skew(Compare(Op.EQ, low, high)),
        [("150", "4b", BOX, ("Is the data skewed or normally distributed for {L} at {x_i}?",))],
        published=_skew(Compare(Op.EQ, Round(low, 3), Round(high, 3))),
        needs=_MANY,
        over=(Over.SERIES, Over.PLACES),
    )
    way = Choose(Compare(Op.LT, low, high), Literal("Positively Skewed"), Literal("Negatively Skewed"))
    yield templates(
        _S,
        "to which side a box is longer",
        way,
        [("151", "4b", BOX, ("How is the data skewed for {L} at {x_i}?",))],
        needs=_MANY,
        over=(Over.SERIES, Over.PLACES),
    )
    for qid, words, upper, lower in (
        ("164", "upper and lower quartile", Measure.Q3, Measure.Q1),
        ("165", "maximum and minimum", Measure.MAX, Measure.MIN),
    ):
        ratio = Arith(Arithmetic.DIV, value_at(_one(upper)), value_at(_one(lower)))
        yield templates(
            _N,
            f"the {words} of a box as a ratio",
            ratio,
            [(qid, "4b", BOX, (f"What is the ratio of {words} value at {{x_i}}?",))],
            needs=_SINGLE,
            over=(Over.PLACES,),
        )


def _skew(even: Compare) -> Text:
    return Choose(even, Literal("Normally Distributed"), Literal("Skewed"))


def box_templates() -> list[Template]:
    """The retrieval and reasoning templates of box plots."""
    parts = (_extremes, _equalities, _shapes, _thresholds, _comparisons)
    return [template for part in parts for group in part() for template in group]
