"""What lies behind the marks: the plot area's background, with its bands, and how far each pixel is from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from sie.artifacts import ChartStructure
from sie.pixels import is_color, largest_channel, median_color

SOLID_SIZE = 5
"""A pixel is solid when its 5x5 neighbourhood has its colour: grid lines and strokes are thinner."""
BAND_MAX_DISTANCE = 30.0
"""Bands (alternate rows, shaded periods) are tints: stronger fills that span the plot are bars."""
SAME_COLOR = 10
"""Levels of a channel within which two readings are one colour."""
GREY = 10.0
"""Lab chroma below which a colour is a grey."""
OUTER_SHARE = 0.06
"""Part of the plot area from which a colour may be its background."""


@dataclass(frozen=True)
class Background:
    """The background of a plot area.

    Attributes:
        color: rgb of the plain background.
        image: float32 (h, w, 3), the background's rgb at each pixel, bands included.
        bands: bool (h, w), pixels of rows or columns that are tinted from edge to edge.
    """

    color: tuple[int, int, int]
    image: np.ndarray
    bands: np.ndarray


def to_lab(rgb: np.ndarray) -> np.ndarray:
    """CIELAB (L 0 to 100) of an rgb array of shape (h, w, 3), uint8 or float 0 to 255.

    >>> to_lab(np.full((1, 1, 3), 255, np.uint8))[0, 0].round().tolist()
    [100.0, 0.0, 0.0]
    """
    scaled = rgb.astype(np.float32) / np.float32(255)
    return np.asarray(cv2.cvtColor(scaled, cv2.COLOR_RGB2LAB), dtype=np.float32)


def lab_of(color: tuple[int, int, int]) -> np.ndarray:
    """CIELAB of one rgb colour, shape (3,)."""
    return np.asarray(to_lab(np.array([[color]], np.uint8))[0, 0])


def chroma_of(lab: np.ndarray) -> float:
    """How far a Lab colour is from the grey of its lightness."""
    return float(np.hypot(lab[1], lab[2]))


def is_neutral(lab: np.ndarray) -> bool:
    """Whether a Lab colour is black, white or a grey."""
    return chroma_of(lab) < GREY


def parse_hex(color: str) -> tuple[int, int, int]:
    """The rgb of `#rrggbb`.

    >>> parse_hex("#ff8000")
    (255, 128, 0)
    """
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def to_hex(rgb: tuple[int, int, int] | np.ndarray) -> str:
    """`#rrggbb` of an rgb triple, rounded and clipped."""
    r, g, b = (int(min(255, max(0, round(float(part))))) for part in rgb)
    return f"#{r:02x}{g:02x}{b:02x}"


def fill_colors(chart: ChartStructure) -> list[tuple[int, int, int]]:
    """The rgb colours that the chart's legend shows as patches or discs: those of bars, areas and slices."""
    entries = chart.legend.entries if chart.legend is not None else ()
    return [parse_hex(entry.color) for entry in entries if entry.color is not None and not entry.has_line]


def is_near(first: tuple[int, int, int], second: tuple[int, int, int]) -> bool:
    """Whether two rgb colours differ by so little in every channel that they are one.

    >>> is_near((200, 200, 200), (205, 195, 200))
    True
    """
    return int(np.abs(np.subtract(first, second)).max()) <= SAME_COLOR


def solid_mask(rgb: np.ndarray, size: int = SOLID_SIZE, tolerance: int = 10) -> np.ndarray:
    """Pixels whose `size` x `size` neighbourhood differs by at most `tolerance` in every channel."""
    kernel = np.ones((size, size), np.uint8)
    spread = cv2.subtract(cv2.dilate(rgb, kernel), cv2.erode(rgb, kernel))
    return np.asarray(largest_channel(spread) <= tolerance)


def common_colors(rgb: np.ndarray, limit: int = 8) -> list[tuple[tuple[int, int, int], int]]:
    """The most frequent colours of an (n, 3) array, with their counts, most frequent first; near ones are merged."""
    if len(rgb) == 0:
        return []
    quantised = (rgb.astype(np.int32) + 4) >> 3
    codes = (quantised[:, 0] << 12) | (quantised[:, 1] << 6) | quantised[:, 2]
    every = np.bincount(codes)
    present = np.flatnonzero(every)
    counts = every[present]
    found: list[tuple[tuple[int, int, int], int]] = []
    for index in np.argsort(-counts)[: 3 * limit]:
        center = median_color(rgb[codes == present[index]])
        color = (int(center[0]), int(center[1]), int(center[2]))
        near = [i for i, (other, _) in enumerate(found) if np.abs(np.subtract(other, color)).max() <= 10]
        if near:
            found[near[0]] = (found[near[0]][0], found[near[0]][1] + int(counts[index]))
        elif len(found) < limit:
            found.append((color, int(counts[index])))
    return sorted(found, key=lambda pair: -pair[1])


def find_background(
    rgb: np.ndarray,
    outer: tuple[int, int, int],
    given: tuple[int, int, int] | None,
    fills: Sequence[tuple[int, int, int]] = (),
) -> Background:
    """The background of a plot area's crop.

    Args:
        rgb: uint8 (h, w, 3) crop.
        outer: the picture's own background, taken when enough of the crop has it.
        given: the colour that an earlier stage measured, if any.
        fills: colours that a legend names as those of fills, which lie before the background however much they cover.
    """
    solid = solid_mask(rgb)
    colors = common_colors(rgb[solid])
    if not colors:
        colors = common_colors(rgb.reshape(-1, 3)) or [(outer, 1)]
    behind = [pair for pair in colors if is_near(pair[0], outer) or not any(is_near(pair[0], fill) for fill in fills)]
    colors = behind or [(outer if given is None else given, 1)]
    top = max(3, rgb.shape[0] // 30)
    color = _choose_color(colors, rgb.shape[0] * rgb.shape[1], rgb[:top], outer, given)
    image = np.empty(rgb.shape, np.float32)
    image[:] = np.array(color, np.float32)
    bands = np.zeros(rgb.shape[:2], bool)
    for tint, count in colors:
        is_fill = any(is_near(tint, fill) for fill in fills)
        if tint != color and count > 0.02 * solid.size and not is_fill:
            _paint_bands(rgb, color, tint, image, bands)
    return Background(color, image, bands)


def _choose_color(
    colors: list[tuple[tuple[int, int, int], int]],
    n_pixels: int,
    top: np.ndarray,
    outer: tuple[int, int, int],
    given: tuple[int, int, int] | None,
) -> tuple[int, int, int]:
    """The colour that fills most, at the top edge above all: fills stand on the bottom, a panel reaches the top."""
    best, best_merit = colors[0][0], 0.0
    for color, count in colors:
        if count < OUTER_SHARE * n_pixels:
            continue
        merit = count / n_pixels + 1.5 * float(is_color(top, color, 10).mean())
        if is_near(color, outer):
            merit += 0.3
        if given is not None and is_near(color, given):
            merit += 0.3
        if merit > best_merit:
            best, best_merit = color, merit
    return best


def _paint_bands(
    rgb: np.ndarray, color: tuple[int, int, int], tint: tuple[int, int, int], image: np.ndarray, bands: np.ndarray
) -> None:
    """Write a tint into `image` in rows or columns where it, not the plain colour, is what lies behind the ink."""
    if np.linalg.norm(lab_of(tint) - lab_of(color)) > BAND_MAX_DISTANCE:
        return
    is_tint = is_color(rgb, tint, 8)
    is_plain = is_color(rgb, color, 8)
    for axis in (0, 1):
        tinted = (is_tint.mean(axis=axis) > 0.5) & (is_plain.mean(axis=axis) < 0.06)
        ends_tinted = _ends(is_tint, axis) >= 1
        lanes = tinted & ends_tinted
        if not lanes.any() or lanes.mean() > 0.95:
            continue
        if axis == 0:
            image[:, lanes] = np.array(tint, np.float32)
            bands[:, lanes] = True
        else:
            image[lanes] = np.array(tint, np.float32)
            bands[lanes] = True


def _ends(mask: np.ndarray, axis: int) -> np.ndarray:
    """For each lane, at how many of its two ends (outer tenth) the mask prevails."""
    length = mask.shape[axis]
    part = max(3, length // 10)
    first = np.take(mask, range(part), axis=axis).mean(axis=axis) > 0.3
    last = np.take(mask, range(length - part, length), axis=axis).mean(axis=axis) > 0.3
    return np.asarray(first.astype(int) + last.astype(int))
