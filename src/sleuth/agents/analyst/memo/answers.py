"""Questions of a section, asked of the documents as any question is; what does not respond is left out."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.agents.analyst.memo.gates import PIECES, responds, why_no_statement, without_numbering
from sleuth.agents.analyst.memo.outline import COMPANY
from sleuth.agents.analyst.page.model import Sentence, source_of
from sleuth.answering.run import research_in
from sleuth.answering.verification import Proven, marked

if TYPE_CHECKING:
    from sleuth.answering.library import Library
    from sleuth.reason.protocol import Reasoner

_MOST = 3  # sentences of one answer
_NAMED = re.compile(r"(?:who|where|when) (?:is|are|was|were) (?:the )?(?P<thing>[^?]{3,60})\?", re.IGNORECASE)


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
    """A claim as a sentence of the memo; None where it is none, or says too little of what was asked.

    Who, where or when something is may stand in a line of a list: it is told under the name of what was asked.
    """
    text = without_numbering(marked(claim))
    if claim.proof in ("verbatim", "judged"):
        named = _NAMED.fullmatch(question)
        why = why_no_statement(claim.text)
        if named and why in PIECES:
            text = f"{named['thing'][:1].upper()}{named['thing'][1:]}: {text}"
        elif why or not responds(question, claim.text, company, is_judged=claim.proof == "judged"):
            return None
    text = closed(text)
    return Sentence(text, tuple(source_of(citation) for citation in claim.citations))


def closed(text: str) -> str:
    """A sentence with its full stop."""
    said = text.rstrip(" ;,")
    return said if said.endswith((".", "!", "…", ".”", ".)")) else f"{said}."
