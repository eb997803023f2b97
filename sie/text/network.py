"""One ONNX network, run on OpenVINO where it is installed and on ONNX Runtime otherwise.

OpenVINO is the fastest way to run these networks on CPUs: the text detector takes a quarter of ONNX Runtime's time.
ONNX Runtime is the fallback that runs everywhere. Where the CPU has instructions for it, OpenVINO runs what
`sie.text.quantize` made of a network: in 8-bit integers it takes half the time.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Protocol

import numpy as np

from models.errors import ModelError
from models.registry import file_hash, load_manifest, weights_path
from models.runtime import fastest_precision, has_fast_int8
from sie.errors import EngineError
from sie.vocab import Device

CUDA_PROVIDER = "CUDAExecutionProvider"


class Network(Protocol):
    """A loaded network with one input and one output."""

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        """The output for a float32 batch of shape (n, channels, height, width); valid until the next call."""
        ...

    def characters(self) -> tuple[str, ...]:
        """The characters in the file's metadata, one a line there; empty where it has none."""
        ...


def load_network(path: Path, *, threads: int, device: Device = Device.AUTO) -> Network:
    """The network of an ONNX file; on the GPU only where `device` asks for CUDA.

    Raises:
        EngineError: the file or both runtimes are missing, or the file cannot be loaded, or there is no CUDA.
    """
    if not path.is_file():
        raise EngineError(
            f"{path.name}: weights not found; reinstall the package that ships them: pip install rapidocr"
        )
    if device is Device.CUDA:
        return _OnnxNetwork(path, threads, cuda=True)
    if importlib.util.find_spec("openvino") is not None:
        return _OpenVinoNetwork(path, threads)
    if importlib.util.find_spec("onnxruntime") is not None:
        return _OnnxNetwork(path, threads)
    raise EngineError("text recognition needs a runtime: pip install openvino (or onnxruntime)")


MADE_FROM = "made_from"
"""The recipe's key for the hash of the network that a quantized one was made from."""


def quantized_name(path: Path) -> str:
    """The name in the weights' manifest of what was made of a network."""
    return f"{path.stem}-int8"


def runs_quantized(device: Device) -> bool:
    """Whether networks in 8-bit integers are used here: on CPUs that are faster with them, where OpenVINO is."""
    return device is not Device.CUDA and importlib.util.find_spec("openvino") is not None and has_fast_int8()


def load_quantized(path: Path, *, threads: int, device: Device = Device.AUTO) -> Network | None:
    """What was made of an ONNX file's network in 8-bit integers, or None.

    None on a GPU, without OpenVINO, on a CPU that is not faster with it, where the manifest does not list it, and where
    it was made from another file.

    Raises:
        EngineError: a file of it is missing, or its hash is not the manifest's, or it cannot be loaded.
    """
    if not runs_quantized(device) or not path.is_file():
        return None
    entry = load_manifest().get(quantized_name(path))
    if entry is None or entry.recipe.get(MADE_FROM) != file_hash(path):
        return None
    try:
        found = weights_path(entry.name)
    except ModelError as error:
        raise EngineError(str(error)) from error
    return _OpenVinoNetwork(found, threads)


def need_cuda() -> None:
    """Nothing where networks can run on a GPU.

    Raises:
        EngineError: they cannot; the message says what to install.
    """
    if importlib.util.find_spec("onnxruntime") is not None:
        import onnxruntime

        if CUDA_PROVIDER in onnxruntime.get_available_providers():
            return
    raise EngineError("device cuda: ONNX Runtime here has no CUDA: pip install onnxruntime-gpu in place of onnxruntime")


_KEPT_KERNELS = 100
"""How many kernels made for shapes of the input are kept: 300 took 140 MB more over 60 charts, for 5 % less time."""


class _OpenVinoNetwork:
    def __init__(self, path: Path, threads: int) -> None:
        import openvino

        core = openvino.Core()
        config: dict[str, str | int | bool] = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1}
        config["PERFORMANCE_HINT"] = "LATENCY"
        config["ENABLE_CPU_PINNING"] = False  # pinned, the workers of a batch would all wait for the first core
        config["INFERENCE_PRECISION_HINT"] = fastest_precision()
        config["CPU_RUNTIME_CACHE_CAPACITY"] = _KEPT_KERNELS
        try:
            self._model = core.read_model(path)
            compiled = core.compile_model(self._model, "CPU", config)
        except RuntimeError as error:
            raise EngineError(f"{path.name}: OpenVINO cannot load it: {error}") from error
        self._request = compiled.create_infer_request()

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        self._request.infer([batch])
        return np.asarray(self._request.get_output_tensor().data)

    def characters(self) -> tuple[str, ...]:
        info = self._model.get_rt_info()
        if "framework" not in info:
            return ()
        framework = info["framework"]
        return tuple(str(framework["character"].value).splitlines()) if "character" in framework else ()


class _OnnxNetwork:
    def __init__(self, path: Path, threads: int, *, cuda: bool = False) -> None:
        if cuda:
            need_cuda()
        import onnxruntime

        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = threads
        settings.log_severity_level = 3
        provider = CUDA_PROVIDER if cuda else "CPUExecutionProvider"
        self._session = onnxruntime.InferenceSession(str(path), settings, providers=[provider])
        if cuda and CUDA_PROVIDER not in self._session.get_providers():  # it falls back to the CPU without an error
            raise EngineError("device cuda: ONNX Runtime cannot use the GPU; check its CUDA and cuDNN libraries")
        self._input = self._session.get_inputs()[0].name

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        return np.asarray(self._session.run(None, {self._input: batch})[0])

    def characters(self) -> tuple[str, ...]:
        metadata = self._session.get_modelmeta().custom_metadata_map
        return tuple(metadata.get("character", "").splitlines())
