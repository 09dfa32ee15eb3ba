"""The provisions of an agreement: each under its number, with its heading and the names that it gives itself."""

import pytest

from sleuth.evidence.source import Page
from sleuth.findings.text.provisions import Provision, provisions

LOAN = """FACILITY AGREEMENT
1. DEFINITIONS
Business Day a day on which banks are open in Dublin.
Change of Control means that the Investors cease to hold more than half of the shares in the Borrower.
Test Date each 31 March and 30 September.
8. FINANCIAL COVENANTS
8.1 Leverage: the ratio of net debt to EBITDA on each Test Date shall not exceed 3.00:1.
8.2 Cure. The shareholders may put in equity within 20 days. They may do so twice.
9. DISTRIBUTIONS (RESTRICTED)
9.1 No dividend is paid while a default continues.
"""


def read(*texts: str) -> list[Provision]:
    return provisions([Page(number, text, "") for number, text in enumerate(texts, 1)])


def numbered(found: list[Provision], *number: int) -> Provision:
    return next(one for one in found if one.number == number)


def test_a_provision_stands_under_its_heading_without_that_headings_number() -> None:
    found = read(LOAN)

    assert numbered(found, 8, 1).section == "financial covenants"
    assert numbered(found, 8, 2).text == (
        "8.2 Cure. The shareholders may put in equity within 20 days. They may do so twice."
    )


@pytest.mark.parametrize(
    ("clause", "captions"),
    [
        ("8.1 Leverage: the ratio shall not exceed 3.00:1.", ("leverage",)),
        ("8.1 Equity cure. The shareholders may put in equity.", ("equity cure",)),
        ("8.1 Distributions (clause 9.3): none may be made before June.", ("distributions",)),
        ("8.1 In clause 6.2 (Change of Control) “10” is replaced by “20”.", ("change of control",)),
        ("8.1 “Termination Date” means 14 March 2029.", ("termination date",)),
        ("8.1 In the definition of “EBITDA”, “750” is replaced by “900”.", ("ebitda",)),
        ("8.1 In clause 1.1 the definition of “Test Date” is replaced by “31 March”.", ("test date",)),
        ("8.1 In clause 1.1 the definition of Initial Term is deleted.", ("initial term",)),
        ("8.1 Breach of: any covenant is a default.", ()),  # it breaks off: no name
        ("8.1 The Borrower shall deliver accounts.", ()),
    ],
)
def test_a_provision_goes_by_the_names_that_it_gives_itself(clause: str, captions: tuple[str, ...]) -> None:
    found = read(f"8. TERMS\n{clause}\n8.2 It is so.\n")

    assert numbered(found, 8, 1).captions == captions


def test_a_short_heading_with_a_bare_number_opens_a_section_also_behind_a_full_line() -> None:
    found = read(
        "2 Term\n2.1 Ten years from 1 May 2020 to 30 April 2030. 2.2 The Tenant may renew for five years by a notice\n"
        "given in writing to the Landlord at the address on the cover, not later than twelve months before expiry.\n"
        "3 Rent\n3.1 The rent is EUR 90,000 a year, payable quarterly in advance and free of any deduction of any\n"
        "kind. 3.2 It rises by two per cent. on each first of May, for the first time on the first of May of 2021.\n"
    )

    assert numbered(found, 2, 2).section == "term"
    assert numbered(found, 3, 1).section == "rent"


def test_headings_may_be_counted_in_words() -> None:
    found = read(
        "Second - Term\nTen years from 1 May 2020. No renewal.\nThird - Break and notice\nThe Tenant may leave on "
        "30 April 2025.\nThe Landlord has no break right.\nClause Fourth: Rent\nThe rent is EUR 90,000.\n"
    )

    assert numbered(found, 2).section == "term"
    assert numbered(found, 3).text.endswith("The Landlord has no break right.")
    assert numbered(found, 4).section == "rent"


def test_each_definition_of_a_list_is_a_provision_of_its_own() -> None:
    defined = [one for one in read(LOAN) if one.section == "definitions"]

    assert [one.captions for one in defined] == [("business day",), ("change of control",), ("test date",)]
    assert all(one.is_definition for one in defined)


def test_a_number_in_brackets_under_an_article_is_a_part_of_it() -> None:
    found = read(
        "Article 1 Object\n(1) The hall is let.\nArticle 2 Term\n(1) It ends in 2033.\n(2) It may be renewed.\n"
    )

    assert [one.number for one in found] == [(1, 1), (2, 1), (2, 2)]
    assert numbered(found, 2, 2).section == "term"


@pytest.mark.parametrize("line", ["30 April 2024 and 31 October 2024 3.00:1", "30 April 2025 and thereafter 2.75:1"])
def test_a_line_of_a_table_that_begins_with_a_date_opens_no_clause(line: str) -> None:
    found = read(f"8. COVENANTS\n8.1 Leverage shall not exceed:\n{line}\n8.2 Cover shall not be less than 1.2.\n")

    assert numbered(found, 8, 2).section == "covenants"
    assert not [one for one in found if one.number[:1] == (30,)]


def test_what_pages_repeat_at_their_edges_belongs_to_no_provision() -> None:
    first = "Loan – Halden 1\n1. TERM\n1.1 It renews unless a party gives notice at least\n"
    second = "Loan – Halden 2\nnine months before the end.\n1.2 It may be ended.\n"

    found = read(first, second, "Loan – Halden 3\n2. LAW\n2.1 Irish law governs it.\n")

    assert (
        numbered(found, 1, 1).text == "1.1 It renews unless a party gives notice at least nine months before the end."
    )
    assert not [one for one in found if "Halden" in one.text]


@pytest.mark.parametrize(
    "signed",
    [
        "For Orvik AB: Ann Ek, managing director\nFor Halden plc: Bo Lind, CEO\nSupply agreement - Page 1\n",
        "Signed for Orvik AB: Ann Ek, Managing Director.\nHalden copy Page 1\n",
    ],
)
def test_the_last_provision_ends_where_the_signatures_begin(signed: str) -> None:
    clauses = "1 Term\n1.1 It runs for two years.\n2 Law\n2.1 Danish law applies. The seat is Aarhus.\n"
    text = f"Supply agreement\n{clauses}{signed}"

    told = provisions([Page(1, text, "p.1")])
    assert [[one.text for one in each.passages] for each in told if each.number == (2, 1)] == [
        ["2.1 Danish law applies.", "The seat is Aarhus."]
    ]
