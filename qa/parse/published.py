"""The published surface forms: filling them, and finding which one a question is, with its exact bindings.

A form is literal text with slots. Names may hold anything (` and `, quotes, question marks), so a regular expression
cannot tell where a slot ends; the chart's own names can. Literals and slots are matched from left to right, a slot only
by names that the chart has, the longest first, and a choice that leads nowhere is taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from qa.chartview import ChartView
from qa.domains import admits
from qa.statements import stored_text
from qa.template import SLOT_KINDS, SlotKind, Template

Slots = Mapping[str, "str | float | int"]

MARK_WORDS = ("bars", "lines", "areas", "scatter points", "boxplots", "slices", "marks", "boxes", "points")
"""What the slot {marks} holds."""

_PARTS = re.compile(r"\{(\w+)\}")
_NUMBER = re.compile(r"[-+−]?(?:\d[\d,]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ORDINAL = re.compile(r"(\d+)\s?(?:st|nd|rd|th)", re.IGNORECASE)
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "´": "'", "`": "'"})


@dataclass(frozen=True)
class Match:
    """A question recognised as a template."""

    qid: str
    slots: Slots


def ordinal(k: int) -> str:
    """A count as an ordinal.

    >>> [ordinal(k) for k in (1, 2, 3, 11, 22, 113)]
    ['1st', '2nd', '3rd', '11th', '22nd', '113th']
    """
    ending = "th" if k % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(k % 10, "th")
    return f"{k}{ending}"


def fill(form: str, slots: Slots) -> str:
    """A surface form with its slots filled: ordinals as `1st`, numbers as Python writes floats.

    >>> fill("Is the {Y} at {x_i} above {N}?", {"Y": "rate", "x_i": "2010", "N": 3})
    'Is the rate at 2010 above 3.0?'
    """

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        held = slots[name]
        if SLOT_KINDS[name] is SlotKind.ORDINAL:
            return ordinal(int(held))
        return repr(float(held)) if SLOT_KINDS[name] is SlotKind.NUMBER else str(held)

    return _PARTS.sub(value, form)


# --------------------------------------------------------------------------- recognising


@dataclass(frozen=True)
class _Form:
    qid: str
    literals: tuple[str, ...]
    slots: tuple[str, ...]


@cache
def _forms() -> tuple[_Form, ...]:
    from qa.catalogue import TEMPLATES

    found = []
    for qid, template in TEMPLATES.items():
        for form in template.forms:
            parts = _PARTS.split(form)
            literals = tuple(_even(part) for part in parts[0::2])
            found.append(_Form(qid, (*literals[:-1], literals[-1].rstrip("?")), tuple(parts[1::2])))
    return tuple(found)


def _even(text: str) -> str:
    """A literal part with blanks evened out; those at its ends are kept."""
    return fold(re.sub(r"\s+", " ", text))


def fold(text: str) -> str:
    """The text in small letters, of the same length, so that places in it stay places in the original.

    >>> fold("GRÖSSER ẞ")
    'grösser ß'
    """
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def clean(question: str) -> str:
    """A question with blanks evened out and typographic quotes made plain."""
    return " ".join(question.translate(_QUOTES).split())


def match_published(question: str, view: ChartView) -> Match | None:
    """The template that a question is a filled form of, with its slots, or None.

    Of several that fit, one that is asked of this chart's family and needs wins; where words and chart both fit two,
    the first in the catalogue.
    """
    return Recognizer(view).match(question)


class Recognizer:
    """Finds the published forms that questions about one chart are; what the chart's names are is looked up once."""

    def __init__(self, view: ChartView) -> None:
        self._view = view
        self._names = Names(view)
        self._asked: dict[str, bool] = {}

    def match(self, question: str) -> Match | None:
        """See `match_published`."""
        return next((match for match in _matches(clean(question), self._names) if self.is_asked(match.qid)), None)

    def is_asked(self, qid: str) -> bool:
        """Whether a template is asked of the chart."""
        if qid not in self._asked:
            from qa.catalogue import TEMPLATES

            self._asked[qid] = admits(TEMPLATES[qid], self._view)
        return self._asked[qid]


def match_unfit(question: str, view: ChartView) -> Match | None:
    """A template whose words fit but which is not asked of this chart: to say why there is no answer."""
    return next(_matches(clean(question), Names(view)), None)


_START = 24
"""Letters by which the forms that a question may be one of are found."""


def form_starts() -> str:
    """The letters that published forms start with, one start a line: what is stored beside the package."""
    return "".join(f"{start}\n" for start in sorted({form.literals[0][:_START] for form in _forms()}))


@cache
def _starts() -> tuple[str, ...]:
    return tuple(start for start in stored_text("form_starts.txt").split("\n") if start)


@lru_cache(4096)
def _forms_starting(start: str) -> tuple[_Form, ...]:
    if not any(start.startswith(known) for known in _starts()):
        return ()  # most questions: the catalogue need not be made for them
    return tuple(form for form in _forms() if start.startswith(form.literals[0][:_START]))


def _matches(text: str, names: Names) -> Iterator[Match]:
    folded = fold(text)
    for form in _forms_starting(folded[:_START]):
        if folded.startswith(form.literals[0]):
            slots = _match(text, folded, form, names)
            if slots is not None:
                yield Match(form.qid, slots)


class Names:
    """The names that fill slots, for one chart."""

    def __init__(self, view: ChartView) -> None:
        self._view = view

    @cached_property
    def _by_kind(self) -> dict[SlotKind, list[tuple[str, str, str]]]:
        """Listed once a form has slots to fill: most questions are in other words than any form."""
        view = self._view
        places = [place.name for place in view.x_ticks] + [place.name for _, place, _ in view.values()]
        places += [place.name for _, place in view.labelled]
        titles = [title for title in (view.field("x_title"), view.field("y_title")) if title is not None]
        labels = [str(entry["label"]) for entry in view.legend if isinstance(entry.get("label"), str)]
        x_title, y_title = view.field("x_title"), view.field("y_title")
        return {
            SlotKind.SERIES: _longest_first(view.names),
            SlotKind.PLACE: _longest_first(places),
            SlotKind.LABEL: _longest_first([*labels, *titles]),
            SlotKind.X_TITLE: _longest_first([x_title] if x_title else []),
            SlotKind.Y_TITLE: _longest_first([y_title] if y_title else []),
            SlotKind.MARKS: _longest_first(MARK_WORDS),
        }

    def starting(self, text: str, folded: str, place: int, kind: SlotKind) -> Iterator[tuple[str, int]]:
        """The names that stand at a place of the text, exact ones before those in other capitals; with their ends."""
        loose = []
        for name, written, small in self._by_kind[kind]:
            if text.startswith(written, place):
                yield name, place + len(written)
            elif folded.startswith(small, place):
                loose.append((name, place + len(written)))
        yield from loose


def _longest_first(names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Each name, as it reads in a cleaned question, and that in small letters."""
    distinct = dict.fromkeys(name for name in names if name.strip())
    written = ((name, clean(name)) for name in distinct)
    return sorted(((name, text, fold(text)) for name, text in written), key=lambda triple: -len(triple[1]))


def _match(text: str, folded: str, form: _Form, names: Names) -> Slots | None:
    """The slots of a form, or None where the text is not one of it."""
    for slots in _rest(text, folded, len(form.literals[0]), form, 0, {}, names):
        return slots
    return None


def _rest(text: str, folded: str, place: int, form: _Form, index: int, bound: Slots, names: Names) -> Iterator[Slots]:
    if index == len(form.slots):
        if not text[place:].strip(" ?.!"):
            yield bound
        return
    slot = form.slots[index]
    literal = form.literals[index + 1]
    last = index + 1 == len(form.slots)
    for value, end in _values(text, folded, place, slot, names):
        if slot in bound and bound[slot] != value:
            continue
        if folded.startswith(literal, end):
            yield from _rest(text, folded, end + len(literal), form, index + 1, {**bound, slot: value}, names)
        elif last and folded[end:].strip(" ?.!") == literal.strip(" ?.!"):
            yield {**bound, slot: value}


def _values(text: str, folded: str, place: int, slot: str, names: Names) -> Iterator[tuple[str | float | int, int]]:
    kind = SLOT_KINDS[slot]
    if kind is SlotKind.NUMBER:
        found = _NUMBER.match(text, place)
        if found:
            yield float(found.group().replace(",", "").replace("−", "-")), found.end()
    elif kind is SlotKind.ORDINAL:
        counted = _ORDINAL.match(text, place)
        if counted:
            yield int(counted.group(1)), counted.end()
    else:
        yield from names.starting(text, folded, place, kind)


__all__ = ["Match", "Recognizer", "Template", "clean", "fill", "match_published", "match_unfit", "ordinal"]
