"""Reports as Markdown: facts, words and tables; bar plots become tables, pictures their captions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from qa.bench.report import Bars, Block, Heading, Picture, Report, Table, Words, shown


def to_markdown(report: Report) -> str:
    """The report as Markdown text."""
    lines = [f"# {report.title}", ""]
    lines += [f"- {name}: {value}" for name, value in report.facts]
    for block in report.blocks:
        lines += ["", *_block(block)]
    return "\n".join(lines) + "\n"


def _block(block: Block) -> list[str]:
    match block:
        case Heading(text):
            return [f"## {text}"]
        case Words(text):
            return [text]
        case Table(header, rows):
            return markdown_table(header, rows)
        case Bars(title, values, notes, _):
            rows = [(name, shown(value), notes.get(name, "")) for name, value in values.items()]
            return markdown_table(
                (title, "value", "") if notes else (title, "value"), [r[: 3 if notes else 2] for r in rows]
            )
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
