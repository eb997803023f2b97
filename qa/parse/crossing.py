"""Where lines cross each other or a level: worked out from their points, since no table holds a place between two.

The points of two lines read from a picture seldom stand at the same x, so that no join of rows finds the crossings.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from qa.answer import SHOWN_DIGITS, Answer
from qa.chartview import ChartView, read_curve
from qa.parse.compose import Candidate
from qa.parse.frame import Focus, Frame
from qa.parse.lexicon import Sense
from qa.parse.thresholds import signed_value
from qa.plan import Dim, Nth, Op, Order, XOf
from qa.template import AnswerType
from sie.vocab import ChartFamily


def crossing_places(left: list[tuple[float, float]], right: list[tuple[float, float]]) -> list[float]:
    """The x at which two polylines, each by rising x, change sides; a mere touch is none.

    >>> crossing_places([(0.0, 0.0), (2.0, 2.0)], [(0.0, 1.0), (2.0, 1.0)])
    [1.0]
    >>> crossing_places([(0.0, 1.0), (1.0, 0.0), (2.0, 0.0), (3.0, -1.0)], [(0.0, 0.0), (3.0, 0.0)])
    [1.5]
    """
    return [place for place, _ in _crossings(left, right)]


def _crossings(left: list[tuple[float, float]], right: list[tuple[float, float]]) -> list[tuple[float, bool]]:
    """The places where two polylines cross, and whether the left one is above from there on."""
    gaps = []
    for x in sorted({x for x, _ in (*left, *right)}):
        a, b = read_curve(left, x), read_curve(right, x)
        if a is not None and b is not None:
            gaps.append((x, a - b))
    apart = [place for place, (_, gap) in enumerate(gaps) if gap != 0]
    return [
        (_where_zero(gaps[before : after + 1]), gaps[after][1] > 0)
        for before, after in pairwise(apart)
        if gaps[before][1] * gaps[after][1] < 0
    ]


def _where_zero(gaps: list[tuple[float, float]]) -> float:
    """The x of a change of sign: interpolated between two neighbours, the middle of where the lines are one."""
    (x0, d0), *same, (x1, d1) = gaps
    return (same[0][0] + same[-1][0]) / 2 if same else x0 + (x1 - x0) * d0 / (d0 - d1)


def _is_log(view: ChartView, axis: str) -> bool:
    return view.field(f"{axis}_scale") == "log"


def _drawn(view: ChartView, points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Points in the coordinates in which lines are drawn straight: logarithms on log axes, which hold no others."""
    log_x, log_y = _is_log(view, "x"), _is_log(view, "y")
    return [
        (math.log10(x) if log_x else x, math.log10(y) if log_y else y)
        for x, y in points
        if (x > 0 or not log_x) and (y > 0 or not log_y)
    ]


def _shown_place(view: ChartView, place: float) -> str | float:
    """A place as the axis has it: a number, or the day of a time axis (its minute, where points are closer)."""
    x = 10**place if _is_log(view, "x") else place
    if view.field("x_scale") != "time":
        return float(f"{x:.{SHOWN_DIGITS}g}")
    when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=x)
    days = sorted({datum.x for datum in view.data if datum.x is not None})
    if min((after - before for before, after in pairwise(days)), default=1.0) < 1:
        return when.replace(tzinfo=None).isoformat(timespec="minutes")
    return when.date().isoformat()


def of_lines(frame: Frame) -> bool:
    """ "which line", "how many lines": lines are asked for, not places."""
    lines = {item.start for item in frame.all(Sense.SERIES_WORD, Sense.MARK_WORD)}
    return any(item.end in lines for item in frame.all(Sense.WHICH, Sense.WHAT, Sense.HOW_MANY))


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
    judged = _of_two_lines(frame) and frame.focus is Focus.TRUTH and not frame.has(*_MORE_THAN_WHETHER)
    if not (asks_where(frame) or counted or judged) or frame.places or not vocabulary.numeric_x:
        return None
    if vocabulary.family is not ChartFamily.LINE:
        return None
    names = [ref.name for ref in frame.series]
    left, right = _curve_of(view, names[0]), _curve_of(view, names[1])
    if counted and {x for x, _ in left} == {x for x, _ in right}:
        return None
    places = _told_places(frame, _crossings(_drawn(view, left), _drawn(view, right)))
    told = f"where the lines of '{names[0]}' and '{names[1]}' cross, interpolated between points"
    if counted:
        told = f"the number of places {told}"
        return Answer(len(places), AnswerType.NUMERICAL, reading=told, chart_id=view.chart_id)
    if judged:
        told = f"whether the lines of '{names[0]}' and '{names[1]}' cross"
        return Answer("yes" if places else "no", AnswerType.BINARY, reading=told, chart_id=view.chart_id)
    if not places:
        reason = f"'{names[0]}' and '{names[1]}' do not cross where both are drawn"
        return Answer(None, AnswerType.NUMERICAL, refusal=reason, chart_id=view.chart_id)
    return _of_places(view, places, told)


def _curve_of(view: ChartView, name: str) -> list[tuple[float, float]]:
    """The points of a series by its name."""
    return view.curve({own: place for place, own in view.series.items()}[name])


def _single_curve(view: ChartView, names: Collection[str]) -> list[tuple[float, float]] | None:
    """The points of the one series that is named, or of the chart's only one; None where that is not one."""
    if len(names) > 1 or (not names and len(view.series) != 1):
        return None
    return _curve_of(view, next(iter(names))) if names else view.curve(next(iter(view.series)))


def _told_places(frame: Frame, crossings: list[tuple[float, bool]]) -> list[float]:
    """The crossings that a question means: the first, the last, those upward or downward, else all."""
    ways = {int(item.payload) for item in frame.all(Sense.TREND)}
    ways |= {int(item.payload) for item in frame.all(Sense.CROSSING) if item.payload}
    places = [place for place, rises in crossings if not ways or (1 if rises else -1) in ways]
    if frame.has(Sense.FIRST) or frame.word("first"):
        return places[:1]
    return places[-1:] if frame.has(Sense.LAST) or frame.word("last") else places


def _of_places(view: ChartView, places: list[float], told: str) -> Answer:
    shown: list[str | float | list[str]] = [_shown_place(view, place) for place in places]
    unit = view.field("x_unit")
    if len(places) > 1:
        return Answer(shown, AnswerType.UNRANKED, unit=unit, reading=told, chart_id=view.chart_id)
    kind = AnswerType.STRING if isinstance(shown[0], str) else AnswerType.NUMERICAL
    return Answer(_shown_place(view, places[0]), kind, unit=unit, reading=told, chart_id=view.chart_id)


def level_answer(view: ChartView, frame: Frame) -> Answer | None:
    """Where, how often or whether a line passes a level ("where does A cross 50"), straight between points; None of
    other questions."""
    vocabulary = frame.vocabulary
    counted, judged = frame.has(Sense.HOW_MANY, Sense.RATIO), frame.focus is Focus.TRUTH
    asked = counted or judged or frame.has(Sense.WHERE, Sense.WHEN) or frame.focus is Focus.NAME
    if not frame.has(Sense.CROSSING) or not asked or frame.has(Sense.NOT, Sense.NONE) or not _is_straight(frame):
        return None
    if (judged and frame.has(*_MORE_THAN_WHETHER)) or of_lines(frame):
        return None
    level, used = _level(frame)
    names = list(dict.fromkeys(ref.name for ref in frame.series))
    single = len(names) == 1 or (not names and vocabulary.n_series == 1)
    unknown = [weight for token, weight in frame.leftover.items() if token not in used]
    if level is None or not single or frame.places or sum(unknown) >= _UNKNOWN or frame.focus_dim is Dim.SERIES:
        return None
    curve = _single_curve(view, names)
    if curve is None or len(curve) < 2:
        return None
    crossings = _crossings(_drawn(view, curve), _drawn(view, [(x, level) for x, _ in curve]))
    places = _told_places(frame, crossings)
    what = f"the line of '{names[0]}'" if names else "the line"
    if judged:
        told = f"whether {what} crosses {level:g}"
        return Answer("yes" if places else "no", AnswerType.BINARY, reading=told, chart_id=view.chart_id)
    if counted:
        told = f"the number of places where {what} crosses {level:g}"
        return Answer(len(places), AnswerType.NUMERICAL, reading=told, chart_id=view.chart_id)
    if not places:
        return Answer(None, AnswerType.NUMERICAL, refusal=f"{what} does not cross {level:g}", chart_id=view.chart_id)
    return _of_places(view, places, f"where {what} crosses {level:g}, interpolated between points")


_MORE_THAN_WHETHER = (Sense.TIMES, Sense.COMPARATIVE, Sense.RELATION)
"""What makes a yes or no one of how often lines cross."""


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


def _is_straight(frame: Frame) -> bool:
    """Whether lines are straight between their points, as the axes have them."""
    vocabulary = frame.vocabulary
    lined = vocabulary.family in (ChartFamily.LINE, ChartFamily.AREA) and not vocabulary.stacked
    return lined and vocabulary.numeric_x


def first_passed(view: ChartView, candidate: Candidate, answer: Answer) -> str:
    """Between which points a line passes the level that a first place is asked for; empty for other readings."""
    frame = candidate.frame
    if frame is None or not isinstance(candidate.plan, XOf) or not isinstance(answer.answer, int | float):
        return ""
    names = {ref.name for ref in frame.series}
    curve = _single_curve(view, names)
    if len(frame.thresholds) != 1 or curve is None or not _is_straight(frame):
        return ""
    level = frame.thresholds[0].value
    for (x0, y0), (x1, y1) in pairwise(curve):
        if x1 != answer.answer:
            continue
        passed = crossing_places(_drawn(view, [(x0, y0), (x1, y1)]), _drawn(view, [(x0, level), (x1, level)]))
        if passed:
            at = _shown_place(view, passed[0])
            return f"; the first point there; the line passes {level:g} between {x0:g} and {x1:g}, at about {at:.4g}"
    return ""


def already_beyond(view: ChartView, candidate: Candidate) -> str | None:
    """The reason why a line does not come to pass a level ("when did A fall below 25"): it starts beyond it."""
    frame = candidate.frame
    nths = [node for node in candidate.plan.walk() if isinstance(node, Nth) and node.order is Order.FORWARD]
    if frame is None or not nths or not _is_straight(frame) or frame.places:
        return None
    moves = any(token.stem in _MOVING or token.norm in _MOVING for token in frame.tokens)
    names = {ref.name for ref in frame.series}
    sign = frame.first(Sense.SIGN)
    if len(frame.thresholds) == 1:
        level, op = frame.thresholds[0].value, frame.thresholds[0].op
    elif sign is not None and not frame.thresholds:
        level, op = 0.0, Op(str(sign.payload))
    else:
        return None
    curve = _single_curve(view, names) if moves else None
    if not curve or not _is_beyond(curve[0][1] - level, op):
        return None
    side = "above" if curve[0][1] > level else "below" if curve[0][1] < level else "at"
    return f"the line is {side} {level:g} at its first point already"


_MOVING = frozenset({
    "fall", "fell", "drop", "sink", "sank", "dip", "rise", "rose", "climb", "turn", "become", "became",
})  # fmt: skip


def _is_beyond(gap: float, op: Op) -> bool:
    """Whether a value that is this far above a level is beyond it."""
    above, below = op in (Op.GT, Op.GE), op in (Op.LT, Op.LE)
    return (above and gap > 0) or (below and gap < 0) or (gap == 0 and op in (Op.GE, Op.LE))


def _of_two_lines(frame: Frame) -> bool:
    names = {ref.name for ref in frame.series}
    return frame.has(Sense.CROSSING) and not frame.has(Sense.ZERO) and len(frame.series) == len(names) == 2
