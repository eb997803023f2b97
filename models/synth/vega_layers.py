"""The layers of Vega-Lite charts: bars, boxes, lines, points, areas, slices, and their labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from models.classes import PlotType
from models.synth.vega_spec import DASHES, SHAPES, Builder
from models.synth.words import chance, pick


def add_layers(b: Builder) -> None:
    """Adds the layers for the builder's chart type."""
    kind = b.spec.chart_type
    if kind is PlotType.LINE:
        _lines(b)
    elif kind is PlotType.SCATTER:
        _points(b, "points", joined=False)
    elif kind in (PlotType.VERTICAL_BOX, PlotType.HORIZONTAL_BOX):
        _boxes(b)
    elif kind is PlotType.PIE:
        _pie(b)
    elif kind is PlotType.AREA:
        _area(b)
    elif kind is PlotType.HISTOGRAM:
        _histogram(b)
    else:
        _bars(b)


def _outline(b: Builder) -> dict[str, Any]:
    edge = b.look.edge
    if edge in (None, "same") and not any(f in ("white", "none") for f in b.look.fills):
        return {}
    return {"stroke": edge if edge not in (None, "same") else b.look.ink, "strokeWidth": b.look.edge_width}


def _fills(b: Builder) -> tuple[str, ...]:
    return tuple("#ffffff" if f == "none" else f for f in b.look.fills)


def _bars(b: Builder) -> None:
    stacked = "stacked" in b.spec.chart_type.value
    grouped = len(b.spec.series) > 1 and not stacked
    sums = np.zeros(len(b.spec.categories))
    rows, order = [], []
    floor = b.value_scale["domain"][0] if b.spec.y_scale == "log" else 0.0
    for i, s in enumerate(b.spec.series):
        for k, v in enumerate(s.y):
            base = float(sums[k]) if stacked else floor
            end = base + v if stacked else v
            sums[k] += v if stacked else 0.0
            low, high = (s.low[k], s.high[k]) if s.low else (v, v)
            rows.append(
                {"c": b.spec.categories[k], "s": b.names[i], "v": end, "b": base, "lo": low, "hi": high, "t": v}
            )
            order.append((i, k))
    b.order["bars"] = order
    encoding: dict[str, Any] = {b.across: b.across_channel, b.value: b.value_channel(), b.value + "2": {"field": "b"}}
    offset: dict[str, Any] = {}
    if grouped:
        inner = pick(b.rng, (0.0, 0.0, 0.1, 0.2))
        offset = {
            b.across + "Offset": {"field": "s", "sort": None, "scale": {"domain": b.names, "paddingInner": inner}}
        }
    by_category = not b.named and not b.look.mono and chance(b.rng, 0.12)
    fills = _fills(b)
    color = b.color(fills)
    if by_category:
        color = {"field": "c", "type": "nominal", "sort": None, "legend": None, "scale": {"range": list(fills)}}
    corner = {"cornerRadiusEnd": pick(b.rng, (2, 4))} if chance(b.rng, 0.06) and not stacked else {}
    b.layer("bars", {"type": "bar", "clip": True, **_outline(b), **corner}, rows, encoding | offset | {"color": color})
    if b.spec.series[0].low:
        whisker = {b.across: b.across_channel, b.value: b.value_channel("lo"), b.value + "2": {"field": "hi"}} | offset
        b.layer(
            "errors",
            {"type": "rule", "color": b.look.ink, "strokeWidth": float(b.rng.uniform(0.6, 1.8)), "clip": True},
            rows,
            whisker,
        )
        if chance(b.rng, 0.6):
            for field in ("lo", "hi"):
                cap = {b.across: b.across_channel, b.value: b.value_channel(field)} | offset
                b.layer(
                    f"cap{field}",
                    {"type": "tick", "color": b.look.ink, "size": pick(b.rng, (4, 6, 8)), "thickness": 1, "clip": True},
                    rows,
                    cap,
                )
    if chance(b.rng, 0.2) and len(rows) <= 24:
        _value_labels(b, rows, offset, stacked)


def _value_labels(b: Builder, rows: list[dict[str, Any]], offset: dict[str, Any], stacked: bool) -> None:
    form = pick(b.rng, ("{:.0f}", "{:.1f}", "{:.2f}", "{:,.0f}"))
    labels = [r | {"l": form.format(r["t"]), "m": (r["v"] + r["b"]) / 2} for r in rows]
    mark: dict[str, Any] = {"type": "text", "color": b.look.ink, "fontSize": b.look.font_size * 0.9}
    if stacked:
        mark |= {"align": "center", "baseline": "middle", "color": pick(b.rng, ("white", "black"))}
    elif b.flip:
        mark |= {"align": "left", "baseline": "middle", "dx": 3}
    else:
        mark |= {"align": "center", "baseline": "bottom", "dy": -2}
    field = "m" if stacked else "v"
    encoding = {b.across: b.across_channel, b.value: b.value_channel(field), "text": {"field": "l", "type": "nominal"}}
    b.layer("values", mark, labels, encoding | offset)


def _histogram(b: Builder) -> None:
    s, edges = b.spec.series[0], b.spec.edges
    rows = [{"c": edges[k], "d": edges[k + 1], "v": v, "b": 0.0} for k, v in enumerate(s.y)]
    b.order["bars"] = [(0, k) for k in range(len(rows))]
    encoding = {"x": b.across_channel, "x2": {"field": "d"}, "y": b.value_channel(), "y2": {"field": "b"}}
    gap = pick(b.rng, (0, 0, 1, 2))
    fill = _fills(b)[0]
    b.layer("bars", {"type": "bar", "binSpacing": gap, "color": fill, "clip": True, **_outline(b)}, rows, encoding)


def _series_rows(b: Builder, i: int) -> list[dict[str, Any]]:
    s = b.spec.series[i]
    low, high = (s.low, s.high) if s.low else (s.y, s.y)
    return [
        {"c": b.place(k, x), "s": b.names[i], "v": y, "lo": low[k], "hi": high[k]}
        for k, (x, y) in enumerate(zip(s.x, s.y, strict=True))
    ]


def _lines(b: Builder) -> None:
    spec, look = b.spec, b.look
    rows = [r for i in range(len(spec.series)) for r in _series_rows(b, i)]
    few = len(spec.series[0].x) <= 25
    colors = look.line_colors
    distinct = len(set(colors[: len(b.names)])) > 1
    dashed = len(b.names) > 1 and (not distinct or chance(b.rng, 0.2))
    b.direct = b.named and 2 <= len(b.names) <= 6 and chance(b.rng, 0.12)
    encoding: dict[str, Any] = {"x": b.across_channel, "y": b.value_channel(), "color": b.color(colors)}
    if b.named:
        encoding["detail"] = {"field": "s", "sort": None}
    legend = None if b.direct else {"title": spec.legend_title}
    if dashed:
        encoding["strokeDash"] = {
            "field": "s",
            "type": "nominal",
            "sort": None,
            "legend": legend,
            "scale": {"domain": b.names, "range": list(DASHES[: len(b.names)])},
        }
    shape = pick(b.rng, ("linear",) * 8 + ("monotone", "step"))
    b.order["lines"] = [(i, 0) for i in range(len(b.names))]
    b.layer(
        "lines", {"type": "line", "strokeWidth": look.line_width, "interpolate": shape, "clip": True}, rows, encoding
    )
    if spec.series[0].low and few:
        error = {"x": b.across_channel, "y": b.value_channel("lo"), "y2": {"field": "hi"}, "color": b.color(colors)}
        b.layer("errors", {"type": "rule", "clip": True}, rows, error)
    if few and any(look.markers[: len(b.names)]) and chance(b.rng, 0.8):
        _points(b, "points", joined=True)
    if b.direct:
        last = [_series_rows(b, i)[-1] for i in range(len(b.names))]
        text = {"x": b.across_channel, "y": b.value_channel(), "text": {"field": "s"}, "color": b.color(colors)}
        b.layer("direct", {"type": "text", "align": "left", "baseline": "middle", "dx": 5}, last, text)


def _points(b: Builder, name: str, *, joined: bool) -> None:
    spec, look = b.spec, b.look
    rows = [r for i in range(len(spec.series)) for r in _series_rows(b, i)]
    b.order[name] = [(i, k) for i, s in enumerate(spec.series) for k in range(len(s.x))]
    filled = not look.hollow[0]
    shapes = [SHAPES.get(m or "o", "circle") for m in look.markers[: len(b.names)]]
    mark: dict[str, Any] = {
        "type": "point",
        "filled": filled,
        "size": (look.marker_size * 1.15) ** 2,
        "opacity": 1.0 if joined else pick(b.rng, (1.0, 1.0, 0.7)),
        "strokeWidth": min(2.0, look.line_width),
        "clip": True,
    }
    if not filled and joined and chance(b.rng, 0.7):
        mark["fill"] = look.background
    encoding: dict[str, Any] = {"x": b.across_channel, "y": b.value_channel(), "color": b.color(look.line_colors)}
    if b.named and len(set(shapes)) > 1:
        legend = None if b.direct else {"title": spec.legend_title}
        encoding["shape"] = {
            "field": "s",
            "type": "nominal",
            "sort": None,
            "legend": legend,
            "scale": {"domain": b.names, "range": shapes},
        }
    else:
        mark["shape"] = shapes[0]
    b.layer(name, mark, rows, encoding)


def _area(b: Builder) -> None:
    base = np.zeros(len(b.spec.series[0].x))
    rows = []
    for i, s in enumerate(b.spec.series):
        for k, r in enumerate(_series_rows(b, i)):
            rows.append(r | {"b": float(base[k]), "v": float(base[k] + s.y[k])})
        base = base + np.array(s.y)
    b.order["areas"] = [(i, 0) for i in range(len(b.names))]
    fills = tuple("#bbbbbb" if f in ("white", "none", "#ffffff") else f for f in b.look.fills)
    mark = {"type": "area", "opacity": pick(b.rng, (1.0, 1.0, 0.7))}
    mark |= {"stroke": b.look.ink, "strokeWidth": 0.8} if len(set(fills[: len(b.names)])) < len(b.names) else {}
    encoding = {"x": b.across_channel, "y": b.value_channel(), "y2": {"field": "b"}, "color": b.color(fills)}
    b.layer("areas", mark, rows, encoding)


def _boxes(b: Builder) -> None:
    spec, look, rng = b.spec, b.look, b.rng
    rows: list[dict[str, Any]] = []
    fliers: list[dict[str, Any]] = []
    for i, row in enumerate(spec.boxes):
        for k, box in enumerate(row):
            common = {"c": spec.categories[k], "s": b.names[i]}
            rows.append(common | {"lo": box.min, "q1": box.q1, "med": box.median, "q3": box.q3, "hi": box.max})
            fliers += [common | {"v": f, "n": [i, k]} for f in box.fliers]
    b.order["boxes"] = [(i, k) for i in range(len(spec.boxes)) for k in range(len(spec.categories))]
    b.order["points"] = [(f["n"][0], f["n"][1]) for f in fliers]
    offset = (
        {b.across + "Offset": {"field": "s", "sort": None, "scale": {"domain": b.names}}} if len(spec.boxes) > 1 else {}
    )
    band = float(rng.uniform(0.4, 0.95))

    def encode(field: str, field2: str | None = None) -> dict[str, Any]:
        second = {b.value + "2": {"field": field2}} if field2 else {}
        return {b.across: b.across_channel, b.value: b.value_channel(field)} | second | offset

    line = {"color": look.ink, "strokeWidth": float(rng.uniform(0.7, 1.8)), "clip": True}
    b.layer("whiskers", {"type": "rule", **line}, rows, encode("lo", "hi"))
    if chance(rng, 0.7):
        for field in ("lo", "hi"):
            b.layer(
                f"cap{field}",
                {"type": "tick", "color": look.ink, "thickness": 1, "bandSize": pick(rng, (6, 10, 16))},
                rows,
                encode(field),
            )
    fills = _fills(b)
    outline = _outline(b) or ({} if chance(rng, 0.4) else {"stroke": look.ink})
    size: dict[str, Any] = {("height" if b.flip else "width"): {"band": band}}
    b.layer(
        "boxes", {"type": "bar", "clip": True, **outline, **size}, rows, encode("q1", "q3") | {"color": b.color(fills)}
    )
    pale = any(f in ("white", "none", "#ffffff") for f in look.fills)
    dark = look.ink if pale else "white" if look.mono else pick(rng, ("white", look.ink))
    median: dict[str, Any] = {"type": "tick", "color": dark, "thickness": pick(rng, (1, 2)), **size}
    b.layer("medians", median, rows, encode("med"))
    if fliers:
        mark = {
            "type": "point",
            "filled": chance(rng, 0.3),
            "color": look.ink,
            "size": (look.marker_size) ** 2,
            "clip": True,
        }
        b.layer("points", mark, fliers, encode("v"))


def _pie(b: Builder) -> None:
    spec, rng = b.spec, b.rng
    values = spec.series[0].y
    rows = [{"c": c, "v": v, "k": k} for k, (c, v) in enumerate(zip(spec.categories, values, strict=True))]
    b.order["slices"] = [(0, k) for k in range(len(rows))]
    radius = min(b.width, b.height) / 2 - 8
    in_legend = chance(rng, 0.6)
    color = {
        "field": "c",
        "type": "nominal",
        "sort": None,
        "legend": {"title": spec.legend_title} if in_legend else None,
        "scale": {"domain": list(spec.categories), "range": list(_fills(b)[: len(rows)])},
    }
    theta = {"field": "v", "type": "quantitative", "stack": True}
    order = {"field": "k", "type": "quantitative"}
    pale = b.look.mono or any(f in ("white", "none") for f in b.look.fills)
    edge = {"stroke": b.look.ink if pale else pick(rng, ("white", b.look.ink))} if pale or chance(rng, 0.6) else {}
    inner = {"innerRadius": radius * float(rng.uniform(0.3, 0.7))} if chance(rng, 0.15) else {}
    reach = radius - 16 if not in_legend else radius
    b.layer(
        "slices",
        {"type": "arc", "outerRadius": reach, **edge, **inner},
        rows,
        {"theta": theta, "order": order, "color": color},
    )
    if not in_legend:
        mark = {"type": "text", "radius": reach + 22, "color": b.look.ink}
        b.layer("names", mark, rows, {"theta": theta, "order": order, "text": {"field": "c"}})
    if chance(rng, 0.5):
        labels = [r | {"l": f"{r['v']:.0f}%"} for r in rows]
        mark = {"type": "text", "radius": reach * 0.7, "color": pick(rng, ("white", "black"))}
        b.layer("values", mark, labels, {"theta": theta, "order": order, "text": {"field": "l"}})
