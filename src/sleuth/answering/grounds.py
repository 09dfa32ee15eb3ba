"""Where a claim stands: the sentence of a miscopied quote, a better sentence than the model's, whole sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache

from sleuth.evidence.claim import Context
from sleuth.evidence.claims.alignment import candidates
from sleuth.evidence.quote import Match
from sleuth.evidence.reading import Reading, read, split_sentences
from sleuth.evidence.source import Page, PageSource, Source, Span
from sleuth.evidence.widening import sentence_on
from sleuth.findings.context import context_of as document_context
from sleuth.language.currency import agreed
from sleuth.reason.protocol import Document, Evidence

_LIKE = 0.85  # of the words of a quote that must stand, in order, in the sentence it is of …
_UNLIKE = 0.1  # … and so much fewer in any other
_LEAST_WORDS = 5


def context_of(items: Sequence[Evidence]) -> Context:
    """What the document that quotes are of says of itself; where they are of several, only what "$" means in them."""
    documents = {item.document_id: item.document for item in items}
    contexts: list[Context] = []
    for number, document in documents.items():
        pages = {item.page.number: item.page for item in items if item.document_id == number}
        known = _Pages(tuple(page.text for page in pages.values()), tuple(pages.values()))
        contexts.append(_context(document, known))
    if len(contexts) == 1:
        return contexts[0]
    return Context(signs=agreed(one.signs for one in contexts))


@dataclass(frozen=True)
class _Pages:
    """Pages of a document, told apart by their texts."""

    texts: tuple[str, ...]
    pages: tuple[Page, ...] = field(compare=False)


@lru_cache(maxsize=64)
def _context(document: Document, known: _Pages) -> Context:
    """The names that the title page tells, and the calendar that it and the headings of the pages' tables imply."""
    cover = Page(1, document.cover, "p.1")
    source = Source(document.filename, "", PageSource.PRINTED, (cover,), document.title)
    stated = document_context(source, replace(source, pages=(cover, *known.pages)), document.language)
    return replace(stated, called=f"{document.filename} {document.title}")


def unnamed(sentence: str, filenames: Iterable[str]) -> str:
    """A sentence with the names of the files that it quotes left out: their digits and words state nothing."""
    for name in sorted(filenames, key=len, reverse=True):
        for form in (name, name.rpartition(".")[0]):
            sentence = sentence.replace(f" ({form})", "").replace(form, "the document") if form else sentence
    return sentence


def nearest_sentence(quote: str, page: Page) -> Match | None:
    """The one sentence of a page that a quote with a word miscopied is of, in the source's characters; None if unsure.

    What the quote changes proves nothing: the claim is checked against the sentence. Words that all stand there were
    refused for what they leave out.
    """
    wanted = quote.casefold().split()
    if len(wanted) < _LEAST_WORDS:
        return None
    scored = sorted(((_likeness(wanted, text), start, text) for start, text in _sentences(page.text)), reverse=True)[:2]
    if not scored or not _LIKE <= scored[0][0] < 1 or (len(scored) > 1 and scored[1][0] > scored[0][0] - _UNLIKE):
        return None
    _, start, text = scored[0]
    return Match((Span(page.number, start, start + len(text)),), "folded", text)


def _likeness(wanted: Sequence[str], text: str) -> float:
    blocks = SequenceMatcher(None, wanted, text.casefold().split(), autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(wanted)


def better_sentences(claim: str, items: Iterable[Evidence]) -> Iterator[tuple[Evidence, Match]]:
    """The sentences of the retrieved passages that share most with a claim, the best first."""
    reading = read(claim)
    found: dict[str, tuple[Evidence, int]] = {}
    readings = []
    for item in items:
        for start, sentence in _readings(item.page.text, reading.language):
            if start < item.end and start + len(sentence.text) > item.start and sentence.text not in found:
                found[sentence.text] = (item, start)
                readings.append(sentence)
    for sentence in candidates(reading, readings):
        item, start = found[sentence.text]
        yield item, Match((Span(item.page.number, start, start + len(sentence.text)),), "exact", sentence.text)


@lru_cache(maxsize=64)
def _readings(page: str, language: str) -> tuple[tuple[int, Reading], ...]:
    """The sentences of a page, read."""
    return tuple((start, read(text, language)) for start, text in _sentences(page))


def _sentences(page: str) -> Iterator[tuple[int, str]]:
    """The sentences of a page's text, each with its offset."""
    for start, text in split_sentences(page):
        yield start + len(text) - len(text.lstrip()), text.strip()


def whole_sentences(item: Evidence, match: Match) -> Match:
    """A located quote widened to the sentences it begins and ends in; a quote of cells stays as it is."""
    spans = []
    for span in match.spans:
        cells = any(c.start < span.end and c.end > span.start for table in item.page.tables for c in table.cells())
        whole = span.page != item.page.number or cells
        spans.append(span if whole else Span(span.page, *sentence_on(item.page, span.start, span.end)))
    return replace(match, spans=tuple(spans))
