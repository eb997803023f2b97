"""How well a chart's table was read: data, names, text, type and exact, as the project's gold charts are scored.

The definition is that of the conventions the gold charts came with; every value within 2 % of the axis span counts.

- `data`: F1 of data points. Points of one series pair one to one: categories by name, numbers within 2 % of the x span,
  and hit where y is within 2 % of the y span (pie shares: or within 5 % of the share; box points: the share of the five
  numbers). Lines and areas over numbers are compared as curves: a point hits where the other curve passes within the
  tolerance. On log axes all of this holds for logarithms. Bars of no height are left out on both sides.
- `names`: F1 of series names; 1 where the gold names none and a series was found.
- `text`: mean likeness of title, x title and y title over those that either side has.
- `type`: 1 where the chart type is right (a histogram may be called a vertical bar), 0.5 where its family is.
- `exact`: 1 where data >= 0.98 and all names are right.

A missing prediction is 0 everywhere. Of several predicted charts the best counts, its data divided by their number.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from sie.artifacts import FIVE, Chart, DataPoint, Series, Value
from sie.metrics.pairing import assigned
from sie.vocab import ChartFamily, ChartType, ScaleType, family_of

SPAN_TOLERANCE = 0.02
SHARE_TOLERANCE = 0.05
NAME_ALIKE = 0.8
"""Names at least this alike are the same name, if no other of the gold names is nearer."""
EXACT_DATA = 0.98
_YEAR = 365.2425
_EPOCH = datetime(1970, 1, 1)
_CURVES = (ChartFamily.LINE, ChartFamily.AREA)
_BARS = (ChartFamily.BAR, ChartFamily.HISTOGRAM)
_BLANKED = re.compile(r"[\s_\-–—−.,:;()\[\]'\"“”]+")
_DATE_FORMS = (
    "%Y-%m-%dT%H:%M:%S.%f", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d", "%Y-%m", "%Y/%m/%d",
    "%b %d, %Y", "%b %d %Y", "%b %Y", "%B %Y", "%d %b %Y", "%m/%d/%Y", "%Y",
)  # fmt: skip


@dataclass(frozen=True)
class TableScore:
    """The five figures of one chart, each in [0, 1]."""

    data: float = 0.0
    names: float = 0.0
    text: float = 0.0
    type: float = 0.0
    exact: float = 0.0


MEASURES = ("data", "names", "text", "type", "exact")


def table_score(predicted: Sequence[Chart], gold: Chart) -> TableScore:
    """The score of what was read from the picture of one gold chart; see the module for the definition."""
    scores = [_score(chart, gold) for chart in predicted]
    if not scores:
        return TableScore()
    best = max(scores, key=lambda score: (score.data, score.names))
    return best if len(scores) == 1 else replace(best, data=best.data / len(scores), exact=0.0)


def _score(predicted: Chart, gold: Chart) -> TableScore:
    ruler = _Ruler(gold)
    named = [series for series in gold.series if _plain(series.name)]
    all_names = [series.name for series in gold.series]
    hits_gold = hits_predicted = 0.0
    right_names = 0
    for left, right in _paired(predicted, gold, ruler, by_name=bool(named)):
        if named and not _means(left.name, right.name, all_names):
            continue
        right_names += bool(named)
        found = ruler.hits(left, right)
        hits_gold, hits_predicted = hits_gold + found[0], hits_predicted + found[1]
    count_gold = sum(len(ruler.points(series)) for series in gold.series)
    count_predicted = sum(len(ruler.points(series)) for series in predicted.series)
    data = _f1(hits_gold, count_gold, hits_predicted, count_predicted)
    there = len(predicted.series)
    names = 0.0 if not there else 1.0 if not named else 2 * right_names / (len(named) + there)
    exact = float(data >= EXACT_DATA and math.isclose(names, 1.0))
    return TableScore(data, names, _text_score(predicted, gold), _type_score(predicted, gold), exact)


def _f1(hits_gold: float, gold: int, hits_predicted: float, predicted: int) -> float:
    recall = hits_gold / gold if gold else 0.0
    precision = hits_predicted / predicted if predicted else 0.0
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def _paired(predicted: Chart, gold: Chart, ruler: _Ruler, *, by_name: bool) -> list[tuple[Series, Series]]:
    """Gold series with predicted ones: by name, data deciding between equal names; without names by data."""
    if not gold.series or not predicted.series:
        return []

    def cost(left: Series, right: Series) -> float:
        data = ruler.likeness(left, right)
        return 1.0 - alike(left.name, right.name) - 1e-3 * data if by_name else -data

    costs = np.array([[cost(left, right) for right in predicted.series] for left in gold.series])
    return [(gold.series[row], predicted.series[column]) for row, column in assigned(costs)]


# --------------------------------------------------------------------------- names and texts


def _plain(text: object) -> str:
    folded = unicodedata.normalize("NFKC", "" if text is None else str(text))
    return _BLANKED.sub(" ", folded).strip().lower()


def alike(a: object, b: object) -> float:
    """The likeness of two labels in [0, 1]: numbers are equal or not, texts by edit distance over the longer.

    >>> alike("1,000", 1000.0), alike("Dept. A", "dept A"), alike("-5", "5")
    (1.0, 1.0, 0.0)
    """
    from rapidfuzz.distance import Levenshtein

    left, right = _number(a), _number(b)
    if left is not None and right is not None:
        return float(math.isclose(left, right, rel_tol=1e-6, abs_tol=1e-9))
    one, other = _plain(a), _plain(b)
    longer = max(len(one), len(other))
    return 1.0 - Levenshtein.distance(one, other) / longer if longer else 1.0


def _means(gold: object, said: object, others: Iterable[object]) -> bool:
    """Whether a label reads as the gold one, and as no other better."""
    score = alike(gold, said)
    return score >= NAME_ALIKE and all(alike(other, said) <= score for other in others)


def _text_score(predicted: Chart, gold: Chart) -> float:
    pairs = [(getattr(gold, key), getattr(predicted, key)) for key in ("title", "x_title", "y_title")]
    scores = [alike(a, b) for a, b in pairs if _plain(a) or _plain(b)]
    return sum(scores) / len(scores) if scores else 1.0


def _type_score(predicted: Chart, gold: Chart) -> float:
    left, right = gold.chart_type, predicted.chart_type
    if left is right or {left, right} == {ChartType.HISTOGRAM, ChartType.VERTICAL_BAR}:
        return 1.0
    if left is None or right is None:
        return 0.0
    families = {family_of(left), family_of(right)}
    return 0.5 if len(families) == 1 or families in (set(_BARS), set(_CURVES)) else 0.0


# --------------------------------------------------------------------------- numbers and dates


def _number(value: object) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value) if math.isfinite(value) else None
    text = str(value).strip().replace("−", "-")
    try:
        return float(re.sub("[,%$]", "", text))
    except ValueError:
        return None


def _days(value: object) -> float | None:
    """Days since 1970 of a date or a year, None of anything else."""
    if isinstance(value, int | float):
        return value / 86_400e3 if abs(value) > 1e10 else (value - 1970) * _YEAR if 1000 < value < 3000 else None
    text = str(value).strip()
    for form in _DATE_FORMS:
        try:
            return (datetime.strptime(text.rstrip("Z"), form) - _EPOCH) / timedelta(days=1)
        except ValueError:
            continue
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return (moment.replace(tzinfo=None) - _EPOCH) / timedelta(days=1)


# --------------------------------------------------------------------------- values


class _Ruler:
    """The gold chart's axes: how far apart values are, and which points count."""

    def __init__(self, gold: Chart) -> None:
        self.gold = gold
        self.family = family_of(gold.chart_type) if gold.chart_type is not None else None
        self.x_scale = gold.x_scale or ScaleType.LINEAR
        self.y_scale = gold.y_scale or ScaleType.LINEAR
        self.categories = self.x_scale is ScaleType.CATEGORICAL
        self.labels = (
            {_label(point.x) for series in gold.series for point in series.points} if self.categories else set()
        )
        self.x_span = 1.0 if self.categories else self._span("x", self.x_scale)
        self.y_span = 1.0 if self.family is ChartFamily.PIE else self._span("y", self.y_scale)

    def _span(self, key: str, scale: ScaleType) -> float:
        domain: Sequence[Value] = (self.gold.x_domain if key == "x" else self.gold.y_domain) or ()
        ends = [number for end in domain if (number := _number(end)) is not None]
        if len(ends) == 2:
            return _extent(ends, scale)
        read: Callable[[object], float | None] = _days if scale is ScaleType.TIME else _number
        keys = FIVE if key == "y" and self.family is ChartFamily.BOX else (key,)
        points = [point for series in self.gold.series for point in series.points]
        values = [v for point in points for name in keys if (v := read(getattr(point, name))) is not None]
        if key == "y":
            values += self._grounds()
        return _extent(values, scale)

    def _grounds(self) -> list[float]:
        """The zero that bars and areas stand on, and the totals that stacks reach."""
        grounds: list[float] = []
        if self.family in (*_BARS, ChartFamily.AREA) and self.y_scale is not ScaleType.LOG:
            grounds.append(0.0)
        if self.gold.chart_type is not None and self.gold.chart_type.startswith("stacked"):
            totals: dict[tuple[str, bool], float] = {}
            for point in (point for series in self.gold.series for point in series.points):
                y = point.y or 0.0
                totals[_label(point.x), y > 0] = totals.get((_label(point.x), y > 0), 0.0) + y
            grounds += totals.values()
        return grounds

    def points(self, series: Series) -> list[DataPoint]:
        """The points that count: bars with a height, slices as shares of their pie."""
        if self.family is ChartFamily.PIE:
            whole = sum(point.y or 0.0 for point in series.points)
            return [
                point.model_copy(update={"y": (point.y or 0.0) / whole if whole else 0.0}) for point in series.points
            ]
        return [point for point in series.points if self.family not in _BARS or point.y != 0]

    def likeness(self, gold: Series, predicted: Series) -> float:
        """F1 of the points of two series."""
        here, there = self.points(gold), self.points(predicted)
        if not here or not there:
            return 0.0
        a, b = self.hits(gold, predicted)
        return _f1(a, len(here), b, len(there)) if self._as_curve else 2 * a / (len(here) + len(there))

    @property
    def _as_curve(self) -> bool:
        return self.family in _CURVES and not self.categories

    def hits(self, gold: Series, predicted: Series) -> tuple[float, float]:
        """How many gold points are met, and how many predicted ones are right."""
        here, there = self.points(gold), self.points(predicted)
        if not here or not there:
            return 0.0, 0.0
        if self._as_curve:
            a, b = self._curve(here), self._curve(there)
            return (self._near_curve(a, b), self._near_curve(b, a)) if len(a) and len(b) else (0.0, 0.0)
        worth = np.array([[self._worth(a, b, alone=len(here) == len(there) == 1) for b in there] for a in here])
        total = float(sum(worth[pair] for pair in assigned(-worth)))
        return total, total

    def _worth(self, gold: DataPoint, said: DataPoint, *, alone: bool) -> float:
        boxes = self.family is ChartFamily.BOX
        if not self._same_place(gold.x, said.x) and not (boxes and alone):
            return 0.0
        if boxes:
            return sum(self._same_y(getattr(gold, name), getattr(said, name)) for name in FIVE) / len(FIVE)
        return float(self._same_y(gold.y, said.y))

    def _same_place(self, gold: Value | None, said: Value | None) -> bool:
        if self.categories:
            return _means(gold, said, self.labels)
        log = self.x_scale is ScaleType.LOG
        return _within(self._x(said), self._x(gold), SPAN_TOLERANCE * self.x_span, log=log)

    def _same_y(self, gold: float | None, said: float | None) -> bool:
        tolerance = SPAN_TOLERANCE * self.y_span
        if self.family is ChartFamily.PIE and gold is not None:
            tolerance = max(tolerance, SHARE_TOLERANCE * abs(gold))
        return _within(said, gold, tolerance, log=self.y_scale is ScaleType.LOG)

    def _x(self, value: Value | None) -> float | None:
        if self.x_scale is ScaleType.TIME:
            return _days(value)
        number = _number(value)
        if number is None and re.match(r"\d{4}-\d\d", str(value)):
            days = _days(value)
            return 1970 + days / _YEAR if days is not None else None
        return number

    def _curve(self, points: Sequence[DataPoint]) -> np.ndarray:
        """Vertices by rising x, of shape (n, 2), x as its logarithm on a log axis."""
        placed = sorted((x, point.y) for point in points if (x := self._x(point.x)) is not None and point.y is not None)
        curve = np.array(placed, dtype=float).reshape(-1, 2)
        if self.x_scale is ScaleType.LOG:
            curve = curve[curve[:, 0] > 0]
            curve[:, 0] = np.log10(curve[:, 0])
        return curve

    def _near_curve(self, points: np.ndarray, curve: np.ndarray) -> float:
        """How many points lie on a curve, with the tolerance in y, and half of it in x where the curve is steep."""
        x, y = points[:, 0], points[:, 1]
        reach = SPAN_TOLERANCE * self.x_span
        inside = (x >= curve[0, 0] - reach) & (x <= curve[-1, 0] + reach)
        with np.errstate(all="ignore"):
            heights = np.log10(curve[:, 1]) if self.y_scale is ScaleType.LOG else curve[:, 1]
            y = np.log10(y) if self.y_scale is ScaleType.LOG else y
            around = np.stack([np.interp(x + shift, curve[:, 0], heights) for shift in (-reach / 2, 0.0, reach / 2)])
            tolerance = SPAN_TOLERANCE * self.y_span
            met = inside & (y >= around.min(axis=0) - tolerance) & (y <= around.max(axis=0) + tolerance)
        return float(met.sum())


def _label(value: Value | None) -> str:
    """A place as text; numbers of equal value are one."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _extent(values: Sequence[float], scale: ScaleType) -> float:
    """Highest less lowest, in decades on a log axis; the size of a single value; 1 of none."""
    kept = [math.log10(v) for v in values if v > 0] if scale is ScaleType.LOG else list(values)
    if not kept:
        return 1.0
    return (max(kept) - min(kept)) or abs(kept[0]) or 1.0


def _within(said: float | None, gold: float | None, tolerance: float, *, log: bool) -> bool:
    if said is None or gold is None:
        return False
    if log:
        return said > 0 and gold > 0 and abs(math.log10(said) - math.log10(gold)) <= tolerance
    return abs(said - gold) <= tolerance
