"""Charts drawn here with known values come back with them: one for each chart type and each kind of scale.

The engine that reads text is real, so the whole pipeline is under test. Tolerances are parts of the axis span.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

import sie
from sie.artifacts import Chart, Series

pytestmark = pytest.mark.engine

TOLERANCE = 0.01
NAMES = ["Wheat", "Barley", "Oats", "Rye"]
LOW, HIGH = [12.0, 25.5, 7.0, 18.0], [20.0, 11.0, 31.0, 26.0]
DATA = Path(__file__).parents[1] / "data" / "charts"

Table = dict[str | None, list[tuple[object, float]]]
Drawer = Callable[[Axes], Table]


def read(draw: Drawer, folder: Path) -> tuple[Chart, Table]:
    fig, ax = plt.subplots(figsize=(6, 4.2), dpi=110)
    truth = draw(ax)
    path = folder / "chart.png"
    fig.savefig(path)
    plt.close(fig)
    figure = sie.extract(path)
    assert len(figure.charts) == 1
    return figure.charts[0], truth


def span_of(truth: Table) -> float:
    values = [y for points in truth.values() for _x, y in points]
    return max([*values, 0.0]) - min([*values, 0.0])


def by_name(chart: Chart) -> dict[str | None, Series]:
    return {series.name: series for series in chart.series}


def assert_same(chart: Chart, truth: Table) -> None:
    found = by_name(chart)
    assert set(found) == set(truth)
    for name, points in truth.items():
        got = {str(p.x): p.y for p in found[name].points}
        assert set(got) == {str(x) for x, _y in points}
        for x, y in points:
            assert got[str(x)] == pytest.approx(y, abs=TOLERANCE * span_of(truth))


def paired(values: list[float]) -> list[tuple[object, float]]:
    return list(zip(NAMES, values, strict=True))


def plain_bars(ax: Axes) -> Table:
    ax.bar(NAMES, LOW, color="#33658a")
    ax.set_ylabel("Yield")
    return {None: paired(LOW)}


def grouped_bars(ax: Axes) -> Table:
    at = np.arange(4)
    ax.bar(at - 0.2, LOW, 0.4, label="Old", color="white", edgecolor="black", hatch="//")
    ax.bar(at + 0.2, HIGH, 0.4, label="New", color="black")
    ax.set_xticks(at, NAMES)
    ax.set_ylim(0, 40)
    ax.legend(loc="upper left", ncols=2)
    return {"Old": paired(LOW), "New": paired(HIGH)}


def stacked_bars(ax: Axes) -> Table:
    ax.bar(NAMES, LOW, label="Old", color="#f6ae2d")
    ax.bar(NAMES, HIGH, bottom=LOW, label="New", color="#2f4858")
    ax.set_ylim(0, 60)
    ax.legend(loc="upper left", ncols=2)
    return {"Old": paired(LOW), "New": paired(HIGH)}


def percent_bars(ax: Axes) -> Table:
    share = [100 * a / (a + b) for a, b in zip(LOW, HIGH, strict=True)]
    rest = [100 - s for s in share]
    ax.barh(NAMES, share, label="Old", color="#86bbd8")
    ax.barh(NAMES, rest, left=share, label="New", color="#f26419")
    ax.set_xlim(0, 100)
    ax.set_xlabel("Share (%)")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 1.12), ncols=2)
    return {"Old": paired(share), "New": paired(rest)}


def negative_bars(ax: Axes) -> Table:
    values = [6.0, -4.5, 9.0, -8.0]
    ax.bar(NAMES, values, color="#7a306c")
    ax.axhline(0, color="black", linewidth=0.8)
    return {None: paired(values)}


BARS = {
    "vertical bar": plain_bars,
    "grouped vertical bar": grouped_bars,
    "stacked vertical bar": stacked_bars,
    "stacked horizontal bar": percent_bars,
}


@pytest.mark.parametrize("chart_type", BARS)
def test_bars_of_every_kind_come_back(chart_type: str, tmp_path: Path) -> None:
    chart, truth = read(BARS[chart_type], tmp_path)
    assert chart.chart_type == chart_type
    assert_same(chart, truth)


def test_negative_bars_come_back(tmp_path: Path) -> None:
    assert_same(*read(negative_bars, tmp_path))


def curve_error(series: Series, x: np.ndarray, y: np.ndarray, *, log: bool = False) -> float:
    """The largest distance of a read curve from the true one, as a part of the true one's span."""
    got = np.array([(float(p.x), p.y) for p in series.points if p.y is not None and not isinstance(p.x, str)])
    inside = (got[:, 0] >= x[0]) & (got[:, 0] <= x[-1])
    scale = np.log10 if log else np.asarray
    want = np.interp(got[inside, 0], x, scale(y))
    return float(np.max(np.abs(scale(got[inside, 1]) - want)) / np.ptp(scale(y)))


@pytest.mark.parametrize("log", [False, True], ids=["linear", "log"])
def test_curves_come_back_on_linear_and_log_axes(log: bool, tmp_path: Path) -> None:
    x = np.linspace(0, 10, 60)
    curves = {"Fast": 100 * np.exp(-x / 2), "Slow": 80 * np.exp(-x / 8)}

    def draw(ax: Axes) -> Table:
        for (name, y), color in zip(curves.items(), ("#1b998b", "#e84855"), strict=True):
            ax.plot(x, y, color=color, label=name)
        if log:
            ax.set_yscale("log")
        ax.legend(loc="center right")
        return {}

    chart, _ = read(draw, tmp_path)
    assert chart.chart_type == "line"
    assert chart.y_scale == ("log" if log else "linear")
    assert set(by_name(chart)) == set(curves)
    for name, y in curves.items():
        assert curve_error(by_name(chart)[name], x, y, log=log) < 2 * TOLERANCE


def test_dates_come_back_as_iso_dates(tmp_path: Path) -> None:
    days = [dt.date(2020, 1, 1) + dt.timedelta(days=30 * k) for k in range(13)]
    y = [10 + 3 * k for k in range(13)]

    def draw(ax: Axes) -> Table:
        ax.plot(days, y, color="#3d348b", marker="o")
        ax.xaxis.set_major_locator(mpl.dates.MonthLocator(bymonth=(1, 4, 7, 10)))
        ax.xaxis.set_major_formatter(mpl.dates.DateFormatter("%b %Y"))
        return {}

    chart, _ = read(draw, tmp_path)
    assert chart.x_scale == "time"
    first, last = chart.series[0].points[0], chart.series[0].points[-1]
    assert abs((dt.date.fromisoformat(str(first.x)) - days[0]).days) <= 4
    assert abs((dt.date.fromisoformat(str(last.x)) - days[-1]).days) <= 4


def test_scatter_groups_come_back(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    groups = {name: rng.uniform(0, 10, (12, 2)) for name in ("Male", "Female")}

    def draw(ax: Axes) -> Table:
        for (name, points), marker in zip(groups.items(), "os", strict=True):
            ax.scatter(points[:, 0], points[:, 1], marker=marker, label=name, s=30)
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        ax.figure.subplots_adjust(right=0.78)
        return {}

    chart, _ = read(draw, tmp_path)
    assert chart.chart_type == "scatter"
    for name, points in groups.items():
        got = np.array([(p.x, p.y) for p in by_name(chart)[name].points], float)
        nearest = np.abs(points[:, None] - got[None]).max(axis=2).min(axis=1)
        assert (nearest < TOLERANCE * 10).mean() > 0.9


def test_histogram_bins_come_back(tmp_path: Path) -> None:
    values = np.random.default_rng(2).normal(50, 12, 400)
    counts, edges = np.histogram(values, bins=10)

    def draw(ax: Axes) -> Table:
        ax.hist(values, bins=edges, color="#9c6644", edgecolor="black")
        ax.set(xlabel="Length (cm)", ylabel="Count")
        return {}

    chart, _ = read(draw, tmp_path)
    assert chart.chart_type == "histogram"
    points = chart.series[0].points
    assert [p.y for p in points] == pytest.approx([float(c) for c in counts if c], abs=TOLERANCE * counts.max())
    assert [p.x0 for p in points] == pytest.approx(list(edges[:-1][counts > 0]), abs=TOLERANCE * np.ptp(edges))


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_boxes_come_back(orientation: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(9)
    data = [rng.normal(10 + 4 * k, 3, 80) for k in range(4)]
    span = max(map(np.max, data)) - min(map(np.min, data))

    def draw(ax: Axes) -> Table:
        ax.boxplot(data, tick_labels=NAMES, orientation=orientation, whis=(0, 100))
        return {}

    chart, _ = read(draw, tmp_path)
    assert chart.chart_type == f"{orientation} box"
    got = {p.x: p for p in chart.series[0].points}
    for name, sample in zip(NAMES, data, strict=True):
        five = [getattr(got[name], key) for key in ("min", "q1", "median", "q3", "max")]
        assert five == pytest.approx(np.percentile(sample, [0, 25, 50, 75, 100]).tolist(), abs=TOLERANCE * span)


@pytest.mark.parametrize("hole", [0.0, 0.5], ids=["pie", "donut"])
def test_pies_and_donuts_come_back_as_shares(hole: float, tmp_path: Path) -> None:
    shares = [42.0, 28.0, 18.0, 12.0]

    def draw(ax: Axes) -> Table:
        wedges, *_ = ax.pie(shares, wedgeprops={"width": 1 - hole, "edgecolor": "white"})
        ax.legend(wedges, NAMES, loc="center left", bbox_to_anchor=(0.95, 0.5))
        return {None: paired(shares)}

    chart, truth = read(draw, tmp_path)
    assert chart.chart_type == "pie"
    got = {p.x: p.y for p in chart.series[0].points}
    assert got == pytest.approx(dict(truth[None]), abs=1.0)


def test_stacked_areas_come_back_as_their_own_heights(tmp_path: Path) -> None:
    x = np.linspace(0, 8, 40)
    layers = {"Base": 5 + np.sin(x), "Top": 3 + 0.5 * x}

    def draw(ax: Axes) -> Table:
        ax.stackplot(x, *layers.values(), labels=list(layers), colors=["#577590", "#f9c74f"])
        ax.set_ylim(0, 16)
        ax.legend(loc="upper left")
        return {}

    chart, _ = read(draw, tmp_path)
    assert chart.chart_type == "area"
    for name, y in layers.items():
        points = [p for p in by_name(chart)[name].points if p.y is not None and 0.2 < float(str(p.x)) < 7.8]
        worst = max(abs(p.y - np.interp(float(str(p.x)), x, y)) for p in points if p.y is not None)
        assert worst < 2 * TOLERANCE * 16


def test_second_value_axis_reads_its_own_line(tmp_path: Path) -> None:
    x = np.arange(0, 11)

    def draw(ax: Axes) -> Table:
        ax.plot(x, 2 * x + 1, color="#d00000", label="Heat")
        ax.set_ylabel("Heat (kJ)", color="#d00000")
        other = ax.twinx()
        other.plot(x, 900 - 50 * x, color="#0077b6", label="Mass")
        other.set_ylabel("Mass (g)", color="#0077b6")
        return {}

    chart, _ = read(draw, tmp_path)
    secondary = [axis for axis in (chart.structure.axes if chart.structure else ()) if axis.secondary]
    assert len(secondary) == 1
    assert secondary[0].title == "Mass (g)"


@pytest.mark.parametrize("path", sorted(DATA.glob("*.png")), ids=lambda p: p.stem)
def test_example_charts_come_back_as_their_gold_tables(path: Path) -> None:
    gold = json.loads(path.with_suffix(".json").read_text())
    truths = gold.get("charts", [gold])
    figure = sie.extract(path)
    assert [chart.chart_type for chart in figure.charts] == [truth["chart_type"] for truth in truths]
    for chart, truth in zip(figure.charts, truths, strict=True):
        assert {s.name for s in chart.series} == {s["name"] for s in truth["series"]}
        assert chart.y_title == truth["y_title"]
        assert golden_error(chart, truth) < TOLERANCE


def golden_error(chart: Chart, truth: dict[str, Any]) -> float:
    """The largest error of a value that has a name or a box's number, as a part of the values' span; 0 without any."""
    keys = ("min", "q1", "median", "q3", "max") if "box" in truth["chart_type"] else ("y",)
    values = [point[key] for series in truth["series"] for point in series["points"] for key in keys]
    worst = 0.0
    for series in truth["series"]:
        found = {p.x: p for p in by_name(chart)[series["name"]].points}
        for point in series["points"]:
            if isinstance(point["x"], str):
                worst = max([worst, *(abs(getattr(found[point["x"]], key) - point[key]) for key in keys)])
    return worst / (max([*values, 0.0]) - min([*values, 0.0]))
