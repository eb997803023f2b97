"""What is asked for by a question without a question word: "biggest bar?", "feeds above 260"."""

from __future__ import annotations

from qa.parse.frame import Focus, Frame
from qa.parse.generic import is_generic, words_of
from qa.parse.kinds import CLASSED, KINDS
from qa.parse.lexicon import Item, Sense
from qa.parse.noun_phrases import is_thing, is_value_noun, last_word, noun_after
from qa.parse.nouns import dim_of_noun
from qa.parse.words import Kind, ordinal_of
from qa.plan import Dim
from sie.vocab import ChartFamily

_MEASURES = frozenset({"height", "length", "value", "size", "level", "amount", "percentage", "frequency", "spread"})


def _opens_with_value(frame: Frame) -> bool:
    """ "Height of the tallest bar": the value of something, whatever follows."""
    opened = frame.norms[1:2] if frame.norms[0] == "the" else frame.norms[:1]
    following = frame.norms[len(opened) + (frame.norms[0] == "the") :][:1]
    return bool(opened) and opened[0] in _MEASURES and following == ["of"]


def bare(frame: Frame) -> tuple[Focus, Dim | None, frozenset[int]]:
    """A question without a question word: "biggest bar?", "year with the highest x", "max price"."""
    if _opens_with_value(frame):
        return Focus.VALUE, None, frozenset()
    if frame.norms[:1] == ["runner"] and not frame.refs:
        return Focus.NAME, None, frozenset()
    if any(ordinal_of(token) and frame.norms[token.index + 1 : token.index + 2] == ["place"] for token in frame.tokens):
        dim, noun = noun_after(frame, 0, only_first=True)
        if noun and not frame.refs and not is_value_noun(frame, noun):
            return Focus.NAME, dim, noun
    best = frame.first(Sense.SUPERLATIVE)
    if best is not None and best.end < len(frame.tokens) and not frame.refs and not frame.has(Sense.AGGREGATE):
        counted, rest = frame.tokens[best.end], frame.tokens[best.end + 1 :]
        if (
            counted.value is not None
            and counted.value >= 2
            and (not rest or rest[0].norm in ("please", "?", ".", "of"))
        ):
            return Focus.LIST, None, frozenset()
    lacking = frame.first(Sense.MISSING, Sense.NONE, Sense.NOT)
    if lacking is not None and lacking.start <= 3 and frame.series and not frame.thresholds:
        dim, noun = noun_after(frame, 0, only_first=True)
        if (
            dim is not None
            and noun
            and frame.norms[max(noun) + 1 :][:1] in (["with"], ["without"], ["having"], ["that"])
        ):
            return Focus.NAME, dim, noun
    top = frame.first(Sense.TOP)
    if top is not None and top.start <= 1 and frame.numbers and not frame.has(Sense.AGGREGATE):
        dim, noun = noun_after(frame, frame.numbers[0].index + 1)
        return Focus.LIST, dim, noun
    ordered = frame.first(Sense.RISING, Sense.FALLING)
    if ordered is not None and " to " in " ".join(frame.norms[ordered.start : ordered.end]) and not frame.thresholds:
        dim, noun = noun_after(frame, 0)
        return Focus.LIST, dim, noun
    choosing = best or frame.first(Sense.FIRST, Sense.LAST)
    listed = _opening_plural(frame)
    if listed is not None and choosing is None and not frame.has(Sense.SHARE, Sense.RATIO, Sense.DIFFERENCE):
        return Focus.NAME, *listed
    if choosing is None and not frame.thresholds and frame.has(Sense.COMPARATIVE) and len(frame.refs) >= 2:
        dim, noun = noun_after(frame, 0, only_first=True)
        if dim is not None and noun and min(noun) <= 1:
            return Focus.NAME, dim, noun
    if choosing is None and not frame.thresholds:
        return Focus.VALUE, None, frozenset()
    dim, noun = noun_after(frame, 0, only_first=True)
    named = dim is not None or is_thing(frame, noun) or _described(frame, noun)
    if named and noun and (choosing is None or min(noun) < choosing.start):
        return Focus.NAME, dim, noun
    if choosing is not None:
        measured = {item.start: item.end for item in frame.all(Sense.MEASURE, Sense.AGGREGATE, Sense.IQR)}
        dim, noun = noun_after(frame, measured.get(choosing.end, choosing.end), only_first=True)
        ends = noun and (
            max(noun) + 1 >= len(frame.tokens)
            or max(noun) + 1 in frame.named_tokens
            or frame.norms[max(noun) + 1]
            in ("?", "on", "in", "for", "by", "of", ",", ".", "with", "when", "at", "among")
        )
        if (dim is not None or is_thing(frame, noun) or _sized(frame, choosing, noun)) and (
            ends and not is_value_noun(frame, noun)
        ):
            if extreme_of_x(frame, dim, noun):
                return Focus.VALUE, None, frozenset()
            return Focus.NAME, dim, noun
    return Focus.VALUE, None, frozenset()


_CONDITIONS = (Sense.COMPARATIVE, Sense.RELATION, Sense.SIGN)


def _opening_plural(frame: Frame) -> tuple[Dim | None, frozenset[int]] | None:
    """ "Feeds giving a weight above 260": things in the plural that open a condition, not the quantity bounded."""
    if not (frame.thresholds or frame.has(*_CONDITIONS)) or not frame.vocabulary.names:
        return None
    opening = 1 if frame.norms[0] in ("the", "all", "any", "those") else 0
    first = frame.tokens[opening] if opening < len(frame.tokens) else None
    if first is None or first.norm == first.stem or opening in frame.named_tokens or first.kind is not Kind.WORD:
        return None
    noun, dim = frozenset({opening}), dim_of_noun(frame, first)
    if is_value_noun(frame, noun) or any(opening in range(one.start, one.end) for one in frame.items):
        return None
    if frame.thresholds and opening + 1 == min(frame.thresholds[0].tokens):
        return None
    telling = dim is not None or first.stem in KINDS or not is_generic(first.norm, first.stem)
    return (dim, noun) if telling else None


OF_QUANTITIES = words_of("highest lowest maximum minimum max min most least longest peak more less top first last")


def _sized(frame: Frame, best: Item, noun: frozenset[int]) -> bool:
    """ "smallest feed?": a noun of things, by its adjective, where the values have a title and the places have none."""
    vocabulary = frame.vocabulary
    titled = bool(vocabulary.title_stems["y_title"]) and not vocabulary.title_stems["x_title"]
    single = 1 <= len(noun) <= 2 and vocabulary.n_series == 1 and bool(vocabulary.places)
    return titled and single and frame.norms[best.start] not in OF_QUANTITIES and best.sense is Sense.SUPERLATIVE


def _described(frame: Frame, noun: frozenset[int]) -> bool:
    """ "feed with the largest weight": a noun that a condition follows is of names, unless it is of the values."""
    if not noun or is_value_noun(frame, noun) or not frame.vocabulary.places:
        return False
    if is_generic(*last_word(frame, noun)) and frame.norms[max(noun)] not in CLASSED:
        return False
    end = max(noun) + 1
    return frame.norms[end : end + 1] in (["with"], ["having"], ["that"], ["which"], ["whose"])


def extreme_of_x(frame: Frame, dim: Dim | None, noun: frozenset[int]) -> bool:
    """ "the largest weight" of a scatter plot over weights: the noun of the superlative is x itself, a number."""
    scatter = frame.vocabulary.family is ChartFamily.SCATTER
    return scatter and dim is Dim.PLACE and any(0 <= min(noun) - item.end <= 2 for item in frame.all(Sense.SUPERLATIVE))
