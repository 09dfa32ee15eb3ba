"""General exploration: what the project holds, its key figures and coverage, and where to go on from there."""

from collections import Counter

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, line
from sleuth.agents.analyst.ledger import Shown, find_figures, measure_of
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.subjects import chief_subjects, named_subjects
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import name_of, opening, short, value_of
from sleuth.language.query import Operation, Query

_STRONG, _LIMITED = 0.5, 0.34  # of an area's requests
_MOST_AREAS = 3


async def exploration(turn: Turn) -> Answer:
    """A page to start from; no detail."""
    phrases = turn.phrases
    named = named_subjects(turn.room, turn.message)
    subjects = named[:1] or chief_subjects(turn.room)
    documents = await turn.tools.get_document_info()
    one = subjects[0] if len(subjects) == 1 else ""
    opening_line = phrases("overview", subject=one) if one else phrases("overview_many")
    kinds = Counter(document.kind for document in documents)
    listed = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    blocks: list[Block] = [
        line(opening_line),
        bullet(phrases("documents_uploaded", count=len(documents), kinds=f" ({listed})" if listed else "")),
    ]
    figures: list[Shown] = []
    for subject in subjects:
        told, shown = await _figures(turn, subject, named=len(subjects) > 1)
        figures += shown
        blocks += told
    if not figures:
        blocks.append(bullet(phrases("no_financials")))
    coverage = await _coverage(turn)
    conflicts = await turn.tools.detect_contradictions()
    blocks += [bullet(coverage)] if coverage else []
    blocks += [bullet(phrases("conflicts_line", count=len(conflicts)))] if conflicts else []
    offers = tuple(
        Offer(phrases(f"explore_{key}"), ask=phrases(f"explore_{key}_ask"))
        for key in ("deep_dive", "team", "flags", "gaps")
    )
    closing = "\n".join([phrases("explore"), *(f"- {offer.text}" for offer in offers)])
    period = figures[0].stated.period if figures else None
    return Answer(
        tuple(blocks), offers=offers, closing=closing, period=period, subject=one, calls=tuple(turn.tools.calls)
    )


async def _figures(turn: Turn, subject: str, *, named: bool) -> tuple[list[Block], list[Shown]]:
    """A company's key figures at their latest, each with its source."""
    keys = data("statements")["overview"]["measures"]
    measures = tuple(measure_of(key) for key in keys)
    asked = Query(turn.message, turn.meant.language, Operation.LEVEL, measures, (), ())
    found = await find_figures(turn.room, asked, subject, strict=True)
    if not found.shown:
        return [], []
    title = turn.phrases("key_financials", measures=subject if named else "").rstrip()
    blocks = [bullet(title)]
    blocks += [
        bullet(
            f"{opening(_name(one))}: {_value(one)} ({short(one.stated.period)})",
            one.proven.citations, one.proven.proof, level=1,
        )
        for one in found.shown
    ]  # fmt: skip
    return blocks, list(found.shown)


def _name(shown: Shown) -> str:
    if shown.stated.figure.expression:
        return shown.proven.text.partition(": ")[0].rpartition(", ")[0]
    return name_of(shown.fact)


def _value(shown: Shown) -> str:
    from sleuth.agents.analyst.behaviours.deep_dive import shown_value

    return shown_value(shown) if shown.stated.figure.expression else value_of(shown.fact)


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
