from __future__ import annotations

import numpy as np
import pytest
from drawn_text import FakeEngine, ink_box, make_canvas, make_reading, write

from sie.artifacts import Raster, TextBlock
from sie.errors import EngineError
from sie.options import Device, Engine, TextOptions
from sie.text.analyze import analyze_text
from sie.text.engine import RawText, Reading, load_engine
from sie.text.quads import TextRect, crop_rect
from sie.text.reread import Rereader

OPTIONS = TextOptions(second_opinion=False)


def test_text_blocks_are_numbered_from_the_top_and_tight() -> None:
    canvas = make_canvas(400, 200)
    write(canvas, 100, 150, "Weight")
    write(canvas, 120, 20, "Height")
    rgb = np.array(canvas)
    raws = []
    for box, text in (((90, 140, 200, 190), "Weight"), ((110, 10, 220, 60), "Height")):
        rect = TextRect.from_box(*box)
        raws.append(RawText(rect.corners(), make_reading(crop_rect(rgb, rect), text)))
    analysis = analyze_text(Raster(rgb), FakeEngine(raws), options=OPTIONS)
    assert [(block.id, block.text, block.role) for block in analysis.blocks] == [
        ("t1", "Height", None),
        ("t2", "Weight", None),
    ]
    assert analysis.blocks[0].box == pytest.approx(ink_box(rgb[:100]), abs=1.5)


def test_picture_without_text_has_no_blocks() -> None:
    analysis = analyze_text(Raster(np.full((50, 50, 3), 255, np.uint8)), FakeEngine(), options=OPTIONS)
    assert analysis.blocks == ()


def test_rereading_ranks_agreeing_crops_first() -> None:
    canvas = make_canvas(100, 50)
    write(canvas, 20, 10, "25")
    block = TextBlock(id="t1", text="2S", polygon=TextRect.from_box(20, 10, 50, 30).corners(), confidence=0.5)
    readings = [Reading("26", 0.8), Reading("25", 0.75), Reading("25", 0.7), Reading("25", 0.7)]
    rereader = Rereader(FakeEngine(readings=readings), options=OPTIONS)
    assert [reading.text for reading in rereader.reread(Raster(np.array(canvas)), block, numeric=True)] == ["25", "26"]


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(EngineError, match="pip install rapidocr"):
        load_engine(Engine.RAPIDOCR, threads=1, device=Device.CPU)
    with pytest.raises(EngineError, match="pip install easyocr"):
        load_engine(Engine.EASYOCR, threads=1, device=Device.CPU)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [Engine.RAPIDOCR, Engine.EASYOCR])
def test_real_engine_reads_a_drawn_title(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    canvas = make_canvas(500, 200)
    write(canvas, 60, 60, "Rainfall in March", size=32)
    loaded = load_engine(engine, threads=2, device=Device.CPU)
    analysis = analyze_text(Raster(np.array(canvas)), loaded, options=OPTIONS)
    assert [block.text for block in analysis.blocks] == ["Rainfall in March"]
    assert capsys.readouterr() == ("", "")


@pytest.mark.slow
def test_real_engine_reads_single_digits_in_a_column() -> None:
    canvas = make_canvas(300, 300)
    for digit in range(8):
        write(canvas, 30, 270 - 36 * digit, str(digit), size=11)
    write(canvas, 120, 280, "Number of calls", size=13)
    analysis = analyze_text(
        Raster(np.array(canvas)), load_engine(Engine.RAPIDOCR, threads=2, device=Device.CPU), options=OPTIONS
    )
    assert {block.text for block in analysis.blocks} >= set("01234567")
