"""`python -m models.real_scores --shared DIR`: scores the detector on real charts whose calibration is known.

At each class' threshold, which is the shipped weights' own or chosen here: bars and boxes by an overlap (intersection
over union) of half or more, by the short side in pixels; markers by their centre within 2 px, all and isolated ones.
Nothing is said of what a chart's gold table leaves out: points are not judged where boxes may have outliers, nor marks
that are under `LEAST_PX` pixels high.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from models.boxes import overlaps
from models.classes import DetectionClass
from models.detector import Detector, RawDetection
from models.errors import ModelError
from models.evaluate import LOWEST, POSITION_PX, choose_detector, choose_threshold
from models.metrics import SIZES_PX, Found, Tally, match_greedily, short_side
from models.real import Calibration, Mark, load_calibrations, load_gold, project

CALIBRATIONS = Path("tests/data/calibration")
LEAST_PX = 2.0
"""Thinner bars are not to be seen, or not to be told from the axis line."""
JUDGED = (DetectionClass.BAR, DetectionClass.BOX, DetectionClass.POINT)
_OVERLAP = 0.5


@dataclass
class RealScores:
    """Counts by what was counted ("bar", "bar 8-16", "point isolated") and, per chart, what went wrong."""

    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    charts: dict[str, dict[str, Tally]] = field(default_factory=dict)


def judged_classes(calibration: Calibration) -> tuple[DetectionClass, ...]:
    """The classes of which a chart's gold table tells all marks."""
    return JUDGED if calibration.boxes is None else JUDGED[:2]


def add_chart(
    scores: RealScores, calibration: Calibration, marks: Sequence[Mark], detections: Sequence[RawDetection]
) -> None:
    """Counts one chart's detections, which are those over the threshold that is judged."""
    own = scores.charts.setdefault(calibration.name, {})
    for cls in judged_classes(calibration):
        truth = [m for m in marks if m.cls is cls]
        found = [d for d in detections if d.cls is cls]
        tally = own[cls.value] = Tally()
        if cls is DetectionClass.POINT:
            _count_points(scores, tally, truth, found)
        else:
            _count_boxes(scores, tally, cls, truth, found)
        _add(scores.tallies[cls.value], tally)


def _array(boxes: list[tuple[float, float, float, float]]) -> np.ndarray:
    return np.array(boxes, dtype=np.float64).reshape(-1, 4)


def _count_boxes(
    scores: RealScores, tally: Tally, cls: DetectionClass, truth: list[Mark], found: list[RawDetection]
) -> None:
    boxes, own = _array([m.box for m in truth]), _array([d.box for d in found])
    chosen = match_greedily(overlaps(boxes, own), np.array([d.score for d in found]), _OVERLAP)
    seen = short_side(boxes) >= LEAST_PX
    hit = np.zeros(len(truth), dtype=bool)
    hit[chosen[chosen >= 0]] = True
    for low, high in SIZES_PX:
        name = f"{cls.value} {low:g}-{high:g}" if high < 1e9 else f"{cls.value} {low:g}+"
        here = seen & (short_side(boxes) >= low) & (short_side(boxes) < high)
        wrong = (chosen < 0) & (short_side(own) >= low) & (short_side(own) < high)
        part = Tally(int((here & hit).sum()), int(wrong.sum()), int((here & ~hit).sum()))
        _add(scores.tallies[name], part)
        _add(tally, part)


def _count_points(scores: RealScores, tally: Tally, truth: list[Mark], found: list[RawDetection]) -> None:
    places = np.array([m.center for m in truth]).reshape(-1, 2)
    own = _array([d.box for d in found])
    centers = (own[:, :2] + own[:, 2:]) / 2
    far = np.abs(places[:, None] - centers[None]).max(axis=2) if len(truth) and len(found) else np.zeros((0, 0))
    sure = np.array([d.score for d in found])
    chosen = match_greedily(-far, sure, -POSITION_PX) if far.size else np.full(len(found), -1)
    hit = np.zeros(len(truth), dtype=bool)
    hit[chosen[chosen >= 0]] = True
    alone = np.array([m.isolated for m in truth], dtype=bool)
    wrong = int((chosen < 0).sum())
    _add(tally, Tally(int(hit.sum()), wrong, int((~hit).sum())))
    _add(scores.tallies["point isolated"], Tally(int((hit & alone).sum()), wrong, int((~hit & alone).sum())))


def _add(tally: Tally, more: Tally) -> None:
    tally.found += more.found
    tally.wrong += more.wrong
    tally.missed += more.missed


@dataclass(frozen=True)
class RealChart:
    """A calibrated chart with its marks and all that was found on it down to `LOWEST`."""

    calibration: Calibration
    marks: tuple[Mark, ...]
    detections: tuple[RawDetection, ...]


def look_at(detector: Detector, calibrations: Sequence[Calibration], shared: Path) -> list[RealChart]:
    """What the detector finds on calibrated charts below a folder of folders of pictures with gold tables."""
    charts = []
    for calibration in calibrations:
        marks = project(calibration, load_gold(calibration, shared))
        rgb = read_picture(shared / calibration.picture)
        charts.append(RealChart(calibration, marks, detector.detect(rgb, threshold=LOWEST)))
    return charts


def choose_thresholds(charts: Sequence[RealChart]) -> dict[DetectionClass, float]:
    """The best thresholds of the classes whose marks the gold tables tell."""
    chosen = {}
    for cls in JUDGED:
        pictures = []
        for chart in charts:
            if cls in judged_classes(chart.calibration):
                mine = [d for d in chart.detections if d.cls is cls]
                truth = _array([m.box for m in chart.marks if m.cls is cls])
                pictures.append(Found(truth, _array([d.box for d in mine]), np.array([d.score for d in mine])))
        least = choose_threshold(cls, pictures)
        if least is not None:
            chosen[cls] = least
    return chosen


def score(charts: Sequence[RealChart], thresholds: Mapping[DetectionClass, float]) -> RealScores:
    """The counts over charts of what scores at least its class' threshold."""
    scores = RealScores()
    for chart in charts:
        sure = [d for d in chart.detections if d.score >= thresholds.get(d.cls, 1.0)]
        add_chart(scores, chart.calibration, chart.marks, sure)
    return scores


def read_picture(path: Path) -> np.ndarray:
    """A picture on white, uint8 (height, width, 3)."""
    from PIL import Image

    with Image.open(path) as picture:
        rgba = picture.convert("RGBA")
    ground = Image.new("RGBA", rgba.size, "white")
    return np.asarray(Image.alpha_composite(ground, rgba).convert("RGB"))


def table(tallies: dict[str, Tally]) -> dict[str, dict[str, float | int | None]]:
    """Recall, precision and the number of true marks by what was counted; without what has neither."""
    return {
        name: {
            "recall": None if t.recall is None else round(t.recall, 4),
            "precision": None if t.precision is None else round(t.precision, 4),
            "marks": t.found + t.missed,
            "wrong": t.wrong,
        }
        for name, t in sorted(tallies.items())
        if t.found or t.wrong or t.missed
    }


def main(arguments: list[str] | None = None) -> int:
    """Scores as told by the arguments."""
    parser = argparse.ArgumentParser(prog="python -m models.real_scores", description=__doc__)
    parser.add_argument("--shared", type=Path, required=True, help="folder of the folders of charts")
    parser.add_argument("--calibration", type=Path, default=CALIBRATIONS, help="folder of calibration files")
    parser.add_argument("--weights", type=Path, help="an ONNX file or a checkpoint; else the shipped weights")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--charts", action="store_true", help="tell each chart's counts too")
    parser.add_argument("--json", type=Path, help="where to write the report, for models.export")
    options = parser.parse_args(arguments)
    try:
        detector = choose_detector(options.weights, threads=options.threads)
        calibrations = load_calibrations(options.calibration)
        charts = look_at(detector, calibrations, options.shared)
    except ModelError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return 1
    thresholds = detector.thresholds if options.weights is None else choose_thresholds(charts)
    scores = score(charts, thresholds)
    found: dict[str, object] = {"charts_scored": len(charts), "marks": table(scores.tallies)}
    found["thresholds"] = {cls.value: thresholds[cls] for cls in JUDGED if cls in thresholds}
    if options.charts:
        found["charts"] = {name: table(tallies) for name, tallies in scores.charts.items()}
    if options.json is not None:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(json.dumps(found, indent=1))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
