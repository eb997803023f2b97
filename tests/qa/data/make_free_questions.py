"""Write the free questions with answers computed from the gold charts.

    python make_free_questions.py [--gold ../shared]

Standard library only, and nothing of the packages under test: these answers are a second opinion.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from free_bars import BARS
from free_kinds import KINDS
from free_lines import LINES
from free_points import POINTS
from free_refused import REFUSED
from free_spoken import SPOKEN
from free_voices import VOICES
from free_wide import WIDE
from gold_chart import Answer, Chart, Question

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[2]
FOLDERS = ("charts", "charts_tools")
SEED = 20231107
ANSWERABLE, UNANSWERABLE = 300, 60
PER_CHART = 3
FORMS = {"yes/no": str, "string": str, "number": float, "unranked list": list, "ranked list": list}

Row = dict[str, str | bool | float | list[str] | None]


def main(argv: Sequence[str] | None = None) -> int:
    """Answer every question, draw the held third, write the files and the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--gold", type=Path, default=CHECKOUT.parent / "shared", help="folder of charts/ and charts_tools/"
    )
    parser.add_argument("-o", "--out", type=Path, default=HERE)
    options = parser.parse_args(argv)
    asked, refused = [*BARS, *LINES, *POINTS], list(REFUSED)
    _check_counts(asked, refused)
    rows = [_row(number, one, options.gold) for number, one in enumerate([*asked, *refused], start=1)]
    held = _held(rows)
    _write(options.out / "free_questions.jsonl", [row for row in rows if row["id"] not in held])
    _write(options.out / "free_questions_held.jsonl", [row for row in rows if row["id"] in held])
    wide = [
        _row(number, one, options.gold) | {"id": f"wq{number:03d}"}
        for number, one in enumerate([*WIDE, *SPOKEN, *VOICES, *KINDS], start=1)
    ]
    _write(options.out / "free_questions_wide.jsonl", wide)
    return 0


def _check_counts(asked: Sequence[Question], refused: Sequence[Question]) -> None:
    if (len(asked), len(refused)) != (ANSWERABLE, UNANSWERABLE):
        raise ValueError(f"{len(asked)} answerable and {len(refused)} unanswerable questions")
    texts = Counter((one.source, one.text) for one in [*asked, *refused])
    charts = Counter(one.source for one in asked)
    if max(texts.values()) > 1 or max(charts.values()) > PER_CHART:
        raise ValueError("a question is repeated or a chart has too many")


def _row(number: int, one: Question, gold: Path) -> Row:
    folder = next(name for name in FOLDERS if (gold / name / f"{one.source}.json").exists())
    answer = _plain(one, one.answer(Chart(gold / folder / f"{one.source}.json")))
    row: Row = {"id": f"fq{number:03d}", "folder": folder, "source": one.source, "question": one.text}
    row |= {"answer": answer, "answer_type": one.answer_type, "answerable": answer is not None}
    row |= {"kind": one.kind, "voice": one.voice}
    if one.within is not None:
        row["within"] = one.within
    return row


def _plain(one: Question, answer: Answer) -> Answer:
    """The answer in the form its type promises."""
    if answer is None:
        return None
    if one.answer_type == "number" and not isinstance(answer, str | list):
        value = float(f"{float(answer):.10g}")
        return int(value) if value.is_integer() else value
    if not isinstance(answer, FORMS[one.answer_type]) or answer in ("", []):
        raise TypeError(f"{one.source}: {one.text}: {answer!r} is not a {one.answer_type}")
    return answer


def _held(rows: Sequence[Row]) -> set[object]:
    """Ids of the third that stays unread: a seeded draw within the answerable and within the others."""
    draw = random.Random(SEED)
    held: set[object] = set()
    for answerable in (True, False):
        ids = [row["id"] for row in rows if row["answerable"] is answerable]
        held.update(draw.sample(ids, len(ids) // 3))
    return held


def _write(path: Path, rows: Sequence[Row]) -> None:
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write(f"{path.name}: {len(rows)}\n")
    for key in ("answerable", "folder", "kind", "answer_type", "voice"):
        sys.stdout.write(f"  {key}: {dict(Counter(str(row[key]) for row in rows).most_common())}\n")


if __name__ == "__main__":
    raise SystemExit(main())
