"""The visual element detector: pictures in, classed boxes out.

The chart type comes out of the same pass: the plot area has one output channel per chart type (`models.classes`), of
which the best is the plot area's score. A head or a classifier of its own was refused: it would cost time per picture
and could not tell panels of different types apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.boxes import CANVAS_PX, fill_canvas, plan_letterbox, suppress
from models.classes import CHANNELS, DetectionClass, PlotType
from models.decode import decode
from models.errors import WeightsMissingError
from models.registry import DETECTOR, weights_path
from models.runtime import Network, load_onnx

THRESHOLD = 0.25
"""The shipped threshold: about where precision and recall balance over the classes."""
NMS_IOU = 0.5
MAX_DETECTIONS = 1000
_CLASSES = tuple(DetectionClass)
_CLASS_OF = [_CLASSES.index(cls) for cls, _ in CHANNELS]
_TYPED = [k for k, (_, plot_type) in enumerate(CHANNELS) if plot_type is not None]

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class RawDetection:
    """A detected object in pixels of the picture.

    `plot_type` and `type_scores` (best first, they do not add up to 1) are set for plot areas.
    """

    cls: DetectionClass
    box: Box
    score: float
    plot_type: PlotType | None = None
    type_scores: tuple[tuple[PlotType, float], ...] = ()


class Detector:
    """A network and how its outputs are read."""

    def __init__(self, network: Network, *, canvas: int = CANVAS_PX) -> None:
        self._network = network
        self._canvas = canvas

    def detect(self, rgb: np.ndarray, *, threshold: float = THRESHOLD) -> tuple[RawDetection, ...]:
        """The objects of a picture, best score first, at most `MAX_DETECTIONS`.

        Args:
            rgb: uint8 (height, width, 3).
            threshold: the lowest score that is given back.
        """
        height, width = rgb.shape[:2]
        plan = plan_letterbox(width, height, canvas=self._canvas)
        canvas = fill_canvas(rgb, plan)
        batch = np.ascontiguousarray(canvas.transpose(2, 0, 1)[None], dtype=np.float32)
        distances, logits = self._network(batch)
        boxes, scores, _ = decode(distances, logits, width=plan.width, height=plan.height, threshold=threshold)
        boxes = plan.back(boxes)
        boxes[:, [0, 2]] = np.clip(boxes[:, [0, 2]], 0, width)
        boxes[:, [1, 3]] = np.clip(boxes[:, [1, 3]], 0, height)
        return read_detections(boxes, scores, threshold=threshold)


def read_detections(boxes: np.ndarray, scores: np.ndarray, *, threshold: float) -> tuple[RawDetection, ...]:
    """Detections from candidate boxes (n, 4) and their scores over the output channels (n, channels)."""
    by_class = np.zeros((len(boxes), len(_CLASSES)), dtype=np.float32)
    for channel, cls in enumerate(_CLASS_OF):
        by_class[:, cls] = np.maximum(by_class[:, cls], scores[:, channel])
    rows, classes = np.nonzero(by_class >= threshold)
    kept = suppress(boxes[rows], by_class[rows, classes], classes, iou=NMS_IOU, most=MAX_DETECTIONS)
    return tuple(
        _detection(_CLASSES[classes[k]], boxes[rows[k]], by_class[rows[k], classes[k]], scores[rows[k]]) for k in kept
    )


def _detection(cls: DetectionClass, box: np.ndarray, score: np.float32, scores: np.ndarray) -> RawDetection:
    x0, y0, x1, y1 = (float(v) for v in box)
    place = (x0, y0, x1, y1)
    if cls is not DetectionClass.PLOT_AREA:
        return RawDetection(cls, place, float(score))
    typed = sorted(((float(scores[k]), k) for k in _TYPED), reverse=True)
    named = tuple((plot_type, s) for s, k in typed if (plot_type := CHANNELS[k][1]) is not None)
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
    return Detector(load_onnx(path, device=device, threads=threads))
