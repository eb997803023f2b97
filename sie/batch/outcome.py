"""What is asked of a batch and what comes back of each picture; light, so that every process can hold it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from sie.sources import OVERLAY_SUFFIX, Job, storable


class Format(StrEnum):
    """The forms in which results are written."""

    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"


@dataclass(frozen=True)
class OutputPlan:
    """Where results go and in which forms; `keep` are the pictures named outright, never to be written over."""

    folder: Path
    formats: tuple[Format, ...] = (Format.JSON, Format.CSV)
    overlay: bool = False
    keep: frozenset[str] = frozenset()

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of the files that a figure has beside the dataset."""
        files = [f".{form}" for form in self.formats if form is not Format.PARQUET]
        return (*files, OVERLAY_SUFFIX) if self.overlay else tuple(files)

    @property
    def wanted(self) -> frozenset[str]:
        """What has to be there for a picture to be done."""
        parquet = ["parquet"] if Format.PARQUET in self.formats else []
        return frozenset([*self.endings, *parquet])


class Failure(StrEnum):
    """Why a picture has no figure; the value is the code of its issue."""

    UNREADABLE = "image-unreadable"
    INTERNAL = "internal-error"
    TIMEOUT = "timeout"
    MEMORY = "out-of-memory"
    DIED = "worker-died"

    @property
    def retried(self) -> bool:
        """Whether the worker that read it was lost: it may have been the machine's fault, so it is tried once more."""
        return self in (Failure.TIMEOUT, Failure.MEMORY, Failure.DIED)


@dataclass(frozen=True)
class Result:
    """What became of one picture.

    Attributes:
        sha256: of the picture's bytes; "" where they could not be read.
        failure: why there is no figure, None where there is one.
        problem: what is wrong in one line, None where all is well; a figure without values has one too. Bytes of a file
            name that are no UTF-8 are escaped: it is stored and logged.
        files: the figure's files, by ending.
        tables: the figure's rows, an Arrow stream for each table of `sie.tables` that has some.
        chart_types: one for each chart.
        issues: the codes of the issues of the figure and its charts.
        timings_ms: by stage.
        seconds: from the start to the end of its reading.
    """

    job: Job
    sha256: str = ""
    failure: Failure | None = None
    problem: str | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    tables: dict[str, bytes] = field(default_factory=dict)
    chart_types: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.problem is not None:
            object.__setattr__(self, "problem", storable(self.problem))

    @property
    def good(self) -> bool:
        """Whether the picture was read and holds a chart with values."""
        return self.problem is None


def failed(job: Job, sha256: str, failure: Failure, problem: str, *, seconds: float = 0.0) -> Result:
    """The result of a picture without a figure; its reason is an issue of the dataset too."""
    return Result(job, sha256, failure, problem, issues=(failure.value,), seconds=seconds)
