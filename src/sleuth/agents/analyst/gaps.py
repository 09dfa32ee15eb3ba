"""What is missing, for the behaviours: the gaps of the coverage, and the questions that would close them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sleuth.store.deal.questions import fingerprint

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage, Item
    from sleuth.agents.analyst.requests.questions import Suggestion


def most_important_gaps(coverage: "Coverage", most: int) -> "list[Item]":
    """The gaps by priority, what is missing before what is partly there."""
    return sorted(coverage.gaps, key=lambda item: (by_weight(item), item.status != "missing"))[:most]


def by_weight(item: "Item") -> int:
    """The order of requests: what weighs most first, what is on no list of weights last."""
    return ("high", "medium", "low", "").index(item.weight)


def is_said_given(item: "Item") -> bool:
    """Whether the list itself says that a request was answered: that we find nothing of it is no risk of the deal."""
    from sleuth.agents.analyst.requests.verdict import PROVIDED

    return item.said.stands == PROVIDED


def questions_for(gaps: "Sequence[Item]", suggestions: "Sequence[Suggestion]") -> list[dict[str, Any]]:
    """The questions that would close gaps, as `add_to_qa` takes them; none for what is asked already."""
    wanted = {f"request {fingerprint(item.text)}" for item in gaps}
    return [question_json(one) for one in suggestions if one.source == "gap" and one.reference in wanted]


def question_json(suggestion: "Suggestion") -> dict[str, Any]:
    """A suggested question as `add_to_qa` takes it."""
    return {
        "question": suggestion.text, "domain": suggestion.domain, "priority": suggestion.priority,
        "source": suggestion.source, "reference": suggestion.reference, "note": suggestion.note,
        "request_id": suggestion.request_id,
    }  # fmt: skip
