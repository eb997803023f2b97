"""Tasks 1 and 3: chart types and text roles, by the average F1 of their classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sie.artifacts import Chart
from sie.metrics.infographics.result import TaskScore, mean
from sie.metrics.pairing import ChartPair, PrecisionRecallF1, pair_texts, texts_of
from sie.vocab import ChartType, family_of

_UNREAD = ""


def task1(pairs: Iterable[ChartPair], *, grouping: bool = False) -> TaskScore:
    """Chart classification: the mean over the gold's classes of each class's F1.

    For a class with g gold charts, p predicted ones and h right ones, precision is h / p, recall h / g. As on the
    competition's UB PMC data, grouped and stacked bars are bars of their direction; with `grouping` they are classes of
    their own, and then bars of one series, which can be called either, are right as any of the three. A chart that
    was not read, or has no type, is a miss; a class that only predictions have costs those it was taken for. Charts
    whose gold has no type are left out. The public script divides by zero where a class is never predicted; here its
    F1 is 0.
    """
    seen = [
        (_class_of(pair.gold, grouping), _said(pair, grouping)) for pair in pairs if pair.gold.chart_type is not None
    ]
    return macro_f1(seen, charts=len(seen))


def _class_of(chart: Chart | None, grouping: bool) -> str:
    if chart is None or chart.chart_type is None:
        return _UNREAD
    if grouping or family_of(chart.chart_type) is not family_of(ChartType.VERTICAL_BAR):
        return chart.chart_type.value
    return chart.chart_type.value.removeprefix("grouped ").removeprefix("stacked ")


def _said(pair: ChartPair, grouping: bool) -> str:
    said, truth = _class_of(pair.predicted, grouping), _class_of(pair.gold, grouping)
    if grouping and len(pair.gold.series) == 1 and said.endswith(" bar") and said.split()[-2:] == truth.split()[-2:]:
        return truth
    return said


def task3(pairs: Iterable[ChartPair]) -> TaskScore:
    """Text role classification: the mean over the gold's roles of each role's F1, over all blocks of the data set.

    A gold block that no predicted one matches is a miss; a predicted block with a role that matches no gold block
    counts against its role's precision. Gold blocks without a role are left out, and with them what was paired to them.
    """
    seen: list[tuple[str, str]] = []
    charts = 0
    for pair in pairs:
        gold = [block for block in texts_of(pair.gold) if block.role is not None]
        charts += bool(gold)
        if not gold:
            continue
        predicted = texts_of(pair.predicted)
        partner = pair_texts(predicted, texts_of(pair.gold))
        for block in gold:
            found = partner.get(block.id)
            said = found[0].role if found is not None else None
            seen.append((str(block.role), str(said) if said is not None else _UNREAD))
        taken = {block.id for block, _ in partner.values()}
        seen += [(_UNREAD, str(block.role)) for block in predicted if block.id not in taken and block.role is not None]
    return macro_f1(seen, charts=charts)


def macro_f1(seen: Iterable[tuple[str, str]], *, charts: int) -> TaskScore:
    """The mean F1 over the classes of the truth, from (truth, prediction); "" is none.

    >>> round(macro_f1([("line", "line"), ("pie", "line")], charts=2).score, 4)
    0.3333
    """
    pairs = list(seen)
    there, said = Counter(truth for truth, _ in pairs), Counter(guess for _, guess in pairs)
    right = Counter(truth for truth, guess in pairs if truth == guess)
    details: dict[str, float] = {}
    for name in sorted(there):
        if name != _UNREAD:
            precision = right[name] / said[name] if said[name] else 0.0
            details[name] = PrecisionRecallF1(precision, right[name] / there[name]).f1
    return TaskScore(mean(list(details.values())), charts, details)
