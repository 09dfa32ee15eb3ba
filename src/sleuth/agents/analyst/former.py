"""What a letter only reports of an earlier one, and states anew: told as it states it now, with the former beside it.

"In our letter of May we claimed EUR 700,000. The claim now stands as follows: …" is a claim of what stands below.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sleuth.agents.analyst.answer import Block, bullet
from sleuth.agents.analyst.phrases import Phrases
from sleuth.agents.analyst.room import Room
from sleuth.answering.proving import prove_quotes
from sleuth.answering.verification import Proven
from sleuth.evidence.prose import announces
from sleuth.evidence.source import Page
from sleuth.evidence.values import read_values
from sleuth.findings.records.reading import is_total
from sleuth.findings.text.sentences import split
from sleuth.language.currency import is_code
from sleuth.language.glyphs import plain
from sleuth.reason.understand.phrases import says
from sleuth.store.ledger.findings import StoredFinding

_MOST_BETWEEN = 10  # sentences between what was said before and what is said now
_LEAST = 1_000  # an amount of money that tells claims apart

Spot = tuple[int, int]  # start (inclusive) and end (exclusive) in a page's text
Money = tuple[Decimal, str]  # in single units, and the currency


@dataclass(frozen=True, slots=True)
class Anew:
    """A statement that is made anew below: how it is told now, and the amounts that it no longer has."""

    former: StoredFinding
    block: Block
    amounts: frozenset[Money]


async def stated_anew(room: Room, findings: Sequence[StoredFinding], phrases: Phrases) -> list[Anew]:
    """Of these findings those that their own document states anew behind them, each as it is stated now."""
    reported = [finding for finding in findings if says("reported", finding.text)]
    pages = await room.library.pages({(finding.document_id, finding.page) for finding in reported})
    found: list[Anew] = []
    for finding in reported:
        page = pages.get((finding.document_id, finding.page))
        spots = _now(page, finding.end) if page is not None else []
        block = await _told(room, page, finding, spots, phrases) if page is not None and spots else None
        if block is not None:
            found.append(Anew(finding, block, _amounts(finding.text)))
    return found


def _now(page: Page, after: int) -> list[Spot]:
    """The sentence behind a place that states something anew, with the total of the table that it announces."""
    behind = [sentence for sentence in split(page) if sentence.start >= after][:_MOST_BETWEEN]
    now = next((sentence for sentence in behind if says("restated", sentence.text)), None)
    if now is None:
        return []
    if not announces(now.text):
        return [(now.start, now.end)] if _amounts(now.text) else []
    total = _total(page, now.end)
    return [(now.start, now.end), total] if total is not None else []


def _total(page: Page, after: int) -> Spot | None:
    """The line of the total in the first table behind a place."""
    tables = [table for table in page.tables if any(cell.start >= after for cell in table.cells())]
    if not tables:
        return None
    for cell in tables[0].cells():
        if is_total(" ".join(tables[0].row_paths.get(cell.row, ()))):
            start = page.text.rfind("\n", 0, cell.start) + 1
            end = page.text.find("\n", cell.end)
            return start, end if end >= 0 else len(page.text)
    return None


async def _told(
    room: Room, page: Page, finding: StoredFinding, spots: Sequence[Spot], phrases: Phrases
) -> Block | None:
    """What is stated now as an item of a list, proven on its page, with what was stated before as a remark."""
    document = finding.document_id
    places = [(document, page.number, start, end, page.text[start:end]) for start, end in spots]
    verdicts = await prove_quotes(room.library, places)
    proven = [one for one in verdicts if isinstance(one, Proven)]
    if len(proven) < len(places):
        return None
    text = " ".join(" ".join(one.text.split()) for one in proven).rstrip(".")
    citations = tuple(dict.fromkeys(citation for one in proven for citation in one.citations))
    before = " ".join(finding.text.split()).rstrip(".")
    block = bullet(text, citations, proven[0].proof)
    return Block(
        block.kind, block.text, block.citations, block.proof, after=phrases("stated_before", text=before) + "."
    )


def _amounts(text: str) -> frozenset[Money]:
    quantities, _ = read_values(plain(text).text)
    money = [one for one in quantities if is_code(one.unit)]
    return frozenset((abs(one.value), one.unit) for one in money if abs(one.value) >= _LEAST)


def remarks_on(
    anew: Sequence[Anew], findings: Sequence[StoredFinding], room: Room, phrases: Phrases
) -> Mapping[str, str]:
    """By their texts, statements of other documents that give an amount as it was before, and a remark that says so.

    What a document of a later day states is no earlier amount.
    """
    found: dict[str, str] = {}
    for one in anew:
        for finding in findings:
            own = _amounts(finding.text)
            is_other = finding.document_id != one.former.document_id and not _is_later(room, finding, one.former)
            if is_other and own and own <= one.amounts:
                filename = room.filename(one.former.document_id)
                found[" ".join(finding.text.split())] = phrases("since_stated_anew", filename=filename) + "."
    return found


def _is_later(room: Room, one: StoredFinding, other: StoredFinding) -> bool:
    """Whether one's document is of a later day than the other's, as both say."""
    day, before = room.dated(one.document_id), room.dated(other.document_id)
    return day is not None and before is not None and day > before
