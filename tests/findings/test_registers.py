"""What lists of agreements and of people state, and which tables are none."""

from array import array

import pytest

from sleuth.evidence.source import Page, PageSource, Source, Table
from sleuth.findings.tables.registers import register_findings


def source(*rows: tuple[str, ...]) -> Source:
    """A page with one table; its first row heads the columns."""
    text, grid = "", array("I")
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            if cell:
                grid.extend((len(text), len(text) + len(cell), r, c))
            text += cell + ("\n" if c == len(row) - 1 else "\t")
    heads = {c: (head,) for c, head in enumerate(rows[0])}
    table = Table("", {r: (row[0],) for r, row in enumerate(rows) if r}, heads, grid)
    return Source("list.docx", "docx", PageSource.SECTION, (Page(1, text, "§ 1", tables=(table,)),))


def stated(made: Source) -> list[tuple[str, str, str]]:
    return [(f.metric, f.subject, f.text) for f in register_findings(made, "Acme plc")]


LEASE = "Lease Agreement (Rheinau Chemie)"


@pytest.mark.parametrize(
    ("rows", "facts"),
    [
        (
            [
                ("Contract", "Date", "Notice period", "Governing law"),
                ("Lease Agreement with Rheinau Chemie", "4 May 2021", "6 months", "the laws of Ireland"),
            ],
            [
                ("contract date", LEASE, "4 May 2021"), ("notice period", LEASE, "6 months"),
                ("governing law", LEASE, "the laws of Ireland"),
            ],
        ),
        (
            [("Agreement", "Counterparty", "Term", "Change of control"),
             ("Lease Agreement", "Rheinau Chemie", "5 years", "None")],
            [("contract term", LEASE, "5 years"), ("change of control", LEASE, "None")],
        ),
        (
            [("Avtal", "Motpart", "Uppsägningstid"), ("Hyresavtal", "Fastighets AB Höken", "nio månader")],
            [("notice period", "Hyresavtal (Fastighets AB Höken)", "nio månader")],
        ),
        (
            [("Name", "Position"), ("Ann Lee", "Head of People"), ("Bo Strand", "Chief Financial Officer")],
            [("person and role", "Acme plc", "Ann Lee, Head of People"),
             ("person and role", "Acme plc", "Bo Strand, Chief Financial Officer")],
        ),
    ],
    ids=["named with the party", "party in a column", "Swedish", "people"],
)  # fmt: skip
def test_rows_state_terms_and_roles(rows: list[tuple[str, ...]], facts: list[tuple[str, str, str]]) -> None:
    assert stated(source(*rows)) == facts


@pytest.mark.parametrize(
    "rows",
    [
        [("Contract", "Notice period"), ("Lease Agreement", "6 months")],  # with whom?
        [("Contract", "Notice period"), ("Lease Agreement with Rheinau Chemie", "see clause 4")],
        [("Contract", "Term", "Term"), ("Lease Agreement with Rheinau Chemie", "5 years", "3 years")],
        [("Region", "Term"), ("Lease Agreement with Rheinau Chemie", "5 years")],
        [("Name", "Function"), ("HX2", "Pumping")],  # a machine
    ],
)
def test_what_is_not_certain_stays_a_cell(rows: list[tuple[str, ...]]) -> None:
    assert stated(source(*rows)) == []


def test_the_quote_is_the_row_and_the_span_is_the_cell() -> None:
    made = source(("Contract", "Notice period"), ("Lease Agreement with Rheinau Chemie", "6 months"))
    (found,) = register_findings(made, "Acme plc")
    assert found.quote == "Lease Agreement with Rheinau Chemie\t6 months"
    assert made.pages[0].text[found.span.start : found.span.end] == "6 months"
