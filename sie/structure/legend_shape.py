"""The shape of a legend glyph: a patch fills or frames its box, a line spans it at one height, a marker does neither.

Boxes are counted in covered area rather than whole pixels: a square of eight pixels and a disc of eight pixels have
nearly the same ink mask, but the one covers all of its box and the other three quarters.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from sie.structure.legend_window import color_distance, common_color

Color = tuple[int, int, int]

LINE_LENGTH = 1.0
"""A glyph longer than this many label heights may be a line sample."""
DASH_LEVEL = 0.55
"""Between dashes the ink falls below this part of its peak, also where blur leaves no clean gap."""
FULL = 0.9
"""A rectangle covers this part of its box; a disc covers 0.79."""
HATCH_STEP = 28
"""Channel difference between a fill and its hatching."""
HATCH_RUNS = 1.4
"""Hatching crosses a row or column of the patch at least this often on average; a gradient does once."""


@dataclass(frozen=True)
class Crop:
    """The pixels of a glyph's box.

    Attributes:
        rgb: uint8 (h, w, 3).
        distance: channel difference of each pixel from the background.
        ink: pixels that differ from it.
        filled: the ink with what it encloses.
        background: its colour.
        step: the difference from which a pixel is ink.
    """

    rgb: np.ndarray
    distance: np.ndarray
    ink: np.ndarray
    filled: np.ndarray
    background: Color
    step: int

    @property
    def look(self) -> np.ndarray:
        """How far each pixel is inked, 0 to 1, float32."""
        return np.asarray(self.distance / max(1.0, float(self.distance.max())), dtype=np.float32)


@dataclass(frozen=True)
class LineSample:
    """A horizontal line in a glyph: its rows and whether it has gaps."""

    rows: slice
    dashed: bool

    @property
    def thickness(self) -> int:
        """In whole pixels."""
        return int(self.rows.stop - self.rows.start)


def make_crop(rgb: np.ndarray, background: Color, step: int) -> Crop:
    """The crop of a glyph on a background."""
    distance = color_distance(rgb, background)
    ink = distance > step
    return Crop(rgb, distance, ink, _fill(ink), background, step)


def _fill(ink: np.ndarray) -> np.ndarray:
    """The ink with what it encloses."""
    padded = np.pad(~ink, 1, constant_values=True).astype(np.uint8)
    _, labels = cv2.connectedComponents(padded, connectivity=4)
    return np.asarray((labels != labels[0, 0])[1:-1, 1:-1])


def runs_of(on: np.ndarray) -> int:
    """How many runs of True a row has.

    >>> runs_of(np.array([True, False, True, True]))
    2
    """
    return int(np.count_nonzero(np.diff(np.concatenate(([0], on.astype(np.int8)))) == 1))


def find_line(crop: Crop, line: float) -> LineSample | None:
    """The line of a line sample; `line` is the height of the label's line. Markers may stand on it or at its ends."""
    width = crop.ink.shape[1]
    middle = slice(width // 4, max(width // 4 + 1, width - width // 4))
    for columns in (slice(0, width), middle):
        found = _line_in(crop, line, columns)
        if found is not None:
            return found
    return None


def _line_in(crop: Crop, line: float, columns: slice) -> LineSample | None:
    height, width = crop.ink.shape
    rows = _fullest_rows(crop.ink[:, columns])
    thickness = rows.stop - rows.start
    bare = height <= 0.35 * line and width >= max(2.2 * height, 0.6 * line)
    if (width < LINE_LENGTH * line or width < 1.6 * thickness) and not bare:
        return None
    along = np.asarray(crop.ink[rows].any(axis=0))
    part = max(1, width // 8)
    ends = bool(along[:part].any() and along[-part:].any())
    thin = thickness <= max(2.0, 0.35 * line)
    central = abs((rows.start + rows.stop) / 2 - height / 2) <= max(1.5, 0.25 * height)
    if not (ends and thin and central and along.mean() >= 0.3):
        return None
    return LineSample(rows, runs_of(np.asarray(crop.look[rows].max(axis=0) > DASH_LEVEL)) >= 2)


def _fullest_rows(ink: np.ndarray) -> slice:
    """The inkiest row with the neighbours that are nearly as full."""
    rows = ink.mean(axis=1)
    best = int(np.argmax(rows))
    start = stop = best
    while start > 0 and rows[start - 1] >= 0.75 * rows[best]:
        start -= 1
    while stop + 1 < len(rows) and rows[stop + 1] >= 0.75 * rows[best]:
        stop += 1
    return slice(start, stop + 1)


def is_thin_bar(crop: Crop, line: float) -> bool:
    """The glyph is no more than a thin stroke: a line sample, however full its box."""
    height, width = crop.ink.shape
    return bool(height <= 0.35 * line and width >= 2.5 * height)


def is_rectangle(crop: Crop) -> bool:
    """The silhouette is a rectangle, several upright ones side by side, or one with thin whiskers."""
    height, width = crop.filled.shape
    if min(height, width) < 3:
        return False
    return _fullness(crop) >= FULL or _are_bars(crop.filled) or _has_whiskers(crop.filled)


def _fullness(crop: Crop) -> float:
    """Covered area as a part of the area of the sub-pixel box."""
    solid = max(1.0, float(np.quantile(crop.distance[crop.ink], 0.6))) if crop.ink.any() else 1.0
    inner = cv2.erode(np.pad(crop.filled, 1).astype(np.uint8), np.ones((3, 3), np.uint8))[1:-1, 1:-1].astype(bool)
    cover = np.where(inner, 1.0, np.clip(crop.distance / solid, 0.0, 1.0))
    columns, rows = cover.max(axis=0), cover.max(axis=1)
    width = float(len(columns) - (1 - columns[0]) - (1 - columns[-1]))
    height = float(len(rows) - (1 - rows[0]) - (1 - rows[-1]))
    return float(cover.sum()) / max(1.0, width * height)


def _are_bars(filled: np.ndarray) -> bool:
    """Several upright rectangles side by side, as some tools draw for bars."""
    columns = filled.mean(axis=0)
    on = columns > 0.5
    if runs_of(on) < 2 or filled.shape[0] < 5:
        return False
    return bool(columns[on].mean() >= 0.85)


def _has_whiskers(filled: np.ndarray) -> bool:
    """A box with thin whiskers above and below, as some tools draw for box plots."""
    rows = filled.mean(axis=1)
    wide, thin = rows >= 0.85, rows <= 0.3
    return bool(wide.mean() >= 0.4 and (wide | thin).mean() >= 0.9 and runs_of(wide) == 1 and filled.shape[0] >= 8)


def bulges(crop: Crop, thickness: int) -> bool:
    """Something stands on the line: a marker or an error bar."""
    extents = crop.filled.sum(axis=0)
    return bool(extents.max() >= max(thickness + 3, 1.8 * thickness) and crop.ink.shape[0] >= thickness + 3)


def interior(crop: Crop) -> np.ndarray:
    """The silhouette without its outline (bool), a fifth of its size deep or as deep as there is room."""
    filled = np.pad(crop.filled, 1).astype(np.uint8)
    for depth in (max(3, round(0.2 * min(crop.filled.shape))), 3, 2, 1):
        inner = cv2.erode(filled, np.ones((3, 3), np.uint8), iterations=depth)[1:-1, 1:-1].astype(bool)
        if inner.sum() >= max(4, 0.2 * crop.filled.sum()):
            return inner
    return np.asarray(crop.filled)


def is_hatched(crop: Crop) -> bool:
    """The inside of a patch alternates between two colours."""
    inner = interior(crop)
    pixels = crop.rgb[inner]
    if len(pixels) < 16:
        return False
    other = color_distance(crop.rgb, common_color(pixels)) > max(HATCH_STEP, crop.step)
    if not 0.08 <= float(other[inner].mean()) <= 0.92:
        return False
    height, width = inner.shape
    rows = [runs_of(other[y] & inner[y]) for y in range(height) if inner[y].sum() >= 4]
    columns = [runs_of(other[:, x] & inner[:, x]) for x in range(width) if inner[:, x].sum() >= 4]
    return max(float(np.mean(rows or [0])), float(np.mean(columns or [0]))) >= HATCH_RUNS
