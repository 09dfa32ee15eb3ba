"""A message that sets the figure before beside another: as a part of a whole, or beside another time."""

from dataclasses import replace

import pytest

from sleuth.agents.analyst.conversation import Context, complete_message
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
