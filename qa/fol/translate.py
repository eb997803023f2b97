"""Plans written as formulas.

A truth becomes a formula, a number or a text a term, a list the set of the entities it names (its order is not part of
the logic). A relation of the plan becomes a comprehension `{vars | condition}` with a value; filters go into its
condition, `Best` becomes "no other is greater", comparisons with a maximum become quantifiers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count

from qa import plan as p
from qa.errors import FormulaError
from qa.fol import syntax as s
from qa.fol.substitution import substitute
from qa.fol.syntax import Comprehension, Formula, Sort, Term, Var, conj, exists, forall
from qa.rewrites import normalize

_STEM = {
    Sort.SERIES: "s",
    Sort.PLACE: "x",
    Sort.POINT: "p",
    Sort.YTICK: "t",
    Sort.ENTRY: "e",
    Sort.BLOCK: "b",
    Sort.MARK: "m",
    Sort.FRAME: "f",
}


class Translator:
    """Writes one plan; numbers its variables."""

    def __init__(self) -> None:
        self._numbers: dict[str, count[int]] = {}

    def fresh(self, sort: Sort) -> Var:
        """A variable with a name of its own."""
        stem = _STEM[sort]
        number = next(self._numbers.setdefault(stem, count()))
        return Var(stem if number == 0 else f"{stem}{number}", sort)

    def renamed(self, rel: Comprehension) -> Comprehension:
        """The same set over fresh variables, inner ones too."""
        bound = [node for node in rel.walk() if isinstance(node, Var)]
        mapping: dict[Var, Term] = {var: self.fresh(var.of) for var in dict.fromkeys(bound)}
        return substitute(rel, mapping)

    # ------------------------------------------------------------------ relations

    def rel(self, node: p.Rel) -> Comprehension:
        """A relation as a set with a value.

        Raises:
            FormulaError: the node has no first-order form.
        """
        visit = _RELATIONS.get(type(node))
        if visit is None:
            raise FormulaError(f"no formula is known for the plan node {type(node).__name__}")
        return visit(self, node)

    def values(self, node: p.Values) -> Comprehension:
        """The set of `Values`."""
        series = self.fresh(Sort.SERIES)
        spot = self.fresh(Sort.POINT if node.at is p.Spots.POINTS else Sort.PLACE)
        arguments = (series, spot)
        name = node.measure.value
        return Comprehension(arguments, s.Predicate(f"has_{name}", arguments), s.Apply(name, arguments))

    def values_at(self, node: p.ValuesAt) -> Comprehension:
        """The set of `ValuesAt`."""
        series = self.fresh(Sort.SERIES)
        value = s.Apply("y_at", (series, self.num(node.x)))
        return Comprehension((series,), s.Predicate("defined", (value,)), value)

    def ticks(self, node: p.Ticks) -> Comprehension:
        """The set of `Ticks`."""
        if node.axis is p.AxisName.INDEPENDENT:
            place = self.fresh(Sort.PLACE)
            return Comprehension((place,), s.Predicate("tick", (place,)), s.Apply("position", (place,)))
        tick = self.fresh(Sort.YTICK)
        return Comprehension((tick,), s.Verum(), s.Apply("position", (tick,)))

    def legend(self, node: p.LegendEntries) -> Comprehension:
        """The set of `LegendEntries`."""
        entry = self.fresh(Sort.ENTRY)
        name = f"label_{node.extent.value}" if node.label_only else node.extent.value
        return Comprehension((entry,), s.Verum(), s.Apply(name, (entry,)))

    def texts(self, node: p.Texts) -> Comprehension:
        """The set of `Texts`."""
        block = self.fresh(Sort.BLOCK)
        role = s.Apply("role", (block,), Sort.TEXT)
        one: Formula = s.Disjunction(tuple(s.Comparison("=", role, s.Quoted(name)) for name in node.roles))
        return Comprehension((block,), s.Negation(one) if node.exclude else one, s.Apply(node.extent.value, (block,)))

    def frame(self, node: p.Frame) -> Comprehension:
        """The set of `Frame`."""
        frame = self.fresh(Sort.FRAME)
        return Comprehension((frame,), s.Verum(), s.Apply(node.extent.value, (frame,)))

    def marks(self, node: p.Marks) -> Comprehension:
        """The set of `Marks`."""
        return Comprehension((self.fresh(Sort.MARK),), s.Verum(), None)

    def all_series(self, node: p.AllSeries) -> Comprehension:
        """The set of `AllSeries`."""
        return Comprehension((self.fresh(Sort.SERIES),), s.Verum(), None)

    def of_series(self, node: p.OfSeries) -> Comprehension:
        """The set of `OfSeries`."""
        inner = self.rel(node.rel)
        series = next(var for var in inner.variables if var.of is Sort.SERIES)
        if isinstance(node.series, p.Pick):
            name = "the_series" if node.series is p.Pick.ONLY else "last_series"
            return self._bound(inner, series, s.Fixed(name, Sort.SERIES))
        return self._bound(inner, series, self._entity(node.series, Sort.SERIES))

    def at(self, node: p.At) -> Comprehension:
        """The set of `At`."""
        inner = self.rel(node.rel)
        spot = next(var for var in inner.variables if var.of is not Sort.SERIES)
        if spot.of is Sort.PLACE and isinstance(node.place, p.TextSlot | p.Literal):
            return self._bound(inner, spot, self._entity(node.place, Sort.PLACE))
        named = s.Comparison("=", s.Apply("name", (spot,), Sort.TEXT), self.text(node.place))
        shown = tuple(var for var in inner.variables if var != spot)
        return replace(inner, variables=shown, hidden=(*inner.hidden, spot), condition=conj(inner.condition, named))

    def _bound(self, rel: Comprehension, variable: Var, term: Term) -> Comprehension:
        rest = tuple(var for var in rel.variables if var != variable)
        return substitute(replace(rel, variables=rest), {variable: term})

    def _entity(self, text: p.Text, sort: Sort) -> Term:
        if isinstance(text, p.TextSlot):
            return s.Slot(text.name, sort)
        if isinstance(text, p.Literal):
            return s.Labelled(text.value, sort)
        raise FormulaError(f"expected a named {sort}, got {type(text).__name__}")

    def _kept(self, inner: Comprehension, *conditions: Formula) -> Comprehension:
        return replace(inner, condition=conj(inner.condition, *conditions))

    def where(self, node: p.Where) -> Comprehension:
        """The set of `Where`."""
        inner = self._defined(node.rel, self.rel(node.rel))
        return self._kept(inner, s.Comparison(node.op.value, _value(inner), self.num(node.number)))

    def _defined(self, node: p.Rel, rel: Comprehension) -> Comprehension:
        """Without the entities that have no value: ticks and texts may lack one, data never do."""
        partial = any(isinstance(item, p.Ticks | p.LegendEntries | p.Texts | p.Frame) for item in node.walk())
        return self._kept(rel, s.Predicate("defined", (_value(rel),))) if partial else rel

    def _spot(self, rel: Comprehension) -> Var:
        return next(var for var in rel.variables if var.of is not Sort.SERIES)

    def where_x(self, node: p.WhereX) -> Comprehension:
        """The set of `WhereX`."""
        inner = self.rel(node.rel)
        position = s.Apply("position", (self._spot(inner),))
        return self._kept(inner, s.Comparison(node.op.value, position, self.num(node.number)))

    def named(self, node: p.Named) -> Comprehension:
        """The set of `Named`."""
        inner = self.rel(node.rel)
        series = node.dim is p.Dim.SERIES
        var = next(var for var in inner.variables if (var.of is Sort.SERIES) == series)
        name = s.Apply("name", (var,), Sort.TEXT)
        one: Formula = s.Disjunction(tuple(s.Comparison("=", name, self.text(text)) for text in node.names))
        return self._kept(inner, s.Negation(one) if node.exclude else one)

    def matching(self, node: p.Matching) -> Comprehension:
        """The set of `Matching`."""
        inner = self.rel(node.rel)
        name = s.Apply("name", (self._spot(inner),), Sort.TEXT)
        match: Formula = s.Predicate("matches", (name, s.Quoted(node.pattern)))
        return self._kept(inner, s.Negation(match) if node.exclude else match)

    def among(self, node: p.Among) -> Comprehension:
        """The set of `Among`."""
        inner, other = self.rel(node.rel), self.rel(node.other)
        pairs = [(a, b) for a in inner.variables for b in other.variables if a.of is b.of]
        same = [s.Comparison("=", a, b) for a, b in pairs]
        found: Formula = exists((*other.variables, *other.hidden), conj(other.condition, *same))
        return self._kept(inner, s.Negation(found) if node.exclude else found)

    def best(self, node: p.Best) -> Comprehension:
        """The set of `Best`."""
        inner = self.rel(node.rel)
        other = self.renamed(inner)
        order = s.Comparison("<=" if node.highest else ">=", _value(other), _value(inner))
        none_better = forall((*other.variables, *other.hidden), s.Implication(other.condition, order))
        return self._kept(inner, none_better)

    def _ahead(self, rel: Comprehension, order: p.Order, k: p.Num, op: str, *, ties: bool) -> Comprehension:
        """The rows with so many others ahead of them by an order."""
        other = self.renamed(rel)
        places = [(a, b) for a, b in zip(other.variables, rel.variables, strict=True) if a.of is not Sort.SERIES]
        if order in (p.Order.FORWARD, p.Order.BACKWARD):
            spots = places[:1] or list(zip(other.variables, rel.variables, strict=True))
            first, second = spots[0] if order is p.Order.FORWARD else spots[0][::-1]
            ahead: Formula = s.Predicate("before", (first, second))
            hidden = tuple(var for var in (*other.variables, *other.hidden) if var != spots[0][0])
            counted = s.Aggregate("count", (spots[0][0],), exists(hidden, conj(other.condition, ahead)), s.Real(1))
        else:
            greater = ">" if order is p.Order.FALLING else "<"
            better: Formula = s.Comparison(greater, _value(other), _value(rel))
            if not ties:
                even = s.Comparison("=", _value(other), _value(rel))
                earlier = s.Predicate(
                    "before", (s.Apply("pair", other.variables, Sort.PLACE), s.Apply("pair", rel.variables, Sort.PLACE))
                )
                better = s.Disjunction((better, conj(even, earlier)))
            counted = s.Aggregate("count", (*other.variables, *other.hidden), conj(other.condition, better), s.Real(1))
        limit = s.Combine("-", self.num(k), s.Real(1))
        return self._kept(rel, s.Comparison(op, counted, limit))

    def top(self, node: p.Top) -> Comprehension:
        """The set of `Top`."""
        return self._ahead(self.rel(node.rel), node.order, node.k, "<=", ties=node.ties)

    def nth(self, node: p.Nth) -> Comprehension:
        """The set of `Nth`."""
        return self._ahead(self.rel(node.rel), node.order, node.k, "=", ties=False)

    def zip(self, node: p.Zip) -> Comprehension:
        """The set of `Zip`."""
        left, right = self.rel(node.left), self.rel(node.right)
        sorts = {var.of: var for var in left.variables}
        right = substitute(right, {var: sorts[var.of] for var in right.variables})
        value = s.Combine(node.op.value, _value(left), _value(right))
        conditions = [left.condition, right.condition]
        if node.op is p.Arithmetic.DIV:
            conditions.append(s.Comparison("!=", _value(right), s.Real(0)))
        return Comprehension(left.variables, conj(*conditions), value, (*left.hidden, *right.hidden))

    def map(self, node: p.Map) -> Comprehension:
        """The set of `Map`."""
        inner = self.rel(node.rel)
        return replace(inner, term=s.Combine(node.op.value, _value(inner), self.num(node.number)))

    def pairs(self, node: p.Pairs) -> Comprehension:
        """The set of `Pairs`."""
        first = self.rel(node.rel)
        second = self.renamed(first)
        ordered = s.Predicate("next" if node.consecutive else "before", (first.variables[0], second.variables[0]))
        value = s.Combine(node.op.value, _value(first), _value(second))
        hidden = (*first.hidden, *second.hidden)
        return Comprehension(
            (*first.variables, *second.variables), conj(first.condition, second.condition, ordered), value, hidden
        )

    def steps(self, node: p.Steps) -> Comprehension:
        """The set of `Steps`."""
        later = self.rel(node.rel)
        earlier, between = self.renamed(later), self.renamed(later)

        spot = self._spot
        conditions: list[Formula] = [
            later.condition,
            earlier.condition,
            s.Predicate("before", (spot(earlier), spot(later))),
        ]
        for other in (earlier, between):
            mapping: dict[Var, Term] = {
                a: b for a, b in zip(other.variables, later.variables, strict=True) if a.of is Sort.SERIES
            }
            conditions = [substitute(item, mapping) for item in conditions]
            earlier, between = substitute(earlier, mapping), substitute(between, mapping)
        gap = conj(
            between.condition,
            s.Predicate("before", (spot(earlier), spot(between))),
            s.Predicate("before", (spot(between), spot(later))),
        )
        conditions.append(s.Negation(exists((spot(between),), gap)))
        value = s.Combine("-", _value(later), _value(earlier))
        found = Comprehension(later.variables, conj(*conditions), value, (*later.hidden, spot(earlier)))
        return self._defined(node.rel, found)

    def group(self, node: p.Group) -> Comprehension:
        """The set of `Group`."""
        inner = self.rel(node.rel)
        series = node.by is p.Dim.SERIES
        kept = tuple(var for var in inner.variables if (var.of is Sort.SERIES) == series)
        rest = tuple(var for var in (*inner.variables, *inner.hidden) if var not in kept)
        copy = self.renamed(Comprehension(rest, inner.condition, inner.term))
        outer = self._free(Comprehension(rest, inner.condition, inner.term))
        mapping: dict[Var, Term] = dict(zip(self._free(copy), outer, strict=True))
        copy = substitute(copy, mapping)
        value = s.Aggregate(node.fn.value, copy.variables, copy.condition, copy.term or s.Real(1))
        some = exists(rest, inner.condition)
        guard = conj(some, s.Predicate("defined", (value,))) if node.fn in (p.Fn.HIGH_MODE, p.Fn.LOW_MODE) else some
        return Comprehension(kept, guard, value)

    def _free(self, rel: Comprehension) -> list[Var]:
        """The variables of a set that it does not bind, in order of appearance."""
        bound = {*rel.variables, *rel.hidden}
        for node in rel.walk():
            if isinstance(node, s.Universal | s.Existential):
                bound.add(node.variable)
            if isinstance(node, s.Aggregate):
                bound |= set(node.variables)
        return [var for var in dict.fromkeys(node for node in rel.walk() if isinstance(node, Var)) if var not in bound]

    # ------------------------------------------------------------------ numbers and texts

    def num(self, node: p.Num) -> Term:
        """A number as a term.

        Raises:
            FormulaError: the node has no form.
        """
        match node:
            case p.Number(value):
                return s.Real(float(value))
            case p.NumberSlot(name):
                return s.Slot(name, Sort.REAL)
            case p.Agg(fn, rel):
                inner = self.rel(rel)
                return s.Aggregate(
                    fn.value, (*inner.variables, *inner.hidden), inner.condition, inner.term or s.Real(1)
                )
            case p.Value(rel):
                return self._first(rel, _value)
            case p.XOf(rel):
                return self._first(rel, lambda inner: s.Apply("position", (self._spot(inner),)))
            case p.Fit(kind, rel):
                inner = self.rel(rel)
                position = s.Apply("position", (self._spot(inner),))
                return s.Aggregate(
                    kind.value, (*inner.variables, *inner.hidden), inner.condition, _value(inner), position
                )
            case p.Arith(op, left, right):
                return s.Combine(op.value, self.num(left), self.num(right))
            case p.Abs(number):
                return s.Apply("abs", (self.num(number),))
            case p.Round(number, digits):
                return s.Apply("round", (self.num(number), s.Real(digits)))
            case p.ChooseNumber(condition, then, otherwise):
                return s.Ite(self.truth(condition), self.num(then), self.num(otherwise))
            case _:
                raise FormulaError(f"no term is known for the plan node {type(node).__name__}")

    def _first(self, rel: p.Rel, value: Callable[[Comprehension], Term]) -> Term:
        inner = self.rel(rel)
        variables = (*inner.variables, *inner.hidden)
        term = value(inner)
        if not variables and isinstance(inner.condition, s.Predicate) and inner.condition.name.startswith("has_"):
            return term
        return s.Aggregate("first", variables, inner.condition, term)

    def text(self, node: p.Text) -> Term:
        """A text as a term.

        Raises:
            FormulaError: the node has no form.
        """
        match node:
            case p.Literal(value):
                return s.Quoted(value)
            case p.TextSlot(name):
                return s.Slot(name, Sort.TEXT)
            case p.Field(name):
                return s.Fixed(name.value, Sort.TEXT)
            case p.NameOf(rel, dim):
                inner = self.rel(rel)
                var = next(var for var in inner.variables if (var.of is Sort.SERIES) == (dim is p.Dim.SERIES))
                return s.Aggregate(
                    "first", (*inner.variables, *inner.hidden), inner.condition, s.Apply("name", (var,), Sort.TEXT)
                )
            case p.Coalesce(first, second):
                term = self.text(first)
                return s.Ite(s.Predicate("defined", (term,)), term, self.text(second))
            case p.Join(parts):
                return s.Apply("concat", tuple(self.text(part) for part in parts), Sort.TEXT)
            case p.Choose(condition, then, otherwise):
                return s.Ite(self.truth(condition), self.text(then), self.text(otherwise))
            case _:
                raise FormulaError(f"no term is known for the plan node {type(node).__name__}")

    # ------------------------------------------------------------------ truths

    def truth(self, node: p.Truth) -> Formula:
        """A truth as a formula.

        Raises:
            FormulaError: the node has no form.
        """
        match node:
            case p.Compare(op, left, right):
                return self._compared(op, left, right)
            case p.Exists(rel):
                inner = self.rel(rel)
                return exists((*inner.variables, *inner.hidden), inner.condition)
            case p.ForAll(rel, op, number):
                inner = self.rel(rel)
                holds = s.Comparison(op.value, _value(inner), self.num(number))
                return forall((*inner.variables, *inner.hidden), s.Implication(inner.condition, holds))
            case p.OneOf(text, values):
                term = self.text(text)
                one = s.Disjunction(tuple(s.Comparison("=", term, s.Quoted(value)) for value in values))
                return conj(s.Predicate("defined", (term,)), one)
            case p.Known(value):
                term = self.num(value) if isinstance(value, p.Num) else self.text(value)
                return s.Predicate("defined", (term,))
            case p.Not(truth):
                return s.Negation(self.truth(truth))
            case p.Both(one, two):
                return conj(self.truth(one), self.truth(two))
            case p.Either(one, two):
                return s.Disjunction((self.truth(one), self.truth(two)))
            case _:
                raise FormulaError(f"no formula is known for the plan node {type(node).__name__}")

    def _compared(self, op: p.Op, left: p.Num, right: p.Num) -> Formula:
        """A comparison; above a maximum is above every value, below a minimum below every value."""
        quantified = {p.Fn.MAX: (p.Op.GT, p.Op.GE), p.Fn.MIN: (p.Op.LT, p.Op.LE)}
        if isinstance(right, p.Agg) and op in quantified.get(right.fn, ()):
            inner = self._defined(right.rel, self.rel(right.rel))
            variables = (*inner.variables, *inner.hidden)
            above = s.Comparison(op.value, self.num(left), _value(inner))
            return forall(variables, s.Implication(inner.condition, above))
        return s.Comparison(op.value, self.num(left), self.num(right))


def _value(rel: Comprehension) -> Term:
    if rel.term is None:
        raise FormulaError("expected entities with a value, got entities alone")
    return rel.term


_RELATIONS: dict[type[p.Rel], Callable[[Translator, p.Rel], Comprehension]] = {
    p.Values: Translator.values,  # type: ignore[dict-item]
    p.ValuesAt: Translator.values_at,  # type: ignore[dict-item]
    p.Ticks: Translator.ticks,  # type: ignore[dict-item]
    p.LegendEntries: Translator.legend,  # type: ignore[dict-item]
    p.Texts: Translator.texts,  # type: ignore[dict-item]
    p.Frame: Translator.frame,  # type: ignore[dict-item]
    p.Marks: Translator.marks,  # type: ignore[dict-item]
    p.AllSeries: Translator.all_series,  # type: ignore[dict-item]
    p.OfSeries: Translator.of_series,  # type: ignore[dict-item]
    p.At: Translator.at,  # type: ignore[dict-item]
    p.Where: Translator.where,  # type: ignore[dict-item]
    p.WhereX: Translator.where_x,  # type: ignore[dict-item]
    p.Named: Translator.named,  # type: ignore[dict-item]
    p.Matching: Translator.matching,  # type: ignore[dict-item]
    p.Among: Translator.among,  # type: ignore[dict-item]
    p.Best: Translator.best,  # type: ignore[dict-item]
    p.Top: Translator.top,  # type: ignore[dict-item]
    p.Nth: Translator.nth,  # type: ignore[dict-item]
    p.Zip: Translator.zip,  # type: ignore[dict-item]
    p.Map: Translator.map,  # type: ignore[dict-item]
    p.Pairs: Translator.pairs,  # type: ignore[dict-item]
    p.Steps: Translator.steps,  # type: ignore[dict-item]
    p.Group: Translator.group,  # type: ignore[dict-item]
}


def translate(plan: p.Plan) -> Formula | Term | Comprehension:
    """A plan in the language of `qa.fol`: a truth as a formula, a number or text as a term, a list as a set.

    Raises:
        FormulaError: a node has no first-order form.
    """
    plan = normalize(plan)
    translator = Translator()
    if isinstance(plan, p.Truth):
        return translator.truth(plan)
    if isinstance(plan, p.Num):
        return translator.num(plan)
    if isinstance(plan, p.Text):
        return translator.text(plan)
    if isinstance(plan, p.Names | p.Numbers):
        inner = translator.rel(plan.rel)
        if isinstance(plan, p.Numbers):
            return inner
        wanted = {p.Dim.SERIES: Sort.SERIES}
        shown = tuple(
            var for var in inner.variables if any(wanted.get(dim, var.of) is var.of for dim in plan.dims_named)
        )
        return replace(inner, variables=shown, hidden=(*inner.hidden, *(v for v in inner.variables if v not in shown)))
    raise FormulaError(f"no formula is known for the plan {type(plan).__name__}")
