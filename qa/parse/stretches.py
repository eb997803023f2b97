"""Stretches of the independent axis given by counting: "the first three days", "the last two measurements", "the
second half of the year", "the weekend"; and names that are stretches of months ("from July to September")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from qa.parse.frame import Frame, PlaceRef
from qa.parse.generic import TIME_WORDS, month_of
from qa.parse.lexicon import Sense
from qa.parse.linking import Link, same_word
from qa.parse.vocabulary import Vocabulary
from qa.parse.words import Kind, Token, ordinal_of
from qa.plan import Dim

_DAYS = {"weekend": ("sat", "sun"), "weekday": ("mon", "tue", "wed", "thu", "fri")}
_POINTS = frozenset({
    "measurement", "point", "value", "place", "category", "bar", "observation", "reading", "entry", "step", "box",
    "sample", "datum", "data", "bin", "column", "dose", "age", "group",
})  # fmt: skip
_QUARTERS = 4
_PARTS = {"half": 2, "third": 3, "quarter": 4, "halves": 2}
_LAST = ("last", "final", "latest")
_FIRST = ("first", "initial", "earliest")


def counted_stretches(frame: Frame, linked: set[int]) -> list[PlaceRef]:
    """The places of a stretch that a question counts off from an end of the axis."""
    found: list[PlaceRef] = []
    for token in frame.tokens:
        if token.index in linked:
            continue
        days = _DAYS.get(token.stem)
        if days is not None:
            found += _on_days(frame, frozenset({token.index}), days)
            continue
        found += _first_k(frame, token) or _part_of(frame, token)
    return found or _kth_places(frame, linked)


def _kth_places(frame: Frame, linked: set[int]) -> list[PlaceRef]:
    """ "from the first step to the second": places by their number, where two of them are set side by side."""
    ranks = [(token, rank) for token in frame.tokens if (rank := ordinal_of(token)) and token.index not in linked]
    if len(ranks) != 2 or not frame.vocabulary.ordered_places:
        return []
    (first, k), (second, m) = ranks
    between = frame.norms[first.index + 1 : second.index]
    nouns = frame.tokens[first.index + 1 : min(second.index + 4, len(frame.tokens))]
    joined = {"to", "and", "until", "than"} & set(between)
    if not joined or second.index - first.index > _KTH_APART or not any(_is_of_places(frame, t) for t in nouns):
        return []
    if any(item.sense is Sense.SUPERLATIVE for item in frame.items) or max(k, m) > _count_of_places(frame):
        return []
    return [ref for token, rank in ranks for ref in _kth(frame, token, rank)]


_KTH_APART = 6


def _count_of_places(frame: Frame) -> int:
    return len(frame.vocabulary.xs if frame.vocabulary.numeric_x else frame.vocabulary.place_labels)


def _kth(frame: Frame, token: Token, rank: int) -> list[PlaceRef]:
    used = frozenset({token.index})
    if frame.vocabulary.numeric_x:
        return [PlaceRef(token.index, used, x=frame.vocabulary.xs[rank - 1])]
    return [PlaceRef(token.index, used, label=frame.vocabulary.place_labels[rank - 1])]


def _on_days(frame: Frame, tokens: frozenset[int], days: tuple[str, ...]) -> list[PlaceRef]:
    labels = [label for label in frame.vocabulary.place_labels if label.lower()[:3] in days]
    return [PlaceRef(min(tokens), tokens, label=label) for label in labels]


def _first_k(frame: Frame, token: Token) -> list[PlaceRef]:
    """ "the last two measurements": k places at an end, the noun one of places."""
    before = frame.norms[token.index - 1] if token.index else ""
    k = int(token.value) if token.value is not None and token.value == int(token.value) else 0
    if k < 2 or before not in (*_FIRST, *_LAST) or token.index + 1 >= len(frame.tokens):
        return []
    noun = next((t for t in frame.tokens[token.index + 1 : token.index + 3] if _is_of_places(frame, t)), None)
    if noun is None:
        return []
    used = frozenset(range(token.index - 1, noun.index + 1))
    return _end_places(frame, used, k, last=before in _LAST)


def _is_of_places(frame: Frame, token: Token) -> bool:
    vocabulary = frame.vocabulary
    of_x = any(len(word) > 1 and same_word(token.stem, word) >= 0.85 for word in vocabulary.title_stems["x_title"])
    return of_x or token.stem in _POINTS or token.stem in TIME_WORDS


def _part_of(frame: Frame, token: Token) -> list[PlaceRef]:
    """ "the first half", "the last quarter of the period": a part of the whole axis."""
    parts = _PARTS.get(token.norm)
    before = frame.tokens[token.index - 1] if token.index else None
    if parts is None or before is None:
        return []
    rank = parts if before.norm in _LAST else ordinal_of(before)
    following = frame.norms[token.index + 1 : token.index + 2]
    whole = not following or following[0] in ("of", ",", "?", ".", "is", "was", "and", "than", "did", "are", "were")
    if rank is None or rank > parts or not whole or not frame.vocabulary.ordered_places:
        return []
    end = token.index + 1
    while end < len(frame.tokens) and frame.norms[end] in _WHOLE:
        end += 1
    used = frozenset(range(before.index, end))
    return _part_places(frame, used, rank, parts)


_WHOLE = frozenset({
    "of", "the", "year", "period", "time", "chart", "series", "range", "axis", "x", "data", "days", "week",
    "experiment", "whole", "record",
})  # fmt: skip


def _end_places(frame: Frame, used: frozenset[int], k: int, *, last: bool) -> list[PlaceRef]:
    vocabulary = frame.vocabulary
    if vocabulary.numeric_x:
        if len(vocabulary.xs) < k:
            return []
        xs = vocabulary.xs[-k:] if last else vocabulary.xs[:k]
        return [PlaceRef(min(used), used, low=xs[0], high=xs[-1])]
    labels = vocabulary.place_labels
    chosen = labels[-k:] if last else labels[:k]
    return [PlaceRef(min(used), used, label=label) for label in chosen] if len(labels) >= k else []


def _part_places(frame: Frame, used: frozenset[int], rank: int, parts: int) -> list[PlaceRef]:
    vocabulary = frame.vocabulary
    if vocabulary.numeric_x:
        low, high = vocabulary.xs[0], vocabulary.xs[-1]
        width = (high - low) / parts
        return [PlaceRef(min(used), used, low=low + (rank - 1) * width, high=low + rank * width)]
    labels = vocabulary.place_labels
    if len(labels) % parts:
        return []
    size = len(labels) // parts
    return [PlaceRef(min(used), used, label=label) for label in labels[(rank - 1) * size : rank * size]]


# --------------------------------------------------------------------------- names that are months

_MONTHS = re.compile(r"([a-z]{3,9})\s*[-–—/]\s*([a-z]{3,9})")
_JOINS = frozenset({"to", "through", "until", "till", "-", "–"})


def month_links(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[Link]:
    """Names such as "Jul-Sep", by their months or by the quarter of the year that they are."""
    spans: dict[tuple[int, int], tuple[Dim, str]] = {}
    for name in vocabulary.names:
        match = _MONTHS.fullmatch(name.name.lower().strip())
        ends = (month_of(match.group(1)), month_of(match.group(2))) if match else (None, None)
        if ends[0] is not None and ends[1] is not None:
            spans[ends[0], ends[1]] = (name.dim, name.name)
        quarter = re.fullmatch(r"q([1-4])", name.name.lower().strip())
        if quarter is not None:
            spans[3 * int(quarter.group(1)) - 2, 3 * int(quarter.group(1))] = (name.dim, name.name)
    if not spans:
        return []
    found = []
    for token in tokens:
        said = _months_at(tokens, token)
        if said is not None and said[0] in spans:
            (dim, name_text), used = spans[said[0]], said[1]
            found.append(Link(dim, name_text, min(used), max(used) + 1, 0.95, used, exact=True))
    return found


def _months_at(tokens: Sequence[Token], token: Token) -> tuple[tuple[int, int], frozenset[int]] | None:
    """The first and last month of a stretch that begins at a token, and its tokens; None where none does."""
    following = tokens[token.index + 1] if token.index + 1 < len(tokens) else None
    quarter = _quarter(token, following)
    if quarter is not None:
        used = frozenset({token.index} if following is None or token.norm[0] == "q" else {token.index, following.index})
        return (3 * quarter - 2, 3 * quarter), used
    later = tokens[token.index + 2] if token.index + 2 < len(tokens) else None
    first, last = month_of(token.norm), month_of(later.norm) if later is not None else None
    if first is None or last is None or following is None or later is None:
        return None
    before = tokens[token.index - 1] if token.index else None
    between = before is not None and before.norm == "between"
    if following.norm not in _JOINS and not (between and following.norm == "and"):
        return None
    months = {token.index, following.index, later.index}
    if before is not None and before.norm in ("from", "between"):
        months.add(before.index)
    return (first, last), frozenset(months)


def _quarter(token: Token, following: Token | None) -> int | None:
    if re.fullmatch(r"q[1-4]", token.norm):
        return int(token.norm[1])
    rank = 4 if token.norm in _LAST else ordinal_of(token)
    named = following is not None and following.kind is Kind.WORD and following.norm == "quarter"
    return rank if named and rank is not None and rank <= _QUARTERS else None


__all__ = ["counted_stretches", "month_links"]
