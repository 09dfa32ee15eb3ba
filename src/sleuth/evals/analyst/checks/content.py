"""What an answer holds: amounts, words, files, and what it keeps of the conversation."""

import re
from typing import Any

from sleuth.evals.analyst.amounts import Amount, amounts, is_among
from sleuth.evals.analyst.answer import Answer
from sleuth.evals.analyst.checks.registry import Situation, Verdict, check, listed, verdict


@check
def states(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Each of these amounts is stated, up to rounding."""
    absent = [wanted for wanted in listed(value) if not _is_stated(wanted, answer)]
    return verdict(not absent, f"{', '.join(absent)} is not stated")


@check
def states_one_of(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """One of these amounts is stated."""
    return verdict(any(_is_stated(one, answer) for one in listed(value)), f"none of {value} is stated")


@check
def states_not(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """None of these amounts is stated."""
    stated = [one for one in listed(value) if _is_stated(one, answer)]
    return verdict(not stated, f"it states {', '.join(stated)}")


@check
def right_or_refused(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """One of these amounts is stated, or no figure at all: nothing wrong is shown."""
    if not answer.figures or any(_is_stated(one, answer) for one in listed(value)):
        return Verdict(True)
    return Verdict(False, f"it states {answer.figures[0].written.strip()}, not {value}")


@check
def says(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Each of these words stands in the answer."""
    text = _plain(answer.text)
    absent = [one for one in listed(value) if _plain(one) not in text]
    return verdict(not absent, f"“{', '.join(absent)}” is not said")


@check
def says_not(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """None of these words stands in the answer."""
    text = _plain(answer.text)
    said = [one for one in listed(value) if _plain(one) in text]
    return verdict(not said, f"it says “{', '.join(said)}”")


@check
def cites(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Each of these files is cited."""
    cited = {str(one["filename"]).casefold() for one in answer.json["citations"]}
    absent = [name for name in listed(value) if name.casefold() not in cited]
    return verdict(not absent, f"{', '.join(absent)} is not cited")


@check
def cites_one_of(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """One of these files is cited."""
    cited = {str(one["filename"]).casefold() for one in answer.json["citations"]}
    return verdict(any(name.casefold() in cited for name in listed(value)), f"none of {value} is cited")


@check
def cites_none_of(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """None of these files is cited: others replace them."""
    cited = {str(one["filename"]).casefold() for one in answer.json["citations"]}
    found = [name for name in listed(value) if name.casefold() in cited]
    return verdict(not found, f"it cites {', '.join(found)}, which is replaced")


@check
def skips_the_documents(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """A greeting is answered as one: nothing is cited, and no figure is given."""
    return verdict(not answer.json["citations"] and not answer.figures, "it searched the documents for a greeting")


@check
def assumption_stated(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """What was taken from before is said; the named words stand in the answer."""
    if value is True:
        return verdict(bool(answer.json["assumption"]), "no assumption is stated")
    return says(answer, [value] if isinstance(value, str) else value, situation)


@check
def context_maintained(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """The follow-up is answered for what the conversation is about: these values."""
    return states(answer, value, situation)


@check
def context_reset(answer: Answer, value: Any, situation: Situation) -> Verdict:
    """Nothing of these stands in the answer."""
    kept = [one for one in value if str(one).casefold() in answer.text.casefold()]
    return verdict(not kept, f"it still speaks of {kept}")


def _is_stated(wanted: str, answer: Answer) -> bool:
    return all(is_among(one, _stated_amounts(answer)) for one in amounts(wanted))


def _stated_amounts(answer: Answer) -> list[Amount]:
    """The amounts of the answer; a table's cells also in the scale that its header names."""
    found = [one for line in answer.lines for one in amounts(line.text)]
    for scale, words in ((3, r"thousand|\bk\b|TEUR|'000"), (6, r"million|\bm\b|MEUR")):
        for table in answer.tables:
            if re.search(words, " ".join(line.text for line in table)):
                found += [
                    Amount(a.value.scaleb(scale), a.unit, a.written) for line in table for a in amounts(line.text)
                ]
    return found


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*_`]", "", text).replace("’", "'").casefold().split())
