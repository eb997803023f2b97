from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from sie.artifacts import Legend, Raster, TextBlock
from sie.structure.legend import find_legend
from sie.structure.legend_false import split_at_patches, without_false

FONT = cv2.FONT_HERSHEY_SIMPLEX
COLORS = [(31, 119, 180), (255, 127, 14), (44, 160, 44), (214, 39, 40)]
CROPS = ["Wheat", "Barley", "Oats", "Rye"]


def block(id_: str, text: str, box: tuple[float, float, float, float], angle: float = 0.0) -> TextBlock:
    x0, y0, x1, y1 = box
    polygon = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return TextBlock(id=id_, text=text, polygon=polygon, confidence=0.8, angle=angle)


def write(rgb: np.ndarray, id_: str, text: str, x: int, y: int) -> TextBlock:
    (width, height), _ = cv2.getTextSize(text, FONT, 0.45, 1)
    cv2.putText(rgb, text, (x, y + height // 2), FONT, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    top = y + height // 2 - height
    return block(id_, text, (x, top, x + width, top + height + 1))


def column(*, line: bool = False, pitch: int = 23) -> tuple[np.ndarray, list[TextBlock]]:
    """Four entries; patches are 30 by 10, lines 30 by 2."""
    rgb = np.full((200, 300, 3), 255, np.uint8)
    blocks = []
    for k, (name, color) in enumerate(zip(CROPS, COLORS, strict=True)):
        y = 40 + k * pitch
        half = 1 if line else 5
        rgb[y - half : y + half, 100:130] = color
        blocks.append(write(rgb, f"t{k}", name, 142, y))
    return rgb, blocks


def found(rgb: np.ndarray, blocks: list[TextBlock]) -> list[tuple[str, str | None]]:
    legend: Legend | None = find_legend(Raster(rgb), blocks, None)
    return [] if legend is None else [(entry.label, entry.color) for entry in legend.entries]


EXPECTED = list(zip(CROPS, ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728"], strict=True))


@pytest.mark.parametrize(("first", "last"), [(2, 3), (0, 1), (0, 3), (1, 1)])
def test_patches_read_together_as_letters_stay_swatches(first: int, last: int) -> None:
    rgb, blocks = column()
    text = "I" * (last - first + 1)
    false = block("f", text, (100, 35 + 23 * first, 129, 46 + 23 * last), 90.0 if last > first else 0.0)
    assert found(rgb, [*blocks, false]) == EXPECTED


@pytest.mark.parametrize("text", ["-", "—", "I", "1", "o", "—o—", "101", "e-", "II"])
def test_line_samples_read_as_characters_stay_swatches(text: str) -> None:
    rgb, blocks = column(line=True)
    false = [block(f"f{k}", text, (100, 38 + 23 * k, 130, 42 + 23 * k)) for k in range(4)]
    assert found(rgb, [*blocks, *false]) == EXPECTED


@pytest.mark.parametrize("text", ["o", "4", "A", "10"])
def test_markers_read_as_letters_stay_swatches(text: str) -> None:
    rgb = np.full((200, 300, 3), 255, np.uint8)
    blocks = []
    for k, (name, color) in enumerate(zip(CROPS, COLORS, strict=True)):
        cv2.circle(rgb, (120, 40 + 23 * k), 5, color, -1, cv2.LINE_AA)
        blocks.append(write(rgb, f"t{k}", name, 142, 40 + 23 * k))
        blocks.append(block(f"f{k}", text, (114, 34 + 23 * k, 126, 46 + 23 * k)))
    assert found(rgb, blocks) == EXPECTED


def test_dashes_read_as_tiny_letters_are_no_labels() -> None:
    rgb, blocks = column(line=True)
    rgb[:, 108:112] = 255
    tiny = [block("f0", "1", (100, 85, 103, 87)), block("f1", "I", (112, 108, 114, 110))]
    assert [label for label, _ in found(rgb, [*blocks, *tiny])] == CROPS


def test_letters_beside_words_are_text() -> None:
    rgb = np.full((60, 200, 3), 255, np.uint8)
    blocks = [write(rgb, "a", "II", 20, 30), write(rgb, "b", "Series", 50, 30)]
    assert without_false(rgb, blocks) == blocks


@pytest.mark.parametrize("pitch", [16, 23])
def test_label_whose_swatch_was_missed_is_an_entry_of_its_own(pitch: int) -> None:
    rgb, blocks = column(pitch=pitch)
    y = 40 + 2 * pitch
    wide = block("f", "Sales of", (98, y - 7, 131, y + 7))
    assert [label for label, _ in found(rgb, [*blocks, wide])] == CROPS


def test_second_line_without_a_swatch_still_belongs_to_its_label() -> None:
    rgb, blocks = column(pitch=16)
    rgb[40 + 16 - 5 : 40 + 16 + 5, 100:130] = 255
    assert [label for label, _ in found(rgb, blocks)] == ["Wheat Barley", "Oats", "Rye"]


def test_swatch_between_two_lines_belongs_to_both() -> None:
    rgb, blocks = column(pitch=36)
    for k in (1, 3):
        y = 40 + k * 36
        rgb[y - 16 : y + 14, 142:] = 255
        blocks[k] = write(rgb, f"t{k}", "Long name", 142, y - 10)
        blocks.append(write(rgb, f"u{k}", f"of {CROPS[k]}", 142, y + 6))
    labels = [label for label, _ in found(rgb, blocks)]
    assert labels == ["Wheat", "Long name of Barley", "Oats", "Long name of Rye"]


def row(names: list[str], *, gap: int = 6) -> tuple[np.ndarray, list[TextBlock]]:
    """A row of patches with names, and where the names stand."""
    rgb = np.full((60, 400, 3), 255, np.uint8)
    blocks, x = [], 20
    for k, (name, color) in enumerate(zip(names, COLORS, strict=False)):
        rgb[25:35, x : x + 8] = color
        blocks.append(write(rgb, f"t{k}", name, x + 8 + gap, 30))
        x = int(blocks[-1].box[2]) + 10
    return rgb, blocks


@pytest.mark.parametrize(
    ("names", "reading"),
    [
        (["City", "Highway"], "City I 0 Highway"),
        (["City", "Highway"], "I City I Highway"),
        (["Cost of living", "Rent"], "Cost of living ■ Rent"),
        (["North", "South West", "East"], "North I South West East"),
        (["North", "South West", "East"], "NorthSouth WestEast"),
    ],
)
def test_row_read_as_one_text_is_split_at_its_swatches(names: list[str], reading: str) -> None:
    rgb, blocks = row(names)
    x0, x1 = 18.0, blocks[-1].box[2]
    whole = block("t", reading, (x0, 20, x1, 41))
    legend = find_legend(Raster(rgb), [whole], None)
    assert legend is not None
    assert [entry.label for entry in legend.entries] == names
    assert [entry.color for entry in legend.entries] == [color for _, color in EXPECTED[: len(names)]]
    assert all(entry.text_ids == ("t",) for entry in legend.entries)
    boxes = [entry.label_box for entry in legend.entries]
    assert all(a and b and a[2] < b[0] for a, b in pairwise(boxes))


def test_text_without_patches_is_not_split() -> None:
    rgb = np.full((60, 300, 3), 255, np.uint8)
    whole = write(rgb, "t", "Number I of l items", 20, 30)
    assert split_at_patches(rgb, whole) == [whole]


def test_heavy_title_is_not_split_at_its_stems() -> None:
    rgb = np.full((60, 300, 3), 255, np.uint8)
    for x in (20, 60, 100, 140):
        cv2.putText(rgb, "o", (x, 40), FONT, 0.6, (70, 70, 70), 2, cv2.LINE_AA)
        rgb[28:41, x + 18 : x + 22] = 70
    whole = block("t", "ol ol I ol ol", (19, 26, 163, 42))
    assert split_at_patches(rgb, whole) == [whole]


def test_label_that_swallowed_pale_dashes_keeps_its_swatch() -> None:
    rgb, blocks = column(line=True)
    rgb[:, 100:122] = rgb[:, 127:129] = 255
    rgb[62:64, 122:127] = rgb[62:64, 129:134] = (120, 153, 189)
    _, y0, x1, y1 = blocks[1].box
    blocks[1] = block("t1", "-- Barley", (122, y0, x1, y1))
    assert [label for label, _ in found(rgb, blocks)] == CROPS


def test_word_begun_by_a_thin_stroke_between_two_pixels_keeps_its_first_letter() -> None:
    rgb, blocks = column()
    x0, y0, _, y1 = (int(v) for v in blocks[1].box)
    rgb[y0 - 2 : y1 + 4, x0 : x0 + 60] = 255
    rgb[y0:y1, x0 : x0 + 2] = 119
    rgb[y0:y1, x0 + 5 : x0 + 7] = 0
    rgb[y0:y1, x0 + 10 : x0 + 12] = 0
    blocks[1] = block("t1", "Ill", (x0, y0, x0 + 12, y1))
    assert [label for label, _ in found(rgb, blocks)] == ["Wheat", "Ill", "Oats", "Rye"]


@pytest.mark.parametrize("size", [7, 8, 9, 10, 11])
@pytest.mark.parametrize("text", ["T = 300 K", "Model B", "n = 12", "k = 4", "pH = 5 low"])
def test_small_letters_and_signs_are_no_patches(text: str, size: int) -> None:
    canvas = Image.new("RGB", (120, 30), (255, 255, 255))
    font = ImageFont.load_default(size)
    ImageDraw.Draw(canvas).text((10, 8), text, fill=(0, 0, 0), font=font, anchor="lt")
    x0, y0, x1, y1 = ImageDraw.Draw(canvas).textbbox((10, 8), text, font=font, anchor="lt")
    label = block("t", text, (x0, y0, x1, y1))
    assert split_at_patches(np.array(canvas), label) == [label]


@pytest.mark.parametrize("panel", [(229, 236, 246), (235, 235, 235), (213, 228, 235), (45, 45, 60), (250, 240, 210)])
def test_legend_beside_a_colored_plot_keeps_its_keys_out_of_the_plot(panel: tuple[int, int, int]) -> None:
    rgb, blocks = column(line=True)
    rgb[20:140, 10:92] = panel
    legend = find_legend(Raster(rgb), blocks, (10.0, 20.0, 92.0, 140.0))
    assert legend is not None
    assert [(entry.label, entry.color) for entry in legend.entries] == EXPECTED


def test_title_over_a_plot_is_not_that_of_the_legend_inside() -> None:
    rgb, blocks = column()
    title = write(rgb, "title", "Harvest", 140, 20)
    plot = (20.0, 29.0, 290.0, 180.0)
    inside = find_legend(Raster(rgb), [*blocks, title], plot)
    beside = find_legend(Raster(rgb), [*blocks, title], None)
    assert inside is not None
    assert beside is not None
    assert (inside.title, beside.title) == (None, "Harvest")


def test_values_between_bars_are_no_legend_beside_a_smaller_one() -> None:
    rgb = np.full((240, 420, 3), 255, np.uint8)
    blocks = []
    for k, (name, color) in enumerate(zip(CROPS[:3], COLORS, strict=False)):
        rgb[35 + 23 * k : 45 + 23 * k, 330:340] = color
        blocks.append(write(rgb, f"t{k}", name, 350, 40 + 23 * k))
    for row, color in enumerate(COLORS[:2]):
        for column_, x in enumerate((40, 160)):
            top = 80 + 56 * row + 8 * column_
            rgb[top : top + 56, x : x + 56] = color
            blocks.append(write(rgb, f"v{row}{column_}", f"{23 + 7 * row + 3 * column_}.5", x + 82, top + 28))

    assert found(rgb, blocks) == EXPECTED[:3]
