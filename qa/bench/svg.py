"""Bar plots as SVG, written by hand so that a report needs no plotting library."""

from __future__ import annotations

import html
import math

from qa.bench.report import Bars, shown

_ROW, _BAR, _TOP, _WIDTH = 24, 15, 34, 520
_LETTER = 7.0
"""Width that a letter of a label takes, in pixels at 12 px."""
_LONGEST_LABEL = 25
_BEHIND = 96
"""Room for a value and its note behind the longest bar, in pixels."""
_COLOR, _RULE, _INK = "#3b6ea5", "#d9dde2", "#222"


def bars_svg(plot: Bars) -> str:
    """A horizontal bar plot: names left, bars from zero, values and notes behind them.

    An axis with round numbers stands below; its end is the plot's `most`, or the largest value.
    """
    names = list(plot.values)
    labels = {name: name if len(name) <= _LONGEST_LABEL else name[: _LONGEST_LABEL - 1] + "…" for name in names}
    left = 16 + _LETTER * max((len(label) for label in labels.values()), default=0)
    right = _WIDTH - _BEHIND
    end = plot.most if plot.most is not None else max([v for v in plot.values.values() if v is not None], default=1.0)
    end = end or 1.0
    bottom = _TOP + _ROW * len(names)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom + 30}" width="{_WIDTH}" '
        f'height="{bottom + 30}" font-family="sans-serif" font-size="12" fill="{_INK}" role="img" '
        f'aria-label="{html.escape(plot.title)}">',
        f'<text x="8" y="18" font-size="14" font-weight="bold">{html.escape(plot.title)}</text>',
    ]
    for number in axis_numbers(end):
        x = left + (right - left) * number / end
        parts.append(f'<line x1="{x:.1f}" y1="{_TOP - 4}" x2="{x:.1f}" y2="{bottom}" stroke="{_RULE}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{number:g}</text>')
    for place, name in enumerate(names):
        parts += _bar(plot, name, labels[name], _TOP + _ROW * place, left, right, end)
    return "".join([*parts, "</svg>"])


def _bar(plot: Bars, name: str, label: str, top: float, left: float, right: float, end: float) -> list[str]:
    value = plot.values[name]
    middle = top + _BAR / 2 + 4
    length = 0.0 if value is None else (right - left) * min(max(value / end, 0.0), 1.0)
    note = plot.notes.get(name, "")
    digits = 3 if plot.most is not None else 0
    behind = " ".join(part for part in (shown(value, digits), note) if part)
    return [
        f'<text x="{left - 8:.1f}" y="{middle:.1f}" text-anchor="end">{html.escape(label)}'
        f"<title>{html.escape(name)}</title></text>",
        f'<rect x="{left:.1f}" y="{top}" width="{length:.1f}" height="{_BAR}" fill="{_COLOR}"/>',
        f'<text x="{left + length + 6:.1f}" y="{middle:.1f}">{html.escape(behind)}</text>',
    ]


def axis_numbers(end: float) -> list[float]:
    """Round numbers from 0 to the end, about five steps.

    >>> axis_numbers(1.0), axis_numbers(130)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0])
    """
    power = 10.0 ** math.floor(math.log10(end / 5))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= end / 7)
    return [round(step * k, 10) for k in range(int(end / step + 1e-9) + 1)]
