"""Drafts a memo section by section, each stored when it is done: one that is killed goes on where it was."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from sleuth.agents.analyst.memo.draft import Desk, Drafted, draft_section
from sleuth.agents.analyst.memo.gates import settles
from sleuth.agents.analyst.memo.outline import COMPANY, Outline, Question
from sleuth.agents.analyst.memo.scope import Scope, find_scope
from sleuth.agents.analyst.page.model import Page, Paragraph, Section, Sentence, note
from sleuth.agents.analyst.stored import as_json, from_json
from sleuth.answering.library import StoredLibrary
from sleuth.ingest.relating import renew
from sleuth.language.counted import counted
from sleuth.store.deal.memo_drafts import forget_drafts, forget_older_drafts, load_drafts, project_state, save_draft

if TYPE_CHECKING:
    from sleuth.config import Settings
    from sleuth.reason.protocol import Reasoner
    from sleuth.search.services import Services
    from sleuth.store.server.database import Database

_RULES = "2"  # raise it when drafting changes: sections are then drafted anew
GAPS = "gaps"  # the key of the section that lists what could not be found

OnSection = Callable[[str, int, int, bool], None]
"""Hears of each section: its title, how many are done, of how many, and whether it had been drafted before."""


@dataclass(frozen=True, slots=True)
class Memo:
    """A memo as drafted."""

    company: str
    page: Page
    missing: tuple[str, ...]  # what could not be found
    remarks: tuple[str, ...]  # what was assumed, left out, or did not work as it should
    resumed: int  # sections that an earlier run had drafted
    is_chosen: bool = False  # the company or the documents were chosen for whoever asked


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for."""

    outline: Outline
    company: str = ""  # "" for the one of most documents
    filenames: Sequence[str] = ()
    anew: bool = False  # draft again what is stored


async def draft_memo(
    database: "Database",
    project_id: int,
    settings: "Settings",
    order: Order,
    reasoner: "Reasoner | None" = None,
    services: "Services | None" = None,
    on_section: OnSection | None = None,
) -> Memo:
    """Draft the sections that are not stored, and put the memo together. Raises UserError as find_scope does."""
    with database.connection() as connection:
        renew(connection, project_id, settings)
        scope = find_scope(connection, project_id, order.company, order.filenames)
        fingerprint = _fingerprint(order.outline, scope, project_state(connection, project_id), settings)
        if order.anew:
            forget_drafts(connection, project_id, fingerprint)
        stored = load_drafts(connection, project_id, fingerprint)
        library = StoredLibrary(database, project_id, scope.documents, services)
    desk = Desk(database, project_id, library, scope, reasoner)
    drafted: list[Drafted] = []
    for number, plan in enumerate(order.outline.sections, 1):
        known = stored.get(plan.key)
        if known is not None:
            drafted.append(Drafted(from_json(Section, known["section"]), tuple(known["missing"])))
        else:
            drafted.append(await draft_section(plan, desk))
            await asyncio.to_thread(_store, database, project_id, fingerprint, drafted[-1])
        if on_section is not None:
            on_section(plan.title, number, len(order.outline.sections), known is not None)
    with database.connection() as connection:
        forget_older_drafts(connection, project_id, fingerprint)
    return _memo(order.outline, scope, drafted, tuple(desk.remarks), len(stored))


def _store(database: "Database", project_id: int, fingerprint: str, drafted: Drafted) -> None:
    section = drafted.section
    packed = {"section": as_json(section), "missing": list(drafted.missing)}
    with database.connection() as connection:
        documents = {source.document_id for source in section.sources()}
        save_draft(connection, project_id, fingerprint, section.key, packed, documents)


def _fingerprint(outline: Outline, scope: Scope, state: str, settings: "Settings") -> str:
    """What the drafts rest on: the outline, the company, the documents, and who drafts."""
    documents = ",".join(str(document.id) for document in scope.documents)
    parts = (_RULES, outline.text, scope.company, documents, state, str(settings.model), str(settings.proof))
    return sha256("\0".join(parts).encode()).hexdigest()


def _memo(outline: Outline, scope: Scope, drafted: Sequence[Drafted], degraded: Sequence[str], resumed: int) -> Memo:
    missing = _missing(outline, drafted, scope.company)
    filled = [_filled(one.section) for one in drafted]
    gaps = Section(GAPS, "What could not be found", tuple(_listed(missing, scope)))
    documents = counted(len(scope.documents), "document")
    title = outline.title.replace(COMPANY, scope.company)
    page = Page(title, f"Drafted from {documents}. Each statement names its source.", (*filled, gaps))
    return Memo(scope.company, page, tuple(missing), (*scope.remarks, *degraded), resumed, bool(scope.remarks))


def _filled(section: Section) -> Section:
    """A section; one without anything says so."""
    blocks = section.blocks or (note("The documents state nothing on this."),)
    return Section(section.key, section.title, blocks, section.level)


def _listed(missing: Sequence[str], scope: Scope) -> list[Paragraph]:
    if not missing:
        return [Paragraph((Sentence("Everything that was asked was found."),))]
    left_out = [note(remark) for remark in scope.remarks]
    return [*(Paragraph((Sentence(one),), "bullet") for one in missing), *left_out]


def _missing(outline: Outline, drafted: Sequence[Drafted], company: str) -> list[str]:
    """What no section answers; a question that a sentence elsewhere in the memo answers is not missing."""
    said = [
        sentence.text
        for one in drafted
        for block in one.section.blocks
        if isinstance(block, Paragraph)
        for sentence in block.sentences
    ]
    found = []
    for plan, one in zip(outline.sections, drafted, strict=True):
        questions = {ask.text.replace(COMPANY, company) for ask in plan.asks if isinstance(ask, Question)}
        for lacking in one.missing:
            if lacking not in questions or not any(settles(lacking, text, company) for text in said):
                found.append(f"{plan.title}: {lacking}")
    return found
