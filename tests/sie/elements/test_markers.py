from __future__ import annotations

import cv2
import numpy as np
import pytest

from sie.elements.markers import find_blobs, learn_templates, look_distance, make_template
from sie.elements.markers_peel import make_crowd, scale_template, take_copies
from sie.elements.markers_scan import Field, scan_layer


def disc_coverage(
    centers: list[tuple[float, float]], radius: float = 4.0, shape: tuple[int, int] = (60, 80)
) -> np.ndarray:
    fine = np.zeros((shape[0] * 8, shape[1] * 8), np.uint8)
    for x, y in centers:
        cv2.circle(fine, (round(x * 8 - 0.5), round(y * 8 - 0.5)), round(radius * 8), 255, -1)
    return (cv2.resize(fine, (shape[1], shape[0]), interpolation=cv2.INTER_AREA) / 255).astype(np.float32)


def field_of(coverage: np.ndarray) -> Field:
    nothing = np.zeros(coverage.shape, bool)
    return Field(coverage, coverage, nothing, nothing)


def test_blob_centroid_is_subpixel() -> None:
    blob = find_blobs(disc_coverage([(20.3, 30.6)]))[0]
    assert blob.center == pytest.approx((20.3, 30.6), abs=0.1)


def test_learned_look_is_the_commonest() -> None:
    coverage = disc_coverage([(10, 10), (30, 10), (50, 10), (10, 40)])
    coverage[38:44, 40:60] = 1
    templates = learn_templates(find_blobs(coverage), max_side=20)
    assert templates[0].width == pytest.approx(8.2, abs=0.7)
    assert templates[0].count == 4


def test_no_blob_no_look() -> None:
    assert learn_templates([], max_side=20) == []


def test_look_distance_is_0_for_same_and_1_for_disjoint() -> None:
    first = np.zeros((5, 5), np.float32)
    first[1] = 1
    assert look_distance(first, first) == 0
    assert look_distance(first, np.roll(first, 2, axis=0)) == 1
    assert look_distance(first * 0, first * 0) == 0


def test_equilateral_triangle_stands_for_its_centroid() -> None:
    patch = np.zeros((31, 31), np.float32)
    cv2.fillPoly(patch, [np.array([[15, 7], [22, 19], [8, 19]], np.int32)], 1.0)
    assert make_template(patch).anchor == (0.0, 0.0)


def test_box_filling_triangle_stands_for_its_middle() -> None:
    patch = np.zeros((31, 31), np.float32)
    cv2.fillPoly(patch, [np.array([[15, 6], [21, 18], [9, 18]], np.int32)], 1.0)
    assert make_template(patch).anchor[1] == pytest.approx(-3, abs=0.6)


def test_scaled_template_keeps_its_middle() -> None:
    template = learn_templates(find_blobs(disc_coverage([(20, 20), (40, 40)])), max_side=20)[0]
    scaled = scale_template(template.coverage, 2)
    ys, xs = np.mgrid[: scaled.shape[0], : scaled.shape[1]]
    middle = scaled.shape[0] / 2
    assert (scaled * (xs + 0.5)).sum() / scaled.sum() == pytest.approx(middle, abs=0.2)
    assert (scaled * (ys + 0.5)).sum() / scaled.sum() == pytest.approx(middle, abs=0.2)


def test_two_overlapping_discs_are_told_apart() -> None:
    coverage = disc_coverage([(12, 12), (60, 15), (30, 40), (35, 42)])
    scan = scan_layer(field_of(coverage), max_side=20)
    centers = sorted(m.center for m in scan.markers)
    assert len(centers) == 4
    assert centers[1] == pytest.approx((30, 40), abs=1.0)
    assert centers[2] == pytest.approx((35, 42), abs=1.0)


def test_crowd_of_discs_is_counted() -> None:
    crowd = [(36 + 6.5 * i, 20 + 7 * j) for i in range(4) for j in range(3)]
    coverage = disc_coverage([(10, 10), (10, 45), *crowd])
    scan = scan_layer(field_of(coverage), max_side=20)
    assert len(scan.markers) == pytest.approx(14, abs=1)


def test_two_see_through_discs_at_one_place_are_two() -> None:
    coverage = disc_coverage([(12, 12), (60, 15), (30, 40)])
    depth = coverage.copy()
    depth[30:50, 20:40] *= 2
    nothing = np.zeros(coverage.shape, bool)
    scan = scan_layer(Field(coverage, depth, nothing, nothing), max_side=20)
    assert len(scan.markers) == 4


def test_copies_are_not_laid_along_a_line() -> None:
    coverage = disc_coverage([(12, 12), (60, 15)])
    coverage[40:42, :] = 1
    scan = scan_layer(field_of(coverage), max_side=20)
    assert len(scan.markers) == 2


def test_hidden_part_of_a_marker_does_not_count_against_it() -> None:
    template = learn_templates(find_blobs(disc_coverage([(20, 20), (40, 40)])), max_side=20)[0]
    coverage = disc_coverage([(30, 30)])
    known = np.ones(coverage.shape, bool)
    known[:, 31:] = False
    coverage[:, 31:] = 0
    found = take_copies(make_crowd(coverage, known, [template]))
    assert len(found) == 1
    assert found[0].center == pytest.approx((30, 30), abs=1.0)


def test_peeling_nothing_finds_nothing() -> None:
    template = learn_templates(find_blobs(disc_coverage([(20, 20), (40, 40)])), max_side=20)[0]
    assert take_copies(make_crowd(np.zeros((40, 40), np.float32), np.ones((40, 40), bool), [template])) == []
    assert take_copies(make_crowd(np.ones((40, 40), np.float32), np.ones((40, 40), bool), [])) == []


def test_a_crowd_is_explained_alike_each_time() -> None:
    template = learn_templates(find_blobs(disc_coverage([(20, 20), (40, 40)])), max_side=20)[0]
    crowd = make_crowd(disc_coverage([(30, 30), (35, 33)]), np.ones((60, 80), bool), [template])
    first = take_copies(crowd, edge=1.0)
    assert len(first) == 2
    assert take_copies(crowd, edge=1.0) == first
