"""Random tables with the shapes of published data."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.classes import PlotType
from models.synth.spec import BoxSpec, ChartSpec, SeriesSpec
from models.synth.words import chance, group_names, group_title, pick, quantity, title

# Lines, bars and scatters are the bulk of published charts.
TYPE_WEIGHTS = {
    PlotType.LINE: 20,
    PlotType.VERTICAL_BAR: 10,
    PlotType.HORIZONTAL_BAR: 7,
    PlotType.GROUPED_VERTICAL_BAR: 10,
    PlotType.GROUPED_HORIZONTAL_BAR: 5,
    PlotType.STACKED_VERTICAL_BAR: 7,
    PlotType.STACKED_HORIZONTAL_BAR: 5,
    PlotType.SCATTER: 13,
    PlotType.VERTICAL_BOX: 8,
    PlotType.HORIZONTAL_BOX: 4,
    PlotType.PIE: 4,
    PlotType.AREA: 3,
    PlotType.HISTOGRAM: 5,
}


def pick_type(rng: np.random.Generator) -> PlotType:
    """A chart type, as often as in print."""
    weights = np.array(list(TYPE_WEIGHTS.values()), dtype=float)
    return list(TYPE_WEIGHTS)[int(rng.choice(len(weights), p=weights / weights.sum()))]


def make_spec(rng: np.random.Generator, chart_type: PlotType) -> ChartSpec:
    """A chart of the type with random data and words."""
    if chart_type is PlotType.LINE:
        spec = _line(rng)
    elif chart_type is PlotType.SCATTER:
        spec = _scatter(rng)
    elif chart_type in (PlotType.VERTICAL_BOX, PlotType.HORIZONTAL_BOX):
        spec = _box(rng, chart_type)
    elif chart_type is PlotType.PIE:
        spec = _pie(rng)
    elif chart_type is PlotType.AREA:
        spec = _area(rng)
    elif chart_type is PlotType.HISTOGRAM:
        spec = _histogram(rng)
    else:
        spec = _bars(rng, chart_type)
    spec = _worded(rng, spec)
    if chart_type is PlotType.PIE:
        return replace(spec, x_title=None, y_title=None)
    if chart_type is PlotType.HISTOGRAM:
        return replace(spec, y_title=pick(rng, ("Frequency", "Count", "Density", "Number of cases", "Counts", None)))
    return spec


def _worded(rng: np.random.Generator, spec: ChartSpec) -> ChartSpec:
    categorical = spec.x_scale == "categorical"
    x_title = group_title(rng) if categorical else quantity(rng)
    return replace(
        spec,
        title=title(rng) if chance(rng, 0.4) else None,
        x_title=x_title if chance(rng, 0.45 if categorical else 0.9) else None,
        y_title=quantity(rng) if chance(rng, 0.88) else None,
        legend_title=group_title(rng) if chance(rng, 0.25) else None,
    )


def _tick_style(rng: np.random.Generator, top: float) -> str:
    if top >= 2000:
        return pick(rng, ("plain", "plain", "comma", "comma", "sci", "si", "blank"))
    if top < 0.01:
        return pick(rng, ("plain", "sci", "exp"))
    return pick(rng, ("plain",) * 8 + ("percent", "decimal_comma", "exp"))


def _magnitude(rng: np.random.Generator) -> float:
    exponent = pick(rng, (0, 0, 1, 1, 1, 2, 2, 3, 4, 5, -1, -2, 6))
    return float(rng.uniform(1, 10) * 10.0**exponent)


def _round(values: np.ndarray) -> tuple[float, ...]:
    return tuple(float(f"{v:.5g}") for v in values)


def _bars(rng: np.random.Generator, chart_type: PlotType) -> ChartSpec:
    single = chart_type in (PlotType.VERTICAL_BAR, PlotType.HORIZONTAL_BAR)
    stacked = chart_type in (PlotType.STACKED_VERTICAL_BAR, PlotType.STACKED_HORIZONTAL_BAR)
    n = int(rng.integers(2, 31)) if single and chance(rng, 0.3) else int(rng.integers(2, 10))
    m = 1 if single else int(rng.integers(2, 7 if stacked else 6))
    top = _magnitude(rng)
    values = top * rng.beta(pick(rng, (0.7, 1.5, 3.0)), 1.3, size=(m, n))
    if chance(rng, 0.25):
        values = np.sort(values, axis=1)[:, :: pick(rng, (1, -1))]
    if not stacked and chance(rng, 0.12):
        values -= top * rng.uniform(0.1, 0.7)
    if chance(rng, 0.08):
        values[rng.random(values.shape) < 0.15] = 0.0
    log = not stacked and bool((values > 0).all()) and chance(rng, 0.06)
    if log:
        values = 10.0 ** rng.uniform(np.log10(top) - 3, np.log10(top), size=(m, n))
    percent = stacked and chance(rng, 0.4)
    if percent:
        values = values + 1e-3 * top
        values = 100 * values / values.sum(axis=0)
    errors = not stacked and chance(rng, 0.35)
    half = np.abs(values) * rng.uniform(0.02, 0.3, size=(m, n))
    names = (None,) if single else group_names(rng, m)
    series = tuple(
        SeriesSpec(
            names[i],
            tuple(float(k) for k in range(n)),
            _round(values[i]),
            _round(values[i] - half[i]) if errors else (),
            _round(values[i] + half[i]) if errors else (),
        )
        for i in range(m)
    )
    return ChartSpec(
        chart_type,
        series,
        group_names(rng, n),
        x_scale="categorical",
        y_scale="log" if log else "linear",
        percent=percent,
        tick_style=pick(rng, ("plain", "percent")) if percent else _tick_style(rng, top),
    )


def _curve(rng: np.random.Generator, t: np.ndarray) -> np.ndarray:
    """A curve from about 0 to 1 over t in 0 to 1."""
    return np.asarray(_shape(rng, t), dtype=float)


def _shape(rng: np.random.Generator, t: np.ndarray) -> object:
    kind = pick(rng, ("rise", "fall", "wave", "peak", "walk", "sigmoid", "flat", "noise", "power"))
    a, b = float(rng.uniform(0.2, 0.9)), float(rng.uniform(1.5, 8))
    if kind == "rise":
        return a * (1 - np.exp(-b * t)) + 0.05
    if kind == "fall":
        return a * np.exp(-b * t) + 0.05
    if kind == "wave":
        return 0.5 + 0.4 * a * np.sin(b * 3 * t + a * 6)
    if kind == "peak":
        return a * np.exp(-(((t - rng.uniform(0.2, 0.8)) * b) ** 2)) + 0.05
    if kind == "walk":
        walk = np.cumsum(rng.normal(size=len(t)))
        return (walk - walk.min()) / (np.ptp(walk) + 1e-9) * a + 0.1
    if kind == "sigmoid":
        return a / (1 + np.exp(-4 * b * (t - rng.uniform(0.3, 0.7)))) + 0.03
    if kind == "power":
        return a * t ** float(rng.uniform(0.4, 3)) + 0.03
    noise = rng.normal(size=len(t)) * (0.05 if kind == "flat" else 0.2)
    return np.clip(a + noise, 0.01, 1.2)


def _line(rng: np.random.Generator) -> ChartSpec:
    m = pick(rng, (1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 12))
    dense = chance(rng, 0.35)
    n = int(rng.integers(40, 300)) if dense else int(rng.integers(3, 25))
    categorical = not dense and n <= 12 and chance(rng, 0.25)
    x_scale = "categorical" if categorical else pick(rng, ("linear",) * 7 + ("log", "time", "time"))
    x = _axis_values(rng, x_scale, n)
    top = _magnitude(rng)
    log = chance(rng, 0.12)
    t = np.linspace(0, 1, n)
    offset = top * rng.uniform(0, 3) if chance(rng, 0.2) else 0.0
    negative = chance(rng, 0.1) and not log
    errors = not dense and chance(rng, 0.25)
    names = group_names(rng, m) if m > 1 or chance(rng, 0.3) else (None,)
    second = m >= 2 and not log and chance(rng, 0.12)
    series = []
    for i in range(m):
        y = _curve(rng, t) * rng.uniform(0.4, 1.1) + (rng.normal(size=n) * 0.02 if chance(rng, 0.4) else 0.0)
        y = top * (y - 0.4 if negative else np.abs(y)) + offset
        if log:
            y = top * 10.0 ** (3 * np.clip(_curve(rng, t), -0.1, 1.2) - 3)
        aside = second and i == m - 1
        y = y * pick(rng, (0.01, 20.0, 300.0)) if aside else y
        half = np.abs(y) * rng.uniform(0.02, 0.2, size=n)
        low, high = (_round(y - half), _round(y + half)) if errors else ((), ())
        series.append(SeriesSpec(names[i], tuple(map(float, x)), _round(y), low, high, aside))
    return ChartSpec(
        PlotType.LINE,
        tuple(series),
        group_names(rng, n) if categorical else (),
        x_scale=x_scale,
        y_scale="log" if log else "linear",
        y2_title=quantity(rng) if second else None,
        tick_style=_tick_style(rng, top),
    )


def _axis_values(rng: np.random.Generator, scale: str, n: int) -> np.ndarray:
    if scale == "categorical":
        return np.arange(n, dtype=float)
    if scale == "log":
        start = rng.uniform(-3, 2)
        return np.asarray(10.0 ** np.linspace(start, start + rng.uniform(1.5, 5), n))
    if scale == "time":
        step = pick(rng, (1.0, 7.0, 30.4375, 365.25 / 4, 365.25))
        return np.round(rng.uniform(3000, 18000) + np.arange(n) * step)
    style = rng.random()
    if style < 0.3 and n < 60:
        return np.asarray(float(rng.integers(1950, 2010)) + np.arange(n))
    span = _magnitude(rng)
    start = 0.0 if chance(rng, 0.6) else float(rng.uniform(-0.5, 1) * span)
    even = np.linspace(start, start + span, n)
    return even if chance(rng, 0.7) else np.sort(start + span * rng.random(n))


def _scatter(rng: np.random.Generator) -> ChartSpec:
    m = pick(rng, (1, 1, 1, 2, 3, 4))
    n = int(10 ** rng.uniform(0.9, 2.7)) // m + 2
    top, wide = _magnitude(rng), _magnitude(rng)
    x_log, y_log = chance(rng, 0.1), chance(rng, 0.1)
    names = group_names(rng, m) if m > 1 else (None,)
    series = []
    slope = rng.uniform(-1, 1)
    for i in range(m):
        if chance(rng, 0.5):
            x = rng.random(n)
            y = 0.5 + slope * (x - 0.5) + rng.normal(size=n) * rng.uniform(0.02, 0.25)
        else:
            x, y = rng.normal(rng.uniform(0.2, 0.8), 0.12, n), rng.normal(rng.uniform(0.2, 0.8), 0.12, n)
        xs = 10 ** (3 * x) * wide / 100 if x_log else wide * x
        ys = 10 ** (3 * y) * top / 100 if y_log else top * y
        series.append(SeriesSpec(names[i], _round(xs), _round(ys)))
    return ChartSpec(
        PlotType.SCATTER,
        tuple(series),
        x_scale="log" if x_log else "linear",
        y_scale="log" if y_log else "linear",
        tick_style=_tick_style(rng, top),
    )


def _one_box(rng: np.random.Generator, center: float, spread: float) -> BoxSpec:
    q1, median, q3 = np.sort(center + spread * rng.normal(size=3) * 0.6)
    low = q1 - abs(rng.normal()) * spread * 0.8
    high = q3 + abs(rng.normal()) * spread * 0.8
    fliers: tuple[float, ...] = ()
    if chance(rng, 0.3):
        count = int(rng.integers(1, 5))
        signs = rng.choice([-1.0, 1.0], size=count)
        fliers = _round(np.where(signs > 0, high, low) + signs * spread * rng.uniform(0.2, 1.5, size=count))
    lowest, first, middle, third, highest = _round(np.array([low, q1, median, q3, high]))
    return BoxSpec(lowest, first, middle, third, highest, fliers)


def _box(rng: np.random.Generator, chart_type: PlotType) -> ChartSpec:
    n, m = int(rng.integers(1, 10)), pick(rng, (1, 1, 1, 2, 3))
    top = _magnitude(rng)
    names = group_names(rng, m) if m > 1 else (None,)
    boxes = tuple(
        tuple(_one_box(rng, top * rng.uniform(0.3, 1), top * rng.uniform(0.05, 0.2)) for _ in range(n))
        for _ in range(m)
    )
    series = tuple(SeriesSpec(names[i], tuple(map(float, range(n))), ()) for i in range(m))
    return ChartSpec(
        chart_type,
        series,
        group_names(rng, n),
        boxes,
        x_scale="categorical",
        tick_style=_tick_style(rng, top),
    )


def _pie(rng: np.random.Generator) -> ChartSpec:
    n = int(rng.integers(2, 9))
    values = rng.gamma(1.2, size=n) + 0.08
    values = values if chance(rng, 0.5) else np.sort(values)[::-1]
    series = SeriesSpec(None, tuple(map(float, range(n))), _round(100 * values / values.sum()))
    return ChartSpec(PlotType.PIE, (series,), group_names(rng, n), x_scale="categorical", percent=True)


def _area(rng: np.random.Generator) -> ChartSpec:
    m, n = pick(rng, (1, 1, 2, 3, 4, 5)), int(rng.integers(5, 80))
    x_scale = pick(rng, ("linear", "linear", "time"))
    x, top = _axis_values(rng, x_scale, n), _magnitude(rng)
    t = np.linspace(0, 1, n)
    names = group_names(rng, m) if m > 1 else (None,)
    series = tuple(
        SeriesSpec(names[i], tuple(map(float, x)), _round(top * (np.abs(_curve(rng, t)) + 0.02))) for i in range(m)
    )
    return ChartSpec(
        PlotType.AREA,
        series,
        x_scale=x_scale,
        tick_style=_tick_style(rng, top),
    )


def _histogram(rng: np.random.Generator) -> ChartSpec:
    n, top = int(rng.integers(5, 40)), _magnitude(rng)
    start = 0.0 if chance(rng, 0.5) else float(rng.uniform(-1, 1) * top)
    edges = np.linspace(start, start + top, n + 1)
    middle = (np.arange(n) + 0.5) / n
    shape = np.exp(-(((middle - rng.uniform(0.1, 0.9)) / rng.uniform(0.1, 0.4)) ** 2)) * (1 + 0.2 * rng.normal(size=n))
    if chance(rng, 0.2):
        shape = shape + 0.7 * np.exp(-(((middle - rng.uniform(0.1, 0.9)) / 0.1) ** 2))
    counts = np.round(np.clip(shape, 0, None) * float(10 ** rng.uniform(0.8, 3.5)))
    values = counts / counts.sum() if counts.sum() and chance(rng, 0.25) else counts
    series = SeriesSpec(None, tuple(map(float, (edges[:-1] + edges[1:]) / 2)), _round(values))
    return ChartSpec(
        PlotType.HISTOGRAM, (series,), edges=tuple(map(float, edges)), tick_style=_tick_style(rng, float(values.max()))
    )
