"""Which words of a question or a sentence tell what it is about, and which only help to say it."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from sleuth.language.tokens import Token, letter_words, stem_of, tokens
from sleuth.language.wordlist import wordlist

_OPENING = 3  # words in which a sentence says what it is about


@cache
def words_of(kind: str) -> frozenset[str]:
    """The words of one entry of `data/stopwords.toml`; none for a language it does not know."""
    return frozenset(str(wordlist("stopwords").get(kind, "")).split())


def is_stop(word: str, language: str) -> bool:
    """Whether a word says nothing about what is asked for."""
    return _folded(word) in words_of(language)


def is_light(word: str, language: str) -> bool:
    """Whether evidence may well leave the word out."""
    return _folded(word) in words_of(f"light_{language}")


def is_faint(word: str, language: str) -> bool:
    """Whether a word only says what kind of answer is wanted, or helps a verb."""
    return _folded(word) in words_of(f"faint_{language}")


def is_heavy(word: str, language: str) -> bool:
    """Whether a word tells what is asked about: it is neither empty, nor light, nor faint."""
    return not (is_stop(word, language) or is_light(word, language) or is_faint(word, language))


def is_role(word: str, language: str) -> bool:
    """Whether a capitalised word is no name but a part of a document or a role in it."""
    return _folded(word) in words_of(f"roles_{language}")


def is_critical(word: str, language: str) -> bool:
    """Whether a word singles one out among many: the oldest, the second."""
    return _folded(word) in words_of(f"critical_{language}")


def opens_with_pronoun(words: Sequence[str], language: str) -> bool:
    """Whether a sentence is about something named before it, to which its first words refer.

    In Swedish "den" is an article or a pronoun: a verb behind it makes it one, as in "Den ska vara klar".
    """
    pronouns = words_of(f"pronouns_{language}")
    opening = [word.lower() for word in words[:_OPENING]]
    if any(word in pronouns for word in opening):
        return True
    return (
        language == "sv"
        and opening[:1] in (["den"], ["de"])
        and opening[1:2] != []
        and opening[1] in words_of("helping_sv")
    )


def speaks_of_what_was_told(words: Sequence[str], language: str) -> bool:
    """Whether a sentence names what the sentences before it tell as one thing: "the decision", "beslutet"."""
    acts = words_of(f"acts_{language}")
    lowered = [word.lower() for word in words]
    if language == "sv":
        return any(word in acts for word in lowered)
    return any(one in ("the", "this", "that") and word in acts for one, word in pairwise(lowered))


def has_negation(words: Iterable[Token], language: str) -> bool:
    """Whether a text denies something."""
    denials = words_of(f"negation_{language}")
    said = (word.text.lower().replace("’", "'") for word in words)
    return any(word in denials or word.endswith("n't") for word in said)


@cache
def _kinds_of_contract(language: str) -> frozenset[str]:
    return frozenset(stem_of(word, language) for word in words_of(f"contracts_{language}"))


def is_kind_of_contract(stem: str, language: str) -> bool:
    """Whether a stem says which kind of contract is meant: a lease, a loan."""
    return stem in _kinds_of_contract(language)


@cache
def _dealings(language: str) -> frozenset[str]:
    return frozenset(stem_of(word, language) for word in words_of(f"dealings_{language}"))


def calls_any_contract(stem: str, language: str) -> bool:
    """Whether a stem is what people call a contract of whatever kind: "the Orvik deal"."""
    return stem in _dealings(language)


def detect_language(question: str) -> str:
    """English or Swedish, by the small words of a question; questions are too short for a statistical guess."""
    said = letter_words(question)
    found = [word.lower() for word in said]
    own = [word.lower() for place, word in enumerate(said) if not place or not word[:1].isupper()]  # without names
    swedish = sum(word in words_of("sv") and word not in words_of("also_english") for word in found)
    swedish += sum(any(c in "åäö" for c in word) for word in own)
    english = sum(word in words_of("en") for word in found)
    return "sv" if swedish > english else "en"


def is_contract(word: str, language: str) -> bool:
    """Whether a word means a contract of whatever kind: "agreement"."""
    return _folded(word) in words_of(f"deeds_{language}")


def is_collective(word: str, language: str) -> bool:
    """Whether a word only takes together what is counted: "the installed base of meters"."""
    return _folded(word) in words_of(f"collective_{language}")


def without_linking(text: str, language: str) -> list[Token]:
    """The words and numbers of a text but those that only link others."""
    return [word for word in tokens(text, language) if not is_linking(word.text, language)]


def telling_stems(text: str, language: str) -> tuple[str, ...]:
    """The stems of a text in order, without words that only link others."""
    return tuple(word.stem for word in without_linking(text, language))


def is_linking(word: str, language: str) -> bool:
    """Whether a word only links others inside a name: "cost of sales"."""
    return _folded(word) in words_of(f"linking_{language}")


def is_legal_form(word: str) -> bool:
    """Whether a word of a company's name only tells its legal form."""
    return _folded(word).rstrip(".") in words_of("legal")


def is_frame(word: str, language: str) -> bool:
    """Whether a word of a question about a figure tells neither the measure nor whose figure it is."""
    return _folded(word) in words_of(f"frame_{language}")


def _folded(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s")
