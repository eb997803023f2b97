"""Labels that the detector missed in an even row or column, looked for where the line has a gap or stops short.

The strongest thing known of a missed label is its neighbours: they tell where it stands, how it is turned and how high
it is. So gaps are read even where nothing was detected, and a reading is kept when it is the kind of text the line has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sie.artifacts import XY
from sie.text.engine import TextEngine
from sie.text.ink import ink_mask
from sie.text.label import Label
from sie.text.noise import even_lines, is_speck
from sie.text.quads import TextRect, crop_rect
from sie.text.refine import label_crop, split_label, with_margin

MIN_ROW = 4
SAME_ANGLE = 8.0
"""In degrees: labels of one row differ by the noise of the detector's boxes."""
ON_LINE = 0.8
"""In heights: how far the ends of a row's turned labels may be from their common line."""
EVEN = 0.2
"""In steps: how far a gap may be from a whole number of steps."""
MAX_GAP = 6
MAX_LOOKS = 48
ACCEPT_WORD = 0.75
ACCEPT_NUMBER = 0.5
_CODE = re.compile(r"[A-Z]{1,4}\d{1,3}")
_NUMBER = re.compile(r"[-−–]?[$€£]?[\d.,]*\d[\d.,]*\s?[%kKMB]?")


def find_in_gaps(rgb: np.ndarray, labels: list[Label], engine: TextEngine) -> list[Label]:
    """Further labels, recognized, in the gaps and at the ends of even lines of labels."""
    places: list[tuple[TextRect, re.Pattern[str] | None]] = []
    for row in _turned_rows(labels):
        places += _gaps_of_turned(row)
    upright = [label for label in labels if label.rect.angle == 0.0 and len(label.text) <= 10]
    for line in even_lines(upright, at_least=MIN_ROW):
        places += _gaps_of_upright(line)
    height, width = rgb.shape[:2]
    free = [
        place
        for place in places
        if _inside(place[0], width, height)
        and not _is_taken(place[0], labels)
        and ink_mask(crop_rect(rgb, place[0])).any()
    ][:MAX_LOOKS]
    readings = engine.recognize([label_crop(rgb, rect) for rect, _ in free]) if free else []
    found = []
    for (rect, form), reading in zip(free, readings, strict=True):
        text = reading.text.strip()
        fits = re.search(r"\w", text) is not None if form is None else form.fullmatch(text) is not None
        if fits and reading.confidence >= (ACCEPT_WORD if form is None else ACCEPT_NUMBER):
            found += split_label(rgb, with_margin(rect), reading)
    return [replace(label, placed=True) for label in found if label.text]


def _inside(rect: TextRect, width: int, height: int) -> bool:
    x0, y0, x1, y1 = rect.box()
    return x0 >= -2 and y0 >= -2 and x1 <= width + 2 and y1 <= height + 2


def _is_taken(rect: TextRect, labels: list[Label]) -> bool:
    """Whether the middle of a label that is read well and no speck of the line's print lies in the rectangle."""
    along, across = rect.axes()
    for label in labels:
        if label.confidence < ACCEPT_NUMBER or is_speck(label.rect, rect.height):
            continue
        dx, dy = label.rect.center[0] - rect.center[0], label.rect.center[1] - rect.center[1]
        if (
            abs(dx * along[0] + dy * along[1]) < rect.width / 2
            and abs(dx * across[0] + dy * across[1]) < rect.height / 2
        ):
            return True
    return False


def _gaps_of_upright(line: list[Label]) -> Iterator[tuple[TextRect, re.Pattern[str] | None]]:
    """The rectangles that an even row or column of upright labels lacks, and the form that its labels have in common.

    Where they have one, as numbers and codes such as `T1, T2` do, a label is looked for beyond the ends too.
    """
    boxes = np.array([label.rect.box() for label in line])
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    axis = int(np.ptp(middles[:, 1]) > np.ptp(middles[:, 0]))
    form = next((one for one in (_NUMBER, _CODE) if _have(line, one)), None)
    order = np.argsort(middles[:, axis])
    places = middles[order, axis]
    width, height = float((boxes[:, 2] - boxes[:, 0]).max()), float(np.median(boxes[:, 3] - boxes[:, 1]))
    level = float(np.median(middles[:, 1]))
    for place in _lacking(places, ends=form is not None):
        if axis == 0:
            yield TextRect((place, level), width, height), form
        else:
            yield TextRect((_column_middle(boxes, width), place), width, height), form


def _have(line: list[Label], form: re.Pattern[str]) -> bool:
    return sum(form.fullmatch(label.text) is not None for label in line) >= 0.8 * len(line)


def _column_middle(boxes: np.ndarray, width: float) -> float:
    """Where the middle of a column's widest label is, whichever of its edges are aligned."""
    left, right = boxes[:, 0], boxes[:, 2]
    if np.ptp(right) <= np.ptp(left):
        return float(np.median(right)) - width / 2
    return float(np.median(left)) + width / 2


def _lacking(places: np.ndarray, *, ends: bool) -> Iterator[float]:
    """The places between sorted even ones that are empty, and one step beyond either end."""
    steps = np.diff(places)
    step = float(np.median(steps[steps < 1.5 * steps.min()]))
    for place, gap in zip(places, steps, strict=False):
        count = round(gap / step)
        if 2 <= count <= MAX_GAP and abs(gap / step - count) < EVEN * count:
            for k in range(1, count):
                yield float(place + gap * k / count)
    if ends:
        yield float(places[0] - step)
        yield float(places[-1] + step)


def _turned_rows(labels: list[Label]) -> list[list[Label]]:
    """Groups of at least `MIN_ROW` turned labels of one direction."""
    turned = [label for label in labels if label.rect.angle != 0.0 and len(label.text) > 1]
    rows: list[list[Label]] = []
    for label in turned:
        row = next((row for row in rows if abs(row[0].rect.angle - label.rect.angle) <= SAME_ANGLE), None)
        if row is None:
            rows.append([label])
        else:
            row.append(label)
    return [row for row in rows if len(row) >= MIN_ROW]


def _gaps_of_turned(row: list[Label]) -> Iterator[tuple[TextRect, None]]:
    """The rectangles that a row of turned labels lacks, as long as its longest label."""
    at_end = _spread(row, end=True) <= _spread(row, end=False)
    anchored = [(_end(label.rect, end=at_end), label) for label in row]
    level = float(np.median([point[1] for point, _ in anchored]))
    height = float(np.median([label.rect.height for label in row]))
    members = [(point[0], label) for point, label in anchored if abs(point[1] - level) < ON_LINE * height]
    if len(members) < MIN_ROW:
        return
    members.sort(key=lambda member: member[0])
    places = np.array([place for place, _ in members])
    steps = np.diff(places)
    step = float(np.median(steps))
    if step < 0.8 * height:
        return
    longest = max(label.rect.width for _, label in members)
    angle = float(np.median([label.rect.angle for _, label in members]))
    for place, gap in zip(places, steps, strict=False):
        count = round(gap / step)
        if 2 <= count <= MAX_GAP and abs(gap / step - count) < EVEN * count:
            for k in range(1, count):
                yield _hung((float(place + gap * k / count), level), longest, height, angle, end=at_end), None


def _spread(row: list[Label], *, end: bool) -> float:
    """How much the starts or ends of labels vary in height on the page."""
    return float(np.std([_end(label.rect, end=end)[1] for label in row]))


def _end(rect: TextRect, *, end: bool) -> XY:
    """The middle of the side where a label's text ends or starts."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = rect.corners()
    return ((bx + cx) / 2, (by + cy) / 2) if end else ((ax + dx) / 2, (ay + dy) / 2)


def _hung(point: XY, width: float, height: float, angle: float, *, end: bool) -> TextRect:
    """A rectangle whose text ends (or starts) at a point."""
    along, _ = TextRect((0.0, 0.0), width, height, angle).axes()
    side = -0.5 if end else 0.5
    return TextRect((point[0] + side * width * along[0], point[1] + side * width * along[1]), width, height, angle)
