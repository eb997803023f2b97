"""Labels of one axis or legend read by what their siblings are: month and weekday names, and codes such as `SI1, VS2`.

A recognizer sees `Júl` for `Jul` and `S12` for `SI2`: one glyph of small print. Alone neither can be told from the
truth, but siblings share a vocabulary or the order of letters and digits. A dictionary of words for all labels was
refused: it would turn names that it lacks into those that it has.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz.distance import Levenshtein

from sie.text.label import Label
from sie.text.noise import are_aligned
from sie.values.tickdate import MONTH_NAMES, WEEKDAY_NAMES

MIN_COMPANY = 3
"""So many names of one vocabulary beside a word make it one of them."""
MIN_CODES = 3
CODES_PART = 0.6
"""Part of a row's labels that are codes of one order of letters and digits."""
MAX_CODE = 6
MAX_SWAPS = 3
SHORT = 3
_WORD = re.compile(r"[^\W_]+")
_LIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "8": "b", "ı": "l"})
"""One glyph of those that are hardly told apart in small print, in lower case."""
_SWAPS = {
    "1": ("I",),
    "I": ("1",),
    "l": ("I", "1"),
    "|": ("I", "1"),
    "0": ("O",),
    "O": ("0",),
    "5": ("S",),
    "S": ("5",),
    "8": ("B",),
    "B": ("8",),
    "Z": ("2",),
    "W": ("VV",),
    "i": ("1", "I"),
    "o": ("0", "O"),
}
_NOUGHT_FIRST = re.compile(r"0\d")
MIN_WORDS = 2
_CODE = re.compile(r"[A-Z]+\d+")
VOCABULARIES = tuple(
    tuple(form) for names in (MONTH_NAMES, WEEKDAY_NAMES) for form in (names, [name[:SHORT] for name in names])
)


def correct_words(labels: Sequence[Label]) -> list[Label]:
    """The labels with misread names of months and weekdays, and misread codes, spelled as their siblings ask."""
    named = [_named(label, labels) for label in labels]
    return [_lettered(_coded(label, named), named) for label in named]


def _lettered(label: Label, labels: Sequence[Label]) -> Label:
    """The label `02` as `O2` where none of its siblings is a number: `CO2, CH4`."""
    if not _NOUGHT_FIRST.fullmatch(label.text):
        return label
    siblings = [other.text for other in labels if _beside(label, other)]
    if len(siblings) < MIN_WORDS or not all(re.match(r"[^\W\d_]", text) for text in siblings):
        return label
    return replace(label, text="O" + label.text[1:], alternatives=(label.text, *label.alternatives))


def _named(label: Label, labels: Sequence[Label]) -> Label:
    """The label with a word that is nearly a name spelled as that name, where enough labels beside it hold names."""
    siblings = [other for other in labels if _beside(label, other)]
    for match in _WORD.finditer(label.text):
        word = match.group()
        for names in VOCABULARIES:
            held = [one for other in siblings if (one := _held(other, names)) is not None]
            if word.lower() in names or len(held) < MIN_COMPANY:
                continue
            name = nearest_name(word, names)
            if name is None and len(held) == len(siblings):
                name = nearest_name(word, [one for one in names if one not in {word.lower() for word in held}], edits=1)
            if name is None:
                continue
            text = label.text[: match.start()] + _cased(name, held) + label.text[match.end() :]
            return replace(label, text=text, alternatives=(label.text, *label.alternatives))
    return label


def nearest_name(word: str, names: Sequence[str], *, edits: int = 0) -> str | None:
    """The name that a word is but for accents, glyphs that look alike and `edits` more; None for none or several.

    >>> nearest_name("Júl", ("jun", "jul")), nearest_name("0ct", ("oct",)), nearest_name("Oak", ("oct",))
    ('jul', 'oct', None)
    >>> nearest_name("NON", ("nov", "dec"), edits=1)
    'nov'
    """
    folded = _folded(word)
    found = [name for name in names if Levenshtein.distance(_folded(name), folded) <= edits]
    return found[0] if len(found) == 1 else None


def _folded(word: str) -> str:
    plain = "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c))
    return plain.lower().translate(_LIKE)


def _held(label: Label, names: Sequence[str]) -> str | None:
    """The first word of the label that is one of the names, as printed."""
    return next((word for word in _WORD.findall(label.text) if word.lower() in names), None)


def _cased(name: str, examples: Sequence[str]) -> str:
    """A name in capitals or small letters where all examples are, else with one capital.

    >>> _cased("oct", ["JAN", "FEB"]), _cased("oct", ["Jan", "Feb"])
    ('OCT', 'Oct')
    """
    for form in (str.upper, str.lower):
        if all(example == form(example) for example in examples):
            return form(name)
    return name.capitalize()


def _beside(label: Label, other: Label) -> bool:
    """Whether two labels are of one row or column, or of one turned row."""
    if label is other:
        return False
    if label.rect.angle or other.rect.angle:
        return abs(label.rect.angle - other.rect.angle) <= 8.0
    return are_aligned(label, other)


def _coded(label: Label, labels: Sequence[Label]) -> Label:
    """The label as a code of letters before digits where most of its siblings are such codes and it is one nearly."""
    text = label.text
    if len(text) > MAX_CODE or not any(c in _SWAPS for c in text):
        return label
    siblings = [other.text for other in labels if _beside(label, other)]
    alike = _of_usual_length([one for one in siblings if _CODE.fullmatch(one)])
    if len(alike) < MIN_CODES or len(alike) < CODES_PART * len(siblings):
        return label
    if _is_like(text, alike) or _stem(text) in {_stem(code) for code in alike}:
        return label
    stems = {_stem(code) for code in alike}
    options = [one for one in _swapped(text) if one not in siblings and _CODE.fullmatch(one)]
    fitting = {one for one in options if _is_like(one, alike)}
    if not fitting and not _CODE.fullmatch(text):
        fitting = {one for one in options if _stem(one) in stems}
    if len(fitting) != 1:
        return label
    return replace(label, text=fitting.pop(), alternatives=(text, *label.alternatives))


def _of_usual_length(codes: Sequence[str]) -> list[str]:
    """The codes with as many digits as most have: of `S12, SI1, VS2` the first is misread."""
    counts = [len(code) - len(_stem(code)) for code in codes]
    usual = max(counts, key=counts.count, default=0)
    return [code for code, count in zip(codes, counts, strict=True) if count == usual]


def _stem(code: str) -> str:
    return code.rstrip("0123456789")


def _is_like(text: str, codes: Sequence[str]) -> bool:
    """Whether a text is a code in the letters of the given ones, with as many digits as they have.

    >>> _is_like("SI2", ["VS1", "I1"]), _is_like("S12", ["VS1", "SI1"])
    (True, False)
    """
    if not _CODE.fullmatch(text):
        return False
    letters = {letter for code in codes for letter in _stem(code)}
    return len(text) - len(_stem(text)) == len(codes[0]) - len(_stem(codes[0])) and set(_stem(text)) <= letters


def _swapped(text: str) -> list[str]:
    """The text with up to `MAX_SWAPS` of its ambiguous glyphs taken for their likes."""
    places = [i for i, c in enumerate(text) if c in _SWAPS]
    found = []
    for count in range(1, min(MAX_SWAPS, len(places)) + 1):
        for chosen in itertools.combinations(places, count):
            for glyphs in itertools.product(*(_SWAPS[text[i]] for i in chosen)):
                swapped = dict(zip(chosen, glyphs, strict=True))
                found.append("".join(swapped.get(i, c) for i, c in enumerate(text)))
    return found
