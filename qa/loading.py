"""Charts from wherever they are stored, many at once, in one database keyed by chart id.

A source is a figure file, a CHART-Info annotation, a gold file, a CSV, a folder of any of these, or a Parquet dataset.
A picture has to be read first; reading is not this package's work, so whoever can do it passes a function in.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, cast

from qa.chartview import ChartView
from qa.database import Cell, ChartDatabase
from qa.errors import TableError
from qa.readings import READINGS
from sie.errors import FigureError, NothingToReadError, SieError
from sie.io.jsontext import JsonError, parse_json

if TYPE_CHECKING:
    from sie.figure import Figure

Extract = Callable[[Path], "Figure"]
"""Reads a picture into a figure; raises `SieError` where it cannot."""

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg", ".pdf"})
_TABLES = frozenset({".csv", ".tsv"})
_OWN_REPORTS = frozenset({"options.json", "manifest.json", "summary.json"})


_VIEWED = ("charts", "ticks", "legend_entries", "texts", "series", "points", "boxes", "axes")
"""The tables that a view of a chart holds."""
VIEWED_AT_ONCE = 500
"""Up to so many charts are viewed when they are loaded: a few megabytes."""


@dataclass(frozen=True)
class Problem:
    """A source that could not be loaded, and why."""

    source: str
    message: str


@dataclass
class Library:
    """Loaded charts: their database, which charts each source has, and what could not be loaded."""

    db: ChartDatabase
    by_source: dict[str, list[str]] = field(default_factory=dict)
    problems: dict[str, Problem] = field(default_factory=dict)
    _views: dict[str, ChartView] = field(default_factory=dict)
    _by_path: dict[str, list[str]] = field(default_factory=dict)
    _by_name: dict[str, list[str]] = field(default_factory=dict)
    _indexed: int = 0

    @property
    def chart_ids(self) -> list[str]:
        """Every chart, in the order loaded."""
        return [chart_id for charts in self.by_source.values() for chart_id in charts]

    def view(self, chart_id: str) -> ChartView:
        """A chart's rows as plain Python; read once."""
        if chart_id not in self._views:
            tables = {name: self.db.rows(name, chart_id) for name in _VIEWED}
            if not tables["charts"]:
                raise TableError(f"expected a loaded chart, got {chart_id!r}")
            self._views[chart_id] = ChartView(chart_id, tables)
        return self._views[chart_id]

    def keep_views(self, chart_ids: Sequence[str]) -> None:
        """Have the views of these charts at hand and no others: one statement a table in place of one a chart."""
        self._views = {key: view for key, view in self._views.items() if key in set(chart_ids)}
        missing = [chart_id for chart_id in chart_ids if chart_id not in self._views]
        if not missing:
            return
        tables = {name: self.db.rows_by_chart(name, missing) for name in _VIEWED}
        for chart_id in missing:
            self._views[chart_id] = ChartView(chart_id, {name: tables[name][chart_id] for name in _VIEWED})

    def prepare(self) -> None:
        """Do what the first question would have to wait for: derive what most questions read, and view the charts.

        The charts of a larger library are viewed when they are asked.
        """
        self.db.refresh(READINGS.name)
        if len(self.chart_ids) == 1:
            self.view(self.chart_ids[0])
        elif len(self.chart_ids) <= VIEWED_AT_ONCE:
            self.keep_views(self.chart_ids)

    def close(self) -> None:
        """Close the database."""
        self.db.close()

    def candidates(self, name: str) -> list[str]:
        """The sources that a name may stand for: the same path with another ending, or a file of that name or stem."""
        if self._indexed != len(self.by_source):
            self._by_path.clear()
            self._by_name.clear()
            for key in self.by_source:
                path = PurePath(key)
                self._by_path.setdefault(_without_ending(key), []).append(key)
                for short in {path.name, path.stem}:
                    self._by_name.setdefault(short, []).append(key)
            self._indexed = len(self.by_source)
        return list(dict.fromkeys([*self._by_path.get(_without_ending(name), ()), *self._by_name.get(name, ())]))


def load_figures(path: Path, *, extract: Extract | None = None) -> Figure:
    """The figure in one file, of whatever kind the file is.

    Raises:
        FigureError: missing, unreadable, of no known kind, or a picture without a way to read it.
        SieError: `extract` could not read the picture.
    """
    suffix = path.suffix.casefold()
    if not path.exists():
        raise NothingToReadError(f"{path}: no such file or folder")
    if suffix in PICTURES:
        if extract is None:
            raise FigureError(f"{path}: a picture: read it first with `sie extract`")
        return extract(path)
    text = _text(path)
    if suffix in _TABLES:
        from sie.io.tabular import figure_of_csv

        return figure_of_csv(text, name=str(path))
    return figure_of_json(text, name=str(path))


def _text(path: Path) -> str:
    """The text of a file: UTF-8, or UTF-16 where the file starts with its mark, as spreadsheets write it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FigureError(f"{path}: cannot be read: {error.strerror}") from error
    try:
        return data.decode("utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8")
    except UnicodeDecodeError as error:
        raise FigureError(f"{path}: not UTF-8 text (save it as UTF-8), and no picture by its ending") from error


def figure_of_json(text: str, *, name: str) -> Figure:
    """The figure in a JSON text: our own, a CHART-Info annotation or a gold file, told apart by their keys.

    A gold file holds one chart, or several under the key `charts`.

    Raises:
        FigureError: not JSON, or none of the three.
    """
    try:
        data = parse_json(text)
    except JsonError as error:
        raise FigureError(f"{name}: {error}") from error
    from sie.io.chartinfo import figure_of_chartinfo, is_chartinfo
    from sie.io.tabular import figure_of_gold, is_gold

    if is_chartinfo(data):
        return figure_of_chartinfo(data, name=name)
    if is_gold(data):
        return figure_of_gold(data, name=name)
    tables = data.get("charts") if isinstance(data, dict) else None
    if isinstance(tables, list) and tables and all(is_gold(table) for table in tables):
        return _several(tables, name)
    if not isinstance(data, dict) or "schema" not in data:
        raise FigureError(f"{name}: not a sie.figure/1 file, a gold table or a CHART-Info annotation")
    from sie.figure import from_json

    return from_json(text, name=name)


def _several(tables: Sequence[Mapping[str, object]], name: str) -> Figure:
    """The charts of a gold file of several as one figure."""
    from sie.artifacts import ImageInfo
    from sie.figure import Figure
    from sie.io.tabular import figure_of_gold

    charts = []
    for place, table in enumerate(tables, start=1):
        chart = figure_of_gold(table, name=f"{name}: chart {place}").charts[0]
        charts.append(chart.model_copy(update={"id": f"c{place}"}))
    return Figure(image=ImageInfo(path=name, sha256="", width=0, height=0), charts=tuple(charts))


def figures_below(folder: Path, *, pictures: bool) -> list[Path]:
    """The files of a folder's tree that hold charts, sorted; a picture whose figure lies beside it is left out.

    `pictures` says whether pictures can be read; else they are left out.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    stored = [path for path in files if path.suffix.casefold() == ".json" and path.name not in _OWN_REPORTS]
    known = {path.with_suffix("") for path in stored}
    tables = [path for path in files if path.suffix.casefold() in _TABLES and path.with_suffix("") not in known]
    known |= {path.with_suffix("") for path in tables}
    images = [path for path in files if path.suffix.casefold() in PICTURES and path.with_suffix("") not in known]
    images = [path for path in images if not path.name.endswith(".overlay.png")]
    return sorted([*stored, *tables, *(images if pictures else [])])


def load_library(source: Path, *, extract: Extract | None = None) -> Library:
    """The charts of a source; in a folder what cannot be loaded is named in `problems`.

    Raises:
        FigureError: the source itself cannot be loaded, or a folder holds nothing.
    """
    library = _loaded(source, extract=extract)
    library.prepare()
    return library


def _loaded(source: Path, *, extract: Extract | None) -> Library:
    library = Library(ChartDatabase())
    if not source.is_dir():
        add_figure(library, load_figures(source, extract=extract), key=str(source))
        return library
    from sie.io.dataset import is_dataset

    if is_dataset(source):
        add_dataset(library, source)
        return library
    files = figures_below(source, pictures=extract is not None)
    if not files:
        raise NothingToReadError(f"{source}: no charts in this folder: expected figure files, CSV tables or a dataset")
    add_files(library, files, base=source, extract=extract)
    return library


def key_of(path: Path, base: Path) -> str:
    """The key under which a file is loaded: its path below a folder, or its whole path where it is elsewhere."""
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else str(path)


def add_files(library: Library, files: Iterable[Path], *, base: Path, extract: Extract | None = None) -> None:
    """Load files under their paths below a folder; one that cannot be loaded becomes a problem."""
    figures: list[tuple[str, Figure]] = []
    for path in files:
        key = key_of(path, base)
        try:
            figures.append((key, load_figures(path, extract=extract)))
        except SieError as error:
            library.problems[key] = Problem(key, str(error))
    _insert(library, figures)


def add_figure(library: Library, figure: Figure, *, key: str | None = None) -> list[str]:
    """Load one figure under a key, by default its picture's path; the ids of its charts.

    Raises:
        FigureError: it has no chart, or no value in any.
    """
    name = key or figure.image.path or "figure"
    if not any(series.points for chart in figure.charts for series in chart.series):
        reasons = [issue.message for issue in figure.issues] + [i.message for c in figure.charts for i in c.issues]
        why = f": {'; '.join(dict.fromkeys(reasons))}" if reasons else ""
        raise FigureError(f"{name}: no values in it to answer from{why}")
    _insert(library, [(name, figure)])
    return library.by_source[name]


def _insert(library: Library, figures: Sequence[tuple[str, Figure]]) -> None:
    from sie.io.rows import figure_rows

    tables: dict[str, list[Mapping[str, Cell]]] = {}
    for key, figure in figures:
        rows = figure_rows(figure, source=key)
        for name, part in rows.items():
            tables.setdefault(name, []).extend(cast("list[Mapping[str, Cell]]", part))
        library.by_source[key] = [str(row["chart_id"]) for row in rows["charts"]]
    library.db.insert(tables)


def add_dataset(library: Library, folder: Path) -> None:
    """Load a Parquet dataset; pictures that could not be read for it become problems.

    Raises:
        FigureError: the folder holds no dataset, or a part cannot be read.
    """
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    from sie.io.dataset import arrow_schema, table_files
    from sie.tables import TABLES

    for table in TABLES.values():
        for path in table_files(folder, table):
            try:
                part = pq.read_table(path, schema=arrow_schema(table))
            except (ArrowException, OSError) as error:
                raise FigureError(f"{path}: cannot be read as a part of a dataset: {error}") from error
            library.db.insert_arrow(table.name, part)
    for row in library.db.all_rows("charts"):
        library.by_source.setdefault(str(row["source"]), []).append(str(row["chart_id"]))
    for row in library.db.all_rows("issues"):
        if row["stage"] == "image":
            source = str(row["source"])
            library.problems[source] = Problem(source, str(row["message"]))


def charts_of(library: Library, source: str) -> list[str]:
    """The charts of one source by its key, or by its name without folders or ending where that is unique."""
    if source in library.by_source:
        return library.by_source[source]
    found = library.candidates(source)
    return library.by_source[found[0]] if len(found) == 1 else []


def _without_ending(name: str) -> str:
    path = PurePath(name)
    return str(path.with_suffix("")) if path.name else name
