"""P3 of the seed: each behaviour in the shape of its example, over a room whose truth is known."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest

from sleuth.agents.analyst.intents import Intent, infer
from sleuth.agents.analyst.people import of_company, offices_in
from sleuth.agents.analyst.run import Reply
from sleuth.reason.understand.figures import figure_query
from sleuth.store.ledger.findings import StoredFinding
from tests.agents.analyst.conftest import Ask

Talk = Callable[..., list[Reply]]
COMMENTARY = re.compile(r"I understand|Let me|I will|I'll|Looking at|As an", re.IGNORECASE)


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("What's the EBITDA?", Intent.FACT_LOOKUP),
        ("How many employees?", Intent.FACT_LOOKUP),
        ("Who is the CEO?", Intent.FACT_LOOKUP),
        ("Vem reserverade sig mot budgeten?", Intent.FACT_LOOKUP),
        ("What was revenue growth in Q3?", Intent.FACT_LOOKUP),
        ("What was revenue in November? The pack looks odd.", Intent.FACT_LOOKUP),
        ("Walk me through the P&L", Intent.DEEP_DIVE),
        ("Explain the balance sheet", Intent.DEEP_DIVE),
        ("Break down revenue", Intent.DEEP_DIVE),
        ("What do we know about revenue trends?", Intent.DEEP_DIVE),
        ("Summarize the financial position", Intent.DEEP_DIVE),
        ("Any red flags?", Intent.DUE_DILIGENCE),
        ("What concerns should I have?", Intent.DUE_DILIGENCE),
        ("Are there any issues with the figures?", Intent.DUE_DILIGENCE),
        ("How does Q3 compare to Q2?", Intent.COMPARISON),
        ("Revenue vs budget", Intent.COMPARISON),
        ("Difference between forecast and actual EBITDA", Intent.COMPARISON),
        ("Summarize the management team", Intent.SYNTHESIS),
        ("What do we know about the lease?", Intent.SYNTHESIS),
        ("What's missing?", Intent.GAP_IDENTIFICATION),
        ("What don't we know?", Intent.GAP_IDENTIFICATION),
        ("How is our IRL coverage?", Intent.GAP_IDENTIFICATION),
        ("Tell me about the company", Intent.EXPLORATION),
        ("What do we have?", Intent.EXPLORATION),
        ("Summarize the room", Intent.EXPLORATION),
        ("Give me a short overview of the group.", Intent.EXPLORATION),
        ("Give me an overview of the business in a few lines, please.", Intent.EXPLORATION),
        ("Summarise the company in three bullet points", Intent.EXPLORATION),
        ("Beskriv bolaget med några få meningar", Intent.SYNTHESIS),
        ("Tell me about Lumen", Intent.EXPLORATION),
        ("Gå igenom resultaträkningen", Intent.DEEP_DIVE),
        ("Finns det några varningssignaler?", Intent.DUE_DILIGENCE),
        ("Jämför prognos och utfall", Intent.COMPARISON),
        ("Sammanfatta ledningen", Intent.SYNTHESIS),
        ("Vad saknas?", Intent.GAP_IDENTIFICATION),
        ("Berätta om bolaget", Intent.EXPLORATION),
    ],
)
def test_the_intent_is_inferred_from_the_message(message: str, intent: Intent) -> None:
    assert infer(message, figure_query(message), ["Lumen AB"]) is intent


@pytest.mark.parametrize(
    "message",
    [
        "What's the EBITDA?",
        "Walk me through the P&L",
        "Any red flags?",
        "Compare forecast to actual",
        "What's missing?",
    ],
)
def test_at_most_one_short_line_comes_before_the_content(ask: Ask, message: str) -> None:
    first = ask(message).pieces[0]

    assert not COMMENTARY.search(first)
    assert len(first.splitlines()[0]) < 160


class TestDeepDive:
    def test_a_statement_is_told_line_by_line_with_changes_and_margins(self, ask: Ask) -> None:
        answer = ask("Walk me through the P&L").answer

        assert answer.startswith("Here’s the P&L breakdown for FY2024:")
        assert "**Revenue:** €20,400K (+9.7% from €18,600K in FY2023) (source: Annual_Report_2024.pdf, p.2)" in answer
        assert "- Gross margin: 42.0% (down from 45.0% in FY2023)" in answer
        assert "**EBITDA:** €4,700K" in answer
        assert "- EBITDA margin: 23.0%" in answer

    def test_what_is_disputed_needs_attention(self, ask: Ask) -> None:
        attention = ask("Walk me through the P&L").answer.partition("**Needs attention:**")[2]

        assert "€20,400K in Annual_Report_2024.pdf (the audited accounts" in attention
        assert "€20,000K in Management_Presentation.pdf (management’s own figures" in attention

    def test_parts_that_add_up_are_told_under_their_whole(self, ask: Ask) -> None:
        answer = ask("Walk me through the Q3 2024 P&L").answer

        assert "**Revenue:** €5,200K (+12.1% from €4,640K in Q3 2023)" in answer
        assert "- Product sales: €4,100K (source: Q3_Report.xlsx, P&L!D4)" in answer
        assert "- Services: €1,100K (source: Q3_Report.xlsx, P&L!D5)" in answer

    def test_lines_that_are_missing_are_named(self, ask: Ask) -> None:
        assert (
            "no figure found for total assets, total liabilities, total equity"
            in ask("Explain the balance sheet").answer
        )

    def test_a_measure_is_told_in_time(self, ask: Ask) -> None:
        lines = ask("How has revenue developed by quarter?").answer.splitlines()

        assert lines[:4] == [
            "**Revenue:**",
            "- Q3 2023: €4,640K (source: Q3_Report.xlsx, P&L!B6)",
            "- Q2 2024: €4,800K (source: Q3_Report.xlsx, P&L!C6)",
            "- Q3 2024: €5,200K (+8.3%) (source: Q3_Report.xlsx, P&L!D6)",
        ]


class TestComparison:
    def test_forecast_and_actual_stand_side_by_side_with_the_variance(self, ask: Ask) -> None:
        answer = ask("Compare forecast to actual").answer

        assert answer.startswith("**Forecast vs. Actual (Q3 2024)**")
        assert "| Metric | Forecast | Actual | Variance | Source |" in answer
        assert (
            "| Revenue | €5,000K | €5,200K | +€200K (+4.0%) | Budget_2024.xlsx Budget!B4, Q3_Report.xlsx P&L!D6 |"
            in answer
        )

    def test_margins_differ_by_points(self, ask: Ask) -> None:
        assert "| Gross margin | 44.0% | 42.0% | −2.0pp |" in ask("Compare forecast to actual").answer

    def test_the_later_time_is_set_against_the_earlier(self, ask: Ask) -> None:
        answer = ask("Compare EBITDA in FY2024 to FY2023").answer

        assert answer.startswith("**EBITDA: FY2023 vs. FY2024**")
        assert "| EBITDA | €4,200K | €4,700K | +€500K (+11.9%) |" in answer

    def test_sources_that_disagree_stand_side_by_side(self, ask: Ask) -> None:
        answer = ask("What is the difference between management and audited revenue?").answer

        assert "| Annual_Report_2024.pdf | €20,400K | – |" in answer
        assert "| Management_Presentation.pdf | €20,000K | −€400K (−2.0%) |" in answer

    def test_sources_that_disagree_on_another_year_are_not_set_side_by_side(self, ask: Ask) -> None:
        answer = ask("What is the difference between management and audited revenue in 2022?").answer

        assert "| €20,400K |" not in answer

    def test_every_row_has_its_sources_and_proof(self, ask: Ask) -> None:
        reply = ask("Compare forecast to actual")

        assert len(reply.claims) == 5
        assert {claim["proof"] for claim in reply.claims} == {"computed"}


class TestDueDiligence:
    def test_contradictions_gaps_and_the_offer(self, ask: Ask) -> None:
        reply = ask("Any red flags?")

        assert reply.answer.startswith("I found a few items worth noting:")
        assert "**Contradictions:**\n- Revenue for FY2024: the sources differ, €20,400K" in reply.answer
        assert "**Gaps:**\n- No " in reply.answer
        assert reply.answer.endswith("Would you like me to add the gaps to the Q&A list?")

    def test_nothing_is_written_unasked(self, ask: Ask) -> None:
        assert not [
            call for call in ask("Any red flags?").calls if call["tool"].startswith(("add", "create", "update"))
        ]


class TestSynthesis:
    def test_people_are_told_one_by_one_with_what_is_missing(self, ask: Ask) -> None:
        answer = ask("Summarize the management team").answer

        assert answer.startswith("Here’s what we know about the management team:")
        assert "**CEO – Jane Smith**" in answer
        assert "Jane Smith owns 15% of the shares (source: Management_Team.md" in answer
        assert "**CFO – John Doe**" in answer
        assert "No information found on CTO. Add to Q&A?" in answer


@pytest.mark.parametrize(
    ("text", "offices"),
    [
        ("Jane is the Chief Technology Officer", ["CTO"]),
        ("a director of the board", []),
        ("Chairman of the board", ["Chair"]),
    ],
)
def test_an_office_is_named_by_whole_words(text: str, offices: list[str]) -> None:
    assert offices_in(text) == offices


class TestGaps:
    def test_coverage_by_area_and_the_offer_to_ask(self, ask: Ask) -> None:
        answer = ask("What's missing for the IRL?").answer

        assert re.search(r"\*\*Financial \(\d+/\d+ items covered\)\*\*", answer)
        assert "✅ Net debt (source: Net_Debt_CORRECTED.xlsx, Net debt!B6)" in answer
        assert "❌ Balance sheet" in answer
        assert "Would you like me to generate Q&A items for the missing information?" in answer

    def test_one_area_alone_is_told_in_full(self, ask: Ask) -> None:
        answer = ask("What's missing on tax?").answer

        assert "**Tax (" in answer
        assert "**Legal" not in answer


class TestExploration:
    def test_an_overview_with_documents_key_figures_coverage_and_where_to_go_on(self, ask: Ask) -> None:
        reply = ask("Tell me about the company")

        assert reply.answer.startswith("Here’s a high-level overview of what we have on Lumen AB:")
        assert "- **Documents uploaded:** 7 (4 xlsx, 2 pdf, 1 markdown)" in reply.answer
        assert (
            "- **Key financials, FY2024:**\n  - Revenue: €20,400K (source: Annual_Report_2024.pdf, p.2)" in reply.answer
        )
        assert (
            "- **Management and board:**\n  - CEO Jane Smith; CFO John Doe (source: Management_Team.md" in reply.answer
        )
        assert "What would you like to explore?\n- Financial deep dive" in reply.answer
        assert len(reply.offers) == 4


class TestSmallTalk:
    @pytest.mark.parametrize("message", ["Hi", "Good morning", "Hej", "Xin chào", "Guten Tag"])
    def test_a_greeting_looks_nothing_up(self, ask: Ask, message: str) -> None:
        reply = ask(message)

        assert reply.intent == "greeting"
        assert not reply.calls
        assert not reply.citations

    def test_the_conversation_is_summed_up_by_its_questions(self, talk: Talk) -> None:
        *_, reply = talk("What's the Q3 revenue?", "And EBITDA?", "Summarize our chat")

        assert reply.answer == "So far you asked:\n\n- What's the Q3 revenue?\n- And EBITDA?"


@pytest.mark.parametrize(
    "message",
    [
        "What's the Q3 revenue?", "Walk me through the P&L", "Any red flags?", "Compare forecast to actual",
        "Summarize the management team", "Tell me about the company", "How has revenue developed by quarter?",
    ],
)  # fmt: skip
def test_every_claim_of_an_answer_has_a_source(ask: Ask, message: str) -> None:
    reply = ask(message)

    assert reply.claims
    stated = [line for line in reply.answer.splitlines() if re.search(r"[€$]\d|\d%", line)]
    assert all("(source" in line or line.startswith("|") for line in stated)


def stated(quote: str, subject: str = "") -> StoredFinding:
    return cast("StoredFinding", SimpleNamespace(quote=quote, subject=subject))


def test_an_office_of_the_company_goes_before_one_that_names_another() -> None:
    own = stated("Jane Smith is the CEO of Halden Holding AB.")
    nobodys = stated("John Doe, CEO")
    another = stated("For Halden Sverige AB: Ann Lee, CEO", "Halden Holding AB")
    assert of_company([another, nobodys, own], "Halden Holding AB") == [own, nobodys]
    assert of_company([another], "Halden Holding AB") == [another]


@pytest.mark.parametrize(
    ("quote", "is_own"),
    [
        ("Camilla Hale, managing director of Tansy & Bracken, gave notice.", False),
        ("Ann Lee, verkställande direktör i Norrlab", False),
        ("Camilla Hale, managing director of the Group, gave notice.", True),
        ("Camilla Hale, managing director of Halden, gave notice.", True),
        ("Signed on behalf of the Board by Camilla Hale, managing director", True),
    ],
)
def test_whose_an_office_is_may_be_said_without_a_legal_form(quote: str, is_own: bool) -> None:
    finding, nobodys = stated(quote, "Halden plc"), stated("John Doe, CEO")
    assert of_company([finding, nobodys], "Halden plc") == ([finding, nobodys] if is_own else [nobodys])
