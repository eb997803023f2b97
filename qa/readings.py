"""What questions read: tables derived from the stored ones when charts are loaded.

`readings` has every value that a question can name, once for each way of taking it (`qa.plan.Spots`); `places` has the
positions of the independent axis; `curves` the pieces between neighbouring points, for values at any number. They are
derived once a chart, not once a question: reading places and interpolating is the dear part of every answer, and a
statement over `readings` is short enough to be read by the person who asked.

Constant SQL over the rows of new charts (`c_points` is `points` narrowed to them). Nothing is ever pasted into it.

Order of labels (`placed`): by number where points have one; else the tick with the same text (the n-th of equal texts
for the n-th point); labels without a tick come after, in the order in which points are stored, turned round where the
independent axis runs upwards, because ticks count from the bottom.
"""

from __future__ import annotations

from functools import cache

import sqlglot
from sqlglot import exp

from qa.plan import Measure
from sie.tables import Column, ColumnType, Table

UNTICKED = 1_000_000
"""Number of the first label without a tick, less one: above any count of ticks, so the two never interleave."""

EDGE_SLACK = 0.02
"""How far outside the data, in parts of the gap to the next tick, a tick still takes the end point's value: reading a
point's place costs about half a pixel, and ticks stand 25 to 100 pixels apart."""

ROUNDING = 1e-12
"""An interpolated value below this part of its neighbours is rounding and counts as 0, lest a ratio to it be taken; so
does a correlation."""


def _columns(*pairs: tuple[str, ColumnType, str]) -> tuple[Column, ...]:
    return (Column("chart_id", ColumnType.TEXT, "the chart"), *(Column(*pair) for pair in pairs))


_SPOT = (
    ("spot", ColumnType.INT, "order along the independent axis: left to right, bottom to top"),
    ("spot_name", ColumnType.TEXT, "the tick's or category's label"),
    ("spot_value", ColumnType.REAL, "its number, if it has one"),
)
_SERIES = (("series", ColumnType.INT, "place of the series"), ("series_name", ColumnType.TEXT, "its name, or null"))

READINGS = Table(
    "readings",
    "one value that a question can name",
    _columns(
        ("at", ColumnType.TEXT, "places, labels or points: see qa.plan.Spots"),
        ("measure", ColumnType.TEXT, "see qa.plan.Measure"),
        *_SERIES,
        *_SPOT,
        ("v", ColumnType.REAL, "the value"),
        ("e", ColumnType.REAL, "one standard deviation of the value"),
    ),
    (),
)
PLACES = Table("places", "one tick of the independent axis, or one label where it has no ticks", _columns(*_SPOT), ())
CURVES = Table(
    "curves",
    "one point of a series with a number in x, and the next",
    _columns(
        *_SERIES,
        ("x", ColumnType.REAL, "number of the point"),
        ("y", ColumnType.REAL, "value of the point; the mean of points of one x"),
        ("e", ColumnType.REAL, "one standard deviation of the value"),
        ("x_next", ColumnType.REAL, "number of the next point"),
        ("y_next", ColumnType.REAL, "value of the next point"),
        ("smooth", ColumnType.BOOL, "the chart may be read between points"),
    ),
    (),
)
FRAMES = Table(
    "frames",
    "the whole picture of a chart: its panel, else everything that is known to be drawn",
    _columns(*((side, ColumnType.REAL, "pixels") for side in ("x0", "y0", "x1", "y1"))),
    (),
)
DERIVED: dict[str, Table] = {table.name: table for table in (READINGS, PLACES, CURVES, FRAMES)}
"""The derived tables by name."""

_STEPS: dict[str, str] = {
    # on log axes sigmas are stored as parts of the values; here all are in axis units
    "c_points": """
        SELECT p.* REPLACE (CASE WHEN c.sigma_rel THEN p.sigma * ABS(p.y) ELSE p.sigma END AS sigma)
        FROM points AS p
        LEFT JOIN charts AS c ON c.chart_id = p.chart_id
        WHERE p.chart_id IN (SELECT chart_id FROM new_charts)
    """,
    "c_boxes": """
        SELECT b.* REPLACE (
            CASE WHEN c.sigma_rel THEN b.sigma_min * ABS(b."min") ELSE b.sigma_min END AS sigma_min,
            CASE WHEN c.sigma_rel THEN b.sigma_q1 * ABS(b.q1) ELSE b.sigma_q1 END AS sigma_q1,
            CASE WHEN c.sigma_rel THEN b.sigma_median * ABS(b."median") ELSE b.sigma_median END AS sigma_median,
            CASE WHEN c.sigma_rel THEN b.sigma_q3 * ABS(b.q3) ELSE b.sigma_q3 END AS sigma_q3,
            CASE WHEN c.sigma_rel THEN b.sigma_max * ABS(b."max") ELSE b.sigma_max END AS sigma_max)
        FROM boxes AS b
        LEFT JOIN charts AS c ON c.chart_id = b.chart_id
        WHERE b.chart_id IN (SELECT chart_id FROM new_charts)
    """,
    # every data point and box in one shape
    "data": """
        SELECT chart_id, series_idx, point_idx, x_text, x, y, y_low, y_high, sigma AS sigma_y, sigma AS sigma_y_low,
            sigma AS sigma_y_high, CAST(NULL AS DOUBLE) AS "min", CAST(NULL AS DOUBLE) AS q1,
            CAST(NULL AS DOUBLE) AS "median", CAST(NULL AS DOUBLE) AS q3, CAST(NULL AS DOUBLE) AS "max",
            CAST(NULL AS DOUBLE) AS sigma_min, CAST(NULL AS DOUBLE) AS sigma_q1, CAST(NULL AS DOUBLE) AS sigma_median,
            CAST(NULL AS DOUBLE) AS sigma_q3, CAST(NULL AS DOUBLE) AS sigma_max
        FROM c_points
        UNION ALL
        SELECT chart_id, series_idx, point_idx, x_text, x, NULL, NULL, NULL, NULL, NULL, NULL, "min", q1, "median", q3,
            "max", sigma_min, sigma_q1, sigma_median, sigma_q3, sigma_max
        FROM c_boxes
    """,
    "x_ticks": """
        SELECT chart_id, tick_idx, text, CASE WHEN status = 'rejected' THEN NULL ELSE value END AS value,
            ROW_NUMBER() OVER (PARTITION BY chart_id, text ORDER BY tick_idx) AS nth
        FROM c_ticks
        WHERE role = 'independent' AND NOT COALESCE(secondary, FALSE)
    """,
    "numbered": """
        SELECT d.*,
            CASE WHEN c.orientation = 'horizontal' OR c.chart_type LIKE '%horizontal%' THEN -1 ELSE 1 END AS way,
            ROW_NUMBER() OVER (PARTITION BY d.chart_id, d.series_idx, d.x_text ORDER BY d.point_idx) AS nth
        FROM data AS d
        JOIN c_charts AS c ON c.chart_id = d.chart_id
    """,
    "ordered": """
        SELECT n.*, t.tick_idx,
            MAX(n.point_idx) OVER (PARTITION BY n.chart_id, n.x_text, n.nth) AS stored,
            MIN(n.series_idx) OVER (PARTITION BY n.chart_id, n.x_text, n.nth) AS stored_in
        FROM numbered AS n
        LEFT JOIN x_ticks AS t ON t.chart_id = n.chart_id AND t.text = n.x_text AND t.nth = n.nth
    """,
    "placed": """
        SELECT o.*,
            CASE
                WHEN x IS NOT NULL THEN DENSE_RANK() OVER (PARTITION BY chart_id ORDER BY x) - 1
                ELSE COALESCE(tick_idx, 1000000 + DENSE_RANK() OVER (
                    PARTITION BY chart_id ORDER BY CASE WHEN tick_idx IS NULL THEN 1 ELSE 0 END,
                        way * stored, way * stored_in, x_text, nth))
            END AS place
        FROM ordered AS o
    """,
    # the numeric ticks of charts whose values are read at ticks
    "grid": """
        SELECT t.chart_id, t.tick_idx, t.text, t.value,
            COALESCE(0.02 * LEAST(
                t.value - LAG(t.value) OVER (PARTITION BY t.chart_id ORDER BY t.value),
                LEAD(t.value) OVER (PARTITION BY t.chart_id ORDER BY t.value) - t.value), 0) AS slack
        FROM x_ticks AS t
        JOIN c_charts AS c ON c.chart_id = t.chart_id
        WHERE c.family IN ('line', 'area', 'scatter') AND t.value IS NOT NULL
    """,
    # neighbouring points; points of one x count as their mean
    "segments": """
        SELECT chart_id, series_idx, x, y, e,
            LAG(x) OVER (PARTITION BY chart_id, series_idx ORDER BY x) AS x_before,
            LEAD(x) OVER (PARTITION BY chart_id, series_idx ORDER BY x) AS x_next,
            LEAD(y) OVER (PARTITION BY chart_id, series_idx ORDER BY x) AS y_next,
            LEAD(e) OVER (PARTITION BY chart_id, series_idx ORDER BY x) AS e_next
        FROM (
            SELECT chart_id, series_idx, x, AVG(y) AS y, MAX(sigma) AS e
            FROM c_points
            WHERE x IS NOT NULL AND y IS NOT NULL
            GROUP BY chart_id, series_idx, x
        ) AS curve
    """,
}

_FINAL: dict[str, tuple[str, ...]] = {
    "readings": (
        """
        SELECT g.chart_id, 'places' AS at, 'y' AS measure, g.series_idx AS series, n.name AS series_name,
            t.tick_idx AS spot, t.text AS spot_name, t.value AS spot_value,
            CASE
                WHEN NOT (t.value > g.x AND t.value < g.x_next) OR g.x_next IS NULL THEN g.y
                WHEN ABS(g.y + (g.y_next - g.y) * ((t.value - g.x) / (g.x_next - g.x)))
                    <= 1e-12 * GREATEST(ABS(g.y), ABS(g.y_next)) THEN 0
                ELSE g.y + (g.y_next - g.y) * ((t.value - g.x) / (g.x_next - g.x))
            END AS v,
            CASE WHEN t.value > g.x AND t.value < g.x_next THEN GREATEST(g.e, g.e_next) ELSE g.e END AS e
        FROM grid AS t
        JOIN segments AS g ON g.chart_id = t.chart_id AND (
            t.value = g.x
            OR (t.value > g.x AND t.value < g.x_next)
            OR (g.x_before IS NULL AND t.value < g.x AND t.value >= g.x - t.slack)
            OR (g.x_next IS NULL AND t.value > g.x AND t.value <= g.x + t.slack))
        LEFT JOIN c_series AS n ON n.chart_id = g.chart_id AND n.series_idx = g.series_idx
        """,
        """
        SELECT p.chart_id, 'places', 'y', p.series_idx, n.name, p.place, MIN(p.x_text), p.x, AVG(p.y), MAX(p.sigma_y)
        FROM placed AS p
        JOIN c_charts AS c ON c.chart_id = p.chart_id
        LEFT JOIN c_series AS n ON n.chart_id = p.chart_id AND n.series_idx = p.series_idx
        WHERE p.y IS NOT NULL
            AND (p.x IS NULL OR NOT EXISTS (SELECT 1 FROM grid AS t WHERE t.chart_id = p.chart_id))
        GROUP BY p.chart_id, p.series_idx, n.name, p.place, p.x,
            CASE WHEN p.x IS NOT NULL AND c.family IN ('line', 'area', 'scatter') THEN -1 ELSE p.point_idx END
        """,
        """
        SELECT p.chart_id, 'labels', 'measure', p.series_idx, n.name, p.place, p.x_text, p.x, p.measure, p.sigma_measure
        FROM placed AS p
        LEFT JOIN c_series AS n ON n.chart_id = p.chart_id AND n.series_idx = p.series_idx
        WHERE p.measure IS NOT NULL
        """,
        """
        SELECT d.chart_id, 'points', 'measure', d.series_idx, n.name,
            ROW_NUMBER() OVER (PARTITION BY d.chart_id, d.series_idx ORDER BY d.x NULLS LAST, d.point_idx),
            d.x_text, d.x, d.measure, d.sigma_measure
        FROM data AS d
        LEFT JOIN c_series AS n ON n.chart_id = d.chart_id AND n.series_idx = d.series_idx
        WHERE d.measure IS NOT NULL
        """,
    ),
    "places": (
        "SELECT chart_id, tick_idx, text, value FROM x_ticks",
        """
        SELECT DISTINCT p.chart_id, p.place, p.x_text, p.x
        FROM placed AS p
        WHERE p.x_text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM x_ticks AS t WHERE t.chart_id = p.chart_id)
        """,
    ),
    "curves": (
        """
        SELECT g.chart_id, g.series_idx, n.name, g.x, g.y, g.e, g.x_next, g.y_next,
            COALESCE(c.family IN ('line', 'area', 'scatter'), FALSE)
        FROM segments AS g
        JOIN c_charts AS c ON c.chart_id = g.chart_id
        LEFT JOIN c_series AS n ON n.chart_id = g.chart_id AND n.series_idx = g.series_idx
        """,
    ),
    "frames": (
        """
        SELECT c.chart_id,
            COALESCE(c.panel_x0, LEAST(c.plot_x0, t.x0, g.x0)), COALESCE(c.panel_y0, LEAST(c.plot_y0, t.y0, g.y0)),
            COALESCE(c.panel_x1, GREATEST(c.plot_x1, t.x1, g.x1)), COALESCE(c.panel_y1, GREATEST(c.plot_y1, t.y1, g.y1))
        FROM c_charts AS c
        LEFT JOIN (
            SELECT chart_id, MIN(x0) AS x0, MIN(y0) AS y0, MAX(x1) AS x1, MAX(y1) AS y1 FROM c_texts GROUP BY chart_id
        ) AS t ON t.chart_id = c.chart_id
        LEFT JOIN (
            SELECT chart_id, MIN(LEAST(label_x0, swatch_x0)) AS x0, MIN(LEAST(label_y0, swatch_y0)) AS y0,
                MAX(GREATEST(label_x1, swatch_x1)) AS x1, MAX(GREATEST(label_y1, swatch_y1)) AS y1
            FROM c_legend_entries
            GROUP BY chart_id
        ) AS g ON g.chart_id = c.chart_id
        """,
    ),
}
_QUOTED = frozenset({"min", "max", "median"})
_BASES = ("charts", "ticks", "series", "texts", "legend_entries")
NEW_CHARTS = "new_charts"
"""The table of `chart_id`s that `refresh_sql` derives."""


@cache
def _parsed(text: str) -> exp.Query:
    tree = sqlglot.parse_one(text, dialect="duckdb")
    if not isinstance(tree, exp.Query):
        raise TypeError(f"expected a query, got {type(tree).__name__}")
    return tree


def _measured(tree: exp.Query, measure: Measure) -> exp.Query:
    """The query for one measure, which stands where the text says `measure`."""
    tree = tree.copy()
    for column in list(tree.find_all(exp.Column)):
        if column.name in ("measure", "sigma_measure"):
            name = column.name.replace("measure", measure.value)
            column.set("this", exp.to_identifier(name, quoted=name in _QUOTED))
    for literal in list(tree.find_all(exp.Literal)):
        if literal.is_string and literal.this == "measure":
            literal.set("this", measure.value)
    return tree


def _queries(name: str) -> list[exp.Query]:
    found = []
    for text in _FINAL[name]:
        tree = _parsed(text)
        measured = any(column.name == "measure" for column in tree.find_all(exp.Column))
        found += [_measured(tree, measure) for measure in Measure] if measured else [tree.copy()]
    return found


@cache
def refresh_sql(name: str) -> str:
    """The statement that derives a table's rows for the charts in `new_charts`."""
    union: exp.Query = _queries(name)[0]
    for query in _queries(name)[1:]:
        union = exp.union(union, query, distinct=False)
    chosen = exp.select("chart_id").from_(NEW_CHARTS)
    ctes: dict[str, exp.Query] = {}
    for base in _BASES:
        ctes[f"c_{base}"] = (
            exp.select("*").from_(base).where(exp.In(this=exp.column("chart_id"), query=chosen.copy().subquery()))
        )
    ctes |= {step: _parsed(text).copy() for step, text in _STEPS.items()}
    for step, query in ctes.items():
        union = union.with_(step, as_=query, copy=False)
    insert = exp.insert(union, exp.to_table(name))
    return insert.sql("duckdb")


@cache
def clear_sql(name: str) -> str:
    """The statement that drops a derived table's rows of the charts in `new_charts`."""
    chosen = exp.select("chart_id").from_(NEW_CHARTS).subquery()
    return exp.delete(name, where=exp.In(this=exp.column("chart_id"), query=chosen)).sql("duckdb")
