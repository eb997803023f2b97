"""The points that curves of a legend were fitted to: entries that show a marker alone beside entries that show a line.

Read as a curve such points would be joined where nothing is drawn. They are points where copies of the entry's marker
explain its ink and no strokes leave them, whatever the lines beside them do.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from sie.artifacts import ChartStructure, LegendEntry, Raster
from sie.elements.ink import Canvas
from sie.elements.markers_scan import is_dotted
from sie.elements.points import MIN_FIT, Group, evidence_of, scan_ink
from sie.elements.points_inks import join_inks
from sie.elements.points_legend import entry_templates, match_layers
from sie.elements.points_score import CONNECTED, connected_share

MOSTLY = 0.75
"""Part of an ink that copies of a marker explain where it draws points alone."""
LEAST_POINTS = 4


def fitted_points(canvas: Canvas, chart: ChartStructure) -> list[Group]:
    """The points of each entry that shows a marker alone, none where the legend shows no lines beside it."""
    entries = chart.legend.entries if chart.legend is not None and not chart.legend.direct else ()
    alone = [position for position, entry in enumerate(entries) if shows_marker_alone(entry)]
    if not alone or not any(entry.has_line for entry in entries):
        return []
    looks = entry_templates(Raster(canvas.picture), chart)
    matches = match_layers(canvas.layers, entries, canvas.background_color)
    found = []
    for ink in join_inks(canvas, matches):
        named = {position for index in ink.layers for position in matches.get(index, [])}
        if len(named) != 1 or not named.issubset(alone):
            continue
        position = named.pop()
        scan = scan_ink(canvas, ink, (looks[position],) if position in looks else ())
        group = Group(ink, position, scan.markers, scan)
        if (
            len(scan.markers) >= LEAST_POINTS
            and scan.fit >= MIN_FIT
            and not is_dotted(scan)
            and _is_loose(canvas, group)
        ):
            found.append(group)
    return found


def shows_marker_alone(entry: LegendEntry) -> bool:
    """Whether a legend entry's sample is a marker without a line."""
    return entry.has_marker and not entry.has_line and not entry.is_patch


def _is_loose(canvas: Canvas, group: Group) -> bool:
    """Whether an ink is its markers: they explain it and no stroke of it leaves them."""
    others = {layer.index for layer in canvas.layers} - set(group.ink.layers)
    linked = connected_share(canvas, [evidence_of(group)], others)
    return group.scan.explained >= MOSTLY and linked < CONNECTED


def without_entries(chart: ChartStructure, positions: Collection[int | None]) -> ChartStructure:
    """The chart with a legend that lacks the entries at some positions."""
    if chart.legend is None or not positions:
        return chart
    kept = tuple(entry for position, entry in enumerate(chart.legend.entries) if position not in positions)
    return chart.model_copy(update={"legend": chart.legend.model_copy(update={"entries": kept})})


def cover_of(groups: Sequence[Group], shape: tuple[int, ...]) -> np.ndarray:
    """Mask of what the points of groups cover."""
    mask = np.zeros(shape, bool)
    for group in groups:
        mask |= evidence_of(group).cover >= 0.1
    return mask
