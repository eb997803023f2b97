"""Questions as first-order formulas over a chart, with a model checker that uses no SQL.

The language is many-sorted first-order logic over a finite structure, with real arithmetic and, because charts are
asked for averages and counts, aggregate terms over a formula.

Grammar::

    formula    ::= true | predicate(term, ...) | term cmp term | not formula | formula and formula
                 | formula or formula | formula -> formula | forall var: sort. formula | exists var: sort. formula
    term       ::= variable | constant | number | "text" | function(term, ...) | term op term
                 | aggregate { term | var, ... : formula } | if formula then term else term
    cmp        ::= = | != | < | <= | > | >=
    op         ::= + | - | * | / | absdiff
    aggregate  ::= count | sum | mean | median | min | max | variance | ... | correlation | first

Sorts are the entities of a chart (Series, Place, Point, YTick, Entry, Block, Mark), Real and Text. `y(s, x)` is the
value of series s at place x; it is partial, and so is every function that a chart may leave open.

Semantics: three-valued (strong Kleene). A term with an undefined part is undefined; a comparison with an undefined term
is undefined; `has_y(s, x)` is true or false. A quantifier ranges over the chart's entities. Reals are compared with the
relative tolerance of the compiler, so that rounding decides nothing.

`qa.fol.translate` writes a plan as a formula, a term or a set `{vars | formula}`; `qa.fol.check` evaluates them over a
chart; `qa.fol.printers` writes them as text, LaTeX and SMT-LIB.
"""

from __future__ import annotations

from qa.fol.check import Structure, evaluate
from qa.fol.printers import to_latex, to_smtlib, to_text
from qa.fol.syntax import Comprehension, Formula, Sort, Term
from qa.fol.translate import translate

__all__ = [
    "Comprehension",
    "Formula",
    "Sort",
    "Structure",
    "Term",
    "evaluate",
    "to_latex",
    "to_smtlib",
    "to_text",
    "translate",
]
