"""The built-in list of what a buyer asks for: `data/checklist.toml`."""

from functools import cache

from sleuth.agents.analyst.requests.concepts import PACKAGE
from sleuth.errors import UserError
from sleuth.language.wordlist import wordlist
from sleuth.store.deal.requests import RequestDraft

LANGUAGES = ("en", "sv")


@cache
def checklist(language: str = "en") -> tuple[RequestDraft, ...]:
    """The requests of the checklist in their order, numbered by section. Raises UserError for another language."""
    if language not in LANGUAGES:
        raise UserError(f"“{language}” is no language of the checklist. Say one of: {', '.join(LANGUAGES)}.")
    found: list[RequestDraft] = []
    for number, section in enumerate(wordlist("checklist", PACKAGE)["section"], 1):
        for place, item in enumerate(section["item"], 1):
            found.append(
                RequestDraft(
                    item[language], f"{number}.{place}", (section[language],), section["domain"], item["priority"]
                )
            )
    return tuple(found)
