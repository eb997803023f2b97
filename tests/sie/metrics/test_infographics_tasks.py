from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sie.artifacts import (
    XYXY,
    Axis,
    Chart,
    ChartElements,
    ChartStructure,
    Element,
    Legend,
    LegendEntry,
    Series,
    TextBlock,
    Tick,
)
from sie.io.chartinfo import load_chartinfo
from sie.metrics import ChartPair, pair_charts
from sie.metrics.infographics import TASKS, task1, task2, task3, task4, task5, task6a
from sie.vocab import ChartType, Direction, MarkKind, ScaleType, Side, TextRole

SIZE = (800.0, 600.0)  # a diagonal of 1000
ANNOTATIONS = Path(__file__).parents[4] / "shared" / "chartinfo"


def block(key: str, text: str, x: float, y: float, role: TextRole | None = None, width: float = 40.0) -> TextBlock:
    corners = ((x, y), (x + width, y), (x + width, y + 10), (x, y + 10))
    return TextBlock(id=key, text=text, polygon=corners, confidence=1.0, role=role)


def chart(
    *,
    text: Sequence[TextBlock] = (),
    chart_type: ChartType | None = ChartType.VERTICAL_BAR,
    axes: Sequence[Axis] = (),
    legend: Legend | None = None,
    marks: Sequence[Element] = (),
    series: Sequence[Series] = (),
    box: XYXY = (0.0, 0.0, 800.0, 600.0),
) -> Chart:
    return Chart(
        id="c1",
        chart_type=chart_type,
        text=tuple(text),
        structure=ChartStructure(id="c1", box=box, axes=tuple(axes), legend=legend, text=tuple(text)),
        elements=ChartElements(chart_id="c1", chart_type=chart_type, elements=tuple(marks)),
        series=tuple(series),
    )


def pair(predicted: Chart | None, gold: Chart) -> list[ChartPair]:
    return [ChartPair(predicted, gold, *SIZE)]


# --------------------------------------------------------------------------- 1 and 3


def typed(kind: ChartType | None) -> Chart:
    return chart(chart_type=kind)


def test_task1_is_the_mean_f1_of_the_golds_classes() -> None:
    pairs = [
        *pair(typed(ChartType.LINE), typed(ChartType.LINE)),
        *pair(typed(ChartType.LINE), typed(ChartType.SCATTER)),
        *pair(None, typed(ChartType.LINE)),
    ]
    found = task1(pairs)
    assert found.details == {"line": 0.5, "scatter": 0.0}
    assert (found.score, found.charts) == (0.25, 3)


def test_task1_takes_bars_by_their_direction_unless_told_otherwise() -> None:
    pairs = pair(typed(ChartType.STACKED_VERTICAL_BAR), typed(ChartType.GROUPED_VERTICAL_BAR))
    assert task1(pairs).score == 1.0
    assert task1(pairs, grouping=True).score == 0.0
    assert task1(pair(typed(ChartType.HORIZONTAL_BAR), typed(ChartType.VERTICAL_BAR))).score == 0.0


def test_task1_does_not_punish_what_bars_of_one_series_are_called() -> None:
    gold = chart(chart_type=ChartType.GROUPED_VERTICAL_BAR, series=[Series(name="a", points=())])
    assert task1(pair(typed(ChartType.STACKED_VERTICAL_BAR), gold), grouping=True).score == 1.0


def test_task1_leaves_charts_without_a_type_out() -> None:
    assert task1(pair(typed(ChartType.LINE), typed(None))).score is None


def test_task3_is_over_all_blocks_of_the_data_set() -> None:
    gold = chart(
        text=[
            block("a", "T", 0, 0, TextRole.CHART_TITLE),
            block("b", "1", 0, 50, TextRole.TICK_LABEL),
            block("c", "2", 0, 90, TextRole.TICK_LABEL),
            block("d", "?", 0, 130),
        ]
    )
    read = chart(
        text=[
            block("1", "T", 1, 0, TextRole.CHART_TITLE),
            block("2", "1", 0, 50, TextRole.CHART_TITLE),
            block("3", "2", 0, 90, TextRole.TICK_LABEL),
            block("4", "?", 0, 130, TextRole.OTHER),
            block("5", "x", 400, 400, TextRole.TICK_LABEL),
        ]
    )
    found = task3(pair(read, gold))
    assert found.details == {"chart_title": pytest.approx(2 / 3), "tick_label": pytest.approx(0.5)}
    assert found.score == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_task3_counts_blocks_that_were_not_found() -> None:
    gold = chart(text=[block("a", "T", 0, 0, TextRole.CHART_TITLE)])
    assert task3(pair(None, gold)).score == task3(pair(chart(), gold)).score == 0.0


# --------------------------------------------------------------------------- 2


def test_task2_is_iou_and_one_minus_ncer_with_their_harmonic_mean() -> None:
    gold = chart(text=[block("a", "north", 0, 0), block("b", "south", 0, 50)])
    read = chart(text=[block("1", "NORD", 0, 2), block("2", "extra", 400, 400)])
    found = task2(pair(read, gold))
    iou = 320 / 480
    assert found.details["iou"] == pytest.approx(iou / 2)
    assert found.details["recognition"] == pytest.approx((1 - 2 / 5) / 3)
    assert found.score == pytest.approx(2 * (iou / 2) * 0.2 / (iou / 2 + 0.2))


def test_task2_takes_the_tightest_of_two_blocks() -> None:
    gold = chart(text=[block("a", "north", 0, 0)])
    read = chart(text=[block("1", "loose", 0, 3), block("2", "north", 0, 0)])
    assert task2(pair(read, gold)).details["recognition"] == pytest.approx(1 / 2)


def test_task2_of_a_chart_without_text() -> None:
    assert task2(pair(chart(), chart())).score == 1.0
    assert task2(pair(None, chart())).score == 0.0
    assert task2([]).score is None


def test_task2_caps_the_error_of_a_long_misreading() -> None:
    gold, read = chart(text=[block("a", "x", 0, 0)]), chart(text=[block("a", "completely else", 0, 0)])
    assert task2(pair(read, gold)).details == {"iou": 1.0, "recognition": 0.0}


def test_task2_leaves_illegible_blocks_out() -> None:
    gold = chart(text=[block("a", "x", 0, 0), block("b", "__", 0, 50)])
    assert task2(pair(chart(text=[block("1", "x", 0, 0)]), gold)).score == 1.0


# --------------------------------------------------------------------------- 4


def axis(places: Sequence[float], *, shift: float = 0.0, direction: Direction = Direction.HORIZONTAL) -> Axis:
    ticks = tuple(
        Tick(id=f"t{n}", text=str(n), value=float(n), px=px + shift, text_id=f"{direction}{n}")
        for n, px in enumerate(places)
    )
    return Axis(id=direction.value, direction=direction, side=Side.BOTTOM, scale=ScaleType.LINEAR, ticks=ticks)


def labels(places: Sequence[float], direction: Direction = Direction.HORIZONTAL) -> list[TextBlock]:
    return [block(f"{direction}{n}", str(n), px, 580) for n, px in enumerate(places)]


@pytest.mark.parametrize(("shift", "expected"), [(0.0, 1.0), (10.0, 1.0), (15.0, 0.5), (20.0, 0.0), (-12.5, 0.75)])
def test_task4_falls_from_one_to_two_hundredths_of_the_diagonal(shift: float, expected: float) -> None:
    places = [100.0, 200.0, 300.0]
    gold = chart(axes=[axis(places)], text=labels(places))
    read = chart(axes=[axis(places, shift=shift)], text=labels(places))
    assert task4(pair(read, gold)).score == pytest.approx(expected)


def test_task4_has_precision_and_recall() -> None:
    gold = chart(axes=[axis([100.0, 200.0, 300.0])], text=labels([100.0, 200.0, 300.0]))
    read = chart(axes=[axis([100.0, 200.0])], text=labels([100.0, 200.0]))
    found = task4(pair(read, gold))
    assert found.details == {"precision": 1.0, "recall": pytest.approx(2 / 3)}
    assert found.score == pytest.approx(0.8)


def test_task4_of_axes_on_one_side_only() -> None:
    one = chart(axes=[axis([100.0])], text=labels([100.0]))
    two = chart(axes=[axis([100.0]), axis([50.0], direction=Direction.VERTICAL)], text=labels([100.0]))
    assert task4(pair(two, one)).score == task4(pair(one, two)).score == 0.5
    assert task4(pair(None, one)).score == 0.0
    assert task4(pair(one, chart())).score == 0.0
    assert task4(pair(chart(), chart())).score is None


# --------------------------------------------------------------------------- 5


def legend(*boxes: XYXY) -> Legend:
    return Legend(
        entries=tuple(
            LegendEntry(id=f"l{n}", label=str(n), swatch_box=box, text_ids=(f"k{n}",)) for n, box in enumerate(boxes)
        )
    )


LEGEND_TEXT = [block("k0", "a", 700, 20), block("k1", "b", 700, 60)]


def test_task5_sums_the_iou_of_swatches_over_the_larger_count() -> None:
    gold = chart(legend=legend((0, 0, 10, 10), (0, 20, 10, 30)), text=LEGEND_TEXT)
    read = chart(legend=legend((5, 0, 15, 10)), text=LEGEND_TEXT)
    assert task5(pair(read, gold)).score == pytest.approx((1 / 3) / 2)


def test_task5_of_charts_without_a_legend() -> None:
    gold = chart(legend=legend((0, 0, 10, 10)), text=LEGEND_TEXT)
    assert task5(pair(chart(), chart())).score == 1.0
    assert task5(pair(gold, chart())).score == task5(pair(chart(), gold)).score == task5(pair(None, gold)).score == 0.0


# --------------------------------------------------------------------------- 6a


def bar(key: str, box: XYXY) -> Element:
    return Element(id=key, kind=MarkKind.BAR, box=box)


def test_task6a_bars_score_by_the_distance_of_corners() -> None:
    gold = chart(marks=[bar("a", (100, 100, 120, 400))])
    assert task6a(pair(chart(marks=[bar("1", (100, 100, 120, 400))]), gold)).score == 1.0
    near = chart(marks=[bar("1", (100, 103, 120, 400))])  # two corners 3 px off, 6 px being too far
    assert task6a(pair(near, gold)).score == pytest.approx(1 - (2 * 9 / 4) / 36)


def test_task6a_is_not_inverted_for_bars() -> None:
    gold = chart(marks=[bar("a", (100, 100, 120, 400)), bar("b", (200, 100, 220, 400))])
    far = chart(marks=[bar("1", (500, 300, 520, 400)), bar("2", (600, 300, 620, 400))])
    assert task6a(pair(gold, gold)).score == 1.0
    assert task6a(pair(far, gold)).score == 0.0


def test_task6a_divides_by_the_larger_count() -> None:
    one, two = [bar("a", (100, 100, 120, 400))], [bar("a", (100, 100, 120, 400)), bar("b", (200, 100, 220, 400))]
    assert task6a(pair(chart(marks=one), chart(marks=two))).score == 0.5
    assert task6a(pair(chart(marks=two), chart(marks=one))).score == 0.5


def test_task6a_allows_any_point_on_a_line_of_a_box() -> None:
    px = {"min": (50.0, 90.0), "q1": (50.0, 80.0), "median": (50.0, 70.0), "q3": (50.0, 60.0), "max": (50.0, 50.0)}
    aside = {name: (x + 9.0, y) for name, (x, y) in px.items()}
    gold = chart(marks=[Element(id="b", kind=MarkKind.BOX, box=(40, 50, 60, 90), px=px)])
    read = chart(marks=[Element(id="b", kind=MarkKind.BOX, box=(49, 50, 69, 90), px=aside)])
    assert task6a(pair(read, gold)).score == 1.0


def test_task6a_marks_of_another_class_never_match() -> None:
    point = Element(id="p", kind=MarkKind.POINT, box=(0, 0, 2, 2), px={"center": (1.0, 1.0)})
    assert task6a(pair(chart(marks=[bar("a", (0, 0, 2, 2))]), chart(marks=[point]))).score == 0.0
    assert task6a(pair(chart(), chart(marks=[point]))).score == 0.0
    assert task6a(pair(chart(marks=[point]), chart())).score is None


def test_task6a_lines_are_compared_as_functions() -> None:
    path = ((0.0, 100.0), (50.0, 200.0), (100.0, 100.0))
    gold = chart(marks=[Element(id="l", kind=MarkKind.LINE, box=(0, 100, 100, 200), path=path)])
    fine = tuple((float(x), 100.0 + 2 * (x if x <= 50 else 100 - x)) for x in range(101))
    read = chart(marks=[Element(id="l", kind=MarkKind.LINE, box=(0, 100, 100, 200), path=fine)])
    assert task6a(pair(read, gold)).score == pytest.approx(1.0)


# --------------------------------------------------------------------------- all


@pytest.mark.parametrize("name", sorted(path.stem for path in ANNOTATIONS.glob("*.json")) or ["absent"])
@pytest.mark.parametrize("task", TASKS)
def test_real_annotation_against_itself_is_one(task: str, name: str) -> None:
    path = ANNOTATIONS / f"{name}.json"
    if not path.exists():
        pytest.skip("the annotations are not here")
    charts = load_chartinfo(path).charts
    assert TASKS[task](pair_charts(charts, charts)).score == pytest.approx(1.0)


def test_panels_are_paired_by_place() -> None:
    left, right = chart(box=(0, 0, 400, 600)), chart(box=(400, 0, 800, 600))
    pairs = pair_charts([right, left], [left, right])
    assert [found.predicted is found.gold for found in pairs] == [True, True]
    assert pair_charts([], [left])[0].predicted is None
    assert pair_charts([left], []) == []
