"""Everyday questions to a contract: the clause under its own heading answers, and what only shares words does not."""

import pytest

from sleuth.reason.understand.figures import figure_query, read_query
from tests.reason.test_people import answer

CONTRACT = """DISTRIBUTION AGREEMENT
between ORVIK B.V. (the "Company") and HALDEN SEA AS (the "Distributor")
1. APPOINTMENT
(a) Territory. The rights are granted for Norway and Sweden only.
(b) Best efforts. The Distributor shall use its best efforts to sell the Products in the Territory.
2. PRICES
(a) Increases. The Company may increase the prices only once per year.
(b) Freight. All freight and shipping costs will be the Distributor's responsibility.
(c) Any such change shall not apply to any order accepted prior to the increase.
(d) Interest. Past due payments shall bear interest at 1.5% per month.
3. ROYALTY
The Company warrants that Ek is under no obligation to pay royalties to any person other than those payable to Orvik.
Ek receives a royalty of 25% of net sales.
4. INSURANCE
The Company undertakes, at its sole cost and expense, to take out product liability insurance.
5. RECORDS
(a) The Company shall retain samples for a period of one (1) additional year.
(b) The duty of confidentiality shall continue for 5 (five) years after termination.
(c) Orvik shall furnish a forecast by no later than November 1 of each year.
The first forecast was furnished in May 2021.
6. GENERAL
(a) Trademarks. Distributor shall assign to Company any rights in the trademarks that accrue by this Agreement.
(b) Assignment. Neither Party shall assign its rights hereunder without the prior written consent of the other Party.
(c) Indemnity. The Indemnifying Party shall not be liable for damages caused by the sole negligence of the other.
(d) Law. This Agreement shall be governed by the laws of Norway for agreements executed and performed there.
(e) Sale. The Distributor may terminate this Agreement at any time on 180 days written notice.
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the territory?", "Norway and Sweden"),
        ("Can the agreement be assigned?", "Neither Party shall assign"),
        ("How often can the company raise its prices?", "once per year"),
        ("Who pays for freight and shipping?", "Distributor's responsibility"),
        ("What interest is charged on late payments?", "1.5%"),
        ("What royalty does Ek get?", "25%"),
        ("Who bears the costs of insurance?", "sole cost and expense"),
        ("How long must the company keep samples?", "additional year"),
        ("How long does the duty of confidentiality last?", "5 (five) years"),
        ("When must Orvik deliver the forecast?", "November 1"),
        ("When can the distributor terminate for convenience?", "180 days"),
    ],
)
def test_a_clause_answers_an_everyday_question(question: str, told: str) -> None:
    found = answer(question, CONTRACT, "Distribution_Agreement.docx")
    assert found
    assert told in found[0]


@pytest.mark.parametrize(
    "question",
    [
        "Who signed for Orvik?",
        "Is there a cap on liability?",
        "What happens if the company does not accept an order in time?",
        "What is the minimum purchase?",
        "What severance is Ek entitled to?",
    ],
)
def test_what_only_shares_words_with_a_question_is_no_answer(question: str) -> None:
    assert answer(question, CONTRACT, "Distribution_Agreement.docx") == []


@pytest.mark.parametrize(
    "question",
    ["What do the exceptional items in FY25 relate to?", "What does other income in 2024 stem from?"],
)
def test_what_a_line_is_about_is_no_amount(question: str) -> None:
    assert figure_query(question) is None


@pytest.mark.parametrize(
    ("question", "heavy"),
    [
        ("How much revenue did Aorere Harvest earn from customers in China in FY24?", "Aorere Harvest China"),
        ("Barycz: sales to external customers in Germany, year 2022", "Barycz Germany"),
        ("What were Barycz's prepayments from customers in Germany in 2022?", "Barycz's customers Germany"),
    ],
)
def test_those_to_whom_is_sold_are_no_part_of_revenue(question: str, heavy: str) -> None:
    query = read_query(question, "en")

    assert {word.text for word in query.heavy_words} <= set(heavy.split())
    assert "China" in heavy or "Germany" in {word.text for word in query.heavy_words}
