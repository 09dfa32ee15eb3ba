"""Projects: the border of tenancy and of every search."""

from dataclasses import dataclass
from datetime import datetime

import psycopg

from sleuth.errors import UserError
from sleuth.store.index.vector_index import drop_vector_indexes
from sleuth.store.names import near, quoted, storable
from sleuth.store.rows import records, scalar

DEFAULT_PROJECT = "default"  # of whoever names none
_MOST_NAMES = 8


@dataclass(frozen=True, slots=True)
class Project:
    """A project; `embedding` names the model whose vectors serve, None until the first is chosen."""

    id: int
    name: str
    embedding: str | None
    created_at: datetime


def ensure_project(connection: psycopg.Connection, name: str = DEFAULT_PROJECT) -> int:
    """The id of the project of this name, which is made if need be."""
    name = storable(name).strip()
    if not name:
        raise UserError("A project needs a name. Give one with -p NAME.")
    with connection.transaction():
        connection.execute("INSERT INTO projects (name) VALUES (%s) ON CONFLICT (name) DO NOTHING", (name,))
        return find_project(connection, name)


def find_project(connection: psycopg.Connection, name: str = DEFAULT_PROJECT) -> int:
    """The id of an existing project; for DEFAULT_PROJECT, where there is none, that of the only one there is.

    Raises UserError that lists the near names.
    """
    name = storable(name).strip()
    found = _id_of(connection, name)
    if found is not None:
        return found
    projects = list_projects(connection)
    if name != DEFAULT_PROJECT or not projects:
        raise UserError(f"There is no project {quoted([name])}. {near(name, [project.name for project in projects])}")
    if len(projects) > 1:
        names = [project.name for project in projects[:_MOST_NAMES]]
        raise UserError(f"There are {len(projects)} projects. Name one with -p: {quoted(names, ' or ')}.")
    return projects[0].id


def _id_of(connection: psycopg.Connection, name: str) -> int | None:
    return scalar(connection, "SELECT id FROM projects WHERE name = %s", (name,))


def list_projects(connection: psycopg.Connection) -> list[Project]:
    """Every project, by name."""
    return records(connection, Project, "SELECT id, name, embedding, created_at FROM projects ORDER BY name")


def embedding_model(connection: psycopg.Connection, project_id: int) -> str | None:
    """The name of the model whose vectors serve the project; None before the first is chosen."""
    return scalar(connection, "SELECT embedding FROM projects WHERE id = %s", (project_id,))


def set_embedding_model(connection: psycopg.Connection, project_id: int, model: str) -> None:
    """From now on the vectors of this model serve the project."""
    connection.execute("UPDATE projects SET embedding = %s WHERE id = %s", (model, project_id))


def remove_project(connection: psycopg.Connection, name: str) -> None:
    """Delete a project and everything in it. Raises UserError, with near names, for an unknown one."""
    with connection.transaction():
        project_id = _id_of(connection, name)
        if project_id is None:
            names = [project.name for project in list_projects(connection)]
            raise UserError(f"There is no project {quoted([name])}. {near(name, names)}")
        connection.execute("SELECT 1 FROM projects WHERE id = %s FOR UPDATE", (project_id,))
        drop_vector_indexes(connection, project_id)
        connection.execute("DELETE FROM projects WHERE id = %s", (project_id,))


def lock_project(connection: psycopg.Connection, project_id: int) -> None:
    """Wait until no one else changes the project's documents, and keep others waiting until the transaction ends.

    Searches and the storing of vectors go on meanwhile. Raises UserError when the project has been removed.
    """
    if not connection.execute("SELECT 1 FROM projects WHERE id = %s FOR NO KEY UPDATE", (project_id,)).fetchone():
        raise UserError(f"Project {project_id} has been removed. Add to another one with -p NAME.")
