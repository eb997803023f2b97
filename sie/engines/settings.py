"""How a cluster is used; apart from the engine, so that it can be named without Ray."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClusterSettings:
    """A Ray cluster and what each of its actors takes.

    Attributes:
        address: of the cluster, "auto" for the one that this machine belongs to, None for a local one.
        cpus: of each actor.
        gpus: of each actor, a fraction where several share one.
        local_cpus: of a local cluster, None for all that there are.
    """

    address: str | None = None
    cpus: float = 1.0
    gpus: float = 0.0
    local_cpus: int | None = None
