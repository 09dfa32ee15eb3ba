"""Whole conversations over small real files: contracts asked alone, figures computed from where they stand."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Analyst, Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

LEASE = """Lease agreement

between Havnen Ejendomme A/S (the "Landlord") and Lovik Frys AB (the "Tenant"), dated 3 May 2019.

The lease expires on 31 December 2028.

The annual rent is DKK 4,860,000, payable quarterly in advance.

The Tenant may terminate the lease with twelve months' notice.
"""
SERVICE = """Service agreement

between Brovik Data AB (the "Supplier") and Tornby Group AB (the "Customer"), dated 1 June 2021.

The agreement expires on 31 October 2025.

The Customer may terminate the agreement with ninety days' notice.
"""
ADDENDUM = """Addendum no. 1

to the Service agreement between Brovik Data AB (the "Supplier") and Tornby Group AB (the "Customer").

Clause 7 is replaced: the Customer may terminate the agreement with six months' notice.
"""
REPORT = """Annual report of Tornby Group AB

The power bill of the group fell to SEK 88.4 million (97.3 million) following lower spot prices.

No other customer accounted for more than 10 per cent of sales.

The cost of freight was SEK 40.1 million in 2023.

The cost of freight was SEK 50.2 million in 2024.
"""


@pytest.fixture
def talk(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Callable[..., list[Reply]]:
    """talk(message, message, …) → the replies of one conversation over two contracts and a report."""
    texts = {"Lease_Hirtshals.md": LEASE, "Service_Agreement_Brovik.md": SERVICE, "Annual_Report_2024.md": REPORT}
    files = [tmp_path / name for name in texts]
    for file in files:
        file.write_text(texts[file.name], encoding="utf-8")
    analyst: Analyst = analyst_of(database, new_project("talks"), files)

    def talk(*messages: str) -> list[Reply]:
        replies: list[Reply] = []
        for message in messages:
            conversation = replies[-1].conversation if replies else None
            replies.append(asyncio.run(analyst.ask(message, conversation)))
        return replies

    return talk


def test_that_lease_is_asked_and_no_other_contract(talk: Callable[..., list[Reply]]) -> None:
    *_, end = talk("What is the annual rent in Hirtshals?", "When does that lease expire?")

    assert "31 December 2028" in end.answer
    assert "2025" not in end.answer


def test_a_question_that_names_nothing_goes_on_about_the_contract(talk: Callable[..., list[Reply]]) -> None:
    *_, notice = talk("When does the Brovik agreement expire?", "What notice is required to terminate?")

    assert "ninety days" in notice.answer
    assert "twelve months" not in notice.answer


def test_more_or_less_than_before_is_computed_from_the_sentence_that_was_shown(
    talk: Callable[..., list[Reply]],
) -> None:
    *_, less = talk("What was the power bill of the group?", "Was that more or less than the year before?")

    assert less.answer.startswith("Less.")
    assert "88.4" in less.answer
    assert "97.3" in less.answer
    assert less.claims[0]["proof"] == "computed"
    assert "customer" not in less.answer


def test_the_change_between_two_figures_of_prose_is_computed_and_cited(talk: Callable[..., list[Reply]]) -> None:
    *_, change, percent = talk(
        "What was the cost of freight in 2023?", "And in 2024?", "What is the change?", "And in percent?"
    )

    assert "10.1" in change.answer
    assert len(change.citations) >= 1
    assert "25.2%" in percent.answer


def test_a_change_of_nothing_that_was_given_is_refused(talk: Callable[..., list[Reply]]) -> None:
    (only,) = talk("What is the net change?")

    assert not only.claims


def test_a_contract_is_asked_with_what_amends_it(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    numbered = SERVICE.replace("The Customer may", "7. The Customer may")
    for name, text in {"Service_Agreement_Brovik.md": numbered, "Addendum_1.md": ADDENDUM, "Lease.md": LEASE}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("amended"), sorted(tmp_path.iterdir()))

    reply = asyncio.run(analyst.ask("What is the notice period of the Brovik service agreement?"))

    assert "six months' notice" in reply.answer
    assert "twelve months" not in reply.answer


def test_a_name_in_small_letters_is_a_name(database: Database, new_project: Callable[..., int], tmp_path: Path) -> None:
    between = "The servers stand in Malmö.\n\nThe fee is SEK 40,000 a month.\n\nInvoices are sent by e-mail.\n\n"
    service = SERVICE.replace("Brovik Data AB", "Data Brovik AB").replace(
        "The Customer may", f"{between}The Customer may"
    )
    texts = {"Lease_A.md": LEASE, "Service_B.md": service}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("small"), sorted(tmp_path.iterdir()))

    reply = asyncio.run(analyst.ask("notice period brovik?"))

    assert "ninety days' notice" in reply.answer
    assert "twelve months" not in reply.answer


def test_a_word_that_documents_write_small_is_no_name(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "Orders.md").write_text(f"{SERVICE}\nEach target is set in May.\n".replace("Brovik", "Target"))
    analyst = analyst_of(database, new_project("ordinary"), [tmp_path / "Orders.md"])

    reply = asyncio.run(analyst.ask("when is each target set?"))

    assert str(reply.trace["question"]).casefold() == reply.trace["question"]


DEED = """Master supply agreement

between Orvik Mills AB (the "Supplier") and Sundby Foods AB (the "Customer"), dated 4 May 2021.

3 Term

3.1 The agreement runs from 1 June 2021 to 31 May 2025.

8 Delay

8.2 Liquidated damages are 0.4% of the price of the delayed mill per week, up to 4%.

14 Termination

14.2 After a Change of Control of the Supplier the Customer may terminate with three months' notice.

Signed: Ada Holm for the Supplier; Nils Berg for the Customer.
"""
CHANGES = """Amendment No. 2

to the Master supply agreement dated 4 May 2021 between Orvik Mills AB (the "Supplier") and Sundby Foods AB
(the "Customer"). Dated 9 March 2024.

1. Clause 3.1 is replaced: the agreement shall continue until 31 May 2031.

2. In clause 8.2 liquidated damages shall be 0.9% of the price of the delayed mill per week, up to 7% of that price.

3. Clause 14.2 is replaced: a Change of Control of the Supplier requires the written consent of the Customer.

Signed: Tove Lund for the Supplier; Nils Berg for the Customer.
"""


def test_a_conversation_stays_with_an_amended_contract(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    files = {"Supply_Agreement_Sundby.md": DEED, "Amendment_2_Sundby.md": CHANGES, "Lease.md": LEASE, "HR.md": REPORT}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    analyst = analyst_of(database, new_project("amended talk"), sorted(tmp_path.iterdir()))

    def ask(message: str, conversation: int | None = None) -> Reply:
        return asyncio.run(analyst.ask(message, conversation))

    end = ask("When does the Sundby agreement run out?")
    signed = ask("who signed that change", end.conversation)
    penalty = ask("max penalty if we deliver a mill late", end.conversation)
    sale = ask("and if we buy Orvik, what can they do?", end.conversation)

    assert "until 31 May 2031" in end.answer.partition("Note:")[0]
    assert "31 May 2025" in end.answer.partition("Note:")[2]
    assert "Tove Lund" in signed.answer
    assert "Ada Holm" not in signed.answer
    assert "up to 7%" in penalty.answer.partition("Note:")[0]
    assert "requires the written consent" in sale.answer.partition("Note:")[0]

    flags = ask("Give me the main red flags")
    assert "requires the written consent" in flags.answer
    assert "three months' notice" not in flags.answer


def test_what_was_paid_for_a_company_in_small_letters_is_its_price(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    bought = """Annual report of Tornby Group AB

2 Acquisition

On 1 March 2023 the group acquired all shares of Norra Kvarnby AB. The consideration was SEK 41.5 million in cash.

An earn-out of at most SEK 9 million is payable in 2026 if the EBITDA of Kvarnby exceeds SEK 6 million.
"""
    (tmp_path / "Report.md").write_text(bought, encoding="utf-8")
    (tmp_path / "Kvarnby_minutes.md").write_text("Minutes of the board\n\nKvarnby pays SEK 2 million for rent.\n")
    analyst = analyst_of(database, new_project("bought"), sorted(tmp_path.iterdir()))

    reply = asyncio.run(analyst.ask("what did they pay for kvarnby"))

    assert not reply.claims
    assert reply.pieces[1].startswith("- “The consideration was SEK 41.5 million in cash")


def test_a_bare_why_is_answered_by_reasons_alone(talk: Callable[..., list[Reply]]) -> None:
    *_, reason = talk("How much was the power bill of the group?", "why the drop?")
    *_, none = talk("What was the cost of freight in 2024?", "why so much more?")

    assert "following lower spot prices" in reason.answer
    assert none.refuses
    assert not none.claims
