"""Plans as DuckDB statements.

`compile_plan` makes the statement for one question about one chart, its slots bound as `$name` parameters.
`compile_plan_set` makes the one that answers every row of a table `bindings(question_id, chart_id, <slots>)` at once.
Both come from the same visits, so they cannot drift apart; a test runs both.

Statements are trees of sqlglot in its base dialect, where a parameter is `:name`, printed for DuckDB. They depend on
the plan alone, never on what its slots hold, so a template is compiled once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from sqlglot import exp

from qa import sqltree as sq
from qa.errors import BindingError, PlanError
from qa.plan import (
    Abs,
    Agg,
    Arith,
    Both,
    Choose,
    ChooseNumber,
    Coalesce,
    Compare,
    Dim,
    Either,
    Exists,
    Field,
    FieldName,
    Fit,
    FitKind,
    Fn,
    ForAll,
    Join,
    Known,
    Literal,
    NameOf,
    Names,
    Node,
    Not,
    Num,
    Number,
    Numbers,
    NumberSlot,
    OneOf,
    Op,
    Plan,
    Rel,
    Round,
    TextSlot,
    Value,
    XOf,
)
from qa.query import Bindings, CompiledQuery, Scalar
from qa.readings import ROUNDING
from qa.relations import Outer, RelationCompiler, index_column, name_column, repeated
from qa.rewrites import normalize
from qa.visits import VISITS

if TYPE_CHECKING:
    from qa.template import Mode, Template

_OPPOSITE = {Op.GT: Op.LE, Op.GE: Op.LT, Op.LT: Op.GE, Op.LE: Op.GT, Op.EQ: Op.NE, Op.NE: Op.EQ}
_FITS = {FitKind.CORRELATION: "CORR", FitKind.SLOPE: "REGR_SLOPE", FitKind.INTERCEPT: "REGR_INTERCEPT"}
EVIDENCE_COLUMNS = ("part", "series", "place", "partner", "x", "value", "sigma")
"""Columns of an evidence statement; `part` numbers the plan's relations from 0."""


class PlanCompiler:
    """Scalars, texts, truths and lists over the relations of a plan, one `visit_<Node>` each."""

    def __init__(self, *, as_set: bool) -> None:
        self.relations = RelationCompiler(as_set=as_set, visits=VISITS)
        self.relations.scalar = self.scalar
        self.as_set = as_set
        self._computed: dict[Node, str] = {}

    def scalar(self, node: Node, outer: Outer) -> exp.Expr:
        """One value beside an outer row; a computed number or choice is looked up in an expression of its own.

        Raises:
            PlanError: the compiler does not know the node.
        """
        if isinstance(node, Num | Choose) and not isinstance(node, Number | NumberSlot):
            return self._looked_up(node, outer)
        return self._visit(node, outer)

    def _visit(self, node: Node, outer: Outer) -> exp.Expr:
        visit = _VISITS.get(type(node))
        if visit is None:
            raise PlanError(f"no SQL is known for the plan node {type(node).__name__}")
        return visit(self, node, outer)

    def _looked_up(self, node: Num | Choose, outer: Outer) -> exp.Expr:
        query = exp.select(sq.col("v", "s")).from_(sq.table(self._compute(node), "s"), copy=False)
        conditions = self.relations.correlate(node, "s", outer)
        return (query.where(*conditions, copy=False) if conditions else query).subquery(copy=False)

    def _compute(self, node: Num | Choose) -> str:
        """The name of the common table expression with a value's one row a chart or question; made when it is new."""
        if node not in self._computed:
            keys, base, outer = self._base(node)
            if isinstance(node, Arith):
                sides = [
                    exp.alias_(self.scalar(side, outer), name, copy=False)
                    for side, name in ((node.left, "l"), (node.right, "r"))
                ]
                inner = exp.select(*keys, *sides)
                inner = inner.from_(base, copy=False) if base is not None else inner
                exact = node.left.exact and node.right.exact
                value = sq.combine(node.op, sq.col("l", "i"), sq.col("r", "i"), exact=exact)
                query = exp.select(*(sq.col(key.name, "i") for key in keys), exp.alias_(value, "v", copy=False)).from_(
                    inner.subquery("i", copy=False), copy=False
                )
            else:
                query = exp.select(*keys, exp.alias_(self._visit(node, outer), "v", copy=False))
                query = query.from_(base, copy=False) if base is not None else query
            name = f"{'text' if isinstance(node, Choose) else 'number'}_{len(self._computed) + 1}"
            self._computed[node] = name
            self.relations.ctes[name] = query
        return self._computed[node]

    def _base(self, node: Node) -> tuple[list[exp.Column], exp.Expr | None, Outer]:
        """The rows that a value is computed for: the questions, the charts, or the one chart of a single question."""
        if not self.as_set:
            return [], None, Outer(sq.param("chart_id"), None)
        chart = sq.col("chart_id", "b")
        if self.relations.per_question(node):
            question = sq.col("question_id", "b")
            return [question, chart], sq.table("bindings", "b"), Outer(chart, question)
        self.relations.narrow("c_charts")
        return [chart], sq.table("c_charts", "b"), Outer(chart, None)

    def _rows(self, rel: Rel, outer: Outer, column: exp.Expr) -> exp.Select:
        """SELECT something FROM the relation's rows that belong to the outer row; they are aliased `s`."""
        query = exp.select(column).from_(sq.table(self.relations.relation(rel), "s"), copy=False)
        conditions = self.relations.correlate(rel, "s", outer)
        return query.where(*conditions, copy=False) if conditions else query

    def _first(self, rel: Rel, outer: Outer, column: str) -> exp.Expr:
        first = sq.first_of(sq.col(column, "s"), self.relations.natural(rel.dims, "s"))
        return self._rows(rel, outer, first).subquery(copy=False)

    # ------------------------------------------------------------------ numbers

    def visit_number(self, node: Number, outer: Outer) -> exp.Expr:
        """SQL of `Number`."""
        return self.relations.bind("n", float(node.value))

    def visit_slot(self, node: NumberSlot | TextSlot, outer: Outer) -> exp.Expr:
        """SQL of `NumberSlot | TextSlot`."""
        return sq.col(node.name, outer.slots) if self.as_set else sq.param(node.name)

    def visit_agg(self, node: Agg, outer: Outer) -> exp.Expr:
        """SQL of `Agg`."""
        v = sq.col("v", "s")
        if node.fn in (Fn.FIRST_MODE, Fn.HIGH_MODE, Fn.LOW_MODE):
            order = [sq.ascending(sq.col("seen", "s"))]
            query = exp.select(sq.aggregate(node.fn, v, order)).from_(
                self.relations.modes(node.rel, None).subquery("s", copy=False), copy=False
            )
            query = query if node.fn is Fn.FIRST_MODE else query.where(repeated("s"), copy=False)
            return query.where(*self.relations.correlate(node.rel, "s", outer), copy=False).subquery(copy=False)
        order = self.relations.natural(node.rel.dims, "s")
        return self._rows(node.rel, outer, sq.aggregate(node.fn, v, order)).subquery(copy=False)

    def visit_value(self, node: Value, outer: Outer) -> exp.Expr:
        """SQL of `Value`."""
        return self._first(node.rel, outer, "v")

    def visit_x_of(self, node: XOf, outer: Outer) -> exp.Expr:
        """SQL of `XOf`."""
        return self._first(node.rel, outer, "spot_value")

    def visit_fit(self, node: Fit, outer: Outer) -> exp.Expr:
        """SQL of `Fit`."""
        x, v = sq.col("spot_value", "s"), sq.col("v", "s")
        both = exp.Not(this=x.copy().is_(exp.Null()))
        constant: list[exp.Expr] = [exp.EQ(this=exp.Min(this=x.copy()), expression=exp.Max(this=x.copy()))]
        if node.kind is FitKind.CORRELATION:
            constant.append(exp.EQ(this=exp.Min(this=v.copy()), expression=exp.Max(this=v.copy())))
        fitted = sq.func(_FITS[node.kind], v, x)
        fit = exp.Case().when(exp.or_(*constant), exp.Null())
        if node.kind is FitKind.CORRELATION:
            rounding = exp.LTE(this=sq.func("ABS", fitted.copy()), expression=sq.const(ROUNDING))
            fit = fit.when(rounding, sq.const(0))
        fit = fit.else_(fitted)
        return self._rows(node.rel, outer, fit).where(both, copy=False).subquery(copy=False)

    def visit_abs(self, node: Abs, outer: Outer) -> exp.Expr:
        """SQL of `Abs`."""
        return sq.func("ABS", self.scalar(node.number, outer))

    def visit_round(self, node: Round, outer: Outer) -> exp.Expr:
        """SQL of `Round`."""
        rounded = exp.Anonymous(this="ROUND_EVEN", expressions=[self.scalar(node.number, outer), sq.const(node.digits)])
        return rounded

    # ------------------------------------------------------------------ texts

    def visit_literal(self, node: Literal, outer: Outer) -> exp.Expr:
        """SQL of `Literal`."""
        return self.relations.bind("t", node.value)

    def visit_field(self, node: Field, outer: Outer) -> exp.Expr:
        """SQL of `Field`."""
        self.relations.narrow("c_charts")
        column = self._bar_direction() if node.name is FieldName.BAR_DIRECTION else sq.col(node.name.value, "c")
        query = exp.select(sq.func("NULLIF", column, exp.Literal.string(""))).from_(
            sq.table("c_charts", "c"), copy=False
        )
        if self.as_set:
            query = query.where(exp.EQ(this=sq.col("chart_id", "c"), expression=outer.chart.copy()), copy=False)
        return query.subquery(copy=False)

    def _bar_direction(self) -> exp.Expr:
        kind = sq.col("chart_type", "c")
        case = exp.Case()
        for way in ("horizontal", "vertical"):
            case = case.when(kind.copy().like(f"%{way}%"), exp.Literal.string(way))
        return sq.func("COALESCE", case, sq.col("orientation", "c"))

    def visit_name_of(self, node: NameOf, outer: Outer) -> exp.Expr:
        """SQL of `NameOf`."""
        return self._first(node.rel, outer, name_column(node.dim))

    def visit_coalesce(self, node: Coalesce, outer: Outer) -> exp.Expr:
        """SQL of `Coalesce`."""
        return sq.func("COALESCE", self.scalar(node.first, outer), self.scalar(node.second, outer))

    def visit_join(self, node: Join, outer: Outer) -> exp.Expr:
        """SQL of `Join`."""
        joined = self.scalar(node.parts[0], outer)
        for part in node.parts[1:]:
            joined = exp.DPipe(this=joined, expression=self.scalar(part, outer), safe=False)
        return exp.paren(joined)

    def visit_choose(self, node: Choose | ChooseNumber, outer: Outer) -> exp.Expr:
        """SQL of `Choose | ChooseNumber`."""
        condition = self.scalar(node.condition, outer)
        then, otherwise = self.scalar(node.then, outer), self.scalar(node.otherwise, outer)
        return exp.Case(this=exp.paren(condition)).when(exp.true(), then).when(exp.false(), otherwise)

    # ------------------------------------------------------------------ truths

    def visit_compare(self, node: Compare, outer: Outer) -> exp.Expr:
        """SQL of `Compare`."""
        exact = node.left.exact and node.right.exact
        left, right = self.scalar(node.left, outer), self.scalar(node.right, outer)
        return exp.paren(sq.compare(node.op, left, right, exact=exact))

    def visit_exists(self, node: Exists, outer: Outer) -> exp.Expr:
        """SQL of `Exists`."""
        return exp.Exists(this=self._rows(node.rel, outer, sq.const(1)))

    def visit_for_all(self, node: ForAll, outer: Outer) -> exp.Expr:
        """SQL of `ForAll`."""
        number = self.scalar(node.number, outer)
        exact = node.rel.exact and node.number.exact
        fails = sq.compare(_OPPOSITE[node.op], sq.col("v", "s"), number, exact=exact)
        return exp.Not(this=exp.Exists(this=self._rows(node.rel, outer, sq.const(1)).where(fails, copy=False)))

    def visit_one_of(self, node: OneOf, outer: Outer) -> exp.Expr:
        """SQL of `OneOf`."""
        values = [self.relations.bind("t", value) for value in node.values]
        return sq.func("COALESCE", exp.In(this=self.scalar(node.text, outer), expressions=values), exp.false())

    def visit_known(self, node: Known, outer: Outer) -> exp.Expr:
        """SQL of `Known`."""
        return exp.paren(exp.Not(this=self.scalar(node.value, outer).is_(exp.Null())))

    def visit_not(self, node: Not, outer: Outer) -> exp.Expr:
        """SQL of `Not`."""
        return exp.Not(this=exp.paren(self.scalar(node.truth, outer)))

    def visit_both(self, node: Both, outer: Outer) -> exp.Expr:
        """SQL of `Both`."""
        return exp.paren(exp.And(this=self.scalar(node.left, outer), expression=self.scalar(node.right, outer)))

    def visit_either(self, node: Either, outer: Outer) -> exp.Expr:
        """SQL of `Either`."""
        return exp.paren(exp.Or(this=self.scalar(node.left, outer), expression=self.scalar(node.right, outer)))

    # ------------------------------------------------------------------ lists

    def _listed(self, rel: Rel, outer: Outer, item: exp.Expr, node: Names | Numbers) -> exp.Expr:
        rows, key = self.relations.keyed(rel, node.order)
        table = sq.table(rows, "s") if isinstance(rows, str) else rows.subquery("s", copy=False)
        terms = self.relations.order_terms(rel, node.order, "s", key)
        query = exp.select(sq.listed(item, terms)).from_(table, copy=False)
        conditions = self.relations.correlate(rel, "s", outer)
        return (query.where(*conditions, copy=False) if conditions else query).subquery(copy=False)

    def visit_names(self, node: Names, outer: Outer) -> exp.Expr:
        """SQL of `Names`."""
        names: list[exp.Expr] = [sq.col(name_column(dim), "s") for dim in node.dims_named]
        item = names[0] if len(names) == 1 else exp.Array(expressions=names)
        return self._listed(node.rel, outer, item, node)

    def visit_numbers(self, node: Numbers, outer: Outer) -> exp.Expr:
        """SQL of `Numbers`."""
        return self._listed(node.rel, outer, sq.col("v", "s"), node)

    # ------------------------------------------------------------------ statements

    def statement(self, plan: Plan) -> exp.Select:
        """The whole statement: `answer`, in the set-based form with `question_id`."""
        if self.as_set:
            outer = Outer(sq.col("chart_id", "b"), sq.col("question_id", "b"))
            answer = exp.alias_(self.scalar(plan, outer), "answer", copy=False)
            select = exp.select(sq.col("question_id", "b"), answer).from_(sq.table("bindings", "b"), copy=False)
        else:
            outer = Outer(sq.param("chart_id"), None)
            select = exp.select(exp.alias_(self.scalar(plan, outer), "answer", copy=False))
        return self._with(select)

    def values(self, plans: tuple[Plan, ...]) -> exp.Select:
        """One row with a column for each plan, for a single question."""
        outer = Outer(sq.param("chart_id"), None)
        columns = [exp.alias_(self.scalar(plan, outer), f"answer_{n}", copy=False) for n, plan in enumerate(plans, 1)]
        return self._with(exp.select(*columns))

    def evidence(self, relations: tuple[Rel, ...]) -> exp.Query:
        """The rows of some relations, numbered by `part`."""
        parts: list[exp.Select] = []
        for number, rel in enumerate(relations):
            name = self.relations.relation(rel)
            dims = {Dim.SERIES: "series", Dim.PARTNER: "partner"} | ({rel.spot: "place"} if rel.spot else {})
            named: dict[str, exp.Expr] = {
                label: exp.cast(exp.Null(), exp.DType.TEXT) for label in ("series", "place", "partner")
            }
            named |= {label: sq.col(name_column(dim), "s") for dim, label in dims.items() if dim in rel.dims}
            x = sq.col("spot_value", "s") if rel.spot else sq.null()
            columns = [
                exp.alias_(sq.const(number), "part", copy=False),
                *(exp.alias_(item, label, copy=False) for label, item in named.items()),
            ]
            columns += [
                exp.alias_(x, "x", copy=False),
                exp.alias_(sq.col("v", "s"), "value", copy=False),
                exp.alias_(sq.col("e", "s"), "sigma", copy=False),
            ]
            order = [
                exp.alias_(sq.col(index_column(dim), "s") if dim in rel.dims else sq.null(), f"o{place}", copy=False)
                for place, dim in enumerate((Dim.SERIES, rel.spot or Dim.ITEM, Dim.PARTNER))
            ]
            parts.append(exp.select(*columns, *order).from_(sq.table(name, "s"), copy=False))
        union: exp.Query = parts[0]
        for part in parts[1:]:
            union = exp.union(union, part, distinct=False, copy=False)
        select = exp.select(*(sq.col(name) for name in EVIDENCE_COLUMNS)).from_(
            union.subquery("u", copy=False), copy=False
        )
        return self._with(select.order_by(*(sq.col(name) for name in ("part", "o0", "o1", "o2")), copy=False))

    def _with(self, select: exp.Select) -> exp.Select:
        for name, query in self.relations.ctes.items():
            shared = name.startswith(("number_", "text_")) or None
            alias = exp.TableAlias(this=exp.to_identifier(name))
            select = select.with_(alias, as_=query, materialized=shared, copy=False)
        return select


_VISITS: dict[type[Node], Callable[[PlanCompiler, Node, Outer], exp.Expr]] = {
    Number: PlanCompiler.visit_number,  # type: ignore[dict-item]
    NumberSlot: PlanCompiler.visit_slot,  # type: ignore[dict-item]
    TextSlot: PlanCompiler.visit_slot,  # type: ignore[dict-item]
    Agg: PlanCompiler.visit_agg,  # type: ignore[dict-item]
    Value: PlanCompiler.visit_value,  # type: ignore[dict-item]
    XOf: PlanCompiler.visit_x_of,  # type: ignore[dict-item]
    Fit: PlanCompiler.visit_fit,  # type: ignore[dict-item]
    Abs: PlanCompiler.visit_abs,  # type: ignore[dict-item]
    Round: PlanCompiler.visit_round,  # type: ignore[dict-item]
    Literal: PlanCompiler.visit_literal,  # type: ignore[dict-item]
    Field: PlanCompiler.visit_field,  # type: ignore[dict-item]
    NameOf: PlanCompiler.visit_name_of,  # type: ignore[dict-item]
    Coalesce: PlanCompiler.visit_coalesce,  # type: ignore[dict-item]
    Join: PlanCompiler.visit_join,  # type: ignore[dict-item]
    Choose: PlanCompiler.visit_choose,  # type: ignore[dict-item]
    ChooseNumber: PlanCompiler.visit_choose,  # type: ignore[dict-item]
    Compare: PlanCompiler.visit_compare,  # type: ignore[dict-item]
    Exists: PlanCompiler.visit_exists,  # type: ignore[dict-item]
    ForAll: PlanCompiler.visit_for_all,  # type: ignore[dict-item]
    OneOf: PlanCompiler.visit_one_of,  # type: ignore[dict-item]
    Known: PlanCompiler.visit_known,  # type: ignore[dict-item]
    Not: PlanCompiler.visit_not,  # type: ignore[dict-item]
    Both: PlanCompiler.visit_both,  # type: ignore[dict-item]
    Either: PlanCompiler.visit_either,  # type: ignore[dict-item]
    Names: PlanCompiler.visit_names,  # type: ignore[dict-item]
    Numbers: PlanCompiler.visit_numbers,  # type: ignore[dict-item]
}


@cache
def _compiled(plan: Plan, as_set: bool) -> tuple[str, tuple[tuple[str, Scalar | None], ...]]:
    compiler = PlanCompiler(as_set=as_set)
    tree = compiler.statement(normalize(plan))
    return tree.sql("duckdb", pretty=True, copy=False), tuple(compiler.relations.params.items())


@cache
def _compiled_values(plans: tuple[Plan, ...]) -> tuple[str, tuple[tuple[str, Scalar | None], ...]]:
    compiler = PlanCompiler(as_set=False)
    tree = compiler.values(plans)
    return tree.sql("duckdb", pretty=True, copy=False), tuple(compiler.relations.params.items())


@cache
def _compiled_evidence(relations: tuple[Rel, ...]) -> tuple[str, tuple[tuple[str, Scalar | None], ...]]:
    compiler = PlanCompiler(as_set=False)
    tree = compiler.evidence(relations)
    return tree.sql("duckdb", pretty=True, copy=False), tuple(compiler.relations.params.items())


def slots_of(plan: Node) -> dict[str, type[str] | type[float]]:
    """The slots of a plan and the kind of value each takes."""
    kinds: dict[str, type[str] | type[float]] = {}
    for node in plan.walk():
        if isinstance(node, TextSlot):
            kinds[node.name] = str
        if isinstance(node, NumberSlot):
            kinds[node.name] = float
    return kinds


def _bound(plan_slots: Mapping[str, type[str] | type[float]], bindings: Bindings) -> dict[str, Scalar | None]:
    values: dict[str, Scalar | None] = {}
    for name, kind in plan_slots.items():
        if name not in bindings:
            raise BindingError(f"expected a value for the slot {name}, got {sorted(bindings)}")
        value = bindings[name]
        if kind is str and not isinstance(value, str):
            raise BindingError(f"slot {name}: expected a text, got {value!r}")
        if kind is float and not isinstance(value, int | float):
            raise BindingError(f"slot {name}: expected a number, got {value!r}")
        values[name] = value
    return values


def compile_plan(plan: Plan, bindings: Bindings | None = None, *, chart_id: str) -> CompiledQuery:
    """The statement that answers a plan over one chart: one row, the column `answer`.

    Raises:
        BindingError: a slot of the plan has no value, or one of the wrong kind.
        PlanError: a node without SQL.
    """
    return _of_one_chart(_compiled(plan, False), (plan,), bindings, chart_id)


def compile_plans(plans: tuple[Plan, ...], bindings: Bindings | None = None, *, chart_id: str) -> CompiledQuery:
    """The statement that answers several plans in normal form over one chart: one row, a column for each plan.

    Raises:
        BindingError: a slot of a plan has no value, or one of the wrong kind.
        PlanError: a node without SQL.
    """
    return _of_one_chart(_compiled_values(plans), plans, bindings, chart_id)


def compile_plan_set(plan: Plan) -> CompiledQuery:
    """The statement that answers a plan for every row of `bindings`: columns `question_id` and `answer`."""
    sql, constants = _compiled(plan, True)
    return CompiledQuery(sql, dict(constants))


def compile_evidence(relations: tuple[Rel, ...], bindings: Bindings | None = None, *, chart_id: str) -> CompiledQuery:
    """The statement that shows the rows of some relations of a plan, columns `EVIDENCE_COLUMNS`."""
    return _of_one_chart(_compiled_evidence(relations), relations, bindings, chart_id)


def _of_one_chart(
    compiled: tuple[str, tuple[tuple[str, Scalar | None], ...]],
    nodes: Sequence[Node],
    bindings: Bindings | None,
    chart_id: str,
) -> CompiledQuery:
    """A compiled statement with the values of its parameters."""
    sql, constants = compiled
    slots = {name: kind for node in nodes for name, kind in slots_of(node).items()}
    params = {"chart_id": chart_id, **dict(constants), **_bound(slots, bindings or {})}
    return CompiledQuery(sql, {name: value for name, value in params.items() if f"${name}" in sql})


def compile_template(template: Template, bindings: Bindings, *, chart_id: str, mode: Mode) -> CompiledQuery:
    """The statement for one question of a template about one chart.

    Raises:
        BindingError: a slot has no value, or one of the wrong kind.
    """
    try:
        return compile_plan(template.plan_for(mode), bindings, chart_id=chart_id)
    except BindingError as error:
        raise BindingError(f"template {template.qid}: {error}") from error


def compile_template_set(template: Template, *, mode: Mode) -> CompiledQuery:
    """The statement that answers a template for every row of `bindings`."""
    return compile_plan_set(template.plan_for(mode))


__all__ = [
    "EVIDENCE_COLUMNS",
    "compile_evidence",
    "compile_plan",
    "compile_plan_set",
    "compile_plans",
    "compile_template",
    "compile_template_set",
    "slots_of",
]
