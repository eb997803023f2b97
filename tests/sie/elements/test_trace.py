"""Ways through drawn reward fields."""

from __future__ import annotations

import numpy as np

from sie.elements.trace import make_reward, trace_path


def make_field(rows: np.ndarray, height: int = 100, width: int = 2) -> np.ndarray:
    field = np.zeros((height, len(rows)), np.float32)
    for x, row in enumerate(rows):
        if not np.isnan(row):
            field[int(row) : int(row) + width, x] = 1.0
    return field


def rows_at(field: np.ndarray) -> tuple[int, np.ndarray]:
    trace = trace_path(make_reward(field))
    assert trace is not None
    return trace.start, trace.rows


def test_trace_follows_a_sine() -> None:
    rows = 50 + 30 * np.sin(np.arange(200) / 20)
    start, found = rows_at(make_field(rows))
    assert start == 0
    assert len(found) == 200
    assert np.abs(found - (np.floor(rows) + 1)).max() < 2.5


def test_trace_goes_straight_through_a_crossing() -> None:
    x = np.arange(200.0)
    up, down = 10 + 0.4 * x, 90 - 0.4 * x
    trace = trace_path(make_reward(np.maximum(make_field(up), make_field(down))))
    assert trace is not None
    straight = min(np.abs(trace.rows - up).max(), np.abs(trace.rows - down).max())
    assert straight < 3


def test_trace_bridges_dashes() -> None:
    rows = 20 + 0.3 * np.arange(200.0)
    rows[np.arange(200) % 12 >= 6] = np.nan
    start, found = rows_at(make_field(rows))
    assert start <= 1
    assert len(found) >= 195


def test_trace_follows_a_step() -> None:
    field = make_field(np.repeat([20.0, 70.0], 60))
    field[20:72, 59:61] = 1.0
    _, found = rows_at(field)
    assert abs(found[30] - 21) < 2
    assert abs(found[90] - 71) < 2


def test_trace_starts_and_ends_with_the_ink() -> None:
    rows = np.full(200, np.nan)
    rows[50:150] = 40.0
    start, found = rows_at(make_field(rows))
    assert abs(start - 50) <= 1
    assert abs(start + len(found) - 150) <= 1


def test_trace_of_a_large_field_keeps_its_place() -> None:
    rows = 300 + 200 * np.sin(np.arange(1500) / 200)
    _, found = rows_at(make_field(rows, height=700, width=3))
    assert np.abs(found[20:-20] - rows[20 : len(found) - 20] - 1.5).mean() < 4


def test_trace_of_nothing_is_none() -> None:
    assert trace_path(make_reward(np.zeros((30, 30), np.float32))) is None


def test_trace_takes_a_band_lower_than_its_steepest_step() -> None:
    assert trace_path(make_reward(make_field(np.full(60, 2.0), height=5))) is not None
