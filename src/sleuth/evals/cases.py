"""Questions with known answers, read from the evaluation data: what is asked of which files, and what is right."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sleuth.evals import corpora
from sleuth.evals.corpora import Corpus
from sleuth.evals.examples import example_rows
from sleuth.evals.halves import digest
from sleuth.evals.rows import rows
from sleuth.evidence.source import Page, PageSource, Source


@dataclass(frozen=True, slots=True)
class Answerable:
    """A question with its right answers. None of them: the files do not hold one, and a refusal is right."""

    id: str
    group: str  # its company, contract, article: decides the half, so that no group stands in both
    question: str
    filenames: tuple[str, ...]
    answers: tuple[str, ...] = ()  # any of these texts is right
    pages: Mapping[str, frozenset[int]] | None = None  # filename → pages that hold the answer
    files: frozenset[str] = frozenset()  # the files to be cited
    text: str = ""  # the document itself, where it is no file but a paragraph
    is_absent: bool = False


@dataclass(frozen=True, slots=True)
class AnswerSet:
    """Questions of one kind, and the documents they are put to."""

    key: str  # what it is chosen by
    cases: Callable[[Path], Iterator[Answerable]]
    corpus: Corpus | None = None  # None: each case brings its text
    items: str = ""  # the file of a set without documents, under the data's root

    def is_there(self, data: Path) -> bool:
        """Whether the data holds this set."""
        return self.corpus.is_there(data) if self.corpus else (data / self.items).is_file()


def sample(cases: Iterable[Answerable], limit: int, filenames: Iterable[str]) -> list[Answerable]:
    """At most `limit` cases, the same on every run, of those whose documents are all among these."""
    read = set(filenames)
    fitting = (case for case in cases if case.text or read.issuperset(case.filenames))
    return sorted(fitting, key=lambda case: digest(case.id))[:limit]


def paragraph(case: Answerable) -> Source:
    """A case's own text as a document of one page."""
    return Source(case.filenames[0], "text", PageSource.WHOLE, (Page(1, case.text, "whole"),))


def examples(_: Path) -> Iterator[Answerable]:
    """Questions on the example data room."""
    for row in example_rows():
        answers, files = tuple(row.get("answers", ())), tuple(row["files"])
        pages = {files[0]: frozenset(row.get("pages", ()))}
        yield Answerable(
            row["question"], row["question"], row["question"], files, answers, pages, is_absent=not answers
        )


def filings(data: Path) -> Iterator[Answerable]:
    """Questions over several 10-Q filings; the files to be cited are known."""
    for row in rows(data / "redistributable/kgrag_sec10q/questions.jsonl"):
        named = tuple(row["candidate_files"])
        yield Answerable(
            row["id"], row["id"], row["question"], named, (row["answer"],), files=frozenset(row["cited_files"])
        )


def contracts(data: Path) -> Iterator[Answerable]:
    """Each clause category asked, by its bare name, of each contract that has it or lacks it."""
    for row in rows(data / "redistributable/cuad/labels.jsonl"):
        name = row["filename"]
        for label in row["labels"]:
            spans = label["spans"]
            if label["present"] and not spans:
                continue  # annotated, but its place in the file is not known
            pages = frozenset(p for span in spans for p in range(span["page"], span["page_end"] + 1))
            texts = tuple(span["text"] for span in spans)
            case = f"{name}/{label['category']}"
            yield Answerable(
                case, name, label["category"], (name,), texts, {name: pages}, is_absent=not label["present"]
            )


def financebench(data: Path) -> Iterator[Answerable]:
    """Questions of analysts over annual reports; the page of the evidence is known."""
    for number, row in enumerate(rows(data / "internal_only" / "financebench" / "questions.jsonl")):
        name = row["filename"]
        pages = {name: frozenset(evidence["page"] for evidence in row["evidence"])}
        yield Answerable(f"{name}/{number}", name.partition("_")[0], row["question"], (name,), (row["answer"],), pages)


def squad(name: str) -> Callable[[Path], Iterator[Answerable]]:
    """Questions on paragraphs, half of them made unanswerable by a person."""

    def read(data: Path) -> Iterator[Answerable]:
        for row in rows(data / f"redistributable/{name}/items.jsonl"):
            yield Answerable(
                row["id"],
                row["title"],
                row["question"],
                (f"{row['title']}.txt",),
                tuple(row["answers"]),
                text=row["context"],
                is_absent=row["is_impossible"],
            )

    return read


ANSWER_SETS = (
    AnswerSet("examples", examples, corpora.EXAMPLES),
    AnswerSet("kgrag_sec10q", filings, corpora.FILINGS),
    AnswerSet("cuad", contracts, corpora.CONTRACTS),
    AnswerSet("financebench", financebench, corpora.REPORTS),
    AnswerSet("squad2_en", squad("squad2_en"), items="redistributable/squad2_en/items.jsonl"),
    AnswerSet("squad2_sv", squad("squad2_sv"), items="redistributable/squad2_sv/items.jsonl"),
)
