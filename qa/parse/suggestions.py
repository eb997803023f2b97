"""Questions that a chart answers and that read most like one it does not, with the chart's own names filled in."""

from __future__ import annotations

import re

from qa.chartview import ChartView
from qa.domains import admits
from qa.parse.vocabulary import Vocabulary, vocabulary_of
from qa.template import SLOT_KINDS, Level, SlotKind

_DRAWING = ("legend", "axis", "axes", "title", "tick", "label", "chart type", "orientation", "bars are")
_SLOT = re.compile(r"\{(\w+)\}")
_MARKS = {"bar": "bars", "line": "lines", "area": "areas", "scatter": "scatter points", "box": "boxplots"}


def nearest_questions(question: str, view: ChartView, count: int = 3) -> list[str]:
    """The published questions that can be asked of the chart and read most like a question.

    Questions about the drawing itself are offered only where the question speaks of it.
    """
    from rapidfuzz import fuzz

    from qa.catalogue import TEMPLATES

    asked = question.lower()
    drawn = any(word in asked for word in _DRAWING)
    filler = _Filler(question, vocabulary_of(view))
    scored = []
    for template in TEMPLATES.values():
        data = template.level in (Level.RETRIEVAL, Level.REASONING)
        if data == drawn or not admits(template, view):
            continue
        filled = filler.filled(template.forms[0])
        if filled is None:
            continue
        # long wordings share many words with anything
        scored.append((fuzz.token_set_ratio(asked, filled.lower()) - len(template.forms[0]) / 20, filled))
    scored.sort(key=lambda row: -row[0])
    return list(dict.fromkeys(filled for _, filled in scored))[:count]


def _short(name: str) -> str:
    """A place's name; of a number read off a picture, no digits beyond what a picture tells."""
    try:
        number = float(name)
    except ValueError:
        return name
    return name if len(name) <= _DIGITS + 2 else f"{number:.{_DIGITS}g}"


_DIGITS = 6


class _Filler:
    """Fills slots with names of one chart, those that a question mentions first."""

    def __init__(self, question: str, vocabulary: Vocabulary) -> None:
        asked = question.lower()
        view = vocabulary.view

        def mentioned_first(names: list[str]) -> list[str]:
            return sorted(names, key=lambda name: name.lower() not in asked)

        ticks = [place.name for place in view.x_ticks if place.name.strip()]
        values = sorted(vocabulary.values)
        legend = [str(entry["label"]) for entry in view.legend if isinstance(entry.get("label"), str)]
        middle = f"{values[len(values) // 2]:.3g}" if values else None
        self._held: dict[SlotKind, list[str]] = {
            SlotKind.SERIES: mentioned_first([name for name in view.names if name.strip()]),
            SlotKind.PLACE: mentioned_first(list(dict.fromkeys(map(_short, ticks or vocabulary.place_labels)))),
            SlotKind.LABEL: mentioned_first(legend),
            SlotKind.NUMBER: [middle] if middle is not None else [],
            SlotKind.ORDINAL: ["2nd"],
            SlotKind.X_TITLE: [view.field("x_title") or "x"],
            SlotKind.Y_TITLE: [view.field("y_title") or "value"],
            SlotKind.MARKS: [_MARKS.get(vocabulary.family.value, "marks")],
        }

    def filled(self, form: str) -> str | None:
        """A form with different names in different slots; None where the chart has too few."""
        taken: dict[str, str] = {}
        for slot in _SLOT.findall(form):
            if slot not in taken:
                kind = SLOT_KINDS[slot]
                used = [value for name, value in taken.items() if SLOT_KINDS[name] is kind]
                free = [value for value in self._held[kind] if value not in used]
                if not free:
                    return None
                taken[slot] = free[0]
        return _SLOT.sub(lambda match: taken[match.group(1)], form)


__all__ = ["nearest_questions"]
