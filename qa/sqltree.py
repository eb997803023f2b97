"""Small builders of sqlglot expressions, and the two rules of how numbers compare."""

from __future__ import annotations

from sqlglot import exp

from qa.plan import Arithmetic, Fn, Op

TOLERANCE = 1e-9
"""Two computed numbers closer than this part of the larger are equal: rounding of sums, means and interpolations is
below 1e-12, and no chart can be read to nine digits."""
CANCELLED = 1e-12
"""A sum of terms that cancel is 0 below this part of the sum of their sizes."""

RANK_DIGITS = 9
"""Computed values are put in order by this many digits, relative to the largest, so that rounding decides no rank."""

_COMPARE: dict[Op, type[exp.Binary]] = {
    Op.GT: exp.GT,
    Op.GE: exp.GTE,
    Op.LT: exp.LT,
    Op.LE: exp.LTE,
    Op.EQ: exp.EQ,
    Op.NE: exp.NEQ,
}


def col(name: str, table: str | None = None) -> exp.Column:
    """A column, by its table's alias."""
    return exp.column(name, table=table)


def table(name: str, alias: str | None = None) -> exp.Table:
    """A table, or a common table expression, by its name."""
    known_as = exp.TableAlias(this=exp.to_identifier(alias)) if alias is not None else None
    return exp.Table(this=exp.to_identifier(name), alias=known_as)


def func(name: str, *arguments: exp.Expr) -> exp.Expr:
    """A function call by its DuckDB name."""
    return exp.func(name, *arguments, dialect="duckdb")


def param(name: str) -> exp.Expr:
    """A bound parameter."""
    return exp.Placeholder(this=name)


def const(value: float) -> exp.Expr:
    """A constant of the compiler's own, never of a question."""
    return exp.Literal.number(repr(value) if isinstance(value, float) else value)


def null() -> exp.Expr:
    """A null number."""
    return exp.cast(exp.Null(), exp.DType.DOUBLE)


def all_of(*conditions: exp.Expr) -> exp.Expr:
    """The conjunction of one condition or more."""
    return exp.and_(*conditions, copy=False)


def window(function: exp.Expr, partition: list[exp.Expr], order: list[exp.Expr] | None = None) -> exp.Expr:
    """A window function."""
    ordered = exp.Order(expressions=order) if order else None
    return exp.Window(this=function, partition_by=partition, order=ordered)


def ascending(expression: exp.Expr, *, descending: bool = False) -> exp.Expr:
    """One term of an ORDER BY, nulls last."""
    return exp.Ordered(this=expression, desc=descending, nulls_first=False)


def scale(left: exp.Expr, right: exp.Expr) -> exp.Expr:
    """The distance below which two computed numbers are equal."""
    larger = func("GREATEST", func("ABS", left), func("ABS", right))
    return exp.Mul(this=const(TOLERANCE), expression=larger)


def compare(op: Op, left: exp.Expr, right: exp.Expr, *, exact: bool) -> exp.Expr:
    """`left op right`; inexact numbers are equal within `TOLERANCE` and ordered only beyond it."""
    if exact:
        return _COMPARE[op](this=left, expression=right)
    gap = exp.paren(exp.Sub(this=left.copy(), expression=right.copy()))
    near = scale(left.copy(), right.copy())
    match op:
        case Op.GT:
            return exp.GT(this=gap, expression=near)
        case Op.LT:
            return exp.LT(this=gap, expression=exp.Neg(this=exp.paren(near)))
        case Op.GE:
            return exp.GTE(this=gap, expression=exp.Neg(this=exp.paren(near)))
        case Op.LE:
            return exp.LTE(this=gap, expression=near)
        case Op.EQ:
            return exp.LTE(this=func("ABS", gap), expression=near)
        case Op.NE:
            return exp.GT(this=func("ABS", gap), expression=near)


def combine(op: Arithmetic, left: exp.Expr, right: exp.Expr, *, exact: bool = True) -> exp.Expr:
    """`left op right`; a quotient by zero is null; differences of inexact numbers within `TOLERANCE` are 0."""
    match op:
        case Arithmetic.ADD:
            return exp.paren(exp.Add(this=left, expression=right))
        case Arithmetic.MUL:
            return exp.paren(exp.Mul(this=left, expression=right))
        case Arithmetic.DIV:
            return exp.paren(exp.Div(this=left, expression=func("NULLIF", right, const(0)), typed=False, safe=False))
        case Arithmetic.SUB | Arithmetic.ABSDIFF:
            gap: exp.Expr = exp.paren(exp.Sub(this=left, expression=right))
            gap = func("ABS", gap) if op is Arithmetic.ABSDIFF else gap
            if exact:
                return gap
            same = compare(Op.EQ, left, right, exact=False)
            return exp.Case().when(same, const(0)).else_(gap)


def combined_sigma(op: Arithmetic, left: tuple[exp.Expr, exp.Expr], right: tuple[exp.Expr, exp.Expr]) -> exp.Expr:
    """The standard deviation of `left op right` for independent (value, sigma) pairs, to first order."""
    (a, sigma_a), (b, sigma_b) = ((v.copy(), e.copy()) for v, e in (left, right))
    if op is Arithmetic.MUL:
        sigma_a, sigma_b = exp.Mul(this=sigma_a, expression=b), exp.Mul(this=sigma_b, expression=a)
    if op is Arithmetic.DIV:
        divisor = func("NULLIF", b, const(0))
        sigma_b = exp.Div(
            this=exp.paren(exp.Mul(this=a, expression=sigma_b)),
            expression=exp.paren(exp.Mul(this=divisor.copy(), expression=divisor.copy())),
        )
        sigma_a = exp.Div(this=sigma_a, expression=divisor)
    squares = exp.Add(this=func("POW", sigma_a, const(2)), expression=func("POW", sigma_b, const(2)))
    return func("SQRT", squares)


def _settled(kind: type[exp.Sum] | type[exp.Avg], value: exp.Expr) -> exp.Expr:
    """A sum or mean, 0 where its terms cancel but for rounding, so that nothing is above or below it by rounding."""
    total, size = kind(this=value), kind(this=func("ABS", value.copy()))
    rest = exp.LTE(this=func("ABS", total.copy()), expression=exp.Mul(this=const(CANCELLED), expression=size))
    return exp.Case().when(rest, const(0)).else_(total)


def aggregate(fn: Fn, value: exp.Expr, first: list[exp.Expr]) -> exp.Expr:
    """An aggregate over rows, except the modes, which need a count of their own."""
    v = value.copy
    match fn:
        case Fn.COUNT:
            return exp.Count(this=exp.Star())
        case Fn.SUM:
            return _settled(exp.Sum, v())
        case Fn.MEAN:
            return _settled(exp.Avg, v())
        case Fn.MEDIAN:
            return func("MEDIAN", v())
        case Fn.MIN:
            return exp.Min(this=v())
        case Fn.MAX:
            return exp.Max(this=v())
        case Fn.RANGE:
            return exp.paren(exp.Sub(this=exp.Max(this=v()), expression=exp.Min(this=v())))
        case Fn.VAR | Fn.STD:
            spread = func("VAR_POP" if fn is Fn.VAR else "STDDEV_POP", v())
            constant = compare(Op.EQ, exp.Min(this=v()), exp.Max(this=v()), exact=False)
            return exp.Case().when(constant, const(0)).else_(spread)
        case Fn.FIRST_MODE:
            return first_of(v(), first)
        case Fn.HIGH_MODE:
            return exp.Max(this=v())
        case Fn.LOW_MODE:
            return exp.Min(this=v())


def aggregate_sigma(fn: Fn, value: exp.Expr, sigma: exp.Expr) -> exp.Expr:
    """The standard deviation of an aggregate of independent values; a median's as a mean's times sqrt(pi / 2)."""
    total = func("SQRT", exp.Sum(this=func("POW", sigma.copy(), const(2))))
    count = exp.Count(this=exp.Star())
    match fn:
        case Fn.SUM:
            return total
        case Fn.MEAN:
            return exp.Div(this=total, expression=count)
        case Fn.MEDIAN:
            return exp.Div(this=exp.Mul(this=const(1.2533), expression=total), expression=count)
        case Fn.MIN:
            return func("ARG_MIN", sigma.copy(), value.copy())
        case Fn.MAX:
            return func("ARG_MAX", sigma.copy(), value.copy())
        case Fn.RANGE:
            ends = [func("POW", func(name, sigma.copy(), value.copy()), const(2)) for name in ("ARG_MAX", "ARG_MIN")]
            return func("SQRT", exp.Add(this=ends[0], expression=ends[1]))
        case _:
            return null()


def first_of(value: exp.Expr, order: list[exp.Expr]) -> exp.Expr:
    """The value of the first row by an order."""
    if not order:
        return exp.Anonymous(this="FIRST", expressions=[value])
    return exp.Anonymous(this="FIRST", expressions=[exp.Order(this=value, expressions=order)])


def listed(value: exp.Expr, order: list[exp.Expr]) -> exp.Expr:
    """All values as a list, by an order."""
    return exp.Anonymous(this="LIST", expressions=[exp.Order(this=value, expressions=order)])
