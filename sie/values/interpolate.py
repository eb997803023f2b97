"""Value interpolation: marks and fitted axes to data series with their uncertainty.

A pure function of two artifacts: whoever corrects a tick or a mark in a saved figure gets every value that depends on
it by running this stage again, without the picture.
"""

from __future__ import annotations

from sie.artifacts import Chart, ChartElements, ChartStructure, ElementAnalysis, Issue, Series, StructureAnalysis, Value
from sie.options import ValueOptions
from sie.values.axes import AxisReader, ChartAxes, chart_axes, unit_of
from sie.values.boxes import box_series
from sie.values.columns import column_series, printed_series
from sie.values.curves import curve_series
from sie.values.result import SeriesResult
from sie.values.scatter import scatter_series
from sie.values.slices import slice_series
from sie.vocab import AxisRole, ChartFamily, ScaleType, Stage, family_of


def interpolate_values(
    structure: StructureAnalysis, elements: ElementAnalysis, *, options: ValueOptions
) -> tuple[Chart, ...]:
    """The charts with their data series, in the order of the structure.

    Raises:
        ValueError: the two analyses do not speak of the same charts.
    """
    marks = {chart.chart_id: chart for chart in elements.charts}
    wanted = [chart.id for chart in structure.charts]
    if sorted(marks) != sorted(wanted):
        raise ValueError(f"elements: expected the charts {wanted}, got {sorted(marks)}")
    return tuple(read_chart(chart, marks[chart.id], options=options) for chart in structure.charts)


def read_chart(structure: ChartStructure, elements: ChartElements, *, options: ValueOptions) -> Chart:
    """One chart's table, with what it was read from."""
    axes = chart_axes(structure, elements)
    result = _read_series(structure, elements, axes, options)
    x_scale = result.x_scale or (axes.independent.axis.scale if axes.independent else None)
    y_scale = axes.dependent.axis.scale if axes.dependent else None
    legend = structure.legend
    pie = elements.chart_type is not None and family_of(elements.chart_type) is ChartFamily.PIE
    return Chart(
        id=structure.id,
        chart_type=elements.chart_type,
        title=_chart_title(structure, elements),
        x_title=_title(axes.independent),
        y_title=_title(axes.dependent),
        x_unit=unit_of(axes.independent.axis if axes.independent else None),
        y_unit="%" if result.shares else unit_of(axes.dependent.axis if axes.dependent else None),
        legend=tuple(entry.label for entry in legend.entries) if legend and not legend.direct else (),
        legend_title=legend.title if legend else None,
        x_scale=ScaleType.CATEGORICAL if pie else x_scale,
        y_scale=ScaleType.LINEAR if pie else y_scale,
        x_domain=_domain(axes.independent, categorical=x_scale is ScaleType.CATEGORICAL),
        y_domain=_domain(axes.dependent, categorical=False),
        sigma_rel=y_scale is ScaleType.LOG,
        series=result.series,
        text=structure.text,
        structure=_with_roles(structure, axes),
        elements=elements,
        issues=(*_structure_issues(structure, pie=pie), *elements.issues, *result.issues),
        confidence=_confidence(elements, axes, result.series),
    )


def _read_series(
    structure: ChartStructure, elements: ChartElements, axes: ChartAxes, options: ValueOptions
) -> SeriesResult:
    if elements.chart_type is None:
        return SeriesResult(
            issues=(Issue(stage=Stage.VALUES, code="no-chart-type", message="no marks that make a chart"),)
        )
    family = family_of(elements.chart_type)
    if family is ChartFamily.PIE:
        return slice_series(structure, elements)
    if axes.dependent is None or not axes.dependent.numeric:
        printed = printed_series(structure, elements) if family is ChartFamily.BAR else None
        if printed is not None:
            return printed
        message = "the value axis has no readable scale; positions are in the elements, values are left out"
        return SeriesResult(issues=(Issue(stage=Stage.VALUES, code="no-value-scale", message=message),))
    if family in (ChartFamily.BAR, ChartFamily.HISTOGRAM):
        return column_series(elements, axes, histogram=family is ChartFamily.HISTOGRAM, structure=structure)
    if family is ChartFamily.BOX:
        return box_series(elements, axes)
    if family is ChartFamily.SCATTER:
        return scatter_series(elements, axes)
    return curve_series(elements, axes, limit=options.curve_points, area=family is ChartFamily.AREA)


def _structure_issues(structure: ChartStructure, *, pie: bool) -> tuple[Issue, ...]:
    """The issues of the structure that still stand now that the chart's type is known: a pie needs no axes."""
    return tuple(issue for issue in structure.issues if not (pie and issue.code == "no-axis-numbers"))


def _chart_title(structure: ChartStructure, elements: ChartElements) -> str | None:
    """The chart's title, None where its text turned out to be the label of a mark."""
    labels = {ref.removeprefix("text:") for element in elements.elements for ref in element.parent_ids}
    return None if structure.title_ids and labels.issuperset(structure.title_ids) else structure.title


def _title(reader: AxisReader | None) -> str | None:
    return reader.axis.title if reader else None


def _domain(reader: AxisReader | None, *, categorical: bool) -> tuple[Value, Value] | None:
    return reader.axis.domain if reader and not categorical and reader.numeric else None


def _with_roles(structure: ChartStructure, axes: ChartAxes) -> ChartStructure:
    """The structure with the axis roles that the marks have settled."""
    value_direction = axes.dependent.axis.direction if axes.dependent else None
    settled = tuple(
        axis.model_copy(
            update={"role": AxisRole.DEPENDENT if axis.direction is value_direction else AxisRole.INDEPENDENT}
        )
        for axis in structure.axes
    )
    return structure.model_copy(update={"axes": settled})


def _confidence(elements: ChartElements, axes: ChartAxes, series: tuple[Series, ...]) -> float:
    """Type confidence, halved for each doubtful axis, times the mean confidence of the points; 0 without points."""
    points = [point.confidence for one in series for point in one.points]
    if not points:
        return 0.0
    confidence = elements.type_confidence * sum(points) / len(points)
    for reader in (axes.independent, axes.dependent):
        if reader is not None and reader.axis.fit is not None and not reader.axis.fit.certain:
            confidence /= 2
    return round(confidence, 4)
