"""How much text damaged PDFs lose, how much of that is said, and whether undamaged files are called damaged.

    python benchmarks/damaged_pdf.py [--seed N] [--copies N] [FILE...]

Each file is copied with 1, 8 and 64 of its bits flipped at seeded places, and read. A page has lost text where fewer
than 97 % of its words came out. The loss is `named` where a problem names the page, `said` where one names the
document only, and `silent` where the document has no problem at all. Without files, some of the public evaluation
data are taken; `--undamaged` reads all of the given files as they are and lists each problem.
"""

import argparse
import logging
import os
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sleuth.errors import SourceError
from sleuth.evidence.source import Source
from sleuth.ingest.readers.limits import Limits
from sleuth.ingest.readers.pdf import read

DATA = Path(os.environ.get("SLEUTH_DATA", Path(__file__).parents[2] / "shared" / "data")) / "redistributable"
FLIPS = (1, 8, 64)
WHOLE = 0.97
SOME = (
    "kgrag_sec10q/pdf/2022 Q3 AAPL.pdf",
    "kgrag_sec10q/pdf/2022 Q3 NVDA.pdf",
    "filings/slice_1/pdf/nflx-10-q-2025-07-18.pdf",
    "filings/slice_1/pdf/Prod223_2911_00390616_20201231.pdf",
    "kgrag_sec10q_slice_1/pdf/2022 Q3 AMZN.pdf",
    "kgrag_sec10q_slice_1/pdf/2023 Q1 MSFT.pdf",
)


def flipped(data: bytes, bits: int, seed: str) -> bytes:
    chance = random.Random(seed)
    changed = bytearray(data)
    for place in chance.choices(range(len(data)), k=bits):
        changed[place] ^= 1 << chance.randrange(8)
    return bytes(changed)


def read_apart(data: bytes, filename: str) -> Source | str:
    """What a child process reads; the refusal, or how the child died."""
    inner, outer = os.pipe()
    child = os.fork()
    if not child:
        os.close(inner)
        try:
            answer: Source | str = read(data, filename, Limits())
        except SourceError as error:
            answer = str(error)
        with os.fdopen(outer, "wb") as pipe:
            pickle.dump(answer, pipe)
        os._exit(0)
    os.close(outer)
    with os.fdopen(inner, "rb") as pipe:
        packed = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(packed) if packed else "the reader crashed"


def words(text: str) -> Counter[str]:
    return Counter(text.split())


def lost_pages(whole: Source, damaged: Source) -> Iterator[int]:
    """The pages of which too few words came out."""
    for page in whole.pages:
        expected = words(page.text)
        here = words(damaged.pages[page.number - 1].text) if page.number <= len(damaged.pages) else Counter()
        if (expected & here).total() < WHOLE * expected.total():
            yield page.number


def judge(whole: Source, damaged: Source | str, tally: Counter[str]) -> str:
    if isinstance(damaged, str):
        tally["refused"] += 1
        return ""
    lost = list(lost_pages(whole, damaged))
    named = {problem.page for problem in damaged.problems}
    known = {problem.page for problem in whole.problems}
    doubted = {number for number in named - known if number is not None}
    silent = [number for number in lost if number not in named and not damaged.problems]
    tally["files"] += 1
    tally["files with a loss"] += bool(lost)
    tally["files with a silent loss"] += bool(silent)
    tally["pages lost"] += len(lost)
    tally["pages named"] += sum(number in named for number in lost)
    tally["pages said"] += sum(number not in named and bool(damaged.problems) for number in lost)
    tally["pages silent"] += len(silent)
    tally["whole pages doubted"] += len(doubted - set(lost))
    return f"pages {silent[:8]} lost in silence" if silent else ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--copies", type=int, default=10)
    parser.add_argument("--undamaged", action="store_true")
    arguments = parser.parse_args()
    paths = arguments.files or [DATA / name for name in SOME]
    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)
    tally: Counter[str] = Counter()
    for path in paths:
        data = path.read_bytes()
        whole = read_apart(data, path.name)
        if arguments.undamaged:
            tally["files"] += 1
            problems = [whole] if isinstance(whole, str) else [problem.reason for problem in whole.problems]
            tally["with problems"] += bool(problems)
            for problem in problems:
                print(f"{path.name}: {problem}")
            continue
        if isinstance(whole, str):
            print(whole)
            continue
        for bits in FLIPS:
            for copy in range(arguments.copies):
                seed = f"{arguments.seed} {path.name} {bits} {copy}"
                said = judge(whole, read_apart(flipped(data, bits, seed), path.name), tally)
                if said:
                    print(f"{seed}: {said}")
    print(", ".join(f"{name} {count}" for name, count in tally.items()))


if __name__ == "__main__":
    main()
