"""The overlays of the worst charts, small enough to stand in a report."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from qa.bench.report import Picture
from sie.errors import ImageError
from sie.figure import Figure

WIDEST = 900
"""Pixels; an overlay wider than this is shrunk."""


def overlay_pictures(charts: Iterable[tuple[str, str, Path | None, Figure | None]]) -> list[Picture]:
    """Overlays of (name, caption, picture, figure); a chart without figure shows its picture, one without both none."""
    found = []
    for _, caption, path, figure in charts:
        if path is None:
            continue
        drawn = _drawn(path, figure)
        if drawn is not None:
            found.append(Picture(caption, _shrunk(drawn)))
    return found


def _drawn(path: Path, figure: Figure | None) -> bytes | None:
    from sie.io.images import load_image
    from sie.io.outputs import png_bytes

    try:
        raster = load_image(path)
    except ImageError:  # named among the problems already
        return None
    return figure.overlay(raster) if figure is not None else png_bytes(raster.rgb)


def _shrunk(png: bytes) -> bytes:
    from PIL import Image

    picture: Image.Image = Image.open(io.BytesIO(png))
    if picture.width > WIDEST:
        picture = picture.resize((WIDEST, max(1, round(picture.height * WIDEST / picture.width))))
    small = io.BytesIO()
    picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(small, format="PNG", optimize=True)
    return small.getvalue()
