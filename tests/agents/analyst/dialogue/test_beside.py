"""A message that sets the figure before beside another: as a part of a whole, or beside another time."""

from dataclasses import replace

import pytest

from sleuth.agents.analyst.dialogue.completing import against_year_before, complete_message
from sleuth.agents.analyst.dialogue.context import Context, Meant
from sleuth.language.calendar import Calendar
from sleuth.language.query import Operation
from sleuth.language.timing import as_duration, read_timing
from sleuth.reason.understand.figures import read_query


def context(question: str, time: str = "FY2025") -> Context:
    timing = read_timing(time)
    assert timing is not None
    return replace(
        Context(), question=question, query=read_query(question, "en"), period=as_duration(timing, Calendar())
    )


@pytest.mark.parametrize(
    "message", ["as % of sales?", "and as a percentage of sales?", "as a share of sales", "in percent of sales?"]
)
def test_the_figure_before_is_the_part_of_a_whole_that_is_named(message: str) -> None:
    query = complete_message(message, context("What was capital expenditure in FY2025?")).query
    assert query is not None
    assert query.operation is Operation.SHARE
    assert [measure.keys for measure in query.measures] == [("revenue",), ("capital expenditure",)]


@pytest.mark.parametrize("message", ["vs FY2024?", "and against FY2024?", "compared to FY2024"])
def test_the_figure_before_is_set_beside_that_of_another_time(message: str) -> None:
    query = complete_message(message, context("What were personnel costs in FY2025?")).query
    assert query is not None
    assert query.operation is Operation.CHANGE
    assert [time.timing and time.timing.year for time in query.times] == [2024, 2025]


@pytest.mark.parametrize("message", ["margin?", "and the margin?", "the margin in %"])
def test_a_bare_margin_is_that_of_the_figure_before(message: str) -> None:
    query = complete_message(message, context("What was EBITDA in FY2025?")).query
    assert query is not None
    assert [measure.name for measure in query.measures] == ["ebitda margin"]


def test_the_worst_after_the_best_of_some_months_is_of_the_same_months() -> None:
    before = context("Best month for revenue in FY2025?", "Dec 2024")
    query = complete_message("and the worst?", before).query
    assert query is not None
    assert (query.operation, query.each, [time.text for time in query.times]) == (Operation.SMALLEST, 1, ["FY2025"])


@pytest.mark.parametrize(
    ("message", "years"),
    [
        ("change from FY2022 in percent?", [2022, 2025]),
        ("growth FY2022 to FY2023?", [2022, 2023]),
        ("growth on the year before?", [2025]),
    ],
)
def test_a_change_lies_between_the_times_that_are_named_and_that_of_the_figure(message: str, years: list[int]) -> None:
    query = complete_message(message, context("What were personnel costs in FY2025?")).query
    assert query is not None
    assert query.operation is Operation.GROWTH
    assert [time.timing and time.timing.year for time in query.times] == years


def test_a_change_in_percent_is_that_between_the_times_of_the_change_before() -> None:
    before = context("How did personnel costs change from FY2022 to FY2025?")
    meant = against_year_before(Meant("what is that in percent?"), "what is that in percent?", before, is_percent=True)
    assert meant.query is not None
    assert [time.text for time in meant.query.times] == ["FY2022", "FY2025"]


@pytest.mark.parametrize(
    "message", ["ok so whats the yearly growth on average 2022 to 2024", "average growth 2022 to 2024?"]
)
def test_a_mean_growth_without_a_measure_is_that_of_the_figure_before(message: str) -> None:
    query = complete_message(message, context("What were personnel costs in FY2025?")).query
    assert query is not None
    assert (query.operation, query.is_mean, query.measures[0].name) == (Operation.GROWTH, True, "personnel costs")


def test_a_growth_with_a_matter_of_its_own_is_none_of_the_figure_before() -> None:
    before = context("What were personnel costs in FY2025?")
    query = complete_message("What is the average yearly growth of the kiln market from 2022 to 2024?", before).query
    assert query is None or query.measures[0].name != "personnel cost"


@pytest.mark.parametrize(
    ("asked", "message", "text"),
    [
        ("Net debt at 30 June 2025 excluding leases", "and including leases?", "net debt including leases"),
        ("Net debt at 30 June 2025", "and with leases?", "net debt including leases"),
        ("Net bank debt at 30 June 2025", "incl. floor plan and leases", "net debt including floor plan and leases"),
        ("Cash and cash equivalents at 30 June 2025", "without restricted cash?", "excluding restricted cash"),
    ],
)
@pytest.mark.parametrize("told", ["FY2025", "FY2023"])
def test_what_a_balance_is_asked_for_with_is_no_measure_of_its_own(
    asked: str, message: str, text: str, told: str
) -> None:
    before = context(asked, told)
    meant = complete_message(message, before)
    assert before.query is not None
    assert meant.query is not None
    assert text in meant.question
    assert "lease liabilities" not in [key for measure in meant.query.measures for key in measure.keys]
    assert [time.text for time in meant.query.times] == ["30 June 2025"]  # whatever figure was told last


@pytest.mark.parametrize("asked", ["What was EBITDA in FY2025?", "What was revenue in FY2025?"])
def test_of_what_is_no_balance_leases_are_asked_for_themselves(asked: str) -> None:
    meant = complete_message("and including leases?", context(asked))
    assert "ebitda including" not in meant.question
    assert "revenue including" not in meant.question


@pytest.mark.parametrize("message", ["what margin did Frozen make in FY2024?", "What margin does Frozen make?"])
def test_the_margin_that_a_part_made_is_that_of_the_measure_before(message: str) -> None:
    query = complete_message(message, context("What was the EBITDA of Shops in FY2025?")).query
    assert query is not None
    assert [measure.name for measure in query.measures] == ["ebitda margin"]
    assert [word.text for word in query.heavy_words] == ["Frozen"]


def test_the_margin_of_a_loan_is_none_of_the_measure_before() -> None:
    meant = complete_message("What margin does Facility B bear?", context("What was EBITDA in FY2025?"))
    assert "ebitda" not in meant.question.casefold()
