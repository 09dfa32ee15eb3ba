"""Rows that the document has shown to be parts are parts of the measure over them, whatever it is."""

import pytest

from sleuth.findings.tables.extraction import table_findings
from sleuth.ingest.readers import read
from sleuth.ingest.readers.limits import Limits
from sleuth.language.metrics import BETWEEN_PARTS

REVENUE = [
    ["Revenue", "2024", "2023"],
    ["Soups", "500", "450"],
    ["Sauces", "400", "380"],
    ["Eliminations", "(20)", "(15)"],
    ["Total", "880", "815"],
]
PROFIT = [
    ["Adjusted EBITDA", "2024", "2023"],
    ["Soups", "60", "50"],
    ["Sauces", "40", "30"],
    ["Corporate", "(10)", "(8)"],
    ["Total", "90", "72"],
]


def parts(*tables: list[list[str]]) -> set[tuple[str, str, str, str]]:
    """(metric, part, period, value) of each figure in a page with tables."""
    body = "".join(_table(rows) for rows in tables)
    page = f"<html><body><h1>Tarn Foods plc</h1><p>Segment information, EUR thousands</p>{body}</body></html>"
    source = read(page.encode(), "segments.html", Limits())
    return {
        (one.metric, "/".join(one.dimension), one.period.name, str(one.quantity.value))
        for one in table_findings(source)
        if one.period and one.quantity
    }


def _table(rows: list[list[str]]) -> str:
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


@pytest.mark.parametrize(
    ("head", "metric"),
    [("Adjusted EBITDA", "adjusted ebitda"), ("Capital expenditure", "capital expenditure"), ("EBITDA", "ebitda")],
)
def test_segments_are_parts_of_whatever_stands_over_their_labels(head: str, metric: str) -> None:
    table = [[head, *PROFIT[0][1:]], *PROFIT[1:]]
    found = parts(REVENUE, table)
    assert {
        (metric, "Soups", "FY2024", "60"),
        (metric, "Corporate", "FY2023", "-8"),
        (metric, "", "FY2024", "90"),
    } <= found


def test_what_follows_the_total_is_no_part() -> None:
    bridge = [["Depreciation", "(30)", "(28)"], ["Operating income", "60", "44"]]
    found = parts(REVENUE, [*PROFIT, *bridge])
    assert {part for metric, part, *_ in found if metric == "adjusted ebitda"} == {"Soups", "Sauces", "Corporate", ""}


def test_rows_that_are_nowhere_shown_to_be_parts_are_none() -> None:
    steps = [["Adjusted EBITDA", "2024", "2023"], ["Reported result", "70", "60"], ["Closure of a plant", "20", "12"],
             ["Total", "90", "72"]]  # fmt: skip
    assert not {part for metric, part, *_ in parts(REVENUE, steps) if metric == "adjusted ebitda" and part}


def test_a_section_s_name_tells_what_its_rows_are_parts_of() -> None:
    table = [
        ["", "2024", "2023"],
        ["Revenue", "", ""],
        *REVENUE[1:],
        ["EBITDA before special items", "", ""],
        *PROFIT[1:],
    ]
    assert {("adjusted ebitda", "Soups", "FY2024", "60"), ("revenue", "Sauces", "FY2023", "380")} <= parts(table)


def test_columns_of_known_parts_need_no_title_that_says_so() -> None:
    columns = [["FY2023", "Soups", "Sauces", "Corporate", "Group"], ["Gross profit", "70", "60", "-", "130"]]
    assert ("gross profit", "Soups", "FY2023", "70") in parts(REVENUE, columns)


SEGMENTS = ["FY2023", "Soups", "Sauces", "Group"]


@pytest.mark.parametrize("label", ["Segment EBITDA", "Divisional EBITDA", "Reportable segment EBITDA"])
def test_segment_before_a_measure_is_the_measure_of_each_segment(label: str) -> None:
    found = parts([SEGMENTS, ["Revenue", "500", "400", "900"], [label, "60", "40", "100"]])
    assert {("ebitda", "Soups", "FY2023", "60"), ("ebitda", "Sauces", "FY2023", "40")} <= found


def test_what_all_segments_have_together_is_no_figure_of_the_company() -> None:
    rows = [["Segment EBITDA", "60", "40", "100"], ["Central costs", "", "", "(10)"], ["EBITDA", "", "", "90"]]
    found = parts([SEGMENTS, ["Revenue", "500", "400", "900"], *rows])
    assert {(metric, value) for metric, part, _, value in found if not part} == {
        ("revenue", "900"),
        ("line: segment ebitda", "100"),
        ("ebitda", "90"),
    }


def test_segment_profit_says_not_which_profit_it_is() -> None:
    found = parts([SEGMENTS, ["Revenue", "500", "400", "900"], ["Segment profit", "60", "40", "100"]])
    assert "net income" not in {metric for metric, *_ in found}


def test_segment_revenue_beside_external_revenue_is_a_line_of_its_own() -> None:
    rows = [
        ["External revenue", "500", "400", "900"],
        ["Inter-segment revenue", "30", "5", "35"],
        ["Segment revenue", "530", "405", "935"],
    ]
    found = parts([SEGMENTS, *rows])
    assert {
        ("revenue", "Soups", "FY2023", "500"),
        ("line: segment revenue", "Soups", "FY2023", "530"),
        (BETWEEN_PARTS, "Soups", "FY2023", "30"),
    } <= found


SOLD = [
    ["FY2023", "External", "Inter-segment", "EBITDA"],
    ["Soups", "500", "30", "60"],
    ["Sauces", "400", "-", "40"],
    ["Group", "900", "30", "100"],
]
INCOME = [["", "FY2023", "FY2022"], ["Revenue", "900", "850"], ["Cost of sales", "(500)", "(470)"]]


@pytest.mark.parametrize(("external", "internal"), [("External", "Inter-segment"), ("Third party", "Internal")])
def test_what_is_sold_to_customers_is_revenue_where_its_total_is_the_company_s(external: str, internal: str) -> None:
    table = [["FY2023", external, internal, "EBITDA"], *SOLD[1:]]
    found = parts(table, INCOME)
    assert {
        ("revenue", "Soups", "FY2023", "500"),
        ("revenue", "Sauces", "FY2023", "400"),
        (BETWEEN_PARTS, "Soups", "FY2023", "30"),
    } <= found


def test_a_column_of_another_total_is_not_shown_to_be_revenue() -> None:
    found = parts(SOLD, [INCOME[0], ["Revenue", "990", "850"], INCOME[2]])
    assert not {part for metric, part, *_ in found if metric in ("revenue", BETWEEN_PARTS) and part}


def test_segments_of_the_year_before_stand_under_the_title_of_this_year() -> None:
    def table(year: int, revenue: str, total: str) -> str:
        heads = "".join(f"<td>{name} £m</td>" for name in ("Garden Centres", "Trade Supply", "Group"))
        figures = f"<td>{revenue}</td><td>30.5</td><td>{total}</td>"
        rows = f"<tr><td></td>{heads}</tr><tr><td>Operating profit</td>{figures}</tr>"
        more = "<tr><td>Capital expenditure</td><td>41.8</td><td>14.1</td><td>55.9</td></tr>"
        return f"<p>52 weeks ended 29 March {year}</p><table>{rows}{more}</table>"

    page = f"<body><p>2. Segmental analysis</p>{table(2025, '67.4', '97.9')}{table(2024, '60.1', '90.6')}</body>"
    found = table_findings(read(f"<!doctype html>{page}".encode(), "report.html", Limits()))

    parts = {(one.dimension, one.period.name) for one in found if one.metric == "operating income" and one.period}
    assert {part for part, _ in parts} == {("Garden Centres",), ("Trade Supply",), ()}
    assert len(parts) == 6
