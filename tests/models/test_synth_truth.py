"""The truth of synthetic charts is where the ink is."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from models.classes import DetectionClass, PlotType
from models.errors import RendererError
from models.synth import gnuplot, mpl, svg, vega
from models.synth.degrade import degrade
from models.synth.generate import draw_one
from models.synth.look import Look, make_look
from models.synth.spec import BoxSpec, ChartSpec, SeriesSpec
from models.synth.truth import Drawing, PanelTruth, TextTruth
from models.synth.yolo import labelled_boxes

EDGE_TOLERANCE_PX = 1.0
AFFINE_TOLERANCE_PX = 0.05
BAR_COLOR = (31, 119, 180)

Draw = Callable[[Sequence[ChartSpec], np.random.Generator], Drawing]


def plain_look(rng: np.random.Generator, n: int) -> Look:
    return dataclasses.replace(
        make_look(rng, n),
        mono=False,
        fills=("#1f77b4",) * n,
        hatches=("",) * n,
        edge=None,
        line_colors=("#1f77b4",) * n,
        markers=("o",) * n,
        hollow=(False,) * n,
        bar_width=0.6,
        font="DejaVu Sans",
        font_size=10.0,
        background="white",
        ink="black",
    )


@pytest.fixture(params=["matplotlib", "vega", "gnuplot"])
def draw(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Draw:
    if request.param == "gnuplot" and shutil.which("gnuplot") is None:
        pytest.skip("gnuplot is not installed")
    module = {"matplotlib": mpl, "vega": vega, "gnuplot": gnuplot}[request.param]
    monkeypatch.setattr(module, "make_look", plain_look)
    function: Draw = getattr(module, f"draw_{request.param}")
    return function


def bar_chart(chart_type: PlotType = PlotType.VERTICAL_BAR) -> ChartSpec:
    series = SeriesSpec(None, (0.0, 1.0, 2.0, 3.0), (3.0, 7.5, 5.0, 1.25))
    return ChartSpec(chart_type, (series,), ("A", "B", "C", "D"), x_scale="categorical", y_title="Count")


def box_chart() -> ChartSpec:
    boxes = ((BoxSpec(1.0, 2.0, 3.0, 5.0, 8.0), BoxSpec(2.0, 4.0, 5.0, 6.0, 7.0)),)
    series = (SeriesSpec(None, (0.0, 1.0), ()),)
    return ChartSpec(PlotType.VERTICAL_BOX, series, ("A", "B"), boxes, x_scale="categorical", y_title="Size")


def ink_box(rgb: np.ndarray, around: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Sub-pixel edges of the bar-coloured ink near a box, from its coverage along the middle row and column."""
    x0, y0, x1, y1 = (round(v) for v in around)
    white, full = 255.0, float(BAR_COLOR[0])
    coverage = np.clip((white - rgb[:, :, 0].astype(float)) / (white - full), 0, 1)
    pad = 3
    row = coverage[(y0 + y1) // 2, x0 - pad : x1 + pad]
    column = coverage[max(0, y0 - pad) : y1 + pad, (x0 + x1) // 2]
    middle_x, middle_y = len(row) // 2, len(column) // 2
    return (
        x0 - pad + middle_x - row[:middle_x].sum(),
        max(0, y0 - pad) + middle_y - column[:middle_y].sum(),
        x0 - pad + middle_x + row[middle_x:].sum(),
        max(0, y0 - pad) + middle_y + column[middle_y:].sum(),
    )


def fit(points: list[tuple[float, float]]) -> tuple[float, float, float]:
    """Slope, offset and largest residual of px over value."""
    values, px = np.array(points).T
    slope, offset = np.polyfit(values, px, 1)
    return float(slope), float(offset), float(np.abs(slope * values + offset - px).max())


@pytest.mark.parametrize("chart_type", [PlotType.VERTICAL_BAR, PlotType.HORIZONTAL_BAR])
def test_bar_boxes_end_where_the_ink_ends(draw: Draw, chart_type: PlotType) -> None:
    drawing = draw([bar_chart(chart_type)], np.random.default_rng(4))
    bars = [m for m in drawing.panels[0].marks if m.cls is DetectionClass.BAR]
    assert len(bars) == 4
    for bar in bars:
        found = ink_box(drawing.rgb, bar.box)
        sides = (0, 1, 2) if chart_type is PlotType.VERTICAL_BAR else (1, 2, 3)  # the fourth lies on an axis line
        for side in sides:
            assert abs(found[side] - bar.box[side]) < EDGE_TOLERANCE_PX, (bar, found)


def test_bar_ends_lie_on_the_line_through_the_ticks(draw: Draw) -> None:
    panel = draw([bar_chart()], np.random.default_rng(3)).panels[0]
    ticks = [(float(t.value), t.point[1]) for t in panel.ticks if t.axis == "y"]
    slope, offset, residual = fit(ticks)
    assert residual < AFFINE_TOLERANCE_PX
    for mark in (m for m in panel.marks if m.cls is DetectionClass.BAR):
        value = panel.spec.series[0].y[mark.item]
        assert mark.px["end"][1] == pytest.approx(slope * value + offset, abs=AFFINE_TOLERANCE_PX)


def test_box_numbers_lie_on_the_line_through_the_ticks(draw: Draw) -> None:
    panel = draw([box_chart()], np.random.default_rng(5)).panels[0]
    slope, offset, _ = fit([(float(t.value), t.point[1]) for t in panel.ticks if t.axis == "y"])
    boxes = [m for m in panel.marks if m.cls is DetectionClass.BOX]
    assert len(boxes) == 2
    for mark in boxes:
        numbers = panel.spec.boxes[0][mark.item]
        for name in ("min", "q1", "median", "q3", "max"):
            expected = slope * getattr(numbers, name) + offset
            assert mark.px[name][1] == pytest.approx(expected, abs=0.2)


def test_tick_label_boxes_touch_their_ink_on_every_side(draw: Draw) -> None:
    drawing = draw([bar_chart()], np.random.default_rng(6))
    dark = drawing.rgb.min(axis=2) < 200
    labels = [t for t in drawing.panels[0].texts if t.cls is DetectionClass.Y_TICK_LABEL]
    assert labels
    for label in labels:
        x0, y0, x1, y1 = (round(v) for v in label.box)
        assert dark[y0:y1, x0].any()
        assert dark[y0:y1, x1 - 1].any()
        assert dark[y0, x0:x1].any()
        assert dark[y1 - 1, x0:x1].any()
        assert not dark[y0:y1, max(0, x0 - 2) : max(0, x0 - 1)].any()


def test_degradation_moves_the_truth_with_the_picture() -> None:
    for seed in range(4):
        clean = mpl.draw_matplotlib([bar_chart()], np.random.default_rng(seed))
        worse = degrade(clean, np.random.default_rng(seed + 50))
        before = [t.point for t in clean.panels[0].ticks]
        after = [t.point for t in worse.panels[0].ticks]
        factor = worse.rgb.shape[0] / clean.rgb.shape[0]
        for old, new in zip(before, after, strict=True):
            assert new[1] == pytest.approx(old[1] * factor, abs=0.02 * worse.rgb.shape[0])


def test_the_same_seed_draws_the_same_chart() -> None:
    first, second = draw_one(11, renderer="matplotlib"), draw_one(11, renderer="matplotlib")
    assert np.array_equal(first.rgb, second.rgb)
    assert first.panels == second.panels


def test_an_unknown_renderer_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RendererError, match="expected one of matplotlib, vega, gnuplot"):
        draw_one(1, renderer="crayon")


def test_line_masks_lie_on_the_line() -> None:
    series = SeriesSpec("a", (0.0, 5.0, 10.0), (1.0, 4.0, 2.0))
    drawing = vega.draw_vega([ChartSpec(PlotType.LINE, (series,), y_title="Loss")], np.random.default_rng(2))
    assert drawing.line_mask is not None
    line = drawing.panels[0].lines[0]
    rows, cols = np.nonzero(drawing.line_mask == line.mask_id)
    xs = [p[0] for p in line.path]
    assert cols.min() == pytest.approx(min(xs), abs=4)
    assert cols.max() == pytest.approx(max(xs), abs=4)
    assert len(rows) > 20


def test_text_boxes_stay_by_their_text_where_texts_lie_on_each_other() -> None:
    pytest.importorskip("vl_convert")
    # the colours of the first and the third text mix to that of the second
    placed = [(40, 30, "888.88"), (30, 180, "far below"), (40.5, 30.5, "888.88")]
    font = 'font-family="DejaVu Sans" font-size="11px"'
    texts = "".join(f'<text transform="translate({x},{y})" {font}>{t}</text>' for x, y, t in placed)
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">{texts}</svg>'
    root, nodes = svg.parse_svg(drawn, 1.5)
    nodes = [n for n in nodes if n.tag == "text"]
    mixed = svg.coded_ink(root, nodes, 1.5)[1]
    assert mixed is not None
    assert mixed[:, 0].min() < 50
    own = mixed[svg.near_baseline(nodes[1], mixed)]
    assert 255 <= own[:, 0].min() <= own[:, 0].max() <= 275


def test_all_lines_of_a_text_are_by_its_baselines() -> None:
    lines = "".join(f'<tspan x="0" dy="{12 * (k > 0)}">line</tspan>' for k in range(4))
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg"><text transform="rotate(-90)" font-size="10px">{lines}</text></svg>'
    )
    _, nodes = svg.parse_svg(drawn, 2.0)
    node = next(n for n in nodes if n.tag == "text")
    places = np.array([[-10, 2], [-10, 70], [-10, 120], [-10, -50]])  # down the page's x, the text runs upwards
    assert svg.near_baseline(node, places).tolist() == [True, True, False, False]


def test_texts_that_cannot_be_seen_are_no_labels() -> None:
    rgb = np.full((40, 60, 3), 255, np.uint8)
    rgb[10:14, 10:20] = 60
    area = (2.0, 2.0, 58.0, 38.0)
    texts = tuple(
        TextTruth("7", ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), "value_label", DetectionClass.VALUE_LABEL)
        for x0, y0, x1, y1 in ((10.0, 10.0, 20.0, 14.0), (30.0, 20.0, 40.0, 24.0))
    )
    drawing = Drawing(rgb, (PanelTruth(bar_chart(), area, texts),), "matplotlib")
    found = [box for cls, _, box in labelled_boxes(drawing) if cls is DetectionClass.VALUE_LABEL]
    assert found == [(10.0, 10.0, 20.0, 14.0)]
