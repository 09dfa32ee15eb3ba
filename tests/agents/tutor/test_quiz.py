"""Quizzes: three questions with computed answers, and the marking of replies."""

import pytest

from sleuth.agents.tutor.concepts import concepts
from sleuth.agents.tutor.language import LANGUAGES
from sleuth.agents.tutor.quiz import QuizQuestion, make_quiz, mark

COMPOUND = make_quiz(concepts("en")["compound-interest"], 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_quiz_of_three_different_questions_on_every_concept(language: str) -> None:
    for concept in concepts(language).values():
        questions = make_quiz(concept, 7)
        assert len({question.text for question in questions}) == 3, concept.id
        assert all(question.arithmetic for question in questions), concept.id


def test_the_same_seed_asks_the_same_and_another_does_not() -> None:
    concept = concepts("en")["mortgage"]
    assert make_quiz(concept, 5) == make_quiz(concept, 5)
    assert make_quiz(concept, 5) != make_quiz(concept, 6)


def question(answer: str = "1102.50", shown: str = "$1,102.50", language: str = "en") -> QuizQuestion:
    from decimal import Decimal

    return QuizQuestion("?", Decimal(answer), shown, ("…",), language)


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("1102.50", "right"),
        ("$1,102.50", "right"),
        ("about 1102.5 dollars", "right"),
        ("1,000 × 1.05^2 = 1,102.50", "right"),
        ("1103", "right"),  # rounded by its writer
        ("1.1k", "wrong"),
        ("1100", "wrong"),
        ("1,050", "wrong"),
        ("-1102.50", "wrong"),
        ("", "passed"),
        ("no idea", "unread"),
    ],
)
def test_a_reply_is_marked(reply: str, verdict: str) -> None:
    assert mark(question(), reply).verdict == verdict


def test_a_vietnamese_reply_is_read_as_it_is_written_in_vietnam() -> None:
    asked = question("11130250", "11.130.250 đồng", "vi")
    assert mark(asked, "11.130.250 đồng").verdict == "right"
    assert mark(asked, "11,13 triệu").verdict == "right"
    assert mark(asked, "11 triệu").verdict == "wrong"


def test_every_answer_of_a_quiz_marks_itself_right() -> None:
    for language in LANGUAGES:
        for concept in concepts(language).values():
            for asked in make_quiz(concept, 3):
                assert mark(asked, asked.shown).verdict == "right", (concept.id, language, asked)
