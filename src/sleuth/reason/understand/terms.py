"""The words of a question that evidence must answer to: their weight, and what may stand for them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from sleuth.language.times import find_times, may_be_beside
from sleuth.language.tokens import Token, stem_of, stems
from sleuth.language.weight import is_critical, is_faint, is_heavy, is_light, is_role, is_stop
from sleuth.reason.understand.lexicon import offices, table
from sleuth.reason.understand.parts import Term
from sleuth.reason.understand.phrases import says

_FAINT, _LIGHT, _CRITICAL, _NAME = 0.1, 0.35, 1.2, 1.5  # weights of words; others weigh 1
_FORM = re.compile(r"\d{1,2}-[A-Z]s?")  # 10-Q: which document, not what it says
_WITHIN_NAME = re.compile(r"[^\S\n]+(?:(?:of|de|von|van|av)[^\S\n]+(?:the[^\S\n]+)?)?")
_ADJECTIVE = re.compile(r"(?:isk|ig|lig|nell|iv|al|är|ande|ende)(?:a|t)?$")  # of Swedish
_OWNER = re.compile(r".*['’]s?")
_TIP = re.compile(
    r"\b(?:the\s+)?(?:end|beginning|start|close|slutet|början)\s+(?:of|av)\s+(?:the\s+)?\Z", re.IGNORECASE
)
_OF_CLASS = 3  # "which segment lost sales": of three words without a small one the first is the class
_ASKS_FOR_KIND = frozenset({"which", "what", "vilken", "vilket", "vilka"})


def find_terms(text: str, words: tuple[Token, ...], language: str) -> tuple[Term, ...]:
    """The words of a question that tell what it asks, in its order."""
    latest = says("latest", text)
    asked_by = _end_of_kind(words, language)
    title_case = sum(w.is_capital for w in words) > 0.7 * max(len(words), 1) and len(words) > 4
    dated = [time for time in find_times(text) if time.timing is None or not may_be_beside(time.timing)]
    spelt = [(_TIP.search(text[: time.start]), time) for time in dated]
    spelt_at = [(tip.start() if tip else time.start, time.end) for tip, time in spelt]
    found: dict[str, Term] = {}
    for index, word in enumerate(words):
        is_empty = is_stop(word.text, language) and not _is_owning(words, index)
        if is_empty or (len(word.text) == 1 and not word.is_number):
            continue
        if any(start <= word.start < end for start, end in spelt_at) or _is_verb_last(word, words):
            continue
        if latest and is_critical(word.text, language):
            continue  # it says which document
        selects = _FORM.fullmatch(word.text) is not None
        is_proper = word.is_capital and index > 0 and not title_case and not is_role(word.text, language)
        is_name = not selects and (word.is_number or is_proper)
        is_aside = selects or (index < asked_by and not word.is_capital)
        weight = _weight(word, is_name, is_aside, language)
        found.setdefault(word.stem, _term(word, weight, is_name, language))
    return tuple(_join_names(found, words, text))


_POSSESSIVES = frozenset(("its", "their", "our", "your", "my", "his", "her", "the", "whose"))


def _is_owning(words: Sequence[Token], index: int) -> bool:
    """Whether a word is the verb "own", not the "own" of "its own"."""
    before = words[index - 1].text.lower() if index else "the"
    is_possessed = before in _POSSESSIVES or _OWNER.fullmatch(before) is not None
    return words[index].text.lower() == "own" and not is_possessed


def _join_names(found: Mapping[str, Term], words: Sequence[Token], text: str) -> Iterator[Term]:
    """The terms; those that stand beside each other in one name know of it."""
    proper = [word for word in words if word.is_capital and word.stem in found and found[word.stem].is_name]
    beside: dict[str, set[str]] = {}
    for one, other in pairwise(proper):
        if (
            one.stem != other.stem
            and not _OWNER.fullmatch(one.text)
            and _WITHIN_NAME.fullmatch(text[one.end : other.start])
        ):
            beside.setdefault(one.stem, set()).add(other.stem)
            beside.setdefault(other.stem, set()).add(one.stem)
    for term in found.values():
        yield replace(term, beside=frozenset(beside.get(term.stem, ())))


def moving(terms: Iterable[Term], language: str) -> Iterator[Term]:
    """The words of a question after a reason; one that says how a figure moves is said by any that says so too."""
    for term in terms:
        yield replace(term, alternatives=term.alternatives | _moves(language).get(term.stem, frozenset()))


@cache
def _moves(language: str) -> dict[str, frozenset[str]]:
    """The stem of a word of movement → the stems of all words of its direction."""
    lines = str(table("synonyms")["moves"]).replace("|", " ").splitlines()
    groups = zip(lines, directions(), strict=True)
    return {stem_of(word, language): found for line, found in groups for word in line.split()}


@cache
def directions() -> tuple[frozenset[str], ...]:
    """The stems of the words of each direction: down, up, out, late; those of a language by its own stemmer."""
    lines = (line.partition("|") for line in str(table("synonyms")["moves"]).splitlines())
    return tuple(stems(english, "en") | stems(swedish, "sv") for english, _, swedish in lines)


def alternatives_of(stem: str, language: str) -> frozenset[str]:
    """The stems of the words that stand for a word, in its language and in English."""
    return _synonyms(language).get(stem, frozenset()) | _foreign(language).get(stem, frozenset())


def _term(word: Token, weight: float, is_name: bool, language: str) -> Term:
    foreign = _foreign(language).get(word.stem, frozenset())
    groups = _demonyms(language) if is_name else _synonyms(language)
    alternatives = groups.get(word.stem, frozenset()) | foreign
    return Term(word.text, word.stem, weight, is_name, weight == _CRITICAL, alternatives, foreign=foreign)


def _weight(word: Token, is_name: bool, is_aside: bool, language: str) -> float:
    if is_name:
        return _NAME
    is_abbreviation = "&" in word.text  # "D&O" of a policy, which tells it from every other
    if is_abbreviation or (is_critical(word.text, language) and _FORM.fullmatch(word.text) is None):
        return _CRITICAL
    if is_faint(word.text, language):
        return _FAINT
    return _LIGHT if is_aside or is_light(word.text, language) else 1.0


def _is_verb_last(word: Token, words: tuple[Token, ...]) -> bool:
    """Whether "last" is what something does and not which one it is: "how long does it last"."""
    return word.text == "last" and word is words[-1]


def _end_of_kind(words: tuple[Token, ...], language: str) -> int:
    """The index after "which ancient language": words that name the kind of answer, which evidence need not name."""
    for index, word in enumerate(words[:-2]):
        if word.text.lower() in _ASKS_FOR_KIND:
            following = words[index + 1 : index + 4]
            length = next(
                (i for i, w in enumerate(following) if is_stop(w.text, language)), len(following) // _OF_CLASS
            )
            end = index + 1 + min(length, 2 if _is_described(following, language) else 1)
            return end if any(_tells(word, language) for word in words[end:]) else 0
    return 0


def _tells(word: Token, language: str) -> bool:
    """Whether a word says what is asked about; where no other does, the kind of answer must."""
    return is_heavy(word.text, language) and not find_times(word.text)


def _is_described(words: Sequence[Token], language: str) -> bool:
    """Whether the first word describes the second, which then is no verb: "which ancient language"."""
    if language == "sv":
        return _ADJECTIVE.search(words[0].text) is not None
    return len(words) > 1 and not words[1].text.endswith("ed")


@cache
def _synonyms(language: str) -> dict[str, frozenset[str]]:
    return _grouped(str(table("synonyms").get(language, "")).splitlines(), language)


@cache
def _demonyms(language: str) -> dict[str, frozenset[str]]:
    return _grouped(re.split(r"[|\n]", str(table("synonyms").get(f"demonyms_{language}", ""))), language)


def _grouped(lines: Iterable[str], language: str) -> dict[str, frozenset[str]]:
    groups: dict[str, set[str]] = {}
    for line in lines:
        group = {stem_of(word, language) for word in line.split()}
        for one in group:
            groups.setdefault(one, set()).update(group - {one})
    return {one: frozenset(others) for one, others in groups.items()}


@cache
def _dictionary(language: str) -> dict[str, str]:
    """The words of deals that documents in English may use: köpare, buyer."""
    lines = str(table("synonyms").get(f"english_of_{language}", "")).strip().splitlines()
    return dict(line.split(maxsplit=1) for line in lines)


@cache
def _foreign(language: str) -> dict[str, frozenset[str]]:
    """The stem of a word → the stems of those that the other language has for it, by the rules of either language."""
    found: dict[str, set[str]] = {}
    for swedish, english in _dictionary("sv").items():
        ways = {"sv": ((swedish, english),), "en": tuple((word, swedish) for word in english.split())}
        for word, other in ways.get(language, ()):
            if not is_stop(word, language):
                found.setdefault(stem_of(word, language), set()).update(_both_stems(other))
    return {word: frozenset(others) for word, others in found.items()}


def _both_stems(text: str) -> Iterator[str]:
    for word in text.split():
        yield stem_of(word, "sv")
        yield stem_of(word, "en")


def other_names(thing: str, language: str) -> tuple[str, ...]:
    """What else documents call a thing, in English too: the names of an office, or what the dictionary has."""
    wanted = stem_of(thing, language)
    english = [meant for word, meant in _dictionary(language).items() if stem_of(word, language) == wanted]
    return (*(name for office in offices() if thing in office for name in office if name != thing), *english)
