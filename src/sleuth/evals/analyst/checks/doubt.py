"""Contradictions, gaps, refusals and questions back."""

import re
from typing import Any

from sleuth.evals.analyst.amounts import amounts, is_among
from sleuth.evals.analyst.answer import Answer, Kind
from sleuth.evals.analyst.checks.content import says, states
from sleuth.evals.analyst.checks.registry import Situation, Verdict, check, verdict

_OFFERED = re.compile(r"Q&A|question list|request list|\bIRL\b|frågelist", re.IGNORECASE)
_GAP = re.compile(
    r"\bgaps?\b|missing|not (?:found|covered|provided|available|in the)|no (?:\w+ ){0,6}(?:found|listed|information)"
    r"|couldn[’']t find|could not find|isn[’']t covered|❌|saknas",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"couldn[’']t find|could not find|found no|isn[’']t covered|is not covered"
    r"|do(?:es)? not (?:state|hold|cover|contain)"
    r"|no document|not (?:in|found in|stated in) the (?:uploaded )?documents|hittar|saknas",
    re.IGNORECASE,
)
_CONFLICT = re.compile(r"contradict|conflict|differ|disagree|discrepan|while .* says?|whereas|motstrid", re.IGNORECASE)
_EXPLAINED = re.compile(
    r"audited|unaudited|presentation|draft|management|internal|estimate|forecast|budget|dated|dating|earlier|later"
    r"|final|corrected|superseded|outranks|more authority|newer|older|preliminary|report",
    re.IGNORECASE,
)


@check
def contradictions_surfaced(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """A contradiction is named as one, with both values where they are given."""
    if not _CONFLICT.search(answer.text):
        return Verdict(False, "no contradiction is named")
    return states(answer, [] if value is True else value, situation)


@check
def both_sources_shown(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Each of the named files stands in the answer."""
    absent = [name for name in ([] if value is True else value) if str(name).casefold() not in answer.text.casefold()]
    return verdict(not absent, f"{', '.join(map(str, absent))} not shown")


@check
def conflict_explained(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It is said what tells the sides apart."""
    lines = [line.text for line in answer.lines if _CONFLICT.search(line.text) or line.kind is Kind.NOTE]
    return verdict(any(_EXPLAINED.search(line) for line in lines), "the sides are not explained")


@check
def gaps_noted(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """What is missing is said; the named words stand there."""
    if not _GAP.search(answer.text):
        return Verdict(False, "no gap is noted")
    return says(answer, [] if value is True else value, situation)


@check
def explains_why(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It says why there is no answer, rather than only that there is none."""
    return verdict(bool(_WHY.search(answer.text)), "it does not say why there is no answer")


@check
def qa_offered(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It offers to put the question on a list."""
    asked = [line.text for line in answer.lines if line.text.rstrip().endswith("?")]
    offered = [*asked, *map(str, answer.json["offers"])]
    return verdict(any(_OFFERED.search(text) for text in offered), "no question for the list is offered")


@check
def refuses(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """No figure is given that the question did not hold, unless a note says of what other time it is."""
    told = [figure for line in answer.lines if line.kind is not Kind.NOTE for figure in line.figures]
    given = [one for one in told if not is_among(one, amounts(situation.query))]
    return verdict(not given, f"it states {given[0].written.strip()}" if given else "")


@check
def question_back(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """It asks which of the named readings is meant, and answers nothing yet."""
    questions = [line.text for line in answer.lines if line.kind is Kind.QUESTION or line.text.endswith("?")]
    if not questions or answer.figures:
        return Verdict(False, "it asks nothing back" if not questions else "it answers before it asks")
    asked = " ".join(questions).casefold()
    absent = [one for one in ([] if value is True else value) if str(one).casefold() not in asked]
    return verdict(not absent, f"it does not ask about {absent}")
