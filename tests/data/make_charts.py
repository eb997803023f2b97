"""Draws the example charts of this folder with known values: python tests/data/make_charts.py

Each `<name>.png` has its gold table `<name>.json` in the form described in README.md beside this file. The data are
made up here or follow a formula; the seed is fixed, so the files come out the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

OUT = Path(__file__).parent / "charts"
SEED = 20

Gold = dict[str, Any]


def gold(chart_type: str, series: list[Gold], **more: Any) -> Gold:
    """A gold table with the keys that are always there."""
    base: Gold = {
        "chart_type": chart_type, "title": None, "x_title": None, "y_title": None, "legend": [],
        "x_scale": "linear", "y_scale": "linear",
    }  # fmt: skip
    return {**base, **more, "series": series}


def points(xs: Any, ys: Any) -> list[Gold]:
    """Data points from two columns."""
    return [{"x": x if isinstance(x, str) else float(x), "y": float(y)} for x, y in zip(xs, ys, strict=True)]


def grouped_bars() -> Gold:
    """Two series over four regions, with error bars."""
    regions, north, south = ["North", "East", "South", "West"], [12.4, 18.1, 9.6, 15.0], [10.2, 14.9, 13.3, 7.8]
    fig, ax = plt.subplots(figsize=(6, 4), dpi=100)
    at = np.arange(4)
    ax.bar(at - 0.2, north, 0.4, yerr=0.8, capsize=3, label="2010", color="#4878a8")
    ax.bar(at + 0.2, south, 0.4, yerr=0.6, capsize=3, label="2020", color="#e49444")
    ax.set_xticks(at, regions)
    ax.set(title="Yield by region", xlabel="Region", ylabel="Yield (t/ha)")
    ax.legend()
    fig.savefig(OUT / "grouped_bars.png")
    return gold(
        "grouped vertical bar",
        [{"name": "2010", "points": points(regions, north)}, {"name": "2020", "points": points(regions, south)}],
        title="Yield by region", x_title="Region", y_title="Yield (t/ha)", legend=["2010", "2020"],
        x_scale="categorical",
    )  # fmt: skip


def lines_in_grey() -> Gold:
    """Three black-and-white lines told apart by marker and dash."""
    t = np.arange(0, 11, 1.0)
    looks = {"Control": ("o", "-"), "Low dose": ("s", "--"), "High dose": ("^", ":")}
    fig, ax = plt.subplots(figsize=(6, 4), dpi=100)
    series = []
    for k, (name, (marker, dash)) in enumerate(looks.items()):
        y = 80 * np.exp(-t / (4 + 4 * k)) + 4 * k
        ax.plot(t, y, color="black", marker=marker, linestyle=dash, label=name)
        series.append({"name": name, "points": points(t, y)})
    ax.set(xlabel="Time (h)", ylabel="Concentration (mg/L)", ylim=(0, 100))
    ax.legend(frameon=False)
    fig.savefig(OUT / "lines_in_grey.png")
    return gold("line", series, x_title="Time (h)", y_title="Concentration (mg/L)", legend=list(looks))


def scatter_on_log() -> Gold:
    """Two groups of points, a logarithmic x axis."""
    rng = np.random.default_rng(SEED)
    fig, ax = plt.subplots(figsize=(6, 4), dpi=100)
    series = []
    for name, color, shift in (("Birds", "#2a9d8f", 0.0), ("Mammals", "#c1121f", 1.0)):
        x = 10 ** rng.uniform(shift - 1, shift + 2, 25)
        y = 3 + 2 * np.log10(x) + rng.normal(0, 0.5, 25)
        ax.scatter(x, y, s=25, color=color, label=name)
        series.append({"name": name, "points": points(x, y)})
    ax.set_xscale("log")
    ax.set(xlabel="Body mass (kg)", ylabel="Lifespan (log years)")
    ax.legend()
    fig.savefig(OUT / "scatter_on_log.png")
    return gold(
        "scatter", series, x_title="Body mass (kg)", y_title="Lifespan (log years)", legend=["Birds", "Mammals"],
        x_scale="log",
    )  # fmt: skip


def boxes() -> Gold:
    """Three vertical boxes with outliers."""
    rng = np.random.default_rng(SEED)
    groups = ["Clay", "Loam", "Sand"]
    data = [rng.normal(20 + 6 * k, 3, 60) for k in range(3)]
    fig, ax = plt.subplots(figsize=(5, 4), dpi=100)
    drawn = ax.boxplot(data, tick_labels=groups)
    ax.set(xlabel="Soil", ylabel="Moisture (%)")
    fig.savefig(OUT / "boxes.png")
    found = []
    for k, name in enumerate(groups):
        q1, median, q3 = np.percentile(data[k], [25, 50, 75])
        ends = [float(drawn["caps"][2 * k + i].get_ydata()[0]) for i in (0, 1)]
        five = {"min": ends[0], "q1": float(q1), "median": float(median), "q3": float(q3), "max": ends[1]}
        found.append({"x": name, **five})
    return gold(
        "vertical box", [{"name": None, "points": found}], x_title="Soil", y_title="Moisture (%)", x_scale="categorical"
    )


def horizontal_bars() -> Gold:
    """Horizontal bars, some negative."""
    names, values = ["Cement", "Steel", "Paper", "Glass", "Textiles"], [14.2, 9.1, -3.6, 4.4, -8.3]
    fig, ax = plt.subplots(figsize=(6, 3.5), dpi=100)
    ax.barh(names, values, color="#6d597a")
    ax.axvline(0, color="black", linewidth=0.8)
    ax.set(title="Change in output", xlabel="Change (%)")
    fig.tight_layout()
    fig.savefig(OUT / "horizontal_bars.png")
    return gold(
        "horizontal bar", [{"name": None, "points": points(names, values)}], title="Change in output",
        y_title="Change (%)", x_scale="categorical",
    )  # fmt: skip


def pie() -> Gold:
    """A pie with its categories in a legend."""
    names, shares = ["Coal", "Gas", "Hydro", "Wind"], [38.0, 27.0, 20.0, 15.0]
    fig, ax = plt.subplots(figsize=(5, 4), dpi=100)
    wedges, *_ = ax.pie(shares, startangle=90, counterclock=False)
    ax.legend(wedges, names, loc="center left", bbox_to_anchor=(0.95, 0.5))
    ax.set_title("Electricity by source")
    fig.savefig(OUT / "pie.png")
    return gold(
        "pie", [{"name": None, "points": points(names, shares)}], title="Electricity by source", legend=names,
        x_scale="categorical",
    )  # fmt: skip


def two_panels() -> Gold:
    """Two panels in one picture: bars and a line; the gold is a list of two charts."""
    fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), dpi=100)
    names, counts = ["A", "B", "C"], [5.0, 8.0, 3.0]
    left.bar(names, counts, color="#588157")
    left.set(title="(a)", ylabel="Count")
    x = np.linspace(0, 6, 40)
    right.plot(x, np.sin(x), color="#bc4749")
    right.set(title="(b)", xlabel="Angle (rad)", ylabel="Sine")
    fig.tight_layout()
    fig.savefig(OUT / "two_panels.png")
    bars = gold(
        "vertical bar", [{"name": None, "points": points(names, counts)}], y_title="Count", x_scale="categorical"
    )
    line = gold("line", [{"name": None, "points": points(x, np.sin(x))}], x_title="Angle (rad)", y_title="Sine")
    return {"charts": [bars, line]}


def main() -> None:
    """Draw all charts and write their gold tables."""
    OUT.mkdir(exist_ok=True)
    drawers: list[Callable[[], Gold]] = [
        grouped_bars,
        lines_in_grey,
        scatter_on_log,
        boxes,
        horizontal_bars,
        pie,
        two_panels,
    ]
    for draw in drawers:
        table = {"id": draw.__name__, "source": "tests/data/make_charts.py", "licence": "CC0-1.0", **draw()}
        (OUT / f"{draw.__name__}.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
        plt.close("all")


if __name__ == "__main__":
    main()
