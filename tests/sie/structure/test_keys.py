from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sie.artifacts import TextBlock
from sie.structure.keys import has_keys
from sie.structure.labels import make_label
from sie.structure.readings import read_texts
from sie.structure.sequences import LabelSequence, refit
from sie.structure.strays import text_mask
from sie.vocab import Side

MIDDLES = (60, 84, 108, 132, 156)
LEFT = 340
COLORS = ((248, 118, 109), (163, 165, 0), (0, 191, 125), (0, 176, 246), (231, 107, 243))


def make_column(texts: tuple[str, ...] = ("1", "2", "3", "4", "5")) -> LabelSequence:
    labels = []
    for i, (text, y) in enumerate(zip(texts, MIDDLES, strict=True)):
        right = LEFT + 6 * len(text)
        polygon = ((LEFT, y - 5), (right, y - 5), (right, y + 5), (LEFT, y + 5))
        block = TextBlock(id=f"t{i}", text=text, polygon=polygon, confidence=0.9)
        labels.append(make_label(block, Side.RIGHT, read_texts((text,))))
    return refit(LabelSequence(Side.RIGHT, tuple(labels)), max_residual_px=2.5)


def make_page() -> np.ndarray:
    page = np.full((240, 420, 3), 255, np.uint8)
    page[20:200, 40:260] = 245
    return page


def keyed(draw: Callable[[np.ndarray, int, int], None]) -> bool:
    page, sequence = make_page(), make_column()
    for i, y in enumerate(MIDDLES):
        draw(page, i, y)
    blocks = [label.blocks[0] for label in sequence.labels]
    return has_keys(sequence, page, text_mask(blocks, page.shape[:2]))


def patch(page: np.ndarray, i: int, y: int) -> None:
    page[y - 9 : y + 9, LEFT - 26 : LEFT - 8] = COLORS[i]


def wide_patch_near_the_bars(page: np.ndarray, i: int, y: int) -> None:
    page[20:200, 150:262] = (97, 156, 255)
    page[y - 11 : y + 11, LEFT - 30 : LEFT - 6] = COLORS[i]


def line(page: np.ndarray, i: int, y: int) -> None:
    page[y : y + 2, LEFT - 26 : LEFT - 8] = COLORS[i]


def dashed_line(page: np.ndarray, i: int, y: int) -> None:
    for x in range(LEFT - 28, LEFT - 8, 4 + i):
        page[y : y + 2, x : min(x + 3, LEFT - 8)] = 0
    page[y : y + 2, LEFT - 28 : LEFT - 26] = page[y : y + 2, LEFT - 10 : LEFT - 8] = 0


def grey_marker(page: np.ndarray, i: int, y: int) -> None:
    page[y - 3 : y + 3, LEFT - 16 : LEFT - 10] = 90


def colored_key_on_tile(page: np.ndarray, i: int, y: int) -> None:
    page[y - 12 : y + 12, LEFT - 28 : LEFT - 6] = 242
    page[y - 1 : y + 1, LEFT - 26 : LEFT - 8] = COLORS[i]


def tick_mark(page: np.ndarray, i: int, y: int) -> None:
    page[20:200, LEFT - 14] = 0
    page[y, LEFT - 14 : LEFT - 8] = 0


def tick_mark_and_grid(page: np.ndarray, i: int, y: int) -> None:
    tick_mark(page, i, y)
    page[y, 40 : LEFT - 8] = 210


def nothing(page: np.ndarray, i: int, y: int) -> None:
    del page, i, y


def bar_of_plot(page: np.ndarray, i: int, y: int) -> None:
    page[y - 8 : y + 8, 40 : LEFT - 10 * (i + 1)] = COLORS[0]


def inward_tick(page: np.ndarray, i: int, y: int) -> None:
    page[20:200, LEFT - 8] = 0
    page[y, LEFT - 16 : LEFT - 8] = 0


@pytest.mark.parametrize("draw", [patch, wide_patch_near_the_bars, line, dashed_line, grey_marker, colored_key_on_tile])
def test_keys_beside_numbers_make_a_legend(draw: Callable[[np.ndarray, int, int], None]) -> None:
    assert keyed(draw)


@pytest.mark.parametrize("draw", [tick_mark, tick_mark_and_grid, nothing, bar_of_plot, inward_tick])
def test_keys_are_not_tick_marks_nor_bars(draw: Callable[[np.ndarray, int, int], None]) -> None:
    assert not keyed(draw)
