"""The detector's network: a nano YOLO of ultralytics with our output channels, from random weights."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import torch

from models.classes import CHANNELS, channel_name
from models.errors import WeightsCorruptError

ARCHITECTURES = ("yolo11n", "yolo26n", "yolo11s")
_TYPE_WEIGHT = 3.0
"""Weight of the chart types' channels in the loss: one plot area stands beside dozens of marks and labels."""


def build_network(architecture: str, *, seed: int = 0) -> torch.nn.Module:
    """An untrained network with one output per channel of `models.classes`, the same for the same seed."""
    from ultralytics.nn.tasks import DetectionModel

    torch.manual_seed(seed)
    network: torch.nn.Module = DetectionModel(f"{architecture}.yaml", ch=3, nc=len(CHANNELS), verbose=False)
    network.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5)  # type: ignore[assignment]
    network.names = {k: channel_name(k) for k in range(len(CHANNELS))}  # type: ignore[assignment]
    weights = [1.0 if plot_type is None else _TYPE_WEIGHT for _, plot_type in CHANNELS]
    network.class_weights = torch.tensor(weights)
    return network


def has_bf16() -> bool:
    """Whether the CPU multiplies bfloat16 natively; without that it is slower than single precision."""
    facts = Path("/proc/cpuinfo")
    if not facts.exists():
        return False
    flags = facts.read_text(encoding="ascii", errors="ignore")
    return "avx512_bf16" in flags or "amx_bf16" in flags


def load_average(path: Path) -> torch.nn.Module:
    """The averaged network of a checkpoint, on the CPU.

    Raises:
        WeightsCorruptError: the file is not a checkpoint of `models.train`, or of other channels.
    """
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise WeightsCorruptError(f"{path}: not a checkpoint: {error}") from error
    network = build_network(state["architecture"])
    try:
        network.load_state_dict(state["average"])
    except RuntimeError as error:
        raise WeightsCorruptError(f"{path}: other channels or network: {str(error)[:300]}") from error
    return network.float().eval()


class RawOutputs(torch.nn.Module):
    """The network from pixels of 0 to 255 to box distances (1, 4 * bins, anchors) and class logits."""

    def __init__(self, network: torch.nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, pixels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Distances and logits of a batch (n, 3, height, width)."""
        _, outputs = self.network(pixels / 255.0)
        outputs = outputs.get("one2many", outputs)
        return outputs["boxes"], outputs["scores"]
