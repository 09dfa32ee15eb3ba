"""Plain text: the characters as they stand."""

from itertools import pairwise

from sleuth.errors import SourceError
from sleuth.evidence.cite import PLAIN_TEXT
from sleuth.evidence.source import PageSource, Source
from sleuth.ingest.readers.decode import Decoded, decode
from sleuth.ingest.readers.flow import Cut, Flow
from sleuth.ingest.readers.limits import Limits

_LONGEST_PAGE = 1_000_000  # characters


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """One page; or one for each form feed a printing program left; or, of a very long text, one a stretch of lines."""
    decoded = decode_or_refuse(data, filename)
    text = decoded.text
    source, cuts = PageSource.WHOLE, [Cut(0, PLAIN_TEXT)]
    if "\f" in text.strip("\f\n "):
        source, cuts = PageSource.RENDERED, _at_form_feeds(text)
    elif len(text) > _LONGEST_PAGE:
        source, cuts = PageSource.SECTION, _at_lengths(text)
    if len(cuts) > limits.pages:
        raise SourceError(f"{filename}: {len(cuts):,} pages, more than the limit of {limits.pages:,}. Split the file.")
    flow = Flow()
    flow.write(text.replace("\f", "\n"))
    return Source(filename, "text", source, flow.cut(cuts), metadata={"encoding": decoded.encoding})


def decode_or_refuse(data: bytes, filename: str, declared: str | None = None) -> Decoded:
    """The text of the bytes. Raises SourceError where they hold none."""
    decoded = decode(data, declared)
    if decoded is None:
        raise SourceError(f"{filename}: this is not text. Open it in the program that made it and save it as text.")
    if not decoded.text.strip():
        raise SourceError(f"{filename}: the file holds only blanks. Check that it was saved.")
    return decoded


def _at_form_feeds(text: str) -> list[Cut]:
    starts = [0, *(i + 1 for i, c in enumerate(text[:-1]) if c == "\f")]
    return [Cut(start, f"p.{number}") for number, start in enumerate(starts, 1)]


def _at_lengths(text: str) -> list[Cut]:
    """Cuts before a line, so that no page is much longer than the longest; a line that is longer is cut within."""
    starts = [0]
    while len(text) - starts[-1] > _LONGEST_PAGE:
        limit = starts[-1] + _LONGEST_PAGE
        newline = text.rfind("\n", starts[-1], limit)
        starts.append(newline + 1 if newline > starts[-1] else limit)
    lines = [1]
    for start, end in pairwise(starts):
        lines.append(lines[-1] + text.count("\n", start, end))
    return [Cut(start, f"from line {line:,}") for start, line in zip(starts, lines, strict=True)]
