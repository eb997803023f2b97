"""Judges answers to the free questions as `data/README.md` says."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from qa.answer import Answer
from qa.database import ChartDatabase
from qa.loading import Library, add_files
from qa.parse.ask import ask

Json = str | float | list["Json"] | None
RELATIVE = 0.02
SMALL = 1e-6


@dataclass(frozen=True)
class FreeQuestion:
    """One line of a file of free questions."""

    id: str
    folder: str
    source: str
    question: str
    answer: Json
    answer_type: str
    answerable: bool
    kind: str
    within: float | None


def load_questions(path: Path) -> list[FreeQuestion]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        FreeQuestion(
            *(
                row[key]
                for key in ("id", "folder", "source", "question", "answer", "answer_type", "answerable", "kind")
            ),
            row.get("within"),
        )
        for row in rows
    ]


def as_number(value: Json) -> float | None:
    if isinstance(value, bool) or value is None or isinstance(value, list):
        return None
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(value.replace(",", ""))
    except ValueError:
        return None


def year_of(value: Json) -> float | None:
    """The year of an ISO date."""
    if isinstance(value, str) and len(value) >= 8 and value[:4].isdigit() and value[4] == "-":
        return float(value[:4])
    return None


def right_number(got: Json, wanted: float, within: float | None) -> bool:
    got = got[0] if isinstance(got, list) and len(got) == 1 else got
    number = year_of(got) if year_of(got) is not None else as_number(got)
    if number is None:
        return False
    return abs(number - wanted) <= (within if within is not None else max(RELATIVE * abs(wanted), SMALL))


def right_text(got: Json, wanted: Json) -> bool:
    a, b = as_number(got), as_number(wanted)
    if a is not None and b is not None:
        return a == b
    return " ".join(str(got).split()).casefold() == " ".join(str(wanted).split()).casefold()


def as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


def right(question: FreeQuestion, answer: Answer) -> bool:
    """Whether an answer is right; for an unanswerable question a refusal is."""
    if not question.answerable:
        return answer.answer is None and answer.refusal is not None
    got: Json = answer.answer  # type: ignore[assignment]
    if got is None or answer.refusal is not None:
        return False
    wanted = question.answer
    if question.answer_type == "number":
        return isinstance(wanted, int | float) and right_number(got, float(wanted), question.within)
    if question.answer_type == "yes/no":
        return got == wanted
    if question.answer_type == "string":
        listed = as_list(got)
        return len(listed) == 1 and right_text(listed[0], wanted)
    have, want = as_list(got), as_list(wanted)
    if len(have) != len(want):
        return False
    if question.answer_type == "ranked list":
        return all(right_text(a, b) for a, b in zip(have, want, strict=True))
    rest = list(want)
    for item in have:
        match = next((other for other in rest if right_text(item, other)), None)
        if match is None:
            return False
        rest.remove(match)
    return True


@dataclass
class Tally:
    """How a file of questions went; `wrong` are answers given and not right, `lines` what happened to each miss."""

    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def share(self, answerable: bool, questions: Sequence[FreeQuestion]) -> float:
        kinds = [q.kind for q in questions if q.answerable is answerable]
        good = sum(self.right[kind] for kind in set(kinds))
        return good / max(len(kinds), 1)


def score(questions: Sequence[FreeQuestion], shared: Path) -> Tally:
    """Ask every question of its gold table."""
    tally = Tally()
    library = Library(ChartDatabase())
    sources = dict.fromkeys(f"{question.folder}/{question.source}.json" for question in questions)
    add_files(library, [shared / source for source in sources], base=shared)
    for question in questions:
        charts = library.by_source[f"{question.folder}/{question.source}.json"]
        answer = ask(library, charts, question.question, explain=False)
        if right(question, answer):
            tally.right[question.kind] += 1
            continue
        given = answer.answer is not None and answer.refusal is None
        (tally.wrong if given else tally.refused)[question.kind] += 1
        what = f"{answer.answer!r} by {answer.reading}" if given else f"refused: {(answer.refusal or '')[:110]}"
        tally.lines.append(f"{question.id} [{question.kind}] {question.question} => {question.answer!r}; {what}")
    return tally


def report(tally: Tally, questions: Sequence[FreeQuestion]) -> str:
    """The tally as text: right, wrong with confidence and refused by kind."""
    kinds = dict.fromkeys(q.kind for q in questions)
    rows = [
        f"{kind:22} right {tally.right[kind]:3}  wrong {tally.wrong[kind]:3}  refused {tally.refused[kind]:3}"
        for kind in kinds
    ]
    answerable = tally.share(True, questions)
    refusals = tally.share(False, questions)
    confident = sum(tally.wrong.values()) / max(len(questions), 1)
    rows.append(f"answerable {answerable:.1%}, refusals {refusals:.1%}, wrong with confidence {confident:.1%}")
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None) -> int:
    """Score files of free questions and print the tally and every miss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="free_questions*.jsonl")
    parser.add_argument("--shared", type=Path, required=True, help="folder of charts/ and charts_tools/")
    parser.add_argument("--misses", action="store_true", help="print what happened to each miss")
    options = parser.parse_args(argv)
    for path in options.files:
        questions = load_questions(path)
        tally = score(questions, options.shared)
        lines = [f"{path.name}: {len(questions)}", report(tally, questions)]
        sys.stdout.write("\n".join([*lines, *(tally.lines if options.misses else ())]) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
