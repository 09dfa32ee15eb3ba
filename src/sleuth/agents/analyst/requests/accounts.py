"""Yearly accounts: a document for each year, with that year's statements; comparative figures are no accounts."""

from collections.abc import Sequence

from sleuth.agents.analyst.requests.asked import Asked
from sleuth.agents.analyst.requests.candidates import Candidate, candidates_for
from sleuth.agents.analyst.requests.concepts import concepts
from sleuth.agents.analyst.requests.figures import ANCHORS
from sleuth.agents.analyst.requests.needs import named, needs_of, stated_needs, year_need
from sleuth.agents.analyst.requests.room import Room, reported
from sleuth.agents.analyst.requests.things import Thing
from sleuth.agents.analyst.requests.verdict import MISSING, OUTDATED, PARTIAL, Judgement, absent, complete

_AUDITED = ("audited", "filed")  # qualities of documents that an auditor has seen


def judge_accounts(thing: Thing, asked: Asked, room: Room) -> Judgement:
    """Of which of the years the accounts are there."""
    candidates = [one for one in candidates_for(thing, asked, room) if _is_accounts(one, asked, room)]
    if not candidates:
        return absent()
    by_year: dict[int, Candidate] = {}
    for one in candidates:
        year = _year_of(one, room)
        if year is not None:
            by_year.setdefault(year, one)
    years = _years_asked(asked, room)
    if not years:
        return _newest(by_year, candidates, asked, room)
    held = {year: by_year[year] for year in years if year in by_year}
    lacking = [_no_accounts(year, candidates, room) for year in years if year not in held]
    if held:
        lacking += _unaudited(held, asked)
        return complete([one.spot for one in held.values()], lacking)
    newest = max(by_year, default=0)
    if 0 < newest < min(years):
        return Judgement(OUTDATED, (by_year[newest].spot,), tuple(lacking))
    return Judgement(MISSING, (), tuple(lacking))


def _newest(by_year: dict[int, Candidate], candidates: Sequence[Candidate], asked: Asked, room: Room) -> Judgement:
    """Where no year is asked for, the last that is closed."""
    if not by_year:
        return Judgement(PARTIAL, (candidates[0].spot,), ("of which year they are",))
    newest = max(by_year)
    if room.last_year is not None and newest < room.last_year:
        return Judgement(OUTDATED, (by_year[newest].spot,), (f"they end with FY{newest}",))
    return complete([by_year[newest].spot], _unaudited({newest: by_year[newest]}, asked))


def _unaudited(held: dict[int, Candidate], asked: Asked) -> list[str]:
    if not asked.is_audited:
        return []
    documents = {year: one.holding.document for year, one in held.items()}
    return [
        f"proof that {document.filename} is audited"
        for year, document in documents.items()
        if document.quality not in _AUDITED
    ]


def _years_asked(asked: Asked, room: Room) -> list[int]:
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    years = [room.calendar.place(need.end).year for need in needs]
    if asked.wanted.as_of is not None:
        years.append(asked.wanted.as_of.year)
    return sorted(set(years))


def _is_accounts(candidate: Candidate, asked: Asked, room: Room) -> bool:
    """Whether a document is of whom is meant, reports a year, and a primary statement stands in it."""
    holding = candidate.holding
    if not candidate.is_whole and reported(holding)[1] != 12:
        return False
    if not room.is_of(holding.document.subject_key, asked.entities):
        return False
    statements = {key for key, concept in concepts().items() if concept.kind == "statement"}
    if any(statements & name.concepts.keys() for name in holding.names):
        return True
    return any(f.document_id == holding.id and f.rank == 0 and f.metric in ANCHORS for f in room.figures)


def _year_of(candidate: Candidate, room: Room) -> int | None:
    """The fiscal year that a document is the accounts of."""
    end, months = reported(candidate.holding)
    if end is not None and months == 12:
        return room.calendar.place(end).year
    titles = [name.entry.text for name in candidate.holding.names if name.is_whole]
    stated = [p for text in titles for p in stated_needs(text, room.calendar) if p.months in (12, None)]
    years = {p.fiscal_year or p.end.year for p in stated}
    return next(iter(years)) if len(years) == 1 else None


def _no_accounts(year: int, candidates: Sequence[Candidate], room: Room) -> str:
    need = year_need(year, room.calendar)
    for one in candidates:
        if any(p.rank == 0 and need.is_met_by(p.period) for p in one.holding.document.periods):
            return f"{named([need])}: only as comparative figures in {one.holding.document.filename}"
    return f"{named([need])}: no accounts of that year"
