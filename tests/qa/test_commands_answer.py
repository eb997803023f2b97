"""`sie answer` and `sie templates`: what they print, and what they do with bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from qa.answer import Answer
from qa.catalogue import TEMPLATES
from qa.commands import Asked, answer_many, answer_one, in_words, list_templates, read_questions, show_template, shown
from qa.parse.errors import QuestionError
from qa.parse.published import fill
from qa.template import AnswerType
from sie.errors import FigureError

KEYS = {
    "answer", "answer_type", "unit", "sigma", "margin", "qid", "reading", "bindings", "sql", "params", "rows", "boxes",
    "alternatives", "refusal",
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text("fruit,tons\napple,7\npear,8\nplum,3\n", encoding="utf-8")
    return path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sie", "answer", *arguments], capture_output=True, text=True, check=False
    )


def test_json_has_every_promised_key(table: Path) -> None:
    text, good = answer_one(table, "Which fruit has the most tons?", Asked(as_json=True))
    record = json.loads(text)
    assert good
    assert set(record) >= KEYS
    assert (record["answer"], record["refusal"]) == ("pear", None)
    assert record["sql"].lstrip().upper().startswith(("WITH", "SELECT"))


def test_words_show_answer_reading_rows_and_sql(table: Path) -> None:
    text, _ = answer_one(table, "tons of plum", Asked(explain=True))
    assert text.startswith("3\n  read as: the value at 'plum'")
    assert "with: x_i = plum" in text
    assert "SELECT" in text


def test_refusal_is_said_and_is_no_success(table: Path) -> None:
    text, good = answer_one(table, "tons of banana", Asked())
    assert not good
    assert text.startswith("no answer: nothing in this chart is called 'banana'")


def test_file_of_questions_is_answered_in_order_with_reasons(table: Path, tmp_path: Path) -> None:
    form = fill(TEMPLATES["33"].forms[0], {"Y": "tons", "x_i": "pear"})
    rows = [
        {"id": "a", "source": "table.csv", "question": form},
        {"id": "b", "source": str(table), "question": "tons of plum"},
        {"id": "c", "source": "gone.png", "question": "tons of plum"},
        {"id": "d", "source": "table", "question": ""},
    ]
    path = tmp_path / "q.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\nnot json\n", encoding="utf-8")
    records = list(answer_many(tmp_path, read_questions(path)))
    assert [record["id"] for record in records] == ["a", "b", "c", "d", 5]
    assert [record["answer"] for record in records] == [8, 3, None, None, None]
    assert records[0]["qid"] == "33"
    assert all(record["refusal"] for record in records[2:])


def test_templates_are_listed_and_one_is_shown_in_full() -> None:
    assert list_templates().endswith("240 templates")
    assert list_templates("root").endswith("8 templates")
    assert list_templates(answer_type="binary").endswith("36 templates")
    text = show_template("38")
    for part in ("wording:", "plan:", "SELECT", "first-order form", "example"):
        assert part in text
    for wrong in (lambda: list_templates("deep"), lambda: list_templates(None, "colour"), lambda: show_template("0")):
        with pytest.raises(QuestionError):
            wrong()


def test_every_template_can_be_shown() -> None:
    for qid in list(TEMPLATES)[::24]:
        assert f"template {qid}" in show_template(qid)


def test_command_line_ends_with_one_line_and_tells_wrong_use_from_failures(table: Path, tmp_path: Path) -> None:
    headless = tmp_path / "headless.csv"
    headless.write_text("a,1\nb,2\n", encoding="utf-8")
    wrong_use = {(str(table), ""), (str(tmp_path / "gone.csv"), "value of a")}
    for arguments in (*wrong_use, (str(headless), "value of a")):
        done = run(*arguments)
        assert done.returncode == (2 if arguments in wrong_use else 1)
        assert done.stderr.count("\n") == 1
        assert done.stderr.startswith("sie: ")
    good = run(str(table), "tons of pear")
    assert (good.returncode, good.stdout.splitlines()[0]) == (0, "8")


def test_answering_a_table_loads_no_heavy_package(table: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from qa.commands import Asked, answer_one; "
        f"answer_one(Path({str(table)!r}), 'tons of pear', Asked()); "
        "print(sorted({'pandas', 'scipy', 'torch', 'cv2', 'pyarrow', 'openvino'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


DEEP = "[" * 100_000
HUGE = "1" * 5000


def test_bad_lines_of_a_file_of_questions_lose_only_themselves(table: Path, tmp_path: Path) -> None:
    question = "Which fruit has the most tons?"
    good = json.dumps({"question": question}).encode()
    long = json.dumps({"source": "x" * 400, "question": question}).encode()
    path = tmp_path / "questions.jsonl"
    lines = [good, good[:-2] + b'\xff"}', DEEP.encode(), HUGE.encode(), long, good]
    path.write_bytes(b"\xef\xbb\xbf" + b"\n".join(lines))
    records = list(answer_many(table, read_questions(path)))
    assert [record["answer"] for record in records] == ["pear", None, None, None, None, "pear"]
    reasons = [str(record["refusal"]) for record in records[1:5]]
    assert [reason[:16] for reason in reasons[:3]] == [f"line {number}: not JSON" for number in (2, 3, 4)]
    assert reasons[3].endswith("no such chart: File name too long")


@pytest.mark.parametrize("whole", [True, False])
def test_one_file_under_several_spellings_is_one_chart(table: Path, tmp_path: Path, whole: bool) -> None:
    (tmp_path / "sub").mkdir()
    spellings = ["table.csv", "sub/../table.csv", str(table), f"{tmp_path}/./sub/../table.csv", "./table"]
    path = tmp_path / "questions.jsonl"
    rows = [json.dumps({"source": name, "question": "Which fruit has the most tons?"}) for name in spellings]
    path.write_text("\n".join(rows))
    records = list(answer_many(tmp_path if whole else table, read_questions(path)))
    assert [(record["answer"], record["refusal"]) for record in records] == [("pear", None)] * len(spellings)


@pytest.mark.parametrize(("text", "reason"), [(DEEP, "nested too deep"), (HUGE, "digits")])
def test_json_that_cannot_be_held_is_no_figure(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "deep.json"
    path.write_text(text)
    with pytest.raises(FigureError, match=rf"deep.json: not JSON: .*{reason}"):
        answer_one(path, "How many?", Asked())


def test_alternatives_show_the_head_of_a_long_list() -> None:
    names = [f"n{i}" for i in range(40)]
    other = Answer(list(names), AnswerType.UNRANKED, reading="all of them")
    text = in_words(Answer("n1", AnswerType.STRING, reading="one", alternatives=[other]), Asked())
    assert text.splitlines()[2] == f"  or: {', '.join(names[:12])}, ... 28 more (all of them)"
    assert shown(other).endswith("n39")


def test_suggestions_write_places_as_far_as_a_picture_tells_them(tmp_path: Path) -> None:
    table = tmp_path / "read.csv"
    table.write_text("time,speed\n2010.0140200684693,5\n2011.0007136524,6\n2012.5,7\n", encoding="utf-8")
    text, good = answer_one(table, "What about the moon?", Asked())
    assert not good
    assert "What is the 'speed' at 2010.01?" in text
    assert "2010.0140" not in text


def test_options_file_that_is_not_there_is_wrong_use_for_tables_too(table: Path) -> None:
    done = run(str(table), "tons of plum", "--options", str(table.with_name("gone.toml")))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("gone.toml: no such file or folder\n")
