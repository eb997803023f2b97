"""Superlatives and comparatives of what grows as a chart's values fall."""

from __future__ import annotations

from collections.abc import Sequence

from qa.parse.lexicon import Item, Sense
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Token


def turned(item: Item, tokens: Sequence[Token], vocabulary: Vocabulary) -> Item:
    """A superlative or comparative of what grows as the chart's values fall: fuel used, where they are miles a gallon;
    speed, where they are times; and of poor people, where the values are of poverty."""
    if item.sense not in (Sense.SUPERLATIVE, Sense.COMPARATIVE):
        return item
    told = vocabulary.title_stems["y_title"] or vocabulary.title_stems["title"]
    near = {token.stem for token in tokens[item.start : item.end + 2]}
    graded = {token.norm for token in tokens[item.start : item.end]}
    thirsty = bool(told & {"mpg", "mileage", "gallon"}) and (
        bool(near & {"fuel", "gas", "petrol", "gasoline", "consumption", "thirsty", "guzzler"})
        or any(word.startswith("thirst") for word in graded)
    )
    efficient = any(token.norm in ("efficient", "economical", "saving", "economy") for token in tokens)
    poor = "poverty" in told and any(word.startswith("poor") for word in graded)
    timed = bool(told & {"time", "duration"}) and any(word.startswith(("fast", "quick", "slow")) for word in graded)
    if (thirsty and not efficient) or timed or poor:
        return Item(item.sense, item.start, item.end, -int(item.payload))
    return item
