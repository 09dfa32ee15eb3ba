"""What a question looks for."""

import pytest

from sleuth.search.lexicon import stopwords
from sleuth.search.query import understand, years


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("revenue in 2018", {2018}),
        ("FY2018 revenue", {2018}),
        ("FY 2018", {2018}),
        ("FY18 and FY'19", {2018, 2019}),
        ("fiscal year 2021", {2021}),
        ("fiscal '22", {2022}),
        ("from 2015 to 2017", {2015, 2017}),
        ("räkenskapsåret 2023", {2023}),
        ("3M has 1577 and 12018 of them", set()),
        ("the 1,999 items", set()),
    ],
)
def test_years_are_read_however_they_are_written(text: str, found: set[int]) -> None:
    assert years(text) == found


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is the effective date of the agreement?", "en"),
        ("Vad ska du ta med när du hämtar ditt beslut?", "sv"),
        ("Vilken är uppsägningstiden?", "sv"),
        ("Governing Law", None),
        ("", None),
    ],
)
def test_the_language_is_told_by_small_words(text: str, language: str | None) -> None:
    assert understand(text).language == language


def test_question_words_are_dropped() -> None:
    assert set(understand("What is the name of the landlord?").words) == {"landlord", "name"}


def test_words_on_how_to_answer_weigh_little() -> None:
    words = understand("What were total net sales? Round your answer to two decimal places.").words
    assert words["answer"] == words["round"] == words["decimal"] < words["sales"]


def test_each_short_word_list_is_of_lowercase_words() -> None:
    for stop in stopwords().values():
        assert all(word == word.casefold() for word in stop.dropped | stop.faint)
        assert not stop.dropped & stop.faint


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What was capex in 2020?", "purchases of property, plant and equipment"),
        ("Give the net PP&E.", "property, plant and equipment, net"),
        ("as shown in the P&L", "consolidated statements of income"),
        ("What is the D&A?", "depreciation and amortization"),
        (
            "Governing Law",
            "this agreement shall be governed by and construed in accordance with the laws of the State of, "
            "without regard to conflict of laws principles",
        ),
        ("Is there a non-compete?", "non-competition"),
        ("Can we terminate for convenience?", "for convenience"),
        ("Hur lång är uppsägningstiden?", "skriftligen säga upp"),
    ],
)
def test_the_lexicon_says_it_as_documents_do(question: str, said: str) -> None:
    assert said in understand(question).said


def test_the_words_of_the_lexicon_weigh_less_than_the_question() -> None:
    words = understand("capex of the bakery").words
    assert words["bakery"] == words["capex"] == 1.0 > words["equipment"] > 0


def test_an_entry_inside_a_longer_one_does_not_speak() -> None:
    said = " ".join(understand("termination for convenience").said)
    assert "for any reason" in said
    assert "cured" not in said


def test_abbreviated_quarters_are_spelled_out() -> None:
    assert {"second", "quarter"} <= understand("sales in Q2 FY2024").words.keys()
    assert {"fourth", "quarter"} <= understand("sales in 4Q23").words.keys()


@pytest.mark.parametrize("text", ['find "net sales rose"', "find “net sales rose”", "hitta ”net sales rose”"])
def test_quotation_marks_make_a_phrase(text: str) -> None:
    assert understand(text).phrases == ("net sales rose",)


@pytest.mark.parametrize("text", ["", " ", "?", "\0", "\ud800", "🧾", "the of and", "x" * 100_000])
def test_any_text_is_a_query(text: str) -> None:
    assert all(0 < weight <= 1 for weight in understand(text).words.values())


def test_what_opens_a_contract_is_looked_for_where_it_opens() -> None:
    assert understand("Who are the parties?").front
    assert not understand("Governing Law").front
