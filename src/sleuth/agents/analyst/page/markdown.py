"""A page as Markdown: sources as footnotes that link to the documents beside the file."""

import re

from sleuth.agents.analyst.page.model import Block, Cell, Page, Section, Sentence, Source, Table

# What a document's text may not do to ours: no emphasis, no link, no cell.
_SPECIAL = re.compile(r"([\\`*\[\]<>|]|(?<!\w)_|_(?!\w))")
_LEADING = re.compile(r"^(\s*)([#>+-]|\d+[.)])(?=\s)")  # nor begin a heading, a list or a quotation


class Footnotes:
    """The sources of a section by their labels, each place once. Each section's are its own: it can be moved alone."""

    def __init__(self, key: str) -> None:
        self._key = re.sub(r"[^\w-]+", "-", key)
        self._numbers: dict[Source, int] = {}

    def label(self, source: Source) -> str:
        """The label of a source's footnote."""
        return f"[^{self._key}-{self._numbers.setdefault(source, len(self._numbers) + 1)}]"

    def lines(self, folder: str) -> list[str]:
        """What the footnotes say."""
        return [f"{self.label(source)}: {_place(source, folder)}" for source in self._numbers]


def write_markdown(page: Page, folder: str) -> str:
    """The page as text; the documents that it cites stand in `folder`, beside the file."""
    lines = [f"# {escaped(page.title)}", "", escaped(page.subtitle), ""]
    for section in page.sections:
        lines += [*section_lines(section, folder), ""]
    return "\n".join(lines).rstrip() + "\n"


def section_lines(section: Section, folder: str) -> list[str]:
    """A section with its heading, blocks a line apart, its footnotes last."""
    footnotes = Footnotes(section.key)
    lines = [f"{'#' * (section.level + 1)} {escaped(section.title)}"]
    for before, block in zip((None, *section.blocks), section.blocks, strict=False):
        if not (_is_bullet(before) and _is_bullet(block)):
            lines.append("")
        lines += _block_lines(block, footnotes)
    told = footnotes.lines(folder)
    return [*lines, "", *told] if told else lines


def _place(source: Source, folder: str) -> str:
    quoted = f": “{escaped(source.shown_quote)}”" if source.quote else ""
    remark = f"{escaped(source.remark)}; " if source.remark else ""
    return f"{remark}[{escaped(source.place)}](<{source.link(folder)}>){quoted}"


def escaped(text: str) -> str:
    """Text of a document as Markdown that shows it as it is, on one line."""
    line = " ".join(text.split())
    return _LEADING.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", line))


def _is_bullet(block: Block | None) -> bool:
    return block is not None and not isinstance(block, Table) and block.form == "bullet"


def _block_lines(block: Block, footnotes: Footnotes) -> list[str]:
    if isinstance(block, Table):
        return _table_lines(block, footnotes)
    text = " ".join(_cited(sentence, footnotes) for sentence in block.sentences)
    return [{"bullet": f"- {text}", "note": f"*{text}*"}.get(block.form, text)]


def _cited(part: Sentence | Cell, footnotes: Footnotes) -> str:
    return escaped(part.text) + "".join(footnotes.label(source) for source in part.sources)


def _table_lines(table: Table, footnotes: Footnotes) -> list[str]:
    lines = [f"**{escaped(table.caption)}**", ""] if table.caption else []
    figures = [any(row[column].is_figure for row in table.rows) for column in range(len(table.header))]
    lines.append("| " + " | ".join(map(escaped, table.header)) + " |")
    lines.append("|" + "|".join(" ---: " if is_figure else " --- " for is_figure in figures) + "|")
    for row in table.rows:
        lines.append("| " + " | ".join(_cited(cell, footnotes) for cell in row) + " |")
    return [*lines, "", f"*{escaped(table.note)}*"] if table.note else lines
