"""Draws shapes and text given in the picture's pixels on an enlarged copy of it, in sizes that stay legible."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sie.artifacts import XY, XYXY

MIN_WIDTH = 1200
"""Smaller pictures are enlarged to about this width, so that text of a legible size fits between their marks."""
MAX_SCALE = 8.0
MAX_PIXELS = 40_000_000
"""The enlarged picture has no more pixels than this, unless the picture itself has."""
FADE = 0.45
"""How much of the picture's contrast is taken away, so that what is drawn on it stands out."""
TEXT_SHARE = 1 / 85
"""Height of text as a part of the drawing's width."""

STAND_INS = {"↑": "^", "↓": "v", "→": ">", "←": "<", "−": "-", "µ": "u", "μ": "u", "…": "..."}
"""What is written for signs that the font lacks."""
NO_CHARACTER = "\uffff"

Color = tuple[int, int, int]


def parse_color(color: str | None, default: Color) -> Color:
    """The rgb of `#rrggbb`, or the default where there is none.

    >>> parse_color("#ff0010", (0, 0, 0)), parse_color(None, (1, 2, 3))
    ((255, 0, 16), (1, 2, 3))
    """
    if color is None:
        return default
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def scale_for(width: int, height: int) -> float:
    """How much a picture is enlarged.

    >>> scale_for(300, 200), scale_for(3000, 2000)
    (4.0, 1.0)
    """
    wanted = min(MAX_SCALE, max(1.0, MIN_WIDTH / max(1, width)))
    allowed = max(1.0, (MAX_PIXELS / max(1, width * height)) ** 0.5)
    return float(min(wanted, allowed))


class Pen:
    """A drawing surface; it remembers where text was put and puts no text over text.

    Coordinates given to its methods are pixels of the picture; widths and sizes grow with the drawing.
    """

    def __init__(self, rgb: np.ndarray) -> None:
        height, width = rgb.shape[:2]
        self.scale = scale_for(width, height)
        size = (round(width * self.scale), round(height * self.scale))
        self.width, self.height = size
        picture = (
            Image.fromarray(rgb).resize(size, Image.Resampling.BICUBIC) if self.scale > 1 else Image.fromarray(rgb)
        )
        self.image = Image.blend(picture, Image.new("RGB", size, (255, 255, 255)), FADE)
        self._draw = ImageDraw.Draw(self.image, "RGBA")
        self.text_size = max(11, round(max(size[0], 0.6 * size[1]) * TEXT_SHARE))
        self.line = max(2, round(self.text_size / 8))
        self._font = ImageFont.load_default(self.text_size)
        self._taken: list[tuple[float, float, float, float]] = []

    def reserve(self, box: XYXY) -> None:
        """Keep written text out of a box."""
        self._taken.append((*self._at((box[0], box[1])), *self._at((box[2], box[3]))))

    def _at(self, point: XY) -> tuple[float, float]:
        return point[0] * self.scale, point[1] * self.scale

    def polyline(self, points: Sequence[XY], color: Color, *, width: float = 1.0, cased: bool = False) -> None:
        """A line through points; `cased` sets it off from marks of its own colour."""
        if len(points) < 2:
            return
        places = [self._at(p) for p in points]
        thick = max(1, round(self.line * width))
        if cased:
            self._draw.line(places, fill=(*_contrast(color), 200), width=thick + 2 * self.line, joint="curve")
        self._draw.line(places, fill=(*color, 255), width=thick, joint="curve")

    def polygon(self, points: Sequence[XY], color: Color, *, width: float = 1.0, cased: bool = False) -> None:
        """The outline of a polygon."""
        if points:
            self.polyline([*points, points[0]], color, width=width, cased=cased)

    def box(self, box: XYXY, color: Color, *, width: float = 1.0, fill: int = 0, cased: bool = False) -> None:
        """A rectangle, filled with an opacity of `fill` in 255."""
        x0, y0, x1, y1 = box
        if fill:
            self._draw.rectangle((*self._at((x0, y0)), *self._at((x1, y1))), fill=(*color, fill))
        self.polygon(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), color, width=width, cased=cased)

    def ring(self, center: XY, radius: float, color: Color) -> None:
        """A cased circle of a radius in line widths around a point, with the point marked."""
        x, y = self._at(center)
        r = radius * self.line
        for color_, width in ((_contrast(color), 3 * self.line), (color, self.line)):
            self._draw.ellipse((x - r, y - r, x + r, y + r), outline=(*color_, 255), width=max(1, round(width / 1.5)))
        self._draw.point((x, y), fill=(*color, 255))

    def cross(self, center: XY, color: Color) -> None:
        """A small cross."""
        x, y = self._at(center)
        r = 3 * self.line
        for dx in (-r, r):
            self._draw.line((x - dx, y - r, x + dx, y + r), fill=(*color, 255), width=self.line)

    def text(self, text: str, place: XY, color: Color, *, anchor: str = "mm", force: bool = False) -> bool:
        """Text with a white rim at a place, unless other text is there already; tells whether it was drawn.

        Args:
            anchor: which part of the text is at the place, as Pillow names it ("lm": left middle).
            force: draw it in any case.
        """
        x, y = self._at(place)
        box = self._draw.textbbox((x, y), self._drawable(text), font=self._font, anchor=anchor)
        x += max(0.0, 2 - box[0]) - max(0.0, box[2] + 2 - self.width)
        y += max(0.0, 2 - box[1]) - max(0.0, box[3] + 2 - self.height)
        box = self._draw.textbbox((x, y), self._drawable(text), font=self._font, anchor=anchor)
        taken = any(b[0] < box[2] + 1 and box[0] < b[2] + 1 and b[1] < box[3] and box[1] < b[3] for b in self._taken)
        if taken and not force:
            return False
        self._taken.append(box)
        rim = max(2, self.text_size // 6)
        fill = (*color, 255)
        self._draw.text(
            (x, y),
            self._drawable(text),
            font=self._font,
            anchor=anchor,
            fill=fill,
            stroke_width=rim,
            stroke_fill="white",
        )
        return True

    def _drawable(self, text: str) -> str:
        """The text on one line, in characters that the font has."""
        return "".join(self._known(c) for c in " ".join(text.split())) or " "

    def _known(self, character: str) -> str:
        if character.isascii() or self._has(character):
            return character
        if character in STAND_INS:
            return STAND_INS[character]
        plain = unicodedata.normalize("NFKD", character)
        if plain and all(c.isascii() or self._has(c) for c in plain):
            return plain
        words = unicodedata.name(character, "?").split()
        return words[-1].lower() if words[0] == "GREEK" else "?"

    def _has(self, character: str) -> bool:
        if isinstance(self._font, ImageFont.FreeTypeFont):
            return bytes(self._font.getmask(character)) != bytes(self._font.getmask(NO_CHARACTER))
        return character.isascii()

    def with_footer(self, rows: Sequence[Sequence[tuple[str, Color]]]) -> np.ndarray:
        """The drawing with rows of coloured words under it; words that do not fit go to a further row."""
        row_height = round(1.5 * self.text_size)
        placed: list[tuple[float, int, str, Color]] = []
        line = 0
        for row in rows:
            x = 0.6 * self.text_size
            for word, color in row:
                width = self._draw.textlength(self._drawable(word), font=self._font) + 1.8 * self.text_size
                if x + width > self.width and x > self.text_size:
                    x, line = 0.6 * self.text_size, line + 1
                placed.append((x, line, word, color))
                x += width
            line += 1
        canvas = Image.new("RGB", (self.width, self.height + line * row_height + self.text_size // 2), (255, 255, 255))
        canvas.paste(self.image, (0, 0))
        draw = ImageDraw.Draw(canvas)
        for x, number, word, color in placed:
            y = self.height + (number + 0.5) * row_height + self.text_size // 4
            side = self.text_size * 0.35
            draw.rectangle((x, y - side, x + 2 * side, y + side), fill=color)
            draw.text((x + self.text_size, y), self._drawable(word), font=self._font, anchor="lm", fill=(30, 30, 30))
        return np.asarray(canvas, dtype=np.uint8).copy()


def _contrast(color: Color) -> Color:
    """Black or white, whichever is farther from a colour."""
    bright = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2] > 150
    return (40, 40, 40) if bright else (255, 255, 255)
