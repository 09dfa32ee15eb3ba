"""The public Python API: the same as the commands."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import sleuth
from sleuth import Project, open_project
from sleuth.agents.researcher import Step
from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.store.server.database import Database


@pytest.fixture(scope="module")
def project(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    folder = tmp_path_factory.mktemp("api")
    (folder / "loan.md").write_text("# Loan\n\nThe loan of EUR 2 million matures on 1 June 2030.\n", encoding="utf-8")
    with open_project("api", Settings(database_url=database.dsn, home=folder / "home")) as opened:
        report = opened.add(folder / "loan.md")
        assert [outcome["filename"] for outcome in report.added] == ["loan.md"]
        yield opened


def test_documents_are_listed(project: Project) -> None:
    assert [document.filename for document in project.documents()] == ["loan.md"]


def test_passages_are_found(project: Project) -> None:
    assert project.search("maturity of the loan").hits[0].filename == "loan.md"


def test_a_question_is_answered_with_proof(project: Project) -> None:
    answer = project.research("When does the loan mature?", ["loan.md"])
    assert "1 June 2030" in answer.answer
    assert answer.citations[0].filename == "loan.md"


def test_each_has_an_asynchronous_twin(project: Project) -> None:
    async def ask() -> tuple[str, str]:
        found = await project.asearch("loan")
        answer = await project.aresearch("When does the loan mature?", ["loan.md"])
        return found.hits[0].filename, answer.answer

    filename, answer = asyncio.run(ask())
    assert filename == "loan.md"
    assert "1 June 2030" in answer


def test_a_follow_up_asks_the_same_files_and_says_what_it_means(project: Project) -> None:
    project.research("When does the loan mature?", ["loan.md"])
    steps: list[Step] = []
    answer = project.follow_up("And what is the loan?", on_step=steps.append)
    assert "EUR 2 million" in answer.answer
    assert answer.citations[0].filename == "loan.md"
    assert answer.trace.queries[0] == "What is the loan?"
    assert "1 June 2030" in asyncio.run(project.afollow_up("And when does the loan mature?", ["loan.md"])).answer
    assert [step.name for step in steps[:3]] == ["understand", "resolve", "generate"]


def test_feedback_is_kept_with_the_answer_and_its_evidence(project: Project) -> None:
    answer = project.research("When does the loan mature?", ["loan.md"])
    assert answer.id is not None
    project.feedback(answer.id, "bad", "no notary")
    judged = project.judged()[0]
    assert (judged.id, judged.verdict, judged.why) == (answer.id, "bad", "no notary")
    assert judged.detail["citations"][0]["text"] == answer.citations[0].text
    with pytest.raises(UserError, match="no verdict"):
        project.feedback(answer.id, "so so")


def test_an_unknown_file_is_an_error_with_near_names(project: Project) -> None:
    with pytest.raises(UserError, match=r"loan\.md"):
        project.research("When does the loan mature?", ["lone.md"])


def test_what_is_removed_is_gone(project: Project, tmp_path: Path) -> None:
    (tmp_path / "memo.txt").write_text("A memo about nothing at all.", encoding="utf-8")
    project.add(tmp_path / "memo.txt")
    project.remove("memo.txt")
    assert [document.filename for document in project.documents()] == ["loan.md"]


def test_no_other_name_is_public() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = sleuth.nothing
