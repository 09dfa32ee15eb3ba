"""P4 of the seed: follow-ups inherit, state what they assume, or ask back; a new topic starts afresh."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from sleuth.agents.analyst.answer import Choice
from sleuth.agents.analyst.dialogue.choices import chosen_place
from sleuth.agents.analyst.dialogue.completing import complete_message
from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.dialogue.following import asks_only_of_that, asks_part_of_it, goes_on
from sleuth.agents.analyst.dialogue.mentions import Known, mentions
from sleuth.agents.analyst.dialogue.referents import Mentioned
from sleuth.agents.analyst.dialogue.typed import against, sets_against_time_before
from sleuth.agents.analyst.intents import Intent, infer
from sleuth.agents.analyst.run import Reply
from sleuth.agents.analyst.stored import as_json, from_json
from sleuth.agents.analyst.understanding import understand_message
from sleuth.errors import UserError
from sleuth.language.period import Day, Period, fiscal_period
from sleuth.language.query import Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.timing import Timing
from sleuth.reason.understand.figures import figure_query, read_query
from sleuth.store.projects import find_project
from sleuth.store.server.database import Database
from sleuth.store.talk.conversations import last_messages
from tests.agents.analyst.conftest import Ask

Talk = Callable[..., list[Reply]]


def q3_revenue() -> Context:
    return Context("What was Q3 revenue?", figure_query("What was Q3 revenue?"), fiscal_period(2024, 3, 9), True)


@pytest.mark.parametrize(
    ("message", "query"),
    [
        ("And EBITDA?", "ebitda · Q3 2024 · actual · ratio"),
        ("EBITDA margin?", "ebitda margin · Q3 2024 · actual · ratio"),
        ("Q2?", "revenue · Q2 2024 · actual · level"),
        ("And for FY2023?", "revenue · FY2023 · actual · level"),
        ("And in the first?", "revenue · first quarter 2024 · actual · level"),
        ("What about the previous quarter?", "revenue · Q2 2024 · actual · level"),
        ("Same period last year?", "revenue · Q3 2023 · actual · level"),
        ("And the budget?", "revenue · Q3 2024 · budget · level"),
        ("How about services?", "revenue · services · Q3 2024 · actual · level"),
        ("How did it change from last year?", "revenue · Q3 2024 · actual · change"),
        ("How much of it was storage?", "revenue · storage · Q3 2024 · actual · share"),
        ("what share of that came from Norway?", "revenue · Norway · Q3 2024 · actual · share"),
        ("how much of that was advertising?", "revenue and advertising expense · Q3 2024 · actual · share"),
        ("och EBITDA?", "ebitda · Q3 2024 · actual · ratio"),
        ("What was revenue in 2021?", "revenue · 2021 · actual · level"),
    ],
)
def test_a_follow_up_inherits_what_it_leaves_open(message: str, query: str) -> None:
    assert str(complete_message(message, q3_revenue()).query) == query


@pytest.mark.parametrize(
    ("message", "before", "query"),
    [
        ("Same month last year?", (2024, 5, 1), "revenue · May 2023 · actual · level"),
        ("and the same month a year earlier?", (2024, 5, 1), "revenue · May 2023 · actual · level"),
        ("the month before?", (2024, 1, 1), "revenue · Dec 2023 · actual · level"),
        ("Same half last year?", (2024, 6, 6), "revenue · 6M Jun 2023 · actual · level"),
        ("samma månad föregående år?", (2024, 5, 1), "revenue · May 2023 · actual · level"),
    ],
)
def test_the_same_part_of_the_year_before_is_as_long_as_that_of_the_figure(
    message: str, before: tuple[int, int, int], query: str
) -> None:
    year, month, months = before
    context = replace(q3_revenue(), period=Period(Day(year, month), months))
    assert str(complete_message(message, context).query) == query


@pytest.mark.parametrize("message", ["Same month last year?", "same half last year?"])
def test_a_part_of_a_year_that_was_not_spoken_of_is_no_time(message: str) -> None:
    query = complete_message(message, q3_revenue()).query
    assert query is not None
    assert [time.timing for time in query.times] == [Timing(None)]


def test_how_much_of_that_of_something_else_asks_for_no_part() -> None:
    assert asks_part_of_it("How much of that came from Norway?")
    assert not asks_part_of_it("How much of that company do they own?")


@pytest.mark.parametrize("message", ["why", "And why?", "But why was that?"])
def test_no_figure_tells_why(message: str) -> None:
    assert understand_message(message, q3_revenue(), Known(), Intent.FACT_LOOKUP).meant.query is None


@pytest.mark.parametrize("message", ["Who is the CEO?", "What does the lease say about renewal?"])
def test_a_topic_shift_resets(message: str) -> None:
    meant = complete_message(message, q3_revenue())

    assert meant.query is None
    assert meant.question == message


def test_a_figure_that_only_a_row_of_a_table_names_is_asked_for_in_full_at_another_time() -> None:
    question = "What was the mooring price per berth in 2007?"
    before = Context(question, figure_query(question))

    assert complete_message("And what was it in 2005?", before).question == question.replace("2007", "2005")


def test_an_average_of_one_time_is_a_word_of_the_name() -> None:
    query = figure_query("What was the average mooring price per berth in 2007?")
    assert query is not None
    assert (query.operation, query.measures[0].name) == (Operation.LEVEL, "average mooring price berth")


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("What is still outstanding?", Intent.GAP_IDENTIFICATION),
        ("Which documents are outstanding?", Intent.GAP_IDENTIFICATION),
        ("What information is outstanding from the target?", Intent.GAP_IDENTIFICATION),
        ("What is the value of outstanding fuel hedges?", Intent.FACT_LOOKUP),
        ("What is the number of shares outstanding?", Intent.FACT_LOOKUP),
        ("What debt was outstanding?", Intent.FACT_LOOKUP),
    ],
)
def test_what_is_outstanding_is_a_gap_unless_it_is_a_figure_of_the_accounts(message: str, intent: Intent) -> None:
    assert infer(message, figure_query(message), []) is intent


@pytest.mark.parametrize(
    ("message", "is_gap"),
    [
        ("What are the gaps?", True),
        ("What is the biggest gap in the data room?", True),
        ("Do a gap analysis", True),
        ("What is missing from the IRL?", True),
        ("Full year forecast vs budget for EBITDA, and the three biggest reasons for the gap", False),
        ("What are the reasons for the gap between forecast and budget?", False),
        ("How many items are on the request list?", False),
        ("What was revenue, and is anything missing in it?", False),
    ],
)
def test_only_the_head_of_a_question_makes_it_one_about_gaps(message: str, is_gap: bool) -> None:
    assert (infer(message, figure_query(message), []) is Intent.GAP_IDENTIFICATION) is is_gap


@pytest.mark.parametrize(
    "message", ["What is the sales forecast for FY26 compared to budget?", "FY26 sales, budget vs forecast"]
)
def test_what_is_expected_is_held_against_what_was_planned(message: str) -> None:
    compared = against(message, None, None, "en")
    assert compared is not None
    assert compared[1:] == (Scenario.FORECAST, Scenario.BUDGET)


@pytest.mark.parametrize(
    ("message", "sides"),
    [
        ("and how far off was sales in March 2026", (Scenario.ACTUAL, Scenario.BUDGET)),
        ("how much behind is it?", (Scenario.FORECAST, Scenario.BUDGET)),
    ],
)
def test_how_far_off_is_off_the_plan_that_was_spoken_of(message: str, sides: tuple[Scenario, Scenario]) -> None:
    before = figure_query("FY26 EBITDA, budget vs forecast")
    compared = against(message, before, None, "en")
    assert compared is not None
    assert compared[1:] == sides


@pytest.mark.parametrize("message", ["how far off is the harbour?", "and March 2026?", "how much was sales?"])
def test_where_no_plan_was_spoken_of_or_none_is_meant_nothing_is_set_against_it(message: str) -> None:
    assert against(message, figure_query("FY26 EBITDA"), None, "en") is None


@pytest.mark.parametrize("message", ["And gross profit?", "EBITDA?"])
def test_what_was_set_against_a_plan_stays_so_for_another_measure(talk: Talk, message: str) -> None:
    *_, reply = talk("Q3 2024 revenue, actual vs forecast", message)

    assert "(forecast)" in reply.answer
    assert "change from forecast to actual" in reply.answer


def test_after_another_question_nothing_is_set_against_the_plan(talk: Talk) -> None:
    *_, reply = talk("Q3 2024 revenue, actual vs forecast", "What was EBITDA in Q2 2024?", "And revenue?")

    assert reply.answer.startswith("For Q2 2024, revenue was €4,800K")


def test_a_typed_question_survives_being_kept() -> None:
    query = figure_query("How does Lumen's revenue in Q2 2024 compare to the year before?")
    assert query is not None

    assert from_json(Query, as_json(query)) == query


def test_a_clear_follow_up_states_the_assumed_period(talk: Talk) -> None:
    _, reply = talk("What's the Q3 revenue?", "And EBITDA?")

    assert reply.answer == "For Q3 2024, EBITDA was €1,200K (source: Q3_Report.xlsx, P&L!D9)."
    assert reply.assumption == "Q3 2024, as in the question before"


def test_a_follow_up_goes_on_from_the_time_that_was_asked_and_not_from_what_a_refusal_shows_beside(talk: Talk) -> None:
    _, refused, reply = talk("What's the Q3 revenue?", "And for FY2012?", "And EBITDA?")

    assert "Note:" in refused.answer
    assert reply.query == "ebitda · FY2012 · actual · ratio"
    assert reply.refuses


@pytest.mark.parametrize("unclear", ["What did she say?", "What is that mission?", "Can we get out early?"])
def test_a_message_that_must_be_asked_back_leaves_the_conversation_where_it_was(talk: Talk, unclear: str) -> None:
    *_, back, reply = talk("What's the Q3 revenue?", unclear, "And EBITDA?")

    assert not back.citations
    assert reply.answer.startswith("For Q3 2024, EBITDA was €1,200K")


def test_the_same_for_something_without_such_a_figure_is_told_of_nothing_else(talk: Talk) -> None:
    *_, reply = talk("What's the Q3 revenue?", "same for the management team?")

    assert reply.refuses
    assert not reply.claims


def test_an_ambiguous_follow_up_is_asked_back(talk: Talk) -> None:
    _, reply = talk("What's the Q3 revenue?", "What about last year?")

    assert reply.answer == "Do you mean Q3 2023 (same quarter) or FY2023 (full year)?"
    assert not reply.citations


@pytest.mark.parametrize(
    ("choice", "answer"),
    [
        ("same quarter", "For Q3 2023, revenue was €4,640K"),
        ("the full year", "For FY2023, revenue was €18,600K"),
        ("FY2023", "For FY2023, revenue was €18,600K"),
        ("the first", "For Q3 2023, revenue was €4,640K"),
    ],
)
def test_the_answer_to_a_question_back_is_understood(talk: Talk, choice: str, answer: str) -> None:
    assert talk("What's the Q3 revenue?", "What about last year?", choice)[-1].answer.startswith(answer)


def test_a_day_is_asked_back_with_its_day() -> None:
    query = figure_query("What is the net debt?")
    context = Context("What is the net debt?", query, Period(Day(2024, 9, 30)), False)

    choices = complete_message("And last year?", context).choices

    assert [str(choice.query.times[0]) for choice in choices if choice.query] == ["2023-09-30", "FY2023"]


@pytest.mark.parametrize(
    ("reply", "place"), [("a", 0), ("8", 7), ("h", 7), ("Nordlys", 0), ("I mean Nordlys", 0), ("9", None)]
)
def test_a_reply_chooses_from_any_number_of_choices(reply: str, place: int | None) -> None:
    choices = [Choice(name) for name in ("Nordlys Parties", "Vidar", "Embla", "Ask", "Hugin", "Munin", "Idun", "Brage")]

    assert chosen_place(reply, choices) == place


@pytest.mark.parametrize("message", ["can Nordlys buy more shares?", "When does Nordlys report?", "har Nordlys sålt?"])
def test_a_question_of_its_own_chooses_nothing(message: str) -> None:
    choices = [Choice("Nordlys Parties"), Choice("Vidar")]

    assert chosen_place(message, choices) is None


def test_a_year_after_a_year_needs_no_question_back(talk: Talk) -> None:
    _, reply = talk("What was revenue in FY2024?", "What about last year?")

    assert "FY2023 revenue was €18,600K" in reply.answer


def test_a_question_back_may_be_left_unanswered(talk: Talk) -> None:
    *_, reply = talk("What's the Q3 revenue?", "What about last year?", "Who is the CEO?")

    assert "Jane Smith" in reply.answer


def test_a_change_is_told_from_one_time_to_the_other(talk: Talk) -> None:
    _, reply = talk("What's the Q3 revenue?", "How did it change from last year?")

    assert "Revenue grew from €4,640K in Q3 2023 to €5,200K in Q3 2024 (+€560K, +12.1%)" in reply.answer


def test_a_turn_is_kept_with_its_tool_calls_and_results(ask: Ask, database: Database, room: str) -> None:
    reply = ask("What's the Q3 revenue?")
    with database.connection() as connection:
        messages = last_messages(connection, find_project(connection, room), reply.conversation)

    assert [message.role for message in messages] == ["user", "assistant", "tool", "assistant"]
    assert messages[1].tool_calls[0]["name"] == "query_knowledge_base"
    assert "€5,200 thousand" in messages[2].content
    assert messages[3].content == reply.answer


def test_a_conversation_of_another_agent_is_refused(ask: Ask) -> None:
    with pytest.raises(UserError, match="there is no conversation"):
        ask("And EBITDA?", 10**9)


def test_what_margin_that_is_means_the_measure_before_and_nothing_without_one() -> None:
    before = Context(query=figure_query("What was Beck's EBITDA in 2024?"), question="What was Beck's EBITDA in 2024?")
    meant = complete_message("What margin is that?", before)
    assert meant.query is not None
    assert meant.query.measures[0].keys == ("ebitda margin",)
    assert asks_only_of_that("What margin is that, and a year earlier?")
    assert asks_only_of_that("what leverage is that and how much room does it leave")
    assert not asks_only_of_that("What margin is that of the bank?")


@pytest.mark.parametrize(
    ("before", "message", "query", "question"),
    [
        ("What was the revenue of Orvik's storage business in 2024?", "Did its profit go up or down, and why?",
         "net income · Orvik’s storage · the latest · actual · change", "Did Orvik’s storage profit go up or down"),
        ("What was Orvik's revenue in 2024?", "What was its profit in 2023?",
         "net income · Orvik’s · 2023 · actual · level", "What was Orvik’s profit in 2023"),
        ("What was Orvik's revenue in Norway in 2024?", "What was its profit in 2023?",
         "net income · Orvik’s · 2023 · actual · level", "What was Orvik’s profit in 2023"),
    ],
)  # fmt: skip
def test_a_figure_of_it_is_one_of_the_part_that_was_asked_about(
    before: str, message: str, query: str, question: str
) -> None:
    known = Known(companies=("Orvik AB",), chief=("Orvik AB",))
    context = Context(before, figure_query(before), talk=(Mentioned(mentions(before, known)),))
    meant = understand_message(message, context, known, Intent.FACT_LOOKUP).meant
    assert str(meant.query) == query
    assert meant.question.startswith(question)


@pytest.mark.parametrize("message", ["what was budgeted", "What was the budget?", "and what was forecast?"])
def test_a_scenario_alone_goes_on_from_the_figure_before(message: str) -> None:
    assert goes_on(message, read_query(message, "en"))


@pytest.mark.parametrize("message", ["What was budgeted for travel?", "What capex was budgeted in FY24?"])
def test_a_scenario_of_something_else_does_not(message: str) -> None:
    assert not goes_on(message, read_query(message, "en"))


def test_both_years_are_the_last_two_where_nobody_spoke_of_others() -> None:
    query = complete_message("EBITDA margin, both years", Context()).query or read_query("", "en")
    assert [(time.months, time.back) for time in query.times] == [(12, 12), (12, 24)]


def test_both_years_after_one_alone_are_of_no_known_time() -> None:
    query = complete_message("EBITDA margin, both years?", q3_revenue()).query
    assert query is not None
    assert [time.timing for time in query.times] == [Timing()]


@pytest.mark.parametrize(
    ("message", "is_before"),
    [
        ("and against last year?", True),
        ("vs same period last yr", True),
        ("and against the forecast?", False),
        ("and December?", False),
    ],
)
def test_a_message_that_sets_against_a_time_before_names_no_plan(message: str, *, is_before: bool) -> None:
    assert sets_against_time_before(message) is is_before


@pytest.mark.parametrize(
    ("before", "message", "query"),
    [
        ("What was EBITDA in 2024?", "and adjusted?", "adjusted ebitda"),
        ("What was EBITDA in 2024?", "the adjusted figure?", "adjusted ebitda"),
        ("What was revenue in 2024?", "and adjusted?", "revenue"),  # there is no such measure
    ],
)
def test_a_basis_alone_is_of_the_measure_before(before: str, message: str, query: str) -> None:
    context = Context(before, figure_query(before), fiscal_period(2024, None, 12), True)
    assert str(complete_message(message, context).query).startswith(f"{query} ·")
