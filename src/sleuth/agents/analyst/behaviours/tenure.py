"""Who holds an office on a day, who runs a part of the company, and who did before: by the days that are told of it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.dialogue.swapping import of_another_body
from sleuth.agents.analyst.people import offices_in
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.statements import laid_out, proven_once
from sleuth.agents.analyst.tenures import (
    Holder,
    Stated,
    are_one_person,
    before,
    holder_in,
    holders,
    is_office,
    stated_tenures,
)
from sleuth.agents.analyst.turn import Turn
from sleuth.evidence.clauses import PAST
from sleuth.findings.text.tenures import Tenure, office_words, read_tenures
from sleuth.language.dates import read_dates
from sleuth.language.days import Days, days_of
from sleuth.language.glyphs import plain
from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_legal_form
from sleuth.reason.rank.holders import asks_for_holder
from sleuth.reason.understand.lexicon import offices
from sleuth.reason.understand.parts import LEAST_TELLING
from sleuth.reason.understand.question import understand

_MOST_TOLD = 2  # statements of one person


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question asks of an office."""

    office: str  # by its short name; "" for whoever heads a part
    part: frozenset[str]  # stems of the part of the company
    since: date  # the days that are meant
    until: date
    is_dated: bool
    of_holder: bool
    of_before: bool
    of_career: bool  # also what the holder was before
    of_left: bool  # also when the one before left
    before: str  # the name of the one before whom it was held; "" for the one who holds it


def asks_of_tenure(turn: Turn) -> bool:
    """Whether a question asks who held an office on a day, or before somebody: only days tell it."""
    asked = _asked(turn)
    return asked is not None and (asked.is_dated or asked.of_before)


async def tenure_told(turn: Turn) -> Answer | None:
    """Who holds the office that a question names on its day, or held it before; None where that is not certain."""
    asked = _asked(turn)
    if asked is None:
        return None
    stated = await stated_tenures(turn.room)
    found = holders(stated, is_office(asked.office), _is_part(turn, asked.part))
    meant = _meant(found, asked)
    career = _career(stated, meant[0]) if meant and asked.of_career else []
    if not meant or (asked.of_career and not career):
        return None
    spots = [one.spot for holder in meant for one in _telling(holder)] + [one.spot for one in career]
    told = await proven_once(turn.room, dict.fromkeys(spots))
    return Answer(laid_out(told), calls=tuple(turn.tools.calls)) if told else None


async def is_former(turn: Turn, answer: Answer) -> bool:
    """Whether an answer names as the holder of today somebody of whom a document tells that they left.

    An old agreement goes on naming the managing director who has retired since.
    """
    form = plain(turn.message).text
    is_past = any(word.text in PAST for word in tokens(form, turn.meant.language))
    if is_past or re.match(r"\W*(?:and |so |ok |och )*(?:who|vem)\b", form) is None or not _names_office(form):
        return False
    said = [one for block in answer.blocks for one in read_tenures(block.text)]
    named = [one for one in said if one.office and not (one.until or one.ends)]
    left = [one for one in await stated_tenures(turn.room) if _has_left(one)] if named else []
    return any(_is_left(one.tenure, holder) for one in left for holder in named)


def _has_left(one: Stated) -> bool:
    """Whether a document tells of somebody who had left by its own day."""
    until = one.tenure.until
    return one.tenure.ends and (until is None or one.dated is None or until <= one.dated)


def _is_left(left: Tenure, held: Tenure) -> bool:
    """Whether it is the same person who left, and no other office than the one that is told to be held."""
    if not are_one_person(left.person, held.person):
        return False
    is_same = offices_in(left.office) == offices_in(held.office) and left.part.casefold() == held.part.casefold()
    return not left.office or is_same


def _meant(found: Sequence[Holder], asked: _Asked) -> list[Holder]:
    """The holders to be told; none where it is open who they are."""
    if asked.before:
        later = next((one for one in found if one.told[0].tenure.surname == asked.before.split()[-1]), None)
    else:
        later = holder_in(found, asked.since, asked.until)
    if later is None:
        return []
    earlier = before(found, later) if asked.of_before else []
    if asked.of_before and not earlier:
        return []
    if asked.of_left and earlier[0].until is None:
        return []
    return [*([later] if asked.of_holder else []), *earlier]


def _career(stated: Sequence[Stated], holder: Holder) -> list[Stated]:
    """The statement that tells which other office the holder of one held before, and left."""
    own = [
        one
        for one in stated
        if one.tenure.office and not one.is_signed and are_one_person(one.tenure.person, holder.person)
    ]
    left = [one for one in own if one not in holder.told and (one.tenure.until or one.tenure.ends)]
    earlier = [one for one in left if holder.first is None or (one.tenure.until or date.min) <= holder.first]
    return sorted(earlier, key=lambda one: one.tenure.until or date.min, reverse=True)[:1]


def _telling(holder: Holder) -> list[Stated]:
    """The statements that tell the most of a holder: with days before those without, the newest first."""
    ranked = sorted(holder.told, key=lambda one: (_weight(one), one.dated or date.min), reverse=True)
    return ranked[:_MOST_TOLD] if _weight(ranked[0]) and len(ranked) > 1 and _weight(ranked[1]) else ranked[:1]


def _weight(one: Stated) -> int:
    return sum((one.tenure.since is not None, one.tenure.until is not None or one.tenure.ends))


def _asked(turn: Turn) -> _Asked | None:
    """What the message asks of an office; of one that the question before named, where it names none."""
    words = data("people")
    message = of_another_body(turn.message, turn.context.question) or turn.message
    form = plain(message).text
    of_career = re.search(words["career"], form) is not None
    of_before = not of_career and re.search(words["before"], form) is not None
    text = re.sub(f"{words['career']}|{words['left']}", "", message, flags=re.IGNORECASE)
    is_own = _names_office(form)
    if not is_own:
        text = turn.context.question
        if not of_before or not _names_office(plain(text).text):
            return None
    named = offices_in(text)
    if re.match(r"\W*(?:and |so |ok |och )*(?:who|vem)\b", form) is None or len(named) > 1:
        return None
    days = [_middle(span, form[: one.start]) for one in read_dates(form) if (span := days_of(one)) is not None]
    part = _part_of(turn, text)
    of_office = re.sub(words["career"], "", form)
    is_past = any(word.text in PAST for word in tokens(of_office, turn.meant.language))
    if len(days) > 1 or not (named or part) or (is_past and not (days or of_before)):
        return None  # "who was the CEO?" is of a time that is not told
    asked = understand(re.sub(words["since"], "", text, flags=re.IGNORECASE))
    if not (days or of_before or part or asks_for_holder(asked)):
        return None  # "who is the CEO reporting to?"
    since, until = (days[0].first, days[0].last) if days else (date.max, date.max)
    is_today = re.search(words["today"], form) is not None
    of_holder = not of_before or (is_today and re.search(r"\b(?:and|och)\b", form) is not None and is_own)
    of_left = of_before and re.search(words["left"], form) is not None
    office = named[0] if named else ""
    return _Asked(office, part, since, until, bool(days), of_holder, of_before, of_career, of_left, _whom(form))


def _middle(span: Days, before: str) -> Days:
    """The day in the middle of a month that is called so: "mid-May 2026"; else the days as they are."""
    is_month = span.first.day == 1 and (span.last - span.first).days < _LONGEST_MONTH
    if not is_month or re.search(data("people")["middle"], before) is None:
        return span
    middle = span.first.replace(day=_MIDDLE)
    return Days(middle, middle)


_MIDDLE, _LONGEST_MONTH = 15, 31  # days


def _names_office(form: str) -> bool:
    return bool(offices_in(form)) or re.search(data("people")["leads"], form) is not None


def _whom(form: str) -> str:
    """The name of the one before whom an office was held: "CFO before Torunn Velde"; "" of whoever holds it."""
    found = re.search(r"\b(?:before|före) (?:mr |ms |mrs |dr )?(?P<name>[^\W\d_][\w’'-]+(?: [^\W\d_][\w’'-]+)?)", form)
    words = found["name"].split() if found else []
    return "" if not words or words[0] in _ANYBODY else " ".join(word for word in words if word not in _LINKS)


_ANYBODY = frozenset(("him", "her", "them", "that", "it", "this", "then", "and", "honom", "henne", "dem", "det"))
_LINKS = frozenset(("and", "och", "in", "at", "as", "joined", "came", "took", "left", "became", "was"))


def _part_of(turn: Turn, text: str) -> frozenset[str]:
    """The stems of the part of the company that a question names beside the office."""
    question = understand(re.sub(data("people")["supposed"], "", text, flags=re.IGNORECASE))
    own = stems(" ".join(turn.known.chief), question.language)
    said = stems(text, question.language)
    named = (one for one in turn.known.people if stems(one, question.language) <= said)
    people = stems(" ".join((*named, _whom(plain(text).text))), question.language)
    called = " ".join(name for names in offices() for name in names)
    spoken = " ".join((office_words(), called, *data("people")["aside"], *data("people")["roles"]))
    aside = own | people | stems(spoken, question.language)
    return frozenset(term.stem for term in question.terms if term.weight >= LEAST_TELLING and term.stem not in aside)


def _is_part(turn: Turn, wanted: frozenset[str]) -> Callable[[Tenure], bool]:
    """Whether a printed part is the one that is wanted; of the whole company, where none is.

    The office may say what the part is: the "Plant Director, Lowick" runs the Lowick plant.
    """
    own = stems(" ".join(turn.known.chief), "en")
    generic = stems(f"{office_words()} {' '.join(data('people')['of_office'])}", "en")

    def fits(tenure: Tenure) -> bool:
        said = stems(" ".join(word for word in tenure.part.split() if not is_legal_form(word)), "en")
        if not wanted:
            return not said - own - generic
        return bool(wanted & said) and wanted <= said | stems(tenure.office, "en")

    return fits
