"""Row-level security: roles that do not own the schema see one project at a time, or none.

A server that connects as such a role names the project at the beginning of each transaction; a query that forgot its
filter then finds nothing of others. The owner, as on the embedded server, is not restricted.
"""

import psycopg
from psycopg import sql

_TABLES = (
    "projects",
    "files",
    "documents",
    "pages",
    "passages",
    "lexemes",
    "vectors",
    "embeddings",
    "answers",
    "answer_documents",
    "feedback",
    "findings",
    "finding_history",
    "extractions",
    "portraits",
    "supersessions",
    "relations",
    "unsettled",
    "subjects",
    "rulings",
    "edges",
    "finding_vectors",
    "insights",
    "insight_findings",
    "sound_insights",
    "corrections",
    "graph_nodes",
    "graph_edges",
    "processes",
    "process_numbers",
    "process_documents",
    "agent_tasks",
    "investigations",
    "timeline_events",
    "entities",
    "process_entities",
    "entity_merges",
    "process_stages",
    "conversations",
    "messages",
)


def restrict(connection: psycopg.Connection, project_id: int) -> None:
    """Until the transaction ends, show this project only. Without it a restricted role sees nothing."""
    connection.execute("SELECT set_config('sleuth.project', %s, true)", (str(project_id),))


def grant_access(connection: psycopg.Connection, role: str) -> None:
    """Let a role read and write projects under row-level security; run as the owner of the schema."""
    connection.execute(
        sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(
            sql.Identifier(_schema(connection)),
            sql.Identifier(role),
        )
    )
    connection.execute(
        sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON {} TO {}").format(
            sql.SQL(", ").join(map(sql.Identifier, _TABLES)),
            sql.Identifier(role),
        )
    )


def _schema(connection: psycopg.Connection) -> str:
    row = connection.execute("SELECT current_schema()").fetchone()
    assert row is not None
    return str(row[0])
