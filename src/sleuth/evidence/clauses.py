"""A sentence taken apart into its clauses, each with the subject it has or inherits."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from sleuth.evidence.dates import Date
from sleuth.evidence.lexicon import any_of, lexicon
from sleuth.evidence.numbers import NUMBER_WORD
from sleuth.evidence.reading import Reading
from sleuth.evidence.values import Quantity
from sleuth.evidence.words import Word

_LABEL_WORDS = 3  # a cell of so few words may end with a full stop

Stretch = tuple[int, int]  # [start, end) of a sentence's plain text


@dataclass(frozen=True)
class Clause:
    """What one verb is said of: its own words first, then those it shares with another clause of the sentence."""

    sentence: Reading
    own: Stretch
    shared: tuple[Stretch, ...] = ()
    holes: tuple[Stretch, ...] = ()  # relative clauses inside it, which are clauses of their own

    @cached_property
    def text(self) -> str:
        """Its own words."""
        return self.sentence.plain[slice(*self.own)].strip(" ,;")

    def holds(self, at: int) -> bool:
        """Whether what stands at `at` belongs to it."""
        if any(start <= at < end for start, end in self.holes):
            return False
        return any(start <= at < end for start, end in (self.own, *self.shared))

    def says(self, phrase: str) -> bool:
        """Whether a phrase (case folded) stands in it, word for word."""
        return any(
            self.holds(found.start())
            for found in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", self.sentence.plain)
        )

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(word.stem for word in self.sentence.words if self.holds(word.start))

    @cached_property
    def content(self) -> tuple[Word, ...]:
        return tuple(word for word in self.sentence.content if self.holds(word.start))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        return tuple(quantity for quantity in self.sentence.quantities if self.holds(quantity.start))

    @cached_property
    def dates(self) -> tuple[Date, ...]:
        return tuple(date for date in self.sentence.dates if self.holds(date.start))


@cache
def _set(name: str) -> frozenset[str]:
    return frozenset(lexicon("verbs")[name])


@cache
def _joint() -> re.Pattern[str]:
    words = lexicon("verbs")
    kinds = {name: any_of(words[name]) for name in ("coordinator", "subordinator", "comparing")}
    named = "|".join(f"(?P<{name}>{pattern}(?!\\w))" for name, pattern in kinds.items())
    return re.compile(
        rf"(?P<stop>[;:]|(?<=\w)\)|\()|(?P<comma>,)(?!\d)\s*(?!{any_of(words['coordinator'])}\s)|,?\s*(?<!\w)(?:{named})"
    )


@cache
def _relative() -> re.Pattern[str]:
    return re.compile(
        rf",\s*(?:in|of|to|av|i|till)?\s*(?<!\w){any_of(lexicon('verbs')['relative'])}(?!\w)(?:[^,;]|,(?=\d))*"
    )


def verbs_of(reading: Reading, text: str | None = None) -> tuple[Word, ...]:
    """The finite verbs of a sentence, as far as their form and place tell; `text` may blank out parts of it."""
    shown = reading.plain if text is None else text
    words = [word for word in reading.words if not shown[word.start].isspace()]
    dates = {date.start for date in reading.dates}
    taken = [(date.start, date.end) for date in reading.dates]
    return tuple(
        word
        for index, word in enumerate(words)
        if word.start not in dates
        and not any(start <= word.start < end for start, end in taken)
        and _is_finite(_text_at(words, index - 1), word, _text_at(words, index + 1), shown)
    )


def _text_at(words: Sequence[Word], index: int) -> str:
    return words[index].text if 0 <= index < len(words) else ""


def _is_finite(before: str, word: Word, after: str, text: str) -> bool:
    if before in _set("before_noun") and word.text not in ("is", "are", "was", "were", "är", "var"):
        return before in ("det", "den", "de", "detta", "this") and word.text in _set("finite")
    if word.text in _set("finite") or word.text in _set("either") or _stands_as_verb(before, word, after):
        return True
    past = word.text.endswith(tuple(_set("ending"))) and word.text not in _set("not_past") and len(word.text) > 4
    return past and not re.match(r"\s+(?:by|av)(?!\w)", text[word.end :])


def _stands_as_verb(before: str, word: Word, after: str) -> bool:
    """Verbs that no list holds: after "we" or "they", before "that", or with an -s before an article."""
    if not before or word.text in _set("never_verb"):
        return False
    if before in _set("subject") or after in ("that", "att"):
        return True
    plural = before.endswith("s") and not word.text.endswith("s") and re.fullmatch(NUMBER_WORD, after) is not None
    return plural or (word.text.endswith("s") and len(word.text) > 3 and after in _set("article"))


def is_coordinator(word: Word) -> bool:
    """Whether it is an "and" or the like."""
    return word.text in _set("coordinator")


def is_grammar(word: Word) -> bool:
    """Whether it joins words or clauses, whatever weight it has."""
    return any(word.text in _set(kind) for kind in ("preposition", "subordinator", "coordinator"))


def is_statement(sentence: Reading) -> bool:
    """Whether it states something, as a heading or a cell of a table does not."""
    verbs = verbs_of(sentence)
    closed = sentence.text.rstrip('"”’) \n')[-1:] in (".", "!", "?", ";") and len(sentence.words) > _LABEL_WORDS
    spoken = any(word.text in _set("article") for word in sentence.words)
    return closed or any(verb.text in _set("finite") for verb in verbs) or bool(verbs and spoken)


def clauses(sentence: Reading) -> tuple[Clause, ...]:
    """The clauses of one sentence, in order."""
    verbs = verbs_of(sentence)
    holes = tuple(
        found.span()
        for found in _relative().finditer(sentence.plain)
        if found.start() and any(found.start() <= verb.start < found.end() for verb in verbs)
    )
    text = sentence.plain
    for start, end in holes:
        text = text[:start] + " " * (end - start) + text[end:]
    main = (Clause(sentence, own, shared, holes) for own, shared in _main(sentence, text))
    return (*main, *(Clause(sentence, hole, (_last_noun(sentence, hole[0]),)) for hole in holes))


def _last_noun(sentence: Reading, end: int) -> Stretch:
    """The words right before `end` up to the nearest preposition, verb or number: what "which" stands for."""
    start = end
    for word in reversed([word for word in sentence.words if word.end <= end]):
        if (
            word.text in _set("before_noun")
            or word.text in _set("finite")
            or re.search(r"[\d,;]", sentence.plain[word.end : start])
        ):
            break
        start = word.start
    return start, end


def _main(sentence: Reading, text: str) -> Iterator[tuple[Stretch, tuple[Stretch, ...]]]:
    verbs = [verb.start for verb in verbs_of(sentence, text)]
    pieces: list[Stretch] = []
    start = 0
    joints = list(_joint().finditer(text))
    for index, joint in enumerate(joints):
        if joint.start() <= start:
            continue
        following = [j.start() for j in joints[index + 1 :] if j["comma"] is None or joint["comma"]]
        end = following[0] if following else len(text)
        left, right = (start, joint.start()), (joint.end(), end)
        if _parts(sentence, text, verbs, left, right, joint):
            pieces.append(left)
            start = joint.end() if not joint["subordinator"] else joint.start("subordinator")
    pieces.append((start, len(text)))
    for index, piece in enumerate(pieces):
        yield piece, tuple(_shared(sentence, verbs, pieces, index))


def _parts(sentence: Reading, text: str, verbs: list[int], left: Stretch, right: Stretch, joint: re.Match[str]) -> bool:
    """Whether a joint parts two clauses: a verb on either side, or two values of one verb."""
    if not _first(verbs, left):
        return False
    if _first(verbs, right):
        return True
    if (
        joint["stop"]
        or joint["comma"]
        or joint["subordinator"]
        or joint["coordinator"] in ("or", "eller")
        or re.search(r"respectively|respektive", text)
    ):
        return False
    ranged = re.search(r"(?<!\w)(?:between|mellan|both|både)(?!\w)", text[left[0] : left[1]])
    return not ranged and all(any(a <= q.start < b for q in sentence.quantities) for a, b in (left, right))


def _first(positions: list[int], stretch: Stretch) -> int | None:
    return next((at + 1 for at in positions if stretch[0] <= at < stretch[1]), None)


def _shared(sentence: Reading, verbs: list[int], pieces: list[Stretch], index: int) -> Iterator[Stretch]:
    """What a clause takes from its neighbours: a subject, an opening, a verb, an object."""
    start, end = pieces[index]
    verb = _first(verbs, (start, end))
    words = [word for word in sentence.words if start <= word.start < end]
    if index:
        yield from _from_before(sentence, verbs, pieces, index, words, verb)
    if verb and words and words[-1].start == verb - 1 and index + 1 < len(pieces):  # "designs and sells chips"
        following = _first(verbs, pieces[index + 1])
        yield (following or pieces[index + 1][0]), pieces[index + 1][1]


def _from_before(
    sentence: Reading, verbs: list[int], pieces: list[Stretch], index: int, words: list[Word], verb: int | None
) -> Iterator[Stretch]:
    giver = _giver(sentence, verbs, pieces, index)
    begin = pieces[giver][0]
    theirs = (_first(verbs, pieces[giver]) or begin + 1) - 1
    own_subject = [word for word in words if verb and word.start < verb - 1 and word.text not in _set("light")]
    opening = _opening(sentence, begin, theirs)
    if words and _is_participle(words[0]):
        yield begin, _end_of_word(sentence, theirs)  # with "shall be" of "shall be governed by and construed"
        yield _end_of_word(sentence, theirs), pieces[giver][1]
    elif words and words[0].text in _set("complement"):
        yield begin, next((w.start for w in sentence.words if w.text in _set("complement") and w.start > begin), theirs)
    elif verb is None:
        yield from _of_gap(sentence, begin, theirs, words)
    elif not own_subject:
        yield begin, theirs
    elif opening and not (words and words[0].text in _set("preposition")):
        yield begin, opening
    for word in words:
        if word.text in _set("possessive") or (_is_pronoun(sentence, word) and verb and word.start < verb):
            yield begin, theirs
        elif _is_pronoun(sentence, word):
            yield from _object(sentence, _end_of_word(sentence, theirs), pieces[giver][1])


def _is_participle(word: Word) -> bool:
    """Whether a piece opens with a participle, as in ", adjusted annually"."""
    return word.text.endswith(("ed", "ing", "ande")) and word.text not in _set("finite")


def _object(sentence: Reading, start: int, end: int) -> Iterator[Stretch]:
    """What follows a verb, without its numbers: "it" stands for a thing, not for how many."""
    for quantity in sentence.quantities:
        if start <= quantity.start < end:
            yield start, quantity.start
            start = quantity.end
    yield start, end


def _is_pronoun(sentence: Reading, word: Word) -> bool:
    """ "Den" and "det" are articles where a noun or a date follows."""
    following = next((w for w in sentence.words if w.start >= word.end), None)
    closes = not following or re.search(r"[,.;:)]", sentence.plain[word.end : following.start])
    alone = word.text not in _set("article_too") or closes or (following and following.text in _set("finite"))
    return word.text in _set("pronoun") and bool(alone)


def _end_of_word(sentence: Reading, at: int) -> int:
    return next((word.end for word in sentence.words if word.start <= at < word.end), at)


def _giver(sentence: Reading, verbs: list[int], pieces: list[Stretch], index: int) -> int:
    """The nearest clause before that has words before its verb."""
    for earlier in range(index - 1, -1, -1):
        verb = _first(verbs, pieces[earlier])
        if verb and any(
            pieces[earlier][0] <= w.start < verb - 1 and w.text not in _set("light") for w in sentence.words
        ):
            return earlier
    return max(0, index - 1)


def _opening(sentence: Reading, begin: int, verb: int) -> int:
    """Where an opening such as "In 2022," or "Of 290 towns" ends; 0 if there is none."""
    head = sentence.plain[begin:verb]
    opens = re.match(r"\s*(\w+)", head)
    if opens is None or opens[1] not in _set("preposition"):
        return 0
    comma = head.rfind(",")
    return verb if opens[1] in ("of", "av") else begin + comma if comma > 0 else 0


def _of_gap(sentence: Reading, begin: int, verb: int, words: list[Word]) -> Iterator[Stretch]:
    """The verb, and as much of the subject as "and in Finland $9 million" leaves standing."""
    yield verb, verb + 1
    first_value = min((q.start for q in sentence.quantities if words and q.start >= words[0].start), default=0)
    own = [word for word in words if word.end <= first_value and word.text not in lexicon("units")["currency"]]
    if not own or all(word.text in _set("preposition") or word.text == "a" for word in own):
        yield begin, verb
        if not own:
            values = [q.start for q in sentence.quantities if verb < q.start < words[0].start] if words else []
            yield verb, max(values, default=verb)
    elif own[0].text in _set("preposition"):
        heads = [w.start for w in sentence.words if begin < w.start < verb and w.text in _set("preposition")]
        yield begin, heads[0] if heads else verb
