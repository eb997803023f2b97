"""Names of groups of bars by the words that stand at their feet, for charts without an axis of categories."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sie.artifacts import ChartStructure, Element, TextBlock
from sie.vocab import Direction

FIRST_GAP = 2.5
"""The first line of a name is no farther from the bars' base than this, in heights of its text."""
LINE_GAP = 0.8
"""Further lines of a name follow within this part of their height."""
SAME_COLUMN = 0.3
"""Bars whose middles are nearer than this part of their width are parts of one stack."""
WIDER = 0.3
"""Groups stand farther apart than their bars by more than this part of a bar's width."""
OWN = 0.5
"""A name's middle is nearer to its group's than this part of the groups' distance."""
_SIGNED = re.compile(r"[-−–][$€£]?\d[\d.,]*\s?%?")
MIN_NAMED = 0.6
"""Part of the groups that have a name, else the words are no names."""


@dataclass(frozen=True)
class _Line:
    """A text at the bars' feet: its middle along the row of groups, and its near and far edges away from the bars."""

    block: TextBlock
    middle: float
    near: float
    far: float

    @property
    def height(self) -> float:
        return max(1.0, min(self.block.box[2] - self.block.box[0], self.block.box[3] - self.block.box[1]))


def grouped_bars(bars: Sequence[Element], direction: Direction) -> list[list[Element]]:
    """The bars of each category, in order along the base line.

    A stack is a group; bars side by side are one where wider gaps part them or where a series comes again.

    Args:
        bars: of all series.
        direction: in which the bars extend.
    """
    low = 1 if direction is Direction.HORIZONTAL else 0
    columns: list[list[Element]] = []
    for bar in sorted(bars, key=lambda bar: bar.box[low] + bar.box[low + 2]):
        width = bar.box[low + 2] - bar.box[low]
        if columns and abs(_middle([columns[-1][0]], low) - _middle([bar], low)) <= SAME_COLUMN * width:
            columns[-1].append(bar)
        else:
            columns.append([bar])
    if len(columns) < 2 or len({bar.series for bar in bars}) < 2 or any(len(column) > 1 for column in columns):
        return columns
    gaps = np.array([b[0].box[low] - a[0].box[low + 2] for a, b in pairwise(columns)])
    width = float(np.median([bar.box[low + 2] - bar.box[low] for bar in bars]))
    groups = [columns[0]]
    for column, gap in zip(columns[1:], gaps.tolist(), strict=True):
        again = column[0].series in {bar.series for bar in groups[-1]}
        if again or gap > float(gaps.min()) + WIDER * width:
            groups.append(column)
        else:
            groups[-1] = [*groups[-1], *column]
    return groups


def names_at_base(structure: ChartStructure, bars: Sequence[Element], direction: Direction) -> dict[str, str]:
    """For each bar's id the text below its group, left of it for lying bars, or above it from the base line on.

    Lines below each other are one name. Empty where few groups have a name of their own.

    Args:
        structure: of the chart, with its texts and their roles.
        bars: of all series.
        direction: in which the bars extend.
    """
    groups = grouped_bars(bars, direction)
    low = 1 if direction is Direction.HORIZONTAL else 0
    middles = np.array([_middle(group, low) for group in groups])
    if len(groups) < 2:
        return {}
    reach = OWN * float(np.median(np.diff(middles)))
    free = _free_texts(structure)
    tries = [_at_feet(free, bars, direction)]
    if direction is Direction.HORIZONTAL:
        tries.append(_above(free, bars))
    for lines in tries:
        own: dict[int, list[_Line]] = {}
        for line in lines:
            nearest = int(np.abs(middles - line.middle).argmin())
            if abs(middles[nearest] - line.middle) <= min(reach, _row_reach(groups[nearest], line, direction)):
                own.setdefault(nearest, []).append(line)
        names = {index: _joined(found, direction) for index, found in own.items()}
        names = {index: name for index, name in names.items() if name}
        if len(names) >= MIN_NAMED * len(groups) and len(set(names.values())) == len(names):
            return {bar.id: names[index] for index, group in enumerate(groups) if index in names for bar in group}
    return {}


def _row_reach(bars: Sequence[Element], line: _Line, direction: Direction) -> float:
    """How far a line of a lying group's name is from its middle: beside the bars, or one line above or below them."""
    if direction is not Direction.HORIZONTAL:
        return math.inf
    return (max(bar.box[3] for bar in bars) - min(bar.box[1] for bar in bars)) / 2 + line.height


def _middle(bars: Sequence[Element], low: int) -> float:
    return (min(bar.box[low] for bar in bars) + max(bar.box[low + 2] for bar in bars)) / 2


def _free_texts(structure: ChartStructure) -> list[TextBlock]:
    """The texts that are no titles, no legend, and no numbers with a sign, which are values of bars that fall."""
    entries = structure.legend.entries if structure.legend is not None else ()
    taken = {i for entry in entries for i in entry.text_ids} | set(structure.title_ids)
    taken |= {i for axis in structure.axes for i in axis.title_ids}
    taken |= {tick.text_id for axis in structure.axes for tick in axis.ticks if tick.text_id is not None}
    return [block for block in structure.text if block.id not in taken and _is_name(block.text.strip())]


def _is_name(text: str) -> bool:
    """Whether a text may be a name: `-12` and `−3.5%` are none.

    >>> _is_name("-12"), _is_name("−3.5%"), _is_name("2010"), _is_name("-")
    (False, False, True, True)
    """
    return bool(text) and _SIGNED.fullmatch(text) is None


def _at_feet(blocks: Sequence[TextBlock], bars: Sequence[Element], direction: Direction) -> list[_Line]:
    """The texts on the far side of the base line from the bars: below standing ones, left of lying ones."""
    if direction is Direction.HORIZONTAL:
        base = min(bar.px["base"][0] for bar in bars)
        lines = [_Line(b, b.center[1], base - b.box[2], base - b.box[0]) for b in blocks]
    else:
        base = max(bar.px["base"][1] for bar in bars)
        lines = [_Line(b, b.center[0], b.box[1] - base, b.box[3] - base) for b in blocks]
    return [line for line in lines if line.near >= -0.3 * line.height]


def _above(blocks: Sequence[TextBlock], bars: Sequence[Element]) -> list[_Line]:
    """The words that start at the base line of lying bars and stand between them, each counted to the bar below it."""
    base = min(bar.px["base"][0] for bar in bars)
    tops = sorted({bar.box[1] for bar in bars})
    heights = sorted(bar.box[3] - bar.box[1] for bar in bars)
    found = []
    for block in blocks:
        height = block.box[3] - block.box[1]
        below = [top for top in tops if -0.4 * height <= top - block.box[3] <= height]
        words = sum(ch.isalpha() for ch in block.text) >= 2
        if words and len(below) == 1 and abs(block.box[0] - base) <= FIRST_GAP * height:
            found.append(_Line(block, below[0] + heights[len(heights) // 2] / 2, 0.0, block.box[2] - base))
    return found


def _joined(lines: Sequence[_Line], direction: Direction) -> str:
    """The text of one name: the line nearest to the base and those that follow it; none where it is too far away."""
    if direction is Direction.HORIZONTAL:
        ordered = sorted(lines, key=lambda line: (line.block.box[1], line.block.box[0]))
        return " ".join(line.block.text.strip() for line in ordered)
    ordered = sorted(lines, key=lambda line: (line.near, line.middle))
    if ordered[0].near > FIRST_GAP * ordered[0].height:
        return ""
    kept = [ordered[0]]
    for line in ordered[1:]:
        if line.near - kept[-1].far > LINE_GAP * line.height:
            break
        kept.append(line)
    return " ".join(line.block.text.strip() for line in kept)
