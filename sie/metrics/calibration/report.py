"""Coverage by chart type and by kind of mark, as a table and as an SVG plot beside a normal distribution's.

Coverage is told of the values whose mark was found, and of all values: a mark taken for another one is off by far more
than its sigma, which speaks of places and not of mistakes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sie.metrics.calibration.readings import Reading, ReadMark

_WIDTH, _HEIGHT, _MARGIN = 640, 420, 50
_MOST_SIGMAS = 3.0
_COLORS = (
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#000000",
    "#ee7733", "#332288", "#44aa99", "#882255", "#999933",
)  # fmt: skip
"""Paul Tol's schemes for colour-blind readers, one for each chart type."""
MIN_DRAWN = 20
"""A type with fewer values has no curve of its own in the plot."""


@dataclass(frozen=True)
class Coverage:
    """The sigmas of one chart type or kind of mark.

    Attributes:
        name: of the type or kind, or "all".
        count: values judged.
        misread: values left out, for another mark was read.
        within_one, within_two: part of the judged values within one and two sigma; nan without values.
        all_within_one, all_within_two: the same of all values, the misread ones among them.
        mean_sigma: part of the span.
        median_error: median of the absolute errors, part of the span.
    """

    name: str
    count: int
    misread: int
    within_one: float
    within_two: float
    all_within_one: float
    all_within_two: float
    mean_sigma: float
    median_error: float


def coverage_by_type(readings: Sequence[Reading]) -> list[Coverage]:
    """The coverage of each chart type, by name, and of all together at the end."""
    types = sorted({reading.chart_type.value for reading in readings})
    rows = [_coverage(name, [r for r in readings if r.chart_type.value == name]) for name in types]
    return [*rows, _coverage("all", readings)]


def coverage_by_mark(readings: Sequence[Reading]) -> list[Coverage]:
    """The coverage of each kind of mark that was read."""
    kinds = [kind for kind in ReadMark if any(reading.mark is kind for reading in readings)]
    return [_coverage(kind.value, [r for r in readings if r.mark is kind]) for kind in kinds]


def _coverage(name: str, readings: Sequence[Reading]) -> Coverage:
    judged = [reading for reading in readings if not reading.misread]
    misread = len(readings) - len(judged)
    every = _within(readings)
    if not judged:
        return Coverage(name, 0, misread, math.nan, math.nan, *every, math.nan, math.nan)
    mean_sigma = float(np.mean([reading.sigma for reading in judged]))
    median_error = float(np.median([abs(reading.error) for reading in judged]))
    return Coverage(name, len(judged), misread, *_within(judged), *every, mean_sigma, median_error)


def _within(readings: Sequence[Reading]) -> tuple[float, float]:
    """Parts of the values within one and two sigma; nan without values."""
    if not readings:
        return math.nan, math.nan
    ratios = np.array([abs(reading.error) / reading.sigma for reading in readings])
    return float(np.mean(ratios <= 1)), float(np.mean(ratios <= 2))


def coverage_table(rows: Sequence[Coverage], *, heading: str = "chart type") -> str:
    """The rows as aligned text; sigma and error in percent of the span, `all` with the misread values."""
    columns = ("n", "misread", "1 sigma", "2 sigma", "1s all", "2s all", "sigma %", "error %")
    lines = [f"{heading:26}" + "".join(f"{column:>9}" for column in columns)]
    for row in rows:
        parts = (row.within_one, row.within_two, row.all_within_one, row.all_within_two)
        sizes = (100 * row.mean_sigma, 100 * row.median_error)
        lines.append(f"{row.name:26}{row.count:9}{row.misread:9}" + "".join(f"{part:9.3f}" for part in parts + sizes))
    return "\n".join(lines)


def tail_table(readings: Sequence[tuple[str, Reading]], count: int) -> str:
    """The charts with the most values beyond two sigma, misread ones left out: how many, their ratios and errors.

    Args:
        readings: with the name of the chart of each.
        count: of charts.
    """
    by_chart: dict[str, list[Reading]] = {}
    for name, reading in readings:
        if not reading.misread:
            by_chart.setdefault(name, []).append(reading)
    far = {name: [r for r in own if abs(r.error) > 2 * r.sigma] for name, own in by_chart.items()}
    lines = [f"{'beyond two sigma':26}{'of':>9}{'far':>9}{'ratio':>9}{'sigma %':>9}{'error %':>9}  marks"]
    for name in sorted((name for name in far if far[name]), key=lambda name: -len(far[name]))[:count]:
        own = far[name]
        middle = [float(np.median([v(r) for r in own])) for v in (_ratio, _sigma_percent, _error_percent)]
        marks = ", ".join(sorted({reading.mark.value for reading in own}))
        lines.append(
            f"{name:26}{len(by_chart[name]):9}{len(own):9}" + "".join(f"{v:9.3f}" for v in middle) + f"  {marks}"
        )
    return "\n".join(lines)


def _ratio(reading: Reading) -> float:
    return reading.error / reading.sigma


def _sigma_percent(reading: Reading) -> float:
    return 100 * reading.sigma


def _error_percent(reading: Reading) -> float:
    return 100 * reading.error


def coverage_svg(readings: Sequence[Reading]) -> str:
    """A plot of the part of values within 0 to 3 sigma, a curve a chart type; dashed: a normal distribution."""
    grid = np.linspace(0, _MOST_SIGMAS, 61)
    normal = [math.erf(float(k) / math.sqrt(2)) for k in grid]
    body = [_frame(), _curve(grid, normal, "#888888", dashed=True), _label(0, "normal", "#888888")]
    types = sorted({reading.chart_type.value for reading in readings})
    drawn = 0
    for name in types:
        judged = [r for r in readings if r.chart_type.value == name and not r.misread]
        if len(judged) < MIN_DRAWN:
            continue
        ratios = np.array([abs(r.error) / r.sigma for r in judged])
        color = _COLORS[drawn % len(_COLORS)]
        drawn += 1
        body += [_curve(grid, [float(np.mean(ratios <= k)) for k in grid], color), _label(drawn, name, color)]
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n' + "\n".join(body) + "\n</svg>\n"
    )


def _place(sigmas: float, share: float) -> tuple[float, float]:
    x = _MARGIN + sigmas / _MOST_SIGMAS * (_WIDTH - 230 - _MARGIN)
    return x, _HEIGHT - _MARGIN - share * (_HEIGHT - 2 * _MARGIN)


def _frame() -> str:
    (x0, y0), (x1, y1) = _place(0, 0), _place(_MOST_SIGMAS, 1)
    parts = [f'<rect x="0" y="0" width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>']
    parts.append(f'<rect x="{x0}" y="{y1}" width="{x1 - x0}" height="{y0 - y1}" fill="none" stroke="#333"/>')
    for k in range(4):
        x = _place(k, 0)[0]
        parts.append(f'<text x="{x}" y="{y0 + 18}" font-size="12" text-anchor="middle">{k}</text>')
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _place(0, share)[1]
        parts.append(f'<text x="{x0 - 6}" y="{y + 4}" font-size="12" text-anchor="end">{share:.2f}</text>')
    middle = (x0 + x1) / 2
    parts.append(f'<text x="{middle}" y="{y0 + 38}" font-size="13" text-anchor="middle">|error| / sigma</text>')
    parts.append(f'<text x="{x0}" y="{y1 - 12}" font-size="13">part of the true values within</text>')
    return "\n".join(parts)


def _curve(grid: np.ndarray, shares: Sequence[float], color: str, *, dashed: bool = False) -> str:
    places = " ".join("{:.1f},{:.1f}".format(*_place(float(k), s)) for k, s in zip(grid, shares, strict=True))
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<polyline points="{places}" fill="none" stroke="{color}" stroke-width="1.6"{dash}/>'


def _label(index: int, name: str, color: str) -> str:
    return f'<text x="{_WIDTH - 215}" y="{_MARGIN + 10 + 18 * index}" font-size="12" fill="{color}">{name}</text>'
