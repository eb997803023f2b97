"""What a person and a program are told of a batch."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from batch_fakes import FakeEngine, make_pictures

from sie.batch import Format, OutputPlan, Store, run_batch
from sie.batch.report import Report
from sie.errors import OutputError
from sie.sources import plan_jobs


def report_of(pictures: Path, out: Path, log: Path) -> Report:
    jobs = plan_jobs([pictures], out=out)
    plan = OutputPlan(out, (Format.PARQUET,))
    with Store(plan, {"version": "v1"}) as store, Report(len(jobs), log=log) as report:
        run_batch(jobs, store, FakeEngine(plan), seen=report)
    report.summarize(interrupted=False)
    return report


def test_summary_counts_types_issues_and_what_was_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = make_pictures(tmp_path / "in", 4, broken="bad")
    report_of(pictures, tmp_path / "out", tmp_path / "log")
    first = capsys.readouterr().err.splitlines()
    assert first[0].endswith("broken.png: no picture")
    assert first[1] == "sie: pictures by issue: 1 image-unreadable, 1 odd"
    assert first[2].startswith("sie: 5 pictures: 4 good, 1 with problems; charts: 4 vertical bar; ")
    report_of(pictures, tmp_path / "out", tmp_path / "log")
    again = capsys.readouterr().err.splitlines()
    assert again[-1].startswith("sie: 5 pictures: 4 good, 1 with problems, 5 of them from an earlier run; charts: ")


def test_log_has_one_line_for_each_picture_that_was_read(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 2, broken="bad")
    for _ in range(2):
        report_of(pictures, tmp_path / "out", tmp_path / "logs" / "log.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "logs" / "log.jsonl").read_text().splitlines()]
    assert [line["source"] for line in lines] == ["broken.png", "p000.png", "p001.png"]
    assert (lines[0]["failure"], lines[1]["failure"]) == ("image-unreadable", None)
    assert lines[1]["chart_types"] == ["vertical bar"]
    assert all(len(line["sha256"]) == 64 for line in lines)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_log_on_a_full_disk_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"^/dev/full: cannot be written: No space left on device$"):
        report_of(make_pictures(tmp_path / "in", 1), tmp_path / "out", Path("/dev/full"))


@pytest.mark.skipif(os.name != "posix", reason="file names are text there")
def test_file_name_that_is_no_utf8_is_stored_and_logged_with_escapes(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 1, **{"a\udcff": "bad"})
    report = report_of(pictures, tmp_path / "out", tmp_path / "log")
    lines = [json.loads(line) for line in (tmp_path / "log").read_text("utf-8").splitlines()]
    assert (report.seen, report.bad) == (2, 1)
    assert [line["problem"] for line in lines] == [f"{pictures}/a\\xff.png: no picture", None]
