"""What can go wrong in `qa`, by what a caller can do about it."""

from __future__ import annotations


class QaError(Exception):
    """The root of every error that `qa` raises on purpose."""


class PlanError(QaError, ValueError):
    """A plan does not type-check; the message names the node, what it expects and what it got."""


class BindingError(QaError, ValueError):
    """The slots of a question are missing, unknown or of the wrong kind; the message names the template."""


class CatalogueError(QaError, ValueError):
    """An entry of the catalogue contradicts itself; the message names its qid."""


class TableError(QaError, ValueError):
    """Rows do not fit `sie.tables`; the message names the table and the column."""


class ExecutionError(QaError):
    """DuckDB refused a compiled query; the message holds its text."""


class FormulaError(QaError, ValueError):
    """A first-order formula does not type-check or has no meaning over a chart."""
