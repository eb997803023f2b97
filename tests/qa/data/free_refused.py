"""Free questions that the chart cannot answer; a right system refuses them and says why."""

# fmt: off
# ruff: noqa: E501, RUF100

from __future__ import annotations

from gold_chart import Chart, Question


def _nothing(chart: Chart) -> None:
    """No answer is on the chart."""


def _refused(source: str, kind: str, voice: str, text: str) -> Question:
    return Question(source, kind, voice, "number" if text.lower().startswith("how m") else "string", text, _nothing)


R = _refused

REFUSED = [
    # names that are not on the chart
    R("vla23", "unknown series", "manager", "What was the price of TSLA in 2005?"),
    R("ggplot_txmedian", "unknown series", "journalist", "Median price in Chicago in 2012?"),
    R("pgf_phones", "unknown series", "student", "How many telephones did Africa have in 1960?"),
    R("calc_va", "unknown series", "scientist", "Death rate of suburban males aged 60-64"),
    R("rbase_orange", "unknown series", "hurried", "tree 7 at 1004 days"),
    R("gnuplot_haireye", "unknown series", "student", "How many students with black hair have grey eyes?"),
    R("xla04", "unknown series", "scientist", "Sample length of Batch 3 in test 4?"),
    R("ggplot_chick_bw", "unknown series", "non-native", "What weigh the chicks by Diet 6 at day 20?"),
    R("sba03", "unknown series", "scientist", "Peak signal of the control condition?"),
    R("rbase_nottem", "unknown series", "journalist", "What is the highest ever temperature in July 1911?"),
    R("eca02", "unknown category", "journalist", "What was the population of Germany in 2012?"),
    R("calc_assault_h", "unknown category", "student", "Assault arrests in Nevada?"),
    R("eca04", "unknown category", "hurried", "value for january"),
    R("g2a03", "unknown category", "scientist", "Median for East Asia?"),
    R("gga02", "unknown category", "manager", "mpg of the Tesla Model S?"),
    R("calc_feed", "unknown category", "scientist", "mean weight for chicks fed on barley"),
    R("vla01", "unknown category", "student", "What is the median body mass of Emperor penguins?"),
    R("ppa01", "unknown category", "manager", "What share does the Midwest have?"),
    R("rbase_ozone_box", "unknown category", "scientist", "IQR for December"),
    R("grace_ucb", "unknown category", "student", "admission rate of women in department H"),
    R("chartjs_swiss2", "unknown category", "non-native", "How many percent of catholics has Zurich?"),
    # outside the data
    R("sba02", "out of range", "journalist", "How many passengers were there in 1975?"),
    R("calc_airy", "out of range", "hurried", "passangers 1939"),
    R("pgf_co2", "out of range", "scientist", "Uptake of Quebec chilled at 1500 mL/L?"),
    R("gnuplot_ukgas", "out of range", "manager", "Jan-Mar gas consumption in 2005"),
    R("ggplot_sunspot", "out of range", "student", "Sunspot number for 2012?"),
    R("rbase_lakehuron", "out of range", "scientist", "What was the level of the lake in 1850?"),
    R("sba20", "out of range", "manager", "How many passengers in 1985?"),
    R("calc_unchange", "out of range", "journalist", "By how much did unemployment change in 2020?"),
    R("octave_inhib", "out of range", "scientist", "v at [S] = 60 mM without inhibitor"),
    R("xla05", "out of range", "student", "number of brick houses in region 9"),
    R("rbase_hist_faithful", "out of range", "scientist", "Frequency of waiting times from 150 to 155 minutes?"),
    # causes, forecasts, opinions
    R("mxa14", "asks for a cause", "journalist", "Why did labor market tightness peak in the 1940s?"),
    R("rbase_drivers_change", "asks for a cause", "journalist", "What caused the steep fall in 1983?"),
    R("chartjs_cereal", "asks for a cause", "manager", "Why does Post put so much sugar in its cereals?"),
    R("vla10", "asks for a cause", "student", "why is it so rainy in november"),
    R("ggplot_penguins_stack", "asks for a cause", "student", "Why are there no Gentoo penguins on Dream?"),
    R("echarts_co2m", "asks for a prediction", "journalist", "What will the CO2 level be in 2050?"),
    R("calc_tx", "asks for a prediction", "manager", "Predict the house price in Austin for next year"),
    R("vla08", "asks for a prediction", "manager", "Will the price go up again in the future?"),
    R("ggplot_unemploy", "asks for a prediction", "journalist", "How many people are going to be unemployed in 2030?"),
    R("ppa02", "asks for advice", "manager", "Should we close the Midwest office?"),
    R("gnuplot_insect_box", "asks for advice", "non-native", "Which spray do you recommend me to buy for my garden?"),
    # not about the data at all
    R("vla09", "not about the data", "hurried", "whats the weather tomorow"),
    R("sba12", "not about the data", "student", "Who was the captain of the Titanic?"),
    R("plotly_starea", "not about the data", "student", "What is the capital of Vermont?"),
    R("gnuplot_iris", "not about the data", "student", "Who first described the iris flower?"),
    R("eca05", "not about the data", "hurried", "write me a poem about cats"),
    R("pgf_damped", "nonsense", "hurried", "asdf qwer zxcv?"),
    R("vla14", "nonsense", "hurried", "purple the of which seven is running"),
    R("opa08", "nonsense", "student", "How many bananas are greater than Tuesday?"),
    # another chart is meant
    R("gnuplot_titanic_stack", "wrong chart", "journalist", "Which penguin species has the longest bill?"),
    R("rba01", "wrong chart", "manager", "What was the GDP of France in 2010?"),
    R("octave_bode", "wrong chart", "student", "How many cars have 6 cylinders?"),
    R("rbase_pie_hair", "wrong chart", "manager", "What was our revenue in the third quarter?"),
    # the chart's subject, but data that it does not carry
    R("calc_titpct", "data not shown", "journalist", "What was the average age of the first class women who survived?"),
    R("veusz_mwpov", "data not shown", "student", "What is the population of Ohio?"),
    R("ggplot_vore_boxh", "data not shown", "scientist", "What p-value has the difference between carnivores and omnivores?"),
    R("rbase_precip_srt", "data not shown", "scientist", "Which city has the highest mean temperature?"),
    R("chartjs_stinc", "data not shown", "manager", "How much did the income in Texas grow since 1964?"),
]
