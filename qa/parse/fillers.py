"""Verbs that carry no quantity of their own, and words for units: what a question may say beside names and operators.

A verb in this list changes no answer ("which island do they live on"); a verb that is not ("how many died") must be
found in the chart's own words. A unit must be the one that the chart's titles print, where they print any.
"""

from __future__ import annotations

from functools import cache

from qa.parse.generic import words_of

_VERBS = words_of("""

    accept achieve amount analyse analyze appear arrive assign assume attain bear begin belong boast bring burn
    calculate call carry catch cause check choose claim collect comprise concern consist constitute consume
    contribute copy cover create deliver demonstrate denote describe detect discover display distribute divide
    draw dwell emerge enjoy enter equal establish estimate evaluate examine exhibit extract face fare feature
    feed feel fetch fill find finish fit follow gather generate get grant handle happen hit hold identify
    illustrate indicate inhabit inspect interpolate introduce keep know land lay leave list live locate manage
    mark match measure meet mention multiply need note notice observe obtain occupy offer own participate peak
    pick plot possess post present print produce provide put quote read receive refer register rely repeat reply
    report require reside respond return reveal run select send serve set sit specify spend split spot stand
    start state stop subtract supply surround think travel suppose imagine attain accord pursue tell fly treat
    trace turn understand view visit want work write yield try touch
""") | words_of("""

    began begun bore borne brought burnt came caught chose chosen dealt did done drew drawn dwelt fed felt flew
    flown found gave given gone got gotten had held hit kept knew known laid led left lying made met put ran
    read said saw seen sent set shown sat spent spoke spoken stood stuck took taken thought told understood went
    worn written wrote
""")  # fmt: skip
_EXTRA = words_of("""

    histogram scatterplot boxplots barplot plain mere actual simple given whole full entire further additional
    likewise please maybe perhaps somehow exact rough approximate concrete specific graphic heading curious
    interested article essay presentation slide single ordinary usual normal regular tied alone individual
    distinct separate corresponding latter former true modal unweighted situation case respect terms compared
    copy written opposed contrast next neighbouring adjacent bracket predecessor predecessors successor
    successors end's begins mid halfway late early sharp sharply steep steeply aged endpoint endpoints board
    correct
""")  # fmt: skip

_UNITS: dict[str, frozenset[str]] = {
    name: words_of(f"{name} {words}")
    for name, words in {
        "gram": "grams g gr gramme grammes",
        "kilogram": "kilograms kg kilo kilos kgs",
        "milligram": "milligrams mg",
        "microgram": "micrograms µg μg ug",
        "pound": "pounds lb lbs",
        "tonne": "tonnes ton tons t",
        "millimetre": "millimetres millimeter millimeters mm",
        "centimetre": "centimetres centimeter centimeters cm",
        "metre": "metres meter meters m",
        "kilometre": "kilometres kilometer kilometers km",
        "mile": "miles mi",
        "inch": "inches in",
        "foot": "feet ft",
        "second": "seconds s sec secs",
        "millisecond": "milliseconds ms",
        "minute": "minutes min mins",
        "hour": "hours h hr hrs",
        "day": "days d",
        "week": "weeks wk wks",
        "month": "months",
        "year": "years yr yrs y",
        "dollar": "dollars usd buck bucks $",
        "euro": "euros eur €",
        "cent": "cents",
        "degree": "degrees deg ° °c °f celsius fahrenheit",
        "volt": "volts v",
        "millivolt": "millivolts mv",
        "ampere": "amperes amps amp a",
        "milliampere": "milliamperes milliamps ma",
        "microampere": "microamperes microamps µa μa ua",
        "hertz": "hz",
        "kilohertz": "khz",
        "megahertz": "mhz",
        "gigahertz": "ghz",
        "decibel": "decibels db",
        "litre": "litres liter liters l",
        "millilitre": "millilitres ml milliliter milliliters",
        "percent": "percentage % pct",
        "therm": "therms",
        "ppm": "",
        "ppb": "",
        "mmhg": "hg",
        "acre": "acres",
        "hectare": "hectares ha",
    }.items()
}
_SHORT = 2
_SIZES: tuple[dict[str, float], ...] = (
    {"gram": 1, "kilogram": 1e3, "milligram": 1e-3, "microgram": 1e-6, "pound": 453.59237, "tonne": 1e6},
    {"metre": 1, "millimetre": 1e-3, "centimetre": 1e-2, "kilometre": 1e3, "mile": 1609.344, "inch": 0.0254,
     "foot": 0.3048},
    {"second": 1, "millisecond": 1e-3, "minute": 60, "hour": 3600, "day": 86400, "week": 604800},
    {"month": 1, "year": 12},
    {"dollar": 1, "cent": 0.01},
    {"volt": 1, "millivolt": 1e-3},
    {"ampere": 1, "milliampere": 1e-3, "microampere": 1e-6},
    {"litre": 1, "millilitre": 1e-3},
    {"hertz": 1, "kilohertz": 1e3, "megahertz": 1e6, "gigahertz": 1e9},
    {"hectare": 1, "acre": 0.40468564},
)  # fmt: skip
"""Units of one quantity, each in the first one of its row."""


def unit_factor(said: str, printed: str) -> float | None:
    """How many of one unit another one is, by their names; None of units of two quantities.

    >>> unit_factor("kilogram", "gram"), unit_factor("minute", "hour"), unit_factor("gram", "metre")
    (1000.0, 0.016666666666666666, None)
    """
    sizes = next((row for row in _SIZES if said in row and printed in row), None)
    return float(sizes[said] / sizes[printed]) if sizes is not None else None


@cache
def is_filler(word: str) -> bool:
    """Whether a word is a verb without a quantity of its own, or talk.

    >>> is_filler("lived"), is_filler("carrying"), is_filler("manages"), is_filler("died"), is_filler("horse")
    (True, True, True, False, False)
    """
    if word in _VERBS or word in _EXTRA:
        return True
    return any(base in _VERBS for base in _bases(word))


def _bases(word: str) -> list[str]:
    """The verbs that a word may be a form of."""
    found = []
    for ending in ("ies", "ied"):
        if word.endswith(ending):
            found.append(word.removesuffix(ending) + "y")
    for ending in ("s", "es", "ed", "d", "ing"):
        if word.endswith(ending) and len(word) - len(ending) > _SHORT:
            body = word.removesuffix(ending)
            found += [body, body + "e"]
            if body[-1] == body[-2]:
                found.append(body[:-1])
    return found


@cache
def unit_named(word: str) -> str | None:
    """The unit that a word stands for, or None; abbreviations of one or two letters count too.

    >>> unit_named("kilos"), unit_named("mm"), unit_named("chair")
    ('kilogram', 'millimetre', None)
    """
    return next((name for name, words in _UNITS.items() if word in words), None)


def spells_unit(word: str) -> bool:
    """Whether a word is a unit written out, not an abbreviation that could be anything."""
    return len(word) > _SHORT and unit_named(word) is not None


__all__ = ["is_filler", "spells_unit", "unit_factor", "unit_named"]
