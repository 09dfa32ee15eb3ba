"""Data rooms of the repository (`rooms/`), asked in the words of those who wrote them, and judged by what readers said.

A reader has judged answers one by one (`judged.jsonl`). An answer that is told again, word for word, has the verdict
that it had then; one that tells nothing is a refusal; one that nobody has read yet is counted apart, and written down
to be read.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.analyst.asking import Asked, Asking
from sleuth.evals.analyst.rooms import Room, add_files, forget
from sleuth.evals.corpora import OnProgress
from sleuth.evals.figures import ROOMS, Figure
from sleuth.evals.generated import REPOSITORY
from sleuth.evals.rows import rows
from sleuth.store.server.database import Database

VERDICTS = ("right", "partial", "wrong", "refused")
UNREAD = "not read yet"
_FINE = "ok"  # the verdict where no file has an answer, and none is told
_PROJECT = "evaluation of the room: "
_HERE = REPOSITORY / "rooms"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a room, and what a person answers who has read it."""

    id: str
    message: str
    gold: str
    is_answerable: bool
    follows: bool  # goes on in the conversation of the question before


@dataclass(frozen=True, slots=True)
class ReadRoom:
    """Files, questions, and the verdicts on answers to them."""

    name: str
    paths: tuple[Path, ...]
    questions: tuple[Question, ...]
    verdicts: Mapping[tuple[str, str], str] = field(default_factory=dict)  # by the question's id and the answer

    def verdict(self, question: Question, reply: Mapping[str, Any]) -> str:
        """What the reader of this answer said of it; without a reader what its kind says."""
        known = self.verdicts.get((question.id, _form(reply["answer"])))
        if known is not None or reply["claims"]:
            return known or UNREAD
        return "refused" if question.is_answerable else _FINE


def load_rooms(folder: Path = _HERE) -> list[ReadRoom]:
    """The rooms below a folder. Raises UserError where there are none: they are not installed with the program."""
    found = [_load(path.parent) for path in sorted(folder.glob("*/questions.jsonl"))]
    if not found:
        raise UserError(f"{folder} holds no rooms: run `sleuth eval rooms` from a checkout of the repository.")
    return found


def _load(folder: Path) -> ReadRoom:
    questions = tuple(
        Question(one["id"], one["q"], one["gold"], one["kind"] != "unanswerable", one.get("follow", False))
        for one in rows(folder / "questions.jsonl")
    )
    judged = folder / "judged.jsonl"
    verdicts = {(one["id"], _form(one["answer"])): one["verdict"] for one in rows(judged)} if judged.exists() else {}
    return ReadRoom(folder.name, tuple(sorted((folder / "files").iterdir())), questions, verdicts)


def _form(answer: str) -> str:
    return " ".join(answer.split())


def ask_room(database: Database, settings: Settings, room: ReadRoom, show: OnProgress) -> list[dict[str, Any]]:
    """Each question with its answer and the verdict, for a person to read. The project is removed at the end."""
    filled = Room(room.name, _PROJECT + room.name, {path.name: path for path in room.paths})
    add_files(database, settings, filled.name, filled.project, room.paths, show)
    asking = Asking(database, settings)
    try:
        return asyncio.run(_ask(lambda: asking(filled), room, show))
    finally:
        forget(database, filled)


async def _ask(begin: Callable[[], Asked], room: ReadRoom, show: OnProgress) -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = []
    conversation = begin()
    for done, question in enumerate(room.questions, 1):
        conversation = conversation if question.follows else begin()
        answer = (await conversation.ask(question.message)).json
        asked.append(
            {
                "room": room.name, "id": question.id, "question": question.message, "gold": question.gold,
                "answerable": question.is_answerable, "answer": answer["answer"],
                "verdict": room.verdict(question, answer),
            }
        )  # fmt: skip
        show(f"{room.name}: asking", done, len(room.questions))
    return asked


def room_figures(name: str, asked: Sequence[Mapping[str, Any]]) -> list[Figure]:
    """The share of each verdict among the questions that the room answers, and of what is fine among the others."""
    answerable = Counter(one["verdict"] for one in asked if one["answerable"])
    others = Counter(one["verdict"] for one in asked if not one["answerable"])
    return [
        *(_share(name, verdict, answerable, verdict) for verdict in (*VERDICTS, UNREAD)),
        _share(name, "no answer in the files: none told", others, _FINE),
    ]


def _share(name: str, measure: str, counts: Counter[str], verdict: str) -> Figure:
    total = counts.total()
    return Figure(ROOMS, name, measure, counts[verdict] / total if total else None, None, None, total)
