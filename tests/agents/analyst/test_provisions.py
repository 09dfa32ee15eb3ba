"""What agreements provide is told whole, as amended, and by the agreement that the question means."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Reply
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import SERVICE, analyst_of, asking, conversing
from tests.records import book_of

LOAN = """FACILITY AGREEMENT

Dated 14 March 2023 between Halden Kilns Limited (the “Borrower”) and Nairn Bank plc (the “Lender”).

1. DEFINITIONS

1.1 “Change of Control” means that the Investors cease to hold more than half of the shares in the Borrower.

6. PREPAYMENT

6.1 On a Change of Control the Lender is not obliged to fund, and may on 10 days' notice cancel the facility and declare
all amounts due. 6.2 The Borrower may prepay on five days' notice.

10. FINANCIAL COVENANTS

10.3 Capital expenditure: the Group shall not spend more than EUR 3,500,000 in a financial year. Up to EUR 400,000 may
be carried forward.

11. UNDERTAKINGS

11.3 No dividend may be paid unless leverage is 1.50:1 or less and no Default is continuing.
"""
AMENDMENT = """Amendment No. 1 to the Facility Agreement

This amendment of 22 August 2025 amends the Facility Agreement dated 14 March 2023 between Halden Kilns Limited (the
“Borrower”) and Nairn Bank plc (the “Lender”).

1. CHANGES

1.1 In clause 11.3 (Dividends) “1.50:1” is replaced by “1.25:1”.

1.2 Clause 10.3 is replaced by: “10.3 Capital expenditure: the Group shall not spend more than EUR 6,000,000.”
"""
SUPPLY = """DISTRIBUTION AGREEMENT

Dated 4 December 2023 between Halden Kilns Limited (the “Supplier”) and Fjellmark Dental AS (the “Distributor”).

2. EXCLUSIVITY

2.1 The Supplier appoints the Distributor as its exclusive distributor in Norway and Finland.

4. MINIMUM PURCHASES

4.1 In each year the Distributor shall order Products worth at least: 2025, EUR 2,600,000; 2026, EUR 3,000,000.

5. PRICES

5.2 The Supplier may raise the prices once a year, by not more than the index plus 1.5 percentage points.

11. TERMINATION

11.1 Either party may terminate at once if the other commits a material breach. 11.2 After 2026 either party may
terminate on twelve months' notice.
"""
WEB = """WEB DEVELOPMENT AGREEMENT

Dated 3 May 2024 between Halden Kilns Limited (the “Company”) and Marsh Web Studio LLC (the “Developer”).

3. TERM

3.1 Unless it is terminated before, this Agreement continues until the Services are completed.

4. TERMINATION

This Agreement may be terminated:

a. by either Party on seven days' written notice to the other Party;

b. by the Company at any time where the Developer is convicted of a crime.
"""
MAIL = """From: Sigrid Aas <sigrid@fjellmark.example>
To: Fiona Tierney <fiona@halden.example>
Subject: Minimums
Date: Thu, 22 Jan 2026 15:31:00 +0000
Content-Type: text/plain; charset="utf-8"

Dear Fiona,

for Fjellmark I confirm what we agreed. The minimum for 2026 is reduced from EUR 3,000,000 to EUR 2,650,000.

Could the price increase be cut from 3% to 2%?

Sigrid
"""
STAFF = (
    ("Staff", "", ""),
    (),
    ("Name", "Function", "Notice (months)"),
    ("Ida Berg", "Sales", 6),
    ("Ola Lund", "CEO", 9),
)
Asks = Callable[..., Reply]


@pytest.fixture(scope="module")
def folder_of_contracts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A loan with its amendment, a supply agreement, a mail that changes it, and a list of staff."""
    folder = tmp_path_factory.mktemp("contracts")
    papers = {"Facility_Agreement.md": LOAN, "Facility_Amendment_1.md": AMENDMENT, "Fjellmark_Distribution.md": SUPPLY}
    papers["Web_Development_Agreement.md"] = WEB
    for name, text in {**papers, "Minimums.eml": MAIL}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "Staff.xlsx").write_bytes(book_of({"Staff": STAFF}))
    return folder


@pytest.fixture
def ask(database: Database, new_project: Callable[..., int], folder_of_contracts: Path) -> Asks:
    """ask(message, …) → the last reply of a conversation over those files, without a model."""
    return conversing(analyst_of(database, new_project("contracts"), sorted(folder_of_contracts.iterdir())))


def test_the_agreement_is_meant_that_the_question_calls_by_its_kind_or_its_party(ask: Asks) -> None:
    of_bank = ask("can the bank do anything if somebody buys the company?")
    of_dealer = ask("can Fjellmark walk away without cause?")

    assert "6.1" in of_bank.answer or "may on 10 days' notice cancel the facility" in of_bank.answer
    assert "Investors cease to hold" in of_bank.answer  # with what the agreement means by a change of control
    assert of_dealer.claims[0]["text"].endswith("either party may terminate on twelve months' notice.")
    assert {claim["proof"] for claim in (*of_bank.claims, *of_dealer.claims)} == {"verbatim"}


def test_a_changed_provision_is_told_with_what_changes_it(ask: Asks) -> None:
    reply = ask("when are dividends allowed under the loan?")

    assert "is replaced by “1.25:1”" in reply.claims[0]["text"]
    assert "no Default is continuing" in reply.answer


def test_a_replaced_provision_is_not_told_as_it_was(ask: Asks) -> None:
    reply = ask("what is the capex limit under the facility?")

    assert "6,000,000" in reply.claims[0]["text"]
    assert not any("3,500,000" in claim["text"] for claim in reply.claims[:1])


def test_a_message_of_the_other_party_that_says_it_is_otherwise_now_is_told_first(ask: Asks) -> None:
    reply = ask("what is the minimum purchase for Fjellmark in 2026?")

    assert reply.claims[0]["text"].startswith("The minimum for 2026 is reduced from EUR 3,000,000 to EUR 2,650,000")
    assert "2026, EUR 3,000,000" in reply.answer


def test_what_a_message_only_asks_for_changes_nothing(ask: Asks) -> None:
    reply = ask("how much can prices go up a year with Fjellmark?")

    assert "the index plus 1.5 percentage points" in reply.claims[0]["text"]
    assert "3% to 2%" not in reply.answer


def test_a_list_of_the_agreement_is_told_with_its_items(ask: Asks) -> None:
    reply = ask("How can the web development agreement be terminated?")

    assert "seven days' written notice" in reply.answer
    assert "convicted of a crime" in reply.answer


def test_what_the_other_side_may_do_is_no_answer(ask: Asks) -> None:
    reply = ask("by how much may the Distributor raise the prices in the Fjellmark agreement?")

    assert not any("the Supplier may raise" in claim["text"] for claim in reply.claims)


def test_a_question_that_goes_on_is_of_the_same_agreement(ask: Asks) -> None:
    reply = ask("is there a price cap in the Fjellmark agreement?", "and can they leave early?")

    assert "twelve months' notice" in reply.answer


@pytest.mark.parametrize(
    "question",
    [
        "what is the notice period of Ida Berg?",  # of a list, and of no agreement
        "rent for the depot in Elblag?",
        "why was the capex limit raised?",
    ],
)
def test_what_no_agreement_is_asked_no_provision_answers(ask: Asks, question: str) -> None:
    assert not any("notice" in claim["text"] and claim["proof"] == "verbatim" for claim in ask(question).claims)


CARE = """HEARING SERVICES AGREEMENT

(1) CALDERBROOK CARE BOARD (the Commissioner)

(2) HALDEN KILNS LIMITED (the Provider)

18. TERMINATION

18.1 The Commissioner may terminate at any time by 12 months' written notice.
"""


@pytest.fixture
def ask_officers(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """ask(message) → the reply, over an officer's agreement and one with a party that is called the Commissioner."""
    papers = {"Service_Agreement_CEO.md": SERVICE, "Hearing_Services.md": CARE}
    return asking(database, new_project("officers"), tmp_path, papers)


@pytest.mark.parametrize(
    "question", ["severance of the CFO?", "severance of the CFO", "what severance does the CFO get?"]
)
def test_what_one_officer_gets_is_not_told_of_another(ask_officers: Asks, question: str) -> None:
    assert not any("nine months" in claim["text"] for claim in ask_officers(question).claims)


def test_what_an_officer_gets_is_told_of_that_officer(ask_officers: Asks) -> None:
    assert "nine months' base salary" in ask_officers("severance of the CEO?").claims[0]["text"]


def test_a_word_that_calls_one_of_two_agreements_means_that_one(ask_officers: Asks) -> None:
    told = [claim["text"] for claim in ask_officers("notice the commissioner has to give now?").claims]

    assert any("The Commissioner may terminate" in text for text in told)
    assert not any("six months on both sides" in text for text in told)
