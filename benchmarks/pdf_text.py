"""CPU time of reading PDF text (words, boxes, settled hyphens, the look for damage) beside PDFium's raw text.

    python benchmarks/pdf_text.py FILE...      (default: the public filings and contracts of the evaluation data)

The target is a ratio of at most 2.5 for text; tables are measured apart.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from sleuth.evidence.source import Words
from sleuth.ingest.readers.pdf_hyphens import Hyphens, settle
from sleuth.ingest.readers.pdf_promises import promises
from sleuth.ingest.readers.pdf_text import RawPage, read_page
from sleuth.ingest.readers.pdfium import open_document, open_page
from sleuth.ingest.readers.tables import Drawn, recognise_below

ROUNDS = 3
DATA = Path(os.environ.get("SLEUTH_DATA", Path(__file__).parents[2] / "shared" / "data"))


def raw_text(data: bytes) -> int:
    """PDFium's text and nothing else; returns the number of pages."""
    document = pypdfium2.PdfDocument(data)
    for page in document:
        page.get_textpage().get_text_range()
    return len(document)


def text_with_words(data: bytes) -> list[tuple[RawPage, str, Words]]:
    """What our reader makes of the pages, tables left out; the look for damage is in it."""
    promises(data)
    with open_document(data) as document:
        raws = []
        for index in range(pdfium.FPDF_GetPageCount(document)):
            with open_page(document, index) as page:
                raws.append(read_page(page))
    hyphens = Hyphens(raw.text for raw in raws)
    return [(raw, *settle(raw, hyphens)) for raw in raws]


def seconds(work: Callable[[], object]) -> float:
    """The least CPU time of a few rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def measure(name: str, paths: Sequence[Path]) -> None:
    files = [path.read_bytes() for path in paths]
    pages = sum(map(raw_text, files))
    raw = seconds(lambda: [raw_text(data) for data in files])
    ours = seconds(lambda: [text_with_words(data) for data in files])
    read = [page for data in files for page in text_with_words(data)]
    tables = seconds(
        lambda: [recognise_below(None, text, words, Drawn(page.rules, page.uprights))[0] for page, text, words in read]
    )
    print(
        f"{name:10} {len(files):4} files {pages:6} pages   raw {raw:6.2f} s   text, words, boxes {ours:6.2f} s "
        f"({ours / raw:.2f} x)   tables {tables:6.2f} s ({tables / raw:.2f} x)   {pages / (ours + tables):.0f} pages/s"
    )


def sets() -> Iterator[tuple[str, list[Path]]]:
    if sys.argv[1:]:
        yield "given", [Path(name) for name in sys.argv[1:]]
        return
    for name in ("kgrag_sec10q", "cuad", "sou"):
        folder = DATA / "redistributable" / name / "pdf"
        yield name, sorted(path for path in folder.glob("*") if path.suffix.lower() == ".pdf")


if __name__ == "__main__":
    for name, paths in sets():
        if paths:
            measure(name, paths)
        else:
            print(f"{name}: no files at {DATA}; name some, or set SLEUTH_DATA")
