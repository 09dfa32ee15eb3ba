"""What a reasoner is asked and what it may answer: queries, a grade, a draft of claims with their quotes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from sleuth.evidence.cells import Headed, Meaning
from sleuth.evidence.rows.selection import Selection
from sleuth.evidence.source import Page

if TYPE_CHECKING:
    from sleuth.reason.model.judge import Judge


@dataclass(frozen=True, slots=True)
class Document:
    """A document as a reasoner knows it before reading: its names and what its first page says."""

    id: int
    filename: str
    title: str = ""
    language: str = "en"  # ISO 639-1
    cover: str = ""  # the opening of its first page: company, form, period
    replaced_by: int | None = None  # the document asked as well that is its newer edition

    @property
    def is_message(self) -> bool:
        """Whether it is an e-mail, by its file's name."""
        return self.filename.lower().endswith((".eml", ".msg"))


@dataclass(frozen=True, slots=True)
class Correction:
    """A figure on a page that a person corrected. What the source prints is never shown or used without it."""

    start: int  # of the figure, inclusive, in the page's text
    end: int  # exclusive
    statement: str  # what it should say: "Revenue, FY2024, actual: 11.3 million EUR"
    note: str  # who says so and why, and what the source says
    value: Decimal | None  # in the printed unit and scale; None where more than the number was corrected


@dataclass(frozen=True, slots=True)
class Evidence:
    """A retrieved passage on its page. Only what stands in evidence may be claimed."""

    id: int
    document: Document
    page: Page
    start: int  # inclusive, in the page's text
    end: int  # exclusive
    score: float = 0.0  # of the retriever; ranks within one search only
    before: Page | None = None  # the page before, where a table's headings may stand
    corrections: tuple[Correction, ...] = ()  # of the page
    sheets: tuple[Page, ...] = ()  # of a workbook all, for one of them may tell the calendar of another
    elsewhere: tuple[str, ...] = ()  # lines of the whole document that state a scale, for its table may state none

    @property
    def document_id(self) -> int:
        """The document that holds the passage."""
        return self.document.id

    @property
    def filename(self) -> str:
        """The name of that document."""
        return self.document.filename

    @property
    def content(self) -> str:
        """The passage, verbatim."""
        return self.page.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question and the documents it is asked of."""

    question: str
    documents: tuple[Document, ...]
    about: str = ""  # all that was asked together, where the question is one of several; else ""
    spoken: "Spoken | None" = None  # where it is asked in a conversation, of a model


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a model is told beside a question that is asked in a conversation."""

    turns: tuple[tuple[str, str], ...] = ()  # questions and answers before it, the oldest first
    known: tuple[str, ...] = ()  # sentences that rules have proven as its answer
    about: tuple[int, ...] = ()  # the contracts that it is about, by their ids


class Decision(StrEnum):
    """What to do after a look at the evidence."""

    FINISH = "finish"  # it suffices
    CONTINUE = "continue"  # look for more
    RETRY_GENERATION = "retry_generation"  # the queries found nothing of use: ask with other words
    FAIL = "fail"  # nothing more to try


@dataclass(frozen=True, slots=True)
class Grade:
    """A decision and why it was taken."""

    verdict: Decision
    reason: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Words said to stand, verbatim, on the page of a piece of evidence."""

    evidence_id: int
    text: str
    start: int | None = None  # where its decisive cell stands on the page, for quotes of rows of tables; inclusive
    end: int | None = None  # exclusive


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the answer and the quotes it rests on, the decisive one first."""

    text: str
    quotes: tuple[Quote, ...]
    computation: "Computation | None" = None  # where its number is computed; the text then only says what it is
    stated: Meaning | None = None  # where it is one cell: what the cell means. Verification derives it anew
    headed: Headed | None = None  # where it is a cell known by its headers alone
    selected: Selection | None = None  # where it tells rows of a table, all that meet some conditions
    follows: str = ""  # of an item of a list: the claim that announces it


@dataclass(frozen=True, slots=True)
class Operand:
    """A number that a computation takes, and the claim of the cell that states it."""

    name: str  # in the expression
    claim: Claim
    number: int | None = None  # where it starts on the page of the claim's quote; None where the claim is a cell


@dataclass(frozen=True, slots=True)
class Computation:
    """How a figure follows from cells. Verification computes it, from the cells it has found itself."""

    expression: str
    form: str  # ratio, percent, days, amount
    operands: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before anything in it has been verified. Without claims it is a refusal."""

    claims: tuple[Claim, ...]
    reason: str = ""  # why there is no claim, when there is none


@dataclass(frozen=True, slots=True)
class Refused:
    """A claim that verification did not let through, and why."""

    claim: Claim
    reason: str


class Reasoner(Protocol):
    """Thinks about evidence. It names evidence by id only; files, pages and values are looked up, never believed."""

    degraded: list[str]  # what did not work as it should, in sentences for the user
    judge: "Judge | None"  # of claims that are open; None where no model is asked
    reads_ledger: bool  # whether figures that the ledger states answer before it is asked
    rules: "Reasoner | None"  # that look once more where nothing was proven; None for the rules themselves

    on_claim: "Callable[[Claim], None] | None"  # told of each claim while a draft is still being written

    @property
    def usage(self) -> Mapping[str, Any] | None:
        """What the run took of a hosted model, for `--detail`; None where none was asked."""

    async def plan_queries(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> list[str]:
        """Further queries worth trying, best first, none of them in `tried`; empty when ideas have run out."""

    async def grade(self, inquiry: Inquiry, evidence: Sequence[Evidence], tried: Sequence[str]) -> Grade:
        """Whether the evidence answers the question, and what to do if it does not."""

    async def draft(self, inquiry: Inquiry, evidence: Sequence[Evidence]) -> Draft:
        """Claims that answer the question, each with verbatim quotes from the evidence."""

    async def repair(self, inquiry: Inquiry, evidence: Sequence[Evidence], refused: Sequence[Refused]) -> Draft:
        """A second try at refused claims; an empty draft where there is none."""
