"""What a model is shown within its budget: passages of every document before whole pages, rows under their headings."""

from array import array

from sleuth.evidence.source import Page, Table
from sleuth.reason.model.material import fitting
from sleuth.reason.model.showing import Stretch, shown_parts
from sleuth.reason.protocol import Document, Evidence


def test_a_long_page_crowds_out_no_passage_of_another_document() -> None:
    long = Page(1, "A line of a long sheet.\n" * 400, "Sheet1")
    short = Page(1, "The term ends in 2031.", "p.1")
    found = [
        Evidence(0, Document(1, "long.xlsx"), long, 0, 600, score=1.0),
        Evidence(1, Document(2, "short.docx"), short, 0, len(short.text), score=0.1),
    ]

    shown = {item.id: parts for item, parts in fitting(found, 3_000)}

    assert shown[1] == ["The term ends in 2031."]
    assert shown[0] != [long.text.strip()]  # the passage alone: the page does not fit


def test_a_page_is_shown_whole_where_it_fits_and_once() -> None:
    page = Page(1, "First sentence. " * 20 + "Last sentence.", "p.1")
    found = [Evidence(n, Document(1, "a.docx"), page, n * 40, n * 40 + 40, score=1.0) for n in range(3)]

    assert [(item.id, parts) for item, parts in fitting(found, 5_000)] == [(0, [page.text])]


def test_passages_of_a_page_that_touch_are_shown_as_one_and_stubs_not_at_all() -> None:
    filler = "Words between that nobody asked for. " * 100
    page = Page(1, f"The rent is SEK 100. It is indexed. {filler}kontor.", "p.1")
    end = len(page.text)
    spans = [(0, 20), (20, 36), (end - 7, end)]
    found = [Evidence(n, Document(1, "a.docx"), page, a, b, score=1.0) for n, (a, b) in enumerate(spans)]

    assert [(item.id, parts) for item, parts in fitting(found, 2_000)] == [(0, ["The rent is SEK 100. It is indexed."])]


def test_a_passage_that_cuts_a_table_shows_whole_rows_under_one_head() -> None:
    rows = (("", "Price"), *((f"Server of kind {n}", f"{n} 000") for n in range(90)))
    text, grid = "", array("I")
    for row, line in enumerate(rows):
        for column, words in enumerate(line):
            if words:
                grid.extend((len(text), len(text) + len(words), row, column))
                text += f"{words}\t"
        text += "\n"
    table = Table("", {n: (rows[n][0],) for n in range(1, len(rows))}, {1: ("Price",)}, grid)
    page = Page(1, text, "Sheet1", tables=(table,))
    within = text.index("kind 7\t"), text.index("kind 8\t"), text.index("kind 9\t")
    spans = [(within[0], within[0] + 3), (within[2], within[2] + 12)]
    found = [Evidence(n, Document(1, "a.xlsx"), page, a, b, score=1.0) for n, (a, b) in enumerate(spans)]

    ((_, (shown,)),) = fitting(found, 1_000)

    assert shown == {"table": {"columns": ["Price"], "rows": ["Server of kind 7 | 7 000", "Server of kind 9 | 9 000"]}}


def test_an_empty_cell_keeps_the_others_under_their_headings() -> None:
    rows = (("", "Base", "Downside", "2026"), ("Growth", "", "2 %", "3 %"), ("Margin", "5 %", "4 %", "3 %"))
    text, grid = "", array("I")
    for row, line in enumerate(rows):
        for column, words in enumerate(line):
            if words:
                grid.extend((len(text), len(text) + len(words), row, column))
                text += f"{words}\t"
        text += "\n"
    table = Table("", {1: ("Growth",), 2: ("Margin",)}, {1: ("Base",), 2: ("Downside",), 3: ("2026",)}, grid)
    page = Page(1, text, "Sheet1", tables=(table,))

    (shown,) = shown_parts(Stretch(page, 0, len(text)), frozenset())

    assert isinstance(shown, dict)
    assert shown["table"]["rows"] == ["Growth |  | 2 % | 3 %", "Margin | 5 % | 4 % | 3 %"]  # type: ignore[index]
