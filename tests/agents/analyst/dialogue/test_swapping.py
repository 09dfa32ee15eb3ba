"""The question before, of somebody or somewhere else, or under another condition."""

import pytest

from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.agents.analyst.dialogue.swapping import (
    of_another,
    of_another_body,
    same_of_another,
    says_same,
    under_condition,
)

KNOWN = Known(companies=("Lovik Frys AB", "Nordlys Reefer AS"))


@pytest.mark.parametrize(
    ("message", "before", "meant"),
    [
        ("And Nordlys?", "How much did Lovik turn over last year?", "How much did Nordlys turn over last year?"),
        ("What about Nordlys?", "What was Lovik’s profit in 2023?", "What was Nordlys’s profit in 2023?"),
        ("And in Oslo?", "Who is the landlord in Malmö?", "Who is the landlord in Oslo?"),
        ("And the office in Oslo?", "Who is the landlord in Malmö?", "Who is the landlord in Oslo?"),
        ("And for Hirtshals?", "What is the rent?", "What is the rent for Hirtshals?"),
        ("Och i Oslo?", "Vem är hyresvärd?", "Vem är hyresvärd i Oslo?"),
        ("What about Norway?", "How much did Lovik sell in Sweden?", "How much did Lovik sell in Norway?"),
        ("And the CTO?", "How long is the CEO bound?", "How long is the CTO bound?"),
    ],
)
def test_a_name_alone_takes_the_place_of_the_one_before(message: str, before: str, meant: str) -> None:
    assert of_another(message, before, KNOWN) == meant


@pytest.mark.parametrize(
    "message", ["Who runs Nordlys?", "And what does Nordlys sell in Norway?", "And EBITDA?", "And in 2023?"]
)
def test_a_question_of_its_own_is_none_before(message: str) -> None:
    assert of_another(message, "How much did Lovik turn over?", KNOWN) == ""


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("And if she resigns?", "What notice applies if she resigns?"),
        ("But unless it is renewed?", "What notice applies unless it is renewed?"),
        ("Och om hon slutar?", "What notice applies om hon slutar?"),
    ],
)
def test_a_condition_alone_is_the_question_before_under_it(message: str, meant: str) -> None:
    assert under_condition(message, "What notice applies if the company gives notice?") == meant


@pytest.mark.parametrize(
    ("message", "before", "meant"),
    [
        ("same for north hall?", "Must the owner agree to a sale?", "Must the owner agree to a sale for North Hall?"),
        ("and the same in oslo", "Who is the landlord in Malmö?", "Who is the landlord in Oslo?"),
        ("samma för norrhallen?", "Måste ägaren samtycka?", "Måste ägaren samtycka för Norrhallen?"),
    ],
)
def test_the_same_of_something_in_small_letters_is_the_question_before(message: str, before: str, meant: str) -> None:
    assert says_same(message)
    assert same_of_another(message, before, KNOWN) == meant


@pytest.mark.parametrize("message", ["same for 2023?", "same period last year?", "is it the same?", "And Nordlys?"])
def test_what_is_the_same_without_a_name_is_no_such_question(message: str) -> None:
    assert same_of_another(message, "Must the owner agree to a sale?", KNOWN) == ""


@pytest.mark.parametrize(
    ("message", "before", "meant"),
    [
        ("and the audit committee?", "Who chairs the board now?", "Who chairs the audit committee now?"),
        ("What about the pay panel?", "Who is the chair of the audit committee?", "Who is the chair of the pay panel?"),
        ("and the audit committee?", "Who is on the board?", ""),
        ("and the audit committee?", "Who chairs it?", ""),
        ("and what did the audit committee say?", "Who chairs the board?", ""),
    ],
)
def test_another_body_is_asked_for_the_same_office(message: str, before: str, meant: str) -> None:
    assert of_another_body(message, before) == meant
