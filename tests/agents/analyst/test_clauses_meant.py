"""Of several agreements the one is told that is meant, in the clause that is meant, as it stands today."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of, conversing

LOAN = """FACILITIES AGREEMENT

Dated 14 October 2022 between Halden Kilns Limited (the “Borrower”) and Nairn Bank plc (the “Lender”).

1. DEFINITIONS

“Change of Control” means that any person other than Firth Partners acquires more than half of the shares.

“Termination Date” means 14 October 2026.

7. MANDATORY PREPAYMENT

7.1 Upon a Change of Control the Lender may on ten days' notice cancel the facilities and declare all loans due.

7.2 Proceeds of disposals above EUR 1,000,000 are applied in prepayment.

7.3 Voluntary prepayment: on five days' notice, without any fee other than break costs.

35. LAW AND DISPUTES

35.1 This Agreement is governed by the laws of Scotland. 35.2 Disputes are settled by arbitration in Leith.
"""
CHANGES = """Amendment No. 1 to the Facilities Agreement

This amendment of 28 November 2024 amends the Facilities Agreement dated 14 October 2022 between Halden Kilns Limited
(the “Borrower”) and Nairn Bank plc (the “Lender”).

1. DEFINITIONS

1.1 In the definition of “Change of Control” the word “half” is replaced by “40%”.

1.2 “Termination Date” means 14 October 2027.

2. PREPAYMENT FEE

If the facilities are prepaid in full before 28 November 2026, the Borrower pays a fee of 0.75% of the amount prepaid.

3. ARRANGEMENT FEE

EUR 165,000, payable on the date of this amendment.
"""
CLAY = """SUPPLY AGREEMENT

Dated 12 January 2023 between Orvik Clay AS (the “Seller”) and Halden Kilns Limited (the “Buyer”).

3 Quantity and shortfall

3.1 Buyer shall buy at least 4,200 tonnes of clay in each contract year.

9 Term and termination

9.1 This agreement runs until 30 June 2030. 9.2 Either party may terminate for convenience on nine months' notice.

12. Law

12.1 The law of Norway. Arbitration in Oslo.
"""
LEASE = """LEASE of the works at Kilnside 14

Dated 1 May 2012 between Brae Estates Limited (the “Landlord”) and Halden Kilns Limited (the “Tenant”).

3. RENT

3.1 The rent is GBP 90,000 a year. 3.2 The rent is reviewed to market on 1 May 2017 and each fifth anniversary.
"""
Asks = Callable[..., Reply]
PAPERS = {"Facilities_Agreement.md": LOAN, "Amendment_No_1.md": CHANGES, "Clay_Supply.md": CLAY, "Lease.md": LEASE}


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("papers")
    for name, text in PAPERS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return sorted(folder.iterdir())


@pytest.fixture
def ask(database: Database, new_project: Callable[..., int], papers: list[Path]) -> Asks:
    """ask(message) → the reply."""
    analyst = analyst_of(database, new_project("meant"), papers)
    return lambda message: asyncio.run(analyst.ask(message))


@pytest.fixture
def converse(database: Database, new_project: Callable[..., int], papers: list[Path]) -> Asks:
    return conversing(analyst_of(database, new_project("meant"), papers))


def told(reply: Reply) -> str:
    """What is told, without the notes."""
    return reply.answer.partition("\n\nNote:")[0]


def test_a_term_that_the_amendment_defines_stands_as_it_does(ask: Asks) -> None:
    reply = ask("When does the Nairn facility mature?")

    assert "14 October 2027" in told(reply)
    assert "2026" not in told(reply)


def test_what_holds_is_told_where_only_the_meaning_names_who_sells(ask: Asks) -> None:
    assert "declare all loans due" in told(
        ask("Bank facilities: what can the lender do if Firth Partners sells its stake?")
    )


def test_a_clause_that_is_called_as_the_question_calls_it_is_the_one(ask: Asks) -> None:
    reply = ask("Bank facilities: would a prepayment fee be due?")

    assert "0.75%" in told(reply)
    assert not any(other in told(reply) for other in ("disposals", "165,000", "without any fee"))


def test_what_goes_on_is_of_the_agreement_before_and_of_the_one_clause_under_its_name(converse: Asks) -> None:
    reply = converse("Orvik supply contract: minimum quantity?", "governing law?")

    assert "law of Norway" in told(reply)
    assert "Scotland" not in reply.answer


@pytest.mark.parametrize("question", ["What is the rent of Kilnside 14 today?", "current rent under the lease?"])
def test_a_rent_that_has_been_reviewed_since_is_not_told_as_that_of_today(ask: Asks, question: str) -> None:
    assert "90,000" not in told(ask(question)) or ask(question).refuses


def test_behind_a_question_on_another_paper_the_message_itself_calls_the_agreement(converse: Asks) -> None:
    reply = converse("What does the IM say on that?", "governing law of the Orvik supply contract?")

    assert "law of Norway" in told(reply)


def test_a_heading_of_two_things_is_told_with_both(ask: Asks) -> None:
    reply = told(ask("Nairn facilities: governing law and disputes"))

    assert "laws of Scotland" in reply
    assert "arbitration in Leith" in reply
