"""What pronouns and "that lease" stand for: the latest referent that fits in kind and number, else a question back."""

from dataclasses import replace

import pytest

from sleuth.agents.analyst.answer import Answer, line
from sleuth.agents.analyst.dialogue.anaphors import anaphors, earlier_edition, left_noun, unspoken_noun
from sleuth.agents.analyst.dialogue.binding import Bound, bind
from sleuth.agents.analyst.dialogue.documents import name_of_document
from sleuth.agents.analyst.dialogue.known import mentioned_in
from sleuth.agents.analyst.dialogue.mentions import Known, mentions
from sleuth.agents.analyst.dialogue.referents import Kind, Mentioned, Referent
from sleuth.language.tokens import stems
from sleuth.language.weight import detect_language

STORAGE, LEASE, SERVICE = 7, 8, 9
FILES = {
    STORAGE: "07_Storage_Services_Agreement_Halden_Fisk.docx",
    LEASE: "08_Hyreskontrakt_Lovik.pdf",
    SERVICE: "09_Service_Agreement_Brovik.pdf",
}
KNOWN = Known(
    companies=("Tornby Group AB", "Lovik Frys AB", "Halden Fisk A/S"),
    chief=("Tornby Group AB", "Lovik Frys AB"),
    people=("Jens Kjær",),
    documents={number: name_of_document(name, "") for number, name in FILES.items()},
    terms={(STORAGE, "halden fisk"): "the Customer"},
    titles=FILES,
)


def after(*questions: str, answer: tuple[Referent, ...] = (), asks_name: bool = False) -> tuple[Mentioned, ...]:
    """What was spoken of after some questions, the latest first."""
    turns = [Mentioned(mentions(question, KNOWN)) for question in reversed(questions)]
    return (Mentioned(turns[0].question, answer, asks_name=asks_name), *turns[1:]) if turns else ()


def bound(message: str, *questions: str) -> Bound:
    return bind(message, after(*questions), KNOWN, detect_language(message))


@pytest.mark.parametrize(
    ("before", "message", "meant"),
    [
        ("How much did Lovik turn over?", "Who runs it?", "Who runs Lovik?"),
        ("How much did lovik turn over?", "Who runs it?", "Who runs Lovik Frys?"),
        ("What did Halden Fisk buy?", "Can they walk away?", "Can Halden Fisk walk away?"),
        ("What does Jens Kjær earn?", "When was he hired?", "When was Jens Kjær hired?"),
        ("What notice must the CEO be given?", "What does she earn?", "What does the CEO earn?"),
        ("What did Halden Fisk buy?", "What is their share?", "What is Halden Fisk’s share?"),
        (
            "Vad köpte Halden Fisk?",
            "Kan de säga upp avtalet med Brovik?",
            "Kan Halden Fisk säga upp avtalet med Brovik?",
        ),
        ("How much is sold in Norway?", "Who runs it?", "Who runs Norway?"),
        ("What is stored in Hirtshals?", "Who works there?", "Who works in Hirtshals?"),
        ("What did Halden Fisk buy?", "How many Skimmers did they build?", "How many Skimmers did Halden Fisk build?"),
        ("What did Halden Fisk buy?", "What does Brovik say they owe?", "What does Brovik say they owe?"),
        ("What do Lovik and Halden Fisk sell?", "Who owns them?", "Who owns Lovik and Halden Fisk?"),
    ],
)
def test_a_pronoun_stands_for_the_latest_that_fits_in_kind(before: str, message: str, meant: str) -> None:
    assert bound(message, before).text == meant


@pytest.mark.parametrize(
    "message",
    [
        "Is it true that margins fell?",
        "Are there any covenants?",
        "Finns det några villkor?",
        "Vad gäller den 30 april?",
        "Vilka är de största kunderna?",
        "What does IT cost?",
        "Does Brovik pay for it?",
        "What would it cost to leave?",
        "They say nobody is above 10 per cent.",
    ],
)
def test_words_that_refer_to_nothing_before_are_left(message: str) -> None:
    assert bound(message, "What did Halden Fisk buy?").text == message


def test_what_was_asked_for_by_name_is_what_the_answer_names() -> None:
    talk = after(
        "Which of Lovik and Halden Fisk is larger?", answer=(Referent(Kind.COMPANY, "Brovik AB"),), asks_name=True
    )

    assert bind("Who runs it?", talk, KNOWN).text == "Who runs Brovik?"


def test_what_was_asked_for_by_name_and_not_found_is_asked_back() -> None:
    found = bind("Who runs it?", after("Which subsidiary has the lowest margin?", asks_name=True), KNOWN)

    assert found.is_open
    assert [one.name for one, _ in found.options] == ["Tornby Group AB", "Lovik Frys AB"]


@pytest.mark.parametrize("message", ["How much did they sell in Sweden?", "When does their financial year end?"])
def test_they_are_whose_documents_these_are_where_nobody_was_named(message: str) -> None:
    assert bind(message, (), KNOWN).text == message
    assert not bind(message, (), KNOWN).is_open


def test_a_company_that_only_an_answer_named_is_not_they() -> None:
    talk = after("What was the bank debt?", answer=(Referent(Kind.COMPANY, "Brovik AB"),))

    assert bind("What rate do they pay?", talk, KNOWN).text == "What rate do they pay?"


def test_a_first_question_for_people_of_it_is_asked_back_where_there_are_several_companies() -> None:
    assert [message for _, message in bind("Who runs it?", (), KNOWN).options] == [
        "Who runs Tornby?",
        "Who runs Lovik Frys?",
    ]


def test_one_person_is_not_they() -> None:
    assert bound("What do they sell?", "What does Jens Kjær earn?").text == "What do they sell?"


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("Can Halden Fisk walk away if we buy the company?", "Can the Customer walk away if we buy the company?"),
        ("When must Halden Fisk pay?", "When must the Customer pay?"),
    ],
)
def test_what_a_party_may_do_is_asked_of_its_contract_first(message: str, asked: str) -> None:
    found = bind(message, (), KNOWN)

    assert (found.documents, found.asked, found.is_only) == ((STORAGE,), (asked,), False)


def test_how_much_a_party_buys_is_asked_of_all() -> None:
    assert bind("How much does Halden Fisk buy?", (), KNOWN).documents == ()


def test_nobody_terminates_themselves() -> None:
    found = bound("Can they terminate it early?", "What did Halden Fisk buy?")

    assert found.text == "Can Halden Fisk terminate it early?"


@pytest.mark.parametrize(
    ("message", "spoken", "noun"),
    [
        ("What is the main purpose of that mission?", "", "that mission"),
        ("How wealthy is this county?", "Where is the library?", "this county"),
        ("What does that mission cost?", "Which mission is next?", ""),
        ("Does this mean that we are safe?", "", ""),
        ("Is this intended for experts?", "", ""),
        ("Is that right?", "", ""),
        ("The memo says that it ends in 2032. Is that right?", "", ""),
        ("Does that fit inside what the banks allow?", "", ""),
        ("Does that earn a bonus?", "", ""),
        ("What is the base pay from this October?", "", ""),
        ("Does that mission cost much?", "", "that mission cost"),
        ("What does this company sell?", "", ""),
        ("Is there a fee that applies?", "", ""),
        ("When does this agreement end?", "", ""),
        ("how does that square with the deck?", "", ""),
        ("so does that tie to the accounts?", "", ""),
    ],
)
def test_what_is_called_that_without_having_been_spoken_of_is_told(message: str, spoken: str, noun: str) -> None:
    assert unspoken_noun(message, stems(spoken, "en"), "en") == noun


@pytest.mark.parametrize(
    ("message", "noun"),
    [
        ("What makes up the difference?", "the difference"),
        ("Where does the rest come from?", "the rest"),
        ("Who gets the remainder?", "the remainder"),
        ("Vad består skillnaden av?", "skillnaden"),
        ("What is the difference between net debt and gross debt?", ""),
        ("What is the rest of the loan?", ""),
        ("What is the rest period?", ""),
        ("Who owns the rest?", ""),
    ],
)
def test_a_message_that_hangs_on_what_is_left_of_something_is_told(message: str, noun: str) -> None:
    assert left_noun(message, detect_language(message)) == noun


def test_one_of_two_that_fit_equally_is_asked_back_with_both() -> None:
    found = bound("Who runs it?", "What do Lovik and Halden Fisk sell?")

    assert found.word == "it"
    assert [message for _, message in found.options] == ["Who runs Lovik?", "Who runs Halden Fisk?"]


@pytest.mark.parametrize(
    ("before", "message", "documents"),
    [
        ("When does the Halden Fisk contract expire?", "Can that contract be renewed?", (STORAGE,)),
        ("When does the Halden Fisk contract expire?", "Can it be renewed?", (STORAGE,)),
        ("When does the Halden Fisk contract expire?", "Does a sale trigger anything under it?", (STORAGE,)),
        ("What is the rent in Lovik?", "When does that lease end?", (LEASE,)),
        ("När går hyreskontraktet ut?", "Kan det förlängas?", (LEASE,)),
        ("När går hyreskontraktet ut?", "När går det ut?", (LEASE,)),
    ],
)
def test_that_contract_is_asked_of_alone(before: str, message: str, documents: tuple[int, ...]) -> None:
    found = bound(message, before)

    assert found.documents == documents
    assert found.is_only


def test_the_only_lease_there_is_is_the_lease() -> None:
    assert bound("When does the lease end?").documents == (LEASE,)


def test_one_of_several_agreements_is_asked_back_by_their_names() -> None:
    found = bound("When does that agreement end?")

    assert [one.name for one, _ in found.options] == list(FILES.values())


def test_a_contract_is_asked_in_its_own_words_for_its_party() -> None:
    found = bound("What notice do they have to give?", "When does the Halden Fisk contract expire?")

    assert found.documents == (STORAGE,)
    assert found.asked == ("What notice do the Customer have to give?",)


def test_a_question_that_names_nothing_is_asked_first_of_the_document_in_focus() -> None:
    found = bound("What notice is required?", "When does the Halden Fisk contract expire?")

    assert found.documents == (STORAGE,)
    assert not found.is_only


def test_a_question_that_names_another_is_asked_of_all() -> None:
    assert bound("What does Brovik pay?", "When does the Halden Fisk contract expire?").documents == ()


def test_a_name_in_a_list_of_leases_makes_no_lease() -> None:
    known = Known(documents={1: name_of_document("09_Debt_covenants_leases.xlsx", "")})

    assert bind("When does the lease end?", (), known).documents == ()


def test_a_demonstrative_may_have_words_before_its_noun() -> None:
    assert [one.text for one in anaphors("When does that annual service agreement end?")] == [
        "that annual service agreement"
    ]


def test_whoever_an_answer_names_with_the_office_asked_for_is_meant_next() -> None:
    known = Known(people=("Ann Ek", "Bo Lind"))
    told = line("Also present: Ann Ek (CFO), Bo Lind (COO, for item 1).", proof="verbatim")
    beside = line("Nobody else was there.", proof="verbatim")
    mentioned = mentioned_in("Who is the CFO?", Answer((told, beside)), known, "en")
    assert [one.name for one in mentioned.answer] == ["Ann Ek"]


def test_with_them_means_the_other_side_of_the_contract_that_is_spoken_of() -> None:
    parties = (Referent(Kind.COMPANY, "Lovik Frys AB"), Referent(Kind.COMPANY, "Halden Fisk A/S"))
    contract = Referent(Kind.DOCUMENT, "the contract", (STORAGE,))
    talk = (Mentioned((contract,), parties, asks_name=True),)
    assert bind("Revenue with them?", talk, KNOWN, "en").text == "Revenue with Halden Fisk?"
    unknown = (Mentioned((), parties, asks_name=True),)
    assert bind("Revenue with them?", unknown, KNOWN, "en").is_open


def test_an_older_edition_that_is_not_named_must_be_asked_back() -> None:
    assert earlier_edition("and before the restatement?") == "the restatement"
    assert earlier_edition("And before the restatement, who bore the costs of a recall?") == ""


def test_that_change_is_the_amendment_that_the_answer_before_rests_on() -> None:
    known = replace(KNOWN, amends={LEASE: STORAGE})
    cited = tuple(Referent(Kind.DOCUMENT, "the agreement", (number,)) for number in (LEASE, STORAGE))
    talk = (Mentioned(cited=cited),)

    assert bind("Who signed that change?", talk, known).documents == (LEASE,)
    assert bind("What is the notice period?", talk, known).documents == (STORAGE,)
    assert bind("What caused that change?", after("What did Lovik earn?"), known).documents == ()


@pytest.mark.parametrize("message", ["What will the company pay her?", "When does he start?"])
def test_a_person_whom_no_answer_named_is_asked_for(message: str) -> None:
    unknown = bind(message, after("Who joins the board?", asks_name=True), KNOWN)

    assert unknown.is_open
    assert not unknown.options


@pytest.mark.parametrize("one", ["CFO", "new director", "employee"])
def test_a_person_who_is_told_of_in_the_message_is_known(one: str) -> None:
    message = f"What does the {one} earn if she is dismissed?"

    assert bind(message, after("Who joins the board?", asks_name=True), KNOWN).text == message


def test_an_amendment_in_one_file_with_its_agreement_is_still_called_the_amendment() -> None:
    names = {7: name_of_document("Loan_Agreement_and_First_Amendment.pdf", "")}
    known = replace(KNOWN, documents=names, titles=names)
    apart = replace(known, documents={**names, 8: name_of_document("Loan_Amendment.pdf", "")}, amends={8: 7})
    talk = (Mentioned((Referent(Kind.DOCUMENT, "the loan", (7,)),)),)
    of_amendment = (Mentioned((Referent(Kind.DOCUMENT, "the amendment", (8,)),)),)

    assert bind("who signed the amendment?", talk, known).asked == ("who signed the amendment?",)
    assert bind("who signed the amendment?", of_amendment, apart).asked == ("who signed the agreement?",)


@pytest.mark.parametrize("message", ["who was it?", "and who is it now?"])
def test_who_it_was_stands_for_nothing_said_before(message: str) -> None:
    assert anaphors(message) == []


@pytest.mark.parametrize(("message", "is_own"), [("who did the job before her?", False), ("what is her salary?", True)])
def test_her_owns_what_stands_behind_it(message: str, is_own: bool) -> None:
    assert [one.is_own for one in anaphors(message)] == [is_own]
