"""What a cell means is derived from the page once more, apart from whoever says it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from sleuth.evals.grids import grid_source
from sleuth.evidence.cells import Check, Meaning, Verdict, check_cell, lines_of_scale
from sleuth.evidence.cells.place import place_of
from sleuth.evidence.source import Page, Source, Span
from sleuth.language.calendar import Calendar
from sleuth.language.period import Day, Period, period_ending
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario

Grid = list[list[str]]
CALENDAR = Calendar(12, stated=True)
Q3_2023 = period_ending(Day(2023, 9, 30), 3, CALENDAR)
Q3_2022 = period_ending(Day(2022, 9, 30), 3, CALENDAR)
FY2023 = period_ending(Day(2023, 12, 31), 12, CALENDAR)

ABOVE = ["Amazon.com, Inc.", "Consolidated Statements of Operations", "(in millions, except per share data)"]
OLDER_FIRST: Grid = [
    ["", "Three Months Ended September 30,", "Three Months Ended September 30,"],
    ["", "2022", "2023"],
    ["Total net sales", "127,101", "143,083"],
    ["Other income (expense), net", "759", "1,031"],
    ["Net income", "$ 2,872", "$ 9,879"],
    ["Diluted earnings per share", "$ 0.28", "$ 0.94"],
    ["Stores", "512", "520"],
]


def check(
    printed: str, label: str, value: str, grid: Grid = OLDER_FIRST, above: list[str] = ABOVE, **claimed: object
) -> Check:
    source = grid_source("filing.html", grid, above)
    meaning = Meaning(label, Quantity(Decimal(value), "USD", 6), Q3_2023)
    return check_cell(source, span_of(source, printed), replace(meaning, **claimed))


def span_of(source: Source, printed: str) -> Span:
    start = source.pages[0].text.index(printed)
    return Span(1, start, start + len(printed))


def test_a_figure_is_confirmed_where_row_column_and_caption_say_so() -> None:
    assert check("143,083", "Total net sales", "143083", metric="revenue").verdict is Verdict.AGREES


def test_a_number_of_stores_is_no_amount_of_money_under_in_millions() -> None:
    found = check("520", "Stores", "520")
    assert found == Check(Verdict.DISAGREES, "“Stores” is counted: a scale of money does not hold for it")


def test_the_older_year_in_the_first_column_is_not_the_newer() -> None:
    found = check("127,101", "Total net sales", "127101", metric="revenue")
    assert found.verdict is Verdict.DISAGREES
    assert "2022" in found.reason


def test_other_income_net_is_not_net_income() -> None:
    found = check("1,031", "Other income (expense), net", "1031", metric="net income")
    assert found.verdict is not Verdict.AGREES


@pytest.mark.parametrize(
    ("printed", "label", "value", "claimed"),
    [
        ("9,879", "Net income", "9897", {}),  # two digits changed places
        ("9,879", "Net income", "-9879", {}),
        ("9,879", "Total net sales", "9879", {}),
        ("9,879", "Net income", "9879", {"period": Q3_2022}),
        ("9,879", "Net income", "9879", {"period": period_ending(Day(2023, 9, 30), 9, CALENDAR)}),
        ("9,879", "Net income", "9879", {"period": FY2023}),
        ("9,879", "Net income", "9879", {"quantity": Quantity(Decimal(9879), "USD", 3)}),
        ("9,879", "Net income", "9879", {"quantity": Quantity(Decimal(9879), "EUR", 6)}),
        ("9,879", "Net income", "9879", {"dimension": ("Europe",)}),
        ("0.94", "Diluted earnings per share", "0.94", {"quantity": Quantity(Decimal("0.94"), "share", 6)}),
    ],
)
def test_what_the_page_contradicts_is_refuted(printed: str, label: str, value: str, claimed: dict[str, object]) -> None:
    assert check(printed, label, value, **claimed).verdict is Verdict.DISAGREES


@pytest.mark.parametrize(
    ("label", "printed", "value"), [("Net income", "9,879", "9879"), ("Other income (expense), net", "1,031", "1031")]
)
def test_a_line_may_go_by_its_own_name(label: str, printed: str, value: str) -> None:
    assert check(printed, label, value).verdict is Verdict.AGREES


def test_an_amount_per_share_is_not_scaled() -> None:
    claimed = Quantity(Decimal("0.94"), "USD/share", 0)
    assert check("0.94", "Diluted earnings per share", "0.94", quantity=claimed).verdict is Verdict.AGREES


def test_a_forecast_column_is_not_what_happened() -> None:
    grid = [["USD million", "FY2023A", "FY2024 forecast"], ["Revenue", "100", "120"]]
    forecast = period_ending(Day(2024, 12, 31), 12, CALENDAR)
    assert check("120", "Revenue", "120", grid, [], period=forecast).verdict is Verdict.DISAGREES
    claimed = {"period": forecast, "scenario": Scenario.FORECAST}
    assert check("120", "Revenue", "120", grid, [], **claimed).verdict is Verdict.AGREES


def test_a_table_of_an_investee_is_not_the_companys() -> None:
    above = [
        "Summarized financial information of our equity method investee",
        "(in millions)",
        "Year ended December 31,",
    ]
    grid = [["", "2023"], ["Revenue", "$ 100"], ["Gross profit", "40"]]
    assert check("40", "Gross profit", "40", grid, above, period=FY2023).verdict is Verdict.UNCERTAIN


def test_the_owners_of_the_parent_company_own_the_group() -> None:
    above = ["The profit is attributable to the shareholders of the parent company.", "Balance sheet", "USD million"]
    grid = [["", "2023"], ["Revenue", "$ 100"], ["Gross profit", "40"]]
    assert check("40", "Gross profit", "40", grid, above, period=FY2023).verdict is Verdict.AGREES
    of_parent = ["Condensed statement of the parent company", "USD million"]
    assert check("40", "Gross profit", "40", grid, of_parent, period=FY2023).verdict is Verdict.DISAGREES


MONTHLY: Grid = [
    ["", "FY23", "FY23", "FY23", "FY23"],
    ["", "Jul 2022", "Aug 2022", "Sep 2022", "YTD"],
    ["Gross profit", "41", "42", "43", "126"],
]
JUNE = Calendar(6, stated=True)


@pytest.mark.parametrize(
    ("printed", "end", "months", "verdict"),
    [
        ("42", Day(2022, 8, 31), 1, Verdict.AGREES), ("42", Day(2022, 8, 31), 12, Verdict.DISAGREES),
        ("42", Day(2022, 7, 31), 1, Verdict.DISAGREES), ("43", Day(2022, 9, 30), 3, Verdict.DISAGREES),
    ],
)  # fmt: skip
def test_a_month_under_its_year_is_no_year(printed: str, end: Day, months: int, verdict: Verdict) -> None:
    period = period_ending(end, months, JUNE)
    assert check(printed, "Gross profit", printed, MONTHLY, ["USD million"], period=period).verdict is verdict


@pytest.mark.parametrize(("months", "verdict"), [(3, Verdict.AGREES), (1, Verdict.DISAGREES), (9, Verdict.DISAGREES)])
def test_a_year_to_date_is_as_long_as_the_months_beside_it(months: int, verdict: Verdict) -> None:
    grid = [["", *["FY23 YTD"] * 4], *MONTHLY[1:]]
    period = period_ending(Day(2022, 9, 30), months, JUNE)
    assert check("126", "Gross profit", "126", grid, ["USD million"], period=period).verdict is verdict


def test_a_column_of_a_segment_is_not_the_whole() -> None:
    grid = [["", "Europe", "Total"], ["Revenue 2023", "$ 40", "$ 100"]]
    above = ["Segments, in millions, year ended December 31, 2023"]
    claimed = {"period": FY2023, "metric": "revenue"}
    assert check("40", "Revenue 2023", "40", grid, above, **claimed).verdict is Verdict.DISAGREES
    assert check("40", "Revenue 2023", "40", grid, above, **claimed, dimension=("Europe",)).verdict is Verdict.AGREES
    assert check("100", "Revenue 2023", "100", grid, above, **claimed).verdict is Verdict.AGREES


def test_a_bare_year_in_a_quarterly_report_says_no_length() -> None:
    above = ["Quarterly report", "In millions"]
    grid = [["", "2023"], ["Revenue", "$ 100"]]
    assert check("100", "Revenue", "100", grid, above, period=FY2023).verdict is Verdict.UNCERTAIN


def test_a_balance_at_the_beginning_of_the_period_is_left_open() -> None:
    grid = [["", "Year ended December 31, 2023"], ["Cash and cash equivalents, beginning of year", "$ 54"]]
    after = Period(Day(2023, 12, 31), None)
    label = "Cash and cash equivalents, beginning of year"
    assert check("54", label, "54", grid, period=after).verdict is Verdict.UNCERTAIN


def test_the_scale_beside_a_row_goes_before_that_above_the_table() -> None:
    grid = [["", "Year ended December 31, 2023"], ["Revenue (in thousands)", "$ 54"]]
    assert check("54", "Revenue (in thousands)", "54", grid, period=FY2023).verdict is Verdict.DISAGREES


@pytest.mark.parametrize(
    ("above", "verdict"),
    [
        ("(in US dollars)", Verdict.AGREES),
        ("Unaudited", Verdict.UNCERTAIN),
        ("Rent was $80 million in 2023.", Verdict.UNCERTAIN),
    ],
)
def test_a_currency_over_a_table_of_a_document_without_any_scale_means_whole_units(
    above: str, verdict: Verdict
) -> None:
    grid = [["", "Year ended December 31, 2023"], ["Total equity", "16,563,933"], ["Total assets", "20,563,933"]]
    whole = Quantity(Decimal("16563933"), "USD", 0)
    lines = ["Statement of financial position", above]
    assert check("16,563,933", "Total equity", "0", grid, lines, quantity=whole, period=FY2023).verdict is verdict


def test_what_stands_in_no_table_is_not_confirmed() -> None:
    source = grid_source("filing.html", OLDER_FIRST, [*ABOVE, "Net income was $9.9 billion."])
    meaning = Meaning("Net income", Quantity(Decimal("9.9"), "USD", 9), Q3_2023)
    assert check_cell(source, span_of(source, "9.9"), meaning).verdict is Verdict.UNCERTAIN


def test_a_row_without_a_word_of_money_is_proven_by_its_sum() -> None:
    grid = [
        ["", "Year ended December 31, 2023"],
        ["Boxes", "30"],
        ["Wrappings", "12"],
        ["Total revenue", "$ 42"],
        ["Trucks and trailers", "17"],
    ]
    assert check("12", "Wrappings", "12", grid, period=FY2023).verdict is Verdict.AGREES
    assert check("17", "Trucks and trailers", "17", grid, period=FY2023).verdict is Verdict.UNCERTAIN


def test_pro_forma_figures_are_not_actual_ones() -> None:
    above = ["Unaudited pro forma results as if the acquisition had closed", "(in millions)", "Year ended December 31,"]
    grid = [["", "2023"], ["Net revenues", "$ 56,389"]]
    assert check("56,389", "Net revenues", "56389", grid, above, period=FY2023).verdict is Verdict.UNCERTAIN
    claimed = {"period": FY2023, "scenario": Scenario.PRO_FORMA}
    assert check("56,389", "Net revenues", "56389", grid, above, **claimed).verdict is Verdict.AGREES


def test_equity_without_minorities_may_be_told_by_the_row_beside_it() -> None:
    grid = [["", "December 31, 2023"], ["Total stockholders' equity", "$ 4,000"], ["Total equity", "4,032"]]
    label, at = "Total stockholders' equity", Period(Day(2023, 12, 31), None)
    claimed = {"period": at, "metric": "equity attributable to shareholders"}
    assert check("4,000", label, "4000", grid, **claimed).verdict is Verdict.AGREES


BY_REGION: Grid = [
    ["", "2023", "2022"], ["Americas", "$ 60", "$ 50"], ["Europe", "30", "25"], ["Total", "$ 91", "$ 75"],
]  # fmt: skip


@pytest.mark.parametrize(
    ("above", "verdict"),
    [
        ("The Group is one segment. Revenues by region were as follows:", Verdict.AGREES),
        ("The following table presents revenue by region:", Verdict.AGREES),
        ("The Group is one segment. Revenue grew.", Verdict.UNCERTAIN),
        ("The following table presents revenue and cost of revenue:", Verdict.UNCERTAIN),
        ("The following table presents cost of revenue:", Verdict.UNCERTAIN),
    ],
)
def test_parts_that_add_up_are_of_the_measure_that_the_sentence_above_names(above: str, verdict: Verdict) -> None:
    claimed = {"metric": "revenue", "dimension": ("Europe",), "period": FY2023}
    assert check("30", "Europe", "30", BY_REGION, [above, "USD million"], **claimed).verdict is verdict


def test_a_total_of_some_parts_counts_once() -> None:
    grid = [
        BY_REGION[0], *BY_REGION[1:3], ["Total West", "90", "75"], ["Asia", "41", "10"], ["Africa", "5", "5"],
        ["Total East", "46", "15"], ["Total revenues", "$ 136", "$ 90"],
    ]  # fmt: skip
    claimed = {"metric": "revenue", "dimension": ("Asia",), "period": FY2023}
    assert check("41", "Asia", "41", grid, ["USD million"], **claimed).verdict is Verdict.AGREES
    wrong = [*grid[:-1], ["Total revenues", "$ 131", "$ 90"]]
    assert check("41", "Asia", "41", wrong, ["USD million"], **claimed).verdict is Verdict.UNCERTAIN


def test_parts_under_a_section_are_of_the_measure_that_the_section_names() -> None:
    grid = [BY_REGION[0], ["Net sales", "", ""], *BY_REGION[1:]]
    claimed = {"dimension": ("Europe",), "period": FY2023}
    assert check("30", "Europe", "30", grid, ["USD million"], metric="revenue", **claimed).verdict is Verdict.AGREES
    other = check("30", "Europe", "30", grid, ["USD million"], metric="goodwill", **claimed)
    assert other.verdict is not Verdict.AGREES


UNLABELLED: Grid = [
    ["", "2023", "2022"], ["Net sales", "", ""], ["  Products", "$ 60", "$ 50"], ["  Services", "30", "25"],
    ["", "90", "75"],
]  # fmt: skip


def test_a_total_without_a_label_is_that_of_its_section() -> None:
    claimed = {"metric": "revenue", "period": FY2023}
    assert check("90", "Net sales", "90", UNLABELLED, ["USD million"], **claimed).verdict is Verdict.AGREES


def test_what_does_not_add_up_has_no_label() -> None:
    grid = [*UNLABELLED[:-1], ["", "95", "75"]]
    claimed = {"metric": "revenue", "period": FY2023}
    assert check("95", "Net sales", "95", grid, ["USD million"], **claimed).verdict is Verdict.UNCERTAIN


def test_a_heading_names_a_measure_beside_its_time() -> None:
    grid = [["", "Net sales for the year ended December 31, 2023"], ["Europe", "$ 30"], ["Asia", "20"]]
    claimed = {"metric": "revenue", "dimension": ("Europe",), "period": FY2023}
    assert check("30", "Net sales > Europe", "30", grid, ["USD million"], **claimed).verdict is Verdict.AGREES


SUMMARY: Grid = [
    ["Fiscal 2023", "In millions, except per share", "Fiscal 2023 vs. Fiscal 2022"],
    ["Net sales", "$ 18,992", "5 %"],
    ["Operating profit", "3,475", "11 %"],
]
BELOW_ANOTHER_YEAR = ["Halden plc", "We changed our segments in the year ended December 31, 2022."]


@pytest.mark.parametrize("corner", ["Fiscal 2023", "2023", "Year ended December 31, 2023"])
def test_a_time_alone_over_the_labels_is_that_of_a_column_without_one(corner: str) -> None:
    grid = [[corner, *SUMMARY[0][1:]], *SUMMARY[1:]]
    found = check("18,992", "Net sales", "18992", grid, BELOW_ANOTHER_YEAR, metric="revenue", period=FY2023)
    assert found.verdict is Verdict.AGREES


@pytest.mark.parametrize("corner", ["Fiscal 2022", "Segments"])
def test_a_column_without_a_time_under_another_corner_is_not_of_the_year(corner: str) -> None:
    grid = [[corner, *SUMMARY[0][1:]], *SUMMARY[1:]]
    found = check("18,992", "Net sales", "18992", grid, BELOW_ANOTHER_YEAR, metric="revenue", period=FY2023)
    assert found.verdict is not Verdict.AGREES


SEGMENTS: Grid = [["H1 FY26, £000", "Clinics", "Pet Food"], ["Adjusted EBITDA", "12,260", "980"]]
MARCH = Calendar(3, stated=True)


@pytest.mark.parametrize(
    ("corner", "end", "months", "agrees"),
    [
        ("H1 FY26, £000", Day(2025, 9, 30), 6, True),
        ("H1 FY26 (£000)", Day(2025, 9, 30), 6, True),
        ("H1 FY25, £000", Day(2025, 9, 30), 6, False),
        ("H2 FY26, £000", Day(2025, 9, 30), 6, False),
        ("H2 FY26, £000", Day(2026, 3, 31), 6, True),
        ("H1 FY26, £000", Day(2026, 3, 31), 12, False),
        ("Q2 FY26, £000", Day(2025, 9, 30), 3, True),
        ("Q2 FY26, £000", Day(2025, 9, 30), 6, False),
        ("H1 FY26 and H1 FY25, £000", Day(2025, 9, 30), 6, False),
    ],
)
def test_a_part_of_a_year_with_its_unit_over_the_labels_is_that_of_columns_of_segments(
    corner: str, end: Day, months: int, agrees: bool
) -> None:
    grid = [[corner, *SEGMENTS[0][1:]], *SEGMENTS[1:]]
    claimed = {"quantity": Quantity(Decimal("980"), "GBP", 3), "dimension": ("Pet Food",)}
    period = period_ending(end, months, MARCH)
    found = check("980", "Adjusted EBITDA", "980", grid, ["At 31 March 2026", "£000"], period=period, **claimed)
    assert (found.verdict is Verdict.AGREES) is agrees


MONTHS: Grid = [
    ["Line", "Jan-25", "Feb-25", "Mar-25", "FY25"],
    ["Total revenue", "15,165", "14,605", "14,300", "44,070"],
]


@pytest.mark.parametrize(
    ("above", "agrees"),
    [
        ("£000; FY25 = 1 April 2024 to 31 March 2025", True),
        ("£000, year ended 31 March 2025, by month", True),
        ("£000, rolling twelve months ended 31 March 2025", False),
        ("£000, last twelve months to 31 March 2025", False),
        ("£000, twelve months ended", False),
    ],
)
def test_months_side_by_side_divide_the_stretch_that_stands_over_them(above: str, agrees: bool) -> None:
    march = period_ending(Day(2025, 3, 31), 1, MARCH)
    quantity = Quantity(Decimal("14300"), "GBP", 3)
    found = check("14,300", "Total revenue", "14300", MONTHS, [above], period=march, quantity=quantity)
    assert (found.verdict is Verdict.AGREES) is agrees


PLAN: Grid = [["MSEK", "H1 2025", "Budget", "H1 2024"], ["EBITDA", "35.7", "48.5", "44.3"]]


@pytest.mark.parametrize(
    ("title", "agrees"),
    [("H1 2025 in brief", True), ("In brief", False), ("The first half (H1 2025) was weak.", False)],
)
def test_a_column_without_a_time_is_of_the_time_in_the_title(title: str, agrees: bool) -> None:
    half = period_ending(Day(2025, 6, 30), 6, CALENDAR)
    quantity = Quantity(Decimal("48.5"), "SEK", 6)
    found = check("48.5", "EBITDA", "48.5", PLAN, [title], period=half, scenario=Scenario.BUDGET, quantity=quantity)
    assert (found.verdict is Verdict.AGREES) is agrees


def test_where_two_times_stand_over_labels_a_cell_below_the_second_is_not_of_the_first() -> None:
    grid = [*SUMMARY, ["Fiscal 2022", "", ""], ["Net sales", "$ 17,100", "4 %"], ["Operating profit", "3,100", "2 %"]]
    found = check("17,100", "Net sales", "17100", grid, BELOW_ANOTHER_YEAR, metric="revenue", period=FY2023)
    assert found.verdict is not Verdict.AGREES


FIVE_YEARS: Grid = [["", "2023", "2022"], ["Total net sales", "574,785", "513,983"]]


@pytest.mark.parametrize(
    ("last_lines", "is_of_the_year"),
    [
        ("The plant is completed in the second quarter as planned.\nAcme Annual Report 5", True),  # a sentence ended
        ("Three months ended September 30, 2023\nAcme Annual Report 5", False),  # a caption
        ("Three months ended September 30, 2023. Amounts in thousands.", False),  # a caption with its full stop
    ],
)
def test_a_sentence_that_ends_the_page_before_tells_no_time_of_a_table(last_lines: str, is_of_the_year: bool) -> None:
    source = grid_source("report.pdf", FIVE_YEARS, ["(in millions)"])
    page = replace(source.pages[0], number=2)
    both = replace(source, pages=(Page(1, f"Outlook\n{last_lines}", "p.1"), page))
    start = page.text.index("574,785")
    meaning = Meaning("Total net sales", Quantity(Decimal(574785), "USD", 6), FY2023, metric="revenue")
    found = check_cell(both, Span(2, start, start + len("574,785")), meaning)
    assert (found.verdict is Verdict.AGREES) is is_of_the_year


@pytest.mark.parametrize(
    ("between", "headings"),
    [(["Acme AB", "Sweden", "2025", "36"], ("ARR",)), (["", "", "2025", "2024"], ("ARR", "2025"))],
)
def test_only_a_row_of_years_heads_the_amounts_below_it(between: list[str], headings: tuple[str, ...]) -> None:
    grid = [
        ["Customer", "Country", "ARR", "Term"],
        between,
        ["Borg AB", "Norway", "1980", "24"],
        ["Falk AB", "", "640", "12"],
    ]
    source = grid_source("customers.html", grid)
    place = place_of(source, span_of(source, "640"))
    assert place is not None
    assert place.headings == headings


BLOCKS: Grid = [
    ["", "Europe", "North America"],
    ["Three Months Ended September 30, 2023", "", ""],
    ["Total net sales", "3,176", "5,029"],
    ["Operating income", "1,325", "1,621"],
    ["Three Months Ended September 30, 2022", "", ""],
    ["Total net sales", "3,028", "4,874"],
    ["Operating income", "1,282", "1,376"],
]


@pytest.mark.parametrize(
    ("printed", "period", "verdict"),
    [
        ("1,621", Q3_2023, Verdict.AGREES),
        ("1,376", Q3_2022, Verdict.AGREES),
        ("1,376", Q3_2023, Verdict.DISAGREES),  # the block below, or the block above
        ("1,621", Q3_2022, Verdict.DISAGREES),
        ("1,621", FY2023, Verdict.DISAGREES),  # another length
    ],
)
def test_a_time_alone_over_a_block_of_rows_is_theirs_and_nothing_above_the_table_outranks_it(
    printed: str, period: Period, verdict: Verdict
) -> None:
    above = [*ABOVE, "Carrying values are as of December 31, 2022."]
    found = check(
        printed, "Operating income", printed.replace(",", ""), BLOCKS, above,
        metric="operating income", dimension=("North America",), period=period,
    )  # fmt: skip
    assert found.verdict is verdict


INDICATORS: Grid = [
    ["Indicator", "Unit", "Jul-23", "Aug-23"],
    ["Kilns delivered", "kilns", "33", "34"],
    ["Order backlog", "EUR m", "40.4", "43.0"],
    ["Fixed at once", "per cent", "83", "84"],
    ["Power", "EUR per MWh", "71", "72"],
]


@pytest.mark.parametrize(
    ("printed", "label", "quantity", "verdict"),
    [
        ("33", "Kilns delivered", Quantity(Decimal(33), "count", 0), Verdict.AGREES),
        ("33", "Kilns delivered", Quantity(Decimal(33), "EUR", 3), Verdict.DISAGREES),
        ("40.4", "Order backlog", Quantity(Decimal("40.4"), "EUR", 6), Verdict.AGREES),
        ("40.4", "Order backlog", Quantity(Decimal("40.4"), "EUR", 3), Verdict.DISAGREES),
        ("40.4", "Order backlog", Quantity(Decimal("40.4"), "USD", 6), Verdict.DISAGREES),
        ("83", "Fixed at once", Quantity(Decimal(83), "percent", 0), Verdict.AGREES),
        ("83", "Fixed at once", Quantity(Decimal(83), "count", 0), Verdict.DISAGREES),
        ("71", "Power", Quantity(Decimal(71), "EUR", 0), Verdict.DISAGREES),
    ],
)
def test_the_column_of_units_tells_what_a_row_counts_whatever_stands_above_the_table(
    printed: str, label: str, quantity: Quantity, verdict: Verdict
) -> None:
    july = Period(Day(2023, 7), 1)
    found = check(printed, label, "0", INDICATORS, ["Halden AB", "SEK thousands"], quantity=quantity, period=july)
    assert found.verdict is verdict


def test_a_month_in_short_form_is_not_overruled_by_a_day_above_the_labels() -> None:
    grid = [["SEK thousands, approved on 17 June 2025", "Jul-25", "Aug-25"], ["Net sales", "33", "34"]]
    july = Period(Day(2025, 7), 1)
    found = check("33", "Net sales", "33", grid, ["Halden AB", "SEK thousands"], metric="revenue", period=july,
                  quantity=Quantity(Decimal(33), "SEK", 3))  # fmt: skip
    assert found.verdict is Verdict.AGREES


@pytest.mark.parametrize(("label", "verdict"), [("Birka Fisk AB", Verdict.AGREES), ("2", Verdict.DISAGREES)])
def test_a_list_that_numbers_its_rows_calls_them_by_the_names_behind(label: str, verdict: Verdict) -> None:
    grid = [["No", "Customer", "Revenue FY2023"], ["1", "Alnö Bageri AB", "450"], ["2", "Birka Fisk AB", "310"]]
    found = check("310", f"revenue > {label}", "310", grid, ["Halden AB", "Revenue, SEK thousands"], metric="revenue",
                  period=FY2023, dimension=(label,), quantity=Quantity(Decimal(310), "SEK", 3))  # fmt: skip
    assert found.verdict is verdict


CANADIAN = ["Tamarack Mills Inc.", "Consolidated Statements of Operations", "(in millions of Canadian dollars)"]


@pytest.mark.parametrize(("unit", "verdict"), [("CAD", Verdict.AGREES), ("USD", Verdict.DISAGREES)])
@pytest.mark.parametrize(("printed", "value"), [("$ 9,879", "9879"), ("143,083", "143083")])
def test_a_dollar_is_that_of_the_document(printed: str, value: str, unit: str, verdict: Verdict) -> None:
    label = "Net income" if value == "9879" else "Total net sales"
    found = check(printed, label, value, above=CANADIAN, quantity=Quantity(Decimal(value), unit, 6))
    assert found.verdict is verdict


@pytest.mark.parametrize(("unit", "verdict"), [("CAD", Verdict.AGREES), ("USD", Verdict.DISAGREES)])
def test_the_cover_says_the_currency_of_a_table_without_any(unit: str, verdict: Verdict) -> None:
    source = grid_source("filing.html", OLDER_FIRST, ABOVE)
    cover = Page(0, "All amounts in Canadian dollars unless otherwise noted", "")
    source = replace(source, pages=(cover, *source.pages))
    meaning = Meaning("Total net sales", Quantity(Decimal(143083), unit, 6), Q3_2023, metric="revenue")
    assert check_cell(source, span_of_page(source, "143,083"), meaning).verdict is verdict


def span_of_page(source: Source, printed: str) -> Span:
    start = source.pages[1].text.index(printed)
    return Span(source.pages[1].number, start, start + len(printed))


DIVIDED = ["Halden AB", "Segments, SEK thousands, 2023"]


@pytest.mark.parametrize(
    ("metric", "part", "verdict"),
    [
        ("ebitda", ("Mills",), Verdict.AGREES),
        ("ebitda", (), Verdict.DISAGREES),
        ("gross profit", ("Mills",), Verdict.UNCERTAIN),
    ],
)
def test_a_measure_of_each_segment_is_that_of_the_segment_over_the_column(
    metric: str, part: tuple[str, ...], verdict: Verdict
) -> None:
    grid = [["2023", "Mills", "Shops"], ["Revenue", "450", "310"], ["Segment EBITDA", "47", "32"]]
    found = check("47", "Segment EBITDA", "47", grid, DIVIDED, metric=metric, dimension=part, period=FY2023,
                  quantity=Quantity(Decimal(47), "SEK", 3))  # fmt: skip
    assert found.verdict is verdict


@pytest.mark.parametrize(("beside", "verdict"), [("Inter-segment", Verdict.AGREES), ("Deliveries", Verdict.UNCERTAIN)])
def test_external_is_revenue_only_beside_what_segments_sell_to_each_other(beside: str, verdict: Verdict) -> None:
    grid = [["2023", "External", beside], ["Mills", "450", "25"], ["Shops", "310", "32"]]
    found = check("450", "External", "450", grid, DIVIDED, metric="revenue", dimension=("Mills",), period=FY2023,
                  quantity=Quantity(Decimal(450), "SEK", 3))  # fmt: skip
    assert found.verdict is verdict


PERCENTAGES_BESIDE: Grid = [
    ["", "Three Months Ended September 30,", "Three Months Ended September 30,"],
    ["", "2023", "2023"],
    ["North America", "$ 87,887", "61 %"],
    ["International", "32,137", "23"],
    ["AWS", "23,059", "16"],
    ["Total net sales", "$ 143,083", "100 %"],
]


def test_a_number_between_two_signs_of_percent_is_no_amount_though_it_bears_no_sign_itself() -> None:
    claimed = {"grid": PERCENTAGES_BESIDE, "metric": "revenue", "dimension": ("AWS",)}
    assert check("23,059", "AWS", "23059", **claimed).verdict is Verdict.AGREES
    assert check("16\n", "AWS", "16", **claimed).verdict is Verdict.DISAGREES


@pytest.mark.parametrize(("printed", "year"), [("28", 2023), ("27", 2022)])
def test_a_year_alone_ends_on_the_day_that_the_line_above_names_of_it(printed: str, year: int) -> None:
    grid = [["", "Three Months 2023", "Three Months 2022"], ["Interest expense", "28", "27"]]
    above = ["Interest for the three months ended September 1, 2023 and September 2, 2022 (in millions)"]
    day = Day(year, 9, 1 if year == 2023 else 2)
    period = period_ending(day, 3, Calendar(11, stated=True))
    found = check(printed, "Interest expense", printed, grid, above, metric="interest expense", period=period)
    assert found.verdict is Verdict.AGREES


@pytest.mark.parametrize(
    ("elsewhere", "verdict"),
    [
        (("(In millions)", "(In millions, except per share data)"), Verdict.AGREES),
        (("(In thousands)",), Verdict.DISAGREES),
        (("(In thousands)", "(In millions)"), Verdict.UNCERTAIN),
        (
            ("(In thousands)", "Unless otherwise noted, tables are presented in U.S. dollars in millions."),
            Verdict.AGREES,
        ),
    ],
)
def test_what_other_pages_say_of_their_scale_holds_where_nothing_near_says_any(
    elsewhere: tuple[str, ...], verdict: Verdict
) -> None:
    grid = [["", "Year ended December 31, 2023"], ["Net sales", "$ 143,083"], ["Gross profit", "40,100"]]
    source = replace(grid_source("filing.html", grid, ["Statements of Operations"]), elsewhere=elsewhere)
    meaning = Meaning("Net sales", Quantity(Decimal("143083"), "USD", 6), FY2023, metric="revenue")

    assert check_cell(source, span_of(source, "143,083"), meaning).verdict is verdict


def test_lines_of_scale_are_those_that_say_nothing_else() -> None:
    text = (
        "(In millions)\nAmounts in thousands\nWe serve millions of customers (2 million in Japan)\nSales 143,083 in all"
    )

    assert lines_of_scale(text) == ["(In millions)", "Amounts in thousands"]


def test_a_row_of_the_table_above_says_nothing_of_the_table_below() -> None:
    above = ["Statements of Operations", "(in millions)", "Share of results of associates 1,092 – – 1,092"]

    assert check("143,083", "Total net sales", "143083", above=above).verdict is Verdict.AGREES


def test_the_day_of_an_annual_meeting_ends_no_year() -> None:
    above = [
        "The dividend, if approved at the Annual General Meeting on 12 August 2023, will be paid as of then in cash."
    ]
    grid = [["", "FY 2023"], ["Revenue", "$ 100"], ["Gross profit", "40"]]

    checked = check("40", "Gross profit", "40", grid, [*above, "Income statement, USD million"], period=FY2023)
    assert checked.verdict is Verdict.AGREES
