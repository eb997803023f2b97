"""Dates that a question means on a time axis: years, months, days, and stretches of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from qa.parse.frame import Frame, PlaceRef
from qa.parse.generic import month_of
from qa.parse.lexicon import Sense
from qa.parse.words import Kind, Token, ordinal_of

_DAY_SECONDS = 86400.0

YEARS = (1000, 2999)


def decade_at(frame: Frame, token: Token) -> PlaceRef | None:
    """The ten years of "the 1950s", or None."""
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    years = frame.vocabulary.years_x or frame.vocabulary.time_x
    if not years or token.value is None or token.value % 10 or following is None:
        return None
    if following.norm != "s" or following.start != token.end:
        return None
    return PlaceRef(token.index, frozenset({token.index, following.index}), low=token.value, high=token.value + 9.999)


def word_before(frame: Frame, token: Token) -> str:
    """The word before a place, without articles and nouns of time; empty where there is none."""
    place = token.index - 1
    while place >= 0 and (frame.tokens[place].norm in ("the", "year", "about", "-", "−", "age", "day", "week")):
        place -= 1
    return frame.tokens[place].norm if place >= 0 else ""


def _days(year: int, month: int = 1, day: int = 1) -> float:
    return datetime(year, month, day, tzinfo=UTC).timestamp() / _DAY_SECONDS


def dates(frame: Frame, taken: set[int]) -> list[PlaceRef]:
    """Years, months of years, days and decades on a time axis, as stretches of days."""
    found: list[PlaceRef] = []
    for token in frame.tokens:
        if token.kind is not Kind.NUMBER or token.index in taken or token.value is None:
            continue
        year = int(token.value)
        if not (YEARS[0] <= token.value <= YEARS[1] and token.value == year):
            continue
        decade = decade_at(frame, token)
        if decade is not None:
            found.append(replace(decade, low=_days(year), high=_days(year + 10) - 1))
            continue
        found.append(_in_year(frame, token, year))
    merged = _merge_span(frame, found)
    if not found:
        merged = _bare_months(frame, taken)
    return merged


def _in_year(frame: Frame, token: Token, year: int) -> PlaceRef:
    used = {token.index}
    month: int | None = None
    day: int | None = None
    for place in range(token.index - 1, max(-1, token.index - 5), -1):
        before = frame.tokens[place]
        if month_of(before.norm) is not None and (before.norm != "may" or before.capital):
            month = month_of(before.norm)
            used.add(place)
            break
        if before.norm not in (",", "of", "the") and before.kind is Kind.WORD and ordinal_of(before) is None:
            break
    if month is not None:
        for place in (min(used) - 1, min(used) + 1):
            beside = frame.tokens[place] if 0 <= place < len(frame.tokens) else None
            value = None if beside is None else (ordinal_of(beside) or beside.value)
            if beside is not None and value is not None and 1 <= value <= 31 and place != token.index:
                day, used = int(value), used | {place}
    low, high = _stretch(year, month, day)
    before_word = word_before(frame, frame.tokens[min(used)])
    if before_word in ("after", "since"):
        return PlaceRef(token.index, frozenset(used), low=high if before_word == "after" else low, high=None)
    if before_word in ("before", "until", "till"):
        return PlaceRef(token.index, frozenset(used), low=None, high=low if before_word == "before" else high)
    return PlaceRef(token.index, frozenset(used), low=low, high=high)


def _stretch(year: int, month: int | None, day: int | None) -> tuple[float, float]:
    if month is None:
        return _days(year), _days(year + 1) - 0.01
    if day is None:
        following = (year + 1, 1) if month == 12 else (year, month + 1)
        return _days(year, month), _days(*following) - 0.01
    try:
        start = _days(year, month, day)
    except ValueError:
        return _days(year, month), _days(year, month) + 27
    return start, start + 0.99


def _merge_span(frame: Frame, found: list[PlaceRef]) -> list[PlaceRef]:
    """ "between 2005 and 2008" and "from 2005 to 2008" as one stretch, unless two dates are compared."""
    if len(found) != 2 or frame.has(Sense.DIFFERENCE, Sense.RATIO, Sense.CHANGE, Sense.PERCENT_CHANGE):
        return found
    first, second = found
    between = [token.norm for token in frame.tokens[first.at + 1 : min(second.tokens)]]
    opened = any(item.start < first.at <= item.end + 3 for item in frame.all(Sense.BETWEEN))
    if between in (["and"], ["to"], ["-"], ["–"], ["until"]) and opened and first.low is not None:
        return [PlaceRef(first.at, first.tokens | second.tokens, low=first.low, high=second.high)]
    return found


def _bare_months(frame: Frame, taken: set[int]) -> list[PlaceRef]:
    """A month without a year, on an axis that has that month once."""
    found = []
    years = {datetime.fromtimestamp(x * _DAY_SECONDS, tz=UTC).year for x in frame.vocabulary.xs}
    if len(years) != 1:
        return []
    year = next(iter(years))
    for token in frame.tokens:
        month = month_of(token.norm) if token.capital and token.index not in taken else None
        if month is not None:
            low, high = _stretch(year, month, None)
            found.append(PlaceRef(token.index, frozenset({token.index}), low=low, high=high))
    return found
