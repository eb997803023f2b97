"""Gives each text block of a panel its role and finds the titles.

Ticks and legend are known by now; titles are told from what is left by where they stand and how large they are. Words
decide only what nothing else can: arrows mark axis titles, "Source:" a caption.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sie.artifacts import XYXY, Axis, Legend, TextBlock
from sie.structure.legend_text import is_number, is_wordy
from sie.structure.roles_lines import Paragraph, read_lines, read_paragraphs, turn_of
from sie.structure.roles_titles import (
    AxisPlace,
    clean_title,
    find_axis_title,
    find_chart_title,
    find_end_title,
    is_panel_label,
    place_axis,
)
from sie.values.ticktext import parse_offset_text
from sie.vocab import Direction, ScaleType, Side, TextRole

MIN_CONFIDENCE = 0.5
"""Text read with less confidence is no title."""


@dataclass(frozen=True)
class AxisTitle:
    """The title of one axis: its text and the blocks it came from."""

    text: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class RoleAssignment:
    """What each block is for.

    Attributes:
        roles: role by block id, one for every block given.
        title: the chart's title, its lines joined with a blank.
        title_ids: the blocks of the title.
        axis_titles: by axis id.
        untied_titles: by direction, titles of axes that were not found though the other direction's was.
        panel_label: such as "(a)".
        legend_title: text of the legend's title.
        legend_title_ids: its blocks.
    """

    roles: Mapping[str, TextRole]
    title: str | None = None
    title_ids: tuple[str, ...] = ()
    axis_titles: Mapping[str, AxisTitle] = field(default_factory=dict)
    untied_titles: Mapping[Direction, AxisTitle] = field(default_factory=dict)
    panel_label: str | None = None
    legend_title: str | None = None
    legend_title_ids: tuple[str, ...] = ()


def assign_roles(
    blocks: Sequence[TextBlock],
    *,
    plot_area: XYXY | None,
    axes: Sequence[Axis],
    legend: Legend | None,
    panel_box: XYXY,
    image_size: tuple[int, int],
) -> RoleAssignment:
    """The role of every block of a panel.

    Tick labels are known from the axes' ticks (`text_id`), legend labels from the legend's entries (`text_ids`).

    Args:
        image_size: width and height of the picture, pixels; the panel is cut to it.
    """
    panel = (panel_box[0], panel_box[1], min(panel_box[2], image_size[0]), min(panel_box[3], image_size[1]))
    roles = {block.id: TextRole.OTHER for block in blocks}
    _mark(roles, (t.text_id for axis in axes for t in axis.ticks if t.text_id), TextRole.TICK_LABEL)
    _mark(roles, _further_lines(blocks, axes), TextRole.TICK_LABEL)
    if legend is not None:
        _mark(roles, (i for e in legend.entries for i in e.text_ids), TextRole.LEGEND_LABEL)
        _mark(roles, legend.title_ids, TextRole.LEGEND_TITLE)
    free = [b for b in blocks if roles[b.id] is TextRole.OTHER and _is_text(b)]
    label = _panel_label(free, plot_area, panel)
    if label is not None:
        free = [b for b in free if b.id != label.id]
    absent = _absent_axes(axes)
    all_titles = _axis_titles(free, blocks, [*axes, *absent.values()], plot_area)
    untied = {direction: all_titles.pop(axis.id) for direction, axis in absent.items() if axis.id in all_titles}
    axis_titles = all_titles
    free = _without(free, [t.ids for t in (*axis_titles.values(), *untied.values())])
    top = _top(plot_area, axes, blocks)
    title = find_chart_title(_titles(free), plot_area, panel, axes=bool(axes), top=top)
    free = _without(free, [title.ids] if title else [])
    for found in (*axis_titles.values(), *untied.values()):
        _mark(roles, found.ids, TextRole.AXIS_TITLE)
    if title:
        _mark(roles, title.ids, TextRole.CHART_TITLE)
    _mark(roles, _groupings(free, axes, plot_area, blocks), TextRole.TICK_GROUPING)
    _mark_labels(roles, free, plot_area, has_axes=bool(axes))
    return RoleAssignment(
        roles=roles,
        title=clean_title(title.text) if title else None,
        title_ids=title.ids if title else (),
        axis_titles=axis_titles,
        untied_titles=untied,
        panel_label=label.text.strip() if label else None,
        legend_title=legend.title if legend else None,
        legend_title_ids=legend.title_ids if legend else (),
    )


def _mark(roles: dict[str, TextRole], ids: Iterable[str], role: TextRole) -> None:
    roles.update((i, role) for i in ids if i in roles)


def _further_lines(blocks: Sequence[TextBlock], axes: Sequence[Axis]) -> list[str]:
    """Further lines and words of a tick label: their words are in its text and they stand under it or right of it."""
    known = {b.id: b for b in blocks}
    found = []
    for tick in (t for axis in axes for t in axis.ticks if t.text_id in known):
        first = known[tick.text_id or ""]
        if len(tick.text) <= len(first.text) + 1:
            continue
        x0, y0, x1, y1 = first.box
        for block in blocks:
            text = " ".join(block.text.split())
            over = min(x1, block.box[2]) - max(x0, block.box[0]) > 0
            under = -0.3 * (y1 - y0) <= block.box[1] - y1 <= 4 * (y1 - y0)
            level = min(y1, block.box[3]) - max(y0, block.box[1]) > 0.5 * (y1 - y0)
            right = level and 0 <= block.box[0] - x1 <= len(tick.text) * (y1 - y0)
            if block.id != first.id and text and text in tick.text and ((over and under) or right):
                found.append(block.id)
    return found


def _is_text(block: TextBlock) -> bool:
    return is_wordy(block.text) and parse_offset_text(block.text) is None


def _without(blocks: Sequence[TextBlock], groups: Iterable[Sequence[str]]) -> list[TextBlock]:
    used = {i for group in groups for i in group}
    return [b for b in blocks if b.id not in used]


def _top(plot_area: XYXY | None, axes: Sequence[Axis], blocks: Sequence[TextBlock]) -> float | None:
    """The height above which a title stands: over the plot area and over the topmost label of a vertical axis."""
    if plot_area is None:
        return None
    known = {b.id: b for b in blocks}
    vertical = [place_axis(axis, plot_area, known) for axis in axes if axis.direction is Direction.VERTICAL]
    tops = [p.labels[1] for p in vertical if p.axis.ticks and p.axis.scale is not ScaleType.CATEGORICAL]
    return max(plot_area[1], min(tops)) if tops else plot_area[1]


def _titles(blocks: Sequence[TextBlock], turn: int = 0) -> list[Paragraph]:
    """Paragraphs that could be titles: read surely, and not numbers."""
    sure = [b for b in blocks if b.confidence >= MIN_CONFIDENCE]
    if turn == 0:
        chosen = [b for b in sure if turn_of(b) == 0]
        return [p for p in read_paragraphs(chosen, 0) if not is_number(p.text)]
    chosen = [b for b in sure if _may_read(b, turn)]
    found = [p for p in read_paragraphs(chosen, turn) if not is_number(p.text)]
    return [p for p in found if any(turn_of(b) in (0, turn) for b in p.blocks)]


def _may_read(block: TextBlock, turn: int) -> bool:
    """The block is turned so, as far as its length lets tell up from down."""
    length = len(block.text.strip())
    return length <= 2 or turn_of(block) == turn or (length <= 4 and turn_of(block) == -turn)


def _panel_label(free: Sequence[TextBlock], plot_area: XYXY | None, panel: XYXY) -> TextBlock | None:
    """A panel's letter: in the upper left corner, outside the plot area or just inside it."""
    x0, y0, x1, y1 = plot_area or panel
    for block in sorted(free, key=lambda b: b.box[1]):
        cx, cy = block.center
        high = cy < y0 + 0.12 * (y1 - y0)
        left = cx < x0 + 0.12 * (x1 - x0)
        bracketed = not block.text.strip().isalnum()
        outside = cy < y0 or cx < x0
        if is_panel_label(block.text) and high and left and (bracketed or (outside and cy < y0 + 0.05 * (y1 - y0))):
            return block
    return None


def _absent_axes(axes: Sequence[Axis]) -> dict[Direction, Axis]:
    """Stand-ins for the axis of a direction that has none, where the other has one: its title may still be there."""
    present = {axis.direction for axis in axes if not axis.secondary}
    if len(present) != 1:
        return {}
    sides = {Direction.HORIZONTAL: Side.BOTTOM, Direction.VERTICAL: Side.LEFT}
    return {
        direction: Axis(id=f"absent-{direction}", direction=direction, side=side, scale=ScaleType.LINEAR)
        for direction, side in sides.items()
        if direction not in present
    }


def _axis_titles(
    free: Sequence[TextBlock], blocks: Sequence[TextBlock], axes: Sequence[Axis], plot_area: XYXY | None
) -> dict[str, AxisTitle]:
    if plot_area is None:
        return {}
    known = {b.id: b for b in blocks}
    found: dict[str, AxisTitle] = {}
    outside = [b for b in free if not _inside(b, plot_area)]
    places = [place_axis(axis, plot_area, known) for axis in axes]
    places.sort(key=lambda p: (p.axis.secondary, p.axis.direction is Direction.HORIZONTAL))
    for finder, candidates in ((_title_of, outside), (_end_title_of, free)):
        for place in places:
            if place.axis.id in found:
                continue
            remaining = _without(candidates, [t.ids for t in found.values()])
            paragraph = finder(place, remaining)
            if paragraph is not None:
                found[place.axis.id] = AxisTitle(clean_title(paragraph.text), paragraph.ids)
    return found


def _inside(block: TextBlock, plot_area: XYXY) -> bool:
    """The block's middle lies well inside the plot area."""
    (cx, cy), (x0, y0, x1, y1) = block.center, plot_area
    margin = 0.5 * min(block.box[2] - block.box[0], block.box[3] - block.box[1])
    return x0 + margin < cx < x1 - margin and y0 + margin < cy < y1 - margin


def _title_of(place: AxisPlace, free: Sequence[TextBlock]) -> Paragraph | None:
    upright = _titles(free, 90) + _titles(free, -90)
    return find_axis_title(place, _titles(free), upright)


def _end_title_of(place: AxisPlace, free: Sequence[TextBlock]) -> Paragraph | None:
    return find_end_title(place, _titles(free))


def _groupings(
    free: Sequence[TextBlock], axes: Sequence[Axis], plot_area: XYXY | None, blocks: Sequence[TextBlock]
) -> list[str]:
    """Second rows of category labels: several texts in one row under the tick labels, within the plot's width."""
    if plot_area is None:
        return []
    known = {b.id: b for b in blocks}
    ids: list[str] = []
    for axis in axes:
        if axis.direction is not Direction.HORIZONTAL or axis.side is not Side.BOTTOM:
            continue
        place = place_axis(axis, plot_area, known)
        lines = [
            p for p in read_lines([b for b in free if turn_of(b) == 0], 0) if p.box[1] > place.labels[3] - p.height
        ]
        for line in lines:
            row = [p for p in lines if abs(p.center[1] - line.center[1]) <= 0.4 * line.height]
            near = line.box[1] - place.labels[3] <= 1.5 * line.height
            if len(row) >= 2 and near and all(plot_area[0] <= p.center[0] <= plot_area[2] for p in row):
                ids += line.ids
    return ids


def _mark_labels(
    roles: dict[str, TextRole], free: Sequence[TextBlock], plot_area: XYXY | None, *, has_axes: bool
) -> None:
    """Numbers and words at the marks."""
    if plot_area is None:
        return
    x0, y0, x1, y1 = plot_area
    for block in free:
        if roles[block.id] is not TextRole.OTHER:
            continue
        (cx, cy), height = block.center, block.box[3] - block.box[1]
        reach = height if has_axes else 0.5 * (x1 - x0)
        if not (x0 - reach <= cx <= x1 + reach and y0 - height <= cy <= y1 + (0 if has_axes else height)):
            continue
        if is_number(block.text):
            roles[block.id] = TextRole.VALUE_LABEL
        elif len(block.text.strip()) > 1 or block.text.strip().isupper():
            roles[block.id] = TextRole.MARK_LABEL
