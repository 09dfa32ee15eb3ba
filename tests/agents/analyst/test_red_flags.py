"""Red flags are cited sentences of the documents, the weightiest first; what is denied elsewhere is a contradiction."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sleuth.agents.analyst.run import Analyst, Reply
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.search.services import services_of
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

FILES = {
    "annual_report.md": (
        "# Vinga Marin AB\n\nAnnual report 2024.\n\nIn March 2024 Kestrel Ltd sued the company for damages of "
        "EUR 380,000.\n\nThe largest customer accounted for 17% of net sales.\n\n"
        "The company operates six cold stores with a total of 148,000 pallet positions.\n"
    ),
    "presentation.md": (
        "# Vinga Marin AB\n\nManagement presentation.\n\nThe company is not involved in any litigation.\n\n"
        "The company has 142,000 pallet positions.\n"
    ),
    "facility_agreement.md": (
        "# Facility Agreement\n\nbetween Nordbank AB and Vinga Marin AB, dated 2 May 2022.\n\n"
        "The facility falls due on a change of control of the Borrower.\n\n"
        "A change of control does not give a right of termination to the Guarantor.\n\n"
        "The Borrower shall ensure that leverage does not exceed 2.25:1 on any Quarter Date.\n"
    ),
    "certificate.md": "# Vinga Marin AB\n\n| | 31 March 2025 |\n|---|---|\n| Leverage | 2.19x |\n",
    "contract_register.md": (
        "# Contract register\n\n| Counterparty | Type | Expiry |\n|---|---|---|\n"
        "| Kestrel Ltd | Customer | 2025-08-31 |\n"
        "| Orvik AS | Customer | 2026-12-31 |\n| Harstad AS | Supplier | 2024-10-31 |\n"
    ),
    "mail.md": (
        "# Mail\n\nThey used 39,400 pallet positions on average.\n\n"
        "The CFO Anna Berg has resigned and leaves on 31 December 2025.\n"
    ),
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


def test_a_covenant_that_is_kept_by_little_and_contracts_that_end_soon_are_flags(analyst: Analyst) -> None:
    answer = ask(analyst, "What are the main red flags?").answer
    assert "**Covenant tests:**\n- Leverage March 31, 2025 was 2.19x against at most 2.25x, so there is 0.06x" in answer
    assert (
        "**Contracts that end within six months:**\n- Kestrel Ltd, Expiry: 2025-08-31 (source: contract_reg" in answer
    )
    assert "Orvik AS" not in answer
    assert "Harstad AS" not in answer


def test_weighty_matters_come_before_lighter_ones(analyst: Analyst) -> None:
    answer = ask(analyst, "What are the main red flags?").answer
    assert (
        answer.index("Change of control:") < answer.index("Customer concentration:") < answer.index("People leaving:")
    )


def test_flags_on_a_topic_are_of_its_matters_alone(analyst: Analyst) -> None:
    answer = ask(analyst, "What are the main red flags on financing for a buyer?").answer
    assert "- The facility falls due on a change of control of the Borrower" in answer
    assert not any(other in answer for other in ("Customer concentration", "People leaving", "Gaps"))


def test_what_is_denied_or_excluded_is_no_flag(analyst: Analyst) -> None:
    answer = ask(analyst, "What are the main red flags?").answer
    assert "- The company is not involved in any litigation" not in answer
    assert "does not give a right of termination" not in answer


def test_a_denial_and_what_it_denies_are_told_together(analyst: Analyst) -> None:
    answer = ask(analyst, "Are there contradictions between the documents?").answer
    (told,) = [line for line in answer.splitlines() if line.startswith("- ") and "Kestrel" in line]
    assert "annual_report.md says “In March 2024 Kestrel Ltd sued" in told
    assert "presentation.md says “The company is not involved in any litigation" in told


def test_a_question_about_contradictions_alone_lists_no_gaps(analyst: Analyst) -> None:
    assert "Gaps" not in ask(analyst, "Where do the documents disagree?").answer


def test_a_question_about_contradictions_on_a_topic_is_answered_with_those_alone(analyst: Analyst) -> None:
    answer = ask(analyst, "Are there contradictions about pallet positions?").answer
    (told,) = [line for line in answer.splitlines() if line.startswith("- ")]
    assert told.count("148,000 pallet positions") == 1
    assert told.count("142,000 pallet positions") == 1


def test_both_values_are_shown_and_said_to_disagree(analyst: Analyst) -> None:
    answer = ask(analyst, "How many pallet positions does the company have?").answer
    assert "148,000" in answer
    assert "142,000" in answer
    assert "Note: the documents disagree: annual_report.md: 148,000; presentation.md: 142,000." in answer


def test_a_mean_that_was_not_asked_for_gives_way_to_the_whole(analyst: Analyst) -> None:
    assert "39,400" not in ask(analyst, "How many pallet positions does the company have?").answer


def test_the_sentence_that_denies_an_answer_is_shown_beside_it(analyst: Analyst) -> None:
    answer = ask(analyst, "Is the company involved in any litigation?").answer
    assert "presentation.md" in answer
    assert "Kestrel Ltd sued" in answer
    assert "Note: the documents disagree: " in answer


def test_what_a_contradiction_quotes_is_not_told_again(analyst: Analyst) -> None:
    assert ask(analyst, "What are the main red flags?").answer.count("Kestrel Ltd sued") == 1


def test_who_asks_for_the_limit_is_told_it_and_not_whether_it_is_kept(analyst: Analyst) -> None:
    answer = ask(analyst, "What is the maximum leverage under the facility agreement?").answer
    assert answer.startswith("The limit for leverage at March 31, 2025 is at most 2.25x (source: facility_agreement.md")


@pytest.mark.parametrize("question", ["any litigation?", "Is there any pending litigation?", "are there any disputes?"])
def test_whether_there_is_litigation_is_told_by_what_happened_and_not_by_what_clauses_provide(
    database: Database, new_project: Callable[..., int], tmp_path: Path, question: str
) -> None:
    (tmp_path / "Report.txt").write_text(
        "Annual report 2024\n\nLegal matters\n\nIn August 2024 Beck Inc. filed a complaint against the Company in the "
        "District Court of Oslo and claims damages of EUR 2.4 million.\n"
    )
    (tmp_path / "Supply_Agreement.txt").write_text(
        "Supply Agreement between Orvik AB and Halden AS.\n\n14. Disputes are settled by arbitration in Oslo.\n"
    )
    files = [tmp_path / "Report.txt", tmp_path / "Supply_Agreement.txt"]
    answer = asyncio.run(analyst_of(database, new_project("disputes"), files).ask(question)).answer

    assert "Beck Inc. filed a complaint" in answer
    assert "arbitration" not in answer
