"""`python -m models.timing --weights FILE.onnx`: how long the detector takes on one 640 px picture, by runtime.

The median of many runs after a few that do not count, in milliseconds: of the network alone, and of all from the
picture to the boxes. Only a quiet machine gives times worth keeping; the time of the processors (summed over threads)
says more of a busy one.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from models.boxes import CANVAS_PX
from models.detector import Detector
from models.errors import ModelError
from models.registry import DETECTOR, weights_path
from models.runtime import find_runtimes, load_onnx

_UNCOUNTED = 3


def bars_picture(side: int = CANVAS_PX) -> np.ndarray:
    """A picture of a frame with bars and labels' ink, uint8 (side, side, 3): something to find."""
    rgb = np.full((side, side, 3), 255, np.uint8)
    rgb[side // 10 : side * 9 // 10, side // 8 - 2 : side // 8] = 0
    rgb[side * 9 // 10 : side * 9 // 10 + 2, side // 8 : side * 15 // 16] = 0
    for k, left in enumerate(range(side // 6, side * 7 // 8, side // 12)):
        rgb[side // 5 + 17 * k : side * 9 // 10, left : left + side // 20] = (70, 110, 180)
        rgb[side * 15 // 16 : side * 15 // 16 + 8, left : left + side // 25 : 3] = 40
    return rgb


def median_ms(run: Callable[[], object], times: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The median time of a call in milliseconds of a clock, after a few calls that do not count."""
    for _ in range(_UNCOUNTED):
        run()
    taken = []
    for _ in range(times):
        start = clock()
        run()
        taken.append(clock() - start)
    return round(1000 * statistics.median(taken), 1)


def time_weights(path: Path, *, threads: int, times: int) -> dict[str, dict[str, float]]:
    """Milliseconds of the network alone and of the whole detector for each installed runtime of the CPU.

    Raises:
        ModelError: a runtime cannot load the file.
    """
    picture = bars_picture()
    batch = np.ascontiguousarray(picture.transpose(2, 0, 1)[None], dtype=np.float32)
    found = {}
    for runtime in find_runtimes("cpu"):
        network = load_onnx(path, threads=threads, runtime=runtime)
        detector = Detector(network)
        found[runtime.value] = _times(partial(network, batch), partial(detector.detect, picture), times)
    return found


def _times(network: Callable[[], object], detector: Callable[[], object], times: int) -> dict[str, float]:
    return {
        "network": median_ms(network, times),
        "network processors": median_ms(network, times, time.process_time),
        "detector": median_ms(detector, times),
        "detector processors": median_ms(detector, times, time.process_time),
    }


def main(arguments: list[str] | None = None) -> int:
    """Times as told by the arguments."""
    parser = argparse.ArgumentParser(prog="python -m models.timing", description=__doc__)
    parser.add_argument("--weights", type=Path, help="an ONNX file; else the shipped weights")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--times", type=int, default=30)
    options = parser.parse_args(arguments)
    try:
        path = options.weights or weights_path(DETECTOR)
        found = time_weights(path, threads=options.threads, times=options.times)
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(json.dumps({"threads": options.threads, "ms": found}, indent=1))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
