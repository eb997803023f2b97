"""How good an extraction is, by the field's own measures: RNSS and RMS of tables, the CHART-Infographics tasks.

All work on `sie.artifacts.Chart`, so on figures of this project and on CHART-Info annotations alike
(`sie.io.chartinfo`). A chart measured against itself is 1 under every one of them.
"""

from __future__ import annotations

from sie.metrics.pairing import ChartPair, PrecisionRecallF1, pair_charts
from sie.metrics.rms import rms
from sie.metrics.rnss import rnss

__all__ = ["ChartPair", "PrecisionRecallF1", "pair_charts", "rms", "rnss"]
