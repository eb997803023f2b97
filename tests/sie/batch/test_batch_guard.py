"""Files that are no results are never written over."""

from __future__ import annotations

from pathlib import Path

import pytest
from batch_fakes import make_figure, make_pictures

from sie.batch import Format, OutputPlan
from sie.batch.guard import refuse_foreign_files
from sie.errors import UsageError
from sie.io.outputs import long_csv
from sie.sources import plan_jobs


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p001.json", '{"task6": {"output": {}}}'),
        ("p001.json", "[1, 2]"),
        ("p001.json", ""),
        pytest.param("p001.json", "[" * 100_000, id="deep"),
        ("p001.csv", "x,y\n1,2\n"),
    ],
)
def test_annotation_beside_its_picture_is_refused_by_name(name: str, content: str, tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 3)
    (pictures / name).write_text(content)
    with pytest.raises(UsageError, match=name) as caught:
        refuse_foreign_files(plan_jobs([pictures], out=pictures), OutputPlan(pictures))
    assert "\n" not in str(caught.value)


def test_results_of_earlier_runs_and_files_of_other_names_are_no_hindrance(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 3)
    jobs = plan_jobs([pictures], out=pictures)
    figure = make_figure(jobs[0], 2, 1.0)
    (pictures / "p000.json").write_text(figure.to_json())
    (pictures / "p000.csv").write_text(long_csv(figure))
    (pictures / "p001.json").write_text(figure.model_dump_json(by_alias=True))
    (pictures / "notes.json").write_text("{}")
    refuse_foreign_files(jobs, OutputPlan(pictures))


def test_only_forms_that_are_written_are_looked_at(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 1)
    (pictures / "p000.json").write_text("{}")
    refuse_foreign_files(plan_jobs([pictures], out=pictures), OutputPlan(pictures, (Format.CSV, Format.PARQUET)))
