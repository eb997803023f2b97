"""Text rectangles, possibly rotated, and the upright crops they cut out of a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from sie.artifacts import XY, XYXY

ROUNDING_DEGREES = 0.5
"""Corners on whole pixels do not tell an angle closer than this."""


@dataclass(frozen=True)
class TextRect:
    """A rectangle along a line of text.

    Attributes:
        center: of the rectangle, in pixels.
        width: along the line of text, in pixels.
        height: across it.
        angle: of the line in degrees, counter-clockwise as seen: 90 reads upwards.
    """

    center: XY
    width: float
    height: float
    angle: float = 0.0

    def corners(self) -> tuple[XY, XY, XY, XY]:
        """The corners in reading order: top left of the text first, then along its line, clockwise as read."""
        along, across = self.axes()
        (cx, cy), half_w, half_h = self.center, self.width / 2, self.height / 2

        def corner(side: float, row: float) -> XY:
            return (
                cx + side * half_w * along[0] + row * half_h * across[0],
                cy + side * half_w * along[1] + row * half_h * across[1],
            )

        return corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)

    def box(self) -> XYXY:
        """The upright box around the rectangle."""
        return self._box

    @cached_property
    def _box(self) -> XYXY:  # asked for thousands of times a picture, of some hundred rectangles
        turn = math.radians(self.angle)
        half_w = (abs(self.width * math.cos(turn)) + abs(self.height * math.sin(turn))) / 2
        half_h = (abs(self.width * math.sin(turn)) + abs(self.height * math.cos(turn))) / 2
        return self.center[0] - half_w, self.center[1] - half_h, self.center[0] + half_w, self.center[1] + half_h

    def axes(self) -> tuple[XY, XY]:
        """Unit vectors in pixels along the line and across it (from the top of the text to its bottom)."""
        turn = math.radians(self.angle)
        along = (math.cos(turn), -math.sin(turn))
        return along, (-along[1], along[0])

    def part(self, start: float, stop: float) -> TextRect:
        """The piece of the rectangle between two fractions (0 to 1) of its width."""
        along, _ = self.axes()
        shift = ((start + stop) / 2 - 0.5) * self.width
        center = (self.center[0] + shift * along[0], self.center[1] + shift * along[1])
        return TextRect(center, (stop - start) * self.width, self.height, self.angle)

    def turned(self, angle: float) -> TextRect:
        """The same rectangle read in another direction, a multiple of 90 degrees away from its own."""
        quarter = round((angle - self.angle) / 90) % 2
        width, height = (self.height, self.width) if quarter else (self.width, self.height)
        return TextRect(self.center, width, height, angle)

    def grown(self, along: float, across: float) -> TextRect:
        """The rectangle widened on each side by so many pixels."""
        return TextRect(self.center, self.width + 2 * along, self.height + 2 * across, self.angle)

    @classmethod
    def from_box(cls, x0: float, y0: float, x1: float, y1: float, *, angle: float = 0.0) -> TextRect:
        """The rectangle of an upright box, its text read at 0, 90, 180 or 270 degrees."""
        upright = cls(((x0 + x1) / 2, (y0 + y1) / 2), x1 - x0, y1 - y0)
        return upright.turned(angle) if angle else upright

    @classmethod
    def from_corners(cls, corners: tuple[XY, ...]) -> TextRect:
        """The rectangle of four corners in reading order; a skewed quadrilateral gives the nearest rectangle."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        right = ((bx + cx - ax - dx) / 2, (by + cy - ay - dy) / 2)
        down = ((dx + cx - ax - bx) / 2, (dy + cy - ay - by) / 2)
        center = ((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4)
        angle = math.degrees(math.atan2(-right[1], right[0]))
        if abs(angle - 90 * round(angle / 90)) < ROUNDING_DEGREES:
            angle = 90.0 * round(angle / 90)
        return cls(center, math.hypot(*right), math.hypot(*down), angle)


def crop_rect(rgb: np.ndarray, rect: TextRect, *, scale: float = 1.0) -> np.ndarray:
    """The pixels of a text rectangle turned upright, `scale` times as large; the picture's edge is repeated outside."""
    width, height = max(1, round(rect.width * scale)), max(1, round(rect.height * scale))
    top_left, top_right, _, bottom_left = rect.corners()
    source = np.array([top_left, top_right, bottom_left], dtype=np.float32) - 0.5
    target = np.array([(0, 0), (width, 0), (0, height)], dtype=np.float32) - 0.5
    matrix = cv2.getAffineTransform(source, target)
    crop = cv2.warpAffine(rgb, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop)
