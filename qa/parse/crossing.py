"""Where two lines cross: worked out from their points, since no table holds a place between two of them.

The points of two lines read from a picture seldom stand at the same x, so that no join of rows finds the crossings.
"""

from __future__ import annotations

from itertools import pairwise

from qa.answer import SHOWN_DIGITS, Answer
from qa.chartview import ChartView, read_curve
from qa.parse.compose import Candidate
from qa.parse.frame import Focus, Frame
from qa.parse.lexicon import Sense
from qa.parse.thresholds import signed_value
from qa.plan import XOf
from qa.template import AnswerType
from sie.vocab import ChartFamily


def crossing_places(left: list[tuple[float, float]], right: list[tuple[float, float]]) -> list[float]:
    """The x at which two polylines, each by rising x, change sides; a mere touch is none.

    >>> crossing_places([(0.0, 0.0), (2.0, 2.0)], [(0.0, 1.0), (2.0, 1.0)])
    [1.0]
    >>> crossing_places([(0.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, -1.0)], [(0.0, 0.0), (3.0, 0.0)])
    [1.5]
    """
    gaps = []
    for x in sorted({x for x, _ in (*left, *right)}):
        a, b = read_curve(left, x), read_curve(right, x)
        if a is not None and b is not None:
            gaps.append((x, a - b))
    apart = [place for place, (_, gap) in enumerate(gaps) if gap != 0]
    return [
        _where_zero(gaps[left : right + 1]) for left, right in pairwise(apart) if gaps[left][1] * gaps[right][1] < 0
    ]


def _where_zero(gaps: list[tuple[float, float]]) -> float:
    """The x of a change of sign: interpolated between two neighbours, the middle of where the lines are one."""
    (x0, d0), *same, (x1, d1) = gaps
    return (same[0][0] + same[-1][0]) / 2 if same else x0 + (x1 - x0) * d0 / (d0 - d1)


def asks_where(frame: Frame) -> bool:
    """Whether the place of a crossing of two lines is asked for, rather than how many there are."""
    if not _of_two_lines(frame):
        return False
    place = frame.has(Sense.WHERE, Sense.WHEN) or frame.focus is Focus.NAME
    return place and not frame.has(Sense.HOW_MANY, Sense.RATIO, Sense.TIMES, Sense.SUPERLATIVE)


def crossing_answer(view: ChartView, frame: Frame) -> Answer | None:
    """The places of the crossings, or their number where the points of the two stand apart; None of other questions."""
    vocabulary = frame.vocabulary
    counted = _of_two_lines(frame) and frame.focus is not Focus.TRUTH and frame.has(Sense.HOW_MANY, Sense.RATIO)
    if not (asks_where(frame) or counted) or frame.places or vocabulary.time_x or not vocabulary.numeric_x:
        return None
    if vocabulary.family is not ChartFamily.LINE or "log" in (view.field("x_scale"), view.field("y_scale")):
        return None
    index = {name: place for place, name in view.series.items()}
    names = [ref.name for ref in frame.series]
    left, right = (view.curve(index[name]) for name in names)
    if counted and {x for x, _ in left} == {x for x, _ in right}:
        return None
    places = crossing_places(left, right)
    told = f"where the lines of '{names[0]}' and '{names[1]}' cross, interpolated between points"
    if counted:
        told = f"the number of places {told}"
        return Answer(len(places), AnswerType.NUMERICAL, reading=told, chart_id=view.chart_id)
    if not places:
        reason = f"'{names[0]}' and '{names[1]}' do not cross where both are drawn"
        return Answer(None, AnswerType.NUMERICAL, refusal=reason, chart_id=view.chart_id)
    unit = view.field("x_unit")
    places = [float(f"{place:.{SHOWN_DIGITS}g}") for place in places]
    if len(places) == 1:
        return Answer(places[0], AnswerType.NUMERICAL, unit=unit, reading=told, chart_id=view.chart_id)
    listed: list[str | float | list[str]] = [*places]
    return Answer(listed, AnswerType.UNRANKED, unit=unit, reading=told, chart_id=view.chart_id)


def level_answer(view: ChartView, frame: Frame) -> Answer | None:
    """Where a line passes a level ("where does A cross 50"), straight between points; None of others."""
    vocabulary = frame.vocabulary
    if not frame.has(Sense.CROSSING) or not (frame.has(Sense.WHERE, Sense.WHEN) or frame.focus is Focus.NAME):
        return None
    level, used = _level(frame)
    names = list(dict.fromkeys(ref.name for ref in frame.series))
    single = len(names) == 1 or (not names and vocabulary.n_series == 1)
    unknown = [weight for token, weight in frame.leftover.items() if token not in used]
    if level is None or not single or frame.places or sum(unknown) >= _UNKNOWN or frame.has(Sense.HOW_MANY):
        return None
    if not _is_straight(view, frame):
        return None
    index = {name: place for place, name in view.series.items()}
    curve = view.curve(index[names[0]] if names else next(iter(view.series)))
    places = crossing_places(curve, [(curve[0][0], level), (curve[-1][0], level)])
    what = f"the line of '{names[0]}'" if names else "the line"
    if not places:
        return Answer(None, AnswerType.NUMERICAL, refusal=f"{what} does not cross {level:g}", chart_id=view.chart_id)
    told = f"where {what} crosses {level:g}, interpolated between points"
    listed = [float(f"{place:.{SHOWN_DIGITS}g}") for place in places]
    unit = view.field("x_unit")
    if len(listed) == 1:
        return Answer(listed[0], AnswerType.NUMERICAL, unit=unit, reading=told, chart_id=view.chart_id)
    return Answer([*listed], AnswerType.UNRANKED, unit=unit, reading=told, chart_id=view.chart_id)


_UNKNOWN = 0.48
"""What the words that nothing explains may weigh together."""


def _level(frame: Frame) -> tuple[float | None, frozenset[int]]:
    """The level that a line is to cross, and its tokens."""
    if len(frame.thresholds) == 1 and not frame.numbers:
        return frame.thresholds[0].value, frame.thresholds[0].tokens
    if len(frame.numbers) == 1 and not frame.thresholds and frame.numbers[0].value is not None:
        value, used = signed_value(frame, frame.numbers[0])
        return value, used
    zero = frame.first(Sense.ZERO)
    if zero is not None and not frame.thresholds:
        return 0.0, frozenset(range(zero.start, zero.end))
    return None, frozenset()


def _is_straight(view: ChartView, frame: Frame) -> bool:
    """Whether a line is straight between its points: on linear axes of numbers."""
    vocabulary = frame.vocabulary
    logarithmic = "log" in (view.field("x_scale"), view.field("y_scale"))
    lined = vocabulary.family in (ChartFamily.LINE, ChartFamily.AREA) and not vocabulary.stacked
    return lined and vocabulary.numeric_x and not vocabulary.time_x and not logarithmic


def first_passed(view: ChartView, candidate: Candidate, answer: Answer) -> str:
    """Between which points a line passes the level that a first place is asked for; empty for other readings."""
    frame = candidate.frame
    if frame is None or not isinstance(candidate.plan, XOf) or not isinstance(answer.answer, int | float):
        return ""
    names = {ref.name for ref in frame.series}
    if len(frame.thresholds) != 1 or len(names) > 1 or not _is_straight(view, frame):
        return ""
    index = {name: place for place, name in view.series.items()}
    if not names and len(index) != 1:
        return ""
    level = frame.thresholds[0].value
    curve = view.curve(index[names.pop()] if names else next(iter(view.series)))
    for (x0, y0), (x1, y1) in pairwise(curve):
        if x1 == answer.answer and (y0 - level) * (y1 - level) < 0:
            at = x0 + (x1 - x0) * (level - y0) / (y1 - y0)
            return f"; the first point there; the line passes {level:g} between {x0:g} and {x1:g}, at about {at:.4g}"
    return ""


def _of_two_lines(frame: Frame) -> bool:
    names = {ref.name for ref in frame.series}
    return frame.has(Sense.CROSSING) and not frame.has(Sense.ZERO) and len(frame.series) == len(names) == 2
