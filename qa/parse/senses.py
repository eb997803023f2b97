"""What a phrase does in a question, and a phrase found in one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from qa.plan import Fn, Measure, Op


class Sense(StrEnum):
    """What a phrase does in a question."""

    SUPERLATIVE = "superlative"  # payload: +1 or -1
    COMPARATIVE = "comparative"  # payload: +1 or -1
    RELATION = "relation"  # payload: Op
    AGGREGATE = "aggregate"  # payload: Fn
    DIFFERENCE = "difference"
    MINUS = "minus"
    PLUS = "plus"
    RATIO = "ratio"
    TIMES = "times"  # payload: factor, or 0 where a number stands before it
    CHANGE = "change"
    PERCENT_CHANGE = "percent change"
    SHARE = "share"
    HOW_MANY = "how many"
    HOW_MUCH = "how much"
    WHICH = "which"
    WHAT = "what"
    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    LIST = "list"
    SORT = "sort"
    RISING = "rising"
    FALLING = "falling"
    TOP = "top"  # payload: +1 or -1
    ALL = "all"
    ANY = "any"
    NONE = "none"
    FIRST = "first"
    LAST = "last"
    START = "start"
    END = "end"
    TREND = "trend"  # payload: +1 or -1
    TREND_WORD = "trend word"
    CORRELATION = "correlation"
    SLOPE = "slope"
    SIGN = "sign"  # payload: Op against zero
    SIGN_CHOICE = "sign choice"
    CROSSING = "crossing"
    ZERO = "zero"
    EQUAL = "equal"
    NEARLY = "nearly"
    MEASURE = "measure"  # payload: Measure
    IQR = "interquartile range"
    WHISKERS = "whisker range"
    BETWEEN = "between"
    THAN = "than"
    TITLE = "title"
    AXIS = "axis"  # payload: x or y
    UNIT = "unit"
    LEGEND = "legend"
    CHART_TYPE = "chart type"
    SERIES_WORD = "series word"
    MARK_WORD = "mark word"
    PLACE_WORD = "place word"
    TICK_WORD = "tick word"
    AXIS_END = "axis end"
    ERROR_BAR = "error bar"
    MISSING = "missing"
    NOT = "not"
    CAUSE = "asks for a cause"
    PREDICTION = "asks for a prediction"
    ADVICE = "asks for advice"
    CHAT = "is not a question about the data"
    NOT_SHOWN = "asks for what a chart does not tell"


Payload = int | float | str | Op | Fn | Measure


@dataclass(frozen=True)
class Item:
    """A phrase found in a question."""

    sense: Sense
    start: int
    end: int
    payload: Payload = 0


def operator_of(item: Item) -> Op:
    """The comparison that a relation ("above"), a comparative ("higher") or an "equal" makes."""
    if item.sense is Sense.EQUAL:
        return Op.EQ
    if item.sense is Sense.RELATION:
        return Op(str(item.payload))
    return Op.GT if item.payload == 1 else Op.LT
