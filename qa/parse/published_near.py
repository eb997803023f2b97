"""Published forms over charts read with small mistakes: names are matched with the nearest that the chart has.

A question names what the picture shows; a chart read from the picture may hold "Dept. A" as "Dept A", a bin's middle as
12.49 or no axis title at all. Where no form fits to the letter, the text between a form's literal parts is taken for
the name, and the chart's nearest name is meant, within narrow limits: digits must agree, numbers must lie within a
fiftieth of the axis and nearer to one place than to any other. Titles never change an answer and may read anyhow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from qa.catalogue import TEMPLATES
from qa.chartview import ChartView
from qa.domains import admits
from qa.parse.published import Match, Recognizer, Slots, clean, fold
from qa.template import SLOT_KINDS, Need, SlotKind

NEAR = 0.8
"""Names at least this alike are one name with misread letters."""
_REACH = 0.02
"""Numbers this part of the axis apart may be one place."""
_PARTS = re.compile(r"\{(\w+)\}")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"[-+−]?(?:\d[\d,]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ANY = {SlotKind.X_TITLE, SlotKind.Y_TITLE, SlotKind.MARKS}
_PATTERNS = {
    SlotKind.NUMBER: rf"({_NUMBER.pattern})",
    SlotKind.ORDINAL: r"(\d+)(?:st|nd|rd|th)",
}


@dataclass(frozen=True)
class _Form:
    qid: str
    start: str
    patterns: tuple[re.Pattern[str], ...]
    slots: tuple[str, ...]
    weight: int


class NearRecognizer:
    """Finds published forms whose names are nearly those of one chart."""

    def __init__(self, view: ChartView, exact: Recognizer) -> None:
        self._view = view
        self._exact = exact
        self._asked: dict[str, bool] = {}
        self._on_time = view.field("x_scale") == "time"
        places = {place.name: place.x for place in view.x_ticks}
        places |= {place.name: place.x for _, place, _ in view.values()}
        places |= {place.name: place.x for _, place in view.labelled}
        self._places = {name: x for name, x in places.items() if name.strip()}
        self._read = {place.name for _, place, _ in view.values()} | {place.name for _, place in view.labelled}
        self._series = [name for name in view.names if name.strip()]
        titles = [view.field("x_title"), view.field("y_title")]
        legend = [str(entry["label"]) for entry in view.legend if isinstance(entry.get("label"), str)]
        self._labels = [name for name in (*legend, *titles) if name]

    def match(self, question: str) -> Match | None:
        """The likeliest form, the one with the most literal text first; None where no name is near."""
        text = clean(question).rstrip(" ?.!")
        found: list[tuple[int, Match]] = []
        for form in _forms():
            if fold(text).startswith(form.start) and self._may_be_asked(form.qid):
                slots = next(self._readings(text, form), None)
                if slots is not None:
                    found.append((form.weight, Match(form.qid, slots)))
        return max(found, key=lambda item: item[0])[1] if found else None

    def _may_be_asked(self, qid: str) -> bool:
        """Whether a template is asked of the chart, a chart of one series counting as such in any case.

        One stray text taken for a mark's label or a legend would else forbid half of the templates.
        """
        if qid not in self._asked:
            template = TEMPLATES[qid]
            others = tuple(need for need in template.needs if need is not Need.SINGLE_SERIES)
            relaxed = len(self._view.series) == 1 and admits(replace(template, needs=others), self._view)
            self._asked[qid] = relaxed or self._exact.is_asked(qid)
        return self._asked[qid]

    def _readings(self, text: str, form: _Form) -> Iterator[Slots]:
        for pattern in form.patterns:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            bound: dict[str, str | float | int] = {}
            for slot, held in zip(form.slots, match.groups(), strict=True):
                value = self._value(SLOT_KINDS[slot], held)
                if value is None or bound.get(slot, value) != value:
                    break
                bound[slot] = value
            else:
                yield bound

    def _value(self, kind: SlotKind, text: str) -> str | float | int | None:
        if kind in _ANY:
            return text
        if kind is SlotKind.NUMBER:
            return float(text.replace(",", "").replace("−", "-"))
        if kind is SlotKind.ORDINAL:
            return int(text)
        if kind is SlotKind.SERIES:
            return nearest_name(text, self._series)
        if kind is SlotKind.LABEL:
            return nearest_name(text, self._labels) or text
        read = {name: x for name, x in self._places.items() if name in self._read}
        named = nearest_name(text, list(read)) or nearest_name(text, list(self._places))
        return named or self._nearest_place(text, read) or self._nearest_place(text, self._places)

    def _nearest_place(self, text: str, places: Mapping[str, float | None]) -> str | None:
        """The place whose number is nearest to the one named, where no other is as near."""
        numbers = {name: x if x is not None else _as_number(name) for name, x in places.items()}
        known = {name: number for name, number in numbers.items() if number is not None}
        wanted = _as_days(text) if self._on_time else _as_number(text)
        if wanted is None or len(known) < 2:
            return None
        ordered = sorted(known, key=lambda name: abs(known[name] - wanted))
        span = max(known.values()) - min(known.values())
        first, second = (abs(known[name] - wanted) for name in ordered[:2])
        return ordered[0] if first <= _REACH * span and 2 * first < second else None


def nearest_name(text: str, names: Sequence[str]) -> str | None:
    """The name that a text means: the most alike of those with the same digits, None where two are equally alike.

    >>> nearest_name("Dept. A", ["Dept A", "Dept B"]), nearest_name("2012", ["2010", "2013"])
    ('Dept A', None)
    """
    from rapidfuzz.distance import Levenshtein

    asked = _plain(text)
    digits, number = _DIGITS.findall(asked), _as_number(text)
    scored = []
    for name in dict.fromkeys(names):
        if number is not None and _as_number(name) is not None:
            if number == _as_number(name):
                return name
            continue
        plain = _plain(name)
        if _DIGITS.findall(plain) == digits and (plain or asked):
            scored.append((Levenshtein.normalized_similarity(asked, plain), name))
    scored.sort(key=lambda item: -item[0])
    if not scored or scored[0][0] < NEAR or (len(scored) > 1 and scored[1][0] == scored[0][0]):
        return None
    return scored[0][1]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", clean(text).casefold()).split())


def _as_number(text: str) -> float | None:
    plain = clean(text).replace("−", "-").removesuffix("%").strip()
    return float(plain.replace(",", "")) if _NUMBER.fullmatch(plain) else None


def _as_days(text: str) -> float | None:
    from sie.io.rows import days_of_iso

    plain = clean(text)
    if re.fullmatch(r"\d{4}", plain):
        plain += "-01-01"
    elif re.fullmatch(r"\d{4}-\d{2}", plain):
        plain += "-01"
    return days_of_iso(plain)


@cache
def _forms() -> tuple[_Form, ...]:
    found = []
    for qid, template in TEMPLATES.items():
        for form in template.forms:
            parts = _PARTS.split(" ".join(form.rstrip(" ?.!").split()))
            found.append(_form(qid, parts[0::2], parts[1::2]))
    return tuple(found)


def _form(qid: str, literals: Sequence[str], slots: Sequence[str]) -> _Form:
    patterns = []
    for free in (r"(.+?)", r"(.+)"):
        text = re.escape(literals[0])
        for slot, literal in zip(slots, literals[1:], strict=True):
            text += _PATTERNS.get(SLOT_KINDS[slot], free) + re.escape(literal)
        patterns.append(re.compile(text, re.IGNORECASE))
    return _Form(qid, fold(literals[0]), tuple(patterns), tuple(slots), sum(map(len, literals)))
