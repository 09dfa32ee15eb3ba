"""Which talks a run asks, and the share of each outcome."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sleuth.config import Settings
from sleuth.evals.conversations.asking import Judged, ask_room
from sleuth.evals.conversations.talks import Talk, TalkSet
from sleuth.evals.conversations.verdicts import RIGHT, Value
from sleuth.evals.corpora import OnProgress
from sleuth.evals.figures import CONVERSATIONS, Figure, figure
from sleuth.evals.halves import HELD_OUT, digest, half
from sleuth.store.server.database import Database


def sample(talks: Iterator[Talk], limit: int) -> list[Talk]:
    """At most `limit` talks, the same on every run."""
    return sorted(talks, key=lambda talk: digest(talk.id))[:limit]


def ask_set(
    database: Database, settings: Settings, chosen: TalkSet, data: Path, limit: int, show: OnProgress
) -> list[Judged]:
    """Every turn of the sampled talks of a set."""
    talks, files = sample(chosen.talks(data), limit), chosen.files(data)
    rooms: dict[str, list[Talk]] = defaultdict(list)
    for talk in talks:
        rooms[talk.room].append(talk)
    judged: list[Judged] = []
    turns = sum(len(talk.turns) for talk in talks)
    for room, held in rooms.items():
        for one in ask_room(database, settings, f"{chosen.key} {room}", files[room], held, _quiet):
            judged.append(one)
            show(f"{chosen.key}: asking", len(judged), turns)
    return judged


def _quiet(work: str, done: int, total: int) -> None:
    """Rooms are many and small: their files are not worth a line each."""


def talk_figures(key: str, judged: Sequence[Judged]) -> Iterator[Figure]:
    """The share of each outcome, over all turns that are judged and over each kind of them."""
    counted = [one for one in judged if one.outcome]
    if not counted:
        return
    kinds = dict.fromkeys(kind for one in counted for kind in one.turn.groups)
    if len(kinds) > 1 and isinstance(counted[0].turn.judge, Value):
        yield from _shares(key, counted)
    for kind in kinds:
        yield from _shares(f"{key}: {kind}", [one for one in counted if kind in one.turn.groups])
    if isinstance(counted[0].turn.judge, Value):
        yield figure(CONVERSATIONS, key, "conversations with every turn right", list(_whole(counted)))


def _shares(name: str, judged: Sequence[Judged]) -> Iterator[Figure]:
    outcomes = judged[0].turn.judge.outcomes if judged[0].turn.judge else ()
    for outcome in outcomes:
        values = [(one.talk.group, float(one.outcome == outcome)) for one in judged]
        yield figure(CONVERSATIONS, name, outcome, values)


def _whole(judged: Sequence[Judged]) -> Iterator[tuple[str, float]]:
    talks: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        talks[one.talk.id].append(one)
    for turns in talks.values():
        yield turns[0].talk.group, float(all(one.outcome == RIGHT for one in turns))


def to_read(key: str, judged: Sequence[Judged]) -> Iterator[dict[str, Any]]:
    """Each turn with what was said, what is right and how it was judged."""
    for one in judged:
        yield {
            "set": key,
            "half": "held-out" if half(one.talk.group) == HELD_OUT else "dev",
            "talk": one.talk.id,
            "turn": one.number,
            "question": one.turn.message,
            "right": str(one.turn.judge) if one.turn.judge else "",
            "outcome": one.outcome,
            **one.answer,
        }
