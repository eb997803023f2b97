"""From a recognizer's character probabilities to text (CTC, greedy).

The recognizer knows 18,708 characters, most of them Chinese, and sees them in markers, tick marks and lone letters. So
a line is read among the characters of Latin and Greek print first; other scripts are believed only where several of
their characters are read with confidence.
"""

from __future__ import annotations

import numpy as np

from sie.text.engine import Reading

BLANK = 0
FOREIGN_CONFIDENCE = 0.85
"""Text of other scripts is believed from this confidence on, and from two characters on."""
_RANGES = (
    (0x20, 0x24F),  # Latin
    (0x370, 0x3FF),  # Greek
    (0x2010, 0x2044),  # dashes, quotes, primes
    (0x2070, 0x209F),  # raised and lowered digits
    (0x20A0, 0x20BF),  # currencies
    (0x2100, 0x2122),  # letterlike
    (0x2190, 0x2193),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x25A0, 0x25FF),  # markers, as legends show them
    (0x2605, 0x2606),  # stars
)
_UNPRINTED = frozenset("ƀƂƃƄƅǀǁǂǃ`´¨¯¸¬¦ªº∣∥⊢⊣⊤⊥")
"""Characters that charts do not print but specks and tick marks look like."""
_TWINS = "COSUVWXZ"
"""Letters whose capital and small form have one shape."""


class Alphabet:
    """The classes of a recognizer: the blank first, then its characters."""

    def __init__(self, characters: tuple[str, ...]) -> None:
        self._characters = characters
        printed = [index for index, text in enumerate(characters, start=1) if _is_printed(text)]
        self._printed = np.array([BLANK, *printed])
        classes = {text: index for index, text in enumerate(characters, start=1)}
        pairs = [(text, text.lower()) for text in _TWINS if text in classes and text.lower() in classes]
        self._capitals = {frozenset(classes[text] for text in pair): classes[pair[0]] for pair in pairs}

    def decode(self, probabilities: np.ndarray, *, used: float = 1.0) -> Reading:
        """The likeliest text of one crop.

        Args:
            probabilities: shape (steps, classes).
            used: part of the steps, from the left, that shows the crop; the rest is padding.
        """
        everything = probabilities.argmax(axis=1)
        printed = self._printed[probabilities[:, self._printed].argmax(axis=1)]
        reading = self._collapse(probabilities, printed, used)
        if np.array_equal(everything, printed):
            return reading
        foreign = self._collapse(probabilities, everything, used)
        count = sum(not _is_printed(character) for character in foreign.text)
        return foreign if count >= 2 and foreign.confidence >= FOREIGN_CONFIDENCE else reading

    def _collapse(self, probabilities: np.ndarray, best: np.ndarray, used: float) -> Reading:
        """Repeats and blanks removed; the confidence is the mean over the characters of each one's best step."""
        best = self._in_one_case(probabilities, best)
        changes = np.flatnonzero(np.diff(best, prepend=-1))
        text, positions, confidences = [], [], []
        for start, stop in zip(changes, [*changes[1:], len(best)], strict=True):
            if best[start] == BLANK:
                continue
            text.append(self._characters[best[start] - 1])
            positions.append(min(1.0, (start + stop) / 2 / len(best) / used))
            confidences.append(float(probabilities[start:stop, best[start]].max()))
        if not text:
            return Reading("", 0.0)
        return Reading("".join(text), min(1.0, float(np.mean(confidences))), tuple(positions))

    def _in_one_case(self, probabilities: np.ndarray, best: np.ndarray) -> np.ndarray:
        """The steps with one letter where two neighbours, each a single step, say its capital and its small form.

        Two such letters side by side are wider than two steps. Between both forms of one the first letter of a word is
        taken as the capital, as names are printed, another one as the form that is surer.
        """
        known = best.copy()
        changes = np.flatnonzero(np.diff(best, prepend=-1, append=-1))
        for start, middle, stop in zip(changes, changes[1:], changes[2:], strict=False):
            capital = self._capitals.get(frozenset((int(best[start]), int(best[middle]))))
            if capital is None or stop - start != 2:
                continue
            before = known[:start][known[:start] != BLANK]
            inside = len(before) > 0 and self._characters[before[-1] - 1].isalpha()
            surer = max((start, middle), key=lambda step: float(probabilities[step, best[step]]))
            known[start:stop] = best[surer] if inside else capital
        return known


def _is_printed(text: str) -> bool:
    return text not in _UNPRINTED and any(low <= ord(text) <= high for low, high in _RANGES)
