"""Relations of a plan as common table expressions, one `visit_<Node>` each.

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
    AllSeries,
    Among,
    At,
    AxisName,
    Best,
    Dim,
    Extent,
    Fn,
    Frame,
    Group,
    LegendEntries,
    Map,
    Marks,
    Matching,
    Named,
    Node,
    Nth,
    NumberSlot,
    OfSeries,
    Order,
    Pairs,
    Pick,
    Rel,
    Steps,
    Texts,
    TextSlot,
    Ticks,
    Top,
    Values,
    ValuesAt,
    Where,
    WhereX,
    Zip,
)
from qa.query import Scalar
from qa.readings import CURVES, PLACES, READINGS
from qa.sources import BASE_COLUMNS, parents, source

_DIM_COLUMNS: dict[Dim, tuple[str, ...]] = {
    Dim.SERIES: ("series", "series_name"),
    Dim.PLACE: ("spot", "spot_name", "spot_value"),
    Dim.POINT: ("spot", "spot_name", "spot_value"),
    Dim.ITEM: ("spot", "spot_name", "spot_value"),
    Dim.PARTNER: ("partner", "partner_name", "partner_value"),
}
_DIM_ORDER = (Dim.SERIES, Dim.PLACE, Dim.POINT, Dim.ITEM, Dim.PARTNER)


def index_column(dim: Dim) -> str:
    """The column that orders a dimension."""
    return _DIM_COLUMNS[dim][0]


def name_column(dim: Dim) -> str:
    """The column that names a dimension's rows."""
    return _DIM_COLUMNS[dim][1]


def dim_columns(dims: frozenset[Dim]) -> tuple[str, ...]:
    """The columns of some dimensions."""
    return tuple(column for dim in _DIM_ORDER if dim in dims for column in _DIM_COLUMNS[dim])


def has_slot(node: Node) -> bool:
    """True when the answer of a node depends on the question's slots."""
    return any(isinstance(item, TextSlot | NumberSlot) for item in node.walk())


@dataclass(frozen=True)
class Outer:
    """What a scalar is computed beside: the keys of the row, and the alias under which slots are found."""

    chart: exp.Expression
    question: exp.Expression | None
    slots: str = "b"


@dataclass
class _Start:
    """A FROM clause under construction over one child relation, aliased `r`."""

    select: exp.Select
    outer: Outer
    keys: list[tuple[str, exp.Expression]] = field(default_factory=list)


ScalarCompiler = Callable[[Node, Outer], exp.Expression]


class RelationCompiler:
    """Collects the common table expressions of a plan; equal nodes share one.

    Args:
        as_set: True for the set-based form.
    """

    def __init__(self, *, as_set: bool) -> None:
        self.as_set = as_set
        self.ctes: dict[str, exp.Query] = {}
        self.params: dict[str, Scalar | None] = {}
        self.scalar: ScalarCompiler
        self._names: dict[Rel, str] = {}

    # ------------------------------------------------------------------ names, keys and parameters

    def bind(self, stem: str, value: Scalar) -> exp.Expression:
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
            visit = _VISITS.get(type(node))
            if visit is None:
                raise PlanError(f"no SQL is known for the plan node {type(node).__name__}")
            query = visit(self, node)
            name = f"{type(node).__name__.lower()}_{len(self._names) + 1}"
            self._names[node] = name
            self.ctes[name] = query
        return self._names[node]

    def correlate(self, node: Node, alias: str, outer: Outer) -> list[exp.Expression]:
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
        self.ctes[name] = self._of_charts(exp.select(*(sq.col(column) for column in BASE_COLUMNS[table])).from_(table))

    def _from_source(self, name: str, dims: frozenset[Dim]) -> exp.Select:
        columns = [sq.col(column) for column in ("chart_id", *dim_columns(dims), "v", "e")]
        return exp.select(*columns).from_(name)

    def start(self, node: Rel, child: Rel, own: tuple[Node, ...] = ()) -> _Start:
        """FROM the child, with `bindings` joined where the node's own scalars use slots or its scope is wider."""
        select = exp.Select().from_(exp.to_table(self.relation(child), alias="r"))
        chart = sq.col("chart_id", "r")
        if not self.per_question(node):
            return _Start(select, Outer(chart, None), [("chart_id", chart)])
        child_has_question = self.per_question(child)
        if not child_has_question or any(has_slot(item) for item in own):
            key = "question_id" if child_has_question else "chart_id"
            select = select.join(exp.to_table("bindings", alias="b"), on=sq.col(key, "b").eq(sq.col(key, "r")))
        question = sq.col("question_id", "r" if child_has_question else "b")
        return _Start(select, Outer(chart, question), [("question_id", question), ("chart_id", chart)])

    def _project(self, start: _Start, dims: frozenset[Dim], v: exp.Expression, e: exp.Expression) -> exp.Select:
        keys = [key.copy() if key.name == name else exp.alias_(key.copy(), name) for name, key in start.keys]
        columns: list[exp.Expression] = [*keys, *(sq.col(column, "r") for column in dim_columns(dims))]
        return start.select.select(*columns, _named(v, "v"), _named(e, "e"))

    def _same_rows(self, start: _Start, dims: frozenset[Dim]) -> exp.Select:
        return self._project(start, dims, sq.col("v", "r"), sq.col("e", "r"))

    def _partition(self, start: _Start) -> list[exp.Expression]:
        return [start.keys[0][1].copy()] if self.as_set else []

    # ------------------------------------------------------------------ orders

    def natural(self, dims: frozenset[Dim], alias: str, *, backward: bool = False) -> list[exp.Expression]:
        """ORDER BY terms along the axis."""
        present = [dim for dim in _DIM_ORDER if dim in dims]
        return [sq.ascending(sq.col(index_column(dim), alias), descending=backward) for dim in present]

    def rank_key(self, node: Rel, alias: str, partition: list[exp.Expression]) -> exp.Expression:
        """A value to sort by: the value itself, or rounded relative to the largest where it was computed."""
        value = sq.col("v", alias)
        if node.exact:
            return value
        largest = sq.window(exp.Max(this=sq.func("ABS", value.copy())), partition)
        share = exp.Div(this=value, expression=sq.func("NULLIF", largest, sq.const(0)))
        return sq.func("ROUND", share, sq.const(sq.RANK_DIGITS))

    def order_terms(self, node: Rel, order: Order, alias: str, key: str) -> list[exp.Expression]:
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
        partition: list[exp.Expression] = [sq.col(self.keys_of(node)[0], "i")] if self.as_set else []
        key = exp.alias_(self.rank_key(node, "i", partition), "rank_key")
        return exp.select(exp.column(exp.Star(), table="i"), key).from_(exp.to_table(name, alias="i")), "rank_key"

    # ------------------------------------------------------------------ visits: sources

    def visit_values(self, node: Values) -> exp.Query:
        rows = self._from_source(READINGS.name, node.dims)
        kept = [
            sq.col("at").eq(exp.Literal.string(node.at.value)),
            sq.col("measure").eq(exp.Literal.string(node.measure.value)),
        ]
        return self._of_charts(rows).where(*kept)

    def _of_charts(self, query: exp.Select, alias: str | None = None) -> exp.Select:
        chart = sq.col("chart_id", alias)
        asked = exp.select("chart_id").from_("bindings").subquery()
        return query.where(exp.In(this=chart, query=asked) if self.as_set else chart.eq(sq.param("chart_id")))

    def visit_values_at(self, node: ValuesAt) -> exp.Query:
        select = self._of_charts(exp.Select().from_(exp.to_table(CURVES.name, alias="r")), "r")
        chart = sq.col("chart_id", "r")
        columns: list[exp.Expression] = [chart]
        outer = Outer(chart, None)
        if self.per_question(node):
            select = select.join(exp.to_table("bindings", alias="b"), on=sq.col("chart_id", "b").eq(chart.copy()))
            outer = Outer(chart, sq.col("question_id", "b"))
            columns.insert(0, sq.col("question_id", "b"))
        x = self.scalar(node.x, outer)
        x0, x1, y0, y1 = (sq.col(name, "r") for name in ("x", "x_next", "y", "y_next"))
        inside = sq.all_of(exp.GT(this=x.copy(), expression=x0), exp.LT(this=x.copy(), expression=x1))
        share = exp.paren(exp.Div(this=exp.paren(x.copy() - x0.copy()), expression=exp.paren(x1.copy() - x0.copy())))
        between = exp.Add(this=y0, expression=exp.Mul(this=exp.paren(y1 - y0.copy()), expression=share))
        v = exp.Case().when(inside.copy(), between).else_(y0.copy())
        found = exp.or_(exp.EQ(this=x.copy(), expression=x0.copy()), sq.all_of(sq.col("smooth", "r"), inside))
        names = [sq.col("series", "r"), sq.col("series_name", "r")]
        return select.select(*columns, *names, _named(v, "v"), sq.col("e", "r")).where(found)

    def visit_ticks(self, node: Ticks) -> exp.Query:
        if node.axis is AxisName.DEPENDENT:
            return self._from_source(self.base("ticks_dependent"), node.dims)
        columns = [sq.col(column) for column in ("chart_id", *dim_columns(node.dims))]
        value, sigma = exp.alias_(sq.col("spot_value"), "v"), exp.alias_(sq.null(), "e")
        return self._of_charts(exp.select(*columns, value, sigma).from_(PLACES.name))

    def visit_legend(self, node: LegendEntries) -> exp.Query:
        side = node.extent.value
        replaced = {"label_extent": f"label_{side}", "swatch_extent": f"swatch_{side}"}
        kind = "legend_low" if node.extent in (Extent.X0, Extent.Y0) else "legend_high"
        kind = "legend_labels" if node.label_only else kind
        return self._from_source(self.base(kind, replaced, suffix=f"_{side}"), node.dims)

    def visit_texts(self, node: Texts) -> exp.Query:
        name = self.base("texts_all", {"extent": node.extent.value}, suffix=f"_{node.extent.value}")
        roles = exp.In(this=sq.col("role"), expressions=[self.bind("role", role) for role in node.roles])
        wanted: exp.Expression = exp.Not(this=roles) if node.exclude else roles
        if node.exclude:
            wanted = exp.or_(wanted, sq.col("role").is_(exp.Null()))
        return self._from_source(name, node.dims).where(wanted)

    def visit_frame(self, node: Frame) -> exp.Query:
        side = node.extent.value
        replaced = {"extent": side} | {
            f"{part}_extent": f"{part}_{side}" for part in ("panel", "plot", "label", "swatch")
        }
        kind = "frame_low" if node.extent in (Extent.X0, Extent.Y0) else "frame_high"
        return self._from_source(self.base(kind, replaced, suffix=f"_{side}"), node.dims)

    def visit_marks(self, node: Marks) -> exp.Query:
        return self._from_source(self.base("marks"), node.dims)

    def visit_all_series(self, node: AllSeries) -> exp.Query:
        return self._from_source(self.base("series_all"), node.dims)

    # ------------------------------------------------------------------ visits: fewer rows

    def visit_of_series(self, node: OfSeries) -> exp.Query:
        if isinstance(node.series, Pick):
            start = self.start(node, node.rel)
            index = sq.col("series", "r")
            end = exp.Min(this=index.copy()) if node.series is Pick.ONLY else exp.Max(this=index.copy())
            chosen = exp.EQ(this=index, expression=sq.window(end, self._partition(start)))
            return self._same_rows(start, node.dims).qualify(chosen)
        start = self.start(node, node.rel, (node.series,))
        named = exp.EQ(this=sq.col("series_name", "r"), expression=self.scalar(node.series, start.outer))
        return self._same_rows(start, node.dims).where(named)

    def visit_at(self, node: At) -> exp.Query:
        start = self.start(node, node.rel, (node.place,))
        named = exp.EQ(this=sq.col("spot_name", "r"), expression=self.scalar(node.place, start.outer))
        return self._same_rows(start, node.dims).where(named)

    def visit_where(self, node: Where) -> exp.Query:
        start = self.start(node, node.rel, (node.number,))
        number = self.scalar(node.number, start.outer)
        exact = node.rel.exact and node.number.exact
        return self._same_rows(start, node.dims).where(sq.compare(node.op, sq.col("v", "r"), number, exact=exact))

    def visit_where_x(self, node: WhereX) -> exp.Query:
        start = self.start(node, node.rel, (node.number,))
        number = self.scalar(node.number, start.outer)
        return self._same_rows(start, node.dims).where(
            sq.compare(node.op, sq.col("spot_value", "r"), number, exact=True)
        )

    def visit_named(self, node: Named) -> exp.Query:
        start = self.start(node, node.rel, node.names)
        name = sq.col(name_column(node.dim), "r")
        chosen: exp.Expression = exp.In(this=name, expressions=[self.scalar(item, start.outer) for item in node.names])
        if node.exclude:
            chosen = exp.or_(exp.Not(this=chosen), name.copy().is_(exp.Null()))
        return self._same_rows(start, node.dims).where(chosen)

    def visit_matching(self, node: Matching) -> exp.Query:
        start = self.start(node, node.rel)
        name = sq.func("COALESCE", sq.col("spot_name", "r"), exp.Literal.string(""))
        matched = exp.Anonymous(this="REGEXP_FULL_MATCH", expressions=[name, self.bind("pattern", node.pattern)])
        return self._same_rows(start, node.dims).where(exp.Not(this=matched) if node.exclude else matched)

    def visit_among(self, node: Among) -> exp.Query:
        start = self.start(node, node.rel)
        other = exp.select(sq.const(1)).from_(exp.to_table(self.relation(node.other), alias="o"))
        shared = [
            exp.EQ(this=sq.col(index_column(dim), "o"), expression=sq.col(index_column(dim), "r"))
            for dim in _DIM_ORDER
            if dim in node.rel.dims & node.other.dims
        ]
        found: exp.Expression = exp.Exists(this=other.where(*self.correlate(node.other, "o", start.outer), *shared))
        return self._same_rows(start, node.dims).where(exp.Not(this=found) if node.exclude else found)

    def visit_best(self, node: Best) -> exp.Query:
        start = self.start(node, node.rel)
        v = sq.col("v", "r")
        end = sq.window(exp.Max(this=v.copy()) if node.highest else exp.Min(this=v.copy()), self._partition(start))
        if node.rel.exact:
            return self._same_rows(start, node.dims).qualify(exp.EQ(this=v, expression=end))
        largest = sq.window(exp.Max(this=sq.func("ABS", v.copy())), self._partition(start))
        gap = sq.func("ABS", exp.paren(exp.Sub(this=v, expression=end)))
        near = exp.LTE(this=gap, expression=exp.Mul(this=sq.const(sq.TOLERANCE), expression=largest))
        return self._same_rows(start, node.dims).qualify(near)

    def _ranked(self, node: Top | Nth, rank: str) -> _Start:
        """The child with the column `rank` added."""
        rows, key = self.keyed(node.rel, node.order)
        table = exp.to_table(rows, alias="i") if isinstance(rows, str) else rows.subquery("i")
        terms = self.order_terms(node.rel, node.order, "i", key)
        if rank == "RANK":
            terms = terms[:1]
        if rank == "DENSE_RANK":
            terms = [term for term in terms if term.this.name != "series"] or terms
        partition: list[exp.Expression] = [sq.col(self.keys_of(node.rel)[0], "i")] if self.as_set else []
        ranked = exp.alias_(sq.window(exp.Anonymous(this=rank), partition, terms), "rank")
        inner = exp.select(exp.column(exp.Star(), table="i"), ranked).from_(table)
        start = self.start(node, node.rel, (node.k,))
        start.select = start.select.from_(inner.subquery("r"))
        return start

    def visit_top(self, node: Top) -> exp.Query:
        start = self._ranked(node, "RANK" if node.ties else "ROW_NUMBER")
        k = self.scalar(node.k, start.outer)
        return self._same_rows(start, node.dims).where(exp.LTE(this=sq.col("rank", "r"), expression=k))

    def visit_nth(self, node: Nth) -> exp.Query:
        along = node.order in (Order.FORWARD, Order.BACKWARD) and node.rel.spot is not None
        start = self._ranked(node, "DENSE_RANK" if along else "ROW_NUMBER")
        k = self.scalar(node.k, start.outer)
        return self._same_rows(start, node.dims).where(exp.EQ(this=sq.col("rank", "r"), expression=k))

    # ------------------------------------------------------------------ visits: new values

    def visit_zip(self, node: Zip) -> exp.Query:
        left, right = self.relation(node.left), self.relation(node.right)
        shared = [index_column(dim) for dim in _DIM_ORDER if dim in node.dims]
        left_question, right_question = self.per_question(node.left), self.per_question(node.right)
        keys = ["question_id"] if left_question and right_question else ["chart_id"]
        on = sq.all_of(*(sq.col(name, "q").eq(sq.col(name, "r")) for name in (*keys, *shared)))
        select = exp.Select().from_(exp.to_table(left, alias="r")).join(exp.to_table(right, alias="q"), on=on)
        chart = sq.col("chart_id", "r")
        start = _Start(select, Outer(chart, None), [("chart_id", chart)])
        if left_question or right_question:
            start.keys.insert(0, ("question_id", sq.col("question_id", "r" if left_question else "q")))
        exact = node.left.exact and node.right.exact
        v = sq.combine(node.op, sq.col("v", "r"), sq.col("v", "q"), exact=exact)
        e = sq.combined_sigma(node.op, (sq.col("v", "r"), sq.col("e", "r")), (sq.col("v", "q"), sq.col("e", "q")))
        return _existing(self._project(start, node.dims, v, e), node.op)

    def visit_map(self, node: Map) -> exp.Query:
        start = self.start(node, node.rel, (node.number,))
        number = self.scalar(node.number, start.outer)
        exact = node.rel.exact and node.number.exact
        v = sq.combine(node.op, sq.col("v", "r"), number, exact=exact)
        e = sq.combined_sigma(node.op, (sq.col("v", "r"), sq.col("e", "r")), (number, sq.const(0)))
        return _existing(self._project(start, node.dims, v, e), node.op)

    def visit_pairs(self, node: Pairs) -> exp.Query:
        start = self.start(node, node.rel)
        key = self.keys_of(node.rel)[0]
        spot, partner = sq.col("spot", "r"), sq.col("spot", "q")
        later: exp.Expression = exp.GT(this=partner, expression=spot)
        if node.consecutive:
            later = exp.EQ(this=partner, expression=exp.Add(this=spot, expression=sq.const(1)))
        on = sq.all_of(sq.col(key, "q").eq(sq.col(key, "r")), later)
        start.select = start.select.join(exp.to_table(self.relation(node.rel), alias="q"), on=on)
        v = sq.combine(node.op, sq.col("v", "r"), sq.col("v", "q"), exact=node.rel.exact)
        e = sq.combined_sigma(node.op, (sq.col("v", "r"), sq.col("e", "r")), (sq.col("v", "q"), sq.col("e", "q")))
        query = self._project(start, frozenset({Dim.PLACE}), v, e)
        partners = [exp.alias_(sq.col(f"spot{part}", "q"), f"partner{part}") for part in ("", "_name", "_value")]
        return query.select(*partners)

    def visit_steps(self, node: Steps) -> exp.Query:
        start = self.start(node, node.rel)
        partition = self._partition(start)
        if Dim.SERIES in node.dims:
            partition.append(sq.col("series", "r"))
        v, e = sq.col("v", "r"), sq.col("e", "r")
        order = [sq.ascending(sq.col("spot", "r"))]
        before, sigma_before = (sq.window(exp.Lag(this=item.copy()), [*partition], [*order]) for item in (v, e))
        step = sq.combine(sq.Arithmetic.SUB, v, before, exact=node.rel.exact)
        sigma = sq.combined_sigma(sq.Arithmetic.SUB, (v, e), (before, sigma_before))
        inner = self._project(start, node.dims, step, sigma).subquery("r")
        outer = exp.select(exp.column(exp.Star(), table="r")).from_(inner)
        return outer.where(exp.Not(this=sq.col("v", "r").is_(exp.Null())))

    def visit_group(self, node: Group) -> exp.Query:
        start = self.start(node, node.rel)
        if node.fn in (Fn.FIRST_MODE, Fn.HIGH_MODE, Fn.LOW_MODE):
            start.select = start.select.from_(self.modes(node.rel, node.by).subquery("r"))
            if node.fn is not Fn.FIRST_MODE:
                start.select = start.select.where(repeated("r"))
            first = [sq.ascending(sq.col("seen", "r"))]
        else:
            first = self.natural(node.rel.dims, "r")
        v, e = sq.col("v", "r"), sq.col("e", "r")
        query = self._project(start, node.dims, sq.aggregate(node.fn, v, first), sq.aggregate_sigma(node.fn, v, e))
        keys = [key.copy() for _, key in start.keys]
        return query.group_by(*keys, *(sq.col(column, "r") for column in dim_columns(node.dims)))

    def modes(self, rel: Rel, by: Dim | None) -> exp.Select:
        """The commonest values of a relation (per group): columns of the relation's keys and group, `v`, `seen`, `e`.

        A group whose several values all occur once has none, save by `FIRST_MODE`, which takes `seen` to decide and
        is compiled over all commonest values.
        """
        keys = [sq.col(key, "m") for key in self.keys_of(rel)]
        groups = [sq.col(column, "m") for column in dim_columns(frozenset({by}) if by else frozenset())]
        count = exp.Count(this=exp.Star())
        partition = [item.copy() for item in (*keys, *groups)]
        spot = index_column(rel.spot) if rel.spot is not None else "series"
        columns = [
            exp.alias_(exp.Min(this=sq.col(spot, "m")), "seen"),
            exp.alias_(count, "n"),
            exp.alias_(sq.window(exp.Max(this=count.copy()), partition), "top"),
            exp.alias_(sq.window(count.copy(), [item.copy() for item in partition]), "kinds"),
        ]
        inner = exp.select(*keys, *groups, sq.col("v", "m"), *columns).from_(
            exp.to_table(self.relation(rel), alias="m")
        )
        inner = inner.group_by(*(item.copy() for item in (*keys, *groups)), sq.col("v", "m"))
        commonest = exp.EQ(this=sq.col("n", "c"), expression=sq.col("top", "c"))
        outer = exp.select(exp.column(exp.Star(), table="c"), exp.alias_(sq.null(), "e")).from_(inner.subquery("c"))
        return outer.where(commonest)


def repeated(alias: str) -> exp.Expression:
    """True of a commonest value that is a mode: it occurs more than once, or is the only value there is."""
    return exp.or_(
        exp.GT(this=sq.col("top", alias), expression=sq.const(1)),
        exp.EQ(this=sq.col("kinds", alias), expression=sq.const(1)),
    )


def _named(expression: exp.Expression, name: str) -> exp.Expression:
    if isinstance(expression, exp.Column) and expression.name == name:
        return expression
    return exp.alias_(expression, name)


def _existing(query: exp.Select, op: sq.Arithmetic) -> exp.Query:
    """Without the rows whose quotient does not exist."""
    if op is not sq.Arithmetic.DIV:
        return query
    outer = exp.select(exp.column(exp.Star(), table="z")).from_(query.subquery("z"))
    return outer.where(exp.Not(this=sq.col("v", "z").is_(exp.Null())))


_VISITS: dict[type[Rel], Callable[[RelationCompiler, Rel], exp.Query]] = {
    Values: RelationCompiler.visit_values,  # type: ignore[dict-item]
    ValuesAt: RelationCompiler.visit_values_at,  # type: ignore[dict-item]
    Ticks: RelationCompiler.visit_ticks,  # type: ignore[dict-item]
    LegendEntries: RelationCompiler.visit_legend,  # type: ignore[dict-item]
    Texts: RelationCompiler.visit_texts,  # type: ignore[dict-item]
    Frame: RelationCompiler.visit_frame,  # type: ignore[dict-item]
    Marks: RelationCompiler.visit_marks,  # type: ignore[dict-item]
    AllSeries: RelationCompiler.visit_all_series,  # type: ignore[dict-item]
    OfSeries: RelationCompiler.visit_of_series,  # type: ignore[dict-item]
    At: RelationCompiler.visit_at,  # type: ignore[dict-item]
    Where: RelationCompiler.visit_where,  # type: ignore[dict-item]
    WhereX: RelationCompiler.visit_where_x,  # type: ignore[dict-item]
    Named: RelationCompiler.visit_named,  # type: ignore[dict-item]
    Matching: RelationCompiler.visit_matching,  # type: ignore[dict-item]
    Among: RelationCompiler.visit_among,  # type: ignore[dict-item]
    Best: RelationCompiler.visit_best,  # type: ignore[dict-item]
    Top: RelationCompiler.visit_top,  # type: ignore[dict-item]
    Nth: RelationCompiler.visit_nth,  # type: ignore[dict-item]
    Zip: RelationCompiler.visit_zip,  # type: ignore[dict-item]
    Map: RelationCompiler.visit_map,  # type: ignore[dict-item]
    Pairs: RelationCompiler.visit_pairs,  # type: ignore[dict-item]
    Steps: RelationCompiler.visit_steps,  # type: ignore[dict-item]
    Group: RelationCompiler.visit_group,  # type: ignore[dict-item]
}
