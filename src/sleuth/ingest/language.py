"""Which language a document is written in, and how PostgreSQL stems it."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

# PostgreSQL's text search configurations by ISO 639-1 code; "simple" stems nothing.
STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "fi": "finnish", "fr": "french", "hu": "hungarian", "id": "indonesian", "it": "italian", "lt": "lithuanian",
    "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish",
    "tr": "turkish",
}  # fmt: skip
_SAMPLE = 20_000  # characters; more does not change the verdict
_LEAST_SURE = 0.6
DEFAULT = "en"


@lru_cache(maxsize=1)
def _identifier() -> "LanguageIdentifier":
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages([*STEMMERS, "vi", "pl", "cs", "zh", "ja", "ko", "uk"])
    return identifier


def detect_language(text: str) -> str:
    """The ISO 639-1 code of the text's language; English where the text is too short or too mixed to tell."""
    letters = sum(c.isalpha() for c in text[:_SAMPLE])
    if letters < 20:
        return DEFAULT
    # The middle of a long text is prose more often than its cover page.
    middle = max(0, (len(text) - _SAMPLE) // 2)
    language, probability = _identifier().classify(text[middle : middle + _SAMPLE])
    return str(language) if probability >= _LEAST_SURE else DEFAULT


def stemmer(language: str) -> str:
    """The name of the PostgreSQL text search configuration for a language."""
    return STEMMERS.get(language, "simple")
