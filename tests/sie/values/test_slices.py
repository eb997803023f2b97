"""Slice labels part into a name and the share printed behind it."""

from __future__ import annotations

import pytest

from sie.values.slices import name_and_share


@pytest.mark.parametrize(
    ("label", "name", "share"),
    [
        ("Black (18%)", "Black", "18%"),
        ("Black 18 %", "Black", "18 %"),
        ("Black: 18.5%", "Black", "18.5%"),
        ("Group 2", "Group 2", None),
        ("25%", "25%", None),
        ("Under 18", "Under 18", None),
    ],
)
def test_share_behind_a_name_is_parted_from_it(label: str, name: str, share: str | None) -> None:
    assert name_and_share(label) == (name, share)
