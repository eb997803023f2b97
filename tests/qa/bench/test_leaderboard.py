from __future__ import annotations

import pytest

from qa.bench.leaderboard import Row, leaderboard, row_of, rows
from qa.bench.report import Table, Words
from qa.bench.report_markdown import markdown_table
from qa.bench.scoring import Rule, Truth, tally

COUNTS = {"Binary": 171132, "Numerical": 115391, "Unranked List": 44702, "String": 19525, "Ranked List": 16389}


def test_published_totals_are_those_printed() -> None:
    assert {row.name: row.total for row in rows()} == {
        "VL-T5 pretrained": 0.2399,
        "VL-T5 fine-tuned": 0.3106,
        "CRCT pretrained": 0.1787,
        "CRCT fine-tuned": 0.1880,
        "MatCha-ChartQA": 0.2597,
        "UniChart zero-shot": 0.2675,
        "RealCQA-V2 fine-tuned": 0.4462,
    }
    assert all(row.rule is Rule.PUBLISHED and row.source for row in rows())


@pytest.mark.parametrize("row", rows()[:5], ids=lambda row: row.name)
def test_answer_types_average_to_the_printed_total(row: Row) -> None:
    weighted = sum(row.by_answer_type[kind] * count for kind, count in COUNTS.items()) / sum(COUNTS.values())
    assert weighted == pytest.approx(row.total, abs=2e-3)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("VL-T5 pretrained", 0.0383),
        ("VL-T5 fine-tuned", 0.0455),
        ("CRCT pretrained", 0.0286),
        ("CRCT fine-tuned", 0.0224),
        ("MatCha-ChartQA", 0.0794),
    ],
)
def test_box_plots_are_divided_by_their_own_count(name: str, printed: float) -> None:
    row = next(row for row in rows() if row.name == name)
    assert row.by_chart_type["vertical box"] == pytest.approx(printed * 115_899 / 21_915, abs=3e-4)


def test_row_of_a_tally_joins_root_to_structure_and_bars_to_their_direction() -> None:
    truths = [
        Truth("a", "yes", "Binary", level="root", chart_type="grouped vertical bar"),
        Truth("b", "yes", "Binary", level="structure", chart_type="vertical bar"),
        Truth("c", 1, "Numerical", level="reasoning", chart_type="line"),
    ]
    row = row_of(tally(Rule.CORRECTED, truths, {"a": "yes", "b": "no", "c": 1}), "mine")
    assert row.by_level == {"structure": 0.5, "reasoning": 1.0}
    assert row.by_chart_type == {"vertical bar": 0.5, "line": 1.0}
    assert (row.total, row.questions, row.rule) == (pytest.approx(2 / 3), 3, Rule.CORRECTED)


def test_tables_have_every_row_and_name_the_rule() -> None:
    own = Row("mine", None, {"Binary": 0.5}, {"root": 0.25}, {"area": 0.75}, rule=Rule.CORRECTED)
    first, second, sources = leaderboard([*rows(), own])
    assert isinstance(first, Table)
    assert isinstance(second, Table)
    assert [len(first.rows), len(second.rows)] == [8, 8]
    assert all(len(row) == len(table.header) for table in (first, second) for row in table.rows)
    printed = ("VL-T5 pretrained", "0.2399", "0.0008", "0.0325", "0.0106", "0.0002", "0.4916")
    assert set(printed) <= set(first.rows[0])
    assert markdown_table(("a", "b"), [("x|y", "1")])[-1] == "| x\\|y | 1 |"
    vlt5 = dict(zip(second.header, second.rows[0], strict=True))
    assert (vlt5["structure"], vlt5["vertical box"], vlt5["rule"]) == ("0.1416", "0.2026", "published")
    mine = dict(zip((*first.header, *second.header), (*first.rows[-1], *second.rows[-1]), strict=True))
    assert (mine["Binary"], mine["String"], mine["root"], mine["area"]) == ("0.5000", "", "0.2500", "0.7500")
    assert mine["rule"] == "corrected"
    assert isinstance(sources, Words)
    assert "UniChart zero-shot, RealCQA-V2 fine-tuned: RealCQA-V2, arXiv 2410.22492" in sources.text


def test_no_rows_are_two_empty_tables() -> None:
    assert [table.rows for table in leaderboard([]) if isinstance(table, Table)] == [[], []]
