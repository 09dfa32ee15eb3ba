"""What to search for: the question's own words first, then other names for them, then fewer words."""

from collections.abc import Sequence

from sleuth.reason.rank.events import asks_what_happened
from sleuth.reason.rank.events import searches as dated
from sleuth.reason.rank.holders import SEARCHES as HOLDERS
from sleuth.reason.rank.holders import asks_for_holder
from sleuth.reason.rank.rosters import SEARCHES as ROSTERS
from sleuth.reason.rank.rosters import body_asked
from sleuth.reason.rank.signing import SEARCHES, asks_who_signed
from sleuth.reason.understand.parts import Question

_A_ROUND = 3  # queries tried together


def plan(question: Question, tried: Sequence[str]) -> list[str]:
    """The next few queries, none of them tried before; empty when ideas have run out."""
    return [query for query in dict.fromkeys(_ideas(question)) if query and query not in tried][:_A_ROUND]


def _ideas(question: Question) -> list[str]:
    content = [term.text for term in question.terms]
    heavy = [term.text for term in question.terms if term.weight >= 1]
    names = [term.text for term in question.terms if term.is_name]
    ideas = [question.text]
    if asks_for_holder(question):
        ideas += [" ".join((thing, *names)) for thing in question.things[:3]] + list(HOLDERS)
    if body := body_asked(question):
        ideas += [body, *ROSTERS]
    ideas += SEARCHES if asks_who_signed(question) else ()
    ideas += dated(question) if asks_what_happened(question) else ()
    ideas += [phrase for clause in question.clauses for phrase in clause.search]
    for metric in question.metrics:
        ideas.append(" ".join((*names, *metric.texts[:4])))
    ideas += [" ".join(content), " ".join(heavy)]
    ideas.append(" ".join(word for term in question.terms for word in (term.text, *sorted(term.foreign))))
    ideas += [text for metric in question.metrics for text in metric.texts[1:4]]
    ideas.append(
        " ".join(next(iter(sorted(term.alternatives)), term.text) for term in question.terms if term.weight >= 1)
    )
    ideas += sorted(heavy, key=len, reverse=True)[:2]
    return ideas
