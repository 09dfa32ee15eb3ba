"""Which sentence answers, and when none does."""

import asyncio
from collections.abc import Callable

import pytest

from sleuth.evidence.source import Page
from sleuth.findings.text.sentences import split
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.protocol import Document, Evidence, Inquiry

AGREEMENT = """Share Purchase Agreement
between Halden Holding AB, registration number 556871-3342 (the “Seller”), and Norrsken Oyj (the “Buyer”), as follows.
1 Definitions
1.1 “Accounts Date” means 31 December 2023.
1.2 “Closing” means completion of the sale and purchase of the Shares under clause 4.
3 Purchase price
3.1 The purchase price for the Shares is EUR 64,500,000 on a cash-free and debt-free basis (the “Purchase Price”).
3.2 The Purchase Price assumes a normalised working capital of EUR 7,200,000.
3.3 On signing the Buyer pays a deposit of EUR 3,225,000 into an escrow account with the escrow agent.
4 Conditions and Closing
4.2 Closing takes place on 28 February 2025, or on the fifth Business Day after the condition is satisfied.
5 Conduct of business
5.2 No claim may be made after the claim period, counted from Closing.
7 Non-competition
7.1 For 24 months after Closing the Seller shall not carry on any business that sells optical instruments.
9 Confidentiality
9.1 The parties keep the terms of this Agreement confidential for three years from its date.
10 Governing law and disputes
10.1 This Agreement is governed by the substantive law of Sweden.
10.2 Any dispute is finally settled by arbitration. The seat of arbitration is Stockholm, with three arbitrators.
11 People
The founder and chief technology officer, Maria Hallgren, has a notice period of six months.
The largest customer, Orvik Marine AS, stands for 14% of revenue.
About 3,400 employees in the region support sales.
Sales staff in Norway are paid monthly.
"""

REPORT = """The brewery was founded in 1998 by Ada Stone and Ben Hall. There are 900,000 ordinary shares in issue.
The average number of employees was 61. The directors recommend a dividend of 2 pence a share.
The principal risks are the price of barley and the loss of key staff.
A former supplier has brought a claim for GBP 40,000. The annual rent of GBP 12,000 is payable in advance.
The tenant shall not sublet the brewery. All recipes of the staff belong to the company.
The lease runs for five years from 1 March 2024.
"""
RAPPORT = """Medelantalet anställda var 61. Styrelsens ordförande är Per Holm.
Till särskild utredare förordnades den 1 april 2023 f.d. justitierådet Lena Moberg.
En tvist med Vattenverket pågår. Den största kunden svarade för 18 procent av omsättningen.
Hyresvärden Fastighets AB Kranen hyr ut lokalen på Storgatan 4. Hyrestiden är tre år räknat från tillträdet.
Uppsägning ska ske senast nio månader före hyrestidens utgång.
"""


def ask(question: str, *texts: str) -> str:
    """The claims drafted for a question, one a line."""
    documents = tuple(Document(n, f"agreement {n}.docx", cover=text[:300]) for n, text in enumerate(texts, 1))
    evidence = [
        Evidence(n, document, Page(1, text, "§ 1"), 0, len(text), 1.0)
        for n, (document, text) in enumerate(zip(documents, texts, strict=True))
    ]
    draft = asyncio.run(ExtractiveReasoner().draft(Inquiry(question, documents), evidence))
    return "\n".join(claim.text for claim in draft.claims)


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("When is the closing date?", "4.2 Closing takes place on 28 February 2025"),
        ("When does closing take place?", "4.2 Closing takes place on 28 February 2025"),
        ("What is the accounts date?", "1.1 “Accounts Date” means 31 December 2023."),
        ("What is the purchase price?", "3.1 The purchase price for the Shares is EUR 64,500,000"),
        ("How much is the deposit?", "3.3 On signing the Buyer pays a deposit of EUR 3,225,000"),
        ("Who is the buyer?", "between Halden Holding AB"),
        ("Who is the seller?", "between Halden Holding AB"),
        ("Who are the parties?", "between Halden Holding AB"),
        ("Who is the founder?", "The founder and chief technology officer, Maria Hallgren"),
        ("Who is the largest customer?", "The largest customer, Orvik Marine AS"),
        ("What share of revenue comes from the largest customer?", "The largest customer, Orvik Marine AS"),
        ("Where is the seat of arbitration?", "The seat of arbitration is Stockholm"),
        ("How many arbitrators are there?", "The seat of arbitration is Stockholm"),
        ("Which law governs the agreement?", "10.1 This Agreement is governed by the substantive law of Sweden."),
        ("Vilken lag gäller för avtalet?", "10.1 This Agreement is governed by the substantive law of Sweden."),
        ("How long is the non-compete?", "7.1 For 24 months after Closing the Seller shall not"),
        ("Hur länge gäller konkurrensförbudet?", "7.1 For 24 months after Closing the Seller shall not"),
        ("How long does the confidentiality obligation last?", "9.1 The parties keep the terms"),
        ("What does “Closing” mean?", "1.2 “Closing” means completion"),
    ],
)
def test_the_sentence_that_states_the_answer_comes_before_those_that_speak_of_it(question: str, opening: str) -> None:
    assert ask(question, AGREEMENT).startswith(opening)


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("Who are the founders?", "Ada Stone"),
        ("How many shares are outstanding?", "900,000"),
        ("How many employees does the company have?", "61"),
        ("What dividend is proposed?", "2 pence"),
        ("What risks does the company face?", "barley"),
        ("Are there any legal disputes?", "GBP 40,000"),
        ("How is the rent paid?", "in advance"),
        ("Is subletting allowed?", "shall not sublet"),
        ("Who owns the recipes?", "belong to the company"),
        ("When does the lease end?", "five years"),
    ],
)
def test_a_question_in_everyday_words_finds_what_the_report_says_in_its_own(question: str, held: str) -> None:
    assert held in ask(question, REPORT)


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("Hur många anställda har bolaget?", "61"),
        ("Vem är styrelseordförande?", "Per Holm"),
        ("Vem är särskild utredare?", "Lena Moberg"),
        ("Finns det några tvister?", "Vattenverket"),
        ("Hur stor andel av omsättningen står den största kunden för?", "18 procent"),
        ("Vem är hyresvärd?", "Fastighets AB Kranen"),
        ("Var ligger lokalen?", "Storgatan 4"),
        ("Hur länge löper hyresavtalet?", "tre år"),
        ("Hur lång är uppsägningstiden?", "nio månader"),
        ("När förordnades den särskilda utredaren?", "den 1 april 2023"),
    ],
)
def test_a_swedish_question_finds_compounds_and_other_forms(question: str, held: str) -> None:
    assert held in ask(question, RAPPORT)


@pytest.mark.parametrize(
    "question",
    [
        "Who is the escrow agent?",
        "Who is the chief executive?",
        "What is the closing date of the Nokia acquisition?",
        "What is the governing law of the lease?",
        "What is the governing law of the loan?",
        "Is there a change of control clause?",
        "Is the agreement assignable?",
        "What is the interest rate on late payment?",
        "How many employees are there?",
        "What is the second largest customer?",
        "What was revenue in 2023?",
        "What is the break fee?",
        "How many shares are being sold?",
        "When was the company founded?",
    ],
)
def test_what_no_sentence_states_is_refused(question: str) -> None:
    assert ask(question, AGREEMENT) == ""


def test_an_amount_of_money_counts_nothing() -> None:
    assert (
        ask("How many cars does the company own?", "Mileage is paid at EUR 0.42 per kilometre for private cars.") == ""
    )
    assert ask("How many cars does the company own?", "The company owns 14 cars, worth EUR 200,000.") != ""


def test_a_claim_is_the_sentence_word_for_word() -> None:
    text = "The parties agree as follows.\nThe monthly rent is EUR 4,200,\npayable in advance."
    assert ask("What is the monthly rent?", text) == "The monthly rent is EUR 4,200, payable in advance."


def test_each_document_is_heard_where_the_question_is_of_both() -> None:
    answers = ask(
        "What is the monthly rent in both contracts?", "The rent is EUR 4,200 monthly.", "The rent is EUR 90 monthly."
    )
    assert answers.splitlines() == ["The rent is EUR 4,200 monthly.", "The rent is EUR 90 monthly."]


def test_a_document_named_for_another_company_is_not_asked() -> None:
    texts = "Orvik Marine AS. The monthly rent is EUR 1.", "Halden Holding AB. The monthly rent is EUR 2."
    assert ask("What is the monthly rent of Halden?", *texts) == "The monthly rent is EUR 2."


@pytest.mark.parametrize(
    "lines",
    [
        ("Timetable", "25 November 2024: the board decides", "9 December 2024: the agreement is signed"),
        ("Risks", "The largest customer stands for 14% of revenue", "257 employees join the group; no consultation"),
    ],
)
def test_lines_that_were_never_laid_out_are_paragraphs(lines: tuple[str, ...]) -> None:
    page = Page(1, "\n".join(lines), "slide 1")
    found = [(page.text[s.start : s.end], s.is_heading) for s in split(page)]
    assert found == [(lines[0], True), (lines[1], False), (lines[2], False)]


@pytest.mark.parametrize(
    "wrapped",
    [
        "The seller delivers the goods to\nthe buyer within ten days.",
        "NEITHER PARTY SHALL BE LIABLE TO THE OTHER FOR ANY LOST\nPROFITS OR ANY OTHER INDIRECT DAMAGES.",
        "9.4 Governing law. THIS AGREEMENT SHALL BE GOVERNED BY,\nAND CONSTRUED IN ACCORDANCE WITH, THE LAW OF SWEDEN.",
    ],
)
def test_wrapped_lines_are_one_block(wrapped: str) -> None:
    page = Page(1, f"The parties agree on what each of them may claim.\n\n{wrapped}", "p.1", width=595.0, height=842.0)
    assert "\n" in split(page)[-1].text


@pytest.mark.parametrize(
    "lines",
    [
        ("LIMITATION OF LIABILITY", "NO PARTY IS LIABLE FOR ANY LOSS OF PROFIT OR OTHER DAMAGES."),
        ("OBLIGATIONS OF THE FRANCHISEE AFTER THE END OF THE FRANCHISE", "XXI. MISCELLANEOUS PROVISIONS"),
    ],
)
def test_a_title_in_capitals_stands_over_what_follows(lines: tuple[str, ...]) -> None:
    page = Page(1, "\n".join(("The parties agree on what follows:", *lines)), "p.1", width=595.0, height=842.0)
    assert [one.text for one in split(page)][-2:] == list(lines)


@pytest.fixture
def draft_reason() -> Callable[[str], str]:
    """Why there is no claim."""

    def reason(question: str) -> str:
        document = Document(1, "agreement.docx", cover=AGREEMENT[:300])
        evidence = [Evidence(0, document, Page(1, AGREEMENT, "§ 1"), 0, len(AGREEMENT), 1.0)]
        return asyncio.run(ExtractiveReasoner().draft(Inquiry(question, (document,)), evidence)).reason

    return reason


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What is the closing date of the Nokia acquisition?", "nothing about “Nokia”"),
        ("Who is the escrow agent?", "no person in it"),
        ("What was revenue in 2023?", "measure"),
    ],
)
def test_a_refusal_says_what_is_missing(draft_reason: Callable[[str], str], question: str, reason: str) -> None:
    assert reason in draft_reason(question)


def test_an_abbreviation_in_brackets_that_begins_a_line_is_no_mark_of_an_item() -> None:
    text = (
        "The group sells beds with sensors to hospitals in four countries of the north and has\n"
        "done so since 2015. The transition of the beds to a certificate under Regulation\n"
        "(EU) 2017/745 is the largest single risk."
    )
    found = [" ".join(one.text.split()) for one in split(Page(1, text, "p.1"))]
    assert found[-1] == (
        "The transition of the beds to a certificate under Regulation (EU) 2017/745 is the largest single risk."
    )


def test_a_numbered_clause_does_not_begin_inside_the_running_title_above_it() -> None:
    lines = (
        "Framework agreement for lift maintenance – Malarbo Bostader AB",
        "7.2 The Customer may, within six months of such information, terminate the agreement at three",
        "months' notice on a change of control.",
    )
    page = Page(2, "\n".join(lines), "p.2", width=595.0, height=842.0)
    assert [one.text[:16] for one in split(page) if not one.is_heading][-1] == "7.2 The Customer"


def test_the_items_of_a_running_list_stay_in_its_sentence_wherever_the_lines_are_broken() -> None:
    text = (
        "8.1 Each of the following is an Event of Default: (a) non-payment not remedied within three Business Days;\n"
        "(b) breach of Clause 6 subject to Clause 6.4; (c) breach of any other obligation not remedied within fifteen\n"
        "Business Days; and (d) a qualified audit report.\n"
        "9. The Tenant shall do all of the following for as long as the lease runs and until the premises are left:\n"
        "(a) pay the rent when it is due;\n"
        "(b) keep the premises clean.\n"
    )
    found = [sentence.text for sentence in split(Page(1, text, "p.1", 595.0, 842.0))]
    assert found[0] == text.partition("\n9.")[0]
    assert found[2:] == ["(a) pay the rent when it is due;", "(b) keep the premises clean."]
