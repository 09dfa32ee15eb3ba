"""Whether evidence that has the words of a question has its answer."""

import asyncio

import pytest

from sleuth.evidence.source import Page
from sleuth.reason.extractive import ExtractiveReasoner
from sleuth.reason.protocol import Document, Draft, Evidence, Inquiry
from sleuth.reason.understand.question import understand


def draft(question: str, text: str, filename: str = "notes.txt") -> Draft:
    """What is drafted from one page that is a document's whole text."""
    document = Document(1, filename, cover=text)
    evidence = [Evidence(0, document, Page(1, text, "p.1"), 0, len(text), 1.0)]
    return asyncio.run(ExtractiveReasoner().draft(Inquiry(question, (document,)), evidence))


def ask(question: str, text: str, filename: str = "notes.txt") -> str:
    """The answer, or nothing."""
    return " ".join(claim.text for claim in draft(question, text, filename).claims)


HOUSES = (
    "The mill of Orvik was built in 1871 by the architects Nils Berg and Karin Dahl. "
    "The Halden Museum shows ships, and the Museum of Fishing and Hunting shows nets. "
    "The seal of Orvik is from 1390. Bergen has a seal as well."
)


@pytest.mark.parametrize(
    ("question", "torn"),
    [
        ("When did the architect Nils Dahl build the mill of Orvik?", "Nils Dahl"),
        ("What does the Halden Hunting Museum show?", "Halden Hunting"),
        ("What does the Bergen Museum show?", "Bergen Museum"),
    ],
)
def test_a_name_made_of_two_others_is_not_answered_for(question: str, torn: str) -> None:
    assert draft(question, HOUSES).reason == f"nothing about “{torn}”"


@pytest.mark.parametrize(
    "question",
    ["What does the Halden Museum show?", "What does the Fishing Museum show?", "When did Nils Berg build the mill?"],
)
def test_a_name_may_be_turned_round_or_stand_beside_another(question: str) -> None:
    assert ask(question, HOUSES)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the seal of Bergen from?", HOUSES),
        ("Who replaced the Danes in Orvik?", "In Orvik the invading Danes replaced the Frisians as rulers under Erik."),
        ("När blev Bergen säte för rådet?", "Då blev Orvik säte för rådet, vilket Bergen vägrade erkänna förrän 1390."),
        (
            "When was Bergen the capital of the league?",
            "After Bergen joined, Orvik was the capital of the league until 1390.",
        ),
    ],
)
def test_what_is_said_of_another_name_is_no_answer(question: str, text: str) -> None:
    assert ask(question, text) == ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the seal of Orvik from?", HOUSES),
        ("Who replaced the Frisians?", "In Orvik the Danes replaced the Frisians under King Erik."),
        ("När blev Orvik säte för rådet?", "Efter freden med Bergen blev Orvik säte för rådet 1390."),
        ("When was Orvik conquered?", "In 1390 the Danes conquered Orvik after a siege."),
        ("Who led the Danish fleet to Orvik?", "In 1390 Admiral Juel led the Danish fleet to Orvik."),
    ],
)
def test_what_is_said_of_the_name_itself_is_an_answer(question: str, text: str) -> None:
    assert ask(question, text)


def test_a_name_alone_is_no_answer_to_what_is_asked_of_it() -> None:
    text = "The historians John Ek (1880–1951) and Otto Lind (1862–1940) wrote on trade."
    assert draft("When did Otto Lind and John Ek marry?", text).reason == "too little about “marry”"


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        ("On what river does Orvik stand?", "Orvik is the largest town. It stands on the river Glomma.", True),
        ("On what river does Orvik stand?", "Bergen is larger than Orvik. The old town stands on the Glomma.", False),
        ("When was the Orvik Mill closed?", "The Orvik Mill ground oats. The mill was closed in 1931.", True),
        ("Why did the Orvik margin fall?", "The Orvik margin was 4 %. The margin decreased because rents rose.", True),
        ("Why did the Orvik margin fall?", "The Orvik margin was 4 %. The price decreased because rents rose.", False),
    ],
)
def test_a_name_may_stand_in_the_sentence_before_where_something_refers_to_it(
    question: str, text: str, answers: bool
) -> None:
    assert bool(ask(question, text)) is answers


def test_what_a_document_speaks_of_further_on_does_not_name_it() -> None:
    opening = "The town lies by the sea and has been rich since the herring came to its shores. "
    text = opening * 2 + "The bridge was built in 1880. "
    text += "Much later the railway over the mountains to Bergen was opened by the king with a great feast."
    assert ask("When was the bridge in Bergen built?", text) == ""
    assert ask("When was the bridge in Bergen built?", text, "Bergen.txt") == "The bridge was built in 1880."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the capital of Norway?", "The Norwegian capital is Oslo."),
        ("Vad är Polens huvudstad?", "Den polska huvudstaden är Warszawa."),
    ],
)
def test_a_country_is_known_by_its_adjective(question: str, text: str) -> None:
    assert ask(question, text) == text


def test_no_other_word_stands_for_a_name() -> None:
    assert ask("What is the capital of Norfolk?", "The capital of the Norfolkians is Norwich.") == ""


def test_a_swedish_name_may_stand_with_an_ending_but_not_in_part() -> None:
    assert ask("När började Orvikupproret?", "Orvikupproret började om hösten 1390.")
    assert ask("När började Orvikuppror?", "Orvikupproret började om hösten 1390.")
    assert ask("När började Orvikupproret?", "Belägringen av Orvik började 1390.") == ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When did the Danes invade Orvik?", "The invasion of Orvik by the Danes came in 1390."),
        ("How far is the mill from the harbour?", "The mill lies 4 kilometres from the harbour."),
    ],
)
def test_other_forms_of_a_word_and_words_of_little_weight_do_not_stand_in_the_way(question: str, text: str) -> None:
    assert ask(question, text) == text


def test_words_that_make_one_name_know_of_each_other() -> None:
    beside = {term.text: term.beside for term in understand("Who leads Halden Holding and Bank of Orvik?").terms}
    assert beside["Halden"] == {"hold"}
    assert beside["Bank"] == {"orvik"}


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("The bishop ruled the town. Much grain came by sea, and traders had a store of cloth in Bergen.", False),
        ("The bishop ruled the town. The servants had to store grain in the tower of Bergen.", True),
    ],
)
def test_a_sentence_that_is_lent_a_word_must_say_the_rest_as_the_question_does(text: str, answers: bool) -> None:
    assert bool(ask("Where did the bishop store grain?", text)) is answers


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        ("Which company acquired Lentek?", "Lentek is a company in Bergen.", False),
        ("Which company acquired Lentek?", "The company Orvik Holding acquired Lentek in 2014.", True),
        ("Vilka varor såldes i Orvik?", "Orvik hade många varor och handelsmän från Bergen.", False),
        ("Vilka varor såldes i Orvik?", "I Orvik såldes varor som salt och järn.", True),
    ],
)
def test_what_is_done_is_asked_for_and_not_only_who_or_what_does_it(question: str, text: str, answers: bool) -> None:
    assert bool(ask(question, text)) is answers


def test_words_that_only_ask_need_not_be_answered_to() -> None:
    assert ask("In which country is Orvik situated?", "Orvik is a region of Norway.") == "Orvik is a region of Norway."


DEFINED = (
    "“Change of Control” means that Acme Fund ceases to hold more than half of the votes. "
    "“Quarter Date” means each of 31 January, 30 April, 31 July and 31 October."
)


def test_a_definition_answers_only_for_the_term_that_it_defines() -> None:
    assert not ask("What does Acme Fund own?", DEFINED)
    assert "ceases to hold" in ask("What does Change of Control mean?", DEFINED)
    assert "31 January" in ask("When is the Quarter Date?", DEFINED)


def test_what_somebody_owns_is_not_told_by_what_another_owns() -> None:
    register = "Share register of Acme Fund and others.\nBorg Holding AB also holds 20% of Cedar AB.\n"
    told = "Acme Fund owns 61.2% of the shares in the company."
    assert not ask("What does Acme own?", register)
    assert ask("What does Acme own?", f"{register}{told}") == told


def test_own_is_a_verb_where_nobody_possesses_it() -> None:
    assert "own" in {term.stem for term in understand("What does Acme own?").terms}
    assert "own" not in {term.stem for term in understand("What is its own debt?").terms}


def test_an_elliptic_part_is_about_the_noun_that_was_asked_after_before() -> None:
    part = understand("On what terms?", "Which five hauliers do they use most and on what terms")
    assert any(term.text == "hauliers" and term.weight >= 1 for term in part.terms)


def test_an_amount_of_one_thing_is_none_of_a_thing_akin_to_it() -> None:
    assert not ask("How big was the fine?", "For each late visit a penalty of EUR 250 is payable.")
    assert ask("How big was the fine?", "A fine of EUR 250 was paid.")


FILLER = (
    "the parties having met, heard each other and weighed all that was brought before them in the hall of the mill, "
)


def test_words_strewn_over_a_long_sentence_tell_nothing_together() -> None:
    long = (
        f"The Warden sits on the council, {FILLER * 3}Karin Dahl joins no league and {FILLER * 3}the mill is for sale."
    )

    assert not ask("Who joins the council after the sale?", long)
    assert ask("Who joins the council after the sale?", "Karin Dahl joins the council after the sale of the mill.")


def test_what_may_be_done_meets_what_it_is_done_to() -> None:
    apart = (
        f"(ii) to ratify the auditors, {FILLER}and on any merger, acquisition or spin-off which requires a vote of the "
        "owners under the rules of the mill, Halden shall have the right to vote, in person or by proxy and as it sees "
        "fit, any of the shares held by it;"
    )
    together = f"(v) to sell, {FILLER * 3}provided that Halden may acquire up to a tenth of the shares of the mill;"

    assert not ask("Can Halden buy more shares?", apart)
    assert ask("Can Halden buy more shares?", together)


SIGNED = (
    "AGENCY AGREEMENT between Halden Mills Inc. (“Halden”) and Orvik Agents Ltd. (“Orvik”). "
    "7.1 This Agreement may only be amended by a statement in writing signed by both Halden and Orvik. "
)


def test_what_is_paid_on_an_occasion_is_told_by_what_is_said_of_that_occasion() -> None:
    paid = "3.1 Halden shall pay Orvik a retainer of $40,000 upon execution of this Agreement."

    assert "$40,000" in ask("What does Orvik get from Halden on signing?", f"{SIGNED}{paid}")
    assert not ask("What does Orvik get from Halden on signing?", SIGNED)


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        (
            "What does Halden pay Orvik on closing?",
            "Halden shall pay Orvik $9,000 at the Closing.",
            "Halden shall pay Orvik $8,000 a month and close its accounts in May.",
        ),
        (
            "What does Halden pay Orvik upon delivery?",
            "Halden shall pay Orvik $9,000 when the mill is delivered.",
            "Halden shall pay Orvik $8,000 a month and deliver maps.",
        ),
        (
            "What does Halden pay Orvik on termination?",
            "If this Agreement is terminated, Halden shall pay Orvik $9,000.",
            "Halden shall pay Orvik $8,000 a month and terminate the old lease.",
        ),
    ],
)
def test_the_word_of_an_occasion_alone_is_none(question: str, answer: str, other: str) -> None:
    cover = "AGENCY AGREEMENT between Halden Mills Inc. and Orvik Agents Ltd. "

    assert "$9,000" in ask(question, f"{cover}{answer}")
    assert "$8,000" not in ask(question, f"{cover}{other}")


def test_who_joins_is_somebody_by_name_and_no_part_that_an_agreement_gives() -> None:
    part = "The Successor shall join the Board of Halden as a Class II Director under applicable SEC rules."

    assert not ask("Who’s joining the Halden board?", part)
    assert ask("Who’s joining the Halden board?", "Karin Dahl shall join the Board of Halden as a Class II Director.")
    assert ask("Who joins the Halden board?", "Ms Dahl shall join the Board of Halden.")


def test_a_deal_is_the_agreement_that_its_document_is() -> None:
    agreement = "SUPPLY AGREEMENT between Halden Mills Inc. and Orvik Foods Ltd. The price of the lenses is $40."

    assert "$40" in ask("What is the price of the lenses under the Orvik deal?", agreement, "Supply_Agreement.txt")
    assert not ask("What is the price of the lenses under the Orvik deal?", "Orvik sells lenses at a price of $40.")
