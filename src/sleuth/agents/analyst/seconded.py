"""Whether the sentences that rules tell are borne out by what else is known of the question: a second opinion.

Rules choose a sentence by the question's type and words. It is told as the answer where it is also among the passages
nearest to the question by meaning, which the ranking under a refusal finds without any of those rules, and where it, or
its document's name, says one of the names that the question says. Else it is shown as a passage.
"""

from collections.abc import Iterable

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.dialogue.capitals import are_names
from sleuth.agents.analyst.nearest import Near, nearest_to
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.verification import Citation
from sleuth.language.tokens import spaced, stems
from sleuth.reason.understand.question import understand

_AMONG = 10  # passages: in open rooms every right sentence was among them, half of the wrong ones were not


async def is_seconded(turn: Turn, answer: Answer) -> bool:
    """Whether an answer in sentences is near in meaning and says a name that is asked of; any other answer is.

    Where no passage is like the question, meaning says nothing.
    """
    if not answer.is_in_words:
        return True
    if not _says_a_name(turn, answer) or await _lacks_a_name(turn, answer):
        return False
    nearest = await nearest_to(turn.room, turn.meant.question)
    return not nearest or _stands_among(answer.citations, nearest[:_AMONG])


async def _lacks_a_name(turn: Turn, answer: Answer) -> bool:
    """Whether a word of the question that neither the sentences nor their documents' names say is a name, by how the
    documents write it: "the commissioner" of a contract that calls one party so.
    """
    question = understand(turn.meant.question)
    told = _told(turn, answer)
    unsaid = [term.text for term in question.terms if term.weight >= 1 and not told & {term.stem, *term.foreign}]
    return not turn.meant.documents and await are_names(turn.room, unsaid)


def _told(turn: Turn, answer: Answer) -> frozenset[str]:
    """The stems of what sentences say, and of what their documents are called."""
    told = " ".join(block.stated for block in answer.blocks if block.proof)
    files = " ".join(f"{spaced(one.filename)} {one.locator}" for one in answer.citations)
    return frozenset(stems(f"{told} {files}", turn.meant.language))


def _stands_among(citations: Iterable[Citation], nearest: Iterable[Near]) -> bool:
    """Whether a citation is of one of the passages."""
    places = [near.place for near in nearest]
    return any(
        (citation.document_id, span.page) == (document, page) and span.start < end and start < span.end
        for citation in citations
        for span in citation.spans
        for document, page, start, end in places
    )


def _says_a_name(turn: Turn, answer: Answer) -> bool:
    """Whether the sentences, or the names of their documents, have one of the names of a question; the company's own
    aside. A question of documents that are meant is of those.
    """
    meant = turn.meant
    own = stems(" ".join(turn.known.chief), meant.language)
    names = {term.stem for term in understand(meant.question).terms if term.is_name} - own
    if meant.documents or not names:
        return True
    return bool(names & _told(turn, answer))
