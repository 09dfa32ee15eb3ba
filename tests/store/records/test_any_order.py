"""Whatever is added, changed, copied and removed in whatever order, the records stay consistent."""

from typing import Any

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sleuth.errors import UserError
from sleuth.store.documents.documents import list_documents, remove_document

TABLES = ("files", "documents", "pages", "passages", "lexemes", "vectors")
NAMES = ("a.pdf", "b.pdf", "c.pdf")
TEXTS = ("goodwill", "goodwill margin", "sales", "tax and tax")
adding = st.tuples(st.just("add"), st.sampled_from(NAMES), st.sampled_from(TEXTS))
removing = st.tuples(st.just("remove"), st.sampled_from(NAMES), st.none())


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(adding | adding | removing, max_size=12))
def test_records_stay_consistent(
    connection: psycopg.Connection, project: int, add: Any, steps: list[tuple[str, str, str]]
) -> None:
    files: dict[str, str] = {}
    for step, name, text in steps:
        if step == "add":
            add(name, text)
            files[name] = text
        else:
            gone = _remove(connection, project, name)
            files = {kept: held for kept, held in files.items() if kept not in gone}
        assert _stored(connection, project) == files
        assert _counted(connection, project) == _words_of(files)
    for name in NAMES:
        _remove(connection, project, name)
    for table in TABLES:
        assert connection.execute(f"SELECT * FROM {table} WHERE project_id = %s", (project,)).fetchall() == []


def _remove(connection: psycopg.Connection, project: int, name: str) -> set[str]:
    try:
        document = remove_document(connection, project, name)
    except UserError:
        return set()
    return {document.filename, *document.aliases}


def _stored(connection: psycopg.Connection, project: int) -> dict[str, str]:
    texts = dict(
        connection.execute("SELECT document_id, content FROM passages WHERE project_id = %s", (project,)).fetchall()
    )
    return {
        name: texts[document.id]
        for document in list_documents(connection, project)
        for name in (document.filename, *document.aliases)
    }


def _counted(connection: psycopg.Connection, project: int) -> dict[str, int]:
    return dict(connection.execute("SELECT lexeme, passages FROM lexemes WHERE project_id = %s", (project,)).fetchall())


def _words_of(files: dict[str, str]) -> dict[str, int]:
    contents = [set(text.split()) - {"and"} for text in set(files.values())]
    stems = {"goodwill": "goodwil", "sales": "sale"}
    found = {word for words in contents for word in words}
    return {stems.get(word, word): sum(word in words for words in contents) for word in found}
