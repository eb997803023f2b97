"""Writes synthetic charts to a folder: pictures, CHART-Info annotations, YOLO labels, line masks."""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.errors import RendererError
from models.synth.chartinfo import chart_info
from models.synth.generate import draw_one
from models.synth.truth import Drawing
from models.synth.yolo import panel_boxes, yolo_lines

_JPEG_QUALITY = 95  # the published degradation is drawn before; this only saves room


@dataclass(frozen=True)
class Job:
    """One chart to write; `renderer` None lets the seed pick."""

    seed: int
    out: Path
    renderer: str | None = None
    degrade: bool = True
    png: bool = False


def make_folders(out: Path) -> None:
    """Makes the dataset's folders where they are missing."""
    for name in ("images", "labels", "chartinfo", "masks"):
        (out / name).mkdir(parents=True, exist_ok=True)


def write_chart(job: Job) -> str | None:
    """Draws and writes one chart; gives back a reason where its seed makes no chart.

    A chart of several panels has one annotation a panel, `<id>.p1.json` and so on. The label file is written last, so
    that a chart with labels is complete.
    """
    name = f"s{job.seed:08d}"
    if (job.out / "labels" / f"{name}.txt").exists():
        return None
    try:
        drawing = draw_one(job.seed, renderer=job.renderer, degrade=job.degrade)
    except RendererError as error:
        return str(error)
    _write(drawing, job, name)
    return None


def _write(drawing: Drawing, job: Job, name: str) -> None:
    bgr = cv2.cvtColor(drawing.rgb, cv2.COLOR_RGB2BGR)
    suffix, options = (".png", []) if job.png else (".jpg", [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    cv2.imwrite(str(job.out / "images" / (name + suffix)), bgr, options)
    if drawing.line_mask is not None:
        cv2.imwrite(str(job.out / "masks" / f"{name}.png"), drawing.line_mask)
    boxes = panel_boxes(drawing)
    for i, (panel, box) in enumerate(zip(drawing.panels, boxes, strict=True)):
        info = chart_info(panel, renderer=drawing.renderer, seed=job.seed, box=box)
        part = name if len(boxes) == 1 else f"{name}.p{i + 1}"
        path = job.out / "chartinfo" / f"{part}.json"
        path.write_text(json.dumps(info, ensure_ascii=False), encoding="utf-8")
    lines = yolo_lines(drawing)
    (job.out / "labels" / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="ascii")


def _one_thread() -> None:
    cv2.setNumThreads(1)
    os.environ["OMP_NUM_THREADS"] = "1"
    np.seterr(all="ignore")


def write_many(jobs: list[Job], *, workers: int) -> Iterator[str | None]:
    """Writes charts, in this process or several; yields a reason or None as each is done."""
    for out in {job.out for job in jobs}:
        make_folders(out)
    if workers <= 1:
        _one_thread()
        yield from map(write_chart, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(workers, initializer=_one_thread) as pool:
        yield from pool.imap_unordered(write_chart, jobs, chunksize=4)
