"""The relation that a question is about: the values of the chart, narrowed to the series and places it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from qa.parse.frame import End, Frame, PlaceRef, SeriesRef
from qa.parse.lexicon import Sense
from qa.parse.places import without_ranges_of_ends
from qa.parse.senses import operator_of
from qa.plan import (
    Arith,
    Arithmetic,
    At,
    Dim,
    Fn,
    Map,
    Measure,
    Named,
    Nth,
    Num,
    Number,
    NumberSlot,
    OfSeries,
    Op,
    Order,
    Pick,
    Rel,
    Spots,
    Steps,
    Text,
    TextSlot,
    Value,
    Values,
    ValuesAt,
    WhereX,
    Zip,
)
from qa.query import Bindings
from sie.vocab import ChartFamily

_SERIES_SLOTS = ("L", "L2", "L3", "L4", "L5", "L6", "L7", "L8")
_PLACE_SLOTS = ("x_i", "x_j", "x_k", "x_l", "x_m", "x_n", "x_o", "x_p")
_NUMBER_SLOTS = ("N", "N2", "N3", "N4", "N5", "N6")


BIN_EDGE = 0.12
"""How far, in parts of a bin, a number may be from an edge and mean it."""


@dataclass
class Binder:
    """Slots and what fills them; equal values share a slot."""

    values: dict[str, str | float | int] = field(default_factory=dict)

    def _slot(self, names: Sequence[str], value: str | float) -> str:
        for name in names:
            if name not in self.values or self.values[name] == value:
                self.values[name] = value
                return name
        name = f"{names[0]}{len(self.values)}"
        self.values[name] = value
        return name

    def series(self, name: str) -> TextSlot:
        """A slot that holds a series' name."""
        return TextSlot(self._slot(_SERIES_SLOTS, name))

    def place(self, name: str) -> TextSlot:
        """A slot that holds a place's label."""
        return TextSlot(self._slot(_PLACE_SLOTS, name))

    def number(self, value: float) -> NumberSlot:
        """A slot that holds a number."""
        return NumberSlot(self._slot(_NUMBER_SLOTS, float(value)))

    def bindings(self) -> Bindings:
        """What the slots hold."""
        return dict(self.values)


def base_values(frame: Frame, *, points: bool = False) -> Rel:
    """The values that a question is about, before it narrows them: heights, or a number of boxes."""
    spots = Spots.POINTS if points else Spots.LABELS
    if not frame.vocabulary.is_box:
        return Values(Measure.Y, spots)

    def box(measure: Measure) -> Values:
        return Values(measure, spots)

    ranged = any(item.payload is Fn.RANGE for item in frame.all(Sense.AGGREGATE))
    if not points and (frame.has(Sense.WHISKERS) or ranged) and not frame.has(Sense.IQR):
        return Zip(Arithmetic.SUB, box(Measure.MAX), box(Measure.MIN))
    if not points and frame.has(Sense.IQR):
        return Zip(Arithmetic.SUB, box(Measure.Q3), box(Measure.Q1))
    ends = {frame.norms[item.start] for item in frame.all(Sense.SUPERLATIVE)[1:]}
    if ends & {"maximum", "max"} or ends & {"minimum", "min"}:
        return box(Measure.MAX if ends & {"maximum", "max"} else Measure.MIN)
    named = frame.first(Sense.MEASURE)
    if named is None and frame.word("box", "boxes") and frame.word(*_WHOLLY):
        # a box lies above where its lower edge does
        told = [one.op for one in frame.thresholds] or [operator_of(i) for i in frame.all(Sense.RELATION)]
        if told:
            return box(Measure.Q1 if told[0] in (Op.GT, Op.GE) else Measure.Q3)
    return box(Measure(str(named.payload))) if named is not None else box(Measure.MEDIAN)


_WHOLLY = ("whole", "entire", "entirely", "completely", "wholly", "fully", "complete", "totally")


class Scope:
    """Narrowing, for one frame; slots are shared by all that is made here.

    Args:
        frame: the question.
        binder: collects what fills the slots.
    """

    def __init__(self, frame: Frame, binder: Binder) -> None:
        self.frame = frame
        self.vocabulary = frame.vocabulary
        self.binder = binder

    @property
    def places(self) -> list[PlaceRef]:
        """The places that narrow, without stretches of which only an end counts."""
        return without_ranges_of_ends(self.frame.places)

    def relation(
        self,
        series: Sequence[SeriesRef] | None = None,
        places: Sequence[PlaceRef] | None = None,
        *,
        rel: Rel | None = None,
        points: bool = False,
    ) -> Rel:
        """The values of some series at some places; None takes those of the frame."""
        series = list(self.frame.series) if series is None else list(series)
        places = self.places if places is None else list(places)
        numbers = [ref for ref in places if ref.x is not None]
        if len(numbers) == 1 and len(places) == 1 and rel is None and not self.vocabulary.bins:
            rel = ValuesAt(self.binder.number(numbers[0].x or 0.0))
            return self._of_series(rel, series)
        rel = base_values(self.frame, points=points) if rel is None else rel
        return self._at_places(self._of_series(self._without_excluded(rel), series), places)

    def _without_excluded(self, rel: Rel) -> Rel:
        """The rows without those of the names that the question leaves out."""
        names = [self.binder.series(ref.name) for ref in self.frame.excluded if isinstance(ref, SeriesRef)]
        labels = [ref for ref in self.frame.excluded if isinstance(ref, PlaceRef)]
        if names and Dim.SERIES in rel.dims:
            rel = Named(rel, Dim.SERIES, tuple(names), exclude=True)
        slots = [self.binder.place(ref.label) for ref in labels if ref.label is not None]
        if slots and Dim.PLACE in rel.dims:
            rel = Named(rel, Dim.PLACE, tuple(slots), exclude=True)
        for ref in labels:
            if ref.x is not None and rel.spot is not None:
                rel = WhereX(rel, Op.NE, self.binder.number(ref.x))
        return rel

    def _of_series(self, rel: Rel, series: Sequence[SeriesRef]) -> Rel:
        names = list(dict.fromkeys(ref.name for ref in series))
        if Dim.SERIES not in rel.dims:
            return rel
        if self.vocabulary.n_series == 1:
            return OfSeries(rel, Pick.ONLY)
        if len(names) == 1:
            return OfSeries(rel, self.binder.series(names[0]))
        if names:
            return Named(rel, Dim.SERIES, tuple(self.binder.series(name) for name in names))
        return rel

    def _at_places(self, rel: Rel, places: Sequence[PlaceRef]) -> Rel:
        labels = list(dict.fromkeys(ref.label for ref in places if ref.label is not None))
        if labels and Dim.PLACE in rel.dims:
            slots: list[Text] = [self.binder.place(label) for label in labels]
            rel = At(rel, slots[0]) if len(slots) == 1 else Named(rel, Dim.PLACE, tuple(slots))
        for ref in places:
            if rel.spot is None:
                break
            if ref.is_range:
                rel = self._stretch(rel, ref)
            elif ref.x is not None:
                rel = self._near(rel, ref.x)
            if ref.end is not None:
                rel = Nth(rel, Number(1), self.order(first=ref.end is End.START))
        return rel

    def order(self, *, first: bool) -> Order:
        """The order in which the first, or the last, place as it is read comes first."""
        return Order.FORWARD if first != self.backward else Order.BACKWARD

    def end_value(self, rel: Rel, *, first: bool) -> Num:
        """The value at the first or last place of a relation."""
        return Value(Nth(rel, Number(1), self.order(first=first)))

    def steps(self, rel: Rel) -> Rel:
        """The changes from each place to the next as it is read."""
        return Map(Arithmetic.MUL, Steps(rel), Number(-1)) if self.backward else Steps(rel)

    @property
    def backward(self) -> bool:
        """Whether places are counted against their reading order (bars that lie count from the bottom)."""
        return self.vocabulary.view.direction == "horizontal" and not self.vocabulary.numeric_x

    def _stretch(self, rel: Rel, ref: PlaceRef) -> Rel:
        if self.vocabulary.bins:
            inside = self.bins_in(ref)
            labels = tuple(self.binder.place(label) for label in inside)
            return Named(rel, Dim.PLACE, labels) if len(labels) > 1 else (At(rel, labels[0]) if labels else rel)
        if not self.vocabulary.numeric_x:
            labels = tuple(self.binder.place(label) for label in self.labels_in(ref))
            return Named(rel, Dim.PLACE, labels) if labels else rel
        only = self._only_place(ref)
        if only is not None and rel.dims & {Dim.PLACE}:
            return At(rel, self.binder.place(only))
        if ref.low is not None:
            rel = WhereX(rel, Op.GT if ref.open_low else Op.GE, self.binder.number(ref.low))
        if ref.high is not None:
            rel = WhereX(rel, Op.LT if ref.open_high else Op.LE, self.binder.number(ref.high))
        return rel

    def _only_place(self, ref: PlaceRef) -> str | None:
        """The label of the only place in a stretch of a time axis ("2010" where there is one point a year)."""
        if not self.vocabulary.time_x or ref.low is None or ref.high is None:
            return None
        labels = {
            datum.label for datum in self.vocabulary.view.data if datum.x is not None and ref.low <= datum.x <= ref.high
        }
        return next(iter(labels)) if len(labels) == 1 else None

    def _near(self, rel: Rel, x: float) -> Rel:
        if self.vocabulary.bins:
            inside = [one.label for one in self.vocabulary.bins if one.low <= x < one.high]
            return At(rel, self.binder.place(inside[0])) if inside else rel
        return WhereX(rel, Op.EQ, self.binder.number(x))

    def bins_in(self, ref: PlaceRef) -> list[str]:
        """The bars of a histogram that lie in a stretch."""
        found = []
        for one in self.vocabulary.bins:
            slack = BIN_EDGE * (one.high - one.low)
            low_fits = ref.low is None or one.low >= ref.low - slack
            high_fits = ref.high is None or one.high <= ref.high + slack
            if low_fits and high_fits:
                found.append(one.label)
        return found

    def labels_in(self, ref: PlaceRef) -> list[str]:
        """The labels that are numbers in a stretch."""
        found = []
        for name in self.vocabulary.places:
            if name.value is None:
                continue
            low_fits = ref.low is None or (name.value > ref.low if ref.open_low else name.value >= ref.low)
            high_fits = ref.high is None or (name.value < ref.high if ref.open_high else name.value <= ref.high)
            if low_fits and high_fits:
                found.append(name.name)
        return found


def scaled_threshold(frame: Frame, value: float, *, percent: bool) -> float:
    """A threshold in the values' own unit: ten percent is 0.1 where values are fractions, of a pie a tenth of all."""
    if percent and frame.vocabulary.family is ChartFamily.PIE:
        return value * sum(frame.vocabulary.values) / 100.0
    return value / 100.0 if percent and frame.vocabulary.fractions else value


def percent_of(part: Num, whole: Num) -> Num:
    """A part of a whole in percent."""
    return Arith(Arithmetic.MUL, Arith(Arithmetic.DIV, part, whole), Number(100.0))
