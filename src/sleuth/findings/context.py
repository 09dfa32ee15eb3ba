"""What a document says of itself that the proof of a sentence relies on."""

from sleuth.evidence.claim import Context
from sleuth.evidence.source import Source
from sleuth.findings.profile import profile
from sleuth.findings.text.contracts import agreement_title, roles_of
from sleuth.language.companies import own_names, without_legal_form


def context_of(cover: Source, whole: Source, language: str = "en") -> Context:
    """The names, the title and the roles that the first page tells, and the calendar that all known pages tell."""
    about = profile(whole, language)
    calendar = about.calendar
    roles = [(role.casefold(), name) for role, name in roles_of(cover)]
    short = [(role, without_legal_form(name)) for role, name in roles]
    return Context(
        own_names(profile(cover, language).subject),
        calendar if calendar.stated else None,
        tuple(dict.fromkeys((role, name.casefold()) for role, name in (*roles, *short))),
        agreement_title(cover),
        signs=about.signs,
    )
