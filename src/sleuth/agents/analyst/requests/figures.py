"""Statements and measures: the periods of which the ledger has figures, and tables that split a measure."""

import re
from collections.abc import Collection, Sequence

from sleuth.agents.analyst.requests.asked import Asked
from sleuth.agents.analyst.requests.candidates import Candidate, merit
from sleuth.agents.analyst.requests.concepts import PACKAGE, Concept
from sleuth.agents.analyst.requests.content import TIME_PARTS, judge_times
from sleuth.agents.analyst.requests.needs import named, needs_of
from sleuth.agents.analyst.requests.room import Holding, Name, Room
from sleuth.agents.analyst.requests.things import Thing
from sleuth.agents.analyst.requests.verdict import (
    MISSING,
    OUTDATED,
    PARTIAL,
    Judgement,
    Spot,
    absent,
    complete,
    with_besides,
)
from sleuth.language.calendar import Month
from sleuth.language.metrics import default_lexicon
from sleuth.language.tokens import stems
from sleuth.language.wordlist import wordlist
from sleuth.store.deal.shelf import Figure

_FRESH = 14  # months: figures so much older than the room's newest are not current
_QUALITIES = ("audited", "filed", "management", "unknown", "draft", "correspondence")  # the best first
_AHEAD = re.compile(r"\b(?:forecast|budget|projected|projection|plan|prognos)", re.IGNORECASE)
_NAMING_COLUMNS = 2  # columns in which a table may name what it is split by: a number may stand before the name
_STATEMENTS = {  # of each statement the lines that its face cannot do without: one of each group
    "income": (
        ("revenue", "operating expenses"),
        ("net income", "operating income", "income before taxes", "gross profit",
         "net income attributable to shareholders"),
    ),
    "balance sheet": (("total assets",),),
    "cash flow": (
        ("cash flow from operating activities",),
        ("cash flow from investing activities",),
        ("cash flow from financing activities", "net change in cash"),
    ),
}  # fmt: skip
ANCHORS = frozenset(metric for groups in _STATEMENTS.values() for group in groups for metric in group)
TABLE_PARTS = frozenset(wordlist("wording", PACKAGE)["parts"]) - frozenset(TIME_PARTS)


def judge_statement(concept: Concept, asked: Asked, room: Room) -> Judgement:
    """The periods of which a statement's face is in the room, in whatever document."""
    groups = _STATEMENTS[concept.statement]
    figures = [f for f in room.figures if f.rank == 0 and _is_of_whom(f, asked, room)]
    on_page: dict[tuple[int, int, str], set[str]] = {}
    for figure in figures:
        on_page.setdefault((figure.document_id, figure.page, figure.period.key), set()).add(figure.metric)
    faces = []
    for figure in figures:
        beside = on_page[figure.document_id, figure.page, figure.period.key]
        if figure.metric in groups[0] and all(beside.intersection(group) for group in groups):
            faces.append(figure)
    return _of_figures(concept.key, faces, asked, room)


def judge_measure(thing: Thing, asked: Asked, room: Room) -> Judgement:
    """The periods of which the ledger has a figure of a measure."""
    keys = thing.measure.keys if thing.measure else ()
    figures = [f for f in room.figures if f.metric in keys and _is_of_whom(f, asked, room)]
    titled = {
        holding.id for holding in room.holdings if any(n.is_whole and thing.stems <= n.stems for n in holding.names)
    }
    return with_besides(_of_figures(thing.name, figures, asked, room, titled), thing, asked, room)


def _is_of_whom(figure: Figure, asked: Asked, room: Room) -> bool:
    """Whether a figure is of whom is meant; one of nobody is of whom its document is."""
    holding = room.holding(figure.document_id)
    key = figure.subject_key or (holding.document.subject_key if holding else "")
    return room.is_of(key, asked.entities)


def _of_figures(
    name: str, figures: Sequence[Figure], asked: Asked, room: Room, titled: Collection[int] = ()
) -> Judgement:
    """Whether figures are there of each period that is asked for; of the newest, where none is.

    `titled` are documents that are called by what is asked for: theirs are shown rather than others.
    """
    is_ahead = asked.wanted.next > 0 or _AHEAD.search(asked.text) is not None
    fitting = [f for f in figures if (f.scenario == "actual") != is_ahead and room.holding(f.document_id)]
    fitting.sort(key=lambda f: (f.document_id not in titled, *_weight(f, room)))
    if not fitting:
        return absent()
    needs = needs_of(asked.wanted, room.calendar, room.last_year, room.latest_month)
    if not needs:
        return _newest(fitting, asked, room)
    met = {need: next((f for f in fitting if need.is_met_by(f.period)), None) for need in needs}
    unmet = [need for need, figure in met.items() if figure is None]
    if len(unmet) == len(needs):
        return Judgement(MISSING, (), (f"{name} of {named(unmet)}",))
    return complete([_spot(f, room) for f in met.values() if f is not None], [named(unmet)] if unmet else [])


def _newest(figures: Sequence[Figure], asked: Asked, room: Room) -> Judgement:
    ends: list[tuple[Month, Figure]] = [(end, f) for f in figures if (end := f.period.end.closing_month) is not None]
    if not ends:
        return Judgement(PARTIAL, (_spot(figures[0], room),), ("of which time it is",))
    newest = max(end for end, _ in ends)
    best = next(figure for end, figure in ends if end == newest)
    day = asked.wanted.as_of
    is_late = day is not None and (day.year, day.month) > newest
    is_old = room.latest_month is not None and room.latest_month.since(newest) > _FRESH
    if is_late or is_old:
        return Judgement(OUTDATED, (_spot(best, room),), (f"the newest is of {best.period.name}",))
    return complete([_spot(best, room)], [])


def _weight(figure: Figure, room: Room) -> tuple[int, int, int]:
    """The order in which figures count: on a statement's face, in documents of more authority, in newer ones."""
    holding = room.holding(figure.document_id)
    quality = holding.document.quality if holding else "unknown"
    day = holding.date if holding else None
    return figure.rank, _QUALITIES.index(quality), -(day.toordinal() if day else 0)


def _spot(figure: Figure, room: Room) -> Spot:
    holding = room.holding(figure.document_id)
    filename = holding.document.filename if holding else ""
    return Spot(figure.document_id, filename, figure.page, figure.start, figure.end, figure.locator, figure.quote)


def judge_breakdown(thing: Thing, asked: Asked, room: Room) -> Judgement:
    """A measure by customer, function or product: a table whose rows are those, and that is of the measure."""
    found = [
        Candidate(holding, name)
        for holding in room.holdings
        if holding.is_current and room.is_of(holding.document.subject_key, asked.entities)
        for name in holding.names
        if name.entry.kind == "table" and _is_split(name, holding, thing, asked)
    ]
    if not found:
        return absent()
    return judge_times(thing, sorted(found, key=merit), asked, room)


def _is_split(name: Name, holding: Holding, thing: Thing, asked: Asked) -> bool:
    """Whether a table's rows are the parts that are asked for, and its figures those of the measure."""
    language = holding.document.language
    entry = name.entry
    naming = stems(" ".join((entry.text, *entry.columns[:_NAMING_COLUMNS])), language)
    heads = naming | stems(" ".join(entry.columns), language)
    known = wordlist("wording", PACKAGE)["parts"]
    parts = [part for part in asked.parts if part not in TIME_PARTS]
    for place, part in enumerate(parts):
        words = frozenset().union(*(stems(word, language) for word in known[part]))
        if not words & (heads if place else naming):
            return False
    wanted = stems(thing.name, language) | _measure_stems(thing, language)
    around = heads | stems(" ".join(entry.rows), language) | stems(holding.document.title, language)
    around |= frozenset().union(*(one.stems for one in holding.names if one.entry.page == entry.page))
    return bool(around & wanted)


def _measure_stems(thing: Thing, language: str) -> frozenset[str]:
    """The stems of one-word names of a measure: "sales" and "revenue" are one."""
    metrics = default_lexicon().metrics
    keys = [key for key in (thing.measure.keys if thing.measure else ()) if key in metrics]
    names = [name for key in keys for name in (key, *metrics[key].names) if " " not in name]
    return frozenset().union(*(stems(name, language) for name in names))
