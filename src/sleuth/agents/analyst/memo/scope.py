"""Whom a memo is about, and which documents speak of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import psycopg
from psycopg.rows import class_row, scalar_row

from sleuth.errors import UserError
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_legal_form
from sleuth.store.documents.documents import Document, find_documents, list_documents
from sleuth.store.ledger.versions import list_versions

_MANY = 20  # figures of another company that make a document its own


@dataclass(frozen=True, slots=True)
class Scope:
    """The company of a memo and its documents."""

    company: str  # as the documents print it
    documents: tuple[Document, ...]  # without those that others replace
    remarks: tuple[str, ...]  # what was assumed, and which documents are left out, in sentences for the reader


@dataclass(frozen=True, slots=True)
class _Subject:
    """Whose figures documents state."""

    document_id: int
    subject: str
    figures: int


def find_scope(connection: psycopg.Connection, project_id: int, company: str, filenames: Sequence[str]) -> Scope:
    """The company named, or the one that most documents state figures of, and the documents that speak of it.

    Named files are taken as they are. Raises UserError for a company that no document names, and where there is none.
    """
    live = find_documents(connection, project_id, filenames) if filenames else list_documents(connection, project_id)
    if not live:
        raise UserError("the project holds no documents yet. Add some: sleuth add PATH.")
    subjects = _subjects(connection, [document.id for document in live])
    name = _company(subjects, company)
    replaced = {v.older for v in list_versions(connection, project_id) if v.status == "confirmed"}
    about = live if filenames else _about(connection, live, subjects, name)
    taken = tuple(document for document in about if document.id not in replaced)
    if not taken:
        raise UserError(f"no document names “{name}”. Name the company with --company, or documents with --file.")
    others = sorted({s.subject for s in subjects} - {name})
    assumed = (f"The profile is of {name}, of which most documents state figures.",) if others and not company else ()
    return Scope(name, taken, (*assumed, *_left_out(live, about, name)))


def _left_out(live: Sequence[Document], about: Sequence[Document], name: str) -> tuple[str, ...]:
    left = [document.filename for document in live if document not in about]
    if not left:
        return ()
    shown = ", ".join(left[:8]) + (f" and {len(left) - 8} more" if len(left) > 8 else "")
    return (f"Not read, because they do not speak of {name}: {shown}.",)


def _subjects(connection: psycopg.Connection, document_ids: Sequence[int]) -> list[_Subject]:
    with connection.cursor(row_factory=class_row(_Subject)) as cursor:
        return cursor.execute(
            """
            SELECT document_id, subject, count(*) AS figures FROM findings
            WHERE document_id = ANY(%s) AND value IS NOT NULL AND subject <> '' AND status <> 'rejected'
            GROUP BY document_id, subject ORDER BY figures DESC
            """,
            (list(document_ids),),
        ).fetchall()


def _company(subjects: Sequence[_Subject], wanted: str) -> str:
    """The subject that is wanted, by the words of its name; else the one of most documents, then of most figures."""
    known: dict[str, list[_Subject]] = {}
    for subject in subjects:
        known.setdefault(subject.subject, []).append(subject)
    ranked = sorted(known, key=lambda name: (len(known[name]), sum(s.figures for s in known[name])), reverse=True)
    if wanted.strip():
        words = stems(wanted)
        return next((name for name in ranked if words and words <= stems(name)), wanted.strip())
    if not ranked:
        raise UserError("no document says whose figures it states. Name the company with --company.")
    return ranked[0]


def _about(
    connection: psycopg.Connection, live: Sequence[Document], subjects: Sequence[_Subject], name: str
) -> list[Document]:
    """The documents that name the company, and of these no other company's own."""
    own = {s.document_id for s in subjects if _is_one(s.subject, name)}
    of_others = {s.document_id for s in subjects if s.figures >= _MANY and not _is_one(s.subject, name)}
    mentioning = _mentioning(connection, [document.id for document in live], name)
    return [d for d in live if d.id in own or (d.id in mentioning and d.id not in of_others)]


def _is_one(one: str, other: str) -> bool:
    """Whether two names are of one company: the shorter's words are the longer's, legal forms apart."""
    a, b = ({s for s in stems(name) if not is_legal_form(s)} for name in (one, other))
    return bool(a and b) and (a <= b or b <= a)


def _mentioning(connection: psycopg.Connection, document_ids: Sequence[int], name: str) -> set[int]:
    """The documents that say the first telling word of a name, in their text, their title or the name of the file."""
    words = [w.text for w in tokens(name) if not is_legal_form(w.text) and len(w.text) > 2]
    if not words:
        return set()
    with connection.cursor(row_factory=scalar_row) as cursor:
        found = cursor.execute(
            """
            SELECT document_id FROM passages WHERE document_id = ANY(%(ids)s) AND content ~* %(word)s
            UNION SELECT id FROM documents WHERE id = ANY(%(ids)s) AND concat_ws(' ', filename, title) ~* %(word)s
            """,
            {"ids": list(document_ids), "word": rf"\m{re.escape(words[0])}\M"},
        ).fetchall()
    return set(found)
