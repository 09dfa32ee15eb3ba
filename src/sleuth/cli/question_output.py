"""How questions to the target, their answers and suggestions of more are printed."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from sleuth.cli.output import print_json, say
from sleuth.language.counted import counted

if TYPE_CHECKING:
    from sleuth.agents.analyst.requests.answers import ProposedAnswer
    from sleuth.agents.analyst.requests.questions import Suggestion
    from sleuth.store.deal.questions import Question

_FIRST = 10  # questions that are shown without being asked for all
_LONGEST = 160  # characters of a question, or a quote, on one line
_PRIORITIES = ("high", "medium", "low")
_SOURCES = {"gap": "gap", "conflict": "contradiction", "insight": "unusual item"}  # of suggestions


def question_shape(q: "Question") -> dict[str, Any]:
    """The public shape of a question."""
    return {
        "number": q.number, "text": q.text, "domain": q.domain, "priority": q.priority, "status": q.status,
        "source": q.source, "note": q.note, "answer": q.answer, "filename": q.filename or None,
        "locator": q.locator or None, "page": q.page, "quote": q.quote or None, "created_by": q.created_by,
        "created_at": q.created_at.isoformat(),
    }  # fmt: skip


def print_changed(question: "Question", json: bool) -> None:
    """What became of a question."""
    if json:
        print_json(question_shape(question))
        return
    answer = f": {question.answer}{_place(question)}" if question.answer else "."
    say(f"Question {question.number} is {question.status}{answer}")


def _place(question: "Question") -> str:
    return f"  (source: {question.filename}, {question.locator})" if question.filename else ""


def print_questions(found: "list[Question]", everything: bool) -> None:
    """Every question with its answer; else the first that wait, the most urgent first."""
    if not found:
        say("There is no question: sleuth questions suggest proposes some, sleuth questions add TEXT asks one.")
        return
    counts = Counter(question.status for question in found)
    told = ", ".join(f"{number} {status}" for status, number in counts.items())
    say(f"{counted(len(found), 'question')}: {told}.")
    waiting = [question for question in found if question.is_waiting]
    urgent = sorted(waiting, key=lambda question: (_PRIORITIES.index(question.priority), question.number))
    shown = found if everything else urgent[:_FIRST]
    for question in shown:
        _print_question(question, everything)
    if len(found) > len(shown):
        say(f"{len(found) - len(shown)} more: --all shows every question, with its answer.")


def _print_question(q: "Question", whole: bool) -> None:
    text = q.text if whole else _short(q.text)
    say(f"  {q.number:>3}  {text}  [{q.priority}, {q.status}{', ' + q.domain if q.domain else ''}]")
    if whole and q.answer:
        say(f"       {q.answer}{_place(q)}")


def print_proposed(proposed: "list[ProposedAnswer]") -> None:
    """What new documents may answer."""
    for one in proposed:
        say(f"  {one.question.number:>3}  {_short(one.question.text)}")
        say(f"       {_short(one.answer)}  (source: {one.passage.filename}, {one.passage.locator})")
        if one.passage.quote:
            say(f"       “{_short(one.passage.quote)}”")
        if one.lacking:
            say(f"       still open: {'; '.join(one.lacking)}")
    if proposed:
        say("sleuth questions answer N --accept takes one of them.")
    else:
        say("No document that came after a question answers it.")


def print_suggestions(found: "list[Suggestion]", everything: bool) -> None:
    """All that might be asked, or the first ten."""
    if not found:
        say("There is nothing to ask that is not asked already.")
        return
    counts = Counter(one.source for one in found)
    told = ", ".join(counted(number, _SOURCES[source]) for source, number in counts.items())
    say(f"{counted(len(found), 'question')}: {told}.")
    for one in found if everything else found[:_FIRST]:
        say(f"  [{one.priority}, {one.domain}] {one.text if everything else _short(one.text)}")
    if len(found) > _FIRST and not everything:
        say(f"{len(found) - _FIRST} more: --all shows them, --domain those of one area, --add puts them on the list.")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
