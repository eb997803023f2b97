"""Labels of neighbouring categories that were read as one text: each word goes to the bar that it stands below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sie.artifacts import XYXY, ChartStructure, Tick
from sie.values.axes import AxisReader
from sie.values.words import split_words
from sie.vocab import ScaleType

_CENTERED = 0.3
"""A label's middle is within this part of the bars' distance from its bar's."""
_OFTEN = 1.5
"""So many bars for each label, at least, where only some bars have one."""
_UNEVEN = 0.2
"""Evenly spaced bars' distances differ by less than this part."""
_NARROW, _WIDE = frozenset(" iljtfrI.,:;'|()[]!-"), frozenset("mwMW%@")
_LEVEL = 12.0
"""Labels turned by more degrees are read one by one."""


@dataclass(frozen=True)
class _Word:
    """A word with its two ends along the axis."""

    text: str
    low: float
    high: float


def with_words_told_apart(across: AxisReader, places: Sequence[float], structure: ChartStructure) -> AxisReader:
    """The axis with one label for each bar where some label spans several bars and its words stand below them.

    Where some bar would have no word, or one far from its middle, the labels are told apart one by one, next to others
    that stand at a bar each; else the axis is left as it is.

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
    reach = _CENTERED * min(b - a for a, b in pairwise(groups))
    labels = _below(words, groups, reach, across) or _one_by_one(ticks, boxes, groups, reach, across)
    return replace(across, axis=across.axis.model_copy(update={"ticks": labels})) if labels else across


def only_named(across: AxisReader, places: Sequence[float]) -> AxisReader:
    """The axis without the categories that no label names, where all groups of bars stand at labels.

    Months left out between labelled ones are names where bars stand at them.

    Args:
        across: the axis of categories.
        places: the middles of the bars, or of the groups of bars, in pixels.
    """
    labelled = [tick for tick in across.axis.ticks if tick.text_id is not None]
    if not 2 <= len(labelled) < len(across.axis.ticks) or not places:
        return across
    pitch = min(b.px - a.px for a, b in pairwise(labelled))
    at_labels = all(min(abs(tick.px - px) for tick in labelled) <= _CENTERED * pitch for px in places)
    return replace(across, axis=across.axis.model_copy(update={"ticks": tuple(labelled)})) if at_labels else across


def between_labels(across: AxisReader, places: Sequence[float]) -> list[float]:
    """The places of evenly spaced bars that stand between labelled ones: every second or third bar has a label.

    Empty where some label stands at no bar, or where bars are not evenly spaced, as in groups.

    Args:
        across: the axis of categories.
        places: the middles of the bars, one or a stack at each place, in pixels.
    """
    ticks, groups = across.ticks(), sorted(places)
    steps = [b - a for a, b in pairwise(groups)]
    if len(ticks) < 2 or len(groups) < _OFTEN * len(ticks) or max(steps) > (1 + _UNEVEN) * min(steps):
        return []
    at = [min(groups, key=lambda px: abs(px - tick.px)) for tick in ticks]
    if any(abs(px - tick.px) > _CENTERED * min(steps) for px, tick in zip(at, ticks, strict=True)):
        return []
    return [px for px in groups if px not in at]


def _below(words: Sequence[_Word], groups: Sequence[float], reach: float, across: AxisReader) -> tuple[Tick, ...]:
    """A label for each group, of the words below it; empty where some group has none within reach of its middle."""
    pieces = _partition(words, groups)
    if pieces is None or any(_off(piece, px) > reach for piece, px in zip(pieces, groups, strict=True)):
        return ()
    texts = [" ".join(word.text for word in piece) for piece in pieces]
    return tuple(
        Tick(id=f"{across.axis.id}-w{px:.0f}", text=text, value=text, px=px, sigma_px=1.0)
        for text, px in zip(texts, groups, strict=True)
    )


def _one_by_one(
    ticks: Sequence[Tick], boxes: dict[str, XYXY], groups: Sequence[float], reach: float, across: AxisReader
) -> tuple[Tick, ...]:
    """The labels, those told apart that span several groups; empty where the others do not stand at a group each."""
    found: list[Tick] = []
    single = 0
    for tick in ticks:
        box = boxes[tick.text_id or ""]
        spanned = [px for px in groups if box[0] < px < box[2]]
        if len(spanned) > 1:
            found += _below(_words(tick.text.strip(), box), spanned, reach, across) or (tick,)
        elif min(abs(px - tick.px) for px in groups) > reach:
            return ()
        else:
            single += 1
            found.append(tick)
    return tuple(found) if single and len(found) > len(ticks) else ()


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
    for word in split_words(text):
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
