"""The measures that a question names."""

import pytest

from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.tokens import tokens


def found(question: str) -> list[tuple[tuple[str, ...], str]]:
    words = tokens(question, "en")
    named = find_measures(words, default_lexicon(), "en")
    return [(one.measure.keys, " ".join(words[n].text for n in one.at)) for one in named]


@pytest.mark.parametrize(
    ("question", "key", "said"),
    [
        ("What were the R&D expenses in 2022?", "research and development", "R&D expenses"),
        ("What was the net profit or loss in 2022?", "net income", "net profit loss"),
        (
            "What were retained earnings or deficit at the end of 2022?",
            "retained earnings",
            "retained earnings deficit",
        ),
    ],
)
def test_a_word_that_other_names_of_the_measure_hold_says_nothing_more(question: str, key: str, said: str) -> None:
    assert found(question) == [((key,), said)]


def test_any_other_word_is_left_for_the_reader() -> None:
    assert found("What was the revenue per employee?")[0] == (("revenue",), "revenue")


def test_a_word_for_a_contract_names_no_measure() -> None:
    assert found("What law governs the Lease Agreement with Polar?") == []
    assert found("What are the leases?") == [(("lease liabilities",), "leases")]
    assert found("What was revenue contract by contract?")[0][0] == ("revenue",)


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What did Halden make after tax in 2024?", ["net income"]),
        ("What did they earn before tax?", ["income before taxes"]),
        ("What was left after the interest expense?", []),
        ("How big was revenue excluding the interest income?", ["revenue"]),
        ("How much tax was paid after the sale?", ["income taxes paid"]),
    ],
)
def test_what_is_deducted_from_a_figure_is_not_the_figure(question: str, keys: list[str]) -> None:
    assert [measure[0] for measure, _ in found(question)] == keys


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("average capex as a % of revenue 2017 to 2019", "Capital expenditures to revenue"),
        ("capital expenditure as a % of revenue", "Capital expenditures to revenue"),
    ],
)
def test_a_ratio_may_be_named_by_its_share(question: str, name: str) -> None:
    named = find_measures(tokens(question, "en"), default_lexicon(), "en")
    assert [one.measure.formula for one in named] == [name]


def test_a_line_is_not_named_across_a_share() -> None:
    assert ("cost of revenue",) not in [keys for keys, _ in found("costs as % of revenue")]


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("What were its cash flows used for investing activities in 2021?", "cash flow from investing activities"),
        ("net cash and cash equivalents provided by financing activities", "cash flow from financing activities"),
        ("What was the cash flow from operating activities?", "cash flow from operating activities"),
        ("What were cash and cash equivalents?", "cash and cash equivalents"),
    ],
)  # fmt: skip
def test_a_line_named_as_printed_is_its_own_measure(question: str, key: str) -> None:
    named = find_measures(tokens(question, "en"), default_lexicon(), "en")
    assert [one.measure.keys for one in named] == [(key,)]
