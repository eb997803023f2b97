"""Many questions at once: published forms by one statement a template, free questions one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from qa.answer import Answer, shown
from qa.catalogue import TEMPLATES
from qa.errors import QaError
from qa.execute import Question, answer_set, units_of_charts
from qa.loading import Library, charts_of
from qa.parse.ask import ask, checked_question, refused
from qa.parse.published import Match, Recognizer

if TYPE_CHECKING:
    from qa.commands import Json, Line


CHUNK = 100_000
"""Questions answered together: a statement a template costs as much as a thousand questions, records take memory."""
VIEWS = 512
"""Charts whose rows are held as plain Python at once, to match the questions about them."""


def answer_lines(
    library: Library, lines: Iterable[Line], failed: Mapping[str, str], *, explain: bool, default: str | None
) -> Iterator[dict[str, Json]]:
    """A record for each line, in order; see `qa.commands.answer_many`."""
    for chunk in _chunks(lines, CHUNK):
        matched = {} if explain else _match_lines(library, chunk, default)
        together = _answer_together(library, matched)
        for place, line in enumerate(chunk):
            if place in together:
                yield {"id": line.id, **together.pop(place)}
            else:
                yield _single(library, line, failed, explain=explain, default=default)


def _chunks(lines: Iterable[Line], size: int) -> Iterator[list[Line]]:
    rest = iter(lines)
    while chunk := list(islice(rest, size)):
        yield chunk


def _match_lines(library: Library, lines: Sequence[Line], default: str | None) -> dict[int, tuple[str, Match]]:
    """The chart and template of the lines that are published forms about figures of one chart, by place."""
    by_chart: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        charts = _charts(library, line, default)
        if line.problem is None and len(charts) == 1:
            by_chart.setdefault(charts[0], []).append(place)
    matched: dict[int, tuple[str, Match]] = {}
    names = list(by_chart)
    for start in range(0, len(names), VIEWS):
        library.keep_views(names[start : start + VIEWS])
        for chart_id in names[start : start + VIEWS]:
            recognizer = Recognizer(library.view(chart_id))
            for place in by_chart[chart_id]:
                match = recognizer.match(lines[place].question)
                if match is not None:
                    matched[place] = (chart_id, match)
    library.keep_views(names if len(names) <= VIEWS else ())
    return matched


def _charts(library: Library, line: Line, default: str | None) -> list[str]:
    source = line.source or default
    return charts_of(library, source) if source is not None else []


def _answer_together(library: Library, matched: Mapping[int, tuple[str, Match]]) -> dict[int, dict[str, Json]]:
    from qa.commands import as_json

    units = units_of_charts(library.db, list({chart_id for chart_id, _ in matched.values()}))
    by_template: dict[str, list[int]] = {}
    for place, (_, match) in matched.items():
        by_template.setdefault(match.qid, []).append(place)
    records: dict[int, dict[str, Json]] = {}
    for qid, places in by_template.items():
        template = TEMPLATES[qid]
        questions = [Question(place, matched[place][0], matched[place][1].slots) for place in places]
        values = answer_set(library.db, template, questions)
        for place in places:
            chart_id, match = matched[place]
            missing = "the chart does not have the values that this asks for"
            answer = Answer(
                answer=shown(values[place], template.answer_type),
                answer_type=template.answer_type,
                unit=units[chart_id].of(template.plan),
                qid=qid,
                reading=template.meaning,
                bindings=match.slots,
                refusal=missing if values[place] is None else None,
                chart_id=chart_id,
            )
            records[place] = as_json(answer)
    return records


def _single(
    library: Library, line: Line, failed: Mapping[str, str], *, explain: bool, default: str | None
) -> dict[str, Json]:
    from qa.commands import as_json

    charts = _charts(library, line, default)
    reason = line.problem or (None if charts else failed.get(line.source, "no chart is named to ask this of"))
    if reason is not None:
        return {"id": line.id, **as_json(refused(reason)), "answer_type": None}
    try:
        answer = ask(library, charts, checked_question(line.question), explain=explain)
    except QaError as error:
        return {"id": line.id, **as_json(refused(str(error))), "answer_type": None}
    return {"id": line.id, **as_json(answer)}
