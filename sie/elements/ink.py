"""The canvas that every mark finder works on: the plot area's ink, freed from background, grid, frame and text.

All finders share one canvas because each question about a mark is one about ink: which pixels differ from what lies
behind them, whose colour they have, and how much of the pixel is covered. Masks are crop-sized arrays; what is handed
out as a coordinate is in pixels of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from sie.artifacts import XYXY, ChartStructure, LegendEntry, Raster
from sie.elements.ink_background import Background, fill_colors, find_background, lab_of, parse_hex, to_hex, to_lab
from sie.elements.ink_grid import Rule, RuleKind, find_rules, rule_mask
from sie.elements.ink_grid_marks import with_grid_color, with_hidden_grid
from sie.elements.ink_layers import assign_layers, core_mask, find_colors, project, without_fringes
from sie.elements.ink_text import fill_labels, text_masks, without_text
from sie.pixels import is_color, length_of
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

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the crop."""
        return int(self.rgb.shape[0]), int(self.rgb.shape[1])

    @property
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


def make_canvas(raster: Raster, chart: ChartStructure) -> Canvas:
    """The canvas of a chart: its plot area's crop (the panel where no plot area is known), with ink and layers."""
    plot, crop = _crop_boxes(raster, chart)
    x0, y0, x1, y1 = crop
    rgb = np.ascontiguousarray(raster.rgb[y0:y1, x0:x1])
    lab = to_lab(rgb)
    local = (plot[0] - x0, plot[1] - y0, plot[2] - x0, plot[3] - y0)
    given = parse_hex(chart.background) if chart.background else None
    inner = _slices(local, rgb.shape)
    ground = find_background(np.ascontiguousarray(rgb[inner]), _outer_color(raster.rgb), given, fill_colors(chart))
    behind = _extend(ground, inner, rgb)
    distance = length_of(lab - to_lab(behind.image))
    noise = _noise(distance[inner])
    threshold = float(np.clip(1.5 * noise + 4.0, 5.0, 12.0))
    text, legend = text_masks(chart, (x0, y0), rgb.shape[:2])
    rules = _find_rules(rgb, distance, threshold, chart, behind, local, (x0, y0), text | legend)
    raw = distance > threshold
    grid = rule_mask(rules, rgb, behind.image, raw, 10.0 + 2.0 * noise)
    ink = raw & ~grid
    ink = without_text(ink, text, legend)
    ink = _without_ticks(ink, local)
    ink = fill_labels(ink, text, rgb)
    core = core_mask(distance, ink)
    seeds = tuple(lab_of(parse_hex(color)) for color in legend_colors(chart))
    centers = find_colors(lab, core, seeds, max(12, round(0.002 * float(ink.sum()))))
    centers = without_fringes(lab, core, centers, lab_of(behind.color), seeds)
    colors = _to_rgb(centers)
    labels, coverage = assign_layers(rgb, lab, behind.image, ink, core, colors, grid)
    return Canvas(
        origin=(x0, y0),
        plot=local,
        rgb=rgb,
        lab=lab,
        background_color=behind.color,
        background=behind.image,
        bands=behind.bands,
        distance=distance,
        threshold=threshold,
        noise=noise,
        ink=ink,
        grid=grid,
        rules=rules,
        text=text | legend,
        labels=labels,
        coverage=coverage,
        layers=_make_layers(colors, labels, coverage),
        picture=raster.rgb,
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


def _crop_boxes(raster: Raster, chart: ChartStructure) -> tuple[XYXY, tuple[int, int, int, int]]:
    plot = chart.plot_area or chart.box
    side = min(plot[2] - plot[0], plot[3] - plot[1])
    margin = float(np.clip(0.015 * side, 3, 12)) if chart.plot_area else 0.0
    x0 = int(np.clip(np.floor(plot[0] - margin), 0, raster.width - 1))
    y0 = int(np.clip(np.floor(plot[1] - margin), 0, raster.height - 1))
    x1 = int(np.clip(np.ceil(plot[2] + margin), x0 + 1, raster.width))
    y1 = int(np.clip(np.ceil(plot[3] + margin), y0 + 1, raster.height))
    return plot, (x0, y0, x1, y1)


def _slices(box: XYXY, shape: tuple[int, ...]) -> tuple[slice, slice]:
    x0, y0, x1, y1 = (round(v) for v in box)
    x0, y0 = min(max(0, x0), shape[1] - 1), min(max(0, y0), shape[0] - 1)
    return slice(y0, max(y0 + 1, min(y1, shape[0]))), slice(x0, max(x0 + 1, min(x1, shape[1])))


def _extend(behind: Background, inner: tuple[slice, slice], rgb: np.ndarray) -> Background:
    """A plot area's background as one of the crop: the margin continues the nearest row or column, or is the page's."""
    rows, cols = inner
    pads = (rows.start, rgb.shape[0] - rows.stop, cols.start, rgb.shape[1] - cols.stop)
    image = cv2.copyMakeBorder(behind.image, *pads, cv2.BORDER_REPLICATE)
    bands = cv2.copyMakeBorder(behind.bands.astype(np.uint8), *pads, cv2.BORDER_REPLICATE) > 0
    edge = np.concatenate((rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]))
    page = np.median(edge, axis=0)
    outside = np.ones(bands.shape, bool)
    outside[inner] = False
    image[outside & is_color(rgb, page, 10)] = page
    return Background(behind.color, image, bands)


def _outer_color(rgb: np.ndarray) -> tuple[int, int, int]:
    """The picture's own background: the most frequent colour of its outermost pixels."""
    edge = np.concatenate((rgb[0], rgb[-1], rgb[:, 0], rgb[:, -1]))
    values, counts = np.unique(edge, axis=0, return_counts=True)
    color = values[np.argmax(counts)]
    return int(color[0]), int(color[1]), int(color[2])


def _noise(distance: np.ndarray) -> float:
    """Lab noise of the background near marks, where compression rings.

    In a clean picture a pixel more than two away from ink is the background itself; its 90th percentile else.
    """
    strong = (distance > 12).astype(np.uint8)
    near = cv2.dilate(strong, np.ones((13, 13), np.uint8)) > cv2.dilate(strong, np.ones((5, 5), np.uint8))
    small = distance[near & (distance < 12)]
    return float(np.percentile(small, 90)) if small.size > 50 else 0.0


def _find_rules(
    rgb: np.ndarray,
    distance: np.ndarray,
    threshold: float,
    chart: ChartStructure,
    behind: Background,
    plot: XYXY,
    origin: tuple[int, int],
    hidden: np.ndarray,
) -> tuple[Rule, ...]:
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
    inner = _slices(plot, rgb.shape)
    rows, cols = inner
    protected = tuple(lab_of(parse_hex(color)) for color in legend_colors(chart))
    strips = {Direction.HORIZONTAL: (slice(None), cols), Direction.VERTICAL: (rows, slice(None))}
    found: tuple[Rule, ...] = ()
    for direction, strip in strips.items():
        seen = find_rules(
            rgb[strip],
            distance[strip],
            0.6 * threshold,
            direction,
            hidden=hidden[strip],
            background=behind.color,
            borders=tuple(lines[direction]),
            ticks=tuple(ticks[direction]),
            protected=protected,
        )
        found += with_hidden_grid(seen, rgb[strip], behind.color, tuple(ticks[direction]), direction)
    return with_grid_color(found, rgb, behind.color)


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
