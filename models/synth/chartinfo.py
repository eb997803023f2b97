"""A panel's truth as CHART-Info JSON, tasks 1 to 6; what that format lacks goes under keys with an underscore."""

from __future__ import annotations

from models.classes import DetectionClass, PlotType
from models.synth.spec import ChartSpec
from models.synth.truth import Box, MarkTruth, PanelTruth

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
_TASKS = (
    "Chart Classification",
    "Text Detection and Recognition",
    "Text Role Classification",
    "Axes Analysis",
    "Legend Analysis",
    "Data Extraction",
)
_DIGITS = 2


def _px(value: float) -> float:
    return round(value, _DIGITS)


def _bb(box: Box) -> Json:
    return {"x0": _px(box[0]), "y0": _px(box[1]), "width": _px(box[2] - box[0]), "height": _px(box[3] - box[1])}


def chart_info(panel: PanelTruth, *, renderer: str, seed: int, box: Box) -> dict[str, Json]:
    """The annotation of one panel.

    `_synth` tells the renderer, the seed, the panel's part of the picture, tick values, error bars, titles and marks.
    Values on axes whose labels carry a % sign are stored as fractions, as CHART-Info does.
    """
    outputs: tuple[Json, ...] = (
        {"chart_type": panel.spec.chart_type.value},
        {"text_blocks": [_text_block(i, panel) for i in range(len(panel.texts))]},
        {"text_roles": [{"id": i, "role": t.role} for i, t in enumerate(panel.texts)]},
        _axes(panel),
        {"legend_pairs": [{"id": e.text, "bb": _bb(e.swatch)} for e in panel.entries]},
        {"data series": _data(panel.spec), "visual elements": _elements(panel)},
    )
    chart: dict[str, Json] = {
        f"task{k + 1}": {"name": name, "input": {}, "output": output}
        for k, (name, output) in enumerate(zip(_TASKS, outputs, strict=True))
    }
    chart["_synth"] = _extra(panel, renderer, seed, box)
    return chart


def _text_block(i: int, panel: PanelTruth) -> Json:
    text = panel.texts[i]
    polygon: dict[str, Json] = {}
    for k, (x, y) in enumerate(text.polygon):
        polygon[f"x{k}"], polygon[f"y{k}"] = _px(x), _px(y)
    return {"id": i, "polygon": polygon, "text": text.text}


def _axes(panel: PanelTruth) -> Json:
    axes: dict[str, Json] = {}
    for key, name in (("x-axis", "x"), ("y-axis", "y"), ("x-axis-2", "x2"), ("y-axis-2", "y2")):
        ticks = [t for t in panel.ticks if t.axis == name]
        axes[key] = [{"id": t.text, "tick_pt": {"x": _px(t.point[0]), "y": _px(t.point[1])}} for t in ticks]
    return {"_plot_bb": _bb(panel.plot_area), "axes": axes}


def _data(spec: ChartSpec) -> list[Json]:
    unit = 0.01 if spec.tick_style == "percent" else 1.0

    def x_of(k: int, x: float) -> Json:
        return spec.categories[k] if spec.categories else x

    rows: list[Json] = []
    for i, series in enumerate(spec.series):
        name = series.name if series.name is not None else f"[unnamed data series #{i}]"
        data: list[Json] = []
        if spec.boxes:
            for k, b in enumerate(spec.boxes[i]):
                data.append(
                    {
                        "x": spec.categories[k],
                        "min": b.min * unit,
                        "first_quartile": b.q1 * unit,
                        "median": b.median * unit,
                        "third_quartile": b.q3 * unit,
                        "max": b.max * unit,
                    }
                )
        else:
            data = [{"x": x_of(k, x), "y": y * unit} for k, (x, y) in enumerate(zip(series.x, series.y, strict=True))]
        rows.append({"name": name, "data": data})
    return rows


def _elements(panel: PanelTruth) -> Json:
    def of(cls: DetectionClass) -> list[MarkTruth]:
        return [m for m in panel.marks if m.cls is cls]

    points: list[Json] = [{"x": _px(m.px["center"][0]), "y": _px(m.px["center"][1])} for m in of(DetectionClass.POINT)]
    scatter = panel.spec.chart_type is PlotType.SCATTER
    return {
        "bars": [_bb(m.box) for m in of(DetectionClass.BAR)],
        "boxplots": [_box_plot(m, panel.spec.chart_type.is_horizontal) for m in of(DetectionClass.BOX)],
        "lines": [[{"x": _px(x), "y": _px(y)} for x, y in line.path] for line in panel.lines],
        "scatter points": points if scatter else [],
    }


def _box_plot(mark: MarkTruth, horizontal: bool) -> Json:
    names = {"min": "min", "q1": "first_quartile", "median": "median", "q3": "third_quartile", "max": "max"}
    x0, y0, x1, y1 = mark.box
    numbers: dict[str, Json] = {}
    for key, name in names.items():
        x, y = mark.px[key]
        bb = (x, y0, x, y1) if horizontal else (x0, y, x1, y)
        numbers[name] = {"_bb": _bb(bb), "x": _px(x), "y": _px(y)}
    return numbers


def _extra(panel: PanelTruth, renderer: str, seed: int, box: Box) -> Json:
    spec = panel.spec
    marks: list[Json] = [
        {
            "class": m.cls.value,
            "bbox": [_px(v) for v in m.box],
            "series": m.series,
            "item": m.item,
            "px": {k: [_px(v) for v in p] for k, p in m.px.items()},
        }
        for m in panel.marks
    ]
    return {
        "renderer": renderer,
        "seed": seed,
        "panel_box": [_px(v) for v in box],
        "ticks": [
            {"axis": t.axis, "id": t.text, "px": [_px(v) for v in t.point], "value": t.value} for t in panel.ticks
        ],
        "x_scale": spec.x_scale,
        "y_scale": spec.y_scale,
        "titles": {
            "chart": spec.title,
            "x": spec.x_title,
            "y": spec.y_title,
            "y2": spec.y2_title,
            "legend": spec.legend_title,
        },
        "legend": None if panel.legend is None else [_px(v) for v in panel.legend],
        "edges": list(spec.edges),
        "errors": [{"low": list(s.low), "high": list(s.high)} for s in spec.series],
        "secondary": [s.secondary for s in spec.series],
        "marks": marks,
        "lines": [{"series": x.series, "mask_id": x.mask_id} for x in panel.lines],
    }
