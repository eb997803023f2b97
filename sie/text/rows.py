"""Where the labels of a row begin that stand so close that they were read as one text.

Their even places tell them from the words of a sentence, and for numbers their even steps do.
"""

from __future__ import annotations

import itertools
import re

import numpy as np

from sie.text.ink import Run

_POINTED = tuple(re.compile(rf"[-−]?\d+[.,]\d{{{decimals}}}%?") for decimals in (1, 2, 3))
_WHOLE = tuple(re.compile(rf"[-−]?\d{{{digits}}}%?") for digits in (2, 3, 4))
"""Numbers of one width, as the labels of an axis are; printed without a gap they can be told apart again."""
MIN_LABELS = 3
STEP_REL = 0.02
"""Relative spread of the steps between the values of a row of numbers."""
PLACE_REL = 0.15
"""The same of the distances between their middles."""
WORD_PLACE_REL = 0.07
"""The same where no values bear it out."""
WORD_GAP = 0.3
"""In heights of capitals: labels of a row without blanks are this far apart at least."""
BLANK_GAP = 0.5
"""The same in a text with blanks: wider than a blank."""
MIN_RUNS = 2
"""Labels have this many glyphs on average: those of one glyph each may be the letters of a word."""
CLEAR = 1.5
"""Gaps between labels are wider than those between their letters by this factor."""


def number_starts(runs: list[Run], text: str, owners: list[int | None]) -> set[int]:
    """The runs that begin the numbers of "0.02.55.0" but for the first: equally written, evenly stepped and placed."""
    for pattern in (*_POINTED, *_WHOLE):
        matches = list(pattern.finditer(text))
        if len(matches) < MIN_LABELS or "".join(match.group() for match in matches) != text.replace(" ", ""):
            continue
        values = np.array([float(match.group().rstrip("%").replace("−", "-").replace(",", ".")) for match in matches])
        spans = [(owners[match.start()], owners[match.end() - 1]) for match in matches]
        bounds = [(first, last) for first, last in spans if first is not None and last is not None]
        starts = {first for first, _ in bounds}
        apart = len(bounds) == len(spans) and not any(last in starts - {first} for first, last in bounds)
        if not apart or len(starts) < len(matches):
            continue
        steps = np.diff(values)
        middles = [(runs[first].start + runs[last].stop) / 2 for first, last in bounds]
        stepped = steps.mean() != 0 and np.ptp(steps) <= STEP_REL * abs(steps.mean())
        if stepped and _is_even(middles, PLACE_REL) and _part_at(runs, starts - {min(starts)}, 1.0):
            return starts - {min(starts)}
    return set()


def even_starts(runs: list[Run], carrying: list[int], height: float, text: str) -> set[int]:
    """The runs that begin labels at even places, parted by gaps clearly wider than those within, but for the first."""
    gaps = {right: (runs[right].start - runs[left].stop) / height for left, right in itertools.pairwise(carrying)}
    blanks = " " in text.strip()
    least = BLANK_GAP if blanks else WORD_GAP
    for level in sorted({gap for gap in gaps.values() if gap >= least}):  # a hyphen's gaps are wide too
        starts = {index for index, gap in gaps.items() if gap >= level}
        few = len(starts) < MIN_LABELS - 1 + blanks or len(carrying) < MIN_RUNS * (len(starts) + 1)
        if not few and _part_at(runs, starts, CLEAR) and _begin_evenly(runs, carrying, starts):
            return starts
    return set()


def _begin_evenly(runs: list[Run], carrying: list[int], starts: set[int]) -> bool:
    """Whether the labels that begin at these runs have even middles."""
    bounds = [carrying[0], *sorted(starts)]
    lasts = [max(index for index in carrying if index < start) for start in sorted(starts)] + [carrying[-1]]
    middles = [(runs[first].start + runs[last].stop) / 2 for first, last in zip(bounds, lasts, strict=True)]
    return _is_even(middles, WORD_PLACE_REL)


def _is_even(middles: list[float], spread: float) -> bool:
    pitch = np.diff(middles)
    return bool(np.ptp(pitch) <= spread * pitch.mean())


def _part_at(runs: list[Run], starts: set[int], factor: float) -> bool:
    """Whether the gaps before some runs are all wider than every other gap by a factor."""
    gaps = {index: runs[index].start - runs[index - 1].stop for index in range(1, len(runs))}
    others = [gap for index, gap in gaps.items() if index not in starts]
    return min(gaps[index] for index in starts) > factor * max(others, default=0)
