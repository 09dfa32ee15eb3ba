"""In what scale an amount is: as the cell, what stands nearest, the sheet, or the whole document says."""

import re
from collections.abc import Iterator

from sleuth.evidence.cells.meaning import Check, Meaning, disagrees, uncertain
from sleuth.evidence.cells.place import Place, top_of_sheet
from sleuth.evidence.source import Source
from sleuth.language.glyphs import plain
from sleuth.language.quantity import Printed, read_cell
from sleuth.language.scale import heading_scaling, read_scaling, states_amount, states_scale, without_units
from sleuth.language.timing import read_timing
from sleuth.language.wordlist import wordlist

_ASIDE = re.compile(r"\(([^()]{1,60})\)|,(?!\d)\s*([^,()]{1,30})(?=$|\()")
_COVER = 1_500  # characters of a first page
_UNLESS, _FRAME = (re.compile(wordlist("scales")["for_all"][name]) for name in ("unless", "frame"))
_LONGEST = 80  # characters of a statement that tells nothing but a scale
_BRACKETED = re.compile(rf"\(([^()]{{1,{_LONGEST}}})\)")
_PAGE_NUMBER = re.compile(r"\s*(?<![$€£¥\w])(?!000\b)\d+\s*$")


def check_scale(place: Place, meaning: Meaning, printed: Printed) -> Check | None:
    """None where what stands beside or over a cell, on its sheet or anywhere in the document, gives its scale."""
    stated = printed.scale
    for part in stated_units(place):
        if stated is not None:
            break
        said = heading_scaling(part) if part in place.headings else read_scaling(part)
        if said.doubtful:
            return uncertain(f"“{part}” names two scales")
        stated = said.money
    if stated is None and any(heading_scaling(part).money == 0 for part in stated_units(place)):
        stated = 0  # "(USD)" above it is its whole unit, in whatever other sheets count
    if stated is None:
        stated = _scale_of_sheet(place)
    if stated is None:
        stated = _scale_of_document(place)
    if stated is None:
        return uncertain("nothing says in what scale it is")
    if stated != meaning.quantity.scale:
        return disagrees(f"it is in 10^{stated}, not in 10^{meaning.quantity.scale}")
    return None


def lines_of_scale(text: str) -> list[str]:
    """The lines of a text that say in what scale tables are: alone, in brackets, or "unless otherwise stated"."""
    return [line for line in text.split("\n") if _told_scale(line) is not None]


def _told_scale(line: str) -> int | None:
    """The one scale of money that a line tells of all tables, or by a piece that tells nothing else."""
    if _is_of_all(line):
        return read_scaling(line).money
    pieces = [*_BRACKETED.findall(line), *([line] if len(line) <= _LONGEST else [])]
    told = {read_scaling(piece).money for piece in pieces if _tells_units_alone(piece)} - {None}
    return told.pop() if len(told) == 1 else None


def _is_of_all(line: str) -> bool:
    return _UNLESS.search(plain(line).text) is not None


def _tells_units_alone(piece: str) -> bool:
    said, _, _ = without_units(piece).partition("except")
    return not re.search(r"[^\W\d_]|\d", _FRAME.sub(" ", said))


def stated_units(place: Place) -> list[str]:
    """What may state a unit, the nearest first: beside the row's labels, over the column, over the labels, above.

    A line above that states an amount ("Locum costs were GBP 0.61 million") tells the unit of that one.
    """
    asides = [part for label in reversed(place.labels) for found in _ASIDE.findall(label) for part in found if part]
    above = [line for line in place.lines if not states_amount(line)]
    return [*asides, *reversed(place.headings), *_of_all_times(place), *place.corner, *above]


def _of_all_times(place: Place) -> Iterator[str]:
    """What a heading says before its time, where all columns are headed by times: "EUR thousands FY2023", as a line
    over the last column is read, is of "FY2024" too."""
    headings = [" ".join(path) for path in place.table.column_paths.values() if path]
    bare = [without_units(heading).strip() for heading in headings]
    if all((timing := read_timing(text)) is not None and not timing.rest for text in bare):
        yield from (one for one, text in zip(headings, bare, strict=True) if one.strip() != text)


def _scale_of_sheet(place: Place) -> int | None:
    """The one scale of money that the lines above the first table of a sheet give for all tables of it."""
    said = [read_scaling(line) for line in top_of_sheet(place)]
    stated = {one.money for one in said if one.money is not None and not one.doubtful}
    return next(iter(stated)) if len(stated) == 1 else None


def _scales_of_cover(place: Place) -> set[int]:
    """The scales that lines of the first page, alone at the foot of a page known, or "unless otherwise stated", give
    with a currency: "(unaudited; thousands of dollars)".
    """
    pages = place.source.pages
    lines = pages[0].text[:_COVER].split("\n") if pages else []
    feet = [_PAGE_NUMBER.sub("", page.text.strip().rpartition("\n")[2]) for page in pages]
    lines += [
        foot for foot in feet if any(re.search(r"[^\W\d_]", without_units(part)) is None for part in _parts(foot))
    ]
    every = (line for page in pages for line in page.text.split("\n"))
    lines += [line for line in every if _is_of_all(line)]
    said = [read_scaling(line) for line in lines if states_scale(line)]
    return {one.money for one in said if one.money is not None and one.currency and not one.doubtful}


def _parts(line: str) -> list[str]:
    """The pieces of a line that name something: "NOK thousand - unaudited - confidential"."""
    return [part for part in re.split(r"\s[-–—|·]\s", line) if re.search(r"[^\W\d_]", part)]


def _scale_of_document(place: Place) -> int | None:
    """The one scale that the captions of a document state; 0 where it names none and the table has a currency.

    It has one if its cells bear one, or if what stands over it names one: "(in US dollars)". A sentence over it
    that states an amount ("rent was $80 million") names none.
    """
    said = [read_scaling(table.caption) for page in place.source.pages for table in page.tables]
    stated = {one.money for one in said if one.money is not None}
    of_money = {one.money for one in said if one.money is not None and one.currency}
    if len(stated) > 1 and of_money == _scales_of_cover(place):
        stated = of_money  # "PASSENGERS (thousand)" counts no money
    if not stated:
        stated = _scales_of_cover(place) or _scales_elsewhere(place.source)
    if len(stated) > 1:  # "R$ million" in a report, above accounts in "thousands, unless otherwise stated"
        stated = _scales_of_all(place.source) or stated
    if not stated and not any(states_scale(page.text) for page in place.source.pages):
        if any(read_scaling(part).currency and not states_amount(part) for part in stated_units(place)):
            return 0
        return 0 if any((read := read_cell(text)) and read.currency for text in place.body_texts) else None
    return next(iter(stated)) if len(stated) == 1 else None


def _scales_elsewhere(source: Source) -> set[int]:
    """What the pages of a document that are not here say: of all its tables, or else of each that states a scale."""
    return _scales_of_all(source) or {told for line in source.elsewhere if (told := _told_scale(line)) is not None}


def _scales_of_all(source: Source) -> set[int]:
    """The scales that a document gives "unless otherwise stated"."""
    lines = [*source.elsewhere, *(line for page in source.pages for line in page.text.split("\n"))]
    return {told for line in lines if _is_of_all(line) and (told := _told_scale(line)) is not None}
