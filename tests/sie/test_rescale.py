"""Artifacts at another scale: every pixel is multiplied, everything else kept, and back again is the same."""

from __future__ import annotations

import numpy as np
import pytest
from builders import make_axis, make_bar, make_elements, make_path, make_structure

from sie.artifacts import ElementAnalysis, Raster, StructureAnalysis, TextAnalysis, TextBlock
from sie.options import ValueOptions
from sie.rescale import rescaled, working_copy
from sie.values.axes import AxisReader
from sie.values.columns import bar_value
from sie.values.interpolate import interpolate_values
from sie.vocab import ChartType, Direction, ScaleType

VALUES = make_axis(Direction.VERTICAL, [350.0, 200.0, 50.0], [0, 50, 100])
NAMES = make_axis(Direction.HORIZONTAL, [200.0, 300.0], ["a", "b"], scale=ScaleType.CATEGORICAL)


def test_values_do_not_depend_on_the_scale() -> None:
    structure = StructureAnalysis(charts=(make_structure(VALUES, NAMES),))
    bars = [make_bar("e1", 200, 350, 200), make_bar("e2", 300, 350, 50)]
    elements = ElementAnalysis(charts=(make_elements(ChartType.VERTICAL_BAR, bars),))
    options = ValueOptions()
    plain = interpolate_values(structure, elements, options=options)[0].series[0].points
    large = interpolate_values(rescaled(structure, 3.0), rescaled(elements, 3.0), options=options)[0].series[0].points
    assert [(p.x, p.y) for p in large] == [(p.x, pytest.approx(p.y)) for p in plain]
    assert large[0].px == (600.0, 600.0)
    assert large[0].sigma == pytest.approx(plain[0].sigma)


def test_error_of_parts_does_not_depend_on_the_scale() -> None:
    part = make_bar("e1", 200, 350, 200)
    plain = bar_value(part, AxisReader(VALUES), stacked=True)
    large = bar_value(rescaled(part, 3.0), AxisReader(rescaled(VALUES, 3.0)), stacked=True)
    assert large == pytest.approx(plain)


def test_there_and_back_is_the_same() -> None:
    marks = ElementAnalysis(charts=(make_elements(ChartType.LINE, [make_path("e1", [(1.0, 2.0), (3.0, 4.0)])]),))
    assert rescaled(rescaled(marks, 4.0), 0.25) == marks


def test_text_keeps_its_words_and_moves_its_polygon() -> None:
    block = TextBlock(id="t1", text="a", polygon=((0, 0), (4, 0), (4, 2), (0, 2)), confidence=0.9, angle=90.0)
    text = rescaled(TextAnalysis(blocks=(block,), engine="x"), 2.0)
    assert text.blocks[0].box == (0, 0, 8, 4)
    assert (text.blocks[0].text, text.blocks[0].angle, text.blocks[0].confidence) == ("a", 90.0, 0.9)


def test_only_large_pictures_are_reduced() -> None:
    small = Raster(rgb=np.zeros((100, 200, 3), np.uint8))
    assert working_copy(small, 400) == (small, 1.0)
    copy, factor = working_copy(small, 50)
    assert (copy.width, copy.height, factor) == (50, 25, 0.25)
