"""Writes gnuplot scripts in which every place is told: margins, ranges, ticks, and the key drawn by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from models.classes import DetectionClass, PlotType
from models.synth.look import Look
from models.synth.spec import ChartSpec
from models.synth.ticks import even_texts, linear_ticks, log_ticks, time_ticks, value_range
from models.synth.truth import Box, Point
from models.synth.words import chance, pick

_FILLS = (
    "solid 1.0",
    "pattern 1",
    "pattern 2",
    "pattern 4",
    "pattern 5",
    "pattern 6",
    "pattern 7",
    "solid 0.3",
    "solid 0.6",
)


@dataclass(frozen=True)
class PlannedMark:
    """A mark by its corners in plot coordinates (physical x, y), and the ink beyond them in pixels.

    `pad` is left, top, right, bottom.
    """

    cls: DetectionClass
    corners: tuple[Point, ...]
    pad: Box
    series: int
    item: int
    px: dict[str, Point]


@dataclass
class Script:
    """A script and the places of what it draws; plot coordinates are physical, pixels unscaled."""

    spec: ChartSpec
    area: Box
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    x_log: bool
    y_log: bool
    x_ticks: list[tuple[float, float | str]] = field(default_factory=list)
    y_ticks: list[tuple[float, float | str]] = field(default_factory=list)
    marks: list[PlannedMark] = field(default_factory=list)
    lines: list[tuple[int, tuple[Point, ...], int]] = field(default_factory=list)
    texts: list[tuple[str, int, str, Point | None]] = field(default_factory=list)
    swatches: list[Box] = field(default_factory=list)
    frame: Box | None = None
    commands: list[str] = field(default_factory=list)
    plots: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    text: str = ""

    def place(self, x: float, y: float) -> Point:
        """Plot coordinates as pixels."""
        u = _part(x, self.x_range, self.x_log)
        v = _part(y, self.y_range, self.y_log)
        x0, y0, x1, y1 = self.area
        return x0 + u * (x1 - x0), y1 + v * (y0 - y1)


def _part(value: float, span: tuple[float, float], log: bool) -> float:
    a, b = span
    if log:
        value, a, b = float(np.log10(max(value, 1e-300))), float(np.log10(a)), float(np.log10(b))
    return (value - a) / (b - a)


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def write_script(spec: ChartSpec, look: Look, rng: np.random.Generator) -> Script:
    """The script that draws a chart at a fixed size, and where everything in it is."""
    from models.synth import gnuplot_marks

    flip = spec.chart_type.is_horizontal
    width, height = int(rng.integers(180, 560)), int(rng.integers(140, 420))
    height = max(height, int(len(spec.categories) * look.font_size * 1.6)) if flip else height
    size = max(7.5, look.font_size)
    area: Box = (170.0, 70.0, 170.0 + width, 70.0 + height)
    across = _across_range(spec, rng)
    along = value_range(rng, spec)
    x_range, y_range = (along, across) if flip else (across, along)
    log_v, log_c = spec.y_scale == "log", spec.x_scale == "log"
    script = Script(spec, area, x_range, y_range, log_v if flip else log_c, log_c if flip else log_v)
    full_w, full_h = int(area[2] + 260), int(area[3] + 170)
    script.commands += [
        "set encoding utf8",
        f"set term svg size {full_w},{full_h} font '{look.font},{size:.1f}' enhanced "
        f"background rgb '{look.background}'",
        f"set lmargin at screen {area[0] / full_w:.8f}",
        f"set rmargin at screen {area[2] / full_w:.8f}",
        f"set tmargin at screen {1 - area[1] / full_h:.8f}",
        f"set bmargin at screen {1 - area[3] / full_h:.8f}",
        "unset key",
        f"set xrange [{float(x_range[0])!r}:{float(x_range[1])!r}]",
        f"set yrange [{float(y_range[0])!r}:{float(y_range[1])!r}]",
        *(["set logscale x 10"] if script.x_log else []),
        *(["set logscale y 10"] if script.y_log else []),
        f"set border {pick(rng, (31, 31, 3))} lc rgb '{look.ink}' lw {rng.uniform(0.6, 1.6):.2f}",
        f"set tics {pick(rng, ('in', 'out'))} nomirror textcolor rgb '{look.ink}'",
    ]
    if chance(rng, 0.35):
        script.commands.append(f"set grid lc rgb '{pick(rng, ('#cccccc', '#dddddd', '#999999'))}' lw 0.6")
    _ticks(script, look, rng, flip)
    _titles(script, look, flip, size)
    gnuplot_marks.add_marks(script, look, rng)
    gnuplot_marks.add_key(script, look, rng, size)
    script.text = "\n".join([*script.blocks, *script.commands, "plot " + ", \\\n  ".join(script.plots), ""])
    return script


def _across_range(spec: ChartSpec, rng: np.random.Generator) -> tuple[float, float]:
    if spec.categories:
        pad = float(rng.uniform(0.5, 0.9))
        return -pad, len(spec.categories) - 1 + pad
    xs = list(spec.edges) or [x for s in spec.series for x in s.x]
    low, high = min(xs), max(xs)
    if spec.x_scale == "log":
        return float(10 ** np.floor(np.log10(low) + 1e-9)), float(10 ** np.ceil(np.log10(high) - 1e-9))
    pad = 0.0 if chance(rng, 0.3) and spec.chart_type is not PlotType.SCATTER else float(rng.uniform(0.01, 0.08))
    return low - pad * (high - low), high + pad * (high - low)


def _ticks(script: Script, look: Look, rng: np.random.Generator, flip: bool) -> None:
    spec = script.spec
    along, across = ("x", "y") if flip else ("y", "x")
    values = script.y_range if not flip else script.x_range
    length = (script.area[2] - script.area[0]) if flip else (script.area[3] - script.area[1])
    room = max(5, int(length / (look.font_size * (4.5 if flip else 2.0))))
    if spec.y_scale == "log":
        ticks = log_ticks(*values)
        texts = tuple(f"10^{{{round(np.log10(v))}}}" for v in ticks)
    else:
        ticks = linear_ticks(*values, int(rng.integers(4, min(12, room + 1))))
        texts = even_texts(ticks, spec.tick_style)
    _set_ticks(script, along, [(v, t, v) for v, t in zip(ticks, texts, strict=True)])
    if spec.categories:
        letters = max(map(len, spec.categories)) * look.font_size * 0.62
        tight = not flip and letters > (script.area[2] - script.area[0]) / len(spec.categories)
        turn = f" rotate by {pick(rng, (-45, 90, 45, -30))} right" if tight else ""
        turn = turn.replace(" right", "") if "-" in turn else turn
        _set_ticks(script, across, [(float(k), c, c) for k, c in enumerate(spec.categories)], turn)
        return
    span = script.x_range
    if spec.x_scale == "time":
        _set_ticks(script, "x", [(v, t, v) for v, t in time_ticks(rng, *span)])
    elif spec.x_scale == "log":
        _set_ticks(script, "x", [(v, f"10^{{{round(np.log10(v))}}}", v) for v in log_ticks(*span)])
    else:
        room = max(5, int((script.area[2] - script.area[0]) / (look.font_size * 4.5)))
        ticks = linear_ticks(*span, int(rng.integers(4, min(10, room + 1))))
        _set_ticks(script, "x", [(v, t, v) for v, t in zip(ticks, even_texts(ticks, "plain"), strict=True)])


def _set_ticks(script: Script, axis: str, ticks: list[tuple[float, str, float | str]], options: str = "") -> None:
    inside = ", ".join(
        f"{_quote(_escape(t).replace('%', '%%') if '^{' not in t else t)} {float(v)!r}" for v, t, _ in ticks
    )
    script.commands.append(f"set {axis}tics{options} ({inside})")
    x0, _, _, y1 = script.area
    for k, (v, text, value) in enumerate(ticks):
        spot = (
            (script.place(v, script.y_range[0])[0], y1 + 12)
            if axis == "x"
            else (x0 - 8, script.place(script.x_range[0], v)[1])
        )
        (script.x_ticks if axis == "x" else script.y_ticks).append((v, value))
        script.texts.append(
            (f"{axis}_tick", k, text.replace("^{", "").replace("}", "") if "^{" in text else text, spot)
        )


def _escape(text: str) -> str:
    """The text for gnuplot's enhanced mode, where some characters are commands."""
    for letter in "\\^_@&~{}":
        text = text.replace(letter, "\\" + letter)
    return text


def _titles(script: Script, look: Look, flip: bool, size: float) -> None:
    spec = script.spec
    below, beside = (spec.y_title, spec.x_title) if flip else (spec.x_title, spec.y_title)
    ink = f" textcolor rgb '{look.ink}'"
    if below:
        script.commands.append(f"set xlabel {_quote(_escape(below))}{ink}")
        script.texts.append(("x_title", 0, below, None))
    if beside:
        script.commands.append(f"set ylabel {_quote(_escape(beside))}{ink}")
        script.texts.append(("y_title", 0, beside, None))
    if spec.title and len(spec.title) * size * 0.6 < script.area[2] - script.area[0] + 200:
        script.commands.append(f"set title {_quote(_escape(spec.title))} font ',{size * 1.2:.1f}'{ink}")
        script.texts.append(("title", 0, spec.title, None))


FILLS = _FILLS
