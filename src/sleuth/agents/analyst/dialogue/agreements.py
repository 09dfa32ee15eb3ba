"""Which agreements a message is about: by their kind, their parties and titles, or what the conversation is about."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sleuth.agents.analyst.dialogue.documents import (
    folded,
    is_document_noun,
    kinds_of_noun,
    kinds_of_party,
    kinds_of_text,
    name_of_document,
    says_contract,
)
from sleuth.agents.analyst.phrases import data
from sleuth.findings.text.contracts import FRONT
from sleuth.language.tokens import Token, letter_words, spaced, stems, tokens
from sleuth.language.weight import is_heavy, is_legal_form
from sleuth.reason.contracts.topics import topics_in
from sleuth.reason.protocol import Document
from sleuth.reason.understand.phrases import says

_CALLED_ANEW = 2  # words that call another agreement than the one that is spoken of
_CAPITAL = re.compile(r"\b[A-ZÅÄÖÆØ][\w’'-]+")


@dataclass(frozen=True, slots=True)
class Agreements:
    """The agreements that a message may be about, and how it calls them."""

    numbers: frozenset[int]
    calling: Mapping[int, frozenset[str]]  # the stems by which it does, of each agreement
    nouns: frozenset[str]  # those of them that call any agreement of its kind
    are_meant: bool  # it has a contract in mind


def agreements_meant(
    text: str, language: str, documents: Sequence[Document], spoken: frozenset[int], before: str = ""
) -> Agreements | None:
    """The agreements, among some, that a message is about; all where it calls none of them.

    `spoken`: the documents that the conversation is about; `before`: its last question, by which, or else by the
    message itself, the agreement is called where those are none, as a list of contracts is. None where a message is
    about something else, or about contracts as a list has them.
    """
    if asks_lists(text) and not _asks_of_loans(text, documents):
        return None
    every = frozenset(one.id for one in documents)
    if spoken and not spoken & every:
        spoken = _called_most(before, language, documents, least=1) or _called_most(text, language, documents, least=1)
        if not spoken:
            return None
    held = _held(text, language, documents)
    if not spoken and before and not any(held.values()):  # "governing law" after a question on one agreement
        called = _called_most(before, language, documents, least=1)
        spoken = called if len(called) == 1 else spoken
    other = _called_most(text, language, documents, least=_CALLED_ANEW)
    if len(other) == 1 and not any(held[number] for number in spoken & every):
        spoken = other  # "of the titanium supply agreement" after questions on a loan
    numbers = spoken & every or _called_most(text, language, documents)
    calling = {number: held[number] for number in numbers}
    said = frozenset().union(*calling.values())
    nouns = frozenset(one.stem for one in tokens(text, language) if one.stem in said and kinds_of_noun(one.text))
    is_called = bool(spoken or said) or says_contract(folded(text)) or says("contract", text)
    return Agreements(numbers, calling, nouns, is_called)


def asks_lists(text: str) -> bool:
    """Whether a message asks over contracts, or over a list of them: "which contracts can be terminated?"."""
    lists = data("dialogue")["lists"]["nouns"].split()
    return any(
        word in lists or (word.endswith("s") and is_document_noun(word) and is_document_noun(word[:-1]))
        for word in letter_words(folded(without_remark(text)))
    )


def without_remark(text: str) -> str:
    """A message without what it says behind its question: "when does the lease end? the register seems off"."""
    asked, mark, remark = text.rpartition("?")
    return f"{asked}?" if mark and asked.strip() and remark.strip() else text


def _asks_of_loans(text: str, documents: Sequence[Document]) -> bool:
    """Whether a message asks of the loans that one agreement gives: "when do the bank loans mature?"."""
    lists = data("dialogue")["lists"]
    words = letter_words(folded(text))
    others = {word for word in words if word not in lists["loans"].split()}
    if len(others) == len(set(words)) or asks_lists(" ".join(others)) or words[0] in lists["asking"].split():
        return False
    kinds = [kinds_of_text(name_of_document(one.filename, one.title)) for one in documents]
    return sum(bool(of & kinds_of_noun("loan")) for of in kinds) == 1


def _called_most(text: str, language: str, documents: Sequence[Document], least: int = 0) -> frozenset[int]:
    """Those that the most words of a message call: first by names and kinds of agreements, then by any words."""
    held = _held(text, language, documents)
    telling = frozenset(word.stem for word in tokens(text, language) if _is_telling(word))
    counts = {
        number: (len(words & telling), sum(not word.isdigit() for word in words), len(words))
        for number, words in held.items()
    }  # a year or a day says less than a word: most papers have some
    most = max(counts.values(), default=(0, 0, 0))
    return frozenset(number for number, count in counts.items() if count == most and count[2] >= least)


def _is_telling(word: Token) -> bool:
    """Whether a word is a name, or calls a kind of agreement or a party to it: "fund" only stands in one's title."""
    is_name = word.start > 0 and word.text[:1].isupper()
    return is_name or bool(kinds_of_noun(word.text) | kinds_of_party(word.text))


def _held(text: str, language: str, documents: Sequence[Document]) -> dict[int, frozenset[str]]:
    """The words of a message by which each agreement is called, and not all of them are.

    What is asked for calls none: "notice" may be a heading on the first page of one.
    """
    asked = stems(" ".join(phrase for one in topics_in(text, of_contract=True) for phrase in one.phrases), language)
    said = [
        word
        for word in tokens(text, language)
        if is_heavy(word.text, language) and (word.stem not in asked or kinds_of_noun(word.text))
    ]
    kinds = {one.id: kinds_of_text(name_of_document(one.filename, one.title)) for one in documents}
    calls = {word.stem: kinds_of_noun(word.text) | kinds_of_party(word.text) for word in said}
    held = {
        one.id: frozenset(stem for stem, of in calls.items() if stem in _called(one, language) or of & kinds[one.id])
        for one in documents
    }
    shared = frozenset.intersection(*held.values()) if len(held) > 1 else frozenset()
    return {number: words - shared for number, words in held.items()}


def _called(document: Document, language: str) -> frozenset[str]:
    """The stems of what an agreement is called, of its parties, and of what it defines where it opens."""
    capitals = [word for word in _CAPITAL.findall(document.cover[:FRONT]) if not is_legal_form(word)]
    return stems(f"{spaced(document.filename)} {document.title} {' '.join(capitals)}", language)
