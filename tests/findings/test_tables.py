"""Tables become findings where everything is certain, and stay cells where anything is not."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from sleuth.evals.grids import grid_source
from sleuth.findings.finding import Finding
from sleuth.findings.tables.extraction import table_findings
from sleuth.findings.tables.lines import read_line
from sleuth.findings.tables.statements import Statement
from sleuth.language.metrics import default_lexicon, extended_lexicon, label_form
from sleuth.language.quantity import Quantity
from tests.records import workbook_of

STATEMENT = ["Halden AB", "Income statement", "SEK thousands"]


def findings(grid: list[list[str]], above: list[str], language: str = "en") -> list[Finding]:
    return table_findings(grid_source("statement.html", grid, above), language)


def facts(grid: list[list[str]], above: list[str] = STATEMENT, language: str = "en") -> set[tuple[str, ...]]:
    """(metric, dimension, period, scenario, value, unit with its power of ten) of each finding."""
    return {
        (f.metric, "/".join(f.dimension), f.period.name, f.scenario, str(f.quantity.value), unit_of(f.quantity))
        for f in findings(grid, above, language)
        if f.period and f.scenario and f.quantity
    }


def unit_of(quantity: Quantity) -> str:
    return f"{quantity.unit} {quantity.scale}"


@pytest.mark.parametrize(
    ("label", "metric"),
    [
        ("Total net sales", "revenue"),
        ("Sales, net", "revenue"),
        ("Operating profit (EBIT)", "operating income"),
        ("EBITDA (management)", "ebitda"),
        ("Net income (IFRS)", "net income"),
        ("Income tax expense (benefit)", "income tax"),
        ("Accounts receivable, net (Note 5)", "accounts receivable"),
        ("Total shareholders’ equity", "total equity"),
        ("Rörelseresultat (EBIT)", "operating income"),
        ("EBITDA-marginal, %", "ebitda margin"),
        ("Umsatzerlöse", "revenue"),
        ("Deferred revenue", "deferred revenue"),
        ("Net income per share: Basic", "basic earnings per share"),
        ("Current portion of borrowings", "short-term debt"),
        ("Raw materials and consumables", "cost of materials"),
        ("Betriebsergebnis (EBIT)", "operating income"),
        ("Förvärv av materiella anläggningstillgångar", "capital expenditure"),
        ("Number of shares", "shares outstanding"),
    ],
)
def test_labels_are_measures_by_their_whole_name(label: str, metric: str) -> None:
    assert [known.key for known in default_lexicon().named(label_form(label))] == [metric]


@pytest.mark.parametrize(
    "label",
    ["Revenue growth", "Interest income (expense)", "Services revenue", "Basic", "Other", "Borrowings", "Shares"],
)
def test_what_only_contains_a_name_is_no_measure(label: str) -> None:
    assert not default_lexicon().named(label_form(label))


def test_a_small_statement_in_english() -> None:
    grid = [
        ["", "FY2023A", "2024E", "Growth"],
        ["Revenue", "49,100", "53,500", "9.0%"],
        ["EBITDA", "8,375", "(170)", ""],
        ["EBITDA margin", "17.1%", "19.0%", ""],
    ]
    assert facts(grid) == {
        ("revenue", "", "FY2023", "actual", "49100", "SEK 3"),
        ("revenue", "", "FY2024", "estimate", "53500", "SEK 3"),
        ("ebitda", "", "FY2023", "actual", "8375", "SEK 3"),
        ("ebitda", "", "FY2024", "estimate", "-170", "SEK 3"),
        ("ebitda margin", "", "FY2023", "actual", "17.1", "percent 0"),
        ("ebitda margin", "", "FY2024", "estimate", "19.0", "percent 0"),
    }


def test_a_small_statement_in_swedish() -> None:
    grid = [
        ["", "2023", "2022"],
        ["Nettoomsättning", "412,5", "398,1"],
        ["Rörelseresultat", "-12,3", "20,0"],
        ["Årets resultat", "-15,0", "11,2"],
    ]
    assert {
        ("revenue", "", "FY2023", "actual", "412.5", "SEK 6"),
        ("operating income", "", "FY2023", "actual", "-12.3", "SEK 6"),
        ("net income", "", "FY2022", "actual", "11.2", "SEK 6"),
    } <= facts(grid, ["Resultaträkning", "Mkr"], "sv")


def test_a_small_statement_in_german() -> None:
    grid = [
        ["", "Geschäftsjahr 2023", "Geschäftsjahr 2022"],
        ["Umsatzerlöse", "1.234", "1.100"],
        ["Jahresüberschuss", "12", "(3)"],
    ]
    assert ("revenue", "", "FY2023", "actual", "1234", "EUR 3") in facts(
        grid, ["Gewinn- und Verlustrechnung", "TEUR"], "de"
    )


def test_a_part_of_revenue_is_not_revenue() -> None:
    grid = [["", "FY2023"], ["Net sales:", ""], ["Products", "60"], ["Services", "40"], ["Total net sales", "100"]]
    assert facts(grid) == {
        ("revenue", "Products", "FY2023", "actual", "60", "SEK 3"),
        ("revenue", "Services", "FY2023", "actual", "40", "SEK 3"),
        ("revenue", "", "FY2023", "actual", "100", "SEK 3"),
    }


def test_a_line_of_a_statement_goes_by_its_own_name() -> None:
    grid = [["", "FY2023"], ["Revenue", "100"], ["Acquisition termination cost", "7"], ["Net income", "10"]]
    assert ("line: acquisition termination cost", "", "FY2023", "actual", "7", "SEK 3") in facts(grid)


@pytest.mark.parametrize(
    ("grid", "above"),
    [
        ([["", "FY2023"], ["Revenue", "100"]], ["Selected figures"]),  # neither unit nor scale
        ([["", "Europe"], ["Revenue", "100"]], STATEMENT),  # no period
        ([["", "2023 vs 2022"], ["Revenue", "100"]], STATEMENT),  # two
        ([["", "Variance 2023"], ["Revenue", "100"]], STATEMENT),  # a difference
        ([["", "FY2023"], ["Widgets shipped", "100"]], ["Table 7, SEK thousands"]),  # no measure, no statement
        (
            [["", "FY2023"], ["Revenue", "100"]],
            ["Summary of the equity method investee, SEK thousands"],
        ),  # somebody else's
        ([["", "FY2023"], ["Revenue", "12.4"]], ["As a percentage of group revenue, SEK thousands"]),
        ([["", "FY2023 actual budget"], ["Revenue", "100"]], STATEMENT),  # two scenarios
    ],
)
def test_what_is_not_certain_stays_a_cell(grid: list[list[str]], above: list[str]) -> None:
    assert not facts(grid, above)


def test_in_a_table_of_amounts_a_count_a_share_and_a_ratio_keep_their_units() -> None:
    rows = [["Revenue", "684.3"], ["EBITDA", "92.2"], ["EBITDA margin %", "13.5"], ["Net debt/EBITDA, times", "2.2"],
            ["Units in maintenance portfolio", "13842"], ["Interest rate", "4.1"], ["Net income", "34.2"]]  # fmt: skip
    found = {fact[0]: fact[-1] for fact in facts([["MSEK", "FY2023"], *rows], ["Halden AB", "Income statement"])}
    assert found == {
        "revenue": "SEK 6", "ebitda": "SEK 6", "ebitda margin": "percent 0", "leverage": "times 0",
        "line: units in maintenance portfolio": "count 0", "net income": "SEK 6",
    }  # fmt: skip


def test_one_name_with_two_values_is_certain_for_neither() -> None:
    grid = [["", "FY2023"], ["Revenue", "100"], ["Revenue", "110"], ["Net income", "10"]]
    assert {metric for metric, *_ in facts(grid)} == {"net income"}


@pytest.mark.parametrize("label", ["(a)", "–", ""])
def test_a_row_whose_label_names_nothing_states_nothing_of_the_measure_of_its_column(label: str) -> None:
    grid = [["", "Earnings", "EPS"], ["", "FY2023", "FY2023"], [label, "946", "0.86"], ["Net income", "900", "0.80"]]
    found = findings(grid, ["Halden AB", "Results by measure, FY2023", "SEK millions, except per share"])
    assert not [finding for finding in found if "0.86" in str(finding.quantity)]


def test_a_balance_in_a_cash_flow_statement_is_its_change() -> None:
    grid = [
        ["", "FY2023"],
        ["Changes in operating assets and liabilities:", ""],
        ["Inventories", "(405)"],
        ["Net cash provided by operating activities", "900"],
    ]
    found = facts(grid, ["Statement of cash flows", "(in USD millions)"])
    assert ("change in inventories", "", "FY2023", "actual", "-405", "USD 6") in found


def test_a_finding_says_where_it_stands_and_which_rule_made_it() -> None:
    grid = [["", "FY2023"], ["Revenue", "49,100"], ["Net income", "10"]]
    (revenue, *_) = findings(grid, STATEMENT)
    page = grid_source("statement.html", grid, STATEMENT).pages[0]
    assert page.text[revenue.span.start : revenue.span.end] == "49,100"
    assert revenue.quote in page.text
    assert revenue.rule == "table: named metric of a statement"


BUDGET = [
    ["", "Budget", "Budget", "Budget", "Budget"],
    ["", "Nov-24", "Dec-24", "Jan-25", "FY2025"],
    ["Revenue", "10", "11", "12", "33"],
    ["Net income", "1", "2", "3", "6"],
]


@pytest.mark.parametrize(
    "above",
    [
        ["Halden AB", "Budget FY2025", "Group Controlling, 26 July 2024", "SEK thousands"],
        ["Halden AB", "Budget FY2025, prepared 26 July 2024 (SEK thousands; fiscal year ends 31 January)"],
    ],
)
def test_months_of_a_budget_are_months_beside_the_year(above: list[str]) -> None:
    found = {(period, value) for metric, _, period, _, value, _ in facts(BUDGET, above) if metric == "revenue"}
    assert found == {("Nov 2024", "10"), ("Dec 2024", "11"), ("Jan 2025", "12"), ("FY2025", "33")}


def test_a_month_beside_the_year_to_date_is_a_month() -> None:
    grid = [
        ["", "April 2025 Actual", "April 2025 Budget", "YTD (4 months) Actual", "YTD (4 months) Budget"],
        ["Revenue", "10", "11", "40", "44"],
        ["Net income", "1", "2", "3", "6"],
    ]
    assert {(p, s, v) for m, _, p, s, v, _ in facts(grid) if m == "revenue"} == {
        ("Apr 2025", "actual", "10"),
        ("Apr 2025", "budget", "11"),
        ("4M Apr 2025", "actual", "40"),
        ("4M Apr 2025", "budget", "44"),
    }


def test_a_month_alone_has_no_length() -> None:
    assert not facts([["", "April 2025"], ["Revenue", "10"], ["Net income", "1"]])


@pytest.mark.parametrize(
    ("above", "column", "period"),
    [
        (["Business plan", "22 July 2025"], "FY2024", "12m 2024-12"),  # when it was written
        (["Cash flow summary", "Prepared by Group Finance, 1 August 2025"], "FY2024", "12m 2024-12"),
        (["Statement of operations", "Year ended 30 June 2024"], "2024", "12m 2024-06"),
        (["Statement of operations for the years ended June 30, 2024 and 2023"], "2023", "12m 2023-06"),
    ],
)
def test_only_a_date_that_closes_a_period_is_one(above: list[str], column: str, period: str) -> None:
    grid = [["", column], ["Revenue", "10"], ["Operating income", "5"], ["Net income", "1"]]
    found = findings(grid, ["Halden AB", *above, "SEK thousands"])
    assert {f.period.key for f in found if f.period} == {period}


@pytest.mark.parametrize(("title", "period"), [("H1 2025 in brief", "H1 2025"), ("Q2 2025 in brief", "Q2 2025")])
def test_a_column_of_a_plan_is_of_the_time_that_the_title_names(title: str, period: str) -> None:
    grid = [["MSEK", "Actual", "Budget"], ["EBITDA", "35.7", "48.5"]]
    found = {(name, scenario, value) for _, _, name, scenario, value, _ in facts(grid, ["Halden AB", title])}
    assert found == {(period, "actual", "35.7"), (period, "budget", "48.5")}


@pytest.mark.parametrize("label", ["EBITDA, last twelve months", "EBITDA LTM", "EBITDA (LTM)"])
def test_a_row_of_the_last_twelve_months_is_of_those_up_to_each_day(label: str) -> None:
    grid = [["KSEK", "31 Mar 2025", "30 Jun 2025"], [label, "88,637", "83,605"], ["Bank debt", "184,000", "176,000"]]
    found = {one[:3] for one in facts(grid, ["Halden AB", "Covenant compliance"]) if one[0] == "ebitda"}
    assert found == {("ebitda", "", "LTM Mar 2025"), ("ebitda", "", "LTM Jun 2025")}


def test_a_first_row_of_times_is_a_heading() -> None:
    grid = [["", "Actual", "Forecast"], ["", "FY2023", "FY2024"], ["Revenue", "60", "70"], ["Net income", "6", "7"]]
    assert ("revenue", "", "FY2024", "forecast", "70", "SEK 3") in facts(grid)


SEGMENTS = [["Net sales by segment", "FY2022", "FY2023"], ["Retail", "60", "61"], ["Online", "40", "45"]]


@pytest.mark.parametrize("total", ["Group", "Total", "Net sales"])
def test_rows_that_add_up_to_a_total_are_its_parts(total: str) -> None:
    assert facts([*SEGMENTS, [total, "100", "106"]], ["SEK thousands"]) >= {
        ("revenue", "Retail", "FY2022", "actual", "60", "SEK 3"),
        ("revenue", "Online", "FY2023", "actual", "45", "SEK 3"),
        ("revenue", "", "FY2023", "actual", "106", "SEK 3"),
    }


def test_rows_that_do_not_add_up_are_no_parts_of_a_total() -> None:
    assert not facts([["Products", "FY2022", "FY2023"], *SEGMENTS[1:], ["Total", "100", "160"]], ["SEK thousands"])


DRUGS = [
    ["Products", ""], ["Orenta", "30"], ["Yervia", "20"], ["Total products", "50"],
    ["Zepora", "6"], ["Abexa", "4"], ["Total new", "10"], ["Total products and new", "60"],
    ["Revlina", "25"], ["Abrana", "15"], ["Total old", "40"], ["Total revenues", "100"],
]  # fmt: skip


def test_parts_are_parts_under_the_totals_of_some_of_them_too() -> None:
    parts = {dimension for metric, dimension, *_ in facts([["", "FY2023"], *DRUGS], ["SEK thousands"])}
    assert parts >= {"Orenta", "Yervia", "Zepora", "Abexa", "Revlina", "Abrana", ""}


def test_a_total_that_is_none_of_the_rows_above_makes_no_parts() -> None:
    grid = [["", "FY2023"], *DRUGS[1:-1], ["Total revenues", "110"]]
    assert {dimension for _, dimension, *_ in facts(grid, ["SEK thousands"])} == {""}


def test_rows_that_compare_may_stand_between_the_parts() -> None:
    share = ["Percentage of total revenue", "60%", "58%"]
    grid = [SEGMENTS[0], SEGMENTS[1], share, SEGMENTS[2], ["Net sales", "100", "106"]]
    assert ("revenue", "Retail", "FY2022", "actual", "60", "SEK 3") in facts(grid, ["SEK thousands"])


@pytest.mark.parametrize(
    "lead",
    [
        "The following table presents net operating revenues disaggregated between regions (in SEK thousands):",
        "Revenues disaggregated by geography were as follows, in SEK thousands:",
    ],
)
def test_the_sentence_before_a_table_names_what_its_rows_are_parts_of(lead: str) -> None:
    grid = [["", "FY2022", "FY2023"], *SEGMENTS[1:], ["Total", "100", "106"]]
    assert ("revenue", "Online", "FY2023", "actual", "45", "SEK 3") in facts(grid, [lead])


def test_a_sentence_before_a_table_that_names_two_measures_names_none() -> None:
    lead = "The following table presents revenue and operating income by region (in SEK thousands):"
    found = facts([["", "FY2022", "FY2023"], *SEGMENTS[1:], ["Total", "100", "106"]], [lead])
    assert {metric for metric, *_ in found} == {"line: retail", "line: online"}


def test_of_two_columns_under_one_heading_the_one_of_percentages_holds_no_amounts() -> None:
    grid = [
        ["", "FY2023", "FY2023"], ["North", "60", "60 %"], ["South", "40", "40"], ["Total revenues", "100", "100 %"],
    ]  # fmt: skip
    assert ("revenue", "South", "FY2023", "actual", "40", "SEK 3") in facts(grid, ["SEK thousands"])


def test_stretches_that_a_caption_names_together_end_on_its_day() -> None:
    above = ["Halden AB", "Revenue by region for the three and nine months ended September 1, 2023, SEK thousands"]
    grid = [["", "Three Months 2023", "Nine Months 2023"], ["Revenue", "30", "90"]]
    assert {(period, value) for _, _, period, _, value, _ in facts(grid, above)} == {
        ("3M Aug 2023", "30"), ("9M Aug 2023", "90"),
    }  # fmt: skip


@pytest.mark.parametrize("label", ["Basic net income per share 1", "Basic net income per share (1)"])
def test_the_mark_of_a_note_is_no_part_of_a_name(label: str) -> None:
    (metric,) = default_lexicon().named(label_form(label))
    assert metric.key == "basic earnings per share"


def test_a_row_of_basic_and_diluted_states_both() -> None:
    grid = [
        ["", "FY2023"],
        ["Net sales", "90"],
        ["Net loss", "(2)"],
        ["Net loss per share, basic and diluted", "(0.17)"],
    ]
    above = ["Halden Inc.", "Income statement", "USD thousands, except per share"]
    stated = {(metric, value) for metric, _, _, _, value, _ in facts(grid, above)}
    assert stated >= {("basic earnings per share", "-0.17"), ("diluted earnings per share", "-0.17")}


@pytest.mark.parametrize("row", ["Net income attributable to Halden Inc. common shareholders", "Net income", "Total"])
def test_below_a_section_of_earnings_per_share_the_result_is_theirs(row: str) -> None:
    line = read_line(("Earnings per common share, basic:", row), Statement.INCOME, default_lexicon())
    assert line is not None
    assert line.key == "basic earnings per share"


@pytest.mark.parametrize("title", ["Net sales", "Revenue"])
def test_a_total_is_of_the_section_that_it_ends(title: str) -> None:
    grid = [["", "FY2022", "FY2023"], [title, "", ""], *SEGMENTS[1:], ["Total", "100", "106"]]
    above = ["Financial information by area is as follows (SEK thousands)"]
    assert ("revenue", "Retail", "FY2022", "actual", "60", "SEK 3") in facts(grid, above)


def test_what_the_other_parts_leave_is_no_fact_by_itself() -> None:
    grid = [["", "FY2023"], ["Retail", "60"], ["Other countries", "40"], ["Net sales", "100"]]
    assert {dimension for _, dimension, *_ in facts(grid, ["SEK thousands"])} == {"Retail", ""}


HEADS = [
    ["Function", "31 Dec 2023", "30 Jun 2024"],
    ["Sales and marketing", "52", "53"],
    ["Administration", "41", "42"],
]


def test_a_list_of_functions_that_adds_up_states_the_headcount() -> None:
    assert facts([*HEADS, ["Total", "93", "95"]], ["Halden AB", "Headcount report"]) == {
        ("headcount", "Sales and marketing", "2023-12-31", "actual", "52", "employee 0"),
        ("headcount", "Sales and marketing", "2024-06-30", "actual", "53", "employee 0"),
        ("headcount", "Administration", "2023-12-31", "actual", "41", "employee 0"),
        ("headcount", "Administration", "2024-06-30", "actual", "42", "employee 0"),
        ("headcount", "", "2023-12-31", "actual", "93", "employee 0"),
        ("headcount", "", "2024-06-30", "actual", "95", "employee 0"),
    }


@pytest.mark.parametrize(
    ("total", "above"),
    [
        (["Total", "94", "95"], ["Headcount report"]),  # one head too many
        (["Total", "93", "95"], ["Headcount report", "EUR thousands"]),  # of money
        (["Total", "93", "95"], ["Office space"]),
    ],
)
def test_what_does_not_count_heads_is_no_headcount(total: list[str], above: list[str]) -> None:
    assert not {fact for fact in facts([*HEADS, total], above) if fact[0] == "headcount"}


OWNERS = [
    ["Shareholder", "Class", "Number of shares", "Ownership"],
    ["Orchard Ventures", "Series A", "600,000", "60.0%"],
    ["Anna Haas", "Ordinary", "400,000", "40.0%"],
    ["Total, fully diluted", "", "1,000,000", "100.0%"],
]


def test_a_cap_table_states_which_part_each_holder_owns() -> None:
    assert facts(OWNERS, ["Halden AB", "Capitalisation table", "As of 30 June 2025"]) == {
        ("ownership", "Orchard Ventures", "2025-06-30", "actual", "60.0", "percent 0"),
        ("ownership", "Anna Haas", "2025-06-30", "actual", "40.0", "percent 0"),
    }


def test_shares_of_awards_are_nobodys_holding() -> None:
    grid = [
        ["", "Number of Shares", "Weighted Average Fair Value"],
        ["Balances, January 29, 2023", "45", "$ 158.45"],
        ["Granted", "13", "$ 359.70"],
        ["Balances, July 30, 2023", "58", "$ 219.47"],
    ]
    assert not facts(grid, ["Equity awards outstanding", "(In millions, except per share data)"])


def test_a_part_is_named_without_its_footnote_marks() -> None:
    grid = [
        ["", "FY2023"],
        ["Net sales:", ""],
        ["iPhone ® (1)", "60"],
        ["Services (2)(3):", "40"],
        ["Total net sales", "100"],
    ]
    assert {part for _, part, *_ in facts(grid)} == {"iPhone", "Services", ""}


def test_shares_beside_amounts_in_thousands_are_of_no_certain_scale() -> None:
    found = facts(OWNERS, ["Halden AB", "As of 30 June 2025", "EUR thousands"])
    assert {metric for metric, *_ in found} <= {"ownership"}


def test_a_numbered_list_goes_by_the_names_it_lists() -> None:
    grid = [
        ["No.", "Customer", "Segment", "Sales FY2024"],
        ["1", "Mercer", "Retail", "50"],
        ["2", "Vale", "Retail", "40"],
    ]
    assert facts(grid, ["Customer list", "As of 21 July 2025", "SEK thousands"]) == {
        ("revenue", "Mercer", "FY2024", "actual", "50", "SEK 3"),
        ("revenue", "Vale", "FY2024", "actual", "40", "SEK 3"),
    }


def test_what_net_debt_is_worked_out_from_is_no_part_of_it() -> None:
    grid = [["", "31 Dec 2023"], ["Total debt", "90"], ["Cash and cash equivalents", "30"], ["Net debt", "60"]]
    assert {(metric, part) for metric, part, *_ in facts(grid, ["Net debt", "SEK thousands"])} == {
        ("total debt", ""),
        ("cash and cash equivalents", ""),
        ("net debt", ""),
    }


def test_borrowings_are_told_apart_by_when_they_fall_due() -> None:
    grid = [["Borrowings", "31 Dec 2023"], ["Due within one year", "20"], ["Due after more than one year", "70"]]
    assert {
        (metric, value) for metric, _, _, _, value, _ in facts([*grid, ["Total", "90"]], ["6. Borrowings", "€m"])
    } == {
        ("short-term debt", "20"),
        ("long-term debt", "70"),
        ("total debt", "90"),
    }


def test_the_total_of_some_assets_is_not_total_assets() -> None:
    grid = [["", "31 Dec 2023"], ["Assets:", ""], ["Level 1", "20"], ["Level 2", "70"], ["Total", "90"]]
    found = facts(grid, ["Fair value measurements", "EUR millions"])
    assert {metric for metric, *_ in found} == {"line: level 1", "line: level 2"}


def test_users_name_their_own_metrics() -> None:
    for text, name in (
        ('[[metric]]\nkey = "revenue"\nnames = ["Net fee income"]\n', "own.toml"),
        ("metric:\n  - key: revenue\n    names: [Net fee income]\n", "own.yaml"),
    ):
        assert [m.key for m in extended_lexicon(text, name).named("net fee income")] == ["revenue"]


def test_values_are_decimals() -> None:
    grid = [["", "FY2023"], ["Revenue", "0.1"], ["Net income", "0.2"]]
    assert sum(f.quantity.amount for f in findings(grid, STATEMENT) if f.quantity) == Decimal("300.0")


def test_the_sample_judged_by_hand_is_right_in_95_of_100() -> None:
    lines = (Path(__file__).parent / "precision.jsonl").read_text(encoding="utf-8").splitlines()
    verdicts = [json.loads(line)["right"] for line in lines]
    assert len(verdicts) == 100
    assert sum(verdicts) >= 95


def test_a_company_that_states_no_scale_reports_single_units() -> None:
    grid = [["", "June 30, 2023"], ["Cash and cash equivalents", "$ 214,012,136"], ["Total assets", "$ 559,975,518"]]
    above = ["Mullen Inc.", "Condensed consolidated balance sheets (unaudited)"]
    assert ("total assets", "", "2023-06-30", "actual", "559975518", "USD 0") in facts(grid, above)


def test_a_sum_without_a_label_is_its_sections_total() -> None:
    grid = [
        ["", "2020"],
        ["Current assets", ""],
        ["Stocks", "3,870,702"],
        ["Cash at bank and in hand", "2,165"],
        ["", "3,872,867"],
        ["Net assets", "18,297,298"],
    ]
    found = facts(grid, ["Acme Ltd", "Balance sheet as at 31 December 2020", "£"])
    assert ("current assets", "", "2020-12-31", "actual", "3872867", "GBP 0") in found
    grid[4] = ["", "3,872,999"]
    assert "current assets" not in {metric for metric, *_ in facts(grid, ["Balance sheet as at 31 December 2020", "£"])}


def test_dollars_and_shares_may_share_a_scale() -> None:
    grid = [["", "2023"], ["Sales to customers", "$ 23,743"], ["Net earnings", "5,537"]]
    above = ["Consolidated statements of earnings (Unaudited; Dollars & Shares in Millions Except Per Share Amounts)"]
    assert ("revenue", "", "FY2023", "actual", "23743", "USD 6") in facts(grid, above)


def test_earnings_per_share_may_be_named_by_three_lines() -> None:
    path = ("Earnings per share:", "Basic:", "Net income attributable to common shareowners")
    line = read_line(path, Statement.INCOME, default_lexicon())
    assert line is not None
    assert [metric.key for metric in line.metrics] == ["basic earnings per share"]


def test_months_that_stand_under_their_quarter_are_months() -> None:
    grid = [
        ["", "Q1 FY25", "Q1 FY25", "Q1 FY25", "Q1 FY25"], ["", "May-24", "Jun-24", "Jul-24", "Q1"],
        ["Net sales", "47", "45", "44", "136"],
    ]  # fmt: skip
    above = ["Halden AB", "Financial year 1 May 2024 – 30 April 2025", "Income statement, SEK thousands"]
    assert {(period, value) for metric, _, period, _, value, _ in facts(grid, above) if metric == "revenue"} == {
        ("May 2024", "47"), ("Jun 2024", "45"), ("Jul 2024", "44"), ("Q1 FY2025", "136"),
    }  # fmt: skip


def test_years_that_end_in_named_months_are_no_months() -> None:
    grid = [["", "Year ended", "Year ended"], ["", "Dec-23", "Dec-24"], ["Net sales", "470", "450"]]
    above = ["Halden AB", "Income statement, SEK thousands"]
    assert {period for metric, _, period, *_ in facts(grid, above) if metric == "revenue"} == {"FY2023", "FY2024"}


def parts(grid: list[list[str]], above: list[str]) -> set[tuple[str, str, str, str]]:
    """(metric, part, period, value) of each finding, in SEK thousands."""
    found = findings(grid, ["Halden AB", *above])
    assert {unit_of(f.quantity) for f in found if f.quantity} <= {"SEK 3"}
    return {
        (f.metric, "/".join(f.dimension), f.period.name, str(f.quantity.value))
        for f in found
        if f.period and f.quantity
    }


@pytest.mark.parametrize("stub", [["2024", ""], ["", "2024"]])
def test_rows_below_a_year_are_of_that_year(stub: list[str]) -> None:
    over, below = stub
    rows = [["Net sales", "49", "28"], ["EBITDA", "21", "2"]]
    grid = [[over, "Flow", "Sense"], *([[below, "", ""]] if below else []), *rows, ["2023", "", ""], *rows]
    assert parts(grid, ["Operating segments", "TSEK"]) >= {
        ("revenue", "Flow", "FY2024", "49"),
        ("ebitda", "Sense", "FY2024", "2"),
        ("revenue", "Sense", "FY2023", "28"),
    }


@pytest.mark.parametrize(
    ("label", "part"),
    [
        ("Net sales – Cold Storage", "Cold Storage"),
        ("Net sales: Processing", "Processing"),
        ("Processing – net sales", "Processing"),
        ("Storage revenue", "Storage"),
    ],
)
def test_a_line_names_its_measure_and_its_part(label: str, part: str) -> None:
    grid = [["TSEK", "FY2023"], [label, "60"], ["Net sales – Transport", "40"], ["Net sales", "100"]]
    assert ("revenue", part, "FY2023", "60") in parts(grid, [])


@pytest.mark.parametrize(
    "label",
    [
        "Net sales – growth",
        "Net sales – total",
        "Net sales – FY2022",
        "Net sales – EBITDA",
        "Total – net sales",
        "FY2022 – net sales",
        "Budget – net sales",
        "EBITDA – net sales",
        "Change – net sales",
    ],
)
def test_what_stands_behind_a_measure_is_no_part_unless_it_is_a_name(label: str) -> None:
    assert not {part for _, part, *_ in parts([["TSEK", "FY2023"], [label, "60"], ["Others", "5"]], [])} - {""}


def test_a_segment_before_the_name_of_its_profit_has_it() -> None:
    rows = [
        ["Storage – revenue", "60", "55"],
        ["Storage – gross profit", "24", "20"],
        ["Storage – adjusted EBITDA", "9", "8"],
    ]
    found = parts([["TSEK", "FY2024", "FY2023"], *rows], ["Segment information"])
    assert {("gross profit", "Storage", "FY2024", "24"), ("adjusted ebitda", "Storage", "FY2023", "8")} <= found


def test_of_which_is_a_part_of_the_row_above() -> None:
    grid = [["TSEK", "FY2023"], ["Net sales", "100"], ["of which Flow", "60"], ["EBITDA", "10"]]
    assert ("revenue", "Flow", "FY2023", "60") in parts(grid, [])


def test_rows_may_be_the_times_and_columns_the_parts_that_the_title_divides() -> None:
    grid = [["", "Storage", "Transport"], ["FY2023", "412", "538"], ["FY2024", "447", "521"]]
    assert ("revenue", "Transport", "FY2023", "538") in parts(grid, ["Net sales by segment, TSEK"])


def test_rows_may_be_days_and_columns_measures_with_their_units() -> None:
    grid = [
        ["Test date", "Net debt, TSEK", "LTM adj. EBITDA, TSEK"],
        ["31 Jul 2024", "441", "139"],
        ["31 Oct 2024", "436", "144"],
    ]
    assert parts(grid, ["Covenant tests"]) >= {
        ("net debt", "", "2024-10-31", "436"),
        ("adjusted ebitda", "", "LTM Oct 2024", "144"),
    }


def test_an_amount_in_a_label_is_no_unit_of_its_row() -> None:
    grid = [
        ["TSEK", "31 Dec 2024"],
        ["Loan A", "100"],
        ["Loan B (EUR 19.0 million)", "208"],
        ["Total borrowings", "308"],
    ]
    assert {unit_of(f.quantity) for f in findings(grid, ["Halden AB", "Borrowings"]) if f.quantity} == {"SEK 3"}


def test_months_beside_a_fiscal_year_or_quarter_say_no_other_time() -> None:
    grid = [["TSEK", "FY25 (May–Apr)", "Q1 FY26 (May–Jul)"], ["Net sales", "100", "26"], ["EBITDA", "10", "3"]]
    assert len(parts(grid, ["Halden AB"])) == 4


def test_a_sheet_of_indicators_names_companies_the_group_and_formulas_beside_its_measures() -> None:
    grid = [
        ["KPI", "Nov-24", "Dec-24", "FY24"],
        ["ARR Vinga Sverige AB", "86", "87", ""],
        ["ARR Vinga Norge AS", "32", "33", ""],
        ["ARR Group, closing", "118", "120", ""],
        ["ARR lost to Vinga rivals", "1", "2", ""],  # neither a company nor the group
        ["Gross churn FY24 (churned / opening)", "", "", "6.6%"],
        ["Net revenue retention FY23", "", "", "97.5%"],  # of another year than its column
    ]
    found = {one[:3] + one[4:5] for one in facts(grid, ["Indicators", "TSEK"])}
    assert found == {
        ("recurring revenue", "Vinga Sverige AB", "2024-11", "86"),
        ("recurring revenue", "Vinga Sverige AB", "2024-12", "87"),
        ("recurring revenue", "Vinga Norge AS", "2024-11", "32"),
        ("recurring revenue", "Vinga Norge AS", "2024-12", "33"),
        ("recurring revenue", "", "2024-11", "118"),
        ("recurring revenue", "", "2024-12", "120"),
        ("churn", "", "FY2024", "6.6"),
    }


CUSTOMERS = [
    ["Customer name", "Revenue FY25 (£)"],
    ["Alder Limited", "61,000"],
    ["Birch plc", "39,500"],
    ["Total", "100,500"],
]


@pytest.mark.parametrize(
    ("above", "amounts"),
    [
        (["Revenue by customer"], {"61000", "39500", "100500"}),
        (["Accounts of £20,000 and more"], {"61000", "39500"}),
        (["Trade accounts. Clinic clients are not included."], {"61000", "39500"}),
        (["Revenue by customer, £ thousands"], set()),
    ],
)
def test_a_heading_in_pounds_counts_pounds_and_the_total_of_some_customers_is_not_the_companys(
    above: list[str], amounts: set[str]
) -> None:
    found = findings(CUSTOMERS, above)
    assert {str(one.quantity.amount) for one in found if one.quantity} == amounts
    assert all(one.dimension for one in found if one.quantity and one.quantity.value < 100_000)


@pytest.mark.parametrize(
    ("above", "unit"),
    [
        (["Tamarack Mills Inc.", "Income statement", "(in thousands of Canadian dollars)"], "CAD 3"),
        (
            ["Tamarack Mills Inc.", "All amounts in A$ unless otherwise noted", "Income statement", "($ thousands)"],
            "AUD 3",
        ),
        (["Tamarack Mills Inc.", "Income statement", "HK$ million"], "HKD 6"),
        (["Tamarack Mills Inc.", "Income statement", "($ thousands)"], "USD 3"),
    ],
)
@pytest.mark.parametrize("sign", ["", "$ "])
def test_a_sign_that_several_currencies_share_is_that_of_the_document(above: list[str], unit: str, sign: str) -> None:
    grid = [["", "2024", "2023"], ["Revenue", f"{sign}812", f"{sign}790"], ["Net income", f"{sign}31", f"{sign}28"]]
    assert {told[-1] for told in facts(grid, above)} == {unit}


def test_rows_that_begin_with_their_year_are_of_it_under_columns_of_parts() -> None:
    grid = [
        ["GBP 000", "Seating", "Hire", "Group"],
        ["2025 revenue", "700", "300", "1,000"],
        ["2025 adjusted operating profit", "70", "30", "100"],
        ["2024 revenue", "600", "200", "800"],
        ["2024 adjusted operating profit", "60", "10", "70"],
    ]
    told = {
        (f.metric, *f.dimension, f.period.name if f.period else "", str(f.quantity.value) if f.quantity else "")
        for f in findings(grid, ["Segment information"])
    }
    assert ("adjusted ebit", "Hire", "FY2024", "10") in told
    assert ("revenue", "FY2025", "1000") in told
    assert len(told) == 12


@pytest.mark.parametrize("label", ["Loan due 2027", "Notes in 2025", "2.5% bonds maturing 2026"])
def test_a_year_that_is_part_of_a_name_is_not_that_of_its_figures(label: str) -> None:
    assert findings([["EUR 000", "Group"], [label, "700"]], ["Borrowings"]) == []


def test_a_row_of_percentages_does_not_put_the_scale_of_amounts_in_doubt() -> None:
    grid = [["2024", "Repair", "Sales", "Group"], ["External revenue", "52", "24", "76"], ["EBITDA", "11", "3", "14"]]
    page = ["All amounts in EUR thousand", "Segment information"]
    with_margin = [*grid, ["EBITDA margin", "21.2%", "12.5%", "18.4%"]]
    document = [["EUR thousand", "2024"], ["Revenue", "76"], ["Operating profit", "9"], ["Net income", "7"]]
    source = workbook_of("a.xlsx", {"P&L": document, "Segments": [[page[1]], *with_margin]})
    found = [f for f in table_findings(source) if f.span.page == 2 and f.quantity]

    assert {(f.metric, *f.dimension) for f in found} >= {("ebitda", "Repair"), ("revenue", "Sales"), ("ebitda",)}
    assert {f.quantity.scale for f in found if f.quantity and f.quantity.unit == "EUR"} == {3}


def test_balances_below_cash_flows_are_no_changes() -> None:
    grid = [
        ["GBP 000", "FY2025", "FY2026"],
        ["Net cash from operating activities", "10", "12"],
        ["Free cash flow", "5", "6"],
        ["Dividends paid", "(2)", "(3)"],
        ["Change in working capital", "(1)", "(2)"],
        ["Net debt including leases, year end", "23", "24"],
        ["Lease liabilities, year end", "7", "8"],
        ["Leverage, times", "2.11", "2.24"],
    ]
    found = {f.metric for f in findings(grid, ["Cash flow statement and net debt"])}
    assert {"line: net debt including leases", "lease liabilities", "leverage"} <= found
    assert not any(one.startswith("change in") and one != "change in working capital" for one in found)


BALANCE = ["Halden AB", "Consolidated balance sheets", "(in millions of US dollars)"]


def test_rows_of_two_names_for_one_measure_are_lines_of_their_own_names() -> None:
    grid = [
        ["", "Dec 31, 2024", "Dec 31, 2023"],
        ["Cash and cash equivalents", "900", "800"],
        ["Short-term investments", "2,658", "2,020"],
        ["Marketable securities", "2,049", "1,723"],
        ["Total assets", "9,000", "8,500"],
        ["Loans and notes payable", "4,379", "1,499"],
        ["Current maturities of long-term debt", "91", "648"],
    ]
    told = {(metric, value) for metric, _, _, _, value, _ in facts(grid, BALANCE)}
    assert {("line: loans and notes payable", "4379"), ("line: short term investments", "2658")} <= told
    assert {("line: marketable securities", "1723"), ("line: current maturities of long term debt", "648")} <= told
    assert not any(metric in ("short-term debt", "marketable securities") for metric, _ in told)


DISCONTINUED = [
    ["", "2024", "2023"],
    ["Operating activities"],
    ["Depreciation and amortization", "816", "745"],
    ["Cash provided by operating activities", "1,568", "1,856"],
    ["Discontinued operations"],
    ["Cash provided by operating activities", "530", "365"],
    ["Cash used by investing activities", "(37)", "(91)"],
    ["Cash used by financing activities", "(132)", "(115)"],
    ["Cash provided by discontinued operations", "361", "159"],
    ["Cash and cash equivalents at end of period", "606", "828"],
]
FLOWS = ["Halden AB", "Consolidated statements of cash flows", "Year ended December 31", "(in millions of US dollars)"]


def test_the_rows_that_add_up_under_discontinued_operations_are_theirs() -> None:
    told = {(metric, part, value) for metric, part, _, _, value, _ in facts(DISCONTINUED, FLOWS)}
    assert ("cash flow from operating activities", "", "1568") in told
    assert ("cash flow from operating activities", "Discontinued operations", "530") in told
    assert ("cash and cash equivalents", "", "606") in told


def test_where_nothing_adds_up_a_section_of_others_has_no_certain_end() -> None:
    grid = [*DISCONTINUED[:8], ["Cash provided by discontinued operations", "999", "159"], DISCONTINUED[9]]
    told = {(metric, part) for metric, part, *_ in facts(grid, FLOWS)}
    assert {("cash flow from investing activities", ""), ("cash and cash equivalents", "")} <= told


def test_a_part_that_was_sold_has_a_dash_in_one_year_and_is_a_part_still() -> None:
    grid = [
        ["", "2024", "2023"],
        ["United States", "24,956", "25,817"],
        ["Canada", "—", "1,659"],
        ["Net sales", "24,956", "27,476"],
    ]
    told = facts(grid, ["Net sales by geographical area, in millions of US dollars", "Year ended December 31"])
    values = {(part, value) for metric, part, _, _, value, _ in told if metric == "revenue"}
    assert {("United States", "24956"), ("Canada", "1659"), ("", "27476")} <= values


@pytest.mark.parametrize(
    ("year", "ends"), [("2023", "2023-09-01"), ("2022", "2022-09-02")]
)  # fmt: skip
def test_a_year_alone_ends_on_the_day_that_the_caption_names_of_it(year: str, ends: str) -> None:
    above = ["Interest for the three and nine months ended September 1, 2023 and September 2, 2022, in USD millions"]
    grid = [["", f"Three Months {year}", f"Nine Months {year}"], ["Interest expense", "28", "84"]]
    assert {str(f.period.end) for f in findings(grid, above) if f.period} == {ends}


@pytest.mark.parametrize(
    "heading", ["Non-operating income (expense):", "Financial income and expenses", "Other income:"]
)
def test_a_heading_of_income_and_costs_makes_no_part(heading: str) -> None:
    grid = [
        ["", "2024", "2023"],
        ["Revenue", "4,890", "4,433"],
        [heading],
        ["  Interest expense", "(27)", "(28)"],
        ["Income before income taxes", "1,743", "1,456"],
        ["Net income", "1,403", "1,136"],
    ]
    parts = {part for metric, part, *_ in facts(grid, STATEMENT) if metric == "interest expense"}
    assert parts == {""}


SHARES_BESIDE = [
    ["", "2024", "", "2023", ""],
    ["United States", "$ 117,854", "46 %", "$ 101,210", "45 %"],
    ["EMEA", "79,107", "31", "72,050", "32"],
    ["APAC", "46,123", "18", "42,110", "19"],
    ["Other", "13,114", "5", "9,005", "4"],
    ["Total revenues", "$ 256,198", "100 %", "$ 224,375", "100 %"],
]


def test_what_stands_between_two_signs_of_percent_beside_amounts_is_in_percent() -> None:
    above = ["Halden AB", "Revenues by geography (in millions)", "Year ended December 31,"]
    of_part = {(year, value) for metric, part, year, _, value, _ in facts(SHARES_BESIDE, above) if part == "APAC"}
    assert of_part == {("FY2024", "46123"), ("FY2023", "42110")}


def test_rows_that_are_in_percent_as_a_whole_tell_nothing_of_the_amounts_between_them() -> None:
    grid = [
        ["", "2024", "2023"],
        ["Gross margin", "46 %", "45 %"],
        ["Revenue", "79,107", "72,050"],
        ["Operating margin", "12 %", "11 %"],
    ]
    assert {("revenue", "79107"), ("revenue", "72050")} <= {(m, v) for m, _, _, _, v, _ in facts(grid)}


@pytest.mark.parametrize("label", ["Earnings (loss) per common share", "Net income per share"])
def test_earnings_per_share_above_the_diluted_ones_are_basic(label: str) -> None:
    grid = [["", "2024", "2023"], [label, "1.64", "2.14"], [f"{label} - assuming dilution", "1.63", "2.12"]]
    told = {(metric, value) for metric, _, _, _, value, _ in facts(grid, [BALANCE[0], "Income statement, $ millions"])}
    assert {("basic earnings per share", "1.64"), ("diluted earnings per share", "1.63")} <= told


def test_total_shareholders_equity_alone_is_total_equity() -> None:
    grid = [["", "2024", "2023"], ["Total assets", "900", "800"], ["Total shareholders’ equity", "400", "300"]]
    told = {metric for metric, *_ in facts(grid, BALANCE)}
    assert "total equity" in told
    assert "equity attributable to shareholders" not in told


def test_the_total_of_a_charitys_funds_is_the_whole() -> None:
    grid = [
        ["", "Unrestricted funds £", "Restricted funds £", "31/10/20 Total funds £", "31/10/19 Total funds £"],
        ["Tangible assets", "481", "1,537", "2,018", "2,408"],
        ["Cash at bank", "21,632", "33,760", "55,392", "22,532"],
        ["NET ASSETS", "32,173", "34,854", "67,027", "36,207"],
    ]
    told = {(m, part, v) for m, part, _, _, v, _ in facts(grid, ["Halden Trust", "BALANCE SHEET 31 OCTOBER 2020"])}
    assert {("cash and cash equivalents", "", "55392"), ("total equity", "", "36207")} <= told


@pytest.mark.parametrize(
    ("label", "form"),
    [
        ("TOTALASSETS", "total assets"),
        ("TOTALASSETS LESS CURRENT LIABILITIES", "total assets less current liabilities"),
        ("Totalresultat", "totalresultat"),
    ],
)
def test_a_blank_that_a_file_lost_behind_total_is_put_back(label: str, form: str) -> None:
    assert label_form(label) == form


def test_a_total_of_each_year_adds_up_the_rows_of_its_own_section() -> None:
    grid = [
        ["", "United States", "International", "Total"],
        ["Year Ended December 31, 2024"],
        ["Concentrate operations", "$ 8,813", "$ 18,912", "$ 27,725"],
        ["Finished product operations", "9,549", "9,787", "19,336"],
        ["Total", "$ 18,362", "$ 28,699", "$ 47,061"],
        ["Year Ended December 31, 2023"],
        ["Concentrate operations", "$ 8,780", "$ 17,759", "$ 26,539"],
        ["Finished product operations", "7,770", "11,445", "19,215"],
        ["Total", "$ 16,550", "$ 29,204", "$ 45,754"],
    ]
    above = ["The following table presents net operating revenues by line of business (in millions):"]
    of_part = {(year, v) for m, part, year, _, v, _ in facts(grid, above) if part == "Concentrate operations"}
    assert of_part == {("FY2024", "27725"), ("FY2023", "26539")}


def test_where_a_column_adds_up_to_100_percent_the_rows_between_are_in_percent() -> None:
    grid = [["", "2024", "2023"], ["Kegs", "59 %", "58 %"], ["Bottles", "41", "42"], ["Total", "100 %", "100.0 %"]]
    above = ["The percentage of net operating revenues by product", "Year ended December 31,"]
    assert {unit for _, _, _, _, value, unit in facts(grid, above) if value in ("41", "42")} <= {"percent 0"}


@pytest.mark.parametrize("heading", ["Cash paid during the year for:", "Cash paid for:", "Amounts paid for"])
def test_what_was_paid_for_taxes_is_not_the_income_tax_of_the_year(heading: str) -> None:
    grid = [*DISCONTINUED[:4], [heading], ["  Income taxes", "8,574", "5,223"], ["  Interest", "1,836", "982"]]
    assert not {metric for metric, *_ in facts(grid, FLOWS)} & {"income tax", "interest expense"}


def test_net_sales_above_total_revenues_are_a_line_of_their_own() -> None:
    grid = [
        ["", "2024", "2023"],
        ["Net sales", "674,538", "642,637"],
        ["Membership and other income", "6,447", "5,488"],
        ["Total revenues", "680,985", "648,125"],
        ["Net income", "20,157", "16,270"],
    ]
    told = {(metric, value) for metric, _, _, _, value, _ in facts(grid)}
    assert {("revenue", "680985"), ("line: net sales", "674538")} <= told
    assert ("revenue", "674538") not in told


@pytest.mark.parametrize("kind", ["basic", "diluted"])
def test_an_average_number_of_shares_is_no_amount_per_share(kind: str) -> None:
    label = f"Average number of common shares - {kind} EPS"
    assert [one.key for one in default_lexicon().named(label_form(label))] == [f"{kind} weighted average shares"]
