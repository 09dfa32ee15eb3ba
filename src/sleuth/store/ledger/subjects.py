"""Whose facts documents state, in the store: what each subject counts as, now and when relations were last derived."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import psycopg

from sleuth.findings.compared.conflicts import known_subjects

_Counted = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Subjects:
    """What each subject counts as; None is nobody's. A document that comes or goes may change it for others."""

    now: _Counted
    before: _Counted

    @property
    def recounted(self) -> set[str]:
        """The subjects that count as something else than before."""
        return {
            subject for subject in self.now.keys() & self.before.keys() if self.now[subject] != self.before[subject]
        }

    def fellows(self, subjects: Collection[str]) -> set[str]:
        """All that count as one with any of these, or did, and these."""
        counted = {known.get(subject, subject) for subject in subjects for known in (self.now, self.before)}
        same = {subject for known in (self.now, self.before) for subject in known if known[subject] in counted}
        return same.union(subjects)


def recount_subjects(connection: psycopg.Connection, project_id: int) -> Subjects:
    """Count the subjects anew, and keep it: to be called where relations are derived in the same transaction."""
    rows = connection.execute("SELECT subject, counted FROM subjects WHERE project_id = %s", (project_id,))
    found = Subjects(known_subjects(subjects_by_document(connection, project_id)), dict(rows.fetchall()))
    if found.now != found.before:
        connection.execute("DELETE FROM subjects WHERE project_id = %s", (project_id,))
        connection.execute(
            """
            INSERT INTO subjects (project_id, subject, counted)
            SELECT %s, subject, counted FROM unnest(%s::text[], %s::text[]) AS known (subject, counted)
            """,
            (project_id, list(found.now), list(found.now.values())),
        )
    return found


def subjects_by_document(connection: psycopg.Connection, project_id: int) -> list[tuple[str, int]]:
    """Whose figures the live documents state: each subject with each document that names it."""
    return connection.execute(
        """
        SELECT DISTINCT split_part(subject_key, ' | ', 1), document_id FROM findings JOIN documents
        ON documents.id = document_id WHERE findings.project_id = %s AND live AND value IS NOT NULL
        ORDER BY 1, 2
        """,
        (project_id,),
    ).fetchall()
