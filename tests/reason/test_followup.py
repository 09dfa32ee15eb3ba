"""Follow-up questions, completed by the one before."""

import pytest

from sleuth.reason.understand.followup import complete

ASKED = "What were total net sales in the third quarter of 2023?"


@pytest.mark.parametrize(
    ("question", "before", "meant"),
    [
        ("And in 2022?", "What were total net sales in 2023?", "What were total net sales in 2022?"),
        ("And in the second quarter of 2022?", ASKED, "What were total net sales in the second quarter of 2022?"),
        ("What about 2021?", "What was EBITDA?", "What was EBITDA 2021?"),
        ("And operating income?", "What was revenue in 2023?", "What was operating income in 2023?"),
        ("What about the governing law?", "What is the term of the lease?", "What is governing law?"),
        ("And net income in 2022?", "What was revenue in 2023?", "What was net income in 2022?"),
        ("What about the monthly rent?", "When does the lease begin?", "What is monthly rent?"),
        ("And without a sale, can Acme leave?", "Can Acme leave in a sale?", "Without a sale, can Acme leave?"),
        ("Who runs it?", "Which subsidiary has the lowest margin of all?", "Who runs it?"),
        ("Och 2022?", "Hur stor var omsättningen 2023?", "Hur stor var omsättningen 2022?"),
        ("Who signed the lease?", ASKED, "Who signed the lease?"),
        ("And interest expense?", "What was revenue in 2023?", "What was interest expense in 2023?"),
        ("What about inventories?", "What were total assets?", "What were inventories?"),
        ("Och intäkterna?", "Vad var resultatet 2023?", "Vad var intäkterna 2023?"),
        ("Och deponeringen?", "Hur hög är hyran?", "Vad är deponeringen?"),
        ("And who is the landlord?", "What was the rent in 2023?", "Who is the landlord?"),
        ("But when does it end?", "When does the lease begin?", "When does the lease end?"),
        ("Och när slutar avtalet?", "När börjar avtalet?", "När slutar avtalet?"),
        ("And how much was net income?", "What was revenue in 2023?", "How much was net income in 2023?"),
        ("And in May 2022?", "What was revenue in June 2023?", "What was revenue in May 2022?"),
        ("And what about Bo Lind?", "What is the salary of Ann Ek?", "What is the salary of Bo Lind?"),
        ("Android sales?", "What was revenue in 2023?", "Android sales?"),
        (
            "And in the same quarter of 2022?",
            "What was Acme's net income in Q3 2023?",
            "What was Acme's net income in Q3 2022?",
        ),
        ("And a year earlier?", "What was EBITDA in Q3 2023?", "What was EBITDA in Q3 2022?"),
        ("And its diluted EPS?", "What was Acme's net income in Q3 2022?", "What was Acme's diluted EPS in Q3 2022?"),
        ("And Borg?", "What was Acme's net income in Q3 2022?", "What was Borg's net income in Q3 2022?"),
        ("Who signed it?", "What is the term of the Acme agreement?", "Who signed the Acme agreement?"),
        (
            "Och samma kvartal 2022?",
            "Hur stor var vinsten tredje kvartalet 2023?",
            "Hur stor var vinsten tredje kvartalet 2022?",
        ),
        ("And?", "What was revenue in 2023?", "What was revenue in 2023?"),
    ],
)
def test_a_follow_up_means_what_the_question_before_left_open(question: str, before: str, meant: str) -> None:
    assert complete(question, before) == meant
