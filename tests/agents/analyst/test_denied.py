"""A figure that another paper denies by its number is told behind the sentence that denies it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

MAIL = """Subject: June pack

Two corrections before it goes out.

In the KPI sheet, health plan members at the end of June should be 18,412 and not 18,142 (digits swapped).

The backlog of 24,620 is wrong, because one order was entered twice.

The invoice number of the courier is 70,840 and not 70,480.
"""
Asks = Callable[[str], Reply]


@pytest.fixture
def room(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """room(message) → the reply over a sheet of indicators and a mail that corrects it."""
    book = Workbook()
    sheet = book.active
    sheet.title = "KPIs"
    for row in (
        ["Key performance indicators 2026"],
        [],
        ["KPI", "Unit", "Apr-26", "May-26", "Jun-26"],
        ["Health plan members", "number", 17846, 18020, 18142],
        ["Order backlog", "number", 22340, 22985, 24620],
        ["Laboratory tests", "number", 66110, 65275, 70480],
    ):
        sheet.append(row)
    book.save(tmp_path / "Pack_June_2026.xlsx")
    (tmp_path / "Mail.md").write_text(MAIL, encoding="utf-8")
    analyst = analyst_of(database, new_project("denied"), sorted(tmp_path.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


def test_what_should_be_another_number_is_led_by_the_sentence_that_says_so(room: Asks) -> None:
    reply = room("How many health plan members were there in June 2026?")

    assert reply.pieces[0].startswith("In the KPI sheet, health plan members at the end of June should be 18,412")
    assert "18142" in reply.answer
    assert reply.claims[0]["proof"] == "verbatim"


def test_a_number_that_nothing_denies_stands_alone(room: Asks) -> None:
    assert "not 18,142" not in room("number of health plan members at the end of May 2026?").answer


def test_the_same_digits_of_another_thing_are_not_denied(room: Asks) -> None:
    assert "courier" not in room("How many laboratory tests were there in June 2026?").answer
