"""PDF: pages with header, footer, contents and ruled tables."""

from collections.abc import Iterable
from datetime import UTC, datetime, time
from functools import singledispatchmethod
from typing import Any

from fpdf import FPDF
from fpdf.enums import Align, XPos, YPos

from dataroom.blocks import (
    Block,
    Contents,
    Cover,
    Document,
    Grid,
    Heading,
    Look,
    Paragraph,
    Row,
    Signatures,
    Stated,
    plain,
)
from dataroom.writers import Standing, Written, cell_text, spans, standings

_GAP = 2.5  # mm between columns
_NOTE = {"en": "Note", "sv": "Not", "de": "Anhang"}


def write_pdf(document: Document) -> Written:
    """With a table of contents laid out twice: first to learn on which pages the headings come to stand."""
    listed = any(isinstance(block, Contents) for block in document.blocks)
    pages = _Layout(document, {}).written()[1] if listed else {}
    data, _, facts = _Layout(document, pages).written()
    return Written(data, tuple(facts))


class _Page(FPDF):
    """Running lines above and below, except on the cover."""

    def __init__(self, look: Look) -> None:
        super().__init__("landscape" if look.landscape else "portrait", "mm", "A4")
        self.look = look
        self.covers: set[int] = set()
        self.core_fonts_encoding = "cp1252"
        self.set_auto_page_break(False)
        self.set_margins(22, 24, 20)

    def header(self) -> None:
        if self.page_no() in self.covers or not self.look.running:
            return
        self.set_font(self.look.font, size=7.5)
        self.set_text_color(110)
        self.set_xy(self.l_margin, 11)
        self.cell(self.epw, 4, self.look.running)
        self.set_draw_color(180)
        self.line(self.l_margin, 16, self.w - self.r_margin, 16)
        self.set_text_color(0)
        self.set_xy(self.l_margin, 24)

    def footer(self) -> None:
        if self.page_no() in self.covers:
            return
        self.set_font(self.look.font, size=7.5)
        self.set_text_color(110)
        self.set_xy(self.l_margin, self.h - 13)
        self.cell(self.epw, 4, self.look.footer)
        self.set_xy(self.l_margin, self.h - 13)
        self.cell(self.epw, 4, str(self.page_no()), align=Align.R)
        self.set_text_color(0)


class _Layout:
    """One pass over a document."""

    def __init__(self, document: Document, pages: dict[str, int]) -> None:
        self._document, self._known = document, pages
        self._look = document.look
        self._size = 8.5 if document.look.dense else (14.0 if document.look.landscape else 9.5)
        self._line = self._size * 0.48
        self._pdf = pdf = _Page(document.look)
        self._facts: list[Standing] = []
        self._pages: dict[str, int] = {}
        pdf.set_title(document.title)
        pdf.set_author(document.author)
        pdf.set_creator("Word" if document.look.font == "times" else "Report Builder")
        pdf.set_creation_date(datetime.combine(document.dated, time(9, 30), UTC))

    def written(self) -> tuple[bytes, dict[str, int], list[Standing]]:
        if not isinstance(self._document.blocks[0], Cover):
            self._turn()
        for block in self._document.blocks:
            self._put(block)
        return bytes(self._pdf.output()), self._pages, self._facts

    def _turn(self) -> None:
        self._pdf.add_page()
        self._pdf.set_xy(self._pdf.l_margin, 24)

    def _room(self, height: float) -> None:
        """Turn the page if so much does not fit."""
        if self._pdf.get_y() + height > self._pdf.h - 20:
            self._turn()

    def _font(self, style: str = "", size: float = 0.0) -> None:
        self._pdf.set_font(self._look.font, style, size or self._size)

    def _text(self, text: str, size: float = 0.0, style: str = "", align: Align = Align.L, indent: float = 0.0) -> None:
        pdf, size = self._pdf, size or self._size
        self._font(style, size)
        options: dict[str, Any] = {"align": align, "new_x": XPos.LMARGIN, "new_y": YPos.NEXT}
        width = pdf.epw - indent
        lines = pdf.multi_cell(width, size * 0.48, text, dry_run=True, output="LINES", **options)
        assert isinstance(lines, list)
        self._room(len(lines) * size * 0.48)
        pdf.set_x(pdf.l_margin + indent)
        pdf.multi_cell(width, size * 0.48, text, **options)

    @singledispatchmethod
    def _put(self, block: Block) -> None:
        raise TypeError(f"no way to lay out {type(block).__name__}")

    @_put.register
    def _(self, block: Cover) -> None:
        pdf, accent = self._pdf, self._look.accent
        pdf.covers.add(pdf.page_no() + 1)
        self._turn()
        pdf.set_fill_color(*accent)
        pdf.rect(0, 0, pdf.w, pdf.h * 0.045, "F")
        pdf.set_y(pdf.h * 0.3)
        pdf.set_text_color(*accent)
        self._text(block.title, 26, "B")
        pdf.set_text_color(60)
        pdf.ln(6)
        for line in block.lines:
            self._text(line, 12)
            pdf.ln(1.5)
        pdf.set_text_color(0)
        self._turn()

    @_put.register
    def _(self, block: Contents) -> None:
        pdf = self._pdf
        self._text(block.title, self._size + 5, "B")
        pdf.ln(4)
        for heading in self._document.blocks:
            if isinstance(heading, Heading) and heading.level == 1:
                self._font()
                number = str(self._known.get(heading.text, 0))
                dots = int((pdf.epw - pdf.get_string_width(heading.text + number) - 6) / pdf.get_string_width("."))
                pdf.cell(pdf.epw - 10, 6, f"{heading.text} {'.' * max(3, dots - 4)}")
                pdf.cell(10, 6, number, align=Align.R, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self._turn()

    @_put.register
    def _(self, block: Heading) -> None:
        pdf, size = self._pdf, self._size + (4.5 if block.level == 1 else 1.5)
        if block.fresh and pdf.get_y() > 30:
            self._turn()
        pdf.ln(0 if pdf.get_y() < 30 else 4)
        self._room(30)
        self._pages[block.text] = pdf.page_no()
        pdf.set_text_color(*self._look.accent)
        self._text(block.text, size, "B")
        pdf.set_text_color(0)
        pdf.ln(2)

    @_put.register
    def _(self, block: Paragraph) -> None:
        text = plain(block.prose)
        if block.kind == "bullet":
            self._text(f"• {text}", indent=4)
        elif block.kind == "small":
            self._text(text, self._size - 1.8)
        elif block.kind == "centred":
            self._text(text, align=Align.C)
        else:
            self._text(text, align=Align.J if self._look.font == "times" else Align.L)
        self._pdf.ln(1.2 if block.kind == "bullet" else 2.4)
        self._record(part for part in block.prose if isinstance(part, Stated))

    def _record(self, parts: Iterable[Stated]) -> None:
        place = {"page": self._pdf.page_no()}
        self._facts += (Standing(place, part.text, part.meaning, part.value, part.scale) for part in parts)

    @_put.register
    def _(self, block: Signatures) -> None:
        self._room(30)
        for name, role in block.lines:
            self._pdf.ln(7)
            self._text("_" * 32)
            self._text(name)
            self._text(role, self._size - 1)

    @_put.register
    def _(self, grid: Grid) -> None:
        if grid.title:
            self._room(25)
            self._text(grid.title, self._size + 0.5, "B")
        if grid.caption:
            self._text(grid.caption, self._size - 1, "I")
        self._pdf.ln(1)
        widths = self._widths(grid)
        self._head(grid, widths)
        for row in grid.rows:
            if self._pdf.get_y() + self._height(row, widths[0]) > self._pdf.h - 20:
                self._turn()
                self._head(grid, widths)
            self._row(grid, row, widths)
        self._pdf.ln(3.5)

    def _widths(self, grid: Grid) -> list[float]:
        """Labels, notes, then the columns: numbers as wide as the widest needs, words share the rest."""
        pdf, note = self._pdf, 13.0 if grid.noted else 0.0
        self._font("B", self._size)
        needed = [
            max(pdf.get_string_width(text) for text in (column.header[-1], *_texts(grid, number))) + _GAP * 2
            for number, column in enumerate(grid.columns)
        ]
        words = [number for number, column in enumerate(grid.columns) if column.wide]
        if words:
            fixed = sum(width for number, width in enumerate(needed) if number not in words)
            share = (pdf.epw - fixed - note) / (len(words) + 1)
            return [share, note, *(share if number in words else width for number, width in enumerate(needed))]
        numbers = [max(width, 19.0) for width in needed]
        squeeze = min(1.0, (pdf.epw - note - 45) / sum(numbers))
        numbers = [width * squeeze for width in numbers]
        return [pdf.epw - note - sum(numbers), note, *numbers]

    def _head(self, grid: Grid, widths: list[float]) -> None:
        pdf = self._pdf
        self._font("B", self._size - 0.5)
        lines = spans([column.header for column in grid.columns])
        height = self._line + 1
        for level, line in enumerate(lines):
            last = level == len(lines) - 1
            y = pdf.get_y()
            pdf.set_x(pdf.l_margin)
            pdf.cell(widths[0], height, grid.stub if last else "")
            if grid.noted:
                pdf.cell(widths[1], height, _NOTE[self._document.language] if last else "", align=Align.C)
            x = pdf.l_margin + widths[0] + widths[1]
            for first, final, text in line:
                width = sum(widths[2 + first : 3 + final])
                pdf.set_xy(x, y)
                words = grid.columns[first].wide
                pdf.cell(width, height, text, align=Align.L if words else (Align.C if final > first else Align.R))
                if final > first:
                    pdf.line(x + 1.5, y + height, x + width - 0.5, y + height)
                x += width
            pdf.set_xy(pdf.l_margin, y + height)
        pdf.set_draw_color(0)
        pdf.line(pdf.l_margin, pdf.get_y(), pdf.w - pdf.r_margin, pdf.get_y())
        pdf.ln(0.8)

    def _height(self, row: Row, width: float) -> float:
        self._font("B" if row.kind != "line" else "")
        if self._pdf.get_string_width(row.label) < width - 2 * _GAP:
            return self._line + 1.2
        lines = self._pdf.multi_cell(width - _GAP, self._line, row.label, dry_run=True, output="LINES")
        assert isinstance(lines, list)
        return len(lines) * self._line + 1.2

    def _row(self, grid: Grid, row: Row, widths: list[float]) -> None:
        pdf, style = self._pdf, row.style or grid.style
        bold = row.kind in ("subtotal", "total", "heading")
        x, y, left = pdf.l_margin, pdf.get_y(), pdf.l_margin + widths[0] + widths[1]
        if row.kind in ("subtotal", "total"):
            pdf.set_draw_color(90)
            pdf.line(left, y, pdf.w - pdf.r_margin, y)
        tall = self._cells(grid, row, widths, y)
        self._font("B" if bold else "")
        pdf.set_xy(x, y + 0.6)
        pdf.multi_cell(widths[0] - _GAP, self._line, row.label, align=Align.L)
        below = max(pdf.get_y() + 0.6, tall)
        if grid.noted and row.note:
            pdf.set_xy(x + widths[0], below - self._line - 0.6)
            pdf.cell(widths[1], self._line, row.note, align=Align.C)
        for number, cell in enumerate(row.cells):
            if not grid.columns[number].wide:
                width = widths[2 + number]
                pdf.set_xy(left + sum(widths[2 : 2 + number]), below - self._line - 0.6)
                pdf.cell(width, self._line, cell_text(cell, style), align=Align.R)
            self._facts += standings(cell, style, {"page": pdf.page_no()})
        if row.kind == "total":
            pdf.line(left, below, pdf.w - pdf.r_margin, below)
            pdf.line(left, below + 0.6, pdf.w - pdf.r_margin, below + 0.6)
            below += 0.8
        pdf.set_xy(pdf.l_margin, below)

    def _cells(self, grid: Grid, row: Row, widths: list[float], y: float) -> float:
        """The cells that hold words, wrapped; says how far down they reach."""
        below = y
        self._font()
        for number, cell in enumerate(row.cells):
            if grid.columns[number].wide:
                self._pdf.set_xy(self._pdf.l_margin + sum(widths[: 2 + number]), y + 0.6)
                self._pdf.multi_cell(widths[2 + number] - _GAP, self._line, cell_text(cell, grid.style), align=Align.L)
                below = max(below, self._pdf.get_y() + 0.6)
        return below


def _texts(grid: Grid, number: int) -> list[str]:
    return [cell_text(row.cells[number], row.style or grid.style) for row in grid.rows if number < len(row.cells)]
