"""Several processes add, change, embed and remove at the same time: no deadlock, and every count is right."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import psycopg

from sleuth.errors import UserError
from sleuth.store.documents.documents import list_documents, remove_document
from sleuth.store.index.vectors import pending_passages, save_vectors, vector_progress

if TYPE_CHECKING:
    from sleuth.store.server.database import Database

WORDS = ["goodwill", "margin", "sales", "tax", "lease", "profit", "revenue", "interest", "dividend", "segment"]
THREADS = 4


def text_of(number: int) -> tuple[str, ...]:
    chance = random.Random(number)
    return tuple(" ".join(chance.choices(WORDS, k=12)) for _ in range(8))


def at_once(database: "Database", work: Callable[[psycopg.Connection, int], Any]) -> list[Any]:
    def run(thread: int) -> Any:
        with database.connection() as connection:
            return work(connection, thread)

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(run, range(THREADS)))


def assert_counts_are_right(connection: psycopg.Connection, project: int) -> None:
    stored = connection.execute("SELECT lexeme, passages FROM lexemes WHERE project_id = %s", (project,)).fetchall()
    counted = connection.execute(
        "SELECT lexeme, count(*) FROM passages, unnest(words) WHERE project_id = %s GROUP BY lexeme", (project,)
    ).fetchall()
    assert sorted(stored) == sorted(counted)
    orphans = connection.execute(
        """
        SELECT count(*) FROM passages JOIN documents ON documents.id = document_id
        WHERE passages.project_id = %s AND NOT live
        """,
        (project,),
    ).fetchone()
    assert orphans == (0,)


def test_overlapping_sets_of_files_are_each_added_once(
    database: "Database", connection: psycopg.Connection, project: int, put: Any
) -> None:
    def add_all(connection: psycopg.Connection, thread: int) -> int:
        numbers = random.Random(thread).sample(range(12), 12)
        added = []
        for number in numbers:
            added.append(put(project, f"{number}.pdf", *text_of(number), connection=connection))
            connection.commit()
        return sum(one.created for one in added)

    assert sum(at_once(database, add_all)) == 12
    assert len(list_documents(connection, project)) == 12
    assert_counts_are_right(connection, project)


def test_several_files_in_one_transaction_do_not_deadlock(
    database: "Database", connection: psycopg.Connection, project: int, put: Any
) -> None:
    def add_all(connection: psycopg.Connection, thread: int) -> None:
        for number in random.Random(thread).sample(range(8), 8):
            put(project, f"{number}.pdf", *text_of(number), connection=connection)

    at_once(database, add_all)
    assert len(list_documents(connection, project)) == 8
    assert_counts_are_right(connection, project)


def test_one_name_with_changing_content_has_one_live_version(
    database: "Database", connection: psycopg.Connection, project: int, put: Any
) -> None:
    def change(connection: psycopg.Connection, thread: int) -> None:
        for turn in range(5):
            put(project, "same.pdf", *text_of(10 * thread + turn), connection=connection)
            connection.commit()

    at_once(database, change)
    (live,) = list_documents(connection, project)
    assert live.version == 5 * THREADS
    assert_counts_are_right(connection, project)


def test_adding_removing_and_embedding_do_not_disturb_each_other(
    database: "Database", connection: psycopg.Connection, project: int, put: Any
) -> None:
    def work(connection: psycopg.Connection, thread: int) -> None:
        chance = random.Random(thread)
        for _ in range(15):
            number = chance.randrange(5)
            if thread == 0:
                try:
                    remove_document(connection, project, f"{number}.pdf")
                except UserError:
                    continue  # another one was quicker, or has not come yet
            elif thread == 1:
                passages = [(p.id, p.document_id) for p in pending_passages(connection, project, "m", 20)]
                save_vectors(connection, project, "m", passages, np.ones((len(passages), 4), np.float32))
            else:
                put(project, f"{number}.pdf", *text_of(chance.randrange(20)), connection=connection)
            connection.commit()

    at_once(database, work)
    assert_counts_are_right(connection, project)
    done, total = vector_progress(connection, project, "m")
    assert done <= total
