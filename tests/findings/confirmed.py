"""The figures that both readers find: the ledger and, from the page alone, the second reader."""

from sleuth.evidence.cells import Meaning, Verdict, check_cell
from sleuth.evidence.source import Source
from sleuth.findings.finding import Finding
from sleuth.findings.tables.extraction import table_findings


def confirmed(source: Source, metric: str, page: int | None = None) -> list[Finding]:
    """The findings of a measure, on one page or all; fails where the second reader does not confirm each."""
    found = [one for one in table_findings(source) if one.metric == metric and page in (None, one.span.page)]
    checks = []
    for one in found:
        assert one.quantity is not None
        assert one.scenario is not None
        name = "" if metric.startswith("line: ") else metric
        meaning = Meaning(one.label, one.quantity, one.period, one.scenario, name, dimension=one.dimension)
        checks.append(check_cell(source, one.span, meaning))
    assert {check.verdict for check in checks} <= {Verdict.AGREES}, [check.reason for check in checks]
    return found
