"""The trained detector as the pipeline takes it: a function from a picture to detections."""

from __future__ import annotations

from collections.abc import Callable

from models.detector import load_detector
from models.errors import ModelError
from sie.artifacts import Raster
from sie.errors import EngineError
from sie.structure.detection import Detection
from sie.vocab import ChartType, Device


def load_detect(
    *, threads: int, device: Device, threshold: float | None = None
) -> Callable[[Raster], tuple[Detection, ...]] | None:
    """The detector, or None where no weights are shipped; then geometry works alone.

    Args:
        threads: of the CPU.
        device: where it runs.
        threshold: the lowest score that is given back; None for the one that each class has.

    Raises:
        EngineError: weights are there and cannot be used.
    """
    try:
        detector = load_detector(device="cuda" if device is Device.CUDA else "cpu", threads=threads)
    except ModelError as error:
        raise EngineError(str(error)) from error
    if detector is None:
        return None

    def detect(raster: Raster) -> tuple[Detection, ...]:
        return tuple(
            Detection(one.cls, one.box, one.score, tuple((ChartType(kind.value), s) for kind, s in one.type_scores))
            for one in detector.detect(raster.rgb, threshold=threshold)
        )

    return detect
