"""Charts in, tables out: semi-structured information extraction from chart images.

figure = sie.extract("chart.png")
figure.charts[0].to_frame()
figure.save("chart.json")
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sie.figure import Figure
    from sie.options import Options
    from sie.pipeline import Models

__version__ = "0.1.0"
__all__ = ["__version__", "extract", "load"]


def extract(source: str | Path, *, options: Options | None = None) -> Figure:
    """The figure read from an image file; models are loaded at the first call and kept.

    Args:
        source: an image file.
        options: see `sie.options.Options`; the defaults where None.

    Raises:
        sie.errors.ImageError: the file is no readable picture.
        sie.errors.EngineError: a text engine or a detector cannot be loaded.
    """
    from sie.io.images import load_image
    from sie.options import Options
    from sie.pipeline import extract_raster

    wanted = options or Options()
    raster = load_image(Path(source), options=wanted.image)
    return extract_raster(raster, options=wanted, models=_models(wanted), path=str(source))


def load(source: str | Path) -> Figure:
    """The figure in a JSON file that `Figure.save` wrote.

    Raises:
        sie.errors.FigureError: the file is missing or is no figure.
    """
    from sie.figure import load_figure

    return load_figure(Path(source))


@lru_cache(maxsize=2)
def _models(options: Options) -> Models:
    from sie.pipeline import Models

    return Models(options)
