"""Takes apart dates printed so close together that they touch or overlap: `Oct 10Jan 11Apr 11`, `Jan Feb MarApr`.

Labels that run into each other have no gap that the ink could be cut at, but a text that is one form of date again and
again is nothing else that a chart prints. Their widths are alike, so their places follow from the text's two ends; the
tick marks tell them exactly.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product

from rapidfuzz.distance import Levenshtein

from sie.text.label import Label
from sie.values.tickdate import NAME_FORMS, month_number

_MONTH = r"[A-Z][a-z]{2}\.?"
FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{_MONTH}[ -]?(?:\d{{4}}|'?\d\d)",
        rf"\d{{1,2}}[ -]?{_MONTH}",
        r"\d{4}[-/]\d\d[-/]\d\d",
        r"\d{4}[-/]\d\d",
        r"\d\d[-/]\d{4}",
        r"\d\d:\d\d",
        r"Q[1-4] (?:\d{4}|'?\d\d)",
    )
)
_NAME = re.compile(r"[A-Z][a-z]{2,}?\.?(?=\s|[A-Z]|$)")
STEPS = (1, 2, 3, 4, 6, 12)
"""Months between two labels of an axis."""
MIN_OVERLAPPING = 4
LEAST_SEEN = 0.7
"""Part of overlapping labels' characters that is left."""
MISREAD = 1.2
"""Characters lost or misread a label, at most: the ends that overlap."""
CLEARLY = 2
"""By so many characters the row explains the text better than any other."""
MIN_DATES = 3
"""So many dates prove themselves; of two the missing blank between them must."""


def part_dates(labels: list[Label]) -> list[Label]:
    """The labels, with what is several different dates of one form taken apart at even places."""
    return [part for label in labels for part in _parts(label)]


def split_dates(text: str) -> list[str]:
    """The dates that a text is made of, empty where it is none or one.

    >>> split_dates("Oct 10Jan 11Apr 11"), split_dates("2010-012010-07"), split_dates("Oct 10 Jan 11")
    (['Oct 10', 'Jan 11', 'Apr 11'], ['2010-01', '2010-07'], [])
    """
    for form in FORMS:
        if re.fullmatch(rf"{form.pattern}(?:\s?{form.pattern})+", text) is None:
            continue
        parts = form.findall(text)
        touching = "".join(parts) == text
        if len(parts) < MIN_DATES and not touching:
            continue
        words = [word for part in parts for word in re.findall(r"[A-Z][a-z]{2}", part)]
        if len(set(parts)) == len(parts) and all(month_number(word) for word in words):
            return parts
    return _split_names(text) or _split_overlapping(text)


def _split_overlapping(text: str) -> list[str]:
    """The months that a text is made of whose ends overlap and were misread; empty where no one row explains it.

    >>> _split_overlapping("2018-02018-042018-072018-10019-012019-04")
    ['2018-01', '2018-04', '2018-07', '2018-10', '2019-01', '2019-04']
    """
    if re.fullmatch(r"(?:19|20)\d\d-[01][\d-]{16,}", text) is None:
        return []
    found = []
    for step, first, day in product(STEPS, range(12), ("", "-01")):
        unit = len("2000-01") + len(day)
        for count in range(max(MIN_OVERLAPPING, len(text) // unit), int(len(text) / (LEAST_SEEN * unit)) + 1):
            months = [12 * int(text[:4]) + first + step * k for k in range(count)]
            parts = [f"{month // 12}-{month % 12 + 1:02d}{day}" for month in months]
            found.append((Levenshtein.distance(text, "".join(parts)), parts))
    best, parts = min(found)
    others = [worse for worse, row in found if [part[:7] for part in row] != [part[:7] for part in parts]]
    return parts if best <= MISREAD * len(parts) and min(others) >= best + CLEARLY else []


def _split_names(text: str) -> list[str]:
    """The months or weekdays that a text is made of, empty where they do not follow each other in one step.

    >>> _split_names("Jan Feb MarApr"), _split_names("MonTueWed"), _split_names("Jan Feb Apr")
    (['Jan', 'Feb', 'Mar', 'Apr'], ['Mon', 'Tue', 'Wed'], [])
    """
    parts = _NAME.findall(text)
    if len(parts) < MIN_DATES or "".join(parts) != re.sub(r"\s", "", text):
        return []
    words = [part.rstrip(".").lower() for part in parts]
    for form in NAME_FORMS:
        if all(word in form for word in words):
            places = [form.index(word) for word in words]
            steps = {(after - before) % len(form) for before, after in pairwise(places)}
            return parts if len(steps) == 1 and steps != {0} else []
    return []


def _parts(label: Label) -> list[Label]:
    texts = split_dates(label.text)
    if not texts:
        return [label]
    width = 1.0 / len(texts)
    return [
        replace(label, rect=label.rect.part(k * width, (k + 1) * width), text=text, split=True, alternatives=())
        for k, text in enumerate(texts)
    ]
