"""The ink of a line of text: which pixels of its crop are glyphs, and where one glyph ends and the next begins."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from sie.medians import median_of
from sie.pixels import largest_channel

MIN_CONTRAST = 28
"""A pixel this close to the background, in 8 bit levels of its most different channel, is background or noise."""
INK_PART = 0.4
"""A pixel is ink from this part of the strongest contrast on: it leaves grid lines behind black text out."""
RIM = 2
"""In pixels: the background is what a crop's rim shows; heavy print may cover more of its inside."""
COLOR_STEP = 32
"""The background is the most common colour when colours are rounded to this step."""
COLOR_STEPS = 256 // COLOR_STEP
STRONGEST = 0.995
"""The part of a crop's pixels that the strongest contrast is not below of: single pixels may be stray."""
SWATCH_FILL = 0.92
"""No letter fills its box like this; legend patches do."""
OUTLINE = 0.95
"""Part of its box's sides that an open patch covers; letters round or leave out corners."""
MIN_SWATCH = 0.45
"""In heights of the line: smaller filled boxes are points, dashes and the letters l and I."""
LINE_SWATCH = 1.6
"""In heights of the line: a dash longer than this is a legend's line sample."""
FRAME_FILL = 0.25
"""A component that spans the crop and fills less of its box is a frame seen from inside."""
RAIL_FILL = 0.75
"""Part of the crop's height that each column of an axis line across it covers: a bar beside may end within it."""
TICK_PART = 0.3
"""In heights of the crop: a tick mark is thinner than this, blurred as it is by the enlargement."""
MIDDLE = (0.25, 0.75)
"""In heights of the crop: where a label's tick mark is; the hook of a J is below."""
TICK_ASPECT = 2.0
"""Ink wholly above or below the line and this much longer than thick is a tick mark, not an accent or a dot."""
CUT_HEIGHT = 0.6
"""In heights of the line: what touches the crop's upper or lower edge and is lower than this is cut off, not text."""
MOST_SWATCHES = 0.5
"""Part of a line's pieces that may be swatches: an entry of a legend has one beside a name of several letters."""
HUE_DISTANCE = 45
"""A component whose tint (colour less its mean) differs from the text's by this much in a channel is not text."""


@dataclass(frozen=True)
class Run:
    """A stretch of ink along a line: a glyph or glyphs that touch or overlap, in pixels of the crop, half-open."""

    start: int
    stop: int
    top: int
    bottom: int
    swatch: bool = False

    @property
    def height(self) -> int:
        """Across the line, in pixels."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """Along the line, in pixels."""
        return self.stop - self.start


@dataclass(frozen=True)
class _Piece:
    """A connected piece of ink: its bounds, its pixel count, and which pixels of the bounds it has."""

    run: Run
    area: int
    mask: np.ndarray


def background_of(rgb: np.ndarray) -> np.ndarray:
    """The most common colour of some uint8 pixels of shape (..., 3), as a float array of shape (3,)."""
    pixels = rgb.reshape(-1, 3)
    codes = rough_colors(pixels)
    return np.asarray(median_of(pixels[codes == np.bincount(codes).argmax()], axis=0), dtype=np.float64)


def rough_colors(rgb: np.ndarray) -> np.ndarray:
    """One number below 512 for each uint8 pixel of shape (..., 3): its colour rounded to `COLOR_STEP`."""
    steps = (rgb // COLOR_STEP).astype(np.int16)
    return np.asarray((steps[..., 0] * COLOR_STEPS + steps[..., 1]) * COLOR_STEPS + steps[..., 2])


def contrast_of(rgb: np.ndarray, background: np.ndarray) -> np.ndarray:
    """How far each pixel is from the background, in levels of the most different channel."""
    return largest_channel(np.abs(rgb.astype(np.float32) - background.astype(np.float32)))


def ink_mask(crop: np.ndarray) -> np.ndarray:
    """Which pixels of a crop are ink, as a bool array; all False on an empty crop."""
    rim = [part.reshape(-1, 3) for part in (crop[:RIM], crop[-RIM:], crop[:, :RIM], crop[:, -RIM:])]
    contrast = contrast_of(crop, background_of(np.concatenate(rim)))
    strongest = _quantile(contrast, STRONGEST)
    if strongest < MIN_CONTRAST:
        return np.zeros(contrast.shape, dtype=bool)
    return np.asarray(contrast > max(MIN_CONTRAST, INK_PART * strongest))


def _quantile(values: np.ndarray, part: float) -> float:
    """What `numpy.quantile` gives, in a tenth of its time for the few values of a crop."""
    place = part * (values.size - 1)
    low = int(place)
    high = min(low + 1, values.size - 1)
    ordered = np.partition(values, (low, high), axis=None)
    return float(ordered[low] + (ordered[high] - ordered[low]) * (place - low))


def find_runs(crop: np.ndarray) -> list[Run]:
    """The runs of ink of an upright line of text, left to right; frame lines that cross the crop are left out."""
    mask = ink_mask(crop)
    height, width = mask.shape
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    boxes = []
    for index in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[index])
        if area < 3 or _is_frame((x, y, w, h), area, width, height):
            continue
        if h == height and _is_ticked_line(labels[:, x : x + w] == index, left=x == 0, right=x + w == width):
            continue
        boxes.append((index, Run(x, x + w, y, y + h), area))
    if not boxes:
        return []
    line_height = float(np.percentile([run.height for _, run, _ in boxes], 80))
    main = max(boxes, key=lambda box: box[2])[1]
    boxes = [
        box
        for box in boxes
        if not _is_cut(box[1], height, line_height)
        and not _is_tick(box[1], main, line_height)
        and not _is_side(box[1], box[2], width)
    ]
    background = background_of(crop)
    glyphs = [
        _Piece(run, area, labels[run.top : run.bottom, run.start : run.stop] == index) for index, run, area in boxes
    ]
    swatches = _swatches(crop, background, glyphs, line_height)
    return _merged([replace(p.run, swatch=swatch) for p, swatch in zip(glyphs, swatches, strict=True)])


def _swatches(crop: np.ndarray, background: np.ndarray, pieces: list[_Piece], line_height: float) -> list[bool]:
    """For each piece whether it is a swatch; by shape alone where names in their series' colours share no tint."""
    text_tint = _text_tint(crop, background, pieces, line_height)
    found = [_is_swatch(crop, background, piece, line_height, text_tint) for piece in pieces]
    if sum(found) <= MOST_SWATCHES * len(pieces):
        return found
    return [_is_swatch(crop, background, piece, line_height, None) for piece in pieces]


def line_height_of(runs: list[Run]) -> float:
    """The height of capitals and digits: the tall runs' height; 0.0 without text runs."""
    heights = [run.height for run in runs if not run.swatch]
    return float(np.percentile(heights, 80)) if heights else 0.0


def _is_frame(box: tuple[int, int, int, int], area: int, width: int, height: int) -> bool:
    """Whether a component is a line through the crop: it spans it and is thin, or hugs its border."""
    x, _, w, h = box
    if w >= 0.9 * width and h >= 0.5 * height and area < FRAME_FILL * w * h:
        return True
    spans = (w >= 0.97 * width and h < 0.35 * height) or (h >= 0.97 * height and w < 0.08 * width)
    hugs = (x == 0 or x + w == width) and w <= 2 and h > 0.5 * height
    return spans or hugs


def _is_ticked_line(patch: np.ndarray, *, left: bool, right: bool) -> bool:
    """Whether a component at a crop's side is an axis line across the text and the tick mark at its middle."""
    if not left and not right:
        return False
    height = len(patch)
    rail = patch.mean(axis=0) >= RAIL_FILL
    if rail.all() or not rail[0 if left else -1]:
        return False
    rows = np.flatnonzero(patch[:, ~rail].any(axis=1))
    middle = rows[0] >= MIDDLE[0] * height and rows[-1] < MIDDLE[1] * height
    return bool(middle and rows[-1] - rows[0] < TICK_PART * height)


def _is_cut(run: Run, height: int, line_height: float) -> bool:
    """Whether a component is the end of something above or below the line, such as a tick mark."""
    return (run.top == 0 or run.bottom == height) and run.height < CUT_HEIGHT * line_height


def _is_side(run: Run, area: int, width: int) -> bool:
    """Whether a component is the end of a swatch or bar beside the line: a solid block at the crop's side."""
    at_side = run.start == 0 or run.stop == width
    return at_side and run.width < width / 3 and area > SWATCH_FILL * run.width * run.height


def _is_tick(run: Run, main: Run, line_height: float) -> bool:
    """Whether a component is a tick mark above or below the line that the largest glyph stands on."""
    apart = max(main.top - run.bottom, run.top - main.bottom)
    thin, long_side = sorted((run.width, run.height))
    return apart > 0.1 * line_height and long_side > TICK_ASPECT * thin and long_side > 0.3 * line_height


def _text_tint(crop: np.ndarray, background: np.ndarray, pieces: list[_Piece], line_height: float) -> np.ndarray | None:
    """The tint of most of the glyphs, or None with fewer than three of them."""
    glyphs = [p for p in pieces if p.run.height > 0.4 * line_height and p.area < 0.9 * p.run.height * p.run.width]
    if len(glyphs) < 3:
        return None
    return np.asarray(median_of([_tint(crop, background, piece) for piece in glyphs], axis=0))


def _tint(crop: np.ndarray, background: np.ndarray, piece: _Piece) -> np.ndarray:
    """A component's colour less its mean; of the half farthest from the background, so without its blended edge."""
    run = piece.run
    pixels = crop[run.top : run.bottom, run.start : run.stop][piece.mask].astype(np.float64)
    distance = contrast_of(pixels, background)
    color = median_of(pixels[distance >= median_of(distance)], axis=0)
    return np.asarray(color - color.mean())


def _is_swatch(
    crop: np.ndarray, background: np.ndarray, piece: _Piece, line_height: float, text_tint: np.ndarray | None
) -> bool:
    run = piece.run
    fill = piece.area / (run.width * run.height)
    wide, high = run.width / line_height, run.height / line_height
    if wide > LINE_SWATCH and high < 0.45:
        return True
    if min(wide, high) < MIN_SWATCH:
        return False
    if fill >= SWATCH_FILL or _is_outline(piece.mask):
        return True
    return text_tint is not None and bool(np.abs(_tint(crop, background, piece) - text_tint).max() > HUE_DISTANCE)


def _is_outline(patch: np.ndarray) -> bool:
    """Whether a component covers all four sides of its box, as an open or hatched legend patch does."""
    sides = (patch[:2].any(axis=0), patch[-2:].any(axis=0), patch[:, :2].any(axis=1), patch[:, -2:].any(axis=1))
    return float(np.concatenate(sides).mean()) >= OUTLINE


def _merged(runs: list[Run]) -> list[Run]:
    """Runs that overlap along the line joined: the dot of an i, the bars of an equals sign."""
    merged: list[Run] = []
    for run in sorted(runs, key=lambda run: run.start):
        last = merged[-1] if merged else None
        if last is not None and run.start < last.stop and run.swatch == last.swatch:
            merged[-1] = Run(
                last.start, max(last.stop, run.stop), min(last.top, run.top), max(last.bottom, run.bottom), run.swatch
            )
        else:
            merged.append(run)
    return merged
