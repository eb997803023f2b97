"""Which ink of a canvas may be curves: a group for each look by colour, freed from solid areas.

Curves of one colour share a group; how many there are is known from the legend where it has entries of that colour.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from sie.artifacts import ChartStructure, LegendEntry
from sie.elements.ink import LAYER_DISTANCE, Canvas, Layer
from sie.elements.ink_background import is_neutral, lab_of, parse_hex
from sie.elements.ink_layers import core_mask, project
from sie.elements.lines_bars import CappedStroke, find_capped_strokes, without_strokes
from sie.elements.runs import run_lengths

SAME_COLOR = 10.0
"""Lab distance below which two legend entries have one colour and are told apart by dash or marker."""
THIN = 2.0
"""Strokes up to this thickness, in pixels, may be anti-aliased all through."""
TINT_REACH = 4
"""How far, in pixels, the pale pixels of a stroke are from its full ones."""
TINT_DEPTH = 0.5
TINT_NEAR = 0.4
"""Part of a tint's pixels that lie so near its full ink."""
BREAK = 3
ONE_RUN = 0.9
"""Part of a lone curve's columns in which its ink is one run, breaks of so many pixels apart."""
SOLID_SHARE = 0.045
"""A square of this part of the plot area's shorter side that is all ink is a filled area, not a stroke or marker."""


@dataclass(frozen=True)
class InkGroup:
    """The ink of one colour that may be curves.

    Attributes:
        color: `#rrggbb`.
        alpha: float32 (h, w) coverage, solid areas taken out.
        stroke: thickness of its strokes in pixels.
        solid: part of the colour's ink that was in solid areas.
        entries: the legend entries of this colour.
        bars: error bars of this colour, taken out of `alpha`.
        lone: nearly every column of the ink is one run, but for breaks of a few pixels: a single curve, however noisy.
    """

    color: str
    alpha: np.ndarray
    stroke: float
    solid: float
    entries: tuple[LegendEntry, ...]
    bars: tuple[CappedStroke, ...] = ()
    lone: bool = False


def ink_groups(canvas: Canvas, chart: ChartStructure, bands: Collection[int] = ()) -> list[InkGroup]:
    """The colours that may draw curves, most ink first.

    Groups that the legend names come with their entries; the others may be annotations, references or error bars.

    Args:
        canvas: the plot area.
        chart: its structure.
        bands: indices of layers that are bands about lines: they draw none themselves.
    """
    layers = [layer for layer in canvas.layers if layer.index not in bands]
    entries = [e for e in (chart.legend.entries if chart.legend else ()) if e.color]
    families = _families(canvas, layers, entries)
    matched = match_layers(layers, entries)
    lost = set(range(len(entries))) - {position for positions in matched.values() for position in positions}
    groups = []
    for family in families:
        mine = sorted(position for layer in family for position in matched.get(layer.index, []))
        if lost and is_neutral(family[0].lab) and all(_is_gray(entries[i]) for i in mine):
            grays = [i for i in lost if _is_gray(entries[i])]
            mine = sorted({*mine, *(i for i in grays if mine or _is_paler(entries[i], family[0], canvas))})
            lost -= set(mine)
        group = _make_group(canvas, family, tuple(entries[i] for i in mine))
        if group is not None:
            groups.append(group)
    return groups


def match_layers(layers: Sequence[Layer], entries: Sequence[LegendEntry]) -> dict[int, list[int]]:
    """For each layer index the positions of the legend entries drawn in it.

    Entries of one colour are one; distinct colours are assigned one to one, least total distance first. What is left
    goes to the layer of its hue: a thin sample's colour is a paler one than its ink's.
    """
    colors: list[tuple[np.ndarray, list[int]]] = []
    for position, entry in enumerate(entries):
        if entry.color is None:
            continue
        lab = lab_of(parse_hex(entry.color))
        near = [c for c in colors if np.linalg.norm(c[0] - lab) < SAME_COLOR]
        if near:
            near[0][1].append(position)
        else:
            colors.append((lab, [position]))
    if not colors or not layers:
        return {}
    cost = np.array([[_color_cost(layer.lab, lab) for lab, _ in colors] for layer in layers])
    rows, columns = linear_sum_assignment(np.minimum(cost, 3 * LAYER_DISTANCE))
    found: dict[int, list[int]] = {}
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        if cost[row, column] <= LAYER_DISTANCE:
            found[layers[row].index] = list(colors[column][1])
    told = {position for positions in found.values() for position in positions}
    for column, (_, positions) in enumerate(colors):
        row = int(cost[:, column].argmin())
        if not told & set(positions) and cost[row, column] <= LAYER_DISTANCE:
            found.setdefault(layers[row].index, []).extend(positions)
    return {index: sorted(positions) for index, positions in found.items()}


def _is_gray(entry: LegendEntry) -> bool:
    return entry.color is not None and is_neutral(lab_of(parse_hex(entry.color)))


def _is_paler(entry: LegendEntry, layer: Layer, canvas: Canvas) -> bool:
    """Whether a sample stands out less from the ground than an ink: samples a pixel thin have no full-coloured core."""
    behind = lab_of(canvas.background_color)
    sample = lab_of(parse_hex(entry.color)) if entry.color is not None else layer.lab
    return float(np.linalg.norm(sample - behind)) <= float(np.linalg.norm(layer.lab - behind))


def _color_cost(ink: np.ndarray, swatch: np.ndarray) -> float:
    """Lab distance, or less where the swatch is a paler tint of the ink's hue."""
    direct = float(np.linalg.norm(ink - swatch))
    chroma_ink, chroma_swatch = float(np.hypot(*ink[1:])), float(np.hypot(*swatch[1:]))
    if min(chroma_ink, chroma_swatch) < 6.0:
        return direct
    cosine = float(ink[1:] @ swatch[1:]) / (chroma_ink * chroma_swatch)
    turned = chroma_swatch * float(np.sqrt(max(0.0, 1.0 - cosine * cosine))) if cosine > 0 else 100.0
    return min(direct, 12.0 + turned)


def _families(canvas: Canvas, layers: Sequence[Layer], entries: Sequence[LegendEntry]) -> list[list[Layer]]:
    """Layers, those of one thin ink together: strokes of a pixel or so have no full-coloured core, only tints.

    Each family begins with its strongest layer. Tints that the legend lists as colours of their own stay apart.
    """
    behind = lab_of(canvas.background_color)
    order = sorted(layers, key=lambda layer: -float(np.linalg.norm(layer.lab - behind)))
    seeds = [lab_of(parse_hex(e.color)) for e in entries if e.color]
    families: list[list[Layer]] = []
    for layer in order:
        home = next((f for f in families if _is_tint(layer, f[0], behind) and _runs_along(layer, f[0], behind)), None)
        named = any(float(np.linalg.norm(seed - layer.lab)) < 6.0 for seed in seeds)
        if home is None or (named and not is_neutral(layer.lab)) or stroke_width(layer.alpha) > THIN:
            families.append([layer])
        else:
            home.append(layer)
    return sorted(families, key=lambda family: -sum(layer.count for layer in family))


def _is_tint(layer: Layer, strong: Layer, behind: np.ndarray) -> bool:
    way = strong.lab - behind
    part = float((layer.lab - behind) @ way / max(float(way @ way), 1.0))
    off = float(np.linalg.norm(layer.lab - behind - part * way))
    return 0.1 < part < 1.0 and off < 10.0


def _runs_along(layer: Layer, strong: Layer, behind: np.ndarray) -> bool:
    """Whether a tint lies beside its full ink, as the pale pixels of one stroke do; other lines' ink does not.

    Where the tint is less than its full ink, or nearly as dark, it is taken for one: thin strokes have no full core.
    """
    depths = [float(np.linalg.norm(one.lab - behind)) for one in (layer, strong)]
    if layer.count <= strong.count or depths[0] > TINT_DEPTH * depths[1]:
        return True
    near = cv2.dilate(strong.mask.astype(np.uint8), np.ones((2 * TINT_REACH + 1, 2 * TINT_REACH + 1), np.uint8)) > 0
    mask = layer.mask
    return float(near[mask].mean()) >= TINT_NEAR if mask.any() else True


def _make_group(canvas: Canvas, family: list[Layer], entries: tuple[LegendEntry, ...]) -> InkGroup | None:
    layer = family[0]
    alpha = family_alpha(canvas, family)
    inked = alpha >= 0.3
    if inked.sum() < 0.15 * alpha.shape[1]:
        return None
    lone = _is_one_run(inked)
    side = max(11, round(SOLID_SHARE * min(alpha.shape)))
    solid = cv2.morphologyEx(inked.astype(np.uint8), cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    share = float(solid.sum()) / float(inked.sum())
    if share > 0:
        alpha = np.where(cv2.dilate(solid, np.ones((3, 3), np.uint8)) > 0, np.float32(0), alpha)
    stroke = stroke_width(alpha)
    bars = find_capped_strokes(alpha >= 0.3, stroke)
    return InkGroup(layer.color, without_strokes(alpha, bars, stroke), stroke, share, entries, tuple(bars), lone)


def _is_one_run(inked: np.ndarray) -> bool:
    closed = cv2.morphologyEx(inked.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((2 * BREAK + 1, 1), np.uint8))
    begins = closed > 0
    begins[1:] &= closed[:-1] == 0
    count = begins.sum(axis=0)
    return bool(count.any()) and float((count[count > 0] == 1).mean()) >= ONE_RUN


def family_alpha(canvas: Canvas, family: Sequence[Layer]) -> np.ndarray:
    """Coverage by a family's strongest ink, scaled so that its usual core is covered in full."""
    if len(family) == 1:
        return family[0].alpha
    strong = np.asarray(family[0].rgb, np.float32)
    member = np.isin(canvas.labels, [layer.index for layer in family])
    alpha, _ = project(canvas.rgb.astype(np.float32) - canvas.background, strong - canvas.background)
    alpha = np.where(member, alpha, np.float32(0))
    core = core_mask(alpha, member & canvas.ink)
    usual = float(np.median(alpha[core])) if core.any() else 1.0
    return np.asarray(np.minimum(alpha / max(usual, 0.2), 1.0), np.float32)


def stroke_width(alpha: np.ndarray) -> float:
    """The usual thickness of strokes, in pixels: the shorter of the upright and the level run through a stroke.

    Each upright run counts once, so that a marker, which has a few, does not outweigh the stroke beside it.
    """
    inked = alpha >= 0.3
    if not inked.any():
        return 1.0
    down = run_lengths(inked)
    along = run_lengths(inked.T).T
    starts = inked.copy()
    starts[1:] &= ~inked[:-1]
    rows, columns = np.nonzero(starts)
    middles = rows + down[rows, columns] // 2
    shorter = np.minimum(down[middles, columns], along[middles, columns])
    return float(np.clip(np.percentile(shorter, 40), 1.0, 12.0))
