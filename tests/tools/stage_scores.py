"""Measures where the score is lost on charts with CHART-Info truth: `python tests/tools/stage_scores.py FOLDER`.

FOLDER has `chartinfo/<id>.json` and `images/<id>.png|jpg`, as `python -m models.synth` writes them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sie.io.chartinfo import load_chartinfo
from sie.io.images import load_image
from sie.metrics.stages import ORDER, StageScores, mean_lost, stage_scores
from sie.options import Device, Options
from sie.text.analyze import analyze_text
from sie.text.engine import TextEngine, load_engine
from sie.vocab import ChartFamily, family_of


def score_chart(annotation: Path, image: Path, engine: TextEngine, options: Options) -> tuple[ChartFamily, StageScores]:
    """The family and the stage scores of one chart."""
    gold = load_chartinfo(annotation).charts[0]
    if gold.chart_type is None:
        raise ValueError(f"{annotation}: expected a chart type")
    raster = load_image(image)
    text = analyze_text(raster, engine, options=options.text)
    return family_of(gold.chart_type), stage_scores(raster, text, gold, options=options)


def main(argv: list[str] | None = None) -> None:
    """Writes the mean score as read and what each stage lost of it, by chart family."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every n-th chart")
    arguments = parser.parse_args(argv)
    options = Options()
    engine = load_engine(options.text.engine, threads=1, device=Device.CPU)
    found: list[tuple[ChartFamily, StageScores]] = []
    for annotation in sorted((arguments.folder / "chartinfo").glob("*.json"))[:: arguments.every]:
        images = list((arguments.folder / "images").glob(f"{annotation.stem}.*"))
        if images:
            family, scores = score_chart(annotation, images[0], engine, options)
            found.append((family, scores))
            lost = " ".join(f"{value:+6.2f}" for value in scores.lost().values())
            sys.stdout.write(f"{annotation.stem:24}{family:11}{scores.read.data:7.2f} {lost}\n")
    head = "".join(f"{stage:>11}" for stage in ORDER)
    sys.stdout.write(f"\n{'family':12}{'n':>4}{'read':>8}{head}   (data lost)\n")
    for name in (*sorted({family for family, _ in found}), "all"):
        rows = [scores for family, scores in found if name in ("all", family)]
        read = sum(scores.read.data for scores in rows) / max(1, len(rows))
        lost = "".join(f"{value:11.3f}" for value in mean_lost(rows).values())
        sys.stdout.write(f"{name:12}{len(rows):4}{read:8.3f}{lost}\n")


if __name__ == "__main__":
    main()
