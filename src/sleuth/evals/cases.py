"""Questions with known answers, read from the evaluation data: what is asked of which files, and what is right."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    """Questions of one kind, and where their files lie."""

    name: str
    cases: Callable[[Path], Iterator[Answerable]]
    folder: str = ""  # of the files, under the data's root; empty: each case brings its text
    files_at_most: int = 8  # so that a small run does not read every file


def sample(cases: Iterable[Answerable], limit: int, files_at_most: int) -> list[Answerable]:
    """At most `limit` cases, the same on every run, from few enough files to be read in reasonable time."""
    ordered = sorted(cases, key=lambda case: digest(case.id))
    by_file = sorted({name for case in ordered for name in case.filenames}, key=digest)
    chosen = set(by_file[: max(files_at_most, limit // 5)])
    return [case for case in ordered if case.text or chosen.issuperset(case.filenames)][:limit]


def digest(text: str) -> str:
    """An order that has nothing to do with the content, stable for ever."""
    return hashlib.sha256(text.encode()).hexdigest()


def paragraph(case: Answerable) -> Source:
    """A case's own text as a document of one page."""
    return Source(case.filenames[0], "text", PageSource.WHOLE, (Page(1, case.text, "whole"),))


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


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
    for number, row in enumerate(rows(data / "internal_only/financebench/questions.jsonl")):
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


SETS = (
    AnswerSet("kgrag_sec10q", filings, "redistributable/kgrag_sec10q/pdf"),
    AnswerSet("cuad", contracts, "redistributable/cuad/pdf"),
    AnswerSet("financebench", financebench, "internal_only/financebench/pdf", files_at_most=23),
    AnswerSet("squad2_en", squad("squad2_en")),
    AnswerSet("squad2_sv", squad("squad2_sv")),
)
