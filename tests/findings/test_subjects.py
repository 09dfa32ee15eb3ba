"""Whose facts a document states, and what companies are called."""

from datetime import date

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.profile import profile
from sleuth.findings.subjects import companies
from sleuth.language.calendar import Calendar


def source(*pages: str, title: str = "") -> Source:
    made = tuple(Page(n, text, f"slide {n}") for n, text in enumerate(pages, 1))
    return Source("file.pptx", "pptx", PageSource.SLIDE, made, title)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Meeting of Halden Instruments AB held on 4 May", ["Halden Instruments AB"]),
        ("Prepared by the management of Halden Instruments AB.", ["Halden Instruments AB"]),
        ("Statements of Income of Acme Ltd.", ["Acme Ltd."]),
        ("To the board of Halden plc. From counsel", ["Halden plc"]),
        ("Revenue of Halden plc for May", ["Halden plc"]),
        ("Acme N.V., with its subsidiary Acme Service GmbH", ["Acme N.V.", "Acme Service GmbH"]),
        ("Bank of America Corp and Duke of York Ltd", ["Bank of America Corp", "Duke of York Ltd"]),
        ("Group Nine Media Inc.", ["Group Nine Media Inc."]),
        ("Minutes no. 5/2025, Halden Instruments AB", ["Halden Instruments AB"]),
        ("Mellan Halden Instruments AB, org.nr 559999-4127", ["Halden Instruments AB"]),
        ("Customer\tHalden Instruments AB", ["Halden Instruments AB"]),
        ("The company is limited by shares", []),
        ("HALDEN\nSGPS, S.A.\nAnnual report", ["HALDEN SGPS, S.A."]),  # its line breaks the name
        ("Halden plc\nGroup\nRevenue", ["Halden plc"]),
        ("SGPS, S.A.", []),  # the end of a name that its line breaks
    ],
)
def test_a_company_is_called_by_its_name_alone(text: str, names: list[str]) -> None:
    assert list(companies(text)) == names


@pytest.mark.parametrize(
    "proposal",
    [
        "We propose to buy all shares in Halden Instruments AB for EUR 64.5 million",
        "The proposed acquisition of Halden Instruments AB",
        "Northgate plc intends to acquire 75% of the shares of Halden Instruments AB",
    ],
)
def test_a_paper_on_a_purchase_states_facts_of_the_company_to_be_bought(proposal: str) -> None:
    assert profile(source("Board update\nNorthgate plc, board meeting", proposal)).subject == "Halden Instruments AB"


@pytest.mark.parametrize(
    "said",
    [
        "In May we acquired all shares in Halden Instruments AB.",
        "We sold Halden Instruments AB.",
        "We propose to buy steel from Halden Instruments AB.",
    ],
)
def test_the_report_of_a_company_that_bought_another_is_its_own(said: str) -> None:
    assert profile(source("Annual report\nNorthgate plc", said)).subject == "Northgate plc"


def test_a_paper_on_two_purchases_is_of_neither() -> None:
    both = "We propose to acquire Halden AB. We propose to acquire Norrsken Oyj."
    assert profile(source("Board update\nNorthgate plc", both)).subject == ""


def calendar_of(*lines: str) -> Calendar:
    above = ["Annual report for the fiscal year ended January 28, 2024", *lines]
    return profile(grid_source("report.html", [["", "2023"], ["Revenue", "5"]], above)).calendar


def test_a_year_may_be_called_by_the_year_it_begins_in() -> None:
    named = "Fiscal 2023 ended January 28, 2024 and was 52 weeks long."
    assert calendar_of(named) == Calendar(1, -1, stated=True)
    assert calendar_of("Fiscal 2024 ended January 28, 2024.") == Calendar(1, 0, stated=True)


def test_without_such_a_sentence_the_number_that_is_spoken_of_decides() -> None:
    assert calendar_of("Sales in fiscal 2023 rose. In fiscal 2023 we opened. Fiscal 2023 was good.").offset == -1
    assert calendar_of("Sales in fiscal 2024 rose over fiscal 2023. Fiscal 2024 was good.").offset == 0


@pytest.mark.parametrize(
    "said",
    [
        "The terms “Company,” “Lumen,” “we,” “us,” and “our” are used in this report to refer to the parent",
        "Unless it is said otherwise, “Lumen”, “we” and “us” mean the parent and its subsidiaries",
    ],
)
def test_whom_a_document_calls_we_it_is_of(said: str) -> None:
    assert profile(source("QUARTERLY REPORT", f"{said}.")).subject == "Lumen"


def test_terms_of_a_contract_name_nobody() -> None:
    assert profile(source("AGREEMENT", "“Buyer” and “Seller” agree on the “Closing”, “Products”.")).subject == ""


@pytest.mark.parametrize(
    ("name", "front", "day"),
    [
        ("list.xlsx", "Customer list, as of 17 October 2025", date(2025, 10, 17)),
        ("staff_2025-10-31.csv", "No\tName", date(2025, 10, 31)),
        ("report.pdf", "Annual report\nFinancial year 1 May 2024 – 30 April 2025", date(2025, 4, 30)),
        (
            "loan.pdf",
            f"Loan agreement\ndated 14 June 2023\n{'x' * 2000} period ending 31 January 2026",
            date(2023, 6, 14),
        ),
        ("list.xlsx", "Customer list", date(2026, 11, 22)),
    ],
)
def test_a_document_bears_the_day_of_its_own_words_before_that_of_its_making(name: str, front: str, day: date) -> None:
    pages = (Page(1, front, "1"),)
    made = Source(name, "pdf", PageSource.WHOLE, pages, metadata={"created": "2026-11-22T13:47:24Z"})
    assert profile(made).date == day


@pytest.mark.parametrize(
    "front",
    [
        "FY = May–April",
        "by financial year (May–Apr)",
        "Budget FY2026 (May 2025 – Apr 2026)",
        "FY25 (May–Apr)",
        "Fiscal years to 30 April; £m",
    ],
)
def test_months_beside_a_fiscal_year_tell_when_it_ends(front: str) -> None:
    assert profile(source(front)).calendar.ends_in == 4


@pytest.mark.parametrize("front", ["FY25 = 1 May 2024 to 30 April 2025", "FY25 (1 May 2024 – 30 April 2025)"])
def test_days_beside_a_fiscal_year_tell_when_it_ends(front: str) -> None:
    assert profile(source(front)).calendar.ends_in == 4


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("Acme AB | Annual Report 2024", "Acme AB"),  # its title names it alone
        ("Annual Report 2024", ""),
        ("Share purchase agreement, Acme AB and Polar AB", ""),
    ],
)
def test_a_title_tells_whose_a_report_is_though_another_is_named_nearly_as_often(title: str, subject: str) -> None:
    text = "Acme AB and Polar AB\nAcme AB grew. Acme AB bought Polar AB in May. Polar AB makes lamps. Polar AB is well."
    assert profile(source(text, title=title)).subject == subject


@pytest.mark.parametrize(("lent", "subject"), [("Acme AB facilities", ""), ("Acme AB", "Acme AB")])
def test_what_a_company_lends_is_in_no_list_of_its_own(lent: str, subject: str) -> None:
    assert profile(source(f"Debt schedule – {lent}\nMSEK\nDrawn 128")).subject == subject


def test_a_list_of_a_groups_companies_or_its_adviser_is_not_whose_report_it_is() -> None:
    legend = "Falk Group – monthly package\nEntities: SE = Falk Sverige AB, NO = Falk Norge AS, NL = Loonbaken B.V.\n"
    adviser = "Information Memorandum\nFalk Group\nHarbour Corporate Finance AB, exclusive financial adviser\n"
    for text in (legend, adviser):
        assert profile(source(text)).subject == ""


def test_whom_every_page_is_headed_by_a_report_is_of_though_a_table_names_a_customer_more_often() -> None:
    cover = "HALDEN\nGMBH\nAnnual report"
    pages = [f"Halden GmbH | Annual report\nNote {n}\nText." for n in range(2, 6)]
    named = profile(source(cover, *pages, "Halden GmbH | Annual report\nSales to Orvik plc and Orvik plc")).subject
    assert named == "Halden GmbH"


@pytest.mark.parametrize(
    ("pages", "subject"),
    [
        (
            (
                "May 13, 2026\nConsolidated Financial Results\nCompany name: Hakuyo Seiki Co., Ltd.\n"
                "It will buy Nitta Valve Service Co., Ltd. through Hakuyo Vietnam Co., Ltd.",
            ),
            "Hakuyo Seiki Co., Ltd.",
        ),
        (
            ("Appendix 4D\nName of entity:\tTarrawonga Foods Limited\nIt sold Gippsland Juice Limited.",),
            "Tarrawonga Foods Limited",
        ),
        (
            (
                "Hong Kong Exchanges and Clearing Limited and The Stock Exchange of Hong Kong Limited take no "
                "responsibility for this announcement.\nKwong Tai Kitchenware Holdings Limited\nAnnual results",
            ),
            "Kwong Tai Kitchenware Holdings Limited",
        ),
        (("Delaunoy\nDelaunoy makes bottles.", "The parent, Delaunoy SA, owns Verrerie du Nord SAS."), "Delaunoy SA"),
    ],
)
def test_a_report_is_of_the_company_that_its_cover_names(pages: tuple[str, ...], subject: str) -> None:
    assert profile(source(*pages)).subject == subject


def test_a_name_that_two_companies_begin_with_is_of_neither() -> None:
    assert profile(source("Delaunoy\nReport", "Delaunoy SA and Delaunoy AG trade.")).subject == ""
