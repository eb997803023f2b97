"""Markers that were read as text: a ring is an O to a text engine, a triangle an A.

Text is taken out of the ink before marks are sought, so a misread marker would be lost. What looks like a marker's
reading inside the plot area is handed back; a wrong guess costs a letter seen as ink, which no marker's look fits.
"""

from __future__ import annotations

from sie.artifacts import ChartStructure, Legend, TextBlock
from sie.vocab import TextRole

MARKER_GLYPHS = frozenset("oO0QeèéêC8D693B&@%●○◦°•·⊙◎.,:;▲△▼▽AVv^xX×✕+十†‡tT*☆★◆◇■□口日目回田①φΦΘθaI1il|-一~_°'`\"")
"""What text engines make of discs, rings, squares, triangles, crosses and pairs of them."""
ROUND_GLYPHS = frozenset("oO0Qeèé8●○◦°•·. ")
MAX_LENGTH = 5
FIXED_ROLES = (TextRole.TICK_LABEL, TextRole.AXIS_TITLE, TextRole.CHART_TITLE, TextRole.LEGEND_TITLE)


def is_misread_marker(block: TextBlock, chart: ChartStructure) -> bool:
    """True for a short text inside the plot area whose every character is one that markers are read as.

    Legend labels are left out here, see `without_misread_markers`.
    """
    return block.role is not TextRole.LEGEND_LABEL and _looks_like_marker(block, chart)


def _looks_like_marker(block: TextBlock, chart: ChartStructure) -> bool:
    if chart.plot_area is None or block.role in FIXED_ROLES:
        return False
    x, y = block.center
    x0, y0, x1, y1 = chart.plot_area
    if not (x0 - 3 <= x <= x1 + 3 and y0 - 3 <= y <= y1 + 3):
        return False
    text = "".join(block.text.split())
    return len(text) <= 1 or (len(text) <= MAX_LENGTH and set(text) <= MARKER_GLYPHS)


def without_misread_markers(chart: ChartStructure) -> ChartStructure:
    """The chart without texts that are markers, and without a legend made of them; the chart itself if it has none."""
    misread = {block.id for block in chart.text if is_misread_marker(block, chart)}
    labels = [b for b in chart.text if b.role is TextRole.LEGEND_LABEL]
    suspects = [b for b in labels if _looks_like_marker(b, chart)]
    # a legend that stands outside has no entry among the marks
    stray = len(suspects) < len(labels) / 2
    misread |= {b.id for b in suspects if stray or set(b.text) <= ROUND_GLYPHS}
    if not misread:
        return chart
    kept = tuple(block for block in chart.text if block.id not in misread)
    return chart.model_copy(update={"text": kept, "legend": _real_legend(chart.legend, misread)})


def _real_legend(legend: Legend | None, misread: set[str]) -> Legend | None:
    """The legend without entries whose label is a misread marker; None when nothing remains."""
    if legend is None:
        return None
    entries = tuple(e for e in legend.entries if not (e.text_ids and set(e.text_ids) <= misread))
    if len(entries) == len(legend.entries):
        return legend
    return legend.model_copy(update={"entries": entries, "box": None}) if entries else None
