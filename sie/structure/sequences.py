"""Finds the rows and columns of text that can be the tick labels of an axis.

A numeric sequence proves itself: its readings lie on a scale along the picture. A sequence of categories has only its
place beside the plot and its even spacing, so it is looked for once a numeric one has said where the plot is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sie.artifacts import TextBlock
from sie.structure.labelnames import are_names
from sie.structure.labels import (
    Label,
    ReadLabel,
    aligned_groups,
    direction_of,
    is_slanted,
    join_lines,
    line_height,
    make_label,
)
from sie.structure.roles_size import ink_ems, unfilled_ems
from sie.values.scale import PLAIN_COST, Notation, ScaleSolution, fit_scale
from sie.vocab import Direction, ScaleType, Side

MIN_SPAN_REL = 0.12
"""An axis' labels span at least this part of the picture along it."""
SPAN_WEIGHT = 4.0
"""Votes that a sequence over the whole picture gains over a short one: a legend's numbers are evenly spaced too."""
STRAY_REL = 0.5
"""An edge this part of the text height beyond all others is badly framed."""
MIN_DISTINCT = 0.6
"""Part of the categories' labels that differ: tick marks read as text are all alike."""
ALIKE = "OoIlSB"
"""Letters that digits are read as."""
_CODE = re.compile(r"[^\W\d_OoIl]\d{1,2}")
"""A letter that is no nought or one before a digit or two."""
MIN_FLUSH = 4
"""Of so many labels the outer ones may be shifted: fewer fit a line whichever way they are taken."""
MAX_INNER = 2
MAX_LINE_GAP_REL = 0.65
"""Lines of one label are nearer than this part of their height, apart from what their letters leave blank."""
BLANK_REL = 0.9
"""The widest blank between two words, in text heights: that of a typewriter's letters."""
SAME_ROW = 0.35
"""In text heights: how far the middles of a label's words are apart, across its row."""


@dataclass(frozen=True)
class LabelSequence:
    """Labels of one axis, sorted along it; `solution` is None for categories."""

    side: Side
    labels: tuple[Label, ...]
    solution: ScaleSolution | None = None

    @property
    def direction(self) -> Direction:
        """The direction of the axis."""
        return direction_of(self.side)

    @property
    def ids(self) -> frozenset[str]:
        """Ids of every block in it."""
        return frozenset(block.id for label in self.labels for block in label.blocks)

    @property
    def low_px(self) -> float:
        """First tick place along the axis."""
        return self.labels[0].px

    @property
    def high_px(self) -> float:
        """Last tick place along the axis."""
        return self.labels[-1].px

    @property
    def near_px(self) -> float:
        """The edge of the labels towards the plot: the extreme one, unless it strays far from the others."""
        values = sorted(label.near_px for label in self.labels)
        if self.side in (Side.BOTTOM, Side.RIGHT):
            values.reverse()
        extreme, middle = values[-1], values[len(values) // 2]
        strays = len(values) >= 4 and abs(extreme - values[-2]) > STRAY_REL * self.height_px
        return values[-2] if strays and abs(extreme - middle) > STRAY_REL * self.height_px else extreme

    @property
    def middle_near_px(self) -> float:
        """The edge of the labels towards the plot: the median one."""
        return float(np.median([label.near_px for label in self.labels]))

    @property
    def far_px(self) -> float:
        """The edge of the labels away from the plot: the extreme one."""
        values = [label.far_px for label in self.labels]
        return min(values) if self.side in (Side.LEFT, Side.TOP) else max(values)

    @cached_property
    def height_px(self) -> float:
        """Median text height."""
        return float(np.median([label.height_px for label in self.labels]))

    @cached_property
    def spacing_px(self) -> float:
        """Median distance of neighbours, 0 with one label."""
        if len(self.labels) < 2:
            return 0.0
        return float(np.median(np.diff([label.px for label in self.labels])))

    def score(self, image_side: float) -> float:
        """Votes of the scale fit and the part of the picture that it spans."""
        support = self.solution.support if self.solution else 0.0
        return support + SPAN_WEIGHT * (self.high_px - self.low_px) / image_side


def numeric_sequences(
    blocks: Sequence[TextBlock], side: Side, read: ReadLabel, *, image_side: float, max_residual_px: float
) -> list[LabelSequence]:
    """Every row or column of blocks whose readings fit a scale, best first; they may share blocks.

    Args:
        side: where the labels are taken to stand; the edge nearer to the plot depends on it.
        image_side: the picture's width for rows, height for columns, pixels.
    """
    labels = [make_label(block, side, read(block)) for block in blocks]
    labels = [label for label in labels if len(label.text) <= 24]
    found: list[LabelSequence] = []
    for group in aligned_groups(labels, side):
        sequence = _fit_group(group, side, image_side, max_residual_px)
        if sequence is not None:
            found.append(sequence)
    return sorted(found, key=lambda s: s.score(image_side), reverse=True)


def _fit_group(group: list[Label], side: Side, image_side: float, max_residual_px: float) -> LabelSequence | None:
    if sum(bool(label.readings) for label in group) < 2 or are_names(group, max_residual_px=max_residual_px):
        return None
    solution = fit_scale([label.place for label in group], max_residual_px=max_residual_px)
    if direction_of(side) is Direction.HORIZONTAL:
        group, solution = _flush_ends(group, solution, max_residual_px)
    if solution is None:
        return None
    members = _run_of_agreeing(group, solution)
    if len(members) < 2 or members[-1].px - members[0].px < MIN_SPAN_REL * image_side:
        return None
    if len(members) < len(group):
        solution = fit_scale([label.place for label in members], max_residual_px=max_residual_px)
    if solution is not None and not _is_printed(members, solution):
        return None
    return None if solution is None else LabelSequence(side, tuple(members), solution)


def _flush_ends(
    group: list[Label], solution: ScaleSolution | None, max_residual_px: float
) -> tuple[list[Label], ScaleSolution | None]:
    """The labels with the first standing at its left end, the last at its right, where only so all of them agree.

    Tools shift the outer labels of an axis inwards, so that they do not stand out beyond the plot. Where more inner
    ones agree than two, which fit any line, `with_strays` moves the outer ones to the inner ones' scale.
    """
    agreeing = 0 if solution is None else sum(reading is not None for reading in solution.chosen)
    if len(group) < MIN_FLUSH or agreeing > MAX_INNER or not all(label.readings for label in group):
        return group, solution
    if any(label.slanted or abs(label.blocks[0].angle) > 45 for label in (group[0], group[-1])):
        return group, solution
    first, last = replace(group[0], px=group[0].box[0]), replace(group[-1], px=group[-1].box[2])
    for ends in ((first, group[-1]), (group[0], last), (first, last)):
        labels = [ends[0], *group[1:-1], ends[1]]
        other = fit_scale([label.place for label in labels], max_residual_px=max_residual_px)
        if other is not None and all(r is not None and r.cost < PLAIN_COST for r in other.chosen):
            return labels, other
    return group, solution


def _is_printed(members: Sequence[Label], solution: ScaleSolution) -> bool:
    """Whether at least half of the numbers that agree have a digit and few are codes: B, S are no 8, 5, nor B1, B2."""
    numbers = [
        label.text
        for label, reading in zip(members, solution.chosen, strict=True)
        if reading is not None and reading.notation is not Notation.DATE
    ]
    codes = sum(_CODE.fullmatch(text) is not None for text in numbers)
    return 2 * sum(any(c.isdigit() for c in text) for text in numbers) >= len(numbers) and 3 * codes <= len(numbers)


def _run_of_agreeing(group: list[Label], solution: ScaleSolution) -> list[Label]:
    """The labels between and beside those that agree as printed, without what lies apart from them.

    What agrees by a repair only must follow closely: the labels of the next chart agree with a few minus signs put in.
    What does not agree stays where it stands among the others and could be a misread number.
    """
    agreeing = [reading is not None for reading in solution.chosen]
    plain = [i for i, r in enumerate(solution.chosen) if r is not None and r.cost < PLAIN_COST]
    if len(plain) < 2:
        plain = [i for i, agrees in enumerate(agreeing) if agrees]
    if len(plain) < 2:
        return []
    pitch = float(np.median(np.diff([group[i].px for i in plain])))
    first, last = plain[0], plain[-1]
    for step, edge in ((-1, first), (1, last)):
        i = edge
        while 0 <= i + step < len(group) and abs(group[i + step].px - group[i].px) <= 2.3 * pitch:
            if not agreeing[i + step]:
                i += step if abs(group[i + step].px - group[i].px) <= 1.3 * pitch else 0
                break
            i += step
        first, last = (i, last) if step < 0 else (first, i)
    return [
        label for i, label in enumerate(group) if first <= i <= last and (agreeing[i] or _numeric_looking(label.text))
    ]


def _numeric_looking(text: str) -> bool:
    compact = text.replace(" ", "")
    words = re.findall(r"[^\W\d_]{3,}", compact)
    if any(sum(c not in ALIKE for c in word) >= 2 for word in words):
        return False
    digits = sum(c.isdigit() or c in ALIKE + ".,-−–%" for c in compact)
    return 0 < len(compact) <= 12 and digits >= 0.5 * len(compact)


def category_sequences(blocks: Sequence[TextBlock], side: Side, read: ReadLabel) -> list[LabelSequence]:
    """Every row or column of at least two blocks, whatever they say, nearest to the plot first."""
    labels = [make_label(block, side, read(block)) for block in blocks]
    found = []
    for group in aligned_groups(labels, side):
        spread = _without_stacked(group)
        if len(spread) >= 2 and len({label.text for label in spread}) >= MIN_DISTINCT * len(spread):
            found.append(LabelSequence(side, tuple(spread)))
    return sorted(found, key=lambda s: s.near_px, reverse=side in (Side.LEFT, Side.TOP))


def _without_stacked(group: list[Label]) -> list[Label]:
    """The group without labels that stand at the place of their predecessor."""
    kept: list[Label] = []
    for label in group:
        if not kept or label.px - kept[-1].px > 0.5 * label.height_px:
            kept.append(label)
    return kept


def evenness(places: Sequence[float], *, tolerance_rel: float = 0.16) -> float:
    """The part of the gaps between places that are whole multiples of one pitch, 0 to 1; places may be missing.

    >>> evenness([10, 20, 30, 50])
    1.0
    >>> evenness([0, 10, 16, 41]) < 0.7
    True
    """
    gaps = np.diff(np.sort(np.asarray(places, float)))
    if len(gaps) < 2:
        return float(len(gaps))
    best = 0.0
    for pitch in (float(np.median(gaps)), float(gaps.min())):
        if pitch > 0:
            steps = gaps / pitch
            fits = (np.abs(steps - np.round(steps)) <= tolerance_rel) & (np.round(steps) >= 1)
            best = max(best, float(fits.mean()))
    return best


def with_further_lines(sequence: LabelSequence, blocks: Sequence[TextBlock]) -> LabelSequence:
    """The sequence with the second and further lines of its labels joined to them.

    Only below or above a plot: beside it the lines of a label stand around its middle.
    """
    if sequence.direction is Direction.VERTICAL:
        return _with_lines_beside(_with_words_beside(sequence, blocks))
    title = _title_below(sequence, blocks)
    blocks = [block for block in blocks if block is not title and not _beside_others(block, blocks, sequence)]
    labels = list(sequence.labels)
    taken = set(sequence.ids)
    grown = True
    while grown:
        grown = False
        for i, label in enumerate(labels):
            for block in blocks:
                if block.id in taken or is_slanted(block) or abs(block.angle) > 45:
                    continue
                if _continues(label, block, sequence):
                    labels[i] = join_lines(label, make_label(block, sequence.side, ()))
                    taken.add(block.id)
                    grown = True
                    break
    return LabelSequence(sequence.side, tuple(labels), sequence.solution)


def _title_below(sequence: LabelSequence, blocks: Sequence[TextBlock]) -> TextBlock | None:
    """The block that would be a second line of the middle label only: the axis title, if it stands in the middle."""
    second = [
        block
        for block in blocks
        if block.id not in sequence.ids and any(_continues(label, block, sequence) for label in sequence.labels)
    ]
    if len(second) != 1 or len(sequence.labels) < 3:
        return None
    middle = (sequence.low_px + sequence.high_px) / 2
    place = make_label(second[0], sequence.side, ()).px
    return second[0] if abs(place - middle) <= 0.2 * sequence.spacing_px else None


def _beside_others(block: TextBlock, blocks: Sequence[TextBlock], sequence: LabelSequence) -> bool:
    """Whether a block stands in a row with one that continues no label, as a legend's entries do."""
    return any(
        other.id not in sequence.ids
        and other is not block
        and abs(other.center[1] - block.center[1]) <= 0.5 * line_height(block)
        and sequence.low_px <= other.center[0] <= sequence.high_px
        and not any(_continues(label, other, sequence) for label in sequence.labels)
        for other in blocks
    )


def _continues(label: Label, block: TextBlock, sequence: LabelSequence) -> bool:
    if label.slanted or abs(label.blocks[0].angle) > 45:
        return False
    other = make_label(block, sequence.side, ())
    below = sequence.side is Side.BOTTOM
    gap = (other.near_px - label.far_px) * (1.0 if below else -1.0)
    em = label.height_px / ink_ems(label.blocks[0].text)
    blank = unfilled_ems(label.blocks[-1].text, block.text) if below else unfilled_ems(block.text, label.blocks[0].text)
    if gap < -0.6 * label.height_px or gap - blank * em > MAX_LINE_GAP_REL * label.height_px:
        return False
    ratios = (other.height_px / label.height_px, other.height_px / ink_ems(block.text) / em)
    if not any(0.65 <= ratio <= 1.5 for ratio in ratios):
        return False
    width = block.box[2] - block.box[0]
    room = sequence.spacing_px or width
    return abs(other.px - label.px) <= 0.18 * room and width <= 1.1 * room


def _with_words_beside(sequence: LabelSequence, blocks: Sequence[TextBlock]) -> LabelSequence:
    """Categories beside the plot with the words that were read apart from them, a blank further from the plot."""
    if sequence.solution is not None:
        return sequence
    left = sequence.side is Side.LEFT
    labels = []
    free = [block for block in blocks if block.id not in sequence.ids and abs(block.angle) <= 45]
    for label in sequence.labels:
        for block in sorted(free, key=lambda b: b.box[0], reverse=left):
            gap = label.box[0] - block.box[2] if left else block.box[0] - label.box[2]
            level = abs(block.center[1] - label.px) <= SAME_ROW * label.height_px
            if level and abs(gap) <= BLANK_REL * label.height_px:
                words = (block, *label.blocks) if left else (*label.blocks, block)
                far = block.box[0] if left else block.box[2]
                text = " ".join(word.text.strip() for word in words)
                label = replace(label, blocks=words, text=text, far_px=far)
        labels.append(label)
    return LabelSequence(sequence.side, tuple(labels), sequence.solution)


def _with_lines_beside(sequence: LabelSequence) -> LabelSequence:
    """Labels beside the plot with two lines: neighbours much nearer than the pitch become one, at their middle."""
    gaps = np.diff([label.px for label in sequence.labels])
    if len(gaps) < 2:
        return sequence
    joined: list[Label] = [sequence.labels[0]]
    close = 1.35 * sequence.height_px
    if not (gaps < close).any() or not (gaps > 1.6 * close).any():
        return sequence
    for label in sequence.labels[1:]:
        if label.px - joined[-1].blocks[-1].center[1] < close:
            pair = join_lines(joined[-1], label)
            y0, y1 = pair.box[1], pair.box[3]
            joined[-1] = Label(pair.blocks, pair.text, (y0 + y1) / 2, pair.near_px, label.far_px, label.height_px, ())
        else:
            joined.append(label)
    return LabelSequence(sequence.side, tuple(joined), sequence.solution)


def refit(
    sequence: LabelSequence, *, max_residual_px: float, scales: Sequence[ScaleType] | None = None
) -> LabelSequence:
    """The sequence with a scale fitted to it, or with none where its readings fit none."""
    solution = fit_scale([label.place for label in sequence.labels], max_residual_px=max_residual_px, scales=scales)
    return LabelSequence(sequence.side, sequence.labels, solution)
