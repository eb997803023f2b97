"""The size of a text's type, told from the height of its ink and from which letters it has.

Boxes are tight around the ink: "no" is half as high as "By" of the same type, so bare heights cannot be compared.
"""

from __future__ import annotations

import math

from sie.artifacts import TextBlock

CAPITAL, SMALL_LETTER, DESCENDER = 0.72, 0.53, 0.21
"""Heights in ems of capitals and digits, of letters like x, and of what hangs below the line, in common typefaces."""
LINE_PER_EM = 1.2
"""Distance of two lines set close, in ems."""
_TALL = frozenset("bdfhkltijß()[]{}|/\\%&!?$€£#@'\"“”‘’^*°↑↓βδθλ")
_DEEP = frozenset("gjpqy,;()[]{}|Q$@çµμβγηρφχψ")


def ink_ems(text: str) -> float:
    """How high the ink of a line of text is, in ems.

    >>> ink_ems("no") < ink_ems("No") < ink_ems("By")
    True
    """
    tall = any(c.isupper() or c.isdigit() or c in _TALL for c in text)
    deep = any(c in _DEEP for c in text)
    return (CAPITAL if tall else SMALL_LETTER) + (DESCENDER if deep else 0.0)


def unfilled_ems(upper: str, lower: str) -> float:
    """How much of the room between two lines of text their letters leave blank, in ems: no descenders, no ascenders.

    >>> unfilled_ems("Gy", "By"), round(unfilled_ems("Go", "no"), 2)
    (0.0, 0.4)
    """
    hanging = 0.0 if any(c in _DEEP for c in upper) else DESCENDER
    return hanging + max(0.0, CAPITAL - ink_ems("".join(c for c in lower if c not in _DEEP or c in _TALL)))


_NARROW, _WIDE = frozenset("iljtfrI1.,:;'|!()[] "), frozenset("mwMW@%—")


def text_ems(text: str) -> float:
    """How wide a line of text is, in ems, in common proportional typefaces.

    >>> text_ems("illicit") < text_ems("memory")
    True
    """
    return sum(0.30 if c in _NARROW else 0.85 if c in _WIDE else 0.66 if c.isupper() else 0.55 for c in text)


def line_of(text: str, height: float) -> float:
    """Height of one line with its leading, in pixels, of text (perhaps of several lines) whose ink is that high.

    >>> round(line_of("no", 5.3), 1) == round(line_of("No", 7.2), 1)
    True
    """
    lines = text.splitlines() or [text]
    leading = LINE_PER_EM * (len(lines) - 1)
    return LINE_PER_EM * height / (ink_ems(lines[-1] if len(lines) == 1 else text) + leading)


def thickness_of(block: TextBlock, turn: int) -> float:
    """Height of a block's ink across its lines, in pixels.

    Args:
        turn: 0 for level text, 90 or -90 for upright text; decides for short texts, whose angle is a guess.
    """
    x0, y0, x1, y1 = block.box
    if len(block.text.strip()) > 2 and len(block.polygon) == 4:
        return math.dist(block.polygon[0], block.polygon[3])
    return y1 - y0 if turn == 0 else x1 - x0
