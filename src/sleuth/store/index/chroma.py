"""The passage index on Chroma: one collection a project and model, as other programs read them too.

A passage's id is the record's, its document is its text, and its metadata are `text`, `filename`, `page_number` and
`document_id`. Chroma holds nothing but the index; which passages there are, the record in PostgreSQL says. So nothing
has to be written in both at once: what Chroma lacks is pending, what it has too many is not found, and swept.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg

from sleuth.errors import StoreError
from sleuth.store.documents.passages import Passage, first_passages, lock_passages
from sleuth.store.index.chroma_place import Place
from sleuth.store.index.vectors import PendingPassage
from sleuth.store.rows import column, records, scalar

if TYPE_CHECKING:
    import numpy as np
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection
    from chromadb.api.types import GetResult
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]

T = TypeVar("T")
PROJECT_KEY = "sleuth_project"  # of a collection's metadata
_AT_ONCE = 500  # passages in one call; a server takes a few thousand
_complete: dict[tuple[str, str], tuple[str, int]] = {}  # place, collection → its state when nothing was lacking
_CONFIGURATION: Any = {"hnsw": {"space": "cosine", "ef_search": 200}}


class ChromaIndex:
    """Vectors in Chroma, of passages that the record holds. Made for one connection and a short while."""

    def __init__(self, connection: psycopg.Connection, place: Place) -> None:
        self._connection = connection
        self._place = place
        self._held: dict[str, set[int]] = {}  # collection → passages in it, once they were asked for

    def pending(self, project_id: int, model: str, limit: int) -> list[PendingPassage]:
        """What the record holds and the collection does not."""
        name = self.collection_name(project_id, model)
        state = self._state(name, project_id)  # before the look: what comes after it makes another state
        if state is not None and _complete.get((self._place.name, name)) == state:
            return []
        lacking = records(
            self._connection,
            PendingPassage,
            """
            SELECT passages.id, document_id, content, context
            FROM documents JOIN passages ON document_id = documents.id
            WHERE documents.project_id = %(project)s AND live AND NOT EXISTS (
                SELECT FROM unnest(%(held)s::bigint[]) AS held WHERE held = passages.id
            ) ORDER BY document_id, position LIMIT %(limit)s
            """,
            {"project": project_id, "held": list(self._held_in(name)), "limit": limit},
        )
        if not lacking and state is not None:
            _complete[self._place.name, name] = state
        return lacking

    def progress(self, project_id: int, model: str) -> tuple[int, int]:
        """By comparing what both hold."""
        held = self._held_in(self.collection_name(project_id, model))
        (total,) = column(
            self._connection,
            "SELECT coalesce(sum(passage_count), 0) FROM documents WHERE project_id = %s AND live",
            (project_id,),
        )
        return len(self._there(held)), int(total)

    def put(self, project_id: int, model: str, passages: Sequence[tuple[int, int]], matrix: "Matrix") -> None:
        """While their documents are locked in the record, so that none of them is removed meanwhile."""
        if len(passages) != len(matrix):
            raise ValueError(f"{len(passages)} passages, but {len(matrix)} vectors")
        name = self.collection_name(project_id, model)
        line = {passage_id: number for number, (passage_id, _) in enumerate(passages)}
        with self._connection.transaction():
            rows = lock_passages(self._connection, project_id, sorted({d for _, d in passages}), list(line))
            for some in _parts(rows):
                self._upsert(name, self._origin(project_id, model), some, matrix[[line[row.id] for row in some]])
        if name in self._held:
            self._held[name] |= {row.id for row in rows}

    def nearest(
        self, project_id: int, model: str, vector: "Vector", limit: int, document_ids: Sequence[int] | None = None
    ) -> list[tuple[int, float]]:
        """By Chroma's HNSW. What the record no longer holds is passed over, and as many more are looked at."""
        if document_ids is not None and not document_ids:
            return []
        name, wanted = self.collection_name(project_id, model), limit
        while True:
            found = self._query(name, vector, wanted, document_ids)
            there = self._there(list(found))
            alive = [(passage_id, similarity) for passage_id, similarity in found.items() if passage_id in there]
            if len(alive) >= limit or len(found) < wanted:
                return alive[:limit]
            wanted *= 2

    def similarities(
        self, project_id: int, model: str, vector: "Vector", passage_ids: Sequence[int]
    ) -> dict[int, float]:
        """By fetching their vectors."""
        import numpy as np

        ids = [str(passage_id) for passage_id in dict.fromkeys(passage_ids)]

        def fetch(collection: "Collection") -> "list[GetResult]":
            return [collection.get(ids=some, include=["embeddings"]) for some in _parts(ids)]

        similar: dict[int, float] = {}
        for got in self._read(self.collection_name(project_id, model), fetch):
            matrix = np.asarray(got["embeddings"], np.float32).reshape(-1, len(vector))
            cosines = matrix @ vector / (np.linalg.norm(matrix, axis=1) * np.linalg.norm(vector))
            similar |= zip(map(int, got["ids"]), map(float, cosines), strict=True)
        return similar

    def settle(self, project_id: int) -> None:
        """In every collection of the project, of whichever model."""
        self._held.clear()
        for collection in self._attempt("", self._place.read, lambda client: client.list_collections()):
            if (collection.metadata or {}).get(PROJECT_KEY) == self._project(project_id)[1]:
                state = self._state(collection.name, project_id)
                if _complete.get((self._place.name, collection.name)) != state:
                    self._sweep(collection.name)
                    self._rename(collection.name, project_id)

    def complete(self, project_id: int, model: str, dimensions: int) -> None:
        """Nothing to do: Chroma indexes as it stores."""

    def forget(self, project_id: int, model: str) -> None:
        """The whole collection."""
        name = self.collection_name(project_id, model)
        self._held.pop(name, None)
        with suppress(CollectionMissingError):  # it was forgotten before
            self._attempt(name, self._place.write, lambda client: client.delete_collection(name))

    def collection_name(self, project_id: int, model: str) -> str:
        """The collection of a project and model: readable, and another for a project of another record."""
        name, key = self._project(project_id)
        parts = (re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-")[:60] for part in (name, model))
        digest = hashlib.sha256(f"{key} {model}".encode()).hexdigest()[:8]
        return "-".join(filter(None, ("sleuth", *parts, digest)))

    def _project(self, project_id: int) -> tuple[str, str]:
        """The name of a project, and what tells it from all others that a server may hold."""
        row = self._connection.execute(
            "SELECT name, id || '@' || (extract(epoch FROM created_at) * 1000000)::bigint FROM projects WHERE id = %s",
            (project_id,),
        ).fetchone()
        if row is None:
            raise StoreError(f"Project {project_id} has been removed. Choose another one with -p NAME.")
        return row[0], row[1]

    def _origin(self, project_id: int, model: str) -> dict[str, str]:
        """What a collection says of itself."""
        name, key = self._project(project_id)
        return {"project": name, "model": model, PROJECT_KEY: key}

    def _state(self, name: str, project_id: int) -> tuple[str, int] | None:
        """What tells at a glance whether record and collection are as they were; None without a collection."""
        documents = scalar(
            self._connection,
            "SELECT md5(string_agg(id || filename, '/' ORDER BY id)) FROM documents WHERE project_id = %s AND live",
            (project_id,),
        )
        try:
            return str(documents), self._read(name, lambda c: c.count())
        except CollectionMissingError:
            return None

    def _held_in(self, name: str) -> set[int]:
        """The passages of a collection; none where it has yet to be made."""
        if name not in self._held:
            try:
                ids = self._read(name, lambda c: c.get(include=[]))["ids"]
                self._held[name] = {int(i) for i in ids if i.isdecimal()}  # others may have added theirs
            except CollectionMissingError:
                self._held[name] = set()
        return self._held[name]

    def _there(self, passage_ids: "Sequence[int] | set[int]") -> set[int]:
        """Those that the record holds."""
        return set(column(self._connection, "SELECT id FROM passages WHERE id = ANY(%s)", (list(passage_ids),)))

    def _upsert(self, name: str, origin: Any, rows: Sequence[Passage], matrix: "Matrix") -> None:
        def upsert(client: "ClientAPI") -> None:
            collection = client.get_or_create_collection(
                name, configuration=_CONFIGURATION, metadata=origin, embedding_function=None
            )
            collection.upsert(
                ids=[str(row.id) for row in rows],
                embeddings=matrix,
                documents=[row.content for row in rows],
                metadatas=[_metadata(row) for row in rows],
            )

        self._attempt(name, self._place.write, upsert)

    def _query(self, name: str, vector: "Vector", limit: int, document_ids: Sequence[int] | None) -> dict[int, float]:
        """Passage → similarity, best first; what other programs added gets ids that the record never holds."""
        where: Any = None if document_ids is None else {"document_id": {"$in": list(document_ids)}}
        got = self._read(
            name,
            lambda c: c.query(query_embeddings=vector[None, :], n_results=limit, where=where, include=["distances"]),
        )
        (distances,) = got["distances"] or [[]]
        found = zip(got["ids"][0], distances, strict=True)
        return {int(i) if i.isdecimal() else -n: 1 - float(distance) for n, (i, distance) in enumerate(found, 1)}

    def _sweep(self, name: str) -> None:
        """Delete what the record no longer holds."""
        held = self._held_in(name)
        gone = held - self._there(held)

        def delete(collection: "Collection") -> None:
            for some in _parts([str(passage_id) for passage_id in gone]):
                collection.delete(ids=some)

        if gone:
            self._write(name, delete)
            held -= gone

    def _rename(self, name: str, project_id: int) -> None:
        """Have passages carry the names that their documents have now; a document's first passage tells."""
        first = {str(row.id): row for row in first_passages(self._connection, project_id)}

        def named(collection: "Collection") -> dict[str, Any]:
            looked = [collection.get(ids=some, include=["metadatas"]) for some in _parts(list(first))]
            return {i: m["filename"] for got in looked for i, m in zip(got["ids"], got["metadatas"] or (), strict=True)}

        for passage_id, filename in self._read(name, named).items():
            if filename != first[passage_id].filename:
                self._write(name, _renaming(first[passage_id]))

    def _read(self, name: str, work: "Callable[[Collection], T]") -> T:
        return self._attempt(name, self._place.read, lambda client: work(_collection(client, name)))

    def _write(self, name: str, work: "Callable[[Collection], T]") -> T:
        return self._attempt(name, self._place.write, lambda client: work(_collection(client, name)))

    def _attempt(
        self,
        name: str,
        run: "Callable[[Callable[[ClientAPI], T]], T]",
        work: "Callable[[ClientAPI], T]",
    ) -> T:
        """What the work returns; what Chroma says against it, with the remedy."""
        from chromadb.errors import ChromaError, InvalidArgumentError, NotFoundError

        try:
            return run(work)
        except NotFoundError as error:
            raise CollectionMissingError(
                f"{self._place.name} holds no collection {name}. {self._place.remedy}"
            ) from error
        except InvalidArgumentError as error:
            raise StoreError(
                f"{self._place.name} refuses the vector ({error}). If the collection {name} was made for another "
                "model, delete it, then fill it anew: `sleuth worker --until-idle`."
            ) from error
        except ChromaError as error:
            raise StoreError(f"{self._place.name} failed: {error}. Run the command again to go on.") from error


class CollectionMissingError(StoreError):
    """Chroma is there, but not the collection."""


def _collection(client: "ClientAPI", name: str) -> "Collection":
    return client.get_collection(name, embedding_function=None)


def _metadata(row: Passage) -> dict[str, str | int]:
    """What other programs filter and cite by."""
    return {
        "text": row.content,
        "filename": row.filename,
        "page_number": row.page,
        "document_id": row.document_id,
    }


def _renaming(row: Passage) -> "Callable[[Collection], None]":
    """Gives all passages of a document its name. The first comes last: until then it tells what is to be done."""

    def rename(collection: "Collection") -> None:
        ids = collection.get(where={"document_id": row.document_id}, include=[])["ids"]
        for some in _parts(sorted(ids, key=int, reverse=True)):
            collection.update(ids=some, metadatas=[{"filename": row.filename}] * len(some))

    return rename


def _parts(things: Sequence[T]) -> Iterator[list[T]]:
    return (list(things[start : start + _AT_ONCE]) for start in range(0, len(things), _AT_ONCE))
