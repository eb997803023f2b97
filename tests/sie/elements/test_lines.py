"""Curves of drawn line charts."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from drawn_marks import RGB, Drawing

from sie.artifacts import ChartStructure, Element, Legend, LegendEntry, Raster, TextBlock
from sie.elements.analyze import find_hypotheses
from sie.elements.choose import choose
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import make_canvas
from sie.elements.lines import find_lines
from sie.elements.lines_bands import band_layers
from sie.elements.lines_dashes import make_pattern, pattern_distance
from sie.elements.lines_swap import straighten
from sie.elements.lines_tails import with_tails_moved
from sie.elements.trace import Trace
from sie.vocab import ChartType, MarkKind, TextRole

PLOT = (40.0, 20.0, 440.0, 280.0)
BLACK, BLUE, RED, GREEN = (0, 0, 0), (31, 119, 180), (214, 39, 40), (44, 160, 44)
XS = np.arange(50.0, 431.0)


def make_picture() -> np.ndarray:
    rgb = np.full((320, 600, 3), 255, np.uint8)
    cv2.rectangle(rgb, (40, 20), (439, 279), BLACK, 1)
    return rgb


def draw(
    rgb: np.ndarray, xs: np.ndarray, ys: np.ndarray, color: tuple[int, int, int], width: int = 2, period: float = 0.0
) -> None:
    """A curve; with a period its second half of each period is left out."""
    away = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(xs), np.diff(ys)))))
    for i in range(len(xs) - 1):
        if period and (away[i] % period) > period / 2:
            continue
        points = (np.array([[xs[i], ys[i]], [xs[i + 1], ys[i + 1]]]) - 0.5) * 256
        cv2.polylines(rgb, [np.round(points).astype(np.int32).reshape(-1, 1, 2)], False, color, width, cv2.LINE_AA, 8)


def make_entry(index: int, color: tuple[int, int, int], *, dashed: bool = False, marker: bool = False) -> LegendEntry:
    y = 60.0 + 30 * index
    return LegendEntry(
        id=f"e{index}",
        label=f"S{index}",
        label_box=(505, y - 7, 530, y + 7),
        swatch_box=(460, y - 6, 500, y + 6),
        color="#{:02x}{:02x}{:02x}".format(*color),
        has_line=True,
        has_marker=marker,
        dashed=dashed,
    )


def read(rgb: np.ndarray, entries: Sequence[LegendEntry] = (), text: tuple[TextBlock, ...] = ()) -> Hypothesis:
    chart = ChartStructure(
        id="c",
        box=(0, 0, 600, 320),
        plot_area=PLOT,
        legend=Legend(entries=tuple(entries)) if entries else None,
        text=text,
    )
    found = find_lines(make_canvas(Raster(rgb), chart), chart)
    assert found is not None
    assert found.chart_type is ChartType.LINE
    return found


def lines_of(found: Hypothesis, name: str | None) -> list[Element]:
    ids = {marks.id for marks in found.series if marks.name == name}
    return [e for e in found.elements if e.kind is MarkKind.LINE and e.series in ids]


def off(element: Element, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
    path = np.array(element.path)
    inside = (path[:, 0] >= xs[0]) & (path[:, 0] <= xs[-1])
    return np.asarray(np.abs(path[inside, 1] - np.interp(path[inside, 0], xs, ys)))


def test_lines_reads_a_curve_to_a_fraction_of_a_pixel() -> None:
    rgb, ys = make_picture(), 150 + 80 * np.sin(XS / 50)
    draw(rgb, XS, ys, BLUE)
    found = read(rgb)
    assert len(found.elements) == 1
    assert np.median(off(found.elements[0], XS, ys)) < 0.3
    assert found.score > 0.7
    assert found.explained > 0.9


def test_lines_names_crossing_colors_by_the_legend() -> None:
    rgb = make_picture()
    up, down = 60 + 0.4 * (XS - 50), 220 - 0.4 * (XS - 50)
    draw(rgb, XS, up, BLUE)
    draw(rgb, XS, down, RED)
    found = read(rgb, [make_entry(0, RED), make_entry(1, BLUE)])
    assert [marks.name for marks in found.series] == ["S0", "S1"]
    assert np.percentile(off(lines_of(found, "S1")[0], XS, up), 95) < 1.5
    assert np.percentile(off(lines_of(found, "S0")[0], XS, down), 95) < 1.5


def test_lines_tells_black_curves_apart_by_their_dashes() -> None:
    rgb = make_picture()
    up, down = 60 + 0.4 * (XS - 50), 240 - 0.35 * (XS - 50)
    draw(rgb, XS, up, BLACK)
    draw(rgb, XS, down, BLACK, period=16)
    draw(rgb, np.arange(461.0, 500.0), np.full(39, 60.0), BLACK, period=16)
    draw(rgb, np.arange(461.0, 500.0), np.full(39, 90.0), BLACK)
    found = read(rgb, [make_entry(0, BLACK, dashed=True), make_entry(1, BLACK)])
    assert np.percentile(off(lines_of(found, "S1")[0], XS, up), 90) < 2
    assert np.percentile(off(lines_of(found, "S0")[0], XS, down), 90) < 2


def test_lines_tells_black_curves_apart_by_their_markers() -> None:
    rgb = make_picture()
    places = np.linspace(60, 420, 7)
    high, low = 80 + 10 * np.cos(places), 200 + 10 * np.sin(places)
    draw(rgb, places, high, BLACK)
    draw(rgb, places, low, BLACK)
    for x, y in [*zip(places, high, strict=True), (480.0, 90.0)]:
        cv2.circle(rgb, (round(x), round(y)), 5, BLACK, -1, cv2.LINE_AA)
    for x, y in [*zip(places, low, strict=True), (480.0, 60.0)]:
        cv2.rectangle(rgb, (round(x) - 5, round(y) - 5), (round(x) + 5, round(y) + 5), BLACK, 1)
    for y in (60, 90):
        cv2.line(rgb, (461, y), (499, y), BLACK, 1)
    found = read(rgb, [make_entry(0, BLACK, marker=True), make_entry(1, BLACK, marker=True)])
    assert np.median(off(lines_of(found, "S1")[0], places, high)) < 2
    assert np.median(off(lines_of(found, "S0")[0], places, low)) < 2


def test_lines_gives_markers_as_vertices() -> None:
    rgb = make_picture()
    places = np.linspace(60, 420, 7)
    ys = np.array([200, 120, 160, 90, 100, 60, 150.0])
    draw(rgb, places, ys, BLUE)
    for x, y in zip(places, ys, strict=True):
        cv2.circle(rgb, (round(x), round(y)), 5, BLUE, -1, cv2.LINE_AA)
    line = read(rgb).elements[0]
    assert line.vertices
    assert len(line.path) == 7
    assert np.abs(np.array(line.path) - np.stack([places, ys], axis=1)).max() < 1.5


def test_lines_keeps_a_gap() -> None:
    rgb, ys = make_picture(), 150 + 40 * np.sin(XS / 50)
    draw(rgb, XS[:150], ys[:150], BLUE)
    draw(rgb, XS[220:], ys[220:], BLUE)
    found = read(rgb)
    assert len(found.series) == 1
    assert len(found.elements) == 2


def test_lines_leaves_unnamed_level_references_out() -> None:
    rgb = make_picture()
    draw(rgb, XS, 150 + 80 * np.sin(XS / 50), BLUE)
    cv2.line(rgb, (41, 130), (438, 130), RED, 1)
    assert len(read(rgb).series) == 1


def test_lines_does_not_run_along_error_bars_and_reports_them() -> None:
    rgb = make_picture()
    places = np.linspace(60, 420, 7)
    ys = np.array([200, 180, 160, 150, 120, 100, 80.0])
    draw(rgb, places, ys, BLACK)
    for x, y in zip(places, ys, strict=True):
        column, row = round(x), round(y)
        cv2.circle(rgb, (column, row), 4, BLACK, -1, cv2.LINE_AA)
        cv2.line(rgb, (column, row - 25), (column, row + 25), BLACK, 1)
        for end in (row - 25, row + 25):
            cv2.line(rgb, (column - 5, end), (column + 5, end), BLACK, 1)
    found = read(rgb)
    lines = [e for e in found.elements if e.kind is MarkKind.LINE]
    bars = [e for e in found.elements if e.kind is MarkKind.ERROR_BAR]
    assert len(lines) == 1
    assert np.percentile(off(lines[0], places, ys), 90) < 2
    assert len(bars) == 7
    assert all(bar.parent_ids == (lines[0].id,) for bar in bars)
    assert bars[0].px["high"][1] == pytest.approx(175.5, abs=1.5)


def test_lines_continues_a_curve_behind_another() -> None:
    rgb = make_picture()
    low = np.full(len(XS), 250.0)
    rising = np.minimum(low, 250 - (XS - 250) * 0.8)
    draw(rgb, XS, rising, RED)
    draw(rgb, XS, low, BLUE, width=4)
    found = read(rgb, [make_entry(0, RED), make_entry(1, BLUE)])
    path = np.array(lines_of(found, "S0")[0].path)
    assert path[0, 0] < 60
    assert abs(path[0, 1] - 250) < 3


def test_lines_takes_labels_at_curve_ends_as_names() -> None:
    rgb = make_picture()
    blocks = []
    for index, (row, color, name) in enumerate([(80.0, BLUE, "north"), (200.0, RED, "south")]):
        draw(rgb, XS[:-60], row + 5 * np.sin(XS[:-60] / 20), color)
        box = (378.0, row - 8, 425.0, row + 6)
        cv2.putText(rgb, name, (379, round(row) + 3), cv2.FONT_HERSHEY_SIMPLEX, 0.45, color, 1, cv2.LINE_AA)
        polygon = ((box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]))
        blocks.append(TextBlock(id=f"t{index}", text=name, polygon=polygon, confidence=0.99, role=TextRole.MARK_LABEL))
    found = read(rgb, text=tuple(blocks))
    assert {marks.name: marks.text_ids for marks in found.series} == {"north": ("t0",), "south": ("t1",)}


def test_lines_of_an_empty_plot_is_none() -> None:
    chart = ChartStructure(id="c", box=(0, 0, 600, 320), plot_area=PLOT)
    assert find_lines(make_canvas(Raster(make_picture()), chart), chart) is None


@pytest.mark.parametrize("grey", [170, 190, 205, 215, 225])
def test_lines_of_a_dark_ink_do_not_take_in_pale_context_lines(grey: int) -> None:
    rgb = make_picture()
    for k in range(8):
        draw(rgb, XS, 60 + 25 * k + 15 * np.sin(XS / 30 + k), (grey, grey, grey), width=1)
    draw(rgb, XS, 150 + 60 * np.sin(XS / 60), (0, 107, 164), width=2)

    found = read(rgb, [make_entry(0, (0, 107, 164)), make_entry(1, RED)])

    named = [e for e in found.elements if e.series == found.series[0].id]
    assert [marks.name for marks in found.series] == ["S0"]
    path = np.array(named[0].path)
    assert np.median(np.abs(path[:, 1] - (150 + 60 * np.sin(path[:, 0] / 60)))) < 1.0


def test_tint_along_a_named_curve_is_no_second_curve() -> None:
    rgb = make_picture()
    for i, x in enumerate(range(50, 431)):
        rgb[int(200 - 0.3 * (x - 50)), x] = (255, 0, 0) if i % 120 < 70 else (255, 120, 120)
    found = read(rgb, [make_entry(0, (255, 0, 0))])
    assert [marks.name for marks in found.series] == ["S0"]


def banded(drawing: Drawing, level: float, rise: float, line: RGB, tint: RGB) -> None:
    """A line of two halves with a band of uneven width about it, on no base line."""
    xs = np.linspace(drawing.plot[0] + 1, drawing.plot[2] - 1, 9)
    ys = level - rise * np.abs(np.arange(9) - 4.0)
    half = 5.0 + 4.0 * (np.arange(9) % 3)
    drawing.polygon([*zip(xs, ys - half, strict=True), *zip(xs[::-1], (ys + half)[::-1], strict=True)], tint)
    for i in range(8):
        drawing.line(xs[i], ys[i], xs[i + 1], ys[i + 1], line, 2.0)


def test_bands_about_lines_are_no_curves_of_their_own() -> None:
    drawing = Drawing()
    banded(drawing, 90.0, 4.0, (76, 120, 168), (201, 215, 229))
    banded(drawing, 190.0, -5.0, (228, 87, 86), (248, 213, 213))
    raster = drawing.raster()
    found = choose(find_hypotheses(drawing.canvas(), drawing.chart(), raster), drawing.chart())
    assert found is not None
    assert found[0].chart_type is ChartType.LINE
    assert len(found[0].series) == 2


def test_fills_that_stand_on_the_plots_bottom_are_no_bands() -> None:
    drawing = Drawing()
    left, _, right, bottom = drawing.plot
    xs = np.linspace(left, right, 9)
    for level, color in ((80.0, (201, 215, 229)), (150.0, (248, 213, 213))):
        ys = level + 10.0 * (np.arange(9) % 3)
        drawing.polygon([*zip(xs, ys, strict=True), (right, bottom), (left, bottom)], color)
        for i in range(8):
            drawing.line(xs[i], ys[i], xs[i + 1], ys[i + 1], (color[0] // 2, color[1] // 2, color[2] // 2), 2.0)
    assert band_layers(drawing.canvas()) == frozenset()


def test_lines_a_noisy_curve_that_fills_its_columns_is_one() -> None:
    rgb = make_picture()
    xs = np.linspace(50, 430, 1000)
    ys = 150 + 70 * np.sin(xs / 60) + np.random.default_rng(5).normal(0, 14, 1000)
    draw(rgb, xs, ys, RED, width=1)
    found = read(rgb)
    assert len(found.series) == 1
    path = np.array(found.elements[0].path)
    smooth = 150 + 70 * np.sin(path[:, 0] / 60)
    assert np.median(np.abs(path[:, 1] - smooth)) < 14


def test_lines_takes_labels_at_curve_ends_where_one_was_read_as_a_legend() -> None:
    rgb = make_picture()
    blocks = []
    for index, (row, color, name) in enumerate([(80.0, BLUE, "north"), (200.0, RED, "south"), (140.0, GREEN, "east")]):
        draw(rgb, XS[:-60], row + 5 * np.sin(XS[:-60] / 20), color)
        cv2.putText(rgb, name, (379, round(row) + 3), cv2.FONT_HERSHEY_SIMPLEX, 0.45, color, 1, cv2.LINE_AA)
        polygon = ((378.0, row - 8), (425.0, row - 8), (425.0, row + 6), (378.0, row + 6))
        role = TextRole.LEGEND_LABEL if index == 0 else TextRole.MARK_LABEL
        blocks.append(TextBlock(id=f"t{index}", text=name, polygon=polygon, confidence=0.99, role=role))
    entry = LegendEntry(id="e0", label="north", color="#1f77b4", has_line=True, text_ids=("t0",))
    found = read(rgb, [entry], text=tuple(blocks))
    assert {marks.name for marks in found.series} == {"north", "south", "east"}


def test_thin_samples_paler_than_their_black_ink_still_name_the_curves() -> None:
    rgb = make_picture()
    ups, downs = 240 - 0.3 * (XS - 50), 60 + 0.2 * (XS - 50)
    draw(rgb, XS, ups, BLACK)
    draw(rgb, XS, downs, BLACK, period=14.0)
    grey = (85, 85, 85)
    for index, period in enumerate((0.0, 14.0)):
        at = np.arange(460.0, 500.0)
        draw(rgb, at, np.full(len(at), 60.0 + 30 * index), grey, 1, period)
    found = read(rgb, [make_entry(0, grey), make_entry(1, grey, dashed=True)])
    assert [marks.name for marks in found.series] == ["S0", "S1"]
    assert np.median(off(lines_of(found, "S0")[0], XS, ups)) < 0.5
    assert np.median(off(lines_of(found, "S1")[0], XS, downs)) < 0.5


def test_ways_that_leap_into_each_others_curves_are_put_straight() -> None:
    alpha = np.zeros((160, 300), np.float32)
    alpha[40:42][:, np.arange(300) % 6 < 3] = 1
    alpha[120:122] = 1
    leap = np.interp(np.arange(300.0), [150, 160], [41, 121])
    ways = [Trace(0, leap, 200.0), Trace(0, 162 - leap, 200.0)]
    upper, lower = straighten(ways, alpha, 2.0)
    assert np.abs(upper.rows - 41).max() < 0.5
    assert np.abs(lower.rows - 121).max() < 0.5


@pytest.mark.parametrize("mirrored", [False, True])
def test_part_beyond_a_leap_belongs_to_the_way_that_ends_where_it_sets_in(mirrored: bool) -> None:
    first, second = np.linspace(140, 150, 300), np.linspace(60, 30, 300)
    alpha = np.zeros((160, 300), np.float32)
    for ys, part in ((first, slice(0, 150)), (second, slice(0, 300))):
        for x in range(300)[part]:
            alpha[int(ys[x]) : int(ys[x]) + 2, x] = 1
    leap = np.where(np.arange(300) < 150, first, second)
    ways = [leap, second[:150]]
    if mirrored:
        alpha, ways = alpha[:, ::-1], [way[::-1] for way in ways]
    starts = (0, 150) if mirrored else (0, 0)
    traces = [Trace(start, rows, 100.0) for start, rows in zip(starts, ways, strict=True)]
    own, whole = with_tails_moved(traces, alpha, 2.0)
    assert abs(len(own.rows) - 150) <= 2
    assert np.abs(whole.rows - (second[::-1] if mirrored else second)).max() < 1.0
    assert len(whole.rows) == 300


def test_steep_curves_that_cross_on_their_ink_keep_their_ways() -> None:
    rows = np.interp(np.arange(300.0), [0, 140, 160, 300], [20, 30, 130, 140])
    alpha = np.zeros((160, 300), np.float32)
    for way in (rows, 160 - rows):
        points = np.round(np.stack([np.arange(300), way], axis=1)).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(alpha, [points], False, 1.0, 2)
    first, second = straighten([Trace(0, rows, 200.0), Trace(0, 160 - rows, 200.0)], alpha, 2.0)
    assert np.array_equal(first.rows, rows)
    assert np.array_equal(second.rows, 160 - rows)


DASHES, DASH_DOTS = (12, 5), (16, 4, 3, 4)


def draw_pattern(rgb: np.ndarray, xs: np.ndarray, ys: np.ndarray, pattern: Sequence[int]) -> None:
    """A black curve in dashes and gaps of the lengths of `pattern` in turn."""
    away = np.concatenate(([0.0], np.cumsum(np.hypot(np.diff(xs), np.diff(ys)))))
    bounds = np.cumsum(pattern)
    for i in range(len(xs) - 1):
        if np.searchsorted(bounds, away[i] % bounds[-1], side="right") % 2 == 0:
            draw(rgb, xs[i : i + 2], ys[i : i + 2], BLACK)


def drawn_in_patterns(first: np.ndarray, second: np.ndarray) -> list[Element]:
    """The line elements of curves in dashes and in dash-dots, in the order of the legend, which has samples of both."""
    rgb = make_picture()
    at = np.arange(460.0, 500.0)
    for index, (ys, pattern) in enumerate(((first, DASHES), (second, DASH_DOTS))):
        draw_pattern(rgb, XS, ys, pattern)
        draw_pattern(rgb, at, np.full(len(at), 60.0 + 30 * index), pattern)
    found = read(rgb, [make_entry(0, BLACK, dashed=True), make_entry(1, BLACK, dashed=True)])
    return [lines_of(found, name)[0] for name in ("S0", "S1")]


@pytest.mark.parametrize("turned", [False, True])
def test_dashes_and_dash_dots_are_named_by_their_samples(turned: bool) -> None:
    low, high = 250 - 60 * np.exp(-(XS - 50) / 90), 60 + 0.3 * (XS - 50)
    ways = (high, low) if turned else (low, high)
    for line, ys in zip(drawn_in_patterns(*ways), ways, strict=True):
        assert np.median(off(line, XS, ys)) < 0.6


@pytest.mark.parametrize("at", [150.0, 260.0])
def test_curves_that_touch_and_turn_back_keep_their_dashes(at: float) -> None:
    above, below = 148 - 0.4 * np.abs(XS - at), 152 + 0.4 * np.abs(XS - at)
    for line, ys in zip(drawn_in_patterns(above, below), (above, below), strict=True):
        assert np.mean(off(line, XS, ys) < 2.0) > 0.95


def test_sample_differs_from_another_pattern_and_not_from_its_own_at_any_phase() -> None:
    dashes = np.tile([1.0] * 8 + [0.0] * 4, 20)
    dots = np.tile([1.0, 1.0, 0.0, 0.0], 60)
    known = np.ones(240, bool)
    sample = make_pattern(dashes[:30], known[:30])
    assert pattern_distance(make_pattern(np.roll(dashes, 5), known), sample) == pytest.approx(0.0, abs=1e-9)
    assert pattern_distance(make_pattern(dots, known), sample) > 0.25
    assert pattern_distance(make_pattern(dots, ~known), sample) == 0.0


def test_pale_dots_of_a_named_curve_are_traced() -> None:
    rgb = make_picture()
    ups, downs = 240 - 0.3 * (XS - 50), 60 + 0.2 * (XS - 50)
    draw(rgb, XS, ups, BLACK)
    for x in range(50, 431, 5):
        y = float(np.interp(x + 0.5, XS, downs))
        row, part = int(y - 0.5), (y - 0.5) % 1.0
        rgb[row, x] = round(255 - 150 * (1 - part))
        rgb[row + 1, x] = round(255 - 150 * part)
    at = np.arange(460.0, 500.0)
    draw(rgb, at, np.full(len(at), 60.0), BLACK)
    rgb[90, 460:500:5] = 0
    found = read(rgb, [make_entry(0, BLACK), make_entry(1, BLACK, dashed=True)])
    (dotted,) = lines_of(found, "S1")
    assert len(dotted.path) > 350
    assert np.median(off(dotted, XS, downs)) < 0.6
    assert np.median(off(lines_of(found, "S0")[0], XS, ups)) < 0.5


@pytest.mark.parametrize("turned", [False, True])
def test_black_curves_are_named_by_the_colour_of_their_markers(turned: bool) -> None:
    rgb = make_picture()
    ways = (220 - 0.3 * (XS - 50), 80 + 0.2 * (XS - 50))
    inks = (BLUE, RED)
    for ys, ink in zip(ways, inks[::-1] if turned else inks, strict=True):
        draw(rgb, XS, ys, BLACK)
        for x in range(60, 430, 40):
            cv2.circle(rgb, (x, round(float(np.interp(x, XS, ys)))), 4, ink, -1, cv2.LINE_AA)
    for index, ink in enumerate(inks):
        draw(rgb, np.arange(460.0, 500.0), np.full(40, 60.0 + 30 * index), BLACK)
        cv2.circle(rgb, (480, 60 + 30 * index), 4, ink, -1, cv2.LINE_AA)
    found = read(rgb, [make_entry(index, BLACK, marker=True) for index in range(2)])
    for name, ys in zip(("S0", "S1"), ways[::-1] if turned else ways, strict=True):
        assert np.median(off(lines_of(found, name)[0], XS, ys)) < 0.8
