"""Sentences about a topic: all of its words or its name, with those that go on from them; two topics apart."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.agents.analyst.told import about, topics_in
from sleuth.evidence.source import Page
from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

REPORT = (
    "The transition of Orva Sense to a certificate under the MDR is the largest risk. The present certificate may be "
    "relied on until 31 December 2026. Salary to the chief executive was 1 980. A field action was carried out on "
    "1 140 Orva Sense units. Orva Sense 3 is not yet in use. It depends on a notified body. Northcert is one of them."
)


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("the MDR certificate and Orva Sense 3", ["the MDR certificate", "Orva Sense 3"]),
        ("Acme and Borealis", ["Acme", "Borealis"]),
        ("health and safety", ["health and safety"]),
        ("terms and conditions", ["terms and conditions"]),
        ("hyresavtalet och Kvarnhjulet AB", ["hyresavtalet och Kvarnhjulet AB"]),
    ],
)
def test_two_topics_are_told_apart_where_each_is_named(text: str, topics: list[str]) -> None:
    assert [one.text for one in topics_in(text, "en")] == topics


def told(topic: str) -> list[str]:
    (one,) = topics_in(topic, "en")
    return [sentence.text for sentence in about(one, Page(1, REPORT, "p.1"), "pdf", "en")]


def test_a_sentence_says_all_words_of_the_topic_or_goes_on_from_one_that_does() -> None:
    assert told("the MDR certificate") == [
        "The transition of Orva Sense to a certificate under the MDR is the largest risk.",
        "The present certificate may be relied on until 31 December 2026.",
    ]


def test_the_number_of_a_name_is_part_of_it() -> None:
    assert told("Orva Sense 3") == ["Orva Sense 3 is not yet in use.", "It depends on a notified body."]


def test_a_sentence_that_says_nothing_but_the_name_tells_nothing() -> None:
    assert told("Northcert") == []


def test_a_topic_is_told_from_all_documents_without_what_stands_beside_it(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "report.md").write_text(f"# Annual report\n\n{REPORT}\n", encoding="utf-8")
    minutes = "# Minutes\n\nNorthcert has postponed the audit of Orva Sense 3. The board discussed the salaries.\n"
    (tmp_path / "minutes.md").write_text(minutes, encoding="utf-8")
    analyst = analyst_of(database, new_project("scratch"), [tmp_path / "report.md", tmp_path / "minutes.md"])
    answer = asyncio.run(analyst.ask("Tell me about the MDR certificate and Orva Sense 3")).answer
    assert "until 31 December 2026" in answer
    assert "Northcert has postponed the audit of Orva Sense 3" in answer
    assert "alar" not in answer  # neither salary nor salaries
    assert "field action" not in answer


CONTRACT = (
    "# Shareholders' agreement\n\nThis agreement is made on 3 May 2024 between Orvik AB and Halden Sea AS.\n\n"
    '## 1. Definitions\n\n1.1 "Exit" means a sale of all shares in the company.\n\n'
    "## 2. Board\n\nThe board consists of five directors appointed by the owners. The quorum is three directors.\n\n"
    "## 3. Transfers\n\nNo owner may transfer shares before May 2026 without consent.\n\n"
    "## 4. Fees\n\nEach year the company pays Orvik a fee of EUR 40,000 for advice.\n"
)


def test_a_contract_is_summarised_by_its_opening_and_the_first_sentence_under_each_heading(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "Shareholders_Agreement.md").write_text(CONTRACT, encoding="utf-8")
    analyst = analyst_of(database, new_project("scratch"), [tmp_path / "Shareholders_Agreement.md"])
    reply = asyncio.run(analyst.ask("Summarise the main terms of the shareholders' agreement."))
    assert [claim["text"].split()[0] for claim in reply.claims] == ["This", "The", "No", "Each"]
