"""Words that ask for what a chart does not tell: things that it has no names of, quantities that no title is of."""

from __future__ import annotations

from itertools import pairwise

from qa.parse.concepts import concept_of, plain_form, title_field
from qa.parse.fillers import spells_unit, unit_named
from qa.parse.frame import Focus, Frame
from qa.parse.generic import TIME_WORDS, is_generic
from qa.parse.kinds import CLASSED, KINDS
from qa.parse.lexicon import Sense
from qa.parse.quantities import QUANTITY
from qa.parse.words import Kind, Token, ordinal_of
from sie.vocab import ChartFamily

_POINTS = frozenset({"point", "dot", "value", "observation", "marker", "one", "record", "item"})


def unnamed_things(frame: Frame) -> dict[int, float]:
    """The noun of "which waiter got the best tip" where points have no names: no number of an axis is one."""
    vocabulary = frame.vocabulary
    individual = _individual(frame)
    if individual is not None:
        return {individual: QUANTITY}
    nameless = vocabulary.family is ChartFamily.SCATTER and not vocabulary.series
    if not (nameless or vocabulary.bins) or frame.focus is not Focus.NAME:
        return {}
    if frame.has(Sense.AXIS, Sense.UNIT, Sense.LEGEND, Sense.CHART_TYPE):
        return {}
    nouns = [frame.tokens[i] for i in sorted(frame.focus_tokens)]
    if not nouns or (frame.focus_dim is not None and title_field(frame, nouns[-1]) == "x_title"):
        return {}
    told = vocabulary.title_stems["x_title"]
    told |= frozenset() if vocabulary.bins else vocabulary.title_stems["y_title"]
    known = any(token.stem in told | _POINTS or concept_of(token, told) for token in nouns)
    if vocabulary.bins and not {token.stem for token in nouns} & _INDIVIDUALS:
        return {}
    return {} if known else {nouns[0].index: QUANTITY}


def _individual(frame: Frame) -> int | None:
    """ "Who was the oldest passenger" of decks, "which airline" of years: the noun of things that no name is of."""
    vocabulary = frame.vocabulary
    told = vocabulary.title_stems["x_title"] | vocabulary.title_stems["legend_title"] | vocabulary.common_stems
    if frame.focus is not Focus.NAME or frame.focus_dim is not None or (vocabulary.n_series > 1 and not frame.series):
        return None
    nouns = [frame.tokens[i] for i in sorted(frame.focus_tokens)]
    which = frame.first(Sense.WHICH)
    behind = frame.tokens[which.end : which.end + 2] if which is not None and not nouns else ()  # "European country"
    thing = next((noun for noun in (*nouns, *behind) if noun.stem in _INDIVIDUALS), None)
    numbered = vocabulary.n_series == 1 and bool(vocabulary.places)
    numbered = numbered and all(name.value is not None for name in vocabulary.places)
    numbered = numbered and any(_tells(word) for word in vocabulary.title_stems["x_title"])
    if thing is not None and (_places_are_times(frame) or numbered):
        return None if thing.stem in told or concept_of(thing, told) else thing.index
    best = frame.first(Sense.SUPERLATIVE)
    noun = frame.tokens[best.end] if best is not None and best.end < len(frame.tokens) else None
    who = frame.has(Sense.WHO) and not nouns and noun is not None and any(_tells(word) for word in told)
    if not who or noun is None or noun.stem not in _PERSONS or noun.norm != noun.stem or noun.stem in told:
        return None
    return noun.index


def _places_are_times(frame: Frame) -> bool:
    """Whether every place is a year or a date."""
    vocabulary = frame.vocabulary
    years = [name.value is not None and _FIRST_YEAR <= name.value < _NO_YEAR for name in vocabulary.places]
    return vocabulary.time_x or vocabulary.years_x or (bool(years) and all(years))


_FIRST_YEAR, _NO_YEAR = 1000, 3000
_PERSONS = frozenset({
    "passenger", "person", "student", "pupil", "patient", "worker", "player", "customer", "visitor", "singer", "driver",
    "employee", "participant", "child", "kid", "man", "woman", "boy", "girl", "guest", "waiter",
})  # fmt: skip
_INDIVIDUALS = KINDS - TIME_WORDS - CLASSED - frozenset({"class", "category", "dose", "age"})


def graded_otherwise(frame: Frame) -> dict[int, float]:
    """The adjective of "which is older" where the values are told to be of another quantity than age."""
    titles = frame.vocabulary.title_stems
    telling = [word for word in titles["y_title"] if _tells(word)]
    told = titles["y_title"] | titles["title"] | titles["x_title"] | frame.vocabulary.common_stems
    if not telling:
        return {}
    of_places = _graded_like_x(frame)
    if of_places:
        return of_places
    graded = frame.all(Sense.COMPARATIVE, Sense.SUPERLATIVE)
    moving = frame.has(Sense.TREND, Sense.CHANGE) or frame.vocabulary.ordered_places
    return {
        item.start: QUANTITY
        for item in graded
        if not any(frame.norms[other.start] in _PLAINLY for other in graded)
        and plain_form(frame.norms[item.start]) in (_OWN_QUANTITY if moving else _OWN_QUANTITY | _PACE)
        and not concept_of(frame.tokens[item.start], told)
        and not any(concept_of(frame.tokens[item.start], frozenset(name.stems)) for name in frame.vocabulary.names)
    }


def _graded_like_x(frame: Frame) -> dict[int, float]:
    """ "Which word is the longest" where the places are lengths of words: an extreme of what the axis is of."""
    titles, vocabulary = frame.vocabulary.title_stems, frame.vocabulary
    best = frame.first(Sense.SUPERLATIVE)
    numbers = bool(vocabulary.places) and all(name.value is not None for name in vocabulary.places)
    if best is None or frame.focus is not Focus.NAME or not numbers or frame.thresholds:
        return {}
    token = frame.tokens[best.start]
    of_x = concept_of(token, titles["x_title"]) and not concept_of(token, titles["y_title"] | titles["title"])
    return {best.start: QUANTITY} if of_x and frame.norms[max(0, best.start - 2)] in ("is", "was", "are") else {}


_PACE = frozenset({"fast", "slow", "quick"})
_PLAINLY = ("highest", "lowest", "most", "least", "fewest", "largest", "smallest")
_OWN_QUANTITY = frozenset({
    "old", "heavy", "expensive", "cheap", "rich", "hot", "cold", "sweet", "wet", "dry", "loud", "happy", "healthy",
    "salty", "acid", "young", "warm", "cool", "hard", "easy", "tough", "difficult", "deep",
    "shallow",
})  # fmt: skip
"""Adjectives of one quantity alone."""


def asks_nothing_measured(frame: Frame) -> dict[int, float]:
    """ "What is in A", "who measured it in 1900": contents and persons, of which the chart tells nothing."""
    words = [token for token in frame.tokens if token.kind is Kind.WORD]
    opened = frame.norms[:2] in (["what", "is"], ["what", "was"], ["what's", "in"])
    inside = next((i for i in (1, 2) if frame.norms[i : i + 1] in (["in"], ["inside"])), None)
    if opened and inside is not None and all(t.index in frame.named_tokens for t in words if t.index > inside):
        return {inside: QUANTITY}
    classed = _unnamed_class(frame) or _longest_single(frame)
    if classed is not None:
        return {classed: QUANTITY}
    who = frame.first(Sense.WHO)
    nobody = not any(name.value is None for name in frame.vocabulary.names)
    return {0: QUANTITY} if who is not None and who.start == 0 and nobody else {}


def _unnamed_class(frame: Frame) -> int | None:
    """ "in first class" where no name is a class: a part of what is counted."""
    for before, token in pairwise(frame.tokens):
        ordinal = ordinal_of(before) is not None and before.index not in frame.named_tokens
        if token.norm == "class" and ordinal and not frame.vocabulary.bins and title_field(frame, token) is None:
            return token.index
    return None


def _longest_single(frame: Frame) -> int | None:
    """ "Which river is the longest" of a histogram of lengths: one of what was counted."""
    best, titles = frame.first(Sense.SUPERLATIVE), frame.vocabulary.title_stems
    if not frame.vocabulary.bins or best is None or not frame.has(Sense.WHICH) or frame.has(Sense.MARK_WORD):
        return None
    of_x = concept_of(frame.tokens[best.start], titles["x_title"])
    return best.start if of_x and not concept_of(frame.tokens[best.start], titles["y_title"]) else None


def counted_by_extreme(frame: Frame) -> dict[int, float]:
    """The noun of "the most children" where the values are told to be of something else."""
    told = frame.vocabulary.title_stems["y_title"]
    telling = [word for word in told if _tells(word)]
    part = _part_owned(frame) if telling else None
    if part is not None:
        return {part: QUANTITY}
    owned = _owned_by_best(frame)
    if owned is not None and title_field(frame, owned) is None and not _is_known(frame, owned):
        return {owned.index: QUANTITY}
    if not telling or frame.focus is Focus.COUNT:
        return {}
    if any(token.stem in told or concept_of(token, told) for token in frame.tokens if token.kind is Kind.WORD):
        return {}
    for item in frame.all(Sense.SUPERLATIVE):
        noun = frame.tokens[item.end] if item.end < len(frame.tokens) else None
        if frame.norms[item.start] not in ("most", "fewest", "least") or item.end - item.start > 1:
            continue
        if noun is None or noun.kind is not Kind.WORD or noun.norm == noun.stem != "person" or _is_known(frame, noun):
            continue
        return {noun.index: QUANTITY}
    return {}


def _owned_by_best(frame: Frame) -> Token | None:
    """The noun of "which has the best cheese", which the extreme is one of."""
    for item in frame.all(Sense.SUPERLATIVE):
        before = [norm for norm in frame.norms[max(0, item.start - 2) : item.start] if norm != "the"]
        noun = frame.tokens[item.end] if item.end < len(frame.tokens) else None
        has = before[-1:] != [] and before[-1] in _HAVING
        if frame.norms[item.start] in ("best", "worst") and has and noun is not None and noun.kind is Kind.WORD:
            return noun if frame.focus is Focus.NAME else None
    return None


def _part_owned(frame: Frame) -> int | None:
    """The noun of "which island has the highest mountain": a thing that the names have, and no value is of."""
    told = frame.vocabulary.title_stems["y_title"] | frame.vocabulary.title_stems["x_title"]
    named = frame.focus is Focus.NAME and frame.vocabulary.family is not ChartFamily.SCATTER
    for item in frame.all(Sense.SUPERLATIVE) if named else ():
        noun = frame.tokens[item.end] if item.end < len(frame.tokens) else None
        has = frame.norms[max(0, item.start - 2) : item.start] in (["has", "the"], ["had", "the"], ["have", "the"])
        if noun is None or not has or noun.norm != noun.stem or noun.stem not in _INDIVIDUALS - _ANIMALS:
            continue
        if not concept_of(frame.tokens[item.start], told) and not _is_known(frame, noun):
            return noun.index
    return None


_ANIMALS = frozenset(
    {"animal", "bird", "dog", "cat", "fish", "mammal", "beast", "species", "sample", "specimen", "record"}
)
_HAVING = frozenset({"has", "have", "had", "make", "makes", "made", "sell", "sells", "sold", "offer", "offers", "with"})


def _tells(word: str) -> bool:
    return len(word) > 1 and not is_generic(word, word) and unit_named(word) is None and not word.isdigit()


def _is_known(frame: Frame, noun: Token) -> bool:
    """Whether a noun is of the chart's own words, or of what any chart has."""
    own = noun.index in frame.named_tokens or title_field(frame, noun) in ("y_title", "names")
    return own or is_generic(noun.norm, noun.stem) or spells_unit(noun.norm)


def quantity_of_did(frame: Frame) -> dict[int, float]:
    """The noun of "what budget did A have": a quantity by its name, which a title must be of."""
    if frame.focus is not Focus.VALUE or len(frame.tokens) < _SHORTEST or frame.norms[0] != "what":
        return {}
    noun, verb = frame.tokens[1], frame.norms[2]
    if verb not in ("did", "does", "do") or not frame.refs or noun.stem in KINDS or noun.index in frame.named_tokens:
        return {}
    free = noun.kind is Kind.WORD and not is_generic(noun.norm, noun.stem) and unit_named(noun.norm) is None
    drawn = noun.stem in ("height", "length", "size") and frame.has(Sense.SERIES_WORD, Sense.MARK_WORD)
    return {noun.index: QUANTITY} if free and not drawn and title_field(frame, noun) is None else {}


_SHORTEST = 4

UNTOLD = (unnamed_things, counted_by_extreme, quantity_of_did, graded_otherwise, asks_nothing_measured)
"""What finds the words that ask for what a chart does not tell, with how much each weighs."""
