"""A drawing's truth as YOLO labels: one line a box, `channel cx cy w h`, relative to the picture."""

from __future__ import annotations

import numpy as np

from models.classes import CHANNELS, DetectionClass, PlotType
from models.synth.truth import Box, Drawing, clip, union

FAINTEST = 16
"""A text whose grey levels differ by less than this is not seen, and nothing is to be found there."""
_CHANNEL = {pair: number for number, pair in enumerate(CHANNELS)}


def labelled_boxes(drawing: Drawing) -> list[tuple[DetectionClass, PlotType | None, Box]]:
    """Every box the detector is to find, clipped to the picture, by panel; without texts that cannot be seen."""
    height, width = drawing.rgb.shape[:2]
    boxes: list[tuple[DetectionClass, PlotType | None, Box]] = []
    for panel in drawing.panels:
        boxes.append((DetectionClass.PLOT_AREA, panel.spec.chart_type, panel.plot_area))
        boxes += [(m.cls, None, m.box) for m in panel.marks]
        boxes += [(t.cls, None, t.box) for t in panel.texts if t.cls is not None and is_seen(drawing.rgb, t.box)]
        boxes += [(DetectionClass.LEGEND_SWATCH, None, e.swatch) for e in panel.entries]
        if panel.legend is not None:
            boxes.append((DetectionClass.LEGEND, None, panel.legend))
    clipped = ((cls, kind, clip(box, (0.0, 0.0, float(width), float(height)))) for cls, kind, box in boxes)
    return [(cls, kind, box) for cls, kind, box in clipped if box is not None]


def is_seen(rgb: np.ndarray, box: Box) -> bool:
    """Whether a box holds anything but one grey level, as white letters on a white bar do not."""
    x0, y0, x1, y1 = (max(0, int(v)) for v in box)
    grey = rgb[y0 : y1 + 1, x0 : x1 + 1].mean(axis=2)
    return bool(grey.size and np.ptp(grey) >= FAINTEST)


def yolo_lines(drawing: Drawing) -> list[str]:
    """The label file's lines."""
    height, width = drawing.rgb.shape[:2]
    lines = []
    for cls, kind, (x0, y0, x1, y1) in labelled_boxes(drawing):
        numbers = ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height)
        lines.append(f"{_CHANNEL[cls, kind]} " + " ".join(f"{v:.6f}" for v in numbers))
    return lines


def panel_boxes(drawing: Drawing) -> list[Box]:
    """Each panel's part of the picture: the box around everything that belongs to it."""
    boxes = []
    for panel in drawing.panels:
        own = [panel.plot_area, *(t.box for t in panel.texts), *(e.swatch for e in panel.entries)]
        own += [panel.legend] if panel.legend is not None else []
        boxes.append(union(own) or panel.plot_area)
    return boxes
