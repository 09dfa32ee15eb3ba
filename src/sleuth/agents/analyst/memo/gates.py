"""What may stand in a memo as a sentence: a statement about its topic, not a heading, a disclaimer or a clause."""

import re
from collections.abc import Collection

from sleuth.evidence.reading import read
from sleuth.evidence.tokens import words_of
from sleuth.findings.text.instructions import is_instruction
from sleuth.language.weight import is_faint, is_stop
from sleuth.language.wordlist import wordlist

_SHORT, _HEADING = "it is too short to say something", "it is a heading"
PIECES = (_SHORT, _HEADING)  # what may still name a person, a place or a day
_FEWEST_WORDS = 5
_FEWEST_OF_ITEM = 7
_TITLED = 0.75  # of the longer words of a heading that begin with a capital
_LONGEST = 500  # characters; what is longer is no sentence but a block of text
_RESPONDS = 0.75  # of the question's weighty words that a sentence must say …
_RESPONDS_JUDGED = 0.34  # … and one in a model's words, that the graph has held against the question
_NUMBERING = re.compile(r"^\s*(?:\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}\.|\([a-z]\)|\([ivx]+\)|[•●▪◦–-])\s+(?=\S)")
_CLAUSE = re.compile(r"^\s*(?:\d{1,2}(?:\.\d{1,2})+\.?|\([a-z]\)|\([ivx]+\))\s+(?=\S)")
_CUT = re.compile(r"(?:\b[A-Z]|\bU\.S(?:\.C)?|\b(?:Mr|Ms|Mrs|Dr|Inc|Corp|Co|Ltd|No|vs))\.$")  # at an abbreviation
_ENDED = re.compile(r"[.!…]['\"”’)\]]*$")
_MOST_DIGITS = 0.35  # of the words that may be numbers: more is a row of a table


def without_numbering(text: str) -> str:
    """A sentence without the number of its clause or its bullet."""
    return _NUMBERING.sub("", " ".join(text.split()))


def is_clause(text: str) -> bool:
    """Whether a sentence bears a clause's number: it binds, rather than tells."""
    return _CLAUSE.match(text) is not None


def why_no_statement(text: str, *, is_item: bool = False) -> str:
    """Why a text is not a statement that a memo may show; "" where it is one.

    An item of a list under a heading need not be a whole sentence.
    """
    said = without_numbering(text)
    words = said.split()
    if len(words) < _FEWEST_WORDS:
        return _SHORT
    if len(said) > _LONGEST:
        return "it is no single sentence"
    if said.endswith("?"):
        return "it is a question"
    if sum(any(c.isdigit() for c in word) for word in words) > _MOST_DIGITS * len(words):
        return "it is a row of figures"
    if said[:1].islower() or said[:1] == "(" or _CUT.search(said):
        return "it is a part of a sentence"
    if is_instruction(said):
        return "it is addressed to whoever answers"
    if not _is_sentence(said) and not (is_item and len(words) >= _FEWEST_OF_ITEM):
        return _HEADING
    folded = said.casefold()
    if any(form in folded for form in wordlist("gates", "agents/analyst/memo")["disclaimers"]):
        return "it is a disclaimer"
    return ""


def titled_share(line: str) -> float:
    """How many of the longer words of a line begin with a capital; 1 for a line without any."""
    words = [word for word in line.split() if len(word) > 3]
    return sum(word[:1].isupper() for word in words) / len(words) if words else 1.0


def _is_sentence(said: str) -> bool:
    """Whether a text ends as sentences do, or has a finite verb behind its first words; no order to the reader."""
    if not _ENDED.search(said) and titled_share(said) >= _TITLED:
        return False
    tokens = read(said).tokens
    if tokens and tokens[0].text in words_of("order"):
        return False
    verbs = [at for at, token in enumerate(tokens) if token.is_verb]
    if _ENDED.search(said):
        return bool(verbs) or len(tokens) > 2 * _FEWEST_WORDS
    return any(at >= 2 for at in verbs)


def responds(question: str, said: str, company: str, *, is_judged: bool = False) -> bool:
    """Whether a sentence says enough of what a question asks; the company's name counts for nothing.

    A clause must say all of it: to share a word with a question answers nothing.
    """
    names = read(company).stems
    asked = {word.stem for word in read(question).content} - names
    if not asked:
        return True
    shared = _shared(asked, read(said).stems)
    if is_clause(said):
        return shared == len(asked)
    return shared >= (_RESPONDS_JUDGED if is_judged else _RESPONDS) * len(asked)


def settles(question: str, said: str, company: str) -> bool:
    """Whether a sentence that was drafted for something else answers a question: it says all its weighty words.

    Of one such word it must also say how much or when: "At 31 December Falcon employed 212 people".
    """
    reading, found = read(question), read(said)
    telling = (
        w for w in reading.content if not (is_stop(w.text, reading.language) or is_faint(w.text, reading.language))
    )
    asked = {word.stem for word in telling} - read(company).stems
    if not asked or _shared(asked, found.stems) < len(asked):
        return False
    return len(asked) > 1 or bool(found.quantities or found.dates)


def _shared(asked: Collection[str], stems: Collection[str]) -> int:
    return sum(any(one == other or _alike(one, other) for other in stems) for one in asked)


def _alike(one: str, other: str) -> bool:
    """Whether two stems are forms of one word: the shorter, of five letters or more, begins the longer."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 5 and long.startswith(short)
