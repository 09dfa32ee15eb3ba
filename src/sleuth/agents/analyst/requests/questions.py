"""Questions that the target should be asked: about what is missing, what contradicts itself, and what is unusual."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.requests.coverage import Coverage, Item, coverage_in
from sleuth.language.spoken import opening, spoken
from sleuth.store.deal.questions import Question, add_question, fingerprint, list_questions, same_question

if TYPE_CHECKING:
    import psycopg

    from sleuth.store.ledger.conflicts import StoredConflict
    from sleuth.store.ledger.findings import StoredFinding

MOST_UNUSUAL = 10  # unusual items that are asked about
_MOST_SIDES = 4  # of a conflict


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question that might be asked, and what it came of."""

    text: str
    domain: str
    priority: str  # high, medium, low
    source: str  # gap, conflict, insight
    reference: str  # what it came of; the same thing is never asked about twice
    note: str  # why it should be asked
    request_id: int | None = None
    places: tuple[str, ...] = ()  # "file.pdf, p.12"

    def to_json(self) -> dict[str, Any]:
        """The public shape."""
        return {
            "text": self.text, "domain": self.domain, "priority": self.priority, "source": self.source,
            "note": self.note, "places": list(self.places),
        }  # fmt: skip


def suggest_in(
    connection: "psycopg.Connection", project_id: int, domain: str = "", covered: Coverage | None = None
) -> list[Suggestion]:
    """What the target should be asked and is not yet, the most important first; of one area where it is named."""
    covered = covered or coverage_in(connection, project_id)
    found = [
        *_of_conflicts(connection, project_id),
        *(_of_gap(item) for item in covered.gaps),
        *_of_insights(connection, project_id),
    ]
    known = list_questions(connection, project_id)
    chosen = [one for one in found if one.domain.startswith(domain.casefold())] if domain else found
    fresh = _not_asked(chosen, known)
    return sorted(fresh, key=lambda one: ("high", "medium", "low").index(one.priority))


def _not_asked(found: Iterable[Suggestion], known: Sequence[Question]) -> list[Suggestion]:
    """Those that no question asks yet, each once."""
    fresh: dict[str, Suggestion] = {}
    for one in found:
        if same_question(known, one.text, one.source, one.reference) is None:
            fresh.setdefault(fingerprint(one.text), one)
    return list(fresh.values())


def keep_suggestions(
    connection: "psycopg.Connection", project_id: int, suggestions: Iterable[Suggestion], by_whom: str = ""
) -> list[Question]:
    """Put suggestions on the list; those that were not asked before."""
    kept = [
        add_question(
            connection, project_id, one.text, domain=one.domain, priority=one.priority, source=one.source,
            reference=one.reference, note=one.note, request_id=one.request_id, by_whom=by_whom,
        )
        for one in suggestions
    ]  # fmt: skip
    return [question for question in kept if question.is_new]


def _of_gap(item: Item) -> Suggestion:
    lacking = "; ".join(item.lacking)
    said = item.text.rstrip(".? ")
    match item.status:
        case "missing":
            text = f"Please provide: {said}."
        case "outdated":
            text = f"Please provide a current version: {said} ({lacking})."
        case _:
            text = f"Please complete: {said}. Still missing: {lacking}."
    places = tuple(f"{one.filename}, {one.locator}" for one in item.evidence[:_MOST_SIDES])
    note = f"{item.list_name} {item.number}".strip() + f": {item.status}" + (f", {lacking}" if lacking else "")
    reference = f"request {fingerprint(item.text)}"
    return Suggestion(text, item.domain, item.priority or "medium", "gap", reference, note, item.request_id, places)


def _of_conflicts(connection: "psycopg.Connection", project_id: int) -> Iterator[Suggestion]:
    from sleuth.store.ledger.conflicts import list_conflicts

    for conflict in list_conflicts(connection, project_id):
        yield _of_conflict(conflict)


def _of_conflict(conflict: "StoredConflict") -> Suggestion:
    first = conflict.sides[0]
    about = ", ".join(filter(None, (spoken(first.metric), *first.dimension, first.period_name)))
    sides: list[StoredFinding] = []
    for side in conflict.sides:  # the weightiest first; of those that say the same one is enough
        if not any(_agree(side, other) for other in sides):
            sides.append(side)
    sides = sides[:_MOST_SIDES]
    stated = "; ".join(f"{side.shown} in {side.filename} ({side.locator})" for side in sides)
    title = opening(about)
    text = f"{title}: the documents state {stated}. Which is right, and what explains the difference?"
    values = " ".join(sorted({side.shown for side in conflict.sides}))
    reference = f"{first.subject_key} {first.metric} {first.period_key} {first.scenario} {values}"
    places = tuple(f"{side.filename}, {side.locator}" for side in sides)
    own_line = first.metric.startswith("line: ")
    return Suggestion(
        text, first.domain, "medium" if own_line else "high", "conflict", reference, conflict.authority.why,
        places=places,
    )  # fmt: skip


def _agree(one: "StoredFinding", other: "StoredFinding") -> bool:
    """Whether two sides say the same, as far as both are precise."""
    if one.magnitude is None or other.magnitude is None or one.unit != other.unit:
        return one.shown == other.shown
    steps = [side.step.scaleb(side.scale) for side in (one, other) if side.step is not None]
    return abs(one.magnitude - other.magnitude) <= max(steps, default=Decimal(0)) / 2


def _of_insights(connection: "psycopg.Connection", project_id: int) -> Iterator[Suggestion]:
    """The unusual items that an analyst would act on first."""
    from sleuth.store.ledger.insights import ranked_insights

    ranked = ranked_insights(connection, project_id)
    unusual = [insight for insight in ranked.insights if insight.kind == "anomaly"]
    for insight in unusual[:MOST_UNUSUAL]:
        rests_on = [ranked.findings[number] for number in insight.rests_on if number in ranked.findings]
        places = tuple(dict.fromkeys(f"{f.filename}, {f.locator}" for f in rests_on))[:_MOST_SIDES]
        where = f" ({'; '.join(places)})" if places else ""
        text = f"{insight.statement.rstrip('.')}{where}. What explains this?"
        domain = rests_on[0].domain if rests_on else "financial"
        reference = f"{insight.rule} {insight.subject} {insight.metric} {insight.scenario} {insight.statement}"
        yield Suggestion(text, domain, "medium", "insight", reference, insight.computation, places=places)
