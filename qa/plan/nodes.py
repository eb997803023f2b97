"""The sorts of plan nodes: relations, numbers, texts, truths, lists."""

from __future__ import annotations

from dataclasses import fields

from qa.errors import PlanError
from qa.plan.words import Dim, Fn

_SPOTS = frozenset({Dim.PLACE, Dim.POINT, Dim.ITEM})
EXACT_FNS = frozenset({Fn.COUNT, Fn.MIN, Fn.MAX, Fn.FIRST_MODE, Fn.HIGH_MODE, Fn.LOW_MODE})
"""Aggregates that read a value rather than compute one."""


class Node:
    """Any node of a plan."""

    def children(self) -> tuple[Node, ...]:
        """The nodes right below, in the order of the fields."""
        return tuple(value for item in fields(self) if isinstance(value := getattr(self, item.name), Node))  # type: ignore[arg-type]

    def walk(self) -> tuple[Node, ...]:
        """This node and all below it, parents first."""
        return (self, *(node for child in self.children() for node in child.walk()))


class Rel(Node):
    """A relation."""

    @property
    def dims(self) -> frozenset[Dim]:
        """The dimensions that tell its rows apart."""
        raise NotImplementedError

    @property
    def exact(self) -> bool:
        """True when its values are read, not computed, so that they are compared without tolerance."""
        return all(child.exact for child in self.children() if isinstance(child, Rel | Num))

    @property
    def spot(self) -> Dim | None:
        """The dimension that `spot`, `spot_name` and `spot_value` tell, if any."""
        return next(iter(self.dims & _SPOTS), None)


class Num(Node):
    """A number, or null."""

    @property
    def exact(self) -> bool:
        """True when it is read, not computed."""
        return all(child.exact for child in self.children() if isinstance(child, Rel | Num))


class Text(Node):
    """A text, or null."""


class Truth(Node):
    """True, false, or null where something it needs does not exist."""


class Listing(Node):
    """A list."""


Plan = Num | Text | Truth | Listing


def expect(good: bool, node: Node, expected: str, got: object) -> None:
    """Check a part of a node.

    Raises:
        PlanError: it is not good.
    """
    if not good:
        raise PlanError(f"{type(node).__name__}: expected {expected}, got {got}")


def shown_dims(dims: frozenset[Dim]) -> str:
    """Dimensions for a message."""
    return "{" + ", ".join(sorted(dims)) + "}"
