"""What happened at a time: the sentence that dates an event to it, and those behind it that go on with its story."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from sleuth.evidence.pertinence import of_another_mood
from sleuth.language.asked import Answer
from sleuth.language.times import AskedTime, Times, find_times, stated_times
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import is_stop, words_of
from sleuth.language.wordlist import wordlist
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.candidate import Candidate, places
from sleuth.reason.rank.lists import mark_of
from sleuth.reason.rank.matching import strength
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import says

_MOST_FOLLOWING = 3  # sentences that go on from one
_MOST_DOCUMENTS = 3  # that tell of an event
_FEWEST_WORDS = 4
_SAME = 0.8  # how well a name must be answered to
_FIRST_DAY = re.compile(r"\d{1,2}\s*[–-]\s*$")  # of a stretch of days: "11–19 November"
_LAST_WORD = re.compile(r"([^\W\d_]+)\W*$")
_DUE = re.compile(wordlist("answers")["event"]["due"])


def asks_what_happened(question: Question) -> bool:
    """Whether a question asks for the event of a time: "What happened in November 2024?", "Why was February so weak?".

    Beside a month or a day it has names and judgements only: why sales fell then is told where sales are spoken of.
    """
    asks = question.kind is Answer.REASON or says("event", question.text)
    return asks and any(time.month for time in _moments(question).stated) and not _has_matter(question)


def searches(question: Question) -> list[str]:
    """What to search for: the times as they are written."""
    return [f'"{time.text}"' for time in find_times(question.text)] or [word.text for word in _months(question)]


def _moments(question: Question) -> Times:
    """The times asked about; of "why was February so weak" the month, of whatever year."""
    if question.times.is_named:
        return question.times
    timings = [time.timing for word in _months(question) for time in find_times(word.text)]
    return Times(tuple(timing for timing in timings if timing is not None))


def _months(question: Question) -> list[Token]:
    """The words that name a month."""
    words = [word for word in tokens(question.text, question.language) if not is_stop(word.text, question.language)]
    return [word for word in words if any(time.timing and time.timing.month for time in find_times(word.text))]


def find_events(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """The events of the time that is asked about, one a document, each with what follows from it."""
    found: dict[int, list[Candidate]] = {}
    asked = _moments(question)
    dated = [item for item in evidence if stated_times(item.page.text).cover(asked)]
    for item, prior in places(dated):
        if item.document_id not in found and (told := _told_on(question, item, prior, reading)):
            found[item.document_id] = told
    return [one for told in list(found.values())[:_MOST_DOCUMENTS] for one in told]


def _has_matter(question: Question) -> bool:
    """Whether a question says of what matter it is, beside names, times and judgements."""
    judged = words_of(f"judged_{question.language}")
    timed = {stem for time in find_times(question.text) for stem in stems(time.text, question.language)}
    timed |= {word.stem for word in _months(question)}
    telling = [term for term in question.terms if term.weight >= 1 and not term.is_name and term.stem not in timed]
    return any(term.text.lower() not in judged for term in telling)


def _told_on(question: Question, item: Evidence, prior: float, reading: Reading) -> list[Candidate]:
    """The first event of a page that is dated to the time asked about, and what is said of it behind."""
    units = [unit for unit in reading.units(item.document, item.page) if unit.row is None]
    for index, unit in enumerate(units):
        if _is_event(question, unit):
            story = [unit, *_going_on(unit, units[index + 1 :])]
            return [Candidate(item, one, prior, "") for one in story]
    return []


def _is_event(question: Question, unit: Unit) -> bool:
    """Whether a sentence tells what came about at the time asked about, of those whom the question names."""
    if unit.is_heading or not _is_told(unit.text):
        return False
    heading = unit.headings[-1] if unit.headings else ""
    if not _is_dated(question, unit.text) and not _is_dated(question, heading):
        return False
    if _DUE.search(unit.text.lower()) or of_another_mood(question.asked, unit.text):
        return False
    around = unit.around
    said = around.own | around.before | around.above | around.names
    names = [term for term in question.terms if term.is_name and not find_times(term.text)]
    return all(strength(term, said, question.language) >= _SAME for term in names)


def _is_told(text: str) -> bool:
    """Whether a stretch is a sentence: a line of a table or a title names a thing and tells nothing."""
    return text.rstrip()[-1:] in (".", "!") and len(text.split()) >= _FEWEST_WORDS


def _is_dated(question: Question, text: str) -> bool:
    """Whether a text is of the time asked about and no other: one of three months compares, and tells no event."""
    timings = [(time, Times((time.timing,))) for time in find_times(text) if time.timing is not None]
    moments = [(time, of) for time, of in timings if of.stated[0].month or of.stated[0].year]
    asked = _moments(question)
    return bool(moments) and all(of.cover(asked) and _is_when(time, text) for time, of in moments)


def _is_when(time: AskedTime, text: str) -> bool:
    """Whether a time of a text is when something happened.

    "At 30 April" is the day of a balance, "until 30 April" an end, "from 30 April" the beginning of something else.
    """
    before = _FIRST_DAY.sub("", text[: time.start])
    word = _LAST_WORD.search(before)
    return word is None or before.rstrip()[-1:] in ",;:(" or word[1].lower() not in _BOUNDS


_BOUNDS = words_of("bounding_en") | words_of("bounding_sv")


def _going_on(event: Unit, behind: Sequence[Unit]) -> Iterator[Unit]:
    """The sentences behind an event in its section, up to one of another time; none behind an item of a list."""
    if mark_of(event.text):
        return
    here = stated_times(event.text)
    same = takewhile(lambda unit: not unit.is_heading and unit.headings == event.headings, behind)
    told = takewhile(lambda unit: _is_of_no_other_time(unit, here) and not mark_of(unit.text), same)
    yield from [unit for unit in list(told)[:_MOST_FOLLOWING] if len(unit.words) >= _FEWEST_WORDS]


def _is_of_no_other_time(unit: Unit, here: Times) -> bool:
    stated = stated_times(unit.text)
    return not stated.is_named or stated.cover(here) or here.cover(stated)
