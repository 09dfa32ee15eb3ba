"""What a later message says of the measure that was told, where it says that the pack which states it is wrong.

"So net debt for the covenant is 23,530 and leverage 1.71" denies no number of the March pack. It is of the same
measure, in a message that corrects that pack, and therefore stands before the figure.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sleuth.agents.analyst.answer import Block
from sleuth.agents.analyst.corrected_times import is_time_word, months_in, time_told, times_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import Spot, is_answered
from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import statements
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Period
from sleuth.language.scenario import Scenario, read_scenarios
from sleuth.language.tokens import Token, spaced, stems, tokens
from sleuth.language.weight import detect_language, is_heavy
from sleuth.reason.protocol import Document

_NUMBER = re.compile(r"\d[\d,.]*")
_CODE = re.compile(r"\bp\s?\d{1,2}\b")  # of a pack: "P09"
_YEAR = re.compile(r"(?:19|20)\d\d")
_NEAR = 5  # words between a measure and its value
_COVER = 200  # characters in which a pack says what month it is of


@dataclass(frozen=True, slots=True)
class Corrections:
    """What messages on a pack say of a measure that it states."""

    leading: tuple[Spot, ...] = ()  # of the very figure that was told
    doubting: tuple[Spot, ...] = ()  # of a time within the one that was told, or around it


async def correcting(room: Room, figures: Sequence[Block], period: Period | None) -> Corrections:
    """The sentences of messages that state a told measure otherwise; none of figures of several measures, or of one
    from no pack of a month.

    `figures`: with what cites them. `period`: that of the first, which must end with the month of its pack. A message
    is meant where it says that something is wrong, and its subject names that month. Of its sentences those that name
    the figure count before others on the same measure; one that names it beside no other bears it out. Where a message
    corrects the month alone, the year to date of the same pack is in doubt, and the other way round.
    """
    told = figures[0] if len({_measured(one.stated) for one in figures}) == 1 else None
    if told is None or not _is_actual(told.stated):
        return Corrections()
    cited = {citation.document_id for citation in told.citations}
    documents = {one.id: one for one in room.library.documents}
    packs = [documents[one] for one in cited if one in documents and not documents[one].is_message]
    months = _months_of_packs(packs, told.stated, period)
    measured = _measured(told.stated)
    codes = {code for one in packs for code in _CODE.findall(spaced(one.filename).casefold())}
    messages = {one.id for one in documents.values() if one.replaced_by is None and _is_on(one, months, codes)}
    if not (months and measured and messages):
        return Corrections()
    says: str = data("statements")["denying"]["corrects_pack"]
    addresses = [one for one in await room.library.pages_saying([says]) if one[0] in messages]
    pages = await room.library.pages(addresses)
    found = [spot for (document_id, _), page in pages.items() for spot in _naming(document_id, page, told.stated)]
    own = _numbers(told.stated)
    naming = [spot for spot in found if own & _numbers(spot[-1])]
    if naming:
        return Corrections(tuple(spot for spot in naming if _numbers(spot[-1]) - own))
    asked = time_told(told.stated, period)
    leading = [spot for spot in found if _gives(spot[-1], told.stated) and asked.is_given_by(spot[-1])]
    doubting = [spot for spot in found if _is_of(spot[-1], told.stated) and asked.overlaps(spot[-1])]
    return Corrections(tuple(leading), () if leading else tuple(doubting))


def _months_of_packs(packs: Sequence[Document], told: str, period: Period | None) -> set[int]:
    """The months of which the packs are by their names and covers, and which the told figure ends with; none where
    the packs are of that month in other years.
    """
    called = "\n".join(f"{spaced(one.filename)}\n{one.cover[:_COVER]}" for one in packs)
    closing = period.end.closing_month if period is not None else None
    if closing is None:
        return months_in(called) & months_in(told)
    dated, _ = times_of(called)
    years = {year for month, year in dated if month == closing.month and year is not None}
    is_of_year = not years or closing.year in years
    return months_in(called) & {closing.month} if is_of_year else set()


def _is_actual(told: str) -> bool:
    """Whether a figure is what happened: a message that corrects a pack corrects no budget in it."""
    return read_scenarios(told) <= {Scenario.ACTUAL}


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
    is_meant = bool(months & months_in(called) or codes & {*_CODE.findall(called.casefold())})
    return document.is_message and is_meant


def _measures(text: str) -> set[frozenset[str]]:
    """The measures that a text names, each by the words of its key: of "adjusted ebitda" also "ebitda" is one."""
    return {words for words, _ in _named(_words(text))}


def _measured(text: str) -> frozenset[str]:
    """The words of the measures that a figure is told of; of a line that no measure is, those of its own name."""
    measures = _measures(text)
    return frozenset().union(*measures) if measures else _line_words(text)


def _line_words(told: str) -> frozenset[str]:
    """The stems of the words that name the line of a told figure: of "H1 2025 Energy was €3,718K" that of energy."""
    language = detect_language(told)
    words = [word for word in tokens(told, language) if word.text.isalpha() and not is_time_word(word.text)]
    return frozenset(word.stem for word in words if is_heavy(word.text, language))


def _words(text: str) -> Sequence[Token]:
    return tokens(text, detect_language(text))


def _named(words: Sequence[Token]) -> Iterator[tuple[frozenset[str], tuple[int, ...]]]:
    """The measures that words name, by the words of their keys, and which of the words do so."""
    language = detect_language(" ".join(word.text for word in words))
    for one in find_measures(words, default_lexicon(), language):
        yield from ((frozenset(key.split()), one.at) for key in one.measure.keys)


def _naming(document_id: int, page: Page, told: str) -> Iterator[Spot]:
    """The sentences of a page that name a measure of a told figure, or the same by less of its name, beside a number;
    of a line that no measure is, those that name it.
    """
    measures = _measures(told)
    line = frozenset() if measures else _line_words(told)
    for one in statements(page):
        if is_answered(one.text) or not re.search(r"\d", one.text):
            continue
        names_measure = any(words <= full for words in _measures(one.text) for full in measures)
        if names_measure or (line and line <= stems(one.text, detect_language(one.text))):
            yield (document_id, page.number, one.start, one.end, one.text)


def _names(told: str) -> set[str]:
    """The words of a figure that name whose it is: "Rental Baltics"."""
    if not _measures(told):
        return set()  # of a line: its own name is all there is
    words = _words(told)
    taken = {number for _, at in _named(words) for number in at}
    rest = [word for number, word in enumerate(words) if number and number not in taken and word.is_capital]
    return {word.text for word in rest if not is_time_word(word.text)}


def _is_of(sentence: str, told: str) -> bool:
    """Whether a sentence is of nobody else than a told figure is: the parts that it names are those of the sentence,
    and nobody is named right before the measure ("Norway revenue").
    """
    words = _words(sentence)
    if _names(told) - {word.text for word in words}:
        return False
    measures = _measures(told)
    named = [at for key, at in _named(words) if any(key <= full for full in measures)]
    return not measures or any(not _is_of_another(words, min(at), told) for at in named)


def _is_of_another(words: Sequence[Token], first: int, told: str) -> bool:
    """Whether the word before a measure names somebody who was not told of; no month, and no stretch of time."""
    before = words[first - 1] if first > 1 else None
    is_name = before is not None and before.is_capital and not is_time_word(before.text)
    return before is not None and is_name and before.text not in told


def _gives(sentence: str, told: str) -> bool:
    """Whether a sentence gives a value of a told measure right behind its name, and of nobody else."""
    if not _is_of(sentence, told):
        return False
    words, measures = _words(sentence), _measures(told)
    for key, at in _named(words):
        if not any(key <= full for full in measures) or _is_of_another(words, min(at), told):
            continue
        behind = words[max(at) + 1 : max(at) + 1 + _NEAR]
        if any(word.text[:1].isdigit() for word in behind):
            return True
    return False
