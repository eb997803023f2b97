"""How sure an answer is: which rows it rests on, the sigma of a number, the margin of a yes/no or a ranking.

Sigmas are carried row by row through the statements (independent errors, to first order). Here they become one number
an answer: the standard deviation of a number, or the distance to the nearest change of mind in standard deviations.
Where sigmas are unknown (tables that were typed, not read) both are None.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from qa.answer import AnswerValue, EvidenceRow
from qa.plan import (
    Abs,
    Agg,
    Arith,
    Arithmetic,
    Best,
    Compare,
    Fn,
    ForAll,
    Listing,
    Node,
    Num,
    Number,
    NumberSlot,
    Plan,
    Rel,
    Top,
    Truth,
    Value,
    Where,
)
from qa.query import Bindings

Rows = Sequence[EvidenceRow]


def evidence_of(plan: Plan) -> tuple[Rel, ...]:
    """The relations whose rows an answer rests on.

    What was chosen from is shown, not only what was chosen: of the best of some rows all of them.
    """
    found: dict[Rel, None] = {}
    for rel in _outermost(plan):
        found[_before_choice(rel)] = None
    return tuple(found)


def _outermost(node: Node) -> list[Rel]:
    if isinstance(node, Rel):
        numbers = [child for child in node.children() if isinstance(child, Num)]
        return [node, *(rel for number in numbers for rel in _outermost(number))]
    return [rel for child in node.children() for rel in _outermost(child)]


def _before_choice(rel: Rel) -> Rel:
    while isinstance(rel, Best | Top | Where):
        rel = rel.rel
    return rel


def _part(plan: Plan, rel: Rel, rows: Rows) -> list[EvidenceRow]:
    relations = evidence_of(plan)
    wanted = _before_choice(rel)
    number = relations.index(wanted) if wanted in relations else -1
    return [row for row in rows if row.part == number]


# --------------------------------------------------------------------------- numbers


def _measured(node: Num, plan: Plan, rows: Rows, slots: Bindings) -> tuple[float, float] | None:
    """(value, sigma) of a number, or None where the sigma cannot be told."""
    if isinstance(node, Number):
        return float(node.value), 0.0
    if isinstance(node, NumberSlot):
        return float(slots[node.name]), 0.0
    if isinstance(node, Abs):
        inner = _measured(node.number, plan, rows, slots)
        return None if inner is None else (abs(inner[0]), inner[1])
    if isinstance(node, Arith):
        sides = [_measured(side, plan, rows, slots) for side in (node.left, node.right)]
        left, right = sides
        return None if left is None or right is None else _combined(node.op, left, right)
    if isinstance(node, Value | Agg) and not isinstance(node.rel, Best | Top | Where):
        fn = node.fn if isinstance(node, Agg) else None
        return _of_rows(fn, _part(plan, node.rel, rows))
    return None


def _of_rows(fn: Fn | None, rows: Rows) -> tuple[float, float] | None:
    pairs = [(row.value, row.sigma) for row in rows if row.value is not None]
    known = [(value, sigma) for value, sigma in pairs if sigma is not None]
    if not pairs or len(known) != len(pairs):
        return None
    values = [value for value, _ in known]
    total = math.sqrt(sum(sigma**2 for _, sigma in known))
    match fn:
        case None:
            return known[0]
        case Fn.MAX:
            return max(known)
        case Fn.MIN:
            return min(known)
        case Fn.RANGE:
            high, low = max(known), min(known)
            return high[0] - low[0], math.hypot(high[1], low[1])
        case Fn.SUM:
            return sum(values), total
        case Fn.MEAN:
            return sum(values) / len(values), total / len(values)
        case Fn.MEDIAN:
            ordered = sorted(values)
            middle = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
            return middle, math.sqrt(math.pi / 2) * total / len(values)
        case _:
            return None


def _combined(op: Arithmetic, left: tuple[float, float], right: tuple[float, float]) -> tuple[float, float] | None:
    (a, sigma_a), (b, sigma_b) = left, right
    match op:
        case Arithmetic.ADD:
            return a + b, math.hypot(sigma_a, sigma_b)
        case Arithmetic.SUB:
            return a - b, math.hypot(sigma_a, sigma_b)
        case Arithmetic.ABSDIFF:
            return abs(a - b), math.hypot(sigma_a, sigma_b)
        case Arithmetic.MUL:
            return a * b, math.hypot(sigma_a * b, sigma_b * a)
        case Arithmetic.DIV:
            return None if b == 0 else (a / b, math.hypot(sigma_a / b, a * sigma_b / b**2))


def sigma_of(plan: Plan, rows: Rows, slots: Bindings, value: AnswerValue) -> float | None:
    """The standard deviation of a numerical answer, or None where it cannot be told."""
    if not isinstance(plan, Num) or value is None:
        return None
    measured = _measured(plan, plan, rows, slots)
    return None if measured is None else measured[1]


# --------------------------------------------------------------------------- yes/no and rankings


def margin_of(plan: Plan, rows: Rows, slots: Bindings, value: AnswerValue) -> float | None:
    """How far the nearest comparison is from turning over, in standard deviations; None where it cannot be told."""
    if value is None:
        return None
    distances = [distance for node in _deciders(plan) for distance in _distances(node, plan, rows, slots)]
    return min(distances, default=None)


def _deciders(plan: Plan) -> list[Node]:
    kinds = (Compare, ForAll, Where, Best, Top)
    if isinstance(plan, Truth | Listing | Num):
        return [node for node in plan.walk() if isinstance(node, kinds)]
    return []


def _apart(a: tuple[float, float], b: tuple[float, float]) -> list[float]:
    sigma = math.hypot(a[1], b[1])
    return [abs(a[0] - b[0]) / sigma] if sigma > 0 else []


def _pairs(rows: Rows) -> list[tuple[float, float]]:
    return [(row.value, row.sigma) for row in rows if row.value is not None and row.sigma is not None]


def _distances(node: Node, plan: Plan, rows: Rows, slots: Bindings) -> list[float]:
    if isinstance(node, Compare):
        left, right = (_measured(side, plan, rows, slots) for side in (node.left, node.right))
        return [] if left is None or right is None else _apart(left, right)
    if isinstance(node, Where | ForAll):
        number = _measured(node.number, plan, rows, slots)
        return (
            [] if number is None else [d for pair in _pairs(_part(plan, node.rel, rows)) for d in _apart(pair, number)]
        )
    if isinstance(node, Best):
        ordered = sorted(_pairs(_part(plan, node.rel, rows)), reverse=node.highest)
        return _apart(ordered[0], ordered[1]) if len(ordered) > 1 else []
    return []


__all__ = ["evidence_of", "margin_of", "sigma_of"]
