"""What speaks against a sentence about rows: other rows, columns, dates or names than those of its numbers."""

from collections.abc import Sequence
from itertools import permutations

from sleuth.evidence.bindings.doubts import extent_doubts
from sleuth.evidence.cells.compared import words_at
from sleuth.evidence.cells.held import Held
from sleuth.evidence.cells.place import Place
from sleuth.evidence.cells.quoted import (
    Row,
    Said,
    names_of_rows,
    own_times,
    page_times,
    says_year,
    times_in,
)
from sleuth.evidence.context import NO_CONTEXT
from sleuth.evidence.figures.arithmetic import CHANGE
from sleuth.evidence.figures.labels import labels
from sleuth.evidence.figures.standing import with_kin
from sleuth.evidence.lexicon import currencies, lexicon
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.reading import read
from sleuth.evidence.words import stem

_LEAST_ROOT, _ROOT = 3, 5  # letters with which words of one root begin
TOTALS = frozenset(map(stem, ("total", "sum", "group", "summa", "totalt")))


def answered_otherwise(held: Held) -> str:
    """Whether the sentence says what a column of yes and no is called, and the row answers the contrary."""
    answers = lexicon("words")["answer"]
    denied = bool(held.claim.polarity.denied)
    said = [word.text for word in held.claim.words]
    columns: dict[str, list[Said]] = {}
    for cell in (one for row in held.rows for one in row.words):
        columns.setdefault(cell.heading, []).append(cell)
    for heading, cells in columns.items():
        names = [word.text for word in read(heading, held.claim.language).content]
        told = names and all(any(_same_root(name, word) for word in said) for name in names)
        contrary = all(answers.get(cell.text.strip().casefold()) is denied for cell in cells)
        if told and contrary and not any(map(held.is_said, cells)):
            return f"the row says “{cells[0].text}” under “{heading}”"
    return ""


def exchanged(held: Held, used: dict[int, list[Place]]) -> str:
    """Whether two numbers change places: each beside the words of the other's row or column alone."""
    for one, other in permutations(used, 2):
        mine, theirs = told_apart(held, one, other, used)
        others, ours = told_apart(held, other, one, used)
        if theirs and ours and not mine and not others:
            return f"“{held.claim.quantities[one].text}” is said of what another cell is of"
    return ""


def told_apart(held: Held, one: int, other: int, used: dict[int, list[Place]]) -> tuple[frozenset[str], frozenset[str]]:
    """The words beside a number that only its own cell is of, and that only the other's is of."""
    said = with_kin(labels(held.claim)[one].stems)
    own, others = words_at(used[one], held.claim.language), words_at(used[other], held.claim.language)
    return said & own - others, said & others - own


def of_other_line(held: Held, used: dict[int, list[Place]]) -> str:
    """Whether the sentence names a row or a column of the tables in whole that none of its numbers is in."""
    said = with_kin(word.stem for word in held.claim.content)
    places = [place for found in used.values() for place in found]
    beside = [text for row in held.rows for text in (row.text, *(one.heading for one in row.words))]
    first = [" ".join(place.table.column_paths.get(place.label_column, ())) for place in places]
    own = with_kin(held.stems(" ".join((*held.names, *beside, *first, *currencies()))))
    mine = own | words_at(places, held.claim.language) | TOTALS
    paths = [path for place in places for path in place.table.column_paths.values()]
    shared = [path[0] for path in paths if len(path) > 1]  # "Interest cover" over "Actual" and "Minimum"
    columns = {" ".join(path) for path in paths} | {name for name in shared if shared.count(name) > len(places)}
    for line in (*names_of_rows(held.rows), *columns):
        words = with_kin(held.stems(CHANGE.sub(" ", line.casefold()))) - mine  # "Growth, %": any change is one
        if words and words <= said:
            return f"the sentence speaks of “{' '.join(line.split())}”, which none of its numbers is of"
    return _of_total(held, places) if len(used) == len(held.stated()) else ""


def _of_total(held: Held, places: Sequence[Place]) -> str:
    """Whether the sentence names a total of the tables, and its numbers are those of a part."""
    said = with_kin(word.stem for word in held.claim.words)
    own = words_at(places, held.claim.language)
    for line in names_of_rows(held.rows):
        words = with_kin(held.stems(line))
        if words & TOTALS - own and words <= said:
            return f"the sentence speaks of “{' '.join(line.split())}”, which none of its numbers is of"
    return ""


def misread(held: Held, rows: Sequence[Row]) -> str:
    """Whether the sentence names a column of words or dates, and gives what another row or column says there."""
    for column in {one.column for row in rows for one in row.words}:
        quoted = [one for row in rows for one in row.words if one.column == column]
        named = held.stems(quoted[0].heading)
        if not named or not named <= {word.stem for word in held.claim.words} or any(map(held.is_said, quoted)):
            continue
        if _says_other(held, quoted[0], rows[0]):
            return f"the row says “{quoted[0].text}” under “{quoted[0].heading}”"
    return ""


def _says_other(held: Held, cell: Said, row: Row) -> bool:
    """Whether the sentence says what the column of a cell holds in another row; of a column of dates, a date."""
    if times_in(cell.text):
        return any(time.month for _, _, time in times_in(held.claim.plain))
    column = [one for one in row.table.cells() if one.column == cell.column and one.row in row.table.row_paths]
    texts = {row.page.text[one.start : one.end] for one in column} - {cell.text}
    return any(held.is_said(Said(cell.column, "", text)) for text in texts)


def other_date(held: Held) -> str:
    """A date of the sentence that neither the quoted rows nor their columns nor the page around them say."""
    known = [time for text in held.all_texts() for _, _, time in times_in(text)]
    for row in held.rows:
        for place in row.cells:
            known += [*own_times(place), *page_times(place)]
    for start, end, time in times_in(held.claim.plain):
        if all(is_of_another_time([time], [one]) or not says_year(time, [one]) for one in known):
            return f"the quotes do not say “{held.claim.plain[start:end]}”"
    return ""


def other_name(held: Held) -> str:
    """A name of the sentence that neither the rows and their headings nor what the documents are called say.

    What another row of the table is called is no name of theirs.
    """
    told = [text for row in held.rows for text in (row.text, *row.headings, *row.titles)]
    texts = (*held.names, *told, *(text.text for text in held.texts))
    known = held.stems(" ".join(texts))
    readings = [read(text, held.claim.language, held.claim.signs) for text in texts]
    for doubt in extent_doubts(held.claim, readings, NO_CONTEXT):
        return doubt.reason
    for token in held.claim.tokens:
        inner = token.capital and token.start > 0 and token.sort in ("word", "name")
        is_month = inner and bool(times_in(token.text))
        if inner and not is_month and token.stem not in known and token.text not in currencies():
            return f"the quotes do not name “{token.text}”"
    return ""


def _same_root(one: str, other: str) -> bool:
    """Whether two words begin alike, one of them whole: "auto" and "automatically", "renewal" and "renews"."""
    length = min(len(one), len(other), _ROOT)
    return length >= _LEAST_ROOT and one[:length] == other[:length]
