"""The points drawn over boxes, so that the boxes can be seen through them."""

from __future__ import annotations

import cv2
import numpy as np

from sie.elements.boxplots_cells import BoolMap, View

MIN_POINTS = 12
"""Fewer small blobs are outliers or mean markers, which hide nothing that matters."""
MIN_SIDE = 3
MAX_SIDE = 14
MIN_FILLED = 0.55
ALIKE = 0.35
"""Largest relative spread of the sizes of points of one ink."""


def point_pixels(view: View) -> BoolMap:
    """bool (h, w): pixels of the many small, equal, compact blobs of some ink; empty where there are none."""
    found = np.zeros(view.ink.shape, bool)
    for layer in range(int(view.labels.max()) + 1):
        mask = ((view.labels == layer) & (view.coverage >= 0.3)).astype(np.uint8)
        body = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(body, connectivity=8)
        sides = stats[1:count, 2:4]
        small = (sides.min(axis=1) >= MIN_SIDE) & (sides.max(axis=1) <= MAX_SIDE)
        small &= sides.max(axis=1) <= 1.6 * sides.min(axis=1)
        small &= stats[1:count, 4] >= MIN_FILLED * sides[:, 0] * sides[:, 1]
        sizes = np.sqrt(stats[1:count, 4][small])
        if len(sizes) < MIN_POINTS or np.std(sizes) > ALIKE * np.mean(sizes):
            continue
        points = np.isin(labels, np.flatnonzero(small) + 1).astype(np.uint8)
        found |= (cv2.dilate(points, np.ones((5, 5), np.uint8)) > 0) & (mask > 0)
    return found
