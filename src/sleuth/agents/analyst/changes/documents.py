"""Documents that were added, replaced and removed between two moments."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

import psycopg

from sleuth.agents.analyst.changes.changed import Removal, Replacement
from sleuth.store.documents.documents import Document, list_documents
from sleuth.store.ledger.happenings import DocumentThen, documents_at, pairs_at
from sleuth.store.ledger.versions import Version, list_versions


@dataclass(frozen=True, slots=True)
class DocumentChanges:
    """What became of a project's documents."""

    added: Sequence[Document]
    replaced: Sequence[Replacement]
    removed: Sequence[Removal]
    known: frozenset[str]  # the hashes of the documents that were live before


def changed_documents(
    connection: psycopg.Connection, project_id: int, since: datetime, until: datetime
) -> DocumentChanges:
    """What was added, what took the place of what, and what is gone. A new version is told as that, not as added."""
    before = {d.content_hash for d in documents_at(connection, project_id, since) if d.state == "live"}
    now = documents_at(connection, project_id, until)
    live = list_documents(connection, project_id)
    linked = pairs_at(connection, project_id, "version", since)
    versions = _fresh(list_versions(connection, project_id), linked)
    replaced = [*map(_replacement, versions), *_rewritten(connection, now, before)]
    names_before = {d.name for d in now if d.content_hash in before}
    newer = {one.newer for one in replaced if one.proposal is None and one.older in names_before}
    added = [d for d in live if d.content_hash not in before and d.filename not in newer]
    return DocumentChanges(added, list(dict.fromkeys(replaced)), _removed(now, before), frozenset(before))


def _fresh(versions: Sequence[Version], linked: Mapping[tuple[str, str], str]) -> list[Version]:
    """The links between documents that are not as they were: confirmed since, or proposed for the first time."""
    found = []
    for version in versions:
        newer_hash, _, older_hash = version.fingerprint.partition(">")
        was = linked.get((newer_hash, older_hash))
        is_new = version.status == "confirmed" != was or (version.status == "proposed" and was is None)
        if is_new and version.newer_name != version.older_name:
            found.append(version)
    return found


def _replacement(version: Version) -> Replacement:
    proposal = version.id if version.status == "proposed" else None
    return Replacement(version.newer_name, version.older_name, version.reason, version.newer, version.older, proposal)


def _rewritten(
    connection: psycopg.Connection, now: Sequence[DocumentThen], before: Collection[str]
) -> list[Replacement]:
    """Files that were added again under their name with other content."""
    ids = [d.id for d in now if d.state == "replaced" and d.content_hash in before]
    rows = connection.execute(
        """
        SELECT DISTINCT ON (new.id) new.filename, new.version, new.id, old.id FROM documents AS old
        JOIN documents AS new ON new.project_id = old.project_id AND new.live AND new.filename = old.filename
        WHERE old.id = ANY(%s) ORDER BY new.id, old.id DESC
        """,
        (ids,),
    ).fetchall()
    return [
        Replacement(name, name, f"version {version} was added under its name", newer, older)
        for name, version, newer, older in rows
    ]


def _removed(now: Sequence[DocumentThen], before: Set[str]) -> list[Removal]:
    """Documents that were live before and whose content is no longer held under any name."""
    held = {d.content_hash for d in now if d.state != "gone"}
    gone = {d.content_hash: d for d in now if d.state == "gone" and d.content_hash in before - held}
    return [Removal(d.name, d.at) for d in sorted(gone.values(), key=lambda d: d.at)]
