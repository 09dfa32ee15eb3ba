"""Which part of a measure stands out: every part of one division by its figure, its change or against a plan."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from sleuth.agents.analyst.answer import Answer, Block, heading, line, row
from sleuth.agents.analyst.dialogue.collecting import from_ledger
from sleuth.agents.analyst.dialogue.divided import PartsAsked, ways_to_rank
from sleuth.agents.analyst.dialogue.moved import year_before
from sleuth.agents.analyst.ledger import Shown, find_figures
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.telling import shown_percent, shown_value, sources_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.variance import change_in_percent, variance
from sleuth.agents.analyst.wording import short, small
from sleuth.findings.asked.books import Book, Fact
from sleuth.findings.asked.parts import telling_words
from sleuth.findings.asked.weighing import rank
from sleuth.language.countries import is_place
from sleuth.language.glyphs import plain
from sleuth.language.measures import adjusted_for, formulas, measures_of
from sleuth.language.metrics import default_lexicon, is_complement, is_of_parent, is_residual, is_whole, names_of_part
from sleuth.language.period import Period, same_period
from sleuth.language.query import Operation, Query, Word
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import opening, spoken
from sleuth.language.times import AskedTime
from sleuth.language.tokens import stems

_FEWEST = 2  # parts
_ACTUAL = Scenario.ACTUAL.value


@dataclass(frozen=True, slots=True)
class _Part:
    """A part with its figure, and what that is set against."""

    name: str
    new: Shown
    old: Shown | None = None

    @property
    def change(self) -> Decimal:
        """How far the figure lies from what it is set against; itself where that is nothing. In single units."""
        return self.new.total.amount - (self.old.total.amount if self.old else 0)

    @property
    def share(self) -> Decimal:
        """The change as a part of what the figure is set against."""
        return self.change / self.old.total.amount if self.old else self.change


async def parts_ranked(turn: Turn, asked: PartsAsked) -> Answer | None:
    """The parts of one division in their order; None where no document has the figures of all of them.

    By a margin that is not said to be of what they are ranked by the first one that is told of all of them.
    """
    for one in ways_to_rank(asked):
        ranked = await _ranked_by(turn, one)
        if ranked is not None:
            return ranked
    return None


async def _ranked_by(turn: Turn, asked: PartsAsked) -> Answer | None:
    books = await turn.room.library.books(asked.query)
    complete: list[list[_Part]] = []
    for book in books:
        for names in _divisions(book, asked):
            parts = await _figures(turn, asked, book, names)
            if parts is None or _leads_a_complement(asked, parts):
                continue
            if await _is_one_division(turn, asked, book, parts):
                complete.append(parts)
    if not complete:
        return None
    complete = _finest(complete) if asked.is_of_sites else _most_told(complete, books)
    chosen = min(complete, key=lambda parts: rank(parts[0].new.stated, turn.room.sources, is_timed=True))
    return _told(turn, asked, chosen)


def _finest(complete: Sequence[list[_Part]]) -> list[list[_Part]]:
    """The divisions into the most parts."""
    most = max(map(len, complete))
    return [parts for parts in complete if len(parts) == most]


def _most_told(complete: Sequence[list[_Part]], books: Sequence[Book]) -> list[list[_Part]]:
    """Of several divisions those whose parts most documents name: the segments, not the sites of one sheet."""
    told = [frozenset(name for fact in book.facts for name in fact.dimension) for book in books]
    counts = [sum(all(part.name in names for part in parts) for names in told) for parts in complete]
    return [parts for parts, count in zip(complete, counts, strict=True) if count == max(counts)]


def _divisions(book: Book, asked: PartsAsked) -> list[dict[str, tuple[Word, ...]]]:
    """The parts that each table of a document divides the measure into, with the words that mean each."""
    if not asked.query.heavy <= book.names:
        return []
    keys = _keys(asked.query)
    by_table: dict[tuple[int, str], dict[str, tuple[Word, ...]]] = {}
    for fact in book.facts:
        if fact.metric in keys and len(fact.dimension) == 1 and fact.scenario in ("", _ACTUAL):
            name = fact.dimension[0]
            if not (is_residual(name) or is_whole(name) or is_of_parent(name)):
                by_table.setdefault((fact.page, fact.metric), {})[name] = _words_of(fact, book.language)
    if asked.query.measures[0].formula:
        by_table = {table: _with_figures(names, book, by_table) for table, names in by_table.items()}
    if asked.is_of_sites:  # a part called "Clinics" holds the clinics that are asked for, and is none of them
        by_table = {table: names for table, names in by_table.items() if not any(map(_calls_sites, names))}
    tables = [names for every in by_table.values() for names in _of_kind(every, asked)]
    fitting = [_named(names, asked.names, book.language) for names in tables]
    return [names for names in fitting if len(names) >= _FEWEST]


def _calls_sites(name: str) -> bool:
    """Whether a part is called by a noun for places of business alone: "Clinics"."""
    return re.fullmatch(data("parts")["nouns"]["of_sites"], plain(name).text.strip()) is not None


def _with_figures(
    names: dict[str, tuple[Word, ...]], book: Book, by_table: Mapping[tuple[int, str], object]
) -> dict[str, tuple[Word, ...]]:
    """The parts of which all is stated that a ratio of the others is computed from: central costs have no revenue."""
    metrics = {metric for _, metric in by_table}
    stated = {name: {f.metric for f in book.facts if f.dimension == (name,)} & metrics for name in names}
    whole = frozenset().union(*stated.values())
    complete = {name: words for name, words in names.items() if stated[name] == whole}
    return complete if len(complete) >= _FEWEST else names


def _keys(query: Query) -> frozenset[str]:
    """The measures whose parts are told: the measure's own, or those that its formula is computed from."""
    measure = query.measures[0]
    adjusted = adjusted_for(measure, default_lexicon())
    of = [formulas()[one.formula] for one in (measure, adjusted) if one is not None and one.formula]
    return frozenset(measure.keys).union(*map(measures_of, of))


def _words_of(fact: Fact, language: str) -> tuple[Word, ...]:
    words = telling_words(fact.dimension[0], fact.metric, language)
    return tuple(Word(word.text, word.stem, True) for word in words)


def _named(names: dict[str, tuple[Word, ...]], asked: Sequence[str], language: str) -> dict[str, tuple[Word, ...]]:
    """The parts that the question counts up, or all where it counts up none; none where one of them is not there."""
    if not asked:
        return names
    chosen: dict[str, tuple[Word, ...]] = {}
    for one in asked:
        meant = [name for name in names if any(stems(one, language) <= stems(n, language) for n in names_of_part(name))]
        if len(meant) != 1:
            return {}
        chosen[meant[0]] = names[meant[0]]
    return chosen


def _of_kind(names: dict[str, tuple[Word, ...]], asked: PartsAsked) -> list[dict[str, tuple[Word, ...]]]:
    """The parts of a page that are places, or that are none; all of them where nothing says which are meant.

    A page may divide revenue by segment and by country. What is no known place ("Rest of Europe") is one beside places.
    """
    if asked.is_of_places is None:
        return [names]
    of_kind = {name: words for name, words in names.items() if is_place(name) == asked.is_of_places}
    if _is_ratio(asked.query):  # parts of a ratio do not add up: whether some are missing is not known
        return [names] if of_kind and (asked.is_of_places or of_kind == names) else []
    return [names, of_kind] if of_kind and of_kind != names else [of_kind]


def _is_ratio(query: Query) -> bool:
    """Whether the measure of a question is no amount, whose parts add up, but a part of another: a margin."""
    known = default_lexicon().metrics
    measure = query.measures[0]
    return bool(measure.formula) and not any(key in known and known[key].unit == "money" for key in measure.keys)


def _leads_a_complement(asked: PartsAsked, parts: Sequence[_Part]) -> bool:
    """Whether the place that stands out is only what lies outside another: "International" is no largest region."""
    return asked.is_of_places is True and is_complement(_ordered(asked, parts)[0].name)


async def _is_one_division(turn: Turn, asked: PartsAsked, book: Book, parts: Sequence[_Part]) -> bool:
    """Whether parts are no more than their whole: by segment and by country they are twice as much.

    Places alone lack less of it than any of them, so that none of the others goes by another name: "Loonbaken B.V.".
    """
    first = parts[0].new.total
    whole = await _one(turn, replace(asked.query, words=()), time_of(_period(parts[0])), book)
    if _is_ratio(asked.query) or whole is None or whole.total.unit != first.unit:
        kinds = {is_place(part.name) for part in parts}  # segments beside countries are two divisions
        return kinds == {True} if asked.is_of_places else len(kinds) == 1 or asked.is_of_places is None
    missing = whole.total.magnitude - sum(part.new.total.magnitude for part in parts) - _left_over(book, parts[0])
    slack = sum(part.new.total.precision for part in parts)
    if missing < -slack or not asked.is_of_places or not all(is_place(part.name) for part in parts):
        return missing >= -slack
    least = min(part.new.total.amount for part in parts)
    return missing <= slack or (missing < least and not asked.is_low)


def _left_over(book: Book, beside: _Part) -> Decimal:
    """What the table of a part states beside the parts that have a name: central costs, eliminations."""
    fact = beside.new.fact
    lines = (
        other.magnitude
        for other in book.facts
        if (other.metric, other.page, other.scenario) == (fact.metric, fact.page, fact.scenario)
        and same_period(other.period, fact.period)
        and len(other.dimension) == 1
        and is_residual(other.dimension[0])
    )
    return sum(lines, Decimal(0))


async def _figures(turn: Turn, asked: PartsAsked, book: Book, names: dict[str, tuple[Word, ...]]) -> list[_Part] | None:
    """Each part with its figures, all of one time; None where one of them is not stated."""
    time = asked.query.times[-1] if asked.query.times else _latest(book, asked)
    parts: list[_Part] = []
    for name, words in names.items():
        query = replace(asked.query, words=words, scenario=_ACTUAL if asked.against not in ("", "year") else "")
        new = await _one(turn, query, time, book)
        period = new.stated.period if new is not None else None
        if new is None or period is None or (parts and not same_period(period, _period(parts[0]))):
            return None
        old = None
        if asked.against:
            before = year_before(period) if asked.against == "year" else time_of(period)
            planned = "" if asked.against == "year" else asked.against
            old = await _one(turn, replace(query, scenario=planned), before, book)
            if old is None or old.total.unit != new.total.unit:
                return None
        parts.append(_Part(name, new, old))
    return parts


def _period(part: _Part) -> Period:
    period = part.new.stated.period
    assert period is not None  # only such parts are made
    return period


async def _one(turn: Turn, query: Query, time: AskedTime | None, book: Book) -> Shown | None:
    """The one figure of a part, at one time, of one document."""
    operation = Operation.RATIO if query.measures[0].formula else Operation.LEVEL
    asked = replace(query, times=(time,) if time else (), operation=operation)
    found = await find_figures(turn.room, asked, "", [book])
    return found.shown[0] if len(found.shown) == 1 else None


def _latest(book: Book, asked: PartsAsked) -> AskedTime | None:
    """The latest time of which parts are stated: a whole year where there is one, else the longest that ends last."""
    keys = _keys(asked.query)
    periods = [f.period for f in book.facts if f.metric in keys and len(f.dimension) == 1]
    happened = [f.period for f in book.facts if f.period in periods and f.scenario in ("", _ACTUAL) and f.period]
    years = [period for period in happened if period.months == 12]
    last = max(years or happened, key=lambda period: (str(period.end), period.months or 0), default=None)
    return time_of(last) if last is not None else None


def _told(turn: Turn, asked: PartsAsked, parts: Sequence[_Part]) -> Answer:
    """The part that stands out, by amount and in percent, and the table of all of them."""
    ordered = _ordered(asked, parts)
    phrases = turn.phrases
    period = parts[0].new.stated.period
    measure = asked.query.measures[0]
    name = _measure_name(parts[0], measure.keys[-1] if measure.keys else measure.name)
    header = _header(turn, asked, parts[0])
    fitting = [part for part in ordered if part.old is None or not asked.direction or part.change * asked.direction > 0]
    leads = fitting[:1]
    if asked.against and fitting and not asked.is_by_amount:
        by_amount = sorted(fitting, key=lambda part: part.change, reverse=not asked.is_low)[0]
        leads += [by_amount] if by_amount is not leads[0] else []
    blocks: list[Block] = []
    for number, part in enumerate(leads):
        key = "stands_out" if len(leads) == 1 else ("stands_out_percent", "stands_out_amount")[number]
        text = phrases(key, part=part.name, name=small(name), when=short(period), value=_value_text(part))
        blocks.append(line(text, sources_of((part.old, part.new)), "computed"))
    if not leads:
        key = "none_lower" if asked.direction < 0 else "none_higher"
        sources = sources_of([shown for part in parts for shown in (part.old, part.new)])
        text = phrases(key, name=small(name), when=short(period), than=small(header[1]))
        blocks.append(line(text, sources, "computed"))
    rows = [row((part.name, *_cells(part)), sources_of((part.old, part.new)), "computed") for part in ordered]
    title = f"{opening(name)} ({short(period)})"
    lead = [shown for part in leads[:1] for shown in (part.old, part.new) if shown is not None]
    told = (*blocks, heading(title), row(header), *rows)
    return Answer(told, period=period, given=from_ledger(lead), calls=tuple(turn.tools.calls))


def _ordered(asked: PartsAsked, parts: Sequence[_Part]) -> list[_Part]:
    """The parts in their order, the one that stands out first: by their change in percent where all have one."""
    is_share = bool(asked.against) and not asked.is_by_amount
    is_share = is_share and all(part.old is not None and part.old.total.amount > 0 for part in parts)
    by = (lambda part: part.share) if is_share else (lambda part: part.change) if asked.against else _value
    return sorted(parts, key=by, reverse=not asked.is_low)


def _measure_name(part: _Part, key: str) -> str:
    """What is told of the parts: of a computed figure as it is called."""
    if part.new.stated.figure.expression and part.new.stated.figure.period is None:
        return part.new.stated.figure.title.partition(", ")[0]
    return spoken(part.new.fact.metric) if part.new.fact.metric else spoken(key)


def _value(part: _Part) -> Decimal:
    """What parts are ranked by where they are set against nothing."""
    percent = shown_percent(part.new)
    return part.new.total.amount if percent is None else percent


def _value_text(part: _Part) -> str:
    if part.old is None:
        return shown_value(part.new)
    return variance(part.old.total, part.new.total)


def _header(turn: Turn, asked: PartsAsked, first: _Part) -> tuple[str, ...]:
    """The headings of the table: the part, and each side with the variance."""
    phrases = turn.phrases
    if first.old is None:
        return (phrases("part"), short(first.new.stated.period))
    sides = [short(first.old.stated.period), short(first.new.stated.period)]
    if asked.against != "year":
        sides = [opening(asked.against), opening(_ACTUAL)]
    return (phrases("part"), *sides, phrases("variance"))


def _cells(part: _Part) -> tuple[str, ...]:
    if part.old is None:
        return (shown_value(part.new),)
    told = variance(part.old.total, part.new.total) or change_in_percent(part.old.total, part.new.total)
    return (shown_value(part.old), shown_value(part.new), told or "–")
