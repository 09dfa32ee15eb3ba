"""A follow-up that points to a part keeps it, and one against the year before is not set beside itself."""

from dataclasses import replace

import pytest

from sleuth.agents.analyst.dialogue.completing import against_year_before
from sleuth.agents.analyst.dialogue.context import Context, Meant
from sleuth.agents.analyst.dialogue.following import part_pointer
from sleuth.agents.analyst.dialogue.mentions import Known
from sleuth.agents.analyst.intents import Intent
from sleuth.agents.analyst.understanding import understand_message
from sleuth.language.calendar import Calendar
from sleuth.language.query import Operation
from sleuth.language.timing import as_duration, read_timing
from sleuth.reason.understand.figures import read_query


def context(question: str, time: str) -> Context:
    timing = read_timing(time)
    assert timing is not None
    return replace(
        Context(), question=question, query=read_query(question, "en"), period=as_duration(timing, Calendar())
    )


@pytest.mark.parametrize("message", ["net income there?", "net income for that division?", "and net income there"])
def test_a_figure_there_is_of_the_part_before_and_of_nothing_else(message: str) -> None:
    before = context("What was Norway revenue in FY2024?", "FY2024")
    meant = understand_message(message, before, Known(), Intent.FACT_LOOKUP).meant
    assert meant.query is not None
    assert [word.text for word in meant.query.heavy_words] == ["Norway"]
    assert meant.alone is None
    assert not meant.is_tentative


@pytest.mark.parametrize("message", ["is there a dividend?", "there are none", "was there any capex?"])
def test_there_that_only_says_that_something_is_points_to_no_part(message: str) -> None:
    assert not part_pointer(message)


def test_the_time_of_the_question_before_is_not_the_other_one_of_a_comparison() -> None:
    before = context("YTD May 25 EBITDA?", "five months to May 2025")
    full = Meant("YTD May 25 EBITDA, last year same period?")  # as completed by the question before
    meant = against_year_before(full, "and vs last year same period?", before, is_percent=False)
    assert meant.query is not None
    assert meant.query.operation is Operation.CHANGE
    assert len(meant.query.times) == 1
