"""What stands under a heading: the statements of a section of a document, a slide, a chapter of a report."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import psycopg

from sleuth.agents.analyst.memo.gates import titled_share, why_no_statement
from sleuth.answering.library import StoredLibrary
from sleuth.evidence.reading import read
from sleuth.evidence.source import Page
from sleuth.ingest.headings import section_headings
from sleuth.language.lines import filled_lines
from sleuth.language.tokens import stems
from sleuth.language.weight import is_linking

_LONGEST = 9  # words of a heading
_TITLED = 0.6  # of the longer words of a heading that begin with a capital
_LONGEST_TITLE = 14  # words of a heading that ran into a sentence
_ARTICLE = 3  # letters: a line that holds only "The" is no title
_LISTED = frozenset({"docx", "markdown", "html", "eml", "text", "pptx"})  # a line of theirs is a paragraph
_NUMBER = re.compile(r"^\s*(?:#{1,6}|item\s+\w+\.?|\d+(?:\.\d+)*\.?|[ivx]+\.|§\s*\d+)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """A statement under a heading."""

    document_id: int
    page: Page
    start: int  # of the text, in the page's text
    text: str  # the page's own characters


async def statements_under(
    connection: psycopg.Connection, library: StoredLibrary, kinds: dict[int, str], headings: Sequence[str]
) -> list[Found]:
    """The statements under headings of these names, by document and in reading order; `kinds` are the documents'."""
    wanted = [_words(heading) for heading in headings]
    places = _places(connection, list(kinds), headings)
    pages = await library.pages({(d, n + more) for d, n in places for more in (0, 1)})
    found = []
    for document_id, number in places:
        page, kind = pages[document_id, number], kinds[document_id]
        for start, end in _stretches(page, kind, wanted):
            found += [Found(document_id, page, *one) for one in _statements(page, kind, start, end)]
            following = pages.get((document_id, number + 1))
            if kind == "pdf" and end == len(page.text) and following is not None:
                found += [Found(document_id, following, *one) for one in _overleaf(following, kind)]
    return found


def _overleaf(page: Page, kind: str) -> Iterator[tuple[int, str]]:
    """What goes on from the page before, up to the first heading."""
    lines = filled_lines(page.text)
    starts = [start for start, line in lines if _is_heading(line, kind, first=False)]
    starts += [heading.start for heading in section_headings(page.text)]
    yield from _statements(page, kind, 0, min(starts, default=len(page.text)))


def _places(
    connection: psycopg.Connection, document_ids: Sequence[int], headings: Sequence[str]
) -> list[tuple[int, int]]:
    """The pages that may have such a heading: they say all of its words."""
    found: set[tuple[int, int]] = set()
    for heading in headings:
        words = r"\s+".join(map(re.escape, heading.split()))
        rows = connection.execute(
            "SELECT document_id, number FROM pages WHERE document_id = ANY(%s) AND text ~* %s",
            (list(document_ids), rf"(^|\n)[^\n]{{0,20}}{words}[^\n]{{0,20}}(\n|$)"),
        )
        found |= {(document_id, number) for document_id, number in rows}
    return sorted(found)


def _words(heading: str) -> frozenset[str]:
    """The telling words of a heading, without its number."""
    said = _NUMBER.sub("", heading)
    return frozenset(stem for stem in stems(said) if not is_linking(stem, "en")) or stems(said)


def _stretches(page: Page, kind: str, wanted: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """What stands under each heading that is wanted, up to the next on another topic or the end of the page."""
    lines = list(filled_lines(page.text))
    topic = frozenset().union(*wanted)
    starts = {start for start, text in lines if _is_heading(text, kind, first=start == lines[0][0])}
    starts |= {page.text.rfind("\n", 0, heading.start) + 1 for heading in section_headings(page.text)}
    for (start, text), before in zip(lines, ["", *(text for _, text in lines)], strict=False):
        if start in starts and _words(text) in wanted and not _goes_on(before, kind):
            after = start + len(text)
            others = (at for at, line in lines if at in starts and at > start and not topic & _words(line))
            yield after, min(others, default=len(page.text))


def _is_heading(line: str, kind: str, *, first: bool) -> bool:
    """Whether a line is a heading: short, not ended as a sentence is. Of a slide only its first line is."""
    short = len(line.split()) <= _LONGEST and not line.rstrip().endswith((".", ";", ","))
    if kind == "pptx":
        return first
    return short and _NUMBER.sub("", line)[:1].isupper() and not any(c.isdigit() for c in _NUMBER.sub("", line))


def _goes_on(before: str, kind: str) -> bool:
    """Whether the line before a heading is its beginning: "… Could Harm Our", then "Business"."""
    titled = titled_share(before) >= _TITLED and not before.isupper()
    return kind == "pdf" and titled and before.rstrip()[-1:].isalpha()


def _statements(page: Page, kind: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The statements of a stretch, outside of tables: by line where a line is a paragraph, else by sentence."""
    blocks = list(filled_lines(page.text, start, end)) if kind in _LISTED else [(start, page.text[start:end])]
    for at, block in blocks:
        for offset, text in _sentences(block):
            offset, text = _without_title(offset, text)
            place = at + offset
            in_table = any(c.start < place + len(text) and c.end > place for t in page.tables for c in t.cells())
            if not in_table and not why_no_statement(text, is_item=kind in _LISTED):
                yield place, text


def _without_title(start: int, text: str) -> tuple[int, str]:
    """A sentence without the lines of a heading that it was read together with, and where it then begins."""
    first, _, rest = text.partition("\n")
    while rest[:1].isupper() and len(first) > _ARTICLE and _is_title(first):
        start, text = start + len(first) + 1, rest
        first, _, rest = text.partition("\n")
    return start, text


def _is_title(first: str) -> bool:
    return len(first.split()) <= _LONGEST_TITLE and titled_share(first) >= _TITLED


def _sentences(block: str) -> Iterator[tuple[int, str]]:
    """The sentences of a block, each with its offset there. A semicolon does not end one."""
    at, pending = 0, -1
    for sentence in read(block, "en").sentences:
        text = sentence.text.strip()
        start = block.find(text, at)
        if start < 0:
            continue
        at = start + len(text)
        begin = start if pending < 0 else pending
        if block[at : at + 1] == ";" or block[:at].endswith(";"):
            pending = begin
            continue
        pending = -1
        yield begin, block[begin:at]
    if pending >= 0:
        yield pending, block[pending:].rstrip(" ;")
