"""The known room: ten small files of one deal, with every figure, contradiction and gap in plain sight.

`write_known_room(folder)` writes them. The evaluation of the analyst asks about this room what its specification asks.

    revenue                5.2 m in Q3 2024, 4.8 m in Q2 2024, 4.64 m in Q3 2023; 18.4 m in 2023, 16.5 m in 2022 (EUR)
    forecast of Q3 2024    revenue 5.0 m, gross profit 2.2 m (44 %), EBITDA 1.15 m
    contradiction          cash on 30 September 2024: 2,150 thousand in the report, 2.4 million in the presentation
    unusual                restructuring cost of 300 thousand in Q2 2024; a pending claim of 450 thousand
    missing                cash flow statement, debt schedule, IP, corporate structure; anything on a CTO, or on churn
"""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from dataroom.blocks import Block, Column, Document, Grid, Heading, Row, Sheet, say
from dataroom.writers import write

COMPANY = "Nordkust Marine AB"
CASH_CONFLICT = ("Q3_Report.pdf", "Management_Presentation.pptx")


def write_known_room(folder: Path) -> list[Path]:
    """Write the room's files into the folder, which is made; the same bytes each time."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, document in _documents().items():
        path = folder / name
        path.write_bytes(write(document, name.rpartition(".")[2]).data)
        written.append(path)
    return written


def _documents() -> dict[str, Document]:
    return {
        "Annual_Report_2023.pdf": _annual_report(),
        "Q2_Report.pdf": _second_quarter(),
        "Q3_Report.pdf": _third_quarter(),
        "Forecast_2024.xlsx": _forecast(),
        "Management_Presentation.pptx": _presentation(),
        "Management_Team.docx": _team(),
        "Share_Register.xlsx": _owners(),
        "Customer_Agreement.docx": _agreement(),
        "Litigation_Memo.docx": _litigation(),
        "IRL.xlsx": _requests(),
    }


def _statement(title: str, caption: str, headers: tuple[str, ...], lines: Mapping[str, tuple[str, ...]]) -> Grid:
    rows = tuple(Row(label, cells) for label, cells in lines.items())
    return Grid(tuple(Column((header,)) for header in headers), rows, title=title, caption=caption)


def _annual_report() -> Document:
    income = {
        "Revenue": ("18,400", "16,500"), "Cost of sales": ("(10,120)", "(9,240)"), "Gross profit": ("8,280", "7,260"),
        "Operating expenses": ("(4,600)", "(4,290)"), "EBITDA": ("3,680", "2,970"),
        "Depreciation and amortisation": ("(900)", "(850)"), "Operating income": ("2,780", "2,120"),
        "Financial expenses": ("(180)", "(160)"), "Income tax": ("(570)", "(440)"), "Net income": ("2,030", "1,520"),
    }  # fmt: skip
    balance = {
        "Property, plant and equipment": ("6,300", "5,900"), "Inventories": ("2,450", "2,300"),
        "Trade receivables": ("2,900", "2,650"), "Cash and cash equivalents": ("1,950", "1,400"),
        "Total assets": ("13,600", "12,250"), "Equity": ("6,100", "4,900"), "Borrowings": ("4,800", "5,000"),
        "Trade payables": ("2,700", "2,350"), "Total equity and liabilities": ("13,600", "12,250"),
    }  # fmt: skip
    blocks: tuple[Block, ...] = (
        Heading("Annual report 2023"),
        say(f"{COMPANY}, for the financial year ended 31 December 2023. Audited."),
        Heading("Income statement", fresh=True),
        _statement("Income statement", "EUR thousand", ("2023", "2022"), income),
        Heading("Balance sheet", fresh=True),
        _statement("Balance sheet at 31 December", "EUR thousand", ("2023", "2022"), balance),
        Heading("Independent auditor's report", fresh=True),
        say("In our opinion the financial statements give a true and fair view of the position of the company."),
    )
    return Document("Annual report 2023", "Brandt Revision AB", date(2024, 3, 15), blocks)


def _second_quarter() -> Document:
    income = {
        "Revenue": ("4,800", "4,300"), "Cost of sales": ("(2,688)", "(2,365)"), "Gross profit": ("2,112", "1,935"),
        "Operating expenses": ("(1,062)", "(945)"), "EBITDA": ("1,050", "990"),
    }  # fmt: skip
    blocks = (
        Heading("Interim report for the second quarter of 2024"),
        say(f"{COMPANY}, 1 April to 30 June 2024. Unaudited."),
        _statement("Income statement", "EUR thousand", ("Q2 2024", "Q2 2023"), income),
        Heading("One-time items", fresh=True),
        say("A one-time restructuring charge of EUR 300 thousand was recognised in the second quarter of 2024."),
    )
    return Document("Interim report Q2 2024", COMPANY, date(2024, 8, 14), blocks)


def _third_quarter() -> Document:
    income = {
        "Revenue": ("5,200", "4,640"), "Cost of sales": ("(3,016)", "(2,552)"), "Gross profit": ("2,184", "2,088"),
        "Operating expenses": ("(984)", "(938)"), "EBITDA": ("1,200", "1,150"),
    }  # fmt: skip
    blocks = (
        Heading("Interim report for the third quarter of 2024"),
        say(f"{COMPANY}, 1 July to 30 September 2024. Unaudited."),
        _statement("Income statement", "EUR thousand", ("Q3 2024", "Q3 2023"), income),
        Heading("Comments", fresh=True),
        say("Gross margin fell to 42% because supply chain costs rose."),
        Heading("Financial position", fresh=True),
        _statement("Financial position", "EUR thousand", ("30 September 2024", "30 September 2023"), {
            "Cash and cash equivalents": ("2,150", "1,720"), "Borrowings": ("4,650", "4,900"),
        }),
    )  # fmt: skip
    return Document("Interim report Q3 2024", COMPANY, date(2024, 11, 8), blocks)


def _forecast() -> Document:
    lines = {
        "Revenue": ("5,000", "5,200"), "Gross profit": ("2,200", "2,184"), "Gross margin": ("44%", "42%"),
        "EBITDA": ("1,150", "1,200"),
    }  # fmt: skip
    grid = _statement("", "EUR thousand", ("Q3 2024 forecast", "Q3 2024 actual"), lines)
    title = "Forecast and actual 2024"
    sheet = Sheet("Q3", (f"{COMPANY}: forecast and actual, Q3 2024", "EUR thousand"), (grid,))
    return Document(title, COMPANY, date(2024, 11, 10), sheets=(sheet,))


def _presentation() -> Document:
    blocks = (
        Heading("Management presentation"),
        say(f"{COMPANY}, October 2024. Prepared by management; not audited."),
        Heading("Market"),
        say(
            "The company builds electric propulsion for working boats and serves 140 shipyards in the Nordic countries."
        ),
        Heading("Liquidity"),
        say("Cash amounted to EUR 2.4 million on 30 September 2024."),
    )
    return Document("Management presentation", COMPANY, date(2024, 10, 15), blocks)


def _team() -> Document:
    blocks = (
        Heading("Management team"),
        Heading("Chief Executive Officer", 2),
        say("Jane Holm is Chief Executive Officer. She joined the company in 2019 and was Vice President of Baltic "
            "Yachts before."),
        Heading("Chief Financial Officer", 2),
        say("John Dahl is Chief Financial Officer. He joined the company in 2021 and is a chartered accountant with a "
            "Big Four background."),
    )  # fmt: skip
    return Document("Management team", COMPANY, date(2024, 9, 30), blocks)


def _owners() -> Document:
    grid = _statement("", "", ("Shares", "Share of capital"), {
        "Holm Invest AB": ("60,000", "60%"), "Jane Holm": ("15,000", "15%"), "Vind Capital": ("25,000", "25%"),
        "Total": ("100,000", "100%"),
    })  # fmt: skip
    sheet = Sheet("Shares", (f"{COMPANY}: share register on 30 September 2024",), (grid,))
    return Document("Share register", COMPANY, date(2024, 9, 30), sheets=(sheet,))


def _agreement() -> Document:
    blocks = (
        Heading("Supply agreement"),
        say(f"This agreement is made on 3 May 2022 between {COMPANY} and Fjordfart AS."),
        Heading("1. Term"),
        say("This agreement runs until 31 December 2026. Either party may terminate it with six months' notice."),
        Heading("2. Change of control"),
        say("Fjordfart AS may terminate this agreement if the control of the supplier changes."),
        Heading("3. Governing law"),
        say("This agreement is governed by the laws of Sweden."),
    )
    return Document("Supply agreement", COMPANY, date(2022, 5, 3), blocks)


def _litigation() -> Document:
    blocks = (
        Heading("Litigation memorandum"),
        say("Prepared by Advokatfirman Berg for the board, 1 October 2024."),
        Heading("1. Pending proceedings"),
        say("In Sundvarv AB v Nordkust Marine AB the claimant seeks damages of EUR 450 thousand for late delivery. "
            "No provision has been recognised."),
    )  # fmt: skip
    return Document("Litigation memorandum", "Advokatfirman Berg", date(2024, 10, 1), blocks)


_REQUESTS = (
    ("Financial", "Income statements for the last two years", "High"),
    ("Financial", "Balance sheet at the last year end", "High"),
    ("Financial", "Quarterly reports for 2024", "High"),
    ("Financial", "Cash flow statement for the last two years", "High"),
    ("Financial", "Debt schedule with maturities", "Medium"),
    ("Legal", "Material customer agreements", "High"),
    ("Legal", "Litigation history", "High"),
    ("Legal", "Intellectual property portfolio", "Medium"),
    ("Legal", "Corporate structure chart", "Low"),
)


def _requests() -> Document:
    rows = tuple(Row(str(number), request) for number, request in enumerate(_REQUESTS, 1))
    grid = Grid(tuple(Column((head,), wide=True) for head in ("Area", "Request", "Priority")), rows, stub="No.")
    lines = ("Information request list", f"Sent to {COMPANY} on 1 October 2024")
    return Document("Information request list", "Deal team", date(2024, 10, 1), sheets=(Sheet("IRL", lines, (grid,)),))
