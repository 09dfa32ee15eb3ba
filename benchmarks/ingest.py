"""How many passages a second each stage of adding a document takes, beside plain LangChain + Chroma on the same files.

    python benchmarks/ingest.py

The files are the example filings. LangChain's side is what the researcher's specification describes: the raw text of
PDFium, cut every 600 characters with 200 of overlap, embedded by the same model, put into a Chroma folder. It keeps no
page, place, table or finding. Nothing here is asserted.
"""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pypdfium2
from langchain_core.embeddings import Embeddings

from sleuth.config import Settings
from sleuth.ingest.context import embedding_text
from sleuth.ingest.extraction import extract
from sleuth.ingest.language import stemmer
from sleuth.ingest.pipeline import content_hash, prepare
from sleuth.ingest.sandbox import read_file
from sleuth.models.embeddings import open_embedder
from sleuth.store.documents.documents import add_document
from sleuth.store.index.vectors import save_vectors
from sleuth.store.ledger.findings import save_findings
from sleuth.store.projects import ensure_project
from sleuth.store.server.database import open_database

EXAMPLES = Path(__file__).parents[1] / "examples" / "dataroom"
SIZE, OVERLAP = 600, 200
SLOW_SAMPLE = 60  # passages that the multilingual model is timed on


class Local(Embeddings):
    """The local model as LangChain asks for it."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [list(map(float, row)) for row in open_embedder("minilm").embed_passages(texts)]

    def embed_query(self, text: str) -> list[float]:
        return list(map(float, open_embedder("minilm").embed_query(text)))


class Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def run(self, stage: str, work: Callable[[], Any]) -> Any:
        """Do the work, and note what it took."""
        start = time.perf_counter()
        result = work()
        self.taken[stage] += time.perf_counter() - start
        return result

    def show(self, title: str, passages: int) -> float:
        """Print the stages; the seconds of all for one passage."""
        whole = self.taken.total()
        for stage, seconds in [*self.taken.items(), ("in all", whole)]:
            rate = passages / seconds
            print(f"{title:10} {stage:28} {seconds:7.2f} s {rate:8,.0f} passages/s {seconds / whole:6.1%}", flush=True)
        return whole / passages


def ours(paths: Sequence[Path], home: Path) -> tuple[Clock, int]:
    """Sleuth's stages, one after the other; the passages it made."""
    clock, settings, made = Clock(), Settings(home=home, database_url=None, server_grace_seconds=0), 0
    model = open_embedder("minilm")
    model.embed_passages(["warm"])
    with open_database(settings) as database, database.connection() as connection:
        project_id = ensure_project(connection, "benchmark")
        for path in paths:
            source = clock.run("reading, in a child process", lambda p=path: read_file(p, settings))
            prepared = clock.run("cutting, headings, quality", lambda s=source: prepare(s, settings))
            made += len(prepared.passages)
            extracted = clock.run("findings", lambda s=source, p=prepared: extract(s, p.language, settings))
            added = clock.run(
                "storing pages and words",
                lambda s=source, p=prepared, path=path: add_document(
                    connection, project_id, s, content_hash=content_hash(path.read_bytes()), data=path.read_bytes(),
                    language=p.language, regconfig=stemmer(p.language), quality=p.quality,
                    quality_reason=p.quality_reason, passages=p.passages,
                ),
            )  # fmt: skip
            clock.run(
                "storing findings",
                lambda a=added, e=extracted: save_findings(
                    connection, project_id, a.document.id, e.findings, "benchmark"
                ),
            )
            texts = [embedding_text(passage.context, passage.content) for passage in prepared.passages]
            matrix = clock.run("vectors, minilm", lambda t=texts: model.embed_passages(t))
            ids = connection.execute(
                "SELECT id, document_id FROM passages WHERE document_id = %s ORDER BY position", (added.document.id,)
            ).fetchall()
            clock.run("storing vectors", lambda i=ids, m=matrix: save_vectors(connection, project_id, "minilm", i, m))
    return clock, made


def theirs(paths: Sequence[Path], folder: Path) -> tuple[Clock, int]:
    """The same files in plain LangChain + Chroma."""
    from langchain_chroma import Chroma

    clock, made = Clock(), 0
    store = Chroma("benchmark", Local(), persist_directory=str(folder))
    for path in paths:
        text = clock.run("raw text", lambda p=path: raw_text(p))
        pieces = [text[at : at + SIZE] for at in range(0, len(text), SIZE - OVERLAP)]
        made += len(pieces)
        metadata = [{"filename": path.name} for _ in pieces]
        clock.run("vectors, minilm, into Chroma", lambda p=pieces, m=metadata: store.add_texts(p, m))
    return clock, made


def raw_text(path: Path) -> str:
    """What PDFium gives, page after page."""
    document = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def main() -> None:
    """Add, measure, print."""
    paths = sorted(EXAMPLES.glob("*.pdf"))
    with tempfile.TemporaryDirectory(prefix="sleuth-bench-", ignore_cleanup_errors=True) as home:
        clock, made = ours(paths, Path(home))
        own = clock.show("Sleuth", made)
        other, others = theirs(paths, Path(home, "chroma"))
        plain = other.show("LangChain", others)
    print(f"a passage takes {own / plain:.2f} x what it takes in LangChain + Chroma ({made} and {others} passages)")
    slow = open_embedder("e5")
    texts = [f"{number} {raw_text(paths[0])[number * 400 : number * 400 + SIZE]}" for number in range(SLOW_SAMPLE)]
    start = time.perf_counter()
    slow.embed_passages(texts)
    print(
        f"vectors, e5 (for other languages than English): {SLOW_SAMPLE / (time.perf_counter() - start):,.0f} passages/s"
    )


if __name__ == "__main__":
    main()
