"""E-mail messages: the message first, then each attachment that can be read."""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from typing import Any, TypeAlias

from sleuth.errors import SourceError
from sleuth.evidence.cite import ATTACHMENT
from sleuth.evidence.source import Anchor, Page, PageSource, Problem, Source, Table
from sleuth.ingest.readers.limits import Limits

Part: TypeAlias = "MIMEPart[Any, Any]"

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_DEEPEST = 3  # messages within messages


@dataclass(slots=True)
class _Parts:
    """What has been read so far."""

    pages: list[Page] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """Page 1 is the message; the pages of its attachments follow, each labelled with the attachment's name."""
    message = BytesParser(policy=policy.default).parsebytes(data)
    if not message.keys():
        raise SourceError(f"{filename}: not an e-mail message. Save it again from the mail program, as .eml.")
    parts = _Parts()
    _read_message(message, "message", limits, parts, depth=1)
    if not any(page.text.strip() for page in parts.pages):
        raise SourceError(f"{filename}: the message holds no text. Save it again from the mail program.")
    page_source = PageSource.WHOLE if len(parts.pages) == 1 else PageSource.SECTION
    metadata = {"author": _header(message, "From"), "created": _sent(_header(message, "Date"))}
    return Source(
        filename,
        "eml",
        page_source,
        tuple(parts.pages),
        _header(message, "Subject"),
        {name: value for name, value in metadata.items() if value},
        tuple(parts.problems),
    )


def _read_message(message: EmailMessage, label: str, limits: Limits, parts: _Parts, depth: int) -> None:
    head = "\n".join(f"{name}: {value}" for name in _HEADERS if (value := _header(message, name)))
    body, problem, tables = _body(message, limits)
    number = len(parts.pages) + 1
    text = f"{head}\n\n{body}".strip("\n")
    begins = text.find(body) if body else 0
    moved = tuple(_moved(table, begins) for table in tables) if text[begins:] == body else ()
    parts.pages.append(Page(number, text, label, tables=moved))
    if problem:
        parts.problems.append(Problem(problem, number))
    for attachment in _attachments(message):
        _read_attachment(attachment, limits, parts, depth)


def _header(message: EmailMessage, name: str) -> str:
    try:
        value = message.get(name, "")
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):  # the parser of headers meets bad ones
        value = next((raw for key, raw in message.raw_items() if key.lower() == name.lower()), "")
    return " ".join(str(value).split())


def _sent(date: str) -> str:
    """The day and time of a Date header (RFC 5322) in ISO 8601; "" where it is none."""
    try:
        return parsedate_to_datetime(date).isoformat()
    except ValueError:
        return ""


def _moved(table: Table, by: int) -> Table:
    """A table whose text begins further on."""
    cells = (number for cell in table.cells() for number in (cell.start + by, cell.end + by, cell.row, cell.column))
    return replace(table, grid=array("I", cells))


def _body(message: EmailMessage, limits: Limits) -> tuple[str, str, tuple[Table, ...]]:
    """The text of the message, what was wrong with it, and the tables of a text that is HTML on one page."""
    part = message.get_body(("plain", "html"))
    if part is None:
        return "", "" if message.is_multipart() else "the message has no text", ()
    content = _payload(part)
    if part.get_content_subtype() == "html":
        from sleuth.ingest.readers.html import read as read_html

        try:
            pages = read_html(content, "message", limits).pages
        except SourceError as error:
            return "", str(error), ()
        return "\n".join(page.text for page in pages), "", pages[0].tables if len(pages) == 1 else ()
    from sleuth.ingest.readers.decode import decode

    decoded = decode(content, part.get_content_charset())
    return (decoded.text, "", ()) if decoded else ("", "the text of the message cannot be decoded", ())


def _payload(part: Part) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _attachments(message: Part) -> Iterator[Part]:
    """The attachments. A picture that the text shows in its place is decoration, not a document."""
    body = message.get_body(("plain", "html"))
    for part in _leaves(message):
        if part is body or (part.get_content_disposition() != "attachment" and _belongs_to_body(part)):
            continue
        yield part


def _leaves(message: Part) -> Iterator[Part]:
    """The parts that hold no parts, in order; a message in the message is one of them."""
    if message.get_content_maintype() != "multipart" or not message.is_multipart():
        yield message
        return
    for part in message.iter_parts():
        yield from _leaves(part)


def _belongs_to_body(part: Part) -> bool:
    """The other form of the text, or a picture in it."""
    is_text = part.get_content_type() in ("text/plain", "text/html")
    return (part.get_filename() is None and is_text) or part.get_content_maintype() == "image"


def _read_attachment(part: Part, limits: Limits, parts: _Parts, depth: int) -> None:
    from sleuth.ingest.readers import read as read_any

    name = _name(part)
    if part.get_content_type() == "message/rfc822":
        inner = part.get_payload(0) if part.is_multipart() else None
        if isinstance(inner, EmailMessage) and depth < _DEEPEST:
            _read_message(inner, f"{ATTACHMENT} {name}", limits, parts, depth + 1)
        else:
            parts.problems.append(Problem(f"{name}: a message nested too deep to be read. Save it as a file."))
        return
    try:
        source = read_any(_payload(part), name, limits)
    except SourceError as error:
        parts.problems.append(Problem(f"attachment {error}"))
        return
    _add(source, name, parts)


def _name(part: Part) -> str:
    fallback = f"unnamed {part.get_content_type()}"
    return " ".join((part.get_filename() or fallback).split()).replace("/", "_")


def _is_all(source: Source) -> bool:
    """Whether the attachment's name says enough: its only page has no name of its own."""
    return len(source.pages) == 1 and source.kind not in ("xlsx", "text")


def _add(source: Source, name: str, parts: _Parts) -> None:
    """Append the pages of an attachment, with its name in their labels and around their text."""
    offset = len(parts.pages)
    for page in source.pages:
        label = f"{ATTACHMENT} {name}" if _is_all(source) else f"{ATTACHMENT} {name} {page.label}"
        anchors = (Anchor(0, len(page.text), name), *page.anchors) if page.text else ()
        parts.pages.append(replace(page, number=offset + page.number, label=label, anchors=anchors))
    for problem in source.problems:
        page_number = None if problem.page is None else offset + problem.page
        parts.problems.append(Problem(f"attachment {name}: {problem.reason}", page_number))
