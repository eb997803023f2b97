"""Places that a question means: labels, numbers and dates on the independent axis, stretches of it, and its ends."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from qa.parse.concepts import concept_of
from qa.parse.frame import End, Frame, PlaceRef, Threshold, covered
from qa.parse.lexicon import Item, Sense, plain_direction
from qa.parse.linking import same_word
from qa.parse.place_dates import YEARS, dates, decade_at, word_before
from qa.parse.senses import operator_of
from qa.parse.stretches import counted_stretches
from qa.parse.thresholds import signed_value
from qa.parse.words import Kind, Token, abbreviates
from qa.plan import Op
from sie.vocab import ChartFamily

_AT = frozenset({
    "at", "in", "for", "by", "on", "=", "of", "during", "since", "until", "till", "from", "to", "after", "before",
    "between", "and", "when", "is", "year", "around", "near", "reach", "@", "x", "with", "as", ",", "through",
    "the", "-", "–", "was", "vs", "than",
})  # fmt: skip
_TIME_NOUNS = frozenset({
    "year", "day", "week", "month", "hour", "step", "age", "dose", "time", "hz", "degree", "test", "point",
    "number", "no", "quarter", "position", "level", "depth", "distance", "temperature",
})  # fmt: skip


def find_places(frame: Frame, labels: Sequence[PlaceRef]) -> tuple[tuple[PlaceRef, ...], tuple[Threshold, ...]]:
    """The places in order of mention, and the thresholds that are none of them."""
    vocabulary = frame.vocabulary
    thresholds = frame.thresholds
    linked = covered([*(ref.tokens for ref in frame.series), *(ref.tokens for ref in labels)])
    places = list(labels)
    if vocabulary.bins:
        found, thresholds = _bins(frame, linked)
        places += found
    elif vocabulary.time_x:
        taken = linked | covered(one.tokens for one in thresholds)
        places += dates(frame, taken)
    elif vocabulary.numeric_x:
        found, thresholds = _numbers(frame, linked)
        places += found
    elif any(place.value is not None for place in vocabulary.places):
        places, thresholds = _numeric_labels(frame, places)
    else:
        places = _label_stretch(frame, places)
    counted = counted_stretches(frame, linked)
    taken = covered(ref.tokens for ref in counted)
    places = [*(ref for ref in places if not ref.tokens & taken), *counted]
    thresholds = tuple(one for one in thresholds if not one.tokens & taken)
    places = _said_once(sorted(places, key=lambda ref: ref.at))
    places += _ends(frame, places, linked)
    return tuple(sorted(places, key=lambda ref: ref.at)), tuple(thresholds)


# --------------------------------------------------------------------------- ends


def _ends(frame: Frame, places: Sequence[PlaceRef], linked: set[int]) -> list[PlaceRef]:
    """ "at the end", "final", "at the start"; of a stretch that is named, its own end."""
    if frame.vocabulary.family.value in ("scatter", "pie", "box", "histogram"):
        return []
    found = []
    for item in frame.all(Sense.START, Sense.END):
        if item.start in linked:
            continue
        end = End.START if item.sense is Sense.START else End.END
        used = frozenset(range(item.start, item.end))
        stretch = next((ref for ref in places if ref.is_range and 0 < ref.at - item.start <= 4), None)
        if stretch is not None:
            used |= stretch.tokens
            found.append(replace(stretch, at=item.start, tokens=used, end=end))
        else:
            found.append(PlaceRef(item.start, used, end=end))
    return found or _first_and_last(frame) or _outer_place(frame, places)


def _outer_place(frame: Frame, places: Sequence[PlaceRef]) -> list[PlaceRef]:
    """ "at the last week", "in the first year shown": an end of the axis by its noun, where no clause follows."""
    ends = frame.all(Sense.FIRST, Sense.LAST)
    if len(ends) != 1 or places or frame.thresholds or not frame.vocabulary.ordered_places:
        return []
    item = ends[0]
    opening = [norm for norm in frame.norms[max(0, item.start - 2) : item.start] if norm != "the"]
    noun = frame.tokens[item.end] if item.end < len(frame.tokens) else None
    if noun is None or opening[-1:] == [] or opening[-1] not in ("at", "in", "on", "for", "during", "by"):
        return []
    after = (
        item.end + 1 + (frame.norms[item.end + 1 : item.end + 2] in (["shown"], ["plotted"], ["drawn"], ["recorded"]))
    )
    closed = after >= len(frame.tokens) or frame.tokens[after].kind is Kind.SIGN or frame.norms[after] in _AFTER_PLACE
    if not closed or not (_names_x(frame, noun.index) or noun.stem in _TIME_NOUNS) or noun.norm != noun.stem:
        return []
    end = End.START if item.sense is Sense.FIRST else End.END
    return [PlaceRef(item.start, frozenset(range(item.start, after)), end=end)]


_AFTER_PLACE = frozenset({"which", "what", "who", "is", "was", "are", "were", "did", "does", "do", "how", "for", "of"})


def _said_once(places: Sequence[PlaceRef]) -> list[PlaceRef]:
    """The places without those said again right behind themselves ("nineteen fifty eight, 1958")."""
    kept: list[PlaceRef] = []
    for ref in places:
        last = kept[-1] if kept else None
        again = last is not None and (last.label, last.x, last.low, last.high) == (ref.label, ref.x, ref.low, ref.high)
        if last is not None and again and min(ref.tokens) - max(last.tokens) <= _AGAIN:
            kept[-1] = replace(last, tokens=last.tokens | ref.tokens)
        else:
            kept.append(ref)
    return kept


_AGAIN = 4


def _first_and_last(frame: Frame) -> list[PlaceRef]:
    """ "from first to last", "between the first and the last measurement": the two ends."""
    first, last = frame.first(Sense.FIRST), frame.first(Sense.LAST)
    if first is None or last is None or not 1 < last.start - first.start <= _ENDS_APART:
        return []
    between = frame.norms[first.end : last.start]
    if not {"to", "and", "until"} & set(between):
        return []
    return [
        PlaceRef(item.start, frozenset(range(item.start, item.end)), end=end)
        for item, end in ((first, End.START), (last, End.END))
    ]


_ENDS_APART = 5


def without_ranges_of_ends(places: Sequence[PlaceRef]) -> list[PlaceRef]:
    """The places without stretches of which only an end is meant."""
    ends = [ref for ref in places if ref.end is not None and ref.is_range]
    return [ref for ref in places if not (ref.end is None and any(ref.tokens < end.tokens for end in ends))]


# --------------------------------------------------------------------------- numbers on the axis


def _numbers(frame: Frame, linked: set[int]) -> tuple[list[PlaceRef], tuple[Threshold, ...]]:
    found: list[PlaceRef] = []
    kept = list(frame.thresholds)
    for low, high, used, at in _pairs(frame, linked):
        found.append(PlaceRef(at, used, low=low, high=high))
        kept = [one for one in kept if not (one.tokens & used)]
    taken = linked | covered(ref.tokens for ref in found)
    for threshold in list(kept):
        side = _axis_side(frame, threshold)
        if side is not None and not threshold.tokens & taken:
            kept.remove(threshold)
            found.append(_open_range(threshold))
            taken |= set(threshold.tokens)
    taken |= covered(one.tokens for one in kept)
    for token in frame.tokens:
        if (
            token.value is None
            or token.index in taken
            or (token.kind is not Kind.NUMBER and not (_follows_x(frame, token) or _spelled_x(frame, token)))
        ):
            continue
        decade = decade_at(frame, token)
        if decade is not None:
            found.append(decade)
        elif _is_place(frame, token):
            value, used = signed_value(frame, token)
            before = word_before(frame, token)
            unit = _names_x(frame, token.index + 1) or len(used) > 1
            spent = before == "after" and unit and not _stays_open(frame)
            found.append(_bounded("at" if spent else before, value, used, token.index))
    return found, tuple(kept)


def _bounded(before: str, value: float, used: frozenset[int], at: int) -> PlaceRef:
    """A number, or the stretch before or after it."""
    if before in ("after", "since"):
        return PlaceRef(at, used, low=value, high=None, open_low=before == "after")
    if before in ("before", "until", "till"):
        return PlaceRef(at, used, low=None, high=value, open_high=before == "before")
    return PlaceRef(at, used, x=value)


def _stays_open(frame: Frame) -> bool:
    """Whether "after ten seconds" means all that comes after, not the value there."""
    many = (
        Sense.SUPERLATIVE, Sense.AGGREGATE, Sense.HOW_MANY, Sense.ALL, Sense.ANY, Sense.WHICH, Sense.TREND,
        Sense.CHANGE, Sense.WHEN, Sense.COMPARATIVE, Sense.RELATION, Sense.FIRST, Sense.NONE,
    )  # fmt: skip
    counted = frame.vocabulary.family in (ChartFamily.LINE, ChartFamily.AREA) and not frame.thresholds
    return any(
        frame.norms[item.start] != "=" and not (counted and item.sense is Sense.HOW_MANY) for item in frame.all(*many)
    )


def _open_range(threshold: Threshold) -> PlaceRef:
    above = threshold.op in (Op.GT, Op.GE)
    return PlaceRef(
        threshold.at,
        threshold.tokens,
        low=threshold.value if above else None,
        high=None if above else threshold.value,
        open_low=threshold.op is Op.GT,
        open_high=threshold.op is Op.LT,
    )


def _is_place(frame: Frame, token: Token) -> bool:
    """Whether a number stands on the independent axis: by the words beside it, or because it is a year."""
    vocabulary = frame.vocabulary
    value = token.value or 0.0
    if vocabulary.years_x and YEARS[0] <= value <= YEARS[1]:
        return True
    if token.percent:
        return "%" in vocabulary.title_units().get("x_title", "")
    before = frame.tokens[token.index - 1].norm if token.index > 0 else ""
    if vocabulary.bins and before in ("the", "all") and vocabulary.counts_all(value):
        return False  # "of the 200 women": all that were counted
    if _names_x(frame, token.index + 1) or _follows_x(frame, token):
        return True
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    counted = following is not None and (
        following.norm.endswith("s") or (following.kind is Kind.WORD and following.norm != following.stem)
    )
    return before in _AT and not (counted and not _names_x(frame, token.index + 1) and before in ("the", "of", "for"))


def _of_parts(frame: Frame, threshold: Threshold) -> bool:
    """ "what percent of words have three letters or less": of shares by number, a bound without % is one of places."""
    share = frame.first(Sense.SHARE)
    units = frame.vocabulary.title_units().get("y_title", "")
    parts = frame.vocabulary.percent or "%" in units or frame.vocabulary.counts
    asked = share is not None and (frame.norms[share.start] == "how" or frame.norms[max(0, share.start - 1)] == "what")
    return parts and asked and not threshold.percent and share is not None and share.end <= threshold.at


def _names_x(frame: Frame, place: int) -> bool:
    """Whether the word at a place is one of the independent axis' title or unit."""
    if place >= len(frame.tokens):
        return False
    token = frame.tokens[place]
    words = frame.vocabulary.title_stems["x_title"]
    y_words = frame.vocabulary.title_stems["y_title"]
    if token.kind is Kind.SIGN or (token.stem in y_words and token.stem not in words):
        return False
    single = {word for word in words if len(word) == 1}
    if len(token.norm) == 1:
        return token.norm in single
    if _TIME_UNITS.get(token.stem, "") in words:
        return True
    joined = "".join(sorted(words))
    return any(same_word(token.stem, word) >= 0.8 or abbreviates(token.norm, word) for word in words) or (
        len(joined) < 0 and token.norm in joined
    )


_TIME_UNITS = {"second": "s", "minute": "min", "hour": "h", "day": "d", "millisecond": "ms"}


def _follows_x(frame: Frame, token: Token) -> bool:
    for back in (1, 2):
        place = token.index - back
        if place < 0:
            return False
        before = frame.tokens[place]
        if before.kind is Kind.SIGN or before.norm in ("is", "of", "number", "no"):
            continue
        return _names_x(frame, place) or before.stem in _TIME_NOUNS
    return False


def _spelled_x(frame: Frame, token: Token) -> bool:
    """ "after ten seconds": a spelled number before a word of the axis."""
    before = frame.norms[token.index - 1] if token.index > 0 else ""
    return before in ("at", "after", "before", "until") and _names_x(frame, token.index + 1)


def _axis_side(frame: Frame, threshold: Threshold) -> bool | None:
    """True where a comparison is with places, not with values ("after step 3", "x above 5", "ages over 10")."""
    token = frame.tokens[threshold.at]
    if _names_x(frame, threshold.at + 1) and not _names_x_also_y(frame, threshold.at + 1):
        return True
    if _says_x(frame, threshold):
        return True
    start = min(threshold.tokens) - 1
    for place in range(start, max(-1, start - 4), -1):
        if frame.tokens[place].norm in ("where", "with", "for", "when") and _names_x(frame, place + 1):
            return True
    del token
    return None


def _says_x(frame: Frame, threshold: Threshold) -> bool:
    """ "weigh more than 5": a word of x's quantity, and of no other, before the comparison."""
    titles = frame.vocabulary.title_stems
    x, y = titles["x_title"] - titles["y_title"], titles["y_title"] - titles["x_title"]
    graded = [item.start for item in frame.all(Sense.COMPARATIVE, Sense.RELATION) if item.end <= threshold.at]
    if not graded or not x or not y or frame.vocabulary.family is not ChartFamily.SCATTER:
        return False
    said = [token for token in frame.tokens[max(0, graded[-1] - 2) : graded[-1] + 1] if token.kind is Kind.WORD]
    behind = frame.tokens[max(threshold.tokens) + 1 : max(threshold.tokens) + 3]
    sized = [token for token in behind if plain_direction(token.norm) is not None]
    said = sized or said  # "over 50 mm long"
    of_x = any(token.stem in x or concept_of(token, x) for token in said)
    return of_x and not any(token.stem in y or concept_of(token, y) for token in said)


def _names_x_also_y(frame: Frame, place: int) -> bool:
    return frame.tokens[place].stem in frame.vocabulary.title_stems["y_title"]


def _pairs(frame: Frame, linked: set[int]) -> list[tuple[float, float, frozenset[int], int]]:
    """Stretches "between 1 and 12", "from 75 to 85", "120-135"."""
    found = []
    numbers = [t for t in frame.tokens if t.kind is Kind.NUMBER and t.index not in linked]
    for first, second in itertools.pairwise(numbers):
        between = frame.tokens[first.index + 1 : second.index]
        words = [t.norm for t in between if not _is_filler(frame, t)]
        opened = _opened_by(frame, first)
        dashed = len(between) == 1 and between[0].norm in ("-", "–", "−", "—")
        joined = words in (["and"], ["to"], ["-"], ["–"], ["until"], ["till"], ["through"])
        averaged = words in (["to"], ["through"], ["until"]) and any(
            item.end <= first.index for item in frame.all(Sense.AGGREGATE)
        )
        averaged = averaged and not frame.has(Sense.CHANGE, Sense.TREND, Sense.DIFFERENCE, Sense.RATIO)
        if dashed or averaged or (joined and opened is not None and _not_compared(frame)):
            low, high = sorted((first.value or 0.0, second.value or 0.0))
            tokens = {first.index, second.index} | ({opened.start} if opened else set())
            found.append((low, high, frozenset(tokens), first.index))
        elif words == ["to"] and frame.vocabulary.bins:
            low, high = sorted((first.value or 0.0, second.value or 0.0))
            found.append((low, high, frozenset({first.index, second.index}), first.index))
    return found


def _not_compared(frame: Frame) -> bool:
    """ "difference between 2 and 5" and "the change from 2 to 5" mean two places, not what lies between them."""
    compared = (Sense.DIFFERENCE, Sense.RATIO, Sense.CHANGE, Sense.PERCENT_CHANGE, Sense.TREND)
    return (
        frame.vocabulary.bins != []
        or not frame.has(*compared)
        or frame.has(Sense.ALL, Sense.ANY, Sense.CROSSING)
        or any(frame.norms[item.start] != "number" for item in frame.all(Sense.HOW_MANY))
    )


def _is_filler(frame: Frame, token: Token) -> bool:
    fixed = token.norm in ("x", "=", "year", "day", "%", "the", "age", "of")
    return fixed or (token.norm not in ("to", "and") and _names_x(frame, token.index))


def _opened_by(frame: Frame, first: Token) -> Item | None:
    for item in frame.all(Sense.BETWEEN):
        between = frame.tokens[item.end : first.index]
        if item.start < first.index and all(_is_filler(frame, token) for token in between):
            return item
    return None


# --------------------------------------------------------------------------- histograms


def _bins(frame: Frame, linked: set[int]) -> tuple[list[PlaceRef], tuple[Threshold, ...]]:
    """Stretches of a histogram's axis; every comparison with a number that the heights cannot mean is one of places."""
    found = [PlaceRef(at, used, low=low, high=high) for low, high, used, at in _pairs(frame, linked)]
    taken = linked | covered(ref.tokens for ref in found)
    kept = []
    low, high = frame.vocabulary.bins[0].low, frame.vocabulary.bins[-1].high
    for threshold in frame.thresholds:
        if threshold.tokens & taken:
            continue
        of_values = frame.has(Sense.HOW_MANY) and frame.word("bins", "bars", "intervals", "bin")
        inside = low <= threshold.value <= high
        if of_values or not inside or _names_heights(frame, threshold):
            kept.append(threshold)
        else:
            found.append(_open_range(threshold))
    taken |= covered(ref.tokens for ref in found) | covered(one.tokens for one in kept)
    for token in frame.tokens:
        if token.kind is Kind.NUMBER and token.index not in taken and _is_place(frame, token):
            found.append(PlaceRef(token.index, frozenset({token.index}), x=token.value))
    return found, tuple(kept)


def _names_heights(frame: Frame, threshold: Threshold) -> bool:
    words = frame.vocabulary.title_stems["y_title"]
    before = frame.tokens[max(0, threshold.at - 5) : threshold.at]
    named = frame.vocabulary.title_stems["x_title"] - words
    if any(token.stem in named for token in before[-2:]):
        return False
    return any(token.stem in words for token in before) and not frame.has(Sense.HOW_MANY, Sense.SHARE)


# --------------------------------------------------------------------------- dates


# --------------------------------------------------------------------------- labels in order


def _label_stretch(frame: Frame, places: list[PlaceRef]) -> list[PlaceRef]:
    """ "from May through October" over labels in order: every label from the one to the other."""
    order = {label: at for at, label in enumerate(frame.vocabulary.place_labels)}
    compared = frame.has(Sense.DIFFERENCE, Sense.RATIO, Sense.CHANGE, Sense.PERCENT_CHANGE, Sense.TREND)
    if len(places) != 2 or compared or not frame.vocabulary.ordered_places:
        return places
    first, second = sorted(places, key=lambda ref: ref.at)
    if first.label not in order or second.label not in order:
        return places
    words = [token.norm for token in frame.tokens[max(first.tokens) + 1 : min(second.tokens)]]
    before = frame.norms[min(first.tokens) - 1] if min(first.tokens) > 0 else ""
    added = frame.has(Sense.AGGREGATE) and not frame.has(Sense.MINUS, Sense.COMPARATIVE, Sense.RELATION)
    joined = words in (["to"], ["-"], ["–"]) and (before == "from" or added)
    opened = words in (["through"], ["until"], ["till"]) or joined
    low, high = order[first.label], order[second.label]
    if not opened or low >= high:
        return places
    labels = frame.vocabulary.place_labels[low : high + 1]
    return [PlaceRef(first.at, first.tokens | second.tokens, label=label) for label in labels]


# --------------------------------------------------------------------------- labels that are numbers


def _bounded_label(frame: Frame, ref: PlaceRef, number: float | None) -> PlaceRef | None:
    """ "fewer than 6 cylinders", "6 or more cylinders" where 6 is a label and cylinders name the axis: a stretch."""
    if number is None:
        return None
    end = max(ref.tokens) + 1
    plus = frame.norms[end : end + 1] == ["+"] and frame.tokens[end].start == frame.tokens[end - 1].end
    if plus and not (end + 1 < len(frame.tokens) and frame.tokens[end + 1].start == frame.tokens[end].end):
        return _open_range(Threshold(ref.at, ref.tokens | {end}, Op.GE, number))
    last = frame.tokens[end] if end < len(frame.tokens) else None
    if last is not None and last.kind is Kind.WORD and last.norm != last.stem:
        end += 1  # "5 letters or fewer"
    behind = next((item for item in frame.all(Sense.RELATION) if item.start == end), None)
    if behind is not None and frame.norms[end] in ("or", "and") and operator_of(behind) in (Op.GE, Op.LE):
        return _open_range(Threshold(ref.at, ref.tokens, operator_of(behind), number))
    if not _names_x(frame, max(ref.tokens) + 1) or _names_x_also_y(frame, max(ref.tokens) + 1):
        return None
    first = min(ref.tokens)
    for item in frame.all(Sense.COMPARATIVE, Sense.RELATION):
        between = frame.norms[item.end : first]
        if (
            item.end <= first
            and all(norm in ("than", "then", "the") for norm in between)
            and (item.sense is Sense.RELATION or "than" in between)
        ):
            op = operator_of(item)
            return _open_range(Threshold(ref.at, ref.tokens, op, number)) if op is not Op.EQ else None
    return None


def _numeric_labels(frame: Frame, places: list[PlaceRef]) -> tuple[list[PlaceRef], tuple[Threshold, ...]]:
    """ "between 1950 and 1955", "after 1955" over labels that are numbers: the labels in that stretch."""
    numbers = {place.name: place.value for place in frame.vocabulary.places if place.value is not None}
    compared = frame.has(Sense.DIFFERENCE, Sense.RATIO, Sense.CHANGE, Sense.PERCENT_CHANGE)
    result = list(places)
    if not compared and len(places) == 2 and all(ref.label in numbers for ref in places):
        first, second = places
        words = [t.norm for t in frame.tokens[max(first.tokens) + 1 : min(second.tokens)]]
        opened = any(item.start < first.at <= item.end + 2 for item in frame.all(Sense.BETWEEN))
        many = frame.has(Sense.SUPERLATIVE, Sense.AGGREGATE, Sense.HOW_MANY, Sense.ALL, Sense.ANY, Sense.WHICH)
        averaged = (
            frame.has(Sense.AGGREGATE)
            and words == ["and"]
            and first.label is not None
            and not all(1000 <= (numbers[ref.label or ""] or 0.0) < 3000 for ref in places)
        )
        stretched = words in (["through"], ["until"], ["till"])
        if (stretched or (opened and words in (["and"], ["to"], ["-"]) and not averaged)) and many:
            low, high = sorted((numbers[first.label or ""] or 0.0, numbers[second.label or ""] or 0.0))
            tokens = first.tokens | second.tokens
            result = [PlaceRef(first.at, tokens, low=low, high=high)]
    kept: list[Threshold] = []
    for ref in places:
        before = word_before(frame, frame.tokens[min(ref.tokens)])
        number = numbers.get(ref.label or "")
        bounded = _bounded_label(frame, ref, number)
        if bounded is not None:
            result = [*(one for one in result if one is not ref), bounded]
            continue
        if before in ("after", "since", "before", "until", "till") and number is not None:
            result = [one for one in result if one is not ref]
            result.append(_bounded(before, number, ref.tokens, ref.at))
    for threshold in frame.thresholds:
        if (_axis_side(frame, threshold) or _of_parts(frame, threshold)) and not frame.vocabulary.is_box:
            result.append(_open_range(threshold))
        else:
            kept.append(threshold)
    return result, tuple(kept)
