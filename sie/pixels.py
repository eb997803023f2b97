"""Arithmetic on the three channels of every pixel: lengths, products, and likeness to a colour.

Channels are taken as planes: numpy's reductions over an axis of length three cost five to ten times as much.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)


def dot_of(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The sum over channels of the products of two arrays of shape (..., 3).

    >>> dot_of(np.array([[1.0, 2.0, 3.0]]), np.array([2.0, 0.0, 1.0])).tolist()
    [5.0]
    """
    product = first * second
    total = product[..., 0] + product[..., 1]
    total += product[..., 2]
    return np.asarray(total)


def length_of(vectors: np.ndarray) -> np.ndarray:
    """The Euclidean length of float vectors of shape (..., 3).

    >>> length_of(np.array([[3.0, 0.0, 4.0]])).tolist()
    [5.0]
    """
    return np.asarray(np.sqrt(dot_of(vectors, vectors)))


def nearest_of(points: np.ndarray, centers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The index of the centre (n, 3) that is nearest to each point (m, 3), the first of equal ones, and its distance.

    >>> [found.tolist() for found in nearest_of(np.array([[0.0, 3, 0]]), np.array([[9.0, 3, 0], [0, 0, 4]]))]
    [[1], [5.0]]
    """
    best = np.full(len(points), np.inf, points.dtype)
    index = np.zeros(len(points), np.intp)
    for place, center in enumerate(centers):
        distance = length_of(points - center)
        nearer = distance < best
        index[nearer] = place
        np.minimum(best, distance, out=best)
    return index, best


def largest_channel(array: NDArray[T]) -> NDArray[T]:
    """The largest channel of each pixel of an array of shape (..., 3).

    >>> largest_channel(np.array([[3, 9, 4]])).tolist()
    [9]
    """
    return np.asarray(np.maximum(np.maximum(array[..., 0], array[..., 1]), array[..., 2]))


def median_color(pixels: np.ndarray) -> np.ndarray:
    """The median of each channel of uint8 pixels (n, 3), from their histograms: many pixels have few levels.

    >>> median_color(np.array([[0, 10, 7], [4, 20, 7]], np.uint8)).tolist()
    [2.0, 15.0, 7.0]
    """
    middle = ((len(pixels) - 1) // 2, len(pixels) // 2)
    medians = []
    for channel in np.ascontiguousarray(pixels.T):
        counts = np.cumsum(np.bincount(channel, minlength=256))
        medians.append(float(np.searchsorted(counts, middle, side="right").mean()))
    return np.array(medians)


def is_color(rgb: np.ndarray, color: Sequence[float] | np.ndarray, tolerance: int) -> np.ndarray:
    """bool (h, w): pixels of a uint8 picture (h, w, 3) of which no channel is farther than `tolerance` from a colour.

    >>> is_color(np.array([[[250, 4, 0], [255, 0, 9]]], np.uint8), (255, 0, 0), 5).tolist()
    [[True, False]]
    """
    low = tuple(max(0, math.ceil(part - tolerance)) for part in color)
    high = tuple(min(255, math.floor(part + tolerance)) for part in color)
    return np.asarray(cv2.inRange(rgb, low, high) > 0)
