"""Which messages are answered without a search."""

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from sleuth.search.intent import Intent, classify, without_greeting

MESSAGES = tomllib.loads((Path(__file__).parent / "messages.toml").read_text("utf-8"))


def lines(name: str) -> list[str]:
    return [line for line in MESSAGES[name].splitlines() if line]


@pytest.mark.parametrize("message", ["Hello", "Thanks for the help", "Good morning!", "bye", "hi " * 20])
def test_a_message_of_greetings_is_a_greeting(message: str) -> None:
    assert classify(message) is Intent.GREETING


@pytest.mark.parametrize("message", ["Hej!", "Tack så mycket", "Guten Tag", "Vielen Dank", "Xin chào", "cảm ơn bạn ạ"])
def test_greetings_are_known_in_swedish_german_and_vietnamese(message: str) -> None:
    assert classify(message) is Intent.GREETING


@pytest.mark.parametrize("message", ["What can you do?", "Summarize our conversation", "summarize our chat", "help me"])
def test_a_question_about_us_or_the_conversation_is_meta(message: str) -> None:
    assert classify(message) is Intent.META


@pytest.mark.parametrize("message", ["What was Q3 revenue?", "Tell me about the EBITDA margins", "revenue", "why?", ""])
def test_everything_else_is_factual(message: str) -> None:
    assert classify(message) is Intent.FACTUAL


@pytest.mark.parametrize(
    "message",
    ["Create an IRL", "Hi, please add the gaps to the Q&A list", "compare forecast to actual", "I want to set a flag"],
)
def test_a_verb_that_asks_for_work_opens_a_task(message: str) -> None:
    assert classify(message) is Intent.TASK


@pytest.mark.parametrize("message", ["order book", "Change in net debt?", "share count", "record date"])
def test_a_verb_that_is_a_noun_here_opens_no_task(message: str) -> None:
    assert classify(message) is Intent.FACTUAL


def test_a_greeting_before_a_question_does_not_keep_it_from_the_documents() -> None:
    assert classify("Hi, what was Q3 revenue?").retrieves


def test_help_with_a_subject_is_a_question_about_the_subject() -> None:
    assert classify("help me understand the churn numbers").retrieves


def test_a_summary_of_anything_but_the_conversation_is_searched_for() -> None:
    assert classify("summarize the management team").retrieves
    assert not classify("summarize our chat").retrieves


def test_a_question_after_much_blank_space_is_still_seen() -> None:
    assert classify("hi" + " " * 5_000 + "revenue?").retrieves


def test_no_greeting_and_no_question_about_us_of_the_list_retrieves() -> None:
    assert [message for message in lines("skip") if classify(message).retrieves] == []


def test_no_question_of_the_list_goes_without_a_search() -> None:
    assert [message for message in lines("retrieve") if not classify(message).retrieves] == []


def test_the_list_has_at_least_two_hundred_messages() -> None:
    assert len({*lines("skip"), *lines("retrieve")}) >= 200


def test_the_patterns_are_data() -> None:
    data = tomllib.loads((files("sleuth.search") / "data" / "intents.toml").read_text("utf-8"))
    assert {"greeting", "meta", "task"} <= data.keys()


def test_real_questions_of_the_evaluation_set_all_retrieve(shared_data: Path) -> None:
    import json

    rows = [json.loads(line) for line in (shared_data / "redistributable/intent/items.jsonl").read_text().splitlines()]
    asked = [row["text"] for row in rows if row["label"] in ("factual", "task", "out_of_scope")]
    assert [text for text in asked if not classify(text).retrieves] == []


@pytest.mark.parametrize(
    ("message", "rest"),
    [
        ("Hi, what was Q3 revenue?", "what was Q3 revenue?"),
        ("Good morning! Thanks for the help. And EBITDA?", "And EBITDA?"),
        ("Hej, vad var omsättningen?", "vad var omsättningen?"),
        ("Hello Fresh revenue", "Hello Fresh revenue"),
        ("Bye-laws of the company?", "Bye-laws of the company?"),
        ("What was revenue, please?", "What was revenue, please?"),
        ("Hello!", "Hello!"),
    ],
)
def test_the_greeting_before_a_question_can_be_taken_off(message: str, rest: str) -> None:
    assert without_greeting(message) == rest
