"""Replacing the free variables of formulas."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TypeVar, cast

from qa.fol.syntax import Expr, Term, Var

E = TypeVar("E", bound=Expr)


def substitute(expression: E, mapping: dict[Var, Term]) -> E:
    """The expression with free variables replaced; the translation never reuses a name, so nothing is captured."""
    if isinstance(expression, Var):
        return cast("E", mapping.get(expression, expression))
    changed: dict[str, object] = {}
    for item in fields(expression):  # type: ignore[arg-type]
        value = getattr(expression, item.name)
        new: object = value
        if isinstance(value, Expr):
            new = substitute(value, mapping)
        elif isinstance(value, tuple) and value and isinstance(value[0], Expr):
            new = tuple(substitute(part, mapping) for part in value)
        if new is not value:
            changed[item.name] = new
    return replace(expression, **changed) if changed else expression  # type: ignore[type-var]
