"""Words and the order they stand in, as data: which concepts a sentence holds, and in which order.

A word list names concepts, each with its words and phrases. A wording is a row of concepts with the number of other
words that may stand between: "machine 2 duty 0 say" is "the assistant always has to answer", whatever the words are.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sleuth.language.glyphs import plain

# A name with a number in it ("c3.ai"), a number with its decimals, a word with its hyphens, a mark, or white space that
# ends a cell or a line.
_TOKEN = re.compile(
    r"[^\W\d_]+\d+(?:[.-][^\W\d_]+)+|\d[\d.,'’  ]*\d|\d|[^\W\d_]+(?:['’.-][^\W\d_]+)*|[\t\n]+|<\||\|>|[^\w\s]"
)
_SPACED = re.compile(r"(?<!\w)(?:\w ){3,}\w(?!\w)")  # "i g n o r e": a word that hides from readers of words
_END = frozenset(".!?")
_QUOTES = frozenset('"“”„»«')
NUMBER, BORDER, QUOTE = "#", "|", '"'


@dataclass(frozen=True, slots=True)
class _Part:
    """A concept of a wording, and how many words may stand before it."""

    concept: str
    gap: int  # 0: right behind, without even a mark between
    begins: bool  # only where a clause begins


Wording = tuple[_Part, ...]


def read_wording(written: str) -> Wording:
    """A wording as it is written in a list: "^order 8 content"."""
    parts, gap = [], 0
    for word in written.split():
        if word.isdigit():
            gap = int(word)
        else:
            parts.append(_Part(word.removeprefix("^"), gap, word.startswith("^")))
            gap = 0
    return tuple(parts)


class Concepts:
    """A list of concepts and their words, ready to be looked up."""

    def __init__(self, words: Mapping[str, Sequence[str]], within: Mapping[str, str]) -> None:
        """`within`: concepts that count only where they are no part of another: the "model" of "language model"."""
        self._within = within
        self._exact: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        self._begun: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)  # by the first letters of "x*"
        for concept, phrases in words.items():
            for phrase in phrases:
                row = tuple(phrase.split())
                if row[0].endswith("*"):
                    self._begun[row[0][:2].rstrip("*")].append((row, concept))
                else:
                    self._exact[row[0]].append((row, concept))

    def of(self, tokens: Sequence[str]) -> dict[str, list[tuple[int, int]]]:
        """Where each concept stands: its first token (inclusive) and its last (exclusive)."""
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for at, token in enumerate(tokens):
            candidates = [*self._exact.get(token, ()), *self._begun.get(token[:2], ()), *self._begun.get(token[:1], ())]
            for row, concept in candidates:
                end = at + len(row)
                if end <= len(tokens) and all(_is(word, said) for word, said in zip(row, tokens[at:end], strict=True)):
                    found[concept].append((at, end))
        for concept, whole in self._within.items():
            places = found.get(whole, ())
            found[concept] = [one for one in found.get(concept, ()) if not any(_within(one, other) for other in places)]
        return found


def _is(word: str, said: str) -> bool:
    return said.startswith(word[:-1]) if word.endswith("*") else word == said


@dataclass(frozen=True, slots=True)
class Clauses:
    """Words that tell where a clause begins with an order."""

    leads: frozenset[str]  # may stand before the verb: "please", "always"
    homographs: frozenset[str]  # verbs that are nouns as well …
    behind_nouns: frozenset[str]  # … and what follows the nouns: "use of"
    tellers: frozenset[str]  # of whom a sentence tells, instead of ordering: "we", "their"


class Phrase:
    """A stretch of text as tokens and concepts, in which wordings are looked for."""

    def __init__(self, text: str, concepts: Concepts, clauses: Clauses) -> None:
        self.tokens = list(_tokens(text))
        self._clauses = clauses
        self._found = concepts.of(self.tokens)
        self._ends = [at for at, token in enumerate(self.tokens) if token in _END]
        counts = [0]
        for token in self.tokens:
            counts.append(counts[-1] + (token[0].isalnum() or token == NUMBER))
        self._words_before = counts

    def has(self, wording: Wording) -> bool:
        """Whether the words stand in this order somewhere, within one sentence."""
        first = wording[0]
        starts = (place for place in self._places(first) if not first.begins or self._begins(place[0]))
        return any(self._goes_on(end, wording[1:]) for _, end in starts)

    def _goes_on(self, end: int, rest: Wording) -> bool:
        if not rest:
            return True
        part = rest[0]
        for start, stop in self._places(part):
            if start < end or self._words_before[start] - self._words_before[end] > part.gap:
                continue
            if part.gap == 0 and start > end:
                continue
            if self._is_apart(end, start) or (part.begins and not self._begins(start)):
                continue
            if self._goes_on(stop, rest[1:]):
                return True
        return False

    def _places(self, part: _Part) -> Sequence[tuple[int, int]]:
        return self._found.get(part.concept, ())

    def _is_apart(self, start: int, end: int) -> bool:
        """Whether a sentence ends between two tokens."""
        place = bisect_left(self._ends, start)
        return place < len(self._ends) and self._ends[place] < end

    def _begins(self, at: int) -> bool:
        """Whether a clause begins here, perhaps behind words such as "please" and "always"."""
        if self.tokens[at] in self._clauses.homographs and not self._orders(at):
            return False
        while at > 0 and self.tokens[at - 1] in self._clauses.leads:
            if self.tokens[at - 1] in _JOINING:
                return not self._is_told(at - 1)
            at -= 1
        return at == 0 or not (self.tokens[at - 1][0].isalnum() or (self.tokens[at - 1] == "," and self._is_told(at)))

    def _is_told(self, at: int) -> bool:
        """Whether the sentence tells of somebody up to here, so that its verbs go on telling: "we help users read and
        write". Who orders speaks to "you"."""
        place = bisect_left(self._ends, at)
        begin = self._ends[place - 1] + 1 if place else 0
        before = self.tokens[begin:at]
        return any(word in self._clauses.tellers for word in before) and "you" not in before and "your" not in before

    def _orders(self, at: int) -> bool:
        """Whether a word that is a verb or a noun goes on as a verb does: with words, and none that follow nouns."""
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else ""
        is_word = following[:1].isalnum() or following in (NUMBER, QUOTE, ":", BORDER, "$", "€", "£")
        return is_word and following not in self._clauses.behind_nouns


def _within(place: tuple[int, int], phrase: tuple[int, int]) -> bool:
    return place != phrase and phrase[0] <= place[0] and place[1] <= phrase[1]


_JOINING = frozenset({"and", "or", "but", "then", "och", "eller", "utan", "und", "oder", "sondern"})


def _tokens(text: str) -> Iterator[str]:
    folded = _SPACED.sub(lambda spaced: spaced[0].replace(" ", ""), plain(text).text)
    for found in _TOKEN.finditer(folded):
        token = found[0]
        if token[0].isdigit():
            yield NUMBER
        elif token[0] in "\t\n":
            yield BORDER
        else:
            yield QUOTE if token in _QUOTES else token


def compile_wordings(lists: Mapping[str, Iterable[str]]) -> dict[str, tuple[Wording, ...]]:
    """Marks, each with the wordings that make it."""
    return {mark: tuple(map(read_wording, written)) for mark, written in lists.items()}
