"""Pies and rings: a disc, the angles where its fills change, and the texts and legend entries of its slices.

Every slice is an Element of kind SLICE with `px` `center`, `start` and `end` (points on the rim, clockwise as seen) and
belongs to the one unnamed series. What it stands for is told by its `parent_ids`: `text:<block id>` for a label beside
or on it, `legend:<entry id>` for the legend entry of its colour, `value:<block id>` for a text with its printed number.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY, ChartStructure, Element, Raster, SeriesMarks
from sie.elements.backdrop import rim_color
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.elements.ink_background import parse_hex
from sie.elements.looks import entry_labs, lab_to_hex, legend_entries, rgb_to_lab
from sie.elements.pies_angles import Slice, find_slices
from sie.elements.pies_disk import Disk, filled_shape, find_disks, plot_ground, without_gaps
from sie.elements.pies_labels import COLOR_REACH, slice_parents
from sie.vocab import ChartType, Direction, MarkKind

HALF_NAMED = 0.5
"""The part of the turn whose fills a legend must have, where there is one, for the disc to be a pie."""
MIN_SIDE = 24
"""Smaller panels, in pixels, hold no pie."""
MAX_LETTER_REL = 0.12
"""A text higher than this part of the panel is a shape that was taken for a letter."""
MAX_GREY = 12
"""Largest difference of a grey's channels."""
CLEARER = 0.02
"""By how much more of its outline a disc without greys shows than one with them."""
SERIES_ID = "series0"


def find_pie(canvas: Canvas, chart: ChartStructure, *, raster: Raster | None = None) -> Hypothesis | None:
    """The pie of a panel, or None where no disc or wedges make a full turn.

    Args:
        canvas: used where no raster is given; its crop may cut a pie whose panel has no plot area.
        chart: the structure, for the panel, the legend and the texts.
        raster: the picture: the whole panel is then looked at.
    """
    rgb, origin = _panel(canvas, chart, raster)
    if min(rgb.shape[:2]) < MIN_SIDE:
        return None
    background = _background(rgb, chart, raster)
    found = _read_panel(rgb, origin, background, chart)
    ground = plot_ground(rgb, background) if found is None else None
    if ground is None:
        return found
    (x0, y0, x1, y1), color = ground
    inner = np.ascontiguousarray(rgb[y0:y1, x0:x1])
    found = _read_panel(inner, (origin[0] + x0, origin[1] + y0), color, chart)
    # boxes of labels cut the slices of such a pie apart: there are no more than the legend has entries
    entries = legend_entries(chart)
    return None if found is None or (entries and len(found.elements) > len(entries)) else found


def _read_panel(
    rgb: NDArray[np.uint8], origin: tuple[int, int], background: tuple[int, int, int], chart: ChartStructure
) -> Hypothesis | None:
    """The pie of a part of the picture on a ground of one colour."""
    text = _text_mask(chart, origin, rgb.shape[:2])
    shape = filled_shape(rgb, background, text)
    disks = _without_shadow(find_disks(shape) or find_disks(without_gaps(shape)), rgb, background, text)
    if not disks:
        # a text's box may cut the outline that holds a pale slice together
        shape = filled_shape(rgb, background, np.zeros_like(text))
        disks = find_disks(shape)
    if not disks:
        return None
    slices = _wedge_slices(disks, rgb) if len(disks) > 1 else find_slices(rgb, text, disks[0], background)
    if len(slices) < 2:
        return None
    parents = slice_parents(slices, chart, origin)
    elements = tuple(_element(index, one, origin, parents[index]) for index, one in enumerate(slices))
    if named_turn(elements, chart) < HALF_NAMED:
        return None
    return Hypothesis(
        chart_type=ChartType.PIE,
        orientation=Direction.VERTICAL,
        series=(SeriesMarks(id=SERIES_ID),),
        elements=elements,
        explained=_explained(disks, shape),
        score=_score(disks, slices),
    )


def _without_shadow(
    disks: list[Disk], rgb: NDArray[np.uint8], background: tuple[int, int, int], text: NDArray[np.bool_]
) -> list[Disk]:
    """The discs, or the one that shows more of its outline where what is grey is left out: a shadow beside it."""
    if len(disks) > 1:
        return disks
    grey = np.ptp(rgb, axis=2) <= MAX_GREY
    plain = np.where(grey[..., None], np.array(background, np.uint8), rgb)
    clear = find_disks(filled_shape(np.ascontiguousarray(plain), background, text))
    seen = disks[0].cover if disks else 0.0
    return clear if len(clear) == 1 and clear[0].cover > seen + CLEARER else disks


def _panel(canvas: Canvas, chart: ChartStructure, raster: Raster | None) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    if raster is None:
        return canvas.rgb, canvas.origin
    x0, y0 = max(0, int(chart.box[0])), max(0, int(chart.box[1]))
    x1, y1 = min(raster.width, round(chart.box[2])), min(raster.height, round(chart.box[3]))
    return np.ascontiguousarray(raster.rgb[y0:y1, x0:x1]), (x0, y0)


def _background(rgb: NDArray[np.uint8], chart: ChartStructure, raster: Raster | None) -> tuple[int, int, int]:
    if raster is not None:
        color = rim_color(raster, chart.model_copy(update={"plot_area": chart.box}))
        if color is not None:
            return parse_hex(color)
    corner = rgb[1, 1]
    return int(corner[0]), int(corner[1]), int(corner[2])


def _text_mask(chart: ChartStructure, origin: tuple[int, int], shape: tuple[int, int]) -> NDArray[np.bool_]:
    mask = np.zeros(shape, np.uint8)
    for block in chart.text:
        points = np.array(block.polygon) - np.array(origin)
        sides = np.hypot(*(np.roll(points, -1, axis=0) - points).T)
        if sides.min() > MAX_LETTER_REL * min(shape):
            continue
        cv2.fillPoly(mask, [np.round(points).astype(np.int32)], 1)
    return mask > 0


def _wedge_slices(disks: list[Disk], rgb: NDArray[np.uint8]) -> list[Slice]:
    """The slices of an exploded pie: each wedge's own arc about its own centre.

    Wedges of one radius have areas in the proportion of their angles, and an area is known better than an arc's ends.
    """
    total = sum(disk.area for disk in disks)
    slices = []
    for disk in disks:
        if disk.arc is None:
            continue
        turn = 2 * np.pi * disk.area / total
        middle = disk.arc[0] + ((disk.arc[1] - disk.arc[0]) % (2 * np.pi)) / 2
        x, y = disk.cx + 0.7 * disk.radius * np.cos(middle), disk.cy + 0.7 * disk.radius * np.sin(middle)
        row, column = int(np.clip(y, 0, rgb.shape[0] - 1)), int(np.clip(x, 0, rgb.shape[1] - 1))
        patch = rgb[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3].reshape(-1, 3)
        color = np.median(patch, axis=0)
        fill = (float(color[0]), float(color[1]), float(color[2]))
        slices.append(Slice((disk.cx, disk.cy), disk.radius, middle - turn / 2, middle + turn / 2, fill, 1.0))
    return sorted(slices, key=lambda one: one.start)


def _element(index: int, one: Slice, origin: tuple[int, int], parents: tuple[str, ...]) -> Element:
    center = (one.center[0] + origin[0], one.center[1] + origin[1])

    def rim(angle: float) -> XY:
        return center[0] + one.radius * float(np.cos(angle)), center[1] + one.radius * float(np.sin(angle))

    angles = np.linspace(one.start, one.stop, 24)
    xs = [center[0], *(rim(float(a))[0] for a in angles)]
    ys = [center[1], *(rim(float(a))[1] for a in angles)]
    return Element(
        id=f"slice{index}",
        kind=MarkKind.SLICE,
        box=(min(xs), min(ys), max(xs), max(ys)),
        series=SERIES_ID,
        px={"center": center, "start": rim(one.start), "end": rim(one.stop)},
        sigma_px=one.sigma,
        confidence=0.9,
        color=lab_to_hex(rgb_to_lab([one.color])[0]),
        parent_ids=parents,
    )


def _explained(disks: list[Disk], shape: NDArray[np.bool_]) -> float:
    rows, columns = np.ogrid[: shape.shape[0], : shape.shape[1]]
    covered = np.zeros(shape.shape, bool)
    for disk in disks:
        covered |= (columns + 0.5 - disk.cx) ** 2 + (rows + 0.5 - disk.cy) ** 2 < (disk.radius + 1) ** 2
    total = int(shape.sum())
    return float((shape & covered).sum() / total) if total else 0.0


def named_turn(elements: Sequence[Element], chart: ChartStructure) -> float:
    """The part of the full turn whose slices have the colour of some legend entry; 1 without such a legend."""
    entries = [entry for entry in legend_entries(chart) if entry.color]
    if len(entries) < 2 or (chart.legend is not None and chart.legend.direct):
        return 1.0
    labs = entry_labs(entries)
    named = total = 0.0
    for one in elements:
        (cx, cy), start, end = (one.px[key] for key in ("center", "start", "end"))
        turn = (np.arctan2(end[1] - cy, end[0] - cx) - np.arctan2(start[1] - cy, start[0] - cx)) % (2 * np.pi)
        near = np.linalg.norm(labs - rgb_to_lab([parse_hex(one.color or "#000000")]), axis=1).min()
        named += turn * float(near <= COLOR_REACH)
        total += turn
    return float(named / total) if total else 1.0


def _score(disks: list[Disk], slices: list[Slice]) -> float:
    """A disc by the part of its outline that is seen, wedges by their common radius; two slices are doubtful."""
    cover = min(1.0, disks[0].cover / 0.85) if len(disks) == 1 else 0.85
    return float(np.clip(cover * (0.9 if len(slices) == 2 else 1.0), 0, 1))
