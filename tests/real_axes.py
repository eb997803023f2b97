"""Scores the axes of figures by real charts' calibration: `python tests/real_axes.py FIGURES`.

FIGURES is a folder that `sie extract ../shared/charts ../shared/charts_tools -o FIGURES` wrote. The error of an axis is
the largest difference of value at its calibrated ticks, in per cent of the ticks' span (of its logarithms on log axes):
what a wrong scale adds to every value read.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from models.real import Calibration, PageAxis, load_calibrations
from sie.artifacts import Axis
from sie.figure import load_figure
from sie.vocab import Direction, ScaleType

CALIBRATIONS = Path(__file__).parent / "data" / "calibration"


@dataclass(frozen=True)
class AxisError:
    """`percent` is None where the figure has no such axis, or one of another scale."""

    chart: str
    direction: Direction
    percent: float | None


def axis_error(known: PageAxis, axis: Axis) -> float | None:
    """The largest error of a fitted axis at the known ticks in per cent of their span; None for another scale."""
    if axis.fit is None or (axis.scale is ScaleType.LOG) is not known.log:
        return None
    told = [(px - axis.fit.offset_px) / axis.fit.px_per_unit for px in known.places]
    true = [known.transform(v) for v in known.values]
    return 100 * max(abs(a - b) for a, b in zip(told, true, strict=True)) / known.span


def chart_errors(calibration: Calibration, axes: Sequence[Axis]) -> Iterator[AxisError]:
    """The error of each numeric axis of a chart; the axis of its direction that fits best counts."""
    for known, direction in ((calibration.x, Direction.HORIZONTAL), (calibration.y, Direction.VERTICAL)):
        if known.names:
            continue
        found = [axis_error(known, axis) for axis in axes if axis.direction is direction]
        errors = [error for error in found if error is not None]
        yield AxisError(calibration.name, direction, min(errors, default=None))


def score_figures(calibrations: Sequence[Calibration], folder: Path) -> list[AxisError]:
    """The errors of all axes whose figures lie in a folder, beside each other or by the folders of their pictures."""
    errors: list[AxisError] = []
    for calibration in calibrations:
        own = Path(calibration.picture).with_suffix(".json")
        path = next((p for p in (folder / own, folder / own.name) if p.is_file()), None)
        if path is not None:
            figure = load_figure(path)
            axes = [axis for chart in figure.charts if chart.structure is not None for axis in chart.structure.axes]
            errors += chart_errors(calibration, axes)
    return errors


def report(errors: Sequence[AxisError]) -> str:
    """A few lines: how many axes, how exact, and the worst."""
    exact = sorted(e.percent for e in errors if e.percent is not None)
    lost = [f"{e.chart} {e.direction}" for e in errors if e.percent is None]
    if not exact:
        return "no axes"
    tenth = exact[int(0.9 * (len(exact) - 1))]
    worst = sorted((e for e in errors if e.percent is not None), key=lambda e: -(e.percent or 0.0))[:10]
    return "\n".join(
        [
            f"{len(errors)} axes, {len(lost)} not read: {', '.join(lost) or 'none'}",
            f"error in % of the span: median {statistics.median(exact):.2f}, 90 % under {tenth:.2f}, "
            f"under 1 %: {sum(v < 1 for v in exact)} of {len(errors)}",
            *(f"  {e.chart} {e.direction}: {e.percent:.2f}" for e in worst),
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(report(score_figures(load_calibrations(CALIBRATIONS), Path(sys.argv[1]))) + "\n")
