"""The tables of `sie.tables` in DuckDB, many charts at once.

One writer, in memory by default. Each chart is a set of rows under its `chart_id`. The stored tables are kept as given;
what questions read is derived from them into tables of their own (`qa.readings`) before the first query after loading.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, cast

import duckdb
from sqlglot import exp

from qa.errors import ExecutionError, TableError
from qa.query import CompiledQuery, Scalar
from qa.readings import DERIVED, NEW_CHARTS, READINGS
from qa.statements import script
from sie.tables import TABLES, ColumnType, Table

if TYPE_CHECKING:
    import pyarrow as pa

Cell = str | float | int | bool | None
Row = Mapping[str, Cell]
Columns = Mapping[str, Sequence[Cell]]
Tables = Mapping[str, Sequence[Row]]

MEMORY = ":memory:"


def create_table_sql(table: Table) -> str:
    """The DDL of one table of the schema.

    >>> from sie.tables import ISSUES
    >>> create_table_sql(ISSUES)[:40]
    'CREATE TABLE issues (source TEXT, chart_'
    """
    columns: list[exp.Expr] = [
        exp.ColumnDef(this=exp.to_identifier(column.name), kind=exp.DataType.build(column.type.value))
        for column in table.columns
    ]
    schema = exp.Schema(this=exp.to_table(table.name), expressions=columns)
    return exp.Create(this=schema, kind="TABLE").sql("duckdb")


class ChartDatabase:
    """The charts that questions are asked of; a context manager that closes its connection.

    Args:
        path: a DuckDB file, or `:memory:`.
        threads: worker threads of DuckDB for single questions, of which one is fastest; sets of questions are
            answered by as many as there are cores.
    """

    def __init__(self, path: str = MEMORY, *, threads: int = 1) -> None:
        config: dict[str, str | bool | int | float | list[str]] = {
            "threads": threads,
            "enable_external_access": path != MEMORY,
        }
        self._connection = duckdb.connect(path, config=config)
        self._threads = threads
        self._joins_planned: bool | None = None
        present = {str(row[0]) for row in self._connection.execute("SHOW TABLES").fetchall()}
        if not present:
            self._connection.execute(script("schema"))
        for table in (*TABLES.values(), *DERIVED.values()):
            if present and table.name not in present:
                self._connection.execute(create_table_sql(table))
        derived = READINGS.name in present or not present
        charts = set() if derived else set(self.chart_ids())
        self._new_charts: dict[str, set[str]] = {name: set(charts) for name in DERIVED}
        self._kept: dict[tuple[str, str], tuple[tuple[object, ...], ...]] = {}

    def __enter__(self) -> ChartDatabase:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the object is of no use afterwards."""
        self._connection.close()

    # ------------------------------------------------------------------ loading

    def insert_arrow(self, name: str, data: pa.Table) -> int:
        """Append an Arrow table whose columns are a subset of the table's; the rest become null.

        Returns:
            How many rows were added.

        Raises:
            TableError: unknown table or column.
        """
        table = _table(name)
        self._kept.clear()
        unknown = set(data.column_names) - set(table.names)
        if unknown:
            raise TableError(f"table {name}: expected columns of {table.names}, got {sorted(unknown)}")
        if data.num_rows == 0:
            return 0
        names = [str(column) for column in data.column_names]
        insert = exp.insert(
            exp.select(*(exp.column(column, quoted=True) for column in names)).from_("incoming"),
            exp.to_table(name),
            columns=[exp.to_identifier(column, quoted=True) for column in names],
        )
        self._connection.register("incoming", data)
        try:
            self._connection.execute(insert.sql("duckdb"))
        finally:
            self._connection.unregister("incoming")
        if "chart_id" in names:
            self._are_new(str(key) for key in data.column("chart_id").unique().to_pylist())
        return int(data.num_rows)

    def insert_columns(self, name: str, columns: Columns) -> int:
        """Append rows given as equally long lists by column name.

        Raises:
            TableError: unknown table or column, or a value that does not fit its column.
        """
        table = _table(name)
        count = max((len(values) for values in columns.values()), default=0)
        if count > FEW_ROWS:
            return self.insert_arrow(name, _to_arrow(table, columns))
        if count:
            self._insert_few(table, columns)
        return count

    def _insert_few(self, table: Table, columns: Columns) -> None:
        """Append few rows as parameters: Arrow, which takes longer to import than they take to insert, stays out."""
        _check_columns(table, columns)
        self._kept.clear()
        values = {f"c{i}": list(values) for i, values in enumerate(columns.values())}
        try:
            self._connection.execute(_insert_sql(table, tuple(columns)), values)
        except duckdb.Error as error:
            raise TableError(f"table {table.name}: {error}") from error
        if "chart_id" in columns:
            self._are_new(str(key) for key in columns["chart_id"])

    def _are_new(self, chart_ids: Iterable[str]) -> None:
        """Note charts of which the derived tables have yet to be derived."""
        keys = set(chart_ids)
        for waiting in self._new_charts.values():
            waiting |= keys

    def insert_rows(self, name: str, rows: Sequence[Row]) -> int:
        """Append rows given as mappings from column to value; an absent column is null.

        Raises:
            TableError: unknown table or column, or a value that does not fit its column.
        """
        names = {column: None for row in rows for column in row}
        return self.insert_columns(name, {column: [row.get(column) for row in rows] for column in names})

    def insert(self, tables: Tables) -> None:
        """Append the rows of several tables (`{"charts": [...], "points": [...]}`)."""
        for name, rows in tables.items():
            if rows:
                self.insert_rows(name, rows)

    def refresh(self, sql: str | None = None) -> None:
        """Derive the tables of `qa.readings` of the charts loaded since, all or those that a statement names; queries
        do it by themselves."""
        for name, waiting in self._new_charts.items():
            if waiting and (sql is None or name in sql):
                self._derive(name, waiting)

    def _derive(self, name: str, chart_ids: set[str]) -> None:
        """Derive one table of some charts."""
        create, drop = _new_charts_sql()
        self._connection.execute(create, {"keys": sorted(chart_ids)})
        try:
            self._plan_joins(len(chart_ids) > FEW_CHARTS)
            self._connection.execute(script(name))
        finally:
            self._connection.execute(drop)
        chart_ids.clear()

    def _plan_joins(self, wanted: bool) -> None:
        """Whether DuckDB orders joins and shares the cores: it pays for tables of questions, and costs half the time of
        a single one.
        """
        if wanted != self._joins_planned:
            self._connection.execute(
                "RESET disabled_optimizers" if wanted else "SET disabled_optimizers = 'join_order'"
            )
            self._connection.execute(f"SET threads = {max(self._threads, _cores()) if wanted else self._threads}")
            self._joins_planned = wanted

    # ------------------------------------------------------------------ reading

    def chart_ids(self) -> list[str]:
        """Every chart, in the order loaded."""
        query = exp.select(exp.column("chart_id")).from_(exp.to_table("charts"))
        return [str(row[0]) for row in self._fetch(query.sql("duckdb"), {})]

    def rows(self, name: str, chart_id: str) -> list[dict[str, Cell]]:
        """The rows of one table that belong to one chart, in the order loaded."""
        table = _table(name)
        return [_named(table, row) for row in self._fetch(_rows_sql(table), {"chart_id": chart_id})]

    def rows_by_chart(self, name: str, chart_ids: Sequence[str]) -> dict[str, list[dict[str, Cell]]]:
        """The rows of one table that belong to some charts, by chart, in the order loaded; one statement for all."""
        table = _table(name)
        columns = [exp.column(column, table=name) for column in table.names]
        wanted = exp.select(exp.alias_(exp.func("UNNEST", _list_parameter(table, "chart_id", "keys")), "chart_id"))
        query = exp.select(*columns).from_(name).where(exp.column("chart_id", table=name).isin(query=wanted))
        found: dict[str, list[dict[str, Cell]]] = {chart_id: [] for chart_id in chart_ids}
        place = table.names.index("chart_id")
        for row in self._fetch(query.sql("duckdb"), {"keys": list(chart_ids)}):
            found[str(row[place])].append(_named(table, row))
        return found

    def all_rows(self, name: str) -> list[dict[str, Cell]]:
        """Every row of one table, in the order loaded."""
        table = _table(name)
        query = exp.select(*(exp.column(column) for column in table.names)).from_(name)
        return [_named(table, row) for row in self._fetch(query.sql("duckdb"), {})]

    def execute(self, query: CompiledQuery) -> list[tuple[object, ...]]:
        """The rows of a compiled query.

        Raises:
            ExecutionError: DuckDB refuses it; the message holds the SQL.
        """
        self.refresh(query.sql)
        self._plan_joins(False)
        return self._fetch(query.sql, query.params)

    def execute_kept(self, sql: str, chart_id: str) -> tuple[tuple[object, ...], ...]:
        """The rows of a statement over the stored tables whose one parameter is `chart_id`.

        They are kept until something is loaded: what every question about a chart asks first is asked once.
        """
        key = (sql, chart_id)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = tuple(self.execute(CompiledQuery(sql, {"chart_id": chart_id})))
        return self._kept[key]

    def execute_set(self, query: CompiledQuery, bindings: pa.Table) -> list[tuple[object, ...]]:
        """The rows of a set-based query, its `bindings` table given as Arrow (see `qa.execute.bindings_table`)."""
        self.refresh(query.sql)
        self._plan_joins(True)
        self._connection.register("bindings", bindings)
        try:
            return self._fetch(query.sql, query.params)
        finally:
            self._connection.unregister("bindings")

    def _fetch(self, sql: str, params: Mapping[str, Scalar | list[str] | None]) -> list[tuple[object, ...]]:
        try:
            return self._connection.execute(sql, dict(params) or None).fetchall()
        except duckdb.Error as error:
            raise ExecutionError(f"DuckDB: {error}\n{sql}") from error


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_ARROW = {ColumnType.TEXT: "string", ColumnType.REAL: "float64", ColumnType.INT: "int64", ColumnType.BOOL: "bool_"}


def _table(name: str) -> Table:
    if name not in TABLES:
        raise TableError(f"expected a table of {tuple(TABLES)}, got {name!r}")
    return TABLES[name]


def _named(table: Table, row: tuple[object, ...]) -> dict[str, Cell]:
    """A row by column; the schema's four kinds of column come back as the four kinds of cell."""
    return cast("dict[str, Cell]", dict(zip(table.names, row, strict=True)))


FEW_CHARTS = 3
"""Up to this many charts are derived from without ordering joins and on one core: planning takes longer."""
MOST_KEPT = 1000
"""Statements whose rows are kept: what is known of a few hundred charts, at most a few megabytes."""
FEW_ROWS = 2000
"""Up to this many rows go in as parameters, more as Arrow."""

_PYTHON: dict[ColumnType, tuple[type, ...]] = {
    ColumnType.TEXT: (str,),
    ColumnType.REAL: (int, float),
    ColumnType.INT: (int,),
    ColumnType.BOOL: (bool,),
}


def _list_parameter(table: Table, column: str, name: str) -> exp.Cast:
    """A parameter that holds a column's values."""
    kind = next(item.type for item in table.columns if item.name == column)
    listed = exp.DataType(this=exp.DType.ARRAY, expressions=[_data_type(kind).copy()], nested=True)
    return exp.cast(exp.Placeholder(this=name), listed)


@cache
def _data_type(kind: ColumnType) -> exp.DataType:
    return exp.DataType.build(kind.value)


@cache
def _insert_sql(table: Table, names: tuple[str, ...]) -> str:
    """The statement that appends rows given as one list a column, `:c0`, `:c1`, ..."""
    selected = [exp.func("UNNEST", _list_parameter(table, column, f"c{i}")) for i, column in enumerate(names)]
    columns = [exp.to_identifier(column, quoted=True) for column in names]
    return exp.insert(exp.select(*selected), exp.to_table(table.name), columns=columns).sql("duckdb")


@cache
def _rows_sql(table: Table) -> str:
    """The statement that reads a chart's rows of a table."""
    query = exp.select(*(exp.column(column) for column in table.names)).from_(exp.to_table(table.name))
    return query.where(exp.column("chart_id").eq(exp.Placeholder(this="chart_id"))).sql("duckdb")


@cache
def _new_charts_sql() -> tuple[str, str]:
    """The statements that make and drop the table of charts to derive, whose ids are `:keys`."""
    new = exp.select(exp.alias_(exp.func("UNNEST", _list_parameter(READINGS, "chart_id", "keys")), "chart_id"))
    create = exp.Create(this=exp.to_table(NEW_CHARTS), kind="TABLE", expression=new, replace=True)
    create.set("properties", exp.Properties(expressions=[exp.TemporaryProperty()]))
    drop = exp.Drop(tables=[exp.to_table(NEW_CHARTS)], kind="TABLE")
    return create.sql("duckdb"), drop.sql("duckdb")


def _check_columns(table: Table, columns: Columns) -> None:
    kinds = {column.name: column.type for column in table.columns}
    if len({len(values) for values in columns.values()}) > 1:
        raise TableError(f"table {table.name}: expected columns of one length")
    for name, values in columns.items():
        if name not in kinds:
            raise TableError(f"table {table.name}: expected columns of {table.names}, got {name!r}")
        kind = kinds[name]
        for value in values:
            good = isinstance(value, _PYTHON[kind]) and (kind is ColumnType.BOOL or not isinstance(value, bool))
            if value is not None and not good:
                raise TableError(f"table {table.name}, column {name}: expected {kind.value}, got {value!r}")


def _to_arrow(table: Table, columns: Columns) -> pa.Table:
    import pyarrow as pa

    kinds = {column.name: column.type for column in table.columns}
    arrays = {}
    for name, values in columns.items():
        if name not in kinds:
            raise TableError(f"table {table.name}: expected columns of {table.names}, got {name!r}")
        arrow_type = getattr(pa, _ARROW[kinds[name]])()
        try:
            arrays[name] = pa.array(values, type=arrow_type)
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            raise TableError(f"table {table.name}, column {name}: expected {kinds[name].value}, got {error}") from error
    return pa.table(arrays)
