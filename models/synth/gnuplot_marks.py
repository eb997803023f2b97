"""The plots and the key of gnuplot scripts, with the places of all marks."""

from __future__ import annotations

import numpy as np

from models.classes import DetectionClass, PlotType
from models.synth.gnuplot_script import FILLS, PlannedMark, Script
from models.synth.look import Look
from models.synth.truth import Box, Point
from models.synth.words import chance

# Ink of gnuplot's point types around their place (left, top, right, bottom), from the shapes that its SVG terminal
# defines, in units of its marker radius; the radius of point size 1 follows.
_POINT_INK: dict[int, Box] = {
    1: (1.0, 1.0, 1.0, 1.0),
    2: (1.11, 1.11, 1.11, 1.11),
    3: (1.11, 1.11, 1.11, 1.11),
    4: (1.16, 1.16, 1.16, 1.16),
    5: (1.16, 1.16, 1.16, 1.16),
    6: (1.16, 1.16, 1.16, 1.16),
    7: (1.0, 1.0, 1.0, 1.0),
    8: (1.64, 1.6, 1.64, 0.83),
    9: (1.33, 1.33, 1.33, 0.67),
    10: (1.64, 0.83, 1.64, 1.6),
    11: (1.33, 0.67, 1.33, 1.33),
    12: (1.64, 1.64, 1.64, 1.64),
    13: (1.41, 1.41, 1.41, 1.41),
}
_RADIUS_PX = 4.5


def add_marks(script: Script, look: Look, rng: np.random.Generator) -> None:
    """Adds data blocks and plot commands for the script's chart."""
    kind = script.spec.chart_type
    if kind in (PlotType.LINE, PlotType.SCATTER):
        _series(script, look, rng, joined=kind is PlotType.LINE)
    elif kind in (PlotType.VERTICAL_BOX, PlotType.HORIZONTAL_BOX):
        _boxes(script, look, rng)
    elif kind is PlotType.AREA:
        _areas(script, look)
    else:
        _bars(script, look, rng)


def _block(script: Script, rows: list[tuple[float, ...]]) -> str:
    name = f"$d{len(script.blocks)}"
    body = "\n".join(" ".join(f"{float(v)!r}" for v in row) for row in rows)
    script.blocks.append(f"{name} << EOD\n{body}\nEOD")
    return name


def _turn(script: Script, across: float, along: float) -> Point:
    return (along, across) if script.spec.chart_type.is_horizontal else (across, along)


def _fill(look: Look, i: int) -> str:
    fill = look.fills[i % len(look.fills)]
    if look.hatches[i % len(look.hatches)] or fill in ("white", "none"):
        style = FILLS[1 + i % 6] if look.hatches[i % len(look.hatches)] else "empty"
        return f"lc rgb '{look.ink}' fs {style} border lc rgb '{look.ink}'"
    border = f"border lc rgb '{look.ink}'" if look.edge not in (None, "same") else "noborder"
    return f"lc rgb '{fill}' fs solid 1.0 {border}"


def _edge_pad(look: Look, i: int) -> Box:
    return (0.0,) * 4 if "noborder" in _fill(look, i) else (0.5,) * 4


def _point_pad(point: int, size: float) -> Box:
    left, top, right, bottom = (v * size * _RADIUS_PX for v in _POINT_INK[point])
    return left, top, right, bottom


def _bars(script: Script, look: Look, rng: np.random.Generator) -> None:
    spec = script.spec
    stacked = "stacked" in spec.chart_type.value
    histogram = spec.chart_type is PlotType.HISTOGRAM
    m = 1 if stacked else len(spec.series)
    room = look.bar_width if m == 1 else max(0.5, min(look.bar_width, 0.9))
    floor = script.y_range[0] if spec.y_scale == "log" else 0.0
    sums = np.zeros(len(spec.series[0].y))
    for i, series in enumerate(spec.series):
        rows: list[tuple[float, ...]] = []
        for k, (at, value) in enumerate(zip(series.x, series.y, strict=True)):
            base = float(sums[k]) if stacked else floor
            end = base + value if stacked else value
            sums[k] += value if stacked else 0.0
            if histogram:
                left, right = spec.edges[k], spec.edges[k + 1]
            else:
                left = at - room / 2 + (0 if m == 1 else i * room / m)
                right = left + room / m
            mid = (left + right) / 2
            a, b = _turn(script, left, base), _turn(script, right, end)
            if base != end:
                px = {"base": _turn(script, mid, base), "end": _turn(script, mid, end)}
                script.marks.append(PlannedMark(DetectionClass.BAR, (a, b), _edge_pad(look, i), i, k, px))
            center = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            rows.append((*center, min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])))
        script.plots.append(f"{_block(script, rows)} using 1:2:3:4:5:6 with boxxyerror {_fill(look, i)}")
        if series.low:
            _errors(script, look, i, [at - room / 2 + (i + 0.5) * room / m for at in series.x])


def _errors(script: Script, look: Look, i: int, places: list[float]) -> None:
    series = script.spec.series[i]
    rows: list[tuple[float, ...]] = []
    floor = script.y_range[0] if script.spec.y_scale == "log" else -np.inf
    for at, y, low, high in zip(places, series.y, series.low, series.high, strict=True):
        x_px, y_px = _turn(script, at, y)
        rows.append((x_px, y_px, max(low, floor), high))
    style = "xerrorbars" if script.spec.chart_type.is_horizontal else "yerrorbars"
    script.plots.append(f"{_block(script, rows)} using 1:2:3:4 with {style} pt 0 lc rgb '{look.ink}' lw 1")


def _series(script: Script, look: Look, rng: np.random.Generator, *, joined: bool) -> None:
    spec = script.spec
    few = len(spec.series[0].x) <= 25
    size = float(rng.uniform(0.4, 1.4))
    first = int(rng.integers(0, len(_POINT_INK)))
    marked = not joined or (few and chance(rng, 0.75))
    width = float(rng.uniform(0.7, 2.2))
    for i, series in enumerate(spec.series):
        ys = (
            series.y
            if not series.secondary
            else tuple(np.interp(series.y, (min(series.y), max(series.y)), script.y_range))
        )
        rows = [(float(x), float(y)) for x, y in zip(series.x, ys, strict=True)]
        name, color = _block(script, list(rows)), look.line_colors[i]
        point = 1 + (first + i) % len(_POINT_INK)
        dash = 1 if len(set(look.dashes)) == 1 else 1 + i % 5
        style = "points" if not joined else ("linespoints" if marked else "lines")
        look_of = f"lc rgb '{color}' lw {width:.2f}" + (f" dt {dash}" if joined else "")
        look_of += f" pt {point} ps {size:.2f}" if marked else ""
        script.plots.append(f"{name} using 1:2 with {style} {look_of}")
        if joined:
            script.lines.append((i, tuple(rows), len(script.plots)))
        if marked:
            pad = _point_pad(point, size)
            script.marks += [
                PlannedMark(DetectionClass.POINT, (p,), pad, i, k, {"center": p})
                for k, p in enumerate(rows)
                if _inside(script, p)
            ]
        if series.low and joined:
            _errors(script, look, i, list(series.x))


def _inside(script: Script, p: Point) -> bool:
    (x0, x1), (y0, y1) = script.x_range, script.y_range
    return x0 <= p[0] <= x1 and y0 <= p[1] <= y1


def _areas(script: Script, look: Look) -> None:
    base = np.zeros(len(script.spec.series[0].x))
    for i, series in enumerate(script.spec.series):
        top = base + np.array(series.y)
        rows = [(float(x), float(b), float(t)) for x, b, t in zip(series.x, base, top, strict=True)]
        fill = look.fills[i] if look.fills[i] not in ("white", "none") else "#cccccc"
        script.plots.append(
            f"{_block(script, list(rows))} using 1:2:3 with filledcurves lc rgb '{fill}' fs solid 1.0 noborder"
        )
        script.lines.append((i, tuple((x, t) for x, _, t in rows), len(script.plots)))
        base = top


def _boxes(script: Script, look: Look, rng: np.random.Generator) -> None:
    spec = script.spec
    room = float(rng.uniform(0.3, 0.8))
    width = room / len(spec.boxes)
    caps = chance(rng, 0.75)
    line = float(rng.uniform(0.7, 1.6))
    size, point = float(rng.uniform(0.4, 0.9)), int(rng.integers(1, 8))
    for i, row in enumerate(spec.boxes):
        fills: list[tuple[float, ...]] = []
        segments: list[tuple[float, ...]] = []
        fliers: list[tuple[float, ...]] = []
        for k, box in enumerate(row):
            c, h = k - room / 2 + (i + 0.5) * width, width * 0.45
            a, b = _turn(script, c - h, box.q1), _turn(script, c + h, box.q3)
            fills.append(
                (
                    (a[0] + b[0]) / 2,
                    (a[1] + b[1]) / 2,
                    min(a[0], b[0]),
                    max(a[0], b[0]),
                    min(a[1], b[1]),
                    max(a[1], b[1]),
                )
            )
            strokes = [(c, box.min, c, box.q1), (c, box.q3, c, box.max), (c - h, box.median, c + h, box.median)]
            strokes += [(c - h / 2, v, c + h / 2, v) for v in (box.min, box.max)] if caps else []
            for u0, v0, u1, v1 in strokes:
                p, q = _turn(script, u0, v0), _turn(script, u1, v1)
                segments.append((p[0], p[1], q[0] - p[0], q[1] - p[1]))
            px = {n: _turn(script, c, getattr(box, n)) for n in ("min", "q1", "median", "q3", "max")}
            script.marks.append(PlannedMark(DetectionClass.BOX, (a, b), (0.5,) * 4, i, k, px))
            for value in box.fliers:
                p = _turn(script, c, value)
                if _inside(script, p):
                    fliers.append(p)
                    mark = PlannedMark(DetectionClass.POINT, (p,), _point_pad(point, size), i, k, {"center": p})
                    script.marks.append(mark)
        fill = _fill(look, i).replace("noborder", f"border lc rgb '{look.ink}'")
        script.plots.append(f"{_block(script, fills)} using 1:2:3:4:5:6 with boxxyerror {fill}")
        script.plots.append(
            f"{_block(script, segments)} using 1:2:3:4 with vectors nohead lc rgb '{look.ink}' lw {line:.2f}"
        )
        if fliers:
            script.plots.append(
                f"{_block(script, fliers)} using 1:2 with points pt {point} ps {size:.2f} lc rgb '{look.ink}'"
            )


def add_key(script: Script, look: Look, rng: np.random.Generator, size: float) -> None:
    """Draws the legend by hand right of, above or inside the plot, so that its places are known."""
    names = [s.name for s in script.spec.series]
    if any(n is None for n in names) or (len(names) == 1 and chance(rng, 0.5)):
        return
    x0, y0, x1, _ = script.area
    inside = chance(rng, 0.35)
    row = size * float(rng.uniform(1.5, 2.0))
    filled = script.spec.chart_type not in (PlotType.LINE, PlotType.SCATTER)
    wide = float(rng.uniform(8, 20)) if filled else (24.0 if script.spec.chart_type is PlotType.LINE else 8.0)
    letters = max(len(n or "") for n in names) * size * 0.62
    left = x1 - letters - wide - 16 if inside else x1 + 14
    top = y0 + 12 if inside else y0 + 6
    if left < x0:
        return
    if script.spec.legend_title and not inside:
        place = (left, top)
        _label(script, "legend_title", 0, script.spec.legend_title, place, look)
        top += row
    for i, name in enumerate(names):
        middle = top + i * row
        _swatch(script, look, i, left, middle, wide, size, filled)
        _label(script, "entry", i, name or "", (left + wide + 7, middle), look)


def _label(script: Script, kind: str, i: int, text: str, place: Point, look: Look) -> None:
    from models.synth.gnuplot_script import _escape, _quote

    where = f"screen {_screen(script, place)}"
    script.commands.append(f"set label {_quote(_escape(text))} at {where} left front textcolor rgb '{look.ink}'")
    script.texts.append((kind, i, text, place))


def _screen(script: Script, place: Point) -> str:
    full_w, full_h = int(script.area[2] + 260), int(script.area[3] + 170)
    return f"{place[0] / full_w:.8f},{1 - place[1] / full_h:.8f}"


def _swatch(
    script: Script, look: Look, i: int, left: float, middle: float, wide: float, size: float, filled: bool
) -> None:
    if filled:
        half = size * 0.4
        a, b = (left, middle - half), (left + wide, middle + half)
        fill = look.fills[i] if look.fills[i] not in ("none",) else "white"
        style = _fill(look, i)
        inner = "fs " + style.split(" fs ")[1].split(" border")[0].split(" noborder")[0]
        script.commands.append(
            f"set object {i + 1} rectangle from screen {_screen(script, a)} to screen {_screen(script, b)} front "
            f"fc rgb '{fill if 'pattern' not in inner else look.ink}' {inner} border lc rgb '{look.ink}'"
        )
        script.swatches.append((a[0] - 0.5, a[1] - 0.5, b[0] + 0.5, b[1] + 0.5))
        return
    plot = next(p for p in script.plots if p.startswith(f"$d{_data_index(script, i)} "))
    style = plot.split(" with ")[1]
    tail = style.split(" ", 1)[1]
    pad: Box = (1.0, 1.0, 1.0, 1.0)
    if "lines" in style.split(" ")[0]:
        words = tail.split(" pt ")[0]
        a, b = (left, middle), (left + wide, middle)
        script.commands.append(
            f"set arrow from screen {_screen(script, a)} to screen {_screen(script, b)} nohead front {words}"
        )
    if " pt " in tail:
        point = tail.split(" pt ")[1]
        kind, points_size = point.split(" ps ")
        pad = _point_pad(int(kind), float(points_size))
        color = tail.split("lc ")[1].split(" lw")[0]
        spot = _screen(script, (left + wide / 2, middle))
        script.commands.append(f"set label '' at screen {spot} point pt {point} lc {color} front")
    if style.split(" ")[0] == "points":
        middle_x = left + wide / 2
        script.swatches.append((middle_x - pad[0], middle - pad[1], middle_x + pad[2], middle + pad[3]))
    else:
        script.swatches.append((left, middle - pad[1], left + wide, middle + pad[3]))


def _data_index(script: Script, i: int) -> int:
    """The number of the data block of the i-th drawn series."""
    drawn = [p for p in script.plots if " with lines" in p or " with points" in p or " with linespoints" in p]
    return int(drawn[i].split(" ")[0][2:])
