"""Warm start: from exported weights, batch normalisations folded into the convolutions, to a trainable network.

An ONNX file holds convolutions with biases only. Training wants the normalisations back, and on its own pictures: each
is set so that with the statistics of given canvases it adds just the folded bias. The filters are scaled as fresh ones,
since a normalisation undoes any scale of theirs while the optimizer's steps have a fixed size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from models.errors import WeightsCorruptError

_PREFIX = "network."  # of `models.train.network.RawOutputs`


@dataclass
class _Moments:
    """Sums over the places of a convolution's outputs, by channel."""

    count: float
    total: torch.Tensor
    squares: torch.Tensor

    @property
    def mean(self) -> torch.Tensor:
        return self.total / self.count

    @property
    def variance(self) -> torch.Tensor:
        return (self.squares / self.count - self.mean**2).clamp(min=0.0)


def read_onnx(path: Path) -> dict[str, np.ndarray]:
    """The weights of an exported file by the names that they have in the fused network.

    Raises:
        WeightsCorruptError: the file is not ONNX.
    """
    import onnx
    from google.protobuf.message import DecodeError

    try:
        model = onnx.load(str(path))
    except (OSError, DecodeError) as error:
        raise WeightsCorruptError(f"{path}: not an ONNX file: {error}") from error
    return {w.name.removeprefix(_PREFIX): onnx.numpy_helper.to_array(w) for w in model.graph.initializer}


@torch.no_grad()
def load_fused(network: torch.nn.Module, weights: dict[str, np.ndarray], canvases: Iterable[torch.Tensor]) -> None:
    """Gives the network the function of folded weights, in training mode too where the pictures are like the canvases.

    Args:
        network: of `build_network`; changed in place, and left in training mode.
        weights: of `read_onnx`.
        canvases: float batches (n, 3, height, width), values 0 to 1.

    Raises:
        WeightsCorruptError: the weights are another network's.
    """
    folded = _load(network, weights)
    moments = _measure(network, [f"{name}.conv" for name in folded], canvases)
    modules = dict(network.named_modules())
    for name, bias in folded.items():
        conv, norm = modules[f"{name}.conv"], modules[f"{name}.bn"]
        assert isinstance(conv, torch.nn.Conv2d)
        assert isinstance(norm, torch.nn.BatchNorm2d)
        _normalise(conv, norm, bias, moments[f"{name}.conv"])
    network.train()


def _load(network: torch.nn.Module, weights: dict[str, np.ndarray]) -> dict[str, torch.Tensor]:
    """Loads the convolutions, makes the normalisations add the biases only, and gives back these by block."""
    state = network.state_dict()
    blocks = {k.removesuffix(".conv.weight") for k in state if k.removesuffix("conv.weight") + "bn.weight" in state}
    folded, left = {}, set(weights)
    for key, value in state.items():
        block = key.removesuffix(".conv.weight")
        plain = not any(part in key.split(".") for part in ("bn", "dfl"))
        if not plain:
            continue
        if weights.get(key, np.zeros(0)).shape != tuple(value.shape):
            raise WeightsCorruptError(f"{key}: expected shape {tuple(value.shape)} in the exported weights")
        value.copy_(torch.tensor(weights[key]))
        left.discard(key)
        if block in blocks:
            bias = f"{block}.conv.bias"
            if bias not in weights:
                raise WeightsCorruptError(f"{bias}: not in the exported weights")
            folded[block] = torch.tensor(weights[bias])
            left.discard(bias)
            eps = float(network.get_submodule(f"{block}.bn").eps)  # type: ignore[arg-type]
            for part, constant in (("weight", 1.0), ("running_mean", 0.0), ("running_var", 1.0 - eps)):
                state[f"{block}.bn.{part}"].fill_(constant)
            state[f"{block}.bn.bias"].copy_(folded[block])
    if left:
        raise WeightsCorruptError(f"{sorted(left)[0]}: the network has no such weights")
    return folded


def _measure(network: torch.nn.Module, names: Iterable[str], canvases: Iterable[torch.Tensor]) -> dict[str, _Moments]:
    """The moments of the named convolutions' outputs over the canvases, in double precision."""
    moments: dict[str, _Moments] = {}

    def watch(name: str, output: torch.Tensor) -> None:
        values = output.double()
        count, total, squares = values.numel() / values.shape[1], values.sum((0, 2, 3)), (values**2).sum((0, 2, 3))
        known = moments.get(name)
        if known is not None:
            count, total, squares = known.count + count, known.total + total, known.squares + squares
        moments[name] = _Moments(count, total, squares)

    hooks = [
        network.get_submodule(name).register_forward_hook(lambda _, __, output, name=name: watch(name, output))
        for name in names
    ]
    network.eval()
    for batch in canvases:
        network(batch)
    for hook in hooks:
        hook.remove()
    return moments


def _normalise(conv: torch.nn.Conv2d, norm: torch.nn.BatchNorm2d, bias: torch.Tensor, moments: _Moments) -> None:
    """Scales the filters and sets the normalisation so that `conv` and `norm` add `bias` to what `conv` gave alone."""
    size = conv.weight[0].numel()
    norms = conv.weight.flatten(1).double().square().mean(1).sqrt()
    scale = torch.where(norms > 0, 1.0 / (3.0 * size) ** 0.5 / norms.clamp(min=1e-12), 1.0)  # a fresh filter's RMS
    conv.weight.mul_(scale[:, None, None, None])
    mean, variance = moments.mean * scale, moments.variance * scale**2
    norm.running_mean.copy_(mean)  # type: ignore[union-attr]
    norm.running_var.copy_(variance)  # type: ignore[union-attr]
    norm.weight.copy_((variance + norm.eps).sqrt() / scale)
    norm.bias.copy_(moments.mean + bias)
