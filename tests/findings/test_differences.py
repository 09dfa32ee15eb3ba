"""What two editions of one document state differently: of whatever kind, and nothing that differs by nature."""

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.versions import portray
from sleuth.findings.versions.differences import differences
from tests.findings.test_versions import FORECAST


def differing(one: str, other: str) -> list[tuple[str, str]]:
    sources = [Source(name, "pdf", PageSource.PRINTED, (Page(1, text, "p.1"),)) for name, text in _named(one, other)]
    found = differences(*sources, *(portray(source) for source in sources))
    return [(difference.one.value, difference.other.value) for difference in found]


def _named(one: str, other: str) -> list[tuple[str, str]]:
    return [(f"memo{n}.pdf", f"Memo\n\n{text}\n\n{FORECAST}") for n, text in enumerate((one, other))]


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        ("The group had 312 employees.", "The group had 305 employees.", ("312", "305")),
        (
            "Closing takes place on 30 June 2025.",
            "Closing takes place on 31 May 2025.",
            ("30 June 2025", "31 May 2025"),
        ),
        (
            "Closing takes place on the last day of June.",
            "Closing takes place on the first day of June.",
            ("last", "first"),
        ),
        ("The seller bears the costs of the deal.", "The buyer bears the costs of the deal.", ("seller", "buyer")),
        ("Parterna ska hålla 12 möten om året.", "Parterna ska hålla 10 möten om året.", ("12", "10")),
    ],
)
def test_whatever_changed_in_a_sentence_is_a_difference(one: str, other: str, values: tuple[str, str]) -> None:
    assert differing(one, other) == [values]


def test_editions_differ_neither_by_their_own_dates_nor_by_what_stands_in_one_alone() -> None:
    one = "Stockholm, 24 March 2025\n\nThis report replaces the version of 17 March 2025.\n\nThe group grew."
    other = "Stockholm, 17 March 2025\n\nThe group grew.\n\nIt will move to another building soon."
    assert differing(one, other) == []
