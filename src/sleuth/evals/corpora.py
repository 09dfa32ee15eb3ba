"""The documents of the sets: where they lie, which of them a quick run reads, and their way into the store."""

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sleuth.config import Settings
from sleuth.errors import UserError
from sleuth.evals.examples import example_folder
from sleuth.evals.halves import digest
from sleuth.evals.rows import rows
from sleuth.store.projects import ensure_project
from sleuth.store.server.database import Database

OnProgress = Callable[[str, int, int], None]  # what is done, how much of it, of how much


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents that stand in one project: files of a folder, or texts that the data holds."""

    name: str
    folder: Callable[[Path], Path] | None = None  # the data's root → the folder of the files
    texts: Callable[[Path], Mapping[str, str]] | None = None  # the data's root → filename → text
    quick: int | None = None  # files that a quick run reads; None: all

    def is_there(self, data: Path) -> bool:
        """Whether the data holds this corpus."""
        return self.place(data).exists()

    def place(self, data: Path) -> Path:
        """Its folder of files, or the folder of the data set."""
        return self.folder(data) if self.folder else data / "redistributable" / self.name

    def filenames(self, data: Path, full: bool) -> tuple[str, ...]:
        """The documents of a run, the same on every one; all of them if it is to be full."""
        found = self.texts(data) if self.texts else [path.name for path in self.place(data).iterdir() if path.is_file()]
        ordered = sorted(found, key=digest)
        return tuple(ordered if full else ordered[: self.quick])


def add_corpus(
    database: Database, settings: Settings, corpus: Corpus, data: Path, names: Iterable[str], show: OnProgress
) -> int:
    """The id of the corpus's project, with these documents in it and all their vectors made. What it has is quick."""
    with tempfile.TemporaryDirectory() as written:
        return fill_project(
            database, settings, project(corpus), _paths(corpus, data, names, Path(written)), corpus.name, show
        )


def fill_project(
    database: Database, settings: Settings, project: str, paths: Sequence[Path], name: str, show: OnProgress
) -> int:
    """Put files into a project and make all their vectors; its id. Raises UserError for a file that cannot be read.

    `name` is what the progress calls it.
    """
    from sleuth.work.adding import add_paths
    from sleuth.work.embedding import embed_project

    with database.connection() as connection:
        project_id = ensure_project(connection, project)
        connection.commit()
    report = add_paths(database, settings, project_id, paths, lambda p: show(f"{name}: reading files", p.done, p.files))
    if report.failed:
        raise UserError(f"{name}: {report.failed[0].reason}")
    embed_project(database, settings, project_id, lambda done, total: show(f"{name}: embedding passages", done, total))
    return project_id


def project(corpus: Corpus) -> str:
    """The project that holds a corpus."""
    return f"evaluation: {corpus.name}"


def _paths(corpus: Corpus, data: Path, names: Iterable[str], written: Path) -> list[Path]:
    if corpus.texts is None:
        return [corpus.place(data) / name for name in names]
    texts = corpus.texts(data)
    for name in names:
        (written / name).write_text(texts[name], encoding="utf-8")
    return [written / name for name in names]


def text_name(text: str) -> str:
    """The filename under which a text without a name stands in the store."""
    return digest(text)[:16] + ".txt"


def swequad_texts(data: Path) -> dict[str, str]:
    """The texts that are asked about and those that only stand beside them, by the name they have in the store."""
    root = data / "redistributable/swequad"
    asked = [row["context"] for row in rows(root / "items.jsonl")]
    return {text_name(text): text for text in (*asked, *(r["text"] for r in rows(root / "distractor_corpus.jsonl")))}


def _faq(data: Path) -> dict[str, str]:
    answers = [row["candidate_answers"] for row in rows(data / "redistributable/superlim_swefaq/items.jsonl")]
    return {text_name(text): text for texts in answers for text in texts}


EXAMPLES = Corpus("examples", lambda _: example_folder())
FILINGS = Corpus("kgrag_sec10q", lambda data: data / "redistributable/kgrag_sec10q/pdf")
CONTRACTS = Corpus("cuad", lambda data: data / "redistributable/cuad/pdf", quick=12)
REPORTS = Corpus("financebench", lambda data: data / "internal_only/financebench/pdf", quick=4)
SWEQUAD = Corpus("swequad", texts=swequad_texts, quick=250)
FAQ = Corpus("superlim_swefaq", texts=_faq)
