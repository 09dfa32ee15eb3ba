"""What a clause takes from its neighbours in a sentence: a subject, an opening, a verb, an object."""

import re
from collections.abc import Iterator

from sleuth.evidence.claims.verbs import is_participle, kind
from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.words import Word

_COORDINATED = re.compile(r"(?<!\w)(?:and|but|or|yet|och|men|eller|samt)\s*\Z")
_DANGLING = re.compile(r"(?<!\w)(?:by|to|of|in|on|for|with|from|under|av|till|i|på|för|med|från)\s*\Z")

Stretch = tuple[int, int]  # [start, end) of a sentence's plain text


def shared(sentence: Reading, verbs: list[int], pieces: list[Stretch], index: int) -> Iterator[Stretch]:
    """What a clause takes from its neighbours: a subject, an opening, a verb, an object."""
    start, end = pieces[index]
    verb = first_verb(verbs, (start, end))
    words = [word for word in sentence.words if start <= word.start < end]
    if index:
        yield from _from_before(sentence, verbs, pieces, index, words, verb)
    alone = verb and words and words[-1].start == verb - 1 and not sentence.plain[words[-1].end : end].strip(" ,")
    if alone and index + 1 < len(pieces):  # "designs and sells chips"
        following = first_verb(verbs, pieces[index + 1])
        yield (following or pieces[index + 1][0]), pieces[index + 1][1]


def _from_before(
    sentence: Reading, verbs: list[int], pieces: list[Stretch], index: int, words: list[Word], verb: int | None
) -> Iterator[Stretch]:
    giver = _giver(sentence, verbs, pieces, index)
    begin = pieces[giver][0]
    theirs = (first_verb(verbs, pieces[giver]) or begin + 1) - 1
    own_subject = [word for word in words if verb and word.start < verb - 1 and word.text not in kind("light")]
    opening = _opening(sentence, begin, theirs)
    if words and is_participle(words[0]):
        yield begin, _end_of_word(sentence, theirs)  # with "shall be" of "shall be governed by and construed"
        coordinated = _COORDINATED.search(sentence.plain[: pieces[index][0]])
        if coordinated is None or _DANGLING.search(sentence.plain[: coordinated.start()]):
            yield _end_of_word(sentence, theirs), pieces[giver][1]
    elif words and words[0].text in kind("complement"):
        yield begin, next((w.start for w in sentence.words if w.text in kind("complement") and w.start > begin), theirs)
    elif verb is None:
        yield from _of_gap(sentence, begin, theirs, words, pieces[index][0])
    elif not own_subject:
        yield begin, theirs
    elif opening and not (words and words[0].text in kind("preposition")):
        yield begin, opening
    for word in words:
        if word.text in kind("possessive") or (_is_pronoun(sentence, word) and verb and word.start < verb):
            yield begin, theirs
        elif _is_pronoun(sentence, word):
            yield from _object(sentence, _end_of_word(sentence, theirs), pieces[giver][1])


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
    alone = word.text not in kind("article_too") or closes or (following and following.text in kind("finite"))
    return word.text in kind("pronoun") and bool(alone)


def _end_of_word(sentence: Reading, at: int) -> int:
    return next((word.end for word in sentence.words if word.start <= at < word.end), at)


def _giver(sentence: Reading, verbs: list[int], pieces: list[Stretch], index: int) -> int:
    """The nearest clause before that has words before its verb."""
    for earlier in range(index - 1, -1, -1):
        verb = first_verb(verbs, pieces[earlier])
        if verb and any(
            pieces[earlier][0] <= w.start < verb - 1 and w.text not in kind("light") for w in sentence.words
        ):
            return earlier
    return max(0, index - 1)


def _opening(sentence: Reading, begin: int, verb: int) -> int:
    """Where an opening such as "In 2022," or "Of 290 towns" ends; 0 if there is none."""
    head = sentence.plain[begin:verb]
    opens = re.match(r"\s*(\w+)", head)
    if opens is None or opens[1] not in kind("preposition"):
        return 0
    comma = head.rfind(",")
    return verb if opens[1] in ("of", "av") else begin + comma if comma > 0 else 0


def _of_gap(sentence: Reading, begin: int, verb: int, words: list[Word], at: int) -> Iterator[Stretch]:
    """The verb, and as much of the subject as "and in Finland $9 million" leaves standing."""
    yield verb, verb + 1
    values = [*(q.start for q in sentence.quantities), *(date.start for date in sentence.dates)]
    first_value = min((start for start in values if start >= at), default=0)
    own = [word for word in words if word.end <= first_value and word.text not in lexicon("units")["currency"]]
    if not own or all(word.text in kind("preposition") or word.text == "a" for word in own):
        yield begin, verb
        if not own:
            before = [q.start for q in sentence.quantities if verb < q.start < words[0].start] if words else []
            yield verb, max(before, default=verb)
    elif own[0].text in kind("preposition"):
        heads = [w.start for w in sentence.words if begin < w.start < verb and w.text in kind("preposition")]
        yield begin, heads[0] if heads else verb


def first_verb(positions: list[int], stretch: Stretch) -> int | None:
    """One past the first of `positions` in a stretch; None if there is none."""
    return next((at + 1 for at in positions if stretch[0] <= at < stretch[1]), None)
