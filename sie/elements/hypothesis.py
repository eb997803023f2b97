"""The form in which each chart family proposes its reading of a plot area.

Every family finder looks at the same canvas and says which marks it sees and how much of the ink they explain; the
chart type is then the proposal that explains most with least. The alternative, a classifier that decides before
anything is measured, cannot tell a thin bar from a whisker; measured marks can.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sie.artifacts import Element, Issue, SeriesMarks
from sie.vocab import ChartType, Direction, Stacking


@dataclass(frozen=True)
class Hypothesis:
    """One family's reading of a plot area.

    Attributes:
        explained: part of the plot area's data ink (0 to 1) that the elements, drawn as filled shapes, cover.
        score: how sure the finder is that this is the chart's family, 0 to 1, from shape evidence alone
            (e.g. for bars: common base line, straight edges, equal widths).
    """

    chart_type: ChartType
    orientation: Direction
    series: tuple[SeriesMarks, ...]
    elements: tuple[Element, ...]
    explained: float
    score: float
    stacking: Stacking = Stacking.NONE
    issues: tuple[Issue, ...] = field(default=())

    def __post_init__(self) -> None:
        for name in ("explained", "score"):
            value = getattr(self, name)
            if not 0.0 <= value <= 1.0:
                raise ValueError(f"{name}: expected 0 to 1, got {value}")
