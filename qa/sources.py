"""The relations that plans start from, as constant SQL over the stored tables.

Each is a view over the rows of the charts in question (`c_points` is `points` narrowed to them), written once as text
because a reader checks a view best as SQL. Nothing is ever pasted into it: measures and extents are put in by replacing
the columns `measure`, `sigma_measure` and `extent` in the parsed tree, values only ever come as parameters.

A relation's columns: `chart_id`; `series`, `series_name`; `spot` (order along the axis), `spot_name`, `spot_value`
(its number, if it has one); `v` the value, `e` its standard deviation.

Order of labels (`placed`): by number where points have one; else the tick with the same text (the n-th of equal texts for
the n-th point); labels without a tick come after, in the order in which points are stored, turned round where the
independent axis runs upwards, because ticks count from the bottom.
"""

from __future__ import annotations

from functools import cache

import sqlglot
from sqlglot import exp

UNTICKED = 1_000_000
"""First place number of labels without a tick: above any count of ticks, so the two never interleave."""

EDGE_SLACK = 0.02
"""How far outside the data, in parts of the gap to the next tick, a tick still takes the end point's value: reading a
point's place costs about half a pixel, and ticks stand 25 to 100 pixels apart."""

BASE_COLUMNS: dict[str, tuple[str, ...]] = {
    "charts": (
        "chart_id",
        "chart_type",
        "family",
        "orientation",
        "title",
        "x_title",
        "y_title",
        "legend_title",
        "x_scale",
        "y_scale",
        "x_unit",
        "y_unit",
        "plot_x0",
        "plot_y0",
        "plot_x1",
        "plot_y1",
        "panel_x0",
        "panel_y0",
        "panel_x1",
        "panel_y1",
    ),
    "ticks": ("chart_id", "role", "secondary", "tick_idx", "text", "value", "status"),
    "legend_entries": (
        "chart_id",
        "entry_idx",
        "label",
        "label_x0",
        "label_y0",
        "label_x1",
        "label_y1",
        "swatch_x0",
        "swatch_y0",
        "swatch_x1",
        "swatch_y1",
    ),
    "texts": ("chart_id", "text_idx", "text", "role", "x0", "y0", "x1", "y1"),
    "series": ("chart_id", "series_idx", "name"),
    "points": ("chart_id", "series_idx", "point_idx", "x_text", "x", "y", "y_low", "y_high", "sigma"),
    "boxes": (
        "chart_id",
        "series_idx",
        "point_idx",
        "x_text",
        "x",
        "min",
        "q1",
        "median",
        "q3",
        "max",
        "sigma_min",
        "sigma_q1",
        "sigma_median",
        "sigma_q3",
        "sigma_max",
    ),
}
"""The columns of each table that answers need."""

_TEXT: dict[str, str] = {
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
        SELECT d.*, CASE WHEN c.orientation = 'horizontal' OR c.chart_type LIKE '%horizontal%' THEN -1 ELSE 1 END AS way,
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
    "values_places": """
        SELECT g.chart_id, g.series_idx AS series, n.name AS series_name, t.tick_idx AS spot, t.text AS spot_name,
            t.value AS spot_value,
            CASE WHEN t.value > g.x AND t.value < g.x_next
                THEN g.y + (g.y_next - g.y) * ((t.value - g.x) / (g.x_next - g.x)) ELSE g.y END AS v,
            CASE WHEN t.value > g.x AND t.value < g.x_next THEN GREATEST(g.e, g.e_next) ELSE g.e END AS e
        FROM grid AS t
        JOIN segments AS g ON g.chart_id = t.chart_id AND (
            t.value = g.x
            OR (t.value > g.x AND t.value < g.x_next)
            OR (g.x_before IS NULL AND t.value < g.x AND t.value >= g.x - t.slack)
            OR (g.x_next IS NULL AND t.value > g.x AND t.value <= g.x + t.slack))
        LEFT JOIN c_series AS n ON n.chart_id = g.chart_id AND n.series_idx = g.series_idx
        UNION ALL
        SELECT p.chart_id, p.series_idx, n.name, p.place, p.x_text, p.x, p.y, p.sigma_y
        FROM placed AS p
        LEFT JOIN c_series AS n ON n.chart_id = p.chart_id AND n.series_idx = p.series_idx
        WHERE p.y IS NOT NULL
            AND (p.x IS NULL OR NOT EXISTS (SELECT 1 FROM grid AS t WHERE t.chart_id = p.chart_id))
    """,
    "values_labels": """
        SELECT p.chart_id, p.series_idx AS series, n.name AS series_name, p.place AS spot, p.x_text AS spot_name,
            p.x AS spot_value, p.measure AS v, p.sigma_measure AS e
        FROM placed AS p
        LEFT JOIN c_series AS n ON n.chart_id = p.chart_id AND n.series_idx = p.series_idx
        WHERE p.measure IS NOT NULL
    """,
    "values_points": """
        SELECT d.chart_id, d.series_idx AS series, n.name AS series_name,
            ROW_NUMBER() OVER (PARTITION BY d.chart_id, d.series_idx ORDER BY d.x NULLS LAST, d.point_idx) AS spot,
            d.x_text AS spot_name, d.x AS spot_value, d.measure AS v, d.sigma_measure AS e
        FROM data AS d
        LEFT JOIN c_series AS n ON n.chart_id = d.chart_id AND n.series_idx = d.series_idx
        WHERE d.measure IS NOT NULL
    """,
    # segments with the series' name and whether the chart may be read between points
    "curves": """
        SELECT g.*, n.name AS series_name, c.family IN ('line', 'area', 'scatter') AS smooth
        FROM segments AS g
        JOIN c_charts AS c ON c.chart_id = g.chart_id
        LEFT JOIN c_series AS n ON n.chart_id = g.chart_id AND n.series_idx = g.series_idx
    """,
    "ticks_independent": """
        SELECT chart_id, tick_idx AS spot, text AS spot_name, value AS spot_value, value AS v, CAST(NULL AS DOUBLE) AS e
        FROM x_ticks
        UNION ALL
        SELECT DISTINCT p.chart_id, p.place, p.x_text, p.x, p.x, CAST(NULL AS DOUBLE)
        FROM placed AS p
        WHERE p.x_text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM x_ticks AS t WHERE t.chart_id = p.chart_id)
    """,
    "ticks_dependent": """
        SELECT chart_id, tick_idx AS spot, text AS spot_name,
            CASE WHEN status = 'rejected' THEN NULL ELSE value END AS spot_value,
            CASE WHEN status = 'rejected' THEN NULL ELSE value END AS v, CAST(NULL AS DOUBLE) AS e
        FROM c_ticks
        WHERE role = 'dependent' AND NOT COALESCE(secondary, FALSE)
    """,
    "legend_labels": """
        SELECT chart_id, entry_idx AS spot, label AS spot_name, CAST(NULL AS DOUBLE) AS spot_value, label_extent AS v,
            CAST(NULL AS DOUBLE) AS e
        FROM c_legend_entries
    """,
    "legend_low": """
        SELECT chart_id, entry_idx AS spot, label AS spot_name, CAST(NULL AS DOUBLE) AS spot_value,
            LEAST(label_extent, swatch_extent) AS v, CAST(NULL AS DOUBLE) AS e
        FROM c_legend_entries
    """,
    "legend_high": """
        SELECT chart_id, entry_idx AS spot, label AS spot_name, CAST(NULL AS DOUBLE) AS spot_value,
            GREATEST(label_extent, swatch_extent) AS v, CAST(NULL AS DOUBLE) AS e
        FROM c_legend_entries
    """,
    "texts_all": """
        SELECT chart_id, text_idx AS spot, text AS spot_name, CAST(NULL AS DOUBLE) AS spot_value, extent AS v,
            CAST(NULL AS DOUBLE) AS e, role
        FROM c_texts
    """,
    # the panel, else everything that is known to be drawn
    "frame_low": """
        SELECT c.chart_id, 0 AS spot, 'frame' AS spot_name, CAST(NULL AS DOUBLE) AS spot_value,
            COALESCE(c.panel_extent, LEAST(c.plot_extent,
                (SELECT MIN(t.extent) FROM c_texts AS t WHERE t.chart_id = c.chart_id),
                (SELECT MIN(LEAST(g.label_extent, g.swatch_extent)) FROM c_legend_entries AS g
                 WHERE g.chart_id = c.chart_id))) AS v,
            CAST(NULL AS DOUBLE) AS e
        FROM c_charts AS c
    """,
    "frame_high": """
        SELECT c.chart_id, 0 AS spot, 'frame' AS spot_name, CAST(NULL AS DOUBLE) AS spot_value,
            COALESCE(c.panel_extent, GREATEST(c.plot_extent,
                (SELECT MAX(t.extent) FROM c_texts AS t WHERE t.chart_id = c.chart_id),
                (SELECT MAX(GREATEST(g.label_extent, g.swatch_extent)) FROM c_legend_entries AS g
                 WHERE g.chart_id = c.chart_id))) AS v,
            CAST(NULL AS DOUBLE) AS e
        FROM c_charts AS c
    """,
    "marks": """
        SELECT n.chart_id, n.series_idx AS spot, n.name AS spot_name, CAST(NULL AS DOUBLE) AS spot_value,
            CAST(NULL AS DOUBLE) AS v, CAST(NULL AS DOUBLE) AS e
        FROM c_series AS n
        JOIN c_charts AS c ON c.chart_id = n.chart_id
        WHERE c.family IN ('line', 'area')
        UNION ALL
        SELECT d.chart_id, d.series_idx * 1000000 + d.point_idx, d.x_text, d.x, d.y, CAST(NULL AS DOUBLE)
        FROM data AS d
        JOIN c_charts AS c ON c.chart_id = d.chart_id
        WHERE NOT c.family IN ('line', 'area')
    """,
    "series_all": """
        SELECT chart_id, series_idx AS series, name AS series_name, CAST(NULL AS DOUBLE) AS v, CAST(NULL AS DOUBLE) AS e
        FROM c_series
    """,
}


@cache
def _parsed(name: str) -> exp.Select | exp.Union:
    tree = sqlglot.parse_one(_TEXT[name], dialect="duckdb")
    if not isinstance(tree, exp.Select | exp.Union):
        raise TypeError(f"source {name}: expected a SELECT, got {type(tree).__name__}")
    return tree


def source(name: str, columns: dict[str, str] | None = None) -> exp.Select | exp.Union:
    """A fresh tree of a source, with placeholder columns replaced (`{"measure": "q1"}`)."""
    tree = _parsed(name).copy()
    if columns:
        for column in list(tree.find_all(exp.Column)):
            if column.name in columns:
                column.set("this", exp.to_identifier(columns[column.name], quoted=columns[column.name] in _QUOTED))
    return tree


_QUOTED = frozenset({"min", "max", "median"})


@cache
def parents(name: str) -> tuple[str, ...]:
    """The sources and `c_` tables that a source reads, in order of appearance."""
    return tuple(dict.fromkeys(table.name for table in _parsed(name).find_all(exp.Table)))
