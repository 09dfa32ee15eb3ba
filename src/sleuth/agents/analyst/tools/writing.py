"""The tools that change something. Each is called only after a person has agreed, and tells in words what it did."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.room import Room
from sleuth.errors import UserError

if TYPE_CHECKING:
    import psycopg

    from sleuth.store.ledger.findings import StoredFinding

_LIST_NAME = "Proposed IRL"


async def add_to_qa(room: Room, questions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Put questions on the Q&A list: {"question", "domain", "priority"} each. What is asked already stays as it is.

    Raises UserError for an empty list and for an empty question.
    """
    from sleuth.store.deal.questions import add_question

    if not questions:
        raise UserError("there is no question to add. Say what is to be asked.")

    def add(connection: "psycopg.Connection", project: int) -> list[tuple[int, str, bool]]:
        added = []
        for one in questions:
            kept = add_question(
                connection, project, str(one["question"]), domain=str(one.get("domain") or ""),
                priority=str(one.get("priority") or "medium"), source=str(one.get("source") or "person"),
                reference=str(one.get("reference") or ""), note=str(one.get("note") or ""),
                request_id=one.get("request_id"), by_whom=room.by_whom,
            )  # fmt: skip
            added.append((kept.number, kept.text, kept.is_new))
        return added

    kept = await room.read(add)
    return {"questions": [{"number": number, "text": text, "new": new} for number, text, new in kept]}


async def create_irl(room: Room, name: str = "") -> dict[str, Any]:
    """Keep a request list for the deal: the checklist, what the industry calls for, what the documents point to."""
    from sleuth.agents.analyst.requests.proposing import propose_in
    from sleuth.store.deal.requests import add_list

    proposal = await room.read(lambda connection, project: propose_in(connection, project, room.language))
    called = name or _LIST_NAME
    await room.read(lambda connection, project: add_list(connection, project, called, "proposal", proposal.requests))
    return {"list": called, "requests": len(proposal.requests), "industry": proposal.industry}


async def validate_finding(room: Room, finding_id: int, verdict: str = "valid", why: str = "") -> dict[str, Any]:
    """Say of a finding that it is "valid", or a "misreading", which needs a reason.

    Raises UserError for an unknown finding or verdict.
    """
    from sleuth.store.ledger.judging import reject, validate

    if verdict not in ("valid", "misreading"):
        raise UserError(f"“{verdict}” is no verdict. Say valid or misreading.")

    def judge(connection: "psycopg.Connection", project: int) -> "StoredFinding":
        if verdict == "valid":
            return validate(connection, project, finding_id, room.by_whom, why)
        return reject(connection, project, finding_id, room.by_whom, why)

    return _told(await room.read(judge))


async def update_knowledge_base(room: Room, finding_id: int, value: str, why: str) -> dict[str, Any]:
    """Correct the figure of a finding, as printed with its sign; what the source says stays on record beside it.

    Raises UserError for an unknown finding, for what is no number, and without a reason.
    """
    from sleuth.store.ledger.judging import Correction, correct

    try:
        number = Decimal(value.replace(",", "").replace("−", "-").strip())
    except InvalidOperation as error:
        raise UserError(f"“{value}” is no number. Write it as 1234.5.") from error
    corrected = Correction(value=number)
    return _told(await room.read(lambda c, project: correct(c, project, finding_id, corrected, room.by_whom, why)))


async def trigger_analysis(room: Room, filename: str = "") -> dict[str, Any]:
    """Read a document anew for findings, or all; what people ruled stays. Raises UserError for an unknown one."""
    from sleuth.ingest.relating import renew
    from sleuth.store.documents.documents import find_documents, list_documents
    from sleuth.store.ledger.findings import forget_extractions

    def analyse(connection: "psycopg.Connection", project: int) -> list[str]:
        named = find_documents(connection, project, [filename]) if filename else list_documents(connection, project)
        forget_extractions(connection, project, [document.id for document in named])
        renew(connection, project, room.settings)
        return [document.filename for document in named]

    return {"documents": await room.read(analyse)}


async def update_knowledge_graph(room: Room, newer: str, older: str, why: str) -> dict[str, Any]:
    """Say that one document replaces another; what it states then counts. Raises UserError as `versions --set`."""
    from sleuth.ingest.relating import relate
    from sleuth.store.documents.documents import find_documents
    from sleuth.store.ledger.versions import set_version

    def link(connection: "psycopg.Connection", project: int) -> None:
        one, other = (find_documents(connection, project, [name])[0] for name in (newer, older))
        set_version(connection, project, one, other, room.by_whom, why)
        relate(connection, project)

    await room.read(link)
    return {"newer": newer, "older": older}


def _told(finding: "StoredFinding") -> dict[str, Any]:
    return {
        "finding": finding.id, "metric": finding.metric, "period": finding.period_name, "value": f"{finding.value}",
        "status": finding.status, "filename": finding.filename, "locator": finding.locator,
    }  # fmt: skip


WRITES = {
    tool.__name__: tool
    for tool in (
        add_to_qa,
        create_irl,
        validate_finding,
        update_knowledge_base,
        trigger_analysis,
        update_knowledge_graph,
    )
}


async def write(room: Room, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Call a tool that writes, by its name. Raises UserError for arguments that it does not take."""
    known = WRITES.get(tool)
    if known is None:
        raise UserError(f"there is no tool “{tool}” that writes.")
    try:
        return await known(room, **arguments)
    except TypeError as error:
        raise UserError(f"{tool}: {error}.") from error
