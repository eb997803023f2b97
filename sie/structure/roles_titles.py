"""Finds the titles of a chart and its axes among paragraphs of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sie.artifacts import XYXY, Axis, TextBlock
from sie.structure.roles_lines import Paragraph, turn_of
from sie.structure.roles_size import line_of, thickness_of
from sie.vocab import Direction, ScaleType, Side

CENTERED = 0.22
"""A title's middle is off the axis' middle by no more than this part of its length, unless it says that it may."""
LONE_CENTERED = 0.08
"""The same for a title of one or two characters, which is easily a stray tick label or marker."""
LONE_GAP = 0.2
"""In heights of a label's line: such a title stands as far from the labels, else it is a character torn off one."""
UNIT_LETTERS = 3
"""A text of no more characters over a vertical axis is its unit or its quantity's symbol, wherever it begins."""
ABOVE_REACH = 2.0
"""A title above a vertical axis stands no higher over its top label than this, in label heights."""
_ARROWS = "↑↓←→⟶⟵⇒"
_LEADING_ARROW = re.compile(r"^\s*[↑↓←]\s*")
_TRAILING_ARROW = re.compile(r"\s*[→⟶]\s*$")
_SOURCE = r"source|sources|data from|data source|note|notes|caption|footnote|©|\(c\) |copyright|\*"
_CAPTION = re.compile(rf"^\s*({_SOURCE}|figure \d|fig\. ?\d)", re.IGNORECASE)
_SOURCE_NOTE = re.compile(rf"^\s*({_SOURCE})", re.IGNORECASE)
"""A caption that is no title above the plot either: `Figure 3: ...` may be one there."""
_PANEL = re.compile(r"^(\([a-zA-Z]\)|[A-H]|[a-h]\)|[a-hA-H]\.|\((?:i|ii|iii|iv|v|vi)\))$")


@dataclass(frozen=True)
class AxisPlace:
    """Where an axis and its labels lie: all in pixels.

    Attributes:
        plot: the plot area.
        labels: bounds of the tick labels, or the axis' edge of the plot area where there are none.
        height: of a tick label's line.
        slanted: the labels are neither level nor upright.
        boxes: of each label.
    """

    axis: Axis
    plot: XYXY
    labels: XYXY
    height: float
    slanted: bool
    boxes: tuple[XYXY, ...] = ()


def clean_title(text: str) -> str:
    """A title without the arrows that some tools set before or after it to show the axis' direction.

    >>> clean_title("↑ Frequency (%)"), clean_title("Population →"), clean_title("Score (NS) ↑")
    ('Frequency (%)', 'Population', 'Score (NS) ↑')
    """
    cleaned = _TRAILING_ARROW.sub("", _LEADING_ARROW.sub("", " ".join(text.split())))
    return cleaned or text


def is_caption(text: str) -> bool:
    """The text is a source note or caption by its first words.

    >>> is_caption("Source: OECD"), is_caption("Weight (kg)")
    (True, False)
    """
    return bool(_CAPTION.match(text))


def is_panel_label(text: str) -> bool:
    """The text is a panel's letter.

    >>> is_panel_label("(a)"), is_panel_label("B"), is_panel_label("Age")
    (True, True, False)
    """
    return bool(_PANEL.match(text.strip()))


def has_arrow(text: str) -> bool:
    """The text has an arrow at its start or end."""
    stripped = text.strip()
    return bool(stripped) and (stripped[0] in _ARROWS or stripped[-1] in _ARROWS)


def place_axis(axis: Axis, plot: XYXY, blocks: dict[str, TextBlock]) -> AxisPlace:
    """Where an axis and its labels lie."""
    labels = [blocks[t.text_id] for t in axis.ticks if t.text_id in blocks]
    x0, y0, x1, y1 = plot
    edges = {Side.LEFT: (x0, y0, x0, y1), Side.RIGHT: (x1, y0, x1, y1), Side.TOP: (x0, y0, x1, y0)}
    edge = edges.get(axis.side, (x0, y1, x1, y1))
    if not labels:
        return AxisPlace(axis, plot, edge, 0.03 * (y1 - y0), False)
    boxes = [b.box for b in labels]
    bounds = (
        float(min(b[0] for b in boxes)),
        float(min(b[1] for b in boxes)),
        float(max(b[2] for b in boxes)),
        float(max(b[3] for b in boxes)),
    )
    height = float(np.median([_label_line(b) for b in labels]))
    slanted = any(15 < abs((b.angle + 180) % 180 - 90) < 75 for b in labels if len(b.text) > 2)
    return AxisPlace(axis, plot, bounds, height, slanted, tuple(boxes))


def _label_line(block: TextBlock) -> float:
    return line_of(block.text, thickness_of(block, turn_of(block) or 0))


def find_axis_title(place: AxisPlace, level: Sequence[Paragraph], upright: Sequence[Paragraph]) -> Paragraph | None:
    """The title of an axis, or None."""
    if place.axis.direction is Direction.HORIZONTAL:
        return _best([(_horizontal_cost(place, p), p) for p in level if not _in_row(place, p, level)])
    beside = [(_beside_cost(place, p), p) for p in upright]
    beside += [(_beside_cost(place, p) + 0.3, p) for p in level if _is_upright_beside(place, p)]
    return _best(beside) or _best([(_above_cost(place, p), p) for p in level])


def _in_row(place: AxisPlace, p: Paragraph, level: Sequence[Paragraph]) -> bool:
    """Other text stands level with the first line of p over or under the plot area: p is part of a row of labels."""
    x0, _, x1, _ = place.plot
    middle = p.box[1] + 0.5 * p.height
    for other in level:
        if other is p or is_caption(other.text):
            continue
        level_with = abs(other.box[1] + 0.5 * other.height - middle) <= 0.5 * p.height
        if level_with and x0 <= other.center[0] <= x1 and 0.7 * p.height <= other.height <= 1.4 * p.height:
            return True
    return False


def _best(candidates: Sequence[tuple[float, Paragraph]]) -> Paragraph | None:
    possible = [c for c in candidates if c[0] < 1.0]
    return min(possible, key=lambda c: c[0])[1] if possible else None


def _horizontal_cost(place: AxisPlace, p: Paragraph) -> float:
    """0 for the likeliest title of a horizontal axis, 1 or more for none."""
    x0, _, x1, _ = place.plot
    below = place.axis.side is not Side.TOP
    gap = p.box[1] - place.labels[3] if below else place.labels[1] - p.box[3]
    tolerance = -0.6 * min(p.height, place.height) if not place.slanted else -2.0 * p.height
    if gap < tolerance or is_caption(p.text) or _continues_labels(place, p):
        return 1.0
    middle = (p.center[0] - (x0 + x1) / 2) / max(1.0, x1 - x0)
    off = abs(middle)
    if _is_lone(p) and (off > LONE_CENTERED or gap < 0.15 * place.height):
        return 1.0
    at_end = (p.box[2] >= x1 - 0.06 * (x1 - x0) and p.box[2] - p.box[0] <= 0.3 * (x1 - x0)) and gap <= 2 * p.height
    if has_arrow(p.text) and gap <= 3 * place.height:
        off = 0.0
    elif off > CENTERED:
        if not at_end:
            return 1.0
        off = CENTERED
    return off + 0.07 * max(0.0, gap) / p.height


def _beside_cost(place: AxisPlace, p: Paragraph) -> float:
    """The same for text beside a vertical axis."""
    _, y0, _, y1 = place.plot
    left = place.axis.side is not Side.RIGHT
    gap = place.labels[0] - p.box[2] if left else p.box[0] - place.labels[2]
    overlapping = gap < -0.7 * p.height
    if overlapping and not _within_labels(place, p, left):
        return 1.0
    off = abs(p.center[1] - (y0 + y1) / 2) / max(1.0, y1 - y0)
    if off > (LONE_CENTERED if _is_lone(p) else 0.5) or (_is_lone(p) and gap < LONE_GAP * place.height):
        return 1.0
    return 0.8 * off + 0.05 * max(0.0, gap) / p.height


def _is_lone(p: Paragraph) -> bool:
    return len(p.text.strip()) <= 2 and not has_arrow(p.text)


def _within_labels(place: AxisPlace, p: Paragraph, left: bool) -> bool:
    """The title runs over wide labels, on the outer side of the axis' edge."""
    edge = place.plot[0] if left else place.plot[2]
    return p.box[2] < edge and p.turn != 0 if left else p.box[0] > edge and p.turn != 0


def _is_upright_beside(place: AxisPlace, p: Paragraph) -> bool:
    """Level text that stands beside the labels of a vertical axis, near the axis' middle."""
    left = place.axis.side is not Side.RIGHT
    clear = p.box[2] <= place.labels[0] + 0.2 * p.height if left else p.box[0] >= place.labels[2] - 0.2 * p.height
    _, y0, _, y1 = place.plot
    return clear and abs(p.center[1] - (y0 + y1) / 2) <= 0.3 * (y1 - y0) and not _touches_label(place, p)


def _touches_label(place: AxisPlace, p: Paragraph) -> bool:
    """A tick label stands so close beside the text that they are one label."""
    for box in place.boxes:
        level = abs((box[1] + box[3]) / 2 - p.center[1]) <= 0.4 * place.height
        if level and max(box[0] - p.box[2], p.box[0] - box[2]) < 0.9 * place.height:
            return True
    return False


def _above_cost(place: AxisPlace, p: Paragraph) -> float:
    """The same for level text over a vertical axis' end: on the labels' side of it and no larger than they are."""
    x0, y0, x1, _ = place.plot
    top = min(y0, place.labels[1])
    gap = top - p.box[3]
    if _continues_labels(place, p):
        return 1.0
    if not -1.2 * place.height <= gap <= ABOVE_REACH * place.height:
        return 1.0
    left = place.axis.side is not Side.RIGHT
    arrow = has_arrow(p.text)
    outer = p.box[0] < (place.labels[2] + x0) / 2 if left else p.box[2] > (place.labels[0] + x1) / 2
    if not outer or (not arrow and p.height > 1.25 * place.height):
        return 1.0
    width = (p.box[2] - p.box[0]) / max(1.0, x1 - x0)
    if width > (0.8 if arrow else 0.45):
        return 1.0
    return 0.1 + 0.1 * max(0.0, gap) / place.height


def find_end_title(place: AxisPlace, level: Sequence[Paragraph]) -> Paragraph | None:
    """A title at the end of an axis line: right of a horizontal one, on top of a vertical one, as mathematicians do."""
    found = []
    for p in level:
        if len(p.text) > 12 or p.lines > 1 or not 0.7 <= p.height / place.height <= 1.7:
            continue
        if _among_labels(place, p) or _continues_labels(place, p):
            continue
        if place.axis.direction is Direction.VERTICAL and _is_flush_title(place, p, level):
            continue
        if place.axis.direction is Direction.HORIZONTAL and _in_row(place, p, level):
            continue
        if place.axis.direction is Direction.HORIZONTAL:
            along, across = p.center[0] - place.plot[2], p.center[1] - _line_px(place)
        else:
            along, across = p.center[1] - place.plot[1], p.center[0] - _line_px(place)
        reach = 2.5 * place.height
        width = p.box[2] - p.box[0]
        near = abs(across) <= reach + (width / 2 if place.axis.direction is Direction.VERTICAL else 0)
        if near and abs(along) <= reach + (width / 2 if place.axis.direction is Direction.HORIZONTAL else 0):
            found.append((abs(along) + abs(across), p))
    return min(found, key=lambda f: f[0])[1] if found else None


def _is_flush_title(place: AxisPlace, p: Paragraph, level: Sequence[Paragraph]) -> bool:
    """A word over the plot area that begins at its left edge, with no text above it: the chart's own title."""
    begins = p.box[0] - place.plot[0]
    above = p.box[3] < place.plot[1] and -0.2 * p.height <= begins <= p.height
    return above and len(p.text.strip()) > UNIT_LETTERS and not any(other.box[3] <= p.box[1] for other in level)


def _continues_labels(place: AxisPlace, p: Paragraph) -> bool:
    """The text stands where the next label would: aligned with the axis' labels and one step from the first or last."""
    along, across = (0, 1) if place.axis.direction is Direction.HORIZONTAL else (1, 0)
    if len(place.boxes) < 2 or place.axis.scale is not ScaleType.CATEGORICAL or has_arrow(p.text):
        return False
    middles = sorted((b[along] + b[along + 2]) / 2 for b in place.boxes)
    steps = np.diff(middles)
    step = float(np.median(steps))
    distance = min(abs(middles[0] - p.center[along]), abs(p.center[along] - middles[-1]))
    if not 0.75 * step <= distance <= 1.25 * step:
        return False
    own = (p.box[across], p.box[across + 2], sum((p.box[across], p.box[across + 2])) / 2)
    for k in range(3):
        edges = [(b[across], b[across + 2], (b[across] + b[across + 2]) / 2)[k] for b in place.boxes]
        if (
            max(edges) - min(edges) <= 0.6 * place.height
            and abs(own[k] - float(np.median(edges))) <= 0.5 * place.height
        ):
            return True
    return False


def _among_labels(place: AxisPlace, p: Paragraph) -> bool:
    """The text stands in the axis' column or row of labels, before its end."""
    x0, y0, x1, _ = place.labels
    if place.axis.direction is Direction.HORIZONTAL:
        return p.box[0] < x1 - 0.3 * place.height
    beside = p.box[2] > x0 and p.box[0] < x1
    return beside and p.box[3] > y0 + 0.3 * place.height


def _line_px(place: AxisPlace) -> float:
    if place.axis.line_px is not None:
        return place.axis.line_px
    x0, y0, x1, y1 = place.plot
    return {Side.LEFT: x0, Side.RIGHT: x1, Side.TOP: y0, Side.BOTTOM: y1}[place.axis.side]


def _may_be_title(p: Paragraph) -> bool:
    return not _SOURCE_NOTE.match(p.text) and not has_arrow(p.text) and len(p.text.strip()) > 1


def find_chart_title(
    level: Sequence[Paragraph], plot: XYXY | None, panel: XYXY, *, axes: bool, top: float | None = None
) -> Paragraph | None:
    """The chart's title: the largest text above the plot area, the topmost of several.

    Args:
        axes: whether the chart has axes; without them a title must be larger than the rest or centred.
        top: the height above which a title stands, where it is known better than by the plot area.
    """
    x0, y0, x1, y1 = panel
    if top is None:
        top = plot[1] if plot is not None else y0 + 0.25 * (y1 - y0)
    if plot is not None:
        top += 0.02 * (plot[3] - plot[1])
    above = [p for p in level if p.center[1] < top and _may_be_title(p)]
    if plot is not None and axes:
        above = [p for p in above if p.box[2] > plot[0] or top - p.box[3] > p.height]
        above = [p for p in above if p.center[1] < plot[1] or p.box[0] < plot[2] - p.height]
    if not above:
        return None
    tallest = max(p.height for p in above)
    large = [p for p in above if p.height >= 0.88 * tallest]
    best = min(large, key=lambda p: p.box[1])
    if axes:
        return best
    others = [p.height for p in level if p is not best]
    middle = (plot[0] + plot[2]) / 2 if plot else (x0 + x1) / 2
    centered = abs(best.center[0] - middle) <= 0.08 * (x1 - x0)
    larger = not others or best.height >= 1.15 * float(np.median(others))
    return best if larger or centered else None
