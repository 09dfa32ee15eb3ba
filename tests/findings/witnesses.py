"""Documents as sources of what is compared."""

from collections.abc import Iterable, Mapping

from sleuth.findings.compared.agreements import Saying
from sleuth.findings.compared.authority import Witness
from sleuth.findings.compared.conflicts import Statement


def witnesses_of(sides: Iterable[Statement | Saying], quality: Mapping[str, str]) -> dict[int, Witness]:
    """The documents of statements; they are of no stated kind unless `{"d1": "audited"}` says so of document 1."""
    return {
        s.document: Witness(s.document, f"{s.document}.pdf", quality.get(f"d{s.document}", "unknown")) for s in sides
    }
