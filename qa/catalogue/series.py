"""Reasoning questions that compare series, and trends, of bar, line and scatter charts."""

from __future__ import annotations

from collections.abc import Iterator

from qa.catalogue.words import (
    BAR,
    LINE,
    RAW,
    SCATTER,
    Y,
    nearest_first,
    of,
    only,
    places,
    templates,
)
from qa.plan import (
    Agg,
    Arithmetic,
    Best,
    Both,
    Choose,
    Compare,
    Dim,
    Fit,
    FitKind,
    Fn,
    ForAll,
    Group,
    Named,
    NameOf,
    Names,
    Number,
    Op,
    Order,
    Rel,
    Steps,
    TextSlot,
    Truth,
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


def _between_series() -> Iterator[list[Template]]:
    """Comparisons of series, place by place."""
    sums = Zip(Arithmetic.SUB, Zip(Arithmetic.ADD, L1, L2), L3)
    every = ForAll(sums, Op.GT, Number(0))
    every_published = ForAll(sums, Op.GE, Number(0))
    words = (
        "Is it the case that in every '{X}', the sum of the value of '{Y}' for {L1} and {L2} is "
        "greater than the value of"
    )
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
                        f"Which '{{X}}' have the value of '{{Y}}' for {{L1}} {left}, arranged in "
                        f"increasing order of difference between the {right}?",
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


def series_templates() -> list[Template]:
    """The templates that compare series or follow one."""
    return [template for part in (_between_series, _best_series, _trends) for group in part() for template in group]
