"""Whether a question asks for another quantity than the chart's: another unit, a rate of counts, an adjective, a verb
or a narrower noun that no title is of."""

from __future__ import annotations

import itertools

from qa.parse.concepts import CONCEPTS, concept_of, plain_form, title_field
from qa.parse.fillers import spells_unit, unit_named
from qa.parse.frame import Focus, Frame
from qa.parse.generic import is_generic
from qa.parse.kinds import KINDS
from qa.parse.lexicon import Item, Sense, grade, plain_direction
from qa.parse.linking import same_word
from qa.parse.words import Kind, Token, tokenize
from sie.vocab import ChartFamily

QUANTITY, UNIT = 0.7, 0.05
"""What a word for another quantity, and a unit that the chart does not print, weigh."""


def counts_people(frame: Frame) -> bool:
    """Whether "how many people" is asked of a name whose values are known to be no numbers of anybody."""
    vocabulary = frame.vocabulary
    known = bool(vocabulary.title_stems["y_title"]) and not vocabulary.counts and not vocabulary.percent
    people = [frame.norms[i] for i in sorted(frame.focus_tokens)][:1] == ["people"]
    return frame.focus is Focus.COUNT and known and people and bool(frame.refs) and not frame.thresholds


def counts_individuals(frame: Frame) -> int | None:
    """The words "how many" that ask how many were measured, where boxes show only how the measured values lie."""
    asked = frame.first(Sense.HOW_MANY)
    if asked is None or not frame.vocabulary.is_box or frame.focus is not Focus.COUNT or not frame.refs:
        return None
    if frame.thresholds or frame.has(Sense.COMPARATIVE, Sense.RELATION, Sense.MEASURE, Sense.IQR, Sense.SUPERLATIVE):
        return None
    told = frame.vocabulary.title_stems["y_title"]
    near = frame.tokens[asked.end : asked.end + 4]
    measured = any(token.stem in told or spells_unit(token.norm) or concept_of(token, told) for token in near)
    return None if measured or not told else asked.start


_RATES = frozenset({"rate", "density", "percentage", "probability", "likelihood", "odds", "chance"})
_RATE_TITLES = frozenset({
    "rate", "percent", "percentage", "per", "share", "proportion", "prob", "probability", "frequency", "density",
    "ratio", "mortality", "fraction", "relative", "survived", "survival",
})  # fmt: skip
_CHANGE_TITLES = frozenset({"change", "growth", "increase", "gain"})
_MOVES = frozenset({
    "change", "growth", "increase", "gain", "rise", "rose", "fall", "fell", "drop", "jump", "grow", "grew", "decrease",
    "decline", "shrink", "shrank", "lose", "lost", "improve", "net", "climb", "development", "evolve", "difference",
    "negative", "positive", "plunge", "surge", "soar", "shift", "value", "bar", "up", "down", "reduction", "reduce",
})  # fmt: skip


def other_measures(frame: Frame) -> dict[int, float]:
    """Words that ask for another kind of number than the chart's: a rate of counts, a count of percent, a level of
    changes."""
    vocabulary = frame.vocabulary
    titles = vocabulary.title_stems
    told = titles["y_title"] | titles["title"]
    found = {}
    for token in frame.tokens:
        of_rates = bool(told & _RATE_TITLES) or max(vocabulary.values, default=0.0) <= _MOST_PERCENT
        of_rates = of_rates or vocabulary.percent or frame.has(Sense.SHARE)
        if token.stem in _RATES and titles["y_title"] and not of_rates and not _in_item(frame, token):
            found[token.index] = QUANTITY
    how_many = frame.first(Sense.HOW_MANY)
    if how_many is not None and _counts_percent(frame):
        found[how_many.start] = QUANTITY
    changes = titles["y_title"] & _CHANGE_TITLES or "change" in titles["title"]
    if changes and not vocabulary.is_box and frame.places and frame.focus in (Focus.VALUE, Focus.COUNT):
        moves = any(token.stem in _MOVES or token.norm in _MOVES for token in frame.tokens)
        named = next((token for token in frame.tokens if token.stem in told and not _loose(token)), None)
        compared = frame.than is not None and frame.has(Sense.DIFFERENCE) and len(frame.series) > 1
        if not (moves or compared) and named is not None and not frame.has(Sense.CHANGE, Sense.TREND, Sense.SIGN):
            found[named.index] = QUANTITY
    return found


_MOST_PERCENT = 100.0
_SHORTEST_GRADED = 6
"""Letters of the shortest superlative that is looked at; shorter ones are words of their own ("best", "rest")."""


def _loose(token: Token) -> bool:
    return is_generic(token.norm, token.stem) or token.value is not None or unit_named(token.norm) is not None


def _in_item(frame: Frame, token: Token) -> bool:
    return any(item.start <= token.index < item.end for item in frame.items)


def _counts_percent(frame: Frame) -> bool:
    """Whether a number of people or things is looked up where the values are percentages."""
    told = frame.vocabulary.title_stems["y_title"] | {frame.vocabulary.view.field("y_unit") or ""}
    percent = "%" in (frame.vocabulary.view.field("y_title") or "") or bool(told & {"%", "percent", "percentage"})
    looks_up = frame.focus is Focus.COUNT and bool(frame.refs) and not frame.thresholds
    words = frame.word("percent", "%", "percentage", "pct", "points", "point", "times", "percentages")
    compares = frame.has(
        Sense.COMPARATIVE, Sense.RELATION, Sense.SUPERLATIVE, Sense.TREND, Sense.SIGN, Sense.ZERO, Sense.EQUAL,
        Sense.MISSING, Sense.AGGREGATE, Sense.MARK_WORD, Sense.SERIES_WORD, Sense.PLACE_WORD, Sense.CROSSING,
    )  # fmt: skip
    return percent and looks_up and not words and not compares


def units_of(frame: Frame, *fields: str) -> frozenset[str]:
    """The units that some of the chart's titles print."""
    vocabulary = frame.vocabulary
    units = vocabulary.title_units()
    printed = {unit_named(token.norm) for field in fields for token in tokenize(units.get(field, ""))}
    told = frozenset().union(*(vocabulary.title_stems[field] for field in fields))
    printed |= {unit_named(word) for word in told if spells_unit(word) or word == "%"}
    headings = [vocabulary.view.field(field) or "" for field in fields]
    # "body_mass_g": a column's name with its unit
    printed |= {unit_named(heading.rpartition("_")[2].lower()) for heading in headings if "_" in heading}
    return frozenset(unit for unit in printed if unit is not None)


def unit_weight(frame: Frame, token: Token) -> float:
    """The weight of a unit: none where the chart prints it, much where the chart prints another."""
    unit, printed = unit_named(token.norm), units_of(frame, "x_title", "y_title", "title")
    if unit in printed or frame.vocabulary.time_x or frame.vocabulary.years_x:
        return 0.0
    places = frozenset(i for ref in frame.places for i in ref.tokens)
    counted = frame.first(Sense.HOW_MANY)
    judged = frame.has(Sense.COMPARATIVE, Sense.RELATION)
    looked_up = counted is not None and bool(frame.refs) and not frame.thresholds and not judged
    if looked_up and counted is not None and 0 <= token.index - counted.end <= 1 and units_of(frame, "y_title"):
        return QUANTITY
    field = "x_title" if token.index - 1 in places else "y_title"
    measured = any(other in units_of(frame, field) for other in _SAME_KIND.get(str(unit), ()))
    return QUANTITY if measured else UNIT


_KINDS_OF_UNITS = (
    ("gram", "kilogram", "milligram", "microgram", "pound", "tonne"),
    ("millimetre", "centimetre", "metre", "kilometre", "mile", "inch", "foot"),
    ("second", "millisecond", "minute", "hour", "day", "week", "month", "year"),
    ("dollar", "euro", "cent"),
    ("volt", "millivolt"),
    ("ampere", "milliampere", "microampere"),
    ("litre", "millilitre"),
)
_SAME_KIND = {unit: tuple(other for other in kind if other != unit) for kind in _KINDS_OF_UNITS for unit in kind}
_QUALITIES = frozenset({
    "old", "tall", "heavy", "deep", "hot", "warm", "cold", "expensive", "fast", "thick", "wide",
})  # fmt: skip
_NO_HEIGHTS = frozenset({
    "circumference", "diameter", "width", "weight", "mass", "age", "length", "price", "cost", "speed", "area",
    "population", "time", "distance", "depth",
})  # fmt: skip
_GRADED = frozenset({"old", "young", "tall", "heavy", "light", "expensive", "cheap", "fast", "slow", "hot", "cold"})


def grades_other_quantity(frame: Frame, token: Token) -> bool:
    """Whether an extreme is one of a quantity that no axis of a scatter plot is of ("the oldest male")."""
    titles = frame.vocabulary.title_stems
    axes = titles["x_title"] | titles["y_title"]
    if frame.vocabulary.family is not ChartFamily.SCATTER or not (titles["x_title"] and titles["y_title"]):
        return False
    graded = plain_form(token.norm) in _GRADED and title_field(frame, token) is None
    return graded and not concept_of(token, axes | titles["title"])


_NEUTRAL = frozenset({
    "high", "low", "large", "big", "small", "great", "little", "good", "bad", "long", "short", "tall", "wide", "broad",
    "narrow", "strong", "weak", "steep", "slight", "rare", "common", "few", "late", "near", "deep", "hard", "main",
    "top", "thick", "thin", "fine", "full", "close", "tiny", "huge", "modest", "fat", "mild", "severe",
    "flat", "extreme", "much", "many", "far", "furth", "farth", "fast", "slow", "quick", "sharp", "loose", "tight",
    "young", "old",
})  # fmt: skip
"""Adjectives that grade any number; all others are of a quantity of their own."""


def adjective_of_other(frame: Frame, item: Item) -> int | None:
    """The adjective of a superlative that grades something that no text of the chart is about ("healthiest")."""
    told = frozenset().union(
        *(words for field, words in frame.vocabulary.title_stems.items() if field != "legend_title")
    )
    if not told or frame.vocabulary.is_box:
        return None
    token = frame.tokens[item.start]
    if token.norm in ("most", "least"):
        token = frame.tokens[item.start + 1] if item.start + 1 < len(frame.tokens) else token
        adverb = token.norm.endswith("ly") and token.norm not in HOW_OFTEN
        if not adverb or plain_direction(token.norm) is not None:
            return None
        plain = token.norm.removesuffix("ly")
    elif len(token.norm) >= _SHORTEST_GRADED and token.norm.endswith("est") and grade(token.norm) is not None:
        plain = plain_form(token.norm)
    else:
        return None
    names = frozenset(word for name in frame.vocabulary.names for word in name.stems)
    known = plain in _NEUTRAL or plain + "e" in _NEUTRAL or plain_direction(token.norm) is not None
    own = any(
        same_word(root_of, word) >= 0.85 for root_of in (plain, token.stem) for word in told | names if len(word) > 2
    )
    related = any({plain, token.norm, plain + "y"} & concept and concept & (told | names) for concept in CONCEPTS)
    return None if known or own or related else token.index


def asks_other_quantity(frame: Frame, token: Token) -> bool:
    """Whether "how old" asks for a quantity that no title of the chart is of."""
    titles = frame.vocabulary.title_stems
    if token.norm in ("high", "tall") and titles["y_title"] & _NO_HEIGHTS:
        return not any(other.stem in titles["y_title"] for other in frame.tokens)
    if token.norm not in _QUALITIES or frame.has(Sense.MARK_WORD, Sense.MEASURE, Sense.IQR, Sense.DIFFERENCE):
        return False
    words = titles["y_title"] | titles["title"] | titles["x_title"]
    return bool(words) and not concept_of(token, words) and title_field(frame, token) is None


HOW_OFTEN = frozenset({"daily", "weekly", "monthly", "yearly", "hourly", "annually"})
_OTHER_QUANTITIES = frozenset({
    "cost", "costs", "taste", "tastes", "smell", "smells", "survive", "survived", "died", "killed", "weigh", "weighs",
})  # fmt: skip
"""Verbs that bring a quantity of their own; where no title is of it, the chart does not tell."""


def tells_other_quantity(frame: Frame, token: Token) -> bool:
    """Whether a word that no title has makes the quantity asked for another one: its verb, or what narrows its noun."""
    titles = frame.vocabulary.title_stems
    if token.norm in _OTHER_QUANTITIES:
        return bool(titles["y_title"] or titles["title"])
    return narrows_title(frame, token) is True


def narrows_title(frame: Frame, token: Token) -> bool | None:
    """Whether a word narrows a noun of an axis' title that the title narrows by another word ("sepal length" where the
    axis is of petal length); False where the title does not narrow it, None of a word before any other."""
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    titles = frame.vocabulary.title_stems
    if following is None or following.stem not in titles["y_title"] | titles["x_title"]:
        return None
    opening = frame.norms[token.index - 1] if token.index else ""
    if opening in ("every", "each", "any") and token.stem in KINDS:
        return None  # "does every model score higher": the noun of the quantifier, and its verb
    if is_generic(following.norm, following.stem) and following.stem not in _MEASURED:
        return None
    narrowed = False
    for field in ("y_title", "x_title", "title"):
        heading = tokenize(frame.vocabulary.view.field(field) or "")
        for before, noun in itertools.pairwise(heading):
            telling = before.kind is Kind.WORD and not is_generic(before.norm, before.stem)
            if noun.stem == following.stem and telling:
                narrowed = True
    return narrowed


_MEASURED = frozenset({"rate", "height", "length", "width", "size", "depth", "score", "count", "frequency", "number"})
