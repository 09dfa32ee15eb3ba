"""What a document says of itself: names, calendar, title, and the terms that it defines."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sleuth.evidence.tokens import Time
from sleuth.language.calendar import Calendar
from sleuth.language.currency import USUAL, Signs

_DEFINED = re.compile(
    r"[“\"]([^”\"]{3,40})[”\"]\s+(?:means|shall mean|avser|betyder)\s+(?:the\s+|den\s+)?([^.;,]{3,40})"
)


@dataclass(frozen=True, slots=True)
class Context:
    """What the document says of itself: the names it goes by, and its fiscal calendar if it states one."""

    names: tuple[str, ...] = ()
    calendar: Calendar | None = None
    definitions: tuple[tuple[str, str], ...] = ()  # a defined term and what it means, case folded
    title: str = ""  # what the document calls itself: "Master Service Agreement"
    called: str = ""  # its filename and title, by which a sentence may name it: "The property list gives …"
    signs: Signs = USUAL  # what "$" and "kr" mean in it
    reported: Time | None = None  # the one year that it reports
    sections: tuple[str, ...] = ()  # the numbers of the sections that the quotes stand in: "4.2", "4"
    headings: tuple[str, ...] = ()  # what the quotes stand under, the nearest first

    @property
    def terms(self) -> tuple[tuple[str, str], ...]:
        """The definitions, the document's own title among them: "services agreement" is "agreement"."""
        title = self.title.casefold()
        if not title:
            return self.definitions
        return (*self.definitions, (title, title.split()[-1]), ("will", "shall"), ("will", "must"))


NO_CONTEXT = Context()


def definitions(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The terms that texts define as a date or a short phrase: “Long Stop Date” means 30 June 2025."""
    found = (pair for text in texts for pair in _DEFINED.findall(text))
    return tuple((term.casefold(), meaning.casefold().strip()) for term, meaning in found)
