"""Pictures as users have them, decoded to upright 8-bit RGB on an opaque ground.

Pillow decodes: it sniffs the content (a JPEG named .png is read), knows EXIF turns, palettes, CMYK and 16 bits, and
tells the size before it decodes, so that a decompression bomb is refused without being unpacked.
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
import sys
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sie.artifacts import Raster
from sie.errors import ImageError
from sie.options import ImageOptions

if TYPE_CHECKING:
    from PIL.Image import Image

IMAGE_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif"})
"""The endings that are looked for in folders; a file named outright is tried whatever it is called."""

_BYTES_LIMIT = 512 * 2**20
"""No chart picture is half a gigabyte on disk; reading one whole would break the memory bound."""
_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "DIB", "GIF", "PPM", "ICO", "JPEG2000")
"""What is decoded; Pillow's other formats start foreign programs or are no pictures."""
_LIGHT_INK = 200
"""Mean grey of the opaque pixels above which a transparent picture is taken as light ink for a dark page."""
_DARK_INK = 96
_NO_DARK = 0.01
"""Part of the opaque pixels darker than that grey from which the page is white."""


def load_image(path: Path, *, options: ImageOptions | None = None) -> Raster:
    """The picture in a file, as shown: upright, first frame, alpha laid on white (on black where the ink is light).

    Args:
        path: an image file, whatever its name.
        options: the limit on pixels.

    Raises:
        ImageError: the file is missing, empty, truncated, no picture, or larger than the limit.
    """
    if not os.path.isfile(path):
        raise ImageError(f"{path}: {'not a file' if os.path.exists(path) else 'no such file'}")
    try:
        size = path.stat().st_size
        if size > _BYTES_LIMIT:
            raise ImageError(f"{path}: file of {size / 2**20:.0f} MiB, over the limit of {_BYTES_LIMIT // 2**20} MiB")
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: cannot be read: {error.strerror}") from error
    return decode_image(data, name=str(path), options=options)


def decode_image(data: bytes, *, name: str = "image", options: ImageOptions | None = None) -> Raster:
    """The picture in a file's bytes; see `load_image`.

    Raises:
        ImageError: as for `load_image`.
    """
    from PIL import Image as PilImage
    from PIL import ImageOps, UnidentifiedImageError

    limit = (options or ImageOptions()).max_pixels
    if not data:
        raise ImageError(f"{name}: empty file")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of odd metadata and large sizes: what matters is an error or is checked
            picture = _open(io.BytesIO(data))
    except UnidentifiedImageError as error:
        raise ImageError(f"{name}: not a picture in a known format (PNG, JPEG, WebP, TIFF, BMP, GIF)") from error
    except PilImage.DecompressionBombError as error:
        most = min(limit, 2 * (PilImage.MAX_IMAGE_PIXELS or limit))
        raise ImageError(f"{name}: too many pixels, over the limit of {most:,}") from error
    except _damage() as error:
        raise ImageError(f"{name}: damaged or truncated picture") from error
    file_format, mode = picture.format or "", picture.mode
    width, height = picture.size
    if width * height > limit:
        raise ImageError(f"{name}: {width} x {height} pixels, over the limit of {limit:,}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            more_frames = bool(getattr(picture, "is_animated", False))
            rgb = _to_rgb(ImageOps.exif_transpose(picture))
    except MemoryError as error:
        raise ImageError(f"{name}: {width} x {height} pixels do not fit into memory") from error
    except _damage() as error:
        raise ImageError(f"{name}: damaged or truncated picture") from error
    sha256 = hashlib.sha256(data).hexdigest()
    return Raster(rgb, name=name, sha256=sha256, file_format=file_format, mode=mode, more_frames=more_frames)


def _open(file: io.BytesIO) -> Image:
    """By Pillow's own `open`: ultralytics, once imported, puts one in its place that installs further formats."""
    from PIL import Image as PilImage

    replaced = sys.modules.get("ultralytics.utils.patches")
    own: Callable[..., Image] = getattr(replaced, "_image_open", PilImage.open)
    return own(file, formats=_FORMATS)


def _damage() -> tuple[type[Exception], ...]:
    """What Pillow's decoders raise on damaged files."""
    from PIL.Image import DecompressionBombError

    usual = (OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, AttributeError, RuntimeError)
    return (*usual, ArithmeticError, struct.error, zlib.error, DecompressionBombError)


def _to_rgb(picture: Image) -> np.ndarray:
    if picture.mode.startswith(("I", "F")):
        return _scale_deep(np.asarray(picture))
    if picture.mode in ("LA", "PA", "RGBA", "RGBa", "La") or "transparency" in picture.info:
        return _lay_on_ground(np.asarray(picture.convert("RGBA")))
    return np.ascontiguousarray(np.asarray(picture.convert("RGB")))


def _scale_deep(values: np.ndarray) -> np.ndarray:
    """8-bit grey of a 16- or 32-bit picture; its white is the largest number of as many bits as its values need.

    Scanners store 12 bits in 16. Floats are greys from 0 to 1, or to 255 or 65535; others are spread over their range.
    """
    deep = values.astype(np.float32)
    finite = np.isfinite(deep)
    low, high = (float(deep.min(where=finite, initial=np.inf)), float(deep.max(where=finite, initial=-np.inf)))
    if not finite.any():
        low, high = 0.0, 1.0
    whites = (1.0, 255.0, 65535.0) if values.dtype.kind == "f" else (255.0, 1023.0, 4095.0, 16383.0, 65535.0)
    if low >= 0 and high <= whites[-1]:
        low, high = 0.0, next(white for white in whites if high <= white)
    known = np.nan_to_num(deep, nan=low, posinf=high, neginf=low)
    grey = (known - low) / max(high - low, 1e-12) * 255.0
    return np.repeat(np.clip(grey + 0.5, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def _lay_on_ground(rgba: np.ndarray) -> np.ndarray:
    alpha = rgba[..., 3:].astype(np.float32) / 255.0
    color = rgba[..., :3].astype(np.float32)
    weight = float(alpha.sum())
    mostly_clear = float(alpha.mean()) < 0.5
    grey = color.mean(axis=2)
    light = mostly_clear and weight > 0 and float((grey * alpha[..., 0]).sum()) / weight > _LIGHT_INK
    # white fills make ink light on the whole, but nothing dark is drawn for a dark page
    light = light and float((grey[alpha[..., 0] > 0.5] < _DARK_INK).mean()) < _NO_DARK
    ground = 0.0 if light else 255.0
    return np.asarray(color * alpha + ground * (1.0 - alpha) + 0.5, dtype=np.uint8)
