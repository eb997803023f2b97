"""`sie detect`: what the trained detector alone finds in pictures, as JSON, so that it can be judged by itself."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from models.classes import DetectionClass
from sie.artifacts import Raster
from sie.elements.detector import load_detect
from sie.errors import EngineError, OutputError, SieError, UsageError
from sie.io.images import load_image
from sie.io.outputs import png_bytes, write_bytes
from sie.options import Options
from sie.overlay_pen import Color, Pen
from sie.sources import OVERLAY_SUFFIX, Job, plan_jobs
from sie.structure.detection import Detection

EXIT_GOOD, EXIT_SOME_FAILED = 0, 1
_COLORS: tuple[Color, ...] = (
    (90, 90, 90),
    (220, 20, 60),
    (0, 90, 220),
    (150, 50, 200),
    (220, 120, 0),
    (0, 140, 60),
    (120, 80, 40),
    (190, 0, 110),
    (0, 150, 160),
)

Detect = Callable[[Raster], tuple[Detection, ...]]


def detect_sources(
    sources: Sequence[Path],
    out: Path | None,
    *,
    overlay: bool = False,
    threshold: float | None = None,
    options: Options,
    detect: Detect | None = None,
) -> int:
    """Write `<stem>.json` for every picture, or print the one picture's; return the exit code.

    Args:
        sources: pictures and folders.
        out: folder for the results; None only for one picture.
        overlay: also draw the boxes on each picture.
        threshold: the lowest score that is written, 0 to 1; None for the one that each class has.
        options: for the limits of pictures, threads and device.
        detect: in the place of the shipped detector.

    Raises:
        UsageError: there is nothing to read, or several pictures have nowhere to go.
        EngineError: there are no weights, or they cannot be used.
    """
    jobs = plan_jobs(sources, out=out)
    if not jobs:
        raise UsageError(f"no pictures in {', '.join(map(str, sources))}")
    if out is None and (len(jobs) > 1 or overlay):
        raise UsageError("name a folder for the results with -o")
    run = detect or _shipped(options, threshold)
    keep = frozenset(os.path.realpath(job.source) for job in jobs)
    failed = 0
    for job in jobs:
        try:
            _detect_one(job, out, run, keep=keep, overlay=overlay, options=options)
        except SieError as error:
            failed += 1
            _say(str(error))
        except Exception as error:  # noqa: BLE001 - one picture's fault must not lose the others; it is named
            failed += 1
            _say(f"{job.source}: internal error: {type(error).__name__}: {error}")
    return EXIT_SOME_FAILED if failed else EXIT_GOOD


def _shipped(options: Options, threshold: float | None) -> Detect:
    detect = load_detect(threads=options.text.threads, device=options.device, threshold=threshold)
    if detect is None:
        raise EngineError("no detector weights are shipped here: `make train` makes some, `sie extract` works without")
    return detect


def _detect_one(
    job: Job, out: Path | None, detect: Detect, *, keep: frozenset[str], overlay: bool, options: Options
) -> None:
    raster = load_image(job.source, options=options.image)
    found = detect(raster)
    text = json.dumps([as_record(one) for one in found], indent=1)
    if out is None:
        sys.stdout.write(text + "\n")
        return
    stem = out / job.stem
    _write(stem.with_name(stem.name + ".json"), text.encode("utf-8"), keep)
    if overlay:
        _write(stem.with_name(stem.name + OVERLAY_SUFFIX), png_bytes(draw_detections(raster.rgb, found)), keep)


def _write(path: Path, data: bytes, keep: frozenset[str]) -> None:
    if os.path.realpath(path) in keep:
        raise OutputError(f"{path}: not written: it is one of the pictures; name another folder with -o")
    write_bytes(path, data)


def as_record(one: Detection) -> dict[str, str | float | list[float]]:
    """A detection as it is written: pixels of the picture to two places, `xyxy`."""
    return {"class": one.cls.value, "bbox": [round(v, 2) for v in one.box], "score": round(one.score, 4)}


def draw_detections(rgb: np.ndarray, found: Sequence[Detection]) -> np.ndarray:
    """The picture with a box for each detection in its class' colour, and a key of the classes found below."""
    pen = Pen(rgb)
    counts = Counter(one.cls for one in found)
    colors = {cls: _COLORS[k % len(_COLORS)] for k, cls in enumerate(DetectionClass)}
    for one in reversed(found):
        pen.box(one.box, colors[one.cls], width=0.5)
    return pen.with_footer([[(f"{cls.value} {counts[cls]}", colors[cls]) for cls in DetectionClass if counts[cls]]])


def _say(message: str) -> None:
    sys.stderr.write(f"sie: {' '.join(message.split())}\n")
