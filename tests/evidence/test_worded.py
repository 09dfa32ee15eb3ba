"""A sentence about rows of a table: each number is a cell's, of its row, column, time and unit, or is not shown."""

from array import array

import pytest

from sleuth.evidence.cells.worded import Worded, worded
from sleuth.evidence.quote import Match, locate
from sleuth.evidence.source import Page, PageSource, Source, Span, Table

Rows = tuple[tuple[str, ...], ...]
SALES: Rows = (
    ("", "FY24 Nov-23", "FY25 Nov-24", "FY25"),
    ("Net sales – Storage", "36,337", "38,792", "447,120"),
    ("Net sales – Transport", "46,038", "36,391", "520,960"),
    ("Energy", "-8,755", "-7,187", "-99,530"),
)
SITES: Rows = (
    ("Site", "Capacity, pallets", "Occupied, pallets", "Contract"),
    ("Helsingborg", "34000", "31280", "until 2031"),
    ("Umeå", "11200", "8288", "no written contract"),
    ("Vejle", "26400", "23496", "until 2030"),
    ("Sum", "71600", "63064", ""),
)
OVERDUE: Rows = (
    ("", "2024", "2023"),
    ("61–90 days overdue", "2,410", "1,880"),
    ("More than 90 days overdue", "6,551", "4,608"),
    ("Gross receivables", "121,124", "103,638"),
)
CUSTOMERS: Rows = (
    ("#", "Customer", "Country", "Net sales 2023", "Net sales 2024", "Agreement Expiry", "In dispute"),
    ("1", "Malmen AB", "Sweden", "400", "380", "2026-03-31", "No"),
    ("2", "Fjord AS", "Norway", "120", "150", "2025-06-30", "No"),
    ("3", "Bryggen AS", "Norway", "90", "75", "2027-01-31", "Yes"),
    ("4", "Havn AS", "Norway", "60", "55", "2025-12-31", "No"),
)
MONTHS: Rows = (
    ("", "Jan 2025", "", "Feb 2025", "", "YTD 2025", ""),
    ("", "Actual", "Budget", "Actual", "Budget", "Actual", "YTD 2024"),
    ("EBITDA", "4,625", "6,050", "5,635", "6,850", "10,260", "9,915"),
)
REGISTER: Rows = (
    ("Owner", "Shares", "Share of votes", "Since", "Term", "Change", "Auto-renewal"),
    ("Alm Fond AB", "3,705,000", "57.00%", "2024-03-01", "Dec-24", "(334)", "N"),
    ("Bro Invest AB", "780,000", "12.00%", "2023-06-01", "Dec-25", "", "Y"),
)
PEOPLE: Rows = (
    ("Average number of employees", "2024", "of whom women", "2023"),
    ("Netherlands", "32", "13", "29"),
    ("Norway", "21", "8", "20"),
)
COSTS: Rows = (
    ("", "Note", "2024", "2023"),
    ("Interest expense", "8", "(8,960)", "(7,415)"),
    ("Operating result", "", "(4,100)", "(2,000)"),
)
STAFF: Rows = (("No", "Place", "Share"), *((f"E{number}", "Oslo", f"{number % 100}") for number in range(400)))
SITES_OF: Rows = (
    ("Employee no", "Name", "Location"),
    ("E1", "Ann Lee", "Uppsala"),
    ("E2", "Bo Ek", "Oslo"),
    ("E3", "Cy Dal", "Uppsala"),
)
DOLLARS: Rows = (("", "FY24", "FY25"), ("Net sales – Storage", "410,337", "447,120"))
PLAN: Rows = (
    ("EUR", "FY25 actual", "FY26 budget", "FY28 plan"),
    ("Total revenue", "84620000", "90400000", "102300000"),
)
_CAPTIONS = {
    PLAN: "Three-year plan",
    DOLLARS: "Sales ($ thousands)",
    SITES_OF: "Employees",
    STAFF: "Staff",
    REGISTER: "Register (Change in TSEK)",
    PEOPLE: "Note 7, TSEK",
    COSTS: "Income statement, TSEK",
    SALES: "Net sales by segment, TSEK",
    SITES: "Sites",
    OVERDUE: "Trade receivables, KSEK",
    CUSTOMERS: "Customers, net sales in KSEK",
    MONTHS: "Management accounts, KSEK",
}


def held(sentence: str, sheet: Rows, *rows: int) -> Worded:
    """How a sentence stands to rows of a sheet, whose first cells are their labels."""
    source = _source(sheet)
    page = source.pages[0]
    quoted = []
    for row in rows:
        cells = [cell for cell in page.tables[0].cells() if cell.row == row]
        span = Span(1, cells[0].start, cells[-1].end)
        quoted.append((source, Match((span,), "exact", page.text[span.start : span.end])))
    found = worded(sentence, quoted, ("Accounts and sites.xlsx",))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("quote", "row"),
    [
        ("Alm Fond AB | 3705000 | 0.57 | 2024-03-01 00:00:00", 1),  # as the sheet holds them
        ("Alm Fond AB | 3,705,000 | 57.00% | 45352 | 2024-12-01 | -334 | N", 1),
        ("Bro Invest AB | 780000 | 0.12 | 2023-06-01 | Dec-25 | 0 | Y", 2),  # nothing is printed for zero
        ("Alm Fond AB | 3705001 | 0.57", None),
        ("Alm Fond AB | 3705000 | 0.58", None),
        ("Alm Fond AB | 3705000 | 57", None),
        ("Alm Fond AB | 3705000 | 0.57 | 2024-03-02", None),
        ("Alm Fond AB | 3,705,000 | 57.00% | 2024-03-01 | Dec-24 | 334", None),  # the sign
        ("Alm Fond AB | 780000 | 0.12", None),  # of another row
        ("3705000 | 0.57", None),  # of whom is not said
    ],
)
def test_a_quote_of_cells_is_the_row_that_prints_their_values(quote: str, row: int | None) -> None:
    source = _source(REGISTER)
    found = locate(quote, source)
    cells = [cell for cell in source.pages[0].tables[0].cells() if cell.row == row]

    assert (found.spans[0].start if isinstance(found, Match) else None) == (cells[0].start if cells else None)


@pytest.mark.parametrize(
    ("sentence", "sheet", "row", "is_theirs"),
    [
        ("Of the 32 people employed in the Netherlands in 2024, 13 were women.", PEOPLE, 1, True),
        ("The Netherlands had 32 thousand people in 2024.", PEOPLE, 1, False),
        ("Alm Fond AB has 3,705,000 shares.", REGISTER, 1, True),
        ("Alm Fond AB has 3,705,000 employees.", REGISTER, 1, False),
        ("Alm Fond AB's agreement renews automatically.", REGISTER, 1, False),  # the row says no
        ("Bro Invest AB's agreement renews automatically.", REGISTER, 2, True),
        ("Alm Fond AB, not Bro Invest AB, has 57.00% of the votes.", REGISTER, 1, False),
        ("Fjord AS increased its net sales by KSEK 30 to KSEK 150 in 2024.", CUSTOMERS, 2, True),
        ("Fjord AS increased its net sales by KSEK 40 to KSEK 150 in 2024.", CUSTOMERS, 2, False),
        ("Fjord AS reduced its net sales by KSEK 30 to KSEK 150 in 2024.", CUSTOMERS, 2, False),
        ("Interest expense rose by TSEK 1,545 to TSEK 8,960 in 2024.", COSTS, 1, True),
        ("Interest expense fell by TSEK 1,545 to TSEK 8,960 in 2024.", COSTS, 1, False),
        ("The operating result was TSEK 4,100 in 2024.", COSTS, 2, False),  # a loss
        ("The Netherlands had more employees in 2024 than in 2023.", PEOPLE, 1, True),
        ("The Netherlands had fewer employees in 2024 than in 2023.", PEOPLE, 1, False),
        ("The number of employees in the Netherlands rose in 2024.", PEOPLE, 1, True),
        ("The number of employees in the Netherlands fell in 2024.", PEOPLE, 1, False),
        ("Employees in the Netherlands were more in 2024 than a year earlier.", PEOPLE, 1, True),
        ("Employees in the Netherlands were fewer in 2024 than a year earlier.", PEOPLE, 1, False),
    ],
)
def test_what_a_row_counts_answers_and_compares_is_held_against_it(
    sentence: str, sheet: Rows, row: int, *, is_theirs: bool
) -> None:
    found = _ruling(sentence, sheet, row)

    assert (found is not None and found.reason == "") is is_theirs


@pytest.mark.parametrize(
    ("sentence", "is_theirs"),
    [
        ("Alm Fond AB has 57.00% of the votes, which is less than 60 per cent.", True),
        ("Alm Fond AB has 57.00% of the votes, which is less than 65 per cent.", False),  # nothing says 65
        ("Bro Invest AB has 57.00% of the votes, which is less than 60 per cent.", False),
    ],
)
def test_a_row_and_a_text_may_be_quoted_for_one_sentence(sentence: str, *, is_theirs: bool) -> None:
    text = Source(
        "Agreement.pdf", "", PageSource.PRINTED, (Page(1, "Parties with 60 per cent of the votes decide.", "p.1"),)
    )
    beside = (text, Match((Span(1, 0, 45),), "exact", text.pages[0].text))
    found = _ruling(sentence, REGISTER, 1, beside)

    assert found is not None
    assert (found.reason == "", found.is_whole) == (is_theirs, False)


@pytest.mark.parametrize(
    ("sentence", "sheet", "row"),
    [
        ("Interest expense was not TSEK 8,960 in 2024.", COSTS, 1),
        ("Interest expense was 8,960 (TEUR) in 2024.", COSTS, 1),
        ("Interest expense was TSEK 8 in 2024.", COSTS, 1),  # the number of the note
        ("The statement was TSEK 8,960 in 2024.", COSTS, 1),  # the row is not named
        ("Net sales of Fjord AS rose by KSEK 150 to KSEK 150 in 2024.", CUSTOMERS, 2),
        ("Net sales of Fjord AS rose by KSEK 150 in 2024.", CUSTOMERS, 2),
        ("Alm Fond AB has 57.00 TSEK of votes.", REGISTER, 1),
    ],
)
def test_what_a_row_does_not_say_is_never_proven_by_it(sentence: str, sheet: Rows, row: int) -> None:
    found = _ruling(sentence, sheet, row)

    assert found is None or not found.is_whole or found.reason


def _ruling(sentence: str, sheet: Rows, row: int, *beside: tuple[Source, Match]) -> Worded | None:
    source = _source(sheet)
    cells = [cell for cell in source.pages[0].tables[0].cells() if cell.row == row]
    span = Span(1, cells[0].start, cells[-1].end)
    quoted = (source, Match((span,), "exact", source.pages[0].text[span.start : span.end]))
    return worded(sentence, [quoted, *beside], ("Accounts and sites.xlsx",))


def _source(sheet: Rows) -> Source:
    text = f"{_CAPTIONS[sheet]}\n"
    grid = array("I")
    for row, line in enumerate(sheet):
        for column, words in enumerate(line):
            if words:
                grid.extend((len(text), len(text) + len(words), row, column))
                text += f"{words}\t"
        text += "\n"
    labels = {row: (line[0],) for row, line in enumerate(sheet) if row or sheet is MONTHS}
    headings = {} if sheet is MONTHS else {column: (name,) for column, name in enumerate(sheet[0]) if name}
    table = Table(_CAPTIONS[sheet], labels, headings, grid)
    return Source("Accounts and sites.xlsx", "", PageSource.SHEET, (Page(1, text, "Sheet1", tables=(table,)),))


@pytest.mark.parametrize(
    ("sentence", "row"),
    [
        ("Net sales of Transport were TSEK 36,391 in November 2024.", 2),
        ("Net sales of Transport were TSEK 36,391 in November 2024, down from TSEK 46,038 in November 2023.", 2),
        ("Net sales of Transport were TSEK 36,391 in November 2024 (46,038 in November 2023).", 2),
        ("Net sales of Storage were SEK 447.1 million in 2024/25.", 1),
        ("Energy was TSEK -7,187 in November 2024.", 3),
    ],
)
def test_a_sentence_in_the_words_of_its_row_and_column_is_proven(sentence: str, row: int) -> None:
    found = held(sentence, SALES, row)

    assert (found.reason, found.is_whole) == ("", True)


@pytest.mark.parametrize(
    ("sentence", "row"),
    [
        ("Net sales of Transport were TSEK 36,392 in November 2024.", 2),  # the value
        ("Net sales of Transport were SEK 36,391 million in November 2024.", 2),  # the scale
        ("Net sales of Transport were TEUR 36,391 in November 2024.", 2),  # the currency
        ("Net sales of Transport were TSEK 36,391 in December 2024.", 2),  # the time
        ("Net sales of Transport were TSEK 46,038 in November 2024 (36,391 in November 2023).", 2),
        ("Net sales of Transport were TSEK 36,391 in FY25.", 2),
        ("Net sales of Transport were TSEK 36,391.", 2),  # no time, where others stand beside it
        ("Net sales of Storage were TSEK 36,391 in November 2024.", 2),  # the line
        ("Net sales of Transport were TSEK 36,391 in November 2024, up from TSEK 46,038 in November 2023.", 2),
        ("Energy was TSEK 7,187 in November 2024.", 3),  # the sign
        ("Net sales of Transport to Havsborg were TSEK 36,391 in November 2024.", 2),  # a name
    ],
)
def test_a_value_a_unit_a_time_a_line_or_a_name_of_its_own_is_refused(sentence: str, row: int) -> None:
    found = held(sentence, SALES, row)

    assert found.reason
    assert not found.is_whole


@pytest.mark.parametrize(
    ("change", "follows"),
    [
        ("21.0% lower", True),
        ("20.0% lower", False),
        ("21.0% higher", False),
        ("TSEK 9,647 lower", True),
        ("TSEK 9,747 lower", False),
    ],
)
def test_what_a_sentence_computes_of_its_cells_is_computed_anew(change: str, *, follows: bool) -> None:
    told = f"Transport had net sales of TSEK 36,391 in November 2024, {change} than TSEK 46,038 in November 2023."

    assert (held(told, SALES, 2).reason == "") is follows


def test_two_numbers_that_change_places_are_never_proven_without_a_judge() -> None:
    found = held("Storage and Transport had net sales of TSEK 36,391 and TSEK 38,792 in November 2024.", SALES, 1, 2)

    assert not found.is_whole


@pytest.mark.parametrize(
    ("sentence", "row", "is_so"),
    [
        ("Helsingborg has the best occupancy: 31,280 of 34,000 pallets, or 92.0%.", 1, True),
        ("Umeå has the worst occupancy: 8,288 of 11,200 pallets, or 74.0%.", 2, True),
        ("Umeå has the best occupancy: 8,288 of 11,200 pallets, or 74.0%.", 2, False),
        ("Vejle has the highest capacity of 26,400 pallets.", 3, False),
        ("Helsingborg has the highest capacity of 34,000 pallets.", 1, True),
    ],
)
def test_what_is_called_the_first_or_the_last_is_ranked_against_all_rows(
    sentence: str, row: int, *, is_so: bool
) -> None:
    found = held(sentence, SITES, row)

    assert (found.reason == "") is is_so
    assert not found.is_whole  # a judge is told the rank, and decides what it is called
    assert not is_so or "Of the 3 rows" in found.rows[-1]


def test_a_denial_that_no_row_states_is_left_to_the_other_proof() -> None:
    source = _source(SITES)
    cells = [cell for cell in source.pages[0].tables[0].cells() if cell.row == 1]
    match = Match((Span(1, cells[0].start, cells[-1].end),), "exact", "")

    assert worded("Helsingborg has no contract.", [(source, match)], ()) is None


@pytest.mark.parametrize(
    ("sentence", "is_theirs"),
    [
        ("KSEK 6,551 was more than 90 days overdue in 2024, which is 5.4% of gross receivables of KSEK 121,124.", True),
        ("More than 90 days overdue was KSEK 4,608 in 2023.", True),
        ("More than 60 days overdue was KSEK 6,551 in 2024.", False),  # no row is called so
        ("More than 90 days overdue was KSEK 2,410 in 2024.", False),  # of another row
        ("More than 90 days overdue was KSEK 6,551 in 2024, 7.4% of gross receivables of KSEK 121,124.", False),
    ],
)
def test_a_number_in_the_name_of_a_row_is_no_figure(sentence: str, is_theirs: bool) -> None:
    assert (held(sentence, OVERDUE, 2, 3).reason == "") is is_theirs


def test_a_sentence_over_a_long_list_is_none_about_rows() -> None:
    source = _source(STAFF)
    page = source.pages[0]
    span = Span(1, page.tables[0].grid[0], len(page.text) - 2)
    match = Match((span,), "exact", page.text[span.start : span.end])
    assert worded("The list has 400 people.", [(source, match)], ()) is None


@pytest.mark.parametrize(
    ("sentence", "rows", "follows"),
    [
        (
            "Net sales 2024 to Norway were KSEK 280 in total: Fjord AS 150, Bryggen AS 75 and Havn AS 55.",
            (2, 3, 4),
            True,
        ),
        (
            "Net sales 2024 to Norway were KSEK 290 in total: Fjord AS 150, Bryggen AS 75 and Havn AS 55.",
            (2, 3, 4),
            False,
        ),
        (
            "Net sales 2024 to Norway were MSEK 280 in total: Fjord AS 150, Bryggen AS 75 and Havn AS 55.",
            (2, 3, 4),
            False,
        ),
        ("3 customers are in Norway.", (2, 3, 4), True),
        ("2 customers are in Norway.", (2, 3), False),  # the list has another
        ("3 customers are in Sweden.", (2, 3, 4), False),
        ("Two customers have an agreement expiry in 2025.", (2, 4), True),
        ("Two customers have an agreement expiry in 2026.", (2, 4), False),
        ("3 customers are in Norway, and 1 of these is in dispute: Yes.", (2, 3, 4), True),
        ("3 customers are in Norway, and 2 of these are in dispute: Yes.", (2, 3, 4), False),
        ("Bryggen AS had net sales 2023 of KSEK 90 and net sales 2024 of KSEK 75, a decrease of KSEK 15.", (3,), True),
        (
            "Bryggen AS had net sales 2023 of KSEK 90 and net sales 2024 of KSEK 75, an increase of KSEK 15.",
            (3,),
            False,
        ),
        ("Fjord AS and Havn AS had average net sales 2024 of KSEK 102.5 (KSEK 150 and KSEK 55).", (2, 4), True),
        ("Fjord AS and Havn AS had average net sales 2024 of KSEK 101.5 (KSEK 150 and KSEK 55).", (2, 4), False),
    ],
)
def test_what_is_stated_of_several_rows_is_computed_of_their_cells(
    sentence: str, rows: tuple[int, ...], *, follows: bool
) -> None:
    assert (held(sentence, CUSTOMERS, *rows).reason == "") is follows


@pytest.mark.parametrize(
    ("sentence", "row", "is_theirs"),
    [
        ("The agreement with Malmen AB expires on 31 March 2026.", 1, True),
        ("The agreement with Malmen AB expires on 30 June 2025.", 1, False),
        ("Malmen AB: agreement expiry 2026-03-31, net sales 2024 KSEK 380.", 1, True),
        ("Bryggen AS: net sales 2024 KSEK 75, in dispute: Yes.", 3, True),
        ("Bryggen AS: net sales 2024 KSEK 75, in dispute: No.", 3, False),  # as other rows say
        ("Fjord AS: country Sweden, net sales 2024 KSEK 150.", 2, False),
    ],
)
def test_dates_and_short_words_of_cells_are_those_of_their_column(sentence: str, row: int, *, is_theirs: bool) -> None:
    assert (held(sentence, CUSTOMERS, row).reason == "") is is_theirs


@pytest.mark.parametrize(
    ("sentence", "is_theirs"),
    [
        ("EBITDA was KSEK 5,635 in February 2025 against a budget of KSEK 6,850.", True),
        ("EBITDA was KSEK 4,625 in February 2025.", False),  # of January
        ("EBITDA YTD 2024 was KSEK 9,915.", True),
        ("EBITDA YTD 2025 was KSEK 9,915.", False),  # of the year before, which stands under it
        ("EBITDA was KSEK 4,625.", False),  # no time
    ],
)
def test_headings_that_stand_in_the_first_rows_are_spread_over_their_columns(sentence: str, *, is_theirs: bool) -> None:
    assert (held(sentence, MONTHS, 2).reason == "") is is_theirs


@pytest.mark.parametrize(
    ("sentence", "sheet", "rows", "follows"),
    [
        ("2 people on the list have the location Uppsala.", SITES_OF, (1, 3), True),
        ("2 employees on the list have the location Uppsala.", SITES_OF, (1, 3), True),
        ("3 people on the list have the location Uppsala.", SITES_OF, (1, 3), False),
        ("1 person on the list has the location Uppsala.", SITES_OF, (1,), False),  # another row has it too
        ("3 people on the list have the country Norway.", CUSTOMERS, (2, 3, 4), False),  # customers are no people
    ],
)
def test_people_are_counted_by_rows_of_a_list_of_people(
    sentence: str, sheet: Rows, rows: tuple[int, ...], *, follows: bool
) -> None:
    assert (held(sentence, sheet, *rows).reason == "") is follows


@pytest.mark.parametrize(
    ("sentence", "is_proven"),
    [
        ("Net sales of Storage were $447,120 thousand in FY25.", True),
        ("Net sales of Storage were C$447,120 thousand in FY25.", True),
        ("Net sales of Storage were US$447,120 thousand in FY25.", False),
        ("Net sales of Storage were A$447,120 thousand in FY25.", False),
    ],
)
def test_an_amount_of_a_row_is_in_the_currency_of_its_document(sentence: str, is_proven: bool) -> None:
    source = _source(DOLLARS)
    cover = Page(0, "All amounts in Canadian dollars unless otherwise noted", "")
    match = locate("Net sales – Storage", source)
    assert isinstance(match, Match)
    whole = Source("Accounts.xlsx", "", PageSource.SHEET, (cover, *source.pages))
    ruled = worded(sentence, [(whole, match)], ("Accounts.xlsx",))
    assert ruled is not None
    assert (not ruled.reason and ruled.is_whole) is is_proven


def test_the_currency_in_the_corner_of_a_table_is_that_of_its_cells() -> None:
    assert not held("Total revenue was EUR 90,400,000 in the FY26 budget.", PLAN, 1).reason
    assert held("Total revenue was USD 90,400,000 in the FY26 budget.", PLAN, 1).reason


def test_the_growth_a_year_between_two_numbers_of_a_row_is_compounded() -> None:
    said = "Total revenue grows from EUR 90,400,000 in the FY26 budget to EUR 102,300,000 in the FY28 plan, {} a year."

    assert held(said.format("6.4%"), PLAN, 1).arithmetic == "((102300000 / 90400000) ^ (1/2) − 1) × 100 = 6.4%"
    assert held(said.format("13.2%"), PLAN, 1).reason or "1/2" not in held(said.format("13.2%"), PLAN, 1).arithmetic
    assert held(said.format("7.1%"), PLAN, 1).reason


def test_a_part_in_per_cent_of_an_amount_is_computed() -> None:
    said = "Alm Fond AB has 3,705,000 shares, and 57.00% of 3,705,000 shares is {} shares."

    assert not held(said.format("2,111,850"), REGISTER, 1).reason
    assert held(said.format("2,111,950"), REGISTER, 1).reason
