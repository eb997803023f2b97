"""Free questions in five more voices over charts of every type that were worked with; part of the wide set."""

# fmt: off
# ruff: noqa: E501, RUF100

from __future__ import annotations

from free_wide import K, N, R, S, U, Y
from gold_chart import Question as Q
from gold_chart import above, low, mean, more, over, rank, share, throughout, top, yes

LAWYER, TEEN, NURSE, REPORTER, LEARNER = "formal", "chatty", "practical", "journalist", "non-native"

VOICES = [
    # bars
    Q("calc_stpop", "extreme", LAWYER, S, "Of the states depicted, which possesses the smallest population?", lambda c: low(c.s())),
    Q("calc_stpop", "ratio", REPORTER, N, "How many Vermonts fit into Ohio, population-wise?", lambda c: c.y("Ohio") / c.y("Vermont")),
    Q("calc_stpop", "sum", TEEN, N, "ohio plus georgia, how many ppl", lambda c: c.y("Ohio") + c.y("Georgia")),
    Q("calc_stpop", "condition", LEARNER, U, "Which states are having less people than Oregon?", lambda c: [k for k, v in c.s().items() if v < c.y("Oregon")]),
    R("calc_stpop", "unknown category", TEEN, "is nevada bigger than utah"),
    Q("chartjs_cereal", "extreme", NURSE, S, "Whose cereals should a diabetic fear most, i.e. contain the most sugar?", lambda c: top(c.s())),
    Q("chartjs_cereal", "difference", NURSE, N, "grams of sugar saved per portion by taking Nabisco rather than Post", lambda c: c.y("Post") - c.y("Nabisco")),
    Q("chartjs_cereal", "average", LAWYER, N, "State the arithmetic mean over all makers listed.", lambda c: mean(list(c.s().values()))),
    R("chartjs_cereal", "data not shown", NURSE, "How much fibre is in a portion of Post?"),
    Q("ggplot_vore", "comparison", TEEN, Y, "do omnivores sleep longer than herbivores", lambda c: more(c.y("Omnivore"), c.y("Herbivore"))),
    Q("ggplot_vore", "ranking", LAWYER, K, "Arrange the four feeding types by decreasing sleep.", lambda c: rank(c.s())),
    Q("calc_unchange", "extreme", REPORTER, S, "In which year did unemployment shoot up the most?", lambda c: top(c.s())),
    Q("calc_unchange", "count", REPORTER, N, "For how many of the years shown did unemployment go up?", lambda c: len(above(c.s(), 0))),
    Q("calc_unchange", "lookup", LEARNER, N, "What was change in the 2010?", lambda c: c.y("2010")),
    R("calc_unchange", "out of range", REPORTER, "How did unemployment change in 1987?"),
    Q("veusz_mwpov", "extreme", LEARNER, S, "Which state is the poorest one of all?", lambda c: top(c.s())),
    Q("veusz_mwpov", "difference", LAWYER, N, "By how many percentage points does Michigan's rate exceed Wisconsin's?", lambda c: c.y("MI") - c.y("WI")),
    # grouped bars
    Q("chartjs_arrests", "condition", REPORTER, U, "Where are there more than 40 rape arrests per 100,000?", lambda c: above(c.s("Rape"), 40)),
    Q("chartjs_arrests", "extreme", LAWYER, S, "Which state records the most murder arrests?", lambda c: top(c.s("Murder"))),
    Q("chartjs_arrests", "ratio", REPORTER, N, "In Texas, how many rape arrests are there for each murder arrest?", lambda c: c.y("Texas", "Rape") / c.y("Texas", "Murder")),
    R("chartjs_arrests", "unknown series", NURSE, "how many burglary arrests in Texas"),
    R("chartjs_arrests", "asks for a cause", REPORTER, "What is behind Alaska's figures being so high?"),
    Q("rbase_warp_hatch", "difference", NURSE, N, "How many fewer breaks does wool A have at high tension than at low?", lambda c: c.y("Low", "Wool A") - c.y("High", "Wool A")),
    Q("rbase_warp_hatch", "condition", LEARNER, U, "On which tensions has wool B more breaks as wool A?", lambda c: over(c.s("Wool B"), c.s("Wool A"))),
    Q("pgf_c93mpg", "extreme", TEEN, S, "which type is best on the highway", lambda c: top(c.s("Highway"))),
    Q("pgf_c93mpg", "count", NURSE, N, "How many types manage over 20 mpg in the city?", lambda c: len(above(c.s("City"), 20))),
    Q("pgf_c93mpg", "comparison", LAWYER, Y, "Is it correct that every type achieves a higher figure on the highway than in the city?", lambda c: throughout(c.s("Highway"), c.s("City"))),
    Q("calc_va", "percent change", REPORTER, N, "By what percentage is the urban male rate higher than the rural male rate at ages 50-54?", lambda c: 100 * (c.y("50-54", "Urban Male") / c.y("50-54", "Rural Male") - 1)),
    Q("calc_va", "extreme", LAWYER, S, "For the age group 70-74, identify the population group with the lowest death rate.", lambda c: low(c.col("70-74"))),
    R("calc_va", "out of range", NURSE, "urban female rate at 80-84?"),
    Q("xla12", "lookup", LEARNER, N, "How much has Series2 in the quarter 3?", lambda c: c.y("3", "Series2")),
    Q("gnuplot_haireye", "share", LAWYER, N, "What proportion, in percent, of the black-haired students has brown eyes?", lambda c: 100 * c.y("Black", "Brown") / sum(c.col("Black").values())),
    Q("gnuplot_haireye", "extreme", TEEN, S, "whats the most common eye color for blond kids", lambda c: top(c.col("Blond"))),
    R("gnuplot_haireye", "data not shown", LAWYER, "How many of the blond students are male?"),
    # stacked
    Q("gnuplot_titanic_stack", "share", REPORTER, N, "What percentage of the crew died?", lambda c: 100 * c.y("Crew", "Died") / sum(c.col("Crew").values())),
    Q("gnuplot_titanic_stack", "extreme", TEEN, S, "where did most people survive", lambda c: top(c.s("Survived"))),
    Q("gnuplot_titanic_stack", "sum", LAWYER, N, "State the overall number of survivors.", lambda c: sum(c.s("Survived").values())),
    R("gnuplot_titanic_stack", "data not shown", REPORTER, "How many children were in 3rd class?"),
    Q("echarts_esoph", "stack", NURSE, N, "all cases in the 45-54 age band, added over drinking levels", lambda c: sum(c.col("45-54").values())),
    Q("echarts_esoph", "extreme", LAWYER, S, "Which age band contributes the largest number of cases overall?", lambda c: top(c.sums())),
    Q("ggplot_penguins_stack", "lookup", LEARNER, N, "How many of Gentoo live in Biscoe?", lambda c: c.y("Biscoe", "Gentoo")),
    Q("calc_haireye_st", "share", REPORTER, N, "Of all students with blue eyes, how many percent are blond?", lambda c: share(c.s("Blue"), "Blond")),
    Q("plotly_rem", "comparison", TEEN, Y, "does the cat get more rem sleep than the dog", lambda c: more(c.y("Domestic cat", "REM sleep"), c.y("Dog", "REM sleep"))),
    Q("plotly_rem", "extreme", LEARNER, S, "Which animal sleeps the most, all kinds of sleep together?", lambda c: top(c.sums())),
    R("plotly_rem", "unknown category", TEEN, "how long do horses sleep"),
    # histograms
    Q("rbase_hist_faithful", "histogram", LAWYER, N, "How many waiting times fall between 70 and 80 minutes?", lambda c: c.bin(70, 75) + c.bin(75, 80)),
    Q("ggplot_hist_gal", "histogram", NURSE, N, "How many women are under 90 mg/dL?", lambda c: sum(float(p["y"]) for p in c.points() if float(p["x1"]) <= 90)),
    Q("opa12", "histogram", TEEN, N, "how many r over 165", lambda c: sum(float(p["y"]) for p in c.points() if float(p["x0"]) >= 165)),
    R("ggplot_hist_gal", "data not shown", NURSE, "How many of the women are pregnant?"),
    R("calc_nile_hist", "data not shown", REPORTER, "In which year was the flow of the Nile highest?"),
    # boxes
    Q("gnuplot_insect_box", "box", NURSE, S, "Which spray leaves the fewest insects, going by the median?", lambda c: low(c.boxes())),
    Q("gnuplot_singer_candle", "box", REPORTER, N, "how tall is a typical Tenor 1", lambda c: c.box("Tenor 1")),
    Q("gnuplot_singer_candle", "comparison", LAWYER, Y, "Does the median of Bass 2 exceed that of Alto 1?", lambda c: more(c.box("Bass 2"), c.box("Alto 1"))),
    Q("ggplot_tooth_box", "box", LEARNER, N, "How much is median of VC by dose 2?", lambda c: c.box("2", "median", "VC")),
    Q("ggplot_vore_boxh", "box", NURSE, N, "how spread out are the carnivores, from whisker to whisker", lambda c: c.box("Carnivore", "max") - c.box("Carnivore", "min")),
    Q("opa13", "box", LAWYER, S, "Which clarity shows the highest median of price?", lambda c: top(c.boxes())),
    R("gnuplot_singer_candle", "data not shown", REPORTER, "How many Tenor 1 singers are there?"),
    R("sba17", "wrong measure", LAWYER, "What fare did the median First class traveller pay?"),
    # lines and areas
    Q("pgf_phones", "first-exceed", REPORTER, N, "In which year did Europe first have more than 35,000 thousand telephones?", lambda c: c.first_above(35000, "Europe"), 0.4),
    Q("pgf_phones", "share", REPORTER, N, "What share of the three regions' telephones in 1957 was Asia's, in percent?", lambda c: 100 * c.at(1957, "Asia") / sum(c.at(1957, n) for n in c.names)),
    Q("pgf_phones", "percent change", LAWYER, N, "State the percentage growth of Asia's telephones between 1957 and 1961.", lambda c: 100 * (c.at(1961, "Asia") / c.at(1957, "Asia") - 1)),
    R("pgf_phones", "unknown series", TEEN, "how many phones in africa in 1960"),
    Q("chartjs_ortho", "interpolation", NURSE, N, "What distance would a girl of 11 have, reading off the line?", lambda c: c.at(11, "Female")),
    Q("chartjs_ortho", "trend", LAWYER, Y, "Does the distance of the boys increase from each age to the next?", lambda c: yes(all(b[1] > a[1] for a, b in zip(c.xy("Male"), c.xy("Male")[1:], strict=False)))),
    Q("chartjs_ortho", "extreme", LEARNER, N, "At which age is the difference of boys and girls the biggest?", lambda c: float(top({str(x): abs(c.at(x, "Male") - c.at(x, "Female")) for x, _ in c.xy("Male")}))),
    Q("octave_chick_err", "extreme", NURSE, S, "By day 18, which diet has the lightest chicks?", lambda c: low({n: c.at(18, n) for n in c.names})),
    Q("octave_chick_err", "difference", TEEN, N, "how much heavier are diet 3 chicks than diet 1 ones on day 14", lambda c: c.at(14, "Diet 3") - c.at(14, "Diet 1")),
    Q("gnuplot_ukgas", "extreme", LAWYER, S, "Which quarter shows the lowest consumption in 1980?", lambda c: low({n: c.at(1980, n) for n in c.names})),
    Q("gnuplot_ukgas", "ratio", REPORTER, N, "How many times as much gas was burnt in the first quarter of 1986 as in the first quarter of 1970?", lambda c: c.at(1986, "Jan-Mar") / c.at(1970, "Jan-Mar")),
    R("gnuplot_ukgas", "out of range", REPORTER, "What was the first-quarter consumption in 1995?"),
    Q("rbase_lakehuron", "extreme", LEARNER, N, "When was the level of lake the lowest?", lambda c: c.dip(), 0.5),
    Q("ggplot_milk", "lookup", NURSE, N, "protein percentage for lupins in week 10", lambda c: c.at(10, "lupins")),
    R("ggplot_milk", "unknown category", NURSE, "protein in week 10 for the clover diet"),
    Q("rbase_nottem", "extreme", LEARNER, S, "Which month is in average the most warm?", lambda c: top(c.s("Mean 1920-1929"))),
    Q("calc_tx", "extreme", TEEN, S, "priciest city at the end of 2014", lambda c: top({n: c.at(2014.75, n) for n in c.names})),
    Q("sba02", "difference", REPORTER, N, "How many more passengers flew in 1960 than in 1950?", lambda c: c.at(1960) - c.at(1950)),
    Q("echarts_co2m", "trend", LEARNER, Y, "Was the CO2 at the end bigger than at the beginning?", lambda c: more(c.xy()[-1][1], c.xy()[0][1])),
    Q("calc_longley_area", "extreme", LAWYER, N, "In which year did the armed forces reach their maximum?", lambda c: c.peak("Armed forces"), 0.5),
    # scatter
    Q("calc_peng", "scatter", NURSE, N, "heaviest Chinstrap, in grams", lambda c: max(y for _, y in c.xy("Chinstrap"))),
    Q("pgf_mtw", "scatter", TEEN, N, "how many 8 cylinder cars r there in the plot", lambda c: len(c.xy("8 cylinders"))),
    Q("plotly_quakes", "scatter", REPORTER, N, "How many quakes struck deeper than 500 km?", lambda c: sum(x > 500 for x, _ in c.xy())),
    Q("plotly_quakes", "scatter", LAWYER, N, "How deep was the strongest earthquake?", lambda c: max(c.xy(), key=lambda p: p[1])[0]),
    Q("sba19", "correlation", LEARNER, Y, "If the bill is higher, is the tip in general higher also?", lambda c: "yes"),
    R("plotly_quakes", "data not shown", REPORTER, "Where did the deepest quake strike?"),
    R("sba19", "data not shown", REPORTER, "Do smokers tip more than non-smokers?"),
    R("calc_peng", "data not shown", NURSE, "What is the average age of the Gentoo penguins?"),
    # pies
    Q("eca05", "share", REPORTER, N, "What slice of the visits, in percent, came from search engines?", lambda c: share(c.s(), "Search Engine")),
    Q("rbase_pie_hair", "pie", LEARNER, S, "Which colour of hair is the most seldom?", lambda c: low(c.s())),
    Q("eca05", "comparison", LAWYER, Y, "Do Email and Direct jointly account for more than half?", lambda c: yes(share(c.s(), "Email", "Direct") > 50)),
    R("eca05", "unknown category", TEEN, "how much came from tiktok"),
]
