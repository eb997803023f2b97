"""How the oracle compares and orders numbers. It shares no code with the compiler."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")
SAME = 1e-9
CANCELLED = 1e-12


def equal(a: float, b: float) -> bool:
    """Equal but for rounding."""
    return abs(a - b) <= SAME * max(abs(a), abs(b))


def more(a: float, b: float) -> bool:
    """Greater by more than rounding."""
    return a > b and not equal(a, b)


def difference(a: float, b: float) -> float:
    """The size of a difference, 0 where it is only rounding."""
    return 0.0 if equal(a, b) else abs(a - b)


def ratio(a: float | None, b: float | None) -> float | None:
    """a / b, or None where one is missing or b is 0."""
    return None if a is None or b is None or b == 0 else a / b


def best(items: Iterable[T], key: Callable[[T], float], *, highest: bool = True) -> list[T]:
    """All items that share the extreme key."""
    listed = list(items)
    if not listed:
        return []
    keys = [key(item) for item in listed]
    end = max(keys) if highest else min(keys)
    size = max(abs(value) for value in keys)
    return [item for item, value in zip(listed, keys, strict=True) if abs(value - end) <= SAME * size]


def by_size(items: Sequence[T], key: Callable[[T], float]) -> list[T]:
    """Items by rising key; keys that differ by rounding only keep the order given."""
    size = max((abs(key(item)) for item in items), default=0.0) or 1.0
    return sorted(items, key=lambda item: round(key(item) / size, 9))


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean."""
    return total(values) / len(values)


def total(values: Sequence[float]) -> float:
    """The sum, 0 where terms cancel but for rounding."""
    found = math.fsum(values)
    return 0.0 if abs(found) <= CANCELLED * math.fsum(abs(value) for value in values) else found


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the middle two."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def variance(values: Sequence[float]) -> float:
    """The mean squared distance from the mean."""
    if equal(min(values), max(values)):
        return 0.0
    centre = mean(values)
    return math.fsum((value - centre) ** 2 for value in values) / len(values)


def modes(values: Sequence[float]) -> list[float]:
    """The values that occur most often, first seen first."""
    counts: dict[float, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values())
    return [value for value, times in counts.items() if times == most]


def correlation(points: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r, or None where x or y does not vary."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if not points or min(xs) == max(xs) or min(ys) == max(ys):
        return None
    mx, my = mean(xs), mean(ys)
    sxy = math.fsum((x - mx) * (y - my) for x, y in points)
    r = sxy / math.sqrt(math.fsum((x - mx) ** 2 for x in xs) * math.fsum((y - my) ** 2 for y in ys))
    return 0.0 if abs(r) < 1e-12 else r


def slope(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of the least-squares line, or None where x does not vary."""
    xs = [x for x, _ in points]
    if not points or min(xs) == max(xs):
        return None
    mx, my = mean(xs), mean([y for _, y in points])
    return math.fsum((x - mx) * (y - my) for x, y in points) / math.fsum((x - mx) ** 2 for x in xs)
