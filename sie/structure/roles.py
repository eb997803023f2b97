"""Gives each text block of a panel its role and finds the titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sie.artifacts import XYXY, Axis, Legend, TextBlock
from sie.vocab import TextRole


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
        panel_label: such as "(a)".
        legend_title: text of the legend's title.
        legend_title_ids: its blocks.
    """

    roles: Mapping[str, TextRole]
    title: str | None = None
    title_ids: tuple[str, ...] = ()
    axis_titles: Mapping[str, AxisTitle] = field(default_factory=dict)
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
        image_size: width and height of the picture, pixels.
    """
    return RoleAssignment(roles={block.id: TextRole.OTHER for block in blocks})
