"""Red flags tell what stands now: a claim as it was raised, a contract as extended, two sources that differ once."""

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Analyst
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.search.services import services_of
from sleuth.store.server.database import Database

ACCOUNTS = """# Vinga Marin AB

Annual report 2024, 14 March 2025.

Kestrel Ltd has claimed EUR 1.4 million for the late delivery of a slipway.

In 2024 we did not record any impairment of goodwill.

| EUR thousand | 2024 | 2023 |
|---|---|---|
| Revenue | {revenue} | 39,120 |
| Operating expenses | {expenses} | 33,250 |
| Operating income | {income} | 5,870 |
"""
FILES = {
    "annual_report.md": ACCOUNTS.format(revenue="41,200", expenses="34,900", income="6,300"),
    "management_accounts.md": ACCOUNTS.format(revenue="42,700", expenses="35,500", income="7,200").replace(
        "Annual report 2024, 14 March 2025.", "Management accounts 2024."
    ),
    "letter_kestrel.txt": (
        "Law firm Harrow & Dale\n\n20 November 2025\n\nVinga Marin AB, attn. the board\n\n"
        "We refer to our letter of 3 February 2025, in which our client Kestrel Ltd claimed EUR 1,400,000. "
        "The expert has since measured the slipway. The claim is hereby increased to EUR 1,960,000.\n"
    ),
    "agreement_orvik.txt": (
        "SUPPLY AGREEMENT\n\nThis Supply Agreement is made on 4 May 2021 between Vinga Marin AB (the “Supplier”) and "
        "Orvik AS (the “Customer”).\n\n1. Term\n1.1 The Agreement runs from 4 May 2021 to 30 September 2029.\n"
    ),
    "contract_register.md": (
        "# Contract register\n\n| Counterparty | Type | Expiry |\n|---|---|---|\n"
        "| Orvik AS | Customer | 2025-03-31 |\n| Harstad AS | Customer | 2025-05-31 |\n"
        "| Tolberg AS | Customer | 2027-12-31 |\n"
    ),
}


@pytest.fixture(scope="module")
def answer(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """All red flags of this room."""
    from sleuth.store.projects import ensure_project, remove_project
    from sleuth.work.adding import add_paths

    name, folder = f"former {secrets.token_hex(6)}", Path(tmp_path_factory.mktemp("former"))
    for filename, text in FILES.items():
        (folder / filename).write_text(text, encoding="utf-8")
    settings = Settings(model="none")
    with database.connection() as connection:
        project = ensure_project(connection, name)
    assert not add_paths(database, settings, project, [folder], lambda _: None).failed
    analyst = Analyst(database, settings, name, services_of(settings), open_reasoner)
    yield asyncio.run(analyst.ask("Show me all red flags")).answer
    with database.connection() as connection:
        remove_project(connection, name)


def test_a_claim_is_told_as_its_letter_states_it_now(answer: str) -> None:
    assert "**Disputes:**\n- The claim is hereby increased to EUR 1,960,000 (source: letter_kestrel.txt" in answer
    assert "Before: “We refer to our letter of 3 February 2025, in which our client Kestrel Ltd claimed EUR" in answer


def test_an_earlier_document_with_the_former_amount_is_told_to_be_former(answer: str) -> None:
    told = next(line for line in answer.splitlines() if "EUR 1.4 million" in line)
    assert told.endswith("letter_kestrel.txt states it anew since.")


def test_a_register_that_does_not_know_how_long_a_contract_runs_is_held_against_the_contract(answer: str) -> None:
    told = {line.partition(",")[0]: line for line in answer.splitlines() if "Expiry: 2025" in line}
    assert "The contract itself says otherwise: “" in told["- Orvik AS"]
    assert "30 September 2029" in told["- Orvik AS"]
    assert "otherwise" not in told["- Harstad AS"]


def test_what_two_documents_state_otherwise_is_one_contradiction(answer: str) -> None:
    contradictions = answer.partition("**Contradictions:**\n")[2].partition("\n\n")[0].splitlines()
    assert len(contradictions) == 1
    assert " for FY2024: the sources differ" in contradictions[0]
    assert "differ on 2 more: revenue; operating expenses." in contradictions[0]


def test_what_is_said_not_to_be_is_no_flag(answer: str) -> None:
    assert "impairment" not in answer
