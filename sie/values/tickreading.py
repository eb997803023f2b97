"""What one reading of a tick label says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TickKind(StrEnum):
    """What kind of value a tick label stands for, judged from its text alone."""

    NUMBER = "number"
    PERCENT = "percent"
    CURRENCY = "currency"
    YEAR = "year"
    DATE = "date"
    PARTIAL_DATE = "partial_date"
    DAY = "day"
    CLOCK = "clock"


@dataclass(frozen=True)
class TickReading:
    """One plausible reading of a tick label.

    Attributes:
        value: by kind: NUMBER, PERCENT, CURRENCY what the label says with its factor applied (45 for "45 %", 3000 for
            "3k"); YEAR the year, also for any bare number that might be one ("2000"); DATE days since 1970-01-01;
            PARTIAL_DATE (no year: "Jan", "15 Jan", "Q2") days since 1 January of a common year; DAY a day of some
            month ("Mon 03"); CLOCK hours since midnight.
        kind: see `TickKind`.
        text: the label as given.
        unit: printed behind or before the number, e.g. "%", "$", "mm"; None where there is none.
        factor: of a suffix such as k or M, already in `value`.
        exponent_form: the label is a power, such as 10^3.
        decimals: digits printed behind the decimal point, before factor and exponent.
        cost: 0 for a label read as printed; below 0.6 for common alternatives and single OCR confusions; above that for
            repairs that need the neighbours' word.
        iso: ISO 8601 text of kinds DATE ("2005-01", "2005-01-15") and YEAR ("2005"); None otherwise.
    """

    value: float
    kind: TickKind
    text: str
    unit: str | None = None
    factor: float = 1.0
    exponent_form: bool = False
    decimals: int = 0
    cost: float = 0.0
    iso: str | None = None
