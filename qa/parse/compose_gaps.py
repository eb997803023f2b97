"""Readings of differences of differences and of rates: a gap at one place against that at another, growth a year, two
numbers of one box."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.compose_values import made
from qa.parse.conditions import says_lost, values_are_changes
from qa.parse.frame import Focus, Frame, PlaceRef, SeriesRef
from qa.parse.generic import TIME_WORDS
from qa.parse.lexicon import Sense
from qa.parse.linking import same_word
from qa.parse.operands import number_of
from qa.parse.scope import Binder, Scope
from qa.plan import (
    Arith,
    Arithmetic,
    Best,
    Compare,
    Dim,
    Measure,
    Names,
    Num,
    Number,
    Op,
    Rel,
    Spots,
    Value,
    Values,
    XOf,
    Zip,
)
from qa.template import AnswerType

_DAYS_A_YEAR = 365.2425


def gaps_compared(frame: Frame) -> Iterator[Candidate]:
    """ "Is the gap between A and B wider at 14 than at 8?": the distances of two names at two places, compared."""
    apart = frame.first(Sense.DIFFERENCE)
    compared = frame.first(Sense.COMPARATIVE, Sense.TREND)
    places = [ref for ref in frame.places if ref.end is None]
    series = _pair_of_series(frame)
    if frame.focus is not Focus.TRUTH or apart is None or compared is None or len(places) != 2 or series is None:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    gaps: list[Num] = []
    for place in sorted(places, key=lambda ref: ref.at):
        sides = [number_of(frame, scope.relation([one], [place]))[0] for one in series]
        gaps.append(Arith(Arithmetic.ABSDIFF, sides[0], sides[1]))
    first, second = gaps
    moved = compared.sense is Sense.TREND
    op = Op.GT if (compared.payload == 1) != moved else Op.LT
    used = frame.all(Sense.DIFFERENCE, Sense.COMPARATIVE, Sense.THAN, Sense.BETWEEN, Sense.TREND, Sense.CHANGE)
    yield Candidate(Compare(op, first, second), binder.bindings(), AnswerType.BINARY, frozenset(used), prior=0.1)


def _pair_of_series(frame: Frame) -> list[SeriesRef] | None:
    named = list({ref.name: ref for ref in frame.series}.values())
    if len(named) == 2:
        return named
    names = frame.vocabulary.series
    if named or len(names) != 2:
        return None
    return [SeriesRef(0, frozenset(), name.name) for name in names]


def growth_rate(frame: Frame) -> Iterator[Candidate]:
    """ "average yearly growth from 1956 to 1961", "how much per day": a change divided by the way along the axis."""
    tokens = per_step(frame)
    moved = frame.first(Sense.CHANGE, Sense.TREND, Sense.DIFFERENCE)
    if moved is None and frame.than is None and not frame.thresholds:
        moved = frame.first(Sense.COMPARATIVE)
    if not tokens or moved is None or frame.focus not in (Focus.VALUE, Focus.COUNT):
        return
    ends = _ends_of(frame)
    if ends is None or values_are_changes(frame):
        return
    binder = Binder()
    scope = Scope(frame, binder)
    (first, x0), (last, x1) = ends
    rels = [scope.relation(frame.series, [ref]) for ref in (first, last)]
    if any(rel.dims for rel in rels) or x1 <= x0:
        return
    change = Arith(Arithmetic.SUB, Value(rels[1]), Value(rels[0]))
    falling = moved.sense in (Sense.TREND, Sense.COMPARATIVE) and moved.payload == -1
    if falling:
        change = Arith(Arithmetic.SUB, Value(rels[0]), Value(rels[1]))
    used = frame.all(
        Sense.CHANGE, Sense.TREND, Sense.DIFFERENCE, Sense.BETWEEN, Sense.AGGREGATE, Sense.HOW_MANY, Sense.ALL,
        Sense.START, Sense.END, Sense.HOW_MUCH, Sense.COMPARATIVE,
    )  # fmt: skip
    yield made(Arith(Arithmetic.DIV, change, Number(x1 - x0)), binder, *used, tokens=tokens, prior=0.1)


_OFTEN = {"yearly": "year", "annual": "year", "annually": "year", "daily": "day", "weekly": "week", "monthly": "month"}


def per_step(frame: Frame) -> frozenset[int]:
    """The words of "per year", "a day", "annual", where that is the step of the axis."""
    for token in frame.tokens:
        word = _OFTEN.get(token.norm)
        if word is not None and _is_axis_step(frame, word):
            return frozenset({token.index})
        before = frame.norms[token.index - 1] if token.index else ""
        stepped = token.stem in TIME_WORDS or any(
            same_word(token.stem, title) >= 0.85 for title in frame.vocabulary.title_stems["x_title"] if len(title) > 1
        )
        rated = before in ("per", "each", "every") or (before in ("a", "an") and token.stem in TIME_WORDS)
        if rated and stepped and token.norm == token.stem and _is_axis_step(frame, token.stem):
            return frozenset({token.index - 1, token.index})
    return frozenset()


def per_time(frame: Frame) -> frozenset[int]:
    """The words of "per year", "annual", whatever the axis; none where a title has them: the values are rates then."""
    titles = frame.vocabulary.title_stems
    told = titles["y_title"] | titles["title"]
    found: set[int] = set()
    for token in frame.tokens:
        rated = token.index > 0 and frame.norms[token.index - 1] in ("per", "each", "every")
        if token.norm in _OFTEN and not {token.stem, _OFTEN[token.norm]} & told:
            found.add(token.index)
        elif rated and token.stem in TIME_WORDS and token.norm == token.stem and token.stem not in told:
            found |= {token.index - 1, token.index}
    return frozenset(found)


def _is_axis_step(frame: Frame, word: str) -> bool:
    vocabulary = frame.vocabulary
    if word == "year":
        titled = "year" in vocabulary.title_stems["x_title"]
        numbers = [name.value for name in vocabulary.places]
        labels = bool(numbers) and all(number is not None and 1000 <= number < 3000 for number in numbers)
        return titled or vocabulary.years_x or vocabulary.time_x or labels
    return any(same_word(word, title) >= 0.85 for title in vocabulary.title_stems["x_title"] if len(title) > 1)


def _ends_of(frame: Frame) -> tuple[tuple[PlaceRef, float], tuple[PlaceRef, float]] | None:
    """The two places that a change lies between, with where they stand; of a stretch its ends, else those of all."""
    vocabulary = frame.vocabulary
    numbers = {name.name: name.value for name in vocabulary.places}
    placed: list[tuple[PlaceRef, float]] = []
    for ref in frame.places:
        x = ref.x if ref.x is not None else numbers.get(ref.label or "")
        if ref.is_range and not vocabulary.numeric_x:
            ends = [name for name in vocabulary.places if name.value is not None and name.value in (ref.low, ref.high)]
            placed += [(PlaceRef(ref.at, ref.tokens, label=one.name), one.value or 0.0) for one in ends]
        elif ref.is_range and ref.end is None and ref.low is not None and ref.high is not None:
            if vocabulary.time_x:
                placed.append((ref, ref.low / _DAYS_A_YEAR))
                continue
            placed += [(PlaceRef(ref.at, ref.tokens, x=value), value) for value in (ref.low, ref.high)]
        elif x is not None:
            placed.append((ref, x))
    if not frame.places and vocabulary.numeric_x and not vocabulary.time_x:
        placed = [(PlaceRef(0, frozenset(), x=x), x) for x in (vocabulary.xs[0], vocabulary.xs[-1])]
    if len(placed) != 2:
        return None
    first, last = sorted(placed, key=lambda one: one[1])
    return first, last


def measures_apart(frame: Frame) -> Iterator[Candidate]:
    """ "from the median to the upper quartile of A": how far two numbers of one box are apart."""
    named = list({item.payload: item for item in frame.all(Sense.MEASURE)}.values())
    said = frame.has(Sense.DIFFERENCE, Sense.BETWEEN, Sense.MINUS, Sense.HOW_MUCH) or frame.has(Sense.AGGREGATE)
    if len(named) != 2 or frame.focus not in (Focus.VALUE, Focus.COUNT) or not said or frame.thresholds:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    sides = [scope.relation(rel=Values(Measure(str(item.payload)), Spots.LABELS)) for item in named]
    if any(rel.dims for rel in sides) and len(frame.vocabulary.view.data) != 1:
        return
    first, second = (Value(rel) for rel in sides)
    op = Arithmetic.SUB if frame.has(Sense.MINUS) else Arithmetic.ABSDIFF
    used = frame.all(Sense.MEASURE, Sense.DIFFERENCE, Sense.BETWEEN, Sense.MINUS, Sense.AGGREGATE, Sense.HOW_MUCH)
    yield made(Arith(op, first, second), binder, *used, prior=0.05)


def most_risen(frame: Frame) -> Iterator[Candidate]:
    """ "Which tree gains most from 118 to 1582 days", "in relative terms": the name whose value moved most."""
    best = frame.first(Sense.SUPERLATIVE)
    moved = frame.first(Sense.CHANGE, Sense.TREND, Sense.PERCENT_CHANGE, Sense.DIFFERENCE)
    places = [ref for ref in frame.places if ref.end is None]
    if frame.focus is not Focus.NAME or best is None or moved is None or frame.series or frame.thresholds:
        return
    ends = _first_last_places(frame, places)
    if ends is None or frame.vocabulary.n_series < 2 or frame.focus_dim is Dim.PLACE:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    first, last = (scope.relation([], [ref]) for ref in ends)
    if first.dims != {Dim.SERIES} or last.dims != {Dim.SERIES}:
        return
    relative = moved.sense is Sense.PERCENT_CHANGE or frame.has(Sense.SHARE) or frame.word("relative", "relatively")
    grown: Rel = Zip(Arithmetic.DIV if relative else Arithmetic.SUB, last, first)
    falling = (moved.sense is Sense.TREND and moved.payload == -1) or says_lost(frame)
    chosen = Best(grown, highest=falling == (best.payload == -1))
    used = frozenset((
        best, *frame.all(
            Sense.CHANGE, Sense.TREND, Sense.PERCENT_CHANGE, Sense.BETWEEN, Sense.DIFFERENCE, Sense.SHARE, Sense.START,
            Sense.END, Sense.SUPERLATIVE, Sense.ALL,
        ),
    ))  # fmt: skip
    words = frozenset(t.index for t in frame.tokens if t.norm in ("relative", "relatively", "terms"))
    plan = Names(chosen, (Dim.SERIES,))
    yield Candidate(plan, binder.bindings(), AnswerType.STRING_OR_LIST, used, words, prior=0.1)


def _first_last_places(frame: Frame, places: list[PlaceRef]) -> tuple[PlaceRef, PlaceRef] | None:
    if len(places) == 2 and not any(ref.label is None and ref.x is None and ref.low is None for ref in places):
        first, second = sorted(places, key=lambda ref: ref.at)
        return first, second
    if len(places) == 1 and places[0].is_range and not frame.vocabulary.time_x:
        only = places[0]
        if only.low is not None and only.high is not None:
            return PlaceRef(only.at, only.tokens, x=only.low), PlaceRef(only.at, only.tokens, x=only.high)
    return None


def edge_of_best_bin(frame: Frame) -> Iterator[Candidate]:
    """ "the lower limit of the modal class": where the highest or lowest bar of a histogram begins or ends."""
    best, edge = frame.first(Sense.SUPERLATIVE), frame.first(Sense.START, Sense.END)
    bins = frame.vocabulary.bins
    sides = [side for word, side in _EDGES.items() if frame.word(word) and edge is not None]
    if not bins or best is None or len(sides) != 1 or frame.thresholds or frame.focus not in (Focus.VALUE, Focus.NAME):
        return
    widths = [one.high - one.low for one in bins]
    if max(widths) - min(widths) > _SAME_WIDTH * max(widths):
        return
    binder = Binder()
    middle = XOf(Best(Scope(frame, binder).relation(places=[]), highest=best.payload == 1))
    plan = Arith(sides[0], middle, Number(widths[0] / 2))
    words = frozenset(token.index for token in frame.tokens if token.norm in _EDGES)
    yield made(plan, binder, best, edge, *frame.all(Sense.PLACE_WORD, Sense.MARK_WORD), tokens=words, prior=0.1)


_EDGES = {"lower": Arithmetic.SUB, "upper": Arithmetic.ADD}
_SAME_WIDTH = 0.01


GAP_CONSTRUCTORS = (gaps_compared, growth_rate, measures_apart, most_risen, edge_of_best_bin)
