"""Gap identification: the coverage of the request list by area, and the offer to ask for what is missing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, heading, line
from sleuth.agents.analyst.behaviours.by_standing import by_standing, has_standings
from sleuth.agents.analyst.behaviours.due_diligence import offer_questions
from sleuth.agents.analyst.behaviours.some_requests import some_requests
from sleuth.agents.analyst.gaps import most_important_gaps
from sleuth.agents.analyst.turn import Turn
from sleuth.language.glyphs import plain
from sleuth.language.spoken import opening

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.coverage import Coverage, Domain, Item

_MOST_PROVIDED, _MOST_MISSING = 3, 5  # of an area, where nothing narrower is asked
_MANY_AREAS, _MOST_OF_MANY = 6, 2
_MOST_ASKED = 10


async def gap_identification(turn: Turn) -> Answer:
    """What the lists ask for and the documents lack; of a question about some requests, those."""
    from sleuth.agents.analyst.requests.coverage import BUILT_IN

    everything = await turn.tools.find_gaps()
    some = await some_requests(turn, everything)
    if some is not None:
        return some
    coverage = _narrowed(everything, turn.message)
    phrases = turn.phrases
    is_checklist = coverage.lists == (BUILT_IN,)
    blocks = by_standing(turn, coverage) if has_standings(coverage) else _by_area(turn, coverage, is_checklist)
    gaps = most_important_gaps(coverage, _MOST_ASKED)
    if not gaps:
        return Answer(tuple(blocks), calls=tuple(turn.tools.calls))
    offers = [await offer_questions(turn, gaps, everything)]
    closing = phrases("offer_generate")
    if is_checklist:
        offers.append(Offer(phrases("offer_irl"), tool="create_irl"))
        closing = f"{closing} {phrases('offer_irl')}"
    return Answer(tuple(blocks), offers=tuple(offers), closing=closing, calls=tuple(turn.tools.calls))


def _by_area(turn: Turn, coverage: "Coverage", is_checklist: bool) -> list[Block]:
    """The coverage area by area."""
    blocks = [line(turn.phrases("coverage_intro_checklist" if is_checklist else "coverage_intro"))]
    for domain in coverage.domains:
        blocks += _area(turn, domain, len(coverage.domains))
    return blocks


def _narrowed(coverage: "Coverage", message: str) -> "Coverage":
    """Only the areas that a message names; all of them where it names none."""
    words = plain(message).text.split()
    named = [domain for domain in coverage.domains if any(word.startswith(domain.name[:5]) for word in words)]
    return coverage.of(named[0].name) if len(named) == 1 else coverage


def _area(turn: Turn, domain: "Domain", areas: int) -> list[Block]:
    """An area with what is there, what is partly there and what is missing; in full where it is the only one."""
    phrases = turn.phrases
    in_full = areas == 1
    most = _MOST_OF_MANY if areas > _MANY_AREAS else _MOST_MISSING
    title = phrases("domain_covered", domain=_titled(domain.name), provided=domain.provided, total=len(domain.items))
    provided = [item for item in domain.items if not item.is_gap]
    missing = [item for item in domain.items if item.status == "missing" or item.is_mention]
    halves = [item for item in domain.items if item.is_gap and item not in missing]
    shown = missing if in_full else missing[:most]
    blocks = [heading(title)]
    blocks += [_provided(turn, item) for item in (provided if in_full else provided[:_MOST_PROVIDED])]
    blocks += [_half(turn, item) for item in (halves if in_full else halves[:_MOST_PROVIDED])]
    blocks += [_missing(turn, item) for item in shown]
    left = len(missing) - len(shown)
    if left:
        blocks.append(bullet(phrases("more_items", count=left)))
    return blocks


def _provided(turn: Turn, item: "Item") -> Block:
    return bullet(turn.phrases("covered", name=_name(item)) + _places(turn, item))


def _half(turn: Turn, item: "Item") -> Block:
    return bullet(turn.phrases("half_covered", name=_name(item), lacking="; ".join(item.lacking)) + _places(turn, item))


def _missing(turn: Turn, item: "Item") -> Block:
    """What is not there; where parts of other documents speak of it, with the first of these."""
    text = turn.phrases("uncovered", name=_name(item))
    places = [f"{one.filename}, {one.locator}" for one in item.evidence[:1]]
    return bullet(f"{text} – {turn.phrases('stand_mention', files=places[0])}" if places else text)


def _places(turn: Turn, item: "Item") -> str:
    """Where the documents answer a request: the first place."""
    places: Sequence[str] = [f"{one.filename}, {one.locator}" for one in item.evidence[:1]]
    return f" ({turn.phrases('source')}: {places[0]})" if places else ""


def _name(item: "Item") -> str:
    return item.text.rstrip(".? ")


def _titled(domain: str) -> str:
    """The name of an area as a title: "Financial", "IP"."""
    return domain.upper() if len(domain) < _ABBREVIATED else opening(domain)


_ABBREVIATED = 3  # letters: shorter names are abbreviations
