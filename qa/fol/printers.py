"""Formulas as text, LaTeX and SMT-LIB 2.

One walk, three tables of words. Aggregates are not first-order: in SMT-LIB a maximum or minimum is a constant (or a
function of its free variables) axiomatised by quantifiers, other aggregates are uninterpreted, with a comment that says
what they stand for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from qa.errors import FormulaError
from qa.fol import syntax as s
from qa.fol.substitution import substitute
from qa.fol.syntax import Comprehension, Expr, Formula, Sort, Term, Var, conj, exists, forall

_LATEX_OPS = {"!=": r"\neq", "<=": r"\leq", ">=": r"\geq", "*": r"\cdot"}
_LATEX_ESCAPES = str.maketrans(
    {
        "_": r"\_",
        "%": r"\%",
        "&": r"\&",
        "#": r"\#",
        "$": r"\$",
        "{": r"\{",
        "}": r"\}",
        "\\": r"\backslash{}",
        "^": r"\^{}",
        "~": r"\~{}",
    }
)


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)


# --------------------------------------------------------------------------- text


def to_text(node: Expr) -> str:
    """A formula, term or set in one line of plain text.

    >>> to_text(s.Comparison(">", s.Apply("y", (s.Slot("L", Sort.SERIES), s.Slot("x_i", Sort.PLACE))), s.Real(3.0)))
    'y(L, x_i) > 3'
    """
    return _text(node)


def _inner(node: Expr) -> str:
    text = _text(node)
    loose = isinstance(
        node, s.Conjunction | s.Disjunction | s.Implication | s.Universal | s.Existential | s.Combine | s.Ite
    )
    return f"({text})" if loose and not (isinstance(node, s.Combine) and node.op == "absdiff") else text


def _text(node: Expr) -> str:
    match node:
        case Var(name, _) | s.Slot(name, _) | s.Fixed(name, _):
            return name
        case s.Labelled(text, _) | s.Quoted(text):
            return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case s.Real(value):
            return _number(value)
        case s.Apply(name, arguments, _) | s.Predicate(name, arguments):
            return f"{name}({', '.join(_text(argument) for argument in arguments)})"
        case s.Combine("absdiff", left, right):
            return f"|{_inner(left)} - {_inner(right)}|"
        case s.Combine(op, left, right) | s.Comparison(op, left, right):
            return f"{_inner(left)} {op} {_inner(right)}"
        case s.Aggregate():
            names = ", ".join(f"{variable.name}: {variable.of}" for variable in node.variables)
            second = f", {_text(node.second)}" if node.second is not None else ""
            head = "" if node.fn == "count" else f"{_text(node.term)}{second} | "
            return f"{node.fn.replace(' ', '_')}{{{head}{names} : {_text(node.condition)}}}"
        case s.Ite(condition, then, otherwise):
            return f"if {_text(condition)} then {_text(then)} else {_text(otherwise)}"
        case s.Verum():
            return "true"
        case s.Negation(body):
            return f"not {_inner(body)}"
        case s.Conjunction(parts):
            return " and ".join(_inner(part) for part in parts)
        case s.Disjunction(parts):
            return " or ".join(_inner(part) for part in parts) or "false"
        case s.Implication(left, right):
            return f"{_inner(left)} -> {_inner(right)}"
        case s.Universal(variable, body):
            return f"forall {variable.name}: {variable.of}. {_text(body)}"
        case s.Existential(variable, body):
            return f"exists {variable.name}: {variable.of}. {_text(body)}"
        case Comprehension(variables, condition, _, hidden):
            names = ", ".join(f"{variable.name}: {variable.of}" for variable in variables)
            return f"{{{names} | {_text(exists(hidden, condition))}}}"
        case _:
            raise FormulaError(f"expected a formula, a term or a set, got {type(node).__name__}")


# --------------------------------------------------------------------------- LaTeX


def to_latex(node: Expr) -> str:
    r"""The same as a LaTeX formula, without dollar signs.

    >>> to_latex(s.Comparison(">=", s.Apply("y", (s.Slot("L", Sort.SERIES), s.Slot("x_i", Sort.PLACE))), s.Real(3.0)))
    'y(L, x_{i}) \\geq 3'
    """
    return _latex(node)


def _symbol(name: str) -> str:
    stem, _, rest = name.partition("_")
    if rest and len(stem) <= 1:
        return f"{stem}_{{{rest}}}"
    if len(name) > 1 and name[0].isalpha() and name[1:].isdigit():
        return f"{name[0]}_{{{name[1:]}}}"
    return name if len(name) == 1 else rf"\mathrm{{{name.translate(_LATEX_ESCAPES)}}}"


def _latex_inner(node: Expr) -> str:
    loose = isinstance(
        node, s.Conjunction | s.Disjunction | s.Implication | s.Universal | s.Existential | s.Combine | s.Ite
    )
    tight = isinstance(node, s.Combine) and node.op in ("absdiff", "/")
    return rf"\left({_latex(node)}\right)" if loose and not tight else _latex(node)


def _latex(node: Expr) -> str:
    match node:
        case Var(name, _) | s.Slot(name, _) | s.Fixed(name, _):
            return _symbol(name)
        case s.Labelled(text, _) | s.Quoted(text):
            return rf"\text{{{text.translate(_LATEX_ESCAPES)}}}"
        case s.Real(value):
            return _number(value)
        case s.Apply(name, arguments, _) | s.Predicate(name, arguments):
            return f"{_symbol(name)}({', '.join(_latex(argument) for argument in arguments)})"
        case s.Combine("absdiff", left, right):
            return rf"\left|{_latex_inner(left)} - {_latex_inner(right)}\right|"
        case s.Combine("/", left, right):
            return rf"\frac{{{_latex(left)}}}{{{_latex(right)}}}"
        case s.Combine(op, left, right) | s.Comparison(op, left, right):
            return f"{_latex_inner(left)} {_LATEX_OPS.get(op, op)} {_latex_inner(right)}"
        case s.Aggregate():
            names = ", ".join(_symbol(variable.name) for variable in node.variables)
            if node.fn == "count":
                return rf"\left|\left\{{{names} \mid {_latex(node.condition)}\right\}}\right|"
            second = f", {_latex(node.second)}" if node.second is not None else ""
            return (
                rf"\operatorname{{{node.fn}}}\left\{{{_latex(node.term)}{second} \mid {_latex(node.condition)}\right\}}"
            )
        case s.Ite(condition, then, otherwise):
            rows = rf"{_latex(then)} & {_latex(condition)} \\ {_latex(otherwise)} & \text{{otherwise}}"
            return rf"\begin{{cases}} {rows} \end{{cases}}"
        case s.Verum():
            return r"\top"
        case s.Negation(body):
            return rf"\lnot {_latex_inner(body)}"
        case s.Conjunction(parts):
            return r" \land ".join(_latex_inner(part) for part in parts)
        case s.Disjunction(parts):
            return r" \lor ".join(_latex_inner(part) for part in parts) or r"\bot"
        case s.Implication(left, right):
            return rf"{_latex_inner(left)} \rightarrow {_latex_inner(right)}"
        case s.Universal(variable, body):
            return rf"\forall {_symbol(variable.name)} \in \mathrm{{{variable.of}}}.\; {_latex(body)}"
        case s.Existential(variable, body):
            return rf"\exists {_symbol(variable.name)} \in \mathrm{{{variable.of}}}.\; {_latex(body)}"
        case Comprehension(variables, condition, _, hidden):
            names = ", ".join(_symbol(variable.name) for variable in variables)
            return rf"\left\{{({names}) \mid {_latex(exists(hidden, condition))}\right\}}"
        case _:
            raise FormulaError(f"expected a formula, a term or a set, got {type(node).__name__}")


# --------------------------------------------------------------------------- SMT-LIB

_SMT_SORTS = {Sort.REAL: "Real", Sort.TEXT: "String"}


@dataclass
class _Script:
    """An SMT-LIB script being written: declarations, axioms of aggregates, comments."""

    declared: dict[str, str] = field(default_factory=dict)
    axioms: list[str] = field(default_factory=list)
    aggregates: dict[s.Aggregate, str] = field(default_factory=dict)

    def sort(self, sort: Sort) -> str:
        if sort not in _SMT_SORTS:
            self.declared.setdefault(f"sort {sort}", f"(declare-sort {sort} 0)")
        return _SMT_SORTS.get(sort, sort.value)

    def constant(self, name: str, sort: Sort) -> str:
        quoted = _smt_name(name)
        self.declared.setdefault(f"const {name}", f"(declare-const {quoted} {self.sort(sort)})")
        return quoted

    def function(self, name: str, arguments: list[Sort], result: str) -> str:
        kinds = "_".join(sort.value for sort in arguments)
        quoted = _smt_name(name if name.startswith("has_") or len(arguments) == 2 else f"{name}_{kinds}")
        domain = " ".join(self.sort(sort) for sort in arguments)
        self.declared.setdefault(f"fun {quoted}", f"(declare-fun {quoted} ({domain}) {result})")
        return quoted


def _smt_name(name: str) -> str:
    plain = name.replace("_", "").isalnum() and name.isascii()
    return name if plain else "|" + name.replace("|", "!").replace("\\", "!") + "|"


def to_smtlib(node: Expr) -> str:
    """A script that declares the symbols and asserts the formula; of a term or a set, that one exists.

    Real numbers are exact, functions total: `has_y` says where y is meant.
    """
    script = _Script()
    if isinstance(node, Formula):
        claim = _smt(node, script)
    elif isinstance(node, Term):
        name = script.constant("answer", node.sort)
        claim = f"(= {name} {_smt(node, script)})"
    elif isinstance(node, Comprehension):
        names = [script.constant(f"answer_{variable.name}", variable.of) for variable in node.variables]
        chosen = {variable: s.Fixed(f"answer_{variable.name}", variable.of) for variable in node.variables}
        claim = _smt(_substituted(exists(node.hidden, node.condition), chosen), script)
        del names
    else:
        raise FormulaError(f"expected a formula, a term or a set, got {type(node).__name__}")
    lines = [
        "(set-logic ALL)",
        *sorted(script.declared.values(), key=lambda line: not line.startswith("(declare-sort")),
    ]
    return "\n".join([*lines, *script.axioms, f"(assert {claim})", "(check-sat)", "(get-model)"])


def _substituted(formula: Formula, chosen: dict[Var, s.Fixed]) -> Formula:
    return substitute(formula, dict(chosen))


def _smt_real(value: float) -> str:
    fraction = Fraction(value).limit_denominator(10**12)
    size = abs(fraction)
    text = f"{size.numerator}.0" if size.denominator == 1 else f"(/ {size.numerator}.0 {size.denominator}.0)"
    return f"(- {text})" if fraction < 0 else text


def _smt_text(text: str) -> str:
    return (
        '"'
        + "".join(f"\\u{{{ord(c):x}}}" if not c.isascii() or c == "\\" else '""' if c == '"' else c for c in text)
        + '"'
    )


def _smt(node: Expr, script: _Script) -> str:
    match node:
        case Var(name, _):
            return _smt_name(name)
        case s.Slot(name, sort) | s.Fixed(name, sort):
            return script.constant(name, sort)
        case s.Labelled(text, sort):
            return script.constant(f"{sort}:{text}", sort)
        case s.Quoted(text):
            return _smt_text(text)
        case s.Real(value):
            return _smt_real(value)
        case s.Apply("abs", (argument,), _):
            inner = _smt(argument, script)
            return f"(ite (< {inner} 0.0) (- {inner}) {inner})"
        case s.Apply("concat", arguments, _):
            return f"(str.++ {' '.join(_smt(argument, script) for argument in arguments)})"
        case s.Apply(name, arguments, sort):
            function = script.function(name, [argument.sort for argument in arguments], script.sort(sort))
            return f"({function} {' '.join(_smt(argument, script) for argument in arguments)})"
        case s.Predicate(name, arguments):
            function = script.function(name, [argument.sort for argument in arguments], "Bool")
            return f"({function} {' '.join(_smt(argument, script) for argument in arguments)})"
        case s.Combine("absdiff", left, right):
            inner = f"(- {_smt(left, script)} {_smt(right, script)})"
            return f"(ite (< {inner} 0.0) (- {inner}) {inner})"
        case s.Combine(op, left, right):
            return f"({op} {_smt(left, script)} {_smt(right, script)})"
        case s.Comparison("!=", left, right):
            return f"(not (= {_smt(left, script)} {_smt(right, script)}))"
        case s.Comparison(op, left, right):
            return f"({op} {_smt(left, script)} {_smt(right, script)})"
        case s.Aggregate():
            return _smt_aggregate(node, script)
        case s.Ite(condition, then, otherwise):
            return f"(ite {_smt(condition, script)} {_smt(then, script)} {_smt(otherwise, script)})"
        case s.Verum():
            return "true"
        case s.Negation(body):
            return f"(not {_smt(body, script)})"
        case s.Conjunction(parts):
            return f"(and {' '.join(_smt(part, script) for part in parts)})"
        case s.Disjunction(parts):
            return f"(or {' '.join(_smt(part, script) for part in parts)})" if parts else "false"
        case s.Implication(left, right):
            return f"(=> {_smt(left, script)} {_smt(right, script)})"
        case s.Universal(variable, body):
            return f"(forall (({_smt_name(variable.name)} {script.sort(variable.of)})) {_smt(body, script)})"
        case s.Existential(variable, body):
            return f"(exists (({_smt_name(variable.name)} {script.sort(variable.of)})) {_smt(body, script)})"
        case _:
            raise FormulaError(f"expected a formula or a term, got {type(node).__name__}")


def _free(node: s.Aggregate) -> list[Var]:
    bound = set(node.variables)
    for part in node.walk():
        if isinstance(part, s.Universal | s.Existential):
            bound.add(part.variable)
        if isinstance(part, s.Aggregate):
            bound |= set(part.variables)
    return [var for var in dict.fromkeys(part for part in node.walk() if isinstance(part, Var)) if var not in bound]


def _smt_aggregate(node: s.Aggregate, script: _Script) -> str:
    free = _free(node)
    if node not in script.aggregates:
        name = f"{node.fn.replace(' ', '_')}_{len(script.aggregates) + 1}"
        script.aggregates[node] = name
        domain = " ".join(script.sort(variable.of) for variable in free)
        script.declared[f"fun {name}"] = f"(declare-fun {name} ({domain}) {script.sort(node.sort)})"
        script.axioms.append("; " + f"{name} is {to_text(node)}".replace("\n", " "))
        if node.fn in ("max", "min"):
            script.axioms += _extreme_axioms(node, name, free, script)
    name = script.aggregates[node]
    return f"({name} {' '.join(_smt_name(variable.name) for variable in free)})" if free else name


def _extreme_axioms(node: s.Aggregate, name: str, free: list[Var], script: _Script) -> list[str]:
    """The value is reached, and no value is beyond it."""
    call: Term = s.Apply(name, tuple(free)) if free else s.Fixed(name, Sort.REAL)
    script.declared.setdefault(f"const {name}", "")
    order = s.Comparison(">=" if node.fn == "max" else "<=", call, node.term)
    reached = exists(node.variables, conj(node.condition, s.Comparison("=", call, node.term)))
    bounded = forall(node.variables, s.Implication(node.condition, order))
    some = exists(node.variables, node.condition)
    del script.declared[f"const {name}"]
    axiom = forall(tuple(free), s.Implication(some, conj(reached, bounded)))
    kept = dict(script.declared)
    text = _smt(axiom, script)
    for key in set(script.declared) - set(kept):
        if key.startswith((f"const {name}", f"fun {name}")):
            del script.declared[key]
    if free:
        kinds = "_".join(variable.of.value for variable in free)
        text = text.replace(f"({name}_{kinds} ", f"({name} ")
    return [f"(assert {text})"]
