"""A term of an agreement that another paper has changed since is not told as the answer of today."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import SERVICE, asking

SUPPLY = """SUPPLY AGREEMENT

Dated 14 March 2023 between Halden Kilns Limited (the “Customer”) and Orvik Clay AS (the “Supplier”).

8. TERM

8.1 This Agreement takes effect on 1 April 2023 and runs until 31 March 2025. It is renewed by twelve months at a time
unless a party gives notice of at least six months before the end of the current period.
"""
LEASE = """LEASE

Dated 2 May 2019 between Harrow Estates Limited (the “Landlord”) and Halden Kilns Limited (the “Tenant”).

Premises: Kilnside 14, Selby.

3. BREAK

3.1 The Tenant may end this Lease on 25 March 2026 by giving the Landlord nine months' written notice.
"""
MINUTES = """Halden Kilns Limited - Minutes of the board of 18 June 2025

1. Chief Executive

In view of the sale the severance in clause 5.2 of the service agreement is raised from nine to 12 months' base salary.

2. Chief Financial Officer

It was proposed that the severance be raised to 18 months' base salary.

3. Kilnside

The last day for a break notice had been 24 June 2025 and none had been served.
"""
MAIL = """From: Una Berg <una@law.example>
To: Ola Lund <ola@halden.example>
Date: Tue, 06 May 2025 09:18:55 +0200
Subject: Status of contracts

Dear Ola,

1. Orvik

No notice was given before 30 September 2024, so the agreement has been renewed to 31 March 2026.

2. Kremat

The agreement with Kremat has been renewed to 31 December 2030.
"""
Asks = Callable[[str], Reply]


@pytest.fixture
def ask(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    papers = {"Service_Agreement_CEO.md": SERVICE, "Orvik_Supply_Agreement.md": SUPPLY, "Lease_Kilnside_14.md": LEASE}
    papers |= {"Board_Minutes_2025-06-18.md": MINUTES, "Status.eml": MAIL}
    return asking(database, new_project("superseded"), tmp_path, papers)


@pytest.fixture
def ask_agreement_alone(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    papers = {"Service_Agreement_CEO.md": SERVICE, "Orvik_Supply_Agreement.md": SUPPLY}
    return asking(database, new_project("alone"), tmp_path, papers)


def test_what_a_board_raised_is_told_first_and_the_agreement_as_it_was(ask: Asks) -> None:
    reply = ask("severance of the CEO?")

    assert "raised from nine to 12 months" in reply.claims[0]["text"]
    assert "Note: the agreement itself says" in reply.answer
    assert "18 months" not in reply.answer


def test_a_renewal_that_a_message_tells_is_told_first(ask: Asks) -> None:
    reply = ask("until when does the Orvik supply agreement run?")

    assert "has been renewed to 31 March 2026" in reply.claims[0]["text"]
    assert "2030" not in reply.answer  # of another agreement


def test_a_right_that_was_not_used_is_told_with_that_beside_it(ask: Asks) -> None:
    reply = ask("when can the tenant break the Kilnside lease?")

    assert "may end this Lease on 25 March 2026" in reply.claims[0]["text"]
    assert "a later paper says: “The last day for a break notice" in reply.answer


def test_what_no_later_paper_changes_is_told_alone(ask: Asks) -> None:
    reply = ask("notice period of the CEO?")

    assert "six months on both sides" in reply.claims[0]["text"]
    assert "12 months" not in reply.answer


def test_an_end_that_has_passed_is_told_as_passed(ask_agreement_alone: Asks) -> None:
    assert "2025-03-31 has passed" in ask_agreement_alone("until when does the Orvik supply agreement run?").answer


_RIDER = """Amendment No. 3

to the Supply Agreement

1. Clause 8.1 is replaced: “It runs until 31 March 2031.”
"""


def test_a_term_that_a_paper_of_no_certain_agreement_may_have_changed_is_not_told(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    papers = {"Orvik_Supply_Agreement.md": SUPPLY, "Amendment_3.md": _RIDER}
    ask = asking(database, new_project("open"), tmp_path, papers)

    reply = ask("Until when does the supply agreement with Orvik run?")
    assert reply.refuses or "31 March 2031" in reply.answer
