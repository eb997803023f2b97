"""Nouns of a question: the dimension they name, whether they are of the values, where their verb begins."""

from __future__ import annotations

from qa.parse.fillers import is_filler
from qa.parse.frame import Frame
from qa.parse.generic import AUXILIARIES, TIME_WORDS, is_generic, words_of
from qa.parse.kinds import CLASSED, KINDS
from qa.parse.lexicon import Sense
from qa.parse.nouns import dim_of_noun
from qa.parse.words import Kind, Token
from qa.plan import Dim

_STOP = AUXILIARIES | words_of("""

    above account accounts always among amongst and appears at below between by come comes appear contain
    contains differ earn earns end ends ever exceed exceeds except experience experienced fell first for from
    get gets give gives go goes got grew grow had hold holds in last lead leads lie lies make makes never of on
    or ordered over per perform performs produce produces rank ranked ranks reach reaches receive received
    recorded rose saw score scores see sell sells show shows sold sorted starting stay stays take takes than
    that to together under use uses went when where which who with without having lacking work works would
""")

_OF_WHAT = frozenset({"number", "value", "kind", "type", "level", "sort", "amount", "group"})


def is_verb(frame: Frame, place: int) -> bool:
    """Whether the word behind a noun in the singular is its verb: one in -s, or a known one in the past."""
    if place >= len(frame.tokens) or frame.tokens[place].kind is not Kind.WORD or place in frame.named_tokens:
        return False
    token = frame.tokens[place]
    plural = frame.tokens[place - 1].norm != frame.tokens[place - 1].stem
    inflected = (not plural and token.norm != token.stem) or token.norm.endswith("ed")
    return (is_filler(token.norm) and plural) or (inflected and (is_filler(token.norm) or token.norm in _STOP))


def last_word(frame: Frame, noun: frozenset[int]) -> tuple[str, str]:
    """The last word of a noun phrase and its stem."""
    token = frame.tokens[max(noun)]
    return token.norm, token.stem


def is_thing(frame: Frame, noun: frozenset[int]) -> bool:
    """Whether a noun is of a kind of things that the chart's labels can name."""
    if not noun or not (frame.vocabulary.places or frame.vocabulary.n_series > 1):
        return False
    return frame.tokens[max(noun)].stem in KINDS - TIME_WORDS - CLASSED and not is_value_noun(frame, noun)


def noun_after(frame: Frame, start: int, *, only_first: bool = False) -> tuple[Dim | None, frozenset[int]]:
    """The noun phrase that begins at a place: the dimension it names, and its tokens."""
    noun: list[Token] = []
    spans = {item.start: item for item in frame.all(Sense.SUPERLATIVE, Sense.TOP)}
    compared = {item.start for item in frame.all(Sense.COMPARATIVE)}
    linked = set(frame.named_tokens)
    place = start
    while place < len(frame.tokens) and len(noun) < 4:
        token = frame.tokens[place]
        if (
            token.norm
            in (
                "the",
                "a",
                "an",
                "these",
                "all",
                "those",
                "each",
                "of",
                "different",
                "following",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "other",
                "many",
            )
            and not noun
        ):
            place += 1
            continue
        if place in spans and not only_first and not noun:
            place = spans[place].end
            continue
        if token.norm == "of" and noun and noun[-1].stem in _OF_WHAT and not only_first:
            place += 1
            continue
        if token.kind is not Kind.WORD or token.norm in _STOP or place in linked:
            if token.kind is Kind.NUMBER and not noun:
                place += 1
                continue
            break
        if noun and (_is_verb_after(noun[-1], token) or place in compared):
            break
        noun.append(token)
        place += 1
    for token in reversed(noun[-1:] if only_first else noun):
        dim = dim_of_noun(frame, token)
        if dim is not None:
            kept = frozenset(one.index for one in noun if one.index <= token.index)
            return dim, kept if not only_first else frozenset({token.index})
    return None, frozenset(token.index for token in noun)


def _is_verb_after(noun: Token, token: Token) -> bool:
    """Whether a word in -s behind a thing in the singular is its verb ("which animal sleeps"), or one without it behind
    things in the plural ("which animals sleep")."""
    plural = noun.stem in KINDS and noun.norm != noun.stem
    if plural and token.norm == token.stem and not is_generic(token.norm, token.stem):
        return True
    return noun.stem in KINDS and noun.norm == noun.stem and token.norm.endswith("s") and token.norm != token.stem


def is_value_noun(frame: Frame, noun: frozenset[int]) -> bool:
    """Whether a noun is of the values' title."""
    words = frame.vocabulary.title_stems["y_title"]
    stems = [frame.tokens[i].stem for i in sorted(noun)]
    if len(stems) > 1 and stems[-1] == "number":
        return False
    return bool(stems) and (stems[-1] in words or stems[-1] in ("value", "number", "share", "percentage", "percent"))
