"""Ranks the sentences of the evidence as answers, and decides whether one of them is an answer at all."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from sleuth.evidence.moments import is_within_bounds
from sleuth.evidence.pertinence import asks_for_events, tells_done
from sleuth.evidence.prose import announces, depends, prose_responds, states_value
from sleuth.findings.text.sentences import LABELLED
from sleuth.language.asked import Answer
from sleuth.language.times import find_times, stated_times
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import has_negation, is_contract, is_heavy, is_legal_form, is_stop
from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.identity import defined_term, defines, introduces, names_someone
from sleuth.reason.rank.matching import Fit, Surroundings, fit, strength, torn_name
from sleuth.reason.rank.neighbours import is_of_another
from sleuth.reason.rank.reasons import explains, is_of_part_of_year, naming_document, with_explained
from sleuth.reason.read.cells import Row, Value
from sleuth.reason.read.reading import Merit, Names, Reading, Unit
from sleuth.reason.understand.parts import Question, Term
from sleuth.reason.understand.phrases import says

_FOUND_EARLY = 0.06  # for a page that the search found first
_NEAR = 4  # words apart at which two are neighbours
_LEAST_SAID = 0.4  # of what is asked of the names: names alone are no answer
_FEWEST_WORDS = 4
_MOST_PAGES = 12  # of a document, best first
_LEAST_OF_LIGHT = 0.7  # where only words of little weight are missing
_LEAST_OWN = 0.55  # of the words must stand in the sentence itself
_LEAST_STATED = 0.85  # of the words that neither the document's names nor a heading accounts for
_LEAST_OF_TOPIC = 0.8  # of them where a summary is asked for
_AMOUNTS = (Answer.MONEY, Answer.NUMBER, Answer.COUNT, Answer.SHARE)
_AS_GOOD = 0.02  # of the score: what tells of it first on a page is the better answer then
_LEAST_TELLING = 0.3  # weight of a word that tells anything
_SAME = 0.8  # how well a word must be answered to
_LEAST_LOOSE = 0.7  # of them where none of them stand together as they do in the question
_STRETCH = 60  # words of a long sentence in which all that is asked for must meet
_STRETCH_OF_ACT = 25  # in which what may be done must meet what it is done to: "buy" and "shares"
_FEWEST_STREWN = 2  # words of a question, of which it can be told
_WORDED = re.compile(r"[^\W\d]{3,}\W+[^\W\d]{2,}|[^\W\d]{5,}")  # more than a mark or a reference
_TWO_YEARS = re.compile(r"\b(?:20)?\d\d\s?/\s?(?:20)?\d\d\b")  # "2024/25" is of either
_SHARE = re.compile(r"\d[\d.,]*\s?(?:%|per ?cent\b|procent\b)", re.IGNORECASE)
_ASIDE = re.compile(r"\((?![a-z0-9ivx]{1,4}\))")  # what stands in brackets only explains
_FOOTNOTE = re.compile(
    r"\(\d\)\s+(?:Calculated|Represents|Includes|Excludes|Reflects|Relates|Amounts?|See)\b"
)  # of a table
_NARROWED = re.compile(  # but not by the day of which it is true
    r"\s+(?:in|at|of|from|who|whose|i|på|som)\b(?!\s+(?:the\s+(?:end|year)|\d|[A-Z][a-z]+\s+\d))"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible answer: where it stands, how good it is, and what speaks against it."""

    evidence: Evidence
    unit: Unit
    score: float
    lacks: str  # empty when it answers; else what is missing, in words
    value: Value | None = None
    follows: str = ""  # the sentence that announces it, of an item of a list

    @property
    def answers(self) -> bool:
        """Whether it answers the question."""
        return not self.lacks


def places(evidence: Sequence[Evidence]) -> Iterator[tuple[Evidence, float]]:
    """Each page of the evidence once, best first, with the weight of its place in the search."""
    seen: set[tuple[int, int]] = set()
    for rank, item in enumerate(sorted(evidence, key=lambda e: -e.score)):
        key = (item.document_id, item.page.number)
        if key not in seen and len(seen) < _MOST_PAGES:
            seen.add(key)
            yield item, 1.0 / (1.0 + 0.25 * rank)


def rank_sentences(question: Question, evidence: Sequence[Evidence], reading: Reading) -> list[Candidate]:
    """Every unit of the evidence's pages as an answer, best first; those that answer come before those that do not."""
    found = []
    for item, prior in places(evidence):
        judge = partial(_judge, question, reading.names(item.document))
        for merit in reading.judged(("sentences", question), item.document, item.page, judge):
            found.append(Candidate(item, merit.unit, merit.score + _FOUND_EARLY * prior, merit.lacks))
    units = [unit for item, _ in places(evidence) for unit in reading.units(item.document, item.page)]
    if torn := torn_name(question.terms, units):
        found = [replace(candidate, lacks=f"nothing about “{torn}”") for candidate in found]
    ranked = sorted(found, key=lambda c: (not c.answers, -c.score))
    return _first_told(ranked) if question.kind is Answer.CHOICE else ranked


def _first_told(ranked: list[Candidate]) -> list[Candidate]:
    """The ranking, headed by the first on its page of those as good as the best: the rest only goes on about it."""
    if not ranked:
        return ranked
    best = ranked[0]
    equals = [
        one
        for one in ranked
        if one.answers == best.answers
        and one.evidence.page == best.evidence.page
        and one.evidence.document_id == best.evidence.document_id
        and one.score >= best.score - _AS_GOOD
    ]
    first = min(equals, key=lambda one: one.unit.start)
    return [first, *(one for one in ranked if one is not first)]


def _is_quotable(unit: Unit) -> bool:
    """Whether a unit can be an answer as it stands; rows of figures are answered by cell, not quoted whole."""
    if unit.is_heading or _ASIDE.match(unit.text) or _FOOTNOTE.match(unit.text):
        return False
    if unit.row is not None and not _is_worded(unit.row):
        return False
    return len(unit.words) >= _FEWEST_WORDS or LABELLED.match(unit.text) is not None


def _is_worded(row: Row) -> bool:
    """Whether at least half of a row's values are words that its label does not say."""
    label = row.label.casefold()
    worded = [
        v
        for v in row.values
        if not v.is_number and (w := _WORDED.search(v.text)) and not label.startswith(w[0].casefold())
    ]
    return bool(worded) and len(worded) * 2 >= len(row.values)


def _judge(question: Question, names: Names, unit: Unit) -> Iterator[Merit]:
    if _is_quotable(unit):
        unit = _with_own_heading(question, unit)
        known = names.known(question.selecting)  # the document is the contract that the question calls so
        known |= naming_document(question, names)
        terms = [term for term in question.terms if term.stem not in known]
        alone = fit(terms, _as_asked(question, unit.around), question.language)
        states = _states(question, unit)
        told = with_explained(question, unit)
        matched = alone if told is unit else fit(terms, _as_asked(question, told.around), question.language)
        lacks = _lacks(question, told, names, matched, states)
        yield Merit(unit, _score(question, unit, alone, states), lacks)


def _as_asked(question: Question, around: Surroundings) -> Surroundings:
    """A measure that goes by another of its names is the one asked for; a single word may mean other things."""
    named = {
        word
        for metric in question.metrics
        if any(len(name) > 1 and around.own.issuperset(name) for name in metric.names)
        for word in metric.asked
    }
    return replace(around, own=around.own | named) if named else around


def _score(question: Question, unit: Unit, matched: Fit, states: float) -> float:
    content = [t for t in unit.words if not is_stop(t.text, question.language)]
    focus = min(1.0, 8 / (len(content) + 1))
    score = 0.6 * matched.coverage + 0.4 * matched.own + 0.06 * focus
    score += _merit(question, unit, states)
    score += 0.08 * _in_order(question, unit)
    return score - 0.15 * bool(unit.row) - 0.1 * unit.text[:1].islower() - 0.15 * announces(unit.text)


def _merit(question: Question, unit: Unit, states: float) -> float:
    """What the form of a sentence adds: that of the answer, naming what is asked for, or only pointing elsewhere."""
    merit = 0.1 * (states == 1.0) - 0.15 * (states < 1.0 and question.kind is Answer.DATE)
    if question.things and (defines(question, unit.text) or introduces(question.things, unit.text)):
        merit += 0.25
    if question.wants_many:
        merit += 0.2 * lists_them(question, unit.text)
    return merit - 0.3 * (question.kind is not Answer.DEFINITION and says("points", unit.text))


def _with_own_heading(question: Question, unit: Unit) -> Unit:
    """A sentence with the nearest heading's words, which it need not repeat, where that says nothing but what is asked.

    "(d) Assignment. Neither party may …" of "can it be assigned?". Any other sentence as it is.
    """
    if not is_headed_as_asked(question, unit):
        return unit
    return replace(unit, around=replace(unit.around, own=unit.around.own | _heading_words(question, unit)))


def is_headed_as_asked(question: Question, unit: Unit) -> bool:
    """Whether the nearest heading of a sentence says nothing but what is asked."""
    named = _heading_words(question, unit)
    return bool(named) and named <= question.stems


def _heading_words(question: Question, unit: Unit) -> frozenset[str]:
    words = tokens(unit.headings[-1], question.language) if unit.headings else ()
    return frozenset(word.stem for word in words if is_heavy(word.text, question.language) and not word.is_number)


def lists_them(question: Question, text: str) -> bool:
    """Whether a sentence lists what is asked for, or announces it: "each of these is a default: (a) …; (b) …"."""
    lead, mark, items = text.partition(" (a) ")
    is_list = "(b) " in items if mark else announces(text)
    said = stems(lead, question.language)
    return is_list and all(term.stem in said for term in question.terms if term.weight >= 1)


def _states(question: Question, unit: Unit) -> float:
    """1 where a sentence has the form of the answer, .5 where it may do, 0 where it cannot be one."""
    if question.kind is Answer.PERSON and question.things:
        return 1.0 if names_someone(question.things, unit.text) else 0.0
    if question.kind is Answer.DEFINITION and defines(question, unit.text):
        return 1.0
    if question.wants_level and all(metric.is_count for metric in question.metrics):
        return 1.0 if _counts(question, unit) else 0.0
    return states_value(question.asked, unit.text)


def _states_level(question: Question, unit: Unit) -> bool:
    """Whether a sentence names the measure asked for, and a figure of it."""
    known = unit.around.own | unit.around.before | unit.around.above
    named = any(set(name) <= known for metric in question.metrics for name in (metric.asked, *metric.names))
    rates = says("percent", question.text) or any(metric.is_rate for metric in question.metrics)
    text = unit.text if rates else _SHARE.sub(" ", unit.text)
    figure = replace(question.asked, answer=Answer.NUMBER)
    return named and states_value(figure, text) == 1.0


def _counts(question: Question, unit: Unit) -> bool:
    """Whether a number stands right before the measure's name, which nothing narrows, or right after all of it.

    "257 employees", "the number of employees was 257".
    """
    names = {name for metric in question.metrics for name in metric.names}
    openings = {name[0] for name in names}
    before = any(
        a.is_number and a.end + 1 == b.start and b.stem in openings and not _is_narrowed(question, unit, b)
        for a, b in pairwise(unit.words)
    )
    return before or _counted_after(names, question, unit)


def _counted_after(names: Iterable[tuple[str, ...]], question: Question, unit: Unit) -> bool:
    words = [word for word in unit.words if not is_stop(word.text, question.language)]
    stems = [word.stem for word in words]
    return any(
        tuple(stems[end - len(name) : end]) == name and words[end].is_number and not find_times(words[end].text)
        for name in names
        for end in range(len(name), len(words))
    )


def _is_narrowed(question: Question, unit: Unit, name: Token) -> bool:
    """Whether what follows the name makes it less than what is asked for: employees in Norway."""
    found = _NARROWED.match(unit.text, name.end)
    following = next((word for word in unit.words if found and word.start >= found.end()), None)
    return following is not None and following.stem not in question.stems


def _in_order(question: Question, unit: Unit) -> float:
    """The share of neighbouring question words that are neighbours here too.

    A Swedish question turns verb and subject round: "När beslutade regeringen", "regeringen beslutade".
    """
    terms = question.terms
    if sum(term.stem in unit.around.own for term in terms) < 2:
        return 0.0
    where: dict[str, int] = {}
    for index, token in enumerate(unit.words):
        where.setdefault(token.stem, index)
    steps = [where[b.stem] - where[a.stem] for a, b in pairwise(terms) if a.stem in where and b.stem in where]
    least = -_NEAR if question.language == "sv" else 1
    return sum(least <= step <= _NEAR for step in steps) / (len(terms) - 1)


def _lacks(question: Question, unit: Unit, names: Names, matched: Fit, states: float) -> str:
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
    is_loose = matched.apart < _LEAST_LOOSE and not _in_order(question, unit)
    is_told = states == 1.0 and bool(question.asked.heads) and not _lost_heads(question, unit)
    least = _LEAST_OF_TOPIC if question.wants_topic else _LEAST_OWN
    is_selected = matched.stated >= _LEAST_STATED or is_told
    if (matched.own < least or is_loose) and not is_selected:
        return "only its surroundings speak of what is asked for"
    if question.wants_level and not _states_level(question, unit):
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
    return _WHERE.match(question.text) is not None and said > 1 and not _in_order(question, unit)


def _is_only_akin(question: Question, unit: Unit) -> bool:
    """Whether an amount is asked for, and a sentence has only other words for that of which: a fine is no penalty."""
    asked = [term for term in question.terms if term.weight >= _LEAST_TELLING and not term.is_name]
    if question.asked.answer not in _AMOUNTS or not asked:
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
