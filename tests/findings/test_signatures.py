"""Signatures: names, titles and parties as they are printed."""

import pytest

from sleuth.evidence.source import Page
from sleuth.findings.text.signatures import Signature, read_signatures
from tests.records import letter


def read(text: str) -> list[Signature]:
    return read_signatures(Page(1, text, "p.1"))


def test_the_lines_under_a_signature_tell_the_title() -> None:
    text = "SIGNATURE\nORVIK AB\n/s/ ANN EK\nAnn Ek\nChief Accounting Officer\nOctober 24, 2023\n61"
    [signed] = read(text)
    assert (signed.name, signed.title, signed.party) == ("ANN EK", "Chief Accounting Officer", "ORVIK AB")
    assert text[signed.start : signed.end] == "/s/ ANN EK\nAnn Ek\nChief Accounting Officer"


def test_two_signatures_on_a_line_are_those_of_two_columns() -> None:
    text = "DISTRIBUTOR: ORVIK AB:\nBy: /s/ Ann Ek By: /s/ Bo Lind\nTitle: CFO Title: Chief Executive Officer"
    assert [(one.name, one.title, one.party) for one in read(text)] == [
        ("Ann Ek", "CFO", "DISTRIBUTOR"),
        ("Bo Lind", "Chief Executive Officer", "ORVIK AB"),
    ]


def test_what_stands_over_two_columns_may_be_set_apart_by_blanks() -> None:
    text = "ORVIK AB                 HALDEN SEA\nBy: /s/ Ann Ek           By: /s/ Bo Lind"
    assert [(one.name, one.party) for one in read(text)] == [("Ann Ek", "ORVIK AB"), ("Bo Lind", "HALDEN SEA")]


def test_those_who_sign_may_be_told_one_after_the_other_in_a_line() -> None:
    text = (
        "8.2 Tvist avgörs av tingsrätten.\nOslo den 3 maj 2024. För hyresvärden: Bo Lind. För hyresgästen: Ann B. Ek."
    )
    assert [(one.party, one.name, text[one.start : one.end]) for one in read(text)] == [
        ("hyresvärden", "Bo Lind", "För hyresvärden: Bo Lind"),
        ("hyresgästen", "Ann B. Ek", "För hyresgästen: Ann B. Ek"),
    ]


def test_a_line_to_be_signed_is_no_signature() -> None:
    assert read("ORVIK AB\nBy: ____________\nTitle: CEO") == []


def test_a_line_says_for_whom_and_as_what_somebody_signs() -> None:
    text = "Signed for Halden: Dr Ann Ek, Managing Director\nFor example: Two Words here\nFör hyresvärden: Bo Lind"
    assert [(one.name, one.title, one.party) for one in read(text)] == [
        ("Ann Ek", "Managing Director", "Halden"),
        ("Bo Lind", "", "hyresvärden"),
    ]


def test_one_statement_may_tell_for_whom_each_signs() -> None:
    text = (
        "Signed: for the Agent, Ann Ek; for Halden Bank, Bo Lind; accepted for the Borrower, Eva\nDahl and Per Holm."
        "\nORVIK COPY 4"
    )
    assert [(one.party, one.name, " ".join(text[one.start : one.end].split())) for one in read(text)] == [
        ("Agent", "Ann Ek", "for the Agent, Ann Ek"),
        ("Halden Bank", "Bo Lind", "for Halden Bank, Bo Lind"),
        ("Borrower", "Eva Dahl", "accepted for the Borrower, Eva Dahl and Per Holm"),
    ]


def test_a_party_goes_up_to_its_legal_form_or_is_a_role_where_no_comma_parts_it() -> None:
    text = "Signed on 3 May 2024: for the Lender Dr. Ann Ek and Bo Lind (Director); for Orvik Kredit, S.A. Eva Dahl.\n"
    assert [(one.party, one.name, one.title) for one in read(text)] == [
        ("Lender", "Ann Ek", "and Bo Lind (Director)"),
        ("Orvik Kredit, S.A.", "Eva Dahl", ""),
    ]


def test_all_who_sign_for_a_party_belong_to_its_signature() -> None:
    text = (
        "For the Borrower and the Guarantors: (sgd.) Ann B. Ek, President and CEO; (sgd.) Bo\nLind, Finance Director\n"
        "For the Agent: (sgd.) Eva Dahl, Vice President\nSigned for Halden: Ivar Moe and Per Holm."
    )
    assert [(one.party, " ".join(text[one.start : one.end].split()).split(": ")[1]) for one in read(text)] == [
        ("Borrower and the Guarantors", "(sgd.) Ann B. Ek, President and CEO; (sgd.) Bo Lind, Finance Director"),
        ("Agent", "(sgd.) Eva Dahl, Vice President"),
        ("Halden", "Ivar Moe and Per Holm"),
    ]


def test_a_list_under_signatures_names_those_who_sign_for_each_party() -> None:
    text = (
        "3. The general manager: Ann Ek, of the Seller.\nSignatures\nOslo, 3 May 2024. Orvik B.V.: Ann Ek, managing\n"
        "director. Stichting Halden: Bo Lind, chair of\nthe board; Eva Dahl.\nBORG KREDITBANK AB (publ): Ivar Moe\n"
        "HALDEN SEA AS: Lone Berg, Per Holm"
    )
    assert [(one.party, one.name, text[one.start : one.end].split()[-1]) for one in read(text)] == [
        ("Orvik B.V.", "Ann Ek", "director."),
        ("Stichting Halden", "Bo Lind", "Dahl."),
        ("BORG KREDITBANK AB (publ)", "Ivar Moe", "Moe"),
        ("HALDEN SEA AS", "Lone Berg", "Holm"),
    ]
    assert read(text.partition("Signatures")[0]) == []


def test_a_table_of_signatories_is_read_by_the_legal_forms_of_the_parties() -> None:
    signed = read(
        "12.3 English law.\nSignatories\nParty Signed by Capacity\nAcme plc Ann Ek Director\n"
        "Orvik AB (publ) Bo Lind Authorised signatory\nKredit AB as Agent Eva Dahl Head of Lending\n7"
    )
    told = [(one.party, one.name, one.title) for one in signed]
    assert told == [
        ("Acme plc", "Ann Ek", "Director"),
        ("Orvik AB (publ)", "Bo Lind", "Authorised signatory"),
        ("Kredit AB as Agent", "Eva Dahl", "Head of Lending"),
    ]


@pytest.mark.parametrize("opens", ["For", "On behalf of", "För", "Signed for"])
def test_the_cells_of_a_table_below_the_parties_are_those_who_sign_for_them(opens: str) -> None:
    rows = (
        (f"{opens} Halden Mills Inc.", f"{opens} Orvik Foods Ltd."),
        ("Bo Lind, President", "Ann B. Ek, Chief Operating Officer"),
        ("3 May 2024", "4 May 2024"),
    )
    pages = letter("Amendment.docx", "Amendment No. 1", rows).pages

    assert [(one.party, one.name, one.title) for page in pages for one in read_signatures(page)] == [
        ("Halden Mills Inc.", "Bo Lind", "President"),
        ("Orvik Foods Ltd.", "Ann B. Ek", "Chief Operating Officer"),
    ]


def test_a_table_below_other_words_has_no_signatures() -> None:
    rows = (("Product", "For horses"), ("Bo Lind, President", "twice a day"), ("Halter", "large"))
    pages = letter("Products.docx", "Products", rows).pages

    assert not [one for page in pages for one in read_signatures(page)]


def test_a_sentence_tells_one_after_the_other_who_signs_for_each_party() -> None:
    text = (
        "9.1 Danish law.\nSigned on 3 May 2021: for Orvik AB Ann Ek (CEO); for Halden Bank, A.S. Bo Lind; "
        "accepted for the Borrower,\nEva Dahl and Per Holm.\n7\n"
    )
    assert [(one.party, one.name, text[one.start : one.end].split()[-1]) for one in read(text)] == [
        ("Orvik AB", "Ann Ek", "(CEO)"),
        ("Halden Bank, A.S.", "Bo Lind", "Lind"),
        ("Borrower", "Eva Dahl", "Holm"),
    ]


def test_all_who_sign_for_a_party_stand_behind_their_marks() -> None:
    text = (
        "PART II - FIRST AMENDMENT\ndated 3 May 2024\nFor the Seller and its affiliates: (sgd.) Ann Ek, President; "
        "(sgd.) Bo\nLind, CFO\nFor the Agent: (sgd.) Eva Dahl, Vice President\nSchedule 1 - Lenders"
    )
    assert [(one.party, text[one.start : one.end].split()[-1]) for one in read(text)] == [
        ("Seller and its affiliates", "CFO"),
        ("Agent", "President"),
    ]


def test_one_statement_may_name_each_person_before_the_party() -> None:
    text = (
        "9.2 The courts of Oslo decide.\nSigned: Ann Ek, Managing Director, for the Supplier; Bo Lind (Customer); Eva"
        " Dahl (Lender and Agent)."
    )
    assert [(one.party, one.name, one.title) for one in read(text)] == [
        ("Supplier", "Ann Ek", "Managing Director"),
        ("Customer", "Bo Lind", ""),
        ("Lender and Agent", "Eva Dahl", ""),
    ]


def test_a_party_that_stands_before_its_signers_is_read_once() -> None:
    text = "Signed for the Buyer: Ann Ek, Director; Bo Lind, Director. Signed for the Seller: Eva Dahl, Head of Sales."
    assert [(one.party, one.name) for one in read(text)] == [("Buyer", "Ann Ek"), ("Seller", "Eva Dahl")]
