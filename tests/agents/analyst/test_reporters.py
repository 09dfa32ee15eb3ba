"""Whose reports are read where a project holds those of companies that have nothing to do with one another."""

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from sleuth.agents.analyst.reporters import of_reporters, reporters_meant
from sleuth.agents.analyst.room import Room, open_room
from sleuth.agents.analyst.tools.reading import named_library
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.search.services import services_of
from sleuth.store.server.database import Database

REPORTERS = (
    "Netflix, Inc.",
    "United Parcel Service, Inc.",
    "JOHNSON CONTROLS INTERNATIONAL PLC",
    "LOWE’S COMPANIES, INC.",
)
ROOM = cast("Room", SimpleNamespace(reports=dict(enumerate(REPORTERS))))


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("What was Netflix's revenue in 2024?", "Netflix, Inc."),
        ("what was netflix revenue", "Netflix, Inc."),
        ("UPS, second quarter of 2023: what did the international business earn?", "United Parcel Service, Inc."),
        ("Johnson Controls, fiscal 2024: sales?", "JOHNSON CONTROLS INTERNATIONAL PLC"),
        ("How many shares did Lowe's buy back?", "LOWE’S COMPANIES, INC."),
        ("How much has inventory gone up in the United States?", "the one before"),  # neither UPS nor United Parcel
        ("And the year before?", "the one before"),
    ],
)
def test_a_company_is_named_by_its_short_name_or_its_ticker(message: str, meant: str) -> None:
    before = ("LOWE’S COMPANIES, INC.",)
    assert reporters_meant(ROOM, message, before) == ((before[0] if meant == "the one before" else meant),)


ARTICLED = ("THE R. T. MARLOW COMPANY", "AT&T INC.", "The Oslund Group plc")
ARTICLED_ROOM = cast("Room", SimpleNamespace(reports=dict(enumerate(ARTICLED))))


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("which of the businesses sold the most at year end?", ()),
        ("what did marlow sell?", ARTICLED[:1]),
        ("What did The R. T. Marlow Company sell?", ARTICLED[:1]),
        ("what did oslund sell at the end of the year?", ARTICLED[2:]),
        ("What did AT&T sell?", ARTICLED[1:2]),
    ],
)
def test_a_small_word_of_a_company_s_name_does_not_name_it(message: str, meant: tuple[str, ...]) -> None:
    assert reporters_meant(ARTICLED_ROOM, message) == meant


def test_two_companies_that_are_named_are_both_meant() -> None:
    assert reporters_meant(ROOM, "Compare Netflix with UPS") == REPORTERS[:2]


def test_where_there_are_reports_of_one_company_none_is_singled_out() -> None:
    assert reporters_meant(cast("Room", SimpleNamespace(reports={1: "Netflix, Inc."})), "Netflix's revenue?") == ()


FILES = {
    "norden.csv": "Norden Bakery AB,,\nIncome statement (SEK thousand),,\n",
    "norden subsidiary.csv": "Malt Kvarn AB,,\nIncome statement (SEK thousand),,\n",
    "pelagic.csv": "Pelagic Fishing ASA,,\nIncome statement (NOK thousand),,\n",
}
NOTES = {
    "lease.txt": "The lease between Fastighets AB Hamnen and Pelagic Fishing ASA ends in 2027.",
    "note.txt": "Norden Bakery AB plans a new oven. Malt Kvarn AB belongs to Norden Bakery AB.",
}


@pytest.fixture(scope="module")
def room(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Two companies that are strangers, one with a subsidiary, and a paper of each."""
    from sleuth.store.projects import ensure_project, remove_project
    from sleuth.work.adding import add_paths

    folder: Path = tmp_path_factory.mktemp("reporters")
    lines = (
        "Revenue",
        "Cost of goods sold",
        "Gross profit",
        "EBITDA",
        "Operating income",
        "Net income",
        "Personnel expenses",
    )
    for place, (name, head) in enumerate(FILES.items()):
        years = [f"FY{year}" for year in range(2015, 2025)]
        rows = [
            ",".join([line, *(f"{1000 * place + 31 * at + 7 * year}" for year in range(10))])
            for at, line in enumerate(lines)
        ]
        owned = ",\nA subsidiary of Norden Bakery AB,\n" if "subsidiary" in name else ""
        (folder / name).write_text(head + "," + ",".join(years) + "\n" + "\n".join(rows) + "\n" + owned)
    for name, text in NOTES.items():
        (folder / name).write_text(text)
    name = f"reporters {secrets.token_hex(6)}"
    settings = Settings(model="none")
    with database.connection() as connection:
        project = ensure_project(connection, name)
    assert not add_paths(database, settings, project, [folder], lambda _: None).failed
    yield open_room(database, settings, name, open_reasoner(settings), services_of(settings))
    with database.connection() as connection:
        remove_project(connection, name)


@pytest.mark.parametrize(
    ("message", "left_out"),
    [
        ("What was Pelagic's revenue?", {"norden.csv", "norden subsidiary.csv", "note.txt"}),
        ("What was Norden's revenue?", {"pelagic.csv", "lease.txt"}),  # its subsidiary's report names it
        ("What was the revenue?", set()),
    ],
)
def test_reports_and_papers_of_strangers_are_not_read(room: Room, message: str, left_out: set[str]) -> None:
    narrow = asyncio.run(of_reporters(room, reporters_meant(room, message)))
    names = {document.filename for document in room.documents.values()}
    assert names - {document.filename for document in narrow.documents.values()} == left_out
    assert {document.filename for document in narrow.library.documents} == names - left_out


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("In the note, which company plans an oven?", {"note.txt"}),
        ("According to our lease, when does it end?", {"lease.txt"}),
        ("What does the note say?", set(FILES) | set(NOTES)),  # a note of whose?
        ("What is in the norden accounts?", set(FILES) | set(NOTES)),  # two files are called so
    ],
)
def test_a_file_that_a_question_locates_its_matter_in_is_read_alone(room: Room, message: str, meant: set[str]) -> None:
    library = asyncio.run(named_library(room, message))
    assert {document.filename for document in library.documents} == meant
