"""Numbers, texts, truths and lists."""

from __future__ import annotations

import math
from dataclasses import dataclass

from qa.plan.nodes import EXACT_FNS, Listing, Node, Num, Rel, Text, Truth, expect, shown_dims
from qa.plan.words import Arithmetic, Dim, FieldName, FitKind, Fn, Op, Order

# -------------------------------------------------------------------------- numbers


@dataclass(frozen=True)
class Number(Num):
    """A constant."""

    value: float

    def __post_init__(self) -> None:
        expect(isinstance(self.value, int | float) and math.isfinite(self.value), self, "a finite number", self.value)


@dataclass(frozen=True)
class NumberSlot(Num):
    """A number that the question binds."""

    name: str

    def __post_init__(self) -> None:
        expect(self.name.isidentifier(), self, "an identifier", self.name)


@dataclass(frozen=True)
class Agg(Num):
    """An aggregate of all values of a relation; nulls are left out."""

    fn: Fn
    rel: Rel

    def __post_init__(self) -> None:
        expect(isinstance(self.fn, Fn), self, "an Fn", self.fn)
        expect(isinstance(self.rel, Rel), self, "a relation", self.rel)

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return self.fn is Fn.COUNT or (self.rel.exact and self.fn in EXACT_FNS)


@dataclass(frozen=True)
class Value(Num):
    """The value of the first row."""

    rel: Rel

    def __post_init__(self) -> None:
        expect(isinstance(self.rel, Rel), self, "a relation", self.rel)


@dataclass(frozen=True)
class XOf(Num):
    """The number on the independent axis of the first row."""

    rel: Rel

    def __post_init__(self) -> None:
        expect(self.rel.spot is not None, self, "a relation over places, points or items", shown_dims(self.rel.dims))


@dataclass(frozen=True)
class Fit(Num):
    """Correlation, slope or intercept of value against x over points; null when x (or, correlating, y) is constant."""

    kind: FitKind
    rel: Rel

    def __post_init__(self) -> None:
        expect(self.rel.spot in (Dim.POINT, Dim.PLACE), self, "a relation over points", shown_dims(self.rel.dims))

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        return False


@dataclass(frozen=True)
class Arith(Num):
    """Two numbers combined."""

    op: Arithmetic
    left: Num
    right: Num

    def __post_init__(self) -> None:
        expect(isinstance(self.op, Arithmetic), self, "an Arithmetic", self.op)
        for side in (self.left, self.right):
            expect(isinstance(side, Num), self, "two numbers", type(side).__name__)

    @property
    def exact(self) -> bool:
        """True when no value was computed."""
        counted = all(isinstance(node, Agg) and node.fn is Fn.COUNT for node in (self.left, self.right))
        return counted and self.op is not Arithmetic.DIV


@dataclass(frozen=True)
class Abs(Num):
    """The size of a number without its sign."""

    number: Num

    def __post_init__(self) -> None:
        expect(isinstance(self.number, Num), self, "a number", self.number)


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
        expect(isinstance(self.condition, Truth), self, "a truth", type(self.condition).__name__)


# -------------------------------------------------------------------------- texts


@dataclass(frozen=True)
class Literal(Text):
    """A constant text."""

    value: str

    def __post_init__(self) -> None:
        expect(isinstance(self.value, str), self, "a text", self.value)


@dataclass(frozen=True)
class TextSlot(Text):
    """A text that the question binds."""

    name: str

    def __post_init__(self) -> None:
        expect(self.name.isidentifier(), self, "an identifier", self.name)


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
        expect(self.dim in self.rel.dims, self, f"a relation over {self.dim}", shown_dims(self.rel.dims))


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
        """The nodes right below."""
        return self.parts


@dataclass(frozen=True)
class Choose(Text):
    """One text where a truth holds, another where it does not, null where it is null."""

    condition: Truth
    then: Text
    otherwise: Text

    def __post_init__(self) -> None:
        expect(isinstance(self.condition, Truth), self, "a truth", type(self.condition).__name__)


# -------------------------------------------------------------------------- truths


@dataclass(frozen=True)
class Compare(Truth):
    """Two numbers compared."""

    op: Op
    left: Num
    right: Num

    def __post_init__(self) -> None:
        expect(isinstance(self.op, Op), self, "an Op", self.op)
        for side in (self.left, self.right):
            expect(isinstance(side, Num), self, "two numbers", type(side).__name__)


@dataclass(frozen=True)
class Exists(Truth):
    """There is a row."""

    rel: Rel

    def __post_init__(self) -> None:
        expect(isinstance(self.rel, Rel), self, "a relation", type(self.rel).__name__)


@dataclass(frozen=True)
class ForAll(Truth):
    """Every value compares so with the number; true over no rows."""

    rel: Rel
    op: Op
    number: Num

    def __post_init__(self) -> None:
        expect(isinstance(self.rel, Rel), self, "a relation", type(self.rel).__name__)
        expect(isinstance(self.number, Num), self, "a number", type(self.number).__name__)


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
        expect(isinstance(self.truth, Truth), self, "a truth", type(self.truth).__name__)


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


# -------------------------------------------------------------------------- lists


@dataclass(frozen=True)
class Names(Listing):
    """The names of the rows along one dimension; of places and partners together, pairs."""

    rel: Rel
    dims_named: tuple[Dim, ...]
    order: Order = Order.FORWARD

    def __post_init__(self) -> None:
        expect(0 < len(self.dims_named) <= 2, self, "one or two dimensions", self.dims_named)
        expect(
            set(self.dims_named) <= self.rel.dims, self, f"a relation over {self.dims_named}", shown_dims(self.rel.dims)
        )


@dataclass(frozen=True)
class Numbers(Listing):
    """The values of the rows."""

    rel: Rel
    order: Order = Order.FORWARD
