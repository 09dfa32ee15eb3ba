"""What a message says of a row of a list stands before the row, or beside it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of
from tests.records import book_of

LEASES = (
    ("Lease schedule, status 28 February 2026",),
    ("No.", "Property", "Landlord", "Start", "Expiry", "Annual rent"),
    (1, "Quay Street", "Marram Estates Ltd", "01/04/2019", "31/03/2026", 84000),
    (2, "Tower Yard", "Burnhope plc", "01/07/2021", "30/06/2026", 51500),
    (3, "Mill Lane", "Odell Trust", "15/01/2020", "14/01/2028", 132000),
    (4, "Station Road", "Wexcombe Ltd", "01/10/2022", "30/09/2027", 60750),
)
NEWS = """From: Priya <p@example.com>
To: Deal team <d@example.com>
Date: Mon, 20 Apr 2026 09:10:00 +0100
Subject: leases
MIME-Version: 1.0
Content-Type: text/plain; charset="utf-8"

Since the lease schedule was made:

- Tower Yard: renewed on 2 April 2026 for three years to 30 June 2029.
- No. 3: the lease was terminated by agreement and ended on 31 March 2026.
- Station Road: the landlord asks for a higher deposit.
- A tenant was heard before County Court no. 4 on a fence at another site.

> Will you renew Quay Street?
"""


@pytest.fixture
def ask(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Callable[[str], Reply]:
    """ask(message) → the reply over a schedule of leases and a message that changes some of them."""
    (tmp_path / "Lease schedule Feb 2026.xlsx").write_bytes(book_of({"Leases": LEASES}))
    (tmp_path / "FW leases.eml").write_text(NEWS, encoding="utf-8")
    analyst = analyst_of(database, new_project("rows"), sorted(tmp_path.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


def test_rows_that_a_message_moves_in_or_out_of_the_days_asked_for_are_told_by_the_message(
    ask: Callable[[str], Reply],
) -> None:
    reply = ask("Which leases expire in 2026?")
    leading = reply.answer.split("Quay Street, Expiry")[0]

    assert "renewed on 2 April 2026 for three years to 30 June 2029" in leading
    assert "ended on 31 March 2026" in leading
    assert "Tower Yard, Expiry" not in reply.answer
    assert "Quay Street, Expiry: 31/03/2026" in reply.answer


def test_the_end_of_one_row_is_told_by_the_message_and_the_row_beside_it(ask: Callable[[str], Reply]) -> None:
    reply = ask("When does the lease of Tower Yard expire?")

    assert "30 June 2029" in reply.pieces[0]
    assert "30/06/2026" in reply.answer


def test_what_changes_nothing_that_was_asked_for_stands_beside_the_row(ask: Callable[[str], Reply]) -> None:
    reply = ask("What is the annual rent of Station Road?")

    assert "60,750" in reply.pieces[0] or "60750" in reply.pieces[0]
    assert "higher deposit" in reply.answer


def test_a_question_that_a_message_answers_changes_no_row(ask: Callable[[str], Reply]) -> None:
    assert "Will you renew" not in ask("When does the lease of Quay Street expire?").answer


def test_a_number_within_a_sentence_is_of_no_row(ask: Callable[[str], Reply]) -> None:
    assert "County Court" not in ask("What is the annual rent of Station Road?").answer
