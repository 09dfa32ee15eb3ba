"""Findings as a workbook: contents, a matrix for each subject, and a list, each value linked to where it stands.

The documents that are cited are written beside it, so that the links work wherever the two are moved together.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sleuth.cli.workbook_matrix import (
    Styles,
    Subject,
    decimals_of,
    extent,
    for_paper,
    sheet_names,
    subjects_of,
    write_matrix,
)
from sleuth.evidence.links import file_link, inside
from sleuth.language.scale import scale_name

if TYPE_CHECKING:
    from xlsxwriter.url import Url

    from sleuth.store.ledger.findings import StoredFinding

_LIST = (
    "Subject", "Metric", "As printed", "Period", "Scenario", "Value", "Unit", "Scale", "Said", "Status", "Document",
    "Place", "Quote", "Corrected", "Source says",
)  # fmt: skip
_WIDTHS = (24, 26, 34, 12, 10, 14, 10, 8, 30, 11, 30, 14, 60, 40, 20)
_LONGEST_TEXT = 255  # characters of a link
_CELL_KINDS = (".xlsx", ".xlsm")

Open = Callable[[int], bytes]  # document → its bytes


def write_workbook(path: Path, findings: "Sequence[StoredFinding]", open_document: Open) -> Path:
    """Write the workbook, and the documents into a folder beside it; the folder. Raises OSError where it cannot."""
    import xlsxwriter

    sources = path.with_name(f"{path.stem} sources")
    write_sources(sources, {(f.document_id, f.filename) for f in findings}, open_document)
    subjects = subjects_of(findings)
    names = sheet_names(subjects)
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        styles = Styles(book)
        contents = book.add_worksheet("Contents")
        _contents(contents, list(zip(names, subjects, strict=True)), findings, sources.name, styles)
        for name, subject in zip(names, subjects, strict=True):
            write_matrix(book.add_worksheet(name), subject, styles, partial(_place, sources.name))
        _list(book.add_worksheet("Findings"), findings, sources.name, styles)
    return sources


def write_sources(folder: Path, documents: Iterable[tuple[int, str]], open_document: Open) -> None:
    """Write documents, each a number and a name, into a folder. Raises OSError where it cannot."""
    for document_id, filename in sorted(documents):
        target = folder / inside(filename)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(open_document(document_id))


def page_link(filename: str, page: int, folder: str, text: str) -> "Url":
    """The page of a document that stands in `folder`, for a spreadsheet program; of what has no pages the document."""
    return _file_url(folder, filename, f"page={page}" if filename.lower().endswith(".pdf") else "", text)


def link(finding: "StoredFinding", folder: str, text: str) -> "Url":
    """Where a finding stands, for a spreadsheet program."""
    return place_link(finding.filename, finding.locator, finding.page, folder, text)


def place_link(filename: str, locator: str, page: int, folder: str, text: str) -> "Url":
    """A place of a document in `folder`: a cell of a workbook, a page of a PDF, else the document."""
    sheet, mark, cell = locator.rpartition("!")
    if mark and filename.lower().endswith(_CELL_KINDS):
        name = sheet.removesuffix(" (hidden)").replace("'", "''")
        return _file_url(folder, filename, f"'{name}'!{cell}", text)
    return page_link(filename, page, folder, text)


def _file_url(folder: str, filename: str, place: str, text: str) -> "Url":
    """A link to a file beside the workbook. Every program follows a path with slashes, only Windows one with others.

    `text` is what its cell shows, unless a number is written there afterwards.
    """
    from xlsxwriter.url import Url

    url = Url(f"external:{file_link(folder, filename, place)}")
    for part in ("_link", "_relationship_link"):  # xlsxwriter turns the slashes of a path round
        setattr(url, part, getattr(url, part).replace("\\", "/"))
    url.text = text[:_LONGEST_TEXT]
    return url


def _contents(
    sheet: Any,
    subjects: "Sequence[tuple[str, Subject]]",
    findings: "Sequence[StoredFinding]",
    folder: str,
    styles: Styles,
) -> None:
    """What the workbook holds: its sheets, and the documents that its figures come from."""
    sheet.set_column(0, 0, 52)
    sheet.set_column(1, 4, 14)
    sheet.write_string(0, 0, "Contents", styles.title)
    sheet.write_string(
        1, 0, "Each figure opens its source. The documents stand in the folder beside this file.", styles.note
    )
    _heads(sheet, 3, ("Subject", "Lines", "Figures", "From", "To"), styles)
    row = 4
    for name, subject in subjects:
        told = extent(subject)
        sheet.write_url(row, 0, f"internal:'{name.replace(chr(39), chr(39) * 2)}'!A1", styles.link, string=subject.name)
        for column, text in enumerate((told["lines"], f"{subject.figures:,}", told["first"], told["last"]), 1):
            sheet.write_string(row, column, text, styles.right)
        row += 1
    sheet.write_url(row, 0, "internal:'Findings'!A1", styles.link, string="All findings, with their quotes")
    sheet.write_string(row, 2, f"{len(findings):,}", styles.right)
    _heads(sheet, row + 2, ("Document", "Findings"), styles)
    for at, (filename, count) in enumerate(sorted(Counter(f.filename for f in findings).items()), row + 3):
        sheet.write_url(at, 0, _file_url(folder, filename, "", filename), styles.link)
        sheet.write_string(at, 1, f"{count:,}", styles.right)
    sheet.hide_gridlines(2)
    for_paper(sheet)


def _heads(sheet: Any, row: int, titles: Sequence[str], styles: Styles) -> None:
    for column, title in enumerate(titles):
        sheet.write_string(row, column, title, styles.head if column else styles.left)


def _place(folder: str, sheet: Any, row: int, column: int, f: "StoredFinding", style: Any, tip: str) -> None:
    """A figure that opens its source."""
    url = link(f, folder, f.text)
    url.tip = tip
    sheet.write_url(row, column, url, style)
    sheet.write_number(row, column, float(f.value or 0), style)
    if f.corrected:
        sheet.write_comment(row, column, f.corrected.note[:1000], {"author": f.corrected.by_whom[:50]})


def _list(sheet: Any, findings: "Sequence[StoredFinding]", folder: str, styles: Styles) -> None:
    for column, (title, width) in enumerate(zip(_LIST, _WIDTHS, strict=True)):
        sheet.write_string(0, column, title, styles.left)
        sheet.set_column(column, column, width)
    for row, f in enumerate(findings, 1):
        subject = " / ".join(part for part in (f.subject, *f.dimension) if part)
        texts = (subject, f.metric, f.label, f.period_name, f.scenario)
        for column, text in enumerate(texts):
            sheet.write_string(row, column, text)
        if f.value is not None:
            style = styles.number(decimals_of([f.value]), "corrected" if f.corrected else "")
            sheet.write_number(row, 5, float(f.value), style)
        rest = (f.unit, scale_name(f.scale), f.text, f.status, f.filename)
        for column, text in enumerate(rest, 6):
            sheet.write_string(row, column, text[:32_000])
        sheet.write_url(row, 11, link(f, folder, f.locator), styles.link)
        sheet.write_string(row, 12, " ".join(f.quote.split())[:32_000])
        if f.corrected:
            sheet.write_string(row, 13, f"{f.corrected.by_whom}: {f.corrected.why}"[:32_000])
            sheet.write_string(row, 14, f.corrected.printed[:32_000])
    sheet.freeze_panes(1, 2)
    for_paper(sheet, 0, 0)
    sheet.autofilter(0, 0, max(len(findings), 1), len(_LIST) - 1)
