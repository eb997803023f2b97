"""A folder of charts whose values are known: gold tables, CHART-Info annotations or corrected figures, with pictures.

Two layouts: `ID.json` beside `ID.png` (or .jpg, ...), and the benchmark's `json/ID.json` with `images/ID.jpg`. Files
that cannot be read are named, each with its reason, and the rest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from qa.chartview import ChartView
from qa.database import Cell, ChartDatabase
from qa.generation.round_ticks import has_x_ticks, with_round_ticks
from qa.loading import Library, Problem, figure_of_json
from sie.artifacts import Chart
from sie.errors import FigureError, NothingToReadError, why_unreadable
from sie.figure import Figure

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".bmp", ".gif")
_REPORTS = frozenset({"options.json", "manifest.json", "summary.json"})


@dataclass(frozen=True)
class GoldChart:
    """One chart whose values are known.

    Attributes:
        name: the file's name without ending.
        path: its JSON file.
        picture: its picture, or None.
        figure: the figure read from the JSON; it has one or more charts.
    """

    name: str
    path: Path
    picture: Path | None
    figure: Figure

    @property
    def chart(self) -> Chart:
        """The figure's first chart, which is the only one of a gold table or an annotation."""
        return self.figure.charts[0]


@dataclass
class GoldFolder:
    """The charts of a folder and the files that could not be read."""

    folder: Path
    charts: list[GoldChart] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def load_gold(folder: Path, *, names: Sequence[str] | None = None) -> GoldFolder:
    """The gold charts of a folder, by name.

    Args:
        folder: holds the JSON files, or a folder `json` of them.
        names: read these only; one that is not there becomes a problem.

    Raises:
        FigureError: there is no such folder, or no JSON file in it.
    """
    if not folder.is_dir():
        raise NothingToReadError(f"{folder}: no such folder of gold charts")
    inner = folder / "json"
    home = inner if inner.is_dir() else folder
    files = {path.stem: path for path in sorted(home.glob("*.json")) if path.name not in _REPORTS}
    if not files:
        raise NothingToReadError(f"{home}: no gold charts: expected <id>.json files beside their pictures")
    found = GoldFolder(folder)
    for name in names if names is not None else files:
        _add(found, name, files.get(name))
    return found


def _add(found: GoldFolder, name: str, path: Path | None) -> None:
    if path is None:
        found.problems.append(Problem(name, f"{name}: no gold file of that name in {found.folder}"))
        return
    try:
        figure = figure_of_json(path.read_text(encoding="utf-8"), name=str(path))
    except (OSError, UnicodeDecodeError) as error:
        found.problems.append(Problem(name, f"{path}: cannot be read: {why_unreadable(error)}"))
        return
    except FigureError as error:
        found.problems.append(Problem(name, str(error)))
        return
    if not figure.charts:
        found.problems.append(Problem(name, f"{path}: no chart in it"))
        return
    found.charts.append(GoldChart(name, path, picture_of(found.folder, name), figure))


def picture_of(folder: Path, name: str) -> Path | None:
    """The picture of a name: beside the JSON files, or in the folder `images`."""
    for home in (folder / "images", folder):
        for ending in PICTURE_ENDINGS:
            path = home / f"{name}{ending}"
            if path.is_file():
                return path
    return None


def questions_library(charts: Sequence[tuple[str, Figure]], *, round_ticks: bool | None = None) -> Library:
    """Figures in a database, ready to be asked.

    Args:
        charts: names and figures.
        round_ticks: places of curves are round numbers (True), the ticks drawn (False), or the ticks drawn where the
            chart has any and round numbers else (None).
    """
    from sie.io.rows import figure_rows

    library = Library(ChartDatabase())
    tables: dict[str, list[Mapping[str, Cell]]] = {}
    for name, figure in charts:
        rows = figure_rows(_with_places(figure, round_ticks), source=name)
        for table, part in rows.items():
            tables.setdefault(table, []).extend(cast("list[Mapping[str, Cell]]", part))
        library.by_source[name] = [str(row["chart_id"]) for row in rows["charts"]]
    library.db.insert(tables)
    return library


def _with_places(figure: Figure, round_ticks: bool | None) -> Figure:
    if round_ticks is False:
        return figure
    charts = tuple(
        with_round_ticks(chart) if round_ticks or not has_x_ticks(chart) else chart for chart in figure.charts
    )
    return figure.model_copy(update={"charts": charts})


def views_of(library: Library) -> Iterator[tuple[str, ChartView]]:
    """The name and view of every chart; of a figure of several, the name with the chart's id."""
    for name, charts in library.by_source.items():
        for chart_id in charts:
            yield (name if len(charts) == 1 else f"{name}-{chart_id.rpartition('#')[2]}"), library.view(chart_id)
