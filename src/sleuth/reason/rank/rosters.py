"""Who belongs to a body: the names listed under its heading, as "Management team" on a slide, or above signatures."""

import re
from collections.abc import Iterator, Sequence

from sleuth.language.tokens import stems, tokens
from sleuth.language.weight import is_frame, is_legal_form, is_stop
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.candidate import Candidate, places
from sleuth.reason.rank.holders import REPORTS, Line, lines_of
from sleuth.reason.rank.matching import Surroundings
from sleuth.reason.read.reading import Names, Reading, Unit
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import patterns
from sleuth.reason.understand.terms import alternatives_of

SEARCHES = (
    "board of directors chairman members",
    "management team chief executive officer",
    "styrelse ordförande ledamöter",
)
_FEWEST, _MOST = 2, 20  # names of a list
_MOST_WORDS_OF_HEADING, _MOST_WORDS_OF_LINE = 8, 14
_MEMBER = re.compile(
    r"\W{0,3}(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-ZÅÄÖÆØ][\w’'-]+(?: (?:[A-Z]\.|de|von|van|af|[A-ZÅÄÖÆØ][\w’'-]+)){1,3}"
    r"(?:\s*[,(–:|-].*)?"
)


def body_asked(question: Question) -> str:
    """The body whose members a question asks for: "management team"; "" where it asks for none."""
    found = next((m for pattern in patterns("members") if (m := pattern.search(question.text.lower()))), None)
    return found["body"].strip() if found else ""


def list_roster(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """Each name of the first list that stands under the body's name, with what its line says of the person."""
    body = body_asked(question)
    if not body:
        return []
    for item, prior in places(evidence):
        if item.document.replaced_by is not None:
            continue
        wanted = _wanted(body, question, reading.names(item.document))
        members = _members(list(lines_of(item.page)), wanted, question.language)
        if len(members) >= _FEWEST:
            return [_candidate(item, line, prior, reading.language) for line in members[:_MOST]]
    return []


def _wanted(body: str, question: Question, names: Names) -> list[frozenset[str]]:
    """The words that the heading must have, each by all that may stand for it, without the company of the document."""
    words = [w for w in tokens(body, question.language) if not is_stop(w.text, question.language)]
    telling = {w.stem for w in words if not (is_frame(w.text, question.language) or is_legal_form(w.text))}
    proper = {term.stem for term in question.terms if term.is_name}
    kept = sorted(telling - (proper & names.cover))
    return [frozenset({stem}) | alternatives_of(stem, question.language) for stem in kept]


def _members(lines: Sequence[Line], wanted: Sequence[frozenset[str]], language: str) -> list[Line]:
    """The lines right under the heading that open with a person's name."""
    for at, line in enumerate(lines):
        is_short = len(line.text.split()) <= _MOST_WORDS_OF_HEADING and line.text[-1] not in ".;"
        said = stems(line.text, language)
        is_heading = is_short and not _MEMBER.fullmatch(line.text)  # a director's own line heads no board
        if wanted and is_heading and all(word & said for word in wanted):
            found = list(_named_after(lines[at + 1 :]))
            if len(found) >= _FEWEST:
                return found
    return []


def _named_after(lines: Sequence[Line]) -> Iterator[Line]:
    for line in lines:
        is_long = len(line.text.split()) > _MOST_WORDS_OF_LINE
        if is_long or not _MEMBER.fullmatch(line.text) or REPORTS.search(line.text):
            return
        yield line


def _candidate(item: Evidence, line: Line, prior: float, language: str) -> Candidate:
    own = stems(line.text, language)
    unit = Unit(line.start, line.end, line.text, language, Surroundings(own, own, own, own), (), False)
    return Candidate(item, unit, prior, "")
