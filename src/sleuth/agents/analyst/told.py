"""All sentences of the documents that are about a topic, wherever they stand, the most telling ones first."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.agents.analyst.statements import Spot, Statement, is_sentence, opens_with_pronoun, proven_once
from sleuth.agents.analyst.topics import telling_stems
from sleuth.evidence.prose import announces
from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import Sentence, statements
from sleuth.language.glyphs import plain
from sleuth.language.numbers import NUMBER
from sleuth.language.times import find_times
from sleuth.language.tokens import Token, stems, tokens
from sleuth.language.weight import is_heavy, is_stop
from sleuth.reason.rank.identity import defined_term
from sleuth.reason.read.reading import Reading

_MOST_PAGES = 200  # that are read for a topic
_MOST_SECTIONS = 24  # of an outline
_NUMBERED = re.compile(r"\W*(?:§\s?)?\d")
_MOST_FOLLOWING = 3  # sentences that go on from one
_STRICT = 3  # words of a topic that a sentence must all say; of more it may leave out one that is no name
_HEADING_WORDS = 8
_ENDS = (".", "!", "?", "”", '"', ")")
_TELLING = 2  # the weight of a decision or a risk; of a date or an amount one each


@dataclass(frozen=True, slots=True)
class Topic:
    """What is asked about: one thing, in the question's words."""

    text: str
    words: frozenset[str]  # stems of its telling words
    names: frozenset[str]  # those that a sentence must say: names, and numbers of names

    @property
    def least(self) -> int:
        """How many of its words a sentence must say."""
        return len(self.words) if len(self.words) <= _STRICT else len(self.words) - 1

    def is_said_by(self, said: frozenset[str]) -> bool:
        """Whether a text with these stems is about the topic."""
        return bool(self.words) and self.names <= said and len(self.words & said) >= self.least


def topics_in(text: str, language: str) -> tuple[Topic, ...]:
    """The things that a topic names: two where each side of an "and" is a name or says more than one word."""
    sides = [side.strip() for side in re.split(data("intents")["order"]["and"], text) if side.strip()]
    parts = [_topic(side, language) for side in sides]
    if len(parts) > 1 and all(part.names or len(part.words) > 1 for part in parts):
        return tuple(parts)
    return (_topic(text, language),)


def _topic(text: str, language: str) -> Topic:
    named = " ".join(w.text for w in tokens(text, language) if _is_name(w, text) and not is_stop(w.text, language))
    names = stems(named, language)
    return Topic(text, telling_stems(text, language) | names, names)


def _is_name(word: Token, text: str) -> bool:
    return text[word.start].isupper() or text[word.start].isdigit()


async def told_of(room: Room, topics: Sequence[Topic], language: str) -> list[Statement]:
    """The sentences about any of the topics, each proven once: those that say most first, the newest document's first.

    What another document has replaced is left out.
    """
    spots: dict[tuple[int, int, int], Spot] = {}
    for topic in topics:
        for spot in await _spots_of(room, topic, language):
            spots.setdefault(spot[:3], spot)
    ranked = sorted(spots.values(), key=lambda spot: (-_weight(spot[4]), _age(room, spot[0]), spot[1:3]))
    return await proven_once(room, ranked)


async def told_in(room: Room, documents: Sequence[int]) -> list[Statement]:
    """The sentences of some documents that tell most: what is decided, owed, due or at risk, with days and amounts."""
    numbers = {document.id: document.page_count for document in room.documents.values() if document.id in documents}
    pages = await room.library.pages({(one, page + 1) for one, count in numbers.items() for page in range(count)})
    spots = [
        (document, page.number, one.start, one.end, one.text)
        for (document, _), page in sorted(pages.items(), key=lambda of: of[0])
        for one in statements(page)
        if _tells(one.text, room.documents[document].kind) and _weight(one.text) >= _TELLING
    ]
    return await proven_once(room, spots)


async def outline_of(room: Room, document: int) -> list[tuple[str, Statement]]:
    """What a document opens with, and the first sentence under each of its numbered headings, each under its heading.

    A section that begins with a definition is one of definitions, and left out.
    """
    meant = room.documents[document]
    pages = await room.library.pages({(document, number + 1) for number in range(meant.page_count)})
    opening = next(one for one in room.library.documents if one.id == document)
    reading = Reading(opening.language)
    title, firsts = "", dict[str, Spot]()
    for _, page in sorted(pages.items(), key=lambda of: of[0]):
        for unit in reading.units(opening, page):
            if unit.is_heading:
                title = " ".join(unit.text.split()).strip("# .") if _NUMBERED.match(unit.text) else title
            elif unit.row is None and _tells(unit.text, meant.kind) and not announces(unit.text):
                firsts.setdefault(title, (document, page.number, unit.start, unit.end, unit.text))
    chosen = [(title, spot) for title, spot in firsts.items() if not defined_term(spot[4])][:_MOST_SECTIONS]
    return [(title, one) for title, spot in chosen for one in await proven_once(room, [spot])]


async def _spots_of(room: Room, topic: Topic, language: str) -> list[Spot]:
    current = {document.id for document in room.library.documents if document.replaced_by is None}
    wanted = [at for at in await room.library.pages_saying(_patterns(topic, language)) if at[0] in current]
    pages = await room.library.pages(wanted[:_MOST_PAGES])
    return [
        (document, page.number, one.start, one.end, one.text)
        for (document, _), page in sorted(pages.items(), key=lambda of: of[0])
        for one in about(topic, page, room.documents[document].kind, language)
    ]


def _patterns(topic: Topic, language: str) -> list[str]:
    """What a page must say: the beginning of each word that no sentence may leave out."""
    needed = topic.words if topic.least == len(topic.words) else topic.names
    words = [word for word in tokens(topic.text, language) if word.stem in needed]
    starts = {_beginning(word.text.casefold(), word.stem) for word in words}
    return [rf"\m{re.escape(start)}" for start in sorted(starts)]


def _beginning(word: str, stem: str) -> str:
    """What a word and its stem begin with alike."""
    length = next((n for n, (a, b) in enumerate(zip(word, stem, strict=False)) if a != b), min(len(word), len(stem)))
    return word[:length]


def about(topic: Topic, page: Page, kind: str, language: str) -> Iterator[Sentence]:
    """The sentences of a page that say a topic's words, under their heading, with those right behind that go on."""
    following, before = 0, -1
    for sentence in statements(page):
        said = stems(sentence.text, language)
        above = {stem for stem in stems(" ".join(sentence.headings), language) if not stem.isdigit()}
        under = said | above  # without the headings' own numbers
        is_told = topic.is_said_by(said) or (bool(topic.words & said) and topic.is_said_by(under))
        goes_on = following and _is_next(page, before, sentence.start) and _goes_on(sentence.text, topic, said)
        if _tells(sentence.text, kind) and (is_told or goes_on) and _says_more(sentence.text, topic, language):
            following = _MOST_FOLLOWING if is_told else following - 1
            before = sentence.end
            yield sentence
        else:
            following = 0


def _tells(text: str, kind: str) -> bool:
    """Whether a stretch is a sentence; of running text, whether it ends as one or is longer than a heading."""
    is_lined = kind in ("xlsx", "csv", "pptx")
    return is_sentence(text) and (is_lined or text.rstrip()[-1:] in _ENDS or len(text.split()) > _HEADING_WORDS)


def _says_more(text: str, topic: Topic, language: str) -> bool:
    """Whether a sentence says anything beside the topic's name: "Acme Inc. is one of them" does not."""
    empty = data("intents")["telling"]["empty"]
    words = [word.text.casefold() for word in tokens(text, language) if word.stem not in topic.words]
    return any(is_heavy(word, language) and word not in empty for word in words)


def _goes_on(text: str, topic: Topic, said: frozenset[str]) -> bool:
    """Whether a sentence goes on from the one before it: by a pronoun, or by a word of the topic that is no name."""
    return opens_with_pronoun(text) or bool((topic.words - topic.names) & said)


def _is_next(page: Page, before: int, start: int) -> bool:
    """Whether a sentence stands right behind another, or in the next line."""
    between = page.text[before:start]
    return before >= 0 and "\n\n" not in between and not between.strip(" \n.")


def _weight(text: str) -> int:
    """How much a sentence tells: dates, amounts, and what was decided or is at risk."""
    form = plain(text).text
    telling = bool(re.search(data("intents")["telling"]["says"], form))
    return _TELLING * telling + bool(find_times(text)) + bool(re.search(rf"{NUMBER}", form))


def _age(room: Room, document: int) -> int:
    """The newest first; what gives no date of its own last."""
    dated = room.dated(document)
    return -dated.toordinal() if dated is not None else 0


def by_document(told: Iterable[Statement], room: Room) -> dict[str, list[Statement]]:
    """Statements by the document that they stand in, the newest document first."""
    found: dict[int, list[Statement]] = {}
    for one in told:
        found.setdefault(one.citations[0].document_id, []).append(one)
    order = sorted(found, key=lambda document: (_age(room, document), room.filename(document)))
    return {room.filename(document): found[document] for document in order}
