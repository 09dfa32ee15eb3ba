"""Row-level security: roles that do not own the schema see one project at a time, or none.

A program that connects as a role with `grant_access` names the project at the beginning of each transaction; a query
that forgot its filter then finds nothing of others. Whoever writes SQL as that role can name another project. A role
with `bind_role` cannot: it reads the one project that it is bound to. The owner, as on the embedded server, is not
restricted.
"""

import psycopg
from psycopg import sql

from sleuth.errors import StoreError, UserError

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
    "happenings",
    "change_runs",
    "request_lists",
    "requests",
    "questions",
    "question_history",
    "outlines",
    "memo_drafts",
)


def restrict(connection: psycopg.Connection, project_id: int) -> None:
    """Until the transaction ends, show this project only. Without it a restricted role sees nothing."""
    connection.execute("SELECT set_config('sleuth.project', %s, true)", (str(project_id),))


def grant_access(connection: psycopg.Connection, role: str) -> None:
    """Let a role read and write every project that it names, one at a time; run as the owner of the schema.

    For programs that name the project themselves, not for people who write SQL: see `bind_role`.
    """
    _grant(connection, role, sql.SQL("SELECT, INSERT, UPDATE, DELETE"))


def bind_role(connection: psycopg.Connection, role: str, project_id: int) -> None:
    """Let a role read this project and no other, whatever it sets; run as the owner of the schema.

    Rights on our tables that it had before are taken away. Raises UserError for a role that does not exist or that no
    policy restricts.
    """
    _refuse_unrestricted(connection, role)
    with connection.transaction():
        connection.execute(
            "INSERT INTO bound_roles (role, project_id) VALUES (%s, %s) "
            "ON CONFLICT (role) DO UPDATE SET project_id = excluded.project_id",
            (role, project_id),
        )
        _revoke(connection, role)
        _grant(connection, role, sql.SQL("SELECT"))


def unbind_role(connection: psycopg.Connection, role: str) -> None:
    """Take from a role what `bind_role` gave it. It stays bound, to nothing. Raises UserError for an unknown role."""
    _refuse_unrestricted(connection, role)
    with connection.transaction():
        connection.execute("UPDATE bound_roles SET project_id = NULL WHERE role = %s", (role,))
        _revoke(connection, role)


def _refuse_unrestricted(connection: psycopg.Connection, role: str) -> None:
    row = connection.execute(
        """
        SELECT rolsuper OR rolbypassrls OR pg_has_role(rolname, nspowner, 'MEMBER')
        FROM pg_roles, pg_namespace WHERE rolname = %s AND nspname = current_schema()
        """,
        (role,),
    ).fetchone()
    if row is None:
        name = sql.Identifier(role).as_string(connection)
        raise UserError(f"There is no role {role}. Let an administrator run: CREATE ROLE {name} LOGIN PASSWORD '…';")
    if row[0]:
        raise UserError(f"The role {role} may see everything: it administers, or owns the tables. Name another.")


def _grant(connection: psycopg.Connection, role: str, rights: sql.SQL) -> None:
    grantee = sql.Identifier(role)
    schema = sql.Identifier(_schema(connection))
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, grantee))
    connection.execute(sql.SQL("GRANT {} ON {} TO {}").format(rights, _tables(), grantee))


def _revoke(connection: psycopg.Connection, role: str) -> None:
    grantee = sql.Identifier(role)
    schema = sql.Identifier(_schema(connection))
    connection.execute(sql.SQL("REVOKE ALL ON {} FROM {}").format(_tables(), grantee))
    connection.execute(sql.SQL("REVOKE ALL ON SCHEMA {} FROM {}").format(schema, grantee))


def _tables() -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, _TABLES))


def _schema(connection: psycopg.Connection) -> str:
    row = connection.execute("SELECT current_schema()").fetchone()
    if row is None or row[0] is None:
        raise StoreError("the connection has no schema of Sleuth. Open it with sleuth.store.server.database.")
    return str(row[0])
