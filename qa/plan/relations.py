"""Relations: where rows come from, which are kept, and what is made of their values."""

from __future__ import annotations

from dataclasses import dataclass

from qa.plan.nodes import EXACT_FNS, Node, Num, Rel, Text, expect, shown_dims
from qa.plan.words import Arithmetic, AxisName, Dim, Extent, Fn, Measure, Op, Order, Pick, Spots
from sie.vocab import TextRole

# -------------------------------------------------------------------------- where rows come from


@dataclass(frozen=True)
class Values(Rel):
    """Every value of the chart, a row a series and place (or point)."""

    measure: Measure = Measure.Y
    at: Spots = Spots.PLACES

    def __post_init__(self) -> None:
        expect(isinstance(self.measure, Measure), self, "a Measure", self.measure)
        expect(isinstance(self.at, Spots), self, "Spots", self.at)
        if self.measure is not Measure.Y:
            expect(self.at is not Spots.PLACES, self, "labels or points for a measure other than y", self.at.value)

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return frozenset({Dim.SERIES, Dim.POINT if self.at is Spots.POINTS else Dim.PLACE})

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return self.at is not Spots.PLACES


@dataclass(frozen=True)
class ValuesAt(Rel):
    """The value of each series at one number of the independent axis, interpolated; no row outside the data."""

    x: Num

    def __post_init__(self) -> None:
        expect(isinstance(self.x, Num), self, "a number x", self.x)

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return frozenset({Dim.SERIES})

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return False


class _Items(Rel):
    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return frozenset({Dim.ITEM})

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return True


@dataclass(frozen=True)
class Ticks(_Items):
    """The labelled ticks of a primary axis; the value is null on categories.

    The independent axis' ticks are places; where a chart has none, the labels of its points stand for them.
    """

    axis: AxisName

    def __post_init__(self) -> None:
        expect(isinstance(self.axis, AxisName), self, "an AxisName", self.axis)

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
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
        expect(set(self.roles) <= {role.value for role in TextRole}, self, "text roles", self.roles)


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
        """See `Rel.dims`."""
        return frozenset({Dim.SERIES})

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return True


# -------------------------------------------------------------------------- fewer rows or dimensions


@dataclass(frozen=True)
class OfSeries(Rel):
    """The rows of one series; the series is no longer a dimension."""

    rel: Rel
    series: Text | Pick

    def __post_init__(self) -> None:
        expect(Dim.SERIES in self.rel.dims, self, "a relation over series", shown_dims(self.rel.dims))
        expect(isinstance(self.series, Text | Pick), self, "a text or a Pick", self.series)

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return self.rel.dims - {Dim.SERIES}


@dataclass(frozen=True)
class At(Rel):
    """The rows at the place (or item) with a label; it is no longer a dimension."""

    rel: Rel
    place: Text

    def __post_init__(self) -> None:
        expect(bool(self.rel.dims & {Dim.PLACE, Dim.ITEM}), self, "a relation over places", shown_dims(self.rel.dims))
        expect(Dim.PARTNER not in self.rel.dims, self, "a relation without pairs", shown_dims(self.rel.dims))
        expect(isinstance(self.place, Text), self, "a text place", self.place)

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return self.rel.dims - {Dim.PLACE, Dim.ITEM}


class _Kept(Rel):
    """A relation with some of the rows of its first child `rel`."""

    rel: Rel

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return self.rel.dims

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return self.rel.exact


@dataclass(frozen=True)
class Where(_Kept):
    """The rows whose value compares so with a number."""

    rel: Rel
    op: Op
    number: Num

    def __post_init__(self) -> None:
        expect(isinstance(self.rel, Rel), self, "a relation", self.rel)
        expect(isinstance(self.op, Op), self, "an Op", self.op)
        expect(isinstance(self.number, Num), self, "a number", self.number)


@dataclass(frozen=True)
class WhereX(_Kept):
    """The rows whose number on the independent axis compares so."""

    rel: Rel
    op: Op
    number: Num

    def __post_init__(self) -> None:
        expect(self.rel.spot is not None, self, "a relation over places, points or items", shown_dims(self.rel.dims))
        expect(isinstance(self.number, Num), self, "a number", self.number)


@dataclass(frozen=True)
class Named(_Kept):
    """The rows whose series or place has one of the names (or none of them)."""

    rel: Rel
    dim: Dim
    names: tuple[Text, ...]
    exclude: bool = False

    def __post_init__(self) -> None:
        expect(self.dim in self.rel.dims, self, f"a relation over {self.dim}", shown_dims(self.rel.dims))
        expect(len(self.names) > 0, self, "at least one name", self.names)

    def children(self) -> tuple[Node, ...]:
        """The nodes right below."""
        return (self.rel, *self.names)


@dataclass(frozen=True)
class Matching(_Kept):
    """The rows whose label matches a regular expression as a whole (or does not)."""

    rel: Rel
    pattern: str
    exclude: bool = False

    def __post_init__(self) -> None:
        expect(self.rel.spot is not None, self, "a relation over places, points or items", shown_dims(self.rel.dims))


@dataclass(frozen=True)
class Among(_Kept):
    """The rows whose shared dimensions occur in another relation (or do not)."""

    rel: Rel
    other: Rel
    exclude: bool = False

    def __post_init__(self) -> None:
        expect(bool(self.rel.dims & self.other.dims), self, "a shared dimension", shown_dims(self.other.dims))


@dataclass(frozen=True)
class Best(_Kept):
    """The rows with the highest or lowest value, ties included."""

    rel: Rel
    highest: bool = True

    def __post_init__(self) -> None:
        expect(bool(self.rel.dims), self, "a relation with dimensions", shown_dims(self.rel.dims))


@dataclass(frozen=True)
class Top(_Kept):
    """The rows that come first by an order: k of them, with `ties` every row as good as the k-th."""

    rel: Rel
    k: Num
    order: Order = Order.FALLING
    ties: bool = True

    def __post_init__(self) -> None:
        expect(bool(self.rel.dims), self, "a relation with dimensions", shown_dims(self.rel.dims))
        expect(isinstance(self.k, Num), self, "a number k", self.k)


@dataclass(frozen=True)
class Nth(_Kept):
    """The k-th row by an order, counted from 1; with equal values still one row. Places are counted once each."""

    rel: Rel
    k: Num
    order: Order = Order.FORWARD

    def __post_init__(self) -> None:
        expect(bool(self.rel.dims), self, "a relation with dimensions", shown_dims(self.rel.dims))
        expect(isinstance(self.k, Num), self, "a number k", self.k)


# -------------------------------------------------------------------------- new values


@dataclass(frozen=True)
class Zip(Rel):
    """Two relations of the same dimensions, row by row where both have one: `left op right`."""

    op: Arithmetic
    left: Rel
    right: Rel

    def __post_init__(self) -> None:
        expect(isinstance(self.op, Arithmetic), self, "an Arithmetic", self.op)
        same = self.left.dims == self.right.dims and bool(self.left.dims)
        expect(same, self, f"two relations over {shown_dims(self.left.dims)}", shown_dims(self.right.dims))
        expect(Dim.POINT not in self.left.dims, self, "relations over places or series", shown_dims(self.left.dims))

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return self.left.dims

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return False


@dataclass(frozen=True)
class Map(Rel):
    """Each value with a number: `value op number`."""

    op: Arithmetic
    rel: Rel
    number: Num

    def __post_init__(self) -> None:
        expect(isinstance(self.op, Arithmetic), self, "an Arithmetic", self.op)
        expect(isinstance(self.number, Num), self, "a number", self.number)

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return self.rel.dims

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return False


@dataclass(frozen=True)
class Pairs(Rel):
    """Pairs of places of one series, earlier first: `earlier op later`; `consecutive` keeps neighbouring places."""

    op: Arithmetic
    rel: Rel
    consecutive: bool = False

    def __post_init__(self) -> None:
        expect(self.rel.dims == {Dim.PLACE}, self, "a relation over places alone", shown_dims(self.rel.dims))

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return frozenset({Dim.PLACE, Dim.PARTNER})

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return False


@dataclass(frozen=True)
class Steps(Rel):
    """The change from each row to the next along the axis (per series): later minus earlier, named by the later."""

    rel: Rel

    def __post_init__(self) -> None:
        expect(self.rel.spot is not None, self, "a relation over places, points or items", shown_dims(self.rel.dims))
        expect(Dim.PARTNER not in self.rel.dims, self, "a relation without pairs", shown_dims(self.rel.dims))

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return self.rel.dims


@dataclass(frozen=True)
class Group(Rel):
    """An aggregate for each series, or for each place."""

    rel: Rel
    by: Dim
    fn: Fn

    def __post_init__(self) -> None:
        expect(self.by in self.rel.dims, self, f"a relation over {self.by}", shown_dims(self.rel.dims))
        expect(self.by in (Dim.SERIES, Dim.PLACE), self, "series or place", self.by.value)
        expect(isinstance(self.fn, Fn), self, "an Fn", self.fn)

    @property
    def dims(self) -> frozenset[Dim]:
        """See `Rel.dims`."""
        return frozenset({self.by})

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return self.rel.exact and self.fn in EXACT_FNS
