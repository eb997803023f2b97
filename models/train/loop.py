"""The training loop: AdamW, bfloat16 forward, averaged weights, checkpoints from which it goes on.

The learning rate falls with the square root of the iterations after a warm-up, so that a run has no fixed end: it can
be stopped and resumed for as long as it pays. A finishing run (`finish`) goes on from a checkpoint's averaged weights
with the rate falling to zero in the given minutes, and is what is shipped. Where only exported weights are left, a run
starts from these (`start`) and counts on from what their manifest tells.
"""

from __future__ import annotations

import copy
import csv
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from models.errors import TrainingError
from models.registry import recipe_of
from models.train.data import Sample, SampleStream
from models.train.loss import DetectionLoss
from models.train.network import build_network, has_bf16
from models.train.warm import load_fused, read_onnx

_WARMUP = 100
_PLATEAU = 3000  # iterations at the full rate
_START_BATCHES = 6  # of 8 canvases: the statistics of a warm start
_CLIP = 10.0
_EMA = 0.9985
_EMA_FINISH = 0.99  # the falling rate averages by itself, and a short run must tell
_FIELDS = ("seconds", "iteration", "images", "size", "rate", "box_loss", "cls_loss", "dfl_loss", "seconds_per_image")


@dataclass(frozen=True)
class TrainOptions:
    """How to train; the defaults are the shipped detector's recipe.

    Attributes:
        minutes: wall-clock time of this call.
        small_images: so many images are first seen at `small_size`, the rest at `size` (canvas sides in pixels).
        large_every: every so manieth batch has canvases of half as much again on a side; 0 for none.
        finish: let the rate fall to zero over this call.
        without: a renderer that is held out.
        start: exported weights to go on from where the run has no checkpoint.
    """

    data: Path
    out: Path
    minutes: float = 60.0
    device: str = "cpu"
    threads: int = 1
    loaders: int = 1
    architecture: str = "yolo11n"
    batch: int = 8
    rate: float = 2e-3
    weight_decay: float = 0.03
    small_size: int = 480
    small_images: int = 12_000
    size: int = 640
    large_every: int = 0
    seed: int = 1
    checkpoint_minutes: float = 10.0
    finish: bool = False
    without: str | None = None
    start: Path | None = None


class Trainer:
    """A run: its network, averaged network, optimizer and position, kept in one checkpoint file."""

    def __init__(self, options: TrainOptions) -> None:
        self.options = options
        self.device = torch.device(options.device)
        if self.device.type == "cuda" and not torch.cuda.is_available():
            raise TrainingError("device cuda: no CUDA device is available; use --device cpu")
        torch.set_num_threads(options.threads)
        cv2.setNumThreads(1)
        network = build_network(options.architecture, seed=options.seed)
        self.network = network.to(self.device).to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.network).eval()
        for p in self.average.parameters():
            p.requires_grad_(False)
        self.optimizer = self._make_optimizer()
        self.loss = DetectionLoss(self.network)
        self.iteration = self.images = 0
        self.seconds = 0.0
        self.begun = 0
        self.low_precision = self.device.type == "cuda" or has_bf16()
        options.out.mkdir(parents=True, exist_ok=True)
        self.path = options.out / "last.pt"
        if self.path.exists():
            self._load(self.path)
            if options.finish:
                self.network.load_state_dict(self.average.state_dict())
        elif options.start is not None:
            self._start(options.start)

    def _make_optimizer(self) -> torch.optim.AdamW:
        decayed = [p for p in self.network.parameters() if p.ndim > 1]
        plain = [p for p in self.network.parameters() if p.ndim <= 1]
        groups = [
            {"params": decayed, "weight_decay": self.options.weight_decay},
            {"params": plain, "weight_decay": 0.0},
        ]
        return torch.optim.AdamW(groups, lr=self.options.rate, betas=(0.9, 0.99))

    def _start(self, weights: Path) -> None:
        """Takes exported weights over, and their history from the manifest that lists them."""
        stream = SampleStream(self.options.data, seed=self.options.seed, threads=self.options.loaders)
        samples = stream.samples(0, lambda _: self.options.small_size)
        canvases = [self._pixels([next(samples) for _ in range(8)]) for _ in range(_START_BATCHES)]
        stream.close()
        load_fused(self.network, read_onnx(weights), canvases)
        self.average.load_state_dict(self.network.state_dict())
        history = recipe_of(weights)
        self.iteration, self.images = int(history.get("iterations", 0)), int(history.get("images", 0))
        self.seconds = 3600 * float(history.get("hours", 0.0))
        self.begun = self.iteration

    # ---- checkpoints

    def _load(self, path: Path) -> None:
        state = torch.load(path, map_location=self.device, weights_only=True)
        if state["architecture"] != self.options.architecture:
            raise TrainingError(f"{path}: holds {state['architecture']}, not {self.options.architecture}")
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.iteration, self.images, self.seconds = state["iteration"], state["images"], state["seconds"]
        self.begun = state["begun"]

    def save(self, path: Path) -> None:
        """Writes the checkpoint; a crash while writing leaves the old one."""
        state = {
            "architecture": self.options.architecture,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "iteration": self.iteration,
            "begun": self.begun,
            "images": self.images,
            "seconds": self.seconds,
            "recipe": {k: v for k, v in asdict(self.options).items() if isinstance(v, (int, float, str))},
        }
        partial = path.with_suffix(".partial")
        torch.save(state, partial)
        os.replace(partial, path)

    # ---- steps

    def _set_rate(self, part_left: float) -> float:
        rate: float = self.options.rate * min(1.0, (self.iteration - self.begun + 1) / _WARMUP)
        rate *= min(1.0, (_PLATEAU / max(self.iteration, 1)) ** 0.5)
        if self.options.finish:
            rate *= max(0.01, part_left)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        return rate

    def _pixels(self, samples: list[Sample]) -> torch.Tensor:
        """Canvases as a batch (n, 3, size, size), values 0 to 1."""
        pixels = torch.from_numpy(np.stack([s.rgb for s in samples])).permute(0, 3, 1, 2).to(self.device)
        return pixels.float().div_(255).contiguous(memory_format=torch.channels_last)

    def step(self, samples: list[Sample], part_left: float) -> dict[str, float]:
        """One optimizer step; gives back the losses and the rate."""
        rate = self._set_rate(part_left)
        size = samples[0].rgb.shape[0]
        pixels = self._pixels(samples)
        boxes = [torch.from_numpy(s.boxes) for s in samples]
        self.network.train()
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.low_precision):
            outputs = self.network(pixels)
        loss, parts = self.loss.of(outputs, boxes, size)
        self.optimizer.zero_grad(set_to_none=True)
        if not torch.isfinite(loss):
            raise TrainingError(f"the loss is not finite at iteration {self.iteration}; resume from {self.path}")
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), _CLIP)
        self.optimizer.step()
        self._update_average()
        self.iteration += 1
        self.images += len(samples)
        return parts | {"rate": rate}

    @torch.no_grad()
    def _update_average(self) -> None:
        longest = _EMA_FINISH if self.options.finish else _EMA
        keep = min(longest, (1 + self.iteration) / (10 + self.iteration))
        current = self.network.state_dict()
        for name, value in self.average.state_dict().items():
            if value.dtype.is_floating_point:
                value.mul_(keep).add_(current[name].detach(), alpha=1 - keep)
            else:
                value.copy_(current[name])

    def size_at(self, position: int) -> int:
        """The canvas side of the batch that starts at a position, counted over all images.

        Large pictures are looked at on large canvases (`models.boxes`), so that some of these are trained on too.
        """
        options = self.options
        size = options.small_size if position < options.small_images else options.size
        large = options.large_every and position // options.batch % options.large_every == 0
        return -(-size * 3 // 64) * 32 if large else size


def _batches(stream: SampleStream, trainer: Trainer) -> Iterator[list[Sample]]:
    first, n = trainer.images, trainer.options.batch
    samples = stream.samples(first, lambda position: trainer.size_at(position - (position - first) % n))
    while True:
        yield [next(samples) for _ in range(n)]


def train(options: TrainOptions) -> Path:
    """Trains for the given minutes, from the run's checkpoint where there is one; gives back the checkpoint's path.

    The curve is appended to `curve.csv` beside it, a line a minute.

    Raises:
        TrainingError: there is no data or device, or the loss became infinite.
    """
    trainer = Trainer(options)
    stream = SampleStream(options.data, seed=options.seed, threads=options.loaders, without=options.without)
    start = told = saved = time.monotonic()
    before, sums, steps, images = trainer.seconds, dict.fromkeys(("box_loss", "cls_loss", "dfl_loss"), 0.0), 0, 0
    try:
        for batch in _batches(stream, trainer):
            now = time.monotonic()
            parts = trainer.step(batch, 1.0 - (now - start) / (60 * options.minutes))
            steps, images = steps + 1, images + len(batch)
            sums = {k: sums[k] + parts[k] for k in sums}
            now = time.monotonic()
            trainer.seconds = before + now - start
            over = now - start > 60 * options.minutes
            if now - told > 60 or over:
                mean = {k: round(v / steps, 4) for k, v in sums.items()}
                row = {
                    "seconds": round(trainer.seconds),
                    "iteration": trainer.iteration,
                    "images": trainer.images,
                    "size": batch[0].rgb.shape[0],
                    "rate": f"{parts['rate']:.2e}",
                    **mean,
                    "seconds_per_image": round((now - told) / images, 4),
                }
                _note(options.out / "curve.csv", row)
                told, sums, steps, images = now, dict.fromkeys(sums, 0.0), 0, 0
            if now - saved > 60 * options.checkpoint_minutes or over:
                trainer.save(trainer.path)
                saved = now
            if over:
                break
    finally:
        stream.close()
    return trainer.path


def _note(path: Path, row: dict[str, object]) -> None:
    fresh = not path.exists()
    with path.open("a", newline="", encoding="ascii") as file:
        writer = csv.DictWriter(file, _FIELDS)
        if fresh:
            writer.writeheader()
        writer.writerow(row)
