"""The relations that plans start from, besides the derived `readings`, as constant SQL over the stored tables.

Each is a view over the rows of the charts in question (`c_texts` is `texts` narrowed to them), written once as text
because a reader checks a view best as SQL. Nothing is ever pasted into it: extents are put in by replacing the columns
`extent`, `label_extent` and `swatch_extent` in the parsed tree, values only ever come as parameters.

A relation's columns: `chart_id`; `series`, `series_name`; `spot` (order), `spot_name`, `spot_value` (its number, if it
has one); `v` the value, `e` its standard deviation.
"""

from __future__ import annotations

from functools import cache

import sqlglot
from sqlglot import exp

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
    "points": ("chart_id", "series_idx", "point_idx", "x_text", "x"),
    "boxes": ("chart_id", "series_idx", "point_idx", "x_text", "x"),
}
"""The columns of each table that answers need."""

_TEXT: dict[str, str] = {
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
    "marks": """
        SELECT n.chart_id, n.series_idx AS spot, n.name AS spot_name, CAST(NULL AS DOUBLE) AS spot_value,
            CAST(NULL AS DOUBLE) AS v, CAST(NULL AS DOUBLE) AS e
        FROM c_series AS n
        JOIN c_charts AS c ON c.chart_id = n.chart_id
        WHERE c.family IN ('line', 'area')
        UNION ALL
        SELECT p.chart_id, p.series_idx * 1000000 + p.point_idx, p.x_text, p.x, CAST(NULL AS DOUBLE),
            CAST(NULL AS DOUBLE)
        FROM c_points AS p
        JOIN c_charts AS c ON c.chart_id = p.chart_id
        WHERE NOT c.family IN ('line', 'area')
        UNION ALL
        SELECT b.chart_id, b.series_idx * 1000000 + b.point_idx, b.x_text, b.x, CAST(NULL AS DOUBLE),
            CAST(NULL AS DOUBLE)
        FROM c_boxes AS b
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
                column.set("this", exp.to_identifier(columns[column.name]))
    return tree


@cache
def parents(name: str) -> tuple[str, ...]:
    """The sources and `c_` tables that a source reads, in order of appearance."""
    return tuple(dict.fromkeys(table.name for table in _parsed(name).find_all(exp.Table)))
