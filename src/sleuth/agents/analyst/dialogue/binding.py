"""Decides what the referring words of a message stand for: the latest that fits in kind, or a question back."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sleuth.agents.analyst.dialogue.anaphors import CHANGE, Anaphor, anaphors
from sleuth.agents.analyst.dialogue.documents import (
    documents_called,
    is_document_noun,
    kinds_of_noun,
    kinds_of_text,
    neutral_noun,
    says_contract,
)
from sleuth.agents.analyst.dialogue.mentions import Known, mentions, named
from sleuth.agents.analyst.dialogue.referents import Kind, Mentioned, Referent
from sleuth.agents.analyst.people import offices_in
from sleuth.agents.analyst.phrases import data
from sleuth.evidence.words import Name
from sleuth.findings.finding import subject_key
from sleuth.language.asked import Answer
from sleuth.language.companies import without_legal_form
from sleuth.language.tokens import letter_words
from sleuth.reason.rank.provisions import find_clauses
from sleuth.reason.understand.phrases import kind_of

_WITH = re.compile(r"\b(?:with|from|against|med|från|mot)\s+\Z", re.IGNORECASE)  # a counterparty
_UNDER = re.compile(r"\s*\b(?:under|of|in|by|enligt|i|av)\s+\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Bound:
    """A message with names in place of the words that stand for them."""

    text: str
    documents: tuple[int, ...] = ()  # that it is about
    is_only: bool = False  # nothing outside these documents answers it
    asked: tuple[str, ...] = ()  # the text in the words of these documents: a party by its defined name
    word: str = ""  # that stands for nobody knows what, or for one of several
    options: tuple[tuple[Referent, str], ...] = ()  # what it may stand for, each with the message that is then meant

    @property
    def is_open(self) -> bool:
        """Whether the person must say what a word stands for."""
        return bool(self.word)


def bind(message: str, talk: Sequence[Mentioned], known: Known, language: str = "en") -> Bound:
    """The message with its referring words bound. `talk`: what was spoken of, the latest turn first."""
    bound = Bound(message)
    own = [name for name, _ in named(message, known)]
    found = anaphors(message)
    binder = _Binder(talk, known, language, tuple(found), kind_of(message) is Answer.PERSON)
    for anaphor in reversed(found):
        if not anaphor.noun and any(_may_be_meant(name, anaphor, message) for name in own):
            continue  # the message itself names what the pronoun stands for
        bound = binder.bound(bound, anaphor)
        if bound.is_open:
            return replace(bound, text=message)
    return binder.in_scope(bound, message)


def _may_be_meant(name: Name, anaphor: Anaphor, message: str) -> bool:
    """Whether a pronoun may stand for a name of its own message: not for what its subject does something to.

    "How many Skimmers did they build?": they are no Skimmers.
    """
    if name.start >= anaphor.start:
        return False
    is_asked_for = _ASKED_FOR.search(message[: name.start]) is not None
    return not (is_asked_for and _DOING.fullmatch(message[name.end : anaphor.start]) is not None)


_ASKED_FOR = re.compile(
    r"\b(?:how (?:many|much)|which|what|whose|hur (?:många|mycket)|vilk(?:en|et|a))\s+(?:\w+\s+)?\Z", re.I
)
_DOING = re.compile(
    r"\s+(?:did|do|does|have|has|had|will|would|can|could|kan|har|hade|ska)\s+|\s+(?:\w+(?:de|te)|fick|har)\s+", re.I
)


def focus(turn: Mentioned, amends: Mapping[int, int]) -> tuple[int, ...]:
    """The one document that a turn was about: named in its question, or the only contract that its answer cites.

    An amendment and what it `amends` are one contract.
    """
    for group in (turn.question, turn.cited):
        every = (number for one in group for number in one.documents)
        numbers = tuple(dict.fromkeys(amends.get(number, number) for number in every))
        if numbers:
            return numbers if len(numbers) == 1 else ()
    return ()


@dataclass(frozen=True, slots=True)
class _Binder:
    """Binds the anaphors of one message."""

    talk: Sequence[Mentioned]
    known: Known
    language: str
    every: tuple[Anaphor, ...]  # of the message
    is_who: bool  # the message asks for a person

    def bound(self, bound: Bound, anaphor: Anaphor) -> Bound:
        """The message with one more anaphor bound, or open."""
        if anaphor.noun and Kind.DOCUMENT in anaphor.kinds:
            return self._document(bound, anaphor)
        found = self._others_than_subject(anaphor, self._candidates(anaphor))
        is_other_side = _WITH.search(bound.text[: anaphor.start]) is not None
        if is_other_side:
            found = (self._counterparties(found) if len(found) > 1 else found) or found
        if len(found) == 1:
            return self._with(bound, anaphor, found[0])
        if found and anaphor.is_many and not is_other_side and len({one.kind for one in found}) == 1:
            return replace(bound, text=_replaced(bound.text, anaphor, " and ".join(_short(one) for one in found)))
        if len(found) > 1 or self._is_awaited(anaphor):
            every = found or [Referent(Kind.COMPANY, name) for name in self.known.chief]
            options = tuple((one, _replaced(bound.text, anaphor, _short(one))) for one in every)
            return replace(bound, word=anaphor.text, options=options)
        return replace(bound, word=anaphor.text) if self._is_nobody(anaphor, bound.text) else bound

    def _is_nobody(self, anaphor: Anaphor, message: str) -> bool:
        """Whether "she" stands for nobody who was named, before or in the message: "what will they pay her for it?"."""
        if anaphor.kinds[:1] != (Kind.PERSON,) or self.is_who or not self._asked_name():
            return False
        before = message[: anaphor.start]
        people = data("dialogue")["nouns"]["person"].split()
        is_told = any(word in people for word in letter_words(before.casefold()))
        return not is_told and not offices_in(before)

    def _asked_name(self) -> bool:
        """Whether the question before asked who, and no answer named anybody."""
        return bool(self.talk) and self.talk[0].asks_name and not self.talk[0].answer

    def _counterparties(self, found: list[Referent]) -> list[Referent]:
        """Of several companies those that the person named, else those by whose name the contract spoken of goes.

        After "who signed it?" two are told, and "revenue with them" is that with the other side.
        """
        named = [one for turn in self.talk for one in turn.question]
        spoken = [number for turn in self.talk[:1] for number in focus(turn, self.known.amends)]
        contracts = [self.known.documents.get(number, "").split() for number in spoken]
        asked = [one for one in found if one in named]
        return asked or [one for one in found if any(subject_key(one.name).split()[0] in words for words in contracts)]

    def _others_than_subject(self, anaphor: Anaphor, found: list[Referent]) -> list[Referent]:
        """Without what "they" or "she" of the same message stands for: nobody terminates themselves."""
        if anaphor.is_many or Kind.DOCUMENT not in anaphor.kinds or anaphor.is_own:
            return found
        subjects = [other for other in self.every if not other.noun and other.kinds != anaphor.kinds]
        taken = {one.name for other in subjects for one in self._candidates(other)}
        return [one for one in found if one.name not in taken]

    def _is_awaited(self, anaphor: Anaphor) -> bool:
        """Whether somebody was asked for by name, nobody was named, and somebody is meant next.

        Where nothing was said before, "they" and "it" are those whose documents these are.
        """
        may_be_company = Kind.COMPANY in anaphor.kinds and anaphor.text.casefold() not in _THERE
        return may_be_company and (self._asked_name() or (self._asks_who(anaphor) and len(self.known.chief) > 1))

    def _asks_who(self, anaphor: Anaphor) -> bool:
        """Whether a first message asks for the people of a company that nobody named: "Who runs it?"."""
        return not self.talk and not anaphor.is_many and self.is_who

    def _candidates(self, anaphor: Anaphor) -> list[Referent]:
        """The referents that fit, of the latest turn that has any, and there of its chief part."""
        for turn in self.talk:
            if turn.asks_name:
                named = _fitting(anaphor, turn.answer)
                papers = [one for one in turn.question if one.kind is Kind.DOCUMENT and one.kind in anaphor.kinds]
                if len(named) > 1 and len(papers) == 1 and not anaphor.is_many:
                    return papers  # "Who signed the lease?", "Which law governs it?"
                return named or _fitting(anaphor, turn.question, exact=True)
            for group in (turn.question, turn.cited):
                if found := _fitting(anaphor, group):
                    return found
        only = self.known.chief if len(self.known.chief) == 1 and Kind.COMPANY in anaphor.kinds else ()
        return [Referent(Kind.COMPANY, name) for name in only] if self._asks_who(anaphor) else []

    def _with(self, bound: Bound, anaphor: Anaphor, one: Referent) -> Bound:
        """The message with one referent; a party of the contract that is spoken of brings the contract with it."""
        if one.kind is Kind.DOCUMENT:
            return self._about(
                replace(bound, text=_replaced(bound.text, anaphor, one.name)), bound.text, anaphor, one.documents
            )
        documents = bound.documents or (focus(self.talk[0], self.known.amends) if self.talk else ())
        terms = {self.known.terms.get((number, subject_key(one.name)), "") for number in documents} - {""}
        asked = (_replaced(bound.text, anaphor, _term(one.name, terms.pop())),) if len(terms) == 1 else ()
        return replace(bound, text=_replaced(bound.text, anaphor, _short(one)), documents=documents, asked=asked)

    def _document(self, bound: Bound, anaphor: Anaphor) -> Bound:
        """ "That lease": a document that was spoken of, else the only one of its kind that there is."""
        if any(one.documents for one in mentions(bound.text[anaphor.start :], self.known)[:1]) and not anaphor.must:
            return bound  # it is named in full: "the lease in Malmö"
        kinds = kinds_of_noun(anaphor.noun)
        if anaphor.noun == CHANGE and not is_document_noun(anaphor.text.split()[-1]):
            return self._change(bound, anaphor)
        for turn in self.talk:
            for group in (turn.question, turn.cited):
                numbers = tuple(dict.fromkeys(n for one in group for n in one.documents if self._is(n, kinds)))
                if numbers and (len(numbers) == 1 or anaphor.is_many):
                    return self._about(bound, bound.text, anaphor, numbers)
                if numbers:
                    return self._which(bound, anaphor, numbers)
        every = documents_called(anaphor.noun, (), self.known.documents)
        if len(every) == 1:
            return self._about(bound, bound.text, anaphor, every)
        return self._which(bound, anaphor, every) if every and anaphor.must and not anaphor.is_many else bound

    def _change(self, bound: Bound, anaphor: Anaphor) -> Bound:
        """ "That change": the one amendment that the answer before rests on; any other change stands for itself."""
        cited = [number for turn in self.talk[:1] for one in turn.cited for number in one.documents]
        amending = tuple(dict.fromkeys(number for number in cited if number in self.known.amends))
        return self._about(bound, bound.text, anaphor, amending) if len(amending) == 1 else bound

    def _about(self, bound: Bound, text: str, anaphor: Anaphor, numbers: tuple[int, ...]) -> Bound:
        """The message asked of a document alone, where "under it" need not be said. An amendment stays one
        where its agreement stands in the same file.
        """
        under = _UNDER.search(text[: anaphor.start])
        is_within = self._is_bound_within(anaphor.noun, numbers)
        general = text if is_within else _replaced(text, anaphor, neutral_noun(self.language))
        if under is not None:
            general = f"{text[: under.start()]}{text[anaphor.end :]}"
        return replace(bound, documents=numbers, is_only=True, asked=(*bound.asked, general))

    def _is_bound_within(self, noun: str, numbers: Sequence[int]) -> bool:
        """Whether an amendment is meant that stands in one file with its agreement: "the agreement" is the other."""
        is_amending = kinds_of_noun(noun) == kinds_of_noun(CHANGE)
        return is_amending and not any(number in self.known.amends for number in numbers)

    def _which(self, bound: Bound, anaphor: Anaphor, numbers: Sequence[int]) -> Bound:
        """Which of several documents is meant must be asked."""
        titles = [(number, self.known.titles.get(number, "")) for number in numbers]
        options = tuple(
            (Referent(Kind.DOCUMENT, title, (number,)), _replaced(bound.text, anaphor, f"{anaphor.text} ({title})"))
            for number, title in titles
        )
        return replace(bound, word=anaphor.text, options=options)

    def _is(self, number: int, kinds: frozenset[str]) -> bool:
        return bool(kinds & kinds_of_text(self.known.documents.get(number, "")))

    def _of_party(self, message: str, spoken: Sequence[Referent]) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
        """The one contract with the one party that a message names, where it asks what they may or must do."""
        words = set(letter_words(message.casefold()))
        parties = [one for one in spoken if one.kind in (Kind.COMPANY, Kind.NAME)]
        if len(parties) != 1 or not words & set(data("dialogue")["nouns"]["modal"].split()):
            return None
        name = parties[0].name
        key = subject_key(name)
        found = [(number, term) for (number, party), term in self.known.terms.items() if _is_called(key, party)]
        if len(found) != 1 or name not in message:
            return None
        number, term = found[0]
        return (number,), (message.replace(name, _term(name, term)),)

    def in_scope(self, bound: Bound, message: str) -> Bound:
        """The message with the documents to ask first: those it names; of one that names nothing those in focus."""
        if bound.documents:
            return bound
        spoken = mentions(message, self.known)
        own = [one for one in spoken if one.documents]
        if own:
            name = own[0].name.removeprefix("the ")
            general = message.replace(name, neutral_noun(self.language).removeprefix("the "))
            if self._is_bound_within(name, own[0].documents):
                general = message
            return replace(bound, documents=own[0].documents, asked=(general,))
        if party := self._of_party(message, spoken):
            return replace(bound, documents=party[0], asked=party[1])
        before = {one.name for one in self.talk[0].question} if self.talk else set()
        is_other = any(one.name not in before for one in spoken)
        if is_other or not self.talk:
            return bound
        numbers = focus(self.talk[0], self.known.amends)
        return replace(bound, documents=numbers, asked=self._of_contract(message, numbers))

    def _of_contract(self, message: str, numbers: Sequence[int]) -> tuple[str, ...]:
        """The message as one of a contract that is spoken of, where it asks for a clause in a word that means one only
        there: "max penalty if we deliver late".
        """
        is_contract = any(says_contract(self.known.documents.get(number, "")) for number in numbers)
        if not is_contract or find_clauses(message):
            return ()
        under = "enligt" if self.language == "sv" else "under"
        general = f"{message.rstrip(' ?.!')} {under} {neutral_noun(self.language)}?"
        return (general,) if find_clauses(general) else ()


def _term(name: str, term: str) -> str:
    """A party's defined name as a sentence says it: "the Customer", but "Fennwick" of Fennwick Limited."""
    bare = term.removeprefix("the ")
    return bare if bare.casefold() in name.casefold() else term


def _fitting(anaphor: Anaphor, group: Sequence[Referent], *, exact: bool = False) -> list[Referent]:
    """Those of the likeliest kind that there is. `exact`: a person for "he", never a name of unknown kind."""
    for kind in anaphor.kinds:
        if exact and kind is Kind.NAME:
            continue
        found = [one for one in group if one.kind is kind]
        if anaphor.is_many and kind is Kind.PERSON:
            found = [one for one in found if not one.name.startswith("the ")]  # two offices of one person are no "they"
        if found and not (kind is Kind.PERSON and anaphor.is_many and len(found) == 1):
            return found
    return []


def _is_called(key: str, party: str) -> bool:
    """Whether a name calls a party: in full, or by its first word."""
    return key in (party, party.partition(" ")[0])


def _short(one: Referent) -> str:
    return without_legal_form(one.name) if one.kind is Kind.COMPANY else one.name


_THERE = {"there": "in", "där": "i"}


def _replaced(text: str, anaphor: Anaphor, name: str) -> str:
    """The text with a name in place of the words that stand for it: "their" is "Skagen Pelagic’s"."""
    shown = f"{name}’s" if anaphor.is_own and not re.search(r"s\Z", name) else name
    if anaphor.text.casefold() in _THERE:
        shown = f"{_THERE[anaphor.text.casefold()]} {name}"
    return f"{text[: anaphor.start]}{shown}{text[anaphor.end :]}"
