"""The concept library: one Markdown file a concept and language, whose printed numbers the calculators compute."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from sleuth.agents.tutor.calculators.registry import calculate
from sleuth.agents.tutor.calculators.style import Shown, Style, arithmetic, shown_values
from sleuth.agents.tutor.calculators.working import Calculation
from sleuth.agents.tutor.language import load_yaml

HEADINGS = {
    "en": {
        "Definition": "definition",
        "Why it matters": "why",
        "How it works": "how",
        "Example": "example",
        "Common mistakes": "mistakes",
    },
    "vi": {
        "Định nghĩa": "definition",
        "Vì sao quan trọng": "why",
        "Cách hoạt động": "how",
        "Ví dụ": "example",
        "Lỗi thường gặp": "mistakes",
    },
}


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept in one language. Texts are complete: every placeholder is filled."""

    id: str  # the file's name without .md, the same in both languages
    language: str
    title: str
    names: tuple[str, ...]  # the title and what else it is called
    topic: str  # budgeting, saving, debt, investing, economy, insurance, tax, retirement or housing
    related: tuple[str, ...]  # ids
    sections: Mapping[str, str]  # definition, why, how, example, mistakes (a line each, without the dash)
    calculations: Mapping[str, Calculation]  # of the example, by the name that the text gives them
    printed: Mapping[str, frozenset[str]]  # the values of each calculation that the text prints

    @property
    def arithmetic(self) -> list[str]:
        """The arithmetic of the example, line by line."""
        style = Style.of(self.language)
        lines = [
            line
            for name, calculation in self.calculations.items()
            for line in arithmetic(calculation, style, self.printed[name])
        ]
        return list(dict.fromkeys(lines))


class _Results:
    """The values of one calculation, as `{name.value}` in a text."""

    def __init__(self, values: Mapping[str, Shown]) -> None:
        self.__dict__.update(values)


@cache
def concepts(language: str) -> Mapping[str, Concept]:
    """Id → concept, by id. The files are read once."""
    return {concept.id: concept for concept in _load(language)}


def _load(language: str) -> Iterator[Concept]:
    folder = resources.files("sleuth.agents.tutor") / "data" / "concepts" / language
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".md"):
            yield read_concept(entry.name.removesuffix(".md"), language, entry.read_text(encoding="utf-8"))


def read_concept(concept_id: str, language: str, text: str) -> Concept:
    """The concept that a file holds. Raises KeyError or ValueError where the file is not as it should be."""
    head, body = split(text)
    style = Style.of(language)
    calculations = {name: _calculation(call) for name, call in head["compute"].items()}
    shown = {name: _Results(shown_values(calculation, style)) for name, calculation in calculations.items()}
    printed = {name: frozenset(re.findall(rf"{{{name}\.(\w+)", text)) for name in calculations}
    sections = {HEADINGS[language][title]: content.format(**shown) for title, content in body.items()}
    sections["mistakes"] = "\n".join(line.removeprefix("- ") for line in sections["mistakes"].splitlines())
    title = str(head["title"])
    names = (title, *map(str, head.get("also", ())))
    return Concept(
        concept_id, language, title, names, head["topic"], tuple(head["related"]), sections, calculations, printed
    )


def split(text: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The head of a file, and heading → text as written, placeholders included."""
    _, front, body = text.split("---\n", 2)
    sections = {}
    for part in body.split("\n## ")[1:]:
        title, _, content = part.partition("\n")
        sections[title.strip()] = content.strip()
    return load_yaml(front), sections


def _calculation(call: Mapping[str, Any]) -> Calculation:
    arguments = {name: value for name, value in call.items() if name != "calculator"}
    return calculate(call["calculator"], arguments)
