"""Words of a text that was read as one, also where the blank between them was not read."""

from __future__ import annotations

import re

_BOUNDARY = re.compile(r"\s+|(?<=[a-zà-ÿ])(?=[A-Z])")


def split_words(text: str) -> list[str]:
    """The words of a text; a capital within a word begins another one.

    >>> split_words("Plums CherriesBlack figs")
    ['Plums', 'Cherries', 'Black', 'figs']
    """
    return _BOUNDARY.split(text.strip())
