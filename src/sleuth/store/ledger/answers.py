"""The stated figure of a project that answers a typed question, for whoever asks the store without a conversation."""

import psycopg

from sleuth.findings.asked.answers import Resolution
from sleuth.findings.asked.weighing import Sources, Stated, by_subject, rank, resolve_documents
from sleuth.findings.compared.conflicts import known_subjects
from sleuth.language.query import Query
from sleuth.store.ledger.books import load_books, planning_documents
from sleuth.store.ledger.statements import load_witnesses
from sleuth.store.ledger.subjects import subjects_by_document
from sleuth.store.rows import column


def find_stated(connection: psycopg.Connection, project_id: int, query: Query) -> Stated | Resolution:
    """The figure to rely on, of the company whose room this is where the question names none; or why there is none.

    What is computed from several figures is no stated figure.
    """
    documents = column(connection, "SELECT id FROM documents WHERE project_id = %s AND live ORDER BY id", (project_id,))
    found, answers = resolve_documents(query, load_books(connection, project_id, documents, query))
    stated = [one for one in found if not one.figure.expression]
    if not stated:
        reasons = [answer for _, answer in answers if answer.missing]
        return next((one for one in reasons if one.known), Resolution(missing="no document states it"))
    groups = by_subject(stated)
    chief = known_subjects(subjects_by_document(connection, project_id))[""]
    sources = Sources(
        load_witnesses(connection, project_id, set(documents)), planning_documents(connection, project_id)
    )
    group = groups.get(chief or "") or stated
    return min(group, key=lambda one: rank(one, sources, is_timed=query.is_timed))
