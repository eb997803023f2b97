"""Words of a question that nothing explains, and how much each speaks against having understood it.

A guess that ignores "in Chicago" is worse than none. Names, numbers and nouns that an answer would have to depend on
weigh most; the thing counted ("how many cars") and verbs weigh little.
"""

from __future__ import annotations

import itertools

from qa.parse.fillers import is_filler, spells_unit, unit_named
from qa.parse.focus import dim_of_noun
from qa.parse.frame import Focus, Frame, covered
from qa.parse.generic import VERBISH, is_calendar, is_generic
from qa.parse.kinds import KINDS
from qa.parse.lexicon import Item, Sense, grade, plain_direction
from qa.parse.linking import same_word
from qa.parse.words import Kind, Token, abbreviates, magnitude_of, tokenize
from qa.plan import Fn
from sie.vocab import ChartFamily

NUMBER, PROPER, OBJECT, QUANTITY, NOUN, FOCUS, VERB, UNIT = 1.0, 1.0, 0.7, 0.7, 0.5, 0.2, 0.12, 0.05
ACTION = 0.35
"""What a verb counts that may bring a quantity of its own."""
FILLER = 0.03
"""What a verb without a quantity of its own counts."""
KIND = 0.06
"""What a noun that only says what kind of thing is asked about counts."""
UNTITLED = 0.3
"""Where nothing names the values of a chart, a question's word for them cannot be checked."""
_OBJECT_OF = frozenset(
    {"for", "in", "of", "on", "at", "from", "by", "with", "to", "during", "among", "within", "per", "the"}
)
_COUNTED = frozenset({"many", "which", "what", "all", "these", "those", "of"})


_CONCEPTS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "fuel economy mpg mileage mile gallon consumption efficient efficiency thirsty economical",
        "sugar sweet sweetened",
        "fat fatty greasy",
        "noise noisy loud quiet",
        "danger dangerous safe risk risky",
        "gas petrol fuel gasoline economic economical",
        "humidity humid",
        "wind windy",
        "sun sunny sunshine",
        "snow snowy",
        "poverty poor",
        "salt salty sodium",
        "busy traffic passenger visitor crowded",
        "bright brightness light luminosity",
        "acid acidic ph",
        "happy happiness",
        "health healthy",
        "thick thin circumference diameter girth trunk stout",
        "peak resonance amplitude signal oscillation",
        "arrest dangerous safe violent crime",
        "income earn earning salary wage pay paid money revenue rich poor wealth",
        "price cost affordable expensive cheap dear costly dollar euro usd fare value worth",
        "weight mass heavy light weigh kg gram pound lb",
        "age old young year elder",
        "temperature warm cold hot cool degree heat warmth celsius fahrenheit",
        "height tall short high size",
        "length long short size",
        "width wide narrow broad",
        "depth deep shallow",
        "speed fast slow velocity quick",
        "population people inhabitant person resident citizen",
        "area large big size land surface",
        "frequency frequent common rare often count number occurrence use used",
        "time duration long last hour minute second spend spent",
        "death die dead mortality fatality kill killed deadly survive survival",
        "sale sell sold seller outsell buy",
        "house home housing residential",
        "unemployment unemployed jobless",
        "employment employed worker",
        "vote voter election party",
        "rain rainfall precipitation wet dry",
        "score rating rate grade point mark",
        "distance far long",
        "magnitude strong strength strength intensity",
        "passenger traveller traveler flyer flier",
        "arrest crime offence criminal",
        "student pupil",
        "car vehicle automobile model",
        "growth grow increase",
        "share percent percentage proportion",
        "hp horsepower",
        "sleep sleeping asleep slept",
        "admit admission admitted accepted acceptance",
        "profit earning gain",
        "tip tipping gratuity",
        "bill invoice total",
        "error mistake wrong",
        "loudness loud volume noise",
    )
)
"""Words of one quantity: a question may use any of them where a title has another."""


def concept_of(token: Token, words: frozenset[str]) -> bool:
    """Whether a word is of one quantity with some words ("heaviest" with weight)."""
    graded = grade(token.norm)
    forms = {token.stem, token.norm} | ({_plain_form(token.norm)} if graded else set())
    return any(forms & concept and concept & words for concept in _CONCEPTS)


def _plain_form(word: str) -> str:
    """The plain form of a graded adjective, as far as its letters tell."""
    for ending in ("iest", "ier"):
        if word.endswith(ending):
            return word.removesuffix(ending) + "y"
    body = word.removesuffix("est").removesuffix("er")
    return body[:-1] if len(body) > 3 and body[-1] == body[-2] and body[-1] not in "ls" else body


def leftover_weights(frame: Frame) -> dict[int, float]:
    """The weight of each token that is no name, number in use, operator, word of a title, or talk."""
    used = covered(
        [
            *(ref.tokens for ref in frame.series),
            *(ref.tokens for ref in frame.places),
            *(one.tokens for one in frame.thresholds),
        ]
    )
    used |= {i for item in frame.items for i in range(item.start, item.end)}
    found = {}
    for token in frame.tokens:
        if token.index in used or token.kind is Kind.SIGN or title_field(frame, token) is not None:
            continue
        weight = _weight(frame, token, used)
        if weight > 0:
            found[token.index] = weight
    if _counts_people(frame):
        found[min(frame.focus_tokens)] = OBJECT
    found |= _other_measures(frame)
    if frame.focus is Focus.NAME and frame.vocabulary.bins and frame.focus_dim is None:
        found |= {i: OBJECT for i in frame.focus_tokens if title_field(frame, frame.tokens[i]) == "y_title"}
    for item in frame.all(Sense.HOW_MUCH):
        if _asks_other_quantity(frame, frame.tokens[item.end - 1]):
            found[item.end - 1] = QUANTITY
    for item in frame.all(Sense.SUPERLATIVE):
        if _grades_other_quantity(frame, frame.tokens[item.start]):
            found[item.start] = QUANTITY
        foreign = _adjective_of_other(frame, item)
        if foreign is not None:
            found[foreign] = QUANTITY
    return found


def _counts_people(frame: Frame) -> bool:
    """Whether "how many people" is asked of a name whose values are known to be no numbers of anybody."""
    vocabulary = frame.vocabulary
    known = bool(vocabulary.title_stems["y_title"]) and not vocabulary.counts and not vocabulary.percent
    people = [frame.norms[i] for i in sorted(frame.focus_tokens)][:1] == ["people"]
    return frame.focus is Focus.COUNT and known and people and bool(frame.refs) and not frame.thresholds


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


def _other_measures(frame: Frame) -> dict[int, float]:
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
        if not moves and named is not None and not frame.has(Sense.CHANGE, Sense.TREND, Sense.SIGN):
            found[named.index] = QUANTITY
    return found


_MOST_PERCENT = 100.0


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
    return frozenset(unit for unit in printed if unit is not None)


def _unit_weight(frame: Frame, token: Token) -> float:
    """The weight of a unit: none where the chart prints it, much where the chart prints another."""
    unit, printed = unit_named(token.norm), units_of(frame, "x_title", "y_title", "title")
    if unit in printed or frame.vocabulary.time_x or frame.vocabulary.years_x:
        return 0.0
    places = frozenset(i for ref in frame.places for i in ref.tokens)
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


def _grades_other_quantity(frame: Frame, token: Token) -> bool:
    """Whether an extreme is one of a quantity that no axis of a scatter plot is of ("the oldest male")."""
    titles = frame.vocabulary.title_stems
    axes = titles["x_title"] | titles["y_title"]
    if frame.vocabulary.family is not ChartFamily.SCATTER or not (titles["x_title"] and titles["y_title"]):
        return False
    graded = _plain_form(token.norm) in _GRADED and title_field(frame, token) is None
    return graded and not concept_of(token, axes | titles["title"])


_NEUTRAL = frozenset({
    "high", "low", "large", "big", "small", "great", "little", "good", "bad", "long", "short", "tall", "wide", "broad",
    "narrow", "strong", "weak", "steep", "slight", "rare", "common", "few", "late", "near", "deep", "hard", "main",
    "top", "thick", "thin", "fine", "full", "close", "close", "tiny", "huge", "modest", "fat", "mild", "severe",
    "flat", "extreme", "much", "many", "far", "fast", "slow", "quick", "sharp", "loose", "tight", "young", "old",
})  # fmt: skip
"""Adjectives that grade any number; all others are of a quantity of their own."""


def _adjective_of_other(frame: Frame, item: Item) -> int | None:
    """The adjective of a superlative that grades something that no text of the chart is about ("healthiest")."""
    told = frozenset().union(
        *(words for field, words in frame.vocabulary.title_stems.items() if field != "legend_title")
    )
    if not told or frame.vocabulary.is_box:
        return None
    token = frame.tokens[item.start]
    if token.norm in ("most", "least"):
        token = frame.tokens[item.start + 1] if item.start + 1 < len(frame.tokens) else token
        adverb = token.norm.endswith("ly") and token.norm not in _HOW_OFTEN
        if not adverb or plain_direction(token.norm) is not None:
            return None
        plain = token.norm.removesuffix("ly")
    elif len(token.norm) > len("latest") - 1 and token.norm.endswith("est") and grade(token.norm) is not None:
        plain = _plain_form(token.norm)
    else:
        return None
    names = frozenset(word for name in frame.vocabulary.names for word in name.stems)
    known = plain in _NEUTRAL or plain + "e" in _NEUTRAL or plain_direction(token.norm) is not None
    own = any(
        same_word(root_of, word) >= 0.85 for root_of in (plain, token.stem) for word in told | names if len(word) > 2
    )
    related = any({plain, token.norm, plain + "y"} & concept and concept & (told | names) for concept in _CONCEPTS)
    return None if known or own or related else token.index


def _asks_other_quantity(frame: Frame, token: Token) -> bool:
    """Whether "how old" asks for a quantity that no title of the chart is of."""
    titles = frame.vocabulary.title_stems
    if token.norm in ("high", "tall") and titles["y_title"] & _NO_HEIGHTS:
        return not any(other.stem in titles["y_title"] for other in frame.tokens)
    if token.norm not in _QUALITIES or frame.has(Sense.MARK_WORD, Sense.MEASURE, Sense.IQR, Sense.DIFFERENCE):
        return False
    words = titles["y_title"] | titles["title"] | titles["x_title"]
    return bool(words) and not concept_of(token, words) and title_field(frame, token) is None


def title_field(frame: Frame, token: Token) -> str | None:
    """The text of the chart that a word is of, or None."""
    vocabulary = frame.vocabulary
    exact = next((field for field, words in vocabulary.title_stems.items() if token.stem in words), None)
    if exact is not None:
        return exact
    for field, words in vocabulary.title_stems.items():
        for word in words:
            if len(word) == 1 and word != token.norm:
                continue
            if _same_in_title(token.stem, word) or _inside(token.stem, word):
                return field
    for field, words in vocabulary.title_stems.items():
        if field in ("y_title", "x_title", "title") and any(
            token.stem in concept or token.norm in concept for concept in _CONCEPTS if concept & words
        ):
            return field
    for field, initials in vocabulary.acronyms.items():
        rest = iter(initials)
        if 2 <= len(token.norm) <= 4 and len(initials) >= 2 and all(letter in rest for letter in token.norm):
            return field
    every = vocabulary.common_series_stems | vocabulary.common_place_stems
    return "names" if any(same_word(token.stem, word) >= 0.85 for word in every) else None


def _same_in_title(word: str, titled: str) -> bool:
    """Whether a word is one of a title, mistyped or not; two words of different quantities are not ("weight" and
    "height")."""
    score = same_word(word, titled)
    if score >= _SURELY or score < _TITLED:
        return score >= _SURELY
    quantities = [concept for concept in _CONCEPTS if word in concept]
    return not quantities or any(titled in concept for concept in quantities)


_SURELY, _TITLED = 0.9, 0.8


def _inside(short: str, long: str) -> bool:
    return len(short) >= 5 and len(long) > len(short) and long.endswith(short)


def _weight(frame: Frame, token: Token, used: set[int]) -> float:
    before = frame.tokens[token.index - 1] if token.index > 0 else None
    if token.kind is Kind.NUMBER:
        return NUMBER
    if token.value is not None and token.norm not in ("one", "zero"):
        return _spelled(frame, token)
    if len(token.norm) == 1 and token.capital and token.index > 0 and _is_a_letter(frame, token):
        return PROPER
    if is_generic(token.norm, token.stem) or plain_direction(token.norm) is not None or _of_a_mark(frame, token):
        return 0.0
    if spells_unit(token.norm) or unit_named(token.norm) in units_of(frame, "x_title", "y_title"):
        return _unit_weight(frame, token)
    if is_filler(token.norm) and not (token.capital and token.index > 0):
        return FILLER
    if magnitude_of(token) is not None or (before is not None and before.value is not None and _is_unit(frame, token)):
        return UNIT
    if token.norm.endswith("ed") and frame.tokens[token.index - 1].norm in _BE:
        return VERB
    if token.stem in _SUBPOPULATIONS:
        return PROPER
    if _tells_other_quantity(frame, token):
        return QUANTITY
    if is_calendar(token.norm):
        return PROPER
    if token.capital and token.index > 0 and frame.tokens[token.index - 1].norm not in (".", ":", "?"):
        return PROPER
    if frame.focus is not Focus.COUNT and _numbered(frame, token):
        return _quantity_weight(frame)
    if _tells_kind(frame, token):
        return KIND
    if token.index in frame.focus_tokens:
        return _focus_weight(frame)
    if _is_class_noun(frame, token):
        return VERB
    if _is_counted(frame, token):
        return _focus_weight(frame) if frame.focus is Focus.COUNT else FOCUS
    if _is_quantity(frame, token):
        return _quantity_weight(frame)
    if _narrows_title(frame, token) is False:
        return FOCUS
    if token.norm.endswith(VERBISH) or (token.norm.endswith("ly") and token.norm not in _HOW_OFTEN):
        return VERB
    if dim_of_noun(frame, token) is not None and not _is_object(frame, token):
        return KIND
    if token.stem in KINDS:
        return FOCUS if not _is_object(frame, token) or frame.norms[token.index - 1] == "the" else OBJECT
    if before is not None and before.norm in _BEFORE_VERBS:
        return ACTION
    return OBJECT if _is_object(frame, token) else NOUN


_BEFORE_VERBS = frozenset(
    {"who", "never", "always", "not", "would", "could", "can", "might", "did", "does", "do", "they"}
)
_HOW_OFTEN = frozenset({"daily", "weekly", "monthly", "yearly", "hourly", "annually"})


_BE = frozenset({"is", "are", "was", "were", "been", "be"})
_SUBPOPULATIONS = frozenset({"woman", "man", "girl", "boy", "male", "female"})
"""Words that narrow a population; a chart that does not tell them apart has no answer."""
_OTHER_QUANTITIES = frozenset({
    "cost", "costs", "taste", "tastes", "smell", "smells", "survive", "survived", "died", "killed", "weigh", "weighs",
})  # fmt: skip
"""Verbs that bring a quantity of their own; where no title is of it, the chart does not tell."""


def _tells_other_quantity(frame: Frame, token: Token) -> bool:
    """Whether a word that no title has makes the quantity asked for another one: its verb, or what narrows its noun."""
    titles = frame.vocabulary.title_stems
    if token.norm in _OTHER_QUANTITIES:
        return bool(titles["y_title"] or titles["title"])
    return _narrows_title(frame, token) is True


def _narrows_title(frame: Frame, token: Token) -> bool | None:
    """Whether a word narrows a noun of an axis' title that the title narrows by another word ("sepal length" where the
    axis is of petal length); False where the title does not narrow it, None of a word before any other."""
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    titles = frame.vocabulary.title_stems
    if following is None or following.stem not in titles["y_title"] | titles["x_title"]:
        return None
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


_BEFORE_KINDS = frozenset({
    "which", "what", "the", "these", "those", "all", "each", "every", "many", "of", "any", "this", "that", "a", "an",
    "among", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "both", "in", "per",
})  # fmt: skip


def _tells_kind(frame: Frame, token: Token) -> bool:
    """Whether a noun only says what kind of thing the names or values are: "which channel", "the chilled plants".

    What is counted or asked for as a quantity is none of these ("how many movies has X"), nor is the noun that a
    preposition makes a restriction of ("for trucks").
    """
    if token.stem not in KINDS or (token.capital and token.index > 0):
        return False
    looked_up = frame.focus is Focus.COUNT and bool(frame.refs) and not frame.thresholds
    if looked_up and not frame.has(Sense.COMPARATIVE, Sense.RELATION, Sense.SUPERLATIVE):
        return False
    before = frame.norms[token.index - 1] if token.index > 0 else ""
    after = frame.norms[token.index + 1] if token.index + 1 < len(frame.tokens) else ""
    if after == "of" and not token.norm.endswith("s"):
        return False
    beside_name = token.index - 1 in frame.named_tokens or token.index + 1 in frame.named_tokens
    graded = any(
        item.end == token.index
        for item in frame.all(Sense.SUPERLATIVE, Sense.COMPARATIVE, Sense.AGGREGATE, Sense.SHARE)
    )
    return before in _BEFORE_KINDS or beside_name or graded or not before


def _is_a_letter(frame: Frame, token: Token) -> bool:
    """Whether a single letter is a name of the chart that this frame has left out."""
    return token.norm in {name.joined for name in frame.vocabulary.names}


def _of_a_mark(frame: Frame, token: Token) -> bool:
    """ "height of the bar": a measure of what is drawn."""
    return token.stem in ("height", "length", "size", "width") and frame.has(Sense.MARK_WORD, Sense.SERIES_WORD)


def _focus_weight(frame: Frame) -> float:
    """How much the noun of what is asked for weighs: more where the chart names what it counts, and it is not that."""
    vocabulary = frame.vocabulary
    if frame.focus is Focus.NAME and vocabulary.bins:
        return OBJECT
    if frame.focus is Focus.COUNT and vocabulary.family is ChartFamily.SCATTER and frame.has(Sense.SUPERLATIVE):
        return OBJECT
    if frame.focus is not Focus.COUNT or frame.thresholds or vocabulary.family is ChartFamily.SCATTER:
        return FOCUS
    if any(item.payload is Fn.SUM for item in frame.all(Sense.AGGREGATE)) and vocabulary.counts:
        return FOCUS
    told = vocabulary.title_stems["y_title"]
    told = told if told or vocabulary.family is ChartFamily.PIE else vocabulary.title_stems["title"]
    telling = [word for word in told if not is_generic(word, word) and len(word) > 2]
    looks_up = bool(frame.places or frame.series)
    unnamed = vocabulary.n_series > 1 and not frame.series
    judged = (Sense.COMPARATIVE, Sense.RELATION, Sense.SIGN, Sense.ZERO, Sense.TREND, Sense.EQUAL, Sense.MISSING)
    return OBJECT if looks_up and (telling or unnamed) and not frame.has(*judged) else FOCUS


def _quantity_weight(frame: Frame) -> float:
    if not _untitled(frame):
        return QUANTITY
    return UNTITLED if frame.has(Sense.SUPERLATIVE) else UNTITLED + 0.2


def _untitled(frame: Frame) -> bool:
    """Whether nothing tells what the values of the chart are."""
    titles = frame.vocabulary.title_stems
    return frame.vocabulary.family is ChartFamily.PIE or not (titles["y_title"] or titles["title"])


def _is_class_noun(frame: Frame, token: Token) -> bool:
    """The noun beside a name that is a number: "5 gears", "order 10"; the thing groups are of: "groups of gears"."""
    for ref in frame.refs:
        beside = min(ref.tokens) - 1 == token.index or max(ref.tokens) + 1 == token.index
        if beside and all(frame.tokens[i].value is not None for i in ref.tokens) and not token.capital:
            return True
        if max(ref.tokens) + 1 == token.index and token.norm.endswith("s") and not token.capital:
            return True
    if _closes_superlative(frame, token) or _all_of_them(frame, token):
        return True
    of_focus = token.index >= 2 and frame.norms[token.index - 1] == "of" and token.index - 2 in frame.focus_tokens
    after_focus = token.index - 1 in frame.focus_tokens and token.norm.endswith("s") and not token.capital
    return of_focus or after_focus


def _numbered(frame: Frame, token: Token) -> bool:
    """The thing of "the highest number of goals", where no count is asked for: the quantity itself."""
    return any(item.end == token.index for item in frame.all(Sense.HOW_MANY))


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


def _spelled(frame: Frame, token: Token) -> float:
    """A spelled number counts what follows ("the four lines", "all three"); else it should have meant something."""
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    return (
        0.0 if following is not None and following.kind is Kind.WORD and following.norm not in ("is", "are") else OBJECT
    )


def _is_unit(frame: Frame, token: Token) -> bool:
    words = frame.vocabulary.title_stems["x_title"] | frame.vocabulary.title_stems["y_title"]
    return len(token.norm) <= 3 or any(abbreviates(token.norm, word) for word in words)


def _is_counted(frame: Frame, token: Token) -> bool:
    """The thing counted or asked for: "how many cars", "which keys", "all the sources", "of the traffic"."""
    if _any_of_them(frame, token):
        return True
    if frame.focus is Focus.TRUTH:
        return False
    place = token.index - 1
    while place >= 0 and (
        frame.tokens[place].norm in ("the", "these", "those", "different", "land") or place in frame.focus_tokens
    ):
        place -= 1
    if place < 0:
        return False
    before = frame.tokens[place]
    after_share = any(
        item.end in (place, place + 1) for item in frame.all(Sense.SHARE, Sense.HOW_MANY, Sense.SORT, Sense.LIST)
    )
    parted = any(item.end == place for item in frame.all(Sense.TIMES)) and before.norm == "of"
    if parted:
        return True
    if before.norm in ("of", "all") and place > 0:
        return after_share or before.norm == "all" or frame.tokens[place - 1].norm in ("many", "all", "which")
    graded = any(
        item.end == place + 1 and _of_things(frame, item.start)
        for item in frame.all(Sense.SUPERLATIVE, Sense.COMPARATIVE)
    )
    return before.norm in _COUNTED or after_share or graded


def _any_of_them(frame: Frame, token: Token) -> bool:
    """The thing that "all", "every", "each" or "any" is said of: "for all car types"."""
    return any(frame.norms[i] in ("all", "every", "each", "any") for i in range(max(0, token.index - 3), token.index))


def _of_things(frame: Frame, place: int) -> bool:
    """Whether a graded adjective is of a property ("heaviest penguin"), so that its noun is a thing, not a quantity."""
    if (
        frame.norms[place] in ("most", "least")
        and frame.norms[place + 1 : place + 2] != []
        and place + 1 < len(frame.tokens)
    ):
        return any(item.start == place and item.end == place + 2 for item in frame.items)
    return frame.norms[place] not in (
        "highest",
        "lowest",
        "maximum",
        "minimum",
        "max",
        "min",
        "most",
        "least",
        "more",
        "less",
        "longest",
        "peak",
    )


def _is_quantity(frame: Frame, token: Token) -> bool:
    """The quantity asked for: "the population of", "average age of", "the highest salary", "height of Tree 1"."""
    following = frame.norms[token.index + 1] if token.index + 1 < len(frame.tokens) else ""
    before = frame.norms[token.index - 1] if token.index > 0 else ""
    summed = any(item.end == token.index for item in frame.all(Sense.AGGREGATE, Sense.SUPERLATIVE, Sense.MEASURE))
    return (before in ("the", "is") and following == "of") or summed or _opens(frame, token)


def _opens(frame: Frame, token: Token) -> bool:
    """Whether a word is of the noun phrase that a question for a value opens with, before "of", "at", "for", "in"."""
    if frame.focus is not Focus.VALUE:
        return False
    first = next((i for i, norm in enumerate(frame.norms) if norm in ("of", "at", "for", "in", "on")), None)
    linked = [min(ref.tokens) for ref in frame.refs]
    return first is not None and token.index < first and all(token.index < at for at in linked)


def _is_object(frame: Frame, token: Token) -> bool:
    place = token.index - 1
    while place >= 0 and frame.norms[place] in ("the", "a", "an", "any", "every", "all", "some"):
        place -= 1
    return place >= 0 and frame.norms[place] in _OBJECT_OF
