"""The pipeline on one page: four stages, each a function from artifacts to one new artifact.

A half-run figure can be saved and gone on with. Each stored artifact carries a digest: where a person has edited one,
the stages after it run again, and the edited one is kept as it is.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import sie
from sie.artifacts import (
    Chart,
    ChartElements,
    ElementAnalysis,
    ImageInfo,
    Issue,
    Raster,
    StructureAnalysis,
    TextAnalysis,
)
from sie.errors import FigureError, ImageError
from sie.figure import Figure, Provenance
from sie.options import Options
from sie.rescale import A, rescaled, working_copy
from sie.sources import storable
from sie.vocab import Stage

if TYPE_CHECKING:
    from sie.structure.detection import Detection
    from sie.text.engine import TextEngine
    from sie.text.reread import Rereader


class Models:
    """The heavy parts, loaded once when first needed and used for every picture."""

    def __init__(self, options: Options) -> None:
        self._options = options

    @cached_property
    def engine(self) -> TextEngine:
        """The text engine."""
        from sie.text.engine import load_engine

        return load_engine(self._options.text.engine, threads=self._options.text.threads, device=self._options.device)

    @cached_property
    def rereader(self) -> Rereader:
        """The second opinion on tick labels."""
        from sie.text.reread import Rereader

        return Rereader(self.engine, options=self._options.text, device=self._options.device)

    @cached_property
    def detector(self) -> Callable[[Raster], tuple[Detection, ...]] | None:
        """The trained detector, or None where it is off or its weights are not there."""
        if not self._options.elements.detector:
            return None
        from sie.elements.detector import load_detect

        return load_detect(threads=self._options.text.threads, device=self._options.device)


@dataclass(frozen=True)
class State:
    """What is known of a figure so far."""

    raster: Raster | None
    text: TextAnalysis | None = None
    structure: StructureAnalysis | None = None
    elements: ElementAnalysis | None = None
    charts: tuple[Chart, ...] | None = None
    detections: tuple[Detection, ...] | None = None
    issues: tuple[Issue, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)

    def need_text(self) -> TextAnalysis:
        """The text analysis.

        Raises:
            FigureError: it has not been made.
        """
        if self.text is None:
            raise FigureError("expected the text analysis of an earlier stage, got none")
        return self.text

    def need_structure(self) -> StructureAnalysis:
        """The structure analysis.

        Raises:
            FigureError: it has not been made.
        """
        if self.structure is None:
            raise FigureError("expected the structure analysis of an earlier stage, got none")
        return self.structure

    def need_elements(self) -> ElementAnalysis:
        """The visual elements.

        Raises:
            FigureError: they have not been found.
        """
        if self.elements is None:
            raise FigureError("expected the visual elements of an earlier stage, got none")
        return self.elements

    def need_raster(self) -> Raster:
        """The picture.

        Raises:
            ImageError: it is not at hand.
        """
        if self.raster is None:
            raise ImageError("the picture of this figure is needed to go on, and is not at its path")
        return self.raster


def _text(state: State, models: Models, options: Options) -> State:
    from sie.text.analyze import analyze_text

    raster, factor = working_copy(state.need_raster(), options.image.working_side)
    state = _detect(state, raster, models)
    text = analyze_text(raster, models.engine, options=options.text, detections=state.detections)
    return _with(state, text=_scaled_back(text, factor))


def _structure(state: State, models: Models, options: Options) -> State:
    from sie.structure.analyze import analyze_structure

    raster, factor = working_copy(state.need_raster(), options.image.working_side)
    state = _detect(state, raster, models)
    structure = analyze_structure(
        raster,
        state.need_text() if factor == 1.0 else rescaled(state.need_text(), factor),
        options=options.structure,
        detections=state.detections,
        rereader=models.rereader,
    )
    return _with(state, structure=_scaled_back(structure, factor))


def _elements(state: State, models: Models, options: Options) -> State:
    from sie.elements.analyze import analyze_elements

    raster, factor = working_copy(state.need_raster(), options.image.working_side)
    state = _detect(state, raster, models)
    structure = state.need_structure() if factor == 1.0 else rescaled(state.need_structure(), factor)
    elements = analyze_elements(raster, structure, options=options.elements, detections=state.detections)
    return _with(state, elements=_scaled_back(elements, factor))


def _scaled_back(artifact: A, factor: float) -> A:
    """What a stage found on a working copy, in pixels of the picture itself."""
    return artifact if factor == 1.0 else rescaled(artifact, 1.0 / factor)


def _detect(state: State, raster: Raster, models: Models) -> State:
    """The state with the detector's findings on the working copy, made once for the stages that use them."""
    if state.detections is not None or models.detector is None:
        return state
    return _with(state, detections=models.detector(raster))


def _values(state: State, models: Models, options: Options) -> State:
    from sie.values.interpolate import interpolate_values

    charts = interpolate_values(state.need_structure(), state.need_elements(), options=options.values)
    return _with(state, charts=charts)


STAGES: tuple[tuple[Stage, str, str, Callable[[State, Models, Options], State]], ...] = (
    (Stage.TEXT, "raster", "text", _text),
    (Stage.STRUCTURE, "text", "structure", _structure),
    (Stage.ELEMENTS, "structure", "elements", _elements),
    (Stage.VALUES, "elements", "charts", _values),
)
"""Each stage: its name, the part of the state it requires, the part it provides, and its function."""


def _with(state: State, **changes: object) -> State:
    from dataclasses import replace

    return replace(state, **changes)  # type: ignore[arg-type]


def run_stages(state: State, *, first: Stage, last: Stage, models: Models, options: Options) -> State:
    """The state after the stages from first to last.

    Raises:
        FigureError: a stage's requirement is not there.
    """
    names = [stage for stage, *_ in STAGES]
    for stage, _requires, _provides, function in STAGES[names.index(first) : names.index(last) + 1]:
        start = time.perf_counter()
        state = function(state, models, options)
        state = _with(state, timings_ms={**state.timings_ms, stage: round((time.perf_counter() - start) * 1e3, 2)})
    return state


def extract_raster(
    raster: Raster, *, options: Options, models: Models, until: Stage = Stage.VALUES, path: str = ""
) -> Figure:
    """The figure of a picture, by the stages up to `until`."""
    state = run_stages(
        State(raster, issues=_frame_issues(raster)), first=Stage.TEXT, last=until, models=models, options=options
    )
    info = ImageInfo(
        path=storable(path or raster.name),
        sha256=raster.sha256,
        width=raster.width,
        height=raster.height,
        format=raster.file_format,
        mode=raster.mode,
    )
    return to_figure(state, info, until, options)


def _frame_issues(raster: Raster) -> tuple[Issue, ...]:
    if not raster.more_frames:
        return ()
    message = "the file holds several pictures; the first was read"
    return (Issue(stage="figure", code="first-frame-only", message=message),)


def to_figure(state: State, info: ImageInfo, stage: Stage, options: Options) -> Figure:
    """The figure that holds a state; charts that have no table yet hold what is known of them."""
    from sie.weights import weight_digests

    charts = state.charts if stage is Stage.VALUES and state.charts is not None else _partial_charts(state)
    structure_issues = state.structure.issues if state.structure else ()
    text_issues = state.text.issues if state.text else ()
    return Figure(
        image=info,
        stage=stage,
        charts=charts,
        text=state.text,
        issues=(*text_issues, *structure_issues, *state.issues, *_no_chart(state, charts)),
        timings_ms=state.timings_ms,
        provenance=Provenance(
            version=sie.__version__,
            options=options.model_dump(mode="json"),
            weights=weight_digests(options),
            digests=digests(state.text, charts),
            geometry=_geometry(charts),
        ),
    )


def _no_chart(state: State, charts: tuple[Chart, ...]) -> tuple[Issue, ...]:
    if state.structure is None or charts:
        return ()
    return (Issue(stage="figure", code="no-chart", message="no chart was found in the picture"),)


def _partial_charts(state: State) -> tuple[Chart, ...]:
    if state.structure is None:
        return ()
    marks = {one.chart_id: one for one in state.elements.charts} if state.elements else {}
    return tuple(
        Chart(
            id=one.id,
            chart_type=marks[one.id].chart_type if one.id in marks else one.chart_type,
            title=one.title,
            text=one.text,
            structure=one,
            elements=marks.get(one.id),
            issues=one.issues,
        )
        for one in state.structure.charts
    )


def _geometry(charts: tuple[Chart, ...]) -> str:
    from sie.resume import geometry_digest

    return geometry_digest(charts)


def digests(text: TextAnalysis | None, charts: tuple[Chart, ...]) -> dict[Stage, str]:
    """A digest of each stage's artifact as stored in a figure."""
    found: dict[Stage, str] = {}
    if text is not None:
        found[Stage.TEXT] = digest_text(text.model_dump_json())
    if charts and all(chart.structure is not None for chart in charts):
        found[Stage.STRUCTURE] = digest_text("".join(c.structure.model_dump_json() for c in charts if c.structure))
    if charts and all(chart.elements is not None for chart in charts):
        found[Stage.ELEMENTS] = digest_text("".join(c.elements.model_dump_json() for c in charts if c.elements))
    return found


def digest_text(text: str) -> str:
    """A short hash of a text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def resume(figure: Figure, *, options: Options, models: Models, until: Stage = Stage.VALUES) -> Figure:
    """A saved figure gone on with: unfinished stages are run, and all stages after one that was edited by hand.

    An edited tick value or scale needs only the values again; other edits of the structure also the marks. A point
    whose `px` was moved in `series` moves its mark. Stages that need the picture load it from the figure's path.

    Raises:
        FigureError: the figure lacks what a stage needs.
        ImageError: the picture is needed and is not there, or is another one.
    """
    from sie.resume import apply_point_edits, first_stage, refit_edited_axes

    edited = apply_point_edits(figure, options=options)
    start = first_stage(edited, until)
    state = _state_of(edited, needs_raster=start in (Stage.TEXT, Stage.STRUCTURE, Stage.ELEMENTS), options=options)
    if start is Stage.VALUES and state.structure is not None:
        state = _with(state, structure=refit_edited_axes(state.structure, options=options.structure))
    state = run_stages(state, first=start, last=until, models=models, options=options)
    return to_figure(state, figure.image, until, options)


def _state_of(figure: Figure, *, needs_raster: bool, options: Options) -> State:
    from sie.io.images import load_image

    raster = load_image(Path(figure.image.path), options=options.image) if needs_raster else None
    if raster is not None and raster.sha256 != figure.image.sha256:
        raise ImageError(f"{figure.image.path}: not the picture this figure was read from (its content has changed)")
    structures = [chart.structure for chart in figure.charts if chart.structure is not None]
    marks: list[ChartElements] = [chart.elements for chart in figure.charts if chart.elements is not None]
    whole = len(structures) == len(figure.charts)
    return State(
        raster,
        text=figure.text,
        structure=StructureAnalysis(charts=tuple(structures)) if structures and whole else None,
        elements=ElementAnalysis(charts=tuple(marks)) if marks and len(marks) == len(structures) else None,
        timings_ms=dict(figure.timings_ms),
    )
