"""Which numbers of a page stand in columns."""

from array import array

import pytest

from sleuth.evidence.source import Table, Words
from sleuth.ingest.readers.tables import Drawn, recognise_below
from sleuth.ingest.readers.tables.header_columns import Rule
from sleuth.ingest.readers.tables.ruled import Stroke

_HEIGHT, _LETTER = 10.0, 5.0  # points


def page_of(lines: list[list[tuple[float, str]]], *, large: int = -1) -> tuple[str, Words]:
    """A page whose lines hold texts that begin at given places; line number `large` is in larger type."""
    text, spans, boxes = "", array("I"), array("f")
    for number, line in enumerate(lines):
        y = 20.0 + 1.3 * _HEIGHT * number
        for x, phrase in line:
            for word in phrase.split():
                spans.extend((len(text), len(text) + len(word)))
                height = 1.2 * _HEIGHT if number == large else _HEIGHT
                boxes.extend((x, y, x + _LETTER * len(word), y + height))
                text += f"{word} "
                x += _LETTER * (len(word) + 0.5)
        text = f"{text.rstrip()}\n"
    return text, Words(spans, boxes, array("I", range(len(spans) // 2)))


def recognise(text: str, words: Words, drawn: Drawn | None = None) -> tuple[Table, ...]:
    """The tables of a page that stands alone."""
    return recognise_below(None, text, words, drawn or Drawn())[0]


def test_a_number_on_the_last_line_of_a_label_makes_no_column() -> None:
    lines = [
        [(380, "2023"), (480, "2022")],
        [(40, "Assets")],
        [(40, "Cash and equivalents"), (380, "$ 7,146"), (480, "$ 4,749")],
        [(40, "Receivables, net"), (380, "12,980"), (480, "12,672")],
        [(40, "Retained earnings"), (380, "53,900"), (480, "51,609")],
        [(40, "Class B common stock, issued and outstanding,")],
        [(48, "9,444,375"), (380, "50"), (480, "51")],
        [(40, "Total equity"), (380, "84,679"), (480, "81,627")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {1: ("2023",), 2: ("2022",)}


def test_rows_below_a_gap_go_on_under_the_headers_above() -> None:
    lines = [
        [(380, "2023"), (480, "2022")],
        [(40, "Receivables, net"), (380, "12,980"), (480, "12,672")],
        [(40, "Inventories"), (380, "9,444"), (480, "8,375")],
        [],
        [],
        [],
        [],
        [(40, "Borrowings"), (380, "53,900"), (480, "51,609")],
        [(40, "Total liabilities"), (380, "84,679"), (480, "81,627")],
    ]
    tables = recognise(*page_of(lines))
    assert [table.column_paths for table in tables] == [{1: ("2023",), 2: ("2022",)}] * len(tables)


def test_the_second_page_of_a_table_has_the_headers_of_the_first() -> None:
    first = [
        [(40, "Consolidated Balance Sheets (in millions)")],
        [(380, "2023"), (480, "2022")],
        [(40, "Receivables, net"), (380, "12,980"), (480, "12,672")],
        [(40, "Inventories"), (380, "9,444"), (480, "8,375")],
        [(40, "45")],
    ]
    second = [
        [(40, "Example Inc.")],
        [(40, "Borrowings"), (380, "53,900"), (480, "51,609")],
        [(40, "Total liabilities"), (380, "84,679"), (480, "81,627")],
    ]
    _, above = recognise_below(None, *page_of(first))
    ((table,), _) = recognise_below(above, *page_of(second))
    assert table.column_paths == {1: ("2023",), 2: ("2022",)}
    assert "in millions" in table.caption


def test_a_page_of_other_columns_takes_no_headers_from_the_page_before() -> None:
    first = [
        [(380, "2023"), (480, "2022")],
        [(40, "Receivables, net"), (380, "12,980"), (480, "12,672")],
        [(40, "Inventories"), (380, "9,444"), (480, "8,375")],
    ]
    second = [
        [(40, "Borrowings"), (300, "53,900"), (420, "51,609")],
        [(40, "Total liabilities"), (300, "84,679"), (420, "81,627")],
    ]
    _, above = recognise_below(None, *page_of(first))
    ((table,), _) = recognise_below(above, *page_of(second))
    assert table.column_paths == {}


def test_a_year_compared_with_another_heads_its_column() -> None:
    lines = [
        [(40, "Year ended December 31"), (300, "2023"), (380, "2022"), (470, "2022 to 2023")],
        [(40, "Revenue"), (300, "121,572"), (380, "121,427"), (490, "0.1 %")],
        [(40, "Amortization"), (300, "5,482"), (380, "5,097"), (490, "7.5")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths[1] == ("2023",)
    assert table.column_paths[3] == ("2022 to 2023",)


def test_the_first_of_several_rows_under_a_long_label_is_a_row_of_its_own() -> None:
    lines = [
        [(380, "2023"), (480, "2022")],
        [(40, "Net income"), (380, "12,980"), (480, "12,672")],
        [(40, "Weighted average shares used in computing net income per share")],
        [(60, "Basic"), (380, "3,174"), (480, "3,130")],
        [(60, "Diluted"), (380, "3,485"), (480, "3,475")],
    ]
    (table,) = recognise(*page_of(lines))
    assert [path[-1] for path in table.row_paths.values()][-2:] == ["Basic", "Diluted"]


ACCOUNTS = [
    [(293, "2020"), (426, "2019")],
    [(294, "£"), (360, "£"), (426, "£"), (493, "£")],
    [(40, "Turnover"), (320, "5,936,600"), (453, "8,016,736")],
    [(40, "Cost of sales"), (320, "4,919,805"), (453, "6,305,664")],
    [(40, "Gross profit"), (320, "1,016,795"), (453, "1,711,072")],
    [(40, "Distribution costs"), (264, "298,804"), (396, "301,963")],
    [(40, "Administrative expenses"), (254, "1,860,667"), (386, "1,929,599")],
    [(320, "2,159,471"), (453, "2,231,562")],
    [(40, "Operating loss"), (330, "642,553"), (463, "505,809")],
]


def test_a_year_may_have_an_inner_column_for_what_is_added_up_in_the_outer() -> None:
    (table,) = recognise(*page_of(ACCOUNTS))
    assert table.column_paths == {1: ("2020", "£"), 2: ("2020", "£"), 3: ("2019", "£"), 4: ("2019", "£")}
    assert ("Distribution costs",) in table.row_paths.values()


def test_the_inner_columns_may_come_first() -> None:
    (table,) = recognise(*page_of([*ACCOUNTS[:2], *ACCOUNTS[5:]]))
    assert ("Operating loss",) in table.row_paths.values()


def test_rows_that_stand_beside_the_columns_by_different_distances_are_another_table() -> None:
    astray = [(40, "Distribution costs"), (264, "298,804"), (406, "301,963")]
    tables = recognise(*page_of([*ACCOUNTS[:5], astray, [(40, "Rent"), (254, "1,860,667"), (396, "1,929,599")]]))
    assert all(("Distribution costs",) not in table.row_paths.values() or table is not tables[0] for table in tables)


def test_a_header_over_a_column_that_no_row_fills_takes_no_other_columns_header() -> None:
    lines = [
        [(40, "Cash flow statement")],
        [(300, "Note"), (380, "2024/2025"), (480, "2023/2024")],
        [(40, "Operating activities")],
        [(40, "Operating profit"), (390, "61,958"), (490, "57,572")],
        [(40, "Cash flow from operating activities"), (390, "81,136"), (490, "65,780")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {1: ("2024/2025",), 2: ("2023/2024",)}


def test_numbers_with_blanks_and_decimals_and_lists_of_notes_are_cells() -> None:
    lines = [
        [(250, "Note"), (380, "2024/25"), (480, "2023/24")],
        [(40, "Net sales"), (250, "2, 3"), (380, "1 157.3"), (480, "1 114.9")],
        [(40, "EBITDA"), (265, "5"), (390, "141.8"), (490, "130.3")],
        [(40, "Total assets"), (260, "14"), (390, "924.9"), (490, "903.0")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {1: ("Note",), 2: ("2024/25",), 3: ("2023/24",)}
    assert set(table.row_paths.values()) == {("Net sales",), ("EBITDA",), ("Total assets",)}


def test_headers_set_even_to_the_right_are_parted_where_their_columns_end() -> None:
    lines = [
        [(40, "Note 2 Segments")],
        [(40, "TSEK"), (237.5, "Cold"), (260, "StorageTransport"), (445, "Group")],
        [(40, "Net sales"), (265, "447 120"), (307.5, "520 960"), (432.5, "968 080")],
        [(40, "Capex"), (270, "31 960"), (317.5, "9 480"), (437.5, "41 440")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {1: ("Cold Storage",), 2: ("Transport",), 3: ("Group",)}


def test_what_introduces_a_table_keeps_its_lines_but_for_a_sentence_over_several() -> None:
    lines = [
        [(40, "Sales within the group are left out. The following table states what was sold")],
        [(40, "to others.")],
        [(40, "Note 3 Net sales by country")],
        [(40, "TSEK"), (380, "2024"), (480, "2023")],
        [(40, "Sweden"), (380, "801 260"), (480, "786 110")],
        [(40, "Poland"), (380, "163 720"), (480, "139 370")],
    ]
    (table,) = recognise(*page_of(lines))
    sentence = "Sales within the group are left out. The following table states what was sold to others."
    assert table.caption.split("\n") == [sentence, "Note 3 Net sales by country", "TSEK"]


def test_words_behind_the_numbers_are_a_column_of_a_list() -> None:
    lines = [
        [(40, "Note 15 Group companies")],
        [(40, "Company"), (205, "Seat"), (310, "Share"), (400, "Managing director")],
        [(40, "Halden Flow AB"), (200, "Malmo"), (309.5, "98.2 %"), (437.5, "Maren Holm")],
        [(40, "Halden Norge AS"), (205, "Oslo"), (309.5, "75.1 %"), (452.5, "Kari Li")],
        [(40, "Halden Oy"), (195, "Kuopio"), (309.5, "60.0 %"), (442.5, "Jarmo Ket")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {1: ("Seat",), 2: ("Share",), 3: ("Managing director",)}


def test_a_remark_behind_some_rows_is_no_column() -> None:
    lines = [
        [(250, "2023"), (350, "2022")],
        [(40, "Receivables, net"), (250, "12,980"), (350, "12,672"), (440, "see below")],
        [(40, "Inventories"), (250, "9,444"), (350, "8,375")],
        [(40, "Borrowings"), (250, "53,900"), (350, "51,609")],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {1: ("2023",), 2: ("2022",)}


def test_lines_around_the_numbers_of_some_rows_make_no_table_of_their_own() -> None:
    lines = [
        [(250, "2023"), (350, "2022")],
        [(40, "Receivables, net"), (250, "12,980"), (350, "12,672")],
        [(40, "Inventories"), (250, "9,444"), (350, "8,375")],
        [(40, "Borrowings"), (250, "53,900"), (350, "51,609")],
    ]
    rules = [Rule(240, 400, y) for y in (32, 45, 58)]
    uprights = [Stroke(x, 32, 58) for x in (240, 320, 400)]
    (table,) = recognise(*page_of(lines), Drawn(rules, uprights))
    assert list(table.row_paths.values()) == [("Receivables, net",), ("Inventories",), ("Borrowings",)]


def test_a_running_header_is_no_header_of_the_columns_below_it() -> None:
    lines = [
        [(380, "Halden Groep N.V. - Annual Report 2024")],
        [(40, "Consolidated balance sheet at 31 December")],
        [(40, "EUR thousand"), (400, "2024"), (500, "2023")],
        [(40, "Goodwill"), (400, "24,600"), (500, "24,600")],
        [(40, "Inventories"), (400, "6,240"), (500, "6,610")],
        [(40, "Total assets"), (400, "88,640"), (500, "87,370")],
    ]
    text, words = page_of(lines)
    (table,), _ = recognise_below(None, text, words, Drawn(), "Halden Groep N.V. - Annual Report 2024")

    assert dict(table.column_paths) == {1: ("2024",), 2: ("2023",)}


def test_a_row_of_pence_is_a_row_of_its_table() -> None:
    lines = [
        [(400, "2025"), (500, "2024")],
        [(40, "Profit before tax (GBP 000)"), (400, "4,505"), (500, "6,365")],
        [(40, "Basic earnings per share"), (400, "16.7p"), (500, "24.0p")],
        [(40, "Net debt (GBP 000)"), (400, "15,860"), (500, "11,880")],
    ]
    (table,) = recognise(*page_of(lines))

    assert [path[-1] for path in table.row_paths.values()] == [line[0][1] for line in lines[1:]]


def test_headers_on_one_line_with_what_stands_over_the_labels_are_those_of_their_columns() -> None:
    head, names = "EUR thousand, 2024 restated", ["Soups", "Sauces", "Juices", "Breads", "Other", "Group"]
    lines = [
        [(40, head), *((210 + 60 * at, name) for at, name in enumerate(names))],
        [(40, "Revenue"), *((210 + 60 * at, f"{at + 1},146") for at in range(6))],
        [(40, "Operating profit"), *((220 + 60 * at, f"{at + 1}80") for at in range(6))],
    ]
    (table,) = recognise(*page_of(lines))
    assert table.column_paths == {at: (name,) for at, name in enumerate(names, 1)}
    assert "2024 restated" in table.caption


def test_a_line_above_a_heading_is_no_header_of_the_table_below() -> None:
    lines = [
        [(40, "Ann Oduya, Chair"), (230, "Dan Ferris, Chief Executive")],
        [(40, "Key figures")],
        [(40, "EUR thousand"), (330, "2024"), (430, "2023")],
        [(40, "Revenue"), (325, "7,146"), (425, "4,749")],
        [(40, "Profit after tax"), (335, "980"), (435, "672")],
    ]
    (table,) = recognise(*page_of(lines, large=1))
    assert table.column_paths == {1: ("2024",), 2: ("2023",)}


HALF_YEARS = [
    [(440, "For the periods ended June 30,")],
    [(365, "2022"), (445, "2023"), (525, "2022"), (605, "2023")],
    [(366, "Second Quarter"), (535, "First Half")],
    [(40, "Total revenues"), (355, "40,190"), (435, "44,954"), (515, "74,666"), (595, "86,428")],
    [(40, "Cost of sales"), (355, "33,191"), (435, "37,471"), (515, "62,227"), (595, "72,140")],
    [(40, "Operating income"), (360, "2,868"), (440, "2,461"), (520, "4,211"), (600, "4,574")],
]


def test_what_stands_under_the_years_spans_those_between_which_it_stands() -> None:
    (table,) = recognise(*page_of(HALF_YEARS))
    ends = [path[-2:] for path in table.column_paths.values()]
    assert ends == [
        ("2022", "Second Quarter"), ("2023", "Second Quarter"), ("2022", "First Half"), ("2023", "First Half")
    ]  # fmt: skip


def test_the_second_line_of_a_header_under_one_a_column_is_of_its_column_alone() -> None:
    lines = [[(370, "Operating"), (475, "Total")], [(375, "income")], *[[r[0], *r[1:3]] for r in HALF_YEARS[3:]]]
    (table,) = recognise(*page_of(lines))
    assert [" ".join(path) for path in table.column_paths.values()][-1] == "Total"


def test_the_rule_under_the_whole_head_makes_no_header_span_the_columns() -> None:
    lines = [
        [(455, "December 31,")],
        [(355, "June 30, 2023"), (475, "2022")],
        [(40, "Investment securities"), (380, "10,885"), (475, "7,609")],
        [(40, "Current receivables"), (380, "14,767"), (470, "14,831")],
        [(40, "Current assets"), (380, "60,213"), (470, "58,384")],
    ]
    under_the_head = Rule(38.0, 520.0, 40.5)  # on a level with the second line of the header
    (table,) = recognise(*page_of(lines), Drawn(rules=(under_the_head,)))
    assert {column: " ".join(path) for column, path in table.column_paths.items()} == {
        1: "June 30, 2023", 2: "December 31, 2022"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("label", "mark", "read"),
    [
        ("Hardlines", "2", "Hardlines"),
        ("Net income per share", "1", "Net income per share"),
        ("Area in m", "2", "Area in m 2"),
    ],
)
def test_a_small_number_set_high_behind_a_word_is_no_part_of_its_label(label: str, mark: str, read: str) -> None:
    lines = [
        [(380, "2023"), (480, "2022")],
        [(40, label), (40 + _LETTER * (len(label) + 1), mark), (380, "8,348"), (480, "8,900")],
        [(40, "Building products"), (380, "7,245"), (480, "8,347")],
        [(40, "Total"), (380, "15,593"), (480, "17,247")],
    ]
    text, words = page_of(lines)
    small = next(n for n in range(len(words.owner)) if text[words.spans[2 * n] : words.spans[2 * n + 1]] == mark)
    words.boxes[4 * small + 3] = words.boxes[4 * small + 1] + 0.65 * _HEIGHT
    (table,) = recognise(text, words)
    assert (read,) in table.row_paths.values()


def test_headers_side_by_side_may_stand_a_rule_above_those_that_they_span() -> None:
    lines = [
        [(375, "Three Months Ended"), (535, "Six Months Ended")],
        [(40, "(In millions)"), (360, "2023"), (440, "2022"), (520, "2023"), (600, "2022")],
        [(40, "Products"), (350, "24,035"), (430, "26,500"), (510, "45,600"), (590, "49,310")],
        [(40, "Services"), (360, "554"), (440, "587"), (515, "1,107"), (595, "1,120")],
    ]
    text, words = page_of(lines)
    for box in range(6):  # the words of the first line
        words.boxes[4 * box + 1] -= 0.9 * _HEIGHT
        words.boxes[4 * box + 3] -= 0.9 * _HEIGHT
    (table,) = recognise(text, words)
    assert table.column_paths[1] == ("Three Months Ended", "2023")
    assert table.column_paths[4] == ("Six Months Ended", "2022")


def test_stretches_of_time_side_by_side_may_be_set_to_the_right_over_their_columns() -> None:
    # columns that end at 365, 435, 505 and 575
    lines = [
        [(345, "Three Months Ended"), (490, "Six Months Ended")],
        [(345, "2022"), (415, "2021"), (485, "2022"), (555, "2021")],
        [(40, "Intelligent Cloud"), (335, "21,508"), (405, "18,262"), (475, "41,833"), (545, "35,174")],
        [(40, "Total"), (335, "52,747"), (405, "51,728"), (475, "102,869"), (545, "97,045")],
    ]
    (table,) = recognise(*page_of(lines))
    assert [path[0] for _, path in sorted(table.column_paths.items())] == [
        "Three Months Ended", "Three Months Ended", "Six Months Ended", "Six Months Ended"
    ]  # fmt: skip
