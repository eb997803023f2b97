"""Takes apart neighbouring labels of a row that an engine read as one text: `Apples Pears` beside `Plums`.

Labels of an axis stand at even distances, words of a sentence do not: a row is cut at those blanks that leave all of
its labels evenly spaced. A cut at the widest blanks was refused: the blank within `Douglas fir` may be wider than the
gap to its neighbour.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import TextBlock
from sie.structure.labels import SLANT_MIN_DEG, line_height
from sie.structure.roles_size import text_ems
from sie.text.ink import Run, find_runs
from sie.text.quads import TextRect, crop_rect
from sie.values.words import split_words

SAME_ROW = 0.3
"""In text heights: how far the middles of a row's texts are apart, across the row."""
SAME_HEIGHT = 1.6
"""Ratio of the text heights within a row: words with and without ascenders."""
EVEN_REL = 0.035
"""Part of the pitch by which a distance between labels may differ from it."""
EVEN_REL_FEW = 0.02
"""The same for three labels, whose two distances agree more easily by chance."""
MIN_GAP = 0.2
"""In text heights: the narrowest gap between two labels."""
MIN_GAP_FEW = 0.55
"""The same for three labels, for a row of one text, and for one that is even as it stands: no blank in a title is."""
FEW = 3
MANY = 6
"""So many words at one pitch are labels by that alone, however near to each other: months in a small chart."""
MAX_BLANKS = 9
MAX_LABELS = 24
BLANK_EMS = 0.35
NEAR_EMS = 1.3
"""Words begin this near, in ems, to where the widths of common letters say."""
CROP_HEIGHT = 48.0
"""Texts are looked at this many pixels high, so that gaps are told to a fraction of a pixel."""


@dataclass(frozen=True)
class _Word:
    """A word of a block with its extent along the row, in pixels of the picture."""

    block: TextBlock
    text: str
    start: float
    stop: float


def split_merged_labels(rgb: NDArray[np.uint8], blocks: Sequence[TextBlock]) -> tuple[TextBlock, ...]:
    """The blocks, with those of a level row taken apart whose parts stand evenly with the rest of the row.

    Parts have ids of their own and the block as their parent.
    """
    result = list(blocks)
    for block in blocks:
        if len(split_words(block.text)) < 2 or block not in result or not _is_level(block):
            continue
        row = sorted((b for b in result if _in_row(b, block)), key=lambda b: b.box[0])
        parts = _even_parts(rgb, row)
        if parts:
            place = min(result.index(b) for b in row)
            rest = [b for b in result if b not in row]
            result = [*rest[:place], *parts, *rest[place:]]
    return tuple(result)


def _is_level(block: TextBlock) -> bool:
    return abs(block.angle) < SLANT_MIN_DEG


def _in_row(block: TextBlock, seed: TextBlock) -> bool:
    height, other = line_height(seed), line_height(block)
    level = abs(block.center[1] - seed.center[1]) <= SAME_ROW * height
    return _is_level(block) and level and max(height, other) <= SAME_HEIGHT * min(height, other)


def _even_parts(rgb: NDArray[np.uint8], row: Sequence[TextBlock]) -> list[TextBlock]:
    """The labels of a row cut so that they are even; empty where no cut makes them so."""
    if len(row) > MAX_LABELS:
        return []
    sure = len(row) > 1 and not _is_even([(b.box[0], b.box[2]) for b in row])
    words = [word for block in row for word in _words(rgb, block)]
    inner = [i for i in range(1, len(words)) if words[i].block is words[i - 1].block]
    if len(words) >= MANY and inner and _is_even([(word.start, word.stop) for word in words]):
        return _parts([[word] for word in words])
    if not 0 < len(inner) <= MAX_BLANKS:
        return []
    height = float(np.median([line_height(b) for b in row]))
    outer = {i for i in range(1, len(words)) if i not in inner}
    for count in range(1, len(inner) + 1):
        for chosen in itertools.combinations(inner, count):
            cuts = sorted(outer | set(chosen))
            groups = [words[a:b] for a, b in itertools.pairwise((0, *cuts, len(words)))]
            least = MIN_GAP if sure and len(groups) > FEW else MIN_GAP_FEW
            apart = all(words[i].start - words[i - 1].stop >= least * height for i in chosen)
            if apart and _is_even([(g[0].start, g[-1].stop) for g in groups]):
                return _parts(groups)
    return []


def _is_even(spans: Sequence[tuple[float, float]]) -> bool:
    """Whether three or more spans have their middles at one pitch."""
    if len(spans) < FEW:
        return False
    steps = np.diff([(start + stop) / 2 for start, stop in spans])
    pitch = float(steps.mean())
    limit = EVEN_REL_FEW if len(spans) == FEW else EVEN_REL
    return pitch > 0 and float(np.abs(steps - pitch).max()) <= max(limit * pitch, 1.0)


def _words(rgb: NDArray[np.uint8], block: TextBlock) -> list[_Word]:
    """The words of a block, parted at the widest gaps of its ink; the block as one word where there are too few."""
    texts = split_words(block.text)
    x0, _, x1, _ = block.box
    whole = [_Word(block, " ".join(block.text.split()), x0, x1)]
    if len(texts) < 2:
        return whole
    rect = TextRect.from_corners(block.polygon).grown(0.0, 0.1 * line_height(block))
    scale = max(1.0, CROP_HEIGHT / max(rect.height, 1.0))
    runs = [run for run in find_runs(crop_rect(rgb, rect, scale=scale)) if not run.swatch]
    if len(runs) < len(texts):
        return whole
    cuts = _cuts(runs, texts)
    if cuts is None:
        return whole
    bounds = [0, *cuts, len(runs)]
    left = rect.center[0] - rect.width / 2
    return [
        _Word(block, text, left + runs[a].start / scale, left + runs[b - 1].stop / scale)
        for text, (a, b) in zip(texts, itertools.pairwise(bounds), strict=True)
    ]


def _cuts(runs: Sequence[Run], texts: Sequence[str]) -> list[int] | None:
    """The runs that begin the second and further words: behind the widest gap near where each should begin."""
    widths = [text_ems(text) for text in texts]
    total = sum(widths) + BLANK_EMS * (len(texts) - 1)
    scale = (runs[-1].stop - runs[0].start) / total
    cuts: list[int] = []
    for k in range(1, len(texts)):
        middle = runs[0].start + scale * (sum(widths[:k]) + BLANK_EMS * (k - 0.5))
        near = [
            i
            for i in range((cuts[-1] if cuts else 0) + 1, len(runs))
            if abs((runs[i - 1].stop + runs[i].start) / 2 - middle) <= NEAR_EMS * scale
        ]
        if not near:
            return None
        cuts.append(max(near, key=lambda i: runs[i].start - runs[i - 1].stop))
    return cuts


def _parts(groups: Sequence[Sequence[_Word]]) -> list[TextBlock]:
    """A block for each group of words; one that has all words of its block is that block."""
    parts = []
    for group in groups:
        block = group[0].block
        if len(group) == len(split_words(block.text)):
            parts.append(block)
            continue
        text = " ".join(word.text for word in group)
        _, y0, _, y1 = block.box
        start, stop = group[0].start, group[-1].stop
        update = {
            "id": f"{block.id}.{len(parts)}",
            "text": text,
            "polygon": ((start, y0), (stop, y0), (stop, y1), (start, y1)),
            "parent_ids": (block.id,),
            "alternatives": (),
        }
        parts.append(block.model_copy(update=update))
    return parts
