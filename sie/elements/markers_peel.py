"""Explains overlapping markers by copies of known looks, best first.

A copy is worth the ink it newly explains, less the ink it would need where there is none, plus a little for clear
ground around it: that starts a cluster at its outer markers, whose outline fixes them, and leaves its inside, where
many positions explain equally much, for last.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from sie.elements.markers import BoolMap, FloatMap, Marker, Template

MISSING_COST = 2.0
CLEAR_BONUS = 0.3
MIN_GAIN = 0.3
"""A copy must newly explain this part of its ink; less is the rim left by a neighbour drawn a little differently."""
MAX_MISSING = 0.22
MIN_VISIBLE = 0.35
MAX_COPIES = 600
SMALL_MARKER = 14.0
"""Markers smaller than this are searched at twice the resolution."""


@dataclass
class _Search:
    """One template's kernels and score maps, all at search resolution."""

    template: FloatMap
    energy: float
    gain: FloatMap
    missing: FloatMap
    clear: FloatMap
    allowed: BoolMap


def peel(
    coverage: FloatMap, known: BoolMap, templates: list[Template], *, min_gain: float = MIN_GAIN, halo: float = 0.0
) -> list[Marker]:
    """The copies of `templates` that explain the ink of `coverage`, best first.

    Args:
        coverage: ink of one layer.
        known: False where something else hides what the layer holds there.
        templates: the looks to use.
        min_gain: smallest part of a copy's ink that must be new.
        halo: width in pixels of a light edge round each marker that hides the markers below it.
    """
    if not templates or coverage.size == 0:
        return []
    scale = 2 if min(max(t.width, t.height) for t in templates) < SMALL_MARKER else 1
    kernels = [scale_template(t.coverage, scale) for t in templates]
    pad = max(k.shape[0] for k in kernels)
    ink = _enlarged(coverage, scale, pad, 0.0)
    seen = _enlarged(known.astype(np.float32), scale, pad, 0.0)
    open_ink = ink.copy()
    searches = [_start(kernel, ink, seen) for kernel in kernels]
    found: list[Marker] = []
    while len(found) < MAX_COPIES:
        best = _best(searches, min_gain)
        if best is None:
            break
        which, y, x, fit = best
        template = templates[which]
        found.append(
            Marker(
                ((x + 0.5 - pad) / scale + template.anchor[0], (y + 0.5 - pad) / scale + template.anchor[1]),
                which,
                fit,
                0.5 if fit < 0.7 else 0.35,
            )
        )
        _remove(searches, which, y, x, open_ink, seen, halo * scale)
    return found


def scale_template(coverage: FloatMap, scale: int) -> FloatMap:
    """The template enlarged `scale` times, of odd side, its middle still at the middle of the middle pixel."""
    if scale == 1:
        return coverage
    old = coverage.shape[0]
    side = (old * scale) | 1
    shift = side / 2 - old / 2 * scale
    offset = (scale - 1) / 2 + shift
    matrix = np.array([[scale, 0, offset], [0, scale, offset]], np.float32)
    return np.asarray(cv2.warpAffine(coverage, matrix, (side, side), flags=cv2.INTER_LINEAR), np.float32)


def _enlarged(values: FloatMap, scale: int, pad: int, fill: float) -> FloatMap:
    if scale > 1:
        values = np.asarray(cv2.resize(values, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(cv2.copyMakeBorder(values, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=fill), np.float32)


def _correlate(values: FloatMap, kernel: FloatMap) -> FloatMap:
    return np.asarray(cv2.filter2D(values, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)


def _start(kernel: FloatMap, ink: FloatMap, seen: FloatMap) -> _Search:
    square = kernel * kernel
    energy = float(square.sum())
    body = (kernel >= 0.15).astype(np.uint8)
    ring = ((cv2.dilate(body, np.ones((5, 5), np.uint8)) > 0) & (body == 0)).astype(np.float32)
    missing = _correlate((1 - np.minimum(ink, 1)) * seen, square) / energy
    # a perfect copy still "misses" the partly covered rim
    missing = missing - float((square * (1 - np.minimum(kernel, 1))).sum()) / energy
    visible = _correlate(seen, square) / energy
    clear = _correlate((1 - np.minimum(ink, 1)) * seen, ring) / max(float(ring.sum()), 1.0)
    gain = _correlate(ink, kernel) / energy
    return _Search(kernel, energy, gain, missing, clear, (missing <= MAX_MISSING) & (visible >= MIN_VISIBLE))


def _best(searches: list[_Search], min_gain: float) -> tuple[int, int, int, float] | None:
    best: tuple[int, int, int, float] | None = None
    best_score = 0.0
    for which, search in enumerate(searches):
        usable = search.allowed & (search.gain >= min_gain)
        if not usable.any():
            continue
        score = np.where(
            usable,
            np.minimum(search.gain, 1.0) - MISSING_COST * np.maximum(search.missing, 0) + CLEAR_BONUS * search.clear,
            -np.inf,
        )
        flat = int(score.argmax())
        value = float(score.flat[flat]) * search.energy
        if value > best_score:
            y, x = divmod(flat, score.shape[1])
            best_score = value
            best = (which, y, x, float(np.clip(search.gain[y, x] - max(search.missing[y, x], 0), 0, 1)))
    return best


def _remove(
    searches: list[_Search], which: int, y: int, x: int, open_ink: FloatMap, seen: FloatMap, halo: float
) -> None:
    """Takes the copy at (y, x) out of the unexplained ink and brings the gains around it up to date."""
    kernel = searches[which].template
    half = kernel.shape[0] // 2
    reach = np.ones((2 * round(halo) + 1,) * 2, np.uint8)
    cover = cv2.dilate(kernel, reach) if halo >= 0.5 else kernel
    y0, y1 = max(y - half, 0), min(y + half + 1, open_ink.shape[0])
    x0, x1 = max(x - half, 0), min(x + half + 1, open_ink.shape[1])
    part = cover[y0 - (y - half) : y1 - (y - half), x0 - (x - half) : x1 - (x - half)]
    window = open_ink[y0:y1, x0:x1]
    np.maximum(window - 1.2 * part, 0, out=window)
    for search in searches:
        side = search.template.shape[0]
        reach_y0, reach_y1 = max(y0 - side // 2, 0), min(y1 + side // 2, open_ink.shape[0])
        reach_x0, reach_x1 = max(x0 - side // 2, 0), min(x1 + side // 2, open_ink.shape[1])
        wide_y0, wide_y1 = max(reach_y0 - side, 0), min(reach_y1 + side, open_ink.shape[0])
        wide_x0, wide_x1 = max(reach_x0 - side, 0), min(reach_x1 + side, open_ink.shape[1])
        fresh = _correlate(open_ink[wide_y0:wide_y1, wide_x0:wide_x1], search.template) / search.energy
        search.gain[reach_y0:reach_y1, reach_x0:reach_x1] = fresh[
            reach_y0 - wide_y0 : reach_y1 - wide_y0, reach_x0 - wide_x0 : reach_x1 - wide_x0
        ]
    if halo >= 0.5:
        seen[y0:y1, x0:x1] = np.minimum(seen[y0:y1, x0:x1], 1 - np.minimum(part, 1))
        for search in searches:
            _refresh_missing(search, seen, open_ink, (y0, y1, x0, x1))


def _refresh_missing(search: _Search, seen: FloatMap, open_ink: FloatMap, box: tuple[int, int, int, int]) -> None:
    """Brings `missing` and `allowed` around a changed part of `seen` up to date (light-edged markers only)."""
    y0, y1, x0, x1 = box
    side = search.template.shape[0]
    reach = (
        max(y0 - side // 2, 0),
        min(y1 + side // 2, seen.shape[0]),
        max(x0 - side // 2, 0),
        min(x1 + side // 2, seen.shape[1]),
    )
    wide = (
        max(reach[0] - side, 0),
        min(reach[1] + side, seen.shape[0]),
        max(reach[2] - side, 0),
        min(reach[3] + side, seen.shape[1]),
    )
    square = search.template * search.template
    inner = (slice(reach[0] - wide[0], reach[1] - wide[0]), slice(reach[2] - wide[2], reach[3] - wide[2]))
    part = (slice(wide[0], wide[1]), slice(wide[2], wide[3]))
    gap = (1 - np.minimum(open_ink[part], 1)) * seen[part]
    missing = _correlate(gap, square)[inner] / search.energy
    visible = _correlate(seen[part], square)[inner] / search.energy
    target = (slice(reach[0], reach[1]), slice(reach[2], reach[3]))
    search.missing[target] = missing
    search.allowed[target] = (missing <= MAX_MISSING) & (visible >= MIN_VISIBLE)
