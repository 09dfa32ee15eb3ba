"""Which files a question is about."""

import pytest

from sleuth.search.files import FileLabel, file_scores, leading
from sleuth.search.query import understand


def filing(filename: str, description: str = "") -> FileLabel:
    return FileLabel(filename, description)


FILINGS = {
    1: filing("3M_2018_10K.pdf", "10-K annual report, 3M Company, fiscal year ended December 31, 2018"),
    2: filing("3M_2022_10K.pdf", "10-K annual report, 3M Company, fiscal year ended December 31, 2022"),
    3: filing("BESTBUY_2022_10K.pdf", "10-K annual report, fiscal year ended January 29, 2022"),
    4: filing("AMCOR_2023Q2_10Q.pdf", "10-Q quarterly report, AMCOR PLC, Quarterly Period Ended December 31, 2022"),
    5: filing("AMCOR_2023_10K.pdf", "10-K annual report, AMCOR PLC"),
    6: filing("AMERICANEXPRESS_2022_10K.pdf", "10-K annual report, American Express Company"),
    7: filing("doc-000187.pdf", "Foot Locker, Inc., fiscal year ended January 28, 2023"),
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
        ("Does AMEX grow?", 6),
        ("Did Foot Locker's sales / revenue fall?", 7),
        ("Between FY2017 and FY2022, how did 3M do?", 2),
    ],
)
def test_company_year_and_form_choose_the_file(question: str, document: int) -> None:
    assert best(question) == document


def test_a_question_that_names_no_file_leans_to_none() -> None:
    assert file_scores(understand("How did revenue develop?"), FILINGS) == {}
    assert leading(file_scores(understand("How did revenue develop?"), FILINGS)) == []


def test_what_all_files_share_tells_nothing() -> None:
    labels = {1: filing("ACME lease.pdf"), 2: filing("ACME loan.pdf")}
    assert set(file_scores(understand("the ACME loan"), labels)) == {2}


def test_the_scores_of_the_files_are_at_most_one() -> None:
    scores = file_scores(understand("3M and Amcor and Best Buy in 2022"), FILINGS)
    assert max(scores.values()) == 1.0
    assert len(scores) >= 4


def test_a_year_alone_leans_to_its_files_but_lets_none_lead() -> None:
    many = {number: filing(f"report {number} 2022.pdf") for number in range(9)}
    scores = file_scores(understand("How did sales develop in 2022?"), many | {9: filing("report 9 2019.pdf")})
    assert 9 not in scores
    assert leading(scores) == []


def test_no_files_have_no_scores() -> None:
    assert file_scores(understand("anything in 2022"), {}) == {}
