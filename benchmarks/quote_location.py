"""Time to locate a quote in a document of 300 pages once it is folded, beside `str.find` of the same quote.

    python benchmarks/quote_location.py [FILE...]      (default: the public filings; made pages where there are none)

The target is less than 50 ms for each quote at the 95th percentile, refused ones too.
"""

import os
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sleuth.config import Settings
from sleuth.evidence.fold import FoldedSource, fold_source
from sleuth.evidence.quote import Match, locate
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.ingest.sandbox import read_file

PAGES = 300
QUOTES = 200  # of each kind
TARGET_MS = 50.0
DATA = Path(os.environ.get("SLEUTH_DATA", Path(__file__).parents[2] / "shared" / "data"))
WORDS = re.findall(
    r"\w+",
    "the board of directors approved revenue from each segment under agreement with parties whose shares were held at "
    "closing by lenders against payment of interest on notes due in several years after the date of issue",
)


def document(paths: Sequence[Path]) -> Source:
    """300 pages of the given files, or made ones."""
    texts: list[str] = []
    for path in paths:
        if len(texts) < PAGES:
            texts += [page.text for page in read_file(path, Settings()).pages]
    texts = texts or [made_page(number) for number in range(PAGES)]
    pages = tuple(
        Page(number=number, text=text, label=f"p.{number}") for number, text in enumerate(texts[:PAGES], start=1)
    )
    return Source(filename="bench.pdf", kind="pdf", page_source=PageSource.PRINTED, pages=pages)


def made_page(number: int) -> str:
    rng = random.Random(number)
    sentences = [
        f"{' '.join(rng.choices(WORDS, k=14)).capitalize()} {rng.randint(1, 999)},{rng.randint(100, 999)} units."
        for _ in range(24)
    ]
    lines = re.findall(r".{60,80}(?:\s|$)", " ".join(sentences))
    return "\n".join(["Annual report", *map(str.strip, lines), str(number + 1)])


def sentences(source: Source) -> list[str]:
    found = (sentence for page in source.pages for sentence in re.split(r"(?<=[a-z)]\.)\s+(?=[A-Z])", page.text))
    return [sentence for sentence in found if 8 <= len(sentence.split()) <= 40]


def over_pages(source: Source) -> list[str]:
    """Quotes that run from one page to the next, without the lines at the edges."""
    quotes = []
    for before, after in zip(source.pages, source.pages[1:], strict=False):
        tail, head = before.text.split("\n")[-5:-1], after.text.split("\n")[1:4]
        quotes.append(" ".join(line.strip() for line in [*tail, *head]))
    return [quote for quote in quotes if len(quote.split()) > 20]


def with_other_digit(quote: str) -> str:
    return re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), quote, count=1)


def with_other_words(quote: str) -> str:
    words = quote.split()
    return " ".join([*words[: len(words) // 2], "was", "terminated", "without", "notice", "by", "the", "board"])


KINDS: dict[str, Callable[[str], str]] = {
    "exact": lambda quote: quote,
    "folded": lambda quote: quote.upper().replace("-", "–"),
    "elided": lambda quote: " … ".join((" ".join(quote.split()[:5]), " ".join(quote.split()[-5:]))),
    "another digit": with_other_digit,
    "another half": with_other_words,
}


def timed(work: Callable[[], object]) -> tuple[float, object]:
    start = time.perf_counter()
    result = work()
    return (time.perf_counter() - start) * 1e3, result


def measure(name: str, quotes: Sequence[str], folded: FoldedSource, text: str) -> bool:
    """Prints one line; whether it keeps to the target."""
    runs = [timed(lambda quote=quote: locate(quote, folded)) for quote in quotes]  # type: ignore[misc]
    plain = sorted(timed(lambda quote=quote: text.find(quote))[0] for quote in quotes)  # type: ignore[misc]
    times, found = sorted(took for took, _ in runs), sum(isinstance(result, Match) for _, result in runs)
    middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
    ratio = middle / max(plain[len(plain) // 2], 1e-6)
    sys.stdout.write(
        f"{name:<14} {len(quotes):>4} quotes, {found:>4} located: p50 {middle:7.2f} ms  p95 {late:7.2f} ms  "
        f"max {times[-1]:7.2f} ms  {ratio:8.1f} × str.find\n"
    )
    return late < TARGET_MS


def main(names: Sequence[str]) -> int:
    paths = [Path(name) for name in names] or sorted((DATA / "redistributable/kgrag_sec10q/pdf").glob("*.pdf"))
    source = document(paths)
    text = "\n".join(page.text for page in source.pages)
    took, folded = timed(lambda: fold_source(source))
    assert isinstance(folded, FoldedSource)
    sys.stdout.write(f"{len(source.pages)} pages, {len(text):,} characters, folded in {took:.0f} ms\n")
    pool = sentences(source)
    random.Random(5).shuffle(pool)
    locate("nothing of the kind stands here", folded)  # builds what is built once a source
    digits = [quote for quote in pool if re.search(r"\d", quote)]
    kept = []
    for name, change in KINDS.items():
        quotes = (digits if name == "another digit" else pool)[:QUOTES]
        kept.append(measure(name, [change(quote) for quote in quotes], folded, text))
    kept.append(measure("over pages", over_pages(source)[:QUOTES], folded, text))
    sys.stdout.write(f"p95 below {TARGET_MS} ms in {sum(kept)} of {len(kept)} kinds\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
