"""Bars of a pixel or less, found where a bar is due: at the categories that a series has not.

Such a bar is no rectangle any more; it is seen as ink at the base line that the gaps beside it have not.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sie.elements.bars_series import Bar, BarSeries, tick_of_slots
from sie.elements.bars_view import View

MIN_HEIGHT = 0.35
"""Less cannot be told from the axis line, pixels."""
MAX_HEIGHT = 6.0
"""More would have been found as a rectangle."""
MIN_BARS = 3
FILLED_SHARE = 0.5
"""Part of the categories that a series has bars at before others are looked for."""
REMEASURED = 3.5
"""Height up to which a bar's edge is told by its coverage alone: no row of it is free of both edges."""
FIRST_SLOT = 100_000


def add_small_bars(bars: Sequence[Bar], assigned: BarSeries, view: View) -> tuple[list[Bar], BarSeries]:
    """The bars with those of a few pixels measured anew, and with the ones that series lack at their categories.

    Tiny bars that turn out to be nothing but the base line are left out. Without category ticks none are added.
    """
    if assigned.layout == "stacked":
        return list(bars), assigned
    kept: list[Bar] = []
    ids: list[str] = []
    for bar, name in zip(bars, assigned.ids, strict=True):
        own = _tall(bars, assigned, name)
        if abs(bar.end - bar.base) <= REMEASURED and len(own) >= MIN_BARS:
            again = _small_bar(bar.center, bar.x1 - bar.x0, own, view, slot=bar.slot)
            if again is not None:
                kept.append(again)
                ids.append(name)
        else:
            kept.append(bar)
            ids.append(name)
    found = _missing(kept, ids, assigned, view)
    kept += [bar for bar, _ in found]
    ids += [name for _, name in found]
    return kept, BarSeries(assigned.series, tuple(ids), assigned.layout)


def _tall(bars: Sequence[Bar], assigned: BarSeries, name: str) -> list[Bar]:
    pairs = zip(bars, assigned.ids, strict=True)
    return [bar for bar, own in pairs if own == name and abs(bar.end - bar.base) > MAX_HEIGHT]


def _missing(bars: Sequence[Bar], ids: Sequence[str], assigned: BarSeries, view: View) -> list[tuple[Bar, str]]:
    """The tiny bars at the categories where a series has none, with their series."""
    ticks = np.array(view.tick_columns)
    groups = tick_of_slots(bars, view) if bars else None
    if groups is None or len(ticks) < MIN_BARS:
        return []
    added: list[tuple[Bar, str]] = []
    for series in assigned.series:
        own = [bar for bar, name in zip(bars, ids, strict=True) if name == series.id]
        tall = [bar for bar in own if abs(bar.end - bar.base) > MAX_HEIGHT]
        if len(own) < max(MIN_BARS, FILLED_SHARE * len(ticks)) or not tall:
            continue
        offset = float(np.median([bar.center - ticks[groups[bar.slot]] for bar in own]))
        width = float(np.median([bar.x1 - bar.x0 for bar in own]))
        taken = {groups[bar.slot] for bar in own}
        for group in range(len(ticks)):
            center = float(ticks[group]) + offset
            if group in taken or any(abs(bar.center - center) < 0.5 * width for bar in bars):
                continue
            found = _small_bar(center, width, tall, view, slot=FIRST_SLOT + len(added))
            if found is not None:
                added.append((found, series.id))
    return added


def _small_bar(center: float, width: float, own: Sequence[Bar], view: View, *, slot: int) -> Bar | None:
    """The bar at a place, from the coverage by its series' colour that the place has and its sides have not."""
    base = float(np.median([bar.base for bar in own]))
    x0, x1 = round(center - 0.4 * width), round(center + 0.4 * width)
    if x0 < 1 or x1 > view.shape[1] - 1 or x1 <= x0:
        return None
    low, high = max(0, int(base - MAX_HEIGHT - 2)), min(view.shape[0], int(base + MAX_HEIGHT + 3))
    strip = view.raw[low:high].astype(np.float32)
    inner = np.median(strip[:, x0:x1], axis=1)
    reach = max(1, round(0.15 * width))
    edge = round(0.5 * width) + 1
    left, right = round(center) - edge, round(center) + edge
    sides = np.concatenate((strip[:, max(0, left - reach) : left], strip[:, right + 1 : right + 1 + reach]), axis=1)
    if not sides.shape[1]:
        return None
    outer = np.median(sides, axis=1)
    color = np.median([bar.look[:3] for bar in own], axis=0)
    tallest = max(own, key=lambda bar: abs(bar.end - bar.base))
    fill = _fill(tallest, view)
    excess = _coverage(inner, fill, view) - _coverage(outer, fill, view)
    rows = np.arange(low, high) + 0.5
    best: Bar | None = None
    for up in (True, False):
        height = float(np.clip(excess[(rows < base + 1) if up else (rows > base - 1)], 0, 1).sum())
        if MIN_HEIGHT <= height <= MAX_HEIGHT and (best is None or height > abs(best.end - best.base)):
            end = base - height if up else base + height
            look = np.asarray(own[0].look if len(own[0].look) > 3 else color, np.float32)
            best = Bar(slot, center - width / 2, center + width / 2, base, end, up, look, 0.5)
    return best


def _fill(bar: Bar, view: View) -> NDArray[np.float32]:
    low, high = sorted((bar.base, bar.end))
    middle, half = round((low + high) / 2), max(1, round((high - low) / 4))
    x0, x1 = round(bar.x0 + 0.3 * (bar.x1 - bar.x0)), max(round(bar.x1 - 0.3 * (bar.x1 - bar.x0)), round(bar.x0) + 1)
    patch = view.raw[max(0, middle - half) : middle + half, x0:x1].reshape(-1, 3)
    return np.asarray(np.median(patch, axis=0) if len(patch) else view.background, np.float32)


def _coverage(colors: NDArray[np.float32], fill: NDArray[np.float32], view: View) -> NDArray[np.float32]:
    ground = np.array(view.background, np.float32)
    way = fill - ground
    length = float(way @ way)
    if length < 100:
        return np.zeros(len(colors), np.float32)
    return np.asarray(np.clip((colors - ground) @ way / length, 0, 1), np.float32)
