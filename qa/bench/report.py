"""What a report holds, apart from how it is written: headings, words, tables, bar plots and pictures in order."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Heading:
    """A heading of a part."""

    text: str


@dataclass(frozen=True)
class Table:
    """A table; rows have as many cells as the header."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Bars:
    """A bar plot of named values.

    Attributes:
        title: what is plotted.
        values: by name, in order; None is drawn as no bar.
        notes: a word to stand after a bar's value, by name.
        most: the axis' end; None takes the largest value.
    """

    title: str
    values: Mapping[str, float | None]
    notes: Mapping[str, str] = field(default_factory=dict)
    most: float | None = 1.0


@dataclass(frozen=True)
class Picture:
    """A picture with its caption."""

    caption: str
    png: bytes

    @property
    def base64(self) -> str:
        """The picture's bytes for a page that holds it."""
        return base64.b64encode(self.png).decode("ascii")


Block = Words | Heading | Table | Bars | Picture


@dataclass
class Report:
    """A title, the facts of the run, and the blocks in order."""

    title: str
    facts: list[tuple[str, str]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    def add(self, *blocks: Block) -> None:
        """Append blocks."""
        self.blocks.extend(blocks)


def shown(value: float | None, digits: int = 3) -> str:
    """A figure for a table.

    >>> shown(0.98765), shown(None)
    ('0.988', '')
    """
    return "" if value is None else f"{value:.{digits}f}"
