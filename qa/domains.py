"""When a template is asked of a chart: its `Need`s, checked on plain rows."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from qa.chartview import ChartView
from qa.template import Need, Template

_OTHER_ROLES = ("legend_label", "axis_title", "tick_label", "chart_title", "legend_title")


def _numeric(view: ChartView, role: str) -> list[float]:
    ticks = view.x_ticks if role == "independent" else view.axis_ticks(role)
    return [tick.x for tick in ticks if tick.x is not None]


def _is_linear(view: ChartView) -> bool:
    scale = view.field("y_scale")
    if scale is not None:
        return scale != "log"
    values = _numeric(view, "dependent")
    steps = [b - a for a, b in pairwise(values)]
    return bool(steps) and max(steps) - min(steps) <= 1e-6 * max(steps)


def _kind(view: ChartView) -> str:
    return view.field("chart_type") or ""


_CHECKS: dict[Need, Callable[[ChartView], bool]] = {
    Need.SINGLE_SERIES: lambda view: len(view.series) == 1 and not view.legend and not view.texts("mark_label"),
    Need.NAMED_SERIES: lambda view: len(view.names) >= 1,
    Need.MANY_SERIES: lambda view: len(view.names) >= 2,
    Need.THREE_SERIES: lambda view: len(view.names) >= 3,
    Need.UNNAMED_POINTS: lambda view: not view.legend,
    Need.LEGEND: lambda view: bool(view.legend),
    Need.MANY_LABELS: lambda view: len(view.legend) >= 2,
    Need.MARK_LABELS: lambda view: bool(view.texts("mark_label")),
    Need.TITLE: lambda view: view.field("title") is not None or bool(view.texts("chart_title")),
    Need.X_TITLE: lambda view: view.field("x_title") is not None,
    Need.Y_TITLE: lambda view: view.field("y_title") is not None,
    Need.LEGEND_TITLE: lambda view: view.field("legend_title") is not None or bool(view.texts("legend_title")),
    Need.OTHER_TEXT: lambda view: any(row.get("role") not in _OTHER_ROLES for row in view.rows("texts")),
    Need.NUMERIC_X: lambda view: bool(_numeric(view, "independent")),
    Need.NUMERIC_Y: lambda view: bool(_numeric(view, "dependent")),
    Need.TWO_Y_TICKS: lambda view: len(view.axis_ticks("dependent")) >= 2,
    Need.TWO_NUMERIC_Y: lambda view: len(_numeric(view, "dependent")) >= 2,
    Need.LINEAR_Y: _is_linear,
    Need.UPRIGHT: lambda view: view.direction != "horizontal",
    Need.SIDEWAYS: lambda view: view.direction == "horizontal",
    Need.GROUPED: lambda view: _kind(view).startswith("grouped"),
    Need.STACKED: lambda view: _kind(view).startswith("stacked"),
    Need.GROUPED_OR_STACKED: lambda view: _kind(view).startswith(("grouped", "stacked")),
}


def unmet(template: Template, view: ChartView) -> list[str]:
    """What keeps a template from being asked of a chart, in words; empty when nothing does."""
    reasons = []
    if view.family not in template.families:
        reasons.append(f"it is asked of {', '.join(template.families)} charts")
    reasons += [f"it needs {need.value}" for need in template.needs if not _CHECKS[need](view)]
    return reasons


def admits(template: Template, view: ChartView) -> bool:
    """True when a template is asked of a chart."""
    return not unmet(template, view)
