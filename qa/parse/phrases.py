"""The phrases of the lexicon: what people say, by what it does in a question and with which argument.

Each group is one text, phrases parted by bars, because a table of some six hundred quoted strings hides its words.
"""

from __future__ import annotations

from qa.parse.senses import Payload, Sense
from qa.plan import Fn, Measure, Op


def _split(text: str) -> tuple[str, ...]:
    """The phrases of a group."""
    return tuple(" ".join(phrase.split()) for phrase in text.split("|"))


PHRASES: tuple[tuple[Sense, Payload, tuple[str, ...]], ...] = (
    (Sense.SUPERLATIVE, 1, _split("""
    maximum | max | maximal | maxima | peak | top value | record high | all time high | dominate | lead | leading |
    dominant | summit | high point | number one | winner | win | tallest | majority | largest | ceiling |
    predominant | peaked | culminate | reach it maximum | come out on top | come first | rank first | rank highest |
    on top | at its top | at its highest | at its peak | at its maximum | at its height
    """)),
    (Sense.SUPERLATIVE, -1, _split("""
    minimum | min | minimal | minima | low point | trough | bottom value | record low | bottom out | all time low |
    loser | rank last | rank lowest | come last | dip to it | floor | at its lowest | at its bottom | at its minimum
    """)),
    (Sense.RELATION, Op.GT, _split("""

    above | over | exceed | exceeded | exceeding | exceeds | pass | passed | surpass | surpassed | in excess
    of | beyond | beat | outperform | overtake | overtook | outnumber | outrank | top | go above | rise above |
    get above | get over | go over | cross above | cross over | north of | > | upwards of | outweigh | dominate
    over | ahead of | lead over | outpace | past | get past | go past | went past | got past | get beyond | go
    beyond | move past | climb above | break | stay above | superior to | up from | break through | broke
    through | breach | breached | push past | tower over | tower above
    """)),
    (Sense.RELATION, Op.LT, _split("""

    below | under | underneath | beneath | fall below | drop below | cross below | cross under | not even | get
    under | get below | go below | stay below | < | south of | short of | not reach | fail to reach | trail |
    lag | behind | inferior to | fall under | drop under | sink below | dip below | down from | not exceed |
    never exceed
    """)),
    (Sense.RELATION, Op.GE, _split("""
    at least | no less than | not less than | or more | or higher | or above | or over | or greater | or better |
    minimum of | ≥ | reach | reached | hit | attain | and up | and above | and more | and over | not below |
    not under | or longer | or older | or larger | or bigger | or heavier | or taller | or later | or warmer
    """)),
    (Sense.RELATION, Op.LE, _split("""
    at most | no more than | not more than | or less | or fewer | or below | or lower | or under | maximum of |
    up to | ≤ | not above | and below | and under | not over | or shorter | or younger |
    or smaller | or lighter | or earlier | or colder
    """)),
    (Sense.RELATION, Op.EQ, _split("""
    exactly | equal to | = | precisely
    """)),
    (Sense.AGGREGATE, Fn.MEAN, _split("""
    average | mean | avg | averaged | on average | typical | ave | arithmetic mean | averagely
    """)),
    (Sense.AGGREGATE, Fn.SUM, _split("""
    total | grand total | sum | altogether | together | combined | in total | in all | sum up | summed | add up |
    added up | overall total | whole | sum total | cumulative | aggregate | totalled | entire | all in all |
    taken together | jointly | add | collectively
    """)),
    (Sense.AGGREGATE, Fn.MEDIAN, _split("""
    median | middle value | medain
    """)),
    (Sense.AGGREGATE, Fn.RANGE, _split("""

    range | spread | span | gap between the highest and the lowest | variation | vary | varies | varied |
    variability
    """)),
    (Sense.AGGREGATE, Fn.VAR, _split("""
    variance
    """)),
    (Sense.AGGREGATE, Fn.STD, _split("""
    standard deviation | std | std dev | sd | stdev
    """)),
    (Sense.AGGREGATE, Fn.FIRST_MODE, _split("""
    mode | most common value
    """)),
    (Sense.DIFFERENCE, 0, _split("""

    difference | diff | differ | differ from | gap | distance between | distance from | disparity | margin | by
    how much | how much more | how many more | how much less | how many fewer | how many less | how much
    higher | how much lower | how much larger | how much greater | how much bigger | how much taller | how much
    longer | how much smaller | how much heavier | how much older | how much fewer | how far apart |
    discrepancy | apart | exceed by | how much warmer | how much colder | how much better | how much worse |
    delta | how far above | how far below | how far behind | how far ahead | by how many | how many percentage
    point | how much did | deviate
    """)),
    (Sense.MINUS, 0, _split("""
    minus | less than that of | subtract | subtracted from
    """)),
    (Sense.PLUS, 0, _split("""
    plus | +
    """)),
    (Sense.RATIO, 0, _split("""
    ratio | how many time | how many times over | how many fold | divided by | quotient |
    by what factor | what factor | what multiple |
    relative to | proportion of to | fold | factor between | by which factor | for each | for every
    """)),
    (Sense.TIMES, 2, _split("""
    twice | double | doubled | two fold
    """)),
    (Sense.TIMES, 3, _split("""
    triple | thrice | tripled
    """)),
    (Sense.TIMES, 0.5, _split("""
    half | half of | a half
    """)),
    (Sense.TIMES, 4, _split("""
    quadruple
    """)),
    (Sense.TIMES, 0, _split("""
    time | x | ×
    """)),
    (Sense.TIMES, 0.3333333333333333, _split("""
    a third of | one third
    """)),
    (Sense.TIMES, 0.25, _split("""
    a quarter of
    """)),
    (Sense.TIMES, 0.6666666666666666, _split("""
    two third | two thirds
    """)),
    (Sense.TIMES, 0.75, _split("""
    three quarter
    """)),
    (Sense.CHANGE, 0, _split("""
    change | changed | growth | change from | gain | gained | lose | lost | net change | put on
    """)),
    (Sense.PERCENT_CHANGE, 0, _split("""
    percent change | percentage change | % change | percentage increase | percent increase | % increase |
    growth rate | percentage decrease | percent decrease | % decrease | relative change | percentage growth |
    percent growth | change in percent | grow in percent | percentage drop | percent drop | % drop | % growth |
    relative increase | by what percentage | by how many percent | by what percent | how many percent more |
    how many percent higher | percentage rise | by which percentage | how many percent lower |
    how many percent less | how many percent fewer
    """)),
    (Sense.SHARE, 0, _split("""
    share | percentage | percent | proportion | fraction | % | part of the total | portion | slice of the pie |
    as a percentage of the total | how many percent | percentage share | out of the total | what part |
    what slice of | pct | piece
    """)),
    (Sense.HOW_MANY, 0, _split("""

    how many | how few | number of | count of | how much of | what number of | count the | count how many | the
    count | no of | amount of | quantity of | hw many | howmany | how mny | count
    """)),
    (Sense.HOW_MUCH, 0, _split("""
    how much | how long | how tall | how high | how large | how big | how far | how old | how heavy | how deep |
    how wide | how great | how often | how low | how hot | how warm | how cold | how expensive | how fast |
    how common | how frequent | how strong | how thick | how late | how early | how popular | how small
    """)),
    (Sense.WHICH, 0, _split("""
    which | wich | whcih | in which | what one | whose | witch | wihch
    """)),
    (Sense.WHAT, 0, _split("""
    what | wat | waht | what's | whats
    """)),
    (Sense.WHO, 0, _split("""
    who | whom
    """)),
    (Sense.WHERE, 0, _split("""
    where
    """)),
    (Sense.WHEN, 0, _split("""
    when | after how many | after how much | at what time | what time | at what point | since when
    """)),
    (Sense.LIST, 0, _split("""
    list | name | enumerate | give me all | give the | give me the | show the | show me the |
    show all | tell me all | name all
    """)),
    (Sense.SORT, 0, _split("""
    rank | ranking | sort | order | arrange | sorted | ranked | ordered | arranged | in order | put in order |
    ordering | sequence | rank order | line up
    """)),
    (Sense.RISING, 0, _split("""

    ascending | increasing order | from low to high | from lowest to highest | from small to large | from
    smallest to largest | low to high | lowest to highest | smallest to largest | small to large | small to
    big | smallest to biggest | from small to big | from smallest to biggest | ascending order | from least to
    most | least to most | from the least to the most | from the lowest to the highest | from the smallest to
    the largest | from bottom to top | from worst to best | worst to best | increasing | from youngest to
    oldest | from short to long | from shortest to longest | from cheapest to most expensive | from lightest to
    heaviest | from coldest to warmest | from fewest to most | from the fewest to the most | bottom to top |
    from weakest to strongest | from the smallest to the biggest | upwards
    """)),
    (Sense.FALLING, 0, _split("""

    descending | decreasing order | from high to low | from highest to lowest | from large to small | from
    largest to smallest | high to low | highest to lowest | largest to smallest | large to small | big to
    small | biggest to smallest | from big to small | from biggest to smallest | descending order | from most to
    least | most to least | from the most to the least | from the highest to the lowest | from the largest to
    the smallest | from top to bottom | from best to worst | best to worst | from most to fewest | oldest to
    youngest | longest to shortest | tallest to shortest | heaviest to lightest | from tallest to shortest |
    strongest to weakest | from oldest to youngest | from longest to shortest | from most expensive to
    cheapest | from heaviest to lightest | from warmest to coldest | from most to fewest | from the most to the
    fewest | top to bottom | from strongest to weakest | from the biggest to the smallest | decreasing |
    downwards | from long to short | from old to young
    """)),
    (Sense.TOP, 1, _split("""
    top
    """)),
    (Sense.TOP, -1, _split("""
    bottom
    """)),
    (Sense.ALL, 0, _split("""

    all | every | each | always | throughout | everywhere | consistently | in all | at all time | for all | in
    every | in each | the whole time | all the time | any time all | both | at every | constantly | without
    exception | whole period | entire period | every single | across the board | steadily | continuously |
    monotonically | from year to year | year after year | year by year | each year | every year | month after
    month | all along | at each | invariably | across all | whole range | entire range
    """)),
    (Sense.ANY, 0, _split("""
    any | ever | sometime | somewhere | at any time | at any | at some point | anywhere | in any | once |
    at least once | at some | some point | is there a | is there any | are there any | at any point | occasionally |
    for any | anytime
    """)),
    (Sense.NONE, 0, _split("""
    never | none | nowhere | no | in no | at no
    """)),
    (Sense.FIRST, 0, _split("""
    first | earliest | for the first time | initially | first time
    """)),
    (Sense.LAST, 0, _split("""
    last | latest | for the last time | most recent | most recently | last time | recent
    """)),
    (Sense.START, 0, _split("""
    start | beginning | at the start | at the beginning | begin | initial | outset | start of | beginning of |
    starting | at first | started | began | in the beginning | early on | opening | at it start | left end |
    first date | first date shown | earliest date | first year shown | first month shown |
    first time point | first data point | at the first measurement | on the first day |
    starting value | starting point
    """)),
    (Sense.END, 0, _split("""
    end | final | finally | at the end | in the end | ending | finish | ended | finishing | finished | at last |
    closing | close of | eventually | at it end | right end |
    last date | last date shown | latest date | last year shown | last month shown |
    last time point | final time point | last data point | at the last measurement | at the last reading |
    final measurement | on the last day | at the last point | at the last weighing |
    end up | ends | ends up | end value | end point
    """)),
    (Sense.TREND, 1, _split("""

    increase | increased | increasing | grow | grew | grown | growing | rise | rose | rising | risen | go up |
    went up | gone up | going up | climb | climbed | climbing | improve | improved | improving | upward | go
    upward | get higher | get larger | gain over | up over | soar | surge | jump | jumped | trend up | trending
    up | get bigger | ascend | become higher | become larger | get better | get warmer | get more | get older |
    get longer | shoot up | shot up | skyrocket | skyrocketed | swell | swelled | go higher | goes up | rising
    trend | increasing trend | upward trend | accelerate | expand | become more
    """)),
    (Sense.TREND, -1, _split("""

    decrease | decreased | decreasing | fall | fell | fallen | falling | drop | dropped | dropping | decline |
    declined | declining | go down | went down | gone down | going down | shrink | shrank | shrunk | shrinking |
    downward | get lower | get smaller | sink | sank | sunk | slump | plunge | dip | dipped | trend down |
    lessen | diminish | reduce | reduced | descend | become lower | become smaller | get worse | worsen | get
    cheaper | get less | goes down | go lower | downward trend | decreasing trend | falling trend | declining
    trend | decay | weaken | tumble | tumbled | plummet | plummeted | become less | get colder | get shorter |
    collapse | crash | disappear | vanish | dwindle | wane | fade | die away | die out | ebb | recede |
    subside | disappeared | vanished | dwindled | waned | faded | receded | subsided | disappearing |
    vanishing | fading | shed
    """)),
    (Sense.TREND_WORD, 0, _split("""
    trend | develop | development | tendency | evolve | what happen to | happen to | direction
    """)),
    (Sense.CORRELATION, 0, _split("""

    correlation | correlated | correlate | relation | relationship | association | associated | related | depend
    on | dependence | linked | connection | tend to | in general | go with | come with | goes with | come along
    with | go along with | goes together with | go together | relate | coefficient of correlation | correlation
    coefficient | pearson | as a rule | generally | accompany | accompanied | usually
    """)),
    (Sense.SLOPE, 0, _split("""
    slope | gradient | slope of the best fit line | slope of the regression line | slope of the trend line |
    slope of the fit | slope of the line of best fit
    """)),
    (Sense.SIGN, Op.LT, _split("""
    negative | in the red | negatively
    """)),
    (Sense.SIGN, Op.GT, _split("""
    positive | in the black | positively
    """)),
    (Sense.SIGN, Op.GE, _split("""
    non negative | nonnegative
    """)),
    (Sense.SIGN_CHOICE, 0, _split("""
    positive or negative | negative or positive | positively or negatively | negatively or positively |
    positive or a negative | negative or a positive | direct or inverse
    """)),
    (Sense.CROSSING, 0, _split("""
    cross | crosses | crossed | crossing | intersect | intersection | change sign | meet | cut | pass through |
    go through | cut through | run through
    """)),
    (Sense.ZERO, 0, _split("""
    zero | nil
    """)),
    (Sense.EQUAL, 0, _split("""
    same | equal | equally | identical | as | alike | tie | tied | the same | similar | equal in | just as | match |
    coincide | the same as | level with | on par
    """)),
    (Sense.NEARLY, 0, _split("""

    nearly | almost | about | roughly | approximately | close | closest | most similar | practically | more or
    less | closer | nearest | virtually | around
    """)),
    (Sense.MEASURE, Measure.MEDIAN.value, _split("""
    median | middle line | medain | mdian | median value | middle of the box
    """)),
    (Sense.MEASURE, Measure.Q1.value, _split("""
    lower quartile | first quartile | q1 | 25th percentile | bottom of the box | 1st quartile | 25 percentile |
    lower hinge | lower edge of the box | 25 % quantile | bottom edge of the box | lower end of the box |
    25 % percentile | lower box edge
    """)),
    (Sense.MEASURE, Measure.Q3.value, _split("""
    upper quartile | third quartile | q3 | 75th percentile | top of the box | 3rd quartile | 75 percentile |
    upper hinge | upper edge of the box | 75 % quantile | top edge of the box | upper end of the box |
    75 % percentile | upper box edge
    """)),
    (Sense.MEASURE, Measure.MAX.value, _split("""
    upper whisker | top whisker | upper whisker end | end of the upper whisker | upper extreme |
    upper end of the whisker | highest whisker | whisker top | right whisker | upper fence | top of the whisker |
    longest whisker | maximum whisker
    """)),
    (Sense.MEASURE, Measure.MIN.value, _split("""

    lower whisker | bottom whisker | lower whisker end | end of the lower whisker | lower extreme | lower end of
    the whisker | lowest whisker | whisker bottom | left whisker | lower fence | bottom of the whisker | minimum
    whisker
    """)),
    (Sense.IQR, 0, _split("""

    iqr | interquartile range | distance between the quartile | distance between quartile | between the
    quartile | between the two quartile | between the lower and upper quartile | between lower and upper
    quartile | between the lower and the upper quartile | between upper and lower quartile | between the first
    and third quartile | between first and third quartile | between the upper and lower quartile | between the
    first and the third quartile | from the lower to the upper quartile | from q1 to q3 | between q1 and q3 | q3
    minus q1 | between the 25th and 75th percentile | between the 25th and the 75th percentile | from lower to
    upper quartile | from the first to the third quartile | inter quartile range | box height | height of the
    box | box length | length of the box | width of the box | box width | quartile range | interquartile | size
    of the box | box size | how tall is the box | how long is the box | middle 50 % | quartile distance | box |
    how wide is the box | how high is the box | middle half | middle half of the data | middle fifty percent |
    middle 50 percent
    """)),
    (Sense.WHISKERS, 0, _split("""
    from the lower to the upper whisker | whisker range | from whisker to whisker | whisker to whisker | between the
    whisker | from lower to upper whisker | whisker span | whisker to whisker span | whisker to whisker range |
    whisker to whisker distance | whisker to whisker length | span of the whisker | distance between the whisker |
    from one whisker end to the other | extreme range | from the lower whisker to the upper whisker | whisker length
    | from lower whisker to upper whisker | from the upper to the lower whisker | between lower and upper whisker |
    between the lower and the upper whisker | between the two whisker | distance from the lower whisker to the upper
    whisker
    """)),
    (Sense.BETWEEN, 0, _split("""
    between | from | within | in between | lie between | fall between | range from
    """)),
    (Sense.THAN, 0, _split("""
    than | then | compared to | compared with | versus | vs | against | in comparison to | in comparison with |
    as compared to | relative to | as
    """)),
    (Sense.TITLE, 0, _split("""
    title | label | caption | heading | name | called | labelled | labeled | titled | text | headline | entitled
    """)),
    (Sense.AXIS, 'x', _split("""
    x axis | horizontal axis | bottom axis | independent axis | x ax | abscissa | axis x | category axis | xaxis |
    lower axis | along the bottom
    """)),
    (Sense.AXIS, Measure.Y.value, _split("""
    y axis | vertical axis | left axis | dependent axis | y ax | ordinate | axis y | value axis | yaxis |
    along the left
    """)),
    (Sense.UNIT, 0, _split("""
    unit | unit of measurement | measured in | in what unit | unit of | measurement unit | what unit
    """)),
    (Sense.LEGEND, 0, _split("""
    legend | legend entry | legend label | key of the chart | in the key | legend item
    """)),
    (Sense.CHART_TYPE, 0, _split("""
    kind of chart | type of chart | chart type | kind of plot | type of plot | type of graph | kind of graph |
    plot type | graph type | sort of chart | what chart is this | what sort of plot | what sort of graph |
    kind of diagram | type of diagram | type of this chart | type of figure
    """)),
    (Sense.SERIES_WORD, 0, _split("""
    series | line | curve | data series | dataset | colour | color | data set | group | trace | layer |
    coloured line | colored line | area | legend entry | dot color | variable
    """)),
    (Sense.MARK_WORD, 0, _split("""

    bar | point | dot | slice | marker | column | wedge | segment | data point | sector | boxplot | box plot |
    stack | part | piece | circle | ring | pie | cluster | bin | observation | sample | donut
    """)),
    (Sense.PLACE_WORD, 0, _split("""
    category | bar | group | x value | class | entry | item | value of x | stack | slice | option | x position |
    label
    """)),
    (Sense.TICK_WORD, 0, _split("""
    tick | tick label | tick mark | axis label
    """)),
    (Sense.AXIS_END, 0, _split("""
    axis start | axis end | axis go up to | axis range | axis run | scale end | scale start | axis limit | axis go
    """)),
    (Sense.ERROR_BAR, 0, _split("""
    error bar | confidence interval | upper error | lower error
    """)),
    (Sense.MISSING, 0, _split("""
    missing | no value | absent | no data | empty | without a | is there no | are there no | no bar | not present |
    lack | have no | has no | does not have | not have a | not have | lacks
    """)),
    (Sense.NOT, 0, _split("""

    not | n't | neither | without | except | other than | excluding | ignoring | apart from | isn't | don't |
    doesn't | didn't | aren't | wasn't | weren't
    """)),
    (Sense.CAUSE, 0, _split("""
    why | reason | how come | because of what | what cause | what caused | explain | what explain | what lead to |
    what made | cause | caused | what is behind | responsible for | due to what | what is the cause |
    how do you explain | whose fault | what drive
    """)),
    (Sense.PREDICTION, 0, _split("""
    predict | prediction | forecast | will | going to be | in the future | next year | next month | tomorrow |
    expect | expected in | estimate for | extrapolate | future | would be in | project | projection | likely to be |
    next decade | in ten year | in the coming year | coming year | outlook
    """)),
    (Sense.ADVICE, 0, _split("""
    recommend | should i | should we | advise | advice | suggest | your opinion | do you think | would you |
    which should | shall i | worth buying | you like | i buy | should one | what should | do you prefer |
    is it worth | better to buy | should
    """)),
    (Sense.NOT_SHOWN, 0, _split("""
    sample size | p value | statistically | statistical significance | margin of error | surveyed | interviewed |
    difference significant | significant difference | published | author | who collect | data source | respondent |
    polled | significance level | publication
    """)),
    (Sense.CHAT, 0, _split("""
    write me | poem | tell me a joke | joke | who are you | hello | thank | translate | sing | how are you |
    weather forecast | story about | recipe | who invented | who wrote | who made | who draw | what time is it |
    your name | capital of
    """)),
)  # fmt: skip
"""(sense, argument, phrases)"""

LITTLE = frozenset(
    _split("""
    affordable | bad | cheap | chilly | cold | cool | dry | early | few | flat | inexpensive | infrequent | lean |
    light | little | low | mild | minor | modest | narrow | near | poor | rare | scarce | seldom | shallow | short |
    slight | slim | slow | small | thin | tiny | uncommon | unpopular | weak | young
""")
)
"""Adjectives that mean little, plain form."""

MUCH = frozenset(
    _split("""

    abundant | active | affected | big | bright | broad | common | commonly | concentrated | costly |
    dangerous | deadly | dear | deep | efficient | expensive | extreme | far | fast | favourite | frequent |
    frequently | good | great | hard | heavy | high | hot | important | intense | large | late | likely | long |
    many | much | numerous | often | old | polluted | popular | powerful | prevalent | pricey | productive |
    rainy | rich | severe | significant | steep | strong | strongly | successful | sunny | tall | thick | used |
    variable | warm | wet | wide | widespread
""")
)
"""Adjectives and adverbs that mean much."""

NO_COMPARATIVE = frozenset(
    _split("""

    after | another | answer | beer | bitter | border | brother | butter | buyer | cancer | career | center |
    character | cluster | computer | consider | copper | corner | counter | cover | customer | cylinder |
    daughter | december | deer | diameter | differ | driver | either | engineer | enter | ever | factor |
    farmer | father | fer | finger | flipper | flower | former | gender | ginger | hammer | her | here | hour |
    inner | latter | layer | leader | letter | liter | litre | lower quartile | maker | manager | marker |
    master | member | meter | metre | monster | mother | neither | never | november | number | october | offer |
    order | other | outer | over | owner | oyster | paper | parameter | passenger | pepper | per | player |
    pointer | population | power | quarter | rather | reader | register | remainder | river | rubber | seller |
    september | silver | sister | smoker | spider | summer | sunflower | super | teacher | their | there |
    tiger | together | tower | transfer | twitter | under | upper | user | voter | water | weather | were |
    where | whether | whisker | winter | worker | writer | year
""")
)
"""Words in -er that are no comparatives."""

NO_SUPERLATIVE = frozenset(
    _split("""

    arrest | best fit | chest | closest | contest | digest | earliest | east | est | forest | guest | harvest |
    honest | interest | invest | latest | lest | manifest | midwest | modest | nearest | nest | northeast |
    northwest | protest | quest | request | rest | southeast | southwest | suggest | test | vest | west
""")
)
"""Words in -est that are no superlatives."""
