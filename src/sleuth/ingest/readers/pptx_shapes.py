"""What stands on a slide: its shapes in order, with text, tables and the data of charts."""

from collections.abc import Iterator
from typing import NamedTuple

from sleuth.ingest.readers.grid import GridCell
from sleuth.ingest.readers.ooxml import Element, Package, walk

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHAPES = frozenset(f"{P}{tag}" for tag in ("sp", "graphicFrame", "pic", "cxnSp"))
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TITLES = frozenset({"title", "ctrTitle"})
# Placeholders that repeat what every slide says.
_RUNNING = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
_MOST_POINTS = 10_000  # of one series of a chart


class GridText(NamedTuple):
    """A cell of a slide's table or of a chart's data, before it stands anywhere."""

    text: str
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    header: bool = False


def shapes(root: Element) -> Iterator[Element]:
    """The shapes of a slide or of its notes in reading order, those of groups too."""
    for element in walk(root, lambda element: element.tag not in _SHAPES and element.tag != _FALLBACK):
        if element.tag in _SHAPES and not _is_hidden(element):
            yield element


def _is_hidden(shape: Element) -> bool:
    return (properties := _properties(shape)) is not None and properties.get("hidden") in ("1", "true")


def _properties(shape: Element) -> Element | None:
    return next(shape.iter(f"{P}cNvPr"), None)


def placeholder(shape: Element) -> str:
    """Which of the layout's places the shape fills, such as "title" or "body"; "" for none."""
    element = next(shape.iter(f"{P}ph"), None)
    return "" if element is None else element.get("type", "body")


def is_title(shape: Element) -> bool:
    return placeholder(shape) in _TITLES


def is_running(shape: Element) -> bool:
    return placeholder(shape) in _RUNNING


def paragraphs(shape: Element) -> Iterator[str]:
    """The lines of text in a shape. Deeper bullets are not marked: the text is what a quote is found in."""
    body = shape.find(f"{P}txBody")
    return _lines(body) if body is not None else iter(())


def _lines(body: Element) -> Iterator[str]:
    for paragraph in body.iterfind(f"{A}p"):
        text = "".join(_run(element) for element in paragraph)
        if text.strip():
            yield text.strip()


def _run(element: Element) -> str:
    if element.tag == f"{A}br":
        return "\n"
    if element.tag == f"{A}r" or element.tag == f"{A}fld":
        return element.findtext(f"{A}t") or ""
    return ""


def table_cells(shape: Element) -> Iterator[GridText]:
    """The cells of a table, merged ones at their first place."""
    table = next(shape.iter(f"{A}tbl"), None)
    if table is None:
        return
    properties = table.find(f"{A}tblPr")
    named = properties is not None and properties.get("firstRow") in ("1", "true")
    for number, row in enumerate(table.iterfind(f"{A}tr")):
        for column, cell in enumerate(row.iterfind(f"{A}tc")):
            body = cell.find(f"{A}txBody")
            text = " ".join(" ".join(_lines(body)).split()) if body is not None else ""
            if text and cell.get("hMerge") is None and cell.get("vMerge") is None:
                spans = _integer(cell.get("rowSpan")), _integer(cell.get("gridSpan"))
                yield GridText(text, number, column, *spans, header=named and number == 0)


def chart_part(shape: Element, package: Package, slide: str) -> str | None:
    """The part that holds the chart a shape shows; None where it shows none."""
    chart = next(shape.iter(f"{C}chart"), None)
    if chart is None:
        return None
    relation = package.relations(slide).get(chart.get(RELATION, ""))
    return relation.target if relation and package.has(relation.target) else None


def chart_cells(root: Element) -> Iterator[GridText]:
    """The data behind a chart: a row for each category, a column for each series."""
    categories: dict[int, str] = {}
    for column, series in enumerate(root.iter(f"{C}ser"), 1):
        title = " ".join(v.text or "" for v in series.iterfind(f"{C}tx//{C}v")).strip()
        yield GridText(title or f"Series {column}", 0, column, header=True)
        for place, text in _points(series, "cat", "xVal"):
            categories.setdefault(place, text)
        for place, text in _points(series, "val", "yVal"):
            yield GridText(text, place + 1, column)
    for place, text in categories.items():
        yield GridText(text, place + 1, 0)


def chart_title(root: Element) -> str:
    title = root.find(f"{C}chart/{C}title")
    return "" if title is None else " ".join("".join(t.text or "" for t in title.iter(f"{A}t")).split())


def _points(series: Element, *tags: str) -> Iterator[tuple[int, str]]:
    """The stored points of a series: place and text. Of categories in levels, the innermost."""
    for tag in tags:
        container = series.find(f"{C}{tag}")
        if container is None:
            continue
        level = container.find(f".//{C}lvl")
        for point in (container if level is None else level).iter(f"{C}pt"):
            place, text = point.get("idx", ""), point.findtext(f"{C}v")
            if text and place.isdigit() and int(place) < _MOST_POINTS:
                yield int(place), text


def _integer(text: str | None) -> int:
    return max(1, min(int(text), 1_000)) if text and text.isdigit() else 1


def placed(cell: GridText, start: int, end: int) -> GridCell:
    """The cell, once its text stands at [start, end)."""
    return GridCell(start, end, cell.text, cell.row, cell.column, cell.rows, cell.columns, header=cell.header)
