"""Excerpts: verbatim, 50 to 200 characters, on the page they name, and located by the evidence."""

import pytest

from sleuth.agents.detectives.citing import Citer
from sleuth.agents.detectives.running import running
from sleuth.evidence.source import Span
from tests.agents.detectives.papers import REPORT, events_of, metadata_of, pages_of


def test_every_citation_of_a_report_is_verbatim_on_its_page() -> None:
    pages, text = pages_of(*REPORT), running(pages_of(*REPORT))
    citer = Citer(pages)
    made = [
        citer.cite(text.span(e.start, e.end), text.span(e.date_start, e.date_end), text.span(*e.who) if e.who else None)
        for e in events_of(*REPORT)
    ]
    found = metadata_of(*REPORT).connections
    made += [citer.cite(text.span(c.start, c.end), text.span(c.name_start, c.name_end)) for c in found]
    assert made
    for citation in made:
        assert citation is not None
        assert 50 <= len(citation.excerpt) <= 200
        for part in citation.excerpt.split("..."):
            assert part.strip() in pages[citation.page - 1].text
        assert citer.is_located(citation.excerpt, citation.page)


def test_a_short_statement_takes_its_neighbours_in() -> None:
    text = "Uppdraget är härmed slutfört.\nStockholm i mars 2020\nPeter Larsson / Maria Gill"
    start = text.index("Stockholm")
    citation = Citer(pages_of(text)).cite(Span(1, start, start + 21))
    assert citation is not None
    assert "Stockholm i mars 2020" in citation.excerpt
    assert len(citation.excerpt) >= 50


def test_a_long_statement_ends_with_three_points_and_keeps_what_matters() -> None:
    text = (
        f"Regeringen beslutade {'om mycket och mer därtill ' * 12}den 4 mars 2021 att tillkalla {'en utredare ' * 20}."
    )
    at = text.index("4 mars 2021")
    citation = Citer(pages_of(text)).cite(Span(1, 0, len(text)), Span(1, at, at + 11))
    assert citation is not None
    assert citation.excerpt.endswith("...")
    assert "4 mars 2021" in citation.excerpt
    assert len(citation.excerpt) <= 200


def test_an_event_of_a_person_shows_the_day_and_the_name_though_other_words_lie_between() -> None:
    pages, text = pages_of(*REPORT), running(pages_of(*REPORT))
    (event,) = [e for e in events_of(*REPORT) if (e.type, e.subject) == ("investigator_appointed", "Berit Holmgren")]
    assert event.who is not None
    span, day, name = (
        text.span(event.start, event.end),
        text.span(event.date_start, event.date_end),
        text.span(*event.who),
    )
    citation = Citer(pages).cite(span, day, name)
    assert citation is not None
    assert citation.excerpt == (
        "Regeringen beslutade den 4 mars 2021... "
        "Till särskild utredare förordnades samma dag tingsfiskalen Berit Holmgren"
    )


def test_a_page_with_too_little_text_proves_nothing() -> None:
    assert Citer(pages_of("Stockholm 2014")).cite(Span(1, 0, 14)) is None


@pytest.mark.parametrize("quote", ["Regeringen beslutade den 5 mars 2021 att tillkalla", "Något helt annat än texten"])
def test_a_quote_that_the_page_does_not_hold_is_not_found(quote: str) -> None:
    assert Citer(pages_of("Regeringen beslutade den 4 mars 2021 att tillkalla en utredare.")).find(quote) is None
