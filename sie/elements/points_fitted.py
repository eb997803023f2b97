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
from sie.elements.points import MIN_CONTRAST, MIN_FIT, Group, evidence_of, scan_ink
from sie.elements.points_inks import join_inks
from sie.elements.points_legend import entry_templates, match_layers
from sie.elements.points_score import CONNECTED, ENOUGH_LONE, connected_share
from sie.elements.points_strokes import without_bars, without_ink, without_strokes

MOSTLY = 0.75
"""Part of an ink that copies of a marker explain where it draws points alone."""
LEAST_POINTS = 4
LONE_PART = 0.3
"""Part of the markers that stand alone, at least: those of a curve's samples touch one another."""
PARTINGS = (without_bars, without_strokes)
"""Ways to clear points from error bars and from fits in their own ink."""


def fitted_points(canvas: Canvas, chart: ChartStructure) -> list[Group]:
    """The points of each entry that shows a marker alone, none where the legend shows no lines beside it.

    Without a legend an ink's points are found beside other inks where many stand alone.
    """
    entries = chart.legend.entries if chart.legend is not None and not chart.legend.direct else ()
    alone = [position for position, entry in enumerate(entries) if shows_marker_alone(entry)]
    lines = {position for position, entry in enumerate(entries) if entry.has_line and not entry.has_marker}
    if not entries:
        return _unnamed_points(canvas)
    if not alone or not any(entry.has_line for entry in entries):
        return []
    looks = entry_templates(Raster(canvas.picture), chart)
    found = []
    for position in alone:
        look = (looks[position],) if position in looks else ()
        matches = match_layers(canvas.layers, entries, canvas.background_color)
        mine = [index for index, named in matches.items() if position in named]
        others = {other for index in mine for other in matches[index]} - {position}
        if not others <= lines:
            continue
        readings = [] if others else [(canvas, canvas)]
        readings += [parted for part in PARTINGS if (parted := part(canvas)) is not None]
        for bare, whole in readings:
            ink = next((ink for ink in join_inks(bare, matches) if set(mine) & set(ink.layers)), None)
            if ink is None:
                continue
            scan = scan_ink(bare, ink, look)
            group = Group(ink, position, scan.markers, scan)
            if len(scan.markers) >= LEAST_POINTS and _are_points(bare if others else whole, group):
                found.append(group)
                break
    return found


def _unnamed_points(canvas: Canvas) -> list[Group]:
    inks = [ink for ink in join_inks(canvas) if ink.contrast >= MIN_CONTRAST]
    found = []
    for ink in inks if len(inks) > 1 else ():
        scan = scan_ink(canvas, ink, ())
        group = Group(ink, None, scan.markers, scan)
        if scan.lone >= max(ENOUGH_LONE, LONE_PART * len(scan.markers)) and _are_points(canvas, group):
            found.append(group)
    return found


def shows_marker_alone(entry: LegendEntry) -> bool:
    """Whether a legend entry's sample is a marker without a line."""
    return entry.has_marker and not entry.has_line and not entry.is_patch


def _are_points(canvas: Canvas, group: Group) -> bool:
    """Whether an ink is its markers: they are alike, explain it, are no dots of a line, and no stroke of it leaves
    them."""
    if group.scan.fit < MIN_FIT or is_dotted(group.scan):
        return False
    others = {layer.index for layer in canvas.layers} - set(group.ink.layers)
    linked = connected_share(canvas, [evidence_of(group)], others)
    return group.scan.explained >= MOSTLY and linked < CONNECTED


def without_entries(chart: ChartStructure, positions: Collection[int | None]) -> ChartStructure:
    """The chart with a legend that lacks the entries at some positions."""
    if chart.legend is None or not positions:
        return chart
    kept = tuple(entry for position, entry in enumerate(chart.legend.entries) if position not in positions)
    return chart.model_copy(update={"legend": chart.legend.model_copy(update={"entries": kept})})


def without_points(canvas: Canvas, groups: Sequence[Group]) -> Canvas:
    """The canvas without what the points of groups cover."""
    if not groups:
        return canvas
    return without_ink(canvas, cover_of(groups, canvas.shape), np.zeros(canvas.shape, bool))


def cover_of(groups: Sequence[Group], shape: tuple[int, ...]) -> np.ndarray:
    """Mask of the ink of groups that their points cover."""
    mask = np.zeros(shape, bool)
    for group in groups:
        mask |= (evidence_of(group).cover >= 0.1) & (group.ink.alpha > 0)
    return mask
