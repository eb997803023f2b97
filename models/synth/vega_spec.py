"""Vega-Lite specifications of charts, with every mark in a named layer and every tick at a told value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from models.classes import PlotType
from models.synth.look import Look
from models.synth.spec import ChartSpec
from models.synth.ticks import even_texts, linear_ticks, log_ticks, tick_text, time_ticks, value_range
from models.synth.words import chance, pick, wrap

_DAY_MS = 86_400_000.0
_SHAPES = {
    "o": "circle",
    "s": "square",
    "^": "triangle-up",
    "D": "diamond",
    "v": "triangle-down",
    "x": "cross",
    "+": "cross",
    "<": "triangle-left",
    ">": "triangle-right",
    "*": "stroke",
    "p": "circle",
    "h": "square",
    ".": "circle",
    "d": "diamond",
}
_DASHES: tuple[list[int], ...] = ([], [6, 4], [1, 2], [6, 2, 1, 2], [3, 3], [8, 3], [2, 1], [10, 3, 3, 3])


@dataclass(frozen=True)
class PlannedAxis:
    """An axis' ticks in drawing order, with values as the chart's table has them."""

    channel: str
    values: tuple[float | str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A Vega-Lite unit for one panel and what its named layers hold."""

    unit: dict[str, Any]
    axes: tuple[PlannedAxis, ...]
    order: dict[str, list[tuple[int, int]]]
    direct: bool


class _Builder:
    def __init__(
        self, spec: ChartSpec, look: Look, rng: np.random.Generator, index: int, size: tuple[int, int]
    ) -> None:
        self.spec, self.look, self.rng, self.index = spec, look, rng, index
        self.width, self.height = size
        self.layers: list[dict[str, Any]] = []
        self.order: dict[str, list[tuple[int, int]]] = {}
        self.axes: list[PlannedAxis] = []
        self.flip = spec.chart_type.is_horizontal
        self.value, self.across = ("x", "y") if self.flip else ("y", "x")
        self.names = [s.name or "" for s in spec.series]
        self.named = len(spec.series) > 1 or bool(spec.series[0].name)
        self.direct = False

    def layer(self, name: str, mark: dict[str, Any], rows: list[dict[str, Any]], encoding: dict[str, Any]) -> None:
        full = f"p{self.index}_{name}"
        self.layers.append({"name": full, "mark": mark, "data": {"values": rows}, "encoding": encoding})

    # ---- channels

    def value_channel(self, field: str = "v", *, stack: bool = False) -> dict[str, Any]:
        return {
            "field": field,
            "type": "quantitative",
            "scale": self.value_scale,
            "axis": self.value_axis,
            "stack": "zero" if stack else None,
            "title": self.spec.y_title,
        }

    def plan_value_axis(self) -> None:
        low, high = value_range(self.rng, self.spec)
        scale: dict[str, Any] = {"domain": [low, high], "nice": False, "zero": False}
        size = self.width if self.flip else self.height
        if self.spec.y_scale == "log":
            scale["type"] = "log"
            values = log_ticks(low, high)
            texts = _log_texts(self.rng, values)
        else:
            room = max(3, int(size / (self.look.font_size * (4.5 if self.flip else 1.8))))
            values = linear_ticks(low, high, int(self.rng.integers(4, max(5, min(11, room)))))
            texts = even_texts(values, self.spec.tick_style)
        self.value_scale = scale
        self.value_axis = _axis(values, texts)
        self.axes.append(PlannedAxis(self.value, values, texts))

    def plan_across_axis(self) -> None:
        spec, rng = self.spec, self.rng
        if spec.categories:
            names = [wrap(c, 12).split("\n") if len(c) > 12 and chance(rng, 0.5) else [c] for c in spec.categories]
            texts = tuple(" ".join(n) for n in names)
            cases = " : ".join(
                f"datum.value == '{_quoted(c)}' ? {n}" for c, n in zip(spec.categories, names, strict=True)
            )
            axis: dict[str, Any] = {"labelExpr": f"{cases} : datum.label", "labelOverlap": False, "labelLimit": 500}
            letters = max(len(line) for n in names for line in n)
            fits = letters * self.look.font_size * 0.62 < self.width / len(spec.categories)
            if not self.flip:
                axis["labelAngle"] = 0 if fits and chance(rng, 0.8) else pick(rng, (-90, -90, -45, -45, 45, 90))
            self.across_channel: dict[str, Any] = {
                "field": "c",
                "type": "nominal",
                "sort": None,
                "axis": axis,
                "title": spec.x_title,
                "scale": {
                    "domain": list(spec.categories),
                    "paddingInner": round(1 - min(self.look.bar_width, 0.97), 3),
                    "paddingOuter": float(rng.uniform(0.05, 0.4)),
                },
            }
            self.axes.append(PlannedAxis(self.across, spec.categories, texts))
            return
        low, high = self._x_range()
        scale: dict[str, Any] = {"domain": [low, high], "nice": False, "zero": False}
        kind = "quantitative"
        values: tuple[float, ...]
        if spec.x_scale == "time":
            ticks = time_ticks(rng, low, high)
            values, texts = tuple(t[0] for t in ticks), tuple(t[1] for t in ticks)
            scale["domain"] = [low * _DAY_MS, high * _DAY_MS]
            # a linear scale in milliseconds looks like a time scale and keeps the ticks where they are told to be
            axis = _axis(tuple(v * _DAY_MS for v in values), texts)
        elif spec.x_scale == "log":
            scale["type"] = "log"
            values = log_ticks(low, high)
            texts = _log_texts(rng, values)
            axis = _axis(values, texts)
        else:
            room = max(3, int(self.width / (self.look.font_size * 4.5)))
            values = linear_ticks(low, high, int(rng.integers(4, max(5, min(10, room)))))
            texts = even_texts(values, "plain")
            axis = _axis(values, texts)
        self.across_channel = {"field": "c", "type": kind, "scale": scale, "axis": axis, "title": spec.x_title}
        self.axes.append(PlannedAxis(self.across, values, texts))

    def _x_range(self) -> tuple[float, float]:
        xs = [x for s in self.spec.series for x in s.x] if not self.spec.edges else list(self.spec.edges)
        low, high = min(xs), max(xs)
        if self.spec.x_scale == "log":
            return float(10 ** np.floor(np.log10(low) + 1e-9)), float(10 ** np.ceil(np.log10(high) - 1e-9))
        if self.spec.chart_type is PlotType.SCATTER:
            pad = float(self.rng.uniform(0.01, 0.1)) * (high - low)
            return low - pad, high + pad
        pad = 0.0 if chance(self.rng, 0.6) else float(self.rng.uniform(0, 0.05)) * (high - low)
        return low - pad, high + pad

    def color(self, values: tuple[str, ...], *, legend: bool = True) -> dict[str, Any]:
        if not self.named:
            return {"value": values[0]}
        shown = None if not legend or self.direct else {"title": self.spec.legend_title}
        return {
            "field": "s",
            "type": "nominal",
            "sort": None,
            "legend": shown,
            "scale": {"domain": self.names, "range": list(values[: len(self.names)])},
        }

    def place(self, k: int, x: float) -> Any:
        if self.spec.categories:
            return self.spec.categories[k]
        return x * _DAY_MS if self.spec.x_scale == "time" else x


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace("'", "\\'")


def _axis(values: tuple[float, ...], texts: tuple[str, ...]) -> dict[str, Any]:
    expression = " : ".join(f"datum.index < {(k + 0.5) / len(texts)} ? '{_quoted(t)}'" for k, t in enumerate(texts))
    # datum.index runs from 0 to 1 over the ticks
    if len(texts) > 1:
        step = 1 / (len(texts) - 1)
        expression = " : ".join(f"datum.index < {(k + 0.5) * step:.6f} ? '{_quoted(t)}'" for k, t in enumerate(texts))
    return {"values": list(values), "labelExpr": f"{expression} : datum.label", "labelOverlap": False}


def _log_texts(rng: np.random.Generator, values: tuple[float, ...]) -> tuple[str, ...]:
    style = pick(rng, ("plain", "power", "power", "exp"))
    if style == "power":
        raised = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
        return tuple("10" + str(round(np.log10(v))).translate(raised) for v in values)
    return tuple(f"{v:.0e}" if style == "exp" else tick_text(v, "comma") for v in values)


def plan_panel(spec: ChartSpec, look: Look, rng: np.random.Generator, index: int, size: tuple[int, int]) -> Plan:
    """The Vega-Lite unit of a panel of a plot size in pixels."""
    from models.synth import vega_layers

    builder = _Builder(spec, look, rng, index, size)
    if spec.chart_type is not PlotType.PIE:
        builder.plan_value_axis()
        builder.plan_across_axis()
    vega_layers.add_layers(builder)
    unit: dict[str, Any] = {"width": size[0], "height": size[1], "layer": builder.layers}
    if spec.title:
        unit["title"] = {"text": wrap(spec.title, 40).split("\n"), "anchor": pick(rng, ("middle", "middle", "start"))}
    return Plan(unit, tuple(builder.axes), builder.order, builder.direct)


Builder = _Builder
SHAPES, DASHES = _SHAPES, _DASHES
