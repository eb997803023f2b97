"""Readings about the chart itself: titles, units, legend, axes, kinds, and how many of what there are."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.concepts import title_field
from qa.parse.fillers import spells_unit
from qa.parse.frame import Focus, Frame
from qa.parse.generic import is_generic
from qa.parse.kinds import KINDS
from qa.parse.lexicon import Item, Sense
from qa.parse.scope import Binder
from qa.parse.words import Kind, Token
from qa.plan import (
    Agg,
    AllSeries,
    AxisName,
    Coalesce,
    Dim,
    Exists,
    Field,
    FieldName,
    Fn,
    Group,
    Known,
    LegendEntries,
    Literal,
    Marks,
    Measure,
    Num,
    Spots,
    Text,
    Ticks,
    Truth,
    Values,
)
from qa.template import AnswerType
from sie.vocab import ChartFamily

_CURVES = (ChartFamily.LINE, ChartFamily.AREA, ChartFamily.SCATTER)


def _made(
    plan: Text | Num | Truth, *items: Item | None, prior: float = 0.0, tokens: frozenset[int] = frozenset()
) -> Candidate:
    kind = (
        AnswerType.NUMERICAL
        if isinstance(plan, Num)
        else AnswerType.BINARY
        if isinstance(plan, Truth)
        else AnswerType.STRING
    )
    used = frozenset(item for item in items if item is not None)
    return Candidate(plan, {}, kind, used, tokens, 0, prior)


def _says_nothing_else(frame: Frame) -> bool:
    return not (
        frame.series or frame.thresholds or frame.has(Sense.SUPERLATIVE, Sense.AGGREGATE, Sense.SORT, Sense.DIFFERENCE)
    )


def titles(frame: Frame) -> Iterator[Candidate]:
    """The title of the chart, of an axis, of the legend."""
    axis = frame.first(Sense.AXIS)
    title = frame.first(Sense.TITLE)
    if frame.focus is Focus.TRUTH:
        yield from _has_title(frame, axis, title)
        return
    if (
        frame.focus is Focus.COUNT
        or not _says_nothing_else(frame)
        or frame.has(Sense.UNIT, Sense.TICK_WORD, Sense.AXIS_END)
    ):
        return
    if axis is not None:
        field = FieldName.X_TITLE if _is_x(frame, axis) else FieldName.Y_TITLE
        used = (axis, title, *frame.all(Sense.WHAT, Sense.TITLE, Sense.MARK_WORD))
        yield _made(Field(field), *used, prior=0.02)
    elif title is not None and frame.has(Sense.LEGEND):
        yield _made(Field(FieldName.LEGEND_TITLE), title, *frame.all(Sense.LEGEND, Sense.TITLE))
    elif (
        title is not None
        and frame.word("chart", "graph", "plot", "figure", "title", "diagram", "heading", "headline", "caption")
        and not frame.places
    ):
        yield _made(Field(FieldName.TITLE), *frame.all(Sense.TITLE))


def _is_x(frame: Frame, axis: Item) -> bool:
    """Whether an axis is the independent one; "horizontal" and "vertical" are meant as they lie on the page."""
    words = frame.norms[axis.start : axis.end]
    lying = frame.vocabulary.view.direction == "horizontal"
    physical = bool({"horizontal", "vertical", "left", "bottom", "lower", "along"} & set(words))
    physical = physical or bool({"x", "y", "xaxis", "yaxis"} & set(words))
    return (axis.payload == "x") != (lying and physical)


def _has_title(frame: Frame, axis: Item | None, title: Item | None) -> Iterator[Candidate]:
    there = frame.norms[:2] in (
        ["is", "there"],
        ["are", "there"],
        ["does", "the"],
        ["has", "the"],
        ["does", "this"],
        ["do", "the"],
    )
    if (
        not there
        or frame.series
        or frame.places
        or frame.thresholds
        or frame.has(Sense.COMPARATIVE, Sense.SUPERLATIVE, Sense.TREND)
    ):
        return
    legend = frame.first(Sense.LEGEND)
    items = (*frame.all(Sense.ANY, Sense.TITLE, Sense.LEGEND, Sense.AXIS),)
    if title is not None and axis is not None:
        yield _made(Known(Field(FieldName.X_TITLE if _is_x(frame, axis) else FieldName.Y_TITLE)), *items)
    elif title is not None and legend is not None:
        yield _made(Known(Field(FieldName.LEGEND_TITLE)), *items)
    elif legend is not None:
        yield _made(Exists(LegendEntries()), *items)
    elif title is not None:
        yield _made(Known(Field(FieldName.TITLE)), *items)


def units(frame: Frame) -> Iterator[Candidate]:
    """The unit of an axis, by the axis or by words of its title."""
    unit = frame.first(Sense.UNIT)
    if unit is None or frame.focus is Focus.TRUTH:
        return
    axis = frame.first(Sense.AXIS)
    counts = {"x_title": 0, "y_title": 0}
    for token in frame.tokens:
        field = title_field(frame, token)
        if field in counts and not unit.start <= token.index < unit.end:
            counts[field] += 2 if token.stem in frame.vocabulary.title_stems[field] else 1
    if axis is not None:
        wanted = "x_title" if _is_x(frame, axis) else "y_title"
    else:
        wanted = "x_title" if counts["x_title"] > counts["y_title"] else "y_title"
        wanted = _telling(frame, unit) or wanted
    plan: Text = Field(FieldName.X_UNIT if wanted == "x_title" else FieldName.Y_UNIT)
    printed = frame.vocabulary.title_units().get(wanted)
    if printed and not frame.vocabulary.view.field(wanted.replace("title", "unit")):
        # the unit is part of the title only; it is quoted from there
        plan = Coalesce(plan, Literal(printed))
    yield _made(plan, unit, axis, *frame.all(Sense.WHAT, Sense.WHICH, Sense.TITLE))


def _telling(frame: Frame, unit: Item) -> str | None:
    """The title that has a word of the question which the other lacks."""
    x, y = frame.vocabulary.title_stems["x_title"], frame.vocabulary.title_stems["y_title"]
    for token in frame.tokens:
        if unit.start <= token.index < unit.end:
            continue
        if token.stem in x and token.stem not in y:
            return "x_title"
        if token.stem in y and token.stem not in x:
            return "y_title"
    return None


def kind_of_chart(frame: Frame) -> Iterator[Candidate]:
    """What kind of chart it is."""
    asked = frame.first(Sense.CHART_TYPE)
    if asked is not None and frame.focus is not Focus.TRUTH:
        yield _made(Field(FieldName.CHART_TYPE), asked, *frame.all(Sense.WHAT, Sense.WHICH))


def how_many_parts(frame: Frame) -> Iterator[Candidate]:
    """How many series, legend entries, places, bars or points there are."""
    if (
        frame.focus is not Focus.COUNT
        or frame.thresholds
        or frame.has(Sense.SUPERLATIVE, Sense.AGGREGATE, Sense.COMPARATIVE, Sense.CROSSING, Sense.TREND, Sense.SIGN)
    ):
        return
    how_many = frame.first(Sense.HOW_MANY)
    vocabulary = frame.vocabulary
    legend = frame.first(Sense.LEGEND)
    ticks = frame.first(Sense.TICK_WORD)
    noun = {frame.tokens[i].stem for i in frame.focus_tokens} | {
        frame.tokens[i].stem
        for item in frame.all(Sense.SERIES_WORD, Sense.MARK_WORD, Sense.PLACE_WORD)
        for i in range(item.start, item.end)
    }
    items = (
        how_many,
        legend,
        ticks,
        *frame.all(Sense.SERIES_WORD, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.ALL, Sense.TITLE),
    )
    if ticks is not None:
        axis = frame.first(Sense.AXIS)
        independent = axis is None or _is_x(frame, axis)
        ticked = Ticks(AxisName.INDEPENDENT if independent else AxisName.DEPENDENT)
        yield _made(Agg(Fn.COUNT, ticked), *items, axis)
        return
    if frame.series or frame.places:
        yield from _bars_of(frame, noun, items)
        return
    if legend is not None:
        yield _made(Agg(Fn.COUNT, LegendEntries()), *items)
    if _each(frame):
        yield from _per_place(frame, items)
        return
    observed = {"observation"} if not vocabulary.bins else set()
    points = bool(noun & ({"point", "dot", "marker", "data"} | observed)) and not vocabulary.bins
    bars = bool(noun & {"bar", "column", "slice", "box", "boxplot", "wedge", "segment", "sector"})
    bars = bars or (bool(vocabulary.bins) and bool(noun & {"bin", "interval", "class"}))
    lines = bool(noun & {"line", "curve", "series", "trace", "color", "colour", "dataset", "layer", "area"})
    if points or bars:
        yield _made(_marks(frame), *items)
    if (
        frame.focus_dim is Dim.SERIES
        or lines
        or (not bars and vocabulary.n_series > 1 and vocabulary.family in _CURVES)
    ):
        prior = 0.0 if frame.focus_dim is Dim.SERIES or lines else -0.08 if _shown(frame) else -0.4
        yield _made(Agg(Fn.COUNT, AllSeries()), *items, prior=prior)
    if _names_places(frame, marks=points or bars or lines):
        measure = Measure.MEDIAN if vocabulary.is_box else Measure.Y
        yield _made(Agg(Fn.COUNT, Group(Values(measure, Spots.LABELS), Dim.PLACE, Fn.COUNT)), *items)


def _names_places(frame: Frame, *, marks: bool) -> bool:
    """Whether what is counted are the places: by its noun, or because there is nothing else that it could name."""
    if frame.vocabulary.numeric_x or marks:
        return False
    grouped = frame.vocabulary.n_series > 1 and frame.focus_dim is None and not frame.vocabulary.is_box
    if frame.focus_dim is Dim.PLACE or (grouped and "group" in {frame.tokens[i].stem for i in frame.focus_tokens}):
        return True
    if any(_is_value(frame, frame.tokens[i]) for i in frame.focus_tokens):
        return False
    titled = any(len(word) > 1 for word in frame.vocabulary.title_stems["x_title"])
    nouns = [frame.tokens[i] for i in frame.focus_tokens]
    if titled and not any(token.stem in KINDS or is_generic(token.norm, token.stem) for token in nouns):
        return False  # the places have a name, and it is another
    only = frame.vocabulary.n_series == 1 and bool(frame.vocabulary.places) and bool(frame.focus_tokens)
    return only and frame.focus_dim is None and _shown(frame)


def _is_value(frame: Frame, token: Token) -> bool:
    """Whether a noun is of the values or their unit: "how many hours", "how many insects" count no places."""
    generic = is_generic(token.norm, token.stem)
    return not generic and (title_field(frame, token) == "y_title" or spells_unit(token.norm))


_SHOWN = frozenset({
    "shown", "show", "shows", "displayed", "display", "plotted", "there", "listed", "chart", "graph", "figure",
    "diagram", "picture", "image", "visible", "here", "pictured", "depicted", "included", "contain", "contains",
    "present", "presented", "compared", "drawn", "plot", "covered", "represented",
})  # fmt: skip


def _shown(frame: Frame) -> bool:
    """Whether a question says "are shown" and the like, or nothing at all after what it counts ("how many runs?")."""
    last = max((token.index for token in frame.tokens if token.kind is Kind.WORD), default=-1)
    return frame.word(*_SHOWN) or last in frame.focus_tokens


def _marks(frame: Frame) -> Num:
    return Agg(Fn.COUNT, Marks())


def _each(frame: Frame) -> bool:
    return frame.word("each", "every", "per") and frame.has(Sense.MARK_WORD, Sense.SERIES_WORD)


def _per_place(frame: Frame, items: tuple[Item | None, ...]) -> Iterator[Candidate]:
    """How many marks a place has, where that is the same for all."""
    measure = Measure.MEDIAN if frame.vocabulary.is_box else Measure.Y
    per = Group(Values(measure, Spots.LABELS), Dim.PLACE, Fn.COUNT)
    yield _made(Agg(Fn.MAX, per), *items)


def _bars_of(frame: Frame, noun: set[str], items: tuple[Item | None, ...]) -> Iterator[Candidate]:
    """How many bars a series or a place has."""
    from qa.parse.scope import Scope

    drawn = {"bar", "point", "dot", "marker", "box", "column", "segment", "observation", "part"}
    if not noun & (drawn if not frame.vocabulary.bins else {"bar", "column"}):
        return
    binder = Binder()
    measure = Measure.MEDIAN if frame.vocabulary.is_box else Measure.Y
    rel = Scope(frame, binder).relation(rel=Values(measure, Spots.LABELS))
    if rel.dims:
        made = _made(Agg(Fn.COUNT, rel), *items)
        yield Candidate(made.plan, binder.bindings(), made.answer_type, made.items)


def axis_ends(frame: Frame) -> Iterator[Candidate]:
    """Where an axis begins or ends, by its ticks."""
    axis = frame.first(Sense.AXIS)
    if axis is None or frame.focus is Focus.TRUTH:
        return
    ticks = Ticks(AxisName.INDEPENDENT if _is_x(frame, axis) else AxisName.DEPENDENT)
    best = frame.first(Sense.SUPERLATIVE)
    items = (axis, best, *frame.all(Sense.TICK_WORD, Sense.TITLE, Sense.START, Sense.END))
    if best is not None and frame.word("axis", "tick", "label", "xaxis", "yaxis"):
        yield _made(Agg(Fn.MAX if best.payload == 1 else Fn.MIN, ticks), *items)


def scales(frame: Frame) -> Iterator[Candidate]:
    """Whether an axis is logarithmic."""
    if not frame.word("log", "logarithmic", "linear", "logarithm") or frame.series or frame.thresholds:
        return
    axis = frame.first(Sense.AXIS)
    field = FieldName.X_SCALE if axis is not None and _is_x(frame, axis) else FieldName.Y_SCALE
    tokens = frozenset(token.index for token in frame.tokens if token.norm in ("log", "logarithmic", "linear", "scale"))
    if frame.focus is Focus.TRUTH and not frame.word("or"):
        from qa.plan import OneOf

        wanted = "linear" if frame.word("linear") else "log"
        yield _made(OneOf(Field(field), (wanted,)), axis, tokens=tokens)
    else:
        yield _made(Field(field), axis, tokens=tokens)


STRUCTURE_CONSTRUCTORS = (titles, units, kind_of_chart, how_many_parts, axis_ends, scales)
