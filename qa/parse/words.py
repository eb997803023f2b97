"""Questions as tokens: words with their stems, numbers with their values, and how alike two words are."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    SIGN = "sign"


@dataclass(frozen=True)
class Token:
    """A piece of a question.

    Attributes:
        index: place among the tokens.
        text: as written.
        norm: in small letters without accents.
        stem: `norm` in the singular.
        kind: see `Kind`; a spelled number ("three") is a WORD with a value.
        value: of a number.
        start, end: place in the text.
        capital: begins with a capital letter.
        percent: a number followed by a % sign or the word percent.
    """

    index: int
    text: str
    norm: str
    stem: str
    kind: Kind
    value: float | None
    start: int
    end: int
    capital: bool
    percent: bool = False


_NUMBER = r"\d{1,3}(?:[, \u2009\u00a0]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\d+"
_WORD = r"\d+(?:\.\d+)?(?:k|K|M|bn)\b|[^\W\d_][^\W_]*(?:['’][^\W\d_]+)?\+?|(?!\d{4}s\b)\d+[^\W\d_][^\W_]*"
_TOKEN = re.compile(rf"(?P<word>{_WORD})|(?P<number>{_NUMBER})|(?P<sign>[^\s\w]|_)")
_MAGNITUDES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mio": 1e6, "million": 1e6, "bn": 1e9, "billion": 1e9}
BELOW_TWENTY = {
    name: value
    for value, name in enumerate((
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ))
}  # fmt: skip
_TENS_NAMES = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
TENS = {name: 10 * value for value, name in enumerate(_TENS_NAMES, start=2)}
_SPELLED = {name: float(value) for name, value in (BELOW_TWENTY | TENS | {"hundred": 100, "dozen": 12}).items()}
ORDINALS = {
    name: value
    for value, name in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], start=1
    )
}
_DIGIT_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_LATIN = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ł": "l", "’": "'", "µ": "μ", "−": "-"})


def normal(text: str) -> str:
    """Small letters without accents; compatibility forms (², ﬁ) made plain.

    >>> normal("Größe É²")
    'grosse e2'
    """
    spread = unicodedata.normalize("NFKD", text.lower().translate(_LATIN))
    return "".join(c for c in spread if not unicodedata.combining(c))


@cache
def stem(word: str) -> str:
    """A word in the singular, without a possessive ending.

    >>> [stem(w) for w in ("countries", "boxes", "girls'", "classes", "gas", "women", "series")]
    ['country', 'box', 'girl', 'class', 'gas', 'woman', 'series']
    """
    word = word.removesuffix("'s").removesuffix("'")
    irregular = {"women": "woman", "men": "man", "children": "child", "people": "person", "series": "series",
                 "species": "species", "axes": "axis", "indices": "index", "maxima": "maximum", "minima": "minimum",
                 "feet": "foot", "mice": "mouse", "shelves": "shelf", "data": "data", "this": "this", "is": "is",
                 "was": "was", "has": "has", "does": "does", "less": "less", "always": "always",
                 "as": "as"}  # fmt: skip
    if word in irregular:
        return irregular[word]
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


_DEGREES = str.maketrans({"℃": "C", "℉": "F"})
"""One letter for one sign, so that places in the text stay; the sign ° before it is a token of its own."""


def tokenize(text: str) -> list[Token]:
    """The tokens of a question; underscores separate words, digits grouped by commas or blanks are one number."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text.translate(_DEGREES)):
        written = match.group()
        if match.lastgroup == "number":
            value: float | None = float(re.sub(r"[, \u2009\u00a0]", "", written))
            kind = Kind.NUMBER
        elif match.lastgroup == "word":
            kind, value = Kind.WORD, _SPELLED.get(normal(written))
            value = _magnitude(written) if value is None else value
        else:
            kind, value = Kind.SIGN, None
        norm = normal(written)
        tokens.append(
            Token(
                len(tokens), written, norm, stem(norm), kind, value, match.start(), match.end(), written[:1].isupper()
            )
        )
    return [_with_percent(token, tokens) for token in tokens]


def _magnitude(word: str) -> float | None:
    """The value of `5k` or `1.5M`, which begin with a digit."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(k|m|bn)", word.lower())
    return float(match.group(1)) * _MAGNITUDES[match.group(2)] if match else None


def _with_percent(token: Token, tokens: list[Token]) -> Token:
    if token.value is None or token.index + 1 >= len(tokens):
        return token
    following = tokens[token.index + 1]
    if following.norm not in ("%", "percent", "percentage"):
        return token
    return Token(**{**token.__dict__, "percent": True})


def ordinal_of(token: Token) -> int | None:
    """The count of an ordinal ("second", "3rd"), or None."""
    found = _DIGIT_ORDINAL.fullmatch(token.norm)
    return int(found.group(1)) if found else ORDINALS.get(token.norm)


def magnitude_of(token: Token) -> float | None:
    """The factor of a word such as thousand or million, or None."""
    return _MAGNITUDES.get(token.norm) if len(token.norm) > 2 else None


# --------------------------------------------------------------------------- alike


_CONFUSED = str.maketrans({"1": "l", "i": "l", "|": "l", "!": "l", "0": "o"})


@lru_cache(maxsize=1 << 16)
def confusable(word: str) -> str:
    """A word in which letters that recognizers confuse are one: l, 1 and I; o and 0; rn and m.

    >>> confusable("lndonesia") == confusable("Indonesia".lower())
    True
    """
    return word.translate(_CONFUSED).replace("rn", "m")


def edits(a: str, b: str, limit: int) -> int:
    """How many insertions, deletions, changes and swaps part two words; more than `limit` is `limit` + 1."""
    from rapidfuzz.distance import OSA

    return OSA.distance(a, b, score_cutoff=limit)


def allowed_edits(length: int) -> int:
    """How many typing errors a word of a length may have and still be meant."""
    return 0 if length < 4 else 1 if length < 7 else 2 if length < 13 else 3


_SUFFIXES = (
    "ingly", "ation", "ition", "ments", "ement", "ingly", "iness", "ally", "ment", "ness", "ible", "able", "ence",
    "ency", "ance", "iest", "ings", "ion", "ing", "est", "ier", "ent", "ant", "ity", "ive", "ous", "ies", "val", "ed",
    "er", "ly", "al", "es", "cy", "ic", "y", "s", "e", "d", "n", "t",
)  # fmt: skip


@cache
def root(word: str) -> str:
    """What is left of a word without its endings; for telling whether two words are of one family.

    >>> root("foggiest"), root("survival"), root("survived"), root("working")
    ('fog', 'surv', 'surviv', 'work')
    """
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    if len(word) >= 4 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word.removesuffix("i") if len(word) > 4 else word


@cache
def alike(a: str, b: str) -> float:
    """How surely two words (stems) mean one thing by their letters, 0 to 1.

    1 equal; 0.95 equal but for letters that recognizers confuse; 0.9 of one family; 0.85 with typing errors.
    """
    if a == b:
        return 1.0
    if confusable(a) == confusable(b):
        return 0.95
    if any(c.isdigit() for c in a + b):
        return 0.0
    if min(len(a), len(b)) < 4:
        return 0.9 if len(a) >= 3 and len(b) >= 3 and root(a) == root(b) and len(root(a)) >= 3 else 0.0
    ra, rb = root(a), root(b)
    if len(ra) >= 4 and len(rb) >= 4 and (ra.startswith(rb) or rb.startswith(ra)) and _is_ending(ra, rb):
        return 0.9
    if ra == rb:
        return 0.9
    limit = allowed_edits(min(len(a), len(b)))
    same_start = confusable(a[0]) == confusable(b[0]) or confusable(a[1:3]) == confusable(b[1:3])
    if same_start and abs(len(a) - len(b)) <= limit and edits(confusable(a), confusable(b), limit) <= limit:
        return 0.85
    return 0.0


def _is_ending(a: str, b: str) -> bool:
    """Whether what one root has beyond the other is an ending, as in one family; "Houston" is not of "house"."""
    short, long = sorted((a, b), key=len)
    rest = long[len(short) :]
    return len(rest) <= _SHORT_REST or rest in _SUFFIXES or len(short) >= _TELLING_ROOT


_SHORT_REST, _TELLING_ROOT = 1, 6


def abbreviates(short: str, long: str) -> bool:
    """Whether a short word is a long one without some letters: same start, letters in order.

    >>> abbreviates("dept", "department"), abbreviates("grp", "group"), abbreviates("thu", "thursday")
    (True, True, True)
    """
    if not 2 <= len(short) < len(long) or short[0] != long[0]:
        return False
    if long.startswith(short) and len(short) >= 3:
        return True
    rest = iter(long)
    consonants = not set(short[1:]) & set("aeiou") or len(short) >= 4
    return consonants and len(short) >= 3 and all(letter in rest for letter in short)
