"""Who holds an office: a name bound to it by a sentence, by the line of a list, or by the block of a signature."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.source import Page
from sleuth.language.asked import Answer
from sleuth.language.lines import filled_lines
from sleuth.language.tokens import stems, tokens, words_of_filename
from sleuth.language.weight import is_frame, is_legal_form, is_stop
from sleuth.reason.protocol import Document, Evidence
from sleuth.reason.rank.candidate import Candidate, places
from sleuth.reason.rank.identity import names_someone
from sleuth.reason.rank.lacking import is_of_period
from sleuth.reason.rank.matching import Surroundings, strength
from sleuth.reason.read.reading import Reading, Unit
from sleuth.reason.understand.lexicon import offices
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.phrases import says

SEARCHES = ("board of directors management signatures", "managing director chairman chief executive officer")
_SAME = 0.8  # how well a word must be answered to
_MOST = 3  # who are named, of several documents or companies
_MOST_WORDS_OF_LINE = 9
_BOUND_ELSEWHERE, _PENDING = 0.5, 0.1  # off for another company's office, and for one told in passing
_PERSON = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-ZÅÄÖÆØ][\w’'-]+(?: (?:[A-Z]\.|de|von|van|af|[A-ZÅÄÖÆØ][\w’'-]+)){1,3}"
)
_FIRM = re.compile(r"[A-ZÅÄÖÆØ][\w’'&-]*(?: (?:[A-ZÅÄÖÆØ&][\w’'&-]*|and|och|og|in|i)){0,6},? ?(?:[\w/. ]{0,60})")
_COMPANY = r"(?P<of>(?:[A-ZÅÄÖÆØ][\w’'&/-]*,? ?){1,4})"
_DATED = re.compile(r"\d{4}\W*$|\bden \d|\b\d{1,2}\.? [a-zA-Z]+ \d{4}")
REPORTS = re.compile(
    r"\b(?:report|opinion|statement|berättelse|påteckning|erklæring|beretning)\b|berättelse", re.IGNORECASE
)
_MOST_LINES = 4  # of a signature block


def asks_for_holder(question: Question) -> bool:
    """Whether a question asks who holds an office that has names in the lexicon."""
    return question.kind is Answer.PERSON and any(thing in names for thing in question.things for names in offices())


def find_holders(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """Those who hold the office of which the question asks, best first; each person once."""
    found: list[Candidate] = []
    of_successor = says("succeeds", question.text)
    for item, prior in places(evidence):
        if item.document.replaced_by is not None:
            continue
        for unit in (*_bound(question, item, reading), *_signed(question, item, reading)):
            if of_successor and not says("succession", unit.text):
                continue  # who holds it today does not come next
            if _is_of_asked(question, item.document, unit, reading):
                found.append(Candidate(item, unit, _merit(question, item.document, unit, reading) + 0.1 * prior, ""))
    ranked = sorted(found, key=lambda one: -one.score)
    best = [one for one in ranked if one.score > ranked[0].score - _BOUND_ELSEWHERE + _PENDING]
    return _once(best)[:_MOST]


def _bound(question: Question, item: Evidence, reading: Reading) -> Iterator[Unit]:
    """The sentences and lines in which a name stands beside the office."""
    for unit in reading.units(item.document, item.page):
        if unit.row is None and names_someone(question.things, unit.text):
            yield unit


def _signed(question: Question, item: Evidence, reading: Reading) -> Iterator[Unit]:
    """The blocks of a page in which a name stands over the office, or which sign what the office reports."""
    lines = list(lines_of(item.page))
    headed = _headed(question, item, reading)
    for at, line in enumerate(lines):
        if at and _is_office(line.text, question.things) and _PERSON.fullmatch(lines[at - 1].text):
            first = at - 2 if at > 1 and _is_firm(lines[at - 2].text) else at - 1
            yield _block(item, lines[first], line, reading.language)
            return
    signing = [line for line in lines if line.start in headed]
    if signing:
        yield _block(item, signing[0], signing[-1], reading.language)


def _headed(question: Question, item: Evidence, reading: Reading) -> set[int]:
    """Where the lines start that sign the office's own report: those at the end of "Independent auditor's report"."""
    units = [unit for unit in reading.units(item.document, item.page) if unit.row is None]
    office = _telling(question)
    own = [u for u in units if any(REPORTS.search(h) and office & stems(h, reading.language) for h in u.headings)]
    last = next((n for n, unit in reversed(list(enumerate(own))) if unit.text.rstrip()[-1:] in ".:"), None)
    if last is None:
        return set()
    signing = [unit for unit in own[last + 1 :] if not _DATED.search(unit.text) and _is_firm(unit.text)]
    return {unit.start for unit in signing[:_MOST_LINES]}


def _telling(question: Question) -> frozenset[str]:
    """The stems of the office's names of one word."""
    return frozenset().union(*(stems(thing, question.language) for thing in question.things if " " not in thing))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page without the blanks around it."""

    start: int
    end: int
    text: str


def lines_of(page: Page) -> Iterator[Line]:
    """The lines of a page that have words."""
    for at, line in filled_lines(page.text):
        text = line.strip()
        start = at + line.index(text)
        yield Line(start, start + len(text), text)


def _is_office(line: str, things: Sequence[str]) -> bool:
    """Whether a line is the office's name and little else: "Chief Executive Officer", "Chairman of the Board"."""
    words = [word.text.casefold() for word in tokens(line)]
    named = max(
        (len(thing.split()) for thing in things if re.match(rf"{re.escape(thing)}\b", line, re.IGNORECASE)), default=0
    )
    return bool(named) and len(words) <= named + 4 and line[:1].isupper() and line[-1] not in ".:"


def _is_firm(line: str) -> bool:
    """Whether a line is a name and nothing else: a person's or a firm's."""
    return len(line.split()) <= _MOST_WORDS_OF_LINE and _FIRM.fullmatch(line) is not None and not _DATED.search(line)


def _block(item: Evidence, first: Line, last: Line, language: str) -> Unit:
    text = item.page.text[first.start : last.end]
    own = stems(text, language)
    return Unit(first.start, last.end, text, language, Surroundings(own, own, own, own), (), False)


def _is_of_asked(question: Question, document: Document, unit: Unit, reading: Reading) -> bool:
    """Whether all that the question says besides the office stands in the line, over it, or in the document's name."""
    own = unit.around.own | unit.around.above
    named = _named(document, reading)
    for term in beside_office(question):
        if strength(term, own, question.language) < _SAME and not (term.is_name and term.stem in named):
            return False
    return is_of_period(question, unit, reading.names(document))


def beside_office(question: Question) -> Iterator[Term]:
    """The words of the question that neither name the office nor only say that it is one of the company asked about."""
    office = frozenset().union(*(stems(thing, question.language) for thing in question.things))
    for term in question.terms:
        is_general = not term.is_name and (is_frame(term.text, question.language) or term.text.lower() in _GENERAL)
        if term.stem not in office and not is_general and term.weight >= 1 and not is_legal_form(term.text):
            yield term


_GENERAL = frozenset(
    ("board", "parent", "target", "styrelsen", "moderbolaget", "managing", "current", "present", "nuvarande",
     "directors")
)  # fmt: skip


def _named(document: Document, reading: Reading) -> frozenset[str]:
    """What the document calls itself, in its name and its title."""
    return stems(f"{words_of_filename(document.filename)} {document.title}", reading.language)


def _merit(question: Question, document: Document, unit: Unit, reading: Reading) -> float:
    """1, less where a line tells the office of another company, or is long."""
    asked = {stem for term in question.terms for stem in (term.stem, *term.beside)}
    known = asked | reading.names(document).called
    after = _after_office(question.things, unit.text)
    elsewhere = any(
        word.is_capital and word.stem not in known and not is_stop(word.text, "en") and not is_legal_form(word.text)
        for word in tokens(after, reading.language)
    )
    return 1.0 - _BOUND_ELSEWHERE * elsewhere - 0.002 * len(unit.text.split())


def _after_office(things: Sequence[str], text: str) -> str:
    """The few words behind an office that tell of what company it is: "of Acme Oy", "Acme Logistics"."""
    for thing in things:
        found = re.search(rf"\b(?i:{re.escape(thing)}),? (?:of |at |for |in |i |för |på )?{_COMPANY}", text)
        if found is not None:
            return found["of"]
    managed = re.search(rf"{_COMPANY}(?:is|are) (?:managed|led|headed|run) by", text)
    return managed["of"] if managed else ""


def _once(found: Sequence[Candidate]) -> list[Candidate]:
    """Each person once, by where they are told best."""
    kept: dict[frozenset[str], Candidate] = {}
    for one in found:
        people = frozenset(name[0] for name in _PERSON.finditer(one.unit.text))
        if not any(people & others for others in kept):
            kept[people] = replace(one)
    return list(kept.values())
