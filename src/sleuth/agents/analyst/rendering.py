"""Writes an answer out: Markdown with the source after each factual sentence."""

import re
from collections.abc import Sequence
from enum import Enum
from itertools import groupby

from sleuth.agents.analyst.answer import Answer, Block
from sleuth.agents.analyst.phrases import Phrases
from sleuth.answering.verification import Citation

_MARK = re.compile(
    r"\A(?:[-–—•*·▪]\s+|\d+(?:\.\d+)+\.?\s+(?=[A-ZÅÄÖ][a-zåäö]))(?=\S)"
)  # of an item or a clause, as its source prints it


def pieces(answer: Answer, phrases: Phrases) -> list[str]:
    """The answer in paragraphs, in the order in which they may be shown."""
    written: list[str] = []
    for kind, group in groupby(answer.blocks, key=lambda block: _Run.of(block)):
        blocks = list(group)
        if kind is _Run.TABLE:
            written.append(_table(blocks, phrases))
        elif kind is _Run.LIST:
            written += _listed(blocks, phrases)
        else:
            written += [_paragraph(block, phrases) for block in blocks]
    return [*written, answer.closing] if answer.closing else written


class _Run(Enum):
    """Which blocks stand together."""

    TABLE = "table"
    LIST = "list"  # headings, items and what belongs to them
    PROSE = "prose"

    @classmethod
    def of(cls, block: Block) -> "_Run":
        return (
            cls.TABLE if block.kind == "row" else cls.LIST if block.kind in ("heading", "item", "bullet") else cls.PROSE
        )


def _listed(blocks: Sequence[Block], phrases: Phrases) -> list[str]:
    """Lists: each heading or item with its bullets is one paragraph."""
    written: list[str] = []
    for number, block in enumerate(blocks):
        line = _bullet(block, phrases) if block.kind == "bullet" else _title(block, phrases)
        if number and block.kind == "bullet":
            written[-1] = f"{written[-1]}\n{line}"
        else:
            written.append(line)
    return written


def _title(block: Block, phrases: Phrases) -> str:
    return f"**{block.text}**" if block.kind == "heading" else _with_source(block, phrases, ends=False)


def _paragraph(block: Block, phrases: Phrases) -> str:
    opening = f"{phrases('note')}: " if block.kind == "note" else ""
    return f"{opening}{_with_source(block, phrases, ends=True)}"


def _bullet(block: Block, phrases: Phrases) -> str:
    return f"{'  ' * block.level}- {_with_source(block, phrases, ends=False)}"


def _with_source(block: Block, phrases: Phrases, *, ends: bool) -> str:
    """The sentence with its source before the full stop."""
    if not block.citations:
        return f"{block.text} {block.after}".rstrip()
    text = _MARK.sub("", block.text)
    bare = text.rstrip(".") if text.endswith(".") and not text.endswith("..") else text
    stop = "." if ends or bare != text or block.after else ""
    return f"{bare} {source(block.citations, phrases)}{stop} {block.after}".rstrip()


def _table(blocks: Sequence[Block], phrases: Phrases) -> str:
    header, *rows = blocks
    lines = [_cells([*header.cells, phrases("source_column")]), "|" + "---|" * (len(header.cells) + 1)]
    for block in rows:
        named = ", ".join(_named(block.citations)) if block.citations else ""
        lines.append(_cells([*block.cells, named]))
    return "\n".join(lines)


def _cells(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def source(citations: Sequence[Citation], phrases: Phrases) -> str:
    """The places of a sentence: "(source: a.pdf, p.12)", "(sources: a.pdf p.5, b.xlsx B15)"."""
    named = _named(citations)
    if len(named) == 1:
        only = citations[0]
        shown = f"{only.filename}, {only.locator}" if only.locator else only.filename
        return f"({phrases('source')}: {shown})"
    return f"({phrases('sources')}: {', '.join(named)})"


def _named(citations: Sequence[Citation]) -> list[str]:
    """Each place once, as file and locator."""
    shown: dict[str, Citation] = {}
    for citation in citations:
        shown.setdefault(f"{citation.filename} {citation.locator}".strip(), citation)
    return list(shown)
