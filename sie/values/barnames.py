"""Names and numbers that are printed beside bars, for charts whose axes have none."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from sie.artifacts import XYXY, ChartStructure, Element, TextBlock
from sie.vocab import Direction

REACH = 2.0
"""How far beyond a bar's two ends its label stands at most, in heights of the text."""
SAME_ROW = 0.5
"""A label's middle is within this part of a bar's width from the bar's."""
MIN_BARS = 3
AGREE_PX = 1.5
"""How far a bar's length may be from what its number asks, pixels: half of the bar's last digit comes on top."""

_NUMBER = re.compile(r"[-−–]?\d+(?:\.\d+)?")


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
    """For each bar's id the number printed at or in it; empty unless all have one and their lengths agree with it.

    Args:
        structure: of the chart, with its texts.
        bars: of one series, one in a row, from one base line.
        direction: in which the bars extend.
    """
    numbers = [block for block in structure.text if _NUMBER.fullmatch(block.text.strip())]
    index = 0 if direction is Direction.HORIZONTAL else 1
    values, lengths, steps = [], [], []
    for bar in bars:
        own = _in_row(bar, numbers, direction)
        if len(own) != 1:
            return {}
        text = own[0].text.strip().replace("−", "-").replace("–", "-")
        values.append(float(text))
        steps.append(10.0 ** -len(text.partition(".")[2]))
        lengths.append((bar.px["end"][index] - bar.px["base"][index]) * (1 if index == 0 else -1))
    y, x = np.array(lengths), np.array(values)
    if len(bars) < MIN_BARS or not float(x @ x):
        return {}
    per_unit = float(x @ y / (x @ x))
    agree = np.abs(y - per_unit * x) <= AGREE_PX + 0.5 * abs(per_unit) * np.array(steps)
    varied = float(np.ptp(y)) > 4 * AGREE_PX
    return {bar.id: value for bar, value in zip(bars, values, strict=True)} if varied and agree.all() else {}


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
