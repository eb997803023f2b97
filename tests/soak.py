"""`python tests/soak.py --n 2000 --out DIR`: a batch killed three times and resumed equals an uninterrupted one.

The pictures are charts of `--source`, or the tests' examples, lightly re-encoded under other names; one in a hundred is
broken. The batch runs once from end to end and once with SIGKILL after random counts of pictures; then the datasets are
compared row by row. Started again in its folder, it keeps an uninterrupted run that had come to its end. Not a test by
itself: `test_batch_soak.py` runs it small.
"""

from __future__ import annotations

import argparse
import io
import itertools
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from batch_fakes import dataset_rows
from PIL import Image

EXAMPLES = Path(__file__).parent / "data" / "charts"
ROOT = Path(__file__).parents[1]
BROKEN_EVERY = 100
POLL_SECONDS = 0.05
PROGRESS_SECONDS = 60.0
"""How often the log is looked at, and progress is told."""
FORMATS = (("PNG", {}), ("JPEG", {"quality": 95}), ("JPEG", {"quality": 88}), ("WEBP", {"lossless": True, "method": 0}))


def make_pictures(folder: Path, source: Path, count: int, rng: random.Random) -> None:
    """So many pictures in a folder with subfolders."""
    charts = sorted(path for path in source.iterdir() if path.suffix in (".png", ".jpg"))
    for number in range(count):
        origin = charts[number % len(charts)]
        form, options = FORMATS[rng.randrange(len(FORMATS))]
        out = io.BytesIO()
        with Image.open(origin) as picture:
            picture.convert("RGB").save(out, format=form, **options)
        data = out.getvalue()
        if number % BROKEN_EVERY == BROKEN_EVERY // 2 or (count < BROKEN_EVERY and number == count // 2):
            data = rng.choice((b"", b"not a picture", data[: len(data) // 3]))
        path = folder / f"paper{number // 50:03d}" / f"fig{number:05d}.{form.lower()}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def start(pictures: Path, out: Path, workers: int) -> subprocess.Popen[bytes]:
    """The batch as a process; it logs to OUT.log, and what it tells goes to OUT.err."""
    words = ["extract", pictures, "-o", out, "--format", "parquet", "--workers", workers, "--log", f"{out}.log"]
    command = [sys.executable, "-m", "sie", *map(str, words)]
    with Path(f"{out}.err").open("wb") as errors:
        return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=errors)


def lines_in(path: Path) -> int:
    """How many lines a file has; 0 where it is not there yet."""
    return path.read_bytes().count(b"\n") if path.is_file() else 0


def watch(process: subprocess.Popen[bytes], out: Path, *, until: int | None = None) -> bool:
    """Wait until a batch has ended, or has logged so many pictures; whether it has ended. Says how far it is."""
    log, told = Path(f"{out}.log"), time.monotonic()
    while process.poll() is None:
        time.sleep(POLL_SECONDS)
        if until is not None and lines_in(log) >= until:
            return False
        if time.monotonic() - told >= PROGRESS_SECONDS:
            told = time.monotonic()
            say(f"  {out.name}: {lines_in(log)} pictures logged")
    return True


def run_whole(pictures: Path, out: Path, workers: int) -> tuple[float, str]:
    """Seconds of a run to its end, and its last line."""
    began = time.monotonic()
    process = start(pictures, out, workers)
    watch(process, out)
    errors = Path(f"{out}.err").read_text(encoding="utf-8")
    if process.returncode not in (0, 1) or "Traceback" in errors:
        raise RuntimeError(f"exit code {process.returncode}: {errors}")
    return time.monotonic() - began, errors.splitlines()[-1]


def run_uninterrupted(pictures: Path, out: Path, workers: int) -> None:
    """A dataset made without an interruption; one that an earlier soak has made to its end is kept.

    Raises:
        RuntimeError: the kept one lacks pictures: its options, code or pictures were others.
    """
    finished = Path(f"{out}.done")
    if finished.is_file():
        logged = lines_in(Path(f"{out}.log"))
        _, line = run_whole(pictures, out, workers)
        if lines_in(Path(f"{out}.log")) > logged:
            raise RuntimeError(
                f"{out}: made by other code or of other pictures; remove {finished.name} to make it anew"
            )
        say(f"uninterrupted, by an earlier soak: {finished.read_text(encoding='utf-8')}; now: {line}")
        return
    clear(out)
    seconds, line = run_whole(pictures, out, workers)
    finished.write_text(f"{seconds:.0f} s: {line}", encoding="utf-8")
    say(f"uninterrupted: {seconds:.0f} s: {line}")


def clear(out: Path) -> None:
    """Take a batch's folder and logs away."""
    shutil.rmtree(out, ignore_errors=True)
    for ending in (".log", ".err"):
        Path(f"{out}{ending}").unlink(missing_ok=True)


def kill_marks(count: int, kills: int, rng: random.Random) -> list[int]:
    """After how many further pictures each run is killed: all together before nine tenths are read.

    >>> sum(kill_marks(100, 3, random.Random(1))) <= 90
    True
    """
    marks = sorted(rng.sample(range(1, max(kills, 9 * count // 10) + 1), kills))
    return [after - before for before, after in itertools.pairwise([0, *marks])]


def run_killed(pictures: Path, out: Path, workers: int, marks: Sequence[int]) -> None:
    """Start the batch again and again, each time killed when it has logged so many further pictures.

    Raises:
        RuntimeError: a run came to its end.
    """
    for number, further in enumerate(marks, start=1):
        before = lines_in(Path(f"{out}.log"))
        process = start(pictures, out, workers)
        if watch(process, out, until=before + further):
            raise RuntimeError(f"run {number} ended before {further} pictures were logged")
        process.send_signal(signal.SIGKILL)
        process.wait()
        say(f"kill {number}: {lines_in(Path(f'{out}.log')) - before} pictures read by this run")


def differences(one: Path, other: Path) -> list[str]:
    """What differs between two datasets."""
    ours, theirs = dataset_rows(one), dataset_rows(other)
    found = []
    for name in sorted(ours.keys() | theirs.keys()):
        a, b = (Counter(map(repr, rows.get(name, []))) for rows in (ours, theirs))
        found += [f"{name}: only uninterrupted: {row}" for row in (a - b).elements()]
        found += [f"{name}: only killed: {row}" for row in (b - a).elements()]
    return found


def soak(folder: Path, source: Path, count: int, *, workers: int, kills: int, seed: int) -> list[str]:
    """Run both ways and compare; says what happens on the way."""
    rng = random.Random(seed)
    pictures, whole, killed = folder / "pictures", folder / "whole", folder / "killed"
    make_pictures(pictures, source, count, rng)
    run_uninterrupted(pictures, whole, workers)
    clear(killed)
    run_killed(pictures, killed, workers, kill_marks(count, kills, rng))
    seconds, line = run_whole(pictures, killed, workers)
    say(f"resumed to the end: {seconds:.0f} s: {line}")
    say(f"rows: { {name: len(rows) for name, rows in dataset_rows(whole).items()} }")
    return differences(whole, killed)


def say(line: str) -> None:
    """A line of what happens, at once."""
    print(line, flush=True)  # noqa: T201


def main() -> int:
    """Run it as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=60)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--source", type=Path, default=EXAMPLES)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    found = soak(wanted.out, wanted.source, wanted.n, workers=wanted.workers, kills=wanted.kills, seed=wanted.seed)
    for line in found[:20]:
        say(line)
    say(f"{len(found)} differences")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
