"""What is done is there whole and once, whenever a run is stopped; what is not is done by the next one."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from batch_fakes import FakeEngine, dataset_rows, make_pictures, run_fake

from sie.batch import Failure, Format, OutputPlan, Store, run_batch, store
from sie.errors import OutputError, UsageError
from sie.io import outputs
from sie.io.hashing import sha256_of
from sie.sources import plan_jobs

BOTH = (Format.PARQUET, Format.JSON)


class Killed(BaseException):
    """Stands for SIGKILL: nothing after it is done."""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PART_PICTURES", 3)


def test_second_run_reads_nothing(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 7, broken="bad")
    first, _ = run_fake(pictures, tmp_path / "out")
    rows = dataset_rows(tmp_path / "out")
    second, seen = run_fake(pictures, tmp_path / "out")
    assert (len(first), second) == (8, [])
    assert [done.earlier for done in seen] == [True] * 8
    assert dataset_rows(tmp_path / "out") == rows


def test_of_a_short_run_little_waits_to_be_made_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))  # seconds: one passes at each look
    monkeypatch.setattr("sie.batch.store.time.monotonic", lambda: float(next(clock)))
    monkeypatch.setattr(store, "PART_PICTURES", 1000)
    waiting = []
    plan = OutputPlan(tmp_path / "out", BOTH)
    with Store(plan, {}) as opened:
        for result in FakeEngine(plan).run(iter(plan_jobs([make_pictures(tmp_path / "in", 40)])), lambda: False):
            opened.add(result)
            waiting.append(len(opened._pending))
    assert max(waiting[:10]) <= 4
    assert max(waiting[10:]) <= 8


def test_rows_of_all_pictures_are_there_once(tmp_path: Path) -> None:
    run_fake(make_pictures(tmp_path / "in", 7), tmp_path / "out")
    rows = dataset_rows(tmp_path / "out")
    assert len(rows["charts"]) == 7
    assert len(rows["points"]) == sum(i % 5 + 1 for i in range(7))


def test_changed_picture_alone_is_read_again_and_replaces_its_rows(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 7)
    run_fake(pictures, tmp_path / "out")
    (pictures / "p001.png").write_text("good 4 100")
    assert run_fake(pictures, tmp_path / "out")[0] == ["p001.png"]
    run_fake(pictures, tmp_path / "fresh")
    assert dataset_rows(tmp_path / "out") == dataset_rows(tmp_path / "fresh")


def test_changed_options_or_version_redo_all_and_leave_nothing_of_the_old(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 7)
    run_fake(pictures, tmp_path / "out")
    assert len(run_fake(pictures, tmp_path / "out", facts="v2")[0]) == 7
    run_fake(pictures, tmp_path / "fresh")
    assert dataset_rows(tmp_path / "out") == dataset_rows(tmp_path / "fresh")
    assert len(list((tmp_path / "out" / "charts").iterdir())) == 3


def test_a_form_that_is_missing_is_made(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 4)
    run_fake(pictures, tmp_path / "out")
    assert len(run_fake(pictures, tmp_path / "out", formats=BOTH)[0]) == 4
    assert len(dataset_rows(tmp_path / "out")["charts"]) == 4
    (tmp_path / "out" / "p002.json").unlink()
    assert run_fake(pictures, tmp_path / "out", formats=BOTH)[0] == ["p002.png"]
    assert run_fake(pictures, tmp_path / "out")[0] == []


def test_part_that_was_removed_is_made_again(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 6)
    run_fake(pictures, tmp_path / "out")
    rows = dataset_rows(tmp_path / "out")
    for path in (tmp_path / "out").glob("*/part-00000002.parquet"):
        path.unlink()
    assert len(run_fake(pictures, tmp_path / "out")[0]) == 3
    assert dataset_rows(tmp_path / "out") == rows


@pytest.mark.parametrize("table", ["charts", "points", "issues"])
@pytest.mark.parametrize("damage", ["missing", "cut", "one byte", "empty"])
def test_part_with_a_damaged_file_is_made_again(tmp_path: Path, table: str, damage: str) -> None:
    pictures, out = make_pictures(tmp_path / "in", 6), tmp_path / "out"  # two parts; p002 has an issue
    run_fake(pictures, out)
    rows = dataset_rows(out)
    path = out / table / "part-00000001.parquet"
    data = path.read_bytes()
    path.unlink()
    if damage != "missing":
        middle = len(data) // 2
        changed = {"cut": data[:middle], "empty": b"", "one byte": data[:middle] + b"#" + data[middle + 1 :]}
        path.write_bytes(changed[damage])
    keys, seen = run_fake(pictures, out)
    assert sorted(keys) == ["p000.png", "p001.png", "p002.png"]
    assert len(seen) == 6
    assert dataset_rows(out) == rows
    assert run_fake(pictures, out)[0] == []


def test_part_that_rows_were_taken_out_of_is_sound(tmp_path: Path) -> None:
    pictures, out = make_pictures(tmp_path / "in", 6), tmp_path / "out"
    run_fake(pictures, out)
    (pictures / "p001.png").write_text("good 4 100")
    run_fake(pictures, out)
    with Store(OutputPlan(out, (Format.PARQUET,)), {"version": "v1"}) as opened:
        assert opened.damaged == 0
    assert run_fake(pictures, out)[0] == []


def dying(*_arguments: object) -> None:
    raise Killed


def test_part_damaged_before_its_rows_were_taken_out_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, out = make_pictures(tmp_path / "in", 6), tmp_path / "out"
    run_fake(pictures, out)
    (pictures / "p001.png").write_text("good 4 100")
    run_fake(pictures, tmp_path / "fresh")
    plan = OutputPlan(out, (Format.PARQUET,))
    with monkeypatch.context() as patch:
        patch.setattr(store, "thin_part", dying)
        with pytest.raises(Killed):
            run_fake(pictures, out)
    (out / "points" / "part-00000001.parquet").write_bytes(b"no longer Parquet")
    with Store(plan, {"version": "v1"}) as opened:
        assert opened.damaged == 2
    run_fake(pictures, out)
    assert dataset_rows(out) == dataset_rows(tmp_path / "fresh")


def test_again_reads_what_is_done(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 4)
    run_fake(pictures, tmp_path / "out")
    assert len(run_fake(pictures, tmp_path / "out", again=True)[0]) == 4
    assert len(dataset_rows(tmp_path / "out")["charts"]) == 4


def test_picture_that_cannot_be_read_has_an_issue_and_is_tried_again_only_when_asked(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 1, broken="bad")
    run_fake(pictures, tmp_path / "out")
    ((source, chart, stage, code, message),) = dataset_rows(tmp_path / "out")["issues"]
    assert (source, chart, stage, code) == ("broken.png", None, "image", "image-unreadable")
    assert "no picture" in str(message)
    assert run_fake(pictures, tmp_path / "out")[0] == []
    assert run_fake(pictures, tmp_path / "out", retry_failed=True)[0] == ["broken.png"]
    assert len(dataset_rows(tmp_path / "out")["issues"]) == 1


def test_picture_that_costs_workers_is_read_twice_and_never_again(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 2, poison="kill")
    keys, seen = run_fake(pictures, tmp_path / "out")
    assert keys.count("poison.png") == 2
    (bad,) = [done.result for done in seen if not done.result.good]
    assert (bad.failure, "tried 2 times" in str(bad.problem)) == (Failure.DIED, True)
    assert run_fake(pictures, tmp_path / "out")[0] == []


def test_picture_lost_twice_before_a_kill_is_not_tried_a_third_time(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 0, poison="kill")
    plan = OutputPlan(tmp_path / "out", (Format.PARQUET,))
    (job,) = plan_jobs([pictures])
    with Store(plan, {"version": "v1"}) as open_store:
        for _ in range(2):
            open_store.manifest.lose(job.key, sha256_of(job.source), Failure.DIED)
    keys, seen = run_fake(pictures, tmp_path / "out")
    assert keys == []
    assert seen[0].result.failure is Failure.DIED
    assert len(dataset_rows(tmp_path / "out")["issues"]) == 1


def killed_run(pictures: Path, out: Path, after: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """A run killed at its n-th change of the disk; whether it lived that long."""
    left = [after]

    def dying(original: object) -> object:
        def call(*args: object, **kwargs: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return original(*args, **kwargs)  # type: ignore[operator]

        return call

    plan = OutputPlan(out, BOTH)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", dying(os.replace))
        patch.setattr(outputs.Path, "unlink", dying(Path.unlink))
        patch.setattr("sie.batch.manifest.Manifest._do", dying(store.Manifest._do))
        opened = None
        try:
            opened = Store(plan, {"version": "v2"})
            run_batch(plan_jobs([pictures], out=out), opened, FakeEngine(plan), seen=lambda done: None)
            opened.flush()
        except Killed:
            return False
        finally:
            if opened is not None:
                opened.manifest.close()
    return True


def test_killed_at_any_change_of_the_disk_the_next_run_makes_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = make_pictures(tmp_path / "in", 5, broken="bad")
    run_fake(pictures, tmp_path / "fresh", formats=BOTH, facts="v2")
    whole = dataset_rows(tmp_path / "fresh")
    steps = 0
    while True:
        out = tmp_path / f"out{steps}"
        run_fake(pictures, out, formats=BOTH, facts="v1")  # there is an earlier version to be replaced
        lived = killed_run(pictures, out, steps, monkeypatch)
        charts = dataset_rows(out).get("charts", [])
        assert len({row[0] for row in charts}) == len(charts)
        run_fake(pictures, out, formats=BOTH, facts="v2")
        assert dataset_rows(out) == whole
        assert run_fake(pictures, out, formats=BOTH, facts="v2")[0] == []
        if lived:
            break
        steps += 13
    assert steps > 26


def test_folder_in_which_another_run_writes_is_refused(tmp_path: Path) -> None:
    plan = OutputPlan(tmp_path, (Format.PARQUET,))
    with Store(plan, {}), pytest.raises(UsageError, match="another run is writing there"):
        Store(plan, {})


def test_dataset_that_no_manifest_knows_is_not_mixed_with_another(tmp_path: Path) -> None:
    run_fake(make_pictures(tmp_path / "in", 1), tmp_path / "out")
    (tmp_path / "out" / "manifest.sqlite").unlink()
    with pytest.raises(UsageError, match=r"a dataset without its manifest\.sqlite"):
        Store(OutputPlan(tmp_path / "out", (Format.PARQUET,)), {})


def test_manifest_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "manifest.sqlite").write_text("something else, and long enough to be looked at as a database" * 40)
    with pytest.raises(OutputError, match="damaged or not ours"):
        Store(OutputPlan(tmp_path, (Format.JSON,)), {})


def test_manifest_with_a_damaged_page_is_named_when_it_is_read(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 40)
    run_fake(pictures, tmp_path / "out")
    path = tmp_path / "out" / "manifest.sqlite"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    with pytest.raises(OutputError, match=r"manifest.sqlite: damaged or not ours: .*; remove it to start anew"):
        run_fake(pictures, tmp_path / "out")


@pytest.mark.parametrize(("column", "value"), [("formats", "[1"), ("failure", "tired"), ("issues", 5)])
def test_manifest_with_a_damaged_entry_is_named(tmp_path: Path, column: str, value: object) -> None:
    pictures = make_pictures(tmp_path / "in", 1)
    run_fake(pictures, tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "out" / "manifest.sqlite")) as db, db:
        db.execute(f"UPDATE pictures SET {column} = ?", (value,))
    with pytest.raises(OutputError, match="damaged or not ours"):
        run_fake(pictures, tmp_path / "out")


def test_files_of_a_picture_that_is_broken_now_go(tmp_path: Path) -> None:
    pictures = make_pictures(tmp_path / "in", 2)
    run_fake(pictures, tmp_path / "out", formats=BOTH)
    (pictures / "p001.png").write_text("bad")
    run_fake(pictures, tmp_path / "out", formats=BOTH)
    assert not (tmp_path / "out" / "p001.json").exists()
    assert len(dataset_rows(tmp_path / "out")["charts"]) == 1
