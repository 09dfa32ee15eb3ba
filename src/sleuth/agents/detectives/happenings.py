"""A dated event of an inquiry as a document states it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sleuth.agents.detectives.moments import PRECISIONS, Moment
from sleuth.agents.detectives.names import read_bodies, read_ministries

EventType = Literal[
    "directive_issued", "supplementary_directive", "committee_formed", "investigator_appointed",
    "investigator_dismissed", "report_due", "interim_report", "handed_over", "sou_published", "consultation_sent",
    "comments_due", "council_referral", "bill", "bill_withdrawn", "in_force_proposed", "in_force",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Happening:
    """A dated event as a document states it. Offsets are of the running text."""

    type: str  # an EventType
    moment: Moment
    start: int  # of the statement
    end: int
    date_start: int  # of the date
    date_end: int
    subject: str = ""  # what it is of, where there may be several: a number, a person
    actors: tuple[str, ...] = ()
    who: tuple[int, int] | None = None  # where the person of the event is named

    @property
    def confidence(self) -> str:
        """ "high" for a day, "medium" for less."""
        return "high" if self.moment.precision == "day" else "medium"


def actors(text: str) -> tuple[str, ...]:
    """The ministries and bodies that a statement names, and the government where it acts."""
    named = [body.name for body in (*read_ministries(text), *read_bodies(text))]
    if re.search(r"\b[Rr]egeringen\b", text):
        named.append("Regeringen")
    return tuple(dict.fromkeys(named))


def best_of(found: Sequence[Happening]) -> tuple[Happening, ...]:
    """What is said twice of one thing, once: the more precise date, else the first. Other dates stay beside it."""
    kept: list[Happening] = []
    for one in sorted(found, key=lambda happening: (PRECISIONS.index(happening.moment.precision), happening.start)):
        twin = any(
            other.type == one.type
            and (other.subject == one.subject or not one.subject or not other.subject)
            and other.moment.within(one.moment)
            for other in kept
        )
        if not twin:
            kept.append(one)
    return tuple(sorted(kept, key=lambda happening: happening.start))
