"""Words of one quantity, and the text of the chart that a word of a question is of."""

from __future__ import annotations

import re

from qa.parse.frame import Frame
from qa.parse.lexicon import grade
from qa.parse.linking import same_word
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Token

CONCEPTS: tuple[frozenset[str], ...] = tuple(
    frozenset(words.split())
    for words in (
        "fuel economy mpg mileage mile gallon consumption efficient efficiency thirsty economical",
        "sugar sweet sweetened",
        "fat fatty greasy",
        "noise noisy loud quiet",
        "danger dangerous safe risk risky violent crime",
        "gas petrol fuel gasoline economic economical",
        "therm gas energy heat heating consumption use usage",
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
        "thick thin circumference diameter girth stout",
        "amplitude oscillation signal",
        "income earn earning salary wage pay paid money revenue rich poor wealth",
        "price cost affordable expensive cheap dear costly dollar euro usd eur gbp fare fee rent value worth pay paid",
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
_IDIOMS: tuple[tuple[re.Pattern[str], str, frozenset[str]], ...] = (
    (
        re.compile(
            r"\b(?:make|makes|made)\s+it\b(?!\s+(?:to|up|into|on|in|the|as|past|over|above|below|under|beyond)\b)",
            re.IGNORECASE,
        ),
        "survived",
        frozenset({"survive", "survived", "survival", "survivor"}),
    ),
)
"""What is said in several words, the word that says it, and the words of a chart that it is said of."""


def without_idioms(question: str, vocabulary: Vocabulary) -> str:
    """A question with its idioms in plain words, where the chart's titles or names speak of what they mean."""
    told = vocabulary.own_stems
    for pattern, plain, spoken_of in _IDIOMS:
        if spoken_of & told:
            question = pattern.sub(plain, question)
    return question


def concept_of(token: Token, words: frozenset[str]) -> bool:
    """Whether a word is of one quantity with some words ("heaviest" with weight)."""
    graded = grade(token.norm)
    forms = {token.stem, token.norm} | ({plain_form(token.norm)} if graded else set())
    return any(forms & concept and concept & words for concept in CONCEPTS)


def plain_form(word: str) -> str:
    """The plain form of a graded adjective, as far as its letters tell."""
    for ending in ("iest", "ier"):
        if word.endswith(ending):
            return word.removesuffix(ending) + "y"
    body = word.removesuffix("est").removesuffix("er")
    return body[:-1] if len(body) > 3 and body[-1] == body[-2] and body[-1] not in "ls" else body


def title_field(frame: Frame, token: Token) -> str | None:
    """The text of the chart that a word is of, or None."""
    known = frame.vocabulary.fields_of_words
    word = (token.stem, token.norm)
    if word not in known:
        known[word] = _find_title_field(frame.vocabulary, token)
    return known[word]


def _find_title_field(vocabulary: Vocabulary, token: Token) -> str | None:
    exact = next((field for field, words in vocabulary.title_stems.items() if token.stem in words), None)
    if exact is not None:
        return exact
    for field, words in vocabulary.title_stems.items():
        for word in words:
            if len(word) == 1 and word != token.norm:
                continue
            if _same_in_title(token.stem, word) or _inside(token.stem, word) or _is_cut(word, token.stem, words):
                return field
    for field, words in vocabulary.title_stems.items():
        if field in ("y_title", "x_title", "title") and any(
            token.stem in concept or token.norm in concept for concept in CONCEPTS if concept & words
        ):
            return field
    for field, initials in vocabulary.acronyms.items():
        rest = iter(initials)
        if 2 <= len(token.norm) <= 4 and len(initials) >= 2 and all(letter in rest for letter in token.norm):
            return field
    every = vocabulary.common_stems
    return "names" if any(same_word(token.stem, word) >= 0.85 for word in every) else None


def _same_in_title(word: str, titled: str) -> bool:
    """Whether a word is one of a title, mistyped or not; two words of different quantities are not ("weight" and
    "height")."""
    score = same_word(word, titled)
    if score >= _SURELY or score < _TITLED:
        return score >= _SURELY
    quantities = [concept for concept in CONCEPTS if word in concept]
    return not quantities or any(titled in concept for concept in quantities)


_SURELY, _TITLED = 0.9, 0.8


def _is_cut(titled: str, word: str, words: frozenset[str]) -> bool:
    """Whether a title that is one word only is the beginning of a word ("len" of length, "temp" of temperature)."""
    return len(words) == 1 and len(titled) >= _CUT and len(word) > len(titled) and word.startswith(titled)


_CUT = 3


def _inside(short: str, long: str) -> bool:
    return len(short) >= 5 and len(long) > len(short) and long.endswith(short)
