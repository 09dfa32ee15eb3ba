"""The parties to an agreement are read in every form in which its first page names them."""

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.text.parties import parties_of, roles_of


def agreement(text: str) -> Source:
    return Source("file.pdf", "pdf", PageSource.PRINTED, (Page(1, text, "p.1"),), "")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("LEASE\nACME ESTATES LLP (Landlord)\nHALDEN LIMITED (Tenant)\n", ["ACME ESTATES LLP", "HALDEN LIMITED"]),
        ("Dated 1 July 2023 between Acme Fuel Corporation (Supplier) and Halden plc (the Buyer).\n1 Supply",
         ["Acme Fuel Corporation", "Halden plc"]),
        ("Lease of 9 June 2020, between (1) Acme Ltd ('Landlord') and (2) Halden Ltd ('Tenant').",
         ["Acme Ltd", "Halden Ltd"]),
        ("Service agreement\n3 May 2021, between Halden plc (the Company) and Maja Lindqvist (the Executive)",
         ["Halden plc", "Maja Lindqvist"]),
        ("FACILITIES AGREEMENT\nbetween\nHALDEN GROUP LIMITED as Borrower\nthe subsidiaries listed in Schedule 1 as "
         "Guarantors\nACME BANK PLC\nas Lender\n", ["HALDEN GROUP LIMITED", "ACME BANK PLC"]),
        ("LEASE\nOrvik, 16 September 2019. Landlord: Acme do Vale, Lda, represented by Abel Ventura. Tenant:\n"
         "Halden Limited, represented by its board.\n", ["Acme do Vale, Lda", "Halden Limited"]),
        ("LEASE\nItem Particulars\n1 Landlord Acme Eiendom AS, org. no. 985 220 613\n2 Tenant Halden AS, org. no. 9\n",
         ["Acme Eiendom AS", "Halden AS"]),
        ("SUPPLY AGREEMENT\n(1) ACME DETECTION (IRELAND) DAC\n(2) HALDEN LIMITED\n",
         ["ACME DETECTION (IRELAND) DAC", "HALDEN LIMITED"]),
        ("SERVICE AGREEMENT\n(1) HALDEN LIMITED  (2) MAJA LINDQVIST\n1. Appointment.",
         ["HALDEN LIMITED", "MAJA LINDQVIST"]),
        ("LEASE\n(1) 3x Estates plc (Landlord)\n(2) H4H Limited (Tenant)\n", ["3x Estates plc", "H4H Limited"]),
        ("AGREEMENT\nSupplier: Pagedown AB\nCustomer: Halden AS\n", ["Pagedown AB", "Halden AS"]),
        ("EMPLOYMENT AGREEMENT\nBetween Halden Signs, Inc. and Maja Lindqvist, dated November 18, 2024.",
         ["Halden Signs, Inc.", "Maja Lindqvist"]),
    ],
)  # fmt: skip
def test_parties_are_read_by_their_part_by_their_number_or_by_what_they_stand_between(
    text: str, names: list[str]
) -> None:
    assert [party.name for party in parties_of(agreement(text))] == names


def test_a_name_that_its_line_breaks_is_whole() -> None:
    text = (
        "AGREEMENT\ndated 14 March 2022, between HALDEN ISLAND LINES HOLDINGS LIMITED as Borrower, ACME NORDIC\n"
        "BANK PLC as Lender, and others.\n"
    )

    assert [party.name for party in parties_of(agreement(text))] == [
        "HALDEN ISLAND LINES HOLDINGS LIMITED", "ACME NORDIC BANK PLC",
    ]  # fmt: skip


def test_companies_that_share_a_part_are_each_a_party() -> None:
    text = "HIRE AGREEMENT\nAcme plc (Customer)\nHalden Hire Limited and Halden Towers Limited (Suppliers)\n"

    assert roles_of(agreement(text)) == [
        ("Customer", "Acme plc"), ("Suppliers", "Halden Hire Limited"), ("Suppliers", "Halden Towers Limited"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "LEASE AGREEMENT\nThe Tenant (as Guarantor) pays the rent to the Landlord.",
        "AGREEMENT\n(1) The Executive reports to the board.\n(2) The Executive works in Orvik.\n",
        "SUPPLY AGREEMENT\n1. Supplier Obligations\n2. Customer Payment Terms\n",
        "AGREEMENT\nTerms used by the Agent (Lender) are defined in Schedule 1.",
    ],
)
def test_parts_and_items_without_a_name_are_no_parties(text: str) -> None:
    assert parties_of(agreement(text)) == []
