"""Premise chains: a question taken apart into statements about its chart, and verdicts on them scored.

The idea is RealCQA-V2's Visual Premise Proving (Ahmed, Setlur, Govindaraju, arXiv 2410.22492): structural premises say
what the chart consists of, data premises which values it has, mathematical ones what follows by arithmetic, reasoning
ones what follows by comparison and choice; the last one is the answer. There they were written by hand for each
template. Here they are read off the compiled plan: each node becomes one statement about what it denotes in this
chart, so every template and every free question has a chain, and each statement is a formula that the model checker
has checked.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from qa import plan as p
from qa.bench.scoring.answers import read_truth
from qa.bench.scoring.numbers import near
from qa.chartview import ChartView
from qa.database import ChartDatabase
from qa.execute import answer_plan
from qa.fol import Structure, evaluate, to_text, translate
from qa.fol.syntax import Formula
from qa.parse.reading import describe
from qa.query import Bindings
from qa.rewrites import normalize, specialize

_READ_STRUCTURE = (p.Ticks, p.LegendEntries, p.Texts, p.Frame, p.Marks, p.AllSeries)
_NARROWED = (p.OfSeries, p.At, p.Named, p.WhereX, p.Matching, p.ValuesAt)
_COMPUTED = (p.Zip, p.Map, p.Pairs, p.Steps, p.Group)


class PremiseKind(StrEnum):
    """RealCQA-V2's kinds of premises, in the order in which a chain has them at equal depth."""

    STRUCTURAL = "structural"
    DATA = "data"
    MATHEMATICAL = "mathematical"
    REASONING = "reasoning"


@dataclass(frozen=True)
class Premise:
    """One statement about a chart.

    Attributes:
        id: the chain's id and the premise's number from 1, e.g. "q7/3".
        kind: see `PremiseKind`.
        text: the statement in words.
        claim: the statement as a plan.
        formula: the statement in first-order form.
        truth: whether the chart satisfies it.
        depth: 1 for what is read from the chart at once, else one more than the deepest premise it rests on.
    """

    id: str
    kind: PremiseKind
    text: str
    claim: p.Truth
    formula: Formula
    truth: bool
    depth: int

    def as_dict(self) -> dict[str, object]:
        """The premise as JSON values, its formula as text."""
        return {
            "id": self.id,
            "kind": self.kind.value,
            "text": self.text,
            "formula": to_text(self.formula),
            "truth": self.truth,
            "depth": self.depth,
        }


@dataclass(frozen=True)
class Chain:
    """The premises of one question about one chart, each after those it rests on; the last one is the answer."""

    id: str
    chart_id: str
    slots: Bindings
    premises: tuple[Premise, ...]

    def as_dict(self) -> dict[str, object]:
        """The chain as JSON values."""
        return {
            "id": self.id,
            "chart": self.chart_id,
            "bindings": dict(self.slots),
            "premises": [premise.as_dict() for premise in self.premises],
        }


def premise_chain(
    view: ChartView, plan: p.Plan, slots: Bindings, *, chain_id: str, structure: Structure | None = None
) -> Chain:
    """The chain of a plan (a template's `plan_for(mode)`) over a chart, every premise true.

    A node that denotes nothing in the chart (a value outside the data) has no premise, and what rests on it is stated
    only where it is defined all the same. `structure` may be given where many questions are about one chart.

    Raises:
        FormulaError: the chart has no finite model (a series with two values at one place), or a node no formula.
    """
    if view.family is not None:
        plan = specialize(plan, view.family)
    writer = _Writer(structure or Structure(view), slots)
    writer.visit(normalize(plan))
    order = list(PremiseKind)
    found = sorted(writer.found[:-1], key=lambda item: (item.depth, order.index(item.kind))) + writer.found[-1:]
    numbered = [replace(premise, id=f"{chain_id}/{number}") for number, premise in enumerate(found, start=1)]
    return Chain(chain_id, view.chart_id, slots, tuple(numbered))


class _Writer:
    """Walks a plan from its leaves up and states what each node denotes."""

    def __init__(self, structure: Structure, slots: Bindings) -> None:
        self.structure = structure
        self.slots = slots
        self.found: list[Premise] = []
        self._stated: set[p.Truth] = set()
        self._depths: dict[p.Node, int] = {}

    def visit(self, node: p.Node) -> int:
        """State a node after what it is made of; gives the depth of the deepest premise so far."""
        if node not in self._depths:
            below = max((self.visit(child) for child in node.children()), default=0)
            depth = below
            for kind, claim in self.claims(node):
                depth = max(depth, self.state(kind, claim, below + 1))
            self._depths[node] = depth
        return self._depths[node]

    def state(self, kind: PremiseKind, claim: p.Truth, depth: int) -> int:
        """Add a claim that holds, or the opposite of one that does not; gives its depth, 0 where it has no truth."""
        claim = normalize(claim)
        formula = translate(claim)
        if not isinstance(formula, Formula):
            return 0
        holds = evaluate(formula, self.structure, self.slots)
        if holds is False:
            return self.state(kind, p.Not(claim), depth)
        if holds is not True or claim in self._stated:
            return 0
        self._stated.add(claim)
        self.found.append(Premise("", kind, words_of(claim, self.slots), claim, formula, True, depth))
        return depth

    # ------------------------------------------------------------------ what a node says

    def claims(self, node: p.Node) -> Iterator[tuple[PremiseKind, p.Truth]]:
        """The statements that a node makes of the chart."""
        if isinstance(node, p.Rel):
            yield from self._relation(node)
        elif isinstance(node, p.Truth):
            yield PremiseKind.REASONING, node
        elif isinstance(node, p.Num) and not isinstance(node, p.Number | p.NumberSlot):
            kind = PremiseKind.DATA if isinstance(node, p.Value | p.XOf) else PremiseKind.MATHEMATICAL
            yield from self._number(kind, node)
        elif isinstance(node, p.Field):
            yield PremiseKind.STRUCTURAL, p.Known(node)
            yield from self._text(PremiseKind.STRUCTURAL, node)
        elif isinstance(node, p.Text) and not isinstance(node, p.Literal | p.TextSlot):
            yield from self._text(PremiseKind.REASONING, node)
        elif isinstance(node, p.Names):
            yield from self._listed(node)

    def _relation(self, node: p.Rel) -> Iterator[tuple[PremiseKind, p.Truth]]:
        if isinstance(node, p.OfSeries):
            everything: p.Rel = p.AllSeries()
            if isinstance(node.series, p.Text):
                yield PremiseKind.STRUCTURAL, p.Exists(p.Named(everything, p.Dim.SERIES, (node.series,)))
            else:
                yield from self._number(PremiseKind.STRUCTURAL, p.Agg(p.Fn.COUNT, everything))
        if isinstance(node, p.At) and p.Dim.PLACE in node.rel.dims:
            ticks = p.Ticks(p.AxisName.INDEPENDENT)
            yield PremiseKind.STRUCTURAL, p.Exists(p.Named(ticks, p.Dim.PLACE, (node.place,)))
        if isinstance(node, p.Values):
            yield PremiseKind.STRUCTURAL, p.Exists(node)
        elif isinstance(node, _NARROWED) and not node.dims:
            yield from self._number(PremiseKind.DATA, p.Value(node))
        else:
            yield from self._number(self._kind(node), p.Agg(p.Fn.COUNT, node))

    def _kind(self, node: p.Rel) -> PremiseKind:
        if isinstance(node, _READ_STRUCTURE):
            return PremiseKind.STRUCTURAL
        if isinstance(node, _NARROWED):
            return PremiseKind.DATA
        return PremiseKind.MATHEMATICAL if isinstance(node, _COMPUTED) else PremiseKind.REASONING

    def _number(self, kind: PremiseKind, node: p.Num) -> Iterator[tuple[PremiseKind, p.Truth]]:
        value = evaluate(translate(node), self.structure, self.slots)
        if isinstance(value, int | float) and math.isfinite(value):
            yield kind, p.Compare(p.Op.EQ, node, p.Number(float(value)))
        elif value is None:
            yield kind, p.Known(node)

    def _text(self, kind: PremiseKind, node: p.Text) -> Iterator[tuple[PremiseKind, p.Truth]]:
        value = evaluate(translate(node), self.structure, self.slots)
        if isinstance(value, str):
            yield kind, p.OneOf(node, (value,))

    def _listed(self, node: p.Names) -> Iterator[tuple[PremiseKind, p.Truth]]:
        """The list is these and no others; of pairs, so many."""
        rows = evaluate(translate(node), self.structure, self.slots)
        if not isinstance(rows, tuple) or not rows:
            yield PremiseKind.REASONING, p.Exists(node.rel)
            return
        if len(node.dims_named) == 1:
            names = tuple(dict.fromkeys(str(row[0]) for row in rows))
            others = p.Exists(p.Named(node.rel, node.dims_named[0], tuple(map(p.Literal, names)), exclude=True))
            yield PremiseKind.REASONING, p.Not(others)


def words_of(claim: p.Truth, slots: Bindings) -> str:
    """A claim in words: as readings have it, but for what only premises say."""
    match claim:
        case p.Not(truth):
            return f"it is not so that {words_of(truth, slots)}"
        case p.Exists(p.Named(p.AllSeries(), _, (name,), False)):
            return f"there is a series named {describe(name, slots)}"
        case p.Exists(p.Named(p.Ticks(), _, (name,), False)):
            return f"the independent axis has a label {describe(name, slots)}"
        case p.Compare(p.Op.EQ, p.Agg(p.Fn.COUNT, rel), p.Number(value)):
            return f"there {'is' if value == 1 else 'are'} {value:g} of {describe(rel, slots)}"
        case _:
            return describe(claim, slots)


# -------------------------------------------------------------------------- verdicts


def judge(chain: Chain, db: ChartDatabase, chart_id: str) -> dict[str, bool | None]:
    """What the tables of a chart, e.g. one read from pixels, say of each premise, by id: SQL's verdicts.

    A statement of a number holds where the tables' number is within 5 % of it, of a count where it is the same; any
    other where it is true. None where the tables cannot tell.

    Raises:
        BindingError: the chart is unknown.
    """
    return {premise.id: _verdict(premise.claim, chain.slots, db, chart_id) for premise in chain.premises}


def _verdict(claim: p.Truth, slots: Bindings, db: ChartDatabase, chart_id: str) -> bool | None:
    if isinstance(claim, p.Compare) and claim.op is p.Op.EQ and isinstance(claim.right, p.Number):
        value = answer_plan(db, chart_id, claim.left, slots, explain=False).answer
        if not isinstance(value, int | float):
            return None
        counted = isinstance(claim.left, p.Agg) and claim.left.fn is p.Fn.COUNT
        return value == claim.right.value if counted else near(claim.right.value, float(value))
    answer = answer_plan(db, chart_id, claim, slots, explain=False).answer
    return read_truth(answer)


# -------------------------------------------------------------------------- false premises


def with_false_premises(chain: Chain, structure: Structure, *, seed: int = 0, share: float = 0.5) -> Chain:
    """The chain with about that share of its premises made false, so that saying yes to everything is no use.

    A statement of a number gets another number (a count one more or less, a value 20 to 80 % off), any other its
    opposite. A premise that does not become false is kept. The choice depends on the seed and the chain's id alone.
    """
    rng = random.Random(f"{seed}/{chain.id}")
    changed = []
    for premise in chain.premises:
        turn = rng.random() < share
        claim = _turned(premise.claim, rng)
        formula = translate(claim)
        false = isinstance(formula, Formula) and evaluate(formula, structure, chain.slots) is False
        if turn and false and isinstance(formula, Formula):
            text = words_of(claim, chain.slots)
            premise = replace(premise, claim=claim, formula=formula, text=text, truth=False)
        changed.append(premise)
    return replace(chain, premises=tuple(changed))


def _turned(claim: p.Truth, rng: random.Random) -> p.Truth:
    if isinstance(claim, p.Compare) and claim.op is p.Op.EQ and isinstance(claim.right, p.Number):
        value = claim.right.value
        counted = isinstance(claim.left, p.Agg) and claim.left.fn is p.Fn.COUNT
        step = 1.0 if counted else rng.uniform(0.2, 0.8) * (abs(value) or 1.0)
        return replace(claim, right=p.Number(value + step if value < step or rng.random() < 0.5 else value - step))
    return normalize(p.Not(claim))
