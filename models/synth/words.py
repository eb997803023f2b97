"""Words, units and titles like those of published charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")

QUANTITIES = (
    "Temperature|°C;K;°F",
    "Concentration|mg/L;µM;nM;mmol L⁻¹;ng/ml",
    "Time|s;min;h;days;weeks;years;ms",
    "Distance|m;km;mm;µm",
    "Relative expression|%;a.u.;fold",
    "Survival|%",
    "Mortality|%;per 1,000",
    "Weight|kg;g;mg",
    "Body mass index|kg/m²",
    "Absorbance|a.u.;OD600",
    "Intensity|a.u.;counts",
    "Current|mA;µA;A",
    "Voltage|V;mV;kV",
    "Power|W;kW;MW",
    "Frequency|Hz;kHz;GHz;%",
    "Pressure|kPa;bar;mmHg",
    "Yield|%;t/ha;kg ha⁻¹",
    "Accuracy|%",
    "Error rate|%",
    "Cell viability|%",
    "Population|millions;thousands",
    "GDP per capita|US$;€",
    "Revenue|$M;€ bn",
    "Price|$;€/kg",
    "CO₂ emissions|Mt;t",
    "Depth|m;cm",
    "Velocity|m/s;km/h",
    "Flow rate|ml/min;L/s",
    "Energy|eV;kJ/mol;keV",
    "Dose|mg/kg;Gy",
    "Age|years;months",
    "Number of patients|n",
    "Prevalence|%",
    "Incidence|per 100,000",
    "Blood pressure|mmHg",
    "Heart rate|bpm",
    "Optical density|",
    "Reaction rate|µmol/min",
    "Wavelength|nm",
    "Angle|deg;rad",
    "Density|g/cm³",
    "Strain|%",
    "Stress|MPa",
    "Fluorescence|RFU;a.u.",
    "Counts|",
    "Frequency|",
    "Score|",
    "Rank|",
    "Probability|",
    "Loss|",
    "F1 score|",
    "Response time|ms;s",
    "Throughput|MB/s;req/s",
    "Memory|MB;GB",
    "Speedup|×",
    "Latency|ms",
    "Height|cm;m",
    "Rainfall|mm",
    "pH|",
    "log₁₀ CFU|ml⁻¹",
    "Number of citations|",
    "Share of respondents|%",
    "Relative abundance|%",
    "Diffusion coefficient|m²/s",
    "Σ residual|",
    "Δ mass|%",
    "λ max|nm",
    "Efficiency η|%",
    "Signal α/β|",
    "Biomass|g m⁻²",
    "Turnover|%",
    "Mean score ± SD|",
    "Percent change|%",
)

GROUPS = (
    ("Control", "Treatment A", "Treatment B", "Placebo", "Sham", "Vehicle", "High dose", "Low dose", "Combination"),
    ("Male", "Female"),
    ("Men", "Women", "Total"),
    ("Urban", "Rural"),
    ("Before", "After"),
    ("Baseline", "Week 4", "Week 8", "Week 12", "Follow-up"),
    ("2009", "2010", "2011", "2012", "2013", "2014", "2015", "2016", "2017", "2018"),
    ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    ("Spring", "Summer", "Autumn", "Winter"),
    ("Q1", "Q2", "Q3", "Q4"),
    ("A", "B", "C", "D", "E", "F", "G", "H"),
    ("I", "II", "III", "IV", "V"),
    ("WT", "KO", "Het", "Rescue", "shRNA", "siRNA", "Mock"),
    ("Germany", "France", "Italy", "Spain", "Poland", "Sweden", "Norway", "Austria", "Greece"),
    ("USA", "China", "India", "Brazil", "Japan", "Mexico", "Nigeria", "Kenya", "Peru", "Chile", "Egypt"),
    ("Strongly agree", "Agree", "Neutral", "Disagree", "Strongly disagree"),
    ("Never", "Rarely", "Sometimes", "Often", "Always"),
    ("Very low", "Low", "Medium", "High", "Very high"),
    ("Proposed", "Baseline", "SVM", "Random Forest", "CNN", "LSTM", "k-NN", "Logistic regression"),
    ("<18", "18-24", "25-34", "35-44", "45-54", "55-64", "65+"),
    ("0-4", "5-9", "10-14", "15-19", "20-24", "25-29"),
    ("Lung", "Breast", "Colon", "Prostate", "Liver", "Kidney", "Skin", "Pancreas", "Thyroid"),
    ("Heart", "Brain", "Spleen", "Muscle", "Blood", "Bone marrow"),
    ("E. coli", "S. aureus", "B. subtilis", "P. aeruginosa", "K. pneumoniae", "C. albicans"),
    ("IL-6", "TNF-α", "IFN-γ", "IL-10", "IL-1β", "CCL2", "CXCL8"),
    ("α", "β", "γ", "δ", "ε"),
    ("Site 1", "Site 2", "Site 3", "Site 4", "Site 5", "Site 6"),
    ("Model 1", "Model 2", "Model 3", "Model 4"),
    ("Self care, mobility", "Interpersonal relations", "Education and work", "Community life", "Communication skills"),
    ("Primary school", "Secondary school", "University", "No education", "Vocational training"),
    ("Wheat", "Maize", "Rice", "Soybean", "Barley", "Potato"),
    ("Oak forest", "Grassland", "Wetland", "Urban area", "Cropland", "Bare soil"),
    ("Coal", "Gas", "Oil", "Nuclear", "Hydro", "Wind", "Solar"),
    ("n = 10", "n = 50", "n = 100", "n = 500", "n = 1000"),
    ("0.1 mM", "0.5 mM", "1 mM", "5 mM", "10 mM"),
    ("10 °C", "20 °C", "30 °C", "40 °C"),
    ("Food", "Housing", "Transport", "Health", "Leisure", "Clothing", "Other"),
    ("Yes", "No", "Don't know"),
    ("Public", "Private", "NGO"),
    ("D-E", "F-G", "H-J"),
    ("p53", "BRCA1", "EGFR", "KRAS", "MYC", "PTEN"),
    ("East", "West", "Midwest", "South", "North"),
    ("k = 1", "k = 2", "k = 4", "k = 8", "k = 16"),
    ("Rome", "Paris", "Berlin", "Vienna", "Prague", "Lisbon", "Dublin", "Oslo", "Helsinki"),
    (
        "Sedentary behaviour (hours per day)",
        "Physical activity",
        "Fruit and vegetable intake",
        "Alcohol consumption",
        "Tobacco use",
    ),
    ("setosa", "versicolor", "virginica"),
    ("4", "6", "8"),
    ("OJ", "VC"),
    ("Gen 1", "Gen 2", "Gen 3", "Gen 4", "Gen 5"),
    ("T0", "T1", "T2", "T3", "T4"),
)

_TITLES = (
    "{q} by {g}",
    "{q} of {a} and {b}",
    "Effect of {a} on {q}",
    "{q}",
    "Distribution of {q}",
    "Mean {q} per group",
    "Figure {n}. {q}",
    "{q} over time",
    "Comparison of {q}",
    "{a} vs. {b}",
    "{q} ({n} samples)",
    "Annual {q}",
    "Change in {q} from baseline",
    "{q}, 2005-2015",
    "{A}",
    "Results for {a}: {q} and related measures",
)
_GROUP_TITLES = (
    "Group",
    "Treatment",
    "Region",
    "Year",
    "Species",
    "Condition",
    "Category",
    "Sex",
    "Method",
    "Country",
    "Type",
    "Cohort",
    "factor(x)",
)


def pick(rng: np.random.Generator, items: Sequence[T]) -> T:
    """One of the items."""
    return items[int(rng.integers(len(items)))]


def chance(rng: np.random.Generator, p: float) -> bool:
    """True with probability p."""
    return bool(rng.random() < p)


def group_names(rng: np.random.Generator, n: int) -> tuple[str, ...]:
    """n different names of one kind, numbered where no list is long enough."""
    fitting = [g for g in GROUPS if len(g) >= n]
    if not fitting:
        stem = pick(rng, ("Sample ", "S", "Gene ", "Item ", "", "Patient "))
        return tuple(f"{stem}{i + 1}" for i in range(n))
    group = pick(rng, fitting)
    start = int(rng.integers(len(group) - n + 1))
    names = group[start : start + n]
    style = rng.random()
    if style < 0.05:
        return tuple(s.upper() for s in names)
    return tuple(s.lower() for s in names) if style < 0.08 else tuple(names)


def quantity(rng: np.random.Generator) -> str:
    """An axis title with its unit, e.g. "Dose (mg/kg)"."""
    stem, units = pick(rng, QUANTITIES).split("|")
    unit = pick(rng, units.split(";"))
    if not unit or chance(rng, 0.2):
        return stem if chance(rng, 0.8) else stem.lower()
    form = pick(rng, ("{s} ({u})", "{s} ({u})", "{s} ({u})", "{s} [{u}]", "{s}, {u}", "{s} / {u}"))
    return form.format(s=stem, u=unit)


def title(rng: np.random.Generator) -> str:
    """A chart title."""
    stem = pick(rng, QUANTITIES).split("|")[0]
    names = pick(rng, GROUPS)
    form = pick(rng, _TITLES)
    a, b = pick(rng, names), pick(rng, names)
    text = form.format(
        q=stem.lower() if "of {q}" in form else stem,
        g=pick(rng, _GROUP_TITLES).lower(),
        a=a,
        b=b,
        A=a,
        n=int(rng.integers(1, 400)),
    )
    return text if chance(rng, 0.85) else text.upper()


def group_title(rng: np.random.Generator) -> str:
    """A word for what the groups are: a legend's or a category axis' title."""
    return pick(rng, _GROUP_TITLES)


def wrap(text: str, width: int) -> str:
    """The text with line breaks so that no line but single long words is wider than so many letters."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "\n".join(lines)
