"""Questions made from charts: every admissible instance of the templates, with answers that two ways agree on."""

from __future__ import annotations

from qa.generation.instances import instances, marks_word, measure_of, sampled_instances

__all__ = ["instances", "marks_word", "measure_of", "sampled_instances"]
