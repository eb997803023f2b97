"""`python tests/soak.py --n 2000 --out DIR`: a batch killed three times and resumed equals an uninterrupted one.

The pictures are charts of `--source`, or the tests' examples, lightly re-encoded under other names; one in a hundred is
broken. The batch runs once from end to end and once with SIGKILL at random moments; then the datasets are compared row
by row. Not a test by itself: `test_batch_soak.py` runs it small.
"""

from __future__ import annotations

import argparse
import io
import random
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


def start(pictures: Path, out: Path, workers: int) -> subprocess.Popen[str]:
    """The batch as a process."""
    words = ["extract", pictures, "-o", out, "--format", "parquet", "--workers", workers, "--log", f"{out}.log"]
    command = [sys.executable, "-m", "sie", *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def run_whole(pictures: Path, out: Path, workers: int) -> tuple[float, str]:
    """Seconds of a run to its end, and its last line."""
    began = time.monotonic()
    process = start(pictures, out, workers)
    _, errors = process.communicate()
    if process.returncode not in (0, 1) or "Traceback" in errors:
        raise RuntimeError(f"exit code {process.returncode}: {errors}")
    return time.monotonic() - began, errors.splitlines()[-1]


def run_killed(pictures: Path, out: Path, workers: int, moments: Sequence[float]) -> list[int]:
    """Start the batch again and again and kill it after so many seconds each time; pictures logged at each kill."""
    logged = []
    for seconds in moments:
        process = start(pictures, out, workers)
        try:
            process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
        log = Path(f"{out}.log")
        logged.append(log.read_text().count("\n") if log.is_file() else 0)
    return logged


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
    seconds, line = run_whole(pictures, whole, workers)
    print(f"uninterrupted: {seconds:.0f} s: {line}", flush=True)  # noqa: T201
    moments = [rng.uniform(0.2, 0.9) * seconds for _ in range(kills)]
    logged = run_killed(pictures, killed, workers, moments)
    print(f"killed after {[round(m, 1) for m in moments]} s, {logged} pictures read by then", flush=True)  # noqa: T201
    seconds, line = run_whole(pictures, killed, workers)
    print(f"resumed to the end: {seconds:.0f} s: {line}", flush=True)  # noqa: T201
    sizes = {name: len(rows) for name, rows in dataset_rows(whole).items()}
    print(f"rows: {sizes}", flush=True)  # noqa: T201
    return differences(whole, killed)


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
        print(line)  # noqa: T201
    print(f"{len(found)} differences")  # noqa: T201
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
