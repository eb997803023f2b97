"""Reaching into CHART-Info's JSON without trusting it."""

from __future__ import annotations

import math
from collections.abc import Mapping

from sie.artifacts import XY, XYXY
from sie.errors import FigureError

Json = Mapping[str, "Json"] | list["Json"] | str | int | float | bool | None

CORNERS = 4


def mapping(value: Json) -> Mapping[str, Json]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def items(value: Json) -> list[Mapping[str, Json]]:
    """The objects of a list; of anything else none."""
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def text_of(value: Json) -> str:
    """A text, a number written as text, or ""."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def label(value: Json) -> str:
    """An id as text."""
    return text_of(value)


def number(value: Json) -> float | None:
    """A finite number, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def bounds(value: Json) -> XYXY | None:
    """The box of a `bb` (`x0`, `y0`, `width`, `height`), or None."""
    box = mapping(value)
    x0, y0, width, height = (number(box.get(key)) for key in ("x0", "y0", "width", "height"))
    if x0 is None or y0 is None or width is None or height is None:
        return None
    return min(x0, x0 + width), min(y0, y0 + height), max(x0, x0 + width), max(y0, y0 + height)


def polygon(row: Mapping[str, Json]) -> tuple[XY, ...] | None:
    """The corners of a text block in reading order: its `polygon`, else its `bb`."""
    shape = mapping(row.get("polygon"))
    corners: list[XY] = []
    for place in range(CORNERS):
        x, y = number(shape.get(f"x{place}")), number(shape.get(f"y{place}"))
        if x is not None and y is not None:
            corners.append((x, y))
    if len(corners) == CORNERS:
        return tuple(corners)
    box = bounds(row.get("bb") if "bb" in row else row.get("polygon"))
    if box is None:
        return None
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def task_output(data: Mapping[str, Json], task: int, name: str) -> Json:
    """What a task gives: its own output, else its copy in the input of a later task; None where there is none.

    Raises:
        FigureError: the task is no object.
    """
    own = data.get(f"task{task}")
    if own is not None and not isinstance(own, Mapping):
        raise FigureError(f"{name}: task{task}: expected an object, got {type(own).__name__}")
    output = mapping(own).get("output")
    if output is not None:
        return output
    for later in range(task + 1, 7):
        copied = mapping(mapping(data.get(f"task{later}")).get("input")).get(f"task{task}_output")
        if copied is not None:
            return copied
    return None
