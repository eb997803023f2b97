from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from sie.artifacts import TextBlock
from sie.structure.merged import split_merged_labels

SIZE = 14


def draw_row(groups: list[list[str]], middles: list[float], *, y: float = 20.0) -> tuple[np.ndarray, list[TextBlock]]:
    """Words written around their middles, and a block around each group of them, as a detector that joins words."""
    canvas = Image.new("RGB", (640, 60), (255, 255, 255))
    pen, font = ImageDraw.Draw(canvas), ImageFont.load_default(SIZE)
    places = iter(middles)
    blocks = []
    for k, words in enumerate(groups):
        boxes = []
        for word in words:
            pen.text((next(places), y), word, fill=(60, 60, 60), font=font, anchor="mt")
            x = middles[sum(len(g) for g in groups[:k]) + words.index(word)]
            half = font.getlength(word) / 2
            boxes.append((x - half, x + half))
        left, right = boxes[0][0], boxes[-1][1]
        polygon = ((left, y), (right, y), (right, y + SIZE), (left, y + SIZE))
        blocks.append(TextBlock(id=f"t{k}", text=" ".join(words), polygon=polygon, confidence=0.99))
    return np.array(canvas), blocks


@pytest.mark.parametrize(
    ("groups", "middles"),
    [
        ([["Apples", "Pears"], ["Plums"]], [60, 120, 180]),
        ([["Alder"], ["Birch"], ["Cedar", "Douglas fir"], ["Elm"]], [60, 120, 180, 240, 300]),
        ([["Apples"], ["Pears"], ["Plums", "Cherries", "Grapes"]], [60, 122, 184, 246, 308]),
        ([["north", "south"], ["east"], ["west", "other"]], [50, 100, 150, 200, 250]),
        ([["Jan"], ["Feb"], ["Mar", "Apr"], ["May"], ["Jun"]], [50, 84, 118, 152, 186, 220]),
    ],
)
def test_merged_labels_are_parted_where_their_row_becomes_even(groups: list[list[str]], middles: list[float]) -> None:
    rgb, blocks = draw_row(groups, middles)
    parted = split_merged_labels(rgb, blocks)
    assert [block.text for block in parted] == [word for group in groups for word in group]
    assert [block.center[0] for block in parted] == pytest.approx(middles, abs=1.5)
    assert {block.parent_ids for block in parted if block.id not in {b.id for b in blocks}} <= {(b.id,) for b in blocks}


def test_a_whole_row_read_as_one_text_is_parted_by_its_even_pitch_alone() -> None:
    words = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    middles = [20.0 + 30 * k for k in range(len(words))]
    rgb, blocks = draw_row([words], middles)
    parted = split_merged_labels(rgb, blocks)
    assert [block.text for block in parted] == words
    assert [block.center[0] for block in parted] == pytest.approx(middles, abs=1.5)


def test_a_sentence_of_many_words_stays_whole() -> None:
    words = ["a", "mean", "of", "all", "the", "stems", "on", "each", "plot"]
    font = ImageFont.load_default(SIZE)
    starts = [20 + font.getlength(" ".join(words[:k]) + " " * (k > 0)) for k in range(len(words))]
    middles = [start + font.getlength(word) / 2 for start, word in zip(starts, words, strict=True)]
    rgb, blocks = draw_row([words], middles)
    assert split_merged_labels(rgb, blocks) == tuple(blocks)


@pytest.mark.parametrize(
    ("groups", "middles"),
    [
        ([["Number of stems per plot"]], [200]),
        ([["Douglas fir"], ["Norway spruce"], ["Scots pine"]], [80, 200, 320]),
        ([["Model A"], ["Model B"]], [80, 260]),
        ([["Time (s)"], ["Dose (mg)"]], [80, 330]),
        ([["Rainfall and runoff of the Rhine"], ["2019"]], [160, 420]),
    ],
)
def test_merged_labels_leave_texts_of_several_words_whole(groups: list[list[str]], middles: list[float]) -> None:
    rgb, blocks = draw_row(groups, middles)
    assert list(split_merged_labels(rgb, blocks)) == blocks
