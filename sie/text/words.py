"""Labels of one axis or legend read by what their siblings are: month and weekday names, and codes such as `OI1, VO2`.

A recognizer sees `Júl` for `Jul` and `O12` for `OI2`: one glyph of small print. Alone neither can be told from the
truth, but siblings share a vocabulary or the order of letters and digits. A dictionary of words for all labels was
refused: it would turn names that it lacks into those that it has.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from rapidfuzz.distance import Levenshtein

from sie.text.label import Label
from sie.text.noise import ALIGNED, are_aligned
from sie.values.tickdate import MONTH_NAMES, NAME_FORMS, SHORT, WEEKDAY_NAMES

MIN_COMPANY = 3
"""So many names of one vocabulary beside a word make it one of them."""
MIN_CODES = 3
SAME_ANGLE = 8.0
"""In degrees: turned labels of one row."""
CODES_PART = 0.5
"""Part of a row's labels that are codes of one order of letters and digits."""
MAX_CODE = 6
MAX_SWAPS = 3
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
_SPACED_SIGN = re.compile(r"\w [=<>≤≥] [\d.-]")
_CLOSE_SIGN = re.compile(r"(?<=\w) ?([=<>≤≥]) ?(?=[\d.-])")
_NOUGHT_FIRST = re.compile(r"0\d")
MIN_WORDS = 2
_CODE = re.compile(r"[A-Z]+\d+")

_OTHER_LANGUAGES = frozenset(
    "mär märz mai juni juli okt oktober dez dezember janv févr avr avril juin juil août déc"  # noqa: SIM905
    " fev abr ago set out dic gen mag giu lug ott mrt mei".split()
)
"""Months of charts in German, French, Spanish, Portuguese, Italian and Dutch that a letter or two part from English."""
_SUMMARIES = frozenset({"all", "avg", "max", "mean", "med", "min", "sub", "sum", "tot"})
"""What stands beside months and days for all of them, and differs from one by a letter."""


def correct_words(labels: Sequence[Label]) -> list[Label]:
    """The labels with misread names of months and weekdays, codes and formulas spelled as their siblings ask."""
    current = list(labels)
    for corrected in (_named, _coded, _lettered, _spaced):
        current = [_by_siblings(label, current, corrected) for label in current]
    return current


def _by_siblings(
    label: Label, labels: Sequence[Label], corrected: Callable[[Label, Sequence[str]], str | None]
) -> Label:
    """The label as the first of its rows or columns corrects it: what is in line by chance is in one of them only."""
    for line in _lines_of(label, labels):
        text = corrected(label, [other.text for other in line])
        if text is not None and text != label.text:
            return replace(label, text=text, alternatives=(label.text, *label.alternatives))
    return label


def _lines_of(label: Label, labels: Sequence[Label]) -> Iterator[list[Label]]:
    """The other labels of its row, and of the columns that share its left edge, right edge or middle."""
    if label.rect.angle:
        yield [one for one in labels if one is not label and one.rect.angle and _is_turned_alike(one, label)]
        return
    alike = [one for one in labels if are_aligned(label, one)]
    near = ALIGNED * label.rect.height
    places = {id(one): _edges(one) for one in (label, *alike)}
    left, right, foot = places[id(label)]
    yield [one for one in alike if abs(places[id(one)][2] - foot) < near]
    column = [one for one in alike if abs(places[id(one)][2] - foot) >= near]
    yield [one for one in column if abs(places[id(one)][0] - left) < near]
    yield [one for one in column if abs(places[id(one)][1] - right) < near]
    yield [one for one in column if abs(sum(places[id(one)][:2]) - left - right) / 2 < near]


def _edges(label: Label) -> tuple[float, float, float]:
    """Where a label's left, right and lower sides are."""
    x0, _, x1, y1 = label.rect.box()
    return x0, x1, y1


def _is_turned_alike(label: Label, other: Label) -> bool:
    """Whether two turned labels are of one row: turned alike, and level at an end or in their middles."""
    if abs(label.rect.angle - other.rect.angle) > SAME_ANGLE:
        return False
    (_, top, _, foot), (_, other_top, _, other_foot) = label.rect.box(), other.rect.box()
    apart = (top - other_top, foot - other_foot, (top + foot - other_top - other_foot) / 2)
    return min(abs(px) for px in apart) < 2 * ALIGNED * label.rect.height


def _lettered(label: Label, siblings: Sequence[str]) -> str | None:
    """`02` as `O2` where none of its siblings is a number: `CO2, CH4`."""
    if not _NOUGHT_FIRST.fullmatch(label.text) or len(siblings) < MIN_WORDS:
        return None
    return "O" + label.text[1:] if all(re.match(r"[^\W\d_]", text) for text in siblings) else None


def _spaced(label: Label, siblings: Sequence[str]) -> str | None:
    """`p≥0.05` with blanks around its sign where a sibling has them: `p < 0.05`."""
    if not any(_SPACED_SIGN.search(text) for text in siblings):
        return None
    return _CLOSE_SIGN.sub(r" \1 ", label.text)


def _named(label: Label, siblings: Sequence[str]) -> str | None:
    """The text with a word that is nearly a name spelled as that name, where enough siblings hold names."""
    for match in _WORD.finditer(label.text):
        word = match.group()
        for names in NAME_FORMS:
            held = [one for text in siblings if (one := _held(text, names)) is not None]
            if _is_printed_name(word) or len(held) < MIN_COMPANY:
                continue
            name = nearest_name(word, names)
            if name is None and len(held) == len(siblings) and word.lower() not in _SUMMARIES:
                taken = {one.lower() for one in held}
                free = [one for one in names if one not in taken and _follow(names, {*taken, one})]
                name = nearest_name(word, free, edits=1)
            if name is not None:
                return label.text[: match.start()] + _cased(name, held) + label.text[match.end() :]
    return None


def _follow(names: Sequence[str], chosen: set[str]) -> bool:
    """Whether names follow each other in one step, from any of them on.

    >>> days = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
    >>> _follow(days, {"sat", "sun", "mon"}), _follow(days, {"mon", "wed", "fri"}), _follow(days, {"mon", "tue", "fri"})
    (True, True, False)
    """
    places = [names.index(name) for name in names if name in chosen]
    gaps = sorted((after - before) % len(names) for before, after in itertools.pairwise([*places, places[0]]))
    return len(places) == len(chosen) and len(set(gaps[:-1])) == 1


def _is_printed_name(word: str) -> bool:
    """Whether a word is a name in full, cut short or in another language: `Thur`, `Okt` are no misread `Thu`, `Oct`.

    >>> _is_printed_name("Thur"), _is_printed_name("Sept"), _is_printed_name("Mai"), _is_printed_name("NON")
    (True, True, True, False)
    """
    lowered = word.lower()
    short = len(word) >= SHORT and any(name.startswith(lowered) for name in (*MONTH_NAMES, *WEEKDAY_NAMES))
    return short or lowered in _OTHER_LANGUAGES


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


def _held(text: str, names: Sequence[str]) -> str | None:
    """The first word of a text that is one of the names, as printed."""
    return next((word for word in _WORD.findall(text) if word.lower() in names), None)


def _cased(name: str, examples: Sequence[str]) -> str:
    """A name in capitals or small letters where all examples are, else with one capital.

    >>> _cased("oct", ["JAN", "FEB"]), _cased("oct", ["Jan", "Feb"])
    ('OCT', 'Oct')
    """
    for form in (str.upper, str.lower):
        if all(example == form(example) for example in examples):
            return form(name)
    return name.capitalize()


def _coded(label: Label, siblings: Sequence[str]) -> str | None:
    """The text as a code of letters before digits where most of its siblings are such codes and it is one nearly."""
    text = label.text
    if len(text) > MAX_CODE or not any(c in _SWAPS for c in text):
        return None
    alike = _of_usual_length([one for one in siblings if _CODE.fullmatch(one)])
    if len(alike) < MIN_CODES or len(alike) < CODES_PART * len(siblings):
        return None
    stems = {_stem(code) for code in alike}
    alphabet = set("".join(one for one in siblings if one.isupper()))
    if _is_like(text, alike, alphabet) or _stem(text) in stems:
        return None
    options = [one for one in _swapped(text) if one not in siblings and _CODE.fullmatch(one)]
    fitting = {one for one in options if _is_like(one, alike, alphabet)}
    if not fitting and not _CODE.fullmatch(text):
        fitting = {one for one in options if _stem(one) in stems}
    return fitting.pop() if len(fitting) == 1 else None


def _of_usual_length(codes: Sequence[str]) -> list[str]:
    """The codes with as many digits as most have: of `O12, OI1, VO2` the first is misread."""
    counts = [len(code) - len(_stem(code)) for code in codes]
    usual = max(counts, key=counts.count, default=0)
    return [code for code, count in zip(codes, counts, strict=True) if count == usual]


def _stem(code: str) -> str:
    return code.rstrip("0123456789")


def _is_like(text: str, codes: Sequence[str], alphabet: Collection[str]) -> bool:
    """Whether a text is a code in letters of an alphabet with as many digits as the given codes have.

    >>> _is_like("OI2", ["VO1", "I1"], "VOI"), _is_like("O12", ["VO1", "OI1"], "VOI")
    (True, False)
    """
    if not _CODE.fullmatch(text):
        return False
    digits = len(codes[0]) - len(_stem(codes[0]))
    return len(text) - len(_stem(text)) == digits and all(letter in alphabet for letter in _stem(text))


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
