"""What travels with a passage into the index."""

from array import array

import pytest

from sleuth.evidence.source import Anchor, Page, PageSource, Source, Table
from sleuth.ingest.context import contexts, embedding_text
from sleuth.ingest.headings import page_headings, section_at, section_headings
from sleuth.ingest.label import label, spoken_name

PROSE = "net income rose by four percent because prices were higher in all of the regions that we serve today."


def source(*texts: str, filename: str = "report.pdf", kind: str = "pdf", **more: object) -> Source:
    pages = tuple(Page(number, text, f"p.{number}") for number, text in enumerate(texts, 1))
    return Source(filename, kind, PageSource.PRINTED, pages, **more)  # type: ignore[arg-type]


def context_of(document: Source, words: str) -> str:
    """The context of the passage that is exactly these words of the document's text."""
    start = "\n".join(page.text for page in document.pages).index(words)
    return contexts(document, [(start, start + len(words))])[0]


@pytest.mark.parametrize(
    ("filename", "spoken"),
    [
        ("3M_2018_10K.pdf", "3M 2018 10K"),
        ("contracts/2020/GentechHoldingsInc_Distributor Agreement.pdf", "Gentech Holdings Inc Distributor Agreement"),
        ("AMCOR_2023Q2_10Q.pdf", "AMCOR 2023 Q2 10Q"),
        ("hyresavtal.docx", "hyresavtal"),
        (".pdf", ".pdf"),
    ],
)
def test_filenames_are_read_as_words(filename: str, spoken: str) -> None:
    assert spoken_name(filename) == spoken


def test_the_label_says_company_form_and_period() -> None:
    cover = (
        "FORM 10-K\nFor the fiscal year ended December 31, 2018\nCommission File Number 1-15839\nBEST BUY CO., INC.\n"
    )
    said = label(source(cover, filename="BESTBUY_2018_10K.pdf"))
    assert said == "BESTBUY 2018 10K, 10-K annual report, BEST BUY CO., INC., fiscal year ended December 31, 2018"


def test_of_two_periods_side_by_side_the_later_is_the_documents() -> None:
    text = "Results\nTwelve months ended June 30, 2022\nTwelve months ended June 30, 2023\n"
    assert label(source(text, filename="x.pdf")).endswith("Twelve months ended June 30, 2023")


@pytest.mark.parametrize(
    "title", ["0001018724-18-000005", "Microsoft Word - final2.doc", "untitled", "report.pdf", "  "]
)
def test_a_title_that_a_program_wrote_is_none(title: str) -> None:
    assert label(source("text", title=title)) == "report"


def test_a_title_that_a_person_wrote_is_said() -> None:
    assert label(source("text", title="Lease of the harbour site")) == "report, Lease of the harbour site"


def test_the_label_is_bounded() -> None:
    assert len(label(source("text", title="long " * 500))) <= 200


def test_a_page_is_headed_by_its_first_lines_but_not_by_the_running_header() -> None:
    pages = [f"ACME Annual Report {n}\nConsolidated Heading {chr(64 + n)}\n{PROSE}" for n in range(1, 9)]
    headings = page_headings(source(*pages))
    assert headings[:2] == ["Consolidated Heading A", "Consolidated Heading B"]


def test_a_page_that_begins_within_a_sentence_has_no_heading() -> None:
    assert page_headings(source(PROSE)) == [""]


def test_a_row_of_figures_is_no_heading() -> None:
    assert page_headings(source("1,200 1,300 1,400 1,500 1,600\n")) == [""]


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("ARTICLE V TERM AND TERMINATION", "TERM AND TERMINATION"),
        ("15.9 Force Majeure. Notwithstanding anything else in this Agreement,", "Force Majeure"),
        ("12. GOVERNING LAW", "GOVERNING LAW"),
        ("Note 4 - Held for Sale", "Held for Sale"),
        ("Item 1A. Risk Factors", "Risk Factors"),
        ("MISCELLANEOUS PROVISIONS", None),
        ("2018 2017 2016", None),
        ("Net sales 14,544 14,694", None),
        ("12. Notwithstanding anything else in this", None),
        (PROSE, None),
        ("NOTES TO CONSOLIDATED FINANCIAL STATEMENTS", None),
    ],
)
def test_numbered_titles_are_headings_and_prose_and_rows_are_not(line: str, heading: str | None) -> None:
    assert [h.text for h in section_headings(f"before\n{line}\nafter")][:1] == ([heading] if heading else [])


def test_a_clause_is_named_below_its_article() -> None:
    text = "ARTICLE 5 TERM AND TERMINATION\n5.1 Renewal. It renews.\n5.2 Notice of Breach. You say so.\n"
    headings = section_headings(text)
    assert section_at(headings, text.index("You say")) == "TERM AND TERMINATION / Notice of Breach"
    assert section_at(headings, 0) == ""


def test_a_heading_far_above_no_longer_speaks() -> None:
    headings = section_headings("12. GOVERNING LAW\n" + "x" * 20_000)
    assert section_at(headings, 19_000) == ""


def test_a_passage_over_a_page_border_belongs_where_most_of_it_stands() -> None:
    document = source("Balance Sheets\n" + PROSE, "Cash Flows\n" + PROSE * 3)
    start = len(document.pages[0].text) - 20
    assert "Cash Flows" in contexts(document, [(start, start + 300)])[0]


def test_the_section_path_of_an_outlined_document_travels_along() -> None:
    text = "Term\nRenewal\nIt renews each year."
    anchors = (Anchor(0, len(text), "4 Term"), Anchor(5, len(text), "4 Term > 4.2 Renewal"))
    page = Page(1, text, "§ 4", anchors=anchors)
    document = Source("lease.docx", "docx", PageSource.SECTION, (page,))
    assert "4 Term > 4.2 Renewal" in context_of(document, "It renews each year.")


def test_the_headers_of_a_table_travel_with_its_lower_rows() -> None:
    text = "Products 61,564 73,775\nServices 21,213 19,188\n"
    cells = [(0, 8, 2, 0), (9, 15, 2, 1), (16, 22, 2, 2), (23, 31, 3, 0), (32, 38, 3, 1), (39, 45, 3, 2)]
    table = Table(
        "(in millions)",
        {2: ("Net sales", "Products"), 3: ("Net sales", "Services")},
        {1: ("Three Months Ended", "June 2024"), 2: ("Three Months Ended", "June 2023")},
        array("I", [value for cell in cells for value in cell]),
    )
    document = Source("q.pdf", "pdf", PageSource.PRINTED, (Page(1, text, "p.1", tables=(table,)),))
    said = context_of(document, "Services 21,213 19,188")
    assert said.endswith("(in millions); Net sales; Three Months Ended June 2024; Three Months Ended June 2023")


def test_a_sheet_is_named() -> None:
    document = Source("m.xlsx", "xlsx", PageSource.SHEET, (Page(1, "Revenue 5", "P&L"),))
    assert context_of(document, "Revenue 5").startswith("m\nP&L")


def test_what_was_said_is_not_said_again() -> None:
    document = source("12. CASH FLOWS\n" + PROSE)
    assert context_of(document, PROSE).count("CASH FLOWS") == 1


def test_every_passage_gets_a_context_and_none_gives_none() -> None:
    document = source("a", "", "b")
    assert len(contexts(document, [(0, 1), (3, 4)])) == 2
    assert contexts(document, []) == []


def test_the_model_reads_the_context_before_the_content() -> None:
    assert embedding_text("lease, p. 4", "Rent is due.") == "lease, p. 4\nRent is due."
    assert embedding_text("", "Rent is due.") == "Rent is due."
