"""Whether what is proven answers the question: the second gate of verification."""

from sleuth.answering.state import State
from sleuth.answering.verification import Dropped, Proven
from sleuth.evidence.prose import prose_responds
from sleuth.evidence.responds import (
    cell_responds,
    document_responds,
    figure_responds,
    headed_responds,
    is_labelled,
    of_another_paper,
    sentence_responds,
)
from sleuth.language.glyphs import plain
from sleuth.language.query import Query
from sleuth.language.scale import states_amount, states_scale
from sleuth.reason.protocol import Claim
from sleuth.reason.understand.figures import asks_money, is_financial, line_query
from sleuth.reason.understand.implied import says as implies


def responding(verdict: Proven | Dropped, claim: Claim, state: State) -> Proven | Dropped:
    """The verdict on a claim; where it is proven but does not answer the typed question, the refusal."""
    if isinstance(verdict, Dropped) or claim.selected is not None:  # a selection is typed by the question's words
        return verdict
    query = state.get("query")
    reason = _off_words(verdict, claim, state) if query is None else _off_figures(verdict, claim, query, state)
    return Dropped(claim, f"it does not answer: {reason}") if reason else verdict


def _off_words(shown: Proven, claim: Claim, state: State) -> str:
    """Why a claim does not answer a question about words; "" where it does, or belongs to one that may."""
    leads = any(other.follows == claim.text for other in state.get("draft", []))
    if leads or claim.follows:
        return ""
    if claim.headed is None:
        return _off_point(shown, state)
    line = line_query(state["question"])  # "X's trading result in 2024?" of which no line is known by that name
    unnamed = headed_responds(line, f"{shown.text}\n{shown.titles}", _names(shown, line, state)) if line else ""
    return unnamed or cell_responds(claim.headed.labels, shown.text) or _off_document(shown, state)


def _off_figures(shown: Proven, claim: Claim, query: Query, state: State) -> str:
    """Why a claim does not answer a question about figures; "" where it does, or is computed or computed from."""
    if claim.stated is not None:
        is_operand = bool(claim.text) and any(one.computation for one in state.get("draft", []))
        return "" if is_operand else figure_responds(query, claim.stated, _names(shown, query, state))
    if claim.computation is not None:
        return ""
    return unfitting(shown, state, is_cell=claim.headed is not None) or _off_document(shown, state)


def unfitting(shown: Proven, state: State, *, is_cell: bool = False) -> str:
    """Why a sentence does not answer the question; "" if it does."""
    query = state.get("query")
    if query is None:
        return _off_point(shown, state)
    names = _names(shown, query, state)
    is_sentence = not is_cell and not is_labelled(shown.text)
    is_decided = implies("decided", plain(query.text).text) and implies("decided", plain(shown.text).text)
    is_plain = len(query.heavy - names) < 2 and not is_decided  # a measure of a company, which its accounts state
    of_accounts = shown.citations[0].document_id in state.get("accounts", ())
    if is_sentence and is_plain and of_accounts and is_financial(query):
        return "figures of accounts are taken from tables"
    if is_cell and of_accounts and asks_money(query) and not (states_amount(shown.text) or states_scale(shown.text)):
        return "nothing says in what its number counts money"
    if is_cell and (unnamed := headed_responds(query, f"{shown.text}\n{shown.titles}", names)):
        return unnamed
    return sentence_responds(query, shown.text, names, is_cell=is_cell)


def _off_point(shown: Proven, state: State) -> str:
    """Why a sentence, or what it quotes, does not answer the question about words; "" where either does."""
    if another := of_another_paper(state["question"], shown.citations[0].filename):
        return another
    quoted = " ".join(citation.text for citation in shown.citations)
    return prose_responds(state["asked"], shown.text) and prose_responds(state["asked"], quoted)


def _off_document(shown: Proven, state: State) -> str:
    """Why what stands in this document, at this place, does not answer; "" where it does."""
    citation = shown.citations[0]
    return document_responds(state["question"], shown.text, citation.filename, citation.locator.partition("!")[0])


def _names(shown: Proven, query: Query, state: State) -> frozenset[str]:
    """The stems that mean the document that is cited; where the question names it, also what it calls others."""
    names = state.get("names", {})
    own = names.get(shown.citations[0].document_id, frozenset())
    if not own & query.stems:
        return own
    others = frozenset[str]().union(*names.values())
    return own | (others & query.stems)
