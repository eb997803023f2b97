"""Grid lines that marks stand on or hide: their colour from the rest of the grid, their places from the ticks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sie.elements.ink_background import lab_of
from sie.elements.ink_grid import Rule, RuleKind
from sie.pixels import largest_channel
from sie.vocab import Direction

SAME_GRID = 10.0
"""Lab distance up to which two grid lines have one colour."""
MIN_TWINS = 4
OTHER_INK = 30.0
"""Lab distance from the grid's colour from which a rule's colour is a mark's."""
GRID_PART = 0.06
"""Part of such a rule that shows the grid's colour: what a mark leaves of the line above it."""
MIN_SEEN = 3
"""Grid lines of a direction that must be seen before hidden ones are added."""
MOST_SEEN = 0.3
"""Part of the ticks that have a grid line."""
DASHED = 0.35
"""Part of a dashed grid line that is inked."""
SAME_STEP = 14


def with_grid_color(rules: tuple[Rule, ...], rgb: np.ndarray, background: tuple[int, int, int]) -> tuple[Rule, ...]:
    """The rules, those grid lines along which thin marks stand given the colour that the grid has elsewhere.

    Args:
        rules: of both directions.
        rgb: uint8 (h, w, 3), the crop.
        background: rgb of the plain background.
    """
    grid = [rule for rule in rules if rule.kind is RuleKind.GRID]
    labs = [lab_of(rule.color) for rule in grid]
    twins = [sum(float(np.linalg.norm(one - other)) < SAME_GRID for other in labs) for one in labs]
    contrast = [float(np.linalg.norm(lab - lab_of(background))) for lab in labs]
    faint = min((i for i in range(len(grid)) if twins[i] >= MIN_TWINS), key=lambda i: contrast[i], default=None)
    if faint is None:
        return rules
    usual = grid[faint].color
    return tuple(
        replace(rule, color=usual)
        if rule.kind is RuleKind.GRID
        and float(np.linalg.norm(lab_of(rule.color) - labs[faint])) > OTHER_INK
        and _share_of(rgb, rule, usual, background) >= GRID_PART
        else rule
        for rule in rules
    )


def with_hidden_grid(
    rules: tuple[Rule, ...],
    rgb: np.ndarray,
    background: tuple[int, int, int],
    ticks: tuple[float, ...],
    direction: Direction,
) -> tuple[Rule, ...]:
    """The rules with the grid lines that marks (nearly) hide: at ticks of which most others have one.

    Args:
        rules: those of one direction.
        rgb: uint8 (h, w, 3), the crop.
        background: rgb of the plain background.
        ticks: where ticks lie, crop pixels across the direction.
        direction: the way the rules run.
    """
    grid = [rule for rule in rules if rule.kind is RuleKind.GRID]
    at_ticks = [r for r in grid if any(r.start - 1.5 <= place <= r.stop + 1.5 for place in ticks)]
    if len(at_ticks) < MIN_SEEN or len(at_ticks) < MOST_SEEN * len(ticks):
        return rules
    usual = at_ticks[len(at_ticks) // 2]
    lanes = rgb if direction is Direction.HORIZONTAL else rgb.transpose(1, 0, 2)
    added = []
    for place in ticks:
        start = round(place - (usual.stop - usual.start) / 2)
        taken = any(rule.start - 2 <= place <= rule.stop + 2 for rule in rules)
        rule = replace(usual, start=start, stop=start + usual.stop - usual.start)
        if not taken and start >= 2 and rule.stop + 2 < len(lanes) and _shows_in_the_open(lanes, rule, background):
            added.append(rule)
    return (*rules, *added)


def _shows_in_the_open(lanes: np.ndarray, rule: Rule, background: tuple[int, int, int]) -> bool:
    """Whether a rule is drawn where only background is beside it; True too where there is no such place."""
    behind = np.array(background, np.float32)
    beside = np.abs(lanes[[rule.start - 2, rule.stop + 1]] - behind).max(axis=(0, 2)) <= SAME_STEP
    if beside.sum() < MIN_SEEN:
        return True
    inked = np.abs(lanes[rule.start : rule.stop] - behind).max(axis=(0, 2)) > SAME_STEP / 2
    return float(inked[beside].mean()) >= DASHED


def _share_of(rgb: np.ndarray, rule: Rule, color: tuple[int, int, int], background: tuple[int, int, int]) -> float:
    """Part of a rule's length that shows a colour, or its mixture with the background, in one of its rows."""
    lanes = slice(rule.start, rule.stop)
    strip = rgb[lanes] if rule.direction is Direction.HORIZONTAL else rgb[:, lanes].transpose(1, 0, 2)
    behind = np.array(background, np.float32)
    way = np.array(color, np.float32) - behind
    share = ((strip - behind) @ way) / max(float(way @ way), 1.0)
    off = largest_channel(np.abs(strip - behind - np.clip(share, 0, 1)[..., None] * way))
    return float(((off <= SAME_STEP) & (share > 0.3)).any(axis=0).mean())
