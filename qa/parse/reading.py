"""Plans in words: the reading of a question that is shown beside its answer."""

from __future__ import annotations

from collections.abc import Mapping

from qa.plan import (
    Abs,
    Agg,
    AllSeries,
    Among,
    Arith,
    Arithmetic,
    At,
    Best,
    Both,
    Choose,
    ChooseNumber,
    Coalesce,
    Compare,
    Either,
    Exists,
    Field,
    Fit,
    Fn,
    ForAll,
    Frame,
    Group,
    Join,
    Known,
    LegendEntries,
    Literal,
    Map,
    Marks,
    Matching,
    Measure,
    Named,
    NameOf,
    Names,
    Node,
    Not,
    Nth,
    Number,
    Numbers,
    NumberSlot,
    OfSeries,
    OneOf,
    Op,
    Order,
    Pairs,
    Pick,
    Round,
    Steps,
    Texts,
    TextSlot,
    Ticks,
    Top,
    Value,
    Values,
    ValuesAt,
    Where,
    WhereX,
    XOf,
    Zip,
)

_FN = {
    Fn.COUNT: "the number of", Fn.SUM: "the sum of", Fn.MEAN: "the average of", Fn.MEDIAN: "the median of",
    Fn.MIN: "the lowest of", Fn.MAX: "the highest of", Fn.RANGE: "the highest less the lowest of",
    Fn.VAR: "the variance of", Fn.STD: "the standard deviation of", Fn.FIRST_MODE: "the commonest of",
    Fn.HIGH_MODE: "the highest mode of", Fn.LOW_MODE: "the lowest mode of",
}  # fmt: skip
_OP = {Op.GT: "above", Op.GE: "at least", Op.LT: "below", Op.LE: "at most", Op.EQ: "equal to", Op.NE: "other than"}
_ARITH = {Arithmetic.ADD: "plus", Arithmetic.SUB: "minus", Arithmetic.MUL: "times", Arithmetic.DIV: "divided by"}
_ORDER = {
    Order.FORWARD: "in order", Order.BACKWARD: "in reverse order", Order.RISING: "lowest first",
    Order.FALLING: "highest first", Order.NAME_FALLING: "by name, last first",
}  # fmt: skip
_MEASURE = {
    Measure.Y: "values", Measure.Q1: "lower quartiles", Measure.Q3: "upper quartiles", Measure.MEDIAN: "medians",
    Measure.MIN: "lower whisker ends", Measure.MAX: "upper whisker ends", Measure.Y_LOW: "lower error bar ends",
    Measure.Y_HIGH: "upper error bar ends",
}  # fmt: skip
_DIM = {"series": "series", "place": "place", "point": "point", "item": "item", "partner": "partner"}


def describe(node: Node, slots: Mapping[str, object]) -> str:
    """A plan in words, its slots filled.

    >>> from qa.plan import Agg, Fn, Values
    >>> describe(Agg(Fn.MAX, Values()), {})
    'the highest of the values'
    """
    return _Words(slots).words(node)


class _Words:
    def __init__(self, slots: Mapping[str, object]) -> None:
        self.slots = slots

    def words(self, node: Node) -> str:
        return (
            self._relation(node) or self._number(node) or self._text(node) or self._truth(node) or type(node).__name__
        )

    def _slot(self, name: str) -> str:
        value = self.slots.get(name, name)
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return str(value) if isinstance(value, int | float) else f"'{value}'"

    def _relation(self, node: Node) -> str:
        match node:
            case Values(measure=measure):
                return f"the {_MEASURE[measure]}"
            case ValuesAt(x=x):
                return f"the values at {self.words(x)}"
            case Zip(Arithmetic.SUB, Values(measure=Measure.Q3), Values(measure=Measure.Q1)):
                return "the interquartile ranges"
            case OfSeries(rel=rel, series=series):
                return self.words(rel) if isinstance(series, Pick) else f"{self.words(rel)} of {self.words(series)}"
            case At(rel=rel, place=place):
                return f"{self.words(rel)} at {self.words(place)}"
            case Where(rel=rel, op=op, number=number):
                return f"{self.words(rel)} that are {_OP[op]} {self.words(number)}"
            case WhereX(rel=rel, op=op, number=number):
                return f"{self.words(rel)} where x is {_OP[op]} {self.words(number)}"
            case Named(rel=rel, names=names, exclude=exclude):
                listed = ", ".join(self.words(name) for name in names)
                return f"{self.words(rel)} of {'all but ' if exclude else ''}{listed}"
            case Among(rel=rel, other=other, exclude=exclude):
                return f"{self.words(rel)} {'not ' if exclude else ''}among {self.words(other)}"
            case Matching(rel=rel, pattern=pattern):
                return f"{self.words(rel)} whose label matches {pattern}"
            case Best(rel=rel, highest=highest):
                return f"the {'highest' if highest else 'lowest'} of {self.words(rel)}"
            case Top(rel=rel, k=k, order=order):
                return f"the first {self.words(k)} of {self.words(rel)}, {_ORDER[order]}"
            case Nth(rel=rel, k=k, order=order):
                return f"number {self.words(k)} of {self.words(rel)}, {_ORDER[order]}"
            case Zip(op=op, left=left, right=right):
                return f"({self._joined(op, self.words(left), self.words(right))})"
            case Map(op=op, rel=rel, number=number):
                return f"({self._joined(op, self.words(rel), self.words(number))})"
            case Pairs(rel=rel, consecutive=consecutive):
                return f"the {'neighbouring ' if consecutive else ''}pairs of {self.words(rel)}"
            case Steps(rel=rel):
                return f"the steps of {self.words(rel)}"
            case Group(rel=rel, by=by, fn=fn):
                return f"{_FN[fn]} {self.words(rel)} of each {_DIM[by.value]}"
            case Ticks(axis=axis):
                return f"the ticks of the {axis.value} axis"
            case LegendEntries():
                return "the legend entries"
            case Marks():
                return "the marks"
            case AllSeries():
                return "the series"
            case Texts(roles=roles, exclude=exclude):
                kinds = " or ".join(role.replace("_", " ") for role in roles)
                return f"the texts that are {'no' if exclude else 'a'} {kinds}"
            case Frame():
                return "the picture's frame"
            case _:
                return ""

    def _joined(self, op: Arithmetic, left: str, right: str) -> str:
        if op is Arithmetic.ABSDIFF:
            return f"the difference between {left} and {right}"
        return f"{left} {_ARITH[op]} {right}"

    def _number(self, node: Node) -> str:
        match node:
            case Number(value=value):
                return f"{value:g}"
            case NumberSlot(name=name):
                return self._slot(name)
            case Agg(fn=fn, rel=rel):
                return f"{_FN[fn]} {self.words(rel)}"
            case Value(rel=rel):
                return self.words(rel).replace("the values", "the value", 1).replace("the medians", "the median", 1)
            case XOf(rel=rel):
                return f"where {self.words(rel)} is"
            case Fit(kind=kind, rel=rel):
                return f"the {kind.value} of {self.words(rel)}"
            case Round(number=Arith(op=Arithmetic.SUB, left=XOf() as x, right=Number())):
                return self.words(x)  # the year that a part of it lies in
            case Arith(op=op, left=left, right=right):
                return self._joined(op, self.words(left), self.words(right))
            case Abs(number=number) | Round(number=number):
                return self.words(number)
            case ChooseNumber(condition=condition, then=then, otherwise=otherwise):
                return f"{self.words(then)} if {self.words(condition)}, else {self.words(otherwise)}"
            case _:
                return ""

    def _text(self, node: Node) -> str:
        match node:
            case Literal(value=value):
                return f"'{value}'"
            case TextSlot(name=name):
                return self._slot(name)
            case Field(name=name):
                return f"the chart's {name.value.replace('_', ' ')}"
            case NameOf(rel=rel, dim=dim):
                return f"the {_DIM[dim.value]} of {self.words(rel)}"
            case Coalesce(first=first):
                return self.words(first)
            case Join(parts=parts):
                return " ".join(self.words(part) for part in parts)
            case Choose(condition=condition, then=then, otherwise=otherwise):
                return f"{self.words(then)} if {self.words(condition)}, else {self.words(otherwise)}"
            case Names(rel=rel, dims_named=dims, order=order):
                named = " and ".join(_DIM[dim.value] for dim in dims)
                ordered = "" if order is Order.FORWARD else f", {_ORDER[order]}"
                return f"the {named} of {self.words(rel)}{ordered}"
            case Numbers(rel=rel):
                return self.words(rel)
            case _:
                return ""

    def _truth(self, node: Node) -> str:
        match node:
            case Compare(op=op, left=left, right=right):
                return f"{self.words(left)} is {_OP[op]} {self.words(right)}"
            case Exists(rel=rel):
                return f"there are {self.words(rel).removeprefix('the ')}"
            case ForAll(rel=rel, op=op, number=number):
                return f"all of {self.words(rel)} are {_OP[op]} {self.words(number)}"
            case OneOf(text=text, values=values):
                return f"{self.words(text)} is {' or '.join(values)}"
            case Known(value=value):
                return f"there is {self.words(value)}"
            case Not(truth=truth):
                return f"it is not so that {self.words(truth)}"
            case Both(left=left, right=right):
                return f"{self.words(left)} and {self.words(right)}"
            case Either(left=left, right=right):
                return f"{self.words(left)} or {self.words(right)}"
            case _:
                return ""
