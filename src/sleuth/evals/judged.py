"""Judged answers as an evaluation: asked again, a good one stays and a bad one has changed."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.agents.researcher import research

if TYPE_CHECKING:
    from sleuth.reason.protocol import Reasoner
    from sleuth.search.services import Services
    from sleuth.store.server.database import Database
    from sleuth.store.talk.answers import Answer


@dataclass(frozen=True, slots=True)
class Again:
    """An answer that somebody judged, and what is answered now."""

    judged: "Answer"
    now: str

    @property
    def stays(self) -> bool:
        """Whether the same is answered."""
        return bool(self.now == self.judged.detail["answer"])

    @property
    def is_well(self) -> bool:
        """Whether a good answer stayed, or a bad one changed: if for the better, a person must say."""
        return self.stays == (self.judged.verdict == "good")


def ask_again(
    database: "Database",
    project: str,
    judged: "Sequence[Answer]",
    reasoner: "Reasoner",
    services: "Services",
) -> Iterator[Again]:
    """Each judged question once more, of the same files; nothing of it is kept."""
    for one in judged:
        asked = research(database, project, one.question, one.filenames, reasoner, services, keep=False)
        yield Again(one, asyncio.run(asked).answer)
