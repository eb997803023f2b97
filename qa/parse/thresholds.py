"""Numbers that values are compared with: "more than 30", "at least 5 %", "under ten", "or more"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from qa.parse.fillers import unit_factor, unit_named
from qa.parse.frame import Frame, Threshold
from qa.parse.lexicon import Item, Sense
from qa.parse.quantities import units_of
from qa.parse.words import Kind, Token, magnitude_of, tokenize
from qa.plan import Op

_SKIPPED = frozenset({
    "than", "then", "$", "€", "£", "+", "the", "about", "a", "an", "value", "of", "level", "mark", "threshold", "to",
    "only", "us", "exactly", "below", "that", "around", "some", "approximately", "roughly", "=", "-", "−", "line",
})  # fmt: skip
_STRICT = {1: Op.GT, -1: Op.LT}


def find_thresholds(frame: Frame, *, linked: set[int]) -> list[Threshold]:
    """The comparisons with numbers, in order."""
    found = []
    for token in frame.tokens:
        if token.value is None or token.index in linked or _multiplies(frame, token) or _stands_for(frame, token):
            continue
        op = _operator(frame, token, linked)
        if op is not None:
            found.append(_threshold(frame, token, op))
    found += _halves(frame, linked)
    found += _value_range(frame, linked)
    return sorted(found, key=lambda one: one.at)


def _stands_for(frame: Frame, token: Token) -> bool:
    """Whether "one" stands for a thing ("the one for B"), not for a number."""
    if token.norm != "one":
        return False
    before = frame.norms[token.index - 1] if token.index > 0 else ""
    after = frame.norms[token.index + 1] if token.index + 1 < len(frame.tokens) else ""
    graded = any(item.end == token.index for item in frame.all(Sense.COMPARATIVE)) and after in (
        "first",
        "last",
        ")",
        "?",
    )
    return graded or before in ("the", "that", "this", "each", "every", "any", "no", "other") or after in (
        "for", "of", "in", "at", "with", "that", "which", "is", "from",
    )  # fmt: skip


def _multiplies(frame: Frame, token: Token) -> bool:
    return any(item.start == token.index + 1 and item.payload == 0 for item in frame.all(Sense.TIMES)) or any(
        item.start == token.index for item in frame.all(Sense.TIMES)
    )


def _operator(frame: Frame, token: Token, linked: set[int]) -> Op | None:
    following = _unit_end(frame, token)
    for item in frame.all(Sense.RELATION):
        if item.payload in (Op.GE, Op.LE) and item.start in (token.index + 1, following, following + 1):
            first = frame.tokens[item.start].norm
            if first in ("or", "and"):
                return Op(str(item.payload))
    place = token.index - 1
    while place >= 0 and token.index - place <= 4 and place not in linked:
        for item in frame.all(Sense.RELATION):
            if item.end == place + 1 and frame.tokens[item.start].norm not in ("or", "and"):
                return Op(str(item.payload)) if _of_values(frame, item) else None
        for item in frame.all(Sense.COMPARATIVE):
            than = any(frame.tokens[i].norm in ("than", "then", "as") for i in range(item.end, token.index))
            if item.end == place + 1 and (than or token.index == item.end):
                return _STRICT[int(item.payload)]
        skipped = frame.tokens[place].norm in _SKIPPED or _of_y(frame, place)
        if not skipped and not _between_comparative(frame, place):
            break
        place -= 1
    return _passive(frame, token)


def _of_y(frame: Frame, place: int) -> bool:
    """Whether a word is of the values' title ("reach a current of 1")."""
    return frame.tokens[place].stem in frame.vocabulary.title_stems["y_title"]


def _passive(frame: Frame, token: Token) -> Op | None:
    """ "When were 4000 passengers first exceeded": the comparing verb behind its number."""
    if not frame.has(Sense.WHEN, Sense.WHICH, Sense.WHERE):
        return None
    for item in frame.all(Sense.RELATION):
        ends = all(other.kind is Kind.SIGN or other.norm in _TAIL for other in frame.tokens[item.end :])
        last = frame.norms[item.end - 1]
        if 0 < item.start - token.index <= _BEHIND and ends and (last.endswith("ed") or last in ("hit", "broken")):
            return Op(str(item.payload))
    return None


_BEHIND = 5
_TAIL = frozenset({"for", "the", "first", "last", "time"})


def _of_values(frame: Frame, item: Item) -> bool:
    """Whether a sign such as = stands behind a word of the values; behind others it tells a place ("x = 5")."""
    if frame.tokens[item.start].norm != "=":
        return True
    before = frame.tokens[item.start - 1] if item.start > 0 else None
    titles = frame.vocabulary.title_stems
    return before is not None and before.stem in titles["y_title"] - titles["x_title"]


def _between_comparative(frame: Frame, place: int) -> bool:
    """Whether a word stands between a comparative and its than, as in "more often than 30"."""
    return any(
        item.end == place and frame.than is not None and place < frame.than for item in frame.all(Sense.COMPARATIVE)
    )


def _unit_end(frame: Frame, token: Token) -> int:
    """The place after the words that belong to a number: % sign, magnitude, unit."""
    place = token.index + 1
    while place < len(frame.tokens) and (
        frame.tokens[place].norm in ("%", "percent")
        or magnitude_of(frame.tokens[place]) is not None
        or (place - token.index <= _UNIT_WORDS and _unit_word(frame, place))
    ):
        place += 1
    return place


_UNIT_WORDS = 3


def _unit_word(frame: Frame, place: int) -> bool:
    """Whether a word or sign stands in the unit of an axis ("mg/dL", "°F")."""
    written = frame.tokens[place].norm
    units = {token.norm for unit in frame.vocabulary.title_units().values() for token in tokenize(unit)}
    return written in units or written in frame.vocabulary.title_stems["x_title"]


def _threshold(frame: Frame, token: Token, op: Op) -> Threshold:
    value, used = signed_value(frame, token)
    return Threshold(token.index, used, op, value, token.percent)


def signed_value(frame: Frame, token: Token) -> tuple[float, frozenset[int]]:
    """A number with its sign and the magnitude behind it, and the tokens that say so.

    A magnitude ("3 thousand") counts only where the chart's values reach that far: "1000 thousand" on an axis in
    thousands is 1000.
    """
    value = _on_axis(frame, token)
    used = {token.index}
    before = frame.tokens[token.index - 1] if token.index > 0 else None
    if before is not None and before.norm in ("-", "−") and before.end == token.start:
        earlier = frame.tokens[token.index - 2] if token.index > 1 else None
        if earlier is None or earlier.end < before.start:
            value = -value
            used.add(before.index)
    if token.index + 1 < len(frame.tokens):
        following = frame.tokens[token.index + 1]
        factor = magnitude_of(following)
        if factor is not None:
            used.add(following.index)
            values = [abs(v) for v in frame.vocabulary.values]
            value = token.value or 0.0
            printed = _title_magnitude(frame)
            if printed is not None and factor >= printed:
                value *= factor / printed
            elif values and abs(value) * factor <= 10 * max(values):
                value *= factor
        if following.norm in ("%", "percent"):
            used.add(following.index)
        converted = _converted(frame, following)
        if converted is not None:
            value *= converted
            used.add(following.index)
    return value, frozenset(used)


def _converted(frame: Frame, token: Token) -> float | None:
    """What a number is multiplied by whose unit is not the axis' own ("5 kilograms" on an axis in grams)."""
    said = unit_named(token.norm)
    printed = units_of(frame, "y_title") | units_of(frame, "x_title")
    if said is None or said in printed or len(token.norm) < _UNIT_LETTERS or frame.vocabulary.time_x:
        return None
    factors = [factor for unit in printed if (factor := unit_factor(said, unit)) is not None]
    return factors[0] if len(factors) == 1 else None


_UNIT_LETTERS = 2
"""Letters of a unit that is taken for one; single ones ("m", "s") are too often something else."""


def _on_axis(frame: Frame, token: Token) -> float:
    """A number as its axis has it: 3000 on an axis in thousands, which does not reach so far, is 3."""
    value = token.value or 0.0
    vocabulary = frame.vocabulary
    reach = {field: _BEYOND * max(map(abs, numbers), default=0.0)
             for field, numbers in (("y_title", vocabulary.values), ("x_title", vocabulary.xs))}  # fmt: skip
    if any(abs(value) <= highest for highest in reach.values()):
        return value
    for field, highest in reach.items():
        printed = _title_magnitude(frame, field)
        if printed is not None and highest >= abs(value) / printed:
            return value / printed
    return value


_BEYOND = 3.0
"""A number this many times beyond the highest of an axis is not in its unit."""


def _title_magnitude(frame: Frame, field: str = "y_title") -> float | None:
    """The magnitude that a title is in ("Thousands of persons", "10^3 km", "1000 lbs"), or None."""
    words = frame.vocabulary.title_stems[field]
    told = next((factor for word, factor in _PRINTED.items() if word in words), None)
    power = _POWER.search(frame.vocabulary.view.field(field) or "")
    if told is None and power is not None:
        return 10.0 ** int(power.group(1)) if power.group(1) else 1000.0
    return told


_PRINTED = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_POWER = re.compile(r"[(\[×x ]\s*(?:10\s?\^\s?([369])\b|1[ ,]?000s?\b)")


def _halves(frame: Frame, linked: set[int]) -> Iterator[Threshold]:
    """ "more than half": fifty percent, where no name follows that it could be half of."""
    for item in frame.all(Sense.TIMES):
        if item.payload not in (0.5, 1 / 3, 2 / 3, 0.25, 0.75) or item.start == 0:
            continue
        names = {ref.at for ref in frame.series} | {link.start for link in frame.links}
        near = any(item.end <= at <= item.end + 3 for at in names)
        compared = any(at < item.start for at in names)
        of_name = near and (compared or frame.norms[item.end : item.end + 1] == ["of"])
        token = frame.tokens[item.start]
        stand_in = replace(token, value=100.0 * float(item.payload), percent=True)
        op = _operator(frame, stand_in, linked)
        if op is not None and not of_name:
            used = frozenset(range(item.start, item.end))
            yield Threshold(item.start, used, op, 100.0 * float(item.payload), percent=True)


def _value_range(frame: Frame, linked: set[int]) -> Iterator[Threshold]:
    """ "between 10 and 20" where places are labels, not numbers: values within."""
    vocabulary = frame.vocabulary
    if vocabulary.numeric_x or any(place.value is not None for place in vocabulary.places):
        return
    for item in frame.all(Sense.BETWEEN):
        numbers = [
            token
            for token in frame.tokens[item.end : item.end + 7]
            if token.kind is Kind.NUMBER and token.index not in linked
        ]
        if len(numbers) == 2 and numbers[1].index - numbers[0].index <= 4:
            first, second = numbers
            (low, used), (high, also_used) = signed_value(frame, first), signed_value(frame, second)
            if len(also_used) > 1 and len(used) == 1 and second.value:
                low *= high / second.value  # "between 2 and 6 million"
            low, high = sorted((low, high))
            yield Threshold(first.index, used, Op.GE, low, first.percent)
            yield Threshold(second.index, also_used, Op.LE, high, second.percent)
