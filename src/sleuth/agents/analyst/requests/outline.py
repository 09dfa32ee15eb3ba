"""What a document calls itself and its parts: title lines, sheets, headings and tables, each with its place."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from sleuth.evidence.cite import locator
from sleuth.evidence.source import Cell, Page, Source, Span, Table
from sleuth.findings.text.contracts import contract_name, is_agreement
from sleuth.findings.text.parties import parties_of
from sleuth.ingest.headings import page_headings, section_headings
from sleuth.language.lines import filled_lines
from sleuth.language.wordlist import wordlist

RULES = "3"
_TITLE_LINES = 12  # of the first page that may say what the document is
_TITLE_REACH = 1_500  # characters
_LONGEST = 110  # characters of a title or a heading
_SHOWN = 260  # characters of a passage: the heading and what follows it
_STACKED = 90  # characters: a heading that follows another so closely stands below it, and its text is that of both
_MOST_ENTRIES = 1_500  # of one document
_MOST_LABELS = 40  # columns, and rows, that are kept of a table
_OUTLINED = frozenset({"docx", "markdown", "html", "text"})  # their anchors are section paths
_DEFINED = re.compile(r"[^()]{0,220}\([^()“”\"]{0,60}[“\"„](?P<role>[^”\"“]{2,40})[”\"“]")
_LEADERS = re.compile(r"\.{4,}|(?:\. ){4,}")  # a line of a table of contents
_SENTENCE_END = re.compile(r"[.;:!?]\s+[A-ZÅÄÖ“\"(]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NUMBER = re.compile(r"\d[\d,.]*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a document calls by a name, and where it stands."""

    kind: str  # title, sheet, heading, table
    text: str  # the name, as written; of a table its caption
    page: int  # 1-based
    start: int  # inclusive, in the page's text: the name and the beginning of what it names
    end: int  # exclusive
    locator: str
    body: int  # characters that follow before the next name
    opening: str  # the beginning of what follows
    columns: tuple[str, ...] = ()  # of a table: its column headers, that of the row labels first
    rows: tuple[str, ...] = ()  # of a table: its row labels


@dataclass(frozen=True, slots=True)
class Outline:
    """All entries of a document, and which agreement it is."""

    entries: tuple[Entry, ...]
    agreement: str = ""  # "Lease Agreement (Acme plc; Rheinau Chemie)"; its title where the parties are not certain
    parties: tuple[tuple[str, str], ...] = ()  # name and defined name ("Company"), "" where none is given

    def to_json(self) -> dict[str, Any]:
        """As the store keeps it."""
        return asdict(self)


def read_outline(stored: Mapping[str, Any]) -> Outline:
    """The outline that the store kept."""
    entries = tuple(
        Entry(**{**entry, "columns": tuple(entry["columns"]), "rows": tuple(entry["rows"])})
        for entry in stored["entries"]
    )
    return Outline(entries, stored["agreement"], tuple((name, role) for name, role in stored["parties"]))


def outline_of(source: Source) -> Outline:
    """The outline of a document as it was read."""
    entries: list[Entry] = []
    titles = list(_titles(source))
    entries += titles
    tops = page_headings(source)
    for page, top in zip(source.pages, tops, strict=True):
        titled = {entry.start for entry in titles if entry.page == page.number}
        entries += _of_page(source, page, top, titled)
        if len(entries) > _MOST_ENTRIES:
            break
    agreement = ""
    parties: tuple[tuple[str, str], ...] = ()
    if is_agreement(source):
        agreement = contract_name(source) or _title_of_agreement(entries) or source.title
        parties = tuple((party.name, _role(source.pages[0].text, party.end)) for party in parties_of(source))
    return Outline(tuple(entries[:_MOST_ENTRIES]), agreement, parties)


def _title_of_agreement(entries: Sequence[Entry]) -> str:
    """The first name that calls a document an agreement."""
    form = wordlist("contracts", "findings")["agreement"]["kind"]
    return next((entry.text for entry in entries if entry.page <= 3 and re.search(form, entry.text.casefold())), "")


def _role(text: str, after: int) -> str:
    """The defined name of a party: what stands in quotation marks behind its name."""
    found = _DEFINED.match(text, after)
    return found["role"] if found else ""


def _titles(source: Source) -> Iterator[Entry]:
    """The lines with which a document opens, up to its first sentence or row of figures."""
    if not source.pages or source.kind == "eml":
        return
    page = source.pages[0]
    lines: list[tuple[int, str]] = []
    for start, line in _lines(page.text[:_TITLE_REACH]):
        if not _is_title(line) or len(lines) == _TITLE_LINES:
            break
        lines.append((start, line))
    size = sum(len(page.text) for page in source.pages)
    for start, line in lines:
        yield _entry(source, page, "title", line, start, start + len(line), size - len(line))
    for (start, line), (below, following) in pairwise(lines[:3]):  # a title may be broken over two lines
        yield _entry(source, page, "title", f"{line} {following}", start, below + len(following), size - len(line))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold something, each with its offset, blanks at its ends taken off."""
    return ((at + len(line) - len(line.lstrip()), line.strip()) for at, line in filled_lines(text))


def _is_title(line: str) -> bool:
    """Whether a line may be a name: neither a sentence, nor a row of figures, nor a line of a table of contents."""
    words = _WORD.findall(line)
    is_row = "\t" in line or len(_NUMBER.findall(line)) > 4
    if not words or is_row or len(line) > _LONGEST or _LEADERS.search(line):
        return False
    return not (line[0].islower() or line[-1] in ",;" or _SENTENCE_END.search(line) or _is_sentence(line, words))


def _is_sentence(line: str, words: Sequence[str]) -> bool:
    return line.endswith(".") and len(words) > 6


def _of_page(source: Source, page: Page, top: str, titled: Collection[int]) -> Iterator[Entry]:
    """The entries of one page. `titled` are the starts of lines that are entries already."""
    if source.kind == "xlsx" and page.text.strip():
        yield _entry(source, page, "sheet", page.label, 0, 0, len(page.text))
    starts: dict[int, str] = {}
    if source.kind != "eml":
        for part in filter(None, top.split(" / ")):
            starts |= {start: line for start, line in _lines(page.text[:2_000]) if " ".join(line.split()) == part}
        if source.kind == "pptx":
            starts |= dict(list(_lines(page.text))[:1])
        if source.kind in _OUTLINED:
            starts |= {a.start: a.address.split(" > ")[-1] for a in page.anchors if _is_section(page, a.start)}
        else:
            starts |= {heading.start: heading.text for heading in section_headings(page.text)}
    known = sorted(start for start, text in starts.items() if _is_title(text) and start not in titled)
    for number, start in enumerate(known):
        end = start + len(starts[start])
        following = [later for later in known[number + 1 :] if later - end > _STACKED]
        body = (following[0] if following else len(page.text)) - end
        yield _entry(source, page, "heading", starts[start], start, end, max(0, body))
    for table in page.tables:
        if (entry := _of_table(source, page, table)) is not None:
            yield entry


def _is_section(page: Page, start: int) -> bool:
    """Whether a line begins there: an anchor of a section begins with its heading."""
    return start == 0 or page.text[start - 1] == "\n"


def _of_table(source: Source, page: Page, table: Table) -> Entry | None:
    cells = list(table.cells())
    if not cells:
        return None
    columns = [" ".join(path) for path in table.column_paths.values()]
    rows = _row_names(page, cells, table.row_paths)
    caption = " ".join(table.caption.split("\n"))
    stub = table.caption.rpartition("\n")[2]
    last = cells[min(len(cells), 24) - 1]
    entry = _entry(source, page, "table", caption, cells[0].start, last.end, cells[-1].end - cells[0].start)
    heads = tuple(dict.fromkeys([stub, *columns]))[:_MOST_LABELS]
    return Entry(
        entry.kind, entry.text, entry.page, entry.start, entry.end, entry.locator, entry.body, entry.opening,
        heads, tuple(rows[:_MOST_LABELS]),
    )  # fmt: skip


def _row_names(page: Page, cells: Sequence[Cell], paths: Mapping[int, tuple[str, ...]]) -> list[str]:
    """What the rows are called; of a row that only has a number, the first words in it."""
    words: dict[int, str] = {}
    for cell in cells:
        text = page.text[cell.start : cell.end]
        if cell.row in paths and _WORD.search(text):
            words.setdefault(cell.row, text)
    names = {row: " > ".join(path) for row, path in paths.items()}
    return [name if _WORD.search(name) else words.get(row, name) for row, name in names.items()]


def _entry(source: Source, page: Page, kind: str, text: str, start: int, end: int, body: int) -> Entry:
    """An entry whose passage goes on behind its name as far as a reader needs."""
    stop = min(len(page.text), max(end, start) + _SHOWN)
    if stop < len(page.text):
        cut = max(page.text.rfind("\n", end, stop), page.text.rfind(". ", end, stop) + 1)
        stop = cut if cut > end else stop
    span = Span(page.number, start, max(start + 1, min(end, start + _SHOWN) or start + 1))
    name = " ".join(text.split())
    return Entry(kind, name, page.number, start, stop, locator(source, span), body, page.text[end:stop].strip())
