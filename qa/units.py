"""The unit of a numerical answer, from how its plan makes it of the axes' units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatchmethod

from qa.plan.nodes import Node
from qa.plan.relations import Frame, Group, LegendEntries, Map, Marks, Texts, Ticks, Values, ValuesAt, Zip
from qa.plan.scalars import Abs, Agg, Arith, ChooseNumber, Number, Round, Value, XOf
from qa.plan.words import Arithmetic, Fn

PERCENT = "%"
_COUNTED = frozenset({Fn.COUNT, Fn.VAR})


@dataclass(frozen=True)
class Units:
    """The units of a chart's axes, None where the chart tells none.

    >>> Units("t/ha", "year").of(Number(3.0)) is None
    True
    """

    y: str | None
    x: str | None

    @singledispatchmethod
    def of(self, plan: Node) -> str | None:
        """The unit of a number; None for counts, ratios, fits and what has no unit."""
        return None

    @of.register
    def _(self, plan: Agg) -> str | None:
        return None if plan.fn in _COUNTED else self._of_relation(plan.rel)

    @of.register
    def _(self, plan: Value) -> str | None:
        return self._of_relation(plan.rel)

    @of.register
    def _(self, plan: XOf) -> str | None:
        return self.x

    @of.register
    def _(self, plan: Abs) -> str | None:
        return self.of(plan.number)

    @of.register
    def _(self, plan: Round) -> str | None:
        return self.of(plan.number)

    @of.register
    def _(self, plan: ChooseNumber) -> str | None:
        return self.of(plan.then)

    @of.register
    def _(self, plan: Arith) -> str | None:
        if plan.op is Arithmetic.MUL and isinstance(plan.right, Number) and _is_ratio(plan.left):
            return PERCENT if plan.right.value == 100.0 else None
        left, right = self.of(plan.left), self.of(plan.right)
        if plan.op is Arithmetic.DIV:
            return left if not _has_unit(plan.right) else None
        if plan.op is Arithmetic.MUL:
            return None if _has_unit(plan.left) and _has_unit(plan.right) else left or right
        return left or right

    def _of_relation(self, rel: Node) -> str | None:
        return self.y if _measures_y(rel) else None


def _has_unit(plan: Node) -> bool:
    """Whether a number would have a unit on axes that have units."""
    return Units("y", "x").of(plan) is not None


def _is_ratio(plan: Node) -> bool:
    return isinstance(plan, Arith) and plan.op is Arithmetic.DIV and _has_unit(plan.left) and _has_unit(plan.right)


def _measures_y(rel: Node) -> bool:
    """Whether a relation's values are read on the dependent axis, and neither counted nor divided by each other."""
    nodes = rel.walk()
    divided = any(
        (isinstance(node, Zip) and node.op is Arithmetic.DIV)
        or (isinstance(node, Map) and node.op is Arithmetic.DIV and _has_unit(node.number))
        for node in nodes
    )
    counted = any(isinstance(node, Group) and node.fn in _COUNTED for node in nodes)
    other = any(isinstance(node, Ticks | LegendEntries | Texts | Frame | Marks) for node in nodes)
    return not (counted or other or divided) and any(isinstance(node, Values | ValuesAt) for node in nodes)
