"""What terms of agreements come to, and when two of them cannot both hold."""

import pytest

from sleuth.findings.text.terms import normal_term, same_term


@pytest.mark.parametrize(
    ("metric", "text", "normal"),
    [
        ("notice period", "twelve (12) months prior written notice", "P12M"),
        ("notice period", "6 months", "P6M"),
        ("notice period", "at least ninety days’ notice", "P90D"),
        ("notice period", "uppsägningstid om tre månader", "P3M"),
        ("notice period", "Kündigungsfrist von sechs Monaten", "P6M"),
        ("notice period", "three months or, after two years, six months", ""),  # which of them?
        ("notice period", "30 business days", ""),  # how long that is depends
        ("notice period", "reasonable notice", ""),
        ("contract term", "initial term of this Agreement is five (5) years", "P5Y"),
        ("governing law", "the laws of England and Wales", "england and wales"),
        ("governing law", "English law", "england and wales"),
        ("governing law", "the State of New York", "new york"),
        ("governing law", "the substantive laws of Switzerland", "switzerland"),
        ("governing law", "Svensk rätt", "sweden"),
        ("governing law", "deutsches Recht", "germany"),
        ("governing law", "the laws of the Netherlands", "netherlands"),
        ("governing law", "the laws of Ruritania", ""),
        ("contract date", "27 May 2021", "2021-05-27"),
        ("contract date", "15th day of July, 2010", "2010-07-15"),
        ("contract date", "May 2021", ""),
        ("change of control", "may terminate on a change of control", "terminate"),
        ("change of control", "None", "nothing"),
        ("change of control", "see clause 4", ""),
        ("person and role", "Ann Lee, CEO", ""),
    ],
)
def test_a_term_comes_to_one_thing_however_it_is_worded(metric: str, text: str, normal: str) -> None:
    assert normal_term(metric, text) == normal


@pytest.mark.parametrize(
    ("metric", "one", "other", "same"),
    [
        ("notice period", "P6M", "P6M", True),
        ("notice period", "P6M", "P12M", False),
        ("notice period", "P12M", "P1Y", True),
        ("notice period", "P2W", "P14D", True),
        ("notice period", "P30D", "P1M", True),  # about
        ("notice period", "P30D", "P3M", False),
        ("governing law", "sweden", "norway", False),
        ("contract date", "2021-05-27", "2021-05-27", True),
        ("change of control", "consent terminate", "terminate", True),  # a summary may leave something out
        ("change of control", "nothing", "terminate", False),
    ],
)
def test_terms_are_the_same_whatever_unit_they_are_in(metric: str, one: str, other: str, same: bool) -> None:
    assert same_term(metric, one, other) is same
    assert same_term(metric, other, one) is same
