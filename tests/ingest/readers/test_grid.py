"""Which headers lead to a cell."""

import csv
import io

import pytest

from sleuth.evidence.source import Table
from sleuth.ingest.readers.csv_ import read
from sleuth.ingest.readers.grid import GridCell, build_table, is_number, is_year
from sleuth.ingest.readers.limits import Limits


def tables(text: str) -> list[Table]:
    """The tables of a sheet drawn with bars; blanks at the left of a label indent it."""
    out = io.StringIO()
    csv.writer(out).writerows([[cell.rstrip() for cell in line.split("|")] for line in text.strip("\n").splitlines()])
    return list(read(out.getvalue().encode(), "sheet.csv", Limits()).pages[0].tables)


def table(text: str) -> Table:
    (only,) = tables(text)
    return only


def test_a_row_of_years_heads_the_columns() -> None:
    found = table("|2023|2024\nSales|10|20")
    assert found.column_paths == {1: ("2023",), 2: ("2024",)}
    assert found.row_paths == {1: ("Sales",)}


def test_a_header_over_several_columns_leads_their_paths() -> None:
    found = table("|FY2023||FY2024|\n|Q1|Q2|Q1|Q2\nSales|10|20|30|40")
    assert found.column_paths[2] == ("FY2023", "Q2")
    assert found.column_paths[3] == ("FY2024", "Q1")


def test_a_header_over_the_last_column_of_its_group_covers_the_group() -> None:
    found = table("||First half||Second half\nIn millions|Q1|Q2|Q3|Q4\nSales|10|20|30|40")
    assert found.column_paths[1] == ("First half", "Q1")
    assert found.column_paths[3] == ("Second half", "Q3")


def test_headers_apart_from_their_values_by_an_empty_row_still_head_them() -> None:
    found = table("|Sales|Profit\n||\nNorth|10|1\nSouth|20|2")
    assert found.column_paths == {1: ("Sales",), 2: ("Profit",)}


def test_a_label_alone_opens_a_section_and_a_total_closes_it() -> None:
    found = table("|2024\nCurrent assets:|\nCash|10\nTotal current assets|10\nLand|5")
    assert found.row_paths[2] == ("Current assets:", "Cash")
    assert found.row_paths[3] == ("Current assets:", "Total current assets")
    assert found.row_paths[4] == ("Land",)


def test_sections_nest_until_their_totals() -> None:
    found = table(
        "|2024\nASSETS|\nCurrent assets:|\nCash|10\nTotal current assets|10\nFixed assets:|\nLand|5\nTotal assets|15"
    )
    assert found.row_paths[3] == ("ASSETS", "Current assets:", "Cash")
    assert found.row_paths[6] == ("ASSETS", "Fixed assets:", "Land")


def test_an_indented_row_stands_under_the_row_above() -> None:
    found = table("|2024\nRevenue|100\n  of which services|40\nCosts|60")
    assert found.row_paths[2] == ("Revenue", "of which services")
    assert found.row_paths[3] == ("Costs",)


def test_a_new_section_ends_the_one_before_it() -> None:
    found = table("|2024\nEarnings per share:|\nBasic|1.5\nShares:|\nBasic|200")
    assert found.row_paths[4] == ("Shares:", "Basic")


def test_a_note_above_a_section_is_not_its_parent() -> None:
    found = table("|2024\nDebt|3\nCommitments (Note 20)|\nEquity:|\nCommon stock|10")
    assert found.row_paths[4] == ("Equity:", "Common stock")


def test_several_columns_of_labels_make_one_path_and_blanks_repeat_the_label_above() -> None:
    found = table("Region|Product|2024\nNorth|Pens|10\n|Paper|20\nSouth|Pens|30")
    assert found.row_paths == {1: ("North", "Pens"), 2: ("North", "Paper"), 3: ("South", "Pens")}


def test_a_column_of_texts_is_not_a_label_where_no_values_follow_it() -> None:
    found = table("Key|Value|2024\nName|Acme|\nType|10-K|\nShares||15")
    assert found.row_paths[1] == ("Name",)
    assert found.row_paths[2] == ("Type",)


def test_a_table_of_words_is_headed_by_its_first_row() -> None:
    found = table("Party|Role\nHalden|Seller of the shares\nNorrsken|Buyer of the shares")
    assert found.column_paths == {0: ("Party",), 1: ("Role",)}


def test_tables_that_empty_rows_part_have_headers_of_their_own() -> None:
    first, second = tables("Sales|2023|2024\nNorth|1|2\n||\nStaff|2021|2022\nNorth|30|40")
    assert first.column_paths[1] == ("2023",)
    assert second.column_paths[1] == ("2021",)


def test_an_empty_row_within_a_table_does_not_end_it() -> None:
    found = table("|2023|2024\nSales|1|2\n||\nCosts|3|4")
    assert found.row_paths == {1: ("Sales",), 3: ("Costs",)}


def test_tables_side_by_side_are_two() -> None:
    left, right = tables("|2023||Staff|2022\nA|1||X|10\nB|2||Y|20\nC|3||Z|30")
    assert left.row_paths == {1: ("A",), 2: ("B",), 3: ("C",)}
    assert right.row_paths == {1: ("X",), 2: ("Y",), 3: ("Z",)}
    assert right.column_paths[4] == ("2022",)


def test_what_stands_above_is_the_caption() -> None:
    found = table("Income statement|\nEUR thousands|\n|\n|2024\nSales|10\nCosts|5")
    assert found.caption.splitlines()[:2] == ["Income statement", "EUR thousands"]


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "1,234.5",
        "1 234,5",
        "(12)",
        "-3",
        "−3",
        "$12",
        "USD 12",
        "12 %",
        "12.5x",
        "$ (1.5)",
        "4 200 kr",
        "–",
        "n/a",
    ],
)
def test_a_number_with_its_signs_is_a_value(text: str) -> None:
    assert is_number(text)


@pytest.mark.parametrize("text", ["2024", "FY2023A", "FY2024E", "2023/24", "Q1 2024", "12 months", "Note 3", "A1", ""])
def test_a_period_or_a_word_is_no_value(text: str) -> None:
    assert not is_number(text)


def test_a_year_is_told_from_a_number() -> None:
    assert is_year("2024")
    assert not is_year("2,024")


def sheet(rows: list[list[str]], dated: int) -> Table:
    """A table of a sheet whose row `dated` holds days that the file stores as numbers."""
    cells = [
        GridCell(0, len(text), text, row, column, numeric=is_number(text) or (row == dated and text[-1].isdigit()))
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
        if text
    ]
    found = build_table(cells)
    assert found is not None
    return found


@pytest.mark.parametrize("months", [["May 2024", "Jun 2024"], ["2024-05-31", "2024-06-30"], ["May-24", "Jun-24"]])
def test_a_row_of_months_heads_the_columns_though_a_sheet_stores_them_as_numbers(months: list[str]) -> None:
    found = sheet([["", "FY25", "FY25", "FY25"], ["Line", *months, "Total"], ["Sales", "10", "20", "30"]], 1)
    assert found.column_paths == {
        0: ("Line",), 1: ("FY25", months[0]), 2: ("FY25", months[1]), 3: ("FY25", "Total"),
    }  # fmt: skip
    assert found.row_paths == {2: ("Sales",)}


def test_days_that_stand_below_one_another_are_no_headers() -> None:
    rows = [["Tenant", "From", "To"], ["Alfa", "2024-01-01", "2026-12-31"], ["Beta", "2023-01-01", "2025-12-31"]]
    assert sheet(rows, 1).column_paths == {0: ("Tenant",), 1: ("From",), 2: ("To",)}


def test_a_reference_beside_some_rows_is_no_label() -> None:
    found = table("Line|Ref|2023\nSales|a|10\nStaff||20\nRent|b|30\nPower||5\nOther||6")
    assert found.row_paths[1] == ("Sales",)


def test_an_inner_label_that_a_row_or_two_lack_stays_a_label() -> None:
    found = table("Region|City|2023\nNorth|Oslo|10\nNorth|Bergen|20\nSouth||30")
    assert found.row_paths[2] == ("North", "Bergen")


def test_days_under_a_spanning_header_head_their_columns() -> None:
    found = table("||Outstanding|\nLoan|Lender|30.04.25|31.10.25\nA|Bank|10|9\nB|Bank|20|19")
    assert found.column_paths[3] == ("Outstanding", "31.10.25")
    assert found.row_paths[2][0] == "A"


@pytest.mark.parametrize(
    "rows",
    [
        "v5|12 May 2025|First issue\nv6|3 June 2025|Growth raised\nv7|27 June 2025|Downside added",
        "K-1001|Acme\nK-1002|Halden\nK-1003|Nordvik",
    ],
)
def test_a_first_row_of_codes_and_days_like_those_below_names_no_columns(rows: str) -> None:
    assert table(rows).column_paths == {}


def test_codes_that_number_the_rows_are_not_repeated_beside_the_rows_at_the_end() -> None:
    lines = "\n".join(f"K-{n}|Client {n}|{n}0" for n in range(1, 9))
    found = table(f"No|Client|Sales\n{lines}\n|Others|5\n|Total|365")
    assert found.row_paths[1] == ("K-1", "Client 1")
    assert found.row_paths[9] == ("Others",)
    assert found.row_paths[10] == ("Total",)


def test_a_bridge_below_a_table_of_months_is_a_table_of_its_own() -> None:
    months, bridge = tables(
        "SEK m|May|Jun|Jul|Aug\nSales|10|20|30|40\nCosts|5|6|7|8\n||||\n"
        "Bridge||||\nBudget|162|||\nPrice|-2|||\nForecast|160|||"
    )
    assert set(months.row_paths.values()) == {("Sales",), ("Costs",)}
    assert (bridge.caption, bridge.column_paths) == ("Bridge", {})


def test_a_section_that_fills_a_column_or_two_of_a_statement_goes_on_with_it() -> None:
    found = table("|2024|2023\nSales|10|20\nCosts|5|6\n||\nPer share||\nDividend|1|\nPrice|9|")
    assert found.row_paths[5] == ("Per share", "Dividend")
