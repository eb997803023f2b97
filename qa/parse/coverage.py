"""Whether a plan does what the words of its question say: each operator of the question must show in the plan.

A constructor names the words that it explained; here that is checked against the plan itself. A plan that gives a value
where a share, a difference or an average is asked for answers another question, however well its names fit.
"""

from __future__ import annotations

from collections.abc import Callable

from qa.parse.compose import Candidate
from qa.parse.compose_gaps import per_step, per_time
from qa.parse.compose_sets import RANKS
from qa.parse.conditions import combined_series, names_bounded, values_are_changes
from qa.parse.coverage_traits import HUNDRED, Traits, traits_of
from qa.parse.fillers import spells_unit, unit_named
from qa.parse.frame import Focus, Frame
from qa.parse.generic import TIME_WORDS
from qa.parse.kinds import KINDS
from qa.parse.lexicon import Item, Sense
from qa.parse.quantities import units_of
from qa.parse.vocabulary import name_stems
from qa.parse.words import Token, ordinal_of
from qa.plan import (
    Agg,
    Arithmetic,
    Best,
    Fn,
    Group,
    Measure,
    Nth,
    Op,
    Top,
    Where,
)
from qa.template import AnswerType
from sie.vocab import ChartFamily

_APART = (Arithmetic.SUB, Arithmetic.ABSDIFF)
_EXTREMES = (Fn.MIN, Fn.MAX, Fn.RANGE)
_CHOSEN = (AnswerType.STRING, AnswerType.STRING_OR_LIST, AnswerType.UNRANKED, AnswerType.RANKED)


def unaccounted(candidate: Candidate) -> frozenset[int]:
    """The tokens of a question whose meaning a reading of it leaves out; none of a reading that says it all."""
    frame = candidate.frame
    if frame is None:
        return frozenset()
    traits = traits_of(candidate.plan)
    missed: set[int] = set()
    for item in frame.items:
        shared = any(
            other is not item
            and other.start < item.end
            and item.start < other.end
            and _shows(frame, candidate, traits, other)
            for other in frame.items
        )
        if not shared and not _shows(frame, candidate, traits, item):
            missed.update(range(item.start, item.end))
    apart = traits.arithmetic & set(_APART) and Arithmetic.DIV not in traits.arithmetic
    if apart and candidate.answer_type is AnswerType.NUMERICAL and frame.has(Sense.TREND, Sense.CHANGE):
        missed |= per_step(frame) | per_time(frame)
    missed |= _unnamed(frame, candidate) | _opposites(frame, candidate, traits)
    missed |= _counted_names(frame, traits) | _neighbours(frame, traits)
    missed |= _ordinals(frame, candidate, traits) | _things(frame, candidate) | _ranks(frame, candidate, traits)
    return frozenset(missed | _ranks_and_counts(frame, candidate) | _contradiction(frame, candidate))


def _ranks(frame: Frame, candidate: Candidate, traits: Traits) -> set[int]:
    """The "rank" of "what rank does A hold" where a plan compares nothing; a title may have it, of values that are."""
    titled = frame.vocabulary.title_stems["y_title"] | frame.vocabulary.title_stems["title"]
    if candidate.answer_type is not AnswerType.NUMERICAL or traits.compares or traits.chooses or traits.orders:
        return set()
    return {token.index for token in frame.tokens if token.norm in RANKS and token.stem not in titled}


def _opposites(frame: Frame, candidate: Candidate, traits: Traits) -> set[int]:
    """ "the smallest as a percentage of the biggest": two opposite extremes, of which a number has only one."""
    extremes = [item for item in frame.all(Sense.SUPERLATIVE) if frame.norms[item.start] not in _OPEN]
    both = {item.payload for item in extremes} == {1, -1} and len(extremes) == 2
    if not both or candidate.answer_type is not AnswerType.NUMERICAL or frame.vocabulary.is_box:
        return set()
    nodes = list(candidate.plan.walk())
    choosing = sum(isinstance(node, Best | Top | Nth) for node in nodes)
    ends = sum(isinstance(node, Agg | Group) and node.fn in _EXTREMES for node in nodes)
    whole = Fn.RANGE in traits.fns or choosing + ends >= 2
    return set() if whole else {i for item in extremes for i in range(item.start, item.end)}


_OPEN = ("best", "worst")


def _counted_names(frame: Frame, traits: Traits) -> set[int]:
    """The "two" of "more than two states with over ten million people", which bounds a count and no value."""
    if len(frame.thresholds) < 2 or Fn.COUNT in traits.fns:
        return set()
    counted = names_bounded(frame)
    return set(counted.tokens) if counted is not None else set()


def _neighbours(frame: Frame, traits: Traits) -> set[int]:
    """The "after" of "which state comes right after Texas", where places have no order of their own."""
    apart = frame.has(Sense.DIFFERENCE, Sense.HOW_MUCH) and traits.arithmetic & set(_APART)
    if frame.vocabulary.ordered_places or frame.vocabulary.numeric_x or traits.chooses or apart:
        return set()
    return {
        min(ref.tokens) - 1
        for ref in frame.places
        if ref.label is not None
        and min(ref.tokens)
        and frame.norms[min(ref.tokens) - 1] in ("after", "before", "behind")
    }


def _unnamed(frame: Frame, candidate: Candidate) -> set[int]:
    """The noun of "which animal has the heaviest brain" where points have no names: a number of x is none."""
    scatter = frame.vocabulary.family is ChartFamily.SCATTER and not frame.vocabulary.series
    asked = frame.focus is Focus.NAME and frame.focus_dim is None and candidate.answer_type is AnswerType.NUMERICAL
    if not (scatter and asked):
        return set()
    return {i for i in frame.focus_tokens if frame.tokens[i].stem in KINDS - TIME_WORDS}


def _ranks_and_counts(frame: Frame, candidate: Candidate) -> set[int]:
    """The "second" of "second highest" and the "three" of "the three highest" that a plan has not."""
    numbers = {float(value) for value in candidate.bindings.values() if not isinstance(value, str)}
    used = set(frame.named_tokens) | set(candidate.tokens)
    used |= {i for item in candidate.items if item.end - item.start > 1 for i in range(item.start, item.end)}
    starts = {item.start for item in frame.all(Sense.SUPERLATIVE)}
    ends = {item.end for item in frame.all(Sense.SUPERLATIVE, Sense.TOP)}
    found = set()
    for token in frame.tokens:
        rank = ordinal_of(token)
        counted = token.value is not None and token.value >= 2 and (token.index in ends or token.index + 1 in starts)
        ranked = rank is not None and rank > 1 and token.index + 1 in starts
        all_of_them = token.value in (len(frame.vocabulary.places), frame.vocabulary.n_series)
        if token.index not in used and (ranked or (counted and token.value not in numbers and not all_of_them)):
            found.add(token.index)
    return found


def _contradiction(frame: Frame, candidate: Candidate) -> set[int]:
    """Two bounds that nothing can keep: they are of two names, and the plan asks both of one."""
    if len(frame.thresholds) < 2:
        return set()
    low = next((one for one in frame.thresholds if one.op in (Op.GT, Op.GE)), None)
    high = next((one for one in frame.thresholds if one.op in (Op.LT, Op.LE)), None)
    nested = any(isinstance(node, Where) and isinstance(node.rel, Where) for node in candidate.plan.walk())
    if low is None or high is None or low.value < high.value or not nested:
        return set()
    return set(low.tokens | high.tokens)


def _shows(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    check = _CHECKS.get(item.sense)
    return check is None or check(frame, candidate, traits, item)


Check = Callable[[Frame, Candidate, Traits, Item], bool]


def _extreme(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    ends = traits.measures & {Measure.MIN, Measure.MAX}
    if frame.tokens[item.start].stem in {word for ref in frame.series for word in name_stems(ref.name)}:
        return True
    if _of_pace(frame, item) and not (traits.moves or traits.arithmetic or traits.measures & {Measure.MIN}):
        return False
    graded = traits.chooses or traits.orders or bool(traits.fns & set(_EXTREMES)) or bool(ends) or traits.ends
    return graded or (traits.compares and item in candidate.items)


def _of_pace(frame: Frame, item: Item) -> bool:
    """Whether an extreme is one of how fast values change, on a chart whose values are no speeds and no times."""
    titles = frame.vocabulary.title_stems
    told = titles["y_title"] | titles["title"] | titles["x_title"] - titles["legend_title"]
    paced = any(frame.norms[i].startswith(("fast", "quick", "slow", "rapid")) for i in range(item.start, item.end))
    timed = frame.vocabulary.family in (ChartFamily.LINE, ChartFamily.AREA) and frame.vocabulary.ordered_places
    return paced and timed and not titles["y_title"] & _PACES and not told & (_PACES - {"time"})


_PACES = frozenset({"time", "duration", "speed", "velocity", "pace", "acceleration", "rate", "tempo", "lap", "delay"})


def _compared(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    apart = traits.arithmetic & {*_APART, Arithmetic.DIV}
    narrowed = any(ref.is_range for ref in frame.places)
    used = traits.compares or traits.chooses or traits.orders or bool(apart) or traits.moves
    return used or narrowed or bool(traits.fns & set(_EXTREMES))


def _related(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    told = _compared(frame, candidate, traits, item) or _is_preposition(frame, item)
    if told or frame.norms[item.start] == "=":
        return True
    if frame.focus is Focus.COUNT and {item.end, item.end + 1} & {min(ref.tokens) for ref in frame.refs}:
        return False  # "how many beat Georgia"
    # "what height does the line reach": nothing is compared with
    return not frame.thresholds and max(len(frame.series), len(frame.places)) < 2 and frame.than is None


def _is_preposition(frame: Frame, item: Item) -> bool:
    """ "averaged over June", "add up to": words that compare with numbers only."""
    first, before = frame.norms[item.start], frame.norms[item.start - 1] if item.start else ""
    return (first == "over" and item.end in frame.named_tokens) or before in ("add", "adds", "sum", "sums")


def _aggregated(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    fn = Fn(str(item.payload))
    if fn in traits.fns:
        return True
    if candidate.answer_type is not AnswerType.NUMERICAL:
        listed = candidate.answer_type in _CHOSEN and not (traits.fns or traits.compares or traits.chooses)
        spread = fn in (Fn.RANGE, Fn.VAR, Fn.STD) or not traits.orders
        return not (listed and spread) or bool(traits.arithmetic) or frame.vocabulary.is_box
    counted = Fn.COUNT in traits.fns
    match fn:
        case Fn.SUM:
            moved = bool(traits.arithmetic & {Arithmetic.ADD, *_APART})
            return counted or moved or not (traits.fns or traits.chooses) or bool(traits.fns & set(_EXTREMES))
        case Fn.RANGE:
            return bool(traits.arithmetic & set(_APART)) or {Fn.MIN, Fn.MAX} <= traits.fns or bool(traits.measures)
        case Fn.MEDIAN:
            return Measure.MEDIAN in traits.measures
        case Fn.MEAN:
            divided = Arithmetic.DIV in traits.arithmetic
            return divided or counted or traits.compares or not traits.fns
        case _:
            return False


def _shared(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    if candidate.answer_type in _CHOSEN and frame.vocabulary.stacked and frame.series and traits.chooses:
        return bool(traits.arithmetic) or frame.vocabulary.percent or bool(frame.places)
    if candidate.answer_type is not AnswerType.NUMERICAL or traits.percent:
        return True
    thresholds = {i for one in frame.thresholds for i in one.tokens}
    if Fn.COUNT in traits.fns or set(range(item.start, item.end)) & thresholds:
        return True
    vocabulary = frame.vocabulary
    points = frame.norms[item.end : item.end + 1] in (["points"], ["point"])
    if vocabulary.percent or vocabulary.fractions or "percent" in vocabulary.title_stems["title"] or points:
        return True
    if Arithmetic.DIV in traits.arithmetic:
        return True
    values = vocabulary.values
    if vocabulary.family is ChartFamily.PIE or vocabulary.counts or not values or traits.arithmetic:
        return False
    # nothing tells what the values are, and they could be percentages
    return not units_of(frame, "y_title") and max(values) <= HUNDRED and min(values) >= 0


def _apart(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    if item.sense is Sense.MINUS and frame.norms[item.start] in ("-", "–") and len(frame.refs) < 2:
        return True
    apart = bool(traits.arithmetic & set(_APART)) or traits.moves or Fn.RANGE in traits.fns
    ranked = not traits.compares or frame.has(Sense.SUPERLATIVE)
    if item.sense is Sense.MINUS and ranked and combined_series(frame) is not None:
        return apart
    return apart or traits.compares or candidate.answer_type is not AnswerType.NUMERICAL or values_are_changes(frame)


def _divided(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    divided = Arithmetic.DIV in traits.arithmetic or Arithmetic.MUL in traits.arithmetic
    combined = combined_series(frame)
    ranked = not traits.compares or frame.has(Sense.SUPERLATIVE)
    if combined is not None and combined[0] == item and ranked:
        return divided
    return divided or candidate.answer_type is not AnswerType.NUMERICAL or item not in candidate.items


def _multiplied(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    scaled = bool(traits.arithmetic & {Arithmetic.MUL, Arithmetic.DIV})
    stretch = {i for ref in frame.places for i in ref.tokens} | {i for one in frame.thresholds for i in one.tokens}
    after = frame.tokens[item.end] if item.end < len(frame.tokens) else None
    if item.payload == 0 and after is not None and after.value is not None and item.start - 1 in frame.named_tokens:
        return scaled  # "sales times 2"
    return scaled or item.payload == 0 or item.start in stretch or traits.compares or Fn.COUNT in traits.fns


def _moved(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    shared = traits.percent and not traits.arithmetic & set(_APART) and not traits.moves
    if shared and len(frame.places) == 2 and not values_are_changes(frame):
        return False  # a part of the whole is no change from one place to another
    apart = bool(traits.arithmetic & {*_APART, Arithmetic.DIV}) or traits.moves or traits.compares
    if frame.word("or") and len({one.payload for one in frame.all(Sense.TREND)}) > 1:
        return apart or candidate.answer_type is not AnswerType.NUMERICAL
    return apart or values_are_changes(frame) or item not in candidate.items


def _measured(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    return not frame.vocabulary.is_box or Measure(str(item.payload)) in traits.measures


def _counted(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    """Whether "how many things" asks for a number that the plan gives: a count, or a value that counts those things."""
    if frame.focus is not Focus.COUNT or candidate.answer_type is not AnswerType.NUMERICAL or Fn.COUNT in traits.fns:
        return True
    noun = max(frame.focus_tokens, default=-1) + 1
    if frame.focus_dim is not None and frame.norms[noun : noun + 1] in (["who"], ["that"], ["which"], ["whose"]):
        return False  # "the number of patients who lost sleep" counts patients
    if frame.norms[item.end : item.end + 2] in (["of", "them"], ["of", "these"], ["of", "those"]):
        return False
    vocabulary = frame.vocabulary
    told = vocabulary.title_stems["y_title"]
    rated = not told and bool(vocabulary.title_stems["title"] & _RATES)
    if rated and bool(frame.refs) and not traits.arithmetic and not frame.has(Sense.SHARE, Sense.AGGREGATE):
        return False
    if vocabulary.counts or not told:
        return True
    if not frame.focus_tokens:
        # "cylinder count": a noun, and not of the values
        return frame.norms[item.start] != "count" or "count" in told or not traits.fns & set(_EXTREMES)
    from qa.parse.concepts import concept_of
    from qa.parse.linking import same_word

    if traits.arithmetic or traits.moves:
        # "how many of the products fell": things are counted
        return not any(
            token.stem in KINDS and not concept_of(token, told)
            for token in frame.tokens[item.end + 1 : item.end + 3]
            if frame.norms[item.end] == "of"
        )

    words = [frame.tokens[i] for i in (*frame.focus_tokens, *range(item.end, min(item.end + 3, len(frame.tokens))))]
    return any(
        token.stem in told or _measures(frame, token) or concept_of(token, told)
        or any(same_word(token.stem, word) >= _ALIKE for word in told | vocabulary.title_stems["title"])
        for token in words
    )  # fmt: skip


def _measures(frame: Frame, token: Token) -> bool:
    """Whether a word is a unit that the values may be in: of time only where the chart prints it."""
    unit = unit_named(token.norm)
    if unit is None or unit in units_of(frame, "y_title"):
        return unit is not None or spells_unit(token.norm)
    return token.stem not in TIME_WORDS | {"minute", "second"}


_ALIKE = 0.8
_RATES = frozenset({"rate", "percent", "percentage", "proportion", "share"})


def _ordered(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    return traits.orders or traits.chooses or bool(traits.fns & set(_EXTREMES)) or traits.arithmetic != frozenset()


def _at_end(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    ends = traits.ends or traits.places or traits.compares or traits.moves or bool(traits.arithmetic)
    return ends or traits.orders or item in candidate.items


def _judged(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    return traits.compares or traits.negates or traits.chooses or item in candidate.items


def _negated(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    return traits.negates or item in candidate.items or (traits.compares and bool(frame.thresholds))


def _crossed(frame: Frame, candidate: Candidate, traits: Traits, item: Item) -> bool:
    """Whether a crossing is worked out; "cut" and "meet" have other meanings."""
    return traits.moves or not frame.norms[item.start].startswith(("cross", "intersect"))


_CHECKS: dict[Sense, Check] = {
    Sense.CROSSING: _crossed,
    Sense.SUPERLATIVE: _extreme,
    Sense.COMPARATIVE: _compared,
    Sense.RELATION: _related,
    Sense.AGGREGATE: _aggregated,
    Sense.SHARE: _shared,
    Sense.DIFFERENCE: _apart,
    Sense.MINUS: _apart,
    Sense.RATIO: _divided,
    Sense.PERCENT_CHANGE: _divided,
    Sense.TIMES: _multiplied,
    Sense.CHANGE: _moved,
    Sense.TREND: _moved,
    Sense.MEASURE: _measured,
    Sense.HOW_MANY: _counted,
    Sense.RISING: _ordered,
    Sense.FALLING: _ordered,
    Sense.TOP: _ordered,
    Sense.START: _at_end,
    Sense.END: _at_end,
    Sense.FIRST: _at_end,
    Sense.LAST: _at_end,
    Sense.SIGN: _judged,
    Sense.ZERO: _judged,
    Sense.NOT: _negated,
    Sense.NONE: _negated,
}


def _ordinals(frame: Frame, candidate: Candidate, traits: Traits) -> set[int]:
    """Ordinals that are no name, no rank and no end: "from the first step to the second"."""
    if traits.chooses or (traits.places and not traits.arithmetic):
        return set()
    used = set(frame.named_tokens) | set(candidate.tokens)
    used |= {i for item in frame.items if item.sense in (Sense.MEASURE, Sense.IQR) for i in range(item.start, item.end)}
    ranks = {token.index for token in frame.tokens if (rank := ordinal_of(token)) is not None and rank > 1}
    before = {frame.tokens[i + 1].index for i in used if i + 1 < len(frame.tokens)}
    seconds = {i for i in ranks if frame.norms[i] == "second" and i in before and frame.norms[i - 1][-1:].isdigit()}
    return ranks - used - seconds


def _things(frame: Frame, candidate: Candidate) -> set[int]:
    """The superlative of "cheapest city" where a number is answered: a name is asked for."""
    if (
        candidate.answer_type is not AnswerType.NUMERICAL
        or frame.focus is not Focus.VALUE
        or not frame.vocabulary.names
    ):
        return set()
    found = set()
    told = frame.vocabulary.title_stems["y_title"] | frame.vocabulary.title_stems["x_title"]
    for item in frame.all(Sense.SUPERLATIVE):
        following = frame.tokens[item.end] if item.end < len(frame.tokens) else None
        opens = all(norm in ("the", "what", "is", "and", "was", "'s", "which") for norm in frame.norms[: item.start])
        named = following is not None and following.index in frame.named_tokens
        if following is not None and opens and not named and following.stem in KINDS - told:
            found |= set(range(item.start, item.end))
    return found


__all__ = ["Traits", "traits_of", "unaccounted"]
