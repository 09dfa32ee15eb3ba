"""What a later message says of the measure that was told, where it says that the pack which states it is wrong.

"So net debt for the covenant is 23,530 and leverage 1.71" denies no number of the March pack. It is of the same
measure, in a message that corrects that pack, and therefore stands before the figure.
"""

import re
from collections.abc import Iterator, Sequence

from sleuth.agents.analyst.answer import Block
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import Spot
from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import statements
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Period
from sleuth.language.timing import months_by_name, scan_times
from sleuth.language.tokens import Token, letter_words, spaced, tokens
from sleuth.language.weight import detect_language
from sleuth.reason.protocol import Document

_ANSWERED = ">"  # before the words that a message answers
_NUMBER = re.compile(r"\d[\d,.]*")
_CODE = re.compile(r"\bp\s?\d{1,2}\b")  # of a pack: "P09"
_STRETCH = re.compile(r"\b(?:ytd|ltm|(?:year|months) to date|(?:six|nine|twelve|\d+) months)\b", re.IGNORECASE)
_OF_STRETCH = re.compile(r"\b(?:\d+M|H[12]|LTM|YTD)\b")  # as figures are told
_YEAR = re.compile(r"(?:19|20)\d\d")
_NEAR = 5  # words between a measure and its value
_COVER = 200  # characters in which a pack says what month it is of


async def correcting(room: Room, figures: Sequence[Block], period: Period | None) -> list[Spot]:
    """The sentences of messages that state a told measure otherwise; none of figures of several measures, or of one
    from no pack of a month.

    `figures`: with what cites them. `period`: that of the first, which must end with the month of its pack. A message
    is meant where it says that something is wrong, and its subject names that month. Of its sentences those that name
    the figure count before others on the same measure; one that names it beside no other bears it out.
    """
    told = figures[0] if len({frozenset(_measures(one.stated)) for one in figures}) == 1 else None
    if told is None:
        return []
    closing = period.end.closing_month if period is not None else None
    ends = closing.month if closing is not None else None
    cited = {citation.document_id for citation in told.citations}
    documents = {one.id: one for one in room.library.documents}
    packs = [documents[one] for one in cited if one in documents and not documents[one].is_message]
    months = {month for one in packs for month in _months(f"{spaced(one.filename)}\n{one.cover[:_COVER]}")}
    months &= {ends} if ends is not None else _months(told.stated)
    measures = _measures(told.stated)
    codes = {code for one in packs for code in _CODE.findall(spaced(one.filename).casefold())}
    messages = {one.id for one in documents.values() if one.replaced_by is None and _is_on(one, months, codes)}
    if not (months and measures and messages):
        return []
    says: str = data("statements")["denying"]["corrects_pack"]
    addresses = [one for one in await room.library.pages_saying([says]) if one[0] in messages]
    pages = await room.library.pages(addresses)
    found = [spot for (document_id, _), page in pages.items() for spot in _naming(document_id, page, measures)]
    own = _numbers(told.stated)
    naming = [spot for spot in found if own & _numbers(spot[-1])]
    if naming:
        return [spot for spot in naming if _numbers(spot[-1]) - own]
    return [spot for spot in found if _gives(spot[-1], told.stated, measures)]


def _numbers(text: str) -> set[str]:
    """The numbers of a text, without the marks between their thousands; no years."""
    found = {number.replace(",", "").rstrip(".") for number in _NUMBER.findall(text)}
    return {number for number in found if not _YEAR.fullmatch(number)}


def _is_on(document: Document, months: set[int], codes: set[str]) -> bool:
    """Whether a document is a message whose subject names one of the months, or the number of a pack: not one on the
    memorandum.
    """
    subject = (line for line in document.cover.split("\n") if line.lower().startswith("subject:"))
    called = "\n".join((spaced(document.filename), document.title, *subject))
    is_meant = bool(months & _months(called) or codes & {*_CODE.findall(called.casefold())})
    return document.is_message and is_meant


def _months(text: str) -> set[int]:
    """The months that a text names, 1 to 12, in dates or alone: "the March pack"."""
    plainly = plain(text).text
    dated = {mention.timing.month for line in plainly.split("\n") for mention in scan_times(line)}
    alone = {months_by_name()[word] for word in letter_words(plainly, 3) if word in months_by_name() and word != "may"}
    return {month for month in dated if month is not None} | alone


def is_of_same_time(one: str, other: str) -> bool:
    """Whether two texts name the same month, or, where one of them names no month, the same year, fiscal ones too.

    A month that one of them names without its year may be of either; "YTD P06", without any, of a stretch in the other.
    """
    (months, years), (other_months, other_years) = _times_of(one), _times_of(other)
    if not (months or years) and _STRETCH.search(one):
        return _OF_STRETCH.search(other) is not None
    if not (months and other_months):
        return not years.isdisjoint(other_years)
    return any(
        month == theirs and (year is None or their_year is None or year == their_year)
        for month, year in months
        for theirs, their_year in other_months
    )


def _times_of(text: str) -> tuple[set[tuple[int, int | None]], set[int]]:
    """The months that a text names, with their years where it says them, and the years."""
    plainly = plain(text).text.replace("\n", " ")
    timings = [mention.timing for mention in scan_times(plainly)]
    dated = {(timing.month, timing.year) for timing in timings if timing.month is not None}
    alone: set[tuple[int, int | None]] = {(month, None) for month in _months(text) - {month for month, _ in dated}}
    return dated | alone, {timing.year for timing in timings if timing.year is not None}


def _measures(text: str) -> set[frozenset[str]]:
    """The measures that a text names, each by the words of its key: of "adjusted ebitda" also "ebitda" is one."""
    return {words for words, _ in _named(_words(text))}


def _words(text: str) -> Sequence[Token]:
    return tokens(text, detect_language(text))


def _named(words: Sequence[Token]) -> Iterator[tuple[frozenset[str], tuple[int, ...]]]:
    """The measures that words name, by the words of their keys, and which of the words do so."""
    language = detect_language(" ".join(word.text for word in words))
    for one in find_measures(words, default_lexicon(), language):
        yield from ((frozenset(key.split()), one.at) for key in one.measure.keys)


def _naming(document_id: int, page: Page, told: set[frozenset[str]]) -> Iterator[Spot]:
    """The sentences of a page that name one of the measures, or the same by less of its name, beside a number."""
    for one in statements(page):
        is_own = not one.text.lstrip().startswith(_ANSWERED)
        stated = _measures(one.text) if is_own and re.search(r"\d", one.text) else set()
        if any(words <= full for words in stated for full in told):
            yield (document_id, page.number, one.start, one.end, one.text)


def _names(told: str) -> set[str]:
    """The words of a figure that name whose it is: "Rental Baltics"."""
    words = _words(told)
    taken = {number for _, at in _named(words) for number in at}
    rest = [word for number, word in enumerate(words) if number and number not in taken and word.is_capital]
    return {word.text for word in rest if not (_months(word.text) or any(map(str.isdigit, word.text)))}


def _gives(sentence: str, told: str, measures: set[frozenset[str]]) -> bool:
    """Whether a sentence gives a value of a measure right behind its name, and of nothing else than was told: no other
    month, and nobody's who is named before it ("Norway revenue", "LTM EBITDA").
    """
    words = _words(sentence)
    is_longer = _STRETCH.search(sentence) is not None and _OF_STRETCH.search(told) is None
    if is_longer or _months(sentence) - _months(told) or _names(told) - {word.text for word in words}:
        return False
    for key, at in _named(words):
        if not any(key <= full for full in measures):
            continue
        before = words[min(at) - 1] if min(at) else None
        is_of_another = before is not None and before.is_capital and min(at) > 1 and before.text not in told
        behind = words[max(at) + 1 : max(at) + 1 + _NEAR]
        if not is_of_another and any(word.text[:1].isdigit() for word in behind):
            return True
    return False
