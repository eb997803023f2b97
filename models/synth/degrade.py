"""What happens to charts on their way into a paper: rescaling, JPEG, blur, grey, noise, a crooked scan."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.synth.truth import Drawing, move_panel, scale_matrix
from models.synth.words import chance, pick

LONG_SIDE_PX = (150, 2000)
_SKEW_DEG = 0.5


def degrade(drawing: Drawing, rng: np.random.Generator) -> Drawing:
    """The drawing as published: of another size, and often worse; the truth moves along."""
    drawing = _resize(drawing, rng)
    if chance(rng, 0.05):
        drawing = _skew(drawing, rng)
    rgb = drawing.rgb
    if chance(rng, 0.08):
        rgb = np.repeat(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)[:, :, None], 3, axis=2)
    if chance(rng, 0.12):
        rgb = cv2.GaussianBlur(rgb, (0, 0), float(rng.uniform(0.3, 0.9)))
    if chance(rng, 0.06):
        noise = rng.normal(0, rng.uniform(2, 10), size=rgb.shape[:2])[:, :, None]
        rgb = np.clip(rgb.astype(np.float32) + noise, 0, 255).astype(np.uint8)
    if chance(rng, 0.5):
        rgb = _jpeg(rgb, int(rng.integers(40, 96)))
    return replace(drawing, rgb=rgb)


def _resize(drawing: Drawing, rng: np.random.Generator) -> Drawing:
    height, width = drawing.rgb.shape[:2]
    if chance(rng, 0.35):
        return drawing
    long_side = max(height, width)
    texts = [t for p in drawing.panels for t in p.texts if t.role == "tick_label"]
    letter = min((min(t.box[2] - t.box[0], t.box[3] - t.box[1]) for t in texts), default=8.0)
    smallest = max(LONG_SIDE_PX[0] / long_side, min(1.0, 4.5 / max(letter, 1.0)))
    factor = float(np.exp(rng.uniform(np.log(max(smallest, 0.4)), np.log(max(smallest, 1.8)))))
    factor = min(factor, LONG_SIDE_PX[1] / long_side)
    stretch = float(rng.uniform(0.9, 1.1)) if chance(rng, 0.06) else 1.0
    size = max(8, round(width * factor * stretch)), max(8, round(height * factor))
    how = pick(
        rng, (cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC) if factor < 1 else (cv2.INTER_LINEAR, cv2.INTER_CUBIC)
    )
    rgb = cv2.resize(drawing.rgb, size, interpolation=how)
    mask = drawing.line_mask
    mask = None if mask is None else cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST)
    matrix = scale_matrix(size[0] / width, size[1] / height)
    return Drawing(rgb, tuple(move_panel(matrix, p) for p in drawing.panels), drawing.renderer, mask)


def _skew(drawing: Drawing, rng: np.random.Generator) -> Drawing:
    height, width = drawing.rgb.shape[:2]
    angle = float(rng.uniform(-_SKEW_DEG, _SKEW_DEG))
    # warpAffine counts from the first pixel's centre, the truth from its corner: half a pixel apart
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    centers = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), angle, 1.0)
    border = tuple(int(v) for v in drawing.rgb[0, 0])
    rgb = cv2.warpAffine(drawing.rgb, centers, (width, height), flags=cv2.INTER_LINEAR, borderValue=border)
    mask = drawing.line_mask
    mask = None if mask is None else cv2.warpAffine(mask, centers, (width, height), flags=cv2.INTER_NEAREST)
    return Drawing(rgb, tuple(move_panel(matrix, p) for p in drawing.panels), drawing.renderer, mask)


def _jpeg(rgb: np.ndarray, quality: int) -> np.ndarray:
    _, data = cv2.imencode(".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.cvtColor(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR)), cv2.COLOR_BGR2RGB)
