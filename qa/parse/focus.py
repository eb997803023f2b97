"""What a question asks for: a value, a count, names, a list in order, or yes or no; and names of which dimension."""

from __future__ import annotations

import itertools

from qa.parse.fillers import is_filler
from qa.parse.frame import Focus, Frame
from qa.parse.generic import AUXILIARIES, TIME_WORDS, is_generic, words_of
from qa.parse.kinds import CLASSED, KINDS
from qa.parse.lexicon import Item, Sense
from qa.parse.nouns import PLACE_NOUNS, dim_of_noun
from qa.parse.words import Kind, Token, ordinal_of
from qa.plan import Dim
from sie.vocab import ChartFamily

_STOP = AUXILIARIES | words_of("""
    above account accounts always among amongst and appears at below between by come comes
    appear contain contains differ earn earns end ends ever exceed exceeds except experience experienced fell first
    for from get gets give gives go goes got grew grow had hold holds in last lead leads lie lies make makes never of
    on or ordered over per
    perform performs produce produces rank ranked ranks reach reaches receive received recorded rose saw score
    scores see sell sells show shows sold sorted starting stay stays take takes than that to together under use
    uses went when where which who with without having lacking work works would
""")
_OF_WHAT = frozenset({"number", "value", "kind", "type", "level", "sort", "amount", "group"})
_THINGS = words_of("""
    country state city province region nation island town district county company firm brand maker manufacturer
    product animal species person player team university school department method model sector industry language
    letter tree car type diet treatment disease source name director sex gender weather author party stock fruit
    colour color drug material fuel crop food drink sport film movie book ship plane site station website
    key class course subject job profession activity browser platform food planet element metal vehicle breed race
    religion continent river mountain lake store shop bank airline
""")
"""Nouns of things that places or series of a chart stand for, whatever its titles say."""


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
        dim, noun = _noun_after(frame, item.end) if item is not None else (None, frozenset())
        for other in (frame.first(Sense.WHICH, Sense.WHAT), frame.first(Sense.LIST), frame.first(Sense.SUPERLATIVE)):
            if dim is None and other is not None:
                dim, noun = _noun_after(frame, other.end)
        return Focus.LIST, dim, noun
    count = _counting(frame)
    numbered = _place_by_number(frame, count)
    if numbered is not None:
        return Focus.NAME, Dim.PLACE, numbered
    which = next((item for item in frame.all(Sense.WHICH) if not _is_relative(frame, item)), None)
    if count is not None and (which is None or count.start < which.start):
        rest = {token.norm for token in frame.tokens[count.end :] if token.kind is Kind.WORD}
        dim, noun = _noun_after(frame, count.end if rest else 0)
        return Focus.COUNT, dim, noun
    if which is not None:
        return _asked_by_which(frame, which)
    where = frame.first(Sense.WHERE)
    if where is not None and frame.vocabulary.is_box and frame.has(Sense.MEASURE) and frame.refs:
        return Focus.VALUE, None, frozenset()
    for sense in (Sense.WHO, Sense.WHERE, Sense.WHEN):
        item = frame.first(sense)
        if item is not None and item.start <= 3 and not (sense is Sense.WHO and not _has_words(frame)):
            dim = Dim.PLACE if sense is Sense.WHEN else None
            return Focus.NAME, dim, frozenset()
    if frame.has(Sense.HOW_MUCH):
        return Focus.VALUE, None, frozenset()
    what = frame.first(Sense.WHAT)
    if what is not None:
        return _asked_by_what(frame, what)
    listed = frame.first(Sense.LIST)
    if listed is not None:
        dim, noun = _noun_after(frame, listed.end)
        return Focus.LIST if frame.has(Sense.TOP, Sense.RISING, Sense.FALLING) else Focus.NAME, dim, noun
    return _bare(frame)


def _is_relative(frame: Frame, which: Item) -> bool:
    """ "the students whose hair is brown": behind a noun "whose" asks for nothing."""
    before = frame.tokens[which.start - 1] if which.start else None
    return frame.norms[which.start] == "whose" and before is not None and before.kind is Kind.WORD and which.start > 1


def _place_by_number(frame: Frame, count: Item | None) -> frozenset[int] | None:
    """ "for how many cylinders is it highest", "at how many doses": a place that is a number, not a count."""
    best = frame.first(Sense.SUPERLATIVE)
    if count is None or best is None or best.start < count.end or frame.norms[count.start] != "how":
        return None
    dim, noun = _noun_after(frame, count.end)
    said = count.start > 0 and frame.norms[count.start - 1] in ("for", "at", "with", "after")
    places = frame.vocabulary.places
    numbers = bool(places) and all(name.value is not None for name in places)
    named = bool(noun) and frame.tokens[max(noun)].stem in frame.vocabulary.title_stems["x_title"]
    verb = frame.norms[max(noun, default=-1) + 1 :][:1]
    has = numbers and named and verb in (["have"], ["has"], ["give"], ["gives"], ["had"], ["show"], ["shows"])
    return noun if dim is Dim.PLACE and (said or (has and count.start == 0)) else None


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
    named = len(frame.series) + len(frame.places) >= 2 or bool(frame.thresholds)
    return compared and named and norms[-1] == "?"


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
    dim, noun = _noun_after(frame, which.end)
    inside = frame.norms[which.start] in _INSIDE or (which.start > 0 and frame.norms[which.start - 1] in _INSIDE)
    if dim is None and _is_value_noun(frame, noun) and not _has_best(frame, noun) and not inside:
        return Focus.VALUE, None, noun
    return Focus.NAME, dim, noun


def _among(frame: Frame, which: Item) -> tuple[Dim | None, frozenset[int]] | None:
    """ "Of the states shown, which has the smallest population?": names, of the noun that opens the question."""
    if which.end >= len(frame.tokens) or frame.norms[0] not in ("of", "among", "amongst", "from", "out"):
        return None
    verb = frame.tokens[which.end]
    if verb.norm not in AUXILIARIES and not (is_filler(verb.norm) and verb.norm != verb.stem):
        return None
    return _noun_after(frame, 2 if frame.norms[1] == "of" else 1)


def _is_of_measure(frame: Frame, place: int) -> bool:
    """ "Which is the lower quartile of A": a number is asked for, of what is named."""
    opened = frame.norms[place : place + 2] in (["is", "the"], ["was", "the"], ["are", "the"])
    asked = any(item.start == place + 2 for item in frame.all(Sense.MEASURE, Sense.AGGREGATE, Sense.IQR))
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
        dim, noun = _noun_after(frame, what.end)
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
    dim, noun = _noun_after(frame, start, only_first=not counted)
    if nominal:
        return Focus.VALUE, None, frozenset()
    if counted and graded and noun and not _is_value_noun(frame, noun):
        return Focus.NAME, dim, noun
    if dim is None and is_thing(frame, noun) and any(item.end == min(noun) for item in frame.all(Sense.SUPERLATIVE)):
        return Focus.NAME, None, noun
    if _extreme_of_x(frame, dim, noun):
        return Focus.VALUE, None, frozenset()
    if _thing_by_adjective(frame, noun):
        return Focus.NAME, dim, noun
    where = _place_where(frame, start)
    if where is not None:
        return where
    supers = any(item.start <= start + 3 for item in frame.all(Sense.SUPERLATIVE, Sense.FIRST, Sense.LAST, Sense.TOP))
    if dim is not None and (supers or frame.thresholds) and not _is_value_noun(frame, noun):
        return Focus.NAME, dim, noun
    return Focus.VALUE, None, frozenset()


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
    return _is_value_noun(frame, noun) and after in (["does"], ["did"], ["do"]) and not frame.has(Sense.SUPERLATIVE)


def _thing_by_adjective(frame: Frame, noun: frozenset[int]) -> bool:
    """ "What is the smallest island": a noun of things right after an adjective that is of things."""
    if not noun or not frame.vocabulary.names or frame.vocabulary.numeric_x:
        return False
    token = frame.tokens[min(noun)]
    best = next((item for item in frame.all(Sense.SUPERLATIVE) if item.end == token.index), None)
    if best is None or frame.has(Sense.MEASURE, Sense.AGGREGATE) or _is_value_noun(frame, noun):
        return False
    plain = best.end - best.start == 1
    telling = frame.norms[best.start] not in _OF_QUANTITIES if plain else True
    return telling and (token.stem in KINDS or (max(noun) + 1 >= len(frame.tokens) - 1 and token.stem in PLACE_NOUNS))


_TELLING = words_of(
    "comes came come ranks ranked is was has have had shows showed gets got sees saw reaches holds held"
)


def _tells_which(frame: Frame, noun: frozenset[int]) -> bool:
    """ "what state has the highest ...", "what state comes second", "what state peaks": the noun is of names."""
    if not noun or _is_value_noun(frame, noun):
        return False
    if is_generic(*_last_word(frame, noun)) and frame.tokens[max(noun)].stem not in KINDS:
        return False
    end = max(noun) + 1
    best = [item.start for item in frame.all(Sense.SUPERLATIVE)]
    if end in best or max(noun) in best:
        return True
    if _is_verb(frame, end) and any(at > end for at in best):
        return True
    ranked = any(ordinal_of(token) is not None for token in frame.tokens[end : end + 4])
    ranked = ranked or bool({"after", "before", "behind"} & set(frame.norms[end : end + 4]))
    return (
        frame.norms[end : end + 1] != [] and frame.norms[end] in _TELLING and (ranked or any(at > end for at in best))
    )


def _is_verb(frame: Frame, place: int) -> bool:
    """Whether the word behind a noun in the singular is its verb: one in -s, or a known one in the past."""
    if place >= len(frame.tokens) or frame.tokens[place].kind is not Kind.WORD or place in frame.named_tokens:
        return False
    token = frame.tokens[place]
    plural = frame.tokens[place - 1].norm != frame.tokens[place - 1].stem
    inflected = (not plural and token.norm != token.stem) or token.norm.endswith("ed")
    return (is_filler(token.norm) and plural) or (inflected and (is_filler(token.norm) or token.norm in _STOP))


def _last_word(frame: Frame, noun: frozenset[int]) -> tuple[str, str]:
    token = frame.tokens[max(noun)]
    return token.norm, token.stem


_EXTREMES = frozenset({"maximum", "minimum", "max", "min", "peak", "maxima", "minima"})


def _of_follows(frame: Frame, place: int) -> bool:
    """Whether "of" comes next: the maximum of something is a value."""
    return frame.norms[place : place + 1] in (["of"], ["value"], ["for"], ["in"])


def _counts_names(frame: Frame, place: int) -> bool:
    """Whether a number of names is asked for: the 3 of "the 3 biggest states"."""
    token = frame.tokens[place]
    free = place not in frame.named_tokens and not any(place in one.tokens for one in frame.thresholds)
    return token.value is not None and 2 <= token.value <= 50 and token.value == int(token.value) and free


_MEASURES = frozenset({"height", "length", "value", "size", "level", "amount", "percentage", "frequency", "spread"})


def _opens_with_value(frame: Frame) -> bool:
    """ "Height of the tallest bar": the value of something, whatever follows."""
    opened = frame.norms[1:2] if frame.norms[0] == "the" else frame.norms[:1]
    following = frame.norms[len(opened) + (frame.norms[0] == "the") :][:1]
    return bool(opened) and opened[0] in _MEASURES and following == ["of"]


def _bare(frame: Frame) -> tuple[Focus, Dim | None, frozenset[int]]:
    """A question without a question word: "biggest bar?", "year with the highest x", "max price"."""
    if _opens_with_value(frame):
        return Focus.VALUE, None, frozenset()
    if frame.norms[:1] == ["runner"] and not frame.refs:
        return Focus.NAME, None, frozenset()
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
        dim, noun = _noun_after(frame, 0, only_first=True)
        if (
            dim is not None
            and noun
            and frame.norms[max(noun) + 1 :][:1] in (["with"], ["without"], ["having"], ["that"])
        ):
            return Focus.NAME, dim, noun
    top = frame.first(Sense.TOP)
    if top is not None and top.start <= 1 and frame.numbers and not frame.has(Sense.AGGREGATE):
        dim, noun = _noun_after(frame, frame.numbers[0].index + 1)
        return Focus.LIST, dim, noun
    ordered = frame.first(Sense.RISING, Sense.FALLING)
    if ordered is not None and " to " in " ".join(frame.norms[ordered.start : ordered.end]) and not frame.thresholds:
        dim, noun = _noun_after(frame, 0)
        return Focus.LIST, dim, noun
    choosing = best or frame.first(Sense.FIRST, Sense.LAST)
    listed = _opening_plural(frame)
    if listed is not None and choosing is None and not frame.has(Sense.SHARE, Sense.RATIO, Sense.DIFFERENCE):
        return Focus.NAME, *listed
    if choosing is None and not frame.thresholds and frame.has(Sense.COMPARATIVE) and len(frame.refs) >= 2:
        dim, noun = _noun_after(frame, 0, only_first=True)
        if dim is not None and noun and min(noun) <= 1:
            return Focus.NAME, dim, noun
    if choosing is None and not frame.thresholds:
        return Focus.VALUE, None, frozenset()
    dim, noun = _noun_after(frame, 0, only_first=True)
    named = dim is not None or is_thing(frame, noun) or _described(frame, noun)
    if named and noun and (choosing is None or min(noun) < choosing.start):
        return Focus.NAME, dim, noun
    if choosing is not None:
        measured = {item.start: item.end for item in frame.all(Sense.MEASURE, Sense.AGGREGATE, Sense.IQR)}
        dim, noun = _noun_after(frame, measured.get(choosing.end, choosing.end), only_first=True)
        ends = noun and (
            max(noun) + 1 >= len(frame.tokens)
            or max(noun) + 1 in frame.named_tokens
            or frame.norms[max(noun) + 1]
            in ("?", "on", "in", "for", "by", "of", ",", ".", "with", "when", "at", "among")
        )
        if (dim is not None or is_thing(frame, noun) or _sized(frame, choosing, noun)) and (
            ends and not _is_value_noun(frame, noun)
        ):
            if _extreme_of_x(frame, dim, noun):
                return Focus.VALUE, None, frozenset()
            return Focus.NAME, dim, noun
    return Focus.VALUE, None, frozenset()


def _opening_plural(frame: Frame) -> tuple[Dim | None, frozenset[int]] | None:
    """ "Feeds giving a weight above 260": things in the plural that open a condition, not the quantity bounded."""
    if not (frame.thresholds or frame.has(Sense.COMPARATIVE, Sense.RELATION)) or not frame.vocabulary.names:
        return None
    opening = 1 if frame.norms[0] in ("the", "all", "any", "those") else 0
    first = frame.tokens[opening] if opening < len(frame.tokens) else None
    if first is None or first.norm == first.stem or opening in frame.named_tokens or first.kind is not Kind.WORD:
        return None
    noun, dim = frozenset({opening}), dim_of_noun(frame, first)
    if _is_value_noun(frame, noun) or any(opening in range(one.start, one.end) for one in frame.items):
        return None
    if frame.thresholds and opening + 1 == min(frame.thresholds[0].tokens):
        return None
    telling = dim is not None or first.stem in KINDS or not is_generic(first.norm, first.stem)
    return (dim, noun) if telling else None


_OF_QUANTITIES = words_of("highest lowest maximum minimum max min most least longest peak more less top first last")


def _sized(frame: Frame, best: Item, noun: frozenset[int]) -> bool:
    """ "smallest feed?": a noun of things, by its adjective, where the values have a title and the places have none."""
    vocabulary = frame.vocabulary
    titled = bool(vocabulary.title_stems["y_title"]) and not vocabulary.title_stems["x_title"]
    single = len(noun) == 1 and vocabulary.n_series == 1 and bool(vocabulary.places)
    return titled and single and frame.norms[best.start] not in _OF_QUANTITIES and best.sense is Sense.SUPERLATIVE


def _described(frame: Frame, noun: frozenset[int]) -> bool:
    """ "feed with the largest weight": a noun that a condition follows is of names, unless it is of the values."""
    if not noun or _is_value_noun(frame, noun) or not frame.vocabulary.places:
        return False
    if is_generic(*_last_word(frame, noun)) and frame.norms[max(noun)] not in CLASSED:
        return False
    end = max(noun) + 1
    return frame.norms[end : end + 1] in (["with"], ["having"], ["that"], ["which"], ["whose"])


def _extreme_of_x(frame: Frame, dim: Dim | None, noun: frozenset[int]) -> bool:
    """ "the largest weight" of a scatter plot over weights: the noun of the superlative is x itself, a number."""
    scatter = frame.vocabulary.family is ChartFamily.SCATTER
    return scatter and dim is Dim.PLACE and any(0 <= min(noun) - item.end <= 2 for item in frame.all(Sense.SUPERLATIVE))


def is_thing(frame: Frame, noun: frozenset[int]) -> bool:
    """Whether a noun is of a kind of things that the chart's labels can name."""
    if not noun or not (frame.vocabulary.places or frame.vocabulary.n_series > 1):
        return False
    return frame.tokens[max(noun)].stem in _THINGS and not _is_value_noun(frame, noun)


# --------------------------------------------------------------------------- nouns


def _noun_after(frame: Frame, start: int, *, only_first: bool = False) -> tuple[Dim | None, frozenset[int]]:
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


def _is_value_noun(frame: Frame, noun: frozenset[int]) -> bool:
    """Whether a noun is of the values' title."""
    words = frame.vocabulary.title_stems["y_title"]
    stems = [frame.tokens[i].stem for i in sorted(noun)]
    if len(stems) > 1 and stems[-1] == "number":
        return False
    return bool(stems) and (stems[-1] in words or stems[-1] in ("value", "number", "share", "percentage", "percent"))
