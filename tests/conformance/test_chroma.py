"""What holds of Chroma alone: others can read it, nothing of what is removed stays, and it may be out of reach."""

import asyncio
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import psycopg
import pytest

from sleuth.agents.researcher import research
from sleuth.config import Settings
from sleuth.errors import StoreError, UserError
from sleuth.project import open_project
from sleuth.search.hybrid import search
from sleuth.store.documents.documents import remove_document
from sleuth.store.index.passage_index import PassageIndex, index_of
from sleuth.store.projects import ensure_project, find_project, set_embedding_model
from sleuth.store.server.database import Database
from sleuth.work.removal import remove_documents
from tests.conformance.conftest import MODEL, Filled

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection

QUESTION = np.ones(16, np.float32) / 4


@pytest.fixture
def index(connection: psycopg.Connection, settings_for: Callable[..., Settings]) -> PassageIndex:
    return index_of(settings_for("server"))(connection)


@pytest.fixture
def as_others(chroma_url: str) -> "ClientAPI":
    """A client of another program."""
    import chromadb

    return chromadb.HttpClient(port=int(chroma_url.rsplit(":", 1)[1]))


def collection_of(client: "ClientAPI", connection: psycopg.Connection, project: int) -> "Collection":
    """The project's collection, found as the guide says."""
    (name,) = connection.execute("SELECT name FROM projects WHERE id = %s", (project,)).fetchone() or ("",)
    (found,) = [c for c in client.list_collections() if (c.metadata or {}).get("project") == name]
    return client.get_collection(found.name, embedding_function=None)


class TestOthersRead:
    def test_each_passage_with_the_text_filename_and_page_of_the_seed(
        self, index: PassageIndex, connection: psycopg.Connection, project: int, add: Any, as_others: "ClientAPI"
    ) -> None:
        document = add(project, "a.pdf", "first page", "second page")
        filled = Filled(index, project)
        got = collection_of(as_others, connection, project).get(
            where={"$and": [{"filename": "a.pdf"}, {"page_number": 2}]}, include=["documents", "metadatas"]
        )
        metadata = {"text": "second page", "filename": "a.pdf", "page_number": 2, "document_id": document.id}
        assert (got["ids"], got["documents"], got["metadatas"]) == ([str(filled.ids[1])], ["second page"], [metadata])

    def test_through_langchain(
        self, index: PassageIndex, connection: psycopg.Connection, project: int, add: Any, as_others: "ClientAPI"
    ) -> None:
        from langchain_chroma import Chroma

        add(project, "a.pdf", "first page", "second page")
        add(project, "b.pdf", "another")
        filled = Filled(index, project)
        name = collection_of(as_others, connection, project).name
        found = Chroma(name, client=as_others).similarity_search_by_vector(
            filled.matrix[1].tolist(), k=5, filter={"filename": "a.pdf"}
        )
        assert [(d.page_content, d.metadata["page_number"]) for d in found] == [("second page", 2), ("first page", 1)]

    def test_a_document_by_its_new_name(
        self, index: PassageIndex, connection: psycopg.Connection, project: int, add: Any, as_others: "ClientAPI"
    ) -> None:
        """One of two names of a document now stands for something else: the other one remains."""
        add(project, "report.pdf", "old one", "old two")
        add(project, "copy.pdf", "old one", "old two")
        Filled(index, project)
        assert index.pending(project, MODEL, 1) == []
        add(project, "report.pdf", "new")
        index.settle(project)
        Filled(index, project)
        got = collection_of(as_others, connection, project).get(include=["documents", "metadatas"])
        named = {text: m["filename"] for text, m in zip(got["documents"] or (), got["metadatas"] or (), strict=True)}
        assert named == {"old one": "copy.pdf", "old two": "copy.pdf", "new": "report.pdf"}


def test_what_others_add_is_passed_over(
    index: PassageIndex, connection: psycopg.Connection, project: int, add: Any, as_others: "ClientAPI"
) -> None:
    add(project, "a.pdf", "one", "two", "three")
    filled = Filled(index, project)
    collection_of(as_others, connection, project).add(
        ids=["theirs", "theirs too"], embeddings=[QUESTION, QUESTION], documents=["a", "b"], metadatas=[{"x": 1}] * 2
    )
    assert [i for i, _ in index.nearest(project, MODEL, QUESTION, 2)] == filled.nearest(QUESTION, 2)
    index.settle(project)
    assert index.progress(project, MODEL) == (3, 3)
    assert collection_of(as_others, connection, project).count() == 5


class TestNothingStays:
    def test_of_what_is_removed(
        self,
        database: Database,
        settings_for: Callable[..., Settings],
        connection: psycopg.Connection,
        project: int,
        add: Any,
        as_others: "ClientAPI",
    ) -> None:
        settings = settings_for("server")
        add(project, "a.pdf", "secret", "also secret")
        add(project, "b.pdf", "open")
        Filled(index_of(settings)(connection), project)
        connection.commit()
        assert database.server is not None
        removed = remove_documents(Database(database.dsn, None, index_of(settings)), project, ["a.pdf"])
        assert [document.filename for document in removed] == ["a.pdf"]
        assert collection_of(as_others, connection, project).get()["documents"] == ["open"]

    def test_even_where_chroma_was_out_of_reach_then(
        self, index: PassageIndex, connection: psycopg.Connection, project: int, add: Any, as_others: "ClientAPI"
    ) -> None:
        add(project, "a.pdf", "secret")
        add(project, "b.pdf", "open")
        Filled(index, project)
        assert index.pending(project, MODEL, 1) == []
        remove_document(connection, project, "a.pdf")  # and here the process was killed
        index.settle(project)
        assert collection_of(as_others, connection, project).get()["documents"] == ["open"]

    def test_a_deleted_collection_is_filled_anew(
        self, index: PassageIndex, connection: psycopg.Connection, project: int, add: Any, as_others: "ClientAPI"
    ) -> None:
        add(project, "a.pdf", "one", "two")
        Filled(index, project)
        assert index.pending(project, MODEL, 10) == []
        as_others.delete_collection(collection_of(as_others, connection, project).name)
        index.settle(project)
        assert index.progress(project, MODEL) == (0, 2)
        Filled(index, project)
        assert len(index.nearest(project, MODEL, QUESTION, 10)) == 2


class TestOutOfReach:
    @pytest.fixture
    def deaf(self) -> Iterator[str]:
        """A server that takes connections and never answers."""
        with socket.create_server(("127.0.0.1", 0)) as listening:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"

    @pytest.fixture
    def other(self) -> Iterator[str]:
        """A server that is no Chroma."""
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

        class Quiet(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_error(404)

            def log_message(self, *_: object) -> None:
                """Nothing."""

        with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()

    @pytest.mark.parametrize(
        ("server", "said"),
        [
            ("nobody", r"Chroma at http://127.0.0.1:9 does not answer.*`chroma run`"),
            ("deaf", r"does not answer \(ReadTimeout\).*`chroma run`"),
            ("other", r"not as Chroma 1 does \(HTTP 404\).*SLEUTH_CHROMA_URL"),
        ],
    )
    def test_a_server_is_named_with_the_remedy(
        self, request: pytest.FixtureRequest, connection: psycopg.Connection, project: int, server: str, said: str
    ) -> None:
        url = "http://127.0.0.1:9" if server == "nobody" else request.getfixturevalue(server)
        index = index_of(Settings(index="chroma", chroma_url=url))(connection)
        for _ in range(2):
            with pytest.raises(StoreError, match=said):
                index.nearest(project, MODEL, QUESTION, 10)

    @pytest.mark.parametrize(
        "url",
        [
            "localhost:8000",
            "http://localhost:99999",
            "http://localhost:port",
            "http://host:8000/chroma",
            "http://me:secret@host:8000",
        ],
    )
    def test_an_address_that_is_none_is_the_users_mistake(self, connection: psycopg.Connection, url: str) -> None:
        with pytest.raises(UserError, match="reads http://HOST:PORT"):
            index_of(Settings(index="chroma", chroma_url=url))(connection)

    def test_an_address_may_be_one_of_version_6(self, connection: psycopg.Connection, project: int) -> None:
        index = index_of(Settings(index="chroma", chroma_url="http://[::1]:9"))(connection)
        with pytest.raises(StoreError, match=r"Chroma at http://\[::1\]:9 does not answer \(ConnectError\)"):
            index.nearest(project, MODEL, QUESTION, 10)

    def test_a_folder_that_holds_something_else_is_named_with_the_remedy(
        self, connection: psycopg.Connection, project: int, tmp_path: Path
    ) -> None:
        (tmp_path / "chroma.sqlite3").write_text("garbage")
        index = index_of(Settings(index="chroma", chroma_path=tmp_path))(connection)
        for _ in range(2):
            with pytest.raises(StoreError, match=r"cannot be opened.*Name another folder with SLEUTH_CHROMA_PATH"):
                index.nearest(project, MODEL, QUESTION, 10)

    def test_a_folder_that_cannot_be_used_is_named(
        self, connection: psycopg.Connection, project: int, tmp_path: Path
    ) -> None:
        (tmp_path / "file").write_text("no folder")
        index = index_of(Settings(index="chroma", chroma_path=tmp_path / "file" / "chroma"))(connection)
        with pytest.raises(StoreError, match=r"the folder cannot be used \(Not a directory\).*SLEUTH_CHROMA_PATH"):
            index.nearest(project, MODEL, QUESTION, 10)

    def test_the_missing_package_is_named(self, tmp_path: Path) -> None:
        code = (
            "import sys; sys.modules['chromadb'] = None\n"
            "from sleuth.config import Settings\n"
            "from sleuth.store.index.chroma_place import place_of\n"
            "place_of(Settings(index='chroma')).read(lambda client: client.heartbeat())"
        )
        ended = subprocess.run(
            [sys.executable, "-c", code],
            env={"SLEUTH_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "UserError: SLEUTH_INDEX=chroma needs the package chromadb. Install it: pip install" in ended.stderr

    def test_the_search_goes_on_by_words_and_says_so(
        self, connection: psycopg.Connection, project: int, add: Any
    ) -> None:
        add(project, "a.pdf", "The monthly rent is EUR 4,200.", "The deposit is EUR 9,000.")
        set_embedding_model(connection, project, "minilm")
        index = index_of(Settings(index="chroma", chroma_url="http://127.0.0.1:9"))(connection)
        results = search(connection, project, "What is the monthly rent?", index=index)
        assert results.hits[0].content == "The monthly rent is EUR 4,200."
        (remark,) = results.degraded
        assert remark.startswith("Chroma at http://127.0.0.1:9 does not answer (ConnectError).")
        assert remark.endswith("Found by words only.")


class TestSharedFolder:
    """Chroma itself would neither show a process what another adds, nor keep two from overwriting each other."""

    OTHER = """
import sys, numpy as np
from pathlib import Path
from sleuth.config import Settings
from sleuth.store.server.database import Database
from sleuth.store.index.passage_index import index_of

folder, dsn, project, model, size = sys.argv[1:]
passages = np.load(folder + "/passages.npy").tolist()
matrix = np.load(folder + "/matrix.npy")
with Database(dsn) as database, database.connection() as connection:
    index = index_of(Settings(index="chroma", chroma_path=Path(folder)))(connection)
    for n in range(len(passages) // 2, len(passages), int(size)):
        index.put(int(project), model, passages[n : n + int(size)], matrix[n : n + int(size)])
"""

    @pytest.fixture
    def half_filled(self, connection: psycopg.Connection, project: int, add: Any, tmp_path: Path) -> Callable[..., Any]:
        """half_filled(100) gives an index with 50 of 100 passages, all of them, and all their vectors."""

        def half_filled(count: int) -> tuple[PassageIndex, list[tuple[int, int]], Any]:
            add(project, "a.pdf", *(f"page {n}" for n in range(count)))
            index = index_of(Settings(index="chroma", chroma_path=tmp_path))(connection)
            passages = [(p.id, p.document_id) for p in index.pending(project, MODEL, count)]
            matrix = np.random.default_rng(0).normal(size=(count, 16)).astype(np.float32)
            index.put(project, MODEL, passages[: count // 2], matrix[: count // 2])
            connection.commit()
            np.save(tmp_path / "passages.npy", passages)
            np.save(tmp_path / "matrix.npy", matrix)
            return index, passages, matrix

        return half_filled

    def test_a_process_sees_what_another_adds(
        self, half_filled: Callable[..., Any], database: Database, project: int, tmp_path: Path
    ) -> None:
        index, passages, matrix = half_filled(60)
        assert len(index.nearest(project, MODEL, QUESTION, 100)) == 30
        given = [str(tmp_path), database.dsn, str(project), MODEL, "10"]
        with subprocess.Popen([sys.executable, "-c", self.OTHER, *given]) as other:
            while other.poll() is None:
                assert len(index.nearest(project, MODEL, QUESTION, 100)) >= 30
        assert other.returncode == 0
        scores = matrix @ QUESTION / np.linalg.norm(matrix, axis=1)
        assert [i for i, _ in index.nearest(project, MODEL, QUESTION, 100)] == [
            passages[n][0] for n in np.argsort(-scores)
        ]

    @pytest.mark.slow
    def test_what_two_processes_write_at_once_is_all_there(
        self, half_filled: Callable[..., Any], database: Database, project: int, tmp_path: Path
    ) -> None:
        """Enough for Chroma to write its index to the disk in between."""
        index, passages, matrix = half_filled(2_200)
        given = [str(tmp_path), database.dsn, str(project), MODEL, "275"]
        with subprocess.Popen([sys.executable, "-c", self.OTHER, *given]) as other:
            while other.poll() is None:
                index.put(project, MODEL, passages[:20], matrix[:20])
                time.sleep(0.1)  # whoever asks without a break keeps the other out
        assert other.returncode == 0
        sample = range(0, 2_200, 22)
        missed = [n for n in sample if index.nearest(project, MODEL, matrix[n], 1)[0][0] != passages[n][0]]
        assert missed == []


@pytest.mark.parametrize("place", ["memory", "folder", "server"])
def test_the_researcher_answers_from_end_to_end(
    database: Database, settings_for: Callable[..., Settings], place: str, tmp_path: Path
) -> None:
    """Add, ask, change a file, ask again, remove: with no vector in PostgreSQL."""
    settings = settings_for(place, database_url=database.dsn, home=tmp_path, model="none")
    lease, name = tmp_path / "lease.txt", f"end to end, {place}"
    (tmp_path / "loan.txt").write_text("This loan is made to Carl Dahl. The monthly instalment is EUR 900.")
    with open_project(name, settings) as project:
        for rent in ("4,200", "4,900"):
            text = f"This lease is made between Ann Ek and Bo Lind. The monthly rent is EUR {rent}."
            lease.write_text(text)
            project.add(lease, tmp_path / "loan.txt")
            answer = project.research("What is the monthly rent?", ["lease.txt"])
            assert answer.to_json() == {
                "answer": f"The monthly rent is EUR {rent}.",
                "citations": [
                    {
                        "text": f"The monthly rent is EUR {rent}",
                        "page": 1,
                        "filename": "lease.txt",
                        "locator": "line 1",
                        "passage": text,
                    }
                ],
            }
            assert answer.degraded == ()
        found = project.search("what does the tenant pay?", limit=5)
        assert found.degraded == ()
        assert {hit.filename for hit in found.hits} == {"lease.txt", "loan.txt"}
        project.remove("lease.txt")
        assert {hit.filename for hit in project.search("rent").hits} <= {"loan.txt"}
    with database.connection() as connection:
        counted = connection.execute(
            "SELECT count(*) FROM vectors WHERE project_id = %s", (find_project(connection, name),)
        ).fetchone()
        assert counted == (0,)


def test_the_researcher_goes_on_by_words_when_chroma_is_down(database: Database, tmp_path: Path) -> None:
    down = Settings(index="chroma", chroma_url="http://127.0.0.1:9", database_url=database.dsn, home=tmp_path)
    (tmp_path / "lease.txt").write_text("This lease is made between Ann Ek and Bo Lind. The monthly rent is EUR 4,200.")
    with open_project("chroma is down", down) as project:
        with pytest.raises(StoreError, match="does not answer"):
            project.add(tmp_path / "lease.txt")
        with database.connection() as connection:
            set_embedding_model(connection, ensure_project(connection, "chroma is down"), "minilm")
    opened = Database(database.dsn, None, index_of(down))
    answer = asyncio.run(research(opened, "chroma is down", "What is the monthly rent?", ["lease.txt"]))
    opened.close()
    assert answer.answer == "The monthly rent is EUR 4,200."
    assert any("Found by words only." in remark for remark in answer.degraded)
