"""One word of a question does not single out a sentence that shares it with many others."""

import pytest

from tests.reason.test_people import answer

PAID = "EUR 2,000 thousand was paid on 12 November. "
MANY = [
    "The company paid suppliers in 2023. ",
    "Rent is paid in advance. ",
    "Wages are paid monthly by the company. ",
    "Taxes were paid in May. ",
]


@pytest.mark.parametrize("question", ["Which margin were they paying?", "What did they pay?"])
def test_a_word_that_many_sentences_say_answers_nothing(question: str) -> None:
    assert not answer(question, PAID + "".join(MANY))


def test_what_the_asked_thing_comes_to_is_told_among_many() -> None:
    told = answer("What is the deposit?", "The deposit is EUR 9,000. " + "A deposit serves as security. " * 5)
    assert told
    assert "9,000" in told[0]
