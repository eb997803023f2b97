"""Words that say nothing about which data is meant: grammar, politeness, and the talk of charts in general."""

from __future__ import annotations


def words_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


AUXILIARIES = words_of("""
    am are aren't be been can could did didn't do does doesn't don't had has hasn't have haven't is isn't was wasn't
    were weren't won't would
""")

GRAMMAR = words_of("""
    a about according across actually after again all almost along also although altogether always am among an and
    another answer any appear appears approximately are around as at based be because been before being between both
    but by calculate can certain combined compare compared compute could d determine did different do does done down
    during e.g each eg either entire etc even ever every exactly false few fewer find first following for from give
    given had has have having he hello her here hey hi his how i i.e ie if in into is it its itself just kindly know
    last least less let lets like ll look looking looks m many may me might more most much must my nearly need
    neither never next no nor not of off often oh ok okay on once one ones only onto or other our out over overall
    own particular per please pls previous question quite rather re read really respective respectively roughly s
    same saw say see sees seem seems several shall she show simply since so some state still such t tell than thanks
    that the their them themselves then there these they thing things this those though through throughout till to
    together too true under until up us various ve versus very via vs want was we well were what when where whereas
    which while who whole whom whose why with within without would yes yet you your
""")

CHART_TALK = words_of("""
    downward downwards function functions upward upwards
    account accounted accounts add added adds altogether amount amounts anybody anyone area areas average averages
    avg axes axis bar bars be became become becomes beginning being belong belongs big bin bins bottom box boxes
    boxplot boxplots came capita case cases categories category change changed changes chart circle color colors
    colour colours column columns come comes compare compares comparing comparison condition conditions contain
    contained contains count counts cross crossing curve curves data dataset degree depict depicted depicts diagram
    did difference display displayed displays do does donut dot dots drawn each's edge edges element elements end
    entries entry everyone exceed exceeded exist existed exists extent fall falls far figure figures find found gap
    get gets given go goes going gone got graph group groups grp happen happened happens has have having head heavy
    high highest image include included includes interval intervals iqr item items kind kinds label labels large lay
    layer layers left legend level levels lie lies line lines listed long low lowest lying made make makes many
    margin mark marker markers marks max maximum mean means measured measurement measurements median medians middle
    min minimum name names no nobody nr num number numbers observation observations observed occur occurred occurs
    old one's order part parts pct people percent percentage percentagepoint percentages perform performance
    performed performs period person picture pie piece pieces place places plot plotted point points points'
    position pp presented proportion put quantities quantity quartile quartiles range rank ranking rate rates ratio
    ratios reach reached reaches reading readings record recorded records remain remained remains reported represent
    represented represents result results right ring scale score scores sector sectors seen segment segments series
    share shares short show shown shows side slice slices small somebody spread stack stacks start stay stayed stays
    step sum sums table take takes tall that's there's thing tick ticks time times title took top total totals trend
    type types unit units use used uses using val vals value value's values variable variables visible wedge wedges
    went what's whats whisker whiskers who's wide x y yr yrs
""")

VERBISH = ("ing", "ed")
"""Endings of words that tell how, not what."""

TIME_WORDS = words_of("date dates day days decade hour month months quarter quarters time week weeks year years")

MONTHS = {
    name: place
    for place, name in enumerate(
        (
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ),
        start=1,
    )
}  # fmt: skip
DAYS = words_of("monday tuesday wednesday thursday friday saturday sunday")


def month_of(word: str) -> int | None:
    """The number of a month by its name or its first three letters or more.

    >>> month_of("sept"), month_of("jul"), month_of("mars")
    (9, 7, None)
    """
    if len(word) < 3:
        return None
    return next((place for name, place in MONTHS.items() if name.startswith(word)), None)


def is_calendar(word: str) -> bool:
    """Whether a word names a month or a day of the week."""
    return word in MONTHS or word in DAYS


def is_generic(norm: str, stem: str) -> bool:
    """Whether a word says nothing about which data is meant."""
    return norm in GRAMMAR or norm in CHART_TALK or stem in CHART_TALK or stem in GRAMMAR
