"""Answers are compared as people compare them."""

from __future__ import annotations

import pytest

from qa.answer import AnswerValue, same_answer, shown
from qa.template import AnswerType


@pytest.mark.parametrize(
    ("left", "right", "kind", "same"),
    [
        (1.0, 1.0 + 1e-12, AnswerType.NUMERICAL, True),
        (1.0, 1.001, AnswerType.NUMERICAL, False),
        ("2010", ("2010.0",), AnswerType.STRING_OR_LIST, True),
        (("a", "b"), ("b", "a"), AnswerType.UNRANKED, True),
        (("a", "b"), ("b", "a"), AnswerType.RANKED, False),
        ((("a", "b"),), (("b", "a"),), AnswerType.UNRANKED, True),
        (("a", "a"), ("a", "b"), AnswerType.UNRANKED, False),
        (True, False, AnswerType.BINARY, False),
        (None, (), AnswerType.STRING_OR_LIST, True),
        ("North  side", "north side", AnswerType.STRING, True),
    ],
)
def test_same_answer(left: AnswerValue, right: AnswerValue, kind: AnswerType, same: bool) -> None:
    assert same_answer(left, right, kind) is same


def test_pairs_are_shown_as_lists() -> None:
    assert shown((("a", "b"),), AnswerType.UNRANKED) == [["a", "b"]]
