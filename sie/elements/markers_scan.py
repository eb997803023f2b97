"""All markers of one layer: lone ones by their centroid, clusters by peeling."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from sie.elements.markers import (
    ALONE_PX,
    DOUBTED_PX,
    INK,
    Blob,
    BoolMap,
    FloatMap,
    Marker,
    Template,
    centered_patch,
    find_blobs,
    learn_templates,
    look_distance,
    same_look,
)
from sie.elements.markers_peel import MIN_GAIN, Crowd, make_crowd, take_copies

LONE_AREA = 0.15
"""A lone marker's area differs from its template's by less than this part."""
MIN_CLUSTER = 0.3
"""A piece of ink smaller than this part of a marker is what another mark left uncovered."""
DOUBLE = 1.4
"""Mean depth from which a lone see-through blob holds two markers at one place."""
EDGES = (None, 0.0, 1.0)
"""Ways of overlapping that are tried: nothing hidden, opaque insides, insides and a light edge of 1 px."""
HIDING_COST = 0.09
WELL_EXPLAINED = 1.8
"""Explained part plus fit from which no other way of overlapping is tried."""
CONSISTENT = 0.5
HOPELESS = 0.25
ODD_SIZE = 1.3
"""A blob up to this many markers large that is none counts against the look."""
WHOLE = 0.75
"""On lines only nearly whole copies count."""
SPARSE = 0.06
MAX_DOT = 6.0
MAX_STEP = 3.0
"""Steps of a dotted line in dot sizes."""
SAMPLE = 16
"""Clusters on which the way of overlapping is chosen, large ones, the very largest left out where there are many."""
MAX_CLUSTERS = 300
MAX_EXPECTED = 900.0
"""Ink for more markers than this is no cloud of points but an area."""
MIN_LONE = 0.03
"""Without lone markers for this part of those expected, the learned look is that of some other small mark."""


@dataclass(frozen=True)
class Scan:
    """The markers of one layer.

    Attributes:
        markers: in array pixels.
        templates: what `Marker.template` counts in.
        explained: part of the layer's ink within markers.
        loosely_explained: the same without frames, axes and fitted lines of that ink.
        lone: how many markers stood alone and matched whole.
        consistent: of the blobs of about a marker's size, the part that are markers; dashes and letters vary.
    """

    markers: tuple[Marker, ...]
    templates: tuple[Template, ...]
    explained: float
    lone: int
    consistent: float = 1.0
    loosely_explained: float = 0.0

    @property
    def fit(self) -> float:
        """Mean fit of the markers, 0 where there are none."""
        return float(np.mean([m.fit for m in self.markers])) if self.markers else 0.0


@dataclass(frozen=True)
class Field:
    """What is known of one layer's ink; all arrays of shape (h, w).

    Attributes:
        coverage: 0 to 1.
        depth: how many see-through markers lie on each pixel; the coverage itself for opaque ink.
        other: ink of other layers: where it is narrow it may lie over the markers, wide areas lie under them.
        hidden: pixels of which nothing is known: text, grid lines, what is outside the plot.
    """

    coverage: FloatMap
    depth: FloatMap
    other: BoolMap
    hidden: BoolMap


def scan_layer(
    field: Field, *, max_side: float, given: tuple[Template, ...] = (), blobs: list[Blob] | None = None
) -> Scan:
    """The markers in one layer's ink.

    Args:
        field: the ink.
        max_side: largest marker side to expect, in pixels.
        given: looks from the legend; used beside those learned from lone blobs.
        blobs: the connected pieces of the ink, when they are known.
    """
    coverage = field.coverage
    blobs = find_blobs(coverage, field.depth) if blobs is None else blobs
    templates = merge_templates(learn_templates(blobs, max_side=max_side), given)
    total = float(coverage.sum())
    if not templates or total <= 0:
        return Scan((), (), 0.0, 0)
    markers: list[Marker] = []
    clusters: list[Blob] = []
    smallest = min(t.mass for t in templates)
    for blob in blobs:
        which = match_lone(blob, templates)
        if which is not None and _layers_deep(blob, templates[which]) < DOUBLE:
            markers.append(lone_marker(blob, which, templates[which]))
        elif blob.area >= MIN_CLUSTER * smallest and len(clusters) < MAX_CLUSTERS:
            clusters.append(blob)
    lone = len(markers)
    size = max(max(t.width, t.height) for t in templates)
    known = ~(field.hidden | _narrow(field.other, coverage >= INK, size))
    odd = sum(1 for blob in clusters if blob.area <= ODD_SIZE * smallest)
    consistent = lone / max(lone + odd, 1)
    expected = sum(blob.area for blob in clusters if not _is_line_work(blob, size)) / smallest
    see_through = field.depth is not field.coverage
    few = lone < MIN_LONE * expected and not (see_through and lone > 0)
    hopeless = not given and (few or consistent < HOPELESS)
    every = list(clusters)
    if expected > MAX_EXPECTED or hopeless:
        clusters = []
    crowds = [b for b in clusters if not _is_line_work(b, size)]
    markers += _best_peel(crowds, field, known, templates)
    for blob in clusters:
        if _is_line_work(blob, size):
            markers += _peel_blob(blob, field, known, templates, None, min_gain=WHOLE)
    explained = _explained(markers, templates, coverage) / total
    lines = sum(blob.area for blob in every if _is_line_work(blob, size))
    loosely = min(1.0, explained * total / max(total - lines, explained * total, 1.0))
    return Scan(tuple(markers), tuple(templates), min(explained, 1.0), lone, consistent, loosely)


def _is_line_work(blob: Blob, size: float) -> bool:
    """A frame, an axis with its ticks or a fitted line: far longer than a marker of `size` px, and mostly empty."""
    longer, shorter = max(blob.width, blob.height), min(blob.width, blob.height)
    if longer < 6 * size:
        return False
    sparse = blob.area < SPARSE * blob.width * blob.height
    strip = shorter < 2.5 * size and blob.area < 0.4 * size * longer
    return sparse or strip


def _layers_deep(blob: Blob, template: Template) -> float:
    """How many markers deep a lone blob is: its depth against the template's."""
    own, usual = float(blob.depth.sum()), float(template.depth.sum())
    return own / usual if usual > 0 else 1.0


def scan_of_discs(discs: list[tuple[float, float, float, float]], coverage: FloatMap) -> Scan:
    """The scan that discs (x, y, radius, fit) found by their outlines amount to; each has a look of its own."""
    templates: list[Template] = []
    markers: list[Marker] = []
    for x, y, radius, fit in discs:
        side = 2 * int(np.ceil(radius) + 1) + 1
        yy, xx = np.mgrid[:side, :side]
        inside = np.clip(radius + 0.5 - np.hypot(xx + 0.5 - side / 2, yy + 0.5 - side / 2), 0, 1).astype(np.float32)
        markers.append(Marker((x, y), len(templates), fit, DOUBTED_PX))
        templates.append(Template(inside, inside, (0.0, 0.0), 2 * radius, 2 * radius))
    explained = _explained(markers, templates, coverage) / max(float(coverage.sum()), 1.0)
    lone = sum(m.fit >= 0.75 for m in markers)
    return Scan(tuple(markers), tuple(templates), min(explained, 1.0), lone, 1.0, min(explained, 1.0))


def is_dotted(scan: Scan) -> bool:
    """True for the dots of dotted lines: small, and most between two others at equal short steps."""
    lone = scan.markers[: scan.lone]
    if len(lone) < 8:
        return False
    size = float(np.median([max(scan.templates[m.template].width, scan.templates[m.template].height) for m in lone]))
    if size > MAX_DOT:
        return False
    places = np.array([m.center for m in lone])
    chained = 0
    for place in places:
        offsets = places - place
        distances = np.hypot(offsets[:, 0], offsets[:, 1])
        first, second = np.argsort(distances)[1:3]
        a, b = distances[first], distances[second]
        opposite = float(offsets[first] @ offsets[second]) < -0.8 * a * b
        chained += bool(opposite and b < 1.4 * a and b <= MAX_STEP * size)
    return chained >= 0.5 * len(lone)


def _narrow(mask: BoolMap, own: BoolMap, size: float) -> BoolMap:
    """The mask without areas wider than a marker; the layer's `own` ink upon an area does not divide it."""
    side = int(1.3 * size + 3) | 1
    whole = cv2.morphologyEx((mask | own).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    areas = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((side, side), np.uint8)) > 0
    return np.asarray(mask & ~areas)


def merge_templates(learned: list[Template], given: tuple[Template, ...]) -> list[Template]:
    """The learned looks, each tied to the legend look it resembles, and the legend looks that none resembles."""
    merged: list[Template] = []
    used: set[int] = set()
    for template in learned:
        scores = [(_resemblance(template, g), i) for i, g in enumerate(given)]
        best = min(scores, default=(1.0, -1))
        if best[0] < 1.3 * same_look(template.width, template.height):
            used.add(best[1])
            template = replace(template, entry=given[best[1]].entry)
        merged.append(template)
    merged += [g for i, g in enumerate(given) if i not in used]
    side = max((t.coverage.shape[0] for t in merged), default=1)
    return [_padded(t, side) for t in merged]


def _resemblance(first: Template, second: Template) -> float:
    side = max(first.coverage.shape[0], second.coverage.shape[0])
    return look_distance(_padded(first, side).coverage, _padded(second, side).coverage)


def _padded(template: Template, side: int) -> Template:
    margin = (side - template.coverage.shape[0]) // 2
    if margin <= 0:
        return template
    coverage = np.pad(template.coverage, margin).astype(np.float32)
    return replace(template, coverage=coverage, depth=np.pad(template.depth, margin).astype(np.float32))


def match_lone(blob: Blob, templates: list[Template]) -> int | None:
    """Which template a blob is a whole copy of, or None."""
    best: tuple[float, int] | None = None
    for i, template in enumerate(templates):
        side = template.coverage.shape[0]
        if max(blob.width, blob.height) > side + 2:
            continue
        if abs(blob.area / template.mass - 1) > LONE_AREA + 1.5 / template.mass:
            continue
        distance = look_distance(centered_patch(blob, side), template.coverage)
        if distance < same_look(template.width, template.height) and (best is None or distance < best[0]):
            best = (distance, i)
    return best[1] if best else None


def lone_marker(blob: Blob, which: int, template: Template) -> Marker:
    """The marker of a blob that is a whole copy of `template`."""
    distance = look_distance(centered_patch(blob, template.coverage.shape[0]), template.coverage)
    x, y = blob.center
    return Marker((x + template.anchor[0], y + template.anchor[1]), which, 1.0 - distance, ALONE_PX)


def _best_peel(clusters: list[Blob], field: Field, known: BoolMap, templates: list[Template]) -> list[Marker]:
    """The clusters' markers, under the way of overlapping that explains a sample of them best (see `take_copies`)."""
    see_through = field.depth is not field.coverage
    sample = sorted(clusters, key=lambda b: b.area)[-SAMPLE - SAMPLE // 4 :][:SAMPLE]
    rest = [b for b in clusters if all(b is not s for s in sample)]
    ink = sum(blob.area for blob in sample)
    best: tuple[float, float | None, list[Marker]] = (-1.0, None, [])
    crowds = [_crowd_of(blob, field, known, templates) for blob in sample]
    for edge in (None,) if see_through else EDGES:
        found = [m for crowd, place in crowds for m in _moved(take_copies(crowd, edge=edge), place)]
        if not found:
            continue
        fit = float(np.mean([m.fit for m in found]))
        worth = _explained(found, templates, field.coverage) / ink + fit - (0.0 if edge is None else HIDING_COST)
        if worth > best[0]:
            best = (worth, edge, found)
        if worth >= WELL_EXPLAINED:
            break
    return best[2] + [m for blob in rest for m in _peel_blob(blob, field, known, templates, best[1])]


def _peel_blob(
    blob: Blob,
    field: Field,
    known: BoolMap,
    templates: list[Template],
    edge: float | None,
    *,
    min_gain: float = MIN_GAIN,
) -> list[Marker]:
    crowd, place = _crowd_of(blob, field, known, templates, min_gain=min_gain)
    return _moved(take_copies(crowd, edge=edge), place)


def _crowd_of(
    blob: Blob, field: Field, known: BoolMap, templates: list[Template], *, min_gain: float = MIN_GAIN
) -> tuple[Crowd, tuple[int, int]]:
    """A blob's crowd, and where its array begins in the field's (x, y)."""
    side = templates[0].coverage.shape[0] // 2 + 1
    height, width = field.coverage.shape
    x0, y0 = max(blob.box[0] - side, 0), max(blob.box[1] - side, 0)
    x1, y1 = min(blob.box[2] + side, width), min(blob.box[3] + side, height)
    own = np.zeros((y1 - y0, x1 - x0), np.float32)
    top, left = blob.box[1] - y0, blob.box[0] - x0
    own[top : top + blob.height, left : left + blob.width] = blob.patch
    crop = field.coverage[y0:y1, x0:x1]
    seen = known[y0:y1, x0:x1] & ~((crop >= INK) & (own < INK))
    depth = np.where(own > 0, np.maximum(field.depth[y0:y1, x0:x1], own), 0).astype(np.float32)
    return make_crowd(depth, seen, templates, min_gain=min_gain), (x0, y0)


def _moved(markers: list[Marker], by: tuple[int, int]) -> list[Marker]:
    return [Marker((m.center[0] + by[0], m.center[1] + by[1]), m.template, m.fit, m.sigma_px) for m in markers]


def _explained(markers: list[Marker], templates: list[Template], coverage: FloatMap) -> float:
    """Ink (sum of coverage) that lies under the markers' copies."""
    cover = np.zeros(coverage.shape, np.float32)
    for marker in markers:
        draw_template(cover, templates[marker.template], marker)
    return float(np.minimum(coverage, 1.25 * cover).sum())


def draw_template(cover: FloatMap, template: Template, marker: Marker) -> None:
    """Draws a marker's copy into `cover` (largest coverage wins), in place."""
    side = template.coverage.shape[0]
    x, y = marker.center[0] - template.anchor[0], marker.center[1] - template.anchor[1]
    left, top = int(np.floor(x - side / 2)), int(np.floor(y - side / 2))
    fx, fy = x - side / 2 - left, y - side / 2 - top
    matrix = np.array([[1, 0, fx], [0, 1, fy]], np.float32)
    copy = cv2.warpAffine(template.coverage, matrix, (side + 1, side + 1), flags=cv2.INTER_LINEAR)
    y0, y1 = max(top, 0), min(top + side + 1, cover.shape[0])
    x0, x1 = max(left, 0), min(left + side + 1, cover.shape[1])
    if y0 < y1 and x0 < x1:
        part = cover[y0:y1, x0:x1]
        np.maximum(part, copy[y0 - top : y1 - top, x0 - left : x1 - left], out=part)
