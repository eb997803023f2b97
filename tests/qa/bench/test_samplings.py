"""The five samplings take what they say."""

from __future__ import annotations

import pytest

from qa.bench.samplings import Sampling, Thresholds, sample, thresholds_of

QUESTIONS = {f"chart{n}": [f"t{k % 2}-{n}-{k}" for k in range(n)] for n in range(1, 21)}


def taken(sampling: Sampling, **numbers: int) -> dict[str, list[str]]:
    return sample(QUESTIONS, sampling, Thresholds(**numbers), lambda item: item[:2])[0]


def test_first_takes_everything() -> None:
    assert taken(Sampling.S1) == QUESTIONS


def test_bounds_are_the_outer_tenths_of_the_charts() -> None:
    used = thresholds_of([len(items) for items in QUESTIONS.values()], Thresholds())
    assert (used.least, used.most) == (3, 18)


@pytest.mark.parametrize(
    ("sampling", "smallest", "largest"), [(Sampling.S2, 3, 20), (Sampling.S3, 1, 18), (Sampling.S4, 3, 18)]
)
def test_bounded_samplings_keep_whole_charts(sampling: Sampling, smallest: int, largest: int) -> None:
    sizes = [len(items) for items in taken(sampling).values()]
    assert (min(sizes), max(sizes)) == (smallest, largest)
    assert all(QUESTIONS[name] == items for name, items in taken(sampling).items())


def test_given_bounds_replace_those_of_the_data() -> None:
    assert set(taken(Sampling.S4, least=7, most=8)) == {"chart7", "chart8"}


def test_flat_sampling_caps_each_template_of_each_chart() -> None:
    found = taken(Sampling.S5, flat=3)
    assert [item[:2] for item in found["chart20"]].count("t0") == 3
    assert found["chart20"] == [item for item in QUESTIONS["chart20"] if item in set(found["chart20"])]
    assert found == taken(Sampling.S5, flat=3)
    assert found != taken(Sampling.S5, flat=3, seed=1)


def test_no_charts_give_no_questions() -> None:
    assert sample({}, Sampling.S4, Thresholds(), str)[0] == {}
