"""Bins of a few counts beside high ones: a pixel or two of the fill on the base line, no rectangle any more.

Where a bin is due, at the bins' even steps, the rows above the base line are looked at for the fill; where that has no
colour that tells it from an axis line, they are compared with those of the barest place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import Element, Raster
from sie.elements.steps import common_width

MIN_WIDTH_PX = 4.0
MIN_BINS = 4
"""Bins that were found, so that their steps and their fill are sure."""
MAX_HEIGHT_PX = 6.0
"""More would have been found as a rectangle."""
MIN_HEIGHT_PX = 0.35
NOISY_HEIGHT_PX = 1.0
"""Less cannot be told from the axis line, or from what compression leaves beside it."""
INNER_PART = 0.3
"""Part of a bin's width on each side of its middle that is looked at."""
MIN_MARGIN_PX = 3
"""Columns beside the outermost places that show the bare base line, at least."""
LINE_STEP = 24.0
"""Largest channel by which the axis line's rows differ from the ground."""
MIN_CONTRAST = 40.0
MIN_CHROMA = 60.0
"""Range of a fill's channels from which no axis line looks like it."""
"""The same of a fill and the ground."""
NOISE_STEP, ASIDE = 8.0, 0.25
"""A mixture of ground and fill leaves the way between them by so many grey levels, or this part of its way, at most."""
SIGMA_PX = 0.35

Rows = NDArray[np.float32]


def with_low_bins(
    bins: Sequence[Element], raster: Raster, plot: tuple[float, float, float, float], *, noisy: bool
) -> list[Element]:
    """The bins with those of up to 6 px that are missing beside and between them, left to right.

    Args:
        bins: upright bins with `px` `base` and `end`, left to right, of one series.
        raster: the picture.
        plot: the plot area, xyxy.
        noisy: whether the picture was compressed or scaled.
    """
    found = list(bins)
    width = common_width([found[0].box[0], *(one.box[2] for one in found)])
    tall = [one for one in found if _height(one) > MAX_HEIGHT_PX]
    if width is None or width < MIN_WIDTH_PX or len(tall) < MIN_BINS:
        return found
    base = float(np.median([one.px["base"][1] for one in tall]))
    top, stop = int(base - MAX_HEIGHT_PX) - 3, int(np.ceil(base)) + 1
    kept = [one for one in found if _height(one) > MAX_HEIGHT_PX / 2]
    due = _due(kept, width, plot)
    spans = [(low + (0.5 - INNER_PART) * width, high - (0.5 - INNER_PART) * width) for low, high in due]
    profiles = [_profile(raster.rgb, span, top, stop) for span in [*spans, *_margins(kept, due, plot)]]
    if not due or top < 0:
        return found
    ground = np.median([own[0] for own in profiles], axis=0).astype(np.float32)
    fill = np.median([_fill(raster.rgb, one) for one in tall], axis=0).astype(np.float32)
    colored = float(np.ptp(fill)) >= MIN_CHROMA
    if float(np.abs(fill - ground).max()) < MIN_CONTRAST or (not colored and len(profiles) < 2):
        return found
    covered = np.array([_coverage(own, ground, fill) for own in profiles])
    # its colour tells a bin from the axis line; one without a colour is told by the barest place
    bare = np.zeros(stop - top) if colored else covered.min(axis=0)
    line = _line(profiles, covered, ground, top, colored=colored)
    rows = stop - top if line is None else int(line - top)
    heights = [float(np.clip(own[:rows] - bare[:rows], 0, 1).sum()) for own in covered[: len(due)]]
    least = NOISY_HEIGHT_PX if noisy else MIN_HEIGHT_PX
    added = [
        _bin(tall[0], span, base, (base if line is None else min(line, base)) - height, index)
        for index, (span, height) in enumerate(zip(due, heights, strict=True))
        if least <= height <= MAX_HEIGHT_PX
    ]
    return sorted([*kept, *added], key=lambda one: one.box[0])


def _line(
    profiles: Sequence[Rows], covered: NDArray[np.float64], ground: Rows, top: int, *, colored: bool
) -> float | None:
    """Upper edge of the axis line where the place is barest, row in the picture; None where no line is drawn."""
    barest = profiles[int(np.argmin(covered.sum(axis=1)))]
    inked = np.abs(barest - ground).max(axis=1) > LINE_STEP
    if colored:
        inked &= covered.min(axis=0) == 0.0
    rows = np.flatnonzero(inked)
    return float(top + rows[0]) if len(rows) else None


def _height(one: Element) -> float:
    return one.px["base"][1] - one.px["end"][1]


def _due(bins: Sequence[Element], width: float, plot: tuple[float, float, float, float]) -> list[tuple[float, float]]:
    """The sides of the bins that are missing between the bins and beside them, as far as the plot reaches."""
    first, last = bins[0].box[0], bins[-1].box[2]
    before, after = int((first - plot[0]) / width + 0.1), int((plot[2] - last) / width + 0.1)
    sides = [(first - (k + 1) * width, first - k * width) for k in range(before)]
    sides += [(last + k * width, last + (k + 1) * width) for k in range(after)]
    for one, following in pairwise(bins):
        gap = following.box[0] - one.box[2]
        count = round(gap / width)
        sides += [(one.box[2] + gap * k / count, one.box[2] + gap * (k + 1) / count) for k in range(count)]
    return sides


def _margins(
    bins: Sequence[Element], due: Sequence[tuple[float, float]], plot: tuple[float, float, float, float]
) -> list[tuple[float, float]]:
    """What the plot area has beside the outermost places, where it is wide enough to show the bare base line."""
    low = min([bins[0].box[0], *(side[0] for side in due)])
    high = max([bins[-1].box[2], *(side[1] for side in due)])
    spans = [(plot[0] + 1, low - 1), (high + 1, plot[2] - 1)]
    return [span for span in spans if span[1] - span[0] >= MIN_MARGIN_PX]


def _profile(rgb: NDArray[np.uint8], span: tuple[float, float], top: int, stop: int) -> Rows:
    """Median colour of each row of a span of columns, float32 (rows, 3)."""
    low = max(0, int(np.ceil(span[0])))
    strip = rgb[top:stop, low : max(low + 1, int(span[1]))]
    return np.asarray(np.median(strip, axis=1), np.float32)


def _fill(rgb: NDArray[np.uint8], one: Element) -> Rows:
    x0, x1 = one.box[0], one.box[2]
    rows = slice(int(one.px["end"][1]) + 2, int(one.px["base"][1]) - 2)
    columns = slice(int(x0 + 0.3 * (x1 - x0)), max(int(x0 + 0.3 * (x1 - x0)) + 1, int(x1 - 0.3 * (x1 - x0))))
    return np.asarray(np.median(rgb[rows, columns].reshape(-1, 3), axis=0), np.float32)


def _coverage(rows: Rows, ground: Rows, fill: Rows) -> NDArray[np.float64]:
    """Part of each row that the fill covers; 0 where its colour is no mixture of ground and fill."""
    way = fill - ground
    share = np.clip((rows - ground) @ way / float(way @ way), 0, 1)
    away = np.abs(rows - ground).max(axis=1)
    off = np.abs(rows - ground - share[:, None] * way).max(axis=1)
    return np.where(off <= np.maximum(NOISE_STEP, ASIDE * away), share, 0.0).astype(np.float64)


def _bin(like: Element, span: tuple[float, float], base: float, end: float, index: int) -> Element:
    middle = (span[0] + span[1]) / 2
    return like.model_copy(
        update={
            "id": f"low{index}",
            "box": (span[0], end, span[1], base),
            "px": {"base": (middle, base), "end": (middle, end)},
            "sigma_px": SIGMA_PX,
        }
    )
