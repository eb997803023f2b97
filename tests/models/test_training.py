"""Training: the data's geometry, and a smoke run that resumes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.errors import TrainingError
from models.synth.write import Job, write_many
from models.train.data import chart_files, clip_boxes, place, repeats, widen


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


@pytest.mark.slow
def test_training_runs_writes_a_checkpoint_and_goes_on(tmp_path: Path) -> None:
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
    export_onnx(run / "last.pt", tmp_path / "net.onnx")


@pytest.mark.slow
def test_assigning_image_by_image_gives_the_batched_loss() -> None:
    import torch
    from ultralytics.utils.tal import TaskAlignedAssigner

    from models.train.loss import DetectionLoss
    from models.train.network import build_network

    network = build_network("yolo11n", seed=3).train()
    outputs = network(torch.rand(2, 3, 128, 128))
    boxes = [torch.tensor([[0.0, 10, 10, 50, 60], [2.0, 70, 70, 90, 90]]), torch.tensor([[1.0, 5, 5, 30, 100]])]
    loss = DetectionLoss(network)
    single, _ = loss.of(outputs, boxes, 128)
    own = loss.assigner
    loss.assigner = TaskAlignedAssigner(own.topk, own.num_classes, own.alpha, own.beta, own.stride)
    batched, _ = loss.of(outputs, boxes, 128)
    assert float(single.detach()) == pytest.approx(float(batched.detach()), rel=1e-5)


def test_charts_with_a_rare_class_are_shown_more_often_and_none_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    files = [tmp_path / "images" / f"{k}.png" for k in range(100)]
    for k, path in enumerate(files):
        rare = "5 .5 .5 .1 .1\n" if k < 2 else ""
        (tmp_path / "labels" / f"{path.stem}.txt").write_text("0 .5 .5 .9 .9\n" + rare, encoding="ascii")
    shown = repeats(files)
    assert list(shown[:2]) == [3, 3]  # sqrt(.15 / .02) = 2.7
    assert set(shown[2:]) == {1}
