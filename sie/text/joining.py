"""Fragments of one line of text put together again: detectors tear words of a title apart."""

from __future__ import annotations

import re
from dataclasses import replace

from sie.text.label import Label
from sie.text.quads import TextRect

WORD_GAP = 0.6
"""In heights of the line: words of one text are closer than this, labels of an axis are not."""
SAME_LINE = 0.3
"""In heights: how far the middles of fragments may be apart across their line."""
OVERLAP = 0.2
SHARED = 0.5
"""In heights: how far fragments may overlap, and how far where both hold the character between them."""
SYMMETRIC = re.compile(r"[()%0OoIlxXHNSZ/8-]+")
"""What reads the same, or something else, upside down."""
HEIGHT_RATIO = 0.6
"""Fragments with and without ascenders differ in height, but not below this ratio."""


def join_fragments(labels: list[Label]) -> list[Label]:
    """The labels with the fragments of one upright or vertical line joined, numbers beside each other left alone."""
    result = [_turned_with_neighbours(label, labels) for label in labels]
    merged = True
    while merged:
        merged = False
        for left in result:
            right = next((other for other in result if other is not left and _continues(left, other)), None)
            if right is not None:
                result = [label for label in result if label is not left and label is not right]
                result.append(_joined(left, right))
                merged = True
                break
    return result


def _turned_with_neighbours(label: Label, labels: list[Label]) -> Label:
    """A vertical label that reads the same upside down, in the direction of the words on its line."""
    if abs(label.rect.angle) != 90.0 or SYMMETRIC.fullmatch(label.text) is None:
        return label
    turned = replace(label, rect=label.rect.turned(-label.rect.angle))
    words = [other for other in labels if other.rect.angle == turned.rect.angle and len(other.text) > len(label.text)]
    return turned if any(_continues(word, turned) or _continues(turned, word) for word in words) else label


def along_and_across(rect: TextRect, origin: TextRect) -> tuple[float, float, float]:
    """Start, stop and middle of a rectangle in the other one's directions: along its line twice, across it once."""
    along, across = origin.axes()
    middle = rect.center[0] * along[0] + rect.center[1] * along[1]
    row = rect.center[0] * across[0] + rect.center[1] * across[1]
    return middle - rect.width / 2, middle + rect.width / 2, row


def _continues(left: Label, right: Label) -> bool:
    """Whether the right label is the next word of the left one."""
    if left.split or right.split or left.rect.angle != right.rect.angle:
        return False
    if not _is_torn_number(left, right) and not _are_words(left, right):
        return False
    small, large = sorted((left.rect.height, right.rect.height))
    if small < HEIGHT_RATIO * large and not _is_torn_number(left, right):
        return False
    _, stop, row = along_and_across(left.rect, left.rect)
    start, _, other_row = along_and_across(right.rect, left.rect)
    overlap = (SHARED if left.text[-1] == right.text[0] else OVERLAP) * large + _shared(left, right)[1]
    return -overlap < start - stop < WORD_GAP * large and abs(row - other_row) < SAME_LINE * large


def _shared(left: Label, right: Label) -> tuple[int, float]:
    """How many letters of whole words both fragments hold between them, and their width in pixels."""
    count = shared_words(left.text, right.text)
    return count, count / len(right.text) * right.rect.width


def shared_words(left: str, right: str) -> int:
    """How many characters of whole words, two at least, a text ends with that the next one begins with.

    >>> shared_words("A multiple line", "line graph"), shared_words("A baseline", "line graph")
    (4, 0)
    """
    for count in range(min(len(left), len(right)) - 1, 1, -1):
        whole = left[-count - 1].isspace() and right[count].isspace()
        if whole and left[-count:] == right[:count]:
            return count
    return 0


def _is_torn_number(left: Label, right: Label) -> bool:
    return re.fullmatch(r"[-−]?\d+", left.text) is not None and re.fullmatch(r"[.,]\d+%?", right.text) is not None


def _are_words(left: Label, right: Label) -> bool:
    letters = re.findall(r"[^\W\d_]", left.text + right.text)
    return len(letters) >= 3 and _is_word(left.text) and _is_word(right.text)


def _is_word(text: str) -> bool:
    return re.search(r"[^\W_]{2,}|^[(&/+-]|[)%]$", text) is not None


def _joined(left: Label, right: Label) -> Label:
    along, across = left.rect.axes()
    start, stop_of_left, row = along_and_across(left.rect, left.rect)
    start_of_right, stop, other_row = along_and_across(right.rect, left.rect)
    top = min(row - left.rect.height / 2, other_row - right.rect.height / 2)
    bottom = max(row + left.rect.height / 2, other_row + right.rect.height / 2)
    middle, line = (start + stop) / 2, (top + bottom) / 2
    center = (middle * along[0] + line * across[0], middle * along[1] + line * across[1])
    weight = len(left.text) + len(right.text)
    confidence = (left.confidence * len(left.text) + right.confidence * len(right.text)) / weight
    rect = TextRect(center, stop - start, bottom - top, left.rect.angle)
    blank = "" if _is_torn_number(left, right) else " "
    first = left.text
    count, _ = _shared(left, right)
    if count and stop_of_left - start_of_right > SHARED * max(left.rect.height, right.rect.height):
        first = first[:-count].rstrip()
    elif stop_of_left - start_of_right > OVERLAP * max(left.rect.height, right.rect.height):
        first = first[:-1].rstrip()  # both fragments hold the character between them
    return Label(rect, f"{first}{blank}{right.text}", confidence)
