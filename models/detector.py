"""The visual element detector: pictures in, classed boxes out.

The chart type comes out of the same pass: the plot area has one output channel per chart type (`models.classes`). Their
sum is the plot area's score, since a network that wavers between two types is still sure of the plot area. A head or a
classifier of its own was refused: it would cost time per picture and could not tell panels of different types apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.boxes import CANVAS_PX, MAX_CANVAS_PX, MIN_SHRINK, fill_canvas, plan_letterbox, suppress
from models.classes import CHANNELS, DetectionClass, PlotType
from models.consistency import HOLDERS, Area, weigh_marks
from models.decode import decode
from models.errors import WeightsMissingError
from models.registry import DETECTOR, load_manifest, weights_path
from models.runtime import Network, load_onnx
from models.tiles import plan_tiles, whole_in_tile

THRESHOLD = 0.25
"""For classes of which the weights' manifest tells no threshold."""
NMS_IOU = 0.55
"""Two boxes of a class may overlap so much (intersection over union): marks may lie on each other,"""
CONTAINER_IOU = 0.4
"""but plot areas, legends and pies do not."""
MAX_DETECTIONS = 1000
_FEWEST_TYPES = 4
"""A plot area's score is believed to come from at most so many chart types."""
_CLASSES = tuple(DetectionClass)
_CONTAINERS = (DetectionClass.PLOT_AREA, DetectionClass.LEGEND, DetectionClass.PIE)
_IOUS = np.array([CONTAINER_IOU if cls in _CONTAINERS else NMS_IOU for cls in _CLASSES])
_CLASS_OF = [_CLASSES.index(cls) for cls, _ in CHANNELS]
_TYPED = [k for k, (_, plot_type) in enumerate(CHANNELS) if plot_type is not None]

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class RawDetection:
    """A detected object in pixels of the picture.

    `plot_type` and `type_scores` (best first, they add up to the score unless that is 1) are set for plot areas.
    """

    cls: DetectionClass
    box: Box
    score: float
    plot_type: PlotType | None = None
    type_scores: tuple[tuple[PlotType, float], ...] = ()


class Detector:
    """A network and how its outputs are read.

    Args:
        network: from a canvas to raw outputs.
        canvas: usual side of the canvas in pixels.
        thresholds: the lowest score that is given back, by class; `THRESHOLD` for the rest.
    """

    def __init__(
        self,
        network: Network,
        *,
        canvas: int = CANVAS_PX,
        thresholds: Mapping[DetectionClass, float] | None = None,
    ) -> None:
        self._network = network
        self._canvas = canvas
        self.thresholds = dict.fromkeys(DetectionClass, THRESHOLD) | dict(thresholds or {})

    def detect(self, rgb: np.ndarray, *, threshold: float | None = None) -> tuple[RawDetection, ...]:
        """The objects of a picture, best score first, at most `MAX_DETECTIONS`.

        A picture that must be shrunk below `MIN_SHRINK` to fit the largest canvas is also looked at in tiles, for what
        is small.

        Args:
            rgb: uint8 (height, width, 3).
            threshold: for all classes, in the place of the detector's own thresholds.
        """
        least = self.thresholds if threshold is None else dict.fromkeys(DetectionClass, threshold)
        lowest = min(min(least.values()), least[DetectionClass.PLOT_AREA] / _FEWEST_TYPES)
        height, width = rgb.shape[:2]
        found = [self._candidates(rgb, lowest)]
        if max(height, width) * MIN_SHRINK > MAX_CANVAS_PX:
            for tile in plan_tiles(width, height, side=int(MAX_CANVAS_PX / MIN_SHRINK)):
                x0, y0, x1, y1 = tile
                boxes, scores = self._candidates(np.ascontiguousarray(rgb[y0:y1, x0:x1]), lowest)
                boxes = boxes + np.array([x0, y0, x0, y0], dtype=np.float32)
                whole = whole_in_tile(boxes, tile, width=width, height=height, scale=MAX_CANVAS_PX / max(width, height))
                found.append((boxes[whole], scores[whole]))
        return read_detections(*(np.concatenate(parts) for parts in zip(*found, strict=True)), thresholds=least)

    def _candidates(self, rgb: np.ndarray, lowest: float) -> tuple[np.ndarray, np.ndarray]:
        """Boxes (n, 4) in pixels of a picture and their scores over the output channels (n, channels)."""
        height, width = rgb.shape[:2]
        plan = plan_letterbox(width, height, canvas=self._canvas)
        canvas = fill_canvas(rgb, plan)
        batch = np.ascontiguousarray(canvas.transpose(2, 0, 1)[None], dtype=np.float32)
        distances, logits = self._network(batch)
        boxes, scores, _ = decode(distances, logits, width=plan.width, height=plan.height, threshold=lowest)
        boxes = plan.back(boxes)
        boxes[:, [0, 2]] = np.clip(boxes[:, [0, 2]], 0, width)
        boxes[:, [1, 3]] = np.clip(boxes[:, [1, 3]], 0, height)
        return boxes, scores


def read_detections(
    boxes: np.ndarray, scores: np.ndarray, *, thresholds: Mapping[DetectionClass, float]
) -> tuple[RawDetection, ...]:
    """Detections from candidate boxes (n, 4) and their scores over the output channels (n, channels)."""
    by_class = np.zeros((len(boxes), len(_CLASSES)), dtype=np.float32)
    for channel, cls in enumerate(_CLASS_OF):
        by_class[:, cls] += scores[:, channel]
    by_class = np.minimum(by_class, 1.0)
    areas = _areas(boxes, by_class[:, _CLASSES.index(DetectionClass.PLOT_AREA)], scores)
    for held in HOLDERS:
        by_class[:, _CLASSES.index(held)] *= weigh_marks(boxes, held, areas)
    rows, classes = np.nonzero(by_class >= np.array([thresholds[cls] for cls in _CLASSES]))
    kept = suppress(boxes[rows], by_class[rows, classes], classes, iou=_IOUS[classes], most=MAX_DETECTIONS)
    return tuple(
        _detection(_CLASSES[classes[k]], boxes[rows[k]], by_class[rows[k], classes[k]], scores[rows[k]]) for k in kept
    )


def _areas(boxes: np.ndarray, sure: np.ndarray, scores: np.ndarray) -> list[Area]:
    """The plot areas that are sure enough to judge marks by, best first."""
    rows = np.flatnonzero(sure >= THRESHOLD)
    alike = np.zeros(len(rows), dtype=int)
    kept = rows[suppress(boxes[rows], sure[rows], alike, iou=alike + CONTAINER_IOU, most=MAX_DETECTIONS)]
    return [(boxes[row], dict(_type_scores(scores[row]))) for row in kept]


def _type_scores(scores: np.ndarray) -> tuple[tuple[PlotType, float], ...]:
    typed = sorted(((float(scores[k]), k) for k in _TYPED), reverse=True)
    return tuple((plot_type, s) for s, k in typed if (plot_type := CHANNELS[k][1]) is not None)


def _detection(cls: DetectionClass, box: np.ndarray, score: np.float32, scores: np.ndarray) -> RawDetection:
    x0, y0, x1, y1 = (float(v) for v in box)
    place = (x0, y0, x1, y1)
    if cls is not DetectionClass.PLOT_AREA:
        return RawDetection(cls, place, float(score))
    named = _type_scores(scores)
    return RawDetection(cls, place, float(score), named[0][0], named)


def load_detector(*, device: str = "cpu", threads: int = 2) -> Detector | None:
    """The shipped detector, or None where its weights are not there: everything else works without it.

    Args:
        device: "cpu" or "cuda".
        threads: of the CPU.

    Raises:
        ModelError: the weights are there but not as the manifest says, or nothing can run them.
    """
    try:
        path = weights_path(DETECTOR)
    except WeightsMissingError:
        return None
    told = load_manifest()[DETECTOR].thresholds
    thresholds = {cls: told[cls.value] for cls in DetectionClass if cls.value in told}
    return Detector(load_onnx(path, device=device, threads=threads), thresholds=thresholds)
