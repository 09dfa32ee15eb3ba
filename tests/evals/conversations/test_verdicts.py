"""How one reply is judged."""

from decimal import Decimal

import pytest

from sleuth.evals.conversations.verdicts import (
    ALL,
    NOISE,
    NONE,
    ONE_FALSE,
    ONE_RIGHT,
    RIGHT,
    SEVERAL,
    WRONG,
    Answerability,
    Conflict,
    Manner,
    Reply,
    Value,
)


def answer(text: str, *files: str) -> Reply:
    return Reply(text, claims=1, refuses=False, files=frozenset(files))


REFUSAL = Reply("I couldn’t find 27 in the documents.", 0, refuses=True)
QUESTION = Reply("Do you mean 2006 or 2007?", 0, refuses=False, choices=2)


@pytest.mark.parametrize(
    ("reply", "manner"),
    [
        (answer("Rent was 27 (source: a.html)."), Manner.ANSWERED),
        (REFUSAL, Manner.REFUSED),
        (QUESTION, Manner.ASKED),
        (Reply("Which figure do you mean?", 0, refuses=False), Manner.ASKED),
        (Reply("Hello.", 0, refuses=False), Manner.BESIDE),
    ],
)
def test_a_reply_answers_refuses_asks_back_or_speaks_of_itself(reply: Reply, manner: Manner) -> None:
    assert reply.manner is manner
    assert Answerability("answerable").judge(reply) == manner.value


@pytest.mark.parametrize(
    ("right", "text", "outcome"),
    [
        ("27", "Rent for 2007 was 27 (source: a_27.html).", RIGHT),
        ("27", "Rent for 2007 was 28 (source: a_27.html).", WRONG),
        ("27", "FY2007 rent was $27M (source: a.html).", RIGHT),  # the set leaves out "in millions"
        ("27", "Rent was 28 (source: a.html).\n\nNote: b.html states 27 (source: b.html).", WRONG),
        ("12000000", "Rent was 12,000,000 (source: a.html).", RIGHT),
        ("60.94", "The price was $60.9 (source: a.html).", RIGHT),
        ("60.94", "The price was $60.8 (source: a.html).", WRONG),
        (
            "-26",
            "Issuance costs were 26 (source: a.html).",
            RIGHT,
        ),  # the sign of what is looked up is how it is printed
        ("7", "Rent for 7 March 2007 was 9 (source: a.html).", WRONG),  # a date is no value
        ("yes", "Yes, it rose (source: a.html).", RIGHT),
        ("yes", "No, it fell (source: a.html).", WRONG),
    ],
)
def test_a_value_that_is_looked_up_is_right_as_it_is_printed(right: str, text: str, outcome: str) -> None:
    wanted = right if right == "yes" else Decimal(right)
    assert Value(wanted, is_computed=False).judge(answer(text)) == outcome


@pytest.mark.parametrize(
    ("right", "text", "outcome"),
    [
        ("1.42403", "Rent grew from 25.14 in 2005 to 60.94 in 2007 (+142.4%) (source: a.html).", RIGHT),
        ("1.42403", "Rent grew from 25.14 in 2005 to 60.94 in 2007 (+143.0%) (source: a.html).", WRONG),
        ("-0.21053", "Rent fell from 19 in 2005 to 15 in 2007 (−21.1%) (source: a.html).", RIGHT),
        ("-0.21053", "Rent grew from 15 in 2005 to 19 in 2007 (+21.1%) (source: a.html).", WRONG),
        ("0.21053", "Rent changed by −21.1% (source: a.html).", WRONG),
        ("-4", "Rent fell by 4 from 19 to 15 (source: a.html).", RIGHT),
        ("4", "The ratio was 4.0 (source: a.html).", RIGHT),
    ],
)
def test_a_value_that_is_computed_is_right_with_its_sign(right: str, text: str, outcome: str) -> None:
    assert Value(Decimal(right), is_computed=True).judge(answer(text)) == outcome


@pytest.mark.parametrize(("reply", "outcome"), [(REFUSAL, "refused"), (QUESTION, "asked back")])
def test_what_is_not_answered_is_neither_right_nor_wrong(reply: Reply, outcome: str) -> None:
    assert Value(Decimal(27), is_computed=False).judge(reply) == outcome
    assert Conflict(frozenset({"27"}), frozenset({"2007"})).judge(reply) == outcome


DISAGREE = Conflict(frozenset({"2,197", "183"}), frozenset({"5,000"}), frozenset({"noise.txt"}))


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (answer("- It was 2,197.\n- It was 183.\n\nNote: b.txt states 5,000."), ALL),
        (answer("- It was 2,197.\n- It was 5,000."), SEVERAL),
        (answer("It was 183."), ONE_RIGHT),
        (answer("It was 5,000."), ONE_FALSE),
        (answer("It was 15,000."), NONE),  # no part of another number counts
        (answer("It was 9 (source: noise.txt).", "noise.txt"), NOISE),
        (answer("It was 9 (source: a.txt).", "noise.txt", "a.txt"), NONE),
    ],
)
def test_of_values_that_disagree_it_is_told_which_are_shown(reply: Reply, outcome: str) -> None:
    assert DISAGREE.disagrees
    assert DISAGREE.judge(reply) == outcome


def test_one_value_written_in_two_ways_is_no_conflict() -> None:
    assert not Conflict(frozenset({"2,197", "2 197"}), frozenset()).disagrees
