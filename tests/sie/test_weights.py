"""A figure says which weights read it."""

from __future__ import annotations

import re

from models.registry import DETECTOR, load_manifest
from sie.artifacts import ImageInfo
from sie.options import Options
from sie.pipeline import State, to_figure
from sie.vocab import Engine, Stage
from sie.weights import weight_digests

OPTIONS = Options()


def test_figure_names_the_weights_of_the_options_it_was_read_with() -> None:
    image = ImageInfo(path="a.png", sha256="", width=1, height=1)
    provenance = to_figure(State(None), image, Stage.VALUES, OPTIONS).provenance
    assert provenance is not None
    assert provenance.weights == weight_digests(OPTIONS)
    assert DETECTOR in load_manifest()
    assert re.fullmatch("[0-9a-f]{12,16}", provenance.weights["rapidocr"])
    assert {name: entry.digest[:16] for name, entry in load_manifest().items()}.items() <= provenance.weights.items()


def test_weights_that_are_switched_off_are_not_named() -> None:
    elements = OPTIONS.elements.model_copy(update={"detector": False})
    text = OPTIONS.text.model_copy(update={"second_opinion": False})
    found = weight_digests(OPTIONS.model_copy(update={"elements": elements, "text": text}))
    assert set(found) == {"rapidocr", *(name for name in load_manifest() if name != DETECTOR)}
    assert DETECTOR not in found
    other = OPTIONS.text.model_copy(update={"second_opinion": False, "engine": Engine.EASYOCR})
    assert set(weight_digests(OPTIONS.model_copy(update={"elements": elements, "text": other}))) == {"easyocr"}
