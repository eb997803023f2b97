"""What a template is: words, slots, a plan, and when it is asked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from qa.errors import CatalogueError
from qa.plan import Listing, Num, NumberSlot, Plan, Text, TextSlot, Truth
from sie.vocab import ChartFamily


class Level(StrEnum):
    """How deep a question goes."""

    ROOT = "root"
    STRUCTURE = "structure"
    RETRIEVAL = "retrieval"
    REASONING = "reasoning"


class AnswerType(StrEnum):
    """What an answer is; a STRING_OR_LIST is a string when one item is right and a list on a tie."""

    BINARY = "Binary"
    NUMERICAL = "Numerical"
    STRING = "String"
    STRING_OR_LIST = "String/Unranked List"
    UNRANKED = "Unranked List"
    RANKED = "Ranked List"


class Mode(StrEnum):
    """CORRECTED answers what the words mean, PUBLISHED what the published generator computes."""

    CORRECTED = "corrected"
    PUBLISHED = "published"


class SlotKind(StrEnum):
    """What fills a slot. X_TITLE, Y_TITLE and MARKS are words of the chart that never change the answer."""

    SERIES = "series"
    PLACE = "place"
    NUMBER = "number"
    ORDINAL = "ordinal"
    LABEL = "label"
    X_TITLE = "x_title"
    Y_TITLE = "y_title"
    MARKS = "marks"


SLOT_KINDS: dict[str, SlotKind] = {
    "L": SlotKind.SERIES,
    "L1": SlotKind.SERIES,
    "L2": SlotKind.SERIES,
    "L3": SlotKind.SERIES,
    "x_i": SlotKind.PLACE,
    "x_j": SlotKind.PLACE,
    "N": SlotKind.NUMBER,
    "k": SlotKind.ORDINAL,
    "label": SlotKind.LABEL,
    "X": SlotKind.X_TITLE,
    "Y": SlotKind.Y_TITLE,
    "marks": SlotKind.MARKS,
}
"""The kind of every slot name that forms use; `{k}` is written as an ordinal (1st, 2nd, ...)."""

BOUND_KINDS = frozenset({SlotKind.SERIES, SlotKind.PLACE, SlotKind.NUMBER, SlotKind.ORDINAL, SlotKind.LABEL})
"""Kinds of slots that plans depend on."""


class Need(StrEnum):
    """A condition on a chart for a template to be asked of it (see `qa.domains`)."""

    SINGLE_SERIES = "one series, no legend, no mark labels"
    NAMED_SERIES = "a named series"
    MANY_SERIES = "more than one named series"
    THREE_SERIES = "more than two named series"
    UNNAMED_POINTS = "no legend"
    LEGEND = "a legend"
    MANY_LABELS = "more than one legend label"
    MARK_LABELS = "mark labels"
    TITLE = "a chart title"
    X_TITLE = "a title of the independent axis"
    Y_TITLE = "a title of the dependent axis"
    LEGEND_TITLE = "a legend title"
    OTHER_TEXT = "text of another role"
    NUMERIC_X = "numeric ticks on the independent axis"
    NUMERIC_Y = "numeric ticks on the dependent axis"
    TWO_Y_TICKS = "two ticks on the dependent axis"
    TWO_NUMERIC_Y = "two numeric ticks on the dependent axis"
    LINEAR_Y = "a linear dependent axis"
    UPRIGHT = "a horizontal independent axis"
    SIDEWAYS = "a vertical independent axis"
    GROUPED = "grouped bars"
    STACKED = "stacked bars"
    GROUPED_OR_STACKED = "grouped or stacked bars"


class Over(StrEnum):
    """How the instances of a template run over a chart's slots; several of them multiply."""

    LABELS = "label: each legend label and both axis titles"
    TICKS = "k: each tick of the independent axis"
    SERIES = "L: each named series"
    SERIES_PAIRS = "L1, L2: pairs of named series, first the earlier"
    SERIES_ORDERED = "L1, L2: pairs of different named series, both ways"
    SERIES_SQUARED = "L1, L2: pairs of named series, both ways, the same twice included"
    SERIES_TRIPLES = "L1, L2, L3: triples of named series in order"
    PLACES = "x_i: each place"
    PLACE_PAIRS = "x_i, x_j: pairs of places, first the earlier"
    PLACE_NEXT = "x_i, x_j: neighbouring places"
    PLACES_SQUARED = "x_i, x_j: every place with every place"
    THRESHOLD = "N: numbers inside the range of the values"


_SLOT = re.compile(r"\{(\w+)\}")
_LEVELS = {"1": Level.ROOT, "2": Level.STRUCTURE, "3": Level.RETRIEVAL, "4": Level.REASONING}
_SORTS: dict[AnswerType, tuple[type[object], ...]] = {
    AnswerType.BINARY: (Truth,),
    AnswerType.NUMERICAL: (Num,),
    AnswerType.STRING: (Text, Listing),
    AnswerType.STRING_OR_LIST: (Listing, Text),
    AnswerType.UNRANKED: (Listing,),
    AnswerType.RANKED: (Listing,),
}


@dataclass(frozen=True)
class Template:
    """One question of the benchmark.

    Attributes:
        qid: the benchmark's id.
        taxonomy: the benchmark's class of question, e.g. "4b".
        answer_type: see `AnswerType`.
        families: kinds of charts it is asked of; areas count as lines and histograms as bars.
        meaning: what is asked, in this project's words.
        forms: surface forms, slots in braces (`SLOT_KINDS`).
        plan: what answers it.
        published: the plan of the published rule where that differs.
        needs: conditions on the chart, all of which must hold.
        over: how its instances run over the chart.
        nonempty: instances with an empty answer are not asked.
    """

    qid: str
    taxonomy: str
    answer_type: AnswerType
    families: tuple[ChartFamily, ...]
    meaning: str
    forms: tuple[str, ...]
    plan: Plan
    published: Plan | None = None
    needs: tuple[Need, ...] = ()
    over: tuple[Over, ...] = ()
    nonempty: bool = False
    slots: tuple[str, ...] = field(init=False)
    bound: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        named = dict.fromkeys(name for form in self.forms for name in _SLOT.findall(form))
        unknown = set(named) - set(SLOT_KINDS)
        if unknown:
            raise CatalogueError(f"template {self.qid}: expected slots of {tuple(SLOT_KINDS)}, got {sorted(unknown)}")
        for plan in (self.plan, self.published or self.plan):
            if not isinstance(plan, _SORTS[self.answer_type]):
                raise CatalogueError(f"template {self.qid}: {self.answer_type} expected, got {type(plan).__name__}")
            used = {node.name for node in plan.walk() if isinstance(node, TextSlot | NumberSlot)}
            if not used <= set(named):
                raise CatalogueError(
                    f"template {self.qid}: the forms bind {tuple(named)}, the plan uses {sorted(used)}"
                )
        object.__setattr__(self, "slots", tuple(named))
        object.__setattr__(self, "bound", tuple(name for name in named if SLOT_KINDS[name] in BOUND_KINDS))

    @property
    def level(self) -> Level:
        """The benchmark's level, which its taxonomy id begins with."""
        return _LEVELS[self.taxonomy[0]]

    def plan_for(self, mode: Mode) -> Plan:
        """The plan of a mode."""
        return self.published if mode is Mode.PUBLISHED and self.published is not None else self.plan
