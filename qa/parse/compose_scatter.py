"""Readings of scatter plots and histograms: the other coordinate of an extreme point, the edges and height of a bar."""

from __future__ import annotations

from collections.abc import Iterator

from qa.parse.compose import Candidate
from qa.parse.compose_values import made
from qa.parse.concepts import concept_of
from qa.parse.frame import Focus, Frame
from qa.parse.lexicon import Sense
from qa.parse.linking import same_word
from qa.parse.operands import best_item, one_curve
from qa.parse.scope import Binder, Scope
from qa.parse.words import Token
from qa.plan import Agg, Arith, Arithmetic, Best, Fn, Nth, Number, Order, Value, XOf
from sie.vocab import ChartFamily

_SAID_AFTER = 4
_EVEN = 1e-6


def axis_of(frame: Frame, token: Token) -> str | None:
    """The axis that a word is of, by its title or by its quantity; None where it is of both or of none."""
    titles = frame.vocabulary.title_stems
    x, y = titles["x_title"], titles["y_title"]
    if concept_of(token, x & y):
        return None
    if token.stem in x ^ y:
        return "x" if token.stem in x else "y"
    of_x = _is_of(token, x - y)
    return None if of_x == _is_of(token, y - x) else "x" if of_x else "y"


def _is_of(token: Token, words: frozenset[str]) -> bool:
    long = [word for word in words if len(word) > 1 or word == token.norm]
    return any(same_word(token.stem, word) >= 0.85 for word in long) or concept_of(token, words)


def other_coordinate(frame: Frame) -> Iterator[Candidate]:
    """ "How hot was the day with the most ozone?": one coordinate of the point where the other one is extreme."""
    best = best_item(frame)
    if frame.vocabulary.family is not ChartFamily.SCATTER or best is None or frame.thresholds:
        return
    if frame.focus not in (Focus.VALUE, Focus.COUNT, Focus.NAME) or frame.has(Sense.DIFFERENCE, Sense.RATIO):
        return
    near = [*frame.tokens[best.start : best.end + _SAID_AFTER], *reversed(frame.tokens[: best.start][-2:])]
    extreme, at = next(((axis, token.index) for token in near if (axis := axis_of(frame, token))), (None, 0))
    rest = [token for token in frame.tokens if token.index < best.start and token.index != at]
    rest += [token for token in frame.tokens if token.index > max(at, best.end - 1)]
    asked = next((axis for token in rest if len(token.norm) > 1 and (axis := axis_of(frame, token))), None)
    if extreme is None or asked is None or asked == extreme:
        return
    binder = Binder()
    scope = Scope(frame, binder)
    used = frame.all(Sense.SUPERLATIVE, Sense.HOW_MANY, Sense.WHO, Sense.WHEN, Sense.WHERE, Sense.MARK_WORD)
    if extreme == "y":
        yield made(XOf(Best(scope.relation(points=True), highest=best.payload == 1)), binder, *used, prior=0.1)
    else:
        order = Order.BACKWARD if best.payload == 1 else Order.FORWARD
        at_end = Nth(one_curve(scope.relation()), Number(1), order)
        yield made(Value(at_end), binder, *used, prior=0.1)


def bar_edge(frame: Frame) -> Iterator[Candidate]:
    """ "Where does the tallest bin begin?": the edge of a histogram's highest or lowest bar."""
    best, bins = best_item(frame), frame.vocabulary.bins
    edge = frame.first(Sense.START, Sense.END)
    if best is None or edge is None or not bins or frame.thresholds or frame.places:
        return
    widths = [one.high - one.low for one in bins]
    if max(widths) - min(widths) > _EVEN * max(widths):
        return
    binder = Binder()
    middle = XOf(Best(Scope(frame, binder).relation(points=True), highest=best.payload == 1))
    op = Arithmetic.SUB if edge.sense is Sense.START else Arithmetic.ADD
    used = frame.all(Sense.SUPERLATIVE, Sense.START, Sense.END, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.WHERE)
    yield made(Arith(op, middle, Number(widths[0] / 2)), binder, *used, prior=0.1)


def bar_height(frame: Frame) -> Iterator[Candidate]:
    """ "count in the tallest bar": the height of a histogram's extreme bar, asked for by the word of the heights."""
    best, vocabulary = best_item(frame), frame.vocabulary
    if best is None or not vocabulary.bins or frame.thresholds or frame.has(Sense.WHICH, Sense.WHERE, Sense.START):
        return
    words = vocabulary.title_stems["y_title"] | {"count", "frequency", "height"}
    opening = [token for token in frame.tokens[: best.start] if token.stem in words]
    if not opening or not frame.has(Sense.MARK_WORD):
        return
    binder = Binder()
    rel = Scope(frame, binder).relation(points=True)
    used = frame.all(Sense.SUPERLATIVE, Sense.HOW_MANY, Sense.MARK_WORD, Sense.PLACE_WORD)
    yield made(Agg(Fn.MAX if best.payload == 1 else Fn.MIN, rel), binder, *used, prior=0.05)


SCATTER_CONSTRUCTORS = (other_coordinate, bar_edge, bar_height)
