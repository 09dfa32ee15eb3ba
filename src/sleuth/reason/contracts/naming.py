"""Whether a provision names somebody or some place, and not only by a term that its agreement has for them."""

import re
from collections.abc import Iterable, Sequence, Set

from sleuth.evidence.words import read_names
from sleuth.findings.subjects import companies
from sleuth.findings.text.provisions import Provision
from sleuth.language.asked import Answer
from sleuth.language.weight import is_role, is_stop
from sleuth.reason.understand.parts import Question

_DEFINED = re.compile(r"[“\"](?P<term>[A-ZÅÄÖ][^“”\"]{2,40})[”\"]")
_CAPITAL = re.compile(r"\b[A-ZÅÄÖ][\w-]+")
_AT = re.compile(r"\b(?:in|at|within|throughout|across|of|from|to|on|near|outside)\s(?:the\s)?[A-ZÅÄÖ]")
_WHO_IS = re.compile(r"\W*(?:and )?who(?:['’]s| is| are| was| were)\b", re.IGNORECASE)


def words_of_terms(provisions: Iterable[Provision]) -> frozenset[str]:
    """The words of the terms that agreements define, as these write them: "Territory"."""
    defined = (term for one in provisions for term in (*_DEFINED.findall(one.text), *one.captions))
    return frozenset(word.capitalize() for term in defined for word in term.split())


def names_it(question: Question, provision: Provision, terms: Set[str]) -> bool:
    """Whether "where?" and "who are they?" are told a name; any other question is not asked for one.

    What an agreement calls a place or somebody by a term of its own, "in the Territory", "each Guarantor", is no name.
    """
    answer = question.asked.answer
    is_who = answer is Answer.PERSON and _WHO_IS.match(question.text) is not None
    if answer is not Answer.PLACE and not is_who:
        return True
    words = _CAPITAL.sub(lambda word: word[0].lower() if _is_term(word[0], terms) else word[0], provision.text)
    if answer is Answer.PLACE:
        return _AT.search(words) is not None
    names = (name.text.split() for name in read_names(words))
    return bool(list(companies(words))) or any(_is_full(name) for name in names)


def _is_full(name: Sequence[str]) -> bool:
    """Whether a name has two words, none of which only counts or is a part that somebody has: not "Each Guarantor"."""
    return len(name) > 1 and not any(is_stop(word.lower(), "en") or is_role(word.lower(), "en") for word in name)


def _is_term(word: str, terms: Set[str]) -> bool:
    return bool({word, f"{word}s", word.removesuffix("s")} & terms)
