"""Puts fragments of text together into lines and lines into paragraphs, level or rotated.

Rotated text is turned into its reading frame first (u along the line, v from line to line), so one rule serves all.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from sie.artifacts import XYXY, TextBlock
from sie.structure.roles_size import line_of, text_ems, thickness_of
from sie.text.joining import shared_words

SAME_HEIGHT = 0.7
"""Fragments of one line have heights in at least this ratio: a fragment without ascenders is lower."""
SAME_STYLE = 0.82
"""Lines of one paragraph have heights in at least this ratio: a subtitle is smaller."""


@dataclass(frozen=True)
class Paragraph:
    """One or more lines of text that belong together.

    Attributes:
        blocks: in reading order.
        box: bounds in the picture, pixels.
        text: the lines joined with blanks.
        height: of one line, pixels.
        turn: 0 level, 90 reads upwards, -90 reads downwards.
        lines: how many.
    """

    blocks: tuple[TextBlock, ...]
    box: XYXY
    text: str
    height: float
    turn: int
    lines: int = 1

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the blocks."""
        return tuple(block.id for block in self.blocks)

    @property
    def center(self) -> tuple[float, float]:
        """Middle of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def frame(self) -> XYXY:
        """The box in the reading frame: u0, v0, u1, v1."""
        return to_frame(self.box, self.turn)


def to_frame(box: XYXY, turn: int) -> XYXY:
    """A box in the reading frame of text that is turned.

    >>> to_frame((10, 20, 30, 100), 90)
    (-100, 10, -20, 30)
    """
    x0, y0, x1, y1 = box
    if turn == 90:
        return -y1, x0, -y0, x1
    if turn == -90:
        return y0, -x1, y1, -x0
    return box


def turn_of(block: TextBlock) -> int | None:
    """0, 90 or -90 for level and upright text, None for slanted text.

    A block of one or two characters is taken as level: its angle is a guess.
    """
    angle = (block.angle + 180.0) % 360.0 - 180.0
    if len(block.text.strip()) <= 2 or abs(angle) <= 15:
        return 0
    if 75 <= abs(angle) <= 105:
        return 90 if angle > 0 else -90
    return None


def read_paragraphs(blocks: Sequence[TextBlock], turn: int) -> list[Paragraph]:
    """The blocks of one turn as paragraphs, from the top of the reading frame."""
    return _stack(read_lines(blocks, turn))


def read_lines(blocks: Sequence[TextBlock], turn: int) -> list[Paragraph]:
    """The blocks of one turn as single lines: fragments at one height with no more than a word's space between them."""
    single = [_paragraph([block], turn) for block in blocks]
    single.sort(key=lambda p: p.frame[0])
    lines: list[Paragraph] = []
    for piece in single:
        for k, line in enumerate(lines):
            if _same_line(line, piece):
                lines[k] = _paragraph([*line.blocks, *piece.blocks], turn)
                break
        else:
            lines.append(piece)
    return sorted(lines, key=lambda p: p.frame[1])


def _paragraph(blocks: Sequence[TextBlock], turn: int) -> Paragraph:
    boxes = [block.box for block in blocks]
    box = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    counts = [block.text.count("\n") + 1 for block in blocks]
    heights = [line_of(block.text, thickness_of(block, turn)) for block in blocks]
    return Paragraph(tuple(blocks), box, _spoken(blocks, turn), _longest(blocks, heights), turn, max(counts))


def _longest(blocks: Sequence[TextBlock], heights: Sequence[float]) -> float:
    """The height of the fragment with most letters: it is the surest."""
    return max(zip((len(block.text) for block in blocks), heights, strict=True))[1]


def _spoken(blocks: Sequence[TextBlock], turn: int) -> str:
    """The fragments' text with blanks between them; what two overlapping fragments both read is said once."""
    said = " ".join(blocks[0].text.split())
    for before, block in itertools.pairwise(blocks):
        text = " ".join(block.text.split())
        left, right = to_frame(before.box, turn), to_frame(block.box, turn)
        overlap = (left[2] - right[0]) / max(1.0, right[3] - right[1])
        words = shared_words(said, text) if overlap > 0.15 else 0
        shared = words or next((n for n in (3, 2, 1) if overlap > 0.15 and said[-n:] == text[:n]), 0)
        said = said[: len(said) - shared] + text if shared else f"{said} {text}"
    return said


def _ratio(a: float, b: float) -> float:
    return min(a, b) / max(a, b, 1e-9)


def _likeness(a: Paragraph, b: Paragraph) -> float:
    """Ratio of two lines' sizes of type, told from height and from width per letter: each alone is off by a tenth."""
    widths = []
    for p in (a, b):
        u0, _, u1, _ = p.frame
        widths.append((u1 - u0) / max(0.3, text_ems(p.text if p.lines == 1 else _longest_line(p))))
    return float((_ratio(a.height, b.height) * _ratio(*widths)) ** 0.5)


def _longest_line(p: Paragraph) -> str:
    """The text of the widest block: it spans the paragraph."""
    widest = max(p.blocks, key=lambda b: to_frame(b.box, p.turn)[2] - to_frame(b.box, p.turn)[0])
    return max(widest.text.splitlines(), key=len)


def _same_line(line: Paragraph, piece: Paragraph) -> bool:
    a, b = line.frame, piece.frame
    height = max(line.height, piece.height)
    level = abs((a[1] + a[3]) / 2 - (b[1] + b[3]) / 2) <= 0.35 * height
    shared = shared_words(line.text, piece.text) / max(1, len(piece.text)) * (b[2] - b[0])
    near = -0.9 * height - shared <= b[0] - a[2] <= 0.9 * height
    return level and near and _ratio(line.height, piece.height) >= SAME_HEIGHT


def _stack(lines: Sequence[Paragraph]) -> list[Paragraph]:
    """Lines that stand close under each other, aligned and of one size, as one paragraph."""
    paragraphs: list[Paragraph] = []
    for line in lines:
        for k, upper in enumerate(paragraphs):
            if _continues(upper, line):
                paragraphs[k] = _joined(upper, line)
                break
        else:
            paragraphs.append(line)
    return paragraphs


def _joined(upper: Paragraph, line: Paragraph) -> Paragraph:
    a, b = upper.box, line.box
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
    text = f"{upper.text} {line.text}"
    return Paragraph(upper.blocks + line.blocks, box, text, upper.height, upper.turn, upper.lines + line.lines)


def _continues(upper: Paragraph, line: Paragraph) -> bool:
    a, b = upper.frame, line.frame
    height = upper.height
    if not -0.45 * height <= b[1] - a[3] <= 0.6 * height or b[1] + b[3] <= a[1] + a[3]:
        return False
    in_brackets = line.text.startswith("(") and line.text.endswith(")")
    if _likeness(upper, line) < (0.72 if in_brackets else SAME_STYLE):
        return False
    offsets = (a[0] - b[0], a[2] - b[2], (a[0] + a[2] - b[0] - b[2]) / 2)
    return min(abs(offset) for offset in offsets) <= 0.8 * height and min(a[2], b[2]) > max(a[0], b[0])
