"""What was read from the pictures of gold charts: saved figures taken as they are, or pictures read now and saved.

A figure that is already saved for a picture of the same content, by the same version, options and weights, is not made
again, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from qa.loading import Extract, Problem
from sie.errors import FigureError, NothingToReadError, SieError
from sie.figure import Figure, load_figure

Say = Callable[[str], None]
Recipe = Callable[[], Mapping[str, object]]
"""Gives options and weights as a figure's provenance has them."""


class Pictured(Protocol):
    """A chart with its name and its picture."""

    @property
    def name(self) -> str:
        """Under which its files are stored."""

    @property
    def picture(self) -> Path | None:
        """Its picture, or None."""


@dataclass
class Predicted:
    """Figures by the name of the gold chart, what could not be had, and how many were saved before."""

    figures: dict[str, Figure] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    resumed: int = 0

    def fail(self, name: str, message: str) -> None:
        """Note that there is no figure for a chart."""
        self.problems.append(Problem(name, message))


def saved_figures(folder: Path, charts: Iterable[Pictured]) -> Predicted:
    """The figures `ID.json` of a folder, as `sie extract -o` writes them.

    Raises:
        FigureError: there is no such folder.
    """
    if not folder.is_dir():
        raise NothingToReadError(f"{folder}: no such folder of figures")
    found = Predicted()
    for chart in charts:
        path = folder / f"{chart.name}.json"
        if not path.is_file():
            found.fail(chart.name, f"{path}: no figure for this chart")
            continue
        try:
            found.figures[chart.name] = load_figure(path)
        except FigureError as error:
            found.fail(chart.name, str(error))
    return found


def read_figures(
    charts: Sequence[Pictured], *, store: Path | None, extract: Extract, say: Say, recipe: Recipe | None = None
) -> Predicted:
    """The figures of the charts' pictures, read now unless `store` has them; each is saved there when it is made.

    A stored figure that was made by another `recipe` is made anew.
    """
    found = Predicted()
    made_by = recipe() if recipe is not None and store is not None else {}
    for place, chart in enumerate(charts, start=1):
        if chart.picture is None:
            found.fail(chart.name, f"{chart.name}: no picture of this chart")
            continue
        path = store / f"{chart.name}.json" if store is not None else None
        kept = _kept(path, chart.picture, made_by) if path is not None else None
        if kept is not None:
            found.figures[chart.name] = kept
            found.resumed += 1
            continue
        try:
            figure = extract(chart.picture)
        except SieError as error:
            found.fail(chart.name, str(error))
            continue
        found.figures[chart.name] = figure
        if path is not None:
            figure.save(path)
        if place % 25 == 0 or place == len(charts):
            say(f"read {place} of {len(charts)} pictures")
    return found


def _kept(path: Path, picture: Path, made_by: Mapping[str, object]) -> Figure | None:
    """The saved figure of a picture, or None where it is another picture's, made by other means, or damaged."""
    import sie

    if not path.is_file():
        return None
    try:
        figure = load_figure(path)
    except FigureError:  # half written or of another version: read anew
        return None
    made = figure.provenance
    if made is None or made.version != sie.__version__ or any(getattr(made, key) != made_by[key] for key in made_by):
        return None
    same_picture = figure.image.sha256 == hashlib.sha256(picture.read_bytes()).hexdigest()
    return figure if same_picture else None


def weights_of(figures: Iterable[Figure]) -> dict[str, str]:
    """The weights that figures were read with, as their provenance names them."""
    found: dict[str, str] = {}
    for figure in figures:
        if figure.provenance is not None:
            found |= figure.provenance.weights
    return found
