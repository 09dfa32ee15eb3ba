"""Finds known phrases in a text, whatever their inflection: names of concepts and areas, turns of a question."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sleuth.agents.tutor.language import VIETNAMESE, Word, has_marks, key_of, words_of

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class Found(Generic[Label]):
    """A phrase in a text: words `first` (inclusive) to `last` (exclusive), by number."""

    label: Label
    phrase: str
    first: int
    last: int


class Phrases(Generic[Label]):
    """Phrases of one language, each with what it stands for."""

    def __init__(self, language: str, phrases: Iterable[tuple[str, Label]]) -> None:
        self._language = language
        self._known: dict[tuple[str, ...], tuple[str, Label]] = {}
        self._plain: dict[tuple[str, ...], tuple[str, Label]] = {}  # without marks, for texts that have none
        for phrase, label in phrases:
            words = [word.text for word in words_of(phrase, language)]
            self._known.setdefault(tuple(key_of(word, language) for word in words), (phrase, label))
            if language == VIETNAMESE:
                self._plain.setdefault(tuple(key_of(w, language, marked=False) for w in words), (phrase, label))
        self._longest = max(map(len, self._known), default=0)

    def find(self, text: str) -> list[Found[Label]]:
        """The phrases in a text from left to right; a longer one hides those inside it."""
        words = words_of(text, self._language)
        unmarked = self._language == VIETNAMESE and not has_marks(text)
        known = self._plain if unmarked else self._known
        found = []
        place = 0
        while place < len(words):
            match = self._at(known, words, place)
            if match is not None:
                found.append(match)
            place = match.last if match is not None else place + 1
        return found

    def _at(
        self, known: Mapping[tuple[str, ...], tuple[str, Label]], words: Sequence[Word], place: int
    ) -> Found[Label] | None:
        for length in range(min(self._longest, len(words) - place), 0, -1):
            keys = tuple(word.key for word in words[place : place + length])
            if keys in known:
                phrase, label = known[keys]
                return Found(label, phrase, place, place + length)
        return None
