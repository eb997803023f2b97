"""Prints the coverage of sigmas by chart type, and what became of the numeric axes, for folders of gold files and of
figures of the same names."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from sie.artifacts import Chart
from sie.io.tabular import figure_of_gold, is_gold
from sie.metrics.calibration.axes import JudgedAxis, axis_report, judge_axes
from sie.metrics.calibration.readings import Reading, readings_of
from sie.metrics.calibration.report import coverage_by_type, coverage_svg, coverage_table


def main(argv: list[str]) -> int:
    """The tables on standard output, the plot where `--svg` says; 2 where no gold file has a figure."""
    parser = argparse.ArgumentParser(prog="python -m sie.metrics.calibration", description=__doc__)
    parser.add_argument("gold", type=Path, help="folder of gold files")
    parser.add_argument("figures", type=Path, help="folder of figure files of the same names")
    parser.add_argument("--svg", type=Path, help="write the calibration plot here")
    chosen = parser.parse_args(argv)
    readings = read_folders(chosen.gold, chosen.figures)
    if not readings:
        sys.stderr.write(f"{chosen.gold}: no gold file has a figure with values in {chosen.figures}\n")
        return 2
    sys.stdout.write(coverage_table(coverage_by_type(readings)) + "\n")
    sys.stdout.write(axis_report(judge_folders(chosen.gold, chosen.figures)) + "\n")
    if chosen.svg is not None:
        chosen.svg.write_text(coverage_svg(readings), encoding="utf-8")
    return 0


def read_folders(gold: Path, figures: Path) -> list[Reading]:
    """The readings of every gold file that has a figure with one chart, in the order of the files' names."""
    readings: list[Reading] = []
    for _name, charts, true in _read_together(gold, figures):
        if len(charts) == 1:
            readings += readings_of(charts[0], true)
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
        if is_gold(data) and figure.is_file():
            charts = json.loads(figure.read_text(encoding="utf-8")).get("charts", [])
            read = [Chart.model_validate(chart) for chart in charts]
            yield path.stem, read, figure_of_gold(data, name=str(path)).charts[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
