"""What a pie's slices are called: labels beside or on them, the legend entry of their colour, printed numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import ChartStructure, TextBlock
from sie.elements.looks import entry_labs, legend_entries, rgb_to_lab
from sie.elements.pies_angles import Slice
from sie.vocab import TextRole

_NUMBER = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LETTER = re.compile(r"[^\W\d_]")
_EXCLUDED = {TextRole.CHART_TITLE, TextRole.LEGEND_LABEL, TextRole.LEGEND_TITLE, TextRole.AXIS_TITLE}
LABEL_REACH = 1.9
"""Labels stand within this many radii of the centre."""
TITLE_GAP = 0.2
"""A slice's label stands at most so many radii over the pie."""
TITLE_SIZE = 1.15
"""And is no higher than the other labels by this factor."""
AXIS_TITLE_OFF = 0.1
"""The title of an axis that is not drawn is off the pie's middle by no more than this part of its radius."""
COLOR_REACH = 20.0
CLEAR_COLOR = 0.4
"""A slice's colour is an entry's for sure when it is nearer than this part of its distance to the next one's."""


def slice_parents(slices: Sequence[Slice], chart: ChartStructure, origin: tuple[int, int]) -> list[tuple[str, ...]]:
    """For each slice its `text:`, `legend:` and `value:` references."""
    parents: list[list[str]] = [[] for _ in slices]
    blocks = [b for b in chart.text if b.role not in _EXCLUDED and not _legend_block(b, chart)]
    words = [b for b in blocks if _WORD.search(b.text) and not _is_axis_title(slices, b, origin)]
    if not words:
        letters = [b for b in blocks if _LETTER.fullmatch(b.text.strip())]
        words = letters if len(slices) // 2 < len(letters) <= len(slices) else []
    words += _title_at_rim(slices, words, chart, origin)
    numbers = [b for b in blocks if _NUMBER.search(b.text)]
    ranges = [] if _are_named(slices, words, chart, origin) else _ranges_at_rim(slices, numbers, origin)
    words += [b for b in ranges if b not in words]
    numbers = [b for b in numbers if b not in ranges]
    labels = {index: f"text:{block.id}" for index, block in _beside(slices, words, origin).items()}
    colors = {index: f"legend:{entry_id}" for index, entry_id in _by_color(slices, chart).items()}
    # a label at each slice is surer than a colour among near ones; with some missing, the legend goes first
    by_label = len(labels) == len(slices) and not _told_by_color(slices, chart)
    first, second = (labels, colors) if by_label else (colors, labels)
    for index in range(len(slices)):
        name = first.get(index) or second.get(index)
        if name is not None:
            parents[index].append(name)
    for index, block in _beside(slices, numbers, origin).items():
        parents[index].append(f"value:{block.id}")
    return [tuple(refs) for refs in parents]


def _is_axis_title(slices: Sequence[Slice], block: TextBlock, origin: tuple[int, int]) -> bool:
    """Whether an upright text stands left of the whole pie at its middle, where a vertical axis has its title."""
    if not slices or not 75 <= abs((block.angle + 180.0) % 360.0 - 180.0) <= 105:
        return False
    one = slices[0]
    left = block.box[2] <= one.center[0] + origin[0] - one.radius
    return left and abs(block.center[1] - one.center[1] - origin[1]) <= AXIS_TITLE_OFF * one.radius


def _are_named(
    slices: Sequence[Slice], words: Sequence[TextBlock], chart: ChartStructure, origin: tuple[int, int]
) -> bool:
    """Whether each slice has a word beside it or the legend has an entry for each: other numbers are amounts."""
    direct = chart.legend is not None and chart.legend.direct
    entries = 0 if direct else len(legend_entries(chart))
    return max(entries, len(_beside(slices, words, origin))) >= len(slices)


def _ranges_at_rim(slices: Sequence[Slice], numbers: Sequence[TextBlock], origin: tuple[int, int]) -> list[TextBlock]:
    """The texts with numbers that stand outside the pie while its shares stand within: ages, years, classes."""
    if not slices:
        return []
    one = slices[0]
    away = [np.hypot(b.center[0] - origin[0] - one.center[0], b.center[1] - origin[1] - one.center[1]) for b in numbers]
    within = [b for b, distance in zip(numbers, away, strict=True) if distance < one.radius]
    outside = [b for b, distance in zip(numbers, away, strict=True) if distance >= one.radius and "%" not in b.text]
    return outside if 2 * len(within) >= len(slices) and 2 * len(outside) >= len(slices) else []


def _title_at_rim(
    slices: Sequence[Slice], words: Sequence[TextBlock], chart: ChartStructure, origin: tuple[int, int]
) -> list[TextBlock]:
    """A lone text over the pie that was taken for its title, where it is the label that one slice lacks."""
    if not slices or legend_entries(chart) or len(chart.title_ids) != 1:
        return []
    beside = [block for block in words if min(_distance(one, block, origin) for one in slices) < 1e5]
    if len(beside) != len(slices) - 1:
        return []
    found = []
    for block in chart.text:
        gap = slices[0].center[1] + origin[1] - slices[0].radius - block.box[3]
        sizes = [other.box[3] - other.box[1] for other in beside]
        alike = block.box[3] - block.box[1] <= TITLE_SIZE * float(np.median(sizes)) if sizes else False
        if block.id in chart.title_ids and alike and gap <= TITLE_GAP * slices[0].radius:
            found.append(block)
    return found


def _legend_block(block: TextBlock, chart: ChartStructure) -> bool:
    return any(block.id in entry.text_ids for entry in legend_entries(chart))


def _by_color(slices: Sequence[Slice], chart: ChartStructure) -> dict[int, str]:
    """Legend entry of each slice in the assignment of least total colour distance."""
    entries = [entry for entry in legend_entries(chart) if entry.color]
    if not entries or (chart.legend is not None and chart.legend.direct):
        return {}
    labs = rgb_to_lab([one.color for one in slices])
    cost = np.linalg.norm(labs[:, None] - entry_labs(entries)[None], axis=2)
    rows, columns = linear_sum_assignment(cost)
    return {int(r): entries[int(c)].id for r, c in zip(rows, columns, strict=True) if cost[r, c] <= COLOR_REACH}


def _told_by_color(slices: Sequence[Slice], chart: ChartStructure) -> bool:
    """Whether each slice has one legend entry's colour and hardly another's: a label may be a slice's neighbour's."""
    entries = [entry for entry in legend_entries(chart) if entry.color]
    if len(entries) < max(2, len(slices)) or (chart.legend is not None and chart.legend.direct):
        return False
    labs = rgb_to_lab([one.color for one in slices])
    cost = np.linalg.norm(labs[:, None] - entry_labs(entries)[None], axis=2)
    nearest, next_one = np.sort(cost, axis=1)[:, :2].T
    alone = len(set(cost.argmin(axis=1).tolist())) == len(slices)
    return alone and bool(np.all((nearest <= COLOR_REACH / 2) & (nearest <= CLEAR_COLOR * next_one)))


def _beside(slices: Sequence[Slice], blocks: Sequence[TextBlock], origin: tuple[int, int]) -> dict[int, TextBlock]:
    """Text of each slice: the assignment of blocks to slices by how far each stands from a slice's middle direction."""
    if not slices or not blocks:
        return {}
    cost = np.full((len(slices), len(blocks)), 1e6)
    for i, one in enumerate(slices):
        for j, block in enumerate(blocks):
            cost[i, j] = _distance(one, block, origin)
    rows, columns = linear_sum_assignment(cost)
    return {int(r): blocks[int(c)] for r, c in zip(rows, columns, strict=True) if cost[r, c] < 1e5}


def _distance(one: Slice, block: TextBlock, origin: tuple[int, int]) -> float:
    """Angle (radians) by which a text misses the slice's middle, more outside its span; huge far from the pie."""
    x0, y0, x1, y1 = block.box
    cx, cy = one.center[0] + origin[0], one.center[1] + origin[1]
    near = (min(max(cx, x0), x1), min(max(cy, y0), y1))
    reach = float(np.hypot(near[0] - cx, near[1] - cy))
    if reach > LABEL_REACH * one.radius:
        return 1e6
    inside = float(np.hypot(block.center[0] - cx, block.center[1] - cy)) < one.radius
    x, y = block.center if inside else ((near[0] + block.center[0]) / 2, (near[1] + block.center[1]) / 2)
    angle = float(np.arctan2(y - cy, x - cx))
    off = abs((angle - one.middle + np.pi) % (2 * np.pi) - np.pi)
    half = (one.stop - one.start) / 2
    return off if off <= half else off + 2 * (off - half)
