"""Questions about the requests of a list: which are meant, what a follow-up keeps, and what is no such question."""

import pytest

from sleuth.agents.analyst.requests.asking import RequestQuestion, is_of_area, read_request_question
from sleuth.agents.analyst.requests.stated import stands

OUTSTANDING = "Which high priority requests are still completely outstanding?"


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        (OUTSTANDING, RequestQuestion("missing", "high", is_whole=True)),
        ("How many requests have been provided in full?", RequestQuestion("provided", counts=True)),
        ("Which requests haven't been answered yet?", RequestQuestion("missing")),
        ("List the tax requests that are open", RequestQuestion("missing", area="tax")),
        ("Which IT requests are partially provided?", RequestQuestion("partial", area="IT")),
        ("Which items are outstanding?", RequestQuestion("missing")),
        ("Vilka begärda dokument är fortfarande utestående?", RequestQuestion("missing")),
        ("Hur många punkter är delvis levererade?", RequestQuestion("partial", counts=True)),
    ],
)
def test_status_priority_and_area_are_read(message: str, asked: RequestQuestion) -> None:
    assert read_request_question(message) == asked


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("How many have been provided in full?", RequestQuestion("provided", counts=True)),
        ("And medium?", RequestQuestion("missing", "medium", is_whole=True)),
        ("and in Legal?", RequestQuestion("missing", "high", "Legal", is_whole=True)),
        ("How many of those are HR?", RequestQuestion("missing", "high", "HR", counts=True, is_whole=True)),
        ("Hur många har levererats?", RequestQuestion("provided", counts=True)),
    ],
)
def test_a_follow_up_goes_on_from_a_question_about_requests(message: str, asked: RequestQuestion) -> None:
    assert read_request_question(message, OUTSTANDING) == asked


@pytest.mark.parametrize(
    "message",
    [
        "How many shares are outstanding?", "How much debt is outstanding?", "Which invoices are outstanding?",
        "Which requests did the customer make?", "Which service credit requests are outstanding?",
        "How many documents have been provided?", "What is outstanding?", "What's missing?",
        "Hur många aktier är utestående?",
    ],
)  # fmt: skip
def test_other_questions_are_not_about_requests(message: str) -> None:
    assert read_request_question(message) is None


@pytest.mark.parametrize(
    "message",
    [
        "What does the contract say?",
        "How many employees do they have?",
        "What was EBITDA?",
        "And the year before?",
        "ok",
    ],
)
def test_a_new_topic_does_not_go_on_from_the_requests(message: str) -> None:
    assert read_request_question(message, OUTSTANDING) is None


@pytest.mark.parametrize(
    "asked",
    [
        RequestQuestion("missing", "high", is_whole=True), RequestQuestion("provided", counts=True),
        RequestQuestion("partial", "low", "Legal"), RequestQuestion("n/a"), RequestQuestion("", "medium", counts=True),
    ],
)  # fmt: skip
def test_a_question_is_read_back_from_its_own_words(asked: RequestQuestion) -> None:
    assert read_request_question(asked.text) == asked


@pytest.mark.parametrize(
    ("status", "where"),
    [
        ("Provided", "provided"), ("Partially provided", "partial"), ("Not provided", "missing"),
        ("Outstanding (chased 3 May)", "missing"), ("N/A", "n/a"), ("Levererat", "provided"), ("Delvis", "partial"),
        ("Openness", ""), ("see above", ""),
    ],
)  # fmt: skip
def test_a_status_counts_by_the_words_it_begins_with(status: str, where: str) -> None:
    assert stands(status) == where


@pytest.mark.parametrize(
    ("name", "asked", "is_same"),
    [
        ("Finance", "financial", True), ("HR", "people", True), ("Legal", "legal", True),
        ("Financing", "finance", False),
        ("Tax", "legal", False),
    ],
)  # fmt: skip
def test_areas_go_by_several_names(name: str, asked: str, is_same: bool) -> None:
    assert is_of_area(name, asked) is is_same
