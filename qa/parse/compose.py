"""From a frame to candidate plans: each constructor says what it needs, makes the plan, and names what it explained.

A candidate is the better, the more of the question it explains; what it leaves unexplained is counted against it. Plans
are built from the nodes of `qa.plan`, whose own checks refuse what has no meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from qa.errors import PlanError
from qa.parse.frame import Frame, SeriesRef
from qa.parse.lexicon import Item, Sense
from qa.parse.scope import scaled_threshold
from qa.plan import Plan
from qa.query import Bindings
from qa.template import AnswerType

_STRONG: dict[Sense, float] = {
    Sense.SUPERLATIVE: 0.35, Sense.COMPARATIVE: 0.25, Sense.RELATION: 0.25, Sense.AGGREGATE: 0.25,
    Sense.DIFFERENCE: 0.35, Sense.MINUS: 0.35, Sense.PLUS: 0.25, Sense.RATIO: 0.4, Sense.TIMES: 0.3,
    Sense.CHANGE: 0.2, Sense.PERCENT_CHANGE: 0.4, Sense.SHARE: 0.12, Sense.TOP: 0.3, Sense.SORT: 0.3, Sense.RISING: 0.2,
    Sense.FALLING: 0.2,
    Sense.FIRST: 0.25, Sense.LAST: 0.25, Sense.TREND: 0.25, Sense.TREND_WORD: 0.2, Sense.CORRELATION: 0.15,
    Sense.SLOPE: 0.4, Sense.SIGN: 0.3, Sense.SIGN_CHOICE: 0.35, Sense.CROSSING: 0.35, Sense.EQUAL: 0.2,
    Sense.MEASURE: 0.3,
    Sense.IQR: 0.4, Sense.WHISKERS: 0.4, Sense.AXIS: 0.3, Sense.UNIT: 0.4, Sense.LEGEND: 0.3, Sense.CHART_TYPE: 0.5,
    Sense.MISSING: 0.2, Sense.ERROR_BAR: 0.5, Sense.NOT: 0.25, Sense.NONE: 0.15, Sense.ALL: 0.05, Sense.ANY: 0.05,
    Sense.NEARLY: 0.05, Sense.ZERO: 0.2, Sense.HOW_MANY: 0.03, Sense.TITLE: 0.15, Sense.WHEN: 0.2, Sense.TICK_WORD: 0.3,
}  # fmt: skip
_NAME_LOSS = 0.6


@dataclass(frozen=True)
class Candidate:
    """A possible reading.

    Attributes:
        plan: what would answer it.
        bindings: what fills the plan's slots.
        answer_type: of the answer.
        tokens: the tokens of the question that the plan explains by itself, beyond the frame's.
        items: the operators it uses.
        refs: how many of the frame's names it leaves out.
        prior: what speaks for or against it besides.
        score: see `scored`.
    """

    plan: Plan
    bindings: Bindings
    answer_type: AnswerType
    items: frozenset[Item] = frozenset()
    tokens: frozenset[int] = frozenset()
    unused_names: int = 0
    prior: float = 0.0
    score: float = 0.0
    frame: Frame | None = field(default=None, compare=False)


Constructor = Callable[[Frame], Iterable[Candidate]]


def candidates(frame: Frame, constructors: Iterable[Constructor]) -> Iterator[Candidate]:
    """The scored candidates of a frame."""
    for construct in constructors:
        try:
            made = list(construct(frame))
        except PlanError:
            continue
        for candidate in made:
            yield scored(frame, candidate)


def _left_out(frame: Frame, candidate: Candidate) -> int:
    """How many of the question's names, places and thresholds do not occur in a candidate's slots."""
    held = candidate.bindings.values()
    texts = {value for value in held if isinstance(value, str)}
    numbers = {float(value) for value in held if not isinstance(value, str)}
    missing = 0
    if frame.vocabulary.n_series > 1:
        missing += sum(ref.name not in texts for ref in {ref.name: ref for ref in frame.series}.values())
    for ref in frame.excluded:
        if isinstance(ref, SeriesRef):
            missing += ref.name not in texts
        else:
            missing += not ({ref.label} & texts or {ref.x} & numbers)
    for place in frame.places:
        if place.label is not None:
            missing += place.label not in texts
        elif place.end is None and frame.vocabulary.bins and (place.x is not None or place.is_range):
            low, high = (place.x, place.x) if place.x is not None else (place.low, place.high)
            inside = {
                one.label
                for one in frame.vocabulary.bins
                if (low is None or one.high >= low) and (high is None or one.low <= high)
            }
            missing += not inside & texts
        elif place.end is None and (place.x is not None or place.is_range):
            wanted = {place.x, place.low, place.high} - {None}
            missing += not (wanted & numbers) and not texts
    for threshold in frame.thresholds:
        scaled = scaled_threshold(frame, threshold.value, percent=threshold.percent)
        missing += not ({threshold.value, threshold.value / 100.0, scaled} & numbers)
    return missing


def scored(frame: Frame, candidate: Candidate) -> Candidate:
    """A candidate with its score: 1 for a question that is fully explained, less for all that is not."""
    loss = frame.link_loss + _NAME_LOSS * (candidate.unused_names + _left_out(frame, candidate))
    used = {i for item in candidate.items for i in range(item.start, item.end)} | candidate.tokens
    seen: set[int] = set()
    for item in frame.items:
        span = set(range(item.start, item.end))
        if span & used or span & seen or frame.norms[item.start] == "=":
            continue
        cost = _STRONG.get(item.sense, 0.0)
        if cost:
            loss += cost
            seen |= span
    loss += sum(weight for token, weight in frame.leftover.items() if token not in candidate.tokens)
    score = 1.0 + candidate.prior - loss
    return Candidate(
        plan=candidate.plan,
        bindings=candidate.bindings,
        answer_type=candidate.answer_type,
        items=candidate.items,
        tokens=candidate.tokens,
        unused_names=candidate.unused_names,
        prior=candidate.prior,
        score=score,
        frame=frame,
    )
