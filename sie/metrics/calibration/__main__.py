"""Prints the coverage of sigmas by chart type and by kind of mark, and what became of the numeric axes, for folders of
gold files (or CHART-Info annotations) and of figures of the same names."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sie.artifacts import Chart
from sie.io.chartinfo import figure_of_chartinfo, is_chartinfo
from sie.io.tabular import figure_of_gold, is_gold
from sie.metrics.calibration.axes import JudgedAxis, axis_report, judge_axes
from sie.metrics.calibration.readings import Reading, readings_of
from sie.metrics.calibration.report import (
    coverage_by_mark,
    coverage_by_type,
    coverage_svg,
    coverage_table,
    tail_table,
)

Pair = tuple[Path, Path]


def main(argv: list[str]) -> int:
    """The tables on standard output, the plot where `--svg` says; 2 where no gold file has a figure."""
    parser = argparse.ArgumentParser(prog="python -m sie.metrics.calibration", description=__doc__)
    parser.add_argument(
        "folders",
        type=Path,
        nargs="+",
        metavar="GOLD FIGURES",
        help="folder of gold files and folder of figure files of the same names; more such pairs are taken together",
    )
    parser.add_argument("--svg", type=Path, help="write the calibration plot here")
    parser.add_argument("--tail", type=int, default=0, help="list so many charts with values beyond two sigma")
    chosen = parser.parse_args(argv)
    if len(chosen.folders) % 2:
        parser.error(f"expected pairs of folders, gold and figures, got {len(chosen.folders)} folders")
    pairs = list(zip(chosen.folders[::2], chosen.folders[1::2], strict=True))
    named = [row for gold, figures in pairs for row in read_folders(gold, figures)]
    readings = [reading for _name, reading in named]
    if not readings:
        sys.stderr.write(f"{chosen.folders[0]}: no gold file has a figure with values in {chosen.folders[1]}\n")
        return 2
    sys.stdout.write(_report(named, pairs, tail=chosen.tail))
    if chosen.svg is not None:
        chosen.svg.write_text(coverage_svg(readings), encoding="utf-8")
    return 0


def _report(named: Sequence[tuple[str, Reading]], pairs: Sequence[Pair], *, tail: int) -> str:
    readings = [reading for _name, reading in named]
    parts = [coverage_table(coverage_by_type(readings)), coverage_table(coverage_by_mark(readings), heading="mark")]
    if tail:
        parts.append(tail_table(named, tail))
    parts.append(axis_report([one for gold, figures in pairs for one in judge_folders(gold, figures)]))
    return "\n\n".join(parts) + "\n"


def read_folders(gold: Path, figures: Path) -> list[tuple[str, Reading]]:
    """The readings of every gold file that has a figure with one chart, by the files' names, each with its file's."""
    readings: list[tuple[str, Reading]] = []
    for name, charts, true in _read_together(gold, figures):
        if len(charts) == 1:
            readings += [(name, reading) for reading in readings_of(charts[0], true)]
    return readings


def judge_folders(gold: Path, figures: Path) -> list[JudgedAxis]:
    """The verdicts on the axes of every gold file that has a figure, of whose charts the first counts."""
    judged: list[JudgedAxis] = []
    for name, charts, true in _read_together(gold, figures):
        judged += judge_axes(name, charts[0] if charts else None, true)
    return judged


def _read_together(gold: Path, figures: Path) -> Iterator[tuple[str, list[Chart], Chart]]:
    """Name, charts as read and true chart of every gold file that has a figure, by name."""
    for path in sorted(gold.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        figure = figures / path.name
        if not figure.is_file():
            continue
        if is_gold(data):
            true = figure_of_gold(data, name=str(path)).charts[0]
        elif is_chartinfo(data):
            true = figure_of_chartinfo(data, name=str(path)).charts[0]
        else:
            continue
        charts = json.loads(figure.read_text(encoding="utf-8")).get("charts", [])
        yield path.stem, [Chart.model_validate(chart) for chart in charts], true


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
