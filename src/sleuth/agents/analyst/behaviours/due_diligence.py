"""Due-diligence check: what contradicts, what is missing, what is unusual; and the offer to ask for what is missing."""

from collections.abc import Sequence

from sleuth.agents.analyst.answer import Answer, Block, Offer, bullet, heading, line
from sleuth.agents.analyst.attention import unusual
from sleuth.agents.analyst.gaps import Gap, gap_questions, most_important_gaps
from sleuth.agents.analyst.notes import conflict_bullet
from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.turn import Turn
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.store.conflicts import StoredConflict
from sleuth.store.findings import Filter, StoredFinding, list_findings

_MOST_CONFLICTS = 5
_MOST_GAPS = 6
_MOST_UNUSUAL = 5
_MOST_STATED = 6


async def due_diligence(turn: Turn) -> Answer:
    """A scan for risks over the whole project."""
    phrases = turn.phrases
    conflicts = await turn.tools.detect_contradictions()
    ranked = sorted(conflicts, key=_weight)
    contradictions = [await conflict_bullet(turn.room, one, phrases) for one in ranked[:_MOST_CONFLICTS]]
    gaps = most_important_gaps(await turn.tools.find_gaps(), _MOST_GAPS)
    strange = [*await unusual(turn, None, "", _MOST_UNUSUAL), *await _stated_risks(turn)]
    told = [block for block in contradictions if block is not None]
    odd = [block for block in strange if block is not None]
    blocks: list[Block] = [line(phrases("worth_noting" if told or odd or gaps else "nothing_worth_noting"))]
    blocks += _section(phrases("contradictions"), told, len(conflicts) - len(told), phrases("more_conflicts"))
    blocks += _section(phrases("gaps"), [_gap(turn, gap) for gap in gaps], 0, "")
    blocks += _section(phrases("unusual_items"), odd, 0, "")
    offers = (_offer(turn, gaps),) if gaps else ()
    return Answer(
        tuple(blocks), offers=offers, closing=phrases("offer_gaps_qa") if gaps else "", calls=tuple(turn.tools.calls)
    )


def _section(title: str, items: Sequence[Block], more: int, wording: str) -> list[Block]:
    if not items:
        return []
    rest = [bullet(wording.format(count=more))] if more > 0 and wording else []
    return [heading(f"{title}:"), *items, *rest]


def _weight(conflict: StoredConflict) -> tuple[bool, bool, str]:
    """Measures that reports are opened for first, the newest period before older ones."""
    from sleuth.findings.importance import is_headline

    first = conflict.sides[0]
    newest = "".join(chr(0x10FFF - ord(letter)) for letter in str((first.period or {}).get("end", "")))
    return not is_headline(first.metric), first.metric.startswith("line: "), newest


def _gap(turn: Turn, gap: Gap) -> Block:
    lacking = f" ({gap.lacking})" if gap.lacking and gap.status != "missing" else ""
    return bullet(turn.phrases(f"gap_{gap.status}", name=gap.name) + lacking)


def _offer(turn: Turn, gaps: Sequence[Gap]) -> Offer:
    return Offer(
        turn.phrases("offer_gaps_qa"), tool="add_to_qa", arguments={"questions": gap_questions(gaps, turn.phrases)}
    )


async def _stated_risks(turn: Turn) -> list[Block | None]:
    """What the documents themselves say of matters that a buyer looks for: disputes, control, dependence, one-offs."""
    wanted = data("risks")
    found = await turn.room.read(
        lambda connection, project: [
            finding
            for metric in wanted["findings"]
            for finding in list_findings(connection, project, Filter(metric=metric, limit=20))
            if finding.metric == metric
        ]
    )
    one_offs = await turn.room.read(
        lambda connection, project: [
            finding
            for word in wanted["lines"]
            for finding in list_findings(connection, project, Filter(metric=word, limit=20))
            if finding.value is not None
        ]
    )
    told = await _quoted(turn, _each_once(found))
    return [*told[:_MOST_STATED], *(await _figures(turn, one_offs))[:_MOST_STATED]]


def _each_once(findings: Sequence[StoredFinding]) -> list[StoredFinding]:
    return list({finding.text or finding.quote: finding for finding in findings}.values())


async def _quoted(turn: Turn, findings: Sequence[StoredFinding]) -> list[Block | None]:
    """Facts in words, each as the sentence that states it."""
    places = [(f.document_id, f.page, f.start, f.end, f.quote) for f in findings]
    verdicts = await prove_quotes(turn.room.library, places)
    return [
        bullet(" ".join(verdict.text.split()).rstrip("."), verdict.citations, verdict.proof)
        for verdict in verdicts
        if isinstance(verdict, Proven)
    ]


async def _figures(turn: Turn, findings: Sequence[StoredFinding]) -> list[Block | None]:
    """Lines of statements that are no part of the ordinary business."""
    from sleuth.agents.analyst.notes import sides_of
    from sleuth.agents.analyst.wording import short
    from sleuth.store.findings import stored_period

    newest: dict[tuple[str, str], StoredFinding] = {}
    for finding in sorted(findings, key=lambda f: str((f.period or {}).get("end", ""))):
        newest[finding.subject_key, finding.label] = finding
    sides = await sides_of(turn.room, list(newest.values()))
    return [
        bullet(
            turn.phrases(
                "one_off",
                name=side.finding.label.rpartition(" > ")[2].strip(" :"),
                value=side.value,
                when=short(stored_period(side.finding)),
            ),
            side.citations,
            side.proof,
        )
        for side in sides
    ]
