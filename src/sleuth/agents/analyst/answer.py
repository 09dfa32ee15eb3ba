"""The analyst's answer before it is written out: blocks of sentences, each with the citations that prove it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sleuth.answering.verification import Citation
from sleuth.language.period import Period
from sleuth.language.query import Query

if TYPE_CHECKING:
    from sleuth.agents.analyst.dialogue.given import Given
    from sleuth.reason.records.following import RowsBefore

Kind = Literal["line", "heading", "item", "bullet", "note", "row"]


@dataclass(frozen=True, slots=True)
class Block:
    """One line of an answer. Without a proof it states nothing of the documents: an orientation, a gap, a remark."""

    kind: Kind
    text: str = ""
    citations: tuple[Citation, ...] = ()
    proof: str = ""  # verbatim, cell, computed, judged
    cells: tuple[str, ...] = ()  # of a row; the first row of a run of rows is the table's header
    level: int = 0  # of a bullet: 1 below another one
    after: str = ""  # a remark behind the source

    @property
    def stated(self) -> str:
        """The sentence, or the cells of a row in one line."""
        return " | ".join(self.cells) if self.kind == "row" else self.text.replace("**", "")


@dataclass(frozen=True, slots=True)
class Offer:
    """A next step that the analyst proposes: a question to ask, or a tool that writes once a person agrees."""

    text: str
    ask: str = ""
    tool: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that was called for an answer, and what it returned in short."""

    tool: str
    arguments: Mapping[str, Any]
    result: Any


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the readings that a question back offers."""

    label: str
    query: Query | None = None
    message: str = ""  # or else the message that is meant, in full


@dataclass(frozen=True, slots=True)
class Answer:
    """What a behaviour found, ready to be written out."""

    blocks: tuple[Block, ...]
    assumption: str = ""
    offers: tuple[Offer, ...] = ()
    closing: str = ""  # the question that puts the offers to the person
    degraded: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    choices: tuple[Choice, ...] = ()  # of a question back; empty where none is asked
    period: Period | None = None  # of the figure that was given, for the questions that follow
    subject: str = ""  # the company whose figure was given, where it is one
    writes: tuple[Mapping[str, Any], ...] = ()  # calls that change something: {"tool", "arguments"}
    is_agreed: bool = False  # the person has just said yes to them
    needs_person: bool = False  # a model proposes them: no agreement given beforehand counts
    given: "tuple[Given, ...]" = ()  # the figures that it states, for messages that reckon with them
    rows: "tuple[RowsBefore, ...]" = ()  # the rows of tables that it tells, for messages that go on from them
    query: str = ""  # the typed question over rows that it answers
    refuses: bool = False  # it says that the documents do not hold what was asked
    asks_which: bool = False  # it asks what a word stands for: the conversation is about what it was about before
    is_likely: bool = False  # sentences that share the question's words, whose type no form of a sentence answers
    is_in_words: bool = False  # sentences that were found by the words and the type of the question
    is_exact: bool = False  # figures of the ledger, of just the measure, company, time and scenario that were asked

    @property
    def citations(self) -> list[Citation]:
        """Every citation once, in the order of the answer."""
        return list(dict.fromkeys(citation for block in self.blocks for citation in block.citations))

    @property
    def is_typed(self) -> bool:
        """Whether all that it states are figures and rows, and no sentences that were found."""
        proofs = {claim["proof"] for claim in self.claims}
        return bool(proofs) and proofs <= {"cell", "computed"}

    @property
    def verbatim(self) -> list[Block]:
        """What it tells in the words of documents, notes aside."""
        return [block for block in self.blocks if block.proof == "verbatim" and block.kind != "note"]

    @property
    def claims(self) -> list[dict[str, str]]:
        """The sentences that state something of the documents, and how each is proven."""
        return [{"text": block.stated, "proof": block.proof} for block in self.blocks if block.proof]


def line(text: str, citations: Sequence[Citation] = (), proof: str = "") -> Block:
    """A sentence of its own."""
    return Block("line", text, tuple(citations), proof)


def heading(text: str) -> Block:
    """The title of what follows."""
    return Block("heading", text)


def item(text: str, citations: Sequence[Citation] = (), proof: str = "") -> Block:
    """A line of a statement, above what belongs to it."""
    return Block("item", text, tuple(citations), proof)


def bullet(text: str, citations: Sequence[Citation] = (), proof: str = "", level: int = 0) -> Block:
    """An item of a list."""
    return Block("bullet", text, tuple(citations), proof, level=level)


def note(text: str, citations: Sequence[Citation] = (), proof: str = "", after: str = "") -> Block:
    """What a reader should know beside the answer; `after` follows behind the source."""
    return Block("note", text, tuple(citations), proof, after=after)


def row(cells: Sequence[str], citations: Sequence[Citation] = (), proof: str = "") -> Block:
    """A line of a table."""
    return Block("row", "", tuple(citations), proof, tuple(cells))
