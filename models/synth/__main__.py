"""`python -m models.synth --n N --out DIR --seed S --workers W`: draws synthetic charts."""

from __future__ import annotations

import argparse
import collections
import shutil
import sys
import time
from pathlib import Path

from models.synth.generate import RENDERERS
from models.synth.write import Job, write_many


def main(arguments: list[str] | None = None) -> int:
    """Draws charts into a folder and says how it went."""
    parser = argparse.ArgumentParser(prog="python -m models.synth", description=__doc__)
    parser.add_argument("--n", type=int, default=1000, help="how many charts")
    parser.add_argument("--out", type=Path, required=True, help="the folder; charts already there are kept")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first chart; the next ones count on")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--renderer", choices=sorted(RENDERERS), help="only this renderer")
    parser.add_argument("--clean", action="store_true", help="no degradation")
    parser.add_argument("--png", action="store_true", help="lossless pictures")
    options = parser.parse_args(arguments)
    if shutil.which("gnuplot") is None:
        print("gnuplot is not installed; its part is drawn by the others", file=sys.stderr)  # noqa: T201
    seeds = range(options.seed, options.seed + options.n)
    jobs = [Job(s, options.out, options.renderer, not options.clean, options.png) for s in seeds]
    start, reasons = time.monotonic(), collections.Counter[str]()
    for reason in write_many(jobs, workers=options.workers):
        reasons[reason or "drawn"] += 1
    seconds = time.monotonic() - start
    print(f"{reasons.pop('drawn', 0)} charts in {seconds:.0f} s ({options.n / max(seconds, 1e-9):.1f}/s)")  # noqa: T201
    for reason, count in reasons.most_common(10):
        print(f"{count} not drawn: {reason}", file=sys.stderr)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
