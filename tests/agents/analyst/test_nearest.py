"""What is shown where nothing answers for certain: the passages nearest in words and meaning."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.nearest import Near, without_furniture
from sleuth.agents.analyst.run import Reply
from sleuth.evidence.source import Page
from sleuth.reason.protocol import Document, Evidence
from sleuth.reason.read.reading import Reading
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

AGREEMENT = """SERVICE AGREEMENT

1 Duties

The Executive reports to the chief executive and works mainly in Naas.

2 Pay

The base salary is EUR 148,000 a year, payable monthly.

3 Notice

The agreement may be ended on nine months' notice by the Company and six months' notice by the Executive.

4 Secrecy

The Executive keeps the Company's secrets during and after the agreement.

5 Leave

Twenty-six days off are granted every calendar year.
"""
CENSUS = """employee,department,job title,salary
E1,Field Service,Technician,52000
E2,Field Service,Dispatcher,48000
E3,HR and Legal,HR Generalist,61000
E4,Engineering,Designer,70000
E5,Engineering,Designer,72000
"""
Asks = Callable[[str], Reply]


@pytest.fixture
def room(database: Database, new_project: Callable[..., int], tmp_path: Path) -> Asks:
    """room(message) → the reply over an executive's agreement and a staff list."""
    (tmp_path / "Hendrikx_agreement.md").write_text(AGREEMENT, encoding="utf-8")
    (tmp_path / "Employee_Census.csv").write_text(CENSUS, encoding="utf-8")
    analyst = analyst_of(database, new_project("near"), sorted(tmp_path.iterdir()))
    return lambda message: asyncio.run(analyst.ask(message))


def test_a_passage_that_means_the_question_comes_before_one_that_says_its_words(room: Asks) -> None:
    reply = room("How much warning is the company to give if it lets the executive go?")

    assert reply.refuses
    assert not reply.claims
    assert reply.pieces[1].startswith("- “The agreement may be ended on nine months' notice by the Company")


def test_an_abbreviation_that_a_passage_lacks_makes_it_no_passage_of_somebody_else(room: Asks) -> None:
    reply = room("The IM speaks of six months: how much warning is the company to give if it lets the executive go?")

    assert any("nine months' notice by the Company" in piece for piece in reply.pieces)


def test_a_passage_may_share_no_word_with_the_question(room: Asks) -> None:
    reply = room("What vacation does such an executive get?")

    assert reply.refuses
    assert any("Twenty-six days off" in piece for piece in reply.pieces)


def test_who_holds_another_office_is_no_passage(room: Asks) -> None:
    reply = room("Who is the CTO?")

    assert reply.refuses
    assert "chief executive" not in reply.answer


def test_what_stands_on_every_page_is_no_passage() -> None:
    def near(text: str, number: int) -> Near:
        page = Page(number, text, f"p.{number}")
        evidence = Evidence(number, Document(1, "Report.pdf", "Report"), page, 0, len(text))
        unit = Reading("en").units(evidence.document, page)[0]
        return Near(evidence, unit, unit.end, 1.0)

    footers = [near(f"The accounts and report of Halden Group NV, Page {number}", number) for number in (3, 4)]
    told = near("Energy was cheaper than it had been the year before.", 5)

    assert without_furniture([*footers, told]) == [told]


def test_a_column_without_a_word_for_its_rows_is_not_poured_out(room: Asks) -> None:
    assert "E1, salary" not in room("How much salary would she be paid on a sale?").answer


def test_the_word_before_a_list_says_whose_it_is_and_limits_no_rows(room: Asks) -> None:
    assert room("How many people on the HR census are in field service?").answer.startswith("2 of 5 people")


def test_two_values_of_a_column_are_both_meant_where_a_word_joins_them(room: Asks) -> None:
    assert room("How many people are in engineering or field service?").answer.startswith("4 of 5 people")


def test_a_message_that_names_a_matter_of_its_own_is_no_scan_for_risks(room: Asks) -> None:
    reply = room("What is the risk if the landlord in Utrecht refuses his consent?")

    assert reply.refuses
    assert "worth noting" not in reply.answer


SUPPLY = """SUPPLY AGREEMENT

Dated 14 March 2023 between Halden Kilns Limited (the “Supplier”) and Orvik Foods plc (the “Customer”).

7. KILN CARE

7.1 The Supplier visits each kiln within 8 hours of a call. 7.2 The Supplier trains the staff of the Customer.
"""
CHANGED = """Amendment No. 1 to the Supply Agreement

This amendment of 1 May 2025 amends the Supply Agreement dated 14 March 2023 between Halden Kilns Limited (the
“Supplier”) and Orvik Foods plc (the “Customer”).

1. In clause 7.1 “8 hours” is replaced by “6 hours”.

2. Clause 7.2 is deleted.
"""


def test_a_passage_that_an_amendment_changes_is_shown_with_the_change_and_one_that_is_gone_not_at_all(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "Supply_Orvik.md").write_text(SUPPLY, encoding="utf-8")
    (tmp_path / "Amendment_Orvik.md").write_text(CHANGED, encoding="utf-8")
    analyst = analyst_of(database, new_project("changed"), sorted(tmp_path.iterdir()))

    reply = asyncio.run(analyst.ask("How fast must somebody from Halden come out when a kiln breaks down?"))

    assert reply.refuses
    (visits,) = [piece for piece in reply.pieces if "within 8 hours of a call" in piece]
    assert "changed by Amendment_Orvik.md: “1. In clause 7.1 “8 hours” is replaced by “6 hours”.”" in visits
    assert not any("trains the staff" in piece for piece in reply.pieces)
