"""The provisions of agreements, as amended, that answer a question: on its topic, and saying the rest of its words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sleuth.evidence.prose import announces
from sleuth.findings.text.changing import leaves_unchanged
from sleuth.findings.text.provisions import Provision, term_defined
from sleuth.language.asked import AMOUNTS, Answer
from sleuth.reason.contracts.asked import Asked, beside, is_loose, names_of, rest_of, topics_of, unsaid_in
from sleuth.reason.contracts.naming import names_it, words_of_terms
from sleuth.reason.contracts.stated import Stated, says, states
from sleuth.reason.contracts.topics import Found, Topic, is_called, is_headed, nearness, topics
from sleuth.reason.rank.provisions import line_of
from sleuth.reason.understand.lexicon import table, word_sets
from sleuth.reason.understand.parts import Term

_BY_OTHER_TOPIC, _BY_WORDS, _BY_VALUE = 0.4, 0.6, 0.3  # parts of a score, beside the nearness of the topic
_CERTAIN, _UNDER = 0.7, 0.5  # nearness: by a name or the wording; by the heading above alone
_DEFINES = 0.15  # off for what only says what a word means
_RIVAL = 0.15  # below the best: how near what another agreement says makes it uncertain which is meant
_MOST, _LONGEST = 4, 1_200  # provisions and characters that are told of one section
_FEWEST = 3  # words that must be said where no topic is known
_SHORT = 200  # characters of a provision that says nothing else
_DEFINED = re.compile(r"\bmeanings? (?:in|given|set out|ascribed|assigned|defined)\b")  # "has the meaning given in 2.1"
_REFERENCE = re.compile(  # to where something is said: "the table in Clause 8.2"
    r"\b(?:clause|section|article|paragraph|schedule|annex|appendix|part)s?\s\d[\d.]*", re.IGNORECASE
)
_IN_SCHEDULE = re.compile(  # "for each year the amount set out in Schedule 2"
    r"\b(?:set out|listed|stated|specified|shown|described)\b.{0,60}\b(?:in|against)\b.{0,40}"
    r"\b(?:schedule|annex|appendix|exhibit|part|clause|section)\b",
    re.IGNORECASE,
)
_PART = re.compile(  # "12%", "three months of the rent", "two months' rent"
    r"%|\bper ?cent\b|\bprocent\b|\bmonths?['’]?(?: of)?(?: the)? (?:\w+ )?(?:rents?|salar(?:y|ies)|fees?|pay)\b"
)
_JOINS = re.compile(r"\b(?:and|och|plus)\b|[+&,/]")  # of two questions in one
_STATED = (*AMOUNTS, Answer.DATE, Answer.DURATION, Answer.PERSON)


@dataclass(frozen=True, slots=True)
class _Weighed:
    stated: Stated
    near: float  # to the chief topic
    is_called: bool  # by a name of that
    is_headed: bool  # by words of the question as they stand there, several of them: "Prepayment fee"
    words: float  # 0 to 1: of the other words of the question
    score: float

    @property
    def rank(self) -> tuple[bool, float]:
        """What is certainly on the topic goes before what only stands under a heading that names it."""
        return self.near >= _CERTAIN, self.score


@dataclass(frozen=True, slots=True)
class Chosen:
    """The provisions that answer a question, in their order, and their topic, where that is known."""

    provisions: tuple[Stated, ...] = ()
    topic: Topic | None = None
    unsaid: tuple[str, ...] = ()  # words of the question that the agreement nowhere says


def choose(asked: Asked, pool: Sequence[Stated]) -> Chosen:
    """The provisions that answer; none where none does for certain, or several agreements may.

    No provision says what happened or why, or speaks of a name that the whole agreement does not know.
    """
    question = asked.question
    found = topics_of(asked)
    unsaid = unsaid_in(asked, pool, found)
    if question.kind is Answer.REASON or _asks_what_happened(question.text.lower()) or not unsaid:
        return Chosen()
    terms = words_of_terms(one.provision for one in pool)
    asked = replace(asked, unsaid=frozenset(word for words in unsaid.values() for word in words), terms=terms)
    pool = [one for one in pool if one.agreement in unsaid and (one.goes_on or _says_something(one.provision))]
    chosen = _on_topic(asked, _of_any_case(asked, pool, found), found)
    if chosen is None and not any(one.is_named for one in found):  # what is said of another topic is no answer
        chosen = _by_words(asked, pool)
    if chosen is None or not chosen.provisions:
        return Chosen()
    return replace(chosen, unsaid=unsaid[chosen.provisions[0].agreement])


def _asks_what_happened(text: str) -> bool:
    """Whether a question is after what happened, and not after what an amendment did: that is what it provides."""
    words = table("topics")
    return re.search(str(words["occurred"]), text) is not None and re.search(str(words["amended"]), text) is None


def _of_any_case(asked: Asked, pool: Sequence[Stated], found: Sequence[Found]) -> Sequence[Stated]:
    """Without what holds in a special case that is not asked for, as six months' notice after a change of control for
    "can they walk away?", and without what only says what a word means.
    """
    if any(one.topic.is_circumstance for one in found):
        return pool
    cases = [one for one in topics() if one.is_circumstance]
    told = [one for one in pool if all(nearness(case, one.provision) < _CERTAIN for case in cases)]
    if asked.question.kind is Answer.DEFINITION:
        return told
    return [one for one in told if not _defines(one.provision) or _gives_value(one.provision)]


def _defines(provision: Provision) -> bool:
    """Whether a provision is one sentence that says what its name means, in whatever clause that is told."""
    return len(provision.passages) == 1 and bool(term_defined(provision.passages[0]))


def _gives_value(definition: Provision) -> bool:
    """Whether a definition states a value itself, and not where it is stated."""
    said = _REFERENCE.sub(" ", definition.text)
    return any(map(str.isdigit, said)) and not _points(definition.text)


def _points(text: str) -> bool:
    return len(text) <= _SHORT and _IN_SCHEDULE.search(text) is not None


def _says_something(provision: Provision) -> bool:
    """Whether a provision says more than that a clause stands as it is, or where a word is defined."""
    is_defined = len(provision.text) <= _SHORT and _DEFINED.search(provision.text) is not None
    is_unchanged = all(leaves_unchanged(one.text) for one in provision.passages)
    return not (is_unchanged or is_defined or announces(provision.text))


@dataclass(frozen=True, slots=True)
class _OfTopic:
    """What is told of one topic of a question."""

    found: Found
    best: _Weighed
    told: list[Stated]


def _on_topic(asked: Asked, pool: Sequence[Stated], found: Sequence[Found]) -> Chosen | None:
    """What is on the topic of a question, and on another that it joins to that; None where nothing is for certain."""
    named = [one for one in found if one.is_named or one.topic.is_circumstance] or found
    circumstances = [one for one in named if one.topic.is_circumstance]  # what then holds is said under them
    beside = found if circumstances else named  # of all that a case brings, what is on the other topics too
    told = [one for chief in circumstances or named if (one := _of_topic(asked, pool, chief, beside)) is not None]
    if not told:
        return None
    chief = max(told, key=lambda one: one.best.rank)
    provisions = list(chief.told)
    if _JOINS.search(asked.question.text) and not circumstances:
        others = [_of_topic(asked, pool, one, found) for one in found if one is not chief.found]
        provisions += [one.best.stated for one in others if one is not None and _is_another(one, chief)][:1]
    return Chosen(tuple(dict.fromkeys(provisions)), chief.found.topic)


def _is_another(one: _OfTopic, chief: _OfTopic) -> bool:
    """Whether a topic is certainly told, of the same agreement, and not by what is told already."""
    is_own = one.best.stated.agreement == chief.best.stated.agreement and one.best.near >= _CERTAIN
    return (
        is_own
        and one.best.stated not in chief.told
        and nearness(one.found.topic, chief.best.stated.provision) < _CERTAIN
    )


def _of_topic(asked: Asked, pool: Sequence[Stated], chief: Found, found: Sequence[Found]) -> _OfTopic | None:
    """What answers of one topic; None where nothing does for certain."""
    rest = list(rest_of(asked, found))
    others = [one for one in found if one is not chief]
    every = (_weigh(asked, one, chief, others, rest) for one in pool)
    weighed = [_sole(one, chief, pool) for one in every if one.near]
    terms = [*beside(asked, chief, found), *_names_to_say(asked, pool, found, _meaning(chief, weighed))]
    apart = [] if _JOINS.search(asked.question.text) else _apart(asked, chief)
    loosely = is_loose(chief, pool, asked)
    sure = [one for one in weighed if _is_certain(one, rest, loosely=loosely) and _says_all(one, terms, asked)]
    certain = [one for one in sure if all(nearness(other.topic, one.stated.provision) for other in apart)]
    headed = [one for one in certain if one.is_headed]
    ranked = sorted(headed or certain, key=lambda one: one.rank, reverse=True)
    told = _told(ranked, chief, weighed, pool) if ranked else []
    leading = [one for one in ranked if one.stated in told and _leads(one, ranked[0], chief)]
    is_told = any(_answers(asked, one, chief) for one in leading)
    return _OfTopic(chief, ranked[0], told) if is_told else None


def _names_to_say(
    asked: Asked, pool: Sequence[Stated], found: Sequence[Found], meaning: Sequence[Stated]
) -> list[Term]:
    """The names that a provision must say, but for those that the meaning of a circumstance says: "if Fjord sells"."""
    language = asked.question.language
    return [one for one in names_of(asked, pool, found) if not any(says(other, one, language) for other in meaning)]


def _sole(one: _Weighed, chief: Found, pool: Sequence[Stated]) -> _Weighed:
    """A provision, as certain where it is all that stands under a word of the topic's name: 12.1 under "12. Law" for
    the governing law."""
    heading = one.stated.provision.section
    names_it = bool(heading) and any(heading in phrase.split() for phrase in chief.phrases)
    if one.near < _UNDER or not names_it or one.stated.is_amending:
        return one
    is_sole = sum(_is_of_section(other, one.stated) for other in pool) == 1
    return replace(one, near=max(one.near, _CERTAIN)) if is_sole else one


def _meaning(chief: Found, near: Sequence[_Weighed]) -> list[Stated]:
    """What agreements mean by a circumstance; none of another topic."""
    if not chief.topic.is_circumstance:
        return []
    return [one.stated for one in near if one.stated.provision.is_definition and one.near >= _UNDER]


def _leads(one: _Weighed, best: _Weighed, chief: Found) -> bool:
    """Whether one that is told may state the value: the best, its amendment, or one of a section on the topic alone:
    "the rent is 9,000" beside "the rent rises by 3%".
    """
    is_beside = _is_of_section(one.stated, best.stated) and is_headed(chief.topic, best.stated.provision, alone=True)
    return one is best or one.stated.is_amending or is_beside


def _apart(asked: Asked, chief: Found) -> list[Found]:
    """The other topics of a question that joins none: what answers is on them too, as "quit over poor delivery"."""
    own, heads = set(" ".join(chief.phrases).split()), word_sets("topics", "heads")
    others = [(one, set(one.phrase.split())) for one in topics_of(asked) if one.topic is not chief.topic]
    return [one for one, words in others if not own & words and not words <= heads]  # "term" of "payment term"


def _says_all(one: _Weighed, terms: Sequence[Term], asked: Asked) -> bool:
    return all(says(one.stated, term, asked.question.language) for term in terms)


def _answers(asked: Asked, one: _Weighed, chief: Found) -> bool:
    """Whether it states a value of the kind that is asked for, where one is; or is called by what is asked for.

    One that only points to a schedule does not.
    """
    question, text = asked.question, one.stated.provision.text
    if _points(text) or not names_it(question, one.stated.provision, asked.terms):
        return False
    gives = states(question, one.stated) or (
        question.asked.answer is Answer.MONEY and chief.topic.is_in_parts and _PART.search(text) is not None
    )
    return question.asked.answer not in _STATED or one.is_called or gives


def _weigh(asked: Asked, stated: Stated, chief: Found, others: Sequence[Found], rest: Sequence[Term]) -> _Weighed:
    question = asked.question
    is_headed_so = _is_headed_so(stated.provision, chief, question.text)
    near = 1.0 if is_headed_so else nearness(chief.topic, stated.provision)
    beside = max((nearness(one.topic, stated.provision) for one in others), default=0.0) if near else 0.0
    words = _share(rest, stated, question.language) if near else 0.0
    if stated.provision.is_definition and chief.topic.is_circumstance and question.kind is not Answer.DEFINITION:
        near = min(near, _CERTAIN) - _DEFINES
    score = near + _BY_OTHER_TOPIC * beside + _BY_WORDS * words + _BY_VALUE * states(question, stated)
    return _Weighed(stated, near, is_called(chief.topic, stated.provision), is_headed_so, words, score)


def _is_headed_so(provision: Provision, chief: Found, question: str) -> bool:
    """Whether a question says the heading of a provision, of several words and with those that ask for the topic.

    A heading of two things singles out neither: "Governing law and disputes".
    """
    if _JOINS.search(provision.section):
        return False
    heading, line = line_of(provision.section), line_of(question)
    of_topic = f" {chief.phrase} " in heading and heading.strip() != chief.phrase
    return of_topic and heading in line


def _is_certain(one: _Weighed, rest: Sequence[Term], *, loosely: bool) -> bool:
    """Whether a provision is on a topic for certain: by its name or wording, or under its heading in other words."""
    says_rest = bool(rest) and one.words >= _UNDER
    if loosely and rest and not says_rest:
        return False
    return one.near >= (_UNDER if says_rest else _CERTAIN)


def _told(ranked: Sequence[_Weighed], chief: Found, near: Sequence[_Weighed], pool: Sequence[Stated]) -> list[Stated]:
    """The best and what belongs to it: its short section, where that is on the topic alone, what amendments say of the
    topic or change of these, and what the agreement means by it, where it is a circumstance.
    """
    best = ranked[0]
    if any(one.score >= best.score - _RIVAL for one in ranked if one.stated.agreement != best.stated.agreement):
        return []
    of_agreement = [one for one in pool if one.agreement == best.stated.agreement]
    chosen = {best.stated, *_section(best, chief, near)}
    amending = [one.stated for one in ranked if one.stated.is_amending and one.near >= _CERTAIN]
    chosen.update([one for one in amending if one.agreement == best.stated.agreement][:_MOST])
    changed = [one for one in of_agreement if any(one.is_changed_by(other) for other in chosen)]
    base = [one.stated for one in ranked if one.stated in of_agreement and not one.stated.is_amending]
    chosen.update(changed[:_MOST] or base[: best.stated.is_amending])
    chosen.update([one for one in of_agreement if any(other.is_changed_by(one) for other in chosen)][:_MOST])
    chosen.update(one for one in _meaning(chief, near) if one.agreement == best.stated.agreement)
    return sorted(chosen, key=lambda one: one.place)


def _section(best: _Weighed, chief: Found, near: Sequence[_Weighed]) -> list[Stated]:
    """The provisions of the best one's section, where that is short: all where its heading names the topic alone, else
    those that say about as much.
    """
    every = [one for one in near if _is_of_section(one.stated, best.stated)]
    is_whole = is_headed(chief.topic, best.stated.provision, alone=True)
    section = [one.stated for one in every if is_whole or one.score >= best.score - _RIVAL]
    is_short = len(section) <= _MOST and sum(len(one.provision.text) for one in section) <= _LONGEST
    return section if is_short else []


def _is_of_section(one: Stated, other: Stated) -> bool:
    same = one.provision.number[:1] == other.provision.number[:1] and one.provision.section == other.provision.section
    return one.document == other.document and same


def _by_words(asked: Asked, pool: Sequence[Stated]) -> Chosen:
    """The one provision that says all words of weight."""
    rest = list(rest_of(asked, ()))
    if len([term for term in rest if term.weight >= 1]) < _FEWEST:
        return Chosen()
    full = [one for one in pool if all(says(one, term, asked.question.language) for term in rest)]
    is_stated = asked.question.asked.answer not in _STATED or any(states(asked.question, one) for one in full)
    is_named = all(names_it(asked.question, one.provision, asked.terms) for one in full)
    return Chosen(tuple(full)) if len(full) == 1 and is_stated and is_named else Chosen()


def _share(rest: Sequence[Term], stated: Stated, language: str) -> float:
    weights = sum(term.weight for term in rest)
    return sum(term.weight for term in rest if says(stated, term, language)) / weights if rest else 0.0
