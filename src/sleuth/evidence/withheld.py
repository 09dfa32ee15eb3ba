"""A page without some of its text: every character stays where it was, and what is withheld is blank."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sleuth.evidence.source import Page, Source, Span, Table


def withhold(page: Page, spans: Sequence[Span]) -> Page:
    """The page with these stretches blanked, in its text and in its tables. Offsets of everything else stay."""
    here = [span for span in spans if span.page == page.number and span.start < span.end]
    if not here:
        return page
    text = list(page.text)
    for span in here:
        for at in range(span.start, min(span.end, len(text))):
            if not text[at].isspace():
                text[at] = " "
    gone = [page.text[span.start : span.end] for span in here]
    return replace(page, text="".join(text), tables=tuple(_without(table, page, here, gone) for table in page.tables))


def withhold_from(source: Source, spans: Sequence[Span]) -> Source:
    """The same for a whole document."""
    return replace(source, pages=tuple(withhold(page, spans) for page in source.pages)) if spans else source


def _without(table: Table, page: Page, spans: Sequence[Span], gone: Sequence[str]) -> Table:
    """A table without the cells that stand in these stretches, and without the headers made of their words."""
    grid = array("I")
    said = {" ".join(text.split()) for text in gone}
    for cell in table.cells():
        if any(span.start < cell.end and cell.start < span.end for span in spans):
            said.add(page.line_of(cell))
        else:
            grid.extend((cell.start, cell.end, cell.row, cell.column))
    caption = [line for line in table.caption.splitlines() if not _is_part(line, gone)]
    return Table("\n".join(caption), _paths(table.row_paths, said), _paths(table.column_paths, said), grid)


def _paths(paths: Mapping[int, tuple[str, ...]], said: set[str]) -> dict[int, tuple[str, ...]]:
    kept = {key: tuple(part for part in path if " ".join(part.split()) not in said) for key, path in paths.items()}
    return {key: path for key, path in kept.items() if path}


def _is_part(line: str, gone: Sequence[str]) -> bool:
    return bool(line.strip()) and any(line.strip() in text for text in gone)
