"""Calibrated charts: the format, the projection of gold tables to marks, and how detections are judged by them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from models.classes import DetectionClass
from models.detector import RawDetection
from models.errors import CalibrationError
from models.real import Calibration, Look, PageAxis, load_calibration, load_calibrations, load_gold, project
from models.real_scores import RealChart, RealScores, add_chart, choose_thresholds, read_picture, score, table

DATA = Path(__file__).parents[1] / "data"
SHARED = Path(__file__).parents[3] / "shared"
BAR, POINT, BOX = DetectionClass.BAR, DetectionClass.POINT, DetectionClass.BOX

NUMBERS = PageAxis((100.0, 0.0), values=(0.0, 10.0))
NAMES = PageAxis((20.0, 60.0), names=("a", "b", "c"))


def gold(**series: list[dict[str, object]]) -> dict[str, object]:
    return {"series": [{"name": name, "points": points} for name, points in series.items()]}


def chart(**more: object) -> Calibration:
    return dataclasses.replace(Calibration("drawn", "none.png", NAMES, NUMBERS), **more)  # type: ignore[arg-type]


def test_bars_reach_from_base_to_value() -> None:
    table_ = gold(one=[{"x": "a", "y": 5}, {"x": "c", "y": 2.5}])
    boxes = [m.box for m in project(chart(bars=Look(width=10)), table_)]
    assert boxes == [pytest.approx((15, 50, 25, 100)), pytest.approx((55, 75, 65, 100))]


def test_negative_bars_hang_from_the_base() -> None:
    (bar,) = project(chart(bars=Look(width=10)), gold(one=[{"x": "a", "y": -2}]))
    assert bar.box == pytest.approx((15, 100, 25, 120))


def test_horizontal_bars_run_along_x() -> None:
    flat = chart(x=PageAxis((0.0, 100.0), values=(0.0, 10.0)), y=NAMES, bars=Look(width=10, outline=2))
    (bar,) = project(flat, gold(one=[{"x": "b", "y": 5}]))
    assert bar.box == pytest.approx((-1, 34, 51, 46))


def test_grouped_bars_stand_beside_each_other() -> None:
    look = Look(width=4, offsets=(-2.0, 2.0))
    marks = project(chart(bars=look), gold(one=[{"x": "a", "y": 1}], two=[{"x": "a", "y": 2}]))
    assert [m.center[0] for m in marks] == [18.0, 22.0]


def test_stacked_bars_sit_on_each_other_in_the_stacks_order() -> None:
    look = Look(width=4, stack=("two", "one"))
    marks = project(chart(bars=look), gold(one=[{"x": "a", "y": 3}], two=[{"x": "a", "y": 2}, {"x": "b", "y": 1}]))
    spans = {(m.center[0], round(m.box[1]), round(m.box[3])) for m in marks}
    assert spans == {(20.0, 80, 100), (20.0, 50, 80), (40.0, 90, 100)}


def test_histogram_bars_fill_their_bins_but_for_the_gap() -> None:
    bins = chart(x=PageAxis((10.0, 110.0), values=(0.0, 10.0)), bars=Look(gap=2))
    (bar,) = project(bins, gold(one=[{"x": 1, "y": 4, "x0": 0, "x1": 2}]))
    assert bar.box == pytest.approx((11, 60, 29, 100))


def test_log_bars_start_at_their_base() -> None:
    log = chart(y=PageAxis((100.0, 0.0), values=(10.0, 1000.0), log=True), bars=Look(width=2, base=10))
    (bar,) = project(log, gold(one=[{"x": "a", "y": 100}]))
    assert bar.box == pytest.approx((19, 50, 21, 100))


def test_boxes_reach_from_first_to_third_quartile() -> None:
    point: dict[str, object] = {"x": "a", "min": 0, "q1": 2, "median": 3, "q3": 6, "max": 9}
    (box,) = project(chart(boxes=Look(width=10)), gold(one=[point]))
    assert (box.cls, box.box) == (BOX, pytest.approx((15, 40, 25, 80)))


def test_markers_with_a_near_neighbour_are_not_isolated() -> None:
    scatter = chart(x=PageAxis((0.0, 100.0), values=(0.0, 10.0)), marker=6)
    marks = project(scatter, gold(one=[{"x": 1, "y": 1}, {"x": 1.5, "y": 1}, {"x": 6, "y": 5}, {"x": 6, "y": 5}]))
    assert [(m.center, m.isolated) for m in marks] == [
        (pytest.approx((10, 90)), False),
        (pytest.approx((15, 90)), False),
        (pytest.approx((60, 50)), True),
    ]


def test_axis_tells_the_number_at_a_pixel() -> None:
    log = PageAxis((0.0, 50.0, 100.0), values=(1.0, 10.0, 100.0), log=True)
    assert log.transformed_at(75.0) == pytest.approx(1.5)
    assert log.place(10**1.5) == pytest.approx(75.0)
    assert log.span == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("picture = ", "not TOML"),
        ('picture = "a.png"\n[x]\nticks = [[1, 2], [3, 4]]', "'y'"),
        ('picture = "a.png"\n[x]\nticks = [[1, 2]]\n[y]\nticks = [[1, 2], [3, 4]]', "two or more ticks"),
        ('picture = "a.png"\n[x]\nticks = [[1, 2], [2, 3]]\n[y]\nticks = [[1, 2], [3, 4]]\n[bar]\nwidth = 1', "bar"),
    ],
)
def test_wrong_files_are_named_with_their_fault(text: str, cause: str, tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=rf"one\.toml.*{cause}"):
        load_calibration(path)


def test_names_that_are_not_on_the_axis_are_refused() -> None:
    with pytest.raises(CalibrationError, match="'z' is not on the axis"):
        project(chart(bars=Look(width=10)), gold(one=[{"x": "z", "y": 5}]))


def test_projected_bars_cover_the_drawn_ones() -> None:
    """On a chart of our own: inside the projected bars the picture has the bars' colours, above them the ground."""
    own = Calibration(
        "grouped_bars",
        "charts/grouped_bars.png",
        x=PageAxis((141.0, 473.0), names=("North", "East", "South", "West")),
        y=PageAxis((356.5, 84.5), values=(0.0, 17.5)),
        bars=Look(width=44.5, offsets=(-22.2, 22.2)),
    )
    marks = project(own, load_gold(own, DATA))
    rgb = read_picture(DATA / own.picture).astype(int)
    assert len(marks) == 8
    for mark in marks:
        x0, y0, x1, _ = (round(v) for v in mark.box)
        left, right = x0 + 4, x1 - 4
        assert (rgb[y0 - 3, [left, right]].min(axis=1) > 240).all()
        assert (rgb[y0 + 3, [left, right]].min(axis=1) < 120).all()


def detection(cls: DetectionClass, box: tuple[float, float, float, float]) -> RawDetection:
    return RawDetection(cls, box, 0.9)


def test_bars_are_judged_by_overlap_and_size() -> None:
    calibration, scores = chart(bars=Look(width=10)), RealScores()
    marks = project(calibration, gold(one=[{"x": "a", "y": 5}, {"x": "b", "y": 5}, {"x": "c", "y": 0.1}]))
    add_chart(scores, calibration, marks, [detection(BAR, (15, 52, 25, 100)), detection(BAR, (60, 0, 90, 9))])
    told = table(scores.tallies)
    assert told["bar"] == {"recall": 0.5, "precision": 0.5, "marks": 2, "wrong": 1}
    assert told["bar 8-16"]["marks"] == 2
    assert "bar 16-32" not in told


def test_markers_are_judged_by_their_centres() -> None:
    calibration, scores = chart(x=PageAxis((0.0, 100.0), values=(0.0, 10.0)), marker=6), RealScores()
    marks = project(calibration, gold(one=[{"x": 1, "y": 1}, {"x": 6, "y": 5}]))
    add_chart(scores, calibration, marks, [detection(POINT, (7, 88, 15, 94)), detection(POINT, (58, 40, 62, 44))])
    assert table(scores.tallies)["point isolated"] == {"recall": 0.5, "precision": 0.5, "marks": 2, "wrong": 1}


def test_thresholds_are_chosen_on_the_charts_that_tell_of_a_class() -> None:
    bars, boxes = chart(bars=Look(width=10)), chart(boxes=Look(width=10))
    right = RawDetection(BAR, (15, 50, 25, 100), 0.8)
    wrong = RawDetection(BAR, (60, 0, 90, 9), 0.3)
    charts = [
        RealChart(bars, project(bars, gold(one=[{"x": "a", "y": 5}])), (right, wrong)),
        RealChart(boxes, (), (RawDetection(POINT, (1, 1, 5, 5), 0.9),)),
    ]
    chosen = choose_thresholds(charts)
    assert chosen == {BAR: pytest.approx(0.8)}
    assert table(score(charts, chosen).tallies)["bar"] == {"recall": 1.0, "precision": 1.0, "marks": 1, "wrong": 0}


def test_points_are_not_judged_beside_boxes_which_may_have_outliers() -> None:
    calibration, scores = chart(boxes=Look(width=10)), RealScores()
    add_chart(scores, calibration, [], [detection(POINT, (7, 88, 15, 94)), detection(BAR, (0, 0, 9, 9))])
    assert table(scores.tallies)["bar"]["wrong"] == 1
    assert "point" not in table(scores.tallies)


def test_every_calibration_file_keeps_the_format() -> None:
    assert len(load_calibrations(DATA / "calibration")) >= 40


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared charts are not here")
def test_every_gold_table_lies_inside_its_picture() -> None:
    from PIL import Image

    for calibration in load_calibrations(DATA / "calibration"):
        with Image.open(SHARED / calibration.picture) as picture:
            width, height = picture.size
        for mark in project(calibration, load_gold(calibration, SHARED)):
            x, y = mark.center
            assert 0 <= x <= width, calibration.name
            assert 0 <= y <= height, calibration.name
