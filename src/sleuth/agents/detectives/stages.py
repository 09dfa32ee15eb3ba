"""The stage of a process: a pure function of its cited events. Only evidence moves it, forwards or back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sleuth.agents.detectives.words import lexicon

STAGES = (
    "directive",
    "investigation",
    "interim",
    "published",
    "consultation",
    "council_referral",
    "bill",
    "in_force",
)
_PROVES = {  # what an event of a type proves
    "directive_issued": "directive",
    "supplementary_directive": "investigation",
    "committee_formed": "investigation",
    "investigator_appointed": "investigation",
    "interim_report": "interim",
    "handed_over": "published",
    "sou_published": "published",
    "consultation_sent": "consultation",
    "comments_due": "consultation",
    "council_referral": "council_referral",
    "bill": "bill",
    "in_force": "in_force",
}
_ANNOUNCES_FUTURE = frozenset({"in_force"})  # reached on its day, not when it is decided


@dataclass(frozen=True, slots=True)
class Evidence:
    """A cited event as the stage machine sees it."""

    id: UUID
    type: str
    day: date
    stated: str
    subject: str
    source: str  # the document and its page, for people
    is_interim: bool = False  # of an interim report: it ends no inquiry


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a process stands, why, and the events that prove it."""

    name: str | None
    explanation: str
    evidence: tuple[UUID, ...]


def decide(current: str | None, events: Sequence[Evidence], today: date) -> Stage:
    """The stage that the events prove.

    It is never before `current`, unless an event takes back what proved it. Without evidence for `current` it stays,
    and the explanation says so.
    """
    withdrawn = _last([event for event in events if event.type == "bill_withdrawn"])
    standing = [event for event in events if not _is_taken_back(event, withdrawn)]
    proven = [(stage, event) for event in standing if (stage := _stage_of(event, today))]
    if not proven:
        return Stage(current, _words("unproven") if current else "", ())
    furthest = max(STAGES.index(stage) for stage, _ in proven)
    name = STAGES[furthest]
    proofs = [event for stage, event in proven if stage == name]
    decisive = _decisive(proofs)
    if current is not None and furthest < STAGES.index(current):
        if withdrawn is None or current != "bill":
            return Stage(current, _words("unproven"), ())
        return Stage(name, _filled("withdrawn", withdrawn), (withdrawn.id, decisive.id))
    return Stage(name, _filled(name, decisive), tuple(event.id for event in proofs))


def _stage_of(event: Evidence, today: date) -> str | None:
    if event.type in _ANNOUNCES_FUTURE and event.day > today:
        return None
    stage = _PROVES.get(event.type)
    return "interim" if stage == "published" and event.is_interim else stage


def _is_taken_back(event: Evidence, withdrawn: Evidence | None) -> bool:
    return withdrawn is not None and event.type == "bill" and event.day <= withdrawn.day


def _last(events: Sequence[Evidence]) -> Evidence | None:
    return max(events, key=lambda event: event.day, default=None)


def _decisive(proofs: Sequence[Evidence]) -> Evidence:
    """The one to name: of publication rather than of handing over, the latest of its kind."""
    order = ("sou_published", "consultation_sent", "investigator_appointed", "committee_formed")
    return max(proofs, key=lambda event: (event.type in order, event.day))


def _words(key: str) -> str:
    return str(lexicon("wording")["explanations"][key])


def _filled(key: str, event: Evidence) -> str:
    text = _words(key).format(what=event.subject, when=event.stated, where=event.source)
    return text.replace("( )", "").replace(" ()", "").replace("  ", " ").replace(" ,", ",")
