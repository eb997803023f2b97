"""The classes that the visual element detector is trained on, in the order of its output channels."""

from __future__ import annotations

from enum import StrEnum


class DetectionClass(StrEnum):
    """The classes of the visual element detector; they are physical: x is below, y beside the plot."""

    PLOT_AREA = "plot_area"
    BAR = "bar"
    BOX = "box"
    PIE = "pie"
    PIE_SLICE = "pie_slice"
    POINT = "point"
    LEGEND = "legend"
    LEGEND_TITLE = "legend_title"
    LEGEND_LABEL = "legend_label"
    LEGEND_SWATCH = "legend_swatch"
    X_TICK_LABEL = "x_tick_label"
    Y_TICK_LABEL = "y_tick_label"
    X_TITLE = "x_title"
    Y_TITLE = "y_title"
    CHART_TITLE = "chart_title"
    VALUE_LABEL = "value_label"
    PANEL_TITLE = "panel_title"
    MARK_LABEL = "mark_label"


class PlotType(StrEnum):
    """The chart types that a plot area is told apart by; the same words as in every stored chart file."""

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

    @property
    def is_horizontal(self) -> bool:
        """Whether the values run along the page's x."""
        return self in {
            PlotType.HORIZONTAL_BAR,
            PlotType.GROUPED_HORIZONTAL_BAR,
            PlotType.STACKED_HORIZONTAL_BAR,
            PlotType.HORIZONTAL_BOX,
        }


# One output channel per mark class, then one per plot type: a plot area is scored as the best of its types, so that
# the chart type of every panel comes out of the same pass without a second head or model.
CHANNELS: tuple[tuple[DetectionClass, PlotType | None], ...] = (
    *((cls, None) for cls in DetectionClass if cls is not DetectionClass.PLOT_AREA),
    *((DetectionClass.PLOT_AREA, plot_type) for plot_type in PlotType),
)


def channel_name(channel: int) -> str:
    """The name of an output channel, as in the manifest.

    >>> channel_name(0), channel_name(len(CHANNELS) - 1)
    ('bar', 'plot_area:histogram')
    """
    cls, plot_type = CHANNELS[channel]
    return cls.value if plot_type is None else f"{cls.value}:{plot_type.value}"
