"""Puts talks to the analyst: the files of each room in a project of their own, each talk one conversation."""

import asyncio
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sleuth.agents.analyst.run import Analyst
from sleuth.agents.analyst.run import Reply as Given
from sleuth.agents.reasoner import open_reasoner
from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.analyst.rooms import Room, add_files, forget
from sleuth.evals.conversations.talks import Talk, Turn
from sleuth.evals.conversations.verdicts import Reply
from sleuth.evals.corpora import OnProgress
from sleuth.search.services import services_of
from sleuth.store.server.database import Database

_PREFIX = "evaluation: "


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn that was asked; without an outcome it only led on to the next."""

    talk: Talk
    turn: Turn
    number: int  # from 1
    outcome: str
    answer: Mapping[str, Any]  # to be read


def ask_room(
    database: Database,
    settings: Settings,
    name: str,
    files: Mapping[str, str],
    talks: Sequence[Talk],
    show: OnProgress,
) -> Iterator[Judged]:
    """Every turn of the talks about one room. Its project is removed at the end, also where a turn fails."""
    with tempfile.TemporaryDirectory(prefix="sleuth-talks-") as folder:
        paths = [Path(folder, filename) for filename in files]
        for path in paths:
            path.write_text(files[path.name], encoding="utf-8")
        room = Room(name, _PREFIX + name, {path.name: path for path in paths})
        try:
            add_files(database, settings, name, room.project, paths, show)
            analyst = Analyst(database, settings, room.project, services_of(settings), open_reasoner)
            for talk in talks:
                yield from asyncio.run(_ask(analyst, talk))
        finally:
            forget(database, room)


async def _ask(analyst: Analyst, talk: Talk) -> list[Judged]:
    """The turns of a talk in one conversation. What the program refuses to answer at all counts as a refusal."""
    judged: list[Judged] = []
    conversation: int | None = None
    for number, turn in enumerate(talk.turns, 1):
        try:
            given = await analyst.ask(turn.message, conversation)
        except UserError as error:
            reply, told = Reply(str(error), 0, refuses=True), {"error": str(error)}
        else:
            conversation, reply, told = given.conversation, reply_of(given), given.to_json()
        outcome = turn.judge.judge(reply) if turn.judge else ""
        judged.append(Judged(talk, turn, number, outcome, told))
    return judged


def reply_of(given: Given) -> Reply:
    """The analyst's reply as it is judged."""
    choices = given.trace.get("context", {}).get("choices", ())
    cited = frozenset(str(citation["filename"]) for citation in given.citations)
    return Reply(given.answer, len(given.claims), given.refuses, len(choices), cited)
