"""The provisions of agreements, as amended, that answer a question: on its topic, and saying the rest of its words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from sleuth.evidence.prose import states_value
from sleuth.findings.text.amending import leaves_unchanged
from sleuth.findings.text.clauses import is_within
from sleuth.findings.text.provisions import Provision
from sleuth.language.asked import AMOUNTS, Answer
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import is_heavy
from sleuth.reason.contracts.topics import Found, Topic, is_called, is_headed, nearness, topics_in
from sleuth.reason.rank.matching import strength
from sleuth.reason.read.called import meant_by
from sleuth.reason.understand.lexicon import word_sets
from sleuth.reason.understand.parts import LEAST_TELLING, Question, Term

_BY_OTHER_TOPIC, _BY_WORDS, _BY_VALUE = 0.4, 0.6, 0.3  # parts of a score, beside the nearness of the topic
_CERTAIN, _UNDER = 0.7, 0.5  # nearness: by a name or the wording; by the heading above alone
_DEFINES = 0.15  # off for what only says what a word means
_RIVAL = 0.15  # below the best: how near what another agreement says makes it uncertain which is meant
_MOST, _LONGEST = 4, 1_200  # provisions and characters that are told of one section
_SAID = 0.8  # how well a word must be answered to
_MOST_UNSAID = 1  # telling words of a question that an agreement may nowhere say
_OFTEN = 0.1  # of an agreement's provisions
_FEWEST = 3  # words that must be said where no topic is known
_ELSEWHERE = re.compile(r"\bmeanings? (?:in|given|set out|ascribed|assigned|defined)\b")
_JOINS = re.compile(r"\b(?:and|och|plus)\b|[+&,/]")  # of two questions in one
_STATED = (*AMOUNTS, Answer.DATE, Answer.DURATION, Answer.PERSON)


@dataclass(frozen=True, slots=True)
class Stated:
    """A provision of an agreement, or of a document that amends it."""

    agreement: int
    document: int
    provision: Provision
    language: str = "en"
    goes_on: bool = False  # a table behind it states what it announces
    changes: tuple[tuple[int, ...], ...] = ()  # the clauses of the agreement that it changes

    def is_changed_by(self, other: "Stated") -> bool:
        """Whether another provision, of an amendment, changes this one."""
        number = self.provision.number
        touched = (is_within(number, one) or is_within(one, number) for one in other.changes)
        return bool(number) and not self.is_amending and other.agreement == self.agreement and any(touched)

    @property
    def is_amending(self) -> bool:
        """Whether it stands in a document that amends the agreement."""
        return self.document != self.agreement

    @property
    def place(self) -> tuple[bool, int, int, int]:
        """For the order in which provisions are told: amendments first."""
        first = self.provision.passages[0]
        return not self.is_amending, self.document, first.page, first.start


@dataclass(frozen=True, slots=True)
class _Weighed:
    stated: Stated
    near: float  # to the chief topic
    is_called: bool  # by a name of that
    words: float  # 0 to 1: of the other words of the question
    score: float

    @property
    def rank(self) -> tuple[bool, float]:
        """What is certainly on the topic goes before what only stands under a heading that names it."""
        return self.near >= _CERTAIN, self.score


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of agreements."""

    question: Question
    calling: frozenset[str] = frozenset()  # the stems by which it only calls the agreement
    nouns: frozenset[str] = frozenset()  # those of them that call any agreement of its kind: "facility", "lease"
    of_contract: bool = False  # it has a contract in mind
    unsaid: frozenset[str] = frozenset()  # its words that no agreement says


@dataclass(frozen=True, slots=True)
class Chosen:
    """The provisions that answer a question, in their order, and their topic, where that is known."""

    provisions: tuple[Stated, ...] = ()
    topic: Topic | None = None
    unsaid: tuple[str, ...] = ()  # words of the question that the agreement nowhere says


def choose(asked: Asked, pool: Sequence[Stated]) -> Chosen:
    """The provisions that answer; none where none does for certain, or several agreements may.

    No provision says why something was done, or speaks of a name that the whole agreement does not know.
    """
    question = asked.question
    found = _asked_for(asked)
    unsaid = _unsaid(asked, pool, found)
    if question.kind is Answer.REASON or not unsaid:
        return Chosen()
    asked = replace(asked, unsaid=frozenset(word for words in unsaid.values() for word in words))
    pool = [one for one in pool if one.agreement in unsaid and _says_something(one.provision)]
    chosen = _on_topic(asked, pool, found)
    if chosen is None and not any(one.is_named for one in found):  # what is said of another topic is no answer
        chosen = _by_words(asked, pool)
    if chosen is None or not chosen.provisions:
        return Chosen()
    return replace(chosen, unsaid=unsaid[chosen.provisions[0].agreement])


def _says_something(provision: Provision) -> bool:
    """Whether a provision says more than that a clause stands as it is, or where a word is defined."""
    is_elsewhere = len(provision.passages) == 1 and _ELSEWHERE.search(provision.text) is not None
    return not leaves_unchanged(provision.text) and not is_elsewhere


def _unsaid(asked: Asked, pool: Sequence[Stated], found: Sequence[Found]) -> dict[int, tuple[str, ...]]:
    """The agreements that say, somewhere, every name in a question, and the most of the telling words that its topics
    do not explain: all but one at least, which is given for each.
    """
    explained = _explained(asked, found)
    telling = [term for term in asked.question.terms if term.is_name or term.weight >= 1]
    wanted = [term for term in telling if _tells(term.text, term.stem, asked) and term.stem not in explained]
    said: dict[int, frozenset[str]] = {}
    for one in pool:
        said[one.agreement] = said.get(one.agreement, asked.calling) | _words(one)
    unsaid = {
        number: [term for term in wanted if strength(term, words, asked.question.language) < _SAID]
        for number, words in said.items()
    }
    named = {number: terms for number, terms in unsaid.items() if not any(term.is_name for term in terms)}
    fewest = min(map(len, named.values()), default=0)
    return {
        number: tuple(term.text for term in terms)
        for number, terms in named.items()
        if len(terms) == fewest <= _MOST_UNSAID
    }


def _explained(asked: Asked, found: Sequence[Found]) -> frozenset[str]:
    """The stems of the words by which a question asks for its topics."""
    return stems(" ".join(phrase for one in found for phrase in one.phrases), asked.question.language)


def _asked_for(asked: Asked) -> list[Found]:
    """The topics of a question, but for words that only call the agreement."""
    language = asked.question.language
    every = topics_in(asked.question.text, of_contract=asked.of_contract)
    return [one for one in every if not stems(one.phrase, language) <= asked.nouns]


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
    told = [one for chief in circumstances or named if (one := _of_topic(asked, pool, chief, named)) is not None]
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
        is_own and one.best.stated not in chief.told and nearness(one.found.topic, chief.best.stated.provision) < _UNDER
    )


def _of_topic(asked: Asked, pool: Sequence[Stated], chief: Found, found: Sequence[Found]) -> _OfTopic | None:
    """What answers of one topic; None where nothing does for certain."""
    rest = list(_rest(asked, found))
    others = [one for one in found if one is not chief]
    weighed = [one for one in (_weigh(asked, one, chief, others, rest) for one in pool) if one.near]
    beside = _beside(asked, chief, found)
    is_loose = _is_loose(chief, pool, asked)
    certain = [one for one in weighed if _is_certain(one, rest, is_loose=is_loose) and _says_all(one, beside, asked)]
    ranked = sorted(certain, key=lambda one: one.rank, reverse=True)
    told = _told(ranked, chief, weighed, pool) if ranked else []
    leading = [one for one in ranked if one.stated in told and (one is ranked[0] or one.stated.is_amending)]
    return _OfTopic(chief, ranked[0], told) if any(_answers(asked.question, one) for one in leading) else None


def _says_all(one: _Weighed, terms: Sequence[Term], asked: Asked) -> bool:
    return all(_is_said(term, one.stated, asked.question.language) for term in terms)


def _answers(question: Question, one: _Weighed) -> bool:
    """Whether it states a value of the kind that is asked for, where one is; or is called by what is asked for."""
    return question.asked.answer not in _STATED or one.is_called or _states(question, one.stated)


def _beside(asked: Asked, chief: Found, found: Sequence[Found]) -> list[Term]:
    """The words right before and behind the name of the topic, of which it may be a part: "cyber insurance",
    "interest swap". What only says that a provision is meant is none: "dividend restrictions".
    """
    language = asked.question.language
    if chief.topic.is_circumstance:
        return []  # "if our client buys the company": it is told by a verb
    words = tokens(asked.question.text, language)
    named = [word.stem for word in tokens(chief.phrase, language)]
    at = next((n for n in range(len(words)) if [one.stem for one in words[n : n + len(named)]] == named), None)
    if at is None:
        return []
    end = at + len(named)
    before = takewhile(lambda n: _goes_with(words, n, n + 1, asked), range(at - 1, -1, -1))
    behind = [end] if end < len(words) and _goes_with(words, end, end - 1, asked) else []
    stems_beside = {words[n].stem for n in (*before, *behind)} - _explained(asked, found)
    return [term for term in asked.question.terms if term.stem in stems_beside and not term.is_name]


def _goes_with(words: Sequence[Token], number: int, other: int, asked: Asked) -> bool:
    """Whether a word tells what the one right beside it is of; a mark between them divides them."""
    word, first, last = words[number], words[min(number, other)], words[max(number, other)]
    is_apart = asked.question.text[first.end : last.start].strip() != ""
    return not is_apart and _tells(word.text, word.stem, asked)


def _tells(text: str, stem: str, asked: Asked) -> bool:
    """Whether a word tells what is meant: it neither calls the agreement, nor only says that a provision is meant."""
    is_head = text.lower() in word_sets("topics", "heads")
    return is_heavy(text, asked.question.language) and not is_head and stem not in asked.calling


def _weigh(asked: Asked, stated: Stated, chief: Found, others: Sequence[Found], rest: Sequence[Term]) -> _Weighed:
    question = asked.question
    near = nearness(chief.topic, stated.provision)
    beside = max((nearness(one.topic, stated.provision) for one in others), default=0.0) if near else 0.0
    words = _share(rest, stated, question.language) if near else 0.0
    if stated.provision.is_definition and chief.topic.is_circumstance and question.kind is not Answer.DEFINITION:
        near = min(near, _CERTAIN) - _DEFINES
    score = near + _BY_OTHER_TOPIC * beside + _BY_WORDS * words + _BY_VALUE * _states(question, stated)
    return _Weighed(stated, near, is_called(chief.topic, stated.provision), words, score)


def _is_loose(chief: Found, pool: Sequence[Stated], asked: Asked) -> bool:
    """Whether a topic is asked for by a single word that many provisions say, as "notice" is: it singles none out."""
    if chief.is_named or " " in chief.phrase:
        return False
    said = sum(stems(chief.phrase, asked.question.language) <= _words(one) for one in pool)
    return said > _OFTEN * len(pool)


def _is_certain(one: _Weighed, rest: Sequence[Term], *, is_loose: bool) -> bool:
    """Whether a provision is on a topic for certain: by its name or wording, or under its heading in other words."""
    says_rest = bool(rest) and one.words >= _UNDER
    if is_loose and rest and not says_rest:
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
    if chief.topic.is_circumstance:
        meaning = [one.stated for one in near if one.stated.provision.is_definition and one.near >= _UNDER]
        chosen.update(one for one in meaning if one.agreement == best.stated.agreement)
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
    rest = list(_rest(asked, ()))
    if len([term for term in rest if term.weight >= 1]) < _FEWEST:
        return Chosen()
    full = [one for one in pool if all(_is_said(term, one, asked.question.language) for term in rest)]
    is_stated = asked.question.asked.answer not in _STATED or any(_states(asked.question, one) for one in full)
    return Chosen(tuple(full)) if len(full) == 1 and is_stated else Chosen()


def _rest(asked: Asked, found: Sequence[Found]) -> Iterator[Term]:
    """The words that tell what is asked of the topic: "cap" of "is there a cap on service credits at Aurelis?"."""
    explained = _explained(asked, found) | asked.calling
    for term in asked.question.terms:
        if term.weight >= LEAST_TELLING and term.stem not in explained and term.text not in asked.unsaid:
            yield term


def _share(rest: Sequence[Term], stated: Stated, language: str) -> float:
    weights = sum(term.weight for term in rest)
    return sum(term.weight for term in rest if _is_said(term, stated, language)) / weights if rest else 0.0


def _is_said(term: Term, stated: Stated, language: str) -> bool:
    return strength(term, _words(stated), language) >= _SAID


def _words(stated: Stated) -> frozenset[str]:
    """The stems of what a provision says and is called, and of what it says otherwise: "limit" of "not exceed"."""
    one = stated.provision
    own = stems(f"{one.section} {' '.join(one.captions)} {one.text}", stated.language)
    return own | meant_by(one.text, stated.language)


def _states(question: Question, stated: Stated) -> bool:
    """Whether it surely states a value of the kind that is asked for."""
    return stated.goes_on or states_value(question.asked, stated.provision.text) == 1.0
