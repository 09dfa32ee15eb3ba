"""Lists of information requests in the store: kept whole with their sections, listed and removed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import psycopg

from sleuth.errors import UserError
from sleuth.store.names import near, quoted, storable
from sleuth.store.projects import lock_project
from sleuth.store.rows import column, records

PRIORITIES = ("high", "medium", "low")


@dataclass(frozen=True, slots=True)
class RequestDraft:
    """A request as a list has it."""

    text: str
    number: str = ""  # "3.1(a)"; "" where the list has no numbers
    section: tuple[str, ...] = ()  # headings above it, the outermost first
    domain: str = ""  # the area of a due diligence: "financial", "tax", …
    priority: str = ""  # high, medium or low; "" where the list does not say
    owner: str = ""
    note: str = ""
    status: str = ""  # where it stands, in the list's own word: "Partly"
    reference: str = ""  # where its answer lies, as the list says: "4.2"


@dataclass(frozen=True, slots=True)
class RequestList:
    """A list's record. `origin` is file, checklist or proposal."""

    id: int
    name: str
    origin: str
    created_at: datetime
    requests: int  # how many


@dataclass(frozen=True, slots=True)
class Request:
    """A request's record; fields as in RequestDraft."""

    id: int
    list_id: int
    list_name: str
    position: int
    number: str
    section: Sequence[str]
    text: str
    domain: str
    priority: str
    owner: str
    note: str
    status: str
    reference: str


def add_list(
    connection: psycopg.Connection, project_id: int, name: str, origin: str, requests: Sequence[RequestDraft]
) -> RequestList:
    """Keep a list under its name; one of the same name is replaced. Raises UserError for a list without requests."""
    name = " ".join(storable(name).split())
    if not name:
        raise UserError("a request list needs a name. Give one with --name NAME.")
    if not requests:
        raise UserError(f"{name}: no request in it. A list needs at least one.")
    with connection.transaction():
        lock_project(connection, project_id)
        connection.execute("DELETE FROM request_lists WHERE project_id = %s AND name = %s", (project_id, name))
        (list_id,) = column(
            connection,
            "INSERT INTO request_lists (project_id, name, origin) VALUES (%s, %s, %s) RETURNING id",
            (project_id, name, origin),
        )
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, [_row(project_id, list_id, n, r) for n, r in enumerate(requests)])
    return find_list(connection, project_id, name)


_INSERT = """
    INSERT INTO requests (project_id, list_id, position, number, section, text, domain, priority, owner, note,
                          status, reference)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


def _row(project_id: int, list_id: int, position: int, r: RequestDraft) -> tuple[object, ...]:
    section = [storable(part) for part in r.section]
    texts = [storable(text) for text in (r.text, r.domain, r.priority, r.owner, r.note, r.status, r.reference)]
    return project_id, list_id, position, storable(r.number), section, *texts


def list_lists(connection: psycopg.Connection, project_id: int) -> list[RequestList]:
    """The project's request lists, the oldest first."""
    return records(
        connection,
        RequestList,
        """
        SELECT id, name, origin, created_at,
               (SELECT count(*) FROM requests WHERE list_id = request_lists.id) AS requests
        FROM request_lists WHERE project_id = %s ORDER BY id
        """,
        (project_id,),
    )


def find_list(connection: psycopg.Connection, project_id: int, name: str) -> RequestList:
    """The list of this name, whatever its case. Raises UserError with near names."""
    lists = list_lists(connection, project_id)
    for one in lists:
        if one.name.casefold() == " ".join(name.split()).casefold():
            return one
    hint = near(name, [one.name for one in lists]) if lists else "There is none: sleuth irl create makes one."
    raise UserError(f"there is no request list {quoted([name])}. {hint}")


def list_requests(connection: psycopg.Connection, project_id: int, list_id: int | None = None) -> list[Request]:
    """The requests of all lists, or of one, in their order."""
    return records(
        connection,
        Request,
        """
        SELECT requests.id, list_id, name AS list_name, position, number, section, text, domain, priority, owner,
               note, status, reference
        FROM requests JOIN request_lists ON request_lists.id = list_id
        WHERE requests.project_id = %s AND (%s::bigint IS NULL OR list_id = %s) ORDER BY list_id, position
        """,
        (project_id, list_id, list_id),
    )


def remove_list(connection: psycopg.Connection, project_id: int, name: str) -> RequestList:
    """Delete a list with its requests; what it was. Questions that came of them stay. Raises UserError as find_list."""
    with connection.transaction():
        lock_project(connection, project_id)
        found = find_list(connection, project_id, name)
        connection.execute("DELETE FROM request_lists WHERE project_id = %s AND id = %s", (project_id, found.id))
    return found
