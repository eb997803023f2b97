"""Reads charts and their labels, and lays them on square canvases for training.

No mosaic and no flips: mosaics gained nothing in a measured trial and tear charts apart, and a flipped chart is not a
chart. What varies is the scale, the place, colours and contrast; sometimes a part is cut out, as tiles at inference.
"""

from __future__ import annotations

import queue
import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.errors import TrainingError

_THINNEST_PX = 3.0  # thinner boxes are widened: no anchor would overlap them
_LEAST_SEEN = 0.4  # part of a box that must be left in a cut-out for it to stay a label
_PADDING = 114
_RARE = 0.3  # channels on a smaller part of the charts are shown more often


@dataclass(frozen=True)
class Sample:
    """A canvas with its labels.

    Attributes:
        rgb: uint8 (size, size, 3).
        boxes: float32 (n, 5): channel, then xyxy in canvas pixels.
    """

    rgb: np.ndarray
    boxes: np.ndarray


def chart_files(folder: Path, *, only: str | None = None, without: str | None = None) -> list[Path]:
    """The pictures of a dataset folder that have labels, in name order.

    Args:
        folder: written by `models.synth`.
        only: keep the charts of this renderer.
        without: leave out the charts of this renderer.

    Raises:
        TrainingError: there are none.
    """
    labelled = {p.stem for p in (folder / "labels").glob("*.txt")}
    files = sorted(p for p in (folder / "images").glob("*.*") if p.stem in labelled)
    if only is not None:
        files = [p for p in files if renderer_of(p) == only]
    if without is not None:
        files = [p for p in files if renderer_of(p) != without]
    if not files:
        raise TrainingError(f"{folder}: no labelled charts; draw some with: python -m models.synth --out {folder}")
    return files


def renderer_of(path: Path) -> str | None:
    """What drew a chart of a dataset folder, from its annotation; None where it has none."""
    folder = path.parent.parent / "chartinfo"
    for name in (f"{path.stem}.json", f"{path.stem}.p1.json"):
        if (folder / name).exists():
            found = re.search(r'"renderer": "(\w+)"', (folder / name).read_text(encoding="utf-8"))
            return found.group(1) if found else None
    return None


def read_chart(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """A picture (RGB) and its labels as (n, 5): channel, xyxy in pixels of the picture.

    Raises:
        TrainingError: the picture cannot be decoded.
    """
    bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if bgr is None:
        raise TrainingError(f"{path}: not a picture")
    text = (path.parent.parent / "labels" / f"{path.stem}.txt").read_text(encoding="ascii")
    rows = np.array([[float(v) for v in line.split()] for line in text.splitlines() if line], dtype=np.float32)
    rows = rows.reshape(-1, 5)
    height, width = bgr.shape[:2]
    half = rows[:, 3:5] / 2
    boxes = np.concatenate([rows[:, :1], rows[:, 1:3] - half, rows[:, 1:3] + half], axis=1)
    boxes[:, [1, 3]] *= width
    boxes[:, [2, 4]] *= height
    return cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), boxes.astype(np.float32)


def place(rgb: np.ndarray, boxes: np.ndarray, size: int, rng: np.random.Generator) -> Sample:
    """The chart on a canvas at a random scale and place."""
    height, width = rgb.shape[:2]
    cut = rng.random() < 0.15
    factor = size / max(height, width) * float(rng.uniform(1.0, 1.7) if cut else rng.uniform(0.6, 1.0))
    new_w, new_h = max(1, round(width * factor)), max(1, round(height * factor))
    how = cv2.INTER_AREA if factor < 1 else (cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC)
    scaled = cv2.resize(rgb, (new_w, new_h), interpolation=how)
    dx = int(rng.integers(min(0, size - new_w), max(0, size - new_w) + 1))
    dy = int(rng.integers(min(0, size - new_h), max(0, size - new_h) + 1))
    fill = rgb[0, 0] if rng.random() < 0.5 else np.full(3, _PADDING if rng.random() < 0.7 else 255, np.uint8)
    canvas = np.empty((size, size, 3), np.uint8)
    canvas[:] = fill
    x0, y0, x1, y1 = max(0, dx), max(0, dy), min(size, dx + new_w), min(size, dy + new_h)
    canvas[y0:y1, x0:x1] = scaled[y0 - dy : y1 - dy, x0 - dx : x1 - dx]
    moved = boxes.copy()
    moved[:, [1, 3]] = boxes[:, [1, 3]] * (new_w / width) + dx
    moved[:, [2, 4]] = boxes[:, [2, 4]] * (new_h / height) + dy
    return Sample(recolor(canvas, rng), widen(clip_boxes(moved, size), size))


def clip_boxes(boxes: np.ndarray, size: int) -> np.ndarray:
    """The boxes cut at the canvas, without those that are mostly outside."""
    area = np.prod(np.maximum(boxes[:, 3:5] - boxes[:, 1:3], 1e-3), axis=1)
    seen = boxes.copy()
    seen[:, 1:] = np.clip(boxes[:, 1:], 0, size)
    left = np.prod(np.maximum(seen[:, 3:5] - seen[:, 1:3], 0.0), axis=1)
    return np.asarray(seen[left >= _LEAST_SEEN * area])


def widen(boxes: np.ndarray, size: int) -> np.ndarray:
    """The boxes with thin sides widened about their middle."""
    middle, half = (boxes[:, 1:3] + boxes[:, 3:5]) / 2, (boxes[:, 3:5] - boxes[:, 1:3]) / 2
    half = np.maximum(half, _THINNEST_PX / 2)
    wide = np.concatenate([boxes[:, :1], middle - half, middle + half], axis=1)
    wide[:, 1:] = np.clip(wide[:, 1:], 0, size)
    return np.asarray(wide, dtype=np.float32)


def recolor(rgb: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Other colours of the same chart: channels swapped, grey, inverted, other contrast."""
    draw = rng.random()
    if draw < 0.35:
        rgb = rgb[:, :, rng.permutation(3)]
    elif draw < 0.5:
        rgb = np.repeat(cv2.cvtColor(np.ascontiguousarray(rgb), cv2.COLOR_RGB2GRAY)[:, :, None], 3, axis=2)
    if rng.random() < 0.04:
        rgb = 255 - rgb
    if rng.random() < 0.25:
        gain, lift = float(rng.uniform(0.7, 1.2)), float(rng.uniform(-15, 25))
        rgb = cv2.convertScaleAbs(np.ascontiguousarray(rgb), alpha=gain, beta=lift)
    return np.ascontiguousarray(rgb)


def repeats(files: list[Path], rng: np.random.Generator) -> np.ndarray:
    """How often each chart is shown in a round, so that rare classes are seen more: int64 (n,), at least 1.

    Repeat factor sampling (Gupta, Dollar, Girshick: LVIS, CVPR 2019): a channel on the part f of the charts asks for
    sqrt(t / f) showings where f is under t, and a chart gets the most that one of its channels asks for; what is over a
    whole number is drawn by lot.
    """
    channels = [_channels(path) for path in files]
    seen = Counter(c for found in channels for c in found)
    asked = {c: max(1.0, (_RARE * len(files) / n) ** 0.5) for c, n in seen.items()}
    wanted = np.array([max((asked[c] for c in found), default=1.0) for found in channels])
    return np.asarray(np.floor(wanted + rng.random(len(files))), dtype=np.int64)


def _channels(path: Path) -> set[str]:
    """The channels in a chart's labels."""
    text = (path.parent.parent / "labels" / f"{path.stem}.txt").read_text(encoding="ascii")
    return {line.split(" ", 1)[0] for line in text.splitlines() if line}


class SampleStream:
    """Endless samples in a shuffled order that a position fixes; the folder is listed anew each round."""

    def __init__(self, folder: Path, *, seed: int, threads: int, without: str | None = None, ahead: int = 16) -> None:
        self._folder, self._seed, self._without = folder, seed, without
        self._pool = ThreadPoolExecutor(max_workers=max(1, threads))
        self._ahead = max(ahead, 4 * threads)

    def _order(self, start: int) -> Iterator[tuple[int, Path]]:
        """Positions and files from a position on; a position counts all samples since training began."""
        position, lap, first = start, 0, 0
        files = self._round(0)
        if start:
            lap, first = divmod(start, len(files))
            files = self._round(lap)
        while True:
            order = np.random.default_rng([self._seed, lap]).permutation(len(files))
            for k in order[first:]:
                yield position, files[int(k)]
                position += 1
            lap, first = lap + 1, 0
            files = self._round(lap)

    def _round(self, lap: int) -> list[Path]:
        """The charts of a round, those with rare classes several times."""
        files = chart_files(self._folder, without=self._without)
        often = repeats(files, np.random.default_rng([self._seed, lap, 3]))
        return [path for path, n in zip(files, often, strict=True) for _ in range(n)]

    def _load(self, position: int, path: Path, size: int) -> Sample:
        rng = np.random.default_rng([self._seed, position, 7])
        rgb, boxes = read_chart(path)
        return place(rgb, boxes, size, rng)

    def samples(self, start: int, size_at: Callable[[int], int]) -> Iterator[Sample]:
        """Samples from a position on, loaded ahead; `size_at` tells the canvas side of a position."""
        pending: queue.Queue[Future[Sample]] = queue.Queue()
        for position, path in self._order(start):
            pending.put(self._pool.submit(self._load, position, path, size_at(position)))
            if pending.qsize() >= self._ahead:
                yield pending.get().result()

    def close(self) -> None:
        """Stops loading."""
        self._pool.shutdown(wait=False, cancel_futures=True)
