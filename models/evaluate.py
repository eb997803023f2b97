"""`python -m models.evaluate --data DIR`: scores the detector on synthetic charts.

AP50 by class and by short side in pixels of the picture; at each class' threshold also points by their centre and thin
bars by their sides, each within 2 px, and the plot areas' chart type. The thresholds are those of the shipped weights;
for other weights they are chosen here, and `models.export` writes them into the manifest.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from models.boxes import overlaps
from models.classes import CHANNELS, DetectionClass
from models.detector import Detector, RawDetection, load_detector
from models.errors import ModelError, WeightsMissingError
from models.metrics import (
    SIZES_PX,
    Found,
    Tally,
    average_precision,
    best_threshold,
    match_greedily,
    short_side,
    tally_positions,
)
from models.runtime import load_checkpoint, load_onnx
from models.train.data import chart_files, read_chart

LOWEST = 0.01
POSITION_PX = 2.0
LEAST_PRECISION = 0.8
"""Thresholds are chosen so that at least this part of what is found is right, where a class allows it."""
THIN_BAR_PX = 16.0


@dataclass
class Scores:
    """What is gathered over the pictures."""

    found: dict[DetectionClass, list[Found]] = field(default_factory=lambda: defaultdict(list))
    points: Tally = field(default_factory=Tally)
    thin_bars: Tally = field(default_factory=Tally)
    types: Tally = field(default_factory=Tally)
    confused: dict[tuple[str, str], int] = field(default_factory=lambda: defaultdict(int))


@dataclass(frozen=True)
class Picture:
    """What is drawn in a picture, (n, 5): channel, xyxy; what is found in it down to `LOWEST`; and how long it took."""

    truth: np.ndarray
    detections: tuple[RawDetection, ...]
    seconds: float


def _boxes(detections: list[RawDetection]) -> tuple[np.ndarray, np.ndarray]:
    boxes = np.array([d.box for d in detections], dtype=np.float32).reshape(-1, 4)
    return boxes, np.array([d.score for d in detections], dtype=np.float32)


def of_class(picture: Picture, cls: DetectionClass) -> Found:
    """Truth and detections of a class in a picture."""
    mine = [CHANNELS[int(k)][0] is cls for k in picture.truth[:, 0]]
    return Found(picture.truth[mine, 1:], *_boxes([d for d in picture.detections if d.cls is cls]))


def choose_thresholds(pictures: Sequence[Picture]) -> dict[DetectionClass, float]:
    """The best threshold of each class that is drawn; points are judged by their centres, the rest by overlap."""
    by_class = {cls: [of_class(picture, cls) for picture in pictures] for cls in DetectionClass}
    return {cls: least for cls, found in by_class.items() if (least := choose_threshold(cls, found)) is not None}


def choose_threshold(cls: DetectionClass, pictures: Sequence[Found]) -> float | None:
    """The best threshold of a class; None where the pictures show none of it."""
    total = sum(len(found.truth) for found in pictures)
    if not total:
        return None
    right = np.concatenate([_hits(found, by_center=cls is DetectionClass.POINT) for found in pictures])
    sure = np.concatenate([found.scores for found in pictures])
    return best_threshold(sure, right, total, least_precision=LEAST_PRECISION)


def _hits(found: Found, *, by_center: bool) -> np.ndarray:
    if not len(found.truth) or not len(found.boxes):
        return np.zeros(len(found.boxes), dtype=bool)
    if by_center:
        far = np.abs(_centers(found.truth)[:, None] - _centers(found.boxes)[None]).max(axis=2)
        return np.asarray(match_greedily(-far, found.scores, -POSITION_PX) >= 0)
    return np.asarray(match_greedily(overlaps(found.truth, found.boxes), found.scores, 0.5) >= 0)


def add_picture(scores: Scores, picture: Picture, thresholds: Mapping[DetectionClass, float]) -> None:
    """Counts one picture."""
    for cls in DetectionClass:
        found = of_class(picture, cls)
        scores.found[cls].append(found)
        high = found.scores >= thresholds.get(cls, 1.0)
        boxes, sure = found.boxes[high], found.scores[high]
        if cls is DetectionClass.POINT:
            tally_positions(scores.points, _centers(found.truth), _centers(boxes), sure, POSITION_PX)
        elif cls is DetectionClass.BAR:
            _thin_bars(scores.thin_bars, found.truth, boxes, sure)
    least = thresholds.get(DetectionClass.PLOT_AREA, 1.0)
    areas = [d for d in picture.detections if d.cls is DetectionClass.PLOT_AREA and d.score >= least]
    _types(scores, picture.truth, areas)


def _centers(boxes: np.ndarray) -> np.ndarray:
    return np.asarray((boxes[:, :2] + boxes[:, 2:]) / 2)


def _thin_bars(tally: Tally, truth: np.ndarray, boxes: np.ndarray, sure: np.ndarray) -> None:
    """Thin bars by the corner boxes of both ends: all four sides within the tolerance is what reading needs."""
    thin, own = short_side(truth) < THIN_BAR_PX, short_side(boxes) < THIN_BAR_PX
    if not len(truth):
        tally.wrong += int(own.sum())
        return
    distance = np.abs(truth[:, None] - boxes[None]).max(axis=2)
    chosen = match_greedily(-distance, sure, -POSITION_PX)
    right = int(thin[chosen[chosen >= 0]].sum())
    tally.found += right
    tally.missed += int(thin.sum()) - right
    tally.wrong += int((own & (chosen < 0)).sum())


def _types(scores: Scores, truth: np.ndarray, areas: list[RawDetection]) -> None:
    rows = [(CHANNELS[int(r[0])][1], r[1:]) for r in truth if CHANNELS[int(r[0])][0] is DetectionClass.PLOT_AREA]
    boxes, sure = _boxes(areas)
    chosen = match_greedily(overlaps(np.array([b for _, b in rows]).reshape(-1, 4), boxes), sure, 0.5)
    for k, area in zip(chosen, areas, strict=True):
        true = rows[k][0] if k >= 0 else None
        if true is not None and area.plot_type is not None:
            same = true is area.plot_type
            scores.types.found += same
            scores.types.missed += not same
            if not same:
                scores.confused[true.value, area.plot_type.value] += 1


def look_at(detector: Detector, data: Path, *, most: int | None = None, only: str | None = None) -> list[Picture]:
    """What the detector finds on the charts of a folder, or of one renderer in it, in name order."""
    pictures = []
    for path in chart_files(data, only=only)[:most]:
        rgb, truth = read_chart(path)
        start = time.perf_counter()
        detections = detector.detect(rgb, threshold=LOWEST)
        pictures.append(Picture(truth, detections, time.perf_counter() - start))
    return pictures


def evaluate(pictures: Sequence[Picture], thresholds: Mapping[DetectionClass, float]) -> Scores:
    """The counts over pictures."""
    scores = Scores()
    for picture in pictures:
        add_picture(scores, picture, thresholds)
    return scores


def report(scores: Scores) -> dict[str, object]:
    """AP50 by class and size, and a flat summary for the manifest."""
    classes: dict[str, object] = {}
    whole, large = [], []
    for cls, found in scores.found.items():
        ap, count = average_precision(found)
        if ap is None:
            continue
        row: dict[str, object] = {"ap50": round(ap, 4), "count": count}
        for low, high in SIZES_PX:
            part, n = average_precision(found, size=(low, high))
            name = f"{low:g}-{high:g}" if high < 1e9 else f"{low:g}+"
            row[name] = None if part is None else round(part, 4)
            row[f"n {name}"] = n
        classes[cls.value] = row
        whole.append(ap)
        seen, _ = average_precision(found, size=(8.0, 1e9))
        large += [] if seen is None else [seen]
    summary: dict[str, float] = {}
    for name, values in (("map50", whole), ("map50_from_8px", large)):
        summary |= {name: round(float(np.mean(values)), 4)} if values else {}
    for name, tally in (("points", scores.points), ("thin_bars", scores.thin_bars)):
        summary |= {
            f"{name}_recall": round(tally.recall or 0.0, 4),
            f"{name}_precision": round(tally.precision or 0.0, 4),
        }
    summary["chart_type"] = round(scores.types.recall or 0.0, 4)
    summary |= {cls: float(row["ap50"]) for cls, row in classes.items() if isinstance(row, dict)}
    confused = sorted(((n, f"{a} -> {b}") for (a, b), n in scores.confused.items()), reverse=True)
    return {
        "summary": summary,
        "classes": classes,
        "confused": confused[:12],
    }


def main(arguments: list[str] | None = None) -> int:
    """Evaluates as told by the arguments."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder written by models.synth")
    parser.add_argument("--weights", type=Path, help="an ONNX file or a checkpoint; else the shipped weights")
    parser.add_argument("--most", type=int, help="only so many charts")
    parser.add_argument("--only", help="only charts of this renderer")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write the report")
    options = parser.parse_args(arguments)
    try:
        detector = choose_detector(options.weights, threads=options.threads)
        pictures = look_at(detector, options.data, most=options.most, only=options.only)
        thresholds = detector.thresholds if options.weights is None else choose_thresholds(pictures)
        found = report(evaluate(pictures, thresholds))
        found["thresholds"] = {cls.value: round(least, 3) for cls, least in thresholds.items()}
        found["median_ms"] = round(1000 * float(np.median([p.seconds for p in pictures])), 1)
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return 1
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(json.dumps(found, indent=1))  # noqa: T201
    return 0


def choose_detector(weights: Path | None, *, threads: int) -> Detector:
    """The detector of an ONNX file or of a checkpoint, or the shipped one.

    Raises:
        ModelError: there is none, or it cannot be loaded.
    """
    if weights is None:
        shipped = load_detector(threads=threads)
        if shipped is None:
            raise WeightsMissingError("no weights are shipped; name some with --weights")
        return shipped
    if weights.suffix == ".onnx":
        return Detector(load_onnx(weights, threads=threads))
    return Detector(load_checkpoint(weights, threads=threads))


if __name__ == "__main__":
    sys.exit(main())
