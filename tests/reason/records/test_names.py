"""Which sheet of a register a question means: its own names count, not what the file's say of its other sheets."""

import pytest

from sleuth.findings.records.reading import read_records
from sleuth.reason.protocol import Document
from sleuth.reason.records.asking import take_apart
from sleuth.reason.records.choosing import Listed, choose
from tests.records import workbook_of

CONTRACTS = [
    ["Contract", "Counterparty", "Expiry"],
    ["Transport", "Nordbud Frakt AS", "31.12.2025"],
    ["Clinic system", "Klinikk AS", "30.09.2027"],
]
INSURANCE = [
    ["Cover", "Insurer", "Expiry"],
    ["Cyber", "Vidsyn Forsikring", "31.12.2025"],
    ["Product liability", "Vidsyn Forsikring", "30.06.2026"],
]
PERMITS = [
    ["Permit", "Authority", "Expiry"],
    ["Discharge of waste water", "Moray Council", "31.12.2025"],
    ["Storage of gas", "Moray Council", "30.06.2028"],
]


def sheets_answering(question: str, filename: str, over_contracts: str) -> list[str]:
    """The sheets of a register whose rows answer; `over_contracts` is the title of the first."""
    sheets = {
        "Contracts": [[over_contracts], [], *CONTRACTS],
        "Insurance": [["Insurance schedule"], [], *INSURANCE],
        "Permits": [["Permits and registrations"], [], *PERMITS],
    }
    lists = [
        Listed(Document(1, filename), records)
        for page in workbook_of(filename, sheets).pages
        for place in range(len(page.tables))
        if (records := read_records(page, place, "en")) is not None
    ]
    return [answer.listed.records.page.label for answer in choose(take_apart(question), lists).answers]


@pytest.mark.parametrize("filename", ["Contracts Insurance and Permits.xlsx", "Permits, insurance, contracts.xlsx"])
@pytest.mark.parametrize("title", ["Material contracts", "Register of contracts, permits and insurance"])
@pytest.mark.parametrize(
    ("question", "sheet"),
    [
        ("Which permits expire in 2025?", "Permits"),
        ("Which insurance policies expire in 2025?", "Insurance"),
        ("Which contracts expire in 2025?", "Contracts"),
    ],
)
def test_a_name_over_several_sheets_is_not_each_sheets(question: str, sheet: str, title: str, filename: str) -> None:
    assert sheets_answering(question, filename, title) == [sheet]


def test_a_title_that_says_by_what_things_are_counted_keeps_both() -> None:
    rows = [["Employees by site"], [], ["Site", "Employees"], ["Oban", 40], ["Buckie", 31]]
    page = workbook_of("group.xlsx", {"Sites": rows}).pages[0]
    records = read_records(page, 0, "en")
    assert records is not None
    assert "employees" in Listed(Document(1, "group.xlsx"), records).names.rows
