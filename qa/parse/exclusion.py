"""Names that a question leaves out: "except A", "all but A and B", "not counting A"."""

from __future__ import annotations

from dataclasses import replace

from qa.parse.frame import Frame, PlaceRef, Ref
from qa.parse.lexicon import Sense

_ALWAYS = frozenset({"except", "excluding", "ignoring", "besides", "exclude", "disregarding", "omitting"})
_PAIRS = (("other", "than"), ("apart", "from"), ("leaving", "out"), ("all", "but"), ("aside", "from"))
_PASSED = frozenset({"the", "for", "from", "of", "and", "or", ",", "&", "+", "in", "both", "a", "an", "by", "nor"})


def names_behind(frame: Frame, end: int, passed: frozenset[str] = _PASSED) -> list[Ref]:
    """The names of one dimension that follow a place of the question, with nothing but words that join between."""
    found: list[Ref] = []
    for ref in sorted(frame.refs, key=lambda one: one.at):
        if not ref.tokens or min(ref.tokens) < end:
            continue
        if not set(frame.norms[end : min(ref.tokens)]) <= passed:
            break
        if (found and type(ref) is not type(found[0])) or (isinstance(ref, PlaceRef) and ref.is_range):
            break
        found.append(ref)
        end = max(ref.tokens) + 1
    return found


def without_excluded(frame: Frame) -> Frame:
    """A frame whose excluded names are set apart from those that it is about, and the words that say so taken out."""
    chosen = frame.has(Sense.SUPERLATIVE, Sense.AGGREGATE, Sense.SORT, Sense.TOP, Sense.ALL, Sense.COMPARATIVE)
    for place, norm in enumerate(frame.norms):
        pair = tuple(frame.norms[place : place + 2]) in _PAIRS
        if not (pair or norm in _ALWAYS or (norm == "without" and chosen)):
            continue
        end = place + 2 if pair else place + 1
        dropped = names_behind(frame, end)
        if not dropped or _compares(frame, place, end):
            continue
        words = range(place, end)
        items = tuple(item for item in frame.items if item.start not in words)
        series = tuple(ref for ref in frame.series if ref not in dropped)
        places = tuple(ref for ref in frame.places if ref not in dropped)
        first = replace(dropped[0], tokens=dropped[0].tokens | frozenset(words))
        return replace(frame, series=series, places=places, items=items, excluded=(first, *dropped[1:]))
    return frame


def _compares(frame: Frame, start: int, end: int) -> bool:
    """Whether the words belong to a comparison instead ("any other than A" beside "higher")."""
    return frame.norms[start:end] == ["other", "than"] and frame.norms[max(0, start - 1)] in ("any", "every", "each")


__all__ = ["names_behind", "without_excluded"]
