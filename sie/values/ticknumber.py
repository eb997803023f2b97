"""The grammar of printed numbers: signs, separators, powers, currencies, suffixes and units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sie.values.tickdate import month_number
from sie.values.tickreading import TickKind, TickReading

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUPERSCRIPT_RUN = re.compile(r"[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_MINUS = dict.fromkeys(map(ord, "−–—‐‑‒―﹣-˗ー一"), "-")
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u2008\u2009\u200a\u202f\u3000\t\n"), " ")
_OTHER = str.maketrans({"×": "x", "✕": "x", "⋅": "·", "∙": "·", "％": "%", "’": "'", "‘": "'", "μ": "µ", "º": "°"})

FACTORS = {
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "G": 1e9,
    "B": 1e9,
    "T": 1e12,
    "mn": 1e6,
    "mio": 1e6,
    "bn": 1e9,
    "tn": 1e12,
    "mil": 1e6,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "µ": 1e-6,
}
CURRENCIES = "$€£¥₹₩₽"
_UNIT_NAMES = """
    % ‰ ° °C °F °K K C F x mm cm m km µm nm in ft yd mi g kg mg µg ng t lb lbs oz s sec ms µs ns min h hr hrs d wk mo yr
    yrs hours days weeks months years hour day week month year l L ml mL µl µL dl m² m2 km² km2 ha m³ m3 V mV kV A mA W
    kW MW GW kWh MWh GWh TWh J kJ MJ eV keV MeV GeV cal kcal N kN Pa kPa MPa GPa bar mbar hPa psi Hz kHz MHz GHz dB mol
    mmol M mM µM nM pM ppm ppb ppt rpm mph m/s km/h g/L mg/L mg/kg U IU bp kb Mb kDa Da pc kpc Mpc AU GB MB TB KB px pt
"""
_KNOWN_UNITS = frozenset(_UNIT_NAMES.split())

_POWER = re.compile(
    r"(?P<sign>[-+]?)(?:(?P<mantissa>\d+(?:[.,]\d+)?)\s?[x·*]\s?)?(?P<base>10|2|e)\s?\^\s?\(?(?P<exponent>[-+]?\d{1,3})\)?"
)
_FRACTION = re.compile(r"(?P<sign>-?)(?:(?P<whole>\d+)\s)?(?P<top>\d{1,3})/(?P<bottom>[1-9]\d{0,2})")
_BODY = r"(?:\d[\d.,' ]*|[.,]\d+)"
_NUMBER = re.compile(rf"(?P<body>{_BODY})(?:\s?[eE]\s?(?P<exponent>[-+]?\d{{1,3}}))?")
_UNIT = re.compile(r"[A-Za-zµ°%‰Ω€£$¥₹₩][A-Za-zµ°%‰Ω²³/·.0-9^-]{0,11}")
_HALF_DAY = re.compile(r"[ap]\.?m\.?|[AP]\.?M\.?")
"""Behind a number a time of day: 2PM is no 2."""
_NOT_A_NUMBER = re.compile(r"\d+(?:st|nd|rd|th)|\d{3}0'?s", re.IGNORECASE)
"""Ordinals and decades name categories."""

COST_OTHER_SEPARATOR = 0.55
COST_WORD_UNIT = 0.4
COST_MILLI = 0.7


def normalize(text: str) -> str:
    """The text with one kind of minus, blank and times sign, and superscripts written as `^3`.

    >>> normalize("5 × 10⁻³")
    '5 x 10^-3'
    """
    text = _SUPERSCRIPT_RUN.sub(_raise, text.strip())
    text = text.translate(_MINUS).translate(_SPACES).translate(_OTHER)
    return re.sub(r"\s+", " ", text).strip()


def _raise(match: re.Match[str]) -> str:
    before = match.string[: match.start()].rstrip()
    if before.endswith(("10", "2", "e")):
        return "^" + match.group().translate(SUPERSCRIPTS)
    return match.group()


@dataclass(frozen=True)
class Digits:
    """One way to understand the digits and separators of a number."""

    value: float
    decimals: int
    cost: float = 0.0


def parse_digits(body: str) -> tuple[Digits, ...]:
    """The ways to read unsigned digits with separators, cheapest first; empty when they are no number.

    >>> [d.value for d in parse_digits("1,200")], [d.value for d in parse_digits("1,5")]
    ([1200.0, 1.2], [1.5])
    """
    body = body.strip()
    if re.fullmatch(r"\d+", body):
        return (_plain(body),)
    for separator, point in ((",", "."), (".", ","), (" ", "[.,]"), ("'", "[.,]")):
        grouped = re.fullmatch(rf"(\d{{1,3}}(?:{re.escape(separator)}\d{{3}})+)(?:{_class(point)}(\d+))?", body)
        if grouped:
            return _grouped(grouped.group(1), grouped.group(2), separator)
    indian = re.fullmatch(r"(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d+))?", body)
    if indian:
        return _grouped(indian.group(1), indian.group(2), ",")
    pointed = re.fullmatch(r"(\d*)([.,])(\d*)", body)
    if pointed and (pointed.group(1) or pointed.group(3)):
        whole, mark, fraction = pointed.groups()
        cost = 0.0 if mark == "." else 0.05
        if not fraction:
            cost += 0.1
        return (Digits(float(f"{whole or 0}.{fraction or 0}"), len(fraction), cost),)
    closed = re.sub(r"\s?([.,])\s?", r"\1", body)
    if closed != body:
        return tuple(Digits(d.value, d.decimals, d.cost + 0.15) for d in parse_digits(closed))
    return ()


def _class(point: str) -> str:
    return point if point.startswith("[") else re.escape(point)


def _plain(body: str) -> Digits:
    padded = len(body) > 1 and body[0] == "0"
    return Digits(float(body), 0, 0.3 if padded else 0.0)


def _grouped(whole: str, fraction: str | None, separator: str) -> tuple[Digits, ...]:
    joined = whole.replace(separator, "")
    thousands = Digits(float(f"{joined}.{fraction or 0}"), len(fraction or ""))
    if fraction is not None or whole.count(separator) > 1 or separator in " '":
        return (thousands,)
    decimal = Digits(float(whole.replace(separator, ".")), 3)
    if whole.startswith("0"):
        return (decimal,)
    if separator == ",":
        return thousands, Digits(decimal.value, 3, COST_OTHER_SEPARATOR)
    return decimal, Digits(thousands.value, 0, COST_OTHER_SEPARATOR)


def read_number(label: str, text: str) -> Iterator[TickReading]:
    """Every reading of a normalized label as a number, with its currency, suffix or unit.

    Args:
        label: the normalized label.
        text: the label as printed, kept in the readings.
    """
    if _NOT_A_NUMBER.fullmatch(label):
        return
    inner = re.fullmatch(r"\((.+)\)", label)
    if inner:
        for reading in read_number(inner.group(1), text):
            yield _with(reading, value=-reading.value, cost=reading.cost + 0.2)
            yield _with(reading, value=reading.value, cost=reading.cost + 0.8)
        return
    power = _POWER.match(label)
    if power:
        yield from _read_power(power, label[power.end() :].strip(), text)
        return
    fraction = _FRACTION.fullmatch(label)
    if fraction:
        yield _read_fraction(fraction, text)
        return
    prefix = re.match(rf"(?P<a>-?)\s?(?P<money>(?:US|A|C|R|NZ|HK)?[{CURRENCIES}])?\s?(?P<b>[-+]?)\s?", label)
    if prefix is None:
        return
    number = _NUMBER.match(label, prefix.end())
    if number is None:
        return
    sign = -1.0 if "-" in prefix.group("a") + prefix.group("b") else 1.0
    for digits in parse_digits(number.group("body")):
        value = sign * digits.value * 10.0 ** int(number.group("exponent") or 0)
        base = TickReading(value, TickKind.NUMBER, text, decimals=digits.decimals, cost=digits.cost)
        if prefix.group("money"):
            base = _with(base, unit=prefix.group("money"), kind=TickKind.CURRENCY)
        yield from _read_suffix(base, label[number.end() :].strip())


def _read_power(power: re.Match[str], rest: str, text: str) -> Iterator[TickReading]:
    base = {"10": 10.0, "2": 2.0, "e": 2.718281828459045}[power.group("base")]
    exponent = int(power.group("exponent"))
    if abs(exponent) > 300:
        return
    mantissa_text = (power.group("mantissa") or "1").replace(",", ".")
    value = float(mantissa_text) * base**exponent
    if base == 10.0:
        value = float(f"{mantissa_text}e{exponent}")
    if power.group("sign") == "-":
        value = -value
    decimals = len(mantissa_text.partition(".")[2])
    reading = TickReading(value, TickKind.NUMBER, text, exponent_form=True, decimals=decimals)
    yield from _read_suffix(reading, rest)


def _read_fraction(match: re.Match[str], text: str) -> TickReading:
    value = int(match.group("whole") or 0) + int(match.group("top")) / int(match.group("bottom"))
    return TickReading(-value if match.group("sign") else value, TickKind.NUMBER, text, cost=0.1)


def _read_suffix(base: TickReading, suffix: str) -> Iterator[TickReading]:
    if not suffix:
        yield base
        return
    if _HALF_DAY.fullmatch(suffix) and base.value in range(13):
        return
    factor = next((name for name in sorted(FACTORS, key=len, reverse=True) if _starts(suffix, name)), None)
    if factor is not None:
        scaled = _scaled(base, FACTORS[factor])
        rest = suffix[len(factor) :].strip()
        if not rest:
            yield scaled
        elif rest in CURRENCIES:
            yield _with(scaled, unit=rest, kind=TickKind.CURRENCY)
        elif _UNIT.fullmatch(rest) and len(factor) > 1:
            yield _with(scaled, unit=rest, cost=scaled.cost + 0.1)
    if suffix in ("%", "‰"):
        yield _with(base, unit=suffix, kind=TickKind.PERCENT if suffix == "%" else TickKind.NUMBER)
    elif suffix in CURRENCIES:
        yield _with(base, unit=suffix, kind=TickKind.CURRENCY)
    elif suffix in _KNOWN_UNITS:
        yield _with(base, unit=suffix, cost=base.cost + (0.3 if suffix in FACTORS else 0.0))
    elif _UNIT.fullmatch(suffix) and factor is None and not month_number(suffix.rstrip(".,")):
        yield _with(base, unit=suffix, cost=base.cost + COST_WORD_UNIT)
    if suffix == "m":
        yield _with(_scaled(base, 1e-3), cost=base.cost + COST_MILLI)


def _starts(suffix: str, name: str) -> bool:
    """Whether a suffix is a factor's name, alone or before a currency or a further word."""
    if not suffix.startswith(name):
        return False
    rest = suffix[len(name) :]
    return not rest or rest[0] == " " or rest in CURRENCIES


def _scaled(reading: TickReading, factor: float) -> TickReading:
    value = reading.value * factor if factor >= 1 else reading.value / round(1 / factor)
    return _with(reading, value=value, factor=factor)


def _with(
    reading: TickReading,
    *,
    value: float | None = None,
    kind: TickKind | None = None,
    unit: str | None = None,
    factor: float | None = None,
    cost: float | None = None,
) -> TickReading:
    return TickReading(
        value=reading.value if value is None else value,
        kind=kind or reading.kind,
        text=reading.text,
        unit=reading.unit if unit is None else unit,
        factor=reading.factor if factor is None else factor,
        exponent_form=reading.exponent_form,
        decimals=reading.decimals,
        cost=reading.cost if cost is None else cost,
        iso=reading.iso,
    )
