"""Accounting periods that a pack tells by their number, placed by the company's fiscal calendar."""

from collections.abc import Sequence

import pytest

from sleuth.evidence.source import Source
from sleuth.findings.profile import profile
from sleuth.findings.tables.extraction import table_findings
from sleuth.language.calendar import Calendar
from tests.findings.test_packs import told
from tests.records import workbook_of

Row = Sequence[object]
COVER: list[Row] = [
    ["Halden Services Limited"],
    ["Management accounts - Period 05 FY25"],
    ["4 weeks ended 22 February 2025; year to date 21 weeks"],
    ["FY25 is the 52 weeks to 27 September 2025."],
]
TITLE: list[Row] = [["Group summary - P05 FY25"], ["£000 unless stated"], []]


def pack(*rows: Row, cover: Sequence[Row] = COVER) -> Source:
    return workbook_of("accounts.xlsx", {"Cover": cover, "Summary": [*TITLE, *rows]})


def test_the_year_ends_where_its_weeks_and_the_number_of_a_period_say() -> None:
    assert profile(pack()).calendar == Calendar(9, 0, stated=True)


def test_a_year_that_is_called_by_its_start_keeps_its_number() -> None:
    cover = [
        ["Management accounts - Period 05 FY25"],
        ["4 weeks ended 28 June 2025"],
        ["FY25 is the 52 weeks to 31 January 2026."],
    ]
    assert profile(pack(cover=cover)).calendar == Calendar(1, -1, stated=True)


def test_a_period_and_the_year_to_date_beside_it_are_of_the_calendar() -> None:
    found = told(
        pack(
            ["", "PERIOD 05 (4 weeks)", "", "YEAR TO DATE (21 weeks)", ""],
            ["", "Actual", "Budget", "Actual", "Budget"],
            ["Revenue", "7,362", "7,335", "39,358", "39,775"],
            ["EBITDA", "1,106", "1,080", "6,101", "6,320"],
        )
    )
    assert found == {
        ("Feb 2025", "actual"): "7362",
        ("Feb 2025", "budget"): "7335",
        ("5M Feb 2025", "actual"): "39358",
        ("5M Feb 2025", "budget"): "39775",
    }


@pytest.mark.parametrize("heads", [("P01", "P02", "P03"), ("P01 26-Oct-24", "P02 23-Nov-24", "P03 28-Dec-24")])
def test_periods_in_a_row_are_months_of_the_year_in_the_title(heads: tuple[str, ...]) -> None:
    found = told(pack(["", *heads], ["Revenue", "7,852", "7,584", "9,545"], ["EBITDA", "1,395", "1,248", "1,510"]))
    assert found == {("Oct 2024", "actual"): "7852", ("Nov 2024", "actual"): "7584", ("Dec 2024", "actual"): "9545"}


def test_a_balance_holds_at_the_end_of_its_period_in_the_year_beside_it() -> None:
    rows: list[Row] = [["", "FY24 P12", "P01", "P02"], ["Net debt", "25,989", "26,345", "26,980"]]
    found = told(pack(*rows, ["Revolving facility drawn", "0", "500", "900"]), "net debt")
    assert found == {("2024-09", "actual"): "25989", ("2024-10", "actual"): "26345", ("2024-11", "actual"): "26980"}


@pytest.mark.parametrize(
    "cover",
    [
        [*COVER, ["The year has 13 four-week periods."]],
        [["Halden Services Limited"], ["Car parks FY25"]],
    ],
)
def test_numbers_of_a_document_that_counts_no_months_stay_unread(cover: Sequence[Row]) -> None:
    source = workbook_of(
        "accounts.xlsx",
        {
            "Cover": cover,
            "Decks": [["FY25, £000"], ["", "P1", "P2"], ["Revenue", "120", "140"], ["EBITDA", "20", "30"]],
        },
    )
    assert not [one for one in table_findings(source) if one.period is not None and one.period.months == 1]
