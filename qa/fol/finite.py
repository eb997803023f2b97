"""A chart as a finite model, and a question's formula asserted in it, as text and as an SMT-LIB 2 script.

Every sort is an enumeration of the chart's entities and every function a table, so that a script needs nothing beside
itself: a solver says `sat` where the formula is true and `unsat` where it is false. What first-order logic has no words
for (aggregates, regular expressions, whether a text is known) is a table too, filled in by the model checker. Undefined
values get a default, which cannot matter: a formula that the checker's three-valued logic finds true or false is so
under every completion. Reals are the exact decimals of the stored numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from qa.errors import FormulaError
from qa.fol import syntax as s
from qa.fol.check import Checker, Denotation, Entity, Structure
from qa.fol.syntax import Expr, Formula, Sort, Term, Var

Slots = Mapping[str, "str | float | int"]

_DEFAULTS = {Sort.REAL: "0.0", Sort.TEXT: '""'}
_SMT_SORTS = {Sort.REAL: "Real", Sort.TEXT: "String"}
_LIMIT = 200_000
"""Rows of a table; a larger one is refused."""


def model_text(structure: Structure) -> list[str]:
    """The model in lines of text: the entities of each sort that has any, then every value.

    A value reads `y(north, 2010) = 3.5`; what is not listed is undefined.
    """
    lines = []
    for sort, entities in structure.domain.items():
        if entities:
            lines.append(f"{sort} = {{{', '.join(_shown(entity) for entity in entities)}}}")
    for measure, table in structure.values.items():
        for (series, spot), value in table.items():
            lines.append(f"{measure}({_shown(series)}, {_shown(spot)}) = {value!r}")
    return lines


def _shown(entity: Entity) -> str:
    return f"{entity.sort.lower()}{entity.key}" + (f":{entity.name}" if entity.name is not None else "")


def to_finite_smtlib(formula: Formula, structure: Structure, slots: Slots, *, truth: bool) -> str:
    """A script whose `(check-sat)` is `sat` where the formula is true in the chart, and `unsat` where it is false.

    Raises:
        FormulaError: the formula has a symbol that cannot be written as a table, or a table would be too large.
    """
    script = _Script(structure, slots)
    claim = script.formula(formula)
    status = "sat" if truth else "unsat"
    return "\n".join(
        ["(set-logic ALL)", f"(set-info :status {status})", *script.lines(), f"(assert {claim})", "(check-sat)"]
    )


@dataclass
class _Script:
    structure: Structure
    slots: Slots
    sorts: dict[Sort, str] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    names: dict[Expr, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.checker = Checker(self.structure, self.slots)

    def lines(self) -> list[str]:
        return [*self.sorts.values(), *self.tables.values()]

    # ------------------------------------------------------------------ names

    def sort(self, sort: Sort) -> str:
        if sort in _SMT_SORTS:
            return _SMT_SORTS[sort]
        if sort not in self.sorts:
            entities = self.structure.domain[sort]
            constructors = " ".join(f"({_name(entity)})" for entity in entities) or f"(|{sort} none|)"
            self.sorts[sort] = f"(declare-datatypes (({sort} 0)) (({constructors})))"
        return str(sort)

    def value(self, value: Denotation, sort: Sort) -> str:
        if value is None:
            if sort in _DEFAULTS:
                return _DEFAULTS[sort]
            self.sort(sort)
            entities = self.structure.domain[sort]
            return _name(entities[0]) if entities else f"|{sort} none|"
        if isinstance(value, Entity):
            self.sort(value.sort)
            return _name(value)
        if isinstance(value, int | float):
            return _real(float(value))
        if isinstance(value, str):
            return _text(value)
        raise FormulaError(f"expected an entity, a number or a text, got {value!r}")

    # ------------------------------------------------------------------ terms

    def term(self, node: Term) -> str:
        match node:
            case Var(name, _):
                return _symbol(name)
            case s.Real(value):
                return _real(value)
            case s.Quoted(value):
                return _text(value)
            case s.Slot() | s.Labelled() | s.Fixed():
                return self.value(self.checker.term(node, {}), node.sort)
            case s.Combine("absdiff", left, right):
                inner = f"(- {self.term(left)} {self.term(right)})"
                return f"(ite (< {inner} 0.0) (- {inner}) {inner})"
            case s.Combine(op, left, right):
                return f"({op} {self.term(left)} {self.term(right)})"
            case s.Ite(condition, then, otherwise):
                return f"(ite {self.formula(condition)} {self.term(then)} {self.term(otherwise)})"
            case s.Apply("abs", (argument,), _):
                inner = self.term(argument)
                return f"(ite (< {inner} 0.0) (- {inner}) {inner})"
            case s.Apply(name, arguments, sort) if all(argument.sort not in _SMT_SORTS for argument in arguments):
                return self.call(name, arguments, sort)
            case _:
                return self.tabled(node, node.sort)

    def call(self, name: str, arguments: Sequence[Term], sort: Sort) -> str:
        """A function of entities, defined by its table."""
        kinds = [argument.sort for argument in arguments]
        symbol = _symbol(f"{name}_{'_'.join(kinds)}")
        if symbol not in self.tables:
            rows = [(entities, self.checker.apply(name, list(entities))) for entities in self._tuples(kinds)]
            self.tables[symbol] = self._table(symbol, [f"a{i}" for i in range(len(kinds))], kinds, sort, rows)
        return f"({symbol} {' '.join(self.term(argument) for argument in arguments)})"

    def tabled(self, node: Term | Formula, sort: Sort | None) -> str:
        """Any term or formula as a table over its free variables, filled in by the model checker."""
        free = free_variables(node)
        if node not in self.names:
            symbol = _symbol(f"{_kind(node)}_{len(self.names) + 1}")
            self.names[node] = symbol
            kinds = [variable.of for variable in free]
            rows = []
            for entities in self._tuples(kinds):
                env = dict(zip(free, entities, strict=True))
                rows.append((entities, self._evaluated(node, env)))
            names = [variable.name for variable in free]
            self.tables[symbol] = self._table(symbol, names, kinds, sort, rows)
        symbol = self.names[node]
        return f"({symbol} {' '.join(_symbol(variable.name) for variable in free)})" if free else symbol

    def _evaluated(self, node: Term | Formula, env: dict[Var, Entity]) -> Denotation:
        return self.checker.formula(node, env) if isinstance(node, Formula) else self.checker.term(node, env)

    def _tuples(self, kinds: Sequence[Sort]) -> list[tuple[Entity, ...]]:
        domains = [self.structure.domain[kind] for kind in kinds]
        size = 1
        for domain in domains:
            size *= len(domain)
        if size > _LIMIT:
            raise FormulaError(f"chart {self.structure.view.chart_id}: a table of {size:,} rows is too large to write")
        return list(product(*domains))

    def _table(
        self,
        symbol: str,
        names: Sequence[str],
        kinds: Sequence[Sort],
        sort: Sort | None,
        rows: Sequence[tuple[tuple[Entity, ...], Denotation]],
    ) -> str:
        """The definition of a function by cases; rows of the default are left to the last else."""
        parameters = " ".join(f"({_symbol(name)} {self.sort(kind)})" for name, kind in zip(names, kinds, strict=True))
        result = "Bool" if sort is None else self.sort(sort)
        last = "false" if sort is None else self.value(None, sort)
        body, closing = "", 0
        for entities, value in rows:
            written = ("true" if value else "false") if sort is None else self.value(value, sort)
            if written == last:
                continue
            tests = [f"(= {_symbol(name)} {_name(entity)})" for name, entity in zip(names, entities, strict=True)]
            if not tests:
                last = written
                continue
            body += f"(ite {tests[0] if len(tests) == 1 else '(and ' + ' '.join(tests) + ')'} {written} "
            closing += 1
        return f"(define-fun {symbol} ({parameters}) {result} {body}{last}{')' * closing})"

    # ------------------------------------------------------------------ formulas

    def formula(self, node: Formula) -> str:
        match node:
            case s.Verum():
                return "true"
            case s.Comparison("!=", left, right):
                return f"(not (= {self.term(left)} {self.term(right)}))"
            case s.Comparison(op, left, right):
                return f"({op} {self.term(left)} {self.term(right)})"
            case s.Negation(body):
                return f"(not {self.formula(body)})"
            case s.Conjunction(parts):
                return f"(and {' '.join(self.formula(part) for part in parts)})"
            case s.Disjunction(parts):
                return f"(or {' '.join(self.formula(part) for part in parts)})" if parts else "false"
            case s.Implication(left, right):
                return f"(=> {self.formula(left)} {self.formula(right)})"
            case s.Universal(variable, body) | s.Existential(variable, body):
                return self.quantified(variable, body, universal=isinstance(node, s.Universal))
            case s.Predicate():
                return self.tabled(node, None)
            case _:
                raise FormulaError(f"expected a formula, got {type(node).__name__}")

    def quantified(self, variable: Var, body: Formula, *, universal: bool) -> str:
        if not self.structure.domain[variable.of]:
            return "true" if universal else "false"  # SMT-LIB's sorts are never empty
        word = "forall" if universal else "exists"
        return f"({word} (({_symbol(variable.name)} {self.sort(variable.of)})) {self.formula(body)})"


def free_variables(node: Expr) -> tuple[Var, ...]:
    """The variables that nothing in the expression binds, in order of appearance."""
    bound: set[Var] = set()
    for part in node.walk():
        if isinstance(part, s.Universal | s.Existential):
            bound.add(part.variable)
        elif isinstance(part, s.Aggregate):
            bound |= set(part.variables)
    return tuple(dict.fromkeys(part for part in node.walk() if isinstance(part, Var) and part not in bound))


def _kind(node: Expr) -> str:
    named = getattr(node, "fn", None) or getattr(node, "name", None) or getattr(node, "function", None)
    return str(named or type(node).__name__.lower()).replace(" ", "_")


def _symbol(name: str) -> str:
    return name if name.replace("_", "").isalnum() and name.isascii() else f"|{name}|"


def _name(entity: Entity) -> str:
    """A quoted symbol for an entity: sort and place make it unique, the name makes it readable."""
    name = (
        ""
        if entity.name is None
        else " " + "".join("_" if c in "|\\" or not c.isprintable() else c for c in entity.name)
    )
    return f"|{entity.sort.lower()}{entity.key}{name}|"


def _real(value: float) -> str:
    fraction = Fraction(repr(value))
    size = abs(fraction)
    text = f"{size.numerator}.0" if size.denominator == 1 else f"(/ {size.numerator}.0 {size.denominator}.0)"
    return f"(- {text})" if fraction < 0 else text


def _text(text: str) -> str:
    letters = (f"\\u{{{ord(c):x}}}" if not (c.isascii() and c.isprintable()) or c == "\\" else c for c in text)
    return '"' + "".join('""' if c == '"' else c for c in letters) + '"'
