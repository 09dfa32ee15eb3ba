"""Which names are near the one that was asked for: those that help, and no others."""

import pytest

from sleuth.store.names import near

NAMES = (
    "2023 Q3 AAPL.pdf",
    "Annual report 2023.pdf",
    "Board Update.pptx",
    "Halden Management Accounts.xlsx",
    "Mystartup_NDA.docx",
    "contracts/lease.txt",
    "Share Purchase Agreement (draft).docx",
)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("leese.txt", "contracts/lease.txt"),
        ("lease.pdf", "contracts/lease.txt"),
        ("board.pptx", "Board Update.pptx"),
        ("managment accounts", "Halden Management Accounts.xlsx"),
        ("2023Q3AAPL.pdf", "2023 Q3 AAPL.pdf"),
        ("Sahre Purchase", "Share Purchase Agreement (draft).docx"),
        ("mystartup nda", "Mystartup_NDA.docx"),
        ("annual repotr", "Annual report 2023.pdf"),
    ],
)
def test_a_misspelt_or_shortened_name_is_near_its_own_first(asked: str, name: str) -> None:
    assert near(asked, NAMES).startswith(f"Did you mean “{name}”")


@pytest.mark.parametrize("asked", ["Falcon.docx", "Nokia.pdf", "a.pdf", "SPA.docx", "x", ".pdf", "Project.xlsx"])
def test_a_name_of_something_else_is_near_none_though_its_ending_is_the_same(asked: str) -> None:
    assert near(asked, NAMES).startswith("There are “2023 Q3 AAPL.pdf”")


def test_where_there_is_nothing_it_is_said() -> None:
    assert "sleuth add PATH" in near("lease.txt", ())
