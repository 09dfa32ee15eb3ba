"""Who holds an office today, by what the documents state of roles."""

import re

from sleuth.agents.analyst.answer import Answer
from sleuth.agents.analyst.people import of_company, of_latest_holder, offices_in, stated_offices
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.statements import laid_out, statements_at
from sleuth.agents.analyst.subjects import chief_subjects
from sleuth.agents.analyst.turn import Turn
from sleuth.evidence.clauses import PAST
from sleuth.language.tokens import stems, tokens
from sleuth.reason.rank.holders import asks_for_holder, beside_office
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import says
from sleuth.reason.understand.question import understand
from sleuth.store.ledger.findings import StoredFinding

_MOST_TOLD = 4


async def office_holder(turn: Turn) -> Answer | None:
    """Who holds the office that a question names, by what the documents state of roles; None where nobody is stated."""
    question = understand(re.sub(data("people")["since"], "", turn.meant.question, flags=re.IGNORECASE))
    asked = offices_in(turn.meant.question)
    if len(asked) != 1 or not asks_who_holds(question):
        return None
    found = await stated_offices(turn.room)
    names = {term.stem for term in question.terms if term.is_name}
    holding = [
        finding
        for finding in found
        if asked[0] in _offices_of(finding)
        and names <= stems(f"{finding.text} {finding.quote} {finding.filename}", turn.meant.language)
    ]
    chief = chief_subjects(turn.room)
    own = of_company(holding, chief[0] if len(chief) == 1 and not names else "")
    told = await statements_at(turn.room, of_latest_holder(own))
    if not told:
        return None
    return Answer(laid_out(told[:_MOST_TOLD]), calls=tuple(turn.tools.calls))


def _offices_of(finding: StoredFinding) -> list[str]:
    """The offices that a finding gives to its person: of "Ida Berg, CEO; Ola Lund, CFO" each has one."""
    return offices_in(finding.text) or offices_in(finding.quote)


def asks_who_holds(question: Question) -> bool:
    """Whether a question asks who holds an office today, and no more.

    Not who did before, nor who holds it elsewhere: "the CEO of the landlord".
    """
    is_past = any(word.text in PAST for word in tokens(question.text, question.language))
    is_next = says("succeeds", question.text)
    if not asks_for_holder(question) or is_past or is_next or question.times.is_named:
        return False
    return all(term.is_name or term.text.lower() in data("people")["of_office"] for term in beside_office(question))
