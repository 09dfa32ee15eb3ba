"""Decides whether the room has what a request asks for. Pure: the room is given.

What is not certain counts against: a false "provided" stops people from asking.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from sleuth.agents.analyst.requests.asked import Asked, Thing
from sleuth.agents.analyst.requests.concepts import PACKAGE, Concept, is_weak, weak_stems
from sleuth.agents.analyst.requests.needs import Need, days_in, is_old, named, needs_of, stated_needs, year_need
from sleuth.agents.analyst.requests.room import Holding, Name, Room, concept_names, periods_of, reported
from sleuth.findings.finding import subject_key
from sleuth.language.period import Period
from sleuth.language.tokens import stems, tokens
from sleuth.language.wordlist import wordlist
from sleuth.store.shelf import Figure

PROVIDED, PARTIAL, OUTDATED, MISSING = "provided", "partial", "outdated", "missing"
_ORDER = (PROVIDED, PARTIAL, OUTDATED, MISSING)
_MOST_PLACES = 12  # of one request
_SLACK = 1.5  # times the usual gap between meetings, beyond which one is wanting
_LEAST_GAP = 100  # days
_FRESH_FIGURES = 14  # months: figures older than that, beside the room's newest, are not current
_STATEMENTS = {  # of each statement the lines that its face cannot do without: one of each group
    "income": (("revenue", "operating expenses"), ("net income", "operating income", "income before taxes",
                "gross profit", "net income attributable to shareholders")),
    "balance sheet": (("total assets",),),
    "cash flow": (("cash flow from operating activities",),),
}  # fmt: skip
ANCHORS = frozenset(metric for groups in _STATEMENTS.values() for group in groups for metric in group)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where evidence stands."""

    document_id: int
    filename: str
    page: int  # 1-based
    start: int  # inclusive, in the page's text
    end: int  # exclusive
    locator: str
    quote: str = ""  # the document's own characters; "" where they are still to be fetched


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the room has for a request, and what is lacking."""

    status: str  # provided, partial, outdated, missing
    spots: tuple[Spot, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A document, or a part of one, that may be what is asked for."""

    holding: Holding
    name: Name

    @property
    def is_whole(self) -> bool:
        return self.name.is_whole

    @property
    def spot(self) -> Spot:
        entry, document = self.name.entry, self.holding.document
        return Spot(document.id, document.filename, entry.page, entry.start, entry.end, entry.locator)

    @property
    def pages(self) -> frozenset[int] | None:
        """The pages that it is on; None for all of the document."""
        return None if self.is_whole and self.name.entry.kind != "sheet" else frozenset({self.name.entry.page})


def judge(asked: Asked, room: Room) -> Judgement:
    """What the room has for a request."""
    found = [_judge_thing(thing, asked, room) for thing in asked.things]
    if not found:
        return Judgement(MISSING, (), ("what is asked for could not be told from its wording",))
    return _joined([thing.name for thing in asked.things], found)


def _joined(names: Sequence[str], found: Sequence[Judgement]) -> Judgement:
    """One judgement of several things that are asked for together."""
    if len(found) == 1:
        return found[0]
    spots = tuple(dict.fromkeys(spot for one in found for spot in one.spots))[:_MOST_PLACES]
    lacking = [f"{name}: {'; '.join(one.lacking)}" for name, one in zip(names, found, strict=True) if one.lacking]
    statuses = {one.status for one in found}
    if statuses == {PROVIDED}:
        return Judgement(PROVIDED, spots)
    status = next(iter(statuses)) if len(statuses) == 1 else PARTIAL
    return Judgement(status, spots, tuple(lacking))


def _judge_thing(thing: Thing, asked: Asked, room: Room) -> Judgement:
    concept = thing.concept
    if concept is not None and concept.kind == "accounts":
        return _accounts(concept, asked, room)
    if concept is not None and concept.kind == "statement":
        return _statement(concept, asked, room)
    if thing.measure is not None and not any(part in _TABLE_PARTS for part in asked.parts):
        return _measure(thing, asked, room)
    if thing.measure is not None:
        return _breakdown(thing, asked, room)
    candidates = _candidates(thing, asked, room)
    if concept is not None and concept.kind == "series":
        return _series(concept, candidates, asked, room)
    return _content(thing, candidates, asked, room)


_TIME_PARTS = ("month", "quarter")
_TABLE_PARTS = tuple(key for key in wordlist("wording", PACKAGE)["parts"] if key not in _TIME_PARTS)


_ABSENT = "not in the room"


def _absent() -> Judgement:
    return Judgement(MISSING, (), (_ABSENT,))


# ---- candidates


def _candidates(thing: Thing, asked: Asked, room: Room) -> list[_Candidate]:
    """Documents and parts of documents that call themselves what is asked for; of each document the best."""
    found = []
    for holding in room.holdings:
        names = _names(thing, holding, room, asked)
        fitting = [name for name in names if _is_narrowed(thing, holding, name, asked, room)]
        if fitting:
            found.append(_Candidate(holding, fitting[0]))
    current = [one for one in found if one.holding.is_current]
    return sorted(current or found, key=_merit)


def _merit(candidate: _Candidate) -> tuple[object, ...]:
    day = candidate.holding.date
    return (
        not candidate.is_whole, candidate.holding.is_draft, candidate.name.entry.kind == "table",
        -(day.toordinal() if day else 0), candidate.holding.document.filename,
    )  # fmt: skip


def _names(thing: Thing, holding: Holding, room: Room, asked: Asked) -> list[Name]:
    """Where a document calls itself what is asked for."""
    if thing.concept is not None:
        concept = thing.concept
        if concept.side or concept.about:
            return _agreement_names(concept, holding, room)
        return concept_names(holding, concept)
    wanted = _in_language(thing, holding, asked)
    found = [
        name
        for name in holding.names
        if wanted and wanted <= name.stems and name.telling <= len(wanted) + 3 and name.entry.kind != "table"
    ]
    return sorted(found, key=lambda name: (not name.is_whole, name.telling))


def _in_language(thing: Thing, holding: Holding, asked: Asked) -> frozenset[str]:
    """The thing's telling stems, by the rules of the document's language."""
    language = holding.document.language
    if language == asked.language:
        return thing.stems
    return frozenset(word.stem for word in tokens(thing.name, language) if not is_weak(word, language))


def _agreement_names(concept: Concept, holding: Holding, room: Room) -> list[Name]:
    """The title of an agreement whose other party is who the request means."""
    outline = holding.outline
    titles = [name for name in holding.names if name.is_whole]
    called = [name for name in concept_names(holding, concept) if name.is_whole]
    if not outline.agreement or not titles:
        return called
    if concept.about:
        return titles
    is_customer = any(subject_key(party) in room.customers for party, _ in _others(holding, room))
    roles = [role for _, role in _others(holding, room)]
    forms = wordlist("wording", PACKAGE)["sides"]
    named_so = any(re.search(forms[concept.side], role, re.IGNORECASE) for role in roles)
    if concept.side == "customer":
        return titles if is_customer or (named_so and _is_party(holding, room)) else called
    if concept.side == "supplier" and is_customer:
        return []
    return titles if named_so and _is_party(holding, room) else called


def _others(holding: Holding, room: Room) -> list[tuple[str, str]]:
    """The parties beside the company, with their defined names."""
    return [(name, role) for name, role in holding.outline.parties if subject_key(name) != room.company]


def _is_party(holding: Holding, room: Room) -> bool:
    return any(subject_key(name) == room.company for name, _ in holding.outline.parties)


def _is_narrowed(thing: Thing, holding: Holding, name: Name, asked: Asked, room: Room) -> bool:
    """Whether a candidate is of whom, and of what, a request narrows the thing to."""
    if asked.entities and not _is_of_entities(holding, asked, room):
        return False
    if not asked.entities and not thing.is_document and not room.is_of(holding.document.subject_key, ()):
        return False
    if not thing.qualifiers or not thing.is_document:
        return True
    said = frozenset().union(*(one.stems for one in holding.names if one.entry.page == 1)) | name.stems
    said |= frozenset().union(*(stems(party, asked.language) for party, _ in holding.outline.parties))
    return thing.qualifiers <= said


def _is_of_entities(holding: Holding, asked: Asked, room: Room) -> bool:
    """Whether a document is of one of the companies that a request names: of its figures, or on its front."""
    if holding.document.subject_key and room.is_of(holding.document.subject_key, asked.entities):
        return True
    front = " ".join(name.entry.text for name in holding.names if name.entry.page == 1)
    front += " ".join(name for name, _ in holding.outline.parties)
    return any(subject_key(entity) in front.casefold() for entity in asked.entities)


# ---- yearly accounts


def _accounts(concept: Concept, asked: Asked, room: Room) -> Judgement:
    """A document for each year, with that year's statements; comparative figures are not that year's accounts."""
    thing = next(thing for thing in asked.things if thing.concept == concept)
    candidates = [
        one for one in _candidates(thing, asked, room)
        if room.is_of(one.holding.document.subject_key, asked.entities) and _has_statement(one.holding, room)
    ]  # fmt: skip
    if not candidates:
        return _absent()
    years = _years_asked(asked, room)
    by_year: dict[int, _Candidate] = {}
    for one in candidates:
        year = _year_of(one, room)
        if year is not None:
            by_year.setdefault(year, one)
    newest = max(by_year, default=None)
    if not years:
        wanted = [room.last_year] if room.last_year else []
        if newest is None or (wanted and newest < wanted[0]):
            shown = tuple(one.spot for one in candidates[:1])
            since = f"they end with FY{newest}" if newest else "of which year they are is not told"
            return Judgement(OUTDATED if newest else PARTIAL, shown, (since,))
        years = [newest]
    held = [year for year in years if year in by_year]
    spots = tuple(by_year[year].spot for year in sorted(held))
    lacking = [_no_accounts(year, candidates, room) for year in years if year not in by_year]
    if asked.is_audited:
        unaudited = [year for year in held if by_year[year].holding.document.quality not in ("audited", "filed")]
        lacking += [
            f"FY{year}: nothing shows that {by_year[year].holding.document.filename} is audited" for year in unaudited
        ]
    if not held:
        return Judgement(OUTDATED if newest and newest < min(years) else MISSING,
                         tuple(one.spot for one in candidates[:1]) if newest and newest < min(years) else (),
                         tuple(lacking))  # fmt: skip
    return Judgement(PARTIAL if lacking else PROVIDED, spots[:_MOST_PLACES], tuple(lacking))


def _years_asked(asked: Asked, room: Room) -> list[int]:
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    years = [room.calendar.place(need.end).year for need in needs]
    if asked.wanted.as_of is not None:
        years.append(asked.wanted.as_of.year)
    return sorted(set(years))


def _has_statement(holding: Holding, room: Room) -> bool:
    """Whether a primary statement stands in a document."""
    return any(f.document_id == holding.id and f.rank == 0 and f.metric in ANCHORS for f in room.figures)


def _year_of(candidate: _Candidate, room: Room) -> int | None:
    """The fiscal year that a document is the accounts of."""
    end, months = reported(candidate.holding, room.calendar)
    if end is not None and months == 12:
        return room.calendar.place(end).year
    titles = [name.entry.text for name in candidate.holding.names if name.is_whole]
    stated = [p for text in titles for p in stated_needs(text, room.calendar) if p.months in (12, None)]
    years = {p.fiscal_year or p.end.year for p in stated}
    return next(iter(years)) if len(years) == 1 else None


def _no_accounts(year: int, candidates: Sequence[_Candidate], room: Room) -> str:
    need = year_need(year, room.calendar)
    for one in candidates:
        if any(p.rank == 0 and need.is_met_by(p.period) for p in one.holding.document.periods):
            return f"FY{year}: only as comparative figures in {one.holding.document.filename}"
    return f"FY{year}: no accounts of that year"


# ---- statements and figures


def _statement(concept: Concept, asked: Asked, room: Room) -> Judgement:
    """The periods of which a statement's face is in the room, in whatever document."""
    groups = _STATEMENTS[concept.statement]
    figures = [f for f in room.figures if f.rank == 0 and room.is_of(f.subject_key, asked.entities)]
    faces = []
    for figure in (f for f in figures if f.metric in groups[0]):
        beside = [f for f in figures if f.document_id == figure.document_id and f.page == figure.page]
        if all(any(f.metric in group and f.period == figure.period for f in beside) for group in groups):
            faces.append(figure)
    return _of_figures(concept.key, faces, asked, room)


def _measure(thing: Thing, asked: Asked, room: Room) -> Judgement:
    """The periods of which the ledger has a figure of the measure."""
    assert thing.measure is not None
    figures = [f for f in room.figures if f.metric in thing.measure.keys and room.is_of(f.subject_key, asked.entities)]
    judged = _of_figures(thing.name, figures, asked, room)
    return _with_besides(judged, thing, asked, room, [room.holding(spot.document_id) for spot in judged.spots])


def _of_figures(name: str, figures: Sequence[Figure], asked: Asked, room: Room) -> Judgement:
    """Whether figures are there of each period that is asked for; of the newest, where none is."""
    ahead = asked.wanted.next > 0 or re.search(r"\b(?:forecast|budget|projected|plan)", asked.text, re.IGNORECASE)
    fitting = [f for f in figures if (f.scenario == "actual") != bool(ahead) and room.holding(f.document_id)]
    fitting.sort(key=lambda f: (f.rank, _age(f, room)))
    if not fitting:
        return _absent()
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if not needs:
        return _newest(name, fitting, asked, room)
    met = {need: next((f for f in fitting if need.is_met_by(f.period)), None) for need in needs}
    spots = tuple(dict.fromkeys(_spot(f, room) for f in met.values() if f is not None))[:_MOST_PLACES]
    unmet = [need for need, figure in met.items() if figure is None]
    if not spots:
        return Judgement(MISSING, (), (f"{name} of {named(unmet)}",))
    return Judgement(PARTIAL if unmet else PROVIDED, spots, (f"{named(unmet)}",) if unmet else ())


def _newest(name: str, figures: Sequence[Figure], asked: Asked, room: Room) -> Judgement:
    ends = {f: end for f in figures if (end := f.period.end.closing_month) is not None}
    if not ends:
        return Judgement(PARTIAL, (_spot(figures[0], room),), ("of which time it is, is not told",))
    newest = max(ends.values())
    best = next(f for f in figures if ends.get(f) == newest)
    day = asked.wanted.as_of
    late = room.latest_month is not None and room.latest_month.since(newest) > _FRESH_FIGURES
    if (day is not None and (day.year, day.month) > newest) or late:
        return Judgement(OUTDATED, (_spot(best, room),), (f"the newest is of {best.period.name}",))
    return Judgement(PROVIDED, (_spot(best, room),))


def _age(figure: Figure, room: Room) -> int:
    holding = room.holding(figure.document_id)
    day = holding.date if holding else None
    return -(day.toordinal() if day else 0)


def _spot(figure: Figure, room: Room) -> Spot:
    holding = room.holding(figure.document_id)
    filename = holding.document.filename if holding else ""
    return Spot(figure.document_id, filename, figure.page, figure.start, figure.end, figure.locator, figure.quote)


def _breakdown(thing: Thing, asked: Asked, room: Room) -> Judgement:
    """A measure by customer, function, product: a table that has both."""
    found = [
        _Candidate(holding, name)
        for holding in room.holdings
        if room.is_of(holding.document.subject_key, asked.entities)
        for name in holding.names
        if name.entry.kind == "table" and _has_parts(name, holding, thing, asked)
    ]
    current = sorted([one for one in found if one.holding.is_current], key=_merit)
    if not current:
        return _absent()
    return _timed(thing, current, asked, room)


def _has_parts(name: Name, holding: Holding, thing: Thing, asked: Asked) -> bool:
    """Whether a table is split by all parts that are asked for, and is of the measure."""
    language = holding.document.language
    entry = name.entry
    heads = stems(" ".join((entry.text, *entry.columns)), language)
    known = wordlist("wording", PACKAGE)["parts"]
    for part in asked.parts:
        if part not in _TIME_PARTS and not heads & frozenset().union(*(stems(w, language) for w in known[part])):
            return False
    wanted = stems(thing.name, language) | _measure_stems(thing, language)
    around = heads | stems(" ".join(entry.rows), language) | stems(holding.document.title, language)
    around |= frozenset().union(*(one.stems for one in holding.names if one.entry.page == entry.page))
    return bool(around & wanted)


def _measure_stems(thing: Thing, language: str) -> frozenset[str]:
    """The stems of one-word names of a measure: "sales" and "revenue" are one."""
    from sleuth.language.metrics import default_lexicon

    metrics = default_lexicon().metrics
    keys = thing.measure.keys if thing.measure else ()
    names = [name for key in keys if key in metrics for name in (key, *metrics[key].names) if " " not in name]
    return frozenset().union(*(stems(name, language) for name in names))


# ---- series of documents


def _series(concept: Concept, candidates: Sequence[_Candidate], asked: Asked, room: Room) -> Judgement:
    """A document for each period or meeting."""
    whole = [one for one in candidates if one.is_whole and room.is_of(one.holding.document.subject_key, asked.entities)]
    if not whole:
        return _absent()
    if concept.each == "meeting":
        return _meetings(whole, asked, room)
    months = {"month": 1, "quarter": 3}[concept.each]
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if not needs:
        return _latest_of_series(whole, months, room)
    if all(need.months == 12 for need in needs) and asked.wanted.each != "year":
        needs = [part for need in needs for part in _parts_of(need, months, room)]
    held = {need: next((one for one in whole if _reports(one, need, room)), None) for need in needs}
    found = [one for one in held.values() if one is not None]
    unmet = [need for need, one in held.items() if one is None]
    spots = tuple(dict.fromkeys(one.spot for one in found))[:_MOST_PLACES]
    if not found:
        newest = whole[0].spot
        return Judgement(OUTDATED, (newest,), (f"none is of {named(unmet)}",))
    return Judgement(PARTIAL if unmet else PROVIDED, spots, (named(unmet),) if unmet else ())


def _parts_of(need: Need, months: int, room: Room) -> Iterator[Need]:
    """The months, or quarters, of a year, as far as the room's figures reach."""
    for back in range(12 - months, -1, -months):
        end = need.end.plus(-back)
        if room.latest_month is None or end <= room.latest_month:
            yield Need(
                end,
                months,
                f"{end.year}-{end.month:02}" if months == 1 else f"the quarter to {end.year}-{end.month:02}",
            )


def _reports(candidate: _Candidate, need: Need, room: Room) -> bool:
    """Whether a document of a series is that of a period: by its title, or by the latest period of its figures."""
    return any(need.is_met_by(period) for period in _own_periods(candidate, need.months, room))


def _own_periods(candidate: _Candidate, months: int, room: Room) -> list[Period]:
    """The period that a document of a series reports."""
    titles = [name.entry.text for name in candidate.holding.names if name.is_whole]
    stated = [p for text in titles for p in stated_needs(text, room.calendar) if p.months == months]
    if stated:
        return stated
    past = [one for one in periods_of(candidate.holding) if one.scenario == "actual" and one.period.months == months]
    ends = [end for one in past if (end := one.period.end.closing_month) is not None]
    newest = max(ends, default=None)
    return [one.period for one in past if one.period.end.closing_month == newest]


def _latest_of_series(whole: Sequence[_Candidate], months: int, room: Room) -> Judgement:
    ends = {one: end for one in whole for p in _own_periods(one, months, room) if (end := p.end.closing_month)}
    if not ends:
        return Judgement(PARTIAL, (whole[0].spot,), ("of which period it is, is not told",))
    best = max(ends, key=lambda one: ends[one])
    if room.latest_month is not None and room.latest_month.since(ends[best]) > months:
        return Judgement(OUTDATED, (best.spot,), (f"the newest is of {ends[best].year}-{ends[best].month:02}",))
    return Judgement(PROVIDED, tuple(one.spot for one in ends)[:_MOST_PLACES])


def _meetings(whole: Sequence[_Candidate], asked: Asked, room: Room) -> Judgement:
    """Minutes: whether they reach back as far as is asked, without a gap longer than is usual."""
    dated = sorted(((day, one) for one in whole if (day := _held_on(one)) is not None), key=lambda pair: pair[0])
    spots = tuple(one.spot for _, one in dated)[:_MOST_PLACES] or (whole[0].spot,)
    if not dated:
        return Judgement(PARTIAL, spots, ("of which day they are is not told",))
    days = [day for day, _ in dated]
    gaps = sorted((b - a).days for a, b in pairwise(days))
    usual = max(_LEAST_GAP, _SLACK * gaps[len(gaps) // 2]) if gaps else _LEAST_GAP
    lacking = []
    since = asked.wanted.since or _first_day(asked, room)
    if since is not None and (days[0] - since).days > usual:
        lacking.append(f"none before {days[0].isoformat()}")
    lacking += [
        f"none between {a.isoformat()} and {b.isoformat()}" for a, b in pairwise(days) if (b - a).days > 2 * usual
    ]
    if room.latest is not None and (room.latest - days[-1]).days > 2 * usual:
        lacking.append(f"none after {days[-1].isoformat()}")
    if since is None and len(days) == 1:
        lacking.append("minutes of one meeting only")
    return Judgement(PARTIAL if lacking else PROVIDED, spots, tuple(lacking))


def _first_day(asked: Asked, room: Room) -> date | None:
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if not needs:
        return None
    start = needs[0].end.plus(1 - needs[0].months)
    return date(start.year, start.month, 1)


def _held_on(candidate: _Candidate) -> date | None:
    """The day of a meeting, as its minutes say it."""
    entry = candidate.name.entry
    said = days_in(f"{entry.text} {entry.opening}") or list(candidate.holding.document.days)
    return min(said, default=candidate.holding.date)


# ---- documents and content


def _content(thing: Thing, candidates: Sequence[_Candidate], asked: Asked, room: Room) -> Judgement:
    """Something that a document is, or tells in a part of it."""
    if not candidates:
        return _absent()
    whole = [one for one in candidates if one.is_whole]
    if thing.is_document and not whole:
        first = candidates[0]
        where = f"only a part of {first.holding.document.filename} speaks of it; the documents are not in the room"
        return Judgement(PARTIAL, (first.spot,), (where,))
    kept = whole or list(candidates)
    if not kept[0].holding.is_current:
        return Judgement(OUTDATED, (kept[0].spot,), ("only an edition that has been replaced",))
    if thing.is_document and _is_agreement(thing):
        return _agreements(thing, kept, asked, room)
    return _timed(thing, kept, asked, room)


def _is_agreement(thing: Thing) -> bool:
    return thing.concept is not None and any(
        word in name for name in thing.concept.names for word in ("agreement", "contract", "lease")
    )


def _agreements(thing: Thing, kept: Sequence[_Candidate], asked: Asked, room: Room) -> Judgement:
    """Agreements, signed and with their amendments without a gap."""
    lacking = []
    drafts = [one for one in kept if one.holding.is_draft]
    if len(drafts) == len(kept):
        lacking.append("only a draft: the signed agreement is not in the room")
    if asked.is_signed:
        unsigned = [one for one in kept if one.holding.document.quality != "filed" and one not in drafts]
        lacking += [f"nothing shows that {one.holding.document.filename} is signed" for one in unsigned]
    numbers = sorted({n for one in kept if (n := _amendment(one)) is not None})
    if numbers and not any(_amendment(one) is None for one in kept):
        lacking.append("the agreement itself: only amendments are there")
    unseen = [n for n in range(1, max(numbers, default=0)) if n not in numbers and numbers[-1] > 0]
    if unseen:
        lacking.append(f"amendment {', '.join(map(str, unseen))}")
    spots = tuple(one.spot for one in kept)[:_MOST_PLACES]
    judged = Judgement(PARTIAL if lacking else PROVIDED, spots, tuple(lacking))
    return _with_besides(judged, thing, asked, room, [one.holding for one in kept])


_AMENDMENT = re.compile(
    r"\b(?:amendment|addendum|supplement|tilläggsavtal|nachtrag)\b(?:\s+(?:no|nr|number)?\.?\s*(\d+))?", re.I
)


def _amendment(candidate: _Candidate) -> int | None:
    """The number of an amendment, 0 of one without; None of what is none."""
    titles = [name.entry.text for name in candidate.holding.names if name.entry.kind == "title"][:3]
    found = next((match for text in titles if (match := _AMENDMENT.search(text))), None)
    if found is None:
        return None
    return int(found[1]) if found[1] else 0


def _timed(thing: Thing, kept: Sequence[_Candidate], asked: Asked, room: Room) -> Judgement:
    """What has the periods, the date and the parts that are asked for."""
    stale = thing.concept.stale if thing.concept else 0
    old = _outdated(kept, stale, asked, room)
    if old is not None:
        return old
    lacking = []
    spots = [kept[0].spot]
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if needs:
        met = {need: next((one for one in kept if _is_of(one, need, room)), None) for need in needs}
        unmet = [need for need, one in met.items() if one is None]
        held = list(dict.fromkeys(one.spot for one in met.values() if one is not None))
        if not held:
            return _none_of(kept, unmet, room)
        spots = held
        lacking += [named(unmet)] if unmet else []
    lacking += _parts_lacking(thing, kept, asked, room)
    judged = Judgement(PARTIAL if lacking else PROVIDED, tuple(spots[:_MOST_PLACES]), tuple(lacking))
    return _with_besides(judged, thing, asked, room, [one.holding for one in kept])


def _none_of(kept: Sequence[_Candidate], unmet: Sequence[Need], room: Room) -> Judgement:
    """What is there, but of no period that is asked for: older, or without a period."""
    first = kept[0]
    ends = [end for one in kept for p in _all_periods(one, room) if (end := p.end.closing_month) is not None]
    if ends and max(ends) < min(need.end for need in unmet):
        return Judgement(OUTDATED, (first.spot,), (f"nothing of {named(unmet)}",))
    return Judgement(PARTIAL, (first.spot,), (f"nothing in it is told to be of {named(unmet)}",))


def _is_of(candidate: _Candidate, need: Need, room: Room) -> bool:
    return any(need.is_met_by(period) for period in _all_periods(candidate, room))


def _all_periods(candidate: _Candidate, room: Room) -> Iterator[Period]:
    """The periods of a candidate: of its figures, and as its names and headers state them."""
    yield from (one.period for one in periods_of(candidate.holding, candidate.pages) if one.rank < 2)
    entries = [candidate.name.entry]
    if candidate.is_whole:
        pages = candidate.pages
        entries += [n.entry for n in candidate.holding.names if pages is None or n.entry.page in pages]
    for entry in entries:
        for text in (entry.text, *entry.columns):
            if any(character.isdigit() for character in text):
                yield from stated_needs(text, room.calendar)


def _outdated(kept: Sequence[_Candidate], stale: int, asked: Asked, room: Room) -> Judgement | None:
    """That something newer should be there: by the day that is asked for, or by how long such a thing is current."""
    wanted = asked.wanted
    reference = wanted.as_of or (room.latest if wanted.is_current or stale else None)
    if reference is None or wanted.times or wanted.last or wanted.next:
        return None
    newest = max(((day, -place) for place, one in enumerate(kept) if (day := _day_of(one, room))), default=None)
    if newest is None:
        return Judgement(PARTIAL, (kept[0].spot,), ("of which day it is, is not told",)) if wanted.as_of else None
    day, place = newest
    if wanted.as_of is not None:
        is_late = is_old(day, reference)
    else:
        is_late = 12 * (reference.year - day.year) + reference.month - day.month > (stale or 12)
    if not is_late:
        return None
    asked_for = (
        f"asked for as of {wanted.as_of.isoformat()}" if wanted.as_of else f"the room is of {reference.isoformat()}"
    )
    return Judgement(OUTDATED, (kept[-place].spot,), (f"it is of {day.isoformat()}; {asked_for}",))


def _day_of(candidate: _Candidate, room: Room) -> date | None:
    """The day that something is of: as it says, as its figures are of, or as the file was made."""
    entry = candidate.name.entry
    said = days_in(" ".join((entry.text, entry.opening[:120], *entry.columns)))
    for one in periods_of(candidate.holding, candidate.pages):
        end = one.period.end
        if one.scenario == "actual" and end.month is not None:
            said.append(date(end.year, end.month, min(end.day or 28, 28)))
    own = candidate.holding.document
    if own.dated is not None:
        said.append(own.dated)
    return max(said, default=None) or own.made or max(own.days, default=None)


def _parts_lacking(thing: Thing, kept: Sequence[_Candidate], asked: Asked, room: Room) -> list[str]:
    """What is asked to be split by, and is not."""
    lacking = []
    for part in asked.parts:
        if part in _TIME_PARTS:
            length = 1 if part == "month" else 3
            ends = {p.end.closing_month for one in kept for p in _all_periods(one, room) if p.months == length}
            if len(ends) < 2:
                lacking.append(f"figures by {part}")
        elif thing.measure is None and not any(_table_by(one, part) for one in kept):
            lacking.append(f"a table by {part}")
    return lacking


def _table_by(candidate: _Candidate, part: str) -> bool:
    language = candidate.holding.document.language
    words = frozenset().union(*(stems(w, language) for w in wordlist("wording", PACKAGE)["parts"][part]))
    tables = [n.entry for n in candidate.holding.names if n.entry.kind == "table"]
    pages = candidate.pages
    return any(
        stems(" ".join((entry.text, *entry.columns)), language) & words
        for entry in tables
        if pages is None or entry.page in pages
    )


def _with_besides(
    judged: Judgement, thing: Thing, asked: Asked, room: Room, holdings: Iterable[Holding | None]
) -> Judgement:
    """The judgement, less what a request wants shown besides and no word in the documents tells of."""
    if judged.status != PROVIDED:
        return judged
    ids = {holding.id for holding in holdings if holding is not None}
    lacking = []
    for said in asked.besides:
        words = [word for word in tokens(said, asked.language) if word.stem not in weak_stems(asked.language)]
        unsaid = [word.text for word in words if not word.is_number and not room.says(ids, word.stem.rstrip("i"))]
        if unsaid:
            lacking.append(f"nothing about “{said}” in it")
    if not thing.is_document:
        lacking += [f"nothing about “{q}” in it" for q in sorted(thing.qualifiers) if not room.says(ids, q.rstrip("i"))]
    if not lacking:
        return judged
    return Judgement(PARTIAL, judged.spots, (*judged.lacking, *lacking))
