"""Questions about the requests of a list: which of them, by status, priority and area; counted or listed."""

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from sleuth.agents.analyst.intents import follow_up_opening
from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.language.glyphs import plain, plain_line
from sleuth.language.tokens import letter_words, tokens
from sleuth.language.weight import detect_language, is_faint, is_frame, is_light, is_stop
from sleuth.language.wordlist import wordlist
from sleuth.reason.understand.several import split

_SHORT = 2  # letters: shorter names of areas are abbreviations, written in capitals


@dataclass(frozen=True, slots=True)
class RequestQuestion:
    """Which requests are asked for."""

    stands: str = ""  # provided, partial, missing, declined, n/a; "" for all
    priority: str = ""  # high, medium, low; "" for all
    area: str = ""  # the word of the question that names an area; "" for all
    counts: bool = False  # how many, not which
    is_whole: bool = False  # nothing that is only partly there is meant

    @property
    def text(self) -> str:
        """The question as it stands alone, in words that `read_request_question` reads the same."""
        opening = "How many" if self.counts else "Which"
        whole = "completely " if self.is_whole else ""
        state = f"are {whole}{_CALLED[self.stands]}" if self.stands else "are there"
        priority = f"{self.priority} priority " if self.priority else ""
        area = f" in {self.area}" if self.area else ""
        return f"{opening} {priority}requests{area} {state}?"


_CALLED = {
    "provided": "provided", "partial": "partial", "missing": "outstanding", "n/a": "not applicable",
    "declined": "declined",
}  # fmt: skip


def read_request_question(message: str, before: str = "") -> RequestQuestion | None:
    """What a message asks about the requests; None where it is about anything else.

    `before` is the question before it: "And medium?" goes on from one about requests. A word that is neither a
    request's name, nor a status, priority or area, makes it another question.
    """
    earlier = read_request_question(before) if before else None
    asked, is_named, rest = _parsed(message)
    if rest or not (asked.stands or asked.priority or asked.area or asked.counts):
        return None
    if is_named:
        return asked if asked.stands or asked.priority else None
    if earlier is None:
        return None
    return _going_on(asked, earlier, message)


def read_request_questions(message: str, before: str = "") -> tuple[RequestQuestion, ...]:
    """What a message asks about the requests, each question of it: "How many are open and which are high priority?".

    Nothing where it is about anything else.
    """
    whole = read_request_question(message, before)
    parts = split(message)
    first = read_request_question(parts[0].text, before)
    others = [read_request_question(f"and {part.asked or part.text}", parts[0].text) for part in parts[1:]]
    each = [one for one in (first, *others) if one is not None]
    if len(parts) > 1 and len(each) == len(parts):
        return tuple(each)
    return () if whole is None else (whole,)


_FRAGMENT = 3  # words of a message that is no sentence


def _going_on(asked: RequestQuestion, earlier: RequestQuestion, message: str) -> RequestQuestion | None:
    """A follow-up: a new sentence about another status starts from all requests, others keep what was asked.

    A priority or an area alone ("And medium?") must go on by its words: "What does the contract say?" does not.
    """
    form = plain(message).text.strip()
    keeps = follow_up_opening().match(form) or re.search(_wording()["keeps"], form)
    is_sentence = bool(asked.counts or re.search(_wording()["lists"], form))
    if not (asked.stands or keeps or (len(form.split()) <= _FRAGMENT and not is_sentence)):
        return None
    if asked.stands and is_sentence and not keeps:
        return asked
    return replace(
        earlier,
        stands=asked.stands or earlier.stands,
        priority=asked.priority or earlier.priority,
        area=asked.area or earlier.area,
        counts=asked.counts if is_sentence else earlier.counts,
        is_whole=asked.is_whole if asked.stands else earlier.is_whole,
    )


def _parsed(message: str) -> tuple[RequestQuestion, bool, bool]:
    """The parts of a question, whether it names requests, and whether any other telling word is left."""
    wording, language = _wording(), detect_language(message)
    form = plain_line(message)
    rest, found = form, {}
    for kind in ("stands", "priorities"):
        for name, says in wording[kind].items():
            if kind not in found and re.search(says, rest):
                found[kind] = name
                rest = re.sub(says, " ", rest)
    is_named = re.search(wording["names"], rest) is not None
    rest = re.sub(wording["names"], " ", rest)
    if is_named:  # "items on the request list"
        rest = re.sub(wording["loosely"], " ", rest)
    elif found.get("stands") in ("missing", "partial"):
        is_named = re.search(wording["loosely"], rest) is not None
        rest = re.sub(wording["loosely"], " ", rest)
    counts = re.search(wording["count"], rest) is not None
    for filler in ("count", "lists", "keeps", "fills"):
        rest = re.sub(wording[filler], " ", rest)
    telling = [word.text for word in tokens(rest, language) if not _is_empty(word.text, language)]
    area = _area(message)
    left = [word for word in telling if word != area.casefold()]
    is_whole = re.search(wording["whole"], form) is not None
    asked = RequestQuestion(found.get("stands", ""), found.get("priorities", ""), area, counts, is_whole)
    return asked, is_named, bool(left)


def _is_empty(word: str, language: str) -> bool:
    return any(is_empty(word, language) for is_empty in (is_stop, is_frame, is_light, is_faint))


def _area(message: str) -> str:
    """The word that names an area of a due diligence: "Legal", "HR"; "" for none. "It" and "do" are no areas."""
    beginnings = [begin for names in wordlist("wording", PACKAGE)["domains"].values() for begin in names]
    for word in letter_words(message):
        folded = word.casefold()
        if len(word) <= _SHORT and not word.isupper():
            continue
        if any(folded == begin if len(begin) <= _SHORT else folded.startswith(begin) for begin in beginnings):
            return str(word)
    return ""


def is_of_area(name: str, asked: str) -> bool:
    """Whether an area of a list is the one that a question names: "Finance" is "financial", "HR" is "people"."""
    words, other = letter_words(name.casefold()), asked.casefold()
    return any(word == other or _domains(word) & _domains(other) for word in words)


def _domains(word: str) -> set[str]:
    """The areas whose names begin a word; of several the longest beginning counts ("financing" is not "financ")."""
    table = wordlist("wording", PACKAGE)["domains"]
    found = [
        (len(begin), domain)
        for domain, names in table.items()
        for begin in names
        if (word == begin if len(begin) <= _SHORT else word.startswith(begin))
    ]
    longest = max((length for length, _ in found), default=0)
    return {domain for length, domain in found if length == longest}


@cache
def _wording() -> dict[str, Any]:
    return dict(wordlist("wording", PACKAGE)["asking"])
