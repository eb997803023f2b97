"""Small artifacts built by hand, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from sie.artifacts import (
    XY,
    Axis,
    ChartElements,
    ChartStructure,
    Element,
    SeriesMarks,
    Tick,
    Value,
)
from sie.values.scale import fit_line, transform
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Side, Stacking

PLOT = (100.0, 50.0, 500.0, 350.0)


def make_ticks(places: Sequence[float], values: Sequence[Value], prefix: str = "k") -> tuple[Tick, ...]:
    pairs = zip(places, values, strict=True)
    return tuple(
        Tick(id=f"{prefix}{i}", text=str(value), value=value, px=px, sigma_px=0.2)
        for i, (px, value) in enumerate(pairs)
    )


def make_axis(
    direction: Direction,
    places: Sequence[float],
    values: Sequence[Value],
    *,
    scale: ScaleType = ScaleType.LINEAR,
    numbers: Sequence[float] | None = None,
    secondary: bool = False,
    title: str | None = None,
) -> Axis:
    """An axis with ticks at pixels; `numbers` are the ticks' numbers where `values` are dates."""
    fit = None
    if scale is not ScaleType.CATEGORICAL:
        t = [transform(float(v), scale) for v in (numbers or values)]
        fit = fit_line(list(places), t, [0.2] * len(t))
    side = Side.BOTTOM if direction is Direction.HORIZONTAL else Side.LEFT
    name = f"{direction}{'2' if secondary else ''}"
    return Axis(
        id=name, direction=direction, side=side, scale=scale, ticks=make_ticks(places, values, name), fit=fit,
        secondary=secondary, title=title,
    )  # fmt: skip


def make_structure(*axes: Axis) -> ChartStructure:
    return ChartStructure(id="c1", box=(0, 0, 600, 400), plot_area=PLOT, axes=axes, text=())


def make_elements(
    chart_type: ChartType,
    elements: Sequence[Element],
    *,
    series: Sequence[SeriesMarks] = (SeriesMarks(id="s1"),),
    orientation: Direction = Direction.VERTICAL,
    stacking: Stacking = Stacking.NONE,
) -> ChartElements:
    return ChartElements(
        chart_id="c1", chart_type=chart_type, orientation=orientation, stacking=stacking, series=tuple(series),
        elements=tuple(elements),
    )  # fmt: skip


def make_bar(name: str, x: float, base: float, end: float, *, series: str = "s1", width: float = 20.0) -> Element:
    """An upright bar around x from base to end, in pixels."""
    box = (x - width / 2, min(base, end), x + width / 2, max(base, end))
    return Element(
        id=name, kind=MarkKind.BAR, box=box, series=series, px={"base": (x, base), "end": (x, end)}, sigma_px=0.3
    )


def make_point(name: str, x: float, y: float, *, series: str = "s1") -> Element:
    return Element(
        id=name,
        kind=MarkKind.POINT,
        box=(x - 3, y - 3, x + 3, y + 3),
        series=series,
        px={"center": (x, y)},
        sigma_px=0.2,
    )


def make_path(
    name: str, path: Sequence[XY], *, series: str = "s1", vertices: bool = False, kind: MarkKind = MarkKind.LINE
) -> Element:
    xs, ys = [p[0] for p in path], [p[1] for p in path]
    box = (min(xs), min(ys), max(xs), max(ys))
    return Element(id=name, kind=kind, box=box, series=series, path=tuple(path), vertices=vertices, sigma_px=0.3)
