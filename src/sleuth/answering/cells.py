"""Proof of claims that state figures: the cell's meaning derived anew from the page, and arithmetic over such cells."""

import re
from collections.abc import Sequence
from decimal import Decimal

from sleuth.answering.corrections import correction_of
from sleuth.evidence.cells import Headed, Meaning, Verdict, check_cell, read_headed, titles_over
from sleuth.evidence.cells.wording import amount_of, describe
from sleuth.evidence.computation import NotComputableError, agree, compute, written
from sleuth.evidence.source import Page, PageSource, Source, Span, Table
from sleuth.evidence.values import Quantity as Printed
from sleuth.evidence.values import read_values
from sleuth.language.currency import USUAL, Signs
from sleuth.language.glyphs import plain
from sleuth.language.quantity import Quantity, comma_is_decimal, read_cell
from sleuth.reason.protocol import Computation, Evidence, Quote


def prove_cell(quote: Quote, meaning: Meaning, item: Evidence) -> tuple[str, list[Span]] | str:
    """The figure in words with the spans that state it, its row first; or why it cannot be shown."""
    if quote.start is None or quote.end is None:
        return "the cell is not said to stand anywhere"
    page = item.page
    row = _row_span(page, quote.text, quote.start, quote.end)
    if row is None:
        return "its row is not on the page"
    cell = Span(page.number, quote.start, quote.end)
    correction = correction_of(item, quote.start)
    if correction is not None:  # the person's reading stands in place of the page's
        return f"{describe(meaning)} ({correction.note})", [row, *_heading_spans(page, cell)]
    pages, kind = (item.sheets, PageSource.SHEET) if item.sheets else (_pages(item), PageSource.PRINTED)
    source = Source(item.filename, "", kind, pages, item.document.title, elsewhere=item.elsewhere)
    found = check_cell(source, cell, meaning)
    if found.verdict is not Verdict.AGREES:
        return f"the page does not say so: {found.reason}"
    return describe(meaning), [row, *_heading_spans(page, cell)]


def _pages(item: Evidence) -> tuple[Page, ...]:
    """The page of a cell with the one before it, and first what the document's cover says of all that follows."""
    near = (item.page,) if item.before is None else (item.before, item.page)
    return near if near[0].number == 1 else (Page(_COVER, item.document.cover, ""), *near)


_COVER = 0  # the number of no page


def prove_headed(quote: Quote, headed: Headed, item: Evidence) -> tuple[str, list[Span], str] | str:
    """A cell under its headers in words with its spans, its row first, and the titles over it; or why it cannot be
    shown.
    """
    if quote.start is None or quote.end is None:
        return "the cell is not said to stand anywhere"
    row = _row_span(item.page, quote.text, quote.start, quote.end)
    if row is None:
        return "its row is not on the page"
    cell = Span(item.page.number, quote.start, quote.end)
    source = Source(item.filename, "", PageSource.PRINTED, (item.page,), item.document.title)
    text, problem = read_headed(source, cell, headed)
    return problem or (text, [row, *_heading_spans(item.page, cell)], titles_over(source, cell))


def prove_computation(title: str, computation: Computation, quantities: Sequence[tuple[str, Quantity]]) -> str:
    """The computed figure in words, with its arithmetic. Raises NotComputableError."""
    least = min(quantity.scale for _, quantity in quantities)
    amounts = {name: amount_of(quantity, least) for name, quantity in quantities}
    return written(title, computation.form, compute(computation.expression, agree(amounts)))


def printed_number(page: Page, spans: Sequence[Span], start: int, signs: Signs = USUAL) -> Quantity | None:
    """The number that starts at a place within some spans of a page, as it is printed: a cell's, or a sentence's.

    None where no number starts there, or where its bounds are not certain. The bracket behind a number,
    "88,412 (97,318)", holds another number, not a negative one.
    """
    span = next((one for one in spans if one.page == page.number and one.start <= start < one.end), None)
    if span is None:
        return None
    for table in page.tables:
        cells = list(table.cells())
        cell = next((one for one in cells if one.start <= start < one.end), None)
        if cell is not None:
            texts = [page.text[one.start : one.end] for one in cells]
            printed = read_cell(page.text[cell.start : cell.end], comma_is_decimal(texts), signs)
            unit = (printed.currency or printed.unit) if printed else ""
            return Quantity(printed.value, unit, printed.scale or 0, printed.step) if printed else None
    text = page.text[span.start : span.end]
    folded = plain(text).text
    return _in_sentence(folded, start - span.start, signs) if len(folded) == len(text) else None


def _in_sentence(text: str, at: int, signs: Signs) -> Quantity | None:
    """The number that starts at a place in a sentence; None where another number stands around it.

    One in brackets behind another is that of the year before, in the unit and scale of the other: "SEK 88.4 million
    (97.3)".
    """
    every = read_values(text, signs)[0]
    found = [one for one in every if one.start <= at < one.end]
    if len(found) != 1 or re.search(r"\d", text[found[0].start : at]):
        return None
    one = found[0]
    other = _in_front(one, every, text)
    if other is None:
        return Quantity(_in_scale(one.value, one.scale), one.unit, one.scale, _in_scale(one.step, one.scale))
    value, unit = abs(one.value), one.unit or other.unit
    if one.scale:
        return Quantity(_in_scale(value, one.scale), unit, one.scale, _in_scale(one.step, one.scale))
    return Quantity(value, unit, other.scale, one.step)


def _in_front(one: Printed, every: Sequence[Printed], text: str) -> Printed | None:
    """The number right before one in brackets: 88,412 of 97,318 in "88,412 (97,318)"; None where there is none."""
    for other in every:
        between = text[other.end : one.start].strip()
        if other.end <= one.start and (between == "(" or (not between and text[one.start] == "(")):
            return other
    return None


def _in_scale(value: Decimal, scale: int) -> Decimal:
    """A value in units of ten to the power of `scale`, without decimals that nobody printed."""
    scaled = value.scaleb(-scale).normalize()
    exponent = scaled.as_tuple().exponent
    return scaled.quantize(Decimal(1)) if isinstance(exponent, int) and exponent > 0 else scaled


def _row_span(page: Page, quote: str, start: int, end: int) -> Span | None:
    """Where the quote stands around the cell."""
    first = page.text.find(quote, max(0, end - len(quote)), start + len(quote))
    if first < 0 or first > start or first + len(quote) < end:
        return None
    return Span(page.number, first, first + len(quote))


def _heading_spans(page: Page, cell: Span) -> list[Span]:
    """The headings above a cell, where they stand."""
    for table in page.tables:
        at = next((c for c in table.cells() if c.start <= cell.start and cell.end <= c.end), None)
        if at is not None:
            return _above(page, table, at.row, at.column)
    return []


def _above(page: Page, table: Table, row: int, column: int) -> list[Span]:
    wanted = {_squeezed(heading) for heading in table.column_paths.get(column, ())}
    nearest: dict[str, tuple[int, Span]] = {}
    for cell in table.cells():
        text = _squeezed(page.text[cell.start : cell.end])
        if cell.row >= row or cell.row in table.row_paths or not text or not any(text in one for one in wanted):
            continue
        distance = abs(cell.column - column)
        if text not in nearest or distance <= nearest[text][0]:
            nearest[text] = distance, Span(page.number, cell.start, cell.end)
    return [span for _, span in nearest.values()]


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()


__all__ = ["NotComputableError", "printed_number", "prove_cell", "prove_computation", "prove_headed"]
