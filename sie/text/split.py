"""One recognized line to the pieces it is made of: neighbouring tick labels, legend labels with swatches between.

Detectors join what stands close together on a line. The ink says where the wide gaps are, the recognizer's character
positions say which characters stand on which side.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace

import numpy as np

from sie.text.engine import Reading
from sie.text.ink import Run, find_runs, line_height_of
from sie.text.rows import even_starts, number_starts

WIDE_GAP = 0.95
"""In heights of capitals: no gap between two words of one text is as wide as this."""
LABEL_GAP = 0.55
"""Between labels of a row of numbers or months; wider than between the digits of a number or its thousands."""
SAMPLE_GAP = 2.0
"""Between two characters with ink between them that has none: a legend's line sample."""
SAMPLE_DASH_GAP = 0.5
"""A dash this far from both neighbours that was read without blanks is a part of a line sample."""
LOOSE_GAP = 0.3
"""Ink without a character belongs to the piece beside it up to this gap."""
TICK_GAP = 0.25
"""Between a label and the tick mark behind it, at least."""
MAX_ROW_LABEL = 4
MAX_TICKED_LABEL = 4
MIN_WORDS = 4
EVEN_SPACING = 0.15
"""Relative spread of the distances between the middles of a row's labels."""
_MARKS = frozenset("□■▪▫▬▲△▶▷▼▽◀◆◇◊○◎●◐◥◻◼◦∇★☆…")
_UPRIGHTS = "1lI|[]E)"
"""What the side of a swatch or marker at a crop's left edge is read as; no glyph of the text would touch the edge."""
_WORD = re.compile(r"[^\W\d_]+")
MIN_COLORED = 2
"""A legend has one patch or marker between two words."""
_DASHES = "-_—–"
_SIGNS = "=≈≡≤≥"
_TICK_AND_MARKER = re.compile(r"([-+−]?\d[\d.,]*%?)\s?[-_—–]\s?[0oO]")
"""No range ends at nought: a tick mark and a circle in the plot."""
_LINE_SAMPLE = re.compile(r"(?<!\S)[-–—.…·_~=]+(?!\S)")
EQUALS_WIDTH = 1.0
"""In heights of capitals: an equals sign is no wider, a sample of a line is."""
MIN_SAMPLES = 2
"""One dash alone stands between two parts of a title; a legend has several samples, or dashed ones."""
_NEGATIVES = re.compile(r"[-−]\d[\d.,]*(?:\s?[-−]\d[\d.,]*)+")
_NUMBER = re.compile(r"[-+−]?[\d.,]*\d[\d.,]*%?")


@dataclass(frozen=True)
class Piece:
    """A part of a line: its text and its ink's box in pixels of the crop, with the runs that made it."""

    text: str
    runs: tuple[Run, ...]
    characters: tuple[tuple[str, int], ...]
    """Each character that is not a blank, with the index of its run."""

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom, half-open."""
        return (
            min(run.start for run in self.runs),
            min(run.top for run in self.runs),
            max(run.stop for run in self.runs),
            max(run.bottom for run in self.runs),
        )


def split_line(crop: np.ndarray, reading: Reading, *, thousands: bool = True) -> tuple[Piece, ...]:
    """The pieces of an upright line of text, left to right; empty when its ink cannot be told from the background.

    Marks and swatches between pieces are dropped, and so are tick marks behind numbers. A line without character
    positions is one piece.

    Args:
        crop: the line, upright.
        reading: its text and where its characters are.
        thousands: "100 120" is taken for one number rather than two neighbours.
    """
    runs = _with_signs(find_runs(crop), reading, crop.shape[1])
    runs = _with_colored_words(runs, reading, crop.shape[1])
    height = line_height_of(runs)
    if not runs or height == 0.0:
        return ()
    owners = _owners(reading, runs, crop.shape[1])
    runs, owners = _without_marks(runs, reading.text, owners)
    if _ends_in_loose_dash(reading, runs, owners, height, crop.shape[1]):
        owners = [*owners[:-1], None]
    owners = _without_sample_dashes(runs, owners, reading.text, height)
    carrying = sorted({owner for owner in owners if owner is not None})
    if not carrying:
        return ()
    breaks = _breaks(runs, carrying, height, reading.text, owners, thousands=thousands)
    return tuple(_piece(runs, group, height, reading.text, owners) for group in _grouped(carrying, breaks))


def _with_signs(runs: list[Run], reading: Reading, width: int) -> list[Run]:
    """The runs with those that an equals sign was read on as text: its bars blur into a patch where text is small."""
    places = [place * width for sign, place in zip(reading.text, reading.positions, strict=False) if sign in _SIGNS]
    return [
        replace(run, swatch=False) if run.swatch and any(run.start <= place < run.stop for place in places) else run
        for run in runs
    ]


def _with_colored_words(runs: list[Run], reading: Reading, width: int) -> list[Run]:
    """The runs with those as text that are letters of a word in a colour of its own, another hue than the line's.

    Several swatches follow each other as closely as letters only there, where a word was read on them.
    """
    limit = LOOSE_GAP * line_height_of(runs)
    told = list(runs)
    for word in _WORD.finditer(reading.text):
        places = [place * width for place in reading.positions[word.start() : word.end()]]
        nearest = [min(range(len(runs)), key=lambda index: _distance(runs[index], place)) for place in places if runs]
        members = runs[min(nearest) : max(nearest) + 1] if nearest else []
        stops = itertools.accumulate((run.stop for run in members), max)
        close = all(run.start - stop < limit for stop, run in zip(stops, members[1:], strict=False))
        if close and sum(run.swatch for run in members) >= MIN_COLORED:
            told[min(nearest) : max(nearest) + 1] = [replace(run, swatch=False) for run in members]
    return told


def _owners(reading: Reading, runs: list[Run], width: int) -> list[int | None]:
    """For each character the run it stands on; None for blanks, and for all when positions are not known."""
    text_runs = [index for index, run in enumerate(runs) if not run.swatch]
    owners: list[int | None] = []
    for number, character in enumerate(reading.text):
        if character.isspace():
            owners.append(None)
            continue
        if not reading.positions:
            share = (number + 0.5) / len(reading.text)
            owners.append(text_runs[min(len(text_runs) - 1, int(share * len(text_runs)))] if text_runs else None)
            continue
        place = reading.positions[number] * width
        candidates = range(len(runs)) if character in _MARKS else text_runs
        owners.append(min(candidates, key=lambda index: _distance(runs[index], place), default=None))
    return owners


def _distance(run: Run, place: float) -> float:
    return max(run.start - place, place - run.stop, 0.0)


def _without_marks(runs: list[Run], text: str, owners: list[int | None]) -> tuple[list[Run], list[int | None]]:
    """The runs with those swatches that only marks stand on, and the owners with marks and tick marks taken out."""
    kept = list(owners)
    marked = list(runs)
    samples = _line_samples(_with_equals_told(text, runs, owners))
    for index, run in enumerate(runs):
        members = [number for number, owner in enumerate(owners) if owner == index]
        cut_swatch = run.start == 0 and len(members) == 1 and text[members[0]] in _UPRIGHTS and len(text) > 2
        if cut_swatch or (members and all(text[number] in _MARKS or number in samples for number in members)):
            marked[index] = Run(run.start, run.stop, run.top, run.bottom, swatch=True)
            kept = [None if owner == index else owner for owner in kept]
    return marked, kept


def _ends_in_loose_dash(reading: Reading, runs: list[Run], owners: list[int | None], height: float, width: int) -> bool:
    """Whether a last dash stands off the text, as a tick mark does; a hyphen stands close."""
    if len(reading.text) < 2 or reading.text[-1] not in _DASHES or not reading.positions or owners[-1] is None:
        return False
    own = runs[owners[-1]]
    if own.height > 0.4 * height:
        return reading.positions[-1] * width - own.stop > TICK_GAP * height
    before = [run for run in runs[: owners[-1]] if not run.swatch]
    return bool(before) and own.start - before[-1].stop > TICK_GAP * height


def _is_sample_between(runs: list[Run], height: float) -> bool:
    """Whether ink without characters stands apart between two runs: a marker or line sample, no text skips so much."""
    first, last = runs[0], runs[-1]
    if len(runs) < 3 or last.start - first.stop < SAMPLE_GAP * height:
        return False
    return min(runs[1].start - first.stop, last.start - runs[-2].stop) >= SAMPLE_DASH_GAP * height


def _without_sample_dashes(runs: list[Run], owners: list[int | None], text: str, height: float) -> list[int | None]:
    """The owners without those of dashes that stand apart though the text has no blank beside them."""
    kept = list(owners)
    for number in range(1, len(text) - 1):
        before, own, after = owners[number - 1], owners[number], owners[number + 1]
        if text[number] not in _DASHES or before is None or own is None or after is None or not before < own < after:
            continue
        if min(runs[own].start - runs[before].stop, runs[after].start - runs[own].stop) >= SAMPLE_DASH_GAP * height:
            kept[number] = None
    return kept


def _breaks(
    runs: list[Run], carrying: list[int], height: float, text: str, owners: list[int | None], *, thousands: bool
) -> set[int]:
    """The runs (by index) that begin a new piece."""
    gaps = {}
    sampled = False
    for left, right in itertools.pairwise(carrying):
        between = [index for index in range(left, right + 1) if not runs[index].swatch]
        gap = max(runs[b].start - runs[a].stop for a, b in itertools.pairwise(between)) / height
        swatch = len(between) < right - left + 1
        sample = _is_sample_between(runs[left : right + 1], height)
        sampled = sampled or sample or (swatch and gap > LABEL_GAP)
        gaps[right] = WIDE_GAP if (swatch and gap > LABEL_GAP) or sample else gap
    wide = {index for index, gap in gaps.items() if gap >= WIDE_GAP}
    groups = _grouped(carrying, wide)
    if not sampled and _is_spaced_sentence(runs, groups, np.array([gaps[index] for index in sorted(wide)])):
        return set()
    narrow = {index for index, gap in gaps.items() if gap >= LABEL_GAP and not _at_point(index, carrying, text, owners)}
    negatives = _negative_starts(text, owners) & set(carrying[1:])
    wide |= negatives
    narrow |= wide
    if narrow == wide:
        return wide or number_starts(runs, text, owners) or even_starts(runs, carrying, height, text)
    groups = _grouped(carrying, narrow)
    texts = [_text_of(group, text, owners) for group in groups]
    middles = [(runs[group[0]].start + runs[group[-1]].stop) / 2 for group in groups]
    if _is_row(texts, middles, thousands=thousands):
        return narrow
    even = even_starts(runs, carrying, height, text)
    return even if even >= wide else wide


def _line_samples(text: str) -> set[int]:
    """The places of the characters that are a legend's line samples: words of dashes and dots, two or more of them."""
    words = list(_LINE_SAMPLE.finditer(text))
    if len(words) < MIN_SAMPLES and not any(len(word.group()) > 1 for word in words):
        return set()
    return {place for word in words for place in range(word.start(), word.end())}


def _with_equals_told(text: str, runs: list[Run], owners: list[int | None]) -> str:
    """The text with its equals signs that are no wider than glyphs as letters: those are no samples of double lines."""
    limit = EQUALS_WIDTH * line_height_of(runs)
    narrow = [owner is not None and runs[owner].stop - runs[owner].start <= limit for owner in owners]
    return "".join("x" if c == "=" and slim else c for c, slim in zip(text, narrow, strict=True))


def _negative_starts(text: str, owners: list[int | None]) -> set[int]:
    """The runs of the minus signs within "-60-40": negative numbers that touch."""
    if not _NEGATIVES.fullmatch(text.strip()):
        return set()
    return {owner for character, owner in zip(text, owners, strict=True) if character in "-−" and owner is not None}


def _is_spaced_sentence(runs: list[Run], groups: list[list[int]], gaps: np.ndarray) -> bool:
    """Whether pieces are the words of a widely spaced line: their gaps are even, their middles are not."""
    if len(groups) < MIN_WORDS:
        return False
    middles = np.array([(runs[group[0]].start + runs[group[-1]].stop) / 2 for group in groups])
    steps = np.diff(middles)
    return bool(gaps.std() < EVEN_SPACING * gaps.mean() and steps.std() > EVEN_SPACING * steps.mean())


def _at_point(index: int, carrying: list[int], text: str, owners: list[int | None]) -> bool:
    """Whether a decimal point or comma stands before or behind the gap in front of a run; faint ones have no ink."""
    right = text[owners.index(index)]
    before = carrying[carrying.index(index) - 1]
    left = text[len(owners) - 1 - owners[::-1].index(before)]
    return right in ".," or left in ".,"


def _is_row(texts: list[str], middles: list[float], *, thousands: bool) -> bool:
    """Whether pieces look like the labels of an axis: numbers, or short and evenly spaced."""
    numbers = all(_NUMBER.fullmatch(text) for text in texts)
    one_number = len(texts[0]) <= 3 and all(re.fullmatch(r"\d{3}", text) for text in texts[1:])
    if numbers and not (thousands and one_number):
        return True
    lengths = [len(text) for text in texts]
    if any(text in _SIGNS for text in texts):
        return False
    if len(texts) < 3 or max(lengths) > MAX_ROW_LABEL or max(lengths) > min(lengths) + 1:
        return False
    steps = np.diff(middles)
    return float(steps.std() / steps.mean()) < EVEN_SPACING


def _grouped(carrying: list[int], breaks: set[int]) -> list[list[int]]:
    groups: list[list[int]] = [[]]
    for index in carrying:
        if index in breaks:
            groups.append([])
        groups[-1].append(index)
    return groups


def _text_of(group: list[int], text: str, owners: list[int | None]) -> str:
    """The characters of a group of runs, with the blanks between them."""
    inside = [number for number, owner in enumerate(owners) if owner is not None and group[0] <= owner <= group[-1]]
    if not inside:
        return ""
    return text[inside[0] : inside[-1] + 1].strip()


def _piece(runs: list[Run], group: list[int], height: float, text: str, owners: list[int | None]) -> Piece:
    piece_text = _text_of(group, text, owners)
    characters = [
        (text[number], owner)
        for number, owner in enumerate(owners)
        if owner is not None and group[0] <= owner <= group[-1]
    ]
    if _ends_in_tick(piece_text):
        piece_text = _without_tick(piece_text)
        characters = characters[: len(piece_text.replace(" ", ""))]
        group = sorted({owner for _, owner in characters})
    members = _with_loose_ink(runs, group, height)
    places = {index: place for place, index in enumerate(members)}
    return Piece(
        piece_text,
        tuple(runs[index] for index in members),
        tuple((character, places[owner]) for character, owner in characters if owner in places),
    )


def _without_tick(text: str) -> str:
    """The text without a tick mark at its end, and without the circle of a marker that may stand behind that."""
    match = _TICK_AND_MARKER.fullmatch(text)
    return match.group(1) if match else text.rstrip(_DASHES + " ")


def _ends_in_tick(text: str) -> bool:
    """Whether a text ends in what must be a tick mark: no number or short label ends in a dash."""
    body = _without_tick(text)
    if not body or body == text:
        return False
    return _NUMBER.fullmatch(body) is not None or len(body) <= MAX_TICKED_LABEL


def _with_loose_ink(runs: list[Run], group: list[int], height: float) -> list[int]:
    """The group's runs and those between or close beside them that carry no character of their own."""
    first, last = group[0], group[-1]
    while first > 0 and _joins(runs[first - 1], runs[first], height):
        first -= 1
    while last + 1 < len(runs) and _joins(runs[last], runs[last + 1], height) and runs[last + 1].height > 0.4 * height:
        last += 1
    return [index for index in range(first, last + 1) if not runs[index].swatch]


def _joins(left: Run, right: Run, height: float) -> bool:
    return not (left.swatch or right.swatch) and right.start - left.stop < LOOSE_GAP * height
