"""Root and structure questions about titles, axes, legends and text."""

from __future__ import annotations

from qa.catalogue.words import (
    ALL,
    BAR,
    BOX,
    LINE,
    RAW,
    SCATTER,
    X_TICKS,
    Y_TICKS,
    count,
    gap,
    templates,
)
from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    At,
    Both,
    Choose,
    ChooseNumber,
    Coalesce,
    Compare,
    Dim,
    Either,
    Exists,
    Extent,
    Field,
    FieldName,
    Fn,
    Frame,
    Join,
    Known,
    LegendEntries,
    Literal,
    Map,
    Matching,
    Measure,
    Named,
    NameOf,
    Names,
    Not,
    Nth,
    Num,
    Number,
    OneOf,
    Op,
    Order,
    Rel,
    Round,
    Spots,
    Steps,
    Text,
    Texts,
    TextSlot,
    Truth,
    Value,
    Values,
    Where,
)
from qa.template import AnswerType, Need, Over, Template

_B, _N, _S = AnswerType.BINARY, AnswerType.NUMERICAL, AnswerType.STRING

E_NOTATION = r"\s*[-+−–]?\d*[.,]?\d+\s*[eE]\s*[-+−–]?\d+\s*"
ZERO = r"\s*0+([.,]0*)?\s*"
NUMERAL = r"\s*[-+−–]?(\d{1,3}(,\d{3})+([.,]\d+)?|\d+([.,]\d+)?|[.,]\d+)([eE][-+−–]?\d+)?\s*%?\s*"
FLOAT = r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*"
CONTAINS_E = r".*[eE].*"

LEGEND = LegendEntries()
TITLE = Coalesce(Field(FieldName.TITLE), NameOf(Texts(("chart_title",)), Dim.ITEM))
LEGEND_TITLE = Coalesce(Field(FieldName.LEGEND_TITLE), NameOf(Texts(("legend_title",)), Dim.ITEM))
OTHER_TEXT = Texts(("legend_label", "axis_title", "tick_label", "chart_title", "legend_title"), exclude=True)
KIND = Field(FieldName.CHART_TYPE)
FAMILY = Field(FieldName.FAMILY)
BAR_DIRECTION = Field(FieldName.BAR_DIRECTION)
GROUPED = OneOf(KIND, ("grouped vertical bar", "grouped horizontal bar"))
STACKED = OneOf(KIND, ("stacked vertical bar", "stacked horizontal bar"))


def _middle(low: Rel, high: Rel) -> Num:
    return Arith(Arithmetic.DIV, Arith(Arithmetic.ADD, Agg(Fn.MIN, low), Agg(Fn.MAX, high)), Number(2))


def _third(low: Extent, high: Extent, first: str, last: str) -> Text:
    """Which third of the picture, along one direction, has the legend's middle."""
    start, end = Value(Frame(low)), Value(Frame(high))
    away = Arith(Arithmetic.SUB, _middle(LegendEntries(low), LegendEntries(high)), start)
    share = Arith(Arithmetic.DIV, away, Arith(Arithmetic.SUB, end, start))
    late = Choose(Compare(Op.GE, share, Number(2 / 3)), Literal(last), Literal("Center"))
    return Choose(Compare(Op.LT, share, Number(1 / 3)), Literal(first), late)


def _legend_place() -> Text:
    across = _third(Extent.X0, Extent.X1, "Left", "Right")
    down = _third(Extent.Y0, Extent.Y1, "Upper", "Lower")
    central = Both(OneOf(across, ("Center",)), OneOf(down, ("Center",)))
    return Choose(central, Literal("Center"), Join((down, Literal(" "), across)))


def _lies(title: FieldName) -> Text:
    """Whether the block of an axis title is wider than high."""

    def side(fn: Fn, extent: Extent) -> Num:
        return Agg(fn, At(Texts(("axis_title",), extent=extent), Field(title)))

    width = Arith(Arithmetic.SUB, side(Fn.MAX, Extent.X1), side(Fn.MIN, Extent.X0))
    height = Arith(Arithmetic.SUB, side(Fn.MAX, Extent.Y1), side(Fn.MIN, Extent.Y0))
    return Choose(Compare(Op.GE, width, height), Literal("Horizontal"), Literal("Vertical"))


def _spread(rel: Rel) -> Num:
    return Agg(Fn.RANGE, rel)


def _legend_lies() -> Text:
    """In one row when the labels' upper edges differ by less than half a label's height, or a pixel."""
    top, bottom = LegendEntries(Extent.Y0, label_only=True), LegendEntries(Extent.Y1, label_only=True)
    height = Arith(Arithmetic.SUB, Agg(Fn.MEAN, bottom), Agg(Fn.MEAN, top))
    low = Compare(Op.LE, _spread(top), Arith(Arithmetic.DIV, height, Number(2)))
    row = Either(low, Compare(Op.LE, _spread(top), Number(1)))
    return Choose(row, Literal("Horizontal"), Literal("Vertical"))


def _legend_lies_published() -> Text:
    top = LegendEntries(Extent.Y0, label_only=True)
    return Choose(Compare(Op.LE, _spread(top), Number(1)), Literal("Horizontal"), Literal("Vertical"))


def _chart_type() -> Text:
    def by_direction(horizontal: str, vertical: str) -> Text:
        return Choose(OneOf(BAR_DIRECTION, ("horizontal",)), Literal(horizontal), Literal(vertical))

    names: dict[str, Text] = {
        "line": Literal("Line chart"),
        "scatter": Literal("Scatter chart"),
        "box": by_direction("Horizontal Boxplots", "Vertical Boxplots"),
        "area": Literal("Area chart"),
        "histogram": Literal("Histogram"),
        "pie": Literal("Pie chart"),
    }
    chosen: Text = by_direction("Horizontal Bar chart", "Vertical Bar chart")
    for family, name in names.items():
        chosen = Choose(OneOf(FAMILY, (family,)), name, chosen)
    return chosen


def _scale() -> Text:
    """What the axis' calibration says; without one, whether the ticks' steps or ratios are equal."""
    steps = Steps(Y_TICKS)
    even = Compare(Op.LE, Agg(Fn.RANGE, steps), Arith(Arithmetic.MUL, Number(1e-6), Agg(Fn.MAX, steps)))
    by_ticks = Choose(even, Literal("Linear"), Literal("Logarithmic"))
    scale = Field(FieldName.Y_SCALE)
    known = Choose(OneOf(scale, ("log",)), Literal("Logarithmic"), Literal("Linear"))
    return Choose(Known(scale), known, by_ticks)


def _scale_published() -> Text:
    """Linear when every step is the first one, or one more or less."""
    steps = Steps(Y_TICKS)
    away = Map(Arithmetic.ABSDIFF, steps, Value(steps))
    odd = Where(Where(away, Op.NE, Number(0)), Op.NE, Number(1))
    return Choose(Exists(odd), Literal("Logarithmic"), Literal("Linear"))


def _e_notation() -> Truth:
    """Every tick but a bare 0 is written so, and one at least is."""
    some = Exists(Matching(Y_TICKS, E_NOTATION))
    other = Exists(Matching(Matching(Y_TICKS, E_NOTATION, exclude=True), ZERO, exclude=True))
    return Both(some, Not(other))


def _no_tick(pattern: str) -> Truth:
    return Not(Exists(Matching(X_TICKS, pattern, exclude=True)))


def _x_kind() -> Text:
    scaled = OneOf(Field(FieldName.X_SCALE), ("linear", "log", "time"))
    numeric = Either(scaled, Both(Exists(X_TICKS), _no_tick(NUMERAL)))
    return Choose(numeric, Literal("numerical"), Literal("categorical"))


def _axis_ends() -> list[Template]:
    top, highest = Agg(Fn.MAX, Y_TICKS), Agg(Fn.MAX, RAW)
    highest_drawn = ChooseNumber(Known(highest), highest, Agg(Fn.MAX, Values(Measure.MAX, Spots.POINTS)))
    over = Compare(Op.GT, highest_drawn, top)
    top_published = ChooseNumber(over, Round(highest_drawn), Agg(Fn.RANGE, Y_TICKS))
    return [
        *templates(
            _N,
            "the largest number on the independent axis",
            Agg(Fn.MAX, X_TICKS),
            [("80", "2a", ALL, ("What is the maximum value on independent axis?",))],
            needs=(Need.NUMERIC_X,),
        ),
        *templates(
            _N,
            "the smallest number on the independent axis",
            Agg(Fn.MIN, X_TICKS),
            [("81", "2a", ALL, ("What is the starting value on independent axis?",))],
            needs=(Need.NUMERIC_X,),
        ),
        *templates(
            _N,
            "the step between neighbouring ticks of a linear dependent axis",
            gap(Value(Nth(Y_TICKS, Number(2))), Value(Nth(Y_TICKS, Number(1)))),
            [
                (
                    "26",
                    "2c",
                    ALL,
                    ("What is the difference between two consecutive major ticks of the dependant variable?",),
                )
            ],
            needs=(Need.TWO_NUMERIC_Y, Need.LINEAR_Y),
        ),
        *templates(
            _N,
            "the largest number on the dependent axis",
            top,
            [("84", "2c", ALL, ("What is the maximum value on dependent axis?",))],
            published=top_published,
            needs=(Need.NUMERIC_Y,),
        ),
        *templates(
            _N,
            "the smallest number on the dependent axis",
            Agg(Fn.MIN, Y_TICKS),
            [("86", "2c", ALL, ("What is the starting value on dependent axis?",))],
            needs=(Need.NUMERIC_Y,),
        ),
    ]


def _titles() -> list[Template]:
    has_block = "whether its block is wider than high"
    return [
        *templates(
            _B, "whether the chart has a title", Known(TITLE), [("28a", "1a", ALL, ("Is there a title in the chart?",))]
        ),
        *templates(
            _S,
            "the chart's title",
            TITLE,
            [("28", "1a", ALL, ("What is the title of the chart?",))],
            needs=(Need.TITLE,),
        ),
        *templates(
            _S,
            "the title of the independent axis",
            Field(FieldName.X_TITLE),
            [("30", "2a", ALL, ("What is the label or title of the independent axis?",))],
            needs=(Need.X_TITLE,),
        ),
        *templates(
            _S,
            "the title of the dependent axis",
            Field(FieldName.Y_TITLE),
            [("31", "2c", ALL, ("What is the label or title of the dependent axis?",))],
            needs=(Need.Y_TITLE,),
        ),
        *templates(
            _S,
            f"how the independent axis' title lies: {has_block}",
            _lies(FieldName.X_TITLE),
            [("82", "2a", ALL, ("What is the orientation of the text of independent axis title?",))],
            needs=(Need.X_TITLE,),
        ),
        *templates(
            _S,
            f"how the dependent axis' title lies: {has_block}",
            _lies(FieldName.Y_TITLE),
            [("87", "2c", ALL, ("What is the orientation of text of dependent axis title?",))],
            needs=(Need.Y_TITLE,),
        ),
        *templates(_S, "the kind of chart", _chart_type(), [("7a", "1a", ALL, ("What is the type of chart?",))]),
    ]


def _axes() -> list[Template]:
    return [
        *templates(
            _B,
            "whether the dependent axis' ticks are written like 1e5",
            _e_notation(),
            [
                (
                    "27",
                    "2c",
                    ALL,
                    ("Are the values on the major ticks of dependent axis written in scientific E-notation?",),
                )
            ],
            published=Not(Exists(Matching(Y_TICKS, CONTAINS_E, exclude=True))),
            needs=(Need.TWO_Y_TICKS,),
        ),
        *templates(
            _S,
            "whether the independent axis has numbers or categories",
            _x_kind(),
            [("79", "2a", ALL, ("Is independent axis categorical or numerical?",))],
            published=Choose(_no_tick(FLOAT), Literal("numerical"), Literal("categorical")),
        ),
        *templates(
            _S,
            "whether the dependent axis is linear or logarithmic",
            _scale(),
            [("85", "2c", ALL, ("Is dependent axis on a logarithmic scale or Linear scale?",))],
            published=_scale_published(),
            needs=(Need.TWO_NUMERIC_Y,),
        ),
        *templates(
            _N,
            "how many ticks the independent axis has",
            count(X_TICKS),
            [
                ("6", "2b", (*BAR, *BOX), ("How many '{X}' are there in the chart?",)),
                (
                    "6a",
                    "2b",
                    (*LINE, *SCATTER),
                    ("How many major ticks are there on the independent axis of the chart?",),
                ),
            ],
        ),
        *(
            template
            for qid, side, order, need in (
                ("6b", "left", Order.FORWARD, Need.UPRIGHT),
                ("6c", "right", Order.BACKWARD, Need.UPRIGHT),
                ("6d", "top", Order.BACKWARD, Need.SIDEWAYS),
                ("6e", "bottom", Order.FORWARD, Need.SIDEWAYS),
            )
            for template in templates(
                AnswerType.RANKED,
                f"the independent axis' tick labels, from the {side}",
                Names(X_TICKS, (Dim.PLACE,), order),
                [(qid, "2b", ALL, (f"List all the major ticks on independent axis from {side}?",))],
                needs=(need,),
            )
        ),
    ]


def _legends() -> list[Template]:
    listed = Exists(Named(LEGEND, Dim.ITEM, (TextSlot("label"),)))
    return [
        *templates(
            _B,
            "whether the legend has a title",
            Known(LEGEND_TITLE),
            [("89", "2e", ALL, ("Is there a legend title?",))],
        ),
        *templates(
            _S,
            "the legend's title",
            LEGEND_TITLE,
            [("90", "2e", ALL, ("What is the title of legend?",))],
            needs=(Need.LEGEND_TITLE,),
        ),
        *templates(
            _S,
            "in which of nine parts of the picture the legend's middle lies",
            _legend_place(),
            [("3", "2e", ALL, ("Where does the legend appear in the chart?",))],
            needs=(Need.LEGEND,),
        ),
        *templates(
            _B,
            "whether a text is one of the legend's labels",
            listed,
            [
                (
                    "29",
                    "2g",
                    ALL,
                    (
                        "Does {label} appear as one of the legend labels in the graph?",
                        "Does '{label}' appear as one of the legend labels in the graph?",
                    ),
                )
            ],
            over=(Over.LABELS,),
        ),
        *templates(
            _N,
            "how many labels the legend has",
            count(LEGEND),
            [("4", "2g", ALL, ("How many legend labels are there?",))],
            needs=(Need.LEGEND,),
        ),
        *templates(
            _S,
            "whether the legend's labels stand in a row or below each other",
            _legend_lies(),
            [("5", "2g", ALL, ("What is the orientation of legend labels?",))],
            published=_legend_lies_published(),
            needs=(Need.MANY_LABELS,),
        ),
        *templates(
            _B,
            "whether the plot has text that is no title, label or tick",
            Exists(OTHER_TEXT),
            [
                (
                    "91",
                    "2i",
                    ALL,
                    ("Other than the graph objects, is there any other text present on the graph plot area?",),
                )
            ],
        ),
        *templates(
            AnswerType.UNRANKED,
            "the texts that are no title, label or tick",
            Names(OTHER_TEXT, (Dim.ITEM,)),
            [
                (
                    "91a",
                    "2i",
                    ALL,
                    ("Other than the graph objects, what other text are present on the graph plot area?",),
                )
            ],
            needs=(Need.OTHER_TEXT,),
        ),
    ]


def structure_templates() -> list[Template]:
    """The root and structure templates about titles, axes, legends and text."""
    return [*_titles(), *_axes(), *_axis_ends(), *_legends()]


__all__ = ["structure_templates"]
