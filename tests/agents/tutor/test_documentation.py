"""The application's documentation: what it returns, what it is asked for, what it does not say, and other folders."""

from pathlib import Path

import pytest

from sleuth.agents.tutor.documentation import open_documentation, statements
from sleuth.agents.tutor.tools import Toolbox
from sleuth.errors import SourceError

AREAS = [
    "app_overview", "jar_system", "budget_suggestions", "auto_categorization", "transaction_search",
    "subscription_tracking",
]  # fmt: skip


def test_the_tool_returns_the_documentation_key_by_key() -> None:
    result = Toolbox("en", open_documentation("en")).get_application_information("jar system info")
    assert result["description"] == "jar system info"
    assert result["data"]["source"] == "app_documentation"
    info = result["data"]["complete_app_info"]
    assert list(info) == AREAS
    assert info["app_overview"]["name"] == "VPBank Personal Finance Assistant"
    assert info["app_overview"]["main_features"][0] == "🏺 Smart Budget Jars"
    assert info["jar_system"] == {
        "overview": "Virtual budget jars for spending categories",
        "how_it_works": "Create jars for categories (groceries, dining, etc.), set budgets, "
        "transactions auto-sort into jars",
        "example": "Set $400 for groceries, see remaining balance after each shopping trip",
    }
    assert info["auto_categorization"]["examples"] == [
        "Starbucks → Dining jar", "Shell Gas → Transportation jar", "Netflix → Entertainment jar",
    ]  # fmt: skip
    assert info["transaction_search"]["examples"][-1] == "Vietnamese: 'ăn trưa dưới 20 đô'"


def test_both_languages_have_the_same_keys() -> None:
    english, vietnamese = open_documentation("en").areas, open_documentation("vi").areas
    assert {area: list(content) for area, content in english.items()} == {
        area: list(content) for area, content in vietnamese.items()
    }


@pytest.mark.parametrize(
    ("question", "areas", "undocumented"),
    [
        ("What is the jar system?", ["jar_system"], []),
        ("How do I track subscriptions?", ["subscription_tracking"], []),
        ("How do I search transactions by date?", ["transaction_search"], []),
        ("How does the app assign a transaction to a jar?", ["jar_system", "auto_categorization"], []),
        ("Can I share my jars with my wife?", ["jar_system"], ["share", "wife"]),
        ("How do I trade crypto in the app?", [], ["trade crypto"]),
    ],
)
def test_areas_and_undocumented_words_of_a_question(question: str, areas: list[str], undocumented: list[str]) -> None:
    about = open_documentation("en").about(question)
    assert about.is_meant
    assert (list(about.areas), list(about.undocumented)) == (areas, undocumented)


def test_a_question_that_does_not_speak_of_the_application() -> None:
    assert not open_documentation("en").about("What is compound interest?").is_meant


def test_any_other_application_can_be_given_as_a_folder(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text(
        "names: [Pocket Ledger]\n"
        "documentation:\n"
        "  app_overview: {name: Pocket Ledger, description: A ledger for the pocket}\n"
        "  receipt_scan: {overview: Photographs of receipts become entries, formats: [JPEG, PNG]}\n",
        encoding="utf-8",
    )
    documentation = open_documentation("vi", tmp_path)  # English, where there is no Vietnamese
    assert documentation.name == "Pocket Ledger"
    assert documentation.about("How does receipt scan work in Pocket Ledger?").areas == ("receipt_scan",)
    assert "PNG" in list(statements(documentation.areas))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no such file"),
        ("documentation: [", "cannot be read"),
        ("areas: {}", "must hold areas"),
        ("documentation: {jars: text}", "must hold areas"),
    ],
)
def test_a_folder_that_cannot_be_used_is_named_with_the_remedy(
    tmp_path: Path, content: str | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "en.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(SourceError, match=message):
        open_documentation("en", tmp_path)
