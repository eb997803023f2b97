"""Whether what a question claims is asked for or its opposite: "is it false that", "would it be wrong to say that"."""

from __future__ import annotations

import re

_SAYING = (
    r"\s+(?:to\s+(?:say|claim|state|assert|conclude|believe|think|suppose|maintain|argue|suggest|report|write|infer)"
    r"|of\s+me\s+to\s+say|if\s+(?:i|we|you|one|someone|somebody)\s+(?:said|claimed|stated|say|says|claims|claim))"
)
_IT = (
    r"(?P<opened>(?:(?:is|was)\s*(?:n't|n’t)?|(?:would|will|can|could)(?:n't|n’t)?)\s+(?:it|that)(?:\s+not)?(?:\s+be)?"
    r"|it\s+(?:is|was|would\s+be)(?P<denied>\s+not|n't|n’t)?|it['’]s(?P<short>\s+not)?)"
)
_JUDGED = (
    r"(?:a\s+|an\s+)?(?P<judged>false|untrue|wrong|incorrect|inaccurate|mistaken|erroneous|a?\s*mistake|a?\s*lie|true"
    r"|right|correct|accurate|fair|the\s+case|so|a?\s*fact)"
)
_VERDICT = r"(?:(?:true|right|yes)\s+or\s+(?:false|not|wrong|no)\W+)?"
_WRAPPER = re.compile(rf"^\W*{_VERDICT}(?:and\s+|so\s+)?{_IT}\s+{_JUDGED}(?:{_SAYING})?\s+that\s+", re.IGNORECASE)
_UNLINKED = re.compile(rf"^\W*{_IT}\s+{_JUDGED}{_SAYING}\s+(?:that\s+)?", re.IGNORECASE)
_NO_SUCH = re.compile(
    r"^\W*(?P<verb>is|are|was|were)\s+there\s+(?:really\s+)?(?:no|not\s+(?:a(?:\s+single)?|any|one))\s+(?P<thing>.+?)"
    r"\s+(?P<link>that|which|whose|with|where|(?:on|in|at|for|under)\s+which|in\s+whose)\b",
    re.IGNORECASE,
)
_CLAIMED_NO = re.compile(r"^there\s+(?P<verb>is|are|was|were)\s+", re.IGNORECASE)
_NONE_HAS = re.compile(
    r"^(?:no|none\s+of\s+the|not\s+(?:a\s+single|one))\s+(?:of\s+the\s+)?(?P<thing>(?:\w+\s+){1,2}?)"
    r"(?P<verb>has|have|had|is|are|was|were|sells?|gets?|reach(?:es)?|exceeds?|got|sold)\b",
    re.IGNORECASE,
)
_JUDGED_AFTER = re.compile(
    r"^\W*(?P<claim>(?:no|none|not\s+one|not\s+a\s+single)\b.+?)\W+(?:true|right|yes)\s+or\s+(?:false|not|wrong|no)\W*$",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    r"^(?P<verb>is|are|was|were)\s+there\s+(?:any|an?|some)(?:\s+other)?\s+\w+\s+whose\s+(?P<measure>[^,]+?)\s+"
    r"(?:(?P<above>exceeds?|surpass(?:es)?|(?:is|lies|are)\s+(?:above|higher\s+than|greater\s+than|larger\s+than))"
    r"|(?:is|lies|are|falls)\s+(?:below|under|lower\s+than|less\s+than|smaller\s+than))\s+"
    r"(?:that\s+of|those\s+of)\s+(?P<name>[^,?.]+)[?.]*\s*$",
    re.IGNORECASE,
)
_FALSE = frozenset({"false", "untrue", "wrong", "incorrect", "inaccurate", "mistaken", "erroneous", "mistake", "lie"})
_DEEPEST = 3
"""Claims about claims that are unwrapped, at most."""


def unwrapped(question: str) -> tuple[str, bool]:
    """What a question claims, and whether its opposite is asked for.

    "Is it not true that", "isn't it the case that" ask for the claim, as one says it; an odd number of words for
    falsehood, and of a "there is no", asks for the opposite.

    >>> unwrapped("Is it false that A is above B?")
    ('is it so that A is above B?', True)
    >>> unwrapped("Is it not true that A is above B?")
    ('is it so that A is above B?', False)
    >>> unwrapped("Would it be wrong to say that it is false that A is above B?")
    ('is it so that A is above B?', False)
    >>> unwrapped("Is there no town that has more than 5?")
    ('is there any town that has more than 5?', True)
    >>> unwrapped("Is A above B?")
    ('Is A above B?', False)
    """
    opposite = False
    judged_after = _JUDGED_AFTER.match(question)
    claimed = judged_after is not None
    text = judged_after.group("claim") if judged_after is not None else question
    for _ in range(_DEEPEST):
        found = _WRAPPER.match(text) or _UNLINKED.match(text)
        if found is None:
            break
        told = found.groupdict()
        judged = (told["judged"].split() or [""])[-1].lower()
        denied = bool(told["denied"] or told["short"])
        opposite ^= (judged in _FALSE) ^ denied
        text, claimed = text[found.end() :], True
    asked = _CLAIMED_NO.sub(lambda said: f"{said.group('verb')} there ", text) if claimed else text
    asked = _none_as_some(asked) if claimed else asked
    none = _NO_SUCH.match(asked)
    if none is not None:
        asked, opposite = f"{none.group('verb').lower()} there any {asked[none.start('thing') :]}", not opposite
    beyond = _BEYOND.match(asked.strip())
    if beyond is not None:
        best = "highest" if beyond.group("above") else "lowest"
        return f"does {beyond.group('name')} have the {best} {beyond.group('measure')}?", not opposite
    if none is None and not claimed:
        return question, False
    return (asked if none is not None or asked != text else f"is it so that {text}"), opposite


def _none_as_some(claim: str) -> str:
    """A claim of none ("no town has more than 5") as one that there is none."""
    none = _NONE_HAS.match(claim)
    if none is None:
        return claim
    return f"is there no {none.group('thing').strip()} that {claim[none.start('verb') :]}"


__all__ = ["unwrapped"]
