"""What a question asks for: a value, a count, names, a list in order, or yes or no; and names of which dimension."""

from __future__ import annotations

import itertools

from qa.parse.bare_focus import OF_QUANTITIES, bare, extreme_of_x
from qa.parse.fillers import is_filler
from qa.parse.frame import Focus, Frame
from qa.parse.generic import AUXILIARIES, TIME_WORDS, is_generic, words_of
from qa.parse.kinds import KINDS
from qa.parse.lexicon import Item, Sense
from qa.parse.noun_phrases import is_thing, is_value_noun, is_verb, last_word, noun_after
from qa.parse.nouns import PLACE_NOUNS, dim_of_noun
from qa.parse.words import Kind, ordinal_of
from qa.plan import Dim


def find_focus(frame: Frame) -> tuple[Focus, Dim | None, frozenset[int]]:
    """The focus, the dimension asked for, and the tokens of its noun."""
    if _is_truth(frame):
        return Focus.TRUTH, None, frozenset()
    opening = frame.norms[:1]
    if "," in frame.norms:
        opening = [*opening, *frame.norms[frame.norms.index(",") + 1 :][:1]]
    opened = any(norm in AUXILIARIES for norm in opening)
    asks = frame.has(Sense.WHICH, Sense.WHO) and not frame.has(Sense.HOW_MANY, Sense.HOW_MUCH, Sense.SORT)
    if (opened or asks) and not frame.has(Sense.SIGN_CHOICE) and _either_or(frame):
        return Focus.NAME, _sides_of_or(frame), frozenset()
    if frame.has(Sense.SORT):
        item = frame.first(Sense.SORT)
        dim, noun = noun_after(frame, item.end) if item is not None else (None, frozenset())
        for other in (frame.first(Sense.WHICH, Sense.WHAT), frame.first(Sense.LIST), frame.first(Sense.SUPERLATIVE)):
            if dim is None and other is not None:
                dim, noun = noun_after(frame, other.end)
        return Focus.LIST, dim, noun
    ordered = _listed_in_order(frame)
    if ordered is not None:
        dim, noun = noun_after(frame, ordered.end)
        return Focus.LIST, dim, noun
    count = _counting(frame)
    numbered = _place_by_number(frame, count)
    if numbered is not None:
        return Focus.NAME, Dim.PLACE, numbered
    which = next((item for item in frame.all(Sense.WHICH) if not _is_relative(frame, item)), None)
    if count is not None and (which is None or count.start < which.start):
        rest = {token.norm for token in frame.tokens[count.end :] if token.kind is Kind.WORD}
        dim, noun = noun_after(frame, count.end if rest else 0)
        return Focus.COUNT, dim, noun
    if which is not None:
        return _asked_by_which(frame, which)
    where = frame.first(Sense.WHERE)
    if where is not None and frame.vocabulary.is_box and frame.has(Sense.MEASURE) and frame.refs:
        return Focus.VALUE, None, frozenset()
    for sense in (Sense.WHO, Sense.WHERE, Sense.WHEN):
        item = frame.first(sense)
        asked = item is not None and not any(
            other.end <= item.start for other in frame.all(Sense.MEASURE, Sense.AGGREGATE, Sense.IQR, Sense.DIFFERENCE)
        )
        if item is not None and item.start <= 3 and asked and not (sense is Sense.WHO and not _has_words(frame)):
            dim = Dim.PLACE if sense is Sense.WHEN else None
            return Focus.NAME, dim, frozenset()
    if frame.has(Sense.HOW_MUCH):
        return Focus.VALUE, None, frozenset()
    what = frame.first(Sense.WHAT)
    if what is not None:
        return _asked_by_what(frame, what)
    listed = frame.first(Sense.LIST)
    if listed is not None:
        dim, noun = noun_after(frame, listed.end)
        return Focus.LIST if frame.has(Sense.TOP, Sense.RISING, Sense.FALLING) else Focus.NAME, dim, noun
    return bare(frame)


def _listed_in_order(frame: Frame) -> Item | None:
    """What asks for names where an order of the list is told ("heaviest to lightest", "in descending order")."""
    told = [item for item in frame.all(Sense.RISING, Sense.FALLING) if {"to", "order"} & set(_words(frame, item))]
    asks = [item for item in frame.all(Sense.LIST, Sense.WHICH) if not _is_relative(frame, item)]
    if not told or not asks or frame.has(Sense.HOW_MANY, Sense.HOW_MUCH):
        return None
    plain = [item for item in asks if item.sense is Sense.WHICH or "the" not in _words(frame, item)]
    return plain[0] if plain else asks[0]


def _words(frame: Frame, item: Item) -> list[str]:
    return list(frame.norms[item.start : item.end])


def _is_relative(frame: Frame, which: Item) -> bool:
    """ "the students whose hair is brown": behind a noun "whose" asks for nothing."""
    before = frame.tokens[which.start - 1] if which.start else None
    return frame.norms[which.start] == "whose" and before is not None and before.kind is Kind.WORD and which.start > 1


def _place_by_number(frame: Frame, count: Item | None) -> frozenset[int] | None:
    """ "for how many cylinders is it highest", "at how many doses": a place that is a number, not a count."""
    best = frame.first(Sense.SUPERLATIVE)
    if count is None or best is None or best.start < count.end or frame.norms[count.start] != "how":
        return None
    dim, noun = noun_after(frame, count.end)
    said = count.start > 0 and frame.norms[count.start - 1] in ("for", "at", "with", "after")
    places = frame.vocabulary.places
    numbers = bool(places) and all(name.value is not None for name in places)
    named = bool(noun) and frame.tokens[max(noun)].stem in frame.vocabulary.title_stems["x_title"]
    verb = frame.norms[max(noun, default=-1) + 1 :][:1]
    has = numbers and named and verb in (["have"], ["has"], ["give"], ["gives"], ["had"], ["show"], ["shows"])
    most = (
        numbers and verb in (["do"], ["did"]) and frame.norms[best.start] == "most" and frame.word("have", "has", "had")
    )
    return noun if dim is Dim.PLACE and (said or ((has or (named and most)) and count.start == 0)) else None


_COUNTING = frozenset({"how", "count", "hw", "howmany", "no", "what"})


def _counting(frame: Frame) -> Item | None:
    """The words that ask for a count; "number of" within what is asked for ("the highest number of cars") does not."""
    count = frame.first(Sense.HOW_MANY)
    if count is None or frame.norms[count.start] in _COUNTING:
        return count
    before = frame.all(
        Sense.SUPERLATIVE, Sense.AGGREGATE, Sense.WHEN, Sense.WHERE, Sense.LIST, Sense.PERCENT_CHANGE, Sense.DIFFERENCE,
        Sense.RATIO, Sense.TOP, Sense.SORT, Sense.SHARE, Sense.HOW_MUCH, Sense.CORRELATION, Sense.COMPARATIVE,
        Sense.RELATION,
    )  # fmt: skip
    what = frame.first(Sense.WHAT)
    between = frame.norms[what.end : count.start] if what is not None else []
    asks_else = any(norm not in AUXILIARIES and norm not in ("the", "total", "'", "s", "overall") for norm in between)
    return None if asks_else or any(item.start < count.start for item in before) else count


def _has_words(frame: Frame) -> bool:
    """Whether the chart has names that can be somebody's."""
    names = frame.vocabulary.names
    return any(name.value is None for name in names)


def _is_truth(frame: Frame) -> bool:
    norms = frame.norms
    if not norms:
        return False
    if norms[0] in ("when", "if", "where") and "," in norms:
        # "When it is hotter, is there generally more ozone?"
        rest = norms[norms.index(",") + 1 :]
        opened = [item for item in frame.all(Sense.COMPARATIVE, Sense.TREND) if item.start < norms.index(",")]
        if rest[:1] != [] and rest[0] in AUXILIARIES and opened and frame.vocabulary.numeric_x:
            return True
    place = 1 if norms[0] in ("and", "so", "but", "ok", "well") and len(norms) > 1 else 0
    if norms[place] in AUXILIARIES and not _either_or(frame):
        return True
    late = [place for place, norm in enumerate(norms) if norm in AUXILIARIES]
    asks = frame.has(
        Sense.WHICH,
        Sense.WHAT,
        Sense.WHO,
        Sense.WHERE,
        Sense.WHEN,
        Sense.HOW_MANY,
        Sense.HOW_MUCH,
        Sense.LIST,
        Sense.SORT,
    )
    asks = asks or frame.has(Sense.RATIO, Sense.DIFFERENCE, Sense.FIRST, Sense.LAST, Sense.PERCENT_CHANGE)
    asks = asks or any(norms[item.start] == "how" for item in frame.all(Sense.SHARE))
    if asks:
        return False
    # "In Primary, is the girls' median higher than the boys'?"
    after_comma = any(norms[at - 1] in (",", ":") for at in late if at > 0)
    if after_comma and norms[-1] == "?":
        return not _either_or(frame)
    if _restricted(frame):
        return False
    compared = frame.has(Sense.COMPARATIVE) and frame.than is not None and not _either_or(frame)
    compared = compared or _tersely_compared(frame)
    named = len(frame.series) + len(frame.places) >= 2 or bool(frame.thresholds)
    return compared and named and norms[-1] == "?"


def _tersely_compared(frame: Frame) -> bool:
    """ "A above B?": two names and nothing but a comparison between them."""
    spans = sorted((ref for ref in frame.refs if ref.tokens), key=lambda ref: ref.at)
    if len(spans) != 2 or type(spans[0]) is not type(spans[1]) or min(spans[0].tokens) > 1:
        return False
    between = range(max(spans[0].tokens) + 1, min(spans[1].tokens))
    relation = frame.first(Sense.RELATION)
    return relation is not None and set(range(relation.start, relation.end)) == set(between)


def _restricted(frame: Frame) -> bool:
    """ "Vehicle types that do better than 28": a noun with its relative clause, which asks for names."""
    for place in range(1, min(4, len(frame.tokens))):
        if frame.norms[place] in ("that", "which", "who", "whose", "with", "having", "where", "without"):
            return all(token.kind is Kind.WORD for token in frame.tokens[:place])
    return False


def _sides_of_or(frame: Frame) -> Dim | None:
    """The dimension of two names that "or" sets side by side, where an average over the other one is asked for."""
    named = len({ref.name for ref in frame.series})
    return Dim.SERIES if named > 1 and not frame.places and frame.has(Sense.AGGREGATE) else None


def _either_or(frame: Frame) -> bool:
    """ "Is A or B higher?" asks for a name; "positive or negative?" for a word."""
    if frame.has(Sense.SIGN_CHOICE):
        return True
    spans = sorted(frame.refs, key=lambda ref: ref.at)
    for first, second in itertools.pairwise(spans):
        words = frame.norms[max(first.tokens) + 1 : min(second.tokens)]
        if "or" in words and frame.has(Sense.COMPARATIVE, Sense.SUPERLATIVE) and frame.than is None:
            return True
    return False


def _asked_by_which(frame: Frame, which: Item) -> tuple[Focus, Dim | None, frozenset[int]]:
    after = frame.tokens[which.end].norm if which.end < len(frame.tokens) else ""
    if any(item.start in (which.end, which.end + 1) for item in frame.all(Sense.SHARE)) and after != "group":
        return Focus.VALUE, None, frozenset()
    if _is_of_measure(frame, which.end):
        return Focus.VALUE, None, frozenset()
    whole = _among(frame, which)
    if whole is not None:
        return Focus.NAME, *whole
    dim, noun = noun_after(frame, which.end)
    inside = frame.norms[which.start] in _INSIDE or (which.start > 0 and frame.norms[which.start - 1] in _INSIDE)
    if dim is None and is_value_noun(frame, noun) and not _has_best(frame, noun) and not inside:
        return Focus.VALUE, None, noun
    return Focus.NAME, dim, noun


def _among(frame: Frame, which: Item) -> tuple[Dim | None, frozenset[int]] | None:
    """ "Of the states shown, which has the smallest population?": names, of the noun that opens the question."""
    if which.end >= len(frame.tokens) or frame.norms[0] not in ("of", "among", "amongst", "from", "out"):
        return None
    verb = frame.tokens[which.end]
    if verb.norm not in AUXILIARIES and not (is_filler(verb.norm) and verb.norm != verb.stem):
        return None
    return noun_after(frame, 2 if frame.norms[1] == "of" else 1)


def _is_of_measure(frame: Frame, place: int) -> bool:
    """ "Which is the lower quartile of A": a number is asked for, of what is named."""
    opened = frame.norms[place : place + 2] in (["is", "the"], ["was", "the"], ["are", "the"])
    asked = any(
        item.start == place + 2 for item in frame.all(Sense.MEASURE, Sense.AGGREGATE, Sense.IQR, Sense.HOW_MANY)
    )
    asked = asked or frame.norms[place + 2 : place + 3] in (["value"], ["number"], ["count"], ["amount"])
    return opened and asked and bool(frame.refs)


_INSIDE = ("in", "on", "at", "for", "during", "to", "from", "under", "within")
"""Before "which year" and "what test": a place is asked for, whatever the noun."""


def _has_best(frame: Frame, noun: frozenset[int]) -> bool:
    """ "which test has the largest ...": whatever the noun, a name is asked for."""
    after = max(noun, default=-1) + 1
    words = frame.norms[after : after + 2]
    best = any(item.start in (after + 1, after + 2) for item in frame.all(Sense.SUPERLATIVE)) or bool(frame.thresholds)
    return words[:1] != [] and words[0] in ("has", "have", "had", "shows", "show", "showed") and best


def _asked_by_what(frame: Frame, what: Item) -> tuple[Focus, Dim | None, frozenset[int]]:
    """ "what month ..." asks for a name, "what is the year with ..." too, "what is the value ..." for a value."""
    end = what.end
    while end < len(frame.tokens) and (frame.tokens[end].kind is Kind.SIGN or frame.tokens[end].norm == "s"):
        end += 1
    following = frame.tokens[end].norm if end < len(frame.tokens) else ""
    before = frame.norms[what.start - 1] if what.start > 0 else ""
    if before in ("on", "in", "at", "for") and following in AUXILIARIES and frame.has(Sense.SUPERLATIVE):
        return Focus.NAME, None, frozenset()
    contracted = frame.norms[what.start] in ("what's", "whats")
    if following not in AUXILIARIES and following and not contracted:
        dim, noun = noun_after(frame, what.end)
        if dim is not None and not _owned_value(frame, noun):
            return Focus.NAME, dim, noun
        if before in _INSIDE and noun and frame.has(*_CHOOSING) and not _is_share(frame, noun):
            return Focus.NAME, dim, noun
        if is_thing(frame, noun) and frame.has(*_CHOOSING):
            return Focus.NAME, None, noun
        if _tells_which(frame, noun):
            return Focus.NAME, None, noun
        return Focus.VALUE, None, noun if following not in ("percent", "percentage", "%", "share") else frozenset()
    ranked = any(
        ordinal_of(token) is not None and frame.norms[token.index + 1 : token.index + 2] in (["place"], ["rank"])
        for token in frame.tokens[end : end + 5]
    )
    if ranked and not frame.refs:
        return Focus.NAME, None, frozenset()
    start = end if contracted else end + 1
    graded = {item.start: item.end for item in frame.all(Sense.SUPERLATIVE, Sense.FIRST, Sense.LAST, Sense.TOP)}
    nominal = False
    counted = False
    while start < len(frame.tokens) and (
        frame.tokens[start].norm in ("the", "a", "name", "names", "of", "all") or start in graded
        or _counts_names(frame, start)
    ):  # fmt: skip
        nominal = nominal or (start in graded and frame.norms[start] in _EXTREMES and _of_follows(frame, graded[start]))
        counted = counted or _counts_names(frame, start)
        start = graded.get(start, start + 1)
    dim, noun = noun_after(frame, start, only_first=not counted)
    if nominal:
        return Focus.VALUE, None, frozenset()
    if counted and graded and noun and not is_value_noun(frame, noun):
        return Focus.NAME, dim, noun
    if dim is None and is_thing(frame, noun) and any(item.end == min(noun) for item in frame.all(Sense.SUPERLATIVE)):
        return Focus.NAME, None, noun
    if extreme_of_x(frame, dim, noun):
        return Focus.VALUE, None, frozenset()
    if _thing_by_adjective(frame, noun):
        return Focus.NAME, dim, noun
    if noun and _lists_things(frame, noun, end):
        return Focus.NAME, dim, noun
    where = _place_where(frame, start)
    if where is not None:
        return where
    supers = any(item.start <= start + 3 for item in frame.all(Sense.SUPERLATIVE, Sense.FIRST, Sense.LAST, Sense.TOP))
    if dim is not None and (supers or frame.thresholds) and not is_value_noun(frame, noun):
        return Focus.NAME, dim, noun
    return Focus.VALUE, None, frozenset()


def _lists_things(frame: Frame, noun: frozenset[int], verb: int) -> bool:
    """ "What are the letters with negative values": things in the plural that a condition follows."""
    token = frame.tokens[min(noun)]
    behind = frame.norms[max(noun) + 1 : max(noun) + 2]
    opened = behind != [] and (behind[0] in ("with", "that", "which", "whose", "having") or behind[0] in _BOUNDING)
    judged = bool(frame.thresholds) or frame.has(Sense.SIGN, Sense.RELATION, Sense.COMPARATIVE)
    plural = token.norm != token.stem and frame.norms[verb : verb + 1] in (["are"], ["were"])
    return plural and opened and judged and not is_value_noun(frame, noun)


_BOUNDING = ("above", "below", "over", "under", "exceeding", "between")


def _place_where(frame: Frame, start: int) -> tuple[Focus, Dim | None, frozenset[int]] | None:
    """ "the first day on which ...", "the lowest plotted dose at which ...": a place, by its relative clause."""
    for token in frame.tokens[start : start + 4]:
        behind = frame.norms[token.index + 1 : token.index + 3]
        relative = behind[:1] in (["where"], ["when"]) or (behind[:1] != [] and behind[1:] == ["which"])
        dim = dim_of_noun(frame, token)
        if relative and (dim is not None or token.stem in TIME_WORDS):
            return Focus.NAME, dim or Dim.PLACE, frozenset({token.index})
    return None


_CHOOSING = (Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.RELATION, Sense.FIRST, Sense.LAST, Sense.EQUAL, Sense.SIGN)


def _is_share(frame: Frame, noun: frozenset[int]) -> bool:
    return frame.tokens[max(noun)].stem in ("percent", "percentage", "share", "proportion", "unit", "range")


def _owned_value(frame: Frame, noun: frozenset[int]) -> bool:
    """ "What area does California have?": a word of the values' title, said of a name."""
    after = frame.norms[max(noun, default=-1) + 1 :][:1]
    return is_value_noun(frame, noun) and after in (["does"], ["did"], ["do"]) and not frame.has(Sense.SUPERLATIVE)


def _thing_by_adjective(frame: Frame, noun: frozenset[int]) -> bool:
    """ "What is the smallest island": a noun of things right after an adjective that is of things."""
    if not noun or not frame.vocabulary.names or frame.vocabulary.numeric_x:
        return False
    token = frame.tokens[min(noun)]
    best = next((item for item in frame.all(Sense.SUPERLATIVE) if item.end == token.index), None)
    if best is None or frame.has(Sense.MEASURE, Sense.AGGREGATE) or is_value_noun(frame, noun):
        return False
    plain = best.end - best.start == 1
    telling = frame.norms[best.start] not in OF_QUANTITIES if plain else True
    return telling and (token.stem in KINDS or (max(noun) + 1 >= len(frame.tokens) - 1 and token.stem in PLACE_NOUNS))


_TELLING = words_of(
    "comes came come ranks ranked is was has have had shows showed gets got sees saw reaches holds held"
)


def _tells_which(frame: Frame, noun: frozenset[int]) -> bool:
    """ "what state has the highest ...", "what state comes second", "what state peaks": the noun is of names."""
    if not noun or is_value_noun(frame, noun):
        return False
    if is_generic(*last_word(frame, noun)) and frame.tokens[max(noun)].stem not in KINDS:
        return False
    end = max(noun) + 1
    best = [item.start for item in frame.all(Sense.SUPERLATIVE)]
    if end in best or max(noun) in best:
        return True
    if is_verb(frame, end) and any(at > end for at in best):
        return True
    ranked = any(ordinal_of(token) is not None for token in frame.tokens[end : end + 4])
    ranked = ranked or bool({"after", "before", "behind"} & set(frame.norms[end : end + 4]))
    return (
        frame.norms[end : end + 1] != [] and frame.norms[end] in _TELLING and (ranked or any(at > end for at in best))
    )


_EXTREMES = frozenset({"maximum", "minimum", "max", "min", "peak", "maxima", "minima"})


def _of_follows(frame: Frame, place: int) -> bool:
    """Whether "of" comes next: the maximum of something is a value."""
    return frame.norms[place : place + 1] in (["of"], ["value"], ["for"], ["in"])


def _counts_names(frame: Frame, place: int) -> bool:
    """Whether a number of names is asked for: the 3 of "the 3 biggest states"."""
    token = frame.tokens[place]
    free = place not in frame.named_tokens and not any(place in one.tokens for one in frame.thresholds)
    return token.value is not None and 2 <= token.value <= 50 and token.value == int(token.value) and free


# --------------------------------------------------------------------------- nouns
