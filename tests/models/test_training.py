"""Training: the data's geometry, and a smoke run that resumes."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from models.errors import TrainingError
from models.synth.write import Job, write_many
from models.train.data import Sample, chart_files, clip_boxes, place, repeats, widen


@pytest.fixture
def torch_as_it_was() -> Iterator[None]:
    """Gives torch its threads and its random state back after a test."""
    import torch

    threads, state = torch.get_num_threads(), torch.get_rng_state()
    yield
    torch.set_num_threads(threads)
    torch.set_rng_state(state)


def test_placed_boxes_stay_on_what_they_label() -> None:
    rgb = np.full((60, 100, 3), 255, np.uint8)
    rgb[20:40, 30:70] = (200, 0, 0)
    boxes = np.array([[0, 30, 20, 70, 40]], dtype=np.float32)
    for seed in range(12):
        sample = place(rgb, boxes, 128, np.random.default_rng(seed))
        if not len(sample.boxes):
            continue
        _, x0, y0, x1, y1 = sample.boxes[0]
        inside = sample.rgb[int(y0 + 2) : int(y1 - 2), int(x0 + 2) : int(x1 - 2)].reshape(-1, 3)
        assert np.ptp(inside.astype(int), axis=0).max() < 40


def test_boxes_mostly_outside_are_dropped() -> None:
    boxes = np.array([[0, -8, 0, 2, 10], [1, -2, 0, 8, 10]], dtype=np.float32)
    assert clip_boxes(boxes, 64)[:, 0].tolist() == [1.0]


def test_thin_boxes_are_widened_about_their_middle() -> None:
    wide = widen(np.array([[0, 10, 5, 11, 50]], dtype=np.float32), 64)
    assert wide[0].tolist() == [0.0, 9.0, 5.0, 12.0, 50.0]


def test_a_folder_without_charts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="no labelled charts"):
        chart_files(tmp_path)


@pytest.mark.usefixtures("torch_as_it_was")
@pytest.mark.slow
def test_training_runs_writes_a_checkpoint_and_goes_on(tmp_path: Path) -> None:
    import torch

    from models.export import export_onnx
    from models.train.loop import Trainer, TrainOptions, train

    data, run = tmp_path / "data", tmp_path / "run"
    assert all(r is None for r in write_many([Job(s, data, "matplotlib") for s in range(4)], workers=1))
    options = TrainOptions(data, run, minutes=0.02, batch=2, small_size=128, small_images=4, size=160)
    train(options)
    first = Trainer(options)
    assert first.iteration > 0
    train(options)
    assert Trainer(options).iteration > first.iteration
    assert (run / "curve.csv").read_text().startswith("seconds,")
    last = Trainer(dataclasses.replace(options, finish=True))
    averaged = last.average.state_dict()
    assert all(torch.equal(value, averaged[name]) for name, value in last.network.state_dict().items())
    export_onnx(run / "last.pt", tmp_path / "net.onnx")


@pytest.mark.usefixtures("torch_as_it_was")
def test_a_warm_start_computes_what_the_exported_weights_do_and_counts_on(tmp_path: Path) -> None:
    import onnxruntime
    import torch

    from models.registry import DETECTOR, recipe_of, weights_path
    from models.train.loop import Trainer, TrainOptions
    from models.train.network import RawOutputs

    torch.set_num_threads(1)
    data, weights = tmp_path / "data", weights_path(DETECTOR)
    assert all(r is None for r in write_many([Job(s, data, "matplotlib") for s in range(4)], workers=1))
    trainer = Trainer(TrainOptions(data, tmp_path / "run", small_size=96, start=weights))
    history = recipe_of(weights)
    assert (trainer.iteration, trainer.images) == (history["iterations"], history["images"])
    pixels = np.random.default_rng(0).uniform(0, 255, (1, 3, 160, 128)).astype(np.float32)
    with torch.inference_mode():
        found = RawOutputs(trainer.average.eval())(torch.from_numpy(pixels))
    session = onnxruntime.InferenceSession(str(weights), providers=["CPUExecutionProvider"])
    for own, exported in zip(found, session.run(None, {"pixels": pixels}), strict=True):
        assert float(np.abs(own.numpy() - exported).max()) < 2e-3


@pytest.mark.usefixtures("torch_as_it_was")
def test_a_warm_start_normalises_as_training_does() -> None:
    import torch

    from models.train.warm import load_fused

    torch.manual_seed(0)
    block = torch.nn.Sequential()
    block.add_module("conv", torch.nn.Conv2d(3, 5, 3, bias=False))
    block.add_module("bn", torch.nn.BatchNorm2d(5))
    network = torch.nn.Sequential()
    network.add_module("0", block)
    weights = {"0.conv.weight": np.random.default_rng(1).normal(size=(5, 3, 3, 3)).astype(np.float32)}
    weights["0.conv.bias"] = np.arange(5, dtype=np.float32)
    canvases = [torch.rand(2, 3, 32, 32), torch.rand(1, 3, 24, 40)]
    load_fused(network, weights, canvases)
    fused = torch.nn.functional.conv2d(canvases[0], *(torch.tensor(w) for w in weights.values()))
    assert float((network.eval()(canvases[0]) - fused).detach().abs().max()) < 1e-4
    assert float((network.train()(canvases[0]) - fused).detach().abs().max()) < 0.2  # statistics of one batch of two


@pytest.mark.usefixtures("torch_as_it_was")
def test_a_warm_start_refuses_weights_of_another_network() -> None:
    import torch

    from models.errors import WeightsCorruptError
    from models.train.warm import load_fused

    network = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 1))
    with pytest.raises(WeightsCorruptError, match=r"0\.weight"):
        load_fused(network, {"0.weight": np.zeros((4, 2, 1, 1), np.float32)}, [])


def test_a_warm_start_refuses_what_is_not_onnx(tmp_path: Path) -> None:
    from models.errors import WeightsCorruptError
    from models.train.warm import read_onnx

    (tmp_path / "net.onnx").write_bytes(b"not a network")
    with pytest.raises(WeightsCorruptError, match="not an ONNX file"):
        read_onnx(tmp_path / "net.onnx")


@pytest.mark.usefixtures("torch_as_it_was")
def test_a_batch_has_one_canvas_size(tmp_path: Path) -> None:
    from models.train.loop import Trainer, TrainOptions, _batches

    trainer = Trainer(
        TrainOptions(tmp_path, tmp_path, batch=4, small_size=64, size=128, small_images=10, large_every=3)
    )
    asked: list[int] = []

    class Stream:
        def samples(self, start: int, size_at: Callable[[int], int]) -> Iterator[Sample]:
            for position in itertools.count(start):
                asked.append(size_at(position))
                yield Sample(np.zeros((asked[-1], asked[-1], 3), np.uint8), np.zeros((0, 5), np.float32))

    trainer.images = 2
    batches = _batches(Stream(), trainer)  # type: ignore[arg-type]
    found = [{sample.rgb.shape[0] for sample in next(batches)} for _ in range(4)]
    assert found == [{96}, {64}, {128}, {192}]


@pytest.mark.usefixtures("torch_as_it_was")
@pytest.mark.slow
def test_every_chart_counts_in_the_loss_whatever_else_is_in_its_batch() -> None:
    import torch

    from models.train.loss import DetectionLoss
    from models.train.network import build_network

    network = build_network("yolo11n", seed=3).train()
    outputs = network(torch.rand(2, 3, 128, 128))
    few = torch.tensor([[2.0, 10, 10, 50, 60]])
    many = torch.cat([torch.tensor([[4.0, x, y, x + 8.0, y + 8]]) for x in range(0, 120, 8) for y in range(0, 120, 8)])
    loss = DetectionLoss(network)
    whole, _ = loss.of(outputs, [few, many], 128)
    alone = []
    for i, own in enumerate((few, many)):
        one = {k: [v[i : i + 1] for v in out] if k == "feats" else out[i : i + 1] for k, out in outputs.items()}
        alone.append(float(loss.of(one, [own], 128)[0].detach()))
    assert float(whole.detach()) == pytest.approx(2 * (alone[0] + 15 * alone[1]) / 16, rel=1e-5)


def test_charts_with_a_rare_class_are_shown_more_often_and_none_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    files = [tmp_path / "images" / f"{k}.png" for k in range(100)]
    for k, path in enumerate(files):
        rare = "5 .5 .5 .1 .1\n" if k < 2 else ""
        (tmp_path / "labels" / f"{path.stem}.txt").write_text("0 .5 .5 .9 .9\n" + rare, encoding="ascii")
    shown = np.mean([repeats(files, np.random.default_rng(k)) for k in range(200)], axis=0)
    assert shown[:2] == pytest.approx(15**0.5, abs=0.15)  # sqrt(.3 / .02)
    assert set(shown[2:]) == {1.0}
