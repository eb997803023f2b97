"""Free questions of kinds that were once missed, each in words and over charts of its own; part of the wide set."""

# fmt: off
# ruff: noqa: E501, RUF100

from __future__ import annotations

import itertools

from free_wide import K, N, R, S, U, Y, cross
from gold_chart import Question as Q
from gold_chart import above, below, correlation, low, mean, more, rank, share, spread, throughout, top, yes

TALK, TERSE, SCHOOL, SLIP = "spoken", "terse", "textbook", "typos"

KINDS = [
    # two names and a slash
    Q("calc_stpop", "ratio", TERSE, N, "Texas / Iowa population", lambda c: c.y("Texas") / c.y("Iowa")),
    Q("veusz_pengm", "ratio", TERSE, N, "body mass Gentoo / Adelie, females", lambda c: c.y("Gentoo", "Female") / c.y("Adelie", "Female")),
    Q("sba11", "ratio", TERSE, N, "C / A ?", lambda c: c.y("C") / c.y("A")),
    # verbs behind nouns in the plural, sums of stacks against a bound
    Q("calc_rem_h", "condition", TERSE, U, "Which animals sleep more than 9 hours altogether?", lambda c: above(c.sums(), 9)),
    Q("gnuplot_titanic_stack", "condition", SCHOOL, U, "Which groups count fewer than 600 people in total?", lambda c: below(c.sums(), 600)),
    Q("ggplot_penguins_stack", "count", TALK, N, "how many islands have over a hundred penguins altogether", lambda c: len(above(c.sums(), 100))),
    # what is counted has a clause of its own
    Q("ggplot_sleep_neg", "count", SCHOOL, N, "Number of patients who gained more than 2 hours on Drug 2", lambda c: len(above(c.s("Drug 2"), 2))),
    Q("rbase_anorexia", "condition", TALK, U, "Which therapies lost weight on average?", lambda c: below(c.s(), 0)),
    Q("ggplot_sleep_neg", "condition", TERSE, U, "Which patients lost sleep on Drug 1?", lambda c: below(c.s("Drug 1"), 0)),
    # numbers that only say how many there are in all
    Q("rbase_hist_faithful", "share", SCHOOL, N, "What percentage of the 272 waits lie above 80 minutes?", lambda c: 100 * sum(float(p["y"]) for p in c.points() if float(p["x0"]) >= 80) / sum(float(p["y"]) for p in c.points())),
    Q("vla18", "share", TERSE, N, "share of the 406 cars that is from Japan, in percent", lambda c: share(c.s(), "Japan")),
    # distances, not orders
    Q("calc_feed", "range", TERSE, N, "Gap from the lowest to the highest bar", lambda c: spread(c.s())),
    Q("ggplot_vore", "range", TALK, N, "the span from smallest to largest please", lambda c: spread(c.s())),
    Q("ppa02", "range", SCHOOL, N, "distance from the highest bar to the lowest", lambda c: spread(c.s())),
    # requests
    Q("calc_feed", "average", TALK, N, "Give me the average of all the feeds.", lambda c: mean(list(c.s().values()))),
    Q("xla04", "average", TALK, N, "Tell me the mean sample length of batch 2.", lambda c: mean([y for _, y in c.xy("Batch 2")])),
    Q("grace_insect", "sum", TALK, N, "Show me the total over all insecticides", lambda c: sum(c.s().values())),
    # changes in percent
    Q("pgf_phones", "percent change", TALK, N, "How many percent did Europe grow from 1956 to 1960?", lambda c: 100 * (c.at(1960, "Europe") / c.at(1956, "Europe") - 1)),
    Q("calc_longley_area", "percent change", SCHOOL, N, "What percentage of the unemployed disappeared from 1949 to 1951?", lambda c: 100 * (1 - c.at(1951, "Unemployed") / c.at(1949, "Unemployed"))),
    Q("ggplot_orange", "percent change", TALK, N, "what percentage did tree 2 grow from day 484 to day 664", lambda c: 100 * (c.at(664, "2") / c.at(484, "2") - 1)),
    # verbs that no chart tells of
    R("sba19", "data not shown", TALK, "What did the waiter order on the biggest bill?"),
    R("chartjs_cereal", "data not shown", TALK, "What did Post name its sweetest cereal?"),
    # a bound for each of two names, number first
    Q("xla05", "condition", SCHOOL, U, "Name the regions with over 100 shingle houses and, at the same time, under 110 brick houses.", lambda c: [k for k in c.s("Shingle") if c.y(k, "Shingle") > 100 and c.y(k, "Brick") < 110]),
    Q("chartjs_arrests", "condition", TERSE, U, "states with under 10 murder arrests and over 20 rape arrests", lambda c: [k for k in c.s("Murder") if c.y(k, "Murder") < 10 and c.y(k, "Rape") > 20]),
    # marks counted, the word last
    Q("gga04", "count", TERSE, N, "bars below -1: count", lambda c: sum(v < -1 for n in c.names for v in c.s(n).values())),
    Q("opa03", "count", TERSE, N, "letters over 5 %: how many?", lambda c: len(above(c.s(), 5))),
    # values of what is extreme
    Q("calc_feed", "extreme", TERSE, N, "Height of the tallest bar", lambda c: max(c.s().values())),
    Q("ggplot_vore", "extreme", TERSE, N, "value of the shortest bar", lambda c: min(c.s().values())),
    Q("opa03", "extreme", TERSE, N, "Percentage of the most common letter", lambda c: max(c.s().values())),
    # a letter left out of the word that asks
    Q("xla11", "condition", SLIP, U, "were is Series2 above 5", lambda c: above(c.s("Series2"), 5)),
    Q("calc_stpop", "extreme", SLIP, S, "were is the popluation smallest", lambda c: low(c.s())),
    Q("chartjs_arrests", "condition", SLIP, U, "were are there moer than 14 murder arrests", lambda c: above(c.s("Murder"), 14)),
    # bars on both sides of zero
    Q("calc_unchange", "extreme", TALK, S, "which year has the longest bar pointing down", lambda c: low(c.s())),
    Q("rbase_drivers_change", "extreme", TALK, S, "which year has the longest bar going downwards", lambda c: low(c.s())),
    # nouns with a clause ask for names
    Q("pgf_c93mpg", "condition", TERSE, U, "Types that have less than 20 mpg in the city?", lambda c: below(c.s("City"), 20)),
    Q("xla05", "condition", TERSE, U, "Regions that have more than 100 brick houses?", lambda c: above(c.s("Brick"), 105)),
    Q("opa03", "condition", TERSE, U, "letters that come up in more than 8 %?", lambda c: above(c.s(), 8)),
    # how fast values change
    Q("gnuplot_decay_logy", "extreme", TALK, S, "Which of the lines vanishes fastest?", lambda c: low(c.last())),
    Q("ggplot_orange", "extreme", TALK, S, "which tree grows fastest", lambda c: top(c.last())),
    # letters in another order, words run short
    Q("calc_feed", "difference", SLIP, N, "casein minus horsebean, how mcuh", lambda c: c.y("casein") - c.y("horsebean")),
    Q("vla31", "sum", SLIP, N, "toatl hieght of A2", lambda c: sum(c.col("A2").values())),
    # numbers and letters in words
    Q("gnuplot_bode", "extreme", TALK, N, "where does the zeta nought point one curve peak", lambda c: c.peak("ζ=0.1")),
    Q("gnuplot_bode", "lookup", TALK, N, "what is the gain of zeta one point zero at one hundred hertz", lambda c: c.at(100, "ζ=1.0"), 0.02),
    Q("pgf_mtw", "average", SCHOOL, N, "Find the mean miles per gallon of the six-cylinder group.", lambda c: mean([y for _, y in c.xy("6 cylinders")])),
    # along the axis
    Q("vla19", "trend", TALK, Y, "is precipitation in Dec above the one in Jun", lambda c: more(c.y("Dec"), c.y("Jun"))),
    Q("octave_iv", "trend", SCHOOL, Y, "Does the function rise as x gets bigger?", lambda c: yes(c.xy()[-1][1] > c.xy()[0][1])),
    # falls and rises against a bound, ever
    Q("rbase_drivers_change", "comparison", TALK, Y, "Did the number ever fall by more than 20 percent in one year?", lambda c: yes(min(c.s().values()) < -20)),
    Q("calc_unchange", "comparison", SCHOOL, Y, "Did unemployment ever rise by more than 2000 in a single year?", lambda c: yes(max(c.s().values()) > 2000)),
    # owners of the quantity
    Q("chartjs_ortho", "ranking", SCHOOL, S, "Who had the larger children's distance at age 14, males or females?", lambda c: top({n: c.at(14, n) for n in c.names})),
    Q("ggplot_orange", "ranking", SCHOOL, K, "Order the trees by the trunks' circumference at day 1582, the largest first.", lambda c: rank(c.last())),
    # units of one kind
    Q("pgf_bode", "lookup", TALK, N, "gain of ζ=0.4 at 2 kHz", lambda c: c.at(2000, "ζ=0.4"), 0.6),
    Q("calc_peng", "comparison", TALK, Y, "Is any Gentoo heavier than 6 kilograms?", lambda c: yes(max(y for _, y in c.xy("Gentoo")) > 6000)),
    Q("calc_feed", "count", TALK, N, "How many feeds gave more than 0.3 kg?", lambda c: len(above(c.s(), 300))),
    Q("gnuplot_beaver", "lookup", TALK, N, "temperature of beaver 1 after 5 hours", lambda c: c.at(300, "Beaver 1"), 0.1),
    Q("chartjs_ortho", "first-exceed", TALK, N, "At what age do the males first exceed 2.5 cm?", lambda c: c.first_above(25, "Male"), 0.9),
    # one name against others together
    Q("vla18", "difference", TALK, N, "How many more American cars than Japanese and European ones together?", lambda c: c.y("USA") - c.y("Japan") - c.y("Europe")),
    Q("eca05", "difference", SCHOOL, N, "How many more visits come from Search Engine than from Email and Video Ads combined?", lambda c: c.y("Search Engine") - c.y("Email") - c.y("Video Ads")),
    Q("sba11", "difference", SCHOOL, N, "How many more passengers has deck C than decks A and F together?", lambda c: c.y("C") - c.y("A") - c.y("F")),
    # ranks
    Q("calc_unchange", "ranking", TALK, S, "Which year comes third when you look at the extent of the rise?", lambda c: rank(c.s(), 3)[2]),
    Q("sba11", "ranking", TERSE, S, "Runner-up by count?", lambda c: rank(c.s(), 2)[1]),
    Q("calc_feed", "ranking", TERSE, S, "runner-up?", lambda c: rank(c.s(), 2)[1]),
    # words of a compound
    Q("plotly_psav", "extreme", TALK, N, "In which year was the rate of personal savings lowest?", lambda c: c.dip(), 0.6),
    # quantifiers before verbs of the quantity
    Q("pgf_c93mpg", "comparison", TALK, Y, "Does every type get further per gallon on the highway than in plain city?", lambda c: throughout(c.s("Highway"), c.s("City"))),
    Q("veusz_pengm", "comparison", TALK, Y, "Does every species weigh more as a male than as a female?", lambda c: throughout(c.s("Male"), c.s("Female"))),
    # a line passing levels
    Q("pgf_damped", "crossing", SCHOOL, N, "How many times does the curve pass through zero?", lambda c: sum(a[1] * b[1] < 0 for a, b in itertools.pairwise(c.xy()))),
    Q("gnuplot_beaver", "first-exceed", TALK, N, "When did beaver 2 break through 37.5 for the first time?", lambda c: c.first_above(37.5, "Beaver 2"), 11),
    Q("octave_iv", "crossing", SCHOOL, N, "Where does the curve pass through zero?", lambda c: cross(c.xy(), 0), 0.05),
    # two numbers of a box
    Q("echarts_mpg_box", "box", TERSE, N, "q3 - q1 of pickup", lambda c: c.iqrs()["pickup"]),
    Q("echarts_mpg_box", "box", TERSE, S, "class with the widest whisker-to-whisker range", lambda c: top({k: v - c.boxes("min")[k] for k, v in c.boxes("max").items()})),
    Q("echarts_orch_box", "box", TERSE, S, "treatment with the longest whisker to whisker distance", lambda c: top({k: v - c.boxes("min")[k] for k, v in c.boxes("max").items()})),
    # names at every place, names without a bar
    Q("ggplot_penguins_stack", "condition", SCHOOL, S, "Which species is found on all the islands?", lambda c: next(n for n in c.names if len(c.s(n)) == 3)),
    Q("ggplot_penguins_stack", "condition", TERSE, U, "islands without Gentoo", lambda c: [k for k in c.sums() if k not in c.s("Gentoo")]),
    Q("ggplot_penguins_stack", "condition", TERSE, U, "islands with no Chinstrap bar", lambda c: [k for k in c.sums() if k not in c.s("Chinstrap")]),
    # what is left of the whole
    Q("eca05", "share", TALK, N, "how many percent don't come from email", lambda c: 100 - share(c.s(), "Email")),
    Q("calc_ucb_pie", "share", SCHOOL, N, "What percentage of the applicants did not apply to Dept A?", lambda c: 100 - share(c.s(), "Dept A")),
    Q("echarts_cut", "share", TALK, N, "what share is not Ideal", lambda c: 100 - share(c.s(), "Ideal")),
    # two quantities that go together
    Q("gga01", "trend", TALK, Y, "When a car is heavier, is the fuel economy usually lower?", lambda c: yes(correlation([p for n in c.names for p in c.xy(n)]) < 0)),
    Q("ggplot_mammals", "trend", TALK, Y, "If the body is heavier, is the brain generally heavier?", lambda c: yes(correlation(c.xy()) > 0)),
    # one in so many
    Q("calc_titpct", "condition", TALK, U, "In which classes did more than one in five men survive?", lambda c: above(c.s("Male"), 20)),
    Q("calc_titpct", "condition", SCHOOL, U, "In which classes did fewer than nine out of ten women survive?", lambda c: below(c.s("Female"), 90)),
    # the number of marks
    Q("plotly_msl", "count", TERSE, N, "n of Carnivore points", lambda c: len(c.xy("Carnivore"))),
    Q("pgf_mtw", "count", TERSE, N, "n of 8 cylinder markers", lambda c: len(c.xy("8 cylinders"))),
    # ends of the axis by their nouns
    Q("ggplot_chick_bw", "extreme", SCHOOL, S, "At the last age, which diet gives the heaviest chicks?", lambda c: top(c.last())),
    Q("pgf_phones", "lookup", SCHOOL, N, "In the first year shown, how many thousand telephones were there in Asia?", lambda c: c.xy("Asia")[0][1]),
    # reaching a level in other words
    Q("calc_feed", "condition", TALK, U, "Which feeds did not get to 230 g?", lambda c: below(c.s(), 230)),
    Q("pgf_c93mpg", "condition", TALK, U, "Which types make it to 25 mpg in the city?", lambda c: above(c.s("City"), 25)),
    # bounds of labels that are numbers
    Q("opa08", "share", SCHOOL, N, "What percentage of words have eight letters or more?", lambda c: share(c.s(), *(k for k in c.s() if int(k) >= 8))),
    # bounds of how many, and of every kind
    Q("calc_stpop", "count", TALK, Y, "Are there more than two states with over ten million people?", lambda c: yes(len(above(c.s(), 1e7)) > 2)),
    Q("plotly_starea", "count", TALK, Y, "Are there at least four states with fewer than 100,000 square miles?", lambda c: yes(len(below(c.s(), 1e5)) >= 4)),
    Q("xla05", "condition", TALK, U, "which regions have more than 95 of both kinds", lambda c: [k for k in c.s("Brick") if c.y(k, "Brick") > 95 and c.y(k, "Shingle") > 95]),
    # one name against another, without "than"
    Q("calc_stpop", "count", TALK, N, "how many of them beat Georgia", lambda c: len(above(c.s(), c.y("Georgia") + 3e5))),
    Q("sba11", "count", TERSE, N, "How many decks surpass deck E?", lambda c: sum(v > c.y("E") for v in c.s().values())),
    Q("chartjs_arrests", "condition", SCHOOL, U, "Where is the murder number less than half the rape number?", lambda c: [k for k in c.s("Murder") if c.y(k, "Murder") < c.y(k, "Rape") / 2]),
    # the next in rank
    Q("calc_stpop", "ranking", TALK, S, "What state comes right after Texas in size?", lambda c: rank(c.s())[rank(c.s()).index("Texas") + 1]),
    Q("chartjs_cereal", "ranking", TALK, S, "Which maker comes next after Kelloggs?", lambda c: rank(c.s())[rank(c.s()).index("Kelloggs") + 1]),
    Q("plotly_starea", "top-k", TERSE, K, "lowest three", lambda c: rank(c.s(), 3, rising=True)),
    Q("calc_stpop", "sum", TALK, N, "the three smallest states together have how many people", lambda c: sum(sorted(c.s().values())[:3])),
    # inverted order
    Q("calc_stpop", "difference", TALK, N, "Texas is how much bigger than Ohio?", lambda c: c.y("Texas") - c.y("Ohio")),
    Q("sba11", "difference", TALK, N, "Deck B has how many more than deck A?", lambda c: c.y("B") - c.y("A")),
    Q("chartjs_arrests", "ratio", SCHOOL, N, "Murder in Florida as a multiple of murder in Maine", lambda c: c.y("Florida", "Murder") / c.y("Maine", "Murder")),
    # extremes set side by side, stretches added up
    Q("eca05", "share", TERSE, N, "smallest slice as percent of the biggest", lambda c: 100 * min(c.s().values()) / max(c.s().values())),
    Q("vla19", "sum", TERSE, N, "Jan to Mar total", lambda c: c.y("Jan") + c.y("Feb") + c.y("Mar")),
    # up or down, made it, how long until
    Q("calc_unchange", "trend", TALK, Y, "did it go up in 2009", lambda c: yes(c.y("2009") > 0)),
    Q("gnuplot_titanic_stack", "share", TALK, N, "what percent of 1st class made it", lambda c: 100 * c.y("1st", "Survived") / sum(c.col("1st").values())),
    Q("gnuplot_beaver", "first-exceed", TALK, N, "how long until beaver 2 reaches 38", lambda c: c.first_above(37.99, "Beaver 2"), 11),
    Q("vla06", "crossing", TALK, N, "where do sine and cosine first cross", lambda c: 0.7854, 0.05),
    Q("gnuplot_beaver", "crossing", TALK, Y, "do the two lines ever cross", lambda c: yes(min(a[1] - b[1] for a, b in zip(c.xy("Beaver 1"), c.xy("Beaver 2"), strict=True)) < 0 < max(a[1] - b[1] for a, b in zip(c.xy("Beaver 1"), c.xy("Beaver 2"), strict=True)))),
    Q("ggplot_airq_lm", "count", TALK, N, "how many days were hotter than 90", lambda c: sum(x > 90 for x, _ in c.xy())),
    Q("echarts_esoph", "extreme", TERSE, S, "age group with fewest cases in total", lambda c: low(c.sums())),
    Q("calc_feed", "condition", TERSE, U, "all feeds heavier than 250 grams", lambda c: above(c.s(), 250)),
    Q("calc_feed", "lookup", TALK, N, "how much do chicks weigh on soybean", lambda c: c.y("soybean")),
    R("calc_animals", "data not shown", TALK, "which animal has the heaviest brain"),
    R("calc_cutcol_pct", "unknown series", TALK, "which cut has the smallest part of D-F"),
]
