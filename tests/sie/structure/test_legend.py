from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from sie.artifacts import Legend, Raster, TextBlock
from sie.structure.legend import find_legend, is_margin
from sie.structure.legend_text import is_number

FONT = cv2.FONT_HERSHEY_SIMPLEX
RED, BLUE, GREEN, BLACK, GREY = (214, 39, 40), (31, 119, 180), (44, 160, 44), (0, 0, 0), (242, 242, 242)
Draw = Callable[[np.ndarray, int, int], None]
"""Draws a swatch whose left middle is at x, y."""


class Page:
    """A white picture on which text is written with tight blocks."""

    def __init__(self, width: int = 500, height: int = 300) -> None:
        self.rgb = np.full((height, width, 3), 255, np.uint8)
        self.blocks: list[TextBlock] = []

    def write(self, text: str, x: int, y: int, *, shown: str | None = None) -> TextBlock:
        """Text whose left middle is at x, y; `shown` is drawn where the reading differs."""
        (width, height), _ = cv2.getTextSize(shown or text, FONT, 0.45, 1)
        cv2.putText(self.rgb, shown or text, (x, y + height // 2), FONT, 0.45, BLACK, 1, cv2.LINE_AA)
        top = y + height // 2 - height
        return self.block(text, (x, top, x + width, top + height + 1))

    def block(self, text: str, box: tuple[float, float, float, float], confidence: float = 0.9) -> TextBlock:
        x0, y0, x1, y1 = box
        polygon = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        block = TextBlock(id=f"t{len(self.blocks)}", text=text, polygon=polygon, confidence=confidence)
        self.blocks.append(block)
        return block

    def find(self, **kwargs: object) -> Legend | None:
        return find_legend(Raster(self.rgb), self.blocks, None, **kwargs)  # type: ignore[arg-type]


def patch(color: tuple[int, int, int], *, edge: tuple[int, int, int] | None = None) -> Draw:
    def draw(rgb: np.ndarray, x: int, y: int) -> None:
        cv2.rectangle(rgb, (x, y - 5), (x + 19, y + 4), color, -1)
        if edge:
            cv2.rectangle(rgb, (x, y - 5), (x + 19, y + 4), edge, 1)

    return draw


def line(color: tuple[int, int, int], *, dash: int = 0, marker: bool = False) -> Draw:
    def draw(rgb: np.ndarray, x: int, y: int) -> None:
        for start in range(x, x + 30, 2 * dash or 30):
            cv2.line(rgb, (start, y), (min(start + (dash or 30), x + 30) - 1, y), color, 2)
        if marker:
            cv2.circle(rgb, (x + 15, y), 5, color, -1, cv2.LINE_AA)

    return draw


def circle(color: tuple[int, int, int], *, filled: bool = True) -> Draw:
    def draw(rgb: np.ndarray, x: int, y: int) -> None:
        cv2.circle(rgb, (x + 5, y), 4, color, -1 if filled else 1, cv2.LINE_AA)

    return draw


def hatch(step: int) -> Draw:
    def draw(rgb: np.ndarray, x: int, y: int) -> None:
        cv2.rectangle(rgb, (x, y - 6), (x + 24, y + 6), BLACK, 1)
        for k in range(x + step, x + 24, step):
            cv2.line(rgb, (k, y - 5), (k, y + 5), BLACK, 1)

    return draw


def column(draws: list[Draw], labels: list[str], *, x: int = 350, width: int = 40, pitch: int = 20) -> Page:
    page = Page()
    for k, (draw, label) in enumerate(zip(draws, labels, strict=True)):
        y = 60 + k * pitch
        draw(page.rgb, x, y)
        page.write(label, x + width, y)
    return page


def labels_of(legend: Legend | None) -> list[str]:
    return [] if legend is None else [entry.label for entry in legend.entries]


NAMES = ["North", "South", "gap area"]


@pytest.mark.parametrize(
    ("draws", "kind"),
    [
        ([patch(RED), patch(BLUE), patch(GREEN)], "is_patch"),
        ([line(RED), line(BLUE), line(GREEN)], "has_line"),
        ([circle(RED), circle(BLUE), circle(GREEN)], "has_marker"),
    ],
)
def test_legend_column_gives_names_colours_and_kind(draws: list[Draw], kind: str) -> None:
    legend = column(draws, NAMES).find()
    assert labels_of(legend) == NAMES
    assert legend is not None
    assert [entry.color for entry in legend.entries] == ["#d62728", "#1f77b4", "#2ca02c"]
    assert all(getattr(entry, kind) for entry in legend.entries)


def test_legend_row_pairs_each_label_with_the_swatch_before_it() -> None:
    page = Page()
    for k, (color, name) in enumerate(zip((RED, BLUE, GREEN), NAMES, strict=True)):
        patch(color)(page.rgb, 40 + 110 * k, 280)
        page.write(name, 68 + 110 * k, 280)
    legend = page.find()
    assert labels_of(legend) == NAMES
    assert legend is not None
    assert [entry.color for entry in legend.entries] == ["#d62728", "#1f77b4", "#2ca02c"]


def test_legend_with_swatches_right_of_the_labels_is_found() -> None:
    page = Page()
    for k, color in enumerate((RED, BLUE, GREEN)):
        block_width = cv2.getTextSize(NAMES[k], FONT, 0.45, 1)[0][0]
        page.write(NAMES[k], 400 - block_width, 60 + 20 * k)
        line(color)(page.rgb, 408, 60 + 20 * k)
    legend = page.find()
    assert labels_of(legend) == NAMES
    assert legend is not None
    assert [entry.color for entry in legend.entries] == ["#d62728", "#1f77b4", "#2ca02c"]


def test_legend_tells_dashes_and_markers_of_one_colour_apart() -> None:
    draws = [line(BLACK), line(BLACK, dash=5), line(BLACK, marker=True)]
    legend = column(draws, NAMES).find()
    assert legend is not None
    assert [(e.dashed, e.has_marker) for e in legend.entries] == [(False, False), (True, False), (False, True)]


def test_legend_tells_hatched_from_white_patches() -> None:
    legend = column([hatch(4), hatch(30), hatch(8)], NAMES).find()
    assert legend is not None
    assert [entry.hatched for entry in legend.entries] == [True, False, True]
    assert legend.entries[1].color == "#ffffff"
    assert legend.entries[1].edge_color == "#000000"


def test_legend_keeps_fill_and_outline_apart() -> None:
    legend = column([patch(RED, edge=BLACK), patch(BLUE, edge=BLACK)], NAMES[:2]).find()
    assert legend is not None
    assert [(entry.color, entry.edge_color) for entry in legend.entries] == [
        ("#d62728", "#000000"),
        ("#1f77b4", "#000000"),
    ]


def test_legend_swatch_box_is_tight() -> None:
    legend = column([patch(RED), patch(BLUE)], NAMES[:2]).find()
    assert legend is not None
    assert legend.entries[0].swatch_box == pytest.approx((350, 55, 370, 65), abs=0.3)


def test_legend_looks_inside_key_boxes_that_touch() -> None:
    page = Page()
    page.rgb[40:112, 350:374] = 230
    for k, color in enumerate((RED, BLUE, GREEN)):
        cv2.circle(page.rgb, (362, 52 + 24 * k), 4, color, -1, cv2.LINE_AA)
        page.write(NAMES[k], 382, 52 + 24 * k)
    legend = page.find()
    assert labels_of(legend) == NAMES
    assert legend is not None
    assert [entry.color for entry in legend.entries] == ["#d62728", "#1f77b4", "#2ca02c"]
    assert all(entry.swatch_box[2] - entry.swatch_box[0] < 12 for entry in legend.entries if entry.swatch_box)


def test_legend_takes_its_title_from_above_a_column() -> None:
    page = column([patch(RED), patch(BLUE)], NAMES[:2])
    title = page.write("Region", 350, 40)
    legend = page.find()
    assert legend is not None
    assert legend.title == "Region"
    assert legend.title_ids == (title.id,)


def test_legend_label_of_two_lines_is_joined() -> None:
    page = column([patch(RED), patch(BLUE)], ["Prices of", "Wages"], pitch=50)
    page.write("goods sold", 390, 60 + 14)
    assert labels_of(page.find()) == ["Prices of goods sold", "Wages"]


def test_legend_ignores_markers_read_as_text() -> None:
    page = column([circle(RED), circle(BLUE), circle(GREEN)], NAMES)
    for k in range(3):
        page.block("o●O"[k], (350, 55 + 20 * k, 360, 65 + 20 * k), confidence=0.5)
    assert labels_of(page.find()) == NAMES


def test_legend_label_that_swallowed_its_marker_loses_it() -> None:
    page = Page()
    for k, color in enumerate((RED, BLUE)):
        circle(color)(page.rgb, 350, 60 + 20 * k)
        block = page.write(NAMES[k], 372, 60 + 20 * k)
        _, y0, x1, y1 = block.box
        page.blocks[-1] = block.model_copy(
            update={"text": f"● {NAMES[k]}", "polygon": ((349.0, y0), (x1, y0), (x1, y1), (349.0, y1))}
        )
    legend = page.find()
    assert labels_of(legend) == NAMES[:2]
    assert legend is not None
    assert legend.entries[0].label_box is not None
    assert legend.entries[0].label_box[0] > 365


@pytest.mark.parametrize("readings", [["I North", "IT South"], ["-1 North", "11 South"]])
def test_label_read_with_its_black_line_and_marker_is_the_label_alone(readings: list[str]) -> None:
    page = Page()
    for k, reading in enumerate(readings):
        y = 60 + 20 * k
        cv2.line(page.rgb, (350, y), (379, y), BLACK, 2)
        if k:
            cv2.rectangle(page.rgb, (361, y - 4), (369, y + 4), BLACK, -1)
        else:
            cv2.fillPoly(page.rgb, [np.array([[365, y - 5], [370, y], [365, y + 5], [360, y]])], BLACK)
        block = page.write(NAMES[k], 384, y)
        _, y0, x1, y1 = block.box
        page.blocks[-1] = block.model_copy(
            update={"text": reading, "polygon": ((350.0, y0), (x1, y0), (x1, y1), (350.0, y1))}
        )
    legend = page.find()
    assert labels_of(legend) == NAMES[:2]
    assert legend is not None
    assert all(entry.has_line and entry.has_marker for entry in legend.entries)


@pytest.mark.parametrize(
    ("readings", "names"),
    [
        (["T Line 1", "I Line 2"], ["Line 1", "Line 2"]),
        (["I Line", "T Line"], ["I Line", "T Line"]),
    ],
)
def test_words_read_from_line_samples_beside_the_labels_are_dropped(readings: list[str], names: list[str]) -> None:
    page = Page()
    for k, (reading, name) in enumerate(zip(readings, names, strict=True)):
        line((RED, BLUE)[k], marker=True)(page.rgb, 350, 60 + 20 * k)
        page.write(reading, 390, 60 + 20 * k, shown=name)
    assert labels_of(page.find()) == names


def test_line_samples_that_differ_in_their_dashes_alone_are_a_legend() -> None:
    page = Page()
    for k, (name, dash) in enumerate(zip(NAMES, (48, 4, 2), strict=True)):
        y = 60 + 20 * k
        for start in range(350, 398, 2 * dash):
            page.rgb[y, start : start + dash] = 0
        cv2.circle(page.rgb, (374, y), 4, BLACK, 1, cv2.LINE_AA)
        page.write(name, 406, y)
    assert labels_of(page.find()) == NAMES


def test_years_beside_patches_whose_ink_begins_in_another_column_are_a_legend() -> None:
    page = column([patch(RED), patch(BLUE)], ["2019", "2020"])
    x0, y0, _, y1 = page.blocks[1].box
    page.rgb[int(y0) : int(y1) + 1, int(x0) : int(x0) + 9] = 255
    assert labels_of(page.find()) == ["2019", "2020"]


def test_row_of_crosses_read_as_letters_is_no_legend() -> None:
    page = Page()
    for x in (*range(200, 240, 5), *range(245, 300, 8)):
        cv2.line(page.rgb, (x - 3, 147), (x + 3, 153), BLUE, 1)
        cv2.line(page.rgb, (x - 3, 153), (x + 3, 147), BLUE, 1)
        page.rgb[150, x - 3 : x + 4] = BLUE
    page.block("MMCXXXMKXX", (196.0, 146.0, 302.0, 155.0))
    assert page.find() is None


@pytest.mark.parametrize(("x", "names"), [(350, ["Series1"]), (250, [])])
def test_lone_marker_beside_the_plot_is_an_entry_and_inside_it_a_point(x: int, names: list[str]) -> None:
    page = column([circle(BLUE)], ["Series1"], x=x, width=14)
    for k in range(6):
        circle(BLUE)(page.rgb, 40 + 30 * k, 250 - 20 * k)
    assert labels_of(find_legend(Raster(page.rgb), page.blocks, (20.0, 20.0, 340.0, 280.0))) == names


@pytest.mark.parametrize("color", [BLUE, BLACK])
def test_lone_marker_in_a_frame_is_an_entry(color: tuple[int, int, int]) -> None:
    page = column([circle(color)], ["Series1"], x=250, width=14)
    top, bottom = page.blocks[0].box[1], page.blocks[0].box[3]
    cv2.rectangle(page.rgb, (240, int(top) - 6), (int(page.blocks[0].box[2]) + 6, int(bottom) + 6), (204, 204, 204), 1)
    for k in range(6):
        circle(color)(page.rgb, 40 + 30 * k, 250 - 20 * k)
    assert labels_of(find_legend(Raster(page.rgb), page.blocks, (20.0, 20.0, 340.0, 280.0))) == ["Series1"]


def test_tick_labels_with_marks_are_no_legend() -> None:
    page = Page()
    for k in range(5):
        page.write(str(10 * k), 20, 40 + 30 * k)
        cv2.line(page.rgb, (48, 40 + 30 * k), (53, 40 + 30 * k), BLACK, 1)
    assert page.find() is None


def test_excluded_blocks_are_no_entries() -> None:
    page = column([patch(RED), patch(BLUE), patch(GREEN)], NAMES)
    assert labels_of(page.find(exclude_ids=("t0",))) == NAMES[1:]


def test_size_legend_names_no_series() -> None:
    page = Page()
    for k, radius in enumerate((3, 5, 7)):
        cv2.circle(page.rgb, (360, 60 + 22 * k), radius, BLUE, -1, cv2.LINE_AA)
        page.write(str(10 * (k + 1)), 376, 60 + 22 * k)
    assert page.find() is None


def test_lone_entry_counts_when_the_plot_shows_its_colour() -> None:
    page = column([line(BLUE)], ["Series1"])
    assert page.find() is None
    cv2.line(page.rgb, (20, 250), (300, 100), BLUE, 2)
    assert labels_of(page.find()) == ["Series1"]


def test_sure_legend_needs_swatches_of_different_colours() -> None:
    assert labels_of(column([patch(RED), patch(BLUE)], NAMES[:2]).find(sure=True)) == NAMES[:2]
    assert column([line(BLACK), line(BLACK, dash=5)], NAMES[:2]).find(sure=True) is None


def test_legend_on_black_is_found() -> None:
    page = column([line(RED), line(BLUE)], NAMES[:2])
    page.rgb = np.ascontiguousarray(255 - page.rgb)
    legend = page.find()
    assert labels_of(legend) == NAMES[:2]
    assert legend is not None
    assert legend.entries[0].color == "#29d8d7"


@pytest.mark.parametrize(("text", "expected"), [("1,200", True), ("-3.5 %", True), ("$40k", True), ("Q1", False)])
def test_numbers_are_told_from_words(text: str, expected: bool) -> None:
    assert is_number(text) is expected


def test_a_text_over_the_middle_of_the_plot_is_no_legend_title() -> None:
    page = column([patch(RED), patch(BLUE)], NAMES[:2], x=20)
    title = page.write("Mix of the year", 200, 40)
    middle = title.center[0]
    legend = find_legend(Raster(page.rgb), page.blocks, (middle - 120, 60.0, middle + 120, 290.0))
    assert legend is not None
    assert legend.title_ids == ()


def test_bars_in_pairs_before_centred_labels_are_a_legend() -> None:
    page = Page()
    for y, text, x in ((60, "OpenMP", 84), (82, "MPI", 104)):
        for left, top in ((50, y - 8), (62, y - 5)):
            cv2.rectangle(page.rgb, (left, top), (left + 7, y + 5), BLACK, 1)
            cv2.rectangle(page.rgb, (left + 1, top + 1), (left + 6, y + 4), BLUE if text == "MPI" else RED, -1)
        page.write(text, x, y)
    legend = page.find()
    assert legend is not None
    assert [entry.label for entry in legend.entries] == ["OpenMP", "MPI"]


def test_what_was_read_from_a_glyph_before_the_label_is_dropped() -> None:
    page = Page()
    for y, text in ((60, "20 C"), (82, "40 C")):
        cv2.line(page.rgb, (100, y), (130, y), RED if y == 60 else BLUE, 2)
        cv2.circle(page.rgb, (115, y), 4, RED if y == 60 else BLUE, -1)
        block = page.write(text, 136, y)
        page.blocks.pop()
        page.block(f"LT IT {text}", (100, block.box[1], block.box[2], block.box[3]))
    legend = page.find()
    assert legend is not None
    assert [entry.label for entry in legend.entries] == ["20 C", "40 C"]


@pytest.mark.parametrize("thickness", [1, 2])
def test_grid_lines_through_the_labels_do_not_hide_their_swatches(thickness: int) -> None:
    page = column([line(RED), line(BLUE)], ["Treatment group", "Control group"])
    for x in (335, 410, 460):
        strip = page.rgb[40:, x : x + thickness]
        strip[(strip > 128).all(axis=2)] = 205
    assert labels_of(page.find()) == ["Treatment group", "Control group"]


def test_legend_of_two_distant_columns_below_the_plot_is_one() -> None:
    page = Page(width=700)
    for k, (color, name) in enumerate([(RED, "Firefox"), (GREEN, "Edge"), (BLUE, "Chrome"), (BLACK, "Others")]):
        x, y = 40 + 330 * (k // 2), 240 + 22 * (k % 2)
        patch(color)(page.rgb, x, y)
        page.write(name, x + 26, y)
    assert sorted(labels_of(page.find())) == ["Chrome", "Edge", "Firefox", "Others"]


@pytest.mark.parametrize(("gap", "title"), [(13, "Year"), (24, None)])
def test_text_apart_from_a_legend_below_the_plots_middle_is_the_axis_title(gap: int, title: str | None) -> None:
    page = Page()
    for k, (color, name) in enumerate([(RED, "North"), (BLUE, "South")]):
        patch(color)(page.rgb, 220, 250 + 20 * k)
        page.write(name, 246, 250 + 20 * k)
    page.write("Year", 222, 250 - 5 - gap)
    legend = find_legend(Raster(page.rgb), page.blocks, (20.0, 20.0, 480.0, 200.0))
    assert legend is not None
    assert legend.title == title


@pytest.mark.parametrize(
    ("box", "margin"), [((0, 30, 40, 50), True), ((60, 80, 80, 90), False), ((0, 100, 20, 110), False)]
)
def test_the_pages_margin_beside_bars_is_no_swatch(box: tuple[int, int, int, int], margin: bool) -> None:
    rgb = np.full((160, 400, 3), 255, np.uint8)
    rgb[30:50, 40:180] = rgb[100:110, 0:20] = (103, 81, 147)
    assert is_margin(rgb, box) == margin


def marker_over_line(marker_x: int) -> Page:
    """A marker beside its label, and below it a line as wide as three labels are high."""
    page = Page()
    cv2.circle(page.rgb, (marker_x, 60), 5, BLUE, -1, cv2.LINE_AA)
    cv2.line(page.rgb, (310, 80), (370, 80), RED, 2)
    for label, y in (("Trees", 60), ("Fit", 80)):
        page.write(label, 385, y)
    return page


def test_a_marker_and_a_line_are_one_legend_where_their_middles_agree() -> None:
    assert labels_of(marker_over_line(340).find()) == ["Trees", "Fit"]
    assert labels_of(marker_over_line(374).find()) == []


def test_a_bold_letter_that_fills_its_bounds_is_no_ground() -> None:
    page = column([patch((193, 193, 193)), patch((89, 89, 89))], ["A", "B"])
    page.blocks.clear()
    for label, y in (("A", 60), ("B", 80)):
        cv2.rectangle(page.rgb, (390, y - 6), (402, y + 6), BLACK, -1)
        cv2.rectangle(page.rgb, (394, y - 2), (398, y + 2), (255, 255, 255), -1)
        page.block(label, (390, y - 6, 403, y + 7))
    assert labels_of(page.find()) == ["A", "B"]


def touching_keys(page: Page, fills: tuple[tuple[int, int, int], ...]) -> None:
    """Keys of 22 px drawn on each other, each with a black outline, and a name beside each."""
    for k, fill in enumerate(fills):
        y = 60 + 23 * k
        cv2.rectangle(page.rgb, (100, y), (124, y + 23), fill, -1)
        cv2.rectangle(page.rgb, (100, y), (124, y + 23), BLACK, 2)
        page.write(f"Drug {'XYZ'[k]}", 134, y + 12)


@pytest.mark.parametrize("fills", [((255, 255, 255), (102, 102, 102)), (RED, (255, 255, 255), BLUE)])
def test_legend_keys_that_touch_in_one_outline_are_told_apart(fills: tuple[tuple[int, int, int], ...]) -> None:
    page = Page()
    touching_keys(page, fills)
    legend = page.find()
    assert legend is not None
    names = [f"Drug {letter}" for letter in "XYZ"[: len(fills)]]
    assert [(e.label, e.color) for e in legend.entries] == [
        (name, "#{:02x}{:02x}{:02x}".format(*fill)) for name, fill in zip(names, fills, strict=True)
    ]


def test_the_last_word_of_a_title_over_the_legend_is_not_its_title() -> None:
    page = column([patch(RED), patch(BLUE)], ["Left", "Right"])
    page.write("Wide", 300, 40)
    page.write("pages", 340, 40)
    found = page.find()
    assert found is not None
    assert (labels_of(found), found.title) == (["Left", "Right"], None)


def test_a_row_of_equal_patches_is_one_legend_however_wide_it_is_spread() -> None:
    page = Page()
    for x, label, color in ((40, "site A", RED), (330, "site B", BLUE)):
        patch(color)(page.rgb, x, 280)
        page.write(label, x + 26, 280)
    assert labels_of(page.find(sure=True)) == ["site A", "site B"]


def test_legend_letters_that_blur_joins_along_their_feet_are_no_sample() -> None:
    page = Page()
    for k, (name, color) in enumerate((("Baseline", BLUE), ("Week 8", RED))):
        y = 60 + 20 * k
        cv2.rectangle(page.rgb, (100, y - 5), (119, y + 4), color, -1)
        block = page.write(name, 130, y)
        foot = int(block.box[3]) - 2
        cv2.line(page.rgb, (int(block.box[0]) + 1, foot), (int(block.box[0]) + 32, foot), BLACK, 1)
    legend = page.find()
    assert legend is not None
    assert [(e.label, e.color) for e in legend.entries] == [("Baseline", "#1f77b4"), ("Week 8", "#d62728")]


@pytest.mark.parametrize("read_with_text", [True, False])
def test_the_first_letter_of_a_coloured_title_is_no_marker(read_with_text: bool) -> None:
    page, navy = Page(), (0, 0, 127)
    cv2.rectangle(page.rgb, (50, 60), (450, 280), BLACK, 1)
    cv2.line(page.rgb, (60, 250), (440, 100), navy, 2)
    cv2.fillPoly(page.rgb, [np.array([(155, 20), (151, 31), (159, 31)])], navy)
    cv2.putText(page.rgb, "Graph", (172, 31), FONT, 0.45, navy, 1, cv2.LINE_AA)
    page.block("A Graph" if read_with_text else "Graph", (150 if read_with_text else 172, 20, 216, 33))
    found = find_legend(Raster(page.rgb), page.blocks, (50.0, 60.0, 450.0, 280.0))
    assert labels_of(found) == ([] if read_with_text else ["Graph"])


@pytest.mark.parametrize("places", [((40, 240), (260, 240), (40, 260)), ((40, 240), (40, 260), (260, 240))])
def test_years_in_the_rows_and_columns_of_a_legend_are_its_labels(places: tuple[tuple[int, int], ...]) -> None:
    page = Page()
    for (x, y), label, color in zip(places, ("2000", "2010", "2020"), (RED, BLUE, GREEN), strict=True):
        patch(color)(page.rgb, x, y)
        page.write(label, x + 26, y)
    found = page.find(sure=True)
    assert found is not None
    assert sorted(entry.label for entry in found.entries) == ["2000", "2010", "2020"]
