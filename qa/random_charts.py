"""Random charts of every type, as rows of the tables: the material on which compiled questions are checked.

They are meant to be awkward: ties, negative values, zeros, missing points, one-point series, names with quotes,
semicolons, SQL, LaTeX and letters of other scripts, ticks that lie outside the data, rejected ticks, missing titles.
Values are short decimals so that ties and equal differences are common.
"""

from __future__ import annotations

import random

from qa.database import Cell
from sie.vocab import ChartFamily, ChartType, family_of

Row = dict[str, Cell]
Rows = dict[str, list[Row]]

ODD_NAMES = (
    "O'Brien",
    'the "best" one',
    "a; b",
    "Robert'); DROP TABLE points;--",
    r"$\alpha_{1}$ (\mu m)",
    "größer & Größer",
    "東京",
    "for males and females",
    "x > 10",
    "100 %",
    "Δ [kg/m²]",
    "A and B",
    "NULL",
    "$chart_id",
    ":name",
    "line\\break",
)
PLAIN_NAMES = (
    "control",
    "treated",
    "placebo",
    "north",
    "south",
    "east",
    "west",
    "urban",
    "rural",
    "1990s",
    "2010",
    "Total",
)
_TITLES = ("Rate (%)", "Year", "Mean 'value'", "Light intensity", "n", "Dose; mg", 'Sum "x"', "each group", "Größe")


class _Draw:
    """A chart being drawn; its chart id is its seed."""

    def __init__(self, chart_id: str, chart_type: ChartType, seed: int) -> None:
        self.rng = random.Random(f"{seed}/{chart_id}/{chart_type}")
        self.chart_id = chart_id
        self.chart_type = chart_type
        self.family = family_of(chart_type)
        self.rows: Rows = {
            name: []
            for name in ("charts", "ticks", "legend_entries", "texts", "series", "points", "boxes", "elements", "axes")
        }

    def add(self, table: str, **cells: Cell) -> None:
        self.rows[table].append({"chart_id": self.chart_id, **cells})

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def names(self, count: int) -> list[str]:
        pool = (*PLAIN_NAMES, *PLAIN_NAMES, *ODD_NAMES)
        chosen: dict[str, None] = {}
        while len(chosen) < count:
            chosen[self.rng.choice(pool) if self.chance(0.9) else f"s{len(chosen)}"] = None
        return list(chosen)

    def value(self) -> float:
        style = self.rng.random()
        if style < 0.1:
            return 0.0
        if style < 0.5:
            return float(self.rng.randint(-3, 8))
        return round(self.rng.uniform(-5, 20), 1)

    def text(self, role: str, text: str, *, box: tuple[float, float, float, float] | None = None) -> None:
        x0, y0, x1, y1 = box or self.place(self.rng.uniform(8, 90), self.rng.uniform(8, 40))
        index = len(self.rows["texts"])
        self.add(
            "texts",
            text_id=f"t{index}",
            text_idx=index,
            text=text,
            role=role,
            confidence=1.0,
            angle=0.0,
            x0=x0,
            y0=y0,
            x1=x1,
            y1=y1,
        )

    def place(self, width: float, height: float) -> tuple[float, float, float, float]:
        x0, y0 = round(self.rng.uniform(0, 500), 1), round(self.rng.uniform(0, 300), 1)
        return x0, y0, round(x0 + width, 1), round(y0 + height, 1)


def make_chart(
    chart_id: str, chart_type: ChartType, *, seed: int = 0, single: bool | None = None, direct: bool = False
) -> Rows:
    """The rows of one random chart; equal arguments give equal rows.

    `single` asks for one series, or for several; `direct` for labels at the marks in place of a legend.
    """
    draw = _Draw(chart_id, chart_type, seed)
    one = draw.chance(0.35) if single is None else single
    single = one and not chart_type.startswith(("grouped", "stacked"))
    count = 1 if single else draw.rng.choice((2, 2, 3, 3, 4))
    if single:
        series: list[str | None] = [None if draw.chance(0.8) else draw.names(1)[0]]
    else:
        series = list(draw.names(count))
    for index, name in enumerate(series):
        draw.add("series", series_id=f"s{index}", series_idx=index, name=name, color="#000000", secondary=False)
    _add_chart(draw)
    _add_data(draw, len(series))
    _add_y_ticks(draw)
    _add_legend(draw, series, direct=direct)
    _add_other_texts(draw)
    return draw.rows


def _add_chart(draw: _Draw) -> None:
    x_title, y_title = (None if draw.chance(0.06) else draw.rng.choice(_TITLES) for _ in range(2))
    if y_title == x_title and y_title is not None:
        y_title += " (y)"
    for title in (x_title, y_title):
        if title is not None and draw.chance(0.9):
            draw.text("axis_title", title)
    title = draw.rng.choice(_TITLES) if draw.chance(0.6) else None
    if title is not None and draw.chance(0.9):
        draw.text("chart_title", title)
    sideways = "horizontal" in draw.chart_type
    draw.add(
        "charts",
        source=draw.chart_id,
        panel_idx=0,
        chart_type=draw.chart_type.value,
        family=draw.family.value,
        orientation="horizontal" if sideways else "vertical",
        title=title if draw.chance(0.9) else None,
        x_title=x_title,
        y_title=y_title,
        legend_title=None,
        x_scale=None,
        y_scale=draw.rng.choice(("linear", "log", None)),
        y_unit="%" if draw.chance(0.3) else None,
        plot_x0=40.0,
        plot_y0=20.0,
        plot_x1=500.0,
        plot_y1=300.0,
        panel_x0=0.0 if draw.chance(0.5) else None,
        panel_y0=0.0,
        panel_x1=600.0 if draw.chance(0.7) else None,
        panel_y1=400.0 if draw.chance(0.7) else None,
        confidence=1.0,
    )


def _add_data(draw: _Draw, count: int) -> None:
    chart = draw.rows["charts"][0]
    curved = draw.family in (ChartFamily.LINE, ChartFamily.AREA)
    numeric = draw.family in (ChartFamily.SCATTER, ChartFamily.HISTOGRAM) or (curved and draw.chance(0.7))
    numeric = numeric or (draw.family in (ChartFamily.BAR, ChartFamily.BOX) and draw.chance(0.1))
    if not numeric:
        chart["x_scale"] = draw.rng.choice(("categorical", "categorical", None))
        _add_categories(draw, count)
        return
    curved = curved or draw.family is ChartFamily.SCATTER
    chart["x_scale"] = draw.rng.choice(("linear", "linear", "time", None if curved else "log"))
    if draw.family in (ChartFamily.LINE, ChartFamily.AREA, ChartFamily.SCATTER):
        _add_curves(draw, count)
    else:
        _add_numeric_bars(draw, count)


def _add_tick(draw: _Draw, role: str, index: int, text: str, value: float | None, *, status: str = "kept") -> None:
    draw.add(
        "ticks",
        axis_id=role[0],
        tick_id=f"{role[0]}{index}",
        role=role,
        secondary=False,
        tick_idx=index,
        text=text,
        value=value,
        px=40.0 + 30 * index,
        status=status,
        reason="",
    )
    draw.text("tick_label", text)


def _add_categories(draw: _Draw, count: int) -> None:
    labels = draw.names(draw.rng.randint(2, 7))
    if draw.chance(0.15):
        labels = [str(2000 + step) for step in range(len(labels))]
    ticked = draw.chance(0.85)
    if ticked:
        for index, label in enumerate(labels):
            if not draw.chance(0.03):
                _add_tick(draw, "independent", index, label, None)
    whole = draw.chance(0.4)
    sideways = "horizontal" in draw.chart_type
    stored = labels[::-1] if sideways and draw.chance(0.7) else labels
    for series in range(count):
        kept = [label for label in stored if whole or draw.chance(0.8)] or [stored[0]]
        if draw.chance(0.05):
            kept = kept[:1]
        for index, label in enumerate(kept):
            _add_datum(draw, series, index, label, None)


def _add_datum(draw: _Draw, series: int, index: int, label: str, x: float | None, y: float | None = None) -> None:
    element = f"e{series}_{index}"
    place = draw.place(12, 30)
    cells: dict[str, Cell] = {
        "series_id": f"s{series}",
        "series_idx": series,
        "point_idx": index,
        "x_text": label,
        "x": x,
        "element_id": element,
    }
    if draw.family is ChartFamily.BOX:
        names = ("min", "q1", "median", "q3", "max")
        five = sorted(draw.value() for _ in names)
        draw.add("boxes", **cells, **dict(zip(names, five, strict=True)))
    else:
        draw.add("points", **cells, y=draw.value() if y is None else y, sigma=0.1 if draw.chance(0.5) else None)
    draw.add(
        "elements",
        element_id=element,
        kind="bar",
        series_id=f"s{series}",
        x0=place[0],
        y0=place[1],
        x1=place[2],
        y1=place[3],
        confidence=1.0,
    )


def _add_numeric_bars(draw: _Draw, count: int) -> None:
    start, step = float(draw.rng.randint(-2, 5)), draw.rng.choice((0.5, 1.0, 10.0))
    xs = [start + step * place for place in range(draw.rng.randint(2, 7))]
    if draw.chance(0.6):
        for index, x in enumerate(xs):
            _add_tick(draw, "independent", index, f"{x:g}", x)
    for series in range(count):
        kept = [x for x in xs if draw.chance(0.85)] or xs[:1]
        for index, x in enumerate(kept):
            _add_datum(draw, series, index, f"{x:g}", x)


def _add_curves(draw: _Draw, count: int) -> None:
    start, step = float(draw.rng.randint(-2, 5)), draw.rng.choice((0.5, 1.0, 5.0))
    ticks = [start + step * place for place in range(draw.rng.randint(2, 7))]
    if draw.chance(0.92):
        for index, x in enumerate(ticks):
            bad = draw.chance(0.03)
            _add_tick(draw, "independent", index, f"{x:g}", None if bad else x, status="rejected" if bad else "kept")
    for series in range(count):
        size = 1 if draw.chance(0.05) else draw.rng.randint(2, 9)
        if draw.chance(0.5):
            xs = sorted(draw.rng.sample(ticks, min(size, len(ticks))))
        else:
            xs = sorted(round(draw.rng.uniform(ticks[0] - step, ticks[-1] + step), 2) for _ in range(size))
        if draw.chance(0.1):
            xs = sorted([*xs, xs[0]])
        style = draw.rng.random()
        ys = [draw.value() for _ in xs]
        if style < 0.15:
            ys = sorted(ys, reverse=style < 0.07)
        if 0.15 < style < 0.22:
            ys = [ys[0]] * len(ys)
        if style > 0.85:
            ys = [2 * x + 1 for x in xs]
        for index, (x, y) in enumerate(zip(xs, ys, strict=True)):
            _add_datum(draw, series, index, f"{x:g}", x, y)


def _add_y_ticks(draw: _Draw) -> None:
    count = draw.rng.choice((0, 1, 2, 4, 6, 6))
    style = draw.rng.choice(("plain", "plain", "e", "power", "words", "log"))
    for index in range(count):
        value = 10.0**index if style in ("power", "log") else 5.0 * index - 5 * draw.rng.choice((0, 0, 1))
        texts = {
            "plain": f"{value:g}",
            "log": f"{value:g}",
            "e": f"{value:.0e}",
            "power": f"10^{index}",
            "words": f"level {index}",
        }
        known = style != "words" and not draw.chance(0.03)
        zero = "0" if value == 0 and draw.chance(0.5) else texts[style]
        _add_tick(draw, "dependent", index, zero, value if known else None)
    if draw.chance(0.1):
        draw.add(
            "ticks",
            axis_id="y2",
            tick_id="y2_0",
            role="dependent",
            secondary=True,
            tick_idx=0,
            text="99",
            value=99.0,
            px=1.0,
            status="kept",
            reason="",
        )


def _add_legend(draw: _Draw, series: list[str | None], *, direct: bool) -> None:
    names = [name for name in series if name is not None]
    if not names or direct or draw.chance(0.1):
        if names and (direct or draw.chance(0.7)):
            for name in names:
                if draw.chance(0.9):
                    draw.text("mark_label", name)
        return
    in_row = draw.chance(0.4)
    x0, y0 = draw.rng.uniform(0, 500), draw.rng.uniform(0, 350)
    shown = [*names, "spare entry"] if draw.chance(0.08) else names
    for index, name in enumerate(shown):
        x = x0 + (90 * index if in_row else 0)
        y = y0 + (draw.rng.choice((0, 0.5, 3)) if in_row else 18 * index)
        draw.add(
            "legend_entries",
            entry_id=f"l{index}",
            entry_idx=index,
            label=name,
            color="#000000",
            label_x0=x + 20,
            label_y0=y,
            label_x1=x + 80,
            label_y1=y + 12,
        )
        if draw.chance(0.8):
            draw.rows["legend_entries"][-1].update(swatch_x0=x, swatch_y0=y + 2, swatch_x1=x + 12, swatch_y1=y + 10)
        draw.text("legend_label", name, box=(x + 20, y, x + 80, y + 12))
    if draw.chance(0.3):
        draw.text("legend_title", "Group; 'all'")
        draw.rows["charts"][0]["legend_title"] = "Group; 'all'" if draw.chance(0.8) else None


def _add_other_texts(draw: _Draw) -> None:
    for role in ("value_label", "other", "tick_grouping"):
        if draw.chance(0.15):
            draw.text(role, f"note {role}; it's")


def make_charts(
    chart_types: tuple[ChartType, ...],
    count: int,
    *,
    seed: int = 0,
    single: bool | None = None,
    direct: bool = False,
) -> dict[str, list[Row]]:
    """`count` charts of each type in one set of tables, ids `<type>/<number>`, `<type>/one/<number>` and the like."""
    tables: dict[str, list[Row]] = {}
    part = "direct/" if direct else "" if single is None else "one/" if single else "many/"
    for chart_type in chart_types:
        for number in range(count):
            chart_id = f"{chart_type.value}/{part}{number}"
            for name, rows in make_chart(chart_id, chart_type, seed=seed, single=single, direct=direct).items():
                tables.setdefault(name, []).extend(rows)
    return tables
