"""Questions as they are spoken or set in an exam: numbers in words, talk between words, verbs that open a task.

What is said here in other words is said again in the words that the lexicon knows; nothing is added or left out that an
answer could depend on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from qa.parse.fillers import spells_unit
from qa.parse.generic import TIME_WORDS
from qa.parse.words import BELOW_TWENTY, TENS

_UNITS = {name: value for name, value in BELOW_TWENTY.items() if 0 < value < 10}
_TEENS = {name: value for name, value in BELOW_TWENTY.items() if value >= 10}
_TENS = TENS | {"fourty": 40}
_DECADES = {name.removesuffix("y") + "ies": value for name, value in _TENS.items()}
_SMALL = {**_UNITS, **_TEENS}
_CENTURIES = range(13, 21)
_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")
_NOUGHTS = frozenset({"zero", "nought", "naught", "oh"})
_LEFT_IN_WORDS = 12
"""Numbers up to this stay words where they stand alone: they may count what follows ("the two lines")."""


def digits_for_words(text: str, own: frozenset[str] = frozenset(), classes: frozenset[str] = frozenset()) -> str:
    """A text with its numbers in words as digits; those that are words of the chart's own names stay.

    Args:
        text: the question.
        own: words of the chart's names, in small letters.
        classes: nouns of the chart that a number may follow as a name ("tree four").

    >>> digits_for_words("from sixty five to sixty nine in nineteen eighty six, over one hundred and fifty")
    'from 65 to 69 in 1986, over 150'
    >>> digits_for_words("zero point four at point two five")
    '0.4 at 0.25'
    >>> digits_for_words("two thousand nine, twenty ten, nineteen hundred, two point five, number three, the two lines")
    '2009, 2010, 1900, 2.5, number 3, the two lines'
    """
    words = list(_WORD.finditer(text))
    parts: list[str] = []
    at, done = 0, 0
    while at < len(words):
        read = None if words[at].group().lower() in own else _Reader(words, at, text).number()
        before = words[at - 1].group().lower() if at else ""
        joined = _noun_joined(words, at + (read[1] if read is not None else 0), text)
        if read is None or not (_says_number(read, before, classes) or joined.rstrip("s") in classes):
            at += 1 if read is None else read[1]
            continue
        written, used = read
        parts += [text[done : words[at].start()], written]
        done = words[at + used - 1].end()
        at += used
    return "".join([*parts, text[done:]])


def _noun_joined(words: Sequence[re.Match[str]], at: int, text: str) -> str:
    """The noun that a hyphen joins to a number ("six-cylinder"); empty where there is none."""
    if at + 1 >= len(words) or words[at].group() != "-" or not words[at + 1].group().isalpha():
        return ""
    tight = words[at - 1].end() == words[at].start() and words[at].end() == words[at + 1].start()
    return words[at + 1].group().lower() if tight else ""


def _says_number(read: tuple[str, int], before: str, classes: frozenset[str]) -> bool:
    """Whether a number in words is one that digits may stand for, not a word that counts what follows."""
    written, used = read
    if used > 1 or not written.isdigit() or int(written) > _LEFT_IN_WORDS:
        return True
    return before in ("number", "no", "nr", "no.") or before.rstrip("s") in classes


class _Reader:
    """Reads the number in words that begins at one of a text's words."""

    def __init__(self, words: Sequence[re.Match[str]], at: int, text: str) -> None:
        self.words, self.at, self.text = words, at, text

    def number(self) -> tuple[str, int] | None:
        """Its digits, and how many words it has; None where there is none."""
        nought = self._word(self.at) in _NOUGHTS and self._word(self.at + 1) == "point"
        if nought or self._word(self.at) == "point":
            decimals, stop = self._decimals(self.at + 1 + nought)
            return (f"0.{decimals}", stop - self.at) if decimals else None
        year = self._year()
        if year is not None:
            return year[0], year[1] - self.at
        hundred = self._word(self.at) == "a" and self._word(self.at + 1) == "hundred"
        opened = (1, self.at + 1) if hundred else self._below_hundred(self.at)
        if opened is None:
            return None
        value, end = opened
        if self._word(end) == "point":
            decimals, stop = self._decimals(end + 1)
            return (f"{value}.{decimals}", stop - self.at) if decimals else (str(value), end - self.at)
        for scale, name in ((100, "hundred"), (1000, "thousand")):
            # "3 thousand" keeps its word, which is read by the chart's own scale
            if self._word(end) != name or (scale > 100 and self._rest(self._after_and(end + 1)) is None):
                continue
            value, end = value * scale, end + 1
            rest = self._rest(self._after_and(end))
            if rest is not None and rest[0] < scale:
                value, end = value + rest[0], rest[1]
        return str(value), end - self.at

    def _word(self, place: int) -> str:
        """A word that nothing but a blank or a hyphen parts from the one before."""
        if place >= len(self.words):
            return ""
        gap = self.text[self.words[place - 1].end() : self.words[place].start()] if place > self.at else ""
        return "" if gap.strip() else self.words[place].group().lower()

    def _after_hyphen(self, place: int) -> int:
        return place + (self._word(place) in ("-", "–"))

    def _after_and(self, place: int) -> int:
        return place + (self._word(place) == "and")

    def _below_hundred(self, place: int) -> tuple[int, int] | None:
        """A number below 100 and where it ends."""
        first = self._word(place)
        if first in _SMALL:
            return _SMALL[first], place + 1
        if first not in _TENS:
            return None
        following = self._after_hyphen(place + 1)
        unit = _UNITS.get(self._word(following))
        larger = self._word(following + 1) in ("hundred", "thousand")
        return (_TENS[first], place + 1) if unit is None or larger else (_TENS[first] + unit, following + 1)

    def _rest(self, place: int) -> tuple[int, int] | None:
        """What follows "hundred" or "thousand" and is less than it; not the next number ("and two hundred")."""
        part = self._below_hundred(place)
        if part is None or self._word(part[1]) == "thousand":
            return None
        value, end = part
        if self._word(end) != "hundred":
            return part
        if self._word(place - 1) == "and":
            return None
        more = self._below_hundred(self._after_and(end + 1))
        return (value * 100, end + 1) if more is None else (value * 100 + more[0], more[1])

    def _year(self) -> tuple[str, int] | None:
        """A year said by its century: "nineteen eighty six", "twenty oh nine", "the nineteen fifties"."""
        century = {**_TEENS, "twenty": 20}.get(self._word(self.at), 0)
        if century not in _CENTURIES:
            return None
        place = self._after_hyphen(self.at + 1)
        following = self._word(place)
        if following in _DECADES:
            return f"{century}{_DECADES[following]}s", place + 1
        if following == "hundred" and century < _CENTURIES[-1]:
            more = self._below_hundred(self._after_and(place + 1))
            return (str(century * 100), place + 1) if more is None else (str(century * 100 + more[0]), more[1])
        if following in ("oh", "o") and self._word(place + 1) in _UNITS:
            return f"{century}0{_UNITS[self._word(place + 1)]}", place + 2
        rest = self._below_hundred(place)
        return (f"{century}{rest[0]}", rest[1]) if rest is not None and rest[0] >= _TEENS["ten"] else None

    def _decimals(self, place: int) -> tuple[str, int]:
        """The digits behind "point"."""
        digits = ""
        while self._word(place) in ("oh", "zero", "o"):
            digits, place = digits + "0", place + 1
        while (part := self._below_hundred(place)) is not None:
            digits, place = digits + str(part[0]), part[1]
        return digits, place


_TALK = re.compile(
    r"\b(?:u+m+|u+h+m*|e+r+m*|h+m+)\b[,.\s]*|^\s*(?:ok(?:ay)?|so|well|right|alright|now|hey)\b(?:[,\s]+so\b)?[,\s]+"
    r"(?=(?:so|um|uh|what|which|how|is|are|was|were|who|when|where|in|at|for|can|the)\b)"
    r"|,?\s*\b(?:you know|i mean|i guess|i suppose|i think|i wonder|just wondering)\b[,\s]*|,\s*like\s*,",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"[(\[]?\s*\b(?:(?:please\s+)?answer\s+(?:with\s+|by\s+|only\s+)?)?"
    r"(?:y\s*/\s*n|yes\s*/\s*no|yes\s+or\s+no|true\s*/\s*false|t\s*/\s*f|true\s+or\s+(?:not|false)|right\s+or\s+wrong"
    r"|correct\s+or\s+not)\b\s*[)\].:,?]*",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\([^()]*\b(?:negative|minus|signed?|positive)\b[^()]*\b(?:fall|drop|decrease|decline|rise|fell|"
                     r"fallen|increase|loss|down|smaller|less)\b[^()]*\)", re.IGNORECASE)  # fmt: skip
_AUXILIARY = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|which|what|who|how|when|where|whether|at which|in which)\b",
    re.IGNORECASE,
)


_PERIODS = frozenset({
    "second", "seconds", "minute", "minutes", "hours", "decades", "century", "centuries", "season", "seasons", "times",
})  # fmt: skip


def _in_percent(said: re.Match[str]) -> str:
    """A part of some ("one in five", "3 out of 4") in percent, behind the word that compares; "5 in 10" may be a value
    at a place, and stays."""
    compared, first, between, second = said.groups()
    part, whole = (BELOW_TWENTY.get(word.lower()) or int(word) for word in (first, second))
    told = part == 1 or between.lower() != "in" or not (first.isdigit() or second.isdigit())
    return f"{compared} {100 * part / whole:g}%" if told and part <= whole else said.group()


_ORDINAL = r"(second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:nd|rd|th))"
_DRAWN = (
    r"(bars|lines|curves|boxes|slices|wedges|sectors|segments|columns|groups|categories|series|panels|points|dots|markers"
    r"|layers)"
)
_MADE = r"(?:rendered|drawn|shown|displayed|plotted|visible|depicted|present|pictured|painted|there)"
_ON_PAPER = (
    rf"(?:\s+(?:(?:that|which)\s+(?:are|is|were)\s+)?{_MADE})?"
    r"(?:\s+(?:in|on)\s+(?:the|this)\s+(?:chart|graph|plot|figure|picture|image|diagram))?"
)


def _units_apart(said: re.Match[str]) -> str:
    """ "how many pounds lie between A and B": a difference, where what is counted is a unit."""
    return "what is the difference between " if spells_unit(said.group(1).lower()) else said.group()


def _step_by_step(said: re.Match[str]) -> str:
    """ "are there fewer A each month than the month before": whether A falls every time."""
    return f"does {said.group(2)} {'rise' if said.group(1).lower() == 'more' else 'fall'} every {said.group(3)}"


_KEPT = {"ris": "rise", "increas": "increase", "decreas": "decrease", "declin": "decline", "dropp": "drop"}


def _kept(said: re.Match[str]) -> str:
    """ "keeps rising": rises every time."""
    verb = said.group(1).lower()
    return f"{_KEPT.get(verb, verb)} every time"


def _graded_way(said: re.Match[str]) -> str:
    """ "from the one with most to the one with fewest" by which way it goes."""
    falling = said.group(1).lower() in ("most", "largest", "highest", "greatest", "biggest")
    return "from high to low" if falling else "from low to high"


_QUARTERS = frozenset({"q1", "q2", "q3", "q4"})
_QUARTER_OF = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_QUARTER = re.compile(rf"\b({'|'.join(_QUARTER_OF)})[-\s]quarter\b", re.IGNORECASE)

_TASKS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (r"^\s*(?:express|write|state|give)\s+(.+?)\s+as\s+an?\s+(?:multiple|fraction|ratio)\s+of\s+",
         r"what is the ratio of \1 to "),
        (r"^\s*(?:express|write|state|give)\s+(.+?)\s+as\s+an?\s+(?:percentage|percent|share|proportion)\s+of\s+",
         r"what percentage is \1 of "),
        (r"^\s*(?:calculate|compute|determine|work out|evaluate|find out|find|establish|state|decide|say|check"
         r"|identify)\s+(?:if|whether)\s+", "is it so that "),
        (r"^\s*(?:calculate|compute|determine|work out|evaluate|find out|find|establish|state|say|identify|give)\s+"
         r"(?=(?:which|what|how|who|when|where|in|at|on|by)\b)", ""),
        (r"^\s*(?:calculate|compute|determine|work out|evaluate|find|establish|state|quote|read off|estimate)\s+"
         r"(?=the\b)", "what is "),
        (r"^\s*(?:please\s+)?(?:give|report|provide|write down|tell|show|send|get)(?:\s+(?:me|us))?\s+"
         r"(?=the\s+(?:\w+\s+)?(?:median|range|average|mean|total|sum|value|spread|span|difference|ratio|percentage|share|proportion|maximum|minimum|quartile|interquartile|iqr|frequency|rate)\b)",
         "what is "),
        (r"\bby\s+(?:what|which)\s+(?:amount|margin)\b", "by how much"),
        (r"\b(?:absolute|numerical)\s+(difference|gap|distance)", r"\1"),
        (r"\b(?:at\s+|in\s+)?the\s+(?:very\s+)?(?:start|beginning)\s+of\s+(?=[12]\d{3}\b)", "at "),
        (r"\b(?:line|bar|stroke)\s+(?:inside|in|within|across|through)\s+the\s+box(?:es)?\b", "median"),
        (r"\bmodal\s+(class|group|interval|bin|category|bar)\b", r"highest \1"),
        (r"^\s*how many (\w+)\s+(?:would\s+|could\s+|can\s+)?fit\s+(?:into|inside|in)\s+([^?.,]+)",
         r"what is the ratio of \2 to \1 "),
        (r"\b(?:(?:no|nr|num)\.\s*of|(?:nr|num|numb)\s+of)\b", "number of"),
        (rf"^\s*(?:what(?:['’]s|\s+is|\s+was|\s+are)?\s+)?(?:give\s+(?:me\s+)?)?(?:the\s+)?(?:total|overall|exact)\s+"
         rf"(?:number|count)\s+of\s+{_DRAWN}{_ON_PAPER}[?.\s]*$", r"how many \1 are there"),
        (rf"^\s*(?:give\s+(?:me\s+)?)?(?:the\s+)?(?:number|count)\s+of\s+{_DRAWN}{_ON_PAPER}[?.\s]*$",
         r"how many \1 are there"),
        (rf"^\s*how\s+many\s+{_DRAWN}\s+(?:are|were|have\s+been|got|is)\s+{_MADE}[?.\s]*$", r"how many \1 are there"),
        (rf"\b(does|do|did|is|are|was|were)\s+([^,?]+?)\s+(?:rank|ranked|come|placed)\s+{_ORDINAL}(?!\s+(?:place|to))\b",
         r"\1 \2 the \3 highest"),
        (r",?\s+(?:rather\s+than|instead\s+of|and\s+not|as\s+opposed\s+to)\s+(?:\w+\s+)?(linear|logarithmic|log"
         r"|horizontal|vertical|stacked|grouped)(?=\s*[?.,]|\s*$|\s+(?:scale|one|axis|bars?)\s*[?.]*\s*$)", ""),
        (r"\b(less|more|fewer|extra)\s+(\w+)\s+(?:rather\s+than|instead\s+of)\s+(?:extra|more|less|additional|fewer)\s+\2\b",
         lambda said: "a negative value" if said.group(1).lower() in ("less", "fewer") else "a positive value"),
        (r"\b(?:the\s+|a\s+|in\s+the\s+)?majority,?\s*\(?(?:i\.?\s?e\.?|that\s+is|meaning|so|,)?,?\s*(?=(?:above|over|more\s+than)"
         r"\s+\d)", ""),
        (r"\bhow\s+(?:many|much)\s+(\w+)\s+(?:lies?|separates?)\s+(?:between\s+)?(?!(?:the\s+)?[-\d])", _units_apart),
        (r"\bwhat\s+(?:percent(?:age)?|share|fraction|proportion)\s+of\s+(?:the\s+|all\s+)?(?:\w+\s+)?(?:in|of)\s+the\s+"
         r"(world|whole|total)\s+(?:\w+\s+)?(?:lived?|lives|is|are|was|were|comes?|came|belongs?)\s+(?:in|from|to)\s+",
         r"what percentage of the \1 is "),
        (r",?\s*\b(?:in\s+|during\s+)?that\s+(?:same\s+)?(?:summer|winter|spring|autumn|fall|season|year|month|week|day)"
         r"(?=\s*(?:[?.,]|$))", ""),
        (r"\b(months?|days?|weeks?|quarters?|seasons?)\s+(?:in|of)\s+(?:the|a)\s+year\b", r"\1"),
        (r"^\s*under\s+(?:what|which)\s+(title|heading|name|caption)\s+(?:was|is|did|does)\s+(?:this|the)\s+(chart|graph|figure"
         r"|plot|diagram)\s+\w+[?.\s]*$", r"what is the title of this \2"),
        (r"\bended\s+up\s+(?=in\b)", "were "),
        (r"\bended\s+up\s+with\b", "had"),
        (r"\bfrom\s+(?:the\s+)?((?:\w+\s+)?\d+)\s+(?:upwards?|onwards?)\b", r"from \1 on"),
        (r"\b(?:with|at)\s+(?:each|every)\s+(?:older|later|higher|next|successive|further|additional|new|passing|following)\s+"
         r"(\w+(?:\s+group)?)\b", r"every \1"),
        (r"\b(?:is|are|was|were)\s+there\s+(fewer|less|more)\s+([^,?]+?)\s+(?:each|every)\s+(\w+)\s+than\s+(?:in\s+)?the\s+"
         r"(?:one|\3)\s+before\b", _step_by_step),
        (r"\bkeeps?\s+(?:on\s+)?(getting|becoming)\s+(\w+er)\b(?:\s+(?:and|with|from)\s+(?:\2|each|every|one|\w+)\b(?:\s+\w+)?)?",
         r"get \2 every time"),
        (r"\bkeeps?\s+(?:on\s+)?(ris|increas|grow|climb|fall|decreas|declin|shrink|dropp?)ing\b", _kept),
        (r"\bworst\s+(?=(?:ozone|pollution|smog|mortality|death|crime|murder|accident|infection|unemployment)s?\b)",
         "highest "),
        (r"\bhow\s+(?:much|many)\s+(\w+)\s+wins?\b", r"how many \1 gain"),
        (r"\bfrom\s+(?:the\s+)?(\w*\s?\d+)\s+until\s+(?:the\s+)?(\w*\s?\d+)", r"from \1 to \2"),
        (r"\b(?:from\s+)?hi(?:gh)?(?:\s+to\s+|\s*-+>?\s*|\s*>\s*)lo(?:w)?\b", "from high to low"),
        (r"\b(?:from\s+)?lo(?:w)?(?:\s+to\s+|\s*-+>?\s*|\s*>\s*)hi(?:gh)?\b", "from low to high"),
        (r"\b(\w+est)\s+(?:one\s+)?as\s+(?:the\s+)?first\b", r"\1 first"),
        (r"\bfrom\s+the\s+(?:one|ones|\w+)\s+(?:with|having|of)\s+(?:the\s+)?(most|largest|highest|greatest|biggest|fewest|least"
         r"|smallest|lowest)\b(?:\s+\w+)?\s+(?:down\s+|up\s+)?to\s+the\s+(?:one|ones|\w+)\s+(?:with|having|of)\s+"
         r"(?:the\s+)?(?:most|largest|highest|greatest|biggest|fewest|least|smallest|lowest)\b(?:\s+\w+)?",
         _graded_way),
        (r"^\s*(?:please\s+)?(?:can|could|would|will)\s+you\s+(?:please\s+|kindly\s+)?(?=(?:rank|sort|order|arrange|put|list"
         r"|name|enumerate)\b)", ""),
        (r"^\s*(?:please\s+)?(?:can|could|would|will)\s+you\s+(?:please\s+|kindly\s+)?(?:tell|give|show|say|read)"
         r"(?:\s+(?:me|us|out))?\s+(?=the\b.*\b(?:in\s+order|starting\s+with|beginning\s+with|\w+est(?:\s+one)?\s+first"
         r"|from\s+\w+\s+to\s+\w+)\b)", "list "),
        (r"^\s*(?:please\s+)?to\s+(?=(?:rank|sort|order|arrange|list|name)\b)", ""),
        (r"^\s*please\s+to\s+(?=(?:rank|sort|order|arrange|list|name)\b)", ""),
        (r"^(.*[?.]\s*|.*,\s*)?put\s+(.+?)\s+in(?:to)?\s+order\b", r"\1sort \2"),
        (r",?\s*\b(?:my|our|the)\s+(?:\w+\s+)?\w+\s+(?:wants?|wanted|would\s+like|needs?|asks|asked|is\s+asking|wonders?"
         r"|wondered)\s+(?:me\s+)?(?:to\s+know|to\s+ask|me)\b[,:;\s]*", " "),
        (r"\bwhiskers?\s+(?:(?:that|which)\s+)?(?:goes|reaches|extends|going|reaching|ends|stretches|rises|runs)\s+"
         r"(?:up\s+|out\s+)?(?:the\s+)?(?:highest|furthest\s+up|farthest\s+up)\b", "highest upper whisker"),
        (r"\bwhiskers?\s+(?:(?:that|which)\s+)?(?:goes|reaches|extends|going|reaching|ends|stretches|falls|runs)\s+"
         r"(?:down\s+)?(?:the\s+)?(?:lowest|furthest\s+down|farthest\s+down)\b", "lowest lower whisker"),
        (r"\byear[- ]on[- ]year\b|\by/y\b|\byoy\b|\byear[- ]over[- ]year\b", ""),
        (r"\b(?:when|as|while)\s+(?:the\s+)?x(?:[- ]values?)?\s+(?:gets?|becomes?|grows?|increases?|rises?|goes\s+up)"
         r"(?:\s+(?:larger|bigger|higher|greater))?\b", "along x"),
        (r",?\s*\b(?:when|if)\s+(?:you|we|one)\s+looks?\s+(?:only\s+)?at\b", " by"),
        (r"\bthe\s+(?:size|magnitude|extent|amount)\s+of\s+(?:the|its|this)\s+(?=rise|fall|drop|increase|decrease|change"
         r"|gap|difference|gain|loss|growth|decline|jump)", "the "),
        (r"\bup\s+or\s+down\b", "rise or fall"),
        (r"^\s*([^?,]+?),?\s+as\s+an?\s+(?:multiple|fraction)\s+of\s+", r"what is the ratio of \1 to "),
        (r"^\s*how\s+long\s+(?:does\s+it\s+take\s+)?(?:until|till|before)\s+", "when "),
        (r"\bdown\s+or\s+up\b", "fall or rise"),
        (r"\b(?:not\s+(?:counting|including|considering)|leaving\s+(?:aside|out)|(?:if|when)\s+(?:you|we|one)\s+"
         r"(?:ignores?|excludes?|leaves?\s+out|omits?)|with\s+the\s+exception\s+of)\b", "excluding"),
        (r"\bthe\s+(?:upper|higher|top)(?:\s+one)?\s+of\s+the\s+(?:two\s+)?(?=\w+(?:\s+\w+)?\s+(?:points|dots|markers)\b)",
         "the highest of the "),
        (r"\bthe\s+lower(?:\s+one)?\s+of\s+the\s+(?:two\s+)?(?=\w+(?:\s+\w+)?\s+(?:points|dots|markers)\b)",
         "the lowest of the "),
        (r"\b(in|within|over|during)\s+(one|an?|any)\s+single\b", r"\1 \2"),
        (r"\band,?\s+(?:at\s+the\s+same\s+time|simultaneously|likewise)\b,?", "and"),
        (r"\b(?:vertical|y)[- ](?:coordinates?|positions?)\b", "y value"),
        (r"\b(?:gets?|got|makes?|made|comes?|came|brings?|brought|pushe[sd]?|lifts?|lifted|takes?|took)\s+"
         r"(?:(?:it|them|(?:the|its|their)\s+\w+)\s+)?(?:as\s+far\s+as|(?:up\s+)?to)\s+(?=\d)", "reach "),
        (r"\b(than|least|most|over|under|above|below|about|exactly)\s+(one|two|three|four|five|six|seven|eight|nine|[1-9])\s+"
         r"(in|out\s+of|in\s+every|out\s+of\s+every)\s+(two|three|four|five|six|seven|eight|nine|ten|[2-9]|[1-9]0{1,2})\b"
         rf"(?!\s*(?:st|nd|rd|th)\b)(?![-\s]+(?:{'|'.join(sorted(TIME_WORDS | _PERIODS))})\b)", _in_percent),
        (r"\bupper\s+(?:class\s+)?(?:limit|boundary|bound)\b", "upper end"),
        (r"\blower\s+(?:class\s+)?(?:limit|boundary|bound)\b", "lower end"),
    )
)  # fmt: skip


def plainly_asked(question: str, own: frozenset[str] = frozenset()) -> str:
    """A question without the talk of speech and the verbs of exams; `own`, the words of the chart's names, stay.

    >>> plainly_asked("okay so what's the rate for um males")
    "what's the rate for males"
    >>> plainly_asked("True or not: A is above B. Answer yes or no.")
    'is it so that A is above B.'
    >>> plainly_asked("Express A as a multiple of B.")
    'what is the ratio of A to B.'
    """
    untalked = _TALK.sub(lambda said: said.group() if said.group().strip(" ,.").lower() in own else " ", question)
    text = _SIGNED.sub(" ", untalked).strip()
    judged = _VERDICT.sub(" ", text).strip(" ,;:-")
    if judged != text and any(c.isalnum() for c in judged):
        told = _AUXILIARY.match(judged) or re.search(r"[,:]\s*(?:is|are|was|were|do|does|did)\b", judged)
        text = judged if told else f"is it so that {judged}"
    if _QUARTERS & own:
        text = _QUARTER.sub(lambda said: f"Q{_QUARTER_OF[said.group(1).lower()]} ", text)
    for pattern, words in _TASKS:
        text = pattern.sub(words, text)
    return " ".join(text.split())


__all__ = ["digits_for_words", "plainly_asked"]
