"""Nouns that only say what kind of thing the names and values of a chart are, by where they stand."""

from __future__ import annotations

from qa.parse.concepts import concept_of, title_field
from qa.parse.fillers import unit_named
from qa.parse.frame import Focus, Frame
from qa.parse.generic import VERBISH, is_generic
from qa.parse.kinds import KINDS
from qa.parse.lexicon import Sense
from qa.parse.quantities import (
    units_of,
)
from qa.parse.words import Kind, Token

_OWNED = 4

_BEFORE_KINDS = frozenset({
    "which", "what", "the", "these", "those", "all", "each", "every", "many", "of", "any", "this", "that", "a", "an",
    "among", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "both", "in", "per",
})  # fmt: skip


def tells_kind(frame: Frame, token: Token) -> bool:
    """Whether a noun only says what kind of thing the names or values are: "which channel", "the chilled plants".

    What is counted or asked for as a quantity is none of these ("how many movies has X"), nor is the noun that a
    preposition makes a restriction of ("for trucks").
    """
    if token.stem not in KINDS or (token.capital and token.index > 0):
        return False
    owned = frame.norms[token.index + 1 : token.index + 2] in (["with"], ["having"])
    if owned and any(0 <= ref.at - token.index <= _OWNED for ref in frame.series) and token.norm.endswith("s"):
        return True
    looked_up = frame.focus is Focus.COUNT and bool(frame.refs) and not frame.thresholds
    if looked_up and not frame.has(Sense.COMPARATIVE, Sense.RELATION, Sense.SUPERLATIVE, Sense.DIFFERENCE):
        return False
    before = frame.norms[token.index - 1] if token.index > 0 else ""
    after = frame.norms[token.index + 1] if token.index + 1 < len(frame.tokens) else ""
    if after == "of" and not token.norm.endswith("s"):
        return False
    beside_name = token.index - 1 in frame.named_tokens or token.index + 1 in frame.named_tokens
    graded = any(
        item.end == token.index
        for item in frame.all(Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.AGGREGATE, Sense.SHARE, Sense.DIFFERENCE)
    )
    return before in _BEFORE_KINDS or beside_name or graded or not before


def class_of_name(frame: Frame, token: Token) -> bool:
    """ "the penguins of Biscoe", "an Adelie penguin": where the quantity is named, a noun of what the names are."""
    told = frame.vocabulary.title_stems["y_title"]
    if token.capital or not told or concept_of(token, told) or not _names_quantity(frame, token):
        return False
    following = frame.norms[token.index + 1 : token.index + 2]
    graded = any(item.end == token.index for item in frame.all(Sense.SUPERLATIVE))
    if graded and all(other.kind is Kind.SIGN for other in frame.tokens[token.index + 1 :]):
        return True
    owners = [ref for ref in frame.refs if max(ref.tokens) + 1 == token.index]
    if owners and frame.norms[min(owners[0].tokens) - 1] in ("a", "an") and token.norm == token.stem:
        return True
    behind = any(1 < ref.at - token.index <= _NAME_BEHIND for ref in frame.refs)
    return behind and token.norm != token.stem and following != [] and following[0] in _LINKING


def _names_quantity(frame: Frame, token: Token) -> bool:
    """Whether the quantity of the values is named by another word: of a count by its unit ("how many grams")."""
    told = frame.vocabulary.title_stems["y_title"]
    others = [other for other in frame.tokens if other.index != token.index and other.kind is Kind.WORD]
    units = units_of(frame, "y_title")
    if any(unit_named(other.norm) in units for other in others):
        return True
    telling = [other for other in others if not is_generic(other.norm, other.stem)]
    return frame.focus is not Focus.COUNT and any(other.stem in told or concept_of(other, told) for other in telling)


_NAME_BEHIND = 4

_LINKING = frozenset({"of", "on", "in", "at", "from", "fed", "with", "under", "given", "treated", "raised", "kept"})


def narrows_kind(frame: Frame, token: Token) -> bool:
    """ "the biggest emperor penguin": a word that picks some of a kind of things, and that the chart does not have."""
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    before = frame.tokens[token.index - 1] if token.index else None
    if following is None or before is None or following.stem not in KINDS or token.stem in KINDS:
        return False
    graded = any(item.end == token.index for item in frame.all(Sense.SUPERLATIVE, Sense.COMPARATIVE))
    free = title_field(frame, following) is None and following.index not in frame.named_tokens
    return graded and free and not token.norm.endswith((*VERBISH, "ly")) and token.norm != following.norm


def narrows_places(frame: Frame, token: Token) -> bool:
    """ "barley feed" where the feeds are labels and none is barley: the word names a place that is not there."""
    vocabulary = frame.vocabulary
    titles = vocabulary.title_stems
    following = frame.tokens[token.index + 1].stem
    return (
        bool(vocabulary.places)
        and following in titles["x_title"] - titles["y_title"]
        and following == (frame.norms[token.index + 1])
    )


_QUANTITIES = frozenset({
    "price", "cost", "income", "salary", "population", "weight", "height", "age", "temperature", "speed", "length",
    "area", "rate", "profit", "sale", "score", "wage", "tax", "fee", "death", "birth", "size", "share",
})  # fmt: skip
"""Nouns of quantities, which are no kind of things behind a name."""


def is_class_noun(frame: Frame, token: Token) -> bool:
    """The noun beside a name that is a number: "5 gears", "order 10"; the thing groups are of: "groups of gears"."""
    for ref in frame.refs:
        end = max(ref.tokens) + 1
        beside = min(ref.tokens) - 1 == token.index or token.index == end + (frame.norms[end : end + 1] == ["-"])
        if beside and all(frame.tokens[i].value is not None for i in ref.tokens) and not token.capital:
            return True
        of_names = max(ref.tokens) + 1 == token.index and token.norm.endswith("s") and not token.capital
        if of_names and token.stem not in _QUANTITIES:
            return True
    if _opens_list(frame, token) or _has_extreme(frame, token):
        return True
    if _closes_superlative(frame, token) or _all_of_them(frame, token):
        return True
    of_focus = token.index >= 2 and frame.norms[token.index - 1] == "of" and token.index - 2 in frame.focus_tokens
    after_focus = token.index - 1 in frame.focus_tokens and token.norm.endswith("s") and not token.capital
    return of_focus or after_focus


def _opens_list(frame: Frame, token: Token) -> bool:
    """The noun of "the vowels A, E and I", in the plural before names that it is of."""
    listed = [ref for ref in (*frame.refs, *frame.excluded) if ref.tokens]
    first = next((ref for ref in listed if min(ref.tokens) == token.index + 1), None)
    if first is None or token.norm == token.stem or token.capital:
        return False
    end = max(first.tokens) + 1
    joined = frame.norms[end : end + 1] in ([","], ["and"], ["or"], ["&"])
    return joined and any(end < min(ref.tokens) <= end + 2 for ref in listed)


def _has_extreme(frame: Frame, token: Token) -> bool:
    """The noun of "the penguin with the longest bill": a thing by an extreme of its own."""
    if token.capital or frame.norms[token.index - 1 : token.index] not in (["the"], ["of"], ["a"]):
        return False
    behind = token.index + 1
    owned = frame.norms[behind : behind + 1] in (["with"], ["having"], ["that"], ["whose"])
    starts = {item.start for item in frame.all(Sense.SUPERLATIVE)}
    return owned and bool(starts & set(range(behind + 1, behind + 4)))


def _closes_superlative(frame: Frame, token: Token) -> bool:
    """ "Is Iowa the largest state?": the noun is of what the name names."""
    ends = all(other.kind is Kind.SIGN for other in frame.tokens[token.index + 1 :])
    best = any(item.end == token.index for item in frame.all(Sense.SUPERLATIVE))
    return frame.focus is Focus.TRUTH and ends and best and bool(frame.refs)


def _all_of_them(frame: Frame, token: Token) -> bool:
    """ "the median of the feeds": all places by a noun in the plural, where nothing tells what the places are."""
    vocabulary = frame.vocabulary
    before = frame.norms[max(0, token.index - 2) : token.index]
    plural = token.norm.endswith("s") and not token.capital and before[-1:] in (["the"], ["all"], ["these"])
    return plural and bool(vocabulary.places) and not vocabulary.title_stems["x_title"] and vocabulary.n_series == 1
