"""Which series each bar belongs to, and whether the bars are plain, grouped or stacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import ChartStructure, LegendEntry, Raster, SeriesMarks
from sie.elements.bars_hatch import texture_look
from sie.elements.bars_levels import entries_by_level
from sie.elements.bars_view import View
from sie.elements.looks import Look, entry_labs, find_looks, legend_entries, match_looks, named_marks

LOW = 3.5
"""No row of so low a bar is free of its edges, whose colour may be another one's: an outline's."""
EVEN_STEP = 0.12
"""Largest deviation of a step between evenly spaced bars, as a part of it."""

Layout = Literal["plain", "grouped", "stacked"]


@dataclass(frozen=True)
class Bar:
    """A bar, or a part of a stack, in view coordinates.

    Attributes:
        slot: index of its column, left to right.
        base, end: rows where it starts and ends, seen from the base line.
        look: fill colour in Lab, shape (3,), or the look of its pattern, shape (6,).
        sigma: one standard deviation of its edges, pixels.
    """

    slot: int
    x0: float
    x1: float
    base: float
    end: float
    up: bool
    look: NDArray[np.float32]
    sigma: float

    def from_base(self, base: float) -> Bar:
        """The same bar starting at another row."""
        return replace(self, base=base)

    @property
    def center(self) -> float:
        """Middle of its two sides."""
        return (self.x0 + self.x1) / 2


@dataclass(frozen=True)
class BarSeries:
    """The series, the id of each bar's series, and the layout."""

    series: tuple[SeriesMarks, ...]
    ids: tuple[str, ...]
    layout: Layout


def assign_series(bars: Sequence[Bar], view: View, chart: ChartStructure, raster: Raster | None) -> BarSeries:
    """The series of each bar, from its look, the legend, and its place in its group."""
    entries = useful_entries(chart)
    labs = np.array([bar.look for bar in bars], np.float32)
    weights = [abs(bar.end - bar.base) * (bar.x1 - bar.x0) for bar in bars]
    anchors = _swatch_looks(entries, raster) if labs.shape[1] > 3 else entry_labs(entries)
    looks = find_looks(labs, weights, anchors)
    matched = match_looks(looks, entries, anchors)
    groups = group_of_slots(bars, view)
    layout = _layout(bars, groups)
    if len({entry.id for entry in matched.values()}) >= 2 or (matched and len(looks) == 1):
        named = _by_legend(bars, looks, matched, layout)
        if layout == "grouped":
            named = _low_by_place(bars, named, groups)
        levels = entries_by_level(bars, anchors) if layout == "stacked" and _repeat(bars, named) else None
        return named if levels is None else _by_level(levels, entries, named)
    if layout == "plain" or (layout == "stacked" and len(looks) < 2):
        color = looks[0].color if len(looks) == 1 else None
        return BarSeries((SeriesMarks(id="series0", color=color),), tuple("series0" for _ in bars), layout)
    if len(looks) >= 2 and _looks_tell_apart(bars, looks, groups):
        return _by_legend(bars, looks, {}, layout)
    return _by_place(bars, groups, layout)


def _swatch_looks(entries: Sequence[LegendEntry], raster: Raster | None) -> NDArray[np.float32]:
    """Look of each entry's patterned swatch, shape (n, 6); far from all where there is no swatch to look at."""
    rows = []
    for entry in entries:
        box = entry.swatch_box
        patch = None
        if raster is not None and box is not None:
            inset = 2 if min(box[2] - box[0], box[3] - box[1]) > 9 else 1
            x0, y0, x1, y1 = (round(v) for v in box)
            patch = raster.rgb[y0 + inset : y1 - inset, x0 + inset : x1 - inset]
        seen = patch is not None and min(patch.shape[:2]) >= 3
        rows.append(texture_look(np.ascontiguousarray(patch)) if seen else np.full(6, 1e4, np.float32))
    return np.array(rows, np.float32).reshape(-1, 6)


def useful_entries(chart: ChartStructure) -> tuple[LegendEntry, ...]:
    """The legend's entries, unless they only repeat the categories."""
    entries = legend_entries(chart)
    ticks = {t.text.strip().lower() for axis in chart.axes if axis.scale == "categorical" for t in axis.ticks}
    repeats = [entry.label.strip().lower() in ticks for entry in entries]
    return () if repeats and all(repeats) else entries


def group_of_slots(bars: Sequence[Bar], view: View) -> dict[int, int]:
    """The group (category) of each slot.

    Evenly spaced slots are a group each; others belong to their nearest tick where each tick has bars, else the gaps
    between them tell.
    """
    centers = {bar.slot: bar.center for bar in bars}
    slots = sorted(centers, key=lambda slot: centers[slot])
    steps = np.diff([centers[slot] for slot in slots])
    if len(steps) >= 3 and float(np.abs(steps - np.median(steps)).max()) < EVEN_STEP * float(np.median(steps)):
        return {slot: index for index, slot in enumerate(slots)}
    by_tick = tick_of_slots(bars, view)
    return _groups_by_gap(bars, slots) if by_tick is None else by_tick


def tick_of_slots(bars: Sequence[Bar], view: View) -> dict[int, int] | None:
    """Index of the category tick nearest to each slot; None where some bar stands at none of them.

    Ticks with numbers count where every bar's middle is at one.
    """
    ticks = np.array(view.tick_columns)
    if len(ticks) < 2 or not bars:
        return None
    centers = {bar.slot: bar.center for bar in bars}
    spacing = float(np.median(np.diff(ticks)))
    nearest = {slot: int(np.abs(ticks - center).argmin()) for slot, center in centers.items()}
    off = max(abs(ticks[nearest[slot]] - center) for slot, center in centers.items())
    return nearest if off <= (0.6 if view.categorical else 0.15) * spacing else None


def _groups_by_gap(bars: Sequence[Bar], slots: Sequence[int]) -> dict[int, int]:
    """Groups where wide gaps part sets of (mostly) equally many slots, otherwise each slot for itself."""
    alone = {slot: index for index, slot in enumerate(slots)}
    span = {bar.slot: (bar.x0, bar.x1) for bar in bars}
    gaps = np.array([span[b][0] - span[a][1] for a, b in pairwise(slots)])
    if len(gaps) < 2:
        return alone
    width = float(np.median([x1 - x0 for x0, x1 in span.values()]))
    small, large = float(gaps.min()), float(gaps.max())
    if large - small < 0.3 * width:
        return alone
    # a group that lacks its last bars leaves a gap wider than the others
    limit = (small + float(np.median(gaps[gaps >= small + 0.3 * width]))) / 2
    groups, current = {slots[0]: 0}, 0
    for slot, gap in zip(slots[1:], gaps, strict=True):
        current += int(gap > limit)
        groups[slot] = current
    sizes = Counter(Counter(groups.values()).values())
    usual, count = sizes.most_common(1)[0]
    return groups if usual >= 2 and count >= 0.6 * (current + 1) else alone


def _layout(bars: Sequence[Bar], groups: dict[int, int]) -> Layout:
    parts = Counter(bar.slot for bar in bars)
    if sum(1 for count in parts.values() if count >= 2) >= max(1, 0.2 * len(parts)):
        return "stacked"
    sizes = Counter(groups.values())
    if sum(1 for size in sizes.values() if size >= 2) >= max(1, 0.3 * len(sizes)):
        return "grouped"
    return "plain"


def _looks_tell_apart(bars: Sequence[Bar], looks: Sequence[Look], groups: dict[int, int]) -> bool:
    """Whether (nearly) no group has two bars of one look."""
    repeated = 0
    for look in looks:
        places = Counter(groups[bars[i].slot] for i in look.members)
        repeated += sum(count - 1 for count in places.values())
    return repeated <= 0.1 * len(bars)


def _by_legend(
    bars: Sequence[Bar], looks: Sequence[Look], matched: dict[int, LegendEntry], layout: Layout
) -> BarSeries:
    """One series a legend entry, and one a look that no entry has, in the order of the entries or of the bars."""
    order = sorted(range(len(looks)), key=lambda i: min(bars[m].slot for m in looks[i].members))
    ids: dict[int, str] = {}
    series: list[SeriesMarks] = []
    by_entry: dict[str, str] = {}
    for index in order:
        entry = matched.get(index)
        if entry is not None and entry.id in by_entry:
            series_id = by_entry[entry.id]
        elif entry is not None:
            marks = named_marks(len(series), entry, looks[index].color)
            by_entry[entry.id] = series_id = marks.id
            series.append(marks)
        else:
            series_id = f"series{len(series)}"
            series.append(SeriesMarks(id=series_id, color=looks[index].color))
        for member in looks[index].members:
            ids[member] = series_id
    return BarSeries(tuple(series), tuple(ids[i] for i in range(len(bars))), layout)


def _low_by_place(bars: Sequence[Bar], named: BarSeries, groups: dict[int, int]) -> BarSeries:
    """The series, that of a bar of a few pixels by its place in its group, as groups of higher bars have them."""
    members: dict[int, list[int]] = {}
    for index in sorted(range(len(bars)), key=lambda i: bars[i].center):
        members.setdefault(groups[bars[index].slot], []).append(index)
    low = {i for i, bar in enumerate(bars) if abs(bar.end - bar.base) <= LOW}
    orders = Counter(tuple(named.ids[i] for i in own) for own in members.values() if not low.intersection(own))
    order = next((order for order, _ in orders.most_common() if 1 < len(order) == len(set(order))), ())
    ids = list(named.ids)
    for own in members.values():
        others = {ids[i] for i in own}
        if len(own) == len(order):
            for i, usual in zip(own, order, strict=True):
                ids[i] = usual if i in low and usual not in others else ids[i]
    return replace(named, series=tuple(one for one in named.series if one.id in ids), ids=tuple(ids))


def _repeat(bars: Sequence[Bar], assigned: BarSeries) -> bool:
    """Whether a stack has two parts of one series."""
    seen = Counter((bar.slot, one) for bar, one in zip(bars, assigned.ids, strict=True))
    return max(seen.values()) > 1


def _by_level(levels: Sequence[int], entries: Sequence[LegendEntry], named: BarSeries) -> BarSeries:
    """One series an entry, in the order of the entries."""
    series = tuple(named_marks(i, entry, entry.color or "#000000") for i, entry in enumerate(entries))
    return BarSeries(series, tuple(series[level].id for level in levels), named.layout)


def _by_place(bars: Sequence[Bar], groups: dict[int, int], layout: Layout) -> BarSeries:
    """Series by the place in the group, counted from the left."""
    members: dict[int, list[int]] = {}
    for slot in sorted({bar.slot for bar in bars}):
        members.setdefault(groups[slot], []).append(slot)
    rank = {slot: place for slots in members.values() for place, slot in enumerate(slots)}
    count = max(rank.values()) + 1
    series = tuple(SeriesMarks(id=f"series{i}") for i in range(count))
    return BarSeries(series, tuple(f"series{rank[bar.slot]}" for bar in bars), layout)
