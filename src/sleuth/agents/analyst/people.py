"""Who holds which office: people by their names, offices by their short names ("CEO" of "chief executive officer")."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sleuth.agents.analyst.phrases import data
from sleuth.language.glyphs import plain
from sleuth.store.ledger.findings import StoredFinding


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


def person_in(text: str) -> str:
    """The person's name in a statement of a role: words that begin with a capital and name no office."""
    from sleuth.evidence.words import read_names

    offices = {word for says in data("people")["roles"] for word in says.split()}
    for name in read_names(text):
        words = name.text.split()
        if len(words) > 1 and not any(plain(word).text in offices for word in words):
            return " ".join(words)
    return ""
