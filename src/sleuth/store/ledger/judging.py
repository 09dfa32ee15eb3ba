"""What people say of findings: right, wrong, or right like this; with who said it and why, and learnt from."""

from dataclasses import dataclass
from decimal import Decimal

import psycopg

from sleuth.errors import UserError
from sleuth.findings.finding import subject_key
from sleuth.findings.text.instructions import INSTRUCTION
from sleuth.language.period import Period
from sleuth.store.ledger.findings import StoredFinding, forget_extractions, load_finding, period_json, set_status
from sleuth.store.ledger.portraits import unrelate
from sleuth.store.ledger.relations import SLEUTH
from sleuth.store.ledger.rulings import author, misreading, require_reason, rule, withdraw
from sleuth.store.names import storable
from sleuth.store.projects import lock_project
from sleuth.store.rows import column

PERSON = "a person’s correction"  # the rule of findings that people made


@dataclass(frozen=True, slots=True)
class Correction:
    """What a finding should say; what is None stays."""

    value: Decimal | None = None  # as printed, with its sign
    unit: str | None = None
    scale: int | None = None
    metric: str | None = None
    period: Period | None = None
    scenario: str | None = None
    subject: str | None = None
    text: str | None = None


def validate(
    connection: psycopg.Connection, project_id: int, finding_id: int, by_whom: str, why: str = ""
) -> StoredFinding:
    """A person has looked and it is right; an earlier rejection is forgotten."""
    with connection.transaction():
        lock_project(connection, project_id)
        finding = load_finding(connection, project_id, finding_id)
        withdraw(connection, project_id, "finding", [_fingerprint(connection, finding)])
        return _judge(connection, project_id, finding_id, "validated", author(by_whom), why)


def reject(connection: psycopg.Connection, project_id: int, finding_id: int, by_whom: str, why: str) -> StoredFinding:
    """It is a misreading: it counts no more, and is not read so again, even when the document comes back."""
    require_reason(why)
    with connection.transaction():
        lock_project(connection, project_id)
        finding = load_finding(connection, project_id, finding_id)
        fingerprint = _fingerprint(connection, finding)
        rule(connection, project_id, "finding", [fingerprint], "rejected", author(by_whom), why)
        if finding.metric == INSTRUCTION:  # what was taken for an instruction may state facts
            forget_extractions(connection, project_id, [finding.document_id])
        return _judge(connection, project_id, finding_id, "rejected", author(by_whom), why)


def _judge(
    connection: psycopg.Connection, project_id: int, finding_id: int, status: str, by_whom: str, why: str
) -> StoredFinding:
    """Give a finding a status, and those read likewise at its place in earlier documents of the same bytes."""
    alike = column(
        connection,
        """
        SELECT other.id FROM findings AS one JOIN documents AS mine ON mine.id = one.document_id
        JOIN documents AS its ON its.project_id = mine.project_id AND its.content_hash = mine.content_hash
        JOIN findings AS other ON other.document_id = its.id AND (other.page, other.start, other."end") =
            (one.page, one.start, one."end") AND other.metric = one.metric AND other.rule = one.rule
        WHERE one.id = %s AND other.id <> one.id ORDER BY 1
        """,
        (finding_id,),
    )
    for other in alike:
        set_status(connection, project_id, other, status, by_whom, why)
    return set_status(connection, project_id, finding_id, status, by_whom, why)


def correct(
    connection: psycopg.Connection, project_id: int, finding_id: int, correction: Correction, by_whom: str, why: str
) -> StoredFinding:
    """Reject what was read and put beside it, at the same place, what a person reads; the person's finding.

    Raises UserError where the correction changes nothing or no reason is given.
    """
    with connection.transaction():
        lock_project(connection, project_id)
        old = load_finding(connection, project_id, finding_id)
        changes = _changes(old, correction)
        if not changes:
            raise UserError("the correction changes nothing. Give what is different: --value, --period, --metric, …")
        if old.rule != PERSON:
            reject(connection, project_id, finding_id, by_whom, why)
        else:
            require_reason(why)
        made = _put_beside(connection, project_id, old, correction)
        said = f"{why.strip()} ({'; '.join(changes)})"
        connection.execute(
            """
            INSERT INTO finding_history (project_id, finding_id, before, after, by_whom, reason)
            VALUES (%s, %s, %s, 'validated', %s, %s)
            """,
            (project_id, made, f"finding {old.id}", author(by_whom), storable(said)),
        )
        unrelate(connection, [old.document_id])
        return load_finding(connection, project_id, made)


def _changes(old: StoredFinding, new: Correction) -> list[str]:
    """What a correction changes, in words: "value 12.4 → 11.9"."""
    pairs = (
        ("value", old.value, new.value), ("unit", old.unit, new.unit), ("scale", old.scale, new.scale),
        ("metric", old.metric, new.metric), ("period", old.period_name, new.period and new.period.name),
        ("scenario", old.scenario, new.scenario), ("subject", old.subject, new.subject), ("text", old.text, new.text),
    )  # fmt: skip
    return [f"{name} {before} → {after}" for name, before, after in pairs if after is not None and after != before]


def _put_beside(connection: psycopg.Connection, project_id: int, old: StoredFinding, new: Correction) -> int:
    """A copy of a finding with other content, in place of what a person put there before; its id."""
    period = new.period
    (made,) = column(
        connection,
        """
        INSERT INTO findings (
            project_id, document_id, position, subject, dimension, subject_key, metric, label, domain, period_key,
            period_name, period, scenario, value, unit, scale, step, text, page, start, "end", locator, quote,
            row_path, column_path, rule, is_cost, confidence, factors, document_date, status, corrects
        )
        SELECT project_id, document_id, position, coalesce(%(subject)s, subject), dimension,
               coalesce(%(subject_key)s, subject_key), coalesce(%(metric)s, metric), label, domain,
               coalesce(%(period_key)s, period_key), coalesce(%(period_name)s, period_name),
               coalesce(%(period)s, period), coalesce(%(scenario)s, scenario), coalesce(%(value)s, value),
               coalesce(%(unit)s, unit), coalesce(%(scale)s, scale), coalesce(%(step)s, step),
               coalesce(%(text)s, text), page, start, "end", locator, quote, row_path, column_path, %(rule)s,
               is_cost, 1, '[]', document_date, 'validated', coalesce(corrects, id)
        FROM findings WHERE id = %(id)s AND project_id = %(project)s
        ON CONFLICT ON CONSTRAINT findings_place DO UPDATE SET
            value = excluded.value, unit = excluded.unit, scale = excluded.scale, step = excluded.step,
            text = excluded.text, subject = excluded.subject, subject_key = excluded.subject_key,
            status = 'validated', corrects = coalesce(findings.corrects, excluded.corrects)
        RETURNING id
        """,
        {
            "id": old.id, "project": project_id, "rule": PERSON, "value": new.value, "unit": new.unit,
            "scale": new.scale, "metric": new.metric and storable(new.metric), "scenario": new.scenario,
            "step": None if new.value is None else _step(new.value), "text": new.text and storable(new.text),
            "subject": new.subject and storable(new.subject),
            "subject_key": None if new.subject is None else storable(subject_key(new.subject, old.dimension)),
            "period_key": period and period.key, "period_name": period and period.name,
            "period": period_json(period),
        },
    )  # fmt: skip
    if made != old.id and old.rule == PERSON:
        set_status(connection, project_id, old.id, "rejected", SLEUTH, f"corrected again: finding {made}")
    return int(made)


def _step(value: Decimal) -> Decimal:
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) and exponent < 0 else Decimal(1)


def _fingerprint(connection: psycopg.Connection, finding: StoredFinding) -> str:
    (content_hash,) = column(connection, "SELECT content_hash FROM documents WHERE id = %s", (finding.document_id,))
    return misreading(content_hash, finding.span, finding.metric, finding.rule)
