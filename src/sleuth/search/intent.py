"""What a message wants, told by its words alone: whether the documents are to be searched before it is answered.

Searching is the rule. Only a message that consists wholly of greetings, or of a question about us or this conversation,
goes without. The words are in `data/intents.toml`.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from itertools import product
from typing import Any

_LONGEST = 30  # words: no greeting and no question about us is longer
_LONGEST_TEXT = 400  # characters, likewise
_WORD = re.compile(r"\w+(?:[.&-]\w+)*")
_SLOT = re.compile(r"\{([^}]+)\}")
_APOSTROPHES = re.compile(r"['’`´]")
# "Hi Anna", "Tack Max!": one name after the greeting, with no mark between them and no question mark behind.
_ADDRESSED = re.compile(r"(?P<greeting>.*\w) [A-ZÅÄÖÜÉĐ][a-zåäöüéß]+[\s.!]*", re.DOTALL)

_AFTER_GREETING = re.compile(r"\s*[,.!;:–—-]+(?=\s)\s*")

Words = tuple[str, ...]


class Intent(StrEnum):
    """What a message wants."""

    GREETING = "greeting"  # a greeting, thanks, a farewell
    META = "meta"  # about us, or about this conversation
    FACTUAL = "factual"  # to be told something
    TASK = "task"  # to have something done

    @property
    def retrieves(self) -> bool:
        """Whether the documents are searched before the answer."""
        return self in (Intent.FACTUAL, Intent.TASK)


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Phrases by their first word, so that few are compared."""

    by_first: Mapping[str, Sequence[Words]]

    def ends(self, words: Words, start: int) -> Iterator[int]:
        """Where the phrases that begin at `start` end."""
        for phrase in self.by_first.get(words[start], ()):
            end = start + len(phrase)
            if words[start:end] == phrase:
                yield end


@dataclass(frozen=True, slots=True)
class _Patterns:
    greetings: _Phrases
    about_us: _Phrases
    beside_greetings: _Phrases
    beside_questions: _Phrases
    small_of_greetings: _Phrases
    small_of_questions: _Phrases
    verbs: _Phrases
    verbs_with_object: _Phrases
    objects: frozenset[str]
    openings: _Phrases


def classify(message: str) -> Intent:
    """The intent of a message. Less than a millisecond; no model."""
    words = _words_of(message[:_LONGEST_TEXT])
    patterns = _patterns()
    if len(words) <= _LONGEST and len(message) <= _LONGEST_TEXT:
        if _is_greeting(words, patterns, is_question="?" in message) or _greets_by_name(message, patterns):
            return Intent.GREETING
        if _is_about_us(words, patterns):
            return Intent.META
    return Intent.TASK if _is_request(words[:_LONGEST], patterns) else Intent.FACTUAL


def without_greeting(message: str) -> str:
    """The message without the greetings that it opens with: "Hi, what was Q3 revenue?" → "what was Q3 revenue?".

    A greeting ends with a mark ("Hello Fresh revenue" stays as it is); a message of greetings alone stays too.
    """
    patterns, rest = _patterns(), message.strip()
    for mark in _AFTER_GREETING.finditer(rest[:_LONGEST_TEXT]):
        behind = rest[mark.end() :].strip()
        before = _words_of(rest[: mark.start()])
        if behind and len(before) <= _LONGEST and _is_greeting(before, patterns, is_question=True):
            return without_greeting(behind)
    return rest


@lru_cache(maxsize=1)
def general_words() -> frozenset[str]:
    """Words that ask for facts in general, and tell nothing of the topic."""
    return frozenset(_split(_data()["topic"]["general"]))


def _is_greeting(words: Words, patterns: _Patterns, *, is_question: bool) -> bool:
    """Whether greetings, and what may stand beside them, make up the whole message."""
    beside = [patterns.beside_greetings]
    if not is_question:  # "Thanks, was it done?" is one, though of small words only
        beside.append(patterns.small_of_greetings)
    return _is_made_of(words, patterns.greetings, beside)


def _greets_by_name(message: str, patterns: _Patterns) -> bool:
    """Whether the message is a greeting and one name: "Good morning Anna". Not "Hi. Revenue", not "HelloFresh?"."""
    addressed = _ADDRESSED.fullmatch(message.strip())
    if addressed is None:
        return False
    before = _words_of(addressed["greeting"])
    return len(before) <= _LONGEST and _is_made_of(before, patterns.greetings, ())


def _is_about_us(words: Words, patterns: _Patterns) -> bool:
    """Whether one or more questions about us, with courtesies around them, make up the whole message."""
    beside = (
        patterns.greetings,
        patterns.beside_greetings,
        patterns.beside_questions,
        patterns.small_of_questions,
    )
    return _is_made_of(words, patterns.about_us, beside)


def _is_made_of(words: Words, wanted: _Phrases, others: Sequence[_Phrases]) -> bool:
    """Whether the words are a chain of phrases, each of `wanted` or of `others`, and at least one of `wanted`."""
    reached = [False] * (len(words) + 1)  # by any phrases
    found = [False] * (len(words) + 1)  # with one of `wanted` among them
    reached[0] = True
    for start in range(len(words)):
        if not reached[start]:
            continue
        for end in wanted.ends(words, start):
            reached[end] = found[end] = True
        for end in _ends(others, words, start):
            reached[end] = True
            found[end] = found[end] or found[start]
    return found[-1]


def _is_request(words: Words, patterns: _Patterns) -> bool:
    """Whether the first words, greetings and courtesies aside, are a verb that asks for work."""
    before = (patterns.greetings, patterns.beside_greetings, patterns.beside_questions, patterns.openings)
    starts = {0}
    for start in range(len(words)):
        if start not in starts:
            continue
        if any(True for _ in patterns.verbs.ends(words, start)):
            return True
        for end in patterns.verbs_with_object.ends(words, start):
            if end < len(words) and words[end] in patterns.objects:
                return True
        starts.update(_ends(before, words, start))
    return False


def _ends(groups: Iterable[_Phrases], words: Words, start: int) -> Iterator[int]:
    for group in groups:
        yield from group.ends(words, start)


def _words_of(text: str) -> Words:
    """The words in lower case, without apostrophes and punctuation, contractions written out."""
    folded = unicodedata.normalize("NFC", _APOSTROPHES.sub("", text)).casefold()
    contractions = _contractions()
    words = [contractions.get(word, word) for word in _WORD.findall(folded)]
    return tuple(" ".join(words).split())


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    return tomllib.loads((files("sleuth.search") / "data" / "intents.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def _contractions() -> dict[str, str]:
    return dict(_data()["contractions"])


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    data = _data()
    lists = {name: _split(listed) for name, listed in data["lists"].items()}
    greeting, meta, task = data["greeting"], data["meta"], data["task"]
    return _Patterns(
        greetings=_lines(greeting["phrases"], lists),
        about_us=_lines(meta["phrases"], lists),
        beside_greetings=_lines(greeting["fillers"], lists),
        beside_questions=_lines(meta["fillers"], lists),
        small_of_greetings=_phrases(_split(greeting["words"])),
        small_of_questions=_phrases(_split(meta["words"])),
        verbs=_phrases(_split(task["verbs"])),
        verbs_with_object=_phrases(_split(task["verbs_with_object"])),
        objects=frozenset(_split(task["objects"])),
        openings=_phrases(_split(task["openings"])),
    )


def _lines(text: str, lists: Mapping[str, Sequence[str]]) -> _Phrases:
    written = [phrase for line in text.splitlines() if line.strip() for phrase in _expanded(line, lists)]
    return _phrases(written)


def _expanded(line: str, lists: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The line with each {name} replaced by every phrase of that list."""
    form = _SLOT.sub("{}", line)
    choices: list[Any] = [lists[name] for name in _SLOT.findall(line)]
    for chosen in product(*choices):
        yield form.format(*chosen)


def _phrases(written: Iterable[str]) -> _Phrases:
    by_first: dict[str, list[Words]] = {}
    for words in dict.fromkeys(map(_words_of, written)):
        by_first.setdefault(words[0], []).append(words)
    return _Phrases(by_first)


def _split(text: str) -> list[str]:
    """The phrases between semicolons and line ends."""
    return [phrase.strip() for phrase in re.split(r"[;\n]", text) if phrase.strip()]
