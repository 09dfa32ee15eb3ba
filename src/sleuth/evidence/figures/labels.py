"""What each number of a sentence is said of: the words and the dates that belong to it."""

import re
from dataclasses import dataclass
from itertools import pairwise

from sleuth.evidence.lexicon import currencies
from sleuth.evidence.reading import Reading
from sleuth.language.dates import Date

_CLAUSAL = re.compile(
    r";|(?:,\s*)?(?<!\w)(?:but|men|while|whereas|medan|compared|against|versus|vs|jämfört|mot|as against)(?!\w)"
)
_AND = re.compile(r",?\s(?:and|och)(?!\w)")
_LOOSE = re.compile(r"[,:()]|(?<!\w)(?:from|från|to|till)(?!\w)")
_CLAUSE_END = re.compile(
    r"[,;()]|[.:!?](?=\s|\Z)|(?<!\w)(?:and|och|but|men|while|whereas|medan|compared|jämfört|as|because|since|due|which|who|whose"
    r"|eftersom|till följd|på grund)(?!\w)"
)
_APPOSED = re.compile(r",?\s*\(?(?:or|eller|i\.e\.|representing|equal to|motsvarande)\s+(?:[a-z]+\s)?[$€£¥]?\s*\(?")
_DATED = re.compile(r"\s*,\s*(?:in|for|during|on|at|as of|under|per|i|för|vid)\s+(?:the\s+)?(?:[^\W\d]+\s+){0,3}\Z")
_RESPECTIVELY = re.compile(r"(?<!\w)(?:respectively|respektive)(?!\w)")


@dataclass(frozen=True, slots=True)
class Label:
    """What a number is said of: the stems and the dates that belong to it."""

    stems: frozenset[str]
    dates: tuple[Date, ...]


def labels(reading: Reading) -> tuple[Label, ...]:
    """The label of each of a reading's quantities, in the same order."""
    if _RESPECTIVELY.search(reading.plain) and (paired := _in_order(reading)):
        return paired
    return tuple(_with_dates(reading, _by_place(reading)))


def _between(reading: Reading, start: int, end: int) -> Label:
    """The stems and dates that stand in [start, end)."""
    words = currencies()
    return Label(
        frozenset(word.stem for word in reading.content if start <= word.start < end and word.text not in words),
        tuple(date for date in reading.dates if start <= date.start < end),
    )


def _by_place(reading: Reading) -> list[Label]:
    """Text up to the joint before a number belongs to the number before; a number without words inherits them."""
    found: list[Label] = []
    left, inherited, inherited_after = 0, frozenset[str](), frozenset[str]()
    for index, quantity in enumerate(reading.quantities):
        joint = _joint(reading, index)
        before, after = _between(reading, left, quantity.start), _between(reading, quantity.end, joint)
        stems = before.stems or inherited
        own = after.stems or (
            frozenset() if before.stems else inherited_after
        )  # "23% of sales in 2023 and 27% in 2022"
        found.append(Label(stems | own, after.dates or before.dates[-1:]))
        inherited, inherited_after, left = stems, own, joint
    return found


def _joint(reading: Reading, index: int) -> int:
    """Where the text after a number stops belonging to it."""
    text, start = reading.plain, reading.quantities[index].end
    if index + 1 == len(reading.quantities):
        end = found.start() if (found := _CLAUSE_END.search(text, start + 1)) else len(text)
    else:
        end = _joint_between(text, start, reading.quantities[index + 1].start)
    dated = (date.end for date in reading.dates if date.start >= end and _DATED.fullmatch(text[end : date.start]))
    return next(dated, end)


def _joint_between(text: str, start: int, end: int) -> int:
    """The first joint of two clauses; else the last "and"; else the last of the looser joints."""
    if clausal := _CLAUSAL.search(text, start, end):
        return clausal.start()
    for pattern in (_AND, _LOOSE):
        if joints := [joint.start() for joint in pattern.finditer(text, start, end)]:
            return joints[-1]
    return start


def _with_dates(reading: Reading, found: list[Label]) -> list[Label]:
    """A number without a date has that of the number it stands beside in "$48 million, or 40 %, in 2023"."""
    spans = [(quantity.start, quantity.end) for quantity in reading.quantities]
    for index in range(len(found) - 2, -1, -1):
        between = reading.plain[spans[index][1] : spans[index + 1][0]]
        if not found[index].dates and _APPOSED.fullmatch(between):
            found[index] = Label(found[index].stems, found[index + 1].dates)
    dates: tuple[Date, ...] = ()
    for index, label in enumerate(found):
        dates = label.dates or dates
        found[index] = Label(label.stems, dates)
    return found


def _in_order(reading: Reading) -> tuple[Label, ...] | None:
    """ "Sales and costs were 5 and 3, respectively": the n-th number belongs to the n-th name or date."""
    count = len(reading.quantities)
    whole = _between(reading, 0, len(reading.plain))
    if count > 1 and len(reading.dates) == count:
        return tuple(Label(whole.stems, (date,)) for date in reading.dates)
    if count < 2:
        return None
    head = reading.plain[: reading.quantities[0].start]
    joints = [found.end() for found in re.finditer(r",?\s(?:and|och)\s|,\s", head)]
    edges = [0, *joints[-(count - 1) :], len(head)]
    if len(edges) != count + 1:
        return None
    names = [_between(reading, start, end).stems for start, end in pairwise(edges)]
    ours = [word.stem for word in reading.content if word.start < edges[1]]
    shared = frozenset(ours[:-1])  # "sales in" of "sales in Europe and Asia"
    return tuple(Label(name | shared, whole.dates[:1]) for name in names)
