"""What a question asks of agreements: its topics, and the words that its topics do not explain."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from sleuth.language.measures import find_measures
from sleuth.language.metrics import default_lexicon
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import is_heavy
from sleuth.reason.contracts.stated import SAID, Stated, words_of
from sleuth.reason.contracts.topics import Found, asks_rule, topics_in
from sleuth.reason.rank.matching import strength
from sleuth.reason.rank.provisions import line_of, words_within
from sleuth.reason.understand.lexicon import word_sets
from sleuth.reason.understand.parts import LEAST_TELLING, Question, Term

_MOST_UNSAID = 1  # telling words of a question that an agreement may nowhere say
_OFTEN = 0.1  # of an agreement's provisions


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of agreements."""

    question: Question
    calling: frozenset[str] = frozenset()  # the stems by which it only calls the agreement
    nouns: frozenset[str] = frozenset()  # those of them that call any agreement of its kind: "facility", "lease"
    of_contract: bool = False  # it has a contract in mind
    unsaid: frozenset[str] = frozenset()  # its words that no agreement says
    terms: frozenset[str] = frozenset()  # the words of the terms that agreements define: "Territory"
    called: Mapping[int, frozenset[str]] = field(
        default_factory=dict
    )  # of each of several agreements, its part of those

    @property
    def dividing(self) -> frozenset[str]:
        """The stems that call some of the agreements and not all: "commissioner" of one, "notice" of another."""
        if not self.called:
            return frozenset()
        return frozenset[str]().union(*self.called.values()) - frozenset.intersection(*self.called.values())


def unsaid_in(asked: Asked, pool: Sequence[Stated], found: Sequence[Found]) -> dict[int, tuple[str, ...]]:
    """The agreements that say, somewhere, every name in a question, and the most of the telling words that its topics
    do not explain: all but one at least, which is given for each.
    """
    explained = _explained(asked, found)
    telling = [term for term in asked.question.terms if term.is_name or term.weight >= 1]
    dividing = asked.dividing
    wanted = [
        term
        for term in telling
        if (term.stem in dividing or _tells(term.text, term.stem, asked)) and term.stem not in explained
    ]
    said: dict[int, frozenset[str]] = {}
    for one in pool:
        called = (asked.calling - dividing) | asked.called.get(one.agreement, frozenset())
        said[one.agreement] = said.get(one.agreement, called) | words_of(one)
    lacking = {
        number: [term for term in wanted if strength(term, words, asked.question.language) < SAID]
        for number, words in said.items()
    }
    named = {number: terms for number, terms in lacking.items() if not any(term.is_name for term in terms)}
    fewest = min(map(len, named.values()), default=0)
    return {
        number: tuple(term.text for term in terms)
        for number, terms in named.items()
        if len(terms) == fewest <= _MOST_UNSAID
    }


def _explained(asked: Asked, found: Sequence[Found]) -> frozenset[str]:
    """The stems of the words by which a question asks for its topics, and tells the case: "a fund" of "if a fund buys
    us". No agreement says that in the question's words; a name it must know.
    """
    line = line_of(asked.question.text)
    phrases = [phrase for one in found for phrase in one.phrases]
    cases = [words_within(one, line) for each in found if each.topic.is_circumstance for one in each.phrases]
    names = {term.stem for term in asked.question.terms if term.is_name and not term.text.isdigit()}
    language = asked.question.language
    return stems(" ".join(phrases), language) | (stems(" ".join(cases), language) - names)


def topics_of(asked: Asked) -> list[Found]:
    """The topics of a question, but for words that only call the agreement."""
    language = asked.question.language
    found = _without_nested(topics_in(asked.question.text, of_contract=asked.of_contract))
    every = [one for one in found if not _is_of_measure(one, asked.question)]
    return [one for one in every if not stems(one.phrase, language) <= asked.nouns and not _is_of_kind(one, asked)]


def _is_of_measure(found: Found, question: Question) -> bool:
    """Whether what asks for a topic is a part of the name of a measure: "margin" of "EBITDA margin".

    Where a rule is asked for it is not: "when may they pay dividends?" is of no dividends that were paid.
    """
    if asks_rule(question.text):
        return False
    words = tokens(question.text, question.language)
    phrase = {word.stem for word in tokens(found.phrase, question.language)}
    named = ({words[n].stem for n in one.at} for one in find_measures(words, default_lexicon(), question.language))
    return any(phrase < name for name in named)


def _without_nested(found: Sequence[Found]) -> list[Found]:
    """Without topics whose words are but a part of another's: "interest" of "interest cover"; a case stays one, as "a
    sale" of "what does she get out of a sale?"."""
    phrases = [f" {phrase} " for one in found for phrase in one.phrases]
    nested = [one for one in found if any(f" {one.phrase} " in phrase != f" {one.phrase} " for phrase in phrases)]
    return [one for one in found if one.topic.is_circumstance or one not in nested]


def _is_of_kind(found: Found, asked: Asked) -> bool:
    """Whether what asks for a topic only tells of what kind the agreement is: "term" of "is the term loan hedged?"."""
    nouns = "|".join(re.escape(term.text) for term in asked.question.terms if term.stem in asked.nouns)
    is_kind = nouns and re.search(rf"\b{re.escape(found.phrase)} (?:{nouns})\b", asked.question.text, re.IGNORECASE)
    return not found.is_named and bool(is_kind)


def rest_of(asked: Asked, found: Sequence[Found]) -> Iterator[Term]:
    """The words that tell what is asked of the topic: "cap" of "is there a cap on service credits at Aurelis?"."""
    explained = _explained(asked, found) | asked.calling | _as_it_stands(asked.question.language)
    for term in asked.question.terms:
        if term.weight >= LEAST_TELLING and term.stem not in explained and term.text not in asked.unsaid:
            yield term


def _as_it_stands(language: str) -> frozenset[str]:
    """The words that ask for what holds now, as every provision is told: "how big is the facility now?"."""
    return stems(" ".join(word_sets("topics", "standing")), language)


def names_of(asked: Asked, pool: Sequence[Stated], found: Sequence[Found]) -> list[Term]:
    """The names in a question by which no agreement goes where it opens, and that are of no case which its topics
    tell: a provision must say them itself.
    """
    front = frozenset[str]().union(asked.calling, *(words_of(one) for one in pool if not one.provision.number))
    told = _explained(asked, found)
    names = [term for term in asked.question.terms if term.is_name and term.stem not in told]
    return [term for term in names if strength(term, front, asked.question.language) < SAID]


def beside(asked: Asked, chief: Found, found: Sequence[Found]) -> list[Term]:
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


def is_loose(chief: Found, pool: Sequence[Stated], asked: Asked) -> bool:
    """Whether a topic is asked for by a single word that many provisions say, as "notice" is: it singles none out."""
    if chief.is_named or " " in chief.phrase:
        return False
    said = sum(stems(chief.phrase, asked.question.language) <= words_of(one) for one in pool)
    return said > _OFTEN * len(pool)
