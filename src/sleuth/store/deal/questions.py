"""The questions to the target company in the store: each kept once, with what became of it and what answers it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime

import psycopg
from psycopg import sql

from sleuth.errors import UserError
from sleuth.language.tokens import tokens
from sleuth.language.weight import detect_language, is_faint, is_stop
from sleuth.store.deal.requests import PRIORITIES
from sleuth.store.names import storable
from sleuth.store.projects import lock_project
from sleuth.store.rows import records

STATUSES = ("open", "sent", "answered", "closed")
SOURCES = ("gap", "conflict", "insight", "request", "person", "file")
_ALIKE = 0.8  # of the words of two questions: beyond it they ask the same, if they name the same numbers


@dataclass(frozen=True, slots=True)
class AnswerPassage:
    """Where an answer stands."""

    document_id: int
    filename: str
    locator: str
    page: int  # 1-based
    quote: str  # the document's own characters


@dataclass(frozen=True, slots=True)
class Question:
    """A question's record; fields as in the table's comments."""

    id: int
    number: int
    text: str
    domain: str
    priority: str
    status: str
    source: str
    reference: str
    note: str
    request_id: int | None
    answer: str
    document_id: int | None
    filename: str
    locator: str
    page: int | None
    quote: str
    created_by: str
    created_at: datetime
    is_new: bool = True  # False where `add_question` found it asked already

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still awaited."""
        return self.status in ("open", "sent")


_COLUMNS = sql.SQL(", ").join(sql.Identifier(field.name) for field in fields(Question) if field.name != "is_new")


def add_question(
    connection: psycopg.Connection,
    project_id: int,
    text: str,
    *,
    domain: str = "",
    priority: str = "medium",
    source: str = "person",
    reference: str = "",
    note: str = "",
    request_id: int | None = None,
    by_whom: str = "",
    status: str = "open",
) -> Question:
    """Keep a question, unless the project asks it already: then that one, with `is_new` False.

    The same question is one of the same words but for their forms and order, or one that came of the same thing
    (`source` and `reference`). Raises UserError for an empty question, and for what is no priority, source or status.
    """
    text = " ".join(storable(text).split())
    if not text:
        raise UserError("the question is empty. Say what is to be asked.")
    _check("priority", priority, PRIORITIES)
    _check("source", source, SOURCES)
    _check("status", status, STATUSES)
    with connection.transaction():
        lock_project(connection, project_id)
        known = same_question(list_questions(connection, project_id), text, source, reference)
        if known is not None:
            return replace(known, is_new=False)
        return _insert(
            connection,
            {
                "project_id": project_id, "text": text, "fingerprint": fingerprint(text), "domain": storable(domain),
                "priority": priority, "status": status, "source": source, "reference": storable(reference),
                "note": storable(note), "request_id": request_id, "created_by": storable(by_whom),
            },
        )  # fmt: skip


def _insert(connection: psycopg.Connection, values: Mapping[str, object]) -> Question:
    statement = sql.SQL(
        "INSERT INTO questions (number, {}) SELECT coalesce(max(number), 0) + 1, {} "
        "FROM questions WHERE project_id = %(project_id)s RETURNING {}"
    ).format(
        sql.SQL(", ").join(map(sql.Identifier, values)), sql.SQL(", ").join(map(sql.Placeholder, values)), _COLUMNS
    )
    (question,) = records(connection, Question, statement, values)
    return question


def _check(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise UserError(f"“{value}” is no {what} of a question. Say one of: {', '.join(known)}.")


def fingerprint(text: str) -> str:
    """What two wordings of one question share: the stems of their telling words, sorted."""
    return " ".join(sorted(_stems(text)))


def _stems(text: str) -> frozenset[str]:
    language = detect_language(text)
    words = tokens(text, language)
    telling = {w.stem for w in words if not (is_stop(w.text, language) or is_faint(w.text, language))}
    return frozenset(telling) or frozenset(w.stem for w in words)


def same_question(known: Sequence[Question], text: str, source: str = "", reference: str = "") -> Question | None:
    """The question among these that asks the same; None where none does."""
    wanted = _stems(text)
    numbers = _numbers(wanted)
    for question in known:
        if reference and (question.source, question.reference) == (source, reference):
            return question
        stems = _stems(question.text)
        if stems == wanted:
            return question
        alike = len(stems & wanted) / max(1, len(stems | wanted))
        if alike >= _ALIKE and _numbers(stems) == numbers:
            return question
    return None


def _numbers(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for stem in stems if any(character.isdigit() for character in stem))


def list_questions(
    connection: psycopg.Connection, project_id: int, statuses: Sequence[str] = (), domain: str = ""
) -> list[Question]:
    """The project's questions by number; of some statuses and one domain where they are named."""
    return records(
        connection,
        Question,
        sql.SQL(
            "SELECT {} FROM questions WHERE project_id = %s AND (%s::text[] = '{{}}' OR status = ANY(%s)) "
            "AND (%s = '' OR domain = %s) ORDER BY number"
        ).format(_COLUMNS),
        (project_id, list(statuses), list(statuses), domain, domain),
    )


def find_question(connection: psycopg.Connection, project_id: int, number: int) -> Question:
    """The question of this number. Raises UserError where there is none."""
    for question in list_questions(connection, project_id):
        if question.number == number:
            return question
    raise UserError(f"there is no question {number} in this project. `sleuth questions` lists them.")


def answer_question(
    connection: psycopg.Connection,
    project_id: int,
    number: int,
    answer: str,
    passage: AnswerPassage | None = None,
    by_whom: str = "",
) -> Question:
    """Keep the answer to a question, which counts as answered from then on. Raises UserError for an empty one."""
    answer = storable(answer).strip()
    if not answer:
        raise UserError("the answer is empty. Say what was answered.")
    values: dict[str, object] = {"answer": answer, "status": "answered"}
    if passage is not None:
        values |= {
            "document_id": passage.document_id, "filename": storable(passage.filename),
            "locator": storable(passage.locator), "page": passage.page, "quote": storable(passage.quote),
        }  # fmt: skip
    else:
        values |= {"document_id": None, "filename": "", "locator": "", "page": None, "quote": ""}
    return _change(connection, project_id, number, values, by_whom)


def set_status(
    connection: psycopg.Connection, project_id: int, number: int, status: str, by_whom: str = ""
) -> Question:
    """Mark a question as open, sent, answered or closed; its answer stays."""
    _check("status", status, STATUSES)
    return _change(connection, project_id, number, {"status": status}, by_whom)


def _change(
    connection: psycopg.Connection, project_id: int, number: int, values: Mapping[str, object], by_whom: str
) -> Question:
    with connection.transaction():
        lock_project(connection, project_id)
        before = find_question(connection, project_id, number)
        assignments = sql.SQL(", ").join(
            sql.SQL("{} = {}").format(sql.Identifier(name), sql.Placeholder(name)) for name in values
        )
        statement = sql.SQL("UPDATE questions SET {} WHERE id = %(id)s").format(assignments)
        connection.execute(statement, {**values, "id": before.id})
        after = find_question(connection, project_id, number)
        connection.execute(
            """
            INSERT INTO question_history (project_id, question_id, before, after, answer, by_whom)
            VALUES (%s, %s, %s, %s, %s, %s)
            """,
            (project_id, before.id, before.status, after.status, after.answer, storable(by_whom)),
        )
    return after
