"""What a reasoner is given to work on: the question in its setting, and the passages found."""

from sleuth.answering.evidence import evidence_at
from sleuth.answering.state import Deps, State
from sleuth.reason.protocol import Evidence, Inquiry, Spoken


def inquiry_of(state: State, deps: Deps) -> Inquiry:
    """The question, the documents that are asked, and the conversation that it stands in."""
    documents, within = deps.library.documents, state.get("within", frozenset())
    asked = tuple(document for document in documents if document.id in within) or tuple(documents)
    talk = state.get("talk")
    spoken = Spoken(talk.turns, tuple(one.text for one in talk.known), talk.about) if talk is not None else None
    return Inquiry(state["question"], asked, state.get("about", ""), spoken)


async def evidence_of(state: State, deps: Deps) -> list[Evidence]:
    """The passages found, on their pages. The id is the place in `found`, which only grows."""
    return await evidence_at(deps.library, state.get("found", []), set(state.get("fact_places", {}).values()))
