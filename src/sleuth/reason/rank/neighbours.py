"""Whether evidence says of another what a question says of a name: "the seal of Oslo" where it asks for Bergen's."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from sleuth.language.tokens import Token, tokens
from sleuth.language.weight import is_role, is_stop
from sleuth.reason.understand.lexicon import word_sets
from sleuth.reason.understand.parts import Question

_NEAR = 3  # words of weight among which a name may stand all the same
_MOST_BETWEEN = 4
_PAUSE = re.compile(r"[,.;:()–—]")


@dataclass(frozen=True, slots=True)
class _Bond:
    """A word and the name beside it."""

    word: str
    is_after: bool  # the name
    joined: tuple[str, ...]  # what joins them, without articles: of, in, by
    name: str


def is_of_another(question: Question, told: str) -> bool:
    """Whether a word stands beside a name in the question, and in the evidence beside another in the same way."""
    names = {term.stem: {term.stem, *term.beside, *term.alternatives} for term in question.terms if term.is_name}
    heavy = {term.stem for term in question.terms if term.weight >= 1}
    wanted = [bond for bond in _bonds(question.text, question.language) if bond.name in names and bond.word in heavy]
    if not wanted:
        return False
    known = set().union(*names.values())
    others = {bond for bond in _bonds(told, question.language) if bond.name not in known}
    return any(
        replace(other, name=bond.name) == bond and not _is_near(bond, names[bond.name], told, question.language)
        for bond in wanted
        for other in others
    )


def _bonds(text: str, language: str) -> Iterator[_Bond]:
    words = tokens(text, language)
    for index, word in enumerate(words):
        if word.is_capital or word.is_number or is_stop(word.text, language):
            continue
        for is_after, line in ((True, words[index + 1 :]), (False, words[:index][::-1])):
            yield from _bond(text, word, line, is_after, language)


def _bond(text: str, word: Token, line: Sequence[Token], is_after: bool, language: str) -> Iterator[_Bond]:
    between = next((i for i, other in enumerate(line) if not is_stop(other.text, language)), len(line))
    if between >= min(len(line), _MOST_BETWEEN):
        return
    name = line[between]
    first, last = (word, name) if is_after else (name, word)
    if not name.is_capital or name.start == 0 or is_role(name.text, language):
        return
    if _PAUSE.search(text[first.end : last.start]):
        return
    # "was the mill built", "the mill was built": the same is said of the mill.
    inverted = [] if is_after else _joints(line[between + 1 : between + 2], language, "being")
    joined = (*_joints(line[:between], language, "being", "joining"), *inverted)
    yield _Bond(word.stem, is_after, joined, name.stem)


def _joints(words: Sequence[Token], language: str, *kinds: str) -> tuple[str, ...]:
    """The words that tell how two others are joined; all forms of being are as one."""
    found = (word.text.lower() for word in words)
    listed = {kind: word_sets("stopwords", f"{kind}_{language}") for kind in kinds}
    return tuple(kind if kind == "being" else word for word in found for kind, words in listed.items() if word in words)


def _is_near(bond: _Bond, names: Set[str], told: str, language: str) -> bool:
    """Whether the name stands not far from the word, on the same side of it and in the same breath."""
    heavy = [word for word in tokens(told, language) if not is_stop(word.text, language)]
    for at in (index for index, word in enumerate(heavy) if word.stem == bond.word):
        side = heavy[at + 1 : at + 1 + _NEAR] if bond.is_after else heavy[max(0, at - _NEAR) : at]
        for name in (word for word in side if word.stem in names):
            between = told[heavy[at].end : name.start] if bond.is_after else told[name.end : heavy[at].start]
            if not _PAUSE.search(between):
                return True
    return False
