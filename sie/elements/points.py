"""Scatter and strip plots: points of every group, told apart by colour or by shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XY, ChartStructure, Element, LegendEntry, Raster, SeriesMarks
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import Canvas, Layer, make_canvas
from sie.elements.ink_background import chroma_of, fill_colors, is_neutral
from sie.elements.markers import Marker, Template
from sie.elements.markers_scan import CONSISTENT, Field, Scan, draw_template, is_dotted, scan_layer, scan_of_discs
from sie.elements.points_bubbles import find_bubbles, has_bubbles, has_edged_bubbles
from sie.elements.points_inks import PointInk, join_inks, single_ink
from sie.elements.points_legend import entry_of_tint, entry_templates, match_layers, resized
from sie.elements.points_score import Evidence, judge
from sie.elements.points_strokes import without_bars, without_strokes
from sie.elements.points_text import without_misread_markers
from sie.vocab import ChartType, Direction, MarkKind, ScaleType

MAX_SIDE_REL = 0.12
"""Largest marker side as a part of the plot area's shorter side."""
MIN_EXPLAINED = 0.3
"""A layer of which markers explain less ink is a line, an area or text."""
MOSTLY = 0.6
"""A group of which this part stands apart from other groups' markers is one of its own, overlaps included."""
MANY_LEFT = 0.15
MIN_CONTRAST = 14.0
"""Lab distance from the ground below which an ink beside strong ones is a compression halo."""
MIN_FIT = 0.7
"""Mean fit below which copies were only laid along strokes: dashes and curves reach 0.65, dense rings 0.8."""
STRONG_CHROMA = 20.0
"""Lab chroma from which an ink is a colour."""
SAME_COLUMN = 0.6
"""Pixels within which markers of one column stand above each other."""
STRONG = 0.7
"""A weaker reading may have been spoilt by strokes that cross the points."""
SAME_PLACE = 0.35
"""Markers nearer than this part of their size are the edge and the fill of one."""


@dataclass(frozen=True)
class Group:
    """Markers that make one series, in crop pixels.

    `edge` tells that the ink is that of the only other group's edges: its markers are points of that group's series.
    """

    ink: PointInk
    entry: int | None
    markers: tuple[Marker, ...]
    scan: Scan
    edge: bool = False

    @property
    def templates(self) -> tuple[Template, ...]:
        """The looks that `Marker.template` counts in."""
        return self.scan.templates


def find_points(canvas: Canvas, chart: ChartStructure, *, raster: Raster | None = None) -> Hypothesis | None:
    """The plot area read as a scatter plot, or None where no marker was found.

    Args:
        canvas: the plot area.
        chart: its structure; the legend names the groups.
        raster: the picture, for the look of the legend's markers (needed to tell groups of one colour by shape).
    """
    if raster is not None:
        cleared = without_misread_markers(chart)
        if cleared is not chart:
            same = fill_colors(cleared) == fill_colors(chart)
            canvas, chart = make_canvas(raster, cleared, ground=canvas.ground if same else None), cleared
    found = _reading(canvas, chart, raster, canvas)
    if found is not None and found.score >= STRONG:
        return found
    for parting in (without_bars, without_strokes):
        parted = parting(canvas)
        crossed = None if parted is None else _reading(parted[0], chart, raster, parted[1])
        if crossed is not None and (found is None or crossed.score > found.score):
            found = crossed
        if found is not None and found.score >= STRONG:
            break
    return found


def _reading(canvas: Canvas, chart: ChartStructure, raster: Raster | None, whole: Canvas) -> Hypothesis | None:
    """The points of a canvas; `whole` is the same canvas with its strokes, where `canvas` has none."""
    groups = _find_groups(canvas, chart, raster)
    if not groups:
        return None
    series, elements = make_point_elements(canvas, chart, groups)
    links = _links(canvas, chart, groups)
    explained, score = judge(canvas, [evidence_of(g) for g in _one_per_layer(groups)], whole, links)
    return Hypothesis(ChartType.SCATTER, _value_direction(chart), series, elements, explained, score)


def _links(canvas: Canvas, chart: ChartStructure, groups: Sequence[Group]) -> set[int]:
    """Grey layers that link markers or carry them, beside groups that a legend of markers alone all names.

    Without a legend they are ways that turn back, as one through time does, beside coloured markers not in columns.
    """
    taken = {index for group in groups for index in group.ink.layers}
    greys = [layer.index for layer in canvas.layers if layer.index not in taken and is_neutral(layer.lab)]
    entries = chart.legend.entries if chart.legend is not None and not chart.legend.direct else ()
    if entries:
        told = all(entry.has_marker and not entry.has_line for entry in entries)
        return set(greys) if told and {group.entry for group in groups} == set(range(len(entries))) else set()
    if any(chroma_of(group.ink.lab) < STRONG_CHROMA or _in_columns(group) for group in groups):
        return set()
    return {index for index in greys if _turns_back(canvas.labels == index)}


def _in_columns(group: Group) -> bool:
    """Whether most markers share their column with another: curves of many may pass them, one each."""
    places = np.sort([marker.center[0] for marker in group.markers])
    gaps = np.diff(places, prepend=-np.inf, append=np.inf)
    return float((np.minimum(gaps[:-1], gaps[1:]) <= SAME_COLUMN).mean()) > 0.5


def _turns_back(mask: NDArray[np.bool_]) -> bool:
    """Whether a layer crosses most of its columns more than once."""
    runs = (np.diff(mask.astype(np.int8), axis=0, prepend=0) == 1).sum(axis=0)
    return int((runs >= 2).sum()) > 0.5 * int((runs >= 1).sum())


def _value_direction(chart: ChartStructure) -> Direction:
    """Along which way the values run: across where categories stand beside the plot and numbers below (a dot plot)."""
    below, beside = chart.axis(Direction.HORIZONTAL), chart.axis(Direction.VERTICAL)
    named = beside is not None and beside.scale is ScaleType.CATEGORICAL
    numbered = below is not None and below.scale is not ScaleType.CATEGORICAL
    return Direction.HORIZONTAL if named and numbered else Direction.VERTICAL


def evidence_of(group: Group) -> Evidence:
    scan = group.scan
    quality = min(1.0, scan.fit + 0.05) * (0.6 + 0.4 * scan.consistent)
    cover = np.zeros(group.ink.alpha.shape, np.float32)
    places = []
    for marker in scan.markers:
        template = scan.templates[marker.template]
        draw_template(cover, template, marker)
        places.append((*marker.center, max(template.width, template.height) / 2))
    ink = group.ink
    return Evidence(
        len(scan.markers),
        scan.lone,
        quality,
        ink.alpha,
        scan.explained,
        ink.layers,
        cover,
        tuple(places),
        ink.blobs,
    )


def find_markers(canvas: Canvas, chart: ChartStructure, layer: Layer) -> list[XY]:
    """Centres of the layer's markers in picture pixels, left to right; empty where it has none."""
    scan = scan_ink(canvas, single_ink(canvas, layer), ())
    return sorted(canvas.to_picture(*m.center) for m in scan.markers)


def _max_side(canvas: Canvas) -> float:
    x0, y0, x1, y1 = canvas.plot
    return float(np.clip(MAX_SIDE_REL * min(x1 - x0, y1 - y0), 8, 60))


def scan_ink(canvas: Canvas, ink: PointInk, given: tuple[Template, ...]) -> Scan:
    other = canvas.ink & (canvas.labels >= 0) & ~np.isin(canvas.labels, ink.layers)
    hidden = canvas.text | canvas.grid | ~canvas.inside
    field = Field(ink.alpha, ink.depth, other, hidden)
    return scan_layer(field, max_side=_max_side(canvas), given=given, blobs=ink.blobs)


def _find_groups(canvas: Canvas, chart: ChartStructure, raster: Raster | None) -> list[Group]:
    entries = chart.legend.entries if chart.legend else ()
    looks = entry_templates(raster, chart) if raster is not None else {}
    matches = match_layers(canvas.layers, entries, canvas.background_color)
    groups: list[Group] = []
    inks = join_inks(canvas, matches)
    strongest = max((ink.contrast for ink in inks), default=0.0)
    strong = [ink for ink in inks if ink.contrast >= MIN_CONTRAST]
    varied = [ink for ink in strong if has_bubbles(ink, _max_side(canvas))]
    if not varied and not entries and len(strong) > 1 and has_edged_bubbles(canvas, _max_side(canvas)):
        return _edged_bubbles(canvas, strong)
    if varied:
        return _by_elimination(_bubble_groups(canvas, inks, varied, matches), len(entries))
    doubtful: list[tuple[PointInk, list[int]]] = []
    for ink in inks:
        if ink.contrast < min(MIN_CONTRAST, 0.3 * strongest):
            continue
        named = sorted({i for index in ink.layers for i in matches.get(index, [])})
        given = tuple(looks[i] for i in named if i in looks) if len(named) > 1 else ()
        scan = scan_ink(canvas, ink, given)
        if _is_believable(scan, named):
            groups += _split(ink, scan, named)
        elif len(named) == 1:
            doubtful.append((ink, named))
    size = _size_in_plot(groups, looks)
    for ink, named in doubtful:
        look = resized(looks[named[0]], size) if size is not None and named[0] in looks else None
        if look is not None:
            scan = scan_ink(canvas, ink, (look,))
            groups += _split(ink, scan, named) if _is_believable(scan, named) else []
    kept = [_by_tint(group, entries, canvas) for group in _drop_strays(_drop_edges(groups))]
    return _by_elimination(_without_lines(kept, entries), len(entries))


def _without_lines(groups: list[Group], entries: Sequence[LegendEntry]) -> list[Group]:
    """The groups without those of entries that show a line alone, where another's entry shows a marker alone."""
    named = [entries[group.entry] for group in groups if group.entry is not None]
    if not any(entry.has_marker and not entry.has_line for entry in named):
        return groups
    lines = {position for position, entry in enumerate(entries) if entry.has_line and not entry.has_marker}
    return [group for group in groups if group.entry not in lines]


def _by_tint(group: Group, entries: Sequence[LegendEntry], canvas: Canvas) -> Group:
    """The group, an unnamed one named by the entry of which it shows a tint."""
    if group.entry is not None or len(entries) < 2:
        return group
    return replace(group, entry=entry_of_tint(group.ink.color, entries, canvas.background_color))


def _size_in_plot(groups: list[Group], looks: dict[int, Template]) -> float | None:
    """How large the legend's markers are drawn in the plot, as a part of their size in the legend; None if unknown."""
    sizes = [
        max(group.templates[0].width, group.templates[0].height)
        / max(looks[group.entry].width, looks[group.entry].height)
        for group in groups
        if group.entry is not None and group.entry in looks
    ]
    return float(np.median(sizes)) if sizes else None


def _bubble_groups(
    canvas: Canvas, inks: list[PointInk], varied: list[PointInk], matches: dict[int, list[int]]
) -> list[Group]:
    """Discs of different sizes, one group an ink."""
    candidates = varied + [ink for ink in inks if ink.contrast >= MIN_CONTRAST and ink not in varied]
    bubbles = find_bubbles(canvas, candidates, 2 * _max_side(canvas))
    groups = []
    for position, ink in enumerate(candidates):
        own = [b for b in bubbles if b.ink == position]
        if len(own) < 2:
            continue
        named = [i for index in ink.layers for i in matches.get(index, [])]
        scan = scan_of_discs([(b.x, b.y, b.radius, b.support) for b in own], ink.alpha)
        if scan.explained >= MIN_EXPLAINED:
            groups.append(Group(ink, named[0] if named else None, scan.markers, scan))
    return groups


def _edged_bubbles(canvas: Canvas, inks: list[PointInk]) -> list[Group]:
    """Discs of different sizes as one group, whose edges and overlaps are other inks than its insides."""
    bubbles = find_bubbles(canvas, inks, 2 * _max_side(canvas))
    whole = np.max([ink.alpha for ink in inks], axis=0).astype(np.float32)
    scan = scan_of_discs([(b.x, b.y, b.radius, b.support) for b in bubbles], whole)
    if len(bubbles) < 2 or scan.explained < MIN_EXPLAINED:
        return []
    layers = tuple(index for ink in inks for index in ink.layers)
    joined = replace(inks[0], layers=layers, alpha=whole, depth=whole)
    return [Group(joined, None, scan.markers, scan)]


def _is_believable(scan: Scan, named: list[int]) -> bool:
    if len(scan.markers) == 0 or scan.loosely_explained < MIN_EXPLAINED or scan.fit < MIN_FIT:
        return False
    if is_dotted(scan):
        return False
    return bool(named) or scan.consistent >= CONSISTENT


def _split(ink: PointInk, scan: Scan, named: list[int]) -> list[Group]:
    """One group per legend entry that shares the layer's colour, by the markers' look."""
    if len(named) <= 1:
        entry = named[0] if named else None
        return [Group(ink, entry, scan.markers, scan)]
    groups = []
    for entry in [*named, None]:
        which = {i for i, t in enumerate(scan.templates) if t.entry == entry}
        markers = tuple(m for m in scan.markers if m.template in which)
        if markers:
            groups.append(Group(ink, entry, markers, scan))
    return groups


def _drop_edges(groups: list[Group]) -> list[Group]:
    """Groups without markers that are only the edge (or the fill) of other groups' markers."""
    kept: list[Group] = []
    order = sorted(groups, key=lambda g: (g.entry is None, -chroma_of(g.ink.lab), -len(g.markers)))
    for group in order:
        siblings = group.entry is not None and any(k.ink is group.ink for k in kept)
        centers = np.array([m.center for k in kept for m in k.markers]).reshape(-1, 2)
        if siblings or len(centers) == 0:
            kept.append(group)
            continue
        alone = tuple(m for m in group.markers if not _is_near(m, group, centers))
        if len(alone) >= MOSTLY * len(group.markers):
            kept.append(group)
        elif len(alone) >= max(3, MANY_LEFT * len(group.markers)):
            kept.append(replace(group, markers=alone, edge=len(kept) == 1 and group.entry is None))
    return sorted(kept, key=lambda g: (g.edge, g.entry is None, g.entry or 0, g.ink.layers))


def _is_near(marker: Marker, group: Group, centers: NDArray[np.float64]) -> bool:
    template = group.templates[marker.template]
    reach = SAME_PLACE * max(template.width, template.height)
    return bool(np.hypot(centers[:, 0] - marker.center[0], centers[:, 1] - marker.center[1]).min() <= reach)


def _drop_strays(groups: list[Group]) -> list[Group]:
    """Groups without unnamed remains beside named groups, and without what is little beside the rest."""
    best = max((_weight(g) for g in groups), default=0.0)
    named = any(g.entry is not None for g in groups)
    kept = []
    for group in groups:
        loose = group.scan.loosely_explained >= 0.7 and group.scan.lone >= 3
        if group.entry is not None or (_weight(group) >= 0.1 * best and (loose or not named)):
            kept.append(group)
    return kept


def _by_elimination(groups: list[Group], entry_count: int) -> list[Group]:
    """The groups, the only unnamed one named by the only unused legend entry."""
    unused = set(range(entry_count)) - {g.entry for g in groups}
    unnamed = [g for g in groups if g.entry is None]
    if len(unused) != 1 or len(unnamed) != 1 or entry_count < 2:
        return groups
    return [replace(g, entry=min(unused)) if g.entry is None else g for g in groups]


def _weight(group: Group) -> float:
    """Ink that a group's markers hold, by how strongly it stands out."""
    mass = sum(group.templates[m.template].mass for m in group.markers)
    return mass * group.ink.contrast


def _one_per_layer(groups: list[Group]) -> list[Group]:
    return list({g.ink.layers: g for g in groups}.values())


def make_point_elements(
    canvas: Canvas, chart: ChartStructure, groups: list[Group]
) -> tuple[tuple[SeriesMarks, ...], tuple[Element, ...]]:
    entries = chart.legend.entries if chart.legend else ()
    series: list[SeriesMarks] = []
    elements: list[Element] = []
    by_entry: dict[int, str] = {}
    for group in groups:
        known = by_entry.get(group.entry) if group.entry is not None else None
        known = series[0].id if group.edge and len(series) == 1 else known
        if known is not None:
            elements += [
                _element(canvas, f"{known}-{len(elements) + i}", known, group, m) for i, m in enumerate(group.markers)
            ]
            continue
        series_id = f"{chart.id}-points{len(series)}"
        if group.entry is not None:
            by_entry[group.entry] = series_id
        entry: LegendEntry | None = entries[group.entry] if group.entry is not None else None
        series.append(
            SeriesMarks(
                id=series_id,
                name=entry.label if entry else None,
                legend_entry=entry.id if entry else None,
                text_ids=entry.text_ids if entry else (),
                color=group.ink.color,
            )
        )
        for marker in group.markers:
            elements.append(_element(canvas, f"{series_id}-{len(elements)}", series_id, group, marker))
    return tuple(series), tuple(elements)


def _element(canvas: Canvas, element_id: str, series_id: str, group: Group, marker: Marker) -> Element:
    template = group.templates[marker.template]
    x, y = canvas.to_picture(*marker.center)
    w, h = template.width / 2, template.height / 2
    return Element(
        id=element_id,
        kind=MarkKind.POINT,
        box=(x - w, y - h, x + w, y + h),
        series=series_id,
        px={"center": (x, y)},
        sigma_px=marker.sigma_px,
        confidence=float(np.clip(marker.fit, 0, 1)),
        color=group.ink.color,
    )


__all__ = ["Group", "find_markers", "find_points"]
