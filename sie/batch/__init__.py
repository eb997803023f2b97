"""Many pictures: each is read by itself, so that one cannot hurt the rest, and what is done is never done twice."""

from sie.batch.one import Reader, Task, make_reader, read_figure, what_lacks
from sie.batch.outcome import Failure, Format, OutputPlan, Result
from sie.batch.pool import Pool, PoolSettings
from sie.batch.run import Done, Engine, Stop, run_batch
from sie.batch.store import Store, recipe_facts

__all__ = [
    "Done",
    "Engine",
    "Failure",
    "Format",
    "OutputPlan",
    "Pool",
    "PoolSettings",
    "Reader",
    "Result",
    "Stop",
    "Store",
    "Task",
    "make_reader",
    "read_figure",
    "recipe_facts",
    "run_batch",
    "what_lacks",
]
