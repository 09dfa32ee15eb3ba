"""Findings as a workbook: the matrix of metrics and periods, and a list, each value linked to where it stands.

The documents that are cited are written beside it, so that the links work wherever the two are moved together.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from sleuth.language.spoken import spoken

if TYPE_CHECKING:
    from sleuth.store.findings import StoredFinding

_LIST = (
    "Subject", "Metric", "As printed", "Period", "Scenario", "Value", "Unit", "Scale", "Said", "Status", "Document",
    "Place", "Quote", "Corrected", "Source says",
)  # fmt: skip
_WIDTHS = (24, 26, 34, 12, 10, 14, 10, 8, 30, 11, 30, 14, 60, 40, 20)
_NUMBER = "#,##0.######"
_SCALES = {0: "", 3: "thousand", 6: "million", 9: "billion"}
_CELL_KINDS = (".xlsx", ".xlsm")

Open = Callable[[int], bytes]  # document → its bytes


def write_workbook(path: Path, findings: "Sequence[StoredFinding]", open_document: Open) -> Path:
    """Write the workbook, and the documents into a folder beside it; the folder. Raises OSError where it cannot."""
    import xlsxwriter

    sources = path.with_name(f"{path.stem} sources")
    write_sources(sources, {(f.document_id, f.filename) for f in findings}, open_document)
    with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        styles = {
            "head": book.add_format({"bold": True, "bottom": 1, "align": "right", "text_wrap": True}),
            "title": book.add_format({"bold": True, "font_size": 12}),
            "number": book.add_format({"num_format": _NUMBER, "font_color": "#1f4e79"}),
            "corrected": book.add_format({"num_format": _NUMBER, "font_color": "#9c0006", "bg_color": "#ffeb9c"}),
            "link": book.add_format({"font_color": "#1f4e79", "underline": 1}),
        }
        _matrix(book.add_worksheet("Matrix"), findings, sources.name, styles)
        _list(book.add_worksheet("Findings"), findings, sources.name, styles)
    return sources


def write_sources(folder: Path, documents: Iterable[tuple[int, str]], open_document: Open) -> None:
    """Write documents, each a number and a name, into a folder. Raises OSError where it cannot."""
    for document_id, filename in sorted(documents):
        target = folder / _inside(filename)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(open_document(document_id))


def _inside(filename: str) -> PurePosixPath:
    """A document's name as a path that stays within a folder."""
    return PurePosixPath(*(part for part in PurePosixPath(filename).parts if part not in ("/", "..", ".")))


def page_link(filename: str, page: int, folder: str) -> str:
    """The page of a document that stands in `folder`, for a spreadsheet program; of what has no pages the document."""
    target = f"external:{folder}/{_inside(filename)}".replace("#", "%23")
    return f"{target}#page={page}" if filename.lower().endswith(".pdf") else target


def link(finding: "StoredFinding", folder: str) -> str:
    """Where a finding stands, for a spreadsheet program: a cell of a workbook, a page of a PDF, else the document."""
    sheet, mark, cell = finding.locator.rpartition("!")
    if mark and finding.filename.lower().endswith(_CELL_KINDS):
        target = f"external:{folder}/{_inside(finding.filename)}".replace("#", "%23")
        return f"{target}#'{sheet}'!{cell}"
    return page_link(finding.filename, finding.page, folder)


def _matrix(sheet: Any, findings: "Sequence[StoredFinding]", folder: str, styles: Mapping[str, Any]) -> None:
    """A block for each subject and each length of period."""
    groups: dict[tuple[str, int], list[StoredFinding]] = defaultdict(list)
    for f in findings:
        if f.value is not None:
            groups[f.subject or "(of whom is not said)", int((f.period or {}).get("months") or 0)].append(f)
    sheet.set_column(0, 0, 46)
    sheet.set_column(1, 1, 12)
    sheet.set_column(2, 60, 15)
    top = 0
    for (subject, _), group in sorted(groups.items(), key=lambda item: (item[0][0], -item[0][1])):
        top = _block(sheet, top, subject, group, folder, styles) + 2


def _block(
    sheet: Any, top: int, subject: str, group: "Sequence[StoredFinding]", folder: str, styles: Mapping[str, Any]
) -> int:
    """One block; the row after it. Where one place of the matrix has several findings, each has a row."""
    columns = sorted({(f.period_key[-7:], f.period_name, f.scenario) for f in group}, reverse=True)
    sheet.write_string(top, 0, subject, styles["title"])
    for at, (_, name, scenario) in enumerate(columns, 2):
        sheet.write_string(top, at, name if scenario in ("", "actual") else f"{name} {scenario}", styles["head"])
    rows: dict[tuple[str, str], dict[tuple[str, str], list[StoredFinding]]] = defaultdict(lambda: defaultdict(list))
    for f in group:
        name = " / ".join([spoken(f.metric), *f.dimension])
        unit = " ".join(filter(None, (f.unit, _SCALES.get(f.scale, f"e{f.scale}"))))
        rows[name, unit][f.period_name, f.scenario].append(f)
    row = top + 1
    for (name, unit), cells in rows.items():
        deep = max(len(found) for found in cells.values())
        for offset in range(deep):
            sheet.write_string(row + offset, 0, name)
            sheet.write_string(row + offset, 1, unit)
        for at, (_, period, scenario) in enumerate(columns, 2):
            for offset, f in enumerate(cells.get((period, scenario), ())):
                _value(sheet, row + offset, at, f, folder, styles)
        row += deep
    return row


def _value(sheet: Any, row: int, column: int, f: "StoredFinding", folder: str, styles: Mapping[str, Any]) -> None:
    style = styles["corrected" if f.corrected else "number"]
    sheet.write_url(row, column, link(f, folder), style, tip=f"{f.filename}, {f.locator}"[:255])
    sheet.write_number(row, column, float(f.value or 0), style)
    if f.corrected:
        sheet.write_comment(row, column, f.corrected.note[:1000], {"author": f.corrected.by_whom[:50]})


def _list(sheet: Any, findings: "Sequence[StoredFinding]", folder: str, styles: Mapping[str, Any]) -> None:
    for column, (title, width) in enumerate(zip(_LIST, _WIDTHS, strict=True)):
        sheet.write_string(0, column, title, styles["head"])
        sheet.set_column(column, column, width)
    for row, f in enumerate(findings, 1):
        subject = " / ".join(part for part in (f.subject, *f.dimension) if part)
        texts = (subject, f.metric, f.label, f.period_name, f.scenario)
        for column, text in enumerate(texts):
            sheet.write_string(row, column, text)
        if f.value is not None:
            sheet.write_number(row, 5, float(f.value), styles["corrected" if f.corrected else "number"])
        rest = (f.unit, _SCALES.get(f.scale, f"e{f.scale}"), f.text, f.status, f.filename)
        for column, text in enumerate(rest, 6):
            sheet.write_string(row, column, text[:32_000])
        sheet.write_url(row, 11, link(f, folder), styles["link"], string=f.locator[:255])
        sheet.write_string(row, 12, f.quote[:32_000])
        if f.corrected:
            sheet.write_string(row, 13, f"{f.corrected.by_whom}: {f.corrected.why}"[:32_000])
            sheet.write_string(row, 14, f.corrected.printed[:32_000])
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, max(len(findings), 1), len(_LIST) - 1)
