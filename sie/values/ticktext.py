"""Tick text to numbers and dates: every plausible reading of a label, with what it costs to believe it.

One label alone often cannot be decided: "102" is a hundred and two or ten squared, "1,200" may be 1.2 in Germany, and a
recognizer loses points and minus signs. So a label gives candidates, and the fit over the whole axis picks; the
alternative, one reading by rules, makes one wrong digit a tenfold error.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sie.values.tickdate import read_date
from sie.values.ticknumber import normalize, parse_digits, read_number
from sie.values.tickreading import TickKind, TickReading

__all__ = ["TickKind", "TickReading", "parse_offset_text", "parse_tick_text", "tick_candidates"]

READABLE_COST = 0.6
"""`parse_tick_text` believes readings up to this cost; dearer ones need the neighbours' word."""
MAX_CANDIDATES = 24

COST_FRACTION_LOST = 1.3
COST_POINT_AFTER_ZERO = 0.45
COST_SIGN = 1.2
COST_EXPONENT_SIGN = 1.0
COST_FLAT_POWER = 0.5
COST_FLAT_NEGATIVE_POWER = 0.3
COST_RANGE = 0.8
MAX_FLAT_POWER = 9
"""Beyond this, "10-20" is a range rather than a power that lost its raise."""
COST_JOINED = 1.0
COST_JUNK = 0.4
COST_NO_DIGIT = 0.6

_CONFUSED = {
    "0": ("OoОо○◯〇", 0.35),
    "1": ("lI|Ι", 0.35),
    "5": ("Ss", 0.4),
    "8": ("B", 0.4),
    "2": ("Zz", 0.5),
    "6": ("Gb", 0.6),
    "9": ("gq", 0.6),
    "4": ("A", 0.7),
    "7": ("?T", 0.7),
    ".": ("·•。．", 0.2),
    "-": ("~_", 0.3),
}
_REPAIRS = {wrong: (right, cost) for right, (wrongs, cost) in _CONFUSED.items() for wrong in wrongs}
_SIGNED = (TickKind.NUMBER, TickKind.PERCENT, TickKind.CURRENCY)
_NUMERIC = re.compile(r"[-+]?[\d.,]*\d[\d.,]*%?")
_OFFSET = re.compile(
    r"[\(\[]?\s?(?:[x·*]\s?)?(?:10\s?\^\s?\(?(?P<power>[-+]?\d{1,2})\)?|1[eE](?P<e>[-+]?\d{1,2}))\s?[\)\]]?"
)
_FLAT_OFFSET = re.compile(r"[\(\[]?\s?[x·*]\s?10(?P<power>-?[1-9]\d?)\s?[\)\]]?")


def tick_candidates(text: str) -> tuple[TickReading, ...]:
    """The plausible readings of a tick label, cheapest first; empty when it is no number and no date.

    >>> [(c.value, c.exponent_form) for c in tick_candidates("102")][:2]
    [(102.0, False), (100.0, True)]
    """
    label = normalize(text)
    if not label:
        return ()
    direct = [*read_date(label, text), *read_number(label, text)]
    repaired = list(_read_repaired(label, text))
    powers = list(_read_flat_powers(label, text))
    mended = [reading for base in (*direct, *repaired) for reading in _mend(base)]
    return _cheapest(itertools.chain(direct, repaired, powers, mended, _read_lost_points(label, text)))


def parse_tick_text(text: str) -> TickReading | None:
    """The best reading of a tick label, or None when the label alone does not look like a number or a date.

    >>> parse_tick_text("45 %").value, parse_tick_text("$1.2M").value, parse_tick_text("Group A")
    (45.0, 1200000.0, None)
    """
    candidates = tick_candidates(text)
    return candidates[0] if candidates and candidates[0].cost <= READABLE_COST else None


def parse_offset_text(text: str) -> float | None:
    """The factor that an axis' offset text multiplies its ticks by, or None when it is no such text.

    >>> parse_offset_text("×10⁴"), parse_offset_text("1e-6"), parse_offset_text("10")
    (10000.0, 1e-06, None)
    """
    label = normalize(text)
    match = _OFFSET.fullmatch(label) or _FLAT_OFFSET.fullmatch(label)
    if match is None:
        return None
    groups = match.groupdict()
    return float(f"1e{int(groups['power'] or groups['e'])}")


def _cheapest(readings: Iterable[TickReading]) -> tuple[TickReading, ...]:
    """One reading for each value and kind of thing, cheapest first."""
    best: dict[tuple[bool, float], TickReading] = {}
    for reading in readings:
        if not math.isfinite(reading.value):
            continue
        is_date = reading.kind in (TickKind.DATE, TickKind.PARTIAL_DATE, TickKind.CLOCK, TickKind.DAY)
        key = (is_date, reading.value)
        if key not in best or reading.cost < best[key].cost:
            best[key] = reading
    return tuple(sorted(best.values(), key=lambda reading: reading.cost)[:MAX_CANDIDATES])


def _read_repaired(label: str, text: str) -> Iterator[TickReading]:
    """Readings after undoing confusions of letters for digits and dropping specks at the ends."""
    if re.fullmatch(r"\d{3}0'?s", label):
        return
    cost = 0.0
    mended = []
    for character in label.replace(" ", ""):
        right, price = _REPAIRS.get(character, (character, 0.0))
        mended.append(right)
        cost += price
    joined = "".join(mended)
    if cost and _NUMERIC.fullmatch(joined):
        cost += 0.0 if re.search(r"\d", label) else COST_NO_DIGIT
        yield from _dearer(read_number(joined, text), cost)
    trimmed = re.sub(r"^[\s'`.,:;|_]+|[\s'`,:;|_)(-]+$", "", label)
    if trimmed and trimmed != label and re.search(r"\d", trimmed):
        yield from _dearer(read_number(trimmed, text), COST_JUNK)
    closed = label.replace(" ", "")
    if closed != label and _NUMERIC.fullmatch(closed) and not parse_digits(label.lstrip("+-").strip()):
        yield from _dearer(read_number(closed, text), COST_JOINED)


def _dearer(readings: Iterable[TickReading], cost: float) -> Iterator[TickReading]:
    for reading in readings:
        yield replace(reading, cost=reading.cost + cost)


def _read_flat_powers(label: str, text: str) -> Iterator[TickReading]:
    """Powers whose raised exponent was read as if it stood on the line: 102 for 10^2, 10-2, 1O4, 2x103."""
    digits = "".join(_REPAIRS.get(c, (c, 0.0))[0] if c in "OoОоlI|Ss" else c for c in label.replace(" ", ""))
    match = re.fullmatch(r"(-?)(?:(\d+(?:[.,]\d+)?)[x·*])?10([-+]?)(\d{1,2}|°)", digits)
    if match is None:
        return
    sign, mantissa, exponent_sign, exponent_digits = match.groups()
    exponent = 0 if exponent_digits == "°" else int(exponent_digits)
    signed = -exponent if exponent_sign == "-" else exponent
    number = (mantissa or "1").replace(",", ".")
    value = float(f"{sign}{number}e{signed}")
    cost = COST_FLAT_NEGATIVE_POWER if exponent_sign or mantissa else COST_FLAT_POWER
    if exponent_sign and exponent > MAX_FLAT_POWER:
        cost = COST_RANGE
    if len(exponent_digits) > 1 and exponent_digits[0] == "0":
        return
    decimals = len(number.partition(".")[2])
    yield TickReading(value, TickKind.NUMBER, text, exponent_form=True, decimals=decimals, cost=cost)


def _mend(reading: TickReading) -> Iterator[TickReading]:
    """The same label with a minus sign lost or gained; that of a power is its exponent's first."""
    if reading.exponent_form and reading.value > 0:
        yield replace(reading, value=1 / reading.value, cost=reading.cost + COST_EXPONENT_SIGN)
    if reading.kind in _SIGNED and reading.value:
        yield replace(reading, value=-reading.value, cost=reading.cost + COST_SIGN)


def _read_lost_points(label: str, text: str) -> Iterator[TickReading]:
    """Readings with a decimal point put back between the digits: 0.5 for 05, 2.5 for 25."""
    match = re.fullmatch(r"(-?)(\d{2,6})(%?)", label.replace(" ", ""))
    if match is None:
        return
    sign, digits, percent = match.groups()
    kind = TickKind.PERCENT if percent else TickKind.NUMBER
    for place in range(1, len(digits)):
        if place > 1 and digits[0] == "0":
            break
        value = float(f"{sign}{digits[:place]}.{digits[place:]}")
        cost = COST_POINT_AFTER_ZERO if digits[0] == "0" else COST_FRACTION_LOST
        yield TickReading(value, kind, text, unit=percent or None, decimals=len(digits) - place, cost=cost)
