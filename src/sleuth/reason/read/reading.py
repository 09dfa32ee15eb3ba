"""Pages as a reasoner reads them: quotable units with their words, kept so that no page is read twice."""

import re
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import Sentence, split
from sleuth.language.currency import is_code
from sleuth.language.times import Times, stated_times
from sleuth.language.tokens import Token, stems, stems_of, tokens, words_of, words_of_filename
from sleuth.language.weight import is_heavy, is_role, opens_with_pronoun, speaks_of_what_was_told
from sleuth.reason.protocol import Document
from sleuth.reason.rank.matching import Surroundings
from sleuth.reason.read.called import meant_by, offices_said, parts_of
from sleuth.reason.read.cells import Row, Value, rows_of

_PAGES_KEPT = 512
_JUDGED_KEPT = 256  # ways of judging: one for each measure, time and question asked
_MOST_WORDS_OF_TITLE = 8
_MOST_WORDS_OF_LINE = 12  # of a cover; more are running text
_MARK = re.compile(r"\W*(?:(?:§\s?)?(?P<number>\d+(?:\.\d+)*)[.)]?\s|\((?P<letter>[a-z]{1,4})\)\s)")  # a clause begins
_LABEL = re.compile(r"\s*(?P<label>[A-ZÅÄÖ][\w’' -]{2,40}):")  # "21.4 Equity cure: a breach …"
_TITLE = re.compile(  # "(d) Successors and Assigns."
    r"\s*(?P<label>[A-ZÅÄÖ][\w’'/&-]+(?:,?\s(?:and|of|or|to|the|for|by|in|on|och|av|[A-ZÅÄÖ&][\w’'/&-]*)){0,7})\.\s*\Z"
)
_NUMERAL = re.compile(r"[ivx]+")
_SENTENCES_OF_OPENING = 2
_LOOK_BACK = 2  # sentences in which a pronoun's noun is looked for
_DEFINITE = ("The", "This", "These")
_FEWEST_NAMING = 2  # words of a sentence that opens with an article and a noun
_LEAST_LETTERS = 4  # of a name that is looked for within a filename
_SAID_BEFORE = 3  # sentences that may say what a table is of


@dataclass(frozen=True)
class Unit:
    """A sentence, heading or table row of a page, and the words in and around it."""

    start: int
    end: int
    text: str
    language: str  # whose endings its words are stripped of
    around: Surroundings
    headings: tuple[str, ...]
    is_heading: bool
    row: Row | None = None

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """Its words and numbers, in order."""
        return tokens(self.text, self.language)


@dataclass(frozen=True, slots=True)
class Merit:
    """What a unit is worth as an answer, wherever its page came in the search."""

    unit: Unit
    score: float
    lacks: str  # empty when it answers; else what is missing, in words
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class _Lead:
    """What stands over a table: its headings, and the words of them and of what is said just before it."""

    headings: tuple[str, ...]
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Label:
    """The heading that a clause opens with in its own line: "(d) Assignment. Neither Party shall …"."""

    text: str = ""
    mark: str = ""  # of the clause, "d" or "7.2"

    def after(self, sentence: str) -> "_Label":
        """The label over a sentence: its own, none where another clause begins there, else this one."""
        found = _MARK.match(sentence)
        if found is None:
            return self
        labelled = _LABEL.match(sentence, found.end()) or _TITLE.match(sentence, found.end())
        mark = found["number"] or found["letter"]
        if labelled is not None:
            return _Label(labelled["label"], mark)
        is_within = _NUMERAL.fullmatch(mark) is not None or (bool(found["letter"]) and self.mark[:1].isdigit())
        return self if is_within else _NO_LABEL

    def is_all_of(self, sentence: str) -> bool:
        """Whether a sentence is this label and no more."""
        return bool(self.text) and sentence.rstrip().endswith(f"{self.text}.") and _MARK.match(sentence) is not None


_NO_LABEL = _Label()


@dataclass(frozen=True, slots=True)
class Names:
    """What a document's filename, title and cover say it is."""

    stems: frozenset[str]
    cover: frozenset[str]
    times: Times
    called: frozenset[str] = frozenset()  # by its filename, its titles and its parties; not by what its opening tells
    parts: Mapping[str, frozenset[str]] = field(default_factory=dict)  # that its opening defines, with who plays each
    letters: str = ""  # of its filename, run together: "acmeindustriesinc"

    def known(self, names: Iterable[tuple[str, str]]) -> frozenset[str]:
        """The stems of those names, each a stem and a text, that the cover or the filename holds."""
        return frozenset(
            stem
            for stem, text in names
            if stem in self.cover or (len(text) >= _LEAST_LETTERS and text.lower() in self.letters)
        )


class Reading:
    """Reads pages in one language; what was read is kept."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._pages: OrderedDict[tuple[int, int], tuple[Unit, ...]] = OrderedDict()
        self._names: dict[int, Names] = {}
        self._judged: OrderedDict[Hashable, dict[tuple[int, int], list[Merit]]] = OrderedDict()

    def names(self, document: Document) -> Names:
        """What the document calls itself."""
        if document.id not in self._names:
            naming = f"{words_of_filename(document.filename)} {document.title}"
            opening = f"{naming} {_opening(document.cover)}"
            words = stems(opening, self.language) | offices_said(opening, self.language)
            cover = stems(f"{naming} {document.cover}", self.language) | words
            parts = parts_of(document.cover, self.language)
            titles = f"{naming} {' '.join(_titles_of(document.cover))}"
            offices = offices_said(opening if parts else titles, self.language)
            called = stems(titles, self.language).union(offices, *parts.values())
            own = stated_times(naming)
            times = own if own.is_named else stated_times(document.cover[:1500])
            letters = "".join(filter(str.isalnum, document.filename.lower()))
            self._names[document.id] = Names(words, cover, times, called, parts, letters)
        return self._names[document.id]

    def units(self, document: Document, page: Page) -> tuple[Unit, ...]:
        """The units of a page, in order; rows of tables last."""
        key = (document.id, page.number)
        if key not in self._pages:
            self._pages[key] = tuple(self._read(document, page))
            if len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
        return self._pages[key]

    def judged(
        self, by: Hashable, document: Document, page: Page, judge: Callable[[Unit], Iterable[Merit]]
    ) -> list[Merit]:
        """What the units of a page are worth, judged once by each way of judging."""
        if by not in self._judged:
            self._judged[by] = {}
            if len(self._judged) > _JUDGED_KEPT:
                self._judged.popitem(last=False)
        kept, key = self._judged[by], (document.id, page.number)
        if key not in kept:
            kept[key] = [merit for unit in self.units(document, page) for merit in judge(unit)]
        return kept[key]

    def _read(self, document: Document, page: Page) -> Iterator[Unit]:
        names = self.names(document)
        named = names.stems
        sentences = split(page)
        texts = [page.text[s.start : s.end] for s in sentences]
        words = [words_of(text) for text in texts]
        own = [self._said(text, found, names, document) for text, found in zip(texts, words, strict=True)]
        above: dict[tuple[str, ...], frozenset[str]] = {}
        label = _NO_LABEL
        for index, (sentence, text) in enumerate(zip(sentences, texts, strict=True)):
            label = _NO_LABEL if sentence.is_heading else label.after(text)
            headings = (*sentence.headings, label.text) if label.text else sentence.headings
            if headings not in above:
                above[headings] = self._above(headings, document)
            before = self._before(sentences, own, index)
            refers = opens_with_pronoun(words[index], self.language)
            goes_on = speaks_of_what_was_told(words[index], self.language)
            if index and sentences[index - 1].headings == sentence.headings:
                own[index] |= _in_full(text, texts[index - 1], self.language)
            needs = goes_on or not _names_somebody(tokens(text, self.language), self.language)
            kin = before if needs else frozenset()
            around = Surroundings(own[index], before, above[headings], named, refers, names.called, kin, goes_on)
            is_heading = sentence.is_heading or label.is_all_of(text)
            yield Unit(sentence.start, sentence.end, text, self.language, around, headings, is_heading)
        ends = [sentence.end for sentence in sentences]
        leads: dict[int, _Lead] = {}
        for row in rows_of(page):
            count = bisect_right(ends, row.start)  # of sentences that end before the row
            if count not in leads:
                leads[count] = self._lead(page, sentences[:count], own[:count], document)
            yield self._row(page, row, leads[count], named, document)

    def _said(self, text: str, words: Sequence[str], names: Names, document: Document) -> frozenset[str]:
        """The words of a sentence, with what it words otherwise, the offices by their other names, and who plays its
        parts.
        """
        said = self._stems(words, document)
        played = (who for part, who in names.parts.items() if part in said)
        return said.union(offices_said(text, self.language), meant_by(text, self.language), *played)

    def _before(self, sentences: Sequence[Sentence], own: Sequence[frozenset[str]], index: int) -> frozenset[str]:
        """The words of the sentences just before one in its section."""
        section = sentences[index].headings
        before = range(max(0, index - _LOOK_BACK), index)
        return frozenset().union(
            *(own[n] for n in before if sentences[n].headings == section and not sentences[n].is_heading)
        )

    def _row(self, page: Page, row: Row, lead: _Lead, named: frozenset[str], document: Document) -> Unit:
        text = page.text[row.start : row.end]
        own = self._stems(words_of(text), document)
        headings = (*lead.headings, row.table.caption)
        headers = (header for value in row.values for header in value.headers)
        above = lead.words | self._above({row.table.caption, *row.path, *headers}, document)
        around = Surroundings(own, frozenset(), above, named)
        return Unit(row.start, row.end, text, self.language, around, headings, False, row)

    def _lead(self, page: Page, above: Sequence[Sentence], sets: Sequence[frozenset[str]], document: Document) -> _Lead:
        headings = _titles(page, above[-1]) if above else ()
        return _Lead(headings, self._above((*headings, page.label), document).union(*sets[-_SAID_BEFORE:]))

    def _above(self, headings: Iterable[str], document: Document) -> frozenset[str]:
        return frozenset().union(*(self._stems(words_of(heading), document) for heading in headings))

    def _stems(self, words: Sequence[str], document: Document) -> frozenset[str]:
        """The stems of words by the rules of the question's language, and of the document's where that is another."""
        own = stems_of(words, self.language)
        return own if document.language == self.language else own | stems_of(words, document.language)


def _in_full(text: str, before: str, language: str) -> frozenset[str]:
    """The stem by which the sentence before tells which noun this one opens with: "The margin", of an EBITDA margin."""
    words = tokens(text, language)
    if len(words) < _FEWEST_NAMING or words[0].text not in _DEFINITE:
        return frozenset()
    beside = pairwise(tokens(before, language))
    return frozenset(
        one.stem
        for one, noun in beside
        if noun.stem == words[1].stem and before[one.end : noun.start].isspace() and is_heavy(one.text, language)
    )


def _opening(cover: str) -> str:
    """A cover without what its running text goes on to speak of after it has said what it is about."""
    kept, said = [], 0
    for sentence in split(Page(1, cover, "")):
        text = cover[sentence.start : sentence.end]
        said += len(text.split()) > _MOST_WORDS_OF_LINE
        if said <= _SENTENCES_OF_OPENING or len(text.split()) <= _MOST_WORDS_OF_LINE:
            kept.append(text)
    return " ".join(kept)


def _names_somebody(words: Sequence[Token], language: str) -> bool:
    """Whether a sentence has a proper name, beyond its first word; the currency of an amount is none."""
    currencies = {one.start for one, other in pairwise(words) if other.is_number and is_code(one.text)}
    return any(
        word.is_capital and word.start > 0 and word.start not in currencies and not is_role(word.text, language)
        for word in words
    )


def _titles_of(cover: str) -> Iterator[str]:
    """The lines of a cover that are written as titles are: short, and no sentences."""
    for line in cover.split("\n"):
        if len(line.split()) <= _MOST_WORDS_OF_LINE and line.rstrip()[-1:] not in tuple(".;?!"):
            yield line


def _titles(page: Page, last: Sentence) -> tuple[str, ...]:
    """The headings over a table, below the last sentence before it."""
    text = page.text[last.start : last.end]
    is_title = last.is_heading or (len(text.split()) <= _MOST_WORDS_OF_TITLE and text[-1] not in ".,;:")
    return (*last.headings, text) if is_title else last.headings
