"""Reads an SVG's shapes and texts in pixels, and rasterizes it with its text and line inks told apart.

Text is measured in a second rendering where every text has a colour of its own on nothing: what keeps the colour is
the ink, whatever font the rasterizer chose.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.errors import RendererError
from models.synth.ink import mask_polygon
from models.synth.truth import Box, Point, bounds, move_point

_SVG = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_COMMAND = re.compile(r"([MmLlHhVvCcQqAaZzSs])([^MmLlHhVvCcQqAaZzSs]*)")
# The rasterizer cuts a see-through pixel's colours off at its alpha, and rounds them by up to 2: colour codes stay
# below the faintest alpha that counts as ink, 8 apart.
_STEP = 8
_LEVELS = 10
_MOST_CODES = _LEVELS**3 - 1
_SEEN_ALPHA = 80


@dataclass(frozen=True)
class Node:
    """An element with its classes from the root down and its matrix to pixels (2x3)."""

    element: ET.Element
    tag: str
    classes: tuple[str, ...]
    matrix: np.ndarray

    def has(self, word: str) -> bool:
        """Whether the element or one around it has the class."""
        return word in self.classes

    def points(self) -> list[Point]:
        """The shape's outline points in pixels."""
        return [move_point(self.matrix, p) for p in shape_points(self.element)]

    def box(self) -> Box:
        """The ink box: the outline and half its stroke."""
        x0, y0, x1, y1 = bounds(self.points())
        half = self.stroke_width() / 2
        return x0 - half, y0 - half, x1 + half, y1 + half

    def stroke_width(self) -> float:
        """In pixels, 0 without a stroke."""
        if self.element.get("stroke", "none") in ("none", "transparent"):
            return 0.0
        return float(self.element.get("stroke-width", "1")) * float(np.hypot(self.matrix[0, 0], self.matrix[1, 0]))

    @property
    def angle(self) -> float:
        """Direction of the element's x axis, degrees counter-clockwise as seen."""
        return float(np.round(np.rad2deg(np.arctan2(-self.matrix[1, 0], self.matrix[0, 0])), 3))

    @property
    def visible(self) -> bool:
        """Whether the element is drawn at all."""
        return self.element.get("opacity", "1") != "0" and self.element.get("display", "") != "none"


def parse_svg(svg: str, scale: float) -> tuple[ET.Element, list[Node]]:
    """The tree and all its elements in drawing order, with matrices to pixels at a raster scale."""
    root = ET.fromstring(svg)
    return root, list(_walk(root, (), np.array([[scale, 0, 0], [0, scale, 0]], dtype=float)))


def _walk(element: ET.Element, classes: tuple[str, ...], matrix: np.ndarray) -> Iterator[Node]:
    classes = classes + tuple(element.get("class", "").split())
    label = element.get("aria-label", "")
    if label[1:6] == "-axis":  # Vega says which axis a group is only in words
        classes = (*classes, "axis-" + label[0].lower())
    if "id" in element.attrib:
        classes = (*classes, "#" + element.attrib["id"])
    matrix = _compose(matrix, element.get("transform", ""))
    yield Node(element, element.tag.replace(_SVG, ""), classes, matrix)
    for child in element:
        yield from _walk(child, classes, matrix)


def _compose(matrix: np.ndarray, transform: str) -> np.ndarray:
    full = np.vstack([matrix, [0, 0, 1]])
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        v = [float(n) for n in _NUMBER.findall(inside)]
        step = np.eye(3)
        if name == "translate":
            step[:2, 2] = v[0], v[1] if len(v) > 1 else 0.0
        elif name == "scale":
            step[0, 0], step[1, 1] = v[0], v[-1]
        elif name == "rotate":
            a = np.deg2rad(v[0])
            step[:2, :2] = [[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]
            if len(v) == 3:
                there = np.eye(3)
                there[:2, 2] = v[1:]
                step = there @ step @ np.linalg.inv(there)
        elif name == "matrix":
            step[:2] = np.array(v).reshape(3, 2).T
        full = full @ step
    return full[:2]


def shape_points(element: ET.Element) -> list[Point]:
    """Points on a shape's outline in its own units; arcs and curves are sampled."""
    tag = element.tag.replace(_SVG, "")
    get = element.get
    if tag == "line":
        x1, y1, x2, y2 = (float(get(k, "0")) for k in ("x1", "y1", "x2", "y2"))
        return [(x1, y1), (x2, y2)]
    if tag == "rect":
        x, y, w, h = (float(get(k, "0")) for k in ("x", "y", "width", "height"))
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    if tag == "circle":
        x, y, r = (float(get(k, "0")) for k in ("cx", "cy", "r"))
        return [(x - r, y), (x, y - r), (x + r, y), (x, y + r)]
    if tag in ("polyline", "polygon"):
        v = [float(n) for n in _NUMBER.findall(get("points", ""))]
        return list(zip(v[::2], v[1::2], strict=False))
    return path_points(get("d", ""))


def path_points(d: str) -> list[Point]:
    """Points along a path.

    >>> path_points("M0,0h2v3Z")
    [(0.0, 0.0), (2.0, 0.0), (2.0, 3.0)]
    """
    points: list[Point] = []
    x = y = 0.0
    for command, inside in _COMMAND.findall(d):
        v = [float(n) for n in _NUMBER.findall(inside)]
        relative, kind = command.islower(), command.upper()
        size = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}.get(kind, 0)
        for k in range(0, len(v) - size + 1, size) if size else ():
            part = v[k : k + size]
            ox, oy = (x, y) if relative else (0.0, 0.0)
            if kind == "H":
                x = ox + part[0]
            elif kind == "V":
                y = oy + part[0]
            else:
                end = (ox + part[-2], oy + part[-1])
                if kind == "C":
                    control = [(ox + part[i], oy + part[i + 1]) for i in (0, 2)]
                    points += _cubic((x, y), control[0], control[1], end)
                elif kind == "A":
                    points += _arc((x, y), part, end)
                x, y = end
            points.append((x, y))
    return points


def _cubic(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    t = np.linspace(0, 1, 7)[1:-1]
    weights = np.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3], axis=1)
    return [(float(p[0]), float(p[1])) for p in weights @ np.array([a, b, c, d])]


def _arc(start: Point, part: Sequence[float], end: Point) -> list[Point]:
    """Samples of a circular arc (charts have no other ellipses)."""
    r, large, sweep = part[0], part[3] != 0, part[4] != 0
    a, b = np.array(start), np.array(end)
    chord = b - a
    length = float(np.hypot(*chord))
    if length < 1e-9 or r < 1e-9:
        return []
    r = max(r, length / 2)
    side = -1.0 if large == sweep else 1.0
    lift = float(np.sqrt(max(r * r - length * length / 4, 0.0))) * side
    center = (a + b) / 2 + lift * np.array([-chord[1], chord[0]]) / length
    first = np.arctan2(a[1] - center[1], a[0] - center[0])
    last = np.arctan2(b[1] - center[1], b[0] - center[0])
    if sweep and last < first:
        last += 2 * np.pi
    if not sweep and last > first:
        last -= 2 * np.pi
    turns = np.linspace(first, last, max(3, int(abs(last - first) / 0.05)))[1:-1]
    return [(float(center[0] + r * np.cos(t)), float(center[1] + r * np.sin(t))) for t in turns]


def rasterize(svg: str, scale: float) -> np.ndarray:
    """The picture, uint8 (height, width, 4), RGBA.

    Raises:
        RendererError: vl-convert is not installed or refuses the SVG.
    """
    try:
        import vl_convert
    except ImportError as error:
        raise RendererError("vl-convert-python is not installed: pip install vl-convert-python") from error
    try:
        png = vl_convert.svg_to_png(svg, scale=scale)
    except ValueError as error:
        raise RendererError(f"vl-convert: {error}") from error
    bgra = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED))
    if bgra.shape[2] == 3:
        return cv2.cvtColor(bgra, cv2.COLOR_BGR2RGBA)
    return cv2.cvtColor(bgra, cv2.COLOR_BGRA2RGBA)


def coded_ink(root: ET.Element, nodes: Sequence[Node], scale: float) -> list[np.ndarray | None]:
    """Each node's visible ink as (row, column) pairs, shape (n, 2), from a rendering of these nodes alone.

    A node under another loses the covered pixels. None where no ink is seen.
    """
    if len(nodes) > _MOST_CODES:
        rest = coded_ink(root, nodes[_MOST_CODES:], scale)
        return coded_ink(root, nodes[:_MOST_CODES], scale) + rest
    chosen = {id(n.element): k for k, n in enumerate(nodes)}
    saved = [(e, dict(e.attrib)) for e in root.iter()]
    try:
        for element, attributes in saved:
            _code(element, attributes, chosen.get(id(element)))
        raster = rasterize(ET.tostring(root, encoding="unicode"), scale)
    finally:
        for element, attributes in saved:
            element.attrib.clear()
            element.attrib.update(attributes)
    rows, cols = np.nonzero(raster[:, :, 3] >= _SEEN_ALPHA)
    colors = np.round(raster[rows, cols, :3].astype(float) / _STEP).astype(int)
    codes = colors @ np.array([1, _LEVELS, _LEVELS**2]) - 1
    order = np.argsort(codes, kind="stable")
    places = np.stack([rows, cols], axis=1)[order]
    cuts = np.searchsorted(codes[order], np.arange(len(nodes) + 1))
    return [places[cuts[k] : cuts[k + 1]] if cuts[k + 1] > cuts[k] else None for k in range(len(nodes))]


def _code(element: ET.Element, attributes: dict[str, str], code: int | None) -> None:
    if code is None:
        for key in ("fill", "stroke"):
            if key in attributes:
                element.set(key, "none")
        if element.tag != _SVG + "g" and element.tag != _SVG + "svg" and element.tag != _SVG + "tspan":
            element.set("fill", "none")
        return
    digits = ((code + 1) // _LEVELS**k % _LEVELS for k in range(3))
    color = f"rgb({','.join(str(d * _STEP) for d in digits)})"
    element.set("opacity", "1")
    for key in ("fill-opacity", "stroke-opacity"):
        element.attrib.pop(key, None)
    if element.tag == _SVG + "text":
        element.set("fill", color)
    else:
        element.set("stroke", color)
        element.set("fill", "none")


def near_baseline(node: Node, places: np.ndarray) -> np.ndarray:
    """Which pixels can be a text's: boolean (n,) for (row, column) pairs of shape (n, 2).

    Where two texts overlap, colours mix to the code of a third, somewhere else on the picture. A text's own ink is no
    further above or below its baselines than two letters' height.
    """
    size = float(node.element.get("font-size", "10px").removesuffix("px")) * np.hypot(*node.matrix[:, 1])
    rises = [float(t.get("dy", "0")) for t in node.element if t.tag == _SVG + "tspan"]
    down = node.matrix[:, 1] / np.hypot(*node.matrix[:, 1])
    depth = (places[:, ::-1] + 0.5 - node.matrix[:, 2]) @ down
    return np.asarray((depth >= -2 * size) & (depth <= sum(rises) * np.hypot(*node.matrix[:, 1]) + 2 * size))


def ink_polygon(places: np.ndarray, angle: float) -> tuple[Point, ...] | None:
    """The tight rectangle at an angle around pixels given as (row, column) pairs."""
    row, col = int(places[:, 0].min()), int(places[:, 1].min())
    mask = np.zeros((int(places[:, 0].max()) - row + 1, int(places[:, 1].max()) - col + 1), dtype=bool)
    mask[places[:, 0] - row, places[:, 1] - col] = True
    return mask_polygon(mask, angle, x=col, y=row)
