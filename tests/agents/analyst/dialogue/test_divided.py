"""Questions about which part of a measure stands out."""

import pytest

from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.divided import planned_in, read_parts, read_split, ways_to_rank
from sleuth.language.period import Day, period_ending
from sleuth.reason.understand.figures import read_query


@pytest.mark.parametrize(
    ("question", "against", "is_low", "names"),
    [
        ("Which segment is furthest behind budget in H1 FY26?", "budget", True, ()),
        ("Which segment missed budget the least in Q1 FY26?", "budget", False, ()),
        ("Which of Flow, Sense and Services grew fastest in FY25?", "year", False, ("Flow", "Sense", "Services")),
        ("Vilket segment tappade försäljning 2024/25?", "year", True, ()),
        ("Which segment has the lowest EBITDA margin in FY25?", "", True, ()),
        ("which segment had the highest revenue?", "", False, ()),
        ("What was our smallest market in 2024?", "", True, ()),
        ("Which is the largest segment?", "", False, ()),
    ],
)
def test_parts_are_judged_by_a_plan_by_the_year_before_or_by_the_figure_itself(
    question: str, against: str, is_low: bool, names: tuple[str, ...]
) -> None:
    asked = read_parts(question, Context())
    assert asked is not None
    assert (asked.against, asked.is_low, asked.names) == (against, is_low, names)


def test_a_follow_up_goes_on_with_the_plan_and_the_time_before() -> None:
    asked = read_parts("which segment is worst", Context(question="How is H1 FY26 tracking against budget?"))
    assert asked is not None
    assert (asked.against, str(asked.query.times[0]), asked.is_low) == ("budget", "H1 FY26", True)


@pytest.mark.parametrize(
    "question", ["What is the largest customer?", "Which customers are in Germany?", "Which segments are there?"]
)
def test_what_names_no_parts_or_asks_for_none_of_them_is_no_such_question(question: str) -> None:
    assert read_parts(question, Context()) is None


@pytest.mark.parametrize(
    ("question", "direction"),
    [
        ("Which segment shrank in FY25?", -1),
        ("Which segment missed budget the least in Q1 FY26?", -1),
        ("Which segment grew fastest in FY25?", 1),
        ("Which segment grew the least in FY25?", 0),
        ("Which segment grew slowest in FY25?", 0),
        ("Vilket segment tappade försäljning 2024/25?", -1),
    ],
)
def test_parts_that_fell_or_grew_are_asked_for_where_a_verb_says_so(question: str, direction: int) -> None:
    asked = read_parts(question, Context())
    assert asked is not None
    assert asked.direction == direction


def test_a_word_that_only_the_question_narrows_itself_by_stays_in_it() -> None:
    asked = read_parts("Which product is sold most in Germany?", Context())
    assert asked is not None
    assert {word.text for word in asked.query.words} == {"Germany"}


@pytest.mark.parametrize(
    ("question", "is_of_places"),
    [("Revenue by country in 2024?", True), ("How is revenue split by segment?", False), ("Split of revenue", None)],
)
def test_a_split_names_the_kind_of_its_parts(question: str, is_of_places: bool | None) -> None:
    split = read_split(question, read_query(question, "en"))
    assert (split.is_of_places if split else None) == is_of_places


HALF = period_ending(Day(2024, 6), 6)


@pytest.mark.parametrize(
    ("question", "against", "is_low"),
    [
        ("and which one shrank the most vs the year before, in percent?", "year", True),
        ("and which grew fastest?", "year", False),
        ("but which sold the least?", "", True),
        ("which lost the most money?", "", True),
        ("which made the least money?", "", True),
    ],
)
def test_a_follow_up_asks_for_another_of_the_same_parts_at_the_same_time(
    question: str, against: str, is_low: bool
) -> None:
    asked = read_parts(question, Context(question="which of its businesses sold the most?", period=HALF))
    assert asked is not None
    assert (asked.against, asked.is_low, [str(time) for time in asked.query.times]) == (against, is_low, [HALF.name])


def test_what_a_part_makes_is_what_documents_tell_of_parts() -> None:
    asked = read_parts("Which segment lost the most money in FY25?", Context())
    assert asked is not None
    assert [measure.keys for measure in asked.query.measures] == [("operating income",)]


@pytest.mark.parametrize("earlier", ["What was EBITDA in FY25?", "What was the EBITDA margin in FY25?"])
def test_a_margin_of_nothing_is_that_of_the_measure_before(earlier: str) -> None:
    context = Context(question=earlier, query=read_query(earlier, "en"))
    asked = read_parts("Which segment has the best margin then?", context)
    assert asked is not None
    assert asked.query.measures[0].name.casefold() == "ebitda margin"


@pytest.mark.parametrize(
    "question",
    [
        "fastest growing country 2024",
        "biggest shortfall against budget by business line",
        "segment with the best ebitda margin",
        "Division that grew most in FY25",
    ],
)
def test_parts_are_asked_for_without_a_question_word(question: str) -> None:
    assert read_parts(question, Context()) is not None


@pytest.mark.parametrize("question", ["biggest market risk?", "largest product liability claim", "largest customer"])
def test_a_noun_of_parts_before_another_noun_asks_for_none(question: str) -> None:
    assert read_parts(question, Context()) is None


def test_a_margin_of_which_nothing_is_said_may_be_any_that_is_told_of_parts() -> None:
    asked = read_parts("Which division earns the best margin?", Context())
    named = read_parts("Which division has the best EBITDA margin?", Context())

    assert asked is not None
    assert named is not None
    assert [one.query.measures[0].keys[-1] for one in ways_to_rank(asked)] == [
        "operating margin", "ebitda margin", "gross margin",
    ]  # fmt: skip
    assert ways_to_rank(named)[0] == named


@pytest.mark.parametrize(
    "message",
    ["EBITDA to Feb - actual v budget?", "industrial revenue August 25, actual and budget pls", "budget v actual"],
)
def test_what_happened_is_set_beside_the_plan_in_short_words_too(message: str) -> None:
    assert planned_in(message) == "budget"


@pytest.mark.parametrize(
    ("question", "is_by_amount"),
    [
        ("Which segment is furthest behind its revenue budget in dollars?", True),
        ("Which segment is furthest behind its revenue budget?", False),
        ("Which segment made the most money in euros?", False),  # it is set against nothing
    ],
)
def test_a_currency_asks_for_the_amount_that_parts_lie_apart(question: str, is_by_amount: bool) -> None:
    asked = read_parts(question, Context())
    assert asked is not None
    assert asked.is_by_amount is is_by_amount


@pytest.mark.parametrize(
    ("question", "is_of_sites"),
    [("Which store is furthest below budget in revenue?", True), ("Which segment is below budget in revenue?", False)],
)
def test_places_of_business_are_other_parts_than_segments(question: str, is_of_sites: bool) -> None:
    asked = read_parts(question, Context())
    assert asked is not None
    assert (asked.is_of_sites, asked.direction, asked.is_low) == (is_of_sites, -1, True)
