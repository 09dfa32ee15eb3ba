"""Rules on sentences over real pages, then lets an honest and a lying judge decide what is open.

    python benchmarks/proof.py CASES.jsonl SOURCES [--show]

A case is a JSON object: `claim`, `quote` (a string, or several), `source` or `source_file` (a file of the folder
SOURCES), `set` or `kind`, and what a careful reader finds: `expect` ("supported" or not) or `gold` ("proven",
"refuted", or "open": true, in its own words). Each goes through the verifier as a claim of a model over the pages of
its quotes. Both judges are a chat model on a scripted server: the honest one says what the reader found, the lying
one that everything follows. `--show` lists what they let pass that is wrong, and what is true and not shown.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sleuth.answering.settling import in_source_words, judge_open
from sleuth.answering.verification import Dropped, Proven, verify
from sleuth.config import Settings
from sleuth.evidence.claim import Ruling
from sleuth.evidence.quote import FoldedSource, Match, fold_source, locate
from sleuth.evidence.quotes.elision import ELLIPSIS
from sleuth.evidence.source import Source
from sleuth.ingest.sandbox import read_file
from sleuth.ingest.verification import rule_on
from sleuth.models.chat import open_chat
from sleuth.reason.model.judge import ModelJudge
from sleuth.reason.protocol import Claim, Document, Evidence, Quote
from tests.scripted import Reply, says, serve

_COVER = 2_000  # characters of the first page that a reasoner is told


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence over quotes of a file, and whether it is true."""

    claim: str
    quotes: tuple[str, ...]
    file: str
    group: str
    kind: str
    true: bool


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, without those about quotes alone."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [_case(row) for row in rows if row.get("set") != "quotes"]


def _case(row: dict[str, Any]) -> Case:
    quotes = row["quote"] if isinstance(row["quote"], list) else [row["quote"]]
    true = row["expect"] == "supported" if "expect" in row else row["gold"] != "refuted"
    file = row.get("source") or row["source_file"]
    kind = f"{row['kind']} ({row['gold']})" if "gold" in row else row["kind"]
    return Case(row["claim"], tuple(quotes), file, row.get("set") or kind, kind, true)


@cache
def source_of(path: Path) -> FoldedSource:
    """The file, read once."""
    return fold_source(read_file(path, Settings()))


def ruling(case: Case, folder: Path) -> str:
    """What `sleuth verify` rules; "not located" where a quote is refused."""
    folded = source_of(folder / case.file)
    matches = [locate(quote, folded) for quote in case.quotes]
    found = [match for match in matches if isinstance(match, Match)]
    if len(found) < len(matches):
        return "not located"
    return rule_on(case.claim, folded.source, *found).verdict.value


def evidence_of(case: Case, source: Source) -> tuple[Claim, dict[int, Evidence]]:
    """The case as a model would put it, over the pages where its quotes stand."""
    folded = fold_source(source)
    document = Document(1, source.filename, source.title, cover=source.pages[0].text[:_COVER])
    numbers: dict[int, int] = {}  # page → evidence
    quotes = []
    for quote in case.quotes:
        pages = [page for part in (quote, *ELLIPSIS.split(quote)) for page in _pages(part, folded)]
        for page in pages or [source.pages[0].number]:
            numbers.setdefault(page, len(numbers))
        quotes.append(Quote(numbers[pages[0]] if pages else 0, quote))
    by_number = {page.number: page for page in source.pages}
    evidence = {
        number: Evidence(number, document, by_number[page], 0, len(by_number[page].text))
        for page, number in numbers.items()
    }
    return Claim(case.claim, tuple(quotes)), evidence


def _pages(text: str, folded: FoldedSource) -> list[int]:
    match = locate(text, folded)
    return [span.page for span in match.spans] if isinstance(match, Match) else []


async def judged(verdicts: Sequence[Proven | Dropped], answers: Sequence[bool]) -> list[Proven | Dropped]:
    """Each verdict, after a judge that gives these answers has seen what is open."""
    settled: list[Proven | Dropped] = []
    with serve(_answer(follows=True)) as yes, serve(_answer(follows=False)) as no:
        for verdict, answer in zip(verdicts, answers, strict=True):
            chat = open_chat(Settings(model="openai:judge", model_url=(yes if answer else no).url, model_key="none"))
            settled += await judge_open([verdict], ModelJudge(chat) if chat else None)
    return settled


def _answer(*, follows: bool) -> Reply:
    return says({"verdicts": [{"number": 1, "follows": follows, "reason": "scripted"}]})


def main() -> None:
    """Print what is ruled, and what either judge lets pass."""
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", type=Path)
    parser.add_argument("sources", type=Path)
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    cases = read_cases(given.cases)
    rulings = [ruling(case, given.sources) for case in cases]
    verdicts = [verify(*evidence_of(case, source_of(given.sources / case.file).source)) for case in cases]
    honest = asyncio.run(judged(verdicts, [case.true for case in cases]))
    lying = asyncio.run(judged(verdicts, [True for _ in cases]))
    for group in [*sorted({case.group for case in cases}), "all"]:
        chosen = [index for index, case in enumerate(cases) if group in (case.group, "all")]
        _print_group(group, chosen, cases, rulings, honest, lying)
    if given.show:
        _print_failures(cases, honest, lying)


def _print_group(
    group: str,
    chosen: Sequence[int],
    cases: Sequence[Case],
    rulings: Sequence[str],
    honest: Sequence[Proven | Dropped],
    lying: Sequence[Proven | Dropped],
) -> None:
    true = [index for index in chosen if cases[index].true]
    wrong = [index for index in chosen if not cases[index].true]
    print(f"{group}: {len(true)} true, {len(wrong)} wrong")
    print("  ruled, true ", dict(Counter(rulings[index] for index in true)))
    print("  ruled, wrong", dict(Counter(rulings[index] for index in wrong)))
    refuted = [index for index in chosen if rulings[index] == Ruling.REFUTED]
    if refuted:
        right = sum(not cases[index].true for index in refuted)
        print(f"  refuted, and rightly: {right} of {len(refuted)} ({right / len(refuted):.1%})")
    print("  honest judge, true ", _shown(true, cases, honest))
    print("  lying judge, wrong ", _shown(wrong, cases, lying))


def _shown(chosen: Sequence[int], cases: Sequence[Case], settled: Sequence[Proven | Dropped]) -> str:
    counts = Counter(_how(cases[index], settled[index]) for index in chosen)
    return ", ".join(f"{how} {count}" for how, count in sorted(counts.items()))


def _how(case: Case, settled: Proven | Dropped) -> str:
    """How a sentence is shown; the source's words as for a question in the sentence's own."""
    if isinstance(settled, Proven):
        return "marked" if settled.proof == "judged" else "proven"
    return "in the source's words" if in_source_words(case.claim, [settled], []) else "left out"


def _print_failures(
    cases: Sequence[Case], honest: Sequence[Proven | Dropped], lying: Sequence[Proven | Dropped]
) -> None:
    for case, kept, passed in zip(cases, honest, lying, strict=True):
        failed = kept if case.true else passed
        if isinstance(failed, Proven) == case.true:
            continue
        reason = failed.reason if isinstance(failed, Dropped) else failed.proof
        print(f"{'TRUE ' if case.true else 'WRONG'} {case.group}/{case.kind}: {case.claim}\n      {reason}")


if __name__ == "__main__":
    main()
