"""The text stage's own record of a piece of text, before it becomes a block with an id."""

from __future__ import annotations

from dataclasses import dataclass

from sie.text.quads import TextRect


@dataclass(frozen=True, eq=False)
class Label:
    """A piece of text with its rectangle, tight around its ink.

    Attributes:
        rect: in pixels of the picture.
        text: the text, with exponents written as 10^3.
        confidence: 0 to 1.
        alternatives: other readings.
        split: it is a part of what the engine read as one text.
        parts: what it is when it is two numbers side by side and not one with its thousands apart.
        placed: it was looked for because a line of labels lacks one there, so its place speaks for it.
    """

    rect: TextRect
    text: str
    confidence: float
    alternatives: tuple[str, ...] = ()
    split: bool = False
    parts: tuple[Label, ...] = ()
    placed: bool = False
