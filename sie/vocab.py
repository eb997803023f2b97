"""The closed sets of names that the whole project uses.

The words are the field's: chart classes and text roles are those of the CHART-Infographics challenge and CHART-Info,
scales and orientations those of any plotting library. Values are what is written to disk.
"""

from __future__ import annotations

from enum import StrEnum


class ChartType(StrEnum):
    """What kind of chart a panel is; the value is the name used in every stored file."""

    LINE = "line"
    VERTICAL_BAR = "vertical bar"
    HORIZONTAL_BAR = "horizontal bar"
    GROUPED_VERTICAL_BAR = "grouped vertical bar"
    GROUPED_HORIZONTAL_BAR = "grouped horizontal bar"
    STACKED_VERTICAL_BAR = "stacked vertical bar"
    STACKED_HORIZONTAL_BAR = "stacked horizontal bar"
    SCATTER = "scatter"
    VERTICAL_BOX = "vertical box"
    HORIZONTAL_BOX = "horizontal box"
    PIE = "pie"
    AREA = "area"
    HISTOGRAM = "histogram"


class ChartFamily(StrEnum):
    """Chart types that share marks and questions."""

    LINE = "line"
    BAR = "bar"
    SCATTER = "scatter"
    BOX = "box"
    PIE = "pie"
    AREA = "area"
    HISTOGRAM = "histogram"


_FAMILIES = {
    ChartType.LINE: ChartFamily.LINE,
    ChartType.SCATTER: ChartFamily.SCATTER,
    ChartType.VERTICAL_BOX: ChartFamily.BOX,
    ChartType.HORIZONTAL_BOX: ChartFamily.BOX,
    ChartType.PIE: ChartFamily.PIE,
    ChartType.AREA: ChartFamily.AREA,
    ChartType.HISTOGRAM: ChartFamily.HISTOGRAM,
}


def family_of(chart_type: ChartType) -> ChartFamily:
    """The family of a chart type.

    >>> family_of(ChartType.STACKED_VERTICAL_BAR)
    <ChartFamily.BAR: 'bar'>
    """
    return _FAMILIES.get(chart_type, ChartFamily.BAR)


class TextRole(StrEnum):
    """What a text block is for (CHART-Infographics task 3)."""

    CHART_TITLE = "chart_title"
    AXIS_TITLE = "axis_title"
    TICK_LABEL = "tick_label"
    TICK_GROUPING = "tick_grouping"
    LEGEND_TITLE = "legend_title"
    LEGEND_LABEL = "legend_label"
    VALUE_LABEL = "value_label"
    MARK_LABEL = "mark_label"
    OTHER = "other"


class AxisRole(StrEnum):
    """INDEPENDENT is the category or x variable, DEPENDENT the measured value, whatever their direction."""

    INDEPENDENT = "independent"
    DEPENDENT = "dependent"


class Direction(StrEnum):
    """How an axis, a bar or a box lies on the page."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


class Side(StrEnum):
    """Where the labels of an axis stand, seen from the plot area."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


class ScaleType(StrEnum):
    """How pixels become values along an axis."""

    LINEAR = "linear"
    LOG = "log"
    CATEGORICAL = "categorical"
    TIME = "time"


class TickStatus(StrEnum):
    """KEPT as read; REPAIRED: the text disagreed with the fit and was mended; REJECTED: left out of the fit."""

    KEPT = "kept"
    REPAIRED = "repaired"
    REJECTED = "rejected"


class MarkKind(StrEnum):
    """The visual elements that carry data."""

    BAR = "bar"
    BOX = "box"
    POINT = "point"
    LINE = "line"
    AREA = "area"
    SLICE = "slice"
    ERROR_BAR = "error_bar"


class Stacking(StrEnum):
    """How the bars or areas of one category sit on each other."""

    NONE = "none"
    STACKED = "stacked"
    PERCENT = "percent"


class Stage(StrEnum):
    """The stages of the pipeline, in order."""

    TEXT = "text"
    STRUCTURE = "structure"
    ELEMENTS = "elements"
    VALUES = "values"


class Engine(StrEnum):
    """The text engines."""

    RAPIDOCR = "rapidocr"
    EASYOCR = "easyocr"


class Device(StrEnum):
    """Where models run."""

    AUTO = "auto"
    CPU = "cpu"
    CUDA = "cuda"


class BatchEngine(StrEnum):
    """What runs a batch: processes on this machine, or actors of a Ray cluster."""

    PROCESS = "process"
    RAY = "ray"
