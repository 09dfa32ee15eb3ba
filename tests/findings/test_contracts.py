"""Which agreement a document is, and how a summary's name for it is understood."""

import pytest

from sleuth.evidence.source import Page, PageSource, Source
from sleuth.findings.text.contracts import contract_name, is_agreement, named_contract, read_contract
from sleuth.findings.text.parties import parties_of


def source(text: str, filename: str = "file.docx", title: str = "") -> Source:
    return Source(filename, "docx", PageSource.WHOLE, (Page(1, text, "whole"),), title)


@pytest.mark.parametrize(
    ("opening", "name"),
    [
        (
            "LEASE AGREEMENT\nTHIS LEASE AGREEMENT is made on 4 May 2021 between:\n(1) Acme plc (the “Company”); and\n"
            "(2) Rheinau Chemie (the “Landlord”).",
            "Lease Agreement (Acme plc; Rheinau Chemie)",
        ),
        (
            "Share Purchase Agreement\nProject Lumen. Draft of 4 May 2024.\nbetween Halden Holding AB, company "
            "registration number 556871-3342 (the “Seller”), and Norrsken Oyj, code 22-5 (the “Buyer”), on all shares.",
            "Share Purchase Agreement (Halden Holding AB; Norrsken Oyj)",
        ),
        (
            "Linen Services Agreement\nBetween (1) Halden Linen Limited (company number 04719336), Canal Road, Orvik "
            "(the “Supplier”) and (2) Varn Hotels Limited (company number 02266481), 18 Tanner’s Row (the “Customer”).",
            "Linen Services Agreement (Halden Linen Limited; Varn Hotels Limited)",
        ),
        (
            "AMENDMENT NO. 1\nto the Facility Agreement dated 28 January 2019 between Acme plc and Banque de l'Escaut\n"
            "1. Amendment",
            "Amendment No. 1 Facility Agreement (Acme plc; Banque de l'Escaut)",
        ),
        ("Anställningsavtal\nMellan Acme AB (nedan ”Bolaget”) och\nFastighets AB Höken (nedan ”Hyresvärden”)",
         "Anställningsavtal (Acme AB; Fastighets AB Höken)"),
        ("Hyresavtal\nmellan Acme AB (nedan ”Bolaget”) och\nFastighets AB Höken (nedan ”Hyresvärden”)",
         "Hyresavtal (Acme AB; Fastighets AB Höken)"),
        (
            "JOINT CONTENT LICENSE AGREEMENT\nThis JOINT CONTENT LICENSE AGREEMENT (the “Agreement”), dated 1 May 2018 "
            "(the “Effective Date”), is made by and between\nWPT Enterprises, Inc., a Delaware corporation, at "
            "19 Main Street (“WPT”), and ZYNGA INC., a\nDelaware corporation (“Zynga US”).",
            "Joint Content License Agreement (WPT Enterprises, Inc.; ZYNGA INC.)",
        ),
        (
            "SERVICE AGREEMENT\nbetween Acme plc (“Acme”) and Polar AB (“Polar”) under the Master Agreement "
            "(the “Master”)",
            "Service Agreement (Acme plc; Polar AB)",
        ),
        ("obligations under the Agreement\nbetween Acme plc and Polar AB", ""),  # a line of text, no title
        ("LEASE AGREEMENT\nThe parties have agreed as follows.", ""),
    ],
)  # fmt: skip
def test_an_agreement_is_known_by_its_kind_and_its_parties(opening: str, name: str) -> None:
    assert contract_name(source(opening)) == name


@pytest.mark.parametrize(
    "document",
    [
        source("Overview of material contracts\nPrepared by Harland Pike LLP."),
        source("Net debt schedule\nLease liabilities are not included."),
        source("Annual report\nThis agreement between the board and the owners is new."),
        source("Memorandum on the supply agreement with Acme plc"),
    ],
)
def test_what_speaks_of_agreements_is_none(document: Source) -> None:
    assert not is_agreement(document)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Framework Supply Agreement with Fenwick & Hale", "Framework Supply Agreement (Fenwick & Hale)"),
        ("Hyresavtal med Fastighets AB Höken", "Hyresavtal (Fastighets AB Höken)"),
        ("Lease Agreement", ""),
        ("Total", ""),
    ],
)
def test_a_summary_names_the_other_party(label: str, name: str) -> None:
    assert named_contract(label) == name


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Lease Agreement (Acme plc; Rheinau Chemie)", "lease agreement (Rheinau Chemie)", True),
        ("Lease Agreement (Acme plc; Rheinau Chemie)", "Lease Agreement (Rheinau Chemie; Acme)", True),
        ("Lease Agreement (Acme plc; Rheinau Chemie)", "Lease Agreement (Acme plc; Polar)", False),
        ("Lease Agreement (Acme plc; Rheinau Chemie)", "Supply Agreement (Rheinau Chemie)", False),
    ],
)
def test_two_names_are_of_one_agreement_where_kind_and_parties_fit(one: str, other: str, same: bool) -> None:
    first, second = read_contract(one), read_contract(other)
    assert first is not None
    assert second is not None
    assert first.may_be(second) == second.may_be(first) == same


def test_the_name_of_a_company_is_no_agreement() -> None:
    assert read_contract("Acme plc") is None


def test_words_in_capitals_are_no_names_cut_in_many_ways() -> None:
    cover = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION WASHINGTON D C 20549 FORM 10Q " * 30

    assert parties_of(source(cover)) == []  # hours, where a name may be cut anywhere
