"""Finds the sentences of a contract that make a clause asked for."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sleuth.evidence.prose import is_contents_line, states_value
from sleuth.language.asked import Answer
from sleuth.language.times import has_date
from sleuth.language.tokens import stems
from sleuth.language.weight import is_kind_of_contract, is_role, words_of
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.candidate import Candidate, places
from sleuth.reason.rank.identity import defined_term
from sleuth.reason.rank.matching import fit, strength
from sleuth.reason.rank.provisions import circumstances, is_named, words_of_clauses, words_of_contracts
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.parts import Clause, Question, Term

_AMOUNTS = (Answer.MONEY, Answer.SHARE, Answer.COUNT, Answer.DURATION)
_FEWEST_WORDS = 4
_MOST_WORDS_OF_TITLE = 8
_UNDER_HEADING = 0.5
_IN_FRONT = 0.3  # added on the first page for what stands there
_IN_ANOTHER_CASE = 0.5  # off for what is provided for a circumstance that the question does not name
_ONLY_DEFINES = 0.4  # off for what says what a circumstance is, and not what follows from it
_PLAINEST = 0.05  # added for the wording that is listed first
_MARKS = str.maketrans("‐‑‒–—’‘“”", "-----''\"\"")
_RULE = re.compile(r"[-_]{3,}")  # drawn under a heading or into a blank
_ASIDES = re.compile(r"\((?![^()]*\b(?:referred|called|hereinafter)\b)[^()\"]{25,}\)")
_BROKEN_PREFIX = re.compile(r"\bnon[- ]\s*(?=exclusive|transferable|assignable|compet|solicit|renewal|disparag)")
_HEADING_WORD = re.compile(r"[^\W\d_]+(?:[-/][^\W\d_]+)*")
_HEADING_JOINT = re.compile(r"\b(?:and|or|och)\b|[;,&]")
_RECITAL = re.compile(r"\W*(?:\w{1,3}[).]\s*)?whereas\b")


def rank_clauses(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """The sentences worded as the clause, best first."""
    clause = question.clauses[0]
    extra = beyond(question, clause)
    calling = _calling(question, clause)
    found = []
    pages = list(places(evidence))
    defined = _defined_in(clause, pages, reading)
    for item, prior in pages:
        names = reading.names(item.document)
        known = names.cover | names.known(question.selecting) | defined.get(item.document_id, frozenset())
        goes_by = names.cover | names.stems | names.called
        strange = [term for term in calling if not strength(term, goes_by, question.language)]
        for plainness, unit in _worded(clause, reading.units(item.document, item.page)):
            around = replace(unit.around, names=known)
            matched = fit(extra, around, question.language)
            kinds = (t for t in matched.missing if is_kind_of_contract(t.stem, question.language))
            lost = [*matched.lost, *strange, *kinds]
            lacks = f"nothing about “{lost[0].text}”" if lost else ""
            score = plainness + 0.15 * prior + 0.3 * matched.own + 0.2 * _headed(clause, unit, question.language)
            score += _IN_FRONT * (clause.is_front and item.page.number == 1)
            score -= _IN_ANOTHER_CASE * _is_of_a_circumstance(clause, unit)
            score -= _ONLY_DEFINES * (clause.is_circumstance and bool(defined_term(unit.text)))
            found.append(Candidate(item, unit, score, lacks))
    return sorted(found, key=lambda c: (not c.answers, not _states_amount(question, c.unit), -c.score))


def _states_amount(question: Question, unit: Unit) -> bool:
    """Whether a sentence surely states the amount, the share or the length of time that is asked for, if one is."""
    return question.asked.answer not in _AMOUNTS or states_value(question.asked, unit.text) == 1.0


def _defined_in(clause: Clause, pages: Iterable[tuple[Evidence, float]], reading: Reading) -> dict[int, frozenset[str]]:
    """The words by which each document defines a circumstance: whose sale "Change of Control" means in all of it."""
    found: dict[int, frozenset[str]] = {}
    if not clause.is_circumstance:
        return found
    for item, _ in pages:
        for unit in reading.units(item.document, item.page):
            if defined_term(unit.text).lower() in clause.asks:
                found[item.document_id] = found.get(item.document_id, frozenset()) | unit.around.own
    return found


def beyond(question: Question, clause: Clause) -> tuple[Term, ...]:
    """The words of the question that the clause's own name does not explain."""
    called = (word for word in words_of_contracts(question.text) if word[:1].islower())
    others = words_of_clauses(question.text) if clause.is_circumstance else ()
    named = stems(" ".join((clause.name, *clause.asks, *called, *others)), question.language)
    return tuple(term for term in question.terms if term.stem not in named)


def _calling(question: Question, clause: Clause) -> list[Term]:
    """The common nouns by which a question tells one contract from the others: "chemicals" of "the chemicals supplier's
    contract". The part that a party plays in it, and the clause's own name, tell no two apart.
    """
    called = {word for word in words_of_contracts(question.text) if word[:1].islower()} - words_of("editions_en")
    own = stems(" ".join((clause.name, *clause.asks)), question.language)
    return [
        term
        for term in question.terms
        if term.text in called and term.weight >= 1 and term.stem not in own and not is_role(term.text, "en")
    ]


def _worded(clause: Clause, units: Sequence[Unit]) -> Iterator[tuple[float, Unit]]:
    """The units of a page that are worded as the clause, each with how plainly it is."""
    before = ""
    for unit in units:
        if (plainness := _strength(clause, unit, before)) > 0:
            yield plainness, unit
        before = unit.text


def _strength(clause: Clause, unit: Unit, before: str) -> float:
    text = plain(unit.text)
    is_short = len(unit.words) < _FEWEST_WORDS or unit.is_heading or _is_titled(unit)
    if is_short and not clause.is_title and not clause.is_date:  # a date may stand alone
        return 0.0
    if is_contents_line(unit.text) or any(pattern.search(text) for pattern in clause.lacks):
        return 0.0
    if not clause.is_front and (_RECITAL.match(text) or _defines_another(clause, unit.text)):
        return 0.0
    if clause.is_date and not has_date(unit.text):
        return 0.0
    if clause.excepts and not _is_exception(clause, text, plain(before)):
        return 0.0
    matched = [bool(pattern.search(text)) for pattern in clause.says]
    if not any(matched):
        return _UNDER_HEADING if _is_under_its_heading(clause, unit) else 0.0
    return 0.6 + 0.1 * min(sum(matched), 3) + _PLAINEST * matched[0]


def _is_exception(clause: Clause, text: str, before: str) -> bool:
    """Whether what a clause is an exception to is made or named in its sentence, or made in the one before."""
    if any(is_named(one, text) for one in (clause, *clause.excepts)):
        return True
    return any(makes(other, one) for other in clause.excepts for one in (text, before))


def makes(clause: Clause, text: str) -> bool:
    """Whether a sentence, in plain form, is worded as the clause."""
    says, lacks = (any(p.search(text) for p in patterns) for patterns in (clause.says, clause.lacks))
    return says and not lacks


def plain(text: str) -> str:
    """A sentence as the patterns expect it: lower case, plain marks, without the rules and breaks of its lines.

    Nor what stands in brackets, where it tells of something beside: "(including without limitation negligence)".
    """
    straight = _ASIDES.sub(" ", _RULE.sub(" ", text.lower().translate(_MARKS)))
    return _BROKEN_PREFIX.sub("non-", " ".join(straight.split()))


def _defines_another(clause: Clause, text: str) -> bool:
    """Whether a sentence only says what a word means, and the word is none by which people ask for the clause."""
    term = stems(defined_term(text), "en")
    return bool(term) and not stems(" ".join((clause.name, *clause.asks)), "en") & term


def _is_titled(unit: Unit) -> bool:
    """Whether a short unit has capitals on all words of weight, as headings have that the layout does not tell."""
    heavy = [token for token in unit.words if not token.is_number and len(token.text) > 3]
    return len(unit.words) <= _MOST_WORDS_OF_TITLE and all(token.is_capital for token in heavy)


def _is_under_its_heading(clause: Clause, unit: Unit) -> bool:
    """Whether the nearest heading is the clause's own: what stands under it need not say its name."""
    parts = (" ".join(_HEADING_WORD.findall(part)) for part in _HEADING_JOINT.split(_heading(unit)))
    return any(part in clause.asks for part in parts)


def _heading(unit: Unit) -> str:
    return plain(unit.headings[-1]) if unit.headings else ""


def _is_of_a_circumstance(clause: Clause, unit: Unit) -> bool:
    """Whether a unit stands under the heading of a circumstance, as a sale of the company, which is not asked about."""
    if clause.is_circumstance or clause.is_front:
        return False
    return any(_is_under_its_heading(other, unit) for other in circumstances())


def _headed(clause: Clause, unit: Unit, language: str) -> float:
    """How much of the clause's name stands in the headings over a unit; all where the nearest is one of its own."""
    if " ".join(_HEADING_WORD.findall(_heading(unit))) in clause.headings:
        return 1.0
    name = stems(clause.name, language)
    return len(name & unit.around.above) / len(name)
