"""Which templates a chart's rows can answer truly: a table that says nothing of its ticks must not be asked of them.

A gold table holds names, titles and values, no text blocks and no ticks. An absent text block then means "not told",
while in an annotation it means "not there"; only the second may become a "no" or a count.
"""

from __future__ import annotations

from functools import cache

from qa.chartview import ChartView
from qa.generation.round_ticks import ROUND
from qa.plan import AxisName, Coalesce, Field, FieldName, Node, Texts, Ticks
from qa.template import Mode, Template
from sie.vocab import ChartFamily

_CURVED = frozenset({ChartFamily.LINE, ChartFamily.AREA, ChartFamily.SCATTER, ChartFamily.HISTOGRAM})
"""Where places have numbers, the points' labels are no ticks."""


def is_known(template: Template, view: ChartView, *, mode: Mode = Mode.CORRECTED) -> bool:
    """Whether the chart's rows tell what the template asks for.

    Templates over text blocks need blocks (a title may come from the chart's own row instead); templates over the ticks
    of a numeric independent axis need ticks.
    """
    plan = template.plan_for(mode)
    if _reads_blocks(plan) and not view.rows("texts"):
        return False
    return not (_reads_x_ticks(plan) and not _has_drawn_ticks(view) and numeric_places(view))


def _has_drawn_ticks(view: ChartView) -> bool:
    ticks = [row for row in view.rows("ticks") if row.get("role") == "independent"]
    return any(not str(row.get("tick_id")).startswith(ROUND) for row in ticks)


def numeric_places(view: ChartView) -> bool:
    """Whether the chart's places are numbers along an axis that may be read between ticks."""
    return view.family in _CURVED and any(place.x is not None for _, place in view.labelled)


@cache
def _reads_blocks(plan: Node) -> bool:
    """Whether blocks are read other than as a second source of the title."""
    if isinstance(plan, Coalesce) and isinstance(plan.first, Field) and plan.first.name is FieldName.TITLE:
        return False
    return isinstance(plan, Texts) or any(_reads_blocks(child) for child in plan.children())


@cache
def _reads_x_ticks(plan: Node) -> bool:
    return any(isinstance(node, Ticks) and node.axis is AxisName.INDEPENDENT for node in plan.walk())
