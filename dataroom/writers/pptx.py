"""PPTX: a slide for each first-level heading, with bullets, tables, a footer and slide numbers."""

import io
from datetime import datetime, time
from typing import Any

from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import PP_ALIGN
from pptx.util import Emu, Inches, Pt

from dataroom.blocks import Block, Cover, Document, Grid, Heading, Paragraph, Stated, plain
from dataroom.writers import Standing, Written, cell_text, spans, standings
from dataroom.writers.archive import without_times

_LEFT, _WIDTH = Inches(0.6), Inches(12.1)


def write_pptx(document: Document) -> Written:
    """Facts stand on slides, numbered from 1."""
    layout = _Deck(document)
    for block in document.blocks:
        layout.put(block)
    out = io.BytesIO()
    layout.file.save(out)
    return Written(without_times(out.getvalue()), tuple(layout.facts))


def _colour(rgb: tuple[int, int, int]) -> Any:
    return RGBColor(*rgb)  # type: ignore[no-untyped-call]


class _Deck:
    """The presentation as it grows."""

    def __init__(self, document: Document) -> None:
        self.file: Any = Presentation()
        self.file.slide_width, self.file.slide_height = Inches(13.333), Inches(7.5)
        self.facts: list[Standing] = []
        self._look = document.look
        self._number = 0
        self._slide: Any = None
        self._y: int = 0
        properties = self.file.core_properties
        properties.title, properties.author, properties.last_modified_by = document.title, document.author, ""
        properties.created = properties.modified = datetime.combine(document.dated, time(9, 30))

    def put(self, block: Block) -> None:
        if isinstance(block, Cover):
            self._cover(block)
        elif isinstance(block, Heading) and block.level == 1:
            self._turn(block.text)
        elif isinstance(block, Heading):
            self._box((block.text,), 14, bold=True)
        elif isinstance(block, Paragraph):
            self._paragraph(block)
        elif isinstance(block, Grid):
            self._grid(block)

    def _new(self, layout: int) -> None:
        self._slide = self.file.slides.add_slide(self.file.slide_layouts[layout])
        self._number += 1

    def _cover(self, block: Cover) -> None:
        self._new(6)
        band = self._slide.shapes.add_shape(1, 0, 0, Inches(13.333), Inches(0.5))
        band.fill.solid()
        band.fill.fore_color.rgb = _colour(self._look.accent)
        self._y = Inches(2.4)
        self._box((block.title,), 36, bold=True)
        self._y = Inches(3.5)
        self._box(block.lines, 16)

    def _turn(self, title: str) -> None:
        self._new(5)
        shape = self._slide.shapes.title
        shape.left, shape.top, shape.width, shape.height = _LEFT, Inches(0.35), _WIDTH, Inches(0.7)
        shape.text_frame.text = title
        paragraph = shape.text_frame.paragraphs[0]
        paragraph.alignment = PP_ALIGN.LEFT
        paragraph.runs[0].font.size, paragraph.runs[0].font.bold = Pt(26), True
        paragraph.runs[0].font.color.rgb = _colour(self._look.accent)
        self._y = Inches(1.25)
        self._foot(self._look.footer, Inches(0.6), PP_ALIGN.LEFT)
        self._foot(str(self._number), Inches(7.7), PP_ALIGN.RIGHT)

    def _foot(self, text: str, left: int, align: Any) -> None:
        box = self._slide.shapes.add_textbox(left, Inches(7.0), Inches(5), Inches(0.3))
        box.text_frame.text = text
        paragraph = box.text_frame.paragraphs[0]
        paragraph.alignment = align
        for run in paragraph.runs:
            run.font.size = Pt(9)

    def _box(self, lines: tuple[str, ...], size: float, bold: bool = False) -> None:
        tall = Pt(size * 1.5 * sum(1 + len(line) * size // 1_600 for line in lines))
        frame = self._slide.shapes.add_textbox(_LEFT, self._y, _WIDTH, tall).text_frame
        frame.word_wrap = True
        for number, line in enumerate(lines):
            paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
            run = paragraph.add_run()
            run.text, run.font.size, run.font.bold = line, Pt(size), bold
        self._y = Emu(self._y + tall)

    def _paragraph(self, block: Paragraph) -> None:
        text = plain(block.prose)
        self._box((f"• {text}" if block.kind == "bullet" else text,), 9 if block.kind == "small" else 15)
        place = {"slide": self._number}
        for part in block.prose:
            if isinstance(part, Stated):
                self.facts.append(Standing(place, part.text, part.meaning, part.value, part.scale))

    def _grid(self, grid: Grid) -> None:
        title = " ".join(filter(None, (grid.title, grid.caption)))
        if title:
            self._box((title,), 12, bold=True)
        lines = spans([column.header for column in grid.columns])
        rows, columns = len(lines) + len(grid.rows), len(grid.columns) + 1
        tall = Inches(min(0.36 * rows, 5.2))
        table = self._slide.shapes.add_table(rows, columns, _LEFT, self._y, _WIDTH, tall).table
        table.columns[0].width = Inches(3.6)
        for column in range(1, columns):
            table.columns[column].width = Emu(int((_WIDTH - Inches(3.6)) / (columns - 1)))
        for level, line in enumerate(lines):
            self._write(table.cell(level, 0), grid.stub if level == len(lines) - 1 else "", bold=True)
            for first, final, text in line:
                if final > first:
                    table.cell(level, first + 1).merge(table.cell(level, final + 1))
                self._write(table.cell(level, first + 1), text, bold=True, right=not grid.columns[first].wide)
        for number, row in enumerate(grid.rows, len(lines)):
            self._write(table.cell(number, 0), row.label, bold=row.kind != "line")
            for column, cell in enumerate(row.cells):
                style = row.style or grid.style
                right = not grid.columns[column].wide
                self._write(table.cell(number, column + 1), cell_text(cell, style), row.kind != "line", right)
                self.facts += standings(cell, style, {"slide": self._number})
        self._y = Emu(self._y + tall + Inches(0.2))

    def _write(self, cell: Any, text: str, bold: bool = False, right: bool = False) -> None:
        cell.margin_top = cell.margin_bottom = Pt(2)
        paragraph = cell.text_frame.paragraphs[0]
        run = paragraph.add_run()
        run.text, run.font.size, run.font.bold = text, Pt(12), bold
        if right:
            paragraph.alignment = PP_ALIGN.RIGHT
