"""Small corrections that need no second look: glyphs that are the same picture in most chart fonts."""

from __future__ import annotations

import re
from dataclasses import replace

from sie.text.label import Label
from sie.text.noise import are_aligned, even_lines

_ARROWS = re.compile(r"^\s*[←↑→↓†‡]\s*|\s*[←↑→↓]\s*$")
"""Arrows beside axis titles; an arrow upwards is often read as a dagger."""
_BULLETS = re.compile(r"^[°•●○]\s*(?=[^\W\d_]{2})|\s+[•●○]$")
"""Markers beside words."""
_CAPITAL_BETWEEN = re.compile(r"(?<=[a-z])I(?=[a-z]|\b)")
_POUNDS = re.compile(r"\bIb(s?)\b")
_SMALL_START = re.compile(r"^l(?=[a-z])")
MIN_ROW = 4
MIN_COMPANY = 2
MOST = 0.5
_AS_CAPITAL = {small: small.upper() for small in "ckopsuvwxyzj"} | {
    "0": "O",
    "1": "I",
    "l": "I",
    "|": "I",
    "É": "E",
    "2": "Z",
}
AS_DIGIT = {
    "O": "0",
    "o": "0",
    "l": "1",
    "I": "1",
    "|": "1",
    "S": "5",
    "s": "5",
    "B": "8",
    "Z": "2",
    "z": "2",
    "é": "6",
    "í": "1",
    "ì": "1",
    "i": "1",
    "!": "1",
}
_POWER_OF_TEN = re.compile(r"^[lI|](?=(?:[.,]\d+)?[eE][-+−–]?\d{1,3}$)")
"""The 1 of `1e-4` read as a letter."""
_P_VALUE = re.compile(r"\bρ(?=\s?[<>≤≥]\s?0?[.,]\d)")
"""The p of a level of significance, read as a rho."""
_ZERO_START = re.compile(r"0(?P<rest>[A-Z]{1,3})")
"""A word of capitals whose O was read as a digit, unless it is nought of a unit."""
_DEGREES_TWICE = re.compile(r"°\s*°(?=[CF]\b)")
"""A degree sign read beside the one sign ℃ that holds it already."""
_SIGNS = str.maketrans({"μ": "µ", "∆": "Δ", "Ω": "Ω", "∑": "Σ", "∼": "~", "∗": "*", "¹": "1", "℃": "°C", "℉": "°F"})
"""The signs of charts' units and the letters they are drawn as: one of each pair."""


def correct_spelling(labels: list[Label]) -> list[Label]:
    """The labels with axis arrows dropped and l and I told apart by their surroundings."""
    units = {match.group(1) for label in labels if (match := re.fullmatch(r"[-−]?[1-9][\d.,]* ?(\D+)", label.text))}
    return [_corrected(label, units, capital_starts=_is_among_capitals(label, labels)) for label in labels]


def _is_among_capitals(label: Label, labels: list[Label]) -> bool:
    """Whether the words that a label lines up with, at least two, all start with a capital."""
    if not _SMALL_START.match(label.text):
        return False
    words = [other for other in labels if re.match(r"[^\W\d_]{2}", other.text) and are_aligned(label, other)]
    return len(words) >= MIN_COMPANY and all(other.text[0].isupper() for other in words)


def correct_rows(labels: list[Label]) -> list[Label]:
    """The labels with lone characters of a row read as what the rest of the row is: capitals or digits."""
    changed: dict[int, str] = {}
    singles = [label for label in labels if len(label.text) == 1 and label.rect.angle == 0.0]
    for line in even_lines(singles, at_least=MIN_ROW):
        texts = [label.text for label in line]
        for table, known in ((_AS_CAPITAL, str.isupper), (AS_DIGIT, str.isdigit)):
            if sum(known(text) for text in texts) > MOST * len(texts):
                changed.update(
                    {
                        id(label): table[label.text]
                        for index, label in enumerate(line)
                        if label.text in table and all(known(text) or text in table for text in _beside(texts, index))
                    }
                )
    return [
        replace(label, text=changed[id(label)], alternatives=(label.text, *label.alternatives))
        if id(label) in changed
        else label
        for label in labels
    ]


def _beside(texts: list[str], index: int) -> list[str]:
    """The texts before and after one of a row: rows of two panels may follow each other."""
    return [texts[i] for i in (index - 1, index + 1) if 0 <= i < len(texts)]


def _corrected(label: Label, units: set[str], *, capital_starts: bool) -> Label:
    text = label.text.translate(_SIGNS)
    text = _DEGREES_TWICE.sub("°", text)
    text = _BULLETS.sub("", _ARROWS.sub("", text))
    text = _CAPITAL_BETWEEN.sub("l", text)
    text = _POUNDS.sub(r"lb\1", text)
    text = _POWER_OF_TEN.sub("1", text)
    text = _P_VALUE.sub("p", text)
    word = _ZERO_START.fullmatch(text)
    if word is not None and word["rest"] not in units:
        text = "O" + word["rest"]
    if capital_starts:
        text = _SMALL_START.sub("I", text)
    if text == label.text or not text:
        return label
    return replace(label, text=text, alternatives=(label.text, *label.alternatives))
