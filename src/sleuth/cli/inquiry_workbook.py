"""Timelines and entities of inquiries as workbooks, each row linked to the page that proves it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.cli.output import warn
from sleuth.errors import UserError

if TYPE_CHECKING:
    from psycopg import Connection

    from sleuth.agents.detectives.views import Shown

EVENT_HEAD = (
    "Process",
    "Händelse",
    "Datum",
    "Precision",
    "Som det står",
    "Gäller",
    "Aktörer",
    "Dokument",
    "Sida",
    "Utdrag",
)
ENTITY_HEAD = ("Process", "Relation", "Namn", "Slag", "Roll", "Från", "Till", "Dokument", "Sida", "Utdrag")
_WIDTHS = (16, 26, 14, 12, 22, 22, 30, 30, 8, 80)


def event_row(shown: "Shown") -> tuple[str, ...]:
    """An event without its source, under EVENT_HEAD."""
    from sleuth.agents.detectives.views import cut_date, label

    event = shown.best
    return (
        event.process, label("events", event.event_type), cut_date(event.event_date, event.precision) or "",
        event.precision, event.stated, event.subject, ", ".join(event.actors),
    )  # fmt: skip


def entity_row(shown: "Shown") -> tuple[str, ...]:
    """A relation without its source, under ENTITY_HEAD."""
    from sleuth.agents.detectives.views import cut_date, label

    one = shown.best
    return (
        one.process, label("relations", shown.relation), one.name, one.type, one.role,
        cut_date(one.since, one.since_precision) or "", cut_date(one.until, one.until_precision) or "",
    )  # fmt: skip


def export_rows(
    connection: "Connection",
    project_id: int,
    path: Path,
    title: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    shown: "Sequence[Shown]",
) -> None:
    """A workbook of one sheet, whose last columns name, link and quote the source."""
    import xlsxwriter

    from sleuth.cli.workbook import page_link, write_sources
    from sleuth.store.documents.documents import load_document, load_file

    def contents(document_id: int) -> bytes:
        return load_file(connection, project_id, load_document(connection, document_id).content_hash)

    sources = path.with_name(f"{path.stem} sources")
    try:
        write_sources(sources, {(one.best.document_id, one.best.filename) for one in shown}, contents)
        with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
            sheet = book.add_worksheet(title)
            bold, blue = (
                book.add_format({"bold": True, "bottom": 1}),
                book.add_format({"font_color": "#1f4e79", "underline": 1}),
            )
            for column, (name, width) in enumerate(zip(head, _WIDTHS, strict=True)):
                sheet.write_string(0, column, name, bold)
                sheet.set_column(column, column, width)
            for row, (texts, one) in enumerate(zip(rows, shown, strict=True), 1):
                for column, text in enumerate(texts):
                    sheet.write_string(row, column, text)
                sheet.write_string(row, len(texts), one.best.filename)
                place = f"s. {one.best.source_page}"
                target = page_link(one.best.filename, one.best.source_page, sources.name, place)
                sheet.write_url(row, len(texts) + 1, target, blue)
                sheet.write_string(row, len(texts) + 2, one.best.source_excerpt)
            sheet.freeze_panes(1, 0)
            sheet.autofilter(0, 0, max(len(rows), 1), len(head) - 1)
    except OSError as error:
        raise UserError(f"{path}: cannot be written ({error.strerror}). Name a file in a folder of yours.") from error
    warn(f"wrote {path}, and the documents it links to into {sources}")
