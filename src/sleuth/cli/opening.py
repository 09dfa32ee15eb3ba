"""`sleuth open`: what a citation cites, as a person sees it: a page with the quote marked, a sheet with the cell."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.cli.output import DEFAULT_PROJECT, Json, Link, Project, on_project, print_json, say, settings, warn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from psycopg import Connection

    from sleuth.answering.verification import Citation
    from sleuth.ingest.rendering.view import Cited, View

_LAST = "last"
_PDF = ".pdf"


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        name="open", help="Show what an answer cites: the page with the quote marked, the sheet with the cell."
    )(open_citation)


def open_citation(
    answer: Annotated[str, typer.Argument(help="The answer's number, as it was printed, or last.")] = _LAST,
    number: Annotated[int, typer.Argument(help="Which of its sources: the number in brackets.", metavar="N")] = 1,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write it to this file, and open nothing.")] = None,
    project: Project = DEFAULT_PROJECT,
    json: Json = False,
) -> None:
    """Opens it on the screen if there is one; otherwise the file is named. Exit 2 for an answer or source unknown."""
    from sleuth.ingest.rendering.view import draw

    answer_id = _answer_id(answer)
    with on_project(project) as (connection, project_id):
        chosen, citation, cited, data = _find(connection, project_id, answer_id, number)
    view = draw(cited, data)
    path = out or _place(chosen, number, view)
    _write(path, view)
    opened = out is None and not json and _show(path, view)
    if json:
        found = {key: citation[key] for key in ("text", "filename", "page", "locator") if key in citation}
        print_json({"answer": chosen, "source": number, **found, "path": str(path)})
    else:
        say(f"{cited.filename}, {cited.locator}: “{' '.join(str(citation['text']).split())}”")
        say("opened " if opened else "written to ", Link(str(path), _url(path, view.fragment)))
    if view.remark:
        warn(f"note: {view.remark}")


def link_of(citation: "Citation", originals: "Mapping[int, Path]") -> Link:
    """A citation's place as a link to the original file, at its page; plain words where the original is not there."""
    label = f"{citation.filename}, {citation.locator}"
    return Link(label, _original(originals.get(citation.document_id), citation.page))


def with_links(
    text: str, citations: "Iterable[Mapping[str, Any]]", originals: "Mapping[int, Path]"
) -> list[str | Link]:
    """A text with each place that it names as a link: "a.pdf, p.5" and "a.pdf p.5", as sources are written."""
    urls: dict[str, str] = {}
    for citation in citations:
        url = _original(originals.get(citation["document_id"]), citation["page"])
        for between in (", ", " "):
            urls[f"{citation['filename']}{between}{citation['locator']}"] = url
    named = sorted((name for name, url in urls.items() if url), key=len, reverse=True)
    if not named:
        return [text]
    pieces = re.split(f"({'|'.join(map(re.escape, named))})", text)
    return [Link(piece, urls[piece]) if piece in urls else piece for piece in pieces]


def _original(path: Path | None, page: int) -> str:
    """The address of an original file, a PDF at the page; empty where it is not there."""
    if path is None:
        return ""
    return _url(path, f"page={page}" if path.suffix.lower() == _PDF else "")


def _answer_id(answer: str) -> int | None:
    from sleuth.errors import UserError

    if answer == _LAST:
        return None
    if not answer.isdecimal():
        raise UserError(f"“{answer}” is no number of an answer. Each answer prints its number; or say last.")
    return int(answer)


def _find(
    connection: "Connection", project_id: int, answer_id: int | None, number: int
) -> "tuple[int, Mapping[str, Any], Cited, bytes | None]":
    """The answer's id, its citation of this number, what that cites, and the bytes of a PDF."""
    from sleuth.errors import UserError
    from sleuth.evidence.source import Box, Span
    from sleuth.ingest.rendering.view import Cited
    from sleuth.language.counted import counted
    from sleuth.store.documents.documents import MissingFileError, load_document, load_file
    from sleuth.store.documents.pages import load_pages
    from sleuth.store.talk.answers import document_of, find_answer

    answer = find_answer(connection, project_id, answer_id)
    citations = answer.detail.get("citations", [])
    if not citations:
        raise UserError(f"answer {answer.id} cites nothing: there is nothing to open.")
    if not 1 <= number <= len(citations):
        raise UserError(f"answer {answer.id} has {counted(len(citations), 'source')}. Name one of them by its number.")
    citation = citations[number - 1]
    document_id = document_of(connection, answer.id, citation["filename"])
    pages = load_pages(connection, document_id, [citation["page"]]) if document_id is not None else ()
    if document_id is None or not pages:
        raise UserError(f"{citation['filename']}: the project no longer holds it as it was cited. Ask again.")
    document = load_document(connection, document_id)
    spans = tuple(Span(citation["page"], one["start"], one["end"]) for one in citation.get("spans", []))
    boxes = tuple(Box(*sides) for sides in citation.get("boxes", []))
    cited = Cited(document.filename, document.kind, pages[0], spans, citation["locator"], boxes)
    try:
        data = load_file(connection, project_id, document.content_hash) if document.kind == "pdf" else None
    except MissingFileError:
        data = None
    return answer.id, citation, cited, data


def _place(answer_id: int, number: int, view: "View") -> Path:
    """Where a view is kept for the program that shows it."""
    return settings().home / "opened" / f"answer {answer_id} source {number}{view.suffix}"


def _write(path: Path, view: "View") -> None:
    from sleuth.errors import UserError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(view.data)
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}). Name another file with --out.") from error


def _show(path: Path, view: "View") -> bool:
    """Open the file with the program that the system has for it; whether that was possible."""
    if not _has_screen():
        return False
    return typer.launch(_url(path, view.fragment) if view.fragment else str(path)) == 0


def _has_screen() -> bool:
    """Whether a window would be seen by whoever runs the command."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _url(path: Path, fragment: str) -> str:
    return path.absolute().as_uri() + (f"#{fragment}" if fragment else "")
