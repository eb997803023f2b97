"""Names and numbers that are printed beside bars, for charts whose axes have none."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY, ChartStructure, Element, TextBlock
from sie.vocab import Direction

REACH = 2.0
"""How far beyond a bar's two ends its label stands at most, in heights of the text."""
SAME_ROW = 0.5
"""A label's middle is within this part of a bar's width from the bar's."""
MIN_BARS = 3
AGREE_PX = 1.5
"""How far a bar's length may be from what its number asks, pixels: half of the bar's last digit comes on top."""

MIN_NUMBERED = 0.6
"""Part of the bars that have a number: small parts of a stack have no room for theirs."""
MIN_AGREEING = 0.8
NEAR = 0.1
"""How far a bar may be from the median scale, as a part of its length, to count in the final one."""

_NUMBER = re.compile(r"[-−–]?[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\s?%?")
_DECORATION = re.compile(r"[$€£,%\s]")


def names_beside(structure: ChartStructure, bars: Sequence[Element], direction: Direction) -> dict[str, str]:
    """For each bar's id the only words in its row, inside of it or at an end; without bars that have none or several.

    Empty where two bars would have one name.

    Args:
        structure: of the chart, with its texts.
        bars: of one series, one in a row.
        direction: in which the bars extend.
    """
    words = [block for block in structure.text if sum(ch.isalpha() for ch in block.text) >= 2]
    taken = {i for entry in (structure.legend.entries if structure.legend else ()) for i in entry.text_ids}
    taken |= set(structure.title_ids) | {i for axis in structure.axes for i in axis.title_ids}
    found: dict[str, str] = {}
    for bar in bars:
        own = _in_row(bar, [block for block in words if block.id not in taken], direction)
        if len(own) == 1:
            found[bar.id] = own[0].text.strip()
    return found if len(set(found.values())) == len(found) else {}


def numbers_beside(structure: ChartStructure, bars: Sequence[Element], direction: Direction) -> dict[str, float]:
    """For each bar's id the number printed at or in it, where the bars' lengths agree with (nearly) all numbers.

    A bar without a number, or with one that its length contradicts, is left out. Empty where few bars have numbers.

    Args:
        structure: of the chart, with its texts.
        bars: of all series; the parts of a stack start where the one before ends.
        direction: in which the bars extend.
    """
    numbers = [block for block in structure.text if _NUMBER.fullmatch(block.text.strip())]
    index = 0 if direction is Direction.HORIZONTAL else 1
    stacked = _are_stacked(bars, index)
    numbered, values, lengths, steps = [], [], [], []
    for bar in bars:
        own = [block for block in _in_row(bar, numbers, direction) if not stacked or _within(block, bar)]
        if len(own) == 1:
            text = _DECORATION.sub("", own[0].text.strip().replace("−", "-").replace("–", "-"))
            numbered.append(bar.id)
            values.append(float(text))
            steps.append(10.0 ** -len(text.partition(".")[2]))
            lengths.append(length_px(bar, direction))
    y, x = np.array(lengths), np.array(values)
    per_unit = _per_unit(x, y)
    if len(numbered) < max(MIN_BARS, MIN_NUMBERED * len(bars)) or per_unit is None:
        return {}
    agree = np.abs(y - per_unit * x) <= AGREE_PX + 0.5 * abs(per_unit) * np.array(steps)
    if agree.sum() < max(MIN_BARS, MIN_AGREEING * len(agree)) or float(np.ptp(y[agree])) <= 4 * AGREE_PX:
        return {}
    return {bar_id: value for bar_id, value, fits in zip(numbered, values, agree, strict=True) if fits}


def px_per_unit(bars: Sequence[Element], numbers: dict[str, float], direction: Direction) -> float:
    """Pixels of length for a unit of value, by the bars with known numbers."""
    known = [bar for bar in bars if bar.id in numbers]
    x = np.array([numbers[bar.id] for bar in known])
    y = np.array([length_px(bar, direction) for bar in known])
    return float(x @ y / (x @ x))


def length_px(bar: Element, direction: Direction) -> float:
    """From a bar's base to its end, pixels; negative where it extends to the left or downwards."""
    if direction is Direction.HORIZONTAL:
        return bar.px["end"][0] - bar.px["base"][0]
    return bar.px["base"][1] - bar.px["end"][1]


def _per_unit(x: NDArray[np.float64], y: NDArray[np.float64]) -> float | None:
    """Pixels for a unit by the median of all bars with a number, refined by those that it fits; None without any."""
    shown = np.abs(x) > 0
    if not shown.any():
        return None
    ratio = float(np.median(y[shown] / x[shown]))
    near = shown & (np.abs(y - ratio * x) <= np.maximum(2 * AGREE_PX, NEAR * np.abs(y)))
    return float(x[near] @ y[near] / (x[near] @ x[near])) if near.any() else ratio


def _are_stacked(bars: Sequence[Element], index: int) -> bool:
    """Whether some bar starts where another one ends, in the same row."""
    across = 1 - index
    return any(
        a is not b
        and abs(a.px["base"][index] - b.px["end"][index]) <= 2
        and abs(a.px["base"][across] - b.px["base"][across]) <= 2
        and abs(b.px["end"][index] - b.px["base"][index]) > 2
        for a in bars
        for b in bars
    )


def _within(block: TextBlock, bar: Element) -> bool:
    x, y = block.center
    return bar.box[0] <= x <= bar.box[2] and bar.box[1] <= y <= bar.box[3]


def _in_row(bar: Element, blocks: Sequence[TextBlock], direction: Direction) -> list[TextBlock]:
    """The texts in a bar's row whose box is inside the bar or near one of its ends."""
    along, across = (0, 1) if direction is Direction.HORIZONTAL else (1, 0)
    middle = (bar.box[across] + bar.box[across + 2]) / 2
    reach = SAME_ROW * (bar.box[across + 2] - bar.box[across])
    found = []
    for block in blocks:
        gap = _gap(bar.box, block.box, along)
        height = min(block.box[2] - block.box[0], block.box[3] - block.box[1])
        if abs(block.center[across] - middle) <= reach and gap <= REACH * height:
            found.append(block)
    return found


def _gap(bar: XYXY, text: XYXY, along: int) -> float:
    """Distance between two boxes in one direction; 0 where they overlap."""
    return max(text[along] - bar[along + 2], bar[along] - text[along + 2], 0.0)
