"""The catalogue: 240 templates as data, each a few words and a plan of the algebra in `qa.plan`.

Ids, classes and surface forms are those of the published benchmark (RealCQA, ICDAR 2023), because programs that ask in
those words must be understood; meanings, plans and grouping are this project's. Templates that ask one thing of several
families of charts share one plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from qa.catalogue.boxes import box_templates
from qa.catalogue.marks import mark_templates
from qa.catalogue.pairs import pair_templates
from qa.catalogue.series import series_templates
from qa.catalogue.structure import structure_templates
from qa.catalogue.values import value_templates
from qa.errors import CatalogueError
from qa.template import Template


def _by_qid(*groups: list[Template]) -> Mapping[str, Template]:
    found: dict[str, Template] = {}
    for template in (template for group in groups for template in group):
        if template.qid in found:
            raise CatalogueError(f"template {template.qid}: expected one entry, got two")
        found[template.qid] = template
    return MappingProxyType(found)


TEMPLATES: Mapping[str, Template] = _by_qid(
    structure_templates(), mark_templates(), value_templates(), pair_templates(), series_templates(), box_templates()
)
"""Every template by its qid."""

__all__ = ["TEMPLATES"]
