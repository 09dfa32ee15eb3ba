"""Whether a measure keeps within the limit of an agreement: the limit of that day, the figure, and the headroom."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal

from sleuth.agents.analyst.answer import Answer, Block, bullet, line, note
from sleuth.agents.analyst.behaviours.printed_limits import are_of_limits, printed_limit, speaks
from sleuth.agents.analyst.dialogue.context import Context
from sleuth.agents.analyst.ledger import Shown, find_figures, measure_of
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.telling import sentence
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import small, value_of, when
from sleuth.answering.amendments import amendments_in
from sleuth.answering.papers import agreements_amended
from sleuth.answering.proving import prove_cell_at, prove_quotes, prove_selection
from sleuth.answering.verification import Citation, Proven
from sleuth.evidence.rows.selection import Selection
from sleuth.evidence.source import Page
from sleuth.findings.asked.limits import Limit, read_bound, read_limits, read_tested
from sleuth.findings.records.reading import read_records
from sleuth.findings.text.sentences import split
from sleuth.language.days import Days, last_day
from sleuth.language.glyphs import plain
from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.period import Day, Period
from sleuth.language.quantity import read_cell
from sleuth.language.query import Operation, Query
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import opening, spoken
from sleuth.language.table_query import OneOf, RowOperation, TableQuery
from sleuth.language.timing import read_timing
from sleuth.language.tokens import tokens
from sleuth.language.weight import detect_language
from sleuth.language.wordlist import wordlist
from sleuth.reason.understand.figures import read_query

_MOST_PAGES = 60


@dataclass(frozen=True, slots=True)
class _Found:
    """A limit with the place that states it."""

    limit: Limit
    document_id: int
    page: Page
    quote: str


def read_covenant(message: str, context: Context) -> Query | None:
    """The measure and the time of which a message asks whether the covenant is kept, or what its limit is; None where
    it asks otherwise."""
    form, before = plain(message).text, plain(context.question).text
    follows = speaks("covenants", before) and (speaks("kept", form) or len(form.split()) <= _SHORT)
    own = read_query(message, detect_language(message))
    is_bound = speaks("bound", form) and (bool(_limited(own)) or _is_of_measure_before(form, own, context))
    follows = follows or (is_bound and not _limited(own))
    refers = not follows and bool(context.question) and speaks("refers", form)  # "does that break the covenant?"
    is_planned = own.scenario not in ("", Scenario.ACTUAL.value) or speaks("planned", form)  # no covenant is tested yet
    if not (speaks("covenants", form) or follows or is_bound) or speaks("other", form) or refers or is_planned:
        return None
    if follows and own.known_measures and not _limited(own):
        return None  # "and the interest cover test?" after leverage
    earlier = read_query(context.question, own.language) if follows else own
    keys = [*_limited(own), *_limited(earlier)]
    if not keys and not speaks("kept", form):
        return None
    times = own.times or (earlier.times if follows else ())
    measure = measure_of((keys or _measures())[0])
    return replace(own, measures=(measure,), times=times, words=(), scenario="", operation=Operation.LEVEL)


def _is_of_measure_before(form: str, own: Query, context: Context) -> bool:
    """Whether a short message asks for the limit of what was asked before: "what was the limit?" after leverage."""
    is_short = len(form.split()) <= _SHORT + len(own.times) * _WORDS_OF_TIME
    is_bare = not own.known_measures and (is_short or _names_only_limits(own))
    before = read_query(context.question, own.language) if is_bare and context.question else None
    return before is not None and bool(_limited(before)) and len(before.known_measures) == 1


def _names_only_limits(query: Query) -> bool:
    """Whether all that a question names is a limit or its test: "and what is the limit for the next test?"."""
    named = [*(measure.name for measure in query.measures), *(word.text for word in query.words)]
    return are_of_limits([word for name in named for word in plain(name).text.split()])


def _limited(query: Query) -> list[str]:
    """The measures of a question that covenants limit."""
    return [key for one in query.measures for key in one.keys if key in _measures()]


def asks_limit(message: str, context: Context) -> bool:
    """Whether the limit itself is asked for, or was in the question that a message goes on from."""
    form = plain(message).text
    asks_figure = speaks("kept", form) or speaks("beside", form)
    return not asks_figure and any(says_limit(text) for text in (form, context.question))


def says_limit(text: str) -> bool:
    """Whether a question speaks of a limit: "max leverage", "what does the covenant allow?"."""
    return speaks("bound", text)


_SHORT = 6  # words of a message that only goes on
_WORDS_OF_TIME = 3  # that a time may add to them


def _measures() -> Sequence[str]:
    return tuple(map(str, wordlist("limits")["measures"]))


async def covenant_kept(turn: Turn, query: Query) -> Answer | None:
    """The limit, and unless it alone is asked for the figure and the verdict; None where no agreement sets one."""
    is_limit = asks_limit(turn.message, turn.context)
    judged = await _judged(turn, query, is_limit=is_limit)
    if judged is not None:
        return judged[0]
    return None if is_limit else await _beside_printed_limit(turn, query)


async def _beside_printed_limit(turn: Turn, query: Query) -> Answer | None:
    """The figure, and the limit that its own table tests it against, told as that table's; None without both.

    Of an agreement whose limit is not certain, nothing is told.
    """
    figure = await _figure(turn, query)
    printed = await printed_limit(turn.room, figure, query.measures[0].keys[0]) if figure is not None else None
    if figure is None or printed is None:
        return None
    stated = await prove_cell_at(turn.room.library, figure.stated.document_id, printed.page, printed.end)
    if not isinstance(stated, Proven):
        return None
    blocks = (sentence(figure, turn.phrases), line(stated.text, stated.citations, stated.proof))
    return Answer(blocks, period=figure.stated.period, calls=tuple(turn.tools.calls))


async def covenant_flags(turn: Turn) -> list[Block]:
    """The covenants that are broken at their latest test, or kept by little: each with its limit and its figure."""
    flags: list[Block] = []
    for key in _measures():
        query = Query(turn.message, turn.meant.language, Operation.LEVEL, (measure_of(key),), (), ())
        judged = await _judged(turn, query)
        if judged is None or judged[1] is None or judged[1] > _THIN:
            continue
        verdict, *others = (block for block in judged[0].blocks if block.kind != "bullet")
        said = opening(verdict.text.partition(": ")[2])
        text = "; ".join([said, *(other.text.rstrip(".") for other in others)])
        flags.append(bullet(text, verdict.citations, verdict.proof))
    return flags


_THIN = Decimal("0.15")  # headroom as a part of the limit: more is no flag
_Judged = tuple[Answer, Decimal | None]  # the answer, and the headroom as a part of the limit: negative where broken


def _headroom(limit: Limit, value: Decimal) -> Decimal:
    spare = limit.value - value if limit.is_most else value - limit.value
    return spare / limit.value


async def _judged(turn: Turn, query: Query, *, is_limit: bool = False) -> _Judged | None:
    key = query.measures[0].keys[0]
    found = [one for one in await _limits(turn, key) if one.limit.metric == key]
    figure = await _figure(turn, query)
    days = _days(query, figure)
    day = days.last if days is not None else None
    rules = [one for one in found if one.limit.is_rule] or found
    holding = [one for one in rules if day is not None and one.limit.holds_at(day) and not _is_later(turn, one, day)]
    if not found:
        return await _of_certificate(turn, query)
    if not holding or len({(one.limit.value, one.limit.is_most) for one in holding}) > 1:
        return None
    if days is not None and any(changes_within(one.limit, days) for one in rules):
        return None
    if await _is_amended(turn, key, holding):
        return None
    stated = await _proven(turn, holding[0])
    if stated is None:
        return None
    limit = holding[0].limit
    judged = None if is_limit else figure
    tested = None if is_limit or figure is not None or day is None else await _tested_in_words(turn, limit, day)
    is_bare = is_limit or tested is not None
    told = turn.phrases("covenant_bound" if is_bare else "covenant_unmeasured", **_bound(turn.phrases, limit, day))
    blocks = [_verdict(turn.phrases, limit, judged, stated) if judged else line(told, stated.citations, stated.proof)]
    blocks.append(bullet(stated.text, stated.citations, stated.proof))
    blocks += [bullet(tested.text, tested.citations, tested.proof)] if tested is not None else []
    blocks += await _others(turn, figure, limit)
    period = figure.stated.period if figure is not None else None
    spare = _headroom(limit, figure.fact.value) if figure is not None else None
    return Answer(tuple(blocks), period=period, calls=tuple(turn.tools.calls)), spare


def _is_later(turn: Turn, found: _Found, day: date) -> bool:
    """Whether a limit was only set after a day: by a document that amends the agreement, and is dated later."""
    dated = turn.room.dated(found.document_id)
    is_amending = found.document_id in agreements_amended(turn.room.library.documents)
    return is_amending and dated is not None and dated > day


async def _proven(turn: Turn, found: _Found) -> Proven | None:
    """The words that set a limit; of a table of steps, which is no running text, its cell under its headers."""
    limit, library = found.limit, turn.room.library
    quote = (found.document_id, found.page.number, limit.start, limit.end, found.quote)
    said = (await prove_quotes(library, [quote]))[0]
    if isinstance(said, Proven):
        return said
    cell = await prove_cell_at(library, found.document_id, found.page, limit.end)
    return cell if isinstance(cell, Proven) else None


async def _limits(turn: Turn, key: str) -> list[_Found]:
    """What the pages that speak of the measure and of a limit set for it; not in clauses that were replaced."""
    bounds = wordlist("limits")["bounds"]
    library = turn.room.library
    said = f"{bounds['most']}|{bounds['least']}".replace("(?:", "(").replace(" ", r"\s+")  # also over a line's end
    said = said.replace(r"\b", "")  # in PostgreSQL no word's edge
    wanted = await library.pages_saying([_named(key), said])
    pages = await library.pages(wanted[:_MOST_PAGES])
    amendments = await amendments_in(library)
    return [
        _Found(limit, document_id, page, page.text[limit.start : limit.end])
        for (document_id, number), page in pages.items()
        for limit in read_limits(page.text)
        if not amendments.is_former(document_id, number, limit.start, limit.end)
    ]


async def _tested_in_words(turn: Turn, limit: Limit, day: date) -> Proven | None:
    """The one sentence that tells what a measure was on a day beside its limit: "Leverage at 31 March: 2.1x, limit
    3.0x". None where none does, or two tell another number.
    """
    library = turn.room.library
    addresses = (await library.pages_saying([_named(limit.metric), "limit|covenant|max"]))[:_MOST_PAGES]
    told: dict[Decimal, tuple[int, int, int, int, str]] = {}
    for (document, number), page in (await library.pages(addresses)).items():
        for one in split(page):
            value = read_tested(one.text, limit, day)
            if value is not None:
                told[value] = (document, number, one.start, one.end, one.text)
    if len(told) != 1:
        return None
    said = (await prove_quotes(library, list(told.values())))[0]
    return said if isinstance(said, Proven) else None


def _named(key: str) -> str:
    """A pattern of all names of a measure."""
    return "|".join(re.escape(name) for name in sorted(default_lexicon().metrics[key].names))


async def _is_amended(turn: Turn, key: str, holding: Sequence[_Found]) -> bool:
    """Whether a document that amends the agreement speaks of the measure, and gives no limit that was read."""
    of = {one.document_id for one in holding}
    pairs = agreements_amended(turn.room.library.documents).items()
    amending = {amendment for amendment, agreement in pairs if agreement in of} - of
    return any(document in amending for document, _ in await turn.room.library.pages_saying([_named(key)]))


async def _figure(turn: Turn, query: Query) -> Shown | None:
    """The figure of the time asked for; of none the latest. What is planned keeps no covenant yet."""
    found = await find_figures(turn.room, query)
    shown = [one for one in found.shown if one.fact.scenario in ("", Scenario.ACTUAL.value)]
    return shown[0] if len(found.shown) == len(shown) == 1 else None


def _days(query: Query, figure: Shown | None) -> Days | None:
    """The day that is tested, that of the figure or else the one asked for; a month where no day of it is told."""
    if figure is not None:
        end = figure.stated.period.end
        return _days_at(end.year, end.month, end.day)
    timings = [time.timing for time in query.times if time.timing is not None and time.timing.year]
    if len(timings) != 1:
        return None
    return _days_at(timings[0].year or 0, timings[0].month, timings[0].day)


def _days_at(year: int, month: int | None, day: int | None) -> Days | None:
    if not month:
        return None
    if day:
        return Days(date(year, month, day), date(year, month, day))
    return Days(date(year, month, 1), last_day(year, month))


def changes_within(limit: Limit, days: Days) -> bool:
    """Whether a limit ends within a month of which no day is told: its test may be before or after that. An end on the
    eve of the month's last day is none: the next limit holds "from 31 March"."""
    return limit.until is not None and days.first <= limit.until < days.last - timedelta(days=1)


def _verdict(phrases: Phrases, limit: Limit, figure: Shown, stated: Proven) -> Block:
    """The one sentence that answers: within or outside, and by how much."""
    value = figure.fact.value
    room = abs(limit.value - value)
    kept = "covenant_met" if limit.is_met(value) else "covenant_broken"
    said = {**_bound(phrases, limit, None), "when": when(figure.stated.period)}
    text = phrases(kept, **said, value=value_of(figure.fact), room=_shown(room, limit))
    citations: tuple[Citation, ...] = (*figure.proven.citations, *stated.citations)
    return line(opening(text), citations, "computed")


def _bound(phrases: Phrases, limit: Limit, day: date | None) -> dict[str, str]:
    """A limit in words: of what, on which day, which side, how much."""
    bound = phrases("at_most" if limit.is_most else "at_least")
    at = when(Period(Day(day.year, day.month, day.day))) if day else ""
    return {"name": small(spoken(limit.metric)), "when": at, "bound": bound, "limit": _shown(limit.value, limit)}


def _shown(value: Decimal, limit: Limit) -> str:
    return f"{value}%" if limit.unit == "percent" else f"{value}x"


async def _others(turn: Turn, figure: Shown | None, limit: Limit) -> list[Block]:
    """The other limit that the figure's own row is tested against: a certificate may use a wrong one."""
    if figure is None:
        return []
    found = await printed_limit(turn.room, figure, limit.metric)
    printed = found.value if found is not None else None
    if printed is None or printed == limit.value:
        return []
    filename = turn.room.filename(figure.stated.document_id)
    text = turn.phrases("covenant_other", filename=filename, limit=_shown(printed, limit))
    return [note(f"{text}.", figure.proven.citations, "cell")]


@dataclass(frozen=True, slots=True)
class _Tested:
    """A row of a certificate that gives a measure's limit and its figure on a day."""

    document_id: int
    page: Page
    selection: Selection  # of the row
    limit: Decimal
    is_most: bool
    value: Decimal
    unit: str
    day: str  # as printed over the figure


async def _of_certificate(turn: Turn, query: Query) -> _Judged | None:
    """The verdict of a table whose rows are covenants, with limit and figure side by side; of its latest day."""
    key = query.measures[0].keys[0]
    names = "|".join(re.escape(name.split()[0]) for name in default_lexicon().metrics[key].names)
    library = turn.room.library
    pages = await library.pages((await library.pages_saying([names, "covenant|kovenant"]))[:_MOST_PAGES])
    tested = [one for (document, _), page in pages.items() for one in _rows(document, page, key)]
    if query.times or len(tested) != 1:
        return None
    (one,) = tested
    stated = await prove_selection(turn.room.library, one.document_id, one.page, one.selection)
    if not isinstance(stated, Proven):
        return None
    limit = Limit(key, one.limit, one.unit, one.is_most, None, None, False, 0, 0)
    kept = "covenant_met" if limit.is_met(one.value) else "covenant_broken"
    said = {**_bound(turn.phrases, limit, None), "when": one.day, "value": _shown(one.value, limit)}
    text = turn.phrases(kept, **said, room=_shown(abs(one.limit - one.value), limit))
    verdict = line(opening(text), stated.citations, "computed")
    return Answer((verdict,), calls=tuple(turn.tools.calls)), _headroom(limit, one.value)


def _rows(document: int, page: Page, key: str) -> Iterator[_Tested]:
    for place in range(len(page.tables)):
        records = read_records(page, place, "en")
        for row in records.rows if records is not None else ():
            assert records is not None
            named = find_measures(tokens(row.text(records.naming), "en"), default_lexicon(), "en")
            if {name for one in named for name in one.measure.keys} != {key}:
                continue
            bounds = [(c, bound) for c in records.columns if (bound := read_bound(row.text(c.index))) is not None]
            dated = [c for c in records.columns if (t := read_timing(c.heading)) is not None and t.day and t.year]
            read = [(c, one) for c in dated if (one := read_cell(row.text(c.index))) is not None]
            if len(bounds) != 1 or len(read) != 1 or read[0][1].unit not in ("percent", "times"):
                continue
            (of_limit, (limit, is_most)), (of_value, printed) = bounds[0], read[0]
            naming = records.named_by.heading
            query = TableQuery(
                key, "en", "", RowOperation.VALUE, (OneOf(naming, (row.text(records.naming),)),),
                (of_limit.heading, of_value.heading),
            )  # fmt: skip
            selection = Selection(query, place, naming, (row.row,), frozenset(), len(records.rows), told=row.row)
            yield _Tested(document, page, selection, limit, is_most, printed.value, printed.unit, of_value.heading)
