"""The long thin straight lines of a picture that run along its sides: frames, axis lines, grid lines.

A line here is thin by contrast with what lies on both its sides, so the edge of a filled bar is none, and a white grid
line on a grey panel is one. The alternative, a Hough transform on edges, doubles every line and loses sub-pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from sie.artifacts import XYXY
from sie.vocab import Direction

Pixels = NDArray[np.float32]

MIN_CONTRAST = 14.0
"""Grey levels that a line must differ from both its sides: grid lines of 10 % grey on white reach 20."""
MIN_LENGTH_REL = 0.07
"""Shortest line kept, as part of the picture's side."""
MIN_LENGTH_PX = 16


@dataclass(frozen=True)
class Segment:
    """A straight line along the picture's sides.

    Attributes:
        position_px: sub-pixel centre across the line's direction (y of a horizontal line).
        start_px: where it begins along its direction.
        end_px: where it ends.
        thickness_px: its width, from its ink.
        contrast: grey levels by which it differs from its sides, signed: negative for a dark line.
        fill: part of its length that has ink.
    """

    direction: Direction
    position_px: float
    start_px: float
    end_px: float
    thickness_px: float
    contrast: float
    fill: float = 1.0

    @property
    def length_px(self) -> float:
        """Length along its direction."""
        return self.end_px - self.start_px

    def covers(self, low: float, high: float) -> float:
        """The part of `low..high` that lies within the line's extent, 0 to 1."""
        if high <= low:
            return 1.0 if self.start_px <= low <= self.end_px else 0.0
        return max(0.0, min(high, self.end_px) - max(low, self.start_px)) / (high - low)


@dataclass(frozen=True)
class LineMap:
    """The lines of a picture by direction, each sorted by position."""

    horizontal: tuple[Segment, ...]
    vertical: tuple[Segment, ...]

    def along(self, direction: Direction) -> tuple[Segment, ...]:
        """The lines that run in a direction."""
        return self.horizontal if direction is Direction.HORIZONTAL else self.vertical

    def within(self, box: XYXY) -> LineMap:
        """The lines of a part of the picture, cut to it."""
        horizontal = [_cut(line, box[0], box[2]) for line in self.horizontal if box[1] <= line.position_px <= box[3]]
        vertical = [_cut(line, box[1], box[3]) for line in self.vertical if box[0] <= line.position_px <= box[2]]
        return LineMap(
            tuple(line for line in horizontal if line is not None), tuple(line for line in vertical if line is not None)
        )


def _cut(line: Segment, low: float, high: float) -> Segment | None:
    start, end = max(line.start_px, low), min(line.end_px, high)
    return replace(line, start_px=start, end_px=end) if end - start >= MIN_LENGTH_PX else None


@dataclass(frozen=True)
class LineField:
    """How much each pixel stands out from both sides of a line through it, dark negative, and the lines found in it.

    Attributes:
        horizontal: response to horizontal lines, shape (height, width).
        vertical: response to vertical lines, same shape.
    """

    horizontal: Pixels
    vertical: Pixels
    lines: LineMap


def line_kernel(height: int, width: int) -> int:
    """The odd number of pixels that a line must be thinner than, from the picture's size."""
    return int(2 * round(max(3.0, 0.006 * min(height, width))) + 1)


def thin_response(rgb: NDArray[np.uint8], size: int) -> Pixels:
    """How much each pixel stands out from both sides across a horizontal line, signed, dark negative.

    The channel with the strongest response counts, so that yellow lines on white are seen.
    """
    kernel = np.ones((size, 1), np.uint8)
    dark = strongest_channel(cv2.morphologyEx(rgb, cv2.MORPH_BLACKHAT, kernel))
    light = strongest_channel(cv2.morphologyEx(rgb, cv2.MORPH_TOPHAT, kernel))
    response: Pixels = light.astype(np.float32)
    np.negative(dark, out=response, where=dark >= light, dtype=np.float32, casting="unsafe")
    return response


def strongest_channel(image: MatLike) -> NDArray[np.uint8]:
    """The largest of the three channels at each pixel, shape (height, width)."""
    first, second, third = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(first, second), third), np.uint8)


def find_lines(rgb: NDArray[np.uint8], text_boxes: Sequence[XYXY] = ()) -> LineField:
    """Every long thin horizontal and vertical line of a picture, sub-pixel across, whole pixels along.

    Args:
        text_boxes: boxes of text, whose strokes are no lines.
    """
    size = line_kernel(rgb.shape[0], rgb.shape[1])
    horizontal = thin_response(rgb, size)
    vertical = np.ascontiguousarray(thin_response(np.ascontiguousarray(rgb.transpose(1, 0, 2)), size).T)
    lines = LineMap(
        _find_horizontal(_without(horizontal, text_boxes), size, Direction.HORIZONTAL),
        _find_horizontal(np.ascontiguousarray(_without(vertical, text_boxes).T), size, Direction.VERTICAL),
    )
    return LineField(horizontal, vertical, lines)


def _without(response: Pixels, boxes: Sequence[XYXY]) -> Pixels:
    """The response with the inside of boxes put to zero."""
    cleared = response.copy()
    for x0, y0, x1, y1 in boxes:
        cleared[max(0, int(y0)) : int(np.ceil(y1)), max(0, int(x0)) : int(np.ceil(x1))] = 0.0
    return cleared


def _find_horizontal(response: Pixels, size: int, direction: Direction) -> tuple[Segment, ...]:
    length = int(max(MIN_LENGTH_PX, MIN_LENGTH_REL * response.shape[1]))
    # dashes and crossings interrupt a line: close gaps of a few pixels, then keep long runs only
    gap = max(5, length // 4)
    found: list[Segment] = []
    for sign in (-1.0, 1.0):
        signed = np.maximum(response * sign, 0.0)
        mask = (signed >= MIN_CONTRAST).astype(np.uint8)
        opened = _long_runs(mask, gap, length)
        count, _, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=8)
        for label in range(1, count):
            x, y, w, h = (int(v) for v in stats[label][:4])
            if h > size or w < length:
                continue
            segment = _measure(signed, mask, (x, y, w, h), sign, direction)
            if segment is not None:
                found.append(segment)
    return tuple(sorted(found, key=lambda s: (s.position_px, s.start_px)))


def _long_runs(mask: NDArray[np.uint8], gap: int, length: int) -> NDArray[np.uint8]:
    """The level runs of a mask that are long enough once gaps are closed; most rows have none and are passed over."""
    opened = np.zeros_like(mask)
    inked = np.flatnonzero(mask.any(axis=1))
    if not len(inked):
        return opened
    closed = cv2.morphologyEx(mask[inked], cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
    full = np.flatnonzero(closed.sum(axis=1, dtype=np.int32) >= length)
    if len(full):
        opened[inked[full]] = cv2.morphologyEx(closed[full], cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    return opened


def _measure(
    signed: Pixels, mask: NDArray[np.uint8], box: tuple[int, int, int, int], sign: float, direction: Direction
) -> Segment | None:
    x, y, w, h = box
    top, bottom = max(0, y - 1), min(signed.shape[0], y + h + 1)
    strip = signed[top:bottom, x : x + w]
    inked = mask[y : y + h, x : x + w].any(axis=0)
    fill = float(inked.mean())
    if fill < 0.35:
        return None
    columns = strip[:, inked]
    profile = np.median(columns, axis=1) if fill > 0.7 else columns.mean(axis=1)
    weight = float(profile.sum())
    if weight <= 0:
        return None
    centre = float((profile * (np.arange(top, bottom) + 0.5)).sum() / weight)
    peak = float(profile.max())
    return Segment(direction, centre, float(x), float(x + w), weight / peak, sign * peak, fill)
