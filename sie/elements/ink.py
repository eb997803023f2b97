"""The canvas that every mark finder works on: the plot area's ink, freed from background, grid, frame and text.

All finders share one canvas because each question about a mark is one about ink: which pixels differ from what lies
behind them, whose colour they have, and how much of the pixel is covered. Masks are crop-sized arrays; what is handed
out as a coordinate is in pixels of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from sie.artifacts import XYXY, ChartStructure, LegendEntry, Raster
from sie.elements.ink_background import lab_of, parse_hex, to_hex, to_lab
from sie.elements.ink_grid import Rule, RuleKind, find_rules, rule_mask
from sie.elements.ink_grid_marks import with_grid_color, with_hidden_grid
from sie.elements.ink_ground import Ground, find_ground, slices_of
from sie.elements.ink_layers import assign_layers, core_mask, find_colors, project, without_fringes
from sie.elements.ink_text import fill_labels, text_masks, without_text
from sie.vocab import Direction

LAYER_DISTANCE = 25.0
"""Lab distance up to which an ink may be taken for a wanted colour."""


@dataclass(frozen=True)
class Layer:
    """The ink of one colour.

    Attributes:
        index: its place in `Canvas.layers`.
        color: `#rrggbb`.
        rgb, lab: the same, shape (3,).
        count: its pixels.
        labels, coverage: the canvas' shared arrays, from which `mask` and `alpha` are taken.
    """

    index: int
    color: str
    rgb: np.ndarray
    lab: np.ndarray
    count: int
    labels: np.ndarray = field(repr=False)
    coverage: np.ndarray = field(repr=False)

    @property
    def alpha(self) -> np.ndarray:
        """float32 (h, w): how much of each pixel this ink covers, 0 to 1, fringe included."""
        return np.where(self.labels == self.index, self.coverage, np.float32(0))

    @property
    def mask(self) -> np.ndarray:
        """bool (h, w): pixels that this ink covers by at least 0.3."""
        return np.asarray((self.labels == self.index) & (self.coverage >= 0.3))


@dataclass(frozen=True)
class Canvas:
    """A plot area's pixels, sorted. All arrays have the crop's height and width.

    Attributes:
        origin: picture coordinates (x, y) of the crop's top left corner; add to crop coordinates.
        plot: the plot area in crop coordinates (the crop has a small margin around it).
        rgb: uint8, lab: float32 (h, w, 3).
        background_color: rgb; background: float32 (h, w, 3), what lies behind each pixel (bands included).
        bands: pixels of tinted rows or columns (alternate bands, shaded periods).
        distance: float32, Lab distance of each pixel from its background.
        threshold: the distance from which a pixel is ink.
        noise: Lab noise of the background (0 for a clean PNG).
        ink: data ink: not background, grid, frame, text or legend. Marks that cross these are kept.
        grid: pixels that show only grid, frame or axis lines; rules: those lines, and lone reference lines (crop px).
        text: pixels within text blocks (and the legend) that lie in the plot area.
        labels: int8, index of each pixel's layer or -1; coverage: float32, how much of the pixel its ink covers.
        layers: the inks, most frequent first.
        picture: the whole picture's rgb, for what lies outside the crop (legend swatches).
        ground: what it was made from.
    """

    origin: tuple[int, int]
    plot: XYXY
    rgb: np.ndarray
    lab: np.ndarray
    background_color: tuple[int, int, int]
    background: np.ndarray
    bands: np.ndarray
    distance: np.ndarray
    threshold: float
    noise: float
    ink: np.ndarray
    grid: np.ndarray
    rules: tuple[Rule, ...]
    text: np.ndarray
    labels: np.ndarray
    coverage: np.ndarray
    layers: tuple[Layer, ...]
    picture: np.ndarray = field(repr=False)
    ground: Ground = field(repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the crop."""
        return int(self.rgb.shape[0]), int(self.rgb.shape[1])

    @cached_property
    def background_lab(self) -> np.ndarray:
        """float32 (h, w, 3), Lab of what lies behind each pixel, as a picture of 8 bits shows it."""
        return to_lab(np.clip(self.background, 0, 255).astype(np.uint8))

    @cached_property
    def inside(self) -> np.ndarray:
        """bool (h, w): pixels of the plot area itself, without the crop's margin."""
        mask = np.zeros(self.shape, bool)
        x0, y0, x1, y1 = (round(v) for v in self.plot)
        mask[max(0, y0) : y1, max(0, x0) : x1] = True
        return mask

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        """Crop coordinates as picture coordinates."""
        return x + self.origin[0], y + self.origin[1]

    def box_to_picture(self, box: XYXY) -> XYXY:
        """A crop box as a picture box."""
        ox, oy = self.origin
        return box[0] + ox, box[1] + oy, box[2] + ox, box[3] + oy


def make_canvas(raster: Raster, chart: ChartStructure, *, ground: Ground | None = None) -> Canvas:
    """The canvas of a chart: its plot area's crop (the panel where no plot area is known), with ink and layers.

    Args:
        raster: the picture.
        chart: its structure.
        ground: that of another canvas of the same plot area, when there is one.
    """
    ground = ground or find_ground(raster, chart)
    rgb, lab, behind, distance = ground.rgb, ground.lab, ground.behind, ground.distance
    text, legend = text_masks(chart, ground.origin, rgb.shape[:2])
    rules = _find_rules(ground, chart, text | legend)
    raw = distance > ground.threshold
    grid = rule_mask(rules, rgb, behind.image, raw, 10.0 + 2.0 * ground.noise)
    ink = raw & ~grid
    ink = without_text(ink, text, legend)
    ink = _without_ticks(ink, ground.plot)
    ink = fill_labels(ink, text, rgb)
    core = core_mask(distance, ink)
    seeds = tuple(lab_of(parse_hex(color)) for color in legend_colors(chart))
    centers = find_colors(lab, core, seeds, max(12, round(0.002 * float(ink.sum()))))
    centers = without_fringes(lab, core, centers, lab_of(behind.color), seeds)
    colors = _to_rgb(centers)
    labels, coverage = assign_layers(rgb, lab, behind.image, ink, core, colors, grid)
    return Canvas(
        origin=ground.origin,
        plot=ground.plot,
        rgb=rgb,
        lab=lab,
        background_color=behind.color,
        background=behind.image,
        bands=behind.bands,
        distance=distance,
        threshold=ground.threshold,
        noise=ground.noise,
        ink=ink,
        grid=grid,
        rules=rules,
        text=text | legend,
        labels=labels,
        coverage=coverage,
        layers=_make_layers(colors, labels, coverage),
        picture=raster.rgb,
        ground=ground,
    )


def layer_of(canvas: Canvas, color: str, max_distance: float = LAYER_DISTANCE) -> Layer | None:
    """The layer whose colour is nearest to `#rrggbb`, or None when all are farther than `max_distance` in Lab."""
    wanted = lab_of(parse_hex(color))
    best = min(canvas.layers, key=lambda layer: float(np.linalg.norm(layer.lab - wanted)), default=None)
    if best is None or float(np.linalg.norm(best.lab - wanted)) > max_distance:
        return None
    return best


def color_alpha(canvas: Canvas, color: str, max_residual: float = 40.0) -> np.ndarray:
    """float32 (h, w): coverage of each pixel by an ink of this colour, 0 where the pixel is no mixture with it.

    Unlike a layer's alpha it does not decide between inks: useful for a colour that is too rare for a layer.
    """
    offset = canvas.rgb.astype(np.float32) - canvas.background
    alpha, residual = project(offset, np.array(parse_hex(color), np.float32) - canvas.background)
    return np.where(residual <= max_residual, alpha, np.float32(0))


def edge_position(profile: np.ndarray) -> float:
    """Where a coverage profile passes from its low to its high end, in pixels from the profile's start.

    The profile (1-D, a pixel each) must hold one edge, falling or rising. The edge is placed so that the covered
    length is that of the profile's sum, which blur does not move: pixel i spans i to i + 1.

    >>> edge_position(np.array([0.0, 0.0, 0.25, 1.0]))
    2.75
    >>> edge_position(np.array([1.0, 0.5, 0.0]))
    1.5
    """
    n = len(profile)
    if n == 0:
        raise ValueError("expected a profile of at least one pixel, got none")
    part = max(1, n // 4)
    first, last = float(np.mean(profile[:part])), float(np.mean(profile[-part:]))
    low, high = min(first, last), max(first, last)
    if high - low < 1e-6:
        return n / 2
    covered = float(np.clip((profile - low) / (high - low), 0.0, 1.0).sum())
    return n - covered if last > first else covered


def coverage_centroid(profile: np.ndarray) -> float:
    """The centre of a coverage profile, in pixels from its start (pixel i is centred at i + 0.5).

    Raises:
        ValueError: nothing is covered.

    >>> coverage_centroid(np.array([0.0, 0.5, 1.0, 0.5]))
    2.5
    """
    total = float(np.sum(profile))
    if total <= 0:
        raise ValueError("expected a profile with some coverage, got none")
    return float(np.dot(profile, np.arange(len(profile)) + 0.5) / total)


def legend_colors(chart: ChartStructure) -> tuple[str, ...]:
    """The swatch colours of a chart's legend, in order, each once."""
    entries: tuple[LegendEntry, ...] = chart.legend.entries if chart.legend else ()
    return tuple(dict.fromkeys(entry.color for entry in entries if entry.color))


# --------------------------------------------------------------------------- parts


def _find_rules(ground: Ground, chart: ChartStructure, hidden: np.ndarray) -> tuple[Rule, ...]:
    rgb, origin, plot, color = ground.rgb, ground.origin, ground.plot, ground.behind.color
    lines: dict[Direction, list[float]] = {Direction.HORIZONTAL: [], Direction.VERTICAL: []}
    ticks: dict[Direction, list[float]] = {Direction.HORIZONTAL: [], Direction.VERTICAL: []}
    for axis in chart.axes:
        across, start = axis.direction, origin[1] if axis.direction is Direction.HORIZONTAL else origin[0]
        if axis.line_px is not None:
            lines[across].append(axis.line_px - start)
        other = Direction.VERTICAL if across is Direction.HORIZONTAL else Direction.HORIZONTAL
        ticks[other] += [tick.px - origin[0 if across is Direction.HORIZONTAL else 1] for tick in axis.ticks]
    if chart.plot_area is not None:
        lines[Direction.HORIZONTAL] += [plot[1], plot[3]]
        lines[Direction.VERTICAL] += [plot[0], plot[2]]
    rows, cols = slices_of(plot, rgb.shape)
    protected = tuple(lab_of(parse_hex(color)) for color in legend_colors(chart))
    strips = {Direction.HORIZONTAL: (slice(None), cols), Direction.VERTICAL: (rows, slice(None))}
    found: tuple[Rule, ...] = ()
    for direction, strip in strips.items():
        seen = find_rules(
            rgb[strip],
            ground.distance[strip],
            0.6 * ground.threshold,
            direction,
            hidden=hidden[strip],
            background=color,
            borders=tuple(lines[direction]),
            ticks=tuple(ticks[direction]),
            protected=protected,
        )
        found += with_hidden_grid(seen, rgb[strip], color, tuple(ticks[direction]), direction)
    return with_grid_color(found, rgb, color)


def _without_ticks(ink: np.ndarray, plot: XYXY) -> np.ndarray:
    """Ink without what lies in the margin only, and without the short stubs of ticks inside the frame."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    x0, y0, x1, y1 = plot
    reach = max(4.0, 0.03 * min(x1 - x0, y1 - y0))
    left, top = stats[:, cv2.CC_STAT_LEFT], stats[:, cv2.CC_STAT_TOP]
    width, height = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    right, bottom = left + width, top + height
    outside = (right <= x0 + 1) | (left >= x1 - 1) | (bottom <= y0 + 1) | (top >= y1 - 1)
    thin = np.minimum(width, height) <= 3
    stub = np.maximum(width, height) <= reach
    flat, upright = width > height, height > width
    at_side = (left <= x0 + 3) | (right >= x1 - 3)
    at_end = (top <= y0 + 3) | (bottom >= y1 - 3)
    tick = thin & stub & ((flat & at_side) | (upright & at_end))
    gone = outside | tick
    gone[0] = False
    return np.asarray(ink & ~gone[labels]) if count > 1 else ink


def _to_rgb(centers: list[np.ndarray]) -> np.ndarray:
    if not centers:
        return np.zeros((0, 3), np.float32)
    lab = np.array(centers, np.float32).reshape(1, -1, 3)
    return np.asarray(np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB)[0] * 255, 0, 255), np.float32)


def _make_layers(colors: np.ndarray, labels: np.ndarray, coverage: np.ndarray) -> tuple[Layer, ...]:
    counts = np.bincount(labels[labels >= 0].ravel(), minlength=len(colors))
    layers = []
    for index, color in enumerate(colors):
        lab = to_lab(color.reshape(1, 1, 3))[0, 0]
        layers.append(Layer(index, to_hex(color), color, lab, int(counts[index]), labels, coverage))
    return tuple(layers)


__all__ = [
    "Canvas",
    "Layer",
    "Rule",
    "RuleKind",
    "color_alpha",
    "coverage_centroid",
    "edge_position",
    "layer_of",
    "legend_colors",
    "make_canvas",
]
