"""How an answer is judged against what is right."""

import pytest

from sleuth.answering.run import Research, Trace
from sleuth.answering.verification import Citation
from sleuth.evals.cases import Answerable
from sleuth.evals.scoring import (
    SCORERS,
    Judgement,
    answered,
    contains,
    file_recall,
    number_contained,
    page_hit,
    precise,
    refused,
    verbatim,
)

REFUSAL = Research("Information not found in provided documents", (), (), Trace((), 1, (), "nothing"))


def said(answer: str, *quotes: str, page: int = 3, filename: str = "a.pdf") -> Research:
    cited = tuple(Citation(quote, page, filename, 1, ()) for quote in quotes or (answer,))
    return Research(answer, cited, (), Trace((), 1, (), ""))


def asked(*answers: str, absent: bool = False, text: str = "") -> Answerable:
    pages = {"a.pdf": frozenset({3})}
    files = frozenset({"a.pdf", "b.pdf"})
    return Answerable("1", "g", "?", ("a.pdf",), answers, pages, files, text=text, is_absent=absent)


ABSENT = asked(absent=True)


@pytest.mark.parametrize(
    ("judge", "case", "research", "judgement"),
    [
        (answered, asked("x"), said("y"), 1.0),
        (answered, asked("x"), REFUSAL, 0.0),
        (answered, ABSENT, REFUSAL, None),
        (refused, ABSENT, REFUSAL, 1.0),
        (refused, ABSENT, said("y"), 0.0),
        (refused, asked("x"), REFUSAL, None),
        (contains, asked("William the Conqueror"), said("It was William  the conqueror."), 1.0),
        (contains, asked("Harald", "Harold"), said("Yes", "King Harold fell"), 1.0),
        (contains, asked("Harold"), said("Nobody knows"), 0.0),
        (contains, asked("found in"), REFUSAL, 0.0),
        (contains, ABSENT, REFUSAL, None),
        (precise, asked("Harold"), said("Harold"), 1.0),
        (precise, asked("Harold"), REFUSAL, None),
        (precise, ABSENT, said("Harold"), 0.0),
        (page_hit, asked("x"), said("y", page=3), 1.0),
        (page_hit, asked("x"), said("y", page=4), 0.0),
        (page_hit, asked("x"), said("y", filename="b.pdf"), 0.0),
        (page_hit, ABSENT, said("y"), None),
        (file_recall, asked("x"), said("y"), 0.5),
        (file_recall, asked("x"), REFUSAL, 0.0),
        (number_contained, asked("$1,577.00"), said("Capex was 1,577 million"), 1.0),
        (number_contained, asked("$8.70"), said("It was 8,697 million"), 1.0),
        (number_contained, asked("$8.70"), said("It was 8,500 million"), 0.0),
        (number_contained, asked("in 2018"), said("in 2018"), None),
        (verbatim, asked(text="Harold fell at Hastings."), said("x", "Harold fell"), 1.0),
        (verbatim, asked(text="Harold fell at Hastings."), said("x", "Harold  fell"), 0.0),
        (verbatim, asked(text="Harold fell at Hastings."), REFUSAL, None),
    ],
)
def test_an_answer_is_right_wrong_or_not_concerned(
    judge: object, case: Answerable, research: Research, judgement: Judgement
) -> None:
    assert callable(judge)
    assert judge(case, research) == judgement


def test_every_set_that_is_asked_has_scorers() -> None:
    from sleuth.evals.cases import ANSWER_SETS

    assert {one.key for one in ANSWER_SETS} == SCORERS.keys()
