"""Verdicts on premises scored: premise by premise, chain by chain, and by depth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from qa.bench.scoring.answers import read_truth
from qa.bench.scoring.tally import LISTED, Cell
from qa.bench.scoring.truths import MISSING, NO_PREDICTION, ScoringError, unreadable


class Judged(Protocol):
    """What scoring needs of a premise (`qa.bench.chains.Premise`)."""

    @property
    def id(self) -> str:
        """Names the premise among all."""

    @property
    def kind(self) -> str:
        """Structural, data, mathematical or reasoning."""

    @property
    def truth(self) -> bool:
        """Whether it holds."""

    @property
    def depth(self) -> int:
        """From 1."""


@dataclass(frozen=True, slots=True)
class StoredPremise:
    """A premise as a chain's JSON has it, with what scoring needs."""

    id: str
    kind: str
    truth: bool
    depth: int


def stored_chain(record: object) -> tuple[StoredPremise, ...]:
    """The premises of a chain's JSON (`qa.bench.chains.Chain.as_dict`).

    Raises:
        ScoringError: it has another shape; the message names the premise.
    """
    listed = record.get("premises") if isinstance(record, dict) else None
    if not isinstance(listed, list):
        raise ScoringError(f"a premise chain: expected an object with a list of premises, got {type(record).__name__}")
    return tuple(_stored(item) for item in listed)


def _stored(item: object) -> StoredPremise:
    fields = item if isinstance(item, dict) else {}
    key, kind, truth, depth = (fields.get(name) for name in ("id", "kind", "truth", "depth"))
    good = isinstance(key, str) and isinstance(kind, str) and isinstance(truth, bool)
    if not good or not isinstance(depth, int) or depth < 1:
        raise ScoringError(f"premise {key!r}: expected an id, a kind, a truth and a depth from 1, got {fields}")
    return StoredPremise(str(key), str(kind), truth is True, depth)


@dataclass(frozen=True, slots=True)
class ChainScore:
    """How well premises were judged.

    Attributes:
        premises: all premises, 1 for each right verdict.
        by_kind: the same for each kind of premise.
        by_truth: the same for the premises that hold, "true", and for those that do not, "false".
        chains: all chains, 1 for each whose verdicts are all right: RealCQA-V2's Acc_VPP.
        dcp: RealCQA-V2's Depth of Correct Premises: over the chains with a wrong verdict, the mean share of right ones.
            1 where no chain has a wrong verdict (the code beside the paper prints 0 there).
        depth_weighted: mean over chains of `sum of depth_i right_i / sum of depth_i`: the deeper a premise lies, the
            more it counts, because more had to be right for it.
        problems: the first `tally.LISTED` premises without a readable verdict, which counts as wrong, with the reason.
        unjudged: how many there are in all.
        unknown: verdicts on no premise of the chains.
    """

    premises: Cell
    by_kind: Mapping[str, Cell]
    by_truth: Mapping[str, Cell]
    chains: Cell
    dcp: float
    depth_weighted: Cell
    problems: tuple[tuple[str, str], ...]
    unjudged: int
    unknown: int = 0

    def as_dict(self) -> dict[str, object]:
        """The score as JSON values; a mean of nothing is null."""
        return {
            "premises": {"count": self.premises.count, "accuracy": self.premises.mean},
            "by_kind": _accuracies(self.by_kind),
            "by_truth": _accuracies(self.by_truth),
            "chains": {"count": self.chains.count, "accuracy": self.chains.mean},
            "dcp": self.dcp,
            "depth_weighted": self.depth_weighted.mean,
            "problems": [{"id": key, "problem": text} for key, text in self.problems],
            "unjudged": self.unjudged,
            "unknown": self.unknown,
        }


def score_chains(chains: Iterable[Sequence[Judged]], verdicts: Mapping[str, object]) -> ChainScore:
    """The score of verdicts (yes and no in any spelling, by premise id) on chains of premises.

    A chain without premises is left out.
    """
    kinds: dict[str, list[int]] = {}
    truths: dict[str, list[int]] = {}
    whole: list[float] = []
    failed: list[float] = []
    weighted: list[float] = []
    problems: list[tuple[str, str]] = []
    seen: set[str] = set()
    for chain in chains:
        right = []
        for premise in chain:
            seen.add(premise.id)
            said = verdicts.get(premise.id, MISSING)
            verdict = read_truth(said)
            if verdict is None:
                reason = NO_PREDICTION if said is MISSING else unreadable("yes or no", said)
                problems.append((premise.id, reason))
            right.append(verdict is premise.truth)
            for counts in (
                kinds.setdefault(str(premise.kind), [0, 0]),
                truths.setdefault("true" if premise.truth else "false", [0, 0]),
            ):
                counts[0] += 1
                counts[1] += right[-1]
        if not right:
            continue
        whole.append(float(all(right)))
        if not all(right):
            failed.append(sum(right) / len(right))
        depths = [premise.depth for premise in chain]
        weighted.append(sum(d for d, good in zip(depths, right, strict=True) if good) / sum(depths))
    return ChainScore(
        premises=Cell(sum(c for c, _ in kinds.values()), float(sum(good for _, good in kinds.values()))),
        by_kind=_cells(kinds),
        by_truth=_cells(truths),
        chains=Cell(len(whole), sum(whole)),
        dcp=sum(failed) / len(failed) if failed else 1.0,
        depth_weighted=Cell(len(weighted), sum(weighted)),
        problems=tuple(problems[:LISTED]),
        unjudged=len(problems),
        unknown=sum(key not in seen for key in verdicts),
    )


def _cells(counts: Mapping[str, Sequence[int]]) -> Mapping[str, Cell]:
    return MappingProxyType({key: Cell(count, float(good)) for key, (count, good) in counts.items()})


def _accuracies(cells: Mapping[str, Cell]) -> dict[str, dict[str, object]]:
    return {key: {"count": cell.count, "accuracy": cell.mean} for key, cell in cells.items()}
