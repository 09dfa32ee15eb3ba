"""Fact lookup: P1, P2 and P3 of the seed."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import Ask, analyst_of

CONFIDENCE = re.compile(r"confidence|\b0\.\d\d?\b|\b\d{1,3} ?% (?:sure|certain|confident)", re.IGNORECASE)


def test_a_fact_is_one_sentence_with_its_source(ask: Ask) -> None:
    reply = ask("What's the Q3 revenue?")

    assert reply.answer == "Q3 2024 revenue was €5,200K (source: Q3_Report.xlsx, P&L!D6)."
    assert reply.intent == "fact_lookup"
    assert [claim["proof"] for claim in reply.claims] == ["cell"]


def test_a_citation_holds_the_sources_own_characters(ask: Ask) -> None:
    citation = ask("What's the Q3 revenue?").to_json()["citations"][0]

    assert (citation["filename"], citation["locator"]) == ("Q3_Report.xlsx", "P&L!D6")
    assert "5,200" in citation["text"]


def test_the_most_current_actual_figure_is_given_and_the_assumption_told(ask: Ask) -> None:
    reply = ask("What's the EBITDA?")

    assert reply.answer.startswith("FY2024 EBITDA was €4,700K (source: Annual_Report_2024.pdf, p.2).")
    assert reply.assumption == "FY2024, the latest"


def test_different_periods_are_no_conflict(ask: Ask) -> None:
    assert "Note" not in ask("What was EBITDA in FY2023?").answer


def test_audited_accounts_against_a_presentation_are_a_conflict_with_both_sources_and_the_likelier(ask: Ask) -> None:
    answer = ask("What was revenue in FY2024?").answer

    assert answer.startswith("FY2024 revenue was €20,400K (source: Annual_Report_2024.pdf, p.2).")
    assert "Note: the sources disagree: Management_Presentation.pdf (management’s own figures" in answer
    assert "€20,000K (source: Management_Presentation.pdf, p.1)" in answer
    assert answer.endswith("Annual_Report_2024.pdf is likelier to be right: it is audited.")


def test_a_correction_is_given_with_what_it_corrects(ask: Ask) -> None:
    answer = ask("What is the net debt?").answer

    assert "Net debt at September 30, 2024 was €10,800K (source: Net_Debt_CORRECTED.xlsx, Net debt!B6)." in answer
    assert "Note: this was corrected: Net_Debt.xlsx stated €10,600K (source: Net_Debt.xlsx, Net debt!B6)." in answer


def test_a_forecast_is_told_as_one_with_what_became_of_it(ask: Ask) -> None:
    answer = ask("What was the Q3 2024 revenue forecast?").answer

    assert answer.startswith("Q3 2024 revenue (forecast) was €5,000K")
    assert "actuals show €5,200K (source: Q3_Report.xlsx, P&L!D6)" in answer


@pytest.mark.parametrize("question", ["What's the Q3 revenue?", "What was revenue in FY2024?", "What is the net debt?"])
def test_confidence_is_never_a_number(ask: Ask, question: str) -> None:
    assert not CONFIDENCE.search(ask(question).answer)


def test_a_margin_that_no_document_states_is_computed_and_its_arithmetic_shown(ask: Ask) -> None:
    reply = ask("What was the gross margin in Q3 2024?")

    assert reply.answer.startswith("Q3 2024 gross margin was 42.0% (computed: €2,184K ÷ €5,200K)")
    assert [claim["proof"] for claim in reply.claims] == ["computed"]


def test_a_fact_in_words_is_the_sources_own_sentence(ask: Ask) -> None:
    for question in ("Who is the CEO?", "Who is the CEO and since when?"):
        assert ask(question).answer.startswith("Jane Smith is the chief executive officer (source: Management_Team.md")


def test_a_refusal_quotes_the_nearest_passages_as_what_they_are(ask: Ask) -> None:
    reply = ask("Why did the auditors dispute the annual accounts?")

    assert reply.refuses
    assert not reply.claims
    assert "come nearest; they may not answer it:" in reply.answer
    assert "- “We have audited the annual accounts" in reply.answer
    assert "(source: Annual_Report_2024.pdf, p." in reply.answer


def test_a_refusal_quotes_nothing_that_only_shares_a_word_with_the_question(ask: Ask) -> None:
    reply = ask("What is the net promoter score?")

    assert reply.refuses
    assert "nearest" not in reply.answer


def test_a_refusal_names_no_place_for_a_matter_that_nothing_speaks_of(ask: Ask) -> None:
    reply = ask("What does the zoning ordinance prohibit?")

    assert reply.refuses
    assert "nearest" not in reply.answer


def test_a_refusal_quotes_no_passage_of_somebody_else_than_the_question_names(ask: Ask) -> None:
    reply = ask("What revenue did Zandvoort Holding report to the auditors?")

    assert reply.refuses
    assert "nearest" not in reply.answer


def test_what_is_not_there_is_explained_and_offered_for_the_questions_list(ask: Ask) -> None:
    reply = ask("What is the customer churn?")

    assert "churn" in reply.answer
    assert "uploaded documents" in reply.answer
    assert reply.answer.endswith("Would you like me to add this to the Q&A list for the target company?")
    assert reply.offers
    assert reply.refuses


def test_a_period_without_a_figure_is_told_with_those_there_are(ask: Ask) -> None:
    answer = ask("What was revenue in FY2019?").answer

    assert "I found no revenue for FY2019: there is FY2024, FY2023" in answer
    assert "Would you like me to add this to the Q&A list" in answer


def test_the_answer_is_in_the_language_of_the_question(ask: Ask) -> None:
    answer = ask("Hur stor var omsättningen 2023?").answer

    assert "var €18,600K (källa: Annual_Report_2024.pdf, p.2)" in answer


def test_two_measures_are_a_list(ask: Ask) -> None:
    answer = ask("What were revenue and EBITDA in Q3 2024?").answer

    assert answer.splitlines()[:2] == [
        "- Q3 2024 revenue was €5,200K (source: Q3_Report.xlsx, P&L!D6)",
        "- Q3 2024 EBITDA was €1,200K (source: Q3_Report.xlsx, P&L!D9)",
    ]


@pytest.mark.parametrize("question", ["Was that more or less than the year before?", "And was it higher or lower?"])
def test_a_question_that_names_no_matter_is_answered_by_no_sentence(ask: Ask, question: str) -> None:
    reply = ask(question)

    assert not reply.claims
    assert not reply.to_json()["citations"]


def test_a_bare_year_that_is_no_calendar_year_is_told_as_it_was_taken(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    for row in (
        ["Tarn Foods plc"], ["Income statement, EUR thousands"], ["Financial year 1 May 2023 – 30 April 2024"], [],
        ["", "FY2024", "FY2023"], ["Revenue", 900, 800], ["Cost of sales", 500, 450], ["Gross profit", 400, 350],
    ):  # fmt: skip
        page.append(row)
    book.save(tmp_path / "accounts.xlsx")
    analyst = analyst_of(database, new_project("tarn"), [tmp_path / "accounts.xlsx"])

    answer = asyncio.run(analyst.ask("What was revenue in 2024?")).answer

    assert answer.startswith("FY2024 revenue was €900K")
    assert "“2024” is taken as the fiscal year that ended in April 2024." in answer


@pytest.mark.parametrize(
    "question",
    [
        "How much do we owe if the revenue is swallowed by a kraken?",
        "Vad hände med omsättningen när taket rasade?",
        "Do giraffes yodel?",
    ],
)
def test_what_is_not_found_is_never_said_not_to_be_there(ask: Ask, question: str) -> None:
    reply = ask(question)

    assert reply.refuses
    found_none = ("I couldn’t find", "I found no sure answer", "Jag hittade inga", "Jag hittade inget säkert svar")
    assert reply.answer.startswith(found_none)


def test_what_another_contract_says_is_no_answer_where_one_is_spoken_of(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    parties = 'between Orvik B.V. (the "Supplier") and Halden AS (the "Client")'
    service = tmp_path / "Framework_Agreement_Halden.txt"
    service.write_text(
        f"FRAMEWORK AGREEMENT\n{parties}\n1. Fees\n1.1 The annual fee is EUR 693,450.\n", encoding="utf-8"
    )
    hosting = tmp_path / "Hosting_Agreement_Borg.txt"
    parties = 'between Borg Data AS (the "Host") and Orvik B.V. (the "Customer")'
    hosting.write_text(
        f"HOSTING AGREEMENT\n{parties}\n1. Level\n1.1 The Host guarantees availability of 99.9 per cent a month.\n",
        encoding="utf-8",
    )
    analyst = analyst_of(database, new_project("contracts"), [service, hosting])
    question = "What availability percentage is guaranteed?"
    alone = asyncio.run(analyst.ask(question))
    fee = asyncio.run(analyst.ask("What is the annual fee in the Halden agreement?"))
    after = asyncio.run(analyst.ask(question, fee.conversation))

    assert "99.9 per cent" in alone.answer
    assert "693,450" in fee.answer
    assert after.answer.startswith("I found no sure answer")
    named = asyncio.run(analyst.ask("What availability does the Borg agreement guarantee?", fee.conversation))
    assert "99.9 per cent" in named.answer


def test_where_every_segment_grew_none_is_told_to_have_shrunk(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    for row in (
        ["Tarn Foods plc"], ["Segment information, EUR thousands"], [], ["", "FY2024", "FY2023"],
        ["Revenue:"], ["Soups", 500, 450], ["Sauces", 400, 380], ["Total revenue", 900, 830],
    ):  # fmt: skip
        page.append(row)
    book.save(tmp_path / "segments.xlsx")
    analyst = analyst_of(database, new_project("segments"), [tmp_path / "segments.xlsx"])

    revenue = asyncio.run(analyst.ask("What was revenue in FY2024?"))
    shrank = asyncio.run(analyst.ask("Which segment shrank in that year?", revenue.conversation)).answer
    open_time = asyncio.run(analyst.ask("Which segment shrank in that quarter?", revenue.conversation)).answer

    assert shrank.startswith("No part of revenue was lower in FY2024 than FY2023")
    assert open_time == "Which quarter do you mean?"


def test_a_plan_that_does_not_say_when_its_year_ends_is_set_against_the_same_months(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    accounts, plan, other = Workbook(), Workbook(), Workbook()
    for row in (
        ["Lumo Holding AS"], ["Income statement, EUR thousands"], ["Financial year 1 January 2023 – 31 December 2023"],
        [], ["", "FY2023", "FY2022"], ["Gross profit", 50, 40],
    ):  # fmt: skip
        other.active.append(row)  # type: ignore[union-attr]
    for row in (
        ["Tarn Foods plc"], ["Income statement, EUR thousands"], ["Financial year 1 July 2023 – 30 June 2024"], [],
        ["", "FY2024", "FY2023", "H1 FY2024"], ["Revenue", 900, 800, 430],
    ):  # fmt: skip
        accounts.active.append(row)  # type: ignore[union-attr]
    months = [
        "Jul-23",
        "Aug-23",
        "Sep-23",
        "Oct-23",
        "Nov-23",
        "Dec-23",
        "Jan-24",
        "Feb-24",
        "Mar-24",
        "Apr-24",
        "May-24",
        "Jun-24",
    ]
    plan.active.append(["Budget, EUR thousands", *months])  # type: ignore[union-attr]
    plan.active.append(["Revenue", *([75] * 6), *([85] * 6)])  # type: ignore[union-attr]
    accounts.save(tmp_path / "accounts.xlsx")
    plan.save(tmp_path / "Budget.xlsx")
    other.save(tmp_path / "other.xlsx")
    files = [tmp_path / name for name in ("accounts.xlsx", "Budget.xlsx", "other.xlsx")]
    analyst = analyst_of(database, new_project("plan"), files)

    first = asyncio.run(analyst.ask("What was revenue in H1 FY2024?"))
    aside = asyncio.run(analyst.ask("What makes up the difference?", first.conversation))
    again = asyncio.run(analyst.ask("What was it in H1 FY2024?", aside.conversation))
    against = asyncio.run(analyst.ask("How does that compare with budget?", again.conversation)).answer

    assert again.answer.startswith("H1 FY2024 revenue was €430K")
    named = asyncio.run(analyst.ask("What was revenue in H1 FY2024 against budget?")).answer
    assert "€450K" in against
    assert "€510K" not in against + named


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the gross margin in FY2023?", "FY2023 gross margin was 63.4% (computed: $9,232M ÷ $14,571M)"),
        ("What was the gross profit in FY2023?", "FY2023 gross profit was $9,232M"),
    ],
)
def test_a_margin_is_a_percentage_also_where_a_statement_calls_the_amount_so(
    database: Database, new_project: Callable[..., int], tmp_path: Path, question: str, answer: str
) -> None:
    (tmp_path / "accounts.csv").write_text(
        "Halden Inc.,\nConsolidated statements of operations (in USD millions),\n,FY2023\n"
        "Total revenue,14571\nCost of sales,5339\nGROSS MARGIN,9232\nNet income,3000\n"
    )
    analyst = analyst_of(database, new_project("halden"), [tmp_path / "accounts.csv"])
    assert asyncio.run(analyst.ask(question)).answer.startswith(answer)


def test_what_a_request_list_asks_for_answers_nothing(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "Information Request List.csv").write_text(
        "Ref,Area,Request,Priority\nR-040,Property,Landlord consents on change of control,High\nR-041,Tax,Returns,Low\n"
    )
    (tmp_path / "lease.txt").write_text("The Tenant may assign the whole with the Landlord's consent.")
    files = [tmp_path / name for name in ("Information Request List.csv", "lease.txt")]
    analyst = analyst_of(database, new_project("lease"), files)
    reply = asyncio.run(analyst.ask("Do we need landlord consents on change of control?"))
    assert "R-040" not in reply.answer
    assert "Landlord consents" in asyncio.run(analyst.ask("Which requests are on change of control?")).answer


def test_the_best_margin_is_that_of_a_segment_and_a_plan_of_this_year_is_of_the_running_one(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "accounts.csv").write_text(
        'Tarn Foods plc,,,,\n"Segment information, EUR thousands",,,,\nFinancial year 1 July 2024 – 30 June 2025,,,,\n'
        ",Revenue 2024/25,Revenue 2023/24,EBITDA 2024/25,EBITDA 2023/24\nSoups,500,450,50,40\nSauces,400,380,60,50\n"
        "Central costs,,,-30,-20\nGroup,900,830,80,70\n"
    )
    (tmp_path / "half-year.csv").write_text(
        'Tarn Foods plc,,\n"Income statement, EUR thousands",,\n,H1 2025/26,H1 2024/25\nRevenue,480,450\nEBITDA,45,40\n'
    )
    (tmp_path / "plan.csv").write_text(
        'Tarn Foods plc,,\n"Income statement, EUR thousands",,\n,Budget FY2026,Forecast 6+6 FY2026\n'
        "Revenue,990,950\nEBITDA,99,90\n"
    )
    files = [tmp_path / name for name in ("accounts.csv", "half-year.csv", "plan.csv")]
    analyst = analyst_of(database, new_project("tarn"), files)

    best = asyncio.run(analyst.ask("Which segment has the best EBITDA margin in FY25?")).answer
    highest = asyncio.run(analyst.ask("Which segment had the lowest EBITDA in FY25?")).answer
    half = asyncio.run(analyst.ask("What was revenue in H1 2025/26?")).answer
    plan = asyncio.run(analyst.ask("EBITDA forecast vs budget this year?")).answer

    assert best.startswith("Sauces: EBITDA margin FY2025 15.0%")
    assert highest.startswith("Soups: EBITDA FY2025 €50K")
    assert half.startswith("H1 FY2026 revenue was €480K")
    assert "€90K" in plan
    assert "€99K" in plan


def test_the_part_that_stands_out_is_told_beside_central_costs_eliminations_and_costs_in_brackets(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "segments.csv").write_text(
        'Tarn Foods plc,,\n"Segment information, EUR thousands",,\n'
        "Revenue,FY2024,FY2023\nSoups,500,450\nSauces,400,380\n"
        "Eliminations,(20),(15)\nTotal revenue,880,815\n,,\nAdjusted EBITDA,FY2024,FY2023\nSoups,60,50\nSauces,40,30\n"
        "Corporate,(10),(8)\nTotal,90,72\n"
    )
    (tmp_path / "customers.csv").write_text(
        "Customer,Segment,Revenue FY2024\nAlba,Sauces,90\nBeck,Sauces,80\nCole,Soups,70\n"
    )
    files = [tmp_path / "segments.csv", tmp_path / "customers.csv"]
    analyst = analyst_of(database, new_project("central"), files)

    profit = asyncio.run(analyst.ask("Which segment had the highest adjusted EBITDA in FY2024?")).answer
    revenue = asyncio.run(analyst.ask("Which segment had the highest revenue in FY2024?")).answer

    assert profit.startswith("Soups: adjusted EBITDA FY2024 €60K")
    assert revenue.startswith("Soups: revenue FY2024 €500K")


def test_how_a_part_did_is_told_by_its_figures_beside_those_of_the_year_before(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "segments.csv").write_text(
        'Tarn Foods plc,,\n"Segment information, EUR thousands",,\n'
        "Revenue,FY2024,FY2023\nSoups,500,450\nSauces,400,380\nTotal revenue,900,830\n,,\n"
        "Adjusted EBITDA,FY2024,FY2023\nSoups,60,50\nSauces,40,30\nTotal,100,80\n"
    )
    analyst = analyst_of(database, new_project("did"), [tmp_path / "segments.csv"])

    soups = asyncio.run(analyst.ask("How did Soups do in FY2024?")).answer
    nobody = asyncio.run(analyst.ask("How did Halden do in FY2024?"))

    assert "| Revenue | €450K | €500K | +€50K (+11.1%) |" in soups
    assert "| Adjusted EBITDA | €50K | €60K | +€10K (+20.0%) |" in soups
    assert not nobody.claims


def test_a_question_that_begins_with_list_means_no_file_of_that_name(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    (tmp_path / "Staff list and holidays.csv").write_text("no,name,site\n1,Ann,Lund\n2,Bo,Malmö\n", encoding="utf-8")
    disputes = "Matter,Claimed EUR k,Provision held\nHolt Dairies,1850,none\nNairn agency,212,150\n"
    (tmp_path / "Litigation memo.csv").write_text(disputes, encoding="utf-8")
    analyst = analyst_of(database, new_project("lists"), sorted(tmp_path.iterdir()))

    reply = asyncio.run(analyst.ask("List the claims and what is provided for each"))

    assert "Nairn agency, Provision held: 150" in reply.answer
