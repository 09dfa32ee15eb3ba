"""Whether a sentence stands out as the answer, or others of its document answer as well and say something else.

Words that many sentences share single out none of them: where "What did they pay for Beck?" meets ten sentences with
Beck and an amount, the best by a hair is a guess.
"""

from collections.abc import Sequence

from sleuth.evidence.reading import read
from sleuth.language.asked import Answer
from sleuth.language.tokens import stems
from sleuth.reason.rank.candidate import Candidate
from sleuth.reason.rank.ranking import is_headed_as_asked
from sleuth.reason.understand.parts import Question
from sleuth.reason.understand.phrases import says

_AS_WELL = 0.1  # of the score: how near a rival must come
_SAME_WORDS = 0.5  # of all their words that two sentences share which say one thing
_OPEN = (Answer.REASON, Answer.DEFINITION)  # there may be many, and each of them answers


def is_undecided(question: Question, best: Candidate, ranked: Sequence[Candidate], told: Sequence[Candidate]) -> bool:
    """Whether one of the ranked candidates of a document answers about as well as the best and says another thing.

    What is `told` with the best is no rival, and a sentence under the heading that is asked for has none without it.
    """
    is_open = question.wants_many or question.kind in _OPEN or says("event", question.text)
    if question.clauses or is_open or best.value is not None:
        return False
    shown = {_place(one) for one in (best, *told)}
    near = [one for one in ranked if one.answers and one.score >= best.score - _AS_WELL and _place(one) not in shown]
    if is_headed_as_asked(question, best.unit):
        near = [one for one in near if is_headed_as_asked(question, one.unit)]
    return any(not _says_the_same(best.unit.text, one.unit.text, question.language) for one in near)


def _place(candidate: Candidate) -> tuple[int, int]:
    return candidate.evidence.page.number, candidate.unit.start


def _says_the_same(one: str, other: str, language: str) -> bool:
    """Whether two sentences share a quantity, have none of one kind, or share most of their words."""
    quantities = [{(q.unit, q.value) for q in read(text, language).quantities} for text in (one, other)]
    if all(quantities):
        units = [{unit for unit, _ in found} for found in quantities]
        return bool(quantities[0] & quantities[1]) or not units[0] & units[1]
    words = [stems(text, language) for text in (one, other)]
    return len(words[0] & words[1]) >= _SAME_WORDS * len(words[0] | words[1])
