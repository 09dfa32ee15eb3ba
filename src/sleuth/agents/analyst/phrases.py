"""The analyst's fixed words, by language: data in `data/phrases.toml`. Other languages get English."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from tomllib import loads
from typing import Any

ENGLISH = "en"


@cache
def data(name: str) -> dict[str, Any]:
    """The file `data/NAME.toml`, parsed."""
    return loads((files("sleuth.agents.analyst") / "data" / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Phrases:
    """The words of one language: `phrases("none_found", topic="churn")`."""

    language: str

    def __call__(self, key: str, **values: object) -> str:
        words = data("phrases")
        own = words.get(self.language, {})
        text: str = own[key] if key in own else words[ENGLISH][key]
        return text.format(**values) if values else text


def phrases_of(language: str) -> Phrases:
    """The words for an answer in this language (ISO 639-1)."""
    return Phrases(language if language in data("phrases") else ENGLISH)
