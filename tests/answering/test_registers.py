"""Questions in everyday words over registers, books and lists: what they name, leave out, sum up and date."""

import asyncio
from collections.abc import Callable

import pytest

from sleuth.answering.run import Research, research_in
from sleuth.answering.state import REFUSAL
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Source
from tests.records import text_file, workbook

Ask = Callable[[str], Research]


def asks(*files: Source) -> Ask:
    """What a room of some files answers."""
    shelf = Shelf(list(files))
    return lambda question: asyncio.run(research_in(shelf, question))


FLEET = (
    ("Vessel", "Flag", "Built", "Class valid until"),
    ("MS Tove", "NO", 2011, "2027-05-31"),
    ("MS Signe", "SE", 2004, "2026-02-28"),
    ("MS Ylva", "SE", 2019, "2029-11-30"),
)
MOORINGS = (
    ("Mooring", "Port", "Valid until"),
    ("Quay 4", "Ystad", "2026-10-31"),
    ("Quay 9", "Moss", "2031-01-31"),
)


def of_two_sheets(name: str, sheets: dict[str, tuple[tuple[object, ...], ...]]) -> Source:
    """A workbook of several sheets, read."""
    from io import BytesIO

    from openpyxl import Workbook

    from sleuth.ingest.readers import read
    from sleuth.ingest.readers.limits import Limits

    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    data = BytesIO()
    book.save(data)
    return read(data.getvalue(), name, Limits())


@pytest.fixture(scope="module")
def ask_fleet() -> Ask:
    """Asks a file that is called after the lists on its two sheets."""
    return asks(of_two_sheets("Vessels and moorings.xlsx", {"Vessels": FLEET, "Moorings": MOORINGS}))


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("how many moorings do they have", "2 moorings: Quay 4, Quay 9"),
        ("which moorings are valid until 2026", "1 of 2 moorings"),
        ("how many vessels are there", "3 vessels: MS Tove"),
    ],
)
def test_a_file_of_several_lists_lends_each_of_them_its_own_name_only(ask_fleet: Ask, question: str, part: str) -> None:
    answer = ask_fleet(question).answer
    assert part in answer
    assert "[2]" not in answer.split("\n")[0]


BUYERS = """Buyer,Country,Sales 2024 (kSEK),Sales 2025 (kSEK)
Alnö Rör AB,Sweden,410,500
Bø Stål AS,Norway,300,280
Sundry buyers (below 50 each),,2 100,1 950
"""


@pytest.fixture(scope="module")
def ask_buyers() -> Ask:
    """Asks a list whose last row stands for all small buyers."""
    return asks(text_file("Buyers.csv", BUYERS.replace("2 100", "2100").replace("1 950", "1950")))


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("who is the biggest buyer", "Alnö Rör AB, Sales 2025 (kSEK): 500 (the largest of 2 rows)"),
        (
            "how many buyers are there",
            "2 buyers: Alnö Rör AB, Bø Stål AS; “Sundry buyers (below 50 each)” stands for several more",
        ),
        ("how many buyers are in norway", "1 of 2 buyers (Country: Norway): Bø Stål AS; “Sundry buyers"),
    ],
)
def test_a_row_of_sundry_things_is_neither_counted_nor_the_largest(ask_buyers: Ask, question: str, part: str) -> None:
    assert part in ask_buyers(question).answer


REQUESTED = (
    ("Project Heron – request list, 4 March 2026",),
    ("No", "Area", "Request", "Status"),
    (1, "Legal", "Articles of association", "Provided"),
    (2, "Commercial", "Projects under way", "Open"),
    (3, "Commercial", "Client contracts", "Open"),
    (4, "Property", "Leases", "Provided"),
)


def test_the_name_of_a_deal_in_a_title_does_not_say_what_the_rows_are() -> None:
    ask = asks(workbook("Requests.xlsx", REQUESTED, "IRL"))
    assert ask("how many projects are there").answer == REFUSAL
    assert "4 requests" in ask("how many requests are there").answer
