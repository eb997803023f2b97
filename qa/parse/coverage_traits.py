"""What a plan does, as far as the words of a question can ask for it."""

from __future__ import annotations

from dataclasses import dataclass, fields

from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    At,
    Best,
    Choose,
    Compare,
    Exists,
    Fn,
    ForAll,
    Group,
    Map,
    Measure,
    Named,
    Names,
    Not,
    Nth,
    Number,
    Numbers,
    Op,
    Order,
    Pairs,
    Plan,
    Steps,
    Top,
    Values,
    Where,
    WhereX,
    XOf,
    Zip,
)

_SORTED = (Order.RISING, Order.FALLING)

HUNDRED = 100.0


@dataclass(frozen=True)
class Traits:
    """What a plan does, as far as words can ask for it."""

    fns: frozenset[Fn] = frozenset()
    arithmetic: frozenset[Arithmetic] = frozenset()
    measures: frozenset[Measure] = frozenset()
    compares: bool = False
    chooses: bool = False
    orders: bool = False
    ends: bool = False
    moves: bool = False
    percent: bool = False
    negates: bool = False
    places: bool = False


def traits_of(plan: Plan) -> Traits:
    """What a plan does."""
    fns: set[Fn] = set()
    arithmetic: set[Arithmetic] = set()
    measures: set[Measure] = set()
    flags: set[str] = set()
    for node in plan.walk():
        match node:
            case Agg(fn=fn) | Group(fn=fn):
                fns.add(fn)
            case Values(measure=measure):
                measures.add(measure)
            case Arith(op=op, right=right) | Map(op=op, number=right):
                arithmetic.add(op)
                if op is Arithmetic.MUL and isinstance(right, Number) and right.value == HUNDRED:
                    flags.add("percent")
            case Zip(op=op):
                arithmetic.add(op)
            case Pairs(op=op):
                arithmetic.add(op)
                flags.add("moves")
            case Steps():
                flags.add("moves")
            case Where() | WhereX() | Compare() | ForAll() | Exists() | Choose():
                flags.add("compares")
            case Best() | Top():
                flags.add("chooses")
            case Nth(order=order):
                flags.add("chooses" if order in _SORTED else "ends")
            case Names(order=order) | Numbers(order=order):
                flags |= {"orders"} if order in _SORTED else set()
            case XOf() | At() | Named():
                flags.add("places")
            case _:
                pass
        excluded = any(item.name == "exclude" and getattr(node, item.name) for item in fields(node))  # type: ignore[arg-type]
        if isinstance(node, Not) or excluded or getattr(node, "op", None) is Op.NE:
            flags.add("negates")
    named = dict.fromkeys(flags, True)
    return Traits(frozenset(fns), frozenset(arithmetic), frozenset(measures), **named)
