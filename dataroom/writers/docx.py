"""DOCX: headings, clauses and tables, with running lines and fixed dates."""

import io
from datetime import datetime, time
from functools import singledispatchmethod

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt, RGBColor
from docx.table import Table

from dataroom.blocks import Block, Contents, Cover, Document, Grid, Heading, Paragraph, Signatures, Stated
from dataroom.writers import Standing, Written, cell_text, spans, standings
from dataroom.writers.archive import without_times

_FONTS = {"helvetica": "Arial", "times": "Times New Roman"}
_STYLES = {"bullet": "List Bullet"}


def write_docx(document: Document) -> Written:
    """Facts stand in the section of the first-level heading above them; before the first there is none."""
    layout = _Layout(document)
    for block in document.blocks:
        layout.put(block)
    out = io.BytesIO()
    layout.file.save(out)
    return Written(without_times(out.getvalue()), tuple(layout.facts))


class _Layout:
    """The document as it grows."""

    def __init__(self, document: Document) -> None:
        self.file = file = docx.Document()
        self.facts: list[Standing] = []
        self._place: dict[str, str | int] = {}
        self._document = document
        made = datetime.combine(document.dated, time(9, 30))
        properties = file.core_properties
        properties.title, properties.author, properties.last_modified_by = document.title, document.author, ""
        properties.created = properties.modified = made
        properties.comments, properties.revision = "", 1
        normal = file.styles["Normal"]
        normal.font.name, normal.font.size = _FONTS[document.look.font], Pt(10)
        section = file.sections[0]
        section.header.paragraphs[0].text = document.look.running
        section.footer.paragraphs[0].text = document.look.footer

    @singledispatchmethod
    def put(self, block: Block) -> None:
        raise TypeError(f"no way to write {type(block).__name__}")

    @put.register
    def _(self, block: Contents) -> None:
        for heading in self._document.blocks:  # Word fills a contents field when it opens the file; this is its text
            if isinstance(heading, Heading) and heading.level == 1:
                self.file.add_paragraph(heading.text)

    @put.register
    def _(self, block: Cover) -> None:
        title = self.file.add_paragraph(block.title, style="Title")
        title.runs[0].font.color.rgb = RGBColor(*self._document.look.accent)
        for line in block.lines:
            self.file.add_paragraph(line).alignment = WD_ALIGN_PARAGRAPH.CENTER

    @put.register
    def _(self, block: Heading) -> None:
        self.file.add_heading(block.text, block.level)
        if block.level == 1:
            self._place = {"section": block.text}

    @put.register
    def _(self, block: Paragraph) -> None:
        paragraph = self.file.add_paragraph(style=_STYLES.get(block.kind, "Normal"))
        if block.kind == "centred":
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        for part in block.prose:
            run = paragraph.add_run(part if isinstance(part, str) else part.text)
            run.font.size = Pt(8) if block.kind == "small" else None
            if isinstance(part, Stated):
                self.facts.append(Standing(self._place, part.text, part.meaning, part.value, part.scale))

    @put.register
    def _(self, block: Signatures) -> None:
        for name, role in block.lines:
            self.file.add_paragraph("\n______________________________")
            self.file.add_paragraph(f"{name}\n{role}")

    @put.register
    def _(self, grid: Grid) -> None:
        if grid.title:
            self.file.add_paragraph().add_run(grid.title).bold = True
        if grid.caption:
            self.file.add_paragraph().add_run(grid.caption).italic = True
        lines = spans([column.header for column in grid.columns])
        table = self.file.add_table(len(lines) + len(grid.rows), len(grid.columns) + 1, "Light Grid Accent 1")
        for level, line in enumerate(lines):
            self._write(table, level, 0, grid.stub if level == len(lines) - 1 else "", bold=True)
            for first, final, text in line:
                if final > first:
                    table.cell(level, first + 1).merge(table.cell(level, final + 1))
                self._write(table, level, first + 1, text, bold=True, right=not grid.columns[first].wide)
        for number, row in enumerate(grid.rows, len(lines)):
            bold = row.kind != "line"
            self._write(table, number, 0, row.label, bold=bold)
            for column, cell in enumerate(row.cells):
                style = row.style or grid.style
                right = not grid.columns[column].wide
                self._write(table, number, column + 1, cell_text(cell, style), bold=bold, right=right)
                self.facts += standings(cell, style, self._place)
        self.file.add_paragraph()

    def _write(
        self, table: Table, row: int, column: int, text: str, *, bold: bool = False, right: bool = False
    ) -> None:
        paragraph = table.cell(row, column).paragraphs[0]
        run = paragraph.add_run(text)
        run.bold, run.font.size = bold, Pt(9)
        if right:
            paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
