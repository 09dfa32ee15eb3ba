"""Links from what we write to the documents that it cites: these stand in a folder beside the file."""

from pathlib import PurePosixPath
from urllib.parse import quote

_CELL_KINDS = (".xlsx", ".xlsm")


def inside(filename: str) -> PurePosixPath:
    """A document's name as a path that stays within a folder."""
    return PurePosixPath(*(part for part in PurePosixPath(filename).parts if part not in ("/", "..", ".")))


def file_link(folder: str, filename: str, place: str = "") -> str:
    """A document that stands in `folder`, at a place in it: "room%20sources/report.pdf#page=3"."""
    return f"{quote(folder)}/{quote(str(inside(filename)))}" + (f"#{place}" if place else "")


def place_link(folder: str, filename: str, page: int, locator: str) -> str:
    """Where a quote stands: a cell of a workbook, a page of a PDF, else the document."""
    sheet, mark, cell = locator.rpartition("!")
    if mark and filename.lower().endswith(_CELL_KINDS):
        return file_link(folder, filename, quote(f"'{sheet}'!{cell}", safe="'!"))
    return file_link(folder, filename, f"page={page}" if filename.lower().endswith(".pdf") else "")
