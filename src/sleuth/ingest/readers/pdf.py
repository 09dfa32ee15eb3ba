"""PDF files: the text of each page with the box of each word, and its tables."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import pypdfium2.raw as pdfium

from sleuth.errors import SourceError
from sleuth.evidence.source import Page, PageSource, Problem, Source
from sleuth.ingest.headings import running_headers
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.pdf_hyphens import Hyphens, settle
from sleuth.ingest.readers.pdf_ocr import is_available, read_scan
from sleuth.ingest.readers.pdf_promises import Promise, Promises, promises
from sleuth.ingest.readers.pdf_text import RawPage, read_page
from sleuth.ingest.readers.pdfium import (
    Handle,
    UnreadableError,
    information,
    largest_image,
    open_document,
    open_page,
    shows_only,
)
from sleuth.ingest.readers.tables import Above, Drawn, recognise_below

_LEAST_CHARACTERS = 10  # a page with fewer, such as only its number, has no text layer
_LEAST_SHOWS = 100  # pieces of text; fewer may be blanks
_LEAST_SHARE = 0.4  # characters for each piece; where each letter is a piece, up to a third are blanks
_SHARE_FOR_PAGES = 0.6  # of the seconds; the rest is for hyphens, tables and packing
_HEADER = b"%PDF-"
_REACH_OF_HEADER = 1024  # PDFium looks no further
_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|(Z))?")
_ENTRIES = {"author": "Author", "created": "CreationDate", "modified": "ModDate"}
_PLACEHOLDERS = frozenset({"", "anonymous", "untitled", "unspecified", "unknown"})
_COPY = "Get another copy of the file"
_OCR = "install the extra: pip install 'sleuth[ocr]'"


@dataclass(slots=True)
class _Reading:
    """What was read so far, in page order; a page that could not be read is None."""

    promised: Promises
    pages: list[RawPage | None] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    without_text: int = 0
    scanned: list[int] = field(default_factory=list)  # numbers of the pages read from their image


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """A page for each page of the PDF; those without text, or that are damaged, are problems that name them.

    Raises SourceError where no page can be read.
    """
    try:
        with open_document(_from_header(data, filename)) as document:
            count = _page_count(document, filename, limits)
            reading = _read_pages(document, count, limits, promises(data))
            title, stated = _states(information(document, "Title")), _metadata(document)
    except UnreadableError as error:
        raise SourceError(f"{filename}: {error}") from error
    _refuse_wordless(reading, filename)
    pages = tuple(_pages(reading.pages))
    metadata = stated | ({"ocr_pages": ", ".join(map(str, reading.scanned))} if reading.scanned else {})
    return Source(filename, "pdf", PageSource.PRINTED, pages, title, metadata, tuple(reading.problems))


def _from_header(data: bytes, filename: str) -> bytes:
    """The file from its header on, where something stands before it."""
    if not data:
        raise SourceError(f"{filename}: the file is empty. Check that it was saved or copied whole.")
    at = data.find(_HEADER)
    if at < 0:
        raise SourceError(f"{filename}: this is not a PDF. Check the file, or name it after what it is.")
    return data if at < _REACH_OF_HEADER else data[at:]


def _page_count(document: Handle, filename: str, limits: Limits) -> int:
    count: int = pdfium.FPDF_GetPageCount(document)
    if count <= 0:
        raise SourceError(f"{filename}: the PDF has no pages. Get another copy, or print it to a new PDF.")
    if count > limits.pages:
        limit = f"{count:,} pages, more than the limit of {limits.pages:,}"
        raise SourceError(f"{filename}: {limit}. Split it, or raise SLEUTH_FILE_PAGES.")
    return count


def _read_pages(document: Handle, count: int, limits: Limits, promised: Promises) -> _Reading:
    reading = _Reading(promised)
    deadline = time.monotonic() + _SHARE_FOR_PAGES * limits.seconds
    for index in range(count):
        if time.monotonic() > deadline:
            late = f"pages {index + 1} to {count} were not reached in time; split the file or raise SLEUTH_FILE_SECONDS"
            reading.problems.append(Problem(late, index + 1))
            reading.pages += [None] * (count - index)
            break
        _read_one(document, index, reading)
    _doubt(reading)
    return reading


def _read_one(document: Handle, index: int, reading: _Reading) -> None:
    raw = None
    try:
        with open_page(document, index) as page:
            raw = read_page(page)
            if not _has_text(raw):
                raw = _from_image(page, raw, index + 1, reading)
    except UnreadableError as error:
        reading.problems.append(Problem(f"page {index + 1} cannot be read: {error}", index + 1))
    reading.pages.append(raw)


def _doubt(reading: _Reading) -> None:
    """Name the pages that came out with less than they promise, and what is wrong with the file as a whole."""
    promised, named = reading.promised, {problem.page for problem in reading.problems}
    doubts: list[Problem] = []
    if promised.damage:
        doubts.append(Problem(f"the file is damaged, and text may be missing: {promised.damage}. {_COPY}"))
    if len(promised.pages) > len(reading.pages):
        missing = f"{len(promised.pages)} pages are in the file, and {len(reading.pages)} could be read. {_COPY}"
        doubts.append(Problem(missing))
    for number, (promise, page) in enumerate(zip(promised.pages, reading.pages, strict=False), 1):
        reason = _doubtful(promise, page)
        if reason and number not in named:
            doubts.append(Problem(f"text may be missing from page {number}: {reason}. {_COPY}", number))
    reading.problems = sorted([*doubts, *reading.problems], key=lambda problem: problem.page or 0)


def _doubtful(promise: Promise, page: RawPage | None) -> str:
    """Why text of the page may be missing; "" where nothing speaks for it."""
    if promise.damage:
        return promise.damage[0]
    shown = 0 if page is None else len(page.text)
    if promise.shows >= _LEAST_SHOWS and shown < _LEAST_SHARE * promise.shows:
        return f"it shows {promise.shows:,} pieces of text, and {shown:,} characters were read"
    return ""


def _has_text(page: RawPage | None) -> bool:
    return page is not None and len(page.text.strip()) >= _LEAST_CHARACTERS


def _from_image(page: Handle, raw: RawPage, number: int, reading: _Reading) -> RawPage:
    """The page as read from its image, where the extra is installed; otherwise as it was, and listed."""
    if is_available() and largest_image(page) is not None:
        scan = read_scan(page)
        if _has_text(scan):
            reading.scanned.append(number)
            return scan
        raw = raw if raw.text.strip() else scan
    reading.without_text += 1
    if _is_whole(reading.promised, number) and shows_only(page, len(raw.text.strip())):
        return raw
    reading.problems.append(Problem(_wordless(page, number), number))
    return raw


def _is_whole(promised: Promises, number: int) -> bool:
    """Whether the page's content is there and whole; a page whose content was lost looks blank too."""
    if promised.damage or number > len(promised.pages):
        return False
    promise = promised.pages[number - 1]
    return promise.written and not promise.damage


def _wordless(page: Handle, number: int) -> str:
    image = largest_image(page)
    if is_available() or image is None:
        also = "" if is_available() else f"; if the page shows any, {_OCR}"
        return f"page {number} has no text{also}"
    return f"page {number} has no text layer (an image of {image[0]}x{image[1]}); {_OCR}"


def _refuse_wordless(reading: _Reading, filename: str) -> None:
    if any(map(_has_text, reading.pages)):
        return
    if reading.without_text and is_available():
        raise SourceError(
            f"{filename}: there is no text on any page. Check the file, or scan it at a higher resolution."
        )
    if reading.without_text:
        raise SourceError(f"{filename}: no page has a text layer (a scan?). To read it, {_OCR}")
    raise SourceError(f"{filename}: none of its pages can be read. Get another copy, or print it to a new PDF.")


def _pages(raws: list[RawPage | None]) -> Iterator[Page]:
    hyphens = Hyphens(raw.text for raw in raws if raw is not None)
    above: Above | None = None  # the table that ended the page before
    headers = running_headers(["" if raw is None else raw.text for raw in raws])
    for number, (raw, header) in enumerate(zip(raws, headers, strict=True), 1):
        if raw is None:
            above = None
            yield Page(number, "", f"p.{number}")
            continue
        text, words = settle(raw, hyphens)
        width, height = raw.geometry.width, raw.geometry.height
        tables, above = recognise_below(above, text, words, Drawn(raw.rules, raw.uprights), header)
        yield Page(number, text, f"p.{number}", width, height, words, tables=tables)


def _metadata(document: Handle) -> dict[str, str]:
    stated = {name: information(document, key) for name, key in _ENTRIES.items()}
    for name in ("created", "modified"):
        stated[name] = _iso(stated[name])
    return {name: value for name, value in stated.items() if _states(value)}


def _states(value: str) -> str:
    """The value, unless it is what a program fills in where nobody said anything."""
    return "" if value.strip("()").lower() in _PLACEHOLDERS else value


def _iso(stated: str) -> str:
    """A PDF date (D:20230203060127+01'00') as ISO 8601, as precise as stated; what is no such date stays as it is."""
    found = _DATE.match(stated)
    if not found:
        return stated
    year, month, day, hour, minute, second, sign, hours, minutes, utc = found.groups()
    date = "-".join(part for part in (year, month, day) if part)
    if not (day and hour and minute):
        return date
    zone = "Z" if utc else f"{sign}{hours}:{minutes or '00'}" if sign else ""
    return f"{date}T{hour}:{minute}:{second or '00'}{zone}"
