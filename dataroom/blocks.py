"""What documents are made of, before a writer gives them pages, cells or slides."""

from dataclasses import dataclass, field
from datetime import date

from dataroom.numbers import Style
from dataroom.truth import Meaning, Term


@dataclass(frozen=True, slots=True)
class Stated:
    """Words of a sentence that state a fact; `value` and `scale` are those of a figure."""

    text: str
    meaning: Meaning | Term
    value: str = ""
    scale: str = "one"


Cell = Meaning | Stated | str | None
Prose = tuple[str | Stated, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. `kind`: line, subtotal, total, heading. `adds` names the rows it sums, with their signs."""

    label: str
    cells: tuple[Cell, ...] = ()
    kind: str = "line"
    note: str = ""
    key: str = ""
    adds: tuple[tuple[int, str], ...] = ()
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """Headers from the outermost to the innermost; equal neighbours merge. `adds` names the columns it sums."""

    header: tuple[str, ...]
    adds: range | None = None
    wide: bool = False  # holds words rather than numbers


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of facts. `stub` stands over the row labels, `caption` above it all."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    style: Style = field(default_factory=Style)
    title: str = ""
    caption: str = ""
    stub: str = ""
    noted: bool = False  # a column for references to the notes


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 1
    fresh: bool = False  # begins a page


@dataclass(frozen=True, slots=True)
class Paragraph:
    prose: Prose
    kind: str = "body"  # body, bullet, small, centred, clause


@dataclass(frozen=True, slots=True)
class Cover:
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """A table of contents of the first-level headings."""

    title: str = "Contents"


@dataclass(frozen=True, slots=True)
class Signatures:
    lines: tuple[tuple[str, str], ...]  # name and role


Block = Grid | Heading | Paragraph | Cover | Contents | Signatures


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a workbook: lines of text above, tables below each other."""

    name: str
    lines: tuple[str, ...]
    grids: tuple[Grid, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Look:
    """How pages are dressed."""

    font: str = "helvetica"
    accent: tuple[int, int, int] = (20, 40, 90)
    landscape: bool = False
    running: str = ""  # header line
    footer: str = ""
    dense: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A document to be written: flowing blocks, or sheets for a workbook."""

    title: str
    author: str
    dated: date
    blocks: tuple[Block, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    look: Look = field(default_factory=Look)
    language: str = "en"


def say(*parts: str | Stated) -> Paragraph:
    return Paragraph(parts)


def point(*parts: str | Stated) -> Paragraph:
    return Paragraph(parts, "bullet")


def plain(prose: Prose) -> str:
    return "".join(part if isinstance(part, str) else part.text for part in prose)
