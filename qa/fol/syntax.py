"""The abstract syntax of formulas: sorts, terms, formulas, sets. Everything is frozen and sort-checked when built."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from qa.errors import FormulaError


class Sort(StrEnum):
    """What a term denotes."""

    SERIES = "Series"
    PLACE = "Place"
    POINT = "Point"
    YTICK = "YTick"
    ENTRY = "Entry"
    BLOCK = "Block"
    MARK = "Mark"
    FRAME = "Frame"
    REAL = "Real"
    TEXT = "Text"


class Expr:
    """A term or a formula."""

    def children(self) -> tuple[Expr, ...]:
        """The parts, in order."""
        found: list[Expr] = []
        for item in fields(self):  # type: ignore[arg-type]
            value = getattr(self, item.name)
            if isinstance(value, Expr):
                found.append(value)
            elif isinstance(value, tuple):
                found += [part for part in value if isinstance(part, Expr)]
        return tuple(found)

    def walk(self) -> tuple[Expr, ...]:
        """This expression and all its parts."""
        return (self, *(part for child in self.children() for part in child.walk()))


class Term(Expr):
    """Denotes an entity, a real or a text; may be undefined."""

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        raise NotImplementedError


class Formula(Expr):
    """True, false or undefined."""


def _expect(good: bool, node: Expr, expected: str, got: object) -> None:
    if not good:
        raise FormulaError(f"{type(node).__name__}: expected {expected}, got {got}")


# --------------------------------------------------------------------------- terms


@dataclass(frozen=True)
class Var(Term):
    """A variable over the entities of a sort."""

    name: str
    of: Sort

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return self.of


@dataclass(frozen=True)
class Slot(Term):
    """A constant that the question names: a series or place by its label, a number, or a text."""

    name: str
    of: Sort

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return self.of


@dataclass(frozen=True)
class Fixed(Term):
    """A constant that the chart fixes: `the_series`, `last_series`, `title`, `chart_type`, ..."""

    name: str
    of: Sort

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return self.of


@dataclass(frozen=True)
class Labelled(Term):
    """The entity of a sort that a constant text names, e.g. the series "north"."""

    text: str
    of: Sort

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return self.of


@dataclass(frozen=True)
class Real(Term):
    """A numeral."""

    value: float

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return Sort.REAL


@dataclass(frozen=True)
class Quoted(Term):
    """A text."""

    value: str

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return Sort.TEXT


@dataclass(frozen=True)
class Apply(Term):
    """A function of the structure: y, q1, ..., name, position, an extent; or abs, round, concat."""

    function: str
    arguments: tuple[Term, ...]
    of: Sort = Sort.REAL

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return self.of


@dataclass(frozen=True)
class Combine(Term):
    """Arithmetic: + - * / or absdiff."""

    op: str
    left: Term
    right: Term

    def __post_init__(self) -> None:
        _expect(self.op in ("+", "-", "*", "/", "absdiff"), self, "an operation", self.op)
        for side in (self.left, self.right):
            _expect(side.sort is Sort.REAL, self, "two reals", side.sort)

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return Sort.REAL


@dataclass(frozen=True)
class Aggregate(Term):
    """An aggregate of a term over all values of some variables that satisfy a formula.

    `second` is the other coordinate of a fit. `first` takes the value at the first entities in chart order.
    """

    fn: str
    variables: tuple[Var, ...]
    condition: Formula
    term: Term
    second: Term | None = None

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return Sort.REAL if self.fn != "first" else self.term.sort


@dataclass(frozen=True)
class Ite(Term):
    """One term where a formula holds, another where it does not."""

    condition: Formula
    then: Term
    otherwise: Term

    def __post_init__(self) -> None:
        _expect(self.then.sort is self.otherwise.sort, self, self.then.sort, self.otherwise.sort)

    @property
    def sort(self) -> Sort:
        """What it denotes."""
        return self.then.sort


# --------------------------------------------------------------------------- formulas


@dataclass(frozen=True)
class Verum(Formula):
    """True."""


@dataclass(frozen=True)
class Predicate(Formula):
    """A relation of the structure: has_y, before, next, tick, role, matches, defined."""

    name: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True)
class Comparison(Formula):
    """Two terms of one sort compared; entities and texts by = and != only."""

    op: str
    left: Term
    right: Term

    def __post_init__(self) -> None:
        _expect(self.left.sort is self.right.sort, self, f"two terms of sort {self.left.sort}", self.right.sort)
        order = self.op in ("=", "!=") or self.left.sort is Sort.REAL
        _expect(order, self, "= or != between entities", self.op)


@dataclass(frozen=True)
class Negation(Formula):
    """Not."""

    body: Formula


@dataclass(frozen=True)
class Conjunction(Formula):
    """All of the parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Disjunction(Formula):
    """One of the parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Implication(Formula):
    """If the first, then the second."""

    left: Formula
    right: Formula


@dataclass(frozen=True)
class Universal(Formula):
    """For every entity."""

    variable: Var
    body: Formula


@dataclass(frozen=True)
class Existential(Formula):
    """For some entity."""

    variable: Var
    body: Formula


# --------------------------------------------------------------------------- sets


@dataclass(frozen=True)
class Comprehension(Expr):
    """The set of tuples of entities that satisfy a formula, each with a value; `hidden` variables are not shown."""

    variables: tuple[Var, ...]
    condition: Formula
    term: Term | None
    hidden: tuple[Var, ...] = ()


def conj(*parts: Formula) -> Formula:
    """A flat conjunction; of nothing, true.

    >>> conj(Verum(), Verum())
    Verum()
    """
    flat = [item for part in parts for item in (part.parts if isinstance(part, Conjunction) else (part,))]
    kept = tuple(item for item in dict.fromkeys(flat) if not isinstance(item, Verum))
    return kept[0] if len(kept) == 1 else Conjunction(kept) if kept else Verum()


def exists(variables: tuple[Var, ...], body: Formula) -> Formula:
    """There are such entities."""
    for variable in reversed(variables):
        body = Existential(variable, body)
    return body


def forall(variables: tuple[Var, ...], body: Formula) -> Formula:
    """For all such entities."""
    for variable in reversed(variables):
        body = Universal(variable, body)
    return body
