"""A question made plainer before it is read: words of grammar misspelt, signs run together, a preamble without data."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from qa.parse.fillers import is_filler
from qa.parse.generic import AUXILIARIES, TIME_WORDS, is_generic, words_of
from qa.parse.kinds import KINDS
from qa.parse.lexicon import grade, plain_direction
from qa.parse.linking import find_links
from qa.parse.phrases import LITTLE, MUCH, NO_COMPARATIVE, NO_SUPERLATIVE, PHRASES
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Kind, Token, alike, edits, stem

_MISSPELT = {
    "teh": "the", "hte": "the", "wen": "when", "whne": "when", "wehn": "when", "whn": "when", "wich": "which",
    "whcih": "which", "whihc": "which", "wihch": "which", "whih": "which", "wat": "what", "waht": "what", "wht": "what",
    "hw": "how", "mny": "many", "adn": "and", "nad": "and", "fro": "for", "frm": "from", "wth": "with", "wiht": "with",
    "btw": "between", "w": "with", "bc": "because", "ppl": "people", "avg": "average", "yr": "year",
    "yrs": "years", "approx": "approximately", "mroe": "more", "moer":
    "more", "lss": "less", "leest": "least", "mots": "most", "thna": "than", "tahn": "than",
    "betwen": "between", "beetween": "between", "thier": "their", "ther": "there", "eachother": "each other",
    "alot": "much", "avrg": "average", "hightest": "highest", "heighest": "highest", "higest": "highest",
}  # fmt: skip
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
_YEAR_DIGITS = 2
"""Digits of a year without its century ("in 52")."""
_SHORT = 4
_SHORTEST_PLURAL = _SHORTEST_CUT = _SHORT + 1
"""Letters from which on a mistyped plural, or a key with a letter left out, is taken for one."""


def spaced(question: str) -> str:
    """A question with blanks around a plus sign between names ("e+t"), and "a million" as 1 million."""
    return _ONE.sub("1 ", _RUN_TOGETHER.sub(" + ", question))


def number_words(vocabulary: Vocabulary) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a chart's names, and the nouns that a number may follow as a name ("tree four")."""
    own = frozenset(word for name in vocabulary.names for word in name.name.lower().split())
    classes = vocabulary.common_series_stems | vocabulary.common_place_stems
    titled = frozenset().union(*(vocabulary.title_stems[field] for field in ("legend_title", "x_title", "title")))
    numbered = any(name.value is not None for name in vocabulary.names)
    nouns = classes | (titled if numbered else frozenset())
    return own, frozenset(word for word in nouns if not is_generic(word, word))


def respelled(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with misspelt words of grammar and operators put right, unless the chart has them so."""
    own = {word for name in vocabulary.names for word in (*name.stems, name.joined)}
    own |= {word for words in vocabulary.title_stems.values() for word in words}
    years = [int(name.value) for name in vocabulary.names if name.value is not None and _is_year(name.value)]
    years += [int(x) for x in vocabulary.xs] if vocabulary.years_x else []
    return [_full_year(_respelled(token, own), tokens, years) for token in _where(_countable(tokens, vocabulary))]


def _countable(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """ "how much treatments": things in the plural are counted."""
    titles = vocabulary.title_stems
    things = KINDS | TIME_WORDS | titles["x_title"] | titles["legend_title"] | vocabulary.common_stems
    found = list(tokens)
    for before, much, noun in zip(tokens, tokens[1:], tokens[2:], strict=False):
        plural = noun.norm.endswith("s") and noun.norm != noun.stem and noun.stem in things - titles["y_title"]
        if before.norm == "how" and much.norm == "much" and plural:
            found[much.index] = replace(much, norm="many", stem="many")
    return found


def _where(tokens: Sequence[Token]) -> list[Token]:
    """ "were is it above 10": a question for a place whose first word lacks a letter."""
    asks = len(tokens) > 1 and tokens[0].norm in ("were", "wear", "whre", "wher") and tokens[1].norm in AUXILIARIES
    first = [replace(tokens[0], norm="where", stem="where")] if asks else [*tokens[:1]]
    return [*first, *tokens[1:]]


def _is_year(value: float) -> bool:
    return 1000 <= value < 3000 and value == int(value)


def _full_year(token: Token, tokens: Sequence[Token], years: Sequence[int]) -> Token:
    """A year given by its last two digits ("in 52", "'55"), with the century of the chart's only such year."""
    if not years or token.kind is not Kind.NUMBER or len(token.text) != _YEAR_DIGITS or token.index == 0:
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
    right = _MISSPELT.get(token.norm) or operator_meant(token.norm, own)
    return token if right is None else replace(token, norm=right, stem=stem(right))


def operator_meant(word: str, own: set[str]) -> str | None:
    """The word of the lexicon or the plural of one of the chart's own that a word is, mistyped; None where it is none.

    Letters swapped, left out or doubled are taken for slips in words of three letters or more, wrong ones in words of
    seven or more, two slips in words of eight or more. A word that fits one of the chart's own better is left alone.

    >>> operator_meant("hieght", set()), operator_meant("mnay", set()), operator_meant("diffrense", set())
    ('height', 'many', 'difference')
    >>> operator_meant("sharks", set()), operator_meant("bathces", {"batch"}), operator_meant("tree", set())
    (None, 'batches', None)
    """
    if len(word) < _SHORTEST or not word.isalpha() or word in _REAL or _is_known(word):
        return None
    plural = next((plural for name in own if _slip(word, plural := _plural(name))), None)
    if plural is not None and len(word) >= _SHORTEST_PLURAL:
        return plural
    if any(alike(stem(word), name) >= _FITS for name in own if len(name) > 1):
        return None
    graded = word.endswith(("est", "er")) and word not in _NO_ADJECTIVES and len(word) >= _WRONG_LETTER
    keys = _MEANT | _ADJECTIVES if graded else _MEANT
    near = [(edits(word, key, 2), key) for key in keys if _slip(word, key)]
    near = [(away, key) for away, key in near if key in _MEANT or _other_order(word, key)]
    least = min((away for away, _ in near), default=0)
    closest = [key for away, key in near if away == least]
    return closest[0] if len(closest) == 1 or (closest and len({stem(key) for key in closest}) == 1) else None


def _plural(name: str) -> str:
    return f"{name}es" if name.endswith(("s", "x", "z", "ch", "sh")) else f"{name}s"


_SHORTEST, _FITS = 3, 0.8
_WRONG_LETTER, _TWO_SLIPS = 7, 8


def _is_known(word: str) -> bool:
    forms = {word, stem(word)}
    known = is_generic(word, stem(word)) or is_filler(word) or plain_direction(word) is not None
    return known or bool(forms & (KINDS | _MEANT | _PHRASED))


def _slip(word: str, key: str) -> bool:
    """Whether a word is another one mistyped."""
    if word[0] != key[0] or abs(len(word) - len(key)) > 2 or word == key:
        return False
    long = len(key) >= _TWO_SLIPS and len(word) >= _TWO_SLIPS - 1 and grade(word) is None
    limit = 2 if long else 1
    away = edits(word, key, limit)
    if away > limit:
        return False
    if away == limit == 2 or len(key) >= _WRONG_LETTER:
        return True
    if len(word) == len(key):
        return len(word) > _SHORTEST and sorted(word) == sorted(key)
    doubled = len(word) > len(key) and any(a == b for a, b in itertools.pairwise(word))
    return (len(word) < len(key) and (len(key) >= _SHORTEST_CUT or key in _SHORT_KEYS)) or doubled


_SHORT_KEYS = frozenset({"half", "many", "much", "than", "most", "with", "more", "what", "when"})
_MEANT = words_of("""

    above add all always amount average below best better worse between biggest both bottom calculate category
    change cheapest colour column combined common compare compared count curve decline decrease decreased
    difference double during equal ever exceed fall fell fewest first fourth frequent gap gives greater greatest
    growth half height heaviest heavier higher highest increase increased interquartile label largest larger
    least legend length less level longest longer lower lowest many maximum mean median middle minimum minus
    neither nor month more most name negative never number oldest order percent percentage place points popular
    positive proportion quarter quartile range ratio second series shortest shorter smaller smallest start
    tallest taller than their there third three throughout times title together total trend twice type upper
    value values weight what when where which whisker with without much year years youngest
""")


def _other_order(word: str, key: str) -> bool:
    """Whether an adjective is another one's letters in another order or number; "fattest" is not "flattest"."""
    return word[:2] == key[:2] and (len(key) != len(word) or sorted(key) == sorted(word))


def _body(plain: str) -> str:
    """What a graded ending is put on: "bigg" of big, "heavi" of heavy, "larg" of large."""
    if plain.endswith("y"):
        return plain[:-1] + "i"
    closed = plain[-1] not in "aeiouwxy" and plain[-2] in "aeiou" and plain[-3] not in "aeiou"
    short = len(plain) <= _SHORT and closed
    return plain + plain[-1] if short else plain.removesuffix("e")


_ADJECTIVES = frozenset(_body(plain) + ending for plain in LITTLE | MUCH for ending in ("est", "er"))
_NO_ADJECTIVES = NO_COMPARATIVE | NO_SUPERLATIVE
_PHRASED = frozenset(word for _, _, phrases in PHRASES for phrase in phrases for word in phrase.split())
_REAL = words_of("""

    man men mane mans ward wand yard hare hart pall pail form forms tree trees fist sow hat wight though thought
    pint point sore sort cost coast tied tide angle mount leap plate plane planes place races rice price prices
    fall full feel hall halt bow bell lease lest leaf loot loan maid mine moth mouth tear tears tow tows treat
    threat tile wet whale wheat wheel wither witch width weight lever live live legs lager stat star stare state
    colon couple court crate cure boots both best beast beet tend tread fir fire fourth forth gasp gape greed
    ration raton ranger deer deep duck miner monster moose mare mile miles mole
""")
