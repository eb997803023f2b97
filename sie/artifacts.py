"""The frozen values that travel between stages, and what is written to disk.

One artifact a stage: `TextAnalysis`, `StructureAnalysis`, `ElementAnalysis`, and the `Figure` with its charts. They are
pydantic models rather than dataclasses because each must round-trip through JSON, reject unknown fields and be
checkable by hand-editing users; the JSON Schema of a figure is generated from them.

Coordinates are pixels of the loaded picture: origin top left, y down, floats, boxes `xyxy` and half-open: the centre
of the top left pixel is (0.5, 0.5). `None` means not looked for, empty means looked and found none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sie.vocab import (
    AxisRole,
    ChartType,
    Direction,
    MarkKind,
    ScaleType,
    Side,
    Stacking,
    Stage,
    TextRole,
    TickStatus,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

FIGURE_SCHEMA = "sie.figure/1"

XY = tuple[float, float]
XYXY = tuple[float, float, float, float]
Unit = Annotated[float, Field(ge=0.0, le=1.0)]
Value = float | str


class Artifact(BaseModel):
    """A frozen record that rejects unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def check_box(box: XYXY, what: str = "box") -> XYXY:
    """The box itself when it is `x0 <= x1, y0 <= y1`.

    Raises:
        ValueError: it is not.
    """
    if box[0] > box[2] or box[1] > box[3]:
        raise ValueError(f"{what}: expected x0 <= x1 and y0 <= y1, got {box}")
    return box


class Issue(Artifact):
    """Something that could not be had: where it was noticed, why, and at which place of the picture."""

    stage: Stage | Literal["image", "figure"]
    code: str = Field(description="short kebab-case reason, stable for programs")
    message: str
    ids: tuple[str, ...] = ()
    box: XYXY | None = None


# --------------------------------------------------------------------------- image


@dataclass(frozen=True)
class Raster:
    """A decoded picture, upright, on white, never written to disk.

    Attributes:
        rgb: uint8 array of shape (height, width, 3).
        name: file name, for messages.
        sha256: of the file's bytes.
        file_format: as the decoder names it, e.g. "PNG".
        mode: of the file's pixels, e.g. "CMYK".
        more_frames: the file holds further pictures, of which nothing is read.
    """

    rgb: np.ndarray
    name: str = "image"
    sha256: str = ""
    file_format: str = ""
    mode: str = ""
    more_frames: bool = False

    def __post_init__(self) -> None:
        if self.rgb.ndim != 3 or self.rgb.shape[2] != 3 or self.rgb.dtype != "uint8":
            raise ValueError(f"rgb: expected uint8 (height, width, 3), got {self.rgb.dtype} {self.rgb.shape}")

    @property
    def width(self) -> int:
        """Pixels across."""
        return int(self.rgb.shape[1])

    @property
    def height(self) -> int:
        """Pixels down."""
        return int(self.rgb.shape[0])


class ImageInfo(Artifact):
    """The facts of the picture that a figure was read from."""

    path: str
    sha256: str
    width: int
    height: int
    format: str = ""
    mode: str = ""


# --------------------------------------------------------------------------- text


class TextBlock(Artifact):
    """One piece of text: a tick label, a title (all its lines), a legend label.

    `polygon` has its corners in reading order (top left of the text first), so a rotated block tells its direction.
    `angle` is in degrees, counter-clockwise as seen: 90 reads upwards.
    """

    id: str
    text: str
    polygon: tuple[XY, ...]
    confidence: Unit
    angle: float = 0.0
    role: TextRole | None = None
    engine: str = ""
    alternatives: tuple[str, ...] = Field(default=(), description="other readings, likeliest first")
    parent_ids: tuple[str, ...] = Field(default=(), description="blocks that were split or joined into this one")

    @property
    def box(self) -> XYXY:
        """The bounds of the polygon."""
        xs, ys = zip(*self.polygon, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def center(self) -> XY:
        """The middle of the bounds."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2


class TextAnalysis(Artifact):
    """Every text block of a figure."""

    blocks: tuple[TextBlock, ...]
    engine: str
    issues: tuple[Issue, ...] = ()


# --------------------------------------------------------------------------- structure


class Tick(Artifact):
    """A tick: its label as read, the value it stands for, and where it is along its axis.

    `px` is the coordinate along the axis' direction (x for a horizontal axis) in pixels, sub-pixel.
    `value` is a number on linear and log axes, an ISO 8601 date on time axes, the label itself on categorical ones.
    """

    id: str
    text: str
    value: Value | None
    px: float
    status: TickStatus = TickStatus.KEPT
    reason: str = ""
    text_id: str | None = None
    marked: bool = Field(default=False, description="px comes from a tick mark or grid line, not from the label")
    sigma_px: float = 0.5
    confidence: Unit = 1.0


class ScaleFit(Artifact):
    """The line through the kept ticks: `px = offset_px + px_per_unit * t`, t the transformed value.

    t is the value itself on linear axes, log10(value) on log axes (whatever the base of the labels), days since
    1970-01-01 on time axes. `residual_px` is the root mean square of the fit, `sigma_*` one standard error.
    """

    offset_px: float
    px_per_unit: float
    residual_px: float
    sigma_px: float = Field(description="standard error of a position read through this fit at the axis' middle")
    sigma_slope: float = Field(default=0.0, description="standard error of px_per_unit, relative")
    middle_px: float = 0.0
    n_ticks: int
    certain: bool = Field(default=True, description="False: few or disagreeing ticks; values are flagged")


class Axis(Artifact):
    """One axis of a chart, with every tick, kept or not."""

    id: str
    direction: Direction
    side: Side
    role: AxisRole | None = None
    scale: ScaleType
    ticks: tuple[Tick, ...] = ()
    fit: ScaleFit | None = None
    base: float | None = Field(default=None, description="of a log axis")
    reversed: bool = False
    secondary: bool = False
    line_px: float | None = Field(default=None, description="where the axis line lies across its direction")
    marks: Literal["outside", "inside", "grid"] | None = Field(
        default=None, description="which strokes ticks were measured at: tick marks on a side of the line, grid lines"
    )
    title: str | None = None
    title_ids: tuple[str, ...] = ()
    unit: str | None = None
    factor: float = Field(default=1.0, description="of an offset text such as x10^3, already in the tick values")
    domain: tuple[Value, Value] | None = None
    issues: tuple[Issue, ...] = ()


class LegendEntry(Artifact):
    """A legend's pair of swatch and label; direct labels have no swatch box but an `anchor` at their line."""

    id: str
    label: str
    label_box: XYXY | None = None
    swatch_box: XYXY | None = None
    text_ids: tuple[str, ...] = ()
    color: str | None = Field(default=None, description="#rrggbb of the swatch's ink, its fill where it has one")
    edge_color: str | None = None
    hatched: bool = False
    has_line: bool = False
    has_marker: bool = False
    is_patch: bool = False
    dashed: bool = False
    anchor: XY | None = None
    confidence: Unit = 1.0


class Legend(Artifact):
    """The legend of a chart."""

    entries: tuple[LegendEntry, ...]
    box: XYXY | None = None
    title: str | None = None
    title_ids: tuple[str, ...] = ()
    direct: bool = False


class ChartStructure(Artifact):
    """What surrounds the data of one chart: frame, axes, legend, and the role of each text.

    `text` has every block of the panel, with its role. `chart_type` here is a first guess or a person's correction:
    when it is set with `chart_type_fixed` the elements stage keeps it.
    """

    id: str
    box: XYXY = Field(description="the panel's part of the picture")
    plot_area: XYXY | None = None
    axes: tuple[Axis, ...] = ()
    legend: Legend | None = None
    title: str | None = None
    title_ids: tuple[str, ...] = ()
    panel_label: str | None = None
    text: tuple[TextBlock, ...] = ()
    chart_type: ChartType | None = None
    chart_type_fixed: bool = False
    background: str | None = Field(default=None, description="#rrggbb inside the plot area")
    issues: tuple[Issue, ...] = ()

    def axis(self, direction: Direction, *, secondary: bool = False) -> Axis | None:
        """The primary (or secondary) axis that runs in a direction, or None."""
        for axis in self.axes:
            if axis.direction is direction and axis.secondary is secondary:
                return axis
        return None


class StructureAnalysis(Artifact):
    """The charts of a figure, in reading order."""

    charts: tuple[ChartStructure, ...]
    issues: tuple[Issue, ...] = ()


# --------------------------------------------------------------------------- elements


class Element(Artifact):
    """One mark, with the places where its values are read.

    `px` by kind: BAR `base`, `end` (middles of the two edges across the value direction); BOX `min`, `q1`, `median`,
    `q3`, `max`; POINT `center`; ERROR_BAR `low`, `high` (and `center` where known); SLICE `center`, `start`, `end`
    (points on the rim, going clockwise as seen). LINE and AREA have `path`, the vertices of the (upper) outline in
    order; a LINE's `vertices` tells whether the path's points are data points (markers or kinks) or samples of a curve.
    """

    id: str
    kind: MarkKind
    box: XYXY
    series: str | None = None
    px: dict[str, XY] = {}
    path: tuple[XY, ...] = ()
    vertices: bool = False
    sigma_px: float = 0.5
    confidence: Unit = 1.0
    color: str | None = None
    parent_ids: tuple[str, ...] = Field(default=(), description="e.g. the bar or point an error bar belongs to")
    source: str = Field(default="geometry", description="geometry or detector")

    @model_validator(mode="after")
    def _box_is_ordered(self) -> Element:
        check_box(self.box, f"element {self.id}")
        return self


class SeriesMarks(Artifact):
    """One look (colour, hatch, marker, dash) and the name it stands for."""

    id: str
    name: str | None = None
    legend_entry: str | None = None
    text_ids: tuple[str, ...] = ()
    color: str | None = None
    secondary: bool = Field(default=False, description="read on the second value axis")


class ChartElements(Artifact):
    """The marks of one chart and the kind of chart they make."""

    chart_id: str
    chart_type: ChartType | None
    type_confidence: Unit = 1.0
    orientation: Direction = Field(
        default=Direction.VERTICAL, description="direction of the dependent axis: VERTICAL for upright bars"
    )
    stacking: Stacking = Stacking.NONE
    offset_px: float = Field(
        default=0.0, description="how far right of and below their places on the ticks' scale the marks are drawn"
    )
    offset_sigma_px: float = 0.0
    series: tuple[SeriesMarks, ...] = ()
    elements: tuple[Element, ...] = ()
    issues: tuple[Issue, ...] = ()


class ElementAnalysis(Artifact):
    """The marks of every chart, in the order of the structure's charts."""

    charts: tuple[ChartElements, ...]


# --------------------------------------------------------------------------- values

FIVE = ("min", "q1", "median", "q3", "max")


class DataPoint(Artifact):
    """One value read from a chart. Bars, points and lines have `y`; boxes the five numbers. Written without nulls."""

    x: Value | None = None
    y: float | None = None
    x0: Value | None = None
    x1: Value | None = None
    y_low: float | None = None
    y_high: float | None = None
    min: float | None = None
    q1: float | None = None
    median: float | None = None
    q3: float | None = None
    max: float | None = None
    px: XY | dict[str, XY] | None = None
    sigma: float | dict[str, float] | None = None
    sigma_x: float | None = None
    element_ids: tuple[str, ...] = ()
    confidence: Unit = 1.0


class Series(Artifact):
    """A data series: points in the order of the independent axis; `curve` is the traced line where points are few."""

    name: str | None
    points: tuple[DataPoint, ...]
    id: str = ""
    legend_entry: str | None = None
    color: str | None = None
    secondary: bool = False
    curve: tuple[tuple[Value, float], ...] = ()


class Chart(Artifact):
    """One chart of a figure: the gold file's keys first, then what they were read from."""

    id: str
    chart_type: ChartType | None = None
    title: str | None = None
    x_title: str | None = None
    y_title: str | None = None
    x_unit: str | None = None
    y_unit: str | None = None
    legend: tuple[str, ...] = ()
    legend_title: str | None = None
    x_scale: ScaleType | None = None
    y_scale: ScaleType | None = None
    x_domain: tuple[Value, Value] | None = None
    y_domain: tuple[Value, Value] | None = None
    sigma_rel: bool = Field(default=False, description="True on a log value axis: sigma is relative")
    series: tuple[Series, ...] = ()
    text: tuple[TextBlock, ...] | None = None
    structure: ChartStructure | None = None
    elements: ChartElements | None = None
    issues: tuple[Issue, ...] = ()
    confidence: Unit = 0.0

    def to_frame(self) -> pd.DataFrame:
        """The chart's data points as a data frame, one row each; see `sie.figure.LONG_COLUMNS`."""
        from sie.figure import frame_of

        return frame_of((self,))
