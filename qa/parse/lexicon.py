"""The phrases of a question and the operators of the plan algebra that they stand for.

Phrases are given by the stems of their words. Adjectives are open: any comparative or superlative form is understood,
its direction taken from a list of words that mean little (low, cheap, young); all others mean much.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from qa.parse.generic import is_generic
from qa.parse.phrases import LITTLE, MUCH, NO_COMPARATIVE, NO_SUPERLATIVE, PHRASES
from qa.parse.senses import Item, Payload, Sense
from qa.parse.words import Token, edits, stem
from qa.plan import Op

_IRREGULAR = {
    "most": ("sup", 1), "best": ("sup", 1), "least": ("sup", -1), "fewest": ("sup", -1), "worst": ("sup", -1),
    "furthest": ("sup", 1), "farthest": ("sup", 1), "more": ("comp", 1), "less": ("comp", -1), "better": ("comp", 1),
    "worse": ("comp", -1), "fewer": ("comp", -1), "further": ("comp", 1), "farther": ("comp", 1), "elder": ("comp", 1),
    "eldest": ("sup", 1), "mostly": ("sup", 1), "moar": ("comp", 1),
}  # fmt: skip


def _base(word: str, suffix: str) -> str:
    """The adjective of a graded form: big of biggest, heavy of heaviest."""
    body = word[: -len(suffix)]
    if body.endswith("i"):
        return body[:-1] + "y"
    if len(body) > 3 and body[-1] == body[-2] and body[-1] not in "ls":
        return body[:-1]
    return body


@cache
def grade(word: str) -> tuple[str, int] | None:
    """("sup" or "comp", direction) of a graded adjective, or None.

    >>> grade("foggiest"), grade("cheapest"), grade("taller"), grade("october"), grade("west")
    (('sup', 1), ('sup', -1), ('comp', 1), None, None)
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for suffix, degree, excluded in (("est", "sup", NO_SUPERLATIVE), ("er", "comp", NO_COMPARATIVE)):
        if word.endswith(suffix) and len(word) >= len(suffix) + 3 and word not in excluded:
            base = _base(word, suffix)
            little = base in LITTLE or base + "e" in LITTLE
            known = little or base in MUCH or base + "e" in MUCH
            if degree == "comp" and not known:
                return None
            return degree, -1 if little else 1
    return None


def _known_adjective(word: str) -> bool:
    """Whether a graded word is of an adjective that is known; a name such as Everest is not."""
    if word in _IRREGULAR:
        return True
    bases = {_base(word, suffix) for suffix in ("est", "er") if word.endswith(suffix)}
    return any(base in known or base + "e" in known for base in bases for known in (LITTLE, MUCH))


def plain_direction(word: str) -> int | None:
    """-1 or 1 of an adjective or adverb in its plain form, or None where it is none that is known."""
    if word in LITTLE:
        return -1
    return 1 if word in MUCH else None


@cache
def _phrases() -> dict[str, list[tuple[tuple[str, ...], Sense, Payload]]]:
    """Phrases by their first word, longest first; a phrase may have several senses."""
    table: dict[str, list[tuple[tuple[str, ...], Sense, Payload]]] = {}
    for sense, payload, phrases in PHRASES:
        for phrase in phrases:
            words = tuple(stem(word) for word in phrase.split())
            table.setdefault(words[0], []).append((words, sense, payload))
    for rows in table.values():
        rows.sort(key=lambda row: -len(row[0]))
    return table


def find_items(tokens: Sequence[Token]) -> list[Item]:
    """Every phrase of the lexicon in a question, all senses, longer ones first; they may overlap.

    Hyphens between words are passed over.
    """
    found: list[Item] = []
    plain = [token for token in tokens if token.norm not in ("-", "–")]
    for place, token in enumerate(plain):
        for form in {token.stem, token.norm, corrected(token.norm)}:
            for words, sense, payload in _phrases().get(form, ()):
                run = plain[place : place + len(words)]
                if len(run) == len(words) and all(
                    word in (t.stem, t.norm, corrected(t.norm)) for word, t in zip(words, run, strict=True)
                ):
                    found.append(Item(sense, run[0].index, run[-1].index + 1, payload))
        found += _participle(token)
    for token in tokens:
        if token.norm in ("-", "–", "−") and _stands_alone(token, tokens):
            found.append(Item(Sense.MINUS, token.index, token.index + 1))
        elif token.norm in ("/", "÷") and _stands_alone(token, tokens):
            found.append(Item(Sense.RATIO, token.index, token.index + 1))
        elif token.norm.startswith("out") and len(token.norm) >= 6 and token.norm not in _NO_OUT:
            found.append(Item(Sense.RELATION, token.index, token.index + 1, Op.GT))
    if any(token.norm in _APART for token in tokens) and not any(item.sense is Sense.SORT for item in found):
        # "the spread from the lowest to the highest": a distance, no order
        found = [item for item in found if item.sense not in _ORDERS or item.end - item.start == 1]
    found += [*_graded(tokens), *_from_end_to_end(tokens)]
    return sorted(set(found), key=lambda item: (item.start - item.end, item.start, item.sense.value))


def _participle(token: Token) -> list[Item]:
    """The comparison that a participle makes ("passing 363", "topping the list")."""
    if not token.norm.endswith("ing") or len(token.norm) < _PARTICIPLE:
        return []
    body = token.norm.removesuffix("ing")
    forms = {body, body + "e", body[:-1] if body[-1] == body[-2] else body}
    return [
        Item(sense, token.index, token.index + 1, payload)
        for form in forms
        for words, sense, payload in _phrases().get(form, ())
        if sense is Sense.RELATION and words == (form,)
    ]


_PARTICIPLE = 6
"""Letters of the shortest participle of a comparing verb ("topping", "hitting")."""
_KEY_WORDS = (
    "average", "between", "decrease", "decreased", "difference", "exceed", "increase", "increased", "maximum", "median",
    "minimum", "percentage", "quartile", "total",
)  # fmt: skip
_KEY_GRADED = (
    "highest",
    "lowest",
    "largest",
    "smallest",
    "biggest",
    "higher",
    "smaller",
    "larger",
    "greater",
    "greatest",
)


@cache
def corrected(word: str, keys: tuple[str, ...] = _KEY_WORDS) -> str:
    """The operator that a word is, mistyped or misread; any other word as it is.

    >>> corrected("medlan"), corrected("avrage"), corrected("Median"), corrected("marble")
    ('median', 'average', 'Median', 'marble')
    """
    if len(word) < 5 or word in keys or is_generic(word, stem(word)):
        return word
    limit = 1 if len(word) < 8 else 2
    for key in keys:
        if key[0] == word[0] and abs(len(key) - len(word)) <= limit and edits(word, key, limit) <= limit:
            return key
    return word


def _stands_alone(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a dash has blanks on both sides."""
    if not 0 < token.index < len(tokens) - 1:
        return False
    return tokens[token.index - 1].end < token.start and token.end < tokens[token.index + 1].start


_NO_OUT = frozenset({
    "outside", "outlier", "outliers", "output", "outputs", "outlook", "outcome", "outcomes", "outline", "outdoor",
    "outdoors", "outset",
})  # fmt: skip


def _from_end_to_end(tokens: Sequence[Token]) -> list[Item]:
    """ "wettest to driest", "from the thinnest to the thickest": an order by any two opposite adjectives."""
    if any(token.norm in _APART for token in tokens):
        return []
    found = []
    for token in tokens:
        first = grade(corrected(token.norm, _KEY_GRADED))
        ahead = [one for one in tokens[token.index + 1 : token.index + 4] if one.norm not in ("to", "the")]
        last = grade(corrected(ahead[0].norm, _KEY_GRADED)) if ahead else None
        joined = any(one.norm == "to" for one in tokens[token.index + 1 : ahead[0].index]) if ahead else False
        if first is None or last is None or not joined or first[0] != "sup" or first[1] == last[1]:
            continue
        opened = [one.index for one in tokens[max(0, token.index - 2) : token.index] if one.norm == "from"]
        sense = Sense.FALLING if first[1] == 1 else Sense.RISING
        found.append(Item(sense, min(opened, default=token.index), ahead[0].index + 1))
    return found


_ORDERS = (Sense.RISING, Sense.FALLING)
_APART = frozenset({"difference", "range", "gap", "far", "much", "ratio", "times", "distance", "span", "spread"})


def _graded(tokens: Sequence[Token]) -> list[Item]:
    found = []
    for start, token in enumerate(tokens):
        graded = grade(corrected(token.norm, _KEY_GRADED))
        if graded is None or (token.capital and start > 0 and not _known_adjective(token.norm)):
            continue
        degree, direction = graded
        end = start + 1
        following = tokens[end] if end < len(tokens) else None
        if following is not None and token.norm in ("most", "least", "more", "less"):
            plain = plain_direction(following.norm)
            if plain is not None:
                sense = Sense.SUPERLATIVE if degree == "sup" else Sense.COMPARATIVE
                found.append(Item(sense, start, end + 1, direction * plain))
        found.append(Item(Sense.SUPERLATIVE if degree == "sup" else Sense.COMPARATIVE, start, end, direction))
    return found


__all__ = ["Item", "Payload", "Sense", "find_items", "grade", "plain_direction"]
