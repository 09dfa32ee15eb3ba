"""What keeps a sentence from being the answer: what it does not say, or says of something else."""

import re
from collections.abc import Sequence
from itertools import pairwise

from sleuth.evidence.moments import is_within_bounds
from sleuth.evidence.pertinence import asks_for_events, tells_done
from sleuth.evidence.prose import announces, depends, prose_responds
from sleuth.language.asked import AMOUNTS, Answer
from sleuth.language.times import find_times, stated_times
from sleuth.language.tokens import stems
from sleuth.language.weight import has_negation, is_contract, is_legal_form, is_stop
from sleuth.reason.rank.identity import defined_term
from sleuth.reason.rank.matching import Fit, strength
from sleuth.reason.rank.neighbours import is_of_another
from sleuth.reason.rank.reasons import explains, is_of_part_of_year
from sleuth.reason.rank.stating import in_order, states_level
from sleuth.reason.read.reading import Names, Unit
from sleuth.reason.understand.parts import LEAST_TELLING, Question, Term
from sleuth.reason.understand.phrases import says

_LEAST_SAID = 0.4  # of what is asked of the names: names alone are no answer
_LEAST_OF_LIGHT = 0.7  # where only words of little weight are missing
_LEAST_OWN = 0.55  # of the words must stand in the sentence itself
_LEAST_STATED = 0.85  # of the words that neither the document's names nor a heading accounts for
_LEAST_OF_TOPIC = 0.8  # of them where a summary is asked for
_SAME = 0.8  # how well a word must be answered to
_LEAST_LOOSE = 0.7  # of them where none of them stand together as they do in the question
_STRETCH = 60  # words of a long sentence in which all that is asked for must meet
_STRETCH_OF_ACT = 25  # in which what may be done must meet what it is done to: "buy" and "shares"
_FEWEST_STREWN = 2  # words of a question, of which it can be told
_TWO_YEARS = re.compile(r"\b(?:20)?\d\d\s?/\s?(?:20)?\d\d\b")  # "2024/25" is of either


def lists_them(question: Question, text: str) -> bool:
    """Whether a sentence lists what is asked for, or announces it: "each of these is a default: (a) …; (b) …"."""
    lead, mark, items = text.partition(" (a) ")
    is_list = "(b) " in items if mark else announces(text)
    said = stems(lead, question.language)
    return is_list and all(term.stem in said for term in question.terms if term.weight >= 1)


def lacking(question: Question, unit: Unit, names: Names, matched: Fit, states: float) -> str:
    """What keeps a unit from being an answer, in words; empty when nothing does."""
    if not question.terms:
        return "the question names nothing to look for"
    if matched.lost:
        return f"nothing about {_listed(matched.lost)}"
    heavy = any(term.weight >= 1 for term in matched.missing)
    if heavy or matched.coverage < _LEAST_OF_LIGHT:
        return f"too little about {_listed(matched.missing)}" if matched.missing else "too little of what is asked for"
    if matched.said < _LEAST_SAID:
        return "only the names of what is asked for"
    is_loose = matched.apart < _LEAST_LOOSE and not in_order(question, unit)
    is_told = states == 1.0 and bool(question.asked.heads) and not _lost_heads(question, unit)
    least = _LEAST_OF_TOPIC if question.wants_topic else _LEAST_OWN
    is_selected = matched.stated >= _LEAST_STATED or is_told
    if (matched.own < least or is_loose) and not is_selected:
        return "only its surroundings speak of what is asked for"
    if question.wants_level and not states_level(question, unit):
        return "no figure of the measure in it"
    if not states:
        return f"no {question.asked.answer.value} in it"
    if _lost_heads(question, unit):
        return "it does not name what is asked after"
    if not announces(unit.text) and (missed := prose_responds(question.asked, unit.text)):
        return missed
    if _is_only_akin(question, unit):
        return "it speaks of something akin to the one thing that is asked for"
    if _is_torn_compound(question, unit):
        return "its words stand apart"
    if not lists_them(question, unit.text) and _is_strewn(question, unit):
        return "its words stand far apart"
    in_contract = any(is_contract(word, question.language) for word in names.called)
    if asks_for_events(question.asked) and in_contract and not tells_done(unit.text, question.language):
        return "a contract tells what is provided for"
    if says("signed", question.text) and not says("signing", unit.text):
        return "it tells nobody who signed"
    if question.kind is Answer.PERSON and says("succeeds", question.text) and not says("succession", unit.text):
        return "it does not tell who comes next"
    if says("why", question.text) and not explains(question, unit):
        return "it gives no reason for that"
    of_part = question.kind is not Answer.REASON or is_of_part_of_year(question, unit, names)
    if not of_part or not is_of_period(question, unit, names):
        return "it speaks of another time"
    if has_negation(unit.words, question.language) != question.is_negated and question.is_negated:
        return "it does not deny what the question denies"
    if is_of_another(question, unit.text):
        return "it says so of another"
    if _leaves_out_subject(question, unit, names):
        return "it does not name whom the question is about"
    if _defines_another(question, unit.text):
        return "it defines something else"
    return ""


_SUBJECT = re.compile(
    r"\b(?:(?:what|how much|how many)\b[^?]*? (?:do|does|did) (?:the )?|vad \w+ )(?P<name>[^\W\d_][\w&-]*)", re.I
)


def _leaves_out_subject(question: Question, unit: Unit, names: Names) -> bool:
    """Whether a question asks what somebody does or has, and a sentence of another's document does not name them."""
    found = _SUBJECT.search(question.text)
    subject = next((t for t in question.terms if found and t.is_name and t.text == found["name"]), None)
    if subject is None:
        return False
    around = unit.around
    said = around.own | around.kin | (around.before if around.refers else frozenset())
    if not any(
        is_legal_form(form.text) and name.text[:1].isupper() and not is_stop(name.text, question.language)
        for name, form in pairwise(unit.words)
    ):
        # It names no other company: it may speak of the one whose document this is.
        said |= around.called | names.known([(subject.stem, subject.text)])
    return strength(subject, said, question.language) < _SAME


def _defines_another(question: Question, text: str) -> bool:
    """Whether a clause says what a term of a contract means, and the question names nothing of that term."""
    term = stems(defined_term(text), question.language)
    return bool(term) and not any(strength(asked, term, question.language) >= _SAME for asked in question.terms)


def _is_strewn(question: Question, unit: Unit) -> bool:
    """Whether the words of a question stand in a long sentence without any place in it where most of them meet.

    A clause of two hundred words says many things: that one has "enter" and another "board" tells nothing of both.
    """
    if unit.row is not None or len(unit.words) <= _STRETCH:
        return False
    telling = [term for term in question.terms if term.weight >= 1 and not term.is_name]
    places = [_places_of(term, unit, question.language) for term in telling]
    said = [found for found in places if found]
    if len(said) < _FEWEST_STREWN:
        return False
    starts = sorted({place for found in said for place in found})
    stretch = _STRETCH_OF_ACT if question.kind is Answer.CHOICE else _STRETCH
    most = max(sum(any(start <= place < start + stretch for place in found) for found in said) for start in starts)
    return most < len(said)


def _places_of(term: Term, unit: Unit, language: str) -> list[int]:
    """Where the words of a sentence say a term, counted in words."""
    return [
        number for number, word in enumerate(unit.words) if strength(term, frozenset((word.stem,)), language) >= _SAME
    ]


_WHERE = re.compile(r"^\W*where(?: is|'s|’s| are) (?:the|its|your|their)\b", re.IGNORECASE)


def _is_torn_compound(question: Question, unit: Unit) -> bool:
    """Whether "where is the head office?" meets its words apart: "the chief financial officer" is at its head."""
    said = sum(term.stem in unit.around.own for term in question.terms if term.weight >= 1)
    return _WHERE.match(question.text) is not None and said > 1 and not in_order(question, unit)


def _is_only_akin(question: Question, unit: Unit) -> bool:
    """Whether an amount is asked for, and a sentence has only other words for that of which: a fine is no penalty."""
    asked = [term for term in question.terms if term.weight >= LEAST_TELLING and not term.is_name]
    if question.asked.answer not in AMOUNTS or not asked:
        return False
    around = unit.around
    return not any(term.stem in around.own | around.before | around.above for term in asked)


def _lost_heads(question: Question, unit: Unit) -> bool:
    """Whether a sentence leaves out the noun that is asked after."""
    if question.clauses:
        return False
    said = unit.around.own | (unit.around.before if unit.around.refers else frozenset())
    return any(not head & said for head in question.asked.heads)


def is_of_period(question: Question, unit: Unit, names: Names) -> bool:
    """Whether a unit speaks of the time asked for, by its own words, its headings or its document's names."""
    asked = question.times
    if not asked.is_named:
        return True
    stated = stated_times(unit.text)
    if stated.cover(asked) or (asked.years & stated.years and not asked.has_quarter):
        return True
    if depends(question.asked) and is_within_bounds(find_times(question.text), unit.text):
        return True
    if names.times.cover(asked):
        begun = _TWO_YEARS.search(question.text) and {year - 1 for year in asked.years} & stated.years
        return not stated.contradict(asked) or asked.has_quarter or bool(begun)
    nearby = stated_times(" ".join(unit.headings))
    return nearby.cover(asked) or (not stated.years and _years_before(asked.years, unit))


def _years_before(years: frozenset[int], unit: Unit) -> bool:
    return bool(years) and any(str(year) in unit.around.before | unit.around.above for year in years)


def _listed(terms: Sequence[Term]) -> str:
    return ", ".join(f"“{term.text}”" for term in terms)
