"""What the words of questions mean: phrases and the operators of the plan algebra they stand for.

Phrases are given by the stems of their words. Adjectives are open: any comparative or superlative form is understood,
its direction taken from a list of words that mean little (low, cheap, young); all others mean much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from qa.parse.words import Token
from qa.plan import Fn, Measure, Op


class Sense(StrEnum):
    """What a phrase does in a question."""

    SUPERLATIVE = "superlative"  # payload: +1 or -1
    COMPARATIVE = "comparative"  # payload: +1 or -1
    RELATION = "relation"  # payload: Op
    AGGREGATE = "aggregate"  # payload: Fn
    DIFFERENCE = "difference"
    MINUS = "minus"
    PLUS = "plus"
    RATIO = "ratio"
    TIMES = "times"  # payload: factor, or 0 where a number stands before it
    CHANGE = "change"
    PERCENT_CHANGE = "percent change"
    SHARE = "share"
    HOW_MANY = "how many"
    HOW_MUCH = "how much"
    WHICH = "which"
    WHAT = "what"
    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    LIST = "list"
    SORT = "sort"
    RISING = "rising"
    FALLING = "falling"
    TOP = "top"  # payload: +1 or -1
    ALL = "all"
    ANY = "any"
    NONE = "none"
    FIRST = "first"
    LAST = "last"
    START = "start"
    END = "end"
    TREND = "trend"  # payload: +1 or -1
    TREND_WORD = "trend word"
    CORRELATION = "correlation"
    SLOPE = "slope"
    SIGN = "sign"  # payload: Op against zero
    SIGN_CHOICE = "sign choice"
    CROSSING = "crossing"
    ZERO = "zero"
    EQUAL = "equal"
    NEARLY = "nearly"
    MEASURE = "measure"  # payload: Measure
    IQR = "interquartile range"
    WHISKERS = "whisker range"
    BETWEEN = "between"
    THAN = "than"
    TITLE = "title"
    AXIS = "axis"  # payload: x or y
    UNIT = "unit"
    LEGEND = "legend"
    CHART_TYPE = "chart type"
    SERIES_WORD = "series word"
    MARK_WORD = "mark word"
    PLACE_WORD = "place word"
    TICK_WORD = "tick word"
    AXIS_END = "axis end"
    ERROR_BAR = "error bar"
    MISSING = "missing"
    NOT = "not"
    CAUSE = "asks for a cause"
    PREDICTION = "asks for a prediction"
    ADVICE = "asks for advice"
    CHAT = "is not a question about the data"


Payload = int | float | str | Op | Fn | Measure


@dataclass(frozen=True)
class Item:
    """A phrase found in a question."""

    sense: Sense
    start: int
    end: int
    payload: Payload = 0


_TABLE: dict[Sense, tuple[tuple[str, Payload], ...]] = {
    Sense.SUPERLATIVE: tuple(
        [(w, 1) for w in ("maximum", "max", "maximal", "maxima", "peak", "top value", "record high", "all time high", "dominate", "lead",
                          "leading", "dominant", "summit", "high point", "number one", "winner", "win", "tallest", "majority", "largest", "ceiling", "predominant", "peaked", "culminate", "reach it maximum", "come out on top", "come first", "rank first", "rank highest", "on top")]
        + [(w, -1) for w in ("minimum", "min", "minimal", "minima", "low point", "trough", "bottom value", "record low", "bottom out", "all time low", "loser", "rank last", "rank lowest", "come last", "dip to it", "floor")]
    ),
    Sense.RELATION: tuple(
        [(w, Op.GT) for w in ("above", "over", "exceed", "exceeded", "exceeding", "exceeds", "pass", "passed", "surpass", "surpassed", "in excess of", "beyond", "beat", "outperform", "overtake", "overtook", "outnumber",
                              "outrank", "top", "go above", "rise above", "get above", "get over", "go over", "cross above", "north of", ">", "upwards of", "outweigh", "dominate over", "ahead of", "lead over", "outpace", "climb above", "break", "stay above", "superior to", "up from")]
        + [(w, Op.LT) for w in ("below", "under", "underneath", "beneath", "fall below", "drop below", "get under", "get below", "go below", "stay below", "<", "south of", "short of", "not reach", "fail to reach", "trail", "lag", "behind", "inferior to", "fall under", "drop under", "sink below", "dip below", "down from", "not exceed", "never exceed")]
        + [(w, Op.GE) for w in ("at least", "no less than", "not less than", "or more", "or higher", "or above", "or over", "or greater", "or better", "minimum of", "≥", "reach", "reached", "hit", "attain", "and up", "and above", "and more", "and over", "not below", "not under")]
        + [(w, Op.LE) for w in ("at most", "no more than", "not more than", "or less", "or fewer", "or below", "or lower", "or under", "maximum of", "up to", "≤", "not above", "and below", "and under", "not over")]
        + [(w, Op.EQ) for w in ("exactly", "equal to", "=", "precisely")]
    ),
    Sense.AGGREGATE: tuple(
        [(w, Fn.MEAN) for w in ("average", "mean", "avg", "averaged", "on average", "typical", "ave", "arithmetic mean", "averagely")]
        + [(w, Fn.SUM) for w in ("total", "sum", "altogether", "together", "combined", "in total", "in all", "sum up", "summed", "add up", "added up", "overall total", "whole", "sum total", "cumulative", "aggregate", "totalled", "entire", "all in all", "taken together", "jointly", "add", "collectively")]
        + [(w, Fn.MEDIAN) for w in ("median", "middle value", "medain")]
        + [(w, Fn.RANGE) for w in ("range", "spread", "span", "gap between the highest and the lowest", "variation")]
        + [(w, Fn.VAR) for w in ("variance",)]
        + [(w, Fn.STD) for w in ("standard deviation", "std", "std dev", "sd", "stdev")]
        + [(w, Fn.FIRST_MODE) for w in ("mode", "most common value")]
    ),
    Sense.DIFFERENCE: tuple((w, 0) for w in ("difference", "diff", "differ", "differ from", "gap", "distance between", "disparity", "margin", "by how much", "how much more", "how many more", "how much less", "how many fewer", "how many less", "how much higher", "how much lower", "how much larger", "how much greater", "how much bigger", "how much taller", "how much longer", "how much smaller", "how much heavier", "how much older", "how much fewer", "how far apart", "discrepancy", "apart", "exceed by", "how much warmer", "how much colder", "how much better", "how much worse", "delta", "how far above", "how far below", "by how many", "how many percentage point", "how much did", "deviate")),
    Sense.MINUS: tuple((w, 0) for w in ("minus", "less than that of", "subtract", "subtracted from")),
    Sense.PLUS: tuple((w, 0) for w in ("plus", "+")),
    Sense.RATIO: tuple((w, 0) for w in ("ratio", "how many time", "how many fold", "divided by", "quotient", "by what factor", "what factor", "what multiple", "relative to", "proportion of to", "fold", "factor between", "by which factor")),
    Sense.TIMES: (("twice", 2), ("double", 2), ("doubled", 2), ("two fold", 2), ("triple", 3), ("thrice", 3), ("tripled", 3), ("half", 0.5), ("quadruple", 4), ("time", 0), ("half of", 0.5), ("a third of", 1 / 3), ("a quarter of", 0.25), ("x", 0), ("one third", 1 / 3), ("two third", 2 / 3), ("three quarter", 0.75), ("a half", 0.5), ("×", 0), ("two thirds", 2 / 3)),
    Sense.CHANGE: tuple((w, 0) for w in ("change", "changed", "growth", "change from", "gain", "gained", "lose", "lost", "net change")),
    Sense.PERCENT_CHANGE: tuple((w, 0) for w in ("percent change", "percentage change", "% change", "percentage increase", "percent increase", "% increase", "growth rate", "percentage decrease", "percent decrease", "% decrease", "relative change", "percentage growth", "percent growth", "change in percent", "grow in percent", "percentage drop", "percent drop", "% drop", "% growth", "relative increase", "by what percentage", "by how many percent", "by what percent", "how many percent more", "how many percent higher", "percentage rise", "by which percentage")),
    Sense.SHARE: tuple((w, 0) for w in ("share", "percentage", "percent", "proportion", "fraction", "%", "part of the total", "portion", "slice of the pie", "as a percentage of the total", "how many percent", "percentage share", "out of the total", "what part", "pct", "piece")),
    Sense.HOW_MANY: tuple((w, 0) for w in ("how many", "number of", "count of", "how much of", "what number of", "count the", "count how many", "the count", "no of", "amount of", "quantity of", "hw many", "howmany", "how mny", "count")),
    Sense.HOW_MUCH: tuple((w, 0) for w in ("how much", "how long", "how tall", "how high", "how large", "how big", "how far", "how old", "how heavy", "how deep", "how wide", "how great", "how often", "how low", "how hot", "how warm", "how cold", "how expensive", "how fast", "how common", "how frequent", "how strong", "how thick", "how late", "how early", "how popular", "how small")),
    Sense.WHICH: tuple((w, 0) for w in ("which", "wich", "whcih", "in which", "what one", "whose", "witch", "wihch")),
    Sense.WHAT: tuple((w, 0) for w in ("what", "wat", "waht", "what's", "whats")),
    Sense.WHO: tuple((w, 0) for w in ("who", "whom")),
    Sense.WHERE: tuple((w, 0) for w in ("where",)),
    Sense.WHEN: tuple((w, 0) for w in ("when", "at what time", "what time", "at what point", "since when")),
    Sense.LIST: tuple((w, 0) for w in ("list", "name", "enumerate", "give me all", "show all", "tell me all", "name all")),
    Sense.SORT: tuple((w, 0) for w in ("rank", "ranking", "sort", "order", "arrange", "sorted", "ranked", "ordered", "arranged", "in order", "put in order", "ordering", "sequence", "rank order", "line up")),
    Sense.RISING: tuple((w, 0) for w in ("ascending", "increasing order", "from low to high", "from lowest to highest", "from small to large", "from smallest to largest", "low to high", "lowest to highest", "smallest to largest", "small to large", "small to big", "smallest to biggest", "from small to big", "from smallest to biggest", "ascending order", "from least to most", "least to most", "from the least to the most", "from the lowest to the highest", "from the smallest to the largest", "from bottom to top", "from worst to best", "increasing", "from youngest to oldest", "from short to long", "from shortest to longest", "from cheapest to most expensive", "from lightest to heaviest", "from coldest to warmest", "from fewest to most", "from the fewest to the most", "bottom to top", "from weakest to strongest", "from the smallest to the biggest", "upwards")),
    Sense.FALLING: tuple((w, 0) for w in ("descending", "decreasing order", "from high to low", "from highest to lowest", "from large to small", "from largest to smallest", "high to low", "highest to lowest", "largest to smallest", "large to small", "big to small", "biggest to smallest", "from big to small", "from biggest to smallest", "descending order", "from most to least", "most to least", "from the most to the least", "from the highest to the lowest", "from the largest to the smallest", "from top to bottom", "from best to worst", "from oldest to youngest", "from longest to shortest", "from most expensive to cheapest", "from heaviest to lightest", "from warmest to coldest", "from most to fewest", "from the most to the fewest", "top to bottom", "from strongest to weakest", "from the biggest to the smallest", "decreasing", "downwards", "from long to short", "from old to young")),
    Sense.TOP: (("top", 1), ("bottom", -1)),
    Sense.ALL: tuple((w, 0) for w in ("all", "every", "each", "always", "throughout", "everywhere", "consistently", "in all", "at all time", "for all", "in every", "in each", "the whole time", "all the time", "any time all", "both", "at every", "constantly", "without exception", "whole period", "entire period", "every single", "across the board", "steadily", "continuously", "monotonically", "from year to year", "year after year", "year by year", "each year", "every year", "month after month", "all along", "at each", "invariably", "across all", "whole range", "entire range")),
    Sense.ANY: tuple((w, 0) for w in ("any", "ever", "sometime", "somewhere", "at any time", "at any", "at some point", "anywhere", "in any", "once", "at least once", "at some", "some point", "is there a", "is there any", "are there any", "at any point", "occasionally", "for any", "anytime")),
    Sense.NONE: tuple((w, 0) for w in ("never", "none", "nowhere", "no", "in no", "at no")),
    Sense.FIRST: tuple((w, 0) for w in ("first", "earliest", "for the first time", "initially", "first time")),
    Sense.LAST: tuple((w, 0) for w in ("last", "latest", "for the last time", "most recent", "most recently", "last time", "recent")),
    Sense.START: tuple((w, 0) for w in ("start", "beginning", "at the start", "at the beginning", "begin", "initial", "outset", "start of", "beginning of", "starting", "at first", "started", "began", "in the beginning", "early on", "opening", "at it start", "left end", "starting value", "starting point")),
    Sense.END: tuple((w, 0) for w in ("end", "final", "finally", "at the end", "in the end", "ending", "finish", "ended", "finishing", "finished", "at last", "closing", "close of", "eventually", "at it end", "right end", "end up", "ends", "ends up", "end value", "end point")),
    Sense.TREND: tuple(
        [(w, 1) for w in ("increase", "increased", "increasing", "grow", "grew", "grown", "growing", "rise", "rose", "rising", "risen", "go up", "went up", "gone up", "going up", "climb", "climbed", "climbing", "improve", "improved", "improving", "upward", "go upward", "get higher", "get larger", "gain over", "up over", "soar", "surge", "jump", "jumped", "trend up", "trending up", "get bigger", "ascend", "become higher", "become larger", "get better", "get warmer", "get more", "get older", "get longer", "go higher", "goes up", "rising trend", "increasing trend", "upward trend", "accelerate", "expand", "become more")]
        + [(w, -1) for w in ("decrease", "decreased", "decreasing", "fall", "fell", "fallen", "falling", "drop", "dropped", "dropping", "decline", "declined", "declining", "go down", "went down", "gone down", "going down", "shrink", "shrank", "shrunk", "shrinking", "downward", "get lower", "get smaller", "sink", "sank", "sunk", "slump", "plunge", "dip", "dipped", "trend down", "lessen", "diminish", "reduce", "reduced", "descend", "become lower", "become smaller", "get worse", "worsen", "get cheaper", "get less", "goes down", "go lower", "downward trend", "decreasing trend", "falling trend", "declining trend", "decay", "weaken", "become less", "get colder", "get shorter", "collapse", "crash")]
    ),
    Sense.TREND_WORD: tuple((w, 0) for w in ("trend", "develop", "development", "tendency", "evolve", "what happen to", "happen to", "direction")),
    Sense.CORRELATION: tuple((w, 0) for w in ("correlation", "correlated", "correlate", "relation", "relationship", "association", "associated", "related", "depend on", "dependence", "linked", "connection", "tend to", "in general", "go with", "come with", "goes with", "come along with", "go along with", "goes together with", "go together", "relate", "coefficient of correlation", "correlation coefficient", "pearson", "as a rule", "generally", "accompany", "accompanied", "usually")),
    Sense.SLOPE: tuple((w, 0) for w in ("slope", "gradient", "slope of the best fit line", "slope of the regression line", "slope of the trend line", "slope of the fit", "slope of the line of best fit")),
    Sense.SIGN: (("negative", Op.LT), ("positive", Op.GT), ("non negative", Op.GE), ("nonnegative", Op.GE), ("in the red", Op.LT), ("in the black", Op.GT)),
    Sense.SIGN_CHOICE: tuple((w, 0) for w in ("positive or negative", "negative or positive", "positively or negatively", "negatively or positively", "positive or a negative", "negative or a positive", "direct or inverse")),
    Sense.CROSSING: tuple((w, 0) for w in ("cross", "crosses", "crossed", "crossing", "intersect", "intersection", "change sign", "meet", "cut")),
    Sense.ZERO: tuple((w, 0) for w in ("zero", "nil")),
    Sense.EQUAL: tuple((w, 0) for w in ("same", "equal", "equally", "identical", "as", "alike", "tie", "tied", "the same", "similar", "equal in", "just as", "match", "coincide", "the same as", "level with", "on par")),
    Sense.NEARLY: tuple((w, 0) for w in ("nearly", "almost", "about", "roughly", "approximately", "close", "closest", "most similar", "practically", "more or less", "nearest", "virtually", "around")),
    Sense.MEASURE: tuple(
        [(w, Measure.MEDIAN.value) for w in ("median", "middle line", "medain", "mdian", "median value", "middle of the box")]
        + [(w, Measure.Q1.value) for w in ("lower quartile", "first quartile", "q1", "25th percentile", "bottom of the box", "1st quartile", "25 percentile", "lower hinge", "lower edge of the box", "25 % quantile", "bottom edge of the box", "lower end of the box", "25 % percentile", "lower box edge")]
        + [(w, Measure.Q3.value) for w in ("upper quartile", "third quartile", "q3", "75th percentile", "top of the box", "3rd quartile", "75 percentile", "upper hinge", "upper edge of the box", "75 % quantile", "top edge of the box", "upper end of the box", "75 % percentile", "upper box edge")]
        + [(w, Measure.MAX.value) for w in ("upper whisker", "top whisker", "upper whisker end", "end of the upper whisker", "upper extreme", "upper end of the whisker", "highest whisker", "whisker top", "right whisker", "upper fence", "top of the whisker", "longest whisker", "maximum whisker")]
        + [(w, Measure.MIN.value) for w in ("lower whisker", "bottom whisker", "lower whisker end", "end of the lower whisker", "lower extreme", "lower end of the whisker", "lowest whisker", "whisker bottom", "left whisker", "lower fence", "bottom of the whisker", "minimum whisker")]
    ),
    Sense.IQR: tuple((w, 0) for w in ("iqr", "interquartile range", "inter quartile range", "box height", "height of the box", "box length", "length of the box", "width of the box", "box width", "quartile range", "interquartile", "size of the box", "box size", "how tall is the box", "how long is the box", "middle 50 %", "quartile distance", "box", "how wide is the box", "how high is the box")),
    Sense.WHISKERS: tuple((w, 0) for w in ("from the lower to the upper whisker", "whisker range", "from whisker to whisker", "whisker to whisker", "between the whisker", "from lower to upper whisker", "whisker span", "distance between the whisker", "from one whisker end to the other", "extreme range", "from the lower whisker to the upper whisker", "whisker length", "from lower whisker to upper whisker", "from the upper to the lower whisker", "between lower and upper whisker", "between the lower and the upper whisker", "between the two whisker", "distance from the lower whisker to the upper whisker")),
    Sense.BETWEEN: tuple((w, 0) for w in ("between", "from", "within", "in between", "lie between", "fall between", "range from")),
    Sense.THAN: tuple((w, 0) for w in ("than", "then", "compared to", "compared with", "versus", "vs", "against", "in comparison to", "in comparison with", "as compared to", "relative to")),
    Sense.TITLE: tuple((w, 0) for w in ("title", "label", "caption", "heading", "name", "called", "labelled", "labeled", "titled", "text", "headline", "entitled")),
    Sense.AXIS: tuple(
        [(w, "x") for w in ("x axis", "horizontal axis", "bottom axis", "independent axis", "x ax", "abscissa", "axis x", "category axis", "xaxis", "lower axis", "along the bottom")]
        + [(w, "y") for w in ("y axis", "vertical axis", "left axis", "dependent axis", "y ax", "ordinate", "axis y", "value axis", "yaxis", "along the left")]
    ),
    Sense.UNIT: tuple((w, 0) for w in ("unit", "unit of measurement", "measured in", "in what unit", "unit of", "measurement unit", "what unit")),
    Sense.LEGEND: tuple((w, 0) for w in ("legend", "legend entry", "legend label", "key of the chart", "in the key", "legend item")),
    Sense.CHART_TYPE: tuple((w, 0) for w in ("kind of chart", "type of chart", "chart type", "kind of plot", "type of plot", "type of graph", "kind of graph", "plot type", "graph type", "sort of chart", "what chart is this", "what sort of plot", "what sort of graph", "kind of diagram", "type of diagram", "type of this chart", "type of figure")),
    Sense.SERIES_WORD: tuple((w, 0) for w in ("series", "line", "curve", "data series", "dataset", "colour", "color", "data set", "group", "trace", "layer", "coloured line", "colored line", "area", "legend entry", "dot color", "variable")),
    Sense.MARK_WORD: tuple((w, 0) for w in ("bar", "point", "dot", "slice", "marker", "column", "wedge", "segment", "data point", "sector", "boxplot", "box plot", "stack", "part", "piece", "circle", "ring", "pie", "cluster", "bin", "observation", "sample", "donut")),
    Sense.PLACE_WORD: tuple((w, 0) for w in ("category", "bar", "group", "x value", "class", "entry", "item", "value of x", "stack", "slice", "option", "x position", "label")),
    Sense.TICK_WORD: tuple((w, 0) for w in ("tick", "tick label", "tick mark", "axis label")),
    Sense.AXIS_END: tuple((w, 0) for w in ("axis start", "axis end", "axis go up to", "axis range", "axis run", "scale end", "scale start", "axis limit", "axis go")),
    Sense.ERROR_BAR: tuple((w, 0) for w in ("error bar", "confidence interval", "upper error", "lower error")),
    Sense.MISSING: tuple((w, 0) for w in ("missing", "no value", "absent", "no data", "empty", "without a", "is there no", "are there no", "no bar", "not present", "lack", "have no", "has no", "does not have", "not have a", "not have", "lacks")),
    Sense.NOT: tuple((w, 0) for w in ("not", "n't", "without", "except", "other than", "excluding", "apart from", "isn't", "don't", "doesn't", "didn't", "aren't", "wasn't", "weren't")),
    Sense.CAUSE: tuple((w, 0) for w in ("why", "reason", "how come", "because of what", "what cause", "what caused", "explain", "what explain", "what lead to", "what made", "cause", "caused", "what is behind", "responsible for", "due to what", "what is the cause", "how do you explain", "whose fault", "what drive")),
    Sense.PREDICTION: tuple((w, 0) for w in ("predict", "prediction", "forecast", "will", "going to be", "in the future", "next year", "next month", "tomorrow", "expect", "expected in", "estimate for", "extrapolate", "future", "would be in", "project", "projection", "likely to be", "next decade", "in ten year", "in the coming year", "coming year", "outlook")),
    Sense.ADVICE: tuple((w, 0) for w in ("recommend", "should i", "should we", "advise", "advice", "suggest", "your opinion", "do you think", "would you", "which should", "shall i", "worth buying", "you like", "i buy", "should one", "what should", "do you prefer", "is it worth", "better to buy", "should")),
    Sense.CHAT: tuple((w, 0) for w in ("write me", "poem", "tell me a joke", "joke", "who are you", "hello", "thank", "translate", "sing", "how are you", "weather forecast", "story about", "recipe", "who invented", "who wrote", "who made", "who draw", "what time is it", "your name", "capital of")),
}  # fmt: skip

_LITTLE = frozenset({"low", "small", "little", "few", "short", "light", "young", "cold", "cool", "chilly", "cheap", "rare", "infrequent", "weak", "slow", "bad", "poor", "thin", "narrow", "shallow", "seldom", "scarce", "tiny", "mild", "lean", "minor", "slight", "uncommon", "unpopular", "inexpensive", "flat", "near", "modest", "affordable", "slim", "early", "dry"})  # fmt: skip
_MUCH = frozenset({"high", "large", "big", "great", "tall", "long", "heavy", "old", "warm", "hot", "expensive", "common", "frequent", "popular", "strong", "fast", "good", "rich", "wet", "much", "many", "deep", "wide", "thick", "hard", "costly", "numerous", "prevalent", "steep", "often", "widespread", "dear", "broad", "late", "significant", "important", "used", "productive", "successful", "efficient", "sunny", "rainy", "favourite", "variable", "abundant", "severe", "dangerous", "deadly", "affected", "polluted", "powerful", "intense", "likely", "extreme", "far", "bright", "pricey", "frequently", "commonly", "strongly", "concentrated", "active"})  # fmt: skip
_IRREGULAR = {
    "most": ("sup", 1), "best": ("sup", 1), "least": ("sup", -1), "fewest": ("sup", -1), "worst": ("sup", -1),
    "furthest": ("sup", 1), "farthest": ("sup", 1), "more": ("comp", 1), "less": ("comp", -1), "better": ("comp", 1),
    "worse": ("comp", -1), "fewer": ("comp", -1), "further": ("comp", 1), "farther": ("comp", 1), "elder": ("comp", 1),
    "eldest": ("sup", 1), "mostly": ("sup", 1), "moar": ("comp", 1),
}  # fmt: skip
_NO_COMPARATIVE = frozenset({"other", "number", "over", "under", "after", "ever", "never", "per", "whether", "together", "her", "their", "there", "order", "winter", "summer", "quarter", "water", "paper", "power", "member", "center", "letter", "user", "worker", "diameter", "september", "october", "november", "december", "liter", "litre", "meter", "metre", "father", "mother", "either", "neither", "another", "rather", "computer", "driver", "maker", "passenger", "population", "owner", "player", "teacher", "flipper", "gender", "cover", "rubber", "silver", "copper", "cylinder", "river", "weather", "cluster", "answer", "factor", "upper", "inner", "outer", "lower quartile", "remainder", "former", "latter", "register", "twitter", "career", "hour", "year", "were", "here", "where", "whisker", "smoker", "fer", "super", "parameter", "offer", "tower", "flower", "sunflower", "customer", "manager", "corner", "border", "finger", "oyster", "tiger", "spider", "differ", "enter", "transfer", "consider", "character", "monster", "butter", "pepper", "ginger", "cancer", "beer", "deer", "layer", "leader", "reader", "writer", "voter", "buyer", "seller", "farmer", "hammer", "master", "sister", "brother", "daughter", "engineer", "pointer", "counter", "marker", "bitter"})  # fmt: skip
_NO_SUPERLATIVE = frozenset({"west", "east", "test", "rest", "forest", "interest", "request", "guest", "nest", "midwest", "northwest", "southwest", "harvest", "contest", "invest", "northeast", "southeast", "suggest", "protest", "quest", "arrest", "chest", "vest", "digest", "honest", "modest", "earliest", "latest", "lest", "best fit", "manifest", "est"})  # fmt: skip


def _base(word: str, suffix: str) -> str:
    """The adjective of a graded form: big of biggest, heavy of heaviest."""
    body = word[: -len(suffix)]
    if body.endswith("i"):
        return body[:-1] + "y"
    if len(body) > 3 and body[-1] == body[-2] and body[-1] not in "ls":
        return body[:-1]
    return body


@cache
def grade(word: str) -> tuple[str, int] | None:
    """("sup" or "comp", direction) of a graded adjective, or None.

    >>> grade("foggiest"), grade("cheapest"), grade("taller"), grade("october"), grade("west")
    (('sup', 1), ('sup', -1), ('comp', 1), None, None)
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for suffix, degree, excluded in (("est", "sup", _NO_SUPERLATIVE), ("er", "comp", _NO_COMPARATIVE)):
        if word.endswith(suffix) and len(word) >= len(suffix) + 3 and word not in excluded:
            base = _base(word, suffix)
            little = base in _LITTLE or base + "e" in _LITTLE
            known = little or base in _MUCH or base + "e" in _MUCH
            if degree == "comp" and not known:
                return None
            return degree, -1 if little else 1
    return None


def plain_direction(word: str) -> int | None:
    """-1 or 1 of an adjective or adverb in its plain form, or None where it is none that is known."""
    if word in _LITTLE:
        return -1
    return 1 if word in _MUCH else None


@cache
def _phrases() -> dict[str, list[tuple[tuple[str, ...], Sense, Payload]]]:
    """Phrases by their first word, longest first; a phrase may have several senses."""
    from qa.parse.words import stem

    table: dict[str, list[tuple[tuple[str, ...], Sense, Payload]]] = {}
    for sense, entries in _TABLE.items():
        for phrase, payload in entries:
            words = tuple(stem(word) for word in phrase.split())
            table.setdefault(words[0], []).append((words, sense, payload))
    for rows in table.values():
        rows.sort(key=lambda row: -len(row[0]))
    return table


def find_items(tokens: Sequence[Token]) -> list[Item]:
    """Every phrase of the lexicon in a question, all senses, longer ones first; they may overlap.

    Hyphens between words are passed over.
    """
    found: list[Item] = []
    plain = [token for token in tokens if token.norm not in ("-", "–")]
    for place, token in enumerate(plain):
        for form in {token.stem, token.norm}:
            for words, sense, payload in _phrases().get(form, ()):
                run = plain[place : place + len(words)]
                if len(run) == len(words) and all(word in (t.stem, t.norm) for word, t in zip(words, run, strict=True)):
                    found.append(Item(sense, run[0].index, run[-1].index + 1, payload))
    for token in tokens:
        if token.norm in ("-", "–", "−") and _stands_alone(token, tokens):
            found.append(Item(Sense.MINUS, token.index, token.index + 1))
        elif token.norm.startswith("out") and len(token.norm) >= 6 and token.norm not in _NO_OUT:
            found.append(Item(Sense.RELATION, token.index, token.index + 1, Op.GT))
    found += _graded(tokens)
    return sorted(set(found), key=lambda item: (item.start - item.end, item.start, item.sense.value))


def _stands_alone(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether a dash has blanks on both sides."""
    if not 0 < token.index < len(tokens) - 1:
        return False
    return tokens[token.index - 1].end < token.start and token.end < tokens[token.index + 1].start


_NO_OUT = frozenset({"outside", "outlier", "outliers", "output", "outputs", "outlook", "outcome", "outcomes", "outline", "outdoor", "outdoors", "outset"})  # fmt: skip


def _graded(tokens: Sequence[Token]) -> list[Item]:
    found = []
    for start, token in enumerate(tokens):
        graded = grade(token.norm)
        if graded is None:
            continue
        degree, direction = graded
        end = start + 1
        following = tokens[end] if end < len(tokens) else None
        if following is not None and token.norm in ("most", "least", "more", "less"):
            plain = plain_direction(following.norm)
            if plain is not None:
                sense = Sense.SUPERLATIVE if degree == "sup" else Sense.COMPARATIVE
                found.append(Item(sense, start, end + 1, direction * plain))
        found.append(Item(Sense.SUPERLATIVE if degree == "sup" else Sense.COMPARATIVE, start, end, direction))
    return found
