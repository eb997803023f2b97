"""Runs the detector's network: OpenVINO (bfloat16 where that is faster), else ONNX Runtime; PyTorch for checkpoints."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from pathlib import Path

import numpy as np

from models.errors import RuntimeMissingError, WeightsCorruptError

Outputs = tuple[np.ndarray, np.ndarray]
Network = Callable[[np.ndarray], Outputs]
"""From float32 (1, 3, height, width) of 0 to 255 to box distances (64, anchors) and logits (channels, anchors)."""

_KEPT_KERNELS = 1
"""How many kernels OpenVINO keeps for shapes of the canvas that it has seen. By itself it keeps all, which took 70 MB
more over 15 shapes, for 7 % less time."""
_INT8_FLAGS = frozenset({"avx512_vnni", "avx_vnni", "amx_int8"})


class Runtime(StrEnum):
    """What can run the weights."""

    OPENVINO = "openvino"
    ONNXRUNTIME = "onnxruntime"


def find_runtimes(device: str) -> tuple[Runtime, ...]:
    """The installed runtimes for a device, "cpu" or "cuda", the fastest first."""
    fit = tuple(Runtime) if device == "cpu" else (Runtime.ONNXRUNTIME,)
    return tuple(one for one in fit if importlib.util.find_spec(one.value) is not None)


def fastest_precision() -> str:
    """What OpenVINO is told to compute in on this CPU: "bf16" with matrix units for it (AMX), else "f32".

    AVX512-BF16 alone does not pay: these networks took 1.4 to 1.6 times the CPU time of single precision with it.
    """
    return "bf16" if "amx_bf16" in _cpu_flags() else "f32"


def has_fast_int8() -> bool:
    """Whether this CPU multiplies 8-bit integers into 32-bit sums at once, so that quantized networks pay."""
    return not _INT8_FLAGS.isdisjoint(_cpu_flags())


@cache
def _cpu_flags() -> frozenset[str]:
    facts = Path("/proc/cpuinfo")
    if not facts.is_file():
        return frozenset()
    return frozenset(facts.read_text(encoding="ascii", errors="ignore").split())


def load_onnx(path: Path, *, device: str = "cpu", threads: int = 2, runtime: Runtime | None = None) -> Network:
    """The network of an ONNX file on a device, "cpu" or "cuda", by the fastest runtime or by the one named.

    Raises:
        RuntimeMissingError: nothing installed can run it there.
        WeightsCorruptError: the file is not a network.
    """
    found = find_runtimes(device)
    if not found or (runtime is not None and runtime not in found):
        raise RuntimeMissingError(f"the detector needs a runtime: pip install {runtime or 'openvino (or onnxruntime)'}")
    if (runtime or found[0]) is Runtime.OPENVINO:
        return _openvino(path, threads)
    return _onnxruntime(path, device, threads)


def _openvino(path: Path, threads: int) -> Network:
    import openvino

    core = openvino.Core()
    config: dict[str, str | int | bool] = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1}
    config["PERFORMANCE_HINT"] = "LATENCY"
    config["ENABLE_CPU_PINNING"] = False  # pinned, several processes would all wait for the first core
    config["INFERENCE_PRECISION_HINT"] = fastest_precision()
    config["CPU_RUNTIME_CACHE_CAPACITY"] = _KEPT_KERNELS
    try:
        request = core.compile_model(core.read_model(path), "CPU", config).create_infer_request()
    except RuntimeError as error:
        raise WeightsCorruptError(f"{path.name}: OpenVINO cannot load it: {error}") from error

    def run(batch: np.ndarray) -> Outputs:
        request.infer([batch])
        first, second = (np.array(request.get_output_tensor(k).data)[0] for k in range(2))
        return first, second

    return run


def _onnxruntime(path: Path, device: str, threads: int) -> Network:
    import onnxruntime

    provider = "CUDAExecutionProvider" if device == "cuda" else "CPUExecutionProvider"
    if provider not in onnxruntime.get_available_providers():
        raise RuntimeMissingError("device cuda: this onnxruntime has no CUDA; pip install onnxruntime-gpu")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(str(path), options, providers=[provider])
    except Exception as error:
        raise WeightsCorruptError(f"{path.name}: ONNX Runtime cannot load it: {error}") from error
    name = session.get_inputs()[0].name

    def run(batch: np.ndarray) -> Outputs:
        first, second = session.run(None, {name: batch})
        return first[0], second[0]

    return run


def load_checkpoint(path: Path, *, device: str = "cpu", threads: int = 1) -> Network:
    """The averaged network of a training checkpoint, in single precision.

    Raises:
        WeightsCorruptError: the file is not a checkpoint of `models.train`.
    """
    import torch

    from models.train.network import RawOutputs, load_average

    torch.set_num_threads(threads)
    raw = RawOutputs(load_average(path)).eval().to(device)

    @torch.inference_mode()
    def run(batch: np.ndarray) -> Outputs:
        first, second = raw(torch.from_numpy(batch).to(device))
        return first[0].float().cpu().numpy(), second[0].float().cpu().numpy()

    return run
