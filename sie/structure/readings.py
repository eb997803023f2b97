"""What a tick label may say, as the scale fit takes it."""

from __future__ import annotations

import math
from functools import lru_cache

from sie.artifacts import TextBlock
from sie.values.scale import MAX_READINGS, Notation, Reading
from sie.values.ticktext import TickKind, TickReading, tick_candidates

ALTERNATIVE_COST = 0.25
"""What the recognizer's next reading costs more than the one before."""
LOST_MINUS_COST = 0.3
"""What it costs that the small minus of an exponent was not seen."""
COST_DECAY = 1.1
"""Turns open-ended costs into ones below 1: a lost minus sign (1.2) keeps a quarter of a vote."""
_NUMBERS = (TickKind.NUMBER, TickKind.PERCENT, TickKind.CURRENCY, TickKind.YEAR)


def read_label(block: TextBlock) -> tuple[Reading, ...]:
    """The readings of a block's text and of its alternatives, cheapest first."""
    return read_texts((block.text, *block.alternatives))


@lru_cache(maxsize=1024)  # every search for rows and columns of labels reads the same few texts
def read_texts(texts: tuple[str, ...]) -> tuple[Reading, ...]:
    """The readings of a text and of other recognitions of it, likeliest text first.

    >>> [reading.value for reading in read_texts(("45 %",))][:1]
    [45.0]
    """
    best: dict[tuple[Notation, float], Reading] = {}
    for place, text in enumerate(texts):
        for candidate in tick_candidates(text):
            reading = _as_reading(candidate, ALTERNATIVE_COST * place)
            if reading is None:
                continue
            key = (reading.notation, reading.value)
            if key not in best or reading.cost < best[key].cost:
                best[key] = reading
    for reading in list(best.values()):
        if reading.notation is Notation.POWER and reading.value > 1:
            mended = Reading(1.0 / reading.value, min(0.95, reading.cost + LOST_MINUS_COST), Notation.POWER)
            best.setdefault((Notation.POWER, mended.value), mended)
    return tuple(sorted(best.values(), key=lambda reading: reading.cost)[: 2 * MAX_READINGS])


def _as_reading(candidate: TickReading, extra: float) -> Reading | None:
    cost = 1.0 - math.exp(-COST_DECAY * (candidate.cost + extra))
    if candidate.kind is TickKind.DATE:
        return Reading(candidate.value, cost, Notation.DATE)
    if candidate.kind not in _NUMBERS:
        return None
    return Reading(candidate.value, cost, Notation.POWER if candidate.exponent_form else Notation.NUMBER)
