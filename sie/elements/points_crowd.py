"""Clouds in which more points lie on each other than can be told apart, known by the like points around them.

Their body reads as an area, as boxes or as a tangle of curves, none of which is surrounded by scattered copies of one
small mark. Only the points that stand apart are read; an issue says that the others are not.
"""

from __future__ import annotations

import numpy as np

from sie.artifacts import ChartStructure, Issue
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas
from sie.elements.markers_scan import Scan, is_dotted
from sie.elements.points import Group, make_point_elements, scan_ink
from sie.elements.points_inks import PointInk, join_inks
from sie.elements.points_legend import match_layers
from sie.vocab import ChartType, Direction, Stage

LEAST_LONE = 8
"""Points that stand apart, at least."""
ALIKE = 0.9
"""Part of the small marks that are such points, and how well they fit their look."""
CROWDED = 300.0
"""Points that would fill the ink of a cloud, at least."""
MOSTLY = 0.5
"""A cloud is this part of the plot's ink, and no more than this part of it is told apart."""
ROUND = 1.5
"""Times that a point is longer than wide, at most: dashes are more."""
SCATTERED = 0.6
MANY = 40.0
"""Part of the lone points that have a row, and a column, of their own, and as many as suffice."""
SMALL_REL = 0.12
"""A point's size in the plot area's shorter side, at most."""


def crowded_points(canvas: Canvas, chart: ChartStructure) -> Hypothesis | None:
    """A scatter plot of the points that stand apart from a cloud, with the issue that it was not read, or None."""
    entries = chart.legend.entries if chart.legend is not None else ()
    matches = match_layers(canvas.layers, entries, canvas.background_color)
    total = float(canvas.coverage[canvas.labels >= 0].sum())
    for ink in join_inks(canvas, matches):
        own = float(ink.alpha.sum())
        if own < MOSTLY * total or not _has_body(canvas, ink):
            continue
        scan = scan_ink(canvas, ink, ())
        if not _is_cloud(scan, own):
            continue
        named = [position for index in ink.layers for position in matches.get(index, [])]
        group = Group(ink, named[0] if len(named) == 1 else None, scan.markers, scan)
        series, elements = make_point_elements(canvas, chart, [group])
        issue = Issue(
            stage=Stage.ELEMENTS,
            code="crowded-points",
            message=f"points lie on each other: only the {len(elements)} that stand apart were read",
            box=chart.plot_area,
        )
        return Hypothesis(
            ChartType.SCATTER, Direction.VERTICAL, series, elements, min(own / total, 1.0), 1.0, issues=(issue,)
        )
    return None


def _has_body(canvas: Canvas, ink: PointInk) -> bool:
    """Whether an ink has many small pieces and most of the rest in large ones, as a look before points are sought."""
    x0, y0, x1, y1 = canvas.plot
    side = SMALL_REL * min(x1 - x0, y1 - y0)
    small = [blob for blob in ink.blobs if max(blob.width, blob.height) <= side]
    return len(small) >= LEAST_LONE and sum(blob.area for blob in small) < MOSTLY * sum(b.area for b in ink.blobs)


def _is_cloud(scan: Scan, ink: float) -> bool:
    """Whether scattered copies of one mark stand around far more ink than copies of it explain."""
    if scan.lone < LEAST_LONE or scan.consistent < ALIKE or scan.fit < ALIKE or scan.explained > MOSTLY:
        return False
    look = scan.templates[0]
    if max(look.width, look.height) > ROUND * min(look.width, look.height) or ink < CROWDED * look.mass:
        return False
    places = np.round([marker.center for marker in scan.markers[: scan.lone]])
    own = min(len(np.unique(places[:, axis])) for axis in (0, 1))
    return own >= min(SCATTERED * len(places), MANY) and not is_dotted(scan)
