from __future__ import annotations

from collections.abc import Sequence

import pytest

from sie.artifacts import XYXY, Axis, Legend, LegendEntry, TextBlock, Tick
from sie.structure.roles import RoleAssignment, assign_roles
from sie.vocab import Direction, ScaleType, Side, TextRole

PLOT = (100.0, 60.0, 500.0, 360.0)
SIZE = (600, 460)


def text(block_id: str, words: str, x: float, y: float, *, size: float = 12.0, angle: float = 0.0) -> TextBlock:
    """Words centred at x, y in type of `size` pixels to the em, with a box about tight around them."""
    long, thick = 0.5 * size * len(words), 0.93 * size
    half_w, half_h = (long / 2, thick / 2) if angle == 0 else (thick / 2, long / 2)
    corners = ((x - half_w, y - half_h), (x + half_w, y - half_h), (x + half_w, y + half_h), (x - half_w, y + half_h))
    box = corners if angle == 0 else (corners[3], *corners[:3])
    return TextBlock(id=block_id, text=words, polygon=box, confidence=0.95, angle=angle)


def number(block_id: str, words: str, x: float, y: float) -> TextBlock:
    block = text(block_id, words, x, y)
    (x0, _), (x1, _), _, _ = block.polygon
    return block.model_copy(update={"polygon": ((x0, y - 4), (x1, y - 4), (x1, y + 4), (x0, y + 4))})


def axes() -> tuple[list[TextBlock], list[Axis]]:
    """Number labels left of and below the plot area, and their axes."""
    across = [number(f"x{k}", str(10 * k), 120 + 90 * k, 375) for k in range(5)]
    down = [number(f"y{k}", str(100 - 20 * k), 80, 70 + 70 * k) for k in range(5)]
    found = []
    for name, blocks, direction, side, coordinate in (
        ("x", across, Direction.HORIZONTAL, Side.BOTTOM, 0),
        ("y", down, Direction.VERTICAL, Side.LEFT, 1),
    ):
        ticks = tuple(
            Tick(id=f"k{b.id}", text=b.text, value=float(b.text), px=b.center[coordinate], text_id=b.id) for b in blocks
        )
        found.append(Axis(id=name, direction=direction, side=side, scale=ScaleType.LINEAR, ticks=ticks))
    return [*across, *down], found


def assign(*blocks: TextBlock, legend: Legend | None = None, plot: XYXY | None = PLOT) -> RoleAssignment:
    labels, both = axes()
    return assign_roles(
        [*labels, *blocks], plot_area=plot, axes=both, legend=legend, panel_box=(0, 0, *SIZE), image_size=SIZE
    )


def titles(roles: RoleAssignment) -> tuple[str | None, str | None, str | None]:
    found = {key: title.text for key, title in roles.axis_titles.items()}
    return roles.title, found.get("x"), found.get("y")


def test_titles_are_found_where_they_usually_stand() -> None:
    roles = assign(
        text("a", "Growth of trees", 300, 25, size=16),
        text("b", "Age (years)", 300, 400),
        text("c", "Height (m)", 30, 210, angle=90),
    )
    assert titles(roles) == ("Growth of trees", "Age (years)", "Height (m)")
    assert roles.roles["a"] is TextRole.CHART_TITLE
    assert roles.roles["b"] is roles.roles["c"] is TextRole.AXIS_TITLE
    assert roles.roles["x0"] is TextRole.TICK_LABEL


def test_title_lines_of_one_style_are_joined_and_a_subtitle_is_left_out() -> None:
    roles = assign(
        text("a", "Growth of orange trees", 300, 14, size=14),
        text("b", "by age and site", 300, 31, size=14),
        text("c", "five trees, measured yearly", 300, 48, size=10),
    )
    assert roles.title == "Growth of orange trees by age and site"
    assert roles.roles["c"] is TextRole.OTHER


def test_title_lines_in_brackets_belong_to_it_in_smaller_type() -> None:
    roles = assign(text("a", "Fuel economy", 300, 16, size=14), text("b", "(1973-74)", 300, 32, size=11.5))
    assert roles.title == "Fuel economy (1973-74)"


def test_rotated_title_in_fragments_is_read_upwards() -> None:
    roles = assign(text("a", "Body Mass", 30, 240, angle=90), text("b", "(g)", 30, 195, angle=90))
    assert titles(roles)[2] == "Body Mass (g)"


def test_overlapping_fragments_do_not_repeat_letters() -> None:
    roles = assign(text("a", "Matching e", 30, 250, angle=90), text("b", "elasticity", 30, 195, angle=90))
    assert titles(roles)[2] == "Matching elasticity"


def test_title_above_a_vertical_axis_is_its_own_without_the_arrow() -> None:
    roles = assign(text("a", "↑ Frequency (%)", 90, 42), text("b", "Population →", 465, 395))
    assert titles(roles) == (None, "Population", "Frequency (%)")


def test_level_title_beside_a_vertical_axis_is_its_own() -> None:
    roles = assign(text("a", "kWh", 40, 210))
    assert titles(roles) == (None, None, "kWh")


@pytest.mark.parametrize("note", ["Source: national accounts", "Data from the 1974 survey.", "Note: excludes 2020"])
def test_notes_below_are_no_titles(note: str) -> None:
    roles = assign(text("a", note, 400, 430))
    assert titles(roles) == (None, None, None)
    assert roles.roles["a"] is TextRole.OTHER


def test_text_in_the_lower_right_corner_is_no_axis_title() -> None:
    roles = assign(text("a", "Weight (lb)", 300, 400), text("b", "Motor Trend magazine of that year", 440, 425))
    assert titles(roles)[1] == "Weight (lb)"


def test_second_row_of_labels_groups_ticks() -> None:
    roles = assign(text("a", "Spring", 200, 395), text("b", "Autumn", 400, 395), text("c", "Season", 300, 420))
    assert roles.roles["a"] is roles.roles["b"] is TextRole.TICK_GROUPING
    assert titles(roles)[1] == "Season"


def test_title_at_the_end_of_an_axis_that_crosses_the_plot() -> None:
    labels, (x, y) = axes()
    lines = [x.model_copy(update={"line_px": 210.0}), y.model_copy(update={"line_px": 100.0})]
    roles = assign_roles(
        [*labels, text("a", "t", 495, 200), text("b", "x(t)", 120, 66)],
        plot_area=PLOT, axes=lines, legend=None, panel_box=(0, 0, *SIZE), image_size=SIZE,
    )  # fmt: skip
    assert titles(roles) == (None, "t", "x(t)")


def test_panel_letter_is_no_title() -> None:
    roles = assign(text("a", "(b)", 40, 25, size=16), text("c", "Yield by year", 300, 25, size=14))
    assert roles.panel_label == "(b)"
    assert roles.title == "Yield by year"


def test_numbers_and_words_in_the_plot_label_values_and_marks() -> None:
    roles = assign(text("a", "42.5", 300, 200), text("b", "Norway", 350, 150))
    assert roles.roles["a"] is TextRole.VALUE_LABEL
    assert roles.roles["b"] is TextRole.MARK_LABEL


def test_legend_texts_keep_their_roles() -> None:
    label, title = text("a", "North", 560, 100), text("b", "Region", 550, 80)
    entry = LegendEntry(id="le0", label="North", text_ids=("a",))
    roles = assign(label, title, legend=Legend(entries=(entry,), title="Region", title_ids=("b",)))
    assert (roles.roles["a"], roles.roles["b"]) == (TextRole.LEGEND_LABEL, TextRole.LEGEND_TITLE)
    assert roles.legend_title == "Region"


def test_second_line_of_a_tick_label_is_no_title() -> None:
    labels, (x, y) = axes()
    longer = x.ticks[2].model_copy(update={"text": "20 or more"})
    axis = x.model_copy(update={"ticks": (*x.ticks[:2], longer, *x.ticks[3:])})
    roles = _roles([*labels, text("a", "or more", 300, 390)], [axis, y])
    assert roles.roles["a"] is TextRole.TICK_LABEL
    assert titles(roles)[1] is None


def test_offset_text_over_an_axis_is_no_title() -> None:
    assert titles(assign(text("a", "×10^4", 110, 45))) == (None, None, None)


def _roles(blocks: Sequence[TextBlock], found: Sequence[Axis]) -> RoleAssignment:
    return assign_roles(blocks, plot_area=PLOT, axes=found, legend=None, panel_box=(0, 0, *SIZE), image_size=SIZE)


def test_title_of_an_axis_that_was_not_found_is_kept_by_its_direction() -> None:
    labels, (x, _) = axes()
    roles = _roles([*labels, text("a", "Height (m)", 30, 210, angle=90), text("b", "Age", 300, 400)], [x])
    assert titles(roles) == (None, "Age", None)
    assert roles.untied_titles[Direction.VERTICAL].text == "Height (m)"
    assert roles.roles["a"] is TextRole.AXIS_TITLE


def test_every_block_has_a_role_without_axes() -> None:
    blocks = [text("a", "Hair colour", 300, 20, size=18), text("b", "Red", 450, 200), text("c", "12%", 300, 200)]
    roles = assign_roles(
        blocks, plot_area=(150, 60, 430, 340), axes=(), legend=None, panel_box=(0, 0, *SIZE), image_size=SIZE
    )
    assert roles.title == "Hair colour"
    assert roles.roles == {"a": TextRole.CHART_TITLE, "b": TextRole.MARK_LABEL, "c": TextRole.VALUE_LABEL}


@pytest.mark.parametrize("y", [62, 70])
def test_a_label_beside_the_plot_is_no_chart_title(y: float) -> None:
    """The highest curve may end above the top tick."""
    roles = assign(text("a", "N.Amer", 530, y), text("b", "Europe", 530, y + 40))
    assert roles.title is None


def test_a_numbered_figure_above_the_plot_has_its_title_there() -> None:
    assert assign(text("t", "Figure 3: Uptake of nitrate", 300, 30, size=16)).title == "Figure 3: Uptake of nitrate"
    assert assign(text("t", "Source: OECD", 300, 30, size=16)).title is None


def test_a_title_flush_with_the_plot_is_the_charts_where_no_text_stands_above_it() -> None:
    assert titles(assign(text("a", "Columns", 123, 40))) == ("Columns", None, None)
    assert titles(assign(text("a", "Growth of trees", 300, 15, size=16), text("b", "Weight", 120, 42)))[2] == "Weight"


def test_a_lone_letter_near_the_labels_is_the_axis_title() -> None:
    letter = text("a", "y", 65.0, 210)
    assert titles(assign(letter))[2] == "y"


def test_a_month_behind_the_last_year_is_no_title() -> None:
    months = [text(f"m{k}", "Jul", 165 + 90 * k, 375) for k in range(5)]
    assert titles(assign(*months)) == (None, None, None)


def test_words_that_two_overlapping_fragments_hold_are_said_once() -> None:
    whole, rest = text("a", "Growth of trees", 200, 25, size=16), text("b", "trees by age", 276, 25, size=16)
    assert assign(whole, rest).title == "Growth of trees by age"
