"""What can be wrong with a question itself."""

from __future__ import annotations

from qa.errors import QaError


class QuestionError(QaError, ValueError):
    """The question is empty or endless, or names a chart that is not there; the message says what is expected."""
