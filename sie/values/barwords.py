"""Labels of neighbouring categories that were read as one text: each word goes to the bar that it stands below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sie.artifacts import XYXY, ChartStructure, Tick
from sie.values.axes import AxisReader
from sie.vocab import ScaleType

_CENTERED = 0.3
"""A label's middle is within this part of the bars' distance from its bar's."""
_NARROW, _WIDE = frozenset(" iljtfrI.,:;'|()[]!-"), frozenset("mwMW%@")
_LEVEL = 12.0
"""Labels turned by more degrees are read one by one."""


def with_words_told_apart(across: AxisReader, places: Sequence[float], structure: ChartStructure) -> AxisReader:
    """The axis with one label for each bar where some label spans several bars and its words stand below them.

    The axis as it is where words and bars do not agree: some bar would have no word, or one far from its middle.

    Args:
        across: the axis of categories; one that is not horizontal is left as it is.
        places: the middles of the bars, or of the groups of bars, in pixels.
        structure: of the chart, with its texts.
    """
    ticks, groups = across.ticks(), sorted(places)
    if across.index != 0 or across.axis.scale is not ScaleType.CATEGORICAL or not len(ticks) < len(groups):
        return across
    boxes = {block.id: block.box for block in structure.text if abs(block.angle) <= _LEVEL}
    texts = {block.id: block.text.strip() for block in structure.text}
    if any(tick.text_id not in boxes or texts[tick.text_id] != tick.text.strip() for tick in ticks):
        return across
    if not any(_spans_several(boxes[tick.text_id or ""], groups) for tick in ticks):
        return across
    words = [word for tick in ticks for word in _words(tick.text.strip(), boxes[tick.text_id or ""])]
    pieces = _partition(words, groups)
    pitch = min(b - a for a, b in pairwise(groups))
    if pieces is None or any(_off(piece, px) > _CENTERED * pitch for piece, px in zip(pieces, groups, strict=True)):
        return across
    labels = []
    for index, (piece, px) in enumerate(zip(pieces, groups, strict=True)):
        text = " ".join(word.text for word in piece)
        labels.append(Tick(id=f"{across.axis.id}-w{index}", text=text, value=text, px=px, sigma_px=1.0))
    return replace(across, axis=across.axis.model_copy(update={"ticks": tuple(labels)}))


@dataclass(frozen=True)
class _Word:
    """A word with its two ends along the axis."""

    text: str
    low: float
    high: float


def _partition(words: Sequence[_Word], groups: Sequence[float]) -> list[list[_Word]] | None:
    """The words in as many runs as there are groups, the runs' middles nearest to the groups' by least squares.

    None with fewer words than groups.
    """
    if len(words) < len(groups):
        return None
    best: list[tuple[float, list[list[_Word]]] | None] = [(0.0, [])] + [None] * len(words)
    for px in groups:
        following: list[tuple[float, list[list[_Word]]] | None] = [None] * (len(words) + 1)
        for start, state in enumerate(best):
            if state is None:
                continue
            for stop in range(start + 1, len(words) + 1):
                run = list(words[start:stop])
                cost, other = state[0] + _off(run, px) ** 2, following[stop]
                if other is None or cost < other[0]:
                    following[stop] = (cost, [*state[1], run])
        best = following
    return None if best[-1] is None else best[-1][1]


def _off(run: Sequence[_Word], px: float) -> float:
    return abs((run[0].low + run[-1].high) / 2 - px)


def _spans_several(box: XYXY, groups: Sequence[float]) -> bool:
    return sum(box[0] < place < box[2] for place in groups) > 1


def _words(text: str, box: XYXY) -> list[_Word]:
    """The words of a text, where they stand by the usual widths of letters."""
    ends = [0.0]
    for ch in text:
        ends.append(ends[-1] + _width(ch))
    step = (box[2] - box[0]) / max(ends[-1], 1.0)
    found, start = [], 0
    for word in text.split():
        start = text.index(word, start)
        stop = start + len(word)
        found.append(_Word(word, box[0] + ends[start] * step, box[0] + ends[stop] * step))
        start = stop
    return found


def _width(ch: str) -> float:
    """A character's width in a proportional font, in widths of an n."""
    if ch in _NARROW:
        return 0.5
    if ch in _WIDE:
        return 1.5
    return 1.2 if ch.isupper() else 1.0
