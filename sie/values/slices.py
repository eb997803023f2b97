"""Pie slices to shares, or to the values printed on them.

A slice names its category and printed value through `parent_ids`: `text:<block id>`, `legend:<entry id>` and
`value:<block id>`.
"""

from __future__ import annotations

import math
import re

from sie.artifacts import ChartElements, ChartStructure, DataPoint, Element
from sie.values.result import SeriesResult, make_series, of_kind
from sie.values.ticktext import parse_tick_text
from sie.vocab import MarkKind, ScaleType

_FULL_TURN = 360.0
_TOP_SLACK = 2.0
"""Degrees before the top at which a slice still counts as the first."""
_NUMBER_IN_LABEL = re.compile(r"[-+]?\d[\d,]*\.?\d*\s*%?")
_VALUE_AFTER_NAME = re.compile(r"(?P<name>.*[^\W\d_].*?)\s*[(\[:,]?\s*(?P<value>[-+]?\d[\d,]*\.?\d*\s*%)\s*[)\]]?$")
"""A printed share behind a slice's name, in brackets or not: `Black (18%)`."""


def slice_series(structure: ChartStructure, elements: ChartElements) -> SeriesResult:
    """The one series of a pie: per slice the printed value where every slice has one, else its share in percent."""
    slices = sorted(of_kind(elements.elements, MarkKind.SLICE), key=lambda one: _order(one, structure))
    if not slices or not elements.series:
        return SeriesResult()
    printed = {one.id: _printed(one, structure) for one in slices}
    use_printed = all(value is not None for value in printed.values()) and _agree(slices, printed)
    points = []
    for one in slices:
        share, sigma = slice_share(one)
        value = printed[one.id] if use_printed else None
        points.append(
            DataPoint(
                x=_label(one, structure),
                y=share if value is None else value,
                px=one.px.get("center"),
                sigma=sigma if value is None else 0.0,
                element_ids=(one.id,),
                confidence=one.confidence,
            )
        )
    return SeriesResult((make_series(elements.series[0], points),), (), ScaleType.CATEGORICAL, shares=not use_printed)


def _order(one: Element, structure: ChartStructure) -> tuple[int, float]:
    """The legend's order; without a legend clockwise from the top."""
    entries = structure.legend.entries if structure.legend else ()
    named = [index for index, entry in enumerate(entries) if entry.id in _parents(one, "legend:")]
    from_top = (_clockwise(one.px["center"], one.px["start"]) + 90.0 + _TOP_SLACK) % _FULL_TURN
    return (named[0] if named else len(entries), from_top)


def slice_share(one: Element) -> tuple[float, float]:
    """A slice's share in percent and its standard deviation, from the angle between its two radii, clockwise."""
    center, start, end = one.px["center"], one.px["start"], one.px["end"]
    angle = _clockwise(center, end) - _clockwise(center, start)
    turn = angle % _FULL_TURN or _FULL_TURN
    radius = max(math.dist(center, start), 1.0)
    sigma = math.degrees(one.sigma_px / radius) * math.sqrt(2)
    return turn / _FULL_TURN * 100.0, sigma / _FULL_TURN * 100.0


def _clockwise(center: tuple[float, float], point: tuple[float, float]) -> float:
    return math.degrees(math.atan2(point[1] - center[1], point[0] - center[0]))


def _parents(one: Element, prefix: str) -> list[str]:
    return [ref.removeprefix(prefix) for ref in one.parent_ids if ref.startswith(prefix)]


def _label(one: Element, structure: ChartStructure) -> str | None:
    entries = structure.legend.entries if structure.legend else ()
    for entry in entries:
        if entry.id in _parents(one, "legend:"):
            return entry.label
    return name_and_share(" ".join(_texts(one, structure)))[0] or None


def _texts(one: Element, structure: ChartStructure) -> list[str]:
    return [block.text for block in structure.text if block.id in _parents(one, "text:")]


def name_and_share(label: str) -> tuple[str, str | None]:
    """A slice's name and the share printed behind it, None where there is none.

    >>> name_and_share("Black (18%)")
    ('Black', '18%')
    """
    found = _VALUE_AFTER_NAME.fullmatch(label.strip())
    return (found["name"].strip(), found["value"]) if found else (label.strip(), None)


def _printed(one: Element, structure: ChartStructure) -> float | None:
    for block in structure.text:
        if block.id in _parents(one, "value:"):
            found = _NUMBER_IN_LABEL.findall(block.text)
            reading = parse_tick_text(found[-1].strip()) if found else None
            if reading is not None:
                return reading.value
    share = name_and_share(" ".join(_texts(one, structure)))[1]
    reading = parse_tick_text(share) if share else None
    return reading.value if reading else None


def _agree(slices: list[Element], printed: dict[str, float | None]) -> bool:
    """Whether the printed values have the drawn proportions, to two points of a hundred."""
    values = [printed[one.id] or 0.0 for one in slices]
    total = sum(values)
    if total <= 0:
        return False
    drawn = [slice_share(one)[0] for one in slices]
    whole = sum(drawn)
    return all(abs(v / total - d / whole) < 0.02 for v, d in zip(values, drawn, strict=True))
