"""Questions in everyday words, as people in a deal ask them."""

import pytest

from sleuth.language.asked import Answer
from sleuth.reason.understand.figures import figure_query
from sleuth.reason.understand.phrases import in_the_fields_words, without_doubts
from sleuth.reason.understand.question import understand
from sleuth.reason.understand.several import split


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("How much did Halden turn over last year?", "What was the revenue of Halden last year?"),
        ("Hur mycket omsatte Halden förra året?", "Hur stor var omsättningen för Halden förra året?"),
        ("How fast did revenue grow in 2024?", "By what percentage did revenue grow in 2024?"),
        ("What are the credit terms with Halden?", "What are the credit terms with Halden?"),
        ("Headcount acc. the census", "Headcount according to the census"),
        ("Limits on the EBITDA definition", "Limits on the EBITDA definition"),
        ("And on the covenant definition?", "And covenant ?"),
        ("What EBITDA do QoE get then?", "What adjusted EBITDA do QoE get then?"),
        ("What EBITDA does the plan reach in 2027?", "What EBITDA does the plan reach in 2027?"),
        ("Vem äger hyresvärden?", "Vem är ägare till hyresvärden?"),
        ("And without a sale, can they leave before the end?", "Can they leave before the end?"),
        ("What EBITDA does the IM show, and is it right?", "What EBITDA does the information memorandum show?"),
        ("Malmö lease until when?", "Until when does Malmö lease run?"),
        ("Until when is the Malmö lease signed?", "Until when does the Malmö lease run?"),
        ("Until when does the Malmö lease run?", "Until when does the Malmö lease run?"),
        ("What did they pay for Orvik Mills?", "What was the purchase price of Orvik Mills?"),
        ("How much was paid for Halden?", "What was the purchase price of Halden?"),
        ("What happens if Orvik gets sold?", "What happens if there is a change of control of Orvik?"),
        (
            "And if we buy Halden Mills, can they leave?",
            "And if there is a change of control of Halden Mills, can they leave?",
        ),
        ("Who audits the group?", "Who is the auditor of the group?"),
        ("What will Orvik receive from Halden Mills on closing?", "What will Halden Mills pay Orvik on closing?"),
        ("Who runs Halden Norge?", "Who is the managing director of Halden Norge?"),
        ("Who is in charge of finance?", "Who is the head of finance?"),
        ("Who chairs the board?", "Who is the chairman of the board?"),
        ("How many people work for the company?", "How many employees are there in the company?"),
    ],
)
def test_everyday_wordings_are_read_in_the_fields_words(asked: str, meant: str) -> None:
    assert in_the_fields_words(asked) == meant


@pytest.mark.parametrize(
    "asked",
    [
        "What did they pay for the repairs?",
        "What did they pay for IT?",
        "Who is the head of IT?",
        "Who runs risks here?",
        "Who leads to the claim?",
        "How did it turn out?",
        "What happens if the mill is sold?",
        "What happens if we buy less?",
        "Is it right?",
    ],
)
def test_what_only_looks_like_an_everyday_wording_is_left_as_it_is(asked: str) -> None:
    assert in_the_fields_words(asked) == asked


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        ("What would it cost in base salary to dismiss the CEO without cause?", 3),
        ("What would it cost us to let the CEO go after closing?", 3),
        ("What does the CEO get if she is fired?", 2),
        ("Vad kostar det att säga upp vd?", 3),
        ("What would it cost to build the plant?", 1),
    ],
)
def test_what_it_costs_to_dismiss_somebody_is_asked_as_notice_severance_and_salary(asked: str, parts: int) -> None:
    assert len(split(asked)) == parts


@pytest.mark.parametrize(
    ("asked", "clause"),
    [
        ("Can Orvik walk away if we buy the company?", "change of control"),
        ("Can Orvik get out of the contract if the company changes hands?", "change of control"),
        ("Does a sale of the group trigger anything under the lease?", "change of control"),
        ("Kan kunden säga upp avtalet vid ett ägarbyte?", "change of control"),
        ("Is there a cap on the carrier's liability?", "cap on liability"),
        ("How long is the CEO barred from competing?", "non-compete"),
        ("Can Orvik leave before the end?", "termination for convenience"),
        ("Until when does the licence run?", "expiration"),
        ("När löper hyresavtalet i Halmstad ut?", "expiration"),
        ("What severance is she entitled to?", "severance"),
    ],
)
def test_clauses_are_asked_for_in_everyday_words(asked: str, clause: str) -> None:
    assert [one.name for one in understand(asked).clauses] == [clause]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("How many days of holiday does she get?", Answer.DURATION),
        ("Hur många månader löper avtalet?", Answer.DURATION),
        ("How much rent do we pay in Oslo?", Answer.MONEY),
        ("How many beds are there?", Answer.COUNT),
    ],
)
def test_how_many_and_how_much_tell_the_kind_of_value(asked: str, answer: Answer) -> None:
    assert understand(asked).asked.answer is answer


@pytest.mark.parametrize(
    "asked",
    [
        "Is there a cap on liability?",
        "What is the royalty rate?",
        "What happens to the lease if the group is sold?",
        "What are the accounting policies for revenue?",
        "What is the definition of EBITDA?",
    ],
)
def test_a_clause_that_has_a_measures_name_is_no_figure(asked: str) -> None:
    assert figure_query(asked) is None


@pytest.mark.parametrize("asked", ["What was the commission in 2024?", "What are lease liabilities?"])
def test_a_figure_of_a_period_or_of_accounts_is_no_clause(asked: str) -> None:
    assert figure_query(asked) is not None


@pytest.mark.parametrize(
    ("asked", "clause"),
    [
        ("What happens to the loan if the family sells?", "change of control"),
        ("If we buy the Supplier, what can the Customer do?", "change of control"),
        ("What can the bank do once somebody acquires the borrower?", "change of control"),
        ("Max penalty if we deliver late under the agreement?", "liquidated damages"),
        ("May the supplier buy parts elsewhere?", ""),
    ],
)
def test_a_clause_is_asked_for_in_everyday_words(asked: str, clause: str) -> None:
    assert [one.name for one in understand(asked).clauses] == ([clause] if clause else [])


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("Revenue 2025, the right figure please", "Revenue 2025"),
        ("What are the latest figures?", "What are the latest figures?"),  # it asks for nothing else
        ("True North revenue 2025", "True North revenue 2025"),  # a name
        ("What is the true revenue of True North?", "revenue of True North?"),
    ],
)
def test_what_asks_which_source_to_believe_is_left_out(asked: str, kept: str) -> None:
    assert without_doubts(asked) == kept
