"""Mends label sequences: brings in numbers that were framed oddly, moves flush end labels, tells legends from axes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import TextBlock
from sie.structure.fill import INK_CONTRAST, difference
from sie.structure.labels import SLANT_MIN_DEG, Label, ReadLabel, line_height, make_label
from sie.structure.sequences import LabelSequence, evenness, refit
from sie.values.scale import MIN_CERTAIN_TICKS, PLAIN_COST, ScaleSolution, px_at
from sie.vocab import Direction, ScaleType

STRAY_PX_REL = 0.35
"""A stray number stands on the scale to within this part of the text height."""
MAX_GAP = 2.3
"""Strays are no farther from the sequence than this many of its pitches."""
UNEVEN_PX = 1.0
"""Middles of labels that lie this far off a scale, root mean square, may be those of flush labels."""
BETTER = 0.3
"""Flush labels lie on the scale with their outer edges, closer than their middles by this factor."""
LATTICE_REL = 0.12
"""A stray category stands at a whole number of pitches, to within this part of one."""
SPLIT_GAP = 0.75
"""The parts of one number are nearer than this part of the text height: a 1 is narrow in its place."""
_REST = re.compile(r"0{2,}(?:[.,]\d+)?%?|,\d{3}")
SWATCH_REACH = 2.2
"""A legend's swatch begins within this many text heights left of its label."""
SWATCH_INK = 0.3
"""Part of that room that a swatch fills."""
SWATCH_LABELS = 0.6
"""A sequence is a legend's when this part of its labels have swatches."""


def join_split_numbers(blocks: Sequence[TextBlock]) -> tuple[TextBlock, ...]:
    """The blocks, with a number that was taken apart put together: `1` and `000.0` close behind it.

    Only a right part that is no number of its own says that it belongs to the left one.
    """
    joined = list(blocks)
    for right in blocks:
        if not _REST.fullmatch(right.text.strip()) or abs(right.angle) > SLANT_MIN_DEG:
            continue
        left = next((block for block in joined if _ends_before(block, right)), None)
        if left is None:
            continue
        x0, y0, x1, y1 = (min(left.box[0], right.box[0]), min(left.box[1], right.box[1]), right.box[2], right.box[3])
        y1 = max(left.box[3], y1)
        whole = TextBlock(
            id=left.id,
            text=left.text.strip() + right.text.strip(),
            polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)),
            confidence=min(left.confidence, right.confidence),
            engine=left.engine,
            parent_ids=(left.id, right.id),
        )
        joined = [whole if block is left else block for block in joined if block is not right]
    return tuple(joined)


def _ends_before(left: TextBlock, right: TextBlock) -> bool:
    height = line_height(right)
    level = abs(left.center[1] - right.center[1]) <= 0.3 * height
    close = -0.2 * height <= right.box[0] - left.box[2] <= SPLIT_GAP * height
    return level and close and left.text.strip()[-1:].isdigit() and left.text.strip()[:1] != "0"


def with_strays(
    sequence: LabelSequence, blocks: Sequence[TextBlock], read: ReadLabel, *, max_residual_px: float
) -> LabelSequence:
    """The numeric sequence with the blocks in its line that are not aligned as the others but read what the scale says.

    An end label that is pushed inwards to stay in the picture counts as standing at its tick.
    """
    if sequence.solution is None:
        return sequence
    sequence = _with_flush_end(sequence, max_residual_px)
    labels = [_unflushed(label, sequence) for label in sequence.labels]
    for block in blocks:
        if block.id in sequence.ids:
            continue
        label = make_label(block, sequence.side, read(block))
        if _in_line(label, sequence) and _fits(label, sequence, max_residual_px):
            labels.append(label)
    if len(labels) == len(sequence.labels) and all(a is b for a, b in zip(labels, sequence.labels, strict=True)):
        return sequence
    labels.sort(key=lambda label: label.px)
    return refit(LabelSequence(sequence.side, tuple(labels), sequence.solution), max_residual_px=max_residual_px)


def with_stray_words(sequence: LabelSequence, blocks: Sequence[TextBlock]) -> LabelSequence:
    """The row or column of categories with the blocks that fill its gaps or continue it, though their edges differ.

    Only where its labels are even: then a place on their lattice tells more than a badly framed edge.
    """
    places = [label.px for label in sequence.labels]
    if sequence.solution is not None or len(places) < 3 or evenness(places) < 0.9:
        return sequence
    gaps = np.diff(places)
    pitch = float(np.median(gaps / np.round(gaps / gaps.min())))
    labels = list(sequence.labels)
    free = [make_label(block, sequence.side, ()) for block in blocks if block.id not in sequence.ids]
    # from the row's middle outwards: each label that is added reaches to the next
    for label in sorted(free, key=lambda label: abs(label.px - (places[0] + places[-1]) / 2)):
        if not _like(label, sequence) or not _in_line(label, sequence):
            continue
        steps = (label.px - places[0]) / pitch
        first, last = ((end(other.px for other in labels) - places[0]) / pitch for end in (min, max))
        on_lattice = abs(steps - round(steps)) <= LATTICE_REL and first - 1.5 < steps < last + 1.5
        if on_lattice and min(abs(label.px - other.px) for other in labels) > 0.6 * pitch:
            labels.append(label)
    return LabelSequence(sequence.side, tuple(sorted(labels, key=lambda label: label.px)))


def _like(label: Label, sequence: LabelSequence) -> bool:
    """Whether a label is written as those of a sequence: as high, turned as they are, its near edge near theirs."""
    low, high = sorted((label.height_px, sequence.height_px))
    turned = label.slanted == sequence.labels[0].slanted
    return high <= 1.6 * low and turned and abs(label.near_px - sequence.middle_near_px) <= sequence.height_px


def _with_flush_end(sequence: LabelSequence, max_residual_px: float) -> LabelSequence:
    """The sequence on the scale that all of its labels agree with once an end label stands at its tick.

    Three labels of which the last is pushed inwards fit a straight scale as badly as a logarithmic one before.
    """
    assert sequence.solution is not None
    residual = sequence.solution.fit.residual_px
    agreed = sequence.solution.fit.n_ticks == len(sequence.labels)
    if len(sequence.labels) < 3 or (agreed and residual < UNEVEN_PX):
        return sequence
    outer = refit(_at_outer_edges(sequence), max_residual_px=max_residual_px)
    if outer.solution is not None and _agree(outer):
        better = outer.solution.fit.residual_px <= BETTER * residual
        return outer if better or not agreed else sequence
    if agreed:
        return sequence
    for scale in (ScaleType.LINEAR, ScaleType.LOG):
        tried = refit(sequence, max_residual_px=max_residual_px, scales=(scale,))
        if tried.solution is None:
            continue
        labels = tuple(_unflushed(label, tried) for label in sequence.labels)
        moved = refit(LabelSequence(sequence.side, labels, tried.solution), max_residual_px=max_residual_px)
        if moved.solution is not None and _agree(moved) and len(labels) > MIN_CERTAIN_TICKS:
            return moved
    return sequence


def _at_outer_edges(sequence: LabelSequence) -> LabelSequence:
    """The sequence with its end labels standing at their outer edges, as flush labels do."""
    side = 0 if sequence.direction is Direction.HORIZONTAL else 1
    first, last = sequence.labels[0], sequence.labels[-1]
    labels = (replace(first, px=first.box[side]), *sequence.labels[1:-1], replace(last, px=last.box[side + 2]))
    return LabelSequence(sequence.side, labels, sequence.solution)


def _agree(sequence: LabelSequence) -> bool:
    """Whether all labels as printed lie on the scale."""
    solution = sequence.solution
    return solution is not None and all(r is not None and r.cost < PLAIN_COST for r in solution.chosen)


def _plain_px(label: Label, solution: ScaleSolution) -> list[float]:
    """Where the scale has the values that a label says as printed."""
    values = [reading.value for reading in label.readings if reading.cost < PLAIN_COST]
    usable = [value for value in values if solution.scale is not ScaleType.LOG or value > 0]
    return [px_at(solution.fit, solution.scale, value) for value in usable]


def _in_line(label: Label, sequence: LabelSequence) -> bool:
    low, high = sorted((sequence.near_px, sequence.far_px))
    first, last = sorted((label.near_px, label.far_px))
    overlap = min(high, last) - max(low, first)
    return overlap >= 0.6 * min(high - low, last - first) and last - first <= 2.5 * (high - low)


def _fits(label: Label, sequence: LabelSequence, max_residual_px: float) -> bool:
    assert sequence.solution is not None
    reach = MAX_GAP * sequence.spacing_px
    if not sequence.low_px - reach <= label.px <= sequence.high_px + reach:
        return False
    limit = max(max_residual_px, STRAY_PX_REL * sequence.height_px)
    free = min(abs(label.px - other.px) for other in sequence.labels) > 0.5 * sequence.spacing_px
    return free and any(abs(px - label.px) <= limit for px in _plain_px(label, sequence.solution))


def _unflushed(label: Label, sequence: LabelSequence) -> Label:
    """An end label at the place that the scale has for it, where that place is beside its own box."""
    solution = sequence.solution
    assert solution is not None
    index = next(i for i, other in enumerate(sequence.labels) if other is label)
    if solution.chosen[index] is not None or index not in (0, len(sequence.labels) - 1):
        return label
    x0, y0, x1, y1 = label.box
    low, high = (x0, x1) if sequence.direction is Direction.HORIZONTAL else (y0, y1)
    outward = -1.0 if index == 0 else 1.0
    for px in _plain_px(label, solution):
        if low - 2.0 <= px <= high + 2.0 and (px - label.px) * outward > 0:
            return replace(label, px=px)
    return label


def has_swatches(sequence: LabelSequence, rgb: NDArray[np.uint8], text: NDArray[np.bool_]) -> bool:
    """Whether the labels of a sequence have patches of colour left of them, as a legend's have.

    Args:
        text: where there is text, shape (height, width).
    """
    return sum(_has_swatch(label, rgb, text) for label in sequence.labels) >= SWATCH_LABELS * len(sequence.labels)


def _has_swatch(label: Label, rgb: NDArray[np.uint8], text: NDArray[np.bool_]) -> bool:
    x0, y0, x1, y1 = label.box
    height = min(y1 - y0, 1.5 * label.height_px)
    top, bottom = max(0, int(y0)), int(np.ceil(y1))
    left, right = max(0, int(x0 - SWATCH_REACH * height)), max(0, int(x0 - 0.15 * height))
    room = rgb[top:bottom, left:right]
    if room.size == 0:
        return False
    rim = np.concatenate([rgb[max(0, top - 2) : top, int(x0) : int(x1)], rgb[bottom : bottom + 2, int(x0) : int(x1)]])
    if rim.size == 0:
        return False
    background = np.median(rim.reshape(-1, 3), axis=0)
    ink = (difference(np.ascontiguousarray(room), background) > INK_CONTRAST) & ~text[top:bottom, left:right]
    # a patch ends within the room: what goes on to the left is the page's edge or the plot
    part = ink.mean(axis=0)
    return float(part.mean()) >= SWATCH_INK and float(part[: max(1, len(part) // 10)].mean()) < 0.5


def text_mask(blocks: Sequence[TextBlock], shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Where blocks of text lie, shape (height, width)."""
    mask = np.zeros(shape, bool)
    for block in blocks:
        x0, y0, x1, y1 = block.box
        mask[max(0, int(y0)) : int(np.ceil(y1)), max(0, int(x0)) : int(np.ceil(x1))] = True
    return mask
