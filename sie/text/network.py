"""One ONNX network, run on OpenVINO where it is installed and on ONNX Runtime otherwise.

OpenVINO is the fastest way to run these networks on CPUs: the text detector takes a quarter of ONNX Runtime's time.
ONNX Runtime is the fallback that runs everywhere.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Protocol

import numpy as np

from models.runtime import fastest_precision
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


class _OpenVinoNetwork:
    def __init__(self, path: Path, threads: int) -> None:
        import openvino

        core = openvino.Core()
        config: dict[str, str | int | bool] = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1}
        config["PERFORMANCE_HINT"] = "LATENCY"
        config["ENABLE_CPU_PINNING"] = False  # pinned, the workers of a batch would all wait for the first core
        config["INFERENCE_PRECISION_HINT"] = fastest_precision()
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
