"""`python -m models.train --data DIR --out RUN --minutes M`: trains the detector, from RUN's checkpoint if any."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from models.errors import ModelError
from models.train.loop import TrainOptions, train
from models.train.network import ARCHITECTURES


def main(arguments: list[str] | None = None) -> int:
    """Trains as told by the arguments."""
    defaults = TrainOptions(Path(), Path())
    parser = argparse.ArgumentParser(prog="python -m models.train", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder written by models.synth")
    parser.add_argument("--out", type=Path, required=True, help="the run: last.pt and curve.csv")
    parser.add_argument("--minutes", type=float, default=defaults.minutes)
    parser.add_argument("--device", default=defaults.device, choices=("cpu", "cuda"))
    parser.add_argument("--threads", type=int, default=defaults.threads)
    parser.add_argument("--loaders", type=int, default=defaults.loaders, help="threads that read charts")
    parser.add_argument("--architecture", default=defaults.architecture, choices=ARCHITECTURES)
    parser.add_argument("--batch", type=int, default=defaults.batch)
    parser.add_argument("--rate", type=float, default=defaults.rate)
    parser.add_argument("--size", type=int, default=defaults.size)
    parser.add_argument("--large-every", type=int, default=defaults.large_every)
    parser.add_argument("--small-images", type=int, default=defaults.small_images)
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument("--checkpoint-minutes", type=float, default=defaults.checkpoint_minutes)
    parser.add_argument("--finish", action="store_true", help="let the learning rate fall to zero in these minutes")
    parser.add_argument("--start", type=Path, help="exported weights to go on from where RUN has no checkpoint")
    parser.add_argument("--without", help="hold this renderer's charts out")
    found = parser.parse_args(arguments)
    try:
        path = train(TrainOptions(**vars(found)))
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(path)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
