"""From a text detector's probability map to text rectangles.

The detector (a DB network) marks the shrunken kernel of each line of text; a rectangle is fitted around every kernel
and grown back by the ratio that the network was trained to shrink by.
"""

from __future__ import annotations

import cv2
import numpy as np

from sie.text.quads import TextRect

PROBABILITY = 0.2
"""A pixel belongs to a kernel above this probability; the recipe's 0.3 loses lone digits."""
BOX_PROBABILITY = 0.3
"""A kernel is text when the mean probability inside its rectangle is above this."""
GROWTH = 1.6
"""How far a kernel is grown: its area times this, divided by its perimeter, on each side."""
MIN_SIDE = 2.5
"""Kernels thinner than this, in pixels of the map, are noise."""
SNAP_DEGREES = 8.0
"""A line this close to horizontal or vertical is taken to be so: its angle is noise of the fit."""
SHORT_SNAP_DEGREES = 20.0
"""The same for short ones, whose angle is hardly known."""
SHORT_ASPECT = 2.5
SLANTED_ASPECT = 1.9
"""A slanted line is at least so much longer than high; shorter ones are lone characters."""
SQUARE_ASPECT = 1.4
"""Below this ratio of the sides a rectangle's direction is not known: one or two characters, taken as upright."""


def find_rects(probability: np.ndarray) -> list[TextRect]:
    """The text rectangles of a probability map of shape (height, width), in its pixels."""
    mask = (probability > PROBABILITY).astype(np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        rect = _fit_rect(contour)
        if min(rect.width, rect.height) < MIN_SIDE:
            continue
        if _mean_inside(probability, contour) < BOX_PROBABILITY:
            continue
        distance = rect.width * rect.height * GROWTH / (2 * (rect.width + rect.height))
        found.append(rect.grown(distance, distance))
    return found


def _fit_rect(contour: np.ndarray) -> TextRect:
    x, y, width, height = cv2.boundingRect(contour)
    upright = TextRect.from_box(x, y, x + width, y + height)
    (cx, cy), (side_a, side_b), turn = cv2.minAreaRect(contour)
    long_side, short_side = max(side_a, side_b) + 1, min(side_a, side_b) + 1
    if long_side < SQUARE_ASPECT * short_side:
        return upright
    # cv2 turns clockwise as seen (y down); the long side is our line of text
    angle = -turn if side_a >= side_b else -(turn + 90)
    angle = (angle + 90) % 180 - 90
    snap = SHORT_SNAP_DEGREES if long_side < SHORT_ASPECT * short_side else SNAP_DEGREES
    if abs(angle) < snap:
        return upright
    if abs(angle) > 90 - snap:
        return upright.turned(90.0)
    if long_side < SLANTED_ASPECT * short_side:
        return upright
    return TextRect((cx + 0.5, cy + 0.5), long_side, short_side, angle)


def _mean_inside(probability: np.ndarray, contour: np.ndarray) -> float:
    x, y, width, height = cv2.boundingRect(contour)
    mask = np.zeros((height, width), dtype=np.uint8)
    cv2.drawContours(mask, [contour - np.array([x, y])], -1, 1, thickness=cv2.FILLED)
    return float(cv2.mean(probability[y : y + height, x : x + width], mask=mask)[0])
