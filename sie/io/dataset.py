"""A dataset of extractions on disk: one folder a table, Parquet parts in it, read in place by DuckDB.

OUT/points/part-<name>.parquet    one row a value
OUT/charts/part-<name>.parquet    one row a chart, and so on for each table of `sie.tables`
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from sie.errors import FigureError
from sie.io.outputs import remove_file, write_bytes
from sie.io.rows import Rows
from sie.tables import TABLES, ColumnType, Table

if TYPE_CHECKING:
    import pyarrow as pa

PART_PATTERN = "part-*.parquet"


def arrow_schema(table: Table) -> pa.Schema:
    """The Arrow schema of a table."""
    import pyarrow as pa

    types = {
        ColumnType.TEXT: pa.string(),
        ColumnType.REAL: pa.float64(),
        ColumnType.INT: pa.int64(),
        ColumnType.BOOL: pa.bool_(),
    }
    return pa.schema([(column.name, types[column.type]) for column in table.columns])


def arrow_table(table: Table, rows: list[dict[str, object]]) -> pa.Table:
    """Rows as an Arrow table with the table's columns in order; absent columns are null."""
    import pyarrow as pa

    plain = [{name: _plain(row.get(name)) for name in table.names} for row in rows]
    return pa.Table.from_pylist(plain, schema=arrow_schema(table))


def _plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value


def write_part(folder: Path, name: str, rows: Rows) -> None:
    """Write one part of every table that has rows, each file whole or not at all; `charts` last: then it is done.

    An earlier part of that name is replaced, in tables that have no rows now too.

    Raises:
        OutputError: a file cannot be written.
    """
    import pyarrow.parquet as pq

    for table in sorted(TABLES.values(), key=lambda table: table.name == "charts"):
        path = folder / table.name / f"part-{name}.parquet"
        if rows[table.name] or table.name == "charts":
            out = io.BytesIO()
            pq.write_table(arrow_table(table, rows[table.name]), out, compression="zstd")
            write_bytes(path, out.getvalue())
        else:
            remove_file(path)


def is_dataset(folder: Path) -> bool:
    """Whether a folder holds a dataset."""
    return any((folder / "charts").glob(PART_PATTERN))


def table_files(folder: Path, table: Table) -> list[Path]:
    """The Parquet parts of one table of a dataset, sorted; empty where the table has no rows.

    Raises:
        FigureError: the folder holds no dataset.
    """
    if not is_dataset(folder):
        raise FigureError(f"{folder}: no dataset: expected charts/{PART_PATTERN}")
    return sorted((folder / table.name).glob(PART_PATTERN))
