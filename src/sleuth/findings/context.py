"""What a document says of itself that the proof of a sentence relies on."""

import re
from dataclasses import replace

from sleuth.evidence.claim import Context
from sleuth.evidence.source import Source
from sleuth.evidence.tokens import Time
from sleuth.findings.profile import Profile, profile
from sleuth.findings.subjects import companies_in
from sleuth.findings.text.contracts import agreement_title
from sleuth.findings.text.parties import roles_of
from sleuth.language.calendar import YEAR
from sleuth.language.companies import own_names, without_legal_form
from sleuth.language.dates import Date

_SHORTEST_NAME = 4  # letters of a first word that calls a company


def context_of(cover: Source, whole: Source, language: str = "en") -> Context:
    """The names, the title and the roles that the first page tells, and the calendar that all known pages tell."""
    about = profile(whole, language)
    calendar = about.calendar
    roles = [(role.casefold(), name) for role, name in roles_of(cover)]
    short = [(role, without_legal_form(name)) for role, name in roles]
    return Context(
        _names(profile(cover, language).subject, whole),
        calendar if calendar.stated else None,
        tuple(dict.fromkeys((role, name.casefold()) for role, name in (*roles, *short))),
        agreement_title(cover),
        signs=about.signs,
        reported=_reported(profile(replace(cover, pages=cover.pages[:1]), language)),
    )


def _names(name: str, source: Source) -> tuple[str, ...]:
    """What a document's company is called: with its legal form, without it, and by its first word if nobody else is.

    A word that the document also writes in small letters is a word, and one with which another company begins is not
    its name alone.
    """
    names = own_names(name)
    first = names[-1].split()[0].removesuffix(".COM").removesuffix(".com") if names else ""
    texts = [page.text for page in source.pages]
    others = {other for text in texts for other in companies_in(text) if other.casefold().startswith(first.casefold())}
    alone = all(without_legal_form(other).casefold() == names[-1].casefold() for other in others) if names else False
    is_word = any(re.search(rf"(?<![\w.@/]){re.escape(first.lower())}(?![\w.@])", text) for text in texts)
    is_name = len(first) >= _SHORTEST_NAME and first.isalpha() and alone and not is_word
    return tuple(dict.fromkeys((*names, first))) if is_name else names


def _reported(about: Profile) -> Time | None:
    """The year that a yearly report is of, by its first page: later ones tell of quarters."""
    year = about.year
    return Time(Date(year.year, year.month, year.day), YEAR) if year is not None else None
