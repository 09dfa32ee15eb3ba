"""Makes the invented files of the example data room: the sale of Halden Instruments AB, "Project Lumen".

Everything in them is fiction. Run `python examples/make_examples.py` to make them anew; the files are committed. Every
figure that appears twice is computed from one place here, so that the files agree but for what they are to disagree on:
the auditors moved an order of December 2023 into 2024, and the net debt was corrected twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import xlsxwriter
from docx import Document
from docx.document import Document as WordDocument
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.table import _Cell
from docx.text.paragraph import Paragraph
from fpdf import FPDF
from pptx import Presentation
from pptx.presentation import Presentation as Deck
from pptx.slide import Slide
from pptx.util import Inches, Pt

FOLDER = Path(__file__).parent / "dataroom"
WRITTEN = datetime(2024, 11, 18, 9, 30, tzinfo=UTC)

# EUR thousands, by quarter: FY2023 actual, then FY2024 estimate.
INSTRUMENTS = (8_420, 8_765, 8_910, 9_805, 9_130, 9_480, 9_655, 10_535)
SERVICE = (3_180, 3_245, 3_310, 3_465, 3_520, 3_610, 3_695, 3_875)
COST_OF_GOODS = (5_580, 5_765, 5_860, 6_370, 6_010, 6_180, 6_285, 6_725)
SALES_COSTS = (1_905, 1_930, 1_945, 2_020, 2_010, 2_045, 2_070, 2_125)
RESEARCH = (1_240, 1_255, 1_270, 1_285, 1_330, 1_345, 1_360, 1_375)
ADMINISTRATION = (1_060, 1_065, 1_080, 1_095, 1_105, 1_115, 1_120, 1_130)
DEPRECIATION = (410, 415, 420, 425, 445, 450, 455, 460)
QUARTERS = ("Q1", "Q2", "Q3", "Q4")

# Employees at year end: function, FY2023, FY2024.
HEADCOUNT = (
    ("Production", 96, 101),
    ("Field service", 48, 55),
    ("Research and development", 41, 44),
    ("Sales and marketing", 33, 35),
    ("Administration", 22, 22),
)
# EUR thousands: an order that the auditors moved from FY2023 into FY2024, and its cost.
CUT_OFF, CUT_OFF_COST = 450, 210
# EUR thousands at 30 September 2024, in each edition of the schedule: bank loans, leases, pensions, cash.
NET_DEBT = (
    ("Halden Net Debt.xlsx", (9_400, 2_150, 1_300, 1_850)),
    ("Halden Net Debt_v2.xlsx", (9_400, 2_150, 1_300, 2_250)),
    ("Halden Net Debt_FINAL_v3.xlsx", (9_400, 2_350, 1_300, 2_250)),
)
PRICE = 64_500_000  # EUR
WORKING_CAPITAL = 7_200_000
# Warranties: class, cap as a percentage of the price, how long claims may be made.
CAPS = (
    ("Fundamental Warranties", 100, "7 years"),
    ("Tax Warranties", 30, "7 years"),
    ("Business Warranties", 10, "18 months"),
)


@dataclass(frozen=True)
class Year:
    """One year's figures, in EUR thousands."""

    revenue: int
    gross_profit: int
    ebitda: int

    @property
    def margin(self) -> float:
        return self.ebitda / self.revenue


def year(first: int) -> Year:
    """The year that begins at this quarter of the series."""
    quarters = slice(first, first + 4)
    revenue = sum(INSTRUMENTS[quarters]) + sum(SERVICE[quarters])
    gross_profit = revenue - sum(COST_OF_GOODS[quarters])
    costs = sum(SALES_COSTS[quarters]) + sum(RESEARCH[quarters]) + sum(ADMINISTRATION[quarters])
    return Year(revenue, gross_profit, gross_profit - costs)


FY2023, FY2024 = year(0), year(4)


def euros(amount: float) -> str:
    return f"EUR {amount:,.0f}"


def millions(thousands: int) -> str:
    return f"EUR {thousands / 1000:.1f} million"


# --- the agreement --------------------------------------------------------------------------------------------------

CLAUSES = (
    (
        "Definitions",
        [
            "“Accounts Date” means 31 December 2023.",
            "“Business Day” means a day other than a Saturday, a Sunday or a public holiday in Sweden.",
            "“Closing” means completion of the sale and purchase of the Shares under clause 4.",
            "“Company” means Halden Instruments AB, company registration number 556914-2207, a limited liability "
            "company with its registered office in Linköping.",
            "“Long Stop Date” means 30 June 2025.",
            "“Shares” means all 250,000 issued shares in the Company.",
        ],
    ),
    (
        "Sale and purchase",
        [
            "On the terms of this Agreement the Seller sells, and the Buyer buys, the Shares with effect from Closing, "
            "free from any pledge, option or other third-party right.",
            "Title to the Shares passes to the Buyer at Closing, against payment of the Purchase Price.",
        ],
    ),
    (
        "Purchase price",
        [
            f"The purchase price for the Shares is {euros(PRICE)} on a cash-free and debt-free basis (the “Purchase "
            "Price”).",
            f"The Purchase Price assumes a normalised working capital of {euros(WORKING_CAPITAL)}. If the working "
            "capital at Closing is higher or lower than that amount, the Purchase Price is increased or reduced by the "
            "difference, euro for euro.",
            f"On signing the Buyer pays a deposit of five per cent of the Purchase Price, being "
            f"{euros(PRICE * 5 // 100)}, into an escrow account with the escrow agent. The deposit is set off against "
            "the Purchase Price at Closing.",
            "The Buyer may not withhold or set off any amount against the Purchase Price except as this clause allows.",
        ],
    ),
    (
        "Conditions and Closing",
        [
            "Closing is conditional on approval of the acquisition by the Swedish Inspectorate of Strategic Products "
            "under the Foreign Direct Investments Screening Act.",
            "Closing takes place on 28 February 2025, or on the fifth Business Day after the condition in this clause "
            "is satisfied if that is later.",
            "If Closing has not taken place on or before the Long Stop Date, either party may withdraw from this "
            "Agreement by written notice, provided that its own breach did not cause the delay.",
        ],
    ),
    (
        "Conduct of business before Closing",
        [
            "Until Closing the Seller shall procure that the Company carries on its business in the ordinary course "
            "and does not, without the Buyer’s written consent, incur capital expenditure above EUR 150,000 for a "
            "single item or enter into any contract with a term of more than 24 months.",
            "The Seller shall give the Buyer monthly management accounts within 15 Business Days of each month end.",
        ],
    ),
    (
        "Warranties and limitation of liability",
        [
            "The Seller gives the warranties in Schedule 1 on the date of this Agreement and at Closing.",
            "The Seller’s liability for each class of warranty does not exceed the cap in the table below, and no "
            "claim may be made after the claim period, counted from Closing.",
            f"The Seller is not liable for a single claim below {euros(PRICE // 1000)}, nor until the sum of all "
            f"claims exceeds {euros(PRICE // 100)}, in which case the whole sum may be claimed.",
        ],
    ),
    (
        "Non-competition",
        [
            "For 24 months after Closing the Seller shall not carry on, or hold an interest of more than five per cent "
            "in, any business that sells optical measuring instruments in the Nordic countries or in Germany.",
        ],
    ),
    (
        "Termination",
        [
            "Before Closing, either party may terminate this Agreement with immediate effect if the other commits a "
            "material breach and does not remedy it within 20 Business Days of a written notice that describes the "
            "breach.",
            "Clauses 9 and 10 survive termination.",
        ],
    ),
    (
        "Confidentiality and notices",
        [
            "The parties keep the terms of this Agreement confidential for three years from its date.",
            "A notice is in writing and in English. It is received on the third Business Day after it was sent by "
            "courier, and on the same Business Day if it was sent by e-mail before 16.00.",
        ],
    ),
    (
        "Governing law and disputes",
        [
            "This Agreement is governed by the substantive law of Sweden.",
            "Any dispute is finally settled by arbitration administered by the SCC Arbitration Institute. The seat of "
            "arbitration is Stockholm, the tribunal has three arbitrators, and the language is English.",
        ],
    ),
)
NUMBERING = f"""
<w:abstractNum {nsdecls("w")} w:abstractNumId="90"><w:multiLevelType w:val="multilevel"/>
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Heading1"/><w:lvlText w:val="%1"/>
<w:pPr><w:ind w:left="567" w:hanging="567"/></w:pPr></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/>
<w:pPr><w:ind w:left="567" w:hanging="567"/></w:pPr></w:lvl></w:abstractNum>
"""


def make_agreement(path: Path) -> None:
    document = Document()
    _define_numbering(document)
    document.styles["Normal"].font.name = "Calibri"
    document.styles["Normal"].font.size = Pt(11)
    document.add_paragraph("Share Purchase Agreement", style="Title")
    document.add_paragraph("Project Lumen. Draft of 18 November 2024, subject to contract.")
    document.add_paragraph(
        "between Halden Holding AB, company registration number 556871-3342 (the “Seller”), and Norrsken Precision "
        "Oyj, business identity code 2214879-5 (the “Buyer”), concerning all shares in Halden Instruments AB."
    )
    for heading, paragraphs in CLAUSES:
        _number(document.add_heading(heading, level=1), 0)
        for text in paragraphs:
            _number(document.add_paragraph(text), 1)
        if heading.startswith("Warranties"):
            _add_caps(document)
    properties = document.core_properties
    properties.title, properties.author = "Share Purchase Agreement (draft)", "Advokatfirman Ekelund"
    properties.created = properties.modified = WRITTEN
    document.save(str(path))


def _define_numbering(document: WordDocument) -> None:
    numbering = document.part.numbering_part.element
    definition = parse_xml(NUMBERING)
    numbering.insert(0, definition)
    number = OxmlElement("w:num")
    number.set(qn("w:numId"), "90")
    reference = OxmlElement("w:abstractNumId")
    reference.set(qn("w:val"), "90")
    number.append(reference)
    numbering.append(number)


def _number(paragraph: Paragraph, depth: int) -> None:
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = depth
    properties.get_or_add_numId().val = 90


def _add_caps(document: WordDocument) -> None:
    table = document.add_table(rows=1, cols=4, style="Light Grid Accent 1")
    _fill(table.rows[0].cells, ("Warranty class", "Cap (% of Purchase Price)", "Cap (EUR)", "Claim period"))
    for name, share, period in CAPS:
        _fill(table.add_row().cells, (name, f"{share}%", f"{PRICE * share // 100:,}", period))
    document.add_paragraph()


def _fill(cells: Sequence[_Cell], texts: Sequence[str]) -> None:
    for cell, text in zip(cells, texts, strict=True):
        cell.text = text


# --- the accounts ---------------------------------------------------------------------------------------------------


def make_accounts(path: Path) -> None:
    book = xlsxwriter.Workbook(str(path))
    book.set_properties({"title": "Halden Management Accounts", "author": "Halden Instruments AB", "created": WRITTEN})
    book.set_calc_mode("auto")
    Accounts(book).write()
    _write_headcount(book)
    book.close()


class Accounts:
    """The income statement: formulas as a person would write them, each with its value stored beside it."""

    def __init__(self, book: xlsxwriter.Workbook) -> None:
        self.sheet = book.add_worksheet("P&L")
        self.bold = book.add_format({"bold": True})
        self.head = book.add_format({"bold": True, "align": "center", "bottom": 1})
        self.label = book.add_format({"indent": 1})
        self.number = book.add_format({"num_format": "#,##0;(#,##0)"})
        self.total = book.add_format({"num_format": "#,##0;(#,##0)", "bold": True, "top": 1})
        self.percent = book.add_format({"num_format": "0.0%", "italic": True})

    def write(self) -> None:
        sheet = self.sheet
        sheet.set_column(0, 0, 32)
        sheet.write(0, 0, "Halden Instruments AB: income statement by quarter", self.bold)
        sheet.write(1, 0, "EUR thousands, unaudited management accounts")
        sheet.write(3, 0, "Year ending 31 December", self.bold)
        for first, name in ((1, "FY2023A"), (6, "FY2024E")):
            sheet.merge_range(3, first, 3, first + 4, name, self.head)
            for place, quarter in enumerate((*QUARTERS, "Full year")):
                sheet.write(4, first + place, quarter, self.head)
        self._write_lines()

    def _write_lines(self) -> None:
        sheet = self.sheet
        revenue = _added(INSTRUMENTS, SERVICE)
        gross = _added(revenue, COST_OF_GOODS, sign=-1)
        costs = _added(_added(SALES_COSTS, RESEARCH), ADMINISTRATION)
        ebitda = _added(gross, costs, sign=-1)
        sheet.write(5, 0, "Revenue", self.bold)
        self._series(6, "Instruments", INSTRUMENTS)
        self._series(7, "Service contracts", SERVICE)
        self._sum(8, "Total revenue", "={c}7+{c}8", revenue)
        self._series(9, "Cost of goods sold", COST_OF_GOODS)
        self._sum(10, "Gross profit", "={c}9-{c}10", gross)
        self._ratio(11, "Gross margin", "={c}11/{c}9", gross, revenue)
        sheet.write(12, 0, "Operating expenses", self.bold)
        self._series(13, "Sales and marketing", SALES_COSTS)
        self._series(14, "Research and development", RESEARCH)
        self._series(15, "General and administration", ADMINISTRATION)
        self._sum(16, "Total operating expenses", "=SUM({c}14:{c}16)", costs)
        self._sum(17, "EBITDA", "={c}11-{c}17", ebitda)
        self._ratio(18, "EBITDA margin", "={c}18/{c}9", ebitda, revenue)
        self._series(19, "Depreciation and amortisation", DEPRECIATION)
        self._sum(20, "Operating profit (EBIT)", "={c}18-{c}20", _added(ebitda, DEPRECIATION, sign=-1))

    def _series(self, row: int, name: str, values: tuple[int, ...]) -> None:
        self.sheet.write(row, 0, name, self.label)
        for place, value in enumerate(values):
            self.sheet.write_number(row, _column(place), value, self.number)
        for first, column in ((0, 5), (4, 10)):
            letters = xlsxwriter.utility.xl_col_to_name(column - 4), xlsxwriter.utility.xl_col_to_name(column - 1)
            formula = f"=SUM({letters[0]}{row + 1}:{letters[1]}{row + 1})"
            self.sheet.write_formula(row, column, formula, self.number, sum(values[first : first + 4]))

    def _sum(self, row: int, name: str, formula: str, values: tuple[int, ...]) -> None:
        self.sheet.write(row, 0, name, self.bold)
        for column, value in _with_years(values):
            self.sheet.write_formula(row, column, _at(formula, column), self.total, value)

    def _ratio(self, row: int, name: str, formula: str, over: tuple[int, ...], under: tuple[int, ...]) -> None:
        self.sheet.write(row, 0, name, self.label)
        for (column, value), (_, base) in zip(_with_years(over), _with_years(under), strict=True):
            self.sheet.write_formula(row, column, _at(formula, column), self.percent, value / base)


def _added(first: tuple[int, ...], second: tuple[int, ...], sign: int = 1) -> tuple[int, ...]:
    return tuple(a + sign * b for a, b in zip(first, second, strict=True))


def _column(quarter: int) -> int:
    return 1 + quarter if quarter < 4 else 2 + quarter  # the fifth column holds the year


def _with_years(values: tuple[int, ...]) -> list[tuple[int, int]]:
    quarters = [(_column(place), value) for place, value in enumerate(values)]
    return sorted([*quarters, (5, sum(values[:4])), (10, sum(values[4:]))])


def _at(formula: str, column: int) -> str:
    return formula.format(c=xlsxwriter.utility.xl_col_to_name(column))


def _write_headcount(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet("Headcount")
    bold = book.add_format({"bold": True})
    percent = book.add_format({"num_format": "0.0%"})
    sheet.set_column(0, 0, 30)
    sheet.write(0, 0, "Employees at year end, full-time equivalents", bold)
    sheet.write_row(2, 0, ("Function", "31 Dec 2023", "31 Dec 2024", "Change"), bold)
    rows = [*HEADCOUNT, ("Total", sum(r[1] for r in HEADCOUNT), sum(r[2] for r in HEADCOUNT))]
    for row, (name, before, after) in enumerate(rows, 3):
        last = name == "Total"
        sheet.write(row, 0, name, bold if last else None)
        for column, value in ((1, before), (2, after)):
            if last:
                letter = xlsxwriter.utility.xl_col_to_name(column)
                sheet.write_formula(row, column, f"=SUM({letter}4:{letter}{row})", bold, value)
            else:
                sheet.write_number(row, column, value)
        sheet.write_formula(row, 3, f"=C{row + 1}/B{row + 1}-1", percent, after / before - 1)


# --- the presentation -----------------------------------------------------------------------------------------------


def make_update(path: Path) -> None:
    deck = Presentation()
    opening = deck.slides.add_slide(deck.slide_layouts[0])
    opening.shapes.title.text = "Project Lumen: board update"
    opening.placeholders[1].text = "Norrsken Precision Oyj, board meeting of 25 November 2024"
    _add_transaction(deck)
    _add_trading(deck)
    _add_timetable(deck)
    _add_risks(deck)
    properties = deck.core_properties
    properties.title, properties.author = "Project Lumen: board update", "Corporate development"
    properties.created = properties.modified = WRITTEN
    deck.save(str(path))


def _add_transaction(deck: Deck) -> None:
    multiple = PRICE / 1000 / FY2024.ebitda
    bullets = (
        f"We propose to buy all shares in Halden Instruments AB for {millions(PRICE // 1000)}, cash-free and debt-free",
        f"The price is {multiple:.1f} times the EBITDA of {millions(FY2024.ebitda)} that management expects for FY2024",
        "Paid from existing credit facilities; no new shares are issued",
        "Cost savings of EUR 1.8 million a year are expected from the third year after Closing",
    )
    notes = (
        f"The multiple on FY2023 actual EBITDA of {millions(FY2023.ebitda)} is {PRICE / 1000 / FY2023.ebitda:.1f}. "
        "The savings are our own estimate and have not been discussed with the Seller."
    )
    _add_bullets(deck, "The transaction", bullets, notes)


def _add_bullets(deck: Deck, title: str, bullets: tuple[str, ...], notes: str = "") -> Slide:
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = title
    frame = slide.placeholders[1].text_frame
    frame.text = bullets[0]
    for bullet in bullets[1:]:
        frame.add_paragraph().text = bullet
    if notes:
        slide.notes_slide.notes_text_frame.text = notes
    return slide


def _add_trading(deck: Deck) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Halden’s trading"
    rows = (
        ("EUR thousands", "FY2023A", "FY2024E", "Growth"),
        _compared("Revenue", FY2023.revenue, FY2024.revenue),
        _compared("Gross profit", FY2023.gross_profit, FY2024.gross_profit),
        _compared("EBITDA", FY2023.ebitda, FY2024.ebitda),
        ("EBITDA margin", f"{FY2023.margin:.1%}", f"{FY2024.margin:.1%}", ""),
    )
    table = slide.shapes.add_table(len(rows), 4, Inches(0.8), Inches(1.8), Inches(8.4), Inches(3)).table
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    slide.notes_slide.notes_text_frame.text = (
        "FY2023 is actual and unaudited. FY2024 is management’s estimate: three quarters of trading and a forecast of "
        "the fourth."
    )


def _compared(name: str, before: int, after: int) -> tuple[str, ...]:
    return name, f"{before:,}", f"{after:,}", f"{after / before - 1:.1%}"


def _add_timetable(deck: Deck) -> None:
    bullets = (
        "25 November 2024: the board decides",
        "9 December 2024: the share purchase agreement is signed",
        "28 February 2025: Closing, if the screening authority has approved",
        "30 June 2025: long stop date",
    )
    _add_bullets(deck, "Timetable", bullets)


def _add_risks(deck: Deck) -> None:
    employees = sum(row[2] for row in HEADCOUNT)
    bullets = (
        "The largest customer, Orvik Marine AS, stands for 14% of revenue; its contract ends on 31 March 2026",
        "The founder and chief technology officer, Maria Hallgren, has a notice period of six months",
        f"The seller’s liability for business warranties ends after 18 months, with a cap of {euros(PRICE // 10)}",
        f"{employees} employees join the group; works council consultation is not required in Sweden",
    )
    _add_bullets(deck, "Risks", bullets, "Ask for an extension of the Orvik contract before signing.")


# --- the audited accounts -------------------------------------------------------------------------------------------


def make_audited(path: Path) -> None:
    """Two pages: the auditor's report, and the income statement with the year before left out."""
    pdf = FPDF(format="A4")
    pdf.set_creation_date(datetime(2024, 4, 22, 15, 0, tzinfo=UTC))
    pdf.set_title("Halden Instruments AB, annual accounts 2023")
    pdf.set_author("Halden Instruments AB")
    pdf.add_page()
    pdf.set_font("helvetica", "B", 16)
    pdf.multi_cell(
        0,
        9,
        "Halden Instruments AB\nAnnual accounts for the year ended 31 December 2023",
        new_x="LMARGIN",
        new_y="NEXT",
    )
    pdf.set_font("helvetica", size=11)
    for paragraph in AUDIT:
        pdf.ln(4)
        pdf.multi_cell(0, 6, paragraph, new_x="LMARGIN", new_y="NEXT")
    pdf.add_page()
    _write_statement(pdf)
    pdf.output(str(path))


AUDIT = (
    "Independent auditor's report",
    "We have audited the annual accounts of Halden Instruments AB for the year ended 31 December 2023. In our opinion "
    "the annual accounts present fairly, in all material respects, the financial position of the company and its "
    "financial performance for the year.",
    "An order delivered in January 2024 was recorded in December 2023 by the company. It has been moved to 2024 in "
    "these accounts.",
    "Gothenburg, 22 April 2024",
)


def _write_statement(pdf: FPDF) -> None:
    revenue, gross = FY2023.revenue - CUT_OFF, FY2023.gross_profit - CUT_OFF + CUT_OFF_COST
    costs = FY2023.gross_profit - FY2023.ebitda
    ebitda = gross - costs
    lines = (
        ("Revenue", revenue), ("Cost of goods sold", gross - revenue), ("Gross profit", gross),
        ("Operating expenses", -costs), ("EBITDA", ebitda), ("Depreciation and amortization", -sum(DEPRECIATION[:4])),
        ("Operating income", ebitda - sum(DEPRECIATION[:4])),
    )  # fmt: skip
    pdf.set_font("helvetica", "B", 12)
    pdf.cell(0, 8, "Halden Instruments AB: income statement", new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("helvetica", size=10)
    pdf.cell(0, 6, "EUR thousands", new_x="LMARGIN", new_y="NEXT")
    pdf.cell(120, 7, "Year ended 31 December")
    pdf.cell(40, 7, "2023", align="R", new_x="LMARGIN", new_y="NEXT")
    for name, amount in lines:
        pdf.cell(120, 6, name)
        pdf.cell(40, 6, f"{amount:,}" if amount >= 0 else f"({-amount:,})", align="R", new_x="LMARGIN", new_y="NEXT")


# --- the net debt, corrected twice ----------------------------------------------------------------------------------


def make_net_debt(path: Path, edition: int, amounts: Sequence[int]) -> None:
    loans, leases, pensions, cash = amounts
    book = xlsxwriter.Workbook(str(path))
    book.set_properties({"title": "Halden Net Debt", "author": "Halden Instruments AB", "created": WRITTEN})
    sheet = book.add_worksheet("Net debt")
    number = book.add_format({"num_format": "#,##0;(#,##0)"})
    sheet.set_column(0, 0, 34)
    sheet.write(0, 0, "Halden Instruments AB: net debt")
    sheet.write(1, 0, "EUR thousands")
    sheet.write(3, 1, "30 September 2024")
    lines = (("Bank loans", loans), ("Lease liabilities", leases), ("Pension provisions", pensions))
    for row, (name, amount) in enumerate(lines, 4):
        sheet.write(row, 0, name)
        sheet.write(row, 1, amount, number)
    sheet.write(7, 0, "Cash and cash equivalents")
    sheet.write(7, 1, cash, number)
    sheet.write(8, 0, "Net debt")
    sheet.write_formula(8, 1, "=B5+B6+B7-B8", number, loans + leases + pensions - cash)
    if edition > 1:
        sheet.write(10, 0, f"Edition {edition}. This corrects our earlier schedule of net debt.")
    book.close()


if __name__ == "__main__":
    make_audited(FOLDER / "Halden Annual Accounts 2023.pdf")
    for edition, (name, amounts) in enumerate(NET_DEBT, 1):
        make_net_debt(FOLDER / name, edition, amounts)
    make_agreement(FOLDER / "Share Purchase Agreement (draft).docx")
    make_accounts(FOLDER / "Halden Management Accounts.xlsx")
    make_update(FOLDER / "Board Update.pptx")
