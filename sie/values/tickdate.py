"""The grammar of printed dates: years, months, quarters, days, clock times."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from sie.values.tickreading import TickKind, TickReading

MONTH_NAMES = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
WEEKDAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SHORT = 3
"""Letters of a month or weekday that is cut short."""
NAME_FORMS = tuple(
    form for names in (MONTH_NAMES, WEEKDAY_NAMES) for form in (names, tuple(name[:SHORT] for name in names))
)
"""Months and weekdays in their order, in full and cut short."""
_SHORT_MONTHS = NAME_FORMS[1]
EPOCH = datetime.date(1970, 1, 1)
FIRST_YEAR, LAST_YEAR = 1000, 2199
"""Four digits in this range may be a year."""
PIVOT = 50
"""Two-digit years below this belong to this century: charts look back further than they look ahead."""

_MONTH = r"(?P<month>[A-Za-z]{3,9})\.?"
_YEAR = r"(?P<year>\d{4}|'\d{2})"
_SEP = r"[\s,./-]*"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)"
_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s?(?P<half>[AaPp]\.?[Mm]\.?)?"

_MONTH_YEAR = re.compile(rf"{_MONTH}{_SEP}{_YEAR}")
_YEAR_MONTH = re.compile(rf"{_YEAR}{_SEP}{_MONTH}")
_MONTH_SHORT = re.compile(rf"{_MONTH}(?P<gap>[\s-]+|(?=\d{{2}}$))(?P<number>\d{{1,2}})")
_DAY_MONTH = re.compile(rf"{_WEEKDAY}?(?P<day>\d{{1,2}}){_SEP}{_MONTH}(?:{_SEP}(?P<year>\d{{4}}|'?\d{{2}}))?", re.I)
_MONTH_DAY_YEAR = re.compile(rf"{_WEEKDAY}?{_MONTH}\s?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s?(?P<year>\d{{4}})", re.I)
_ISO = re.compile(
    rf"(?P<year>\d{{4}})(?P<sep>[-/.])(?P<month>\d{{1,2}})(?:(?P=sep)(?P<day>\d{{1,2}}))?(?:[T ]{_CLOCK})?"
)
_SLASHED = re.compile(r"(?P<a>\d{1,2})(?P<sep>[-/.])(?P<b>\d{1,2})(?:(?P=sep)(?P<year>\d{4}|\d{2}))?")
_MONTH_SLASH_YEAR = re.compile(r"(?P<month>\d{1,2})[-/.](?P<year>\d{4})")
_MONTH_SLASH_SHORT = re.compile(r"(?P<month>0[1-9]|1[0-2])/(?P<year>\d{2})")
COST_SHORT_YEAR = 0.61
"""01/58 may be a day or a fraction: it is a month only among others on one axis."""
_QUARTER = re.compile(rf"(?:Q(?P<q>[1-4])|(?P<q2>[1-4])Q)(?:{_SEP}(?P<year>\d{{4}}|'?\d{{2}}))?", re.I)
_YEAR_QUARTER = re.compile(rf"(?P<year>\d{{4}}){_SEP}(?:Q(?P<q>[1-4])|(?P<q2>[1-4])Q)", re.I)
_WEEKDAY_DAY = re.compile(rf"{_WEEKDAY}(?P<day>\d{{1,2}})", re.I)
_CLOCK_ONLY = re.compile(_CLOCK)
_NOON = re.compile(r"12\s?(?:N|[Nn]oon)")
_CLOCK_HALF = re.compile(r"(?P<hour>\d{1,2})\s?(?P<half>[AaPp]\.?[Mm]\.?)")


def read_date(label: str, text: str) -> Iterator[TickReading]:
    """Every reading of a normalized label as a date, a part of one or a clock time.

    Args:
        label: the normalized label.
        text: the label as printed, kept in the readings.
    """
    yield from _read_years(label, text)
    yield from _read_month_forms(label, text)
    yield from _read_numeric_forms(label, text)
    yield from _read_quarters(label, text)
    yield from _read_clock(label, text)
    weekday = _WEEKDAY_DAY.fullmatch(label)
    if weekday and 1 <= int(weekday["day"]) <= 31:
        yield TickReading(float(weekday["day"]), TickKind.DAY, text)


def _read_years(label: str, text: str) -> Iterator[TickReading]:
    year = re.fullmatch(r"\d{4}", label)
    if year and FIRST_YEAR <= int(label) <= LAST_YEAR:
        yield TickReading(float(label), TickKind.YEAR, text, iso=label)
    short = re.fullmatch(r"'(\d{2})", label)
    if short:
        full = _full_year(short[1])
        yield TickReading(float(full), TickKind.YEAR, text, iso=str(full), cost=0.1)


def _read_month_forms(label: str, text: str) -> Iterator[TickReading]:
    month = month_number(label.rstrip("."))
    if month:
        yield _partial(month, 1, text)
    for pattern in (_MONTH_YEAR, _YEAR_MONTH):
        match = pattern.fullmatch(label)
        if match and month_number(match["month"]):
            yield from _date(_full_year(match["year"]), month_number(match["month"]), None, text)
    match = _MONTH_SHORT.fullmatch(label)
    if match and month_number(match["month"]):
        # "Jan-20" is how spreadsheets print January 2020; "Jan 20" is more often a day
        dashed = "-" in match["gap"]
        year = _full_year(match["number"])
        yield from _date(year, month_number(match["month"]), None, text, cost=0.1 if dashed else 0.35)
        yield from _partials(month_number(match["month"]), match["number"], text, cost=0.35 if dashed else 0.1)
    match = _DAY_MONTH.fullmatch(label)
    if match and month_number(match["month"]):
        if match["year"] is None:
            yield from _partials(month_number(match["month"]), match["day"], text)
        else:
            yield from _date(_full_year(match["year"]), month_number(match["month"]), int(match["day"]), text)
    match = _MONTH_DAY_YEAR.fullmatch(label)
    if match and month_number(match["month"]):
        yield from _date(_full_year(match["year"]), month_number(match["month"]), int(match["day"]), text)


def _read_numeric_forms(label: str, text: str) -> Iterator[TickReading]:
    match = _ISO.fullmatch(label)
    if match:
        day = int(match["day"]) if match["day"] else None
        cost = 0.0 if day is not None else 0.2
        for reading in _date(int(match["year"]), int(match["month"]), day, text, cost=cost):
            yield _at_clock(reading, match) if match["hour"] else reading
    match = _MONTH_SLASH_YEAR.fullmatch(label)
    if match:
        yield from _date(int(match["year"]), int(match["month"]), None, text, cost=0.1)
    match = _MONTH_SLASH_SHORT.fullmatch(label)
    if match:
        yield from _date(_full_year(match["year"]), int(match["month"]), None, text, cost=COST_SHORT_YEAR)
    match = _SLASHED.fullmatch(label)
    if match is None:
        return
    first, second = int(match["a"]), int(match["b"])
    american = 0.0 if match["sep"] == "/" else 0.3
    orders = ((first, second, american), (second, first, 0.3 - american))
    for month, day, cost in orders:
        if match["year"]:
            yield from _date(_full_year(match["year"]), month, day, text, cost=cost)
        elif match["sep"] == "/":
            yield from _partials(month, str(day), text, cost=cost + 0.2)


def _read_quarters(label: str, text: str) -> Iterator[TickReading]:
    match = _QUARTER.fullmatch(label) or _YEAR_QUARTER.fullmatch(label)
    if match is None:
        return
    month = 3 * int(match["q"] or match["q2"]) - 2
    if match["year"] is None:
        yield _partial(month, 1, text)
    else:
        yield from _date(_full_year(match["year"]), month, None, text)


def _read_clock(label: str, text: str) -> Iterator[TickReading]:
    match = _CLOCK_ONLY.fullmatch(label)
    if match:
        hours = _hours(match)
        if hours is not None:
            yield TickReading(hours, TickKind.CLOCK, text)
        return
    if _NOON.fullmatch(label):
        yield TickReading(12.0, TickKind.CLOCK, text)
    match = _CLOCK_HALF.fullmatch(label)
    if match and int(match["hour"]) <= 12:
        yield TickReading(float(_half_day(int(match["hour"]), match["half"])), TickKind.CLOCK, text)


def _hours(match: re.Match[str]) -> float | None:
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    if match["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = _half_day(hour, match["half"])
    if hour > 24 or minute > 59 or second > 59:
        return None
    return hour + minute / 60 + second / 3600


def _half_day(hour: int, half: str) -> int:
    return hour % 12 + (12 if half[0] in "pP" else 0)


def _at_clock(reading: TickReading, match: re.Match[str]) -> TickReading:
    hours = _hours(match)
    if hours is None:
        return reading
    minute = f"{int(match['hour']):02d}:{match['minute']}" + (f":{match['second']}" if match["second"] else "")
    return TickReading(
        reading.value + hours / 24, TickKind.DATE, reading.text, cost=reading.cost, iso=f"{reading.iso}T{minute}"
    )


def _full_year(year: str) -> int:
    digits = year.lstrip("'")
    if len(digits) == 4:
        return int(digits)
    return int(digits) + (2000 if int(digits) < PIVOT else 1900)


def month_number(name: str) -> int:
    """1 to 12, or 0 when the word is no month."""
    lowered = name.lower()
    if lowered == "sept":
        return 9
    if lowered in _SHORT_MONTHS:
        return _SHORT_MONTHS.index(lowered) + 1
    if lowered in MONTH_NAMES:
        return MONTH_NAMES.index(lowered) + 1
    return 0


def _days(year: int, month: int, day: int) -> int | None:
    """Days since 1970-01-01, or None when there is no such date."""
    if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
        return None
    following = datetime.date(year + month // 12, month % 12 + 1, 1) if (year, month) != (9999, 12) else None
    if following is not None and (following - datetime.date(year, month, 1)).days < day:
        return None
    return (datetime.date(year, month, day) - EPOCH).days


def _date(year: int, month: int, day: int | None, text: str, *, cost: float = 0.0) -> Iterator[TickReading]:
    days = _days(year, month, day or 1)
    if days is None or (day is not None and day < 1) or not FIRST_YEAR <= year <= LAST_YEAR:
        return
    iso = f"{year:04d}-{month:02d}" if day is None else f"{year:04d}-{month:02d}-{day:02d}"
    yield TickReading(float(days), TickKind.DATE, text, iso=iso, cost=cost)


def _partials(month: int, day: str, text: str, *, cost: float = 0.0) -> Iterator[TickReading]:
    if _days(1972, month, int(day)) is not None:
        yield _partial(month, int(day), text, cost=cost)


def _partial(month: int, day: int, text: str, *, cost: float = 0.0) -> TickReading:
    start = datetime.date(1970, month, 1)
    return TickReading(float((start - EPOCH).days + day - 1), TickKind.PARTIAL_DATE, text, cost=cost)
