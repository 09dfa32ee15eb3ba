"""Relations in the store: derived, kept, ruled on, undone, and gone with the documents they are about."""

import hashlib
import itertools
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg import sql

from sleuth.errors import UserError
from sleuth.evidence.source import Page, PageSource, Source, Span
from sleuth.findings.finding import Finding
from sleuth.findings.period import Day, Period
from sleuth.findings.quantity import Quantity
from sleuth.findings.scenario import Scenario
from sleuth.ingest.relating import keep_portrait, relate
from sleuth.store import judging
from sleuth.store.conflicts import list_conflicts, rule_conflict, undo_conflict
from sleuth.store.documents import add_document, remove_document
from sleuth.store.findings import Filter, StoredFinding, finding_history, list_findings, save_findings
from sleuth.store.isolation import grant_access, restrict
from sleuth.store.lookup import find_fact
from sleuth.store.projects import ensure_project, remove_project
from sleuth.store.relations import relations_of
from sleuth.store.testimony import hear
from sleuth.store.versions import Version, list_versions, rule_version, undo_version

if TYPE_CHECKING:
    from sleuth.store.database import Database

FY2024 = Period(Day(2024, 12, 31), 12, 2024, 4)
STEPS = " The year was good, and every market grew as the board had planned it." * 6
EVERY = ("open", "explained", "dismissed")
Room = Callable[..., int]
_numbers = itertools.count(1)


@pytest.fixture
def connection(database: "Database") -> Iterator[psycopg.Connection]:
    with database.connection() as connection:
        yield connection


@pytest.fixture
def project(connection: psycopg.Connection) -> Iterator[int]:
    name = f"relations {next(_numbers)} {secrets.token_hex(3)}"
    project_id = ensure_project(connection, name)
    connection.commit()
    yield project_id
    connection.rollback()
    remove_project(connection, name)
    connection.commit()


@pytest.fixture
def add(connection: psycopg.Connection, project: int) -> Room:
    """add("a.pdf", revenue="5.2", quality="audited") stores a document that states so, and relates the project."""

    def add(filename: str, *, related: bool = True, **said: str) -> int:
        document_id = put(connection, project, filename, **said)
        if related:
            relate(connection, project)
        connection.commit()
        return document_id

    return add


def put(
    connection: psycopg.Connection, project: int, filename: str, *, quality: str = "unknown", title: str = "",
    made: str = "", author: str = "", **figures: str,
) -> int:  # fmt: skip
    text = "\n".join([f"{metric} {value}" for metric, value in figures.items()]) + STEPS
    metadata = {"created": made, "author": author}
    source = Source(filename, "pdf", PageSource.PRINTED, (Page(1, text, "p.1"),), title, metadata)
    digest = hashlib.sha256(f"{filename}{text}{made}".encode()).hexdigest()
    added = add_document(
        connection, project, source, content_hash=digest, data=text.encode(), language="en", regconfig="english",
        quality=quality, quality_reason="", passages=(),
    )  # fmt: skip
    findings = [found(text, metric, value) for metric, value in figures.items()]
    save_findings(connection, project, added.document.id, findings, "test")
    keep_portrait(connection, project, added.document.id, source)
    return added.document.id


def found(text: str, metric: str, value: str) -> Finding:
    start = text.index(f"{metric} {value}") + len(metric) + 1
    number = Decimal(value)
    quantity = Quantity(number, "EUR", 6, Decimal(1).scaleb(int(number.as_tuple().exponent)))
    return Finding(
        metric, metric, Span(1, start, start + len(value)), "p.1", f"{metric} {value}", "table: named metric", "Acme",
        period=FY2024, scenario=Scenario.ACTUAL, quantity=quantity,
    )  # fmt: skip


def findings(connection: psycopg.Connection, project: int) -> dict[str, StoredFinding]:
    """All findings by file and metric: "a.pdf revenue"."""
    return {
        f"{f.filename} {f.metric}": f for f in list_findings(connection, project, Filter(statuses=(), history=True))
    }


def chains(connection: psycopg.Connection, project: int) -> list[tuple[str, str, str]]:
    return [(v.newer_name, v.older_name, v.status) for v in list_versions(connection, project)]


def clashes(connection: psycopg.Connection, project: int, statuses: tuple[str, ...] = ("open",)) -> list[set[str]]:
    return [{side.filename for side in c.sides} for c in list_conflicts(connection, project, statuses)]


def everything(connection: psycopg.Connection, project: int) -> list[Any]:
    """All relations by what they connect, without their numbers."""
    return [connection.execute(query, (project,)).fetchall() for query in (_VERSIONS, _RELATIONS)]


_VERSIONS = """
    SELECT n.filename, o.filename, reason, s.status FROM supersessions AS s
    JOIN documents AS n ON n.id = newer JOIN documents AS o ON o.id = older WHERE s.project_id = %s ORDER BY 1, 2
"""
_RELATIONS = """
    SELECT r.kind, a.metric, da.filename, db.filename, r.reason, r.status, a.status, b.status FROM relations AS r
    JOIN findings AS a ON a.id = source JOIN documents AS da ON da.id = a.document_id
    JOIN findings AS b ON b.id = target JOIN documents AS db ON db.id = b.document_id
    WHERE r.project_id = %s ORDER BY 1, 2, 3, 4
"""


def only(versions: list[Version]) -> Version:
    (version,) = versions
    return version


# Versions, and P8's updates of the graph.


def test_a_new_document_supersedes_the_old_one(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("annual_report.pdf", revenue="12.4")
    add("annual_report_CORRECTED.pdf", revenue="11.9")
    assert chains(connection, project) == [("annual_report_CORRECTED.pdf", "annual_report.pdf", "confirmed")]


def test_each_finding_of_the_old_document_is_superseded_by_the_corresponding_one_and_marked(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("annual_report.pdf", revenue="12.4", headcount="7")
    add("annual_report_CORRECTED.pdf", revenue="11.9")
    known = findings(connection, project)
    old, new = known["annual_report.pdf revenue"], known["annual_report_CORRECTED.pdf revenue"]
    (relation,) = relations_of(connection, old.id)
    assert (relation.kind, relation.source, relation.target) == ("SUPERSEDES", new.id, old.id)
    assert (old.status, new.status) == ("superseded", "proposed")
    assert known["annual_report.pdf headcount"].status == "proposed"


def test_history_reads_from_the_oldest_to_the_newest(connection: psycopg.Connection, project: int, add: Room) -> None:
    for number, value in enumerate(("12.4", "12.1", "11.9"), 1):
        add(f"report_v{number}.pdf", revenue=value)
    newest = findings(connection, project)["report_v3.pdf revenue"]
    heard = hear(connection, project, newest.id)
    assert [str(one.value) for one in heard.chain] == ["12.4", "12.1", "11.9"]
    assert heard.relations[0][0].reason == "12.1 million EUR → 11.9 million EUR in report_v3.pdf"
    assert heard.stated == "11.9"


def test_a_version_that_comes_late_takes_its_place_in_the_chain(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report_v1.pdf", revenue="12.4")
    add("report_v3.pdf", revenue="11.9")
    add("report_v2.pdf", revenue="12.1")
    assert chains(connection, project) == [
        ("report_v2.pdf", "report_v1.pdf", "confirmed"),
        ("report_v3.pdf", "report_v2.pdf", "confirmed"),
    ]
    known = findings(connection, project)
    assert [known[f"report_v{n}.pdf revenue"].status for n in (1, 2, 3)] == ["superseded", "superseded", "proposed"]


def test_another_content_under_the_same_name_supersedes_finding_by_finding(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4", made="2025-01-01")
    first = findings(connection, project)["report.pdf revenue"]
    add("report.pdf", revenue="11.9", made="2025-02-01")
    heard = hear(connection, project, first.id)
    assert heard.finding.status == "superseded"
    assert [str(one.value) for one in heard.chain] == ["12.4", "11.9"]


def test_what_is_only_proposed_changes_nothing_until_confirmed_and_undone_it_is_as_before(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("plan_CORRECTED.pdf", revenue="12.4")
    add("plan_v2.pdf", revenue="11.9")
    version = only(list_versions(connection, project))
    assert version.status == "proposed"
    assert clashes(connection, project) == [{"plan_CORRECTED.pdf", "plan_v2.pdf"}]

    rule_version(connection, project, version.id, "confirmed", "Ann")
    relate(connection, project)
    assert findings(connection, project)["plan_CORRECTED.pdf revenue"].status == "superseded"
    assert clashes(connection, project, EVERY) == []

    undo_version(connection, project, version.id)
    relate(connection, project)
    assert findings(connection, project)["plan_CORRECTED.pdf revenue"].status == "proposed"
    assert clashes(connection, project) == [{"plan_CORRECTED.pdf", "plan_v2.pdf"}]


def test_a_rejected_version_stays_rejected_when_its_document_comes_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("plan.pdf", revenue="12.4")
    add("plan_v2.pdf", revenue="11.9")
    rule_version(connection, project, only(list_versions(connection, project)).id, "rejected", "Ann", "another plan")
    remove_document(connection, project, "plan_v2.pdf")
    add("plan_v2.pdf", revenue="11.9")
    assert chains(connection, project) == [("plan_v2.pdf", "plan.pdf", "rejected")]
    assert findings(connection, project)["plan.pdf revenue"].status == "proposed"


def test_undoing_what_nobody_ruled_is_an_error(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("plan.pdf", revenue="12.4")
    add("plan_v2.pdf", revenue="11.9")
    with pytest.raises(UserError, match="nothing to undo"):
        undo_version(connection, project, only(list_versions(connection, project)).id)


# Conflicts and support.


def test_a_conflict_is_kept_with_both_places_and_what_outranks(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0", quality="management")
    add("audited.pdf", revenue="5.2", quality="audited")
    (conflict,) = list_conflicts(connection, project)
    assert [(str(s.value), s.filename, s.locator, s.quote) for s in conflict.sides] == [
        ("5.2", "audited.pdf", "p.1", "revenue 5.2"),
        ("5.0", "deck.pdf", "p.1", "revenue 5.0"),
    ]
    assert conflict.authority.document == conflict.sides[0].document_id


def test_documents_that_agree_support_each_other(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("deck.pdf", revenue="5.2")
    add("audited.pdf", revenue="5.21", quality="audited")
    known = findings(connection, project)
    (relation,) = relations_of(connection, known["deck.pdf revenue"].id)
    assert (relation.kind, relation.source) == ("SUPPORTS", known["audited.pdf revenue"].id)


def test_a_dismissed_conflict_stays_dismissed_by_whom_and_why_until_undone(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    (conflict,) = list_conflicts(connection, project)
    rule_conflict(connection, project, conflict.id, "dismissed", "Ann", "the deck leaves out Norway")
    add("other.pdf", ebitda="1.1")
    (dismissed,) = list_conflicts(connection, project, EVERY)
    assert dismissed.ruling is not None
    assert (dismissed.status, dismissed.ruling.by_whom, dismissed.ruling.why) == (
        "dismissed", "Ann", "the deck leaves out Norway",
    )  # fmt: skip
    undo_conflict(connection, project, dismissed.id)
    assert clashes(connection, project) == [{"deck.pdf", "accounts.pdf"}]


def test_a_dismissed_conflict_opens_again_when_a_third_document_joins(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    rule_conflict(connection, project, list_conflicts(connection, project)[0].id, "dismissed", "Ann", "known")
    add("mail.pdf", revenue="5.9")
    assert clashes(connection, project) == [{"deck.pdf", "accounts.pdf", "mail.pdf"}]


def test_a_conflict_is_dismissed_only_with_a_reason(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    with pytest.raises(UserError, match="why"):
        rule_conflict(connection, project, list_conflicts(connection, project)[0].id, "dismissed", "Ann", " ")


def test_a_corrected_document_ends_the_conflict_with_the_one_it_replaces(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    add("deck_CORRECTED.pdf", revenue="5.2")
    assert clashes(connection, project, EVERY) == []


# Documents that go and come.


def test_removing_a_document_leaves_no_orphan_and_mends_the_chain(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    for number, value in enumerate(("12.4", "12.1", "11.9"), 1):
        add(f"report_v{number}.pdf", revenue=value)
    remove_document(connection, project, "report_v2.pdf")
    relate(connection, project)
    assert chains(connection, project) == [("report_v3.pdf", "report_v1.pdf", "confirmed")]
    known = findings(connection, project)
    (relation,) = relations_of(connection, known["report_v1.pdf revenue"].id)
    assert relation.source == known["report_v3.pdf revenue"].id
    orphans = connection.execute(
        "SELECT count(*) FROM relations WHERE source NOT IN (SELECT id FROM findings) OR target NOT IN "
        "(SELECT id FROM findings)"
    ).fetchone()
    assert orphans == (0,)


def test_removing_the_correction_brings_the_original_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_CORRECTED.pdf", revenue="11.9")
    remove_document(connection, project, "report_CORRECTED.pdf")
    relate(connection, project)
    original = findings(connection, project)["report.pdf revenue"]
    assert original.status == "proposed"
    said = [(c.before, c.after) for c in finding_history(connection, project, original.id)]
    assert said == [("proposed", "superseded"), ("superseded", "proposed")]


def test_removing_the_document_that_others_lean_on_keeps_their_conflict(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("audited.pdf", revenue="5.2", quality="audited")
    add("accounts.pdf", revenue="5.2")
    add("deck.pdf", revenue="5.0")
    remove_document(connection, project, "audited.pdf")
    relate(connection, project)
    assert clashes(connection, project) == [{"accounts.pdf", "deck.pdf"}]


def test_a_document_that_comes_back_has_its_relations_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_CORRECTED.pdf", revenue="11.9")
    add("deck.pdf", revenue="12.4")
    before = everything(connection, project)
    for filename, value in (("report.pdf", "12.4"), ("deck.pdf", "12.4"), ("report_CORRECTED.pdf", "11.9")):
        remove_document(connection, project, filename)
        add(filename, revenue=value)
    assert everything(connection, project) == before


# One truth.


def test_relating_again_changes_nothing(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("report.pdf", revenue="12.4")
    add("report_v2.pdf", revenue="11.9")
    add("deck.pdf", revenue="12.4")
    numbers = connection.execute("SELECT id FROM relations WHERE project_id = %s ORDER BY id", (project,)).fetchall()
    connection.execute("UPDATE portraits SET related = false WHERE project_id = %s", (project,))
    assert relate(connection, project) == 3
    assert relate(connection, project) == 0
    again = connection.execute("SELECT id FROM relations WHERE project_id = %s ORDER BY id", (project,)).fetchall()
    assert again == numbers


_ROOM = [
    ("report.pdf", {"revenue": "12.4", "ebitda": "3.1"}), ("report_v2.pdf", {"revenue": "12.1", "ebitda": "3.1"}),
    ("report_v10.pdf", {"revenue": "11.9", "ebitda": "3.0"}), ("deck.pdf", {"revenue": "12.4", "ebitda": "3.0"}),
    ("plan.pdf", {"revenue": "12.4", "debt": "7.7"}), ("memo.pdf", {"debt": "7.9"}), ("note.pdf", {"debt": "7.9"}),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_relations_do_not_depend_on_the_order_of_adding(
    connection: psycopg.Connection, project: int, add: Room, seed: int
) -> None:
    from random import Random

    order = Random(seed).sample(_ROOM, len(_ROOM))
    for filename, figures in order:
        add(filename, **figures)
    one_by_one = everything(connection, project)
    connection.execute("DELETE FROM relations WHERE project_id = %s", (project,))
    connection.execute("UPDATE portraits SET related = false WHERE project_id = %s", (project,))
    relate(connection, project)
    assert everything(connection, project) == one_by_one
    assert {"deck.pdf", "plan.pdf", "report_v10.pdf"} in clashes(connection, project)


def test_two_workers_produce_one_truth(database: "Database", connection: psycopg.Connection, project: int) -> None:
    def work(room: list[tuple[str, dict[str, str]]]) -> None:
        with database.connection() as own:
            for filename, figures in room:
                put(own, project, filename, **figures)
                own.commit()
                relate(own, project)
                own.commit()

    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, (_ROOM[::2], _ROOM[1::2])))
    together = everything(connection, project)
    connection.execute("DELETE FROM relations WHERE project_id = %s", (project,))
    connection.execute("UPDATE portraits SET related = false WHERE project_id = %s", (project,))
    relate(connection, project)
    assert everything(connection, project) == together
    assert len(chains(connection, project)) == 2


# What people say of findings.


def test_a_rejected_misreading_is_not_read_again_when_its_document_comes_back(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4", ebitda="3.1")
    wrong = findings(connection, project)["report.pdf revenue"]
    judging.reject(connection, project, wrong.id, "Ann", "it is the budget")
    remove_document(connection, project, "report.pdf")
    add("report.pdf", revenue="12.4", ebitda="3.1")
    assert list(findings(connection, project)) == ["report.pdf ebitda"]


def test_a_rejected_finding_is_side_of_no_conflict(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("deck.pdf", revenue="5.0")
    add("accounts.pdf", revenue="5.2")
    judging.reject(connection, project, findings(connection, project)["deck.pdf revenue"].id, "Ann", "net of VAT")
    relate(connection, project)
    assert clashes(connection, project, EVERY) == []


def test_a_correction_stands_beside_the_misreading_with_author_and_reason(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    old = findings(connection, project)["report.pdf revenue"]
    change = judging.Correction(value=Decimal("14.2"))
    made = judging.correct(connection, project, old.id, change, "Ann", "digits were swapped")
    assert (made.value, made.status, made.rule, made.locator) == (Decimal("14.2"), "validated", judging.PERSON, "p.1")
    assert findings(connection, project)["report.pdf revenue"].value in (Decimal("12.4"), Decimal("14.2"))
    (said,) = finding_history(connection, project, made.id)
    assert (said.by_whom, said.reason) == ("Ann", "digits were swapped (value 12.4 → 14.2)")
    statuses = {f.id: f.status for f in list_findings(connection, project, Filter(statuses=()))}
    assert statuses == {old.id: "rejected", made.id: "validated"}


def test_a_correction_survives_reading_the_document_again(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    document_id = add("report.pdf", revenue="12.4")
    old = findings(connection, project)["report.pdf revenue"]
    judging.correct(connection, project, old.id, judging.Correction(value=Decimal("14.2")), "Ann", "swapped")
    text = f"revenue 12.4{STEPS}"
    save_findings(connection, project, document_id, [found(text, "revenue", "12.4")], "newer rules")
    assert [str(f.value) for f in list_findings(connection, project)] == ["14.2"]


def test_a_validated_finding_is_superseded_and_validated_again_when_that_is_undone(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    judging.validate(connection, project, findings(connection, project)["report.pdf revenue"].id, "Ann")
    add("report_v2.pdf", revenue="11.9")
    assert findings(connection, project)["report.pdf revenue"].status == "superseded"
    rule_version(connection, project, only(list_versions(connection, project)).id, "rejected", "Ann")
    relate(connection, project)
    assert findings(connection, project)["report.pdf revenue"].status == "validated"


def test_validating_forgets_the_rejection(connection: psycopg.Connection, project: int, add: Room) -> None:
    add("report.pdf", revenue="12.4")
    finding = findings(connection, project)["report.pdf revenue"]
    judging.reject(connection, project, finding.id, "Ann", "wrong")
    judging.validate(connection, project, finding.id, "Bo", "it was right")
    remove_document(connection, project, "report.pdf")
    add("report.pdf", revenue="12.4")
    assert list(findings(connection, project)) == ["report.pdf revenue"]


# Looking facts up.


def test_a_lookup_answers_with_the_latest_version_and_says_what_it_assumed(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_v2.pdf", revenue="11.9")
    answered = find_fact(connection, project, "revenue")
    assert [fact.finding.filename for fact in answered.lookup.found] == ["report_v2.pdf"]
    assert find_fact(connection, project, "revenue", period="FY2024").lookup.assumptions == ()
    assert find_fact(connection, project, "revenue", period="Q3 2024").lookup.found == ()


def test_a_lookup_prefers_the_weightier_source_and_shows_the_conflict(
    connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("deck.pdf", revenue="5.0", quality="management")
    add("audited.pdf", revenue="5.2", quality="audited")
    answered = find_fact(connection, project, "revenue")
    assert answered.lookup.found[0].finding.filename == "audited.pdf"
    assert len(answered.conflicts) == 1


# Tenancy.


def test_another_project_sees_none_of_it(
    database: "Database", connection: psycopg.Connection, project: int, add: Room
) -> None:
    add("report.pdf", revenue="12.4")
    add("report_v2.pdf", revenue="11.9")
    rule_version(connection, project, only(list_versions(connection, project)).id, "confirmed", "Ann")
    connection.commit()
    role = f"reader_{secrets.token_hex(4)}"
    connection.execute(sql.SQL("CREATE ROLE {}").format(sql.Identifier(role)))
    grant_access(connection, role)
    connection.commit()
    tables = ("portraits", "supersessions", "relations", "rulings", "edges")
    try:
        with database.connection() as reader:
            reader.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
            seen = {}
            for whose in (project, project + 1_000_000):
                restrict(reader, whose)
                seen[whose] = [
                    reader.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(t))).fetchone()
                    for t in tables
                ]
            reader.rollback()
            reader.execute("RESET ROLE")
    finally:
        connection.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(role)))
        connection.commit()
    assert all(row != (0,) for row in seen[project])
    assert all(row == (0,) for row in seen[project + 1_000_000])
