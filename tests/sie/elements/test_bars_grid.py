"""A grid behind the bars shows in the gaps between them and does not join them."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_figures import read_figure
from matplotlib.figure import Figure

YEARS = np.arange(2000, 2012)
COUNTS = np.array([40.0, 38.0, 61.0, 60.0, 12.0, 33.0, 35.0, 80.0, 21.0, 22.0, 54.0, 47.0])


@pytest.mark.parametrize("behind", [True, False])
def test_bars_that_each_cover_a_year_stay_apart_on_their_grid(behind: bool) -> None:
    fig = Figure(figsize=(5.2, 3.6), dpi=100)
    ax = fig.add_subplot()
    ax.bar(YEARS + 0.5, COUNTS, 0.97, color="#4c78a8")
    ax.set_xticks(YEARS[::2], [str(year) for year in YEARS[::2]])
    ax.set_xlim(2000, 2012)
    ax.grid(color="#dddddd", lw=1.0)
    ax.set_axisbelow(behind)
    (series,) = read_figure(fig).series
    assert [point.x for point in series.points] == YEARS.tolist()
    assert [point.y for point in series.points] == pytest.approx(COUNTS.tolist(), abs=0.8)
