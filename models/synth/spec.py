"""What a synthetic chart shows, before any renderer draws it."""

from __future__ import annotations

from dataclasses import dataclass

from models.classes import PlotType


@dataclass(frozen=True)
class SeriesSpec:
    """A named series; `x` are axis values, or category numbers from 0; `low` and `high` error bars' ends or empty."""

    name: str | None
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    secondary: bool = False


@dataclass(frozen=True)
class BoxSpec:
    """The five numbers of a box, and the points beyond its whiskers."""

    min: float
    q1: float
    median: float
    q3: float
    max: float
    fliers: tuple[float, ...] = ()


@dataclass(frozen=True)
class ChartSpec:
    """The table of a chart and its words; x is the independent variable whatever the chart's direction.

    Attributes:
        categories: names along a categorical x axis, empty on a numeric one.
        boxes: per series one box per category, for box charts.
        edges: bin edges, for histograms.
        x_scale: "linear", "log", "time" (x in days since 1970-01-01) or "categorical".
        y_scale: "linear" or "log".
        percent: whether stacks are shares of 100.
        y2_title: the second value axis' title; None without a second axis.
    """

    chart_type: PlotType
    series: tuple[SeriesSpec, ...]
    categories: tuple[str, ...] = ()
    boxes: tuple[tuple[BoxSpec, ...], ...] = ()
    edges: tuple[float, ...] = ()
    x_scale: str = "linear"
    y_scale: str = "linear"
    title: str | None = None
    x_title: str | None = None
    y_title: str | None = None
    y2_title: str | None = None
    legend_title: str | None = None
    percent: bool = False
    tick_style: str = "plain"
