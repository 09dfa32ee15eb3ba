"""Tables whose cells are drawn on the page."""

import pytest
from fpdf import FPDF, FontFace
from fpdf.enums import TableBordersLayout

from sleuth.evidence.source import Page, Table
from sleuth.findings.records.reading import read_records
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.pdf import read


def page_of(
    rows: list[list[str]], above: str = "Register", borders: TableBordersLayout = TableBordersLayout.ALL
) -> Page:
    """A page with a title and a table; equal neighbours in a row are one cell over several columns."""
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica", size=10)
    pdf.multi_cell(0, text=above, new_x="LMARGIN", new_y="NEXT")
    with pdf.table(borders_layout=borders, headings_style=FontFace(), first_row_as_headings=False) as table:
        for texts in rows:
            row = table.row()
            at = 0
            while at < len(texts):
                over = next(
                    (n for n in range(at + 1, len(texts)) if not texts[at] or texts[n] != texts[at]), len(texts)
                )
                row.cell(texts[at], colspan=over - at)
                at = over
    return read(bytes(pdf.output()), "register.pdf", Limits()).pages[0]


def table_of(rows: list[list[str]], **options: object) -> Table:
    (table,) = page_of(rows, **options).tables  # type: ignore[arg-type]
    return table


LEASES = [
    ["Site", "Landlord", "Area, sqm", "Expires"],
    ["Gothenburg", "Hamnhjulet Property and its wholly owned subsidiary for harbour land", "2 400", "2027-12-31"],
    ["Aarhus", "Ejendomsselskabet Lund A/S", "1 150", "2026-06-30"],
    ["Bergen", "Bryggen Eiendom AS", "860", "2029-03-31"],
]


def test_a_drawn_list_is_read_with_its_cells_where_their_texts_wrap() -> None:
    page = page_of(LEASES)
    records = read_records(page, 0, "en")
    assert records is not None
    assert [column.heading for column in records.columns] == LEASES[0]
    assert [[row.text(n) for n in range(4)] for row in records.rows] == LEASES[1:]


def test_a_drawn_list_without_any_number_is_read() -> None:
    table = table_of([["Name", "Title"], ["Ulla Renberg", "Chief executive"], ["Per Dahl", "Chief of finance"]])
    assert table.column_paths == {0: ("Name",), 1: ("Title",)}


def test_a_drawn_header_over_several_columns_leads_their_paths() -> None:
    rows = [["", "2024", "2024", "2023", "2023"], ["", "Net sales", "EBITDA", "Net sales", "EBITDA"]]
    table = table_of(
        [*rows, ["Marine", "410.2", "61.0", "388.1", "52.3"], ["Offshore", "220.9", "18.4", "240.0", "25.1"]]
    )
    assert table.column_paths[2] == ("2024", "EBITDA")
    assert table.column_paths[3] == ("2023", "Net sales")


def test_what_stands_right_above_a_drawn_table_is_its_caption() -> None:
    assert table_of(LEASES, above="Lease register").caption.split("\n")[0] == "Lease register"


@pytest.mark.parametrize("borders", [TableBordersLayout.HORIZONTAL_LINES, TableBordersLayout.SINGLE_TOP_LINE])
def test_a_table_without_lines_between_its_columns_is_read_by_where_its_words_stand(
    borders: TableBordersLayout,
) -> None:
    table = table_of(
        [["SEK m", "2024", "2023"], ["Net sales", "410.2", "388.1"], ["EBITDA", "61.0", "52.3"]], borders=borders
    )
    assert [path[-1] for path in table.row_paths.values()] == ["Net sales", "EBITDA"]
