"""Which currency a word or a sign names, and what a sign that several countries share stands for in a document."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from sleuth.language.glyphs import plain
from sleuth.language.wordlist import wordlist

_MOST = 0.8  # of the statements of a document that must name one currency
_LONGEST_UNIT = 14  # words of a line that only states what amounts are in
_CODE = re.compile(r"[A-Z]{3}")
_SEGMENT = re.compile(r"[()\[\]\n;|\t]|(?<=[^\W\d_]{2})\.\s")


@dataclass(frozen=True, slots=True)
class Signs:
    """What the shared signs mean in a document. What it says nothing of has its usual meaning: "$" is USD."""

    meant: tuple[tuple[str, str], ...] = ()  # a shared sign and a code of ISO 4217; "" where two are as likely
    stated: str = ""  # the one currency that the document says all its amounts are in

    def code(self, named: str) -> str:
        """The currency that a code is, or that a shared sign stands for; "" where that is not certain."""
        if named not in shared_signs():
            return named
        return dict(self.meant).get(named, shared_signs()[named])


def is_code(text: str) -> bool:
    """Whether a text is a currency's code (ISO 4217) by its form: "SEK"."""
    return _CODE.fullmatch(text) is not None


@cache
def shared_signs() -> dict[str, str]:
    """The signs of several currencies, each with its usual meaning."""
    return dict(wordlist("currencies")["shared"])


USUAL = Signs()
AS_PRINTED = Signs(tuple((sign, sign) for sign in shared_signs()))  # each sign stands for itself alone


def agreed(every: Iterable[Signs]) -> Signs:
    """What the signs mean in several documents together; where they differ, each sign stands for itself alone."""
    different = set(every)
    if len(different) == 1:
        return different.pop()
    return AS_PRINTED if different else USUAL


@cache
def family_of(code: str) -> str:
    """The shared sign that may stand for a currency; "" where none does."""
    return next((sign for sign in shared_signs() if code in wordlist("currencies")[sign]), "")


@cache
def qualified() -> dict[str, str]:
    """The words that name one currency of a family: "c$", "canadian dollars", "danske kroner"."""
    lists = wordlist("currencies")
    found: dict[str, str] = dict(lists["told"])
    for sign in shared_signs():
        for code, told in lists[sign].items():
            found[code.lower()] = code
            for country in _parts(told["countries"]):
                found.update({f"{country} {noun}": code for noun in lists["nouns"][sign].split()})
            for letters in _parts(told["letters"]):
                found[f"{letters}{sign}"] = code
                if len(letters) > 1:  # "$cad", but no "$m"
                    found[f"{sign}{letters}"] = code
    return found


@cache
def shared_words() -> dict[str, str]:
    """The words that name a family only, each with its sign."""
    lists = wordlist("currencies")
    told = lists["told"]
    nouns = {noun: sign for sign in shared_signs() for noun in lists["nouns"][sign].split() if noun not in told}
    return {**{sign: sign for sign in shared_signs()}, **nouns}


def _parts(listed: str) -> list[str]:
    return [part.strip() for part in listed.split(",") if part.strip()]


def narrowed(named: Iterable[str], signs: Signs = USUAL) -> set[str]:
    """The currencies that one text names. A shared sign beside a currency of its family is that: "CAD $ thousands"."""
    every = set(named)
    explicit = {one for one in every if one not in shared_signs()}
    found = set(explicit)
    for sign in every - explicit:
        family = {one for one in explicit if family_of(one) == sign}
        if not family and signs.code(sign):
            found.add(signs.code(sign))
    return found


def marks_in(text: str, signs: Signs = USUAL) -> Iterator[str]:
    """The currency of each mark in a text that stands for one wherever it stands: "$" with its letters, "SEK"."""
    for found in _MARK.finditer(text):
        mark = found[0]
        named = _MARKS.get(mark) or qualified().get(mark.lower()) or signs.code("$")
        if named:
            yield named


_MARKS = {"€": "EUR", "£": "GBP", "SEK": "SEK", "EUR": "EUR", "CHF": "CHF"}
_LETTERS = 3  # of a code
_MARK = re.compile(r"(?:(?<![^\W\d_])[A-Za-z]{1,3})?\$|[€£]|SEK|EUR|CHF")


def document_signs(cover: str, texts: Iterable[str], language: str = "") -> Signs:
    """What the shared signs mean by a document's own statements, wherever they stand in it.

    A statement for all of it, or one on its cover, decides: "All amounts in Canadian dollars". The caption of a table
    is one of many: it decides where most of the lines that tell a unit name the currency.
    """
    strong: Counter[str] = Counter(code for code, is_whole in _stated(cover) if code)
    weak: Counter[str] = Counter()
    for text in texts:
        for code, is_whole in _stated(text):
            weak[code] += 1
            if is_whole and code:
                strong[code] += 1
    meant: dict[str, str] = {}
    for sign in shared_signs():
        for votes in (strong, weak):
            told = _most(votes, sign)
            if told is not None:
                meant[sign] = told
            if told:
                break
    for sign, by_language in wordlist("currencies")["languages"].items():
        if sign not in meant and language in by_language:
            meant[sign] = by_language[language]
    if "$" not in meant and not strong and (listed := _listed(cover)):
        meant["$"] = listed
    return Signs(tuple(sorted(meant.items())), next(iter(strong)) if len(strong) == 1 else "")


def _listed(cover: str) -> str:
    """The currency of the one country on whose exchange a cover says that shares are listed; "" where it names none, or
    several."""
    words = plain(cover).text
    found = [code for code, says in wordlist("currencies")["listed"].items() if re.search(says, words)]
    return found[0] if len(found) == 1 else ""


def _most(votes: Counter[str], sign: str) -> str | None:
    """The currency of a family that nearly all statements name; None where most name none of it, "" where they differ.

    Statements without any currency are under "": "(in thousands)".
    """
    named = {code: count for code, count in votes.items() if code and family_of(code) == sign}
    total = sum(named.values())
    if not total or total < votes[""]:
        return None
    best = max(named, key=lambda code: named[code])
    return best if named[best] >= _MOST * total else ""


def _stated(text: str) -> Iterator[tuple[str, bool]]:
    """The currency of each statement of units in a text ("" where none), and whether it is of all the document."""
    form = plain(text).text
    for segment in _SEGMENT.split(form):
        if not segment or not segment.strip():
            continue
        told = _told_in(" ".join(segment.split()))
        if told is not None:
            yield told


def _told_in(segment: str) -> tuple[str, bool] | None:
    lists = wordlist("currencies")["statement"]
    codes = {_named()[found[1]] for found in _naming().finditer(segment)} | _lawful(segment)
    is_whole = re.search(lists["whole"], segment) is not None
    is_short = len(segment.split()) <= _LONGEST_UNIT
    if _amount().search(segment) or len(codes) > 1 or not (is_short or is_whole):
        return None
    if codes and re.search(lists["somebody"], segment) and not _noun().search(segment):
        return None  # the letters of a company's name: "references to AMD or the Company mean …"
    states_scale = _scale().search(segment) is not None
    if not codes:
        return ("", False) if states_scale and is_short else None
    rest = _naming().sub(" ", segment)
    is_bare = not re.search(r"\w", rest)
    if states_scale or is_whole or is_bare or re.search(lists["amounts"], segment):
        return codes.pop(), is_whole
    return None


def _lawful(segment: str) -> set[str]:
    """The currency of "lawful money of Canada", "Canadian funds"."""
    lists = wordlist("currencies")
    found = [country for name in ("lawful", "whose") for country in re.findall(lists["statement"][name], segment)]
    members = ((code, told) for sign in shared_signs() for code, told in lists[sign].items())
    return {code for code, told in members if set(found) & set(_parts(told["countries"]))}


@cache
def _named() -> dict[str, str]:
    """The words that name one currency, whether or not others share its noun: "euros", "canadian dollars"."""
    return {**wordlist("scales")["currency"], **qualified()}


@cache
def _naming() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(_named(), key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])({words})(?![^\W\d_])")


@cache
def _noun() -> re.Pattern[str]:
    """A currency called by more than the three letters of its code, or the word itself."""
    words = "|".join(re.escape(word) for word in sorted(_named(), key=len, reverse=True) if len(word) > _LETTERS)
    return re.compile(rf"(?<![^\W\d_])(?:{words}|currency|money)(?![^\W\d_])")


@cache
def _amount() -> re.Pattern[str]:
    """An amount of money: a statement of units has none. The zeros of "C$ 000" are a scale."""
    signs = "|".join(re.escape(word) for word in sorted({*_named(), *shared_signs()}, key=len, reverse=True))
    before = rf"(?:{signs})\s?(?!['’]?000s?\b)\d"
    behind = rf"\d\s?(?:thousand|million|billion|m|bn|k)\s(?:{signs})(?![^\W\d_])"
    return re.compile(f"{before}|{behind}")


@cache
def _scale() -> re.Pattern[str]:
    powers = "|".join(re.escape(word) for word in sorted(wordlist("scales")["power"], key=len, reverse=True))
    return re.compile(rf"(?<![\w'.,])(?:{powers})(?!\w)|[$¥]\s?(?:m|k|mn|bn)(?!\w)")
