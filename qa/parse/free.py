"""Questions as people write them: frames, candidate plans, the likeliest run, and a refusal where none holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from qa.answer import SHOWN_DIGITS, Answer
from qa.chartview import ChartView
from qa.execute import answer_plan, values_of_plans
from qa.loading import Library
from qa.parse.compose import Candidate, candidates
from qa.parse.compose_choices import CHOICE_CONSTRUCTORS
from qa.parse.compose_cross import cross_compared, rows_judged, sides_named
from qa.parse.compose_filters import FILTER_CONSTRUCTORS
from qa.parse.compose_gaps import GAP_CONSTRUCTORS
from qa.parse.compose_names import NAME_CONSTRUCTORS
from qa.parse.compose_pairs import PAIR_CONSTRUCTORS
from qa.parse.compose_scatter import SCATTER_CONSTRUCTORS
from qa.parse.compose_sets import SET_CONSTRUCTORS
from qa.parse.compose_structure import STRUCTURE_CONSTRUCTORS
from qa.parse.compose_truth import TRUTH_CONSTRUCTORS
from qa.parse.compose_values import VALUE_CONSTRUCTORS
from qa.parse.concepts import without_idioms
from qa.parse.coverage import unaccounted
from qa.parse.crossing import already_beyond, crossing_answer, first_passed, level_answer
from qa.parse.frame import Frame
from qa.parse.framing import frames_of
from qa.parse.generic import MONTHS
from qa.parse.linking import find_links
from qa.parse.polarity import unwrapped
from qa.parse.reading import describe
from qa.parse.refusal import left_without, not_told, out_of_range, refused_at_once, unexplained
from qa.parse.respell import number_words, respelled, spaced, without_preamble
from qa.parse.spoken import digits_for_words, plainly_asked
from qa.parse.suggestions import nearest_questions
from qa.parse.vocabulary import Vocabulary, name_stems, vocabulary_of
from qa.parse.words import Token, tokenize
from qa.plan import Agg, Fn, Names, Not, Numbers, NumberSlot, Plan, Truth, ValuesAt
from qa.query import Bindings
from qa.template import AnswerType

CONSTRUCTORS = (
    *VALUE_CONSTRUCTORS, *PAIR_CONSTRUCTORS, *NAME_CONSTRUCTORS, *CHOICE_CONSTRUCTORS, *TRUTH_CONSTRUCTORS,
    *STRUCTURE_CONSTRUCTORS, *SCATTER_CONSTRUCTORS, *SET_CONSTRUCTORS, *GAP_CONSTRUCTORS, *FILTER_CONSTRUCTORS,
)  # fmt: skip
CONFIDENT = 0.52
"""A reading below this explains too little of the question to be given as an answer."""
RIVAL = 0.07
"""A second reading this close to the first is given too where its answer differs."""
_TRIED = 4


_SIGNS = tuple(
    (re.compile(pattern, re.IGNORECASE), word)
    for pattern, word in (
        (r"\bhalf an?\s+(?=percent|per cent|point|million|billion|thousand|inch|gram|degree|%)", "0.5 "),
        (r"\bper cent\b", "percent"),
        (r"\bw/o\b", "without"),
        (r"\bb/w\b", "between"),
        (r"\bw/(?=\s)", "with"),
        (r"^\s*#\s*(?:of\b)?", "number of "),
        (r"^\s*n\s+of\b", "number of"),
        (r"\br (?=(?:there|they)\b)", "are "),
        (r"\s*(?:-+>|=+>|→|⟶)\s*", " to "),
        (r"\b(left|right)[ -]hand(?: side)?\b", r"\1"),
    )
)
_RESPECT = re.compile(r"[ ,]+(\w+)-wise\b", re.IGNORECASE)
_LATIN = re.compile(r"\b(i\.\s?e\.|e\.\s?g\.|etc\.)", re.IGNORECASE)


def plain_words(question: str) -> str:
    """A question without underscores and Latin abbreviations, whose letters could be names; written signs as words."""
    text = _LATIN.sub(" ", question.replace("_", " "))
    for sign, word in _SIGNS:
        text = sign.sub(word, text)
    return text


def in_respects(question: str, vocabulary: Vocabulary) -> str:
    """A question with "in population" for "population-wise", where the word is one of the chart's own."""
    return _RESPECT.sub(
        lambda said: f" in {said.group(1)}" if set(name_stems(said.group(1))) & vocabulary.own_stems else said.group(),
        question,
    )


_ISO_DATE = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?\b(?!-)")


def spelled_dates(question: str) -> str:
    """A question with its dates in words, whose hyphens could be minus signs.

    >>> spelled_dates("from 2020-02 to 2020-03-09")
    'from February 2020 to March 9, 2020'
    """
    return _ISO_DATE.sub(_spelled_date, question)


def _spelled_date(date: re.Match[str]) -> str:
    year, month, day = date.groups()
    name = list(MONTHS)[int(month) - 1].capitalize()
    return f"{name} {int(day)}, {year}" if day else f"{name} {year}"


_YEAR_OPENS = re.compile(r"\b(?:the )?(?:very )?(?:start|beginning) of (?=[12]\d{3}\b)", re.IGNORECASE)


def question_tokens(question: str, vocabulary: Vocabulary) -> list[Token]:
    """The tokens of a question, made plain for a chart."""
    own, classes = number_words(vocabulary)
    dated = _YEAR_OPENS.sub("January ", spelled_dates(question)) if vocabulary.time_x else question
    plain = without_idioms(in_respects(plain_words(dated), vocabulary), vocabulary)
    text = plainly_asked(digits_for_words(plain, own, classes), own)
    text = spaced(text)
    text = without_preamble(text, tokenize(text), vocabulary)
    return respelled(tokenize(text), vocabulary)


def readings(tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[list[Candidate], list[Frame]]:
    """The candidate readings of a question, likeliest first, and the frames they come from."""
    frames = frames_of(tokens, vocabulary)
    found: dict[object, Candidate] = {}
    for frame in frames:
        for candidate in candidates(frame, (cross_compared,) if sides_named(frame) is not None else CONSTRUCTORS):
            key = (candidate.plan, tuple(sorted(candidate.bindings.items(), key=lambda item: item[0])))
            if key not in found or found[key].score < candidate.score:
                found[key] = candidate
    return sorted(found.values(), key=lambda candidate: -candidate.score), frames


def answer_free(library: Library, view: ChartView, question: str, *, explain: bool = True) -> Answer:
    """The answer to a question in free words about one chart, or a refusal that says why."""
    vocabulary = vocabulary_of(view)
    claim, opposite = unwrapped(question)
    tokens = question_tokens(claim, vocabulary)
    reason = refused_at_once(tokens, vocabulary)
    if reason is not None:
        return _refused(view, question, reason)
    found, frames = readings(tokens, vocabulary)
    level = level_answer(view, frames[0]) if frames else None
    if level is not None:
        return level if level.refusal is None else _refused(view, question, level.refusal)
    likely = [one for one in found if one.score >= CONFIDENT]
    missed = {id(one): unaccounted(one) for one in likely}
    confident = [one for one in likely if not missed[id(one)]]
    if not confident and _aside_is_free(question, vocabulary):
        return answer_free(library, view, _ASIDE.sub(" ", question), explain=explain)
    if not confident:
        outside = next((why for frame in frames[:1] if (why := out_of_range(frame)) is not None), None)
        closest = found[0].frame if found else (frames[0] if frames else None)
        left_out = left_without(missed[id(likely[0])], tokens) if likely else None
        return _refused(view, question, outside or left_out or unexplained(closest, tokens, vocabulary))
    best = confident[0]
    crossed = crossing_answer(view, best.frame) if best.frame is not None else None
    if crossed is not None:
        return crossed if crossed.refusal is None else _refused(view, question, crossed.refusal)
    outside = (out_of_range(best.frame) or not_told(best.frame)) if best.frame is not None else None
    outside = outside or already_beyond(view, best)
    if outside is not None:
        return _refused(view, question, outside)
    if opposite:
        confident = [_denied(one) for one in confident if isinstance(one.plan, Truth)]
    return _first_that_holds(library, view, question, confident, explain=explain)


def _denied(candidate: Candidate) -> Candidate:
    """A reading of a claim whose opposite is asked for."""
    plan = candidate.plan
    return replace(candidate, plan=Not(plan)) if isinstance(plan, Truth) else candidate


_ASIDE = re.compile(r"\([^()]*\)")
_NARROWING = frozenset({"except", "excluding", "without", "only", "but", "exclude", "ignoring", "if"})


def _aside_is_free(question: str, vocabulary: Vocabulary) -> bool:
    """Whether a question has an aside in brackets that names, counts and excludes nothing."""
    asides = [tokenize(found.group()) for found in _ASIDE.finditer(question)]
    plain = all(
        not any(token.value is not None or token.norm in _NARROWING for token in aside)
        and not any(link.score >= _NAMED for link in find_links(aside, vocabulary))
        for aside in asides
    )
    return bool(asides) and plain


_NAMED = 0.85


def _first_that_holds(
    library: Library, view: ChartView, question: str, confident: list[Candidate], *, explain: bool
) -> Answer:
    """The likeliest reading that has an answer; a close second with another answer goes with it."""
    chosen: Answer | None = None
    score = 0.0
    others: list[Answer] = []
    for candidate in confident[:_TRIED]:
        if chosen is not None and candidate.score < score - RIVAL:
            break
        answer = _run(library, view, candidate, explain=explain)
        if answer.answer is None or answer.answer == []:
            if chosen is None and candidate is confident[0] and answer.answer == []:
                chosen, score = answer, candidate.score
            continue
        if chosen is None or chosen.answer == []:
            chosen, score = answer, candidate.score
        elif all(not _same(answer, other) for other in (chosen, *others)):
            others.append(answer)
    if chosen is None:
        return _refused(view, question, "the chart does not have the values that this asks for")
    return replace(chosen, alternatives=tuple(others))


def _same(left: Answer, right: Answer) -> bool:
    """Whether two answers say the same, numbers as texts or not."""
    if left.answer == right.answer:
        return True
    a, b = str(left.answer), str(right.answer)
    return a.removesuffix(".0") == b.removesuffix(".0")


def _run(library: Library, view: ChartView, candidate: Candidate, *, explain: bool) -> Answer:
    if _judges_nothing(library, view, candidate):
        reason = "the chart does not have the values that this asks for"
        return Answer(answer=None, answer_type=candidate.answer_type, refusal=reason, chart_id=view.chart_id)
    answer = answer_plan(
        library.db,
        view.chart_id,
        candidate.plan,
        candidate.bindings,
        answer_type=candidate.answer_type,
        reading=describe(candidate.plan, candidate.bindings),
        explain=explain,
    )
    if isinstance(candidate.plan, Numbers):
        answer = _with_names(library, view, candidate.plan, candidate, answer)
    told = (
        answer.reading
        + first_passed(view, candidate, answer)
        + _ties(answer)
        + _between_points(view, candidate.plan, candidate.bindings)
    )
    return replace(answer, bindings=candidate.bindings, reading=told)


def _with_names(library: Library, view: ChartView, plan: Numbers, candidate: Candidate, answer: Answer) -> Answer:
    """A list of values as pairs of name and value."""
    (dim,) = plan.rel.dims
    names = answer_plan(library.db, view.chart_id, Names(plan.rel, (dim,)), candidate.bindings, explain=False).answer
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, list) or not isinstance(answer.answer, list) or len(listed) != len(answer.answer):
        return answer
    pairs: list[str | float | list[str]] = [
        [str(name), f"{value:.{SHOWN_DIGITS}g}" if isinstance(value, float) else str(value)]
        for name, value in zip(listed, answer.answer, strict=True)
    ]
    return replace(answer, answer=pairs)


def _between_points(view: ChartView, plan: Plan, bindings: Bindings) -> str:
    """That an answer rests on values between the points that were read, where it does."""
    drawn = {datum.x for datum in view.data}
    for node in plan.walk():
        if isinstance(node, ValuesAt) and isinstance(node.x, NumberSlot) and bindings[node.x.name] not in drawn:
            return "; interpolated between points"
    return ""


def _ties(answer: Answer) -> str:
    """Which names of a ranking have equal values, so that their order is not told by the chart."""
    if answer.answer_type is not AnswerType.RANKED or not isinstance(answer.answer, list):
        return ""
    named: dict[float, dict[str, None]] = {}
    for row in answer.rows:
        for name in (row.place, row.series):
            if row.part == 0 and row.value is not None and name in answer.answer:
                named.setdefault(row.value, {})[str(name)] = None
    tied = [", ".join(names) for names in named.values() if len(names) > 1]
    return f"; equal: {'; '.join(tied)}" if tied else ""


def _judges_nothing(library: Library, view: ChartView, candidate: Candidate) -> bool:
    """Whether a yes or no would rest on rows that the chart does not have."""
    if candidate.answer_type is not AnswerType.BINARY:
        return False
    counts = [Agg(Fn.COUNT, rows) for rows in dict.fromkeys(rows_judged(candidate.plan))]
    return 0 in values_of_plans(library.db, view.chart_id, counts, candidate.bindings)


def _refused(view: ChartView, question: str, reason: str) -> Answer:
    near = nearest_questions(question, view)
    hint = f". Questions like it that this chart answers: {'; '.join(near)}" if near else ""
    return Answer(answer=None, answer_type=AnswerType.STRING, refusal=f"{reason}{hint}", chart_id=view.chart_id)
