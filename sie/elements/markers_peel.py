"""Explains overlapping markers by copies of known looks, best first.

A copy is worth the ink it newly explains, less the ink it would need where there is none, plus a little for clear
ground around it: that starts a cluster at its outer markers, whose outline fixes them, and leaves its inside, where
many positions explain equally much, for last.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from sie.elements.markers import DOUBTED_PX, INK, PEELED_PX, BoolMap, FloatMap, Marker, Template

MISSING_COST = 2.0
CLEAR_BONUS = 0.3
MIN_GAIN = 0.3
"""A copy must newly explain this part of its ink; less is the rim left by a neighbour drawn a little differently."""
MAX_MISSING = 0.22
MIN_VISIBLE = 0.12
REMOVAL = 1.2
"""An opaque copy takes a little more ink than its own with it: its rim is drawn differently at each sub-pixel place."""
MAX_COPIES = 600
SMALL_MARKER = 9.0
"""Markers smaller than this are searched at twice the resolution."""


@dataclass
class _Search:
    """One template's kernels and maps at search resolution; `score` is what a copy at each place is worth.

    `row_best` holds the best score of each row, so that the next copy is found without a look at the whole map.
    """

    kernel: FloatMap
    square: FloatMap
    depth: FloatMap
    energy: float
    rim: float
    gain: FloatMap
    missing: FloatMap
    visible: FloatMap
    clear: FloatMap
    allowed: BoolMap
    score: FloatMap
    row_best: FloatMap

    def copy(self) -> _Search:
        """A search of its own maps, which the first copies taken change."""
        maps = ("gain", "missing", "visible", "allowed", "score", "row_best")
        return replace(self, **{name: getattr(self, name).copy() for name in maps})


@dataclass(frozen=True)
class Crowd:
    """A cluster of markers with the maps of what a copy at each place is worth before any is taken.

    Attributes:
        templates: the looks, with their kernels and depths at search resolution.
        scale, pad: how much the search resolution is finer, and the width of its margin.
        ink, seen: the ink to explain and how much of it is seen, at search resolution.
        see_through: whether markers add up where they overlap.
        min_gain: smallest part of a copy's ink that must be new.
    """

    templates: list[Template]
    kernels: list[FloatMap]
    scale: int
    pad: int
    ink: FloatMap
    seen: FloatMap
    searches: list[_Search]
    see_through: bool
    min_gain: float


def make_crowd(depth: FloatMap, known: BoolMap, templates: list[Template], *, min_gain: float = MIN_GAIN) -> Crowd:
    """The crowd of one layer's ink.

    Args:
        depth: coverage of each pixel by the layer; more than 1 where several see-through markers lie.
        known: False where something else hides what the layer holds there.
        templates: the looks to use.
        min_gain: smallest part of a copy's ink that must be new.
    """
    scale = 2 if min((max(t.width, t.height) for t in templates), default=SMALL_MARKER) < SMALL_MARKER else 1
    kernels = [scale_template(t.coverage, scale) for t in templates]
    pad = max((k.shape[0] for k in kernels), default=0) // 2 + 1
    ink = _enlarged(depth, scale, pad, 0.0)
    seen = _enlarged(known.astype(np.float32), scale, pad, 0.0)
    see_through = bool(depth.max(initial=0.0) > 1.2)
    deep = [scale_template(t.depth, scale) for t in templates]
    searches = [_start(k, d, ink, seen, min_gain) for k, d in zip(kernels, deep, strict=True)]
    return Crowd(templates, kernels, scale, pad, ink, seen, searches, see_through, min_gain)


def take_copies(crowd: Crowd, *, edge: float | None = None) -> list[Marker]:
    """The copies of a crowd's templates that explain its ink, best first.

    Args:
        crowd: unchanged by it.
        edge: None for markers that hide nothing but ink; else each hides what is below it, its inside and a light edge
            of this width in pixels.
    """
    open_ink, seen = crowd.ink.copy(), crowd.seen.copy()
    searches = [search.copy() for search in crowd.searches]
    covers = [_cover(k, edge * crowd.scale) for k in crowd.kernels] if edge is not None else []
    found: list[Marker] = []
    while len(found) < MAX_COPIES:
        best = _best(searches)
        if best is None:
            break
        which, y, x, fit = best
        anchor = crowd.templates[which].anchor
        center = tuple((at + 0.5 - crowd.pad) / crowd.scale + off for at, off in zip((x, y), anchor, strict=True))
        found.append(Marker((center[0], center[1]), which, fit, DOUBTED_PX if fit < 0.7 else PEELED_PX))
        taken = searches[which].depth if crowd.see_through else REMOVAL * crowd.kernels[which]
        cover = covers[which] if covers else None
        _remove(searches, (y, x), open_ink, seen, taken, cover, crowd.min_gain)
    return found


def _cover(kernel: FloatMap, edge: float) -> FloatMap:
    """What a copy hides, 0 to 1: its ink, its inside, and a light edge round it."""
    body = (kernel >= INK).astype(np.uint8)
    outline, _ = cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(body)
    cv2.drawContours(filled, outline, -1, 1, cv2.FILLED)
    reach = round(edge)
    if reach:
        filled[:] = cv2.dilate(filled, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)))
    return np.maximum(kernel, filled.astype(np.float32))


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


def _start(kernel: FloatMap, depth: FloatMap, ink: FloatMap, seen: FloatMap, min_gain: float) -> _Search:
    square = kernel * kernel
    energy = float(square.sum())
    body = (kernel >= 0.15).astype(np.uint8)
    ring = ((cv2.dilate(body, np.ones((5, 5), np.uint8)) > 0) & (body == 0)).astype(np.float32)
    # a perfect copy still "misses" the partly covered rim
    rim = float((square * (1 - np.minimum(kernel, 1))).sum()) / energy
    gap = (1 - np.minimum(ink, 1)) * seen
    missing = _correlate(gap, square) / energy - rim
    visible = _correlate(seen, square) / energy
    clear = _correlate(gap, ring) / max(float(ring.sum()), 1.0)
    gain = _correlate(np.minimum(ink, 1), kernel) / energy
    allowed = (missing <= MAX_MISSING * visible) & (visible >= MIN_VISIBLE)
    empty = np.zeros_like(gain)
    search = _Search(
        kernel,
        square,
        depth,
        energy,
        rim,
        gain,
        missing,
        visible,
        clear,
        allowed,
        empty,
        np.zeros(len(gain), np.float32),
    )
    _rescore(search, (0, gain.shape[0], 0, gain.shape[1]), min_gain)
    return search


def _rescore(search: _Search, box: tuple[int, int, int, int], min_gain: float) -> None:
    """Brings `score` and `row_best` up to date within rows and columns `box` (y0, y1, x0, x1)."""
    y0, y1, x0, x1 = box
    part = (slice(y0, y1), slice(x0, x1))
    gain, missing = search.gain[part], search.missing[part]
    worth = np.minimum(gain, 1.0) - MISSING_COST * np.maximum(missing, 0) + CLEAR_BONUS * search.clear[part]
    usable = search.allowed[part] & (gain >= min_gain * np.minimum(search.visible[part] + 0.1, 1.0))
    search.score[part] = np.where(usable, worth * search.energy, -1.0)
    search.row_best[y0:y1] = search.score[y0:y1].max(axis=1)


def _best(searches: list[_Search]) -> tuple[int, int, int, float] | None:
    best: tuple[float, int, int] | None = None
    for which, search in enumerate(searches):
        y = int(search.row_best.argmax())
        value = float(search.row_best[y])
        if value > 0 and (best is None or value > best[0]):
            best = (value, which, y)
    if best is None:
        return None
    _, which, y = best
    search = searches[which]
    x = int(search.score[y].argmax())
    fit = float(np.clip((search.gain[y, x] - max(search.missing[y, x], 0)) / search.visible[y, x], 0, 1))
    return which, y, x, fit


def _remove(
    searches: list[_Search],
    place: tuple[int, int],
    open_ink: FloatMap,
    seen: FloatMap,
    taken: FloatMap,
    cover: FloatMap | None,
    min_gain: float,
) -> None:
    """Takes a copy at `place` (y, x) out of the unexplained ink and brings the maps around it up to date.

    Args:
        searches: every template's.
        place: in `open_ink`.
        open_ink: changed in place.
        seen: changed in place where there is a `cover`.
        taken: the ink that goes with the copy, a square of odd side.
        cover: what the copy hides, of the same shape, or None.
        min_gain: see `Crowd`.
    """
    y, x = place
    half = taken.shape[0] // 2
    y0, y1 = max(y - half, 0), min(y + half + 1, open_ink.shape[0])
    x0, x1 = max(x - half, 0), min(x + half + 1, open_ink.shape[1])
    inner = (slice(y0 - (y - half), y1 - (y - half)), slice(x0 - (x - half), x1 - (x - half)))
    window = open_ink[y0:y1, x0:x1]
    np.maximum(window - (taken if cover is None else np.maximum(taken, REMOVAL * cover))[inner], 0, out=window)
    if cover is not None:
        seen[y0:y1, x0:x1] = np.minimum(seen[y0:y1, x0:x1], 1 - np.minimum(cover[inner], 1))
    for search in searches:
        _refresh(search, open_ink, seen if cover is not None else None, (y0, y1, x0, x1), min_gain)


def _refresh(
    search: _Search, open_ink: FloatMap, seen: FloatMap | None, box: tuple[int, int, int, int], min_gain: float
) -> None:
    """Recomputes a search's maps around a changed box; what is visible only where `seen` is given."""
    reach = search.kernel.shape[0] // 2
    height, width = open_ink.shape
    y0, y1, x0, x1 = _grown(box, reach, height, width)
    wide = _grown((y0, y1, x0, x1), reach, height, width)
    source = (slice(wide[0], wide[1]), slice(wide[2], wide[3]))
    inner = (slice(y0 - wide[0], y1 - wide[0]), slice(x0 - wide[2], x1 - wide[2]))
    target = (slice(y0, y1), slice(x0, x1))
    search.gain[target] = _correlate(np.minimum(open_ink[source], 1), search.kernel)[inner] / search.energy
    if seen is not None:
        gap = (1 - np.minimum(open_ink[source], 1)) * seen[source]
        search.missing[target] = _correlate(gap, search.square)[inner] / search.energy - search.rim
        visible = _correlate(seen[source], search.square)[inner] / search.energy
        search.visible[target] = visible
        search.allowed[target] = (search.missing[target] <= MAX_MISSING * visible) & (visible >= MIN_VISIBLE)
    _rescore(search, (y0, y1, x0, x1), min_gain)


def _grown(box: tuple[int, int, int, int], by: int, height: int, width: int) -> tuple[int, int, int, int]:
    return max(box[0] - by, 0), min(box[1] + by, height), max(box[2] - by, 0), min(box[3] + by, width)
