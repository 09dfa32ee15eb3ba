"""How near texts are to a question, token by token."""

import numpy as np
import pytest

from sleuth.models.late_interaction import late_likeness

NOTICE = "The agreement may be ended on nine months' notice by the Company and six months' notice by the Executive."
PAGE = [
    "The Executive reports to the chief executive and works mainly in Naas.",
    "The base salary is EUR 148,000 a year, payable monthly.",
    NOTICE,
    "The Executive keeps the Company's secrets during and after the agreement.",
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [("how long is the notice period?", NOTICE), ("how much is she paid?", PAGE[1]), ("who is her boss?", PAGE[0])],
)
def test_the_sentence_that_answers_in_other_words_is_nearest(question: str, answer: str) -> None:
    by_token = late_likeness(question, PAGE)[:, 1]

    assert PAGE[int(by_token.argmax())] == answer


def test_likeness_depends_on_no_other_text_of_the_call() -> None:
    together = late_likeness("how much is she paid?", PAGE)
    alone = np.concatenate([late_likeness("how much is she paid?", [text]) for text in PAGE])

    assert np.allclose(together, alone, atol=1e-4)


def test_any_string_can_be_compared() -> None:
    likeness = late_likeness("", ["", "\ud800\0", "x " * 50_000])

    assert likeness.shape == (3, 2)
    assert np.isfinite(likeness).all()
    assert np.abs(likeness).max() <= 1 + 1e-5


def test_no_texts_have_no_likeness() -> None:
    assert late_likeness("what?", []).shape == (0, 2)
