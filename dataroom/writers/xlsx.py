"""XLSX: sheets with merged headers, number formats, and formulas that carry their results."""

import io
from datetime import datetime, time
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from dataroom.blocks import Cell, Document, Grid, Row, Sheet, Stated
from dataroom.numbers import Style, print_figure
from dataroom.truth import Meaning
from dataroom.writers import Standing, Written, spans

_FORMATS = {
    "%": '0.0"%"',
    "count": "#,##0",
    "share": "#,##0.00",
    "brackets": '#,##0;(#,##0);"-"',
    "minus": '#,##0;-#,##0;"-"',
}


def write_xlsx(document: Document) -> Written:
    """Numbers are shown as Excel's English formats show them."""
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, {"in_memory": True})
    made = datetime.combine(document.dated, time(9, 30))
    book.set_properties({"title": document.title, "author": document.author, "created": made})
    facts: list[Standing] = []
    for sheet in document.sheets:
        facts += _Writer(book, sheet).written()
    book.close()
    return Written(out.getvalue(), tuple(facts))


class _Writer:
    """Writes one sheet from the top."""

    def __init__(self, book: Any, sheet: Sheet) -> None:
        self._book, self._sheet = book, sheet
        self._page = book.add_worksheet(sheet.name)
        self._facts: list[Standing] = []
        self._line = 0

    def written(self) -> list[Standing]:
        self._page.set_column(0, 0, 38)
        for number, text in enumerate(self._sheet.lines):
            self._page.write_string(
                self._line, 0, text, self._format(bold=number == 0, font_size=13 - 3 * (number > 0))
            )
            self._line += 1
        for grid in self._sheet.grids:
            self._line += 1
            self._grid(grid)
        for text in self._sheet.notes:
            self._line += 1
            self._page.write_string(self._line, 0, text, self._format(italic=True, font_size=9))
        return self._facts

    def _format(self, **options: Any) -> Any:
        return self._book.add_format(options)

    def _grid(self, grid: Grid) -> None:
        for text, bold in ((grid.title, True), (grid.caption, False)):
            if text:
                self._page.write_string(self._line, 0, text, self._format(bold=bold, italic=not bold))
                self._line += 1
        self._head(grid)
        rows = {row.key: self._line + number for number, row in enumerate(grid.rows) if row.key}
        for row in grid.rows:
            self._row(grid, row, rows)
            self._line += 1
        if not any(row.kind == "heading" for row in grid.rows) and len(self._sheet.grids) == 1:
            self._page.freeze_panes(self._line - len(grid.rows), 1)

    def _head(self, grid: Grid) -> None:
        lines = spans([column.header for column in grid.columns])
        for level, line in enumerate(lines):
            last = level == len(lines) - 1
            head = self._format(bold=True, bg_color="#DDE3EE", align="center", bottom=int(last), text_wrap=True)
            if last:
                self._page.write_string(self._line, 0, grid.stub, self._format(bold=True, bg_color="#DDE3EE", bottom=1))
            for first, final, text in line:
                if final > first:
                    self._page.merge_range(self._line, first + 1, self._line, final + 1, text, head)
                else:
                    self._page.write_string(self._line, first + 1, text, head)
                self._page.set_column(first + 1, final + 1, 22 if grid.columns[first].wide else 13)
            self._line += 1

    def _row(self, grid: Grid, row: Row, rows: dict[str, int]) -> None:
        bold = row.kind in ("subtotal", "total", "heading")
        self._page.write_string(self._line, 0, row.label, self._format(bold=bold))
        style = row.style or grid.style
        for number, cell in enumerate(row.cells):
            self._cell(cell, number + 1, style, row.kind, self._formula(grid, row, rows, number))

    def _formula(self, grid: Grid, row: Row, rows: dict[str, int], number: int) -> str:
        adds = grid.columns[number].adds
        if adds is not None:
            first, last = (xl_rowcol_to_cell(self._line, column + 1) for column in (adds[0], adds[-1]))
            return f"=SUM({first}:{last})"
        if not row.adds or any(key not in rows for _, key in row.adds):
            return ""
        terms = (("+" if sign > 0 else "-") + xl_rowcol_to_cell(rows[key], number + 1) for sign, key in row.adds)
        return "=" + "".join(terms).removeprefix("+")

    def _cell(self, cell: Cell, column: int, style: Style, kind: str, formula: str) -> None:
        shape = {"bold": kind in ("subtotal", "total"), "top": int(kind in ("subtotal", "total"))}
        place = {"sheet": self._sheet.name, "cell": xl_rowcol_to_cell(self._line, column)}
        if isinstance(cell, str):
            self._page.write_string(self._line, column, cell, self._format(text_wrap=True, valign="top"))
        elif isinstance(cell, Stated):
            self._page.write_string(self._line, column, cell.text, self._format(text_wrap=True, valign="top"))
            self._facts.append(Standing(place, cell.text, cell.meaning, cell.value, cell.scale))
        elif cell is not None:
            printed = print_figure(cell, _english(style))
            look = self._format(num_format=_number_format(cell, style), **shape)
            if formula and cell.unit not in ("%",):
                self._page.write_formula(self._line, column, formula, look, float(printed.value))
            else:
                self._page.write_number(self._line, column, float(printed.value), look)
            if cell.scenario != "none":
                self._facts.append(Standing(place, printed.text, cell, printed.value, printed.scale))


def _english(style: Style) -> Style:
    return Style(",", ".", style.brackets, "-", style.scale, style.decimals)


def _number_format(meaning: Meaning, style: Style) -> str:
    if meaning.unit in ("%", "count"):
        return _FORMATS[meaning.unit]
    if meaning.unit.endswith("/share"):
        return _FORMATS["share"]
    pattern = _FORMATS["brackets" if style.brackets else "minus"]
    return pattern if not style.decimals else pattern.replace("#,##0", "#,##0." + "0" * style.decimals)
