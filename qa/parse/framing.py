"""From tokens to frames: choosing among links and phrases, telling places from thresholds, finding the focus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from qa.parse.focus import find_focus
from qa.parse.frame import Frame, PlaceRef, SeriesRef, covered
from qa.parse.leftovers import leftover_weights
from qa.parse.lexicon import Item, Sense, find_items, grade
from qa.parse.linking import Link, find_links, same_word
from qa.parse.places import find_places
from qa.parse.stretches import month_links
from qa.parse.thresholds import find_thresholds
from qa.parse.turning import turned
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Kind, Token, ordinal_of
from qa.plan import Dim, Measure

MAX_FRAMES = 8
_SURE = 0.9
_SETTERS = frozenset({
    "most", "many", "more", "fewer", "least", "fewest", "of", "for", "in", "is", "are", "was", "than", "and", "or",
    "minus", "-", "+", "plus", "at", "the", "between", "to", "from", "letter", "class", "group", "category", "with",
    "vs", "versus", "by", "on", "over", "did", "does", "has", "times", "about", "&", "above", "below", "no",
    "number", "stack", "bar", "line", "c", "=", "twice", "while", "'", '"', "(", ":", "dept", "department", "curve",
    "series", "only", "not", "who", "percentage",
    "percent", "proportion", "share",
})  # fmt: skip
_WEAK = frozenset({
    "a", "i", "s", "t", "m", "no", "yes", "none", "some", "all", "other", "any", "first", "second", "third", "last",
    "most", "more", "less", "me", "he", "she", "it", "in", "or", "on", "us", "mean", "median", "average", "total",
    "max", "min", "high", "low", "never", "always", "top", "bottom", "number", "value", "rate", "time", "start",
    "end", "change", "day", "year", "as", "is", "at", "an", "to", "by", "of", "if", "so", "both", "each", "every",
    "heavy", "light", "short", "long", "large", "small", "may", "x", "y", "share", "sum", "order", "point",
    "percent", "count", "area", "line", "will",
})  # fmt: skip


def frames_of(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Frame]:
    """The plausible frames of a question, likeliest links first."""
    found = find_items(tokens)
    frames = []
    best: tuple[Link, ...] | None = None
    linked = [*month_links(tokens, vocabulary), *find_links(tokens, vocabulary)]
    for links in _link_choices(tokens, linked, vocabulary):
        best = links if best is None else best
        dropped = DROPPED * sum(link.exact and link not in links for link in best) if len(links) < len(best) else 0.0
        for items, loss in _item_choices(tokens, found, links, vocabulary):
            frames.append(_frame(tokens, vocabulary, links, items, loss + dropped))
            if len(frames) >= MAX_FRAMES:
                return frames
    return frames


# --------------------------------------------------------------------------- links


def _link_choices(tokens: Sequence[Token], links: Sequence[Link], vocabulary: Vocabulary) -> Iterator[tuple[Link, ...]]:
    """Sets of links that do not overlap: the best one, then those with one link exchanged or left out."""
    usable = [link for link in links if _allowed(link, tokens, vocabulary)]
    best = _settle(usable, tokens, vocabulary)
    yield tuple(best)
    for link in best:
        for other in usable:
            same_span = other.tokens == link.tokens and (other.name, other.dim) != (link.name, link.dim)
            if same_span and other.score >= link.score - 0.06:
                rest = [one for one in best if one is not link]
                if all(not (one.tokens & other.tokens) for one in rest):
                    yield (*rest, other)
    for link in best:
        weak = _is_weak(link, tokens) and not (link.exact and _listed(link, best, tokens))
        if link.score < _SURE or weak or _has_operator(link, tokens):
            yield tuple(one for one in best if one is not link)


DROPPED = 0.1
"""What leaving out an exact link costs."""


def _settle(links: Sequence[Link], tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Link]:
    chosen: list[Link] = []
    for link in sorted(links, key=lambda one: -(one.weight + _nearness(one, tokens, vocabulary))):
        shared = _elliptic(link, chosen, tokens)
        if shared is not None:
            link = shared
        if all(not (link.tokens & other.tokens) for other in chosen):
            twice = any(link.name == other.name and link.dim is other.dim for other in chosen)
            if not twice or link.exact:
                chosen.append(link)
    return sorted(chosen, key=lambda one: one.start)


_JOINING = frozenset({"and", "or", ",", "&", "than", "vs", "versus", "minus", "plus", "/", "the"})


def _elliptic(link: Link, chosen: Sequence[Link], tokens: Sequence[Token]) -> Link | None:
    """A name that shares words with one already taken ("Quebec chilled and nonchilled"), by the words of its own."""
    overlapping = [other for other in chosen if link.tokens & other.tokens]
    if not overlapping or any(other.dim is not link.dim or other.name == link.name for other in overlapping):
        return None
    own = link.tokens - frozenset().union(*(other.tokens for other in overlapping))
    after = all(min(own, default=0) > max(other.tokens) for other in overlapping)
    if not own or not after or tokens[min(own) - 1].norm not in _JOINING:
        return None
    return replace(link, tokens=own, start=min(own), end=max(own) + 1, score=min(link.score + 0.2, 0.9), exact=False)


def _nearness(link: Link, tokens: Sequence[Token], vocabulary: Vocabulary) -> float:
    """A small bonus for standing beside a word of the link's dimension ("brown hair" where x is hair colour)."""
    field = "legend_title" if link.dim is Dim.SERIES else "x_title"
    words = set(vocabulary.title_stems.get(field, frozenset()))
    words |= vocabulary.common_series_stems if link.dim is Dim.SERIES else vocabulary.common_place_stems
    beside = [tokens[i] for i in (link.start - 1, link.end, link.end + 1) if 0 <= i < len(tokens)]
    beside += [tokens[i] for i in (link.start - 2,) if i >= 0 and tokens[link.start - 1].kind is Kind.SIGN]
    back = link.start - 1
    while back >= 0 and (tokens[back].kind is Kind.SIGN or tokens[back].norm in ("is", "of")):
        back -= 1
    beside += [tokens[i] for i in (back, back - 1) if i >= 0 and back < link.start - 1]
    near = any(same_word(token.stem, word) >= 0.85 for token in beside for word in words)
    return 0.12 if near else 0.0


def _listed(link: Link, links: Sequence[Link], tokens: Sequence[Token]) -> bool:
    """Whether a name stands in a list with others of its kind ("e, t and a"), so that it is meant as one."""
    near = [tokens[i].norm for i in (link.start - 1, link.end) if 0 <= i < len(tokens)]
    joined = any(norm in (",", "and", "+", "or", "/") for norm in near)
    peers = [other for other in links if other is not link and other.dim is link.dim]
    return joined and any(abs(other.start - link.start) <= _LIST_STEP for other in peers)


_LIST_STEP = 2


def _has_operator(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether a name given in part uses up a superlative ("coldest record") that may be meant as one."""
    return not link.exact and any(grade(tokens[i].norm) is not None for i in link.tokens)


def _is_weak(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether a name may be left out at a small loss: a word of grammar or of the lexicon, not written as a name."""
    if link.exact and link.start > 0 and tokens[link.start].capital and len(tokens[link.start].norm) == 1:
        return False
    return len(link.tokens) == 1 and tokens[link.start].norm in _WEAK


def _allowed(link: Link, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a link may be taken: a word of grammar or of the lexicon is a name only where it stands as one."""
    if len(link.tokens) > 1:
        return True
    token = tokens[link.start]
    before = tokens[link.start - 1].norm if link.start > 0 else ""
    after = tokens[link.end].norm if link.end < len(tokens) else ""
    if not link.exact and grade(token.norm) is not None:
        telling = [name for name in vocabulary.series if token.norm in name.stems]
        return link.dim is Dim.SERIES and len(telling) == 1 and vocabulary.n_series > 1
    if ordinal_of(token) is not None and token.kind is Kind.WORD:
        return _has_class_noun(link, tokens, vocabulary) or _stands_as_label(link, tokens)
    if token.kind is Kind.NUMBER:
        misread = not any(c.isdigit() for c in link.name)
        compared = before in ("above", "below", "over", "under", "than", "exceed", "least", "most", "top")
        counted = any(one.norm == "many" for one in tokens) and before in ("above", "below", "over", "under")
        misread = misread or (counted and vocabulary.n_series > 1)
        return not _counts_something(token, tokens) and not (misread and compared)
    if token.value is not None and token.norm not in (link.name.lower(),):
        return False
    quoted = before in ("'", '"') and after in ("'", '"')
    if quoted or (token.capital and link.start > 0 and token.text == link.name):
        return True
    if len(token.norm) == 1:
        if token.norm in ("a", "i"):
            ends = not after or tokens[link.end].kind is Kind.SIGN or after in ("and", "or", "than", "minus")
            listed = before in ("and", ",", "+") and _peer_beside(link, tokens, vocabulary)
            return ends or listed if token.norm == "a" and not token.capital else before in _SETTERS or ends
        return before in _SETTERS or not before or link.exact
    if token.norm in ("may",) and not token.capital:
        return before in ("in", "of", "for", "and", "than", "between", "to", "from", "until", "since")
    if token.norm in _PREPOSITIONS and token.text.islower() and link.name.isupper() and _is_cased(tokens):
        return False
    if token.norm in _WEAK:
        return link.exact and (before in _SETTERS or token.capital or _peer_beside(link, tokens, vocabulary))
    return True


_PREPOSITIONS = frozenset({"in", "or", "me", "us", "it", "is", "as", "at", "so", "by", "on", "to", "of", "no", "an"})


def _is_cased(tokens: Sequence[Token]) -> bool:
    """Whether a question is written with capitals beyond its first letter, so that they tell names from other words."""
    return any(token.capital for token in tokens[1:])


_RANKING = frozenset({
    "highest", "lowest", "largest", "smallest", "biggest", "most", "least", "best", "worst", "place", "rank",
    "position", "time", "quartile", "value", "to", "longest", "shortest", "tallest",
})  # fmt: skip


def _stands_as_label(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether an ordinal that is a label ("1st", "Third") stands where a name does, not before what it ranks."""
    token = tokens[link.start]
    before = tokens[link.start - 1].norm if link.start > 0 else ""
    after = tokens[link.end] if link.end < len(tokens) else None
    if not link.exact or (after is not None and (after.norm in _RANKING or grade(after.norm) is not None)):
        return False
    written = token.norm[0].isdigit() or (token.capital and link.start > 0)
    return written and before not in ("ranks", "ranked", "rank", "comes", "came", "come", "is")


def _has_class_noun(link: Link, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    words = (
        vocabulary.title_stems["x_title"] | vocabulary.title_stems.get("legend_title", frozenset()) | {"class", "group"}
    )
    near = [tokens[i] for i in (link.start - 1, link.end, link.end + 1) if 0 <= i < len(tokens)]
    if any(same_word(token.stem, word) >= 0.85 for token in near for word in words):
        return True
    token = tokens[link.start]
    return token.text == link.name and (token.capital and link.start > 0)


def _counts_something(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a number counts or multiplies: "top 3", "3 times"."""
    before = tokens[token.index - 1].norm if token.index > 0 else ""
    after = tokens[token.index + 1].norm if token.index + 1 < len(tokens) else ""
    if before in ("top", "bottom") or after in ("times", "time", "fold", "%", "percent"):
        return before not in ("number", "no", ".")
    if after in ("highest", "lowest", "largest", "smallest", "biggest", "most", "least"):
        return _is_count(token, before)
    return False


_COUNTED = 50
"""No question asks for more names than this by number."""


def _is_count(token: Token, before: str) -> bool:
    listed = before in ("the", "", "which", "what", "top", "all", "name", "list", "any", "our")
    return listed and (token.value or 0.0) <= _COUNTED


def _peer_beside(link: Link, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether another name of the dimension stands next to it, as in "the no and yes medians"."""
    peers = vocabulary.series if link.dim is Dim.SERIES else vocabulary.places
    names = {peer.joined for peer in peers if peer.name != link.name}
    near = [tokens[i].norm for i in range(max(0, link.start - 3), min(len(tokens), link.end + 3)) if i != link.start]
    return any(norm in names for norm in near)


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


def _item_choices(
    tokens: Sequence[Token], found: Sequence[Item], links: Sequence[Link], vocabulary: Vocabulary
) -> Iterator[tuple[tuple[Item, ...], float]]:
    """The items that links leave, without those that are words of the chart's titles; then with them, at a loss."""
    linked = covered(link.tokens for link in links)
    free = [item for item in found if not (set(range(item.start, item.end)) & linked)]
    valid = [item for item in free if _valid(item, tokens, vocabulary)]
    kept = [_without_change(item, valid, tokens) for item in _longest(valid)]
    kept = [turned(item, tokens, vocabulary) for item in kept]
    titled = {item for item in kept if item.sense in _TITLE_SENSES and _in_titles(item, tokens, vocabulary)}
    yield tuple(item for item in kept if item not in titled), 0.0
    if any(item.sense in _SOFT for item in titled):
        yield tuple(item for item in kept if item not in titled or item.sense in _SOFT), KEPT_LOSS
    if any(item.sense in _MOVING for item in titled):
        yield tuple(item for item in kept if item not in titled or item.sense in _MOVING), KEPT_LOSS


def _without_change(item: Item, items: Sequence[Item], tokens: Sequence[Token]) -> Item:
    """ "How much did A earn" asks for a value; only with a word of change it asks for a difference."""
    moving = (Sense.TREND, Sense.CHANGE, Sense.COMPARATIVE, Sense.RELATION, Sense.PERCENT_CHANGE)
    if item.sense in (Sense.START, Sense.END) and _orders(item, tokens):
        return Item(Sense.SORT, item.start, item.end)
    opens = item.sense is Sense.DIFFERENCE and tokens[item.end - 1].norm == "did"
    if opens and not any(other.sense in moving for other in items):
        return Item(Sense.HOW_MUCH, item.start, item.end)
    return item


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
    if item.sense is Sense.HOW_MANY and tokens[item.start].norm == "how":
        return False
    return any(tokens[i].stem in words or tokens[i].norm in words for i in range(item.start, item.end))


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
        case Sense.TIMES if first.norm == "half":
            return True
        case Sense.RELATION if first.norm in ("top", "break", "hit", "dominate") and single:
            follows = after is not None and (after.kind is Kind.NUMBER or after.norm in ("the", "that", "a"))
            return follows and (
                before is not None and before.norm not in ("the", "a", "our", "list", "name", "give", "show")
            )
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
            return item.start == 0 or not single or (before is not None and before.norm in previous and not counted)
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
        case Sense.PREDICTION if first.norm == "will":
            return True
        case Sense.MINUS if first.norm in ("−", "–", "-"):
            return True
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
        case Sense.DIFFERENCE if first.norm == "margin":
            return True
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
    labels = [
        PlaceRef(link.start, link.tokens, label=link.name, score=link.score) for link in links if link.dim is Dim.PLACE
    ]
    frame = Frame(
        tokens=tokens,
        vocabulary=vocabulary,
        items=items,
        series=series,
        links=links,
        link_loss=loss + sum(0.5 * max(0.0, _SURE - link.score) for link in links),
    )
    frame = replace(frame, thresholds=tuple(find_thresholds(frame, linked=covered(link.tokens for link in links))))
    places, kept = find_places(frame, labels)
    items = _without_stretches(items, places)
    frame = replace(frame, places=places, thresholds=kept, items=items)
    used = covered([*(link.tokens for link in links), *(one.tokens for one in places), *(one.tokens for one in kept)])
    numbers = tuple(token for token in tokens if token.value is not None and token.index not in used)
    frame = replace(frame, numbers=numbers)
    focus, dim, noun = find_focus(frame)
    frame = replace(frame, focus=focus, focus_dim=dim, focus_tokens=noun)
    return replace(frame, leftover=leftover_weights(frame))


def _without_stretches(items: tuple[Item, ...], places: Sequence[PlaceRef]) -> tuple[Item, ...]:
    """The items but for those whose words only count off places ("the last two", "the first half")."""
    counted = covered(ref.tokens for ref in places if ref.end is None)
    senses = (Sense.FIRST, Sense.LAST, Sense.TIMES, Sense.MARK_WORD, Sense.PLACE_WORD, Sense.START, Sense.END)
    return tuple(item for item in items if item.sense not in senses or item.start not in counted)


__all__ = ["Measure", "frames_of"]
