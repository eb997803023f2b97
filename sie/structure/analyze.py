"""From the texts of a picture to the structure of its charts: panels, plot area, axes, legend, roles."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sie.artifacts import XYXY, Axis, ChartStructure, Issue, Legend, Raster, StructureAnalysis, TextAnalysis, TextBlock
from sie.options import StructureOptions
from sie.structure.axes import AxisContext, Reread, build_axis
from sie.structure.detection import Detection
from sie.structure.fill import background_color, ink_mask
from sie.structure.frame import Frame, find_frame
from sie.structure.keys import has_keys
from sie.structure.labels import Label, is_slanted, line_height
from sie.structure.layout import Layout, choose_layout
from sie.structure.legend import find_legend
from sie.structure.lines import LineField, find_lines
from sie.structure.merged import split_merged_labels
from sie.structure.panels import blocks_within, find_panels
from sie.structure.readings import read_label, read_texts
from sie.structure.roles import RoleAssignment, assign_roles
from sie.structure.sequences import LabelSequence, numeric_sequences
from sie.structure.shared import with_shared_axes
from sie.structure.strays import join_split_numbers, text_mask
from sie.text.engine import Reading as TextReading
from sie.values.scale import Reading
from sie.values.ticktext import parse_offset_text
from sie.vocab import AxisRole, Direction, ScaleType, Side, Stage

MAX_TEXT_REL = 0.1
"""Text is lower than this part of the picture's longer side."""
MAX_REREAD = 8
"""Labels of a chart that are read again at most: more that disagree are no misreadings."""
REREAD_COST = 0.05
KEYED_ROW = 0.6
"""Part of a row's labels with a legend's keys from which the row is the legend."""
BASE_SLACK_PX = 2.0
"""How far bars that stand apart on one line may begin from it."""
SAME_THICKNESS = 0.15
MIN_BARS = 3
SECONDARY_SPAN = 0.5
"""The labels of a second axis span at least this part of the plot area."""


class Rereader(Protocol):
    """Another opinion on a text block."""

    def reread(self, raster: Raster, block: TextBlock, *, numeric: bool) -> tuple[TextReading, ...]:
        """Other readings of a block, likeliest first."""
        ...


@dataclass(frozen=True)
class _Panel:
    """One chart of the picture, before its texts have roles."""

    box: XYXY
    blocks: tuple[TextBlock, ...]
    frame: Frame | None
    layout: Layout


def analyze_structure(
    raster: Raster,
    text: TextAnalysis,
    *,
    options: StructureOptions,
    detections: Sequence[Detection] | None = None,
    rereader: Rereader | None = None,
) -> StructureAnalysis:
    """The charts of a picture in reading order, each with its plot area, axes, legend and texts with roles.

    Args:
        detections: of a trained detector, hints only; None where there is none.
        rereader: gives further readings of tick labels that do not fit.
    """
    blocks = split_merged_labels(raster.rgb, join_split_numbers(text.blocks))
    field = find_lines(raster.rgb, _text_boxes(raster, blocks))
    boxes = find_panels(raster.rgb, field.lines, blocks, read_label, max_residual_px=options.max_residual_px)
    panels = [_panel(raster, field, blocks_within(blocks, box), box, options) for box in boxes]
    charts = tuple(
        _chart(f"c{i}", raster, field, panel, options, detections, rereader) for i, panel in enumerate(panels)
    )
    return StructureAnalysis(charts=with_shared_axes(charts))


def _panel(
    raster: Raster, field: LineField, blocks: Sequence[TextBlock], box: XYXY, options: StructureOptions
) -> _Panel:
    layout = choose_layout(blocks, read_label, box=box, rgb=raster.rgb, max_residual_px=options.max_residual_px)
    keyed = _legend_row(raster, blocks, layout) or _legend_in_column(raster, blocks, layout)
    if keyed:
        rest = [block for block in blocks if block.id not in keyed]
        layout = choose_layout(rest, read_label, box=box, rgb=raster.rgb, max_residual_px=options.max_residual_px)
    if not layout.columns and not layout.rows:
        return _Panel(box, tuple(blocks), None, layout)
    boxes = _text_boxes(raster, [block for block in blocks if _is_text(block, layout.ids)])
    frame = find_frame(raster.rgb, field.lines, boxes, columns=layout.columns, rows=layout.rows, within=box)
    layout = _with_secondary(layout, frame, blocks, box, options, raster)
    if len(layout.columns) + len(layout.rows) > 2:
        frame = find_frame(raster.rgb, field.lines, boxes, columns=layout.columns, rows=layout.rows, within=box)
    return _Panel(box, tuple(blocks), frame, layout)


def _legend_row(raster: Raster, blocks: Sequence[TextBlock], layout: Layout) -> set[str]:
    """The ids of a legend's row that was taken for the tick labels below or above the plot: keys stand left of them."""
    for row in layout.rows:
        others = {block.id for block in blocks} - row.ids
        legend = find_legend(raster, blocks, None, exclude_ids=others, sure=True)
        entries = legend.entries if legend is not None else ()
        keyed = [e for e in entries if e.swatch_box and e.label_box and e.swatch_box[2] <= e.label_box[0] + 1]
        if len(keyed) >= max(2, KEYED_ROW * len(row.labels)):
            return {text_id for entry in keyed for text_id in entry.text_ids}
    return set()


def _legend_in_column(raster: Raster, blocks: Sequence[TextBlock], layout: Layout) -> set[str]:
    """The ids of a legend's row of which one label was taken for the last of a column of categories."""
    columns = [column for column in layout.columns if column.solution is None]
    if not columns:
        return set()
    legend = find_legend(raster, blocks, None, exclude_ids=set().union(*(row.ids for row in layout.rows)), sure=True)
    entries = legend.entries if legend is not None else ()
    ids = {text_id for entry in entries for text_id in entry.text_ids}
    for column in columns:
        ends = [label.blocks[0].id for label in (column.labels[0], column.labels[-1])]
        if len(column.labels) >= 3 and len(column.ids & ids) == 1 < len(ids) and any(end in ids for end in ends):
            return ids
    return set()


def _text_boxes(raster: Raster, blocks: Sequence[TextBlock]) -> list[XYXY]:
    """Boxes of blocks that can be text: recognizers also take whole plots for words."""
    limit = MAX_TEXT_REL * max(raster.width, raster.height)
    return [block.box for block in blocks if line_height(block) <= limit and not is_slanted(block)]


def _is_text(block: TextBlock, sure: Collection[str]) -> bool:
    """Whether a block is text and no marker taken for a letter."""
    return block.id in sure or len(block.text.strip()) >= 2


def _with_secondary(
    layout: Layout,
    frame: Frame,
    blocks: Sequence[TextBlock],
    box: XYXY,
    options: StructureOptions,
    raster: Raster,
) -> Layout:
    """The layout with a second column or row of numbers on the side opposite the first."""
    columns, rows = list(layout.columns), list(layout.rows)
    text = text_mask(blocks, raster.rgb.shape[:2])
    opposite = {Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT, Side.TOP: Side.BOTTOM, Side.BOTTOM: Side.TOP}
    for sequences, first, size in ((columns, layout.columns, box[3] - box[1]), (rows, layout.rows, box[2] - box[0])):
        if not first:
            continue
        side = opposite[first[0].side]
        free = [b for b in blocks if b.id not in layout.ids]
        for sequence in numeric_sequences(
            free, side, read_label, image_side=size, max_residual_px=options.max_residual_px
        ):
            if _is_second(sequence, frame) and not has_keys(sequence, raster.rgb, text):
                sequences.append(sequence)
                break
    return Layout(tuple(columns), tuple(rows))


def _is_second(sequence: LabelSequence, frame: Frame) -> bool:
    if sequence.solution is None or sequence.solution.fit.n_ticks < 3:
        return False
    vertical = sequence.direction is Direction.VERTICAL
    low, high = (frame.box[1], frame.box[3]) if vertical else (frame.box[0], frame.box[2])
    if sequence.high_px - sequence.low_px < SECONDARY_SPAN * (high - low):
        return False
    if sequence.low_px < low - sequence.height_px or sequence.high_px > high + sequence.height_px:
        return False
    edge = {Side.RIGHT: frame.box[2], Side.LEFT: frame.box[0], Side.TOP: frame.box[1], Side.BOTTOM: frame.box[3]}
    outward = 1.0 if sequence.side in (Side.RIGHT, Side.BOTTOM) else -1.0
    distance = (sequence.near_px - edge[sequence.side]) * outward
    return -0.5 * sequence.height_px <= distance <= 3.0 * sequence.height_px


def _chart(
    chart_id: str,
    raster: Raster,
    field: LineField,
    panel: _Panel,
    options: StructureOptions,
    detections: Sequence[Detection] | None,
    rereader: Rereader | None,
) -> ChartStructure:
    issues: list[Issue] = []
    blocks = panel.blocks
    axes: tuple[Axis, ...] = ()
    plot_area: XYXY | None
    offset_ids: set[str] = set()
    if panel.frame is None:
        plot_area = _picture_region(raster, blocks, panel.box)
        issues.append(_issue("no-axis-numbers", "no row or column of tick labels was found"))
    else:
        plot_area = panel.frame.box
        reread = _rereading(raster, rereader)
        context = AxisContext(field, panel.frame, options.max_residual_px, reread)
        axes, offset_ids = _axes(panel, context, options)
    used = frozenset(t.text_id for axis in axes for t in axis.ticks if t.text_id) | panel.layout.ids | offset_ids
    legend = find_legend(raster, blocks, plot_area, exclude_ids=used, detections=None)
    roles = assign_roles(
        blocks,
        plot_area=plot_area,
        axes=axes,
        legend=legend,
        panel_box=panel.box,
        image_size=(raster.width, raster.height),
    )
    issues += [issue for axis in axes for issue in axis.issues]
    return ChartStructure(
        id=chart_id,
        box=panel.box,
        plot_area=plot_area,
        axes=tuple(_titled(axis, roles) for axis in axes),
        legend=_with_title(legend, roles),
        title=roles.title,
        title_ids=roles.title_ids,
        panel_label=roles.panel_label,
        text=tuple(block.model_copy(update={"role": roles.roles.get(block.id)}) for block in blocks),
        background=_background(raster, plot_area),
        issues=tuple(issues),
    )


def _issue(code: str, message: str) -> Issue:
    return Issue(stage=Stage.STRUCTURE, code=code, message=message)


def _rereading(raster: Raster, rereader: Rereader | None) -> Reread | None:
    """A second look at labels that do not fit, for as many as are worth the time."""
    if rereader is None:
        return None
    seen: dict[str, tuple[Reading, ...]] = {}

    def reread(label: Label) -> tuple[Reading, ...]:
        if label.id not in seen:
            if len(seen) >= MAX_REREAD:
                return ()
            texts = [reading.text for reading in rereader.reread(raster, label.blocks[0], numeric=True)]
            seen[label.id] = tuple(replace(r, cost=min(0.95, r.cost + REREAD_COST)) for r in read_texts(tuple(texts)))
        return seen[label.id]

    return reread


def _axes(panel: _Panel, context: AxisContext, options: StructureOptions) -> tuple[tuple[Axis, ...], set[str]]:
    axes: list[Axis] = []
    used: set[str] = set()
    for name, sequences in (("x", panel.layout.rows), ("y", panel.layout.columns)):
        # of two axes of one direction the left or lower one is the first, whichever has more labels
        for i, sequence in enumerate(sorted(sequences, key=lambda one: one.side in (Side.RIGHT, Side.TOP))):
            factor, ids = _offset_text(panel, sequence)
            used |= ids
            axes.append(build_axis(sequence, context, axis_id=f"{name}{i or ''}", secondary=i > 0, factor=factor))
    return tuple(_with_roles(axes)), used


def _with_roles(axes: Sequence[Axis]) -> list[Axis]:
    vertical = [a for a in axes if a.direction is Direction.VERTICAL and not a.secondary]
    horizontal = [a for a in axes if a.direction is Direction.HORIZONTAL and not a.secondary]
    sideways = (
        bool(vertical)
        and vertical[0].scale is ScaleType.CATEGORICAL
        and bool(horizontal)
        and horizontal[0].scale is not ScaleType.CATEGORICAL
    )
    independent = Direction.VERTICAL if sideways else Direction.HORIZONTAL
    return [
        a.model_copy(update={"role": AxisRole.INDEPENDENT if a.direction is independent else AxisRole.DEPENDENT})
        for a in axes
    ]


def _offset_text(panel: _Panel, sequence: LabelSequence) -> tuple[float, set[str]]:
    """The factor printed near an axis' end, such as x10^4, and the ids of its block."""
    if panel.frame is None or sequence.solution is None:
        return 1.0, set()
    x0, y0, x1, y1 = panel.frame.box
    reach = 4 * sequence.height_px
    for block in panel.blocks:
        if block.id in panel.layout.ids:
            continue
        factor = parse_offset_text(block.text) or _flat_factor(block.text)
        if factor is None:
            continue
        x, y = block.center
        if sequence.direction is Direction.VERTICAL:
            side_x = x0 if sequence.side is Side.LEFT else x1
            near = abs(y - y0) <= reach and abs(x - side_x) <= 2 * reach and block.box[3] < sequence.low_px
        else:
            near = abs(x - x1) <= 2 * reach and block.box[1] > y1 + 0.5 * sequence.height_px
        if near:
            return factor, {block.id}
    return 1.0, set()


def _flat_factor(text: str) -> float | None:
    """The factor of an offset text that lost its times sign and its raise, to be believed at an axis' end only."""
    match = re.fullmatch(r"10([-−–]?[1-9]\d?)", text.replace(" ", ""))
    return float(f"1e{match.group(1).replace('−', '-').replace('–', '-')}") if match else None


def _titled(axis: Axis, roles: RoleAssignment) -> Axis:
    title = roles.axis_titles.get(axis.id)
    return axis if title is None else axis.model_copy(update={"title": title.text, "title_ids": title.ids})


def _with_title(legend: Legend | None, roles: RoleAssignment) -> Legend | None:
    if legend is None or not roles.legend_title_ids:
        return legend
    return legend.model_copy(update={"title": roles.legend_title, "title_ids": roles.legend_title_ids})


def _picture_region(raster: Raster, blocks: Sequence[TextBlock], box: XYXY) -> XYXY | None:
    """Bounds of the largest piece of ink that is no text, a pie, and of the bars that share a base line with it."""
    import cv2

    mask = ink_mask(raster.rgb, [block.box for block in blocks])
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    pieces = [
        stats[i] for i in range(1, count) if stats[i][2] < 0.97 * raster.width or stats[i][3] < 0.97 * raster.height
    ]
    if not pieces:
        return None
    boxes = np.array([(x, y, x + w, y + h) for x, y, w, h, _ in pieces], float)
    sides = boxes[:, 2:] - boxes[:, :2]
    largest = int((sides[:, 0] * sides[:, 1]).argmax())
    row = boxes[_on_one_base(boxes, largest)]
    x0, y0 = row[:, :2].min(axis=0).tolist()
    x1, y1 = row[:, 2:].max(axis=0).tolist()
    return x0, y0, x1, y1


def _on_one_base(boxes: NDArray[np.float64], largest: int) -> NDArray[np.bool_]:
    """The pieces, of all with their boxes (n, 4), that stand on one line with the largest and are as thick.

    Only the largest where no two others do.
    """
    own, sides = boxes[largest], boxes[:, 2:] - boxes[:, :2]
    alone = np.arange(len(boxes)) == largest
    for edge, across in ((3, 0), (0, 1), (1, 0), (2, 1)):
        level = np.abs(boxes[:, edge] - own[edge]) <= BASE_SLACK_PX
        alike = np.abs(sides[:, across] / sides[largest, across] - 1) <= SAME_THICKNESS
        if (level & alike).sum() >= MIN_BARS:
            return np.asarray(level & alike)
    return np.asarray(alone)


def _background(raster: Raster, plot_area: XYXY | None) -> str | None:
    if plot_area is None:
        return None
    x0, y0, x1, y1 = (int(v) for v in plot_area)
    part = raster.rgb[max(0, y0 + 1) : max(1, y1 - 1), max(0, x0 + 1) : max(1, x1 - 1)]
    if part.size == 0:
        return None
    red, green, blue = (round(float(v)) for v in background_color(part))
    return f"#{red:02x}{green:02x}{blue:02x}"
