"""Who holds an office, who belongs to a body, and what a sentence leaves to its section or its document."""

import asyncio

import pytest

from sleuth.evidence.source import Page
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.protocol import Document, Evidence, Inquiry

REPORT = """Annual Report 2024
Halden Group A/S
The Board of Halden Group proposes a dividend. Halden Sea A/S is managed by Lone Kjeldsen, managing director.

Oslo, 28 March 2025
Board of Directors
Peter Ravn, Chairman
Birgitte Holm
Signe Dalgaard, Chief Executive Officer

Independent Auditor's Report
In our opinion the statements give a true and fair view.
Oslo, 28 March 2025
Lindholm Revision
Mette Lindholm
State Authorised Public Accountant
"""
MINUTES = """Protokoll från Orvik Sverige AB
§ 3 Investering i lastbilar
Styrelsen beslutade att köpa tolv lastbilar för 21 miljoner kronor. Olof Brandt reserverade sig mot beslutet.
§ 4 Utbyggnad
Utbyggnaden i Varberg kostar 48 miljoner kronor. Den ska vara klar senast den 31 oktober 2026.
§ 5 Drift
Medelbeläggningen i terminalerna uppgick till 83,7 procent.
"""
LEASE = """LEASE AGREEMENT
between Orvik Homes A/S (the "Landlord") and Halden Sea A/S (the "Tenant") of the terminal in Esbjerg.
3. Rent
3.1 The annual rent is DKK 3,150,000 exclusive of VAT.
3.2 The rent is adjusted each 1 January. For 2025 the annual rent amounts to DKK 3,742,000.
4. Maintenance
4.1 The Tenant is responsible for the interior and the Landlord for the roof.
5. Change of Ownership
5.1 A transfer of more than 50 per cent of the shares in the Tenant is deemed to be an assignment.
5.2 If such a transfer takes place without consent, the Landlord may terminate the lease with twelve months' notice.
"""
BONUS = """EMPLOYMENT AGREEMENT
between Halden Group A/S (the "Company") and Signe Dalgaard (the "Executive"), Chief Executive Officer.
2. Remuneration
2.1 The Executive is entitled to a bonus. The bonus may not exceed 50 per cent of the salary.
"""

SERVICES = """FRAMEWORK AGREEMENT
between ORVIK B.V., Oslo (the "Supplier") and STICHTING HALDEN, Bergen (the "Client")
Signed at Oslo on 3 May 2024
3. Term
3.1 Neither party may terminate for convenience during the fixed period. The Client may, however, do so for a fee.
5. Service levels
5.1 The Supplier shall deliver each payroll run by the 23rd. For each day of delay it shall pay a penalty of EUR 2,500.
5.2 If a loan is prepaid, the prepayment fee is EUR 900.
Signatures
Orvik B.V.: Ann Ek. Stichting Halden: Bo Lind, chair; Eva Dahl.
Borg Kreditbank AB: Ivar Moe.
"""
LETTER = """To the board
1. De skickade i dag ett brev med uppsägning av avtalet.
2. Uppsägningen är av formella skäl, säger de.
"""


def answer(question: str, text: str, filename: str = "notes.txt", beside: str = "") -> list[str]:
    """The sentences that answer from one page that is a document's whole text, and from that of another beside it."""
    texts = [one for one in (text, beside) if one]
    documents = tuple(
        Document(n, f"{n} {filename}" if beside else filename, cover=t[:400]) for n, t in enumerate(texts, 1)
    )
    evidence = [
        Evidence(n, one, Page(1, t, "p.1"), 0, len(t), 1.0)
        for n, (one, t) in enumerate(zip(documents, texts, strict=True))
    ]
    draft = asyncio.run(ExtractiveReasoner().draft(Inquiry(question, documents), evidence))
    return [claim.text for claim in draft.claims]


@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who is the chairman of the board?", "Peter Ravn"),
        ("Vem är ordförande?", "Peter Ravn"),
        ("Who runs the group?", "Signe Dalgaard"),
        ("Who runs Halden Sea?", "Lone Kjeldsen"),
        ("Who is the auditor?", "Mette Lindholm"),
        ("Vem är revisor?", "Mette Lindholm"),
    ],
)
def test_an_office_is_held_by_the_name_that_is_bound_to_it(question: str, holder: str) -> None:
    found = answer(question, REPORT)
    assert len(found) == 1
    assert holder in found[0]


@pytest.mark.parametrize(
    "question", ["Who is the chief financial officer?", "Who runs Halden Norge?", "Who is the head of IT?"]
)
def test_an_office_that_nobody_is_named_for_has_no_holder(question: str) -> None:
    assert answer(question, REPORT) == []


NOTICE = """Minutes of the board of Halden Group
Signe Dalgaard, Chief Executive Officer, presented the figures.
1. Mrs Dalgaard leaves on 31 May 2026. Rune Falk acts as interim Chief Executive Officer from 1 June.
2. The Chief Financial Officer, Birgitte Holm, presented the budget.
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who takes over as CEO?", ["Rune Falk"]),
        ("Who will be the next CEO?", ["Rune Falk"]),
        ("Who succeeds the CEO?", ["Rune Falk"]),
        ("Who takes over from the CEO?", ["Rune Falk"]),
        ("Who is the interim CEO?", ["Rune Falk"]),
        ("Who is the new CEO?", ["Rune Falk"]),
        ("Who will be CEO?", ["Rune Falk"]),
        ("Who takes over as CFO?", []),
    ],
)
def test_who_comes_next_is_not_who_holds_an_office_today(question: str, told: list[str]) -> None:
    found = answer(question, NOTICE)

    assert len(found) == len(told)
    assert all(name in text and "Dalgaard" not in text for name, text in zip(told, found, strict=True))


@pytest.mark.parametrize("question", ["Who is on the board of directors?", "Vilka sitter i styrelsen?"])
def test_a_body_is_made_of_the_names_under_its_heading(question: str) -> None:
    assert answer(question, REPORT) == [
        "Peter Ravn, Chairman", "Birgitte Holm", "Signe Dalgaard, Chief Executive Officer",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Hur hög var medelbeläggningen i Orvik Sverige?", "83,7 procent"),
        ("Vem har reserverat sig mot köpet av lastbilar?", "Olof Brandt"),
        ("När ska utbyggnaden i Varberg vara klar?", "31 oktober 2026"),
    ],
)
def test_words_may_be_left_to_the_documents_name_and_to_what_a_sentence_goes_on_from(question: str, told: str) -> None:
    assert told in " ".join(answer(question, MINUTES))


@pytest.mark.parametrize(
    "question",
    [
        "Hur hög var medelbeläggningen i Orvik Norge?",
        "Vem har reserverat sig mot utbyggnaden i Varberg?",
        "När ska utbyggnaden i Halmstad vara klar?",
    ],
)
def test_words_that_neither_the_sentence_nor_its_document_says_refuse(question: str) -> None:
    assert answer(question, MINUTES) == []


def test_a_value_that_the_document_changes_is_shown_before_the_first() -> None:
    found = answer("What is the annual rent in Esbjerg?", LEASE)
    assert "3,742,000" in found[0]


def test_a_sale_of_the_company_is_answered_by_its_clause_and_what_follows_from_it() -> None:
    found = answer("Does a sale of the company trigger anything under the lease?", LEASE, "Lease_Esbjerg.docx")
    assert "more than 50 per cent" in found[0]
    assert "may terminate" in found[1]


def test_what_a_numbered_clause_goes_on_to_say_is_shown_with_it() -> None:
    text = (
        "7. Sale\n7.1 Upon a Change of Control Orvik shall tell the bank. Each bank may cancel its loan.\n"
        "7.2 Each yard may cancel its order.\n"
    )
    found = answer("What happens if there is a change of control?", text, "Loan_Agreement.docx")
    assert [one.split()[-1] for one in found] == ["bank.", "loan."]


def test_to_walk_away_on_a_sale_is_asked_of_the_clause_on_the_sale() -> None:
    found = answer("Can Orvik Homes walk away if we buy the company?", LEASE, "Lease_Esbjerg.docx")
    assert "may terminate" in found[-1]


def test_a_part_that_a_contract_defines_answers_who() -> None:
    assert "Landlord for the roof" in " ".join(answer("Who is responsible for the roof in Esbjerg?", LEASE))


def test_what_may_not_be_exceeded_is_a_cap() -> None:
    assert answer("Is the CEO's bonus capped?", BONUS) == ["The bonus may not exceed 50 per cent of the salary."]
    assert answer("Is the CFO's bonus capped?", BONUS) == []


@pytest.mark.parametrize(
    ("question", "signed"),
    [
        ("Who signed for the client?", ["Stichting Halden: Bo Lind, chair; Eva Dahl."]),
        ("Who signed for the supplier?", ["Orvik B.V.: Ann Ek."]),
        ("Who signed for the bank?", ["Borg Kreditbank AB: Ivar Moe."]),
        ("Who signed for the landlord?", []),
    ],
)
def test_those_who_sign_for_a_part_sign_for_the_party_that_plays_it(question: str, signed: list[str]) -> None:
    assert answer(question, SERVICES) == signed


def test_a_place_and_a_day_of_signing_tell_nobody_who_signed() -> None:
    assert answer("Who signed for the client?", SERVICES.partition("Signatures")[0]) == []


def test_a_rule_is_shown_with_the_exception_behind_it() -> None:
    found = answer("Can they get out early?", SERVICES)
    assert [one.split()[-1] for one in found] == ["period.", "fee."]


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("What is the penalty for a late payroll run?", "EUR 2,500"),
        ("What is the prepayment fee if the loan is repaid early?", "EUR 900"),
    ],
)
def test_what_a_charge_is_for_is_no_measure_that_is_asked_for(question: str, amount: str) -> None:
    assert amount in " ".join(answer(question, SERVICES))


def test_what_tells_of_it_first_answers_whether_it_was_done() -> None:
    assert answer("Have they given notice?", LETTER) == ["1. De skickade i dag ett brev med uppsägning av avtalet."]


def test_the_words_of_a_place_stand_together() -> None:
    assert answer("Where is the head office?", "The head office is in Bergen.") == ["The head office is in Bergen."]
    assert answer("Where is the head office?", "Ann Ek is chief officer and head of the yard in Oslo.") == []


def test_a_second_document_is_heard_that_says_as_many_of_the_words() -> None:
    question, told = "Who published the annual accounts?", "Ann Ek published the annual accounts in May."
    assert answer(question, told, beside="The annual accounts were published by Bo Lind.") != [told]
    assert answer(question, told, beside="Bo Lind issued the yearly accounts in June.") == [told]
