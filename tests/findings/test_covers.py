"""What a cover, a title or a total tells of all the figures below it, each read twice: by the ledger and, from the page
alone, by the second reader.
"""

from collections.abc import Mapping, Sequence
from datetime import date

import pytest

from sleuth.evidence.cells import Meaning, Verdict, check_cell
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.profile import profile
from sleuth.findings.scaling import scaling_of_all
from sleuth.findings.subjects import subject_of
from sleuth.findings.tables.extraction import table_findings
from sleuth.language.scenario import Scenario
from tests.findings.confirmed import confirmed
from tests.records import workbook_of

Row = Sequence[object]
Told = dict[tuple[str, ...], str]
SEGMENTS = [["Revenue", "FY2025"], ["North", 60], ["South", 40], ["Group", 100]]


def told(sheets: Mapping[str, Sequence[Row]], metric: str = "revenue", name: str = "pack.xlsx") -> Told:
    """The printed value of each part, period and scenario of a measure that both readers find."""
    found = confirmed(workbook_of(name, sheets), metric)
    return {
        (*one.dimension, one.period.name, str(one.scenario)): f"{one.quantity.value} e{one.quantity.scale}"
        for one in found
        if one.period is not None and one.quantity is not None
    }


def pages(*texts: str) -> Source:
    return Source("paper.pdf", "", PageSource.PRINTED, tuple(Page(n, text, "") for n, text in enumerate(texts, 1)))


@pytest.mark.parametrize(
    "line",
    ["EUR 000 unless stated. Favourable variances positive.", "EUR thousand - unaudited - issued 9 July 2025"],
)
def test_a_line_of_the_cover_tells_what_all_amounts_are_in(line: str) -> None:
    cover = [["Halden group"], ["Management pack - June 2025"], [line]]
    assert told({"Cover": cover, "P&L": SEGMENTS}) == {
        ("North", "FY2025", "actual"): "60 e3",
        ("South", "FY2025", "actual"): "40 e3",
        ("FY2025", "actual"): "100 e3",
    }


def test_the_corner_of_a_table_tells_it_of_that_table_alone() -> None:
    assert scaling_of_all(pages("Halden group\n£000\tFY2025\nRevenue\t10")).money is None


@pytest.mark.parametrize("title", ["P&L (EUR thousand)", "Revenue by segment (£000)", "Cash flow - SEK million"])
def test_the_title_of_the_first_table_tells_the_unit_of_that_table_alone(title: str) -> None:
    assert scaling_of_all(pages(f"Halden group\n{title}\n\tFY2025\nRevenue\t10")).money is None


def test_an_amount_on_the_cover_tells_no_unit_of_others() -> None:
    assert scaling_of_all(pages("Halden group\nRevenue of EUR 84 million in FY2025")).money is None


def test_the_foot_of_most_pages_tells_what_all_amounts_are_in() -> None:
    source = pages(*(f"Report\nPage of text\nNOK thousand - unaudited - confidential {n}" for n in range(1, 5)))
    assert (scaling_of_all(source).currency, scaling_of_all(source).money) == ("NOK", 3)


@pytest.mark.parametrize("unit", ["£000", "EUR 000"])
def test_thousands_at_the_foot_are_no_number_of_a_page(unit: str) -> None:
    source = pages(*(f"Report\nPage of text {n}\nAll amounts in {unit}" for n in range(1, 5)))
    assert scaling_of_all(source).money == 3


def test_two_different_statements_tell_nothing() -> None:
    source = pages("Pack\nEUR thousand unless stated", "Note 3\nAmounts in EUR million unless otherwise stated")
    assert scaling_of_all(source).money is None


def test_a_price_in_whole_euros_keeps_its_unit_below_such_a_cover() -> None:
    rows = [["", "FY2024", "FY2025"], ["Average ticket revenue (EUR)", "7.80", "8.10"]]
    found = told(
        {"Cover": [["Pack - June 2025"], ["EUR 000 unless stated."]], "KPI": rows}, "line: average ticket revenue"
    )
    assert all(value.endswith(" e0") for value in found.values())


@pytest.mark.parametrize("kind", ["Annual accounts", "Report and financial statements", "Årsredovisning"])
def test_the_month_on_the_cover_of_a_yearly_report_is_the_end_of_its_year(kind: str) -> None:
    cover, table = [["Halden plc"], [kind], ["December 2024"]], [["£000", "Dec-24", "Dec-23"], ["Revenue", 100, 90]]
    assert told({"Cover": cover, "Income": [["Income statement"], *table]}, name="accounts.xlsx") == {
        ("FY2024", "actual"): "100 e3",
        ("FY2023", "actual"): "90 e3",
    }


@pytest.mark.parametrize("said", ["Period 1 April 2025 to 31 March 2026", "Period 1 January – 30 September 2025"])
def test_the_day_with_which_a_period_begins_is_no_number_of_a_month(said: str) -> None:
    assert not profile(pages(f"Management pack\nSeptember 2025\n{said}")).calendar.stated


@pytest.mark.parametrize(
    ("cover", "ends_in"),
    [("August 2026 (period 5, FY27)", 3), ("December 2024 (month 3 of FY2025)", 9), ("June 2025 (P12)", 6)],
)
def test_the_number_of_a_month_tells_when_the_fiscal_year_ends(cover: str, ends_in: int) -> None:
    calendar = profile(pages(f"Management pack\n{cover}\nGroup finance")).calendar
    assert (calendar.stated, calendar.ends_in) == (True, ends_in)


def test_a_year_to_date_is_as_long_as_the_number_of_its_month_says() -> None:
    cover = [["Management pack"], ["August 2026 (period 5, FY27)"], ["EUR 000 unless stated"]]
    rows = [["1 Revenue", "YTD actual", "YTD budget"], ["North", 60, 61], ["South", 40, 42], ["Group", 100, 103]]
    assert told({"Cover": cover, "P&L": rows})["5M Aug 2026", "budget"] == "103 e3"


def test_a_title_tells_the_day_of_its_only_column() -> None:
    cover = [["Management pack"], ["September 2026 (P6 FY27)"], ["EUR 000 unless stated"]]
    rows = [["Net debt at 30 September 2026"], ["Term loan", 22600], ["Cash", -4960], ["Net debt", 17640]]
    assert told({"Cover": cover, "Cash": rows}, "net debt") == {("2026-09-30", "actual"): "17640 e3"}


def test_the_title_of_a_sheet_is_that_of_its_later_tables_too() -> None:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "FY"]
    rows = [
        ["Budget 2025 by month"],
        ["NOK thousand"],
        ["Revenue", *months],
        ["North", *[6] * 12, 72],
        ["South", *[4] * 12, 48],
        ["Group", *[10] * 12, 120],
        [],
        ["EBITDA", *months],
        ["North", *[2] * 12, 24],
        ["South", *[1] * 12, 12],
        ["Group", *[3] * 12, 36],
    ]
    assert told({"Budget months": rows}, "ebitda")["North", "Sep 2025", "budget"] == "2 e3"


def test_known_parts_stand_under_the_measure_of_a_title_and_of_a_total() -> None:
    rows = [
        ["Sales report 30 June 2025, EUR thousand"],
        ["Revenue by segment", "FY2024", "FY2025"],
        ["North", 50, 60],
        ["South", 30, 40],
        ["Group", 80, 100],
        [],
        ["3. Adjusted EBITDA"],
        ["EUR thousand", "FY2024", "FY2025"],
        ["North", 5, 7],
        ["South", 4, 2],
        ["Central costs", -1, -2],
        ["Group", 8, 7],
    ]
    assert told({"Report": rows}, "adjusted ebitda")["South", "FY2025", "actual"] == "2 e3"
    backlog = [
        ["EUR thousand", "30 Jun 2024", "30 Jun 2025"],
        ["North", 5, 7],
        ["South", 4, 2],
        ["Total backlog", 9, 9],
    ]
    assert told({"Report": rows, "Backlog": backlog}, "order backlog")["North", "2025-06-30", "actual"] == "7 e3"


def test_a_known_part_stands_beside_its_measure() -> None:
    rows = [
        ["EUR thousand", "Jan-25", "Feb-25", "Mar-25"],
        ["North", 50, 60, 70],
        ["South", 30, 40, 30],
        ["Revenue", 80, 100, 100],
        ["North EBITDA", 5, 6, 7],
        ["EBITDA South", 1, 2, 2],
    ]
    found = told({"Actuals": rows}, "ebitda")
    assert found["North", "Feb 2025", "actual"] == "6 e3"
    assert found["South", "Mar 2025", "actual"] == "2 e3"


def test_a_row_that_a_scenario_alone_names_is_of_the_measure_over_it() -> None:
    rows = [
        ["Revenue 2025, EUR thousand"],
        ["EUR thousand", "Jan-25", "Feb-25"],
        ["Actual", 80, 100],
        ["Budget", 90, 95],
    ]
    assert told({"Months": rows})["Feb 2025", "budget"] == "95 e3"


def test_the_editions_of_a_forecast_are_forecasts() -> None:
    rows = [["EUR thousand", "FY24A", "FY25F3", "FY26 Budget"], ["Revenue", 80, 100, 110], ["EBITDA", 8, 10, 12]]
    assert told({"Plan": rows}, name="Budget.xlsx")["FY2025", "forecast"] == "100 e3"


def test_rows_that_add_up_to_an_amount_are_amounts() -> None:
    rows = [
        ["EUR thousand", "FY2024", "FY2025"],
        ["EBITDA", 100, 120],
        ["Aborted purchase of Orvik", 5, 7],
        ["Ransomware", 3, 1],
        ["Diligence-adjusted EBITDA", 108, 128],
    ]
    assert told({"QoE": rows}, "line: ransomware")["FY2025", "actual"] == "1 e3"
    assert told({"QoE": rows}, "line: diligence adjusted ebitda")["FY2025", "actual"] == "128 e3"


def test_the_column_of_who_made_a_paper_holds_its_own_figures() -> None:
    rows = [
        ["Quality of earnings FY2025, prepared by Castell Ridge LLP"],
        ["EUR thousand", "Management", "Castell Ridge"],
        ["Adjusted EBITDA", 209, 197],
    ]
    assert told({"QoE": rows}, "adjusted ebitda") == {("FY2025", "actual"): "197 e3"}


@pytest.mark.parametrize(
    "line", ["To: Board, Norland Bank ASA", "Prepared by Norland Treuhand GmbH", "Norland Corporate Finance AS"]
)
def test_who_receives_or_makes_a_paper_is_not_its_subject(line: str) -> None:
    source = pages(f"Monthly report August 2025\nHalden Group. {line}\nRevenue rose.")
    assert subject_of(source, source.pages[0].text) == ""


def test_the_months_of_the_fiscal_year_beside_the_reported_month_are_none_of_the_report() -> None:
    cover = [
        ["Halden group"],
        ["Management pack P06 - January 2026 (FY2026: Aug 2025 - Jul 2026)"],
        ["EUR thousand"],
        [],
    ]
    month = [["", "Jan act", "Jan bud", "YTD act"], ["Revenue", 240, 310, 3780]]

    assert told({"Cover": cover, "Segments": [["Segments - January and YTD, EUR k"], [], *month]}) == {
        ("Jan 2026", "actual"): "240 e3", ("Jan 2026", "budget"): "310 e3", ("H1 FY2026", "actual"): "3780 e3",
    }  # fmt: skip


MONTHS_BEFORE = [
    ["Revenue - ACTUAL", "Oct-25", "Nov-25", "Dec-25", "YTD"],
    ["North", 10, 11, 12, 33],
    ["South", 5, 6, 7, 18],
    ["Group", 15, 17, 19, 51],
    [],
    ["Revenue - PRIOR YEAR", "Oct-24", "Nov-24", "Dec-24", "YTD"],
    ["North", 8, 9, 10, 27],
    ["South", 4, 5, 6, 15],
    ["Group", 12, 14, 16, 42],
]


def test_months_of_the_year_before_are_told_by_their_own_headings_and_their_year_to_date_by_the_last_of_them() -> None:
    cover = [["Halden group"], ["Management pack December 2025 (month 3 of FY2026)"], ["EUR thousand"]]
    found = told({"Cover": cover, "Segments": MONTHS_BEFORE})
    assert found["South", "Oct 2024", "actual"] == "4 e3"
    assert found["South", "Q1 FY2025", "actual"] == "15 e3"
    assert found["South", "Q1 FY2026", "actual"] == "18 e3"


def test_a_month_and_the_year_to_date_over_the_labels_are_those_of_the_month_that_the_cover_reports() -> None:
    sheet = [
        ["Monthly flash - P07 February 2026"],
        ["FY2026 (1 August 2025 - 31 July 2026), EUR thousand"],
        ["Month", "Actual", "Budget", "Prior year"],
        ["Revenue", 78, 82, 77],
        [],
        ["Year to date (7 months)", "Actual", "Budget", "Prior year"],
        ["Revenue", 597, 608, 567],
        [],
        ["Revenue by country, February"],
        ["", "Actual", "Prior year"],
        ["Norway", 40, 36],
        ["Brazil", 38, 41],
        ["Total", 78, 77],
    ]
    found = told({"Flash": sheet}, name="flash.xlsx")
    assert {key: value for key, value in found.items() if len(key) == 2} == {
        ("Feb 2026", "actual"): "78 e3",
        ("Feb 2026", "budget"): "82 e3",
        ("Feb 2025", "actual"): "77 e3",
        ("7M Feb 2026", "actual"): "597 e3",
        ("7M Feb 2026", "budget"): "608 e3",
        ("7M Feb 2025", "actual"): "567 e3",
    }
    assert found["Brazil", "Feb 2025", "actual"] == "41 e3"


def test_a_month_over_labels_that_are_months_is_what_the_rows_are_called() -> None:
    sheet = [["Flash - February 2026"], ["EUR thousand"], ["Month", "Revenue actual"], ["Jan-26", 70], ["Feb-26", 78]]
    assert told({"Flash": sheet}) == {("Jan 2026", "actual"): "70 e3", ("Feb 2026", "actual"): "78 e3"}


def test_what_is_counted_in_thousands_leaves_the_scale_of_money_to_the_cover() -> None:
    sheets = {
        "Cover": [["Halden group"], ["Management pack - June 2025"], ["PHP millions, unaudited"]],
        "P&L": [["Summary, PHP m"], ["", "FY2025"], ["Revenue", 90]],
        "Trend": [["", "Jan-25", "Feb-25", "Mar-25"], ["Revenue - Group", 28, 30, 32]],
        "KPI": [["Passengers (thousand)"], ["", "FY2025"], ["Foot", 812]],
    }
    assert told(sheets)["Jan 2025", "actual"] == "28 e6"


def test_a_monthly_paper_is_not_of_the_day_on_which_its_year_will_end() -> None:
    cover = "Monthly flash - P07 February 2026\nFY2026 (1 August 2025 - 31 July 2026)\nPrepared on 12 March 2026"
    assert profile(pages(cover)).date == date(2026, 3, 12)


def test_the_months_of_a_pack_stand_beside_a_cash_flow_of_the_year_to_date() -> None:
    sheets = {
        "Cover": [["Halden group"], ["Management pack March 2025 (P06 of FY2025)"], ["EUR thousand"]],
        "P&L": [["Month of March"], ["", "Mar act", "Mar bud"], ["Revenue", 42, 44], ["EBITDA", 6, 7]],
        "Cash": [
            ["Cash flow YTD P06"],
            ["", "YTD"],
            ["EBITDA", 31],
            ["Cash flow from operating activities", 20],
            ["Capital expenditure", -9],
            ["Net change in cash", -3],
        ],
    }
    months = {key: value for key, value in told(sheets, "ebitda").items() if key[-2] == "Mar 2025"}
    assert months == {("Mar 2025", "actual"): "6 e3", ("Mar 2025", "budget"): "7 e3"}


BELOW = [
    ["Revenue by segment and month, EUR k"],
    ["", "Oct-25", "Nov-25", "Dec-25"],
    ["North", 10, 11, 12],
    ["South", 5, 6, 7],
    ["Revenue - actual", 15, 17, 19],
    ["EBITDA - actual", 4, 5, 6],
    ["Electricity", -1, -2, -3],
    ["Sea and road freight", -2, -2, -2],
]


def test_what_stands_below_another_measure_is_no_part_of_the_one_in_the_title() -> None:
    cover = [["Halden group"], ["Management pack December 2025"]]
    assert {key[0] for key in told({"Cover": cover, "Months": BELOW}) if len(key) == 3} == {"North", "South"}


def test_the_second_reader_takes_no_cost_below_another_measure_for_a_part_of_the_one_in_the_title() -> None:
    cover = [["Halden group"], ["Management pack December 2025"]]
    source = workbook_of("pack.xlsx", {"Cover": cover, "Months": BELOW})
    cost = next(one for one in table_findings(source) if one.row_path == ("Electricity",))
    assert cost.quantity is not None
    meaning = Meaning(cost.label, cost.quantity, cost.period, Scenario.ACTUAL, "revenue", dimension=("Electricity",))
    assert check_cell(source, cost.span, meaning).verdict is not Verdict.AGREES
