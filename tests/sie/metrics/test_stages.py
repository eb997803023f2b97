from __future__ import annotations

import cv2
import numpy as np
import pytest
from builders import make_axis

from sie.artifacts import (
    Chart,
    ChartElements,
    ChartStructure,
    DataPoint,
    Element,
    Legend,
    LegendEntry,
    Raster,
    Series,
    SeriesMarks,
    TextAnalysis,
    TextBlock,
)
from sie.metrics.stages import ORDER, StageScores, known_elements, known_structure, mean_lost, stage_scores, with_series
from sie.metrics.table_score import TableScore
from sie.options import Options
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Stage

VALUES = {"ash": 30.0, "beech": 80.0, "cedar": 55.0}
MIDDLES = (110.5, 200.5, 290.5)
TICKS = {0: 240.5, 25: 190.5, 50: 140.5, 75: 90.5, 100: 40.5}


def block(name: str, text: str, x: float, y: float) -> TextBlock:
    half = 3.5 * len(text)
    polygon = ((x - half, y - 5), (x + half, y - 5), (x + half, y + 5), (x - half, y + 5))
    return TextBlock(id=name, text=text, polygon=polygon, confidence=1.0)


def make_picture() -> Raster:
    page = np.full((300, 380, 3), 255, np.uint8)
    for x, value in zip(MIDDLES, VALUES.values(), strict=True):
        cv2.rectangle(page, (int(x) - 25, int(240 - 2 * value)), (int(x) + 25, 240), (70, 120, 180), -1)
    page[240, 60:340] = page[40:241, 60] = 0
    for y in TICKS.values():
        page[int(y), 55:60] = 0
    return Raster(page)


def make_gold() -> Chart:
    texts = [block(f"c{i}", name, x, 255) for i, (name, x) in enumerate(zip(VALUES, MIDDLES, strict=True))]
    texts += [block(f"n{i}", str(number), 38, y) for i, (number, y) in enumerate(TICKS.items())]
    down = make_axis(Direction.VERTICAL, list(TICKS.values()), list(TICKS))
    across = make_axis(Direction.HORIZONTAL, list(MIDDLES), list(VALUES), scale=ScaleType.CATEGORICAL)
    structure = ChartStructure(
        id="c1", box=(0, 0, 380, 300), plot_area=(60, 40, 340, 241), axes=(across, down), text=tuple(texts)
    )
    bars = tuple(
        Element(
            id=f"b{i}", kind=MarkKind.BAR, series="s", box=(x - 25, 240.5 - 2 * v, x + 25, 240.5),
            px={"base": (x, 240.5), "end": (x, 240.5 - 2 * v)},
        )
        for i, (x, v) in enumerate(zip(MIDDLES, VALUES.values(), strict=True))
    )  # fmt: skip
    elements = ChartElements(
        chart_id="c1", chart_type=ChartType.VERTICAL_BAR, series=(SeriesMarks(id="s"),), elements=bars
    )
    points = tuple(DataPoint(x=name, y=value) for name, value in VALUES.items())
    return Chart(
        id="c1", chart_type=ChartType.VERTICAL_BAR, x_scale=ScaleType.CATEGORICAL, y_scale=ScaleType.LINEAR,
        y_domain=(0.0, 100.0), series=(Series(name=None, points=points),), structure=structure, elements=elements,
    )  # fmt: skip


def test_stages_lose_nothing_on_a_chart_that_is_read_rightly() -> None:
    gold = make_gold()
    assert gold.structure is not None
    text = TextAnalysis(blocks=gold.structure.text, engine="fake")
    lost = stage_scores(make_picture(), text, gold, options=Options()).lost()
    assert lost == pytest.approx(dict.fromkeys(ORDER, 0.0), abs=1e-9)


def test_stages_blame_the_text_for_a_lost_column_of_numbers() -> None:
    gold = make_gold()
    assert gold.structure is not None
    words = tuple(one for one in gold.structure.text if not one.text.isdigit())
    lost = stage_scores(make_picture(), TextAnalysis(blocks=words, engine="fake"), gold, options=Options()).lost()
    assert lost[Stage.TEXT] > 0.9
    assert sum(abs(value) for stage, value in lost.items() if stage is not Stage.TEXT) < 1e-9


def test_stages_losses_and_score_sum_to_one() -> None:
    scores = StageScores(*(TableScore(data=value) for value in (0.2, 0.5, 0.4, 0.9)))
    lost = scores.lost()
    assert list(lost.values()) == pytest.approx([0.3, -0.1, 0.5, 0.1])
    assert sum(lost.values()) + scores.read.data == pytest.approx(1.0)
    assert mean_lost([scores, scores]) == pytest.approx(lost)
    assert mean_lost([]) == dict.fromkeys(ORDER, 0.0)


def test_stages_need_a_truth_with_its_places() -> None:
    table = make_gold().model_copy(update={"elements": None})
    with pytest.raises(ValueError, match="structure and elements"):
        stage_scores(make_picture(), TextAnalysis(blocks=(), engine="fake"), table, options=Options())


def test_true_structure_gets_the_colours_of_its_keys_and_leaves_the_type_open() -> None:
    page = np.full((60, 120, 3), 255, np.uint8)
    page[20:30, 20:40] = (31, 119, 180)
    entry = LegendEntry(id="e", label="ash", label_box=(48, 20, 70, 30), swatch_box=(20, 20, 40, 30))
    truth = ChartStructure(
        id="c1", box=(0, 0, 120, 60), legend=Legend(entries=(entry,)), chart_type=ChartType.LINE, chart_type_fixed=True
    )
    known = known_structure(Raster(page), truth)
    assert known.legend is not None
    assert (known.legend.entries[0].color, known.legend.entries[0].is_patch) == ("#1f77b4", True)
    assert known.chart_type is None


def test_true_bars_without_ends_get_them_from_their_boxes() -> None:
    gold = make_gold()
    assert gold.structure is not None
    assert gold.elements is not None
    bare = gold.elements.model_copy(
        update={"elements": tuple(mark.model_copy(update={"px": {}}) for mark in gold.elements.elements)}
    )
    known = known_elements(gold.structure, bare)
    for mark, truth in zip(known.elements, gold.elements.elements, strict=True):
        assert mark.px["end"] == pytest.approx(truth.px["end"])
        assert mark.px["base"] == pytest.approx(truth.px["base"])


def test_true_points_without_series_get_that_of_the_nearest_datum() -> None:
    across = make_axis(Direction.HORIZONTAL, [100, 200], [0.0, 10.0])
    down = make_axis(Direction.VERTICAL, [200, 100], [0.0, 10.0])
    structure = ChartStructure(id="c1", box=(0, 0, 300, 300), axes=(across, down))
    series = tuple(
        Series(name=name, id=name, points=(DataPoint(x=x, y=y),)) for name, x, y in (("a", 2.0, 3.0), ("b", 8.0, 9.0))
    )
    points = tuple(
        Element(id=f"p{x}", kind=MarkKind.POINT, box=(x - 2, y - 2, x + 2, y + 2), px={"center": (x, y)})
        for x, y in ((181.0, 109.0), (121.0, 171.0))
    )
    marks = ChartElements(chart_id="c1", chart_type=ChartType.SCATTER, elements=points)
    assert [mark.series for mark in with_series(marks, structure, series).elements] == ["b", "a"]
    assert with_series(marks, structure, ()) == marks
