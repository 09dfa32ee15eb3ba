"""Damaged PDFs: a page that may have lost text is named, and an undamaged file is not called damaged."""

import random
import re
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from sleuth.errors import SourceError
from sleuth.evidence.source import Source
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.pdf import read

Write = Callable[..., bytes]
FILES = (
    "kgrag_sec10q/pdf/2022 Q3 AAPL.pdf",
    "filings/slice_1/pdf/Prod223_2911_00390616_20201231.pdf",
    "filings/slice_1/pdf/nflx-10-q-2025-07-18.pdf",
)
LINES = "".join(f"BT /F1 12 Tf 72 {700 - 15 * row} Td (The rent of flat {row} is 4,200.) Tj ET\n" for row in range(30))


def pages(*contents: bytes, font: str = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>") -> list[str]:
    """The objects of a file with a page for each content stream, which is stored packed."""
    count = len(contents)
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(count))
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {count} >>", font]
    for at, content in enumerate(contents):
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {5 + 2 * at} 0 R >>"
        )
        objects.append(
            f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n{content.decode('latin-1')}\nendstream"
        )
    return objects


def read_pdf(data: bytes) -> Source:
    return read(data, "lease.pdf", Limits())


def doubts(source: Source) -> list[int | None]:
    return [problem.page for problem in source.problems]


def flipped(data: bytes, bits: int, seed: str) -> bytes:
    chance = random.Random(seed)
    changed = bytearray(data)
    for place in chance.choices(range(len(data)), k=bits):
        changed[place] ^= 1 << chance.randrange(8)
    return bytes(changed)


def test_a_whole_file_has_no_problem(write: Write) -> None:
    packed = zlib.compress(LINES.encode())
    assert read_pdf(write(*pages(packed, packed))).problems == ()


def test_a_page_whose_packed_content_is_damaged_is_named(write: Write) -> None:
    packed = zlib.compress(LINES.encode())
    broken = bytearray(packed)
    broken[len(broken) // 2] ^= 0x10
    source = read_pdf(write(*pages(packed, bytes(broken), packed)))
    assert doubts(source) == [2]
    assert re.fullmatch(
        r"text may be missing from page 2: .*damaged\. Get another copy of the file", source.problems[0].reason
    )


def test_a_page_whose_content_is_cut_short_is_named(write: Write) -> None:
    packed = zlib.compress(LINES.encode())
    assert doubts(read_pdf(write(*pages(packed, packed[: len(packed) // 2])))) == [2]


def test_pages_whose_font_is_gone_are_named(write: Write) -> None:
    packed = zlib.compress(LINES.encode())
    assert doubts(read_pdf(write(*pages(packed, packed, font="<< /Tipe /Font >>")))) == [1, 2]


def test_content_that_is_not_packed_is_read_operator_by_operator(write: Write, as_stream: Callable[..., str]) -> None:
    objects = pages(b"")
    objects[-1] = as_stream(LINES.replace("(The rent of flat 3 is 4,200.) Tj", "(The rent of flat 3 is 4,200.) Tz Uj"))
    assert doubts(read_pdf(write(*objects))) == [1]


def test_a_file_whose_tree_names_more_pages_than_there_are_says_so(write: Write) -> None:
    packed = zlib.compress(LINES.encode())
    objects = pages(packed, packed)
    objects[1] = objects[1].replace("/Count 2", "/Count 7")
    assert None in doubts(read_pdf(write(*objects)))


@pytest.mark.parametrize("name", FILES)
def test_no_flipped_bit_loses_text_in_silence(name: str, shared_data: Path) -> None:
    data = (shared_data / "redistributable" / name).read_bytes()
    whole = read_pdf(data)
    assert whole.problems == ()
    losses = 0
    for copy in range(6):
        try:
            damaged = read_pdf(flipped(data, 1 + 7 * (copy % 2), f"7 {name} {copy}"))
        except SourceError:
            continue
        losses += has_lost_text(whole, damaged)
        assert damaged.problems or not has_lost_text(whole, damaged), f"copy {copy}"
    assert losses, "no copy was damaged enough to test anything"


def has_lost_text(whole: Source, damaged: Source) -> bool:
    """Whether a page came out with fewer than 97 % of its words."""
    for page in whole.pages:
        expected = Counter(page.text.split())
        here = Counter(damaged.pages[page.number - 1].text.split()) if page.number <= len(damaged.pages) else Counter()
        if (expected & here).total() < 0.97 * expected.total():
            return True
    return False
