"""Words as a reasoner compares them: folded, stripped of endings, and which of them carry meaning."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from sleuth.reason.lexicon import table, word_sets

_TOKEN = re.compile(r"\d{1,2}-[A-Z]s?\b|(?:\d[\d,.\u00a0\u202f]*\d|\d)(?![^\W\d_])|[^\W_]+(?:['’][^\W\d_]+)?")
_THOUSANDS = re.compile(r"(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))")
_KEEPS_T = re.compile(r"(?:[stfp]|(?<!s)k)t")  # "tvist", "kontrakt"; but "svenskt" is a form of "svensk"
_OPENING = 3  # words in which a sentence says what it is about
_LEAST_SHARED = 5  # letters two words must share from the start to be of one family

# English endings, longest first, and what takes their place; what remains keeps at least three letters.
_ENGLISH_PLURALS = (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", ""))
_ENGLISH = (("edly", ""), ("ingly", ""), ("ing", ""), ("ed", ""), ("ly", ""))
_SWEDISH = (
    "heterna", "heten", "heter", "andet", "arnas", "ernas", "ornas", "arna", "erna", "orna", "ande", "ades", "aste",
    "ade", "are", "het", "ens", "ets", "ers", "ast", "ats", "at", "en", "et", "er", "ar", "or", "as", "es", "an",
    "na", "de", "te", "s", "a", "e", "n", "t",
)  # fmt: skip


class Token(NamedTuple):
    """A word or number of a text, where it stands, and its stem."""

    text: str
    start: int
    end: int
    stem: str

    @property
    def is_number(self) -> bool:
        """Whether it is written in digits only."""
        return self.text[0].isdigit() and not self.text[-1].isalpha()

    @property
    def is_capital(self) -> bool:
        """Whether it opens with a capital letter."""
        return self.text[0].isupper()


def tokens(text: str, language: str) -> tuple[Token, ...]:
    """The words and numbers of a text, in order."""
    return tuple([Token(m[0], *m.span(), stem(m[0], language)) for m in _TOKEN.finditer(text)])


@lru_cache(maxsize=16384)
def stems(text: str, language: str) -> frozenset[str]:
    """The stems of a text's words and numbers; kept, for what is read again and again."""
    return stems_of(words_of(text), language)


def words_of(text: str) -> list[str]:
    """The words and numbers of a text as written, in order."""
    return _TOKEN.findall(text)


def stems_of(words: Iterable[str], language: str) -> frozenset[str]:
    """The stems of words and numbers."""
    return frozenset([stem(word, language) for word in words])


@lru_cache(maxsize=65536)
def stem(word: str, language: str) -> str:
    """A word without case, accents of compatibility and endings; a number without its thousands separators."""
    if word[0].isdigit():
        return _THOUSANDS.sub("", word)
    folded = unicodedata.normalize("NFKC", word).lower().replace("’", "'")
    folded = folded.removesuffix("'s").removesuffix("'")
    if (base := _irregular(language).get(folded)) is not None:
        folded = base
    return _swedish(folded) if language == "sv" else _english(folded)


@lru_cache(maxsize=4)
def _irregular(language: str) -> dict[str, str]:
    groups = re.split(r"[|\n]", table("irregular").get(language, ""))
    return {form: forms[0] for group in groups if (forms := group.split()) for form in forms}


def _english(word: str) -> str:
    word = _replace(word, _ENGLISH_PLURALS) if not word.endswith(("ss", "us", "is")) else word
    word = _replace(word, _ENGLISH)
    if len(word) > 5 and word.endswith(("tion", "sion")):
        word = word[:-3]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


def _replace(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in endings:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= 3:
            return word.removesuffix(ending) + instead
    return word


def _swedish(word: str) -> str:
    word = word[:-1] if len(word) > 4 and word.endswith("s") and word[-2] not in "su" else word
    for ending in _SWEDISH:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word if ending == "t" and _KEEPS_T.fullmatch(word, len(word) - 2) else word.removesuffix(ending)
    return word


@lru_cache(maxsize=65536)
def related(one: str, other: str, language: str) -> float:
    """How alike two stems are: 1 the same word, .8 one family (found, foundation) or compound, 0 strangers."""
    if one == other:
        return 1.0
    short, long = sorted((one, other), key=len)
    if len(short) < _LEAST_SHARED or short[0].isdigit():
        return 0.0
    shared = len(_common_prefix(short, long))
    if shared >= _LEAST_SHARED and shared >= len(short) - 1 and shared >= 0.6 * len(long):
        return 0.8
    if language == "sv" and (long.startswith(short) or long.endswith(short)):
        return 0.8  # regering, regeringsbeslut; kapital, riskkapital
    return 0.0


def _common_prefix(one: str, other: str) -> str:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return one[:count]


@lru_cache(maxsize=65536)
def is_stop(word: str, language: str) -> bool:
    """Whether a word says nothing about what is asked for."""
    return _plain(word) in word_sets("stopwords", language)


def is_light(word: str, language: str) -> bool:
    """Whether evidence may well leave the word out."""
    return _plain(word) in word_sets("stopwords", f"light_{language}")


def is_faint(word: str, language: str) -> bool:
    """Whether a word only says what kind of answer is wanted, or helps a verb."""
    return _plain(word) in word_sets("stopwords", f"faint_{language}")


def is_heavy(word: str, language: str) -> bool:
    """Whether a word tells what is asked about: it is neither empty, nor light, nor faint."""
    return not any(is_kind(word, language) for is_kind in (is_stop, is_light, is_faint))


def is_role(word: str, language: str) -> bool:
    """Whether a capitalised word is no name but a part of a document or a role in it."""
    return _plain(word) in word_sets("stopwords", f"roles_{language}")


def is_critical(word: str, language: str) -> bool:
    """Whether a word singles one out among many: the oldest, the second."""
    return _plain(word) in word_sets("stopwords", f"critical_{language}")


@lru_cache(maxsize=4)
def _kinds_of_contract(language: str) -> frozenset[str]:
    return frozenset(stem(word, language) for word in word_sets("stopwords", f"contracts_{language}"))


def is_kind_of_contract(one: str, language: str) -> bool:
    """Whether a stem says which kind of contract is meant: a lease, a loan."""
    return one in _kinds_of_contract(language)


def opens_with_pronoun(words: Sequence[str], language: str) -> bool:
    """Whether a sentence is about something named before it, to which its first words refer."""
    pronouns = word_sets("stopwords", f"pronouns_{language}")
    return any(word.lower() in pronouns for word in words[:_OPENING])


def has_negation(words: tuple[Token, ...], language: str) -> bool:
    """Whether a text denies something."""
    denials = word_sets("stopwords", f"negation_{language}")
    return any(t.text.lower().replace("’", "'") in denials or t.text.lower().endswith(("n't", "n’t")) for t in words)


def _plain(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s")


def detect_language(question: str) -> str:
    """English or Swedish, by the small words of a question; questions are too short for a statistical guess."""
    found = re.findall(r"[^\W\d_]+", question.lower())
    swedish = sum(word in word_sets("stopwords", "sv") for word in found)
    swedish += sum(any(c in "åäö" for c in word) for word in found)
    english = sum(word in word_sets("stopwords", "en") for word in found)
    return "sv" if swedish > english else "en"
