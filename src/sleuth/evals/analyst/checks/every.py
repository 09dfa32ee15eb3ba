"""What holds for every answer."""

import re
from typing import Any

from sleuth.evals.analyst.answer import Answer, Kind, Line
from sleuth.evals.analyst.checks.registry import Situation, Verdict, check, verdict

_WALL = 110  # words of one paragraph
_SHORT_LINE = 40  # characters; shorter ones may well come again
_LONGEST_COMMENTARY = 16  # words
_DONT_KNOW = re.compile(r"\W*(?:I|we) (?:do not|don[’']t) know\W*", re.IGNORECASE)
_CONFIDENCE = re.compile(
    r"\b(?:confidence|confident|certainty|similarity|relevance|probability)\b[^.\n]{0,30}\d"
    r"|\d{1,3}(?:\.\d+)?\s?%\s*(?:confiden|certain|sure|likely|probab)|\bscore\b[^.\n]{0,12}\d|\(0?\.\d{1,3}\)",
    re.IGNORECASE,
)
VERBOSE = re.compile(
    r"\b(?:let me|I[’']ll|I will|I am going to|I understand (?:you|that)|I[’']d be happy|as an AI|looking at the)\b",
    re.IGNORECASE,
)
_UNASKED = re.compile(r"re-?analy[sz]e the document|I (?:have )?(?:added|created|updated|stored) ", re.IGNORECASE)


@check
def source_cited(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Every line with a figure names a source, and an answer that states something has a citation."""
    bare = [line.text for line in _factual(answer) if not line.sources]
    if bare:
        return Verdict(False, f"no source behind “{bare[0][:120]}”")
    return verdict(bool(answer.json["citations"]), "nothing is cited")


@check
def figures_have_sources(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Where figures are stated, each line of them names a source."""
    bare = [line.text for line in _factual(answer) if not line.sources]
    return verdict(not bare, f"no source behind “{bare[0][:120]}”" if bare else "")


@check
def known_sources(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """No file is named that the room does not hold, and every citation says where."""
    named = answer.files | {str(one["filename"]) for one in answer.json["citations"]}
    known = {name.casefold() for name in situation.files}
    invented = [name for name in named if not any(name.casefold() == k or k.endswith(name.casefold()) for k in known)]
    placeless = [one["filename"] for one in answer.json["citations"] if not one.get("locator") or not one.get("text")]
    if invented:
        return Verdict(False, f"the room does not hold {invented[0]}")
    return verdict(not placeless, f"a citation of {placeless[0]} has no place" if placeless else "")


@check
def no_confidence_number(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """No confidence, score or probability is shown as a number."""
    found = _CONFIDENCE.search(answer.text)
    return verdict(found is None, f"it says “{found[0]}”" if found else "")


@check
def brief_commentary(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """At most one short line of orientation, and no talk about what is going to be done."""
    verbose = VERBOSE.search(answer.text)
    if verbose:
        return Verdict(False, f"it says “{verbose[0]}”")
    lines = [line for line in answer.lines if line.kind is Kind.PROSE and not line.sources and not line.figures]
    long = [line.text for line in lines if line.text.endswith(":") and len(line.text.split()) > _LONGEST_COMMENTARY]
    return verdict(not long, f"its orientation is long: “{long[0]}”" if long else "")


@check
def no_wall_of_text(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """No paragraph is long."""
    longest = max((len(line.text.split()) for line in answer.lines), default=0)
    return verdict(longest <= _WALL, f"a paragraph has {longest} words")


@check
def never_bare_dont_know(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It never says only that it does not know."""
    return verdict(
        bool(answer.text.strip()) and not _DONT_KNOW.fullmatch(answer.text), "it says only that it does not know"
    )


@check
def no_repetition(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """No line is told twice, from whatever sources."""
    told: set[str] = set()
    for line in answer.lines:
        words = " ".join(line.text.casefold().split())
        if words in told and len(words) > _SHORT_LINE:
            return Verdict(False, f"it says twice “{line.text[:100]}”")
        told.add(words)
    return Verdict(True)


@check
def nothing_done_unasked(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It neither offers a new analysis of documents nor writes anything without being told."""
    found = _UNASKED.search(answer.text)
    return verdict(found is None, f"it says “{found[0]}”" if found else "")


EVERY_ANSWER = (
    "no_repetition", "figures_have_sources", "known_sources", "no_confidence_number", "brief_commentary",
    "no_wall_of_text", "never_bare_dont_know", "nothing_done_unasked",
)  # fmt: skip


_NOT_STATED = (Kind.QUESTION, Kind.HEADING)


def _factual(answer: Answer) -> list[Line]:
    """The lines that state a figure: headers of tables, questions and counts of coverage aside."""
    headers = {id(table[0]) for table in answer.tables}
    return [
        line
        for line in answer.lines
        if line.figures and id(line) not in headers and line.kind not in _NOT_STATED and not _is_a_count(line)
    ]


def _is_a_count(line: Line) -> bool:
    """Whether its figures only count documents or requests: "Documents: 12", "Financial (3/5 covered)"."""
    text = line.text
    return bool(
        re.search(r"\d+\s*(?:/|of)\s*\d+", text)
        or re.search(
            r"\b\d+\s+(?:more|others?|documents?|files?|requests?|gaps?|items?|contradictions?|questions?)\b",
            text,
            re.I,
        )
        or re.search(r"\b(?:documents?|files?)\b[^.]{0,24}\d+", text, re.IGNORECASE)
    )
