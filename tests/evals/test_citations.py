"""The independent look at citations: what counts as found, and that a forged one is not."""

import shutil
from pathlib import Path

import pytest

from sleuth.answering.run import Research, Trace
from sleuth.answering.verification import Citation
from sleuth.errors import UserError
from sleuth.evals.cases import Answerable
from sleuth.evals.citations import Check, Found, check_citations, citation_figures, find
from sleuth.evals.examples import example_folder
from sleuth.evals.poppler import poppler_pages

FILING = "2023 Q3 AAPL.pdf"
SALES = "Total net sales 81,797 82,959 293,787 304,182"
PAGE = """The Company’s long-
term debt was $1,234.5 million, a change of (3)%. Net   sales were 21.5 billion.
First column begins        Second column begins
and goes on here.          and ends there."""

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils is not installed")


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("The Company's long-term debt was $ 1,234.5 million", Found.RUN),
        ("net SALES were 21.5 billion", Found.RUN),
        ("a change of -3%", Found.RUN),
        ("The Company’s long-term debt … Net sales were 21.5 billion", Found.PARTS),
        ("First column begins and goes on here.", Found.ORDER),
        ("Second column begins and ends there", Found.ORDER),
        ("Second column begins First column begins", Found.WORDS),
        ("sales were 1.5 billion", Found.MISSING),
        ("long-term debt was $1,234.6 million", Found.MISSING),
        ("a change of 3%", Found.MISSING),
        ("long-term debt was not $1,234.5 million", Found.MISSING),
        ("", Found.MISSING),
        ("…", Found.MISSING),
    ],
)
def test_a_quote_is_found_by_its_words_and_values(quote: str, found: Found) -> None:
    assert find(PAGE, quote) is found


def checks(citation: Citation, named: str = FILING) -> list[Check]:
    case = Answerable("1", FILING, "?", (named,))
    research = Research("answer", (citation,), (), Trace((), 1, (), ""))
    return list(check_citations("examples", [(case, research)], example_folder()))


@needs_poppler
@pytest.mark.parametrize(
    ("text", "page", "found"),
    [
        (SALES, 4, True),
        (SALES, 5, False),  # a forged page
        (SALES.replace("82,959", "82,995"), 4, False),  # a forged value
        (SALES, 999, False),  # no such page
    ],
)
def test_a_citation_is_found_on_the_page_it_names_only(text: str, page: int, found: bool) -> None:
    [check] = checks(Citation(text, page, FILING, 1, ()))
    assert (check.found is not Found.MISSING) is found


@needs_poppler
def test_a_citation_of_a_file_that_was_not_named_counts_as_missing() -> None:
    [check] = checks(Citation(SALES, 4, FILING, 1, ()), named="2023 Q2 AAPL.pdf")
    assert check.found is Found.MISSING


def test_citations_of_other_formats_are_not_for_poppler() -> None:
    assert not checks(Citation("Revenue", 1, "accounts.xlsx", 1, ()))


def test_the_shares_of_how_quotes_are_found_add_up() -> None:
    found = [Check("set", str(n), FILING, 1, "x", kind) for n, kind in enumerate([*Found, Found.RUN, Found.RUN])]
    figures = {(f.set, f.measure): f.value for f in citation_figures(found)}
    assert figures["all sets", "found on its page by pdftotext"] == pytest.approx(6 / 7)
    assert sum(figures["all sets", kind.value] or 0.0 for kind in Found) == pytest.approx(1.0)


@needs_poppler
def test_a_file_that_poppler_cannot_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    with pytest.raises(UserError, match=r"broken\.pdf: pdftotext cannot read it"):
        poppler_pages(tmp_path / "broken.pdf")
