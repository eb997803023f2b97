"""Root and structure questions about bars and other marks, and the retrieval questions that only count them."""

from __future__ import annotations

from qa.catalogue.structure import BAR_DIRECTION, FAMILY, GROUPED, LEGEND, STACKED
from qa.catalogue.words import (
    ALL,
    BAR,
    BOX,
    LINE,
    RAW,
    X_TICKS,
    K,
    Y,
    count,
    plus,
    templates,
)
from qa.plan import (
    Agg,
    AllSeries,
    Among,
    Arith,
    Arithmetic,
    At,
    Both,
    Choose,
    ChooseNumber,
    Compare,
    Dim,
    Either,
    Exists,
    Field,
    FieldName,
    Fn,
    ForAll,
    Group,
    Literal,
    Map,
    Marks,
    Measure,
    NameOf,
    Not,
    Nth,
    Num,
    Number,
    OneOf,
    Op,
    Order,
    Rel,
    Spots,
    Texts,
    Truth,
    Values,
    Where,
)
from qa.template import AnswerType, Need, Over, Template

_B, _N, _S = AnswerType.BINARY, AnswerType.NUMERICAL, AnswerType.STRING


def _bars_at_kth(order: Order) -> Num:
    return count(At(Y, NameOf(Nth(X_TICKS, K, order), Dim.PLACE)))


def _bars_on_ticks() -> Rel:
    return Group(Y, Dim.PLACE, Fn.COUNT)


def _empty_ticks() -> Num:
    """How many categories have no bar; ticks of a numeric axis are not the places of its bars."""
    numeric = OneOf(Field(FieldName.X_SCALE), ("linear", "log", "time"))
    return ChooseNumber(numeric, Number(0), count(Among(X_TICKS, _bars_on_ticks(), exclude=True)))


def _equal_bars(number: Num) -> Truth:
    """Each tick has a bar, and as many as the number."""
    return Both(ForAll(_bars_on_ticks(), Op.EQ, number), Compare(Op.EQ, _empty_ticks(), Number(0)))


def _no_legend_is_one() -> Truth:
    none_and_one = Both(Not(Exists(LEGEND)), _equal_bars(Number(1)))
    return Either(none_and_one, Both(Exists(LEGEND), _equal_bars(count(LEGEND))))


def _bars() -> list[Template]:
    sideways = OneOf(BAR_DIRECTION, ("horizontal",))
    most = Agg(Fn.MAX, _bars_on_ticks())
    fewest = Agg(Fn.MIN, _bars_on_ticks())
    uneven = plus(count(Where(_bars_on_ticks(), Op.NE, count(LEGEND))), _empty_ticks())
    product = Arith(Arithmetic.MUL, count(LEGEND), count(X_TICKS))
    return [
        *templates(
            _B,
            "whether the bars lie",
            sideways,
            [("16", "2j", BAR, ("Are all the bars in the chart visually horizontal?",))],
        ),
        *templates(
            _B,
            "whether the bars stand",
            OneOf(BAR_DIRECTION, ("vertical",)),
            [("16a", "2j", BAR, ("Are all the bars in the chart visually vertical?",))],
        ),
        *templates(
            _B,
            "whether the bars of a category stand side by side",
            GROUPED,
            [("74", "1b", BAR, ("Are the bars grouped?",))],
        ),
        *templates(
            _B, "whether the bars of a category are stacked", STACKED, [("75", "1b", BAR, ("Are the bars stacked?",))]
        ),
        *templates(
            _B,
            "whether each tick has a bar of each series",
            _equal_bars(count(AllSeries())),
            [("10", "2h", BAR, ("Are the number of bars on each tick equal to the number of data series?",))],
            published=_no_legend_is_one(),
        ),
        *templates(
            _N,
            "how many groups of bars there are",
            count(_bars_on_ticks()),
            [("9", "4b", BAR, ("How many groups of bars are there?",))],
            needs=(Need.GROUPED,),
        ),
        *templates(
            _N,
            "the most bars on one tick",
            most,
            [("76", "1b", BAR, ("What is the maximum number of components stacked in every bar?",))],
            needs=(Need.STACKED,),
        ),
        *templates(
            _N,
            "the fewest bars on one tick",
            fewest,
            [("77", "1b", BAR, ("What is the minimum number of components stacked in every bar?",))],
            needs=(Need.STACKED,),
        ),
        *templates(
            _N,
            "on how many ticks the number of bars is not that of the legend's labels",
            uneven,
            [
                (
                    "32",
                    "2j",
                    BAR,
                    (
                        "In how many cases, is the number of {marks} for a given '{X}' not equal to "
                        "the number of legend labels?",
                    ),
                )
            ],
            needs=(Need.LEGEND, Need.X_TITLE, Need.GROUPED_OR_STACKED),
        ),
        *templates(
            _N,
            "how many bars there are",
            count(Marks()),
            [("7b", "3b", BAR, ("How many bars are there?",))],
            published=product,
            needs=(Need.LEGEND,),
        ),
        *(
            template
            for qid, side, order, need in (
                ("12", "left", Order.FORWARD, Need.UPRIGHT),
                ("13", "right", Order.BACKWARD, Need.UPRIGHT),
                ("14", "top", Order.BACKWARD, Need.SIDEWAYS),
                ("15", "bottom", Order.FORWARD, Need.SIDEWAYS),
            )
            for template in templates(
                _N,
                f"how many bars the k-th tick from the {side} has",
                _bars_at_kth(order),
                [(qid, "2j", BAR, (f"How many bars are there on the {{k}} tick from the {side},visually?",))],
                needs=(need,),
                over=(Over.TICKS,),
            )
        ),
        *(
            template
            for qid, side, order, need in (
                ("23", "left", Order.FORWARD, Need.UPRIGHT),
                ("24", "top", Order.BACKWARD, Need.SIDEWAYS),
            )
            for template in templates(
                _S,
                f"the label of the k-th tick from the {side}",
                NameOf(Nth(X_TICKS, K, order), Dim.PLACE),
                [(qid, "2b", BAR, (f"What is the label of the {{k}} group of bars from the {side}?",))],
                needs=(need, Need.GROUPED_OR_STACKED),
                over=(Over.TICKS,),
            )
        ),
    ]


def _marks() -> list[Template]:
    lines = count(AllSeries())
    return [
        *templates(
            _B,
            "whether a value of the chart is 0",
            _zero_values(),
            [("1", "3a", ALL, ("Does the chart contain any zero data values?",))],
            published=_zero_values_published(),
        ),
        *templates(
            _N,
            "how many bars, lines, points or boxes there are",
            count(Marks()),
            [("7", "3a", ALL, ("How many {marks} are visually present?",))],
        ),
        *templates(
            _N, "how many lines there are", lines, [("78", "1b", LINE, ("How many lines are there in the chart?",))]
        ),
        *templates(
            _B,
            "whether each line has a legend label",
            Compare(Op.EQ, lines, count(LEGEND)),
            [("18", "2j", LINE, ("Is the number of lines equal to the number of legend labels?",))],
            needs=(Need.LEGEND,),
        ),
        *templates(
            _B,
            "whether each line has a label beside it",
            Compare(Op.EQ, lines, count(Texts(("mark_label",)))),
            [("18a", "2j", LINE, ("Is the number of lines equal to the number of mark labels?",))],
            needs=(Need.MARK_LABELS,),
        ),
        *templates(
            _S,
            "which way the boxes lie",
            Choose(OneOf(BAR_DIRECTION, ("horizontal",)), Literal("Horizontal"), Literal("Vertical")),
            [("152", "2j", BOX, ("What is the orientation of boxes in the chart?",))],
        ),
    ]


def _zero_values() -> Truth:
    found: Truth = Exists(Where(RAW, Op.EQ, Number(0)))
    for measure in (Measure.MIN, Measure.Q1, Measure.MEDIAN, Measure.Q3, Measure.MAX):
        found = Either(found, Exists(Where(Values(measure, Spots.POINTS), Op.EQ, Number(0))))
    return found


def _zero_values_published() -> Truth:
    """As read; or, at a tick of a line, zero to two decimals."""
    hundredth = Map(Arithmetic.ABSDIFF, Y, Number(0))
    line = OneOf(FAMILY, ("line", "area"))
    return Either(_zero_values(), Both(line, Exists(Where(hundredth, Op.LE, Number(0.005)))))


def mark_templates() -> list[Template]:
    """The root and structure templates about marks, and 1, 7, 7b and 9."""
    return [*_bars(), *_marks()]
