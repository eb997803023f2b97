"""The closed sets that plans are written with."""

from __future__ import annotations

from enum import StrEnum


class Dim(StrEnum):
    """What tells the rows of a relation apart."""

    SERIES = "series"
    PLACE = "place"  # a position of the independent axis that has a label: a category or a major tick
    PARTNER = "partner"  # the second place of a pair
    POINT = "point"  # a data point as drawn, whatever its label
    ITEM = "item"  # a tick, a text, a legend entry, a mark


class Measure(StrEnum):
    """Which number of a data point or box is its value."""

    Y = "y"
    Y_LOW = "y_low"
    Y_HIGH = "y_high"
    MIN = "min"
    Q1 = "q1"
    MEDIAN = "median"
    Q3 = "q3"
    MAX = "max"


class Spots(StrEnum):
    """Where values are taken.

    PLACES: at the places that questions name. On a line, area or scatter chart whose independent axis has numeric
    ticks these are the ticks, the value interpolated linearly; on every other chart the labels of the points.
    LABELS: at the points' own labels, always. POINTS: each data point as drawn.
    """

    PLACES = "places"
    LABELS = "labels"
    POINTS = "points"


class AxisName(StrEnum):
    """Whose ticks."""

    INDEPENDENT = "independent"
    DEPENDENT = "dependent"


class Pick(StrEnum):
    """A series chosen without its name: the only (first) one, or the last."""

    ONLY = "only"
    LAST = "last"


class Op(StrEnum):
    """Comparisons. Numbers that were computed are compared with the relative tolerance `qa.compiler.TOLERANCE`."""

    GT = ">"
    GE = ">="
    LT = "<"
    LE = "<="
    EQ = "="
    NE = "!="


class Arithmetic(StrEnum):
    """Binary operations on numbers; a quotient by zero does not exist."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    ABSDIFF = "absdiff"


class Fn(StrEnum):
    """Aggregates. All but COUNT do not exist over no rows.

    VAR and STD are of the population, and 0 of values that differ by rounding only. FIRST_MODE is the commonest
    value, the first seen on a tie. HIGH_MODE and LOW_MODE are the highest and lowest of the commonest values, and do
    not exist when several values all occur once.
    """

    COUNT = "count"
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    MIN = "min"
    MAX = "max"
    RANGE = "range"
    VAR = "variance"
    STD = "standard deviation"
    FIRST_MODE = "first mode"
    HIGH_MODE = "highest mode"
    LOW_MODE = "lowest mode"


class Order(StrEnum):
    """How rows are put in order; equal values keep the order of their places."""

    FORWARD = "forward"  # left to right, bottom to top, first series first
    BACKWARD = "backward"
    RISING = "rising"  # by value
    FALLING = "falling"
    NAME_FALLING = "name falling"


class FitKind(StrEnum):
    """Numbers of a straight line through points."""

    CORRELATION = "correlation"
    SLOPE = "slope"
    INTERCEPT = "intercept"


class FieldName(StrEnum):
    """The texts that a chart has of itself."""

    TITLE = "title"
    X_TITLE = "x_title"
    Y_TITLE = "y_title"
    LEGEND_TITLE = "legend_title"
    CHART_TYPE = "chart_type"
    FAMILY = "family"
    X_SCALE = "x_scale"
    Y_SCALE = "y_scale"
    X_UNIT = "x_unit"
    Y_UNIT = "y_unit"
    BAR_DIRECTION = "bar_direction"  # horizontal or vertical: the direction of the dependent axis


class Extent(StrEnum):
    """A pixel measure of a text or of a legend label and its swatch."""

    X0 = "x0"
    Y0 = "y0"
    X1 = "x1"
    Y1 = "y1"
