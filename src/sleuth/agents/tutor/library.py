"""Finds concepts: by the names that a question uses, else by the search that serves every project.

The library is held in memory: some 180 short texts need no database, and a tutor that teaches without a store has one
failure less. Weights of words, fusion and ranking are those of `sleuth.search`; see docs/decisions/.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sleuth.agents.tutor.concepts import Concept, concepts
from sleuth.agents.tutor.language import ENGLISH, data, has_marks, key_of, words_of
from sleuth.agents.tutor.phrases import Found, Phrases
from sleuth.search.files import FileLabel, file_scores
from sleuth.search.fusion import relative
from sleuth.search.query import understand
from sleuth.search.ranking import Candidate, rank

_SURE = 0.6  # of the weight of a question's words must stand in a concept that the question does not name
_JOINTS = ("and", "or", "versus", "vs")
_NEAR = 0.35  # of it makes a concept worth naming
_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Mention:
    """A concept that a question names."""

    concept: Concept
    phrase: str  # the name that was used
    first: int  # word of the question, by number
    last: int  # exclusive
    narrower: str = ""  # "student loan": something narrower that the library does not have
    other: str = ""  # "stock options": another thing, only its first word is the concept


@dataclass(frozen=True, slots=True)
class Hit:
    """A concept that the search found, and which share of the question's weight it holds (0 to 1)."""

    concept: Concept
    covered: float


class Library:
    """The concepts of one language, and the ways to find them."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.concepts = concepts(language)
        named = [(name, concept) for concept in self.concepts.values() for name in concept.names]
        self._names: Phrases[Concept] = Phrases(language, named)
        framing = _framing(language)
        self._frame = frozenset(key_of(word, language) for word in framing)
        self._plain_frame = frozenset(key_of(word, language, marked=False) for word in framing)
        self._index = _Index(language, list(self.concepts.values()))

    def mentions(self, text: str) -> list[Mention]:
        """The concepts that a text names, in order; each once."""
        words = [word.text for word in words_of(text, self.language)]
        if self.language == ENGLISH:
            text = _completed(text, self._names)
            words = [word.text for word in words_of(text, self.language)]
        mentions: dict[str, Mention] = {}
        for found in self._names.find(text):
            mentions.setdefault(found.label.id, self._judged(found, text, words))
        return list(mentions.values())

    def _judged(self, found: Found[Concept], text: str, words: Sequence[str]) -> Mention:
        """The mention, with the unknown word beside it if there is one: it may make it another thing.

        An English noun follows what narrows it and precedes what it narrows: a student loan is a loan, stock options
        are no stock.
        """
        before = words[found.first - 1] if found.first else ""
        after = words[found.last] if found.last < len(words) else ""
        phrase = " ".join(words[found.first : found.last])
        narrower = f"{before} {phrase}" if self._is_foreign(before, text) else ""
        other = f"{phrase} {after}" if self._is_foreign(after, text) else ""
        if self.language != ENGLISH:  # what narrows a Vietnamese noun follows it
            narrower, other = other, ""
        return Mention(found.label, found.phrase, found.first, found.last, narrower, other)

    def _is_foreign(self, word: str, text: str) -> bool:
        """Whether a word beside a concept's name is one that the whole library never uses."""
        if not word or word[0].isdigit():
            return False
        return not self.is_frame(word, text) and not self._index.knows(word, marked=has_marks(text))

    def is_frame(self, word: str, text: str) -> bool:
        """Whether a word of a text only asks, points or joins."""
        if self.language == ENGLISH or has_marks(text):
            return key_of(word, self.language) in self._frame
        return key_of(word, self.language, marked=False) in self._plain_frame

    def content_words(self, text: str) -> list[str]:
        """The words of a text that it is about, as written."""
        return [word.text for word in words_of(text, self.language) if not self.is_frame(word.text, text)]

    def unknown_words(self, text: str, mentions: Sequence[Mention]) -> list[str]:
        """The words of a text that no concept uses and no mention accounts for; neighbours joined."""
        accounted = " ".join(f"{mention.narrower} {mention.other}" for mention in mentions).split()
        marked = has_marks(text)
        runs: list[list[str]] = []
        last = -1
        for number, word in enumerate(words_of(text, self.language)):
            is_plain = word.text[0].isdigit() or word.text in accounted or self.is_frame(word.text, text)
            if is_plain or self._index.knows(word.text, marked=marked):
                continue
            if runs and number == last + 1:
                runs[-1].append(word.text)
            else:
                runs.append([word.text])
            last = number
        return [" ".join(run) for run in runs]

    def search(self, text: str) -> list[Hit]:
        """The concepts nearest to a text, best first, by the words of their sections."""
        return self._index.search(text, self.content_words(text))[:_NEAREST]

    def near(self, text: str) -> list[Hit]:
        """The concepts that have something to do with a text, best first."""
        return [hit for hit in self.search(text) if hit.covered >= _NEAR]

    def surely(self, text: str) -> Concept | None:
        """The concept that a text describes without naming it; None where none holds enough of its words."""
        hits = self.search(text)
        enough = len(self.content_words(text)) > 1
        return hits[0].concept if hits and enough and hits[0].covered >= _SURE else None


def _completed(text: str, names: Phrases[Concept]) -> str:
    """ "savings and checking accounts" as "savings accounts and checking accounts", where both are names."""
    words = words_of(text, ENGLISH)
    for first, joint, second, noun in zip(words, words[1:], words[2:], words[3:], strict=False):
        if joint.text.casefold() in _JOINTS:
            both = [f"{first.text} {noun.text}", f"{second.text} {noun.text}"]
            if all(any((found.first, found.last) == (0, 2) for found in names.find(phrase)) for phrase in both):
                return f"{text[: first.end]} {noun.text}{text[first.end :]}"
    return text


def _framing(language: str) -> list[str]:
    """The words of a language that only ask, point or join: its frame, and the turns of questions."""
    words = data(language, "words")
    turns = [turn for turns in words["facets"].values() for turn in turns] + words["topical"]["cues"]
    return [*words["frame"].split(), *" ".join(turns).split()]


@cache
def library(language: str) -> Library:
    """The library of a language, made when it is first asked for."""
    return Library(language)


class _Index:
    """The sections of all concepts, weighed as a project's passages are: by how rare each word is."""

    def __init__(self, language: str, all_concepts: Sequence[Concept]) -> None:
        self._language = language
        self._concepts = all_concepts
        self._candidates: list[Candidate] = []
        self._counts: list[Counter[str]] = []
        for number, concept in enumerate(all_concepts):
            for section, content in concept.sections.items():
                text = f"{', '.join(concept.names)}\n{content}" if section == "definition" else content
                self._add(number, concept, text)
        self._holders = Counter(key for count in self._counts for key in count)
        self._plain = {key_of(word, language, marked=False) for count in self._counts for word in count}
        self._labels = {
            number: FileLabel(f"{concept.id}.md", ", ".join(concept.names))
            for number, concept in enumerate(all_concepts)
        }

    def _add(self, number: int, concept: Concept, text: str) -> None:
        passage = len(self._candidates)
        context = f"{concept.id}.md\n{concept.title}"
        self._candidates.append(Candidate(passage, number, f"{concept.id}.md", 1, passage, passage, text, context))
        self._counts.append(Counter(word.key for word in words_of(text, self._language)))

    def knows(self, word: str, *, marked: bool) -> bool:
        """Whether any concept uses the word."""
        if self._language == ENGLISH or marked:
            return self._holders[key_of(word, self._language)] > 0
        return key_of(word, self._language, marked=False) in self._plain

    def search(self, text: str, content_words: Sequence[str]) -> list[Hit]:
        """Concepts by their best section."""
        weights = self._weights(content_words)
        scores = relative({number: self._score(number, weights) for number in range(len(self._candidates))})
        if not scores:
            return []
        query = understand(text, lexicon=False)
        found = [self._candidates[number] for number in scores]
        ranked = rank(found, scores, file_scores(query, self._labels), query)
        best = dict.fromkeys(candidate.document_id for candidate, _ in ranked)
        return [Hit(self._concepts[number], self._covered(number, weights)) for number in best]

    def _weights(self, content_words: Sequence[str]) -> Mapping[str, float]:
        """Key → how much the word tells; one that no concept uses tells most."""
        total = len(self._counts)
        keys = {key_of(word, self._language) for word in content_words}
        return {key: math.log1p((total - self._holders[key] + 0.5) / (self._holders[key] + 0.5)) for key in keys}

    def _score(self, number: int, weights: Mapping[str, float]) -> float:
        counts = self._counts[number]
        length = math.log(2 + sum(counts.values()))
        return sum(weight * counts[key] / length for key, weight in weights.items())

    def _covered(self, concept: int, weights: Mapping[str, float]) -> float:
        """The share of the words' weight that the concept's sections hold together."""
        held: set[str] = set()
        for candidate, counts in zip(self._candidates, self._counts, strict=True):
            if candidate.document_id == concept:
                held |= counts.keys()
        return sum(weight for key, weight in weights.items() if key in held) / sum(weights.values())
