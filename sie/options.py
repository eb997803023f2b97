"""One frozen tree of options: defaults here, a TOML file over them, flags over that. Unknown keys are errors."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sie.errors import UsageError
from sie.faults import first_fault
from sie.vocab import Device as Device
from sie.vocab import Engine as Engine


class OptionGroup(BaseModel):
    """A frozen group of options."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ImageOptions(OptionGroup):
    """Limits of the pictures taken."""

    max_pixels: int = Field(default=64_000_000, ge=1)
    """A larger picture is refused before it is decoded: 64 Mpx is 8,000 x 8,000, seven A4 pages at 300 dpi."""
    working_side: int = Field(default=2400, ge=200)
    """Stages work on a copy of at most this many pixels a side; coordinates stay those of the picture."""


class TextOptions(OptionGroup):
    """How text is found and read."""

    engine: Engine = Engine.RAPIDOCR
    second_opinion: bool = True
    """Let the other engine read a tick label that does not fit its axis."""
    threads: int = Field(default=2, ge=1)


class StructureOptions(OptionGroup):
    """How axes and legends are understood."""

    max_residual_px: float = Field(default=2.5, gt=0)
    """A tick farther than this from the fitted line is repaired or rejected."""


class ElementOptions(OptionGroup):
    """How marks are found."""

    detector: bool = True
    """Use the trained detector where its weights are there."""
    detector_prior: bool = True
    """Let the detector's chart type and marks decide between readings that explain the ink nearly equally well."""


class ValueOptions(OptionGroup):
    """How values are read off."""

    curve_points: int = Field(default=400, ge=2)
    """A line without vertices is written with at most this many points."""


class Options(OptionGroup):
    """All options of an extraction."""

    image: ImageOptions = ImageOptions()
    text: TextOptions = TextOptions()
    structure: StructureOptions = StructureOptions()
    elements: ElementOptions = ElementOptions()
    values: ValueOptions = ValueOptions()
    device: Device = Device.AUTO


def load_options(path: Path) -> Options:
    """The options of a TOML file laid over the defaults.

    Raises:
        UsageError: the file is missing, is not TOML, or has an unknown key or a value of the wrong type.
    """
    if not os.path.isfile(path):  # unlike pathlib, not upset by a name too long for any file
        raise UsageError(f"{path}: no such options file")
    try:
        return Options.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: not TOML: {error}") from error
    except ValidationError as error:
        raise UsageError(f"{path}: {first_fault(error)}") from error
