"""Reports as Markdown: facts, words and tables; counts plotted become tables, pictures their captions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qa.bench.report import Bars, Block, Heading, Picture, Report, Table, Words, shown


def to_markdown(report: Report) -> str:
    """The report as Markdown text."""
    lines = [f"# {report.title}", ""]
    lines += [f"- {name}: {value}" for name, value in report.facts]
    for block in report.blocks:
        written = _block(block)
        lines += ["", *written] if written else []
    return "\n".join(lines) + "\n"


def _block(block: Block) -> list[str]:
    match block:
        case Heading(text):
            return [f"## {text}"]
        case Words(text):
            return [text]
        case Table(header, rows):
            return markdown_table(header, rows)
        case Bars(title, values, _, most):
            if most is not None:  # its values stand in the table before it
                return []
            return markdown_table((title, "count"), [(name, shown(value, 0)) for name, value in values.items()])
        case Picture(caption, _):
            return [f"- {caption}"]


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table.

    >>> markdown_table(("a", "b"), [("x|y", "1")])
    ['| a | b |', '|---|---|', '| x\\\\|y | 1 |']
    """
    lines = ["| " + " | ".join(map(_cell, header)) + " |", "|" + "---|" * len(header)]
    return lines + ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
