"""Reads a list of questions from a workbook or a CSV file: new ones are asked, those that came back are answered."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sleuth.agents.analyst.requests.asked import read_request
from sleuth.agents.analyst.requests.columns import Grid, head_of, sheet_grid
from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.agents.analyst.requests.coverage import domain_of
from sleuth.agents.analyst.requests.reading import domain_of_section, priority_of
from sleuth.errors import UserError
from sleuth.language.wordlist import wordlist
from sleuth.store.deal.questions import (
    STATUSES,
    Question,
    add_question,
    answer_question,
    list_questions,
    same_question,
    set_status,
)

if TYPE_CHECKING:
    import psycopg

    from sleuth.evidence.source import Source

_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class ReadQuestion:
    """A question as a file has it."""

    text: str
    number: str = ""
    domain: str = ""
    priority: str = ""
    status: str = ""
    answer: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import changed."""

    added: tuple[Question, ...]
    answered: tuple[Question, ...]
    changed: tuple[Question, ...]  # of another status now
    unchanged: int


def read_questions(source: "Source") -> list[ReadQuestion]:
    """The questions of a file, in its order. Raises UserError where no column is headed “Question”."""
    found = [question for page in source.pages for question in _of_grid(sheet_grid(page))]
    if not found:
        raise UserError(
            f"{source.filename}: no question was found in it. It takes a workbook or CSV file with a column “Question”."
        )
    return found


def _of_grid(grid: Grid) -> Iterator[ReadQuestion]:
    head, roles = head_of(grid, "question_columns")
    if head is None:
        return
    for row in sorted(one for one in grid if one > head):
        cells: Mapping[str, str] = {role: grid[row].get(column, "").strip() for column, role in roles.items()}
        text = cells.get("text", "")
        if not _WORD.search(text):
            continue
        domain = cells.get("section", "")
        yield ReadQuestion(
            text, cells.get("number", ""), domain_of_section([domain]) or domain.casefold(),
            priority_of(cells.get("priority", "")), _status(cells.get("status", "")), cells.get("answer", ""),
            cells.get("note", ""),
        )  # fmt: skip


def _status(said: str) -> str:
    folded = said.casefold().strip()
    table = wordlist("wording", PACKAGE)["statuses"]
    return next((status for status in STATUSES if folded in table[status]), "")


def import_questions(
    connection: "psycopg.Connection", project_id: int, read: "list[ReadQuestion]", by_whom: str = ""
) -> Imported:
    """Ask what is new; take over answers and statuses of questions that came back."""
    added: list[Question] = []
    answered: list[Question] = []
    changed: list[Question] = []
    unchanged = 0
    for one in read:
        known = same_question(list_questions(connection, project_id), one.text)
        if known is None:
            known = add_question(
                connection, project_id, one.text, domain=one.domain or domain_of(read_request(one.text)),
                priority=one.priority or "medium", source="file", note=one.note, by_whom=by_whom,
            )  # fmt: skip
            added.append(known)
        if one.answer and one.answer != known.answer:
            known = answer_question(connection, project_id, known.number, one.answer, by_whom=by_whom)
            answered.append(known)
        if one.status and one.status != known.status and not (one.status == "open" and known.answer):
            changed.append(set_status(connection, project_id, known.number, one.status, by_whom))
        elif known.number not in {q.number for q in (*added, *answered)}:
            unchanged += 1
    return Imported(tuple(added), tuple(answered), tuple(changed), unchanged)
