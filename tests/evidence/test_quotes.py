"""Every case of cases/quotes.jsonl: altered and torn quotes are refused with a reason, true ones located."""

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sleuth.evidence.quote import Match, Mismatch, fold_source, locate
from sleuth.evidence.source import Anchor, Page, PageSource, Source

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "quotes.jsonl").read_text(encoding="utf-8").splitlines()
]
REFUSED = [case for case in CASES if case["expected"] == "refused"]
ACCEPTED = [case for case in CASES if case["expected"] == "accepted"]
LEAST_ACCEPTED = 0.97


def source_of(text: str | list[str]) -> Source:
    """A document whose pages are given as a list, or as one text with form feeds."""
    pages = text if isinstance(text, list) else text.split("\f")
    return Source(
        filename="case.pdf",
        kind="pdf",
        page_source=PageSource.PRINTED,
        pages=tuple(Page(number=number, text=page, label=f"p.{number}") for number, page in enumerate(pages, start=1)),
    )


def name_of(case: dict[str, Any]) -> str:
    return f"{case['id']}-{case['kind']}"


@pytest.mark.parametrize("case", REFUSED, ids=name_of)
def test_an_altered_or_torn_quote_is_refused_with_a_reason(case: dict[str, Any]) -> None:
    found = locate(case["quote"], source_of(case["source"]))

    assert isinstance(found, Mismatch), found
    assert len(found.reason.split()) >= 4


@pytest.mark.parametrize("case", [case for case in ACCEPTED if not case.get("known")], ids=name_of)
def test_a_true_quote_is_located_in_the_words_of_the_source(case: dict[str, Any]) -> None:
    source = source_of(case["source"])

    found = locate(case["quote"], source)

    assert isinstance(found, Match), found
    for span in found.spans:
        assert source.pages[span.page - 1].text[span.start : span.end] in found.text


def test_nearly_all_true_quotes_are_located(capsys: pytest.CaptureFixture[str]) -> None:
    located: Counter[str] = Counter()
    for case in ACCEPTED:
        located[case["kind"]] += isinstance(locate(case["quote"], source_of(case["source"])), Match)
    asked = Counter(case["kind"] for case in ACCEPTED)
    with capsys.disabled():
        sys.stdout.write(f"\ntrue quotes located: {located.total()} of {asked.total()}\n")
        for kind in sorted(asked):
            if located[kind] < asked[kind]:
                sys.stdout.write(f"  {kind}: {located[kind]} of {asked[kind]}\n")

    assert located.total() >= LEAST_ACCEPTED * asked.total()


def test_a_quote_known_to_be_hard_says_why() -> None:
    known = [case for case in CASES if case.get("known")]

    assert known
    assert all(case["note"] for case in known)


def sheet(*rows: str) -> Source:
    """A sheet with these rows, each cell of them an anchor."""
    text = "\n".join(rows)
    anchors, at = [], 0
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row.split("\t")):
            anchors.append(Anchor(at, at + len(cell), f"{'ABCDEF'[column]}{number}"))
            at += len(cell) + 1
    return Source("register.xlsx", "xlsx", PageSource.SHEET, (Page(1, text, "Register", anchors=tuple(anchors)),))


REGISTER = sheet("K-001\tBoard\tNo", "K-002\tRegion Väst\t4", "KSEK\t31 Dec\tNo", "Not\nliable for rent\tYes")


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("K-002\tRegion Väst\t4", True),  # "No" and "KSEK" stand in the rows beside it
        ("KSEK\t31 Dec\tNo", True),
        ("Region Väst\t5", False),
        ("liable for rent\tYes", False),  # a line of a cell is no row
    ],
)
def test_a_row_of_a_sheet_is_whole_whatever_stands_in_the_rows_beside_it(quote: str, stands: bool) -> None:
    assert isinstance(locate(quote, REGISTER), Match) is stands


def test_a_page_of_long_lines_behind_a_blank_one_is_searched_in_no_time() -> None:
    page = Page(1, "the rent\n\n" + ("Word " * 60 + "\n") * 8, "p.1")
    started = time.perf_counter()

    assert isinstance(
        locate("a sentence that stands nowhere", fold_source(Source("a", "", PageSource.PRINTED, (page,)))), Mismatch
    )
    assert time.perf_counter() - started < 30  # a search that tries all ways to part the lines takes days


@pytest.mark.parametrize("text", ["It paid C$280 million.", "It paid US $280 million.", "It paid HK$ 280 million."])
def test_a_quote_may_not_cut_a_sign_from_its_country(text: str) -> None:
    source = Source("paper.pdf", "", PageSource.PRINTED, (Page(1, text, "p.1"),))
    assert isinstance(locate(text[text.index("$") :], source), Mismatch)
    assert isinstance(locate(text, source), Match)
