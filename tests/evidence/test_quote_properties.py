"""What holds of any page: a slice that the cut policy allows is found where it stands, and no digit may change."""

import re
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.evidence.quote import Match, Mismatch, locate
from sleuth.evidence.source import Page, PageSource, Source

SUBJECTS = ("The Supplier", "Northwind Inc.", "Köparen", "The audit committee", "Bolaget", "Each holder of Series B")
VERBS = ("delivered", "reported", "redovisade", "acquired", "sålde", "recorded")
OBJECTS = ("net sales of", "intäkter om", "a gain of", "total assets of", "en vinst om")
VALUES = st.builds(
    "{}{}{}".format,
    st.sampled_from(("$", "€", "SEK ", "")),
    st.one_of(st.integers(2, 999), st.builds("{},{:03}".format, st.integers(1, 99), st.integers(0, 999))),
    st.sampled_from(("", ".5", " million", " miljoner kronor", " percent", " units")),
)
PLACES = ("in Oslo", "under året", "from its plant in Ohio", "i Malmö", "for the year")

SENTENCES = st.builds(
    "{} {} {} {} {}.".format,
    st.sampled_from(SUBJECTS),
    st.sampled_from(VERBS),
    st.sampled_from(OBJECTS),
    VALUES,
    st.sampled_from(PLACES),
)
PAGES = st.lists(
    st.lists(SENTENCES, min_size=1, max_size=6, unique=True).map(" ".join), min_size=1, max_size=3, unique=True
)


def source_of(pages: Sequence[str]) -> Source:
    return Source(
        filename="made.pdf",
        kind="pdf",
        page_source=PageSource.PRINTED,
        pages=tuple(Page(number=number, text=text, label=f"p.{number}") for number, text in enumerate(pages, start=1)),
    )


@given(PAGES, st.data())
@settings(max_examples=400, deadline=None)
def test_a_slice_is_located_where_it_stands_or_refused_for_its_cut(pages: list[str], data: st.DataObject) -> None:
    page = data.draw(st.integers(0, len(pages) - 1))
    words = list(re.finditer(r"\S+", pages[page]))
    first = data.draw(st.integers(0, len(words) - 2))
    last = data.draw(st.integers(first + 1, len(words) - 1))
    quote = pages[page][words[first].start() : words[last].end()]

    found = locate(quote, source_of(pages))

    if isinstance(found, Match):
        assert all(pages[span.page - 1][span.start : span.end] in quote for span in found.spans)
        assert re.findall(r"\w+", quote) == re.findall(r"\w+", found.text)
    else:
        assert re.search(r"begins|ends|leaves out|cuts|proves", found.reason), found.reason


@given(PAGES, st.data())
@settings(max_examples=300, deadline=None)
def test_a_whole_sentence_is_located_and_no_digit_of_it_may_change(pages: list[str], data: st.DataObject) -> None:
    page = data.draw(st.integers(0, len(pages) - 1))
    sentence = data.draw(st.sampled_from(re.split(r"(?<=[^c]\.)\s", pages[page])))
    digit = data.draw(st.sampled_from([found.start() for found in re.finditer(r"\d", sentence)]))
    other = data.draw(st.sampled_from([str(value) for value in range(10) if str(value) != sentence[digit]]))
    altered = sentence[:digit] + other + sentence[digit + 1 :]
    source = source_of(pages)

    assert isinstance(locate(sentence, source), Match)
    assert altered in "\n".join(pages) or isinstance(locate(altered, source), Mismatch)


@given(PAGES, st.sampled_from(("\n", "\u00a0", "  ", " \n ")), st.booleans())
@settings(max_examples=200, deadline=None)
def test_spaces_and_case_are_no_change(pages: list[str], space: str, upper: bool) -> None:
    sentence = re.split(r"(?<=[^c]\.)\s", pages[0])[0]
    quote = sentence.upper() if upper else sentence

    assert isinstance(locate(quote.replace(" ", space), source_of(pages)), Match)


@given(st.lists(SENTENCES, min_size=3, max_size=6, unique=True), st.data())
@settings(max_examples=200, deadline=None)
def test_an_ellipsis_may_leave_out_sentences_but_not_splice_them(sentences: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(sentences) - 3))
    source = source_of([" ".join(sentences)])
    subject, value = sentences[first].split()[:3], sentences[first + 2].split()[-4:]

    assert isinstance(locate(f"{sentences[first]} … {sentences[first + 2]}", source), Match)
    spliced = locate(f"{' '.join(subject)} … {' '.join(value)}", source)
    if isinstance(spliced, Match):  # both parts stand in one sentence too
        assert not re.search(r"[^c]\.\s", source.pages[0].text[spliced.spans[0].end : spliced.spans[-1].start])
