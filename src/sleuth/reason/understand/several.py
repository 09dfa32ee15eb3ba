"""Several questions in one: "What was revenue, and who signed the lease?" is two, each answered by itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sleuth.language.weight import detect_language, is_stop
from sleuth.reason.understand.followup import refer
from sleuth.reason.understand.phrases import composed, in_the_fields_words, patterns, without_asides

_SENTENCE = re.compile(r"(?<=\?)\s+(?=[A-ZÅÄÖ])")
_REMARK = re.compile(r"(?:I|we|you|they|it|this|that|there|my|our|jag|vi|de|det|du|ni)\b", re.IGNORECASE)
_MEANT = re.compile(r"(?:I mean|that is|jag menar|det vill säga)\b[,:]?\s*", re.IGNORECASE)
_JOINT = re.compile(r"\s*[,;]?\s+(?:and|och|samt)\s+(?:also\s+)?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w’'&-]*")


@dataclass(frozen=True, slots=True)
class Part:
    """One question of several."""

    text: str  # as it is asked alone
    about: str = ""  # all that was asked together; "" where it was asked alone
    asked: str = ""  # in the user's words, where they are others


def split(text: str) -> tuple[Part, ...]:
    """The questions that a text asks; itself where it asks one. A pronoun stands for what the part before is of."""
    text = in_the_fields_words(text)
    if made_of := composed(text):
        return tuple(Part(_ended(piece), text, piece) for piece in made_of)
    asked = without_asides(text)  # "Answer in USD millions." asks nothing
    pieces = [piece for sentence in _asking(asked) for piece in _pieces(sentence)]
    if len(pieces) < 2 or not all(_asks_something(piece) for piece in pieces):
        alone = " ".join(_asking(asked))
        return (Part(text if alone == asked.strip() else alone),)
    parts = [Part(_ended(pieces[0]), text)]
    for piece in pieces[1:]:
        parts.append(Part(_ended(refer(piece, parts[0].text)), text, _ended(piece)))
    return tuple(parts)


def _asking(text: str) -> list[str]:
    """The sentences of a text that ask; a remark behind a question asks nothing, unless it says what was meant."""
    first, *others = _SENTENCE.split(text.strip())
    kept = [first]
    for sentence in others:
        meant = _MEANT.match(sentence)
        if meant is not None:
            kept[-1] = f"{kept[-1].rstrip(' ?')} {sentence[meant.end() :].rstrip(' .')}?"
        elif "?" in sentence or not _REMARK.match(sentence):
            kept.append(sentence)
    return kept


def _pieces(sentence: str) -> Iterator[str]:
    """The sentence cut where "and" opens another question."""
    at = 0
    for joint in _JOINT.finditer(sentence):
        before, rest = sentence[at : joint.start()], sentence[joint.end() :]
        if any(pattern.match(rest) for pattern in patterns("opens")) and _asks_something(before):
            yield before
            at = joint.end()
    yield sentence[at:]


def _asks_something(piece: str) -> bool:
    """Whether a piece has a word that tells what it asks: "when and where" is one question."""
    language = detect_language(piece)
    words = _WORD.findall(piece)
    return len(words) > 1 and any(not is_stop(word, language) for word in words)


def _ended(piece: str) -> str:
    piece = piece.strip(" ,;?.")
    return f"{piece[:1].upper()}{piece[1:]}?"
