from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sie.values.ticktext import TickKind, parse_offset_text, parse_tick_text, tick_candidates

PRINTED = [
    ("0", 0.0),
    ("-5", -5.0),
    ("−0.5", -0.5),
    ("–3", -3.0),
    ("—3", -3.0),
    ("1,200", 1200.0),
    ("1,5", 1.5),
    ("0,500", 0.5),
    ("1.500", 1.5),
    ("1 000", 1000.0),
    ("1 234 567,8", 1234567.8),
    ("1.234.567", 1234567.0),
    ("1'000", 1000.0),
    ("1,00,000", 100000.0),
    (".5", 0.5),
    ("5.", 5.0),
    ("1e-05", 1e-5),
    ("2.5e+3", 2500.0),
    ("10^3", 1000.0),
    ("10³", 1000.0),
    ("10⁻²", 0.01),
    ("10^{-2}", None),
    ("5×10³", 5000.0),
    ("2^10", 1024.0),
    ("10-2", 0.01),
    ("45%", 45.0),
    ("12,5 %", 12.5),
    ("$1.2M", 1.2e6),
    ("-$5", -5.0),
    ("$-5", -5.0),
    ("5 k€", 5000.0),
    ("(5)", -5.0),
    ("3k", 3000.0),
    ("1.5bn", 1.5e9),
    ("10 million", 1e7),
    ("200m", 200.0),
    ("20 °C", 20.0),
    ("5 mm", 5.0),
    ("10µ", 1e-5),
    ("1/2", 0.5),
    ("2 1/2", 2.5),
    ("1O4", 104.0),
    ("l.5", 1.5),
    ("O.5", 0.5),
    ("5-", 5.0),
]


@pytest.mark.parametrize(("text", "value"), PRINTED)
def test_tick_text_reads_printed_numbers(text: str, value: float | None) -> None:
    reading = parse_tick_text(text)
    assert (reading.value if reading else None) == (pytest.approx(value) if value is not None else None)


@pytest.mark.parametrize(
    "text", ["", "-", "Group A", "A1", "B", "O", "1st", "22nd", "5-9", "10-20", ">5", "65+", "1990s"]
)
def test_tick_text_leaves_categories_alone(text: str) -> None:
    assert parse_tick_text(text) is None


@pytest.mark.parametrize(
    ("text", "kind", "unit"),
    [
        ("45%", TickKind.PERCENT, "%"),
        ("€3", TickKind.CURRENCY, "€"),
        ("2005", TickKind.YEAR, None),
        ("5 kg", TickKind.NUMBER, "kg"),
        ("12:30", TickKind.CLOCK, None),
        ("Jan", TickKind.PARTIAL_DATE, None),
        ("Mon 03", TickKind.DAY, None),
    ],
)
def test_tick_text_tells_kind_and_unit(text: str, kind: TickKind, unit: str | None) -> None:
    reading = parse_tick_text(text)
    assert reading is not None
    assert (reading.kind, reading.unit) == (kind, unit)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Jan 2005", "2005-01"),
        ("Jan '05", "2005-01"),
        ("January, 2005", "2005-01"),
        ("Jan-20", "2020-01"),
        ("1/15/2020", "2020-01-15"),
        ("15/1/2020", "2020-01-15"),
        ("15.01.2020", "2020-01-15"),
        ("2020-01-15", "2020-01-15"),
        ("2020-01", "2020-01"),
        ("15 Jan 2020", "2020-01-15"),
        ("Jan 15, 2020", "2020-01-15"),
        ("Q3 2010", "2010-07"),
        ("2010 Q1", "2010-01"),
        ("'98", "1998"),
        ("2020-01-15 12:00", "2020-01-15T12:00"),
    ],
)
def test_tick_text_reads_dates(text: str, iso: str) -> None:
    reading = parse_tick_text(text)
    assert reading is not None
    assert reading.iso == iso


def test_tick_text_refuses_dates_that_are_none() -> None:
    assert all(candidate.kind is not TickKind.DATE for candidate in tick_candidates("2021-02-30"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("102", 100.0),
        ("1,200", 1.2),
        ("1.500", 1500.0),
        ("05", 0.5),
        ("25", 2.5),
        ("5", -5.0),
        ("B", 8.0),
        ("O", 0.0),
        ("200m", 0.2),
        ("10°", 1.0),
        ("10^4", 1e-4),
        ("103", 1000.0),
        ("1 5", 15.0),
    ],
)
def test_tick_candidates_offer_repairs_behind_the_printed_reading(text: str, value: float) -> None:
    candidates = tick_candidates(text)
    assert any(candidate.value == pytest.approx(value) for candidate in candidates)
    assert [candidate.cost for candidate in candidates] == sorted(candidate.cost for candidate in candidates)
    assert candidates[0].value != pytest.approx(value) or candidates[0].cost > 0.6


def test_tick_text_marks_powers() -> None:
    reading = parse_tick_text("10^4")
    assert reading is not None
    assert reading.exponent_form


@pytest.mark.parametrize(
    ("text", "factor"),
    [("×10^4", 1e4), ("x10³", 1e3), ("x104", 1e4), ("(×10⁻³)", 1e-3), ("1e6", 1e6), ("1e-7", 1e-7)],
)
def test_offset_text_gives_its_factor(text: str, factor: float) -> None:
    assert parse_offset_text(text) == pytest.approx(factor)


@pytest.mark.parametrize("text", ["10", "1000", "104", "(thousands)", ""])
def test_offset_text_refuses_what_is_no_factor(text: str) -> None:
    assert parse_offset_text(text) is None


@given(st.integers(-(10**9), 10**9))
def test_tick_text_inverts_printed_integers(value: int) -> None:
    for text in (str(value), f"{value:,}", f"{value:,}".replace(",", " "), f"{value} %", f"{value:.0f}."):
        reading = parse_tick_text(text)
        assert reading is not None
        assert reading.value == value


@given(st.integers(-(10**6), 10**6), st.integers(1, 4))
def test_tick_text_inverts_printed_decimals(scaled: int, decimals: int) -> None:
    value = scaled / 10**decimals
    reading = parse_tick_text(f"{value:.{decimals}f}")
    assert reading is not None
    assert reading.value == pytest.approx(value)
    assert reading.decimals == decimals


@given(st.integers(-20, 20), st.integers(1, 9))
def test_tick_text_inverts_printed_powers(exponent: int, mantissa: int) -> None:
    for text in (f"{mantissa}e{exponent:+03d}", f"{mantissa}×10^{exponent}", f"{mantissa}E{exponent}"):
        reading = parse_tick_text(text)
        assert reading is not None
        assert reading.value == pytest.approx(float(f"{mantissa}e{exponent}"))


@given(
    st.dates(datetime.date(1900, 1, 1), datetime.date(2100, 12, 31)),
    st.sampled_from(["%Y-%m-%d", "%d %b %Y", "%B %d, %Y"]),
)
def test_tick_text_inverts_printed_dates(day: datetime.date, form: str) -> None:
    reading = parse_tick_text(day.strftime(form))
    assert reading is not None
    assert reading.iso == day.isoformat()
    assert reading.value == (day - datetime.date(1970, 1, 1)).days


@given(st.text(max_size=12))
def test_tick_candidates_take_any_text(text: str) -> None:
    assert all(candidate.text == text for candidate in tick_candidates(text))


@pytest.mark.parametrize(("text", "hours"), [("2PM", 14.0), ("10 am", 10.0), ("0AM", 0.0), ("12AM", 0.0)])
def test_hours_of_a_half_day_are_times_and_no_numbers(text: str, hours: float) -> None:
    assert [(reading.kind, reading.value) for reading in tick_candidates(text)] == [(TickKind.CLOCK, hours)]


@pytest.mark.parametrize("text", ["12N", "12 noon"])
def test_noon_is_a_time_before_it_is_a_number(text: str) -> None:
    readings = [(reading.kind, reading.value) for reading in tick_candidates(text)]
    assert readings[:2] == [(TickKind.CLOCK, 12.0), (TickKind.NUMBER, 12.0)]


@pytest.mark.parametrize(("text", "iso"), [("NOV98", "1998-11"), ("Mar02", "2002-03")])
def test_months_with_a_year_close_behind_are_dates(text: str, iso: str) -> None:
    assert [reading.iso for reading in tick_candidates(text) if reading.kind is TickKind.DATE] == [iso]
