"""The dimension of a chart that a noun of a question names."""

from __future__ import annotations

from qa.parse.frame import Frame
from qa.parse.generic import TIME_WORDS, is_calendar, is_generic, month_of, words_of
from qa.parse.linking import same_word
from qa.parse.words import Kind, Token
from qa.plan import Dim
from sie.vocab import ChartFamily

PLACE_NOUNS = frozenset({
    "category", "bar", "slice", "stack", "column", "wedge", "sector", "segment", "place", "x", "entry", "item",
    "position", "bin", "interval", "tick", "box", "boxplot",
})  # fmt: skip
SERIES_NOUNS = frozenset({
    "series", "line", "curve", "trace", "legend", "color", "colour", "dataset", "layer", "area",
})  # fmt: skip


def dim_of_noun(frame: Frame, token: Token) -> Dim | None:
    """The dimension that a noun names on this chart, or None where it cannot be told."""
    vocabulary = frame.vocabulary
    word = token.stem
    two_dims = vocabulary.n_series > 1
    if word in ("sex", "gender"):
        for dim, names in ((Dim.SERIES, vocabulary.series if two_dims else []), (Dim.PLACE, vocabulary.places)):
            if len(names) > 1 and all(name.stems[0] in _SEXES for name in names):
                return dim
    if two_dims and _any_alike(word, vocabulary.common_series_stems | vocabulary.title_stems["legend_title"]):
        return Dim.SERIES
    of_x = _any_alike(word, vocabulary.title_stems["x_title"] | vocabulary.common_place_stems)
    if of_x and two_dims and vocabulary.places and _other_kind(frame, token):
        return Dim.SERIES
    if of_x and (vocabulary.places or not _any_alike(word, vocabulary.title_stems["y_title"])):
        return Dim.PLACE
    if word in TIME_WORDS and _places_are_times(frame, word):
        return Dim.PLACE
    if word in SERIES_NOUNS and two_dims:
        return Dim.SERIES
    if word == "class" and vocabulary.bins:
        return Dim.PLACE
    if word in PLACE_NOUNS and vocabulary.family not in (ChartFamily.LINE, ChartFamily.AREA, ChartFamily.SCATTER):
        return Dim.PLACE
    if word in SERIES_NOUNS | PLACE_NOUNS:
        return Dim.PLACE if vocabulary.places else (Dim.SERIES if two_dims else None)
    return None


_SEXES = words_of("male female man woman boy girl m f")


def _other_kind(frame: Frame, token: Token) -> bool:
    """Whether a word before a noun of x's title tells another ("eye colour" where x is hair colour)."""
    words = frame.vocabulary.title_stems["x_title"]
    before = frame.tokens[token.index - 1] if token.index > 0 else None
    if before is None or len(words) < 2 or before.kind is not Kind.WORD or is_generic(before.norm, before.stem):
        return False
    in_question = any(before.index in range(item.start, item.end) for item in frame.items)
    return not in_question and before.index not in frame.named_tokens and not _any_alike(before.stem, words)


def _any_alike(word: str, words: frozenset[str]) -> bool:
    return len(word) > 1 and any(same_word(word, other) >= 0.8 for other in words if len(other) > 1 or other == word)


def _places_are_times(frame: Frame, word: str) -> bool:
    vocabulary = frame.vocabulary
    if vocabulary.time_x or (vocabulary.years_x and word == "year"):
        return True
    labels = [label.lower() for label in vocabulary.place_labels]
    if not labels:
        return False
    if word == "month":
        return sum(month_of(label[:3]) is not None for label in labels) > len(labels) / 2
    if word == "day":
        return (
            sum(
                is_calendar(label) or label[:3] in ("mon", "tue", "wed", "thu", "fri", "sat", "sun") for label in labels
            )
            > len(labels) / 2
        )
    if word == "year":
        return sum(label[:4].isdigit() and 1000 <= int(label[:4]) < 3000 for label in labels) > len(labels) / 2
    return word in ("quarter", "date") and any(label[:1] == "q" for label in labels)
