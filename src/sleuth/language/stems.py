"""The stem of a word, by the Snowball algorithms (snowballstem.org): what its inflections have in common."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Protocol

from sleuth.language.wordlist import wordlist

# Snowball's names by ISO 639-1 code. In other languages a word is its own stem.
_ALGORITHMS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french", "it": "italian",
    "nl": "dutch", "no": "norwegian", "pt": "portuguese", "sv": "swedish",
}  # fmt: skip


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the library's name


@lru_cache(maxsize=65536)
def stem(word: str, language: str = "en") -> str:
    """A word without case, possessive and inflection: "Restated" and "restates" are "restat", "restored" is not.

    `language` is an ISO 639-1 code; in a language that Snowball does not know the folded word is returned.
    """
    folded = stem_form(word)
    stemmer = _stemmer(language)
    return stemmer.stemWord(folded) if stemmer is not None else folded


@lru_cache(maxsize=65536)
def family(word: str, language: str = "en") -> str:
    """The stem of a word, or of the word that it is a form of by no ending: "sold" and "sell", "invasion" and "invade".

    For search; a proof compares stems.
    """
    folded = stem_form(word)
    base = _irregular(language).get(folded, folded)
    return _without_swedish_ending(base) if language == "sv" else stem(base, language)


# Snowball leaves many Swedish articles and plurals on short words; for search they are taken off, the longest first.
_SWEDISH_ENDINGS = (
    "heterna", "heten", "heter", "andet", "arnas", "ernas", "ornas", "arna", "erna", "orna", "ande", "ades", "aste",
    "ade", "are", "het", "ens", "ets", "ers", "ast", "ats", "at", "en", "et", "er", "ar", "or", "as", "es", "an",
    "na", "de", "te", "s", "a", "e", "n", "t",
)  # fmt: skip
_KEEPS_T = re.compile(r"(?:[stfp]|(?<!s)k)t")  # "tvist", "kontrakt"; but "svenskt" is a form of "svensk"
_LEAST_LEFT = 3  # letters


def _without_swedish_ending(word: str) -> str:
    word = word[:-1] if len(word) > 4 and word.endswith("s") and word[-2] not in "su" else word
    for ending in _SWEDISH_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_LEFT:
            keeps = ending == "t" and _KEEPS_T.fullmatch(word, len(word) - 2)
            return word if keeps else word.removesuffix(ending)
    return word


@cache
def _irregular(language: str) -> dict[str, str]:
    groups = re.split(r"[|\n]", wordlist("irregular").get(language, ""))
    return {form: forms[0] for group in groups if (forms := group.split()) for form in forms}


def stem_form(word: str) -> str:
    """A word without case and possessive."""
    folded = unicodedata.normalize("NFKC", word).casefold().replace("’", "'")
    return folded.removesuffix("'s").removesuffix("'")


@cache
def _stemmer(language: str) -> _Stemmer | None:
    import snowballstemmer

    algorithm = _ALGORITHMS.get(language)
    return snowballstemmer.stemmer(algorithm) if algorithm else None
