"""Figures as rows of the tables in `sie.tables`."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sie.artifacts import FIVE, XY, XYXY, Axis, Chart, DataPoint, Series, Tick, Value
from sie.tables import TABLES
from sie.vocab import AxisRole, ScaleType, family_of

if TYPE_CHECKING:
    from sie.figure import Figure

Row = dict[str, object]
Rows = dict[str, list[Row]]

_SECONDS_PER_DAY = 86400.0
_SIDES = ("x0", "y0", "x1", "y1")


def empty_rows() -> Rows:
    """No rows, for every table."""
    return {name: [] for name in TABLES}


def chart_key(source: str, chart_id: str) -> str:
    """The key of a chart over a dataset.

    >>> chart_key("a/b.png", "c1")
    'a/b.png#c1'
    """
    return f"{source}#{chart_id}"


def days_of_iso(text: str) -> float | None:
    """Days since 1970-01-01 of an ISO 8601 date, or None.

    >>> days_of_iso("1971-01-01")
    365.0
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.timestamp() / _SECONDS_PER_DAY


def number_of(value: Value | None, scale: ScaleType | None) -> float | None:
    """The number that a stored value stands for: itself, days on a time axis, None for a category."""
    if value is None or (scale is ScaleType.CATEGORICAL and isinstance(value, str)):
        return None
    if isinstance(value, str):
        return days_of_iso(value)
    return float(value) if math.isfinite(value) else None


def text_of(value: Value | None) -> str | None:
    """A stored value as text: whole numbers without a point.

    >>> text_of(2010.0)
    '2010'
    """
    if value is None or isinstance(value, str):
        return value
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def figure_rows(figure: Figure, *, source: str | None = None) -> Rows:
    """All rows of a figure. `source` is the key it is stored under, by default its picture's path."""
    key = source or figure.image.path
    rows = empty_rows()
    for index, chart in enumerate(figure.charts):
        rows["charts"].append(_chart_row(chart, index, key, figure.image.sha256))
        chart_id = chart_key(key, chart.id)
        _add_structure(rows, chart, chart_id)
        for order, series in enumerate(chart.series):
            _add_series(rows, chart, series, order, chart_id)
        for issue in chart.issues:
            rows["issues"].append(_issue(key, chart_id, issue.stage, issue.code, issue.message))
    for issue in figure.issues:
        rows["issues"].append(_issue(key, None, issue.stage, issue.code, issue.message))
    return rows


def _issue(source: str, chart_id: str | None, stage: str, code: str, message: str) -> Row:
    return {"source": source, "chart_id": chart_id, "stage": str(stage), "code": code, "message": message}


def _box(box: XYXY | None, prefix: str = "") -> Row:
    return {f"{prefix}{side}": box[i] if box else None for i, side in enumerate(_SIDES)}


def _chart_row(chart: Chart, index: int, source: str, sha256: str) -> Row:
    structure = chart.structure
    low_x, high_x = chart.x_domain or (None, None)
    low_y, high_y = chart.y_domain or (None, None)
    return {
        "chart_id": chart_key(source, chart.id),
        "source": source,
        "figure_sha256": sha256,
        "panel_idx": index,
        "chart_type": chart.chart_type,
        "family": family_of(chart.chart_type) if chart.chart_type else None,
        "orientation": chart.elements.orientation if chart.elements else None,
        "title": chart.title,
        "x_title": chart.x_title,
        "y_title": chart.y_title,
        "legend_title": chart.legend_title,
        "x_unit": chart.x_unit,
        "y_unit": chart.y_unit,
        "x_scale": chart.x_scale,
        "y_scale": chart.y_scale,
        "x_low": number_of(low_x, chart.x_scale),
        "x_high": number_of(high_x, chart.x_scale),
        "y_low": number_of(low_y, chart.y_scale),
        "y_high": number_of(high_y, chart.y_scale),
        "sigma_rel": chart.sigma_rel,
        **_box(structure.plot_area if structure else None, "plot_"),
        **_box(structure.box if structure else None, "panel_"),
        "confidence": chart.confidence,
    }


def _add_structure(rows: Rows, chart: Chart, chart_id: str) -> None:
    for position, block in enumerate(chart.text or ()):
        rows["texts"].append(
            {
                "chart_id": chart_id,
                "text_id": block.id,
                "text_idx": position,
                "text": block.text,
                "role": block.role,
                "confidence": block.confidence,
                "angle": block.angle,
                **_box(block.box),
                "polygon": json.dumps(block.polygon),
            }
        )
    if chart.structure is not None:
        for axis in chart.structure.axes:
            rows["axes"].append(_axis_row(axis, chart_id))
            rows["ticks"].extend(_tick_rows(axis, chart_id))
        entries = chart.structure.legend.entries if chart.structure.legend else ()
        for position, entry in enumerate(entries):
            rows["legend_entries"].append(
                {
                    "chart_id": chart_id,
                    "entry_id": entry.id,
                    "entry_idx": position,
                    "label": entry.label,
                    "color": entry.color,
                    **_box(entry.label_box, "label_"),
                    **_box(entry.swatch_box, "swatch_"),
                }
            )
    if chart.elements is not None:
        for element in chart.elements.elements:
            rows["elements"].append(
                {
                    "chart_id": chart_id,
                    "element_id": element.id,
                    "kind": element.kind,
                    "series_id": element.series,
                    **_box(element.box),
                    "sigma_px": element.sigma_px,
                    "confidence": element.confidence,
                    "color": element.color,
                    "source": element.source,
                }
            )


def _axis_row(axis: Axis, chart_id: str) -> Row:
    fit = axis.fit
    return {
        "chart_id": chart_id,
        "axis_id": axis.id,
        "role": axis.role,
        "direction": axis.direction,
        "side": axis.side,
        "secondary": axis.secondary,
        "scale": axis.scale,
        "base": axis.base,
        "reversed": axis.reversed,
        "title": axis.title,
        "unit": axis.unit,
        "offset_px": fit.offset_px if fit else None,
        "px_per_unit": fit.px_per_unit if fit else None,
        "residual_px": fit.residual_px if fit else None,
        "n_ticks": fit.n_ticks if fit else len(axis.ticks),
        "certain": fit.certain if fit else None,
    }


def _tick_rows(axis: Axis, chart_id: str) -> list[Row]:
    """Ticks from left to right, or from bottom to top where the axis is a vertical value axis."""
    upwards = axis.direction == "vertical" and axis.role is AxisRole.DEPENDENT
    ticks: Iterable[Tick] = sorted(axis.ticks, key=lambda tick: -tick.px if upwards else tick.px)
    return [
        {
            "chart_id": chart_id,
            "axis_id": axis.id,
            "tick_id": tick.id,
            "role": axis.role,
            "secondary": axis.secondary,
            "tick_idx": position,
            "text": tick.text,
            "value": number_of(tick.value, axis.scale),
            "px": tick.px,
            "status": tick.status,
            "reason": tick.reason,
        }
        for position, tick in enumerate(ticks)
    ]


def _add_series(rows: Rows, chart: Chart, series: Series, order: int, chart_id: str) -> None:
    series_id = series.id or f"s{order + 1}"
    rows["series"].append(
        {
            "chart_id": chart_id,
            "series_id": series_id,
            "series_idx": order,
            "name": series.name,
            "color": series.color,
            "secondary": series.secondary,
        }
    )
    for position, point in enumerate(series.points):
        place: Row = {
            "chart_id": chart_id,
            "series_id": series_id,
            "series_idx": order,
            "point_idx": position,
            "x_text": text_of(point.x),
            "x": number_of(point.x, chart.x_scale),
            "element_id": point.element_ids[0] if point.element_ids else None,
        }
        if point.median is not None:
            rows["boxes"].append({**place, **_box_values(point)})
        else:
            rows["points"].append({**place, **_point_values(point, chart.x_scale)})


def _box_values(point: DataPoint) -> Row:
    sigmas = point.sigma if isinstance(point.sigma, dict) else {}
    places = point.px if isinstance(point.px, dict) else {}
    middle: XY | None = places.get("median")
    return {
        **{name: getattr(point, name) for name in FIVE},
        **{f"sigma_{name}": sigmas.get(name) for name in FIVE},
        "px_x": middle[0] if middle else None,
        "px_y": middle[1] if middle else None,
    }


def _point_values(point: DataPoint, scale: ScaleType | None) -> Row:
    place = point.px if isinstance(point.px, tuple) else None
    return {
        "x0": number_of(point.x0, scale),
        "x1": number_of(point.x1, scale),
        "y": point.y,
        "y_low": point.y_low,
        "y_high": point.y_high,
        "sigma": point.sigma if isinstance(point.sigma, float) else None,
        "sigma_x": point.sigma_x,
        "px_x": place[0] if place else None,
        "px_y": place[1] if place else None,
    }
