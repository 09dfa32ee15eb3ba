"""An overview says what the company is, in sentences of its documents, with the figures of one year."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from sleuth.store.server.database import Database
from tests.agents.analyst.conftest import analyst_of

REPORT = """# Falk Energi AB

Annual report 2024. We have audited the annual accounts of Falk Energi AB.

{business}

## Ownership

Norrsken Invest AB holds 61 per cent of the shares. The board met seven times.

## Risks

The ten largest customers accounted for 34.6 per cent of net sales.

## Income statement of Falk Energi AB, SEK thousand

| | FY2024 | FY2023 |
|---|---|---|
| Revenue | 84,300 | 80,100 |
| EBITDA | 9,200 | 8,700 |
"""
ACCOUNTS = """# Falk Energi AB, management accounts March 2025

SEK thousand

| | Mar 2025 | LTM Mar 2025 |
|---|---|---|
| Revenue | 7,300 | 85,100 |
| EBITDA | 640 | 9,300 |
"""


def test_an_overview_says_what_the_company_does_and_names_one_year(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    under = "## Falk Energi in brief\n\nThe Group builds heat pumps in Umeå. Sales rose by 5.2 per cent."
    alone = "Falk Energi builds and services heat pumps in Umeå."
    for number, business in enumerate((under, alone)):
        report, accounts = tmp_path / f"report {number}.md", tmp_path / f"accounts {number}.md"
        report.write_text(REPORT.format(business=business), encoding="utf-8")
        accounts.write_text(ACCOUNTS, encoding="utf-8")
        analyst = analyst_of(database, new_project(f"overview {number}"), [report, accounts])
        answer = asyncio.run(analyst.ask("Tell me about the company")).answer
        assert "**Business:**\n  - " + ("The Group builds", "Falk Energi builds")[number] in answer
        assert "Sales rose" not in answer
        assert "**Key financials, FY2024:**\n  - Revenue: SEK 84,300K (source: report" in answer
        assert "7,300" not in answer
        assert "**Owners:**\n  - Norrsken Invest AB holds 61 per cent of the shares (source: report" in answer
        assert "The ten largest customers accounted for 34.6 per cent of net sales" in answer
        assert "**Not told in words here:** management and board, financing." in answer


def test_a_part_of_the_overview_is_told_alone_where_it_is_asked_for(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    report = tmp_path / "report.md"
    business = (
        "## Falk Energi in brief\n\nThe Group builds heat pumps in Umeå.\n\n"
        "## Accounting policies\n\nForeign subsidiaries are translated at closing rates.\n\n"
        "## Group structure\n\nThe Group comprises the parent and the subsidiaries Falk Norge AS and Falk Oy.\n\n"
        "## Schedule of managers\n\nAnn Lee Managing Director, Falk Norge AS\nBo Strand Managing Director, Falk Oy"
    )
    equity = "\n\n## Changes in equity\n\n| | Share capital |\n|---|---|\n| Opening | 500 |\n| Closing | 500 |\n"
    report.write_text(REPORT.format(business=business) + equity, encoding="utf-8")
    analyst = analyst_of(database, new_project("parts"), [report])
    for question, told in (
        ("What does the company do?", "The Group builds heat pumps in Umeå"),
        ("List the subsidiaries", "The Group comprises the parent and the subsidiaries Falk Norge AS and Falk Oy"),
        ("Who owns Falk Energi?", "Norrsken Invest AB holds 61 per cent of the shares"),
        ("Who are the largest shareholders?", "Norrsken Invest AB holds 61 per cent of the shares"),
    ):
        assert asyncio.run(analyst.ask(question)).answer.startswith(f"{told} (source: report.md")
    assert not asyncio.run(analyst.ask("Who are the board members?")).claims  # directors of subsidiaries are no board


def test_a_word_of_the_companys_name_is_not_what_it_does(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    report, agreement = tmp_path / "report.md", tmp_path / "agreement.md"
    report.write_text(REPORT.format(business="").replace("Falk Energi", "Falk Tidewater"), encoding="utf-8")
    signed = "FALK TIDEWATER AB: (signed) Ann Ek; (signed) Bo Lind, Chief Financial Officer"
    agreement.write_text(f"# Loan agreement\n\n{signed}\n", encoding="utf-8")
    analyst = analyst_of(database, new_project("signed"), [report, agreement])
    answer = asyncio.run(analyst.ask("Tell me about the company")).answer
    assert "(signed)" not in answer
    assert "**Not told in words here:** business" in answer


def test_an_office_is_its_holders_of_today_where_one_line_names_several_offices(
    database: Database, new_project: Callable[..., int], tmp_path: Path
) -> None:
    annual, interim = tmp_path / "annual.md", tmp_path / "interim.md"
    annual.write_text(
        "# Lovik AB\n\nAnnual report 2024, published 3 March 2025.\n\n"
        "Executive Management: Ida Berg (CEO) and Ola Lund (CFO).\n",
        encoding="utf-8",
    )
    interim.write_text(
        "# Lovik AB\n\nInterim report, published 20 August 2025.\n\n"
        "Executive Management: Ida Berg, CEO; Siv Holm, CFO.\n",
        encoding="utf-8",
    )
    analyst = analyst_of(database, new_project("offices"), [annual, interim])

    answer = asyncio.run(analyst.ask("who is cfo today?")).answer

    assert "Siv Holm, CFO" in answer
    assert "Ola Lund" not in answer
