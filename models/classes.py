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
