"""Whether a number that the quotes state is said there of what the sentence says it of."""

import re
from collections.abc import Iterator, Sequence

from sleuth.evidence.claims.directions import turned
from sleuth.evidence.claims.labels import Label, labels
from sleuth.evidence.claims.measured import Measured
from sleuth.evidence.reading import Reading
from sleuth.evidence.words import content, read_words

_OF = re.compile(r"\s*(?:of|av)\s+((?:[^\W\d_]+[\s-]*){1,4})")
_DIFFERENCE = re.compile(
    r"\s*(higher|lower|more|less|fewer|greater|smaller|above|below|better|worse|högre|lägre|mer|mindre|fler|färre)"
    r"(?!\w)(?!\s+(?:than|än)\s+\d)"
)
_PART_OF_YEAR = re.compile(
    r"(?<!\w)(?:three|six|nine|3|6|9|tre|sex|nio)[\s-]+(?:months?|månader)(?!\w)|quarter|kvartal"
)


def conflict(claim: Reading, index: int, same: Sequence[Measured], numbers: Sequence[Measured], cells: str) -> str:
    """Why none of the numbers in `same` may stand for the claim's quantity `index`; "" if one may.

    `cells` is the text of the quotes that are no sentences: headers that say of which period a number is.
    """
    reasons = [next(_conflicts(claim, index, number, numbers, cells), "") for number in same]
    return "" if "" in reasons else reasons[0]


def _conflicts(claim: Reading, index: int, number: Measured, numbers: Sequence[Measured], cells: str) -> Iterator[str]:
    label, quantity, shown = labels(claim)[index], claim.quantities[index], number.quantity.text
    ours, theirs = quantity.bound or "exactly", number.quantity.bound or "exactly"
    if ours != theirs and (ours, theirs) != ("about", "exactly"):
        yield f"the quote says “{theirs}” of {shown}, the sentence “{ours}”"
    if turned(claim.plain, quantity.start, number.before, len(number.before)):
        before = " ".join(number.before.split()[-2:])
        yield f"the quote says “{before} {shown}”, the sentence turns it around"
    if _of_another(claim.plain[quantity.end :], number.after):
        yield f"the quote says “{shown}{number.after.split('.')[0]}”, the sentence says it of something else"
    if (found := _DIFFERENCE.match(number.after)) and not _DIFFERENCE.match(claim.plain[quantity.end :]):
        yield f"the quote says “{shown} {found[1]}”, the sentence leaves that out"
    if _of_part_of_year(claim.plain, label, number, cells):
        yield f"the quote gives {shown} for less than a year, the sentence for the year"
    for date in label.dates:
        if number.label.dates and not any(date.stated_by(other) for other in number.label.dates):
            yield f"the quote gives {shown} for {number.label.dates[0].text}, not for {date.text}"
    yield from _said_of_another(label, number, numbers)


def _of_another(ours: str, theirs: str) -> bool:
    """Whether both say "of" something, and not the same: "60 % of Sundal", "60 % of Fjell"."""
    one, two = _OF.match(ours), _OF.match(theirs)
    if not one or not two:
        return False
    mine, yours = ({word.stem for word in content(read_words(found[1]))} for found in (one, two))
    return bool(mine and yours and not mine & yours)


def _of_part_of_year(claim: str, label: Label, number: Measured, cells: str) -> bool:
    """Whether the claim gives for a whole year what the quote gives for a part of one."""
    years = [date for date in label.dates if date.month is None and date.quarter is None]
    stated = any(theirs.month is None and theirs.quarter is None for theirs in number.label.dates)
    partly = _PART_OF_YEAR.search(number.sentence.plain) or _PART_OF_YEAR.search(cells)
    return bool(years and partly and not stated and not _PART_OF_YEAR.search(claim))


def _said_of_another(label: Label, number: Measured, numbers: Sequence[Measured]) -> Iterator[str]:
    """Another number has the words that the claim's has, and this one has none of them."""
    for other in numbers:
        if other.quantity.value == number.quantity.value or other.quantity.unit != number.quantity.unit:
            continue
        theirs_only = label.stems & other.label.stems - number.label.stems
        if theirs_only and not label.stems & number.label.stems - other.label.stems:
            yield f"the quote gives {other.quantity.text} for “{min(theirs_only)}…”, not {number.quantity.text}"
