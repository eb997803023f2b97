"""Reports as one HTML page that needs nothing beside it: style, plots and pictures stand in the file."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from qa.bench.report import Bars, Block, Heading, Picture, Report, Table, Words
from qa.bench.svg import bars_svg

_STYLE = """
body { font: 15px/1.45 sans-serif; color: #222; max-width: 1000px; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.5em; overflow-wrap: anywhere }
h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #ccd }
.wide { overflow-x: auto; margin: .8em 0 }
table { border-collapse: collapse; font-size: 13px }
th, td { border: 1px solid #d9dde2; padding: .2em .6em; text-align: left; vertical-align: top }
th.number, td.number { text-align: right; white-space: nowrap }
td { max-width: 34em; overflow-wrap: break-word }
th { background: #f2f4f7; vertical-align: bottom }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1em 1em }
dt { color: #667 } dd { margin: 0; overflow-wrap: anywhere }
summary { cursor: pointer; color: #3b6ea5 }
figure { margin: 1em 0 } img, svg { max-width: 100%; height: auto } figcaption { color: #556; font-size: 13px }
"""
FOLDED = 40
"""Tables of more rows are folded; a click opens them."""
_NUMBER = re.compile(r"-?[\d,]*\.?\d+%?|")


def to_html(report: Report) -> str:
    """The report as one page."""
    facts = "".join(f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>" for name, value in report.facts)
    title = html.escape(report.title)
    body = "\n".join(_block(block) for block in report.blocks)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>\n'
        f"<body><h1>{title}</h1><dl>{facts}</dl>\n{body}\n</body></html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{html.escape(text)}</h2>"
        case Words(text):
            return f"<p>{html.escape(text)}</p>"
        case Table():
            return _table(block)
        case Bars():
            return f"<figure>{bars_svg(block)}</figure>"
        case Picture(caption, _):
            source = f"data:image/png;base64,{block.base64}"
            words = html.escape(caption)
            return f'<figure><img alt="{words}" src="{source}"><figcaption>{words}</figcaption></figure>'


def _table(table: Table) -> str:
    """A table that scrolls sideways where the page is narrow; columns of numbers stand to the right."""
    right = [place > 0 and _all_numbers(table.rows, place) for place in range(len(table.header))]
    head = "".join(_cell("th", text, number) for text, number in zip(table.header, right, strict=True))
    lines = [
        "<tr>" + "".join(_cell("td", text, number) for text, number in zip(row, right, strict=True)) + "</tr>"
        for row in table.rows
    ]
    body = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    if len(table.rows) > FOLDED:
        return f'<details><summary>{len(table.rows)} rows</summary><div class="wide">{body}</div></details>'
    return f'<div class="wide">{body}</div>'


def _all_numbers(rows: Sequence[Sequence[str]], place: int) -> bool:
    return all(_NUMBER.fullmatch(row[place]) for row in rows)


def _cell(tag: str, text: str, number: bool) -> str:
    kind = ' class="number"' if number else ""
    return f"<{tag}{kind}>{html.escape(text)}</{tag}>"
