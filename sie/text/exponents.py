"""Powers of ten: the raised small digits that a detector boxes apart from their 10, or loses."""

from __future__ import annotations

import re
import statistics
from dataclasses import replace

import numpy as np

from sie.text.engine import TextEngine
from sie.text.ink import Run, find_runs
from sie.text.joining import along_and_across
from sie.text.label import Label
from sie.text.quads import TextRect, crop_rect
from sie.text.refine import CROP_HEIGHT, inner_rect
from sie.text.spelling import AS_DIGIT

MIN_BASE_HEIGHT = 5.0
"""In pixels: raised digits beside smaller print cannot be told from its blur."""
BASE = re.compile(r"^(?:[-−+]?[\d.,]*\s?[x×X·*]?\s?)?10$")
_RAISED = re.compile(r"10([⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹][⁰¹²³⁴⁵⁶⁷⁸⁹\d]*)")
_ON_LINE = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_NOUGHT = re.compile(r"10[°º˚oO]")
_UNREAD = re.compile(r"^10[^\w\s.,%^°-]$")
"""A 10 with one more character that is no exponent: its raised digit misread."""
EXPONENT = re.compile(r"[-−–+]?\d{1,2}")
LOG_TICKS = 2
"""So many labels that read 10 are powers of ten that lost their exponents."""
REACH = 1.6
"""In heights of the base: how far to the right an exponent goes."""
RISE = 0.8
"""In heights of the base: how far above its top an exponent goes."""
LIFT = 0.2
"""In heights of the base: an exponent ends at least this much above the base's foot."""
MIN_CONFIDENCE = 0.5


def find_exponents(rgb: np.ndarray, labels: list[Label], engine: TextEngine) -> list[Label]:
    """The labels with each 10 and its raised digits written as 10^3."""
    labels = _with_plain_exponents(labels)
    bases = [label for label in labels if _is_base(label)]
    joined: dict[int, Label] = {}
    used: set[int] = set()
    for base in bases:
        exponent = next((label for label in labels if _is_exponent_of(label, base)), None)
        if exponent is not None:
            joined[id(base)] = _powered(base, exponent.text, exponent.rect.box(), exponent.confidence)
            used.add(id(exponent))
    bare = [base for base in bases if id(base) not in joined]
    if len(bases) >= LOG_TICKS or any(base.text != "10" for base in bare):
        joined.update(_looked_up(rgb, bare, engine))
    return [joined.get(id(label), label) for label in labels if id(label) not in used]


def _with_plain_exponents(labels: list[Label]) -> list[Label]:
    """The labels with raised characters as 10^-2, and 10° as 10^0 beside other powers."""
    spelled = [replace(label, text=_RAISED.sub(_spelled, label.text)) for label in labels]
    if sum("10^" in label.text for label in spelled) < LOG_TICKS:
        return spelled
    return [replace(label, text="10^0") if _NOUGHT.fullmatch(label.text) else label for label in spelled]


def _spelled(match: re.Match[str]) -> str:
    return "10^" + match.group(1).translate(_ON_LINE)


def _is_base(label: Label) -> bool:
    return (
        (BASE.match(label.text) or _UNREAD.match(label.text)) is not None
        and label.rect.angle == 0.0
        and label.rect.height > MIN_BASE_HEIGHT
    )


def _is_exponent_of(label: Label, base: Label) -> bool:
    if not EXPONENT.fullmatch(label.text) or label.rect.height > 1.05 * base.rect.height or label is base:
        return False
    height = base.rect.height
    _, stop, _ = along_and_across(base.rect, base.rect)
    start, _, _ = along_and_across(label.rect, base.rect)
    lift = base.rect.box()[3] - label.rect.box()[3]
    below_top = label.rect.box()[3] > base.rect.box()[1] - 0.1 * height
    return -0.3 * height < start - stop < 0.5 * height and lift > LIFT * height and below_top


def _powered(base: Label, exponent: str, box: tuple[float, float, float, float], confidence: float) -> Label:
    x0, y0, x1, y1 = base.rect.box()
    rect = TextRect.from_box(min(x0, box[0]), min(y0, box[1]), max(x1, box[2]), max(y1, box[3]))
    text = f"{base.text if BASE.match(base.text) else '10'}^{re.sub('[−–]', '-', exponent).lstrip('+')}"
    return replace(base, rect=rect, text=text, confidence=min(base.confidence, confidence))


def _looked_up(rgb: np.ndarray, bases: list[Label], engine: TextEngine) -> dict[int, Label]:
    """For each base (by the object's id) the power that the ink at its upper right makes it."""
    if not bases:
        return {}
    height = min(statistics.median(base.rect.height for base in bases), *(base.rect.height for base in bases)) or 1.0
    scale = max(1.0, CROP_HEIGHT / height)
    found = []
    for base in bases:
        x0, y0, x1, y1 = base.rect.box()
        region = TextRect.from_box(x0 - 1, y0 - RISE * height, x1 + REACH * height, y1 + 1)
        runs = _raised_runs(find_runs(crop_rect(rgb, region, scale=scale)))
        if runs:
            box = (
                min(run.start for run in runs),
                min(run.top for run in runs),
                max(run.stop for run in runs),
                max(run.bottom for run in runs),
            )
            found.append((base, inner_rect(region, box, scale)))
    margins = [rect.grown(0.3 * rect.height, 0.3 * rect.height) for _, rect in found]
    crops = [crop_rect(rgb, rect, scale=CROP_HEIGHT / max(1.0, rect.height)) for rect in margins]
    readings = engine.recognize(crops) if crops else []
    powers = {}
    for (base, rect), reading in zip(found, readings, strict=True):
        text = "".join(AS_DIGIT.get(character, character) for character in reading.text.strip())
        if EXPONENT.fullmatch(text) and reading.confidence >= MIN_CONFIDENCE:
            powers[id(base)] = _powered(base, text, rect.box(), reading.confidence)
    return powers


def _raised_runs(runs: list[Run]) -> list[Run]:
    """The runs behind the base that end above its foot; empty when there are none or no base is seen."""
    tall = [run for run in runs if not run.swatch]
    if len(tall) < 2:
        return []
    foot = max(run.bottom for run in tall[:2])
    height = max(run.height for run in tall[:2])
    tail = [run for run in tall[1:] if foot - run.bottom > LIFT * height]
    return (
        tail if tail and tail == tall[-len(tail) :] and foot - max(run.bottom for run in tail) > LIFT * height else []
    )
