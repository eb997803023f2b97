"""What a chart can be asked about: its names, its numbers along x, and the words of its titles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from qa.chartview import ChartView
from qa.parse.generic import words_of
from qa.parse.words import Kind, Token, normal, stem, tokenize
from qa.plan import Dim
from sie.vocab import ChartFamily

_CURVED = (ChartFamily.LINE, ChartFamily.AREA, ChartFamily.SCATTER, ChartFamily.HISTOGRAM)
_UNIT = re.compile(r"[(\[]([^()\[\]]+)[)\]]")
_COUNT_WORDS = words_of(
    "count number frequency record case population quantity amount total n passenger student people person house "
    "household visitor patient worker car vehicle"
)
_PERCENT_WORDS = frozenset({"%", "percent", "percentage", "share", "proportion", "rate"})
_YEARS = range(1000, 3000)
_CALENDAR = words_of("jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun")
MANY_NAMES = 600
"""Beyond so many names a question's words are not compared with each one letter by letter."""
_LONGEST_RUN = 6
_ROUNDED = 0.01
"""How far the sum of counts that were read may be from the number of all."""


@dataclass(frozen=True)
class Name:
    """A name of the chart, as tokens: what a question may call a series or a place by."""

    dim: Dim
    name: str
    stems: tuple[str, ...]
    joined: str
    value: float | None


@dataclass(frozen=True)
class Bin:
    """A bar of a histogram."""

    label: str
    low: float
    high: float


def name_stems(text: str) -> tuple[str, ...]:
    """The words and numbers of a name."""
    return tuple(token.stem for token in tokenize(text.replace("_", " ")) if token.kind is not Kind.SIGN)


def joined_name(text: str) -> str:
    """A name's letters and digits without what stands between."""
    return "".join(c for c in normal(text) if c.isalnum() or c == "+")


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


class Vocabulary:
    """The words of one chart."""

    def __init__(self, view: ChartView) -> None:
        self.view = view
        self.family = view.family or ChartFamily.BAR
        self.chart_type = view.field("chart_type") or ""
        self.x_scale = view.field("x_scale")
        self.fields_of_words: dict[tuple[str, str], str | None] = {}
        """What `qa.parse.concepts.title_field` found, by a word's stem and letters."""

    # ------------------------------------------------------------------ shape

    @property
    def stacked(self) -> bool:
        """Whether the parts of a place stand on each other."""
        return self.chart_type.startswith("stacked") or (self.family is ChartFamily.AREA and self.n_series > 1)

    @property
    def is_box(self) -> bool:
        """Whether the marks are box plots."""
        return self.family is ChartFamily.BOX

    @cached_property
    def n_series(self) -> int:
        """How many series there are."""
        return len(self.view.series)

    @cached_property
    def numeric_x(self) -> bool:
        """Whether places are numbers (or dates) on an axis rather than labels."""
        if self.x_scale == "categorical" or self.family not in _CURVED:
            return False
        return bool(self.xs)

    @property
    def time_x(self) -> bool:
        """Whether x is in days since 1970."""
        return self.numeric_x and self.x_scale == "time"

    @cached_property
    def xs(self) -> list[float]:
        """The distinct numbers of the points along x."""
        return sorted({datum.x for datum in self.view.data if datum.x is not None})

    @cached_property
    def years_x(self) -> bool:
        """Whether the numbers along x are years."""
        return self.numeric_x and not self.time_x and bool(self.xs) and all(int(x) in _YEARS for x in self.xs)

    @cached_property
    def ordered_places(self) -> bool:
        """Whether places follow each other in time or size, so that values can rise and fall along them."""
        if self.numeric_x:
            return True
        labels = [label.lower() for label in self.place_labels]
        counted = sum(any(c.isdigit() for c in label) for label in labels)
        named = sum(label[:3] in _CALENDAR for label in labels)
        return bool(labels) and max(counted, named) > len(labels) / 2

    @cached_property
    def timed_series(self) -> bool:
        """Whether the series are years."""
        numbers = [name.value for name in self.series]
        return len(numbers) >= 2 and all(number is not None and int(number) in _YEARS for number in numbers)

    @cached_property
    def values(self) -> list[float]:
        """Every value of the chart (of box plots the medians)."""
        measure = "median" if self.is_box else "y"
        return [datum.numbers[measure] for datum in self.view.data if measure in datum.numbers]

    def counts_all(self, number: float) -> bool:
        """Whether a number is that of all that was counted, as near as counts are read."""
        total = sum(self.values)
        return abs(number - total) <= _ROUNDED * total

    @cached_property
    def bins(self) -> list[Bin]:
        """The bars of a histogram, by their edges; where edges are not stored, halfway between the centres."""
        if self.family is not ChartFamily.HISTOGRAM:
            return []
        edges = {}
        for row in self.view.rows("points"):
            x0, x1 = row.get("x0"), row.get("x1")
            if isinstance(x0, int | float) and isinstance(x1, int | float):
                edges[row.get("x")] = (float(x0), float(x1))
        gaps = [b - a for a, b in zip(self.xs, self.xs[1:], strict=False)]
        half = min(gaps) / 2 if gaps else 0.5
        found = []
        for datum in self.view.data:
            if datum.x is not None:
                low, high = edges.get(datum.x, (datum.x - half, datum.x + half))
                found.append(Bin(datum.label or "", low, high))
        return sorted(found, key=lambda one: one.low)

    # ------------------------------------------------------------------ names

    @cached_property
    def series(self) -> list[Name]:
        """The named series; a legend label that names none counts too."""
        return self._named(Dim.SERIES, self.view.names)

    @cached_property
    def place_labels(self) -> list[str]:
        """The labels of the points, in order, of charts whose places are labels; empty where they are numbers."""
        if self.numeric_x:
            return []
        placed = sorted({(place.index, place.name) for _, place in self.view.labelled})
        return [name for name in dict.fromkeys(name for _, name in placed) if name.strip()]

    @cached_property
    def places(self) -> list[Name]:
        """The named places."""
        return self._named(Dim.PLACE, self.place_labels)

    @cached_property
    def names(self) -> list[Name]:
        """All names."""
        return [*self.series, *self.places]

    @cached_property
    def own_stems(self) -> frozenset[str]:
        """The words of its titles and names."""
        return frozenset().union(*self.title_stems.values(), *(name.stems for name in self.names))

    @cached_property
    def _by_word(self) -> dict[str, list[Name]]:
        """Names by each of their words and by all their letters together."""
        found: dict[str, list[Name]] = {}
        for name in self.names:
            for word in {*name.stems, name.joined}:
                found.setdefault(word, []).append(name)
        return found

    def names_like(self, words: Sequence[Token]) -> list[Name]:
        """The names that a question may mean: all of a usual chart, of a very long one those with a word of it."""
        if len(self.names) <= MANY_NAMES:
            return self.names
        runs = {word.stem for word in words}
        for start in range(len(words)):
            for end in range(start + 1, min(start + _LONGEST_RUN, len(words)) + 1):
                runs.add("".join(word.norm for word in words[start:end]))
        found: dict[tuple[Dim, str], Name] = {}
        for run in runs:
            named = self._by_word.get(run, [])
            if len(named) <= MANY_NAMES:
                found |= {(name.dim, name.name): name for name in named}
        return list(found.values())

    def _named(self, dim: Dim, names: list[str]) -> list[Name]:
        found = []
        for name in names:
            stems = name_stems(name)
            joined = joined_name(name)
            if stems and joined:
                found.append(Name(dim, name, stems, joined, _number(name)))
        return found

    # ------------------------------------------------------------------ words of titles

    @cached_property
    def title_stems(self) -> dict[str, frozenset[str]]:
        """The words of each text of the chart, by field."""
        fields = ("x_title", "y_title", "title", "legend_title", "x_unit", "y_unit")
        found = {field: frozenset(name_stems(self.view.field(field) or "")) for field in fields}
        found["x_title"] |= found.pop("x_unit")
        found["y_title"] |= found.pop("y_unit")
        return found

    @cached_property
    def acronyms(self) -> dict[str, tuple[str, ...]]:
        """The first letters of the words of each title, in order."""
        return {
            field: tuple(word[0] for word in name_stems(self.view.field(field) or ""))
            for field in ("x_title", "y_title", "title")
        }

    @cached_property
    def common_series_stems(self) -> frozenset[str]:
        """Words that most series names share ("Batch" of "Batch 1", "Batch 2")."""
        return _common(self.series)

    @cached_property
    def common_place_stems(self) -> frozenset[str]:
        """Words that most places share."""
        return _common(self.places)

    @cached_property
    def common_stems(self) -> frozenset[str]:
        """Words that most names share, but for those that one name is all of ("REM" beside "Non-REM")."""
        common = self.common_series_stems | self.common_place_stems
        titled = frozenset().union(*self.title_stems.values())
        whole = [set(name.stems) for name in self.names if len(name.stems) > 1 and set(name.stems) <= common]
        return common - (frozenset().union(*whole) - titled)

    @cached_property
    def counts(self) -> bool:
        """Whether the values count things, so that their sum means something."""
        words = self.title_stems["y_title"] | (
            self.title_stems["title"] if not self.title_stems["y_title"] else frozenset()
        )
        return bool(words & _COUNT_WORDS) or self.family in (ChartFamily.HISTOGRAM, ChartFamily.PIE)

    @cached_property
    def percent(self) -> bool:
        """Whether the values are read in percent."""
        text = normal(" ".join(self.view.field(field) or "" for field in ("y_title", "y_unit")))
        if "%" in text or "percent" in text:
            return True
        return bool(self.title_stems["y_title"] & _PERCENT_WORDS)

    @cached_property
    def fractions(self) -> bool:
        """Whether all values lie between 0 and 1, so that 10 percent means 0.1."""
        return bool(self.values) and max(self.values) <= 1.0 and min(self.values) >= 0.0

    def title_units(self) -> dict[str, str]:
        """The units printed in the titles of the axes, by field."""
        found = {}
        for field in ("x_title", "y_title"):
            unit = self.view.field(field.replace("title", "unit"))
            printed = _UNIT.findall(self.view.field(field) or "")
            if unit or printed:
                found[field] = unit or printed[-1]  # behind the name, which may be in brackets: "[S] (mM)"
        return found


@lru_cache(maxsize=32)
def vocabulary_of(view: ChartView) -> Vocabulary:
    """The words of a chart; kept for the charts asked last, because it takes longer to make than a question."""
    return Vocabulary(view)


def _common(names: list[Name]) -> frozenset[str]:
    if len(names) < 2:
        return frozenset()
    counts = Counter(word for name in names for word in set(name.stems))
    return frozenset(word for word, count in counts.items() if count > len(names) / 2 and not word.isdigit())


__all__ = ["Bin", "Name", "Token", "Vocabulary", "joined_name", "name_stems", "stem", "vocabulary_of"]
