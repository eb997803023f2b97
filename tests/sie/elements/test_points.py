from __future__ import annotations

import itertools

import numpy as np
import pytest
from drawn_marks import BLACK, Drawing, nearest

from sie.artifacts import XY, ChartStructure, Legend, LegendEntry, Raster, TextBlock
from sie.elements.analyze import find_hypotheses
from sie.elements.choose import choose
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import make_canvas
from sie.elements.markers import centered_patch, find_blobs, make_template
from sie.elements.points import find_markers, find_points
from sie.elements.points_legend import entry_of_tint, resized
from sie.elements.points_text import is_misread_marker, without_misread_markers
from sie.vocab import ChartType, MarkKind, TextRole

BLUE = (31, 119, 180)
RED = (214, 39, 40)
SPOTS: list[XY] = [(60.2, 80.4), (90.7, 200.1), (130.5, 150.8), (180.1, 90.3), (220.9, 180.6), (270.4, 120.2)]


def centers(hypothesis: Hypothesis) -> list[XY]:
    return [e.px["center"] for e in hypothesis.elements]


def find(drawing: Drawing) -> Hypothesis:
    found = find_points(drawing.canvas(), drawing.chart(), raster=drawing.raster())
    assert found is not None
    return found


def block(text: str, x: float, y: float, role: TextRole | None = None) -> TextBlock:
    corners = ((x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5))
    return TextBlock(id=f"{text}{x}", text=text, polygon=corners, confidence=0.6, role=role)


@pytest.mark.parametrize("shape", ["disc", "ring", "square", "cross", "diamond"])
def test_lone_markers_are_found_to_a_quarter_pixel(shape: str) -> None:
    drawing = Drawing()
    for x, y in SPOTS:
        if shape == "disc":
            drawing.disc(x, y, 3.5, BLUE)
        elif shape == "ring":
            drawing.ring(x, y, 4, BLUE, 1.2)
        elif shape == "square":
            drawing.rect(x - 3.5, y - 3.5, x + 3.5, y + 3.5, BLUE)
        elif shape == "cross":
            drawing.line(x - 3.5, y - 3.5, x + 3.5, y + 3.5, BLUE, 1.3)
            drawing.line(x - 3.5, y + 3.5, x + 3.5, y - 3.5, BLUE, 1.3)
        else:
            drawing.polygon([(x - 5, y), (x, y - 5), (x + 5, y), (x, y + 5)], BLUE)
    found = find(drawing)
    assert found.chart_type is ChartType.SCATTER
    assert len(found.elements) == len(SPOTS)
    assert all(nearest(centers(found), spot) < 0.25 for spot in SPOTS)
    assert all(e.kind is MarkKind.POINT for e in found.elements)


def test_crosses_whose_thin_sample_is_paler_than_their_ink_are_named_by_it() -> None:
    drawing = Drawing()
    for place in SPOTS:
        drawing.disc(*place, 4.0, BLACK)
        x, y = place[0] + 25, place[1] - 20
        drawing.line(x - 4, y - 4, x + 4, y + 4, BLACK, 2.0)
        drawing.line(x - 4, y + 4, x + 4, y - 4, BLACK, 2.0)
    drawing.disc(345, 60, 4.0, BLACK)
    drawing.line(341, 76, 349, 84, BLACK, 2.0)
    drawing.line(341, 84, 349, 76, BLACK, 2.0)
    entries = tuple(
        LegendEntry(id=name, label=name, swatch_box=(340, y - 5, 350, y + 5), color=color, has_marker=True)
        for name, y, color in (("disc", 60, "#000000"), ("cross", 80, "#6a6a6a"))
    )
    chart = drawing.chart().model_copy(update={"legend": Legend(entries=entries)})
    found = find_points(drawing.canvas(), chart, raster=drawing.raster())
    assert found is not None
    by_series = {s.id: s.name for s in found.series}
    for name, shift in (("disc", (0.0, 0.0)), ("cross", (25.0, -20.0))):
        own = [e.px["center"] for e in found.elements if by_series[e.series] == name]
        assert len(own) == len(SPOTS)
        assert all(nearest(own, (x + shift[0], y + shift[1])) < 0.5 for x, y in SPOTS)


@pytest.mark.parametrize("step", [1.5, 2.5])
def test_covered_markers_of_which_the_black_edges_alone_are_seen_are_points_of_the_same_series(step: float) -> None:
    drawing = Drawing()
    lone = [(50.0 + 27 * k, 60.0 + 9 * k) for k in range(9)]
    crowd = [(60 + step * k * (1 + 0.3 * np.sin(k)), 200.0 + 6 * (k % 3)) for k in range(30)]
    for x, y in [*lone, *crowd]:
        drawing.disc(x, y, 5.0, BLACK)
        drawing.disc(x, y, 3.6, RED)
    found = find(drawing)
    assert [series.color for series in found.series] == ["#d62728"]
    assert {element.series for element in found.elements} == {found.series[0].id}
    assert all(nearest(centers(found), place) < 1.0 for place in lone)


def test_groups_are_told_apart_by_color() -> None:
    drawing = Drawing()
    for i, (x, y) in enumerate(SPOTS):
        drawing.disc(x, y, 3.5, BLUE if i % 2 else RED)
    found = find(drawing)
    assert sorted(len([e for e in found.elements if e.series == s.id]) for s in found.series) == [3, 3]


def test_groups_take_the_legend_entry_of_their_color() -> None:
    drawing = Drawing()
    for i, (x, y) in enumerate(SPOTS):
        drawing.disc(x, y, 3.5, BLUE if i % 2 else RED)
    entries = (
        LegendEntry(id="e0", label="north", color="#1f77b4", has_marker=True),
        LegendEntry(id="e1", label="south", color="#d62728", has_marker=True),
    )
    chart = drawing.chart().model_copy(update={"legend": Legend(entries=entries)})
    found = find_points(drawing.canvas(), chart, raster=drawing.raster())
    assert found is not None
    assert [(s.name, s.legend_entry) for s in found.series] == [("north", "e0"), ("south", "e1")]


@pytest.mark.parametrize(
    ("color", "entry"),
    [
        ("#61b861", 1),  # green over white
        ("#ffa559", 0),  # orange over white
        ("#808080", None),
        ("#fdfefd", None),
    ],
)
def test_a_tint_tells_the_entry_of_its_colour(color: str, entry: int | None) -> None:
    entries = [LegendEntry(id=name, label=name, color=name) for name in ("#ff7f0e", "#2ca02c")]
    assert entry_of_tint(color, entries, (255, 255, 255)) == entry


def test_a_tint_between_two_entries_of_nearly_one_hue_tells_neither() -> None:
    entries = [LegendEntry(id=name, label=name, color=name) for name in ("#1f77b4", "#2a7ab8")]
    assert entry_of_tint("#8fbbda", entries, (255, 255, 255)) is None


def test_see_through_markers_that_overlap_make_one_series_an_entry() -> None:
    drawing = Drawing()
    rng = np.random.default_rng(3)
    colors = {"low": ((31, 119, 180), (98, 160, 203)), "high": ((255, 127, 14), (255, 165, 86))}
    places = {"low": (60.0, 90.0), "high": (170.0, 230.0)}
    for name, (full, tint) in colors.items():
        for i in range(24):
            x, y = 40.0 + 12 * i, float(rng.uniform(*places[name]))
            drawing.disc(x, y, 4.0, full if i % 4 == 0 else tint)
    entries = tuple(
        LegendEntry(id=name, label=name, color=f"#{full[0]:02x}{full[1]:02x}{full[2]:02x}", has_marker=True)
        for name, (full, _) in colors.items()
    )
    chart = drawing.chart().model_copy(update={"legend": Legend(entries=entries)})

    found = find_points(drawing.canvas(), chart)

    assert found is not None
    assert sorted(str(marks.name) for marks in found.series) == ["high", "low"]
    assert len({element.id for element in found.elements}) == 48


def test_a_fitted_line_and_its_band_are_no_points() -> None:
    drawing = Drawing()
    drawing.polygon([(35, 220), (320, 90), (320, 130), (35, 250)], (220, 220, 220))
    drawing.line(35, 235, 320, 110, RED, 1.5)
    for x, y in SPOTS:
        drawing.disc(x, y, 3.5, BLACK)
    found = find(drawing)
    assert len(found.elements) == len(SPOTS)


def test_dark_edges_do_not_double_the_points() -> None:
    drawing = Drawing()
    for x, y in SPOTS:
        drawing.disc(x, y, 5, BLACK)
        drawing.disc(x, y, 4, BLUE)
    assert len(find(drawing).elements) == len(SPOTS)


def test_points_on_one_line_of_the_same_ink_are_found_as_markers() -> None:
    drawing = Drawing()
    for x, y in SPOTS:
        drawing.disc(x, y, 3.5, BLUE)
    canvas = drawing.canvas()
    places = find_markers(canvas, drawing.chart(), canvas.layers[0])
    assert places == sorted(places)
    assert all(nearest(places, spot) < 0.3 for spot in SPOTS)


def test_two_hundred_points_are_nearly_all_found() -> None:
    rng = np.random.default_rng(3)
    drawing = Drawing(460, 380)
    spots = [(float(x), float(y)) for x, y in zip(rng.uniform(45, 415, 200), rng.uniform(45, 335, 200), strict=True)]
    for x, y in spots:
        drawing.disc(x, y, 3, BLUE)
    found = find(drawing)
    hits = sum(nearest(centers(found), spot) < 2 for spot in spots)
    assert hits >= 196
    assert len(found.elements) <= 204


def test_an_empty_plot_has_no_points() -> None:
    drawing = Drawing()
    assert find_points(drawing.canvas(), drawing.chart()) is None


def test_bars_are_a_weak_scatter() -> None:
    drawing = Drawing()
    for i in range(5):
        drawing.rect(50 + 50 * i, 100 + 20 * i, 80 + 50 * i, 250, BLUE)
    found = find_points(drawing.canvas(), drawing.chart())
    assert found is None or found.score * found.explained < 0.2


def chart_with(blocks: tuple[TextBlock, ...]) -> ChartStructure:
    return ChartStructure(id="c", box=(0, 0, 300, 200), plot_area=(30, 20, 280, 180), text=blocks)


@pytest.mark.parametrize(
    ("text", "misread"), [("o", True), ("0 8", True), ("▲", True), ("R2=0.75", False), ("Adelie", False)]
)
def test_marker_like_texts_are_told_from_words(text: str, misread: bool) -> None:
    chart = chart_with((block(text, 100, 100),))
    assert is_misread_marker(chart.text[0], chart) is misread


def test_texts_outside_the_plot_and_tick_labels_stay() -> None:
    chart = chart_with((block("0", 10, 100), block("8", 100, 100, TextRole.TICK_LABEL)))
    assert without_misread_markers(chart) is chart


def test_a_legend_of_misread_rings_is_dropped() -> None:
    label = block("o", 100, 100, TextRole.LEGEND_LABEL)
    legend = Legend(entries=(LegendEntry(id="e", label="o", text_ids=(label.id,)),))
    chart = chart_with((label, block("o", 120, 90))).model_copy(update={"legend": legend})
    cleared = without_misread_markers(chart)
    assert cleared.text == ()
    assert cleared.legend is None


def test_bubbles_of_all_sizes_are_found_by_their_outlines() -> None:
    drawing = Drawing(460, 380)
    bubbles = [
        (80, 90, 6),
        (150, 120, 14),
        (220, 80, 9),
        (300, 140, 22),
        (325, 160, 18),
        (120, 260, 11),
        (250, 250, 30),
        (380, 290, 7),
    ]
    for x, y, radius in sorted(bubbles, key=lambda b: -b[2]):
        drawing.disc(x, y, radius, BLACK)
        drawing.disc(x, y, radius - 1, BLUE)
    found = find(drawing)
    assert len(found.elements) == len(bubbles)
    assert all(nearest(centers(found), (x, y)) < 1.0 for x, y, _ in bubbles)


def test_see_through_bubbles_with_edges_are_one_series_overlaps_included() -> None:
    drawing = Drawing(460, 380)
    bubbles = [(80, 90, 8), (150, 120, 18), (168, 132, 16), (300, 140, 26), (325, 160, 20), (120, 260, 12)]
    bubbles += [(250, 250, 30), (285, 265, 22), (380, 290, 9), (400, 80, 14), (60, 320, 10), (200, 330, 16)]
    ys, xs = np.mgrid[:380, :460] + 0.5
    image = np.full((380, 460, 3), 255.0)
    for x, y, radius in bubbles:
        away = np.hypot(xs - x, ys - y)
        for ink, cover in ((BLUE, radius - away), (BLACK, 1.0 - np.abs(away - radius))):
            part = 0.5 * np.clip(cover + 0.5 * (ink is BLUE), 0, 1)[..., None]
            image = part * np.array(ink) + (1 - part) * image
    raster = Raster(np.round(image).astype(np.uint8))
    found = find_points(make_canvas(raster, drawing.chart()), drawing.chart(), raster=raster)
    assert found is not None
    assert len(found.series) == 1
    assert len(found.elements) == len(bubbles)
    assert all(nearest(centers(found), (x, y)) < 1.5 for x, y, _ in bubbles)


def see_through_rings(places: list[XY], *, opacity: float, radius: float = 3.0) -> np.ndarray:
    """A white picture of 240 x 240 px with a ring of 1.6 px stroke over each place, each seen through the others."""
    left = np.ones((240, 240), np.float32)
    for x, y in places:
        drawing = Drawing(240, 240)
        drawing.ring(x, y, radius, BLACK, stroke=1.6)
        left *= 1 - opacity * (1 - drawing.raster().rgb[..., 0].astype(np.float32) / 255)
    ink = np.array([76.0, 120.0, 168.0], np.float32)
    return np.round(ink + left[..., None] * (255 - ink)).astype(np.uint8)


def test_a_crowd_of_see_through_rings_is_points_though_hardly_one_stands_alone() -> None:
    rng = np.random.default_rng(11)
    crowd = [(float(x), float(y)) for x, y in rng.normal((110, 120), (9, 26), (90, 2))]
    raster = Raster(rgb=see_through_rings([*crowd, (190.0, 60.0)], opacity=0.7))
    chart = ChartStructure(id="c", box=(0, 0, 240, 240), plot_area=(30.0, 30.0, 210.0, 210.0))
    found = choose(find_hypotheses(make_canvas(raster, chart), chart, raster), chart)
    assert found is not None
    assert found[0].chart_type is ChartType.SCATTER
    assert np.mean([nearest(centers(found[0]), place) < 1.5 for place in crowd]) > 0.8


@pytest.mark.parametrize("size", [0.6, 1.5])
def test_an_outline_from_the_legend_keeps_its_stroke_when_resized(size: float) -> None:
    drawing = Drawing(60, 60)
    drawing.ring(30.0, 30.0, 6.0, BLACK, stroke=1.6)
    blob = find_blobs(1 - drawing.raster().rgb[..., 0].astype(np.float32) / 255)[0]
    ring = make_template(centered_patch(blob, 33))
    other = resized(ring, size)
    assert other is not None
    assert other.width == pytest.approx(size * 13.6, abs=1.7)
    assert other.mass == pytest.approx(2 * np.pi * (size * 6.8 - 0.8) * 1.6, rel=0.2)
    middle = other.coverage.shape[0] // 2
    assert other.coverage[middle, middle] < 0.2


def test_a_look_that_vanishes_at_a_size_is_none() -> None:
    drawing = Drawing(60, 60)
    drawing.ring(30.0, 30.0, 6.0, BLACK, stroke=1.0)
    blob = find_blobs(1 - drawing.raster().rgb[..., 0].astype(np.float32) / 255)[0]
    assert resized(make_template(centered_patch(blob, 33)), 0.01) is None


@pytest.mark.parametrize("band", [False, True])
def test_a_fit_of_the_points_own_ink_hides_none_of_them(band: bool) -> None:
    drawing = Drawing()
    if band:
        drawing.polygon([(40, 200), (320, 70), (320, 90), (40, 220)], (215, 215, 215))
    drawing.line(40, 210, 320, 80, BLACK, 2.0)
    rng = np.random.default_rng(5)
    spots = [
        (x, 228.6 - 0.464 * x + shift) for x, shift in zip(np.linspace(50, 310, 24), rng.normal(0, 32, 24), strict=True)
    ]
    for x, y in spots:
        drawing.disc(x, y, 3.5, BLACK)
    found = find(drawing)
    assert found.score > 0.6
    hit = sum(nearest(centers(found), spot) < 1.0 for spot in spots)
    assert hit >= 0.9 * len(spots)
    assert len(found.elements) <= 1.1 * len(spots)


@pytest.mark.parametrize("level", [True, False])
def test_markers_that_grey_strokes_link_are_the_points_of_a_legend_of_markers(level: bool) -> None:
    drawing = Drawing()
    ends = [(90.0 + 9 * i, 190.0 + 17 * (i % 4)) for i in range(7)]
    places = []
    for i, (low, high) in enumerate(ends):
        across = 50.0 + 30 * i
        first, second = ((low, across), (high, across)) if level else ((across, low), (across, high))
        drawing.line(*first, *second, (179, 179, 179), 1.5)
        for (x, y), ink in ((first, BLUE), (second, RED)):
            drawing.disc(x, y, 4, ink)
            places.append((x, y))
    entries = (
        LegendEntry(id="e0", label="2010", color="#1f77b4", has_marker=True),
        LegendEntry(id="e1", label="2020", color="#d62728", has_marker=True),
    )
    chart = drawing.chart().model_copy(update={"legend": Legend(entries=entries)})
    found = find_points(drawing.canvas(), chart, raster=drawing.raster())
    assert found is not None
    assert found.score > 0.8
    assert found.explained > 0.8
    assert len(found.elements) == len(places)
    assert all(nearest(centers(found), place) < 0.5 for place in places)


@pytest.mark.parametrize("columns", [False, True])
def test_points_over_a_grey_way_that_turns_back_are_loose_unless_they_stand_in_columns(columns: bool) -> None:
    drawing = Drawing()
    turns = np.linspace(0, 5 * np.pi, 130)
    way = np.column_stack([180 + (55 + 5 * turns) * np.sin(turns), 140 + (30 + 4 * turns) * np.cos(1.1 * turns)])
    if columns:
        steps = [40.0 + 35 * i for i in range(9)]
        curves = [[(x, 70.0 + 40 * k + 18 * np.sin(0.8 * i + k)) for i, x in enumerate(steps)] for k in range(4)]
        spots = [spot for curve in curves for spot in curve]
    else:
        curves = [[(float(x), float(y)) for x, y in way]]
        spots = curves[0][::4]
    for curve in curves:
        for start, end in itertools.pairwise(curve):
            drawing.line(*start, *end, (170, 170, 170), 1.5)
    for x, y in spots:
        drawing.disc(x, y, 4, BLUE)
    found = find(drawing)
    if columns:
        assert found.score < 0.5
        return
    assert found.score > 0.9
    assert found.explained > 0.9
    assert len(found.elements) == len(spots)
    assert max(nearest(centers(found), spot) for spot in spots) < 0.75  # some touch
