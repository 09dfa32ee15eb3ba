"""Who holds which office: people by their names, offices by their short names ("CEO" of "chief executive officer")."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache

from sleuth.agents.analyst.phrases import data
from sleuth.agents.analyst.room import Room
from sleuth.evidence.words import read_names
from sleuth.findings.subjects import companies_in
from sleuth.language.companies import without_legal_form
from sleuth.language.glyphs import plain
from sleuth.store.ledger.findings import Filter, StoredFinding, list_findings

_ROLE = "person and role"  # the metric of such findings
_MOST_FOUND = 500


def offices_in(text: str) -> list[str]:
    """The offices that a text names as whole words, in the order of the answer."""
    form = plain(text).text
    return list(dict.fromkeys(office for pattern, office in _offices() if pattern.search(form)))


@lru_cache(maxsize=1)
def _offices() -> tuple[tuple[re.Pattern[str], str], ...]:
    roles: dict[str, str] = data("people")["roles"]
    return tuple(
        (re.compile(rf"(?<!\w){re.escape(says)}(?:man|woman|person)?(?!\w)"), office) for says, office in roles.items()
    )


async def stated_offices(room: Room) -> list[StoredFinding]:
    """The findings of the ledger that say who holds which office."""
    wanted = Filter(metric=_ROLE, limit=_MOST_FOUND)
    found = await room.read(lambda connection, project: list_findings(connection, project, wanted))
    return [finding for finding in found if finding.metric == _ROLE and not _is_of_term(finding)]


def _is_of_term(finding: StoredFinding) -> bool:
    """Whether what stands for a name is a term that is defined elsewhere: "by the Founder Holder"."""
    name = person_in(finding.text)
    return bool(name) and re.search(rf"\b(?:the|den|det) {re.escape(name)}", finding.quote) is not None


def persons(findings: Iterable[StoredFinding]) -> dict[str, tuple[str, list[StoredFinding]]]:
    """Each person with their office and the findings that name them, in the order of offices."""
    offices = data("people")["roles"]
    found: dict[str, list[StoredFinding]] = {}
    for finding in findings:
        name = person_in(finding.text)
        if name:
            found.setdefault(name, []).append(finding)
    order = list(dict.fromkeys(offices.values()))
    people = {name: (_role_of(own), own) for name, own in found.items()}
    return dict(sorted(people.items(), key=lambda of: order.index(of[1][0]) if of[1][0] in order else len(order)))


def _role_of(own: Sequence[StoredFinding]) -> str:
    """The office that most statements give a person; "" for none."""
    stated = Counter(office for finding in own for office in offices_in(finding.text)[:1])
    return stated.most_common(1)[0][0] if stated else ""


def of_company(findings: Sequence[StoredFinding], company: str) -> list[StoredFinding]:
    """Statements of offices, those of a company before those that name none; of others only where there are no such.

    A statement is of a company that it names, or else of the one whose document it stands in.
    """
    groups: dict[int, list[StoredFinding]] = {_OWN: [], _NOBODYS: [], _OF_ANOTHER: []}
    for finding in findings:
        groups[_whose(finding, company)].append(finding)
    return [*groups[_OWN], *groups[_NOBODYS]] or groups[_OF_ANOTHER]


_OWN, _NOBODYS, _OF_ANOTHER = range(3)


def _whose(finding: StoredFinding, company: str) -> int:
    named = {without_legal_form(name).casefold() for name in companies_in(finding.quote)} or _employers(finding.quote)
    subject = without_legal_form(finding.subject).casefold()
    whose = named or ({subject} if subject else set())
    if not whose or not company:
        return _NOBODYS
    name = without_legal_form(company).casefold()
    return _OWN if any(one.endswith(name) for one in whose) else _OF_ANOTHER  # "CEO of Halden Holding"


def of_latest_holder(findings: Sequence[StoredFinding]) -> list[StoredFinding]:
    """Those of the person whom the newest document names, newest first: an office has one holder at a time."""
    newest_first = sorted(findings, key=lambda one: one.document_date or date.min, reverse=True)
    holder = next((name for one in newest_first if (name := person_in(one.text))), "")
    return [one for one in newest_first if not holder or person_in(one.text) == holder]


def _employers(quote: str) -> set[str]:
    """Whose office it is where a quote says so without a legal form: "managing director of Tansy & Bracken"."""
    line = " ".join(quote.split())
    own = {"group", "company", "board", "koncernen", "bolaget", "styrelsen"}
    behind = (_OF.search(line[: name.start]) and name for name in read_names(line))
    return {
        without_legal_form(name.text).casefold()
        for name in behind
        if name
        and offices_in(line[max(0, name.start - _OFFICE_LENGTH) : name.start])
        and name.text.casefold() not in own
    }


_OF = re.compile(r"\b(?:of|at|for|i|på|för)\s+(?:the\s+)?\Z", re.IGNORECASE)
_OFFICE_LENGTH = 40  # characters right before the name


def person_in(text: str) -> str:
    """The person's name in a statement of a role: words that begin with a capital and name no office."""
    offices = {word for says in data("people")["roles"] for word in says.split()}
    for name in read_names(text):
        words = name.text.split()
        if len(words) > 1 and not any(plain(word).text in offices for word in words):
            return " ".join(words)
    return ""
