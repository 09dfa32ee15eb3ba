"""What a sentence adds to its quotes is proven by their place in the document, or not at all."""

import pytest

from sleuth.evidence.claim import Context, Ruling, check
from sleuth.evidence.context import NO_CONTEXT
from sleuth.evidence.placing import placed
from sleuth.evidence.quote import Match, locate
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.evidence.tokens import Time
from sleuth.findings.context import context_of
from sleuth.language.calendar import Calendar
from sleuth.language.dates import Date

NORDVIK = Context(
    ("Nordvik AB", "Nordvik"), Calendar(12, 0, stated=True), reported=Time(Date(2024, 12, 31), 12),
)  # fmt: skip
ROSE = "Net sales rose by 8 per cent to SEK 412 million."


def is_proven(sentence: str, quote: str, context: Context) -> bool:
    return check(sentence, [quote], context).verdict is Ruling.PROVEN


@pytest.mark.parametrize(
    "sentence",
    [
        "Nordvik's net sales rose by 8 per cent to SEK 412 million.",
        "Net sales of Nordvik AB rose by 8 per cent to SEK 412 million.",
        "Net sales rose by 8 per cent to SEK 412 million in 2024.",
        "In FY2024, Nordvik AB's net sales rose by 8 per cent to SEK 412 million.",
        "Net sales rose by 8 per cent to SEK 412 million in the year ended 31 December 2024.",
        "Net sales rose by 8 per cent to SEK 412 million in the year to 31 December 2024.",
    ],
)
def test_the_company_and_the_year_of_a_report_may_be_added_to_what_it_tells(sentence: str) -> None:
    assert is_proven(sentence, ROSE, NORDVIK)
    assert not is_proven(sentence, ROSE, NO_CONTEXT)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Sydvik's net sales rose by 8 per cent to SEK 412 million.", ROSE),  # another company
        ("Nordvik Transport AB's net sales rose by 8 per cent to SEK 412 million.", ROSE),  # of the same first word
        ("Net sales of Nordvik Transport AB rose by 8 per cent to SEK 412 million.", ROSE),
        ("Net sales rose by 8 per cent to SEK 412 million in 2023.", ROSE),  # another year
        ("Net sales rose by 8 per cent to SEK 412 million in Q4 2024.", ROSE),  # a part of the year
        ("Net sales rose by 8 per cent in 2024.", "Net sales rose by 8 per cent in Q4."),
        ("The new plant starts production in 2024.", "The new plant starts production."),  # told of no past
        ("The plant was sold in 2024.", "The plant was sold after the end of the year."),
        ("The plant was sold in 2024.", "The plant was not sold."),
        ("The lease was extended by one year to 31 December 2024.", "The lease was extended."),
        ("The board will pay a dividend in 2024.", "The board will pay a dividend."),
        ("The acquisition of Nordvik AB was completed.", "The acquisition was completed."),  # by it
        ("Nordvik's net sales were SEK 90 million.", "Net sales in Norway were SEK 90 million."),  # a part of it
        ("Nordvik's customer paid SEK 9 million.", "The customer Alm AB, a tenant of Borg AB, paid SEK 9 million."),
    ],
)  # fmt: skip
def test_another_company_another_time_or_another_part_is_no_addition_that_a_report_proves(
    sentence: str, quote: str
) -> None:
    assert not is_proven(sentence, quote, NORDVIK)


def test_a_document_without_a_fiscal_calendar_reports_of_nobody() -> None:
    memo = Context(("Nordvik AB", "Nordvik"))  # a memo of a buyer may name both sides

    assert not is_proven("Nordvik's net sales rose by 8 per cent to SEK 412 million.", ROSE, memo)


@pytest.mark.parametrize(
    ("sentence", "proven"),
    [
        ("Net sales in North America rose by 11 per cent to $52 million.", True),
        ("Net sales in Europe rose by 11 per cent to $52 million.", False),  # the next heading
        ("Net sales in Asia rose by 11 per cent to $52 million.", False),
        ("Net sales in North America rose by 12 per cent to $52 million.", False),
    ],
)
def test_what_a_quote_stands_under_may_be_added_to_it(sentence: str, *, proven: bool) -> None:
    text = (
        "North America\nNet sales rose by 11 per cent to $52 million. Growth came from new customers in the middle of "
        "the country.\nEurope\nNet sales fell by 2 per cent to $31 million, since a large customer was lost early."
    )
    source = Source("Report.pdf", "", PageSource.PRINTED, (Page(1, text, "p.1"),))
    quote = "Net sales rose by 11 per cent to $52 million."
    found = locate(quote, source)
    assert isinstance(found, Match)

    assert is_proven(sentence, quote, placed(NO_CONTEXT, source.pages, [found])) is proven


@pytest.mark.parametrize(
    ("heading", "year", "proven"), [("Sales 2023", 2023, True), ("Sales 2023", 2024, False), ("Sales", 2024, True)]
)
def test_a_year_in_the_heading_comes_before_that_of_the_report(heading: str, year: int, *, proven: bool) -> None:
    context = Context(NORDVIK.names, NORDVIK.calendar, reported=NORDVIK.reported, headings=(heading,))

    assert is_proven(f"Net sales rose by 8 per cent to SEK 412 million in {year}.", ROSE, context) is proven


def test_the_year_of_a_report_is_that_of_its_first_page() -> None:
    pages = (
        Page(1, "Nordvik AB\nAnnual report for the year ended 31 March 2025", "p.1"),
        Page(2, "The shop was closed in the final quarter. Net sales rose by 8 per cent.", "p.2"),
    )
    source = Source("Report.pdf", "", PageSource.PRINTED, pages)
    found = locate("Net sales rose by 8 per cent.", source)
    assert isinstance(found, Match)
    context = placed(context_of(source, source), source.pages, [found])

    assert is_proven("Net sales rose by 8 per cent in the year ended 31 March 2025.", found.text, context)
    assert not is_proven("Net sales rose by 8 per cent in the year ended 31 March 2024.", found.text, context)


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ("Halden sold 40 units.", {"Halden Works AB", "Halden Works", "Halden"}),
        (f"{'Sales grew. ' * 800}Halden Holding AB is sold.", {"Halden Works AB", "Halden Works"}),  # it may be either
        ("The road to halden is closed.", {"Halden Works AB", "Halden Works"}),  # a word, or a place
    ],
)
def test_a_company_is_called_by_its_first_word_where_nobody_else_is(more: str, names: set[str]) -> None:
    text = f"Halden Works AB\nAnnual report for the year ended 31 December 2024\n{more}"
    source = Source("Report.pdf", "", PageSource.PRINTED, (Page(1, text, "p.1"),))

    assert set(context_of(source, source).names) == names
