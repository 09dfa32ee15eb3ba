"""Which words of a sentence are its verbs, and which only join others."""

import re
from collections.abc import Sequence
from functools import cache

from sleuth.evidence.lexicon import lexicon
from sleuth.evidence.reading import Reading
from sleuth.evidence.words import Word
from sleuth.language.numbers import NUMBER_WORD

_LABEL_WORDS = 3  # a cell of so few words may end with a full stop


@cache
def kind(name: str) -> frozenset[str]:
    """The words of one kind in the lexicon of verbs and joints."""
    return frozenset(lexicon("verbs")[name])


def verbs_of(reading: Reading, text: str | None = None) -> tuple[Word, ...]:
    """The finite verbs of a sentence, as far as their form and place tell; `text` may blank out parts of it."""
    shown = reading.plain if text is None else text
    words = [word for word in reading.words if not shown[word.start].isspace()]
    taken = [(date.start, date.end) for date in reading.dates]
    return tuple(
        word
        for index, word in enumerate(words)
        if not any(start <= word.start < end for start, end in taken)
        and _is_finite(_text_at(words, index - 1), word, _text_at(words, index + 1), shown)
    )


def _text_at(words: Sequence[Word], index: int) -> str:
    return words[index].text if 0 <= index < len(words) else ""


def _is_finite(before: str, word: Word, after: str, text: str) -> bool:
    if before in kind("before_noun") and word.text not in ("is", "are", "was", "were", "är", "var"):
        return before in ("det", "den", "de", "detta", "this") and word.text in kind("finite")
    if word.text in kind("finite") or word.text in kind("either") or _stands_as_verb(before, word, after):
        return True
    past = word.text.endswith(tuple(kind("ending"))) and word.text not in kind("not_past") and len(word.text) > 4
    return past and not re.match(r"\s+(?:by|av)(?!\w)(?!\s+[$€£]?\d)", text[word.end :])


def _stands_as_verb(before: str, word: Word, after: str) -> bool:
    """Verbs that no list holds: after "we" or "they", before "that", or with an -s before an article."""
    if not before or word.text in kind("never_verb"):
        return False
    if before in kind("subject") or after in ("that", "att"):
        return True
    plural = before.endswith("s") and not word.text.endswith("s") and re.fullmatch(NUMBER_WORD, after) is not None
    return plural or (word.text.endswith("s") and len(word.text) > 3 and after in kind("article"))


def is_participle(word: Word) -> bool:
    """Whether a word is a participle by its form, as "adjusted" or "tillstyrkts"."""
    return word.text.endswith(tuple(kind("participle"))) and word.text not in kind("finite")


def is_coordinator(word: Word) -> bool:
    """Whether it is an "and" or the like."""
    return word.text in kind("coordinator")


def is_grammar(word: Word) -> bool:
    """Whether it joins words or clauses, whatever weight it has."""
    return any(word.text in kind(sort) for sort in ("preposition", "subordinator", "coordinator"))


def is_statement(sentence: Reading) -> bool:
    """Whether it states something, as a heading or a cell of a table does not."""
    verbs = verbs_of(sentence)
    closed = sentence.text.rstrip('"”’) \n')[-1:] in (".", "!", "?", ";") and len(sentence.words) > _LABEL_WORDS
    spoken = any(word.text in kind("article") for word in sentence.words)
    return closed or any(verb.text in kind("finite") for verb in verbs) or bool(verbs and spoken)
