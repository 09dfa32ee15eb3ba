"""A sentence without numbers that compares cells of its rows: whether they rise, or stand above each other, so."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from sleuth.evidence.cells.place import Place
from sleuth.evidence.cells.quoted import Row, in_full, own_times, times_in, year_of
from sleuth.evidence.figures.arithmetic import CHANGE, THAN
from sleuth.evidence.figures.standing import with_kin
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.moments import is_of_another_time
from sleuth.evidence.reading import Reading, read


def turned(claim: Reading, text: str, rows: Sequence[Row]) -> str:
    """Why the cells of some rows are not as a sentence says that compares them; "" where it compares none.

    `text` is the sentence with the labels of the rows left blank.
    """
    text, plain = _with_years(text, claim), _with_years(claim.plain, claim)
    said, than = list(CHANGE.finditer(text)), THAN.search(text)
    cells = _compared(text, rows)
    is_share = than is not None and text[than.end() :].split()[:1] in ([word] for word in lexicon("words")["part"])
    if not said or is_share or (than is None and not any(map(own_times, cells))):
        return ""
    if than is not None:
        left, right = plain[: than.start()], plain[than.end() :]
        pairs = [pair for pair in permutations(cells, 2) if _are_set(pair, left, right, claim.language)]
    else:
        pairs = _later_and_earlier(text, cells)
    goes = {(abs(in_full(one)[0]) > abs(in_full(other)[0])) == bool(said[0]["up"]) for one, other in pairs}
    return "" if goes == {True} else "its numbers do not show what the sentence compares"


def _with_years(text: str, claim: Reading) -> str:
    """A text as long as the sentence, with the year in figures where the sentence says "a year earlier"."""
    for start, end, time in reversed(claim.times):
        is_named = any(map(str.isdigit, claim.plain[start:end]))
        text = text if is_named or not time.date.year else f"{text[:start]}{time.date.year}{text[end:]}"
    return text


def _compared(text: str, rows: Sequence[Row]) -> list[Place]:
    """The cells with a number; those of a time where the sentence names one."""
    cells = [place for row in rows for place in row.cells]
    return [place for place in cells if own_times(place)] if times_in(text) else cells


def _later_and_earlier(text: str, cells: Sequence[Place]) -> list[tuple[Place, Place]]:
    """Each two cells of a row with their years in order: of the one year that is named, else of all."""
    asked = [time for _, _, time in times_in(text)]
    pairs = [(one, two) for one, two in permutations(cells, 2) if one.row == two.row and year_of(two) < year_of(one)]
    named = [pair for pair in pairs if len(asked) == 1 and not is_of_another_time(asked, own_times(pair[0]))]
    return named or pairs


def _are_set(pair: tuple[Place, Place], left: str, right: str, language: str) -> bool:
    """Whether the words before a "than" tell the one cell, those behind it the other, and neither the wrong one."""
    one, other = pair
    beside = one.row == other.row or one.column == other.column
    told = is_told_by(one, left, language) and is_told_by(other, right, language)
    return (
        beside
        and told
        and not _tells_apart(other, left, one, language)
        and not _tells_apart(one, right, other, language)
    )


def is_told_by(place: Place, text: str, language: str) -> bool:
    """Whether words of a sentence name the row or the column of a cell: by a time of its own, else by a word."""
    own, asked = own_times(place), [time for _, _, time in times_in(text)]
    if own and asked:
        return any(not is_of_another_time([one], own) for one in asked)
    return bool(stems_of(text, language) & words_at([place], language))


def _tells_apart(place: Place, text: str, other: Place, language: str) -> bool:
    """Whether words are of a cell and not of another one."""
    own, asked = own_times(place), [time for _, _, time in times_in(text)]
    if own and asked and own != own_times(other):
        return any(not is_of_another_time([one], own) for one in asked)
    return bool(stems_of(text, language) & (words_at([place], language) - words_at([other], language)))


def words_at(places: Sequence[Place], language: str) -> frozenset[str]:
    """What the rows and columns of some cells are called, in stems."""
    names = (" ".join((*place.labels, *place.headings)) for place in places)
    return with_kin(word for name in names for word in stems_of(name, language))


@lru_cache(maxsize=4096)
def stems_of(text: str, language: str) -> frozenset[str]:
    """The stems of a text's words, as those of a sentence of the language are made."""
    return frozenset(word.stem for word in read(text, language).words)
