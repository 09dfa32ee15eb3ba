"""Reckoning: what is computed from the figures of earlier answers, each of them proven anew where it stands."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sleuth.agents.analyst.answer import Answer, bullet, line
from sleuth.agents.analyst.behaviours.compared import common_period
from sleuth.agents.analyst.dialogue.collecting import from_ledger
from sleuth.agents.analyst.dialogue.given import Given
from sleuth.agents.analyst.dialogue.operations import Reckoning, Wish, operands
from sleuth.agents.analyst.ledger import Shown, fact_of_finding
from sleuth.agents.analyst.queries import time_of
from sleuth.agents.analyst.sides import find_alike, in_one_year
from sleuth.agents.analyst.telling import sentence, values_of
from sleuth.agents.analyst.turn import Turn
from sleuth.agents.analyst.wording import name_of, small
from sleuth.answering.proving import Printed, prove_computed
from sleuth.answering.verification import Proven
from sleuth.findings.asked.books import Fact
from sleuth.language.scenario import Scenario
from sleuth.language.spoken import opening, spoken
from sleuth.store.ledger.findings import load_findings

_FORMS = {Reckoning.PERCENT_CHANGE: "percent", Reckoning.RATIO: "ratio"}


async def reckoning(turn: Turn, wish: Wish) -> Answer | None:
    """What the message asks to be computed; None where it is not certain from which figures, or they are not proven."""
    taken = operands(wish, turn.context.given)
    if not taken:
        return None
    figure = _figure(wish, taken, turn)
    proven = await _proven(turn, figure)
    if proven is None:
        return None
    text = _told(turn, wish, proven)
    before = turn.context.period
    given = () if wish.reckoning is Reckoning.PERCENT_CHANGE else (figure,)
    return Answer(
        (line(text, proven.citations, proven.proof),), given=given, period=before, subject=turn.context.subject
    )


async def scenarios_compared(turn: Turn, sides: tuple[Scenario, Scenario]) -> Answer | None:
    """One figure in two scenarios, and how far the first lies from the second; None where one of them is not stated."""
    query = turn.meant.query
    if query is None:
        return None
    scenarios, subject = [side.value for side in sides], turn.meant.subject
    query = await in_one_year(turn.room, query, scenarios, subject)
    if not query.times:
        period = common_period(query, scenarios, await turn.room.library.books(query), subject)
        query = replace(query, times=(time_of(period),)) if period is not None else query
    asked = [(replace(query, scenario=scenario.value), turn.meant.subject, False) for scenario in sides]
    found = await find_alike(turn.room, asked)
    shown = [one for one in found if one is not None]
    if len(shown) < len(sides):
        missing = next(side for side, one in zip(sides, found, strict=True) if one is None)
        return _one_side(turn, missing, shown)
    given = from_ledger(shown)
    blocks = [replace(sentence(one, turn.phrases), kind="bullet") for one in shown]
    same = len(given) == 2 and given[0].order == given[1].order
    if not same:
        return None
    told = [one.fact.scenario or side.value for one, side in zip(shown, sides, strict=True)]  # "plan" may be a budget
    old, new = replace(given[1], when=told[1]), replace(given[0], when=told[0])
    for kind in (Reckoning.CHANGE, Reckoning.PERCENT_CHANGE):
        figure = _figure(Wish(kind), (old, new), turn)
        proven = await _proven(turn, figure)
        if proven is not None:
            blocks.append(bullet(_plainly(turn, proven), proven.citations, proven.proof))
    period = shown[0].stated.period
    return Answer(tuple(blocks), given=given, period=period, subject=shown[0].stated.subject, is_exact=True)


def _one_side(turn: Turn, missing: Scenario, shown: Sequence[Shown]) -> Answer:
    """That one of two figures is not stated, with the other one: half a comparison is none."""
    query = turn.meant.query
    measure = query.measures[0] if query is not None else None
    name = "" if measure is None else small(spoken(measure.keys[-1])) if measure.keys else measure.name
    if shown and shown[0].fact.dimension:  # the figure of the whole may be there
        name = small(name_of(shown[0].fact))
    times = " and ".join(map(str, query.times)) if query is not None else ""
    key = "none_of_scenario" if times else "none_of_scenario_undated"
    text = turn.phrases(key, name=name, scenario=missing.value, when=times)
    notes = [replace(sentence(one, turn.phrases), kind="note") for one in shown]
    return Answer((line(f"{text}."), *notes), given=from_ledger(shown), refuses=True)


async def _proven(turn: Turn, figure: Given) -> Proven | None:
    """A computed figure with its proof; None where one of its numbers is not there or not proven."""
    parts = await _loaded(turn, figure)
    if parts is None:
        return None
    of = {name: part.document_id for name, part in figure.parts}
    proven = await prove_computed(turn.room.library, opening(figure.name), figure.expression, figure.form, parts, of)
    return proven if isinstance(proven, Proven) else None


def _figure(wish: Wish, taken: Sequence[Given], turn: Turn) -> Given:
    """The figure that is wanted: its expression over the numbers of the figures that it takes."""
    renamed = [_renamed(one, f"f{number}_") for number, one in enumerate(taken)]
    inner = [f"({one.expression})" if len(one.parts) > 1 else one.expression for one in renamed]
    expression = _expression(wish, inner)
    form = _FORMS.get(wish.reckoning, taken[0].form)
    if wish.reckoning is Reckoning.SCALED and wish.how in "/*" and taken[0].form != "amount":
        form = taken[0].form
    name = turn.phrases(f"reckoned_{wish.reckoning.value}", name=taken[-1].name, **_times(taken))
    parts = tuple(part for one in renamed for part in one.parts)
    return replace(taken[-1], name=name, when="", parts=parts, expression=expression, form=form, is_reckoned=True)


def _times(taken: Sequence[Given]) -> Mapping[str, str]:
    return {"old": taken[0].when, "new": taken[-1].when}


def _expression(wish: Wish, inner: Sequence[str]) -> str:
    first, last = inner[0], inner[-1]
    match wish.reckoning:
        case Reckoning.CHANGE:
            return f"{last} - {first}"
        case Reckoning.DIFFERENCE:
            return f"{first} - {last}"
        case Reckoning.PERCENT_CHANGE:
            return f"({last} - {first}) / {first}"
        case Reckoning.RATIO:
            return f"{first} / {last}"
        case Reckoning.SUM:
            return " + ".join(inner)
        case Reckoning.AVERAGE:
            return f"({' + '.join(inner)}) / {len(inner)}"
        case Reckoning.SCALED:
            return f"{first} {wish.how} {wish.by}"


def _renamed(one: Given, prefix: str) -> Given:
    """The figure with names of its numbers that no other figure has."""
    expression = re.sub(r"[A-Za-z_]\w*", lambda found: f"{prefix}{found[0]}", one.expression)
    return replace(one, expression=expression, parts=tuple((f"{prefix}{name}", part) for name, part in one.parts))


async def _loaded(turn: Turn, figure: Given) -> Mapping[str, Fact | Printed] | None:
    """The numbers of a figure as they are to be proven; None where one is no longer there."""
    ids = [part.fact for _, part in figure.parts if part.fact]
    stored = await turn.room.read(lambda connection, project: load_findings(connection, project, ids)) if ids else []
    facts = {finding.id: fact for finding in stored if (fact := fact_of_finding(finding)) is not None}
    found = {name: (part.printed or facts.get(part.fact)) for name, part in figure.parts}
    complete = {name: one for name, one in found.items() if one is not None}
    return complete if len(complete) == len(found) else None


def _told(turn: Turn, wish: Wish, proven: Proven) -> str:
    """The computed figure with its arithmetic, after the word that answers "more or less?"."""
    told = _plainly(turn, proven)
    if wish.reckoning is not Reckoning.CHANGE or not _MORE_OR_LESS.search(turn.message.casefold()):
        return told
    is_less = values_of(proven)[1].startswith("−")
    return f"{turn.phrases('less' if is_less else 'more')}. {told}"


def _plainly(turn: Turn, proven: Proven) -> str:
    title, value, arithmetic = values_of(proven)
    return f"{title}: {value} ({turn.phrases('computed_from', arithmetic=arithmetic)})"


_MORE_OR_LESS = re.compile(r"\b(?:or|eller) (?:less|lower|smaller|more|higher|larger|mindre|lägre|mer|högre)\b")
