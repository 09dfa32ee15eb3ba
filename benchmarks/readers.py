"""How far the two readers of cells agree: of what the ledger reads in some files, what the proofs confirm and why not.

`python benchmarks/readers.py [FILE …]`; without files those of the example room. A finding that the second reader does
not confirm is never shown: either it is wrong, or the second reader has something to learn.
"""

import sys
from collections import Counter, defaultdict
from pathlib import Path

from sleuth.errors import SourceError
from sleuth.evidence.cells import Check, Meaning, Verdict, check_cell, lines_of_scale
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.finding import Finding
from sleuth.findings.tables.extraction import table_findings
from sleuth.ingest.readers import Limits, read

_COVER = 1_500  # characters of the first page that are known beside a page
_ROOM = Path(__file__).parent.parent / "examples" / "dataroom"


def main(files: list[Path]) -> None:
    """Print the shares of all files, and each reason with the place of a finding that has it."""
    verdicts: Counter[str] = Counter()
    for path in files:
        try:
            source = read(path.read_bytes(), path.name, Limits())
        except SourceError as error:
            print(error)
            continue
        reasons: dict[str, list[str]] = defaultdict(list)
        for finding in table_findings(source):
            check = confirmed(source, finding)
            verdicts[check.verdict.value] += 1
            if check.verdict is not Verdict.AGREES:
                reasons[check.reason].append(f"{finding.locator} ({finding.metric})")
        for reason, places in sorted(reasons.items(), key=lambda one: -len(one[1])):
            print(f"{path.name}: {len(places)} × {reason}, as {places[0]}")
    total = verdicts.total()
    for verdict, count in verdicts.most_common():
        print(f"{verdict}: {count} of {total} ({count / total:.3f})")


def confirmed(source: Source, finding: Finding) -> Check:
    """What the second reader says to a finding, with no more of the document than a proof has of it."""
    assert finding.quantity is not None  # findings of tables have one
    known = source if source.page_source is PageSource.SHEET else _known(source, finding.span.page)
    metric = "" if finding.metric.startswith("line: ") else finding.metric
    meaning = Meaning(
        finding.label, finding.quantity, finding.period, finding.scenario, metric, finding.subject, finding.dimension
    )  # fmt: skip
    return check_cell(known, finding.span, meaning)


def _known(source: Source, page: int) -> Source:
    """A page with the one before it, the opening of the cover, and what all pages say of their scale."""
    number = next(place for place, other in enumerate(source.pages) if other.number == page)
    near = source.pages[max(0, number - 1) : number + 1]
    cover = () if near[0].number == 1 else (Page(0, source.pages[0].text[:_COVER], ""),)
    scales = tuple(line for page in source.pages for line in lines_of_scale(page.text))
    return Source(source.filename, "", PageSource.PRINTED, (*cover, *near), source.title, elsewhere=scales)


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]] or sorted(_ROOM.iterdir()))
