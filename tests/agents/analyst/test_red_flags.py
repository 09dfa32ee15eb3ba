"""Red flags are cited sentences of the documents, the weightiest first; what is denied elsewhere is a contradiction."""

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Analyst, Reply
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.search.services import services_of
from sleuth.store.server.database import Database

FILES = {
    "annual_report.md": (
        "# Vinga Marin AB\n\nAnnual report 2024.\n\nIn March 2024 Kestrel Ltd sued the company for damages of "
        "EUR 380,000.\n\nThe largest customer accounted for 17% of net sales.\n"
    ),
    "presentation.md": "# Management presentation\n\nThe company is not involved in any litigation.\n",
    "facility_agreement.md": (
        "# Facility Agreement\n\nbetween Nordbank AB and Vinga Marin AB, dated 2 May 2022.\n\n"
        "The facility falls due on a change of control of the Borrower.\n\n"
        "A change of control does not give a right of termination to the Guarantor.\n"
    ),
    "mail.md": "# Mail\n\nThe CFO Anna Berg has resigned and leaves on 31 December 2025.\n",
}


@pytest.fixture(scope="module")
def analyst(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    from sleuth.store.projects import ensure_project, remove_project
    from sleuth.work.adding import add_paths

    name, folder = f"flags {secrets.token_hex(6)}", Path(tmp_path_factory.mktemp("flags"))
    for filename, text in FILES.items():
        (folder / filename).write_text(text, encoding="utf-8")
    settings = Settings(model="none")
    with database.connection() as connection:
        project = ensure_project(connection, name)
    assert not add_paths(database, settings, project, [folder], lambda _: None).failed
    yield Analyst(database, settings, name, services_of(settings), open_reasoner)
    with database.connection() as connection:
        remove_project(connection, name)


def ask(analyst: Analyst, message: str) -> Reply:
    return asyncio.run(analyst.ask(message))


def test_flags_are_sentences_with_their_sources_under_their_matter(analyst: Analyst) -> None:
    answer = ask(analyst, "What are the main red flags?").answer
    assert "**Change of control:**\n- The facility falls due on a change of control of the Borrower (source:" in answer
    assert "**Customer concentration:**\n- The largest customer accounted for 17% of net sales (source:" in answer
    assert "**People leaving:**\n- The CFO Anna Berg has resigned" in answer


def test_weighty_matters_come_before_lighter_ones(analyst: Analyst) -> None:
    answer = ask(analyst, "What are the main red flags?").answer
    assert (
        answer.index("Change of control:") < answer.index("Customer concentration:") < answer.index("People leaving:")
    )


def test_what_is_denied_or_excluded_is_no_flag(analyst: Analyst) -> None:
    answer = ask(analyst, "What are the main red flags?").answer
    assert "- The company is not involved in any litigation" not in answer
    assert "does not give a right of termination" not in answer


def test_a_denial_and_what_it_denies_are_told_together(analyst: Analyst) -> None:
    answer = ask(analyst, "Are there contradictions between the documents?").answer
    (told,) = [line for line in answer.splitlines() if line.startswith("- ")]
    assert "annual_report.md says “In March 2024 Kestrel Ltd sued" in told
    assert "presentation.md says “The company is not involved in any litigation" in told


def test_a_question_about_contradictions_alone_lists_no_gaps(analyst: Analyst) -> None:
    assert "Gaps" not in ask(analyst, "Where do the documents disagree?").answer
