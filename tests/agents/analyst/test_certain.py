"""A sentence that rules found is told as the answer by the type of the question; else it is the nearest passage."""

from collections.abc import Callable

import pytest

from sleuth.agents.analyst.certain import answer_for_certain
from sleuth.agents.analyst.run import Reply
from sleuth.answering.verification import Citation, Proven
from sleuth.evidence.prose import prose_responds
from sleuth.reason.understand.question import understand

Ask = Callable[..., Reply]


def _certain(question: str, *sentences: str) -> bool:
    return answer_for_certain(question, [Proven(one, ()) for one in sentences])


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Who is the finance director?", "Ms Ada Lind has been finance director since May."),
        ("When was the plant opened?", "The plant was opened on 3 May 2021."),
        ("Why did margins fall?", "Margins fell because resin became dearer."),
        ("What is the governing law of the supply agreement?", "This Agreement is governed by the laws of Norway."),
        ("What is the deposit?", "The deposit amounts to EUR 5,000."),
        (
            "What was the power bill of the group?",
            "The power bill of the group fell to SEK 88.4 million after a mild year.",
        ),
        ("Is the company involved in any litigation?", "The company is not involved in any litigation."),
        ("Which plants use recycled resin?", "The plants in Lund and Moss use recycled resin."),
        ("How much did hospital supply grow in 2024?", "In 2024 hospital supply grew by 13.4%."),
        ("Can they terminate if the group changes hands?", "On a change of control either party may terminate."),
        ("How many people did Halden employ at the end of 2024?", "At 31 December 2024 Halden employed 209 people."),
    ],
)
def test_a_sentence_of_the_form_that_the_question_asks_for_is_an_answer(question: str, sentence: str) -> None:
    assert _certain(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What is behind the miss?", "The board noted that the budget had been missed."),
        ("Are the lenders relaxed about it?", "Each lender shall be notified of any waiver."),
        ("How do they pay the rent?", "The landlord may enter the premises on notice."),
        ("What is the rent?", "The rent is reviewed by a panel whose members travel from Lund and charge EUR 400."),
        ("Which supplier matters most?", "Suppliers are reviewed each year."),
        ("How many wagons did they own in December 2025?", "Wagons owned fell by 24 in December 2025."),
        ("What was her objection?", "The board has set the objective of keeping stocks below €22 million."),
        ("How much did hospital supply grow in 2024?", "In 2024 hospital supply served 74 hospitals."),
        ("Can we get out of the Hornby lease early?", "If the premises are destroyed the lease ends."),
        ("What is the liability cap of the Trust?", "Neither party is liable to the Trust for loss of profit."),
    ],
)
def test_a_sentence_that_only_shares_words_is_none(question: str, sentence: str) -> None:
    assert not _certain(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Where is Orvik the exclusive distributor?", "Orvik is the exclusive distributor in the Territory."),
        (
            "How much of the October revenue came from Norway?",
            "Revenue £69.1m; EBITDA £9.9m (14.4% margin); orders £34.2m; 70% of revenue from customers of five years; "
            "largest customer 18%; top five 52%; 46 customers in October in Norway.",
        ),
    ],
)
def test_a_term_is_no_place_and_one_of_many_values_no_value(question: str, sentence: str) -> None:
    assert not _certain(question, sentence) or prose_responds(understand(question).asked, sentence)


def test_no_rows_are_no_answer_but_to_which_and_how_many() -> None:
    none = [Proven("0 of 5 rows (Year: 2024)", (), "computed")]
    assert not answer_for_certain("What did we buy from them in 2024?", none)
    assert answer_for_certain("Which contracts end in 2024?", none)
    assert answer_for_certain("How many contracts end in 2024?", none)


def test_a_figure_gives_no_reason() -> None:
    figure = Proven("Modernisation, budget 2025: 26,800 (EUR thousand)", (), "cell")

    assert not answer_for_certain("Why was modernisation under its budget?", [figure])
    assert answer_for_certain("What was modernisation's budget, and why?", [figure])
    assert answer_for_certain("What was modernisation's budget?", [figure])


@pytest.mark.parametrize(
    "question",
    [
        "List the exceptional items in 2024",
        "Adjustments to EBITDA, item by item?",
        "Debt-like items in the report - list and total",
        "Lista engångsposterna 2024",
    ],
)
def test_a_total_is_no_list_of_its_items(question: str) -> None:
    total = Proven("2024 exceptional items were GBP 1,764 thousand", (), "cell")
    rows = Proven("4 of 9 rows (Year: 2024)", (), "computed")

    assert not answer_for_certain(question, [total])
    assert answer_for_certain(question, [rows])
    assert answer_for_certain("What were the exceptional items in 2024?", [total])


@pytest.mark.parametrize("question", ["Who are the original guarantors?", "Name the original guarantors"])
def test_a_sentence_that_says_only_where_names_are_listed_gives_none(question: str) -> None:
    pointing = (
        "The companies listed in Part 1 of Schedule 1 as original guarantors; the Guarantors are named in Annex B."
    )

    assert not _certain(question, pointing)


@pytest.mark.parametrize(
    ("sentence", "is_answer"),
    [
        ("The accounts for 2025 were audited by the firm Larkfield & Roe LLP.", True),
        ("Note: The accounts for 2025 were audited by another firm, which reported on 3 May 2026.", False),
        ("The accounts for 2024 were audited by the firm Larkfield & Roe LLP.", False),
    ],
)
def test_whoever_is_asked_for_is_named_by_a_sentence_of_the_year_that_is_asked_for(
    sentence: str, is_answer: bool
) -> None:
    assert _certain("Which firm audited the accounts for 2025?", sentence) is is_answer


def test_the_name_of_the_document_may_say_one_word_of_the_question() -> None:
    question, sentence = (
        "How many open warranty claims are there on the FM-200?",
        "We have 57 open claims on the FM-200.",
    )

    def told_by(filename: str) -> bool:
        return answer_for_certain(question, [Proven(sentence, (Citation(sentence, 1, filename, 1, ()),))])

    assert told_by("RE Halden warranty.eml")
    assert not _certain("How many open claims were lost at sea?", sentence)


def test_of_two_questions_in_one_the_one_with_a_form_is_enough() -> None:
    fee = "The Sponsor shall pay a sponsorship fee in the amount of $750,000, payable in ten instalments."

    assert _certain("What is the sponsorship fee and how is it paid?", fee)


@pytest.mark.parametrize(
    "question",
    [
        "What has gone wrong with the new system and what will it cost now?",
        "Which month made a loss, and how bad was it?",
    ],
)
def test_of_two_questions_in_one_a_sentence_must_say_the_words_of_one(question: str) -> None:
    assert not _certain(question, "Damages would most likely fall between $450,000 and $900,000 before costs in May.")


def test_cells_and_sums_need_no_form() -> None:
    assert answer_for_certain("What is behind the miss?", [Proven("Budget, June: 12", (), "cell")])


def test_what_is_only_likely_is_told_among_the_nearest_passages(ask: Ask) -> None:
    reply = ask("How do the auditors look at the warehouse?")

    assert reply.refuses
    assert not reply.claims
