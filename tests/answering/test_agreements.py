"""Which provisions of a library's agreements may be told, with what amends them."""

import asyncio

import pytest

from sleuth.answering.agreements import stated_in
from sleuth.evals.shelf import Shelf
from sleuth.evidence.source import Page, PageSource, Source
from sleuth.reason.contracts.stated import Stated

LOAN = """FACILITY AGREEMENT

Dated 14 March 2023 between Halden Kilns Limited (the “Borrower”) and Nairn Bank plc (the “Lender”).

1. DEFINITIONS

1.1 In this Agreement:

“Margin” means 3.25% a year.

“Termination Date” means 14 March 2028.

11. UNDERTAKINGS

11.2 No asset may be sold. 11.3 No dividend may be paid unless leverage is 1.50:1 or less.

11.4 No business may be bought.
"""
AMENDMENT = """Amendment No. 1 to the Facility Agreement

This amendment of 22 August 2025 amends the Facility Agreement dated 14 March 2023 between Halden Kilns Limited (the
“Borrower”) and Nairn Bank plc (the “Lender”).

1. CHANGES

1.1 In clause 11.3 “1.50:1” is replaced by “1.25:1”. 1.2 In clause 1.1 the definition of “Termination Date” is replaced
by: “means 14 March 2029”.

1.3 Clause 11.4 is deleted.
"""


def read(**papers: str) -> list[Stated]:
    """The provisions that may be told of some papers, by their filenames without the ending."""
    sources = [
        Source(f"{name}.md", "markdown", PageSource.WHOLE, (Page(1, text, "whole"),)) for name, text in papers.items()
    ]
    return list(asyncio.run(stated_in(Shelf(sources))))


def numbered(found: list[Stated], *number: int) -> list[Stated]:
    return [one for one in found if one.provision.number == number and not one.is_amending]


def test_a_provision_hangs_on_the_clause_that_changes_it_by_its_number() -> None:
    found = read(Facility_Agreement=LOAN, Amendment_1=AMENDMENT)

    (dividends,) = numbered(found, 11, 3)
    changing = [one.provision.number for one in found if dividends.is_changed_by(one)]

    assert changing == [(1, 1)]
    assert not any(numbered(found, 11, 2)[0].is_changed_by(one) for one in found)


def test_a_deleted_clause_is_not_told() -> None:
    assert numbered(read(Facility_Agreement=LOAN, Amendment_1=AMENDMENT), 11, 4) == []
    assert len(numbered(read(Facility_Agreement=LOAN), 11, 4)) == 1


def test_of_a_list_of_definitions_only_the_one_that_is_named_is_changed() -> None:
    found = read(Facility_Agreement=LOAN, Amendment_1=AMENDMENT)

    changed = {one.provision.captions for one in found for other in found if one.is_changed_by(other)}

    assert ("termination date",) in changed
    assert ("margin",) not in changed


@pytest.mark.parametrize(
    "papers",
    [
        {"Facility_Agreement_with_Amendment": LOAN},  # what it changes stands somewhere in the same paper
        {"Facility_Agreement": LOAN, "Second_Amendment": "Second Amendment to Facility Agreement\n\n1. It is so.\n"},
    ],
)
def test_an_agreement_is_not_told_beside_an_amendment_of_which_nobody_knows_what_it_amends(
    papers: dict[str, str],
) -> None:
    assert read(**papers) == []


def test_a_message_that_speaks_of_an_agreement_is_none() -> None:
    mail = Source("Deal.eml", "eml", PageSource.WHOLE, (Page(1, LOAN, "message"),))

    assert list(asyncio.run(stated_in(Shelf([mail])))) == []


SUPPLY = """Supply Agreement

Dated 14 March 2023 between Halden Kilns Limited (the “Supplier”) and Orvik Foods plc (the “Customer”).

5. PAYMENT

5.1 Invoices are payable within 45 days. 5.2 Late amounts bear interest.
"""


def test_what_an_amendment_changes_goes_by_the_names_and_the_words_of_the_clause() -> None:
    """ "45 days" becoming "60 days" says nothing of invoices or payment itself."""
    amendment = (
        "Amendment No. 1 to the Supply Agreement\n\nThis amendment of 1 May 2025 amends the Supply Agreement dated "
        "14 March 2023 between Halden Kilns Limited (the “Supplier”) and Orvik Foods plc (the “Customer”).\n\n"
        "1. Clause 5.1: “45 days” is replaced by “60 days”.\n\n2. This amendment is governed by English law.\n"
    )

    found = read(Supply_Agreement=SUPPLY, Amendment=amendment)

    (change,) = [one for one in found if "60 days" in one.provision.text]
    assert change.provision.section == "payment"
    assert change.provision.wording[-1] == "5.1 Invoices are payable within 45 days."
    (payable,) = numbered(found, 5, 1)
    assert payable.is_changed_by(change)
    assert not any(payable.is_changed_by(one) for one in found if "English law" in one.provision.text)


def test_what_an_item_is_called_is_no_provision_beside_the_changes_under_it() -> None:
    amendment = (
        "Amendment No. 1 to the Supply Agreement\n\nThis amendment of 1 May 2025 amends the Supply Agreement dated "
        "14 March 2023 between Halden Kilns Limited (the “Supplier”) and Orvik Foods plc (the “Customer”).\n\n"
        "1. Payment.\n\n(a) In clause 5.1 “45 days” is replaced by “60 days”.\n\n(b) Clause 5.2 is deleted.\n"
    )

    told = [one.provision.text for one in read(Supply_Agreement=SUPPLY, Amendment=amendment) if one.is_amending]

    assert not any(text == "1. Payment." for text in told)
    assert any("60 days" in text for text in told)


def test_an_amendment_that_is_bound_behind_its_agreement_changes_it_as_one_in_a_file_of_its_own() -> None:
    pages = (Page(1, LOAN, "p.1"), Page(2, f"Nairn / Halden 2\n{AMENDMENT}", "p.2"))
    bound = Source("Facility with amendment.pdf", "", PageSource.PRINTED, pages)
    found = list(asyncio.run(stated_in(Shelf([bound]))))

    (dividends,) = numbered(found, 11, 3)
    (changing,) = [one for one in found if dividends.is_changed_by(one)]
    assert "1.25:1" in changing.provision.text
    assert not numbered(found, 11, 4)  # it is deleted


def test_of_a_file_that_says_it_holds_an_amendment_in_which_none_is_found_nothing_is_told() -> None:
    source = Source("Facility with amendment.md", "markdown", PageSource.WHOLE, (Page(1, LOAN, "whole"),))
    assert not list(asyncio.run(stated_in(Shelf([source]))))


def test_a_waiver_letter_that_calls_itself_no_amendment_amends_what_it_names() -> None:
    letter = """Nairn Bank plc

To: Halden Kilns Limited. 12 September 2025

Facility Agreement dated 14 March 2023 between Halden Kilns Limited (the “Borrower”) and Nairn Bank plc (the “Lender”)

3. AMENDMENTS

3.1 With effect from the Effective Time the ratio in Clause 11.3 (Dividends) of the Facility Agreement shall be
amended as follows: “1.50:1” is replaced by “1.75:1”.
"""
    found = read(Facility_Agreement=LOAN, Waiver_letter=letter)

    (dividends,) = numbered(found, 11, 3)
    assert any("1.75:1" in one.provision.text for one in found if dividends.is_changed_by(one))
