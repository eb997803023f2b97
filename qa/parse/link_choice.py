"""Which of the links of a question are taken: sets that do not overlap, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from qa.parse.fillers import spells_unit
from qa.parse.lexicon import grade
from qa.parse.linking import Link, same_word
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Kind, Token, magnitude_of, ordinal_of, stem
from qa.plan import Dim

SURE = 0.9
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


def link_choices(tokens: Sequence[Token], links: Sequence[Link], vocabulary: Vocabulary) -> Iterator[tuple[Link, ...]]:
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
        if link.score < SURE or weak or _has_operator(link, tokens) or _is_bound(link, tokens):
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
            twice = [other for other in chosen if link.name == other.name and link.dim is other.dim]
            if not twice or link.exact or _same_words(link, twice[0], tokens):
                chosen.append(link)
    chosen += _sharing_head(chosen, tokens, vocabulary)
    return sorted(chosen, key=lambda one: one.start)


def _sharing_head(chosen: Sequence[Link], tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Link]:
    """ "the urban and the rural males": a name by its own word, its other words behind the name joined to it."""
    taken = frozenset().union(*(link.tokens for link in chosen)) if chosen else frozenset()
    found = []
    for link in chosen:
        peers = vocabulary.series if link.dim is Dim.SERIES else vocabulary.places
        own = next((set(peer.stems) for peer in peers if peer.name == link.name), set())
        at = link.start - 1
        while at > 0 and tokens[at].norm in ("the", "that"):
            at -= 1
        if len(own) < 2 or at < 1 or tokens[at].norm not in ("and", "or", "than", "vs", "versus", "minus", "to"):
            continue
        word = tokens[at - 1]
        heads = [peer for peer in peers if word.stem in peer.stems and set(peer.stems) - {word.stem} < own]
        if len(heads) == 1 and word.index not in taken and heads[0].name not in {one.name for one in chosen}:
            place = frozenset({word.index})
            found.append(Link(link.dim, heads[0].name, word.index, word.index + 1, SURE, place, exact=False))
    return found


def _same_words(link: Link, other: Link, tokens: Sequence[Token]) -> bool:
    """Whether two links are by the same words ("women in 1st class and women in 3rd")."""
    return [tokens[i].stem for i in sorted(link.tokens)] == [tokens[i].stem for i in sorted(other.tokens)]


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


def _is_bound(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether a label that is a number stands where values are compared with one ("above 5")."""
    before = tokens[link.start - 1].norm if link.start else ""
    single = len(link.tokens) == 1 and tokens[link.start].value is not None
    return single and before in ("above", "below", "over", "under", "than", "exceed", "exceeds", "least", "most")


def _has_operator(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether a name given in part uses up a superlative ("coldest record") that may be meant as one."""
    return not link.exact and any(grade(tokens[i].norm) is not None for i in link.tokens)


def _is_weak(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether a name may be left out at a small loss: a word of grammar or of the lexicon, not written as a name."""
    if link.exact and link.start > 0 and tokens[link.start].capital and len(tokens[link.start].norm) == 1:
        return False
    return len(link.tokens) == 1 and tokens[link.start].norm in _WEAK


def _only_units(link: Link, tokens: Sequence[Token]) -> bool:
    """Whether a name with numbers is said by its unit alone ("a day" of "0-39 g/day"), which its peers may share."""
    words = [tokens[i] for i in link.tokens]
    return any(c.isdigit() for c in link.name) and all(_is_unit(word) for word in words)


def _is_unit(word: Token) -> bool:
    """Whether a word is a unit or an article, and no ordinal ("second")."""
    return (spells_unit(word.norm) and ordinal_of(word) is None) or (len(word.norm) == 1 and word.norm.isalpha())


def _allowed(link: Link, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a link may be taken: a word of grammar or of the lexicon is a name only where it stands as one."""
    if not link.exact and _only_units(link, tokens):
        return False
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
        if compared and not misread and _is_a_value(link, tokens, vocabulary):
            return False
        misread = misread or (counted and vocabulary.n_series > 1)
        if before == "series" and link.dim is Dim.PLACE and vocabulary.n_series > 1:
            return False
        if _counts_all_of_them(token, tokens, vocabulary) or (
            link.end < len(tokens) and magnitude_of(tokens[link.end])
        ):
            return False
        return not _counts_something(token, tokens) and not (misread and compared)
    if token.value is not None and token.norm not in (link.name.lower(),):
        if after == "-" and link.end + 1 < len(tokens) and tokens[link.end].start == token.end:
            return tokens[link.end + 1].kind is Kind.WORD and tokens[link.end + 1].start == tokens[link.end].end
        return _titled(after, vocabulary) and not _counts_all_of_them(token, tokens, vocabulary)
    quoted = before in ("'", '"') and after in ("'", '"')
    if quoted or (token.capital and link.start > 0 and token.text == link.name):
        return True
    if len(token.norm) == 1:
        titled = token.norm in vocabulary.title_stems["x_title"] | vocabulary.title_stems["y_title"]
        if titled and token.text != link.name and after in ("value", "values", "is", "=", "of", "above", "below"):
            return False  # "a b value": the axis, where the name is written B
        if token.norm in ("a", "i") and link.exact and (before in _CLASSES or _titled(before, vocabulary)):
            return True
        if token.norm in ("a", "i"):
            ends = not after or tokens[link.end].kind is Kind.SIGN or after in ("and", "or", "than", "minus")
            listed = before in ("and", ",", "+") and _peer_beside(link, tokens, vocabulary)
            return ends or listed if token.norm == "a" and not token.capital else before in _SETTERS or ends
        return before in _SETTERS or not before or link.exact
    if token.norm in ("may",) and not token.capital:
        return before in ("in", "of", "for", "and", "than", "between", "to", "from", "until", "since")
    if token.norm in _PREPOSITIONS and token.text.islower() and link.name.isupper() and _is_cased(tokens):
        return False
    if token.norm in _WEAK and not link.exact and link.dim is Dim.SERIES and vocabulary.n_series > 1:
        return sum(token.norm in name.stems for name in vocabulary.series) == 1  # "mean" of "Mean", "Lowest"
    if token.norm in _WEAK:
        named = before in _SETTERS or before in _CLASSES or _titled(before, vocabulary)
        return link.exact and (named or token.capital or _peer_beside(link, tokens, vocabulary))
    return True


_CLASSES = frozenset({
    "category", "letter", "class", "group", "department", "dept", "product", "option", "team", "region", "label",
    "grade", "variety", "zone", "sector", "method", "type", "column", "bar", "slice", "line", "curve", "series",
    "stack", "wedge", "box", "sample", "answer", "item", "model", "site", "batch", "run", "test", "case", "plot",
    "panel",
})  # fmt: skip


def _titled(word: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is of a title that says what the names are ("deck A", "spray C")."""
    titles = vocabulary.title_stems
    return stem(word) in titles["x_title"] | titles["legend_title"] and not vocabulary.numeric_x


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


def _is_a_value(link: Link, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a label that is a number, no year, is a bound ("more than 3 extra hours"): no noun of x is near."""
    value = tokens[link.start].value or 0.0
    after = tokens[link.end] if link.end < len(tokens) else None
    if _FIRST_YEAR <= value < _NO_YEAR or after is None or after.kind is not Kind.WORD:
        return False
    titles = vocabulary.title_stems
    of_x = titles["x_title"] - titles["y_title"] | vocabulary.common_place_stems
    listed = any(other.value is not None and other is not tokens[link.start] for other in tokens[: link.start])
    near = [token.stem for token in tokens[link.end : link.end + 2]]
    counted = after.norm not in ("in", "at", "for", "is", "on", "and", "or")
    return counted and not listed and not any(same_word(word, title) >= 0.8 for word in near for title in of_x)


_FIRST_YEAR, _NO_YEAR = 1000, 3000


def _counts_something(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a number counts or multiplies: "top 3", "3 times"."""
    before = tokens[token.index - 1].norm if token.index > 0 else ""
    after = tokens[token.index + 1].norm if token.index + 1 < len(tokens) else ""
    if before in ("top", "bottom") or after in ("times", "time", "fold", "%", "percent"):
        return before not in ("number", "no", ".")
    if after in ("highest", "lowest", "largest", "smallest", "biggest", "most", "least"):
        return _is_count(token, before)
    return False


def _counts_all_of_them(token: Token, tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether a number only says how many there are: "which of the 5 trees", "all 3 diets"."""
    before = [one.norm for one in tokens[max(0, token.index - 2) : token.index]]
    following = tokens[token.index + 1] if token.index + 1 < len(tokens) else None
    plural = following is not None and following.kind is Kind.WORD and following.norm != following.stem
    whole = before == ["of", "the"] or before[-1:] == ["all"] or before == ["all", "the"]
    return whole and plural and token.value in (vocabulary.n_series, len(vocabulary.places))


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
