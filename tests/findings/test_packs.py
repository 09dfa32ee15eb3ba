"""Layouts of monthly packs and of restated statements, each read twice: by the ledger and, from the page alone, by the
second reader.
"""

from array import array
from collections.abc import Mapping, Sequence

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.source import Page, PageSource, Source, Table
from sleuth.findings.tables.extraction import table_findings
from tests.findings.confirmed import confirmed
from tests.records import workbook_of

Row = Sequence[object]


def told(source: Source, metric: str = "revenue") -> dict[tuple[str, ...], str]:
    """The printed value of each part, period and scenario of a measure, all of which the second reader confirms."""
    found = confirmed(source, metric)
    return {
        (*one.dimension, one.period.name, str(one.scenario)): str(one.quantity.value)
        for one in found
        if one.period is not None and one.quantity is not None
    }


def book(sheets: Mapping[str, Sequence[Row]]) -> Source:
    return workbook_of("accounts.xlsx", sheets)


def test_months_that_stand_once_for_each_scenario_are_months() -> None:
    months = ["Oct-24", "Nov-24", "Dec-24"]
    before = ["Oct-23", "Nov-23", "Dec-23"]
    rows = [
        ["Profit and loss by month, €000"],
        ["", *["Actual"] * 3, *["Budget"] * 3, *["Prior year"] * 3],
        ["", *months, *months, *before],
        ["Revenue", 431, 548, 590, 445, 560, 610, 412, 531, 572],
        ["EBITDA", 43, 54, 59, 44, 56, 61, 41, 53, 57],
    ]
    assert told(book({"P&L": rows})) == {
        ("Oct 2024", "actual"): "431",
        ("Nov 2024", "actual"): "548",
        ("Dec 2024", "actual"): "590",
        ("Oct 2024", "budget"): "445",
        ("Nov 2024", "budget"): "560",
        ("Dec 2024", "budget"): "610",
        ("Oct 2023", "actual"): "412",
        ("Nov 2023", "actual"): "531",
        ("Dec 2023", "actual"): "572",
    }


def test_a_month_over_its_scenarios_takes_its_year_from_the_title() -> None:
    rows = [
        ["Management accounts March 2026, EUR thousand"],
        ["", *["January"] * 3, *["February"] * 3, *["March"] * 3],
        ["", *["Actual", "Budget", "Prior year"] * 3],
        ["Revenue", 624, 648, 601, 671, 683, 639, 798, 812, 750],
        ["EBITDA", 84, 98, 82, 106, 113, 99, 140, 169, 142],
    ]
    found = told(book({"P&L": rows}))
    assert found["Jan 2026", "actual"] == "624"
    assert found["Feb 2026", "budget"] == "683"
    assert found["Mar 2025", "actual"] == "750"
    assert len(found) == 9


def test_a_month_beside_its_scenario_in_one_heading_is_that_of_the_cover() -> None:
    rows = [
        ["Group - management accounts"],
        ["Period 6, February 2026", "issued 13 March 2026"],
        [],
        ["£'000", "Feb actual", "Feb budget", "Feb prior yr"],
        ["Revenue", "3,182", "3,560", "3,285"],
        ["EBITDA", "131", "290", "250"],
    ]
    assert told(book({"Summary": rows})) == {
        ("Feb 2026", "actual"): "3182",
        ("Feb 2026", "budget"): "3560",
        ("Feb 2025", "actual"): "3285",
    }


def test_a_second_row_of_headings_that_holds_text_that_reads_as_numbers_is_one() -> None:
    rows = [
        ["Consolidated P&L FY26"],
        ["", "ACT", "ACT", "YTD ACT", "FY26 BUD"],
        ["TEUR", "Oct-25", "Nov-25", "P01-02", "12 M"],
        ["Revenue", 8199, 8068, 16267, 94600],
        ["EBITDA", 1533, 1439, 2972, 14300],
    ]
    assert told(book({"PL": rows}))["Nov 2025", "actual"] == "8068"


@pytest.mark.parametrize("heading", ["YTD 2026", "YTD 2025"])
def test_a_year_to_date_with_its_year_is_a_heading(heading: str) -> None:
    rows = [["", "Jan", heading, "GM %"], ["Equipment", 3210, 11105, "32.0%"], ["Total", 6240, 20930, "44.9%"]]
    (table,) = book({"Segments": rows}).pages[0].tables
    assert table.column_paths[2] == (heading,)


def test_ages_are_headings() -> None:
    rows = [
        ["Customer", "Not due", "1-30", "61-90", ">90", "Total"],
        ["Hallingmark", 1590, 410, 85, 75, 2160],
        ["Zuivelhof", 1120, 180, 0, 0, 1300],
    ]
    (table,) = book({"Debtors": rows}).pages[0].tables
    assert table.column_paths[4] == (">90",)


def test_what_a_restatement_replaced_is_no_figure_and_leaves_the_newer_year_as_it_is() -> None:
    rows = [
        ["EUR thousand", "2024", "2023 restated", "2023 as reported"],
        ["Revenue", "81,020", "77,475", "78,390"],
        ["EBITDA", "14,346", "11,842", "12,757"],
        ["Net result", "1,671", "234", "1,391"],
    ]
    source = grid_source("annual report.pdf", rows, ["Consolidated income statement for the year ended 31 December"])
    assert told(source) == {("FY2024", "actual"): "81020", ("FY2023", "actual"): "77475"}


def test_the_second_half_of_a_balance_sheet_is_one() -> None:
    rows = [
        ["Equity and liabilities", "31-12-2024", "31-12-2023"],
        ["Equity", "13,820", "12,149"],
        ["Trade payables", "6,214", "5,842"],
        ["Owed to the works council fund", "41", "39"],
        ["Total equity and liabilities", "20,075", "18,030"],
    ]
    source = grid_source("annual report.pdf", rows, ["EUR thousand"])
    own = told(source, "line: owed to the works council fund")
    assert own == {("2024-12-31", "actual"): "41", ("2023-12-31", "actual"): "39"}


def test_divisions_that_add_up_to_a_result_are_its_parts() -> None:
    rows = [
        ["Divisional EBITDA, £'000"],
        [],
        ["Actual", "Sep-25", "Oct-25", "Nov-25"],
        ["Schools", 282, 251, 321],
        ["Access", 58, 49, 44],
        ["Central", -62, -65, -60],
        ["EBITDA", 278, 235, 305],
    ]
    found = told(book({"Divisions": rows}), "ebitda")
    assert found["Schools", "Oct 2025", "actual"] == "251"
    assert found["Oct 2025", "actual"] == "235"


def test_the_year_before_over_the_months_of_this_year_is_not_read() -> None:
    months = ["Dec-25", "Jan-26", "Feb-26"]
    own = [["Actual", *months], ["EBITDA", 382, 341, 422]]
    before = [["Prior year", *months], ["EBITDA", 1, 2, 3]]
    rows = [["EBITDA by month, £'000"], [], *own, [], *before]
    source = book({"Cover": [["Management accounts"], ["February 2026"]], "EBITDA": rows})
    assert set(told(source, "ebitda").values()) == {"382", "341", "422"}


def test_a_unit_beside_a_name_over_the_labels_is_that_of_the_rows() -> None:
    months = ["Oct-24", "Nov-24", "Dec-24"]
    named = book({"Stock": [["Stock, €000", *months], ["Goods for resale", 11020, 10440, 8615]]})
    alone = book({"Stock": [["€000", *months], ["Kilns planned", 11020, 10440, 8615]]})
    assert len(told(named, "line: stock > goods for resale")) == 3
    assert not told(alone, "line: kilns planned")


def test_a_scenario_right_of_a_measure_is_of_that_measure() -> None:
    rows = [
        ["Six months to 31 March 2025, €000"],
        ["The financial year ends on 30 September"],
        [],
        ["Centre", "Revenue YTD", "Budget YTD", "PY YTD", "Floor area"],
        ["Kilternagh", 4212, 4450, 4180, 12],
        ["Moyvarra", 2260, 2390, 2291, 9],
    ]
    found = told(book({"By centre": rows}))
    assert {(part, scenario, value) for (part, _, scenario), value in found.items() if part == "Kilternagh"} == {
        ("Kilternagh", "actual", "4212"),
        ("Kilternagh", "budget", "4450"),
        ("Kilternagh", "actual", "4180"),
    }


def test_a_target_for_a_year_is_no_figure_of_it_and_leaves_a_series_one() -> None:
    months = ["Jan-26", "Feb-26", "Mar-26"]
    rows = [["Key figures", *months, "Target 2026"], ["First-time fix %", "82%", "83%", "83%", "85%"]]
    assert sorted(told(book({"KPI": rows}), "line: first time fix").values()) == ["82", "83", "83"]


@pytest.mark.parametrize(
    "line",
    [
        "In view of the amendment to the facilities agreement of 28 November 2025, there is no material uncertainty.",
        "Employer NI full year, 12/09/2025",
    ],
)
def test_a_day_in_a_sentence_before_is_not_when_a_year_ends(line: str) -> None:
    rows = [["£'000", "2025", "2024"], ["Revenue", "41,862", "39,410"], ["Net profit", "1,210", "1,104"]]
    above = ["Annual report for the year ended 31 August 2025", line, "Consolidated income statement"]
    assert len(told(grid_source("annual report.pdf", rows, above))) == 2


def test_rows_of_growth_leave_the_scale_of_the_workbook_to_the_others() -> None:
    years = ["FY25A", "FY26", "FY27"]
    plan = [["Base case", *years], ["Revenue", 238_910, 256_200, 273_300], ["Growth %", "", "7.2%", "6.7%"]]
    plan += [["EBITDA", 14_000, 15_100, 16_300]]
    phased = [["£000", "Apr", "May", "Jun"], ["Revenue", 14_722, 15_355, 15_038]]
    rates = [["Driver", "Base", "Upside"], ["Euro rate, €/£", "€1.15", "€1.17"], ["Euro cost, €/£", "€1.10", "€1.12"]]
    source = workbook_of("Business plan FY26-27.xlsx", {"Base": plan, "Rates": rates, "Budget": phased})
    found = told(source)
    assert found["FY2025", "actual"] == "238910"
    assert found["FY2027", "forecast"] == "273300"


def test_a_note_on_one_column_is_no_scenario_of_the_table() -> None:
    years = ["FY25A", "FY26", "FY27"]
    rows = [
        ["Business plan - Base"],
        ["FY26 = budget v4; CAGR volumes 3 %"],
        [],
        ["TEUR", *years],
        ["Revenue", 88_280, 94_600, 99_800],
        ["EBITDA", 12_347, 14_300, 15_550],
        ["Capex", -4_490, -5_900, -5_200],
    ]
    assert told(book({"BP_Base": rows}))["FY2027", "forecast"] == "99800"


def test_py_under_a_dated_heading_is_of_the_year_before() -> None:
    rows = [
        ["Profit and loss, £'000"],
        ["", "October 2025", "", "", "", "Year to date (4 months)"],
        ["", "Actual", "Budget", "PY", "", "Actual", "Budget", "PY"],
        ["Revenue", 639, 687, 610, "", 2383, 2490, 2246],
        ["EBITDA", 74, 98, 69, "", 291, 334, 265],
    ]
    cover = [["Monthly accounts"], ["October 2025 (month 4 of FY26; year to 30 June 2026)"]]
    found = told(book({"Cover": cover, "P&L": rows}))
    assert found["Oct 2025", "actual"] == "639"
    assert found["Oct 2024", "actual"] == "610"
    assert found["4M Oct 2025", "budget"] == "2490"
    assert found["4M Oct 2024", "actual"] == "2246"


def test_a_row_of_the_year_before_stands_beside_its_measure() -> None:
    rows = [
        ["Monthly trend, £'000"],
        ["", "Jul-25", "Aug-25", "Sep-25"],
        ["Revenue - actual", 574, 548, 621],
        ["Revenue - budget", 561, 594, 648],
        ["Revenue - PY", 512, 536, 587],
    ]
    found = told(book({"Trend": rows}))
    assert found["Aug 2025", "actual"] == "548"
    assert found["Aug 2025", "budget"] == "594"
    assert found["Aug 2024", "actual"] == "536"
    assert len(found) == 9


def test_times_over_groups_of_columns_may_stand_beside_a_title_and_apart_from_the_headings() -> None:
    rows: list[Row] = [
        ["Group summary", "", "Month: March 2025", "", "", "YTD Oct-24 to Mar-25"],
        [],
        ["EUR k", "", "Actual", "Budget", "PY", "Actual", "Budget", "PY"],
        ["REVENUE"],
        ["Germany", "", 824, 840, 790, 4973, 5037, 4732],
        ["Austria", "", 279, 280, 258, 1705, 1680, 1571],
        ["Group revenue", "", 1103, 1120, 1048, 6678, 6717, 6303],
    ]
    cover = [["Management report - March 2025 (month 6 of FY2025)"], ["Financial year 1 Oct - 30 Sep."]]
    found = told(book({"Cover": cover, "Summary": rows}))
    assert found["Mar 2025", "actual"] == "1103"
    assert found["Germany", "Mar 2024", "actual"] == "790"
    assert found["Austria", "H1 2025", "budget"] == "1680"
    assert found["H1 2024", "actual"] == "6303"


def test_a_month_that_is_headed_without_its_year_is_that_of_the_cover() -> None:
    cover = [
        ["Board pack - Period 6 FY26 (September 2025) - issued 10 October 2025"],
        ["£000 unless stated."],
        ["June 2025 has been restated: a valuation was booked too early."],
    ]
    months = [
        "Apr-25",
        "May-25",
        "Jun-25",
        "Jul-25",
        "Aug-25",
        "Sep-25",
        "Oct-25",
        "Nov-25",
        "Dec-25",
        "Jan-26",
        "Feb-26",
    ]
    by_month = [
        ["Costs by month"],
        ["", *months, "Mar-26", "FY26 6+6"],
        ["Cost of sales", *[20] * 12, 240],
        ["Staff costs", *[30] * 12, 360],
    ]
    rows = [
        ["Profit and loss - month and year to date"],
        ["", "Sep Act", "Sep Bud", "Var", "Sep PY", "YTD Act", "YTD Bud", "YTD PY"],
        ["Revenue", 774, 768, 6, 721, 4277, 4361, 4041],
        ["EBITDA", 114, 109, 5, 104, 565, 578, 519],
    ]
    found = told(book({"Cover": cover, "P&L": rows, "Months": by_month}))
    assert found["Sep 2025", "actual"] == "774"
    assert found["Sep 2024", "actual"] == "721"
    assert found["H1 FY2026", "budget"] == "4361"


def test_what_is_over_is_actual_and_the_rest_a_forecast_where_a_title_says_both() -> None:
    cover = [["Board pack - September 2025"], ["£000 unless stated."]]
    months = ["Jul-25", "Aug-25", "Sep-25", "Oct-25", "Nov-25"]
    rows: list[Row] = [
        ["Revenue by segment, £000; Apr-Sep actual, Oct-Mar forecast"],
        ["Revenue - actual/forecast", *months],
        ["North", 20, 21, 22, 23, 24],
        ["South", 30, 31, 32, 33, 34],
        ["Group", 50, 52, 54, 56, 58],
        [],
        ["Revenue - budget v3", *months],
        ["North", 21, 21, 21, 21, 21],
        ["South", 31, 31, 31, 31, 31],
        ["Group", 52, 52, 52, 52, 52],
    ]
    found = told(book({"Cover": cover, "Months": rows}))
    assert found["Sep 2025", "actual"] == "54"
    assert found["Oct 2025", "forecast"] == "56"
    assert found["North", "Oct 2025", "budget"] == "21"
    assert ("Oct 2025", "actual") not in found


def test_rows_that_bear_the_name_of_their_total_are_its_parts() -> None:
    rows = [
        ["FY2025 forecast 6+6 (six months actual, six months forecast), EUR k"],
        ["", "Budget FY2025", "Forecast 6+6", "FY2024 actual"],
        ["EBITDA Germany", 319, 306, 299],
        ["EBITDA Austria", 104, 107, 94],
        ["EBITDA Central", -28, -29, -25],
        ["Group EBITDA", 395, 384, 368],
    ]
    found = told(book({"Cover": [["The financial year ends on 30 September"]], "Forecast": rows}), "ebitda")
    assert found["Germany", "FY2025", "budget"] == "319"
    assert found["Austria", "FY2025", "forecast"] == "107"
    assert found["FY2024", "actual"] == "368"


def test_months_in_rows_are_months_and_a_scenario_is_beside_the_measure_before_it() -> None:
    rows = [
        ["Monthly phasing FY25, £'000"],
        ["Month", "Revenue", "Budget", "EBITDA", "Budget"],
        ["Jul-24", 601, 610, 60, 62],
        ["Aug-24", 542, 580, 51, 57],
        ["Sep-24", 655, 640, 70, 69],
    ]
    found = told(book({"Phasing": rows}))
    assert found["Aug 2024", "actual"] == "542"
    assert found["Sep 2024", "budget"] == "640"
    assert len(found) == 6


def test_a_restated_column_is_of_the_whole() -> None:
    rows = [
        ["Income statement, €000"],
        ["", "FY2025", "FY2024 As restated", "FY2023 (restated)"],
        ["Revenue", 397, 358, 334],
        ["EBITDA", 41, 39, 36],
    ]
    found = told(book({"P&L": rows}))
    assert found["FY2024", "actual"] == "358"
    assert found["FY2023", "actual"] == "334"


def test_a_whole_year_under_a_year_to_date_is_that_year() -> None:
    rows = [
        ["Group income statement, NOK thousand"],
        ["", "JUNE (month)", "", "YEAR TO DATE Jan-Jun"],
        ["", "Act", "Bud", "Act", "Bud", "FY Bud 2025", "FY 2024"],
        ["Revenue", 892, 914, 4943, 5094, 10260, 9525],
        ["EBITDA", 159, 163, 781, 855, 1775, 1590],
    ]
    found = told(book({"Cover": [["Management pack, June 2025"]], "P&L": rows}))
    assert found["FY2024", "actual"] == "9525"
    assert found["FY2025", "budget"] == "10260"


def test_the_first_of_three_lines_over_one_column_is_not_over_those_beside_it() -> None:
    text = (
        "Annual report for the fiscal year ended June 28, 2025\n"
        "CONSOLIDATED STATEMENTS OF INCOME (in thousands of US dollars)\n"
        "June 29, 2024\nJune 28, 2025\t(53 weeks)\tJune 24, 2023\n(52 weeks)\tAs restated\t(52 weeks)\n"
    )
    paths = {
        1: ("June 29, 2024", "June 28, 2025 (52 weeks)"),
        2: ("June 29, 2024", "(53 weeks) As restated"),
        3: ("June 29, 2024", "June 24, 2023 (52 weeks)"),
    }
    cells, rows, at = [], {}, len(text)
    for row, values in enumerate(
        (("Net sales", "397,375", "358,905", "334,175"), ("Cost of sales", "285", "250", "230"))
    ):
        rows[row] = (values[0],)
        for column, value in enumerate(values):
            cells += [at, at + len(value), row, column]
            text, at = f"{text}{value}\t", at + len(value) + 1
    table = Table("CONSOLIDATED STATEMENTS OF INCOME\n(in thousands of US dollars)", rows, paths, array("I", cells))
    source = Source("report.pdf", "pdf", PageSource.WHOLE, (Page(1, text, "p.1", tables=(table,)),), "Annual report")

    found = told(source)

    assert list(found.values()) == ["397375", "358905", "334175"]


@pytest.mark.parametrize("total", ["Group revenue", "Total revenue", "Revenue", "Group"])
def test_the_total_of_a_measure_over_its_divisions_may_bear_the_measures_name(total: str) -> None:
    rows = [
        ["Business plan 2026-2027 - base case, NOK thousand"],
        [],
        ["Revenue", "2025B", "2026P"],
        ["Clinics Norway", 548, 581],
        ["Wholesale", 160, 168],
        [total, 708, 749],
    ]
    found = told(book({"Plan base": rows}))
    assert found["FY2025", "budget"] == "708"
    assert found["FY2026", "forecast"] == "749"
    assert found["Wholesale", "FY2026", "forecast"] == "168"


@pytest.mark.parametrize(
    "line",
    [
        "Locum costs in the UK were GBP 0.61 million in the first half of 2025 (first half of 2024: GBP 0.44 million).",
        "A credit of £85 was granted to one customer.",
        "The loan of EUR 3 million is not drawn.",
    ],
)
def test_an_amount_in_a_sentence_before_a_table_tells_no_currency_of_it(line: str) -> None:
    days = ["31.12.2024", "30.06.2025"]
    rows = [["", *days], ["Inventories", "96 740", "101 870"], ["Trade payables", "1 330", "2 085"]]
    above = ["Quality of earnings", "Prepared for Halden AS. NOK thousand unless stated.", line, "Working capital"]
    assert len(told(grid_source("report.docx.html", rows, above), "inventories")) == 2


_ESTIMATE = [["EUR thousand", "LE P08", "LE P05", "Budget", "2024"], ["Revenue", "497", "501", "512", "462"],
             ["EBITDA", "68", "70", "77", "67"]]  # fmt: skip


def test_of_two_editions_of_an_estimate_the_last_one_stands() -> None:
    found = table_findings(grid_source("flash.xlsx", _ESTIMATE, ["Latest estimate for 2025"]))

    assert [(str(f.scenario), f.period.name, str(f.quantity.value)) for f in found
            if f.metric == "ebitda" and f.period and f.quantity] == [
        ("estimate", "FY2025", "68"), ("budget", "FY2025", "77"), ("actual", "FY2024", "67"),
    ]  # fmt: skip


def test_a_sheet_of_a_plan_that_names_only_its_year_is_of_what_is_planned_for_it() -> None:
    source = workbook_of(
        "Budget 2026 and outlook.xlsx",
        {
            "P&L": [["Budget 2026, version 3, approved by the Board", ""], ["EUR thousand", "2026"], ["Revenue", 910]],
            "Spend": [["Capital expenditure 2026, EUR thousand", ""], ["Vehicles", 120], ["Premises", 45]],
        },
    )
    scenarios = {str(one.scenario) for one in table_findings(source)}
    assert scenarios == {"budget"}
