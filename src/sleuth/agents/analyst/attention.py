"""What needs a reader's attention around some figures: disputes between sources, and what arithmetic finds unusual."""

import re
from collections.abc import Collection, Sequence

from sleuth.agents.analyst.answer import Block, bullet, heading
from sleuth.agents.analyst.ledger import Shown
from sleuth.agents.analyst.notes import conflict_bullet, sides_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import shortened
from sleuth.findings.finding import subject_key
from sleuth.language.quantity import unit_form
from sleuth.store.ledger.conflicts import conflicts_of
from sleuth.store.ledger.insights import Ranked, StoredInsight, ranked_insights

_MOST = 3


async def attention_to(
    turn: Turn, shown: Sequence[Shown], measures: Collection[str], subject: str, most: int = _MOST
) -> list[Block]:
    """What is disputed among these figures, and what is unusual about their measures; empty where nothing is."""
    ids = [fact.id for one in shown for _, fact in one.stated.figure.facts]
    found = await turn.room.read(lambda connection, project: conflicts_of(connection, project, ids))
    items = [await conflict_bullet(turn.room, conflict, turn.phrases) for conflict in found[:most]]
    items += await unusual(turn, measures, subject, most)
    kept = [item for item in items if item is not None]
    return [heading(f"{turn.phrases('attention')}:"), *kept] if kept else []


async def unusual(turn: Turn, measures: Collection[str] | None, subject: str, most: int) -> list[Block | None]:
    """What arithmetic finds unusual, of some measures or of all: each with its computation and its places."""
    ranked = await turn.room.read(ranked_insights)
    own = subject_key(subject)
    fitting = [
        one
        for one in ranked.insights
        if one.kind == "anomaly"
        and (measures is None or one.metric in measures)
        and (not own or subject_key(one.subject) == own)
    ]
    told: dict[str, StoredInsight] = {}
    for one in fitting:  # a measure that several documents list under no name is one matter
        told.setdefault(one.computation, one)
    named = [one for one in told.values() if one.subject] or list(told.values())
    return [await _insight(turn, one, ranked) for one in named[:most]]


async def _insight(turn: Turn, insight: StoredInsight, ranked: Ranked) -> Block | None:
    """An insight as a claim: it is told only where every figure that it rests on is proven."""
    findings = [ranked.findings[number] for number in insight.rests_on if number in ranked.findings]
    sides = await sides_of(turn.room, findings)
    if not findings or len(sides) < len(findings):
        return None
    citations = tuple(dict.fromkeys(citation for side in sides for citation in side.citations))
    text = re.sub(r"(?<![\w\d])-(?=\d)", "−", shortened(_spoken(insight.statement)))
    return bullet(text.rstrip("."), citations, "computed")


def _spoken(statement: str) -> str:
    """Amounts as the analyst writes them: "5,200 thousand EUR" is "€5,200 thousand"."""

    def money(found: re.Match[str]) -> str:
        minus = "−" if found[1] else ""
        return f"{minus}{unit_form(found[4], 0).replace('#', found[2])} {found[3]}"

    return re.sub(r"(-)?([\d][\d,.]*) (thousand|million|billion) ([A-Z]{3})\b", money, statement)
