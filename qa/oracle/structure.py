"""The root and structure questions, answered from their words over plain rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from qa.answer import AnswerValue
from qa.chartview import ChartView
from qa.database import Cell
from qa.template import Mode

Slots = Mapping[str, "str | float | int"]
Rule = Callable[[ChartView, Slots, Mode], AnswerValue]

_TITLE_ROLES = ("legend_label", "axis_title", "tick_label", "chart_title", "legend_title")


def _text_or_block(view: ChartView, field: str, role: str) -> str | None:
    blocks = view.texts(role)
    return view.field(field) or (str(blocks[0]["text"]) if blocks else None)


def _side(row: Mapping[str, Cell], name: str) -> float | None:
    value = row.get(name)
    return float(value) if isinstance(value, int | float) else None


def _known(*values: float | None) -> list[float]:
    return [value for value in values if value is not None]


def _lies(view: ChartView, field: str) -> str | None:
    title = view.field(field)
    blocks = [row for row in view.texts("axis_title") if row.get("text") == title]
    if not blocks:
        return None
    sides = {
        name: [value for row in blocks if (value := _side(row, name)) is not None] for name in ("x0", "y0", "x1", "y1")
    }
    width = max(sides["x1"]) - min(sides["x0"])
    height = max(sides["y1"]) - min(sides["y0"])
    return "Horizontal" if width >= height * (1 - 1e-9) else "Vertical"


def _drawn(view: ChartView, axis: str) -> tuple[float, float]:
    """Where the picture begins and ends along x or y: the panel, else the outermost thing known."""
    ends = []
    for end, choose in (("0", min), ("1", max)):
        known = _known(_side(view.chart, f"panel_{axis}{end}"))
        if not known:
            known = _known(_side(view.chart, f"plot_{axis}{end}"))
            known += _known(*(_side(row, f"{axis}{end}") for row in view.rows("texts")))
            known += [
                v
                for row in view.legend
                for v in _known(_side(row, f"label_{axis}{end}"), _side(row, f"swatch_{axis}{end}"))
            ]
        ends.append(choose(known))
    return ends[0], ends[1]


def _legend_third(view: ChartView, axis: str, words: tuple[str, str, str]) -> str | None:
    starts = [v for row in view.legend for v in _known(_side(row, f"label_{axis}0"), _side(row, f"swatch_{axis}0"))]
    ends = [v for row in view.legend for v in _known(_side(row, f"label_{axis}1"), _side(row, f"swatch_{axis}1"))]
    if not starts or not ends:
        return None
    low, high = _drawn(view, axis)
    share = ((min(starts) + max(ends)) / 2 - low) / (high - low)
    return words[0] if share < 1 / 3 else words[2] if share >= 2 / 3 else words[1]


def _legend_place(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    across = _legend_third(view, "x", ("Left", "Center", "Right"))
    down = _legend_third(view, "y", ("Upper", "Center", "Lower"))
    if across is None or down is None:
        return None
    return "Center" if across == down == "Center" else f"{down} {across}"


def _legend_lies(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    tops = [v for row in view.legend for v in _known(_side(row, "label_y0"))]
    bottoms = [v for row in view.legend for v in _known(_side(row, "label_y1"))]
    if not tops or not bottoms:
        return None
    height = sum(bottoms) / len(bottoms) - sum(tops) / len(tops)
    allowed = 1.0 if mode is Mode.PUBLISHED else max(1.0, height / 2)
    return "Horizontal" if max(tops) - min(tops) <= allowed * (1 + 1e-9) else "Vertical"


def _chart_type(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    way = "Horizontal" if view.direction == "horizontal" else "Vertical"
    names = {"bar": f"{way} Bar chart", "box": f"{way} Boxplots", "line": "Line chart", "scatter": "Scatter chart"}
    return {**names, "area": "Area chart", "histogram": "Histogram", "pie": "Pie chart"}[str(view.family)]


def _y_values(view: ChartView) -> list[float]:
    return [tick.x for tick in view.axis_ticks("dependent") if tick.x is not None]


def _scale(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    values = [tick.x for tick in view.axis_ticks("dependent")]
    steps = [b - a for a, b in pairwise(values) if a is not None and b is not None]
    if mode is Mode.PUBLISHED:
        odd = any(abs(step - steps[0]) not in (0, 1) for step in steps)
        return "Logarithmic" if odd else "Linear"
    stored = view.field("y_scale")
    if stored is not None:
        return "Logarithmic" if stored == "log" else "Linear"
    if not steps:
        return None
    return "Linear" if max(steps) - min(steps) <= 1e-6 * max(steps) else "Logarithmic"


def _e_notation(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    texts = [tick.name for tick in view.axis_ticks("dependent")]
    if mode is Mode.PUBLISHED:
        return all("e" in text.lower() for text in texts)
    written = [re.fullmatch(r"\s*[-+−–]?[\d.,]*\d\s*[eE]\s*[-+−–]?\d+\s*", text) is not None for text in texts]
    bare_zero = [re.fullmatch(r"\s*0+([.,]0*)?\s*", text) is not None for text in texts]
    return any(written) and all(e or zero for e, zero in zip(written, bare_zero, strict=True))


def _is_float(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return re.search(r"[a-df-zA-DF-Z_]", text) is None


def _x_kind(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    names = [tick.name for tick in view.x_ticks]
    if mode is Mode.PUBLISHED:
        return "numerical" if all(_is_float(name) for name in names) else "categorical"
    numerals = bool(names) and all(
        re.fullmatch(r"\s*[-+−–]?[\d,.]*\d([eE][-+−–]?\d+)?\s*%?\s*", name) for name in names
    )
    return "numerical" if view.field("x_scale") in ("linear", "log", "time") or numerals else "categorical"


def _bars_by_place(view: ChartView) -> dict[int, int]:
    """How many bars stand at each place that has one."""
    counts: dict[int, int] = {}
    for _, place, _ in view.values():
        counts[place.index] = counts.get(place.index, 0) + 1
    return counts


def _empty_categories(view: ChartView) -> int:
    if view.field("x_scale") in ("linear", "log", "time"):
        return 0
    return sum(place.index not in _bars_by_place(view) for place in view.x_ticks)


def _equal_bars(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    wanted = len(view.series) if mode is Mode.CORRECTED else len(view.legend) or 1
    return all(count == wanted for count in _bars_by_place(view).values()) and _empty_categories(view) == 0


def _uneven(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    return float(sum(count != len(view.legend) for count in _bars_by_place(view).values()) + _empty_categories(view))


def _mark_count(view: ChartView) -> int:
    return len(view.series) if view.family in ("line", "area") else len(view.data)


def _kth_tick(view: ChartView, slots: Slots, side: str) -> str | None:
    places = view.x_ticks if side in ("left", "bottom") else view.x_ticks[::-1]
    k = int(slots["k"])
    return places[k - 1].name if 0 < k <= len(places) else None


def _bars_at_kth(side: str) -> Rule:
    def rule(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
        name = _kth_tick(view, slots, side)
        return float(sum(place.name == name for _, place, _ in view.values()))

    return rule


def _kth_label(side: str) -> Rule:
    return lambda view, slots, mode: _kth_tick(view, slots, side)


def _tick_list(*, backward: bool) -> Rule:
    return lambda view, slots, mode: tuple(place.name for place in (view.x_ticks[::-1] if backward else view.x_ticks))


def _has_zero(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    if any(
        number == 0 for datum in view.data for name, number in datum.numbers.items() if name not in ("y_low", "y_high")
    ):
        return True
    if mode is Mode.PUBLISHED and view.family in ("line", "area"):
        return any(abs(value) <= 0.005 * (1 + 1e-9) for _, _, value in view.values())
    return False


def _axis_top(view: ChartView, slots: Slots, mode: Mode) -> AnswerValue:
    ticks = _y_values(view)
    if mode is Mode.PUBLISHED:
        high = [number for datum in view.data for name, number in datum.numbers.items() if name in ("y", "max")]
        if high and max(high) > max(ticks):
            return float(round(max(high)))
        return max(ticks) - min(ticks)
    return max(ticks)


def _other_texts(view: ChartView) -> tuple[str, ...]:
    return tuple(str(row["text"]) for row in view.rows("texts") if row.get("role") not in _TITLE_ROLES)


def _first_step(view: ChartView) -> float | None:
    ticks = [tick.x for tick in view.axis_ticks("dependent")][:2]
    return None if len(ticks) < 2 or ticks[0] is None or ticks[1] is None else abs(ticks[1] - ticks[0])


def _x_values(view: ChartView) -> list[float]:
    return [tick.x for tick in view.x_ticks if tick.x is not None]


RULES: dict[str, Rule] = {
    "28a": lambda v, s, m: _text_or_block(v, "title", "chart_title") is not None,
    "28": lambda v, s, m: _text_or_block(v, "title", "chart_title"),
    "30": lambda v, s, m: v.field("x_title"),
    "31": lambda v, s, m: v.field("y_title"),
    "82": lambda v, s, m: _lies(v, "x_title"),
    "87": lambda v, s, m: _lies(v, "y_title"),
    "7a": _chart_type,
    "27": _e_notation,
    "79": _x_kind,
    "85": _scale,
    "6": lambda v, s, m: float(len(v.x_ticks)),
    "6a": lambda v, s, m: float(len(v.x_ticks)),
    "6b": _tick_list(backward=False),
    "6c": _tick_list(backward=True),
    "6d": _tick_list(backward=True),
    "6e": _tick_list(backward=False),
    "80": lambda v, s, m: max(_x_values(v)),
    "81": lambda v, s, m: min(_x_values(v)),
    "26": lambda v, s, m: _first_step(v),
    "84": _axis_top,
    "86": lambda v, s, m: min(_y_values(v)),
    "89": lambda v, s, m: _text_or_block(v, "legend_title", "legend_title") is not None,
    "90": lambda v, s, m: _text_or_block(v, "legend_title", "legend_title"),
    "3": _legend_place,
    "29": lambda v, s, m: any(entry.get("label") == s["label"] for entry in v.legend),
    "4": lambda v, s, m: float(len(v.legend)),
    "5": _legend_lies,
    "91": lambda v, s, m: bool(_other_texts(v)),
    "91a": lambda v, s, m: _other_texts(v),
    "16": lambda v, s, m: v.direction == "horizontal",
    "16a": lambda v, s, m: v.direction == "vertical",
    "74": lambda v, s, m: str(v.field("chart_type")).startswith("grouped"),
    "75": lambda v, s, m: str(v.field("chart_type")).startswith("stacked"),
    "10": _equal_bars,
    "9": lambda v, s, m: float(len(_bars_by_place(v))),
    "76": lambda v, s, m: float(max(_bars_by_place(v).values())),
    "77": lambda v, s, m: float(min(_bars_by_place(v).values())),
    "32": _uneven,
    "7b": lambda v, s, m: float(_mark_count(v) if m is Mode.CORRECTED else len(v.legend) * len(v.x_ticks)),
    "12": _bars_at_kth("left"),
    "13": _bars_at_kth("right"),
    "14": _bars_at_kth("top"),
    "15": _bars_at_kth("bottom"),
    "23": _kth_label("left"),
    "24": _kth_label("top"),
    "1": _has_zero,
    "7": lambda v, s, m: float(_mark_count(v)),
    "78": lambda v, s, m: float(len(v.series)),
    "18": lambda v, s, m: len(v.series) == len(v.legend),
    "18a": lambda v, s, m: len(v.series) == len(v.texts("mark_label")),
    "152": lambda v, s, m: "Horizontal" if v.direction == "horizontal" else "Vertical",
}
"""A rule for each template of these levels."""
