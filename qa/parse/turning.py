"""Superlatives and comparatives of what grows as a chart's values fall."""

from __future__ import annotations

from collections.abc import Sequence

from qa.parse.lexicon import Item, Sense
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Token


def _points_down(item: Item, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """ "the longest bar going to the left": of bars on both sides of zero the one that reaches lowest."""
    values = vocabulary.values
    if not values or min(values) >= 0 or item.start + 1 >= len(tokens):
        return False
    drawn = any(token.stem in ("bar", "column") for token in tokens)
    sizes = any(
        token.norm in ("longest", "largest", "biggest", "tallest", "deepest", "farthest", "furthest")
        for token in tokens
    )
    behind = [token.norm for token in tokens[item.end :]]
    left = "left" in behind and vocabulary.view.direction == "horizontal"
    down = bool({"down", "downward", "downwards"} & set(behind)) and vocabulary.view.direction != "horizontal"
    return drawn and sizes and (left or down)


def turned(item: Item, tokens: Sequence[Token], vocabulary: Vocabulary) -> Item:
    """A superlative or comparative of what grows as the chart's values fall: fuel used, where they are miles a gallon;
    speed, where they are times; and of poor people, where the values are of poverty."""
    if item.sense not in (Sense.SUPERLATIVE, Sense.COMPARATIVE):
        return item
    if item.sense is Sense.SUPERLATIVE and item.payload == 1 and _points_down(item, tokens, vocabulary):
        return Item(item.sense, item.start, item.end, -1)
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
