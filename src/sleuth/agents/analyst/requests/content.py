"""What a document is, or tells in a part of it: of the time, and with the parts, that are asked for."""

import re
from collections.abc import Sequence

from sleuth.agents.analyst.requests.asked import Asked
from sleuth.agents.analyst.requests.candidates import Candidate
from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.agents.analyst.requests.needs import Need, is_old, named, needs_of
from sleuth.agents.analyst.requests.periods import all_periods, day_of
from sleuth.agents.analyst.requests.room import Room
from sleuth.agents.analyst.requests.things import Thing
from sleuth.agents.analyst.requests.verdict import OUTDATED, PARTIAL, Judgement, absent, complete, with_besides
from sleuth.findings.finding import subject_key
from sleuth.language.tokens import stems
from sleuth.language.wordlist import wordlist

TIME_PARTS = ("month", "quarter")
_LENGTHS = {"month": 1, "quarter": 3}
_CURRENT = 12  # months in which something counts as current, where nothing else is known of it
_AGREEMENTS = ("agreement", "contract", "lease", "avtal")  # words of what is signed and amended
_AMENDMENT = re.compile(
    r"\b(?:amendment|addendum|supplement|tilläggsavtal|nachtrag)\b(?:\s+(?:no|nr|number)?\.?\s*(\d+))?", re.IGNORECASE
)
_AMENDED_TITLES = 3  # lines in which a title says that it amends something


def judge_content(thing: Thing, candidates: Sequence[Candidate], asked: Asked, room: Room) -> Judgement:
    """Something that a document is, or tells in a part of it."""
    if not candidates:
        return absent()
    whole = [one for one in candidates if _is_whole(one, thing)]
    first = (whole or candidates)[0]
    if first.is_vague:
        filename, narrowed = first.holding.document.filename, " ".join(thing.narrowing)
        wanting = f"proof that {filename} is it: only its file is called so"
        if first.name.entry.kind != "file":
            wanting = f"proof that {filename} is of “{narrowed}”"
        return Judgement(PARTIAL, (first.spot,), (wanting,))
    if thing.is_document and not whole:
        filename = first.holding.document.filename
        if not _is_agreement(thing) and _lists_it(first, thing):
            return Judgement(PARTIAL, (first.spot,), (f"the documents themselves ({filename} only lists them)",))
        where = f"the document itself: only a part of {filename} speaks of it"
        return Judgement(PARTIAL, (first.spot,), (where,), is_mention=True)
    if not first.holding.is_current:
        return Judgement(OUTDATED, (first.spot,), ("only an edition that has been replaced",))
    if thing.is_document and _is_agreement(thing):
        return _agreements(thing, whole, asked, room)
    return judge_times(thing, whole or candidates, asked, room)


def _is_whole(candidate: Candidate, thing: Thing) -> bool:
    """Whether a candidate is what is asked for, not only a part that speaks of it. No sheet is an agreement."""
    if not candidate.is_whole:
        return False
    if not thing.is_document:
        return True
    if _is_agreement(thing) and thing.concept is not None:
        return bool(candidate.holding.outline.agreement)
    return candidate.name.entry.kind != "sheet"


def _lists_it(candidate: Candidate, thing: Thing) -> bool:
    """Whether a sheet or a table is a list of what is asked for, in a file that is called after it: permits."""
    is_list = candidate.name.entry.kind in ("sheet", "table") or candidate.holding.document.kind == "xlsx"
    return is_list and stems(thing.name, candidate.holding.document.language) <= candidate.holding.called


def _is_agreement(thing: Thing) -> bool:
    names = thing.concept.names if thing.concept else (thing.name.casefold(),)
    return any(word in name for name in names for word in _AGREEMENTS)


def _agreements(thing: Thing, kept: Sequence[Candidate], asked: Asked, room: Room) -> Judgement:
    """Agreements, signed, and with their amendments without a gap."""
    lacking = []
    final = [one for one in kept if not one.holding.is_draft]
    if not final:
        lacking.append("the signed agreement: only a draft is there")
    if asked.is_signed:
        unsigned = [one.holding.document for one in final if one.holding.document.quality != "filed"]
        lacking += [f"proof that {document.filename} is signed" for document in unsigned]
    lacking += _of_others(final or kept, asked, room)
    if asked.is_every and len(kept) == 1:
        lacking.append(f"proof that it is all of them: {kept[0].holding.document.filename} is the only one here")
    amendments = [_amendment(one) for one in kept]
    numbers = sorted({number for number in amendments if number})
    if None not in amendments:
        lacking.append("the agreement itself: only amendments are there")
    unseen = [str(number) for number in range(1, max(numbers, default=0)) if number not in numbers]
    if unseen:
        lacking.append(f"amendment {', '.join(unseen)}")
    ordered = sorted(kept, key=lambda one: _amendment(one) is not None)  # what is amended before its amendments
    return with_besides(complete([one.spot for one in ordered], lacking), thing, asked, room)


def _of_others(kept: Sequence[Candidate], asked: Asked, room: Room) -> list[str]:
    """Agreements that all name their parties, and never the company: a subsidiary's perhaps, or none of it."""
    parties = [[name for name, _ in one.holding.outline.parties] for one in kept]
    named = [subject_key(name) for names in parties for name in names]
    if asked.entities or not room.company or any(len(names) < 2 for names in parties):
        return []
    if any(room.is_in_group(key) for key in named):
        return []
    return [f"an agreement of {room.company_name}: the parties here are {' and '.join(parties[0][:2])}"]


def _amendment(candidate: Candidate) -> int | None:
    """The number of an amendment, 0 of one without; None of what is none."""
    titles = [name.entry.text for name in candidate.holding.names if name.entry.kind == "title"]
    found = next((match for text in titles[:_AMENDED_TITLES] if (match := _AMENDMENT.search(text))), None)
    if found is None:
        return None
    return int(found[1]) if found[1] else 0


def judge_times(thing: Thing, kept: Sequence[Candidate], asked: Asked, room: Room) -> Judgement:
    """Whether what is there has the periods, the day and the parts that are asked for."""
    old = _outdated(thing, kept, asked, room)
    if old is not None:
        return old
    lacking: list[str] = []
    used = [kept[0]]
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if needs:
        met = {need: next((one for one in kept if _is_of(one, need, room)), None) for need in needs}
        unmet = [need for need, one in met.items() if one is None]
        used = [one for one in met.values() if one is not None]
        if not used:
            return _none_of(kept, unmet, room)
        lacking += [named(unmet)] if unmet else []
    lacking += _parts_lacking(thing, kept, asked, room)
    return with_besides(complete([one.spot for one in used], lacking), thing, asked, room)


def _is_of(candidate: Candidate, need: Need, room: Room) -> bool:
    return any(need.is_met_by(period) for period in all_periods(candidate, room))


def _none_of(kept: Sequence[Candidate], unmet: Sequence[Need], room: Room) -> Judgement:
    """What is there, but of no period that is asked for: older, or without a period."""
    ends = [end for one in kept for p in all_periods(one, room) if (end := p.end.closing_month) is not None]
    if ends and max(ends) < min(need.end for need in unmet):
        return Judgement(OUTDATED, (kept[0].spot,), (f"nothing of {named(unmet)}",))
    return Judgement(PARTIAL, (kept[0].spot,), (f"anything that is told to be of {named(unmet)}",))


def _outdated(thing: Thing, kept: Sequence[Candidate], asked: Asked, room: Room) -> Judgement | None:
    """That something newer should be there: by the day that is asked for, or by how long such a thing is current."""
    wanted = asked.wanted
    stale = thing.concept.stale if thing.concept else 0
    reference = wanted.as_of or (room.latest if wanted.is_current or stale else None)
    if reference is None or wanted.times or wanted.last or wanted.next or wanted.is_this_year:
        return None
    days = [(day, one) for one in kept if (day := day_of(one)) is not None]
    if not days:
        return Judgement(PARTIAL, (kept[0].spot,), ("of which day it is",)) if wanted.as_of else None
    day, newest = max(days, key=lambda pair: pair[0])
    months = 12 * (reference.year - day.year) + reference.month - day.month
    if not (is_old(day, reference) if wanted.as_of else months > (stale or _CURRENT)):
        return None
    beside = f"asked for as of {reference}" if wanted.as_of else f"the newest document is of {reference}"
    return Judgement(OUTDATED, (newest.spot,), (f"it is of {day}; {beside}",))


def _parts_lacking(thing: Thing, kept: Sequence[Candidate], asked: Asked, room: Room) -> list[str]:
    """What is asked to be split by, and is not."""
    lacking = []
    for part in asked.parts:
        if part in TIME_PARTS:
            periods = [p for one in kept for p in all_periods(one, room) if p.months == _LENGTHS[part]]
            if len({period.end.closing_month for period in periods}) < 2:
                lacking.append(f"figures by {part}")
        elif thing.measure is None and not any(_has_table_by(one, part) for one in kept):
            lacking.append(f"a table by {part}")
    return lacking


def _has_table_by(candidate: Candidate, part: str) -> bool:
    """Whether a table of the candidate is split by a part."""
    language = candidate.holding.document.language
    words = frozenset().union(*(stems(w, language) for w in wordlist("wording", PACKAGE)["parts"][part]))
    pages = candidate.pages
    tables = [name.entry for name in candidate.holding.names if name.entry.kind == "table"]
    here = [entry for entry in tables if pages is None or entry.page in pages]
    return any(stems(" ".join((entry.text, *entry.columns)), language) & words for entry in here)
