"""How each relation of a plan becomes a query, one `visit_<node>` each."""

from __future__ import annotations

from sqlglot import exp

from qa import sqltree as sq
from qa.plan import (
    AllSeries,
    Among,
    Arithmetic,
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
    Nth,
    OfSeries,
    Order,
    Pairs,
    Pick,
    Rel,
    Steps,
    Texts,
    Ticks,
    Top,
    Values,
    ValuesAt,
    Where,
    WhereX,
    Zip,
)
from qa.readings import CURVES, FRAMES, PLACES, READINGS
from qa.relations import (
    DIM_ORDER,
    Outer,
    RelationCompiler,
    Start,
    Visit,
    aliased,
    dim_columns,
    index_column,
    name_column,
    repeated,
)

# ------------------------------------------------------------------ visits: sources


def visit_values(c: RelationCompiler, node: Values) -> exp.Query:
    """Rows of `Values`."""
    rows = c.from_source(READINGS.name, node.dims)
    kept = [
        sq.col("at").eq(exp.Literal.string(node.at.value)),
        sq.col("measure").eq(exp.Literal.string(node.measure.value)),
    ]
    return c.of_charts(rows).where(*kept, copy=False)


def visit_values_at(c: RelationCompiler, node: ValuesAt) -> exp.Query:
    """Rows of `ValuesAt`."""
    select = c.of_charts(exp.Select().from_(sq.table(CURVES.name, "r"), copy=False), "r")
    chart = sq.col("chart_id", "r")
    columns: list[exp.Expr] = [chart]
    outer = Outer(chart, None)
    if c.per_question(node):
        select = select.join(sq.table("bindings", "b"), on=sq.col("chart_id", "b").eq(chart.copy()), copy=False)
        outer = Outer(chart, sq.col("question_id", "b"))
        columns.insert(0, sq.col("question_id", "b"))
    x = c.scalar(node.x, outer)
    x0, x1, y0, y1 = (sq.col(name, "r") for name in ("x", "x_next", "y", "y_next"))
    inside = sq.all_of(exp.GT(this=x.copy(), expression=x0), exp.LT(this=x.copy(), expression=x1))
    same_chart = sq.col("chart_id", "k").eq(chart.copy())
    select = select.join(sq.table("charts", "k"), on=same_chart, copy=False)
    v = exp.Case().when(inside.copy(), _between(x, (x0, x1), (y0, y1))).else_(y0.copy())
    found = exp.or_(exp.EQ(this=x.copy(), expression=x0.copy()), sq.all_of(sq.col("smooth", "r"), inside))
    names = [sq.col("series", "r"), sq.col("series_name", "r")]
    return select.select(*columns, *names, aliased(v, "v"), sq.col("e", "r"), copy=False).where(found, copy=False)


def _between(x: exp.Expr, xs: tuple[exp.Expr, exp.Expr], ys: tuple[exp.Expr, exp.Expr]) -> exp.Expr:
    """The value at x of a line between two points, straight as the axes of the chart `k` have it."""
    (x0, x1), (y0, y1) = ((side.copy() for side in sides) for sides in (xs, ys))
    zero = sq.const(0)
    log_x = sq.all_of(
        sq.col("x_scale", "k").eq(exp.Literal.string("log")), exp.GT(this=x0.copy(), expression=zero.copy())
    )
    log_y = sq.all_of(
        sq.col("y_scale", "k").eq(exp.Literal.string("log")),
        exp.GT(this=y0.copy(), expression=zero.copy()),
        exp.GT(this=y1.copy(), expression=zero.copy()),
    )
    logs = [sq.func("LN", exp.Div(this=side.copy(), expression=x0.copy())) for side in (x, x1)]
    gaps = [exp.paren(side.copy() - x0.copy()) for side in (x, x1)]
    share = (
        exp.Case()
        .when(log_x, exp.Div(this=logs[0], expression=logs[1]))
        .else_(exp.paren(exp.Div(this=gaps[0], expression=gaps[1])))
    )
    power = sq.func("POWER", exp.Div(this=y1.copy(), expression=y0.copy()), share.copy())
    straight = exp.Add(this=y0.copy(), expression=exp.Mul(this=exp.paren(y1.copy() - y0.copy()), expression=share))
    return exp.Case().when(log_y, exp.Mul(this=y0.copy(), expression=power)).else_(straight)


def visit_ticks(c: RelationCompiler, node: Ticks) -> exp.Query:
    """Rows of `Ticks`."""
    if node.axis is AxisName.DEPENDENT:
        return c.from_source(c.base("ticks_dependent"), node.dims)
    columns = [sq.col(column) for column in ("chart_id", *dim_columns(node.dims))]
    value, sigma = exp.alias_(sq.col("spot_value"), "v", copy=False), exp.alias_(sq.null(), "e", copy=False)
    return c.of_charts(exp.select(*columns, value, sigma).from_(PLACES.name, copy=False))


def visit_legend(c: RelationCompiler, node: LegendEntries) -> exp.Query:
    """Rows of `LegendEntries`."""
    side = node.extent.value
    replaced = {"label_extent": f"label_{side}", "swatch_extent": f"swatch_{side}"}
    kind = "legend_low" if node.extent in (Extent.X0, Extent.Y0) else "legend_high"
    kind = "legend_labels" if node.label_only else kind
    return c.from_source(c.base(kind, replaced, suffix=f"_{side}"), node.dims)


def visit_texts(c: RelationCompiler, node: Texts) -> exp.Query:
    """Rows of `Texts`."""
    name = c.base("texts_all", {"extent": node.extent.value}, suffix=f"_{node.extent.value}")
    roles = exp.In(this=sq.col("role"), expressions=[c.bind("role", role) for role in node.roles])
    wanted: exp.Expr = exp.Not(this=roles) if node.exclude else roles
    if node.exclude:
        wanted = exp.or_(wanted, sq.col("role").is_(exp.Null()))
    return c.from_source(name, node.dims).where(wanted, copy=False)


def visit_frame(c: RelationCompiler, node: Frame) -> exp.Query:
    """Rows of `Frame`."""
    named = {"spot": sq.const(0), "spot_name": exp.Literal.string("frame"), "spot_value": sq.null()}
    columns = [exp.alias_(value, name, copy=False) for name, value in named.items()]
    value, sigma = exp.alias_(sq.col(node.extent.value), "v", copy=False), exp.alias_(sq.null(), "e", copy=False)
    return c.of_charts(exp.select(sq.col("chart_id"), *columns, value, sigma).from_(FRAMES.name, copy=False))


def visit_marks(c: RelationCompiler, node: Marks) -> exp.Query:
    """Rows of `Marks`."""
    return c.from_source(c.base("marks"), node.dims)


def visit_all_series(c: RelationCompiler, node: AllSeries) -> exp.Query:
    """Rows of `AllSeries`."""
    return c.from_source(c.base("series_all"), node.dims)


# --------------------------------------------------------------------------- fewer rows


def visit_of_series(c: RelationCompiler, node: OfSeries) -> exp.Query:
    """Rows of `OfSeries`."""
    if isinstance(node.series, Pick):
        start = c.start(node, node.rel)
        index = sq.col("series", "r")
        end = exp.Min(this=index.copy()) if node.series is Pick.ONLY else exp.Max(this=index.copy())
        chosen = exp.EQ(this=index, expression=sq.window(end, c.partition(start)))
        return c.same_rows(start, node.dims).qualify(chosen, copy=False)
    start = c.start(node, node.rel, (node.series,))
    named = exp.EQ(this=sq.col("series_name", "r"), expression=c.scalar(node.series, start.outer))
    return c.same_rows(start, node.dims).where(named, copy=False)


def visit_at(c: RelationCompiler, node: At) -> exp.Query:
    """Rows of `At`."""
    start = c.start(node, node.rel, (node.place,))
    named = exp.EQ(this=sq.col("spot_name", "r"), expression=c.scalar(node.place, start.outer))
    return c.same_rows(start, node.dims).where(named, copy=False)


def visit_where(c: RelationCompiler, node: Where) -> exp.Query:
    """Rows of `Where`."""
    start = c.start(node, node.rel, (node.number,))
    number = c.scalar(node.number, start.outer)
    exact = node.rel.exact and node.number.exact
    return c.same_rows(start, node.dims).where(sq.compare(node.op, sq.col("v", "r"), number, exact=exact), copy=False)


def visit_where_x(c: RelationCompiler, node: WhereX) -> exp.Query:
    """Rows of `WhereX`."""
    start = c.start(node, node.rel, (node.number,))
    number = c.scalar(node.number, start.outer)
    return c.same_rows(start, node.dims).where(
        sq.compare(node.op, sq.col("spot_value", "r"), number, exact=True), copy=False
    )


def visit_named(c: RelationCompiler, node: Named) -> exp.Query:
    """Rows of `Named`."""
    start = c.start(node, node.rel, node.names)
    name = sq.col(name_column(node.dim), "r")
    chosen: exp.Expr = exp.In(this=name, expressions=[c.scalar(item, start.outer) for item in node.names])
    if node.exclude:
        chosen = exp.or_(exp.Not(this=chosen), name.copy().is_(exp.Null()))
    return c.same_rows(start, node.dims).where(chosen, copy=False)


def visit_matching(c: RelationCompiler, node: Matching) -> exp.Query:
    """Rows of `Matching`."""
    start = c.start(node, node.rel)
    name = sq.func("COALESCE", sq.col("spot_name", "r"), exp.Literal.string(""))
    matched = exp.Anonymous(this="REGEXP_FULL_MATCH", expressions=[name, c.bind("pattern", node.pattern)])
    return c.same_rows(start, node.dims).where(exp.Not(this=matched) if node.exclude else matched, copy=False)


def visit_among(c: RelationCompiler, node: Among) -> exp.Query:
    """Rows of `Among`."""
    start = c.start(node, node.rel)
    other = exp.select(sq.const(1)).from_(sq.table(c.relation(node.other), "o"), copy=False)
    shared = [
        exp.EQ(this=sq.col(index_column(dim), "o"), expression=sq.col(index_column(dim), "r"))
        for dim in DIM_ORDER
        if dim in node.rel.dims & node.other.dims
    ]
    found: exp.Expr = exp.Exists(this=other.where(*c.correlate(node.other, "o", start.outer), *shared, copy=False))
    return c.same_rows(start, node.dims).where(exp.Not(this=found) if node.exclude else found, copy=False)


def visit_best(c: RelationCompiler, node: Best) -> exp.Query:
    """Rows of `Best`."""
    start = c.start(node, node.rel)
    v = sq.col("v", "r")
    end = sq.window(exp.Max(this=v.copy()) if node.highest else exp.Min(this=v.copy()), c.partition(start))
    if node.rel.exact:
        return c.same_rows(start, node.dims).qualify(exp.EQ(this=v, expression=end), copy=False)
    largest = sq.window(exp.Max(this=sq.func("ABS", v.copy())), c.partition(start))
    gap = sq.func("ABS", exp.paren(exp.Sub(this=v, expression=end)))
    near = exp.LTE(this=gap, expression=exp.Mul(this=sq.const(sq.TOLERANCE), expression=largest))
    return c.same_rows(start, node.dims).qualify(near, copy=False)


def _ranked(c: RelationCompiler, node: Top | Nth, rank: str) -> Start:
    """The child with the column `rank` added."""
    rows, key = c.keyed(node.rel, node.order)
    table = sq.table(rows, "i") if isinstance(rows, str) else rows.subquery("i", copy=False)
    terms = c.order_terms(node.rel, node.order, "i", key)
    if rank == "RANK":
        terms = terms[:1]
    if rank == "DENSE_RANK":
        terms = [term for term in terms if term.this.name != "series"] or terms
    partition: list[exp.Expr] = [sq.col(c.keys_of(node.rel)[0], "i")] if c.as_set else []
    ranked = exp.alias_(sq.window(exp.Anonymous(this=rank), partition, terms), "rank", copy=False)
    inner = exp.select(exp.column(exp.Star(), table="i"), ranked).from_(table, copy=False)
    start = c.start(node, node.rel, (node.k,))
    start.select = start.select.from_(inner.subquery("r", copy=False), copy=False)
    return start


def visit_top(c: RelationCompiler, node: Top) -> exp.Query:
    """Rows of `Top`."""
    start = _ranked(c, node, "RANK" if node.ties else "ROW_NUMBER")
    k = c.scalar(node.k, start.outer)
    return c.same_rows(start, node.dims).where(exp.LTE(this=sq.col("rank", "r"), expression=k), copy=False)


def visit_nth(c: RelationCompiler, node: Nth) -> exp.Query:
    """Rows of `Nth`."""
    along = node.order in (Order.FORWARD, Order.BACKWARD) and node.rel.spot is not None
    start = _ranked(c, node, "DENSE_RANK" if along else "ROW_NUMBER")
    k = c.scalar(node.k, start.outer)
    return c.same_rows(start, node.dims).where(exp.EQ(this=sq.col("rank", "r"), expression=k), copy=False)


# --------------------------------------------------------------------------- new values


def visit_zip(c: RelationCompiler, node: Zip) -> exp.Query:
    """Rows of `Zip`."""
    left, right = c.relation(node.left), c.relation(node.right)
    shared = [index_column(dim) for dim in DIM_ORDER if dim in node.dims]
    left_question, right_question = c.per_question(node.left), c.per_question(node.right)
    keys = ["question_id"] if left_question and right_question else ["chart_id"]
    on = sq.all_of(*(sq.col(name, "q").eq(sq.col(name, "r")) for name in (*keys, *shared)))
    select = exp.Select().from_(sq.table(left, "r"), copy=False).join(sq.table(right, "q"), on=on, copy=False)
    chart = sq.col("chart_id", "r")
    start = Start(select, Outer(chart, None), [("chart_id", chart)])
    if left_question or right_question:
        start.keys.insert(0, ("question_id", sq.col("question_id", "r" if left_question else "q")))
    exact = node.left.exact and node.right.exact
    v = sq.combine(node.op, sq.col("v", "r"), sq.col("v", "q"), exact=exact)
    e = sq.combined_sigma(node.op, (sq.col("v", "r"), sq.col("e", "r")), (sq.col("v", "q"), sq.col("e", "q")))
    return _existing(c.project(start, node.dims, v, e), node.op)


def visit_map(c: RelationCompiler, node: Map) -> exp.Query:
    """Rows of `Map`."""
    start = c.start(node, node.rel, (node.number,))
    number = c.scalar(node.number, start.outer)
    exact = node.rel.exact and node.number.exact
    v = sq.combine(node.op, sq.col("v", "r"), number, exact=exact)
    e = sq.combined_sigma(node.op, (sq.col("v", "r"), sq.col("e", "r")), (number, sq.const(0)))
    return _existing(c.project(start, node.dims, v, e), node.op)


def visit_pairs(c: RelationCompiler, node: Pairs) -> exp.Query:
    """Rows of `Pairs`."""
    start = c.start(node, node.rel)
    key = c.keys_of(node.rel)[0]
    spot, partner = sq.col("spot", "r"), sq.col("spot", "q")
    later: exp.Expr = exp.GT(this=partner, expression=spot)
    if node.consecutive:
        later = exp.EQ(this=partner, expression=exp.Add(this=spot, expression=sq.const(1)))
    on = sq.all_of(sq.col(key, "q").eq(sq.col(key, "r")), later)
    start.select = start.select.join(sq.table(c.relation(node.rel), "q"), on=on, copy=False)
    v = sq.combine(node.op, sq.col("v", "r"), sq.col("v", "q"), exact=node.rel.exact)
    e = sq.combined_sigma(node.op, (sq.col("v", "r"), sq.col("e", "r")), (sq.col("v", "q"), sq.col("e", "q")))
    query = c.project(start, frozenset({Dim.PLACE}), v, e)
    partners = [
        exp.alias_(sq.col(f"spot{part}", "q"), f"partner{part}", copy=False) for part in ("", "_name", "_value")
    ]
    return query.select(*partners, copy=False)


def visit_steps(c: RelationCompiler, node: Steps) -> exp.Query:
    """Rows of `Steps`."""
    start = c.start(node, node.rel)
    partition = c.partition(start)
    if Dim.SERIES in node.dims:
        partition.append(sq.col("series", "r"))
    v, e = sq.col("v", "r"), sq.col("e", "r")
    order = [sq.ascending(sq.col("spot", "r"))]
    before, sigma_before = (sq.window(exp.Lag(this=item.copy()), [*partition], [*order]) for item in (v, e))
    step = sq.combine(Arithmetic.SUB, v, before, exact=node.rel.exact)
    sigma = sq.combined_sigma(Arithmetic.SUB, (v, e), (before, sigma_before))
    inner = c.project(start, node.dims, step, sigma).subquery("r", copy=False)
    outer = exp.select(exp.column(exp.Star(), table="r")).from_(inner, copy=False)
    return outer.where(exp.Not(this=sq.col("v", "r").is_(exp.Null())), copy=False)


def visit_group(c: RelationCompiler, node: Group) -> exp.Query:
    """Rows of `Group`."""
    start = c.start(node, node.rel)
    if node.fn in (Fn.FIRST_MODE, Fn.HIGH_MODE, Fn.LOW_MODE):
        start.select = start.select.from_(c.modes(node.rel, node.by).subquery("r", copy=False), copy=False)
        if node.fn is not Fn.FIRST_MODE:
            start.select = start.select.where(repeated("r"), copy=False)
        first = [sq.ascending(sq.col("seen", "r"))]
    else:
        first = c.natural(node.rel.dims, "r")
    v, e = sq.col("v", "r"), sq.col("e", "r")
    query = c.project(start, node.dims, sq.aggregate(node.fn, v, first), sq.aggregate_sigma(node.fn, v, e))
    keys = [key.copy() for _, key in start.keys]
    return query.group_by(*keys, *(sq.col(column, "r") for column in dim_columns(node.dims)), copy=False)


def _existing(query: exp.Select, op: Arithmetic) -> exp.Query:
    """Without the rows whose quotient does not exist."""
    if op is not Arithmetic.DIV:
        return query
    outer = exp.select(exp.column(exp.Star(), table="z")).from_(query.subquery("z", copy=False), copy=False)
    return outer.where(exp.Not(this=sq.col("v", "z").is_(exp.Null())), copy=False)


VISITS: dict[type[Rel], Visit] = {
    Values: visit_values,  # type: ignore[dict-item]
    ValuesAt: visit_values_at,  # type: ignore[dict-item]
    Ticks: visit_ticks,  # type: ignore[dict-item]
    LegendEntries: visit_legend,  # type: ignore[dict-item]
    Texts: visit_texts,  # type: ignore[dict-item]
    Frame: visit_frame,  # type: ignore[dict-item]
    Marks: visit_marks,  # type: ignore[dict-item]
    AllSeries: visit_all_series,  # type: ignore[dict-item]
    OfSeries: visit_of_series,  # type: ignore[dict-item]
    At: visit_at,  # type: ignore[dict-item]
    Where: visit_where,  # type: ignore[dict-item]
    WhereX: visit_where_x,  # type: ignore[dict-item]
    Named: visit_named,  # type: ignore[dict-item]
    Matching: visit_matching,  # type: ignore[dict-item]
    Among: visit_among,  # type: ignore[dict-item]
    Best: visit_best,  # type: ignore[dict-item]
    Top: visit_top,  # type: ignore[dict-item]
    Nth: visit_nth,  # type: ignore[dict-item]
    Zip: visit_zip,  # type: ignore[dict-item]
    Map: visit_map,  # type: ignore[dict-item]
    Pairs: visit_pairs,  # type: ignore[dict-item]
    Steps: visit_steps,  # type: ignore[dict-item]
    Group: visit_group,  # type: ignore[dict-item]
}
"""How each kind of relation becomes a query."""
