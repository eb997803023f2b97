"""Finds the legend of a chart: the pairs of swatch and label, wherever they stand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sie.artifacts import XYXY, Legend, Raster, TextBlock
from sie.structure.legend_swatch import Detection


def find_legend(
    raster: Raster,
    blocks: Sequence[TextBlock],
    plot_area: XYXY | None,
    *,
    exclude_ids: Collection[str] = (),
    detections: Sequence[Detection] | None = None,
) -> Legend | None:
    """The legend among the text blocks, or None where no label has a swatch beside it.

    Args:
        raster: the picture.
        blocks: every text block of the panel.
        plot_area: frame of the data, or None where unknown.
        exclude_ids: blocks that cannot be legend labels: the tick labels.
        detections: boxes that a trained detector gave, when there are any.
    """
    return None
