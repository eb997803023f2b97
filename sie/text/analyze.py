"""The text stage: every piece of text of a figure, with its place, direction and confidence."""

from __future__ import annotations

from collections.abc import Sequence

from sie.artifacts import Raster, TextAnalysis, TextBlock
from sie.options import TextOptions
from sie.structure.detection import Detection
from sie.text.dates import part_dates
from sie.text.detected import find_detected
from sie.text.engine import TextEngine
from sie.text.entries import with_entries_placed
from sie.text.exponents import find_exponents
from sie.text.gaps import find_in_gaps
from sie.text.joining import join_fragments
from sie.text.label import Label
from sie.text.letter_size import correct_case
from sie.text.letters import with_letter_rows
from sie.text.missed import find_missed
from sie.text.noise import drop_noise
from sie.text.refine import refine_texts, without_doubles
from sie.text.romans import with_romans
from sie.text.samples import without_samples
from sie.text.spelling import correct_rows, correct_spelling
from sie.text.tickmarks import without_tick_marks
from sie.text.turned_rows import turn_with_rows
from sie.text.words import correct_words
from sie.text.years import part_years


def analyze_text(
    raster: Raster, engine: TextEngine, *, options: TextOptions, detections: Sequence[Detection] | None = None
) -> TextAnalysis:
    """The text blocks of a figure, top to bottom, without roles; `detections` show where else to look.

    Blocks are single lines; a title of two lines is two blocks here. Ids are `t1`, `t2`, ...
    """
    labels = turn_with_rows(raster.rgb, refine_texts(raster.rgb, engine.read(raster.rgb), engine), engine)
    labels = part_dates(part_years(labels))
    if detections:
        labels = without_doubles(find_detected(raster.rgb, labels, engine, detections))
    labels = without_doubles([*labels, *find_missed(raster.rgb, labels, engine)])
    labels = without_doubles([*labels, *find_in_gaps(raster.rgb, labels, engine)])
    labels = without_doubles(find_exponents(raster.rgb, without_tick_marks(raster.rgb, join_fragments(labels)), engine))
    placed = with_letter_rows(with_entries_placed(raster.rgb, without_samples(raster.rgb, labels)))
    kept = drop_noise(placed)
    labels = with_romans(raster.rgb, correct_words(correct_spelling(correct_rows(correct_case(kept)))))
    labels.sort(key=lambda label: (label.rect.center[1], label.rect.center[0]))
    blocks = tuple(_as_block(f"t{index}", label, engine.name) for index, label in enumerate(labels, start=1))
    return TextAnalysis(blocks=blocks, engine=engine.name)


def _as_block(block_id: str, label: Label, engine: str) -> TextBlock:
    return TextBlock(
        id=block_id,
        text=label.text,
        polygon=label.rect.corners(),
        confidence=label.confidence,
        angle=round(label.rect.angle, 2) + 0.0,
        engine=engine,
        alternatives=label.alternatives,
    )
