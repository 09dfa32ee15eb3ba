"""General exploration: what the company is and does, its figures of one year, what is missing, and where to go on."""

from collections import Counter
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, line
from sleuth.agents.analyst.behaviours.fact import fact_lookup
from sleuth.agents.analyst.company import office_holders, part_asked, parts_of, told_of
from sleuth.agents.analyst.ledger import Shown, find_figures, measure_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.statements import laid_out
from sleuth.agents.analyst.subjects import chief_subjects, named_subjects
from sleuth.agents.analyst.telling import shown_name, shown_value
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import short, small
from sleuth.language.calendar import YEAR
from sleuth.language.period import Period
from sleuth.language.query import Operation, Query
from sleuth.language.spoken import opening

_STRONG, _LIMITED = 0.5, 0.34  # of an area's requests
_MOST_AREAS = 3


async def exploration(turn: Turn) -> Answer:
    """A page to start from: of one company what it is; of several the key figures of each."""
    phrases = turn.phrases
    subjects = named_subjects(turn.room, turn.message)[:1] or chief_subjects(turn.room)
    one = subjects[0] if len(subjects) == 1 else ""
    blocks: list[Block] = [line(phrases("overview", subject=one) if one else phrases("overview_many"))]
    figures: list[Shown] = []
    told: list[Block] = []
    for subject in subjects:
        shown = await _figures(turn, subject)
        told += _key_figures(turn, shown, "" if one else subject)
        figures += shown
    told = told or [bullet(phrases("no_financials"))]
    if one:
        found = {**await parts_of(turn, one), "figures": told, "management": await office_holders(turn, one)}
        parts = {key: found[key] for key in ("business", "figures", "owners", "management", "customers", "financing")}
        told = [block for part in parts.values() for block in part]
        lacking = [small(phrases(f"overview_{key}")) for key, part in parts.items() if not part]
        told += [bullet(phrases("overview_missing", names=", ".join(lacking)))] if lacking else []
    blocks += [*told, *await _room(turn)]
    offers = tuple(
        Offer(phrases(f"explore_{key}"), ask=phrases(f"explore_{key}_ask"))
        for key in ("deep_dive", "team", "flags", "gaps")
    )
    closing = "\n".join([phrases("explore"), *(f"- {offer.text}" for offer in offers)])
    period = figures[0].stated.period if figures else None
    return Answer(
        tuple(blocks), offers=offers, closing=closing, period=period, subject=one, calls=tuple(turn.tools.calls)
    )


async def part_told(turn: Turn, message: str) -> Answer | None:
    """One part of the overview, where a message asks for that alone; None where it does not, or nothing tells it."""
    subjects = named_subjects(turn.room, message)[:1] or chief_subjects(turn.room)
    part = part_asked(message, subjects[0]) if len(subjects) == 1 else None
    if part is None:
        return None
    if part.get("listed"):
        listed = await fact_lookup(turn)
        if listed.rows:
            return listed
    told = await told_of(turn.room, part, subjects[0])
    return Answer(laid_out(told), subject=subjects[0], calls=tuple(turn.tools.calls)) if told else None


async def _room(turn: Turn) -> list[Block]:
    """How many documents there are, what they cover, and on how many points they disagree."""
    phrases = turn.phrases
    documents = await turn.tools.get_document_info()
    kinds = Counter(document.kind for document in documents)
    listed = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    blocks = [bullet(phrases("documents_uploaded", count=len(documents), kinds=f" ({listed})" if listed else ""))]
    coverage = await _coverage(turn)
    conflicts = await turn.tools.detect_contradictions()
    blocks += [bullet(coverage)] if coverage else []
    blocks += [bullet(phrases("conflicts_line", count=len(conflicts)))] if conflicts else []
    return blocks


async def _figures(turn: Turn, subject: str) -> list[Shown]:
    """A company's key figures of its latest full year; at their latest where no year is stated."""
    measures = tuple(measure_of(key) for key in data("statements")["overview"]["measures"])
    asked = Query(turn.message, turn.meant.language, Operation.LEVEL, measures, (), ())
    books = await turn.room.library.books(asked)
    course = replace(asked, operation=Operation.TREND, scenario="actual")
    years = await find_figures(turn.room, course, subject, books, strict=True, months=YEAR)
    year = max((one.stated.period for one in years.shown if one.stated.period), key=_newest, default=None)
    times = (time_of(year),) if year is not None else ()
    return list((await find_figures(turn.room, replace(asked, times=times), subject, books, strict=True)).shown)


def _newest(period: Period) -> tuple[bool, str]:
    """Years of accounts before rolling ones ("LTM Jun 2025"), the latest last."""
    return period.fiscal_year is not None, str(period.end)


def _key_figures(turn: Turn, shown: list[Shown], subject: str) -> list[Block]:
    """The figures under one heading that names their year; a figure of another time with its own."""
    if not shown:
        return []
    year = short(shown[0].stated.period)
    blocks = [bullet(turn.phrases("key_financials", when=" ".join(filter(None, (subject, year)))))]
    for one in shown:
        when = short(one.stated.period)
        text = f"{opening(shown_name(one))}: {shown_value(one)}" + (f" ({when})" if when != year else "")
        blocks.append(bullet(text, one.proven.citations, one.proven.proof, level=1))
    return blocks


async def _coverage(turn: Turn) -> str:
    """Which areas the documents cover well, and which hardly; "" where there is nothing to tell."""
    coverage = await turn.tools.find_gaps()
    shares = {one.name: one.provided / len(one.items) for one in coverage.domains if one.items}
    strong = [name for name, share in shares.items() if share >= _STRONG][:_MOST_AREAS]
    limited = [name for name, share in sorted(shares.items(), key=lambda of: of[1]) if share <= _LIMITED][:_MOST_AREAS]
    phrases = turn.phrases
    told = phrases("strong_on", domains=", ".join(strong)) if strong else ""
    lacking = phrases("limited_on", domains=", ".join(limited)) if limited else ""
    both = ", " if told and lacking else ""
    return phrases("coverage_line", strong=f"{told}{both}", limited=lacking) if told or lacking else ""
