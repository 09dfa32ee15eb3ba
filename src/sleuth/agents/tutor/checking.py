"""Checks what a language model wrote: numbers must come from somewhere, the application does only what is documented.

Sentences that fail are left out and told. The rest is the model's own wording, which nothing here proves.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sleuth.agents.tutor.amounts import plain_number
from sleuth.agents.tutor.documentation import Documentation, statements
from sleuth.agents.tutor.language import LANGUAGES
from sleuth.agents.tutor.library import Library
from sleuth.agents.tutor.turns import Step

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^\s\d])")
_LIST_MARK = re.compile(r"(?:(?<=\s)|^)\d{1,2}[.)](?=\s)")  # "1) Create …": counts the items of a list


@dataclass(frozen=True, slots=True)
class Checked:
    """What is left of a text, and why sentences were left out."""

    text: str
    reasons: Sequence[str]  # one for each sentence that was left out
    about_app: bool  # one of them spoke of the application


def check_answer(
    answer: str, question: str, steps: Iterable[Step], library: Library, documentation: Documentation
) -> Checked:
    """The answer without the sentences whose numbers or statements about the application come from nowhere."""
    known = _known_numbers(answer, question, steps, library, documentation)
    is_about_app = documentation.about(question).is_meant and not library.mentions(question)
    reasons: list[str] = []
    about_app = False
    lines = []
    for line in answer.splitlines():
        kept = []
        for sentence in _SENTENCE_END.split(line):
            strange = [number for number in _numbers_of(sentence) if not _values(number) & known]
            undocumented = _undocumented(sentence, documentation, always=is_about_app)
            if strange:
                reasons.append(f"{', '.join(strange)} comes from no source")
            elif undocumented:
                reasons.append(f"the documentation does not mention “{undocumented[0]}”")
                about_app = True
            else:
                kept.append(sentence)
        if kept or not line.strip():
            lines.append(" ".join(kept))
    return Checked("\n".join(lines).strip() if reasons else answer, reasons, about_app)


def _undocumented(sentence: str, documentation: Documentation, *, always: bool) -> list[str]:
    """The words of a sentence about the application that its documentation does not know."""
    if always or documentation.about(sentence).is_meant:
        return documentation.undocumented(sentence, list(documentation.areas))
    return []


def _numbers_of(text: str) -> list[str]:
    return _NUMBER.findall(_LIST_MARK.sub(" ", text))


def _values(number: str) -> set[Decimal]:
    """What a printed number may be: 1.000 is one or a thousand."""
    values = set()
    for language in LANGUAGES:
        try:
            values.add(plain_number(number, language))
        except (ArithmeticError, ValueError):
            continue  # "1.2.3" is no number in that language
    return values


def _known_numbers(
    answer: str, question: str, steps: Iterable[Step], library: Library, documentation: Documentation
) -> set[Decimal]:
    """The numbers of the question, of what the tools returned, and of the library's entries on what is spoken of."""
    texts = [question, *_observed(steps)]
    for mention in library.mentions(f"{question}\n{answer}"):
        texts += [*mention.concept.sections.values(), *mention.concept.arithmetic, *mention.concept.names]
    texts += list(statements(documentation.areas))
    return {value for text in texts for number in _NUMBER.findall(text) for value in _values(number)}


def _observed(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        if step.tool != "respond":
            yield json.dumps(step.result, ensure_ascii=False, default=str)
