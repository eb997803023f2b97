"""The vocabulary that the catalogue is written in: short names for the plans and families that templates share."""

from __future__ import annotations

from collections.abc import Iterable

from qa.plan import (
    Agg,
    Arith,
    Arithmetic,
    At,
    AxisName,
    Dim,
    Fn,
    Map,
    Measure,
    Names,
    Num,
    NumberSlot,
    OfSeries,
    Op,
    Order,
    Pick,
    Plan,
    Rel,
    Spots,
    TextSlot,
    Ticks,
    Value,
    Values,
    Where,
    Zip,
)
from qa.rewrites import specialize
from qa.template import AnswerType, Need, Over, Template
from sie.vocab import ChartFamily

BAR = (ChartFamily.BAR, ChartFamily.HISTOGRAM)
LINE = (ChartFamily.LINE, ChartFamily.AREA)
SCATTER = (ChartFamily.SCATTER,)
BOX = (ChartFamily.BOX,)
ALL = (*BAR, *LINE, *SCATTER, *BOX)
_LABELLED = frozenset({*BAR, *BOX, ChartFamily.PIE})

Y = Values()
RAW = Values(Measure.Y, Spots.POINTS)
X_TICKS = Ticks(AxisName.INDEPENDENT)
Y_TICKS = Ticks(AxisName.DEPENDENT)
N = NumberSlot("N")
K = NumberSlot("k")


def box(measure: Measure) -> Values:
    """One of the five numbers of every box."""
    return Values(measure, Spots.LABELS)


IQR = Zip(Arithmetic.SUB, box(Measure.Q3), box(Measure.Q1))
EXTREME_RANGE = Zip(Arithmetic.SUB, box(Measure.MAX), box(Measure.MIN))


def only(rel: Rel) -> OfSeries:
    """The chart's one series."""
    return OfSeries(rel, Pick.ONLY)


def of(rel: Rel, slot: str = "L") -> OfSeries:
    """The series that a slot names."""
    return OfSeries(rel, TextSlot(slot))


def value_at(rel: Rel, slot: str = "x_i") -> Value:
    """The value at the place that a slot names."""
    return Value(At(rel, TextSlot(slot)))


def mean(rel: Rel) -> Agg:
    """The average value."""
    return Agg(Fn.MEAN, rel)


def count(rel: Rel) -> Agg:
    """How many rows."""
    return Agg(Fn.COUNT, rel)


def gap(left: Num, right: Num) -> Arith:
    """The size of a difference."""
    return Arith(Arithmetic.ABSDIFF, left, right)


def plus(left: Num, right: Num) -> Arith:
    """A sum."""
    return Arith(Arithmetic.ADD, left, right)


def above(rel: Rel, number: Num) -> Where:
    """The rows greater than a number."""
    return Where(rel, Op.GT, number)


def below(rel: Rel, number: Num) -> Where:
    """The rows less than a number."""
    return Where(rel, Op.LT, number)


def places(rel: Rel, order: Order = Order.FORWARD) -> Names:
    """The places' names."""
    return Names(rel, (Dim.PLACE,), order)


def pairs(rel: Rel, order: Order = Order.FORWARD) -> Names:
    """The pairs' names."""
    return Names(rel, (Dim.PLACE, Dim.PARTNER), order)


def nearest_first(rel: Rel, number: Num) -> Names:
    """The places' names by rising distance from a number."""
    return places(Map(Arithmetic.ABSDIFF, rel, number), Order.RISING)


Variant = tuple[str, str, tuple[ChartFamily, ...], tuple[str, ...]]
"""qid, taxonomy id, families, forms."""


def templates(
    answer_type: AnswerType,
    meaning: str,
    plan: Plan,
    variants: Iterable[Variant],
    *,
    published: Plan | None = None,
    needs: tuple[Need, ...] = (),
    over: tuple[Over, ...] = (),
    nonempty: bool = False,
) -> list[Template]:
    """The templates that ask one thing in the words of several families of charts."""
    return [
        Template(
            qid=qid,
            taxonomy=taxonomy,
            answer_type=answer_type,
            families=families,
            meaning=meaning,
            forms=forms,
            plan=_for_families(plan, families),
            published=_for_families(published, families) if published is not None else None,
            needs=needs,
            over=over,
            nonempty=nonempty,
        )
        for qid, taxonomy, families, forms in variants
    ]


def _for_families(plan: Plan, families: tuple[ChartFamily, ...]) -> Plan:
    return specialize(plan, families[0]) if set(families) <= _LABELLED else plan
