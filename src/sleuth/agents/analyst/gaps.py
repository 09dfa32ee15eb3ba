"""What is missing, for the behaviours: from the coverage of the request lists, the most important first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.phrases import Phrases

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage, Item


@dataclass(frozen=True, slots=True)
class Gap:
    """A request that the documents do not answer in full."""

    name: str
    status: str  # partial, outdated, missing
    lacking: str  # what is wanting, in words
    domain: str
    priority: str
    request_id: int | None = None


def gap_of(item: "Item") -> Gap:
    """A request of the coverage as a gap."""
    return Gap(item.text, item.status, "; ".join(item.lacking), item.domain, item.priority, item.request_id)


def most_important_gaps(coverage: "Coverage", most: int) -> list[Gap]:
    """The gaps by priority, what is missing before what is partly there."""
    gaps = [gap_of(item) for item in coverage.gaps]
    ranked = sorted(gaps, key=lambda gap: (_PRIORITIES.index(gap.priority), gap.status != "missing"))
    return ranked[:most]


_PRIORITIES = ("high", "medium", "low", "")


def gap_questions(gaps: Sequence[Gap], phrases: Phrases) -> list[dict[str, Any]]:
    """The questions that would close gaps, as `add_to_qa` takes them."""
    return [
        {
            "question": phrases("ask_for", topic=gap.name) if gap.status == "missing" else phrases(
                "ask_to_complete", topic=gap.name, lacking=gap.lacking
            ),
            "topic": gap.domain,
            "priority": gap.priority or "medium",
            "request_id": gap.request_id,
        }
        for gap in gaps
    ]
