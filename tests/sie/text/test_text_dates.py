"""Dates that run into each other are taken apart where they are of one form."""

from __future__ import annotations

import pytest

from sie.text.dates import part_dates, split_dates
from sie.text.label import Label
from sie.text.quads import TextRect


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Oct 10Jan 11Apr 11Jul 11", ["Oct 10", "Jan 11", "Apr 11", "Jul 11"]),
        ("Oct 2010Jan 2011Apr 2011", ["Oct 2010", "Jan 2011", "Apr 2011"]),
        ("2010-01-012010-02-012010-03-01", ["2010-01-01", "2010-02-01", "2010-03-01"]),
        ("2010-012010-022010-03", ["2010-01", "2010-02", "2010-03"]),
        ("01/201002/2010", ["01/2010", "02/2010"]),
        ("10 Jan17 Jan24 Jan", ["10 Jan", "17 Jan", "24 Jan"]),
        ("00:0004:0008:00", ["00:00", "04:00", "08:00"]),
        ("Q1 2010Q2 2010", ["Q1 2010", "Q2 2010"]),
        ("Nov DecJan FebMar", ["Nov", "Dec", "Jan", "Feb", "Mar"]),
        ("Mon TueWed", ["Mon", "Tue", "Wed"]),
        ("JanuaryFebruary March", ["January", "February", "March"]),
        ("JanApr Jul Oct", ["Jan", "Apr", "Jul", "Oct"]),
    ],
)
def test_touching_dates_are_parted_at_even_places(text: str, dates: list[str]) -> None:
    label = Label(TextRect.from_box(100.0, 50.0, 400.0, 60.0), text, 0.95)
    parts = part_dates([label])
    assert [part.text for part in parts] == dates
    pitch = 300.0 / len(dates)
    assert [part.rect.center[0] for part in parts] == pytest.approx(
        [100 + pitch * (k + 0.5) for k in range(len(dates))]
    )


@pytest.mark.parametrize(
    "text",
    [
        "Oct 10",
        "Jan 2010 Feb 2011",
        "2010-01-01",
        "12:00:30",
        "Not 10Was 11",
        "May 10May 10",
        "2010-2011",
        "Sales",
        "Jan Feb",
        "Jan Feb Apr",
        "May Apr Mar May",
        "May Was Not",
    ],
)
def test_other_texts_stay_whole(text: str) -> None:
    assert split_dates(text) == []


@pytest.mark.parametrize(
    ("text", "first", "last", "count"),
    [
        ("2018-02018-042018-072018-10019-012019-042019-07", "2018-01", "2019-07", 7),
        ("2021-032021-04-021-052021-02-021-072021-08021-09-01", "2021-03", "2021-09", 7),
        ("2015-0016-0017-0012018-012019-01", "2015-01", "2019-01", 5),
    ],
)
def test_overlapping_months_are_the_row_that_explains_what_is_left_of_them(
    text: str, first: str, last: str, count: int
) -> None:
    dates = split_dates(text)
    assert (dates[0], dates[-1], len(dates)) == (first, last, count)


@pytest.mark.parametrize(
    "text",
    [
        "2021-0231-44123-123123-1231",
        "2021-122021-352021-082028-",  # one row is the nearest, but not near
        "2000-03200132002-0310032004-03",  # several are
    ],
)
def test_other_numbers_with_dashes_are_no_overlapping_months(text: str) -> None:
    assert split_dates(text) == []
