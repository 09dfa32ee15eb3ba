"""Whether a cell's figure is of whom, and of which part, is claimed."""

import re

from sleuth.evidence.cells.meaning import Check, Meaning, disagrees, uncertain
from sleuth.evidence.cells.place import Place
from sleuth.language.glyphs import plain
from sleuth.language.metrics import (
    PARENT,
    default_lexicon,
    is_aside,
    is_derived_column,
    is_group,
    is_of_parent,
    is_whole,
    label_form,
    titles_parent,
)
from sleuth.language.scale import without_units
from sleuth.language.scenario import without_scenario
from sleuth.language.timing import names_month_alone, read_timing, without_year_before
from sleuth.language.wordlist import wordlist

_OTHERS = re.compile(wordlist("labels")["others"])
_COVER = 1_500  # characters of a first page
_NEAREST = 3  # lines above a table that may say whose it is; what stands further up is of something else
_AMOUNT = re.compile(r"(?<!\S)(?:\(?[-–−]?\d{1,3}(?:[.,’ ]\d{3})+\)?|[-–−])(?!\S)")
_FEWEST_AMOUNTS = 2
_FILLING = re.compile(
    r"\b(?:unaudited|audited|restated|fy|full|predecessor|successor|as|of|at|the|for|periods?|ended|ending|and|from|to|fiscal|years?|months?"
    r"|quarters?|amounts?|numbers?|in|except|per|shares?|percentages?|data|notes?|den|i|am|zum|p\d{1,2}|[aefbp]|[fr][1-4])\b|[\W\d_]+"
)


def check_owner(place: Place, meaning: Meaning) -> Check | None:
    """None where nothing around the cell says that its figure is another's, or only of a part."""
    if _is_of_parent(place) != (PARENT in meaning.dimension):
        return disagrees("the group's figures and those of the parent company alone stand side by side")
    above = (line for line in (*place.table.caption.split("\n"), *place.lines[:_NEAREST]) if not _is_row(line))
    for part in (*place.headings, *place.labels, *above):
        found = _OTHERS.search(plain(part).text)
        claimed = " ".join((meaning.subject, meaning.label, *meaning.dimension)).casefold()
        if found and found[0] not in claimed and not (PARENT in meaning.dimension and titles_parent(part)):
            return uncertain(f"“{' '.join(part.split())[:80]}” may be of somebody else")
    return _check_parts(place, meaning)


def _check_parts(place: Place, meaning: Meaning) -> Check | None:
    claimed = {label_form(part) for part in (*meaning.dimension, *meaning.label.split(" > "))}
    for heading in place.over:
        if is_derived_column(heading) or is_aside(heading):
            return disagrees(f"the column “{heading}” compares others")
        name = _name(heading)
        if (
            name
            and not is_whole(name)
            and not is_of_parent(name)
            and not _is_authors(place, name)
            and not any(name in part or part in name for part in claimed if part)
        ):
            return disagrees(f"the column is of “{heading}”")
    near = (*place.headings, *place.labels, *place.lines, place.page.label)
    around = " ".join(map(label_form, near))
    for part in meaning.dimension:
        if part != PARENT and label_form(part) not in around:
            return disagrees(f"nothing around it names “{part}”")
    return None


def _is_row(line: str) -> bool:
    """Whether a line is a row of the table above, which says nothing of this one: "Associates 1,092 – – 1,092"."""
    return len(_AMOUNT.findall(line)) >= _FEWEST_AMOUNTS


def _is_of_parent(place: Place) -> bool:
    """Whether a cell is of the parent company alone, by its column beside one of the group, or by its table's title."""
    over = [_called(heading) for heading in place.headings]
    others = [_called(part) for path in place.table.column_paths.values() for part in path]
    beside_group = any(is_group(name) for name in others)
    if any(is_of_parent(name, beside_group=beside_group) for name in over):
        return True
    titles = (*place.table.caption.split("\n"), *place.lines[:_NEAREST], place.page.label)
    return any(map(titles_parent, titles)) and not any(is_group(name) for name in over)


def _called(heading: str) -> str:
    """What a heading names beside its time."""
    timing = read_timing(heading)
    return without_units(timing.rest if timing is not None else heading)


def _is_authors(place: Place, name: str) -> bool:
    """Whether a column is called by who the first page says prepared the paper: it holds the paper's own figures."""
    cover = plain(place.source.pages[0].text[:_COVER]).text if place.source.pages else ""
    return re.search(rf"\bprepared by (?:the )?{re.escape(name)}\b", cover) is not None


def _name(heading: str) -> str:
    """What a heading names beside time, scenario and unit, in the form of labels; "" for nothing, or for a measure."""
    timing = read_timing(heading)
    rest = without_year_before(without_scenario(timing.rest if timing is not None else heading))
    left = _FILLING.sub(" ", without_units(rest)).strip()
    if not left or (timing is not None and names_month_alone(rest)):
        return ""
    bare = label_form(without_units(rest)).strip(" $€£")
    name = bare if is_whole(bare) else label_form(rest).strip(" $€£")  # "Group £m" is the group
    return "" if default_lexicon().named(name) else name
