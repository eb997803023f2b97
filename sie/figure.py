"""A figure: a picture and the charts read from it, as the pipeline gives it back and as it is stored."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field, ValidationError

from sie.artifacts import FIGURE_SCHEMA, FIVE, Artifact, Chart, ImageInfo, Issue, Raster, TextAnalysis
from sie.errors import FigureError, ImageError
from sie.faults import first_fault
from sie.vocab import Stage

if TYPE_CHECKING:
    import pandas as pd

LONG_COLUMNS = (
    "chart", "series", "x", "x0", "x1", "y", "y_low", "y_high", *FIVE, "sigma",
)  # fmt: skip
"""The columns of the long table, one row a data point; `sigma` of a box is that of its median."""


class Provenance(Artifact):
    """What made a figure: version, options and weights, and a digest of each stage's artifact, to notice hand edits."""

    version: str
    options: dict[str, object] = {}
    weights: dict[str, str] = {}
    digests: dict[Stage, str] = {}
    geometry: str = ""


class Figure(Artifact):
    """A picture's charts. `stage` is the last stage that ran; what later stages make is absent before they have."""

    schema_: Literal["sie.figure/1"] = Field(default="sie.figure/1", alias="schema")
    image: ImageInfo
    stage: Stage = Stage.VALUES
    charts: tuple[Chart, ...] = ()
    text: TextAnalysis | None = Field(default=None, description="every text block of the picture, without roles")
    issues: tuple[Issue, ...] = ()
    timings_ms: dict[str, float] = {}
    provenance: Provenance | None = None

    def to_frame(self) -> pd.DataFrame:
        """All data points of all charts, one row each; see `LONG_COLUMNS`."""
        return frame_of(self.charts)

    def to_json(self) -> str:
        """The figure's JSON text; `from_json` is its inverse."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=1) + "\n"

    def as_dict(self) -> dict[str, object]:
        """The figure as plain values, data points without their empty fields."""
        stored = self.model_dump(mode="json", by_alias=True)
        for chart in stored["charts"]:
            for series in chart["series"]:
                series["points"] = [
                    {key: value for key, value in point.items() if value is not None and value != []}
                    for point in series["points"]
                ]
        return stored

    def save(self, path: str | Path) -> None:
        """Write the figure whole or not at all, as JSON or, by a `.csv` ending, as the long table.

        Raises:
            UsageError: the path has another ending.
            OutputError: the path cannot be written.
        """
        from sie.io.outputs import write_figure

        write_figure(self, Path(path))

    def overlay(self, raster: Raster) -> bytes:
        """A PNG of the picture with what was understood drawn on it."""
        from sie.io.outputs import png_bytes
        from sie.overlay import draw_overlay

        return png_bytes(draw_overlay(raster, self.charts))

    def _repr_html_(self) -> str:
        """A notebook's view: the overlay where the picture is still at its path, and the tables."""
        parts = [f"<h4>{html.escape(self.image.path)}: {len(self.charts)} chart(s)</h4>"]
        picture = self._picture()
        if picture is not None:
            import base64

            encoded = base64.b64encode(self.overlay(picture)).decode("ascii")
            parts.append(f'<img style="max-width:45em" src="data:image/png;base64,{encoded}"/>')
        for chart in self.charts:
            caption = " · ".join(str(part) for part in (chart.id, chart.chart_type, chart.title) if part)
            parts.append(f"<p><b>{html.escape(caption)}</b></p>")
            parts.append(self.model_copy(update={"charts": (chart,)}).to_frame().dropna(axis=1, how="all").to_html())
        parts += [f"<p>{html.escape(issue.message)}</p>" for issue in self.issues]
        return "\n".join(parts)

    def _picture(self) -> Raster | None:
        from sie.io.images import load_image

        path = Path(self.image.path)
        if not path.is_file():
            return None
        try:
            raster = load_image(path)
        except ImageError:  # replaced by something else since: not the picture either
            return None
        return raster if raster.sha256 == self.image.sha256 else None


def frame_of(charts: tuple[Chart, ...]) -> pd.DataFrame:
    """The data points of charts as a data frame, one row each; see `LONG_COLUMNS`."""
    import pandas as pd

    return pd.DataFrame(long_rows(charts), columns=list(LONG_COLUMNS))


def long_rows(charts: tuple[Chart, ...]) -> list[dict[str, object]]:
    """The rows of the long table."""
    rows: list[dict[str, object]] = []
    for chart in charts:
        for series in chart.series:
            for point in series.points:
                row: dict[str, object] = {"chart": chart.id, "series": series.name}
                for name in LONG_COLUMNS[2:-1]:
                    row[name] = getattr(point, name)
                row["sigma"] = point.sigma.get("median") if isinstance(point.sigma, dict) else point.sigma
                rows.append(row)
    return rows


def from_json(text: str, *, name: str = "figure") -> Figure:
    """The figure in a JSON text.

    Raises:
        FigureError: not JSON, or not a figure; the message names the place.
    """
    try:
        return Figure.model_validate_json(text)
    except ValidationError as error:
        raise FigureError(f"{name}: not a {FIGURE_SCHEMA} file: {first_fault(error)}") from error


def load_figure(path: Path) -> Figure:
    """The figure in a file.

    Raises:
        FigureError: missing, unreadable, not JSON, or not a figure.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise FigureError(f"{path}: not a {FIGURE_SCHEMA} file: not UTF-8 text; is it a picture?") from error
    except OSError as error:
        raise FigureError(f"{path}: cannot be read: {error.strerror}") from error
    return from_json(text, name=str(path))


def figure_schema() -> dict[str, object]:
    """The JSON Schema of a stored figure."""
    return Figure.model_json_schema(by_alias=True)
