"""Proposes a request list for the deal: the checklist, what the industry calls for, and what the documents point to."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sleuth.agents.analyst.requests.asked import read_request
from sleuth.agents.analyst.requests.checklist import checklist
from sleuth.agents.analyst.requests.concepts import PACKAGE, content_words
from sleuth.agents.analyst.requests.coverage import domain_of, open_room
from sleuth.agents.analyst.requests.judging import judge
from sleuth.agents.analyst.requests.verdict import PROVIDED
from sleuth.language.wordlist import wordlist
from sleuth.store.deal.questions import fingerprint
from sleuth.store.deal.requests import RequestDraft, list_requests

if TYPE_CHECKING:
    import psycopg

    from sleuth.agents.analyst.requests.room import Room

_LEAST_WORDS = 3  # documents, or places, that must use the words of an industry


@dataclass(frozen=True, slots=True)
class Proposal:
    """A list for the deal. `reasons` say of each request why it is on it."""

    requests: tuple[RequestDraft, ...]
    reasons: tuple[str, ...]
    industry: str  # "" where the documents tell of none
    left_out: int  # requests of the checklist that the room answers already, or that a list asks already

    def to_json(self) -> dict[str, Any]:
        """The public shape."""
        rows = zip(self.requests, self.reasons, strict=True)
        return {
            "industry": self.industry,
            "left_out": self.left_out,
            "requests": [
                {
                    "number": one.number, "section": list(one.section), "text": one.text, "domain": one.domain,
                    "priority": one.priority, "reason": why,
                }
                for one, why in rows
            ],
        }  # fmt: skip


def propose_in(
    connection: "psycopg.Connection", project_id: int, language: str = "en", *, with_provided: bool = False
) -> Proposal:
    """What the target should still be asked for. `with_provided` keeps what the room answers already."""
    base = checklist(language)
    asked = {draft: read_request(draft.text, draft.section) for draft in base}
    room = open_room(connection, project_id, asked.values())
    known = {fingerprint(request.text) for request in list_requests(connection, project_id)}
    industry, further = _of_industry(room, language)
    rows: list[tuple[RequestDraft, str]] = []
    left_out = 0
    for draft in [*base, *further]:
        judged = judge(asked.get(draft) or read_request(draft.text, draft.section), room)
        is_asked = fingerprint(draft.text) in known
        if is_asked or (judged.status == PROVIDED and not with_provided):
            left_out += 1
            continue
        reason = "; ".join(judged.lacking) or "in the room"
        rows.append((draft, f"{industry}: {reason}" if draft in further else reason))
    rows += list(_pointed_to(room, known))
    drafts = _numbered([draft for draft, _ in rows])
    return Proposal(tuple(drafts), tuple(why for _, why in _in_order(rows)), industry, left_out)


def _of_industry(room: "Room", language: str) -> tuple[str, list[RequestDraft]]:
    """The industry whose words the documents use most, and what a buyer asks for there."""
    counts: dict[str, int] = {}
    ids = {holding.id for holding in room.holdings}
    table = wordlist("industries", PACKAGE)
    for name, row in table.items():
        counts[name] = sum(len(room.says(ids, word)) for word in row["words"])
    best = max(counts, key=lambda name: counts[name], default="")
    if not best or counts[best] < _LEAST_WORDS:
        return "", []
    items = table[best]["item"]
    heading = {"en": "Industry", "sv": "Bransch"}[language]
    return best, [
        RequestDraft(item[language], "", (heading,), domain_of(read_request(item[language])), item["priority"])
        for item in items
    ]


def _pointed_to(room: "Room", known: Iterable[str]) -> Iterator[tuple[RequestDraft, str]]:
    """Agreements that a list in the room names, and that are not there themselves."""
    titles = [
        _told(f"{holding.outline.agreement} {' '.join(party for party, _ in holding.outline.parties)}")
        for holding in room.holdings
        if holding.outline.agreement
    ]
    asked = set(known)
    for holding in room.holdings:
        for entry in holding.outline.entries:
            heads = {head.casefold() for head in entry.columns}
            if entry.kind != "table" or not heads & {"contract", "agreement", "avtal", "vertrag"}:
                continue
            for row in entry.rows:
                words = _told(row)
                text = f"{row} (named in {holding.document.filename})"
                if len(words) > 2 and not any(words <= title for title in titles) and fingerprint(text) not in asked:
                    asked.add(fingerprint(text))
                    draft = RequestDraft(text, "", ("Named in the room",), "legal", "medium")
                    yield draft, f"{holding.document.filename}, {entry.locator} names it, and it is not in the room"


def _told(text: str) -> frozenset[str]:
    """The stems of the words that tell which agreement is meant."""
    return frozenset(word.stem for word in content_words(text, "en"))


def _in_order(rows: Sequence[tuple[RequestDraft, str]]) -> list[tuple[RequestDraft, str]]:
    """The rows by section, sections in the order in which they first appear."""
    sections = list(dict.fromkeys(draft.section for draft, _ in rows))
    return sorted(rows, key=lambda row: sections.index(row[0].section))


def _numbered(drafts: Sequence[RequestDraft]) -> list[RequestDraft]:
    """The drafts numbered anew by section."""
    sections = list(dict.fromkeys(draft.section for draft in drafts))
    ordered = sorted(drafts, key=lambda draft: sections.index(draft.section))
    counts = dict.fromkeys(sections, 0)
    found = []
    for draft in ordered:
        counts[draft.section] += 1
        found.append(replace(draft, number=f"{sections.index(draft.section) + 1}.{counts[draft.section]}"))
    return found
