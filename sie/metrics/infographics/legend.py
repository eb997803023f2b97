"""Task 5: legend labels with their swatches."""

from __future__ import annotations

from collections.abc import Iterable

from sie.artifacts import Chart, LegendEntry
from sie.metrics.infographics.result import TaskScore, mean_score
from sie.metrics.pairing import ChartPair, box_iou, pair_texts, plain, texts_of


def task5(pairs: Iterable[ChartPair]) -> TaskScore:
    """Legend analysis: the mean over charts of the IoU of swatches, summed over labels, over max(predicted, gold).

    A gold entry and a predicted one correspond when their labels are one text block (or, where an entry has no block,
    the same text). Entries without a swatch, such as names beside lines, are no part of the task. A chart without a
    legend is 1 where none was read, else 0; a chart that was not read is 0.
    """
    return mean_score([_of_chart(pair) for pair in pairs])


def _of_chart(pair: ChartPair) -> float:
    if pair.predicted is None:
        return 0.0
    gold, predicted = _entries(pair.gold), _entries(pair.predicted)
    if not gold or not predicted:
        return float(len(gold) == len(predicted))
    partner = pair_texts(texts_of(pair.predicted), texts_of(pair.gold))
    total = 0.0
    for entry in gold:
        blocks = {partner[key][0].id for key in entry.text_ids if key in partner}
        match = next((other for other in predicted if _same(entry, other, blocks)), None)
        if match is not None:
            predicted.remove(match)
            if entry.swatch_box is not None and match.swatch_box is not None:
                total += box_iou(entry.swatch_box, match.swatch_box)
    return total / max(len(gold), len(_entries(pair.predicted)))


def _entries(chart: Chart) -> list[LegendEntry]:
    legend = chart.structure.legend if chart.structure is not None else None
    return [entry for entry in legend.entries if entry.swatch_box is not None] if legend is not None else []


def _same(gold: LegendEntry, predicted: LegendEntry, blocks: set[str]) -> bool:
    if gold.text_ids and predicted.text_ids:
        return bool(blocks & set(predicted.text_ids))
    return plain(gold.label) == plain(predicted.label)
