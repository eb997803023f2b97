"""Task 2: texts found and read."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import Levenshtein

from sie.artifacts import TextBlock
from sie.metrics.infographics.result import TaskScore, mean
from sie.metrics.pairing import TEXT_IOU, ChartPair, harmonic, pair_texts, plain, texts_of

_ILLEGIBLE = "__"
"""Annotators write this where a text cannot be read; the competition leaves such blocks out."""


def task2(pairs: Iterable[ChartPair]) -> TaskScore:
    """Text detection and recognition: the harmonic mean of the two scores, each a mean over charts.

    With the one-to-one pairs of blocks whose IoU is at least 0.5: detection is the sum of their IoU over
    max(predicted, gold). Recognition is the mean over gold blocks and unmatched predicted ones of `1 - NCER`,
    `NCER = min(1, edits / length of the gold text)`, case aside; blocks without a partner on either side have NCER 1.

    The public script takes the first block over the threshold rather than the best, lets one block serve twice, and
    divides recognition by the gold blocks alone; the definition is followed. An empty gold text is read right by an
    empty one only. A chart without texts on both sides is 1, one that was not read 0.

    Details: `iou` and `recognition`. `by_chart` has the harmonic mean of each chart.
    """
    found: list[tuple[float, float]] = []
    for pair in pairs:
        gold, predicted = _legible(texts_of(pair.gold)), _legible(texts_of(pair.predicted))
        if pair.predicted is None:
            found.append((0.0, 0.0))
        else:
            found.append(_of_chart(predicted, gold))
    iou, reading = mean([a for a, _ in found]), mean([b for _, b in found])
    if iou is None or reading is None:
        return TaskScore(None, 0)
    details = {"iou": iou, "recognition": reading}
    return TaskScore(harmonic(iou, reading), len(found), details, tuple(harmonic(a, b) for a, b in found))


def _legible(blocks: Iterable[TextBlock]) -> list[TextBlock]:
    return [block for block in blocks if _ILLEGIBLE not in block.text]


def _of_chart(predicted: list[TextBlock], gold: list[TextBlock]) -> tuple[float, float]:
    if not predicted and not gold:
        return 1.0, 1.0
    partner = pair_texts(predicted, gold, least=TEXT_IOU)
    overlap = sum(iou for _, iou in partner.values()) / max(len(predicted), len(gold))
    read = sum(1.0 - _ncer(partner[block.id][0].text, block.text) for block in gold if block.id in partner)
    return overlap, read / (len(gold) + len(predicted) - len(partner))


def _ncer(predicted: str, gold: str) -> float:
    said, truth = plain(predicted), plain(gold)
    return min(1.0, Levenshtein.distance(said, truth) / max(len(truth), 1))
