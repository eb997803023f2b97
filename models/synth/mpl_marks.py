"""Draws the data of a spec on a Matplotlib axes: bars, boxes, lines, markers, areas, slices."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from models.classes import DetectionClass, PlotType
from models.synth.mpl_panel import BarArtist, BoxArtist, MarkerArtist, Panel
from models.synth.words import chance, pick


def draw_marks(panel: Panel) -> None:
    """Draws the panel's data on its axes and notes the artists."""
    kind = panel.spec.chart_type
    if kind is PlotType.LINE:
        _lines(panel)
    elif kind is PlotType.SCATTER:
        _scatter(panel)
    elif kind in (PlotType.VERTICAL_BOX, PlotType.HORIZONTAL_BOX):
        _boxes(panel)
    elif kind is PlotType.PIE:
        _pie(panel)
    elif kind is PlotType.AREA:
        _areas(panel)
    elif kind is PlotType.HISTOGRAM:
        _histogram(panel)
    else:
        _bars(panel)


def _fill_style(panel: Panel, i: int) -> dict[str, Any]:
    look = panel.look
    fill = look.fills[i % len(look.fills)]
    edge = fill if look.edge == "same" else look.edge
    style: dict[str, Any] = {"facecolor": fill, "hatch": look.hatches[i % len(look.hatches)] or None}
    style["edgecolor"] = edge or "none"
    style["linewidth"] = look.edge_width if edge else 0.0
    if style["hatch"] and not edge:
        style["edgecolor"], style["linewidth"] = look.ink, look.edge_width
    if fill == "none" and not edge:
        style["edgecolor"], style["linewidth"] = look.ink, 1.0
    return style


def _add_handle(panel: Panel, i: int, name: str | None, *, patch: bool) -> None:
    if name is None:
        return
    look = panel.look
    if patch:
        panel.handles.append((Patch(**_fill_style(panel, i)), name))
        return
    panel.handles.append((Line2D([], [], **_line_style(panel, i, marker=look.markers[i], joined=True)), name))


def _bars(panel: Panel) -> None:
    spec, rng = panel.spec, panel.rng
    stacked = spec.chart_type in (PlotType.STACKED_VERTICAL_BAR, PlotType.STACKED_HORIZONTAL_BAR)
    grouped = len(spec.series) > 1 and not stacked
    room = panel.look.bar_width if not grouped else max(panel.look.bar_width, 0.45)
    width = room / (len(spec.series) if grouped else 1)
    gap = float(rng.uniform(0.7, 1.0)) if grouped and chance(rng, 0.4) else 1.0
    by_category = not grouped and not stacked and not panel.look.mono and chance(rng, 0.15)
    sums = np.zeros(len(spec.categories))
    floor = _log_floor(panel)
    for i, series in enumerate(spec.series):
        for k, (at, value) in enumerate(zip(series.x, series.y, strict=True)):
            center = at + ((i + 0.5) * width - room / 2 if grouped else 0.0)
            base = sums[k] if stacked else floor
            end = base + value if stacked else value
            style = _fill_style(panel, k if by_category else i)
            _one_bar(panel, i, k, (center - width * gap / 2, center + width * gap / 2), (base, end), style)
            sums[k] += value if stacked else 0.0
        _add_handle(panel, i, series.name, patch=True)
    if spec.series[0].low:
        _bar_errors(panel, width if grouped else 0.0, room)
    if any(v < 0 for s in spec.series for v in s.y):
        (panel.ax.axvline if panel.horizontal else panel.ax.axhline)(0, color=panel.look.ink, lw=0.8)
    _limit_values(panel)
    if chance(rng, 0.22) and len(spec.categories) * len(spec.series) <= 24:
        _bar_labels(panel, stacked)


def _log_floor(panel: Panel) -> float:
    if panel.spec.y_scale != "log":
        return 0.0
    lowest = min(v for s in panel.spec.series for v in s.y)
    return float(10.0 ** np.floor(np.log10(lowest) - 0.2))


def _one_bar(
    panel: Panel, i: int, k: int, across: tuple[float, float], along: tuple[float, float], style: dict[str, Any]
) -> None:
    size, center = across[1] - across[0], (across[0] + across[1]) / 2
    length = along[1] - along[0]
    draw = panel.ax.barh if panel.horizontal else panel.ax.bar
    kwargs = {"left": along[0]} if panel.horizontal else {"bottom": along[0]}
    patch = draw(center, length, size, **kwargs, **style)[0]
    panel.bars.append(BarArtist(patch, i, k, across, *along))


def _bar_errors(panel: Panel, width: float, room: float) -> None:
    rng, look = panel.rng, panel.look
    cap, thick = float(pick(rng, (0, 2, 3, 5))), float(rng.uniform(0.5, 1.6))
    one_sided = chance(rng, 0.25)
    for i, series in enumerate(panel.spec.series):
        at = np.array(series.x) + ((i + 0.5) * width - room / 2 if width else 0.0)
        y = np.array(series.y)
        down = np.zeros_like(y) if one_sided else np.minimum(y - np.array(series.low), np.abs(y) * 0.98)
        style = {"fmt": "none", "ecolor": look.ink, "capsize": cap, "elinewidth": thick, "capthick": thick}
        errors = np.stack([down, np.array(series.high) - y])
        if panel.horizontal:
            panel.ax.errorbar(y, at, xerr=errors, **style)
        else:
            panel.ax.errorbar(at, y, yerr=errors, **style)


def _limit_values(panel: Panel) -> None:
    """Value axis from zero (or the lowest) to a bit above the highest mark, as plotting programs do."""
    ends = [b.end for b in panel.bars] + [h for s in panel.spec.series for h in s.high]
    low, high = min(min(ends), 0.0), max(ends)
    high = high if high > 0 else 0.0
    span = (high - low) or 1.0
    if panel.spec.y_scale == "log":
        low, top = _log_floor(panel), high * 2
    elif panel.spec.percent:
        low, top = 0.0, 100.0 if chance(panel.rng, 0.7) else 110.0
    else:
        top = high + span * float(panel.rng.uniform(0.0, 0.25)) * (high > 0)
        low = low - span * 0.08 if low < 0 else 0.0
    (panel.ax.set_xlim if panel.horizontal else panel.ax.set_ylim)(low, top)


def _bar_labels(panel: Panel, stacked: bool) -> None:
    rng = panel.rng
    digits = pick(rng, ("{:.0f}", "{:.1f}", "{:.2f}", "{:,.0f}", "{:.1f}%", "n={:.0f}"))
    inside = stacked or chance(rng, 0.15)
    size = panel.look.font_size * float(rng.uniform(0.6, 0.95))
    bar_px = [b for b in panel.bars if b.end != b.base]
    for bar in bar_px:
        at = (bar.across[0] + bar.across[1]) / 2
        place = (bar.base + bar.end) / 2 if inside else bar.end
        up = bar.end >= bar.base
        xy = (place, at) if panel.horizontal else (at, place)
        off = 0 if inside else (3 if up else -3)
        beside = "left" if up else "right"
        text = panel.ax.annotate(
            digits.format(bar.end - bar.base if stacked else bar.end),
            xy,
            xytext=(off, 0) if panel.horizontal else (0, off),
            textcoords="offset points",
            fontsize=size,
            ha="center" if inside or not panel.horizontal else beside,
            va="center" if inside or panel.horizontal else ("bottom" if up else "top"),
            color=pick(rng, ("white", "black")) if inside else panel.look.ink,
            annotation_clip=False,
        )
        panel.note(text, "value_label", DetectionClass.VALUE_LABEL)


def _histogram(panel: Panel) -> None:
    spec, rng = panel.spec, panel.rng
    style = _fill_style(panel, 0)
    shrink = 1.0 if chance(rng, 0.8) else float(rng.uniform(0.85, 0.98))
    for k, value in enumerate(spec.series[0].y):
        lo, hi = spec.edges[k], spec.edges[k + 1]
        mid, half = (lo + hi) / 2, (hi - lo) / 2 * shrink
        _one_bar(panel, 0, k, (mid - half, mid + half), (0.0, value), style)
    _limit_values(panel)
    if chance(rng, 0.25):
        x, y = np.array(spec.series[0].x), np.array(spec.series[0].y)
        panel.ax.plot(x, np.convolve(y, np.ones(3) / 3, "same"), color=pick(rng, ("red", "black", "blue")), lw=1.5)


def _line_style(panel: Panel, i: int, *, marker: str, joined: bool) -> dict[str, Any]:
    look = panel.look
    color = look.line_colors[i % len(look.line_colors)]
    hollow = look.hollow[i % len(look.hollow)]
    return {
        "color": color,
        "linestyle": look.dashes[i % len(look.dashes)] if joined else "none",
        "linewidth": look.line_width,
        "marker": marker or "none",
        "markersize": look.marker_size,
        "markerfacecolor": (look.background if joined else "none") if hollow else color,
        "markeredgecolor": color,
        "markeredgewidth": min(1.3, look.line_width),
    }


def _lines(panel: Panel) -> None:
    spec, rng, look = panel.spec, panel.rng, panel.look
    few = len(spec.series[0].x) <= 25
    smooth = few and not spec.series[0].low and chance(rng, 0.06)
    steps = not smooth and chance(rng, 0.05)
    distinct = len(set(look.line_colors[: len(spec.series)])) + len(set(map(str, look.dashes[: len(spec.series)])))
    forced = few and distinct <= 2 and len(spec.series) > 1
    for i, series in enumerate(spec.series):
        ax = _side_axes(panel) if series.secondary else panel.ax
        marker = (look.markers[i] or ("o" if forced else "")) if few else ""
        x, y = np.array(series.x), np.array(series.y)
        style = _line_style(panel, i, marker=marker, joined=True)
        if smooth and len(x) > 3:
            t = np.linspace(x[0], x[-1], 120)
            x, y, style["marker"] = t, np.interp(t, x, y), "none"
            y = np.convolve(np.pad(y, 5, "edge"), np.hanning(13)[1:-1] / np.hanning(13).sum(), "valid")
        (line,) = ax.plot(x, y, drawstyle="steps-mid" if steps else "default", **style)
        panel.lines.append((line, ax, i))
        if style["marker"] != "none":
            panel.markers.append(MarkerArtist(line, ax, i, tuple(x), tuple(y)))
        if series.low:
            errors = np.stack([y - np.array(series.low), np.array(series.high) - y])
            if spec.y_scale == "log":
                errors[0] = np.minimum(errors[0], 0.9 * y)
            ax.errorbar(
                series.x,
                y,
                yerr=errors,
                fmt="none",
                ecolor=style["color"],
                capsize=pick(rng, (0, 2, 4)),
                elinewidth=0.9,
            )
        elif chance(rng, 0.04) and not steps:
            ax.fill_between(x, y * 0.9, y * 1.1, color=style["color"], alpha=0.2, lw=0)
        if series.name is not None:
            panel.handles.append((Line2D([], [], **style), series.name))
    _direct_labels(panel)


def _side_axes(panel: Panel) -> Any:
    if panel.ax2 is None:
        panel.ax2 = panel.ax.twinx()
        panel.ax2.grid(False)
    return panel.ax2


def _direct_labels(panel: Panel) -> None:
    if not panel.handles or not 2 <= len(panel.lines) <= 6 or panel.ax2 is not None or not chance(panel.rng, 0.12):
        return
    for (line, ax, i), (_, name) in zip(panel.lines, panel.handles, strict=True):
        x, y = line.get_data()
        text = ax.annotate(
            name,
            (x[-1], y[-1]),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            annotation_clip=False,
            color=panel.look.line_colors[i] if chance(panel.rng, 0.6) else panel.look.ink,
        )
        panel.note(text, "mark_label", DetectionClass.MARK_LABEL)
    panel.handles.clear()


def _scatter(panel: Panel) -> None:
    spec, rng, look = panel.spec, panel.rng, panel.look
    alpha = float(rng.uniform(0.4, 0.9)) if chance(rng, 0.25) else 1.0
    for i, series in enumerate(spec.series):
        style = _line_style(panel, i, marker=look.markers[i] or "o", joined=False) | {"alpha": alpha}
        (line,) = panel.ax.plot(series.x, series.y, **style)
        panel.markers.append(MarkerArtist(line, panel.ax, i, series.x, series.y))
        if series.name is not None:
            panel.handles.append((Line2D([], [], **style), series.name))
    if chance(rng, 0.2) and spec.x_scale == "linear" and spec.y_scale == "linear":
        x, y = np.array(spec.series[0].x), np.array(spec.series[0].y)
        fit = np.polyfit(x, y, 1)
        ends = np.array([x.min(), x.max()])
        panel.ax.plot(ends, np.polyval(fit, ends), color=pick(rng, ("black", "red", "blue")), lw=look.line_width)


def _boxes(panel: Panel) -> None:
    spec, rng, look = panel.spec, panel.rng, panel.look
    room = float(rng.uniform(0.3, 0.8))
    width = room / len(spec.boxes)
    gap = float(rng.uniform(0.6, 0.95)) if len(spec.boxes) > 1 else 1.0
    notch, caps = chance(rng, 0.12), chance(rng, 0.75)
    by_category = len(spec.boxes) == 1 and chance(rng, 0.3)
    filled = chance(rng, 0.7)
    line = float(rng.uniform(0.6, 1.8))
    median = {
        "color": pick(rng, (look.ink, look.ink, "white" if filled else look.ink, "orange", "red")),
        "linewidth": line * float(pick(rng, (1, 1.5, 2.5))),
    }
    dash = {"linestyle": pick(rng, ("-", "-", "-", "--")), "linewidth": line}
    fliers = {
        "marker": pick(rng, ("o", "o", ".", "+", "x", "*", "d")),
        "markersize": float(rng.uniform(2.5, 7)),
        "markerfacecolor": pick(rng, ("none", look.ink)),
        "markeredgecolor": look.ink,
    }
    for i, row in enumerate(spec.boxes):
        centers = [k + (i + 0.5) * width - room / 2 for k in range(len(row))]
        stats = [
            {
                "med": b.median,
                "q1": b.q1,
                "q3": b.q3,
                "whislo": b.min,
                "whishi": b.max,
                "fliers": np.array(b.fliers),
                "mean": (b.q1 + b.q3) / 2,
                "cilo": b.median - 0.3 * (b.median - b.q1),
                "cihi": b.median + 0.3 * (b.q3 - b.median),
            }
            for b in row
        ]
        parts = panel.ax.bxp(
            stats,
            positions=centers,
            widths=width * gap,
            orientation="horizontal" if panel.horizontal else "vertical",
            patch_artist=True,
            shownotches=notch,
            showcaps=caps,
            medianprops=median,
            whiskerprops=dash,
            capprops={"linewidth": line},
            flierprops=fliers,
            manage_ticks=False,
            showmeans=chance(rng, 0.1),
        )
        for k, (box, flier) in enumerate(zip(parts["boxes"], parts["fliers"], strict=True)):
            style = _fill_style(panel, k if by_category else i)
            style["edgecolor"] = style["edgecolor"] if style["linewidth"] else look.ink
            box.set(**style | {"facecolor": style["facecolor"] if filled else "none", "linewidth": line})
            panel.boxes.append(BoxArtist(i, k, centers[k], width * gap / 2, line))
            xs, ys = flier.get_data()
            panel.markers.append(MarkerArtist(flier, panel.ax, i, tuple(xs), tuple(ys)))
        _add_handle(panel, i, spec.series[i].name, patch=True)


def _pie(panel: Panel) -> None:
    spec, rng = panel.spec, panel.rng
    values = spec.series[0].y
    in_legend = chance(rng, 0.5)
    explode = [0.08 if chance(rng, 0.15) else 0.0 for _ in values] if chance(rng, 0.2) else None
    donut = {"width": float(rng.uniform(0.3, 0.6))} if chance(rng, 0.12) else {}
    edge = pick(rng, ("white", "black", "none"))
    wedges, labels = panel.ax.pie(
        values,
        labels=None if in_legend else spec.categories,
        startangle=float(pick(rng, (0, 90, 90, 45, 140))),
        counterclock=chance(rng, 0.5),
        explode=explode,
        radius=1.0,
        wedgeprops={"linewidth": 1, "edgecolor": edge} | donut,
    )[:2]
    panel.wedges.extend(wedges)
    for i, wedge in enumerate(wedges):
        style = _fill_style(panel, i)
        wedge.set_facecolor(style["facecolor"])
        wedge.set_hatch(style["hatch"])
        if panel.look.mono:
            wedge.set_edgecolor(panel.look.ink)
        if in_legend:
            panel.handles.append(
                (Patch(**style | {"edgecolor": wedge.get_edgecolor(), "linewidth": 1}), spec.categories[i])
            )
    for label in labels:
        panel.note(label, "mark_label", DetectionClass.MARK_LABEL)
    if chance(rng, 0.6):
        _pie_values(panel, bool(donut))


def _pie_values(panel: Panel, donut: bool) -> None:
    form = pick(panel.rng, ("{:.0f}%", "{:.1f}%", "{:.0f}", "{:.1f} %"))
    at = 0.78 if donut else float(panel.rng.uniform(0.5, 0.75))
    color = pick(panel.rng, ("white", "black"))
    for wedge, value in zip(panel.wedges, panel.spec.series[0].y, strict=True):
        turn = np.deg2rad((wedge.theta1 + wedge.theta2) / 2)
        x, y = wedge.center[0] + at * np.cos(turn), wedge.center[1] + at * np.sin(turn)
        text = panel.ax.text(x, y, form.format(value), ha="center", va="center", color=color)
        panel.note(text, "value_label", DetectionClass.VALUE_LABEL)


def _areas(panel: Panel) -> None:
    base = np.zeros(len(panel.spec.series[0].x))
    alpha = float(panel.rng.uniform(0.4, 1.0)) if chance(panel.rng, 0.3) else 1.0
    for i, series in enumerate(panel.spec.series):
        top = base + np.array(series.y)
        style = _fill_style(panel, i)
        if style["facecolor"] in ("white", "none") and not style["hatch"]:
            style |= {"facecolor": "#cccccc", "edgecolor": panel.look.ink, "linewidth": 0.8}
        panel.ax.fill_between(series.x, base, top, alpha=alpha, **style)
        panel.outlines.append((i, series.x, tuple(map(float, top))))
        base = top
        _add_handle(panel, i, series.name, patch=True)
    if panel.spec.y_scale == "linear":
        panel.ax.set_ylim(0, float(base.max()) * float(panel.rng.uniform(1.02, 1.25)))
