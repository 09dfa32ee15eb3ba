"""Whether the time that a sentence states is the one that a question asks about."""

import pytest

from sleuth.evidence.moments import ANOTHER_TIME
from sleuth.evidence.prose import prose_responds
from sleuth.evidence.responds import sentence_responds
from sleuth.reason.understand.figures import read_query
from sleuth.reason.understand.prose import ask

_NONE: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("at the end of April 2025", "at 31 October"),
        ("at the end of April 2025", "at 31 October 2025"),
        ("at 30 April 2025", "as of 31 October"),
        ("at 31 December 2024", "as of 30 December"),
        ("in Q3 2025", "in the first quarter"),
        ("in the second half of 2025", "in the first half"),
        ("at the end of FY25", "at 31 October"),
        ("in 2025", "in the third quarter"),
        ("at the end of April 2025", "at 31 October (April 2024: 25 million)"),
    ],
)
def test_a_sentence_that_states_another_day_month_or_quarter_does_not_respond(asked: str, said: str) -> None:
    query = read_query(f"What was net debt {asked}?", "en")
    assert sentence_responds(query, f"Net debt {said} was SEK 23 million.", _NONE) == ANOTHER_TIME


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("at the end of October 2025", "at 31 October"),
        ("at 31 October 2025", "as of 31 October 2025"),
        ("at 31 October 2025", "in October"),
        ("in Q3 2025", "in the third quarter"),
        ("at the end of 2025", "at 31 December"),
        ("in 2025", "at 31 October 2025"),
        ("", "at 31 October"),
    ],
)
def test_a_sentence_responds_where_its_time_says_nothing_else(asked: str, said: str) -> None:
    query = read_query(f"What was net debt {asked}?", "en")
    assert sentence_responds(query, f"Net debt {said} was SEK 23 million.", _NONE) == ""


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How many claims were open at the end of April 2025?", "We had 57 open claims at 31 October."),
        ("What percentage did Acme own in 2024?", "Acme held 17 % of the shares in 2023."),
    ],
)
def test_an_amount_of_another_time_does_not_answer_a_question_about_words(question: str, sentence: str) -> None:
    assert prose_responds(ask(question, "en"), sentence) == ANOTHER_TIME


def test_what_has_lasted_since_an_earlier_year_answers_who_it_was_in_a_later_one() -> None:
    assert prose_responds(ask("Who was the auditor in 2024?", "en"), "Borg AB has been the auditor since 2019.") == ""
