"""Sentences state a figure when they name one measure, one amount and one time; facts in words keep their sentence."""

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.facts import fact_findings
from sleuth.findings.profile import profile
from sleuth.findings.prose import prose_findings


def source(text: str, filename: str = "note.txt") -> Source:
    return Source(filename, "text", PageSource.WHOLE, (Page(1, text, "whole"),))


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Revenue was €5.2 million in Q3 2024.", ("revenue", "Q3 2024", "actual", "5.2", "EUR", 6)),
        ("Q3 2024 revenue was €5.2M.", ("revenue", "Q3 2024", "actual", "5.2", "EUR", 6)),
        ("Revenue grew by 12% to €5.2 million in Q3 2024.", ("revenue", "Q3 2024", "actual", "5.2", "EUR", 6)),
        ("We expect revenue of €60 million for FY2025.", ("revenue", "FY2025", "forecast", "60", "EUR", 6)),
        ("Budgeted revenue for 2025 is EUR 58 million.", ("revenue", "FY2025", "budget", "58", "EUR", 6)),
        ("The gross margin was 42% in FY2024.", ("gross margin", "FY2024", "actual", "42", "percent", 0)),
        (
            "The number of employees was 257 at 31 December 2024.",
            ("headcount", "2024-12-31", "actual", "257", "employee", 0),
        ),
        ("Nettoomsättningen uppgick till 412 Mkr under 2023.", ("revenue", "FY2023", "actual", "412", "SEK", 6)),
        ("Der Umsatz betrug 5,2 Mio. EUR im Geschäftsjahr 2023.", ("revenue", "FY2023", "actual", "5.2", "EUR", 6)),
    ],
)
def test_figures_that_sentences_state(sentence: str, fact: tuple[str | int, ...]) -> None:
    (found,) = prose_findings(source(sentence), profile(source(sentence)))
    assert found.period is not None
    assert found.scenario is not None
    assert found.quantity is not None
    stated = (found.metric, found.period.name, found.scenario, str(found.quantity.value), found.quantity.unit)
    assert (*stated, found.quantity.scale) == fact
    assert found.quote == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Revenue increased by €0.4 million in Q3 2024.",  # a change is no level
        "Services revenue was €1.1 million in Q3 2024.",  # a part
        "Revenue in Europe was €3 million in 2023.",  # a part
        "Revenue was €5.2 million.",  # no time
        "Revenue for 2023 and 2022 was €5 million and €4 million, respectively.",  # two times
        "EBITDA was not €5 million in 2023.",  # denied
        "Revenue of our competitors was €5 million in 2023.",  # somebody else's
        "Diluted EPS of $4.42 was up 17 percent compared to fiscal 2021 results.",  # the time of another figure
        "We had total debt and noncontrolling interests of $11.9 billion at 30 June 2022.",  # a sum of two
    ],
)
def test_what_is_not_certain_is_not_stated(sentence: str) -> None:
    assert not prose_findings(source(sentence), profile(source(sentence)))


@pytest.mark.parametrize(
    ("sentence", "key", "value"),
    [
        (
            "Jane Smith, our Chief Executive Officer, joined in 2019.",
            "person and role",
            "Jane Smith, our Chief Executive Officer",
        ),
        (
            "John Doe owns 15% of the shares of the company.",
            "ownership",
            "John Doe owns 15% of the shares of the company",
        ),
        ("This Agreement is governed by the laws of the State of New York.", "governing law", "the State of New York"),
        (
            "Either party may terminate upon sixty (60) days’ prior written notice.",
            "notice period",
            "sixty (60) days’ prior written notice",
        ),
        ("It has an initial term of three years.", "contract term", "initial term of three years"),
    ],
)
def test_facts_in_words(sentence: str, key: str, value: str) -> None:
    contract = source(f"Services Agreement\n\n{sentence}", "agreement.txt")
    assert (key, value) in {(f.metric, f.text) for f in fact_findings(contract, profile(contract))}


def test_terms_are_read_in_agreements_only() -> None:
    report = source("Annual report\n\nThe loan has an initial term of three years.")
    assert not fact_findings(report, profile(report))


def test_a_job_title_is_no_name() -> None:
    text = source("Senior Vice President, Chief Financial Officer, signed.")
    assert not fact_findings(text, profile(text))
