"""The detector's network: a nano YOLO of ultralytics with our output channels, from random weights."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import torch

from models.classes import CHANNELS, channel_name

ARCHITECTURES = ("yolo11n", "yolo26n", "yolo11s")


def build_network(architecture: str, *, seed: int = 0) -> torch.nn.Module:
    """An untrained network with one output per channel of `models.classes`, the same for the same seed."""
    from ultralytics.nn.tasks import DetectionModel

    torch.manual_seed(seed)
    network: torch.nn.Module = DetectionModel(f"{architecture}.yaml", ch=3, nc=len(CHANNELS), verbose=False)
    network.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5)  # type: ignore[assignment]
    network.names = {k: channel_name(k) for k in range(len(CHANNELS))}  # type: ignore[assignment]
    return network


def has_bf16() -> bool:
    """Whether the CPU multiplies bfloat16 natively; without that it is slower than single precision."""
    facts = Path("/proc/cpuinfo")
    if not facts.exists():
        return False
    flags = facts.read_text(encoding="ascii", errors="ignore")
    return "avx512_bf16" in flags or "amx_bf16" in flags
