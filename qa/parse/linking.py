"""Spans of a question linked to the chart's own names, tolerant of typing errors, misread letters and other forms.

A name may be given whole, run together ("batch2"), in the plural, with its words in another order, or by the words that
tell it from the chart's other names. Overlapping links are settled by how much of the question each one explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from qa.parse.generic import is_generic
from qa.parse.lexicon import grade
from qa.parse.vocabulary import Name, Vocabulary
from qa.parse.words import Kind, Token, abbreviates, alike, allowed_edits, confusable, edits, ordinal_of, stem
from qa.plan import Dim

_SYNONYMS: tuple[frozenset[str], ...] = (
    frozenset({"male", "man", "boy", "he", "him", "m"}),
    frozenset({"female", "woman", "girl", "she", "her", "f"}),
    frozenset({"yes", "true", "y"}),
    frozenset({"no", "false"}),
    frozenset({"usa", "us", "america", "united states"}),
    frozenset({"uk", "britain", "united kingdom"}),
    frozenset({"frequent", "often"}),
    frozenset({"sin", "sine", "sinus"}),
    frozenset({"cos", "cosine", "cosinus"}),
    frozenset({"rural", "countryside"}),
    frozenset({"urban", "city"}),
    frozenset({"died", "death", "dead", "die", "killed", "fatality"}),
    frozenset({"survived", "survivor", "survive", "alive", "saved"}),
    frozenset({"blond", "blonde"}),
    frozenset({"kilogram", "kg"}),
    frozenset({"south", "s"}),
    frozenset({"north", "n"}),
    frozenset({"unemployed", "jobless", "unemployment"}),
    frozenset({"soldier", "military", "troop", "armed"}),
    frozenset({"elderly", "senior"}),
    *(
        frozenset(words.split())
        for words in (
            "usa us america american",
            "uk britain british",
            "netherlands dutch holland",
            "france french",
            "switzerland swiss",
            "spain spanish",
            "denmark danish",
            "sweden swedish",
            "poland polish",
            "finland finnish",
            "ireland irish",
            "greece greek",
            "turkey turkish",
            "norway norwegian",
            "portugal portuguese",
            "wales welsh",
            "scotland scottish",
            "china chinese",
            "germany german",
            "england english",
            "czechia czech",
            "japan japanese",
        )
    ),
    *(
        frozenset(words.split())
        for words in (
            "alpha α",
            "beta β",
            "gamma γ",
            "delta δ",
            "epsilon ε",
            "zeta ζ",
            "eta η",
            "theta θ",
            "kappa κ",
            "lambda λ",
            "mu μ",
            "nu ν",
            "xi ξ",
            "pi π",
            "rho ρ",
            "sigma σ",
            "tau τ",
            "phi φ",
            "chi χ",
            "psi ψ",
            "omega ω",
        )
    ),
)
_CALENDAR: tuple[frozenset[str], ...] = tuple(
    frozenset({name, name[:3], name[:4], name[:5]})
    for name in (
        "january", "february", "march", "april", "june", "july", "august", "september", "october", "november",
        "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    )
)  # fmt: skip
_DATED: dict[str, tuple[str, ...]] = {
    word: tuple(max(group, key=len) for group in _CALENDAR if word in group) for words in _CALENDAR for word in words
}
"""The months and days that a word may be short for."""
_STATES = {
    "alabama": "al", "alaska": "ak", "arizona": "az", "california": "ca", "colorado": "co", "florida": "fl",
    "georgia": "ga", "illinois": "il", "indiana": "in", "iowa": "ia", "kansas": "ks", "michigan": "mi",
    "minnesota": "mn", "missouri": "mo", "nevada": "nv", "ohio": "oh", "oregon": "or", "texas": "tx", "utah": "ut",
    "virginia": "va", "washington": "wa", "wisconsin": "wi",
}  # fmt: skip
WHOLE = 0.75
"""Below this a name is given in part only, and its words are not counted one by one."""
LINK_FLOOR = 0.55
"""Links less sure than this are not taken."""
_LOOSE = frozenset({"the", "of", "and", "in", "for", "a", "at", "by", "to", "on", "with", "per"})


@dataclass(frozen=True)
class Link:
    """A span of the question that stands for a name of the chart."""

    dim: Dim
    name: str
    start: int
    end: int
    score: float
    tokens: frozenset[int]
    exact: bool

    @property
    def weight(self) -> float:
        """How much of the question it explains."""
        return self.score * (len(self.tokens) if self.score >= WHOLE else 1)


@cache
def _groups_of(word: str) -> frozenset[int]:
    """The groups of words for one thing that a word is in."""
    return frozenset(place for place, group in enumerate((*_SYNONYMS, *_CALENDAR)) if word in group)


@lru_cache(maxsize=1 << 16)
def same_word(a: str, b: str) -> float:
    """How surely a word of the question is a word of a name, 0 to 1."""
    score = alike(a, b)
    if score:
        return score
    if _groups_of(a) & _groups_of(b):
        return 0.9
    if _STATES.get(a) == b or _STATES.get(b) == a:
        return 0.9
    if any(alike(a, whole) >= 0.85 for whole in _DATED.get(b, ())):
        return 0.85
    ordinal, other = _ordinal(a), _ordinal(b)
    if ordinal is not None and ordinal == other:
        return 0.95
    if abbreviates(a, b) or (abbreviates(b, a) and (len(b) >= 4 or not set(b[1:]) & set("aeiou"))):
        return 0.8 if min(len(a), len(b)) >= 3 else 0.0
    return 0.0


@cache
def _ordinal(word: str) -> int | None:
    return ordinal_of(Token(0, word, word, word, Kind.WORD, None, 0, 0, False))


def find_links(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Link]:
    """Every plausible link, likeliest first; they may overlap."""
    words = [token for token in tokens if token.kind is not Kind.SIGN]
    letters = [_letters(token) for token in words]
    found: list[Link] = []
    for name in vocabulary.names_like(words):
        found += _whole(words, letters, name)
        found += _spread(words, name, vocabulary)
    found += _by_ordinal(tokens, vocabulary)
    best: dict[tuple[Dim, str, frozenset[int]], Link] = {}
    for link in found:
        key = (link.dim, link.name, link.tokens)
        if link.score >= LINK_FLOOR and (key not in best or best[key].score < link.score):
            best[key] = link
    exact = {link.tokens for link in best.values() if link.exact}
    kept = [link for link in best.values() if link.exact or link.score > 0.9 or link.tokens not in exact]
    return sorted(kept, key=lambda link: (-link.weight, -link.score, link.start))


def _by_ordinal(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Link]:
    """ "the 3rd quarter", where places are numbers and the axis is of quarters."""
    if vocabulary.numeric_x or any(name.value is None for name in vocabulary.places):
        return []
    titled = vocabulary.title_stems["x_title"]
    found = []
    for token, noun in pairwise(tokens):
        rank = ordinal_of(token)
        if rank is None or noun.stem not in titled or len(noun.stem) <= _PIECE:
            continue
        found += [
            _link(name, [token, noun], 0.95)
            for name in vocabulary.places
            if name.value == rank and len(vocabulary.places) >= rank
        ]
    return found


def _letters(token: Token) -> str:
    """The letters and digits of a word; of the last piece of a name ("FT-L's") without the ending of its possessive."""
    owner = token.norm.removesuffix("'s")
    return owner if len(owner) <= _PIECE else token.norm.replace("'", "")


_PIECE = 2
"""Letters of a piece of a name that a possessive ending would change beyond knowing."""


def _link(name: Name, used: Sequence[Token], score: float, *, exact: bool = False) -> Link:
    places = frozenset(token.index for token in used)
    return Link(name.dim, name.name, min(places), max(places) + 1, score, places, exact)


def _whole(words: Sequence[Token], letters: Sequence[str], name: Name) -> list[Link]:
    """The name as a run of neighbouring words, of which `letters` are the letters and digits, compared without what
    stands between.
    """
    found = []
    size = len(name.stems)
    plain = confusable(name.joined)
    limit = allowed_edits(len(name.joined))
    for start in range(len(words)):
        joined = ""
        for length in range(1, min(size + 2, len(words) - start) + 1):
            joined += letters[start + length - 1]
            if length > 1 and len(joined) > len(name.joined) + 4:
                break
            run = words[start : start + length]
            if run[0].value is not None and length == 1 and name.value is not None:
                if run[0].value == name.value:
                    found.append(_link(name, run, 1.0, exact=True))
                continue
            if joined == name.joined:
                found.append(_link(name, run, 1.0, exact=True))
            elif confusable(joined) == plain:
                found.append(_link(name, run, 0.93))
            elif length == 1 and size == 1:
                score = max(same_word(token_form, name.stems[0]) for token_form in (run[0].stem, run[0].norm))
                if (
                    score
                    and not (score < _FAMILY and _is_common(run[0]))
                    and not (score < 1 and run[0].norm in _ASKING)
                ):
                    found.append(_link(name, run, 0.97 if score == 1.0 else score))
            elif length == size and size > 1 and _word_by_word(run, name):
                found.append(_link(name, run, 0.92))
            elif _mistyped(joined, name.joined, limit) and not (length > 1 and _has_loose(run, name)):
                found.append(_link(name, run, 0.85))
    return found


def _word_by_word(run: Sequence[Token], name: Name) -> bool:
    """Whether a run has a name's words in their order, its last one as it is ("department a" for "Dept A")."""
    if run[-1].stem != name.stems[-1]:
        return False
    return all(same_word(token.stem, part) >= _SHORTENED for token, part in zip(run, name.stems, strict=True))


_SHORTENED = 0.8


def _has_loose(run: Sequence[Token], name: Name) -> bool:
    """Whether a word of grammar stands in a run that is not in the name, so that the run is more than a misspelling."""
    return any(
        token.stem not in name.stems and (len(token.norm) <= 2 or is_generic(token.norm, token.stem)) for token in run
    )


def _is_common(token: Token) -> bool:
    """Whether a word is too common to be another one misspelled."""
    return token.norm in _COMMON or is_generic(token.norm, token.stem)


_FAMILY = 0.9
_ASKING = frozenset({"many", "much", "what", "which", "how", "does", "have", "with", "from", "more", "most", "than"})
_COMMON = frozenset({"most", "more", "less", "least", "same", "than", "then", "when", "were", "there", "their", "over"})


def _mistyped(joined: str, name: str, limit: int) -> bool:
    if limit == 0 or abs(len(joined) - len(name)) > limit or any(c.isdigit() for c in joined + name):
        return False
    return (
        confusable(joined[:1]) == confusable(name[:1]) and edits(confusable(joined), confusable(name), limit) <= limit
    )


def _spread(words: Sequence[Token], name: Name, vocabulary: Vocabulary) -> list[Link]:
    """The name by some of its words, in any order, near each other: around each word that tells it from others."""
    wanted = [part for part in dict.fromkeys(name.stems) if part not in _LOOSE]
    if len(wanted) < 2:
        return []
    peers = vocabulary.series if name.dim is Dim.SERIES else vocabulary.places
    matches: dict[str, list[tuple[float, Token]]] = {}
    for part in wanted:
        scored = [(same_word(token.stem, part), token) for token in words if token.norm not in _LOOSE]
        matches[part] = [(score, token) for score, token in scored if score and (len(part) > 1 or token.norm == part)]
    telling = [part for part in wanted if matches[part] and _rarity(part, peers) < 1.0]
    if not telling and all(_rarity(part, peers) >= 1.0 for part in wanted):
        # "REM sleep" beside "Non-REM sleep": no word of its own; one that no title has stands for it
        titled = frozenset().union(*vocabulary.title_stems.values())
        telling = [part for part in wanted if matches[part] and part not in titled]
    found = []
    for part in telling:
        for score, anchor in matches[part]:
            link = _around(name, part, score, anchor, matches, peers, words)
            if link is not None:
                found.append(link)
    return found


def _around(
    name: Name,
    first: str,
    score: float,
    anchor: Token,
    matches: dict[str, list[tuple[float, Token]]],
    peers: Sequence[Name],
    words: Sequence[Token],
) -> Link | None:
    """The link of a name through one of its words and those of its others that stand near."""
    used = [anchor]
    matched = [first]
    total = score
    wanted = list(matches)
    for part in wanted:
        near = [
            (one, token)
            for one, token in matches[part]
            if token not in used
            and abs(token.index - anchor.index) <= _NEAR
            and (grade(anchor.norm) is None or not _parted([anchor, token], words, name))
        ]
        if part == first or not near:
            continue
        one, token = min(near, key=lambda item: (-item[0], abs(item[1].index - anchor.index)))
        used.append(token)
        matched.append(part)
        total += one
    coverage = sum(_weight(part, peers) for part in matched) / sum(_weight(part, peers) for part in wanted)
    if coverage < 1 and all(len(part) == 1 for part in wanted):
        return None  # "D-F" is not "F-G"
    rivals = sum(
        set(matched) <= set(peer.stems) and _coverage(matched, peer, peers) >= coverage - _EVEN for peer in peers
    )
    numbers_missing = (
        any(part.replace(".", "").isdigit() and part not in matched for part in wanted) and len(wanted) <= 3
    )
    if numbers_missing and rivals > 1:
        return None
    spread = max(token.index for token in used) - min(token.index for token in used) + 1 - len(used)
    quality = (total / len(used)) * (0.55 + 0.45 * coverage) - _GAP * spread
    if _parted(used, words, name) or _only_number(matched, anchor, words, name):
        quality *= 0.6
    return _link(name, used, quality * (0.5 if rivals > 1 else 1.0))


def _coverage(matched: Sequence[str], peer: Name, peers: Sequence[Name]) -> float:
    """The part of a name's words, by how much they tell, that some words are."""
    words = [part for part in dict.fromkeys(peer.stems) if part not in _LOOSE]
    whole = sum(_weight(part, peers) for part in words)
    return sum(_weight(part, peers) for part in matched) / whole if whole else 0.0


_EVEN = 1e-9


def _only_number(matched: Sequence[str], anchor: Token, words: Sequence[Token], name: Name) -> bool:
    """Whether "Diet 4" is given by "4" alone, and not after its noun or another of its kind ("Diets 1 and 4")."""
    if not all(part.replace(".", "").isdigit() for part in matched):
        return False
    at = next(place for place, token in enumerate(words) if token is anchor)
    before = words[at - 1] if at > 0 else None
    if before is None:
        return False
    joins = before.norm in ("and", "or", "vs", "versus", "minus", "plus", "number", "no")
    return not joins and not any(same_word(before.stem, part) >= 0.85 for part in name.stems)


def _parted(used: Sequence[Token], words: Sequence[Token], name: Name) -> bool:
    """Whether a word that sets two things side by side stands between the words taken for one name."""
    low, high = min(token.index for token in used), max(token.index for token in used)
    between = [token for token in words if low < token.index < high]
    return any(
        token.stem not in name.stems and (token.norm in _PARTING or grade(token.norm) is not None) for token in between
    )


_PARTING = frozenset({
    "than", "then", "and", "or", "vs", "versus", "minus", "plus", "compared", "above", "below", "over", "under",
    "exceed", "exceeds", "exceeded", "beat", "beats", "outnumber", "outnumbers", "overtake", "overtakes", "overtook",
    "surpass", "surpasses", "equal", "equals", "is", "are", "was", "were", "times", "as", "from", "to", "cross",
    "crosses", "meet", "meets",
})  # fmt: skip
_GAP = 0.01
"""What each word between the words of one name costs."""
_NEAR = 5
"""Words of one name stand at most so far from each other."""


def _rarity(part: str, peers: Sequence[Name]) -> float:
    """The part of the names that have this word."""
    return sum(part in peer.stems for peer in peers) / len(peers)


def _weight(part: str, peers: Sequence[Name]) -> float:
    """How much a word tells one name from the others."""
    return max(0.15, 1.0 - _rarity(part, peers)) if len(peers) > 1 else 1.0


__all__ = ["LINK_FLOOR", "Link", "find_links", "same_word", "stem"]
