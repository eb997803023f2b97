"""From tokens to frames: choosing among links and phrases, telling places from thresholds, finding the focus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from qa.parse.exclusion import without_excluded
from qa.parse.fillers import spells_unit
from qa.parse.focus import find_focus
from qa.parse.frame import Frame, PlaceRef, SeriesRef, covered
from qa.parse.leftovers import leftover_weights
from qa.parse.lexicon import Item, Sense, find_items, grade
from qa.parse.link_choice import DROPPED, SURE, link_choices
from qa.parse.linking import Link, find_links
from qa.parse.merging import merged
from qa.parse.places import find_places
from qa.parse.stretches import month_links
from qa.parse.thresholds import find_thresholds
from qa.parse.turning import turned
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Kind, Token, ordinal_of, root
from qa.plan import Dim, Op
from sie.vocab import ChartFamily

MAX_FRAMES = 8


def frames_of(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Frame]:
    """The plausible frames of a question, likeliest links first."""
    found = find_items(tokens)
    frames = []
    best: tuple[Link, ...] | None = None
    linked = [*month_links(tokens, vocabulary), *find_links(tokens, vocabulary)]
    for links in link_choices(tokens, linked, vocabulary):
        best = links if best is None else best
        dropped = DROPPED * sum(link.exact and link not in links for link in best) if len(links) < len(best) else 0.0
        for items, loss in _item_choices(tokens, found, links, vocabulary):
            frames.append(_frame(tokens, vocabulary, links, items, loss + dropped))
            if len(frames) >= MAX_FRAMES:
                return frames
    return frames


# --------------------------------------------------------------------------- items

_TITLE_SENSES = frozenset({
    Sense.AGGREGATE, Sense.CHANGE, Sense.TREND, Sense.SHARE, Sense.MEASURE, Sense.SUPERLATIVE, Sense.RATIO,
    Sense.TIMES, Sense.CROSSING, Sense.SERIES_WORD, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.HOW_MANY, Sense.IQR,
    Sense.TITLE, Sense.TOP, Sense.SORT, Sense.RELATION, Sense.PREDICTION, Sense.FIRST, Sense.LAST, Sense.START,
    Sense.END, Sense.EQUAL, Sense.CAUSE, Sense.TREND_WORD, Sense.PERCENT_CHANGE, Sense.DIFFERENCE,
    Sense.CORRELATION,
})  # fmt: skip
_SOFT = frozenset({Sense.AGGREGATE, Sense.SHARE, Sense.CHANGE, Sense.MEASURE})
_MOVING = frozenset({Sense.TREND, Sense.RELATION, Sense.SUPERLATIVE, Sense.COMPARATIVE})
_LOOSE = frozenset({"of", "in", "the", "a", "an", "and", "per", "by", "for", "to", "at", "on", "with", "from", "as"})
KEPT_LOSS = 0.12
_FAMILY_WORD = 8
"""Letters of the shortest word of a title that a verb of its family is taken for."""


def _item_choices(
    tokens: Sequence[Token], found: Sequence[Item], links: Sequence[Link], vocabulary: Vocabulary
) -> Iterator[tuple[tuple[Item, ...], float]]:
    """The items that links leave, without those that are words of the chart's titles; then with them, at a loss."""
    linked = covered(link.tokens for link in links)
    free = [item for item in found if not (set(range(item.start, item.end)) & linked)]
    valid = [item for item in free if _valid(item, tokens, vocabulary) and _joins(item, tokens, linked)]
    kept = [_without_change(item, valid, tokens) for item in _longest(valid)]
    kept = merged([turned(item, tokens, vocabulary) for item in kept], tokens, linked, curved=vocabulary.numeric_x)
    titled = {item for item in kept if item.sense in _TITLE_SENSES and _in_titles(item, tokens, vocabulary)}
    yield tuple(item for item in kept if item not in titled), 0.0
    if any(item.sense in _SOFT for item in titled):
        yield tuple(item for item in kept if item not in titled or item.sense in _SOFT), KEPT_LOSS
    if any(item.sense in _MOVING for item in titled):
        yield tuple(item for item in kept if item not in titled or item.sense in _MOVING), KEPT_LOSS


def _joins(item: Item, tokens: Sequence[Token], linked: set[int]) -> bool:
    """Whether a sign or a preposition of two senses stands where the one of the lexicon is meant: a slash divides two
    names, not two units; "lower under A than under B" says only under what."""
    first = tokens[item.start].norm
    if item.sense is Sense.RATIO and first in ("/", "÷"):
        return {item.start - 1, item.end} <= linked
    if item.sense is Sense.RELATION and first in ("under", "over") and item.end - item.start == 1:
        named = item.end in linked or (item.end + 1 in linked and tokens[item.end].norm == "the")
        graded = any(_is_comparative(token) for token in tokens[: item.start])
        return not (named and graded and any(token.norm == "than" for token in tokens[item.end :]))
    return True


def _without_change(item: Item, items: Sequence[Item], tokens: Sequence[Token]) -> Item:
    """ "How much did A earn" asks for a value; only with a word of change it asks for a difference."""
    moving = (Sense.TREND, Sense.CHANGE, Sense.COMPARATIVE, Sense.RELATION, Sense.PERCENT_CHANGE)
    if item.sense is Sense.TREND and tokens[item.end : item.end + 1] and tokens[item.end].norm == "to":
        return _where_it_gets(item, tokens)
    if item.sense is Sense.HOW_MUCH and tokens[item.end - 1].norm == "often" and _is_judged(items):
        return Item(Sense.HOW_MANY, item.start, item.end)  # "how often is A above B" counts places
    if item.sense in (Sense.START, Sense.END) and _orders(item, tokens):
        return Item(Sense.SORT, item.start, item.end)
    if item.sense is Sense.RELATION and tokens[item.start].norm == "at" and not _numbered_soon(item, tokens):
        return Item(Sense.SUPERLATIVE, item.start, item.end, 1 if item.payload == Op.LE else -1)
    opens = item.sense is Sense.DIFFERENCE and tokens[item.end - 1].norm == "did"
    if opens and not any(other.sense in moving for other in items):
        return Item(Sense.HOW_MUCH, item.start, item.end)
    return item


def _is_judged(items: Sequence[Item]) -> bool:
    """Whether values are compared with each other or with a bound."""
    return any(item.sense in (Sense.RELATION, Sense.COMPARATIVE) for item in items)


def _where_it_gets(item: Item, tokens: Sequence[Token]) -> Item:
    """ "the level it climbs to", "fell to 50": a level that is got to, no change, unless the question says from where
    or how much."""
    if any(token.norm in ("from", "much", "many", "by", "than", "far") for token in tokens):
        return item
    behind = tokens[item.end + 1] if item.end + 1 < len(tokens) else None
    if behind is None or behind.kind is Kind.SIGN:
        return Item(Sense.ANY, item.start, item.end)
    numbered = behind.value is not None and not 1000 <= behind.value < 3000
    return Item(Sense.RELATION, item.start, item.end, Op.GE if item.payload == 1 else Op.LE) if numbered else item


def _numbered_soon(item: Item, tokens: Sequence[Token]) -> bool:
    """Whether a number follows "at most"; without one it is an extreme ("how many at most")."""
    following = tokens[item.end : item.end + 4]
    return any(token.value is not None or token.norm in ("half", "twice", "double") for token in following)


def _longest(items: Sequence[Item]) -> list[Item]:
    """Without items that lie inside longer ones."""
    kept: list[Item] = []
    for item in items:
        inside = any(
            other.start <= item.start and item.end <= other.end and other.end - other.start > item.end - item.start
            for other in kept
        )
        crossing = any(
            other.end - other.start > 1 and item.start < other.end and other.start < item.end
            and other.end - other.start >= item.end - item.start and (other.start, other.end) != (item.start, item.end)
            for other in kept
        )  # fmt: skip
        if not inside and not crossing:
            kept.append(item)
    return kept


def _in_titles(item: Item, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    words = set().union(*(vocabulary.title_stems[field] for field in ("y_title", "title", "x_title"))) - _LOOSE
    if item.end - item.start > 1 and item.sense not in (Sense.HOW_MANY, Sense.TREND):
        return False
    if item.sense is Sense.TOP and item.end < len(tokens) and tokens[item.end].value is not None:
        return False
    if item.sense is Sense.RELATION and _compares(item, tokens, vocabulary):
        return False
    if item.sense is Sense.HOW_MANY and (tokens[item.start].norm == "how" or (vocabulary.bins and item.start == 0)):
        return False
    if any(tokens[i].stem in words or tokens[i].norm in words for i in range(item.start, item.end)):
        return True
    # "accelerates" where the values are of acceleration
    told = vocabulary.title_stems["y_title"] - _LOOSE if item.sense is Sense.TREND else frozenset()
    return any(root(tokens[item.start].stem) == root(word) for word in told if len(word) >= _FAMILY_WORD)


def _compares(item: Item, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a number or a name of the chart follows, so that a word compares though it stands in a title too."""
    following = tokens[item.end] if item.end < len(tokens) else None
    names = {name.joined for name in vocabulary.names}
    return following is not None and (following.kind is Kind.NUMBER or following.norm in names)


def _valid(item: Item, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a word stands where its sense makes sense."""
    first = tokens[item.start]
    before = tokens[item.start - 1] if item.start > 0 else None
    after = tokens[item.end] if item.end < len(tokens) else None
    single = item.end - item.start == 1
    match item.sense:
        case Sense.NONE if first.norm == "no" and after is not None:
            return after.norm != "." and after.kind is not Kind.NUMBER
        case Sense.RELATION if first.norm in ("or", "and") and after is not None:
            return after.norm not in ("than", "then") and after.value is None  # "and over 5" begins a clause
        case Sense.RELATION if first.norm == "not" and tokens[item.end - 1].norm == "even":
            return after is not None and after.value is not None
        case Sense.CROSSING if first.stem in ("cut", "meet"):
            return vocabulary.family in (ChartFamily.LINE, ChartFamily.AREA)
        case Sense.SUPERLATIVE if first.norm == "most" and single and after is not None and after.norm == "of":
            return before is not None and before.norm in ("the", "has", "have", "had")  # not "most of the men"
        case Sense.NOT if first.norm == "other" and before is not None:
            return before.norm not in ("each", "any", "every", "all")
        case Sense.SHARE if first.stem in ("slice", "piece", "part") and before is not None:
            return before.norm != "which" and after is not None and after.norm == "of"
        case Sense.RATIO if first.norm == "for" and item.end - item.start > 1:
            stems = {word for name in vocabulary.names for word in name.stems}
            told = after is not None and (after.stem in stems or spells_unit(after.norm))
            return told and tokens[0].norm in ("how", "in", "at", "for")
        case Sense.EQUAL if first.norm == "as":
            return sum(token.norm == "as" for token in tokens) >= 2
        case Sense.TREND if first.norm in ("get", "gets", "got", "become", "becomes") and after is not None:
            return not any(token.norm in ("than", "then") for token in tokens[item.end :])
        case Sense.TREND if before is not None and before.norm in ("which", "what", "whose") and after is not None:
            return after.kind is not Kind.WORD or after.norm in ("the", "from", "between", "in", "most", "least")
        case Sense.AGGREGATE if first.norm in ("add", "adds"):
            return item.start <= 1 or after is None or after.norm in ("up", "together") or before is None
        case Sense.TREND if vocabulary.bins:
            return False
        case Sense.START | Sense.END if after is not None and after.norm == "with":
            return _orders(item, tokens)
        case Sense.SORT if first.stem == "order" and (first.norm == "orders" or _is_name_of_order(before, after)):
            return False
        case Sense.WHO if before is not None and before.kind is Kind.WORD:
            return before.norm in ("and", "but", "so", "ok", "hey", "to", "of", "by", "for", "or", "please", "me")
        case Sense.TIMES if item.payload == 0:
            return before is not None and before.value is not None
        case Sense.RELATION if first.norm in ("top", "break", "hit", "dominate") and single:
            follows = after is not None and (after.kind is Kind.NUMBER or after.norm in ("the", "that", "a"))
            return follows and (
                before is not None and before.norm not in ("the", "a", "our", "list", "name", "give", "show")
            )
        case Sense.TREND | Sense.RISING | Sense.FALLING if (
            first.norm.startswith(("upward", "downward")) and before is not None
        ):
            return before.norm not in (
                "going",
                "pointing",
                "reaching",
                "extending",
                "hanging",
                "running",
                "goes",
                "points",
            )
        case Sense.RELATION if item.start == 0 and single and after is not None and after.norm in ("which", "what"):
            return False
        case Sense.PLUS if first.norm == "+" and before is not None and before.value is not None:
            return after is not None and (after.value is not None or first.start > before.end)  # not "120+ a day"
        case Sense.RELATION if first.norm == "and":
            return after is None or after.value is None
        case Sense.RELATION if first.norm == "ahead":
            return True
        case Sense.RELATION if tokens[item.end - 1].norm == "past":
            return after is not None and (after.value is not None or after.norm in ("the", "a") or after.capital)
        case Sense.RELATION if tokens[item.end - 1].norm == "of" and item.end - item.start > 1:
            return after is not None and (after.kind is Kind.NUMBER or after.norm in ("$", "€", "-"))
        case Sense.RELATION if first.norm == "over" and single:
            return (after is not None and after.norm not in ("time", "all", "which", "the")) or _names_follow(
                item, tokens
            )
        case Sense.RELATION if first.norm in ("pass", "passed"):
            return item.start > 0
        case Sense.TOP if before is not None and before.norm == "the" and item.start > 1:
            return tokens[item.start - 2].norm not in ("at", "on", "to") and after is not None
        case Sense.TOP:
            return after is not None and (after.value is not None or first.norm == "top")
        case Sense.SORT if first.stem in ("rank", "ranked") and after is not None and _ranks(after):
            return False
        case Sense.SORT if first.norm in ("order", "rank", "sort", "sequence", "arrange"):
            previous = {"please", "to", "you", "and", "in", "rank", "the"}
            counted = after is not None and after.kind is Kind.NUMBER
            opens = before is not None and (before.norm in previous or before.kind is Kind.SIGN)
            return item.start == 0 or not single or (opens and not counted)
        case Sense.LIST if first.norm == "name":
            return item.start == 0 or (before is not None and before.norm in ("please", "you", "to", "me"))
        case Sense.MEASURE if not vocabulary.is_box:
            return False
        case Sense.IQR | Sense.WHISKERS:
            near = [*tokens[max(0, item.start - 1) : item.start], *tokens[item.end : item.end + 4]]
            sized = before is not None and any(token.norm in _BOX_SIZES for token in near)
            return vocabulary.is_box and not (single and first.norm == "box" and not sized)
        case Sense.AGGREGATE if vocabulary.is_box and first.stem == "median":
            return False
        case Sense.THAN if first.norm == "as" and single:
            told = sum(token.norm == "as" for token in tokens) == 1
            return told and any(_is_comparative(token) for token in tokens[max(0, item.start - 4) : item.start])
        case Sense.THAN if first.norm == "then":
            return any(_is_comparative(token) for token in tokens[max(0, item.start - 4) : item.start])
        case Sense.AGGREGATE if first.stem == "range" and item.payload:
            return (
                before is None
                or before.norm not in ("in", "the")
                or (after is not None and after.norm in ("of", "in", "for", "?"))
            )
        case Sense.AGGREGATE if first.stem in ("whole", "entire"):
            return after is not None and after.stem in ("stack", "bar", "column", "group", "pie")
        case Sense.SUPERLATIVE if first.stem in ("lead", "leading", "led") and after is not None and after.norm == "to":
            return False  # "leads to": has as its effect
        case Sense.SUPERLATIVE if first.norm in ("floor", "lead", "win", "dominate"):
            return (before is not None and before.norm in ("who", "which", "that", "what")) or first.norm != "floor"
        case _:
            return True


def _orders(item: Item, tokens: Sequence[Token]) -> bool:
    """Whether "begin with the biggest", "starting from the lowest" says an order, not an end."""
    opened = tokens[item.end : item.end + 1]
    graded = any(grade(token.norm) is not None for token in tokens[item.end : item.end + 4])
    return graded and bool(opened) and opened[0].norm in ("with", "from", "at", "by")


def _is_name_of_order(before: Token | None, after: Token | None) -> bool:
    """Whether "order" is a noun of the chart ("order 10", "which order")."""
    numbered = after is not None and after.kind is Kind.NUMBER
    return numbered or (before is not None and before.norm in ("which", "what", "each", "every", "highest", "lowest"))


def _is_comparative(token: Token) -> bool:
    graded = grade(token.norm)
    return graded is not None and graded[0] == "comp"


def _ranks(token: Token) -> bool:
    """Whether a word says which rank something has: "ranks third", "is ranked number two"."""
    return ordinal_of(token) is not None or token.norm in ("number", "no", "last", "highest", "lowest", "among")


_BOX_SIZES = frozenset({
    "tallest", "widest", "narrowest", "largest", "smallest", "longest", "shortest", "biggest", "thinnest", "taller",
    "wider", "narrower", "larger", "smaller", "longer", "shorter", "bigger", "tall", "wide", "long", "big", "large",
})  # fmt: skip


def _names_follow(item: Item, tokens: Sequence[Token]) -> bool:
    return item.end + 1 < len(tokens) and tokens[item.end].norm == "the" and tokens[item.end + 1].capital


# --------------------------------------------------------------------------- the frame


def _frame(
    tokens: Sequence[Token], vocabulary: Vocabulary, links: tuple[Link, ...], items: tuple[Item, ...], loss: float
) -> Frame:
    links = tuple(sorted(links, key=lambda link: link.start))
    series = tuple(
        SeriesRef(link.start, link.tokens, link.name, link.score) for link in links if link.dim is Dim.SERIES
    )
    series = _once(series, tokens)
    labels = [
        PlaceRef(link.start, link.tokens, label=link.name, score=link.score) for link in links if link.dim is Dim.PLACE
    ]
    frame = Frame(
        tokens=tokens,
        vocabulary=vocabulary,
        items=items,
        series=series,
        links=links,
        link_loss=loss + sum(0.5 * max(0.0, SURE - link.score) for link in links),
    )
    frame = replace(frame, thresholds=tuple(find_thresholds(frame, linked=covered(link.tokens for link in links))))
    places, kept = find_places(frame, labels)
    items = _without_stretches(items, places)
    frame = replace(frame, places=places, thresholds=kept, items=items)
    frame = without_excluded(frame)
    used = covered([*(link.tokens for link in links), *(one.tokens for one in places), *(one.tokens for one in kept)])
    numbers = tuple(token for token in tokens if token.value is not None and token.index not in used)
    frame = replace(frame, numbers=numbers)
    focus, dim, noun = find_focus(frame)
    frame = replace(frame, focus=focus, focus_dim=dim, focus_tokens=noun)
    return replace(frame, leftover=leftover_weights(frame))


def _once(series: tuple[SeriesRef, ...], tokens: Sequence[Token]) -> tuple[SeriesRef, ...]:
    """Names without those said twice in a row, as in "first quarter (Q1)"."""
    kept: list[SeriesRef] = []
    for ref in series:
        last = kept[-1] if kept else None
        between = tokens[max(last.tokens) + 1 : min(ref.tokens)] if last is not None else ()
        if last is not None and last.name == ref.name and all(token.kind is Kind.SIGN for token in between):
            kept[-1] = replace(last, tokens=last.tokens | ref.tokens)
        else:
            kept.append(ref)
    return tuple(kept)


def _without_stretches(items: tuple[Item, ...], places: Sequence[PlaceRef]) -> tuple[Item, ...]:
    """The items but for those whose words only count off places ("the last two", "the first half")."""
    counted = covered(ref.tokens for ref in places if ref.end is None)
    senses = (Sense.FIRST, Sense.LAST, Sense.TIMES, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.START, Sense.END)
    return tuple(item for item in items if item.sense not in senses or item.start not in counted)


__all__ = ["frames_of"]
