"""Words of a question that nothing explains, and how much each speaks against having understood it.

A guess that ignores "in Chicago" is worse than none. Names, numbers and nouns that an answer would have to depend on
weigh most; the thing counted ("how many cars") and verbs weigh little.
"""

from __future__ import annotations

from qa.parse.class_nouns import class_of_name, is_class_noun, narrows_kind, narrows_places, tells_kind
from qa.parse.concepts import concept_of, title_field
from qa.parse.fillers import is_filler, spells_unit, unit_named
from qa.parse.frame import Focus, Frame, covered
from qa.parse.generic import TIME_WORDS, VERBISH, is_calendar, is_generic
from qa.parse.kinds import CLASSED, KINDS
from qa.parse.lexicon import Sense, plain_direction
from qa.parse.nouns import dim_of_noun
from qa.parse.quantities import (
    HOW_OFTEN,
    QUANTITY,
    UNIT,
    adjective_of_other,
    asks_other_quantity,
    counts_individuals,
    counts_people,
    grades_other_quantity,
    narrows_title,
    other_measures,
    tells_other_quantity,
    unit_weight,
    units_of,
)
from qa.parse.untold import UNTOLD
from qa.parse.words import Kind, Token, abbreviates, magnitude_of
from qa.plan import Fn
from sie.vocab import ChartFamily

NUMBER, PROPER, OBJECT, NOUN, FOCUS, VERB = 1.0, 1.0, 0.7, 0.5, 0.2, 0.12
ACTION = 0.35
"""What a verb counts that may bring a quantity of its own."""
FILLER = 0.03
"""What a verb without a quantity of its own counts."""
KIND = 0.06
"""What a noun that only says what kind of thing is asked about counts."""
UNTITLED = 0.3
"""Where nothing names the values of a chart, a question's word for them cannot be checked."""
UNTITLED_QUANTITY = 0.5
UNTITLED_PAIR = 0.4
"""The same of a word that asks for a quantity; two of them side by side name one."""
_OBJECT_OF = frozenset(
    {"for", "in", "of", "on", "at", "from", "by", "with", "to", "during", "among", "within", "per", "the"}
)
_COUNTED = frozenset({"many", "which", "what", "all", "these", "those", "of"})


def leftover_weights(frame: Frame) -> dict[int, float]:
    """The weight of each token that is no name, number in use, operator, word of a title, or talk."""
    used = covered(
        [
            *(ref.tokens for ref in frame.series),
            *(ref.tokens for ref in frame.places),
            *(ref.tokens for ref in frame.excluded),
            *(one.tokens for one in frame.thresholds),
        ]
    )
    used |= {i for item in frame.items for i in range(item.start, item.end)}
    found = {}
    for token in frame.tokens:
        if token.index in used or token.kind is Kind.SIGN or title_field(frame, token) is not None:
            continue
        weight = _weight(frame, token)
        if weight > 0:
            found[token.index] = weight
    for i in (_compounds(frame) | _said_of_names(frame) | _rated_units(frame)) & set(found):
        del found[i]
    asked = _verb_of_did(frame)
    if asked is not None:
        found[asked] = OBJECT
    if _untitled(frame):
        for i in [i for i in found if found[i] == UNTITLED_QUANTITY and found.get(i - 1) == UNTITLED_QUANTITY]:
            found[i], found[i - 1] = FILLER, UNTITLED_PAIR
    done = _done_by_part(frame, found)
    if done is not None:
        found[done] = OBJECT
    if counts_people(frame):
        found[min(frame.focus_tokens)] = OBJECT
    found |= other_measures(frame)
    for untold in UNTOLD:
        found |= untold(frame)
    individuals = counts_individuals(frame)
    if individuals is not None:
        found[individuals] = OBJECT
    if frame.focus is Focus.NAME and frame.vocabulary.bins and frame.focus_dim is None:
        found |= {i: OBJECT for i in frame.focus_tokens if title_field(frame, frame.tokens[i]) == "y_title"}
    for item in frame.all(Sense.HOW_MUCH):
        if asks_other_quantity(frame, frame.tokens[item.end - 1]):
            found[item.end - 1] = QUANTITY
    for item in frame.all(Sense.SUPERLATIVE):
        if grades_other_quantity(frame, frame.tokens[item.start]):
            found[item.start] = QUANTITY
        foreign = adjective_of_other(frame, item)
        if foreign is not None:
            found[foreign] = QUANTITY
    return found


_DILUTED = frozenset({"ppm", "ppb", "mm", "mg/l", "mol/l", "mmol/l", "g/l", "ng/ml", "mg/ml", "m"})


def _told_by_chart(frame: Frame, token: Token) -> bool:
    """A unit that names of the chart are in ("120+ a day" beside "0-39 g/day"), what a unit is of ("concentration" of
    ppm), and the "distribution" that a histogram draws."""
    if token.stem == "distribution":
        return bool(frame.vocabulary.bins)
    if token.stem == "concentration":
        return any(unit.lower() in _DILUTED for unit in frame.vocabulary.title_units().values())
    named = any(token.stem in name.stems and len(name.stems) > 1 for name in frame.vocabulary.series)
    return spells_unit(token.norm) and named and frame.norms[max(0, token.index - 1)] in ("a", "per", "each", "every")


def _done_by_part(frame: Frame, found: dict[int, float]) -> int | None:
    """The verb of "were fewer than half of the applicants to A admitted": a part of A, where the chart has only A."""
    parts = [one for one in frame.thresholds if one.percent]
    refs = [ref for ref in frame.refs if ref.tokens]
    if frame.focus is not Focus.TRUTH or not parts or len(refs) != 1 or parts[0].at > refs[0].at:
        return None
    whole = "of" in frame.norms[parts[0].at : refs[0].at]
    return next((i for i in sorted(found) if whole and i > refs[0].at and frame.norms[i].endswith("ed")), None)


def _compounds(frame: Frame) -> set[int]:
    """The words of "spots on the sun" that together are one of a title's ("sunspot")."""
    titles = frame.vocabulary.title_stems
    titled = titles["y_title"] | titles["x_title"] | titles["title"]
    stems: dict[str, int] = {token.stem: token.index for token in frame.tokens if len(token.stem) >= _COMPOUNDED}
    return {
        place
        for first, start in stems.items()
        for last, end in stems.items()
        if first + last in titled | KINDS
        for place in (start, end)
    }


def _rated_units(frame: Frame) -> set[int]:
    """The time of "hours a day", "grams per week": a unit with the time that it is counted in."""
    return {
        token.index
        for token in frame.tokens[2:]
        if token.stem in TIME_WORDS
        and frame.norms[token.index - 1] in ("a", "per", "each", "every")
        and unit_named(frame.norms[token.index - 2]) in units_of(frame, "y_title")
    }


def _said_of_names(frame: Frame) -> set[int]:
    """Words that a name beside them says in the chart's own: "summer (Jul-Sep)", "where c is True", "A, the winner"."""
    said: set[int] = set()
    for ref in frame.refs:
        first, last = min(ref.tokens, default=0), max(ref.tokens, default=0)
        before = frame.norms[first - 1] if first else ""
        behind = frame.norms[last + 1] if last + 1 < len(frame.tokens) else ""
        if before == "(" and behind == ")" and first >= 2:
            said.add(first - 2)
            said |= {first - 3} if first >= 3 and frame.norms[first - 3] not in _OBJECT_OF else set()
        if (
            before in ("is", "=", "equals")
            and first >= 2
            and frame.norms[max(0, first - 3)] in ("where", "when", "with")
        ):
            said.add(first - 2)
    return said


_COMPOUNDED = 3
_STRANDED = frozenset({"of", "from", "about", "with"})
_VERBS_TOO = frozenset({"order", "name", "table", "picture"})
"""Words of the talk of charts that are verbs of another matter behind "what did they"."""


def _verb_of_did(frame: Frame) -> int | None:
    """The verb of "what did the guests order", where it is none of charts."""
    if frame.norms[:1] != ["what"] or frame.norms[1:2] not in (["did"], ["do"], ["does"]):
        return None
    words = [token for token in frame.tokens if token.kind is Kind.WORD]
    if words[-1].norm in _STRANDED and frame.norms[words[-1].index - 1] not in ("to", "worth"):
        return words[-1].index  # "what did they die of"
    for token in frame.tokens[3:]:
        if token.norm in _VERBS_TOO and frame.norms[token.index - 1] not in ("the", "a", "in", "of", "by", "its"):
            return token.index
    return None


def _weight(frame: Frame, token: Token) -> float:
    before = frame.tokens[token.index - 1] if token.index > 0 else None
    if token.kind is Kind.NUMBER:
        return 0.0 if _counts_everything(frame, token) else NUMBER
    if token.value is not None and token.norm not in ("one", "zero"):
        return _spelled(frame, token)
    if len(token.norm) == 1 and token.capital and token.index > 0 and _is_a_letter(frame, token):
        return PROPER
    if token.norm == "may" and before is not None and before.norm in ("in", "of", "for", "during", "since", "until"):
        return PROPER  # the month
    graded = plain_direction(token.norm) is not None
    if graded and _is_written_as_name(frame, token):
        return PROPER
    if is_generic(token.norm, token.stem) or graded or _of_a_mark(frame, token):
        return 0.0
    if _told_by_chart(frame, token):
        return 0.0
    if spells_unit(token.norm) or unit_named(token.norm) in units_of(frame, "x_title", "y_title"):
        return unit_weight(frame, token)
    if is_filler(token.norm) and not (token.capital and token.index > 0):
        return FILLER
    if magnitude_of(token) is not None or (before is not None and before.value is not None and _is_unit(frame, token)):
        return UNIT
    if token.norm.endswith("ed") and frame.tokens[token.index - 1].norm in _BE:
        return VERB
    if token.stem in _SUBPOPULATIONS and not (token.stem == "child" and _owns_quantity(frame, token)):
        return PROPER
    following = frame.norms[token.index + 1 : token.index + 2]
    if following != [] and following[0] in CLASSED and frame.focus is not Focus.VALUE and frame.vocabulary.places:
        return FOCUS  # "age group"
    if tells_other_quantity(frame, token):
        return QUANTITY
    if is_calendar(token.norm):
        return PROPER
    if token.capital and token.index > 0 and frame.tokens[token.index - 1].norm not in (".", ":", "?"):
        return PROPER
    if frame.focus is Focus.NAME and frame.vocabulary.bins and token.index in frame.focus_tokens:
        return OBJECT if frame.focus_dim is None else KIND
    if _owns_quantity(frame, token):
        return FOCUS
    if frame.focus is not Focus.COUNT and _numbered(frame, token):
        return _quantity_weight(frame)
    if narrows_kind(frame, token):
        return OBJECT
    if class_of_name(frame, token):
        return KIND
    if tells_kind(frame, token):
        return KIND
    if token.index in frame.focus_tokens:
        return _focus_weight(frame)
    if is_class_noun(frame, token):
        return VERB
    if _is_counted(frame, token):
        return _focus_weight(frame) if frame.focus is Focus.COUNT else FOCUS
    if _is_quantity(frame, token):
        return _quantity_weight(frame)
    if _is_subject(frame, token):
        return OBJECT
    if narrows_title(frame, token) is False:
        return OBJECT if narrows_places(frame, token) else FOCUS
    if token.norm.endswith(VERBISH) or (token.norm.endswith("ly") and token.norm not in HOW_OFTEN):
        return VERB
    if dim_of_noun(frame, token) is not None and not _is_object(frame, token):
        return KIND
    if token.stem in KINDS:
        return FOCUS if not _is_object(frame, token) or frame.norms[token.index - 1] == "the" else OBJECT
    if before is not None and before.norm in _BEFORE_VERBS:
        return ACTION
    return OBJECT if _is_object(frame, token) else NOUN


_BEFORE_VERBS = frozenset(
    {"who", "never", "always", "not", "would", "could", "can", "might", "did", "does", "do", "they"}
)
_BE = frozenset({"is", "are", "was", "were", "been", "be"})
_SUBPOPULATIONS = frozenset({"woman", "man", "girl", "boy", "male", "female", "child", "adult", "baby", "teenager"})
"""Words that narrow a population; a chart that does not tell them apart has no answer."""


def _owns_quantity(frame: Frame, token: Token) -> bool:
    """ "the chicks' weight": all that were measured, before the quantity of the values."""
    following = frame.tokens[token.index + 1 : token.index + 3]
    verb = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    asked = token.index > 0 and frame.norms[token.index - 1] in ("do", "did")
    if asked and verb is not None and not token.capital and token.norm != token.stem and frame.refs:
        return concept_of(verb, frame.vocabulary.title_stems["y_title"])
    owner = token.norm.endswith("'s") or (following[:1] != [] and following[0].norm == "'")
    noun = following[0] if token.norm.endswith("'s") and following else following[-1] if following else None
    told = frame.vocabulary.title_stems["y_title"]
    return owner and noun is not None and not token.capital and noun.stem in told and token.norm != token.stem


def _is_subject(frame: Frame, token: Token) -> bool:
    """ "does the giraffe sleep": a thing that a question is about, in the singular."""
    before = frame.norms[max(0, token.index - 2) : token.index]
    asked = len(before) == 2 and before[1] in ("the", "a", "an")
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    ends = following is not None and title_field(frame, following) is not None
    return asked and before[0] in ("does", "did", "do", "can", "has") and token.norm == token.stem and ends


def _counts_everything(frame: Frame, token: Token) -> bool:
    """ "all 7 days", "the 5 trees": a number that only says how many there are."""
    vocabulary = frame.vocabulary
    before = frame.norms[token.index - 1] if token.index else ""
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    counted = token.value in (len(vocabulary.places), len(vocabulary.xs), vocabulary.n_series)
    if vocabulary.bins or vocabulary.counts:
        counted = counted or vocabulary.counts_all(token.value or 0.0)
    plural = following is not None and following.kind is Kind.WORD and following.norm != following.stem
    return counted and plural and before in ("all", "the", "of", "these", "those", "over", "across")


def _is_written_as_name(frame: Frame, token: Token) -> bool:
    """Whether an adjective with a capital stands as a name in a question that writes its other words small."""
    if not token.capital or token.index == 0 or frame.norms[token.index - 1] in (".", ":", "?", "'", '"', "(", "-"):
        return False
    words = [other for other in frame.tokens[1:] if other.kind is Kind.WORD and other.index != token.index]
    return sum(other.capital for other in words) < len(words) / 2 and title_field(frame, token) is None


def _is_a_letter(frame: Frame, token: Token) -> bool:
    """Whether a single letter is a name of the chart that this frame has left out."""
    return token.norm in {name.joined for name in frame.vocabulary.names}


def _of_a_mark(frame: Frame, token: Token) -> bool:
    """ "height of the bar", "ordered by size": a measure of what is drawn."""
    if token.norm in ("size", "height", "length") and token.index and frame.norms[token.index - 1] in ("by", "in"):
        return True
    drawn = frame.has(Sense.MARK_WORD, Sense.SERIES_WORD)
    told = any(len(word) > 1 for word in frame.vocabulary.title_stems["y_title"])
    bare = frame.vocabulary.family is ChartFamily.BAR and not told
    if frame.vocabulary.stacked and token.stem in ("thickness", "width", "height") and drawn:
        return True
    return token.stem in ("height", "length", "size", "width") and (drawn or bare)


def _focus_weight(frame: Frame) -> float:
    """How much the noun of what is asked for weighs: more where the chart names what it counts, and it is not that."""
    vocabulary = frame.vocabulary
    if frame.focus is Focus.NAME and vocabulary.bins:
        return OBJECT
    if frame.focus is Focus.COUNT and vocabulary.family is ChartFamily.SCATTER and frame.has(Sense.SUPERLATIVE):
        return OBJECT
    if frame.focus is not Focus.COUNT or frame.thresholds or vocabulary.family is ChartFamily.SCATTER:
        return FOCUS
    if any(item.payload is Fn.SUM for item in frame.all(Sense.AGGREGATE)) and vocabulary.counts:
        return FOCUS
    told = vocabulary.title_stems["y_title"]
    told = told if told or vocabulary.family is ChartFamily.PIE else vocabulary.title_stems["title"]
    telling = [word for word in told if not is_generic(word, word) and len(word) > 2]
    looks_up = bool(frame.places or frame.series)
    unnamed = vocabulary.n_series > 1 and not frame.series
    judged = (Sense.COMPARATIVE, Sense.RELATION, Sense.SIGN, Sense.ZERO, Sense.TREND, Sense.EQUAL, Sense.MISSING)
    return OBJECT if looks_up and (telling or unnamed) and not frame.has(*judged) else FOCUS


def _quantity_weight(frame: Frame) -> float:
    if not _untitled(frame):
        return QUANTITY
    return UNTITLED_QUANTITY


def _untitled(frame: Frame) -> bool:
    """Whether nothing tells what the values of the chart are."""
    titles = frame.vocabulary.title_stems
    told = [
        word for word in titles["y_title"] | titles["title"] if unit_named(word) is None and word not in _MAGNITUDES
    ]
    return frame.vocabulary.family is ChartFamily.PIE or not told


_MAGNITUDES = frozenset({"thousand", "million", "billion", "in", "of", "1000"})


def _numbered(frame: Frame, token: Token) -> bool:
    """The thing of "the highest number of goals", where no count is asked for: the quantity itself."""
    return any(item.end == token.index for item in frame.all(Sense.HOW_MANY))


def _spelled(frame: Frame, token: Token) -> float:
    """A spelled number counts what follows ("the four lines", "all three"); else it should have meant something."""
    following = frame.tokens[token.index + 1] if token.index + 1 < len(frame.tokens) else None
    counted = token.value in (len(frame.vocabulary.places), frame.vocabulary.n_series)
    before = frame.norms[token.index - 1 : token.index]
    if before == ["other"] or (counted and before in (["all"], ["the"], ["these"], ["those"])):
        return 0.0
    return (
        0.0 if following is not None and following.kind is Kind.WORD and following.norm not in ("is", "are") else OBJECT
    )


def _is_unit(frame: Frame, token: Token) -> bool:
    words = frame.vocabulary.title_stems["x_title"] | frame.vocabulary.title_stems["y_title"]
    return len(token.norm) <= 3 or any(abbreviates(token.norm, word) for word in words)


def _is_counted(frame: Frame, token: Token) -> bool:
    """The thing counted or asked for: "how many cars", "which keys", "all the sources", "of the traffic"."""
    if _any_of_them(frame, token):
        return True
    if frame.focus is Focus.TRUTH:
        return False
    place = token.index - 1
    while place >= 0 and (
        frame.tokens[place].norm in ("the", "these", "those", "different", "land") or place in frame.focus_tokens
    ):
        place -= 1
    if place < 0 or (token.index - place > 2 and frame.norms[token.index - 1] == "the"):
        return False
    before = frame.tokens[place]
    after_share = any(
        item.end in (place, place + 1) for item in frame.all(Sense.SHARE, Sense.HOW_MANY, Sense.SORT, Sense.LIST)
    )
    parted = any(item.end in (place, place + 1) for item in frame.all(Sense.TIMES)) and before.norm == "of"
    if parted:
        return True
    if before.norm in ("of", "all") and place > 0:
        return after_share or before.norm == "all" or frame.tokens[place - 1].norm in ("many", "all", "which")
    graded = any(
        item.end == place + 1 and _of_things(frame, item.start)
        for item in frame.all(Sense.SUPERLATIVE, Sense.COMPARATIVE)
    )
    return before.norm in _COUNTED or after_share or graded


def _any_of_them(frame: Frame, token: Token) -> bool:
    """The thing that "all", "every", "each" or "any" is said of: "for all car types"."""
    return any(frame.norms[i] in ("all", "every", "each", "any") for i in range(max(0, token.index - 3), token.index))


def _of_things(frame: Frame, place: int) -> bool:
    """Whether a graded adjective is of a property ("heaviest penguin"), so that its noun is a thing, not a quantity."""
    if (
        frame.norms[place] in ("most", "least")
        and frame.norms[place + 1 : place + 2] != []
        and place + 1 < len(frame.tokens)
    ):
        return any(item.start == place and item.end == place + 2 for item in frame.items)
    return frame.norms[place] not in (
        "highest",
        "lowest",
        "maximum",
        "minimum",
        "max",
        "min",
        "most",
        "least",
        "more",
        "less",
        "longest",
        "peak",
    )


def _is_quantity(frame: Frame, token: Token) -> bool:
    """The quantity asked for: "the population of", "average age of", "the highest salary", "height of Tree 1"."""
    following = frame.norms[token.index + 1] if token.index + 1 < len(frame.tokens) else ""
    before = frame.norms[token.index - 1] if token.index > 0 else ""
    summed = any(item.end == token.index for item in frame.all(Sense.AGGREGATE, Sense.SUPERLATIVE, Sense.MEASURE))
    return (before in ("the", "is") and following == "of") or summed or _opens(frame, token)


def _opens(frame: Frame, token: Token) -> bool:
    """Whether a word is of the noun phrase that a question for a value opens with, before "of", "at", "for", "in"."""
    if frame.focus is not Focus.VALUE:
        return False
    first = next((i for i, norm in enumerate(frame.norms) if norm in ("of", "at", "for", "in", "on")), None)
    linked = [min(ref.tokens) for ref in frame.refs]
    return first is not None and token.index < first and all(token.index < at for at in linked)


def _is_object(frame: Frame, token: Token) -> bool:
    place = token.index - 1
    while place >= 0 and frame.norms[place] in ("the", "a", "an", "any", "every", "all", "some"):
        place -= 1
    return place >= 0 and frame.norms[place] in _OBJECT_OF
