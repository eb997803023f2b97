"""Draws a Matplotlib figure while noting which pixels each text and each watched artist inks.

Text boxes from Matplotlib's layout include descents and line gaps; what a reader of pictures sees is ink. Comparing the
buffer around each drawing call gives the ink itself, for mathematical text too, and only for texts that are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text

from models.errors import RendererError
from models.synth.ink import changed, mask_box, mask_polygon
from models.synth.truth import Box, Point

_PAD_PX = 4


class Recording:
    """The picture of a drawn figure, and the ink of its texts and watched artists."""

    def __init__(self, figure: Any, watched: dict[int, Any]) -> None:
        self._canvas = FigureCanvasAgg(figure)
        self._renderer = self._canvas.get_renderer()
        self._buffer = np.asarray(self._renderer.buffer_rgba())
        self.height, self.width = self._buffer.shape[:2]
        self._texts: dict[int, tuple[float, list[tuple[int, int, np.ndarray]]]] = {}
        self.masks: dict[int, np.ndarray] = {}
        self._current: Any = None
        for artist in watched.values():
            artist.draw = self._watch(artist, artist.draw)
        self._renderer.draw_text = self._wrap_text(self._renderer.draw_text)
        with self._following_texts():
            figure.draw(self._renderer)
        for artist in watched.values():
            del artist.draw

    @property
    def rgb(self) -> np.ndarray:
        """The picture, uint8 (height, width, 3)."""
        return np.ascontiguousarray(self._buffer[:, :, :3])

    def _watch(self, artist: Any, draw: Callable[..., None]) -> Callable[..., None]:
        def drawing(renderer: Any, *args: Any, **kwargs: Any) -> None:
            before = self._buffer.copy()
            draw(renderer, *args, **kwargs)
            mask = changed(before, self._buffer)
            known = self.masks.get(id(artist))
            self.masks[id(artist)] = mask if known is None else known | mask

        return drawing

    @contextmanager
    def _following_texts(self) -> Iterator[None]:
        original = Text.draw

        def draw(text: Any, renderer: Any) -> None:
            self._current = text
            original(text, renderer)
            self._current = None

        Text.draw = draw  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            Text.draw = original  # type: ignore[method-assign]

    def _wrap_text(self, draw: Callable[..., None]) -> Callable[..., None]:
        def drawing(*args: Any, **kwargs: Any) -> None:
            text = self._current
            if text is None:
                draw(*args, **kwargs)
                return
            region = text.get_window_extent(self._renderer)
            if not np.all(np.isfinite(region.extents)):
                raise RendererError("matplotlib: a text has no finite place")
            x0, x1 = int(region.x0) - _PAD_PX, int(region.x1) + _PAD_PX
            y0, y1 = int(self.height - region.y1) - _PAD_PX, int(self.height - region.y0) + _PAD_PX
            if x0 < 0 or y0 < 0 or x1 > self.width or y1 > self.height:
                raise RendererError("matplotlib: a text leaves the canvas")
            before = self._buffer[y0:y1, x0:x1].copy()
            draw(*args, **kwargs)
            mask = changed(before, self._buffer[y0:y1, x0:x1])
            self._texts.setdefault(id(text), (float(text.get_rotation()), []))[1].append((x0, y0, mask))

        return drawing

    def drawn(self, text: Any) -> bool:
        """Whether the text was drawn at all."""
        return id(text) in self._texts

    def polygon(self, text: Any) -> tuple[Point, ...] | None:
        """The tight polygon around a text's ink in pixels, reading order; None where it left no ink."""
        if id(text) not in self._texts:
            return None
        angle, pieces = self._texts[id(text)]
        x0, y0 = min(p[0] for p in pieces), min(p[1] for p in pieces)
        x1, y1 = max(p[0] + p[2].shape[1] for p in pieces), max(p[1] + p[2].shape[0] for p in pieces)
        whole = np.zeros((y1 - y0, x1 - x0), dtype=bool)
        for x, y, mask in pieces:
            whole[y - y0 : y - y0 + mask.shape[0], x - x0 : x - x0 + mask.shape[1]] |= mask
        return mask_polygon(whole, angle, x=x0, y=y0)

    def ink(self, artist: Any) -> Box | None:
        """The ink box of a watched artist."""
        mask = self.masks.get(id(artist))
        return None if mask is None else mask_box(mask)
