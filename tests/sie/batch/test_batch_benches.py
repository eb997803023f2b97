"""What the benchmarks say is right, and they say in one line where they cannot run."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from batch_fakes import make_figure, make_pictures
from rich.console import Console

from sie.bench_gpu import first_difference
from sie.bench_gpu import main as bench_gpu
from sie.bench_speed import Timing, median_ratio, spread, timing_table
from sie.errors import EngineError, UsageError
from sie.sources import plan_jobs


def test_pictures_are_spread_evenly_over_all(tmp_path: Path) -> None:
    jobs = plan_jobs([make_pictures(tmp_path, 10)])
    assert [job.key for job in spread(jobs, 3)] == ["p000.png", "p003.png", "p006.png"]
    assert len(spread(jobs, 0)) == len(spread(jobs, 99)) == 10
    with pytest.raises(UsageError):
        spread([], 3)


def test_ratio_is_the_median_over_pictures_and_the_table_adds_up() -> None:
    timings = [Timing("a", 1.0, {"text": 0.6, "elements": 0.4}, 2.0), Timing("b", 3.0, {"text": 3.0}, 4.0)]
    timings.append(Timing("c", 1.0, {"text": 1.0}, 10.0))
    assert median_ratio(timings) == 0.5
    out = io.StringIO()
    Console(file=out, width=100).print(timing_table(timings))
    rows = {words[1]: words for words in (line.split() for line in out.getvalue().splitlines()) if len(words) > 8}
    assert rows["text"][3::2] == ["1.000", "3.000", "4.600", "92%"]
    assert rows["EasyOCR"][3] == "4.000"


def test_readings_differ_by_structure_or_by_more_than_their_sigma(tmp_path: Path) -> None:
    (job, *_) = plan_jobs([make_pictures(tmp_path, 1)])
    one = make_figure(job, 3, 10.0)
    assert first_difference(one, one) is None
    assert "10.0, 10.5" in str(first_difference(one, make_figure(job, 3, 10.5)))
    assert "series" in str(first_difference(one, make_figure(job, 2, 10.0)))
    assert first_difference(one, one.model_copy(update={"charts": ()})) == "1 charts, 0 charts"


def test_without_a_gpu_the_benchmark_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none() -> None:
        raise EngineError("device cuda: ONNX Runtime here has no CUDA: pip install onnxruntime-gpu")

    monkeypatch.setattr("sie.bench_gpu.need_cuda", none)
    assert bench_gpu([]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_while_the_command_line_is_loaded_is_one_line() -> None:
    code = (
        "import os, signal, sys, types\n"
        "from sie.__main__ import main\n"
        "cli = types.ModuleType('sie.cli')\n"
        "cli.main = lambda: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.modules['sie.cli'] = cli\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "sie: stopped\n")
