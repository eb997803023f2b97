"""Axes whose labels are months: those that a few years among them date, and those that name every other month only.

Tools label a time axis `Feb 2012, Mar, Apr` or `2012, April, July`: a month without a year reads as no date by itself,
its neighbours give it one. Where no label has a year the months are names, and the ones left out are known.
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sie.artifacts import Tick
from sie.structure.frame import Frame
from sie.structure.sequences import LabelSequence
from sie.values.scale import Notation, Reading, fit_scale
from sie.values.tickdate import EPOCH, MONTH_NAMES, SHORT, month_number
from sie.vocab import Direction, ScaleType, Side, TickStatus

MIN_MONTHS = 3
YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
MAX_STEP = 6
"""Months from one label to the next, at most, on an axis of months."""
UNEVEN_REL = 0.12
"""Months' places are off their even spacing by at most this part of it."""


@dataclass(frozen=True)
class _Printed:
    """What a label says: its year and its month (1 to 12), None where it does not."""

    year: int | None
    month: int | None


def _printed(text: str) -> _Printed | None:
    """The year and month of a label that has nothing else.

    >>> _printed("Feb 2012"), _printed("May"), _printed("Marble")
    (_Printed(year=2012, month=2), _Printed(year=None, month=5), None)
    """
    year = YEAR.search(text)
    rest = YEAR.sub(" ", text, count=1).strip(" ,.'-/")
    if not rest:
        return _Printed(int(year[1]), None) if year else None
    month = month_of(rest)
    return None if month is None else _Printed(int(year[1]) if year else None, month)


def month_of(text: str) -> int | None:
    """The number of a month by its name in full or as it is cut short, else None.

    >>> month_of("Sept."), month_of("march"), month_of("Mars")
    (9, 3, None)
    """
    return month_number(text.strip().rstrip(".")) or None


def dated(sequence: LabelSequence, *, max_residual_px: float) -> LabelSequence:
    """The sequence with a time scale where its labels are months and years that follow each other along it."""
    printed = [_printed(label.text) for label in sequence.labels]
    months = [one for one in printed if one is not None]
    has_year = any(one.year is not None for one in months)
    if len(months) < len(printed) or len(months) < MIN_MONTHS or not has_year:
        return sequence
    if all(one.month is None for one in months):
        return sequence
    dates = _dates(months)
    if dates is None:
        return sequence
    labels = tuple(
        replace(label, readings=(Reading(float((date - EPOCH).days), notation=Notation.DATE),))
        for label, date in zip(sequence.labels, dates, strict=True)
    )
    places = [label.place for label in labels]
    solution = fit_scale(places, max_residual_px=max_residual_px, scales=(ScaleType.TIME,))
    if solution is None or any(reading is None for reading in solution.chosen):
        return sequence
    return LabelSequence(sequence.side, labels, solution)


def _dates(printed: Sequence[_Printed]) -> list[datetime.date] | None:
    """The first days of the months, each the next one of its name after the one before; None where years disagree."""
    start = next(i for i, one in enumerate(printed) if one.year is not None)
    base = printed[start].year
    assert base is not None
    counts = [0] * len(printed)
    counts[start] = 12 * base + (printed[start].month or 1) - 1
    for i in range(start + 1, len(printed)):
        counts[i] = _following(counts[i - 1], printed[i], 1)
    for i in range(start - 1, -1, -1):
        counts[i] = _following(counts[i + 1], printed[i], -1)
    for one, count in zip(printed, counts, strict=True):
        if one.year is not None and one.year != count // 12:
            return None
    return [datetime.date(count // 12, count % 12 + 1, 1) for count in counts]


def _following(count: int, printed: _Printed, way: int) -> int:
    """The next count of months, later or earlier by `way`, that has the printed month."""
    month = (printed.month or 1) - 1
    step = way * ((way * (month - count)) % 12 or 12)
    return count + step


def between_months(ticks: Sequence[Tick], frame: Frame, direction: Direction, axis_id: str) -> tuple[Tick, ...]:
    """The category ticks with those of the months that an evenly spaced axis of months leaves out."""
    months = [month_of(tick.text) for tick in ticks]
    known = [month for month in months if month is not None]
    if len(known) < max(len(ticks), MIN_MONTHS):
        return tuple(ticks)
    steps = {(b - a) % 12 for a, b in itertools.pairwise(known)}
    step = steps.pop() if len(steps) == 1 else 0
    places = np.array([tick.px for tick in ticks])
    pitch = float(np.median(np.diff(places)))
    even = np.abs(places - places[0] - pitch * np.arange(len(places))).max() <= UNEVEN_REL * pitch
    if not 2 <= step <= MAX_STEP or not even or known[0] + step * (len(known) - 1) > 12:
        return tuple(ticks)
    low, high = (frame.edge(side) for side in _ends(direction))
    slack = UNEVEN_REL * pitch
    found = list(ticks)
    for month in range(1, 13):
        outside = min(month - known[0], 0) + max(month - known[-1], 0)
        px = float(np.interp(month, known, places)) + pitch / step * outside
        if month in known or not low - slack <= px <= high + slack:
            continue
        px = min(max(px, low), high)
        found.append(_unlabelled(f"{axis_id}.m{month}", ticks[0], _name_like(month, [tick.text for tick in ticks]), px))
    return tuple(sorted(found, key=lambda tick: tick.px))


def _ends(direction: Direction) -> tuple[Side, Side]:
    return (Side.LEFT, Side.RIGHT) if direction is Direction.HORIZONTAL else (Side.TOP, Side.BOTTOM)


def _name_like(month: int, examples: Sequence[str]) -> str:
    """A month's name as long as others are written, and in capitals where they are.

    >>> _name_like(6, ["May", "July"]), _name_like(6, ["May", "Sep"]), _name_like(6, ["MAY", "AUG"])
    ('June', 'Jun', 'JUN')
    """
    whole = any(example.lower() in MONTH_NAMES for example in examples if len(example) > SHORT)
    name = MONTH_NAMES[month - 1].capitalize()
    name = name if whole else name[:SHORT]
    return name.upper() if all(example.isupper() for example in examples) else name


def _unlabelled(tick_id: str, like: Tick, name: str, px: float) -> Tick:
    return Tick(
        id=tick_id,
        text=name,
        value=name,
        px=px,
        status=TickStatus.REPAIRED,
        reason="a month without a label, by its place between the labelled ones",
        sigma_px=like.sigma_px,
        confidence=like.confidence,
    )
