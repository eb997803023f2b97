"""The model checker: a formula evaluated over the finite domain of one chart, without SQL."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

from qa.chartview import ChartView
from qa.database import Cell
from qa.errors import FormulaError
from qa.fol import syntax as s
from qa.fol.syntax import Comprehension, Expr, Formula, Sort, Term, Var

SAME = 1e-9
_CANCELLED = 1e-12


@dataclass(frozen=True, eq=False)
class Entity:
    """A thing of a chart: its sort, a key that orders its sort, a name, a number, and its row's other numbers.

    Entities are the same only when they are one object.
    """

    sort: Sort
    key: int
    name: str | None = None
    position: float | None = None
    numbers: Mapping[str, float | None] = field(default_factory=dict)
    role: str | None = None


Denotation = Entity | tuple[Entity, ...] | float | str | None
Environment = dict[Var, Entity]


class Structure:
    """One chart as a finite structure: entities by sort, and the partial functions between them.

    Raises:
        FormulaError: a series has two values at one place, so that y is no function.
    """

    def __init__(self, view: ChartView) -> None:
        self.view = view
        self.places: dict[tuple[int, str], Entity] = {}
        self.values: dict[str, dict[tuple[Entity, Entity], float]] = {}
        self.series = {key: Entity(Sort.SERIES, key, name) for key, name in view.series.items()}
        self.ticks = [self._place(tick.index, tick.name, tick.x) for tick in view.x_ticks]
        for measure in ("y", "min", "q1", "median", "q3", "max"):
            table = self.values.setdefault(measure, {})
            for series, place, value in view.values(measure):
                spot = self._place(place.index, place.name, place.x)
                if (self.series[series], spot) in table:
                    raise FormulaError(
                        f"chart {view.chart_id}: expected one value of a series at {place.name!r}, got two"
                    )
                table[self.series[series], spot] = value
        self._add_points()
        self.domain: dict[Sort, list[Entity]] = {
            Sort.SERIES: list(self.series.values()),
            Sort.PLACE: sorted(self.places.values(), key=lambda entity: entity.key),
            Sort.POINT: self.points,
            Sort.YTICK: [Entity(Sort.YTICK, t.index, t.name, t.x) for t in view.axis_ticks("dependent")],
            Sort.ENTRY: [self._boxed(Sort.ENTRY, n, row, "label") for n, row in enumerate(view.legend)],
            Sort.BLOCK: [self._boxed(Sort.BLOCK, n, row, "text") for n, row in enumerate(view.rows("texts"))],
            Sort.MARK: [Entity(Sort.MARK, n) for n in range(self._mark_count())],
            Sort.FRAME: [Entity(Sort.FRAME, 0, "frame", numbers=self._frame())],
        }

    def _place(self, key: int, name: str, x: float | None) -> Entity:
        """Ticks of numeric bars and the bars' own labels are different places, though they may be numbered alike."""
        return self.places.setdefault((key, name), Entity(Sort.PLACE, key, name, x))

    def _add_points(self) -> None:
        self.points: list[Entity] = []
        for key in sorted(self.view.series):
            data = [datum for datum in self.view.data if datum.series == key]
            data.sort(key=lambda datum: (datum.x is None, datum.x or 0.0, datum.index))
            for datum in data:
                point = Entity(Sort.POINT, len(self.points), datum.label, datum.x)
                self.points.append(point)
                for name, number in datum.numbers.items():
                    self.values.setdefault(name, {})[self.series[key], point] = number

    def _mark_count(self) -> int:
        return len(self.series) if self.view.family in ("line", "area") else len(self.view.data)

    def _boxed(self, sort: Sort, key: int, row: Mapping[str, Cell], text: str) -> Entity:
        numbers = {name: float(cell) for name, cell in row.items() if isinstance(cell, int | float)}
        found: dict[str, float | None] = dict(numbers)
        if sort is Sort.ENTRY:
            for side, choose in (("x0", min), ("y0", min), ("x1", max), ("y1", max)):
                parts = [numbers[name] for name in (f"label_{side}", f"swatch_{side}") if name in numbers]
                found[side] = choose(parts) if parts else None
        role, name = row.get("role"), row.get(text)
        return Entity(sort, key, str(name) if name is not None else None, None, found, str(role) if role else None)

    def _frame(self) -> dict[str, float | None]:
        found: dict[str, float | None] = {}
        for side, choose in (("x0", min), ("y0", min), ("x1", max), ("y1", max)):
            panel = self.view.chart.get(f"panel_{side}")
            if isinstance(panel, int | float):
                found[side] = float(panel)
                continue
            known = [self.view.chart.get(f"plot_{side}"), *(row.get(side) for row in self.view.rows("texts"))]
            known += [row.get(f"{part}_{side}") for row in self.view.legend for part in ("label", "swatch")]
            numbers = [float(cell) for cell in known if isinstance(cell, int | float)]
            found[side] = choose(numbers) if numbers else None
        return found

    @cached_property
    def _read(self) -> set[Entity]:
        return {spot for table in self.values.values() for _, spot in table}

    def named(self, sort: Sort, name: str) -> Entity | None:
        """The first entity of a sort with a name, one that has values if there is any."""
        found = [entity for entity in self.domain[sort] if entity.name == name]
        return next((entity for entity in found if entity in self._read), found[0] if found else None)

    def fixed(self, name: str) -> Denotation:
        """What a constant of the chart denotes."""
        if name in ("the_series", "last_series"):
            with_values = sorted(
                {key for table in self.values.values() for key, _ in table}, key=lambda entity: entity.key
            )
            return None if not with_values else with_values[0 if name == "the_series" else -1]
        return self.view.direction if name == "bar_direction" else self.view.field(name)


Slots = Mapping[str, "str | float | int"]


class Checker:
    """Evaluates terms and formulas over one structure, with the slots of one question."""

    def __init__(self, structure: Structure, slots: Slots) -> None:
        self.structure = structure
        self.slots = slots
        self._constant: dict[s.Slot | s.Labelled, Entity | None] = {}
        self._closed: dict[int, Denotation] = {}

    # ------------------------------------------------------------------ terms

    def term(self, node: Term, env: Environment) -> Denotation:
        """What a term denotes."""
        match node:
            case Var():
                return env[node]
            case s.Real(value) | s.Quoted(value):
                return value
            case s.Slot(name, sort):
                value = self.slots[name]
                if sort in (Sort.SERIES, Sort.PLACE):
                    if node not in self._constant:
                        self._constant[node] = self.structure.named(sort, str(value))
                    return self._constant[node]
                return float(value) if sort is Sort.REAL else str(value)
            case s.Labelled(text, sort):
                return self.structure.named(sort, text)
            case s.Fixed(name, _):
                return self.structure.fixed(name)
            case s.Apply(name, arguments, _):
                return self.apply(name, [self.term(argument, env) for argument in arguments])
            case s.Combine(op, left, right):
                return _combined(op, self.real(left, env), self.real(right, env))
            case s.Aggregate():
                return self.aggregate(node, env)
            case s.Ite(condition, then, otherwise):
                holds = self.formula(condition, env)
                return None if holds is None else self.term(then if holds else otherwise, env)
            case _:
                raise FormulaError(f"expected a term, got {type(node).__name__}")

    def real(self, node: Term, env: Environment) -> float | None:
        """A real, or None."""
        value = self.term(node, env)
        return float(value) if isinstance(value, int | float) else None

    def apply(self, name: str, arguments: Sequence[Denotation]) -> Denotation:
        """A function of the structure."""
        first = arguments[0]
        if name == "pair":
            return tuple(argument for argument in arguments if isinstance(argument, Entity))
        if any(argument is None for argument in arguments):
            return None
        if name == "concat":
            return "".join(str(argument) for argument in arguments)
        if name in ("abs", "round") and isinstance(first, int | float):
            return abs(first) if name == "abs" else float(round(first, int(float(str(arguments[1])))))
        if name == "y_at" and isinstance(first, Entity):
            return self.structure.view.read_at(first.key, float(str(arguments[1])))
        if name in self.structure.values and isinstance(first, Entity) and isinstance(arguments[1], Entity):
            return self.structure.values[name].get((first, arguments[1]))
        if not isinstance(first, Entity):
            raise FormulaError(f"{name}: expected an entity, got {first!r}")
        plain: dict[str, Denotation] = {"name": first.name, "position": first.position, "role": first.role}
        return plain[name] if name in plain else first.numbers.get(name)

    def aggregate(self, node: s.Aggregate, env: Environment) -> Denotation:
        """An aggregate; one without free variables is computed once."""
        if not closed(node):
            return self._aggregate(node, env)
        if id(node) not in self._closed:
            self._closed[id(node)] = self._aggregate(node, env)
        return self._closed[id(node)]

    def _aggregate(self, node: s.Aggregate, env: Environment) -> Denotation:
        rows = list(self.satisfying(node.variables, node.condition, env))
        if node.fn == "count":
            return float(len(rows))
        if node.fn == "first":
            return self.term(node.term, rows[0]) if rows else None
        values = [(self.real(node.term, row), self.real(node.second, row) if node.second else 0.0) for row in rows]
        known = [(value, other) for value, other in values if value is not None and other is not None]
        return _aggregated(node.fn, known)

    # ------------------------------------------------------------------ formulas

    def formula(self, node: Formula, env: Environment) -> bool | None:
        """True, false, or None undefined."""
        match node:
            case s.Verum():
                return True
            case s.Predicate(name, arguments):
                return self.predicate(name, arguments, env)
            case s.Comparison(op, left, right):
                return _compared(op, self.term(left, env), self.term(right, env))
            case s.Negation(body):
                held = self.formula(body, env)
                return None if held is None else not held
            case s.Conjunction(parts):
                return _all(self.formula(part, env) for part in parts)
            case s.Disjunction(parts):
                return _any(self.formula(part, env) for part in parts)
            case s.Implication(left, right):
                return _any(
                    iter(
                        (
                            _not(self.formula(left, env)),
                            self.formula(right, env) if self.formula(left, env) is not False else True,
                        )
                    )
                )
            case s.Universal(variable, body):
                return _all(
                    self.formula(body, {**env, variable: entity}) for entity in self.structure.domain[variable.of]
                )
            case s.Existential(variable, body):
                return _any(
                    self.formula(body, {**env, variable: entity}) for entity in self.structure.domain[variable.of]
                )
            case _:
                raise FormulaError(f"expected a formula, got {type(node).__name__}")

    def predicate(self, name: str, arguments: Sequence[Term], env: Environment) -> bool | None:
        """A relation of the structure."""
        values = [self.term(argument, env) for argument in arguments]
        if name.startswith("has_"):
            first, second = values
            table = self.structure.values.get(name.removeprefix("has_"), {})
            return isinstance(first, Entity) and isinstance(second, Entity) and (first, second) in table
        if name == "defined":
            return values[0] is not None
        if any(value is None for value in values):
            return None
        if name == "tick":
            return values[0] in self.structure.ticks
        if name == "matches":
            return re.fullmatch(str(values[1]), str(values[0])) is not None
        before, after = (self._key(value) for value in values)
        if name == "before":
            return before < after
        if name == "next":
            return before[-1] + 1 == after[-1]
        raise FormulaError(f"expected a known predicate, got {name}")

    def _key(self, value: Denotation) -> tuple[int, ...]:
        if isinstance(value, Entity):
            return (value.key,)
        if isinstance(value, tuple):
            return tuple(entity.key for entity in value)
        raise FormulaError(f"expected an entity, got {value!r}")

    # ------------------------------------------------------------------ sets

    def satisfying(self, variables: Sequence[Var], condition: Formula, env: Environment) -> Iterator[Environment]:
        """The ways to choose entities that satisfy a formula, in chart order.

        Each part of a conjunction is tried as soon as its variables are chosen.
        """
        parts = condition.parts if isinstance(condition, s.Conjunction) else (condition,)
        known = [set(variables[: place + 1]) for place in range(len(variables))]
        due: list[list[Formula]] = [[] for _ in range(len(variables) + 1)]
        for part in parts:
            needed = variables_of(part) & set(variables)
            due[next((place + 1 for place, names in enumerate(known) if needed <= names), 0) if needed else 0].append(
                part
            )
        yield from self._chosen(variables, due, 0, env)

    def _chosen(
        self, variables: Sequence[Var], due: Sequence[Sequence[Formula]], place: int, env: Environment
    ) -> Iterator[Environment]:
        if not all(self.formula(part, env) is True for part in due[place]):
            return
        if place == len(variables):
            yield env
            return
        for entity in self.structure.domain[variables[place].of]:
            yield from self._chosen(variables, due, place + 1, {**env, variables[place]: entity})


@cache
def variables_of(node: Expr) -> frozenset[Var]:
    """Every variable in an expression, bound ones too (translations never reuse a name)."""
    return frozenset(part for part in node.walk() if isinstance(part, Var))


@cache
def closed(node: s.Aggregate) -> bool:
    """True when an aggregate has no free variables."""
    bound = set(node.variables)
    for part in node.walk():
        if isinstance(part, s.Universal | s.Existential):
            bound.add(part.variable)
        if isinstance(part, s.Aggregate):
            bound |= set(part.variables)
    return variables_of(node) <= bound


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: Iterator[bool | None]) -> bool | None:
    unknown = False
    for value in values:
        if value is False:
            return False
        unknown = unknown or value is None
    return None if unknown else True


def _any(values: Iterator[bool | None]) -> bool | None:
    unknown = False
    for value in values:
        if value is True:
            return True
        unknown = unknown or value is None
    return None if unknown else False


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= SAME * max(abs(a), abs(b))


def _compared(op: str, left: Denotation, right: Denotation) -> bool | None:
    if left is None or right is None:
        return None
    if isinstance(left, int | float) and isinstance(right, int | float):
        even = _near(left, right)
        return {
            "=": even,
            "!=": not even,
            "<": left < right and not even,
            "<=": left < right or even,
            ">": left > right and not even,
            ">=": left > right or even,
        }[op]
    return (left == right) == (op == "=")


def _combined(op: str, a: float | None, b: float | None) -> float | None:
    if a is None or b is None or (op == "/" and b == 0):
        return None
    operations: dict[str, Callable[[float, float], float]] = {
        "+": lambda x, y: x + y,
        "*": lambda x, y: x * y,
        "/": lambda x, y: x / y,
        "-": lambda x, y: 0.0 if _near(x, y) else x - y,
        "absdiff": lambda x, y: 0.0 if _near(x, y) else abs(x - y),
    }
    return operations[op](a, b)


def _aggregated(fn: str, pairs: list[tuple[float, float]]) -> float | None:
    values = [value for value, _ in pairs]
    if not values:
        return None
    if fn in ("correlation", "slope", "intercept"):
        return _fitted(fn, pairs)
    modes = statistics.multimode(values)
    repeated = len(modes) < len(values) or len(values) == 1
    constant = _near(min(values), max(values))
    results: dict[str, Callable[[], float | None]] = {
        "sum": lambda: _total(values),
        "mean": lambda: _total(values) / len(values),
        "median": lambda: statistics.median(values),
        "min": lambda: min(values),
        "max": lambda: max(values),
        "range": lambda: max(values) - min(values),
        "variance": lambda: 0.0 if constant else statistics.pvariance(values),
        "standard deviation": lambda: 0.0 if constant else statistics.pstdev(values),
        "first mode": lambda: modes[0],
        "highest mode": lambda: max(modes) if repeated else None,
        "lowest mode": lambda: min(modes) if repeated else None,
    }
    if fn not in results:
        raise FormulaError(f"expected a known aggregate, got {fn}")
    return results[fn]()


def _total(values: list[float]) -> float:
    """The sum; terms that cancel but for rounding make 0."""
    found = math.fsum(values)
    return 0.0 if abs(found) <= _CANCELLED * math.fsum(abs(value) for value in values) else found


def _fitted(fn: str, pairs: list[tuple[float, float]]) -> float | None:
    ys, xs = [y for y, _ in pairs], [x for _, x in pairs]
    if min(xs) == max(xs) or (fn == "correlation" and min(ys) == max(ys)):
        return None
    if fn == "correlation":
        r = statistics.correlation(xs, ys)
        return 0.0 if abs(r) < 1e-12 else r
    fit = statistics.linear_regression(xs, ys)
    return fit.slope if fn == "slope" else fit.intercept


Result = bool | float | str | None | tuple[tuple[str | None, ...], ...]


def evaluate(expression: Expr, structure: Structure, slots: Slots | None = None) -> Result:
    """The value of a closed formula (true, false, None undefined), of a term, or of a set (the names of its tuples).

    Raises:
        FormulaError: the expression uses symbols that charts do not have.
    """
    checker = Checker(structure, slots or {})
    if isinstance(expression, Formula):
        return checker.formula(expression, {})
    if isinstance(expression, Term):
        value = checker.term(expression, {})
        return (
            value.name if isinstance(value, Entity) else value if isinstance(value, bool | int | float | str) else None
        )
    if isinstance(expression, Comprehension):
        variables = (*expression.variables, *expression.hidden)
        rows = checker.satisfying(variables, expression.condition, {})
        return tuple(tuple(row[variable].name for variable in expression.variables) for row in rows)
    raise FormulaError(f"expected a formula, a term or a set, got {type(expression).__name__}")
