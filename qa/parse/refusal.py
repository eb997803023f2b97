"""Why a question cannot be answered from a chart, in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from qa.parse.crossing import asks_where
from qa.parse.frame import Focus, Frame, PlaceRef
from qa.parse.lexicon import Item, Sense, find_items
from qa.parse.scope import BIN_EDGE
from qa.parse.vocabulary import Bin, Vocabulary
from qa.parse.words import Kind, Token
from qa.plan import Fn, Op

SHOWN_NAMES = 12
_SLACK = 0.02
_FIRST_WORDS = 3


def refused_at_once(tokens: Sequence[Token], vocabulary: Vocabulary) -> str | None:
    """The reason why a question is none about data at all, or None."""
    items = find_items(tokens)
    senses = {item.sense: item for item in items}
    cause = senses.get(Sense.CAUSE)
    if cause is not None and (cause.start < _FIRST_WORDS or tokens[cause.start].norm in ("why", "explain", "reason")):
        return _CAUSE
    if _made_to_move(tokens, items):
        return _CAUSE
    if Sense.PREDICTION in senses and not _in_titles(senses[Sense.PREDICTION].start, tokens, vocabulary):
        return "it asks for a prediction; a chart shows only what was drawn"
    if Sense.ADVICE in senses:
        return "it asks for advice; a chart shows data only"
    hidden = senses.get(Sense.NOT_SHOWN) or _significance(tokens)
    if hidden is not None and not any(_in_titles(i, tokens, vocabulary) for i in range(hidden.start, hidden.end)):
        words = " ".join(token.text for token in tokens[hidden.start : hidden.end])
        return f"it asks for what the chart does not tell ('{words}')"
    if Sense.CHAT in senses:
        return "it is not a question about the data of this chart"
    return None


_CAUSE = "it asks for a cause; a chart shows what is, not why"
_MADE = ("made", "make", "makes", "drove", "led")


def _made_to_move(tokens: Sequence[Token], items: Sequence[Item]) -> bool:
    """ "Was it hunting that made the numbers fall": what moved the values is no part of a chart."""
    made = next((token.index for token in tokens if token.norm in _MADE), None)
    if made is None or tokens[made + 1 : made + 2] == [] or tokens[made + 1].norm == "up":
        return False
    return any(item.sense is Sense.TREND and 1 < item.start - made <= _MOVED_BY for item in items)


_MOVED_BY = 5


def _significance(tokens: Sequence[Token]) -> Item | None:
    """ "is the difference significant": a test that a chart does not show."""
    told = next((token for token in tokens if token.norm == "significant"), None)
    if told is None or not any(token.norm in ("difference", "differences", "effect") for token in tokens):
        return None
    return Item(Sense.NOT_SHOWN, told.index, told.index + 1)


def _in_titles(place: int, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    words = frozenset().union(*vocabulary.title_stems.values()) | {s for name in vocabulary.names for s in name.stems}
    return tokens[place].stem in words


def not_told(frame: Frame) -> str | None:
    """The reason why a chart's values do not tell what is asked, though they could be taken for it, or None."""
    if asks_where(frame):
        return "where these lines cross is not worked out on axes like these"
    return _of_binned(frame) or _cuts_bin(frame) or _far_from_values(frame)


def _far_from_values(frame: Frame) -> str | None:
    """ "How many are under 10" where all values are millions: a bound of another quantity than the values."""
    vocabulary = frame.vocabulary
    values = [number for datum in vocabulary.view.data for number in datum.numbers.values()]
    if not values or vocabulary.view.field("y_scale") == "log" or frame.has(*_WORKED_OUT):
        return None
    low, high = min(*values, 0.0), max(*values, 0.0)
    for one in frame.thresholds:
        beyond = one.value - high if one.op in (Op.GT, Op.GE) else low - one.value
        tiny = one.op in (Op.LT, Op.LE) and 0 < one.value < _TINY * min(values)
        if not one.percent and (beyond > _FAR * (high - low) or tiny) and frame.focus is not Focus.TRUTH:
            return f"{one.value:g} is far from all values, which lie between {min(values):g} and {max(values):g}"
    return None


_FAR = 3.0
"""How many ranges of the values a bound may lie beyond them."""
_TINY = 0.01
"""The part of the smallest value below which a bound is of another quantity."""
_WORKED_OUT = (Sense.SHARE, Sense.TREND, Sense.CHANGE, Sense.DIFFERENCE, Sense.RATIO, Sense.TIMES, Sense.AGGREGATE)


def _cuts_bin(frame: Frame) -> str | None:
    """ "how many are above 35" where 35 lies inside a bin: the chart tells bounds only."""
    bins = frame.vocabulary.bins
    for ref in frame.places if bins else ():
        edges = [edge for edge in (ref.low, ref.high) if edge is not None]
        cut = next((one for edge in edges for one in bins if _inside_bin(one, edge)), None)
        if not ref.is_range or cut is None:
            continue
        low, high = (sum(_held(frame, ref, whole=whole)) for whole in (True, False))
        edge = next(edge for edge in edges if _inside_bin(cut, edge))
        bounds = f": between {low:.6g} and {high:.6g}" if frame.focus is Focus.COUNT else ""
        return f"{edge:g} lies inside the bin from {cut.low:g} to {cut.high:g}, so that only bounds are told{bounds}"
    return None


def _inside_bin(one: Bin, edge: float) -> bool:
    slack = BIN_EDGE * (one.high - one.low)
    return one.low + slack < edge < one.high - slack


def _held(frame: Frame, ref: PlaceRef, *, whole: bool) -> list[float]:
    """The heights of the bins wholly (or in part) in a stretch, of the series that are named."""
    view = frame.vocabulary.view
    low = ref.low if ref.low is not None else float("-inf")
    high = ref.high if ref.high is not None else float("inf")
    named = {one.name for one in frame.series}
    held = []
    for datum in view.data:
        x, height = datum.x, datum.numbers.get("y")
        one = next((one for one in frame.vocabulary.bins if x is not None and one.low <= x < one.high), None)
        if one is None or height is None or (named and view.series.get(datum.series) not in named):
            continue
        slack = BIN_EDGE * (one.high - one.low)
        inside = one.low >= low - slack and one.high <= high + slack
        touches = one.high > low + slack and one.low < high - slack
        if inside if whole else touches:
            held.append(height)
    return held


def _of_binned(frame: Frame) -> str | None:
    """ "the mean dwell time" of a histogram of dwell times: a statistic of what was binned, not of the counts."""
    vocabulary = frame.vocabulary
    asked = next((item for item in frame.all(Sense.AGGREGATE, Sense.MEASURE) if item.payload not in _OF_COUNTS), None)
    asked = asked or _longest_of_binned(frame)
    if not vocabulary.bins or asked is None or frame.focus is Focus.TRUTH or frame.refs:
        return None
    x, y = vocabulary.title_stems["x_title"], vocabulary.title_stems["y_title"]
    of_x = any(token.stem in x - y for token in frame.tokens)
    of_counts = frame.has(Sense.MARK_WORD, Sense.HOW_MANY) or frame.word("per", "count", "counts", "frequency")
    if not of_x or of_counts or any(token.stem in y - x for token in frame.tokens):
        return None
    what = vocabulary.view.field("x_title")
    return (
        f"a histogram shows how many values of {what} fall into each bin, not the values that this is worked out from"
    )


def _longest_of_binned(frame: Frame) -> Item | None:
    """ "the longest single waiting time" of a histogram of waiting times: an extreme of what was binned."""
    titles = frame.vocabulary.title_stems
    for item in frame.all(Sense.SUPERLATIVE) if frame.focus is Focus.VALUE else ():
        behind = [token for token in frame.tokens[item.end : item.end + 3] if token.norm not in ("single", "of", "the")]
        if frame.norms[item.start] in _SIZED and behind and behind[0].stem in titles["x_title"] - titles["y_title"]:
            return item
    return None


_SIZED = frozenset(
    {"longest", "shortest", "largest", "smallest", "biggest", "heaviest", "lightest", "oldest", "youngest"}
)
_OF_COUNTS = (Fn.SUM, Fn.COUNT)


def out_of_range(frame: Frame) -> str | None:
    """The reason why a place of the question lies outside the chart, or None."""
    vocabulary = frame.vocabulary
    if not vocabulary.numeric_x or not vocabulary.xs:
        return None
    low, high = vocabulary.xs[0], vocabulary.xs[-1]
    if vocabulary.bins:
        low, high = vocabulary.bins[0].low, vocabulary.bins[-1].high
    slack = _SLACK * (high - low)
    for ref in frame.places:
        if _outside(ref, low - slack, high + slack):
            return f"{_shown(frame, ref)} lies outside the chart, whose axis runs from {_ends(vocabulary, low, high)}"
    return None


def _outside(ref: PlaceRef, low: float, high: float) -> bool:
    if ref.x is not None:
        return not low <= ref.x <= high
    if ref.low is not None and ref.low > high:
        return True
    return ref.high is not None and ref.high < low


def _shown(frame: Frame, ref: PlaceRef) -> str:
    return " ".join(frame.tokens[i].text for i in sorted(ref.tokens))


def _ends(vocabulary: Vocabulary, low: float, high: float) -> str:
    if vocabulary.time_x:
        labels = [
            datum.label or "" for datum in sorted(vocabulary.view.data, key=lambda d: d.x or 0.0) if datum.x is not None
        ]
        return f"{labels[0]} to {labels[-1]}"
    return f"{low:g} to {high:g}"


def left_without(missed: Collection[int], tokens: Sequence[Token]) -> str:
    """The reason for a question of which every reading leaves some words out."""
    words = [tokens[i].text for i in sorted(missed)]
    return f"no reading of the question accounts for {_listed(words)}"


def unexplained(frame: Frame | None, tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """The reason for a question of which too much is not understood."""
    if frame is not None and frame.leftover:
        worst = max(frame.leftover.values())
        words = [tokens[i].text for i in sorted(frame.leftover) if frame.leftover[i] >= min(worst, 0.35)]
        known = _known(vocabulary)
        return f"nothing in this chart is called {_listed(words)}" + (f"; it has {known}" if known else "")
    if not any(token.kind is Kind.WORD for token in tokens):
        return "it is not a question about the data of this chart"
    return "it is not clear what is asked of this chart"


def _listed(words: Sequence[str]) -> str:
    quoted = [f"'{word}'" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _known(vocabulary: Vocabulary) -> str:
    parts = []
    for label, names in (("the series", vocabulary.view.names), ("the places", vocabulary.place_labels)):
        if names:
            more = ", ..." if len(names) > SHOWN_NAMES else ""
            parts.append(f"{label} {', '.join(names[:SHOWN_NAMES])}{more}")
    return " and ".join(parts)
