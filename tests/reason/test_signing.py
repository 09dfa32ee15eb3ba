"""Who signed an agreement, and who the amendment that is bound behind it."""

from collections.abc import Callable

import pytest

from sleuth.reason.protocol import Evidence
from sleuth.reason.rank.signing import find_signatures
from sleuth.reason.read.reading import Reading
from sleuth.reason.understand.question import understand

AGREEMENT = """FACILITIES AGREEMENT
dated 3 May 2022 between Orvik Kilns AS (the Borrower) and Halden Bank ASA (the Lender).
18.1 Leverage shall not exceed 3.00x.
Signed: for the Lender, Bo Lind; for the Borrower, Ann Ek.
"""
AMENDMENT = """AMENDMENT LETTER
Date: 9 June 2025
1. Clause 18.1 is replaced by: "Leverage shall not exceed 2.50x."
Signed: for the Lender, Bo Lind; accepted for the Borrower, Eva Dahl and Per Holm.
"""


@pytest.mark.parametrize(
    ("question", "signed"),
    [
        ("Who signed the amendment letter for the borrower?", ["accepted for the Borrower, Eva Dahl and Per Holm"]),
        ("Who signed the amendment on behalf of the company?", ["accepted for the Borrower, Eva Dahl and Per Holm"]),
        ("Who signed the agreement for the borrower?", ["for the Borrower, Ann Ek"]),
        ("Who signed the amendment for the guarantor?", []),
    ],
)
def test_who_signed_a_bound_amendment_is_told_apart_from_who_signed_its_agreement(
    question: str, signed: list[str], evidence: Callable[..., list[Evidence]]
) -> None:
    gathered = evidence(AGREEMENT, AMENDMENT, filenames=["Loan.pdf"], covers=[AGREEMENT])

    found = find_signatures(understand(question), gathered, Reading("en"))

    assert [one.unit.text for one in found] == signed


def test_an_amendment_whose_changes_are_not_read_is_still_told_apart(evidence: Callable[..., list[Evidence]]) -> None:
    letter = (
        "AMENDMENT LETTER\n9 June 2025\n2. The limit is lowered.\nCountersigned for the Borrower: Eva Dahl, Director"
    )
    gathered = evidence(AGREEMENT, letter, filenames=["Loan_and_Amendment.pdf"], covers=[AGREEMENT])
    alone = evidence(AGREEMENT, filenames=["Loan_and_Amendment.pdf"], covers=[AGREEMENT])
    asked = understand("Who signed the amendment for the borrower?")

    assert [one.unit.text for one in find_signatures(asked, gathered, Reading("en"))] == [
        "Countersigned for the Borrower: Eva Dahl, Director"
    ]
    assert find_signatures(asked, alone, Reading("en")) == []
