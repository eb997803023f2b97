"""Decides which rows and columns of text are the axes of a plot.

Numeric sequences are judged in pairs: the column must stand beside the row's ticks and the row below or above the
column's. Where one direction has no numbers, the nearest row or column of words beside the plot has the categories.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY, TextBlock
from sie.structure.keys import has_keys
from sie.structure.labels import ReadLabel
from sie.structure.months import dated
from sie.structure.sequences import LabelSequence, category_sequences, evenness, numeric_sequences, with_further_lines
from sie.structure.strays import has_swatches, text_mask, with_stray_words, with_strays
from sie.values.scale import PLAIN_COST, px_at
from sie.vocab import ScaleType, Side

MAX_TRIED = 6
"""Best sequences of each direction that are tried in pairs."""
TWO_LABEL_DISCOUNT = 1.5
"""Two numbers fit a line by themselves: they count little."""
_PLAIN_NUMBER = re.compile(r"[-−]?\d+(?:[.,]\d+)?%?")
UNSORTED = 2
"""As many clearly read numbers of a row must disagree with its scale for the row to be names in no order."""
WORD_GAP = 0.8
"""In heights of a text's box: the widest blank of a line. A blank is a third of an em, a box 0.7 em high at least."""
LEVEL_DEGREES = 15.0
CLEAR_READING = 0.8
"""Confidence from which a label's text is taken as printed."""
LEGEND_REL = 0.45
"""Legends left of the middle are no higher than this part of the picture."""
SHORT_REL = 0.3
CROSSING_DISCOUNT = 1.0
FEW_LABELS = 4
UNLIKE_GROUND = 60.0
"""Difference of a channel between the grounds of two numbers that do not stand on one page."""
MAX_DISTANCE_REL = 0.3
"""Category labels stand no farther from the plot than this part of the picture."""


_ALIKE_DIGITS = frozenset(
    frozenset(pair) for pair in ("38", "56", "68", "89", "08", "17", "49", "14", "27", "06", "35")
)


@dataclass(frozen=True)
class Layout:
    """The label sequences of a plot's axes: columns of vertical axes and rows of horizontal ones, the primary first."""

    columns: tuple[LabelSequence, ...]
    rows: tuple[LabelSequence, ...]

    @property
    def ids(self) -> frozenset[str]:
        """Ids of all blocks that are tick labels."""
        return frozenset().union(*(s.ids for s in (*self.columns, *self.rows)))


def choose_layout(
    blocks: Sequence[TextBlock], read: ReadLabel, *, box: XYXY, rgb: NDArray[np.uint8], max_residual_px: float
) -> Layout:
    """The primary axes of a panel; a direction without labels stays empty.

    Args:
        blocks: every text block of the panel.
        box: the panel.
        rgb: the picture.
    """
    text = text_mask(blocks, rgb.shape[:2])
    width, height = box[2] - box[0], box[3] - box[1]
    columns = numeric_sequences(blocks, Side.LEFT, read, image_side=height, max_residual_px=max_residual_px)
    rows = numeric_sequences(blocks, Side.BOTTOM, read, image_side=width, max_residual_px=max_residual_px)
    # a column that spans much of the left half is no legend, whatever stands left of it: a title, the chart's border
    columns = [
        s
        for s in columns[: 2 * MAX_TRIED]
        if (s.near_px < (box[0] + box[2]) / 2 and s.high_px - s.low_px > LEGEND_REL * height)
        or not (has_swatches(s, rgb, text) or has_keys(s, rgb, text))
    ]
    rows = [s for s in rows[: 2 * MAX_TRIED] if not has_swatches(s, rgb, text) and not has_keys(s, rgb, text)]
    columns = [s for s in columns if not _on_fills(s, rgb)]
    rows = [s for s in rows if not _on_fills(s, rgb)]
    column, row = _best_pair(columns[:MAX_TRIED], rows[:MAX_TRIED], width, height)
    if column is not None:
        column = with_strays(column, _others(blocks, row), read, max_residual_px=max_residual_px)
    if row is not None:
        row = with_strays(row, _others(blocks, column), read, max_residual_px=max_residual_px)
    column, row = _with_sides(column, row, box)
    weak_row, weak_column = _weak(row, width), _weak(column, height)
    if column is not None and weak_row and not (weak_column and row is not None):
        row = _richer(row, _with_words(_category_row(column, blocks, read, box), _others(blocks, column)))
    elif row is not None and weak_column:
        column = _richer(column, _with_words(_category_column(row, blocks, read, box), _others(blocks, row)))
    if _sure(column) and row is not None and _are_names(row):
        row = _with_words(LabelSequence(row.side, row.labels), _others(blocks, column))
    elif _sure(row) and column is not None and _are_names(column):
        column = _with_words(LabelSequence(column.side, column.labels), _others(blocks, row))
    if _lone_pair(column, row) or _lone_pair(row, column):
        return Layout((), ())
    if row is not None and row.solution is None:
        row = dated(with_further_lines(row, _others(blocks, column)), max_residual_px=max_residual_px)
    if column is not None and column.solution is None:
        column = with_further_lines(column, _others(blocks, row))
    return Layout(() if column is None else (column,), () if row is None else (row,))


def _on_fills(sequence: LabelSequence, rgb: NDArray[np.uint8]) -> bool:
    """Whether a few numbers stand on grounds of different colours: they are printed in the parts of a stack."""
    if len(sequence.labels) > FEW_LABELS:
        return False
    grounds = []
    for label in sequence.labels:
        x0, y0, x1, y1 = (round(v) for v in label.box)
        rim = rgb[max(0, y0 - 1) : y1 + 1, max(0, x0 - 2) : x1 + 2]
        if min(rim.shape[:2]) < 3:
            return False
        edge = np.concatenate((rim[0], rim[-1], rim[:, 0], rim[:, -1]))
        grounds.append(np.median(edge.astype(np.float32), axis=0))
    return float(np.ptp(np.array(grounds), axis=0).max()) > UNLIKE_GROUND


def _weak(sequence: LabelSequence | None, image_side: float) -> bool:
    """Whether a sequence is missing, has two numbers, which fit any line, or three close together as in a legend."""
    if sequence is None:
        return True
    if sequence.solution is None:
        return False
    count = sequence.solution.fit.n_ticks
    return count < 3 or (count == 3 and sequence.high_px - sequence.low_px < SHORT_REL * image_side)


def _lone_pair(sequence: LabelSequence | None, other: LabelSequence | None) -> bool:
    """Whether two numbers in line are all there is: shares printed in a pie, two values over bars.

    Two words in line are no better a witness than two numbers.
    """
    weak = sequence is not None and sequence.solution is not None and sequence.solution.fit.n_ticks < 3
    if other is None:
        return weak
    return weak and (len(other.labels) if other.solution is None else other.solution.fit.n_ticks) < 3


def _sure(sequence: LabelSequence | None) -> bool:
    return sequence is not None and sequence.solution is not None and sequence.solution.fit.certain


def _are_names(sequence: LabelSequence) -> bool:
    """Whether numbers name categories: evenly placed and clearly read, but not evenly stepped (3 4 5 6 8, 2 8 70 12).

    A misread label alone may make the numbers of an axis go up and down: where they do, several must disagree.
    """
    solution = sequence.solution
    if solution is None or len(sequence.labels) < 3:
        return False
    plain = [label.readings[0] if label.readings else None for label in sequence.labels]
    values = [reading.value for reading in plain if reading is not None and reading.cost < PLAIN_COST]
    disagree = [i for i, reading in enumerate(solution.chosen) if reading is None]
    if len(values) < len(plain) or not disagree:
        return False
    clear = all(block.confidence >= CLEAR_READING for i in disagree for block in sequence.labels[i].blocks)
    steps = [b - a for a, b in itertools.pairwise(values)]
    rising = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    plainly = all(_PLAIN_NUMBER.fullmatch(label.text) for label in sequence.labels)
    unsorted = len(disagree) >= UNSORTED and plainly and len(set(values)) == len(values)
    told = solution.scale is ScaleType.LINEAR if rising else unsorted
    misread = any(_is_misread(sequence.labels[i].text, solution.predicted[i]) for i in disagree)
    return clear and told and not misread and evenness([label.px for label in sequence.labels]) >= 0.9


def _is_misread(text: str, predicted: float) -> bool:
    """Whether a label is what its place says but for one digit that is easily taken for another."""
    digits = re.sub(r"[^0-9.]", "", text)
    decimals = len(digits.partition(".")[2])
    expected = f"{abs(predicted):.{decimals}f}"
    if len(digits) >= 3 and "." not in digits:
        # the place tells large round numbers to two digits only
        expected = f"{float(f'{abs(predicted):.2g}'):.0f}"
    differing = [(a, b) for a, b in zip(digits, expected, strict=False) if a != b]
    if len(digits) != len(expected) or len(differing) != 1:
        return False
    return frozenset(differing[0]) in _ALIKE_DIGITS


def _richer(numeric: LabelSequence | None, words: LabelSequence | None) -> LabelSequence | None:
    """The words, unless two numbers are all there is."""
    if numeric is None or (words is not None and len(words.labels) > len(numeric.labels)):
        return words
    return numeric


def _with_words(sequence: LabelSequence | None, blocks: Sequence[TextBlock]) -> LabelSequence | None:
    return None if sequence is None else with_stray_words(sequence, blocks)


def _others(blocks: Sequence[TextBlock], sequence: LabelSequence | None) -> list[TextBlock]:
    taken: Collection[str] = sequence.ids if sequence is not None else ()
    return [block for block in blocks if block.id not in taken]


def _worth(sequence: LabelSequence | None, image_side: float) -> float:
    if sequence is None or sequence.solution is None:
        return 0.0
    discount = TWO_LABEL_DISCOUNT if sequence.solution.fit.n_ticks < 3 else 0.0
    return sequence.score(image_side) - discount


def _best_pair(
    columns: Sequence[LabelSequence], rows: Sequence[LabelSequence], width: float, height: float
) -> tuple[LabelSequence | None, LabelSequence | None]:
    best: tuple[float, LabelSequence | None, LabelSequence | None] = (0.0, None, None)
    for column in (*columns, None):
        for row in (*rows, None):
            worth = _worth(column, height) + _worth(row, width)
            if column is not None and row is not None and not _fit_together(column, row):
                if not _cross(column, row):
                    continue
                worth -= CROSSING_DISCOUNT
            if worth > best[0]:
                best = (worth, column, row)
    return best[1], best[2]


def _fit_together(column: LabelSequence, row: LabelSequence) -> bool:
    if column.ids & row.ids:
        return False
    slack = 0.6 * max(column.height_px, row.height_px)
    loose = slack + 0.25 * row.spacing_px
    beside = column.near_px <= row.low_px + loose or column.far_px >= row.high_px - loose
    low_y, high_y = (min(row.near_px, row.far_px), max(row.near_px, row.far_px))
    outside = low_y >= column.high_px - slack or high_y <= column.low_px + slack
    return beside and outside


def _cross(column: LabelSequence, row: LabelSequence) -> bool:
    """Whether two sequences can be axes that cross inside the plot: each runs along the other's zero."""
    for first, other in ((column, row), (row, column)):
        solution = first.solution
        if solution is None or solution.fit.n_ticks < 3 or other.solution is None or first.ids & other.ids:
            return False
        if solution.scale is not ScaleType.LINEAR:
            return False
        zero = px_at(solution.fit, solution.scale, 0.0)
        if abs(other.near_px - zero) > 1.2 * other.height_px:
            return False
    inside_column = column.low_px < row.near_px < column.high_px
    return inside_column or row.low_px < column.near_px < row.high_px


def _with_sides(
    column: LabelSequence | None, row: LabelSequence | None, box: XYXY
) -> tuple[LabelSequence | None, LabelSequence | None]:
    """The same sequences, told on which side of the plot they stand."""
    middle_x = (row.low_px + row.high_px) / 2 if row is not None else (box[0] + box[2]) / 2
    middle_y = (column.low_px + column.high_px) / 2 if column is not None else (box[1] + box[3]) / 2
    if column is not None and (column.near_px + column.far_px) / 2 > middle_x:
        column = _on_side(column, Side.RIGHT)
    if row is not None and (row.near_px + row.far_px) / 2 < middle_y:
        row = _on_side(row, Side.TOP)
    return column, row


def _on_side(sequence: LabelSequence, side: Side) -> LabelSequence:
    from sie.structure.labels import make_label

    labels = tuple(
        make_label(label.blocks[0], side, label.readings) if len(label.blocks) == 1 else label
        for label in sequence.labels
    )
    return LabelSequence(side, labels, sequence.solution)


def _category_row(
    column: LabelSequence, blocks: Sequence[TextBlock], read: ReadLabel, box: XYXY
) -> LabelSequence | None:
    rest = _others(blocks, column)
    limit = MAX_DISTANCE_REL * (box[3] - box[1])
    options: list[tuple[float, LabelSequence]] = []
    for side in (Side.BOTTOM, Side.TOP):
        for sequence in category_sequences(rest, side, read):
            distance = sequence.near_px - column.high_px if side is Side.BOTTOM else column.low_px - sequence.near_px
            right_of = all(label.px > column.near_px - 2 for label in sequence.labels)
            left_of = all(label.px < column.near_px + 2 for label in sequence.labels)
            beside = right_of if column.side is Side.LEFT else left_of
            if _is_line(sequence):
                continue
            if beside and -0.8 * column.height_px <= distance <= limit:
                options.append((_category_cost(sequence, distance, side is Side.BOTTOM), sequence))
    return min(options, key=lambda o: o[0])[1] if options else None


def _is_line(sequence: LabelSequence) -> bool:
    """Whether level labels are the words of a title: close, with blanks more even than the steps of their middles."""
    if any(abs(block.angle) > LEVEL_DEGREES for label in sequence.labels for block in label.blocks):
        return False
    boxes = sorted((label.box for label in sequence.labels), key=lambda box: box[0])
    gaps = [right[0] - left[2] for left, right in itertools.pairwise(boxes)]
    if len(gaps) < 2 or max(gaps) > WORD_GAP * max(box[3] - box[1] for box in boxes):
        return False
    steps = [(right[0] + right[2] - left[0] - left[2]) / 2 for left, right in itertools.pairwise(boxes)]
    return float(np.std(gaps)) / max(1.0, float(np.mean(gaps))) < float(np.std(steps) / np.mean(steps))


def _category_cost(sequence: LabelSequence, distance: float, usual: bool) -> float:
    """Lower is likelier: near, even, many, on the usual side."""
    places = [label.px for label in sequence.labels]
    uneven = 1.5 if len(places) < 3 else 4.0 * (1.0 - evenness(places))
    height = max(sequence.height_px, 1.0)
    many = 0.6 * min(len(places), 8) + 0.3 * max(0, len(places) - 8)
    return distance / height + uneven - many + (0.0 if usual else 6.0)


def _category_column(
    row: LabelSequence, blocks: Sequence[TextBlock], read: ReadLabel, box: XYXY
) -> LabelSequence | None:
    rest = _others(blocks, row)
    limit = MAX_DISTANCE_REL * (box[2] - box[0])
    options: list[tuple[float, LabelSequence]] = []
    for side in (Side.LEFT, Side.RIGHT):
        for sequence in category_sequences(rest, side, read):
            distance = row.low_px - sequence.near_px if side is Side.LEFT else sequence.near_px - row.high_px
            if row.side is Side.BOTTOM:
                beside = all(label.px < row.near_px + 2 for label in sequence.labels)
            else:
                beside = all(label.px > row.near_px - 2 for label in sequence.labels)
            if beside and -0.8 * row.height_px <= distance <= limit:
                options.append((_category_cost(sequence, distance, side is Side.LEFT), sequence))
    return min(options, key=lambda o: o[0])[1] if options else None
