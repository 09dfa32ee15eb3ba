"""Which provisions of which agreement answer a question, by their topics and the question's own words."""

from dataclasses import replace

import pytest

from sleuth.evidence.source import Page
from sleuth.findings.text.provisions import Provision, provisions
from sleuth.language.tokens import stems
from sleuth.reason.contracts.asked import Asked, topics_of
from sleuth.reason.contracts.choosing import choose
from sleuth.reason.contracts.stated import Stated
from sleuth.reason.understand.question import understand

SUPPLY = """2. EXCLUSIVITY
2.1 The Supplier is the only source of the Products. 2.2 The Customer may buy elsewhere while deliveries are late.
4. PRICES AND PRICE ADJUSTMENT
4.1 Prices are stated in Schedule 1. 4.2 Once a year the prices are adjusted by the index, by not more than 4%.
5. SERVICE LEVELS
5.1 The Supplier keeps an uptime of 99%. 5.2 Service credits in a month shall not exceed 8% of its charges.
8. LIABILITY AND INSURANCE
8.1 The total liability of each party is limited to EUR 2,000,000. 8.2 The Supplier shall maintain fire insurance.
9. TERM AND TERMINATION
9.1 This Agreement runs for five years. 9.2 Either party may terminate on twelve months' notice. 9.3 A party may
terminate at once where the other commits a material breach.
10. CHANGE OF CONTROL
10.1 The Supplier shall tell the Customer of a change of control within 20 days. 10.2 The Customer may then terminate
on three months' notice.
"""
LOAN = """1. DEFINITIONS
“Change of Control” means that the Investors cease to hold half of the shares in the Borrower.
“Termination Date” means 14 March 2028.
6. PREPAYMENT
6.2 On a Change of Control the Lender may cancel the facility on 30 days' notice.
8. INTEREST
8.1 Interest is EURIBOR and the Margin. 8.2 Margin: the Margin is 2.25% a year.
10. FINANCIAL COVENANTS
10.1 Leverage shall not exceed 3.00:1. 10.2 Equity cure: the shareholders may cure a breach twice.
11. UNDERTAKINGS
11.3 No dividend may be paid unless leverage is 2.00:1 or less.
"""
PAPERS = {1: SUPPLY, 2: LOAN}


def chosen(question: str, *agreements: int, calling: str = "", of_contract: bool = True) -> list[str]:
    """The numbers of the provisions that answer a question of some agreements; of both where none is given."""
    pool = [
        Stated(number, number, one)
        for number, text in PAPERS.items()
        if number in (agreements or PAPERS)
        for one in provisions([Page(1, text, "")])
    ]
    asked = Asked(understand(question), stems(calling, "en"), of_contract=of_contract)
    return [".".join(map(str, one.provision.number)) for one in choose(asked, pool).provisions]


def amended(agreement: int, amendment: int, provision: Provision) -> Stated:
    return Stated(agreement, amendment, provision, is_amending=True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("can we get out early without cause?", ["9.2"]),
        ("can they walk if we get sold?", ["10.1", "10.2"]),  # a short section, told whole
        ("max yearly price increase?", ["4.2"]),
        ("cap on service credits?", ["5.2"]),
        ("liability cap?", ["8.1"]),
    ],
)
def test_a_provision_answers_by_its_topic_however_the_question_words_it(question: str, answer: list[str]) -> None:
    assert chosen(question, 1) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("when does the loan mature?", ["1"]),
        ("how often may equity be put in to cure a breach?", ["10.2"]),
        ("are dividends allowed at the moment?", ["11.3"]),
        ("what margin do we pay?", ["8.2"]),
        ("what does the bank get to do if the company is sold?", ["1", "6.2"]),  # with what the agreement means by it
    ],
)
def test_a_loan_is_asked_in_the_words_of_loans(question: str, answer: list[str]) -> None:
    assert chosen(question, 2, calling="loan bank") == answer


@pytest.mark.parametrize(
    "question",
    [
        "what is the limit of the cyber insurance?",  # another insurance than the agreement speaks of
        "liability insurance, what limit?",  # it states none
        "what is the rent at Elblag depot?",
        "does Fennmark have exclusivity?",  # nobody whom the agreement knows
        "why was the liability capped?",  # a reason
    ],
)
def test_what_is_asked_of_another_thing_is_not_answered(question: str) -> None:
    assert chosen(question, 1) == []


def test_of_two_agreements_that_both_answer_none_does() -> None:
    assert chosen("what happens on a change of control?") == []
    assert chosen("are dividends allowed?") == ["11.3"]  # only the loan speaks of them


def test_words_that_many_things_have_ask_for_a_provision_only_where_a_contract_is_meant() -> None:
    assert chosen("is it exclusive?", 1)
    assert chosen("shortfall in March?", 1, of_contract=False) == []


def test_what_an_amendment_says_of_the_topic_is_told_before_the_provision() -> None:
    own = [Stated(2, 2, one) for one in provisions([Page(1, LOAN, "")])]
    text = (
        "1. CHANGES\n1.1 In clause 11.3 (Dividends) “2.00:1” is replaced by “1.50:1”.\n1.2 Clause 8 is not changed.\n"
    )
    (dividends,) = [one.provision.passages for one in own if one.provision.number == (11, 3)]
    changing = provisions([Page(1, text, "")])
    amending = [amended(2, 3, replace(one, before=dividends if "11.3" in one.text else ())) for one in changing]

    found = choose(Asked(understand("are dividends allowed?"), of_contract=True), [*own, *amending])

    assert [(one.document, one.provision.number) for one in found.provisions] == [(3, (1, 1)), (2, (11, 3))]


FACILITY = """1. DEFINITIONS
1.1 In this Agreement:
“Leverage” means the ratio of Net Debt to EBITDA.
“Margin” means the percentage set out in clause 9.2.
“Termination Date” means 14 March 2028.
9. INTEREST
9.1 The rate of interest is the aggregate of EURIBOR and the Margin.
9.2 The Margin is 3.25 per cent. a year.
18. FINANCIAL COVENANTS
18.1 Leverage shall not exceed 2.50:1.
"""


def of_facility(question: str) -> list[str]:
    """The sentences of the facility that are chosen."""
    pool = [Stated(3, 3, one) for one in provisions([Page(1, FACILITY, "")])]
    asked = Asked(understand(question), stems("term loan", "en"), stems("loan", "en"), of_contract=True)
    return [one.provision.text for one in choose(asked, pool).provisions]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what is the leverage covenant now?", ["18.1 Leverage shall not exceed 2.50:1."]),
        ("margin on the loan", ["9.2 The Margin is 3.25 per cent. a year."]),
        ("when does the loan mature?", ["“Termination Date” means 14 March 2028."]),
        ("is the term loan hedged?", []),  # "term" only tells which loan
    ],
)
def test_what_a_word_means_answers_only_where_that_states_the_value(question: str, answer: list[str]) -> None:
    """And not where it only points to the clause that does."""
    told = of_facility(question)

    assert told[: len(answer)] == answer
    assert bool(told) is bool(answer)


DELIVERY = """5. TERM AND TERMINATION
5.1 Either party may terminate on twelve months' notice.
6. DELIVERY
6.2 For delay the Supplier pays liquidated damages of 0.5% of the price for each week.
7. PRICES
7.1 Prices are adjusted on 1 January by the change in the consumer price index.
7.2 If the Customer refuses, the Supplier may terminate on nine months' notice.
9. CHANGE OF CONTROL
9.1 On a change of control of the Supplier the Customer may terminate on one month's notice.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("can they walk away?", ["5.1"]),  # not by what a change of control would allow
        ("notice period?", ["5.1"]),  # nor by the notice of one reason, under another heading
        ("penalties for being late", ["6.2"]),  # money, told in percent of the price
        ("how do the prices go up each year?", ["7.1"]),
        ("what if the company is sold?", ["9.1"]),
    ],
)
def test_what_holds_in_a_special_case_answers_only_where_that_is_asked_for(question: str, answer: list[str]) -> None:
    pool = [Stated(4, 4, one) for one in provisions([Page(1, DELIVERY, "")])]

    found = choose(Asked(understand(question), of_contract=True), pool)

    assert [".".join(map(str, one.provision.number)) for one in found.provisions] == answer


def test_a_topic_beside_another_must_be_told_too() -> None:
    """ "What spread is paid at this gearing?" is not answered by the limit of the gearing."""
    assert of_facility("what spread do they pay at september's gearing?") == []


def test_an_amendment_that_leaves_the_rest_unchanged_is_told_with_what_it_changes() -> None:
    own = [Stated(3, 3, one) for one in provisions([Page(1, FACILITY, "")])]
    (margin,) = [one.provision.passages for one in own if one.provision.number == (9, 2)]
    text = "1. In clause 9.2 “3.25” is replaced by “3.60”. The other terms of that clause are unchanged.\n"
    changing = [amended(3, 4, replace(one, before=margin)) for one in provisions([Page(1, text, "")])]

    found = choose(Asked(understand("what is the margin?"), of_contract=True), [*own, *changing])

    assert [one.document for one in found.provisions] == [4, 3]


@pytest.mark.parametrize(
    ("question", "topics"),
    [
        ("what is the margin?", {"interest margin"}),
        ("what is the EBITDA margin?", set()),  # a measure of the company
        ("what interest is paid?", {"interest"}),
        ("interest cover?", {"interest cover covenant"}),
    ],
)
def test_a_part_of_another_name_asks_for_no_topic(question: str, topics: set[str]) -> None:
    assert {one.topic.name for one in topics_of(Asked(understand(question), of_contract=True))} == topics


SHORT = """2. VOLUMES
2.1 The Buyer shall cover with the Seller at least 65% of its yearly requirements of resin. 2.2 Other makers may bid.
3. PRICE AND BONUS
3.1 Prices are agreed in May. 3.2 The Seller grants a bonus of 2% of the yearly turnover.
4. RENT
4.1 The rent of the tank is EUR 24,000 per year. 4.2 The rent rises by 3% on 1 May 2027. 4.3 No deposit is paid.
6. END
6.1 The Buyer may end this agreement with four months' notice, the Seller with eight months' notice.
7. CONTROL
7.1 If a maker of resin gains control of the Buyer, the Seller may terminate. No other change of control matters.
9. LAW AND DISPUTES
9.1 Danish substantive law applies. Disputes are settled by three arbitrators in Aarhus.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("min. purchase?", ["2.1"]),  # a share of what is needed
        ("bonus rate today", ["3.2"]),  # no rate of interest
        ("rent for the tank today, and the next increase", ["4.1", "4.2", "4.3"]),
        ("notice period", ["6.1"]),
        ("can they walk away if a pension fund buys us?", ["7.1"]),  # who buys, no agreement says
        ("can they walk away if Orvik buys us?", []),  # of that company it knows nothing
        ("would a sale of 80% of the holding let them out?", ["7.1"]),
        ("governing law and forum", ["9.1"]),
    ],
)
def test_clauses_in_few_words_answer_short_questions(question: str, answer: list[str]) -> None:
    pool = [Stated(5, 5, one) for one in provisions([Page(1, SHORT, "")])]

    found = choose(Asked(understand(question), of_contract=True), pool)

    assert [".".join(map(str, one.provision.number)) for one in found.provisions] == answer


@pytest.mark.parametrize(
    ("sentence", "is_told"),
    [
        ("Dutch law.", True),
        ("Irish law; courts of Cork.", True),
        ("French law applies.", True),
        ("Common law remedies remain.", False),
        ("Swedish lawyers advise the Buyer.", False),
    ],
)
def test_a_law_may_be_named_in_two_words(sentence: str, is_told: bool) -> None:
    pool = [Stated(6, 6, one) for one in provisions([Page(1, f"8. GENERAL\n8.1 {sentence}\n", "")])]

    assert bool(choose(Asked(understand("governing law?"), of_contract=True), pool).provisions) is is_told


ORDERS = """3. MINIMUM ORDER
3.1 The Buyer shall order goods for at least EUR 900,000 in each Contract Year. 3.2 If orders fall short, the Buyer
shall pay 30% of the shortfall.
7. EXIT BONUS
On completion of a sale of more than half of the shares of the Company she receives 1% of the price.
8. NOTICE
8.1 Either party may terminate on five months' notice. 8.2 If she is dismissed within a year after a change of control
she receives a year's salary.
9. FACILITIES
9.1 Facility C: an overdraft of up to EUR 400,000.
"""


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("how much do they have to order a year?", "3.1"),
        ("and if they fall short?", "3.2"),
        ("what does she get out of a sale?", "7"),
        ("what is the overdraft limit?", "9.1"),
    ],
)
def test_what_people_ask_in_everyday_words_is_found_under_its_topic(question: str, number: str) -> None:
    pool = [Stated(1, 1, one) for one in provisions([Page(1, ORDERS, "")])]

    found = choose(Asked(understand(question), frozenset(), of_contract=True), pool).provisions

    assert number in [".".join(map(str, one.provision.number)) for one in found]


def test_what_somebody_gets_out_of_a_sale_is_no_way_out() -> None:
    assert "termination for convenience" not in asked_topics("what does she get out of a sale?")
    assert "termination for convenience" in asked_topics("can we get out of the contract?")


def test_a_rule_on_dividends_is_asked_for_and_not_those_that_were_paid() -> None:
    assert "distributions" in asked_topics("when may they pay dividends?")


def test_what_an_amendment_did_is_what_it_provides() -> None:
    assert chosen("what did the May amendment do to the margin?", 2) == ["8.2"]
    assert chosen("what did the lender do to the margin?", 2) == []


def asked_topics(question: str) -> list[str]:
    return [one.topic.name for one in topics_of(Asked(understand(question), frozenset(), of_contract=True))]
