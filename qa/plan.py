"""The closed algebra of plans: what a question asks, apart from any table or SQL.

A plan is a tree of frozen nodes of five sorts. A *relation* is a set of rows; its type names the dimensions that tell
its rows apart (series, place, ...) and every row carries one value `v`. *Numbers*, *texts* and *truths* are single
values, null where they do not exist. An *answer* is a truth, a number, a text, or a list of names.

Types are checked when a node is built, so a plan that exists has a meaning. Refused alternative: plain relational
algebra over the stored tables. It can say more, but one question then has many plans, and neither the first-order form
nor the reading shown to people can be had from it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from enum import StrEnum

from qa.errors import PlanError


class Dim(StrEnum):
    """What tells the rows of a relation apart."""

    SERIES = "series"
    PLACE = "place"  # a position of the independent axis that has a label: a category or a major tick
    PARTNER = "partner"  # the second place of a pair
    POINT = "point"  # a data point as drawn, whatever its label
    ITEM = "item"  # a tick, a text, a legend entry, a mark


_SPOTS = frozenset({Dim.PLACE, Dim.POINT, Dim.ITEM})


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

    @property
    def of_box(self) -> bool:
        """True for the five numbers of a box."""
        return self in (Measure.MIN, Measure.Q1, Measure.MEDIAN, Measure.Q3, Measure.MAX)


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

    VAR and STD are of the population, and 0 of values that differ by rounding only. FIRST_MODE is the commonest value, the first seen on a tie.
    HIGH_MODE and LOW_MODE are the highest and lowest of the commonest values, and do not exist when several values
    all occur once.
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


class Node:
    """Any node of a plan."""

    def children(self) -> tuple[Node, ...]:
        """The nodes right below, in the order of the fields."""
        return tuple(value for item in fields(self) if isinstance(value := getattr(self, item.name), Node))  # type: ignore[arg-type]

    def walk(self) -> tuple[Node, ...]:
        """This node and all below it, parents first."""
        return (self, *(node for child in self.children() for node in child.walk()))


class Rel(Node):
    """A relation."""

    @property
    def dims(self) -> frozenset[Dim]:
        """The dimensions that tell its rows apart."""
        raise NotImplementedError

    @property
    def exact(self) -> bool:
        """True when its values are read, not computed, so that they are compared without tolerance."""
        return all(child.exact for child in self.children() if isinstance(child, Rel | Num))

    @property
    def spot(self) -> Dim | None:
        """The dimension that `spot`, `spot_name` and `spot_value` tell, if any."""
        return next(iter(self.dims & _SPOTS), None)


class Num(Node):
    """A number, or null."""

    @property
    def exact(self) -> bool:
        """True when it is read, not computed."""
        return all(child.exact for child in self.children() if isinstance(child, Rel | Num))


class Text(Node):
    """A text, or null."""


class Truth(Node):
    """True, false, or null where something it needs does not exist."""


class Listing(Node):
    """A list."""


Plan = Num | Text | Truth | Listing


def _expect(good: bool, node: Node, expected: str, got: object) -> None:
    if not good:
        raise PlanError(f"{type(node).__name__}: expected {expected}, got {got}")


def _shown(dims: frozenset[Dim]) -> str:
    return "{" + ", ".join(sorted(dims)) + "}"


# --------------------------------------------------------------------------- relations: where rows come from


@dataclass(frozen=True)
class Values(Rel):
    """Every value of the chart, a row a series and place (or point)."""

    measure: Measure = Measure.Y
    at: Spots = Spots.PLACES

    def __post_init__(self) -> None:
        _expect(isinstance(self.measure, Measure), self, "a Measure", self.measure)
        _expect(isinstance(self.at, Spots), self, "Spots", self.at)
        if self.measure is not Measure.Y:
            _expect(self.at is not Spots.PLACES, self, "labels or points for a measure other than y", self.at.value)

    @property
    def dims(self) -> frozenset[Dim]:
        return frozenset({Dim.SERIES, Dim.POINT if self.at is Spots.POINTS else Dim.PLACE})

    @property
    def exact(self) -> bool:
        return self.at is not Spots.PLACES


@dataclass(frozen=True)
class ValuesAt(Rel):
    """The value of each series at one number of the independent axis, interpolated; no row outside the data."""

    x: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.x, Num), self, "a number x", self.x)

    @property
    def dims(self) -> frozenset[Dim]:
        return frozenset({Dim.SERIES})

    @property
    def exact(self) -> bool:
        return False


class _Items(Rel):
    @property
    def dims(self) -> frozenset[Dim]:
        return frozenset({Dim.ITEM})

    @property
    def exact(self) -> bool:
        return True


@dataclass(frozen=True)
class Ticks(_Items):
    """The labelled ticks of a primary axis; the value is null on categories.

    The independent axis' ticks are places; where a chart has none, the labels of its points stand for them.
    """

    axis: AxisName

    def __post_init__(self) -> None:
        _expect(isinstance(self.axis, AxisName), self, "an AxisName", self.axis)

    @property
    def dims(self) -> frozenset[Dim]:
        return frozenset({Dim.PLACE if self.axis is AxisName.INDEPENDENT else Dim.ITEM})


@dataclass(frozen=True)
class LegendEntries(_Items):
    """The entries of the legend; the value is an extent of label and swatch together."""

    extent: Extent = Extent.Y0
    label_only: bool = False


@dataclass(frozen=True)
class Texts(_Items):
    """The text blocks with (or, excluded, without) the roles; the value is an extent of the block."""

    roles: tuple[str, ...]
    exclude: bool = False
    extent: Extent = Extent.Y0

    def __post_init__(self) -> None:
        from sie.vocab import TextRole

        _expect(set(self.roles) <= {role.value for role in TextRole}, self, "text roles", self.roles)


@dataclass(frozen=True)
class Frame(_Items):
    """One row, the whole picture of the chart; the value is an extent."""

    extent: Extent


@dataclass(frozen=True)
class Marks(_Items):
    """The data marks as people count them: bars, lines, points, slices, boxes; the value is null."""


@dataclass(frozen=True)
class AllSeries(Rel):
    """Every data series; the value is null."""

    @property
    def dims(self) -> frozenset[Dim]:
        return frozenset({Dim.SERIES})

    @property
    def exact(self) -> bool:
        return True


# --------------------------------------------------------------------------- relations: fewer rows or dimensions


@dataclass(frozen=True)
class OfSeries(Rel):
    """The rows of one series; the series is no longer a dimension."""

    rel: Rel
    series: Text | Pick

    def __post_init__(self) -> None:
        _expect(Dim.SERIES in self.rel.dims, self, "a relation over series", _shown(self.rel.dims))
        _expect(isinstance(self.series, Text | Pick), self, "a text or a Pick", self.series)

    @property
    def dims(self) -> frozenset[Dim]:
        return self.rel.dims - {Dim.SERIES}


@dataclass(frozen=True)
class At(Rel):
    """The rows at the place (or item) with a label; it is no longer a dimension."""

    rel: Rel
    place: Text

    def __post_init__(self) -> None:
        _expect(bool(self.rel.dims & {Dim.PLACE, Dim.ITEM}), self, "a relation over places", _shown(self.rel.dims))
        _expect(Dim.PARTNER not in self.rel.dims, self, "a relation without pairs", _shown(self.rel.dims))
        _expect(isinstance(self.place, Text), self, "a text place", self.place)

    @property
    def dims(self) -> frozenset[Dim]:
        return self.rel.dims - {Dim.PLACE, Dim.ITEM}


class _Kept(Rel):
    """A relation with some of the rows of its first child `rel`."""

    rel: Rel

    @property
    def dims(self) -> frozenset[Dim]:
        return self.rel.dims

    @property
    def exact(self) -> bool:
        return self.rel.exact


@dataclass(frozen=True)
class Where(_Kept):
    """The rows whose value compares so with a number."""

    rel: Rel
    op: Op
    number: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.rel, Rel), self, "a relation", self.rel)
        _expect(isinstance(self.op, Op), self, "an Op", self.op)
        _expect(isinstance(self.number, Num), self, "a number", self.number)


@dataclass(frozen=True)
class WhereX(_Kept):
    """The rows whose number on the independent axis compares so."""

    rel: Rel
    op: Op
    number: Num

    def __post_init__(self) -> None:
        _expect(self.rel.spot is not None, self, "a relation over places, points or items", _shown(self.rel.dims))
        _expect(isinstance(self.number, Num), self, "a number", self.number)


@dataclass(frozen=True)
class Named(_Kept):
    """The rows whose series or place has one of the names (or none of them)."""

    rel: Rel
    dim: Dim
    names: tuple[Text, ...]
    exclude: bool = False

    def __post_init__(self) -> None:
        _expect(self.dim in self.rel.dims, self, f"a relation over {self.dim}", _shown(self.rel.dims))
        _expect(len(self.names) > 0, self, "at least one name", self.names)

    def children(self) -> tuple[Node, ...]:
        return (self.rel, *self.names)


@dataclass(frozen=True)
class Matching(_Kept):
    """The rows whose label matches a regular expression as a whole (or does not)."""

    rel: Rel
    pattern: str
    exclude: bool = False

    def __post_init__(self) -> None:
        _expect(self.rel.spot is not None, self, "a relation over places, points or items", _shown(self.rel.dims))


@dataclass(frozen=True)
class Among(_Kept):
    """The rows whose shared dimensions occur in another relation (or do not)."""

    rel: Rel
    other: Rel
    exclude: bool = False

    def __post_init__(self) -> None:
        _expect(bool(self.rel.dims & self.other.dims), self, "a shared dimension", _shown(self.other.dims))


@dataclass(frozen=True)
class Best(_Kept):
    """The rows with the highest or lowest value, ties included."""

    rel: Rel
    highest: bool = True

    def __post_init__(self) -> None:
        _expect(bool(self.rel.dims), self, "a relation with dimensions", _shown(self.rel.dims))


@dataclass(frozen=True)
class Top(_Kept):
    """The rows that come first by an order: k of them, with `ties` every row as good as the k-th."""

    rel: Rel
    k: Num
    order: Order = Order.FALLING
    ties: bool = True

    def __post_init__(self) -> None:
        _expect(bool(self.rel.dims), self, "a relation with dimensions", _shown(self.rel.dims))
        _expect(isinstance(self.k, Num), self, "a number k", self.k)


@dataclass(frozen=True)
class Nth(_Kept):
    """The k-th row by an order, counted from 1; with equal values still one row. Places are counted once each."""

    rel: Rel
    k: Num
    order: Order = Order.FORWARD

    def __post_init__(self) -> None:
        _expect(bool(self.rel.dims), self, "a relation with dimensions", _shown(self.rel.dims))
        _expect(isinstance(self.k, Num), self, "a number k", self.k)


# --------------------------------------------------------------------------- relations: new values


@dataclass(frozen=True)
class Zip(Rel):
    """Two relations of the same dimensions, row by row where both have one: `left op right`."""

    op: Arithmetic
    left: Rel
    right: Rel

    def __post_init__(self) -> None:
        _expect(isinstance(self.op, Arithmetic), self, "an Arithmetic", self.op)
        same = self.left.dims == self.right.dims and bool(self.left.dims)
        _expect(same, self, f"two relations over {_shown(self.left.dims)}", _shown(self.right.dims))
        _expect(Dim.POINT not in self.left.dims, self, "relations over places or series", _shown(self.left.dims))

    @property
    def dims(self) -> frozenset[Dim]:
        return self.left.dims

    @property
    def exact(self) -> bool:
        return False


@dataclass(frozen=True)
class Map(Rel):
    """Each value with a number: `value op number`."""

    op: Arithmetic
    rel: Rel
    number: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.op, Arithmetic), self, "an Arithmetic", self.op)
        _expect(isinstance(self.number, Num), self, "a number", self.number)

    @property
    def dims(self) -> frozenset[Dim]:
        return self.rel.dims

    @property
    def exact(self) -> bool:
        return False


@dataclass(frozen=True)
class Pairs(Rel):
    """Pairs of places of one series, earlier first: `earlier op later`; `consecutive` keeps neighbouring places."""

    op: Arithmetic
    rel: Rel
    consecutive: bool = False

    def __post_init__(self) -> None:
        _expect(self.rel.dims == {Dim.PLACE}, self, "a relation over places alone", _shown(self.rel.dims))

    @property
    def dims(self) -> frozenset[Dim]:
        return frozenset({Dim.PLACE, Dim.PARTNER})

    @property
    def exact(self) -> bool:
        return False


@dataclass(frozen=True)
class Steps(Rel):
    """The change from each row to the next along the axis (per series): later minus earlier, named by the later."""

    rel: Rel

    def __post_init__(self) -> None:
        _expect(self.rel.spot is not None, self, "a relation over places, points or items", _shown(self.rel.dims))
        _expect(Dim.PARTNER not in self.rel.dims, self, "a relation without pairs", _shown(self.rel.dims))

    @property
    def dims(self) -> frozenset[Dim]:
        return self.rel.dims


@dataclass(frozen=True)
class Group(Rel):
    """An aggregate for each series, or for each place."""

    rel: Rel
    by: Dim
    fn: Fn

    def __post_init__(self) -> None:
        _expect(self.by in self.rel.dims, self, f"a relation over {self.by}", _shown(self.rel.dims))
        _expect(self.by in (Dim.SERIES, Dim.PLACE), self, "series or place", self.by.value)
        _expect(isinstance(self.fn, Fn), self, "an Fn", self.fn)

    @property
    def dims(self) -> frozenset[Dim]:
        return frozenset({self.by})

    @property
    def exact(self) -> bool:
        return self.rel.exact and self.fn in _EXACT_FNS


_EXACT_FNS = frozenset({Fn.COUNT, Fn.MIN, Fn.MAX, Fn.FIRST_MODE, Fn.HIGH_MODE, Fn.LOW_MODE})


# --------------------------------------------------------------------------- numbers


@dataclass(frozen=True)
class Number(Num):
    """A constant."""

    value: float

    def __post_init__(self) -> None:
        _expect(isinstance(self.value, int | float) and math.isfinite(self.value), self, "a finite number", self.value)


@dataclass(frozen=True)
class NumberSlot(Num):
    """A number that the question binds."""

    name: str

    def __post_init__(self) -> None:
        _expect(self.name.isidentifier(), self, "an identifier", self.name)


@dataclass(frozen=True)
class Agg(Num):
    """An aggregate of all values of a relation; nulls are left out."""

    fn: Fn
    rel: Rel

    def __post_init__(self) -> None:
        _expect(isinstance(self.fn, Fn), self, "an Fn", self.fn)
        _expect(isinstance(self.rel, Rel), self, "a relation", self.rel)

    @property
    def exact(self) -> bool:
        return self.fn is Fn.COUNT or (self.rel.exact and self.fn in _EXACT_FNS)


@dataclass(frozen=True)
class Value(Num):
    """The value of the first row."""

    rel: Rel

    def __post_init__(self) -> None:
        _expect(isinstance(self.rel, Rel), self, "a relation", self.rel)


@dataclass(frozen=True)
class XOf(Num):
    """The number on the independent axis of the first row."""

    rel: Rel

    def __post_init__(self) -> None:
        _expect(self.rel.spot is not None, self, "a relation over places, points or items", _shown(self.rel.dims))


@dataclass(frozen=True)
class Fit(Num):
    """Correlation, slope or intercept of value against x over points; null when x (or, correlating, y) is constant."""

    kind: FitKind
    rel: Rel

    def __post_init__(self) -> None:
        _expect(self.rel.spot in (Dim.POINT, Dim.PLACE), self, "a relation over points", _shown(self.rel.dims))

    @property
    def exact(self) -> bool:
        return False


@dataclass(frozen=True)
class Arith(Num):
    """Two numbers combined."""

    op: Arithmetic
    left: Num
    right: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.op, Arithmetic), self, "an Arithmetic", self.op)
        for side in (self.left, self.right):
            _expect(isinstance(side, Num), self, "two numbers", type(side).__name__)

    @property
    def exact(self) -> bool:
        counted = all(isinstance(node, Agg) and node.fn is Fn.COUNT for node in (self.left, self.right))
        return counted and self.op is not Arithmetic.DIV


@dataclass(frozen=True)
class Abs(Num):
    """The size of a number without its sign."""

    number: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.number, Num), self, "a number", self.number)


@dataclass(frozen=True)
class Round(Num):
    """A number rounded half to even at so many digits after the point."""

    number: Num
    digits: int = 0


@dataclass(frozen=True)
class ChooseNumber(Num):
    """One number where a truth holds, another where it does not, null where it is null."""

    condition: Truth
    then: Num
    otherwise: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.condition, Truth), self, "a truth", type(self.condition).__name__)


# --------------------------------------------------------------------------- texts


@dataclass(frozen=True)
class Literal(Text):
    """A constant text."""

    value: str

    def __post_init__(self) -> None:
        _expect(isinstance(self.value, str), self, "a text", self.value)


@dataclass(frozen=True)
class TextSlot(Text):
    """A text that the question binds."""

    name: str

    def __post_init__(self) -> None:
        _expect(self.name.isidentifier(), self, "an identifier", self.name)


@dataclass(frozen=True)
class Field(Text):
    """A text that the chart has of itself; an empty one counts as none."""

    name: FieldName


@dataclass(frozen=True)
class NameOf(Text):
    """The name, along one dimension, of the first row."""

    rel: Rel
    dim: Dim

    def __post_init__(self) -> None:
        _expect(self.dim in self.rel.dims, self, f"a relation over {self.dim}", _shown(self.rel.dims))


@dataclass(frozen=True)
class Coalesce(Text):
    """The first of two texts that exists."""

    first: Text
    second: Text


@dataclass(frozen=True)
class Join(Text):
    """Texts one after the other, null when one is."""

    parts: tuple[Text, ...]

    def children(self) -> tuple[Node, ...]:
        return self.parts


@dataclass(frozen=True)
class Choose(Text):
    """One text where a truth holds, another where it does not, null where it is null."""

    condition: Truth
    then: Text
    otherwise: Text

    def __post_init__(self) -> None:
        _expect(isinstance(self.condition, Truth), self, "a truth", type(self.condition).__name__)


# --------------------------------------------------------------------------- truths


@dataclass(frozen=True)
class Compare(Truth):
    """Two numbers compared."""

    op: Op
    left: Num
    right: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.op, Op), self, "an Op", self.op)
        for side in (self.left, self.right):
            _expect(isinstance(side, Num), self, "two numbers", type(side).__name__)


@dataclass(frozen=True)
class Exists(Truth):
    """There is a row."""

    rel: Rel

    def __post_init__(self) -> None:
        _expect(isinstance(self.rel, Rel), self, "a relation", type(self.rel).__name__)


@dataclass(frozen=True)
class ForAll(Truth):
    """Every value compares so with the number; true over no rows."""

    rel: Rel
    op: Op
    number: Num

    def __post_init__(self) -> None:
        _expect(isinstance(self.rel, Rel), self, "a relation", type(self.rel).__name__)
        _expect(isinstance(self.number, Num), self, "a number", type(self.number).__name__)


@dataclass(frozen=True)
class OneOf(Truth):
    """A text is one of these; false where there is no text."""

    text: Text
    values: tuple[str, ...]


@dataclass(frozen=True)
class Known(Truth):
    """A text or number exists."""

    value: Text | Num


@dataclass(frozen=True)
class Not(Truth):
    """The opposite."""

    truth: Truth

    def __post_init__(self) -> None:
        _expect(isinstance(self.truth, Truth), self, "a truth", type(self.truth).__name__)


@dataclass(frozen=True)
class Both(Truth):
    """Two truths hold."""

    left: Truth
    right: Truth


@dataclass(frozen=True)
class Either(Truth):
    """One of two truths holds."""

    left: Truth
    right: Truth


# --------------------------------------------------------------------------- lists


@dataclass(frozen=True)
class Names(Listing):
    """The names of the rows along one dimension; of places and partners together, pairs."""

    rel: Rel
    dims_named: tuple[Dim, ...]
    order: Order = Order.FORWARD

    def __post_init__(self) -> None:
        _expect(0 < len(self.dims_named) <= 2, self, "one or two dimensions", self.dims_named)
        _expect(
            set(self.dims_named) <= self.rel.dims, self, f"a relation over {self.dims_named}", _shown(self.rel.dims)
        )


@dataclass(frozen=True)
class Numbers(Listing):
    """The values of the rows."""

    rel: Rel
    order: Order = Order.FORWARD
