"""Relations of a plan as common table expressions: their names, keys, scopes and orders (`qa.visits` has the rest).

A relation has a *scope*. Without slots below it, it is the same for every question about a chart and is computed once a
chart (key `chart_id`). With slots it is computed once a question (keys `question_id`, `chart_id`); the table `bindings`
is joined where the slots are used. For a single question the slots are parameters, so one chart is the only key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from qa import sqltree as sq
from qa.errors import PlanError
from qa.plan import (
    Dim,
    Node,
    NumberSlot,
    Order,
    Rel,
    TextSlot,
)
from qa.query import Scalar
from qa.sources import BASE_COLUMNS, parents, source

_DIM_COLUMNS: dict[Dim, tuple[str, ...]] = {
    Dim.SERIES: ("series", "series_name"),
    Dim.PLACE: ("spot", "spot_name", "spot_value"),
    Dim.POINT: ("spot", "spot_name", "spot_value"),
    Dim.ITEM: ("spot", "spot_name", "spot_value"),
    Dim.PARTNER: ("partner", "partner_name", "partner_value"),
}
DIM_ORDER = (Dim.SERIES, Dim.PLACE, Dim.POINT, Dim.ITEM, Dim.PARTNER)
"""The dimensions, in the order of columns and of rows."""


def index_column(dim: Dim) -> str:
    """The column that orders a dimension."""
    return _DIM_COLUMNS[dim][0]


def name_column(dim: Dim) -> str:
    """The column that names a dimension's rows."""
    return _DIM_COLUMNS[dim][1]


def dim_columns(dims: frozenset[Dim]) -> tuple[str, ...]:
    """The columns of some dimensions."""
    return tuple(column for dim in DIM_ORDER if dim in dims for column in _DIM_COLUMNS[dim])


def has_slot(node: Node) -> bool:
    """True when the answer of a node depends on the question's slots."""
    return any(isinstance(item, TextSlot | NumberSlot) for item in node.walk())


@dataclass(frozen=True)
class Outer:
    """What a scalar is computed beside: the keys of the row, and the alias under which slots are found."""

    chart: exp.Expr
    question: exp.Expr | None
    slots: str = "b"


@dataclass
class Start:
    """A FROM clause under construction over one child relation, aliased `r`."""

    select: exp.Select
    outer: Outer
    keys: list[tuple[str, exp.Expr]] = field(default_factory=list)


Visit = Callable[["RelationCompiler", Rel], exp.Query]
ScalarCompiler = Callable[[Node, Outer], exp.Expr]


class RelationCompiler:
    """Collects the common table expressions of a plan; equal nodes share one.

    Args:
        as_set: True for the set-based form.
        visits: how each kind of relation becomes a query (`qa.visits`).
    """

    def __init__(self, *, as_set: bool, visits: Mapping[type[Rel], Visit]) -> None:
        self.as_set = as_set
        self.visits = visits
        self.ctes: dict[str, exp.Query] = {}
        self.params: dict[str, Scalar | None] = {}
        self.scalar: ScalarCompiler
        self._names: dict[Rel, str] = {}

    # ------------------------------------------------------------------ names, keys and parameters

    def bind(self, stem: str, value: Scalar) -> exp.Expr:
        """A parameter that holds a constant of the plan."""
        for name, known in self.params.items():
            if name.startswith(stem) and known == value and type(known) is type(value):
                return sq.param(name)
        name = f"{stem}{sum(known.startswith(stem) for known in self.params) + 1}"
        self.params[name] = value
        return sq.param(name)

    def per_question(self, node: Node) -> bool:
        """True when a node has one value a question, not one a chart."""
        return self.as_set and has_slot(node)

    def keys_of(self, node: Node) -> tuple[str, ...]:
        """The key columns of a relation."""
        return ("question_id", "chart_id") if self.per_question(node) else ("chart_id",)

    def relation(self, node: Rel) -> str:
        """The name of the common table expression with a relation's rows; compiles it when it is new.

        Raises:
            PlanError: the compiler does not know the node.
        """
        if node not in self._names:
            visit = self.visits.get(type(node))
            if visit is None:
                raise PlanError(f"no SQL is known for the plan node {type(node).__name__}")
            query = visit(self, node)
            name = f"{type(node).__name__.lower()}_{len(self._names) + 1}"
            self._names[node] = name
            self.ctes[name] = query
        return self._names[node]

    def correlate(self, node: Node, alias: str, outer: Outer) -> list[exp.Expr]:
        """The conditions that tie a relation's rows to the row it is used beside; none for a single question."""
        if not self.as_set:
            return []
        if self.per_question(node):
            if outer.question is None:
                raise PlanError(f"{type(node).__name__}: depends on the question where only the chart is known")
            return [exp.EQ(this=sq.col("question_id", alias), expression=outer.question.copy())]
        return [exp.EQ(this=sq.col("chart_id", alias), expression=outer.chart.copy())]

    # ------------------------------------------------------------------ starting points

    def base(self, name: str, columns: Mapping[str, str] | None = None, *, suffix: str = "") -> str:
        """Add a source and all that it reads; its name."""
        cte = f"{name}{suffix}"
        if cte in self.ctes:
            return cte
        for parent in parents(name):
            if parent.startswith("c_"):
                self.narrow(parent)
            else:
                self.base(parent)
        self.ctes[cte] = source(name, dict(columns or {}))
        return cte

    def narrow(self, name: str) -> None:
        """Add `c_<table>`: a stored table's rows of the charts in question."""
        if name in self.ctes:
            return
        table = name.removeprefix("c_")
        self.ctes[name] = self.of_charts(
            exp.select(*(sq.col(column) for column in BASE_COLUMNS[table])).from_(sq.table(table), copy=False)
        )

    def of_charts(self, query: exp.Select, alias: str | None = None) -> exp.Select:
        """The query narrowed to the charts in question."""
        chart = sq.col("chart_id", alias)
        if not self.as_set:
            return query.where(exp.EQ(this=chart, expression=sq.param("chart_id")), copy=False)
        asked = exp.select(exp.column("chart_id")).from_(sq.table("bindings"), copy=False).subquery(copy=False)
        return query.where(exp.In(this=chart, query=asked), copy=False)

    def from_source(self, name: str, dims: frozenset[Dim]) -> exp.Select:
        """SELECT the columns of some dimensions from a table."""
        columns = [sq.col(column) for column in ("chart_id", *dim_columns(dims), "v", "e")]
        return exp.select(*columns).from_(sq.table(name), copy=False)

    def start(self, node: Rel, child: Rel, own: tuple[Node, ...] = ()) -> Start:
        """FROM the child, with `bindings` joined where the node's own scalars use slots or its scope is wider."""
        select = exp.Select().from_(sq.table(self.relation(child), "r"), copy=False)
        chart = sq.col("chart_id", "r")
        if not self.per_question(node):
            return Start(select, Outer(chart, None), [("chart_id", chart)])
        child_has_question = self.per_question(child)
        if not child_has_question or any(has_slot(item) for item in own):
            key = "question_id" if child_has_question else "chart_id"
            select = select.join(sq.table("bindings", "b"), on=sq.col(key, "b").eq(sq.col(key, "r")), copy=False)
        question = sq.col("question_id", "r" if child_has_question else "b")
        return Start(select, Outer(chart, question), [("question_id", question), ("chart_id", chart)])

    def project(self, start: Start, dims: frozenset[Dim], v: exp.Expr, e: exp.Expr) -> exp.Select:
        """SELECT keys, dimensions, value and sigma."""
        keys = [
            key.copy() if key.name == name else exp.alias_(key.copy(), name, copy=False) for name, key in start.keys
        ]
        columns: list[exp.Expr] = [*keys, *(sq.col(column, "r") for column in dim_columns(dims))]
        return start.select.select(*columns, aliased(v, "v"), aliased(e, "e"), copy=False)

    def same_rows(self, start: Start, dims: frozenset[Dim]) -> exp.Select:
        """SELECT the child's rows as they are."""
        return self.project(start, dims, sq.col("v", "r"), sq.col("e", "r"))

    def partition(self, start: Start) -> list[exp.Expr]:
        """PARTITION BY terms of a window over the child."""
        return [start.keys[0][1].copy()] if self.as_set else []

    # ------------------------------------------------------------------ orders

    def natural(self, dims: frozenset[Dim], alias: str, *, backward: bool = False) -> list[exp.Expr]:
        """ORDER BY terms along the axis."""
        present = [dim for dim in DIM_ORDER if dim in dims]
        return [sq.ascending(sq.col(index_column(dim), alias), descending=backward) for dim in present]

    def rank_key(self, node: Rel, alias: str, partition: list[exp.Expr]) -> exp.Expr:
        """A value to sort by: the value itself, or rounded relative to the largest where it was computed."""
        value = sq.col("v", alias)
        if node.exact:
            return value
        largest = sq.window(exp.Max(this=sq.func("ABS", value.copy())), partition)
        share = exp.Div(this=value, expression=sq.func("NULLIF", largest, sq.const(0)))
        return sq.func("ROUND", share, sq.const(sq.RANK_DIGITS))

    def order_terms(self, node: Rel, order: Order, alias: str, key: str) -> list[exp.Expr]:
        """ORDER BY terms over a relation whose rank key is in the column `key`."""
        natural = self.natural(node.dims, alias)
        match order:
            case Order.FORWARD:
                return natural
            case Order.BACKWARD:
                return self.natural(node.dims, alias, backward=True)
            case Order.RISING | Order.FALLING:
                return [sq.ascending(sq.col(key, alias), descending=order is Order.FALLING), *natural]
            case Order.NAME_FALLING:
                spot = node.spot
                name = name_column(spot) if spot is not None else name_column(Dim.SERIES)
                return [sq.ascending(sq.col(name, alias), descending=True), *natural]

    def keyed(self, node: Rel, order: Order) -> tuple[exp.Query | str, str]:
        """What to select from so that `order_terms` can sort it: a relation and its key column."""
        name = self.relation(node)
        if node.exact or order not in (Order.RISING, Order.FALLING):
            return name, "v"
        partition: list[exp.Expr] = [sq.col(self.keys_of(node)[0], "i")] if self.as_set else []
        key = exp.alias_(self.rank_key(node, "i", partition), "rank_key", copy=False)
        return exp.select(exp.column(exp.Star(), table="i"), key).from_(sq.table(name, "i"), copy=False), "rank_key"

    def modes(self, rel: Rel, by: Dim | None) -> exp.Select:
        """The commonest values of a relation (per group): columns of the relation's keys and group, `v`, `seen`, `e`.

        A group whose several values all occur once has none, save by `FIRST_MODE`, which takes `seen` to decide and
        is compiled over all commonest values.
        """
        keys = [sq.col(key, "m") for key in self.keys_of(rel)]
        groups = [sq.col(column, "m") for column in dim_columns(frozenset({by}) if by else frozenset())]
        count = exp.Count(this=exp.Star())
        partition: list[exp.Expr] = [item.copy() for item in (*keys, *groups)]
        spot = index_column(rel.spot) if rel.spot is not None else "series"
        columns = [
            exp.alias_(exp.Min(this=sq.col(spot, "m")), "seen", copy=False),
            exp.alias_(count, "n", copy=False),
            exp.alias_(sq.window(exp.Max(this=count.copy()), partition), "top", copy=False),
            exp.alias_(sq.window(count.copy(), [item.copy() for item in partition]), "kinds", copy=False),
        ]
        inner = exp.select(*keys, *groups, sq.col("v", "m"), *columns).from_(
            sq.table(self.relation(rel), "m"), copy=False
        )
        inner = inner.group_by(*(item.copy() for item in (*keys, *groups)), sq.col("v", "m"), copy=False)
        commonest = exp.EQ(this=sq.col("n", "c"), expression=sq.col("top", "c"))
        outer = exp.select(exp.column(exp.Star(), table="c"), exp.alias_(sq.null(), "e", copy=False)).from_(
            inner.subquery("c", copy=False), copy=False
        )
        return outer.where(commonest, copy=False)


def repeated(alias: str) -> exp.Expr:
    """True of a commonest value that is a mode: it occurs more than once, or is the only value there is."""
    return exp.or_(
        exp.GT(this=sq.col("top", alias), expression=sq.const(1)),
        exp.EQ(this=sq.col("kinds", alias), expression=sq.const(1)),
    )


def aliased(expression: exp.Expr, name: str) -> exp.Expr:
    """An expression under a name, unless it is a column that has it."""
    if isinstance(expression, exp.Column) and expression.name == name:
        return expression
    return exp.alias_(expression, name, copy=False)
