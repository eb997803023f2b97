"""Real charts with a known axis calibration: the marks of their gold tables in pixels.

A calibration file tells, for one chart of a folder of pictures with gold tables, where its axes' ticks lie. It was read
by eye at high zoom, not fitted by any of our own code, so that it can judge that code; the format is described in
`tests/data/calibration/README.md`. Axes are those of the page: `x` runs to the right and `y` down, whatever the
chart's logical axes.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.classes import DetectionClass
from models.errors import CalibrationError

Box = tuple[float, float, float, float]
Gold = Mapping[str, object]
"""A gold table as parsed JSON: `chart_type`, and `series` of `name` and `points`."""
ISOLATED = 1.5
"""A marker is isolated where no other's centre is nearer than so many marker sizes: they neither overlap nor touch."""
_SAME_PX = 0.5  # marks that lie on each other are one to the eye


@dataclass(frozen=True)
class PageAxis:
    """An axis of the page: numbers at ticks, or names at evenly spaced centres.

    Attributes:
        places: pixels of the ticks, or of the first and the last name's centre.
        values: the ticks' numbers; empty for names.
        names: in the order of their centres; empty for numbers.
        log: whether equal steps are equal ratios.
    """

    places: tuple[float, ...]
    values: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    log: bool = False

    def __post_init__(self) -> None:
        told = len(self.values) if self.values else 2
        if bool(self.values) == bool(self.names) or len(self.places) != told or told < 2:
            raise CalibrationError("expected two or more ticks, or names with the centres of the first and the last")

    def transform(self, value: float) -> float:
        """What is even along the axis: the number, its decimal logarithm on log axes."""
        return math.log10(value) if self.log else value

    @property
    def span(self) -> float:
        """From the lowest to the highest tick, transformed."""
        told = [self.transform(v) for v in self.values]
        return max(told) - min(told)

    def place(self, value: float | str) -> float:
        """The pixel of a number or a name.

        Raises:
            CalibrationError: the name is not on the axis.
        """
        if not self.names:
            return float(np.polyval(self._line(), self.transform(float(value))))
        if value not in self.names:
            raise CalibrationError(f"{value!r} is not on the axis of {', '.join(self.names[:5])}, ...")
        step = (self.places[1] - self.places[0]) / max(len(self.names) - 1, 1)
        return self.places[0] + step * self.names.index(str(value))

    def _line(self) -> np.ndarray:
        return np.polyfit([self.transform(v) for v in self.values], self.places, 1)

    def transformed_at(self, px: float) -> float:
        """The transformed number at a pixel; only for axes of numbers."""
        slope, offset = self._line()
        return float((px - offset) / slope)


@dataclass(frozen=True)
class Look:
    """How bars or boxes are drawn, in pixels.

    Attributes:
        width: across the value direction; None where the table's bins tell it.
        offsets: of each series' middle from the category's centre, in the table's order; none where all are in it.
        outline: width of the line around, half of which lies outside.
        gap: between the bars of a histogram.
        base: the value that bars start from.
        stack: names of the stacked series from the base on; empty where bars stand side by side.
    """

    width: float | None = None
    offsets: tuple[float, ...] = ()
    outline: float = 0.0
    gap: float = 0.0
    base: float = 0.0
    stack: tuple[str, ...] = ()


@dataclass(frozen=True)
class Calibration:
    """Where the axes of a chart lie and how its marks look.

    Attributes:
        picture: path below the folder that holds the folders of charts; the gold table lies beside it.
        marker: size of the markers in pixels; None where there are none.
    """

    name: str
    picture: str
    x: PageAxis
    y: PageAxis
    bars: Look | None = None
    boxes: Look | None = None
    marker: float | None = None

    @property
    def upright(self) -> bool:
        """Whether the values of bars and boxes run along the page's y."""
        return not self.y.names


@dataclass(frozen=True)
class Mark:
    """A mark in pixels of the picture; `isolated` tells of markers whether none other is near."""

    cls: DetectionClass
    box: Box
    isolated: bool = True

    @property
    def center(self) -> tuple[float, float]:
        """The middle of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


# ------------------------------------------------------------------------------------------------ files


def load_calibration(path: Path) -> Calibration:
    """The calibration in a TOML file.

    Raises:
        CalibrationError: the file is not TOML, or lacks, misnames or contradicts something.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{path.name}: not TOML: {error}") from error
    try:
        return Calibration(
            name=path.stem,
            picture=found.pop("picture"),
            x=_axis(found.pop("x")),
            y=_axis(found.pop("y")),
            bars=_look(found.pop("bars", None)),
            boxes=_look(found.pop("boxes", None)),
            marker=found.pop("markers", {}).get("size"),
            **found,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CalibrationError(f"{path.name}: missing, unknown or wrong: {error}") from error


def _axis(found: dict[str, object]) -> PageAxis:
    if "names" in found:
        return PageAxis(tuple(found["centers"]), names=tuple(found["names"]))  # type: ignore[arg-type]
    ticks: list[list[float]] = found["ticks"]  # type: ignore[assignment]
    scale = {"linear": False, "log": True}[str(found.get("scale", "linear"))]
    return PageAxis(tuple(px for px, _ in ticks), tuple(value for _, value in ticks), log=scale)


def _look(found: dict[str, object] | None) -> Look | None:
    if found is None:
        return None
    return Look(**{k: tuple(v) if isinstance(v, list) else v for k, v in found.items()})  # type: ignore[arg-type]


def load_calibrations(folder: Path) -> tuple[Calibration, ...]:
    """Every calibration of a folder, in name order.

    Raises:
        CalibrationError: there is none, or one is wrong.
    """
    found = tuple(load_calibration(path) for path in sorted(folder.glob("*.toml")))
    if not found:
        raise CalibrationError(f"{folder}: no calibration files (*.toml)")
    return found


def load_gold(calibration: Calibration, shared: Path) -> Gold:
    """The gold table of a calibrated chart, below the folder that holds the folders of charts."""
    table: Gold = json.loads((shared / calibration.picture).with_suffix(".json").read_text(encoding="utf-8"))
    return table


# ------------------------------------------------------------------------------------------------ projection


@dataclass(frozen=True)
class _Point:
    series: int
    name: str | None
    data: Mapping[str, float | str]


def _points(gold: Gold) -> list[_Point]:
    series: Sequence[Mapping[str, object]] = gold["series"]  # type: ignore[assignment]
    return [
        _Point(k, one["name"], data)  # type: ignore[arg-type]
        for k, one in enumerate(series)
        for data in one["points"]  # type: ignore[attr-defined]
    ]


def project(calibration: Calibration, gold: Gold) -> tuple[Mark, ...]:
    """The marks of a gold table in pixels: bars from their base to their value, boxes between quartiles, markers.

    Raises:
        CalibrationError: the table has a name that is not on its axis, or a series that is not in the stack.
    """
    marks: list[Mark] = []
    if calibration.bars is not None:
        marks += _bars(calibration, calibration.bars, _points(gold))
    if calibration.boxes is not None:
        marks += _boxes(calibration, calibration.boxes, _points(gold))
    if calibration.marker is not None:
        marks += _markers(calibration, calibration.marker, _points(gold))
    return tuple(marks)


def _bars(calibration: Calibration, look: Look, points: Iterable[_Point]) -> list[Mark]:
    values = calibration.y if calibration.upright else calibration.x
    tops: dict[str, float] = {}
    marks = []
    for point in sorted(points, key=lambda p: _level(look, p)):
        low, high = look.base, float(point.data["y"])
        if look.stack:
            low = tops.get(str(point.data["x"]), look.base)
            high += low
            tops[str(point.data["x"])] = high
        marks.append(_mark(calibration, DetectionClass.BAR, look, point, values.place(low), values.place(high)))
    return marks


def _level(look: Look, point: _Point) -> int:
    if not look.stack:
        return 0
    if point.name not in look.stack:
        raise CalibrationError(f"series {point.name!r} is not in the stack")
    return look.stack.index(point.name)


def _boxes(calibration: Calibration, look: Look, points: Iterable[_Point]) -> list[Mark]:
    values = calibration.y if calibration.upright else calibration.x
    return [
        _mark(calibration, DetectionClass.BOX, look, p, *(values.place(float(p.data[k])) for k in ("q1", "q3")))
        for p in points
    ]


def _mark(calibration: Calibration, cls: DetectionClass, look: Look, point: _Point, low: float, high: float) -> Mark:
    across = calibration.x if calibration.upright else calibration.y
    if look.width is None:
        first, last = sorted(across.place(point.data[k]) for k in ("x0", "x1"))
        first, last = first + look.gap / 2, last - look.gap / 2
    else:
        middle = across.place(point.data["x"]) + (look.offsets[point.series] if look.offsets else 0.0)
        first, last = middle - look.width / 2, middle + look.width / 2
    low, high = min(low, high), max(low, high)
    out = look.outline / 2
    box = (first, low, last, high) if calibration.upright else (low, first, high, last)
    return Mark(cls, (box[0] - out, box[1] - out, box[2] + out, box[3] + out))


def _markers(calibration: Calibration, size: float, points: Iterable[_Point]) -> list[Mark]:
    places = [(calibration.x.place(p.data["x"]), calibration.y.place(p.data["y"])) for p in points]
    own: list[tuple[float, float]] = []
    for place in places:
        if all(math.dist(place, other) > _SAME_PX for other in own):
            own.append(place)
    marks = []
    for k, (x, y) in enumerate(own):
        near = min((math.dist((x, y), other) for i, other in enumerate(own) if i != k), default=math.inf)
        box = (x - size / 2, y - size / 2, x + size / 2, y + size / 2)
        marks.append(Mark(DetectionClass.POINT, box, isolated=near >= ISOLATED * size))
    return marks
