"""Gives a Matplotlib axes its ticks, titles, grid, legend and annotations."""

from __future__ import annotations

from typing import Any

import matplotlib.dates as mdates
import numpy as np
from matplotlib import ticker

from models.classes import DetectionClass, PlotType
from models.synth.mpl_panel import Panel
from models.synth.words import chance, pick, wrap


def dress(panel: Panel) -> None:
    """Adds everything around the data, and notes the texts' roles."""
    pie = panel.spec.chart_type is PlotType.PIE
    if not pie:
        _scales(panel)
        _ticks(panel)
        _titles(panel)
        _grid_and_spines(panel)
        _annotations(panel)
    _headings(panel)
    if panel.handles:
        _legend(panel)


def _axes(panel: Panel) -> tuple[Any, Any]:
    """The independent and the dependent axis."""
    x, y = panel.ax.xaxis, panel.ax.yaxis
    return (y, x) if panel.horizontal else (x, y)


def _scales(panel: Panel) -> None:
    spec, ax = panel.spec, panel.ax
    if spec.y_scale == "log":
        (ax.set_xscale if panel.horizontal else ax.set_yscale)("log")
    if spec.x_scale == "log":
        ax.set_xscale("log")
    if spec.x_scale == "categorical" and spec.categories:
        pad = 0.5 if spec.chart_type is PlotType.LINE else float(panel.rng.uniform(0.5, 0.8))
        ends = (-pad, len(spec.categories) - 1 + pad)
        if panel.horizontal:
            ax.set_ylim(*(ends if chance(panel.rng, 0.4) else ends[::-1]))
        else:
            ax.set_xlim(*ends)
    elif spec.chart_type in (PlotType.AREA, PlotType.LINE) and chance(panel.rng, 0.4):
        ax.set_xlim(spec.series[0].x[0], spec.series[0].x[-1])
    if spec.chart_type in (PlotType.SCATTER, PlotType.LINE) and spec.y_scale == "linear":
        if chance(panel.rng, 0.35) and min(min(s.y) for s in spec.series) >= 0:
            ax.set_ylim(bottom=0)
        elif chance(panel.rng, 0.04):
            ax.invert_yaxis()


def _formatter(panel: Panel) -> Any:
    style = panel.spec.tick_style
    if style == "comma":
        return ticker.StrMethodFormatter("{x:,.0f}")
    if style == "blank":
        return ticker.FuncFormatter(lambda v, _: f"{v:,.0f}".replace(",", " "))
    if style == "decimal_comma":
        return ticker.FuncFormatter(lambda v, _: f"{v:g}".replace(".", ","))
    if style == "percent":
        return ticker.FuncFormatter(lambda v, _: f"{v:g}%")
    if style == "si":
        return ticker.EngFormatter(sep="")
    if style == "exp":
        return ticker.FuncFormatter(lambda v, _: f"{v:.0e}" if v else "0")
    formatter = ticker.ScalarFormatter()
    if style == "sci":
        formatter.set_powerlimits((0, 0))
    return formatter


def _most_ticks(panel: Panel, most: int) -> int:
    """A number of ticks that leaves their labels some room."""
    room = panel.ax.get_window_extent().width / (panel.look.font_size * panel.ax.figure.dpi / 72 * 3.2)
    return int(panel.rng.integers(2, max(3, min(most, int(room) + 1))))


def _ticks(panel: Panel) -> None:
    spec, rng = panel.spec, panel.rng
    across, along = _axes(panel)
    if spec.y_scale == "linear":
        along.set_major_locator(ticker.MaxNLocator(_most_ticks(panel, 11), steps=[1, 2, 2.5, 5, 10]))
        along.set_major_formatter(_formatter(panel))
    if spec.categories:
        _category_ticks(panel, across)
    elif spec.x_scale == "time":
        locator = mdates.AutoDateLocator(minticks=3, maxticks=7)
        across.set_major_locator(locator)
        form = pick(rng, ("auto", "concise", "%Y", "%Y-%m", "%b %Y", "%Y-%m-%d"))
        named = {"auto": mdates.AutoDateFormatter(locator), "concise": mdates.ConciseDateFormatter(locator)}
        across.set_major_formatter(named[form] if form in named else mdates.DateFormatter(form))
    elif spec.x_scale == "linear" and chance(rng, 0.6):
        across.set_major_locator(ticker.MaxNLocator(_most_ticks(panel, 9), steps=[1, 2, 2.5, 5, 10]))
    direction = pick(rng, ("out", "out", "in", "inout"))
    length = float(pick(rng, (0, 2, 3.5, 5)))
    panel.ax.tick_params(direction=direction, length=length)
    if chance(rng, 0.15) and not spec.categories and spec.x_scale == spec.y_scale == "linear":
        panel.ax.minorticks_on()
        panel.ax.tick_params(which="minor", direction=direction, length=length / 2)
    if chance(rng, 0.1):
        panel.ax.tick_params(top=True, right=panel.ax2 is None, direction="in")
    if chance(rng, 0.02):
        panel.ax.xaxis.tick_top()
        panel.ax.xaxis.set_label_position("top")


def _category_ticks(panel: Panel, axis: Any) -> None:
    spec, rng, ax = panel.spec, panel.rng, panel.ax
    names = [wrap(c, int(rng.integers(9, 18))) if len(c) > 10 and chance(rng, 0.5) else c for c in spec.categories]
    axis.set_ticks(range(len(names)), labels=names)
    if panel.horizontal:
        return
    width_px = ax.get_window_extent().width / max(1, len(names))
    letters = max(max(map(len, n.split("\n"))) for n in names)
    fits = letters * panel.look.font_size * 0.6 * ax.figure.dpi / 72 < width_px
    if not fits or chance(rng, 0.08):
        angle = pick(rng, (90, 45, 45, 30, 60))
        axis.set_tick_params(rotation=angle)
        if angle != 90:
            for label in axis.get_ticklabels():
                label.set(ha="right", rotation_mode="anchor")


def _titles(panel: Panel) -> None:
    spec, ax, rng = panel.spec, panel.ax, panel.rng
    below, beside = (spec.y_title, spec.x_title) if panel.horizontal else (spec.x_title, spec.y_title)
    if below:
        panel.note(ax.set_xlabel(below), "axis_title", DetectionClass.X_TITLE)
    if beside:
        label = ax.set_ylabel(wrap(beside, 18) if chance(rng, 0.15) else beside)
        if chance(rng, 0.04):
            label.set(rotation=0, ha="right")
        panel.note(label, "axis_title", DetectionClass.Y_TITLE)
    if panel.ax2 is not None and spec.y2_title:
        label = panel.ax2.set_ylabel(spec.y2_title, rotation=pick(rng, (90, 270)), labelpad=14)
        panel.note(label, "axis_title", DetectionClass.Y_TITLE)


def _grid_and_spines(panel: Panel) -> None:
    rng, ax = panel.rng, panel.ax
    draw = rng.random()
    if draw < 0.3:
        ax.grid(
            True,
            axis=pick(rng, ("both", "y", "x")),
            linewidth=float(rng.uniform(0.3, 1.2)),
            linestyle=pick(rng, ("-", "-", "--", ":")),
            color=pick(rng, ("#dddddd", "#cccccc", "#999999", "#eeeeee")),
        )
        ax.set_axisbelow(chance(rng, 0.9))
    elif draw < 0.75:
        ax.grid(False)
    if chance(rng, 0.4):
        hidden = pick(
            rng, (("top", "right"), ("top", "right"), ("top", "right", "left"), ("top", "right", "left", "bottom"))
        )
        for side in hidden:
            ax.spines[side].set_visible(False)
            if panel.ax2 is not None and side != "right":
                panel.ax2.spines[side].set_visible(False)
    if chance(rng, 0.08):
        ax.set_facecolor(pick(rng, ("#ebebeb", "#eaeaf2", "#f5f5f5", "#c0c0c0", "#e5ecf6")))


def _annotations(panel: Panel) -> None:
    rng, ax = panel.rng, panel.ax
    if chance(rng, 0.08):
        text = ax.annotate(
            pick(rng, ("p < 0.05", "n.s.", "*", "**", "R² = 0.87", "r = 0.64", "peak", "outlier", "n = 42")),
            xy=(float(rng.uniform(0.2, 0.8)), float(rng.uniform(0.2, 0.8))),
            xycoords="axes fraction",
            xytext=(float(rng.uniform(0.15, 0.75)), float(rng.uniform(0.6, 0.92))),
            textcoords="axes fraction",
            arrowprops={"arrowstyle": "->", "color": panel.look.ink} if chance(rng, 0.5) else None,
        )
        panel.note(text, "other")
    if chance(rng, 0.06) and panel.spec.y_scale == "linear":
        lo, hi = ax.get_xlim() if panel.horizontal else ax.get_ylim()
        place = lo + (hi - lo) * float(rng.uniform(0.3, 0.8))
        (ax.axvline if panel.horizontal else ax.axhline)(
            place, color=pick(rng, ("red", "grey", panel.look.ink)), ls="--", lw=1
        )
    if chance(rng, 0.03) and not panel.spec.categories:
        lo, hi = ax.get_xlim()
        for start in rng.uniform(0, 0.9, size=3):
            ax.axvspan(lo + (hi - lo) * start, lo + (hi - lo) * (start + 0.04), color="#dddddd", zorder=0)


def _headings(panel: Panel) -> None:
    spec, rng, ax = panel.spec, panel.rng, panel.ax
    if spec.title:
        text = wrap(spec.title, int(rng.integers(20, 50)))
        cls = DetectionClass.CHART_TITLE if panel.of == 1 else DetectionClass.PANEL_TITLE
        label = ax.set_title(text, loc=pick(rng, ("center", "center", "center", "left")), pad=float(rng.uniform(3, 14)))
        panel.note(label, "chart_title", cls)
    if (panel.of > 1 and chance(rng, 0.7)) or (panel.of == 1 and chance(rng, 0.05)):
        form = pick(rng, ("A", "(a)", "a", "A)", "(A)"))
        letter = chr(ord("A") + panel.index)
        name = form.replace("A", letter).replace("a", letter.lower())
        text = ax.text(
            -0.12,
            1.04,
            name,
            transform=ax.transAxes,
            weight="bold",
            size=panel.look.font_size * 1.3,
            va="bottom",
            ha="right",
        )
        panel.note(text, "other", DetectionClass.PANEL_TITLE)


_OUTSIDE = (
    {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0)},
    {"loc": "center left", "bbox_to_anchor": (1.03, 0.5)},
    {"loc": "lower center", "bbox_to_anchor": (0.5, 1.02), "many": True},
    {"loc": "upper center", "bbox_to_anchor": (0.5, -0.25), "many": True},
)


def _legend(panel: Panel) -> None:
    spec, rng = panel.spec, panel.rng
    single = len(panel.handles) == 1
    if (single and chance(rng, 0.4)) or (panel.of > 1 and chance(rng, 0.3)):
        return
    pie = spec.chart_type is PlotType.PIE
    outside = pie or (panel.ax2 is None and chance(rng, 0.8 if panel.bars or panel.boxes else 0.45))
    place: dict[str, Any] = dict(pick(rng, _OUTSIDE)) if outside else {"loc": _inside(panel)}
    wide = place.pop("many", False)
    if wide and spec.title and place["loc"] == "lower center":
        place = {"loc": "upper left", "bbox_to_anchor": (1.02, 1.0)}
    letters = max(len(name) for _, name in panel.handles)
    columns = min(len(panel.handles), max(1, 48 // (letters + 5))) if wide else pick(rng, (1, 1, 1, 2))
    handles = list(reversed(panel.handles)) if chance(rng, 0.12) else panel.handles
    owner = panel.ax2 or panel.ax
    panel.legend = owner.legend(
        [h for h, _ in handles],
        [n for _, n in handles],
        ncol=columns,
        frameon=chance(rng, 0.5),
        numpoints=pick(rng, (1, 1, 1, 2)),
        title=spec.legend_title,
        fancybox=chance(rng, 0.5),
        shadow=chance(rng, 0.04),
        handlelength=float(pick(rng, (0.7, 1, 1.5, 2, 2, 3))),
        labelspacing=float(rng.uniform(0.2, 0.8)),
        **place,
    )
    for text in panel.legend.get_texts():
        panel.note(text, "legend_label", DetectionClass.LEGEND_LABEL)
    if spec.legend_title:
        panel.note(panel.legend.get_title(), "legend_title", DetectionClass.LEGEND_TITLE)


def _inside(panel: Panel) -> str:
    """The corner with fewest points under it."""
    corners = ("upper right", "upper left", "lower right", "lower left")
    if not panel.markers and not panel.lines:
        return pick(panel.rng, corners[:2])
    ax = panel.ax
    inverse = ax.transAxes.inverted()
    counts = dict.fromkeys(corners, 0)
    for line, owner, _ in panel.lines or [(m.artist, m.ax, 0) for m in panel.markers]:
        at = inverse.transform(owner.transData.transform(np.column_stack(line.get_data()).astype(float)))
        for corner in corners:
            left, low = "left" in corner, "lower" in corner
            near = ((at[:, 0] < 0.45) == left) & ((at[:, 1] < 0.5) == low)
            counts[corner] += int(near.sum())
    return min(corners, key=lambda c: counts[c])
