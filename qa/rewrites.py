"""Normalising rewrites: one meaning, one plan.

Each rule is a small function from a node to a node; `normalize` applies them from the leaves up until nothing changes.
Rules only ever use what holds for every chart; `specialize` adds what is known of one chart's family.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from typing import TypeVar, cast

from qa.plan import (
    Abs,
    Agg,
    Arith,
    Arithmetic,
    Best,
    Both,
    Compare,
    Either,
    Exists,
    Fn,
    ForAll,
    Map,
    Measure,
    Node,
    Not,
    Number,
    Op,
    Order,
    Spots,
    Top,
    Value,
    Values,
    Where,
)
from sie.vocab import ChartFamily

N = TypeVar("N", bound=Node)
Rule = Callable[[Node], Node]

_NEGATED = {Op.GT: Op.LE, Op.GE: Op.LT, Op.LT: Op.GE, Op.LE: Op.GT, Op.EQ: Op.NE, Op.NE: Op.EQ}
_MIRRORED = {Op.GT: Op.LT, Op.GE: Op.LE, Op.LT: Op.GT, Op.LE: Op.GE, Op.EQ: Op.EQ, Op.NE: Op.NE}


def _double_negation(node: Node) -> Node:
    return node.truth.truth if isinstance(node, Not) and isinstance(node.truth, Not) else node


def _negated_quantifier(node: Node) -> Node:
    """not exists (v op n) is for all (v not-op n); not for all is exists."""
    if isinstance(node, Not) and isinstance(node.truth, ForAll):
        every = node.truth
        return Exists(Where(every.rel, _NEGATED[every.op], every.number))
    if isinstance(node, Not) and isinstance(node.truth, Exists) and isinstance(node.truth.rel, Where):
        where = node.truth.rel
        return ForAll(where.rel, _NEGATED[where.op], where.number)
    return node


def _counted_existence(node: Node) -> Node:
    """A count above 0 is existence."""
    if (
        isinstance(node, Compare)
        and isinstance(node.left, Agg)
        and node.left.fn is Fn.COUNT
        and node.right == Number(0)
    ):
        if node.op in (Op.GT, Op.NE):
            return Exists(node.left.rel)
        if node.op in (Op.EQ, Op.LE):
            return Not(Exists(node.left.rel))
    return node


def _constant_left(node: Node) -> Node:
    """A constant stands on the right of a comparison."""
    if isinstance(node, Compare) and isinstance(node.left, Number) and not isinstance(node.right, Number):
        return Compare(_MIRRORED[node.op], node.right, node.left)
    return node


def _absolute_difference(node: Node) -> Node:
    if isinstance(node, Abs) and isinstance(node.number, Abs):
        return node.number
    if (
        isinstance(node, Abs)
        and isinstance(node.number, Arith)
        and node.number.op in (Arithmetic.SUB, Arithmetic.ABSDIFF)
    ):
        return Arith(Arithmetic.ABSDIFF, node.number.left, node.number.right)
    return node


def _range(node: Node) -> Node:
    """Highest less lowest of one relation is its range."""
    if not isinstance(node, Arith) or node.op not in (Arithmetic.SUB, Arithmetic.ABSDIFF):
        return node
    left, right = node.left, node.right
    if isinstance(left, Agg) and isinstance(right, Agg) and left.rel == right.rel:
        ends = (left.fn, right.fn)
        if ends == (Fn.MAX, Fn.MIN) or (ends == (Fn.MIN, Fn.MAX) and node.op is Arithmetic.ABSDIFF):
            return Agg(Fn.RANGE, left.rel)
    return node


def _value_of_best(node: Node) -> Node:
    """The value of the best row is the maximum."""
    if isinstance(node, Value) and isinstance(node.rel, Best):
        return Agg(Fn.MAX if node.rel.highest else Fn.MIN, node.rel.rel)
    return node


def _top_one(node: Node) -> Node:
    if isinstance(node, Top) and node.k == Number(1) and node.ties and node.order in (Order.RISING, Order.FALLING):
        return Best(node.rel, highest=node.order is Order.FALLING)
    return node


def _best_of_best(node: Node) -> Node:
    if isinstance(node, Best) and isinstance(node.rel, Best) and node.highest == node.rel.highest:
        return node.rel
    return node


def _identity(node: Node) -> Node:
    """Adding 0 or multiplying by 1 changes nothing."""
    neutral = {
        Arithmetic.ADD: Number(0),
        Arithmetic.SUB: Number(0),
        Arithmetic.MUL: Number(1),
        Arithmetic.DIV: Number(1),
    }
    if isinstance(node, Arith) and neutral.get(node.op) == node.right:
        return node.left
    if isinstance(node, Map) and neutral.get(node.op) == node.number:
        return node.rel
    return node


def _same_twice(node: Node) -> Node:
    return node.left if isinstance(node, Both | Either) and node.left == node.right else node


RULES: tuple[Rule, ...] = (
    _double_negation,
    _negated_quantifier,
    _counted_existence,
    _constant_left,
    _absolute_difference,
    _range,
    _value_of_best,
    _top_one,
    _best_of_best,
    _identity,
    _same_twice,
)
"""The rules, tried in this order at each node."""


def rebuild(node: N, change: Callable[[Node], Node]) -> N:
    """The node with each child replaced by what `change` makes of it."""
    changed: dict[str, object] = {}
    for item in fields(node):  # type: ignore[arg-type]
        value = getattr(node, item.name)
        new: object = value
        if isinstance(value, Node):
            new = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            new = tuple(change(part) for part in value)
        if new is not value and new != value:
            changed[item.name] = new
    return replace(node, **changed) if changed else node  # type: ignore[type-var]


@cache
def _normal(node: Node) -> Node:
    node = rebuild(node, _normal)
    for rule in RULES:
        changed = rule(node)
        if changed != node:
            return _normal(changed)
    return node


def normalize(plan: N) -> N:
    """The normal form of a plan; a normal form is its own.

    >>> from qa.plan import Values, Agg, Fn, Compare, Op, Number
    >>> normalize(Compare(Op.GT, Agg(Fn.COUNT, Values()), Number(0)))
    Exists(rel=Values(measure=<Measure.Y: 'y'>, at=<Spots.PLACES: 'places'>))
    """
    return cast("N", _normal(plan))


_LABELLED = frozenset({ChartFamily.BAR, ChartFamily.BOX, ChartFamily.PIE, ChartFamily.HISTOGRAM})


def specialize(plan: N, family: ChartFamily) -> N:
    """The same plan for one family of charts: bars, boxes, slices have their values at their own labels only."""
    return cast("N", _labelled(plan)) if family in _LABELLED else plan


@cache
def _labelled(node: Node) -> Node:
    if isinstance(node, Values) and node.at is Spots.PLACES and node.measure is Measure.Y:
        return Values(Measure.Y, Spots.LABELS)
    return rebuild(node, _labelled)


__all__ = ["RULES", "normalize", "rebuild", "specialize"]
