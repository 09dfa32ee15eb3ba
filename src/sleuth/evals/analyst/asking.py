"""The analyst as the suite asks it: conversations in a room's project, with the tokens that a model took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sleuth.agents.analyst.run import Analyst
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.evals.analyst.rooms import Room
from sleuth.evals.analyst.suite import Told
from sleuth.reason.protocol import Reasoner
from sleuth.search.services import services_of
from sleuth.store.server.database import Database

_UNKNOWN = "unknown"  # what a usage says of a cost that no table holds


@dataclass(slots=True)
class Asked:
    """One conversation."""

    analyst: Analyst
    reasoners: list[Reasoner]  # those that the analyst has opened
    number: int | None = None  # of the conversation, from its first turn on

    async def ask(self, message: str) -> Told:
        """The analyst's public JSON."""
        earlier = len(self.reasoners)  # the analyst opens one for each message
        reply = await self.analyst.ask(message, self.number)
        self.number = reply.conversation
        usages = [reasoner.usage for reasoner in self.reasoners[earlier:] if reasoner.usage]
        return Told(reply.to_json(), sum(map(_tokens, usages)), _cost(usages))


@dataclass(slots=True)
class Asking:
    """Begins conversations with the analyst of any room."""

    database: Database
    settings: Settings
    _analysts: dict[str, tuple[Analyst, list[Reasoner]]] = field(default_factory=dict)

    def __call__(self, room: Room) -> Asked:
        if room.project not in self._analysts:
            opened: list[Reasoner] = []

            def opening(settings: Settings) -> Reasoner:
                opened.append(open_reasoner(settings))
                return opened[-1]

            services = services_of(self.settings)
            analyst = Analyst(self.database, self.settings, room.project, services, opening)
            self._analysts[room.project] = analyst, opened
        analyst, reasoners = self._analysts[room.project]
        return Asked(analyst, reasoners)


def _tokens(usage: Mapping[str, Any]) -> int:
    """Tokens in and out."""
    return sum(int(usage.get(key) or 0) for key in ("tokens_in", "tokens_out"))


def _cost(usages: Sequence[Mapping[str, Any]]) -> Decimal | None:
    """US dollars; None where no model was asked, or a price is not known."""
    costs = [str(usage.get("cost_usd", _UNKNOWN)) for usage in usages]
    return sum(map(Decimal, costs), Decimal(0)) if costs and _UNKNOWN not in costs else None
