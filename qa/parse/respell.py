"""A question made plainer before it is read: words of grammar misspelt, signs run together, a preamble without data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from qa.parse.linking import find_links
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Kind, Token, edits, stem

_MISSPELT = {
    "teh": "the", "hte": "the", "wen": "when", "whne": "when", "wehn": "when", "whn": "when", "wich": "which",
    "whcih": "which", "whihc": "which", "wihch": "which", "whih": "which", "wat": "what", "waht": "what", "wht": "what",
    "hw": "how", "mny": "many", "adn": "and", "nad": "and", "fro": "for", "frm": "from", "wth": "with", "wiht": "with",
    "btw": "between", "w": "with", "bc": "because", "ppl": "people", "avg": "average", "mroe": "more", "moer":
    "more", "lss": "less", "leest": "least", "mots": "most", "thna": "than", "tahn": "than",
    "betwen": "between", "beetween": "between", "thier": "their", "ther": "there", "eachother": "each other",
    "alot": "much", "avrg": "average", "hightest": "highest", "heighest": "highest", "higest": "highest",
}  # fmt: skip
_LONG = (
    "percent", "percentage", "proportion", "common", "popular", "frequent", "combined", "together", "average",
    "difference", "between", "smallest", "largest", "biggest", "highest", "lowest", "greatest", "shortest", "longest",
    "tallest", "minimum", "maximum", "median", "exceed", "compared", "quartile", "increase", "decrease",
)  # fmt: skip
_RUN_TOGETHER = re.compile(r"(?<=[^\W\d_])\+(?=[^\W\d_])")
_ONE = re.compile(r"\ban? (?=(?:thousand|million|billion)\b)", re.IGNORECASE)
_ASKS = "what|which|how|is|are|was|were|do|does|did|who|where|when|in|on|at|for|by|name|list|give|tell|can|could|has"
_PREAMBLE = re.compile(rf"^[^?]*?[.:!;]\s+(?=(?:{_ASKS})\b)", re.IGNORECASE)
_ASIDE = re.compile(r"^(?:looking|look|consider|considering|ignoring|ignore|leaving|going)\b[^,?]*,\s+", re.IGNORECASE)


def without_preamble(question: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """A question without an introduction that names nothing of the chart and no number."""
    for pattern in (_PREAMBLE, _ASIDE):
        found = pattern.match(question)
        if found is None:
            continue
        opening = [token for token in tokens if token.end <= found.end()]
        linked = any(link.score >= _SURE for link in find_links(opening, vocabulary))
        numbered = any(token.kind is Kind.NUMBER for token in opening)
        if not linked and not numbered and len(tokens) - len(opening) >= _REST:
            return question[found.end() :]
    return question


_SURE = 0.85
_REST = 4


def spaced(question: str) -> str:
    """A question with blanks around a plus sign between names ("e+t"), and "a million" as 1 million."""
    return _ONE.sub("1 ", _RUN_TOGETHER.sub(" + ", question))


def respelled(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with misspelt words of grammar and operators put right, unless the chart has them so."""
    own = {word for name in vocabulary.names for word in (*name.stems, name.joined)}
    own |= {word for words in vocabulary.title_stems.values() for word in words}
    years = [int(name.value) for name in vocabulary.names if name.value is not None and _is_year(name.value)]
    years += [int(x) for x in vocabulary.xs] if vocabulary.years_x else []
    return [_full_year(_respelled(token, own), tokens, years) for token in tokens]


def _is_year(value: float) -> bool:
    return 1000 <= value < 3000 and value == int(value)


def _full_year(token: Token, tokens: Sequence[Token], years: Sequence[int]) -> Token:
    """A year given by its last two digits ("in 52", "'55"), with the century of the chart's only such year."""
    if not years or token.kind is not Kind.NUMBER or len(token.text) != len("52") or token.index == 0:
        return token
    before = tokens[token.index - 1].norm
    meant = {year for year in years if year % 100 == token.value}
    if before not in _BEFORE_YEARS or len(meant) != 1:
        return token
    return replace(token, value=float(meant.pop()))


_BEFORE_YEARS = frozenset({"in", "of", "for", "during", "since", "from", "to", "and", "after", "by", "'", "`"})


def _respelled(token: Token, own: set[str]) -> Token:
    if token.kind is not Kind.WORD or token.norm in own or token.stem in own:
        return token
    right = _MISSPELT.get(token.norm) or _operator(token.norm)
    return token if right is None else replace(token, norm=right, stem=stem(right))


def _operator(word: str) -> str | None:
    """The operator that a long word is, with one letter wrong, missing, doubled or swapped."""
    if len(word) < _LONG_ENOUGH or word in _LONG or word.removesuffix("s") in _LONG or word.removesuffix("d") in _LONG:
        return None
    near = [key for key in _LONG if key[0] == word[0] and abs(len(key) - len(word)) <= 1 and edits(word, key, 1) == 1]
    return near[0] if len(near) == 1 else None


_LONG_ENOUGH = 5
