"""What documents are called: the noun for their kind, and which of a project's documents a noun with names means."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import PurePath

from sleuth.agents.analyst.phrases import data
from sleuth.language.glyphs import plain
from sleuth.language.tokens import spaced

_WORD = re.compile(r"[^\W\d_][\w&’'-]*")
_ANY = "contract"  # the kind of the general words for contracts


def folded(text: str) -> str:
    """A text in small letters without accents: filenames often have none."""
    return "".join(one for one in unicodedata.normalize("NFKD", plain(text).text) if not unicodedata.combining(one))


def name_of_document(filename: str, title: str) -> str:
    """The words by which a document is called: of its filename and its title, folded."""
    stem = spaced(PurePath(filename).stem)
    return folded(f"{stem} {title}")


def documents_called(noun: str, names: Iterable[str], documents: Mapping[int, str]) -> tuple[int, ...]:
    """The documents whose own words say a noun for documents, or its kind, and all of some names."""
    wanted = [folded(word) for name in names for word in _WORD.findall(name)]
    kinds = kinds_of_noun(noun)
    return tuple(
        number
        for number, words in documents.items()
        if kinds & kinds_of_text(words) and all(re.search(rf"\b{re.escape(word)}", words) for word in wanted)
    )


def kinds_of_noun(noun: str) -> frozenset[str]:
    """The kinds of documents that a noun calls; of "agreement" every kind of contract; none for other nouns."""
    kind = _nouns().get(folded(noun), "")
    return contract_kinds() | {kind} if kind == _ANY else frozenset({kind} - {""})


def kinds_of_party(word: str) -> frozenset[str]:
    """The kinds of contracts that a word for one side of them belongs to: the bank's is a loan."""
    parts: Mapping[str, str] = data("dialogue")["parts"]
    return frozenset(kind for kind, words in parts.items() if folded(word) in words.split())


def kinds_of_text(words: str) -> frozenset[str]:
    """The kinds of documents that the words of a document's name or title say; "leases" is a list, no lease.

    A contract of a kind is no contract of any other: a licence agreement is a licence.
    """
    nouns = _nouns()
    said = re.findall(r"[^\W_]+(?:-mail)?", words)
    kinds = frozenset(nouns[word] for word in said if word in nouns and not (word.endswith("s") and word[:-1] in nouns))
    return kinds - {_ANY} if kinds & contract_kinds() else kinds


def is_document_noun(word: str) -> bool:
    """Whether a word is a noun that documents are called by."""
    return bool(kinds_of_noun(word))


def says_contract(words: str) -> bool:
    """Whether the words of a document's name say that it is a contract of some kind."""
    return bool(kinds_of_text(words) & (contract_kinds() | {_ANY}))


def noun_of(words: str, language: str) -> str:
    """What to call a document of such a name in a sentence: "the lease", "avtalet"."""
    kinds = kinds_of_text(words)
    if language == "sv" or not kinds:
        return neutral_noun(language)
    return f"the {min(kinds)}"


def neutral_noun(language: str) -> str:
    """What any contract may be called."""
    return "avtalet" if language == "sv" else "the agreement"


@lru_cache(maxsize=1)
def _nouns() -> dict[str, str]:
    """Noun → the kind of document, which is the first noun of its line."""
    found: dict[str, str] = {}
    for line in data("dialogue")["documents"].strip().splitlines():
        words = [folded(word) for word in line.split()]
        found |= dict.fromkeys(words, words[0])
    return found


@lru_cache(maxsize=1)
def contract_kinds() -> frozenset[str]:
    """The kinds of documents that "the agreement" may call."""
    return frozenset(data("dialogue")["contracts"].split())
