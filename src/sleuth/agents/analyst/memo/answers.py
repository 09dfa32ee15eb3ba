"""Questions of a section, asked of the documents as any question is; what does not respond is left out."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.agents.analyst.memo.gates import responds, why_no_statement, without_numbering
from sleuth.agents.analyst.memo.outline import COMPANY
from sleuth.agents.analyst.memo.proofs import source_of
from sleuth.agents.analyst.page.model import Sentence
from sleuth.answering.run import research_in
from sleuth.answering.verification import Proven, marked

if TYPE_CHECKING:
    from sleuth.answering.library import Library
    from sleuth.reason.protocol import Reasoner

_MOST = 3  # sentences of one answer


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with what was found."""

    question: str
    sentences: tuple[Sentence, ...]
    remarks: tuple[str, ...] = ()  # of what did not work as it should


async def ask(library: "Library", question: str, company: str, reasoner: "Reasoner | None") -> Answered:
    """The sentences that answer a question, each proven; none where nothing responds to it."""
    asked = question.replace(COMPANY, company)
    found = await research_in(library, asked, reasoner)
    sentences = [shown for claim in found.proven if (shown := _sentence(claim, asked, company))]
    return Answered(asked, tuple(sentences[:_MOST]), found.degraded)


def _sentence(claim: Proven, question: str, company: str) -> Sentence | None:
    """A claim as a sentence of the memo; None where it is none, or says too little of what was asked."""
    if claim.proof in ("verbatim", "judged"):
        judged = claim.proof == "judged"
        if why_no_statement(claim.text) or not responds(question, claim.text, company, is_judged=judged):
            return None
    text = closed(without_numbering(marked(claim)))
    return Sentence(text, tuple(source_of(citation) for citation in claim.citations))


def closed(text: str) -> str:
    """A sentence with its full stop."""
    said = text.rstrip(" ;,")
    return said if said.endswith((".", "!", "…", ".”", ".)")) else f"{said}."
