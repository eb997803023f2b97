"""A gold chart as plain dictionaries, and the checks that keep an answer unambiguous. Standard library only.

Every helper that decides something (an extreme, a rank, a threshold, a comparison) raises `Unclear` when the values
it decides between are closer than a reader of the picture could tell apart.
"""

from __future__ import annotations

import datetime
import itertools
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

Values = dict[str, float]
Answer = str | float | list[str] | None

CLEAR = 0.008
"""Smallest gap a reader is trusted to see, as a part of the range of the values compared (zero included)."""


class Unclear(ValueError):
    """The chart does not settle the question for a reader."""


class Question(NamedTuple):
    """One free question and the expression that answers it."""

    source: str
    kind: str
    voice: str
    answer_type: str
    text: str
    answer: Callable[[Chart], Answer]
    within: float | None = None
    """Absolute tolerance of the answer, where 2 % would be meaningless (years, positions on x)."""


def decimal_year(date: str) -> float:
    """`2010-07-01` as 2010.5."""
    day = datetime.date.fromisoformat(date)
    start = datetime.date(day.year, 1, 1)
    return day.year + (day - start).days / (datetime.date(day.year + 1, 1, 1) - start).days


class Chart:
    """One gold chart; `name` None stands for its first series."""

    def __init__(self, path: Path) -> None:
        self.gold = json.loads(path.read_text(encoding="utf-8"))
        self.type: str = self.gold["chart_type"]
        self.title: str = self.gold["title"]
        self.x_title: str = self.gold["x_title"]
        self.y_title: str = self.gold["y_title"]
        self.legend: list[str] = self.gold["legend"]
        self.names: list[str] = [one["name"] for one in self.gold["series"]]

    def points(self, name: str | None = None) -> list[dict[str, float | str]]:
        if name is None:
            return list(self.gold["series"][0]["points"])
        return list(next(one["points"] for one in self.gold["series"] if one["name"] == name))

    def s(self, name: str | None = None) -> Values:
        """Category (or date) to value."""
        return {str(p["x"]): float(p["y"]) for p in self.points(name)}

    def y(self, x: str, name: str | None = None) -> float:
        return self.s(name)[x]

    def col(self, x: str) -> Values:
        """Series name to value at one category; absent bars are absent."""
        return {n: self.s(n)[x] for n in self.names if x in self.s(n)}

    def sums(self) -> Values:
        """Category to the sum over the series."""
        out: Values = {}
        for index in range(len(self.names)):
            for p in self.gold["series"][index]["points"]:
                out[str(p["x"])] = out.get(str(p["x"]), 0.0) + float(p["y"])
        return out

    def every(self, key: str = "y") -> list[float]:
        return [float(p[key]) for one in self.gold["series"] for p in one["points"]]

    def xy(self, name: str | None = None) -> list[tuple[float, float]]:
        """Points of a line or scatter; dates as decimal years."""
        return [(_number(p["x"]), float(p["y"])) for p in self.points(name)]

    def at(self, x: float, name: str | None = None) -> float:
        """Value of a line at `x`, linear between its points."""
        line = sorted(self.xy(name))
        for (x0, y0), (x1, y1) in itertools.pairwise(line):
            if x0 <= x <= x1:
                return y0 if x1 == x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        raise ValueError(f"{x} lies outside the line")

    def peak(self, name: str | None = None) -> float:
        """Where a line is highest; a rival elsewhere raises."""
        return _extreme_x(self.xy(name), 1)

    def dip(self, name: str | None = None) -> float:
        return _extreme_x(self.xy(name), -1)

    def first_above(self, level: float, name: str | None = None) -> float:
        """First drawn point above `level`."""
        return next(x for x, y in sorted(self.xy(name)) if y > level)

    def last(self) -> Values:
        return {n: self.xy(n)[-1][1] for n in self.names}

    def bin(self, low: float, high: float) -> float:
        """Height of the histogram bar from `low` to `high`."""
        return float(next(p["y"] for p in self.points() if p["x0"] == low and p["x1"] == high))

    def box(self, x: str, key: str = "median", name: str | None = None) -> float:
        return float(next(p[key] for p in self.points(name) if str(p["x"]) == x))

    def boxes(self, key: str = "median", name: str | None = None) -> Values:
        return {str(p["x"]): float(p[key]) for p in self.points(name)}

    def iqrs(self, name: str | None = None) -> Values:
        return {x: q3 - self.boxes("q1", name)[x] for x, q3 in self.boxes("q3", name).items()}


def _number(x: float | str) -> float:
    if isinstance(x, str) and "-" in x[1:]:
        return decimal_year(x)
    return float(x)


def _extreme_x(line: Sequence[tuple[float, float]], sign: int) -> float:
    best = max(line, key=lambda p: sign * p[1])
    span = max(y for _, y in line) - min(y for _, y in line)
    width = max(x for x, _ in line) - min(x for x, _ in line)
    rivals = [x for x, y in line if abs(best[1] - y) < CLEAR * span and abs(x - best[0]) > 0.02 * width]
    if rivals:
        raise Unclear(f"rivals of the extreme at {rivals}")
    return best[0]


def _range(values: Sequence[float]) -> float:
    return max(*values, 0.0) - min(*values, 0.0)


def rank(values: Mapping[str, float], count: int | None = None, *, rising: bool = False) -> list[str]:
    """Names by value, the largest first unless `rising`; near ties among those returned raise."""
    order = sorted(values, key=lambda k: values[k], reverse=not rising)
    count = len(order) if count is None else count
    span = _range(list(values.values()))
    for a, b in itertools.pairwise(order[: count + 1]):
        if abs(values[a] - values[b]) < CLEAR * span:
            raise Unclear(f"{a} and {b} are too close to rank")
    return order[:count]


def top(values: Mapping[str, float]) -> str:
    return rank(values, 1)[0]


def low(values: Mapping[str, float]) -> str:
    return rank(values, 1, rising=True)[0]


def above(values: Mapping[str, float], level: float) -> list[str]:
    """Names with a value over `level`; a value at the level raises."""
    span = _range(list(values.values()))
    if any(abs(v - level) < CLEAR * span for v in values.values()):
        raise Unclear(f"a value lies at the level {level}")
    return [k for k, v in values.items() if v > level]


def below(values: Mapping[str, float], level: float) -> list[str]:
    over = above(values, level)
    return [k for k in values if k not in over]


def more(a: float, b: float) -> str:
    """Is a more than b, when the two are plainly different."""
    if abs(a - b) < 2 * CLEAR * max(abs(a), abs(b)):
        raise Unclear(f"{a} and {b} are too close to compare")
    return yes(a > b)


def over(a: Mapping[str, float], b: Mapping[str, float]) -> list[str]:
    """Common categories where a is above b; a near tie raises."""
    span = _range([*a.values(), *b.values()])
    common = [k for k in a if k in b]
    if any(abs(a[k] - b[k]) < CLEAR * span for k in common):
        raise Unclear("a near tie between the series")
    return [k for k in common if a[k] > b[k]]


def throughout(a: Mapping[str, float], b: Mapping[str, float]) -> str:
    """Is a above b at every common category: no near tie for yes, one plain exception for no."""
    span = _range([*a.values(), *b.values()])
    gaps = [a[k] - b[k] for k in a if k in b]
    if min(gaps) > CLEAR * span:
        return "yes"
    if min(gaps) < -CLEAR * span:
        return "no"
    raise Unclear("the series touch")


def rises(values: Sequence[float]) -> str:
    """Does the value grow at every step."""
    span = _range(values)
    steps = [b - a for a, b in itertools.pairwise(values)]
    if min(steps) > CLEAR * span:
        return "yes"
    if min(steps) < -CLEAR * span:
        return "no"
    raise Unclear("a step is flat")


def closest(values: Mapping[str, float]) -> list[str]:
    """The two names whose values are closest; a rival pair raises."""
    names = list(values)
    gaps = sorted((abs(values[a] - values[b]), a, b) for i, a in enumerate(names) for b in names[i + 1 :])
    if gaps[1][0] - gaps[0][0] < CLEAR * _range(list(values.values())):
        raise Unclear(f"{gaps[:2]}")
    return [gaps[0][1], gaps[0][2]]


def gaps(a: Mapping[str, float], b: Mapping[str, float]) -> Values:
    return {k: a[k] - b[k] for k in a if k in b}


def spread(values: Mapping[str, float]) -> float:
    return max(values.values()) - min(values.values())


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def median(values: Sequence[float]) -> float:
    order = sorted(values)
    half = len(order) // 2
    return order[half] if len(order) % 2 else (order[half - 1] + order[half]) / 2


def share(values: Mapping[str, float], *names: str) -> float:
    """Percent of the whole."""
    return 100.0 * sum(values[n] for n in names) / sum(values.values())


def yes(fact: bool) -> str:
    return "yes" if fact else "no"


def correlation(points: Sequence[tuple[float, float]]) -> float:
    """Pearson's r."""
    mx, my = mean([x for x, _ in points]), mean([y for _, y in points])
    sxy = sum((x - mx) * (y - my) for x, y in points)
    sxx, syy = sum((x - mx) ** 2 for x, _ in points), sum((y - my) ** 2 for _, y in points)
    return float(sxy / (sxx * syy) ** 0.5)


def crossings(points: Sequence[tuple[float, float]], level: float = 0.0) -> int:
    """How often a line passes through `level`."""
    signs = [y > level for _, y in points]
    return sum(a != b for a, b in itertools.pairwise(signs))


def meet(a: Sequence[tuple[float, float]], b: Sequence[tuple[float, float]]) -> float:
    """The only x where two lines over the same x cross."""
    found = []
    for (x0, a0), (x1, a1), (_, b0), (_, b1) in zip(a, a[1:], b, b[1:], strict=False):
        if (a0 - b0) * (a1 - b1) < 0:
            found.append(x0 + (x1 - x0) * (a0 - b0) / ((a0 - b0) - (a1 - b1)))
    if len(found) != 1:
        raise Unclear(f"crossings at {found}")
    return found[0]


def unit(title: str) -> str:
    """The unit in the last brackets of an axis title."""
    return title[title.rindex("(") + 1 : title.rindex(")")]
