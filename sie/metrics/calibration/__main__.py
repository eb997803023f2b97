"""Prints the coverage of sigmas by chart type for folders of gold files and of figures of the same names."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from sie.artifacts import Chart
from sie.io.tabular import figure_of_gold, is_gold
from sie.metrics.calibration.readings import Reading, readings_of
from sie.metrics.calibration.report import coverage_by_type, coverage_svg, coverage_table


def main(argv: list[str]) -> int:
    """The table on standard output, the plot where `--svg` says; 2 where no gold file has a figure."""
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
    if chosen.svg is not None:
        chosen.svg.write_text(coverage_svg(readings), encoding="utf-8")
    return 0


def read_folders(gold: Path, figures: Path) -> list[Reading]:
    """The readings of every gold file that has a figure with one chart, in the order of the files' names."""
    readings: list[Reading] = []
    for path in sorted(gold.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        figure = figures / path.name
        if not is_gold(data) or not figure.is_file():
            continue
        charts = json.loads(figure.read_text(encoding="utf-8")).get("charts", [])
        if len(charts) == 1:
            readings += readings_of(Chart.model_validate(charts[0]), figure_of_gold(data, name=str(path)).charts[0])
    return readings


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
