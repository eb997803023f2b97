"""Pictures as users have them: each decodes to the same upright RGB, or is refused with its name and cause."""

from __future__ import annotations

import io
import struct
import sys
import zlib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from sie.errors import ImageError
from sie.io.images import decode_image, load_image
from sie.options import ImageOptions


def make_picture() -> Image.Image:
    pixels = np.full((40, 60, 3), 255, np.uint8)
    pixels[5:15, 10:30] = (200, 30, 30)
    pixels[20:35, 40:50] = (20, 40, 180)
    return Image.fromarray(pixels)


def encode(picture: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, format=form, **options)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize("form", ["PNG", "BMP", "TIFF", "GIF", "WEBP", "JPEG"])
def test_every_format_decodes_to_its_pixels(form: str) -> None:
    options = {"lossless": True} if form == "WEBP" else {"quality": 95} if form == "JPEG" else {}
    raster = decode_image(encode(make_picture(), form, **options))
    assert raster.rgb.shape == (40, 60, 3)
    assert np.abs(raster.rgb[10, 20].astype(int) - (200, 30, 30)).max() <= (12 if form == "JPEG" else 0)


@pytest.mark.parametrize("mode", ["P", "L", "1", "CMYK", "RGBA", "LA"])
def test_every_mode_becomes_rgb(mode: str) -> None:
    raster = decode_image(encode(make_picture().convert(mode), "TIFF"))
    assert raster.rgb.shape == (40, 60, 3)
    assert raster.rgb[0, 0].min() >= 250


def test_sixteen_bits_keep_their_greys() -> None:
    grey = np.full((10, 10), 65535, np.uint16)
    grey[2:5, 2:5] = 32768
    raster = decode_image(encode(Image.fromarray(grey), "PNG"))
    assert raster.rgb[0, 0, 0] == 255
    assert raster.rgb[3, 3, 0] == 128


def test_exif_turn_is_applied() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    raster = decode_image(encode(make_picture(), "JPEG", exif=exif.tobytes(), quality=95))
    assert raster.rgb.shape == (60, 40, 3)


def test_first_frame_of_an_animation_is_read() -> None:
    frames = [make_picture(), Image.new("RGB", (60, 40), "black")]
    raster = decode_image(encode(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    assert raster.rgb[0, 0].min() == 255
    assert raster.more_frames
    assert not decode_image(encode(frames[0], "GIF")).more_frames


def test_transparent_ground_becomes_white_and_light_ink_gets_a_dark_ground() -> None:
    dark_ink = np.zeros((20, 20, 4), np.uint8)
    dark_ink[5:8, 5:8] = (10, 10, 10, 255)
    light_ink = dark_ink.copy()
    light_ink[5:8, 5:8, :3] = 245
    assert decode_image(encode(Image.fromarray(dark_ink), "PNG")).rgb[0, 0].tolist() == [255, 255, 255]
    assert decode_image(encode(Image.fromarray(light_ink), "PNG")).rgb[0, 0].tolist() == [0, 0, 0]


def test_white_fills_with_dark_ink_on_a_transparent_ground_get_a_white_page() -> None:
    picture = np.zeros((40, 40, 4), np.uint8)
    picture[10:30, 10:20] = (255, 255, 255, 255)
    picture[10:30, 9:10] = (0, 0, 0, 255)
    assert decode_image(encode(Image.fromarray(picture), "PNG")).rgb[0, 0].tolist() == [255, 255, 255]


def test_wrong_ending_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "really_a.jpg"
    path.write_bytes(encode(make_picture(), "PNG"))
    assert load_image(path).file_format == "PNG"


def test_one_pixel_is_a_picture() -> None:
    assert decode_image(encode(Image.new("RGB", (1, 1)), "PNG")).rgb.shape == (1, 1, 3)


@pytest.mark.parametrize(
    ("data", "cause"),
    [
        (b"", "empty file"),
        (b"hello, I am a text file", "not a picture"),
        (encode(make_picture(), "PNG")[:80], "truncated"),
        (encode(make_picture().resize((400, 400)), "JPEG")[:600], "truncated"),
    ],
)
def test_bad_files_are_refused_with_their_cause(data: bytes, cause: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(data)
    with pytest.raises(ImageError, match=rf"bad\.png: .*{cause}"):
        load_image(path)


def make_bomb(side: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * (side // 8 + 1) * 10)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("side", [9_000, 20_000])
def test_decompression_bomb_is_refused_before_it_is_decoded(side: int) -> None:
    with pytest.raises(ImageError, match="over the limit of 64,000,000"):
        decode_image(make_bomb(side), name="bomb.png")


def test_limit_is_an_option() -> None:
    with pytest.raises(ImageError, match="60 x 40 pixels, over the limit of 100"):
        decode_image(encode(make_picture(), "PNG"), options=ImageOptions(max_pixels=100))


@pytest.mark.parametrize(
    ("white", "kind"), [(1.0, "f4"), (255.0, "f4"), (65535.0, "f4"), (4095, "u2"), (255, "i4"), (65535, "i4")]
)
def test_deep_greys_are_taken_by_their_range(white: float, kind: str) -> None:
    grey = np.full((10, 10), white, kind)
    grey[2:5, 2:5] = white / 2
    raster = decode_image(encode(Image.fromarray(grey), "TIFF"))
    assert raster.rgb[0, 0, 0] == 255
    assert abs(int(raster.rgb[3, 3, 0]) - 128) <= 1


def test_holes_in_a_float_picture_do_not_hurt_the_rest() -> None:
    grey = np.ones((10, 10), np.float32)
    grey[0, 0], grey[0, 1], grey[5, 5] = np.nan, np.inf, 0
    rgb = decode_image(encode(Image.fromarray(grey), "TIFF")).rgb
    assert (rgb[0, 1, 0], rgb[5, 5, 0], rgb[9, 9, 0]) == (255, 0, 255)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("form", ["PNG", "BMP", "TIFF", "GIF", "WEBP", "JPEG"])
def test_damaged_bytes_give_a_picture_or_our_error(form: str) -> None:
    good = encode(make_picture(), form)
    rng = np.random.default_rng(1)
    refusals = []
    for _ in range(150):
        bad = bytearray(good[: rng.integers(1, len(good) + 1)])
        for place in rng.integers(0, len(bad), 4):
            bad[place] = rng.integers(0, 256)
        try:
            decode_image(bytes(bad), name="bad", options=ImageOptions(max_pixels=100_000))
        except ImageError as error:
            refusals.append(str(error))
    assert refusals
    assert all(message.startswith("bad: ") for message in refusals)


def test_device_is_no_picture() -> None:
    with pytest.raises(ImageError, match="/dev/null: not a file"):
        load_image(Path("/dev/null"))


def test_a_file_that_is_no_picture_is_refused_where_ultralytics_has_replaced_pillows_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def with_more_formats(*_args: object, **_options: object) -> Image.Image:
        raise ModuleNotFoundError("No module named 'pi_heif'")

    own = getattr(sys.modules.get("ultralytics.utils.patches"), "_image_open", Image.open)
    monkeypatch.setitem(sys.modules, "ultralytics.utils.patches", SimpleNamespace(_image_open=own))
    monkeypatch.setattr(Image, "open", with_more_formats)
    assert decode_image(encode(make_picture(), "PNG")).rgb.shape == (40, 60, 3)
    with pytest.raises(ImageError, match="not a picture"):
        decode_image(b"hello, I am a text file")
