"""The curves of one ink group: one way after another until the ink is told, then each again with the others known."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from sie.artifacts import LegendEntry
from sie.elements.lines_ink import InkGroup
from sie.elements.lines_refine import RunMap, Stroke, map_runs, refine_trace, split_pieces, usual_gap
from sie.elements.lines_swap import straighten
from sie.elements.lines_tails import with_tails_moved
from sie.elements.trace import Trace, make_reward, trace_path

MAX_CURVES = 10
"""Curves sought in one colour when the legend does not tell their number."""
LEAST_EXTENT = 0.12
"""A curve shows ink over at least this part of the plot's width."""
LEAST_PART = 0.25
"""And over this part of what the longest curve of its colour shows."""
UNTOLD = 0.25
"""A group may have more curves than the legend was read to have while this part of its ink is not told."""
LEAST_LEFT = 0.04
"""With less than this part of its ink untold no further curve is sought."""
FAINTEST = 0.12
"""Least coverage of a pixel by ink rather than by noise."""
DOT_REACH = 2
REACHING = 0.35
"""How far, in pixels, dots reach on into their gaps, and at which coverage: just ink, and far below that of a dot."""


@dataclass(frozen=True)
class Curve:
    """One curve of a group: its whole stroke, its pieces where it is interrupted, and the way it was found on.

    `entry` is the legend entry along whose markers it was traced, if it was.
    """

    group: InkGroup
    stroke: Stroke
    pieces: tuple[Stroke, ...]
    trace: Trace
    entry: LegendEntry | None = None

    @property
    def extent(self) -> int:
        """Columns that show its ink."""
        return int(self.stroke.seen.sum())


def find_curves(group: InkGroup, hidden: np.ndarray, lost: np.ndarray) -> list[Curve]:
    """The curves of a group, most inked first.

    Args:
        group: the ink.
        hidden: bool (h, w), other ink and texts, which may lie in front.
        lost: bool (h, w), frame lines of the group's colour, on which a curve may run unseen.
    """
    found = _find(group, hidden, lost)
    if len(found) < len(group.entries):
        faint = _with_faint_ink(group, found)
        again = found if faint is None else _find(faint, hidden, lost)
        found = again if len(again) > len(found) else found
    return found


def _find(group: InkGroup, hidden: np.ndarray, lost: np.ndarray) -> list[Curve]:
    runs = map_runs(group.alpha)
    traces = _extract(group, hidden, lost, runs)
    if len(traces) > 1:
        traces = [curve.trace for curve in _worthy(refine(group, hidden, traces, runs), group)]
    if len(traces) > 1:
        traces = straighten(_retrace(group, hidden, lost, traces, runs), group.alpha, group.stroke)
        traces = with_tails_moved(traces, group.alpha, group.stroke)
    return _worthy(refine(group, hidden, traces, runs), group)


def _with_faint_ink(group: InkGroup, curves: list[Curve]) -> InkGroup | None:
    """The group with the faint ink that no curve has at full strength, and reaching on; None where there is little.

    The dots of a thin dotted line lie between pixels and cover none of them by half, and are few beside their gaps.
    """
    runs = map_runs(group.alpha)
    used = np.zeros(group.alpha.shape, bool)
    for curve in curves:
        used |= claim(curve.trace, group, runs)
    left = np.where(used, np.float32(0), group.alpha)
    seen = left[left >= FAINTEST]
    if len(seen) < LEAST_EXTENT * group.alpha.shape[1]:
        return None
    usual = float(np.percentile(seen, 90))
    strong = np.minimum(left / usual, 1.0).astype(np.float32)
    around = REACHING * cv2.dilate(strong, np.ones((2 * DOT_REACH + 1, 2 * DOT_REACH + 1), np.uint8))
    return replace(group, alpha=np.maximum.reduce([group.alpha, strong, around.astype(np.float32)]))


def refine(group: InkGroup, hidden: np.ndarray, traces: list[Trace], runs: RunMap | None = None) -> list[Curve]:
    """The curves along ways, without those that show no ink of their own; `runs` are those of the group's ink."""
    runs = map_runs(group.alpha) if runs is None else runs
    curves = []
    for trace in traces:
        others = [other for other in traces if other is not trace]
        stroke = refine_trace(trace, runs, group.stroke, others=others)
        if stroke is None:
            continue
        pieces = split_pieces(stroke, hidden, max_gap=usual_gap(stroke))
        if pieces:
            curves.append(Curve(group, stroke, tuple(pieces), trace))
    return curves


def _extract(group: InkGroup, hidden: np.ndarray, lost: np.ndarray, runs: RunMap) -> list[Trace]:
    wanted = len(group.entries) or MAX_CURVES
    alone = group.lone and len(group.entries) < 2
    total = float((group.alpha >= 0.3).sum())
    width = group.alpha.shape[1]
    used = np.zeros(group.alpha.shape, bool)
    traces: list[Trace] = []
    for _ in range(wanted + 3):
        enough = len(traces) >= wanted
        fresh = np.where(used, np.float32(0), group.alpha)
        trace = trace_path(make_reward(fresh, used=used, hidden=hidden, lost=lost))
        if trace is None or trace.score < 0.5 * LEAST_EXTENT * width:
            break
        if traces and trace.score < (0.5 if enough else 0.3 * LEAST_PART) * traces[0].score:
            break
        used |= claim(trace, group, runs)
        if not any(runs_beside(trace, other, group.stroke) for other in traces):
            traces.append(trace)
        if alone:
            break
        left = float(((group.alpha >= 0.3) & ~used).sum())
        if left < (UNTOLD if len(traces) >= wanted else LEAST_LEFT) * total:
            break
    return traces


def _retrace(group: InkGroup, hidden: np.ndarray, lost: np.ndarray, traces: list[Trace], runs: RunMap) -> list[Trace]:
    """Each way again with the ink of all others known: the first ones may have taken others' parts."""
    claims = [claim(trace, group, runs) for trace in traces]
    better: list[Trace] = []
    for index, old in enumerate(traces):
        used = np.zeros(group.alpha.shape, bool)
        for other, mask in enumerate(claims):
            if other != index:
                used |= mask
        fresh = np.where(used, np.float32(0), group.alpha)
        trace = trace_path(make_reward(fresh, used=used, hidden=hidden, lost=lost))
        if trace is None or len(trace.rows) < 0.8 * len(old.rows):
            better.append(old)
            continue
        better.append(trace)
        claims[index] = claim(trace, group, runs)
    return better


def claim(trace: Trace, group: InkGroup, runs: RunMap) -> np.ndarray:
    """Mask of the pixels that a way's stroke covers, with a pixel of fringe."""
    mask = np.zeros(group.alpha.shape, np.uint8)
    way = refine_trace(trace, runs, group.stroke) or trace
    points = np.stack([way.columns + 0.5, way.rows], axis=1)
    fixed = np.round((points - 0.5) * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(mask, [fixed], False, 1, max(1, round(group.stroke + 2.5)), cv2.LINE_8, 4)
    return mask > 0


def _worthy(curves: list[Curve], group: InkGroup) -> list[Curve]:
    """Curves without the short ones and those that only run along another."""
    width = group.alpha.shape[1]
    longest = max((curve.extent for curve in curves), default=0)
    kept: list[Curve] = []
    for curve in sorted(curves, key=lambda c: -c.extent):
        if group.entries and len(kept) < len(group.entries):
            kept.append(curve)
            continue
        duty = max(curve.stroke.duty, 0.2)
        if curve.extent / duty < max(LEAST_EXTENT * width, LEAST_PART * longest):
            continue
        if not any(runs_beside(curve.stroke, other.stroke, group.stroke) for other in kept):
            kept.append(curve)
    return kept


def runs_beside(one: Trace | Stroke, other: Trace | Stroke, stroke: float) -> bool:
    """Whether a way keeps within a stroke's thickness of another for most of its length."""
    low, high = max(one.start, other.start), min(one.stop, other.stop)
    if high - low < 0.6 * len(one.rows):
        return False
    mine = one.rows[low - one.start : high - one.start]
    theirs = other.rows[low - other.start : high - other.start]
    return bool(np.median(np.abs(mine - theirs)) < 1.5 * stroke + 1.5)
