"""Medians are numpy's."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

from sie.medians import FEW, median_of


@pytest.mark.parametrize("kind", [np.uint8, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1,), (2,), (9,), (1, 3), (8, 3), (7, 4), (FEW + 1,)])
@pytest.mark.parametrize("axis", [None, 0])
def test_median_is_numpys(kind: type[np.generic], shape: tuple[int, ...], axis: Literal[0] | None) -> None:
    values = (np.random.default_rng(len(shape)).random(shape) * 200).astype(kind)
    found, told = median_of(values, axis=axis), np.median(values, axis=axis)
    assert np.array_equal(found, told)
    assert found.dtype == told.dtype


def test_median_of_list_is_numpys() -> None:
    assert float(median_of([4.0, 1.0, 2.0])) == 2.0


def test_median_with_nan_is_nan() -> None:
    assert np.isnan(median_of(np.array([1.0, np.nan, 2.0])))
    assert np.isnan(median_of(np.array([[1.0, 2.0], [np.nan, 3.0]]), axis=0)).tolist() == [True, False]
