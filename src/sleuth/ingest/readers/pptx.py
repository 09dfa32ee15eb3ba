"""PowerPoint presentations: every slide a page, its title first, its notes last."""

from collections.abc import Iterable, Iterator

from sleuth.errors import SourceError
from sleuth.evidence.source import Page, PageSource, Problem, Source
from sleuth.ingest.readers.flow import Flow
from sleuth.ingest.readers.grid import build_table
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.number_format import general_text
from sleuth.ingest.readers.ooxml import Element, Package
from sleuth.ingest.readers.pptx_shapes import (
    RELATION,
    GridText,
    P,
    chart_cells,
    chart_part,
    chart_title,
    is_running,
    is_title,
    paragraphs,
    placed,
    shapes,
    table_cells,
)


def read(data: bytes, filename: str, limits: Limits) -> Source:
    """A page for each slide in the order of the show; slides that the show leaves out say so in their label."""
    package = Package.open(data, filename, limits)
    slides = list(_slides(package))
    if not slides:
        raise SourceError(f"{filename}: the presentation has no slides. Open it in PowerPoint and save it again.")
    if len(slides) > limits.pages:
        raise SourceError(f"{filename}: {len(slides):,} slides, more than the limit of {limits.pages:,}. Split it.")
    problems: list[Problem] = []
    pages = tuple(_page(package, part, number, problems) for number, part in enumerate(slides, 1))
    if not any(page.text.strip() for page in pages):
        raise SourceError(f"{filename}: no slide holds text; they may be pictures. Save it as PDF and add that.")
    metadata = package.properties()
    title = metadata.pop("title", "")
    return Source(filename, "pptx", PageSource.SLIDE, pages, title, metadata, (*package.problems, *problems))


def _slides(package: Package) -> Iterator[str]:
    """The slides' parts in the order of the show."""
    relations = package.needed_relations(package.main)
    for entry in package.xml(package.main).iterfind(f"{P}sldIdLst/{P}sldId"):
        relation = relations.get(entry.get(RELATION, ""))
        if relation is not None and relation.type == "slide":
            yield relation.target


def _page(package: Package, part: str, number: int, problems: list[Problem]) -> Page:
    flow, label = Flow(), f"slide {number}"
    try:
        root = package.xml(part)
        if root.get("show") in ("0", "false"):
            label += " (hidden)"
        for shape in _in_order(root):
            _write_shape(package, part, shape, flow)
        _write_notes(package, part, flow, label)
    except SourceError as error:  # the other slides are good
        problems.append(Problem(str(error), number))
    page = flow.page(number, label)
    if not page.text.strip():
        problems.append(Problem("the slide gave no text; if it shows a picture of text, save it as PDF", number))
    return page


def _in_order(root: Element) -> list[Element]:
    """The shapes as a person reads them: the title, then the others in the file's order."""
    kept = [shape for shape in shapes(root) if not is_running(shape)]
    return sorted(kept, key=lambda shape: not is_title(shape))


def _write_shape(package: Package, slide: str, shape: Element, flow: Flow) -> None:
    for line in paragraphs(shape):
        flow.line(line)
    write_cells(flow, table_cells(shape))
    chart = chart_part(shape, package, slide)
    root = None if chart is None else package.optional(chart, "a chart is not read")
    if root is not None:
        caption = chart_title(root)
        if caption:
            flow.line(caption)
        write_cells(flow, (cell._replace(text=general_text(cell.text)) for cell in chart_cells(root)), caption)


def write_cells(flow: Flow, cells: Iterable[GridText], caption: str = "") -> None:
    """Write a grid a line a row, and keep it as a table."""
    grid = []
    row = None
    for cell in sorted(cells, key=lambda cell: (cell.row, cell.column)):
        if cell.row != row:
            flow.break_line()
            row = cell.row
        else:
            flow.write("\t")
        grid.append(placed(cell, *flow.write(cell.text)))
    if grid:
        flow.break_line()
        table = build_table(grid, caption)
        if table is not None:
            flow.tables.append(table)


def _write_notes(package: Package, slide: str, flow: Flow, label: str) -> None:
    part = package.related(slide, "notesSlide")
    root = None if part is None else package.optional(part, "the notes of a slide are not read")
    if root is None:
        return
    lines = [line for shape in shapes(root) if not is_running(shape) for line in paragraphs(shape)]
    if lines:
        flow.line("Notes:")
        start, _ = flow.line("\n".join(lines))
        flow.anchor(start, flow.length - 1, f"{label} notes")
