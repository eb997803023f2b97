"""Round tick values and their printed forms, for renderers that are told where their ticks are."""

from __future__ import annotations

import datetime as dt

import numpy as np

from models.synth.spec import ChartSpec
from models.synth.words import chance, pick


def linear_ticks(low: float, high: float, most: int) -> tuple[float, ...]:
    """At most so many round values inside the range, evenly spaced.

    >>> linear_ticks(0, 10, 6)
    (0.0, 2.0, 4.0, 6.0, 8.0, 10.0)
    """
    raw = (high - low) / max(1, most - 1)
    power = 10.0 ** np.floor(np.log10(raw))
    step = next(s * power for s in (1, 2, 2.5, 5, 10) if s * power >= raw * 0.999)
    first, last = np.ceil(low / step - 1e-9), np.floor(high / step + 1e-9)
    return tuple(float(f"{k * step:.10g}") + 0.0 for k in np.arange(first, last + 1))


def log_ticks(low: float, high: float) -> tuple[float, ...]:
    """The powers of ten inside the range, thinned to nine at most."""
    exponents = np.arange(np.ceil(np.log10(low) - 1e-9), np.floor(np.log10(high) + 1e-9) + 1)
    return tuple(float(10.0**e) for e in exponents[:: 1 + len(exponents) // 9])


def value_range(rng: np.random.Generator, spec: ChartSpec) -> tuple[float, float]:
    """Where a value axis for the spec's data begins and ends, as plotting programs choose."""
    values = [v for s in spec.series for v in (*s.y, *s.low, *s.high)]
    values += [v for row in spec.boxes for b in row for v in (b.min, b.max, *b.fliers)]
    stacked = "stacked" in spec.chart_type.value or spec.chart_type.value == "area"
    if stacked:
        values = [*map(float, np.sum([s.y for s in spec.series], axis=0)), 0.0]
    low, high = min(values), max(values)
    if spec.y_scale == "log":
        low = min(v for v in values if v > 0)
        return float(10 ** np.floor(np.log10(low))), float(10 ** np.ceil(np.log10(high * 1.001)))
    filled = "bar" in spec.chart_type.value or spec.chart_type.value in ("histogram", "area")
    if filled or (low >= 0 and chance(rng, 0.5)):
        low, high = min(low, 0.0), max(high, 0.0)
    span = (high - low) or abs(high) or 1.0
    pad = float(rng.uniform(0.0, 0.12))
    if spec.percent:
        return 0.0, 100.0
    if chance(rng, 0.6):
        ticks = linear_ticks(low - (low != 0) * pad * span, high + pad * span, 6)
        step = ticks[1] - ticks[0] if len(ticks) > 1 else span
        return float(np.floor(low / step + 1e-9) * step), float(np.ceil(high / step - 1e-9) * step) or step
    return low - (low != 0) * pad * span, high + (high != 0) * pad * span


def tick_text(value: float, style: str) -> str:
    """The value as printed in a tick style.

    >>> tick_text(2500, "comma"), tick_text(2500, "si"), tick_text(0.5, "decimal_comma")
    ('2,500', '2.5k', '0,5')
    """
    if style == "comma":
        return f"{value:,.10g}"
    if style == "blank":
        return f"{value:,.10g}".replace(",", " ")
    if style == "decimal_comma":
        return f"{value:.10g}".replace(".", ",")
    if style == "percent":
        return f"{value:.10g}%"
    if style == "exp":
        return f"{value:.0e}" if float(f"{value:.0e}") == value else f"{value:.1e}"
    if style == "si" and abs(value) >= 1000:
        size, letter = next((s, c) for s, c in ((1e9, "G"), (1e6, "M"), (1e3, "k")) if abs(value) >= s)
        return f"{value / size:.6g}{letter}"
    return f"{value:.10g}" if abs(value) < 1e7 else f"{value:.3g}"


def even_texts(values: tuple[float, ...], style: str) -> tuple[str, ...]:
    """Tick labels with equal decimals in the plain style, as most programs print them."""
    texts = tuple(tick_text(v, style) for v in values)
    if style != "plain" or any("e" in t for t in texts):
        return texts
    digits = max((len(t.partition(".")[2]) for t in texts), default=0)
    return tuple(f"{v:.{digits}f}" for v in values)


def time_ticks(rng: np.random.Generator, low: float, high: float) -> tuple[tuple[float, str], ...]:
    """Days since 1970 and printed dates, at round dates inside a range of days."""
    first, last = (dt.date(1970, 1, 1) + dt.timedelta(days=float(d)) for d in (low, high))
    months = (high - low) / 30.44
    if months > 36:
        step = max(1, round(months / 12 / int(rng.integers(4, 9))))
        dates = [dt.date(y, 1, 1) for y in range(first.year, last.year + 2, step)]
        form = "%Y"
    elif months > 3:
        step = max(1, round(months / int(rng.integers(4, 8))))
        starts = [dt.date(first.year + m // 12, m % 12 + 1, 1) for m in range(first.month - 1, first.month + 40)]
        dates, form = starts[::step], pick(rng, ("%b %Y", "%Y-%m", "%m/%Y", "%b"))
    else:
        step = max(1, round((high - low) / int(rng.integers(4, 7))))
        dates = [first + dt.timedelta(days=k) for k in range(0, 100, step)]
        form = pick(rng, ("%Y-%m-%d", "%d %b", "%m/%d"))
    days = [((d - dt.date(1970, 1, 1)).days, d.strftime(form)) for d in dates]
    return tuple((float(d), text) for d, text in days if low <= d <= high)
