"""Claims that state figures: of the ledger, each a cell with its meaning, or computed from such cells."""

from collections.abc import Mapping

from sleuth.evidence.cells import Meaning
from sleuth.findings.asked.answers import Figure, Resolution
from sleuth.findings.asked.books import Fact
from sleuth.language.quantity import Quantity
from sleuth.language.scenario import Scenario
from sleuth.reason.protocol import Claim, Computation, Operand, Quote


def figure_claims(resolution: Resolution, places: Mapping[int, int]) -> list[Claim]:
    """What is computed, then each figure that is stated. `places` gives the evidence id of each fact."""
    placed = [figure for figure in resolution.figures if all(fact.id in places for _, fact in figure.facts)]
    computed = [_computed(figure, places) for figure in placed if figure.expression]
    stated = [fact_claim(fact, places[fact.id]) for figure in placed for _, fact in figure.facts]
    return list(dict.fromkeys([*computed, *stated]))


def _computed(figure: Figure, places: Mapping[int, int]) -> Claim:
    """A figure that is computed from cells, each a claim of its own."""
    cells = {name: fact_claim(fact, places[fact.id]) for name, fact in figure.facts}
    quotes = tuple(dict.fromkeys(quote for claim in cells.values() for quote in claim.quotes))
    operands = tuple(Operand(name, claim) for name, claim in cells.items())
    return Claim(figure.title, quotes, Computation(figure.expression, figure.form, operands))


def fact_claim(fact: Fact, evidence_id: int) -> Claim:
    """One fact as a claim. Of a sentence the sentence itself is the claim."""
    if fact.rank > 1:
        return Claim(" ".join(fact.quote.split()), (Quote(evidence_id, fact.quote),))
    meaning = Meaning(
        fact.label, Quantity(fact.value, fact.unit, fact.scale, fact.step), fact.period, Scenario(fact.scenario),
        "" if fact.metric.startswith("line: ") else fact.metric, fact.subject, fact.parts,
    )  # fmt: skip
    return Claim(fact.name, (Quote(evidence_id, fact.quote, fact.start, fact.end),), stated=meaning)
