"""What `sie qa generate` does, as a function that takes what the shell gives and returns what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from qa.catalogue import TEMPLATES
from qa.generation.gold import load_gold
from qa.generation.write import GenerationPlan, generate_folder
from qa.template import Mode


@dataclass(frozen=True)
class Outcome:
    """The summary, one line a problem, and the exit code."""

    text: str
    problems: tuple[str, ...] = ()
    code: int = 0


def generate(
    folder: Path,
    out: Path,
    *,
    seed: int,
    flat: int | None,
    published: bool,
    logic: bool,
    false_premises: float | None = None,
    say: Callable[[str], None],
) -> Outcome:
    """Write the questions of a folder of gold charts.

    Raises:
        FigureError: the folder holds no gold chart.
        OutputError: the output cannot be written.
    """
    gold = load_gold(folder)
    mode = Mode.PUBLISHED if published else Mode.CORRECTED
    done = generate_folder(gold, out, GenerationPlan(seed, mode, flat, logic, false_premises), say)
    text = (
        f"{done.questions:,} questions of {len(done.by_template)} of {len(TEMPLATES)} templates about {done.charts} "
        f"charts, {done.scripts:,} with formula and model, {done.chains:,} with premises: {out}"
    )
    problems = [problem.message for problem in gold.problems]
    problems += [f"{fault.qa_id}: left out: {fault.reason}" for fault in done.faults]
    return Outcome(text, tuple(problems), 1 if problems else 0)
