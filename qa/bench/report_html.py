"""Reports as one HTML page that needs nothing beside it: style, plots and pictures stand in the file."""

from __future__ import annotations

import html

from qa.bench.report import Bars, Block, Heading, Picture, Report, Table, Words
from qa.bench.svg import bars_svg

_STYLE = """
body { font: 15px/1.45 sans-serif; color: #222; max-width: 1000px; margin: 2em auto; padding: 0 1em }
h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #ccd }
table { border-collapse: collapse; margin: .8em 0; font-size: 13px }
th, td { border: 1px solid #d9dde2; padding: .2em .6em; text-align: right }
th:first-child, td:first-child { text-align: left; max-width: 34em; overflow-wrap: anywhere }
th { background: #f2f4f7 }
dl { display: grid; grid-template-columns: max-content auto; gap: .1em 1em } dt { color: #667 } dd { margin: 0 }
figure { margin: 1em 0 } img, svg { max-width: 100%; height: auto } figcaption { color: #556; font-size: 13px }
"""


def to_html(report: Report) -> str:
    """The report as one page."""
    facts = "".join(f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>" for name, value in report.facts)
    title = html.escape(report.title)
    body = "\n".join(_block(block) for block in report.blocks)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body><h1>{title}</h1><dl>{facts}</dl>\n{body}\n</body></html>\n"
    )


def _block(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{html.escape(text)}</h2>"
        case Words(text):
            return f"<p>{html.escape(text)}</p>"
        case Table(header, rows):
            head = "".join(f"<th>{html.escape(cell)}</th>" for cell in header)
            lines = ["<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
            return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
        case Bars():
            return f"<figure>{bars_svg(block)}</figure>"
        case Picture(caption, _):
            source = f"data:image/png;base64,{block.base64}"
            words = html.escape(caption)
            return f'<figure><img alt="{words}" src="{source}"><figcaption>{words}</figcaption></figure>'
