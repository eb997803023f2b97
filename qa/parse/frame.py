"""A question as a frame: the names it mentions, the numbers, the operators, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from qa.parse.lexicon import Item, Sense
from qa.parse.linking import Link
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Token
from qa.plan import Dim, Op


class Focus(StrEnum):
    """What kind of answer a question wants."""

    VALUE = "value"
    COUNT = "count"
    NAME = "name"
    LIST = "list"
    TRUTH = "truth"


class End(StrEnum):
    """An end of the independent axis."""

    START = "start"
    END = "end"


@dataclass(frozen=True)
class PlaceRef:
    """A place that a question means: a label, a number on the axis, a stretch of it, or an end."""

    at: int
    tokens: frozenset[int]
    label: str | None = None
    x: float | None = None
    low: float | None = None
    high: float | None = None
    end: End | None = None
    score: float = 1.0
    open_low: bool = False
    open_high: bool = False

    @property
    def is_range(self) -> bool:
        """Whether it is a stretch of the axis."""
        return self.low is not None or self.high is not None


@dataclass(frozen=True)
class SeriesRef:
    """A series that a question names."""

    at: int
    tokens: frozenset[int]
    name: str
    score: float = 1.0


Ref = SeriesRef | PlaceRef


@dataclass(frozen=True)
class Threshold:
    """A number that values are compared with."""

    at: int
    tokens: frozenset[int]
    op: Op
    value: float
    percent: bool = False


@dataclass
class Frame:
    """What a question says, one choice of links and operators.

    Attributes:
        tokens: the question.
        vocabulary: the chart's words.
        items: operators, not overlapping each other.
        series, places: the names, in the order of mention.
        thresholds: comparisons with numbers.
        numbers: other numbers, by token (for "top 3", "three times").
        focus: see `Focus`.
        focus_dim: which dimension is asked for, where the question tells.
        focus_tokens: the noun of what is asked for.
        leftover: words that nothing explains, by token, with how much each one counts against the reading.
        link_loss: what doubtful links cost.
        excluded: the names that a question leaves out ("except A and B"); they are in neither of the others.
    """

    tokens: Sequence[Token]
    vocabulary: Vocabulary
    items: tuple[Item, ...]
    series: tuple[SeriesRef, ...] = ()
    places: tuple[PlaceRef, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    numbers: tuple[Token, ...] = ()
    focus: Focus = Focus.VALUE
    focus_dim: Dim | None = None
    focus_tokens: frozenset[int] = frozenset()
    leftover: dict[int, float] = field(default_factory=dict)
    link_loss: float = 0.0
    links: tuple[Link, ...] = ()
    excluded: tuple[Ref, ...] = ()

    @cached_property
    def norms(self) -> list[str]:
        """The words, for looking around."""
        return [token.norm for token in self.tokens]

    @cached_property
    def refs(self) -> list[Ref]:
        """The series and places that the question names."""
        return [*self.series, *self.places]

    @cached_property
    def named_tokens(self) -> frozenset[int]:
        """The tokens of all names."""
        return frozenset(i for ref in (*self.refs, *self.excluded) for i in ref.tokens)

    def all(self, *senses: Sense) -> list[Item]:
        """The items of some senses, in order."""
        return sorted((item for item in self.items if item.sense in senses), key=lambda item: item.start)

    def first(self, *senses: Sense) -> Item | None:
        """The first item of some senses."""
        return next(iter(self.all(*senses)), None)

    def has(self, *senses: Sense) -> bool:
        """Whether there is an item of one of some senses."""
        return any(item.sense in senses for item in self.items)

    def word(self, *words: str) -> bool:
        """Whether one of some words occurs."""
        return any(norm in words for norm in self.norms)

    @property
    def than(self) -> int | None:
        """The place of the word that parts two things compared."""
        item = self.first(Sense.THAN)
        return item.start if item else None

    @property
    def than_a_number(self) -> bool:
        """ "less than 100 horsepower": whether a bound of the axis, or of the values, stands behind "than"."""
        than = self.than
        behind = [*(ref.at for ref in self.places if ref.is_range), *(one.at for one in self.thresholds)]
        return than is not None and any(0 < at - than <= _BEHIND_THAN for at in behind)


_BEHIND_THAN = 2


def covered(parts: Iterable[frozenset[int]]) -> set[int]:
    """The tokens of several spans."""
    return set().union(*parts) if parts else set()
