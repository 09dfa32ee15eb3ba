"""What happened at a time, and why: the event with its story, the reason and not the matter again."""

import pytest

from tests.reason.test_answerability import ask

STORY = (
    "Net sales were 90 million at 30 November 2024. Sales in transport fell after the fire on 11–19 November 2024. "
    "The fire cost 4 million in external help. Nobody in the shop was hurt. "
    "In March 2025 the Board decided to close the terminal. "
    "Punctuality was 93 per cent in November 2024 and 94 per cent in December 2024."
)


@pytest.mark.parametrize(
    "question",
    ["What happened in November 2024?", "November 2024 looks awful, what happened?", "Why was November so weak?"],
)
def test_what_happened_is_told_by_the_sentence_dated_so_and_what_follows_up_to_another_time(question: str) -> None:
    told = ask(question, STORY)
    assert told.startswith("Sales in transport fell")
    assert [said in told for said in ("external help", "Nobody in the shop was hurt")] == [True, True]
    assert [said in told for said in ("March 2025", "Punctuality", "at 30 November")] == [False, False, False]


@pytest.mark.parametrize("question", ["What happened in May 2024?", "What happened with the rent in November 2024?"])
def test_where_no_event_of_the_time_is_told_nothing_is(question: str) -> None:
    assert ask(question, STORY) == ""


WHY = (
    "The shop in Halden gave notice on 3 May. They leave when the term is out. Reason: the owner has bought Orvik. "
    "Sales of rods were cut because of the delayed permit. Norway was the market that grew most, after the opening in "
    "Oslo. Sales were 5 million against a budget of 7 million. The shortfall is mainly due to late trains."
)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Why is the shop in Halden leaving?", "Reason: the owner has bought Orvik."),
        ("Why did Norway grow so much?", "Norway was the market that grew most, after the opening in Oslo."),
        ("Why were sales below budget?", "The shortfall is mainly due to late trains."),
        ("Why were sales of rods cut?", "Sales of rods were cut because of the delayed permit."),
        ("Why is the permit delayed?", ""),
        ("Why did the shop in Halden open?", ""),
    ],
)
def test_why_is_answered_by_the_reason_of_what_is_asked_and_by_nothing_that_repeats_it(
    question: str, reason: str
) -> None:
    assert ask(question, WHY) == reason


LEASE = (
    "Hyresavtal för lokal. Hyresvärd: Sundkajen AB. "
    "Vid en ägarförändring som omfattar mer än 50 procent av aktierna ska hyresgästen underrätta hyresvärden. "
    "Vid avflyttning ska lokalen återställas på hyresgästens bekostnad."
)


def test_a_question_in_english_finds_the_clause_of_a_swedish_lease() -> None:
    assert "underrätta hyresvärden" in ask(
        "Could the landlord kick us out if ownership changes?", LEASE, "Hyresavtal.txt"
    )


def test_a_question_in_swedish_finds_the_sentence_of_an_english_agreement() -> None:
    text = "No dividend shall be paid on the preference shares unless leverage is below two."
    assert ask("Får bolaget betala preferensaktieägarna utdelning idag?", text) == text


def test_a_clause_for_one_office_is_none_for_another() -> None:
    text = "Agreement – Chief Executive Officer. For nine months the Executive may not work for a competitor."
    assert ask("How long is the CTO barred from competing?", text, "CEO agreement.txt") == ""
