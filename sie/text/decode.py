"""From a recognizer's character probabilities to text (CTC, greedy)."""

from __future__ import annotations

import numpy as np

from sie.text.engine import Reading

BLANK = 0


def decode_greedy(probabilities: np.ndarray, characters: tuple[str, ...], *, used: float = 1.0) -> Reading:
    """The likeliest text of one crop.

    Args:
        probabilities: shape (steps, classes); class 0 is the blank, class i > 0 is `characters[i - 1]`.
        characters: of the classes after the blank.
        used: part of the steps, from the left, that shows the crop; the rest is padding.
    """
    best = probabilities.argmax(axis=1)
    starts = np.flatnonzero((best != BLANK) & (best != np.concatenate(([BLANK], best[:-1]))))
    steps = len(best)
    text, positions, confidences = [], [], []
    for start in starts:
        stop = start + 1
        while stop < steps and best[stop] == best[start]:
            stop += 1
        text.append(characters[best[start] - 1])
        positions.append(min(1.0, (start + stop) / 2 / steps / used))
        confidences.append(float(probabilities[start:stop, best[start]].max()))
    if not text:
        return Reading("", 0.0)
    return Reading("".join(text), min(1.0, float(np.mean(confidences))), tuple(positions))
