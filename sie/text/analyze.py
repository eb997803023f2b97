"""The text stage: every piece of text of a figure, with its place, direction and confidence."""

from __future__ import annotations

from sie.artifacts import Raster, TextAnalysis, TextBlock
from sie.options import TextOptions
from sie.text.engine import RawText, TextEngine
from sie.text.quads import TextRect


def analyze_text(raster: Raster, engine: TextEngine, *, options: TextOptions) -> TextAnalysis:
    """The text blocks of a figure, top to bottom, without roles.

    Blocks are single lines; a title of two lines is two blocks here. Ids are `t1`, `t2`, ...
    """
    raws = sorted(engine.read(raster.rgb), key=_reading_order)
    blocks = tuple(_as_block(f"t{index}", raw, engine.name) for index, raw in enumerate(raws, start=1))
    return TextAnalysis(blocks=blocks, engine=engine.name)


def _reading_order(raw: RawText) -> tuple[float, float]:
    x, y = TextRect.from_corners(raw.polygon).center
    return y, x


def _as_block(block_id: str, raw: RawText, engine: str) -> TextBlock:
    rect = TextRect.from_corners(raw.polygon)
    return TextBlock(
        id=block_id,
        text=raw.reading.text.strip(),
        polygon=raw.polygon,
        confidence=raw.reading.confidence,
        angle=round(rect.angle, 2) + 0.0,
        engine=engine,
    )
