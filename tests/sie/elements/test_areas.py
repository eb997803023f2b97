"""Areas of drawn charts, and bars that are none."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from sie.artifacts import ChartStructure, Element, Legend, LegendEntry, Raster
from sie.elements.areas import find_areas, gradual_share
from sie.elements.hypothesis import Hypothesis
from sie.elements.ink import make_canvas
from sie.vocab import Stacking

PLOT = (40.0, 20.0, 440.0, 280.0)
BLUE, RED = (80, 130, 190), (190, 80, 80)
XS = np.arange(40.0, 441.0)


def make_picture() -> np.ndarray:
    return np.full((320, 480, 3), 255, np.uint8)


def fill(rgb: np.ndarray, top: np.ndarray, bottom: np.ndarray, color: tuple[int, int, int], alpha: float = 1.0) -> None:
    """Paints what lies between two edges, each pixel by the exact part of its height that is covered."""
    columns = np.arange(40, 440)
    high, low = (np.interp(columns + 0.5, XS, edge)[None] for edge in (top, bottom))
    rows = np.arange(rgb.shape[0])[:, None]
    cover = np.clip(np.minimum(rows + 1, low) - np.maximum(rows, high), 0.0, 1.0)[..., None] * alpha
    rgb[:, 40:440] = np.round(cover * np.array(color) + (1 - cover) * rgb[:, 40:440]).astype(np.uint8)


def read(
    rgb: np.ndarray,
    colors: tuple[tuple[int, int, int], ...] = (),
    *,
    boxes: Sequence[tuple[float, float, float, float]] | None = None,
) -> Hypothesis | None:
    """The areas of a picture by legend colours; `boxes` are those of the legend's samples."""
    entries = tuple(
        LegendEntry(
            id=f"e{i}",
            label=f"S{i}",
            color="#{:02x}{:02x}{:02x}".format(*c),
            is_patch=True,
            swatch_box=boxes and boxes[i],
        )
        for i, c in enumerate(colors)
    )
    legend = Legend(entries=entries) if entries else None
    chart = ChartStructure(id="c", box=(0, 0, 480, 320), plot_area=PLOT, legend=legend)
    return find_areas(make_canvas(Raster(rgb), chart), chart)


def off(element: Element, top: np.ndarray) -> float:
    path = np.array(element.path)[5:-5]
    return float(np.median(np.abs(path[:, 1] - np.interp(path[:, 0], XS, top))))


BASE = np.full(len(XS), 280.0)
LOW = 210 + 30 * np.sin(XS / 40)
HIGH = LOW - 60 + 20 * np.cos(XS / 30)


def test_areas_reads_a_plain_area_by_its_upper_edge() -> None:
    rgb = make_picture()
    fill(rgb, LOW, BASE, BLUE)
    found = read(rgb)
    assert found is not None
    assert found.stacking is Stacking.NONE
    assert len(found.elements) == 1
    assert off(found.elements[0], LOW) < 0.5
    assert found.score > 0.8


def test_areas_stacks_by_the_legend() -> None:
    rgb = make_picture()
    fill(rgb, HIGH, BASE, RED)
    fill(rgb, LOW, BASE, BLUE)
    found = read(rgb, (BLUE, RED))
    assert found is not None
    assert found.stacking is Stacking.STACKED
    assert [marks.name for marks in found.series] == ["S0", "S1"]
    assert off(found.elements[0], LOW) < 0.6
    assert off(found.elements[1], HIGH) < 0.6


def test_level_strips_no_thicker_than_strokes_are_no_stack_of_areas() -> None:
    rgb = make_picture()
    fill(rgb, BASE - 12, BASE - 6, RED)
    fill(rgb, BASE - 6, BASE, BLUE)
    found = read(rgb, (BLUE, RED, (0, 128, 0)))
    assert found is not None
    assert found.stacking is Stacking.NONE


def test_areas_sees_overlapping_tints_as_two_areas() -> None:
    rgb = make_picture()
    first, second = 150 + 0.25 * (XS - 40), 250 - 0.25 * (XS - 40)
    fill(rgb, first, BASE, (255, 0, 0), 0.4)
    fill(rgb, second, BASE, (0, 0, 255), 0.4)
    found = read(rgb, ((255, 153, 153), (153, 153, 255)))
    assert found is not None
    assert found.stacking is Stacking.NONE
    assert len(found.series) == 2
    assert off(found.elements[0], first) < 1.0
    assert off(found.elements[1], second) < 1.0


def test_areas_takes_bars_for_no_areas() -> None:
    rgb = make_picture()
    for k, top in enumerate((100, 200, 60, 180)):
        cv2.rectangle(rgb, (40 + 100 * k, top), (139 + 100 * k, 279), BLUE, -1)
    found = read(rgb)
    assert found is None or found.score < 0.2


def test_areas_takes_a_band_for_no_area() -> None:
    rgb = make_picture()
    fill(rgb, HIGH, LOW, BLUE)
    found = read(rgb)
    assert found is None or found.score < 0.2


@pytest.mark.parametrize(("rows", "share"), [(np.arange(30.0), 1.0), (np.repeat([0.0, 40.0, 10.0], 12), 0.0)])
def test_gradual_share_tells_slopes_from_steps(rows: np.ndarray, share: float) -> None:
    assert gradual_share(rows) == pytest.approx(share)


@pytest.mark.parametrize(
    ("x0", "x1", "y0", "y1"),
    [(60, 160, 120, 200), (200, 300, 90, 220), (320, 420, 130, 240), (100, 350, 150, 190), (45, 120, 160, 260)],
)
def test_areas_edges_pass_behind_a_legend(x0: int, x1: int, y0: int, y1: int) -> None:
    rgb = make_picture()
    fill(rgb, LOW, BASE, BLUE)
    rgb[y0:y1, x0:x1] = 255
    swatch, label = (x0 + 4.0, y0 + 5.0, x0 + 16.0, y0 + 12.0), (x0 + 20.0, y0 + 3.0, x1 - 4.0, y0 + 14.0)
    rgb[y0 + 5 : y0 + 12, x0 + 4 : x0 + 16] = BLUE
    entry = LegendEntry(
        id="e", label="S", label_box=label, swatch_box=swatch, color="#5082be", is_patch=True
    )  # fmt: skip
    legend = Legend(entries=(entry,), box=(float(x0), float(y0), float(x1), float(y1)))
    chart = ChartStructure(id="c", box=(0, 0, 480, 320), plot_area=PLOT, legend=legend)

    found = find_areas(make_canvas(Raster(rgb), chart), chart)

    assert found is not None
    path = np.array(found.elements[0].path)[5:-5]
    assert np.abs(path[:, 1] - np.interp(path[:, 0], XS, LOW)).max() < 25.0


@pytest.mark.parametrize("gap", [4, 8, 12, 20, 30])
def test_areas_do_not_take_in_stray_columns(gap: int) -> None:
    rgb = make_picture()
    fill(rgb, LOW, BASE, BLUE)
    rgb[:, 440 - gap - 2 :] = 255
    rgb[150:280, 438:440] = BLUE

    found = read(rgb)

    assert found is not None
    assert found.elements[0].path[-1][0] < 440 - gap


def test_areas_with_outlines_stack_and_take_the_entry_that_they_are_a_tint_of() -> None:
    rgb = make_picture()
    base = np.full(len(XS), 280.0)
    edges = [base, 240 + 8 * np.sin(XS / 40), 170 + 15 * np.cos(XS / 60), 90 + 12 * np.sin(XS / 70)]
    inks = ((80, 112, 221), (182, 214, 52), (80, 83, 114))
    for low, high, ink in zip(edges, edges[1:], inks, strict=False):
        fill(rgb, high, low, ink, 0.7)
    for high, ink in zip(edges[1:], inks, strict=True):
        fill(rgb, high - 1.5, high + 1.5, ink)
    found = read(rgb, inks)
    assert found is not None
    assert found.stacking is Stacking.STACKED
    assert [one.name for one in found.series] == ["S0", "S1", "S2"]
    assert all(off(element, high) < 1.0 for element, high in zip(found.elements, edges[1:], strict=True))


TINTS = [(57, 59, 121), (107, 110, 207), (156, 158, 222), (99, 121, 57), (181, 207, 107), (206, 219, 156)]
TINTS += [(140, 109, 49), (231, 186, 82), (231, 203, 148), (132, 60, 57), (214, 97, 107), (231, 150, 156)]


def tint(ink: tuple[int, int, int], opacity: float) -> tuple[int, int, int]:
    """An ink's colour on white at an opacity."""
    red, green, blue = (round(255 + opacity * (part - 255)) for part in ink)
    return red, green, blue


def make_stack(thicknesses: list[np.ndarray]) -> list[np.ndarray]:
    """The upper edges of parts that stand upon each other, the lowest first."""
    return [BASE - part for part in np.cumsum(thicknesses, axis=0)]


@pytest.mark.parametrize("thin", [5.0, 8.0])
def test_areas_reads_a_stack_of_twelve_tints_with_parts_of_a_few_pixels(thin: float) -> None:
    tops = make_stack([(thin if i % 3 else 25.0) * (1 + 0.3 * np.sin(XS / 35 + i)) for i in range(12)])
    rgb = make_picture()
    for color, top, bottom in zip(TINTS, tops, [BASE, *tops[:-1]], strict=True):
        fill(rgb, top, bottom, color)
    found = read(rgb, tuple(TINTS))
    assert found is not None
    assert found.stacking is Stacking.STACKED
    assert [marks.name for marks in found.series] == [f"S{i}" for i in range(12)]
    assert max(off(element, top) for element, top in zip(found.elements, tops, strict=True)) < 1.0


def test_areas_reads_the_parts_above_one_that_vanishes_for_a_while() -> None:
    gone = 20.0 * np.clip(np.abs(XS - 240) / 100 - 0.8, 0, 1)
    tops = make_stack([40 + 8 * np.sin(XS / 30), gone, 30 + 5 * np.cos(XS / 25), 25 + 4 * np.sin(XS / 20)])
    rgb = make_picture()
    for color, top, bottom in zip(TINTS[::3], tops, [BASE, *tops[:-1]], strict=True):
        fill(rgb, top, bottom, color)
    found = read(rgb, tuple(TINTS[::3]))
    assert found is not None
    assert len(found.elements) == 4
    assert max(off(element, top) for element, top in zip(found.elements, tops, strict=True)) < 0.6


@pytest.mark.parametrize("opacity", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("backwards", [False, True])
def test_areas_that_show_through_each_other_are_told_by_their_mixtures(opacity: float, backwards: bool) -> None:
    inks = ((31, 119, 180), (255, 127, 14), (44, 160, 44))
    tops = [150 + 60 * np.sin(XS / 60), 160 + 50 * np.cos(XS / 45), 200 + 20 * np.sin(XS / 50 + 1)]
    rgb = make_picture()
    for ink, top in list(zip(inks, tops, strict=True))[:: -1 if backwards else 1]:
        fill(rgb, top, BASE, ink, opacity)
    tints = tuple(tint(ink, opacity) for ink in inks)
    found = read(rgb, tints)
    assert found is not None
    assert found.stacking is Stacking.NONE
    assert [marks.name for marks in found.series] == ["S0", "S1", "S2"]
    assert max(off(element, top) for element, top in zip(found.elements, tops, strict=True)) < 0.7


OVERLAID = [150 + 60 * np.sin(XS / 60), 160 + 50 * np.cos(XS / 45), 200 + 20 * np.sin(XS / 50 + 1)]
INKS = ((31, 119, 180), (255, 127, 14), (44, 160, 44))


def test_overlapping_areas_are_told_by_a_see_through_legend_that_lies_on_them() -> None:
    rgb = make_picture()
    for ink, top in zip(INKS, OVERLAID, strict=True):
        fill(rgb, top, BASE, ink, 0.5)
    behind = (210, 215, 205)
    rgb[20:120, 445:478] = behind
    mixed = (np.array(INKS) + np.array(behind)) // 2
    boxes = [(452.0, 30.0 + 25 * k, 472.0, 40.0 + 25 * k) for k in range(3)]
    for color, (x0, y0, x1, y1) in zip(mixed, boxes, strict=True):
        rgb[int(y0) : int(y1), int(x0) : int(x1)] = color
    found = read(rgb, tuple((int(r), int(g), int(b)) for r, g, b in mixed), boxes=boxes)
    assert found is not None
    assert found.stacking is Stacking.NONE
    assert max(off(element, top) for element, top in zip(found.elements, OVERLAID, strict=True)) < 0.7


def test_stacked_greys_with_touching_legend_keys_are_no_overlap() -> None:
    greys = ((51, 51, 51), (115, 115, 115), (152, 152, 152), (180, 180, 180), (204, 204, 204))
    tops = make_stack([30 + 8 * np.sin(XS / 30 + k) for k in range(5)])
    rgb = make_picture()
    for color, top, bottom in zip(greys, tops, [BASE, *tops[:-1]], strict=True):
        fill(rgb, top, bottom, color)
    for k, color in enumerate(greys):
        rgb[30 + 20 * k : 50 + 20 * k, 452:472] = color
    boxes = [(452.0, 30.0 + 20 * k, 472.0, 50.0 + 20 * k) for k in range(5)]
    found = read(rgb, greys, boxes=boxes)
    assert found is not None
    assert found.stacking is Stacking.STACKED
    assert max(off(element, top) for element, top in zip(found.elements, tops, strict=True)) < 0.7


def test_overlapping_areas_are_told_by_a_legend_of_their_full_inks() -> None:
    rgb = make_picture()
    for ink, top in zip(INKS, OVERLAID, strict=True):
        fill(rgb, top, BASE, ink, 0.6)
    found = read(rgb, INKS)
    assert found is not None
    assert found.stacking is Stacking.NONE
    assert max(off(element, top) for element, top in zip(found.elements, OVERLAID, strict=True)) < 0.7


def test_areas_an_area_that_never_lies_alone_is_read_through_the_other() -> None:
    inks = ((120, 60, 200), (20, 150, 120))
    rgb = make_picture()
    for ink, top in zip(inks, (HIGH, LOW), strict=True):
        fill(rgb, top, BASE, ink, 0.4)
    tints = tuple(tint(ink, 0.4) for ink in inks)
    found = read(rgb, tints)
    assert found is not None
    assert found.stacking is Stacking.NONE
    assert [off(element, top) < 0.7 for element, top in zip(found.elements, (HIGH, LOW), strict=True)] == [True, True]


def test_areas_stacked_in_inks_a_little_off_their_entries_are_no_overlap() -> None:
    inks = ((70, 114, 196), (237, 125, 49))
    rgb = make_picture()
    fill(rgb, LOW, BASE, inks[0])
    fill(rgb, HIGH, LOW, (229, 119, 56))  # as nine tenths of it over the other would look
    found = read(rgb, inks)
    assert found is not None
    assert found.stacking is Stacking.STACKED


@pytest.mark.parametrize("pale", ["bottom", "top"])
@pytest.mark.parametrize("ink", [(120, 30, 140), (31, 119, 180), (255, 120, 40)])
def test_an_area_with_a_gradient_is_one(pale: str, ink: tuple[int, int, int]) -> None:
    rgb = make_picture()
    fill(rgb, HIGH, BASE, ink)
    rows = np.arange(rgb.shape[0])
    strength = np.clip((rows - 100) / 180, 0, 1) if pale == "top" else np.clip((280 - rows) / 180, 0, 1)
    shade = (0.25 + 0.75 * strength)[:, None, None]
    rgb = np.round(255 + shade * (rgb.astype(float) - 255)).astype(np.uint8)
    found = read(rgb)
    assert found is not None
    assert len(found.elements) == 1
    assert off(found.elements[0], HIGH) < 0.7


@pytest.mark.parametrize("pen", [0.0, 1.0, 3.0])
def test_shares_in_greys_with_outlines_are_a_stack(pen: float) -> None:
    greys = tuple((value,) * 3 for value in (51, 115, 152, 180, 204))
    thick = [45 + 12 * np.sin(XS / 30 + i) for i in range(4)]
    tops = [*make_stack(thick), np.full(len(XS), 40.0)]
    rgb = make_picture()
    for grey, top, bottom in zip(greys, tops, [BASE, *tops[:-1]], strict=True):
        fill(rgb, top, bottom, grey)
    for top in tops:
        fill(rgb, top - pen / 2, top + pen / 2, (0, 0, 0))
    found = read(rgb, greys)
    assert found is not None
    assert found.stacking is Stacking.STACKED
    assert [marks.name for marks in found.series] == [f"S{i}" for i in range(5)]
    assert max(off(element, top) for element, top in zip(found.elements, tops, strict=True)) < 1.0


@pytest.mark.parametrize("blur", [0.8, 1.2])
def test_two_fills_that_the_legend_names_are_two_though_their_edge_is_blurred(blur: float) -> None:
    greys = ((140, 140, 140), (217, 217, 217))
    rgb = make_picture()
    fill(rgb, HIGH, BASE, greys[1])
    fill(rgb, LOW, BASE, greys[0])
    rgb = cv2.GaussianBlur(rgb, (0, 0), blur)
    found = read(rgb, greys)
    assert found is not None
    assert [marks.name for marks in found.series] == ["S0", "S1"]
    assert off(found.elements[0], LOW) < 2.0
    assert off(found.elements[1], HIGH) < 2.0
