"""What a page is made of. Each sentence and each figure of a table knows where its documents state it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sleuth.evidence.links import place_link

if TYPE_CHECKING:
    from sleuth.answering.verification import Citation


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a document, and what stands there."""

    document_id: int
    filename: str
    locator: str  # "p.12", "P&L!B15", "§ 4.2"
    page: int  # 1-based
    quote: str  # the source's own characters
    remark: str = ""  # what we have to say of it: the arithmetic of a computed figure

    @property
    def place(self) -> str:
        """ "report.pdf, p.12"."""
        return f"{self.filename}, {self.locator}" if self.locator else self.filename

    @property
    def shown_quote(self) -> str:
        """The quote on one line, no longer than a footnote may be."""
        line = " ".join(self.quote.split())
        return line if len(line) <= _LONGEST_QUOTE else f"{line[:_LONGEST_QUOTE].rsplit(' ', 1)[0]} …"

    def link(self, folder: str) -> str:
        """A link to it, where the documents stand in `folder`."""
        return place_link(folder, self.filename, self.page, self.locator)

    def to_json(self) -> dict[str, Any]:
        """The public shape of a citation."""
        return {"text": self.quote, "filename": self.filename, "page": self.page, "locator": self.locator}


_LONGEST_QUOTE = 300


def source_of(citation: "Citation", remark: str = "") -> Source:
    """A citation as the source of a sentence or a cell."""
    return Source(
        citation.document_id, citation.filename, citation.locator, citation.page, citation.text, remark
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is said, and by what it is proven; no source for our own words about the page."""

    text: str
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together."""

    sentences: tuple[Sentence, ...]
    form: Literal["plain", "bullet", "note"] = "plain"

    @property
    def text(self) -> str:
        """What it says, without its sources."""
        return " ".join(sentence.text for sentence in self.sentences)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    text: str
    sources: tuple[Source, ...] = ()
    is_figure: bool = False  # set flush right


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its first column names the rows."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


Block: TypeAlias = Paragraph | Table


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under its heading."""

    key: str  # by which a later run finds it again
    title: str
    blocks: tuple[Block, ...] = ()
    level: int = 1

    def lines(self) -> Iterator[str]:
        """What it says as plain text, each statement with its places."""
        for block in self.blocks:
            if isinstance(block, Paragraph):
                yield " ".join(_placed(sentence) for sentence in block.sentences)
            else:
                yield block.caption
                for row in block.rows:
                    pairs = zip(block.header[1:], row[1:], strict=True)
                    yield f"{row[0].text}: " + "; ".join(f"{head} {_placed(cell)}" for head, cell in pairs)

    def sources(self) -> Iterator[Source]:
        """Where everything in it stands, in reading order."""
        for block in self.blocks:
            parts = block.sentences if isinstance(block, Paragraph) else [cell for row in block.rows for cell in row]
            for part in parts:
                yield from part.sources


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page."""

    title: str
    subtitle: str
    sections: tuple[Section, ...] = field(default=())

    @property
    def documents(self) -> set[tuple[int, str]]:
        """The documents that it cites, each a number and a name."""
        return {(source.document_id, source.filename) for section in self.sections for source in section.sources()}


def _placed(part: Sentence | Cell) -> str:
    places = "; ".join(dict.fromkeys(source.place for source in part.sources))
    return f"{part.text} [{places}]" if places else part.text


def plain(text: str) -> Paragraph:
    """A paragraph of our own words."""
    return Paragraph((Sentence(text),))


def note(text: str) -> Paragraph:
    """A remark of ours, set smaller."""
    return Paragraph((Sentence(text),), "note")
