from __future__ import annotations

import cv2
import numpy as np
import pytest
from builders import make_axis

from sie.artifacts import Axis, ChartStructure, Raster, SeriesMarks, TextBlock
from sie.elements.hypothesis import Hypothesis
from sie.elements.second_axis import on_second_axis
from sie.vocab import ChartType, Direction, Side

BLACK, ORANGE, BLUE = (0, 0, 0), (217, 83, 25), (0, 114, 189)


def draw_axis(
    rgb: np.ndarray, x: int, color: tuple[int, int, int], *, second: bool, title: str | None = None
) -> tuple[Axis, list[TextBlock]]:
    """An axis with three labels printed in a colour, and its blocks."""
    blocks = []
    for i, y in enumerate((40, 90, 140)):
        cv2.putText(rgb, str(7 - i), (x, y + 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, color, 1, cv2.LINE_AA)
        box = ((x, y - 5), (x + 8, y - 5), (x + 8, y + 5), (x, y + 5))
        blocks.append(TextBlock(id=f"{x}-{i}", text=str(7 - i), polygon=box, confidence=0.9))
    axis = make_axis(Direction.VERTICAL, [40, 90, 140], [7, 6, 5])
    ticks = tuple(tick.model_copy(update={"text_id": block.id}) for tick, block in zip(axis.ticks, blocks, strict=True))
    side = Side.RIGHT if second else Side.LEFT
    changes = {"id": f"y{x}", "ticks": ticks, "side": side, "secondary": second, "title": title}
    return axis.model_copy(update=changes), blocks


@pytest.mark.parametrize(
    ("colors", "titles", "names", "expected"),
    [
        ((BLUE, ORANGE), (None, None), (None, None), (False, True)),
        ((BLACK, ORANGE), (None, None), (None, None), (False, True)),
        ((BLACK, BLACK), (None, None), (None, None), (False, False)),
        ((BLACK, BLACK), ("Rain (mm)", "Flow (l/s)"), ("Rain", "Flow"), (False, True)),
    ],
)
def test_series_follow_the_axis_of_their_colour_or_name(
    colors: tuple[tuple[int, int, int], tuple[int, int, int]],
    titles: tuple[str | None, str | None],
    names: tuple[str | None, str | None],
    expected: tuple[bool, bool],
) -> None:
    rgb = np.full((180, 240, 3), 255, np.uint8)
    first, left = draw_axis(rgb, 10, colors[0], second=False, title=titles[0])
    second, right = draw_axis(rgb, 220, colors[1], second=True, title=titles[1])
    chart = ChartStructure(id="c", box=(0, 0, 240, 180), axes=(first, second), text=tuple(left + right))
    series = (
        SeriesMarks(id="a", name=names[0], color="#0072bd"),
        SeriesMarks(id="b", name=names[1], color="#d95319"),
    )
    reading = Hypothesis(ChartType.LINE, Direction.VERTICAL, series, (), 1.0, 1.0)
    assert tuple(one.secondary for one in on_second_axis(reading, chart, Raster(rgb=rgb)).series) == expected
