"""Writing a page of the analyst to a file, with the documents that it cites in a folder beside it."""

from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.errors import UserError

if TYPE_CHECKING:
    from psycopg import Connection

    from sleuth.agents.analyst.page.model import Page

_KINDS = (".md", ".docx")


def check_page_name(path: Path) -> None:
    """Raises UserError for a name that says neither Markdown nor Word, or in a folder that is not there."""
    if path.suffix.lower() not in _KINDS:
        raise UserError(f"{path}: a page is written as Markdown or for Word. Name it NAME.md or NAME.docx.")
    if not path.parent.is_dir():
        raise UserError(f"{path.parent}: there is no such folder. Make it first, or name another.")


def write_page(connection: "Connection", project_id: int, page: "Page", path: Path) -> None:
    """Write the page, and what it cites into a folder beside it. Raises UserError where it cannot."""
    from sleuth.agents.analyst.page.docx import write_docx
    from sleuth.agents.analyst.page.markdown import write_markdown

    folder = write_cited(connection, project_id, page.documents, path)
    data = write_docx(page, folder) if path.suffix.lower() == ".docx" else write_markdown(page, folder).encode()
    write_file(path, data)


def write_cited(connection: "Connection", project_id: int, documents: set[tuple[int, str]], path: Path) -> str:
    """Write the cited documents, each a number and a name, beside `path`; the folder's name."""
    from sleuth.cli.workbook import write_sources
    from sleuth.store.documents.documents import load_document, load_file

    def open_document(document_id: int) -> bytes:
        return load_file(connection, project_id, load_document(connection, document_id).content_hash)

    folder = path.with_name(f"{path.stem} sources")
    try:
        write_sources(folder, documents, open_document)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror}). Name another file with -o.") from error
    return folder.name


def read_file(path: Path) -> bytes | None:
    """The bytes of a file; None where there is none. Raises UserError where it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror}). Name another with -o.") from error


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises UserError where it cannot."""
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise UserError(f"{path}: cannot be written ({error.strerror}). Name another with -o.") from error
