"""The canvas: background, grid, text and inks of drawn plot areas."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.artifacts import ChartStructure, Raster, TextBlock
from sie.elements.ink import (
    Canvas,
    RuleKind,
    color_alpha,
    coverage_centroid,
    edge_position,
    layer_of,
    make_canvas,
)
from sie.elements.ink_layers import without_fringes
from sie.elements.ink_text import is_text
from sie.vocab import TextRole

PLOT = (40.0, 20.0, 360.0, 260.0)
BLUE, RED, GREY = (31, 119, 180), (214, 39, 40), (200, 200, 200)


def make_picture(background: tuple[int, int, int] = (255, 255, 255)) -> np.ndarray:
    return np.full((300, 400, 3), background, np.uint8)


def draw_line(rgb: np.ndarray, points: list[tuple[float, float]], color: tuple[int, int, int], width: int = 2) -> None:
    fixed = np.round((np.array(points) - 0.5) * 256).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(rgb, [fixed], False, color, width, cv2.LINE_AA, 8)


def make_chart_canvas(rgb: np.ndarray, text: tuple[TextBlock, ...] = ()) -> Canvas:
    chart = ChartStructure(id="c", box=(0, 0, rgb.shape[1], rgb.shape[0]), plot_area=PLOT, text=text)
    return make_canvas(Raster(rgb), chart)


def make_block(text: str, box: tuple[float, float, float, float], confidence: float = 0.99) -> TextBlock:
    x0, y0, x1, y1 = box
    polygon = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return TextBlock(id="t", text=text, polygon=polygon, confidence=confidence, role=TextRole.OTHER)


@pytest.mark.parametrize("background", [(255, 255, 255), (235, 235, 235), (20, 20, 30)])
def test_ink_finds_both_colors_on_any_background(background: tuple[int, int, int]) -> None:
    rgb = make_picture(background)
    draw_line(rgb, [(50, 200), (350, 60)], BLUE)
    draw_line(rgb, [(50, 60), (350, 220)], RED)
    canvas = make_chart_canvas(rgb)
    assert canvas.background_color == background
    for color in (BLUE, RED):
        wanted = "#{:02x}{:02x}{:02x}".format(*color)
        layer = layer_of(canvas, wanted)
        assert layer is not None
        assert np.abs(np.subtract(layer.rgb, color)).max() < 15  # a thin stroke has little full-coloured core
    assert len(canvas.layers) == 2


def test_ink_takes_grid_and_frame_out_and_keeps_the_marks_that_cross_them() -> None:
    rgb = make_picture()
    for y in range(60, 260, 40):
        cv2.line(rgb, (40, y), (359, y), GREY, 1)
    cv2.rectangle(rgb, (40, 20), (359, 259), (0, 0, 0), 1)
    cv2.rectangle(rgb, (100, 50), (140, 258), BLUE, -1)
    canvas = make_chart_canvas(rgb)
    bar = canvas.ink[50 - canvas.origin[1] : 250 - canvas.origin[1], 105 - canvas.origin[0] : 135 - canvas.origin[0]]
    assert bar.all()
    free = canvas.ink[:, 200 - canvas.origin[0] : 340 - canvas.origin[0]]
    assert not free.any()
    assert sum(rule.kind is RuleKind.GRID for rule in canvas.rules) == 5


def test_ink_takes_dotted_grid_out() -> None:
    rgb = make_picture()
    for y in (80, 140, 200):
        rgb[y, 42:358:5] = rgb[y, 43:358:5] = (130, 130, 130)
    draw_line(rgb, [(50, 240), (350, 40)], (0, 0, 0))
    canvas = make_chart_canvas(rgb)
    assert sum(rule.kind is RuleKind.GRID for rule in canvas.rules) == 3
    assert not canvas.ink[80 - canvas.origin[1], 5:150].any()


def test_ink_keeps_a_lone_colored_line_across_the_plot_as_reference() -> None:
    rgb = make_picture()
    cv2.line(rgb, (40, 140), (359, 140), RED, 1)
    canvas = make_chart_canvas(rgb)
    assert [rule.kind for rule in canvas.rules] == [RuleKind.REFERENCE]
    assert canvas.ink[140 - canvas.origin[1], 50:250].all()


def test_ink_counts_shaded_columns_as_background() -> None:
    rgb = make_picture()
    rgb[20:260, 120:150] = (225, 225, 225)
    draw_line(rgb, [(50, 200), (350, 60)], BLUE)
    canvas = make_chart_canvas(rgb)
    assert canvas.bands[:, 125 - canvas.origin[0] : 145 - canvas.origin[0]].any()
    assert len(canvas.layers) == 1


def test_ink_survives_jpeg_compression() -> None:
    rgb = make_picture()
    draw_line(rgb, [(50, 200), (350, 60)], BLUE, 3)
    draw_line(rgb, [(50, 60), (350, 220)], RED, 3)
    coded = cv2.imencode(".jpg", rgb[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    canvas = make_chart_canvas(np.ascontiguousarray(cv2.imdecode(coded, cv2.IMREAD_COLOR)[..., ::-1]))
    strong = [layer for layer in canvas.layers if layer.count > 200]
    assert len(strong) == 2


def test_ink_drops_text_but_not_marks_read_as_letters() -> None:
    rgb = make_picture()
    cv2.putText(rgb, "peak", (100, 100), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.circle(rgb, (250, 150), 4, (0, 0, 0), -1)
    text = (make_block("peak", (98, 86, 142, 106)), make_block("o", (244, 144, 257, 157), confidence=0.5))
    canvas = make_chart_canvas(rgb, text)
    ox, oy = canvas.origin
    assert not canvas.ink[84 - oy : 108 - oy, 96 - ox : 144 - ox].any()
    assert canvas.ink[150 - oy, 250 - ox]


def test_is_text_rejects_slanted_blocks() -> None:
    block = make_block("of", (10, 10, 30, 20)).model_copy(update={"angle": 33.0})
    assert not is_text(block, 10.0)
    assert is_text(block.model_copy(update={"angle": 90.0}), 10.0)


def test_coverage_is_how_much_of_a_pixel_the_ink_covers() -> None:
    rgb = make_picture()
    rgb[100:110, 100:200] = BLUE
    rgb[110, 100:200] = np.round(0.4 * np.array(BLUE) + 0.6 * 255)
    canvas = make_chart_canvas(rgb)
    row = 110 - canvas.origin[1]
    assert canvas.layers[0].alpha[row, 100] == pytest.approx(0.4, abs=0.02)
    assert color_alpha(canvas, "#1f77b4")[row, 100] == pytest.approx(0.4, abs=0.02)


@pytest.mark.parametrize("edge", [3.0, 3.25, 3.5, 4.9])
@pytest.mark.parametrize("rising", [True, False])
def test_edge_position_is_sub_pixel(edge: float, rising: bool) -> None:
    profile = np.clip(edge - np.arange(8), 0.0, 1.0)
    if rising:
        assert edge_position(profile[::-1]) == pytest.approx(8 - edge)
    else:
        assert edge_position(profile) == pytest.approx(edge)


def test_coverage_centroid_needs_coverage() -> None:
    assert coverage_centroid(np.array([0.5, 1.0, 0.5])) == pytest.approx(1.5)
    with pytest.raises(ValueError, match="coverage"):
        coverage_centroid(np.zeros(3))


def test_an_ink_is_no_rim_of_its_own_stronger_noise() -> None:
    white, salmon, stronger = (np.array(color) for color in ((100.0, 0, 0), (64.0, 45, 22), (64.0, 54, 32)))
    lab = np.full((20, 20, 3), white)
    core = np.zeros((20, 20), bool)
    core[5:15, 5:15] = True
    lab[core] = salmon
    lab[6:14:3, 6:14:3] = stronger
    kept = without_fringes(lab, core, [salmon, stronger], white, ())
    assert [color.tolist() for color in kept] == [salmon.tolist()]
