"""A name over one column that is broken over two lines is one name, and heads no other column."""

from fpdf import FPDF

from sleuth.ingest.readers import Limits
from sleuth.ingest.readers.pdf import read

_RIGHT = (70, 100, 130, 160)  # millimetres: where the columns end


def page(upper: dict[int, str], names: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    """The headings of the columns of a table, whose numbers and headings end at the right of their columns."""
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica", size=8)
    rows = [
        ("Revenue", "41,385", "27,940", "17,215", "86,540"),
        ("Segment result", "7,862", "2,514", "1,418", "11,794"),
    ]
    lines = [("", *(upper.get(n, "") for n in range(len(names)))), ("2024, GBP000", *names), *rows]
    for number, cells in enumerate(lines):
        pdf.set_xy(15, 30 + 4 * number)
        pdf.cell(40, 4, cells[0])
        for right, text in zip(_RIGHT, cells[1:], strict=True):
            pdf.set_xy(right - 30, 30 + 4 * number)
            pdf.cell(30, 4, text, align="R")
    read_page = read(bytes(pdf.output()), "report.pdf", Limits()).pages[0]
    return {column: tuple(path) for column, path in read_page.tables[0].column_paths.items()}


def test_the_upper_line_of_a_narrow_name_belongs_to_the_column_below() -> None:
    heads = page({1: "Hospitality"}, ("Workwear", "Linen", "Healthcare", "Group"))

    assert list(heads.values()) == [("Workwear",), ("Hospitality Linen",), ("Healthcare",), ("Group",)]
