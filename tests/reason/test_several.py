"""Several questions in one: what each part asks, and what its pronouns stand for."""

import pytest

from sleuth.reason.understand.several import split


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "What was Acme's revenue, and who signed the agreement?",
            ["What was Acme's revenue?", "Who signed the agreement?"],
        ),
        (
            "How many shares are outstanding and what is the rent?",
            ["How many shares are outstanding?", "What is the rent?"],
        ),
        (
            "When does the lease expire and can it be extended?",
            ["When does the lease expire?", "Can the lease be extended?"],
        ),
        ("Why did Acme leave Oslo and what fee did it pay?", ["Why did Acme leave Oslo?", "What fee did Acme pay?"]),
        (
            "Who is the consultant and who is its principal?",
            ["Who is the consultant?", "Who is the principal of the consultant?"],
        ),
        ("Vilken lag gäller och när löper avtalet ut?", ["Vilken lag gäller?", "När löper avtalet ut?"]),
        ("What was revenue? Who signed the lease?", ["What was revenue?", "Who signed the lease?"]),
    ],
)
def test_each_question_of_several_stands_alone(question: str, parts: list[str]) -> None:
    assert [part.text for part in split(question)] == parts


@pytest.mark.parametrize(
    "question",
    [
        "When and where was Ann Ek born?",
        "What were net income and operating income in Q1 2023 and 2022?",
        "What was research and development expense?",
        "Which towns trade by sea and land?",
    ],
)
def test_one_question_stays_one(question: str) -> None:
    assert [part.text for part in split(question)] == [question]


@pytest.mark.parametrize(
    "aside",
    [
        "Answer in USD millions.", "Base your judgments on the balance sheet.", "Give a response in thousands.",
        "FCF is defined as: (cash from operations - capex).",
    ],
)  # fmt: skip
def test_how_to_answer_is_no_question_of_its_own(aside: str) -> None:
    assert len(split(f"What were the inventories of Best Buy in FY2019? {aside}")) == 1


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Adjusted EBITDA FY25? I have seen two different numbers floating around", "Adjusted EBITDA FY25?"),
        ("When does the lease end? We were told two dates.", "When does the lease end?"),
        ("Can Orvik leave early? I mean because of late trains", "Can Orvik leave early because of late trains?"),
    ],
)
def test_a_remark_behind_a_question_is_no_question(text: str, asked: str) -> None:
    assert [part.text for part in split(text)] == [asked]


def test_what_else_somebody_gets_on_notice_is_the_severance() -> None:
    parts = split("Hur lång uppsägningstid har vd om bolaget säger upp henne och vad får hon mer?")
    assert parts[1].text == "Vilket avgångsvederlag har vd rätt till?"
