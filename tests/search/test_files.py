"""Which files a question is about."""

import pytest

from sleuth.search.files import file_scores
from sleuth.search.query import understand

FILINGS = {
    1: "3M 2018 10K, 10-K annual report, 3M Company, fiscal year ended December 31, 2018",
    2: "3M 2022 10K, 10-K annual report, 3M Company, fiscal year ended December 31, 2022",
    3: "BESTBUY 2022 10K, 10-K annual report, fiscal year ended January 29, 2022",
    4: "AMCOR 2023Q2 10Q, 10-Q quarterly report, AMCOR PLC",
    5: "AMCOR 2023 10K, 10-K annual report, AMCOR PLC",
}


def best(question: str) -> int | None:
    scores = file_scores(understand(question), FILINGS)
    return max(scores, key=lambda document: (scores[document], -document), default=None)


@pytest.mark.parametrize(
    ("question", "document"),
    [
        ("What is the FY2018 capital expenditure of 3M?", 1),
        ("Is 3M capital-intensive based on FY2022 data?", 2),
        ("How many stores did Best Buy have in 2022?", 3),
        ("Amcor's restructuring liability in Q2 of FY2023?", 4),
        ("What does the 2023 annual report of Amcor say about debt?", 5),
    ],
)
def test_company_year_and_form_choose_the_file(question: str, document: int) -> None:
    assert best(question) == document


def test_a_question_that_names_no_file_leans_to_none() -> None:
    assert file_scores(understand("How did revenue develop?"), FILINGS) == {}


def test_what_all_files_share_tells_nothing() -> None:
    labels = {1: "ACME lease", 2: "ACME loan"}
    assert set(file_scores(understand("the ACME loan"), labels)) == {2}


def test_the_scores_of_the_files_are_at_most_one() -> None:
    scores = file_scores(understand("3M and Amcor and Best Buy in 2022"), FILINGS)
    assert max(scores.values()) == 1.0
    assert len(scores) >= 4
